import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

interface Tags {
  add(ticket: string, label: string): Promise<void>;
}

export function serveTags(server: McpServer, tags: Tags): void {
  server.registerTool(
    'tag_ticket',
    { inputSchema: { ticket: z.string(), tag: z.string() } },
    async ({ ticket, tag }) => {
      await tags.add(ticket, tag);
      return { content: [] };
    },
  );
}
