import type { ExportRef, Op, Protocol } from './protocol.ts';
import { awaitedRun, running } from './runs.ts';

/**
 * The MCP servers of the OpenAI Agents SDK: despite the name, clients. Read from, and executed against, `@openai/agents`
 * 0.20.0; declared in `@openai/agents-core` (`dist/mcp.mjs`, `dist/shims/mcp-server/node.mjs`).
 */
const source = 'https://openai.github.io/openai-agents-js/guides/mcp';

const sdk = { packages: ['@openai/agents-core', '@openai/agents'] } as const;
const agent: ExportRef = { ...sdk, names: ['Agent'] };

const request = {
  role: 'use',
  from: ['connected', 'running'],
  misuse: { new: 'rejects', connecting: 'rejects', closed: 'rejects' },
} as const satisfies Op;

/** A run with `stream: true` is over later than its promise; it counts as over with that. */
const awaits = [awaitedRun] as const;

export const openaiAgentsMcpServer = {
  id: 'openai-agents.mcp-server',
  noun: 'MCP server',
  subjects: [{ ...sdk, names: ['MCPServerStdio', 'MCPServerSSE'] }],
  states: {
    new: { phase: 'unopened', text: 'not connected' },
    connecting: { phase: 'opening', text: 'still connecting' },
    connected: { phase: 'open', text: 'connected' },
    running,
    closed: { phase: 'closed', text: 'closed' },
  },
  construct: 'new',
  ops: {
    // A second one replaces the first, whose child process or stream `close()` no longer reaches.
    connect: {
      role: 'open',
      from: ['new', 'closed'],
      moves: { new: 'connecting', closed: 'connecting' },
      settles: { connecting: 'connected' },
      fails: ['closed'],
      misuse: { connecting: 'leaks', connected: 'leaks', running: 'leaks' },
    },
    close: {
      role: 'close',
      from: ['new', 'connecting', 'connected', 'closed'],
      moves: { connecting: 'closed', connected: 'closed', running: 'closed' },
      settles: {},
      misuse: { running: 'breaks-later' },
    },
    listTools: request,
    callTool: request,
    callToolResult: { ...request, versions: '>=0.11.7' },
    listResources: { ...request, versions: '>=0.8.0' },
    listResourceTemplates: { ...request, versions: '>=0.8.0' },
    readResource: { ...request, versions: '>=0.8.0' },
    runAgent: { ...request, moves: { connected: 'running' } },
    drain: {
      role: 'use',
      from: ['new', 'connecting', 'connected', 'running', 'closed'],
      moves: { running: 'connected' },
    },
  },
  neutral: ['invalidateToolsCache'],
  calls: [
    { callee: agent, takes: 'subject', gives: 'agent' },
    { callee: { ...agent, method: 'create' }, takes: 'subject', gives: 'agent' },
    { callee: { ...sdk, names: ['run'] }, takes: 'agent', op: 'runAgent', gives: 'run' },
    { callee: { ...sdk, names: ['Runner'], method: 'run' }, takes: 'agent', op: 'runAgent', gives: 'run' },
    { callee: { ...sdk, names: ['getAllMcpTools'] }, takes: 'subject', op: 'listTools' },
  ],
  awaits,
  spontaneous: { running: 'connected' },
  mustClose: ['connecting', 'connected', 'running'],
  source,
} as const satisfies Protocol;

const closeGroup = {
  role: 'close',
  from: ['open', 'closed'],
  moves: { open: 'closed', running: 'closed' },
  settles: {},
  misuse: { running: 'breaks-later' },
} as const satisfies Op;

/**
 * The servers that `connectMcpServers()` opens together, and closes together. After `close()` it gives out those that it
 * could not connect, or none.
 */
export const openaiAgentsMcpServers = {
  id: 'openai-agents.mcp-servers',
  noun: 'group of MCP servers',
  subjects: [{ ...sdk, names: ['MCPServers'] }],
  states: {
    open: { phase: 'open', text: 'open' },
    running,
    closed: { phase: 'closed', text: 'closed' },
  },
  factories: [
    { callee: { ...sdk, names: ['connectMcpServers'] }, state: 'open' },
    { callee: { ...sdk, names: ['MCPServers'], method: 'open' }, state: 'open' },
  ],
  ops: {
    reconnect: { role: 'open', from: ['open', 'running', 'closed'], moves: { closed: 'open' }, settles: {} },
    close: closeGroup,
    'Symbol.asyncDispose': closeGroup,
    runAgent: { role: 'use', from: ['open', 'running'], moves: { open: 'running' }, misuse: { closed: 'rejects' } },
    drain: { role: 'use', from: ['open', 'running', 'closed'], moves: { running: 'open' } },
  },
  parts: { active: 'servers', all: 'servers' },
  calls: [
    { callee: agent, takes: 'servers', gives: 'agent' },
    { callee: { ...agent, method: 'create' }, takes: 'servers', gives: 'agent' },
    { callee: { ...sdk, names: ['run'] }, takes: 'agent', op: 'runAgent', gives: 'run' },
    { callee: { ...sdk, names: ['Runner'], method: 'run' }, takes: 'agent', op: 'runAgent', gives: 'run' },
  ],
  awaits,
  spontaneous: { running: 'open' },
  source,
} as const satisfies Protocol;

/** Closes the connection that a second `connect()` replaces, when that succeeds. */
export const openaiAgentsHttpMcpServer = {
  ...openaiAgentsMcpServer,
  id: 'openai-agents.http-mcp-server',
  subjects: [{ ...sdk, names: ['MCPServerStreamableHttp'] }],
  ops: {
    ...openaiAgentsMcpServer.ops,
    connect: {
      ...openaiAgentsMcpServer.ops.connect,
      from: ['new', 'closed', 'connected', 'running'],
      // Of two at once the one that is answered last is rejected: the second, unless it overtakes the first.
      misuse: { connecting: 'rejects' },
    },
  },
} as const satisfies Protocol;
