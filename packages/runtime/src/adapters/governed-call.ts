import { toolNamed } from '../capability/agent.ts';
import type { AnyAgent, DynamicTool } from '../capability/agent.ts';
import { errorCode, McpError } from '../errors.ts';
import { admittedArguments, isRejectionOf } from '../guardrail/admission.ts';
import { isBlocked } from '../guardrail/blocked.ts';
import type { CallbackRunner, DecisionOptions } from '../guardrail/callback-runner.ts';
import { invokeTool } from '../guardrail/invoke-tool.ts';
import type { GuardrailToken } from '../guardrail/token.ts';
import { isSameJson, keep } from '../json.ts';
import type { Json } from '../json.ts';
import { isRunElsewhere } from './elsewhere.ts';

const { structuredClone: structuredCopyOf } = globalThis;

/** A `CallbackRunner` of whichever agent. */
export interface AnyRunner {
  readonly agent: AnyAgent;
  readonly runBeforeTool: (tool: never, args: never, options?: DecisionOptions) => Promise<object>;
}

/** A call that the contract has carried out. */
export interface Ran {
  readonly kind: 'ran';
  readonly result: unknown;
}

/** A call that others carry out now. */
export interface Admitted {
  readonly kind: 'admitted';
  /** What to run it with: a copy, as the input schema has it. */
  readonly args: Json;
}

/** A call that does not happen. */
export interface Refused {
  readonly kind: 'refused';
  readonly reason: string;
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
): Promise<Ran | Refused> {
  const decided = await decide(runner, name, args, signal);
  return decided.kind === 'decided' ? await carryOut(runner, decided, args, signal) : decided;
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
  signal?: AbortSignal,
): Promise<Admitted | Refused> {
  const decided = await decide(runner, name, args, signal);
  if (decided.kind !== 'decided') return decided;
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
): Promise<Ran | Admitted | Refused> {
  const decided = await decide(runner, name, args, signal);
  if (decided.kind !== 'decided') return decided;
  return isRunElsewhere(decided.tool)
    ? admit(runner, decided, args, kind)
    : await carryOut(runner, decided, args, signal);
}

/** A call that may happen, and its proof. */
interface Decided {
  readonly kind: 'decided';
  readonly tool: DynamicTool;
  readonly token: GuardrailToken<DynamicTool, AnyAgent>;
}

/** What models are told is what they can do something about: a name or arguments that are wrong, and a no. */
const told: readonly number[] = [errorCode.toolNotFound, errorCode.invalidParams, errorCode.permissionDenied];

async function decide(
  given: AnyRunner,
  name: string,
  args: unknown,
  signal: AbortSignal | undefined,
): Promise<Decided | Refused> {
  // Tokens are invariant in their agent, and so are runners; which tools this one's agent holds is looked up here.
  const runner = given as unknown as CallbackRunner<AnyAgent>;
  const { agent } = runner;
  try {
    const tool = toolNamed(agent, name);
    const token = await runner.runBeforeTool(tool, args, { signal });
    return isBlocked(token) ? refused(token.reason) : ({ __proto__: null, kind: 'decided', tool, token } as Decided);
  } catch (error) {
    return refusedBy(agent, name, error);
  }
}

/** @throws GuardrailFailed where the error is not for the model. */
function refusedBy(agent: AnyAgent, name: string, error: unknown): Refused {
  if (error instanceof McpError && told.includes(error.code)) return refused(error.message);
  throw new GuardrailFailed(agent.name, name, error);
}

async function carryOut(
  { agent }: AnyRunner,
  { tool, token }: Decided,
  args: unknown,
  signal: AbortSignal | undefined,
): Promise<Ran | Refused> {
  try {
    const result = await invokeTool(agent, tool, args as never, token, { signal });
    return { __proto__: null, kind: 'ran', result } as Ran;
  } catch (error) {
    // A handler may throw a rejection too, of another call: the effect of this one may have happened.
    if (isRejectionOf(error, token)) return refused(error.message);
    throw error;
  }
}

/** What `invokeTool` does with a token, for a call that others run. */
function admit({ agent }: AnyRunner, { tool, token }: Decided, args: unknown, kind: Arguments): Admitted | Refused {
  try {
    const admitted = admittedArguments(agent, tool, args, token);
    if (kind === 'fixed' && !isSameJson(keep(admitted), args)) {
      return refused(
        `\`${tool.name}\` would run with other arguments than its guardrail saw: its input schema changes them.`,
      );
    }
    // With the prototypes that SDKs expect.
    return { __proto__: null, kind: 'admitted', args: structuredCopyOf(admitted) } as Admitted;
  } catch (error) {
    return refusedBy(agent, tool.name, error);
  }
}

function refused(reason: string): Refused {
  // Without a prototype, as all that is awaited here: `await` looks for `then`.
  return { __proto__: null, kind: 'refused', reason } as Refused;
}

/** What a model reads in the place of a result. */
export function refusalOf({ reason }: Refused): string {
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
export function ofAnotherAgent({ agent }: AnyRunner, name: string, caller: string): Refused {
  return refused(`\`${name}\` was given to \`${agent.name}\`, and \`${caller}\` called it.`);
}
