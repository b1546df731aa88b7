import {
  afterFailure,
  allStates,
  closeUnder,
  closeUnderPeer,
  image,
  mayBeClosed,
  statesIn,
  type Automaton,
  type Effects,
  type Operation,
  type StateSet,
} from './automaton.ts';
import {
  mayThrow,
  NULLISH,
  PRESENT,
  type ExitKind,
  type FlowGraph,
  type Instruction,
  type Invoke,
  type Operand,
  type Refinement,
  type Site,
  type Slot,
} from './flow-graph.ts';
import { solve } from './solver.ts';
import { copyState, emptyState, joinStates, replaceState, setCell, setValue, valueIn, type State } from './state.ts';
import {
  joinValues,
  nullishValue,
  presentValue,
  sessionValue,
  union,
  unknownValue,
  mergeSites,
  withoutObject,
  type Cell,
  type Link,
  type ObjectId,
  type Pending,
  type SessionObject,
  type Step,
  type Track,
  type Value,
  type Witnesses,
} from './values.ts';

/** A session that comes into being: the protocols it follows and the state it starts in, for each. */
export interface Creation {
  readonly automata: readonly Automaton[];
  readonly masks: readonly StateSet[];
  /** Other code holds it too. */
  readonly foreign: boolean;
  /** What code elsewhere may do to it, for each protocol. */
  readonly effects: readonly Effects[];
  /** Where it got into its state, when that is not the place of creation. */
  readonly witnesses: readonly Witnesses[] | undefined;
}

/** A call that is given a session, or a value that lives on one, and acts on it. */
export interface CallEffect {
  readonly automaton: Automaton;
  /** What it takes: `subject`, or the role of a link. */
  readonly takes: string;
  readonly operation: Operation | undefined;
  readonly gives: string | undefined;
}

/** A function of the program that a call runs. */
export interface Callee {
  readonly graph: FlowGraph;
  /** Its `this` is the caller's. */
  readonly sharesThis: boolean;
}

/** What a function value does with a variable around it. */
export interface Uses {
  /** The methods it calls on it. */
  readonly methods: ReadonlySet<string>;
  /** The members it reads or assigns without calling them. */
  readonly members: ReadonlySet<string>;
  /** It does something else with it: passes it on, stores it, returns it. */
  readonly leaks: boolean;
}

/** How one function, called with one session in one state, leaves it. */
export interface Outcome {
  /** The states after it returned and its promise was fulfilled; 0: it does not return. */
  readonly exit: StateSet;
  /** The states it would return in if a call that fails for certain had worked. */
  readonly deadExit: StateSet;
  /** The states after it threw; 0: it does not throw. */
  readonly thrown: StateSet;
  /** What it did, or left behind for other code to do. */
  readonly touched: Effects;
  /** What code it leaves behind may do later. */
  readonly effects: Effects;
  readonly escapes: boolean;
  /** Something that outlives the call holds the session, and may close it. */
  readonly held: boolean;
  /** Set when a call in it is wrong on every path that returns. */
  readonly failure: Failure | undefined;
  /** Set when a call in it is wrong on some path. */
  readonly risk: Failure | undefined;
  readonly witnesses: Witnesses;
}

export interface Failure {
  readonly operation: string;
  /** The innermost call that is wrong. */
  readonly site: Site;
  /** It comes before the function waits for anything: a caller that does not await the function meets it too. */
  readonly isEarly: boolean;
  /** The states in which the session is there. */
  readonly states: StateSet;
  readonly witnesses: Witnesses;
}

/** What a function returns, when that is one session it made, or one of its parameters. */
export type Returned =
  | { readonly kind: 'fresh'; readonly creation: Creation; readonly nullish: boolean }
  | { readonly kind: 'parameter'; readonly index: number };

/** What the engine asks about the program. Answers must not change during a run. */
export interface Semantics {
  /** The session that `new`, or a call of a modelled factory, makes. */
  creationAt(site: Site): Creation | undefined;
  /** The session that comes from outside the function in this place, by its declared type. */
  entering(slot: Slot, methods: ReadonlySet<string>): Creation | undefined;
  callEffectsAt(site: Site): readonly CallEffect[];
  calleeAt(site: Site): Callee | undefined;
  /** The graph of a function that is called where it is written, or chained to a promise. */
  graphOf(fn: Site): FlowGraph | undefined;
  /** Whether `inner` is written inside the scope of the declaration, so that it may refer to it. */
  mayReach(inner: Site, slot: Slot): boolean;
  usesOf(fn: Site, slot: Slot): Uses | undefined;
  /** What the function values made inside `fn` do with the variable, taken together. */
  usesInClosures(fn: Site, slot: Slot): Uses | undefined;
  neverReturns(site: Site): boolean;
  isExhaustive(site: Site): boolean;
  /** Whether the function can return, and whether it can throw. */
  flowOf(graph: FlowGraph): { readonly returns: boolean; readonly throws: boolean; readonly dead: boolean };
  outcomeOf(graph: FlowGraph, slot: Slot, automaton: Automaton, state: number): Outcome;
  returnedBy(graph: FlowGraph): Returned | undefined;
}

/** One call of an operation, on one path. */
export interface Visit {
  readonly site: Site;
  readonly operation: Operation | undefined;
  readonly name: string;
  readonly automaton: Automaton;
  readonly object: SessionObject;
  /** The states in which the session may be here and the call is wrong, and those in which it is right. */
  readonly wrong: StateSet;
  readonly fine: StateSet;
  /** Nothing is known of the state: the session comes from outside and was not touched since. */
  readonly uninformed: boolean;
  /** On a path that a certain failure has ended. */
  readonly dead: boolean;
  /** Told while a promise's callback runs in the state in which it is called. */
  readonly inCallback: boolean;
  /** The receiver may be something else. */
  readonly other: boolean;
  /** Other code may have changed the state in a way that is not followed. */
  readonly blurred: boolean;
  readonly muted: boolean;
  readonly witnesses: Witnesses;
  /** Where the wrong call is, when it is inside the function that is called here. */
  readonly inside: Failure | undefined;
}

/** How sessions are left: with the function, by an exception that a call throws, or by assigning something else to their variable. */
export type Leaving = ExitKind | 'unwind' | 'lost';

/** What a reporting pass is told. */
export interface Observer {
  visit(visit: Visit): void;
  /** The function is left, or a session in it; `cells` are those of the sessions it made. */
  exit(kind: Leaving, site: Site, cells: readonly (readonly [SessionObject, Cell])[]): void;
}

/** The session that a run starts with, in one state of one automaton. */
export interface EntrySession {
  readonly slot: Slot;
  readonly automaton: Automaton;
  readonly state: number;
}

export interface RunResult {
  readonly outcome: Outcome;
  readonly returned: Returned | undefined;
}

/** The states after code that may return and may throw. */
interface Paths {
  readonly ok: State | undefined;
  readonly bad: State | undefined;
}

const noPath: Paths = { ok: undefined, bad: undefined };

/** The role of a part of the session, such as its transport: closing it closes the session. */
const PART = '(part)';

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
  entry: EntrySession | undefined,
  observer?: Observer,
): RunResult {
  return new Run(graph, semantics, entry).result(observer);
}

class Run {
  readonly #graph: FlowGraph;
  readonly #semantics: Semantics;
  readonly #entry: EntrySession | undefined;
  readonly #objects: SessionObject[] = [];
  readonly #objectIds = new Map<Site, ObjectId>();
  readonly #pendings = new Map<string, Pending>();
  readonly #links = new Map<string, Link>();
  readonly #siteIds = new Map<Site, number>();
  readonly #parameterObjects = new Map<ObjectId, number>();
  #entryObject: ObjectId | undefined;
  /** The sessions that were opened over what a declaration holds: closing that closes them. */
  readonly #conduits = new Map<Site, Set<ObjectId>>();
  #touched: Effects = 0;
  #failure: Failure | undefined;
  #risk: Failure | undefined;
  #observer: Observer | undefined;
  #inCallback = false;
  #exits: { readonly state: State; readonly value: Value }[] = [];
  #thrown: State | undefined;

