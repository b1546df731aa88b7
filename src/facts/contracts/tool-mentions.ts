import { memo } from '../../memo.ts';
import { toolCallers } from '../../models/contracts/tool-callers.ts';
import { anywhere, nodesIn } from '../../program/values/nodes.ts';
import { readAt } from '../../program/values/places.ts';
import { elementsOf, isGiven, optionsOf, textIn, type Value } from '../../program/values/values.ts';
import { callsIn, compilerOf, isInside, syntax, type ts } from '../../type-utils/index.ts';
import type { AgentFact, AgentFacts } from '../agents/agents.ts';
import { servedToolNamed } from '../agents/built-in-tools.ts';
import { nameNodeOf } from '../agents/definitions.ts';
import { type Call, isCall } from '../agents/matcher.ts';
import { serverAt, serverOfSet } from '../agents/servers.ts';
import { dispatchersIn, type ListedTool } from './dispatch.ts';
import { namesLetBy, type ToolFact, type ToolSetFact } from '../agents/tools.ts';

/** A place where a program calls, defines or allows a tool by its name. */
export interface ToolMention {
  readonly kind: 'allowed' | 'called' | 'defined';
  /** Undefined: the program does not say which. */
  readonly name: string | undefined;
  /** The id of its server, where the program says it. */
  readonly server: string | undefined;
  /** Where it is said in the file; what mentions it, where the name is written elsewhere. */
  readonly node: ts.Node;
  /** How it is written there, with the server in front of it: `mcp__github__create_issue`. */
  readonly written: string | undefined;
  /** The tool that is defined. */
  readonly tool?: ToolFact;
  /** The same, of one in the list that a server answers with. */
  readonly listed?: ListedTool;
}

/** The most names of a type that are listed. */
const MAX_NAMES = 50;

/**
 * The tools that a file calls, defines or allows by name. Not those that an SDK brings, or that its service runs: they are of
 * no server.
 */
export const toolMentionsIn = memo((facts: AgentFacts, file: ts.SourceFile): readonly ToolMention[] => [
  ...mentionsIn(file, facts),
]);

function* mentionsIn(file: ts.SourceFile, facts: AgentFacts): Iterable<ToolMention> {
  for (const { call, kinds } of facts.calls.in(file)) {
    if (kinds.includes('invocation')) yield* calledBy(call, facts);
    if (kinds.includes('tool') || kinds.includes('toolSet'))
      for (const tool of facts.toolsAt(call)) {
        if (tool.kind === 'tool' && !isBrought(tool)) yield* definedBy(tool, call, facts);
        if (tool.kind === 'set') yield* allowedBy(tool, facts);
      }
  }
  yield* calledByOthers(file, facts);
  yield* listedIn(file, facts);
  for (const agent of facts.madeIn(file)) {
    yield* givenTo(agent, facts);
    yield* allowedByAgent(agent);
  }
}

/** Whether the SDK, or the service behind it, has the tool: it has no handler, or is made for a purpose of the SDK's. */
function isBrought({ model }: Pick<ToolFact, 'model'>): boolean {
  const hasHandler = model.handler !== undefined || model.members !== undefined;
  return !hasHandler || model.effect !== undefined || model.isHosted === true;
}

// ── calls ────────────────────────────────────────────────────────────────────────────────────────────────────────────

function* calledBy(call: Call, facts: AgentFacts): Iterable<ToolMention> {
  const model = facts.matcher.at('invocation', call);
  const value = model?.name && facts.evaluator.valueOf(call);
  if (value?.kind === 'made')
    yield* mentionsAt('called', readAt(value, model?.name), call, serverAt(value, model?.server), facts);
}

/** Calls that are no invocation of a model. */
function* calledByOthers(file: ts.SourceFile, facts: AgentFacts): Iterable<ToolMention> {
  for (const call of callsIn(file, (name) => toolCallers.some(({ callee }) => callee.method === name))) {
    const caller = toolCallers.find(({ callee }) => facts.matcher.isCallOfAny(call, [callee]));
    const value = caller && facts.evaluator.valueOf(call);
    if (value?.kind === 'made') yield* mentionsAt('called', readAt(value, caller?.name), call, undefined, facts);
  }
}

