import { a2a } from './a2a.ts';
import type { AgentSdk } from './agent-sdk.ts';
import { runtime } from './agent-safety.ts';
import { aiSdk } from './ai-sdk.ts';
import { anthropic } from './anthropic.ts';
import { claudeAgentSdk } from './claude-agent-sdk.ts';
import { codexSdk } from './codex-sdk.ts';
import { copilotSdk } from './copilot-sdk.ts';
import { googleAdk } from './google-adk.ts';
import { langchain } from './langchain.ts';
import { mastra } from './mastra.ts';
import { mcp } from './mcp.ts';
import { openaiAgents } from './openai-agents.ts';
import { questions } from './questions.ts';

/** The SDKs whose tools, agents and guards are known. */
export const agentSdks: readonly AgentSdk[] = [
  mcp,
  aiSdk,
  claudeAgentSdk,
  copilotSdk,
  codexSdk,
  langchain,
  openaiAgents,
  mastra,
  googleAdk,
  anthropic,
  runtime,
  a2a,
  questions,
];
