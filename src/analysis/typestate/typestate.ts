import {
  type Combinator,
  type Create,
  type ExitKind,
  type FlowGraph,
  type Instruction,
  type Operand,
  type Refinement,
  type Site,
  type Slot,
} from '../flow-graph.ts';
import { solve } from '../solver.ts';
import { Recorder } from './recorder.ts';
import {
  copyState,
  emptyState,
  joinStates,
  joinUnwinding,
  peekOperand,
  setCell,
  setValue,
  type State,
  takeOperand,
  unwinding,
  valueIn,
} from './state.ts';
import {
  type Cell,
  isBare,
  isUninformative,
  joinValues,
  nullishValue,
  type ObjectId,
  presentValue,
  type SessionObject,
  sessionValue,
  toNullish,
  toPresent,
  type Track,
  union,
  unknownValue,
  type Value,
  withoutTruth,
} from './values.ts';
import type { EntrySession, FunctionOutcomes, Leaving, Observer, RunResult, Semantics } from './semantics.ts';
import { cellOf } from './tracks.ts';
import type { Store } from './store.ts';
import { isOnlyLinked, PART } from './store.ts';
import { Frame } from './frame.ts';
import { Calls } from './calls.ts';
import { Promises } from './promises.ts';
import { joinPaths, MAX_PATHS, onePath, type Paths } from './paths.ts';
import { type Exit, outcomeOf, returnedBy, unknownOutcome } from './outcomes.ts';

/** How many sessions may be looked at once more, for paths that are kept apart, before all paths are joined. */
const MAX_EXTRA = 4000;
/** Instructions run per block before a function is given up: silence, not a guess. */
const BUDGET = 64;

/**
 * Runs the typestate analysis over one function: what state each session can be in at each call.
 *
 * The lattice of a variable is a set of sessions, of a session a set of states for each of its protocols; the join is
 * the union, and a call is wrong for certain when no state that can reach it allows it. What is not followed makes a
 * session `foreign`: any later occasion for other code to run may change its state, and verdicts on it fall silent.
 *
 * Knowingly missed: sessions in containers, variables that nested functions assign, correlated conditions, and
 * overlapping calls of the same method.
 */
export function analyseFunction(
  graph: FlowGraph,
  semantics: Semantics,
  callees: FunctionOutcomes,
  entry: EntrySession | undefined,
  observer?: Observer,
): RunResult {
  return new Run(new Frame(graph, semantics, callees, entry)).result(observer);
}

type Member = Extract<Instruction, { op: 'member' }>;
type Split = Extract<Instruction, { op: 'split' }>;

class Run {
  readonly #frame: Frame;
  readonly #store: Store;
  readonly #calls: Calls;
  readonly #promises: Promises;
  readonly #parameterObjects = new Map<ObjectId, number>();
  #exits: Exit[] = [];
  /** The states at `throw` statements that leave the function. */
  #throws: State[] = [];
  #thrown: State | undefined;

  constructor(frame: Frame) {
    this.#frame = frame;
    this.#store = frame.store;
    this.#calls = new Calls(frame);
    this.#promises = new Promises(frame, this.#calls);
  }

