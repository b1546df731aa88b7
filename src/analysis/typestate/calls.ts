import { afterFailure, type Automaton, image, type Operation, type StateSet, statesIn } from './automaton.ts';
import { type Invoke, isStacking, noArguments, type Site } from '../flow-graph.ts';
import { copyState, setCell, type State, takeOperand } from './state.ts';
import {
  chain,
  isBare,
  isChained,
  joinValues,
  type Link,
  noObjects,
  type ObjectId,
  presentValue,
  type SessionObject,
  union,
  unknownValue,
  type Value,
} from './values.ts';
import type { Failure } from './semantics.ts';
import { foreignAfter, movedWitnesses } from './tracks.ts';
import type { Store } from './store.ts';
import { isOnlyLinked, PART } from './store.ts';
import type { Frame } from './frame.ts';
import { KnownCalls, noSites } from './known-calls.ts';
import { Stacks } from './stacks.ts';

/** What a call that the models know does with the sessions that it is given. */
interface Taking {
  readonly links: readonly Link[];
  readonly taken: ReadonlySet<ObjectId>;
  readonly matched: boolean;
  /** It is an operation on one of them. */
  readonly acts: boolean;
  /** Where the sessions stand if the call throws: what it would have done at once is then not done. */
  readonly failed: readonly { readonly object: ObjectId; readonly track: number; readonly mask: StateSet }[];
}

/** Methods of lists whose callback is run for what it does with each element. */
const keepingMethods: ReadonlySet<string> = new Set(['forEach', 'reduce', 'reduceRight']);

const nothingTaken: Taking = { links: [], taken: noObjects, matched: false, acts: false, failed: [] };

/** Calls: of operations on sessions, of what the models know, of functions of the program, and of everything else. */
export class Calls {
  readonly known: KnownCalls;
  readonly stacks: Stacks;
  readonly #frame: Frame;
  readonly #store: Store;

  constructor(frame: Frame) {
    this.known = new KnownCalls(frame);
    this.stacks = new Stacks(frame, this.known, (...change) => {
      this.operate(...change);
    });
    this.#frame = frame;
    this.#store = frame.store;
  }

