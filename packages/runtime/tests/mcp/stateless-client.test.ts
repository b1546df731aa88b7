import { describe, expect, it, vi } from 'vitest';
import { McpClient } from '../../src/mcp/index.ts';
import type { ProtocolViolation } from '../../src/mcp/index.ts';
import { acknowledgement, everyCapability, statelessAnswers } from './answers.ts';
import { clientInfo, statelessClient } from './clients.ts';
import { WireTransport, settle } from './wire.ts';

const call = { name: 'echo' };
const complete = { resultType: 'complete', content: [] };

describe('a client without a handshake', () => {
  it('is active at once, and sends nothing by itself', async () => {
    const { transport, client } = await statelessClient();
    expect(client.state).toBe('Active');
    expect(transport).toMatchObject({ isStarted: true, sent: [], version: '2026-07-28' });
  });

  it('says with each request who it is, and keeps what the caller adds', async () => {
    const handlers = { 'elicitation/create': () => ({ action: 'cancel' as const }) };
    const { transport, client } = await statelessClient({ handlers });
    await client.callTool({ ...call, _meta: { trace: 'x' } });
    expect(transport.sent[0]?.params?._meta).toEqual({
      trace: 'x',
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': clientInfo,
      'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
    });
  });

  it('gets checked results, without what the wire says of their type', async () => {
    const { client } = await statelessClient();
    expect(await client.discover()).toEqual({ supportedVersions: ['2026-07-28'], capabilities: everyCapability });
    expect(await client.callTool(call)).toEqual({ content: [{ type: 'text', text: 'hello' }] });
  });

  it('takes a result that does not say of what type it is for complete', async () => {
    const { client } = await statelessClient({}, { 'tools/call': { content: [] } });
    expect(await client.callTool(call)).toEqual({ content: [] });
  });

  it('closes a transport that does not start', async () => {
    const transport = new WireTransport();
    transport.failStart = () => Promise.reject(new Error('ENOENT'));
    await expect(McpClient.stateless(transport, { clientInfo })).rejects.toThrow('ENOENT');
    expect(transport.closings).toBe(1);
  });

  it.each([
    ['of a type that it does not know', { resultType: 'partial', content: [] }],
    ['that asks for input and does not say which', { resultType: 'input_required', inputRequests: [] }],
    ['of another form', { resultType: 'complete', content: 'hello' }],
  ])('rejects a result %s', async (_, result) => {
    const { client } = await statelessClient({}, { 'tools/call': result });
    await expect(client.callTool(call)).rejects.toMatchObject({ reason: 'invalid result' });
  });

  it('refuses params of another form', async () => {
    const { transport, client } = await statelessClient();
    await expect(client.callTool({} as never)).rejects.toMatchObject({ reason: 'invalid params' });
    await expect(client.listen({ toolsListChanged: 'yes' } as never)).rejects.toMatchObject({
      reason: 'invalid params',
    });
    expect(transport.sent).toEqual([]);
  });

  it('answers no requests: servers of this era send none', async () => {
    const violations: ProtocolViolation[] = [];
    const handlers = { 'roots/list': vi.fn(() => ({ roots: [] })) };
    const { transport } = await statelessClient({ handlers, onViolation: (violation) => violations.push(violation) });
    transport.receive({ jsonrpc: '2.0', id: 'r', method: 'roots/list' });
    await settle();
    expect(transport.answerTo('r')?.error?.code).toBe(-32601);
    expect(handlers['roots/list']).not.toHaveBeenCalled();
    expect(violations.map(({ kind }) => kind)).toEqual(['request out of order']);
  });

  it('cancels by ending the stream where each request has its own, and by a notification elsewhere', async () => {
    for (const hasPerRequestStream of [true, false]) {
      const { transport, client } = await statelessClient({}, {});
      transport.hasPerRequestStream = hasPerRequestStream;
      const controller = new AbortController();
      const asking = client.callTool(call, { signal: controller.signal });
      await settle();
      controller.abort(new Error('no'));
      await expect(asking).rejects.toThrow('no');
      expect(transport.options[0]?.requestSignal?.aborted).toBe(hasPerRequestStream);
      expect(transport.methods.includes('notifications/cancelled')).toBe(!hasPerRequestStream);
    }
  });
});

