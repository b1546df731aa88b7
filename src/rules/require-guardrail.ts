import type { AgentFact, AgentFacts } from '../facts/agents/agents.ts';
import type { BuiltInPermission } from '../facts/agents/built-in-tools.ts';
import { type HeldTool, identityOf, makingCallOf, nameNodeOf } from '../facts/agents/definitions.ts';
import type { GivenTool } from '../facts/agents/tools.ts';
import type { Sensitivity } from '../facts/guardrails/sensitivity.ts';
import { type MinImpact, SensitivityPolicy } from '../facts/guardrails/sensitivity-policy.ts';
import { UnguardedFinder, type UnguardedTools } from '../facts/guardrails/unguarded.ts';
import { groupedBy } from '../analysis/grouped.ts';
import {
  calledName,
  isOfSomeType,
  syntax,
  type ts,
  type TypeOrValueSpecifier,
  typeOrValueSpecifiersSchema,
} from '../type-utils/index.ts';
import { guarding } from './edits/guards.ts';
import { takingOut } from './edits/permissions.ts';
import { minImpactSchema } from './options.ts';
import { defineRule, type Report, type Witness } from './rule.ts';
import { suggestionTexts } from './texts/suggestions.ts';
import { placeWithin } from './texts/places.ts';
import {
  agentsText,
  agentText,
  doesText,
  listText,
  remedyAwayFrom,
  serversText,
  subjectText,
  toolText,
} from './texts/tools.ts';

/**
 * `checkFixedCalls`: a call that always runs the same tool counts, too. `checkSwitchedTools`: so does a tool that an agent has
 * only where a switch of its own name is on. `minImpact`: the least that a tool must be able to break. `checkUnknown`: a tool with unknown effects is sensitive.
 * `allow`: types of tools that need no guardrail.
 */
export interface Options {
  readonly allow: readonly TypeOrValueSpecifier[];
  readonly checkFixedCalls: boolean;
  readonly checkSwitchedTools: boolean;
  readonly checkUnknown: boolean;
  readonly minImpact: MinImpact;
}

type MessageId =
  | 'addGuard'
  | 'removeEntry'
  | 'allowed'
  | 'invoked'
  | 'unguarded'
  | 'unguardedImport'
  | 'unguardedServer'
  | 'unguardedUnknown'
  | 'unguardedWrite';

export const requireGuardrail = defineRule<MessageId, Options>({
  name: 'require-guardrail',
  docs: {
    description: 'Require a guardrail on each sensitive tool that an agent, or the program itself, can run',
    layer: 'guardrail',
    presets: {
      recommended: ['warn', { checkFixedCalls: false, checkSwitchedTools: false }],
      strict: ['error', { checkUnknown: true, minImpact: 'low' }],
    },
  },
  hasSuggestions: true,
  messages: {
    addGuard: suggestionTexts.addGuard,
    removeEntry: suggestionTexts.removeEntry,
    allowed:
      '`allowedTools` allows {{agent}} to run {{tools}} without approval, and no hook decides. Remove that, and decide about each call in `canUseTool`.',
    invoked:
      '`{{call}}` runs {{tool}}, which {{what}}, but not every path to it is guarded. Request approval for this tool and input first, and return if it is denied.',
    unguardedImport:
      '{{agent}} can run tools of `{{source}}`, which nothing declares, without a guard. Make the import resolve, or require approval for these tools.',
    unguarded: '{{tool}} {{what}}, and runs without approval in {{agents}}. {{remedy}}.',
    unguardedServer:
      '{{agent}} can run all tools of {{servers}} without approval. List only those that read, or require approval for the others.',
    unguardedWrite:
      '{{agent}} can run {{tools}} of {{servers}} without approval, and the registry has the class `write` for that. Require approval, or list only tools that read.',
    unguardedUnknown: '{{tool}} {{what}}, and no guard applies in {{agents}}. {{remedy}}.',
  },
  options: {
    properties: {
      allow: { ...typeOrValueSpecifiersSchema, description: 'Types of tools that need no guardrail.' },
      checkUnknown: {
        type: 'boolean',
        description: 'Count a tool as sensitive when its effects are unknown.',
      },
      checkFixedCalls: {
        type: 'boolean',
        description: 'Check also calls by which the program runs one tool that is known, and not what a model chose.',
      },
      checkSwitchedTools: {
        type: 'boolean',
        description: 'Check also tools that an agent has only where a switch of their own name is on.',
      },
      minImpact: minImpactSchema,
    },
    defaults: { allow: [], checkFixedCalls: true, checkSwitchedTools: true, checkUnknown: false, minImpact: 'high' },
  },
  *check(file, analysis, { allow, checkFixedCalls, checkSwitchedTools, checkUnknown: countUnknown, minImpact }) {
    const { program, agents, guardrails } = analysis;
    const policy = new SensitivityPolicy(agents, { countUnknown, minImpact }, analysis.toolClassesFor(file));
    const isAllowed = (node: ts.Node): boolean => isOfSomeType(node, allow, program);
    const unguarded = new UnguardedFinder(guardrails, policy, isAllowed, checkSwitchedTools);
    // A definition is one finding, for all agents and for all the tools that it may make: there a guard can be added once.
    for (const tools of unguarded.definedIn(file))
      yield reportOf(tools, nameNodeOf(tools[0].given.tool, agents), agents);
    for (const { call, kinds } of agents.calls.in(file)) {
      if (kinds.includes('agent')) {
        for (const agent of agents.agentsAt(call)) yield* ofAgent(agent, unguarded, policy, agents);
        continue;
      }
      const invoked = kinds.includes('invocation') ? unguarded.invokedAt(call) : undefined;
      if (invoked && (checkFixedCalls || !invoked.isFixed))
        yield {
          node: call,
          messageId: 'invoked',
          data: {
            call: calledName(call) ?? '',
            tool: toolText(invoked.name),
            what: doesText(invoked.sensitivity, call),
          },
          witnesses: witnessesOf(invoked.sensitivity),
        };
    }
  },
});

