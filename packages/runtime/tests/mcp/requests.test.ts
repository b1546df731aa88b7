import { describe, expect, it, vi } from 'vitest';
import { McpClient, pagesOf } from '../../src/mcp/index.ts';
import type { ProtocolViolation } from '../../src/mcp/index.ts';
import { answers, initializeResult } from './answers.ts';
import { activeClient, clientInfo } from './clients.ts';
import { WireTransport, settle } from './wire.ts';

const call = { name: 'echo', arguments: { text: 'hello' } };

describe('a request', () => {
  it('resolves to what the server answers, checked', async () => {
    const { client } = await activeClient({}, answers);
    expect((await client.listTools()).tools[0]?.name).toBe('echo');
    expect((await client.callTool(call)).content).toEqual([{ type: 'text', text: 'hello' }]);
    expect((await client.readResource({ uri: 'file:///a' })).contents).toHaveLength(1);
    expect((await client.callToolAsTask({ ...call, task: { ttl: 1 } })).task.taskId).toBe('t1');
    await client.ping();
  });

  it('pairs answers with requests in whatever order they come', async () => {
    const { transport, client } = await activeClient();
    const first = client.callTool({ name: 'first' });
    const second = client.callTool({ name: 'second' });
    const [a, b] = transport.sent.filter(({ method }) => method === 'tools/call').map(({ id }) => id);
    transport.receive({ jsonrpc: '2.0', id: b, result: { content: [{ type: 'text', text: 'second' }] } });
    transport.receive({ jsonrpc: '2.0', id: a, result: { content: [{ type: 'text', text: 'first' }] } });
    expect([(await first).content, (await second).content]).toMatchObject([[{ text: 'first' }], [{ text: 'second' }]]);
  });

  it.each([
    ['an answer of another form', { tools: [{ name: 1 }] }],
    ['an empty answer', {}],
  ])('rejects with %s', async (_, result) => {
    const { client } = await activeClient({}, { 'tools/list': result });
    await expect(client.listTools()).rejects.toMatchObject({
      reason: 'invalid result',
      code: -32603,
      data: { issues: expect.any(Array) as unknown },
    });
  });

  it('is not sent with params of another form', async () => {
    const { transport, client } = await activeClient();
    await expect(client.callTool({ arguments: {} } as never)).rejects.toMatchObject({
      reason: 'invalid params',
      code: -32602,
      message: expect.stringContaining('params.name') as unknown,
    });
    expect(transport.methods).not.toContain('tools/call');
  });

  it('is not sent where the server has not declared the capability', async () => {
    const initialize = { ...initializeResult, capabilities: { resources: {}, prompts: null, toString: undefined } };
    const { transport, client } = await activeClient(
      {},
      { initialize: { ...initialize, capabilities: { resources: {} } } },
    );
    await expect(client.listTools()).rejects.toThrow('`tools/list` needs `tools`, which the server did not declare.');
    await expect(client.subscribeResource({ uri: 'a:b' })).rejects.toMatchObject({ reason: 'not negotiated' });
    await expect(client.callToolAsTask({ ...call, task: {} })).rejects.toMatchObject({ reason: 'not negotiated' });
    await expect(client.sendRootsListChanged()).rejects.toMatchObject({ reason: 'not negotiated' });
    expect(transport.methods).toEqual(['initialize', 'notifications/initialized']);
  });

  it('rejects with the code of the server', async () => {
    const { transport, client } = await activeClient();
    const asking = client.readResource({ uri: 'file:///none' });
    transport.receive({
      jsonrpc: '2.0',
      id: transport.idOf('resources/read'),
      error: { code: -32002, message: 'Not found' },
    });
    await expect(asking).rejects.toMatchObject({ name: 'McpError', code: -32002, message: 'Not found' });
  });

  it('rejects when it cannot be sent; the session goes on', async () => {
    const { transport, client } = await activeClient({}, answers);
    transport.failSend = () => Promise.reject(new Error('503'));
    await expect(client.listTools()).rejects.toThrow('503');
    transport.failSend = undefined;
    expect((await client.listTools()).tools).toHaveLength(1);
  });

  it('rejects when its stream ends without an answer', async () => {
    const { transport, client } = await activeClient();
    const asking = client.listTools();
    transport.options.at(-1)?.onRequestStreamEnd?.();
    await expect(asking).rejects.toMatchObject({ reason: 'no answer' });
  });
});

