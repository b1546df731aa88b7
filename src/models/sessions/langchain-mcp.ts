import type { Op, Protocol } from './protocol.ts';

/**
 * The MCP client of LangChain, which connects by itself whenever it is used, and again after `close()`. Read from, and executed
 * against, `@langchain/mcp-adapters` 1.1.4 (`dist/client.js`).
 */
const source = 'https://docs.langchain.com/oss/javascript/langchain/mcp';

const states = ['idle', 'open', 'closed'] as const;

/** Connects to the servers that it has no connection to. */
const connecting = {
  role: 'use',
  from: states,
  moves: { idle: 'open', closed: 'open' },
  settles: {},
} as const satisfies Op;

const langgraph = ['@langchain/langgraph'] as const;
const agents = ['ReactAgent', 'CompiledStateGraph', 'Pregel'] as const;

export const langchainMcpClient = {
  id: 'langchain.mcp-client',
  noun: 'client',
  subjects: [{ packages: ['@langchain/mcp-adapters'], names: ['MultiServerMCPClient'], versions: '>=0.4.0' }],
  states: {
    idle: { phase: 'unopened', text: 'not connected' },
    open: { phase: 'open', text: 'connected' },
    closed: { phase: 'closed', text: 'closed' },
  },
  construct: 'idle',
  ops: {
    initializeConnections: connecting,
    getTools: { ...connecting, gives: 'tools' },
    getClient: connecting,
    listResources: { ...connecting, versions: '>=1.1.0' },
    listResourceTemplates: { ...connecting, versions: '>=1.1.0' },
    readResource: { ...connecting, versions: '>=1.1.0' },
    close: { role: 'close', from: states, moves: { open: 'closed' }, settles: {} },
    // The tools outlive the connections that they came from, and fail when the model calls one of them.
    runTools: { role: 'use', from: ['open'], misuse: { idle: 'breaks-later', closed: 'breaks-later' } },
  },
  // Of those servers that are connected.
  neutral: ['setLoggingLevel'],
  calls: [
    { callee: { packages: ['langchain'], names: ['createAgent'] }, takes: 'tools', gives: 'agent' },
    { callee: { packages: langgraph, names: ['createReactAgent'] }, takes: 'tools', gives: 'agent' },
    { callee: { packages: ['deepagents'], names: ['createDeepAgent'] }, takes: 'tools', gives: 'agent' },
    ...agents.map((name) => ({
      callee: { packages: ['langchain', ...langgraph], names: [name], method: 'invoke' },
      takes: 'agent',
      op: 'runTools',
    })),
  ],
  mustClose: ['open'],
  source,
} as const satisfies Protocol;
