import { agentsBelow, type DelegationGraph, reachOf, type Way } from '../../analysis/delegation.ts';
import type { Combination, EffectName, Policy } from '../../config/policy/policy.ts';
import type { AgentFact } from '../agents/agents.ts';
import { memo } from '../../memo.ts';
import type { Capability, DelegationFacts, DelegationStep, Holding } from './delegation-facts.ts';
import { type Trait, traitsOf } from './tool-traits.ts';

/** What is forbidden where no policy says otherwise. */
export type Forbidden = Pick<Combination, 'effects' | 'name' | 'reason'> & {
  /** Of the policy file; undefined for the default. */
  readonly line: number | undefined;
};

/**
 * Private data, untrusted input and a way out: what others wrote can have the agent send what it knows. Simon
 * Willison, "The lethal trifecta for AI agents" (https://simonwillison.net/2025/Jun/16/the-lethal-trifecta/); the same as
 * Meta's "Agents Rule of Two" (2025-10-31), which counts changes as ways out.
 */
const lethalTrifecta: Forbidden = {
  name: 'lethal trifecta',
  effects: ['read-private', 'untrusted-input', 'egress'],
  reason: 'What others wrote can have the agent send out what it knows.',
  line: undefined,
};

/** A tool by which an agent has one part of a combination. */
export interface Part {
  readonly effect: EffectName;
  readonly capability: Capability;
  /** The agents from the one that is looked at to the one that has the tool. */
  readonly way: Way<AgentFact>;
}

/** A combination that comes together in an agent. */
export interface Found {
  readonly forbidden: Forbidden;
  /** One for each of its effects, in their order. */
  readonly parts: readonly Part[];
  /** The last of the parts that acts, which no guard covers. Undefined where all of the effects only read. */
  readonly unguarded: (Part & { readonly holding: Holding | undefined }) | undefined;
}

/** Effects by which something leaves the agent, or is changed: a guard can stop them in time. */
const acting: ReadonlySet<EffectName> = new Set(['write', 'delete', 'execute', 'egress', 'spend']);

/** What comes together in the agents of a program, under a policy. */
export const combinationsOf = memo(
  (facts: DelegationFacts, policy: Policy | undefined): Combinations => new Combinations(facts, policy),
);

/** Finds the agents in which forbidden combinations come together. */
export class Combinations {
  readonly #facts: DelegationFacts;
  readonly #policy: Policy | undefined;
  readonly #forbidden: readonly Forbidden[];
  /** The steps that are made, without a return to the agent above: what that one has is its own. */
  readonly #steps: DelegationGraph<AgentFact, Capability>;
  /** The steps and tools that no guard covers. */
  readonly #unasked: DelegationGraph<AgentFact, Capability>;

  constructor(facts: DelegationFacts, policy: Policy | undefined) {
    const { guardrails } = facts;
    this.#facts = facts;
    this.#policy = policy;
    this.#forbidden = policy?.forbidden ?? [lethalTrifecta];
    const stepsFrom = (agent: AgentFact): readonly DelegationStep[] =>
      facts.stepsFrom(agent).filter(({ delegation }) => !delegation.isReturn);
    this.#steps = { capsOf: (agent) => facts.capsOf(agent), stepsFrom };
    this.#unasked = {
      capsOf: (agent) =>
        facts.holdingsOf(agent).flatMap(({ capability, isGuarded }) => (isGuarded ? [] : [capability])),
      stepsFrom: (agent) =>
        stepsFrom(agent).filter(({ delegation: { through } }) => {
          return through?.tool.kind !== 'tool' || !guardrails.verdictOf(agent, through).isGuarded;
        }),
    };
  }

  /**
   * What comes together in an agent, and in none of the agents below it alone. Of agents that run each other in a circle
   * it is the first in the program's text.
   */
  firstIn(agent: AgentFact): readonly Found[] {
    const found = this.#foundIn(agent);
    if (found.length === 0) return found;
    const below = [...agentsBelow(this.#steps, agent)].filter((each) => each !== agent);
    return found.filter(({ forbidden }) =>
      below.every((each) => {
        if (!this.#foundIn(each).some((other) => other.forbidden === forbidden)) return true;
        return agentsBelow(this.#steps, each).has(agent) && isBefore(agent, each);
      }),
    );
  }

  readonly #foundIn = memo((agent: AgentFact): readonly Found[] =>
    this.#forbidden.flatMap((each) => this.#findIn(agent, each) ?? []),
  );

  #findIn(agent: AgentFact, forbidden: Forbidden): Found | undefined {
    const reached = byLength(reachOf(this.#steps, agent));
    // Most agents have nothing of one kind, and then guards need not be looked at.
    const isPossible = forbidden.effects.every((effect) =>
      reached.some(([capability]) => this.#traitsOf(capability).some((trait) => trait.effect === effect)),
    );
    if (!isPossible) return undefined;
    const unasked = byLength(reachOf(this.#unasked, agent));
    const isUnasked = new Set(unasked.map(([capability]) => capability));
    const parts = forbidden.effects.flatMap((effect): Part[] => {
      const among = acting.has(effect) ? unasked : reached;
      const part = among.find(([capability]) =>
        this.#traitsOf(capability).some(
          (trait) => trait.effect === effect && (!trait.isByCommand || isUnasked.has(capability)),
        ),
      );
      return part ? [{ effect, capability: part[0], way: part[1] }] : [];
    });
    if (parts.length < forbidden.effects.length) return undefined;
    const last = parts.findLast(({ effect }) => acting.has(effect));
    return { forbidden, parts, unguarded: last && { ...last, holding: this.#holdingOf(last) } };
  }

  #traitsOf(capability: Capability): readonly Trait[] {
    return traitsOf(capability, this.#facts.guardrails.facts, this.#policy);
  }

  #holdingOf({ capability, way }: Part): Holding | undefined {
    const holder = way.at(-1);
    return holder && this.#facts.holdingsOf(holder).find((holding) => holding.capability === capability);
  }
}

/** The nearest first: an agent's own tools before those of others. */
function byLength(reach: ReadonlyMap<Capability, Way<AgentFact>>): readonly (readonly [Capability, Way<AgentFact>])[] {
  return [...reach].sort(([, a], [, b]) => a.length - b.length);
}

function isBefore(a: AgentFact, b: AgentFact): boolean {
  const [file, other] = [a, b].map(({ node }) => node.getSourceFile().fileName);
  return file === other ? a.node.pos < b.node.pos : (file ?? '') < (other ?? '');
}
