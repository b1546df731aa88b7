import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { placesIn } from '../../src/facts/agents/releases.ts';
import type {
  AgentModel,
  AgentSdk,
  BackendTool,
  BuiltInTools,
  CallModel,
  Guard,
  InvocationModel,
  Place,
  ToolModel,
} from '../../src/models/agents/agent-sdk.ts';
import { groupedBy } from '../../src/analysis/grouped.ts';
import { agentSdks } from '../../src/models/agents/index.ts';
import type { CalleeRef, Versions } from '../../src/models/sessions/protocol.ts';
import { answerOf, formOf, guardsOf, handsOver, type ListedGuard, replacementOf } from './guards.ts';
import { isClass, merged, namesOf, type Part, pathOf, type Sketch, sketchOf, withOthers } from './sketch.ts';

/** The page that the tables stand in. */
export const PAGE = new URL('../../docs/guides/which-guardrail-reaches-what.md', import.meta.url);

const ROOT = new URL('../../', import.meta.url);
const CONFORMANCE = 'tests/sdk/conformance/guardrails/';

type Row = readonly string[];

/**
 * The page with its tables replaced by those of the models, formatted as the repository's files are.
 *
 * @throws Error where the page has no place for a table, or one for a table that there is not
 */
export async function withTables(page: string): Promise<string> {
  const blocks = new Map([['reach', reachTable()], ...agentSdks.map((sdk) => [sdk.id, sectionOf(sdk)] as const)]);
  const missing = [...blocks.keys()].filter((name) => !page.includes(`<!-- begin generated: ${name} -->`));
  if (missing.length > 0) throw new Error(`The page has no place for the tables of ${missing.join(', ')}.`);
  const filled = page.replaceAll(
    /(<!-- begin generated: (\S+) -->)[\s\S]*?(<!-- end generated -->)/g,
    (_, begin: string, name: string, end: string) => {
      const block = blocks.get(name);
      if (block === undefined) throw new Error(`There are no tables of ${name}.`);
      return `${begin}\n\n${block}\n\n${end}`;
    },
  );
  return format(filled, { ...(await resolveConfig(fileURLToPath(PAGE))), parser: 'markdown' });
}

// ── which guard reaches what ─────────────────────────────────────────────────────────────────────────────────────────

function reachTable(): string {
  const rows = agentSdks.flatMap((sdk) =>
    guardsOf(sdk).map(({ guard, owners }) => [
      code(guard.id),
      owners.join(', '),
      reachOf(guard, owners, 'child', sdk),
      reachOf(guard, owners, 'asTool', sdk),
      directOf(guard, sdk),
    ]),
  );
  return table(['guard', 'given to', 'an agent handed over to', 'an agent run as a tool', 'a direct call'], rows);
}

/** Whether a guard applies to the tools of a sub-agent. Empty where no such step from its agents is known. */
function reachOf(guard: Guard, owners: ListedGuard['owners'], via: 'child' | 'asTool', sdk: AgentSdk): string {
  if (owners.includes('tool') || owners.includes('tools of a server')) return 'with the tool';
  if (guard.reaches?.includes(via)) return replacementOf(guard, sdk) ? 'yes, unless replaced' : 'yes';
  return via === 'asTool' || handsOver(guard, sdk) ? 'no' : '';
}

/** The calls past every agent to which the guard applies. */
function directOf({ id }: Guard, { invocations = [] }: AgentSdk): string {
  const asking = invocations.filter(({ asks }) => asks?.includes(id));
  return asking.length > 0 ? asking.map((each) => invocationSketch(each).text).join(', ') : 'no';
}

// ── one SDK ──────────────────────────────────────────────────────────────────────────────────────────────────────────

