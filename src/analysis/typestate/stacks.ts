import { type Invoke, noArguments, type Site } from '../flow-graph.ts';
import type { Operation } from './automaton.ts';
import type { Frame } from './frame.ts';
import type { KnownCalls } from './known-calls.ts';
import { setCell, type State } from './state.ts';
import type { Store } from './store.ts';
import { settledTrack } from './tracks.ts';
import { type Disposal, isBare, type ObjectId, type SessionObject, union, unknownValue, type Value } from './values.ts';

type Raise = (state: State) => void;

/** Applies an operation to a session, and tells the observer. */
type Operate = (
  state: State,
  object: SessionObject,
  track: number,
  operation: Operation,
  how: { readonly site: Site; readonly strong: boolean; readonly other: boolean },
) => void;

/** The method that a resource is disposed by, an asynchronous one first. */
const DISPOSERS = ['Symbol.asyncDispose', 'Symbol.dispose'];

/** Disposable stacks, and what `using` disposes: the sessions that are closed when a scope is left, or a stack is told to. */
export class Stacks {
  readonly #frame: Frame;
  readonly #store: Store;
  readonly #known: KnownCalls;
  readonly #operate: Operate;
  readonly #disposalIds = new Map<Site, number>();

  constructor(frame: Frame, known: KnownCalls, operate: Operate) {
    this.#frame = frame;
    this.#store = frame.store;
    this.#known = known;
    this.#operate = operate;
  }

  /** Runs a method of a stack that nothing else has; answers false where the receiver may be another thing, or the method. */
  invoke(state: State, call: Invoke, receiver: Value, values: readonly Value[], raise: Raise): boolean {
    const [stack, another] = receiver.objects;
    if (stack === undefined || another !== undefined || receiver.other) return false;
    const cell = state.heap.get(stack);
    if (!cell?.disposals || cell.external) return false;
    const [resource = unknownValue, callback = unknownValue] = values;
    switch (call.method) {
      case 'use':
        this.#add(state, call.site, stack, { resource, fn: undefined, captured: [] });
        state.temps.set(call.dst, resource);
        return true;
      case 'adopt':
        if (!callback.fn) return false;
        this.#add(state, call.site, stack, { resource, fn: callback.fn, captured: callback.captured });
        state.temps.set(call.dst, resource);
        return true;
      case 'defer':
        if (!resource.fn) return false;
        this.#add(state, call.site, stack, { resource: undefined, fn: resource.fn, captured: resource.captured });
        state.temps.set(call.dst, unknownValue);
        return true;
      case 'dispose':
      case 'disposeAsync':
        this.#disposeStack(state, stack, call.site, raise);
        state.temps.set(call.dst, unknownValue);
        return true;
      default:
        // `move()` gives what is to be closed to another one.
        return false;
    }
  }

  /** What `using` does when its scope is left. */
  dispose(state: State, value: Value, site: Site, raise: Raise): void {
    this.#store.escapeObjects(state, value.owned);
    for (const id of value.objects) {
      if (state.heap.get(id)?.disposals) this.#disposeStack(state, id, site, raise);
      else this.#disposeResource(state, id, value, site);
    }
    this.#store.interleave(state, value.objects, true);
    raise(state);
  }

  #add(state: State, site: Site, stack: ObjectId, disposal: Omit<Disposal, 'id' | 'isCertain'>): void {
    const { resource, captured } = disposal;
    const objects = resource?.objects ?? [];
    if (resource && !isBare({ ...resource, objects: [] })) {
      this.#store.escape(state, resource);
      this.#store.escapeObjects(state, captured);
      return;
    }
    const cell = state.heap.get(stack);
    if (objects.length + captured.length === 0 || !cell) return;
    let id = this.#disposalIds.get(site);
    if (id === undefined) this.#disposalIds.set(site, (id = this.#disposalIds.size));
    const others = (cell.disposals ?? []).filter((other) => other.id !== id);
    const disposals = [...others, { ...disposal, id, isCertain: true }].sort((a, b) => a.id - b.id);
    setCell(state, stack, { ...cell, disposals });
  }

  #disposeStack(state: State, stack: ObjectId, site: Site, raise: Raise): void {
    const disposals = this.#store.emptyStack(state, stack).toReversed();
    for (const disposal of disposals) {
      if (disposal.isCertain) this.#run(state, disposal, site);
      // Whether the stack has it may depend on what the program tests again.
      else this.#store.escapeObjects(state, union(disposal.resource?.objects ?? [], disposal.captured));
    }
    const closed = disposals.reduce<readonly ObjectId[]>(
      (all, { resource }) => union(all, resource?.objects ?? []),
      [],
    );
    this.#store.interleave(state, closed, true);
    raise(state);
  }

  #run(state: State, { resource, fn, captured }: Disposal, site: Site): void {
    const graph = fn && this.#frame.semantics.graphOf(fn);
    if (graph) {
      const call: Invoke = { ...noArguments, dst: -1, site: graph.fn, fn, awaited: true };
      const ignore = (): void => undefined;
      this.#known.invoke(state, call, { graph, sharesThis: true }, resource ? [resource] : [], ignore, true);
      state.temps.delete(-1);
    } else if (resource && fn === undefined)
      for (const id of resource.objects) this.#disposeResource(state, id, resource, site);
    else this.#store.escapeObjects(state, union(resource?.objects ?? [], captured));
  }

  #disposeResource(state: State, id: ObjectId, value: Value, site: Site): void {
    const object = this.#store.objects[id];
    if (!object) return;
    const isOnlyOne = value.objects.length === 1;
    const disposers = object.automata.map(({ operations }) =>
      DISPOSERS.map((name) => operations.get(name)).find((operation) => operation !== undefined),
    );
    disposers.forEach((operation, track) => {
      if (!operation) return;
      this.#operate(state, object, track, operation, { site, strong: isOnlyOne, other: value.other });
      const pending = this.#store.pendingOf(site, id, track, operation, isOnlyOne, true);
      this.#store.updateTrack(state, id, track, (t) => settledTrack(t, pending));
    });
    if (disposers.every((operation) => operation === undefined)) this.#store.hold(state, id);
  }
}
