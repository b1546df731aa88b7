import {
  AgentTool,
  BaseLlm,
  BasePlugin,
  type BasePolicyEngine,
  type BaseTool,
  type Context,
  type Event,
  FunctionTool,
  InMemoryPolicyEngine,
  InMemoryRunner,
  LlmAgent,
  type LlmAgentConfig,
  type LlmResponse,
  PolicyOutcome,
  type RequireConfirmation,
  type RunnableRoot,
  SecurityPlugin,
  SequentialAgent,
  START,
  type SingleBeforeToolCallback,
  ToolNode,
  Workflow,
  getAskUserConfirmationFunctionCalls,
  getFunctionResponses,
  setLogger,
} from '@google/adk';
import { describe, expect, vi } from 'vitest';
import { z } from 'zod';
import { ERASE, type Handler, proves } from './proves.ts';

setLogger(null);

/** A model that calls these tools, one a turn, and then says that it is done. */
class Script extends BaseLlm {
  readonly #calls: { name: string; args: Record<string, unknown> }[];

  constructor(...calls: { name: string; args: Record<string, unknown> }[]) {
    super({ model: 'script' });
    this.#calls = calls;
  }

  override async *generateContentAsync(): AsyncGenerator<LlmResponse, void> {
    const functionCall = this.#calls.shift();
    yield { content: { role: 'model', parts: [functionCall ? { functionCall } : { text: 'done' }] } };
  }

  override connect(): never {
    throw new Error('never asked to connect');
  }
}

const parameters = z.object({});

function eraseTool(handler: Handler, requireConfirmation?: RequireConfirmation<typeof parameters>) {
  return new FunctionTool({ name: ERASE, description: 'Erase', parameters, requireConfirmation, execute: handler });
}

type Confirmation = RequireConfirmation<typeof parameters>;

/** An agent that has the tool, and a model that calls it at once. */
function eraser(handler: Handler, guards: Partial<LlmAgentConfig> = {}, confirmation?: Confirmation): LlmAgent {
  return new LlmAgent({
    name: 'eraser',
    description: 'Erases',
    model: new Script({ name: ERASE, args: {} }),
    tools: [eraseTool(handler, confirmation)],
    ...guards,
  });
}

const userId = 'somebody';
/** The arguments too, of a tool that a message leads to without a model. */
const newMessage = { role: 'user', parts: [{ text: '{}' }] };

function run(agent: RunnableRoot, ...plugins: BasePlugin[]): Promise<readonly Event[]> {
  return collect(new InMemoryRunner({ agent, plugins }).runEphemeral({ userId, newMessage }));
}