  closure(state: State, fn: Site, isChained: boolean): Value {
    let captured: readonly ObjectId[] = [];
    for (const [declaration, value] of state.env) {
      if (value.objects.length + value.pending.length + value.links.length + value.owned.length === 0) continue;
      const slot = this.#frame.slotOf(declaration);
      if (!slot || !this.#frame.semantics.mayReach(fn, slot)) continue;
      const uses = this.#frame.semantics.usesOf(fn, slot);
      if (!uses) continue;
      captured = union(captured, value.objects);
      this.#store.escapeObjects(state, value.owned);
      // What an awaited chain does is followed when it is awaited.
      if (isChained) continue;
      for (const object of value.objects) this.#store.applyUses(state, object, uses);
      // Whoever runs the closure may await the promise.
      this.#store.blur(state, value);
      const isHandedOn = uses.leaks || uses.methods.size + uses.members.size > 0;
      for (const link of value.links) if (isHandedOn) this.#store.escapeObjects(state, [link.object]);
    }
    return { ...presentValue, captured, fn };
  }

  invoke(state: State, call: Invoke, raise: (state: State) => void): boolean {
    const carried = call.receiverSlot && this.#store.conduits.get(call.receiverSlot.bundle);
    if (carried) this.#store.mayClose(state, carried);
    const receiver = call.receiver === undefined ? undefined : takeOperand(state, call.receiver);
    const values = call.args.map((arg) => takeOperand(state, arg));
    if (call.inert) {
      for (const value of values) this.#store.blur(state, value);
      state.temps.set(call.dst, unknownValue);
      return true;
    }
    const copied = call.copies ? values.filter((value) => !isBare(value)) : [];
    if (copied.length > 0 && copied.every(isOnlyLinked)) {
      for (const value of copied) this.#store.blur(state, value);
      state.temps.set(call.dst, { ...unknownValue, links: [...new Set(copied.flatMap(({ links }) => links))] });
      return true;
    }
    if (state.heap.size === 0) return this.#invokeQuietly(state, call, values, raise);
    if (receiver && call.method !== undefined) {
      if (this.#store.stackCount > 0 && this.stacks.invoke(state, call, receiver, values, raise)) return true;
      // A callback of what is no stack, or not followed as one: it runs at some time.
      if (isStacking(call.method)) for (const value of values) if (value.fn) this.closure(state, value.fn, false);
      if (receiver.objects.length > 0) return this.#invokeOnSession(state, call, receiver, call.method, values, raise);
      if (isChained(call.method) && (receiver.pending.length > 0 || (receiver.steps?.length ?? 1) > 0)) {
        for (const value of values) for (const object of value.captured) this.#store.hold(state, object);
        state.temps.set(call.dst, chain(receiver, call.method, values));
        return true;
      }
      // A callback on a promise that is not one of a session's: it runs at some time.
      if (isChained(call.method)) for (const value of values) if (value.fn) this.closure(state, value.fn, false);
    }

    for (const link of receiver?.links ?? []) if (link.role === PART) this.#store.mayClose(state, [link.object]);
    // An agent that was given a client's tools lives on that client: `agent.generate(…)` runs them.
    const isOfPromise = call.method !== undefined && isChained(call.method);
    const living = isOfPromise ? receiver?.links : receiver && this.#store.fulfilled(receiver.links);
    const owner = living && living.length > 0 ? [{ ...unknownValue, links: living }] : [];
    const effects = this.applyCallEffects(state, call.site, [...owner, ...values], raise);
    const { links, taken, matched } = effects;
    const creation = this.#frame.semantics.creationAt(call.site);
    if (creation || matched) {
      this.#store.escapeArguments(state, values, taken);
      this.#store.interleave(state, [...taken], false);
      // What only passes a session's value on has nothing to fail with: a stream's errors come from the stream.
      if (creation || effects.acts) raise(this.failing(state, effects));
      for (const value of values) for (const object of value.captured) this.#store.hold(state, object);
      state.temps.set(call.dst, creation ? this.#store.make(state, call.site, creation) : { ...unknownValue, links });
      return true;
    }

    const known = this.#invokeKnown(state, call, values, raise, receiver);
    if (known !== undefined) return known;

    if (call.statement && this.#frame.semantics.neverReturns(call.site)) {
      for (const value of values) this.#store.escape(state, value);
      this.#store.interleave(state, [], false);
      raise(state);
      return false;
    }
    this.#store.escapeArguments(state, values, noObjects);
    // `[client].map(…)`: the method gets what is inside its receiver.
    if (receiver && !isBare(receiver)) this.#store.escape(state, { ...receiver, links: [], pending: [] });
    this.#store.interleave(state, [], false);
    // What the callbacks of a chain make of a promise's value is not followed.
    const live = living?.filter((link) => link.role !== PART && this.#store.awaitedOf(link)?.gives === undefined) ?? [];
    // `tools.forEach((tool) => registry.add(tool))`
    const isForEffect = call.discarded || (call.method !== undefined && keepingMethods.has(call.method));
    if (isForEffect && values.some(({ fn }) => fn))
      for (const link of live) this.#store.escapeObjects(state, [link.object]);
    // What a method of a stream fails with comes from the stream: it has ended then.
    if (!live.some((link) => this.#store.awaitedOf(link)) && !this.#frame.semantics.neverThrows(call.site))
      raise(state);
    for (const value of values) for (const object of value.captured) this.#store.hold(state, object);
    const captured =
      call.method === 'bind' ? values.reduce<readonly ObjectId[]>((all, v) => union(all, v.objects), []) : [];
    state.temps.set(
      call.dst,
      live.length + captured.length > 0 ? { ...unknownValue, links: live, captured } : unknownValue,
    );
    return true;
  }

  /** Reads a member, which runs a getter: one that may make a session is a call as any other. */
  read(
    state: State,
    { dst, site, awaited }: Pick<Invoke, 'dst' | 'site' | 'awaited'>,
    raise: (state: State) => void,
  ): boolean {
    const { semantics } = this.#frame;
    const getter = semantics.mayMatter(site) ? semantics.calleeAt(site) : undefined;
    if (getter) return this.known.invoke(state, { ...noArguments, dst, site, awaited }, getter, [], raise, false);
    state.temps.set(dst, unknownValue);
    return true;
  }

  /** A call while no session exists: what matters is whether it creates one, and whether it returns. */
  #invokeQuietly(state: State, call: Invoke, values: readonly Value[], raise: (state: State) => void): boolean {
    const { semantics } = this.#frame;
    const creation = semantics.creationAt(call.site);
    const known = creation ? undefined : this.#invokeKnown(state, call, values, raise);
    if (known !== undefined) return known;
    raise(state);
    if (!creation && call.statement && semantics.neverReturns(call.site)) return false;
    state.temps.set(call.dst, creation ? this.#store.make(state, call.site, creation) : unknownValue);
    return true;
  }

  /**
   * Runs a function of the program, where that can make a difference: a session exists, or may be created. Undefined:
   * the function is not known.
   */
  #invokeKnown(
    state: State,
    call: Invoke,
    values: readonly Value[],
    raise: (state: State) => void,
    receiver?: Value,
  ): boolean | undefined {
    const { semantics } = this.#frame;
    const graph = call.fn ? semantics.graphOf(call.fn) : undefined;
    if (graph) return this.known.invoke(state, call, { graph, sharesThis: true }, values, raise, true);
    const owner = receiver && receiver.owned.length > 0 ? receiver : undefined;
    const bystander = state.heap.size > 0 && !owner ? semantics.bystanderAt(call.site) : undefined;
    if (bystander && this.known.isAside(state, bystander, values))
      return this.known.invokeBystander(state, call, bystander, raise);
    const callee = state.heap.size > 0 || semantics.mayMatter(call.site) ? semantics.calleeAt(call.site) : undefined;
    return callee && this.known.invoke(state, call, callee, values, raise, false, owner);
  }

  #invokeOnSession(
    state: State,
    call: Invoke,
    receiver: Value,
    method: string,
    values: readonly Value[],
    raise: (state: State) => void,
  ): boolean {
    const { taken } = this.applyCallEffects(state, call.site, values, raise);
    this.#store.escapeArguments(state, values, taken);
    this.#store.noteConnection(state, receiver.objects, call, method);
    const strong = this.#store.isOnlyMeaning(state, receiver);
    let result: Value = unknownValue;
    const automata = receiver.objects.flatMap((id) => this.#store.objects[id]?.automata ?? []);
    const operations = automata.flatMap((automaton) => automaton.operations.get(method) ?? []);
    const unknown: ObjectId[] = [];
    const before = copyState(state);
    for (const id of receiver.objects) {
      const object = this.#store.objects[id];
      if (!object) continue;
      if (!object.automata.some((automaton) => hasMethod(automaton, method))) unknown.push(id);
      object.automata.forEach((automaton, track) => {
        const operation = automaton.operations.get(method);
        if (!operation) return;
        const isOneOfSeveral = receiver.other || receiver.objects.length > 1;
        this.operate(state, object, track, operation, {
          site: call.site,
          strong,
          other: receiver.other,
          isOneOfSeveral,
          isDiscarded: call.discarded,
        });
        const pending = this.#store.pendingOf(call.site, id, track, operation, strong, call.direct);
        const links = operation.gives === undefined ? [] : [this.#store.linkOf(id, track, operation.gives)];
        result = joinValues({ ...result, pending: operation.settles ? [pending] : [], links }, result);
      });
    }
    this.#store.escapeObjects(state, unknown);
    if (unknown.length > 0) this.#store.interleave(state, [], false);
    if (operations.every((operation) => operation.settles === undefined)) {
      const failed = copyState(before);
      for (const [id, cell] of [...state.heap]) {
        const automata = this.#store.objects[id]?.automata ?? [];
        const old = before.heap.get(id);
        const tracks = cell.tracks.map((track, i) => {
          const operation = receiver.objects.includes(id) ? automata[i]?.operations.get(method) : undefined;
          // What could not be closed is not there to be closed once more.
          const isOver = operation === undefined || operation.effect === 'closes';
          const mask = isOver ? track.mask : afterFailure(old?.tracks[i]?.mask ?? track.mask, operation);
          return { ...track, mask, foreign: 0 };
        });
        setCell(failed, id, { ...cell, tracks });
      }
      raise(failed);
    }
    for (const value of values) for (const object of value.captured) this.#store.hold(state, object);
    const creation = this.#frame.semantics.creationAt(call.site);
    if (creation) result = joinParts(result, this.#store.make(state, call.site, creation));
    const [only] = receiver.objects;
    const refusal =
      strong && receiver.objects.length === 1 && only !== undefined && this.#store.refusal(before, only, method);
    state.isUnreachable ||= refusal === 'throws';
    state.temps.set(call.dst, refusal === 'rejects' ? { ...result, refused: true } : result);
    return true;
  }

  /** Applies one operation to one session, and tells the observer. */
  operate(
    state: State,
    object: SessionObject,
    track: number,
    operation: Operation,
    how: {
      readonly site: Site;
      readonly strong: boolean;
      readonly other: boolean;
      readonly isOneOfSeveral?: boolean;
      readonly isDiscarded?: boolean;
    },
  ): void {
    const automaton = object.automata[track];
    const cell = state.heap.get(object.id);
    const current = cell?.tracks[track];
    if (!automaton || !cell || !current) return;
    // Where the peer may have moved on by itself, it is given the benefit of the doubt.
    const excused =
      automaton.spontaneous.length === 0
        ? 0
        : statesIn(current.mask).reduce(
            (all, s) => ((automaton.spontaneous[s] ?? 0) & current.mask & operation.allowed ? all | (1 << s) : all),
            0,
          );
    const allowing = (current.mask & operation.allowed) | excused;
    this.#frame.observer?.visit({
      site: how.site,
      operation,
      name: operation.name,
      automaton,
      object,
      violating: current.mask & ~allowing,
      allowing,
      foreign: current.foreign,
      uninformed: !object.made && statesIn(current.mask).every((s) => current.witnesses[s] === undefined),
      inCallback: this.#frame.inCallback,
      isExceptional: this.#frame.isExceptional,
      isUnreachable: state.isUnreachable,
      other: how.other || cell.opaque,
      interfered: !how.strong || cell.maybeSettled || cell.external || (current.effects & automaton.callEffects) !== 0,
      isConsequence: current.isConsequence,
      witnesses: current.witnesses,
      inside: undefined,
      through: undefined,
      violations: [],
      passing: noSites,
    });
    if (object.id === this.#store.entryObject) {
      this.#store.touched |= operation.callEffect | operation.settleEffect;
      const failure: Failure = {
        operation: operation.name,
        site: how.site,
        isEarly: !state.waited,
        isOwn: current.mask !== 1 << (this.#frame.entry?.state ?? 0),
        states: current.mask & ~operation.allowed,
        witnesses: current.witnesses,
      };
      if (!state.isUnreachable) {
        // Where the receiver may be another session, the call may be one on that.
        if (allowing !== 0 || how.isOneOfSeveral) this.#frame.passes(how.site);
        else if (!current.failed) this.#frame.fails(how.site, failure);
      }
      const isOwn = !cell.maybeSettled && !cell.external && (current.effects & automaton.callEffects) === 0;
      if ((current.mask & ~allowing) !== 0 && isOwn) this.#frame.risk ??= failure;
    }
    const completed = operation.settles === undefined ? current.mask & ~operation.stops : current.mask;
    const started = how.strong && how.isDiscarded ? this.#store.startedFrom(object, track, operation, current.mask) : 0;
    // Where every state is wrong the code goes on being read as if the call had worked: one report, not silence.
    const surviving = started || completed || current.mask;
    const moved = image(surviving, operation.moves);
    const violating = allowing === 0;
    const restarts = allowing === current.mask && (operation.callEffect | operation.settleEffect) !== 0;
    // A connect that is under way, or that comes later, ends with the close.
    const ended = how.strong && operation.effect === 'closes' ? automaton.openEffects : 0;
    this.#store.updateTrack(state, object.id, track, (t) => ({
      mask: how.strong ? moved : t.mask | moved,
      effects: (operation.settles ? t.effects | operation.settleEffect : t.effects) & ~(ended & t.started),
      started: t.started & ~ended & ~operation.settleEffect,
      failed: t.failed || violating,
      isConsequence: violating || (t.isConsequence && !restarts),
      raced: operation.callEffect === 0 ? t.raced : 0,
      foreign: foreignAfter(t, surviving, operation.moves, how.strong ? moved : t.mask | moved, how.strong),
      witnesses: movedWitnesses(t.witnesses, surviving, operation.moves, how.site),
    }));
  }

  /** Applies what the models say of a call that is given sessions, or values that live on them. */
  applyCallEffects(state: State, site: Site, values: readonly Value[], raise: (state: State) => void): Taking {
    const interesting = values.some((v) => v.objects.length + v.carried.length + v.links.length > 0);
    if (!interesting) return nothingTaken;
    const taken = new Set<ObjectId>();
    const links: Link[] = [];
    const failed: Taking['failed'][number][] = [];
    let acts = false;
    for (const effect of this.#frame.semantics.callEffectsAt(site)) {
      for (const value of values) {
        for (const [objectId, track] of this.#store.takenBy(effect, value)) {
          const object = this.#store.objects[objectId];
          if (!object) continue;
          taken.add(objectId);
          acts ||= effect.operation !== undefined;
          if (effect.operation) {
            const strong = value.links.length + value.objects.length + value.carried.length === 1;
            const before = state.heap.get(objectId)?.tracks[track]?.mask;
            this.operate(state, object, track, effect.operation, { site, strong, other: false });
            const isRun = effect.gives !== undefined && object.automata[track]?.awaited.has(effect.gives) === true;
            if ((isRun || effect.operation.settles === undefined) && before !== undefined)
              failed.push({ object: objectId, track, mask: afterFailure(before, effect.operation) });
          }
          if (effect.gives !== undefined) links.push(this.#store.linkOf(objectId, track, effect.gives));
        }
      }
    }
    const effects = { links, taken, matched: taken.size > 0, acts, failed };
    if (failed.length > 0) raise(this.failing(state, effects));
    return effects;
  }

  /** The state in which a call that is given sessions throws. */
  failing(state: State, { failed }: Taking): State {
    if (failed.length === 0) return state;
    const failing = copyState(state);
    for (const { object, track, mask } of failed)
      this.#store.updateTrack(failing, object, track, (t) => ({ ...t, mask, foreign: 0 }));
    return failing;
  }
}

/** The promise of an operation, and the session that it brings. */
function joinParts(promise: Value, session: Value): Value {
  return { ...session, pending: promise.pending, links: promise.links };
}

function hasMethod(automaton: Automaton, method: string): boolean {
  return (
    automaton.operations.has(method) ||
    automaton.neutral.has(method) ||
    automaton.tests.has(method) ||
    automaton.views.has(method)
  );
}
