import { AIMessage, HumanMessage } from '@langchain/core/messages';
import { fakeModel } from '@langchain/core/testing';
import { tool } from '@langchain/core/tools';
import { z } from 'zod';
import { ERASE } from './proves.ts';

// Traces would go to a server.
for (const product of ['LANGSMITH', 'LANGCHAIN']) {
  process.env[`${product}_TRACING`] = 'false';
  process.env[`${product}_TRACING_V2`] = 'false';
}

/** What an agent is asked. */
export const ask = { messages: [new HumanMessage('erase it')] };

/** The thread in which a run that waits is gone on with. */
export const thread = { configurable: { thread_id: 'thread' } };

/** A model that calls these tools, one a turn, and then says that it is done. */
export function modelThatCalls(...calls: readonly (string | { name: string; args: Record<string, unknown> })[]) {
  const model = fakeModel();
  for (const call of calls) model.respondWithTools([typeof call === 'string' ? { name: call, args: {} } : call]);
  return model.respond(new AIMessage('done'));
}

/** The tool under test, or another one by its name. */
export function toolOf(handler: () => Promise<string> | string, name = ERASE) {
  return tool(handler, { name, description: name, schema: z.object({}) });
}

/** How many interrupts a run waits with; `0` for one that came to its end. */
export function interrupts(result: object): number {
  return '__interrupt__' in result && Array.isArray(result.__interrupt__) ? result.__interrupt__.length : 0;
}
