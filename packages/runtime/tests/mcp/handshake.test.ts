import { describe, expect, it, vi } from 'vitest';
import { McpError } from '../../src/errors.ts';
import { McpClient, SessionError } from '../../src/mcp/index.ts';
import type { ProtocolViolation } from '../../src/mcp/index.ts';
import { answers, initializeResult } from './answers.ts';
import { activeClient, clientInfo } from './clients.ts';
import { WireTransport, settle } from './wire.ts';

const withVersion = (protocolVersion: string) => ({ initialize: { ...initializeResult, protocolVersion } });

describe('sendInitialize', () => {
  it('starts the transport and offers the newest version that it speaks', async () => {
    const transport = new WireTransport();
    const client = McpClient.over(transport);
    expect(transport.isStarted).toBe(false);
    await client.sendInitialize({ clientInfo, _meta: { trace: 1 } });
    expect(transport.isStarted).toBe(true);
    expect(transport.sent[0]?.params).toEqual({
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo,
      _meta: { trace: 1 },
    });
  });

  it('declares what it has handlers for, and no more', async () => {
    const transport = new WireTransport();
    const handlers = {
      'roots/list': () => ({ roots: [] }),
      'elicitation/create': () => ({ action: 'cancel' as const }),
    };
    const capabilities = { elicitation: { url: {} }, experimental: { x: {} }, extensions: { 'a/b': {} } };
    await McpClient.over(transport, { handlers, capabilities }).sendInitialize({ clientInfo });
    expect(transport.sent[0]?.params?.capabilities).toEqual({
      roots: {},
      elicitation: { url: {} },
      experimental: { x: {} },
      extensions: { 'a/b': {} },
    });
  });

  it('refuses a capability that nobody would answer for, and ends the session', async () => {
    const transport = new WireTransport();
    const options = { capabilities: { sampling: {} } } as object;
    await expect(McpClient.over(transport, options).sendInitialize({ clientInfo })).rejects.toThrow(
      '`sampling` is declared, but no handler answers `sampling/createMessage`.',
    );
    expect(transport).toMatchObject({ isStarted: false, closings: 1, sent: [] });
  });

  it('refuses params that are none, before anything starts', async () => {
    const transport = new WireTransport();
    const params = { clientInfo: { name: 'x' } } as never;
    await expect(McpClient.over(transport).sendInitialize(params)).rejects.toMatchObject({ code: -32602 });
    expect(transport).toMatchObject({ isStarted: false, closings: 1 });
  });

  it('closes a transport that does not start', async () => {
    const transport = new WireTransport();
    transport.failStart = () => Promise.reject(new Error('ENOENT'));
    await expect(McpClient.over(transport).sendInitialize({ clientInfo })).rejects.toThrow('ENOENT');
    expect(transport.closings).toBeGreaterThan(0);
  });

  it('closes a transport that cannot send, also when it throws at once and closing fails as well', async () => {
    const transport = new WireTransport();
    transport.failSend = () => {
      throw new Error('EPIPE');
    };
    transport.failClose = () => Promise.reject(new Error('EBADF'));
    await expect(McpClient.over(transport).sendInitialize({ clientInfo })).rejects.toThrow('EPIPE');
    expect(transport.closings).toBeGreaterThan(0);
  });

  it('does not hang where the transport takes the message only with its answer', async () => {
    const transport = new WireTransport();
    transport.failSend = () => new Promise(() => undefined);
    const client = await McpClient.over(transport).sendInitialize({ clientInfo }, { timeoutMs: 5 });
    await expect(client.recvInitializeResult()).rejects.toMatchObject({ reason: 'timeout' });
    expect(transport.closings).toBeGreaterThan(0);
  });
});

