import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Operation } from '../../src/analysis/typestate/automaton.ts';
import { emptyState, joinStates, setCell, setValue, type State } from '../../src/analysis/typestate/state.ts';
import {
  isUninformative,
  joinCells,
  joinValues,
  type Cell,
  type Disposal,
  type Link,
  type Pending,
  type Track,
  type Value,
} from '../../src/analysis/typestate/values.ts';

const operation: Operation = {
  name: 'open',
  allowed: 1,
  stops: 0,
  moves: [1, 1],
  settles: [0, 1],
  fails: 0,
  carriedOut: 0,
  callEffect: 1,
  settleEffect: 2,
  effect: 'opens',
  gives: undefined,
};
const declarations = [{ name: 'a' }, { name: 'b' }];
const pendings: readonly Pending[] = [0, 1].map((id) => ({
  id,
  site: { id },
  object: id,
  track: 0,
  operation,
  strong: true,
  isRaced: false,
  direct: false,
}));
const links: readonly Link[] = [0, 1].map((id) => ({ id, object: id, track: 0, role: 'tools' }));
const functions = [{ fn: 'f' }, { fn: 'g' }];

const someOf = <T>(all: readonly T[]): fc.Arbitrary<T[]> => fc.subarray([...all]);
const anyValue: fc.Arbitrary<Value> = fc.record({
  objects: someOf([0, 1, 2]),
  nullish: fc.boolean(),
  other: fc.boolean(),
  pending: someOf(pendings),
  steps: fc.constantFrom<Value['steps']>([], [{ method: 'then', callbacks: [functions[0]] }], undefined),
  links: someOf(links),
  carried: someOf([0, 1]),
  captured: someOf([0, 1]),
  owned: someOf([0, 1]),
  fn: fc.constantFrom<Value['fn']>(undefined, ...functions),
  settled: fc.boolean(),
  refused: fc.boolean(),
  truth: fc.constantFrom(true, false, undefined),
});

/** Witnesses are left out: two places are enough to explain a report, and which two depends on the order. */
const anyTrack: fc.Arbitrary<Track> = fc
  .record({
    mask: fc.integer({ min: 1, max: 15 }),
    effects: fc.nat({ max: 7 }),
    failed: fc.boolean(),
    isConsequence: fc.boolean(),
    started: fc.nat({ max: 7 }),
    raced: fc.nat({ max: 15 }),
    foreign: fc.nat({ max: 15 }),
    witnesses: fc.constant([]),
  })
  .map((track) => ({
    ...track,
    started: track.started & track.effects,
    raced: track.raced & track.mask,
    foreign: track.foreign & track.mask,
  }));
/** What a call gave a stack differs by path in the values alone. */
function someDisposals(): fc.Arbitrary<Disposal[]> {
  const shared = { captured: someOf([0, 1]), isCertain: fc.boolean() };
  return fc
    .tuple(
      fc.record({ ...shared, id: fc.constant(0), resource: anyValue, fn: fc.constant(undefined) }),
      fc.record({ ...shared, id: fc.constant(1), resource: fc.constant(undefined), fn: fc.constant(functions[0]) }),
    )
    .chain((all) => someOf<Disposal>(all));
}
const anyCell: fc.Arbitrary<Cell> = fc.record({
  tracks: fc.tuple(anyTrack),
  external: fc.boolean(),
  escaped: fc.boolean(),
  opaque: fc.boolean(),
  maybeSettled: fc.boolean(),
  disposals: fc.option(someDisposals(), { nil: undefined }),
});
const anyState: fc.Arbitrary<State> = fc
  .record({
    values: fc.array(fc.tuple(fc.constantFrom(...declarations), anyValue), { maxLength: 2 }),
    cells: fc.array(fc.tuple(fc.nat({ max: 2 }), anyCell), { maxLength: 3 }),
    isUnreachable: fc.boolean(),
    waited: fc.boolean(),
  })
  .map(({ values, cells, isUnreachable, waited }) => {
    const state = emptyState();
    for (const [declaration, value] of values) setValue(state, declaration, value);
    for (const [object, cell] of cells) setCell(state, object, cell);
    return { ...state, isUnreachable, waited };
  });

function contentOf(state: State): unknown {
  const values = declarations.map((declaration) => state.env.get(declaration));
  const cells = [...state.heap].sort(([a], [b]) => a - b);
  return {
    values: values.map((value) => (value && !isUninformative(value) ? value : 'anything')),
    cells,
    isUnreachable: state.isUnreachable,
    waited: state.waited,
  };
}

/** Checks that a join is one: idempotent, commutative and associative. */
function checkJoin<T>(any: fc.Arbitrary<T>, join: (a: T, b: T) => T, content: (x: T) => unknown = (x) => x): void {
  fc.assert(
    fc.property(any, any, any, (a, b, c) => {
      expect(content(join(a, a))).toEqual(content(a));
      expect(content(join(a, b))).toEqual(content(join(b, a)));
      expect(content(join(join(a, b), c))).toEqual(content(join(a, join(b, c))));
      expect(content(join(join(a, b), b))).toEqual(content(join(a, b)));
    }),
    { numRuns: 2000 },
  );
}

describe('joins', () => {
  it('of values', () => {
    checkJoin(anyValue, joinValues);
  });

  it('of sessions', () => {
    checkJoin(anyCell, joinCells);
  });

  it('of states', () => {
    checkJoin(anyState, joinStates, contentOf);
  });

  it('answer the first state itself when the second adds nothing, which is how the solver knows that it is done', () => {
    fc.assert(
      fc.property(anyState, anyState, (a, b) => {
        const joined = joinStates(a, b);
        expect(joinStates(joined, b)).toBe(joined);
        expect(joinStates(joined, a)).toBe(joined);
      }),
      { numRuns: 2000 },
    );
  });

  it('let a path that is known to end early say nothing next to one that goes on', () => {
    fc.assert(
      fc.property(anyState, anyState, (a, b) => {
        const living = { ...a, isUnreachable: false };
        expect(joinStates(living, { ...b, isUnreachable: true })).toBe(living);
        expect(joinStates({ ...b, isUnreachable: true }, living)).toBe(living);
      }),
    );
  });
});
