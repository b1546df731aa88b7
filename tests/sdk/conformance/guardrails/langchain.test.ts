import { AIMessage } from '@langchain/core/messages';
import { Command, MemorySaver, MessagesAnnotation, START, StateGraph, interrupt } from '@langchain/langgraph';
import { ToolNode, createReactAgent } from '@langchain/langgraph/prebuilt';
import {
  type AgentMiddleware,
  type InterruptOnConfig,
  ToolMessage,
  createAgent,
  createMiddleware,
  humanInTheLoopMiddleware,
} from 'langchain';
import { describe, expect } from 'vitest';
import { ask, interrupts, modelThatCalls, thread, toolOf } from './langchain-model.ts';
import { ERASE, type Handler, proves } from './proves.ts';

/** A message that calls the tool. */
const calling = new AIMessage({ tool_calls: [{ name: ERASE, args: {}, id: 'call-0', type: 'tool_call' }] });

/** An agent that has the tool, and a model that calls it at once. */
function agentWith(handler: Handler, ...middleware: readonly AgentMiddleware[]) {
  return createAgent({
    model: modelThatCalls(ERASE),
    tools: [toolOf(handler)],
    middleware,
    checkpointer: new MemorySaver(),
  });
}

function failing(): never {
  throw new Error('the policy is down');
}

