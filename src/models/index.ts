import {
  mcpClientV1,
  mcpLowLevelServerV1,
  mcpServerV1,
  mcpServerV1Prompts,
  mcpServerV1Resources,
  mcpServerV1Tools,
} from './mcp-v1.ts';
import type { Protocol } from './protocol.ts';

/** The protocols that need no configuration: what the SDKs' sessions allow, as data. */
export const builtInProtocols: readonly Protocol[] = [
  mcpClientV1,
  mcpServerV1,
  mcpServerV1Tools,
  mcpServerV1Resources,
  mcpServerV1Prompts,
  mcpLowLevelServerV1,
];
