import fc from 'fast-check';
import { expect, it } from 'vitest';
import { solve, type SolverProblem } from '../../src/analysis/solver.ts';

/** A graph over bit sets: each node keeps some bits, adds some, and sends the result to its successors. */
interface BitGraph {
  readonly nodes: readonly { readonly keeps: number; readonly adds: number; readonly to: readonly number[] }[];
}

const SIZE = 12;
const anyBits = fc.nat({ max: 255 });
const anyGraph: fc.Arbitrary<BitGraph> = fc.record({
  nodes: fc.array(
    fc.record({ keeps: anyBits, adds: anyBits, to: fc.array(fc.nat({ max: SIZE - 1 }), { maxLength: 3 }) }),
    { minLength: SIZE, maxLength: SIZE },
  ),
});

function problemOf(graph: BitGraph, budget: number): SolverProblem<number> {
  return {
    size: SIZE,
    entry: 0,
    initial: 1,
    budget,
    join: (a, b) => a | b,
    transfer: (node, state, send) => {
      const { keeps, adds, to } = graph.nodes[node] ?? { keeps: 0, adds: 0, to: [] };
      for (const next of to) send(next, (state & keeps) | adds);
    },
  };
}

/** The least fixpoint by sweeping over all nodes until nothing changes. */
function bySweeping(graph: BitGraph): (number | undefined)[] {
  const states = new Array<number | undefined>(SIZE).fill(undefined);
  states[0] = 1;
  for (let changed = true; changed;) {
    changed = false;
    graph.nodes.forEach(({ keeps, adds, to }, node) => {
      const state = states[node];
      if (state === undefined) return;
      for (const next of to) {
        const joined = (states[next] ?? 0) | (state & keeps) | adds;
        if (joined === states[next]) continue;
        states[next] = joined;
        changed = true;
      }
    });
  }
  return states;
}

it('the worklist finds the least fixpoint, with loops and in whatever order the nodes are numbered', () => {
  fc.assert(
    fc.property(anyGraph, (graph) => {
      expect(solve(problemOf(graph, 100))).toEqual(bySweeping(graph));
    }),
  );
});

it('past its budget it answers nothing rather than something', () => {
  const loop: BitGraph = {
    nodes: Array.from({ length: SIZE }, (_, i) => ({ keeps: 255, adds: 1 << (i % 8), to: [(i + 1) % SIZE] })),
  };
  expect(solve(problemOf(loop, 100))).toBeDefined();
  expect(solve(problemOf(loop, 1))).toBeUndefined();
});
