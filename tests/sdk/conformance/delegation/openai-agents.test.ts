import {
  Agent,
  type AgentConfiguration,
  type FunctionTool,
  ModelBehaviorError,
  Runner,
  handoff,
  run,
  tool,
} from '@openai/agents';
import { describe, expect, vi } from 'vitest';
import { z } from 'zod';
import { ERASE, type Handler, proves } from '../guardrails/proves.ts';
import { modelThatCalls } from './openai-agents-model.ts';

const parameters = z.object({ input: z.string() });

type Erase = FunctionTool<unknown, typeof parameters>;

function eraseTool(execute: () => string, needsApproval?: boolean): Erase {
  return tool({ name: ERASE, description: 'Erase', parameters, needsApproval, execute });
}

/** An agent whose model calls these tools, one a turn. */
function agentThatCalls(name: string, calls: readonly string[], config: Partial<AgentConfiguration> = {}): Agent {
  return new Agent({ name, model: modelThatCalls(...calls), ...config });
}

/** An agent that has the tool, and a model that calls it at once. */
function eraser(handler: Handler, needsApproval?: boolean): Agent {
  return agentThatCalls('eraser', [ERASE], { tools: [eraseTool(handler, needsApproval)] });
}

/** The names of the tools that a run waits with. */
function pending({ interruptions }: { readonly interruptions: readonly { readonly name?: string }[] }) {
  return interruptions.map(({ name }) => name);
}

/** The ways from one agent to another: what the agent above is given, and what its model calls to take the step. */
const edges = [
  {
    id: 'openai-agents.handoffs',
    step: (name: string) => `transfer_to_${name}`,
    to: (child: Agent): Partial<AgentConfiguration> => ({ handoffs: [child] }),
  },
  {
    id: 'openai-agents.asTool',
    step: (name: string) => name,
    to: (child: Agent): Partial<AgentConfiguration> => ({ tools: [child.asTool({ toolName: child.name })] }),
  },
] as const;

