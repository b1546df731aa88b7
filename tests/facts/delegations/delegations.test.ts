import { describe, expect, it } from 'vitest';
import { type AgentFact, agentFactsOf } from '../../../src/facts/agents/agents.ts';
import { isRemote, type RemoteAgent } from '../../../src/facts/agents/remote-agents.ts';
import { delegationsFrom } from '../../../src/facts/delegations/delegations.ts';
import { agentSdks } from '../../../src/models/agents/index.ts';
import { type CaseFiles, programOf } from '../../scenarios/programs.ts';

/** The steps of a program, as `Desk child Billing`; `?` marks one of several, `!` an agent with others that are not known. */
function stepsIn(code: string | CaseFiles): readonly string[] {
  const { program } = programOf(typeof code === 'string' ? { 'main.ts': code } : code);
  const facts = agentFactsOf(program, agentSdks);
  const steps = facts.agents.flatMap((agent) => delegationsFrom(agent, facts));
  const open = facts.agents
    .filter(({ hasUnknownSubAgents }) => hasUnknownSubAgents)
    .map((agent) => `${nameOf(agent)} !`);
  const texts = steps.map(({ from, to, via, lets, isDynamic }) => {
    const let_ = lets ? ` [${lets.join(', ')}]` : '';
    return `${nameOf(from)} ${via} ${nameOf(to)}${let_}${isDynamic ? ' ?' : ''}`;
  });
  return [...texts, ...open];
}

function nameOf(agent: AgentFact | RemoteAgent): string {
  if (isRemote(agent)) return [agent.name, agent.address].filter((part) => part !== undefined).join(' at ') || '(?)';
  return agent.name ?? agent.model.noun;
}

type Case = readonly [name: string, code: string | CaseFiles, ...steps: string[]];

function cases(header: string, list: readonly Case[]): void {
  it.each(list.map(([name, code, ...steps]) => [name, code, steps] as const))('%s', (_name, code, steps) => {
    expect(stepsIn(typeof code === 'string' ? `${header}${code}` : code)).toEqual(steps);
  });
}

const openai = `import { Agent, handoff, run, Runner, tool } from '@openai/agents';
import { z } from 'zod';
const schema = { parameters: z.object({ task: z.string() }), description: '' };
const billing = new Agent({ name: 'Billing', instructions: '' });
const refunds = new Agent({ name: 'Refunds', instructions: '' });
declare const cond: boolean;
declare const key: 'billing' | 'refunds';
`;