describe('a server that asks for input', () => {
  const elicitation = {
    method: 'elicitation/create',
    params: { message: 'Sure?', requestedSchema: { type: 'object', properties: {} } },
  };
  const asks = (inputRequests?: unknown, requestState?: string) => ({
    resultType: 'input_required',
    ...(inputRequests !== undefined && { inputRequests }),
    ...(requestState !== undefined && { requestState }),
  });

  it('gets it from the handlers, with its state back, and then answers', async () => {
    const handlers = {
      'elicitation/create': () => ({ action: 'accept' as const, content: {} }),
      'roots/list': () => ({ roots: [] }),
    };
    const { transport, client } = await statelessClient(
      { handlers },
      {
        'tools/call': ({ params }: { params: object }) =>
          'inputResponses' in params ? complete : asks({ a: elicitation, b: { method: 'roots/list' } }, 's1'),
      },
    );
    expect((await client.callTool(call)).content).toEqual([]);
    const [first, second] = transport.sent;
    expect(second?.params).toMatchObject({
      name: 'echo',
      inputResponses: { a: { action: 'accept', content: {} }, b: { roots: [] } },
      requestState: 's1',
    });
    expect(second?.id).not.toBe(first?.id);
  });

  it('does not get the state or the input of an earlier round again', async () => {
    let round = 0;
    const handlers = { 'roots/list': () => ({ roots: [] }) };
    const { transport, client } = await statelessClient(
      { handlers },
      {
        'tools/call': () =>
          [asks({ a: { method: 'roots/list' } }, 's1'), asks({ b: { method: 'roots/list' } }), complete][round++],
      },
    );
    await client.callTool(call);
    expect(transport.sent[1]?.params).toMatchObject({ inputResponses: { a: {} }, requestState: 's1' });
    expect(transport.sent[2]?.params?.inputResponses).toEqual({ b: { roots: [] } });
    expect(transport.sent[2]?.params).not.toHaveProperty('requestState');
  });

  it('that asks for what nobody answers fails the request, and stops the other handlers', async () => {
    let signal: AbortSignal | undefined;
    const handlers = {
      'roots/list': (_: unknown, context: { signal: AbortSignal }) => {
        signal = context.signal;
        return new Promise<never>(() => undefined);
      },
    };
    const { client } = await statelessClient(
      { handlers },
      { 'tools/call': asks({ a: { method: 'roots/list' }, b: elicitation }) },
    );
    await expect(client.callTool(call)).rejects.toMatchObject({ code: -32601 });
    expect(signal?.aborted).toBe(true);
  });

  it.each<[string, (client: McpClient<'Active', '2026-07-28'>, controller: AbortController) => unknown, object]>([
    ['the session ends', (client) => client.close(), { reason: 'session ended' }],
    ['the caller gives up', (_, controller) => controller.abort(new Error('enough')), { message: 'enough' }],
  ])('and handlers that never say anything are not waited for when %s', async (_, end, failure) => {
    let signal: AbortSignal | undefined;
    const { client } = await statelessClient(
      {
        handlers: {
          'roots/list': (_params: unknown, context: { signal: AbortSignal }) => {
            signal = context.signal;
            return new Promise<never>(() => undefined);
          },
        },
      },
      { 'tools/call': asks({ a: { method: 'roots/list' } }) },
    );
    const controller = new AbortController();
    const asking = client.callTool(call, { signal: controller.signal }).catch((error: unknown) => error);
    await settle();
    await end(client, controller);
    expect(await asking).toMatchObject(failure);
    expect(signal?.aborted).toBe(true);
  });

  it.each([null, 'roots/list', { method: 7 }])('by %j fails the request', async (request) => {
    const { client } = await statelessClient({}, { 'tools/call': asks({ a: request }) });
    await expect(client.callTool(call)).rejects.toMatchObject({ reason: 'invalid result' });
  });

  it('without end is refused', async () => {
    const handlers = { 'roots/list': vi.fn(() => ({ roots: [] })) };
    const { client } = await statelessClient(
      { handlers, inputRounds: 2 },
      { 'tools/call': asks({ a: { method: 'roots/list' } }) },
    );
    await expect(client.callTool(call)).rejects.toThrow('`tools/call` still asks for input after 2 rounds.');
    expect(handlers['roots/list']).toHaveBeenCalledTimes(2);
  });

  it('to come back later is asked again after a while, unless the caller gives up', async () => {
    const { transport, client } = await statelessClient(
      {},
      {
        'tools/call': ({ params }: { params: object }) =>
          'requestState' in params ? complete : asks(undefined, 'wait'),
      },
    );
    await client.callTool(call);
    expect(transport.sent).toHaveLength(2);
    const controller = new AbortController();
    const asking = client.callTool(call, { signal: controller.signal });
    await settle();
    controller.abort(new Error('no time'));
    await expect(asking).rejects.toThrow('no time');
    expect(transport.sent).toHaveLength(3);
  });
});

