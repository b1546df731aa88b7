import { agentsBelow, excessOf, reachOf, type Way } from '../../analysis/delegation.ts';
import { nearestOf } from '../../config/nearest.ts';
import { type AgentPolicy, type Grant, isExpired, isMatch, type Policy } from '../../config/policy/policy.ts';
import type { AgentFact } from '../agents/agents.ts';
import { memo } from '../../memo.ts';
import { nameOf } from './agent-names.ts';
import type { Capability, DelegationFacts } from './delegation-facts.ts';

/** A tool that an agent can have run, and may not. */
export interface Excess {
  readonly capability: Capability & { readonly name: string };
  /** The shortest way that nothing licenses: of length 1 for a tool of its own. */
  readonly way: Way<AgentFact>;
  /** The grant that licensed it until it expired. */
  readonly expired: Grant | undefined;
}

/** A grant of which something licenses nothing. */
export interface IdleGrant {
  readonly grant: Grant;
  /** Those of its patterns that license nothing. */
  readonly tools: readonly string[];
  /**
   * - `expired`: its last day is over. `needless`: the allow-list holds the tools anyway.
   * - `noWay`: the agent does not come to such a tool that way.
   */
  readonly why: 'expired' | 'needless' | 'noWay';
  /** An agent or a tool on the way whose name is near to the one in the grant. */
  readonly nearest: string | undefined;
}

/** A name in the policy that no agent of the program has. */
export interface Stranger {
  readonly name: string;
  /** Where the policy first has it. */
  readonly line: number;
  /** The name of an agent that is near to it. */
  readonly nearest: string | undefined;
}

/** What a policy says of the agents of a program, today. */
export const policyVerdictsOf = memo(
  (policy: Policy, facts: DelegationFacts): PolicyVerdicts => new PolicyVerdicts(policy, facts, new Date()),
);

/** What a policy says of the agents of a program, on a day. */
export class PolicyVerdicts {
  readonly policy: Policy;
  readonly #facts: DelegationFacts;
  readonly #today: Date;
  #unknownAgents: readonly Stranger[] | undefined;

  constructor(policy: Policy, facts: DelegationFacts, today: Date) {
    this.policy = policy;
    this.#facts = facts;
    this.#today = today;
  }

