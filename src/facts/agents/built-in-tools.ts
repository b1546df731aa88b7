import { compilerOf, syntax, type ts, writtenFor } from '../../type-utils/index.ts';
import type { BuiltInTools, Place } from '../../models/agents/agent-sdk.ts';
import {
  type ChoiceValue,
  elementsOf,
  isGiven,
  isWrittenOut,
  type LiteralValue,
  optionsOf,
  optionsReaching,
  propertyOf,
  statedIn,
  type Value,
} from '../../program/values/values.ts';
import type { AgentFact, AgentFacts } from './agents.ts';
import { branchesOf } from '../../program/control/control.ts';
import { type GivenGuard, type GuardJudge, mayStop } from './guards.ts';
import { readAt } from '../../program/values/places.ts';
import { keyOf, ofEachRun, withEachHolder, withOthers } from './merged-runs.ts';
import { isProbe } from './probes.ts';
import { defaultOf, isDefault } from './defaults.ts';
import { type GivenTool, namesIn, type ToolFact } from './tools.ts';

/** How an agent's tools, built in or of servers, may run without a decision. */
export interface BuiltInPermission {
  /** The value of the mode in which no permission is requested. */
  readonly bypass: LiteralValue | undefined;
  /** It has no other mode in any case. */
  readonly isAlwaysBypassed: boolean;
  /** It has this mode unless it is given another: `mode ?? 'bypassPermissions'`. */
  readonly isBypassedByDefault: boolean;
  /** The program has the whole prompt: nothing that is written while it runs is in it. */
  readonly isPromptFixed: boolean;
  /** It is started to see what it could do, and is given nothing to do. */
  readonly isProbe: boolean;
  /** The tools that the SDK's own sandbox confines. */
  readonly confined: readonly string[];
  /** The sensitive built-in tools that it has; none where what it has, or what is taken away, is not known. */
  readonly sensitive: readonly string[];
  /** Entries of the list of those that run unasked, with the tools that each names. */
  readonly allowed: readonly AllowedTool[];
  /** The tools of servers in the program, without those that are taken away. */
  readonly served: readonly GivenTool[];
}

/** A tool that an entry of the list of allowed ones lets run unasked. */
export interface AllowedTool {
  /** The entry, which may be a server's, or a pattern. */
  readonly name: string;
  readonly node: ts.Node;
  /** The tool's whole name, with which hooks and callbacks are called for it. */
  readonly called: string;
  /** Undefined where it is built in. */
  readonly tool: GivenTool | undefined;
}

/** What is known of the tools that an agent has without being given any, in each run that makes it. */
export function builtInPermissionOf({ model, value }: AgentFact, facts: AgentFacts): BuiltInPermission | undefined {
  const { builtIn } = model;
  if (!builtIn) return undefined;
  const [first, ...others] = facts.callers.within(value).flatMap((run) => {
    const servers = serversOf(run, builtIn.servers, facts);
    return withEachHolder(run, builtIn.mode).map((each) => permissionIn(each, servers, builtIn, facts));
  });
  return first && others.reduce(eitherPermission, first);
}

/** What two runs come to. A mode in which no permission is requested hides the other run, as a mode on a condition. */
function eitherPermission(one: BuiltInPermission, other: BuiltInPermission): BuiltInPermission {
  if (Boolean(one.bypass) !== Boolean(other.bypass)) return { ...(one.bypass ? one : other), isAlwaysBypassed: false };
  return {
    bypass: one.bypass,
    isAlwaysBypassed: one.isAlwaysBypassed && other.isAlwaysBypassed,
    isBypassedByDefault: one.isBypassedByDefault || other.isBypassedByDefault,
    isPromptFixed: one.isPromptFixed && other.isPromptFixed,
    isProbe: one.isProbe && other.isProbe,
    confined: one.confined.filter((name) => other.confined.includes(name)),
    sensitive: [...new Set([...one.sensitive, ...other.sensitive])],
    allowed: withOthers(one.allowed, other.allowed, ({ node }) => node),
    served: withOthers(one.served, other.served, keyOf),
  };
}

