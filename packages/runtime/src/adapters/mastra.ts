import type { ToolAction, ToolHooks } from '@mastra/core/tools';
import { governCall, ofAnotherAgent, refusalOf, reportingTo, runCall } from './governed-call.ts';
import type { AnyRunner, FailureOption } from './governed-call.ts';
import { ownToolsOf, uncheckedSchemaOf } from './json-schema.ts';

export { elsewhere } from './elsewhere.ts';
export { GuardrailFailed } from './governed-call.ts';
export type { AnyRunner } from './governed-call.ts';

/**
 * The agent's tools for an `Agent` (read from @mastra/core 1.71.0). Each call asks the runner and then runs the contract's
 * handler.
 *
 * @throws TypeError where an input schema does not say itself as JSON Schema.
 */
export function toolsOf(runner: AnyRunner, options: FailureOption = {}): Record<string, ToolAction<unknown, unknown>> {
  return Object.fromEntries(
    ownToolsOf(runner).map((tool) => [
      tool.name,
      {
        id: tool.name,
        description: tool.description ?? '',
        inputSchema: uncheckedSchemaOf(tool),
        execute: async (input: unknown, context: { readonly abortSignal?: AbortSignal } = {}) => {
          const outcome = await reportingTo(options, runCall(runner, tool.name, input, context.abortSignal));
          return outcome.kind === 'ran' ? outcome.result : refusalOf(outcome);
        },
      },
    ]),
  );
}

/** How Mastra's agent is told apart, and who is told of failures. */
export interface HookOptions extends FailureOption {
  /** The `name` of the `Agent`; that of the contract's agent unless given. */
  readonly agentName?: string;
}

/**
 * The `hooks` of an `Agent` of that name. A tool with a handler in the contract runs by that handler, and what Mastra has
 * under its name does not run; one with `elsewhere` runs as Mastra has it. All others are blocked, the tools that lead to
 * sub-agents too unless the agent holds them.
 *
 * Hooks of a single run replace those of the agent. Mastra tells the model the message of what is thrown, and goes on.
 */
export function toolHooks(
  runner: AnyRunner,
  options: HookOptions = {},
): ToolHooks & { readonly beforeToolCall: NonNullable<ToolHooks['beforeToolCall']> } {
  const { agentName = runner.agent.name } = options;
  return {
    beforeToolCall: async ({ toolName, input, context, metadata }) => {
      const caller = String(metadata?.agentName);
      const { abortSignal } = (context ?? {}) as { readonly abortSignal?: AbortSignal };
      const outcome =
        caller === agentName
          ? await reportingTo(options, governCall(runner, toolName, input, 'fixed', abortSignal))
          : ofAnotherAgent(runner, toolName, caller);
      if (outcome.kind === 'admitted') return undefined;
      const output = outcome.kind === 'ran' ? outcome.result : refusalOf(outcome);
      return { __proto__: null, proceed: false, output } as { readonly proceed: false; readonly output: unknown };
    },
  };
}
