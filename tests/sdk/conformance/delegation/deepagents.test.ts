import { MemorySaver } from '@langchain/langgraph';
import { type SubAgent, createDeepAgent } from 'deepagents';
import { createAgent, humanInTheLoopMiddleware } from 'langchain';
import { describe, expect, vi } from 'vitest';
import { ask, interrupts, modelThatCalls, thread, toolOf } from '../guardrails/langchain-model.ts';
import { ERASE, proves } from '../guardrails/proves.ts';

type Config = NonNullable<Parameters<typeof createDeepAgent>[0]>;
type Spec = Partial<Omit<SubAgent, 'name' | 'description'>>;

const asks = { [ERASE]: true };

/** What an agent's model calls to hand the task to a sub-agent. */
function task(name: string) {
  return { name: 'task', args: { description: 'erase it', subagent_type: name } };
}

/** A deep agent that hands the task to a sub-agent at once. */
function run(subagents: Config['subagents'], config: Config = {}, step = 'eraser'): Promise<object> {
  const model = modelThatCalls(task(step));
  return createDeepAgent({ model, subagents, checkpointer: new MemorySaver(), ...config }).invoke(ask, thread);
}

/** The paths of the files that a run has written. */
function written(result: object): readonly string[] {
  return 'files' in result ? Object.keys(result.files ?? {}) : [];
}

/** A sub-agent whose model calls the tool at once. What it has is said by each test. */
function subagent(spec: Spec, name = 'eraser'): SubAgent {
  return { name, description: 'Erases', systemPrompt: 'Erase', model: modelThatCalls(ERASE), ...spec };
}