  constructor(graph: FlowGraph, semantics: Semantics, entry: EntrySession | undefined) {
    this.#graph = graph;
    this.#semantics = semantics;
    this.#entry = entry;
  }

  result(observer: Observer | undefined): RunResult {
    if (this.#graph.overBudget) return { outcome: unknownOutcome(this.#entry?.automaton), returned: undefined };
    const states = solve<State>({
      size: this.#graph.blocks.length,
      entry: 0,
      initial: this.#entryState(),
      budget: BUDGET,
      join: joinStates,
      transfer: (block, state, send) => {
        this.#runBlock(block, state, send);
      },
    });
    if (states === undefined) return { outcome: unknownOutcome(this.#entry?.automaton), returned: undefined };

    // One pass over the fixpoint: what was gathered on the way there came from smaller states.
    this.#exits = [];
    this.#thrown = undefined;
    this.#failure = undefined;
    this.#risk = undefined;
    this.#observer = observer;
    states.forEach((state, block) => {
      if (state) this.#runBlock(block, state, () => undefined);
    });
    return { outcome: this.#outcome(), returned: this.#returned() };
  }

  // ── entry ──────────────────────────────────────────────────────────────────────────────────────────────────────

  #entryState(): State {
    const state = emptyState();
    const entry = this.#entry;
    for (const slot of [...this.#graph.parameters, ...this.#graph.outer]) {
      if (slot && slot.declaration !== entry?.slot.declaration) this.#enter(state, slot);
    }
    if (entry) {
      const { declaration } = entry.slot;
      const object = this.#objectAt(declaration, [entry.automaton], false);
      const track: Track = { mask: 1 << entry.state, effects: 0, failed: false, muted: false, raced: 0, witnesses: [] };
      setCell(state, object.id, { tracks: [track], foreign: false, escaped: false, opaque: false, vague: false });
      setValue(state, declaration, sessionValue(object.id));
      this.#entryObject = object.id;
    }
    this.#graph.parameters.forEach((slot, index) => {
      const object = slot && this.#objectIds.get(slot.declaration);
      if (object !== undefined) this.#parameterObjects.set(object, index);
    });
    return state;
  }

  #enter(state: State, slot: Slot): void {
    const methods = this.#graph.receivers.get(slot.declaration);
    if (!methods || slot.reassignedElsewhere) return;
    const creation = this.#semantics.entering(slot, methods);
    if (!creation) return;
    const object = this.#objectAt(slot.declaration, creation.automata, false);
    setCell(state, object.id, cellOf(creation, slot.declaration, true));
    setValue(state, slot.declaration, { ...sessionValue(object.id), nullish: true });
  }

  #objectAt(key: Site, automata: readonly Automaton[], made: boolean, site: Site = key): SessionObject {
    const known = this.#objectIds.get(key);
    const object = known === undefined ? undefined : this.#objects[known];
    if (object) return object;
    const id = this.#objects.length;
    const fresh: SessionObject = { id, automata, site, made };
    this.#objects.push(fresh);
    this.#objectIds.set(key, id);
    return fresh;
  }

  // ── blocks ─────────────────────────────────────────────────────────────────────────────────────────────────────

  #runBlock(index: number, entryState: State, send: (to: number, state: State) => void): void {
    const block = this.#graph.blocks[index];
    if (!block) return;
    const state = copyState(entryState);
    for (const instruction of block.instructions) {
      const raise = (thrown: State): void => {
        thrown.temps.clear();
        if (block.handler !== undefined) {
          send(block.handler, thrown);
          return;
        }
        this.#thrown = this.#thrown ? joinStates(this.#thrown, thrown) : thrown;
        if ('site' in instruction) this.#tellExit(thrown, 'unwind', instruction.site, []);
      };
      if (!this.#step(state, instruction, raise)) return;
    }
    for (const temp of state.temps.keys()) if (!this.#graph.crossing.has(temp)) state.temps.delete(temp);
    for (const edge of block.edges) {
      if (edge.unlessExhaustive && this.#semantics.isExhaustive(edge.unlessExhaustive)) continue;
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
        this.#write(state, instruction.slot, this.#take(state, instruction.src), instruction.site);
        return true;
      case 'merge':
        state.temps.set(instruction.dst, this.#take(state, instruction.src));
        return true;
      case 'create':
        return this.#create(state, instruction.dst, instruction.site, instruction.args, raise);
      case 'invoke':
        return this.#invoke(state, instruction, raise);
      case 'member':
        this.#member(state, instruction.dst, instruction.object, instruction.name);
        return true;
      case 'await':
        return this.#await(state, instruction.dst, this.#take(state, instruction.src), instruction.site, raise);
      case 'closure':
        state.temps.set(instruction.dst, this.#closure(state, instruction.fn, instruction.isChained));
        return true;
      case 'aggregate':
        state.temps.set(instruction.dst, this.#aggregate(state, instruction.parts));
        return true;
      case 'gather':
        this.#gather(state, instruction.dst, this.#take(state, instruction.src), instruction.how === 'all');
        return true;
      case 'iterate': {
        const value = this.#peek(state, instruction.src);
        this.#escape(state, value);
        for (const link of value.links) if (instruction.awaits) this.#awaitLink(state, link, instruction.site);
        if (instruction.awaits) this.#interleave(state, [], true);
        raise(copyState(state));
        state.temps.set(instruction.dst, unknownValue);
        return true;
      }
      case 'store':
        this.#store(state, this.#take(state, instruction.object), instruction.name, this.#take(state, instruction.src));
        return true;
      case 'escape':
        this.#escape(state, this.#take(state, instruction.src));
        return true;
      case 'yield': {
        this.#escape(state, this.#take(state, instruction.src));
        this.#interleave(state, [], true);
        raise(copyState(state));
        state.temps.set(instruction.dst, unknownValue);
        return true;
      }
      case 'dispose':
        return this.#dispose(state, instruction.slot, instruction.site, raise);
      case 'exit':
        this.#exit(state, instruction.kind, this.#take(state, instruction.src), instruction.site);
        return false;
    }
  }

  #peek(state: State, operand: Operand): Value {
    if (operand === NULLISH) return nullishValue;
    if (operand === PRESENT) return presentValue;
    return operand < 0 ? unknownValue : (state.temps.get(operand) ?? unknownValue);
  }

  /** The value of an operand, which is used once: forgetting it keeps states small. */
  #take(state: State, operand: Operand): Value {
    const value = this.#peek(state, operand);
    if (operand >= 0) state.temps.delete(operand);
    return value;
  }

  // ── values ─────────────────────────────────────────────────────────────────────────────────────────────────────

  #write(state: State, slot: Slot, written: Value, site: Site): void {
    let value = written;
    if (slot.reassignedElsewhere) {
      this.#escape(state, value);
      return;
    }
    const isLocal = slot.kind === 'property' || (slot.kind === 'variable' && !this.#graph.outer.includes(slot));
    const methods = this.#graph.receivers.get(slot.declaration);
    if (methods && value.other && value.objects.length + value.pending.length + value.links.length === 0) {
      const creation = this.#semantics.entering(slot, methods);
      if (creation) {
        const object = this.#objectAt(slot, creation.automata, false, slot.declaration);
        this.#forget(state, object.id);
        setCell(state, object.id, cellOf(creation, slot.declaration, true));
        value = { ...value, objects: [object.id], other: false };
      }
    }
    if (!isLocal) {
      for (const object of [...value.objects, ...value.carried, ...value.captured]) this.#share(state, object);
      for (const pending of value.pending) this.#share(state, pending.object);
    } else if (value.carried.length > 0 || value.captured.length > 0) {
      this.#escapeObjects(state, value.carried);
      for (const object of value.captured) this.#hold(state, object);
      value = { ...value, carried: [], captured: [] };
    }
    const replaced = valueIn(state, slot.declaration).objects;
    setValue(state, slot.declaration, value);
    this.#collect(state, replaced, site);
    if (slot.reassigned && value.objects.length > 0) this.#applyClosuresOf(state, slot, value.objects);
  }

  /** A session that nothing holds any more is nobody's: at a join it must not blur the one that took its place. */
  #collect(state: State, objects: readonly ObjectId[], site: Site | undefined): void {
    for (const object of objects) {
      const holds = (value: Value): boolean =>
        value.objects.includes(object) ||
        value.carried.includes(object) ||
        value.pending.some((p) => p.object === object) ||
        value.links.some((l) => l.object === object);
      const isHeld = object === this.#entryObject || [...state.env.values(), ...state.temps.values()].some(holds);
      if (isHeld) continue;
      const left = this.#objects[object];
      const cell = state.heap.get(object);
      if (site && left?.made && cell && !cell.escaped && !cell.foreign)
        this.#observer?.exit('lost', site, [[left, cell]]);
      setCell(state, object, undefined);
    }
  }

  /** Closures that were made before the variable got this value see it too. */
  #applyClosuresOf(state: State, slot: Slot, objects: readonly ObjectId[]): void {
    const uses = this.#semantics.usesInClosures(this.#graph.fn, slot);
    if (uses) for (const object of objects) this.#applyUses(state, object, uses);
  }

  #closure(state: State, fn: Site, isChained: boolean): Value {
    let captured: readonly ObjectId[] = [];
    for (const [declaration, value] of [...state.env]) {
      if (value.objects.length + value.pending.length + value.links.length === 0) continue;
      const slot = this.#slotOf(declaration);
      if (!slot || !this.#semantics.mayReach(fn, slot)) continue;
      const uses = this.#semantics.usesOf(fn, slot);
      if (!uses) continue;
      captured = union(captured, value.objects);
      // What an awaited chain does is followed when it is awaited.
      if (isChained) continue;
      for (const object of value.objects) this.#applyUses(state, object, uses);
      // Whoever runs the closure may await the promise.
      this.#blur(state, value);
      for (const link of value.links) this.#escapeObjects(state, [link.object]);
    }
    return { ...presentValue, captured, fn };
  }

  #slots: Map<Site, Slot> | undefined;

  #slotOf(declaration: Site): Slot | undefined {
    if (!this.#slots) {
      this.#slots = new Map();
      for (const block of this.#graph.blocks) {
        for (const instruction of block.instructions)
          if ('slot' in instruction) this.#slots.set(instruction.slot.declaration, instruction.slot);
      }
      for (const slot of [...this.#graph.parameters, ...this.#graph.outer, this.#entry?.slot])
        if (slot) this.#slots.set(slot.declaration, slot);
    }
    return this.#slots.get(declaration);
  }

  #applyUses(state: State, object: ObjectId, uses: Uses): void {
    if (uses.leaks) {
      this.#escapeObjects(state, [object]);
      return;
    }
    const automata = this.#objects[object]?.automata ?? [];
    const isKnown = (method: string): boolean =>
      automata.some((a) => a.operations.has(method) || a.neutral.has(method) || a.tests.has(method));
    // A method that is taken off the session can be called from anywhere.
    const takesMethod = [...uses.members].some((member) => automata.some((a) => a.operations.has(member)));
    if (takesMethod || ![...uses.methods].every(isKnown)) {
      this.#escapeObjects(state, [object]);
      return;
    }
    automata.forEach((automaton, track) => {
      let effects = 0;
      for (const method of uses.methods) {
        const operation = automaton.operations.get(method);
        if (operation) effects |= operation.callEffect | operation.settleEffect;
      }
      this.#addEffects(state, object, track, effects);
    });
  }

  #addEffects(state: State, object: ObjectId, track: number, effects: Effects): void {
    if (object === this.#entryObject) this.#touched |= effects;
    this.#updateTrack(state, object, track, (t) =>
      (t.effects | effects) === t.effects ? t : { ...t, effects: t.effects | effects },
    );
  }

