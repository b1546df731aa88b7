import { Client as ClientV2, InMemoryTransport } from '@modelcontextprotocol/client';
import { describe, expect, it, vi } from 'vitest';
import { McpError } from '../../src/errors.ts';
import { McpClient, McpServerSession, SessionStateError } from '../../src/mcp/index.ts';
import type {
  ClientHandlers,
  HandshakeClientOptions,
  ProtocolViolation,
  ServerSessionOptions,
} from '../../src/mcp/index.ts';
import { Client as ClientV1 } from './sdk-v1.ts';
import { WireTransport, settle } from './wire.ts';

const serverInfo = { name: 'server', version: '1' };
const clientInfo = { name: 'client', version: '1' };
const initialize = {
  jsonrpc: '2.0',
  id: 'i',
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
};
const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
const list = { jsonrpc: '2.0', id: 'l', method: 'tools/list' };
const tools = { 'tools/list': () => ({ tools: [] }) };

/** Both ends of a session of ours, each in its active state. */
async function pair<Handlers extends ClientHandlers = ClientHandlers>(
  server: Omit<ServerSessionOptions, 'serverInfo'>,
  client: HandshakeClientOptions<Handlers> = {},
): Promise<{ server: McpServerSession; client: McpClient }> {
  const [clientEnd, serverEnd] = InMemoryTransport.createLinkedPair();
  const [served, asked] = await Promise.all([
    (async () => {
      const [, owing] = await McpServerSession.over(serverEnd, { serverInfo, ...server }).recvInitialize();
      return (await owing.sendInitializeResult()).recvInitialized();
    })(),
    (async () => {
      const awaiting = await McpClient.over(clientEnd, client).sendInitialize({ clientInfo });
      const [, next] = await awaiting.recvInitializeResult();
      return next.sendInitialized();
    })(),
  ]);
  return { server: served, client: asked };
}

/** A server's session that has done its handshake over a wire. */
async function served(options: Omit<ServerSessionOptions, 'serverInfo'> = {}, capabilities: object = {}) {
  const transport = new WireTransport();
  const receiving = McpServerSession.over(transport, { serverInfo, ...options }).recvInitialize();
  transport.receive({ ...initialize, params: { ...initialize.params, capabilities } });
  const [, owing] = await receiving;
  const awaiting = await owing.sendInitializeResult();
  await settle();
  transport.receive(initialized);
  return { transport, server: await awaiting.recvInitialized() };
}

