import {
  clientArrives,
  declared,
  mcpServerNotifications,
  notRegistering,
  register,
  registrationLife,
  registrationStates,
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

const request = {
  role: 'use',
  from: ['active'],
  misuse: { new: 'rejects', connecting: 'races', closed: 'rejects', halfOpen: 'rejects' },
} as const satisfies Op;

/** Without the server's capabilities, which only the handshake brings, the answer is an empty list, without a request. */
const listing = {
  ...request,
  settles: {},
  misuse: { new: 'silently-empty', connecting: 'silently-empty', closed: 'silently-empty', halfOpen: 'silently-empty' },
} as const satisfies Op;

const configuration = {
  role: 'configure',
  from: ['new', 'closed'],
  misuse: { connecting: 'throws', active: 'throws', halfOpen: 'throws' },
} as const satisfies Op;

export const mcpClientV2 = {
  id: 'mcp.client.v2',
  noun: 'client',
  subjects: [{ ...clientSdk, names: ['Client'] }],
  states: {
    new: { phase: 'unopened', text: 'not connected' },
    connecting: { phase: 'opening', text: 'still connecting' },
    active: { phase: 'open', text: 'connected' },
    closed: { phase: 'closed', text: 'closed' },
    // `transport.start()` threw, and the transport stays set until `close()` or the next `connect()`.
    halfOpen: { phase: 'failed', text: 'half-open after a failed `connect()`' },
  },
  construct: 'new',
  ops: {
    // Does not look whether there is a transport: the one before stays open, and closing the client does not reach it.
    connect: {
      role: 'open',
      from: ['new', 'closed', 'halfOpen'],
      moves: { new: 'connecting', closed: 'connecting', halfOpen: 'connecting' },
      settles: { connecting: 'active' },
      fails: ['closed', 'halfOpen'],
      misuse: { connecting: 'leaks', active: 'leaks' },
    },
    close: {
      role: 'close',
      from: ['new', 'connecting', 'active', 'closed', 'halfOpen'],
      moves: { connecting: 'closed', active: 'closed', halfOpen: 'closed' },
      settles: {},
    },
    registerCapabilities: configuration,
    setVersionNegotiation: configuration,
    // The one request that the specification allows before the handshake is done.
    ping: {
      ...request,
      from: ['connecting', 'active'],
      misuse: { new: 'rejects', closed: 'rejects', halfOpen: 'rejects' },
    },
    request,
    notification: request,
    callTool: request,
    getPrompt: request,
    readResource: request,
    subscribeResource: request,
    unsubscribeResource: request,
    complete: request,
    setLoggingLevel: request,
    sendRootsListChanged: request,
    discover: request,
    // Asks first for the revision that was negotiated.
    listen: { ...request, misuse: { ...request.misuse, connecting: 'rejects' } },
    listTools: listing,
    listPrompts: listing,
    listResources: listing,
    listResourceTemplates: listing,
  },
  neutral: [
    'getServerCapabilities',
    'getServerVersion',
    'getNegotiatedProtocolVersion',
    'getProtocolEra',
    'getInstructions',
    'getDiscoverResult',
    'setRequestHandler',
    'removeRequestHandler',
    'assertCanSetRequestHandler',
    'setNotificationHandler',
    'removeNotificationHandler',
  ],
  guards: [{ member: 'transport', whenTruthy: ['connecting', 'active', 'halfOpen'], whenFalsy: ['new', 'closed'] }],
  // Not `halfOpen`: a failed `connect()` that throws out of the function is how every program begins.
  mustClose: ['connecting', 'active'],
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

export const mcpServerV2 = {
  ...mcpLowLevelServerV2,
  id: 'mcp.server.v2',
  subjects: [{ ...serverSdk, names: ['McpServer'] }],
  ops: { ...serverOps, ...mcpServerNotifications },
  neutral: [
    ...neutralV2,
    'isConnected',
    'registerTool',
    'registerResource',
    'registerPrompt',
    'toolInputSchemaJson',
    'resolveScopeChallenge',
  ],
  views: ['server'],
  guards: [transportGuard, { ...transportGuard, member: 'isConnected', call: true }],
} as const satisfies Protocol;

const registration = {
  noun: 'server',
  subjects: mcpServerV2.subjects,
  states: registrationStates,
  construct: 'empty',
  views: mcpServerV2.views,
  source,
} as const;

const otherMembers: readonly string[] = [
  ...notRegistering,
  ...neutralV2,
  'toolInputSchemaJson',
  'resolveScopeChallenge',
];

export const mcpServerV2Tools = {
  ...registration,
  id: 'mcp.server.v2.tools',
  constructWith: declared.tools,
  ops: { ...registrationLife, registerTool: register },
  neutral: [...otherMembers, 'registerResource', 'registerPrompt'],
} as const satisfies Protocol;

export const mcpServerV2Resources = {
  ...registration,
  id: 'mcp.server.v2.resources',
  constructWith: declared.resources,
  ops: { ...registrationLife, registerResource: register },
  neutral: [...otherMembers, 'registerTool', 'registerPrompt'],
} as const satisfies Protocol;

export const mcpServerV2Prompts = {
  ...registration,
  id: 'mcp.server.v2.prompts',
  constructWith: declared.prompts,
  ops: { ...registrationLife, registerPrompt: register },
  neutral: [...otherMembers, 'registerTool', 'registerResource'],
} as const satisfies Protocol;
