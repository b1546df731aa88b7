import type { Op, Protocol } from './protocol.ts';

/**
 * The MCP TypeScript SDK, major version 1. Read from, and executed against, `@modelcontextprotocol/sdk` 1.32.2:
 * `dist/esm/shared/protocol.js`, `client/index.js`, `server/index.js`, `server/mcp.js`, `experimental/tasks/*`.
 */
const source = 'https://github.com/modelcontextprotocol/typescript-sdk/tree/v1.x/src';

const sdk = { packages: ['@modelcontextprotocol/sdk'], versions: '>=1.0.0 <2.0.0' } as const;

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
      from: ['new', 'closed'],
      misuse: { connecting: 'throws', active: 'throws', halfOpen: 'throws' },
    },
    // The one request that the specification allows before the handshake is done.
    ping: { ...clientRequest, from: ['connecting', 'active'] },
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
    getTask: clientRequest,
    getTaskResult: clientRequest,
    listTasks: clientRequest,
    cancelTask: clientRequest,
    callToolStream: clientStream,
    requestStream: clientStream,
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
  source,
} as const satisfies Protocol;

/**
 * The client answers such requests only after it has sent `notifications/initialized`; until then they time out.
 * `halfOpen` allows them: a transport that was started by hand makes `connect()` reject, and works all the same.
 */
const serverRequest = {
  role: 'use',
  from: ['initialized', 'halfOpen'],
  misuse: { new: 'rejects', connecting: 'hangs', attached: 'hangs', closed: 'rejects' },
} as const satisfies Op;

const serverStream = {
  role: 'use',
  from: ['initialized', 'halfOpen'],
  misuse: { new: 'breaks-later', connecting: 'hangs', attached: 'hangs', closed: 'breaks-later' },
} as const satisfies Op;

/** Sent, but the specification says that a server should not, before the client said it is initialized. */
const serverNotification = {
  role: 'notify',
  from: ['initialized', 'halfOpen'],
  misuse: { new: 'rejects', connecting: 'races', attached: 'races', closed: 'rejects' },
} as const satisfies Op;

/** Pings and log messages may travel as soon as there is a transport. */
const serverAnytime = {
  role: 'notify',
  from: ['connecting', 'attached', 'initialized', 'halfOpen'],
  misuse: { new: 'rejects', closed: 'rejects' },
} as const satisfies Op;

const serverStates = {
  new: { phase: 'unopened', text: 'not connected' },
  connecting: { phase: 'opening', text: 'still connecting' },
  attached: { phase: 'opening', text: 'not yet initialized by its client' },
  initialized: { phase: 'open', text: 'connected' },
  closed: { phase: 'closed', text: 'closed' },
  halfOpen: { phase: 'failed', text: 'half-open after a failed `connect()`' },
} as const satisfies Protocol['states'];

const serverOps = {
  connect: {
    role: 'open',
    from: ['new', 'closed'],
    moves: { new: 'connecting', closed: 'connecting' },
    settles: { connecting: 'attached' },
    fails: ['halfOpen'],
    misuse: { connecting: 'rejects', attached: 'rejects', initialized: 'rejects', halfOpen: 'rejects' },
  },
  close: {
    role: 'close',
    from: ['new', 'connecting', 'attached', 'initialized', 'closed', 'halfOpen'],
    moves: { connecting: 'closed', attached: 'closed', initialized: 'closed', halfOpen: 'closed' },
    settles: {},
  },
  registerCapabilities: {
    role: 'configure',
    from: ['new', 'closed'],
    misuse: { connecting: 'throws', attached: 'throws', initialized: 'throws', halfOpen: 'throws' },
  },
  ping: { ...serverAnytime, role: 'use' },
  request: { ...serverAnytime, role: 'use' },
  notification: serverAnytime,
  sendLoggingMessage: serverAnytime,
  createMessage: serverRequest,
  // Looks first whether the client can, which it said in `initialize`: "Client does not support form elicitation."
  elicitInput: { ...serverRequest, misuse: { ...serverRequest.misuse, connecting: 'rejects', attached: 'rejects' } },
  listRoots: serverRequest,
  // Asks what the client can do, which is known after `initialize`; the error comes from the function it returns.
  createElicitationCompletionNotifier: {
    role: 'use',
    from: ['initialized', 'halfOpen'],
    misuse: { new: 'throws', connecting: 'throws', attached: 'throws', closed: 'breaks-later' },
  },
  sendResourceUpdated: serverNotification,
  sendResourceListChanged: serverNotification,
  sendToolListChanged: serverNotification,
  sendPromptListChanged: serverNotification,
  // `server.experimental.tasks`
  getTask: serverRequest,
  getTaskResult: serverRequest,
  listTasks: serverRequest,
  cancelTask: serverRequest,
  // Any request, so also one that may travel early.
  requestStream: { ...serverAnytime, role: 'use', misuse: { new: 'breaks-later', closed: 'breaks-later' } },
  createMessageStream: serverStream,
  elicitInputStream: {
    ...serverStream,
    misuse: { ...serverStream.misuse, new: 'throws', connecting: 'throws', attached: 'throws' },
  },
} as const satisfies Protocol['ops'];

