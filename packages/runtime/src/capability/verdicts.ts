import type { AnyAgent, CapsBound, CapsOf } from './agent.ts';
import type { NameOfCap } from './capability.ts';
import type { CapOf } from './caps.ts';
import type { Same } from './same.ts';
import type { AnyTool } from './tool.ts';

/**
 * Whether an agent is within a bound, for errors that are texts. A function takes its agent as `A | Given`, where only `A` has
 * the bound, a `CapsBound`. The compiler infers both alike, and takes the bound itself for `A` where the agent is not within
 * it; the name shows that. The name is compared, and not the agent, whose type may have hundreds of tools.
 */
export type IsHeld<A extends CapsBound<never>, Given extends AnyAgent> =
  Same<A['name']> extends Same<Given['name']> ? true : false;

/** The tool, where the agent holds it. */
export type HeldTool<T extends AnyTool, A extends CapsBound<never>, Given extends AnyAgent> =
  IsHeld<A, Given> extends true ? T : NotHolding<Given, CapOf<T>>;

/** Who lacks what of a set. */
export type NotHolding<
  A extends AnyAgent,
  Caps,
> = `Agent \`${A['name']}\` does not hold \`${NameOfCap<Exclude<Caps, CapsOf<A>>>}\``;
