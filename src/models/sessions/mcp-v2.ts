import {
  clientConfiguration,
  clientNeutral,
  clientOps,
  clientRequest,
  forgetfulConnect,
  mcpClient,
} from './mcp-client.ts';
import {
  clientArrives,
  mcpServerNotifications,
  register,
  registrationProtocols,
  serverNeutral,
  serverOps,
  serverStates,
  transportGuard,
} from './mcp-server.ts';
import type { Op, Protocol } from './protocol.ts';

/**
 * The MCP TypeScript SDK, major version 2. Read from, and executed against, `@modelcontextprotocol/client` and
 * `@modelcontextprotocol/server` 2.4.0 (`dist/public-*.mjs`, `dist/mcp-*.mjs`, `dist/src-*.mjs`).
 */
const source = 'https://github.com/modelcontextprotocol/typescript-sdk/tree/main/packages';

const versions = '>=2.0.0 <3.0.0';
const clientSdk = { packages: ['@modelcontextprotocol/client'], versions } as const;
const serverSdk = { packages: ['@modelcontextprotocol/server'], versions } as const;

/** Without the server's capabilities, which only the handshake brings, the answer is an empty list, without a request. */
const listing = {
  ...clientRequest,
  settles: {},
  misuse: { new: 'silently-empty', connecting: 'silently-empty', closed: 'silently-empty', halfOpen: 'silently-empty' },
} as const satisfies Op;

export const mcpClientV2 = {
  ...mcpClient,
  id: 'mcp.client.v2',
  subjects: [{ ...clientSdk, names: ['Client'] }],
  ops: {
    connect: forgetfulConnect,
    ...clientOps,
    registerCapabilities: clientConfiguration,
    setVersionNegotiation: clientConfiguration,
    discover: clientRequest,
    // Asks first for the revision that was negotiated.
    listen: { ...clientRequest, misuse: { ...clientRequest.misuse, connecting: 'rejects' } },
    listTools: listing,
    listPrompts: listing,
    listResources: listing,
    listResourceTemplates: listing,
  },
  neutral: [...clientNeutral, 'getNegotiatedProtocolVersion', 'getProtocolEra', 'getDiscoverResult'],
  inMemory: [
    {
      packages: ['@modelcontextprotocol/client', '@modelcontextprotocol/server', '@modelcontextprotocol/core'],
      names: ['InMemoryTransport'],
    },
  ],
  source,
} as const satisfies Protocol;

const neutralV2 = [
  ...serverNeutral,
  'getCapabilities',
  'getNegotiatedProtocolVersion',
  'projectCallToolResult',
] as const;

export const mcpLowLevelServerV2 = {
  id: 'mcp.low-level-server.v2',
  noun: 'server',
  subjects: [{ ...serverSdk, names: ['Server'] }],
  states: serverStates,
  construct: 'new',
  ops: serverOps,
  neutral: neutralV2,
  guards: [transportGuard],
  spontaneous: clientArrives,
  perConnection: 'connect',
  source,
} as const satisfies Protocol;

const registering = {
  tools: { registerTool: register },
  resources: { registerResource: register },
  prompts: { registerPrompt: register },
} as const;

const otherMembers = ['toolInputSchemaJson', 'resolveScopeChallenge'] as const;

export const mcpServerV2 = {
  ...mcpLowLevelServerV2,
  id: 'mcp.server.v2',
  subjects: [{ ...serverSdk, names: ['McpServer'] }],
  ops: { ...serverOps, ...mcpServerNotifications },
  neutral: [...neutralV2, 'isConnected', 'registerTool', 'registerResource', 'registerPrompt', ...otherMembers],
  views: ['server'],
  guards: [transportGuard, { ...transportGuard, member: 'isConnected', call: true }],
} as const satisfies Protocol;

export const {
  tools: mcpServerV2Tools,
  resources: mcpServerV2Resources,
  prompts: mcpServerV2Prompts,
} = registrationProtocols(mcpServerV2, registering, [...neutralV2, ...otherMembers]);