describe('the handshake of a server', () => {
  it('receives what the client says, answers, and is active when the client is', async () => {
    const transport = new WireTransport();
    const uninit = McpServerSession.over(transport, {
      serverInfo,
      handlers: tools,
      capabilities: { tools: { listChanged: true } },
      instructions: 'Be brief.',
    });
    expect(transport.isStarted).toBe(false);
    const receiving = uninit.recvInitialize();
    transport.receive(initialize);
    const [params, owing] = await receiving;
    expect(params.clientInfo).toEqual(clientInfo);
    expect(transport.sent).toEqual([]);
    const awaiting = await owing.sendInitializeResult();
    await settle();
    expect(transport.answerTo('i')?.result).toEqual({
      protocolVersion: '2025-11-25',
      capabilities: { tools: { listChanged: true } },
      serverInfo,
      instructions: 'Be brief.',
    });
    const activating = awaiting.recvInitialized();
    transport.receive(initialized);
    expect((await activating).state).toBe('Active');
  });

  it.each([
    ['2024-11-05', '2024-11-05'],
    ['1999-01-01', '2025-11-25'],
    ['2026-07-28', '2025-11-25'],
  ])('answers a client of %s in %s', async (requested, answered) => {
    const transport = new WireTransport();
    const receiving = McpServerSession.over(transport, { serverInfo }).recvInitialize();
    transport.receive({ ...initialize, params: { ...initialize.params, protocolVersion: requested } });
    await (await receiving)[1].sendInitializeResult();
    await settle();
    expect(transport.answerTo('i')?.result).toMatchObject({ protocolVersion: answered });
  });

  it('declares what it has handlers for', async () => {
    const nothing = () => ({}) as never;
    const methods = [
      'tools/call',
      'resources/subscribe',
      'resources/read',
      'prompts/get',
      'completion/complete',
      'logging/setLevel',
      'tasks/get',
    ];
    const { transport } = await served({ handlers: Object.fromEntries(methods.map((method) => [method, nothing])) });
    expect(transport.answerTo('i')?.result).toMatchObject({
      capabilities: { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {}, logging: {}, tasks: {} },
    });
  });

  it('refuses to declare what nobody answers for', () => {
    const open = () => McpServerSession.over(new WireTransport(), { serverInfo, capabilities: { prompts: {} } });
    expect(open).toThrow('`prompts` is declared, but no handler answers `prompts/list`.');
  });

  it('refuses a first message that is no `initialize`, and goes on waiting', async () => {
    const violations: ProtocolViolation[] = [];
    const transport = new WireTransport();
    const receiving = McpServerSession.over(transport, {
      serverInfo,
      handlers: tools,
      onViolation: (violation) => violations.push(violation),
    }).recvInitialize();
    transport.receive(list);
    transport.receive({ ...initialize, id: 'bad', params: { protocolVersion: 7 } });
    transport.receive({ jsonrpc: '2.0', id: 'p', method: 'ping' });
    transport.receive(initialized);
    transport.receive(initialize);
    expect((await receiving)[1].state).toBe('OwesResult');
    await settle();
    expect(transport.answerTo('l')?.error?.code).toBe(-32600);
    expect(transport.answerTo('bad')?.error?.code).toBe(-32602);
    expect(transport.answerTo('p')?.result).toEqual({});
    expect(violations.map(({ kind }) => kind)).toEqual(['request out of order', 'notification out of order']);
  });

  it('answers no tool before `notifications/initialized`, and all after it, whether or not it was received', async () => {
    const transport = new WireTransport();
    const receiving = McpServerSession.over(transport, { serverInfo, handlers: tools }).recvInitialize();
    transport.receive(initialize);
    await (await receiving)[1].sendInitializeResult();
    await settle();
    transport.receive(list);
    await settle();
    expect(transport.answerTo('l')?.error?.code).toBe(-32600);
    transport.receive(initialized);
    transport.receive({ ...list, id: 'again' });
    await settle();
    expect(transport.answerTo('again')?.result).toEqual({ tools: [] });
  });

  it('refuses a second `initialize`', async () => {
    const { transport } = await served();
    transport.receive({ ...initialize, id: 'second' });
    await settle();
    expect(transport.answerTo('second')?.error).toMatchObject({
      code: -32600,
      message: 'The client asked for `initialize` for the second time.',
    });
  });

  it('ends where the transport does not start, or ends first', async () => {
    const broken = new WireTransport();
    broken.failStart = () => Promise.reject(new Error('EADDRINUSE'));
    await expect(McpServerSession.over(broken, { serverInfo }).recvInitialize()).rejects.toThrow('EADDRINUSE');
    const transport = new WireTransport();
    const receiving = McpServerSession.over(transport, { serverInfo }).recvInitialize();
    await transport.close();
    await expect(receiving).rejects.toMatchObject({ reason: 'session ended' });
  });

  it('does not wait for ever for `notifications/initialized`', async () => {
    const transport = new WireTransport();
    const receiving = McpServerSession.over(transport, { serverInfo }).recvInitialize();
    transport.receive(initialize);
    const awaiting = await (await receiving)[1].sendInitializeResult();
    await expect(awaiting.recvInitialized({ timeoutMs: 5 })).rejects.toMatchObject({ reason: 'timeout' });
    expect(transport.closings).toBe(1);
  });

  it('has no other order: every operation elsewhere is refused, and sends nothing', async () => {
    type Untyped = Record<string, (...args: unknown[]) => Promise<unknown>>;
    const transport = new WireTransport();
    const handle = McpServerSession.over(transport, { serverInfo }) as unknown as Untyped;
    const operations = [
      'sendInitializeResult',
      'recvInitialized',
      'ping',
      'createMessage',
      'elicit',
      'listRoots',
      'sendToolListChanged',
      'sendPromptListChanged',
      'sendResourceListChanged',
      'sendResourceUpdated',
      'sendLoggingMessage',
      'sendElicitationComplete',
      'sendTaskStatus',
    ];
    for (const operation of operations) {
      await expect(handle[operation]!({}), operation).rejects.toBeInstanceOf(SessionStateError);
    }
    await handle.close!();
    await expect(handle.recvInitialize!()).rejects.toMatchObject({ consumedBy: 'close' });
    expect(transport.sent).toEqual([]);
  });
});

