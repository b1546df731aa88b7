import {
  AgentTool,
  BaseLlm,
  BasePlugin,
  FunctionTool,
  InMemoryRunner,
  LlmAgent,
  getFunctionResponses,
  setLogger,
} from '@google/adk';
import type { BaseTool, Event, LlmAgentConfig, LlmRequest, LlmResponse, RunnableRoot } from '@google/adk';
import { describe, expect, vi } from 'vitest';
import { z } from 'zod';
import { GuardrailFailed, beforeToolCallback, toolsOf } from '../../../../packages/runtime/src/adapters/google-adk.ts';
import { CallbackRunner, block, defineAgent, defineTool } from '../../../../packages/runtime/src/index.ts';
import { failing, filesAgent, offline } from './files-agent.ts';

setLogger(null);

type Files = ReturnType<typeof filesAgent>;
type Call = readonly [name: string, args: Record<string, unknown>];

/** A model that makes all of these calls in its first turn, and then says that it is done. */
class Script extends BaseLlm {
  readonly requests: LlmRequest[] = [];
  readonly #calls: readonly Call[];

  constructor(...calls: readonly Call[]) {
    super({ model: 'script' });
    this.#calls = calls;
  }

  override async *generateContentAsync(request: LlmRequest): AsyncGenerator<LlmResponse, void> {
    const calls = this.requests.push(request) === 1 ? this.#calls : [];
    const parts = calls.map(([name, args]) => ({ functionCall: { name, args } }));
    yield { content: { role: 'model', parts: parts.length > 0 ? parts : [{ text: 'done' }] } };
  }

  override connect(): never {
    throw new Error('never asked to connect');
  }
}

/** Tools of the SDK's own: one that the agent holds, and one that it does not. */
function foreignTools({ wiped }: Files, ...names: readonly string[]): BaseTool[] {
  const parameters = z.object({ path: z.string(), passes: z.number().optional() });
  const execute = ({ path }: z.infer<typeof parameters>) => {
    wiped(path);
    return `wiped ${path}`;
  };
  return names.map((name) => new FunctionTool({ name, description: 'Wipes', parameters, execute }));
}

function agentWith(files: Files, calls: readonly Call[], config: Partial<LlmAgentConfig> = {}): LlmAgent {
  return new LlmAgent({
    name: 'files',
    description: 'Has to do with files',
    model: new Script(...calls),
    tools: [...toolsOf(files.runner), ...foreignTools(files, 'wipe', 'purge')],
    beforeToolCallback: beforeToolCallback(files.runner),
    ...config,
  });
}

async function events(agent: RunnableRoot, plugins: BasePlugin[] = []): Promise<readonly Event[]> {
  const newMessage = { role: 'user', parts: [{ text: 'erase it' }] };
  const found: Event[] = [];
  for await (const event of new InMemoryRunner({ agent, plugins }).runEphemeral({ userId: 'somebody', newMessage })) {
    found.push(event);
  }
  return found;
}

/** What the models were told that came of their calls. */
async function run(agent: RunnableRoot, plugins: BasePlugin[] = []) {
  return (await events(agent, plugins)).flatMap((event) => getFunctionResponses(event)).map(({ response }) => response);
}