  #aggregate(state: State, parts: readonly Operand[]): Value {
    let result: Value = presentValue;
    for (const part of parts) {
      const value = this.#take(state, part);
      // What callbacks do in a chain among others is not followed in order: it may happen at any later wait.
      const isPlain = value.steps?.length === 0;
      if (!isPlain) this.#blur(state, value);
      const joined = joinValues(result, value);
      result = {
        ...result,
        carried: union(union(result.carried, value.objects), value.carried),
        captured: union(result.captured, value.captured),
        pending: isPlain ? joined.pending : result.pending,
        links: joined.links,
      };
    }
    return result;
  }

  #gather(state: State, dst: Operand, value: Value, waitsForAll: boolean): void {
    this.#escapeObjects(state, value.carried);
    if (!waitsForAll) this.#blur(state, value);
    state.temps.set(dst, waitsForAll ? { ...value, carried: [], objects: [], other: true, links: [] } : unknownValue);
  }

  /** A property of an object is assigned; sessions hold their own callbacks, and can be patched. */
  #store(state: State, object: Value, name: string, value: Value): void {
    this.#escape(state, object.objects.length > 0 ? { ...value, captured: [] } : value);
    for (const id of object.objects) {
      const cell = state.heap.get(id);
      const automata = this.#objects[id]?.automata ?? [];
      const isPatched = name === '[]' || automata.some((automaton) => automaton.operations.has(name));
      const callsItself =
        value.captured.includes(id) && cell?.tracks.some((t, i) => (t.effects & (automata[i]?.callEffects ?? 0)) !== 0);
      if (cell && (isPatched || callsItself)) setCell(state, id, { ...cell, opaque: true });
    }
  }

  #member(state: State, dst: Operand, object: Operand, name: string): void {
    const value = this.#take(state, object);
    if (value.objects.length === 0) {
      state.temps.set(dst, value.links.length > 0 ? { ...unknownValue, links: value.links } : unknownValue);
      return;
    }
    const isView = value.objects.every((o) => this.#objects[o]?.automata.some((a) => a.views.has(name)));
    if (isView) {
      state.temps.set(dst, value);
      return;
    }
    // A method taken off its session can be called from anywhere; `[]` may be any method.
    const extracted = value.objects.filter(
      (o) => name === '[]' || this.#objects[o]?.automata.some((a) => a.operations.has(name)),
    );
    this.#escapeObjects(state, extracted);
    const parts = value.objects.flatMap((o) =>
      (this.#objects[o]?.automata ?? []).flatMap((a, track) =>
        a.tests.has(name) ? [this.#linkOf(o, track, PART)] : [],
      ),
    );
    state.temps.set(dst, parts.length > 0 ? { ...unknownValue, links: parts } : unknownValue);
  }

  // ── sessions ───────────────────────────────────────────────────────────────────────────────────────────────────

  #create(state: State, dst: Operand, site: Site, args: readonly Operand[], raise: (state: State) => void): boolean {
    const values = args.map((arg) => this.#take(state, arg));
    const gives = this.#applyCallEffects(state, site, values, raise);
    const creation = this.#semantics.creationAt(site);
    this.#escapeArguments(state, values, gives.taken);
    if (!creation && gives.links.length === 0) this.#interleave(state, [], false);
    raise(copyState(state));
    for (const value of values) for (const object of value.captured) this.#hold(state, object);
    state.temps.set(
      dst,
      creation ? this.#make(state, site, creation) : { ...presentValue, other: true, links: gives.links },
    );
    return true;
  }

  #make(state: State, site: Site, creation: Creation): Value {
    const object = this.#objectAt(site, creation.automata, true);
    this.#forget(state, object.id);
    setCell(state, object.id, cellOf(creation, site, false));
    return sessionValue(object.id);
  }

  /** The session of an earlier iteration is no longer what this number means. */
  #forget(state: State, object: ObjectId): void {
    if (!state.heap.has(object)) return;
    for (const [declaration, value] of [...state.env]) setValue(state, declaration, withoutObject(value, object));
    for (const [temp, value] of state.temps) state.temps.set(temp, withoutObject(value, object));
  }

  #updateTrack(state: State, object: ObjectId, track: number, update: (track: Track) => Track): void {
    const cell = state.heap.get(object);
    const current = cell?.tracks[track];
    if (!cell || !current) return;
    const updated = update(current);
    if (updated !== current)
      setCell(state, object, { ...cell, tracks: cell.tracks.map((t, i) => (i === track ? updated : t)) });
  }

  /** Other code got hold of the session: from here on its state is anybody's. */
  #escapeObjects(state: State, objects: readonly ObjectId[]): void {
    for (const object of objects) {
      const cell = state.heap.get(object);
      if (!cell) continue;
      if (object === this.#entryObject) this.#touched = -1;
      const automata = this.#objects[object]?.automata ?? [];
      const tracks = cell.tracks.map((track, i) => {
        const automaton = automata[i];
        return automaton ? { ...track, mask: allStates(automaton) } : track;
      });
      setCell(state, object, { ...cell, tracks, foreign: true, escaped: true });
    }
  }

  /** The session is stored where other code finds it, at its next occasion. */
  #share(state: State, object: ObjectId): void {
    const cell = state.heap.get(object);
    if (!cell) return;
    if (object === this.#entryObject) this.#touched = -1;
    setCell(state, object, { ...cell, foreign: true, escaped: true });
  }

  /** Something that outlives the function holds the session. */
  #hold(state: State, object: ObjectId): void {
    const cell = state.heap.get(object);
    if (cell && !cell.escaped) setCell(state, object, { ...cell, escaped: true });
  }

  #escape(state: State, value: Value): void {
    this.#escapeObjects(state, value.objects);
    this.#escapeObjects(state, value.carried);
    for (const link of value.links) this.#escapeObjects(state, [link.object]);
    for (const object of value.captured) this.#hold(state, object);
    this.#blur(state, value);
  }

  /** Other code may await the promise, at any time. */
  #blur(state: State, value: Value): void {
    for (const { object, track, operation } of value.pending) {
      const automaton = this.#objects[object]?.automata[track];
      if (!automaton || operation.settleEffect === 0) continue;
      this.#addEffects(state, object, track, operation.settleEffect);
      this.#updateTrack(state, object, track, (t) => ({
        ...t,
        mask: closeUnder(automaton, t.mask, operation.settleEffect),
      }));
      const cell = state.heap.get(object);
      if (cell && !cell.vague) setCell(state, object, { ...cell, vague: true });
    }
  }

  #escapeArguments(state: State, values: readonly Value[], taken: ReadonlySet<ObjectId>): void {
    for (const value of values) {
      this.#escapeObjects(
        state,
        value.objects.filter((o) => !taken.has(o)),
      );
      this.#escapeObjects(
        state,
        value.carried.filter((o) => !taken.has(o)),
      );
      for (const link of value.links) if (!taken.has(link.object)) this.#escapeObjects(state, [link.object]);
      this.#blur(state, value);
    }
  }

  /**
   * Other code gets an occasion to run: whatever it may do to the sessions it holds may have been done. Promises settle,
   * and the peer acts, only when the function `waits`.
   */
  #interleave(state: State, except: readonly ObjectId[], waits: boolean): void {
    state.waited ||= waits;
    for (const [object, cell] of state.heap) {
      if (except.includes(object)) continue;
      const automata = this.#objects[object]?.automata ?? [];
      let tracks: Track[] | undefined;
      cell.tracks.forEach((track, i) => {
        const automaton = automata[i];
        if (!automaton || (!cell.foreign && track.effects === 0 && (!waits || automaton.spontaneous.length === 0)))
          return;
        const later = cell.foreign ? { ...track, mask: allStates(automaton) } : interleaved(track, automaton, waits);
        if (later.mask === track.mask) return;
        tracks ??= [...cell.tracks];
        tracks[i] = later;
      });
      if (tracks) setCell(state, object, { ...cell, tracks });
    }
  }

  // ── calls ──────────────────────────────────────────────────────────────────────────────────────────────────────

  #invoke(state: State, call: Invoke, raise: (state: State) => void): boolean {
    const carried = call.receiverSlot && this.#conduits.get(call.receiverSlot.bundle);
    if (carried) this.#mayClose(state, carried);
    const receiver = call.receiver === undefined ? undefined : this.#take(state, call.receiver);
    const values = call.args.map((arg) => this.#take(state, arg));
    if (call.inert) {
      for (const value of values) this.#blur(state, value);
      state.temps.set(call.dst, unknownValue);
      return true;
    }
    if (receiver && call.method !== undefined) {
      if (receiver.objects.length > 0) return this.#invokeOnSession(state, call, receiver, call.method, values, raise);
      if (isChained(call.method) && (receiver.pending.length > 0 || (receiver.steps?.length ?? 1) > 0)) {
        for (const value of values) for (const object of value.captured) this.#hold(state, object);
        state.temps.set(call.dst, chain(receiver, call.method, values));
        return true;
      }
      // A callback on a promise that is not one of a session's: it runs at some time.
      if (isChained(call.method)) for (const value of values) if (value.fn) this.#closure(state, value.fn, false);
    }

    const parts = receiver?.links.filter((link) => link.role === PART) ?? [];
    this.#mayClose(
      state,
      parts.map((link) => link.object),
    );
    const { links, taken, matched } = this.#applyCallEffects(state, call.site, values, raise);
    const creation = this.#semantics.creationAt(call.site);
    if (creation || matched) {
      this.#escapeArguments(state, values, taken);
      this.#interleave(state, [...taken], false);
      raise(copyState(state));
      for (const value of values) for (const object of value.captured) this.#hold(state, object);
      state.temps.set(call.dst, creation ? this.#make(state, call.site, creation) : { ...unknownValue, links });
      return true;
    }

    const graph = call.fn ? this.#semantics.graphOf(call.fn) : undefined;
    const callee = graph ? { graph, sharesThis: true } : this.#semantics.calleeAt(call.site);
    if (callee) return this.#invokeKnown(state, call, callee, values, raise);

    if (call.statement && this.#semantics.neverReturns(call.site)) {
      for (const value of values) this.#escape(state, value);
      this.#interleave(state, [], false);
      raise(copyState(state));
      return false;
    }
    this.#escapeArguments(state, values, new Set());
    // `[client].map(…)`: the method gets what is inside its receiver.
    if (receiver) this.#escape(state, { ...receiver, links: [], pending: [] });
    this.#interleave(state, [], false);
    raise(copyState(state));
    for (const value of values) for (const object of value.captured) this.#hold(state, object);
    const live = receiver?.links.filter((link) => link.role !== PART) ?? [];
    state.temps.set(call.dst, live.length > 0 ? { ...unknownValue, links: live } : unknownValue);
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
    const { taken } = this.#applyCallEffects(state, call.site, values, raise);
    this.#escapeArguments(state, values, taken);
    this.#connect(state, receiver.objects, call, method);
    const strong = this.#isOnlyMeaning(state, receiver);
    let result: Value = unknownValue;
    let isOperation = false;
    let isAsync = false;
    let unknownMethod = false;
    const before = copyState(state);
    for (const id of receiver.objects) {
      const object = this.#objects[id];
      if (!object) continue;
      let known = false;
      object.automata.forEach((automaton, track) => {
        const operation = automaton.operations.get(method);
        known ||=
          operation !== undefined ||
          automaton.neutral.has(method) ||
          automaton.tests.has(method) ||
          automaton.views.has(method);
        if (!operation) return;
        isOperation = true;
        isAsync ||= operation.settles !== undefined;
        this.#operate(state, object, track, operation, { site: call.site, strong, other: receiver.other });
        const pending = this.#pendingOf(call.site, id, track, operation, strong, call.direct);
        const links = operation.gives === undefined ? [] : [this.#linkOf(id, track, operation.gives)];
        result = joinValues({ ...result, pending: operation.settles ? [pending] : [], links }, result);
      });
      if (!known) {
        unknownMethod = true;
        this.#escapeObjects(state, [id]);
      }
    }
    if (unknownMethod) this.#interleave(state, [], false);
    if (!isOperation || !isAsync) {
      const failed = copyState(before);
      for (const [id, cell] of [...state.heap]) {
        const automata = this.#objects[id]?.automata ?? [];
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
    for (const value of values) for (const object of value.captured) this.#hold(state, object);
    const refused = strong && receiver.objects.length === 1 && this.#refusesNow(before, receiver.objects[0], method);
    state.dead ||= refused;
    state.temps.set(call.dst, result);
    return true;
  }

  /** Whether a call throws at once, in whatever state the session may be. */
  #refusesNow(state: State, object: ObjectId | undefined, method: string): boolean {
    const cell = object === undefined ? undefined : state.heap.get(object);
    if (object === undefined || !cell || cell.opaque) return false;
    return (
      this.#objects[object]?.automata.some((automaton, track) => {
        const operation = automaton.operations.get(method);
        return (
          operation !== undefined &&
          operation.settles === undefined &&
          ((cell.tracks[track]?.mask ?? 0) & ~operation.stops) === 0
        );
      }) ?? false
    );
  }

  /** Notes what sessions are opened over; closing one end of a pair closes the session at the other. */
  #connect(state: State, objects: readonly ObjectId[], call: Invoke, method: string): void {
    for (const id of objects) {
      const effect = this.#objects[id]?.automata
        .map((automaton) => automaton.operations.get(method)?.effect)
        .find((e) => e);
      for (const slot of effect === 'opens' ? call.argumentSlots : []) {
        if (!slot) continue;
        const sessions = this.#conduits.get(slot.bundle);
        if (sessions) sessions.add(id);
        else this.#conduits.set(slot.bundle, new Set([id]));
      }
      if (effect !== 'closes') continue;
      for (const sessions of this.#conduits.values())
        if (sessions.has(id))
          this.#mayClose(
            state,
            [...sessions].filter((o) => o !== id),
          );
    }
  }

  #mayClose(state: State, objects: Iterable<ObjectId>): void {
    for (const object of objects) {
      this.#objects[object]?.automata.forEach((automaton, track) => {
        const effects = [...automaton.operations.values()].reduce(
          (all, o) => (o.effect === 'closes' ? all | o.callEffect : all),
          0,
        );
        this.#updateTrack(state, object, track, (t) => ({
          ...t,
          mask: mayBeClosed(automaton, t.mask),
          effects: t.effects | effects,
        }));
      });
    }
  }

  /** Applies one operation to one session, and tells the observer. */
  #operate(
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
    this.#observer?.visit({
      site: how.site,
      operation,
      name: operation.name,
      automaton,
      object,
      wrong: current.mask & ~fine,
      fine,
      uninformed: !object.made && statesIn(current.mask).every((s) => current.witnesses[s] === undefined),
      inCallback: this.#inCallback,
      dead: state.dead,
      other: how.other || cell.opaque,
      blurred: !how.strong || cell.vague || cell.foreign || (current.effects & automaton.callEffects) !== 0,
      muted: current.muted,
      witnesses: current.witnesses,
      inside: undefined,
    });
    if (object.id === this.#entryObject) {
      this.#touched |= operation.callEffect | operation.settleEffect;
      const failure: Failure = {
        operation: operation.name,
        site: how.site,
        isEarly: !state.waited,
        states: current.mask & ~operation.allowed,
        witnesses: current.witnesses,
      };
      if (fine === 0 && !current.failed && !state.dead) this.#failure ??= failure;
      const isOwn = !cell.vague && !cell.foreign && (current.effects & automaton.callEffects) === 0;
      if ((current.mask & ~fine) !== 0 && isOwn) this.#risk ??= failure;
    }
    const completed = operation.settles === undefined ? current.mask & ~operation.stops : current.mask;
    // Where every state is wrong the code goes on being read as if the call had worked: one report, not silence.
    const surviving = completed === 0 ? current.mask : completed;
    const moved = image(surviving, operation.moves);
    const wrong = fine === 0;
    const restarts = fine === current.mask && (operation.callEffect | operation.settleEffect) !== 0;
    this.#updateTrack(state, object.id, track, (t) => ({
      mask: how.strong ? moved : t.mask | moved,
      effects: operation.settles ? t.effects | operation.settleEffect : t.effects,
      failed: t.failed || wrong,
      muted: wrong || (t.muted && !restarts),
      raced: operation.callEffect === 0 ? t.raced : 0,
      witnesses: movedWitnesses(t.witnesses, surviving, operation.moves, how.site),
    }));
  }

  #pendingOf(
    site: Site,
    object: ObjectId,
    track: number,
    operation: Operation,
    strong: boolean,
    direct: boolean,
  ): Pending {
    const key = [this.#siteId(site), object, track, operation.name, strong].join(':');
    const known = this.#pendings.get(key);
    if (known) return known;
    const pending: Pending = { id: this.#pendings.size, site, object, track, operation, strong, direct };
    this.#pendings.set(key, pending);
    return pending;
  }

  #linkOf(object: ObjectId, track: number, role: string): Link {
    const key = [object, track, role].join(':');
    const known = this.#links.get(key);
    if (known) return known;
    const link: Link = { id: this.#links.size, object, track, role };
    this.#links.set(key, link);
    return link;
  }

  #siteId(site: Site): number {
    const known = this.#siteIds.get(site);
    if (known !== undefined) return known;
    this.#siteIds.set(site, this.#siteIds.size);
    return this.#siteIds.size - 1;
  }

  /** Whether the receiver is one session for certain, or the only variable that holds any of several. */
  #isOnlyMeaning(state: State, value: Value): boolean {
    if (value.other && value.objects.length > 0) return false;
    if (value.objects.length === 1) return true;
    let holders = 0;
    for (const held of state.env.values()) if (held.objects.some((o) => value.objects.includes(o))) holders++;
    for (const held of state.temps.values()) if (held.objects.some((o) => value.objects.includes(o))) holders++;
    return holders <= 1;
  }

  /** Applies what the models say of a call that is given sessions, or values that live on them. */
  #applyCallEffects(
    state: State,
    site: Site,
    values: readonly Value[],
    raise: (state: State) => void,
  ): { links: readonly Link[]; taken: ReadonlySet<ObjectId>; matched: boolean } {
    const taken = new Set<ObjectId>();
    const links: Link[] = [];
    const interesting = values.some((v) => v.objects.length + v.carried.length + v.links.length > 0);
    if (!interesting) return { links, taken, matched: false };
    for (const effect of this.#semantics.callEffectsAt(site)) {
      for (const value of values) {
        for (const [objectId, track] of this.#takenBy(effect, value)) {
          const object = this.#objects[objectId];
          if (!object) continue;
          taken.add(objectId);
          if (effect.operation) {
            const strong = value.links.length + value.objects.length + value.carried.length === 1;
            this.#operate(state, object, track, effect.operation, { site, strong, other: false });
            if (effect.operation.settles === undefined) raise(copyState(state));
          }
          if (effect.gives !== undefined) links.push(this.#linkOf(objectId, track, effect.gives));
        }
      }
    }
    return { links, taken, matched: taken.size > 0 };
  }

  #takenBy(effect: CallEffect, value: Value): (readonly [ObjectId, number])[] {
    if (effect.takes !== 'subject')
      return value.links
        .filter((l) => l.role === effect.takes && this.#objects[l.object]?.automata[l.track] === effect.automaton)
        .map((l) => [l.object, l.track]);
    return union(value.objects, value.carried).flatMap((id) => {
      const track = this.#objects[id]?.automata.indexOf(effect.automaton) ?? -1;
      return track < 0 ? [] : [[id, track] as const];
    });
  }

  // ── functions of the program ───────────────────────────────────────────────────────────────────────────────────

  #invokeKnown(
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
      const slot = this.#slotOf(declaration);
      if (!slot || (slot.kind === 'field' && !callee.sharesThis) || !this.#semantics.mayReach(graph.fn, slot)) continue;
      if (!this.#semantics.usesOf(graph.fn, slot)) continue;
      this.#blur(state, value);
      const [object] = value.objects;
      if (object === undefined) continue;
      if (value.objects.length > 1 || passed.has(object)) this.#escapeObjects(state, value.objects);
      else passed.set(object, slot);
    }
    this.#escapeArguments(state, unfollowed, new Set());

    const isAwaited = call.awaited || !graph.isAsync;
    const thrown = copyState(state);
    const flow = this.#semantics.flowOf(graph);
    let returns = flow.returns || !isAwaited;
    let { throws } = flow;
    let dies = flow.dead && isAwaited;
    for (const [id, slot] of passed) {
      const object = this.#objects[id];
      const cell = state.heap.get(id);
      if (!object || !cell) continue;
      object.automata.forEach((automaton, track) => {
        const exit = this.#callWith(state, call, graph, object, track, automaton, slot, isAwaited, thrown);
        if (!exit.returns) returns = false;
        if (!exit.throws) throws = false;
        if (exit.dies) dies = true;
      });
    }
    const kept = [...passed.keys()];
    this.#interleave(state, kept, isAwaited && graph.isAsync);
    this.#interleave(thrown, kept, isAwaited && graph.isAsync);
    if (isAwaited && throws) raise(thrown);
    for (const value of values) for (const object of value.captured) this.#hold(state, object);
    if (!returns) return false;
    state.dead ||= dies;
    if (call.statement && this.#semantics.neverReturns(call.site)) return false;
    state.temps.set(call.dst, this.#returnValue(state, call, graph, values));
    return true;
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
  ): { returns: boolean; throws: boolean; dies: boolean } {
    const cell = state.heap.get(object.id);
    const current = cell?.tracks[track];
    if (!cell || !current) return { returns: true, throws: true, dies: false };
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
    for (const entry of statesIn(current.mask)) {
      const outcome = this.#semantics.outcomeOf(graph, slot, automaton, entry);
      exit |= outcome.exit;
      deadExit |= outcome.deadExit;
      unwound |= outcome.thrown;
      touched |= outcome.touched;
      effects |= outcome.effects;
      escapes ||= outcome.escapes;
      held ||= outcome.held;
      if (outcome.failure && (isAwaited || outcome.failure.isEarly)) failing |= 1 << entry;
      if (outcome.risk) risky |= 1 << entry;
      failure ??= outcome.failure;
      risk ??= outcome.risk;
      for (const reached of statesIn(outcome.exit)) {
        const sites = outcome.witnesses[reached];
        if (sites) witnesses = replaceAt(witnesses, reached, sites);
      }
    }
    const failsForCertain = failing === current.mask && failing !== 0;
    const inside = failure ?? risk;
    if (inside) {
      this.#observer?.visit({
        site: this.#inCallback ? inside.site : call.site,
        operation: undefined,
        name: inside.operation,
        automaton,
        object,
        wrong: this.#inCallback ? inside.states : current.mask & (failing | risky),
        fine: current.mask & ~failing,
        uninformed: !object.made && statesIn(current.mask).every((s) => current.witnesses[s] === undefined),
        inCallback: this.#inCallback,
        dead: state.dead,
        other: cell.opaque,
        blurred: cell.vague || cell.foreign || (current.effects & automaton.callEffects) !== 0,
        muted: current.muted,
        witnesses: this.#inCallback
          ? Array.from({ length: 30 }, (_, s) => inside.witnesses[s] ?? current.witnesses[s])
          : current.witnesses,
        inside: this.#inCallback ? undefined : inside,
      });
    }
    if (object.id === this.#entryObject) {
      this.#touched |= touched;
      if (failure && failsForCertain && !current.failed && !state.dead) {
        this.#failure ??= { ...failure, isEarly: failure.isEarly && !state.waited };
      }
      if (inside && !cell.foreign) this.#risk ??= inside;
    }
    const wrong = isAwaited && failsForCertain;
    const reached = exit === 0 && wrong ? deadExit : exit;
    const after = isAwaited ? reached : closeUnder(automaton, current.mask | reached, touched);
    const base: Track = {
      mask: after,
      effects: current.effects | effects | (isAwaited ? 0 : touched),
      failed: current.failed || wrong,
      muted: current.muted || wrong,
      raced: touched === 0 ? current.raced : 0,
      witnesses,
    };
    this.#updateTrack(state, object.id, track, () => base);
    this.#updateTrack(thrown, object.id, track, (t) => ({ ...base, mask: unwound, failed: t.failed, muted: t.muted }));
    if (held) this.#hold(state, object.id);
    if (escapes) {
      this.#escapeObjects(state, [object.id]);
      this.#escapeObjects(thrown, [object.id]);
    }
    return { returns: after !== 0 || escapes, throws: unwound !== 0, dies: isAwaited && wrong && exit === 0 };
  }

  #returnValue(state: State, call: Invoke, graph: FlowGraph, values: readonly Value[]): Value {
    const returned = this.#semantics.returnedBy(graph);
    const settled = call.awaited && graph.isAsync;
    if (!returned) return settled ? { ...unknownValue, settled } : unknownValue;
    if (returned.kind === 'parameter') {
      const value = values[returned.index];
      return value && value.objects.length > 0
        ? { ...sessionValue(0), objects: value.objects, other: value.other, settled }
        : unknownValue;
    }
    return { ...this.#make(state, call.site, returned.creation), nullish: returned.nullish, settled };
  }

  // ── promises ───────────────────────────────────────────────────────────────────────────────────────────────────

  #await(state: State, dst: Operand, value: Value, site: Site, raise: (state: State) => void): boolean {
    const result: Value = { ...value, pending: [], steps: [], settled: false, carried: [] };
    if (value.settled && value.pending.length === 0) {
      state.temps.set(dst, result);
      return true;
    }
    this.#escapeObjects(state, value.carried);
    const own = value.pending.map((p) => p.object);
    const isRefused = this.#isRefused(state, value);
    const failing = copyState(state);
    this.#narrow(state, value);
    for (const path of [state, failing]) {
      this.#interleave(path, own, true);
      this.#interleaveClosures(path, own);
    }
    const { fulfilled, rejected } = this.#settle(state, failing, value);
    for (const link of value.links) this.#awaitLink(fulfilled ?? rejected, link, site);
    // What is refused leaves the session as it was.
    raise(isRefused ? failing : rejected);
    if (!fulfilled) return false;
    fulfilled.dead ||= isRefused;
    if (new Set(own).size > 1) this.#peersAct(fulfilled, own);
    replaceState(state, fulfilled);
    const live = value.links.filter((l) => !this.#objects[l.object]?.automata[l.track]?.awaited.has(l.role));
    state.temps.set(dst, { ...result, links: live });
    return true;
  }

  /** A call that is refused for certain does not come back: its error goes where errors go, and nothing else happens. */
  #isRefused(state: State, value: Value): boolean {
    if (value.steps?.length !== 0) return false;
    return value.pending.some(({ object, track, operation, strong, direct }) => {
      const cell = state.heap.get(object);
      const current = cell?.tracks[track];
      return (
        strong &&
        direct &&
        current !== undefined &&
        !cell?.opaque &&
        current.failed &&
        (current.mask & ~refusing(operation)) === 0
      );
    });
  }

  /** A call that is awaited on the spot and came back was not in a state in which it is refused. */
  #narrow(state: State, value: Value): void {
    for (const { object, track, operation, strong, direct } of value.pending) {
      const cell = state.heap.get(object);
      // What other code holds may have been brought into the state after the call.
      if (!strong || !direct || !cell || cell.foreign || !this.#isOwn(object)) continue;
      this.#updateTrack(state, object, track, (t) => ({ ...t, mask: t.mask & ~refusing(operation) || t.mask }));
    }
  }

  /**
   * Whether the function made the session, or is asked about it: what may happen to it is then known from its closures.
   * Of other sessions it is taken that nothing happens to them while this function waits for its own call on them.
   */
  #isOwn(object: ObjectId): boolean {
    return object === this.#entryObject || this.#objects[object]?.made === true;
  }

  /** While a session's own call is awaited, the closures that hold the session may run. */
  #interleaveClosures(state: State, objects: readonly ObjectId[]): void {
    for (const object of objects) {
      if (!this.#isOwn(object)) continue;
      this.#objects[object]?.automata.forEach((automaton, track) => {
        this.#updateTrack(state, object, track, (t) => ({
          ...t,
          mask: closeUnder(automaton, t.mask, t.effects & automaton.callEffects),
        }));
      });
    }
  }

  /** Sessions that were opened together may be each other's peers: each may have moved on. */
  #peersAct(state: State, objects: readonly ObjectId[]): void {
    for (const object of objects) {
      this.#objects[object]?.automata.forEach((automaton, track) => {
        this.#updateTrack(state, object, track, (t) => ({ ...t, mask: closeUnderPeer(automaton, t.mask) }));
      });
    }
  }

  #awaitLink(state: State, link: Link, site: Site): void {
    const object = this.#objects[link.object];
    const operation = object?.automata[link.track]?.awaited.get(link.role);
    if (object && operation) this.#operate(state, object, link.track, operation, { site, strong: true, other: false });
  }

  /** The states after a promise is fulfilled and after it is rejected, its chained callbacks included. */
  #settle(state: State, failing: State, value: Value): { fulfilled: State | undefined; rejected: State } {
    let fulfilled: State | undefined = copyState(state);
    let rejected: State | undefined = copyState(failing);
    for (const pending of value.pending) {
      const { object, track, operation } = pending;
      const automaton = this.#objects[object]?.automata[track];
      if (!automaton) continue;
      this.#updateTrack(fulfilled, object, track, (t) => settledTrack(t, pending));
      this.#updateTrack(rejected, object, track, (t) => {
        const failed = afterFailure(t.mask, operation);
        const effects = pending.strong ? t.effects & ~operation.settleEffect : t.effects;
        return {
          ...t,
          mask: pending.strong ? failed : t.mask | failed,
          effects,
          witnesses: failedWitnesses(t, failed, pending),
        };
      });
    }
    if (value.steps === undefined) {
      const either: State = joinStates(fulfilled, rejected);
      this.#blur(either, value);
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
    return { fulfilled, rejected: rejected ?? copyState(fulfilled ?? failing) };
  }

  #runSilently(from: State, fn: Site | undefined): Paths {
    const observer = this.#observer;
    this.#observer = undefined;
    const paths = this.#runCallback(from, fn);
    this.#observer = observer;
    return paths;
  }

  /** What running a callback does to the sessions it can reach. */
  #runCallback(from: State, fn: Site | undefined): Paths {
    const graph = fn && this.#semantics.graphOf(fn);
    if (!graph) return { ok: from, bad: copyState(from) };
    const ok = copyState(from);
    let bad: State | undefined;
    const call: Invoke = {
      op: 'invoke',
      dst: -1,
      site: graph.fn,
      receiver: undefined,
      method: undefined,
      receiverSlot: undefined,
      argumentSlots: [],
      args: [],
      fn,
      awaited: true,
      direct: false,
      statement: false,
      inert: false,
    };
    const outer = this.#inCallback;
    this.#inCallback = true;
    const returns = this.#invokeKnown(ok, call, { graph, sharesThis: true }, [], (thrown) => {
      bad = bad ? joinStates(bad, thrown) : thrown;
    });
    this.#inCallback = outer;
    ok.temps.delete(-1);
    return { ok: returns ? ok : undefined, bad };
  }

  #dispose(state: State, slot: Slot, site: Site, raise: (state: State) => void): boolean {
    const value = valueIn(state, slot.declaration);
    for (const id of value.objects) {
      const object = this.#objects[id];
      if (!object) continue;
      let known = false;
      object.automata.forEach((automaton, track) => {
        const operation = automaton.operations.get('Symbol.asyncDispose') ?? automaton.operations.get('Symbol.dispose');
        if (!operation) return;
        known = true;
        this.#operate(state, object, track, operation, {
          site,
          strong: value.objects.length === 1,
          other: value.other,
        });
        const pending = this.#pendingOf(site, id, track, operation, value.objects.length === 1, true);
        this.#updateTrack(state, id, track, (t) => settledTrack(t, pending));
      });
      if (!known) this.#hold(state, id);
    }
    this.#interleave(state, value.objects, true);
    raise(copyState(state));
    return true;
  }

  // ── tests ──────────────────────────────────────────────────────────────────────────────────────────────────────

  /** The state on an edge that is taken when a test turned out so, or `undefined` when it cannot. */
  #refine(from: State, refinement: Refinement): State | undefined {
    const state = copyState(from);
    const { slot, sense, test } = refinement;
    const value =
      slot && !slot.reassignedElsewhere ? valueIn(state, slot.declaration) : this.#peek(state, refinement.operand);
    if (test !== 'member') {
      const refined = sense === (test === 'nullish') ? toNullish(value, test) : toPresent(value);
      if (!refined) return undefined;
      if (slot && !slot.reassignedElsewhere) setValue(state, slot.declaration, refined);
      if (!refinement.keeps) state.temps.delete(refinement.operand);
      if (refined.objects.length === 0) this.#collect(state, value.objects, undefined);
      if (refinement.operand >= 0 && state.temps.has(refinement.operand)) state.temps.set(refinement.operand, refined);
      return state;
    }
    if (value.objects.length !== 1 || value.other) return state;
    const [id] = value.objects;
    const object = id === undefined ? undefined : this.#objects[id];
    let impossible = false;
    object?.automata.forEach((automaton, track) => {
      const memberTest = automaton.tests.get(refinement.member);
      if (memberTest?.called !== refinement.called) return;
      const allowed = sense ? memberTest.whenTruthy : memberTest.whenFalsy;
      this.#updateTrack(state, object.id, track, (t) => ({ ...t, mask: t.mask & allowed }));
      if (state.heap.get(object.id)?.tracks[track]?.mask === 0) impossible = true;
    });
    if (!impossible) return state;
    if (sense || !value.nullish || !slot) return undefined;
    setValue(state, slot.declaration, nullishValue);
    return state;
  }

  // ── exits ──────────────────────────────────────────────────────────────────────────────────────────────────────

  #exit(state: State, kind: ExitKind, value: Value, site: Site): void {
    if (kind === 'throw' || kind === 'rethrow') {
      this.#escape(state, value);
      this.#thrown = this.#thrown ? joinStates(this.#thrown, state) : copyState(state);
      this.#tellExit(state, kind, site, []);
      return;
    }
    const { fulfilled, rejected } =
      value.pending.length > 0 ? this.#settle(state, state, value) : { fulfilled: state, rejected: undefined };
    if (rejected) this.#thrown = this.#thrown ? joinStates(this.#thrown, rejected) : rejected;
    if (!fulfilled) return;
    const result = { ...value, pending: [], steps: [] };
    this.#exits.push({ state: fulfilled, value: result });
    const leaving = [...value.objects, ...value.carried, ...value.captured, ...value.links.map((l) => l.object)];
    this.#tellExit(fulfilled, kind, site, leaving);
  }

  #tellExit(state: State, kind: Leaving, site: Site, leaving: readonly ObjectId[]): void {
    if (!this.#observer || state.dead) return;
    const cells: (readonly [SessionObject, Cell])[] = [];
    for (const [id, cell] of state.heap) {
      const object = this.#objects[id];
      if (object?.made && !cell.escaped && !cell.foreign && !leaving.includes(id)) cells.push([object, cell]);
    }
    if (cells.length > 0) this.#observer.exit(kind, site, cells);
  }

  #outcome(): Outcome {
    const entry = this.#entry;
    const id = this.#entryObject;
    const living = this.#exits.filter(({ state }) => !state.dead);
    const deadMask = (own: (state: State) => StateSet): StateSet =>
      this.#exits.reduce((all, { state }) => (state.dead ? all | own(state) : all), 0);
    const thrown = this.#thrown?.dead === false ? this.#thrown : undefined;
    if (!entry || id === undefined) {
      return { ...noOutcome, exit: living.length > 0 ? 1 : 0, deadExit: deadMask(() => 1), thrown: thrown ? 1 : 0 };
    }
    const maskIn = (state: State): StateSet => state.heap.get(id)?.tracks[0]?.mask ?? 0;
    const exits = living.map(({ state, value }) => ({ cell: state.heap.get(id), value }));
    const tracks = exits.map(({ cell }) => cell?.tracks[0]);
    const isLost = exits.some(
      ({ cell, value }) => (cell?.foreign ?? true) || value.carried.includes(id) || value.captured.includes(id),
    );
    const deadExit = deadMask(maskIn);
    const failed = exits.length > 0 ? tracks.every((track) => track?.failed) : deadExit !== 0;
    const witnesses = tracks.reduce<Witnesses>(
      (all, track) =>
        statesIn(track?.mask ?? 0).reduce(
          (sum, state) => replaceAt(sum, state, mergeSites(sum[state], track?.witnesses[state])),
          all,
        ),
      [],
    );
    return {
      exit: tracks.reduce((mask, track) => mask | (track?.mask ?? 0), 0),
      deadExit,
      thrown: thrown ? maskIn(thrown) : 0,
      touched: this.#touched,
      effects: tracks.reduce((all, track) => all | (track?.effects ?? 0), 0),
      escapes: isLost || this.#touched === -1,
      held: exits.some(({ cell, value }) => cell?.escaped === true || value.captured.includes(id)),
      failure: failed ? this.#failure : undefined,
      risk: this.#risk,
      witnesses,
    };
  }

  #returned(): Returned | undefined {
    let result: { object: SessionObject; cells: Cell[]; nullish: boolean } | undefined;
    let nullishExit = false;
    const living = this.#exits.filter((exit) => !exit.state.dead);
    for (const { state, value } of living.length > 0 ? living : this.#exits) {
      if (value.nullish && !value.other && value.objects.length === 0) {
        nullishExit = true;
        continue;
      }
      const [id] = value.objects;
      const object = id === undefined ? undefined : this.#objects[id];
      const cell = id === undefined ? undefined : state.heap.get(id);
      if (value.objects.length !== 1 || !object || !cell || value.other) return undefined;
      if (result && result.object.automata !== object.automata) return undefined;
      const parameter = this.#parameterObjects.get(object.id);
      if (parameter !== undefined && this.#exits.length === 1) return { kind: 'parameter', index: parameter };
      if (!object.made) return undefined;
      result = {
        object: result?.object ?? object,
        cells: [...(result?.cells ?? []), cell],
        nullish: (result?.nullish ?? false) || value.nullish,
      };
    }
    if (!result) return undefined;
    const { object, cells, nullish } = result;
    const trackwise = <T>(read: (track: Track) => T, merge: (a: T, b: T) => T): T[] =>
      object.automata.map((_, i) =>
        cells.flatMap((cell) => (cell.tracks[i] ? [read(cell.tracks[i])] : [])).reduce(merge),
      );
    return {
      kind: 'fresh',
      nullish: nullish || nullishExit,
      creation: {
        automata: object.automata,
        masks: trackwise(
          (t) => t.mask,
          (a, b) => a | b,
        ),
        effects: trackwise(
          (t) => t.effects,
          (a, b) => a | b,
        ),
        witnesses: trackwise(
          (t) => t.witnesses,
          (a, b) => Array.from({ length: Math.max(a.length, b.length) }, (_, i) => mergeSites(a[i], b[i])),
        ),
        foreign: cells.some((cell) => cell.foreign),
      },
    };
  }
}