/** What a guard of the agent itself has to cover: what the SDK or a server brings, and what others define. */
function* ofAgent(
  agent: AgentFact,
  unguarded: UnguardedFinder,
  policy: SensitivityPolicy,
  facts: AgentFacts,
): Iterable<Report<MessageId>> {
  const placeOf = (given: GivenTool): ts.Node => placeWithin(given.place, agent.node);
  for (const [place, tools] of groupedBy(unguarded.foreignOf(agent), ({ given }) => placeOf(given)))
    yield reportOf(tools, place, facts);
  for (const [place, given] of groupedBy(unguarded.serversOf(agent), placeOf))
    yield reportOfServers(agent, given, place, policy);
  const [first, ...others] = unguarded.builtInsOf(agent);
  if (first) yield reportOfBuiltIns(agent, [first, ...others]);
  const unresolved = unguarded.unresolvedOf(agent);
  if (unresolved)
    yield {
      node: placeWithin(unresolved, agent.node),
      messageId: 'unguardedImport',
      data: { agent: agentText(agent, true), source: rootTextOf(unresolved) },
    };
}

function reportOfServers(
  agent: AgentFact,
  given: readonly GivenTool[],
  node: ts.Node,
  policy: SensitivityPolicy,
): Report<MessageId> {
  const servers = [...new Set(given.map(({ tool }) => tool.node))];
  const writing = given.flatMap(({ tool }) => (tool.kind === 'set' ? policy.writingIn(tool) : []));
  const data = { agent: agentText(agent, true), servers: serversText(servers) };
  return {
    node,
    ...(writing.length > 0
      ? { messageId: 'unguardedWrite', data: { ...data, tools: listText([...new Set(writing)]) } }
      : { messageId: 'unguardedServer', data }),
    witnesses: [...servers.map((each): Witness => ({ node: each, role: 'tool' })), { node: agent.node, role: 'agent' }],
  };
}

type AllowedEntry = BuiltInPermission['allowed'][number];

function reportOfBuiltIns(agent: AgentFact, entries: readonly [AllowedEntry, ...AllowedEntry[]]): Report<MessageId> {
  const tools = listText([...new Set(entries.map(({ name }) => name))]);
  return {
    node: placeWithin(entries[0].node, agent.node),
    messageId: 'allowed',
    data: { agent: agentText(agent, false), tools },
    suggestions: takingOut([...new Set(entries.map(({ node }) => node))], tools, agent.node),
  };
}

/** Several unguarded tools at one place: the first of them, how many others there are, and the agents that have them. */
function reportOf(unguarded: UnguardedTools, node: ts.Node, facts: AgentFacts): Report<MessageId> {
  const [{ agent, given, sensitivity }] = unguarded;
  const tools = new Set(unguarded.map(({ given: { tool, name } }) => identityOf(tool, name)));
  const agents = [...new Set(unguarded.map((each) => each.agent))];
  const definitions = new Set(unguarded.map((each) => each.given.tool.node));
  const maker = makingCallOf(given.tool, facts.program);
  return {
    node,
    messageId: sensitivity.class === 'unknown' ? 'unguardedUnknown' : 'unguarded',
    data: {
      tool: subjectText(nameText(given), tools.size - 1),
      what: doesText(sensitivity, node),
      agents: agentsText(agents),
      remedy: remedyAwayFrom(agent, given, maker && calledName(maker)),
    },
    witnesses: [
      ...[...definitions].map((each): Witness => ({ node: each, role: 'tool' })),
      ...witnessesOf(sensitivity),
      ...agents.map((each): Witness => ({ node: each.node, role: 'agent' })),
    ],
    // An option of what makes several tools, a function or a table, is one of all of them.
    suggestions:
      maker || (definitions.size === 1 && tools.size > 1) ? [] : guarding(unguarded, node.getSourceFile(), facts),
  };
}

/** A tool as the subject of a sentence. */
function nameText({ name, tool }: HeldTool['given']): string {
  const known = name ?? tool.name;
  return known === undefined ? 'This tool' : toolText(known);
}

function witnessesOf(sensitivity: Sensitivity): readonly Witness[] {
  const node = sensitivity.class === 'unknown' ? sensitivity.call : 'effect' in sensitivity && sensitivity.effect?.call;
  return node ? [{ node, role: 'effect' }] : [];
}

/** `registry` of `registry.tools(input)`. */
function rootTextOf(expression: ts.Expression): string {
  const node = syntax.withoutAssertions(expression);
  return syntax.isCallExpression(node) || syntax.isAccess(node) ? rootTextOf(node.expression) : node.getText();
}