describe('a sub-agent with tools of its own', () => {
  proves('deepagents.subagents', 'its tool runs that the deep agent lacks', async (handler) => {
    await run([subagent({ tools: [toolOf(handler)] })]);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('deepagents.subagents', 'the deep agent cannot call the tool itself', async (handler) => {
    const model = modelThatCalls(ERASE);
    await run([subagent({ tools: [toolOf(handler)] })], { model });
    expect(handler).not.toHaveBeenCalled();
  });

  proves('deepagents.subagents', 'one that is not in the list is not run', async (handler) => {
    await expect(run([subagent({ tools: [toolOf(handler)] }, 'other')])).rejects.toThrow('the only allowed types are');
    expect(handler).not.toHaveBeenCalled();
  });

  proves('deepagents.subagents', 'two steps down, the tool runs that no agent above has', async (handler) => {
    const subagents = [subagent({ tools: [toolOf(handler)] })];
    const desk = createDeepAgent({ model: modelThatCalls(task('eraser')), subagents });
    await run([{ name: 'desk', description: 'Hands on', runnable: desk }], {}, 'desk');
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('deepagents.interruptOn', 'does not go on into a deep agent that is a sub-agent', async (handler) => {
    const subagents = [subagent({ tools: [toolOf(handler)] })];
    const desk = createDeepAgent({ model: modelThatCalls(task('eraser')), subagents });
    const compiled = { name: 'desk', description: 'Hands on', runnable: desk };
    expect(interrupts(await run([compiled], { interruptOn: asks }, 'desk'))).toBe(0);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('deepagents.interruptOn', "asks for the sub-agent's tool in the place of its own", async (handler) => {
    const parents = vi.fn(() => 'erased by the parent');
    const subagents = [subagent({ tools: [toolOf(handler)] })];
    expect(interrupts(await run(subagents, { tools: [toolOf(parents)], interruptOn: asks }))).toBe(1);
    expect(handler).not.toHaveBeenCalled();
  });
});

describe('a sub-agent without a list of tools', () => {
  proves('deepagents.subagents', 'has all those of the deep agent', async (handler) => {
    await run([subagent({})], { tools: [toolOf(handler)] });
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('deepagents.subagents', '`undefined` is no list', async (handler) => {
    await run([subagent({ tools: undefined })], { tools: [toolOf(handler)] });
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('deepagents.subagents', 'an empty list is one: it has none of them', async (handler) => {
    await run([subagent({ tools: [] })], { tools: [toolOf(handler)] });
    expect(handler).not.toHaveBeenCalled();
  });

  proves('deepagents.subagents', 'a list of its own is instead, and not besides', async (handler) => {
    const others = vi.fn(() => 'read');
    await run([subagent({ tools: [toolOf(others, 'read')] })], { tools: [toolOf(handler)] });
    expect(handler).not.toHaveBeenCalled();
  });

  proves('deepagents.subagents', 'with an empty list it still has the files', async () => {
    const write = { name: 'write_file', args: { file_path: '/it', content: 'written' } };
    expect(written(await run([subagent({ tools: [], model: modelThatCalls(write) })]))).toEqual(['/it']);
  });

  proves('deepagents.subagents', 'one that is compiled has its own only', async (handler) => {
    const runnable = createAgent({ model: modelThatCalls(ERASE), tools: [] });
    await run([{ name: 'eraser', description: 'Erases', runnable }], { tools: [toolOf(handler)] });
    expect(handler).not.toHaveBeenCalled();
  });
});

describe("the deep agent's guard, and what a sub-agent makes of it", () => {
  const settings = [
    ['absent', undefined, 1],
    ['`{ erase: true }`', { [ERASE]: true }, 1],
    ['`{ erase: false }`', { [ERASE]: false }, 0],
    ['`{}`', {}, 0],
    ['for another tool', { read: true }, 0],
  ] as const;

  for (const [text, interruptOn, asked] of settings) {
    for (const tools of ['own', 'inherited'] as const) {
      proves(
        'deepagents.subagents.interruptOn',
        `${text}: a tool that is ${tools} ${asked ? 'waits' : 'runs'}`,
        async (handler) => {
          const own = tools === 'own' ? { tools: [toolOf(handler)] } : {};
          const spec = subagent({ ...own, ...(interruptOn && { interruptOn }) });
          const config = { interruptOn: asks, tools: tools === 'own' ? [] : [toolOf(handler)] };
          expect(interrupts(await run([spec], config))).toBe(asked);
          expect(handler).toHaveBeenCalledTimes(1 - asked);
        },
      );
    }
  }

  proves('deepagents.subagents.interruptOn', 'that of a sub-agent is none of the deep agent', async (handler) => {
    const subagents = [subagent({ interruptOn: asks })];
    const config = { model: modelThatCalls(ERASE), tools: [toolOf(handler)] };
    expect(interrupts(await run(subagents, config))).toBe(0);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('deepagents.subagents', 'a fork takes over middleware that asks', async (handler) => {
    const middleware = [humanInTheLoopMiddleware({ interruptOn: asks })];
    const spec = subagent({ tools: [toolOf(handler)], mode: 'fork' });
    expect(interrupts(await run([spec], { middleware }))).toBe(1);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('deepagents.subagents', 'one that is no fork does not', async (handler) => {
    const middleware = [humanInTheLoopMiddleware({ interruptOn: asks })];
    const spec = subagent({ tools: [toolOf(handler)], mode: 'isolated' });
    expect(interrupts(await run([spec], { middleware }))).toBe(0);
    expect(handler).toHaveBeenCalledOnce();
  });
});

describe('permissions for files', () => {
  const denied: SubAgent['permissions'] = [{ operations: ['write'], paths: ['/**'], mode: 'deny' }];
  const write = { name: 'write_file', args: { file_path: '/it', content: 'written' } };

  async function runWith(permissions?: SubAgent['permissions']) {
    const spec = subagent({ model: modelThatCalls(write), ...(permissions && { permissions }) });
    return written(await run([spec], { permissions: denied }));
  }

  proves('deepagents.subagents', 'those of the deep agent reach a sub-agent', async () => {
    expect(await runWith()).toEqual([]);
  });

  proves('deepagents.subagents', 'an empty list of its own replaces them', async () => {
    expect(await runWith([])).toEqual(['/it']);
  });
});
