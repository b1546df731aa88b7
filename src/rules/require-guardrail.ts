import type { AgentFact, AgentFacts } from '../facts/agents/agents.ts';
import { builtInPermissionOf } from '../facts/agents/built-in-tools.ts';
import {
  definitionsIn,
  type HeldTool,
  identityOf,
  isDefinedElsewhere,
  isOfTool,
  nameNodeOf,
  type ToolDefinition,
} from '../facts/agents/definitions.ts';
import type { Guardrails } from '../facts/guardrails/guardrails.ts';
import { invocationAt } from '../facts/guardrails/invocations.ts';
import type { Sensitivity } from '../facts/guardrails/sensitivity.ts';
import { type MinImpact, SensitivityPolicy } from '../facts/guardrails/sensitivity-policy.ts';
import { type Exemption, invocationVerdictOf, toolVerdictOf } from '../facts/guardrails/verdicts.ts';
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
 * `minImpact`: the least that a tool must be able to break. `checkUnknown`: a tool with unknown effects is sensitive.
 * `allow`: types of tools that need no guardrail.
 */
export interface Options {
  readonly allow: readonly TypeOrValueSpecifier[];
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
  | 'unguardedUnknown';

export const requireGuardrail = defineRule<MessageId, Options>({
  name: 'require-guardrail',
  docs: {
    description: 'Require a guardrail on each sensitive tool that an agent, or the program itself, can run',
    layer: 'guardrail',
    presets: { recommended: 'warn', strict: ['error', { checkUnknown: true, minImpact: 'low' }] },
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
    unguardedUnknown: '{{tool}} {{what}}, and no guard applies in {{agents}}. {{remedy}}.',
  },
  options: {
    properties: {
      allow: { ...typeOrValueSpecifiersSchema, description: 'Types of tools that need no guardrail.' },
      checkUnknown: {
        type: 'boolean',
        description: 'Count a tool as sensitive when its effects are unknown.',
      },
      minImpact: minImpactSchema,
    },
    defaults: { allow: [], checkUnknown: false, minImpact: 'high' },
  },
  *check(file, { program, agents, guardrails }, { allow, checkUnknown: countUnknown, minImpact }) {
    const policy = new SensitivityPolicy(agents, { countUnknown, minImpact });
    const isExempt: Exemption = (node) => isOfSomeType(node, allow, program);
    const question: Question = { guardrails, policy, isExempt };
    for (const definition of definitionsIn(file, agents)) yield* ofDefinition(definition, question);
    for (const { call, kinds } of agents.calls.in(file)) {
      if (kinds.includes('agent')) {
        for (const agent of agents.agentsAt(call)) yield* ofAgent(agent, question);
        continue;
      }
      const invocation = kinds.includes('invocation') ? invocationAt(call, agents) : undefined;
      const verdict = invocation && invocationVerdictOf(invocation, guardrails, policy, isExempt);
      if (verdict?.kind === 'unguarded')
        yield {
          node: call,
          messageId: 'invoked',
          data: {
            call: calledName(call) ?? '',
            tool: toolText(invocation?.name),
            what: doesText(verdict.sensitivity, call),
          },
          witnesses: witnessesOf(verdict.sensitivity),
        };
    }
  },
});

/** What counts as unguarded. */
interface Question {
  readonly guardrails: Guardrails;
  readonly policy: SensitivityPolicy;
  readonly isExempt: Exemption;
}

/** A tool that an agent can run, with nothing that may stop it. */
interface Unguarded extends HeldTool {
  readonly sensitivity: Sensitivity;
}

type Reports = Iterable<Report<MessageId>>;

/** A definition is one finding, for all agents and for all the tools that it may make: there a guard can be added once. */
function* ofDefinition({ held }: ToolDefinition, question: Question): Reports {
  const [first, ...others] = unguardedAmong(held, question);
  if (!first) return;
  const { facts } = question.guardrails;
  yield reportOf([first, ...others], nameNodeOf(first.given.tool, facts), facts);
}

/** What a guard of the agent itself has to cover: what the SDK or a server brings, and what others define. */
function* ofAgent(agent: AgentFact, question: Question): Reports {
  const { guardrails, policy } = question;
  const { facts } = guardrails;
  const held = agent.tools.map((given) => ({ agent, given })).filter(isOfTool);
  const foreign = unguardedAmong(
    held.filter((each) => isDefinedElsewhere(each, facts)),
    question,
  );
  for (const [place, tools] of groupedBy(foreign, ({ given }) => placeWithin(given.place, agent.node)))
    yield reportOf(tools, place, facts);
  yield* ofServers(agent, question);
  yield* ofBuiltIns(agent, guardrails, policy);
  const [unresolved] = policy.countUnknown ? facts.unresolvedToolsOf(agent) : [];
  if (unresolved && !guardrails.areUnknownToolsGuarded(agent))
    yield {
      node: placeWithin(unresolved, agent.node),
      messageId: 'unguardedImport',
      data: { agent: agentText(agent, true), source: rootTextOf(unresolved) },
    };
}

function* ofServers(agent: AgentFact, { guardrails, policy, isExempt }: Question): Reports {
  const servers = agent.tools.filter(
    (given) =>
      given.tool.kind === 'set' && toolVerdictOf(agent, given, guardrails, policy, isExempt).kind === 'unguarded',
  );
  for (const [node, given] of groupedBy(servers, ({ place }) => placeWithin(place, agent.node))) {
    const nodes = [...new Set(given.map(({ tool }) => tool.node))];
    yield {
      node,
      messageId: 'unguardedServer',
      data: { agent: agentText(agent, true), servers: serversText(nodes) },
      witnesses: [...nodes.map((each): Witness => ({ node: each, role: 'tool' })), { node: agent.node, role: 'agent' }],
    };
  }
}

/** What is known to be sensitive comes before what is unknown. */
function unguardedAmong(
  held: readonly HeldTool[],
  { guardrails, policy, isExempt }: Question,
): readonly [] | readonly [Unguarded, ...Unguarded[]] {
  const [first, ...others] = held
    .flatMap(({ agent, given }): readonly Unguarded[] => {
      const verdict = toolVerdictOf(agent, given, guardrails, policy, isExempt);
      return verdict.kind === 'unguarded' ? [{ agent, given, sensitivity: verdict.sensitivity }] : [];
    })
    .sort((a, b) => Number(isUnknown(a)) - Number(isUnknown(b)));
  return first ? [first, ...others] : [];
}

/** Several unguarded tools at one place: the first of them, how many others there are, and the agents that have them. */
function reportOf(
  unguarded: readonly [Unguarded, ...Unguarded[]],
  node: ts.Node,
  facts: AgentFacts,
): Report<MessageId> {
  const [{ agent, given, sensitivity }] = unguarded;
  const tools = new Set(unguarded.map(({ given: { tool, name } }) => identityOf(tool, name)));
  const agents = [...new Set(unguarded.map((each) => each.agent))];
  const definitions = new Set(unguarded.map((each) => each.given.tool.node));
  return {
    node,
    messageId: sensitivity.class === 'unknown' ? 'unguardedUnknown' : 'unguarded',
    data: {
      tool: subjectText(nameText(given), tools.size - 1),
      what: doesText(sensitivity, node),
      agents: agentsText(agents),
      remedy: remedyAwayFrom(agent, given),
    },
    witnesses: [
      ...[...definitions].map((each): Witness => ({ node: each, role: 'tool' })),
      ...witnessesOf(sensitivity),
      ...agents.map((each): Witness => ({ node: each.node, role: 'agent' })),
    ],
    suggestions: guarding(unguarded, node.getSourceFile(), facts),
  };
}

/** A tool as the subject of a sentence. */
function nameText({ name, tool }: HeldTool['given']): string {
  const known = name ?? tool.name;
  return known === undefined ? 'This tool' : toolText(known);
}

function isUnknown({ sensitivity }: { readonly sensitivity: Sensitivity }): boolean {
  return sensitivity.class === 'unknown';
}

function* ofBuiltIns(agent: AgentFact, { facts }: Guardrails, policy: SensitivityPolicy): Iterable<Report<MessageId>> {
  const permission = builtInPermissionOf(agent, facts);
  if (!permission || permission.bypass) return;
  const unasked = permission.allowed.filter(({ name, tool }) => {
    if (tool?.tool.kind === 'tool' && !policy.sensitiveOf(tool.tool, name)) return false;
    // A function that is there and never runs is another rule's concern.
    return !agent.guards.some((guard) => {
      const { outcome } = facts.judge.judge(guard, name);
      return outcome !== 'absent' && (!guard.guard.isGeneral || outcome !== 'inert');
    });
  });
  const [first] = unasked;
  if (!first) return;
  const tools = listText([...new Set(unasked.map(({ name }) => name))]);
  yield {
    node: placeWithin(first.node, agent.node),
    messageId: 'allowed',
    data: { agent: agentText(agent, false), tools },
    suggestions: takingOut([...new Set(unasked.map(({ node }) => node))], tools, agent.node),
  };
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
