import type { AgentFact } from '../facts/agents/agents.ts';
import { builtInPermissionOf } from '../facts/agents/built-in-tools.ts';
import type { Guardrails } from '../facts/guardrails/guardrails.ts';
import { invocationAt } from '../facts/guardrails/invocations.ts';
import type { Sensitivity } from '../facts/guardrails/sensitivity.ts';
import { SensitivityPolicy } from '../facts/guardrails/sensitivity-policy.ts';
import { type Exemption, invocationVerdictOf, toolVerdictOf } from '../facts/guardrails/verdicts.ts';
import type { GivenTool } from '../facts/agents/tools.ts';
import {
  calledName,
  isOfSomeType,
  syntax,
  type ts,
  type TypeOrValueSpecifier,
  typeOrValueSpecifiersSchema,
} from '../type-utils/index.ts';
import { defineRule, type Report, type Witness } from './rule.ts';
import { placeWithin } from './texts/places.ts';
import { agentText, listText, othersText, remedyFor, toolText, witnessText } from './texts/tools.ts';

/**
 * `checkUnknown`: a tool with unknown effects, or that only sends something, is sensitive.
 * `allow`: types of tools that need no guardrail.
 */
export interface Options {
  readonly allow: readonly TypeOrValueSpecifier[];
  readonly checkUnknown: boolean;
}

type MessageId = 'allowed' | 'invoked' | 'unguarded' | 'unguardedImport' | 'unguardedServer' | 'unguardedUnknown';

export const requireGuardrail = defineRule<MessageId, Options>({
  name: 'require-guardrail',
  docs: {
    description: 'Require a guardrail on each sensitive tool that an agent, or the program itself, can run',
    layer: 'guardrail',
    presets: { recommended: 'warn', strict: ['error', { checkUnknown: true }] },
  },
  messages: {
    allowed:
      '`allowedTools` allows {{agent}} to run {{tools}} without approval, and no hook decides. Remove that, so that permission is requested.',
    invoked:
      '`{{call}}` runs {{tool}}, {{what}}, but not every path to it is guarded. Request approval for this tool and input first, and return if it is denied.',
    unguardedImport:
      '{{agent}} can run tools of `{{source}}`, which nothing declares, without a guard. Make the import resolve, or require approval for these tools.',
    unguarded: '{{agent}} can run {{tool}}, {{what}}, without a guard. {{remedy}}.',
    unguardedServer:
      '{{agent}} can run all tools of this server without a guard. List only those that read, or require approval for the others.',
    unguardedUnknown: '{{agent}} can run {{tool}}, {{what}}, and no guard applies. {{remedy}}.',
  },
  options: {
    properties: {
      allow: { ...typeOrValueSpecifiersSchema, description: 'Types of tools that need no guardrail.' },
      checkUnknown: {
        type: 'boolean',
        description: 'Count a tool as sensitive when its effects are unknown, or when it only sends something.',
      },
    },
    defaults: { allow: [], checkUnknown: false },
  },
  *check(file, { program, agents, guardrails }, { allow, checkUnknown: countUnknown }) {
    const policy = new SensitivityPolicy(agents, { countUnknown, trustNames: true });
    const isExempt: Exemption = (node) => isOfSomeType(node, allow, program);
    for (const { call, kinds } of agents.calls.in(file)) {
      if (kinds.includes('agent')) {
        for (const agent of agents.agentsAt(call)) yield* ofAgent(agent, guardrails, policy, isExempt);
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
            what: whatText(verdict.sensitivity, call),
          },
          witnesses: witnessesOf(verdict.sensitivity),
        };
    }
  },
});

function* ofAgent(
  agent: AgentFact,
  guardrails: Guardrails,
  policy: SensitivityPolicy,
  isExempt: Exemption,
): Iterable<Report<MessageId>> {
  // One definition may make several tools, each with its own name, handler and guards.
  for (const node of new Set(agent.tools.map(({ tool }) => tool.node)))
    yield* ofDefinition(
      agent,
      agent.tools.filter(({ tool }) => tool.node === node),
      guardrails,
      policy,
      isExempt,
    );
  yield* ofBuiltIns(agent, guardrails, policy);
  const [unresolved] = policy.countUnknown ? guardrails.facts.unresolvedToolsOf(agent) : [];
  if (unresolved && !guardrails.areUnknownToolsGuarded(agent))
    yield {
      node: placeWithin(unresolved, agent.node),
      messageId: 'unguardedImport',
      data: { agent: agentText(agent, true), source: rootTextOf(unresolved) },
    };
}

function* ofDefinition(
  agent: AgentFact,
  tools: readonly GivenTool[],
  guardrails: Guardrails,
  policy: SensitivityPolicy,
  isExempt: Exemption,
): Iterable<Report<MessageId>> {
  const unguarded = tools.flatMap((given) => {
    const verdict = toolVerdictOf(agent, given, guardrails, policy, isExempt);
    const { tool } = given;
    return verdict.kind === 'unguarded' && tool.kind !== 'agent'
      ? [{ given, tool, sensitivity: verdict.sensitivity }]
      : [];
  });
  // What is known to be sensitive comes before what is unknown.
  const [first, ...others] = unguarded.sort((a, b) => Number(isUnknown(a)) - Number(isUnknown(b)));
  if (!first) return;
  const { given, tool, sensitivity } = first;
  const node = placeWithin(given.place, agent.node);
  if (tool.kind === 'set') {
    const data = { agent: agentText(agent, true) };
    yield { node, messageId: 'unguardedServer', data, witnesses: [{ node: tool.node, role: 'tool' }] };
    return;
  }
  yield {
    node,
    messageId: sensitivity.class === 'unknown' ? 'unguardedUnknown' : 'unguarded',
    data: {
      agent: agentText(agent, true),
      tool: othersText(toolText(given.name ?? tool.name), others.length),
      what: whatText(sensitivity, agent.node),
      remedy: remedyFor(agent, given),
    },
    witnesses: [{ node: tool.node, role: 'tool' }, ...witnessesOf(sensitivity)],
  };
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
  yield {
    node: placeWithin(first.node, agent.node),
    messageId: 'allowed',
    data: { agent: agentText(agent, false), tools: listText([...new Set(unasked.map(({ name }) => name))]) },
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

function whatText(sensitivity: Sensitivity, from: ts.Node): string {
  if (sensitivity.class === 'unknown') {
    const name = sensitivity.call && calledName(sensitivity.call);
    return name === undefined ? 'whose effects are unknown' : `which calls \`${name}\` with unknown effects`;
  }
  if (sensitivity.class === 'harmless') return '';
  if (sensitivity.effect) return `which reaches ${witnessText(sensitivity.effect, from)}`;
  if (sensitivity.does) return sensitivity.does === 'execute' ? 'which runs commands' : 'which changes files';
  return 'which says `destructiveHint: true`';
}
