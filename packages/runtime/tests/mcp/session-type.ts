/**
 * The session types of MCP as data, written from the protocol's specification (lifecycle, 2025-11-25 and 2026-07-28) and
 * independent of the implementation: which operation a state allows, what it puts on the wire, and where it leads.
 *
 * `!` is sent by the client, `?` is received by it; `method` alone is a request or notification, `method=` its answer.
 */
export interface Move {
  readonly operation: string;
  readonly from: string;
  readonly to: string;
  readonly wire: readonly string[];
}

const request = (operation: string, method: string): Move => ({
  operation,
  from: 'Active',
  to: 'Active',
  wire: [`! ${method}`, `? ${method}=`],
});

const close = (from: string): Move => ({ operation: 'close', from, to: 'Closed', wire: [] });

export const handshakeClientType: readonly Move[] = [
  { operation: 'sendInitialize', from: 'Uninit', to: 'AwaitingResult', wire: ['! initialize', '? initialize='] },
  { operation: 'recvInitializeResult', from: 'AwaitingResult', to: 'AwaitingNotif', wire: [] },
  { operation: 'sendInitialized', from: 'AwaitingNotif', to: 'Active', wire: ['! notifications/initialized'] },
  request('ping', 'ping'),
  request('listTools', 'tools/list'),
  request('callTool', 'tools/call'),
  request('callToolWith', 'tools/call'),
  request('callToolAsTask', 'tools/call'),
  request('listResources', 'resources/list'),
  request('listResourceTemplates', 'resources/templates/list'),
  request('readResource', 'resources/read'),
  request('subscribeResource', 'resources/subscribe'),
  request('unsubscribeResource', 'resources/unsubscribe'),
  request('listPrompts', 'prompts/list'),
  request('getPrompt', 'prompts/get'),
  request('complete', 'completion/complete'),
  request('setLoggingLevel', 'logging/setLevel'),
  request('getTask', 'tasks/get'),
  request('getTaskResult', 'tasks/result'),
  request('listTasks', 'tasks/list'),
  request('cancelTask', 'tasks/cancel'),
  {
    operation: 'sendRootsListChanged',
    from: 'Active',
    to: 'Active',
    wire: ['! notifications/roots/list_changed'],
  },
  close('Uninit'),
  close('AwaitingResult'),
  close('AwaitingNotif'),
  close('Active'),
];

export const statelessClientType: readonly Move[] = [
  request('discover', 'server/discover'),
  request('listTools', 'tools/list'),
  request('callTool', 'tools/call'),
  request('callToolWith', 'tools/call'),
  request('listResources', 'resources/list'),
  request('listResourceTemplates', 'resources/templates/list'),
  request('readResource', 'resources/read'),
  request('listPrompts', 'prompts/list'),
  request('getPrompt', 'prompts/get'),
  request('complete', 'completion/complete'),
  {
    operation: 'listen',
    from: 'Active',
    to: 'Active',
    wire: ['! subscriptions/listen', '? notifications/subscriptions/acknowledged'],
  },
  close('Active'),
];

/** Every path of at most `length` moves from `start`, the empty one included; only over `alphabet`, if it is given. */
export function* pathsOf(
  type: readonly Move[],
  start: string,
  length: number,
  alphabet?: readonly string[],
): Generator<readonly Move[]> {
  yield [];
  if (length === 0) return;
  for (const move of type) {
    if (move.from !== start || (alphabet && !alphabet.includes(move.operation))) continue;
    for (const rest of pathsOf(type, move.to, length - 1, alphabet)) yield [move, ...rest];
  }
}

/**
 * What the client's local type allows on the wire, with `End` at any time:
 * `!initialize . ?result . !initialized . rec α. (!request . α ⊕ ?answer . α ⊕ !notification . α)`.
 */
export function breachOf(wire: readonly string[]): string | undefined {
  let expected: 'initialize' | 'result' | 'initialized' | 'anything' = 'initialize';
  const open: string[] = [];
  for (const entry of wire) {
    if (expected === 'initialize' && entry === '! initialize') expected = 'result';
    else if (expected === 'result' && entry === '? initialize=') expected = 'initialized';
    else if (expected === 'initialized' && entry === '! notifications/initialized') expected = 'anything';
    else if (expected !== 'anything') return `${entry} where ${expected} was due`;
    else if (entry === '! initialize' || entry === '! notifications/initialized') return `${entry} again`;
    else if (entry.startsWith('! ') && !entry.startsWith('! notifications/')) open.push(entry.slice(2));
    else if (entry.startsWith('? ') && entry.endsWith('=')) {
      const asked = open.indexOf(entry.slice(2, -1));
      if (asked === -1) return `${entry} without its request`;
      open.splice(asked, 1);
    }
  }
  return undefined;
}
