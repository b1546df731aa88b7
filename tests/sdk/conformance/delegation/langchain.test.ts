import { MemorySaver } from '@langchain/langgraph';
import type { StructuredTool } from '@langchain/core/tools';
import { type AgentMiddleware, ToolMessage, createAgent, createMiddleware, humanInTheLoopMiddleware } from 'langchain';
import { describe, expect, vi } from 'vitest';
import { ask, interrupts, modelThatCalls, thread, toolOf } from '../guardrails/langchain-model.ts';
import { ERASE, type Handler, proves } from '../guardrails/proves.ts';

const asks = () => humanInTheLoopMiddleware({ interruptOn: { [ERASE]: true } });

interface Config {
  readonly tools?: StructuredTool[];
  readonly middleware?: readonly AgentMiddleware[];
  readonly checkpointer?: MemorySaver;
}

/** What is asked of an agent that runs in a tool: its name is the tool's. */
type Runnable = Pick<ReturnType<typeof agentThatCalls>, 'invoke'>;

/** An agent whose model calls these tools, one a turn. */
function agentThatCalls(calls: readonly string[], { tools = [], middleware = [], checkpointer }: Config = {}) {
  return createAgent({ model: modelThatCalls(...calls), tools, middleware: [...middleware], checkpointer });
}

/** An agent that has the tool, and a model that calls it at once. */
function eraser(handler: Handler, config: Config = {}) {
  return agentThatCalls([ERASE], { tools: [toolOf(handler)], ...config });
}

/** A tool whose body runs the agent. */
function running(name: string, child: Runnable): StructuredTool {
  return toolOf(async () => (await child.invoke(ask)).messages.map(({ text }) => text).join(), name);
}

/** An agent at the top: only there has a run a thread, and a store for those that wait. */
function parentOf(child: Runnable, { tools = [], ...config }: Config = {}, calls: readonly string[] = []) {
  const edge = running('sub', child);
  return agentThatCalls([...calls, 'sub'], { tools: [edge, ...tools], checkpointer: new MemorySaver(), ...config });
}

describe('an agent in a tool', () => {
  proves('langchain.createAgent', 'two steps down, the tool runs that no agent above has', async (handler) => {
    const desk = agentThatCalls(['eraser'], { tools: [running('eraser', eraser(handler))] });
    expect(interrupts(await parentOf(desk).invoke(ask, thread))).toBe(0);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('langchain.createAgent', 'without the second step it does not run', async (handler) => {
    // The agent that has the tool is made, and no tool runs it.
    eraser(handler);
    await parentOf(agentThatCalls(['eraser'])).invoke(ask, thread);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('langchain.createAgent', 'the agent above cannot call the tool itself', async (handler) => {
    const tools = [running('sub', eraser(handler))];
    const { messages } = await agentThatCalls([ERASE], { tools }).invoke(ask);
    expect(messages.map(({ text }) => text)).toContainEqual(expect.stringContaining(`${ERASE} is not a valid tool`));
    expect(handler).not.toHaveBeenCalled();
  });

  proves('langchain.createAgent', 'without tools it has none of the tools above', async (handler) => {
    await parentOf(agentThatCalls([ERASE]), { tools: [toolOf(handler)] }).invoke(ask, thread);
    expect(handler).not.toHaveBeenCalled();
  });

  proves(
    'langchain.wrapToolCall',
    "that of the parent is asked for the step, and not for the agent's tool",
    async (handler) => {
      const asked: string[] = [];
      const gate = createMiddleware({
        name: 'gate',
        wrapToolCall: (request, callOn) => {
          const { name, id = '' } = request.toolCall;
          asked.push(name);
          return name === ERASE ? new ToolMessage({ content: 'not today', tool_call_id: id }) : callOn(request);
        },
      });
      await parentOf(eraser(handler), { middleware: [gate], tools: [toolOf(handler)] }).invoke(ask, thread);
      expect(asked).toEqual(['sub']);
      expect(handler).toHaveBeenCalledOnce();
    },
  );

  proves(
    'langchain.interruptOn',
    "the parent's, for its own tool of the same name, does not reach it",
    async (handler) => {
      const parents = vi.fn(() => 'erased by the parent');
      const parent = parentOf(eraser(handler), { middleware: [asks()], tools: [toolOf(parents)] });
      expect(interrupts(await parent.invoke(ask, thread))).toBe(0);
      expect(parents).not.toHaveBeenCalled();
      expect(handler).toHaveBeenCalledOnce();
    },
  );

  proves('langchain.interruptOn', 'for the step it stops the agent, and its tool with it', async (handler) => {
    const middleware = [humanInTheLoopMiddleware({ interruptOn: { sub: true } })];
    expect(interrupts(await parentOf(eraser(handler), { middleware }).invoke(ask, thread))).toBe(1);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('langchain.interruptOn', "`false` of the agent's own lets its tool run", async (handler) => {
    const off = humanInTheLoopMiddleware({ interruptOn: { [ERASE]: false } });
    const parent = parentOf(eraser(handler, { middleware: [off] }), { middleware: [asks()], tools: [toolOf(handler)] });
    expect(interrupts(await parent.invoke(ask, thread))).toBe(0);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('langchain.interruptOn', 'two steps down, its own interrupts the run at the top', async (handler) => {
    const child = eraser(handler, { middleware: [asks()] });
    const desk = agentThatCalls(['eraser'], { tools: [running('eraser', child)] });
    expect(interrupts(await parentOf(desk).invoke(ask, thread))).toBe(1);
    expect(handler).not.toHaveBeenCalled();
  });

  proves(
    'langchain.interruptOn',
    "one in the context of the parent's run replaces the agent's own",
    async (handler) => {
      const parent = parentOf(eraser(handler, { middleware: [asks()] }));
      const context: object = { interruptOn: {} };
      expect(interrupts(await parent.invoke(ask, { ...thread, context }))).toBe(0);
      expect(handler).toHaveBeenCalledOnce();
    },
  );

  proves('langchain.interruptOn', 'one in the context of the step leaves it', async (handler) => {
    const child = eraser(handler, { middleware: [asks()] });
    const step = toolOf(async () => {
      const context: object = { interruptOn: { [ERASE]: true } };
      return (await child.invoke(ask, { context })).messages.map(({ text }) => text).join();
    }, 'sub');
    const parent = agentThatCalls(['sub'], { tools: [step], checkpointer: new MemorySaver() });
    expect(interrupts(await parent.invoke(ask, thread))).toBe(1);
    expect(handler).not.toHaveBeenCalled();
  });
});
