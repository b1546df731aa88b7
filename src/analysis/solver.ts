/** A graph whose nodes are numbered in reverse post-order, so that a smaller number comes first. */
export interface SolverProblem<State> {
  readonly size: number;
  readonly entry: number;
  readonly initial: State;
  /** Runs a node from its state and says which nodes get which state. It must not change the state it is given. */
  transfer(node: number, state: State, send: (to: number, state: State) => void): void;
  /** The join of two states, or `current` itself when `incoming` adds nothing to it. */
  join(current: State, incoming: State): State;
  /** How often a node may run before the solver gives up. */
  readonly budget: number;
}

/**
 * Solves a forward data-flow problem to its fixpoint with a worklist in reverse post-order.
 *
 * Answers the state at the entry of each node that is reached, or `undefined` when the budget is used up: then nothing
 * may be concluded.
 */
export function solve<State>(problem: SolverProblem<State>): (State | undefined)[] | undefined {
  const states = new Array<State | undefined>(problem.size).fill(undefined);
  const waiting = new Uint8Array(problem.size);
  states[problem.entry] = problem.initial;
  waiting[problem.entry] = 1;
  let next = problem.entry;
  let steps = 0;

  const send = (to: number, incoming: State): void => {
    const current = states[to];
    const joined = current === undefined ? incoming : problem.join(current, incoming);
    if (joined === current) return;
    states[to] = joined;
    waiting[to] = 1;
    if (to < next) next = to;
  };

  while (next < problem.size) {
    const node = next;
    next = node + 1;
    if (waiting[node] === 0) continue;
    waiting[node] = 0;
    const state = states[node];
    if (state === undefined) continue;
    if (++steps > problem.budget * problem.size) return undefined;
    problem.transfer(node, state, send);
  }
  return states;
}
