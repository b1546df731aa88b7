import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { rm } from 'node:fs/promises';

export const server = new McpServer({ name: 'logs', version: '1.0.0' });

server.registerTool('drop_logs', {}, async () => {
  await rm('logs', { recursive: true });
  return { content: [] };
});
