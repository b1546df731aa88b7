import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { McpClient, McpServerSession } from '../../src/mcp/index.ts';
import type { ProtocolViolation } from '../../src/mcp/index.ts';
import { answers } from './answers.ts';
import { activeClient, clientInfo } from './clients.ts';
import { settle, WireTransport } from './wire.ts';

const serverInfo = { name: 'server', version: '1' };
const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params };
const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
const call = { name: 'echo' };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a client that cancels `initialize`', () => {
  it('gets the result all the same: no server is active without having answered', async () => {
    const transport = new WireTransport();
    const violations: ProtocolViolation[] = [];
    const options = { serverInfo, onViolation: (violation: ProtocolViolation) => violations.push(violation) };
    const receiving = McpServerSession.over(transport, options).recvInitialize();
    transport.receive(initialize);
    const [, owing] = await receiving;
    transport.receive(cancelled);
    transport.receive(initialized);
    const awaiting = await owing.sendInitializeResult();
    await settle();

    expect(transport.answerTo(1)).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
    expect(violations.map(({ kind }) => kind)).toEqual(['cancellation of initialize', 'notification out of order']);
    transport.receive(initialized);
    expect((await awaiting.recvInitialized()).state).toBe('Active');
  });
});

describe('a transport that never closes', () => {
  it('does not keep a failed handshake waiting', async () => {
    const transport = new WireTransport({
      initialize: { ...(answers.initialize as object), protocolVersion: '1999-01-01' },
    });
    transport.failClose = async () => new Promise(() => undefined);
    const awaiting = await McpClient.over(transport).sendInitialize({ clientInfo });
    const outcome = awaiting.recvInitializeResult().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(2_000);

    expect(await outcome).toMatchObject({ reason: 'unsupported version' });
    expect(transport.closings).toBe(1);
  });
});

describe('an `onViolation` that throws', () => {
  it('stops no answer, and the transport gets to know', async () => {
    const errors: Error[] = [];
    const { transport, client } = await activeClient({
      onViolation: () => {
        throw new Error('a logger failed');
      },
    });
    transport.onerror = (error) => errors.push(error);
    const listening = new WireTransport();
    listening.onerror = (error) => errors.push(error);
    const session = McpServerSession.over(listening, {
      serverInfo,
      onViolation: () => {
        throw new Error('a logger failed');
      },
    });
    void session.recvInitialize().catch(() => undefined);
    await settle();

    listening.receive({ jsonrpc: '2.0', id: 7, method: 7 });
    await settle();

    expect(listening.answerTo(7)).toMatchObject({ error: { code: -32600 } });
    expect(errors.map(({ message }) => message)).toEqual(['a logger failed']);
    await client.close();
  });
});

describe('progress', () => {
  it('keeps no request waiting past `maxTotalTimeoutMs`', async () => {
    const { transport, client } = await activeClient();
    const onProgress = vi.fn();
    const outcome = client
      .callTool(call, { timeoutMs: 100, maxTotalTimeoutMs: 250, onProgress })
      .catch((error: unknown) => error);
    await settle();
    for (let progress = 1; progress < 10; progress++) {
      transport.receive(progressOf(transport, progress));
      await vi.advanceTimersByTimeAsync(50);
    }

    expect(await outcome).toMatchObject({ reason: 'timeout', message: expect.stringContaining('250 ms') as string });
    expect(onProgress).toHaveBeenCalledTimes(5);
  });

  it('that is no further than before starts no clock anew, and reaches nobody', async () => {
    const violations: ProtocolViolation[] = [];
    const { transport, client } = await activeClient({ onViolation: (violation) => violations.push(violation) });
    const onProgress = vi.fn();
    const outcome = client.callTool(call, { timeoutMs: 100, onProgress }).catch((error: unknown) => error);
    await settle();
    for (let round = 0; round < 4; round++) {
      transport.receive(progressOf(transport, 1));
      await vi.advanceTimersByTimeAsync(40);
    }

    expect(await outcome).toMatchObject({ reason: 'timeout' });
    expect(onProgress).toHaveBeenCalledTimes(1);
    expect(violations.map(({ kind }) => kind)).toContain('progress out of order');
  });

  function progressOf(transport: WireTransport, progress: number): object {
    const progressToken = transport.idOf('tools/call');
    return { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress } };
  }
});

describe('a server that lost the session', () => {
  it.each([
    ['code', 'v1'],
    ['status', 'v2'],
  ])('ends it: HTTP 404, in `%s` of the error (%s)', async (key) => {
    const { transport, client } = await activeClient();
    const waiting = client.callTool(call).catch((error: unknown) => error);
    await settle();
    const { notifications } = client;
    transport.failSend = async () => Promise.reject(Object.assign(new Error('Not Found'), { [key]: 404 }));

    expect(await client.listTools().catch((error: unknown) => error)).toMatchObject({ reason: 'session lost' });
    expect(await waiting).toMatchObject({ reason: 'session lost' });
    await expect(client.listTools()).rejects.toMatchObject({ reason: 'session lost' });
    for await (const notification of notifications) throw new Error(`There is no more: ${notification.method}`);
    expect(transport.closings).toBe(1);
  });

  it('ends it by a notification, too', async () => {
    const { transport, client } = await activeClient({
      capabilities: { roots: { listChanged: true } },
      handlers: { 'roots/list': () => ({ roots: [] }) },
    });
    const waiting = client.callTool(call).catch((error: unknown) => error);
    await settle();
    transport.failSend = async () => Promise.reject(Object.assign(new Error('Not Found'), { status: 404 }));

    await expect(client.sendRootsListChanged()).rejects.toMatchObject({ reason: 'session lost' });
    expect(await waiting).toMatchObject({ reason: 'session lost' });
    expect(transport.closings).toBe(1);
  });

  it('is another thing than an address where there is no server', async () => {
    const transport = new WireTransport();
    transport.failSend = async () => Promise.reject(Object.assign(new Error('Not Found'), { status: 404 }));

    const client = await McpClient.over(transport)
      .sendInitialize({ clientInfo })
      .catch((error: unknown) => error);

    expect(client).toMatchObject({ message: 'Not Found' });
  });
});
