import { agentSdks } from '../../models/agents/index.ts';
import { builtInProtocols } from '../../models/sessions/index.ts';
import type { Op, Protocol } from '../../models/sessions/protocol.ts';
import { builtInTokens } from '../../models/tokens/index.ts';
import { type Path, pathText, type Problem, shown, suggestion } from '../schema.ts';
import type { AnalysisSettings } from './analysis-settings.ts';

/** Changes of the state are sets of bits in the analysis. */
const MAX_CHANGES = 30;

/** What is wrong with settings that a schema has nothing against: ids, states and operations that do not fit together. */
export function* contradictionsIn(settings: AnalysisSettings, at: Path): Generator<Problem> {
  const { protocols = [], agentSdks: sdks = [], tokens = [] } = settings;
  yield* repeatedIds(protocols, builtInProtocols, [...at, 'protocols']);
  yield* repeatedIds(sdks, agentSdks, [...at, 'agentSdks']);
  yield* repeatedIds(tokens, builtInTokens, [...at, 'tokens']);
  for (const [index, protocol] of protocols.entries()) {
    const path = [...at, 'protocols', index];
    const problems = [...unknownStates(protocol, path), ...unknownOperations(protocol, path)];
    yield* problems;
    // With an unknown state, what operations do with states says little.
    if (problems.length === 0) yield* contradictoryOperations(protocol, path);
  }
}

function problemAt(path: Path, text: string): Problem {
  return { path, isName: false, text: `${pathText(path)} ${text}` };
}

/** A name with its place. */
type Mention = readonly [name: string, at: Path];

// ── ids ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

function* repeatedIds(given: readonly object[], builtIn: readonly object[], at: Path): Generator<Problem> {
  const taken = new Set(builtIn.flatMap((entry) => idsIn(entry, [])).map(([id]) => id));
  for (const [index, entry] of given.entries())
    for (const [id, path] of idsIn(entry, [...at, index])) {
      if (taken.has(id)) {
        yield problemAt(path, `is ${shown(id)}, which something else has already.`);
        // A copy of another entry repeats all of them.
        break;
      }
      taken.add(id);
    }
}

/** The id of an entry, and those in its lists. */
function idsIn(entry: object, at: Path): readonly Mention[] {
  return Object.entries(entry).flatMap(([key, value]: [string, unknown]) => {
    if (key === 'id') return [[String(value), [...at, key]] as const];
    const list: readonly unknown[] = Array.isArray(value) ? value : [];
    return list.flatMap((each, index) =>
      typeof each === 'object' && each !== null && 'id' in each
        ? [[String(each.id), [...at, key, index, 'id']] as const]
        : [],
    );
  });
}

// ── states and operations ────────────────────────────────────────────────────────────────────────────────────────────

/** Mentions of states that there are not. */
function* unknownStates(protocol: Protocol, at: Path): Generator<Problem> {
  const { constructWith = [], factories = [], guards = [] } = protocol;
  const mentions = [
    ...(['construct', 'emerges', 'spontaneous', 'mustClose'] as const).flatMap((key) =>
      namesIn(protocol[key], [...at, key]),
    ),
    ...constructWith.flatMap(({ state }, index) => namesIn(state, [...at, 'constructWith', index, 'state'])),
    ...factories.flatMap(({ state }, index) => namesIn(state, [...at, 'factories', index, 'state'])),
    ...Object.entries(protocol.ops).flatMap(([name, op]) => {
      const path = [...at, 'ops', name];
      const misuse = Object.keys(op.misuse ?? {}).map((state): Mention => [state, [...path, 'misuse', state]]);
      const others = (['from', 'moves', 'settles', 'fails'] as const).flatMap((key) =>
        namesIn(op[key], [...path, key]),
      );
      return [...others, ...misuse];
    }),
    ...guards.flatMap((guard, index) =>
      (['whenTruthy', 'whenFalsy'] as const).flatMap((key) => namesIn(guard[key], [...at, 'guards', index, key])),
    ),
  ];
  yield* unknownIn(mentions, Object.keys(protocol.states), 'a state of this protocol');
}

/** Mentions of operations, and of roles that values have, that there are not. */
function* unknownOperations(
  { ops, parts = {}, calls = [], awaits = [], perConnection }: Protocol,
  at: Path,
): Generator<Problem> {
  const known = Object.keys(ops);
  const given = [...Object.values(ops), ...calls, ...awaits].flatMap(({ gives }) => gives ?? []);
  const roles = [...new Set([...given, ...Object.values(parts)])];
  const role = 'a role that an operation or a call `gives`, or one of `parts`';
  const operation = 'an operation of this protocol';
  for (const [index, { op, takes }] of calls.entries()) {
    const path = [...at, 'calls', index];
    yield* unknownIn(namesIn(op, [...path, 'op']), known, operation);
    yield* unknownIn(namesIn(takes, [...path, 'takes']), ['subject', ...roles], role);
  }
  for (const [index, rule] of awaits.entries()) {
    const path = [...at, 'awaits', index];
    yield* unknownIn(namesIn(rule.op, [...path, 'op']), known, operation);
    yield* unknownIn(namesIn(rule.role, [...path, 'role']), roles, role);
  }
  yield* unknownIn(namesIn(perConnection, [...at, 'perConnection']), known, operation);
}

/** The names in a value: one name, a list of them, or moves from each to another. */
function namesIn(
  value: string | readonly string[] | Readonly<Record<string, string>> | undefined,
  at: Path,
): readonly Mention[] {
  if (typeof value === 'string') return [[value, at]];
  if (Array.isArray(value)) return value.map((name: string, index) => [name, [...at, index]]);
  return Object.entries(value ?? {}).flatMap(([from, to]): readonly Mention[] => {
    const path = [...at, from];
    return from === to
      ? [[from, path]]
      : [
          [from, path],
          [to, path],
        ];
  });
}

function* unknownIn(mentions: readonly Mention[], known: readonly string[], what: string): Generator<Problem> {
  for (const [name, path] of mentions) {
    if (known.includes(name)) continue;
    yield problemAt(path, `must be ${what}, not ${shown(name)}.${suggestion(known, name)}`);
  }
}

function* contradictoryOperations({ ops, neutral = [] }: Protocol, at: Path): Generator<Problem> {
  for (const [name, { from, misuse = {} }] of Object.entries(ops))
    for (const state of Object.keys(misuse).filter((each) => from.includes(each)))
      yield problemAt([...at, 'ops', name, 'misuse', state], 'says what goes wrong in a state that `from` allows.');
  for (const [index, name] of neutral.entries())
    if (Object.hasOwn(ops, name))
      yield problemAt([...at, 'neutral', index], `is ${shown(name)}, which is an operation as well.`);
  const changes = Object.values(ops).reduce((sum, op) => sum + changesOf(op), 0);
  const remedy = 'Describe some of them in a protocol of its own.';
  if (changes > MAX_CHANGES)
    yield problemAt([...at, 'ops'], `change the state in ${changes} ways, of at most ${MAX_CHANGES}. ${remedy}`);
}

/** The call of an operation can change the state, and so can the fulfilment of its promise. */
function changesOf({ moves = {}, settles = {}, fails = [] }: Op): number {
  const later = Object.keys(settles).length > 0 ? 1 : 0;
  return later + (later || fails.length > 0 || Object.keys(moves).length > 0 ? 1 : 0);
}
