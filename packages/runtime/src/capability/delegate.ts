import { agentHolding, nameOf, requireHeld } from './agent.ts';
import type { AnyAgent, HasCaps } from './agent.ts';
import type { Caps, CapsOfList } from './caps.ts';
import type { AnyTool } from './tool.ts';

/**
 * A sub-agent as far as an orchestrator may use it: an agent of its own, with its own runner. It can orchestrate in
 * turn, over what it holds and nothing else.
 */
export interface DelegatedAgent<C, Orchestrator extends AnyAgent, Subagent extends AnyAgent> extends HasCaps<C> {
  readonly name: `${Orchestrator['name']} → ${Subagent['name']}`;
  readonly orchestrator: Orchestrator;
  readonly subagent: Subagent;
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
  const lent = [...new Set<AnyTool>(tools)];
  for (const tool of lent) {
    requireHeld(orchestrator, tool);
    requireHeld(subagent, tool);
  }
  const name = `${nameOf(orchestrator)} → ${nameOf(subagent)}`;
  return agentHolding({ name, orchestrator, subagent }, lent) as DelegatedAgent<
    CapsOfList<Tools>,
    Orchestrator,
    Subagent
  >;
}
