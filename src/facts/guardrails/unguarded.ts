import { isRunByNoUser } from '../../program/values/test-code.ts';
import type { ts } from '../../type-utils/index.ts';
import type { AgentFact } from '../agents/agents.ts';
import { type BuiltInPermission, builtInPermissionOf, exempts } from '../agents/built-in-tools.ts';
import { definitionsIn, type HeldTool, isDefinedElsewhere, isOfTool } from '../agents/definitions.ts';
import type { Call } from '../agents/matcher.ts';
import type { GivenTool } from '../agents/tools.ts';
import type { Guardrails } from './guardrails.ts';
import { type Invocation, invocationAt } from './invocations.ts';
import { compareSensitivities, type Sensitivity } from './sensitivity.ts';
import type { SensitivityPolicy } from './sensitivity-policy.ts';
import { isSwitchedOn } from './tool-switches.ts';
import { type Exemption, invocationVerdictOf, toolVerdictOf } from './verdicts.ts';

/** A tool that an agent can run, with nothing that may stop it. */
export interface UnguardedTool extends HeldTool {
  readonly sensitivity: Sensitivity;
}

/** At least one; what can break most comes first, and what is unknown last. */
export type UnguardedTools = readonly [UnguardedTool, ...UnguardedTool[]];

/** A call by which the program itself runs a tool, with nothing that may stop it. */
export interface UnguardedInvocation extends Invocation {
  readonly sensitivity: Sensitivity;
}

/** Finds what counts by a policy, needs a guard and has none. */
export class UnguardedFinder {
  readonly #guardrails: Guardrails;
  readonly #policy: SensitivityPolicy;
  readonly #isExempt: Exemption;
  readonly #countsSwitched: boolean;

  /** @param countsSwitched whether a tool counts that the agent has only where a switch of its own name is on */
  constructor(guardrails: Guardrails, policy: SensitivityPolicy, isExempt: Exemption, countsSwitched: boolean) {
    this.#guardrails = guardrails;
    this.#policy = policy;
    this.#isExempt = isExempt;
    this.#countsSwitched = countsSwitched;
  }

  /** The tools that a file defines, by definition: one guard there is for all tools that it may make, in all agents. */
  definedIn(file: ts.SourceFile): readonly UnguardedTools[] {
    return definitionsIn(file, this.#guardrails.facts)
      .map(({ held }) => this.#among(held))
      .filter((tools): tools is UnguardedTools => tools.length > 0);
  }

  /** The tools of an agent that are defined where nothing can be added. */
  foreignOf(agent: AgentFact): UnguardedTools | readonly [] {
    const held = agent.tools.map((given) => ({ agent, given })).filter(isOfTool);
    return this.#among(held.filter((each) => isDefinedElsewhere(each, this.#guardrails.facts)));
  }

  /** The servers whose tools an agent can all run. */
  serversOf(agent: AgentFact): readonly GivenTool[] {
    return agent.tools.filter((given) => given.tool.kind === 'set' && this.#sensitivityOf(agent, given));
  }

  /** The built-in tools that an agent runs without requesting permission; none where all of them run so. */
  builtInsOf(agent: AgentFact): BuiltInPermission['allowed'] {
    const { facts } = this.#guardrails;
    const permission = builtInPermissionOf(agent, facts);
    if (!permission || permission.bypass || isRunByNoUser(agent.node, facts.program)) return [];
    return permission.allowed.filter(({ called, tool }) => {
      const served = tool?.tool.kind === 'tool' ? tool.tool : undefined;
      if (served && (!this.#policy.sensitiveOf(served, called) || this.#guardrails.requestsApproval(served)))
        return false;
      // A function that is there and never runs is another rule's concern.
      return !agent.guards.some((guard) => {
        const { outcome } = facts.judge.judge(guard, called);
        const isInert =
          outcome === 'inert' && (guard.guard.isGeneral === true || exempts(guard, called, agent, facts.judge));
        return outcome !== 'absent' && !isInert;
      });
    });
  }

  /** Where an agent is given tools of which no declaration is found. */
  unresolvedOf(agent: AgentFact): ts.Expression | undefined {
    const [unresolved] = this.#policy.countUnknown ? this.#guardrails.facts.unresolvedToolsOf(agent) : [];
    return unresolved && !this.#guardrails.areUnknownToolsGuarded(agent) ? unresolved : undefined;
  }

  /** What a call runs. */
  invokedAt(call: Call): UnguardedInvocation | undefined {
    const invocation = invocationAt(call, this.#guardrails.facts);
    if (!invocation) return undefined;
    const verdict = invocationVerdictOf(invocation, this.#guardrails, this.#policy, this.#isExempt);
    if (verdict.kind !== 'unguarded') return undefined;
    const { sensitivity, tool } = verdict;
    return { ...invocation, sensitivity, name: invocation.tools.length > 1 ? tool?.name : invocation.name };
  }

  #among(held: readonly HeldTool[]): UnguardedTools | readonly [] {
    const [first, ...others] = held
      .flatMap((each): readonly UnguardedTool[] => {
        if (!this.#countsSwitched && isSwitchedOn(each)) return [];
        const sensitivity = this.#sensitivityOf(each.agent, each.given);
        return sensitivity ? [{ ...each, sensitivity }] : [];
      })
      .sort((a, b) => compareSensitivities(b.sensitivity, a.sensitivity));
    return first ? [first, ...others] : [];
  }

  /** What a tool does that nothing stops. */
  #sensitivityOf(agent: AgentFact, given: GivenTool): Sensitivity | undefined {
    const verdict = toolVerdictOf(agent, given, this.#guardrails, this.#policy, this.#isExempt);
    return verdict.kind === 'unguarded' ? verdict.sensitivity : undefined;
  }
}
