import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import type { Frame, Hooks, Place, Run } from './session-stub.ts';
import { currentFrame } from './session-stub.ts';
import type { Imports } from './oracle.ts';
import type { Sdk } from './sdk-kits.ts';
import { sdkManifest, surroundings } from './sdk-kits.ts';

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** The part of the SDKs' transports that is used here, the same in both versions. */
interface Transport {
  onmessage?: (message: Message) => void;
  onclose?: (() => void) | undefined;
  start(): Promise<void>;
  send(message: object, options?: unknown): Promise<void>;
  close(): Promise<void>;
}

/** What is known of a connection from watching it. */
interface Wire {
  /** The client has said that it is initialized. */
  isReady: boolean;
  isOpen: boolean;
  /** It was closed, or is being closed. */
  isClosed: boolean;
}

/** A call of an operation while it runs, and what it sent. */
interface Call {
  readonly op: string;
  /** A notification that it sends may get lost with an error. */
  readonly mayFail: boolean;
  /** `McpServer` sends it before the client is initialized as well, by design. */
  readonly isEarlyByDesign: boolean;
  readonly sent: { readonly method: string; readonly wasReady: boolean; readonly wasDown: boolean }[];
}

/** A call of an operation, in the order of the calls; what came of it is known later. */
interface Past {
  wrongAt?: Place | undefined;
  /** It has changed the state of the session as it should. */
  moves?: boolean;
}

const runningCall = new AsyncLocalStorage<Call>();
const requireSdk = createRequire(sdkManifest);
const handshake = new Set(['initialize', 'notifications/initialized', 'notifications/cancelled']);
/** Messages that the specification allows before the client has said that it is initialized. */
const anytime = new Set(['ping', 'notifications/message']);

// Milliseconds, all less than what an SDK waits for an answer.
const handshakeDelay = 1000;
const unawaitedHandshakeDelay = 30_000;
const arrivalDelay = 500;
const longPause = 700;

