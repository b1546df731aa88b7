import { StreamableHTTPTransport } from '@hono/mcp';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { z } from 'zod';

/** An application that answers with one transport, or with one for each request. */
function appOf(isShared: boolean): { readonly app: Hono; readonly answer: (name: string) => void } {
  const waiting = new Map<string, () => void>();
  const create = (): { server: McpServer; transport: StreamableHTTPTransport } => {
    const server = new McpServer({ name: 'notes', version: '1.0.0' });
    server.registerTool('note', { inputSchema: { of: z.string() } }, async ({ of }) => {
      await new Promise<void>((resolve) => waiting.set(of, resolve));
      return { content: [{ type: 'text', text: `the note of ${of}` }] };
    });
    return { server, transport: new StreamableHTTPTransport() };
  };
  const shared = create();
  const app = new Hono();
  app.all('/mcp', async (context) => {
    const { server, transport } = isShared ? shared : create();
    if (!server.isConnected()) await server.connect(transport);
    return transport.handleRequest(context);
  });
  return { app, answer: (name) => waiting.get(name)?.() };
}

async function begin(app: Hono, name: string): Promise<ReadableStreamDefaultReader<Uint8Array>> {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'note', arguments: { of: name } } };
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const response = await app.request('/mcp', { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.body) throw new Error('no body');
  return response.body.getReader();
}

async function firstOf(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  const { value } = await reader.read();
  return new TextDecoder().decode(value);
}

it('gives a client the answer to another one by a transport of Hono’s that both share', async () => {
  const { app, answer } = appOf(true);
  await begin(app, 'Ada');
  const bob = await begin(app, 'Bob');
  answer('Ada');
  expect(await firstOf(bob)).toContain('the note of Ada');
});

it('keeps clients apart by a transport for each request', async () => {
  const { app, answer } = appOf(false);
  const ada = await begin(app, 'Ada');
  const bob = await begin(app, 'Bob');
  answer('Ada');
  expect(await firstOf(ada)).toContain('the note of Ada');
  answer('Bob');
  expect(await firstOf(bob)).toContain('the note of Bob');
});
