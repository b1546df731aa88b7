import { builtInProtocols } from '../../models/sessions/index.ts';
import type { Op, Protocol, Role } from '../../models/sessions/protocol.ts';
import { calleeRef, checkVersions, exportRef, ownSettingsIn, SETTINGS_PATH, versions } from './settings.ts';
import { type Shape, atKey, checkShape, listed, mistake } from './shape.ts';

const OUTCOMES = [
  'throws',
  'rejects',
  'hangs',
  'leaks',
  'races',
  'silently-empty',
  'silently-dropped',
  'breaks-later',
] as const;
const PHASES = ['unopened', 'opening', 'open', 'closed', 'failed', 'consumed'] as const;
const ROLES = ['open', 'close', 'use', 'configure', 'notify'] as const satisfies readonly Role[];

/** States and their changes are sets of bits in the analysis. */
const MAX_STATES = 30;
const MAX_CHANGES = 30;

const text: Shape = { kind: 'text' };
const texts: Shape = { kind: 'list', of: text };
const someTexts: Shape = { kind: 'list', of: text, atLeast: 1 };
const flag: Shape = { kind: 'flag' };
const byState: Shape = { kind: 'record', of: text };

const protocolShape: Shape = {
  kind: 'object',
  required: {
    id: text,
    noun: text,
    subjects: { kind: 'list', of: exportRef, atLeast: 1 },
    states: {
      kind: 'record',
      of: { kind: 'object', required: { phase: { kind: 'choice', of: PHASES }, text } },
      atLeast: 1,
      atMost: MAX_STATES,
    },
    ops: {
      kind: 'record',
      of: {
        kind: 'object',
        required: { role: { kind: 'choice', of: ROLES }, from: texts },
        optional: {
          moves: byState,
          settles: byState,
          fails: texts,
          misuse: { kind: 'record', of: { kind: 'choice', of: OUTCOMES } },
          gives: text,
          versions,
        },
      },
    },
    source: text,
  },
  optional: {
    construct: text,
    constructWith: {
      kind: 'list',
      of: { kind: 'object', required: { argument: { kind: 'index' }, property: someTexts, given: flag, state: text } },
    },
    factories: { kind: 'list', of: { kind: 'object', required: { callee: calleeRef, state: text } } },
    emerges: text,
    neutral: texts,
    views: texts,
    calls: {
      kind: 'list',
      of: { kind: 'object', required: { callee: calleeRef, takes: text }, optional: { op: text, gives: text } },
    },
    awaits: { kind: 'list', of: { kind: 'object', required: { role: text, op: text } } },
    guards: {
      kind: 'list',
      of: {
        kind: 'object',
        required: { member: text, whenTruthy: texts, whenFalsy: texts },
        optional: { call: flag },
      },
    },
    spontaneous: byState,
    mustClose: texts,
    sealed: flag,
    inMemory: { kind: 'list', of: exportRef, atLeast: 1 },
    perConnection: text,
  },
};

const cache = new WeakMap<object, readonly Protocol[]>();

/**
 * The protocols that hold where these ESLint settings hold: the built-in ones, and those that
 * `settings['agent-safety'].protocols` describes. The same array for the same settings.
 *
 * @throws Error whose message names the place in the settings, what is wrong there and what is allowed
 */
export function protocolsOf(settings: unknown): readonly Protocol[] {
  const given = userProtocolsIn(settings);
  if (given === undefined) return builtInProtocols;
  let protocols = cache.get(given);
  if (!protocols) cache.set(given, (protocols = [...builtInProtocols, ...checkedProtocols(given)]));
  return protocols;
}

/** What stands in the settings, if anything does: ESLint hands on one object for all files of a configuration. */
function userProtocolsIn(settings: unknown): object | undefined {
  const protocols = ownSettingsIn(settings)?.protocols;
  if (protocols === undefined) return undefined;
  if (!Array.isArray(protocols)) throw mistake(`${SETTINGS_PATH}.protocols`, 'must be a list of protocols');
  return protocols as object;
}

function checkedProtocols(given: object): readonly Protocol[] {
  const path = `${SETTINGS_PATH}.protocols`;
  checkShape({ kind: 'list', of: protocolShape }, given, path);
  // `checkShape` throws where this is not so.
  const protocols = given as readonly Protocol[];
  const ids = new Set(builtInProtocols.map(({ id }) => id));
  for (const [index, protocol] of protocols.entries()) {
    const at = `${path}[${index}]`;
    if (ids.has(protocol.id)) throw mistake(`${at}.id`, `is "${protocol.id}", which another protocol has already`);
    ids.add(protocol.id);
    checkVersions(protocol, at);
    checkStates(protocol, at);
    checkOperations(protocol, at);
  }
  return protocols;
}

