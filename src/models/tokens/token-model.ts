import type { ArgumentIndex, CalleeRef, ExportRef } from '../sessions/protocol.ts';

/** The arguments of a call, counted from 0, that name its subject. What a call does not name is not compared. */
export interface CallSubject {
  readonly tool?: ArgumentIndex;
  readonly args?: ArgumentIndex;
  /**
   * The agent: an argument, or `receiver` where what the method is called on belongs to one agent.
   * @errorMessage must be the index of an argument, a whole number from 0, or `receiver`
   */
  readonly agent?: ArgumentIndex | 'receiver';
}

/** A call that makes a token when the guardrail lets a call pass. */
export interface MintModel extends CallSubject {
  readonly callee: CalleeRef;
}

/** A call that spends the token that it is given, whatever becomes of the call. */
export interface SpendModel extends CallSubject {
  readonly callee: CalleeRef;
  readonly token: ArgumentIndex;
}

/** What makes a thing that belongs to one agent, such as a runner, and the argument that is the agent. */
export interface OwnerModel {
  readonly callee: CalleeRef;
  readonly agent: ArgumentIndex;
}

/** Evidence as a value: minted by a decision, spent by one call. */
export interface TokenModel {
  /** Unique, such as `agent-safety.token`. */
  readonly id: string;
  /** What messages call it. */
  readonly noun: string;
  /**
   * The types of which every value has to come from a mint.
   * @minItems 1
   */
  readonly types: readonly ExportRef[];
  /** The type whose unique symbol makes any type that has it as a key a token type too. */
  readonly brand?: ExportRef;
  /** @minItems 1 */
  readonly mints: readonly MintModel[];
  readonly spends: readonly SpendModel[];
  readonly owners?: readonly OwnerModel[];
  /** Functions that test what stands where a token may, and neither spend nor keep it: `isBlocked(decision)`. */
  readonly tests?: readonly CalleeRef[];
  /** Calls that make another tool or agent each time, so that what comes of two of them is never the same. */
  readonly makers?: readonly CalleeRef[];
  /** The documentation or source of the behaviour described here. */
  readonly source: string;
}