/** What one execution of a program has at hand: hooks, and the modules that it imports. */
export function surround(
  run: Run,
  sdk: Sdk,
  tell: (site: number, misuse: string) => void,
): { hooks: Hooks; imports: Imports } {
  const wires = new WeakMap<object, Wire>();
  const pasts = new WeakMap<object, Past[]>();
  const madeIn = new WeakMap<object, Frame>();
  const owners = new WeakMap<object, object>();
  const given = new WeakMap<object, readonly object[]>();
  const inFlight = new Map<object, object>();
  const connecting = new WeakMap<object, object>();
  let names = 0;
  let isOverHttp: boolean | undefined;

  const hooks: Hooks = {
    ...run.hooks,
    $new: (site, session) => {
      run.make(session, site);
      const frame = currentFrame();
      if (frame) madeIn.set(session, frame);
      // `McpServer#server` is the same session, seen from below.
      if ('server' in session && typeof session.server === 'object' && session.server)
        owners.set(session.server, session);
      return session;
    },
    $op: (site, receiver, name, ...values) => {
      run.checkAlive();
      if (!receiver) return undefined;
      const session = owners.get(receiver) ?? receiver;
      const isServer = 'server' in session || 'createMessage' in session;
      // `McpServer` sends such notifications without awaiting them, and nobody could catch what they throw.
      const isEarlyByDesign = 'server' in receiver && name.endsWith('ListChanged');
      const mayFail = name.startsWith('send') && !isEarlyByDesign;
      const call: Call = { op: name, sent: [], mayFail, isEarlyByDesign };
      const before = [...(given.get(session) ?? [])];
      const isOverlapping = before.length > 0 && inFlight.has(session);
      if (name === 'close') inFlight.delete(session);
      const wire = wireOf(receiver);
      const wasReady = wire !== undefined && wire.isOpen && wire.isReady;
      if (name === 'connect') given.set(session, [...before, values[0] as object]);
      const sight = run.sightOf(session);
      const history = pasts.get(session) ?? [];
      pasts.set(session, history);
      const past: Past = {};
      const earlier = history.length;
      history.push(past);
      const after = (): Place | undefined => {
        const before = history.slice(0, earlier);
        const since = before.findLastIndex(({ moves }) => moves === true);
        return before.slice(since + 1).find(({ wrongAt }) => wrongAt !== undefined)?.wrongAt;
      };
      const judge = (error: unknown, value: unknown): void => {
        // Two connections begun at once: one of them is lost, or fails.
        const isLeaking = (): boolean =>
          isOverlapping || before.some((other) => other !== transportOf(receiver) && wires.get(other)?.isOpen === true);
        const misuse = misuseOf(name, call, error, value, isLeaking, wasReady);
        // Half-open servers work with some transports; whether their client has come nobody knows.
        if (name === 'connect' && error !== undefined && misuse === undefined && isServer) run.release(session);
        // What is lost is lost, and later connections are not to blame.
        if (misuse === 'connect: leaks') given.set(session, [values[0] as object]);
        const isAllowed = misuse === undefined;
        past.wrongAt = run.observe(site, { session, isAllowed, after, madeIn: madeIn.get(session), sight });
        past.moves = isAllowed && (name === 'connect' || name === 'close');
        if (misuse === undefined) return;
        tell(site, misuse);
      };
      let result: unknown;
      try {
        result = runningCall.run(call, () =>
          (receiver as Record<string, (...given: unknown[]) => unknown>)[name]?.(...values),
        );
      } catch (error) {
        judge(error, undefined);
        throw error;
      }
      if (result instanceof Promise) {
        if (name === 'connect') {
          connecting.set(values[0] as object, result);
          inFlight.set(session, result);
          const settle = (): void => {
            if (inFlight.get(session) === result) inFlight.delete(session);
          };
          result.then(settle, settle);
          run.begin(session, result);
        }
        result.then(
          (value: unknown) => judge(undefined, value),
          (error: unknown) => judge(error, undefined),
        );
      } else {
        judge(undefined, result);
      }
      return run.hooks.$quiet(result);
    },
  };

  function wireOf(receiver: object): Wire | undefined {
    const transport = transportOf(receiver);
    return transport && wires.get(transport);
  }

  function link(module: string): { own: Transport; other: Transport; wire: Wire } {
    const { InMemoryTransport } = requireSdk(module) as {
      InMemoryTransport: { createLinkedPair(): [Transport, Transport] };
    };
    const [own, other] = InMemoryTransport.createLinkedPair();
    const wire: Wire = { isReady: false, isOpen: false, isClosed: false };
    wires.set(own, wire);
    const [start, send, close] = [own.start.bind(own), own.send.bind(own), own.close.bind(own)];
    own.start = async () => {
      await start();
      wire.isOpen = !wire.isClosed;
    };
    own.send = async (message: Message, options) => {
      const { method } = message;
      if (method === 'notifications/initialized') wire.isReady = true;
      if (method !== undefined && !handshake.has(method)) {
        runningCall.getStore()?.sent.push({ method, wasReady: wire.isReady, wasDown: wire.isClosed });
      }
      if (method !== undefined && message.id === undefined && runningCall.getStore()?.mayFail) {
        failSometimes('The connection broke while something was sent');
      }
      await send(message, options);
    };
    own.close = async () => {
      wire.isOpen = false;
      wire.isClosed = true;
      // Clean-up inside the SDK is not awaited by anybody.
      const isAsked = runningCall.getStore()?.op === 'close';
      if (isAsked && closesAtOnce()) {
        own.onclose?.();
        own.onclose = undefined;
      }
      await close();
      if (isAsked) failSometimes('The connection broke while it was closed');
    };
    return { own, other, wire };
  }

  /** Transports over HTTP say at once that they are closed, those over pipes and sockets once the other side is gone. */
  function closesAtOnce(): boolean {
    isOverHttp ??= run.choose(2) === 1;
    return isOverHttp;
  }

  function failSometimes(reason: string): void {
    run.checkAlive();
    if (run.choose(2) === 1) throw new Error(reason);
  }

  /** To a server that answers, refuses the client, or is not there. */
  function toServer(): Transport {
    failSometimes('No address');
    const { own, other } = link(sdk.transports.client);
    const kind = run.choose(3);
    if (kind === 2) {
      own.start = () => Promise.reject(new Error('ECONNREFUSED'));
      own.send = (message: Message) => {
        runningCall.getStore()?.sent.push({ method: message.method ?? '', wasReady: false, wasDown: true });
        return Promise.reject(new Error('Not connected'));
      };
    } else {
      playServer(other, kind === 0, answers, () => run.isAwaited(connecting.get(own)));
    }
    return own;
  }

  function toClient(): Transport {
    failSometimes('No address');
    const { own, other, wire } = link(sdk.transports.server);
    const arrival = run.choose(3);
    const start = own.start.bind(own);
    // A transport that somebody has started already makes `connect()` reject, and works all the same.
    own.start = async () => {
      await start();
      failSometimes('Already started');
    };
    playClient(other, wire, answers);
    const introduce = (): void => {
      const params = {
        protocolVersion: '2025-06-18',
        capabilities: clientCapabilities,
        clientInfo: { name: 'peer', version: '1' },
      };
      void other.send({ jsonrpc: '2.0', id: 'hello', method: 'initialize', params }).catch(() => undefined);
    };
    // Not sooner: a message takes its time, and a handshake is three.
    if (arrival < 2) setTimeout(introduce, arrival * arrivalDelay);
    return own;
  }

  function answers(method: string): object {
    if (run.choose(2) === 1) return { error: { code: -32_603, message: 'No answer to that' } };
    return { result: results[method] ?? {} };
  }

  const decisions = new Proxy({}, { get: () => run.choose(2) === 1 });
  const own = {
    env: decisions,
    mayThrow: () => failSometimes('Thrown'),
    pause: async () => {
      if (run.choose(2) === 1) await new Promise((resolve) => setTimeout(resolve, longPause));
      failSometimes('Interrupted');
    },
    toServer,
    toClient,
    fresh: () => `name-${++names}`,
  };
  return {
    hooks,
    imports: new Map([[surroundings, own], ...sdk.modules.map((name) => [name, requireSdk(name)] as const)]),
  };
}

