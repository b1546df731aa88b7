import type { AgentSdk } from './agent-sdk.ts';

/** Version 1 in one package, version 2 split in two. A server cannot guard its tools: the client's side decides. */
export const mcp = {
  id: 'mcp',
  name: 'MCP TypeScript SDK',
  source: 'https://modelcontextprotocol.io/specification/2025-06-18/server/tools',
  tools: [
    {
      id: 'mcp.registerTool',
      versions: { '@modelcontextprotocol/sdk': '>=1.11.4' },
      callee: {
        packages: ['@modelcontextprotocol/sdk', '@modelcontextprotocol/server'],
        names: ['McpServer'],
        method: 'registerTool',
      },
      name: { argument: 0 },
      handler: { argument: 2 },
      input: { argument: 1, path: ['inputSchema'] },
      output: { argument: 1, path: ['outputSchema'] },
      returned: { argument: 0, path: ['structuredContent'] },
      annotations: { argument: 1, path: ['annotations'] },
    },
    {
      id: 'mcp.tool',
      versions: '>=1.3.0',
      callee: { packages: ['@modelcontextprotocol/sdk'], names: ['McpServer'], method: 'tool' },
      name: { argument: 0 },
      handler: { argument: -1 },
      inputs: [{ argument: -2 }, { argument: -3 }],
      // `tool(name, [description], [schema], annotations, handler)`; a schema has no such properties.
      annotations: { argument: -2, versions: '>=1.11.0' },
    },
    {
      id: 'mcp.registerToolTask',
      versions: '>=1.24.0',
      callee: {
        packages: ['@modelcontextprotocol/sdk'],
        names: ['ExperimentalMcpServerTasks'],
        method: 'registerToolTask',
      },
      name: { argument: 0 },
      handler: { argument: 2, path: ['createTask'] },
      input: { argument: 1, path: ['inputSchema'] },
      output: { argument: 1, path: ['outputSchema'] },
      annotations: { argument: 1, path: ['annotations'] },
    },
  ],
  invocations: [
    {
      id: 'mcp.callTool',
      callee: {
        packages: ['@modelcontextprotocol/sdk', '@modelcontextprotocol/client'],
        names: ['Client'],
        method: 'callTool',
      },
      name: { argument: 0, path: ['name'] },
      input: { argument: 0 },
    },
    {
      id: 'mcp.callToolStream',
      versions: '>=1.24.0',
      callee: {
        packages: ['@modelcontextprotocol/sdk'],
        names: ['ExperimentalClientTasks'],
        method: 'callToolStream',
      },
      name: { argument: 0, path: ['name'] },
      input: { argument: 0 },
    },
  ],
  relays: [
    {
      id: 'mcp.setRequestHandler',
      callee: {
        packages: ['@modelcontextprotocol/sdk', '@modelcontextprotocol/server', '@modelcontextprotocol/client'],
        names: ['Server', 'Client', 'Protocol', 'McpServer'],
        method: 'setRequestHandler',
      },
    },
  ],
  decisions: [
    {
      id: 'mcp.elicitInput',
      versions: { '@modelcontextprotocol/sdk': '>=1.13.0' },
      callee: {
        packages: ['@modelcontextprotocol/sdk', '@modelcontextprotocol/server'],
        names: ['Server', 'McpServer'],
        method: 'elicitInput',
      },
    },
    {
      id: 'mcp.inputRequired',
      callee: { packages: ['@modelcontextprotocol/server'], names: ['inputRequired'] },
      goesOn: true,
    },
  ],
} as const satisfies AgentSdk;