describe('tools of the contract', () => {
  offline('an allowed call runs the handler, with its arguments', async () => {
    const files = filesAgent();
    expect(await run(agentWith(files, [['erase', { path: 'old' }]]))).toEqual([{ result: 'erased old' }]);
    expect(files.erased.mock.calls).toEqual([['old']]);
    expect(files.asked()).toEqual([{ name: 'erase', args: { path: 'old' } }]);
  });

  offline('a schema that transforms is applied once', async () => {
    const files = filesAgent();
    await run(agentWith(files, [['erase', { path: 'old', tag: 'a' }]]));
    expect(files.erased.mock.calls).toEqual([['old a!']]);
  });

  offline('a blocked call does not run, and the model is told why', async () => {
    const files = filesAgent();
    const told = await run(agentWith(files, [['erase', { path: 'it' }]]));
    expect(told).toEqual([{ error: 'Blocked: `it` is precious' }]);
    expect(files.erased).not.toHaveBeenCalled();
  });

  offline('the model is told the schema of the input', async () => {
    const model = new Script();
    await run(agentWith(filesAgent(), [], { model }));
    expect(JSON.stringify(model.requests[0]?.config?.tools)).toContain(
      '"name":"erase","description":"Erases a file","parametersJsonSchema":{"type":"object","properties":{"path":{"type":"string"}',
    );
  });

  offline('of two calls in one turn only the one that is not blocked runs', async () => {
    const files = filesAgent();
    const calls = ['it', 'old'].map((path): Call => ['erase', { path }]);
    const told = await run(agentWith(files, calls));
    expect(told).toEqual([{ error: 'Blocked: `it` is precious' }, { result: 'erased old' }]);
    expect(files.erased.mock.calls).toEqual([['old']]);
  });

  offline('arguments that are not valid are refused before the guardrail', async () => {
    const files = filesAgent();
    const [told] = await run(agentWith(files, [['erase', { path: 7 }]]));
    expect(told?.error).toContain('The arguments of `erase` are not valid: path:');
    expect(files.asked()).toEqual([]);
    expect(files.erased).not.toHaveBeenCalled();
  });

  offline('a guardrail that throws stops the call, and its error can be seen', async () => {
    const files = filesAgent(failing);
    const onFailure = vi.fn();
    const agent = agentWith(files, [['erase', { path: 'old' }]], {
      beforeToolCallback: beforeToolCallback(files.runner, { onFailure }),
    });
    expect((await events(agent)).map(({ errorMessage }) => errorMessage)).toContain(
      'The guardrail of `files` failed, so `erase` did not run.',
    );
    expect(onFailure.mock.calls).toEqual([[expect.any(GuardrailFailed)]]);
    expect(onFailure.mock.lastCall?.[0]).toMatchObject({ cause: { message: 'the policy is down at 10.0.0.1' } });
    expect(files.erased).not.toHaveBeenCalled();
  });

  offline('without the callback they ask by themselves, and the model is told that the guardrail failed', async () => {
    const files = filesAgent();
    const calls = ['it', 'old'].map((path): Call => ['erase', { path }]);
    const told = await run(agentWith(files, calls, { beforeToolCallback: undefined }));
    expect(told).toEqual([{ error: 'Blocked: `it` is precious' }, { result: 'erased old' }]);
    const down = filesAgent(failing);
    expect(await run(agentWith(down, [['erase', { path: 'old' }]], { beforeToolCallback: undefined }))).toEqual([
      { error: 'The guardrail of `files` failed, so `erase` did not run.' },
    ]);
    expect(down.erased).not.toHaveBeenCalled();
  });

  offline('results that are falsy, lists or records stay results', async () => {
    for (const [result, told] of [
      [undefined, { result: null }],
      ['', { result: '' }],
      [[1], { result: [1] }],
      [{ a: 1 }, { a: 1 }],
    ]) {
      const input = z.object({});
      const answer = defineTool({ name: 'answer', class: 'read', guardrail: 'required', input, handler: () => result });
      const runner = new CallbackRunner(defineAgent({ name: 'files', tools: [answer] }), {
        beforeTool: () => undefined,
      });
      const config = { tools: toolsOf(runner), beforeToolCallback: beforeToolCallback(runner) };
      expect(await run(agentWith(filesAgent(), [['answer', {}]], config))).toEqual([told]);
    }
  });

  offline('one of the SDK under the same name does not run', async () => {
    const files = filesAgent();
    const tools = foreignTools(files, 'erase');
    expect(await run(agentWith(files, [['erase', { path: 'old' }]], { tools }))).toEqual([{ result: 'erased old' }]);
    expect(files.wiped).not.toHaveBeenCalled();
  });
});

describe('tools that the SDK runs', () => {
  offline('one that the agent holds runs once it is allowed', async () => {
    const files = filesAgent();
    const calls = ['it', 'old'].map((path): Call => ['wipe', { path, passes: 1 }]);
    const told = await run(agentWith(files, calls));
    expect(told).toEqual([{ error: 'Blocked: `it` is precious' }, { result: 'wiped old' }]);
    expect(files.wiped.mock.calls).toEqual([['old']]);
  });

  offline('one that the agent does not hold is blocked', async () => {
    const files = filesAgent();
    const told = await run(agentWith(files, [['purge', { path: 'old' }]]));
    expect(told).toEqual([{ error: 'Blocked: Agent `files` has no tool `purge`.' }]);
    expect(files.wiped).not.toHaveBeenCalled();
  });

  offline('arguments that the schema changes are blocked', async () => {
    const files = filesAgent();
    const [told] = await run(agentWith(files, [['wipe', { path: 'old' }]]));
    expect(told?.error).toContain('other arguments than its guardrail saw');
    expect(files.wiped).not.toHaveBeenCalled();
  });

  offline('a guardrail that throws stops the call, and its error can be seen', async () => {
    const files = filesAgent(failing);
    const onFailure = vi.fn();
    const agent = agentWith(files, [['wipe', { path: 'old', passes: 1 }]], {
      beforeToolCallback: beforeToolCallback(files.runner, { onFailure }),
    });
    expect((await events(agent)).map(({ errorMessage }) => errorMessage)).toContain(
      'The guardrail of `files` failed, so `wipe` did not run.',
    );
    expect(onFailure.mock.calls).toEqual([[expect.any(GuardrailFailed)]]);
    expect(onFailure.mock.lastCall?.[0]).toMatchObject({ cause: { message: 'the policy is down at 10.0.0.1' } });
    expect(files.wiped).not.toHaveBeenCalled();
  });
});

