import { Mastra } from '@mastra/core';
import { Agent, type AgentConfig, type AgentExecutionOptions } from '@mastra/core/agent';
import { noopLogger } from '@mastra/core/logger';
import { ToolSearchProcessor } from '@mastra/core/processors';
import { InMemoryStore } from '@mastra/core/storage';
import { type ToolHooks, createTool } from '@mastra/core/tools';
import { describe, expect, vi } from 'vitest';
import { z } from 'zod';
import { type ModelCall, modelThatCalls } from './ai-sdk-model.ts';
import { ERASE, type Handler, proves } from './proves.ts';

process.env.MASTRA_TELEMETRY_DISABLED = 'true';

type Approval = boolean | (() => boolean);
type Options = Pick<AgentExecutionOptions, 'requireToolApproval' | 'hooks' | 'activeTools' | 'delegation'>;
type Config = Pick<AgentConfig, 'hooks' | 'defaultOptions' | 'tools' | 'agents' | 'inputProcessors'>;

function eraseTool(handler: Handler, requireApproval?: Approval) {
  const execute = () => Promise.resolve(handler());
  return createTool({ id: ERASE, description: 'Erase', inputSchema: z.object({}), requireApproval, execute });
}

/** An agent, and a model that calls a tool, or several, one a turn. A store keeps the runs that wait. */
function agentThatCalls(calls: string | readonly ModelCall[], config: Config): Agent {
  const agent = new Agent({
    id: 'tester',
    name: 'tester',
    description: 'Tests',
    instructions: 'Test',
    // The same interface in two versions of the package that declares it.
    model: modelThatCalls(...(typeof calls === 'string' ? [calls] : calls)) as unknown as AgentConfig['model'],
    ...config,
  });
  new Mastra({ agents: { [agent.id]: agent }, logger: noopLogger, storage: new InMemoryStore() });
  return agent;
}

/** An agent that has the tool, and a model that calls it at once. */
function eraser(handler: Handler, config: Config = {}, requireApproval?: Approval): Agent {
  return agentThatCalls(ERASE, { tools: { [ERASE]: eraseTool(handler, requireApproval) }, ...config });
}

/** Runs an agent, and answers with the name of the tool that the run waits with. */
async function pending(agent: Agent, options: Options = {}): Promise<string | undefined> {
  const output = await agent.generate('erase it', options);
  return output.finishReason === 'suspended' ? (output.suspendPayload as { toolName: string }).toolName : undefined;
}

function failing(): never {
  throw new Error('the policy is down');
}

