import { InMemoryTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { McpServer, createMcpHandler, fromJsonSchema, inputRequired } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { McpClient } from '../../src/mcp/index.ts';
import type { ClientHandlers, HandshakeClientOptions, SessionTransport } from '../../src/mcp/index.ts';
import { InMemoryTransport as InMemoryTransportV1, McpServer as McpServerV1 } from './sdk-v1.ts';
import { settle } from './wire.ts';

const serverInfo = { name: 'official', version: '1' };
const clientInfo = { name: 'client', version: '1' };

async function connected<Handlers extends ClientHandlers = ClientHandlers>(
  transport: SessionTransport,
  options: HandshakeClientOptions<Handlers> = {},
): Promise<McpClient> {
  const [, next] = await (
    await McpClient.over(transport, options).sendInitialize({ clientInfo })
  ).recvInitializeResult();
  return next.sendInitialized();
}

describe.each(['v1', 'v2'])('the official server %s, in the same process', (version) => {
  const open = async (): Promise<McpClient> => {
    const handlers = { 'elicitation/create': () => ({ action: 'accept' as const, content: { sure: true } }) };
    const [clientEnd, serverEnd] =
      version === 'v1' ? InMemoryTransportV1.createLinkedPair() : InMemoryTransport.createLinkedPair();
    const text = (value: unknown) => ({ content: [{ type: 'text' as const, text: JSON.stringify(value) }] });
    const ask = {
      message: 'Sure?',
      requestedSchema: { type: 'object' as const, properties: { sure: { type: 'boolean' as const } } },
    };
    if (version === 'v1') {
      const server = new McpServerV1(serverInfo, { capabilities: { logging: {} } });
      server.registerTool('add', { inputSchema: { a: z.number(), b: z.number() } }, ({ a, b }) => text(a + b));
      server.registerTool('ask', {}, async () => text((await server.server.elicitInput(ask)).content));
      server.registerTool('grow', {}, () => {
        server.registerTool('grown', {}, () => text(1));
        return text(0);
      });
      server.registerResource('a', 'file:///a', {}, () => ({ contents: [{ uri: 'file:///a', text: 'hello' }] }));
      await server.connect(serverEnd);
    } else {
      const server = new McpServer(serverInfo, { capabilities: { logging: {} } });
      server.registerTool('add', { inputSchema: z.object({ a: z.number(), b: z.number() }) }, ({ a, b }) =>
        text(a + b),
      );
      server.registerTool('ask', {}, async () => text((await server.server.elicitInput(ask)).content));
      server.registerTool('grow', {}, () => {
        server.registerTool('grown', {}, () => text(1));
        return text(0);
      });
      server.registerResource('a', 'file:///a', {}, () => ({ contents: [{ uri: 'file:///a', text: 'hello' }] }));
      await server.connect(serverEnd);
    }
    return connected(clientEnd, { handlers });
  };

  it('is called, read, asks its client, and tells of a change', async () => {
    const client = await open();
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['add', 'ask', 'grow']);
    expect((await client.callTool({ name: 'add', arguments: { a: 1, b: 2 } })).content).toEqual([
      { type: 'text', text: '3' },
    ]);
    expect((await client.callTool({ name: 'ask' })).content).toEqual([{ type: 'text', text: '{"sure":true}' }]);
    expect((await client.readResource({ uri: 'file:///a' })).contents).toEqual([{ uri: 'file:///a', text: 'hello' }]);
    await client.callTool({ name: 'grow' });
    await settle();
    await client.close();
    const methods: string[] = [];
    for await (const { method } of client.notifications) methods.push(method);
    expect(methods).toEqual(['notifications/tools/list_changed']);
  });

  it('says what is wrong with a call, as a result or as an error', async () => {
    const client = await open();
    expect(await client.callTool({ name: 'add', arguments: { a: 'one' } })).toMatchObject({ isError: true });
    await expect(client.readResource({ uri: 'file:///none' })).rejects.toMatchObject({ name: 'McpError' });
    await client.close();
  });
});

describe('the official server v2 without a handshake', () => {
  const handlers = {
    'elicitation/create': () => ({ action: 'accept' as const, content: { name: 'Ada' } }),
  };

  function create(): McpServer {
    const server = new McpServer(serverInfo);
    server.registerTool('add', { inputSchema: z.object({ a: z.number(), b: z.number() }) }, ({ a, b }) => ({
      content: [{ type: 'text', text: String(a + b) }],
    }));
    server.registerTool('greet', {}, (context) => {
      const responses = context.mcpReq.inputResponses as Record<string, { content?: { name?: string } }> | undefined;
      const name = responses?.who?.content?.name;
      if (name !== undefined) return { content: [{ type: 'text', text: `Hello ${name}` }] };
      return inputRequired({
        inputRequests: {
          who: inputRequired.elicit({
            message: 'Who?',
            requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
          }),
        },
      });
    });
    server.registerTool('raw', { inputSchema: fromJsonSchema({ type: 'object' }) }, () => ({ content: [] }));
    return server;
  }

  it('over HTTP: is discovered, called, asks for input, and tells of changes while it is listened to', async () => {
    const handler = createMcpHandler(create, { legacy: 'reject' });
    const transport = new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
      fetch: (url, init) => handler.fetch(new Request(url, init)),
    });
    const client = await McpClient.stateless(transport, { clientInfo, handlers });
    expect((await client.discover()).supportedVersions).toEqual(['2026-07-28']);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['add', 'greet', 'raw']);
    expect((await client.callTool({ name: 'add', arguments: { a: 1, b: 2 } })).content).toEqual([
      { type: 'text', text: '3' },
    ]);
    expect((await client.callTool({ name: 'greet' })).content).toEqual([{ type: 'text', text: 'Hello Ada' }]);
    const subscription = await client.listen({ toolsListChanged: true });
    expect(subscription.honored).toEqual({ toolsListChanged: true });
    handler.notify.toolsChanged();
    const next = await client.notifications[Symbol.asyncIterator]().next();
    expect(next.value).toMatchObject({ method: 'notifications/tools/list_changed' });
    await subscription.close();
    expect(await subscription.ended).toBe('closed');
    await client.close();
    await handler.close();
  });

  it('over one channel, as stdio is', async () => {
    const [clientEnd, serverEnd] = InMemoryTransport.createLinkedPair();
    const serving = serveStdio(create, { transport: serverEnd, legacy: 'reject' });
    const client = await McpClient.stateless(clientEnd, { clientInfo, handlers });
    expect((await client.callTool({ name: 'greet' })).content).toEqual([{ type: 'text', text: 'Hello Ada' }]);
    const subscription = await client.listen({ toolsListChanged: true });
    await serving.close();
    expect(await subscription.ended).not.toBe('closed');
    await expect(client.listTools()).rejects.toMatchObject({ reason: 'session ended' });
  });

  it('refuses a client with a handshake, and ours says so', async () => {
    const [clientEnd, serverEnd] = InMemoryTransport.createLinkedPair();
    serveStdio(create, { transport: serverEnd, legacy: 'reject' });
    await expect(connected(clientEnd)).rejects.toMatchObject({ code: -32022 });
  });
});
