import { describe, expect, it, vi } from 'vitest';
import { McpError } from '../../src/errors.ts';
import { McpClient } from '../../src/mcp/index.ts';
import type { HandlerContext, ProtocolViolation } from '../../src/mcp/index.ts';
import { answers } from './answers.ts';
import { activeClient, clientInfo } from './clients.ts';
import { WireTransport, settle } from './wire.ts';

const message = { role: 'assistant' as const, model: 'm', content: { type: 'text' as const, text: 'hi' } };
const sampling = { messages: [{ role: 'user', content: { type: 'text', text: 'hello' } }], maxTokens: 10 };
const ask = (id: string, method: string, params?: object) => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params && { params }),
});

describe('a request of the server', () => {
  it('is answered by the handler for its method, with checked params', async () => {
    const handlers = {
      'sampling/createMessage': vi.fn(() => message),
      'elicitation/create': () => Promise.resolve({ action: 'accept' as const, content: { name: 'Ada' } }),
      'roots/list': () => ({ roots: [{ uri: 'file:///home' }] }),
    };
    const { transport } = await activeClient({ handlers });
    transport.receive(ask('s', 'sampling/createMessage', sampling));
    transport.receive(
      ask('e', 'elicitation/create', {
        message: 'Who?',
        requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
      }),
    );
    transport.receive(ask('r', 'roots/list'));
    await settle();
    expect(transport.answerTo('s')?.result).toEqual(message);
    expect(transport.answerTo('e')?.result).toEqual({ action: 'accept', content: { name: 'Ada' } });
    expect(transport.answerTo('r')?.result).toEqual({ roots: [{ uri: 'file:///home' }] });
    expect(handlers['sampling/createMessage']).toHaveBeenCalledWith(
      expect.objectContaining({ maxTokens: 10 }),
      expect.objectContaining({ requestId: 's' }),
    );
  });

  it.each([
    ['no handler', 'sampling/createMessage', -32601],
    ['a method that a client does not answer', 'tools/call', -32601],
    ['a method that every object has', 'constructor', -32601],
  ])('with %s is not found', async (_, method, code) => {
    const { transport } = await activeClient({ handlers: { 'roots/list': () => ({ roots: [] }) } });
    transport.receive(ask('x', method, sampling));
    await settle();
    expect(transport.answerTo('x')?.error).toMatchObject({ code });
  });

  it('with params of another form does not get to the handler', async () => {
    const handler = vi.fn(() => message);
    const { transport } = await activeClient({ handlers: { 'sampling/createMessage': handler } });
    transport.receive(ask('x', 'sampling/createMessage', { messages: 'hello' }));
    await settle();
    expect(transport.answerTo('x')?.error?.code).toBe(-32602);
    expect(handler).not.toHaveBeenCalled();
  });

  it('gets the error that a handler means for it, and of any other nothing but that it failed', async () => {
    const { transport } = await activeClient({
      handlers: {
        'roots/list': () => {
          throw new McpError(-1, 'The user rejected it', { data: { by: 'user' } });
        },
        'sampling/createMessage': () => Promise.reject(new Error('key sk-123 is not valid')),
      },
    });
    transport.receive(ask('r', 'roots/list'));
    transport.receive(ask('s', 'sampling/createMessage', sampling));
    await settle();
    expect(transport.answerTo('r')?.error).toEqual({ code: -1, message: 'The user rejected it', data: { by: 'user' } });
    expect(transport.answerTo('s')?.error).toEqual({ code: -32603, message: 'Internal error' });
  });

  it('never gets a result of another form', async () => {
    const { transport } = await activeClient({ handlers: { 'roots/list': () => ({ roots: 'none' }) as never } });
    transport.receive(ask('r', 'roots/list'));
    await settle();
    expect(transport.answerTo('r')).toMatchObject({ error: { code: -32603 } });
  });

  it('that the server cancels is aborted, and not answered', async () => {
    let context: HandlerContext | undefined;
    const { transport } = await activeClient({
      handlers: {
        'roots/list': async (_, given) => {
          context = given;
          await new Promise((resolve) => given.signal.addEventListener('abort', resolve));
          return { roots: [] };
        },
      },
    });
    transport.receive(ask('r', 'roots/list'));
    transport.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'other' } });
    transport.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: {} });
    expect(context?.signal.aborted).toBe(false);
    transport.receive({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 'r', reason: 'late' },
    });
    await settle();
    expect(context?.signal).toMatchObject({ aborted: true, reason: 'late' });
    expect(transport.answerTo('r')).toBeUndefined();
  });

  it('is aborted when the session ends', async () => {
    let signal: AbortSignal | undefined;
    const { transport, client } = await activeClient({
      handlers: {
        'roots/list': (_, context) => {
          signal = context.signal;
          return new Promise(() => undefined);
        },
      },
    });
    transport.receive(ask('r', 'roots/list'));
    await client.close();
    expect(signal?.aborted).toBe(true);
    expect(transport.answerTo('r')).toBeUndefined();
  });

  it('with the id of one that is under way is not acted upon', async () => {
    const violations: ProtocolViolation[] = [];
    const handler = vi.fn(() => new Promise<never>(() => undefined));
    const { transport } = await activeClient({
      handlers: { 'roots/list': handler },
      onViolation: (violation) => violations.push(violation),
    });
    transport.receive(ask('r', 'roots/list'));
    transport.receive(ask('r', 'roots/list'));
    expect(handler).toHaveBeenCalledOnce();
    expect(violations.map(({ kind }) => kind)).toEqual(['request id in use']);
  });

  it('is told progress if it asked for that', async () => {
    const { transport } = await activeClient({
      handlers: {
        'roots/list': async (_, context) => {
          await context.sendProgress({ progress: 1, total: 2 });
          return { roots: [] };
        },
      },
    });
    transport.receive(ask('a', 'roots/list'));
    transport.receive(ask('b', 'roots/list', { _meta: { progressToken: 'p' } }));
    await settle();
    expect(transport.sent.filter(({ method }) => method === 'notifications/progress')).toMatchObject([
      { params: { progressToken: 'p', progress: 1, total: 2 } },
    ]);
    expect(transport.answerTo('b')?.result).toEqual({ roots: [] });
  });

  it('whose answer cannot be sent is told to the transport', async () => {
    const { transport } = await activeClient();
    const onerror = vi.fn();
    transport.onerror = onerror;
    transport.failSend = () => Promise.reject(new Error('EPIPE'));
    transport.receive(ask('p', 'ping'));
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- transports of others may
    transport.failSend = () => Promise.reject('gone');
    transport.receive(ask('q', 'ping'));
    await settle();
    expect(onerror.mock.calls.flat().map(String)).toEqual(['Error: gone', 'Error: gone']);
  });
});