describe('OpenAI Agents', () => {
  cases(openai, [
    ['a hand-over', `new Agent({ name: 'Desk', handoffs: [billing] });`, 'Desk child Billing'],
    ['one that a call makes', `new Agent({ name: 'Desk', handoffs: [handoff(billing)] });`, 'Desk child Billing'],
    ['an agent as a tool', `new Agent({ name: 'Desk', tools: [billing.asTool({})] });`, 'Desk asTool Billing'],
    ['made by `create`', `Agent.create({ name: 'Desk', handoffs: [billing] });`, 'Desk child Billing'],
    [
      'one of two',
      `new Agent({ name: 'Desk', handoffs: [cond ? billing : refunds] });`,
      'Desk child Billing ?',
      'Desk child Refunds ?',
    ],
    [
      'one that may be missing',
      `new Agent({ name: 'Desk', handoffs: [...(cond ? [billing] : [])] });`,
      'Desk child Billing',
    ],
    [
      'one of an object, by a key that is not known',
      `const all = { billing, refunds };
new Agent({ name: 'Desk', handoffs: [all[key]] });`,
      'Desk child Billing ?',
      'Desk child Refunds ?',
    ],
    [
      'each of a list, by a callback',
      `new Agent({ name: 'Desk', tools: [billing, refunds].map((each) => each.asTool({})) });`,
      'Desk asTool Billing',
      'Desk asTool Refunds',
    ],
    [
      'assigned later',
      `const desk = new Agent({ name: 'Desk' });
desk.handoffs = [billing];`,
      'Desk child Billing',
    ],
    [
      'pushed later, where none was given, and where some were',
      `const desk = new Agent({ name: 'Desk' });
desk.handoffs.push(billing, refunds);
(billing.handoffs as any).push(desk);
const other = new Agent({ name: 'Other', handoffs: [billing] });
other.handoffs.push(refunds);`,
      'Billing child Desk',
      'Desk child Billing',
      'Desk child Refunds',
      'Other child Billing',
      'Other child Refunds',
    ],
    [
      'pushed by a loop',
      `const desk = new Agent({ name: 'Desk' });
for (const each of [billing, refunds]) desk.handoffs.push(each);`,
      'Desk child Billing',
      'Desk child Refunds',
    ],
    [
      'a list that grows by something unknown',
      `declare const more: Agent[];
new Agent({ name: 'Desk', handoffs: [billing, ...more] });`,
      'Desk child Billing',
      'Desk !',
    ],
    ['none', `new Agent({ name: 'Desk', handoffs: [] }).on('agent_handoff', () => billing);`],
    [
      'a class that extends the one of the SDK',
      `class Desk extends Agent {
  constructor(others: Agent[]) {
    super({ name: 'Desk', instructions: '', handoffs: others });
  }
}
export const desk = new Desk([billing]);`,
      'Desk child Billing',
    ],
    [
      'a class without a constructor',
      `class Special extends Agent {}
class VerySpecial extends Special {}
new VerySpecial({ name: 'Desk', handoffs: [billing] });`,
      'Desk child Billing',
    ],
    [
      'not: a class of the same name as the SDK’s',
      `namespace Own { export class Agent { constructor(readonly options: object) {} } }
new Own.Agent({ name: 'Desk', handoffs: [billing] });`,
    ],
    [
      'two agents that hand over to each other',
      `const a: Agent = new Agent({ name: 'A', handoffs: [billing] });
billing.handoffs = [a];`,
      'Billing child A',
      'A child Billing',
    ],
    [
      'run in a tool',
      `const ask = tool({ ...schema, name: 'ask', execute: async ({ task }) => String((await run(billing, task)).finalOutput) });
new Agent({ name: 'Desk', tools: [ask] });`,
      'Desk inTool Billing',
    ],
    [
      'run by a runner in a tool',
      `const runner = new Runner();
new Agent({ name: 'Desk', tools: [tool({ ...schema, name: 'ask', execute: async ({ task }) => String(await runner.run(billing, task)) })] });`,
      'Desk inTool Billing',
    ],
    [
      'run in a function that the tool calls with the agent',
      `async function ask(agent: Agent, task: string) { return String((await run(agent, task)).finalOutput); }
const asking = (agent: Agent, name: string) => tool({ ...schema, name, execute: ({ task }) => ask(agent, task) });
const first = tool({ ...schema, name: 'first', execute: ({ task }) => ask(billing, task) });
const second = tool({ ...schema, name: 'second', execute: ({ task }) => ask(refunds, task) });
new Agent({ name: 'Desk', tools: [first] });
new Agent({ name: 'Other', tools: [second] });
export { asking };`,
      'Desk inTool Billing',
      'Other inTool Refunds',
    ],
    [
      'each of a list, run in a tool',
      `const all = tool({ ...schema, name: 'all', execute: async ({ task }) => String(await Promise.all([billing, refunds].map((each) => run(each, task)))) });
new Agent({ name: 'Desk', tools: [all] });`,
      'Desk inTool Billing ?',
      'Desk inTool Refunds ?',
    ],
    [
      'one of an object, run in a tool',
      `const team = { billing, refunds };
const ask = tool({ ...schema, name: 'ask', execute: async ({ task }) => String(await run(team[key], task)) });
new Agent({ name: 'Desk', tools: [ask] });`,
      'Desk inTool Billing ?',
      'Desk inTool Refunds ?',
    ],
    [
      'one of a `Map`, run in a tool',
      `const team = new Map([['billing', billing], ['refunds', refunds]]);
const ask = tool({ ...schema, name: 'ask', execute: async ({ task }) => String(await run(team.get(task)!, task)) });
const one = tool({ ...schema, name: 'one', execute: async ({ task }) => String(await run(team.get('refunds')!, task)) });
new Agent({ name: 'Desk', tools: [ask] });
new Agent({ name: 'Other', tools: [one] });`,
      'Desk inTool Billing ?',
      'Desk inTool Refunds ?',
      'Other inTool Refunds',
    ],
    [
      'itself, run in a tool',
      `const ask = tool({ ...schema, name: 'ask', execute: async ({ task }) => String(await run(desk, task)) });
const desk: Agent = new Agent({ name: 'Desk', tools: [ask] });`,
    ],
    [
      'not: run beside an agent, or in its guardrail',
      `export async function work(task: string) { await run(billing, task); return run(desk, task); }
const desk = new Agent({
  name: 'Desk',
  inputGuardrails: [{ name: 'g', execute: async ({ input }) => ({ outputInfo: await run(refunds, String(input)), tripwireTriggered: false }) }],
});`,
    ],
    [
      'a handler behind a wrapper',
      `const logged = <A extends unknown[], R>(fn: (...args: A) => R) => (...args: A): R => fn(...args);
const ask = tool({ ...schema, name: 'ask', execute: logged(async ({ task }: { task: string }) => String(await run(billing, task))) });
new Agent({ name: 'Desk', tools: [ask] });`,
      'Desk inTool Billing',
    ],
    [
      'the parameters of a factory, which other files may call too',
      `const deskOf = (name: string, others: Agent[]) => new Agent({ name, instructions: '', handoffs: others });
export const desk = deskOf('Desk', [billing]);`,
      'the agent child Billing',
      'the agent !',
    ],
  ]);

  cases('', [
    [
      'over files and a barrel, pushed in another one',
      {
        'billing.ts': `import { Agent } from '@openai/agents';
export const billing = new Agent({ name: 'Billing', handoffs: [] });`,
        'desk.ts': `import { Agent } from '@openai/agents';
import { billing } from './agents.ts';
export const desk = new Agent({ name: 'Desk', handoffs: [billing] });`,
        'agents.ts': `export * from './billing.ts';
export { desk as frontDesk } from './desk.ts';`,
        'refunds.ts': `import { Agent } from '@openai/agents';
const refunds = new Agent({ name: 'Refunds' });
export default refunds;`,
        'wiring.ts': `import { billing, frontDesk as first } from './agents.ts';
import refunds from './refunds.ts';
(billing.handoffs as unknown[]).push(first);
refunds.handoffs = [first, billing];`,
      },
      'Billing child Desk',
      'Desk child Billing',
      'Refunds child Desk',
      'Refunds child Billing',
    ],
  ]);
});

