import { MockLanguageModelV4 } from 'ai/test';

type Answer = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>;

/** A model that calls these tools, one a turn, and then says that it is done. */
export function modelThatCalls(...names: readonly string[]): MockLanguageModelV4 {
  const turns = names.map((toolName, index): Answer['content'][number] => {
    return { type: 'tool-call', toolCallId: `call-${index}`, toolName, input: '{"prompt":"erase it"}' };
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
