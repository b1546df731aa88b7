import {
  Agent,
  type AgentConfiguration,
  type Editor,
  type FunctionTool,
  InputGuardrailTripwireTriggered,
  type MCPServer,
  type Model,
  type ModelResponse,
  RunContext,
  type Shell,
  type ShellTool,
  ToolGuardrailFunctionOutputFactory,
  type ToolGuardrailFunctionOutput,
  type ToolOptionsWithGuardrails,
  Usage,
  applyPatchTool,
  defineToolInputGuardrail,
  hostedMcpTool,
  invokeFunctionTool,
  run,
  setTracingDisabled,
  shellTool,
  tool,
} from '@openai/agents';
import { describe, expect, vi } from 'vitest';
import { z } from 'zod';
import { ERASE, type Handler, proves } from './proves.ts';

setTracingDisabled(true);

type Output = ModelResponse['output'];

/** A model that says these things, one a turn, and then that it is done. */
function modelThatSays(...said: Output): Model {
  const done: Output[number] = {
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text: 'done' }],
  };
  const rest = [...said];
  return {
    getResponse: () => Promise.resolve({ usage: new Usage(), output: [rest.shift() ?? done] }),
    getStreamedResponse: () => {
      throw new Error('never asked to stream');
    },
  };
}

function modelThatCalls(...names: readonly string[]): Model {
  return modelThatSays(
    ...names.map((name, index) => ({
      type: 'function_call' as const,
      callId: `call-${index}`,
      name,
      status: 'completed' as const,
      arguments: '{"input":"it"}',
    })),
  );
}

const parameters = z.object({ input: z.string() });

type Guardrails = Pick<ToolOptionsWithGuardrails<typeof parameters>, 'needsApproval' | 'inputGuardrails'>;

function eraseTool(handler: Handler, guardrails: Guardrails = {}): FunctionTool<unknown, typeof parameters> {
  return tool({ name: ERASE, description: 'Erase', parameters, ...guardrails, execute: handler });
}

/** An agent that has the tool, and a model that calls it at once. */
function agentWith(handler: Handler, guardrails: Guardrails = {}): Agent {
  return new Agent({ name: 'eraser', model: modelThatCalls(ERASE), tools: [eraseTool(handler, guardrails)] });
}

function runWith(handler: Handler, guardrails: Guardrails) {
  return run(agentWith(handler, guardrails), 'erase it');
}

/** The names of the tools that a run waits with. */
function pending({ interruptions }: { readonly interruptions: readonly { readonly name?: string }[] }) {
  return interruptions.map(({ name }) => name);
}

function failing(): Promise<never> {
  return Promise.reject(new Error('the policy is down'));
}

