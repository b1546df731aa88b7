import { Mastra } from '@mastra/core';
import { Agent } from '@mastra/core/agent';
import type { AgentConfig, AgentExecutionOptions } from '@mastra/core/agent';
import { noopLogger } from '@mastra/core/logger';
import { InMemoryStore } from '@mastra/core/storage';
import { createTool } from '@mastra/core/tools';
import { describe, expect, vi } from 'vitest';
import { z } from 'zod';
import { GuardrailFailed, toolHooks, toolsOf } from '../../../../packages/runtime/src/adapters/mastra.ts';
import { block } from '../../../../packages/runtime/src/index.ts';
import { modelThatCalls } from './ai-sdk-model.ts';
import type { Call } from './ai-sdk-model.ts';
import { failing, filesAgent, offline } from './files-agent.ts';

process.env.MASTRA_TELEMETRY_DISABLED = 'true';

type Files = ReturnType<typeof filesAgent>;
type Config = Partial<Pick<AgentConfig, 'name' | 'tools' | 'hooks' | 'agents' | 'model'>>;

/** A tool of Mastra's own. */
function foreignTool({ wiped }: Files, id: string) {
  const inputSchema = z.object({ path: z.string(), passes: z.number().optional() });
  const execute = async ({ path }: z.infer<typeof inputSchema>) => {
    wiped(path);
    return `wiped ${path}`;
  };
  return createTool({ id, description: 'Wipes', inputSchema, execute });
}

function agentWith(files: Files, calls: readonly Call[], config: Config = {}): Agent {
  const agent = new Agent({
    id: config.name ?? 'files',
    name: 'files',
    description: 'Has to do with files',
    instructions: 'Do what you are asked',
    // The same interface in two versions of the package that declares it.
    model: modelThatCalls(...calls) as unknown as AgentConfig['model'],
    tools: { ...toolsOf(files.runner), wipe: foreignTool(files, 'wipe'), purge: foreignTool(files, 'purge') },
    hooks: toolHooks(files.runner),
    ...config,
  });
  new Mastra({ agents: { [agent.id]: agent }, logger: noopLogger, storage: new InMemoryStore() });
  return agent;
}

/** What the model is told of a call. */
interface Output {
  readonly type: string;
  readonly value: unknown;
}

/** Runs an agent, and answers with what came of the calls of its first turn: results, and errors of tools. */
async function run(agent: Agent, options: Pick<AgentExecutionOptions, 'hooks'> = {}) {
  const { steps } = await agent.generate('erase it', options);
  const { toolResults = [], content = [] } = steps[0] ?? {};
  // Errors are among the content only.
  const outputs = content.flatMap((part) => (part.type === 'tool-result' ? [part.output as unknown as Output] : []));
  const errors = outputs.flatMap(({ type, value }) => (type === 'error-text' ? [value] : []));
  return [...toolResults.map(({ payload }) => payload.result), ...errors];
}

