import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

const searchUrl = new URL('https://search.example.com/mcp');

function createGatewayServer(): McpServer {
  const server = new McpServer({ name: 'gateway', version: '2.0.0' });
  server.registerTool(
    'search',
    { description: 'Searches all tickets', inputSchema: z.object({ words: z.string() }) },
    async ({ words }) => ({ content: [{ type: 'text', text: await search(words) }] }),
  );
  return server;
}

/** Forwards searches, with version 2 of the SDK. */
export const gateway = createMcpHandler(() => createGatewayServer());

/** The names of the tools behind the gateway, for its page of documentation. */
export async function toolsBehind(): Promise<string[]> {
  const client = new Client({ name: 'gateway', version: '2.0.0' });
  await client.connect(new StreamableHTTPClientTransport(searchUrl));
  try {
    const { tools } = await client.listTools();
    return tools.map(({ name }) => name);
  } finally {
    await client.close();
  }
}

async function search(words: string): Promise<string> {
  const found = await searchIn(searchUrl, words);
  return found ?? (await searchIn(new URL('/archive', searchUrl), words)) ?? '';
}

async function searchIn(url: URL, words: string): Promise<string | undefined> {
  const client = new Client({ name: 'gateway', version: '2.0.0' });
  await client.connect(new StreamableHTTPClientTransport(url));
  try {
    const { content } = await client.callTool({ name: 'search', arguments: { words } });
    return content.length > 0 ? JSON.stringify(content) : undefined;
  } finally {
    await client.close();
  }
}