async function collect(stream: AsyncIterable<Event>): Promise<readonly Event[]> {
  const events: Event[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

/** What the models were told that the tools answered. */
function answers(events: readonly Event[]) {
  return events.flatMap((event) => getFunctionResponses(event)).map(({ response }) => response);
}

/** How many confirmations a run waits with. */
function questions(events: readonly Event[]): number {
  return events.flatMap((event) => getAskUserConfirmationFunctionCalls(event)).length;
}

describe('the confirmation of a tool', () => {
  proves('adk.requireConfirmation', '`true` stops the tool', async (handler) => {
    expect(questions(await run(eraser(handler, {}, true)))).toBe(1);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('adk.requireConfirmation', 'a function that answers `true` stops it', async (handler) => {
    expect(questions(await run(eraser(handler, {}, () => true)))).toBe(1);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('adk.requireConfirmation', 'a function that throws stops it', async (handler) => {
    expect(answers(await run(eraser(handler, {}, failing)))).toEqual([
      { error: "Error in tool 'erase': the policy is down" },
    ]);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('adk.requireConfirmation', 'a function that answers `false` lets it run', async (handler) => {
    expect(questions(await run(eraser(handler, {}, () => false)))).toBe(0);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('adk.requireConfirmation', '`false` lets it run', async (handler) => {
    expect(questions(await run(eraser(handler, {}, false)))).toBe(0);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('adk.requireConfirmation', 'without one it runs', async (handler) => {
    expect(questions(await run(eraser(handler)))).toBe(0);
    expect(handler).toHaveBeenCalledOnce();
  });

  async function answer(handler: Handler, confirmed: boolean) {
    const runner = new InMemoryRunner({ agent: eraser(handler, {}, true) });
    const { id: sessionId } = await runner.sessionService.createSession({ appName: runner.appName, userId });
    const asked = await collect(runner.runAsync({ userId, sessionId, newMessage }));
    expect(handler).not.toHaveBeenCalled();
    const parts = asked
      .flatMap((event) => getAskUserConfirmationFunctionCalls(event))
      .map(({ id, name }) => ({ functionResponse: { id, name, response: { confirmed } } }));
    expect(parts).toHaveLength(1);
    return collect(runner.runAsync({ userId, sessionId, newMessage: { role: 'user', parts } }));
  }

  proves('adk.requireConfirmation', '`confirmed: true` to every question lets it run', async (handler) => {
    await answer(handler, true);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('adk.requireConfirmation', '`confirmed: false` goes on without it', async (handler) => {
    expect(answers(await answer(handler, false))).toEqual([{ error: 'This tool call is rejected.' }]);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('adk.runAsync', 'a call of its own needs the confirmation too', async (handler) => {
    const request = { args: {}, toolContext: undefined as unknown as Context };
    await expect(eraseTool(handler, true).runAsync(request)).rejects.toThrow('requires confirmation');
    expect(handler).not.toHaveBeenCalled();
  });

  proves('adk.runAsync', 'a call of its own asks no callback and no plugin', async (handler) => {
    const erase = eraseTool(handler);
    const outer = new FunctionTool({
      name: 'cleanup',
      description: 'Cleans up',
      parameters,
      execute: (_, toolContext) => toolContext && erase.runAsync({ args: {}, toolContext }),
    });
    const asked = vi.fn<SingleBeforeToolCallback>(({ tool }) => (tool.name === ERASE ? { error: 'no' } : undefined));
    const gate = new Gate(ERASE);
    const model = new Script({ name: 'cleanup', args: {} });
    const agent = new LlmAgent({ name: 'cleaner', model, tools: [outer, erase], beforeToolCallback: asked });
    await run(agent, gate);
    expect(asked.mock.calls.map(([{ tool }]) => tool.name)).toEqual(['cleanup']);
    expect(gate.asked).toEqual(['cleanup']);
    expect(handler).toHaveBeenCalledOnce();
  });
});

describe('a question in the tool', () => {
  type Execute = (input: object, context?: Context) => unknown;

  function agentWith(execute: Execute): LlmAgent {
    const tools = [new FunctionTool({ name: ERASE, description: 'Erase', parameters, execute })];
    return new LlmAgent({ name: 'eraser', model: new Script({ name: ERASE, args: {} }), tools });
  }

  proves('adk.requestConfirmation', 'one that returns until it is confirmed stops the tool', async (handler) => {
    const agent = agentWith((_, context) => {
      if (context?.toolConfirmation?.confirmed) return handler();
      context?.requestConfirmation({ hint: 'sure?' });
      return { error: 'not confirmed yet' };
    });
    expect(questions(await run(agent))).toBe(1);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('adk.requestConfirmation', 'the call alone does not stop what follows', async (handler) => {
    const agent = agentWith((_, context) => {
      context?.requestConfirmation({ hint: 'sure?' });
      return handler();
    });
    expect(questions(await run(agent))).toBe(1);
    expect(handler).toHaveBeenCalledOnce();
  });
});

describe('the callback of an agent', () => {
  proves('adk.beforeToolCallback', 'a record stops the tool', async (handler) => {
    expect(answers(await run(eraser(handler, { beforeToolCallback: () => refusal })))).toEqual([refusal]);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('adk.beforeToolCallback', 'an empty record stops it too', async (handler) => {
    expect(answers(await run(eraser(handler, { beforeToolCallback: () => ({}) })))).toEqual([{}]);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('adk.beforeToolCallback', 'one that throws stops it', async (handler) => {
    const events = await run(eraser(handler, { beforeToolCallback: failing }));
    expect(events.map(({ errorMessage }) => errorMessage)).toContain('the policy is down');
    expect(handler).not.toHaveBeenCalled();
  });

  proves('adk.beforeToolCallback', '`undefined` lets it run', async (handler) => {
    await run(eraser(handler, { beforeToolCallback: () => undefined }));
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('adk.beforeToolCallback', 'any of a list stops it', async (handler) => {
    const beforeToolCallback = [() => undefined, () => refusal];
    expect(answers(await run(eraser(handler, { beforeToolCallback })))).toEqual([refusal]);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('adk.beforeToolCallback', 'a list in which none answers lets it run', async (handler) => {
    await run(eraser(handler, { beforeToolCallback: [() => undefined, () => undefined] }));
    expect(handler).toHaveBeenCalledOnce();
  });
});

describe('plugins', () => {
  proves('adk.plugins.beforeToolCallback', 'a record stops the tool', async (handler) => {
    expect(answers(await run(eraser(handler), new Gate(ERASE)))).toEqual([refusal]);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('adk.plugins.beforeToolCallback', '`undefined` lets it run', async (handler) => {
    const gate = new Gate('delete');
    await run(eraser(handler), gate);
    expect(gate.asked).toEqual([ERASE]);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('adk.plugins.beforeToolCallback', 'stops a tool that is a node of a workflow', async (handler) => {
    const tool = new ToolNode(eraseTool(handler));
    const events = await run(new Workflow({ name: 'cleanup', edges: [[START, tool]] }), new Gate(ERASE));
    expect(answers(events)).toEqual([refusal]);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('adk.plugins.beforeToolCallback', 'one that throws stops the tool', async (handler) => {
    const plugin = new Gate(ERASE);
    plugin.beforeToolCallback = failing;
    const events = await run(eraser(handler), plugin);
    expect(events.map(({ errorMessage }) => errorMessage)).toContainEqual(
      expect.stringContaining('the policy is down'),
    );
    expect(handler).not.toHaveBeenCalled();
  });

  proves('adk.SecurityPlugin', 'without a policy engine it lets every tool run', async (handler) => {
    expect(questions(await run(eraser(handler), new SecurityPlugin()))).toBe(0);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('adk.SecurityPlugin', 'with the engine in memory it lets every tool run', async (handler) => {
    await run(eraser(handler), new SecurityPlugin({ policyEngine: new InMemoryPolicyEngine() }));
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('adk.SecurityPlugin', 'an engine that denies stops the tool', async (handler) => {
    const events = await run(eraser(handler), new SecurityPlugin({ policyEngine: engine(PolicyOutcome.DENY) }));
    expect(answers(events)).toEqual([{ error: 'This tool call is rejected by policy engine. Reason: not today' }]);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('adk.SecurityPlugin', 'an engine that wants a confirmation stops the tool', async (handler) => {
    const events = await run(eraser(handler), new SecurityPlugin({ policyEngine: engine(PolicyOutcome.CONFIRM) }));
    expect(questions(events)).toBe(1);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('adk.SecurityPlugin', 'an outcome that it does not know lets the tool run', async (handler) => {
    await run(eraser(handler), new SecurityPlugin({ policyEngine: engine('deny') }));
    expect(handler).toHaveBeenCalledOnce();
  });
});

describe('other agents', () => {
  const transfer = () => new Script({ name: 'transfer_to_agent', args: { agentName: 'eraser' } });
  const delegate = () => new Script({ name: 'eraser', args: { request: 'erase it' } });

  /** A callback of the parent that would stop the tool under test. */
  function gate() {
    return vi.fn<SingleBeforeToolCallback>(({ tool }) => (tool.name === ERASE ? refusal : undefined));
  }

  proves('adk.subAgents', 'a plugin stops the tool of a sub-agent', async (handler) => {
    const plugin = new Gate(ERASE);
    await run(new LlmAgent({ name: 'parent', model: transfer(), subAgents: [eraser(handler)] }), plugin);
    expect(plugin.asked).toEqual(['transfer_to_agent', ERASE]);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('adk.subAgents', "the parent's callback is not asked for the tool of a sub-agent", async (handler) => {
    const beforeToolCallback = gate();
    const subAgents = [eraser(handler)];
    await run(new LlmAgent({ name: 'parent', model: transfer(), subAgents, beforeToolCallback }));
    expect(beforeToolCallback.mock.calls.map(([{ tool }]) => tool.name)).toEqual(['transfer_to_agent']);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('adk.subAgents', 'a plugin stops the tool of an agent in a sequence', async (handler) => {
    const plugin = new Gate(ERASE);
    await run(new SequentialAgent({ name: 'steps', subAgents: [eraser(handler)] }), plugin);
    expect(plugin.asked).toEqual([ERASE]);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('adk.AgentTool', 'a plugin does not stop the tool of an agent that is a tool', async (handler) => {
    const plugin = new Gate(ERASE);
    const tools = [new AgentTool({ agent: eraser(handler) })];
    await run(new LlmAgent({ name: 'parent', model: delegate(), tools }), plugin);
    expect(plugin.asked).toEqual(['eraser']);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('adk.AgentTool', "the parent's callback is not asked for its tool", async (handler) => {
    const beforeToolCallback = gate();
    const tools = [new AgentTool({ agent: eraser(handler) })];
    await run(new LlmAgent({ name: 'parent', model: delegate(), tools, beforeToolCallback }));
    expect(beforeToolCallback.mock.calls.map(([{ tool }]) => tool.name)).toEqual(['eraser']);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('adk.AgentTool', "the agent's own callback stops its tool", async (handler) => {
    const beforeToolCallback = gate();
    const tools = [new AgentTool({ agent: eraser(handler, { beforeToolCallback }) })];
    await run(new LlmAgent({ name: 'parent', model: delegate(), tools }));
    expect(beforeToolCallback.mock.calls.map(([{ tool }]) => tool.name)).toEqual([ERASE]);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('adk.AgentTool', 'a confirmation of its tool stops it, and asks nobody', async (handler) => {
    const tools = [new AgentTool({ agent: eraser(handler, {}, true) })];
    const events = await run(new LlmAgent({ name: 'parent', model: delegate(), tools }));
    expect(questions(events)).toBe(0);
    expect(handler).not.toHaveBeenCalled();
  });
});

const refusal = { error: 'not today' };

/** A plugin that stops one tool. */
class Gate extends BasePlugin {
  readonly asked: string[] = [];
  readonly #stops: string;

  constructor(stops: string) {
    super('gate');
    this.#stops = stops;
  }

  override beforeToolCallback({ tool }: { tool: BaseTool }): Promise<Record<string, unknown> | undefined> {
    this.asked.push(tool.name);
    return Promise.resolve(tool.name === this.#stops ? refusal : undefined);
  }
}

function engine(outcome: string): BasePolicyEngine {
  return { evaluate: () => Promise.resolve({ outcome, reason: 'not today' }) };
}

function failing(): never {
  throw new Error('the policy is down');
}
