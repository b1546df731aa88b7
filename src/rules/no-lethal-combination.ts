import type { AgentFact } from '../facts/agents/agents.ts';
import { labelOf } from '../facts/delegations/agent-names.ts';
import { partsText, partText } from './texts/combinations.ts';
import { combinationsOf, type Found } from '../facts/delegations/combinations.ts';
import { delegationFactsOf } from '../facts/delegations/delegation-facts.ts';
import type { Policy } from '../config/policy/policy.ts';
import { createRule } from './create-rule.ts';
import { eachAgent, guardrailsFor, policyFor } from './modelled-calls.ts';
import { locationOf, policyPlaceText, shortened } from './texts/places.ts';
import { remedyFor } from './texts/tools.ts';

type MessageId = 'combined' | 'forbidden' | 'unguarded';

export const noLethalCombination = createRule<[], MessageId>({
  name: 'no-lethal-combination',
  meta: {
    type: 'problem',
    docs: {
      description: 'Disallow private data, untrusted input and an unguarded way out in one agent and those below it',
      layer: 'lattice',
      presets: { strict: 'error' },
      requiresTypeChecking: true,
    },
    messages: {
      combined:
        '`{{agent}}` combines {{parts}}, and nobody decides before {{tool}}. {{remedy}}, or take one of them away.',
      forbidden: '`{{agent}}` combines {{parts}}: `{{name}}` ({{entry}}). Take one of them away.',
      unguarded: '`{{agent}}` combines {{parts}}: `{{name}}` ({{entry}}). Nobody decides before {{tool}}. {{remedy}}.',
    },
    schema: [],
  },
  create(context) {
    const guardrails = guardrailsFor(context);
    const policyOfFile = policyFor(context);
    const facts = delegationFactsOf(guardrails);

    return eachAgent(context, guardrails, check);

    function check(agent: AgentFact): void {
      const policy = policyOfFile();
      for (const found of combinationsOf(facts, policy).firstIn(agent)) report(found, agent, policy);
    }

    function report({ forbidden, parts, unguarded }: Found, agent: AgentFact, policy: Policy | undefined): void {
      const { name, line } = forbidden;
      const data = {
        agent: shortened(labelOf(agent)),
        parts: partsText(parts, shortened),
        ...(unguarded ? { tool: partText(unguarded, shortened), remedy: remedyText(unguarded) } : {}),
        ...(line === undefined || !policy ? {} : { name, entry: policyPlaceText(policy, line) }),
      };
      const messageId = line === undefined ? 'combined' : unguarded ? 'unguarded' : 'forbidden';
      context.report({ loc: locationOf(agent.node), messageId, data });
    }
  },
});

/** What to write where, so that somebody decides. */
function remedyText({ way, holding }: NonNullable<Found['unguarded']>): string {
  const holder = way.at(-1);
  if (holder && holding?.given) return remedyFor(holder, holding.given);
  return holding ? 'Take it out of `allowedTools`' : 'Let somebody decide';
}