describe('LangChain, LangGraph and deepagents', () => {
  const langchain = `import { createAgent, tool } from 'langchain';
import { createReactAgent } from '@langchain/langgraph/prebuilt';
import { RemoteGraph } from '@langchain/langgraph/remote';
import { createSupervisor, createHandoffTool as toAgent } from '@langchain/langgraph-supervisor';
import { createHandoffTool, createSwarm } from '@langchain/langgraph-swarm';
import { type AsyncSubAgent, createDeepAgent, type SubAgent } from 'deepagents';
import { z } from 'zod';
const schema = { schema: z.object({ task: z.string() }), description: '' };
const billing = createAgent({ name: 'billing', model: 'm', tools: [] });
declare const llm: any;
`;
  cases(langchain, [
    [
      'run in a tool',
      `const ask = tool(async ({ task }: { task: string }) => (await billing.invoke({ messages: [task] })).messages, { ...schema, name: 'ask' });
createAgent({ name: 'desk', model: 'm', tools: [ask] });`,
      'desk inTool billing',
    ],
    [
      'a stream with a configuration, run in a tool',
      `const ask = tool(async ({ task }: { task: string }) => String(await billing.withConfig({}).stream({ messages: [task] })), { ...schema, name: 'ask' });
createAgent({ name: 'desk', model: 'm', tools: [ask] });`,
      'desk inTool billing',
    ],
    [
      'not: a tool that is invoked in a tool',
      `const inner = tool(async () => 'x', { ...schema, name: 'inner' });
const ask = tool(async () => String(await inner.invoke({ task: '' })), { ...schema, name: 'ask' });
createAgent({ name: 'desk', model: 'm', tools: [ask] });`,
    ],
    [
      'sub-agents of a deep agent: objects, compiled ones, and those that run elsewhere',
      `const critic: SubAgent = { name: 'critic', description: '', systemPrompt: '' };
const far: AsyncSubAgent = { name: 'far', description: '', graphId: 'researcher', url: process.env.URL ?? 'http://localhost:2024' };
createDeepAgent({ name: 'desk', subagents: [critic, { name: 'paid', description: '', runnable: billing }, far] });`,
      'desk child critic',
      'desk child billing',
      'desk remote far at http://localhost:2024',
    ],
    [
      'supervisors, one over the other',
      `const writer = createReactAgent({ llm, tools: [], name: 'writer' });
const team = createSupervisor({ agents: [writer], llm, supervisorName: 'team' });
createSupervisor({ agents: [team.compile({ name: 'x' }), new RemoteGraph({ graphId: 'far', url: 'https://far.example' })], llm, supervisorName: 'top' });`,
      'team child writer',
      'top child team',
      'top remote far at https://far.example',
    ],
    [
      'a swarm',
      `const alice = createReactAgent({ llm, tools: [createHandoffTool({ agentName: 'bob' })], name: 'alice' });
const bob = createReactAgent({ llm, tools: [createHandoffTool({ agentName: 'alice' }), toAgent({ agentName: 'nobody' })], name: 'bob' });
export const swarm = createSwarm({ agents: [alice, bob], defaultActiveAgent: 'alice' }).compile();`,
      'alice child bob',
      'bob child alice',
    ],
  ]);
});

