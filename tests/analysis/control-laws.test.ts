import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ControlFlow } from '../../src/analysis/control.ts';
import type { Block, FlowGraph, Site } from '../../src/analysis/flow-graph.ts';

// Against a definition that goes through paths one by one: slow, and with nothing of the engine in it.

interface Random {
  readonly graph: FlowGraph;
  readonly conditions: readonly Site[];
  readonly sites: readonly Site[];
}

const size = 7;
const random: fc.Arbitrary<Random> = fc
  .array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1), fc.boolean()), { minLength: size, maxLength: size })
  .map((shape) => {
    const sites = shape.map((_, id) => ({ site: id }));
    const conditions = shape.map((_, id) => ({ condition: id }));
    // An edge from a test to itself is one between its parts, and none of the tests here has parts.
    const other = (to: number, id: number): number => (to === id ? (id + 1) % size : to);
    const blocks = shape.map(([first, second, isTest], id): Block => {
      const [yes, no] = [other(first, id), other(second, id)];
      const condition = conditions[id]!;
      const plain = { refinement: undefined, unlessExhaustive: undefined };
      const edges = isTest
        ? [
            { to: yes, condition: { site: condition, outcome: true }, ...plain },
            { to: no, condition: { site: condition, outcome: false }, ...plain },
          ]
        : [{ to: yes, condition: undefined, ...plain }];
      const call = { op: 'await', dst: 0, src: 0, site: sites[id]! } as const;
      // The last block leaves the function.
      return {
        id,
        instructions: [call],
        edges: id === size - 1 ? [] : edges,
        handler: undefined,
        isExceptional: false,
      };
    });
    const about = { fn: {}, name: 'f', isAsync: false, parameters: [], outer: [], receivers: new Map() };
    return { graph: { ...about, blocks, crossing: new Set(), overBudget: false }, conditions, sites };
  });

/** All paths from one block to another that meet no block twice before the end. */
function pathsBetween(from: number, to: number, { blocks }: FlowGraph, seen: readonly number[] = []): number[][] {
  if (from === to) return [[...seen, to]];
  if (seen.includes(from)) return [];
  return blocks[from]!.edges.flatMap((edge) => pathsBetween(edge.to, to, { blocks } as FlowGraph, [...seen, from]));
}

/** The outcomes of the test in a block after which a node runs without that test being made again. */
function leadingOutcomes(test: number, node: number, graph: FlowGraph, past: ReadonlySet<number>): number[] {
  return graph.blocks[test]!.edges.flatMap(({ to }) =>
    pathsBetween(to, node, graph).some((path) => path.slice(0, -1).every((id) => id !== test && !past.has(id)))
      ? [to]
      : [],
  );
}

/** `past`: tests that no path may go through, since they decide by themselves. */
function isConditionOf(test: number, node: number, { graph }: Random, past: ReadonlySet<number> = new Set()): boolean {
  const { edges } = graph.blocks[test]!;
  if (edges.length < 2) return false;
  const leading = leadingOutcomes(test, node, graph, past);
  return leading.length > 0 && leading.length < edges.length;
}

/** The tests among some that keep a node from running, by themselves or since others do behind their other outcomes. */
function decidingAbout(node: number, among: readonly number[], given: Random): ReadonlySet<number> {
  const found = new Set<number>();
  for (let known = -1; known !== found.size;) {
    known = found.size;
    for (const test of among) if (isConditionOf(test, node, given, found)) found.add(test);
  }
  return found;
}

it('a condition controls a node where one outcome leads to it and another does not', () => {
  fc.assert(
    fc.property(random, fc.nat(size - 1), (given, node) => {
      const found = new ControlFlow(given.graph, () => false).conditionsOf(given.sites[node]!);

      expect(new Set(found.map(({ site }) => site))).toEqual(
        new Set(given.conditions.filter((_, test) => isConditionOf(test, node, given))),
      );
    }),
    { numRuns: 2000 },
  );
});

it('a node is controlled where every path to it takes an outcome of a deciding condition', () => {
  fc.assert(
    fc.property(random, fc.nat(size - 1), fc.subarray([...Array(size).keys()]), (given, node, deciding) => {
      const { graph, conditions, sites } = given;
      const found = decidingAbout(node, deciding, given);
      const paths = pathsBetween(0, node, graph);
      const everyPath = paths.every((path) => path.slice(0, -1).some((test) => found.has(test)));

      expect(
        new ControlFlow(graph, () => false).isControlled(sites[node]!, {
          decides: ({ site }) => deciding.includes(conditions.indexOf(site)),
          stops: () => false,
        }),
      ).toBe(everyPath);
    }),
    { numRuns: 2000 },
  );
});

it('a node leads to another where a path goes from behind it', () => {
  fc.assert(
    fc.property(random, fc.nat(size - 1), fc.nat(size - 1), ({ graph, sites }, from, to) => {
      const paths = graph.blocks[from]!.edges.flatMap((edge) => pathsBetween(edge.to, to, graph));

      expect(new ControlFlow(graph, () => false).leadsTo(sites[from]!, sites[to]!)).toBe(paths.length > 0);
    }),
    { numRuns: 2000 },
  );
});

