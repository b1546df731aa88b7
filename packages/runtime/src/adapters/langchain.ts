import { createMiddleware, tool as langchainTool, ToolMessage } from 'langchain';
import type { AgentMiddleware, DynamicStructuredTool } from 'langchain';
import { governCall, refusalOf, runCall, textOf } from './governed-call.ts';
import type { AnyRunner } from './governed-call.ts';
import { jsonSchemaOf, ownToolsOf } from './json-schema.ts';

export { elsewhere } from './elsewhere.ts';
export { GuardrailFailed } from './governed-call.ts';
export type { AnyRunner } from './governed-call.ts';

/**
 * The agent's tools, for graphs without middleware: a `ToolNode`, for example. Each call asks the runner and then runs
 * the contract's handler. `createAgent` gets them from `guardrailMiddleware`.
 *
 * @throws TypeError where an input schema does not say itself as JSON Schema.
 */
export function toolsOf(runner: AnyRunner): DynamicStructuredTool[] {
  return ownToolsOf(runner).map((tool) =>
    langchainTool(
      async (args: unknown, { signal }: { readonly signal?: AbortSignal } = {}) => {
        const outcome = await runCall(runner, tool.name, args, signal);
        return outcome.kind === 'ran' ? textOf(outcome.result) : refusalOf(outcome);
      },
      { name: tool.name, description: tool.description ?? '', schema: jsonSchemaOf(tool) },
    ),
  );
}

/**
 * The middleware that makes an agent of `createAgent` the runner's agent (read from langchain 1.5.14): it brings the
 * agent's tools, and decides about each call of a tool, whoever brought it. A tool with a handler in the contract runs
 * by that handler; one with `elsewhere` runs as LangChain has it, with the arguments that were decided about. All others
 * are blocked. Put it last, so that no other middleware comes between the decision and the tool.
 *
 * Whatever the guardrail or a handler throws ends the run, as LangChain has it for middleware.
 *
 * @throws TypeError where an input schema does not say itself as JSON Schema.
 */
export function guardrailMiddleware(runner: AnyRunner): AgentMiddleware {
  return createMiddleware({
    name: `agent-safety: ${runner.agent.name}`,
    tools: toolsOf(runner),
    wrapToolCall: async (request, handler) => {
      const { toolCall } = request;
      const outcome = await governCall(runner, toolCall.name, toolCall.args, 'replaceable', request.runtime.signal);
      if (outcome.kind === 'ran') return messageOf(toolCall, textOf(outcome.result), 'success');
      if (outcome.kind !== 'admitted') return messageOf(toolCall, refusalOf(outcome), 'error');
      return handler({ ...request, toolCall: { ...toolCall, args: outcome.args as typeof toolCall.args } });
    },
  });
}

function messageOf(
  call: { readonly name: string; readonly id?: string },
  content: string,
  status: 'error' | 'success',
) {
  return new ToolMessage({ content, status, name: call.name, tool_call_id: call.id ?? '' });
}