describe.each(edges)('from agent to agent by $id', ({ id, step, to }) => {
  /** `frontdesk` takes the step to `desk`, and that to the agent below. Neither has the tool. */
  function twoLevels(child: Agent, cut = false): Agent {
    const desk = agentThatCalls('desk', [step(child.name)], cut ? {} : to(child));
    return agentThatCalls('frontdesk', [step('desk')], to(desk));
  }

  /** An agent that has these tools too, and takes the step at once. */
  function parentWith(child: Agent, tools: readonly Erase[], calls: readonly string[] = []): Agent {
    const edge = to(child);
    return agentThatCalls('parent', [...calls, step(child.name)], {
      ...edge,
      tools: [...(edge.tools ?? []), ...tools],
    });
  }

  proves(id, 'two steps down, the tool runs that no agent above has', async (handler) => {
    const { finalOutput } = await run(twoLevels(eraser(handler)), 'erase it');
    expect(finalOutput).toBe('done');
    expect(handler).toHaveBeenCalledOnce();
  });

  proves(id, 'without the second step it does not run', async (handler) => {
    const outcome = await run(twoLevels(eraser(handler), true), 'erase it').then(
      () => 'ended',
      (error: unknown) => error,
    );
    // As a tool, the agent between fails inside its call, and the agent above is told.
    if (id === 'openai-agents.asTool') expect(outcome).toBe('ended');
    else expect(outcome).toBeInstanceOf(ModelBehaviorError);
    expect(handler).not.toHaveBeenCalled();
  });

  proves(id, 'the agent above cannot call the tool itself', async (handler) => {
    const parent = agentThatCalls('parent', [ERASE], to(eraser(handler)));
    await expect(run(parent, 'erase it')).rejects.toThrow(`Tool ${ERASE} not found`);
    expect(handler).not.toHaveBeenCalled();
  });

  proves(id, "the agent's tool runs unasked where the parent's of the same name needs approval", async (handler) => {
    const parents = vi.fn(() => 'erased by the parent');
    const parent = parentWith(eraser(handler), [eraseTool(parents, true)]);
    expect(pending(await run(parent, 'erase it'))).toEqual([]);
    expect(parents).not.toHaveBeenCalled();
    expect(handler).toHaveBeenCalledOnce();
  });

  proves(id, '`needsApproval: false` of its tool is not raised by that of the parent', async (handler) => {
    const parent = parentWith(eraser(handler, false), [eraseTool(handler, true)]);
    expect(pending(await run(parent, 'erase it'))).toEqual([]);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves(id, 'one tool that both have is stopped in both', async (handler) => {
    const shared = eraseTool(handler, true);
    const child = agentThatCalls('eraser', [ERASE], { tools: [shared] });
    expect(pending(await run(parentWith(child, [shared]), 'erase it'))).toEqual([ERASE]);
    expect(handler).not.toHaveBeenCalled();
  });

  proves(id, "an approval for good of the parent's tool is none of the agent's tool", async (handler) => {
    const parents = vi.fn(() => 'erased by the parent');
    const parent = parentWith(eraser(handler, true), [eraseTool(parents, true)], [ERASE]);
    const { state, interruptions } = await run(parent, 'erase it twice');
    for (const interruption of interruptions) state.approve(interruption, { alwaysApprove: true });
    expect(pending(await run(parent, state))).toEqual([ERASE]);
    expect(parents).toHaveBeenCalledOnce();
    expect(handler).not.toHaveBeenCalled();
  });

  proves(id, 'an agent without tools has none of the tools above', async (handler) => {
    const child = agentThatCalls('eraser', [ERASE]);
    await run(parentWith(child, [eraseTool(handler)]), 'erase it').catch((error: unknown) => {
      expect(error).toBeInstanceOf(ModelBehaviorError);
    });
    expect(handler).not.toHaveBeenCalled();
  });

  proves(id, 'a clone without a list of tools has those of its original', async (handler) => {
    const clone = eraser(handler).clone({ name: 'reader' });
    await run(parentWith(clone, []), 'read it');
    expect(handler).toHaveBeenCalledOnce();
  });

  proves(id, 'a clone with an empty list has none', async (handler) => {
    const clone = eraser(handler).clone({ name: 'reader', tools: [] });
    await run(parentWith(clone, []), 'read it').catch((error: unknown) => {
      expect(error).toBeInstanceOf(ModelBehaviorError);
    });
    expect(handler).not.toHaveBeenCalled();
  });

  proves(id, 'a guardrail of the run is asked about the input, and about nothing below', async (handler) => {
    const execute = vi.fn(() => Promise.resolve({ tripwireTriggered: false, outputInfo: {} }));
    const runner = new Runner({ inputGuardrails: [{ name: 'check', execute }] });
    await runner.run(twoLevels(eraser(handler)), 'erase it');
    expect(execute).toHaveBeenCalledOnce();
    expect(handler).toHaveBeenCalledOnce();
  });

  const hears = id === 'openai-agents.handoffs' ? [ERASE] : ['desk'];
  proves(id, `listeners of the run hear of a call of ${hears.join()}`, async (handler) => {
    const runner = new Runner();
    const heard: string[] = [];
    runner.on('agent_tool_start', (_context, _agent, { name }) => {
      heard.push(name);
    });
    await runner.run(twoLevels(eraser(handler)), 'erase it');
    expect(heard).toEqual(hears);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves(id, 'a listener of the run that fails for the tool stops it where it hears of it', async (handler) => {
    const runner = new Runner();
    runner.on('agent_tool_start', (_context, _agent, { name }) => {
      if (name === ERASE) throw new Error('not today');
    });
    await runner.run(twoLevels(eraser(handler)), 'erase it').catch((error: unknown) => {
      expect(String(error)).toContain('not today');
    });
    expect(handler).toHaveBeenCalledTimes(id === 'openai-agents.handoffs' ? 0 : 1);
  });

  proves(id, 'a listener of the parent hears of no call below', async (handler) => {
    const parent = parentWith(eraser(handler), []);
    const heard: string[] = [];
    parent.on('agent_tool_start', (_context, { name }) => {
      heard.push(name);
    });
    await run(parent, 'erase it');
    expect(heard).toEqual(id === 'openai-agents.handoffs' ? [] : ['eraser']);
    expect(handler).toHaveBeenCalledOnce();
  });
});

describe('switches on the step', () => {
  proves('openai-agents.handoffs', 'one that is not enabled cannot be taken', async (handler) => {
    const handoffs = [handoff(eraser(handler), { isEnabled: false })];
    const parent = agentThatCalls('parent', ['transfer_to_eraser'], { handoffs });
    await expect(run(parent, 'erase it')).rejects.toThrow(ModelBehaviorError);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('openai-agents.asTool', 'one that is not enabled cannot be taken', async (handler) => {
    const tools = [eraser(handler).asTool({ toolName: 'sub', isEnabled: false })];
    await expect(run(agentThatCalls('parent', ['sub'], { tools }), 'erase it')).rejects.toThrow(ModelBehaviorError);
    expect(handler).not.toHaveBeenCalled();
  });

  proves(
    'openai-agents.asTool',
    "`needsApproval: false` leaves the approvals of the agent's tools",
    async (handler) => {
      const tools = [eraser(handler, true).asTool({ toolName: 'sub', needsApproval: false })];
      expect(pending(await run(agentThatCalls('parent', ['sub'], { tools }), 'erase it'))).toEqual([ERASE]);
      expect(handler).not.toHaveBeenCalled();
    },
  );

  proves('openai-agents.asTool', 'an approval of the step is one of all that the agent calls', async (handler) => {
    const sub = agentThatCalls('eraser', [ERASE, ERASE], { tools: [eraseTool(handler)] });
    const parent = agentThatCalls('parent', ['sub'], {
      tools: [sub.asTool({ toolName: 'sub', needsApproval: true })],
    });
    const { state, interruptions } = await run(parent, 'erase it');
    expect(handler).not.toHaveBeenCalled();
    for (const interruption of interruptions) state.approve(interruption);
    expect(pending(await run(parent, state))).toEqual([]);
    expect(handler).toHaveBeenCalledTimes(2);
  });
});

describe('two agents that hand over to each other', () => {
  proves('openai-agents.handoffs', 'the tool runs, however often they did', async (handler) => {
    const back = agentThatCalls('back', ['transfer_to_front', 'transfer_to_eraser']);
    const front = agentThatCalls('front', ['transfer_to_back', 'transfer_to_back'], { handoffs: [back] });
    back.handoffs = [front, eraser(handler)];
    const { finalOutput, lastAgent } = await run(front, 'erase it');
    expect([finalOutput, lastAgent?.name]).toEqual(['done', 'eraser']);
    expect(handler).toHaveBeenCalledOnce();
  });
});
