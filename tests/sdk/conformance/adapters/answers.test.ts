import { afterEach, describe, expect, it } from 'vitest';
import { toolApproval } from '../../../../packages/runtime/src/adapters/ai-sdk.ts';
import { canUseTool, preToolUse } from '../../../../packages/runtime/src/adapters/claude-agent-sdk.ts';
import { beforeToolCallback, toolsOf } from '../../../../packages/runtime/src/adapters/google-adk.ts';
import { toolHooks } from '../../../../packages/runtime/src/adapters/mastra.ts';
import { governedClient } from '../../../../packages/runtime/src/adapters/mcp-client.ts';
import { toolGuardrail } from '../../../../packages/runtime/src/adapters/openai-agents.ts';
import { filesAgent } from './files-agent.ts';

const { signal } = new AbortController();
const args = { path: 'it', passes: 1 };
const { runner } = filesAgent();
const [toolOfAdk] = toolsOf(runner);

/** What each adapter answers its SDK about a call that the guardrail blocks. */
const answers: Readonly<Record<string, () => unknown>> = {
  'ai-sdk': () =>
    toolApproval(runner)({ toolCall: { toolName: 'wipe', toolCallId: '1', input: args }, tools: {}, messages: [] }),
  'claude-agent-sdk, canUseTool': () => canUseTool(runner)('wipe', args, { signal, toolUseID: '1' } as never),
  'claude-agent-sdk, preToolUse': () =>
    preToolUse(runner).hooks[0]?.(
      { hook_event_name: 'PreToolUse', tool_name: 'wipe', tool_input: args } as never,
      undefined,
      { signal },
    ),
  'google-adk': () =>
    beforeToolCallback(runner)({ tool: { name: 'wipe' }, args, context: { agentName: 'files' } } as never),
  'google-adk, a tool': () => toolOfAdk?.runAsync({ args, toolContext: { agentName: 'files' } } as never),
  mastra: () => toolHooks(runner).beforeToolCall({ toolName: 'wipe', input: args, metadata: { agentName: 'files' } } as never), // prettier-ignore
  'mcp-client': () =>
    governedClient({ callTool: async (_params: { name: string; arguments: object }) => Promise.resolve('called') }, runner).callTool({ name: 'wipe', arguments: args }), // prettier-ignore
  'openai-agents': () =>
    toolGuardrail(runner).run({ agent: { name: 'files' }, toolCall: { name: 'wipe', arguments: JSON.stringify(args) } } as never), // prettier-ignore
};

afterEach(() => Reflect.deleteProperty(Object.prototype, 'then'));

describe('a no', () => {
  it.each(Object.keys(answers))(
    'of %s stays one where `then` is put on the prototype of every object',
    async (name) => {
      Object.defineProperty(Object.prototype, 'then', {
        value: (resolve: (value: unknown) => void) => resolve('another answer'),
        configurable: true,
      });
      const answer = await answers[name]?.();
      Reflect.deleteProperty(Object.prototype, 'then');

      expect(JSON.stringify(answer)).toContain('`it` is precious');
    },
  );
});
