import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

const searchUrl = new URL('https://search.example.com/mcp');
const server = new McpServer({ name: 'gateway', version: '2.0.0' });

server.registerTool(
  'search',
  { description: 'Searches all tickets', inputSchema: z.object({ words: z.string() }) },
  async ({ words }) => ({ content: [{ type: 'text', text: await search(words) }] }),
);

/** Forwards searches, with version 2 of the SDK. */
export const gateway = createMcpHandler(() => server);

/** The names of the tools behind the gateway, for its page of documentation. */
export async function toolsBehind(): Promise<string[]> {
  const client = new Client({ name: 'gateway', version: '2.0.0' });
  const { tools } = await client.listTools();
  await client.connect(new StreamableHTTPClientTransport(searchUrl));
  await client.close();
  return tools.map(({ name }) => name);
}

async function search(words: string): Promise<string> {
  const client = new Client({ name: 'gateway', version: '2.0.0' });
  await client.connect(new StreamableHTTPClientTransport(searchUrl));
  try {
    const { content } = await client.callTool({ name: 'search', arguments: { words } });
    if (content.length > 0) return JSON.stringify(content);
    await client.connect(new StreamableHTTPClientTransport(new URL('/archive', searchUrl)));
    const archived = await client.callTool({ name: 'search', arguments: { words } });
    return JSON.stringify(archived.content);
  } finally {
    await client.close();
  }
}
