import { Agent, Runner, run, setTracingDisabled } from '@openai/agents';
import * as ai from 'ai';
import { MockEmbeddingModelV4, MockLanguageModelV4 } from 'ai/test';
import { expect, it } from 'vitest';
import { failingMembers } from '../../../src/models/sessions/failing-calls.ts';

setTracingDisabled(true);

const down = () => Promise.reject(new Error('down'));
const model = new MockLanguageModelV4({ doGenerate: down, doStream: down });
const request = { model, prompt: 'hello', maxRetries: 0 } as const;
const stream = () => ai.streamText({ ...request, onError: () => undefined });

it.each(failingMembers.flatMap(({ members }) => members))(
  '%s of a stream rejects when its model fails',
  async (name) => {
    const result: object = stream();

    await expect(Promise.resolve((result as Record<string, unknown>)[name])).rejects.toThrow('No output generated');
  },
);

it('neither the end of a stream nor what consumes it shows that its model failed', async () => {
  const parts: string[] = [];
  for await (const part of stream().textStream) parts.push(part);

  expect(parts).toEqual([]);
  await expect(stream().consumeStream()).resolves.toBeUndefined();
});

it('what needs an answer of a model rejects when it fails', async () => {
  const embedding = new MockEmbeddingModelV4({ doEmbed: down });

  await expect(ai.generateText(request)).rejects.toThrow('down');
  await expect(new ai.ToolLoopAgent({ model, maxRetries: 0 }).generate({ prompt: 'hello' })).rejects.toThrow('down');
  await expect(ai.embed({ model: embedding, value: 'hello', maxRetries: 0 })).rejects.toThrow('down');
  await expect(ai.embedMany({ model: embedding, values: ['hello'], maxRetries: 0 })).rejects.toThrow('down');
});

it('the run of an agent rejects when its model fails', async () => {
  const agent = new Agent({ name: 'tester', model: { getResponse: down, getStreamedResponse: () => neverAsked() } });

  await expect(run(agent, 'hello')).rejects.toThrow('down');
  await expect(new Runner().run(agent, 'hello')).rejects.toThrow('down');
});

function neverAsked(): never {
  throw new Error('never asked to stream');
}
