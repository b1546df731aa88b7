import type { ExportRef, Op, Protocol } from './protocol.ts';

/**
 * The MCP client of Mastra, which connects by itself whenever it is used, and again after `disconnect()`. Read from, and
 * executed against, `@mastra/mcp` 2.0.0 (`dist/index.js`).
 */
const source = 'https://mastra.ai/reference/tools/mcp-client';

const own = { packages: ['@mastra/mcp'] } as const;
const agent: ExportRef = { packages: ['@mastra/core'], names: ['Agent'] };

const states = ['idle', 'open', 'kept'] as const;

/** Connects to the servers that it has no connection to. */
const connecting = { role: 'use', from: states, moves: { idle: 'open' }, settles: {} } as const satisfies Op;
const discovery = { ...connecting, gives: 'tools' } as const satisfies Op;

/** Makes tools or proxies that connect when they are used. */
const later = { role: 'use', from: states, gives: 'tools' } as const satisfies Op;

export const mastraMcpClient = {
  id: 'mastra.mcp-client',
  noun: 'client',
  subjects: [{ ...own, names: ['MCPClient'] }],
  states: {
    idle: { phase: 'unopened', text: 'not connected' },
    open: { phase: 'open', text: 'connected' },
    // The constructor gives out the one instance that there is for an id.
    kept: { phase: 'open', text: 'kept under its id' },
  },
  construct: 'idle',
  constructWith: [
    { argument: 0, property: ['id'], given: true, unique: true, state: 'idle' },
    { argument: 0, property: ['id'], given: true, state: 'kept' },
  ],
  ops: {
    listTools: discovery,
    listToolsets: discovery,
    listToolsWithErrors: { ...discovery, versions: '>=1.12.0' },
    listToolsetsWithErrors: { ...discovery, versions: '>=1.3.0' },
    listToolDefinitions: { ...connecting, versions: '>=1.16.0' },
    listToolDefinitionsWithErrors: { ...connecting, versions: '>=1.16.0' },
    reconnectServer: { ...connecting, versions: '>=1.3.0' },
    toolFromDefinition: { ...later, versions: '>=1.16.0', settles: {} },
    toolsFromDefinitions: { ...later, versions: '>=1.16.0', settles: {} },
    toMCPServerProxies: { ...later, versions: '>=1.7.0' },
    disconnect: { role: 'close', from: states, moves: { open: 'idle' }, settles: {} },
  },
  neutral: [
    'authenticate',
    'cancelAuthentication',
    'getServerAuthState',
    'getServerInstructions',
    'getServerProtocolVersions',
    'getServerStderr',
    'toRawConfig',
  ],
  calls: [
    { callee: agent, takes: 'tools', gives: 'tools' },
    ...['generate', 'generateLegacy'].map((method) => ({ callee: { ...agent, method }, takes: 'tools' })),
  ],
  mustClose: ['open'],
  source,
} as const satisfies Protocol;
