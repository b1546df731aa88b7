import { memo } from '../../memo.ts';
import {
  image,
  passingStates,
  type Automaton,
  type MemberTest,
  type Operation,
  type StateSet,
} from '../../analysis/typestate/automaton.ts';
import type { Creation } from '../../analysis/typestate/semantics.ts';
import type { Op, Outcome, Protocol, State } from '../../models/sessions/protocol.ts';

/** Outcomes after which the code behind the call does not run as if it had worked. */
const stopping: ReadonlySet<Outcome> = new Set<Outcome>(['throws', 'rejects', 'hangs']);
/** Outcomes that only a promise can have. */
const promised: ReadonlySet<Outcome> = new Set<Outcome>(['rejects', 'hangs', 'races']);

/** The automaton of a protocol: its states numbered in the order in which they are listed. */
export const automatonOf = memo(toAutomaton);

/** The protocol of something that is made, among some, where it has no other. */
export function onlyProtocolOf(creation: Creation | undefined, protocols: readonly Protocol[]): Protocol | undefined {
  const [automaton, other] = creation?.automata ?? [];
  return other ? undefined : protocols.find(({ id }) => id === automaton?.id);
}

/** Whether an operation uses a session, and not in some state: one before it is open. */
export function needsOther({ ops }: Protocol, op: string, state: State): boolean {
  return Object.hasOwn(ops, op) && ops[op]?.role === 'use' && !ops[op].from.includes(state);
}

/** The names of the states in a set. */
export function stateNames(protocol: Protocol, set: StateSet): State[] {
  return Object.keys(protocol.states).filter((_, index) => (set >> index) & 1);
}

function toAutomaton(protocol: Protocol): Automaton {
  const names = Object.keys(protocol.states);
  const numberOf = (state: State): number => names.indexOf(state);
  const setOf = (states: readonly State[]): StateSet => states.reduce((set, state) => set | (1 << numberOf(state)), 0);
  const movesOf = (moves: Readonly<Record<State, State>> | undefined): number[] =>
    names.map((name) => numberOf(moves?.[name] ?? name));
  const identity = names.map((_, index) => index);

  let effects = 0;
  const operations = new Map<string, Operation>();
  for (const [name, op] of Object.entries(protocol.ops)) {
    const moves = movesOf(op.moves);
    const allowed = setOf(op.from);
    const settles = op.settles ? movesOf(op.settles) : returnsPromise(op) ? identity : undefined;
    const fails = setOf(op.fails ?? []);
    const changesAtCall = image(allowed, moves) !== allowed || moves.some((to, from) => to !== from);
    const changesLater = settles?.some((to, from) => to !== from) ?? false;
    operations.set(name, {
      name,
      allowed,
      stops: setOf(
        Object.entries(op.misuse ?? {}).flatMap(([state, outcome]) => (stopping.has(outcome) ? [state] : [])),
      ),
      moves,
      settles,
      fails,
      carriedOut: setOf(
        Object.entries(op.misuse ?? {}).flatMap(([state, outcome]) => (outcome === 'leaks' ? [state] : [])),
      ),
      callEffect: changesAtCall || changesLater || fails !== 0 ? 1 << effects++ : 0,
      settleEffect: changesLater ? 1 << effects++ : 0,
      effect: op.role === 'open' ? 'opens' : op.role === 'close' ? 'closes' : undefined,
      gives: op.gives,
    });
  }

  const tests = (protocol.guards ?? []).map((guard): readonly [string, MemberTest] => [
    guard.member,
    { called: guard.call ?? false, whenTruthy: setOf(guard.whenTruthy), whenFalsy: setOf(guard.whenFalsy) },
  ]);
  const awaited = (protocol.awaits ?? []).flatMap(({ role, op, promise, gives }) => {
    const operation = operations.get(op);
    return operation ? [[role, { operation, isPromise: promise ?? false, gives }] as const] : [];
  });
  return {
    id: protocol.id,
    stateCount: names.length,
    operations,
    callEffects: [...operations.values()].reduce((all, operation) => all | operation.callEffect, 0),
    openEffects: [...operations.values()]
      .filter(({ effect }) => effect === 'opens')
      .reduce((all, { callEffect, settleEffect }) => all | callEffect | settleEffect, 0),
    neutral: new Set(protocol.neutral),
    views: new Set(protocol.views),
    parts: new Map(Object.entries(protocol.parts ?? {})),
    tests: new Map(tests),
    awaited: new Map(awaited),
    passing: passingStates(operations.values()),
    spontaneous: !protocol.spontaneous
      ? []
      : names.map((name) => setOf(protocol.spontaneous?.[name] === undefined ? [] : [protocol.spontaneous[name]])),
    mustClose: setOf(protocol.mustClose ?? []),
    sealed: protocol.sealed ?? false,
  };
}

function returnsPromise(op: Op): boolean {
  return Object.values(op.misuse ?? {}).some((outcome) => promised.has(outcome));
}