describe('tools of the contract', () => {
  for (const [kind, hooks] of [
    ['with the hooks', undefined],
    ['by themselves', {}],
  ] as const) {
    const config = hooks ? { hooks } : {};

    offline(`${kind}: an allowed call runs the handler, with its arguments`, async () => {
      const files = filesAgent();
      expect(await run(agentWith(files, [['erase', { path: 'old' }]], config))).toEqual(['erased old']);
      expect(files.erased.mock.calls).toEqual([['old']]);
      expect(files.asked()).toEqual([{ name: 'erase', args: { path: 'old' } }]);
    });

    offline(`${kind}: a blocked call does not run, and the model is told why`, async () => {
      const files = filesAgent();
      expect(await run(agentWith(files, [['erase', { path: 'it' }]], config))).toEqual(['Blocked: `it` is precious']);
      expect(files.erased).not.toHaveBeenCalled();
    });

    offline(`${kind}: of two calls in one turn only the one that is not blocked runs`, async () => {
      const files = filesAgent();
      const calls = ['it', 'old'].map((path): Call => ['erase', { path }]);
      expect(await run(agentWith(files, calls, config))).toEqual(['Blocked: `it` is precious', 'erased old']);
      expect(files.erased.mock.calls).toEqual([['old']]);
    });

    offline(`${kind}: arguments that are not valid are refused before the guardrail`, async () => {
      const files = filesAgent();
      const [told] = await run(agentWith(files, [['erase', { path: 7 }]], config));
      expect(told).toContain('The arguments of `erase` are not valid: path:');
      expect(files.asked()).toEqual([]);
      expect(files.erased).not.toHaveBeenCalled();
    });

    offline(`${kind}: a guardrail that throws stops the call, and its error can be seen`, async () => {
      const files = filesAgent(failing);
      const onFailure = vi.fn();
      const options = { onFailure };
      const own = { tools: toolsOf(files.runner, options), hooks: toolHooks(files.runner, options), ...config };
      const told = await run(agentWith(files, [['erase', { path: 'old' }]], own));
      expect(told).toEqual(['The guardrail of `files` failed, so `erase` did not run.']);
      expect(onFailure.mock.calls).toEqual([[expect.any(GuardrailFailed)]]);
      expect(onFailure.mock.lastCall?.[0]).toMatchObject({ cause: { message: 'the policy is down at 10.0.0.1' } });
      expect(files.erased).not.toHaveBeenCalled();
    });

    offline(`${kind}: the model is told what the handler throws`, async () => {
      const files = filesAgent();
      expect(await run(agentWith(files, [['erase', { path: 'locked' }]], config))).toEqual(['the file is locked']);
    });
  }

  offline('a schema that transforms is applied once', async () => {
    const files = filesAgent();
    await run(agentWith(files, [['erase', { path: 'old', tag: 'a' }]], { hooks: {} }));
    expect(files.erased.mock.calls).toEqual([['old a!']]);
  });

  offline('one of Mastra under the same name does not run', async () => {
    const files = filesAgent();
    const tools = { erase: foreignTool(files, 'erase') };
    expect(await run(agentWith(files, [['erase', { path: 'old' }]], { tools }))).toEqual(['erased old']);
    expect(files.wiped).not.toHaveBeenCalled();
  });
});

describe('tools that Mastra runs', () => {
  offline('one that the agent holds runs once it is allowed', async () => {
    const files = filesAgent();
    const calls = ['it', 'old'].map((path): Call => ['wipe', { path, passes: 1 }]);
    expect(await run(agentWith(files, calls))).toEqual(['Blocked: `it` is precious', 'wiped old']);
    expect(files.wiped.mock.calls).toEqual([['old']]);
  });

  offline('one that the agent does not hold is blocked', async () => {
    const files = filesAgent();
    const told = await run(agentWith(files, [['purge', { path: 'old' }]]));
    expect(told).toEqual(['Blocked: Agent `files` has no tool `purge`.']);
    expect(files.wiped).not.toHaveBeenCalled();
  });

  offline('arguments that the schema changes are blocked', async () => {
    const files = filesAgent();
    const [told] = await run(agentWith(files, [['wipe', { path: 'old' }]]));
    expect(told).toContain('other arguments than its guardrail saw');
    expect(files.wiped).not.toHaveBeenCalled();
  });

  offline('a guardrail that throws stops the call', async () => {
    const files = filesAgent(failing);
    await run(agentWith(files, [['wipe', { path: 'old', passes: 1 }]]));
    expect(files.wiped).not.toHaveBeenCalled();
  });

  offline('known gap: the hooks of a run replace those of the agent', async () => {
    const files = filesAgent(() => block('never'));
    const hooks = { beforeToolCall: () => undefined };
    await run(
      agentWith(files, [
        ['wipe', { path: 'old', passes: 1 }],
        ['erase', { path: 'old' }],
      ]),
      { hooks },
    );
    expect(files.wiped).toHaveBeenCalledOnce();
    // This one asks by itself.
    expect(files.erased).not.toHaveBeenCalled();
  });
});

describe('sub-agents', () => {
  offline('are blocked, unless the agent holds the tool that leads to them', async () => {
    const parent = filesAgent(() => undefined);
    const child = filesAgent(() => undefined, 'child');
    const sub = agentWith(child, [['erase', { path: 'old' }]], { name: 'child' });
    const told = await run(agentWith(parent, [['agent-sub', { prompt: 'erase it' }]], { agents: { sub } }));
    expect(told).toEqual(['Blocked: Agent `files` has no tool `agent-sub`.']);
    expect(child.asked()).toEqual([]);
  });

  offline("the parent's hooks in the hands of another agent block", async () => {
    const parent = filesAgent(() => undefined);
    const sub = agentWith(parent, [['erase', { path: 'old' }]], { name: 'sub' });
    expect(await run(sub)).toEqual(['Blocked: `erase` was given to `files`, and `sub` called it.']);
    expect(parent.erased).not.toHaveBeenCalled();
  });
});
