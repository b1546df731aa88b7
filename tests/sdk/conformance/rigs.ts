import { aiSdkMcpRigs } from './ai-sdk-mcp.ts';
import { claudeRigs } from './claude-agent-sdk.ts';
import { langchainRigs } from './langchain-mcp.ts';
import { mastraRigs } from './mastra-mcp.ts';
import { mcpTransportRigs } from './mcp-transports.ts';
import { mcpV1Rigs } from './mcp-v1.ts';
import { mcpV2Rigs } from './mcp-v2.ts';
import type { Rig } from './observe.ts';
import { openaiAgentsRigs } from './openai-agents-mcp.ts';

/** Every protocol, with each class that follows it. */
export const rigs: readonly Rig[] = [
  ...mcpV1Rigs,
  ...mcpV2Rigs,
  ...mcpTransportRigs,
  ...aiSdkMcpRigs,
  ...openaiAgentsRigs,
  ...mastraRigs,
  ...langchainRigs,
  ...claudeRigs,
];
