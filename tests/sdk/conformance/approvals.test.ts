import { Agent, type Model, type ModelResponse, Runner, setTracingDisabled, tool, Usage } from '@openai/agents';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

setTracingDisabled(true);

/** A model that calls the tool once, and then says that it is done. */
function modelThatCalls(name: string): Model {
  let isCalled = false;
  return {
    getResponse: () => {
      const output: ModelResponse['output'] = isCalled
        ? [
            {
              type: 'message',
              role: 'assistant',
              status: 'completed',
              content: [{ type: 'output_text', text: 'done' }],
            },
          ]
        : [{ type: 'function_call', callId: 'call-1', name, status: 'completed', arguments: '{}' }];
      isCalled = true;
      return Promise.resolve({ usage: new Usage(), output });
    },
    getStreamedResponse: () => {
      throw new Error('never asked to stream');
    },
  };
}

describe('openai-agents.tool: whether a tool runs without an approval', () => {
  it.each([
    ['false', { needsApproval: false }, 1],
    ['nothing', {}, 1],
    ['true', { needsApproval: true }, 0],
    ['a function that asks for one', { needsApproval: () => Promise.resolve(true) }, 0],
  ])('%s', async (_, approval, expected) => {
    let runs = 0;
    const erase = tool({
      name: 'erase',
      description: 'Erase',
      parameters: z.object({}),
      ...approval,
      execute: () => {
        runs++;
        return 'erased';
      },
    });
    const agent = new Agent({ name: 'tester', model: modelThatCalls('erase'), tools: [erase] });
    const result = await new Runner().run(agent, 'erase it');

    expect(runs).toBe(expected);
    expect(result.interruptions).toHaveLength(1 - expected);
  });
});