/** The outcome of a function of which nothing is known. */
export function unknownOutcome(automaton: Automaton | undefined): Outcome {
  const all = automaton ? allStates(automaton) : 1;
  return {
    exit: all,
    deadExit: 0,
    thrown: all,
    touched: -1,
    effects: 0,
    escapes: true,
    held: true,
    failure: undefined,
    risk: undefined,
    witnesses: [],
  };
}

/** The outcome of a function that was not analysed yet: the least one. */
export const noOutcome: Outcome = {
  exit: 0,
  deadExit: 0,
  thrown: 0,
  touched: 0,
  effects: 0,
  escapes: false,
  held: false,
  failure: undefined,
  risk: undefined,
  witnesses: [],
};

function cellOf(creation: Creation, site: Site, escaped: boolean): Cell {
  return {
    foreign: creation.foreign,
    escaped,
    opaque: false,
    vague: false,
    tracks: creation.masks.map((mask, i) => ({
      mask,
      effects: creation.effects[i] ?? 0,
      failed: false,
      muted: false,
      raced: 0,
      witnesses: creation.witnesses?.[i] ?? (creation.foreign ? [] : madeAt(mask, site)),
    })),
  };
}

function madeAt(mask: StateSet, site: Site): Witnesses {
  return statesIn(mask).reduce<Witnesses>((all, state) => replaceAt(all, state, [site]), []);
}

