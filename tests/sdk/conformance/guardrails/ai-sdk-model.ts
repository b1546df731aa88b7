import { MockLanguageModelV4 } from 'ai/test';

type Answer = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>;

/** A call by a model: the name of a tool, or with other arguments than the usual. */
export type ModelCall = string | { readonly toolName: string; readonly input: object };

/** A model that calls these tools, one a turn, and then says that it is done. */
export function modelThatCalls(...calls: readonly ModelCall[]): MockLanguageModelV4 {
  const turns = calls.map((call, index): Answer['content'][number] => {
    const { toolName, input } = typeof call === 'string' ? { toolName: call, input: { prompt: 'erase it' } } : call;
    return { type: 'tool-call', toolCallId: `call-${index}`, toolName, input: JSON.stringify(input) };
  });
  return new MockLanguageModelV4({
    doGenerate: () => {
      const turn = turns.shift();
      return Promise.resolve<Answer>({
        content: [turn ?? { type: 'text', text: 'done' }],
        finishReason: { unified: turn ? 'tool-calls' : 'stop', raw: undefined },
        usage: {
          inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 0, text: 0, reasoning: 0 },
        },
        warnings: [],
      });
    },
  });
}
