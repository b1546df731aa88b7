import type { CalleeRef, Op, Outcome, Protocol } from './protocol.ts';

/**
 * Transports of the MCP TypeScript SDK, both major versions. A session that is given one starts it; starting it by hand
 * as well, or giving it to a second session, is refused. Read from, and executed against, `@modelcontextprotocol/sdk`
 * 1.32.2 (`dist/esm/{client,server}/*.js`), `@modelcontextprotocol/{client,server}` 2.4.0 and
 * `@modelcontextprotocol/node` 2.0.0.
 */
const source = 'https://modelcontextprotocol.io/specification/2025-11-25/basic/transports';

const v1 = { packages: ['@modelcontextprotocol/sdk'], versions: '>=1.0.0 <2.0.0' } as const;
const clientV2 = { packages: ['@modelcontextprotocol/client'], versions: '>=2.0.0 <3.0.0' } as const;
const serverV2 = { packages: ['@modelcontextprotocol/server'], versions: '>=2.0.0 <3.0.0' } as const;
const nodeV2 = { packages: ['@modelcontextprotocol/node'], versions: '>=2.0.0 <3.0.0' } as const;

const clientConnects = [
  { ...v1, names: ['Client'], method: 'connect' },
  { ...clientV2, names: ['Client'], method: 'connect' },
  { packages: ['@ai-sdk/mcp'], names: ['createMCPClient'] },
] as const satisfies readonly CalleeRef[];

const serverConnects = [
  { ...v1, names: ['McpServer', 'Server'], method: 'connect' },
  { ...serverV2, names: ['McpServer', 'Server'], method: 'connect' },
] as const satisfies readonly CalleeRef[];

/** Giving the transport to a session, which starts it. */
function attachedBy(callees: readonly CalleeRef[]): Protocol['calls'] {
  return callees.map((callee) => ({ callee, takes: 'subject', op: 'attach' }));
}

const states = {
  fresh: { phase: 'unopened', text: 'not started' },
  started: { phase: 'open', text: 'already started' },
  taken: { phase: 'open', text: 'in use by a session' },
  closed: { phase: 'closed', text: 'closed' },
} as const satisfies Protocol['states'];

/** Starting it by hand (`started`), or giving it to a session (`taken`). */
function opening(to: 'started' | 'taken', from: readonly string[], refusedIn: readonly string[], how: Outcome): Op {
  const moves = Object.fromEntries(from.map((state) => [state, to]));
  const misuse = Object.fromEntries(refusedIn.map((state) => [state, how]));
  return { role: 'open', from, moves, settles: {}, misuse };
}

const close = {
  role: 'close',
  from: ['fresh', 'started', 'taken', 'closed'],
  moves: { started: 'closed', taken: 'closed' },
  settles: {},
} as const satisfies Op;

/** A child process. When it has ended it can be started again, with the same transport. */
export const mcpStdioClientTransport = {
  id: 'mcp.stdio-client-transport',
  noun: 'transport',
  subjects: [
    { ...v1, names: ['StdioClientTransport'] },
    { ...clientV2, names: ['StdioClientTransport'] },
  ],
  states,
  construct: 'fresh',
  ops: {
    start: opening('started', ['fresh', 'closed'], ['started', 'taken'], 'rejects'),
    attach: opening('taken', ['fresh', 'closed'], ['started', 'taken'], 'rejects'),
    send: { role: 'use', from: ['started', 'taken'], misuse: { fresh: 'rejects', closed: 'rejects' } },
    close,
  },
  calls: attachedBy(clientConnects),
  // Its session closes it, and so does a handshake that fails.
  spontaneous: { taken: 'closed' },
  mustClose: ['started'],
  source,
} as const satisfies Protocol;

/** Refused after `close()` too: what was started once stays started. */
const refusing = ['started', 'taken', 'closed'];
const onceOps = {
  start: opening('started', ['fresh'], refusing, 'rejects'),
  attach: opening('taken', ['fresh'], refusing, 'rejects'),
  close,
};

/** Can be started once in their life, whatever comes of it: a retry needs a new one. */
export const mcpSingleUseTransport = {
  id: 'mcp.single-use-transport',
  noun: 'transport',
  subjects: [
    { ...v1, names: ['StreamableHTTPClientTransport', 'SSEClientTransport', 'StdioServerTransport'] },
    { ...clientV2, names: ['StreamableHTTPClientTransport', 'SSEClientTransport'] },
    { ...serverV2, names: ['StdioServerTransport'] },
  ],
  states,
  construct: 'fresh',
  ops: onceOps,
  neutral: ['send', 'finishAuth', 'terminateSession', 'setProtocolVersion', 'resumeStream'],
  calls: attachedBy([...clientConnects, ...serverConnects]),
  source,
} as const satisfies Protocol;

