import { each } from '../globals.ts';
import { agentHolding, nameOf, requireHeld, withoutRepetition } from './agent.ts';
import type { AnyAgent, HasCaps } from './agent.ts';
import type { Caps, CapsOfList } from './caps.ts';
import type { AnyTool } from './tool.ts';

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

/**
 * Lends a sub-agent some of what both sides hold. Nobody grants what they do not possess: a tool that either side
 * lacks is a compile error.
 *
 * @throws CapabilityNotHeld where the types were got around.
 */
export function delegate<
  const Tools extends readonly AnyTool[],
  Orchestrator extends HasCaps<Caps<Tools>>,
  Subagent extends HasCaps<Caps<Tools>>,
>(
  orchestrator: Orchestrator,
  subagent: Subagent,
  tools: Tools,
): DelegatedAgent<CapsOfList<Tools>, Orchestrator, Subagent> {
  const lent = withoutRepetition(tools);
  each(lent, (tool) => {
    requireHeld(orchestrator, tool);
    requireHeld(subagent, tool);
  });
  const names = { orchestrator: nameOf(orchestrator), subagent: nameOf(subagent) };
  return agentHolding({ name: `${names.orchestrator} → ${names.subagent}`, ...names }, lent) as DelegatedAgent<
    CapsOfList<Tools>,
    Orchestrator,
    Subagent
  >;
}