it('a node fails into another where a path goes from its handler, and not through it before', () => {
  const given = fc.tuple(random, fc.nat(size - 1), fc.nat(size - 1), fc.option(fc.nat(size - 1)));
  fc.assert(
    fc.property(given, ([{ graph, sites }, from, to, handler]) => {
      const blocks = graph.blocks.map((block, id) => ({
        ...block,
        handler: id === from ? (handler ?? undefined) : undefined,
      }));
      const paths = handler === null ? [] : pathsBetween(handler, to, graph);
      const isReached = paths.some((path) => !path.slice(0, -1).includes(from));

      expect(new ControlFlow({ ...graph, blocks }, () => false).failsInto(sites[from]!, sites[to]!)).toBe(isReached);
    }),
    { numRuns: 2000 },
  );
});

it('a node dominates another where each path from the entry goes through it', () => {
  fc.assert(
    fc.property(random, fc.nat(size - 1), fc.nat(size - 1), ({ graph, sites }, first, second) => {
      const paths = pathsBetween(0, second, graph);

      expect(new ControlFlow(graph, () => false).dominates(sites[first]!, sites[second]!)).toBe(
        first !== second && paths.every((path) => path.includes(first)),
      );
    }),
    { numRuns: 2000 },
  );
});

it('nodes post-dominate another where each path from behind it goes through one of them, but for exceptions', () => {
  const given = fc.tuple(random, fc.nat(size - 1), fc.subarray([...Array(size).keys()]), fc.array(fc.nat(size - 1)));
  fc.assert(
    fc.property(given, ([{ graph, sites }, node, others, handlers]) => {
      const blocks = graph.blocks.map((block, id) => ({ ...block, handler: handlers[id] }));
      const ways = graph.blocks[node]!.edges.map((edge) => pathsBetween(edge.to, size - 1, graph));
      const isEnd = node === size - 1;
      const everyPath = ways.flat().every((path) => path.some((id) => others.includes(id)));

      expect(
        new ControlFlow({ ...graph, blocks }, () => false).postDominates(
          others.map((id) => sites[id]!),
          sites[node]!,
        ),
      ).toBe(!isEnd && everyPath);
    }),
    { numRuns: 2000 },
  );
});

it('a call that never comes back is an end, where it is not what has to be gone through', () => {
  const [site, call] = [{ node: 0 }, { call: 1 }];
  const invoke = { op: 'invoke', site: call, inert: false } as unknown as Block['instructions'][number];
  const first = { op: 'await', dst: 0, src: 0, site } as const;
  const plain = { refinement: undefined, unlessExhaustive: undefined, condition: undefined };
  const blocks: Block[] = [
    { id: 0, instructions: [first, invoke], edges: [{ to: 1, ...plain }], handler: undefined, isExceptional: false },
    { id: 1, instructions: [], edges: [{ to: 1, ...plain }], handler: undefined, isExceptional: false },
  ];
  const about = { fn: {}, name: 'f', isAsync: false, parameters: [], outer: [], receivers: new Map() };
  const graph: FlowGraph = { ...about, blocks, crossing: new Set(), overBudget: false };

  expect(new ControlFlow(graph, () => true).postDominates([], site)).toBe(false);
  expect(new ControlFlow(graph, () => true).postDominates([call], site)).toBe(true);
  // What goes round for ever never leaves.
  expect(new ControlFlow(graph, () => false).postDominates([], site)).toBe(true);
});

it('a call that stops control ends the paths through it', () => {
  const sites = [{ call: 0 }, { node: 1 }];
  const plain = { refinement: undefined, unlessExhaustive: undefined, condition: undefined };
  const invoke = { op: 'await', dst: 0, src: 0 } as const;
  const blocks: Block[] = [
    {
      id: 0,
      instructions: [{ ...invoke, site: sites[0]! }],
      edges: [{ to: 1, ...plain }],
      handler: undefined,
      isExceptional: false,
    },
    { id: 1, instructions: [{ ...invoke, site: sites[1]! }], edges: [], handler: undefined, isExceptional: false },
  ];
  const about = { fn: {}, name: 'f', isAsync: false, parameters: [], outer: [], receivers: new Map() };
  const graph: FlowGraph = { ...about, blocks, crossing: new Set(), overBudget: false };
  const isControlled = (handler: number | undefined): boolean => {
    const call = { op: 'invoke', site: sites[0]!, inert: false } as unknown as Block['instructions'][number];
    const first: Block = { ...blocks[0]!, instructions: [call], handler };
    const flow = new ControlFlow({ ...graph, blocks: [first, blocks[1]!] }, () => false);
    return flow.isControlled(sites[1]!, { decides: () => false, stops: (site) => site === sites[0] });
  };

  expect(isControlled(undefined)).toBe(true);
  // It throws, and the node is in the handler.
  expect(isControlled(1)).toBe(false);
});
