import { type Model, type ModelResponse, Usage, setTracingDisabled } from '@openai/agents';

// Traces would go to a server.
setTracingDisabled(true);

type Item = ModelResponse['output'][number];

const done: Item = {
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'done' }],
};

/** A model that calls these tools, one a turn, and then says that it is done. */
export function modelThatCalls(...names: readonly string[]): Model {
  const turns = names.map((name, index): Item => {
    return {
      type: 'function_call',
      callId: `${name}-${index}`,
      name,
      status: 'completed',
      arguments: '{"input":"it"}',
    };
  });
  return {
    getResponse: () => Promise.resolve({ usage: new Usage(), output: [turns.shift() ?? done] }),
    getStreamedResponse: () => {
      throw new Error('never asked to stream');
    },
  };
}