describe('recvInitializeResult', () => {
  it.each(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'])('accepts %s', async (version) => {
    const transport = new WireTransport(withVersion(version));
    const [result, next] = await (
      await McpClient.over(transport).sendInitialize({ clientInfo })
    ).recvInitializeResult();
    expect([result.protocolVersion, next.state, transport.version]).toEqual([version, 'AwaitingNotif', version]);
  });

  it.each(['2026-07-28', '1999-01-01', ''])('disconnects from a server that wants %j', async (version) => {
    const transport = new WireTransport(withVersion(version));
    const client = await McpClient.over(transport).sendInitialize({ clientInfo });
    await expect(client.recvInitializeResult()).rejects.toMatchObject({
      name: 'SessionError',
      reason: 'unsupported version',
      code: -32022,
      data: { requested: version, supported: expect.arrayContaining(['2025-11-25']) as unknown },
    });
    expect(transport).toMatchObject({ closings: 1, version: undefined });
    expect(transport.methods).toEqual(['initialize']);
  });

  it('speaks only the versions that it is told to', async () => {
    const transport = new WireTransport(withVersion('2025-11-25'));
    const client = await McpClient.over(transport, { versions: ['2025-06-18'] }).sendInitialize({ clientInfo });
    expect(transport.sent[0]?.params).toMatchObject({ protocolVersion: '2025-06-18' });
    await expect(client.recvInitializeResult()).rejects.toThrow(
      'The server speaks 2025-11-25; this client speaks 2025-06-18.',
    );
  });

  it.each([
    ['no object', 'hello'],
    ['an empty object', {}],
    ['another form', { ...initializeResult, serverInfo: 'server' }],
  ])('disconnects from a server that answers with %s', async (_, result) => {
    const transport = new WireTransport({ initialize: result });
    const client = await McpClient.over(transport).sendInitialize({ clientInfo });
    await expect(client.recvInitializeResult()).rejects.toMatchObject({ reason: 'invalid result' });
    expect(transport.closings).toBeGreaterThan(0);
  });

  it('disconnects when the server refuses, and hands on its code', async () => {
    const transport = new WireTransport();
    const client = await McpClient.over(transport).sendInitialize({ clientInfo });
    transport.receive({ jsonrpc: '2.0', id: 1, error: { code: -32_000, message: 'Go away', data: { why: 'late' } } });
    const failure: unknown = await client.recvInitializeResult().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(McpError);
    expect(failure).not.toBeInstanceOf(SessionError);
    expect(failure).toMatchObject({ code: -32_000, message: 'Go away', data: { why: 'late' } });
    expect(transport.closings).toBeGreaterThan(0);
  });

  it('gives up in time, never cancels `initialize`, and closes whether or not anybody waits', async () => {
    const transport = new WireTransport();
    const client = await McpClient.over(transport).sendInitialize({ clientInfo }, { timeoutMs: 5 });
    await vi.waitFor(() => expect(transport.closings).toBe(1));
    await expect(client.recvInitializeResult()).rejects.toMatchObject({ reason: 'timeout', code: -32001 });
    expect(transport.methods).toEqual(['initialize']);
  });

  it('stops when its signal says so', async () => {
    const transport = new WireTransport();
    const controller = new AbortController();
    const client = await McpClient.over(transport).sendInitialize({ clientInfo }, { signal: controller.signal });
    const receiving = client.recvInitializeResult();
    controller.abort(new Error('enough'));
    await expect(receiving).rejects.toThrow('enough');
    expect(transport.methods).toEqual(['initialize']);
    expect(transport.closings).toBeGreaterThan(0);
  });

  it('ends when the transport does', async () => {
    const transport = new WireTransport();
    const client = await McpClient.over(transport).sendInitialize({ clientInfo });
    const receiving = client.recvInitializeResult();
    await transport.close();
    await expect(receiving).rejects.toMatchObject({ reason: 'session ended' });
  });
});

describe('sendInitialized', () => {
  it('closes a transport that cannot send', async () => {
    const transport = new WireTransport(answers);
    const [, client] = await (await McpClient.over(transport).sendInitialize({ clientInfo })).recvInitializeResult();
    transport.failSend = () => Promise.reject(new Error('EPIPE'));
    await expect(client.sendInitialized()).rejects.toThrow('EPIPE');
    expect(transport.closings).toBe(1);
    await expect(client.sendInitialized()).rejects.toMatchObject({ consumedBy: 'sendInitialized' });
  });

  it('fails where the session has ended meanwhile', async () => {
    const transport = new WireTransport(answers);
    const [, client] = await (await McpClient.over(transport).sendInitialize({ clientInfo })).recvInitializeResult();
    await transport.close();
    await expect(client.sendInitialized()).rejects.toMatchObject({ reason: 'session ended' });
  });
});

