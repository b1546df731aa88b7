import { ToolLoopAgent, generateText, isStepCount, streamText, tool } from 'ai';
import type { Tool, ToolSet } from 'ai';
import type { MockLanguageModelV4 } from 'ai/test';
import { describe, expect, vi } from 'vitest';
import { z } from 'zod';
import { GuardrailFailed, toolApproval, toolsOf } from '../../../../packages/runtime/src/adapters/ai-sdk.ts';
import { block } from '../../../../packages/runtime/src/index.ts';
import { modelThatCalls } from './ai-sdk-model.ts';
import type { Call } from './ai-sdk-model.ts';
import { failing, filesAgent, offline } from './files-agent.ts';

const inputSchema = z.object({ path: z.string(), passes: z.number().optional() });

/** The tools of the contract, and two of the SDK's own: one that the agent holds, and one that it does not. */
function toolsWith({ runner, wiped }: ReturnType<typeof filesAgent>, own: Partial<Tool> = {}): ToolSet {
  const execute = ({ path }: { path: string }) => {
    wiped(path);
    return `wiped ${path}`;
  };
  const foreign = { description: 'Wipes', inputSchema, execute, ...own } as Tool;
  return { ...toolsOf(runner), wipe: foreign, purge: foreign };
}

/** Runs an agent, and answers also with what the model was told in the end. */
async function run(files: ReturnType<typeof filesAgent>, calls: readonly Call[], tools = toolsWith(files)) {
  const model = modelThatCalls(...calls);
  const result = await generateText({
    model,
    prompt: 'erase it',
    tools,
    toolApproval: toolApproval(files.runner),
    stopWhen: isStepCount(3),
  });
  const { content, steps, text } = result;
  return { content, steps, text, told: toldTo(model) };
}

function toldTo({ doGenerateCalls }: MockLanguageModelV4): string {
  return JSON.stringify(doGenerateCalls.at(-1)?.prompt.filter(({ role }) => role === 'tool'));
}

describe('tools of the contract', () => {
  offline('an allowed call runs the handler, with its arguments', async () => {
    const files = filesAgent();
    const { text, steps } = await run(files, [['erase', { path: 'old' }]]);
    expect(text).toBe('done');
    expect(files.erased.mock.calls).toEqual([['old']]);
    expect(files.asked()).toEqual([{ name: 'erase', args: { path: 'old' } }]);
    expect(steps[0]?.toolResults).toMatchObject([{ output: 'erased old' }]);
  });

  offline('stay what calls the runner: their body cannot be replaced', async () => {
    const files = filesAgent();
    const tools = toolsWith(files);
    const replaced = Reflect.set(tools.erase ?? {}, 'execute', () => 'past the runner');
    await run(files, [['erase', { path: 'old' }]], tools);
    expect(replaced).toBe(false);
    expect(files.erased.mock.calls).toEqual([['old']]);
  });

  offline('a schema that transforms is applied once', async () => {
    const files = filesAgent();
    await run(files, [['erase', { path: 'old', tag: 'a' }]]);
    expect(files.erased.mock.calls).toEqual([['old a!']]);
  });

  offline('a blocked call does not run, and the model is told why', async () => {
    const files = filesAgent();
    const { steps } = await run(files, [['erase', { path: 'it' }]]);
    expect(files.erased).not.toHaveBeenCalled();
    expect(steps[0]?.toolResults).toMatchObject([{ output: 'Blocked: `it` is precious' }]);
  });

  offline('the model is told the schema of the input', async () => {
    const files = filesAgent();
    const model = modelThatCalls(['erase', { path: 'old' }]);
    await generateText({ model, prompt: 'erase it', tools: toolsOf(files.runner) });
    expect(model.doGenerateCalls[0]?.tools).toMatchObject([
      {
        name: 'erase',
        description: 'Erases a file',
        inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
      },
    ]);
  });

  offline('of two calls in one turn only the one that is not blocked runs', async () => {
    const files = filesAgent();
    await run(files, [
      ['erase', { path: 'it' }],
      ['erase', { path: 'old' }],
    ]);
    expect(files.erased.mock.calls).toEqual([['old']]);
  });

  offline('arguments that are not valid are refused before the guardrail, and the model is told', async () => {
    const files = filesAgent();
    const { steps } = await run(files, [['erase', { path: 7 }]]);
    expect(JSON.stringify(steps[0]?.toolResults)).toContain('The arguments of `erase` are not valid: path:');
    expect(files.asked()).toEqual([]);
    expect(files.erased).not.toHaveBeenCalled();
  });

  offline('a guardrail that throws stops the call; its words are for the developer', async () => {
    const files = filesAgent(failing);
    const { steps } = await run(files, [['erase', { path: 'old' }]]);
    const errors = (steps[0]?.content ?? []).flatMap((part) => (part.type === 'tool-error' ? [part.error] : []));
    expect(files.erased).not.toHaveBeenCalled();
    expect(errors).toEqual([expect.any(GuardrailFailed)]);
    expect((errors[0] as Error).cause).toMatchObject({ message: 'the policy is down at 10.0.0.1' });
    expect(JSON.stringify(steps[0]?.response.messages)).not.toContain('10.0.0.1');
  });

  offline('what the handler throws is an error of the tool', async () => {
    const { steps } = await run(filesAgent(), [['erase', { path: 'locked' }]]);
    expect(steps[0]?.content).toContainEqual(
      expect.objectContaining({ type: 'tool-error', error: new Error('the file is locked') }),
    );
  });

  offline('a call past the model asks too', async () => {
    const files = filesAgent();
    const { execute } = toolsOf(files.runner).erase!;
    const options = { toolCallId: 'call-0', messages: [], context: {} };
    expect(await execute!({ path: 'it' }, options)).toBe('Blocked: `it` is precious');
    expect(await execute!({ path: 'old' }, options)).toBe('erased old');
    expect(files.erased.mock.calls).toEqual([['old']]);
  });

  offline('they stream', async () => {
    const files = filesAgent();
    const { fullStream } = streamText({
      model: modelThatCalls(['erase', { path: 'it' }], ['erase', { path: 'old' }], ['purge', { path: 'old' }]),
      prompt: 'erase it',
      tools: toolsWith(files),
      toolApproval: toolApproval(files.runner),
      stopWhen: isStepCount(3),
    });
    const types = [];
    for await (const { type } of fullStream) types.push(type);
    expect(types).toContain('tool-result');
    expect(files.erased.mock.calls).toEqual([['old']]);
    expect(files.wiped).not.toHaveBeenCalled();
  });
});

