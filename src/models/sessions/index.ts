import { aiSdkMcpClient } from './ai-sdk-mcp.ts';
import { runtimeMcpClient, runtimeMcpServerSession } from './agent-safety-mcp.ts';
import { claudeQuery, claudeSpareProcess, claudeWarmQuery } from './claude-agent-sdk.ts';
import { langchainMcpClient } from './langchain-mcp.ts';
import { mastraMcpClient } from './mastra-mcp.ts';
import * as transports from './mcp-transports.ts';
import * as v1 from './mcp-v1.ts';
import * as v2 from './mcp-v2.ts';
import { openaiAgentsHttpMcpServer, openaiAgentsMcpServer, openaiAgentsMcpServers } from './openai-agents-mcp.ts';
import type { Protocol } from './protocol.ts';

/** The protocols that need no configuration: what the SDKs' sessions allow, as data. */
export const builtInProtocols: readonly Protocol[] = [
  v1.mcpClientV1,
  v1.mcpClientV1Early,
  v1.mcpServerV1,
  v1.mcpServerV1Early,
  v1.mcpServerV1Tools,
  v1.mcpServerV1Resources,
  v1.mcpServerV1Prompts,
  v1.mcpLowLevelServerV1,
  v1.mcpLowLevelServerV1Early,
  v2.mcpClientV2,
  v2.mcpServerV2,
  v2.mcpServerV2Tools,
  v2.mcpServerV2Resources,
  v2.mcpServerV2Prompts,
  v2.mcpLowLevelServerV2,
  transports.mcpStdioClientTransport,
  transports.mcpSingleUseTransport,
  transports.mcpWebSocketTransport,
  transports.mcpHttpServerTransport,
  transports.mcpStatelessTransport,
  transports.mcpStatelessNodeTransport,
  aiSdkMcpClient,
  openaiAgentsMcpServer,
  openaiAgentsHttpMcpServer,
  openaiAgentsMcpServers,
  mastraMcpClient,
  langchainMcpClient,
  claudeQuery,
  claudeWarmQuery,
  claudeSpareProcess,
  runtimeMcpClient,
  runtimeMcpServerSession,
];
