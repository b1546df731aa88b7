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
  serverRequest,
  serverStates,
  transportGuard,
} from './mcp-server.ts';
import type { Op, Protocol } from './protocol.ts';

/**
 * The MCP TypeScript SDK, major version 1. Read from, and executed against, `@modelcontextprotocol/sdk` 1.32.2:
 * `dist/esm/shared/protocol.js`, `client/index.js`, `server/index.js`, `server/mcp.js`, `experimental/tasks/*`.
 */
const source = 'https://github.com/modelcontextprotocol/typescript-sdk/tree/v1.x/src';

const packages = ['@modelcontextprotocol/sdk'] as const;
const sdk = { packages, versions: '>=1.26.0 <2.0.0' } as const;
/** A second `connect()` was accepted, and the first transport forgotten. Executed against 1.25.3. */
const early = { packages, versions: '>=1.0.0 <1.26.0' } as const;

/** The versions with `experimental.tasks`. */
const tasks = '>=1.24.0';

/** Needs the handshake: before it the server has promised nothing, and strict HTTP servers answer 400. */
const clientRequest = {
  role: 'use',
  from: ['active'],
  misuse: { new: 'rejects', connecting: 'races', closed: 'rejects', halfOpen: 'rejects' },
} as const satisfies Op;

/** Async generators: nothing happens at the call, the error is the only item that iterating yields. */
const clientStream = {
  role: 'use',
  from: ['active'],
  misuse: { new: 'breaks-later', connecting: 'races', closed: 'breaks-later', halfOpen: 'breaks-later' },
} as const satisfies Op;

export const mcpClientV1 = {
  id: 'mcp.client.v1',
  noun: 'client',
  subjects: [{ ...sdk, names: ['Client'] }],
  states: {
    new: { phase: 'unopened', text: 'not connected' },
    connecting: { phase: 'opening', text: 'still connecting' },
    active: { phase: 'open', text: 'connected' },
    closed: { phase: 'closed', text: 'closed' },
    // `transport.start()` threw: the transport stays set, and every later `connect()` throws until `close()`.
    halfOpen: { phase: 'failed', text: 'half-open after a failed `connect()`' },
  },
  construct: 'new',
  ops: {
    connect: {
      role: 'open',
      from: ['new', 'closed'],
      moves: { new: 'connecting', closed: 'connecting' },
      settles: { connecting: 'active' },
      fails: ['closed', 'halfOpen'],
      misuse: { connecting: 'rejects', active: 'rejects', halfOpen: 'rejects' },
    },
    close: {
      role: 'close',
      from: ['new', 'connecting', 'active', 'closed', 'halfOpen'],
      moves: { connecting: 'closed', active: 'closed', halfOpen: 'closed' },
      settles: {},
    },
    registerCapabilities: {
      role: 'configure',
      versions: '>=1.3.0',
      from: ['new', 'closed'],
      misuse: { connecting: 'throws', active: 'throws', halfOpen: 'throws' },
    },
    // The one request that the specification allows before the handshake is done.
    ping: {
      ...clientRequest,
      from: ['connecting', 'active'],
      misuse: { new: 'rejects', closed: 'rejects', halfOpen: 'rejects' },
    },
    request: clientRequest,
    notification: clientRequest,
    callTool: clientRequest,
    listTools: clientRequest,
    listPrompts: clientRequest,
    getPrompt: clientRequest,
    listResources: clientRequest,
    listResourceTemplates: clientRequest,
    readResource: clientRequest,
    subscribeResource: clientRequest,
    unsubscribeResource: clientRequest,
    complete: clientRequest,
    setLoggingLevel: clientRequest,
    sendRootsListChanged: clientRequest,
    // `client.experimental.tasks`
    getTask: { ...clientRequest, versions: tasks },
    getTaskResult: { ...clientRequest, versions: tasks },
    listTasks: { ...clientRequest, versions: tasks },
    cancelTask: { ...clientRequest, versions: tasks },
    callToolStream: { ...clientStream, versions: tasks },
    requestStream: { ...clientStream, versions: tasks },
  },
  neutral: [
    'getServerCapabilities',
    'getServerVersion',
    'getInstructions',
    'setRequestHandler',
    'removeRequestHandler',
    'assertCanSetRequestHandler',
    'setNotificationHandler',
    'removeNotificationHandler',
  ],
  views: ['experimental', 'tasks'],
  guards: [{ member: 'transport', whenTruthy: ['connecting', 'active', 'halfOpen'], whenFalsy: ['new', 'closed'] }],
  // Not `halfOpen`: a failed `connect()` that throws out of the function is how every program begins.
  mustClose: ['connecting', 'active'],
  inMemory: [{ packages: ['@modelcontextprotocol/sdk'], names: ['InMemoryTransport'] }],
  source,
} as const satisfies Protocol;

export const mcpClientV1Early = {
  ...mcpClientV1,
  id: 'mcp.client.v1-before-1.26',
  subjects: [{ ...early, names: ['Client'] }],
  ops: {
    ...mcpClientV1.ops,
    connect: {
      ...mcpClientV1.ops.connect,
      from: ['new', 'closed', 'halfOpen'],
      moves: { new: 'connecting', closed: 'connecting', halfOpen: 'connecting' },
      misuse: { connecting: 'leaks', active: 'leaks' },
    },
  },
} as const satisfies Protocol;