describe('the approval of a tool', () => {
  proves('mastra.requireApproval', '`true` stops the tool', async (handler) => {
    expect(await pending(eraser(handler, {}, true))).toBe(ERASE);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('mastra.requireApproval', 'a function that answers `true` stops it', async (handler) => {
    expect(await pending(eraser(handler, {}, () => true))).toBe(ERASE);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('mastra.requireApproval', 'a function that throws stops it', async (handler) => {
    expect(await pending(eraser(handler, {}, failing))).toBe(ERASE);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('mastra.requireApproval', 'a function that answers `false` lets it run', async (handler) => {
    expect(await pending(eraser(handler, {}, () => false))).toBeUndefined();
    expect(handler).toHaveBeenCalledOnce();
  });

  proves(
    'mastra.requireApproval',
    'a tool that is built anew around the handler of one that it stops runs',
    async (handler) => {
      const { id, description, execute } = eraseTool(handler, true);
      const anew = createTool({ id, description, inputSchema: z.object({}), execute });
      expect(await pending(agentThatCalls(ERASE, { tools: { [ERASE]: anew } }))).toBeUndefined();
      expect(handler).toHaveBeenCalledOnce();
    },
  );

  proves('mastra.requireApproval', '`false` lets it run', async (handler) => {
    expect(await pending(eraser(handler, {}, false))).toBeUndefined();
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('mastra.requireApproval', 'without one it runs', async (handler) => {
    expect(await pending(eraser(handler))).toBeUndefined();
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('mastra.requireApproval', 'an approval of every call lets it run', async (handler) => {
    const agent = eraser(handler, {}, true);
    const { runId = '' } = await agent.generate('erase it');
    expect(handler).not.toHaveBeenCalled();
    await agent.approveToolCallGenerate({ runId });
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('mastra.requireApproval', 'a call that is declined goes on without it', async (handler) => {
    const agent = eraser(handler, {}, true);
    const { runId = '' } = await agent.generate('erase it');
    expect((await agent.declineToolCallGenerate({ runId })).text).toBe('done');
    expect(handler).not.toHaveBeenCalled();
  });

  proves('mastra.execute', 'runs the tool whatever its approval', async (handler) => {
    const erase = eraseTool(handler, true);
    const cleanup = createTool({
      id: 'cleanup',
      description: 'Cleans up',
      inputSchema: z.object({}),
      execute: async (_, context) => erase.execute?.({}, context),
    });
    const requireToolApproval = vi.fn(({ toolName }: { toolName: string }) => toolName === ERASE);
    const agent = agentThatCalls('cleanup', { tools: { cleanup, [ERASE]: erase } });
    expect(await pending(agent, { requireToolApproval })).toBeUndefined();
    expect(requireToolApproval.mock.calls.map(([{ toolName }]) => toolName)).toEqual(['cleanup']);
    expect(handler).toHaveBeenCalledOnce();
  });
});

describe('a question in the tool', () => {
  type Execute = NonNullable<Parameters<typeof createTool>[0]['execute']>;

  function agentWith(execute: Execute): Agent {
    const erase = createTool({ id: ERASE, description: 'Erase', inputSchema: z.object({}), execute });
    return agentThatCalls(ERASE, { tools: { [ERASE]: erase } });
  }

  proves('mastra.suspend', 'one that is returned stops the tool', async (handler) => {
    const agent = agentWith(async (_, context) =>
      context.agent?.resumeData === undefined ? context.agent?.suspend({}) : handler(),
    );
    const { runId = '', finishReason } = await agent.generate('erase it');
    expect(finishReason).toBe('suspended');
    expect(handler).not.toHaveBeenCalled();
    await agent.resumeGenerate({ approved: true }, { runId });
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('mastra.suspend', 'one that is only awaited does not stop what follows', async (handler) => {
    const agent = agentWith(async (_, context) => {
      await context.agent?.suspend({});
      return handler();
    });
    expect((await agent.generate('erase it')).finishReason).toBe('suspended');
    expect(handler).toHaveBeenCalledOnce();
  });
});

describe('the approval of a run', () => {
  proves('mastra.requireToolApproval', '`true` stops the tool', async (handler) => {
    expect(await pending(eraser(handler), { requireToolApproval: true })).toBe(ERASE);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('mastra.requireToolApproval', 'a function that answers `true` stops it', async (handler) => {
    expect(await pending(eraser(handler), { requireToolApproval: () => true })).toBe(ERASE);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('mastra.requireToolApproval', 'a function that throws stops it', async (handler) => {
    expect(await pending(eraser(handler), { requireToolApproval: failing })).toBe(ERASE);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('mastra.requireToolApproval', 'a function that answers `false` lets it run', async (handler) => {
    expect(await pending(eraser(handler), { requireToolApproval: () => false })).toBeUndefined();
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('mastra.requireToolApproval', '`false` leaves a tool stopped that needs an approval', async (handler) => {
    expect(await pending(eraser(handler, {}, true), { requireToolApproval: false })).toBe(ERASE);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('mastra.requireToolApproval', 'a function that answers `false` does so too', async (handler) => {
    expect(await pending(eraser(handler, {}, true), { requireToolApproval: () => false })).toBe(ERASE);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('mastra.requireToolApproval', '`true` stops a tool with `requireApproval: false`', async (handler) => {
    expect(await pending(eraser(handler, {}, false), { requireToolApproval: true })).toBe(ERASE);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('mastra.requireApproval', 'a function that answers `false` replaces that of the run', async (handler) => {
    const agent = eraser(handler, {}, () => false);
    expect(await pending(agent, { requireToolApproval: true })).toBeUndefined();
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('mastra.requireToolApproval', 'among the default options of the agent it stops the tool', async (handler) => {
    expect(await pending(eraser(handler, { defaultOptions: { requireToolApproval: true } }))).toBe(ERASE);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('mastra.requireToolApproval', '`false` replaces that of the default options', async (handler) => {
    const agent = eraser(handler, { defaultOptions: { requireToolApproval: true } });
    expect(await pending(agent, { requireToolApproval: false })).toBeUndefined();
    expect(handler).toHaveBeenCalledOnce();
  });
});

describe('hooks', () => {
  const blocking = { beforeToolCall: () => ({ proceed: false as const, output: 'not today' }) };

  async function results(agent: Agent, options: Options = {}) {
    const { toolResults } = await agent.generate('erase it', options);
    return toolResults.map(({ payload }) => payload.result);
  }

  proves('mastra.hooks.beforeToolCall', '`proceed: false` stops the tool', async (handler) => {
    expect(await results(eraser(handler, { hooks: blocking }))).toEqual(['not today']);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('mastra.hooks.beforeToolCall', 'one that throws stops it', async (handler) => {
    const agent = eraser(handler, { hooks: { beforeToolCall: failing } });
    const { toolResults, text } = await agent.generate('erase it');
    expect({ toolResults, text }).toEqual({ toolResults: [], text: 'done' });
    expect(handler).not.toHaveBeenCalled();
  });

  proves('mastra.hooks.beforeToolCall', 'one that answers nothing lets it run', async (handler) => {
    const beforeToolCall = vi.fn(() => undefined);
    expect(await results(eraser(handler, { hooks: { beforeToolCall } }))).toEqual(['erased']);
    expect(beforeToolCall).toHaveBeenCalledOnce();
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('mastra.hooks.beforeToolCall', 'an output without `proceed` lets it run', async (handler) => {
    const hooks = { beforeToolCall: () => ({ output: 'not today' }) } as unknown as ToolHooks;
    expect(await results(eraser(handler, { hooks }))).toEqual(['erased']);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('mastra.hooks.beforeToolCall', 'that of a run stops it', async (handler) => {
    expect(await results(eraser(handler), { hooks: blocking })).toEqual(['not today']);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('mastra.hooks.beforeToolCall', 'that of a run replaces that of the agent', async (handler) => {
    const hooks = { beforeToolCall: () => undefined };
    expect(await results(eraser(handler, { hooks: blocking }), { hooks })).toEqual(['erased']);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('mastra.Agent', 'a tool that is not active does not run', async (handler) => {
    expect(await results(eraser(handler), { activeTools: [] })).toEqual([]);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('mastra.Agent', 'a tool that is not active by default does not run', async (handler) => {
    expect(await results(eraser(handler, { defaultOptions: { activeTools: [] } }))).toEqual([]);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('mastra.Agent', 'the active tools of a run take the place of those by default', async (handler) => {
    const agent = eraser(handler, { defaultOptions: { activeTools: [] } });
    expect(await results(agent, { activeTools: [ERASE] })).toEqual(['erased']);
    expect(handler).toHaveBeenCalledOnce();
  });
});

describe('tools that the model looks up', () => {
  /** An agent without tools of its own, and a model that looks the tool up and calls it. */
  function agentThatSearches(handler: Handler, config: Config = {}, requireApproval?: Approval): Agent {
    const tools = { [ERASE]: eraseTool(handler, requireApproval) };
    return agentThatCalls([{ toolName: 'search_tools', input: { query: ERASE } }, ERASE], {
      inputProcessors: [new ToolSearchProcessor({ tools, search: { autoLoad: true } })],
      ...config,
    });
  }

  proves('mastra.ToolSearchProcessor', 'run like those of the agent', async (handler) => {
    await agentThatSearches(handler).generate('erase it');
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('mastra.ToolSearchProcessor', 'wait for their own approval', async (handler) => {
    expect(await pending(agentThatSearches(handler, {}, true))).toBe(ERASE);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('mastra.ToolSearchProcessor', 'wait where the run requires approval', async (handler) => {
    const requireToolApproval = ({ toolName }: { toolName: string }) => toolName === ERASE;
    expect(await pending(agentThatSearches(handler), { requireToolApproval })).toBe(ERASE);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('mastra.ToolSearchProcessor', 'run without a call of the hooks', async (handler) => {
    const beforeToolCall = vi.fn<NonNullable<ToolHooks['beforeToolCall']>>(({ toolName }) =>
      toolName === ERASE ? { proceed: false, output: 'not today' } : undefined,
    );
    await agentThatSearches(handler, { hooks: { beforeToolCall } }).generate('erase it');
    expect(beforeToolCall.mock.calls.map(([{ toolName }]) => toolName)).not.toContain(ERASE);
    expect(handler).toHaveBeenCalledOnce();
  });
});

describe('other agents', () => {
  /** An agent that runs the other one at once. */
  function parentOf(sub: Agent, config: Config = {}): Agent {
    return agentThatCalls('agent-sub', { agents: { sub }, ...config });
  }

  /** Hooks that would stop the tool under test. */
  function hooks() {
    return {
      beforeToolCall: vi.fn<NonNullable<ToolHooks['beforeToolCall']>>(({ toolName }) =>
        toolName === ERASE ? { proceed: false, output: 'not today' } : undefined,
      ),
    };
  }

  proves('mastra.hooks.beforeToolCall', "that of the parent is not asked for a sub-agent's tool", async (handler) => {
    const { beforeToolCall } = hooks();
    await parentOf(eraser(handler), { hooks: { beforeToolCall } }).generate('erase it');
    expect(beforeToolCall.mock.calls.map(([{ toolName }]) => toolName)).toEqual(['agent-sub']);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('mastra.hooks.beforeToolCall', "nor is that of the parent's run", async (handler) => {
    const { beforeToolCall } = hooks();
    await parentOf(eraser(handler)).generate('erase it', { hooks: { beforeToolCall } });
    expect(beforeToolCall.mock.calls.map(([{ toolName }]) => toolName)).toEqual(['agent-sub']);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('mastra.hooks.beforeToolCall', "the sub-agent's own stops its tool", async (handler) => {
    const { beforeToolCall } = hooks();
    await parentOf(eraser(handler, { hooks: { beforeToolCall } })).generate('erase it');
    expect(beforeToolCall.mock.calls.map(([{ toolName }]) => toolName)).toEqual([ERASE]);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('mastra.requireToolApproval', "a function is not asked for a sub-agent's tool", async (handler) => {
    const requireToolApproval = vi.fn(({ toolName }: { toolName: string }) => toolName === ERASE);
    expect(await pending(parentOf(eraser(handler)), { requireToolApproval })).toBeUndefined();
    expect(requireToolApproval.mock.calls.map(([{ toolName }]) => toolName)).toEqual(['agent-sub']);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('mastra.requireToolApproval', '`true` asks for the sub-agent, and not for its tool', async (handler) => {
    const parent = parentOf(eraser(handler));
    const { runId = '', finishReason } = await parent.generate('erase it', { requireToolApproval: true });
    expect(finishReason).toBe('suspended');
    expect(handler).not.toHaveBeenCalled();
    await parent.approveToolCallGenerate({ runId, requireToolApproval: true });
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('mastra.requireApproval', "of a sub-agent's tool stops it, and the run of the parent", async (handler) => {
    expect(await pending(parentOf(eraser(handler, {}, true)))).toBe('agent-sub');
    expect(handler).not.toHaveBeenCalled();
  });

  proves('mastra.Agent', 'a delegation that is refused stops the sub-agent', async (handler) => {
    const onDelegationStart = () => ({ proceed: false, rejectionReason: 'not today' });
    await parentOf(eraser(handler)).generate('erase it', { delegation: { onDelegationStart } });
    expect(handler).not.toHaveBeenCalled();
  });

  proves('mastra.Agent', 'a check of the delegation that throws lets it go on', async (handler) => {
    await parentOf(eraser(handler)).generate('erase it', { delegation: { onDelegationStart: failing } });
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('mastra.Agent', "with `hookErrorStrategy: 'throw'` it stops it", async (handler) => {
    const delegation = { onDelegationStart: failing, hookErrorStrategy: 'throw' as const };
    await parentOf(eraser(handler)).generate('erase it', { delegation });
    expect(handler).not.toHaveBeenCalled();
  });
});