describe('the approval of a tool', () => {
  proves('openai-agents.needsApproval', '`true` stops the tool', async (handler) => {
    expect(pending(await runWith(handler, { needsApproval: true }))).toEqual([ERASE]);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('openai-agents.needsApproval', 'a function that answers `true` stops it', async (handler) => {
    expect(pending(await runWith(handler, { needsApproval: () => Promise.resolve(true) }))).toEqual([ERASE]);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('openai-agents.needsApproval', 'a function that throws stops it, and the run', async (handler) => {
    await expect(runWith(handler, { needsApproval: failing })).rejects.toThrow('the policy is down');
    expect(handler).not.toHaveBeenCalled();
  });

  proves('openai-agents.needsApproval', 'a function that answers `false` lets it run', async (handler) => {
    expect(pending(await runWith(handler, { needsApproval: () => Promise.resolve(false) }))).toEqual([]);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('openai-agents.needsApproval', '`false` lets it run', async (handler) => {
    expect(pending(await runWith(handler, { needsApproval: false }))).toEqual([]);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('openai-agents.needsApproval', 'without one it runs', async (handler) => {
    expect(pending(await runWith(handler, {}))).toEqual([]);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('openai-agents.approve', 'a loop that approves every interruption lets the tool run', async (handler) => {
    const agent = agentWith(handler, { needsApproval: true });
    let result = await run(agent, 'erase it');
    expect(handler).not.toHaveBeenCalled();
    while (result.interruptions.length > 0) {
      for (const interruption of result.interruptions) result.state.approve(interruption);
      result = await run(agent, result.state);
    }
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('openai-agents.approve', '`reject` goes on without the tool', async (handler) => {
    const agent = agentWith(handler, { needsApproval: true });
    const { state, interruptions } = await run(agent, 'erase it');
    for (const interruption of interruptions) state.reject(interruption);
    expect((await run(agent, state)).finalOutput).toBe('done');
    expect(interruptions).toHaveLength(1);
    expect(handler).not.toHaveBeenCalled();
  });
});

describe('guardrails', () => {
  function guardrail(output: ToolGuardrailFunctionOutput) {
    const check = vi.fn(() => Promise.resolve(output));
    return { check, inputGuardrails: [{ name: 'check', run: check }] };
  }

  proves('openai-agents.inputGuardrails', 'one of the tool that rejects the content stops it', async (handler) => {
    const { check, inputGuardrails } = guardrail(ToolGuardrailFunctionOutputFactory.rejectContent('not today'));
    expect((await runWith(handler, { inputGuardrails })).finalOutput).toBe('done');
    expect(check).toHaveBeenCalledOnce();
    expect(handler).not.toHaveBeenCalled();
  });

  proves('openai-agents.inputGuardrails', 'one of the tool that trips stops it, and the run', async (handler) => {
    const { inputGuardrails } = guardrail(ToolGuardrailFunctionOutputFactory.throwException());
    await expect(runWith(handler, { inputGuardrails })).rejects.toThrow(/ToolInputGuardrailTripwireTriggered/);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('openai-agents.inputGuardrails', 'one of the tool that fails stops it, and the run', async (handler) => {
    const inputGuardrails = [{ name: 'check', run: failing }];
    await expect(runWith(handler, { inputGuardrails })).rejects.toThrow('the policy is down');
    expect(handler).not.toHaveBeenCalled();
  });

  proves('openai-agents.inputGuardrails', 'one of the tool that allows lets it run', async (handler) => {
    const { check, inputGuardrails } = guardrail(ToolGuardrailFunctionOutputFactory.allow());
    await runWith(handler, { inputGuardrails });
    expect(check).toHaveBeenCalledOnce();
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('openai-agents.Agent', 'an input guardrail of the agent that trips stops the run', async (handler) => {
    const agent = agentWith(handler).clone({ inputGuardrails: [agentGuardrail(true)] });
    await expect(run(agent, 'erase it')).rejects.toThrow(InputGuardrailTripwireTriggered);
    expect(handler).not.toHaveBeenCalled();
  });

  proves(
    'openai-agents.Agent',
    'an input guardrail of the agent is asked about the input once, and about no call',
    async (handler) => {
      const guard = agentGuardrail(false);
      const agent = agentWith(handler).clone({ model: modelThatCalls(ERASE, ERASE), inputGuardrails: [guard] });
      await run(agent, 'erase it twice');
      expect(guard.execute).toHaveBeenCalledOnce();
      expect(handler).toHaveBeenCalledTimes(2);
    },
  );
});

describe('calls past the runner', () => {
  const input = '{"input":"it"}';
  const reject = () => Promise.resolve(ToolGuardrailFunctionOutputFactory.rejectContent('not today'));
  const guardrails = { needsApproval: true, inputGuardrails: [{ name: 'check', run: reject }] };

  proves('openai-agents.invoke', 'runs the tool whatever guards it', async (handler) => {
    expect(await eraseTool(handler, guardrails).invoke(new RunContext(), input)).toBe('erased');
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('openai-agents.invokeFunctionTool', 'runs the tool whatever guards it', async (handler) => {
    const gated = eraseTool(handler, guardrails);
    expect(await invokeFunctionTool({ tool: gated, runContext: new RunContext(), input })).toBe('erased');
    expect(handler).toHaveBeenCalledOnce();
  });
});

describe('other agents', () => {
  /** An agent that hands on to the other one at once, by the way that `edges` says. */
  function parent(calls: string, edges: Partial<AgentConfiguration>): Agent {
    return new Agent({ name: 'parent', model: modelThatCalls(calls), ...edges });
  }

  proves('openai-agents.asTool', "the parent's guardrails see no call of the tool's agent", async (handler) => {
    const guard = agentGuardrail(false);
    const tools = [agentWith(handler).asTool({ toolName: 'sub' })];
    await run(parent('sub', { tools, inputGuardrails: [guard] }), 'erase it');
    expect(guard.execute).toHaveBeenCalledOnce();
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('openai-agents.asTool', '`needsApproval: true` stops the agent, and its tool with it', async (handler) => {
    const tools = [agentWith(handler).asTool({ toolName: 'sub', needsApproval: true })];
    expect(pending(await run(parent('sub', { tools }), 'erase it'))).toEqual(['sub']);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('openai-agents.asTool', 'an approval of its tool interrupts the outermost run', async (handler) => {
    const tools = [agentWith(handler, { needsApproval: true }).asTool({ toolName: 'sub' })];
    expect(pending(await run(parent('sub', { tools }), 'erase it'))).toEqual([ERASE]);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('openai-agents.asTool', "the agent's own guardrail stops its run", async (handler) => {
    const guard = agentGuardrail(true);
    const sub = agentWith(handler).clone({ inputGuardrails: [guard] });
    const { finalOutput } = await run(parent('sub', { tools: [sub.asTool({ toolName: 'sub' })] }), 'erase it');
    expect(finalOutput).toBe('done');
    expect(guard.execute).toHaveBeenCalledOnce();
    expect(handler).not.toHaveBeenCalled();
  });

  proves('openai-agents.handoffs', 'an ungated tool of the other agent runs unasked', async (handler) => {
    const guard = agentGuardrail(false);
    await run(parent('transfer_to_eraser', { handoffs: [agentWith(handler)], inputGuardrails: [guard] }), 'erase it');
    expect(guard.execute).toHaveBeenCalledOnce();
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('openai-agents.handoffs', "an approval of the other agent's tool interrupts the run", async (handler) => {
    const handoffs = [agentWith(handler, { needsApproval: true })];
    expect(pending(await run(parent('transfer_to_eraser', { handoffs }), 'erase it'))).toEqual([ERASE]);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('openai-agents.handoffs', 'the input guardrails of the other agent are not asked', async (handler) => {
    const guard = agentGuardrail(true);
    const handoffs = [agentWith(handler).clone({ inputGuardrails: [guard] })];
    await run(parent('transfer_to_eraser', { handoffs }), 'erase it');
    expect(guard.execute).not.toHaveBeenCalled();
    expect(handler).toHaveBeenCalledOnce();
  });
});

describe('tools that come with the SDK', () => {
  type ShellConfig = Pick<ShellTool, 'onApproval'> & { readonly needsApproval?: boolean };

  function runShell(handler: Handler, config: ShellConfig) {
    const shell: Shell = {
      run: () =>
        Promise.resolve({ output: [{ stdout: handler(), stderr: '', outcome: { type: 'exit', exitCode: 0 } }] }),
    };
    const model = modelThatSays({
      type: 'shell_call',
      callId: 'call-0',
      status: 'completed',
      action: { commands: ['rm -r it'] },
    });
    return run(new Agent({ name: 'tester', model, tools: [shellTool({ shell, ...config })] }), 'erase it');
  }

  proves('openai-agents.shellTool', 'without `needsApproval` a command runs', async (handler) => {
    expect(pending(await runShell(handler, {}))).toEqual([]);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('openai-agents.shellTool', '`needsApproval: true` stops a command', async (handler) => {
    expect(pending(await runShell(handler, { needsApproval: true }))).toEqual(['shell']);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('openai-agents.shellTool', 'an `onApproval` that approves lets a command run', async (handler) => {
    const onApproval = () => Promise.resolve({ approve: true });
    expect(pending(await runShell(handler, { needsApproval: true, onApproval }))).toEqual([]);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('openai-agents.shellTool', '`onApproval` is not asked where no approval is needed', async (handler) => {
    const onApproval = vi.fn(() => Promise.resolve({ approve: false }));
    await runShell(handler, { onApproval });
    expect(onApproval).not.toHaveBeenCalled();
    expect(handler).toHaveBeenCalledOnce();
  });

  function runPatch(handler: Handler, config: Omit<Parameters<typeof applyPatchTool>[0], 'editor'>) {
    const patch = () => Promise.resolve({ output: handler() });
    const editor: Editor = { createFile: patch, updateFile: patch, deleteFile: patch };
    const operation = { type: 'delete_file' as const, path: 'it' };
    const model = modelThatSays({ type: 'apply_patch_call', callId: 'call-0', status: 'completed', operation });
    return run(new Agent({ name: 'tester', model, tools: [applyPatchTool({ editor, ...config })] }), 'erase it');
  }

  proves('openai-agents.applyPatchTool', 'without `needsApproval` a patch is applied', async (handler) => {
    expect(pending(await runPatch(handler, {}))).toEqual([]);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('openai-agents.applyPatchTool', '`needsApproval: true` stops a patch', async (handler) => {
    expect(pending(await runPatch(handler, { needsApproval: true }))).toEqual(['apply_patch']);
    expect(handler).not.toHaveBeenCalled();
  });
});

describe('tools of MCP servers', () => {
  function runWithServer(handler: Handler, config: Partial<MCPServer>) {
    const server: MCPServer = {
      name: 'files',
      cacheToolsList: false,
      connect: () => Promise.resolve(),
      close: () => Promise.resolve(),
      invalidateToolsCache: () => Promise.resolve(),
      listTools: () =>
        Promise.resolve([
          {
            name: ERASE,
            inputSchema: { type: 'object', properties: {}, required: [], additionalProperties: false },
            annotations: { destructiveHint: true },
          },
        ]),
      callTool: () => Promise.resolve([{ type: 'text', text: handler() }]),
      ...config,
    };
    const agent = new Agent({ name: 'tester', model: modelThatCalls(ERASE), mcpServers: [server] });
    return run(agent, 'erase it');
  }

  proves('openai-agents.MCPServer', 'its tools run unasked, whatever their annotations say', async (handler) => {
    expect(pending(await runWithServer(handler, {}))).toEqual([]);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('openai-agents.toolInputGuardrails', 'one that rejects stops the tools of the server', async (handler) => {
    const reject = () => Promise.resolve(ToolGuardrailFunctionOutputFactory.rejectContent('not today'));
    const toolInputGuardrails = [defineToolInputGuardrail({ name: 'check', run: reject })];
    expect((await runWithServer(handler, { toolInputGuardrails })).finalOutput).toBe('done');
    expect(handler).not.toHaveBeenCalled();
  });

  const hosted = { serverLabel: 'files', serverUrl: 'https://files.example/mcp' };

  proves('openai-agents.hostedMcpTool.requireApproval', "without one it is 'never'", () => {
    expect(hostedMcpTool(hosted).providerData).toMatchObject({ require_approval: 'never' });
  });

  proves('openai-agents.hostedMcpTool.requireApproval', "'always' is sent along", () => {
    const { providerData } = hostedMcpTool({ ...hosted, requireApproval: 'always' });
    expect(providerData).toMatchObject({ require_approval: 'always' });
  });
});

/** A guardrail of an agent: it decides about what the agent was asked, not about what it calls. */
function agentGuardrail(tripwireTriggered: boolean) {
  return { name: 'check', execute: vi.fn(() => Promise.resolve({ tripwireTriggered, outputInfo: {} })) };
}
