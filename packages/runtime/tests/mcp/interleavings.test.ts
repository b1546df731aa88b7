import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { McpClient, McpServerSession } from '../../src/mcp/index.ts';
import { answers, initializeResult } from './answers.ts';
import { breachOf } from './session-type.ts';
import { WireTransport, settle } from './wire.ts';

/** A handle as a caller without types sees it, who calls what it likes. */
type Untyped = Record<string, (...args: unknown[]) => Promise<unknown>>;

const clientInfo = { name: 'client', version: '1' };

const operations: readonly (readonly [string, ...unknown[]])[] = [
  ['sendInitialize', { clientInfo }, { timeoutMs: Infinity }],
  ['recvInitializeResult'],
  ['sendInitialized'],
  ['listTools', undefined, { timeoutMs: Infinity }],
  ['callTool', { name: 'echo' }, { timeoutMs: Infinity }],
  ['ping', { timeoutMs: Infinity }],
  ['sendRootsListChanged'],
  ['close'],
];

/** What a server may say that means anything, and much that does not; `id` is one of those that the client has used. */
const messages = fc.oneof(
  fc.record({
    jsonrpc: fc.constant('2.0'),
    id: fc.nat(6),
    result: fc.constantFrom(initializeResult, {}, { tools: [] }),
  }),
  fc.record({ jsonrpc: fc.constant('2.0'), id: fc.nat(6), error: fc.constant({ code: -1, message: 'no' }) }),
  fc.record({
    jsonrpc: fc.constant('2.0'),
    id: fc.oneof(fc.nat(6), fc.constantFrom('a', 'b')),
    method: fc.constantFrom('ping', 'roots/list', 'sampling/createMessage', 'initialize', '__proto__'),
  }),
  fc.record({
    jsonrpc: fc.constant('2.0'),
    method: fc.constantFrom(
      'notifications/tools/list_changed',
      'notifications/message',
      'notifications/cancelled',
      'notifications/progress',
      'notifications/initialized',
      'hasOwnProperty',
    ),
    params: fc.oneof(fc.constant({}), fc.record({ requestId: fc.nat(6) }), fc.record({ progressToken: fc.nat(6) })),
  }),
  fc.json().map((text): unknown => JSON.parse(text)),
  fc.anything(),
);

type Step =
  | { readonly kind: 'call'; readonly operation: number; readonly handle: number }
  | { readonly kind: 'message'; readonly message: unknown }
  | { readonly kind: 'pause' }
  | { readonly kind: 'transport closes' };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('call' as const),
        operation: fc.nat(operations.length - 1),
        handle: fc.nat(4),
      }),
    },
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('message' as const), message: messages }) },
    { weight: 3, arbitrary: fc.constant({ kind: 'pause' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'transport closes' as const }) },
  ),
  { maxLength: 30 },
);

/**
 * Runs one program that keeps every handle it ever got, and calls any of them at any time, from a session on that has
 * come `progress` steps through its handshake.
 */
async function run(program: readonly Step[], progress: number, answering: boolean): Promise<WireTransport> {
  const transport = new WireTransport(answering ? answers : {});
  const handles = [
    McpClient.over(transport, {
      handlers: { 'roots/list': () => ({ roots: [] }) },
      capabilities: { roots: { listChanged: true } },
    }) as unknown as Untyped,
  ];
  const outcomes: Promise<unknown>[] = [];
  const handshake: Step[] = [
    { kind: 'call', operation: 0, handle: 0 },
    { kind: 'pause' },
    ...(answering ? [] : [{ kind: 'message' as const, message: { jsonrpc: '2.0', id: 1, result: initializeResult } }]),
    { kind: 'call', operation: 1, handle: 1 },
    { kind: 'pause' },
    { kind: 'call', operation: 2, handle: 2 },
    { kind: 'pause' },
  ];
  for (const step of [...handshake.slice(0, progress), ...program]) {
    if (step.kind === 'call') {
      const [operation, ...args] = operations[step.operation]!;
      const called = handles[Math.min(step.handle, handles.length - 1)]![operation]!(...args).then((outcome) => {
        const next: unknown = Array.isArray(outcome) ? outcome[1] : outcome;
        if (next !== null && typeof next === 'object' && 'notifications' in next) handles.push(next as Untyped);
      });
      outcomes.push(called.catch(() => undefined));
    } else if (step.kind === 'message') transport.receive(step.message);
    else if (step.kind === 'pause') await settle();
    else await transport.close();
  }
  // However far it has come: when the transport closes nothing waits any more, or this test would.
  await transport.close();
  await Promise.all(outcomes);
  return transport;
}

describe('whatever the program calls and the server says', () => {
  it.each([
    ['a server that answers', true],
    ['a server that does not', false],
  ])('with %s, the wire is one that the session type allows, and nothing hangs', async (_, answering) => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    let reached = 0;
    try {
      await fc.assert(
        fc.asyncProperty(steps, fc.constantFrom(0, 2, 4, 99), async (program, progress) => {
          const transport = await run(program, progress, answering);
          // What the server made up is no part of what the client did.
          const sent = transport.log.filter((entry) => entry.startsWith('! ') && !entry.endsWith('='));
          const order = sent.filter((entry) => entry !== '! notifications/cancelled');
          const received = order[0] === '! initialize' ? ['! initialize', '? initialize=', ...order.slice(1)] : order;
          expect(breachOf(received)).toBeUndefined();
          if (order.includes('! notifications/initialized')) reached += 1;
        }),
        { numRuns: 1_000 },
      );
      await settle();
      // Otherwise the programs would say little.
      expect(reached).toBeGreaterThan(200);
      expect(unhandled).not.toHaveBeenCalled();
    } finally {
      process.off('unhandledRejection', unhandled);
    }
  });

  it('a server of ours answers no tool before the handshake is done, in whatever order it is asked', async () => {
    const clientSays = fc.constantFrom(
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
      },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 2, method: 'tools/list' },
      { jsonrpc: '2.0', id: 3, method: 'ping' },
      { jsonrpc: '2.0', id: 2, result: {} },
      'noise',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(clientSays, { maxLength: 10 }), async (said) => {
        const transport = new WireTransport();
        const handler = vi.fn(() => ({ tools: [] }));
        const options = { serverInfo: clientInfo, handlers: { 'tools/list': handler } };
        const serving = (async () => {
          const [, owing] = await McpServerSession.over(transport, options).recvInitialize();
          return (await owing.sendInitializeResult()).recvInitialized({ timeoutMs: Infinity });
        })().catch(() => undefined);
        let phase = 0;
        let allowed = 0;
        for (const message of said) {
          if (typeof message === 'object' && 'method' in message) {
            if (phase === 0 && message.method === 'initialize') phase = 1;
            else if (phase === 1 && message.method === 'notifications/initialized') phase = 2;
            else if (phase === 2 && message.method === 'tools/list') allowed += 1;
          }
          transport.receive(message);
          await settle();
        }
        expect(handler).toHaveBeenCalledTimes(allowed);
        await transport.close();
        await serving;
      }),
      { numRuns: 500 },
    );
  });
});
