import { Agent, Usage, run, setTracingDisabled, tool } from '@openai/agents';
import type { AgentConfiguration, MCPServer, Model, ModelRequest, ModelResponse, Tool } from '@openai/agents';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { GuardrailFailed, toolGuardrail, toolsOf } from '../../../../packages/runtime/src/adapters/openai-agents.ts';
import { block } from '../../../../packages/runtime/src/index.ts';
import { failing, filesAgent, offline } from './files-agent.ts';

setTracingDisabled(true);

type Files = ReturnType<typeof filesAgent>;
type Call = readonly [name: string, args: object | string];

/** A model that makes all of these calls in its first turn, and then says that it is done; and what it was told last. */
function modelThatCalls(...calls: readonly Call[]) {
  const requests: ModelRequest[] = [];
  const done: ModelResponse['output'] = [
    { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'done' }] },
  ];
  const model: Model = {
    getResponse: async (request) => {
      requests.push(request);
      const output: ModelResponse['output'] = calls.map(([name, args], index) => ({
        type: 'function_call',
        callId: `call-${index}`,
        name,
        status: 'completed',
        arguments: typeof args === 'string' ? args : JSON.stringify(args),
      }));
      return { usage: new Usage(), output: requests.length === 1 ? output : done };
    },
    getStreamedResponse: () => {
      throw new Error('never asked to stream');
    },
  };
  /** The results of the calls, as text. */
  const told = () =>
    [requests.at(-1)?.input ?? []]
      .flat()
      .flatMap((item) =>
        typeof item === 'object' && item.type === 'function_call_result' ? [textOf(item.output)] : [],
      );
  return { model, told };
}

function textOf(output: unknown): string {
  return typeof output === 'object' && output !== null && 'text' in output
    ? String(output.text)
    : JSON.stringify(output);
}

const parameters = z.object({ path: z.string(), passes: z.number().optional().nullable() });

/** A tool of the SDK's own. */
function wipeTool({ runner, wiped }: Files, name = 'wipe') {
  return tool({
    name,
    description: 'Wipes',
    parameters,
    inputGuardrails: [toolGuardrail(runner)],
    execute: ({ path }) => {
      wiped(path);
      return `wiped ${path}`;
    },
  });
}

async function runWith(files: Files, calls: readonly Call[], config: Partial<AgentConfiguration> = {}) {
  const { model, told } = modelThatCalls(...calls);
  const tools: Tool[] = [...toolsOf(files.runner), wipeTool(files), wipeTool(files, 'purge')];
  await run(new Agent({ name: 'files', model, tools, ...config }), 'erase it');
  return told();
}

describe('tools of the contract', () => {
  offline('an allowed call runs the handler, with its arguments', async () => {
    const files = filesAgent();
    expect(await runWith(files, [['erase', { path: 'old' }]])).toEqual(['erased old']);
    expect(files.erased.mock.calls).toEqual([['old']]);
    expect(files.asked()).toEqual([{ name: 'erase', args: { path: 'old' } }]);
  });

  offline('a schema that transforms is applied once', async () => {
    const files = filesAgent();
    await runWith(files, [['erase', { path: 'old', tag: 'a' }]]);
    expect(files.erased.mock.calls).toEqual([['old a!']]);
  });

  offline('a blocked call does not run, and the model is told why', async () => {
    const files = filesAgent();
    expect(await runWith(files, [['erase', { path: 'it' }]])).toEqual(['Blocked: `it` is precious']);
    expect(files.erased).not.toHaveBeenCalled();
  });

  offline('of two calls in one turn only the one that is not blocked runs', async () => {
    const files = filesAgent();
    const told = await runWith(files, [
      ['erase', { path: 'it' }],
      ['erase', { path: 'old' }],
    ]);
    expect(told).toEqual(['Blocked: `it` is precious', 'erased old']);
    expect(files.erased.mock.calls).toEqual([['old']]);
  });

  offline('arguments that are not valid are refused before the guardrail', async () => {
    for (const args of [{ path: 7 }, {}]) {
      const files = filesAgent();
      expect((await runWith(files, [['erase', args]])).join()).toContain('The arguments of `erase`');
      expect(files.asked()).toEqual([]);
      expect(files.erased).not.toHaveBeenCalled();
    }
  });

  offline('arguments that are no object run nothing', async () => {
    for (const args of ['{"path":', '', 'old', 'null', '[]']) {
      const files = filesAgent();
      await runWith(files, [
        ['erase', args],
        ['wipe', args],
      ]);
      expect(files.asked()).toEqual([]);
      expect(files.erased).not.toHaveBeenCalled();
      expect(files.wiped).not.toHaveBeenCalled();
    }
  });

  offline('a guardrail that throws ends the run', async () => {
    const files = filesAgent(failing);
    const error: unknown = await runWith(files, [['erase', { path: 'old' }]]).catch((thrown: unknown) => thrown);
    expect(JSON.stringify(error)).not.toContain('10.0.0.1');
    expect((error as { readonly error: unknown }).error).toBeInstanceOf(GuardrailFailed);
    expect(files.erased).not.toHaveBeenCalled();
  });

  offline('the model is told what the handler throws', async () => {
    expect(await runWith(filesAgent(), [['erase', { path: 'locked' }]])).toEqual([
      '`erase` failed: Error: the file is locked',
    ]);
  });

  offline('a call of an agent with another name is blocked', async () => {
    const files = filesAgent(() => undefined);
    expect(await runWith(files, [['erase', { path: 'old' }]], { name: 'other' })).toEqual([
      'Blocked: `erase` was given to `files`, and `other` called it.',
    ]);
    expect(files.erased).not.toHaveBeenCalled();
  });

  offline('they go with any context of a run', async () => {
    const files = filesAgent();
    const { model } = modelThatCalls(['erase', { path: 'old' }], ['wipe', { path: 'old', passes: 1 }]);
    const agent = new Agent<{ user: string }>({
      name: 'files',
      model,
      tools: [...toolsOf(files.runner), wipeTool(files)],
    });
    await run(agent, 'erase it', { context: { user: 'somebody' } });
    expect([files.erased.mock.calls, files.wiped.mock.calls]).toEqual([[['old']], [['old']]]);
  });

  offline("the agent's name in the SDK can be another one", async () => {
    const files = filesAgent();
    const tools = toolsOf(files.runner, { agentName: 'other' });
    expect(await runWith(files, [['erase', { path: 'old' }]], { name: 'other', tools })).toEqual(['erased old']);
  });
});

