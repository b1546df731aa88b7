import { isAgent, requireHeld } from '../capability/agent.ts';
import type { AnyAgent, CapsBound } from '../capability/agent.ts';
import type { CapOf } from '../capability/caps.ts';
import type { AnyTool, GivenOf } from '../capability/tool.ts';
import type { HeldTool } from '../capability/verdicts.ts';
import { freeze, hasOwn, ownOption } from '../globals.ts';
import { copyOf } from '../json.ts';
import { readArguments } from './arguments.ts';
import { GuardrailBlocked } from './blocked.ts';
import { Decision, timeOf } from './decision.ts';
import { bindingOf } from './define-agent.ts';
import { readGuardrail } from './guardrail.ts';
import type { Guarded, Guardrail, ReadGuardrail } from './guardrail.ts';
import { takeMint } from './token.ts';
import type { GuardrailToken } from './token.ts';

const mint = takeMint();

/** What the callback gets beside each call: the user, the request, the session, the reason. */
export type ContextGiven<Context> = undefined extends Context
  ? { readonly context?: Context }
  : { readonly context: Context };

/** What a `CallbackRunner` with a callback of its own takes besides its agent. */
export type CallbackRunnerOptions<A extends AnyAgent, Context = undefined> = Guardrail<A, Context> &
  ContextGiven<Context> & {
    /** The key of an agent that was defined with one, or with a guardrail. */
    readonly key?: symbol;
  };

/** What a decision takes besides the tool and its arguments. */
export interface DecisionOptions {
  /** Aborted where the caller gives up, or cannot wait any longer. */
  readonly signal?: AbortSignal | undefined;
}

/** Runs the guardrail of one agent, and is the only one to mint tokens for it. */
export class CallbackRunner<A extends AnyAgent, Context = undefined> {
  /** Whose guardrail this is. */
  readonly agent: A;
  readonly #agent: A;
  readonly #guardrail: ReadGuardrail;
  readonly #context: unknown;

  /**
   * @throws TypeError without an agent or a callback, where the agent has a guardrail or a key and this is not its own, or
   *   where the expiry is no positive number.
   */
  constructor(agent: A, options: CallbackRunnerOptions<A, Context>);
  constructor(
    agent: A & Guarded<Context>,
    ...options: undefined extends Context ? [options?: ContextGiven<Context>] : [options: ContextGiven<Context>]
  );
  constructor(agent: A, options: { readonly context?: unknown; readonly key?: symbol } = {}) {
    if (!isAgent(agent)) throw new TypeError('A runner needs an agent that defineAgent or delegate made.');
    this.agent = agent;
    this.#agent = agent;
    this.#guardrail = guardrailOf(agent, options);
    this.#context = ownOption(options, 'context');
    freeze(this);
  }

  /**
   * Runs the callback for a call. The arguments are read now, once: what becomes of them afterwards reaches neither
   * the callback nor the handler.
   *
   * @throws CapabilityNotHeld where the agent does not hold the tool; McpError with code -32602 where the arguments are
   *   not plain JSON or not valid, with -32603 where the callback answers anything else; what the callback throws; and
   *   the reason of the signal, where it is aborted before the callback has answered: `AbortSignal.timeout(5_000)` is a
   *   deadline.
   */
  runBeforeTool<
    T extends AnyTool,
    Holder extends CapsBound<CapOf<T>>,
    Given extends AnyAgent = Extract<Holder, AnyAgent>,
  >(
    this: CallbackRunner<A, Context> & { readonly agent: Holder | Given },
    tool: HeldTool<T, Holder, Given>,
    args: GivenOf<T>,
    options?: DecisionOptions,
  ): Promise<GuardrailToken<T, A> | GuardrailBlocked>;
  async runBeforeTool(
    tool: AnyTool,
    args: unknown,
    { signal }: DecisionOptions = {},
  ): Promise<GuardrailToken<AnyTool, A> | GuardrailBlocked> {
    const agent = this.#agent;
    requireHeld(agent, tool);
    const { given, args: checked } = await readArguments(tool, args);
    // One of the union's members, but which is known at run time only.
    const call = freeze({ name: tool.name, tool, args: copyOf(checked), agent: agent.name, signal });
    const decision = new Decision(this.#guardrail, call, this.#context);
    const answer = await decision.made();
    if (typeof answer !== 'number') return new GuardrailBlocked(agent.name, tool.name, answer.reason);
    const expiresAt = answer + this.#guardrail.expiresInMs;
    const isExpired = (): boolean => !(timeOf(this.#guardrail) < expiresAt);
    return mint({ agent, tool, given, args: checked, isExpired, settle: decision.settle });
  }
}

/** What decides: the callback of the runner, or else the guardrail that the agent was defined with. */
function guardrailOf(agent: AnyAgent, options: { readonly key?: symbol }): ReadGuardrail {
  const binding = bindingOf(agent);
  const isOwn = hasOwn(options, 'beforeTool');
  if (binding?.guardrail && !isOwn) return binding.guardrail;
  if (binding && (binding.key === undefined || ownOption(options, 'key') !== binding.key))
    throw new TypeError(
      `\`${agent.name}\` has a guardrail of its own: a runner with another one needs the key of the agent.`,
    );
  return readGuardrail(agent.name, options as object);
}
