import { readFile, writeFile } from 'node:fs/promises';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

export const wiki = new McpServer({ name: 'wiki', version: '1.0.0' });
const title = z.string().regex(/^[\w-]+$/);
const done = { content: [] };

wiki.registerTool('read_page', { inputSchema: { title } }, async ({ title }) => ({
  content: [{ type: 'text', text: await readFile(`wiki/${title}.md`, 'utf8') }],
}));

wiki.registerTool(
  'save_page',
  { inputSchema: { title, text: z.string() }, annotations: { readOnlyHint: false } },
  async ({ title, text }) => {
    await writeFile(`wiki/${title}.md`, text);
    return done;
  },
);