describe('a notification of the server', () => {
  it('comes through the channel, told apart by its method', async () => {
    const { transport, client } = await activeClient();
    const notify = (method: string, params?: object) => transport.receive({ jsonrpc: '2.0', method, params });
    notify('notifications/tools/list_changed');
    notify('notifications/resources/updated', { uri: 'file:///a' });
    notify('notifications/message', { level: 'error', data: { code: 7 } });
    await client.close();
    const seen: unknown[] = [];
    for await (const notification of client.notifications) {
      if (notification.method === 'notifications/resources/updated') seen.push(notification.params.uri);
      else if (notification.method === 'notifications/message') seen.push(notification.params.level);
      else seen.push(notification.method);
    }
    expect(seen).toEqual(['notifications/tools/list_changed', 'file:///a', 'error']);
  });

  it('that MCP does not have, or not in this form, is reported and dropped', async () => {
    const violations: ProtocolViolation[] = [];
    const { transport, client } = await activeClient({ onViolation: (violation) => violations.push(violation) });
    const notify = (method: string, params?: object) =>
      transport.receive({ jsonrpc: '2.0', method, ...(params && { params }) });
    notify('notifications/unheard');
    notify('toString');
    notify('notifications/initialized');
    notify('notifications/resources/updated', { uri: 7 });
    expect(violations.map(({ kind }) => kind)).toEqual([
      'unknown notification',
      'unknown notification',
      'unknown notification',
      'invalid notification',
    ]);
    expect(client.notifications.waiting).toBe(0);
  });

  it('comes through one channel, which is there from the start, whichever handle it is read from', async () => {
    const transport = new WireTransport(answers);
    const uninit = McpClient.over(transport);
    const { notifications } = uninit;
    const awaitingResult = await uninit.sendInitialize({ clientInfo });
    const [, awaitingNotif] = await awaitingResult.recvInitializeResult();
    const client = await awaitingNotif.sendInitialized();
    transport.receive({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
    const closed = await client.close();

    const handles = [awaitingResult, awaitingNotif, client, closed];
    expect(handles.map((handle) => handle.notifications === notifications)).toEqual([true, true, true, true]);
    expect(notifications.waiting).toBe(1);
  });

  it('never waits for its reader, and the oldest give way', async () => {
    const { transport, client } = await activeClient({ notificationCapacity: 3 }, { 'tools/list': { tools: [] } });
    for (const uri of ['a:1', 'a:2', 'a:3', 'a:4', 'a:5']) {
      transport.receive({ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri } });
    }
    expect((await client.listTools()).tools).toEqual([]);
    expect(client.notifications).toMatchObject({ waiting: 3, dropped: 2 });
    await client.close();
    const seen: unknown[] = [];
    for await (const { params } of client.notifications) seen.push((params as { uri?: string }).uri);
    expect(seen).toEqual(['a:3', 'a:4', 'a:5']);
  });
});