describe('an active server', () => {
  it('answers by its handlers, which may speak to the client while they work', async () => {
    const { client, server } = await pair(
      {
        handlers: {
          ...tools,
          'tools/call': async ({ name }, { client: asking, sendProgress }) => {
            await sendProgress({ progress: 1, total: 2 });
            await asking.sendLoggingMessage({ level: 'info', data: name });
            const { roots } = await asking.listRoots();
            const { content } = await asking.elicit({
              message: 'Who?',
              requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
            });
            const { model } = await asking.createMessage({ messages: [], maxTokens: 1 });
            return { content: [{ type: 'text', text: [roots[0]?.uri, content?.name, model].join() }] };
          },
        },
        capabilities: { logging: {}, tools: { listChanged: true } },
      },
      {
        handlers: {
          'roots/list': () => ({ roots: [{ uri: 'file:///home' }] }),
          'elicitation/create': () => ({ action: 'accept' as const, content: { name: 'Ada' } }),
          'sampling/createMessage': () => ({ role: 'assistant' as const, model: 'm', content: [] }),
        },
      },
    );
    const progress: unknown[] = [];
    const result = await client.callTool({ name: 'who' }, { onProgress: (report) => progress.push(report) });
    expect(result.content).toEqual([{ type: 'text', text: 'file:///home,Ada,m' }]);
    expect(progress).toEqual([{ progress: 1, total: 2 }]);
    await server.ping();
    await client.ping();
    await server.sendToolListChanged();
    await server.close();
    const methods: string[] = [];
    for await (const { method } of client.notifications) methods.push(method);
    expect(methods).toEqual(['notifications/message', 'notifications/tools/list_changed']);
    await expect(client.listTools()).rejects.toMatchObject({ reason: 'session ended' });
  });

  it('sends each message on behalf of the request that it belongs to', async () => {
    const { transport } = await served(
      {
        handlers: {
          'tools/call': async (_, { client, sendProgress }) => {
            await sendProgress({ progress: 1 });
            await client.sendLoggingMessage({ level: 'info', data: 1 });
            void client.listRoots().catch(() => undefined);
            return { content: [] };
          },
        },
        capabilities: { logging: {} },
      },
      { roots: {} },
    );
    transport.receive({
      jsonrpc: '2.0',
      id: 'c',
      method: 'tools/call',
      params: { name: 'x', _meta: { progressToken: 1 } },
    });
    await settle();
    const related = transport.sent.map(({ method }, at) => [method, transport.options[at]?.relatedRequestId]);
    expect(related).toEqual([
      [undefined, undefined],
      ['notifications/progress', 'c'],
      ['notifications/message', 'c'],
      ['roots/list', 'c'],
      [undefined, undefined],
    ]);
  });

  it('sends nothing that was not declared', async () => {
    const { transport, server } = await served({}, { sampling: {} });
    const sent = transport.sent.length;
    const form = { message: 'Who?', requestedSchema: { type: 'object' as const, properties: {} } };
    const url = { mode: 'url' as const, message: 'Here', url: 'https://example.com', elicitationId: 'e' };
    for (const attempt of [
      server.createMessage({ messages: [], maxTokens: 1, tools: [] }),
      server.elicit(form),
      server.elicit(url),
      server.listRoots(),
      server.sendToolListChanged(),
      server.sendPromptListChanged(),
      server.sendResourceListChanged(),
      server.sendResourceUpdated({ uri: 'a:b' }),
      server.sendLoggingMessage({ level: 'info', data: 1 }),
    ]) {
      await expect(attempt).rejects.toMatchObject({ reason: 'not negotiated' });
    }
    expect(transport.sent).toHaveLength(sent);
  });

  it('sends what was declared', async () => {
    const nothing = () => ({}) as never;
    const { transport, server } = await served(
      {
        handlers: { 'tools/list': nothing, 'prompts/list': nothing, 'resources/list': nothing, 'tasks/get': nothing },
        capabilities: {
          tools: { listChanged: true },
          prompts: { listChanged: true },
          resources: { listChanged: true, subscribe: true },
          logging: {},
        },
      },
      { elicitation: { url: {} } },
    );
    await server.sendToolListChanged();
    await server.sendPromptListChanged();
    await server.sendResourceListChanged();
    await server.sendResourceUpdated({ uri: 'a:b' });
    await server.sendLoggingMessage({ level: 'info', data: 1 });
    await server.sendElicitationComplete({ elicitationId: 'e' });
    const at = '2026-01-01T00:00:00Z';
    await server.sendTaskStatus({ taskId: 't', status: 'working', ttl: null, createdAt: at, lastUpdatedAt: at });
    const asking = server.elicit({ mode: 'url', message: 'Here', url: 'https://example.com', elicitationId: 'e' });
    transport.answer('elicitation/create', { action: 'accept' });
    expect(await asking).toEqual({ action: 'accept' });
    expect(transport.methods.slice(1)).toEqual([
      'notifications/tools/list_changed',
      'notifications/prompts/list_changed',
      'notifications/resources/list_changed',
      'notifications/resources/updated',
      'notifications/message',
      'notifications/elicitation/complete',
      'notifications/tasks/status',
      'elicitation/create',
    ]);
    await expect(server.sendResourceUpdated({} as never)).rejects.toMatchObject({ reason: 'invalid params' });
  });

  it('rejects an answer of another form', async () => {
    const { transport, server } = await served({}, { roots: {} });
    const asking = server.listRoots();
    transport.answer('roots/list', { roots: 'none' });
    await expect(asking).rejects.toMatchObject({ reason: 'invalid result' });
  });

  it('gets the notifications of its client', async () => {
    const onViolation = vi.fn();
    const { client, server } = await pair(
      { onViolation },
      { handlers: { 'roots/list': () => ({ roots: [] }) }, capabilities: { roots: { listChanged: true } } },
    );
    await client.sendRootsListChanged();
    const next = await server.notifications[Symbol.asyncIterator]().next();
    expect(next.value).toEqual({ method: 'notifications/roots/list_changed' });
    expect(onViolation).not.toHaveBeenCalled();
  });

  it('reports what a client may not say', async () => {
    const violations: ProtocolViolation[] = [];
    const { transport } = await served({ onViolation: (violation) => violations.push(violation) });
    transport.receive(initialized);
    transport.receive({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
    transport.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'x' } });
    expect(violations.map(({ kind }) => kind)).toEqual(['notification out of order', 'unknown notification']);
  });

  it('answers a call by a task, which it may tell about later', async () => {
    const at = '2026-01-01T00:00:00Z';
    const task = { taskId: 't', status: 'working' as const, ttl: null, createdAt: at, lastUpdatedAt: at };
    const { client, server } = await pair({
      handlers: {
        'tools/call': ({ task: asked }) => (asked === undefined ? { content: [] } : { task }),
        'tasks/get': () => ({ ...task, status: 'completed' as const }),
      },
      capabilities: { tasks: { requests: { tools: { call: {} } } } },
    });
    expect((await client.callToolAsTask({ name: 'x', task: {} })).task).toEqual(task);
    expect((await client.callTool({ name: 'x' })).content).toEqual([]);
    expect((await client.getTask({ taskId: 't' })).status).toBe('completed');
    await server.sendTaskStatus({ ...task, status: 'completed' });
    const next = await client.notifications[Symbol.asyncIterator]().next();
    expect(next.value).toMatchObject({ method: 'notifications/tasks/status', params: { status: 'completed' } });
  });

  it('is told what the transport knows of a message', async () => {
    const { transport } = await served({
      handlers: { 'tools/call': (_, { extra }) => ({ content: [{ type: 'text', text: JSON.stringify(extra) }] }) },
    });
    const call = { jsonrpc: '2.0' as const, id: 'c', method: 'tools/call', params: { name: 'x' } };
    transport.onmessage?.(call, { authInfo: { clientId: 'ada' } });
    await settle();
    expect(transport.answerTo('c')?.result).toMatchObject({ content: [{ text: '{"authInfo":{"clientId":"ada"}}' }] });
  });

  it('tells no progress of what it has answered', async () => {
    let late: (() => Promise<void>) | undefined;
    const { transport } = await served({
      handlers: {
        'tools/call': (_, { sendProgress }) => {
          late = () => sendProgress({ progress: 1 });
          return { content: [] };
        },
      },
    });
    const params = { name: 'x', _meta: { progressToken: 1 } };
    transport.receive({ jsonrpc: '2.0', id: 'c', method: 'tools/call', params });
    await settle();
    await late?.();
    expect(transport.methods).not.toContain('notifications/progress');
  });

  it('stops a tool that the client cancels', async () => {
    let signal: AbortSignal | undefined;
    const { client } = await pair({
      handlers: {
        'tools/call': (_, context) => {
          signal = context.signal;
          return new Promise(() => undefined);
        },
      },
    });
    await expect(client.callTool({ name: 'x' }, { timeoutMs: 10 })).rejects.toMatchObject({ reason: 'timeout' });
    expect(signal?.aborted).toBe(true);
  });

  it('hands on the error that a handler means', async () => {
    const { client } = await pair({
      handlers: {
        'resources/read': ({ uri }) => {
          throw new McpError(-32602, `No ${uri}`, { data: { uri } });
        },
      },
    });
    await expect(client.readResource({ uri: 'a:b' })).rejects.toMatchObject({
      code: -32602,
      message: 'No a:b',
      data: { uri: 'a:b' },
    });
  });
});

