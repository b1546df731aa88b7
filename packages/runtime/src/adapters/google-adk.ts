import { BaseTool } from '@google/adk';
import type { RunAsyncToolRequest, SingleBeforeToolCallback } from '@google/adk';
import type { AnyTool } from '../capability/tool.ts';
import { GuardrailBlocked } from '../guardrail/blocked.ts';
import { governCall, ofAnotherAgent, refusalOf, runCall } from './governed-call.ts';
import type { AnyRunner } from './governed-call.ts';
import { jsonSchemaOf, ownToolsOf } from './json-schema.ts';
import type { ObjectSchema } from './json-schema.ts';

export { elsewhere } from './elsewhere.ts';
export { GuardrailFailed } from './governed-call.ts';
export type { AnyRunner } from './governed-call.ts';

/** How the SDK's agent is told apart. */
export interface AgentNameOption {
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
export function toolsOf(runner: AnyRunner, { agentName = runner.agent.name }: AgentNameOption = {}): BaseTool[] {
  return ownToolsOf(runner).map((tool) => new ContractTool(runner, tool, agentName));
}

/**
 * The `beforeToolCallback` of an `LlmAgent` of that name. A tool with a handler in the contract runs by that handler, and
 * what the SDK has under its name does not run; one with `elsewhere` runs as the SDK has it. All others are blocked,
 * `transfer_to_agent` too unless the agent holds it.
 *
 * @throws GuardrailFailed, and what a handler throws; either ends the run.
 */
export function beforeToolCallback(
  runner: AnyRunner,
  { agentName = runner.agent.name }: AgentNameOption = {},
): SingleBeforeToolCallback {
  return async ({ tool, args, context }) => {
    const outcome =
      context.agentName === agentName
        ? await governCall(runner, tool.name, args, 'fixed', context.abortSignal)
        : ofAnotherAgent(runner, tool.name, context.agentName);
    return outcome instanceof GuardrailBlocked || 'result' in outcome ? responseOf(outcome) : undefined;
  };
}

class ContractTool extends BaseTool {
  readonly #runner: AnyRunner;
  readonly #agentName: string;
  readonly #schema: ObjectSchema;

  constructor(runner: AnyRunner, tool: AnyTool, agentName: string) {
    super({ name: tool.name, description: tool.description ?? '' });
    this.#runner = runner;
    this.#agentName = agentName;
    this.#schema = jsonSchemaOf(tool);
  }

  override _getDeclaration() {
    return { name: this.name, description: this.description, parametersJsonSchema: this.#schema };
  }

  override async runAsync({ args, toolContext }: RunAsyncToolRequest): Promise<Record<string, unknown>> {
    const { agentName, abortSignal } = toolContext;
    return responseOf(
      agentName === this.#agentName
        ? await runCall(this.#runner, this.name, args, abortSignal)
        : ofAnotherAgent(this.#runner, this.name, agentName),
    );
  }
}

/** What the model reads: an object, never a falsy value, by which the SDK would take the call for undecided. */
function responseOf(outcome: GuardrailBlocked | { readonly result: unknown }): Record<string, unknown> {
  if (outcome instanceof GuardrailBlocked) return { error: refusalOf(outcome) };
  const { result = null } = outcome;
  const isRecord = typeof result === 'object' && result !== null && !Array.isArray(result);
  return isRecord ? (result as Record<string, unknown>) : { result };
}