describe('connect', () => {
  it('does the whole handshake, in its order, and resolves to the active session', async () => {
    const transport = new WireTransport(answers);
    const handlers = { 'roots/list': () => ({ roots: [] }) };
    const client = await McpClient.connect(transport, {
      clientInfo,
      handlers,
      capabilities: { roots: { listChanged: true } },
      versions: ['2025-06-18', '2025-11-25'],
      _meta: { trace: 1 },
    });

    expect(transport.log).toEqual(['! initialize', '? initialize=', '! notifications/initialized']);
    expect(transport.sent[0]?.params).toEqual({
      protocolVersion: '2025-06-18',
      capabilities: { roots: { listChanged: true } },
      clientInfo,
      _meta: { trace: 1 },
    });
    expect(client.state).toBe('Active');
    expect(client.initializeResult).toEqual(initializeResult);
    expect((await client.listTools()).tools).toHaveLength(1);
  });

  const failures: Record<string, [WireTransport, object, object]> = {
    'params that are none': [new WireTransport(), { clientInfo: {} }, { reason: 'invalid params' }],
    'a capability without a handler': [
      new WireTransport(),
      { clientInfo, capabilities: { sampling: {} } },
      { reason: 'invalid params' },
    ],
    'a transport that does not start': [
      Object.assign(new WireTransport(), { failStart: () => Promise.reject(new Error('ENOENT')) }),
      { clientInfo },
      { message: 'ENOENT' },
    ],
    'a transport that cannot send': [
      Object.assign(new WireTransport(), { failSend: () => Promise.reject(new Error('EPIPE')) }),
      { clientInfo },
      { message: 'EPIPE' },
    ],
    'a server that never answers': [new WireTransport(), { clientInfo, timeoutMs: 5 }, { reason: 'timeout' }],
    'a signal that is aborted': [
      new WireTransport(),
      { clientInfo, signal: AbortSignal.abort(new Error('enough')) },
      { message: 'enough' },
    ],
    'a server of another version': [
      new WireTransport(withVersion('1999-01-01')),
      { clientInfo },
      { reason: 'unsupported version' },
    ],
    'an answer that is none': [
      new WireTransport({ initialize: { capabilities: 7 } }),
      { clientInfo },
      { reason: 'invalid result' },
    ],
  };

  it.each(Object.entries(failures))(
    'closes the transport after %s, with the error of that step',
    async (_, failure) => {
      const [transport, options, error] = failure;
      await expect(McpClient.connect(transport, options as { clientInfo: typeof clientInfo })).rejects.toMatchObject(
        error,
      );
      expect(transport.closings).toBeGreaterThan(0);
      expect(transport.methods).not.toContain('notifications/initialized');
    },
  );

  it('closes the transport where `notifications/initialized` cannot be sent', async () => {
    const transport = new WireTransport(answers);
    transport.failSend = (message) => (Object.hasOwn(message, 'id') ? undefined : Promise.reject(new Error('EPIPE')));
    await expect(McpClient.connect(transport, { clientInfo })).rejects.toThrow('EPIPE');
    expect(transport.closings).toBe(1);
  });

  it('leaves a transport alone that carries a session already', async () => {
    const { transport, client } = await activeClient({}, answers);
    await expect(McpClient.connect(transport, { clientInfo })).rejects.toMatchObject({ reason: 'refused' });
    expect(transport.closings).toBe(0);
    await client.ping();
  });

  it('gives what the server answered in the states that have it, and refuses it before', async () => {
    const uninit = McpClient.over(new WireTransport()) as unknown as McpClient;
    expect(() => uninit.initializeResult).toThrow(
      '`initializeResult` needs the state Active, but this handle is in Uninit.',
    );
  });
});

