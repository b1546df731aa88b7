import { describe, expect, it } from 'vitest';
import { McpClient, SessionStateError } from '../../src/mcp/index.ts';
import { editorRunner, readNote } from './agent-tools.ts';
import { acknowledgement, answers, statelessAnswers } from './answers.ts';
import { breachOf, handshakeClientType, pathsOf, statelessClientType } from './session-type.ts';
import type { Move } from './session-type.ts';
import { WireTransport } from './wire.ts';

/** A handle as a caller without types sees it. */
type Untyped = Record<string, (...args: unknown[]) => Promise<unknown>> & { readonly state: string };

const clientInfo = { name: 'client', version: '1' };
const uri = { uri: 'file:///a' };

/** What each operation is called with, where it wants anything. */
const argumentsOf: Record<string, unknown[]> = {
  sendInitialize: [{ clientInfo }],
  callTool: [{ name: 'echo' }],
  callToolWith: [editorRunner().runner, readNote, { title: 'milk' }],
  callToolAsTask: [{ name: 'echo', task: { ttl: 60_000 } }],
  readResource: [uri],
  subscribeResource: [uri],
  unsubscribeResource: [uri],
  getPrompt: [{ name: 'greet' }],
  complete: [{ ref: { type: 'ref/prompt', name: 'greet' }, argument: { name: 'x', value: 'a' } }],
  setLoggingLevel: ['info'],
  getTask: [{ taskId: 't1' }],
  getTaskResult: [{ taskId: 't1' }],
  cancelTask: [{ taskId: 't1' }],
  listen: [{ toolsListChanged: true }],
};

/** A client whose server answers everything at once. */
interface Subject {
  readonly transport: WireTransport;
  handle: Untyped;
}

function handshakeSubject(): Subject {
  const transport = new WireTransport(answers);
  const options = { handlers: { 'roots/list': () => ({ roots: [] }) }, capabilities: { roots: { listChanged: true } } };
  return { transport, handle: McpClient.over(transport, options) as unknown as Untyped };
}

async function statelessSubject(): Promise<Subject> {
  const transport: WireTransport = new WireTransport({
    ...statelessAnswers,
    'subscriptions/listen': ({ id }: { id: string }) => {
      transport.receive(acknowledgement(id));
      return undefined;
    },
  });
  return { transport, handle: (await McpClient.stateless(transport, { clientInfo })) as unknown as Untyped };
}

/** Takes one step; the subject's handle is the next one afterwards, where the step leads to another state. */
async function take(subject: Subject, { operation, from, to }: Move): Promise<void> {
  const outcome = await subject.handle[operation]!(...(argumentsOf[operation] ?? []));
  if (from !== to) subject.handle = (Array.isArray(outcome) ? outcome[1] : outcome) as Untyped;
}

/** Names whatever is wrong with one path; nothing, if the client has sent what the type says and nothing else. */
async function faultOf(subject: Subject, path: readonly Move[], start: string): Promise<string | undefined> {
  for (const move of path) await take(subject, move);
  const expected = path.flatMap(({ wire }) => wire);
  const { log } = subject.transport;
  if (log.join() !== expected.join()) return `${namesOf(path)}: ${log.join()} instead of ${expected.join()}`;
  const state = path.at(-1)?.to ?? start;
  return subject.handle.state === state ? undefined : `${namesOf(path)}: ends in ${subject.handle.state}`;
}

const namesOf = (path: readonly Move[]): string => path.map(({ operation }) => operation).join(' ');

/** Whether an operation was refused for the state of its handle, and nothing went out. */
async function refusalOf(subject: Subject, handle: Untyped, operation: string): Promise<unknown> {
  const { length } = subject.transport.log;
  const outcome = await handle[operation]!(...(argumentsOf[operation] ?? [])).catch((error: unknown) => error);
  if (subject.transport.log.length !== length) return `${operation} was sent`;
  return outcome;
}

describe('every legal path of a session with a handshake', () => {
  it('puts on the wire what the session type says, up to 6 operations', async () => {
    const faults: string[] = [];
    let paths = 0;
    for (const path of pathsOf(handshakeClientType, 'Uninit', 6)) {
      paths += 1;
      const subject = handshakeSubject();
      const fault = (await faultOf(subject, path, 'Uninit')) ?? breachOf(subject.transport.log);
      if (fault !== undefined) faults.push(fault);
    }
    expect(faults).toEqual([]);
    // 7,621 ways on from Active (19 operations stay there and one leaves, three times), and 6 that never get there.
    expect(paths).toBe(7_627);
  });

  it('is told from a path that is not: the wire of a client that skips a step is a breach', () => {
    expect(breachOf(['! tools/list'])).toBe('! tools/list where initialize was due');
    expect(breachOf(['! initialize', '! tools/list'])).toBe('! tools/list where result was due');
    expect(breachOf(['! initialize', '? initialize=', '! ping'])).toBe('! ping where initialized was due');
    const started = ['! initialize', '? initialize=', '! notifications/initialized'];
    expect(breachOf([...started, '! initialize'])).toBe('! initialize again');
    expect(breachOf([...started, '? tools/list='])).toBe('? tools/list= without its request');
    expect(breachOf([...started, '! tools/list', '! ping', '? tools/list=', '? ping='])).toBeUndefined();
  });
});

