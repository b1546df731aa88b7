// For tests outside of this folder, which have no MCP SDK of their own.
export { Client } from '@modelcontextprotocol/client';
export { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
