import type { ts } from '../type-utils/index.ts';
import type { AgentFact } from '../facts/agents/agents.ts';
import { labelOf, nameOf } from '../facts/delegations/agent-names.ts';
import { type Excess, type IdleGrant, type PolicyVerdicts, policyVerdictsOf } from '../facts/delegations/authority.ts';
import { delegationFactsOf } from '../facts/delegations/delegation-facts.ts';
import type { Policy } from '../config/policy/policy.ts';
import { createRule } from './create-rule.ts';
import { eachAgent, guardrailsFor, policyFor } from './modelled-calls.ts';
import { locationOf, placeOfStep, placeWithin, policyPlaceText } from './texts/places.ts';
import { listText, othersText, wayText } from './texts/tools.ts';

type MessageId = 'expired' | 'held' | 'idle' | 'misspelt' | 'received';

export const noDisallowedCapability = createRule<[], MessageId>({
  name: 'no-disallowed-capability',
  meta: {
    type: 'problem',
    docs: {
      description: 'Disallow an agent to receive, over any way, a tool that its allow-list does not hold',
      layer: 'lattice',
      presets: { recommended: 'error', strict: 'error' },
      requiresTypeChecking: true,
    },
    messages: {
      expired:
        '`{{way}}: {{tool}}` was granted to `{{agent}}` until {{day}} ({{entry}}). Renew the grant, or take the tool away.',
      held: '`{{agent}}` has {{tools}}, which its allow-list ({{entry}}) does not hold. Add it there, or take it away here.',
      idle: 'The grant of {{tools}} through `{{through}}` ({{entry}}) {{why}}. {{remedy}}.',
      misspelt:
        'The policy names `{{name}}` ({{entry}}), and no agent of the program is called so. Correct it to `{{agent}}`, or take it out.',
      received:
        '`{{way}}: {{tool}}`{{others}} is outside of the allow-list of `{{agent}}` ({{entry}}). Grant it there, or take it away here.',
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
      if (!policy) return;
      const verdicts = policyVerdictsOf(policy, facts);
      for (const excesses of byFirstStep(verdicts.excessesOf(agent))) checkExcesses(agent, excesses, verdicts);
      for (const idle of verdicts.idleGrantsOf(agent)) reportIdle(agent, idle, policy);
      for (const { name, line, nearest } of verdicts.strangers)
        if (nearest !== undefined && nameOf(agent) === nearest)
          report(agent.node, 'misspelt', { name, agent: nearest, entry: policyPlaceText(policy, line) });
    }

    /** The tools that an agent receives by the same step, or has itself. */
    function checkExcesses(agent: AgentFact, excesses: readonly Excess[], verdicts: PolicyVerdicts): void {
      const { policy } = verdicts;
      const [entry] = verdicts.entriesOf(agent);
      const place = placeWithin(placeOf(agent, excesses), agent.node);
      for (const { capability, way, expired } of excesses)
        if (expired)
          report(place, 'expired', {
            way: wayText(way.map(labelOf)),
            tool: capability.name,
            agent: labelOf(agent),
            day: expired.expires ?? '',
            entry: policyPlaceText(policy, expired.line),
          });
      const [first, ...others] = excesses.filter(({ expired }) => !expired);
      if (!first) return;
      const data = { agent: labelOf(agent), entry: policyPlaceText(policy, entry?.line ?? 1) };
      const { name } = first.capability;
      if (first.way.length === 1) report(place, 'held', { ...data, tools: othersText(`\`${name}\``, others.length) });
      else
        report(place, 'received', {
          ...data,
          way: wayText(first.way.map(labelOf)),
          tool: name,
          others: othersText('', others.length),
        });
    }

    /** Where the first step of the way is made, or the tool is given. */
    function placeOf(agent: AgentFact, [excess]: readonly Excess[]): ts.Node {
      const next = excess?.way[1];
      if (next) {
        const step = facts.stepsFrom(agent).find(({ to }) => to === next);
        return step ? placeOfStep(step.delegation) : next.node;
      }
      const held = facts.holdingsOf(agent).find(({ capability }) => capability === excess?.capability);
      return held?.place ?? agent.node;
    }

    function reportIdle(agent: AgentFact, { grant, tools, why, nearest }: IdleGrant, policy: Policy): void {
      report(agent.node, 'idle', {
        tools: listText(tools),
        through: grant.to,
        entry: policyPlaceText(policy, grant.line),
        why: reasonTexts[why].replace('{{day}}', grant.expires ?? ''),
        remedy: nearest === undefined ? 'Take it out' : `Correct it, perhaps to \`${nearest}\``,
      });
    }

    function report(place: ts.Node, messageId: MessageId, data: Record<string, string>): void {
      context.report({ loc: locationOf(place), messageId, data });
    }
  },
});

const reasonTexts = {
  expired: 'expired on {{day}}, and nothing depends on it',
  needless: 'is not needed, since the allow-list holds that',
  noWay: 'licenses nothing: no such tool is reached that way',
} as const satisfies Record<IdleGrant['why'], string>;

/** Those by the same step together, and those that the agent has itself. */
function byFirstStep(excesses: readonly Excess[]): Iterable<readonly Excess[]> {
  const groups = new Map<AgentFact | undefined, Excess[]>();
  for (const excess of excesses) groups.set(excess.way[1], [...(groups.get(excess.way[1]) ?? []), excess]);
  return groups.values();
}
