import { requireHeld } from '../capability/agent.ts';
import type { AnyAgent, HasCaps } from '../capability/agent.ts';
import type { CapOf } from '../capability/caps.ts';
import { handlerOf } from '../capability/tool.ts';
import type { AnyTool, GivenOf, ResultOf } from '../capability/tool.ts';
import { errorCode, McpError, TokenRejected } from '../errors.ts';
import { isSameJson, readJson } from '../json.ts';
import type { Json } from '../json.ts';
import { validate } from '../standard-schema.ts';
import { readArguments } from './arguments.ts';
import { spend } from './token.ts';
import type { GuardrailToken, MintedCall } from './token.ts';
import { isUnchecked } from './unchecked.ts';
import type { UncheckedInvocation } from './unchecked.ts';

/** What a call takes besides what it is about. */
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
export async function invokeTool<T extends AnyTool, A extends HasCaps<CapOf<T>>>(
  agent: A,
  tool: T,
  args: GivenOf<T>,
  token: GuardrailToken<NoInfer<T>, NoInfer<A>> | UncheckedInvocation<NoInfer<T>>,
  options: InvocationOptions = {},
): Promise<ResultOf<T>> {
  const call = spend(token);
  requireHeld(agent, tool);
  const checked = isUnchecked(token, tool)
    ? (await readArguments(tool, args)).args
    : checkedArguments(call, agent, tool, args);
  const { signal } = options;
  signal?.throwIfAborted();
  const result: unknown = await handlerOf(tool)?.(checked, { agent: agent.name, tool: tool.name, signal });
  return await checkedResult(tool, result);
}

/** What the handler gets, where the token was minted for this call. */
function checkedArguments(
  call: MintedCall | 'spent' | 'forged',
  agent: AnyAgent,
  tool: AnyTool,
  passed: unknown,
): Json {
  if (typeof call === 'string') return reject(call);
  if (call.tool !== tool) return reject('other tool');
  if (call.agent !== agent) return reject('other agent');
  if (call.isExpired()) return reject('expired');
  if (!isSameJson(call.given, passed)) {
    readJson(passed, `The arguments of \`${tool.name}\``);
    return reject('other arguments');
  }
  return call.args;

  function reject(reason: TokenRejected['reason']): never {
    throw new TokenRejected(reason, agent.name, tool.name);
  }
}

async function checkedResult(tool: AnyTool, result: unknown): Promise<unknown> {
  if (!tool.output) return result;
  const validated = await validate(tool.output, result);
  if ('value' in validated) return validated.value;
  throw new McpError(errorCode.internal, `The result of \`${tool.name}\` does not fit its schema: ${validated.fault}`);
}
