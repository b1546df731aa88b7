import { isAgent, requireHeld } from '../capability/agent.ts';
import type { AnyAgent, CapsOf, HasCaps } from '../capability/agent.ts';
import type { Capability, PartOf } from '../capability/capability.ts';
import type { CapOf } from '../capability/caps.ts';
import type { AnyTool, GivenOf } from '../capability/tool.ts';
import { errorCode, McpError } from '../errors.ts';
import { copyOf } from '../json.ts';
import { readArguments } from './arguments.ts';
import { Block, GuardrailBlocked } from './blocked.ts';
import { mint } from './token.ts';
import type { GuardrailToken } from './token.ts';

/** What a callback decides about: a union over the agent's tools, told apart by `name`. */
export type BeforeToolCall<A extends AnyAgent> = CallOf<CapsOf<A>, A>;

type CallOf<C, A> =
  C extends Capability<infer Name, infer Args, infer _Result>
    ? {
        readonly name: Name;
        readonly tool: AnyTool;
        /** As the handler will get them: valid, and a copy that is the callback's own. */
        readonly args: PartOf<Args>;
        readonly agent: A;
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
    const { beforeTool, expiresInMs = Infinity, now = Date.now } = options;
    if (!isAgent(agent)) throw new TypeError('A runner needs an agent that defineAgent or delegate made.');
    if (typeof beforeTool !== 'function') throw new TypeError(`The runner of \`${agent.name}\` needs beforeTool.`);
    if (!(expiresInMs > 0)) throw new TypeError('expiresInMs has to be a positive number.');
    this.agent = agent;
    this.#agent = agent;
    this.#beforeTool = beforeTool;
    this.#expiresInMs = expiresInMs;
    this.#now = now;
    Object.freeze(this);
  }

  /**
   * Asks the callback about a call. The arguments are read now, once: what becomes of them afterwards reaches neither
   * the callback nor the handler.
   *
   * @throws CapabilityNotHeld where the agent does not hold the tool; McpError with code -32602 where the arguments are
   *   not plain JSON or not valid, with -32603 where the callback answers anything else; and what the callback throws.
   */
  async runBeforeTool<T extends AnyTool>(
    this: CallbackRunner<A> & { readonly agent: HasCaps<CapOf<T>> },
    tool: T,
    args: GivenOf<T>,
  ): Promise<GuardrailToken<T, A> | GuardrailBlocked> {
    const agent = this.#agent;
    requireHeld(agent, tool);
    const call = await readArguments(tool, args);
    // One of the union's members, but which is known at run time only.
    const asked = { name: tool.name, tool, args: copyOf(call.args), agent } as unknown as BeforeToolCall<A>;
    const beforeTool = this.#beforeTool;
    const answer: unknown = await beforeTool(asked);
    if (answer instanceof Block) return new GuardrailBlocked(agent.name, tool.name, answer.reason);
    // Anything else may be meant as a no.
    if (answer !== undefined) {
      throw new McpError(
        errorCode.internal,
        `The guardrail of \`${agent.name}\` must answer undefined or block(reason).`,
      );
    }
    const now = this.#now;
    const expiresAt = now() + this.#expiresInMs;
    // A clock that gives no number ends the token's time.
    return mint({ agent, tool, ...call, isExpired: () => !(now() < expiresAt) });
  }
}
