import type { MarkedProgram } from './marks.ts';
import { adkPrograms } from './programs/adk.ts';
import { aiSdkPrograms } from './programs/ai-sdk.ts';
import { anthropicPrograms } from './programs/anthropic.ts';
import { claudeAgentSdkPrograms } from './programs/claude-agent-sdk.ts';
import { copilotSdkPrograms } from './programs/copilot-sdk.ts';
import { langchainPrograms } from './programs/langchain.ts';
import { mastraPrograms } from './programs/mastra.ts';
import { mcpPrograms } from './programs/mcp.ts';
import { openaiAgentsPrograms } from './programs/openai-agents.ts';
import { severalFilesPrograms } from './programs/several-files.ts';

/** Correct programs on every SDK, each with one sensitive tool and the mark of what guards it. */
export const programs: readonly MarkedProgram[] = [
  ...mcpPrograms,
  ...aiSdkPrograms,
  ...openaiAgentsPrograms,
  ...langchainPrograms,
  ...mastraPrograms,
  ...adkPrograms,
  ...claudeAgentSdkPrograms,
  ...copilotSdkPrograms,
  ...anthropicPrograms,
  ...severalFilesPrograms,
];