  result(observer: Observer | undefined): RunResult {
    if (this.#frame.graph.overBudget)
      return { outcome: unknownOutcome(this.#frame.entry?.automaton), returned: undefined };
    // Without a cycle every block runs once, in the state that it has in the end, and what is seen then counts.
    const isAcyclic = hasNoCycle(this.#frame.graph);
    const seen = observer && isAcyclic ? new Recorder() : undefined;
    this.#watch(seen);
    let extra = 0;
    const states = solve<Paths>({
      size: this.#frame.graph.blocks.length,
      entry: 0,
      initial: onePath(this.#entryState()),
      budget: BUDGET,
      join: (current, incoming) => joinPaths(current, incoming, extra > MAX_EXTRA ? 1 : MAX_PATHS),
      transfer: (block, paths, send) => {
        extra += paths.states.slice(1).reduce((cost, state) => cost + state.heap.size, 0);
        for (const state of paths.states)
          this.#runBlock(block, state, (to, next) => {
            send(to, onePath(next));
          });
      },
    });
    if (states === undefined) return { outcome: unknownOutcome(this.#frame.entry?.automaton), returned: undefined };

    // What sessions are opened over is known of the whole function only when all of it was run.
    if (isAcyclic && this.#store.conduits.size === 0) {
      if (observer) seen?.tell(observer);
    } else {
      // One pass over the fixpoint: what was gathered on the way there came from smaller states.
      this.#exits = [];
      this.#throws = [];
      this.#thrown = undefined;
      this.#frame.forget();
      this.#watch(observer);
      states.forEach((paths, block) => {
        for (const state of paths?.states ?? []) this.#runBlock(block, state, () => undefined);
      });
    }
    return {
      outcome: outcomeOf(this.#frame, this.#exits, this.#throws, this.#thrown),
      returned: returnedBy(this.#frame, this.#exits, this.#parameterObjects),
    };
  }

  #watch(observer: Observer | undefined): void {
    this.#frame.observer = observer;
    this.#store.onLost =
      observer &&
      ((object, cell, site) => {
        observer.exit('lost', site, [[object, cell]]);
      });
  }

  #entryState(): State {
    const state = emptyState();
    const entry = this.#frame.entry;
    for (const slot of [...this.#frame.graph.parameters, ...this.#frame.graph.outer]) {
      if (slot && entry?.slots.every(({ declaration }) => declaration !== slot.declaration) !== false)
        this.#enter(state, slot);
    }
    const [place] = entry?.slots ?? [];
    if (entry && place) {
      const object = this.#store.objectAt(place.declaration, { automata: [entry.automaton] }, false);
      const { effects } = entry;
      const track: Track = {
        mask: 1 << entry.state,
        effects,
        started: 0,
        failed: false,
        isConsequence: false,
        raced: 0,
        foreign: 0,
        witnesses: [],
      };
      setCell(state, object.id, {
        tracks: [track],
        external: false,
        escaped: false,
        opaque: false,
        maybeSettled: false,
      });
      const { promiseOf, linkedAs } = entry;
      const held = promiseOf
        ? {
            ...unknownValue,
            pending: [this.#store.pendingOf(place.declaration, object.id, 0, promiseOf, true, false)],
          }
        : linkedAs === undefined
          ? sessionValue(object.id)
          : { ...unknownValue, links: [this.#store.linkOf(object.id, 0, linkedAs)] };
      for (const slot of entry.slots) setValue(state, slot.declaration, held);
      this.#store.entryObject = object.id;
    }
    this.#frame.graph.parameters.forEach((slot, index) => {
      const object = slot && this.#store.idAt(slot.declaration);
      if (object !== undefined) this.#parameterObjects.set(object, index);
    });
    return state;
  }

  #enter(state: State, slot: Slot): void {
    const methods = this.#frame.graph.receivers.get(slot.declaration);
    if (!methods || slot.reassignedElsewhere) return;
    const creation = this.#frame.semantics.entering(slot, methods);
    if (!creation) return;
    const object = this.#store.objectAt(slot.declaration, creation, false);
    setCell(state, object.id, cellOf(creation, slot.declaration, true));
    setValue(state, slot.declaration, { ...sessionValue(object.id), nullish: true });
  }

  #runBlock(index: number, entryState: State, send: (to: number, state: State) => void): void {
    const block = this.#frame.graph.blocks[index];
    if (!block) return;
    this.#frame.isExceptional = block.isExceptional;
    const state = copyState(entryState);
    let current: Instruction | undefined;
    const raise = (raised: State): void => {
      const thrown = this.#store.unwound(raised, operandsOf(raised));
      if (block.handler !== undefined) {
        send(block.handler, unwinding(thrown));
        return;
      }
      this.#thrown = joinUnwinding(this.#thrown, thrown);
      if (current && 'site' in current) this.#tellExit(thrown, 'unwind', current.site, []);
    };
    for (const instruction of block.instructions) {
      current = instruction;
      if (!this.#step(state, instruction, raise)) return;
    }
    if (state.temps.size > 0)
      for (const temp of state.temps.keys()) if (!this.#frame.graph.crossing.has(temp)) state.temps.delete(temp);
    for (const edge of block.edges) {
      if (edge.unlessExhaustive && this.#frame.semantics.isExhaustive(edge.unlessExhaustive)) continue;
      if (!edge.refinement) {
        send(edge.to, block.edges.length === 1 ? state : copyState(state));
        continue;
      }
      const refined = this.#refine(state, edge.refinement);
      if (!refined) continue;
      if (!edge.refinement.keeps) refined.temps.delete(edge.refinement.operand);
      send(edge.to, refined);
    }
  }

  /** Runs one instruction; answers false when control does not come out of it. */
  #step(state: State, instruction: Instruction, raise: (state: State) => void): boolean {
    switch (instruction.op) {
      case 'read':
        state.temps.set(
          instruction.dst,
          instruction.slot.reassignedElsewhere ? unknownValue : valueIn(state, instruction.slot.declaration),
        );
        return true;
      case 'write':
        this.#write(state, instruction.slot, takeOperand(state, instruction.src), instruction.site);
        return true;
      case 'merge':
        state.temps.set(instruction.dst, takeOperand(state, instruction.src));
        return true;
      case 'create':
        return this.#create(state, instruction, raise);
      case 'invoke':
        return this.#calls.invoke(state, instruction, raise);
      case 'split':
        this.#split(state, instruction);
        return true;
      case 'member':
        return this.#member(state, instruction, raise);
      case 'await':
        return this.#promises.awaitValue(
          state,
          instruction.dst,
          takeOperand(state, instruction.src),
          instruction.site,
          raise,
        );
      case 'closure':
        state.temps.set(instruction.dst, this.#calls.closure(state, instruction.fn, instruction.isChained));
        return true;
      case 'aggregate':
        state.temps.set(instruction.dst, this.#aggregate(state, instruction.parts));
        return true;
      case 'gather':
        this.#gather(state, instruction.dst, takeOperand(state, instruction.src), instruction);
        return true;
      case 'race':
        state.temps.set(instruction.dst, this.#promises.race(state, instruction.parts, instruction.discarded));
        return true;
      case 'settled':
        state.temps.set(instruction.dst, this.#promises.allSettled(state, instruction.parts));
        return true;
      case 'fulfilled': {
        const value = this.#promises.fulfilledWith(peekOperand(state, instruction.src));
        const creation = isUninformative(value) ? this.#frame.semantics.creationAt(instruction.site) : undefined;
        state.temps.set(instruction.dst, creation ? this.#store.make(state, instruction.site, creation) : value);
        return true;
      }
      case 'iterate': {
        const value = peekOperand(state, instruction.src);
        // What lives on a session has parts that do so too.
        const links = instruction.awaits || !isOnlyLinked(value) ? [] : value.links;
        if (instruction.awaits) this.#iterate(state, value, instruction.site);
        else if (links.length === 0) this.#store.escape(state, value);
        raise(state);
        state.temps.set(instruction.dst, { ...unknownValue, links });
        return true;
      }
      case 'store':
        this.#store.assignMember(
          state,
          takeOperand(state, instruction.object),
          instruction.name,
          takeOperand(state, instruction.src),
        );
        return true;
      case 'escape':
        this.#store.escape(state, takeOperand(state, instruction.src));
        return true;
      case 'yield': {
        this.#store.escape(state, takeOperand(state, instruction.src));
        this.#store.interleave(state, [], true);
        raise(state);
        state.temps.set(instruction.dst, unknownValue);
        return true;
      }
      case 'dispose':
        this.#calls.stacks.dispose(state, valueIn(state, instruction.slot.declaration), instruction.site, raise);
        return true;
      case 'exit':
        this.#exit(state, instruction.kind, takeOperand(state, instruction.src), instruction.site);
        return false;
    }
  }

  /** Goes through what comes over time, up to its end or as far as anyone needs it. */
  #iterate(state: State, value: Value, site: Site): void {
    const isIterable = (id: ObjectId): boolean =>
      this.#store.objects[id]?.automata.every(({ neutral }) => neutral.has('Symbol.asyncIterator')) === true;
    const links = this.#store.fulfilled(value.links);
    const awaited = links.filter((link) => this.#store.awaitedOf(link));
    for (const link of awaited) this.#promises.awaitLink(state, link, site);
    this.#store.escape(state, {
      ...value,
      objects: value.objects.filter((id) => !isIterable(id)),
      links: links.filter((link) => !awaited.includes(link)),
    });
    this.#store.interleave(state, [], true);
  }

  #write(state: State, slot: Slot, written: Value, site: Site): void {
    let value = written;
    if (slot.reassignedElsewhere) {
      this.#store.escape(state, value);
      return;
    }
    const isLocal = slot.kind === 'property' || (slot.kind === 'variable' && !this.#frame.graph.outer.includes(slot));
    const methods = this.#frame.graph.receivers.get(slot.declaration);
    if (methods && value.other && value.objects.length + value.pending.length + value.links.length === 0) {
      const creation = this.#frame.semantics.entering(slot, methods);
      if (creation) {
        const object = this.#store.objectAt(slot, creation, false, slot.declaration);
        this.#store.forget(state, object.id);
        setCell(state, object.id, cellOf(creation, slot.declaration, true));
        value = { ...value, objects: [object.id], other: false };
      }
    }
    if (!isLocal) {
      for (const object of [...value.objects, ...value.carried, ...value.captured]) this.#store.share(state, object);
      for (const pending of value.pending) this.#store.share(state, pending.object);
      // What outlives the function lives on the session: an agent with a client's tools.
      for (const link of value.links) this.#store.hold(state, link.object);
    } else if (value.carried.length > 0 || value.captured.length > 0) {
      this.#store.escapeObjects(state, value.carried);
      for (const object of value.captured) this.#store.hold(state, object);
      value = { ...value, carried: [], captured: [] };
    }
    if (value.owned.length > 0) value = this.#keepInstance(state, slot, value, isLocal);
    const { objects, owned } = valueIn(state, slot.declaration);
    if (!this.#keepsTruth(slot)) value = withoutTruth(value);
    setValue(state, slot.declaration, value);
    this.#store.collect(state, union(objects, owned), site);
    if (slot.reassigned && value.objects.length > 0) this.#applyClosuresOf(state, slot, value.objects);
  }

  /** A class instance is followed in the variables of one function, as long as no closure has hold of them. */
  #keepInstance(state: State, slot: Slot, value: Value, isLocal: boolean): Value {
    const { semantics, graph } = this.#frame;
    const isSeen = (): boolean => slot.reassigned && semantics.usesInClosures(graph.fn, slot) !== undefined;
    if (isLocal && slot.kind === 'variable' && !isSeen()) return value;
    this.#store.escapeObjects(state, value.owned);
    return { ...value, owned: [], other: true };
  }

  /** Whether no other code can assign the place between two reads. */
  #keepsTruth(slot: Slot): boolean {
    return slot.kind === 'variable' && (!slot.reassigned || !this.#frame.graph.outer.includes(slot));
  }

  /** Closures that were made before the variable got this value see it too. */
  #applyClosuresOf(state: State, slot: Slot, objects: readonly ObjectId[]): void {
    const uses = this.#frame.semantics.usesInClosures(this.#frame.graph.fn, slot);
    if (uses) for (const object of objects) this.#store.applyUses(state, object, uses);
  }

  #aggregate(state: State, parts: readonly Operand[]): Value {
    let result: Value = presentValue;
    for (const part of parts) {
      const value = takeOperand(state, part);
      if (isBare(value) && !value.refused) continue;
      // What callbacks do in a chain among others is not followed in order: it may happen at any later wait.
      const isPlain = value.steps?.length === 0;
      if (!isPlain) this.#store.blur(state, value);
      const joined = joinValues(result, value);
      result = {
        ...result,
        carried: union(union(union(result.carried, value.objects), value.carried), value.owned),
        captured: union(result.captured, value.captured),
        pending: isPlain ? joined.pending : result.pending,
        links: joined.links,
        refused: result.refused || (isPlain && value.refused),
      };
    }
    return result;
  }

  /** What is linked to a session is so in each of its parts, of tools each one; all else is out of sight. */
  #split(state: State, { src, parts }: Split): void {
    const value = takeOperand(state, src);
    const isLinked = isOnlyLinked(value);
    if (isLinked) this.#store.blur(state, value);
    else this.#store.escape(state, value);
    const linked = isLinked ? { ...unknownValue, links: value.links } : unknownValue;
    for (const { dst, site } of parts) {
      const creation = site && this.#frame.semantics.creationAt(site);
      state.temps.set(dst, site && creation ? this.#store.make(state, site, creation) : linked);
    }
  }

  #gather(
    state: State,
    dst: Operand,
    value: Value,
    { how, direct, isTakenApart }: { how: Combinator; direct: boolean; isTakenApart: boolean },
  ): void {
    if (!isTakenApart) this.#store.escapeObjects(state, value.carried);
    if (how !== 'all') {
      this.#store.blur(state, value);
      state.temps.set(dst, unknownValue);
      return;
    }
    const isApart = direct && new Set(value.pending.map((p) => p.object)).size === value.pending.length;
    const pending = isApart ? value.pending.map((p) => this.#store.asDirect(p)) : value.pending;
    // Of what is taken apart, the values are held already; this is for what becomes of them if the promise is rejected.
    const objects = isTakenApart ? value.carried : [];
    const links = value.links.filter((link) => this.#store.awaitedOf(link));
    state.temps.set(dst, { ...value, pending, carried: [], objects, other: true, links });
  }

  /** Reads a member; answers false when control does not come out of the getter that it runs. */
  #member(
    state: State,
    { dst, object, name, discarded, awaited, site }: Member,
    raise: (state: State) => void,
  ): boolean {
    const value = takeOperand(state, object);
    if (value.owned.length > 0) state.temps.set(dst, this.#fieldValue(state, value, name));
    else if (value.objects.length > 0) state.temps.set(dst, this.#memberOfSession(state, value, name, discarded));
    else if (value.links.length > 0)
      state.temps.set(dst, { ...unknownValue, links: this.#store.fulfilled(value.links) });
    else return this.#calls.read(state, { dst, site, awaited }, raise);
    return true;
  }

  #memberOfSession(state: State, value: Value, name: string, discarded: boolean): Value {
    const isView = value.objects.every((o) => this.#store.objects[o]?.automata.some((a) => a.views.has(name)));
    if (isView) return value;
    // A method taken off its session can be called from anywhere; `[]` may be any method.
    const extracted = value.objects.filter(
      (o) => name === '[]' || this.#store.objects[o]?.automata.some((a) => a.operations.has(name)),
    );
    if (!discarded) this.#store.escapeObjects(state, extracted);
    const parts = value.objects.flatMap((o) =>
      (this.#store.objects[o]?.automata ?? []).flatMap((a, track) =>
        [a.tests.has(name) ? PART : undefined, a.parts.get(name)].flatMap((role) =>
          role === undefined ? [] : [this.#store.linkOf(o, track, role)],
        ),
      ),
    );
    return parts.length > 0 ? { ...unknownValue, links: parts } : unknownValue;
  }

  /** What a field of a class instance holds. A getter, or a method that is taken off it, can reach all of them. */
  #fieldValue(state: State, value: Value, name: string): Value {
    const field = this.#store.fieldsOf(value).find(([slot]) => slot.name === `this.${name}`);
    if (field) return sessionValue(field[1]);
    this.#store.escapeObjects(state, value.owned);
    return unknownValue;
  }

  #create(state: State, { dst, site, args, inert }: Create, raise: (state: State) => void): boolean {
    if (this.#frame.semantics.isStackAt(site)) {
      state.temps.set(dst, this.#store.makeStack(state, site));
      return true;
    }
    const values = args.map((arg) => takeOperand(state, arg));
    const gives = this.#calls.applyCallEffects(state, site, values, raise);
    const creation = this.#frame.semantics.creationAt(site);
    this.#store.escapeArguments(state, values, gives.taken);
    if (!inert && !creation && gives.links.length === 0) this.#store.interleave(state, [], false);
    raise(this.#calls.failing(state, gives));
    for (const value of values) for (const object of value.captured) this.#store.hold(state, object);
    const owned = creation || gives.links.length > 0 ? [] : this.#frame.semantics.ownedAt(site);
    if (owned.length > 0) state.temps.set(dst, this.#store.makeInstance(state, site, owned));
    else
      state.temps.set(
        dst,
        creation ? this.#store.make(state, site, creation) : { ...presentValue, other: true, links: gives.links },
      );
    return true;
  }

  /** The state on an edge that is taken when a test turned out so, or `undefined` when it cannot. */
  #refine(from: State, refinement: Refinement): State | undefined {
    const state = copyState(from);
    const { slot, sense, test } = refinement;
    const value =
      slot && !slot.reassignedElsewhere ? valueIn(state, slot.declaration) : peekOperand(state, refinement.operand);
    if (test !== 'member') {
      const refined = sense === (test === 'nullish') ? toNullish(value, test) : toPresent(value, test);
      if (!refined) return undefined;
      if (slot && !slot.reassignedElsewhere) {
        setValue(state, slot.declaration, this.#keepsTruth(slot) ? refined : withoutTruth(refined));
      }
      if (!refinement.keeps) state.temps.delete(refinement.operand);
      if (refined.objects.length === 0) this.#store.collect(state, value.objects, undefined);
      if (refinement.operand >= 0 && state.temps.has(refinement.operand)) state.temps.set(refinement.operand, refined);
      return state;
    }
    if (value.objects.length !== 1 || value.other) return state;
    const [id] = value.objects;
    const object = id === undefined ? undefined : this.#store.objects[id];
    object?.automata.forEach((automaton, track) => {
      const memberTest = automaton.tests.get(refinement.member);
      if (memberTest?.called !== refinement.called) return;
      const allowed = sense ? memberTest.whenTruthy : memberTest.whenFalsy;
      this.#store.updateTrack(state, object.id, track, (t) => ({ ...t, mask: t.mask & allowed }));
    });
    const isPossible = !object || state.heap.get(object.id)?.tracks.every((track) => track.mask !== 0);
    if (isPossible) return state;
    if (sense || !value.nullish || !slot) return undefined;
    setValue(state, slot.declaration, nullishValue);
    return state;
  }

  #exit(state: State, kind: ExitKind, value: Value, site: Site): void {
    if (kind === 'throw' || kind === 'rethrow') {
      this.#store.escape(state, value);
      if (kind === 'throw') this.#throws.push(copyState(state));
      this.#thrown = joinUnwinding(this.#thrown, state);
      this.#tellExit(state, kind, site, []);
      return;
    }
    const { fulfilled, rejected } =
      value.pending.length > 0 ? this.#promises.settle(state, state, value) : { fulfilled: state, rejected: undefined };
    if (rejected) this.#thrown = this.#thrown ? joinStates(this.#thrown, rejected) : rejected;
    if (!fulfilled) return;
    if (this.#store.stackCount > 0) this.#store.giveAwayStacks(fulfilled, value);
    const links = this.#frame.graph.isAsync ? this.#promises.awaitReturned(fulfilled, value, site) : value.links;
    const result = { ...value, links, pending: [], steps: [], refused: false };
    this.#exits.push({ state: fulfilled, value: result, promises: value.pending.length > 0 });
    // Whoever gets a run's promise or stream cannot close what it runs on, as an agent's owner may.
    const living = links.filter((link) => !this.#store.awaitedOf(link)).map(({ object }) => object);
    const leaving = [...value.objects, ...value.carried, ...value.captured, ...living];
    this.#tellExit(fulfilled, kind, site, leaving);
  }

  #tellExit(state: State, kind: Leaving, site: Site, leaving: readonly ObjectId[]): void {
    if (!this.#frame.observer || state.isUnreachable) return;
    const cells: (readonly [SessionObject, Cell])[] = [];
    for (const [id, cell] of state.heap) {
      const object = this.#store.objects[id];
      if (object?.made && !cell.escaped && !cell.external && !leaving.includes(id)) cells.push([object, cell]);
    }
    if (cells.length > 0) this.#frame.observer.exit(kind, site, cells);
  }
}

/** The sessions among the results that are not used yet. */
function operandsOf({ temps }: State): readonly ObjectId[] {
  let objects: readonly ObjectId[] = [];
  if (temps.size > 0) for (const value of temps.values()) objects = union(objects, value.objects);
  return objects;
}

/** Whether the blocks, which are numbered in reverse post-order, only lead to later ones. */
function hasNoCycle({ blocks }: FlowGraph): boolean {
  return blocks.every(({ id, edges, handler }) => edges.every(({ to }) => to > id) && (handler ?? Infinity) > id);
}