function permissionIn(
  value: AgentFact['value'],
  servers: readonly Exclude<Value, ChoiceValue>[],
  builtIn: BuiltInTools,
  facts: AgentFacts,
): BuiltInPermission {
  const mode = optionsOf(readAt(value, builtIn.mode)).flatMap((option) => [
    option,
    ...defaultOf(option, facts.evaluator),
  ]);
  const isOneOf = ({ value: answer }: LiteralValue): boolean => builtIn.bypass.some((each) => each === answer);
  const bypassing = mode.filter((option): option is LiteralValue => option.kind === 'literal' && isOneOf(option));
  const byDefault = bypassing.find(({ node }) => isDefault(node, facts.program));
  const bypass = byDefault ?? bypassing[0];
  // What is assigned later was not there before.
  const isAlwaysBypassed =
    bypass !== undefined &&
    mode.every((option) => option.kind === 'literal' && (option.value === undefined || isOneOf(option)));
  const prompt = readAt(value, builtIn.prompt);
  const isResumed = builtIn.resumes?.some((place) => statedAt(value, place).some(mayHold));
  const isPromptFixed = isGiven(prompt) && isWrittenOut(prompt) && isResumed !== true;
  const given = readAt(value, builtIn.tools);
  const isPartlyUnknown = optionsOf(given).some(({ kind }) => kind === 'unknown' || kind === 'made');
  const there = namesIn(given);
  const denied = namesIn(readAt(value, builtIn.denied));
  // A list that may hold more may take any tool away, where there is one in all runs.
  const isAnyDenied = denied?.isOpen === true && !isLeftOut(value, builtIn.denied, facts.program);
  const isTakenAway = (tool: string | undefined): boolean =>
    denied !== undefined &&
    (isAnyDenied || (tool !== undefined && [...denied.names].some((each) => isNamedBy(tool, each))));
  const sensitive = builtIn.sensitive.filter(
    (name) => !isPartlyUnknown && (there?.names.has(name) ?? true) && !isTakenAway(name),
  );
  const served = servers
    .flatMap((each) => servedTools(each, builtIn.served, facts))
    .filter(({ name }) => !isTakenAway(name));
  const entries = elementsOf(readAt(value, builtIn.allowed)).elements.flatMap(optionsOf);
  const allowed = entries.flatMap((entry): BuiltInPermission['allowed'] => {
    if (entry.kind !== 'literal' || typeof entry.value !== 'string') return [];
    // `Bash(git status)` lets that command through, and `Bash(*)` all.
    const name = entry.value.replace(/\((?:\*|:\*)?\)$/, '');
    if (sensitive.includes(name)) return [{ name, node: entry.node, called: name, tool: undefined }];
    return served.flatMap((tool) =>
      tool.name !== undefined && isNamedBy(tool.name, name)
        ? [{ name, node: entry.node, called: tool.name, tool }]
        : [],
    );
  });
  return {
    bypass,
    isAlwaysBypassed,
    isBypassedByDefault: byDefault !== undefined,
    isPromptFixed,
    isProbe: bypass !== undefined && isProbe(value.node, builtIn, facts.program),
    confined:
      builtIn.sandbox && optionsOf(readAt(value, builtIn.sandbox.at)).some(isSandbox) ? builtIn.sandbox.confines : [],
    sensitive,
    allowed,
    served,
  };
}

/** Whether a list is left out in some runs: by its type, or since it is assigned under a condition. */
function isLeftOut(value: AgentFact['value'], place: Place | undefined, program: ts.Program): boolean {
  if (!place) return false;
  const name = lastOf(place);
  return optionsOf(holderAt(value, place)).some((owner) => {
    if (owner.kind !== 'object') return false;
    const written = writtenFor(owner.node, name);
    if (written) return compilerOf(program).mayBeMissing(written);
    return statedIn(owner, name).some(
      (option) =>
        option.kind === 'literal' && option.value === undefined && isUnderCondition(option.node, owner.node, program),
    );
  });
}

/** Whether a condition after another node of the same function decides whether a node runs. */
function isUnderCondition(node: ts.Node, other: ts.Node, program: ts.Program): boolean {
  return (
    syntax.containerOf(node) === syntax.containerOf(other) &&
    branchesOf(node, program).some(({ site }) => (site as ts.Node).pos >= other.end)
  );
}

