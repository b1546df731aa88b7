import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AIMessage } from '@langchain/core/messages';
import { MemorySaver } from '@langchain/langgraph';
import { type SubAgent, FilesystemBackend, LocalShellBackend, StateBackend, createDeepAgent } from 'deepagents';
import { createAgent, humanInTheLoopMiddleware } from 'langchain';
import { describe, expect } from 'vitest';
import { ask, interrupts, modelThatCalls, thread, toolOf } from './langchain-model.ts';
import { ERASE, type Handler, proves } from './proves.ts';

const asks = { [ERASE]: true };

type Config = NonNullable<Parameters<typeof createDeepAgent>[0]>;
type Guards = Pick<Config, 'interruptOn' | 'middleware' | 'checkpointer'>;

/** A deep agent that has the tool, and a model that calls it at once. */
function run(handler: Handler, guards: Guards) {
  const agent = createDeepAgent({
    model: modelThatCalls(ERASE),
    tools: [toolOf(handler)],
    checkpointer: new MemorySaver(),
    ...guards,
  });
  return agent.invoke(ask, thread);
}

describe('the tools of a deep agent', () => {
  proves('deepagents.interruptOn', '`true` stops the tool', async (handler) => {
    expect(interrupts(await run(handler, { interruptOn: asks }))).toBe(1);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('deepagents.interruptOn', '`false` lets it run', async (handler) => {
    expect(interrupts(await run(handler, { interruptOn: { [ERASE]: false } }))).toBe(0);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('deepagents.interruptOn', 'a key that is the name of no tool lets it run', async (handler) => {
    expect(interrupts(await run(handler, { interruptOn: { earse: true } }))).toBe(0);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('deepagents.interruptOn', 'without it the tool runs', async (handler) => {
    expect(interrupts(await run(handler, {}))).toBe(0);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('deepagents.createDeepAgent', 'middleware that asks stops the tool', async (handler) => {
    const middleware = [humanInTheLoopMiddleware({ interruptOn: asks })];
    expect(interrupts(await run(handler, { middleware }))).toBe(1);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('deepagents.interruptOn', 'without a checkpointer the run fails before the tool', async (handler) => {
    await expect(run(handler, { interruptOn: asks, checkpointer: undefined })).rejects.toThrow('No checkpointer set');
    expect(handler).not.toHaveBeenCalled();
  });
});

describe('the tools of its sub-agents', () => {
  /** A deep agent that starts a sub-agent at once. */
  function delegate(subagents: Config['subagents'], guards: Guards = {}, tools: Config['tools'] = []) {
    const model = modelThatCalls({ name: 'task', args: { description: 'erase it', subagent_type: 'eraser' } });
    return createDeepAgent({ model, tools, subagents, checkpointer: new MemorySaver(), ...guards }).invoke(ask, thread);
  }

  function eraser(handler: Handler, guards: Pick<SubAgent, 'interruptOn'> = {}): SubAgent {
    return {
      name: 'eraser',
      description: 'Erases',
      systemPrompt: 'Erase',
      model: modelThatCalls(ERASE),
      tools: [toolOf(handler)],
      ...guards,
    };
  }

  proves('deepagents.subagents', 'without any `interruptOn` the tool runs', async (handler) => {
    expect(interrupts(await delegate([eraser(handler)]))).toBe(0);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('deepagents.interruptOn', 'that of the deep agent stops the tool of a sub-agent', async (handler) => {
    expect(interrupts(await delegate([eraser(handler)], { interruptOn: asks }))).toBe(1);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('deepagents.interruptOn', 'for the task stops the sub-agent', async (handler) => {
    expect(interrupts(await delegate([eraser(handler)], { interruptOn: { task: true } }))).toBe(1);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('deepagents.subagents.interruptOn', 'stops the tool', async (handler) => {
    expect(interrupts(await delegate([eraser(handler, { interruptOn: asks })]))).toBe(1);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('deepagents.subagents.interruptOn', '`false` replaces that of the deep agent', async (handler) => {
    const sub = eraser(handler, { interruptOn: { [ERASE]: false } });
    expect(interrupts(await delegate([sub], { interruptOn: asks }))).toBe(0);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves(
    'deepagents.subagents.interruptOn',
    'an object without keys replaces that of the deep agent',
    async (handler) => {
      const sub = eraser(handler, { interruptOn: {} });
      expect(interrupts(await delegate([sub], { interruptOn: asks }))).toBe(0);
      expect(handler).toHaveBeenCalledOnce();
    },
  );

  proves(
    'deepagents.subagents.interruptOn',
    'one for another tool replaces that of the deep agent',
    async (handler) => {
      const sub = eraser(handler, { interruptOn: { delete: true } });
      expect(interrupts(await delegate([sub], { interruptOn: asks }))).toBe(0);
      expect(handler).toHaveBeenCalledOnce();
    },
  );

  proves('deepagents.subagents', "without tools it has the deep agent's, and its `interruptOn`", async (handler) => {
    const { tools: _tools, ...sub } = eraser(handler);
    expect(interrupts(await delegate([sub], { interruptOn: asks }, [toolOf(handler)]))).toBe(1);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('deepagents.subagents', 'one that is compiled inherits no `interruptOn`', async (handler) => {
    const runnable = createAgent({ model: modelThatCalls(ERASE), tools: [toolOf(handler)] });
    const compiled = { name: 'eraser', description: 'Erases', runnable };
    expect(interrupts(await delegate([compiled], { interruptOn: asks }))).toBe(0);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('deepagents.subagents', 'one that is compiled with middleware of its own stops the tool', async (handler) => {
    const middleware = [humanInTheLoopMiddleware({ interruptOn: asks })];
    const runnable = createAgent({ model: modelThatCalls(ERASE), tools: [toolOf(handler)], middleware });
    expect(interrupts(await delegate([{ name: 'eraser', description: 'Erases', runnable }]))).toBe(1);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('deepagents.subagents', 'middleware of the deep agent that asks does not reach it', async (handler) => {
    const middleware = [humanInTheLoopMiddleware({ interruptOn: asks })];
    expect(interrupts(await delegate([eraser(handler)], { middleware }, [toolOf(handler)]))).toBe(0);
    expect(handler).toHaveBeenCalledOnce();
  });
});

describe('the sub-agent that is always there', () => {
  /** A deep agent that has the tool, and hands the task to an agent with the same tools at once. */
  function delegate(handler: Handler, guards: Guards) {
    const task = { name: 'task', args: { description: 'erase it', subagent_type: 'general-purpose' } };
    const model = modelThatCalls(task, ERASE).respond(new AIMessage('done'));
    const agent = createDeepAgent({ model, tools: [toolOf(handler)], checkpointer: new MemorySaver(), ...guards });
    return agent.invoke(ask, thread);
  }

  proves('deepagents.interruptOn', 'stops its tools', async (handler) => {
    expect(interrupts(await delegate(handler, { interruptOn: asks }))).toBe(1);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('deepagents.createDeepAgent', 'middleware that asks does not stop its tools', async (handler) => {
    const middleware = [humanInTheLoopMiddleware({ interruptOn: asks })];
    expect(interrupts(await delegate(handler, { middleware }))).toBe(0);
    expect(handler).toHaveBeenCalledOnce();
  });
});

describe('the tools that a backend brings', () => {
  /** A deep agent with a backend, and a model that calls one of these tools at once. */
  async function act(backend: Config['backend'], name: string, args: Record<string, unknown>, guards: Guards = {}) {
    const agent = createDeepAgent({
      model: modelThatCalls({ name, args }),
      backend,
      checkpointer: new MemorySaver(),
      ...guards,
    });
    return interrupts(await agent.invoke(ask, thread));
  }

  /** Acts in a folder, and answers whether there is a file of that name afterwards. */
  async function inFolder(work: (folder: string, file: string) => Promise<unknown>): Promise<boolean> {
    const folder = await mkdtemp(join(tmpdir(), 'backend-'));
    const file = join(folder, 'made.txt');
    try {
      await work(folder, file);
      return existsSync(file);
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  proves('deepagents.LocalShellBackend', '`execute` runs a command on this machine', async () => {
    const ran = await inFolder((rootDir, file) =>
      act(new LocalShellBackend({ rootDir, virtualMode: true }), 'execute', { command: `touch ${file}` }),
    );
    expect(ran).toBe(true);
  });

  proves('deepagents.interruptOn', '`true` stops `execute`', async () => {
    const ran = await inFolder(async (rootDir, file) => {
      const guards = { interruptOn: { execute: true } };
      const stopped = await act(new LocalShellBackend({ rootDir }), 'execute', { command: `touch ${file}` }, guards);
      expect(stopped).toBe(1);
    });
    expect(ran).toBe(false);
  });

  proves('deepagents.FilesystemBackend', '`write_file` writes anywhere', async () => {
    const call = (backend: Config['backend'], file: string) =>
      act(backend, 'write_file', { file_path: file, content: 'x' });
    expect(await inFolder((_, file) => call(new FilesystemBackend({ rootDir: import.meta.dirname }), file))).toBe(true);
    expect(await inFolder((_, file) => call(new StateBackend(), file))).toBe(false);
  });

  proves('deepagents.FilesystemBackend', 'with `virtualMode` it writes in its folder only', async () => {
    const other = await inFolder(async (rootDir) => {
      const wrote = await inFolder((_, file) =>
        act(new FilesystemBackend({ rootDir, virtualMode: true }), 'write_file', { file_path: file, content: 'x' }),
      );
      expect(wrote).toBe(false);
    });
    expect(other).toBe(false);
  });

  proves('deepagents.permissions', 'a rule that denies stops `write_file`', async () => {
    const permissions = [{ operations: ['write' as const], paths: ['/**'], mode: 'deny' as const }];
    const wrote = await inFolder((rootDir, file) =>
      createDeepAgent({
        model: modelThatCalls({ name: 'write_file', args: { file_path: file, content: 'x' } }),
        backend: new FilesystemBackend({ rootDir }),
        permissions,
      }).invoke(ask, thread),
    );
    expect(wrote).toBe(false);
  });
});
