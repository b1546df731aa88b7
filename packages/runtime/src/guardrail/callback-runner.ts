import { isAgent, requireHeld } from '../capability/agent.ts';
import type { AnyAgent, CapsOf, HasCaps } from '../capability/agent.ts';
import type { Capability, PartOf } from '../capability/capability.ts';
import type { CapOf } from '../capability/caps.ts';
import type { AnyTool, GivenOf } from '../capability/tool.ts';
import { errorCode, McpError } from '../errors.ts';
import { freeze } from '../globals.ts';
import { copyOf } from '../json.ts';
import { unlessAborted } from '../unless-aborted.ts';
import { readArguments } from './arguments.ts';
import { GuardrailBlocked, isBlock } from './blocked.ts';
import type { Block } from './blocked.ts';
import { takeMint } from './token.ts';
import type { GuardrailToken } from './token.ts';

const mint = takeMint();
const { now: dateNow } = Date;

/** What a callback decides about: a union over the agent's tools, told apart by `name`. */
export type BeforeToolCall<A extends AnyAgent> = CallOf<CapsOf<A>, A>;

type CallOf<C, A extends AnyAgent> =
  C extends Capability<infer Name, infer Args, infer _Result>
    ? {
        readonly name: Name;
        readonly tool: AnyTool;
        /** As the handler will get them: valid, and a copy that is the callback's own. */
        readonly args: PartOf<Args>;
        /** The name: a callback can say no for the agent, and not act as it. */
        readonly agent: A['name'];
        /** Aborted where the caller gives up. */
        readonly signal: AbortSignal | undefined;
      }
    : never;

/** Answers `undefined` to let the call pass, or `block(reason)`. What it throws stops the call too. */
export type BeforeTool<A extends AnyAgent> = (
  call: BeforeToolCall<A>,
) => Block | undefined | Promise<Block | undefined>;

/** What a `CallbackRunner` takes besides its agent. */
export interface CallbackRunnerOptions<A extends AnyAgent> {
  readonly beforeTool: BeforeTool<A>;
  /** How long a token counts after the callback has answered, in milliseconds. Without it, until it is spent. */
  readonly expiresInMs?: number;
  /** The clock, in milliseconds; `Date.now` unless given. */
  readonly now?: () => number;
}

/** What a decision takes besides the tool and its arguments. */
export interface DecisionOptions {
  /** Aborted where the caller gives up, or cannot wait any longer. */
  readonly signal?: AbortSignal | undefined;
}

/** Runs the guardrail of one agent, and is the only one to mint tokens for it. */
export class CallbackRunner<A extends AnyAgent> {
  /** Whose guardrail this is. */
  readonly agent: A;
  readonly #agent: A;
  readonly #beforeTool: BeforeTool<A>;
  readonly #expiresInMs: number;
  readonly #now: () => number;

  /** @throws TypeError without an agent or a callback, or where the expiry is no positive number. */
  constructor(agent: A, options: CallbackRunnerOptions<A>) {
    const { beforeTool, expiresInMs = Infinity, now = dateNow } = options;
    if (!isAgent(agent)) throw new TypeError('A runner needs an agent that defineAgent or delegate made.');
    if (typeof beforeTool !== 'function') throw new TypeError(`The runner of \`${agent.name}\` needs beforeTool.`);
    if (!(expiresInMs > 0)) throw new TypeError('expiresInMs has to be a positive number.');
    this.agent = agent;
    this.#agent = agent;
    this.#beforeTool = beforeTool;
    this.#expiresInMs = expiresInMs;
    this.#now = now;
    freeze(this);
  }

  /**
   * Asks the callback about a call. The arguments are read now, once: what becomes of them afterwards reaches neither
   * the callback nor the handler.
   *
   * @throws CapabilityNotHeld where the agent does not hold the tool; McpError with code -32602 where the arguments are
   *   not plain JSON or not valid, with -32603 where the callback answers anything else; what the callback throws; and
   *   the reason of the signal, where it is aborted before the callback has answered: `AbortSignal.timeout(5_000)` is a
   *   deadline.
   */
  async runBeforeTool<T extends AnyTool>(
    this: CallbackRunner<A> & { readonly agent: HasCaps<CapOf<T>> },
    tool: T,
    args: GivenOf<T>,
    { signal }: DecisionOptions = {},
  ): Promise<GuardrailToken<T, A> | GuardrailBlocked> {
    const agent = this.#agent;
    requireHeld(agent, tool);
    const call = await readArguments(tool, args);
    const { name } = agent;
    // One of the union's members, but which is known at run time only.
    const asked = {
      name: tool.name,
      tool,
      args: copyOf(call.args),
      agent: name,
      signal,
    } as unknown as BeforeToolCall<A>;
    const beforeTool = this.#beforeTool;
    signal?.throwIfAborted();
    const answer: unknown = await unlessAborted(beforeTool(asked), signal);
    if (isBlock(answer)) return new GuardrailBlocked(agent.name, tool.name, answer.reason);
    // Anything else may be meant as a no.
    if (answer !== undefined) {
      throw new McpError(
        errorCode.internal,
        `The guardrail of \`${agent.name}\` must answer undefined or block(reason).`,
      );
    }
    const now = this.#now;
    const expiresAt = numberOf(now()) + this.#expiresInMs;
    const { given, args: checked } = call;
    return mint({ agent, tool, given, args: checked, isExpired: () => !(numberOf(now()) < expiresAt) });
  }
}

/** A clock that gives no number ends the token's time. */
function numberOf(time: unknown): number {
  return typeof time === 'number' ? time : NaN;
}
