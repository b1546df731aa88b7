import { MockLanguageModelV4, convertArrayToReadableStream } from 'ai/test';

/** A call that a model makes. */
export type Call = readonly [name: string, args: object];
type Generated = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>;

const usage: Generated['usage'] = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

/** A model that makes all of these calls in its first turn, and then says that it is done. */
export function modelThatCalls(...calls: readonly Call[]): MockLanguageModelV4 {
  let turn = 0;
  const content = (): Generated['content'] =>
    turn++ > 0
      ? [{ type: 'text', text: 'done' }]
      : calls.map(([toolName, args], index) => ({
          type: 'tool-call',
          toolCallId: `call-${index}`,
          toolName,
          input: JSON.stringify(args),
        }));
  return new MockLanguageModelV4({
    doGenerate: async () => {
      const made = content();
      const unified = made[0]?.type === 'tool-call' ? 'tool-calls' : 'stop';
      return { content: made, finishReason: { unified, raw: undefined }, usage, warnings: [] };
    },
    doStream: async () => {
      const made = content();
      const unified = made[0]?.type === 'tool-call' ? 'tool-calls' : 'stop';
      return {
        stream: convertArrayToReadableStream([
          { type: 'stream-start', warnings: [] },
          ...made.flatMap((part) => (part.type === 'tool-call' ? [part] : [])),
          { type: 'finish', finishReason: { unified, raw: undefined }, usage },
        ]),
      };
    },
  });
}
