import { FALSE, NULLISH, PRESENT, TRUE, type Operand, type Site } from '../flow-graph.ts';
import {
  isUninformative,
  joinCells,
  joinValues,
  nullishValue,
  presentValue,
  trueValue,
  falseValue,
  unknownValue,
  type Cell,
  type ObjectId,
  type Value,
} from './values.ts';

/**
 * What is known at one point: what the variables hold, and where each session stands. A variable that is not listed may
 * hold anything. Copies share their maps until one of them is changed.
 */
export interface State {
  env: ReadonlyMap<Site, Value>;
  heap: ReadonlyMap<ObjectId, Cell>;
  /** Results of expressions that were evaluated and not used yet. */
  temps: Map<Operand, Value>;
  /**
   * A call that fails for certain was passed: code here does not run. It is still read, as if the call had worked, so
   * that not only the first violation of a function is reported; what is read on a living path counts for more.
   */
  isUnreachable: boolean;
  /** The function may have waited on the way here, so that its caller went on. */
  waited: boolean;
  ownsEnv: boolean;
  ownsHeap: boolean;
}

export function emptyState(): State {
  return {
    env: new Map(),
    heap: new Map(),
    temps: new Map(),
    isUnreachable: false,
    waited: false,
    ownsEnv: true,
    ownsHeap: true,
  };
}

export function copyState(state: State): State {
  state.ownsEnv = false;
  state.ownsHeap = false;
  const { env, heap, temps, isUnreachable, waited } = state;
  const copy = new Map<Operand, Value>();
  // Mostly there are none; to ask for an iterator costs more than that.
  if (temps.size > 0) for (const [temp, value] of temps) copy.set(temp, value);
  return { env, heap, temps: copy, isUnreachable, waited, ownsEnv: false, ownsHeap: false };
}

const noTemps = new Map<Operand, Value>();

/** The state in which an exception leaves an expression: what was evaluated of it is of no use any more. */
export function unwinding(state: State): State {
  state.ownsEnv = false;
  state.ownsHeap = false;
  const { env, heap, isUnreachable, waited } = state;
  return { env, heap, temps: noTemps, isUnreachable, waited, ownsEnv: false, ownsHeap: false };
}

/** Adds a state in which an exception leaves to the one that is known of others; it may go on being changed. */
export function joinUnwinding(known: State | undefined, state: State): State {
  if (!known) return unwinding(state);
  const joined = joinStates(known, state);
  return joined === state ? unwinding(state) : joined;
}

/** Makes a state another. */
export function replaceState(target: State, source: State): void {
  Object.assign(target, copyState(source));
}

/** What the place holds. */
export function valueIn(state: State, declaration: Site): Value {
  return state.env.get(declaration) ?? unknownValue;
}

export function setValue(state: State, declaration: Site, value: Value): void {
  if (state.env.get(declaration) === value) return;
  const env = state.ownsEnv ? (state.env as Map<Site, Value>) : new Map(state.env);
  if (isUninformative(value)) env.delete(declaration);
  else env.set(declaration, value);
  state.env = env;
  state.ownsEnv = true;
}

/** Says where a session stands; `undefined`: nothing holds it any more. */
export function setCell(state: State, object: ObjectId, cell: Cell | undefined): void {
  if (state.heap.get(object) === cell) return;
  const heap = state.ownsHeap ? (state.heap as Map<ObjectId, Cell>) : new Map(state.heap);
  if (cell) heap.set(object, cell);
  else heap.delete(object);
  state.heap = heap;
  state.ownsHeap = true;
}

/** The join of two states; the first itself when the second adds nothing. A dead state adds nothing to a living one. */
export function joinStates(a: State, b: State): State {
  if (a === b) return a;
  if (a.isUnreachable !== b.isUnreachable) return a.isUnreachable ? b : a;
  const env = joinEnvs(a.env, b.env);
  const heap = joinHeaps(a.heap, b.heap);
  const temps = joinTemps(a.temps, b.temps);
  const waited = a.waited || b.waited;
  if (env === a.env && heap === a.heap && temps === a.temps && waited === a.waited) return a;
  a.ownsEnv = false;
  a.ownsHeap = false;
  return { env, heap, temps, isUnreachable: a.isUnreachable, waited, ownsEnv: false, ownsHeap: false };
}

function joinEnvs(a: State['env'], b: State['env']): State['env'] {
  if (a === b || (a.size === 0 && b.size === 0)) return a;
  let joined: Map<Site, Value> | undefined;
  for (const [declaration, value] of a) {
    const both = joinValues(value, b.get(declaration) ?? unknownValue);
    if (both === value) continue;
    joined ??= new Map(a);
    if (isUninformative(both)) joined.delete(declaration);
    else joined.set(declaration, both);
  }
  for (const [declaration, value] of b) {
    if (a.has(declaration)) continue;
    const both = joinValues(unknownValue, value);
    if (isUninformative(both)) continue;
    joined ??= new Map(a);
    joined.set(declaration, both);
  }
  return joined ?? a;
}

function joinHeaps(a: State['heap'], b: State['heap']): State['heap'] {
  if (a === b || b.size === 0) return a;
  let joined: Map<ObjectId, Cell> | undefined;
  for (const [object, cell] of b) {
    const own = a.get(object);
    const both = own === undefined ? cell : joinCells(own, cell);
    if (both === own) continue;
    joined ??= new Map(a);
    joined.set(object, both);
  }
  return joined ?? a;
}

/** A result that only one side has is not used after the join. */
function joinTemps(a: State['temps'], b: State['temps']): State['temps'] {
  if (a === b || a.size === 0) return a;
  const joined = new Map<Operand, Value>();
  let changed = false;
  for (const [temp, value] of a) {
    const other = b.get(temp);
    const both = other === undefined ? undefined : joinValues(value, other);
    if (both !== value) changed = true;
    if (both !== undefined) joined.set(temp, both);
  }
  return changed ? joined : a;
}

export function joinMaybe(a: State | undefined, b: State | undefined): State | undefined {
  return a && b ? joinStates(a, b) : (a ?? b);
}

/** What an operand evaluates to. */
export function peekOperand(state: State, operand: Operand): Value {
  if (operand === NULLISH) return nullishValue;
  if (operand === PRESENT) return presentValue;
  if (operand === TRUE) return trueValue;
  if (operand === FALSE) return falseValue;
  return operand < 0 ? unknownValue : (state.temps.get(operand) ?? unknownValue);
}

/** The value of an operand, which is used once: forgetting it keeps states small. */
export function takeOperand(state: State, operand: Operand): Value {
  const value = peekOperand(state, operand);
  if (operand >= 0) state.temps.delete(operand);
  return value;
}
