import { afterFailure, type Automaton, closeUnder, image, type Operation, statesIn } from './automaton.ts';
import { type FlowGraph, type Invoke, type Site, type Slot } from './flow-graph.ts';
import { copyState, setCell, type State, takeOperand } from './state.ts';
import {
  chain,
  isChained,
  joinValues,
  type Link,
  type ObjectId,
  presentValue,
  type SessionObject,
  sessionValue,
  type Track,
  union,
  unknownValue,
  type Value,
} from './values.ts';
import type { Callee, Failure, Outcome } from './semantics.ts';
import { movedWitnesses, replaceAt } from './tracks.ts';
import type { Store } from './store.ts';
import { PART } from './store.ts';
import type { Frame } from './frame.ts';

/** Calls: of operations on sessions, of what the models know, of functions of the program, and of everything else. */
export class Calls {
  readonly #frame: Frame;
  readonly #store: Store;

  constructor(frame: Frame) {
    this.#frame = frame;
    this.#store = frame.store;
  }

  closure(state: State, fn: Site, isChained: boolean): Value {
    let captured: readonly ObjectId[] = [];
    for (const [declaration, value] of [...state.env]) {
      if (value.objects.length + value.pending.length + value.links.length === 0) continue;
      const slot = this.#frame.slotOf(declaration);
      if (!slot || !this.#frame.semantics.mayReach(fn, slot)) continue;
      const uses = this.#frame.semantics.usesOf(fn, slot);
      if (!uses) continue;
      captured = union(captured, value.objects);
      // What an awaited chain does is followed when it is awaited.
      if (isChained) continue;
      for (const object of value.objects) this.#store.applyUses(state, object, uses);
      // Whoever runs the closure may await the promise.
      this.#store.blur(state, value);
      for (const link of value.links) this.#store.escapeObjects(state, [link.object]);
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
    if (receiver && call.method !== undefined) {
      if (receiver.objects.length > 0) return this.#invokeOnSession(state, call, receiver, call.method, values, raise);
      if (isChained(call.method) && (receiver.pending.length > 0 || (receiver.steps?.length ?? 1) > 0)) {
        for (const value of values) for (const object of value.captured) this.#store.hold(state, object);
        state.temps.set(call.dst, chain(receiver, call.method, values));
        return true;
      }
      // A callback on a promise that is not one of a session's: it runs at some time.
      if (isChained(call.method)) for (const value of values) if (value.fn) this.closure(state, value.fn, false);
    }

    const parts = receiver?.links.filter((link) => link.role === PART) ?? [];
    this.#store.mayClose(
      state,
      parts.map((link) => link.object),
    );
    const { links, taken, matched } = this.applyCallEffects(state, call.site, values, raise);
    const creation = this.#frame.semantics.creationAt(call.site);
    if (creation || matched) {
      this.#store.escapeArguments(state, values, taken);
      this.#store.interleave(state, [...taken], false);
      raise(copyState(state));
      for (const value of values) for (const object of value.captured) this.#store.hold(state, object);
      state.temps.set(call.dst, creation ? this.#store.make(state, call.site, creation) : { ...unknownValue, links });
      return true;
    }

    const graph = call.fn ? this.#frame.semantics.graphOf(call.fn) : undefined;
    const callee = graph ? { graph, sharesThis: true } : this.#frame.semantics.calleeAt(call.site);
    if (callee) return this.invokeKnown(state, call, callee, values, raise);

    if (call.statement && this.#frame.semantics.neverReturns(call.site)) {
      for (const value of values) this.#store.escape(state, value);
      this.#store.interleave(state, [], false);
      raise(copyState(state));
      return false;
    }
    this.#store.escapeArguments(state, values, new Set());
    // `[client].map(…)`: the method gets what is inside its receiver.
    if (receiver) this.#store.escape(state, { ...receiver, links: [], pending: [] });
    this.#store.interleave(state, [], false);
    raise(copyState(state));
    for (const value of values) for (const object of value.captured) this.#store.hold(state, object);
    const live = receiver?.links.filter((link) => link.role !== PART) ?? [];
    const captured =
      call.method === 'bind' ? values.reduce<readonly ObjectId[]>((all, v) => union(all, v.objects), []) : [];
    state.temps.set(
      call.dst,
      live.length + captured.length > 0 ? { ...unknownValue, links: live, captured } : unknownValue,
    );
    return true;
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
        this.operate(state, object, track, operation, { site: call.site, strong, other: receiver.other });
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
          const mask = operation ? afterFailure(old?.tracks[i]?.mask ?? track.mask, operation) : track.mask;
          return { ...track, mask };
        });
        setCell(failed, id, { ...cell, tracks });
      }
      raise(failed);
    }
    for (const value of values) for (const object of value.captured) this.#store.hold(state, object);
    const [only] = receiver.objects;
    const refusal =
      strong && receiver.objects.length === 1 && only !== undefined && this.#store.refusal(before, only, method);
    state.dead ||= refusal === 'throws';
    state.temps.set(call.dst, refusal === 'rejects' ? { ...result, refused: true } : result);
    return true;
  }

  /** Applies one operation to one session, and tells the observer. */
  operate(
    state: State,
    object: SessionObject,
    track: number,
    operation: Operation,
    how: { readonly site: Site; readonly strong: boolean; readonly other: boolean },
  ): void {
    const automaton = object.automata[track];
    const cell = state.heap.get(object.id);
    const current = cell?.tracks[track];
    if (!automaton || !cell || !current) return;
    // Where the peer may have moved on by itself, it is given the benefit of the doubt.
    const excused = statesIn(current.mask).reduce(
      (all, s) => ((automaton.spontaneous[s] ?? 0) & current.mask & operation.allowed ? all | (1 << s) : all),
      0,
    );
    const fine = (current.mask & operation.allowed) | excused;
    this.#frame.observer?.visit({
      site: how.site,
      operation,
      name: operation.name,
      automaton,
      object,
      wrong: current.mask & ~fine,
      fine,
      uninformed: !object.made && statesIn(current.mask).every((s) => current.witnesses[s] === undefined),
      inCallback: this.#frame.inCallback,
      dead: state.dead,
      other: how.other || cell.opaque,
      blurred: !how.strong || cell.vague || cell.foreign || (current.effects & automaton.callEffects) !== 0,
      muted: current.muted,
      witnesses: current.witnesses,
      inside: undefined,
      through: undefined,
    });
    if (object.id === this.#store.entryObject) {
      this.#store.touched |= operation.callEffect | operation.settleEffect;
      const failure: Failure = {
        operation: operation.name,
        site: how.site,
        isEarly: !state.waited,
        states: current.mask & ~operation.allowed,
        witnesses: current.witnesses,
      };
      if (fine === 0 && !current.failed && !state.dead) this.#frame.failure ??= failure;
      const isOwn = !cell.vague && !cell.foreign && (current.effects & automaton.callEffects) === 0;
      if ((current.mask & ~fine) !== 0 && isOwn) this.#frame.risk ??= failure;
    }
    const completed = operation.settles === undefined ? current.mask & ~operation.stops : current.mask;
    // Where every state is wrong the code goes on being read as if the call had worked: one report, not silence.
    const surviving = completed === 0 ? current.mask : completed;
    const moved = image(surviving, operation.moves);
    const wrong = fine === 0;
    const restarts = fine === current.mask && (operation.callEffect | operation.settleEffect) !== 0;
    this.#store.updateTrack(state, object.id, track, (t) => ({
      mask: how.strong ? moved : t.mask | moved,
      effects: operation.settles ? t.effects | operation.settleEffect : t.effects,
      failed: t.failed || wrong,
      muted: wrong || (t.muted && !restarts),
      raced: operation.callEffect === 0 ? t.raced : 0,
      witnesses: movedWitnesses(t.witnesses, surviving, operation.moves, how.site),
    }));
  }

  /** Applies what the models say of a call that is given sessions, or values that live on them. */
  applyCallEffects(
    state: State,
    site: Site,
    values: readonly Value[],
    raise: (state: State) => void,
  ): { links: readonly Link[]; taken: ReadonlySet<ObjectId>; matched: boolean } {
    const taken = new Set<ObjectId>();
    const links: Link[] = [];
    const interesting = values.some((v) => v.objects.length + v.carried.length + v.links.length > 0);
    if (!interesting) return { links, taken, matched: false };
    for (const effect of this.#frame.semantics.callEffectsAt(site)) {
      for (const value of values) {
        for (const [objectId, track] of this.#store.takenBy(effect, value)) {
          const object = this.#store.objects[objectId];
          if (!object) continue;
          taken.add(objectId);
          if (effect.operation) {
            const strong = value.links.length + value.objects.length + value.carried.length === 1;
            this.operate(state, object, track, effect.operation, { site, strong, other: false });
            if (effect.operation.settles === undefined) raise(copyState(state));
          }
          if (effect.gives !== undefined) links.push(this.#store.linkOf(objectId, track, effect.gives));
        }
      }
    }
    return { links, taken, matched: taken.size > 0 };
  }

  invokeKnown(
    state: State,
    call: Invoke,
    callee: Callee,
    values: readonly Value[],
    raise: (state: State) => void,
  ): boolean {
    const { graph } = callee;
    const passed = new Map<ObjectId, Slot>();
    const unfollowed: Value[] = [];
    values.forEach((value, index) => {
      const parameter = graph.parameters[index];
      const [object] = value.objects;
      const isSession =
        value.objects.length === 1 && value.pending.length + value.links.length + value.carried.length === 0;
      if (parameter && isSession && object !== undefined && !passed.has(object) && !parameter.reassignedElsewhere)
        passed.set(object, parameter);
      else unfollowed.push(value);
    });
    for (const [declaration, value] of state.env) {
      const slot = this.#frame.slotOf(declaration);
      if (!slot || (slot.kind === 'field' && !callee.sharesThis) || !this.#frame.semantics.mayReach(graph.fn, slot))
        continue;
      if (!this.#frame.semantics.usesOf(graph.fn, slot)) continue;
      this.#store.blur(state, value);
      const [object] = value.objects;
      if (object === undefined) continue;
      if (value.objects.length > 1 || passed.has(object)) this.#store.escapeObjects(state, value.objects);
      else passed.set(object, slot);
    }
    this.#store.escapeArguments(state, unfollowed, new Set());

    for (const slot of this.#passedPlaces(call, graph)) {
      const carried = this.#store.conduits.get(slot.outside);
      if (carried && graph.receivers.has(slot.inside.declaration)) this.#store.mayClose(state, carried);
    }

    const flow = this.#frame.semantics.flowOf(graph);
    const isAwaited = call.awaited || !(graph.isAsync || flow.promises);
    const thrown = copyState(state);
    let returns = flow.returns || !isAwaited;
    let { throws } = flow;
    let dies = flow.dead && isAwaited;
    const returned = new Map<ObjectId, Outcome['returned']>();
    for (const [id, slot] of passed) {
      const object = this.#store.objects[id];
      const cell = state.heap.get(id);
      if (!object || !cell) continue;
      object.automata.forEach((automaton, track) => {
        const exit = this.#callWith(state, call, graph, object, track, automaton, slot, isAwaited, thrown);
        if (!exit.returns) returns = false;
        if (!exit.throws) throws = false;
        if (exit.dies) dies = true;
        if (exit.returned !== 'never') returned.set(id, exit.returned);
      });
    }
    const kept = [...passed.keys()];
    this.#store.interleave(state, kept, isAwaited && graph.isAsync);
    this.#store.interleave(thrown, kept, isAwaited && graph.isAsync);
    if (isAwaited && throws) raise(thrown);
    for (const value of values) for (const object of value.captured) this.#store.hold(state, object);
    if (!returns) return false;
    state.dead ||= dies;
    if (call.statement && this.#frame.semantics.neverReturns(call.site)) return false;
    const value = this.#returnValue(state, call, graph, values);
    const objects = union(
      value.objects,
      [...returned.keys()].sort((a, b) => a - b),
    );
    const isCertain = objects.length === 1 && [...returned.values()].every((share) => share === 'always');
    state.temps.set(call.dst, objects === value.objects ? value : { ...value, objects, other: !isCertain });
    return true;
  }

  /** The places that a callee works on: its parameters, by what the caller gives for them, and what it has around it. */
  #passedPlaces(call: Invoke, graph: FlowGraph): { readonly inside: Slot; readonly outside: Site }[] {
    const given = graph.parameters.flatMap((inside, index) => {
      const outside = call.argumentSlots[index]?.bundle;
      return inside && outside ? [{ inside, outside }] : [];
    });
    return [...given, ...graph.outer.map((slot) => ({ inside: slot, outside: slot.bundle }))];
  }

  /** The effect of a call on one session, in each state it may be in. */
  #callWith(
    state: State,
    call: Invoke,
    graph: FlowGraph,
    object: SessionObject,
    track: number,
    automaton: Automaton,
    slot: Slot,
    isAwaited: boolean,
    thrown: State,
  ): { returns: boolean; throws: boolean; dies: boolean; returned: Outcome['returned'] } {
    const cell = state.heap.get(object.id);
    const current = cell?.tracks[track];
    if (!cell || !current) return { returns: true, throws: true, dies: false, returned: 'sometimes' };
    let exit = 0;
    let deadExit = 0;
    let unwound = 0;
    let touched = 0;
    let effects = 0;
    let escapes = false;
    let held = false;
    let failing = 0;
    let risky = 0;
    let failure: Failure | undefined;
    let risk: Failure | undefined;
    let witnesses = current.witnesses;
    let returned: Outcome['returned'] | undefined;
    // While the function waits, what the caller left behind for other code to do may be done.
    const entering = graph.isAsync ? closeUnder(automaton, current.mask, current.effects) : current.mask;
    for (const entry of statesIn(entering)) {
      const outcome = this.#frame.semantics.outcomeOf(graph, slot, automaton, entry);
      exit |= outcome.exit;
      deadExit |= outcome.deadExit;
      unwound |= outcome.thrown;
      touched |= outcome.touched;
      effects |= outcome.effects;
      escapes ||= outcome.escapes;
      held ||= outcome.held;
      returned = returned === undefined || returned === outcome.returned ? outcome.returned : 'sometimes';
      failure ??= outcome.failure;
      // One call in the callee is to blame, or none is for certain.
      const isSame = outcome.failure?.site === failure?.site;
      if (outcome.failure && isSame && (isAwaited || outcome.failure.isEarly)) failing |= 1 << entry;
      if (outcome.risk) risky |= 1 << entry;
      if (outcome.openedOver.length > 0)
        for (const { inside, outside } of this.#passedPlaces(call, graph))
          if (outcome.openedOver.includes(inside.bundle)) this.#store.noteConduit(outside, object.id);
      risk ??= outcome.risk;
      for (const reached of statesIn(outcome.exit)) {
        const sites = outcome.witnesses[reached];
        if (sites) witnesses = replaceAt(witnesses, reached, sites);
      }
    }
    const failsForCertain = failing === entering && failing !== 0;
    const inside = failure ?? risk;
    if (inside) {
      this.#frame.observer?.visit({
        site: this.#frame.inCallback ? inside.site : call.site,
        operation: undefined,
        name: inside.operation,
        automaton,
        object,
        wrong: this.#frame.inCallback ? inside.states : entering & (failing | risky),
        fine: entering & ~failing,
        uninformed: !object.made && statesIn(current.mask).every((s) => current.witnesses[s] === undefined),
        inCallback: this.#frame.inCallback,
        dead: state.dead,
        other: cell.opaque,
        blurred: cell.vague || cell.foreign || (current.effects & automaton.callEffects) !== 0,
        muted: current.muted,
        witnesses: this.#frame.inCallback
          ? Array.from({ length: 30 }, (_, s) => inside.witnesses[s] ?? current.witnesses[s])
          : current.witnesses,
        inside: this.#frame.inCallback ? undefined : inside,
        through: this.#frame.inCallback ? undefined : slot,
      });
    }
    if (object.id === this.#store.entryObject) {
      this.#store.touched |= touched;
      if (failure && failsForCertain && !current.failed && !state.dead) {
        this.#frame.failure ??= { ...failure, isEarly: failure.isEarly && !state.waited };
      }
      if (inside && !cell.foreign) this.#frame.risk ??= inside;
    }
    const wrong = isAwaited && failsForCertain;
    const reached = exit === 0 && wrong ? deadExit : exit;
    const after = isAwaited ? reached : closeUnder(automaton, entering | reached, touched);
    const base: Track = {
      mask: after,
      effects: current.effects | effects | (isAwaited ? 0 : touched),
      failed: current.failed || wrong,
      muted: current.muted || wrong,
      raced: touched === 0 ? current.raced : 0,
      witnesses,
    };
    this.#store.updateTrack(state, object.id, track, () => base);
    this.#store.updateTrack(thrown, object.id, track, (t) => ({
      ...base,
      mask: unwound,
      failed: t.failed,
      muted: t.muted,
    }));
    if (held) this.#store.hold(state, object.id);
    if (escapes) {
      this.#store.escapeObjects(state, [object.id]);
      this.#store.escapeObjects(thrown, [object.id]);
    }
    return {
      returns: after !== 0 || escapes,
      throws: unwound !== 0,
      dies: isAwaited && wrong && exit === 0,
      returned: returned ?? 'never',
    };
  }

  #returnValue(state: State, call: Invoke, graph: FlowGraph, values: readonly Value[]): Value {
    const returned = this.#frame.semantics.returnedBy(graph);
    const settled = call.awaited && graph.isAsync;
    if (!returned) return settled ? { ...unknownValue, settled } : unknownValue;
    if (returned.kind === 'parameter') {
      const value = values[returned.index];
      return value && value.objects.length > 0
        ? { ...sessionValue(0), objects: value.objects, other: value.other, settled }
        : unknownValue;
    }
    return { ...this.#store.make(state, call.site, returned.creation), nullish: returned.nullish, settled };
  }
}

function hasMethod(automaton: Automaton, method: string): boolean {
  return (
    automaton.operations.has(method) ||
    automaton.neutral.has(method) ||
    automaton.tests.has(method) ||
    automaton.views.has(method)
  );
}
