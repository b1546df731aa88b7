import { aiSdkMcpClient } from './ai-sdk-mcp.ts';
import { runtimeMcpClient, runtimeMcpServerSession } from './agent-safety-mcp.ts';
import { claudeQuery, claudeSpareProcess, claudeWarmQuery } from './claude-agent-sdk.ts';
import {
  mcpHttpServerTransport,
  mcpSingleUseTransport,
  mcpStatelessNodeTransport,
  mcpStatelessTransport,
  mcpStdioClientTransport,
  mcpWebSocketTransport,
} from './mcp-transports.ts';
import {
  mcpClientV1,
  mcpClientV1Early,
  mcpLowLevelServerV1,
  mcpLowLevelServerV1Early,
  mcpServerV1,
  mcpServerV1Early,
  mcpServerV1Prompts,
  mcpServerV1Resources,
  mcpServerV1Tools,
} from './mcp-v1.ts';
import {
  mcpClientV2,
  mcpLowLevelServerV2,
  mcpServerV2,
  mcpServerV2Prompts,
  mcpServerV2Resources,
  mcpServerV2Tools,
} from './mcp-v2.ts';
import { openaiAgentsHttpMcpServer, openaiAgentsMcpServer } from './openai-agents-mcp.ts';
import type { Protocol } from './protocol.ts';

/** The protocols that need no configuration: what the SDKs' sessions allow, as data. */
export const builtInProtocols: readonly Protocol[] = [
  mcpClientV1,
  mcpClientV1Early,
  mcpServerV1,
  mcpServerV1Early,
  mcpServerV1Tools,
  mcpServerV1Resources,
  mcpServerV1Prompts,
  mcpLowLevelServerV1,
  mcpLowLevelServerV1Early,
  mcpClientV2,
  mcpServerV2,
  mcpServerV2Tools,
  mcpServerV2Resources,
  mcpServerV2Prompts,
  mcpLowLevelServerV2,
  mcpStdioClientTransport,
  mcpSingleUseTransport,
  mcpWebSocketTransport,
  mcpHttpServerTransport,
  mcpStatelessTransport,
  mcpStatelessNodeTransport,
  aiSdkMcpClient,
  openaiAgentsMcpServer,
  openaiAgentsHttpMcpServer,
  claudeQuery,
  claudeWarmQuery,
  claudeSpareProcess,
  runtimeMcpClient,
  runtimeMcpServerSession,
];
