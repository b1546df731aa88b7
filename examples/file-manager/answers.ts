import { GuardrailBlocked, invokeTool, needsNoGuardrail, toolNamed, uncheckedInvocation } from '@agent-safety/runtime';
import type { AnyAgent, CallbackRunner } from '@agent-safety/runtime';
import type { ServerHandlers } from '@agent-safety/runtime/mcp';
import { z } from 'zod';

/**
 * Answers MCP's requests about tools with those of one agent. What goes wrong is an `McpError`, which the session
 * answers with its code; a call that the policy has blocked is a result, for the model to read.
 */
export function answersOf<A extends AnyAgent>(runner: CallbackRunner<A>): ServerHandlers {
  const { agent } = runner;
  return {
    'tools/list': () => ({
      tools: agent.tools.map(({ name, description, class: kind, input, output }) => ({
        name,
        description,
        inputSchema: jsonSchemaOf(input, 'input'),
        outputSchema: jsonSchemaOf(output, 'output'),
        annotations: { readOnlyHint: kind === 'read' },
      })),
    }),

    'tools/call': async ({ name, arguments: args = {} }, { signal }) => {
      const tool = toolNamed(agent, name);
      if (needsNoGuardrail(tool)) {
        return resultOf(await invokeTool(agent, tool, args, uncheckedInvocation(tool), { signal }));
      }
      const token = await runner.runBeforeTool(tool, args);
      if (token instanceof GuardrailBlocked) {
        return { content: [{ type: 'text', text: `Blocked: ${token.reason}.` }], isError: true };
      }
      return resultOf(await invokeTool(agent, tool, args, token, { signal }));
    },
  };
}

function resultOf(result: unknown): { content: [{ type: 'text'; text: string }]; structuredContent: object } {
  const structuredContent = z.looseObject({}).parse(result);
  return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent };
}

function jsonSchemaOf(schema: unknown, io: 'input' | 'output'): { type: 'object' } {
  if (!(schema instanceof z.ZodObject)) throw new TypeError('The schemas of tools are objects of zod.');
  return { ...z.toJSONSchema(schema, { io }), type: 'object' };
}