/** `{ enabled: true }` */
function isSandbox(settings: Value): boolean {
  if (settings.kind !== 'object') return settings.kind === 'made';
  const enabled = optionsOf(propertyOf(settings, 'enabled'));
  return enabled.some((option) => (option.kind === 'literal' ? option.value === true : option.kind !== 'unknown'));
}

/** The same as {@link statedIn}, at a place. */
function statedAt(value: AgentFact['value'], place: Place): readonly Value[] {
  return statedIn(holderAt(value, place), lastOf(place));
}

/** What has the option at a place. */
function holderAt(value: AgentFact['value'], { path = [], ...place }: Place): Value {
  return readAt(value, { ...place, path: path.slice(0, -1) });
}

function lastOf({ path = [] }: Place): string {
  return path.at(-1) ?? '';
}

function mayHold(option: Value): boolean {
  return option.kind !== 'literal' || Boolean(option.value);
}

/** The names of the sensitive tools that it has: those that are built in, and those of servers that count. */
export function sensitiveNamesOf(
  { sensitive, served }: BuiltInPermission,
  counts: (tool: ToolFact) => boolean,
): readonly string[] {
  const ofServers = served.flatMap(({ tool, name }) =>
    tool.kind === 'tool' && name !== undefined && counts(tool) ? [name] : [],
  );
  return [...sensitive, ...ofServers];
}

/** Whether a function that decides about other tools, or brings questions to a person, allows each call of this one. */
export function exempts(given: GivenGuard, tool: string, agent: AgentFact, judge: GuardJudge): boolean {
  if (judge.judge(given, tool).outcome !== 'inert') return false;
  return mayStop(judge.judge(given, undefined)) || isForPerson(given, agent);
}

/** Whether the text of a decision names a tool that a person answers: for that one it is called in any mode. */
export function isForPerson({ value }: GivenGuard, { model }: AgentFact): boolean {
  const { interactive = [] } = model.builtIn ?? {};
  return optionsOf(value).some(({ node }) => interactive.some((name) => node.getText().includes(name)));
}

/** The servers that an agent is given; what it gets from the function around it, by each call of that. */
function serversOf(
  value: AgentFact['value'],
  place: Place | undefined,
  { callers }: AgentFacts,
): readonly Exclude<Value, ChoiceValue>[] {
  const own = optionsReaching(readAt(value, place));
  if (own.every(({ kind }) => kind === 'object' || kind === 'literal')) return own;
  const others = ofEachRun(callers.othersMaking(value), (run) => optionsReaching(readAt(run, place)));
  return withOthers(own, others, ({ node }) => node);
}

/** `{ files: createSdkMcpServer({ name, tools: […] }) }`: a tool's full name is `mcp__files__<tool>`. */
function servedTools(
  servers: Exclude<Value, ChoiceValue>,
  place: Place | undefined,
  facts: AgentFacts,
): readonly GivenTool[] {
  if (servers.kind !== 'object') return [];
  return [...servers.properties].flatMap(([key, server]) =>
    optionsOf(server()).flatMap((made) => {
      if (made.kind !== 'made') return [];
      const { tools } = facts.tools.toolsIn(readAt(made, place), []);
      return tools.map((tool) => ({
        ...tool,
        name: tool.name === undefined ? undefined : `mcp__${key}__${tool.name}`,
      }));
    }),
  );
}

/** The server and the tool that such a full name is of; undefined for another name, and for a pattern of several. */
export function servedToolNamed(
  full: string | undefined,
): { readonly server: string | undefined; readonly name: string } | undefined {
  const [, server, name] = /^mcp__(.+?)__([^*]+)$/.exec(full ?? '') ?? [];
  return name === undefined ? undefined : { server, name };
}

/** Whether an entry of a list names a tool: by its name, with all tools of its server, or with those of a beginning. */
export function isNamedBy(tool: string, entry: string): boolean {
  return (
    tool === entry || tool.startsWith(`${entry}__`) || (entry.endsWith('*') && tool.startsWith(entry.slice(0, -1)))
  );
}
