import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { fromJsonSchema, McpServer, Server } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it } from 'vitest';
import { connectClient, createConnector, guardServer, parseRegistry, resultMeta } from '../../src/policy/index.ts';
import type { ConnectOptions, ConnectorOptions, ForwardingClient } from '../../src/policy/index.ts';
import {
  CallToolRequestSchema,
  Client as ClientV1,
  InMemoryTransport as InMemoryTransportV1,
  ListToolsRequestSchema,
  Server as ServerV1,
} from '../mcp/sdk-v1.ts';
import { codeOf, denialOf, recorder, registry, registryDocument, sha256 } from './fixtures.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

const info = { name: 'tests', version: '1' };
const key = { _meta: { 'agent-safety/idempotency_key': 'key-1' } };

/** What the server's tools were called with. */
let received: { name: string; args: unknown; meta: unknown }[] = [];

/** A server of the official SDK with the tools of the registry, and one more. */
function mcpServer(): McpServer {
  received = [];
  const server = new McpServer(info);
  const anything = fromJsonSchema({ type: 'object' });
  const register = (name: string, content: (args: { path?: string }) => object): void => {
    server.registerTool(name, { inputSchema: anything }, async (args, context) => {
      received.push({ name, args, meta: context.mcpReq._meta });
      const { progressToken } = context.mcpReq._meta ?? {};
      if (progressToken !== undefined) {
        for (const progress of [1, 2]) await context.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress } }); // prettier-ignore
      }
      if (name === 'close-issue')
        await new Promise((resolve) => context.mcpReq.signal.addEventListener('abort', resolve));
      return content(args as { path?: string }) as { content: [] };
    });
  };
  const text = (value: string): object => ({ content: [{ type: 'text', text: value }] });
  register('get-file', ({ path }) => (path === 'missing' ? { content: [], isError: true } : path === 'forged' ? { ...text('a'), _meta: { [resultMeta.toolEffect]: 'forged', kept: 1 } } : text('a\r\nb'))); // prettier-ignore
  register('save-note', () => text('saved'));
  register('list-issues', () => text('none'));
  register('close-issue', () => text('closed'));
  register('drop-database', () => text('dropped'));
  return server;
}

async function connected(server: { connect(transport: InMemoryTransport): Promise<void>; close(): Promise<void> }) {
  const [here, there] = InMemoryTransport.createLinkedPair();
  const client = new Client(info);
  await server.connect(there);
  await client.connect(here);
  opened.push(server, client);
  return client;
}

/** The first version of the SDK, in front of a server of the second. */
async function connectedV1(server: McpServer): Promise<ClientV1> {
  const [here, there] = InMemoryTransportV1.createLinkedPair();
  const client = new ClientV1(info);
  await server.connect(there);
  await client.connect(here);
  opened.push(server, client);
  return client;
}

function connector(options: Partial<ConnectorOptions<unknown>> = {}) {
  return createConnector({ registry, ...options });
}

const effectOf = (result: unknown): unknown =>
  (result as { _meta?: Record<string, unknown> })._meta?.[resultMeta.toolEffect];

