import { handlerMembers } from './mcp-protocol.ts';
import type { StateTest, Op, Protocol } from './protocol.ts';

/*
 * What servers of both major versions of the MCP TypeScript SDK have in common. The conformance tests execute it against
 * each of them.
 */

/**
 * The client answers such requests only after it has sent `notifications/initialized`; until then they time out.
 * `halfOpen` allows them: a transport that was started by hand makes `connect()` reject, and works all the same.
 */
export const serverRequest = {
  role: 'use',
  from: ['initialized', 'halfOpen'],
  misuse: { new: 'rejects', connecting: 'hangs', attached: 'hangs', closed: 'rejects' },
} as const satisfies Op;

/** Sent, but the specification says that a server should not, before the client said it is initialized. */
const notification = {
  role: 'notify',
  from: ['initialized', 'halfOpen'],
  misuse: { new: 'rejects', connecting: 'races', attached: 'races', closed: 'rejects' },
} as const satisfies Op;

/** Pings and log messages may travel as soon as there is a transport; of other messages the method's name decides. */
const anytime = {
  role: 'notify',
  from: ['connecting', 'attached', 'initialized', 'halfOpen'],
  misuse: { new: 'rejects', closed: 'rejects' },
} as const satisfies Op;

export const serverStates = {
  new: { phase: 'unopened', text: 'not connected' },
  connecting: { phase: 'opening', text: 'still connecting' },
  attached: { phase: 'opening', text: 'not yet initialized by its client' },
  initialized: { phase: 'open', text: 'connected' },
  closed: { phase: 'closed', text: 'closed' },
  halfOpen: { phase: 'failed', text: 'half-open after a failed `connect()`' },
} as const satisfies Protocol['states'];

export const serverOps = {
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
    versions: { '@modelcontextprotocol/sdk': '>=1.3.0' },
    from: ['new', 'closed'],
    misuse: { connecting: 'throws', attached: 'throws', initialized: 'throws', halfOpen: 'throws' },
  },
  ping: { ...anytime, role: 'use' },
  request: { ...anytime, role: 'use' },
  notification: anytime,
  sendLoggingMessage: anytime,
  createMessage: serverRequest,
  // Looks first whether the client can, which it said in `initialize`: "Client does not support form elicitation."
  elicitInput: {
    ...serverRequest,
    versions: { '@modelcontextprotocol/sdk': '>=1.13.0' },
    misuse: { ...serverRequest.misuse, connecting: 'rejects', attached: 'rejects' },
  },
  listRoots: serverRequest,
  // Looks in the same way; when it was connected once, the error comes from the function it returns.
  createElicitationCompletionNotifier: {
    role: 'use',
    versions: { '@modelcontextprotocol/sdk': '>=1.23.0' },
    from: ['initialized', 'halfOpen'],
    misuse: { new: 'throws', connecting: 'throws', attached: 'throws', closed: 'breaks-later' },
  },
  sendResourceUpdated: notification,
  sendResourceListChanged: notification,
  sendToolListChanged: notification,
  sendPromptListChanged: notification,
} as const satisfies Protocol['ops'];

/**
 * "Sends … to the client, if connected": `McpServer` checks `isConnected()`, and sends it by itself whenever something is
 * registered, enabled or updated, before the client is initialized as well.
 */
const sentIfConnected = {
  ...notification,
  from: ['new', 'connecting', 'attached', 'initialized', 'closed', 'halfOpen'],
  misuse: {},
} as const satisfies Op;

/** The notifications that `McpServer` has under the same names as its `server`. */
export const mcpServerNotifications = {
  sendResourceListChanged: sentIfConnected,
  sendToolListChanged: sentIfConnected,
  sendPromptListChanged: sentIfConnected,
} as const satisfies Protocol['ops'];

export const serverNeutral = ['getClientCapabilities', 'getClientVersion', ...handlerMembers] as const;

export const transportGuard = {
  member: 'transport',
  whenTruthy: ['connecting', 'attached', 'initialized', 'halfOpen'],
  whenFalsy: ['new', 'closed'],
} as const satisfies StateTest;

/** A client introduces itself when it likes. Also where `connect()` was not awaited: as a module's last line it need not be. */
export const clientArrives = { connecting: 'initialized', attached: 'initialized' } as const;

const registrationStates = {
  empty: { phase: 'unopened', text: 'not connected' },
  filled: { phase: 'open', text: 'able to take more' },
  sealed: { phase: 'open', text: 'already connected' },
} as const satisfies Protocol['states'];

const registrationLife = {
  connect: { role: 'open', from: ['empty', 'filled', 'sealed'], moves: { empty: 'sealed' }, settles: {} },
  close: { role: 'close', from: ['empty', 'filled', 'sealed'], moves: { sealed: 'empty' }, settles: {} },
} as const satisfies Protocol['ops'];

export const register = {
  role: 'configure',
  from: ['empty', 'filled'],
  moves: { empty: 'filled' },
  misuse: { sealed: 'throws' },
} as const satisfies Op;

/** What a registration protocol need not look at. */
const notRegistering: readonly string[] = [
  'isConnected',
  ...serverNeutral,
  ...Object.keys(serverOps).filter((name) => !(name in registrationLife)),
];

type Kind = 'prompts' | 'resources' | 'tools';

/**
 * Registrations have protocols of their own, one for tools, resources and prompts each: the first of a kind declares the
 * server's capability, which cannot be done after `connect()`. A capability that the constructor's options declare gets its
 * handlers there, and registering stays possible.
 *
 * @param registering the methods of each kind, which mean nothing to the others
 * @param others further members that register nothing
 */
export function registrationProtocols(
  { id, subjects, views, source }: Required<Pick<Protocol, 'id' | 'source' | 'subjects' | 'views'>>,
  registering: Readonly<Record<Kind, Protocol['ops']>>,
  others: readonly string[],
): Readonly<Record<Kind, Protocol>> {
  const protocolOf = (kind: Kind): Protocol => ({
    id: `${id}.${kind}`,
    noun: 'server',
    subjects,
    states: registrationStates,
    construct: 'empty',
    constructWith: [{ argument: 1, property: ['capabilities', kind], given: true, state: 'filled' }],
    ops: { ...registrationLife, ...registering[kind] },
    neutral: [
      ...notRegistering,
      ...others,
      ...Object.entries(registering).flatMap(([other, ops]) => (other === kind ? [] : Object.keys(ops))),
    ],
    views,
    source,
  });
  return { prompts: protocolOf('prompts'), resources: protocolOf('resources'), tools: protocolOf('tools') };
}