function replaceAt<T>(list: readonly T[], index: number, item: T): readonly T[] {
  const copy = Array.from({ length: Math.max(list.length, index + 1) }, (_, i) => list[i] as T);
  copy[index] = item;
  return copy;
}

/** The witnesses after a move: a state that was entered has the place of the move. */
function movedWitnesses(witnesses: Witnesses, from: StateSet, moves: readonly number[], site: Site): Witnesses {
  let result = witnesses;
  for (const state of statesIn(from)) {
    const to = moves[state] ?? state;
    if (to !== state) result = replaceAt(result, to, [site]);
  }
  return result;
}

/** Where a session may stand after other code had an occasion to run. */
function interleaved(track: Track, automaton: Automaton, waits: boolean): Track {
  if (!waits) return { ...track, mask: closeUnder(automaton, track.mask, track.effects & automaton.callEffects) };
  const mask = closeUnderPeer(automaton, closeUnder(automaton, track.mask, track.effects));
  const hasCalls = (track.effects & automaton.callEffects) !== 0;
  const rejected = hasCalls
    ? 0
    : [...automaton.operations.values()].reduce((all, o) => (track.effects & o.settleEffect ? all | o.fails : all), 0);
  return { ...track, mask, raced: track.raced | (rejected & mask & ~track.mask) };
}