describe('every path of a session without a handshake', () => {
  const wireFaults = async (length: number, alphabet?: readonly string[]): Promise<string[]> => {
    const faults: string[] = [];
    for (const path of pathsOf(statelessClientType, 'Active', length, alphabet)) {
      // A subscription closes without an answer; its id is another one each time, which no wire name shows.
      const fault = await faultOf(await statelessSubject(), path, 'Active');
      if (fault !== undefined) faults.push(fault);
    }
    return faults;
  };

  it('puts on the wire what the session type says: all operations up to 3', async () => {
    expect(await wireFaults(3)).toEqual([]);
  });

  it('and one of each kind up to 6', async () => {
    expect(await wireFaults(6, ['callTool', 'listen', 'close'])).toEqual([]);
  });
});

describe('every illegal step', () => {
  const operations = [...new Set(handshakeClientType.map(({ operation }) => operation))];
  const allowedIn = (type: readonly Move[], state: string): string[] =>
    type.filter(({ from }) => from === state).map(({ operation }) => operation);

  it('throws SessionStateError in a state that does not allow it, with nothing on the wire', async () => {
    for (const path of pathsOf(handshakeClientType, 'Uninit', 4, [
      'sendInitialize',
      'recvInitializeResult',
      'sendInitialized',
      'close',
    ])) {
      const subject = handshakeSubject();
      for (const move of path) await take(subject, move);
      const state = path.at(-1)?.to ?? 'Uninit';
      const allowed = allowedIn(handshakeClientType, state);
      for (const operation of operations.filter((name) => !allowed.includes(name))) {
        const refusal = await refusalOf(subject, subject.handle, operation);
        expect(refusal, `${operation} in ${state}`).toBeInstanceOf(SessionStateError);
        expect(refusal).toMatchObject({ operation, state, consumedBy: undefined, code: -32600 });
      }
    }
  });

  it('throws SessionStateError on every handle that a transition has consumed, and names it', async () => {
    const subject = handshakeSubject();
    const path = handshakeClientType.filter(({ from, to }, at, all) => {
      return from !== to && all.findIndex((move) => move.from === from && move.from !== move.to) === at;
    });
    expect(namesOf(path)).toBe('sendInitialize recvInitializeResult sendInitialized close');
    const consumed: { handle: Untyped; by: string }[] = [];
    for (const move of path) {
      const { handle } = subject;
      await take(subject, move);
      consumed.push({ handle, by: move.operation });
      for (const { handle: stale, by } of consumed) {
        for (const operation of operations) {
          expect(await refusalOf(subject, stale, operation)).toMatchObject({
            name: 'SessionStateError',
            consumedBy: by,
          });
        }
      }
    }
  });

  it('says what to do instead', async () => {
    const { handle } = handshakeSubject();
    await expect(handle.callTool!({ name: 'echo' })).rejects.toThrow(
      '`callTool` needs the state Active, but this handle is in Uninit.',
    );
    await handle.sendInitialize!({ clientInfo });
    await expect(handle.sendInitialize!({ clientInfo })).rejects.toThrow(
      '`sendInitialize` was called on a handle that `sendInitialize` has consumed. Use what `sendInitialize` returned.',
    );
  });

  it('two calls at once are one transition and one refusal', async () => {
    const subject = handshakeSubject();
    const [first, second] = await Promise.allSettled([
      subject.handle.sendInitialize!({ clientInfo }),
      subject.handle.sendInitialize!({ clientInfo }),
    ]);
    expect(first.status).toBe('fulfilled');
    expect(second).toMatchObject({ status: 'rejected', reason: { consumedBy: 'sendInitialize' } });
    expect(subject.transport.methods).toEqual(['initialize']);
  });

  it('without a handshake: nothing but requests before, nothing at all after close', async () => {
    const subject = await statelessSubject();
    expect(subject.handle.sendInitialize).toBeUndefined();
    const { handle } = subject;
    await take(subject, { operation: 'close', from: 'Active', to: 'Closed', wire: [] });
    for (const { operation } of statelessClientType) {
      expect(await refusalOf(subject, handle, operation)).toMatchObject({ consumedBy: 'close' });
      expect(await refusalOf(subject, subject.handle, operation)).toMatchObject({ state: 'Closed' });
    }
  });
});
