import { AsyncLocalStorage } from 'node:async_hooks';

/** A call of one of the program's own functions, while it and what it started run. */
export interface Frame {
  readonly site: number;
  readonly parent: Frame | undefined;
  /** The sessions made outside the call that it was given, or used, and those that it used in a wrong state. */
  readonly concerned: Set<object>;
  readonly wrong: Set<object>;
}

/** A site, and the calls that lead there from where the session was made, as in `Observations`. */
export type Place = `${number}:${string}`;

/** How often a site was reached, and in what condition. */
export interface Tally {
  visits: number;
  wrong: number;
  /** Where the sessions of wrong visits were made. */
  readonly made: Set<number>;
  /** Where sessions had been used wrongly before, and had not changed their state since. */
  readonly after: Set<Place>;
  /** Wrong visits of other sessions. */
  wrongAfresh: number;
  /** Right visits of sessions that had been used wrongly before, by the site of that use. */
  readonly rightAfter: Map<number, number>;
  /** Visits of sessions that code which is not followed had, or that another function was in the middle of using. */
  outOfSight: number;
}

/** What the executions of one program did, over all of them. */
export interface Observations {
  /** By op site, then by the calls (of the program's own functions) between where the session was made and the op. */
  readonly ops: Map<number, Map<string, Tally>>;
  readonly calls: Map<number, CallTally>;
}

/** What came of the calls at a site. */
export interface CallTally {
  /** Calls in which a session that was made outside was used wrongly, and calls that ended normally without. */
  wrong: number;
  clean: number;
  isAsync: boolean;
  /** Where the sessions were made that calls with a wrong use of others did not use wrongly. */
  readonly spared: Set<number>;
}

/** Thrown to end an execution early: by `exit()`, and when a loop was iterated often enough. */
const cut = new Error('The execution ends here');

// One error for all failures: thousands are thrown a second, and making a stack is most of the cost.
const failure = new Error('Failed');

const callStack = new AsyncLocalStorage<Frame>();

/** Each call from outside is a thread of its own, where sessions outlive calls. */
const threads = new AsyncLocalStorage<object>();

/** Calls from outside. What it does can come between what other such calls do. */
export function onThreadOfItsOwn<T>(call: () => T): T {
  return threads.run({}, call);
}

/** The call of the program's own functions that runs now, also behind an `await`. */
export function currentFrame(): Frame | undefined {
  return callStack.getStore();
}

/** Whether `inner` runs inside the call `outer`, or is it. */
function isAround(outer: Frame, inner: Frame | undefined): boolean {
  for (let frame = inner; frame; frame = frame.parent) if (frame === outer) return true;
  return false;
}

/** Forgets the calls of finished executions. Until the next call of a program's own function, promises are cheaper. */
export function forgetCalls(): void {
  callStack.disable();
  threads.disable();
}

type SessionState = 'new' | 'connecting' | 'active' | 'closed' | 'halfOpen';

/** One execution of a program, with its decisions: the first ones are given, the others are 0. */
export class Run {
  /** The first decisions. */
  readonly given: readonly number[];
  /** What was decided, and between how many alternatives. */
  readonly decisions: number[] = [];
  readonly alternatives: number[] = [];
  /** What waits for the other side. The driver fires one when nothing else can go on. */
  readonly waiting: Waiting[] = [];
  /** Callbacks that other code may call whenever the program waits. */
  readonly callbacks: (() => void)[] = [];
  /** A callback was given away, or a promise lost a race: from then on things happen whose order nobody knows. */
  isLoose = false;
  /** The execution took more decisions than allowed, and was ended. */
  isTooLong = false;
  #isOver = false;
  /** What the program awaits, itself or through what it was chained to. */
  readonly #awaited = new Set<object>();
  readonly #sources = new Map<object, unknown[]>();
  /** Calls of the program's own functions that have not come to their end. */
  readonly #inFlight = new Map<Frame, object>();
  readonly #released = new Set<object>();
  readonly #madeAt = new Map<object, number>();
  readonly #contested: Contested[] = [];
  readonly #visits: (Pick<Observation, 'after' | 'isAllowed'> & { readonly tally: Tally })[] = [];
  readonly #begun = new Map<object, Beginning[]>();
  readonly #observations: Observations;
  readonly #limits: Limits;

