import type { Operand, Site } from './flow-graph.ts';
import {
  isUninformative,
  joinCells,
  joinValues,
  unknownValue,
  type Cell,
  type ObjectId,
  type Value,
} from './values.ts';

/** What is known at one point: what the variables hold, and where each session stands. A variable that is not listed may hold anything. */
export interface State {
  readonly env: Map<Site, Value>;
  readonly heap: Map<ObjectId, Cell>;
  /** Results of expressions that were evaluated and not used yet. */
  readonly temps: Map<Operand, Value>;
}

export function emptyState(): State {
  return { env: new Map(), heap: new Map(), temps: new Map() };
}

export function copyState(state: State): State {
  return { env: new Map(state.env), heap: new Map(state.heap), temps: new Map(state.temps) };
}

/** What the place holds. */
export function valueIn(state: State, declaration: Site): Value {
  return state.env.get(declaration) ?? unknownValue;
}

export function setValue(state: State, declaration: Site, value: Value): void {
  if (isUninformative(value)) state.env.delete(declaration);
  else state.env.set(declaration, value);
}

/** The join of two states; the first itself when the second adds nothing. */
export function joinStates(a: State, b: State): State {
  if (a === b) return a;
  let changed = false;

  const env = new Map<Site, Value>();
  for (const [declaration, value] of a.env) {
    const joined = joinValues(value, b.env.get(declaration) ?? unknownValue);
    if (joined !== value) changed = true;
    env.set(declaration, joined);
  }
  for (const [declaration, value] of b.env) {
    if (a.env.has(declaration)) continue;
    const joined = joinValues(unknownValue, value);
    if (isUninformative(joined)) continue;
    changed = true;
    env.set(declaration, joined);
  }

  const heap = new Map(a.heap);
  for (const [object, cell] of b.heap) {
    const own = a.heap.get(object);
    const joined = own === undefined ? cell : joinCells(own, cell);
    if (joined === own) continue;
    changed = true;
    heap.set(object, joined);
  }

  // A result that only one side has is not used after the join.
  const temps = new Map<Operand, Value>();
  for (const [temp, value] of a.temps) {
    const other = b.temps.get(temp);
    const joined = other === undefined ? undefined : joinValues(value, other);
    if (joined !== value) changed = true;
    if (joined !== undefined) temps.set(temp, joined);
  }

  return changed ? { env, heap, temps } : a;
}
