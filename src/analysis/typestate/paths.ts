import { joinStates, type State } from './state.ts';

/**
 * The states that paths reach a block with, kept apart by where the sessions stand: what is known of the variables is then
 * known together with the sessions' states, so that `if (connected)` means what it meant when it was set. After property
 * simulation (Das, Lerner, Seigle: ESP, 2002).
 */
export interface Paths {
  readonly states: readonly State[];
  /** There were too many: from here on they are one. */
  readonly isJoined: boolean;
}

/** How many states are kept apart at one block. */
export const MAX_PATHS = 6;

export function onePath(state: State): Paths {
  return { states: [state], isJoined: false };
}

/** The states of both, at most `limit` apart; `current` itself when `incoming` adds nothing. */
export function joinPaths(current: Paths, incoming: Paths, limit: number): Paths {
  let paths = current;
  for (const state of incoming.states) paths = addState(paths, state, limit);
  return paths;
}

function addState(paths: Paths, state: State, limit: number): Paths {
  const { states, isJoined } = paths;
  // What is known not to run says nothing next to what does.
  const [first] = states;
  if (first && first.isUnreachable !== state.isUnreachable)
    return first.isUnreachable ? { states: [state], isJoined } : paths;
  const index = isJoined ? 0 : states.findIndex((known) => standAlike(known, state));
  const known = states[index];
  if (known) {
    const joined = joinStates(known, state);
    return joined === known ? paths : { states: states.with(index, joined), isJoined };
  }
  if (states.length < limit) return { states: [...states, state], isJoined };
  return { states: [states.reduce(joinStates, state)], isJoined: true };
}

/** Whether every session is in the same states in both. */
function standAlike(a: State, b: State): boolean {
  if (a.heap === b.heap) return true;
  if (a.heap.size !== b.heap.size) return false;
  for (const [object, cell] of a.heap) {
    const other = b.heap.get(object);
    if (other === cell) continue;
    if (!other || !cell.tracks.every((track, i) => track.mask === other.tracks[i]?.mask)) return false;
  }
  return true;
}
