/** A set of states, one bit a state. */
export type StateSet = number;
/** A set of operations that other code may run, two bits an operation: its call, and the settling of its promise. */
export type Effects = number;

/** An operation over numbered states. */
export interface Operation {
  readonly name: string;
  /** The states that allow it. */
  readonly allowed: StateSet;
  /** The states in which calling it throws or rejects, so that code after a completed call was not in them. */
  readonly stops: StateSet;
  /** The state after the call, by the state before. */
  readonly moves: readonly number[];
  /** The state after its promise is fulfilled, by the state before; `undefined`: it returns no promise. */
  readonly settles: readonly number[] | undefined;
  /** The states a failed call may leave behind; 0: as it was. */
  readonly fails: StateSet;
  /** The states that do not allow it and in which it is carried out all the same, so that it may fail as where it is allowed. */
  readonly carriedOut: StateSet;
  /** The bit of its call in `Effects`, 0 when it changes nothing. */
  readonly callEffect: Effects;
  /** The bit of its settling in `Effects`, 0 when that changes nothing. */
  readonly settleEffect: Effects;
  /** It opens the session, or closes it. */
  readonly effect: 'opens' | 'closes' | undefined;
  /** The role of its result. */
  readonly gives: string | undefined;
}

export interface MemberTest {
  readonly called: boolean;
  readonly whenTruthy: StateSet;
  readonly whenFalsy: StateSet;
}

/** What it means that a value which lives on a session is awaited. */
export interface Awaited {
  readonly operation: Operation;
  /** Whether it is a promise itself: an async function that returns it awaits it. */
  readonly isPromise: boolean;
  /** The role of what the promise is fulfilled with. Absent: that does not live on the session. */
  readonly gives: string | undefined;
}

/** A protocol over numbered states: what the typestate engine runs. */
export interface Automaton {
  readonly id: string;
  readonly stateCount: number;
  readonly operations: ReadonlyMap<string, Operation>;
  /** The call bits of all operations: what other code can do by itself, as against what a promise does when it settles. */
  readonly callEffects: Effects;
  /** All bits of the operations that open it. */
  readonly openEffects: Effects;
  readonly neutral: ReadonlySet<string>;
  readonly views: ReadonlySet<string>;
  /** By member: the role of what it holds, which lives on the session. */
  readonly parts: ReadonlyMap<string, string>;
  readonly tests: ReadonlyMap<string, MemberTest>;
  /** What awaiting a value does, by its role, and the role of what it is fulfilled with. */
  readonly awaited: ReadonlyMap<string, Awaited>;
  /** The states that the settling of a promise moves on from: something is on its way there. */
  readonly passing: StateSet;
  /** The states the peer may move to by itself, by the state before. */
  readonly spontaneous: readonly StateSet[];
  /** The states in which a session that is left behind leaks. */
  readonly mustClose: StateSet;
  /** Nothing but its operations moves it, whoever holds it: what is spent stays spent. */
  readonly sealed: boolean;
}

/** Every state of the automaton. */
export function allStates(automaton: Automaton): StateSet {
  return 2 ** automaton.stateCount - 1;
}

/** The numbers of the states in a set, in order. */
export function statesIn(set: StateSet): number[] {
  const states: number[] = [];
  for (let state = 0; 2 ** state <= set; state++) if (set & (1 << state)) states.push(state);
  return states;
}

/** The states that a set moves to under a function given as an array. */
export function image(set: StateSet, moves: readonly number[]): StateSet {
  let result = 0;
  for (let state = 0, rest = set; rest !== 0; state++, rest >>>= 1)
    if (rest & 1) result |= 1 << (moves[state] ?? state);
  return result;
}

/** The states that the settling of an operation's promise moves on from. */
export function passingStates(operations: Iterable<Operation>): StateSet {
  let passing = 0;
  for (const { settles = [] } of operations)
    for (const [state, next] of settles.entries()) if (next !== state) passing |= 1 << state;
  return passing;
}

/** What a call that failed leaves behind: states it had moved away from the start of the call become its failure states. */
export function afterFailure(set: StateSet, operation: Operation): StateSet {
  if (operation.fails === 0) return set;
  let result = 0;
  for (let state = 0, rest = set; rest !== 0; state++, rest >>>= 1) {
    if (!(rest & 1)) continue;
    const inFlight =
      operation.settles === undefined ? (operation.allowed & (1 << state)) !== 0 : operation.settles[state] !== state;
    const mayFail = (operation.carriedOut & (1 << state)) !== 0;
    result |= (inFlight ? 0 : 1 << state) | (inFlight || mayFail ? operation.fails : 0);
  }
  return result;
}

/** The states reachable from `set` when other code runs any of `effects`, any number of times. */
export function closeUnder(automaton: Automaton, set: StateSet, effects: Effects): StateSet {
  if (effects === 0) return set;
  let closed = set;
  for (;;) {
    const before = closed;
    for (const operation of automaton.operations.values()) {
      if (effects & operation.callEffect) {
        const called = image(closed & operation.allowed, operation.moves);
        closed |= called | settled(called, operation);
      }
      if (effects & operation.settleEffect) closed |= settled(closed, operation);
    }
    if (closed === before) return closed;
  }
}

/** The states that a session may be in once code that is not followed has got hold of it. */
export function anywhere(automaton: Automaton, set: StateSet): StateSet {
  return automaton.sealed ? closeUnder(automaton, set, automaton.callEffects) : allStates(automaton);
}

/**
 * The states that a session may be in once other code has called any operations on it, and waited for none of them: what
 * it has begun to open is no more open than before. Where a promise is on its way, any: it may have been refused.
 */
export function afterCalls(automaton: Automaton, set: StateSet): StateSet {
  const { operations, passing } = automaton;
  if (set & passing) return anywhere(automaton, set);
  let reached = set;
  for (;;) {
    const before = reached;
    for (const { allowed, moves } of operations.values()) reached |= image(reached & allowed, moves) & ~passing;
    if (reached === before) return reached;
  }
}

/** The states after something else may have closed the session, those it was in included. */
export function mayBeClosed(automaton: Automaton, set: StateSet): StateSet {
  let closed = set;
  for (const operation of automaton.operations.values())
    if (operation.effect === 'closes') closed |= image(set & operation.allowed, operation.moves);
  return closed;
}

/** The states that the peer may have moved to by itself, those it was in included. */
export function closeUnderPeer(automaton: Automaton, set: StateSet): StateSet {
  if (automaton.spontaneous.length === 0) return set;
  let closed = set;
  for (const state of statesIn(set)) closed |= automaton.spontaneous[state] ?? 0;
  return closed;
}

function settled(set: StateSet, operation: Operation): StateSet {
  const fulfilled = operation.settles === undefined ? set : image(set, operation.settles);
  return fulfilled | afterFailure(set, operation);
}
