import type { AnyAgent } from '../capability/agent.ts';
import type { AnyTool } from '../capability/tool.ts';
import { create, freeze } from '../globals.ts';
import type { Json, KeptJson } from '../json.ts';
import { privateRecords } from '../private-records.ts';
import { takenOnce } from '../taken-once.ts';

declare const guardrailToken: unique symbol;

/**
 * The key that makes a type a token type. Types of your own that prove a decision can carry it, so that the rules about
 * tokens watch over them: `type Approval = Readonly<Record<TokenBrand, 'approval'>>`.
 */
export type TokenBrand = typeof guardrailToken;

/**
 * Proof that the guardrail of this agent has let this call of this tool pass. Only a `CallbackRunner` makes one, and one
 * call spends it. At run time it is an empty frozen object: what it stands for is known to this module alone.
 */
export interface GuardrailToken<in out T extends AnyTool, in out A extends AnyAgent> {
  readonly [guardrailToken]: (tool: T, agent: A) => [T, A];
}

/** The call that a token was minted for. */
export interface MintedCall {
  readonly agent: AnyAgent;
  readonly tool: AnyTool;
  /** The arguments as they were given, which those of the call have to equal. */
  readonly given: KeptJson;
  /** The arguments as the guardrail saw them, which the handler gets. */
  readonly args: Json;
  /** Whether its time is over. */
  readonly isExpired: () => boolean;
  /** Reports to its guardrail whether it ran, or may have; once. */
  readonly settle: (hasRun: boolean) => void;
}

const calls = privateRecords<object, MintedCall | 'spent'>();

function mint<T extends AnyTool, A extends AnyAgent>(call: MintedCall): GuardrailToken<T, A> {
  // Without a prototype: `await` asks for `then`, and must find none.
  const token = freeze(create(null) as object);
  calls.set(token, call);
  return token as GuardrailToken<T, A>;
}

/** Gives the function that makes tokens, once: to the callback runner, which mints after its callback let a call pass. */
export const takeMint = takenOnce(mint, 'The mint of guardrail tokens');

/**
 * Takes what a token stands for, and leaves the token spent. The first thing that a call does, so that no code of
 * others runs between the look and the mark, and so that a call that fails in any way has spent its token.
 */
export function spend(token: unknown): MintedCall | 'spent' | 'forged' {
  const call = calls.get(token);
  if (call === undefined) return 'forged';
  calls.set(token as object, 'spent');
  return call;
}