/** Every mention of a state is of one that there is. */
function checkStates(protocol: Protocol, at: string): void {
  const states = Object.keys(protocol.states);
  const one = (state: string | undefined, path: string): void => {
    if (state !== undefined && !states.includes(state))
      throw mistake(path, `must be a state of this protocol, not "${state}"`, listed(states, state));
  };
  const each = (list: readonly string[] | undefined, path: string): void =>
    list?.forEach((state, index) => one(state, `${path}[${index}]`));
  const keys = (record: object | undefined, path: string): void => {
    for (const state of Object.keys(record ?? {})) one(state, atKey(path, state));
  };
  const both = (moves: Readonly<Record<string, string>> | undefined, path: string): void => {
    keys(moves, path);
    for (const [from, to] of Object.entries(moves ?? {})) one(to, atKey(path, from));
  };

  one(protocol.construct, `${at}.construct`);
  one(protocol.emerges, `${at}.emerges`);
  protocol.constructWith?.forEach(({ state }, i) => one(state, `${at}.constructWith[${i}].state`));
  protocol.factories?.forEach(({ state }, i) => one(state, `${at}.factories[${i}].state`));
  for (const [name, op] of Object.entries(protocol.ops)) {
    const path = atKey(`${at}.ops`, name);
    each(op.from, `${path}.from`);
    both(op.moves, `${path}.moves`);
    both(op.settles, `${path}.settles`);
    each(op.fails, `${path}.fails`);
    keys(op.misuse, `${path}.misuse`);
    const allowed = Object.keys(op.misuse ?? {}).find((state) => op.from.includes(state));
    if (allowed !== undefined)
      throw mistake(atKey(`${path}.misuse`, allowed), `says what goes wrong in a state that \`from\` allows`);
  }
  protocol.guards?.forEach((guard, i) => {
    each(guard.whenTruthy, `${at}.guards[${i}].whenTruthy`);
    each(guard.whenFalsy, `${at}.guards[${i}].whenFalsy`);
  });
  both(protocol.spontaneous, `${at}.spontaneous`);
  each(protocol.mustClose, `${at}.mustClose`);
}

/** Every mention of an operation, and of a role that values have, is of one that there is. */
function checkOperations(protocol: Protocol, at: string): void {
  const ops = Object.keys(protocol.ops);
  const one = (op: string | undefined, path: string): void => {
    if (op !== undefined && !ops.includes(op))
      throw mistake(path, `must be an operation of this protocol, not "${op}"`, listed(ops, op));
  };
  const roles = [...Object.values(protocol.ops), ...(protocol.calls ?? [])].flatMap(({ gives }) => gives ?? []);
  const role = (name: string, path: string, others: readonly string[]): void => {
    const known = [...others, ...new Set(roles)];
    if (!known.includes(name))
      throw mistake(path, `must be a role that an operation or a call \`gives\`, not "${name}"`, listed(known, name));
  };

  protocol.calls?.forEach(({ op, takes }, i) => {
    one(op, `${at}.calls[${i}].op`);
    role(takes, `${at}.calls[${i}].takes`, ['subject']);
  });
  protocol.awaits?.forEach((rule, i) => {
    one(rule.op, `${at}.awaits[${i}].op`);
    role(rule.role, `${at}.awaits[${i}].role`, []);
  });
  one(protocol.perConnection, `${at}.perConnection`);
  protocol.neutral?.forEach((name, i) => {
    if (ops.includes(name)) throw mistake(`${at}.neutral[${i}]`, `is "${name}", which is an operation as well`);
  });
  const changes = Object.values(protocol.ops).reduce((sum, op) => sum + changesOf(op), 0);
  if (changes > MAX_CHANGES)
    throw mistake(
      `${at}.ops`,
      `change the state in ${changes} ways, of at most ${MAX_CHANGES}; a protocol of its own can take some of them`,
    );
}

/** The call of an operation can change the state, and so can the fulfilment of its promise. */
function changesOf({ moves = {}, settles = {}, fails = [] }: Op): number {
  const later = Object.keys(settles).length > 0 ? 1 : 0;
  return later + (later || fails.length > 0 || Object.keys(moves).length > 0 ? 1 : 0);
}
