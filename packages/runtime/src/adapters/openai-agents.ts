import type { FunctionTool, ToolGuardrailFunctionOutput, ToolInputGuardrailDefinition } from '@openai/agents';
import { admitCall, GuardrailFailed, ofAnotherAgent, refusalOf, runCall } from './governed-call.ts';
import type { AnyRunner, Refused } from './governed-call.ts';
import { jsonSchemaOf, ownToolsOf } from './json-schema.ts';

export { elsewhere } from './elsewhere.ts';
export { GuardrailFailed } from './governed-call.ts';
export type { AnyRunner } from './governed-call.ts';

/** How the SDK's agent is told apart. */
export interface AgentNameOption {
  /** The `name` of the SDK's agent; that of the contract's agent unless given. */
  readonly agentName?: string;
}

/** A function tool for runs with whatever context: what a tool of the contract says, and none of the callbacks. */
export type ContractTool = Pick<
  FunctionTool,
  | 'type'
  | 'name'
  | 'description'
  | 'parameters'
  | 'strict'
  | 'invoke'
  | 'needsApproval'
  | 'isEnabled'
  | 'inputGuardrails'
>;

/**
 * The agent's tools for an `Agent` of that name (read from @openai/agents 0.20.0). Each call asks the runner and then
 * runs the contract's handler, so that nothing comes between the decision and the call. A model reads why a call was
 * blocked, or how the handler failed, as its result. Calls of an agent with another name are blocked.
 *
 * @throws TypeError where an input schema does not say itself as JSON Schema.
 */
export function toolsOf(runner: AnyRunner, { agentName = runner.agent.name }: AgentNameOption = {}): ContractTool[] {
  return ownToolsOf(runner).map((tool) => ({
    type: 'function',
    name: tool.name,
    description: tool.description ?? '',
    parameters: jsonSchemaOf(tool) as ContractTool['parameters'],
    strict: false,
    needsApproval: () => Promise.resolve(false),
    isEnabled: () => Promise.resolve(true),
    inputGuardrails: [
      {
        type: 'tool_input',
        name: 'agent-safety: owner',
        run: ({ agent }) =>
          Promise.resolve(
            agent.name === agentName ? allowed : rejection(ofAnotherAgent(runner, tool.name, agent.name)),
          ),
      },
    ],
    invoke: async (_context, input, { signal } = {}) => {
      try {
        const outcome = await runCall(runner, tool.name, parsed(input), signal);
        return outcome.kind === 'ran' ? (outcome.result ?? '') : refusalOf(outcome);
      } catch (error) {
        if (error instanceof GuardrailFailed || signal?.aborted === true) throw error;
        return `\`${tool.name}\` failed: ${String(error)}`;
      }
    },
  }));
}

/**
 * A guardrail for the `inputGuardrails` of a function tool, or the `toolInputGuardrails` of an MCP server, that the
 * contract holds with `elsewhere` as its handler. It guards the tools that it is given to, and no others.
 */
export function toolGuardrail(
  runner: AnyRunner,
  { agentName = runner.agent.name }: AgentNameOption = {},
): ToolInputGuardrailDefinition {
  return {
    type: 'tool_input',
    name: `agent-safety: ${runner.agent.name}`,
    run: async ({ agent, toolCall }) => {
      if (agent.name !== agentName) return rejection(ofAnotherAgent(runner, toolCall.name, agent.name));
      const outcome = await admitCall(runner, toolCall.name, parsed(toolCall.arguments), 'fixed');
      return outcome.kind === 'admitted' ? allowed : rejection(outcome);
    },
  };
}

const allowed = Object.freeze({ __proto__: null, behavior: { type: 'allow' } } as ToolGuardrailFunctionOutput);

function rejection(blocked: Refused): ToolGuardrailFunctionOutput {
  const behavior = { type: 'rejectContent', message: refusalOf(blocked) } as const;
  return { __proto__: null, behavior } as ToolGuardrailFunctionOutput;
}

/** The arguments that a model has written. What is no JSON is left as text, which no tool takes. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
