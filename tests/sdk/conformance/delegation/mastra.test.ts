import { Mastra } from '@mastra/core';
import { Agent, type AgentConfig, type AgentExecutionOptions } from '@mastra/core/agent';
import { noopLogger } from '@mastra/core/logger';
import { InMemoryStore } from '@mastra/core/storage';
import { type ToolHooks, createTool } from '@mastra/core/tools';
import { describe, expect, vi } from 'vitest';
import { z } from 'zod';
import { modelThatCalls } from '../guardrails/ai-sdk-model.ts';
import { ERASE, type Handler, proves } from '../guardrails/proves.ts';

process.env.MASTRA_TELEMETRY_DISABLED = 'true';

type Config = Pick<AgentConfig, 'hooks' | 'defaultOptions' | 'tools' | 'agents'>;
type Tools = Record<string, ReturnType<typeof createTool>>;
type Edge = Pick<Config, 'agents'> & { readonly tools?: Tools };
type Approval = boolean | (() => boolean);

function eraseTool(handler: () => string, requireApproval?: Approval) {
  const execute = () => Promise.resolve(handler());
  return createTool({ id: ERASE, description: 'Erase', inputSchema: z.object({}), requireApproval, execute });
}

/** An agent whose model calls these tools, one a turn. A store keeps the runs that wait. */
function agentThatCalls(name: string, calls: readonly string[], config: Config = {}): Agent {
  const agent = new Agent({
    id: name,
    name,
    description: name,
    instructions: name,
    // The same interface in two versions of the package that declares it.
    model: modelThatCalls(...calls) as unknown as AgentConfig['model'],
    ...config,
  });
  new Mastra({ agents: { [name]: agent }, logger: noopLogger, storage: new InMemoryStore() });
  return agent;
}

/** An agent that has the tool, and a model that calls it at once. */
function eraser(handler: Handler, requireApproval?: Approval, config: Config = {}): Agent {
  return agentThatCalls('eraser', [ERASE], { tools: { [ERASE]: eraseTool(handler, requireApproval) }, ...config });
}

/** Runs an agent, and answers with the name of the tool that the run waits with. */
async function pending(agent: Agent, options: AgentExecutionOptions = {}): Promise<string | undefined> {
  const output = await agent.generate('erase it', options);
  return output.finishReason === 'suspended' ? (output.suspendPayload as { toolName: string }).toolName : undefined;
}

/** The ways from one agent to another: what the agent above is given, and what its model calls. */
const edges = [
  {
    id: 'mastra.Agent',
    way: 'a sub-agent',
    step: (name: string) => `agent-${name}`,
    to: (child: Agent): Edge => ({ agents: { [child.id]: child } }),
  },
  {
    id: 'mastra.createTool',
    way: 'a tool whose body runs it',
    step: (name: string) => name,
    to: (child: Agent): Edge => {
      const execute = async () => (await child.generate('erase it')).text;
      return {
        tools: { [child.id]: createTool({ id: child.id, description: child.id, inputSchema: z.object({}), execute }) },
      };
    },
  },
] as const;