describe('other callbacks', () => {
  const calls: readonly Call[] = [['wipe', { path: 'old', passes: 1 }]];

  offline('known gap: one before it that answers replaces the runner and the tool', async () => {
    const files = filesAgent(() => block('never'));
    const callbacks = [() => ({ result: 'another' }), beforeToolCallback(files.runner)];
    expect(await run(agentWith(files, calls, { beforeToolCallback: callbacks }))).toEqual([{ result: 'another' }]);
    expect(files.asked()).toEqual([]);
    expect(files.wiped).not.toHaveBeenCalled();
  });

  offline('known gap: a plugin that answers does, too', async () => {
    const files = filesAgent(() => block('never'));
    class Answering extends BasePlugin {
      override async beforeToolCallback() {
        return Promise.resolve({ result: 'another' });
      }
    }
    expect(await run(agentWith(files, calls), [new Answering('answering')])).toEqual([{ result: 'another' }]);
    expect(files.asked()).toEqual([]);
  });

  offline('known gap: one after it changes the arguments of a tool that the SDK runs', async () => {
    const files = filesAgent();
    const change = ({ args }: { args: Record<string, unknown> }) => void (args.path = 'it');
    const callbacks = [beforeToolCallback(files.runner), change];
    await run(agentWith(files, calls, { beforeToolCallback: callbacks }));
    expect(files.asked()).toEqual([{ name: 'wipe', args: { path: 'old', passes: 1 } }]);
    expect(files.wiped.mock.calls).toEqual([['it']]);
  });
});

describe('sub-agents', () => {
  offline('a transfer is blocked, unless the agent holds it', async () => {
    const parent = filesAgent(() => undefined);
    const child = filesAgent(() => undefined, 'child');
    const sub = agentWith(child, [['erase', { path: 'old' }]], { name: 'child' });
    const told = await run(agentWith(parent, [['transfer_to_agent', { agentName: 'child' }]], { subAgents: [sub] }));
    expect(told).toEqual([{ error: 'Blocked: Agent `files` has no tool `transfer_to_agent`.' }]);
    expect(child.asked()).toEqual([]);
  });

  offline("the parent's tools and callback in the hands of another agent are blocked", async () => {
    const parent = filesAgent(() => undefined);
    for (const config of [{}, { beforeToolCallback: undefined }]) {
      const sub = agentWith(parent, [['erase', { path: 'old' }]], { name: 'sub', ...config });
      expect(await run(sub)).toEqual([{ error: 'Blocked: `erase` was given to `files`, and `sub` called it.' }]);
    }
    expect(parent.erased).not.toHaveBeenCalled();
  });

  offline("an agent as a tool answers to its own guardrail, whatever the parent's says", async () => {
    const parent = filesAgent(() => undefined);
    const child = filesAgent(() => block('not for children'), 'child');
    const calls: readonly Call[] = [
      ['erase', { path: 'old' }],
      ['wipe', { path: 'old', passes: 1 }],
    ];
    const callback = beforeToolCallback(child.runner, { agentName: 'wipe' });
    const sub = agentWith(child, calls, { name: 'wipe', beforeToolCallback: callback });
    const tools = [new AgentTool({ agent: sub })];
    await run(agentWith(parent, [['wipe', { path: 'old', passes: 1 }]], { tools }));
    expect(child.asked().map(({ name }) => name)).toEqual(['erase', 'wipe']);
    expect(child.erased).not.toHaveBeenCalled();
    expect(child.wiped).not.toHaveBeenCalled();
  });
});