// ── definitions ──────────────────────────────────────────────────────────────────────────────────────────────────────

function* definedBy(tool: ToolFact, call: Call, facts: AgentFacts): Iterable<ToolMention> {
  const { model, value, name } = tool;
  const server = value.kind === 'made' ? serverAt(value, model.server) : undefined;
  const named = model.members ? undefined : model.name && readAt(value, model.name);
  if (named && isGiven(named))
    for (const mention of mentionsAt('defined', named, call, server, facts)) yield { ...mention, tool };
  else if (name !== undefined) yield { kind: 'defined', name, server, node: call, written: undefined, tool };
}

/** The tools in the list of a server that answers `tools/list` itself, in the file that runs them. */
function* listedIn(file: ts.SourceFile, facts: AgentFacts): Iterable<ToolMention> {
  for (const { tools, node: handling } of dispatchersIn(facts, file))
    for (const listed of tools) {
      const { name, nameNode } = listed;
      const node = nameNode.getSourceFile() === file ? nameNode : handling;
      const written = syntax.isStringLiteralLike(node) ? node.text : undefined;
      yield { kind: 'defined', name, server: undefined, node, written, listed };
    }
}

/** The tools that an agent has under a name which no call defines them with: by a key, or as objects. */
function* givenTo({ tools, node: agent }: AgentFact, facts: AgentFacts): Iterable<ToolMention> {
  for (const { tool, name } of tools) {
    if (tool.kind !== 'tool' || name === undefined || isBrought(tool)) continue;
    if (isCall(tool.node) && tool.name === name) continue;
    const named = nameNodeOf(tool, facts);
    const node = named.getSourceFile() === agent.getSourceFile() ? named : agent;
    yield { kind: 'defined', name, server: undefined, node, written: undefined, tool };
  }
}

// ── lists ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The tools of a server that are let in, and those that run without an approval. */
function* allowedBy(set: ToolSetFact, facts: AgentFacts): Iterable<ToolMention> {
  const { node, only, guards } = set;
  const server = serverOfSet(set, facts.evaluator);
  const names = new Set([...(only?.names ?? []), ...guards.flatMap(namesLetBy).flatMap((each) => [...each.names])]);
  const literals = nodesIn(node, syntax.isStringLiteralLike, anywhere);
  for (const name of names) {
    const written = literals.find((each) => each.text === name && syntax.isArrayLiteralExpression(each.parent));
    yield { kind: 'allowed', name, server, node: written ?? node, written: name };
  }
}

/** `allowedTools: ['mcp__github__create_issue']`: names without a server are of tools that the SDK brings. */
function* allowedByAgent({ model, value, node }: AgentFact): Iterable<ToolMention> {
  const lists = [model.builtIn?.tools, model.builtIn?.allowed, model.inherits?.only];
  for (const entry of lists.flatMap((place) => (place ? elementsOf(readAt(value, place)).elements : []))) {
    const written = textIn(entry);
    const named = servedToolNamed(written);
    if (!named) continue;
    const isHere = entry.node.getSourceFile() === node.getSourceFile();
    yield { kind: 'allowed', ...named, node: isHere ? entry.node : node, written };
  }
}

// ── names ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The names that a value may be, by its literals and by the literals of its type. */
function* mentionsAt(
  kind: ToolMention['kind'],
  name: Value,
  call: Call,
  server: string | undefined,
  facts: AgentFacts,
): Iterable<ToolMention> {
  const at = (node: ts.Node): ts.Node => (isInside(node, call) ? node : call);
  for (const option of optionsOf(name)) {
    const { node } = option;
    if (option.kind === 'literal' && typeof option.value === 'string')
      yield { kind, name: option.value, server, node: at(node), written: option.value };
    else if (option.kind !== 'literal') {
      const texts = syntax.isExpression(node) ? compilerOf(facts.program).shapeOf(node) : undefined;
      const isText = texts?.kinds?.size === 1 && texts.kinds.has('string');
      const names = isText ? [...(texts.texts ?? [])].slice(0, MAX_NAMES) : [];
      if (names.length === 0) yield { kind, name: undefined, server, node: at(node), written: undefined };
      for (const each of names) yield { kind, name: each, server, node: at(node), written: undefined };
    }
  }
}
