import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterFailure,
  allStates,
  closeUnder,
  closeUnderPeer,
  image,
  mayBeClosed,
  passingStates,
  statesIn,
  type Automaton,
  type Operation,
} from '../../src/analysis/typestate/automaton.ts';

const STATES = 5;
const anySet = fc.nat({ max: 2 ** STATES - 1 });
const anyMoves = fc.array(fc.nat({ max: STATES - 1 }), { minLength: STATES, maxLength: STATES });

const anyOperation = (index: number): fc.Arbitrary<Operation> =>
  fc.record({
    name: fc.constant(`op${String(index)}`),
    allowed: anySet,
    stops: anySet,
    moves: anyMoves,
    settles: fc.option(anyMoves, { nil: undefined }),
    fails: anySet,
    carriedOut: anySet,
    callEffect: fc.constant(1 << (2 * index)),
    settleEffect: fc.constant(1 << (2 * index + 1)),
    effect: fc.constantFrom<Operation['effect']>('opens', 'closes', undefined),
    gives: fc.constant(undefined),
  });

const anyAutomaton: fc.Arbitrary<Automaton> = fc
  .tuple(anyOperation(0), anyOperation(1), anyOperation(2), fc.array(anySet, { minLength: STATES, maxLength: STATES }))
  .map(([a, b, c, spontaneous]) => ({
    id: 'any',
    stateCount: STATES,
    parts: new Map(),
    operations: new Map([a, b, c].map((operation) => [operation.name, operation])),
    callEffects: 0b010101,
    openEffects: 0,
    neutral: new Set(),
    views: new Set(),
    tests: new Map(),
    awaited: new Map(),
    passing: passingStates([a, b, c]),
    spontaneous,
    mustClose: 0,
    sealed: false,
  }));
const anyEffects = fc.nat({ max: 0b111111 });

const isSubset = (a: number, b: number): boolean => (a & ~b) === 0;

describe('sets of states', () => {
  it('have the numbers of their bits', () => {
    fc.assert(fc.property(anySet, (set) => statesIn(set).reduce((all, state) => all | (1 << state), 0) === set));
  });

  it('move state by state: the image of a union is the union of the images', () => {
    fc.assert(
      fc.property(
        anySet,
        anySet,
        anyMoves,
        (a, b, moves) => image(a | b, moves) === (image(a, moves) | image(b, moves)),
      ),
    );
  });

  it('fail state by state', () => {
    fc.assert(
      fc.property(
        anySet,
        anySet,
        anyOperation(0),
        (a, b, operation) =>
          afterFailure(a | b, operation) === (afterFailure(a, operation) | afterFailure(b, operation)),
      ),
    );
  });
});

describe('what other code may do to a session', () => {
  it('is a closure: it keeps what was there, and doing it twice adds nothing', () => {
    fc.assert(
      fc.property(anyAutomaton, anySet, anyEffects, (automaton, set, effects) => {
        const closed = closeUnder(automaton, set, effects);
        expect(isSubset(set, closed)).toBe(true);
        expect(closeUnder(automaton, closed, effects)).toBe(closed);
        expect(isSubset(closed, allStates(automaton))).toBe(true);
      }),
    );
  });

  it('grows with the states and with the effects', () => {
    fc.assert(
      fc.property(anyAutomaton, anySet, anySet, anyEffects, anyEffects, (automaton, a, b, x, y) => {
        expect(isSubset(closeUnder(automaton, a, x), closeUnder(automaton, a | b, x | y))).toBe(true);
      }),
    );
  });

  it('holds every sequence of allowed calls', () => {
    const anyCalls = fc.array(fc.nat({ max: 2 }), { maxLength: 8 });
    fc.assert(
      fc.property(anyAutomaton, fc.nat({ max: STATES - 1 }), anyCalls, (automaton, start, calls) => {
        const operations = [...automaton.operations.values()];
        const closed = closeUnder(automaton, 1 << start, 0b111111);
        let state = start;
        for (const index of calls) {
          const operation = operations[index];
          if (!operation || !(operation.allowed & (1 << state))) continue;
          state = operation.moves[state] ?? state;
          expect(isSubset(1 << state, closed)).toBe(true);
          state = operation.settles?.[state] ?? state;
          expect(isSubset(1 << state, closed)).toBe(true);
        }
      }),
    );
  });

  it('the peer and a close elsewhere keep what was there', () => {
    fc.assert(
      fc.property(anyAutomaton, anySet, (automaton, set) => {
        expect(isSubset(set, closeUnderPeer(automaton, set))).toBe(true);
        expect(isSubset(set, mayBeClosed(automaton, set))).toBe(true);
      }),
    );
  });
});
