import Anthropic from '@anthropic-ai/sdk';
import { betaZodTool } from '@anthropic-ai/sdk/helpers/beta/zod';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { ERASE, type Handler, proves } from './proves.ts';

function eraseTool(handler: Handler) {
  return betaZodTool({ name: ERASE, description: 'Erase', inputSchema: z.object({}), run: handler });
}

/** A client whose API answers that these tools are called, one a turn, and then that the model is done. */
function clientThatCalls(...names: readonly string[]): Anthropic {
  const rest = names.map((name, index) => ({ type: 'tool_use', id: `call-${index}`, name, input: {} }));
  return new Anthropic({
    apiKey: 'none',
    fetch: () => {
      const call = rest.shift();
      const message = {
        id: 'message',
        type: 'message',
        role: 'assistant',
        model: 'none',
        content: [call ?? { type: 'text', text: 'done' }],
        usage: { input_tokens: 0, output_tokens: 0 },
        stop_reason: call ? 'tool_use' : 'end_turn',
      };
      return Promise.resolve(Response.json(message));
    },
  });
}

describe('the tool runner', () => {
  proves('anthropic.toolRunner', 'runs the tools that the model calls, and asks nobody', async (handler) => {
    const runner = clientThatCalls(ERASE).beta.messages.toolRunner({
      model: 'none',
      max_tokens: 1,
      messages: [{ role: 'user', content: 'erase it' }],
      tools: [eraseTool(handler)],
    });
    expect((await runner).content).toMatchObject([{ text: 'done' }]);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('anthropic.run', 'runs the tool', async (handler) => {
    expect(await eraseTool(handler).run({})).toBe('erased');
    expect(handler).toHaveBeenCalledOnce();
  });
});
