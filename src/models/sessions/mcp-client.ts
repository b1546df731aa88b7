import { handlerMembers } from './mcp-protocol.ts';
import type { Op, Protocol } from './protocol.ts';

/*
 * What clients of both major versions of the MCP TypeScript SDK have in common. The conformance tests execute it against
 * each of them.
 */

/** Needs the handshake: before it the server has promised nothing, and strict HTTP servers answer 400. */
const clientMessage = {
  role: 'use',
  from: ['active'],
  misuse: { new: 'rejects', connecting: 'races', closed: 'rejects', halfOpen: 'rejects' },
} as const satisfies Op;

/** All that are under way are rejected when the connection is closed. */
export const clientRequest = { ...clientMessage, interrupted: 'rejects' } as const satisfies Op;

export const clientConfiguration = {
  role: 'configure',
  from: ['new', 'closed'],
  misuse: { connecting: 'throws', active: 'throws', halfOpen: 'throws' },
} as const satisfies Op;

/** Does not look whether there is a transport: the one before stays open, and closing the client does not reach it. */
export const forgetfulConnect = {
  role: 'open',
  from: ['new', 'closed', 'halfOpen'],
  moves: { new: 'connecting', closed: 'connecting', halfOpen: 'connecting' },
  settles: { connecting: 'active' },
  fails: ['closed', 'halfOpen'],
  misuse: { connecting: 'leaks', active: 'leaks' },
} as const satisfies Op;

export const clientOps = {
  close: {
    role: 'close',
    from: ['new', 'connecting', 'active', 'closed', 'halfOpen'],
    moves: { connecting: 'closed', active: 'closed', halfOpen: 'closed' },
    settles: {},
  },
  // The one request that the specification allows before the handshake is done.
  ping: {
    ...clientRequest,
    from: ['connecting', 'active'],
    misuse: { new: 'rejects', closed: 'rejects', halfOpen: 'rejects' },
  },
  request: clientRequest,
  notification: clientMessage,
  callTool: clientRequest,
  getPrompt: clientRequest,
  readResource: clientRequest,
  subscribeResource: clientRequest,
  unsubscribeResource: clientRequest,
  complete: clientRequest,
  setLoggingLevel: clientRequest,
  sendRootsListChanged: clientMessage,
} as const satisfies Protocol['ops'];

export const clientNeutral = [
  'getServerCapabilities',
  'getServerVersion',
  'getInstructions',
  ...handlerMembers,
] as const;

export const mcpClient = {
  noun: 'client',
  states: {
    new: { phase: 'unopened', text: 'not connected' },
    connecting: { phase: 'opening', text: 'still connecting' },
    active: { phase: 'open', text: 'connected' },
    closed: { phase: 'closed', text: 'closed' },
    // `transport.start()` threw, and the transport stays set.
    halfOpen: { phase: 'failed', text: 'half-open after a failed `connect()`' },
  },
  construct: 'new',
  guards: [{ member: 'transport', whenTruthy: ['connecting', 'active', 'halfOpen'], whenFalsy: ['new', 'closed'] }],
  // Not `halfOpen`: a failed `connect()` that throws out of the function is how every program begins.
  mustClose: ['connecting', 'active'],
} as const satisfies Partial<Protocol>;
