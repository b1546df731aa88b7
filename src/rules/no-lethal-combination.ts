import type { AgentFact } from '../facts/agents/agents.ts';
import { labelOf } from '../facts/delegations/agent-names.ts';
import { partsText, partText } from './texts/combinations.ts';
import type { Found } from '../facts/delegations/combinations.ts';
import type { Policy } from '../config/policy/policy.ts';
import { defineRule, type Report } from './rule.ts';
import { policyPlaceText, shortened } from './texts/places.ts';
import { remedyFor } from './texts/tools.ts';

type MessageId = 'combined' | 'forbidden' | 'unguarded';

export const noLethalCombination = defineRule<MessageId>({
  name: 'no-lethal-combination',
  docs: {
    description: 'Disallow private data, untrusted input and an unguarded way out in one agent and those below it',
    layer: 'lattice',
    presets: { strict: 'error' },
  },
  messages: {
    combined: '`{{agent}}` combines {{parts}}, and {{tool}} is not guarded. {{remedy}}, or remove one of them.',
    forbidden: '`{{agent}}` combines {{parts}}: `{{name}}` ({{entry}}). Remove one of them.',
    unguarded: '`{{agent}}` combines {{parts}}: `{{name}}` ({{entry}}), and {{tool}} is not guarded. {{remedy}}.',
  },
  *check(file, analysis) {
    for (const agent of analysis.agents.madeIn(file))
      for (const found of analysis.combinationsFor(file).firstIn(agent))
        yield reportOf(found, agent, analysis.policyFor(file));
  },
});

function reportOf(
  { forbidden, parts, unguarded }: Found,
  agent: AgentFact,
  policy: Policy | undefined,
): Report<MessageId> {
  const { name, line } = forbidden;
  return {
    node: agent.node,
    messageId: line === undefined ? 'combined' : unguarded ? 'unguarded' : 'forbidden',
    data: {
      agent: shortened(labelOf(agent)),
      parts: partsText(parts, shortened),
      ...(unguarded ? { tool: partText(unguarded, shortened), remedy: remedyText(unguarded) } : {}),
      ...(line === undefined || !policy ? {} : { name, entry: policyPlaceText(policy, line) }),
    },
    agents: unguarded?.way ?? [agent],
    capabilities: parts.map(({ capability }) => capability),
  };
}

/** What to write where, so that the tool is guarded. */
function remedyText({ way, holding }: NonNullable<Found['unguarded']>): string {
  const holder = way.at(-1);
  if (holder && holding?.given) return remedyFor(holder, holding.given);
  return holding ? 'Remove it from `allowedTools`' : 'Guard it';
}