describe('the official clients against our server', () => {
  it.each([
    ['v1', () => new ClientV1(clientInfo, { capabilities: { roots: {} } })],
    ['v2', () => new ClientV2(clientInfo, { capabilities: { roots: {} } })],
  ])('%s connects, calls, is asked, and leaves', async (_, create) => {
    const [clientEnd, serverEnd] = InMemoryTransport.createLinkedPair();
    const serving = (async () => {
      const [, owing] = await McpServerSession.over(serverEnd, {
        serverInfo,
        handlers: {
          'tools/list': () => ({ tools: [{ name: 'echo', inputSchema: { type: 'object' as const } }] }),
          'tools/call': async ({ arguments: given }, { client }) => {
            await client.ping();
            return { content: [{ type: 'text' as const, text: JSON.stringify(given) }] };
          },
        },
      }).recvInitialize();
      return (await owing.sendInitializeResult()).recvInitialized();
    })();
    const client = create();
    await client.connect(clientEnd);
    const server = await serving;
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['echo']);
    expect((await client.callTool({ name: 'echo', arguments: { a: 1 } })).content).toEqual([
      { type: 'text', text: '{"a":1}' },
    ]);
    await client.close();
    for await (const { method } of server.notifications) expect.fail(method);
    expect((await server.close()).state).toBe('Closed');
  });
});
