import { Worker } from 'node:worker_threads';
import type { NativeApi, sync } from './api.ts';
import { CompilerFailure } from './compiler-failure.ts';
import { canSendTogether, type Channel, joined, partsOf, Refusal, type Request, sentTogether } from './together.ts';

/** How long the compiler may take for one answer, in milliseconds; and to read a project, which is one answer too. */
const ANSWER_LIMIT = 30_000;
const READING_LIMIT = 120_000;

/** The connection that the interface keeps to itself: what is needed to watch over it. */
interface Connection {
  apiRequest: (method: string, params: unknown) => unknown;
  apiRequestBinary: (method: string, params: unknown) => unknown;
  readonly close: () => void;
  readonly channel?: Channel;
}

/**
 * A compiler's process, watched over: an answer that does not come in time, or that is none, ends it with an error which
 * says what was queried, and every query after that with the same one.
 */
export class CompilerSession {
  readonly api: sync.API;
  readonly #connection: Connection;
  readonly #watch: Watch;
  readonly #binaryRequest: Connection['apiRequestBinary'];
  #failure: CompilerFailure | undefined;
  #roundTrips = 0;

  /**
   * @param fs where files come from that are not those on disk
   */
  constructor({ sync: { API } }: NativeApi, cwd: string, fs?: sync.APIOptions['fs']) {
    try {
      this.api = new API({ cwd, ...(fs && { fs }) });
    } catch (error) {
      throw new CompilerFailure(`The compiler does not start: ${textOf(error)}`);
    }
    const connection = (this.api as unknown as { readonly client: Connection }).client;
    this.#connection = connection;
    this.#watch = new Watch(connection.channel?.child?.pid);
    this.#binaryRequest = connection.apiRequestBinary.bind(connection);
    for (const name of ['apiRequest', 'apiRequestBinary'] as const) {
      const request = connection[name].bind(connection);
      connection[name] = (method, params) => this.#answerTo(method, params, request);
    }
  }

  /** How many times an answer of the compiler was waited for: what is sent together counts once. */
  get roundTrips(): number {
    return this.#roundTrips;
  }

  /** Whether several requests take one round trip. */
  get sendsTogether(): boolean {
    const { channel } = this.#connection;
    return channel !== undefined && canSendTogether(channel);
  }

  /** The results of calls of the interface that send a request each, at most, which are sent together. */
  together<Result>(calls: readonly (() => Result)[]): readonly (Result | Refusal)[] {
    return joined(calls, this.#connection, (requests) => this.answersTo(requests));
  }

  /** The answers to several requests, which are sent together. */
  answersTo(requests: readonly Request[]): readonly (Buffer | Refusal)[] {
    const { channel } = this.#connection;
    const isTogether = channel !== undefined && this.sendsTogether;
    return (isTogether ? partsOf(requests) : requests.map((each) => [each])).flatMap(
      (part): readonly (Buffer | Refusal)[] => {
        const { method = '', params } = part[0] ?? {};
        const sent = (): unknown => (isTogether ? sentTogether(channel, part) : [this.#singleAnswer(method, params)]);
        return this.#answerTo(method, params, sent) as readonly (Buffer | Refusal)[];
      },
    );
  }

  #singleAnswer(method: string, params: unknown): Buffer | Refusal {
    try {
      return (this.#binaryRequest(method, params) ?? Buffer.alloc(0)) as Buffer;
    } catch (error) {
      if (this.#watch.isOver || !isRefusal(error)) throw error;
      return new Refusal(textOf(error));
    }
  }

  /** Ends the process. */
  close(): void {
    this.#failure ??= new CompilerFailure('The project is closed.');
    this.#watch.end();
    // Not asked to end, which it would remark on: it keeps nothing that is to be saved.
    this.#connection.channel?.child?.kill('SIGKILL');
    this.#connection.close();
  }

  #answerTo(method: string, params: unknown, request: Connection['apiRequest']): unknown {
    if (this.#failure) throw this.#failure;
    this.#roundTrips++;
    const limit = method === 'updateSnapshot' ? READING_LIMIT : ANSWER_LIMIT;
    this.#watch.begin(limit);
    try {
      return request(method, params);
    } catch (error) {
      const isOver = this.#watch.isOver;
      // What the compiler itself refuses is an answer, and the connection is good.
      if (!isOver && isRefusal(error)) throw error;
      const what = isOver ? `gave no answer within ${String(limit / 1000)} s` : `failed (${textOf(error)})`;
      this.close();
      this.#failure = new CompilerFailure(
        `The compiler ${what}, at \`${method}\`${placeIn(params)}. Nothing is known of the project: run it again, and if this happens again, check it with \`tsc\`.`,
      );
      throw this.#failure;
    } finally {
      this.#watch.pause();
    }
  }
}

/** Ends a compiler's process once nothing refers to what it was started for any more. */
export function closeWithout(owner: WeakKey, session: CompilerSession): void {
  unused.register(owner, session);
}

const unused = new FinalizationRegistry<CompilerSession>((session) => {
  session.close();
});

/** Whether the compiler answered that it cannot answer, or failed at this one question: it goes on with the next. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && /^api: |\bpanic\b/.test(error.message);
}

function placeIn(params: unknown): string {
  const { location, file } = (params ?? {}) as { readonly location?: unknown; readonly file?: unknown };
  const at = typeof location === 'string' ? location.split('.').slice(2).join('.') : file;
  return typeof at === 'string' ? ` of ${at}` : '';
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Ends a process that takes too long for an answer: the thread that waits for it cannot. */
class Watch {
  /** A count that is odd while an answer is waited for, how long it may take, and whether it did not come. */
  readonly #state = new Int32Array(new SharedArrayBuffer(12));
  #worker: Worker | undefined;

  constructor(pid: number | undefined) {
    if (pid === undefined) return;
    this.#worker = new Worker(watching, { eval: true, workerData: { pid, state: this.#state } });
    this.#worker.unref();
  }

  get isOver(): boolean {
    return Atomics.load(this.#state, 2) !== 0;
  }

  begin(limit: number): void {
    Atomics.store(this.#state, 1, limit);
    Atomics.add(this.#state, 0, 1);
  }

  pause(): void {
    Atomics.add(this.#state, 0, 1);
  }

  end(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
  }
}

const watching = `
const { workerData: { pid, state } } = require('node:worker_threads');
let seen = 0;
let since = performance.now();
setInterval(() => {
  const now = Atomics.load(state, 0);
  if (now !== seen || now % 2 === 0) { seen = now; since = performance.now(); return; }
  if (performance.now() - since < Atomics.load(state, 1)) return;
  Atomics.store(state, 2, 1);
  try { process.kill(pid, 'SIGKILL'); } catch {}
}, 250);
`;
