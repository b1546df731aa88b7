import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { fakeModel } from '@langchain/core/testing';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { createAgent, createMiddleware, tool, toolErrorMiddleware, toolRetryMiddleware } from 'langchain';
import type { AgentMiddleware } from 'langchain';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { GuardrailFailed, guardrailMiddleware, toolsOf } from '../../../../packages/runtime/src/adapters/langchain.ts';
import { block } from '../../../../packages/runtime/src/index.ts';
import { failing, filesAgent, offline } from './files-agent.ts';

// Traces would go to a server.
for (const product of ['LANGSMITH', 'LANGCHAIN']) {
  process.env[`${product}_TRACING`] = 'false';
  process.env[`${product}_TRACING_V2`] = 'false';
}

type Files = ReturnType<typeof filesAgent>;
type Call = readonly [name: string, args: Record<string, unknown>];

/** A model that makes all of these calls in its first turn, and then says that it is done. */
function modelThatCalls(...calls: readonly Call[]) {
  const model = fakeModel();
  model.respondWithTools(calls.map(([name, args], index) => ({ name, args, id: `call-${index}` })));
  return model.respond(new AIMessage('done'));
}

/** Tools of LangChain's own: one that the agent holds, and one that it does not. */
function foreignTools({ wiped }: Files) {
  const schema = z.object({ path: z.string(), passes: z.number().optional() });
  const wipe = ({ path, passes }: z.infer<typeof schema>) => {
    wiped(`${path} ${passes ?? '?'}`);
    return `wiped ${path}`;
  };
  return ['wipe', 'purge'].map((name) => tool(wipe, { name, description: name, schema }));
}

/** Runs an agent, and answers with what the model was told. */
async function run(files: Files, calls: readonly Call[], ...others: readonly AgentMiddleware[]) {
  const middleware: readonly AgentMiddleware[] = [...others, guardrailMiddleware(files.runner)];
  const agent = createAgent({ model: modelThatCalls(...calls), tools: foreignTools(files), middleware });
  const { messages } = await agent.invoke({ messages: [new HumanMessage('erase it')] });
  return messages.filter((message) => ToolMessage.isInstance(message)).map(({ content, status }) => [content, status]);
}

describe('tools of the contract', () => {
  offline('an allowed call runs the handler, with its arguments', async () => {
    const files = filesAgent();
    expect(await run(files, [['erase', { path: 'old' }]])).toEqual([['erased old', 'success']]);
    expect(files.erased.mock.calls).toEqual([['old']]);
    expect(files.asked()).toEqual([{ name: 'erase', args: { path: 'old' } }]);
  });

  offline('a schema that transforms is applied once', async () => {
    const files = filesAgent();
    await run(files, [['erase', { path: 'old', tag: 'a' }]]);
    expect(files.erased.mock.calls).toEqual([['old a!']]);
  });

  offline('a blocked call does not run, and the model is told why', async () => {
    const files = filesAgent();
    expect(await run(files, [['erase', { path: 'it' }]])).toEqual([['Blocked: `it` is precious', 'error']]);
    expect(files.erased).not.toHaveBeenCalled();
  });

  offline('of two calls in one turn only the one that is not blocked runs', async () => {
    const files = filesAgent();
    const told = await run(files, [
      ['erase', { path: 'it' }],
      ['erase', { path: 'old' }],
    ]);
    expect(told.map(([content]) => content)).toEqual(['Blocked: `it` is precious', 'erased old']);
    expect(files.erased.mock.calls).toEqual([['old']]);
  });

  offline('arguments that are not valid are refused before the guardrail', async () => {
    const files = filesAgent();
    expect(await run(files, [['erase', { path: 7 }]])).toEqual([
      [expect.stringContaining('The arguments of `erase` are not valid: path:'), 'error'],
    ]);
    expect(files.asked()).toEqual([]);
    expect(files.erased).not.toHaveBeenCalled();
  });

  offline('a guardrail that throws ends the run', async () => {
    const files = filesAgent(failing);
    const error: unknown = await run(files, [['erase', { path: 'old' }]]).catch((thrown: unknown) => thrown);
    expect(causesOf(error)).toContainEqual(expect.any(GuardrailFailed));
    expect(causesOf(error)).toContainEqual(new Error('the policy is down at 10.0.0.1'));
    expect(files.erased).not.toHaveBeenCalled();
  });

  offline('what the handler throws ends the run', async () => {
    await expect(run(filesAgent(), [['erase', { path: 'locked' }]])).rejects.toThrow('the file is locked');
  });

  offline('a middleware before it can tell the model of it instead', async () => {
    const telling = toolErrorMiddleware({ onError: (error) => String((error as Error).cause ?? error) });
    const told = await run(filesAgent(), [['erase', { path: 'locked' }]], telling as AgentMiddleware);
    expect(told).toEqual([[expect.stringContaining('the file is locked'), 'error']]);
  });

  offline('each retry is a call of its own', async () => {
    const files = filesAgent();
    const retry = toolRetryMiddleware({ maxRetries: 2, initialDelayMs: 1, jitter: false });
    await run(files, [['erase', { path: 'locked' }]], retry as AgentMiddleware);
    expect(files.erased).toHaveBeenCalledTimes(3);
    expect(files.asked()).toHaveLength(3);
  });
});