  /** The names in the policy that no agent of the program has, as far as the names of all are known. */
  get unknownAgents(): readonly Stranger[] {
    return (this.#unknownAgents ??= this.#findStrangers());
  }

  /** The entries for an agent; none where the policy does not name it. */
  entriesOf(agent: AgentFact): readonly AgentPolicy[] {
    const own = nameOf(agent);
    return this.policy.agents.filter(({ name }) => name === own);
  }

  /** Whether the allow-list of an agent holds a tool. */
  isAllowed(agent: AgentFact, tool: string): boolean {
    return this.entriesOf(agent).some(({ allow }) => isAnyMatch(allow, tool));
  }

  /** Whether an agent may have a tool run through another one, which need not have it itself. */
  isGranted(from: AgentFact, to: AgentFact, tool: string): boolean {
    return this.grantsOn(from, to).some(({ tools }) => isAnyMatch(tools, tool));
  }

  /** The grants that hold for an agent, and through another one. */
  grantsOn(from: AgentFact, to: AgentFact): readonly Grant[] {
    const through = nameOf(to);
    return this.#grantsOf(from).filter((grant) => grant.to === through && !isExpired(grant, this.#today));
  }

  /** What an agent that the policy names can have run, and may not. A tool without a name that is known is not judged. */
  excessesOf(agent: AgentFact): readonly Excess[] {
    if (this.entriesOf(agent).length === 0) return [];
    const grants = this.#grantsOf(agent);
    const valid = grants.filter((grant) => !isExpired(grant, this.#today));
    const found = this.#excess(agent, valid);
    // With the grants that have expired, those that they were for are no longer found.
    const withExpired = valid.length < grants.length ? this.#excess(agent, grants) : found;
    return [...found].flatMap(([capability, way]): readonly Excess[] => {
      if (!isNamed(capability)) return [];
      const expired = withExpired.has(capability)
        ? undefined
        : grants.find(
            (grant) =>
              isExpired(grant, this.#today) &&
              isAnyMatch(grant.tools, capability.name) &&
              way.slice(1).some((each) => nameOf(each) === grant.to),
          );
      return [{ capability, way, expired }];
    });
  }

  /** The grants of an agent that license nothing, as far as all that they could license is known. */
  idleGrantsOf(agent: AgentFact): readonly IdleGrant[] {
    const grants = this.#grantsOf(agent);
    // Most agents have none, and then nothing below need be looked at.
    if (grants.length === 0) return [];
    const allowed = this.entriesOf(agent).flatMap(({ allow }) => allow);
    const below = [...agentsBelow(this.#facts, agent)];
    return grants.flatMap((grant): readonly IdleGrant[] => {
      const through = below.filter((each) => nameOf(each) === grant.to);
      const reached = new Set(through.flatMap((each) => [...reachOf(this.#facts, each).keys()]));
      const names = [...reached].flatMap(({ name }) => name ?? []);
      const isUsed = (pattern: string): boolean =>
        names.some((name) => isMatch(pattern, name) && !isAnyMatch(allowed, name));
      const idle = grant.tools.filter((pattern) => !isUsed(pattern));
      if (isExpired(grant, this.#today))
        return idle.length === grant.tools.length ? [{ grant, tools: idle, why: 'expired', nearest: undefined }] : [];
      const isKnown = [agent, ...below].every((each) => !this.#facts.isOpen(each)) && reached.size === names.length;
      if (idle.length === 0 || !isKnown) return [];
      const isNeedless = idle.every((pattern) => names.some((name) => isMatch(pattern, name)));
      const nearest =
        through.length === 0
          ? nearestOf(namesIn(below), grant.to)
          : idle.map((pattern) => nearestOf(names, pattern)).find((name) => name !== undefined);
      return [
        { grant, tools: idle, why: isNeedless ? 'needless' : 'noWay', nearest: isNeedless ? undefined : nearest },
      ];
    });
  }

  #findStrangers(): readonly Stranger[] {
    const known = namesIn(this.#facts.guardrails.facts.agents);
    const named = [
      ...this.policy.agents,
      ...this.policy.grants.flatMap(({ from, to, line }) => [from, to].map((name) => ({ name, line }))),
    ];
    const strange = named.filter(({ name }) => !known.includes(name));
    return strange
      .filter(({ name }, index) => strange.findIndex((other) => other.name === name) === index)
      .map(({ name, line }) => ({ name, line, nearest: nearestOf(known, name) }));
  }

  #grantsOf(agent: AgentFact): readonly Grant[] {
    const own = nameOf(agent);
    return this.policy.grants.filter(({ from }) => from === own);
  }

  #excess(agent: AgentFact, given: readonly Grant[]): ReadonlyMap<Capability, Way<AgentFact>> {
    const allowed = this.entriesOf(agent).flatMap(({ allow }) => allow);
    const reached = [...reachOf(this.#facts, agent).keys()];
    const named = (patterns: readonly string[]): ReadonlySet<Capability> =>
      new Set(reached.filter(({ name }) => name !== undefined && isAnyMatch(patterns, name)));
    const grants = new Map<AgentFact, ReadonlySet<Capability>>();
    if (given.length > 0)
      for (const below of agentsBelow(this.#facts, agent)) {
        const name = nameOf(below);
        const tools = given.filter(({ to }) => to === name).flatMap((grant) => grant.tools);
        if (tools.length > 0) grants.set(below, named(tools));
      }
    return excessOf(this.#facts, agent, { scope: named(allowed), grants });
  }
}

function namesIn(agents: readonly AgentFact[]): readonly string[] {
  return [...new Set(agents.flatMap((agent) => nameOf(agent) ?? []))];
}

function isNamed(capability: Capability): capability is Capability & { readonly name: string } {
  return capability.name !== undefined;
}

function isAnyMatch(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => isMatch(pattern, name));
}