/** Requests that the client answers with tasks: as other requests, but the error is the only item of the stream. */
const serverStream = {
  ...serverRequest,
  versions: '>=1.27.0',
  misuse: { new: 'throws', connecting: 'throws', attached: 'throws', closed: 'breaks-later' },
} as const satisfies Op;

/** `server.experimental.tasks` */
const serverTasks = {
  getTask: { ...serverRequest, versions: tasks },
  getTaskResult: { ...serverRequest, versions: tasks },
  listTasks: { ...serverRequest, versions: tasks },
  cancelTask: { ...serverRequest, versions: tasks },
  // Any request, so also one that may travel early.
  requestStream: { ...serverOps.request, versions: tasks, misuse: { new: 'breaks-later', closed: 'breaks-later' } },
} as const satisfies Protocol['ops'];

const serverStreams = {
  createMessageStream: {
    ...serverStream,
    misuse: { ...serverStream.misuse, new: 'breaks-later', connecting: 'hangs', attached: 'hangs' },
  },
  elicitInputStream: serverStream,
} as const satisfies Protocol['ops'];

export const mcpLowLevelServerV1 = {
  id: 'mcp.low-level-server.v1',
  noun: 'server',
  subjects: [{ ...sdk, names: ['Server'] }],
  states: serverStates,
  construct: 'new',
  ops: { ...serverOps, ...serverTasks, ...serverStreams },
  neutral: serverNeutral,
  views: ['experimental', 'tasks'],
  guards: [transportGuard],
  spontaneous: clientArrives,
  perConnection: 'connect',
  source,
} as const satisfies Protocol;

const toolRegistrations = {
  registerTool: { ...register, versions: '>=1.11.4' },
  tool: register,
  registerToolTask: { ...register, versions: tasks },
} as const;
const resourceRegistrations = { registerResource: { ...register, versions: '>=1.13.0' }, resource: register } as const;
const promptRegistrations = { registerPrompt: { ...register, versions: '>=1.13.0' }, prompt: register } as const;

export const mcpServerV1 = {
  ...mcpLowLevelServerV1,
  id: 'mcp.server.v1',
  subjects: [{ ...sdk, names: ['McpServer'] }],
  ops: { ...mcpLowLevelServerV1.ops, ...mcpServerNotifications },
  neutral: [
    ...serverNeutral,
    'isConnected',
    ...Object.keys({ ...toolRegistrations, ...resourceRegistrations, ...promptRegistrations }),
  ],
  views: ['server', 'experimental', 'tasks'],
  guards: [transportGuard, { ...transportGuard, member: 'isConnected', call: true }],
} as const satisfies Protocol;

const earlyConnect = {
  ...serverOps.connect,
  from: ['new', 'closed', 'halfOpen'],
  moves: { new: 'connecting', closed: 'connecting', halfOpen: 'connecting' },
  misuse: { connecting: 'leaks', attached: 'leaks', initialized: 'leaks' },
} as const satisfies Op;

export const mcpLowLevelServerV1Early = {
  ...mcpLowLevelServerV1,
  id: 'mcp.low-level-server.v1-before-1.26',
  subjects: [{ ...early, names: ['Server'] }],
  ops: { ...serverOps, ...serverTasks, connect: earlyConnect },
} as const satisfies Protocol;

export const mcpServerV1Early = {
  ...mcpServerV1,
  id: 'mcp.server.v1-before-1.26',
  subjects: [{ ...early, versions: '>=1.3.0 <1.26.0', names: ['McpServer'] }],
  ops: { ...mcpLowLevelServerV1Early.ops, ...mcpServerNotifications },
} as const satisfies Protocol;

const registration = {
  noun: 'server',
  subjects: [{ packages, versions: '>=1.3.0 <2.0.0', names: ['McpServer'] }],
  states: registrationStates,
  construct: 'empty',
  views: mcpServerV1.views,
  source,
} as const;

const otherMembers: readonly string[] = [...notRegistering, ...Object.keys({ ...serverTasks, ...serverStreams })];

export const mcpServerV1Tools = {
  ...registration,
  id: 'mcp.server.v1.tools',
  constructWith: declared.tools,
  ops: { ...registrationLife, ...toolRegistrations },
  neutral: [...otherMembers, ...Object.keys({ ...resourceRegistrations, ...promptRegistrations })],
} as const satisfies Protocol;

export const mcpServerV1Resources = {
  ...registration,
  id: 'mcp.server.v1.resources',
  constructWith: declared.resources,
  ops: { ...registrationLife, ...resourceRegistrations },
  neutral: [...otherMembers, ...Object.keys({ ...toolRegistrations, ...promptRegistrations })],
} as const satisfies Protocol;

export const mcpServerV1Prompts = {
  ...registration,
  id: 'mcp.server.v1.prompts',
  constructWith: declared.prompts,
  ops: { ...registrationLife, ...promptRegistrations },
  neutral: [...otherMembers, ...Object.keys({ ...toolRegistrations, ...resourceRegistrations })],
} as const satisfies Protocol;