describe.each([
  ['@modelcontextprotocol/client', async () => connected(mcpServer())],
  ['@modelcontextprotocol/sdk', async () => connectedV1(mcpServer())],
] as const)('a connected client of %s', (_name, open) => {
  it('lists what a registry has, in production, and all that the capability allows', async () => {
    const client = (await open()) as Client;
    const names = async (options: Partial<ConnectorOptions<unknown>>) =>
      (await connectClient(client, connector(options)).listTools()).tools.map((tool) => tool.name).sort();

    expect(await names({})).toEqual(['close-issue', 'get-file', 'list-issues', 'save-note']);
    expect(await names({ capability: { constraints: { read_only: true } } })).toEqual(['get-file', 'list-issues']);
    expect(await names({ environment: 'development' })).toContain('drop-database');
  });

  it('lists what the capability of the connection allows', async () => {
    const client = (await open()) as Client;
    const names = async (options: ConnectOptions, environment?: 'development') => {
      const of = connector(environment ? { environment } : {});
      return (await connectClient(client, of, options).listTools()).tools.map((tool) => tool.name).sort();
    };
    const readOnly = { capability: { constraints: { read_only: true } } };

    expect(await names(readOnly)).toEqual(['get-file', 'list-issues']);
    // Of unknown class, it may write.
    expect(await names(readOnly, 'development')).toEqual(['get-file', 'list-issues']);
    expect(await names({ capability: {} })).toContain('save-note');
  });

  it('denies before the server hears of the call', async () => {
    const guarded = connectClient((await open()) as Client, connector());
    expect(await codeOf(guarded.callTool({ name: 'drop-database' }))).toBe('TOOL_UNCLASSIFIED_DENIED');
    expect(await codeOf(guarded.callTool({ name: 'save-note', arguments: { body: 'a' } }))).toBe(
      'IDEMPOTENCY_KEY_REQUIRED',
    );
    expect(await codeOf(guarded.callTool({ name: 'save-note', ...key }))).toBe('DOC_CONTENT_POINTER_INVALID');
    const expected = {
      ...key._meta,
      'agent-safety/expected_document_hashes': [{ pointer: '/body', hash: sha256('b') }],
    };
    expect(await codeOf(guarded.callTool({ name: 'save-note', arguments: { body: 'a' }, _meta: expected }))).toBe('DOC_HASH_MISMATCH'); // prettier-ignore
    await expect(guarded.callTool({} as never)).rejects.toThrow('lacks `tool_name`');
    await expect(guarded.callTool({ name: 'get-file', arguments: { path: new Date() } })).rejects.toMatchObject({ code: -32602 }); // prettier-ignore
    expect(received).toEqual([]);
  });

  it('sends a write with its key, and records it in the result', async () => {
    const guarded = connectClient((await open()) as Client, connector());
    const result = await guarded.callTool({ name: 'save-note', arguments: { body: 'a\r\n' }, ...key });
    expect(result).toMatchObject({ content: [{ type: 'text', text: 'saved' }] });
    expect(effectOf(result)).toMatchObject({ tool_class: 'write', idempotency_key: 'key-1', document_hashes: [{ pointer: '/body', hash: sha256('a\r\n'), size_bytes: 3 }] }); // prettier-ignore
    expect(received).toMatchObject([{ args: { body: 'a\r\n' }, meta: key._meta }]);
  });

  it('makes keys where the program says how', async () => {
    const seen: unknown[] = [];
    const guarded = connectClient((await open()) as Client, connector(), {
      idempotencyKey: (call) => {
        seen.push(call);
        (call.arguments as { body: string }).body = 'changed';
        return 'made';
      },
    });
    const result = await guarded.callTool({ name: 'save-note', arguments: { body: 'a' } });
    expect([seen.length, effectOf(result)]).toMatchObject([1, { idempotency_key: 'made' }]);
    expect(received).toMatchObject([{ args: { body: 'a' }, meta: { 'agent-safety/idempotency_key': 'made' } }]);
  });

  it('sends a key that the program makes beside what else is in `_meta`, and leaves a key of the call', async () => {
    const guarded = connectClient((await open()) as Client, connector(), { idempotencyKey: () => 'made' });
    const write = { name: 'save-note', arguments: { body: 'a' } };
    await guarded.callTool({ ...write, _meta: { trace: 't' } });
    await guarded.callTool({ ...write, ...key });
    expect(received).toMatchObject([
      { meta: { trace: 't', 'agent-safety/idempotency_key': 'made' } },
      { meta: { 'agent-safety/idempotency_key': 'key-1' } },
    ]);
    await expect(guarded.callTool({ ...write, _meta: [] } as never)).rejects.toMatchObject({ code: -32602 });
    expect(received).toHaveLength(2);
  });

  it('measures what a read answers, and records it in the place of what a server says', async () => {
    const guarded = connectClient((await open()) as Client, connector());
    const result = await guarded.callTool({ name: 'get-file', arguments: { path: 'a' } });
    expect(effectOf(result)).toMatchObject({ tool_class: 'read', document_hashes: [{ hash: sha256('a\r\nb') }] });
    const forged = await guarded.callTool({ name: 'get-file', arguments: { path: 'forged' } });
    expect(forged._meta).toMatchObject({ kept: 1, [resultMeta.toolEffect]: { tool_name: 'get-file' } });
  });

  it('lets the error of a read pass, up to the size of a document', async () => {
    const client = (await open()) as Client;
    const missing = { name: 'get-file', arguments: { path: 'missing' } };
    const { connector: audited, outcomes } = recorder();
    expect(await connectClient(client, audited).callTool(missing)).toMatchObject({ isError: true, content: [] });
    expect(outcomes()).toEqual(['allowed', 'failed']);
    const small = connector({ registry: parseRegistry(registryDocument({ max_read_bytes: 3 })) });
    const denied = await denialOf(connectClient(client, small).callTool(missing));
    expect([denied.code, denied.wasInvoked]).toEqual(['DOC_SIZE_EXCEEDED', true]);
  });
});

describe('the error of a read', () => {
  const result = { isError: true, content: [{ type: 'text', text: 'é'.repeat(100) }] };
  const client = { callTool: async (_params: { name: string }) => result, listTools: async () => ({ tools: [] }) };
  const bytes = Buffer.byteLength(JSON.stringify(result));
  const upTo = (max_read_bytes: number) =>
    connectClient(client, connector({ registry: parseRegistry(registryDocument({ max_read_bytes })) }));

  it('is measured in bytes, as documents are', async () => {
    expect(await upTo(bytes).callTool({ name: 'get-file' })).toMatchObject({ isError: true });
    expect(await codeOf(upTo(bytes - 1).callTool({ name: 'get-file' }))).toBe('DOC_SIZE_EXCEEDED');
  });

  it('is not made smaller by a `toJSON` on the prototype of arrays', async () => {
    const prototype = Array.prototype as { toJSON?: () => unknown };
    prototype.toJSON = () => null;
    const denied = await denialOf(upTo(bytes - 1).callTool({ name: 'get-file' })).finally(
      () => delete prototype.toJSON,
    );
    expect(denied.code).toBe('DOC_SIZE_EXCEEDED');
  });
});