function sectionOf(sdk: AgentSdk): string {
  const { tools = [], toolSets = [], agentTools = [], remotes = [], backends = [], agents = [], runs = [] } = sdk;
  const { invocations = [], decisions = [], approvals = [] } = sdk;
  const parts = [
    titled(
      'Guards',
      ['guard', 'written as', 'form', 'a tool runs with', 'more'],
      guardsOf(sdk).map((each) => guardRow(each, sdk)),
    ),
    titled(
      'Tools',
      ['tool', 'its name', 'what runs'],
      [
        ...toolRows(tools),
        ...toolSets.map(({ callee, only }) => [
          withOtherNames(callee, sketchOf(callee, partsAt({ names: only })).text),
          'as the server lists it',
          only ? 'those of a server that are allowed' : 'all those of a server',
        ]),
        ...agentTools.map(({ callee, agent, named }) => [
          sketchOf(callee, partsAt({ agent, named })).text,
          '',
          agent ? 'the agent' : 'the agent of that name',
        ]),
      ],
    ),
    titled(
      'What an agent is given to act on',
      ['call', 'tools that it brings, and what they do'],
      backends.map(({ callee, tools: brought = [], wraps = [] }) => [
        withOtherNames(
          callee,
          sketchOf(
            callee,
            wraps.map((at) => ({ at, word: 'backend' })),
          ).text,
        ),
        brought.map(backendToolText).join('; ') || 'those of what it is given',
      ]),
    ),
    titled(
      'Agents that run elsewhere',
      ['what stands for one', 'of'],
      remotes.map(({ callee, name, address: [address] = [], isLiteral }) => [
        withOtherNames(callee, sketchOf(callee, partsAt({ name, address }), isLiteral).text),
        callee.packages.map(code).join(', '),
      ]),
    ),
    titled('Agents', ['agent', 'hands over to', 'tools that it has by itself'], agentRows(agents)),
    titled(
      'Runs of an agent',
      ['run', 'lists of guards'],
      runs
        .filter(({ parts: lists }) => lists)
        .map(({ callee, agent, parts: lists = [] }) => [
          withOtherNames(callee, sketchOf(callee, partsAt({ agent })).text),
          lists.map((at) => inCode(at)).join(', '),
        ]),
    ),
    titled(
      'Calls that run a tool past every agent',
      ['call', 'guards that apply'],
      invocations.map((each) => [invocationSketch(each).text, each.asks?.map(code).join(', ') ?? 'none']),
    ),
    titled(
      'Calls by which a tool requests approval itself',
      ['call', 'of', 'the code behind it runs'],
      decisions.map(({ callee, goesOn }) => [
        called(callee),
        callee.packages.map((name) => (name === 'typescript' ? 'the browser' : code(name))).join(', '),
        goesOn ? 'at once' : 'when there is an answer',
      ]),
    ),
    titled(
      'Answers to a request for approval',
      ['call'],
      approvals.map(({ callee }) => [called(callee)]),
    ),
    titled('In some versions only', ['option or call', 'versions'], versionRows(sdk)),
  ];
  return [sourcesOf(sdk), ...parts].filter((part) => part !== '').join('\n\n');
}

function guardRow({ guard, written, isInertByDefault }: ListedGuard, sdk: AgentSdk): Row {
  const { id, needs, supersedes, failsOpen, isGeneral } = guard;
  const replacement = replacementOf(guard, sdk);
  const unless = failsOpen?.unless;
  const more = [
    ...(needs ? [`needs a ${code(needs.text)}`] : []),
    ...(supersedes ? [supersedingText(guard.shape, supersedes)] : []),
    ...guardsOf(sdk).flatMap(({ guard: other }) =>
      other.supersedes?.ids.includes(id)
        ? [`skipped where ${code(other.id)} ${other.shape === 'skip' ? 'is set' : 'replaces it'}`]
        : [],
    ),
    ...(replacement ? [`${code(replacement.id)} of the sub-agent replaces it`] : []),
    ...(guard.absent === 'stops' ? ['without it, the SDK stops the tool'] : []),
    ...(failsOpen ? [`allows the tool where it throws`] : []),
    ...(unless ? [`stops it then with ${code(`${unless.property}: '${unless.is}'`)}`] : []),
    ...(isGeneral ? ['may have another purpose'] : []),
  ];
  const lets = [...(isInertByDefault ? ['no argument'] : []), ...guard.allowedBy.map(answerOf)];
  return [code(id), written.join('; '), formOf(guard), lets.join(', '), more.join('; ')];
}

function supersedingText(shape: Guard['shape'], { ids, when, by }: NonNullable<Guard['supersedes']>): string {
  const others = ids.map(code).join(', ');
  if (shape === 'skip') return `with it, ${others} are skipped`;
  const words = {
    fn: 'where it is a function',
    entry: 'where it has an entry for the tool',
    lets: by ? `where its only answer is ${by.map(answerOf).join(' or ')}` : 'where it allows every call',
  };
  return `replaces ${others}, ${when.map((each) => words[each]).join(' or ')}`;
}