/** Where a session stands once the promise of an operation is fulfilled. */
function settledTrack(track: Track, pending: Pending): Track {
  const { operation, strong, site } = pending;
  if (!operation.settles) return track;
  // Fulfilled: the rejections that were thought possible in the meantime did not come.
  const surviving = (strong && track.mask & ~track.raced) || track.mask;
  const settled = image(surviving, operation.settles);
  return {
    ...track,
    mask: strong ? settled : track.mask | settled,
    effects: strong ? track.effects & ~operation.settleEffect : track.effects,
    raced: strong ? 0 : track.raced,
    witnesses: movedWitnesses(track.witnesses, surviving, operation.settles, site),
  };
}

/** The states in which a call that is awaited on the spot is refused, and which it does not itself lead to. */
function refusing(operation: Operation): StateSet {
  return operation.stops & ~image(operation.allowed, operation.moves);
}

/** A failed call is what led to the states it leaves behind. */
function failedWitnesses(track: Track, failed: StateSet, pending: Pending): Witnesses {
  return statesIn(failed & ~track.mask).reduce((all, state) => replaceAt(all, state, [pending.site]), track.witnesses);
}

function joinMaybe(a: State | undefined, b: State | undefined): State | undefined {
  return a && b ? joinStates(a, b) : (a ?? b);
}

function isChained(method: string): method is Step['method'] {
  return method === 'then' || method === 'catch' || method === 'finally';
}

/** The promise with one more callback. */
function chain(promise: Value, method: Step['method'], callbacks: readonly Value[]): Value {
  const step: Step = { method, callbacks: callbacks.map((callback) => callback.fn) };
  return { ...promise, objects: [], other: true, steps: promise.steps && [...promise.steps, step] };
}

/** The value when it is known to be `null` or `undefined` (or, for a truth test, falsy); `undefined` when it cannot be. */
function toNullish(value: Value, test: 'truthy' | 'nullish'): Value | undefined {
  const isSession = value.objects.length > 0 && !value.nullish && !value.other;
  if (isSession) return undefined;
  return { ...(test === 'nullish' ? nullishValue : unknownValue), other: value.other };
}

/** The value when it is known not to be; `undefined` when it cannot be anything else. */
function toPresent(value: Value): Value | undefined {
  const isNullish =
    value.nullish && !value.other && value.objects.length + value.pending.length + value.links.length === 0;
  return isNullish ? undefined : { ...value, nullish: false };
}