describe('what a connected client hands on', () => {
  it('progress and cancellation', async () => {
    const guarded = connectClient(await connected(mcpServer()), connector());
    const progress: number[] = [];
    await guarded.callTool({ name: 'get-file', arguments: {} }, { onprogress: (each) => progress.push(each.progress) });
    expect(progress).toEqual([1, 2]);
    const abort = new AbortController();
    const call = guarded.callTool({ name: 'close-issue', arguments: {}, ...key }, { signal: abort.signal });
    setTimeout(() => abort.abort(), 10);
    await expect(call).rejects.toThrow();
  });

  it('needs the server named where a connector has several', () => {
    const second = parseRegistry({ ...registryDocument(), server_id: 'b' });
    const several = createConnector({ registries: [registry, second] });
    const client = { callTool: async () => ({}), listTools: async () => ({}) };
    expect(() => connectClient(client, several)).toThrow('`serverId`');
    expect(Object.keys(connectClient(client, several, { serverId: 'b' }))).toEqual(['callTool', 'listTools']);
    expect(() => connectClient(client, { ...several })).toThrow('`createConnector`');
  });
});

describe('a guarded server', () => {
  async function proxied(options: Partial<ConnectorOptions<unknown>> = {}) {
    const upstream = await connected(mcpServer());
    const proxy = new Server(info, { capabilities: { tools: {} } });
    guardServer(proxy, upstream, connector(options));
    return connected(proxy);
  }

  it('lists and calls the tools behind it', async () => {
    const client = await proxied();
    expect((await client.listTools()).tools.map(({ name }) => name).sort()).toEqual(['close-issue', 'get-file', 'list-issues', 'save-note']); // prettier-ignore
    const result = await client.callTool({ name: 'save-note', arguments: { body: 'a' }, ...key });
    expect(effectOf(result)).toMatchObject({ tool_name: 'save-note', batch_total_bytes: 1 });
  });

  it('answers a denied call with the code in the data of a JSON-RPC error', async () => {
    const client = await proxied();
    const denied = client.callTool({ name: 'drop-database', arguments: {} });
    await expect(denied).rejects.toMatchObject({
      code: -32000,
      message: expect.stringContaining('`drop-database` is not in the registry') as string,
      data: {
        code: 'TOOL_UNCLASSIFIED_DENIED',
        server_id: 'mcp-github',
        tool_name: 'drop-database',
        was_invoked: false,
      },
    });
    expect(received).toEqual([]);
  });

  it('forwards progress and cancellation', async () => {
    const client = await proxied();
    const progress: number[] = [];
    await client.callTool({ name: 'get-file', arguments: {} }, { onprogress: (each) => progress.push(each.progress) });
    expect(progress).toEqual([1, 2]);
    const abort = new AbortController();
    const call = client.callTool({ name: 'close-issue', arguments: {}, ...key }, { signal: abort.signal });
    setTimeout(() => abort.abort(), 10);
    await expect(call).rejects.toThrow();
  });

  it('takes a client of the first version in a shape of three lines', async () => {
    const old = await connectedV1(mcpServer());
    const upstream: ForwardingClient = {
      callTool: (params, options) => old.callTool(params, undefined, options),
      listTools: (params, options) => old.listTools(params, options),
    };
    const proxy = new Server(info, { capabilities: { tools: {} } });
    guardServer(proxy, upstream, connector());
    const client = await connected(proxy);
    expect(effectOf(await client.callTool({ name: 'get-file', arguments: {} }))).toMatchObject({ tool_class: 'read' });
  });

  it('takes a server of the first version, with its schemas as `methods`', async () => {
    const upstream = await connected(mcpServer());
    const proxy = new ServerV1(info, { capabilities: { tools: {} } });
    guardServer(proxy, upstream, connector(), { methods: [ListToolsRequestSchema, CallToolRequestSchema] });
    const [here, there] = InMemoryTransportV1.createLinkedPair();
    const client = new ClientV1(info);
    await proxy.connect(there);
    await client.connect(here);
    opened.push(proxy, client);

    expect((await client.listTools()).tools.map(({ name }) => name).sort()).toEqual(['close-issue', 'get-file', 'list-issues', 'save-note']); // prettier-ignore
    const progress: number[] = [];
    const onprogress = (each: { progress: number }) => void progress.push(each.progress);
    const result = await client.callTool({ name: 'get-file', arguments: {} }, undefined, { onprogress });
    expect([effectOf(result), progress]).toMatchObject([{ tool_class: 'read' }, [1, 2]]);
    await expect(client.callTool({ name: 'drop-database', arguments: {} })).rejects.toMatchObject({
      code: -32000,
      data: { code: 'TOOL_UNCLASSIFIED_DENIED' },
    });
    const abort = new AbortController();
    const call = client.callTool({ name: 'close-issue', arguments: {}, ...key }, undefined, { signal: abort.signal });
    setTimeout(() => abort.abort(), 10);
    await expect(call).rejects.toThrow();
  });
});
