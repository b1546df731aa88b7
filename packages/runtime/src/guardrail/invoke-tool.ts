import { requireHeld } from '../capability/agent.ts';
import type { AnyAgent, CapsBound } from '../capability/agent.ts';
import type { CapOf } from '../capability/caps.ts';
import { takeHandlerOf, validatorsOf } from '../capability/tool.ts';
import type { AnyTool, GivenOf, ResultOf } from '../capability/tool.ts';
import type { HeldTool } from '../capability/verdicts.ts';
import { errorCode, McpError } from '../errors.ts';
import type { Json } from '../json.ts';
import { validated } from '../standard-schema.ts';
import { admittedCall } from './admission.ts';
import { readArguments } from './arguments.ts';
import type { ProofBound, TokenFor, TokenGiven } from './token.ts';
import { isUnchecked } from './unchecked.ts';

const handlerOf = takeHandlerOf();

/** What a call takes besides its tool and arguments. */
export interface InvocationOptions {
  /** Handed to the handler; where it is aborted already, the handler does not run. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Calls a tool of an agent. The token is spent by this, whatever becomes of the call: a retry needs a new decision. The
 * handler gets the arguments as they were when the guardrail looked at them; those passed here only have to equal them.
 * Up to the handler's start, a call with a token gives way to no other code.
 *
 * @throws TokenRejected where the token is not for this call; CapabilityNotHeld where the agent does not hold the tool;
 *   McpError with code -32602 where the arguments are not plain JSON, with -32603 where the result does not fit the
 *   output schema; and what the handler throws.
 */
export function invokeTool<
  T extends AnyTool,
  A extends CapsBound<CapOf<T>>,
  Given extends AnyAgent = Extract<A, AnyAgent>,
  Proof extends ProofBound<T, Given> = TokenFor<T, Given>,
  Token = Proof,
>(
  agent: A | Given,
  tool: HeldTool<T, A, Given>,
  args: GivenOf<T>,
  token: TokenGiven<Proof, Token, T, Given>,
  options?: InvocationOptions,
): Promise<ResultOf<T>>;
export async function invokeTool(
  agent: AnyAgent,
  tool: AnyTool,
  args: unknown,
  token: unknown,
  options: InvocationOptions = {},
): Promise<unknown> {
  const call = isUnchecked(token, tool) ? undefined : admittedCall(agent, tool, args, token);
  let hasRun = false;
  try {
    const checked = call ? call.args : await uncheckedArguments(agent, tool, args);
    const { signal } = options;
    signal?.throwIfAborted();
    const handler = handlerOf(tool);
    if (!handler) throw new McpError(errorCode.internal, `\`${tool.name}\` has no handler.`);
    hasRun = true;
    const result: unknown = await handler(checked, { agent: agent.name, tool: tool.name, signal });
    return await checkedResult(tool, result);
  } finally {
    call?.settle(hasRun);
  }
}

/** The arguments of a call that needs no token. @throws CapabilityNotHeld, and McpError as `readArguments` does. */
export async function uncheckedArguments(agent: AnyAgent, tool: AnyTool, passed: unknown): Promise<Json> {
  requireHeld(agent, tool);
  return (await readArguments(tool, passed)).args;
}

async function checkedResult(tool: AnyTool, result: unknown): Promise<unknown> {
  const { output } = validatorsOf(tool);
  if (!output) return result;
  // The places alone: a validator's words may repeat the result, and the error goes to the peer.
  const answer = await validated(output, result, 'places');
  if (answer.isValid) return answer.value;
  throw new McpError(
    errorCode.internal,
    `The result of \`${tool.name}\` does not fit its output schema at: ${answer.problem}`,
  );
}
