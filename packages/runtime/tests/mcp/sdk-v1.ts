// The official SDK's first version, from where the tests of SDKs have it: it is not among this package's dependencies.
export { Client } from '../../../../tests/sdk/node_modules/@modelcontextprotocol/sdk/dist/esm/client/index.js';
export { StdioClientTransport } from '../../../../tests/sdk/node_modules/@modelcontextprotocol/sdk/dist/esm/client/stdio.js';
export { StreamableHTTPClientTransport } from '../../../../tests/sdk/node_modules/@modelcontextprotocol/sdk/dist/esm/client/streamableHttp.js';
export { InMemoryTransport } from '../../../../tests/sdk/node_modules/@modelcontextprotocol/sdk/dist/esm/inMemory.js';
export { McpServer } from '../../../../tests/sdk/node_modules/@modelcontextprotocol/sdk/dist/esm/server/mcp.js';
export { StreamableHTTPServerTransport } from '../../../../tests/sdk/node_modules/@modelcontextprotocol/sdk/dist/esm/server/streamableHttp.js';
export { Server } from '../../../../tests/sdk/node_modules/@modelcontextprotocol/sdk/dist/esm/server/index.js';
export {
  CallToolRequestSchema,
  ListToolsRequestSchema,
} from '../../../../tests/sdk/node_modules/@modelcontextprotocol/sdk/dist/esm/types.js';
