import { BaseTool } from '@google/adk';
import type { RunAsyncToolRequest, SingleBeforeToolCallback } from '@google/adk';
import type { AnyTool } from '../capability/tool.ts';
import { governCall, ofAnotherAgent, refusalOf, reportingTo, runCall } from './governed-call.ts';
import type { AnyRunner, FailureOption, Ran, Refused } from './governed-call.ts';
import { jsonSchemaOf, ownToolsOf } from './json-schema.ts';
import type { ObjectSchema } from './json-schema.ts';

export { elsewhere } from './elsewhere.ts';
export { GuardrailFailed } from './governed-call.ts';
export type { AnyRunner } from './governed-call.ts';

/** How the SDK's agent is told apart, and who is told of failures. */
export interface AdkOptions extends FailureOption {
  /** The `name` of the `LlmAgent`; that of the contract's agent unless given. */
  readonly agentName?: string;
}

/**
 * The agent's tools for an `LlmAgent` of that name (read from @google/adk 2.0.0). Each call asks the runner and then runs
 * the contract's handler, so that nothing comes between the decision and the call. Calls of an agent with another name
 * are blocked.
 *
 * @throws TypeError where an input schema does not say itself as JSON Schema.
 */
export function toolsOf(runner: AnyRunner, options: AdkOptions = {}): BaseTool[] {
  return ownToolsOf(runner).map((tool) => new ContractTool(runner, tool, options));
}

/**
 * The `beforeToolCallback` of an `LlmAgent` of that name. A tool with a handler in the contract runs by that handler, and
 * what the SDK has under its name does not run; one with `elsewhere` runs as the SDK has it. All others are blocked,
 * `transfer_to_agent` too unless the agent holds it.
 *
 * Where the guardrail fails or a handler throws, the SDK makes an event with the `errorMessage`, and goes on without an
 * answer to the model's calls.
 */
export function beforeToolCallback(runner: AnyRunner, options: AdkOptions = {}): SingleBeforeToolCallback {
  const { agentName = runner.agent.name } = options;
  return async ({ tool, args, context }) => {
    const outcome =
      context.agentName === agentName
        ? await reportingTo(options, governCall(runner, tool.name, args, 'fixed', context.abortSignal))
        : ofAnotherAgent(runner, tool.name, context.agentName);
    return outcome.kind === 'admitted' ? undefined : responseOf(outcome);
  };
}

class ContractTool extends BaseTool {
  readonly #runner: AnyRunner;
  readonly #options: AdkOptions;
  readonly #schema: ObjectSchema;

  constructor(runner: AnyRunner, tool: AnyTool, options: AdkOptions) {
    super({ name: tool.name, description: tool.description ?? '' });
    this.#runner = runner;
    this.#options = options;
    this.#schema = jsonSchemaOf(tool);
  }

  override _getDeclaration() {
    return { name: this.name, description: this.description, parametersJsonSchema: this.#schema };
  }

  override async runAsync({ args, toolContext }: RunAsyncToolRequest): Promise<Record<string, unknown>> {
    const runner = this.#runner;
    const { agentName = runner.agent.name } = this.#options;
    return responseOf(
      toolContext.agentName === agentName
        ? await reportingTo(this.#options, runCall(runner, this.name, args, toolContext.abortSignal))
        : ofAnotherAgent(runner, this.name, toolContext.agentName),
    );
  }
}

/** What the model reads: an object, never a falsy value, by which the SDK would take the call for undecided. */
function responseOf(outcome: Ran | Refused): Record<string, unknown> {
  if (outcome.kind !== 'ran') return { __proto__: null, error: refusalOf(outcome) };
  const { result = null } = outcome;
  const isRecord = typeof result === 'object' && result !== null && !Array.isArray(result);
  return isRecord ? (result as Record<string, unknown>) : { __proto__: null, result };
}
