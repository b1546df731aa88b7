import { type Tool, type ToolApprovalConfiguration, ToolLoopAgent, type ToolSet, generateText, tool } from 'ai';
import { describe, expect, vi } from 'vitest';
import { z } from 'zod';
import { modelThatCalls } from '../guardrails/ai-sdk-model.ts';
import { ERASE, type Handler, proves } from '../guardrails/proves.ts';

type ToolApproval = ToolApprovalConfiguration<ToolSet, Record<string, unknown>>;
type Guards = Pick<ConstructorParameters<typeof ToolLoopAgent>[0], 'toolApproval' | 'activeTools'>;
type Child = Pick<ToolLoopAgent, 'generate'>;

const inputSchema = z.object({});

function eraseTool(handler: () => string, approval: Pick<Tool, 'needsApproval'> = {}) {
  return tool({ description: 'Erase', inputSchema, ...approval, execute: handler });
}

/** An agent whose model calls these tools, one a turn. */
function agentThatCalls(calls: readonly string[], tools: ToolSet, guards: Guards = {}): Child {
  return new ToolLoopAgent({ model: modelThatCalls(...calls), tools, ...guards });
}

/** An agent that has the tool, and a model that calls it at once. */
function eraser(handler: Handler, guards: Guards = {}): Child {
  return agentThatCalls([ERASE], { [ERASE]: eraseTool(handler) }, guards);
}

/** A tool whose body runs the agent. */
function running(child: Child) {
  return tool({ inputSchema, execute: async () => (await child.generate({ prompt: 'erase it' })).text });
}

function run(agent: Child) {
  return agent.generate({ prompt: 'erase it' });
}

/** The names of the tools that a run waits with. */
async function pending(agent: Child) {
  const { content } = await run(agent);
  const asked = content.flatMap((part) => (part.type === 'tool-approval-request' && !part.isAutomatic ? [part] : []));
  return asked.map(({ toolCall }) => toolCall.toolName);
}

describe('an agent in a tool', () => {
  proves('ai-sdk.ToolLoopAgent', 'two steps down, the tool runs that no agent above has', async (handler) => {
    const desk = agentThatCalls(['eraser'], { eraser: running(eraser(handler)) });
    await run(agentThatCalls(['desk'], { desk: running(desk) }));
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('ai-sdk.ToolLoopAgent', 'without the second step it does not run', async (handler) => {
    // The agent that has the tool is made, and no tool runs it.
    eraser(handler);
    await run(agentThatCalls(['desk'], { desk: running(agentThatCalls(['eraser'], {})) }));
    expect(handler).not.toHaveBeenCalled();
  });

  proves('ai-sdk.ToolLoopAgent', 'the agent above cannot call the tool itself', async (handler) => {
    const { steps } = await run(agentThatCalls([ERASE], { sub: running(eraser(handler)) }));
    expect(steps[0]?.content).toMatchObject([{ type: 'tool-call', invalid: true }, { type: 'tool-error' }]);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('ai-sdk.ToolLoopAgent', 'without tools it has none of the tools above', async (handler) => {
    await run(agentThatCalls(['sub'], { sub: running(agentThatCalls([ERASE], {})), [ERASE]: eraseTool(handler) }));
    expect(handler).not.toHaveBeenCalled();
  });

  proves('ai-sdk.generateText', 'in a tool it runs its tools as an agent does', async (handler) => {
    const tools = { [ERASE]: eraseTool(handler) };
    const sub = tool({
      inputSchema,
      execute: async () => (await generateText({ model: modelThatCalls(ERASE), prompt: 'erase it', tools })).text,
    });
    await run(agentThatCalls(['sub'], { sub }));
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('ai-sdk.needsApproval', "of the parent's tool of the same name is not asked", async (handler) => {
    const parents = vi.fn(() => 'erased by the parent');
    const tools = { sub: running(eraser(handler)), [ERASE]: eraseTool(parents, { needsApproval: true }) };
    expect(await pending(agentThatCalls(['sub'], tools))).toEqual([]);
    expect(parents).not.toHaveBeenCalled();
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('ai-sdk.toolApproval', 'of the parent, by the name of the tool, does not reach it', async (handler) => {
    const tools = { sub: running(eraser(handler)), [ERASE]: eraseTool(handler) };
    expect(await pending(agentThatCalls(['sub'], tools, { toolApproval: { [ERASE]: 'denied' } }))).toEqual([]);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('ai-sdk.toolApproval', 'of the parent, for all its tools, stops the step', async (handler) => {
    const toolApproval: ToolApproval = () => 'user-approval';
    expect(await pending(agentThatCalls(['sub'], { sub: running(eraser(handler)) }, { toolApproval }))).toEqual([
      'sub',
    ]);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('ai-sdk.needsApproval', 'of the step stops the agent, and its tool with it', async (handler) => {
    const sub = { ...running(eraser(handler)), needsApproval: true };
    expect(await pending(agentThatCalls(['sub'], { sub }))).toEqual(['sub']);
    expect(handler).not.toHaveBeenCalled();
  });

  proves(
    'ai-sdk.toolApproval',
    "'approved' of its own lets a tool run that the parent would ask for",
    async (handler) => {
      const shared = { [ERASE]: eraseTool(handler, { needsApproval: true }) };
      const child = agentThatCalls([ERASE], shared, { toolApproval: { [ERASE]: 'approved' } });
      expect(await pending(agentThatCalls(['sub'], { sub: running(child), ...shared }))).toEqual([]);
      expect(handler).toHaveBeenCalledOnce();
    },
  );

  proves('ai-sdk.ToolLoopAgent', 'what is active in the parent is none of its business', async (handler) => {
    const tools = { sub: running(eraser(handler)), [ERASE]: eraseTool(handler) };
    await run(agentThatCalls(['sub'], tools, { activeTools: ['sub'] }));
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('ai-sdk.ToolLoopAgent', 'what is active in itself is', async (handler) => {
    await run(agentThatCalls(['sub'], { sub: running(eraser(handler, { activeTools: [] })) }));
    expect(handler).not.toHaveBeenCalled();
  });
});
