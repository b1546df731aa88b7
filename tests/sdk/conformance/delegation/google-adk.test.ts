import {
  AgentTool,
  type BaseAgent,
  BasePlugin,
  type BaseTool,
  type Event,
  FunctionTool,
  InMemoryRunner,
  LlmAgent,
  type LlmAgentConfig,
  LoopAgent,
  ParallelAgent,
  SequentialAgent,
  type SingleBeforeToolCallback,
  getAskUserConfirmationFunctionCalls,
} from '@google/adk';
import { describe, expect, vi } from 'vitest';
import { z } from 'zod';
import { ERASE, type Handler, proves } from '../guardrails/proves.ts';
import { type Call, Script } from './google-adk-model.ts';

const parameters = z.object({});
const refusal = { error: 'not today' };
const erase: Call = { name: ERASE, args: {} };

function eraseTool(execute: () => string, requireConfirmation?: boolean) {
  return new FunctionTool({ name: ERASE, description: 'Erase', parameters, requireConfirmation, execute });
}

/** An agent whose model calls these tools, one a turn. */
function agentThatCalls(name: string, calls: readonly Call[], config: Partial<LlmAgentConfig> = {}): LlmAgent {
  return new LlmAgent({ name, description: name, model: new Script(...calls), ...config });
}

/** An agent that has the tool, and a model that calls it at once. */
function eraser(handler: Handler, confirmation?: boolean): LlmAgent {
  return agentThatCalls('eraser', [erase], { tools: [eraseTool(handler, confirmation)] });
}

async function run(agent: BaseAgent, ...plugins: BasePlugin[]): Promise<readonly Event[]> {
  const newMessage = { role: 'user', parts: [{ text: 'erase it' }] };
  const events: Event[] = [];
  for await (const event of new InMemoryRunner({ agent, plugins }).runEphemeral({ userId: 'somebody', newMessage })) {
    events.push(event);
  }
  return events;
}

/** How many confirmations a run waits with. */
function questions(events: readonly Event[]): number {
  return events.flatMap((event) => getAskUserConfirmationFunctionCalls(event)).length;
}

/** A plugin that stops the tool under test. */
class Gate extends BasePlugin {
  readonly asked: string[] = [];

  constructor() {
    super('gate');
  }

  override beforeToolCallback({ tool }: { tool: BaseTool }): Promise<Record<string, unknown> | undefined> {
    this.asked.push(tool.name);
    return Promise.resolve(tool.name === ERASE ? refusal : undefined);
  }
}

/** The ways from one agent to another that a model decides on: what its agent is given, and what it calls. */
const edges = [
  {
    id: 'adk.LlmAgent',
    way: 'a transfer',
    step: (agentName: string): Call => ({ name: 'transfer_to_agent', args: { agentName } }),
    to: (child: LlmAgent): Partial<LlmAgentConfig> => ({ subAgents: [child] }),
    reached: true,
  },
  {
    id: 'adk.AgentTool',
    way: 'a tool',
    step: (name: string): Call => ({ name, args: { request: 'erase it' } }),
    to: (child: LlmAgent): Partial<LlmAgentConfig> => ({ tools: [new AgentTool({ agent: child })] }),
    reached: false,
  },
] as const;

