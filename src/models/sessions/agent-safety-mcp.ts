import type { Op, Protocol } from './protocol.ts';

const packages = ['@agent-safety/runtime'] as const;
const source = 'https://github.com/agent-safety/agent-safety/tree/main/packages/runtime/src/mcp';

const states = {
  live: { phase: 'open', text: 'live' },
  consumed: { phase: 'consumed', text: 'consumed' },
} as const;

/** A transition: whatever becomes of it, the handle is no longer one. */
const consuming = {
  role: 'use',
  from: ['live'],
  moves: { live: 'consumed' },
  misuse: { consumed: 'rejects' },
} as const satisfies Op;

/** What an active session is for: the handle stays. */
const using = { role: 'use', from: ['live'], misuse: { consumed: 'rejects' } } as const satisfies Op;

function each(names: readonly string[], op: Op): Record<string, Op> {
  return Object.fromEntries(names.map((name) => [name, op]));
}

function handle(name: string, transitions: readonly string[], uses: readonly string[], makers: readonly string[]) {
  return {
    subjects: [{ packages, names: [name] }],
    states,
    factories: makers.map((method) => ({ callee: { packages, names: [name], method }, state: 'live' })),
    emerges: 'live',
    ops: { ...each(transitions, consuming), ...each(uses, using) },
    sealed: true,
    source,
  } as const;
}

/** The typed client of the runtime contract: each transition consumes its handle and returns the next one. */
export const runtimeMcpClient: Protocol = {
  id: 'agent-safety.mcp-client',
  noun: 'handle',
  ...handle(
    'McpClient',
    ['sendInitialize', 'recvInitializeResult', 'sendInitialized', 'close'],
    [
      'callTool',
      'callToolAsTask',
      'callToolWith',
      'cancelTask',
      'complete',
      'discover',
      'getPrompt',
      'getTask',
      'getTaskResult',
      'listPrompts',
      'listResourceTemplates',
      'listResources',
      'listTasks',
      'listTools',
      'listen',
      'ping',
      'readResource',
      'sendRootsListChanged',
      'setLoggingLevel',
      'subscribeResource',
      'unsubscribeResource',
    ],
    ['over', 'connect', 'stateless', 'sendInitialize', 'sendInitialized'],
  ),
};

/** The server's side of it. */
export const runtimeMcpServerSession: Protocol = {
  id: 'agent-safety.mcp-server-session',
  noun: 'handle',
  ...handle(
    'McpServerSession',
    ['recvInitialize', 'sendInitializeResult', 'recvInitialized', 'close'],
    [
      'createMessage',
      'elicit',
      'listRoots',
      'ping',
      'sendElicitationComplete',
      'sendLoggingMessage',
      'sendPromptListChanged',
      'sendResourceListChanged',
      'sendResourceUpdated',
      'sendTaskStatus',
      'sendToolListChanged',
    ],
    ['over', 'sendInitializeResult', 'recvInitialized'],
  ),
};