describe('a person in the loop', () => {
  function runWith(handler: Handler, interruptOn?: Record<string, boolean | InterruptOnConfig>) {
    return agentWith(handler, humanInTheLoopMiddleware({ interruptOn })).invoke(ask, thread);
  }

  proves('langchain.createAgent', 'without middleware the tool runs', async (handler) => {
    expect(interrupts(await agentWith(handler).invoke(ask, thread))).toBe(0);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('langchain.interruptOn', '`true` stops the tool', async (handler) => {
    expect(interrupts(await runWith(handler, { [ERASE]: true }))).toBe(1);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('langchain.interruptOn', '`false` lets it run', async (handler) => {
    expect(interrupts(await runWith(handler, { [ERASE]: false }))).toBe(0);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('langchain.interruptOn', 'a key that is the name of no tool lets it run', async (handler) => {
    expect(interrupts(await runWith(handler, { earse: true }))).toBe(0);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('langchain.interruptOn', 'an object without keys lets it run', async (handler) => {
    expect(interrupts(await runWith(handler, {}))).toBe(0);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('langchain.interruptOn', 'without it the tool runs', async (handler) => {
    expect(interrupts(await runWith(handler))).toBe(0);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('langchain.interruptOn', 'without any argument the tool runs', async (handler) => {
    const withoutArgument = humanInTheLoopMiddleware as unknown as () => AgentMiddleware;
    expect(interrupts(await agentWith(handler, withoutArgument()).invoke(ask, thread))).toBe(0);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('langchain.interruptOn', 'a `when` that answers `true` stops it', async (handler) => {
    expect(interrupts(await runWith(handler, { [ERASE]: { allowedDecisions: ['approve'], when: () => true } }))).toBe(
      1,
    );
    expect(handler).not.toHaveBeenCalled();
  });

  proves('langchain.interruptOn', 'a `when` that answers `false` lets it run', async (handler) => {
    expect(interrupts(await runWith(handler, { [ERASE]: { allowedDecisions: ['approve'], when: () => false } }))).toBe(
      0,
    );
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('langchain.interruptOn', 'a `when` that throws stops it, and the run', async (handler) => {
    const run = runWith(handler, { [ERASE]: { allowedDecisions: ['approve'], when: failing } });
    await expect(run).rejects.toThrow('the policy is down');
    expect(handler).not.toHaveBeenCalled();
  });

  proves('langchain.interruptOn', 'one in the context of a call replaces that of the agent', async (handler) => {
    const agent = agentWith(handler, humanInTheLoopMiddleware({ interruptOn: { [ERASE]: true } }));
    const context: object = { interruptOn: {} };
    expect(interrupts(await agent.invoke(ask, { ...thread, context }))).toBe(0);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('langchain.interruptOn', 'without a checkpointer the run fails before the tool', async (handler) => {
    const middleware = [humanInTheLoopMiddleware({ interruptOn: { [ERASE]: true } })];
    const agent = createAgent({ model: modelThatCalls(ERASE), tools: [toolOf(handler)], middleware });
    await expect(agent.invoke(ask)).rejects.toThrow('No checkpointer set');
    expect(handler).not.toHaveBeenCalled();
  });

  async function answer(handler: Handler, type: 'approve' | 'reject') {
    const agent = agentWith(handler, humanInTheLoopMiddleware({ interruptOn: { [ERASE]: true } }));
    await agent.invoke(ask, thread);
    expect(handler).not.toHaveBeenCalled();
    return agent.invoke(new Command({ resume: { decisions: [{ type }] } }), thread);
  }

  proves('langchain.interruptOn', "'approve' lets the tool run", async (handler) => {
    await answer(handler, 'approve');
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('langchain.interruptOn', "'reject' goes on without the tool", async (handler) => {
    expect((await answer(handler, 'reject')).messages.at(-1)?.content).toBe('done');
    expect(handler).not.toHaveBeenCalled();
  });
});

describe('middleware around the call of a tool', () => {
  function around(wrapToolCall: Parameters<typeof createMiddleware>[0]['wrapToolCall']) {
    return createMiddleware({ name: 'gate', wrapToolCall });
  }

  proves('langchain.wrapToolCall', 'one that does not call on stops the tool', async (handler) => {
    const gate = around(({ toolCall: { id } }) => new ToolMessage({ content: 'not today', tool_call_id: id ?? '' }));
    const { messages } = await agentWith(handler, gate).invoke(ask, thread);
    expect(messages.map(({ content }) => content)).toContain('not today');
    expect(handler).not.toHaveBeenCalled();
  });

  proves('langchain.wrapToolCall', 'one that throws stops the tool, and the run', async (handler) => {
    await expect(agentWith(handler, around(failing)).invoke(ask, thread)).rejects.toThrow('the policy is down');
    expect(handler).not.toHaveBeenCalled();
  });

  proves('langchain.wrapToolCall', 'one that calls on lets it run', async (handler) => {
    await agentWith(
      handler,
      around((request, callOn) => callOn(request)),
    ).invoke(ask, thread);
    expect(handler).toHaveBeenCalledOnce();
  });
});

describe('an interrupt in the tool', () => {
  function askingTool(handler: Handler) {
    return toolOf(() => {
      interrupt('sure?');
      return handler();
    });
  }

  proves('langchain.interrupt', 'stops the tool', async (handler) => {
    const model = modelThatCalls(ERASE);
    const agent = createAgent({ model, tools: [askingTool(handler)], checkpointer: new MemorySaver() });
    expect(interrupts(await agent.invoke(ask, thread))).toBe(1);
    expect(handler).not.toHaveBeenCalled();
    await agent.invoke(new Command({ resume: 'yes' }), thread);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('langchain.interrupt', 'without a checkpointer fails, and the model is told', async (handler) => {
    const agent = createAgent({ model: modelThatCalls(ERASE), tools: [askingTool(handler)] });
    const { messages } = await agent.invoke(ask);
    expect(messages.map(({ content }) => content)).toContainEqual(expect.stringContaining('No checkpointer set'));
    expect(handler).not.toHaveBeenCalled();
  });

  proves('langchain.invoke', 'a tool with an interrupt fails where no graph runs', async (handler) => {
    await expect(askingTool(handler).invoke({})).rejects.toThrow('No configurable found in config');
    expect(handler).not.toHaveBeenCalled();
  });
});

describe('calls past the agent', () => {
  proves('langchain.invoke', 'runs the tool', async (handler) => {
    expect(await toolOf(handler).invoke({})).toBe('erased');
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('langchain.invoke', 'runs a tool that the agent of the caller would ask about', async (handler) => {
    const erase = toolOf(handler);
    const cleanup = toolOf(async () => erase.invoke({}), 'cleanup');
    const middleware = [humanInTheLoopMiddleware({ interruptOn: { [ERASE]: true } })];
    const checkpointer = new MemorySaver();
    const agent = createAgent({ model: modelThatCalls('cleanup'), tools: [cleanup, erase], middleware, checkpointer });
    expect(interrupts(await agent.invoke(ask, thread))).toBe(0);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('langchain.ToolNode', 'runs the tools that a message calls', async (handler) => {
    await new ToolNode([toolOf(handler)]).invoke({ messages: [calling] });
    expect(handler).toHaveBeenCalledOnce();
  });
});

describe('an agent in a tool', () => {
  /** An agent with the tool, which another one runs in a tool of its own. */
  function parentOf(handler: Handler, ...middleware: AgentMiddleware[]) {
    const sub = createAgent({ model: modelThatCalls(ERASE), tools: [toolOf(handler)], middleware });
    const delegate = toolOf(async () => (await sub.invoke(ask)).messages.map(({ text }) => text).join(), 'delegate');
    return createAgent({
      model: modelThatCalls('delegate'),
      tools: [delegate, toolOf(handler)],
      middleware: [humanInTheLoopMiddleware({ interruptOn: { [ERASE]: true } })],
      checkpointer: new MemorySaver(),
    });
  }

  proves('langchain.interruptOn', 'that of the parent does not reach it', async (handler) => {
    expect(interrupts(await parentOf(handler).invoke(ask, thread))).toBe(0);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('langchain.interruptOn', 'its own interrupts the run of the parent', async (handler) => {
    const parent = parentOf(handler, humanInTheLoopMiddleware({ interruptOn: { [ERASE]: true } }));
    expect(interrupts(await parent.invoke(ask, thread))).toBe(1);
    expect(handler).not.toHaveBeenCalled();
  });
});

describe('interrupts between the nodes of a graph', () => {
  function reactAgent(handler: Handler, interruptBefore: ('agent' | 'tools')[], checkpointSaver?: MemorySaver) {
    return createReactAgent({
      llm: modelThatCalls(ERASE),
      tools: [toolOf(handler)],
      interruptBefore,
      checkpointSaver,
    });
  }

  proves('langgraph.interruptBefore', 'the node of the tools stops them', async (handler) => {
    const agent = reactAgent(handler, ['tools'], new MemorySaver());
    await agent.invoke(ask, thread);
    expect((await agent.getState(thread)).next).toEqual(['tools']);
    expect(handler).not.toHaveBeenCalled();
    await agent.invoke(null, thread);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('langgraph.interruptBefore', 'without a checkpointer it ends the run before them', async (handler) => {
    const { messages } = await reactAgent(handler, ['tools']).invoke(ask);
    expect(messages.map((message) => message.type)).toEqual(['human', 'ai']);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('langgraph.interruptBefore', 'an empty list stops nothing', async (handler) => {
    const agent = reactAgent(handler, [], new MemorySaver());
    await agent.invoke(ask, thread);
    expect((await agent.getState(thread)).next).toEqual([]);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('langgraph.interruptBefore', 'the node of the model lets the tools run that it calls', async (handler) => {
    const agent = reactAgent(handler, ['agent'], new MemorySaver());
    await agent.invoke(ask, thread);
    expect((await agent.getState(thread)).next).toEqual(['agent']);
    expect(handler).not.toHaveBeenCalled();
    await agent.invoke(null, thread);
    expect((await agent.getState(thread)).next).toEqual(['agent']);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('langgraph.interruptBefore', 'a node that is not there is an error', (handler) => {
    const misspelt = ['tool'] as unknown as ['tools'];
    expect(() => reactAgent(handler, misspelt)).toThrow('Interrupt node `tool` is not present');
  });

  proves('langchain.ToolNode', 'an interrupt before it stops its tools', async (handler) => {
    const graph = new StateGraph(MessagesAnnotation)
      .addNode('call', () => ({ messages: [calling] }))
      .addNode('erase', new ToolNode([toolOf(handler)]))
      .addEdge(START, 'call')
      .addEdge('call', 'erase')
      .compile({ interruptBefore: ['erase'], checkpointer: new MemorySaver() });
    await graph.invoke(ask, thread);
    expect((await graph.getState(thread)).next).toEqual(['erase']);
    expect(handler).not.toHaveBeenCalled();
    await graph.invoke(null, thread);
    expect(handler).toHaveBeenCalledOnce();
  });
});