describe.each(edges)('from agent to agent by $way', ({ id, step, to, reached }) => {
  /** `frontdesk` takes the step to `desk`, and that to the agent below. Neither has the tool. */
  function twoLevels(child: LlmAgent, cut = false): LlmAgent {
    const desk = agentThatCalls('desk', [step(child.name)], cut ? {} : to(child));
    return agentThatCalls('frontdesk', [step('desk')], to(desk));
  }

  /** An agent that has the tool too, and takes the step at once. */
  function parentWith(child: LlmAgent, tool: FunctionTool<typeof parameters>, config: Partial<LlmAgentConfig> = {}) {
    const edge = to(child);
    return agentThatCalls('parent', [step(child.name)], { ...edge, ...config, tools: [...(edge.tools ?? []), tool] });
  }

  proves(id, 'two steps down, the tool runs that no agent above has', async (handler) => {
    await run(twoLevels(eraser(handler)));
    expect(handler).toHaveBeenCalledOnce();
  });

  proves(id, 'without the second step it does not run', async (handler) => {
    await run(twoLevels(eraser(handler), true));
    expect(handler).not.toHaveBeenCalled();
  });

  proves(id, 'the agent above cannot call the tool itself', async (handler) => {
    await run(agentThatCalls('parent', [erase], to(eraser(handler))));
    expect(handler).not.toHaveBeenCalled();
  });

  proves(id, 'an agent without tools has none of the tools above', async (handler) => {
    await run(parentWith(agentThatCalls('eraser', [erase]), eraseTool(handler)));
    expect(handler).not.toHaveBeenCalled();
  });

  proves(id, "a confirmation of the parent's tool of the same name is not asked for", async (handler) => {
    const parents = vi.fn(() => 'erased by the parent');
    expect(questions(await run(parentWith(eraser(handler), eraseTool(parents, true))))).toBe(0);
    expect(parents).not.toHaveBeenCalled();
    expect(handler).toHaveBeenCalledOnce();
  });

  proves(id, '`requireConfirmation: false` of its tool is not raised by that of the parent', async (handler) => {
    expect(questions(await run(parentWith(eraser(handler, false), eraseTool(handler, true))))).toBe(0);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves(id, "the parent's callback is asked for the step only", async (handler) => {
    const asked = vi.fn<SingleBeforeToolCallback>(({ tool }) => (tool.name === ERASE ? refusal : undefined));
    await run(parentWith(eraser(handler), eraseTool(handler), { beforeToolCallback: asked }));
    expect(asked.mock.calls.map(([{ tool }]) => tool.name)).toEqual([step('eraser').name]);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves(id, `a plugin of the run ${reached ? 'stops' : 'does not see'} a call two steps down`, async (handler) => {
    const gate = new Gate();
    await run(twoLevels(eraser(handler)), gate);
    expect(gate.asked).toEqual(reached ? ['transfer_to_agent', 'transfer_to_agent', ERASE] : ['desk']);
    expect(handler).toHaveBeenCalledTimes(reached ? 0 : 1);
  });
});

describe('from agent to agent by an order that is fixed', () => {
  const orders = [
    ['a sequence', (subAgents: LlmAgent[]) => new SequentialAgent({ name: 'order', subAgents })],
    ['agents side by side', (subAgents: LlmAgent[]) => new ParallelAgent({ name: 'order', subAgents })],
    ['a loop', (subAgents: LlmAgent[]) => new LoopAgent({ name: 'order', subAgents, maxIterations: 1 })],
  ] as const;

  for (const [order, of] of orders) {
    proves('adk.subAgents', `${order} runs the tool of its agents`, async (handler) => {
      await run(of([agentThatCalls('first', []), eraser(handler)]));
      expect(handler).toHaveBeenCalledOnce();
    });

    proves('adk.subAgents', `${order} shares no tool between its agents`, async (handler) => {
      const reader = agentThatCalls('reader', [erase]);
      await run(of([agentThatCalls('eraser', [], { tools: [eraseTool(handler)] }), reader]));
      expect(handler).not.toHaveBeenCalled();
    });

    proves('adk.subAgents', `${order} takes a callback of one agent to no other`, async (handler) => {
      const asked = vi.fn<SingleBeforeToolCallback>(() => refusal);
      await run(of([agentThatCalls('first', [], { beforeToolCallback: asked }), eraser(handler)]));
      expect(asked).not.toHaveBeenCalled();
      expect(handler).toHaveBeenCalledOnce();
    });

    proves('adk.subAgents', `${order} below a transfer runs the tool, and a plugin stops it`, async (handler) => {
      const transfer: Call = { name: 'transfer_to_agent', args: { agentName: 'order' } };
      const parent = () => agentThatCalls('parent', [transfer], { subAgents: [of([eraser(handler)])] });
      await run(parent(), new Gate());
      expect(handler).not.toHaveBeenCalled();
      await run(parent());
      expect(handler).toHaveBeenCalledOnce();
    });
  }
});

describe('a transfer to others than those below', () => {
  const transfer = (agentName: string): Call => ({ name: 'transfer_to_agent', args: { agentName } });

  /** `desk` hands over to an agent beside it, which has the tool. */
  function beside(handler: Handler, config: Partial<LlmAgentConfig> = {}) {
    const desk = agentThatCalls('desk', [transfer('eraser')], config);
    return agentThatCalls('parent', [transfer('desk')], { subAgents: [desk, eraser(handler)] });
  }

  /** `desk` hands back to the agent above, which has the tool. */
  function above(handler: Handler, config: Partial<LlmAgentConfig> = {}, others: LlmAgent[] = []) {
    const subAgents = [agentThatCalls('desk', [transfer('parent')], config), ...others];
    return agentThatCalls('parent', [transfer('desk'), erase], { subAgents, tools: [eraseTool(handler)] });
  }

  proves('adk.LlmAgent', 'goes to an agent beside it, whose tool runs', async (handler) => {
    await run(beside(handler));
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('adk.LlmAgent', 'goes back to the agent above, whose tool runs', async (handler) => {
    await run(above(handler));
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('adk.LlmAgent', 'with both of these disallowed goes nowhere', async (handler) => {
    const config = { disallowTransferToParent: true, disallowTransferToPeers: true };
    await run(beside(handler, config));
    await run(above(handler, config));
    expect(handler).not.toHaveBeenCalled();
  });

  // The model is told of fewer agents; what it calls all the same is not looked at.
  proves('adk.LlmAgent', '`disallowTransferToPeers` alone stops no model that names one', async (handler) => {
    await run(beside(handler, { disallowTransferToPeers: true }));
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('adk.LlmAgent', '`disallowTransferToParent` stops none where there is an agent below', async (handler) => {
    const config = { disallowTransferToParent: true, subAgents: [agentThatCalls('reader', [])] };
    await run(above(handler, config));
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('adk.LlmAgent', 'goes to an agent that is nobody of its family: nowhere', async (handler) => {
    eraser(handler);
    await run(agentThatCalls('parent', [transfer('eraser')], { subAgents: [agentThatCalls('reader', [])] }));
    expect(handler).not.toHaveBeenCalled();
  });

  // Three levels: the root reaches an agent that it does not name.
  proves('adk.LlmAgent', 'goes past the agent below to one of its own', async (handler) => {
    const desk = agentThatCalls('desk', [], { subAgents: [eraser(handler)] });
    await run(agentThatCalls('frontdesk', [transfer('eraser')], { subAgents: [desk] }));
    expect(handler).toHaveBeenCalledOnce();
  });
});