describe('tools that the SDK runs', () => {
  offline('one that the agent holds runs once it is allowed', async () => {
    const files = filesAgent();
    await run(files, [['wipe', { path: 'old', passes: 1 }]]);
    expect(files.wiped.mock.calls).toEqual([['old']]);
  });

  offline('a blocked call of it is denied', async () => {
    const files = filesAgent();
    const { steps, told } = await run(files, [['wipe', { path: 'it', passes: 1 }]]);
    expect(files.wiped).not.toHaveBeenCalled();
    expect(steps[0]?.content).toContainEqual(
      expect.objectContaining({ type: 'tool-approval-response', approved: false, reason: '`it` is precious' }),
    );
    expect(told).toContain('`it` is precious');
  });

  offline('one that the agent does not hold is denied', async () => {
    const files = filesAgent();
    const { steps } = await run(files, [['purge', { path: 'old' }]]);
    expect(files.wiped).not.toHaveBeenCalled();
    expect(steps[0]?.content).toContainEqual(
      expect.objectContaining({ approved: false, reason: 'Agent `files` has no tool `purge`.' }),
    );
  });

  offline('arguments that the schema changes are denied: the tool would not get what the guardrail saw', async () => {
    const files = filesAgent();
    const { told } = await run(files, [['wipe', { path: 'old' }]]);
    expect(files.asked()).toEqual([{ name: 'wipe', args: { path: 'old', passes: 1 } }]);
    expect(files.wiped).not.toHaveBeenCalled();
    expect(told).toContain('other arguments than its guardrail saw');
  });

  offline('arguments that change while the guardrail thinks are denied', async () => {
    const input = { path: 'old', passes: 1 };
    const files = filesAgent(() => {
      input.path = 'it';
      return undefined;
    });
    const request = {
      toolCall: { toolName: 'wipe', toolCallId: 'call-0', input },
      tools: toolsWith(files),
      messages: [],
    };
    expect(await toolApproval(files.runner)(request)).toMatchObject({
      type: 'denied',
      reason: expect.stringContaining('minted for other arguments') as unknown,
    });
  });

  offline('a guardrail that throws ends the run', async () => {
    const files = filesAgent(failing);
    await expect(run(files, [['wipe', { path: 'old', passes: 1 }]])).rejects.toThrow(GuardrailFailed);
    expect(files.wiped).not.toHaveBeenCalled();
  });

  offline('the approval that the tool itself asks for gets the context of the tool', async () => {
    const files = filesAgent(() => undefined);
    const needsApproval = vi.fn(() => false);
    const tools = toolsWith(files, { needsApproval });
    const toolCall = { toolName: 'wipe', toolCallId: 'call-0', input: { path: 'old', passes: 1 } };
    const toolsContext = { wipe: { tenant: 'one' } };
    expect(await toolApproval(files.runner)({ toolCall, tools, messages: [], toolsContext })).toBe('approved');
    expect(needsApproval.mock.calls).toEqual([
      [toolCall.input, { toolCallId: 'call-0', messages: [], context: { tenant: 'one' } }],
    ]);
  });

  offline('an approval that the tool itself asks for is asked for still', async () => {
    for (const needsApproval of [true, async () => true]) {
      const files = filesAgent();
      const { content } = await run(files, [['wipe', { path: 'old', passes: 1 }]], toolsWith(files, { needsApproval }));
      expect(content).toContainEqual(expect.objectContaining({ type: 'tool-approval-request' }));
      expect(files.wiped).not.toHaveBeenCalled();
    }
  });

  offline('one in the place of a tool with a handler in the contract ends the run', async () => {
    const files = filesAgent();
    const tools = { erase: toolsWith(files).wipe! };
    await expect(run(files, [['erase', { path: 'old' }]], tools)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('`erase` has a handler in the contract') as unknown },
    });
    expect(files.wiped).not.toHaveBeenCalled();
  });
});