/** The connection that a session holds: `McpServer` shows it below. */
function transportOf(receiver: object): object | undefined {
  const holder = 'server' in receiver ? receiver.server : receiver;
  return (holder as { readonly transport?: object }).transport;
}

/** What was wrong with a call, in the words of the protocols' `misuse`; `undefined`: nothing. */
function misuseOf(
  name: string,
  { sent, isEarlyByDesign }: Call,
  error: unknown,
  value: unknown,
  isLeaking: () => boolean,
  wasReady: boolean,
): string | undefined {
  const message = error instanceof Error ? error.message : undefined;
  const isTimeout = message !== undefined && /timed out/i.test(message);
  if (name === 'close') return undefined;
  if (name === 'connect') {
    if (message !== undefined && /already connected/i.test(message)) return 'connect: rejects';
    return isLeaking() ? 'connect: leaks' : undefined;
  }
  if (name.startsWith('register')) {
    if (message === undefined) return undefined;
    if (/after connecting/i.test(message)) return `${name}: throws`;
    throw new Error(`A registration failed in an unexpected way: ${message}`);
  }
  // What comes of it later, when the program closes or connects before the message leaves, is not this call's fault.
  if (wasReady) return undefined;
  const isEarly = !isEarlyByDesign && sent.some(({ method, wasReady }) => !wasReady && !anytime.has(method));
  if (sent.some(({ wasDown }) => wasDown)) return 'message: rejects';
  if (sent.length > 0) {
    if (isTimeout) return 'request: hangs';
    return isEarly ? 'message: races' : undefined;
  }
  if (message !== undefined) return 'message: rejects';
  const isEmptyList =
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).some((list) => Array.isArray(list) && list.length === 0);
  return isEmptyList ? 'list: silently empty' : 'notification: silently dropped';
}

const clientCapabilities = { sampling: {}, roots: { listChanged: true }, elicitation: { form: {} } };

const serverCapabilities = {
  tools: { listChanged: true },
  prompts: {},
  resources: { subscribe: true },
  logging: {},
};

const results: Readonly<Record<string, object>> = {
  'tools/list': { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] },
  'tools/call': { content: [{ type: 'text', text: 'hello' }] },
  'prompts/list': { prompts: [{ name: 'greet' }] },
  'prompts/get': { messages: [{ role: 'user', content: { type: 'text', text: 'hello' } }] },
  'resources/list': { resources: [{ uri: 'note://one', name: 'one' }] },
  'resources/templates/list': { resourceTemplates: [{ uriTemplate: 'note://{name}', name: 'note' }] },
  'resources/read': { contents: [{ uri: 'note://one', text: 'one' }] },
  'sampling/createMessage': { role: 'assistant', model: 'none', content: { type: 'text', text: 'hello' } },
  'roots/list': { roots: [{ uri: 'file:///tmp' }] },
  'elicitation/create': { action: 'decline' },
};

/** A server that has something of everything. A handshake that nobody awaits takes longer than all that is awaited. */
function playServer(
  end: Transport,
  accepts: boolean,
  answers: (method: string) => object,
  isAwaited: () => boolean,
): void {
  play(end, (message, reply) => {
    if (message.method !== 'initialize') {
      reply(answers(message.method ?? ''));
      return;
    }
    const protocolVersion = message.params?.protocolVersion;
    const result = { protocolVersion, capabilities: serverCapabilities, serverInfo: { name: 'peer', version: '1' } };
    const respond = (): void => reply(accepts ? { result } : { error: { code: -32_602, message: 'Refused' } });
    const respondOnceAwaited = (waited: number): void => {
      setTimeout(() => {
        if (isAwaited() || waited >= unawaitedHandshakeDelay) respond();
        else respondOnceAwaited(waited + handshakeDelay);
      }, handshakeDelay);
    };
    respondOnceAwaited(0);
  });
}

/** A client that answers all questions once it is initialized, and before that pings only. */
function playClient(end: Transport, wire: Wire, answers: (method: string) => object): void {
  play(
    end,
    (message, reply) => {
      if (wire.isReady || message.method === 'ping') reply(answers(message.method ?? ''));
    },
    (message) => {
      if (message.id !== 'hello') return;
      wire.isReady = true;
      void end.send({ jsonrpc: '2.0', method: 'notifications/initialized' }).catch(() => undefined);
    },
  );
}

function play(
  end: Transport,
  answer: (message: Message, reply: (content: object) => void) => void,
  receive: (message: Message) => void = () => undefined,
): void {
  end.onmessage = (message) => {
    // What the other side does is no part of the call that it answers.
    runningCall.exit(() => {
      if (message.method === undefined) receive(message);
      else if (message.id !== undefined) {
        answer(message, (content) => {
          void end.send({ jsonrpc: '2.0', id: message.id, ...content }).catch(() => undefined);
        });
      }
    });
  };
  void end.start();
}
