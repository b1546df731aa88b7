import type { ts } from '../../type-utils/index.ts';
import type { AgentFact } from '../../facts/agents/agents.ts';
import { labelOf, nameOf } from '../../facts/delegations/agent-names.ts';
import type { Excess, IdleGrant, PolicyVerdicts } from '../../facts/delegations/authority.ts';
import { partsText, partText } from '../../rules/texts/combinations.ts';
import { combinationsOf, type Found } from '../../facts/delegations/combinations.ts';
import type { Capability, DelegationFacts } from '../../facts/delegations/delegation-facts.ts';
import type { GraphFinding } from './report-types.ts';
import { type Widening, wideningsFrom } from '../../facts/delegations/widenings.ts';

/** How the report calls what it is about. */
export interface Naming {
  readonly agentId: (agent: AgentFact) => string;
  readonly toolId: (capability: Capability) => string;
  readonly at: (node: ts.Node) => string;
}

/** The faults that the rules about delegation find, a sentence each, and those of the policy itself. */
export function findingsOf(
  agents: readonly AgentFact[],
  facts: DelegationFacts,
  verdicts: PolicyVerdicts | undefined,
  naming: Naming,
): readonly GraphFinding[] {
  const widened = agents.flatMap((agent) =>
    wideningsFrom(agent, facts, { isUnknownAsked: false, verdicts }).map((widening) =>
      ofWidening(widening, facts, naming),
    ),
  );
  const combinations = combinationsOf(facts, verdicts?.policy);
  const combined = agents.flatMap((agent) =>
    combinations.firstIn(agent).map((found) => ofCombination(agent, found, naming)),
  );
  if (!verdicts) return [...widened, ...combined];
  const disallowed = agents.flatMap((agent) =>
    verdicts.excessesOf(agent).map((excess) => ofExcess(agent, excess, naming)),
  );
  const idle = agents.flatMap((agent) => verdicts.idleGrantsOf(agent).map((grant) => ofIdle(agent, grant, naming)));
  const strange = verdicts.strangers.map(({ name, line, nearest }): GraphFinding => {
    const meant = nearest === undefined ? 'Correct the name, or take the entry out.' : `Did you mean \`${nearest}\`?`;
    return {
      rule: 'policy',
      at: null,
      message: `The policy names \`${name}\` (line ${String(line)}), and no agent is called so. ${meant}`,
      path: agents.filter((agent) => nearest !== undefined && nameOf(agent) === nearest).map(naming.agentId),
      tools: [],
    };
  });
  return [...widened, ...combined, ...disallowed, ...idle, ...strange];
}

function ofWidening(widening: Widening, facts: DelegationFacts, { agentId, toolId, at }: Naming): GraphFinding {
  const { from, to, place } = widening.delegation;
  const [parent, child] = [from, to].map((agent) => `\`${labelOf(agent)}\``);
  const common = {
    rule: 'no-scope-widening' as const,
    at: at(place),
    path: [agentId(from), agentId(to)],
  };
  switch (widening.kind) {
    case 'inherited':
      return {
        ...common,
        message: `${child} is described with "${widening.words}", and inherits all tools of ${parent}.`,
        tools: [],
      };
    case 'wildcard':
      return {
        ...common,
        message: `${child} gets all tools that \`${widening.entry}\` stands for, and ${parent} does not have them.`,
        tools: [],
      };
    case 'listed':
      return { ...common, message: `${child} lists \`${widening.tool}\`, and ${parent} does without it.`, tools: [] };
    case 'escaped':
    case 'switchedOff':
    case 'widened': {
      const { given } = widening;
      const tool = given.name === undefined ? 'a tool' : `\`${given.name}\``;
      const messages = {
        escaped: `Somebody decides before ${parent} runs ${tool}, and nobody does where ${child} runs it for it.`,
        switchedOff: `${parent} requires a decision before ${tool}, and ${child} switches it off for itself.`,
        widened: `${parent} can have ${child} run ${tool}, which it lacks itself, and nobody decides.`,
      };
      const held = facts.holdingsOf(to).find((holding) => holding.given === given);
      return { ...common, message: messages[widening.kind], tools: held ? [toolId(held.capability)] : [] };
    }
  }
}

function ofCombination(agent: AgentFact, { parts, unguarded, forbidden }: Found, naming: Naming): GraphFinding {
  const named = (name: string): string => name;
  const end = unguarded ? `, and nobody decides before ${partText(unguarded, named)}.` : `: \`${forbidden.name}\`.`;
  return {
    rule: 'no-lethal-combination',
    at: naming.at(agent.node),
    message: `\`${labelOf(agent)}\` combines ${partsText(parts, named)}${end}`,
    path: (unguarded?.way ?? [agent]).map(naming.agentId),
    tools: [...new Set(parts.map(({ capability }) => naming.toolId(capability)))],
  };
}

function ofExcess(agent: AgentFact, { capability, way, expired }: Excess, naming: Naming): GraphFinding {
  const [, next] = way;
  const told = `\`${[...way.map(labelOf)].join(' → ')}: ${capability.name}\``;
  return {
    rule: 'no-disallowed-capability',
    at: naming.at((next ?? agent).node),
    message: expired
      ? `${told} was granted to \`${labelOf(agent)}\` until ${expired.expires ?? ''}.`
      : `${told} is outside of the allow-list of \`${labelOf(agent)}\`.`,
    path: way.map(naming.agentId),
    tools: [naming.toolId(capability)],
  };
}

function ofIdle(agent: AgentFact, { grant, tools, why }: IdleGrant, { agentId, at }: Naming): GraphFinding {
  const list = tools.map((tool) => `\`${tool}\``).join(', ');
  const reasons = {
    expired: `expired on ${grant.expires ?? ''}`,
    needless: 'is not needed, since the allow-list holds that',
    noWay: 'licenses nothing: no such tool is reached that way',
  };
  return {
    rule: 'policy',
    at: at(agent.node),
    message: `The grant of ${list} to \`${grant.from}\` through \`${grant.to}\` (line ${String(grant.line)}) ${reasons[why]}.`,
    path: [agentId(agent)],
    tools: [],
  };
}
