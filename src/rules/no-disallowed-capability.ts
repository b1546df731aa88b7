import type { ts } from '../type-utils/index.ts';
import type { AgentFact } from '../facts/agents/agents.ts';
import { labelOf, nameOf } from '../facts/delegations/agent-names.ts';
import type { Excess, IdleGrant, PolicyVerdicts } from '../facts/delegations/authority.ts';
import type { DelegationFacts } from '../facts/delegations/delegation-facts.ts';
import { withoutTools } from './edits/permissions.ts';
import { defineRule, type Report, type Suggestion } from './rule.ts';
import { placeOfStep, placeWithin, policyPlaceText } from './texts/places.ts';
import { suggestionTexts } from './texts/suggestions.ts';
import { listText, othersText, wayText } from './texts/tools.ts';

type MessageId = 'expired' | 'held' | 'idle' | 'misspelt' | 'received' | 'removeEntry';

export const noDisallowedCapability = defineRule<MessageId>({
  name: 'no-disallowed-capability',
  docs: {
    description: 'Disallow tools that an agent has, or receives over any path, outside of its allow-list',
    layer: 'lattice',
    presets: { recommended: 'error', strict: 'error' },
  },
  hasSuggestions: true,
  messages: {
    removeEntry: suggestionTexts.removeEntry,
    expired:
      '`{{way}}: {{tool}}` was granted to `{{agent}}` until {{day}} ({{entry}}). Renew the grant, or remove the tool.',
    held: '`{{agent}}` has {{tools}}, which its allow-list ({{entry}}) does not hold. Add it there, or remove it here.',
    idle: 'The grant of {{tools}} through `{{through}}` ({{entry}}) {{why}}. {{remedy}}.',
    misspelt:
      'The policy names `{{name}}` ({{entry}}), but the program has no agent of that name. Change it to `{{agent}}`, or remove it.',
    received:
      '`{{way}}: {{tool}}`{{others}} is outside of the allow-list of `{{agent}}` ({{entry}}). Grant it there, or remove it here.',
  },
  *check(file, analysis) {
    for (const agent of analysis.agents.madeIn(file)) {
      const verdicts = analysis.policyVerdictsFor(file);
      if (!verdicts) return;
      for (const excesses of byFirstStep(verdicts.excessesOf(agent)))
        yield* ofExcesses(agent, excesses, verdicts, analysis.delegations);
      for (const idle of verdicts.idleGrantsOf(agent)) yield ofIdle(agent, idle, verdicts);
      for (const { name, line, nearest } of verdicts.unknownAgents)
        if (nearest !== undefined && nameOf(agent) === nearest)
          yield {
            node: agent.node,
            messageId: 'misspelt',
            data: { name, agent: nearest, entry: policyPlaceText(verdicts.policy, line) },
            agents: [agent],
          };
    }
  },
});

/** The tools that an agent receives by the same step, or has itself. */
function* ofExcesses(
  agent: AgentFact,
  excesses: readonly Excess[],
  verdicts: PolicyVerdicts,
  delegations: DelegationFacts,
): Iterable<Report<MessageId>> {
  const { policy } = verdicts;
  const [entry] = verdicts.entriesOf(agent);
  const node = placeWithin(placeOf(agent, excesses, delegations), agent.node);
  for (const { capability, way, expired } of excesses)
    if (expired)
      yield {
        node,
        messageId: 'expired',
        data: {
          way: wayText(way.map(labelOf)),
          tool: capability.name,
          agent: labelOf(agent),
          day: expired.expires ?? '',
          entry: policyPlaceText(policy, expired.line),
        },
        agents: way,
        capabilities: [capability],
      };
  const unlicensed = excesses.filter(({ expired }) => !expired);
  const [first, ...others] = unlicensed;
  if (!first) return;
  const { capability, way } = first;
  const data = { agent: labelOf(agent), entry: policyPlaceText(policy, entry?.line ?? 1) };
  const common = { node, agents: way, capabilities: unlicensed.map((excess) => excess.capability) };
  yield way.length === 1
    ? {
        ...common,
        messageId: 'held',
        data: { ...data, tools: othersText(`\`${capability.name}\``, others.length) },
        suggestions: withoutHeld(agent, unlicensed, delegations),
      }
    : {
        ...common,
        messageId: 'received',
        data: {
          ...data,
          way: wayText(way.map(labelOf)),
          tool: capability.name,
          others: othersText('', others.length),
        },
      };
}

/** Takes tools out of the lists of an agent. */
function withoutHeld(
  agent: AgentFact,
  excesses: readonly Excess[],
  delegations: DelegationFacts,
): readonly Suggestion<MessageId>[] {
  const held = delegations.holdingsOf(agent);
  const given = excesses.map((excess) => held.find(({ capability }) => capability === excess.capability)?.given);
  return withoutTools(agent, given, listText(excesses.map(({ capability }) => capability.name)));
}

/** Where the first step of the way is made, or the tool is given. */
function placeOf(agent: AgentFact, [excess]: readonly Excess[], delegations: DelegationFacts): ts.Node {
  const next = excess?.way[1];
  if (next) {
    const step = delegations.stepsFrom(agent).find(({ to }) => to === next);
    return step ? placeOfStep(step.delegation) : next.node;
  }
  const held = delegations.holdingsOf(agent).find(({ capability }) => capability === excess?.capability);
  return held?.place ?? agent.node;
}

function ofIdle(
  agent: AgentFact,
  { grant, tools, why, nearest }: IdleGrant,
  { policy }: PolicyVerdicts,
): Report<MessageId> {
  return {
    node: agent.node,
    messageId: 'idle',
    data: {
      tools: listText(tools),
      through: grant.to,
      entry: policyPlaceText(policy, grant.line),
      why: reasonTexts[why].replace('{{day}}', grant.expires ?? ''),
      remedy: nearest === undefined ? 'Remove it' : `Correct it, perhaps to \`${nearest}\``,
    },
    agents: [agent],
  };
}

const reasonTexts = {
  expired: 'expired on {{day}}, and nothing depends on it',
  needless: 'is not needed: the allow-list holds that already',
  noWay: 'has no effect: no such tool is reached on that path',
} as const satisfies Record<IdleGrant['why'], string>;

/** Those by the same step together, and those that the agent has itself. */
function byFirstStep(excesses: readonly Excess[]): Iterable<readonly Excess[]> {
  const groups = new Map<AgentFact | undefined, Excess[]>();
  for (const excess of excesses) groups.set(excess.way[1], [...(groups.get(excess.way[1]) ?? []), excess]);
  return groups.values();
}
