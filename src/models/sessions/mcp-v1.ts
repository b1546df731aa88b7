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

/** Async generators: nothing happens at the call, the error is the only item that iterating yields. */
const clientStream = {
  role: 'use',
  from: ['active'],
  misuse: { new: 'breaks-later', connecting: 'races', closed: 'breaks-later', halfOpen: 'breaks-later' },
} as const satisfies Op;

export const mcpClientV1 = {
  ...mcpClient,
  id: 'mcp.client.v1',
  subjects: [{ ...sdk, names: ['Client'] }],
  ops: {
    // After `transport.start()` threw, every later one throws until `close()`.
    connect: {
      ...forgetfulConnect,
      from: ['new', 'closed'],
      moves: { new: 'connecting', closed: 'connecting' },
      misuse: { connecting: 'rejects', active: 'rejects', halfOpen: 'rejects' },
    },
    ...clientOps,
    registerCapabilities: { ...clientConfiguration, versions: '>=1.3.0' },
    listTools: clientRequest,
    listPrompts: clientRequest,
    listResources: clientRequest,
    listResourceTemplates: clientRequest,
    // `client.experimental.tasks`
    getTask: { ...clientRequest, versions: tasks },
    getTaskResult: { ...clientRequest, versions: tasks },
    listTasks: { ...clientRequest, versions: tasks },
    cancelTask: { ...clientRequest, versions: tasks },
    callToolStream: { ...clientStream, versions: tasks },
    requestStream: { ...clientStream, versions: tasks },
  },
  neutral: clientNeutral,
  views: ['experimental', 'tasks'],
  inMemory: [{ packages, names: ['InMemoryTransport'] }],
  source,
} as const satisfies Protocol;

export const mcpClientV1Early = {
  ...mcpClientV1,
  id: 'mcp.client.v1-before-1.26',
  subjects: [{ ...early, names: ['Client'] }],
  ops: { ...mcpClientV1.ops, connect: forgetfulConnect },
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

const registering = {
  tools: {
    registerTool: { ...register, versions: '>=1.11.4' },
    tool: register,
    registerToolTask: { ...register, versions: tasks },
  },
  resources: { registerResource: { ...register, versions: '>=1.13.0' }, resource: register },
  prompts: { registerPrompt: { ...register, versions: '>=1.13.0' }, prompt: register },
} as const;

export const mcpServerV1 = {
  ...mcpLowLevelServerV1,
  id: 'mcp.server.v1',
  subjects: [{ ...sdk, names: ['McpServer'] }],
  ops: { ...mcpLowLevelServerV1.ops, ...mcpServerNotifications },
  neutral: [...serverNeutral, 'isConnected', ...Object.values(registering).flatMap((ops) => Object.keys(ops))],
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

export const {
  tools: mcpServerV1Tools,
  resources: mcpServerV1Resources,
  prompts: mcpServerV1Prompts,
} = registrationProtocols(
  { ...mcpServerV1, subjects: [{ packages, versions: '>=1.3.0 <2.0.0', names: ['McpServer'] }] },
  registering,
  Object.keys({ ...serverTasks, ...serverStreams }),
);