describe('tools that the SDK runs', () => {
  offline('one that the agent holds runs once it is allowed', async () => {
    const files = filesAgent();
    expect(await runWith(files, [['wipe', { path: 'old', passes: 1 }]])).toEqual(['wiped old']);
    expect(files.wiped.mock.calls).toEqual([['old']]);
  });

  offline('a blocked call of it does not run', async () => {
    const files = filesAgent();
    expect((await runWith(files, [['wipe', { path: 'it', passes: 1 }]])).join()).toContain('Blocked: `it` is precious');
    expect(files.wiped).not.toHaveBeenCalled();
  });

  offline('one that the agent does not hold is blocked', async () => {
    const files = filesAgent();
    expect((await runWith(files, [['purge', { path: 'old', passes: 1 }]])).join()).toContain(
      'Agent `files` has no tool `purge`.',
    );
    expect(files.wiped).not.toHaveBeenCalled();
  });

  offline('arguments that the schema changes are blocked', async () => {
    const files = filesAgent();
    const told = await runWith(files, [['wipe', { path: 'old' }]]);
    expect(told.join()).toContain('other arguments than its guardrail saw');
    expect(files.wiped).not.toHaveBeenCalled();
  });

  offline('a guardrail that throws ends the run', async () => {
    const files = filesAgent(failing);
    await expect(runWith(files, [['wipe', { path: 'old', passes: 1 }]])).rejects.toThrow(
      'The guardrail of `files` failed',
    );
    expect(files.wiped).not.toHaveBeenCalled();
  });

  offline('tools of an MCP server too', async () => {
    const files = filesAgent();
    const { wiped } = files;
    const path = { type: 'string' };
    const properties = { path, passes: { type: 'number' } };
    const inputSchema = { type: 'object' as const, properties, required: ['path'], additionalProperties: false };
    const server: MCPServer = {
      name: 'disks',
      cacheToolsList: false,
      connect: async () => undefined,
      close: async () => undefined,
      invalidateToolsCache: async () => undefined,
      listTools: async () => ['wipe', 'purge'].map((name) => ({ name, inputSchema })),
      callTool: async (_name, args) => {
        wiped(String(args?.path));
        return [{ type: 'text', text: 'wiped' }];
      },
      toolInputGuardrails: [toolGuardrail(files.runner)],
    };
    const calls = ['it', 'old'].map((name): Call => ['wipe', { path: name, passes: 1 }]);
    const told = await runWith(files, [...calls, ['purge', { path: 'old' }]], { tools: [], mcpServers: [server] });
    expect(told.join()).toContain('Blocked: `it` is precious');
    expect(wiped.mock.calls).toEqual([['old']]);
  });

  offline('known gap: a tool that was not given the guardrail runs', async () => {
    const files = filesAgent(() => block('never'));
    const tools = [tool({ ...plain, execute: ({ path }) => files.wiped(path) })];
    await runWith(files, [['wipe', { path: 'old', passes: 1 }]], { tools });
    expect(files.wiped).toHaveBeenCalledOnce();
  });
});

const plain = { name: 'wipe', description: 'Wipes', parameters };

describe('sub-agents', () => {
  offline("an agent that is handed the run does not get through with the parent's tools", async () => {
    const parent = filesAgent(() => undefined);
    const { model, told } = modelThatCalls(['erase', { path: 'old' }], ['wipe', { path: 'old', passes: 1 }]);
    const sub = new Agent({ name: 'sub', model, tools: [...toolsOf(parent.runner), wipeTool(parent)] });
    await runWith(parent, [['transfer_to_sub', {}]], { handoffs: [sub] });
    expect(told().slice(-2).join()).toMatch(/`erase` was given to `files`, and `sub` called it.*`wipe` was given to/);
    expect(parent.erased).not.toHaveBeenCalled();
    expect(parent.wiped).not.toHaveBeenCalled();
  });

  offline("an agent as a tool answers to its own guardrail, whatever the parent's says", async () => {
    const parent = filesAgent(() => undefined);
    const child = filesAgent(() => block('not for children'), 'child');
    const { model } = modelThatCalls(['erase', { path: 'old' }]);
    const sub = new Agent({ name: 'child', model, tools: toolsOf(child.runner) });
    await runWith(parent, [['sub', { input: 'erase it' }]], { tools: [sub.asTool({ toolName: 'sub' })] });
    expect(child.asked()).toEqual([{ name: 'erase', args: { path: 'old' } }]);
    expect(child.erased).not.toHaveBeenCalled();
  });
});