describe('a server that speaks before its turn', () => {
  it('gets an answer to ping, and a refusal to everything else', async () => {
    const violations: ProtocolViolation[] = [];
    const transport = new WireTransport();
    const handlers = { 'roots/list': vi.fn(() => ({ roots: [] })) };
    await McpClient.over(transport, { handlers, onViolation: (v) => violations.push(v) }).sendInitialize({
      clientInfo,
    });
    transport.receive({ jsonrpc: '2.0', id: 'p', method: 'ping' });
    transport.receive({ jsonrpc: '2.0', id: 'r', method: 'roots/list' });
    await settle();
    expect(transport.answerTo('p')?.result).toEqual({});
    expect(transport.answerTo('r')?.error).toMatchObject({ code: -32600 });
    expect(handlers['roots/list']).not.toHaveBeenCalled();
    expect(violations.map(({ kind }) => kind)).toEqual(['request out of order']);
  });

  it('may log, and nothing else gets to the channel', async () => {
    const violations: ProtocolViolation[] = [];
    const transport = new WireTransport();
    const client = await McpClient.over(transport, { onViolation: (v) => violations.push(v) }).sendInitialize({
      clientInfo,
    });
    transport.receive({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
    transport.receive({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'up' } });
    expect(client.notifications.waiting).toBe(1);
    expect(violations).toMatchObject([
      {
        kind: 'notification out of order',
        detail: 'The server sent `notifications/tools/list_changed` before `notifications/initialized`.',
      },
    ]);
  });

  it('is heard as soon as `notifications/initialized` is on its way', async () => {
    const transport: WireTransport = new WireTransport(answers);
    const [, client] = await (await McpClient.over(transport).sendInitialize({ clientInfo })).recvInitializeResult();
    transport.failSend = () => {
      transport.receive({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
      return Promise.resolve();
    };
    expect((await client.sendInitialized()).notifications.waiting).toBe(1);
  });
});

describe('close', () => {
  it('is there in every state, and closes the transport', async () => {
    for (const steps of [0, 1, 2, 3]) {
      const transport = new WireTransport(answers);
      const uninit = McpClient.over(transport);
      if (steps === 0) expect((await uninit.close()).state).toBe('Closed');
      else {
        const awaiting = await uninit.sendInitialize({ clientInfo });
        if (steps === 1) await awaiting.close();
        else {
          const [, next] = await awaiting.recvInitializeResult();
          await (steps === 2 ? next : await next.sendInitialized()).close();
        }
      }
      expect(transport.closings, `after ${steps} steps`).toBe(1);
    }
  });

  it('ends what is under way, and the channel', async () => {
    const { client } = await activeClient();
    const [asked, closed] = await Promise.allSettled([client.listTools(), client.close()]);
    expect(asked).toMatchObject({ reason: { reason: 'session ended', message: 'The session was closed.' } });
    expect(closed.status).toBe('fulfilled');
    for await (const notification of client.notifications) expect.fail(notification.method);
  });

  it('tells the server over HTTP that its session is over, and does not wait for long', async () => {
    vi.useFakeTimers();
    try {
      const { transport, client } = await activeClient();
      const terminateSession = vi.fn(() => new Promise<void>(() => undefined));
      Object.assign(transport, { terminateSession });
      const closing = client.close();
      await vi.advanceTimersByTimeAsync(2_000);
      await closing;
      expect(terminateSession).toHaveBeenCalledOnce();
      expect(transport.closings).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it('does not mind a server that cannot be told', async () => {
    const { transport, client } = await activeClient();
    Object.assign(transport, { terminateSession: () => Promise.reject(new Error('405')) });
    expect((await client.close()).state).toBe('Closed');
  });

  it('says so when the transport does not close; the session is over nevertheless', async () => {
    const { transport, client } = await activeClient();
    transport.failClose = () => Promise.reject(new Error('EBADF'));
    await expect(client.close()).rejects.toThrow('EBADF');
    await expect(client.ping()).rejects.toMatchObject({ consumedBy: 'close' });
  });

  it('of the transport by the other side ends the session; closing again is the one operation left', async () => {
    const { transport, client } = await activeClient();
    await transport.close();
    await expect(client.listTools()).rejects.toMatchObject({
      reason: 'session ended',
      message: 'The transport was closed.',
    });
    expect((await client.close()).state).toBe('Closed');
  });
});

describe('a transport', () => {
  it('carries one session only', () => {
    const transport = new WireTransport();
    McpClient.over(transport);
    expect(() => McpClient.over(transport)).toThrow('This transport carries a session already.');
  });

  it('keeps calling who watched it before', async () => {
    const transport = new WireTransport(answers);
    const [onclose, onerror] = [vi.fn(), vi.fn()];
    Object.assign(transport, { onclose, onerror });
    const client = await McpClient.over(transport).sendInitialize({ clientInfo });
    transport.onerror?.(new Error('noise'));
    await client.close();
    expect([onclose.mock.calls.length, onerror.mock.calls.length]).toEqual([1, 1]);
  });
});