describe('a clock', () => {
  it('runs for a request that waits, and for no other', async () => {
    vi.useFakeTimers();
    try {
      const { transport, client } = await activeClient();
      const asking = client.listTools();
      expect(vi.getTimerCount()).toBe(1);
      transport.answer('tools/list', { tools: [] });
      await asking;
      expect(vi.getTimerCount()).toBe(0);
      const cut = client.listTools();
      await transport.close();
      await expect(cut).rejects.toMatchObject({ reason: 'session ended', message: 'The transport was closed.' });
      await client.close();
      await vi.advanceTimersByTimeAsync(0);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('cancelling', () => {
  it('tells the server, and rejects with the reason', async () => {
    const { transport, client } = await activeClient();
    const controller = new AbortController();
    const asking = client.callTool(call, { signal: controller.signal });
    controller.abort(new Error('changed my mind'));
    await expect(asking).rejects.toThrow('changed my mind');
    expect(transport.sent.at(-1)).toMatchObject({
      method: 'notifications/cancelled',
      params: { requestId: transport.idOf('tools/call'), reason: 'Error: changed my mind' },
    });
    expect(transport.options.at(-2)?.requestSignal?.aborted).toBe(false);
  });

  it('before sending sends nothing', async () => {
    const { transport, client } = await activeClient();
    await expect(client.callTool(call, { signal: AbortSignal.abort(new Error('no')) })).rejects.toThrow('no');
    expect(transport.methods).toEqual(['initialize', 'notifications/initialized']);
  });

  it('after the answer does nothing', async () => {
    const { transport, client } = await activeClient({}, answers);
    const controller = new AbortController();
    await client.callTool(call, { signal: controller.signal });
    controller.abort();
    await settle();
    expect(transport.methods).not.toContain('notifications/cancelled');
  });

  it('comes with a timeout, and an answer that comes too late is one to no request', async () => {
    const violations: ProtocolViolation[] = [];
    const { transport, client } = await activeClient({ onViolation: (violation) => violations.push(violation) });
    await expect(client.callTool(call, { timeoutMs: 5 })).rejects.toMatchObject({
      reason: 'timeout',
      code: -32001,
      message: '`tools/call` was not answered within 5 ms.',
    });
    expect(transport.sent.at(-1)).toMatchObject({ method: 'notifications/cancelled', params: { reason: 'timeout' } });
    transport.answer('tools/call', { content: [] });
    expect(violations.map(({ kind }) => kind)).toEqual(['answer to no request']);
  });

  it('does not fail where the server cannot be told', async () => {
    const { transport, client } = await activeClient();
    const asking = client.callTool(call, { timeoutMs: 5 });
    transport.failSend = () => Promise.reject(new Error('EPIPE'));
    await expect(asking).rejects.toMatchObject({ reason: 'timeout' });
  });

  it('never comes by itself where there is no limit', async () => {
    vi.useFakeTimers();
    try {
      const { transport, client } = await activeClient();
      const asking = client.callTool(call, { timeoutMs: Infinity });
      await vi.advanceTimersByTimeAsync(100 * 24 * 3_600_000);
      transport.answer('tools/call', { content: [] });
      expect((await asking).content).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('progress', () => {
  const progress = (token: unknown, more: object) => ({
    jsonrpc: '2.0',
    method: 'notifications/progress',
    params: { progressToken: token, ...more },
  });

  it('goes to the request that asked for it, starts its clock anew, and stays off the channel', async () => {
    vi.useFakeTimers();
    try {
      const { transport, client } = await activeClient();
      const seen: unknown[] = [];
      const asking = client.callTool(
        { ...call, _meta: { trace: 1 } },
        { onProgress: (report) => seen.push(report), timeoutMs: 100 },
      );
      const token = transport.idOf('tools/call');
      expect(transport.sent.at(-1)?.params?._meta).toEqual({ trace: 1, progressToken: token });
      for (const step of [1, 2]) {
        await vi.advanceTimersByTimeAsync(80);
        transport.receive(progress(token, { progress: step, total: 2, message: 'on it' }));
      }
      await vi.advanceTimersByTimeAsync(80);
      transport.answer('tools/call', { content: [] });
      await asking;
      expect(seen).toEqual([1, 2].map((step) => ({ progress: step, total: 2, message: 'on it' })));
      expect(client.notifications.waiting).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('that nobody asked for is a notification like others; one without a number is a violation', async () => {
    const violations: ProtocolViolation[] = [];
    const { transport, client } = await activeClient({ onViolation: (violation) => violations.push(violation) });
    transport.receive(progress('unknown', { progress: 1 }));
    transport.receive(progress('unknown', { progress: 'much' }));
    expect(client.notifications.waiting).toBe(1);
    expect(violations.map(({ kind }) => kind)).toEqual(['invalid notification']);
  });

  it('whose callback throws fails its request, not the transport', async () => {
    const { transport, client } = await activeClient();
    const asking = client.callTool(call, {
      onProgress: () => {
        throw new Error('cannot draw');
      },
    });
    transport.receive(progress(transport.idOf('tools/call'), { progress: 1 }));
    await expect(asking).rejects.toThrow('cannot draw');
  });
});

describe('a server that breaks the protocol', () => {
  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a string', 'hello'],
    ['an array', []],
    ['another version of JSON-RPC', { jsonrpc: '1.0', id: 1, result: {} }],
    ['an id that is none', { jsonrpc: '2.0', id: {}, result: {} }],
    ['a message that says nothing', { jsonrpc: '2.0' }],
    ['an error without a code', { jsonrpc: '2.0', error: {} }],
  ])('by %s is reported, and the session goes on', async (_, message) => {
    const violations: ProtocolViolation[] = [];
    const { transport, client } = await activeClient({ onViolation: (v) => violations.push(v) }, answers);
    transport.receive(message);
    expect(violations).toMatchObject([{ kind: 'malformed message', message }]);
    expect((await client.listTools()).tools).toHaveLength(1);
  });

  it('by an answer that is none fails the request at once', async () => {
    const { transport, client } = await activeClient();
    const both = client.listTools();
    transport.receive({
      jsonrpc: '2.0',
      id: transport.idOf('tools/list'),
      result: {},
      error: { code: 1, message: '' },
    });
    await expect(both).rejects.toMatchObject({ reason: 'invalid result' });
    const scalar = client.listTools();
    transport.answer('tools/list', 7);
    await expect(scalar).rejects.toMatchObject({ reason: 'invalid result' });
  });

  it('by a request that is none gets an error', async () => {
    const { transport } = await activeClient();
    transport.receive({ jsonrpc: '2.0', id: 'x', method: 'roots/list', params: 'all' });
    await settle();
    expect(transport.answerTo('x')?.error).toMatchObject({ code: -32600 });
  });

  it('by an unknown id, the same id as text, or a second answer changes nothing', async () => {
    const violations: ProtocolViolation[] = [];
    const { transport, client } = await activeClient({ onViolation: (violation) => violations.push(violation) });
    const asking = client.listTools();
    const id = transport.idOf('tools/list');
    transport.receive({ jsonrpc: '2.0', id: 999, result: { tools: [] } });
    transport.receive({ jsonrpc: '2.0', id: String(id), result: { tools: [] } });
    transport.receive({ jsonrpc: '2.0', error: { code: -32700, message: 'Parse error' } });
    transport.answer('tools/list', { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] });
    transport.answer('tools/list', { tools: [] });
    expect((await asking).tools).toHaveLength(1);
    expect(violations.map(({ kind }) => kind)).toEqual(Array(4).fill('answer to no request'));
  });

  it('after the session has ended is not heard', async () => {
    const onViolation = vi.fn();
    const { transport, client } = await activeClient({ onViolation });
    await client.close();
    transport.receive({ jsonrpc: '2.0', id: 'late', method: 'ping' });
    transport.receive('late');
    await settle();
    expect(transport.answerTo('late')).toBeUndefined();
    expect(onViolation).not.toHaveBeenCalled();
  });
});

describe('pagesOf', () => {
  it('walks to the last page, and asks no further than its reader', async () => {
    const pages: Record<string, object> = { '': { nextCursor: 'b' }, b: { nextCursor: 'c' }, c: {} };
    const asked: string[] = [];
    const { client } = await activeClient(
      {},
      {
        'tools/list': ({ params }: { params?: { cursor?: string } }) => {
          asked.push(params?.cursor ?? '');
          return { tools: [], ...pages[params?.cursor ?? ''] };
        },
      },
    );
    let seen = 0;
    for await (const _ of pagesOf((page) => client.listTools(page))) seen += 1;
    for await (const _ of pagesOf((page) => client.listTools(page))) break;
    expect(seen).toBe(3);
    expect(asked).toEqual(['', 'b', 'c', '']);
  });

  it('stops at a list that goes in circles', async () => {
    const { client } = await activeClient({}, { 'tools/list': { tools: [], nextCursor: 'a' } });
    const walk = async (): Promise<void> => {
      for await (const _ of pagesOf((page) => client.listTools(page))) await settle();
    };
    await expect(walk()).rejects.toThrow('The list does not end');
  });
});

describe('without anybody waiting', () => {
  it('nothing that fails is an unhandled rejection', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    try {
      const transport = new WireTransport();
      await McpClient.over(transport).sendInitialize({ clientInfo });
      transport.receive({ jsonrpc: '2.0', id: 1, error: { code: 1, message: 'no' } });
      const { transport: other } = await activeClient();
      await other.close();
      await settle();
      await settle();
      expect(unhandled).not.toHaveBeenCalled();
    } finally {
      process.off('unhandledRejection', unhandled);
    }
  });
});