describe('sub-agents', () => {
  offline("the parent's tools in the hands of a sub-agent are denied by its runner", async () => {
    const parent = filesAgent(() => undefined);
    const child = filesAgent(() => undefined, 'child');
    const { steps } = await generateText({
      model: modelThatCalls(['erase', { path: 'old' }]),
      prompt: 'erase it',
      tools: toolsOf(parent.runner),
      toolApproval: toolApproval(child.runner),
    });
    expect(parent.erased).not.toHaveBeenCalled();
    expect(JSON.stringify(steps[0]?.content)).toContain('was given to `files`, and `child` called it');
  });

  offline("a sub-agent in a tool answers to its own guardrail, whatever the parent's says", async () => {
    const parent = filesAgent(() => undefined);
    const child = filesAgent(() => block('not for children'), 'child');
    const sub = new ToolLoopAgent({
      model: modelThatCalls(['erase', { path: 'old' }], ['wipe', { path: 'old', passes: 1 }]),
      tools: toolsWith(child),
      toolApproval: toolApproval(child.runner),
    });
    const wipe = tool({
      inputSchema,
      execute: async () => (await sub.generate({ prompt: 'erase it' })).text,
    });
    const { steps } = await run(parent, [['wipe', { path: 'old', passes: 1 }]], { wipe });
    expect(steps[0]?.toolResults).toMatchObject([{ output: 'done' }]);
    expect(child.asked().map(({ name }) => name)).toEqual(expect.arrayContaining(['erase', 'wipe']));
    expect(child.erased).not.toHaveBeenCalled();
    expect(child.wiped).not.toHaveBeenCalled();
  });
});

describe('many calls at once', () => {
  offline('each gets its own decision', async () => {
    const files = filesAgent(async ({ args }) => {
      const { path } = args as { path: string };
      await new Promise((resolve) => setTimeout(resolve, Number(path) % 7));
      return Number(path) % 3 === 0 ? block('a third stays') : undefined;
    });
    const paths = Array.from({ length: 30 }, (_, index) => String(index));
    await run(
      files,
      paths.map((path) => [Number(path) % 2 === 0 ? 'erase' : 'wipe', { path, passes: 1 }]),
    );
    const ran = [...files.erased.mock.calls, ...files.wiped.mock.calls].map(([path]) => path);
    expect(ran.sort()).toEqual(paths.filter((path) => Number(path) % 3 !== 0).sort());
  });
});
