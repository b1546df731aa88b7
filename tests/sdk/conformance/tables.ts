import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { satisfies } from 'semver';
import type { Op, Protocol, State } from '../../../src/models/sessions/protocol.ts';
import type { Closing } from './closing.ts';
import { type Observation, type Rig, type Seen, agrees, expected, reasonNotRun } from './observe.ts';

/** What was observed with one rig. */
export interface Run {
  readonly rig: Rig;
  readonly observations: readonly Observation[];
}

/** The page that the tables stand in. */
export const PAGE = new URL('../../../docs/internals/protocols.md', import.meta.url);

const MARKS = ['<!-- begin generated tables -->', '<!-- end generated tables -->'] as const;

/** How the tables say what a call did. */
const words: Readonly<Record<Seen, string>> = {
  ok: '✓',
  throws: 'throws',
  rejects: 'rejects',
  hangs: 'hangs',
  leaks: 'leaks',
  races: 'overtakes the handshake',
  'silently-empty': 'empty answer',
  'silently-dropped': 'dropped',
  'breaks-later': 'fails later',
};

/** The page with its tables replaced by those of these runs, formatted as the repository's files are. */
export async function withTables(page: string, runs: readonly Run[], closings: readonly Closing[]): Promise<string> {
  const [begin, end] = MARKS;
  const head = page.slice(0, page.indexOf(begin) + begin.length);
  const tail = page.slice(page.indexOf(end));
  const byProtocol = grouped(runs, ({ rig }) => rig.protocol);
  const tables = [...byProtocol].map(([protocol, its]) => section(protocol, its)).join('\n\n');
  const closing = closingSection(closings);
  const options = await resolveConfig(fileURLToPath(PAGE));
  return format(`${head}\n\n${tables}\n\n${closing}\n\n${tail}`, { ...options, parser: 'markdown' });
}

function section(protocol: Protocol, runs: readonly Run[]): string {
  const states = Object.entries(protocol.states);
  const rows = grouped(Object.entries(protocol.ops), ([name, op]) =>
    states.map(([state]) => cell(protocol, runs, state, name, op)).join(' | '),
  );
  const subjects = runs.flatMap(({ rig }) => rig.subject ?? []);
  return [
    `### \`${protocol.id}\``,
    `${classesOf(protocol)}. Executed with ${installedOf(protocol)}${subjects.length > 0 ? `: ${subjects.join('; ')}` : ''}.`,
    `| | ${states.map(([state]) => `\`${state}\``).join(' | ')} |\n|${' --- |'.repeat(states.length + 1)}\n${[...rows]
      .map(([cells, ops]) => `| ${ops.map(([name]) => `\`${name}\``).join(', ')} | ${cells} |`)
      .join('\n')}`,
    [...messagesOf(runs), ...reasonsOf(protocol, runs)].join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** What is between the cells: a `close()` that is under way. */
function closingSection(closings: readonly Closing[]): string {
  // Whether a connect is rejected, or made and lost with the old connection, depends on the moment.
  const rows = grouped(closings, ({ session, holds, request, connect }) =>
    [session, holds ? 'set' : 'unset', words[request], connect === 'ok' ? words.ok : 'fails'].join(' | '),
  );
  return [
    '### Straight after a `close()` that is not awaited',
    '| session | `transport` | a request | `connect` | over |\n| --- | --- | --- | --- | --- |',
    ...[...rows].map(([cells, its]) => `| ${cells} | ${its.map(({ transport }) => `\`${transport}\``).join(', ')} |`),
  ]
    .join('\n')
    .replace('\n', '\n\n');
}

function cell(protocol: Protocol, runs: readonly Run[], state: State, op: string, { moves, settles }: Op): string {
  const seen = runs.flatMap(({ rig, observations }) =>
    observations.filter((it) => it.state === state && it.op === op).map((it) => shown(rig, it)),
  );
  const what = [...new Set(seen)].map((it) => words[it]).join(' / ');
  if (what === '') return `_${words[expected(protocol, state, op) ?? 'ok']}_`;
  if (what !== words.ok) return what;
  const called = moves?.[state] ?? state;
  const settled = settles?.[called] ?? called;
  return [words.ok, ...(called === state ? [] : [called]), ...(settled === called ? [] : [settled])].join(' → ');
}

/** A message that may travel early is not shown as one that should not. */
function shown(rig: Rig, observation: Observation): Seen {
  const should = expected(rig.protocol, observation.state, observation.op);
  return agrees(rig, observation) && should === 'ok' ? 'ok' : observation.seen;
}

/** What the errors say. In a state that passes by itself it depends on the moment, and is left out. */
function messagesOf(runs: readonly Run[]): readonly string[] {
  const messages = grouped(
    runs.flatMap(({ rig, observations }) =>
      observations.filter(
        ({ state, seen, message }) => rig.protocol.states[state]?.phase !== 'opening' && seen !== 'ok' && message,
      ),
    ),
    ({ message }) => message ?? '',
  );
  return [...messages]
    .map(([message, its]) => ({ message, states: [...new Set(its.map(({ state }) => `\`${state}\``))].join(', ') }))
    .map(({ message, states }) => `- ${states}: “${message.split('\n')[0] ?? ''}”`);
}

function reasonsOf(protocol: Protocol, runs: readonly Run[]): readonly string[] {
  const cells = Object.keys(protocol.states).flatMap((state) =>
    Object.keys(protocol.ops).map((op) => [state, op] as const),
  );
  const reasons = cells.flatMap(([state, op]) => {
    const reason = runs.every(({ rig }) => reasonNotRun(rig, state, op) !== undefined)
      ? reasonNotRun(runs[0]!.rig, state, op)
      : undefined;
    return reason === undefined ? [] : [`- \`${op}\` in \`${state}\`: not executed. ${reason}`];
  });
  return [...new Set(reasons)];
}

function classesOf({ subjects }: Protocol): string {
  return subjects
    .map(({ packages, names, versions }) => {
      const range = versions === undefined ? '' : ` ${versions}`;
      return `${names.map((name) => `\`${name}\``).join(', ')} of \`${packages[0] ?? ''}\`${range}`;
    })
    .join('; ');
}

const root = new URL('../', import.meta.url);

function installedOf({ subjects }: Protocol): string {
  const names = new Set(subjects.flatMap(({ packages }) => packages.slice(0, 1)));
  return [...names]
    .flatMap((name) => {
      const { version } = JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, root), 'utf8')) as {
        version: string;
      };
      return subjects.some(
        ({ packages, versions }) => packages[0] === name && (versions === undefined || satisfies(version, versions)),
      )
        ? [`${name} ${version}`]
        : [];
    })
    .join(', ');
}

function grouped<K, V>(values: readonly V[], keyOf: (value: V) => K): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}