describe('a subscription', () => {
  const open = async (options: { signal?: AbortSignal } = {}) => {
    const { transport, client } = await statelessClient({}, {});
    const opening = client.listen({ toolsListChanged: true, promptsListChanged: true }, options);
    await settle();
    return { transport, client, opening };
  };

  it('is open when the server acknowledges it, and its notifications come through the channel', async () => {
    const { transport, client, opening } = await open();
    transport.receive(acknowledgement('listen:other'));
    transport.receive(acknowledgement());
    expect((await opening).honored).toEqual({ toolsListChanged: true });
    transport.receive({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
    const next = await client.notifications[Symbol.asyncIterator]().next();
    expect(next.value).toEqual({ method: 'notifications/tools/list_changed' });
  });

  it('honors nothing where the server does not say what', async () => {
    const { transport, opening } = await open();
    const { params } = acknowledgement();
    transport.receive({ ...acknowledgement(), params: { ...params, notifications: 'all' } });
    expect((await opening).honored).toEqual({});
  });

  it.each<[string, (transport: WireTransport, controller: AbortController) => unknown, string]>([
    ['its signal', (_, controller) => controller.abort(), 'closed'],
    [
      'the server, in order',
      (transport) => transport.receive({ jsonrpc: '2.0', id: 'listen:1', result: {} }),
      'finished',
    ],
    [
      'the server, by cancelling',
      (transport) =>
        transport.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'listen:1' } }),
      'lost',
    ],
    ['the end of its stream', (transport) => transport.options[0]?.onRequestStreamEnd?.(), 'lost'],
    ['the end of the session', (transport) => transport.close(), 'lost'],
  ])('is ended by %s', async (_, end, how) => {
    const controller = new AbortController();
    const { transport, opening } = await open({ signal: controller.signal });
    transport.receive(acknowledgement());
    const subscription = await opening;
    end(transport, controller);
    expect(await subscription.ended).toBe(how);
    await subscription.close();
  });

  it('is closed by its owner, who tells the server', async () => {
    const { transport, opening } = await open();
    transport.receive(acknowledgement());
    const subscription = await opening;
    await subscription.close();
    expect(await subscription.ended).toBe('closed');
    expect(transport.sent.at(-1)).toMatchObject({
      method: 'notifications/cancelled',
      params: { requestId: 'listen:1' },
    });
  });

  it.each<[string, object, object]>([
    ['refused', { error: { code: -1, message: 'full' } }, { code: -1 }],
    ['over', { result: {} }, { reason: 'no answer' }],
  ])('that is %s rejects', async (_, answer, reason) => {
    const { transport, opening } = await open();
    transport.receive({ jsonrpc: '2.0', id: 'listen:1', ...answer });
    await expect(opening).rejects.toMatchObject(reason);
  });

  it('that is never acknowledged rejects', async () => {
    const { client } = await statelessClient({}, {});
    await expect(client.listen({ toolsListChanged: true }, { timeoutMs: 5 })).rejects.toMatchObject({
      reason: 'timeout',
    });
  });
});

describe('a server without a handshake that breaks the protocol', () => {
  it('is reported: notifications that MCP does not have', async () => {
    const violations: ProtocolViolation[] = [];
    const { transport, client } = await statelessClient(
      { onViolation: (violation) => violations.push(violation), notificationCapacity: 1 },
      statelessAnswers,
    );
    transport.receive({ jsonrpc: '2.0', method: 'notifications/unheard' });
    expect(violations.map(({ kind }) => kind)).toEqual(['unknown notification']);
    expect(client.notifications.waiting).toBe(0);
  });
});
