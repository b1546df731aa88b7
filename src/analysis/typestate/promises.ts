import { type Invoke, noArguments, type Operand, type Site } from '../flow-graph.ts';
import { copyState, joinMaybe, joinStates, joinUnwinding, replaceState, type State, takeOperand } from './state.ts';
import { chain, isBare, type Link, unknownValue, type Value } from './values.ts';
import { rejectedTrack, settledTrack } from './tracks.ts';
import type { Store } from './store.ts';
import type { Frame } from './frame.ts';
import type { Calls } from './calls.ts';

/** The states after code that may return and may throw. */
interface Paths {
  readonly ok: State | undefined;
  readonly bad: State | undefined;
}

const noPath: Paths = { ok: undefined, bad: undefined };

/** Awaited promises: what the operations behind them did, and what the callbacks chained to them do. */
export class Promises {
  readonly #frame: Frame;
  readonly #store: Store;
  readonly #calls: Calls;

  constructor(frame: Frame, calls: Calls) {
    this.#frame = frame;
    this.#store = frame.store;
    this.#calls = calls;
  }

  awaitValue(state: State, dst: Operand, value: Value, site: Site, raise: (state: State) => void): boolean {
    const result = awaited(value);
    if (value.settled && value.pending.length === 0) {
      state.temps.set(dst, result);
      return true;
    }
    if (state.heap.size === 0) {
      // No session exists that anything could happen to.
      state.waited = true;
      raise(state);
      state.isUnreachable ||= value.refused;
      state.temps.set(dst, result);
      return true;
    }
    this.#store.escapeObjects(state, value.carried);
    if (value.pending.length + value.links.length === 0 && value.steps?.length === 0) {
      // Of what is awaited nothing is known: other code runs, and then this goes on, or fails.
      this.#store.interleave(state, [], true);
      raise(this.#store.unwound(state, value.objects));
      state.isUnreachable ||= value.refused;
      state.temps.set(dst, result);
      return true;
    }
    const own = value.pending.map((p) => p.object);
    const failing = copyState(state);
    this.#store.narrow(state, value);
    for (const path of [state, failing]) {
      this.#store.interleave(path, own, true);
      this.#store.interleaveClosures(path, own);
    }
    const { fulfilled, rejected } = this.settle(state, failing, value);
    for (const link of value.links) {
      if (fulfilled) this.awaitLink(fulfilled, link, site);
      // A stream that fails has come to its end as well; one that does not start has not begun.
      if (rejected && this.#store.awaitedOf(link)?.gives === undefined) this.awaitLink(rejected, link, site);
    }
    if (rejected) raise(this.#store.unwound(rejected, value.objects));
    if (!fulfilled) return false;
    if (new Set(own).size > 1) this.#store.peersAct(fulfilled, own);
    replaceState(state, fulfilled);
    state.temps.set(dst, { ...result, links: this.#store.afterAwait(value.links) });
    return true;
  }

  /** What is left of a promise's value once it is fulfilled among others, by an `await` that counts for its operations. */
  fulfilledWith(value: Value): Value {
    return { ...awaited(value), links: this.#store.afterAwait(value.links) };
  }

  /**
   * The promise of the first of several to settle. A session's operation has come to its end when it is fulfilled if none
   * of the others ever is, and may still be going on if one of them is for certain.
   */
  race(state: State, parts: readonly { readonly src: Operand; readonly site: Site }[], isDiscarded: boolean): Value {
    const values = parts.map(({ src, site }) => ({ value: takeOperand(state, src), site }));
    const running = values.filter(({ value }) => value.pending.length > 0);
    const settlements = values.flatMap(({ value, site }) =>
      value.pending.length > 0 ? [] : [this.#frame.semantics.settlementOf(site)],
    );
    const isOnlyOne = running.length === 1 && settlements.every((settlement) => settlement === 'never-fulfilled');
    const isFollowed =
      running.length > 0 &&
      (isOnlyOne || (isDiscarded && !settlements.includes(undefined))) &&
      running.every(({ value }) => value.steps?.length === 0 && isBare({ ...value, pending: [] }));
    for (const { value } of values)
      if (!isFollowed || value.pending.length === 0) this.#store.escape(state, { ...value, links: [], captured: [] });
    const links = this.#promisesAmong(values.map(({ value }) => value));
    if (!isFollowed) return { ...unknownValue, links };
    const pending = running.flatMap(({ value }) => value.pending.map((p) => this.#store.asRaced(p, isOnlyOne)));
    return { ...unknownValue, links, pending, refused: isOnlyOne && running.every(({ value }) => value.refused) };
  }

  /**
   * The promise of when several are settled, each for itself. One with callbacks is not followed: they may note for the code
   * behind it how it was settled.
   */
  allSettled(state: State, parts: readonly Operand[]): Value {
    const values = parts.map((part) => takeOperand(state, part));
    const isFollowed = (value: Value): boolean => value.steps?.length === 0 && value.pending.length > 0;
    for (const value of values)
      if (!isFollowed(value)) this.#store.escape(state, { ...value, links: [], captured: [] });
    const pending = values.filter(isFollowed).flatMap((value) => value.pending);
    const result = { ...unknownValue, links: this.#promisesAmong(values) };
    return pending.length > 0 ? chain({ ...result, pending }, 'settled', []) : result;
  }

  /** What is done when several promises are, or the first of them: its value is not followed further. */
  #promisesAmong(values: readonly Value[]): readonly Link[] {
    const links = values.flatMap((value) => value.links);
    return links.filter((link) => {
      const known = this.#store.awaitedOf(link);
      return known?.isPromise === true && known.gives === undefined;
    });
  }

  /**
   * An async function awaits the promises that it returns, of a run or of what comes of a stream. Answers what is left of what
   * lives on sessions.
   */
  awaitReturned(state: State, { links }: Value, site: Site): readonly Link[] {
    if (!links.some((link) => this.#store.awaitedOf(link))) return links;
    const isPromise = this.#frame.semantics.returnsPromise(site);
    const awaited = links.filter((link) => {
      const known = this.#store.awaitedOf(link);
      return known?.isPromise === true || (known !== undefined && isPromise);
    });
    if (awaited.length === 0) return links;
    for (const link of awaited) this.awaitLink(state, link, site);
    return [...links.filter((link) => !awaited.includes(link)), ...this.#store.afterAwait(awaited)];
  }

  awaitLink(state: State, link: Link, site: Site): void {
    const object = this.#store.objects[link.object];
    const operation = this.#store.awaitedOf(link)?.operation;
    if (object && operation)
      this.#calls.operate(state, object, link.track, operation, { site, strong: true, other: false });
  }

  /**
   * The states after a promise is fulfilled and after it is rejected, its chained callbacks included. None where it is
   * never: after `.catch(() => undefined)` nothing is left to reject.
   */
  settle(state: State, failing: State, value: Value): { fulfilled: State | undefined; rejected: State | undefined } {
    let fulfilled: State | undefined = copyState(state);
    let rejected: State | undefined = copyState(failing);
    fulfilled.isUnreachable ||= value.refused;
    const isEachSettled = value.steps?.[0]?.method === 'settled';
    const isAlone = (value.pending.length === 1 || isEachSettled) && value.pending[0]?.isRaced === false;
    for (const pending of value.pending) {
      const { object, track } = pending;
      if (!this.#store.objects[object]?.automata[track]) continue;
      this.#store.updateTrack(fulfilled, object, track, (t) => settledTrack(t, pending));
      this.#store.updateTrack(rejected, object, track, (t) => rejectedTrack(t, pending, isAlone, value.refused));
    }
    if (value.steps === undefined) {
      const either: State = joinStates(fulfilled, rejected);
      this.#store.blur(either, value);
      return { fulfilled: either, rejected: copyState(either) };
    }
    for (const step of value.steps) {
      const [onFulfilled, onRejected] = step.callbacks;
      if (step.method === 'then') {
        const next = fulfilled ? this.#runCallback(fulfilled, onFulfilled) : noPath;
        if (step.callbacks.length > 1 && rejected) {
          const caught = this.#runCallback(rejected, onRejected);
          fulfilled = joinMaybe(next.ok, caught.ok);
          rejected = joinMaybe(next.bad, caught.bad);
        } else {
          fulfilled = next.ok;
          rejected = joinMaybe(rejected, next.bad);
        }
      } else if (step.method === 'catch') {
        const caught = rejected ? this.#runCallback(rejected, onFulfilled) : noPath;
        fulfilled = joinMaybe(fulfilled, caught.ok);
        rejected = caught.bad;
      } else if (step.method === 'settled') {
        fulfilled = joinMaybe(fulfilled, rejected);
        rejected = undefined;
      } else {
        // It runs after both: what it finds is told once, for the two together.
        const either = joinMaybe(fulfilled, rejected);
        if (either) this.#runCallback(copyState(either), onFulfilled);
        const after = fulfilled ? this.#runSilently(fulfilled, onFulfilled) : noPath;
        const afterRejection = rejected ? this.#runSilently(rejected, onFulfilled) : noPath;
        fulfilled = after.ok;
        rejected = joinMaybe(joinMaybe(after.bad, afterRejection.ok), afterRejection.bad);
      }
    }
    return { fulfilled, rejected };
  }

  #runSilently(from: State, fn: Site | undefined): Paths {
    const observer = this.#frame.observer;
    this.#frame.observer = undefined;
    const paths = this.#runCallback(from, fn);
    this.#frame.observer = observer;
    return paths;
  }

  /** What running a callback does to the sessions it can reach. */
  #runCallback(from: State, fn: Site | undefined): Paths {
    const graph = fn && this.#frame.semantics.graphOf(fn);
    if (!graph) return { ok: from, bad: copyState(from) };
    const ok = copyState(from);
    let bad: State | undefined;
    const call: Invoke = { ...noArguments, dst: -1, site: graph.fn, fn, awaited: true };
    const raise = (thrown: State): void => {
      bad = joinUnwinding(bad, thrown);
    };
    const returns = this.#calls.known.invoke(ok, call, { graph, sharesThis: true }, [], raise, true);
    // What the callback returns is waited for.
    for (const link of ok.temps.get(-1)?.links ?? [])
      if (this.#store.awaitedOf(link)?.isPromise) this.awaitLink(ok, link, graph.fn);
    ok.temps.delete(-1);
    return { ok: returns ? ok : undefined, bad };
  }
}

/** What is left of a promise's value once it is fulfilled. */
function awaited(value: Value): Value {
  const isPlain = isBare(value) && value.steps?.length === 0 && !value.settled && !value.refused;
  return isPlain ? value : { ...value, pending: [], steps: [], settled: false, refused: false, carried: [] };
}
