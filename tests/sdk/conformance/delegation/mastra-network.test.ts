import { Mastra } from '@mastra/core';
import { Agent, type AgentConfig } from '@mastra/core/agent';
import { noopLogger } from '@mastra/core/logger';
import { MockMemory } from '@mastra/core/memory';
import { InMemoryStore } from '@mastra/core/storage';
import { createTool } from '@mastra/core/tools';
import { MockLanguageModelV4, convertArrayToReadableStream } from 'ai/test';
import { describe, expect, vi } from 'vitest';
import { z } from 'zod';
import { ERASE, proves } from '../guardrails/proves.ts';

process.env.MASTRA_TELEMETRY_DISABLED = 'true';

type Answer = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>;
type Part = Extract<Answer['content'][number], { type: 'text' | 'tool-call' }>;

const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};
const complete = { isComplete: true, completionReason: 'done', finalResult: 'done' };

/** A model that says this first, and then that the task is done. A network asks for either form of an answer. */
function modelThatSays(first: Part): AgentConfig['model'] {
  const said = [first];
  const next = (): Part => said.shift() ?? { type: 'text', text: JSON.stringify(complete) };
  const reason = (part: Part) => ({ unified: part.type === 'text' ? 'stop' : 'tool-calls', raw: undefined }) as const;
  const model = new MockLanguageModelV4({
    doGenerate: () => {
      const part = next();
      return Promise.resolve({ content: [part], finishReason: reason(part), usage, warnings: [] });
    },
    doStream: () => {
      const part = next();
      const text = [
        { type: 'text-start' as const, id: 'text' },
        { type: 'text-delta' as const, id: 'text', delta: part.type === 'text' ? part.text : '' },
        { type: 'text-end' as const, id: 'text' },
      ];
      return Promise.resolve({
        stream: convertArrayToReadableStream([
          { type: 'stream-start' as const, warnings: [] },
          ...(part.type === 'text' ? text : [part]),
          { type: 'finish' as const, finishReason: reason(part), usage },
        ]),
      });
    },
  });
  // The same interface in two versions of the package that declares it.
  return model as unknown as AgentConfig['model'];
}

/** What the routing agent of a network answers with. */
function route(primitiveType: 'agent' | 'tool', primitiveId: string, prompt: string): Part {
  const decision = { primitiveId, primitiveType, prompt, selectionReason: 'asked to' };
  return { type: 'text', text: JSON.stringify(decision) };
}

function eraseTool(handler: () => string, requireApproval?: boolean) {
  const execute = () => Promise.resolve(handler());
  return createTool({ id: ERASE, description: 'Erase', inputSchema: z.object({}), requireApproval, execute });
}

function eraser(handler: () => string, requireApproval?: boolean): Agent {
  return new Agent({
    id: 'eraser',
    name: 'eraser',
    description: 'Erases',
    instructions: 'Erase',
    model: modelThatSays({ type: 'tool-call', toolCallId: 'call-0', toolName: ERASE, input: '{}' }),
    tools: { [ERASE]: eraseTool(handler, requireApproval) },
  });
}

type Guards = Pick<AgentConfig, 'agents' | 'tools' | 'hooks' | 'defaultOptions'>;

/** Lets the agent route the task once, and answers with the kinds of what happened. */
async function run(first: Part, config: Guards): Promise<readonly string[]> {
  const agent = new Agent({
    id: 'router',
    name: 'router',
    instructions: 'Route',
    model: modelThatSays(first),
    memory: new MockMemory(),
    ...config,
  });
  new Mastra({ agents: { router: agent }, logger: noopLogger, storage: new InMemoryStore() });
  const kinds: string[] = [];
  for await (const { type } of await agent.network('erase it', {
    memory: { thread: 'thread', resource: 'resource' },
  })) {
    kinds.push(type);
  }
  return kinds;
}

const toEraser = route('agent', 'eraser', 'erase it');
const refuse = () => vi.fn(() => ({ proceed: false as const, output: 'not today' }));

describe('an agent that a network routes to', () => {
  proves('mastra.Agent', 'runs its tool that the routing agent lacks', async (handler) => {
    await run(toEraser, { agents: { eraser: eraser(handler) } });
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('mastra.Agent', 'is not run where it is not among those of the network', async (handler) => {
    eraser(handler);
    await run(toEraser, {}).catch((error: unknown) => {
      expect(String(error)).toContain('eraser');
    });
    expect(handler).not.toHaveBeenCalled();
  });

  proves('mastra.requireApproval', "of the routing agent's tool of the same name is not asked", async (handler) => {
    const parents = vi.fn(() => 'erased by the parent');
    await run(toEraser, { agents: { eraser: eraser(handler) }, tools: { [ERASE]: eraseTool(parents, true) } });
    expect(parents).not.toHaveBeenCalled();
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('mastra.requireApproval', 'of its own tool stops it, and the network', async (handler) => {
    const kinds = await run(toEraser, { agents: { eraser: eraser(handler, true) } });
    expect(kinds).toContain('agent-execution-approval');
    expect(handler).not.toHaveBeenCalled();
  });

  proves('mastra.hooks.beforeToolCall', 'of the routing agent is asked for nothing', async (handler) => {
    const beforeToolCall = refuse();
    await run(toEraser, { agents: { eraser: eraser(handler) }, hooks: { beforeToolCall } });
    expect(beforeToolCall).not.toHaveBeenCalled();
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('mastra.requireToolApproval', 'of the routing agent does not reach it, nor stop the step', async (handler) => {
    await run(toEraser, { agents: { eraser: eraser(handler) }, defaultOptions: { requireToolApproval: true } });
    expect(handler).toHaveBeenCalledOnce();
  });
});

describe('a tool that a network routes to', () => {
  const toTool = route('tool', ERASE, '{}');

  proves('mastra.requireApproval', 'stops it', async (handler) => {
    const kinds = await run(toTool, { tools: { [ERASE]: eraseTool(handler, true) } });
    expect(kinds).toContain('tool-execution-approval');
    expect(handler).not.toHaveBeenCalled();
  });

  proves('mastra.hooks.beforeToolCall', 'of the agent that has it is not asked in a network', async (handler) => {
    const beforeToolCall = refuse();
    await run(toTool, { tools: { [ERASE]: eraseTool(handler) }, hooks: { beforeToolCall } });
    expect(beforeToolCall).not.toHaveBeenCalled();
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('mastra.requireToolApproval', 'among the default options of the agent does not stop it', async (handler) => {
    const defaultOptions = { requireToolApproval: true };
    await run(toTool, { tools: { [ERASE]: eraseTool(handler) }, defaultOptions });
    expect(handler).toHaveBeenCalledOnce();
  });
});