/** Methods of one object that differ in nothing else share a row. */
function toolRows(tools: readonly ToolModel[]): readonly Row[] {
  const alike = groupedBy(tools, (tool) => toolCells(tool).join('|'));
  return [...alike.values()].flatMap((some) =>
    merged(some, toolSketch).map(({ first, text }) => [text, ...toolCells(first)]),
  );
}

function toolSketch({ callee, members, isLiteral, effect, ...places }: ToolModel): Sketch {
  if (members) return { text: `a class that extends ${namesOf(callee).map(code).join(' or ')}` };
  const { name, input, output, handler, annotations } = places;
  const isObject = isLiteral === true && isClass(callee);
  const parts = partsAt({ name, input, output, handler, annotations, methods: effect?.by });
  const sketch = sketchOf(callee, parts, isObject);
  const text = withOtherNames(callee, sketch.text);
  return { ...sketch, text: isLiteral && !isObject ? `${text}, or such an object` : text };
}

/** The name of a tool, and what runs. */
function toolCells({ name, handler, members, defaultName, effect }: ToolModel): Row {
  const names = [
    ...(members ? [`${code(members.name)} of the class`] : []),
    ...(name ? [inCode(name, 'name')] : []),
    ...(defaultName === undefined ? [] : [`otherwise ${code(`'${defaultName}'`)}`]),
  ];
  const unless = effect?.unless;
  const values = unless?.values.map((each) => code(`'${each}'`)).join(' or ') ?? '';
  const runs = [
    ...(members ? [`${code(members.handler)} of the class`] : []),
    ...(handler ? [inCode(handler, 'handler')] : []),
    ...(effect ? [`${handler ? 'made to' : 'what the SDK does:'} ${effect.kind}`] : []),
    ...(unless ? [`nothing where ${inCode(unless.at)} is ${values}`] : []),
  ];
  return [names.join(', ') || 'the key that it is given by', runs.join(', ')];
}

function backendToolText({ name, effect: { kind, unless, onlyIf } }: BackendTool): string {
  const limits = [
    ...(onlyIf ? [`with ${code(`${pathOf(onlyIf.at)}: ${onlyIf.values.join(' | ')}`)}`] : []),
    ...(unless ? [`not with ${code(`${pathOf(unless.at)}: ${unless.values.join(' | ')}`)}`] : []),
  ];
  return `${code(name)}: ${[kind, ...limits].join(', ')}`;
}

function agentRows(agents: readonly AgentModel[]): readonly Row[] {
  return merged(agents, agentSketch).map(({ first: { callee, children = [], brings = [], builtIn }, text }) => [
    withOtherNames(callee, text),
    children.map((at) => inCode(at)).join(', '),
    builtIn ? builtInText(builtIn) : brings.map(code).join(', '),
  ]);
}

function agentSketch({ callee, name, tools, active, children = [], builtIn, isLiteral }: AgentModel): Sketch {
  const own = builtIn ? [builtIn.tools, builtIn.allowed, builtIn.denied, builtIn.mode, builtIn.servers] : [];
  const places = [...tools, ...own, ...children].filter((at) => at !== undefined);
  const given = places.map((at) => ({ at, word: 'tools' }));
  return sketchOf(
    callee,
    [...partsAt({ name }), ...given, ...partsAt({ active })],
    isLiteral === true && isClass(callee),
  );
}

function builtInText({ tools, allowed, denied, sensitive, mode, bypass }: BuiltInTools): string {
  const unasked = [
    ...(allowed ? [`those in ${inCode(allowed)}`] : []),
    ...(mode ? [`any with ${bypass.map((value) => code(`${pathOf(mode)}: '${value}'`)).join(', ')}`] : []),
  ];
  return (
    `all${tools ? `, or those in ${inCode(tools)}` : ''}${denied ? `, without those in ${inCode(denied)}` : ''}; ` +
    `${sensitive.map(code).join(', ')} are sensitive. No approval is requested for ${unasked.join(', nor for ')}`
  );
}

function invocationSketch({ callee, tool, name, input }: InvocationModel): Sketch {
  return sketchOf(callee, partsAt({ tool, name, input }));
}

