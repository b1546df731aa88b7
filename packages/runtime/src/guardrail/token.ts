import type { AnyAgent } from '../capability/agent.ts';
import type { AnyTool } from '../capability/tool.ts';
import { create, freeze } from '../globals.ts';
import type { Json, KeptJson } from '../json.ts';
import { privateRecords } from '../private-records.ts';
import { takenOnce } from '../taken-once.ts';
import type { GuardrailBlocked } from './blocked.ts';
import type { UncheckedInvocation } from './unchecked.ts';

declare const guardrailToken: unique symbol;
declare const misfit: unique symbol;

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

/** The proof that a call of this tool by this agent may happen: the decision about it, or the word of the tool's author. */
export type TokenFor<T extends AnyTool, A extends AnyAgent> =
  GuardrailToken<NoInfer<T>, NoInfer<A>> | UncheckedInvocation<NoInfer<T>>;

/** The bound of what is given in the place of a token. As `CapsBound`, it has a member that nothing is. */
export type ProofBound<T extends AnyTool, A extends AnyAgent> = GuardrailToken<T, A> | UncheckedInvocation<T> | Misfit;

interface Misfit {
  readonly [misfit]: true;
}

/** What was given in the place of a token, where it is within its bound, `Proof`; else a text that says what it is. */
export type TokenGiven<Proof, Given, T extends AnyTool, A extends AnyAgent> =
  typeof misfit extends KeyOfEach<Proof> ? NoToken<Given, T, A> : Proof | Given;

/** Of a union too: a condition on the tokens themselves would compare their agents. */
type KeyOfEach<Proof> = Proof extends unknown ? keyof Proof : never;

type NoToken<Given, T extends AnyTool, A extends AnyAgent> = [Extract<Given, GuardrailBlocked>] extends [never]
  ? [Given] extends [GuardrailToken<infer OtherTool, infer OtherAgent>]
    ? OtherCall<OtherTool['name'], OtherAgent['name'], T['name'], A['name']>
    : [Given] extends [UncheckedInvocation<infer OtherTool>]
      ? `Opt-out of \`${OtherTool['name']}\`, not of \`${T['name']}\``
      : [Given] extends [Promise<unknown>]
        ? `\`${T['name']}\` needs a token: await the decision`
        : `\`${T['name']}\` needs a token of the runner of \`${A['name']}\``
  : `\`${T['name']}\` may be blocked: test the answer with isBlocked`;

type OtherCall<OtherTool extends string, OtherAgent extends string, Tool extends string, Agent extends string> = [
  OtherTool,
] extends [Tool]
  ? `Token of agent \`${OtherAgent}\`, not of \`${Agent}\``
  : `Token for \`${OtherTool}\`, not for \`${Tool}\``;

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
