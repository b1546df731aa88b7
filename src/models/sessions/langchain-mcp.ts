import type { Op, Protocol } from './protocol.ts';
import { awaitedRuns, running } from './runs.ts';

/**
 * The MCP client of LangChain, which connects by itself whenever it is used, and again after `close()`. Read from, and executed
 * against, `@langchain/mcp-adapters` 1.1.4 (`dist/client.js`).
 */
const source = 'https://docs.langchain.com/oss/javascript/langchain/mcp';

const states = ['idle', 'open', 'running', 'closed'] as const;

/** Connects to the servers that it has no connection to. */
const connecting = {
  role: 'use',
  from: states,
  moves: { idle: 'open', closed: 'open' },
  settles: {},
} as const satisfies Op;

const langgraph = ['@langchain/langgraph'] as const;
const graph = { packages: ['langchain', ...langgraph] } as const;
const agents = ['ReactAgent', 'CompiledStateGraph', 'Pregel'] as const;

export const langchainMcpClient = {
  id: 'langchain.mcp-client',
  noun: 'client',
  subjects: [{ packages: ['@langchain/mcp-adapters'], names: ['MultiServerMCPClient'], versions: '>=0.4.0' }],
  states: {
    idle: { phase: 'unopened', text: 'not connected' },
    open: { phase: 'open', text: 'connected' },
    running,
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
    close: {
      role: 'close',
      from: ['idle', 'open', 'closed'],
      moves: { open: 'closed', running: 'closed' },
      settles: {},
      misuse: { running: 'breaks-later' },
    },
    // The tools outlive the connections that they came from, and fail when the model calls one of them.
    runTools: {
      role: 'use',
      from: ['open', 'running'],
      moves: { open: 'running' },
      misuse: { idle: 'breaks-later', closed: 'breaks-later' },
    },
    drain: { role: 'use', from: states, moves: { running: 'open' } },
  },
  // Of those servers that are connected.
  neutral: ['setLoggingLevel'],
  calls: [
    { callee: { packages: ['langchain'], names: ['createAgent'] }, takes: 'tools', gives: 'agent' },
    { callee: { packages: langgraph, names: ['createReactAgent'] }, takes: 'tools', gives: 'agent' },
    { callee: { packages: ['deepagents'], names: ['createDeepAgent'] }, takes: 'tools', gives: 'agent' },
    ...agents.flatMap((name) => [
      { callee: { ...graph, names: [name], method: 'invoke' }, takes: 'agent', op: 'runTools', gives: 'run' },
      { callee: { ...graph, names: [name], method: 'stream' }, takes: 'agent', op: 'runTools', gives: 'start' },
      { callee: { ...graph, names: [name], method: 'streamEvents' }, takes: 'agent', op: 'runTools', gives: 'stream' },
    ]),
  ],
  awaits: awaitedRuns,
  spontaneous: { running: 'open' },
  mustClose: ['open', 'running'],
  source,
} as const satisfies Protocol;