describe('Mastra', () => {
  const mastra = `import { Agent } from '@mastra/core/agent';
import { A2AAgent } from '@mastra/core/a2a';
import { AgentController } from '@mastra/core/agent-controller';
import { Mastra } from '@mastra/core/mastra';
import { createTool } from '@mastra/core/tools';
import { z } from 'zod';
const of = { id: '', instructions: '', model: 'openai/gpt-5' } as const;
const billing = new Agent({ ...of, name: 'Billing' });
const refunds = new Agent({ ...of, name: 'Refunds' });
`;
  cases(mastra, [
    [
      'sub-agents, one of them elsewhere',
      `const far = new A2AAgent({ url: 'https://far.example', name: 'Far' } as any);
new Agent({ ...of, name: 'Desk', agents: { billing, far } });`,
      'Desk child Billing',
      'Desk remote Far at https://far.example',
    ],
    [
      'looked up in a tool, by what runs the tool and in a registry',
      `export const registry = new Mastra({ agents: { billing, refunds } });
const ask = createTool({ id: 'ask', description: '', inputSchema: z.object({}), execute: async (_input, { mastra }) => (await mastra!.getAgent('billing').generate('')).text });
const also = createTool({ id: 'also', description: '', inputSchema: z.object({}), execute: async () => (await registry.getAgent('refunds').stream('')).text });
new Agent({ ...of, name: 'Desk', tools: { ask, also } });`,
      'Desk inTool Billing',
      'Desk inTool Refunds',
    ],
    [
      'given by what runs it',
      `const desk = new Agent({ ...of, name: 'Desk' });
const registry = new Mastra({ agents: { desk, billing } });
export const controller = new AgentController({ id: 'c', modes: [{ id: 'm', agent: registry.getAgent('desk') }], subagents: [{ id: 'helper', name: 'Helper', description: '', instructions: '' }] } as any);`,
      'Desk child helper',
    ],
    [
      'a run that has no tools of its own is no agent',
      `export const answer = () => billing.generate('hello');
export const network = () => billing.network('hello');`,
    ],
    [
      'worked out for each request: not known',
      `new Agent({ ...of, name: 'Desk', agents: ({ requestContext }) => (requestContext.get('admin') ? { billing } : {}) });`,
      'Desk !',
    ],
  ]);
});

describe('Google ADK', () => {
  const adk = `import { AgentTool, FunctionTool, InMemoryRunner, LlmAgent, RemoteA2AAgent, SequentialAgent } from '@google/adk';
const model = 'gemini-2.5-flash';
`;
  cases(adk, [
    [
      'down, back and aside',
      `const a = new LlmAgent({ name: 'a', model });
const b = new LlmAgent({ name: 'b', model, disallowTransferToPeers: true });
const c = new LlmAgent({ name: 'c', model, disallowTransferToParent: true });
new LlmAgent({ name: 'desk', model, subAgents: [a, b, c] });`,
      'a child desk',
      'a child b',
      'a child c',
      'b child desk',
      'c child a',
      'c child b',
      'desk child a',
      'desk child b',
      'desk child c',
    ],
    [
      'not back: the steps of a workflow, and an agent as a tool',
      `const a = new LlmAgent({ name: 'a', model });
const b = new LlmAgent({ name: 'b', model });
new SequentialAgent({ name: 'flow', subAgents: [a] });
new LlmAgent({ name: 'desk', model, tools: [new AgentTool({ agent: b })] });`,
      'flow child a',
      'desk asTool b',
    ],
    [
      'elsewhere, and by a runner in a tool',
      `const far = new RemoteA2AAgent({ name: 'far', agentCard: 'https://far.example' });
const a = new LlmAgent({ name: 'a', model });
const runner = new InMemoryRunner({ agent: a });
const ask = new FunctionTool({ name: 'ask', description: '', execute: async () => { for await (const event of runner.runAsync({} as any)) return event.id; return ''; } });
new LlmAgent({ name: 'desk', model, subAgents: [far], tools: [ask, new AgentTool({ agent: far })] });`,
      'desk remote far at https://far.example',
      'desk remote far at https://far.example',
      'desk inTool a',
    ],
  ]);
});