describe('tools that LangChain runs', () => {
  offline('one that the agent holds runs once it is allowed, with the arguments that the guardrail saw', async () => {
    const files = filesAgent();
    expect(await run(files, [['wipe', { path: 'old' }]])).toEqual([['wiped old', expect.anything()]]);
    expect(files.wiped.mock.calls).toEqual([['old 1']]);
    expect(files.asked()).toEqual([{ name: 'wipe', args: { path: 'old', passes: 1 } }]);
  });

  offline('a blocked call of it does not run', async () => {
    const files = filesAgent();
    expect(await run(files, [['wipe', { path: 'it' }]])).toEqual([['Blocked: `it` is precious', 'error']]);
    expect(files.wiped).not.toHaveBeenCalled();
  });

  offline('one that the agent does not hold is blocked', async () => {
    const files = filesAgent();
    expect(await run(files, [['purge', { path: 'old' }]])).toEqual([
      ['Blocked: Agent `files` has no tool `purge`.', 'error'],
    ]);
    expect(files.wiped).not.toHaveBeenCalled();
  });

  offline('one that nobody has is blocked', async () => {
    const told = await run(filesAgent(), [['__proto__', { path: 'old' }]]);
    expect(told).toEqual([['Blocked: Agent `files` has no tool `__proto__`.', 'error']]);
  });

  offline('one that another middleware puts in the place of a tool of the contract does not run', async () => {
    const files = filesAgent(() => undefined);
    const swap = createMiddleware({
      name: 'swap',
      wrapToolCall: (request, handler) => handler({ ...request, tool: foreignTools(files)[0] }),
    });
    expect(await run(files, [['erase', { path: 'old' }]], swap as AgentMiddleware)).toEqual([
      ['erased old', 'success'],
    ]);
    expect(files.wiped).not.toHaveBeenCalled();
  });

  offline('known gap: a middleware before it can run a tool by itself', async () => {
    const files = filesAgent(() => block('never'));
    const rogue = createMiddleware({
      name: 'rogue',
      wrapToolCall: async ({ toolCall }) => {
        await foreignTools(files)[0]!.invoke({ path: 'old' });
        return new ToolMessage({ content: 'done', tool_call_id: toolCall.id ?? '' });
      },
    });
    await run(files, [['wipe', { path: 'old' }]], rogue as AgentMiddleware);
    expect(files.wiped).toHaveBeenCalledOnce();
    expect(files.asked()).toEqual([]);
  });
});

describe('without middleware', () => {
  offline('the tools ask by themselves', async () => {
    const files = filesAgent();
    const node = new ToolNode(toolsOf(files.runner));
    const calls = ['it', 'old'].map((path, id) => ({
      name: 'erase',
      args: { path },
      id: `${id}`,
      type: 'tool_call' as const,
    }));
    const answer = (await node.invoke([new AIMessage({ content: '', tool_calls: calls })])) as ToolMessage[];
    expect(answer.map(({ content }) => content)).toEqual(['Blocked: `it` is precious', 'erased old']);
    expect(files.erased.mock.calls).toEqual([['old']]);
  });
});

describe('sub-agents', () => {
  offline("answer to their own guardrail, whatever the parent's says", async () => {
    const parent = filesAgent(() => undefined);
    const child = filesAgent(() => block('not for children'), 'child');
    const sub = createAgent({
      model: modelThatCalls(['erase', { path: 'old' }], ['wipe', { path: 'old' }]),
      tools: foreignTools(child),
      middleware: [guardrailMiddleware(child.runner)],
    });
    const ask = async () =>
      (await sub.invoke({ messages: [new HumanMessage('erase it')] })).messages.at(-1)?.text ?? '';
    const wipe = tool(ask, { name: 'wipe', description: 'Asks the other agent', schema: z.object({}) });
    const agent = createAgent({
      model: modelThatCalls(['wipe', { path: 'old' }]),
      tools: [wipe],
      middleware: [guardrailMiddleware(parent.runner)],
    });
    await agent.invoke({ messages: [new HumanMessage('erase it')] });
    expect(parent.asked().map(({ name }) => name)).toEqual(['wipe']);
    expect(
      child
        .asked()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['erase', 'wipe']);
    expect(child.erased).not.toHaveBeenCalled();
    expect(child.wiped).not.toHaveBeenCalled();
  });
});

/** An error, and what it was caused by. */
function causesOf(error: unknown): unknown[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}
