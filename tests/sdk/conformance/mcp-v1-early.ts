// The last version of the MCP SDK in which a second connect() was accepted, installed under another name.
export { Client } from 'mcp-sdk-1.25/client/index.js';
export { SSEClientTransport } from 'mcp-sdk-1.25/client/sse.js';
export { StdioClientTransport } from 'mcp-sdk-1.25/client/stdio.js';
export { StreamableHTTPClientTransport } from 'mcp-sdk-1.25/client/streamableHttp.js';
export { InMemoryTaskMessageQueue, InMemoryTaskStore } from 'mcp-sdk-1.25/experimental/tasks/stores/in-memory.js';
export { InMemoryTransport } from 'mcp-sdk-1.25/inMemory.js';
export { completable } from 'mcp-sdk-1.25/server/completable.js';
export { Server } from 'mcp-sdk-1.25/server/index.js';
export { McpServer } from 'mcp-sdk-1.25/server/mcp.js';
export { StdioServerTransport } from 'mcp-sdk-1.25/server/stdio.js';
