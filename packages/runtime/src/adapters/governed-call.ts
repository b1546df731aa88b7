import { toolNamed } from '../capability/agent.ts';
import type { AnyAgent, DynamicTool } from '../capability/agent.ts';
import { canonicalJson } from '../canonical.ts';
import { errorCode, McpError, TokenRejected } from '../errors.ts';
import { admittedArguments } from '../guardrail/admission.ts';
import { GuardrailBlocked } from '../guardrail/blocked.ts';
import type { CallbackRunner } from '../guardrail/callback-runner.ts';
import { invokeTool } from '../guardrail/invoke-tool.ts';
import type { GuardrailToken } from '../guardrail/token.ts';
import type { Json } from '../json.ts';
import { isRunElsewhere } from './elsewhere.ts';

/** A `CallbackRunner` of whichever agent. */
export interface AnyRunner {
  readonly agent: AnyAgent;
  readonly runBeforeTool: (tool: never, args: never) => Promise<object>;
}

/** A call that the contract has carried out. */
export interface Ran {
  readonly result: unknown;
}

/** A call that others carry out now. */
export interface Admitted {
  /** What to run it with: a copy, as the input schema has it. */
  readonly args: Json;
}

/** Whether an SDK takes other arguments than the model's for what it runs: `'fixed'` where it does not. */
export type Arguments = 'replaceable' | 'fixed';

/** The guardrail decided nothing: its callback threw, or is asked about what it cannot stop. The tool did not run. */
export class GuardrailFailed extends McpError {
  override readonly name = 'GuardrailFailed';

  /** @param cause For those who run the agent. Models read the message only. */
  constructor(agent: string, tool: string, cause: unknown) {
    super(errorCode.internal, `The guardrail of \`${agent}\` failed, so \`${tool}\` did not run.`, { cause });
  }
}

/**
 * Decides about a call that a model has made up, and carries it out, in one go.
 *
 * @throws GuardrailFailed, and what the handler throws.
 */
export async function runCall(
  runner: AnyRunner,
  name: string,
  args: unknown,
  signal?: AbortSignal,
): Promise<Ran | GuardrailBlocked> {
  const decided = await decide(runner, name, args);
  return decided instanceof GuardrailBlocked ? decided : carryOut(runner, decided, args, signal);
}

/**
 * Decides about a call of a tool that is run elsewhere, and spends its token. The caller lets it run at once, or not.
 *
 * @throws GuardrailFailed, also where the tool's handler is in the contract: the call would not reach it.
 */
export async function admitCall(
  runner: AnyRunner,
  name: string,
  args: unknown,
  kind: Arguments,
): Promise<Admitted | GuardrailBlocked> {
  const decided = await decide(runner, name, args);
  if (decided instanceof GuardrailBlocked) return decided;
  if (isRunElsewhere(decided.tool)) return admit(runner, decided, args, kind);
  const reason = `\`${name}\` has a handler in the contract, which this call would not reach.`;
  throw new GuardrailFailed(
    runner.agent.name,
    name,
    new TypeError(`${reason} Use toolsOf, or \`elsewhere\` as its handler.`),
  );
}

/**
 * Decides about a call; carries it out where the tool's handler is in the contract, and else admits it.
 *
 * @throws GuardrailFailed, and what the handler throws.
 */
export async function governCall(
  runner: AnyRunner,
  name: string,
  args: unknown,
  kind: Arguments,
  signal?: AbortSignal,
): Promise<Ran | Admitted | GuardrailBlocked> {
  const decided = await decide(runner, name, args);
  if (decided instanceof GuardrailBlocked) return decided;
  return isRunElsewhere(decided.tool)
    ? admit(runner, decided, args, kind)
    : await carryOut(runner, decided, args, signal);
}

/** A call that may happen, and its proof. */
interface Decided {
  readonly tool: DynamicTool;
  readonly token: GuardrailToken<DynamicTool, AnyAgent>;
}

/** What models are told is what they can do something about: a name or arguments that are wrong, and a no. */
const told: readonly number[] = [errorCode.toolNotFound, errorCode.invalidParams, errorCode.permissionDenied];

async function decide(given: AnyRunner, name: string, args: unknown): Promise<Decided | GuardrailBlocked> {
  // Tokens are invariant in their agent, and so are runners; which tools this one's agent holds is looked up here.
  const runner = given as unknown as CallbackRunner<AnyAgent>;
  const { agent } = runner;
  try {
    const tool = toolNamed(agent, name);
    const token = await runner.runBeforeTool(tool, args);
    return token instanceof GuardrailBlocked ? token : { tool, token };
  } catch (error) {
    return refusedBy(agent, name, error);
  }
}

/** @throws GuardrailFailed where the error is not for the model. */
function refusedBy(agent: AnyAgent, name: string, error: unknown): GuardrailBlocked {
  if (error instanceof McpError && told.includes(error.code)) {
    return new GuardrailBlocked(agent.name, name, error.message);
  }
  throw new GuardrailFailed(agent.name, name, error);
}

async function carryOut(
  { agent }: AnyRunner,
  { tool, token }: Decided,
  args: unknown,
  signal: AbortSignal | undefined,
): Promise<Ran | GuardrailBlocked> {
  try {
    return { result: await invokeTool(agent, tool, args as never, token, { signal }) };
  } catch (error) {
    if (error instanceof TokenRejected) return new GuardrailBlocked(agent.name, tool.name, error.message);
    throw error;
  }
}

/** What `invokeTool` does with a token, for a call that others run. */
function admit(
  { agent }: AnyRunner,
  { tool, token }: Decided,
  args: unknown,
  kind: Arguments,
): Admitted | GuardrailBlocked {
  try {
    const admitted = admittedArguments(agent, tool, args, token);
    if (kind === 'fixed' && canonicalJson(admitted) !== canonicalJson(args)) {
      const reason = `\`${tool.name}\` would run with other arguments than its guardrail saw: its input schema changes them.`;
      return new GuardrailBlocked(agent.name, tool.name, reason);
    }
    // With the prototypes that SDKs expect.
    return { args: structuredClone(admitted) };
  } catch (error) {
    return refusedBy(agent, tool.name, error);
  }
}

/** What a model reads in the place of a result. */
export function refusalOf({ reason }: GuardrailBlocked): string {
  return `Blocked: ${reason}`;
}

/** For SDKs that swallow what is thrown. */
export interface FailureOption {
  /** Gets the failures of the guardrail, with what it threw as their cause: the SDK keeps the message at most. */
  readonly onFailure?: (failure: GuardrailFailed) => void;
}

/** Hands failures of the guardrail on, and throws them still. */
export async function reportingTo<T>({ onFailure }: FailureOption, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof GuardrailFailed) onFailure?.(error);
    throw error;
  }
}

/** A result as text, for SDKs that give models nothing else. */
export function textOf(result: unknown): string {
  if (typeof result === 'string') return result;
  return result === undefined ? '' : JSON.stringify(result);
}

/** That an SDK's agent used what belongs to another one. */
export function ofAnotherAgent({ agent }: AnyRunner, name: string, caller: string): GuardrailBlocked {
  return new GuardrailBlocked(
    agent.name,
    name,
    `\`${name}\` was given to \`${agent.name}\`, and \`${caller}\` called it.`,
  );
}