const serverNeutral = [
  'getClientCapabilities',
  'getClientVersion',
  'setRequestHandler',
  'removeRequestHandler',
  'assertCanSetRequestHandler',
  'setNotificationHandler',
  'removeNotificationHandler',
] as const;

const transportGuard = {
  member: 'transport',
  whenTruthy: ['connecting', 'attached', 'initialized', 'halfOpen'],
  whenFalsy: ['new', 'closed'],
} as const;

/** A client introduces itself when it likes. Also where `connect()` was not awaited: as a module's last line it need not be. */
const spontaneous = { connecting: 'initialized', attached: 'initialized' } as const;

export const mcpLowLevelServerV1 = {
  id: 'mcp.low-level-server.v1',
  noun: 'server',
  subjects: [{ ...sdk, names: ['Server'] }],
  states: serverStates,
  construct: 'new',
  ops: serverOps,
  neutral: serverNeutral,
  views: ['experimental', 'tasks'],
  guards: [transportGuard],
  spontaneous,
  perConnection: 'connect',
  source,
} as const satisfies Protocol;

/** `McpServer#send…ListChanged` looks whether there is a transport, and otherwise returns without a word. */
const droppedNotification = {
  ...serverNotification,
  misuse: { ...serverNotification.misuse, new: 'silently-dropped', closed: 'silently-dropped' },
} as const satisfies Op;

const registrations = [
  'registerTool',
  'tool',
  'registerToolTask',
  'registerResource',
  'resource',
  'registerPrompt',
  'prompt',
] as const;

export const mcpServerV1 = {
  id: 'mcp.server.v1',
  noun: 'server',
  subjects: [{ ...sdk, names: ['McpServer'] }],
  states: serverStates,
  construct: 'new',
  ops: {
    ...serverOps,
    sendResourceListChanged: droppedNotification,
    sendToolListChanged: droppedNotification,
    sendPromptListChanged: droppedNotification,
  },
  neutral: [...serverNeutral, ...registrations],
  views: ['server', 'experimental', 'tasks'],
  guards: [transportGuard, { ...transportGuard, member: 'isConnected', call: true }],
  spontaneous,
  perConnection: 'connect',
  source,
} as const satisfies Protocol;

/** What all registration protocols share: the capability is declared by the first registration, so before `connect()`. */
const registrationStates = {
  empty: { phase: 'unopened', text: 'not connected' },
  filled: { phase: 'open', text: 'able to take more' },
  sealed: { phase: 'open', text: 'already connected' },
} as const satisfies Protocol['states'];

const register = {
  role: 'configure',
  from: ['empty', 'filled'],
  moves: { empty: 'filled' },
  misuse: { sealed: 'throws' },
} as const satisfies Op;

const registrationLife = {
  connect: { role: 'open', from: ['empty', 'filled', 'sealed'], moves: { empty: 'sealed' }, settles: {} },
  close: { role: 'close', from: ['empty', 'filled', 'sealed'], moves: { sealed: 'empty' }, settles: {} },
} as const satisfies Protocol['ops'];

/** Everything that neither registers nor connects. */
const otherServerMembers = [
  ...serverNeutral,
  'isConnected',
  'registerCapabilities',
  'ping',
  'request',
  'notification',
  'sendLoggingMessage',
  'createMessage',
  'elicitInput',
  'listRoots',
  'createElicitationCompletionNotifier',
  'sendResourceUpdated',
  'sendResourceListChanged',
  'sendToolListChanged',
  'sendPromptListChanged',
  'getTask',
  'getTaskResult',
  'listTasks',
  'cancelTask',
  'requestStream',
  'createMessageStream',
  'elicitInputStream',
] as const;

/** A capability that is declared in the constructor's options gets its handlers there, and registering stays possible. */
function declared(capability: 'tools' | 'resources' | 'prompts') {
  return [{ argument: 1, property: ['capabilities', capability], given: true, state: 'filled' }] as const;
}

const registration = {
  noun: 'server',
  subjects: [{ ...sdk, names: ['McpServer'] }],
  states: registrationStates,
  construct: 'empty',
  views: ['server', 'experimental', 'tasks'],
  source,
} as const;

export const mcpServerV1Tools = {
  ...registration,
  id: 'mcp.server.v1.tools',
  constructWith: declared('tools'),
  ops: { ...registrationLife, registerTool: register, tool: register, registerToolTask: register },
  neutral: [...otherServerMembers, 'registerResource', 'resource', 'registerPrompt', 'prompt'],
} as const satisfies Protocol;

export const mcpServerV1Resources = {
  ...registration,
  id: 'mcp.server.v1.resources',
  constructWith: declared('resources'),
  ops: { ...registrationLife, registerResource: register, resource: register },
  neutral: [...otherServerMembers, 'registerTool', 'tool', 'registerToolTask', 'registerPrompt', 'prompt'],
} as const satisfies Protocol;

export const mcpServerV1Prompts = {
  ...registration,
  id: 'mcp.server.v1.prompts',
  constructWith: declared('prompts'),
  ops: { ...registrationLife, registerPrompt: register, prompt: register },
  neutral: [...otherServerMembers, 'registerTool', 'tool', 'registerToolTask', 'registerResource', 'resource'],
} as const satisfies Protocol;