describe.each(edges)('from agent to agent by $way', ({ id, way, step, to }) => {
  const isSubAgent = way === 'a sub-agent';

  /** `frontdesk` takes the step to `desk`, and that to the agent below. Neither has the tool. */
  function twoLevels(child: Agent, cut = false): Agent {
    const desk = agentThatCalls('desk', [step(child.id)], cut ? {} : to(child));
    return agentThatCalls('frontdesk', [step('desk')], to(desk));
  }

  /** An agent that has the tool too, and takes the step at once. */
  function parentWith(child: Agent, tool: ReturnType<typeof eraseTool>): Agent {
    const { tools, ...edge } = to(child);
    return agentThatCalls('parent', [step(child.id)], { ...edge, tools: { ...tools, [ERASE]: tool } });
  }

  proves(id, `by ${way}, two steps down, the tool runs that no agent above has`, async (handler) => {
    await twoLevels(eraser(handler)).generate('erase it');
    expect(handler).toHaveBeenCalledOnce();
  });

  proves(id, `by ${way}, without the second step it does not run`, async (handler) => {
    await twoLevels(eraser(handler), true).generate('erase it');
    expect(handler).not.toHaveBeenCalled();
  });

  proves(id, `by ${way}, the agent above cannot call the tool itself`, async (handler) => {
    await agentThatCalls('parent', [ERASE], to(eraser(handler))).generate('erase it');
    expect(handler).not.toHaveBeenCalled();
  });

  proves(id, `by ${way}, an agent without tools has none of the tools above`, async (handler) => {
    await parentWith(agentThatCalls('eraser', [ERASE]), eraseTool(handler)).generate('erase it');
    expect(handler).not.toHaveBeenCalled();
  });

  proves(id, `by ${way}, an approval of the parent's tool of the same name is not asked for`, async (handler) => {
    const parents = vi.fn(() => 'erased by the parent');
    expect(await pending(parentWith(eraser(handler), eraseTool(parents, true)))).toBeUndefined();
    expect(parents).not.toHaveBeenCalled();
    expect(handler).toHaveBeenCalledOnce();
  });

  for (const [text, off] of [
    ['`false`', false],
    ['a function that answers `false`', () => false],
  ] as const) {
    proves(id, `by ${way}, ${text} for its tool is not raised by that of the parent`, async (handler) => {
      expect(await pending(parentWith(eraser(handler, off), eraseTool(handler, true)))).toBeUndefined();
      expect(handler).toHaveBeenCalledOnce();
    });
  }

  proves(
    id,
    `by ${way}, an approval of its own ${isSubAgent ? 'stops the run at the top' : 'reaches nobody'}`,
    async (handler) => {
      expect(await pending(twoLevels(eraser(handler, true)))).toBe(isSubAgent ? 'agent-desk' : undefined);
      expect(handler).not.toHaveBeenCalled();
    },
  );

  proves(id, `by ${way}, hooks of the run hear of the step only`, async (handler) => {
    const beforeToolCall = vi.fn<NonNullable<ToolHooks['beforeToolCall']>>(() => undefined);
    await twoLevels(eraser(handler)).generate('erase it', { hooks: { beforeToolCall } });
    expect(beforeToolCall.mock.calls.map(([{ toolName }]) => toolName)).toEqual([step('desk')]);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves(id, `by ${way}, default options of its own that ask stop its tool`, async (handler) => {
    const child = eraser(handler, undefined, { defaultOptions: { requireToolApproval: true } });
    await pending(twoLevels(child));
    expect(handler).not.toHaveBeenCalled();
  });

  proves(id, `by ${way}, default options of the parent that ask for all stop the step`, async (handler) => {
    const parent = agentThatCalls('parent', [step('eraser')], {
      ...to(eraser(handler)),
      defaultOptions: { requireToolApproval: true },
    });
    expect(await pending(parent)).toBe(step('eraser'));
    expect(handler).not.toHaveBeenCalled();
  });
});

describe('checks of a delegation', () => {
  function refused(primitive: string) {
    return vi.fn<NonNullable<NonNullable<AgentExecutionOptions['delegation']>['onDelegationStart']>>(
      ({ primitiveId }) => (primitiveId === primitive ? { proceed: false, rejectionReason: 'not today' } : undefined),
    );
  }

  proves('mastra.Agent', 'one of the run is asked for the first step, and for none below', async (handler) => {
    const onDelegationStart = refused('eraser');
    const desk = agentThatCalls('desk', ['agent-eraser'], { agents: { eraser: eraser(handler) } });
    const front = agentThatCalls('frontdesk', ['agent-desk'], { agents: { desk } });
    await front.generate('erase it', { delegation: { onDelegationStart } });
    expect(onDelegationStart.mock.calls.map(([{ primitiveId }]) => primitiveId)).toEqual(['desk']);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('mastra.Agent', 'one in the default options of the agent between stops the second', async (handler) => {
    const onDelegationStart = refused('eraser');
    const desk = agentThatCalls('desk', ['agent-eraser'], {
      agents: { eraser: eraser(handler) },
      defaultOptions: { delegation: { onDelegationStart } },
    });
    await agentThatCalls('frontdesk', ['agent-desk'], { agents: { desk } }).generate('erase it');
    expect(onDelegationStart).toHaveBeenCalledOnce();
    expect(handler).not.toHaveBeenCalled();
  });
});