  constructor(given: readonly number[], observations: Observations, limits: Limits) {
    this.given = given;
    this.#observations = observations;
    this.#limits = limits;
  }

  /** A number from 0 up to, but not including, `alternatives`. */
  choose(alternatives: number): number {
    if (this.#isOver || alternatives < 2) return 0;
    if (this.decisions.length >= this.#limits.decisions) {
      this.isTooLong = true;
      this.end();
    }
    const decision = this.given[this.decisions.length] ?? 0;
    this.decisions.push(decision);
    this.alternatives.push(alternatives);
    return decision;
  }

  /** Ends the execution: nothing that `catch` and `finally` blocks still do is observed. */
  end(): never {
    this.#isOver = true;
    this.waiting.length = 0;
    this.callbacks.length = 0;
    throw cut;
  }

  /** What the other side answers. Of several answers that are waited for, any may come first. */
  answer<T>(decide: () => T): Promise<T> {
    const answer = new Promise<T>((resolve, reject) => {
      const fire = (): void => {
        try {
          resolve(decide());
        } catch (error) {
          // Only an execution that has ended throws anything else.
          if (error === failure) reject(failure);
        }
      };
      this.waiting.push({ fire, promise: () => answer });
    });
    return this.hooks.$quiet(answer);
  }

  /** Whether the program waits for the promise: counting on any other is the mistake that executions must show. */
  isAwaited(promise: object | undefined): boolean {
    return promise !== undefined && this.#awaited.has(promise);
  }

  #await(value: unknown): void {
    if (!(value instanceof Promise) || this.#awaited.has(value)) return;
    this.#awaited.add(value);
    for (const source of this.#sources.get(value) ?? []) this.#await(source);
  }

  /** `promise` settles when `source` has. */
  #derive(promise: object, source: unknown): void {
    entry(this.#sources, promise, () => []).push(source);
    if (this.#awaited.has(promise)) this.#await(source);
  }

  /** Fails once the execution has ended, so that its loops end too. */
  checkAlive(): void {
    if (this.#isOver) throw cut;
  }

  /** A session was made at a site. */
  make(session: object, site: number): void {
    this.#madeAt.set(session, site);
  }

  /** Code that is not followed has the session from now on. */
  release(session: object): void {
    this.#released.add(session);
  }

  /** How many times the program has waited for anything. */
  waits = 0;

  /**
   * Whether an analysis of the function that runs now cannot know about the session: code that is not followed has it,
   * or may run now, or it is being connected, nobody awaits that, and there was time for it. Calls that run beside this
   * one are given instead, where all depends on whether they do something with the session.
   */
  sightOf(session: object): Sight {
    const isFloating = this.#begun
      .get(session)
      ?.some(({ promise, waits }) => !this.isAwaited(promise) && this.waits > waits);
    if (isFloating === true || this.isLoose || this.#released.has(session)) return 'none';
    const current = callStack.getStore();
    const beside: Frame[] = [];
    for (const [frame, promise] of this.#inFlight) {
      if (!isAround(frame, current)) beside.push(frame);
      else if (!this.isAwaited(promise)) return 'none';
    }
    return beside;
  }

  /** Something was begun on the session that its promise will tell the end of. */
  begin(session: object, promise: object): void {
    entry(this.#begun, session, () => []).push({ promise, waits: this.waits });
  }

  /** Now that all is over: which visits were of sessions that calls beside did something with, or had misused before. */
  conclude(): void {
    for (const { tally, session, beside } of this.#contested) {
      if (beside.some((frame) => frame.concerned.has(session))) tally.outOfSight++;
    }
    for (const { tally, after, isAllowed } of this.#visits) {
      const place = after();
      if (isAllowed) {
        const site = Number.parseInt(place ?? '');
        if (place !== undefined) tally.rightAfter.set(site, (tally.rightAfter.get(site) ?? 0) + 1);
      } else if (place === undefined) tally.wrongAfresh++;
      else tally.after.add(place);
    }
  }

  throwSometimes(): void {
    this.checkAlive();
    if (this.choose(2) === 1) throw failure;
  }

  /** Takes note of a call of an operation. Gives the place of a wrong one. */
  observe(site: number, { session, isAllowed, after, madeIn, sight }: Observation): Place | undefined {
    if (this.#isOver) return undefined;
    const calls: number[] = [];
    for (let frame = callStack.getStore(); frame && !isAround(frame, madeIn); frame = frame.parent) {
      calls.push(frame.site);
      frame.concerned.add(session);
      if (!isAllowed) frame.wrong.add(session);
    }
    const byCalls = entry(this.#observations.ops, site, () => new Map<string, Tally>());
    const tally = entry(byCalls, calls.join(), noVisits);
    tally.visits++;
    if (sight === 'none') tally.outOfSight++;
    else if (sight.length > 0) this.#contested.push({ tally, session, beside: sight });
    this.#visits.push({ tally, after, isAllowed });
    if (isAllowed) return undefined;
    tally.wrong++;
    tally.made.add(this.#madeAt.get(session) ?? -1);
    return `${site}:${calls.join()}`;
  }

  /** What instrumented programs call. */
  readonly hooks: Hooks = {
    $call: (site, callee, ...values) => {
      const given = values.filter((value): value is object => this.#madeAt.has(value as object));
      const frame: Frame = { site, parent: callStack.getStore(), concerned: new Set(given), wrong: new Set() };
      const tally = entry(this.#observations.calls, site, noCalls);
      const leave = (isNormal: boolean): void => {
        this.#inFlight.delete(frame);
        if (frame.wrong.size > 0) {
          tally.wrong++;
          for (const session of frame.concerned) {
            if (!frame.wrong.has(session)) tally.spared.add(this.#madeAt.get(session) ?? -1);
          }
        } else if (isNormal && !this.#isOver) {
          tally.clean++;
        }
      };
      let result: unknown;
      try {
        result = callStack.run(frame, callee, ...values);
      } catch (error) {
        leave(false);
        throw error;
      }
      if (result instanceof Promise) {
        tally.isAsync = true;
        this.#inFlight.set(frame, result);
        result.then(
          () => leave(true),
          () => leave(false),
        );
      } else {
        leave(true);
      }
      return result;
    },
    $await: (value) => {
      this.waits++;
      this.#await(value);
      return value;
    },
    $chain: (receiver, method, ...callbacks) => {
      if (!(receiver instanceof Promise)) return undefined;
      const [first, second] = callbacks.map((callback) => (value?: unknown) => {
        const result = callback(value);
        this.#derive(promise, result);
        return result;
      });
      const promise: Promise<unknown> =
        method === 'then'
          ? receiver.then(first, second)
          : method === 'catch'
            ? receiver.catch(first)
            : receiver.finally(first);
      this.#derive(promise, receiver);
      return this.hooks.$quiet(promise);
    },
    $gather: (method, items) => {
      const promise = this.hooks.$quiet(gatherers[method](items));
      for (const item of items) this.#derive(promise, item);
      if (method !== 'all') this.isLoose = true;
      return promise;
    },
    $release: (items) => {
      for (const item of items) if (typeof item === 'object' && item !== null) this.release(item);
      return items;
    },
    $quiet: (value) => {
      if (value instanceof Promise) value.catch(() => undefined);
      return value;
    },
    $cut: (iteration) => {
      this.checkAlive();
      if (iteration > this.#limits.iterations) this.end();
    },
  };
}

const gatherers: Readonly<
  Record<'all' | 'allSettled' | 'any' | 'race', (items: readonly unknown[]) => Promise<unknown>>
> = {
  all: (items) => Promise.all(items),
  allSettled: (items) => Promise.allSettled(items),
  any: (items) => Promise.any(items),
  race: (items) => Promise.race(items),
};

/** The functions that `instrument` writes calls of into a program. */
export interface Hooks {
  /** Calls one of the program's own functions. */
  readonly $call: (site: number, callee: (...values: unknown[]) => unknown, ...values: unknown[]) => unknown;
  /** Takes what is awaited. */
  readonly $await: <T>(value: T) => T;
  /** Calls `then`, `catch` or `finally`. */
  readonly $chain: (
    receiver: unknown,
    method: 'then' | 'catch' | 'finally',
    ...callbacks: ((value: unknown) => unknown)[]
  ) => unknown;
  /** Calls a static method of `Promise`. */
  readonly $gather: (method: keyof typeof gatherers, items: readonly unknown[]) => Promise<unknown>;
  /** Takes what is stored in an array. */
  readonly $release: <T extends readonly unknown[]>(items: T) => T;
  /** Takes a promise that nobody may await: its rejection is no accident. */
  readonly $quiet: <T>(value: T) => T;
  /** Begins an iteration, which is counted from 1. */
  readonly $cut: (iteration: number) => void;
  /** Calls an operation on a session of an SDK. */
  readonly $op?: (site: number, session: object | undefined, name: string, ...values: unknown[]) => unknown;
  /** Takes a session of an SDK that was just made. */
  readonly $new?: <T extends object>(site: number, session: T) => T;
}

/** What can be known of a session: nothing, or all, unless one of some calls does something with it. */
type Sight = 'none' | readonly Frame[];

/** One call of an operation. */
interface Observation {
  readonly session: object;
  readonly isAllowed: boolean;
  /** Where the session was used wrongly, if its state has not changed since; asked when the execution has ended. */
  readonly after: () => Place | undefined;
  readonly madeIn: Frame | undefined;
  readonly sight: Sight;
}

/** A visit beside calls that may do something with the session. */
interface Contested {
  readonly tally: Tally;
  readonly session: object;
  readonly beside: readonly Frame[];
}

/** A connection that was begun. */
interface Beginning {
  readonly promise: object;
  /** How often the program had waited until then. */
  readonly waits: number;
}

interface Waiting {
  readonly fire: () => void;
  readonly promise: () => object;
}

export interface Limits {
  /** Of one execution. */
  readonly decisions: number;
  /** Of one loop, each time it is entered. */
  readonly iterations: number;
}

/** Follows the protocol of the MCP v1 client. Its outcomes are decisions of the execution. */
class StubSession {
  readonly #run: Run;
  #state: SessionState = 'new';
  /** Counts the moves: a `connect` that was overtaken by a `close` fails. */
  #moves = 0;
  /** Where it was used wrongly, until its state changes as it should. */
  #wrongAt: Place | undefined;
  /** Operations that have not come to their end. */
  readonly #underWay = new Set<{ readonly thread: object | undefined; readonly promise: object }>();
  /** Two threads used it at once. What comes of that is no fault of either. */
  #isContended = false;
  readonly #madeIn = callStack.getStore();

  constructor(run: Run, site: number) {
    this.#run = run;
    run.make(this, site);
    run.throwSometimes();
  }

  get transport(): object | undefined {
    return this.#state === 'new' || this.#state === 'closed' ? undefined : {};
  }

  connect(...detail: unknown[]): Promise<void> {
    if (!this.#isAllowed(detail, this.#state === 'new' || this.#state === 'closed')) return this.#fail();
    this.#move('connecting');
    const move = this.#moves;
    const settled = this.#answer(() => this.#settle(move));
    this.#run.begin(this, settled);
    return settled;
  }

  /** The connection that a move began turns out some way. */
  #settle(move: number): void {
    if (move !== this.#moves) throw failure;
    const outcome = this.#run.choose(3);
    this.#move(outcome === 0 ? 'active' : outcome === 1 ? 'closed' : 'halfOpen');
    if (outcome > 0) throw failure;
  }

  close(...detail: unknown[]): Promise<void> {
    this.#isAllowed(detail, true);
    return this.#close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#run.checkAlive();
    // Whoever leaves the block waits.
    return this.#run.hooks.$await(this.#close());
  }

  callTool(...detail: unknown[]): Promise<object> {
    if (!this.#isAllowed(detail, this.#state === 'active')) return this.#fail();
    const run = this.#run;
    return this.#answer(() => {
      run.throwSometimes();
      return {
        get ok() {
          return run.choose(2) === 0;
        },
      };
    });
  }

  registerCapabilities(...detail: unknown[]): void {
    if (!this.#isAllowed(detail, this.#state === 'new' || this.#state === 'closed')) {
      throw failure;
    }
    if (this.#run.choose(2) === 1) throw failure;
  }

  /** Something unknown acts on the session. */
  tamper(): void {
    this.#run.release(this);
    this.#noticeContention();
    const outcome = this.#run.choose(3);
    if (outcome === 1) this.#move('active');
    if (outcome === 2) this.#move('closed');
  }

  #isAllowed(detail: readonly unknown[], isAllowed: boolean): boolean {
    this.#run.checkAlive();
    this.#noticeContention();
    if (this.#isContended) return isAllowed;
    const before = this.#wrongAt;
    const wrongAt = this.#run.observe(detail.at(-1) as number, {
      session: this,
      isAllowed,
      after: () => before,
      madeIn: this.#madeIn,
      sight: this.#run.sightOf(this),
    });
    this.#wrongAt ??= wrongAt;
    return isAllowed;
  }

  #noticeContention(): void {
    const thread = threads.getStore();
    for (const other of this.#underWay) {
      if (other.thread !== thread && this.#run.isAwaited(other.promise)) this.#isContended = true;
    }
  }

  #close(): Promise<void> {
    this.#noticeContention();
    if (this.#state !== 'new') this.#move('closed');
    return this.#answer(() => this.#run.throwSometimes());
  }

  #fail(): Promise<never> {
    return this.#answer(() => {
      throw failure;
    });
  }

  #answer<T>(decide: () => T): Promise<T> {
    const promise = this.#run.answer(() => {
      this.#underWay.delete(operation);
      return decide();
    });
    const operation = { thread: threads.getStore(), promise };
    this.#underWay.add(operation);
    return promise;
  }

  #move(to: SessionState): void {
    this.#state = to;
    this.#moves++;
    this.#wrongAt = undefined;
  }
}

/** The package's exports, bound to one execution. */
export function packageOf(run: Run): Readonly<Record<string, unknown>> {
  const { $quiet: quiet } = run.hooks;

  class Session extends StubSession {
    constructor(site: number) {
      super(run, site);
    }
  }

  const decisions = <T>(values: readonly T[]): T =>
    new Proxy({}, { get: () => values[run.choose(values.length)] }) as T;

  const throwSometimes = (): void => run.throwSometimes();

  return {
    Session,
    env: decisions([false, true]),
    kinds: decisions(['a', 'b', 'c']),
    maybe: decisions([undefined, {}]),
    cond: (): boolean => {
      run.checkAlive();
      const outcome = run.choose(3);
      if (outcome === 2) throw failure;
      return outcome === 1;
    },
    mayThrow: throwSometimes,
    pause: () => {
      run.checkAlive();
      return run.answer(throwSometimes);
    },
    exit: () => {
      throwSometimes();
      run.end();
    },
    lend: (session: Session) => {
      throwSometimes();
      session.tamper();
    },
    pick: (sessions: readonly Session[]) => {
      throwSometimes();
      for (const session of sessions) session.tamper();
      return sessions[run.choose(sessions.length)];
    },
    later: (callback: () => unknown) => {
      throwSometimes();
      const call = (): void => {
        try {
          run.hooks.$await(quiet(callback()));
        } catch {
          // Whoever calls it later deals with its errors.
        }
      };
      run.isLoose = true;
      const moment = run.choose(4);
      if (moment === 1) call();
      if (moment === 2) queueMicrotask(call);
      if (moment === 3) run.callbacks.push(call);
    },
  };
}

/** What is known of a site before it is reached. */
export function noVisits(): Tally {
  return {
    visits: 0,
    wrong: 0,
    made: new Set(),
    after: new Set(),
    wrongAfresh: 0,
    rightAfter: new Map(),
    outOfSight: 0,
  };
}

/** What is known of a call site before it is reached. */
export function noCalls(): CallTally {
  return { wrong: 0, clean: 0, isAsync: false, spared: new Set() };
}

interface Lookup<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

function entry<K, V>(map: Lookup<K, V>, key: K, make: () => V): V {
  const present = map.get(key);
  if (present !== undefined) return present;
  const made = make();
  map.set(key, made);
  return made;
}