describe('other SDKs', () => {
  cases('', [
    [
      'AI SDK: run in a tool, beside a call of a model',
      `import { generateText, tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';
declare const model: any;
const billing = new ToolLoopAgent({ id: 'billing', model });
const ask = tool({ inputSchema: z.object({ task: z.string() }), execute: async ({ task }) => (await billing.generate({ prompt: task })).text });
const sum = tool({ inputSchema: z.object({ task: z.string() }), execute: async ({ task }) => (await generateText({ model, prompt: task })).text });
export const desk = new ToolLoopAgent({ id: 'desk', model, tools: { ask, sum } });`,
      'desk inTool billing',
      'desk inTool the model',
    ],
    [
      'Claude: definitions',
      `import { query } from '@anthropic-ai/claude-agent-sdk';
export const desk = query({ prompt: '', options: { agents: { reviewer: { description: '', prompt: '' } } } });`,
      'the agent child reviewer',
    ],
    [
      'GitHub Copilot: agents of a session',
      `import { CopilotClient } from '@github/copilot-sdk';
const agents = [{ name: 'reviewer', prompt: '' }];
export const desk = new CopilotClient().createSession({ customAgents: agents });`,
      'the session child reviewer',
    ],
    [
      'A2A: a client that a tool sends to, in both versions',
      `import { tool } from 'ai';
import { ToolLoopAgent } from 'ai';
import { ClientFactory } from '@a2a-js/sdk/client';
import { A2AClient } from '@a2a-js/sdk-v0_3/client';
import { z } from 'zod';
declare const model: any;
const far = await new ClientFactory().createFromUrl('https://far.example');
const old = new A2AClient('https://old.example');
const ask = tool({ inputSchema: z.object({}), execute: async () => JSON.stringify(await far.sendMessage({} as any)) });
const also = tool({ inputSchema: z.object({}), execute: async () => JSON.stringify(await old.sendMessage({} as any)) });
export const desk = new ToolLoopAgent({ id: 'desk', model, tools: { ask, also } });`,
      'desk remote https://far.example',
      'desk remote https://old.example',
    ],
    [
      'A2A: a client that is given',
      `import { tool, ToolLoopAgent } from 'ai';
import type { Client } from '@a2a-js/sdk/client';
import { z } from 'zod';
declare const model: any;
export const deskOf = (far: Client) =>
  new ToolLoopAgent({ id: 'desk', model, tools: { ask: tool({ inputSchema: z.object({}), execute: async () => JSON.stringify(await far.sendMessage({} as any)) }) } });`,
      'desk remote (?)',
    ],
    [
      'the runtime contract: what is lent, and lent on',
      `import { defineAgent, defineTool, delegate } from '@agent-safety/runtime';
declare const of: any;
const look = defineTool({ ...of, name: 'look' });
const erase = defineTool({ ...of, name: 'erase' });
const desk = defineAgent({ name: 'desk', tools: [look, erase] });
const helper = defineAgent({ name: 'helper', tools: [look, erase] });
const third = defineAgent({ name: 'third', tools: [look] });
const lent = delegate(desk, helper, [look]);
export const further = delegate(lent, third, [look]);`,
      'desk delegate helper [look]',
      'helper delegate third [look]',
    ],
    [
      'the runtime contract: all that both hold is lent, and what is lent on is not known',
      `import { defineAgent, defineTool, delegate } from '@agent-safety/runtime';
declare const of: any;
const look = defineTool({ ...of, name: 'look' });
const erase = defineTool({ ...of, name: 'erase' });
const desk = defineAgent({ name: 'desk', tools: [look] });
const helper = defineAgent({ name: 'helper', tools: [look, erase] });
const third = defineAgent({ name: 'third', tools: [look] });
const lent = delegate(desk, helper);
export const further = delegate(lent, third);`,
      'desk delegate helper [look]',
      'helper delegate third',
    ],
  ]);
});
