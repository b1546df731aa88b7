import { each } from '../globals.ts';
import { agentHolding, nameOf, requireHeld, withoutRepetition } from './agent.ts';
import { capsOf, listGiven, meet } from './capability-set.ts';
import type { CapabilitySet, CapsGiven, KnownTools, ToolsGiven } from './capability-set.ts';
import type { AnyAgent, CapsBound, CapsOf, HasCaps } from './agent.ts';
import type { Caps, Meet } from './caps.ts';
import type { AnyTool } from './tool.ts';
import type { IsHeld, NotHolding } from './verdicts.ts';

/**
 * A sub-agent as far as an orchestrator may use it: an agent of its own, with its own runner. It can orchestrate in
 * turn, over what it holds and nothing else.
 */
export interface DelegatedAgent<C, Orchestrator extends AnyAgent, Subagent extends AnyAgent> extends HasCaps<C> {
  readonly name: `${Orchestrator['name']} → ${Subagent['name']}`;
  /** Names: whoever is lent a tool gets at neither of the agents, which may hold more. */
  readonly orchestrator: Orchestrator['name'];
  readonly subagent: Subagent['name'];
}

/** What both sides have to hold: all that may be in a list, and what is in a set. */
type CapsAsked<Tools extends ToolsGiven> = [Tools] extends [readonly AnyTool[]]
  ? Caps<Tools>
  : [Tools] extends [CapabilitySet<infer C>]
    ? C
    : never;

/** The tools, where each agent that was given is within its bound. */
type LentTools<
  Tools extends ToolsGiven,
  Orchestrator extends CapsBound<never>,
  GivenOrchestrator extends AnyAgent,
  Subagent extends CapsBound<never>,
  GivenSubagent extends AnyAgent,
> =
  IsHeld<Orchestrator, GivenOrchestrator> extends true
    ? IsHeld<Subagent, GivenSubagent> extends true
      ? KnownTools<Tools>
      : NotLent<Tools, GivenSubagent>
    : NotLent<Tools, GivenOrchestrator>;

/** At each tool that the agent lacks, what it lacks. */
type NotLent<Tools extends ToolsGiven, A extends AnyAgent> = Tools extends readonly AnyTool[]
  ? {
      readonly [Index in keyof Tools]: Tools[Index] extends AnyTool<infer Cap> ? LentTool<Tools[Index], Cap, A> : never;
    }
  : NotHolding<A, CapsAsked<Tools>>;

type LentTool<Tool, Cap, A extends AnyAgent> = [Cap] extends [CapsOf<A>] ? Tool : NotHolding<A, Cap>;

/**
 * Lends a sub-agent what both sides hold, or some of it. Nobody grants what they do not possess: a tool that either side
 * lacks is a compile error.
 *
 * @throws CapabilityNotHeld where the types were got around.
 */
export function delegate<Orchestrator extends AnyAgent, Subagent extends AnyAgent>(
  orchestrator: Orchestrator,
  subagent: Subagent,
): DelegatedAgent<Meet<CapsOf<Orchestrator>, CapsOf<Subagent>>, Orchestrator, Subagent>;
export function delegate<
  const Tools extends ToolsGiven,
  Orchestrator extends CapsBound<CapsAsked<Tools>>,
  Subagent extends CapsBound<CapsAsked<Tools>>,
  GivenOrchestrator extends AnyAgent = Extract<Orchestrator, AnyAgent>,
  GivenSubagent extends AnyAgent = Extract<Subagent, AnyAgent>,
>(
  orchestrator: Orchestrator | GivenOrchestrator,
  subagent: Subagent | GivenSubagent,
  tools: LentTools<Tools, Orchestrator, GivenOrchestrator, Subagent, GivenSubagent>,
): DelegatedAgent<CapsGiven<Tools>, GivenOrchestrator, GivenSubagent>;
export function delegate(
  orchestrator: AnyAgent,
  subagent: AnyAgent,
  tools: ToolsGiven = meet(capsOf(orchestrator), capsOf(subagent)),
): AnyAgent {
  const lent = withoutRepetition(listGiven(tools));
  each(lent, (tool) => {
    requireHeld(orchestrator, tool);
    requireHeld(subagent, tool);
  });
  const names = { orchestrator: nameOf(orchestrator), subagent: nameOf(subagent) };
  return agentHolding({ name: `${names.orchestrator} → ${names.subagent}`, ...names }, lent);
}