/** The calls and options that not all versions have, which the models cover. */
function versionRows({ id: _id, name: _name, source: _source, ...kinds }: AgentSdk): readonly Row[] {
  const models: readonly CallModel[] = Object.values(kinds).flat();
  const entries = models.flatMap((model): readonly Versioned[] => {
    const { callee, versions } = model;
    const isObject = 'isLiteral' in model && isClass(callee);
    const own = 'guards' in model ? (model.guards as readonly Guard[]) : [];
    const later = own.flatMap((guard) =>
      guard.versions === undefined ? [] : [{ ...guard.at, versions: guard.versions }],
    );
    const options = placesIn(model)
      .filter((at) => at.versions !== undefined)
      .concat(later);
    return [
      ...(versions === undefined ? [] : [{ sketch: calledSketch(callee), versions: versionsText(versions, callee) }]),
      ...options.map((at) => ({
        sketch: sketchOf(callee, [{ at, word: '…' }], isObject),
        versions: versionsText(at.versions ?? '', callee),
      })),
    ].filter((each) => each.versions !== '');
  });
  return [...groupedBy(entries, (each) => each.versions)].flatMap(([versions, some]) =>
    merged(some, ({ sketch }) => sketch).map(({ text }) => [text, versions]),
  );
}

/** A call or an option, with the versions that have it. */
interface Versioned {
  readonly sketch: Sketch;
  readonly versions: string;
}

function calledSketch(callee: CalleeRef): Sketch {
  return { ...sketchOf(callee, []), text: called(callee) };
}

/** `` `ai` from 7.0.0 ``, for each package that is numbered by itself. */
function versionsText(versions: Versions, { packages }: CalleeRef): string {
  const [first = ''] = packages;
  const ranges = typeof versions === 'string' ? [[first, versions] as const] : Object.entries(versions);
  return ranges
    .filter(([name]) => packages.includes(name))
    .map(
      ([name, range]) =>
        `${code(name)} ${range.replaceAll('>=', 'from ').replaceAll('<', 'before ').replaceAll('||', 'or')}`,
    )
    .join(', ');
}

/** Where it is written what was read or run. */
function sourcesOf({ id: _id, name: _name, source, ...kinds }: AgentSdk): string {
  const entries = Object.values(kinds).flat();
  const { dependencies } = JSON.parse(textOf('tests/sdk/package.json')) as { dependencies: Record<string, string> };
  const packages = new Set(entries.flatMap(({ callee }) => callee.packages));
  const versions = [...packages].flatMap((name) => {
    const version = dependencies[name];
    return version === undefined ? [] : [`${code(name)} ${version}`];
  });
  const ids = new Set(entries.map(({ id }) => id));
  const tests = readdirSync(new URL(CONFORMANCE, ROOT)).filter(
    (file) => file.endsWith('.test.ts') && provenIn(file).some((id) => ids.has(id)),
  );
  const links = tests.map((file) => `[${file}](../../${CONFORMANCE}${file})`).join(', ');
  const how = links === '' ? 'Read, and not run' : `Run in ${links}`;
  return `[Documentation](${source}). ${how}${versions.length > 0 ? `: ${versions.join(', ')}` : ''}.`;
}

/** The entries of the models that a test is about. */
function provenIn(file: string): readonly string[] {
  return [...textOf(`${CONFORMANCE}${file}`).matchAll(/\bproves\(\s*'([^']+)'/g)].map(([, id = '']) => id);
}

function partsAt(places: Readonly<Record<string, Place | undefined>>): readonly Part[] {
  return Object.entries(places).flatMap(([word, at]) => (at ? [{ at, word }] : []));
}

/** The text, with the other functions or classes that it is true of. */
function withOtherNames(callee: CalleeRef, text: string): string {
  return callee.method === undefined ? withOthers(text, namesOf(callee)) : text;
}

function called(callee: CalleeRef): string {
  return namesOf(callee)
    .map((name) => sketchOf({ ...callee, names: [name] }, []).text)
    .join(', ');
}

function titled(title: string, heads: Row, rows: readonly Row[]): string {
  return rows.length === 0 ? '' : `### ${title}\n\n${table(heads, rows)}`;
}

/** A table without the columns in which nothing stands, or a list where only the first is left. */
function table(heads: Row, rows: readonly Row[]): string {
  const used = heads.map((_, column) => rows.some((row) => row[column] !== ''));
  if (used.lastIndexOf(true) === 0) return rows.map(([cell = '']) => `- ${cell}`).join('\n');
  const line = (cells: Row): string => `| ${cells.filter((_, column) => used[column]).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

function inCode(at: Place, word = ''): string {
  return code(pathOf(at) || word);
}

function code(text: string): string {
  return `\`${text}\``;
}

function textOf(file: string): string {
  return readFileSync(new URL(file, ROOT), 'utf8');
}