/** As the others, but `start()` is no async function: it throws before there is a promise. */
export const mcpWebSocketTransport = {
  ...mcpSingleUseTransport,
  id: 'mcp.websocket-client-transport',
  subjects: [{ ...v1, names: ['WebSocketClientTransport'] }],
  ops: { ...onceOps, start: opening('started', ['fresh'], refusing, 'throws') },
  neutral: ['send'],
} as const satisfies Protocol;

/** The transports for Node's requests have these only. */
const nodeNeutral = ['send', 'closeSSEStream', 'closeStandaloneSSEStream', 'setSupportedProtocolVersions'] as const;

export const mcpHttpServerTransport = {
  id: 'mcp.http-server-transport',
  noun: 'transport',
  subjects: [
    { ...v1, names: ['StreamableHTTPServerTransport', 'WebStandardStreamableHTTPServerTransport'] },
    { ...serverV2, names: ['WebStandardStreamableHTTPServerTransport'] },
    { ...nodeV2, names: ['NodeStreamableHTTPServerTransport'] },
  ],
  states: {
    ...states,
    // Its callback, which runs before the first message is passed on, may connect a server.
    selfConnecting: { phase: 'unopened', text: 'not started' },
  },
  construct: 'fresh',
  constructWith: [{ argument: 0, property: ['onsessioninitialized'], given: true, state: 'selfConnecting' }],
  ops: {
    start: opening('started', ['fresh', 'selfConnecting'], refusing, 'rejects'),
    attach: opening('taken', ['fresh', 'selfConnecting'], refusing, 'rejects'),
    close: { ...close, from: [...close.from, 'selfConnecting'] },
    // Requests that arrive before a server is connected are taken and never answered.
    handleRequest: {
      role: 'use',
      from: ['taken', 'closed', 'selfConnecting'],
      misuse: { fresh: 'hangs', started: 'hangs' },
    },
  },
  neutral: [...nodeNeutral, 'setScopeChallengeResolver'],
  calls: attachedBy(serverConnects),
  source,
} as const satisfies Protocol;

const stateless = {
  noun: 'stateless transport',
  states: {
    stateful: { phase: 'open', text: 'able to answer many requests' },
    unused: { phase: 'open', text: 'unused' },
    used: { phase: 'closed', text: 'used up by its first request' },
  },
  construct: 'stateful',
  constructWith: [{ argument: 0, property: ['sessionIdGenerator'], given: false, state: 'unused' }],
  // A server that takes it answers its request.
  calls: serverConnects.map((callee) => ({ callee, takes: 'subject' })),
  source,
} as const;

/**
 * Without a generator of session ids, the transport answers one request. Before 1.26 it could be reused, and mixed the
 * answers of clients up: GHSA-345p-7cg4-v4c7.
 */
export const mcpStatelessTransport = {
  ...stateless,
  id: 'mcp.stateless-transport',
  subjects: [
    { ...v1, versions: '>=1.26.0 <2.0.0', names: ['WebStandardStreamableHTTPServerTransport'] },
    { ...serverV2, names: ['WebStandardStreamableHTTPServerTransport'] },
  ],
  neutral: ['start', 'close', ...mcpHttpServerTransport.neutral],
  ops: {
    handleRequest: {
      role: 'use',
      from: ['stateful', 'unused'],
      moves: { unused: 'used' },
      settles: {},
      misuse: { used: 'rejects' },
    },
  },
} as const satisfies Protocol;

/** The same for Node's requests: the error becomes an answer with status 500, and the caller sees no error. */
export const mcpStatelessNodeTransport = {
  ...stateless,
  id: 'mcp.stateless-node-transport',
  subjects: [
    { ...v1, versions: '>=1.26.0 <2.0.0', names: ['StreamableHTTPServerTransport'] },
    { ...nodeV2, names: ['NodeStreamableHTTPServerTransport'] },
  ],
  neutral: ['start', 'close', ...nodeNeutral],
  ops: {
    handleRequest: { ...mcpStatelessTransport.ops.handleRequest, misuse: { used: 'silently-dropped' } },
  },
} as const satisfies Protocol;
