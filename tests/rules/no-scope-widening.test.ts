import type { InvalidTestCase, ValidTestCase } from '@typescript-eslint/rule-tester';
import { describe, expect, it } from 'vitest';
import { noScopeWidening, type Options } from '../../src/rules/no-scope-widening.ts';
import { lint } from '../scenarios/linting.ts';
import { policyFile } from '../policy-file.ts';
import { codeOf, errorsIn } from './marked.ts';
import type { Finding } from './marked.ts';
import { tester } from './rule-tester.ts';

type MessageId = keyof typeof noScopeWidening.messages;

const valid: ValidTestCase<[Options]>[] = [];
const invalid: InvalidTestCase<MessageId, [Options]>[] = [];

const unknownToo: { options: [Options] } = {
  options: [{ checkUnguarded: true, checkUnknown: true, minImpact: 'low' }],
};

/** Two programs that differ in the one thing that matters: only the first gives away more than it has. */
function pair(name: string, faulty: string, finding: Finding<MessageId>, right: string, settings = {}): void {
  reported(name, faulty, finding, settings);
  silent(`not: ${name}`, right, settings);
}

function reported(name: string, marked: string, finding: Finding<MessageId>, settings = {}): void {
  invalid.push({ name, code: codeOf(marked), errors: errorsIn(marked, finding), ...settings });
}

function silent(name: string, code: string, settings = {}): void {
  valid.push({ name, code, ...settings });
}

/** A step to an agent that has a tool which the first one lacks: one that deletes a file in line 2, unless it is said what it does. */
function widened(
  parent: string,
  child: string,
  tool: string,
  remedy: string,
  what = 'deletes with `fs.rm` (line 2; high impact)',
): Finding<MessageId> {
  return { messageId: 'widened', data: { parent, child, tool, what, remedy } };
}

/** A step to an agent that has the same tool, and no guard. */
function escaped(parent: string, child: string, tool: string, remedy: string): Finding<MessageId> {
  return { messageId: 'escaped', data: { parent, child, tool, remedy } };
}

/** Settings with a policy in a file. */
function policyOf(policy: object): { settings: { 'agent-safety': { policy: string } } } {
  return { settings: { 'agent-safety': { policy: policyFile(policy) } } };
}

const erases = `import { rm } from 'node:fs/promises';
const execute = async ({ path }: { path: string }) => { await rm(path); return 'ok'; };
import { z } from 'zod';
const schema = z.object({ path: z.string() });
`;

// ── OpenAI Agents ──────────────────────────────────────────────────────────────────────────────────────────────────

const approvalOfTool = 'Set `needsApproval: true`';
const openai = `${erases}import { Agent, handoff, MCPServerStdio, run, Runner, tool } from '@openai/agents';
const erasing = { name: 'erase', description: 'Erase', parameters: schema, execute };
const erase = tool(erasing);
const gated = tool({ ...erasing, needsApproval: true });
const show = tool({ ...erasing, name: 'show', execute: async ({ path }) => path });
const publish = tool({ ...erasing, name: 'publish', execute: async ({ path }) => (await fetch('https://find.example', { method: 'POST', body: path })).text() });
declare const approve: (what: string) => Promise<boolean>;
`;

pair(
  'a hand-over to an agent with a tool that deletes',
  `${openai}const cleaner = new Agent({ name: 'Cleaner', tools: [erase] });
export const desk = new Agent({ name: 'Desk', handoffs: [«cleaner»] });`,
  widened('`Desk`', '`Cleaner`', '`erase`', approvalOfTool),
  `${openai}const cleaner = new Agent({ name: 'Cleaner', tools: [gated] });
export const desk = new Agent({ name: 'Desk', handoffs: [cleaner] });`,
);

pair(
  'a hand-over that is made by a call',
  `${openai}const cleaner = new Agent({ name: 'Cleaner', tools: [erase] });
export const desk = Agent.create({ name: 'Desk', handoffs: [«handoff(cleaner)»] });`,
  widened('`Desk`', '`Cleaner`', '`erase`', approvalOfTool),
  `${openai}const reader = new Agent({ name: 'Reader', tools: [show] });
export const desk = Agent.create({ name: 'Desk', handoffs: [handoff(reader)] });`,
);

pair(
  'an agent as a tool of one that lacks its tool',
  `${openai}const cleaner = new Agent({ name: 'Cleaner', tools: [erase] });
export const desk = new Agent({ name: 'Desk', tools: [show, «cleaner.asTool({ toolName: 'clean', toolDescription: 'Clean' })»] });`,
  widened('`Desk`', '`Cleaner`', '`erase`', approvalOfTool),
  `${openai}const cleaner = new Agent({ name: 'Cleaner', tools: [erase] });
export const desk = new Agent({ name: 'Desk', tools: [show, cleaner.asTool({ toolName: 'clean', toolDescription: 'Clean', needsApproval: true })] });`,
);

pair(
  'an agent that `run` runs in a tool',
  `${openai}const cleaner = new Agent({ name: 'Cleaner', tools: [erase] });
const clean = tool({ ...erasing, name: 'clean', execute: async ({ path }) => String((await run(cleaner, path)).finalOutput) });
export const desk = «new Agent({ name: 'Desk', tools: [clean] })»;`,
  widened('`Desk`', '`Cleaner`', '`erase`', approvalOfTool),
  `${openai}const cleaner = new Agent({ name: 'Cleaner', tools: [gated] });
const clean = tool({ ...erasing, name: 'clean', execute: async ({ path }) => String((await run(cleaner, path)).finalOutput) });
export const desk = new Agent({ name: 'Desk', tools: [clean] });`,
);

pair(
  'an agent that a runner runs in a tool',
  `${openai}const cleaner = new Agent({ name: 'Cleaner', tools: [erase] });
const runner = new Runner();
const clean = tool({ ...erasing, name: 'clean', execute: async ({ path }) => String((await runner.run(cleaner, path)).finalOutput) });
export const desk = «new Agent({ name: 'Desk', tools: [clean] })»;`,
  widened('`Desk`', '`Cleaner`', '`erase`', approvalOfTool),
  `${openai}const cleaner = new Agent({ name: 'Cleaner', tools: [erase] });
const runner = new Runner();
const clean = tool({ ...erasing, name: 'clean', needsApproval: true, execute: async ({ path }) => String((await runner.run(cleaner, path)).finalOutput) });
export const desk = new Agent({ name: 'Desk', tools: [clean] });`,
);

silent(
  'the parent has the same tool, and nobody decides there either',
  `${openai}const cleaner = new Agent({ name: 'Cleaner', tools: [erase] });
export const desk = new Agent({ name: 'Desk', tools: [erase], handoffs: [cleaner] });`,
);

silent(
  'the parent has a tool of the same name',
  `${openai}const cleaner = new Agent({ name: 'Cleaner', tools: [erase] });
export const desk = new Agent({ name: 'Desk', tools: [tool(erasing)], handoffs: [cleaner] });`,
);

silent(
  'specialists who only look things up',
  `${openai}const reader = new Agent({ name: 'Reader', tools: [show, publish] });
export const desk = new Agent({ name: 'Desk', handoffs: [reader], tools: [reader.asTool({ toolName: 'read', toolDescription: 'Read' })] });`,
);

silent(
  'specialists who hand over to each other, whose tools are gated',
  `${openai}const desk = new Agent({ name: 'Desk', tools: [show] });
const cleaner = new Agent({ name: 'Cleaner', tools: [gated], handoffs: [desk] });
const reader = new Agent({ name: 'Reader', tools: [show], handoffs: [cleaner, desk] });
desk.handoffs = [cleaner, reader];
export { desk };`,
);

silent(
  'an agent that is given',
  `${openai}export const desk = (cleaner: Agent) => new Agent({ name: 'Desk', handoffs: [cleaner], tools: [cleaner.asTool({ toolName: 'clean', toolDescription: 'Clean' })] });`,
);

silent(
  'a parent whose tools are not all known',
  `${openai}const cleaner = new Agent({ name: 'Cleaner', tools: [erase] });
export const desk = (more: (typeof erase)[]) => new Agent({ name: 'Desk', tools: [show, ...more], handoffs: [cleaner] });`,
);

silent(
  'a parent that gets tools later',
  `${openai}const cleaner = new Agent({ name: 'Cleaner', tools: [erase] });
const desk = new Agent({ name: 'Desk', tools: [show], handoffs: [cleaner] });
desk.tools.push(erase);
export { desk };`,
);

silent(
  'a parent that is a copy of one with the tool',
  `${openai}const cleaner = new Agent({ name: 'Cleaner', tools: [erase] });
const base = new Agent({ name: 'Base', tools: [erase] });
export const desk = base.clone({ name: 'Desk', handoffs: [cleaner] });`,
);

silent(
  'a parent that is a copy of one that is given',
  `${openai}const cleaner = new Agent({ name: 'Cleaner', tools: [erase] });
export const desk = (base: Agent) => base.clone({ name: 'Desk', handoffs: [cleaner] });`,
);

pair(
  'a parent with the tools of a server, of which those are named that it has',
  `${openai}const files = new MCPServerStdio({ name: 'files', fullCommand: 'npx files', toolFilter: { allowedToolNames: ['read'] } });
const cleaner = new Agent({ name: 'Cleaner', tools: [erase] });
export const desk = new Agent({ name: 'Desk', mcpServers: [files], handoffs: [«cleaner»] });`,
  widened('`Desk`', '`Cleaner`', '`erase`', approvalOfTool),
  `${openai}const files = new MCPServerStdio({ name: 'files', fullCommand: 'npx files' });
const cleaner = new Agent({ name: 'Cleaner', tools: [erase] });
export const desk = new Agent({ name: 'Desk', mcpServers: [files], handoffs: [cleaner] });`,
);

pair(
  'a tool that only sends something, where those count as well',
  `${openai}const reader = new Agent({ name: 'Reader', tools: [publish] });
export const desk = new Agent({ name: 'Desk', handoffs: [«reader»] });`,
  widened('`Desk`', '`Reader`', '`publish`', approvalOfTool, 'sends data with `fetch` (line 10; low impact)'),
  `${openai}const reader = new Agent({ name: 'Reader', tools: [show] });
export const desk = new Agent({ name: 'Desk', handoffs: [reader] });`,
  unknownToo,
);

pair(
  'a tool with unknown effects, where those count',
  `${openai}declare const disk: { remove(path: string): Promise<void> };
const remove = tool({ ...erasing, name: 'remove', execute: async ({ path }) => { await disk.remove(path); return 'ok'; } });
const cleaner = new Agent({ name: 'Cleaner', tools: [remove] });
export const desk = new Agent({ name: 'Desk', handoffs: [«cleaner»] });`,
  widened('`Desk`', '`Cleaner`', '`remove`', approvalOfTool, 'may change anything'),
  `${openai}declare const disk: { remove(path: string): Promise<void> };
const remove = tool({ ...erasing, name: 'remove', needsApproval: true, execute: async ({ path }) => { await disk.remove(path); return 'ok'; } });
const cleaner = new Agent({ name: 'Cleaner', tools: [remove] });
export const desk = new Agent({ name: 'Desk', handoffs: [cleaner] });`,
  unknownToo,
);

silent(
  'a tool with unknown effects',
  `${openai}declare const disk: { remove(path: string): Promise<void> };
const remove = tool({ ...erasing, name: 'remove', execute: async ({ path }) => { await disk.remove(path); return 'ok'; } });
const cleaner = new Agent({ name: 'Cleaner', tools: [remove] });
export const desk = new Agent({ name: 'Desk', handoffs: [cleaner] });`,
);

silent(
  'a tool that asks by itself',
  `${openai}import { createInterface } from 'node:readline/promises';
const asking = tool({ ...erasing, execute: async (input) => { if ((await createInterface({ input: process.stdin }).question(input.path)) !== 'yes') return 'no'; return execute(input); } });
const cleaner = new Agent({ name: 'Cleaner', tools: [asking] });
export const desk = new Agent({ name: 'Desk', handoffs: [cleaner] });`,
);

// ── AI SDK ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const toolApproval = 'Set `needsApproval: true`';
const aiSdk = `${erases}import { generateText, streamText, stepCountIs, tool, ToolLoopAgent } from 'ai';
const model = 'openai/gpt-5';
const inputSchema = schema;
const erasing = { description: 'Erase', inputSchema, execute };
const erase = tool(erasing);
const gated = tool({ ...erasing, needsApproval: true });
const show = tool({ ...erasing, execute: async ({ path }) => path });
declare const approve: (what: string) => Promise<boolean>;
`;

pair(
  'a model with tools in a tool',
  `${aiSdk}const clean = tool({ description: 'Clean', inputSchema, execute: async ({ path }) => (await generateText({ model, prompt: path, tools: { erase } })).text });
export const go = (prompt: string) => «generateText({ model, prompt, tools: { show, clean } })»;`,
  widened('The model', 'the model', '`erase`', toolApproval),
  `${aiSdk}const clean = tool({ description: 'Clean', inputSchema, execute: async ({ path }) => (await generateText({ model, prompt: path, tools: { show } })).text });
export const go = (prompt: string) => generateText({ model, prompt, tools: { show, clean } });`,
);

pair(
  'an approval of tools that the model in the tool is not asked about',
  `${aiSdk}const clean = tool({ description: 'Clean', inputSchema, execute: async ({ path }) => (await generateText({ model, prompt: path, tools: { erase } })).text });
export const go = (prompt: string) => «generateText({ model, prompt, tools: { erase, clean }, toolApproval: { erase: 'user-approval' } })»;`,
  escaped('the model', 'the model', '`erase`', toolApproval),
  `${aiSdk}const clean = tool({ description: 'Clean', inputSchema, execute: async ({ path }) => (await generateText({ model, prompt: path, tools: { erase }, toolApproval: { erase: 'user-approval' } })).text });
export const go = (prompt: string) => generateText({ model, prompt, tools: { erase, clean }, toolApproval: { erase: 'user-approval' } });`,
);

pair(
  'an agent below one that has tools which its provider runs',
  `import { openai } from '@ai-sdk/openai'; ${aiSdk}const cleaner = new ToolLoopAgent({ id: 'cleaner', model, tools: { erase } });
const clean = tool({ description: 'Clean', inputSchema, execute: async ({ path }) => (await cleaner.generate({ prompt: path })).text });
export const desk = «new ToolLoopAgent({ model, tools: { clean, search: openai.tools.webSearch({}) } })»;`,
  widened('`desk`', '`cleaner`', '`erase`', toolApproval),
  `import { openai } from '@ai-sdk/openai'; ${aiSdk}const cleaner = new ToolLoopAgent({ id: 'cleaner', model, tools: { erase } });
const clean = tool({ description: 'Clean', inputSchema, execute: async ({ path }) => (await cleaner.generate({ prompt: path })).text });
export const desk = new ToolLoopAgent({ model, tools: { clean, others: openai.tools.mcp({ serverLabel: 'others' }) } });`,
);

pair(
  'an agent that a function runs, which the tool calls',
  `${aiSdk}const cleaner = new ToolLoopAgent({ id: 'cleaner', model, tools: { erase } });
async function ask(prompt: string) { return inWords(await cleaner.generate({ prompt })); }
const inWords = (result: { text: string }) => result.text;
const clean = tool({ description: 'Clean', inputSchema, execute: ({ path }) => ask(path) });
export const desk = «new ToolLoopAgent({ model, tools: { clean } })»;`,
  widened('`desk`', '`cleaner`', '`erase`', toolApproval),
  `${aiSdk}const cleaner = new ToolLoopAgent({ id: 'cleaner', model, tools: { gated } });
async function ask(prompt: string) { return inWords(await cleaner.generate({ prompt })); }
const inWords = (result: { text: string }) => result.text;
const clean = tool({ description: 'Clean', inputSchema, execute: ({ path }) => ask(path) });
export const desk = new ToolLoopAgent({ model, tools: { clean } });`,
);

const deskWith = (given: string, own: string, others: string, desk: string): string =>
  `${aiSdk}const making = (tools: Record<string, typeof erase>) => new ToolLoopAgent({ id: 'cleaner', model, ${given} });
const cleaner = making({ ${own} });
const clean = tool({ description: 'Clean', inputSchema, execute: async ({ path }) => (await cleaner.generate({ prompt: path })).text });
export const desk = ${desk};
export const other = making({ ${others} });`;

for (const [name, given] of [
  ['which has the tools of that call of it', 'tools'],
  ['which gets the tools of each call of it when it runs', 'prepareCall: (given) => ({ ...given, tools })'],
] as const)
  pair(
    `an agent that a function makes, ${name}`,
    deskWith(given, 'erase', 'gated', '«new ToolLoopAgent({ model, tools: { clean } })»'),
    widened('`desk`', '`cleaner`', '`erase`', toolApproval),
    deskWith(given, 'gated', 'erase', 'new ToolLoopAgent({ model, tools: { clean } })'),
  );

pair(
  'a model that a function runs, which has the tools of each call of it',
  `${aiSdk}const ask = (prompt: string, tools: Record<string, typeof erase>) => generateText({ model, prompt, tools });
const clean = tool({ description: 'Clean', inputSchema, execute: async ({ path }) => (await ask(path, { erase })).text });
export const go = (prompt: string) => «generateText({ model, prompt, tools: { clean } })»;
export const other = (prompt: string) => ask(prompt, { gated });`,
  widened('The model', 'the model', '`erase`', toolApproval),
  `${aiSdk}const ask = (prompt: string, tools: Record<string, typeof erase>) => generateText({ model, prompt, tools });
const clean = tool({ description: 'Clean', inputSchema, execute: async ({ path }) => (await ask(path, { gated })).text });
export const go = (prompt: string) => generateText({ model, prompt, tools: { clean } });
export const other = (prompt: string) => ask(prompt, { erase });`,
);

pair(
  'a model that a function runs for another function, which is called twice',
  `${aiSdk}const ask = (prompt: string, tools: Record<string, typeof erase>) => generateText({ model, prompt, tools });
const politely = (prompt: string, tools: Record<string, typeof erase>) => ask('Please: ' + prompt, tools);
const clean = tool({ description: 'Clean', inputSchema, execute: async ({ path }) => { await politely(path, { gated }); return (await politely(path, { erase })).text; } });
export const go = (prompt: string) => «generateText({ model, prompt, tools: { clean } })»;`,
  widened('The model', 'the model', '`erase`', toolApproval),
  `${aiSdk}const ask = (prompt: string, tools: Record<string, typeof erase>) => generateText({ model, prompt, tools });
const politely = (prompt: string, tools: Record<string, typeof erase>) => ask('Please: ' + prompt, tools);
const clean = tool({ description: 'Clean', inputSchema, execute: async ({ path }) => { await politely(path, { gated }); return (await politely(path, { show })).text; } });
export const go = (prompt: string) => generateText({ model, prompt, tools: { clean } });
export const other = (prompt: string) => politely(prompt, { show });`,
);

silent(
  'an approval of the tool that runs the other model',
  `${aiSdk}const clean = tool({ description: 'Clean', inputSchema, needsApproval: true, execute: async ({ path }) => (await generateText({ model, prompt: path, tools: { erase } })).text });
export const go = (prompt: string) => generateText({ model, prompt, tools: { show, clean } });
const other = tool({ description: 'Clean', inputSchema, execute: async ({ path }) => (await generateText({ model, prompt: path, tools: { erase } })).text });
export const goOn = (prompt: string) => streamText({ model, prompt, tools: { show, other }, toolApproval: { other: 'user-approval' } });`,
);

silent(
  'a function that calls itself, and runs no agent with more tools',
  `${aiSdk}async function ask(prompt: string): Promise<string> { const { text } = await generateText({ model, prompt, tools: { show } }); return text === '' ? ask(prompt) : text; }
const look = tool({ description: 'Look', inputSchema, execute: ({ path }) => ask(path) });
export const go = (prompt: string) => generateText({ model, prompt, tools: { look } });`,
);

silent(
  'a model whose tools come from elsewhere',
  `${aiSdk}const clean = tool({ description: 'Clean', inputSchema, execute: async ({ path }) => (await generateText({ model, prompt: path, tools: { erase } })).text });
export const go = (prompt: string, more: Record<string, typeof erase>) => generateText({ model, prompt, tools: { ...more, clean } });`,
);

silent(
  'an agent that runs another one by itself, with no tool between',
  `${aiSdk}const cleaner = new ToolLoopAgent({ model, tools: { gated } });
export const go = async (prompt: string) => { const { text } = await generateText({ model, prompt, tools: { show } }); return cleaner.generate({ prompt: text }); };`,
);

// ── LangChain, LangGraph and deepagents ────────────────────────────────────────────────────────────────────────────

const middlewareMissing = 'Add a middleware that requests approval first';
const langchain = `${erases}import { createDeepAgent } from 'deepagents';
import { MemorySaver } from '@langchain/langgraph';
import { createAgent, humanInTheLoopMiddleware, tool } from 'langchain';
const model = 'openai:gpt-5';
const checkpointer = new MemorySaver();
const erase = tool(execute, { name: 'erase_file', description: 'Erase', schema });
const show = tool(async ({ path }: { path: string }) => path, { name: 'show', description: 'Show', schema });
const asked = humanInTheLoopMiddleware({ interruptOn: { erase_file: true } });
const sub = { name: 'cleaner', description: 'Cleans', systemPrompt: 'Clean.' };
`;
const run = (name: string): string =>
  `tool(async ({ path }: { path: string }) => String(await ${name}.invoke({ messages: [path] })), { name: 'clean', description: 'Clean', schema })`;

pair(
  'an agent in a tool of LangChain',
  `${langchain}const inner = createAgent({ model, name: 'cleaner', tools: [erase] });
const clean = ${run('inner')};
export const outer = «createAgent({ model, tools: [clean] })»;`,
  widened('`outer`', '`cleaner`', '`erase_file`', middlewareMissing),
  `${langchain}const inner = createAgent({ model, name: 'cleaner', tools: [erase], middleware: [asked] });
const clean = ${run('inner')};
export const outer = createAgent({ model, tools: [clean], checkpointer });`,
);

pair(
  'a person in the loop of the outer agent, whom the inner one does not ask',
  `${langchain}const inner = createAgent({ model, tools: [erase] });
const clean = ${run('inner')};
export const outer = «createAgent({ model, tools: [erase, clean], checkpointer, middleware: [asked] })»;`,
  escaped('`outer`', '`inner`', '`erase_file`', middlewareMissing),
  `${langchain}const inner = createAgent({ model, tools: [erase] });
const clean = ${run('inner')};
export const outer = createAgent({ model, tools: [erase, clean], checkpointer, middleware: [humanInTheLoopMiddleware({ interruptOn: { erase_file: true, clean: true } })] });`,
);

pair(
  'a deep agent that gives a tool to a sub-agent only',
  `${langchain}export const agent = createDeepAgent({ name: 'main', tools: [show], subagents: [«{ ...sub, tools: [erase] }»] });`,
  widened('`main`', '`cleaner`', '`erase_file`', 'Set `interruptOn: { erase_file: true }`'),
  `${langchain}export const agent = createDeepAgent({ name: 'main', checkpointer, tools: [show], subagents: [{ ...sub, tools: [erase], interruptOn: { erase_file: true } }] });`,
);

pair(
  'a sub-agent that asks about nothing',
  `${langchain}export const agent = createDeepAgent({ checkpointer, name: 'main', tools: [erase], interruptOn: { erase_file: true }, subagents: [{ ...sub, tools: [erase], interruptOn: «{}» }] });`,
  { messageId: 'switchedOff', data: { parent: '`main`', child: '`cleaner`', tool: '`erase_file`', value: '{}' } },
  `${langchain}export const agent = createDeepAgent({ checkpointer, name: 'main', tools: [erase], interruptOn: { erase_file: true }, subagents: [{ ...sub, tools: [erase] }] });`,
);

pair(
  'a sub-agent that says that it need not ask',
  `${langchain}export const agent = createDeepAgent({ checkpointer, tools: [erase], interruptOn: { erase_file: true }, subagents: [{ ...sub, tools: [erase], interruptOn: «{ erase_file: false }» }] });`,
  {
    messageId: 'switchedOff',
    data: { parent: '`agent`', child: '`cleaner`', tool: '`erase_file`', value: '{ erase_file: false }' },
  },
  `${langchain}export const agent = createDeepAgent({ checkpointer, tools: [erase], interruptOn: { erase_file: true }, subagents: [{ ...sub, tools: [erase], interruptOn: { erase_file: true } }] });`,
);

pair(
  'a sub-agent that is made apart, and inherits no question',
  `${langchain}const runnable = createAgent({ model, tools: [erase] });
export const agent = createDeepAgent({ checkpointer, tools: [erase], interruptOn: { erase_file: true }, subagents: [«{ name: 'cleaner', description: 'Cleans', runnable }»] });`,
  escaped('`agent`', '`runnable`', '`erase_file`', middlewareMissing),
  `${langchain}const runnable = createAgent({ model, tools: [erase], middleware: [asked] });
export const agent = createDeepAgent({ checkpointer, tools: [erase], interruptOn: { erase_file: true }, subagents: [{ name: 'cleaner', description: 'Cleans', runnable }] });`,
);

pair(
  'a question about another step than the one to a sub-agent',
  `${langchain}export const agent = createDeepAgent({ name: 'main', checkpointer, tools: [show], interruptOn: { write_file: true }, subagents: [«{ ...sub, tools: [erase] }»] });`,
  widened('`main`', '`cleaner`', '`erase_file`', 'Set `interruptOn: { erase_file: true }`'),
  `${langchain}export const agent = createDeepAgent({ name: 'main', checkpointer, tools: [show], interruptOn: { task: true }, subagents: [{ ...sub, tools: [erase] }] });`,
);

silent(
  'what a deep agent brings along, in the hands of a sub-agent',
  `${langchain}const execute2 = tool(execute, { name: 'execute', description: 'Run', schema });
export const agent = createDeepAgent({ tools: [show], subagents: [{ ...sub, tools: [execute2] }] });`,
);

silent(
  'a sub-agent that switches off a question about what changes nothing',
  `${langchain}export const agent = createDeepAgent({ checkpointer, tools: [show], interruptOn: { show: true }, subagents: [{ ...sub, tools: [show], interruptOn: {} }] });`,
);

// ── Mastra ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const mastra = `${erases}import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
const erasing = { id: 'erase', description: 'Erase', inputSchema: schema, execute };
const agentOf = { id: 'cleaner', name: 'Cleaner', instructions: 'Clean', model: 'openai/gpt-5' };
const erase = createTool(erasing);
const gated = createTool({ ...erasing, requireApproval: true });
const show = createTool({ ...erasing, id: 'show', execute: async ({ path }) => path });
`;

pair(
  'a network of agents in Mastra',
  `${mastra}const cleaner = new Agent({ ...agentOf, tools: { erase } });
export const main = new Agent({ ...agentOf, name: 'Main', agents: { «cleaner» }, tools: { show } });`,
  widened('`Main`', '`Cleaner`', '`erase`', 'Set `requireApproval: true`'),
  `${mastra}const cleaner = new Agent({ ...agentOf, tools: { gated } });
export const main = new Agent({ ...agentOf, name: 'Main', agents: { cleaner }, tools: { show } });`,
);

pair(
  'an agent of Mastra in a tool',
  `${mastra}const cleaner = new Agent({ ...agentOf, tools: { erase } });
const clean = createTool({ ...erasing, id: 'clean', execute: async ({ path }) => (await cleaner.generate(path)).text });
export const main = «new Agent({ ...agentOf, name: 'Main', tools: { clean } })»;`,
  widened('`Main`', '`Cleaner`', '`erase`', 'Set `requireApproval: true`'),
  `${mastra}const cleaner = new Agent({ ...agentOf, tools: { show } });
const clean = createTool({ ...erasing, id: 'clean', execute: async ({ path }) => (await cleaner.generate(path)).text });
export const main = new Agent({ ...agentOf, name: 'Main', tools: { clean } });`,
);

pair(
  'a hook of the outer agent, which may be there for anything, and what deletes',
  `${mastra}const cleaner = new Agent({ ...agentOf, tools: { erase } });
const clean = createTool({ ...erasing, id: 'clean', execute: async ({ path }) => (await cleaner.generate(path)).text });
export const main = «new Agent({ ...agentOf, name: 'Main', tools: { erase, clean }, hooks: { beforeToolCall: ({ toolName }) => (toolName === 'erase' ? { proceed: false, output: 'no' } : undefined) } })»;`,
  escaped('`Main`', '`Cleaner`', '`erase`', 'Set `requireApproval: true`'),
  `${mastra}declare const disk: { read(path: string): Promise<string> };
const open = createTool({ ...erasing, id: 'open', execute: async ({ path }) => disk.read(path) });
const reader = new Agent({ ...agentOf, tools: { open } });
const look = createTool({ ...erasing, id: 'look', execute: async ({ path }) => (await reader.generate(path)).text });
export const main = new Agent({ ...agentOf, name: 'Main', tools: { open, look }, hooks: { beforeToolCall: ({ toolName }) => (toolName === 'open' ? { proceed: false, output: 'no' } : undefined) } });`,
);

silent(
  'agents that are worked out for each request',
  `${mastra}const cleaner = new Agent({ ...agentOf, tools: { erase } });
export const main = new Agent({ ...agentOf, name: 'Main', agents: ({ requestContext }) => (requestContext.get('admin') ? { cleaner } : {}), tools: { show } });
export const other = new Agent({ ...agentOf, name: 'Other', agents: { cleaner }, tools: ({ requestContext }) => (requestContext.get('admin') ? { erase } : {}) });`,
);

// ── Google ADK ─────────────────────────────────────────────────────────────────────────────────────────────────────

const adk = `${erases}import { AgentTool, FunctionTool, InMemoryRunner, LlmAgent, SequentialAgent } from '@google/adk';
const model = 'gemini-2.5-flash';
const erasing = { name: 'erase', description: 'Erase', parameters: schema, execute };
const erase = new FunctionTool(erasing);
const gated = new FunctionTool({ ...erasing, requireConfirmation: true });
const show = new FunctionTool({ ...erasing, name: 'show', execute: ({ path }) => path });
`;

pair(
  'a sub-agent of ADK',
  `${adk}const cleaner = new LlmAgent({ name: 'cleaner', model, tools: [erase] });
export const main = new LlmAgent({ name: 'main', model, tools: [show], subAgents: [«cleaner»] });`,
  widened('`main`', '`cleaner`', '`erase`', 'Set `requireConfirmation: true`'),
  `${adk}const cleaner = new LlmAgent({ name: 'cleaner', model, tools: [gated] });
export const main = new LlmAgent({ name: 'main', model, tools: [show], subAgents: [cleaner] });`,
);

pair(
  'an agent of ADK as a tool',
  `${adk}const cleaner = new LlmAgent({ name: 'cleaner', model, tools: [erase] });
export const main = new LlmAgent({ name: 'main', model, tools: [show, «new AgentTool({ agent: cleaner })»] });`,
  widened('`main`', '`cleaner`', '`erase`', 'Set `requireConfirmation: true`'),
  `${adk}const reader = new LlmAgent({ name: 'reader', model, tools: [show] });
export const main = new LlmAgent({ name: 'main', model, tools: [new AgentTool({ agent: reader })] });`,
);

silent(
  'a pipeline of agents that change nothing',
  `${adk}const one = new LlmAgent({ name: 'one', model, tools: [show] });
const two = new LlmAgent({ name: 'two', model });
export const main = new SequentialAgent({ name: 'main', subAgents: [one, two] });`,
);

pair(
  'a callback of the agent above, which is not asked',
  `${adk}const cleaner = new LlmAgent({ name: 'cleaner', model, tools: [erase] });
export const main = new LlmAgent({ name: 'main', model, subAgents: [«cleaner»], beforeToolCallback: ({ tool }) => (tool.name === 'erase' ? { error: 'no' } : undefined) });`,
  widened('`main`', '`cleaner`', '`erase`', 'Set `requireConfirmation: true`'),
  `${adk}const cleaner = new LlmAgent({ name: 'cleaner', model, tools: [erase], beforeToolCallback: ({ tool }) => (tool.name === 'erase' ? { error: 'no' } : undefined) });
export const main = new LlmAgent({ name: 'main', model, subAgents: [cleaner] });`,
);

pair(
  'a callback that decides about a tool of both, and is not called for an agent in a tool',
  `${adk}const cleaner = new LlmAgent({ name: 'cleaner', model, tools: [erase] });
const guard = ({ tool }: { tool: { name: string } }) => (tool.name === 'erase' ? { error: 'no' } : undefined);
export const main = new LlmAgent({ name: 'main', model, tools: [erase, «new AgentTool({ agent: cleaner })»], beforeToolCallback: guard });`,
  {
    messageId: 'escaped',
    data: { tool: '`erase`', parent: '`main`', child: '`cleaner`', remedy: 'Set `requireConfirmation: true`' },
  },
  `${adk}const guard = ({ tool }: { tool: { name: string } }) => (tool.name === 'erase' ? { error: 'no' } : undefined);
const cleaner = new LlmAgent({ name: 'cleaner', model, tools: [erase], beforeToolCallback: guard });
export const main = new LlmAgent({ name: 'main', model, tools: [erase, new AgentTool({ agent: cleaner })], beforeToolCallback: guard });`,
);

// ── Claude Agent SDK ───────────────────────────────────────────────────────────────────────────────────────────────

const claude = `import { createSdkMcpServer, query } from '@anthropic-ai/claude-agent-sdk';
const deny = async () => ({ hookSpecificOutput: { hookEventName: 'PreToolUse' as const, permissionDecision: 'deny' as const } });
`;
const claudeRun = (options: string, definition: string): string =>
  `${claude}export const go = (prompt: string) => query({ prompt, options: { ${options}, agents: { critic: ${definition} } } });`;
const critic = (rest: string): string => `{ description: 'Reviews the text', ${rest} }`;

pair(
  'a definition that must not change anything, and has all tools',
  claudeRun(
    `allowedTools: ['Task', 'Read', 'Bash', 'Write']`,
    `«${critic(`prompt: 'You only review. Never change files.'`)}»`,
  ),
  {
    messageId: 'inherited',
    data: { parent: 'the agent', child: '`critic`', words: 'only review', tools: '`Bash`, `Write`' },
  },
  claudeRun(
    `allowedTools: ['Task', 'Read', 'Bash', 'Write']`,
    critic(`prompt: 'You only review. Never change files.', tools: ['Read', 'Grep']`),
  ),
);

pair(
  'a read-only definition, where nobody is asked about anything',
  claudeRun(`permissionMode: 'bypassPermissions'`, `«{ description: 'A read-only reviewer', prompt: 'Review.' }»`),
  {
    messageId: 'inherited',
    data: {
      parent: 'the agent',
      child: '`critic`',
      words: 'read-only',
      tools: '`Bash`, `Write`, `Edit`, `NotebookEdit`',
    },
  },
  claudeRun(
    `permissionMode: 'bypassPermissions', tools: ['Read', 'Grep', 'Task']`,
    `{ description: 'A read-only reviewer', prompt: 'Review.' }`,
  ),
);

pair(
  'a definition whose own mode requests no approval',
  claudeRun(
    `tools: ['Read', 'Edit', 'Bash', 'Agent'], permissionMode: 'default'`,
    critic(`prompt: 'Help.', tools: ['Read', 'Edit', 'Bash'], permissionMode: «'bypassPermissions'»`),
  ),
  {
    messageId: 'bypassed',
    data: { parent: 'the agent', child: '`critic`', tools: '`Bash`, `Edit`', mode: 'bypassPermissions' },
  },
  claudeRun(
    `tools: ['Read', 'Edit', 'Bash', 'Agent'], permissionMode: 'default'`,
    critic(`prompt: 'Help.', tools: ['Read', 'Edit', 'Bash'], permissionMode: 'acceptEdits'`),
  ),
);

pair(
  'a definition without a list whose own mode requests no approval, and hooks that deny all',
  claudeRun(`tools: ['Read', 'Write', 'Agent']`, critic(`prompt: 'Help.', permissionMode: «'bypassPermissions'»`)),
  {
    messageId: 'bypassed',
    data: { parent: 'the agent', child: '`critic`', tools: '`Write`', mode: 'bypassPermissions' },
  },
  claudeRun(
    `tools: ['Read', 'Write', 'Agent'], hooks: { PreToolUse: [{ hooks: [deny] }] }`,
    critic(`prompt: 'Help.', permissionMode: 'bypassPermissions'`),
  ),
);

const defined = (roles: string): string => `${claude}type Mode = 'default' | 'bypassPermissions';
const define = ({ tools, mode }: { tools: string[]; mode?: Mode }) => ({ description: 'd', prompt: 'p', tools, ...(mode ? { permissionMode: mode } : {}) });
export const go = (prompt: string) => query({ prompt, options: { tools: ['Read', 'Bash', 'Agent'], agents: { ${roles} } } });`;
pair(
  'definitions that one function makes, of which one bypasses',
  defined("scout: define({ tools: ['Read'] }), fixer: define({ tools: ['Bash'], mode: «'bypassPermissions'» })"),
  {
    messageId: 'bypassed',
    data: { parent: 'the agent', child: '`fixer`', tools: '`Bash`', mode: 'bypassPermissions' },
  },
  defined("scout: define({ tools: ['Read'], mode: 'bypassPermissions' }), fixer: define({ tools: ['Bash'] })"),
);

pair(
  'a mode that requests no approval, of a definition with more than the session allows unasked',
  claudeRun(
    `tools: ['Read', 'Write', 'Bash', 'Agent'], allowedTools: ['Write']`,
    critic(`prompt: 'Help.', tools: ['Write', 'Bash'], permissionMode: «'bypassPermissions'»`),
  ),
  {
    messageId: 'bypassed',
    data: { parent: 'the agent', child: '`critic`', tools: '`Bash`', mode: 'bypassPermissions' },
  },
  claudeRun(
    `tools: ['Read', 'Write', 'Bash', 'Agent'], allowedTools: ['Write']`,
    critic(`prompt: 'Help.', tools: ['Write'], permissionMode: 'bypassPermissions'`),
  ),
);

pair(
  'all tools of all servers, for a definition',
  claudeRun(`allowedTools: ['Task', 'Read']`, critic(`prompt: 'Help.', tools: ['Read', «'mcp__*'»]`)),
  { messageId: 'wildcard', data: { parent: 'the agent', child: '`critic`', entry: 'mcp__*' } },
  claudeRun(`allowedTools: ['Task', 'Read', 'mcp__*']`, critic(`prompt: 'Help.', tools: ['Read', 'mcp__*']`)),
);

pair(
  'a tool that the session takes away, with `Task` in some runs or in all',
  claudeRun(
    `permissionMode: 'bypassPermissions', disallowedTools: [...(process.env['QUIET'] ? ['Task'] : []), 'Bash']`,
    critic(`prompt: 'Help.', tools: ['Read', «'Bash'»]`),
  ),
  { messageId: 'listed', data: { parent: 'the agent', child: '`critic`', tool: 'Bash' } },
  claudeRun(
    `permissionMode: 'bypassPermissions', disallowedTools: ['Task', 'Bash']`,
    critic(`prompt: 'Help.', tools: ['Read', 'Bash']`),
  ),
);

pair(
  'a tool on the list of a definition that the session takes away',
  claudeRun(
    `permissionMode: 'bypassPermissions', disallowedTools: ['Bash']`,
    critic(`prompt: 'Help.', tools: ['Read', «'Bash'»]`),
  ),
  { messageId: 'listed', data: { parent: 'the agent', child: '`critic`', tool: 'Bash' } },
  claudeRun(
    `permissionMode: 'bypassPermissions', disallowedTools: ['Write']`,
    critic(`prompt: 'Help.', tools: ['Read', 'Bash'], disallowedTools: ['Write']`),
  ),
);

pair(
  'a tool on the list of a definition that the session does without',
  claudeRun(
    `tools: ['Task', 'Read'], allowedTools: ['Task', 'Read', 'Edit']`,
    critic(`prompt: 'Help.', tools: ['Read'].concat(«'Edit'»)`),
  ),
  { messageId: 'listed', data: { parent: 'the agent', child: '`critic`', tool: 'Edit' } },
  claudeRun(
    `tools: ['Task', 'Read', 'Edit'], allowedTools: ['Task', 'Read', 'Edit']`,
    critic(`prompt: 'Help.', tools: ['Read', 'Edit']`),
  ),
);

pair(
  'a longer list of a definition, where that counts though it is not known to run unasked',
  claudeRun(`tools: ['Task', 'Read']`, critic(`prompt: 'Help.', tools: ['Read', «'Bash'»]`)),
  { messageId: 'listed', data: { parent: 'the agent', child: '`critic`', tool: 'Bash' } },
  claudeRun(
    `tools: ['Task', 'Read'], canUseTool: async () => ({ behavior: 'deny' as const, message: 'no' })`,
    critic(`prompt: 'Help.', tools: ['Read', 'Bash']`),
  ),
  unknownToo,
);

const read = `allowedTools: ['Task', 'Read', 'Bash']`;
for (const [name, options, definition] of [
  [
    'a hook that decides',
    `${read}, hooks: { PreToolUse: [{ hooks: [deny], onFailure: 'block' as const }] }`,
    critic(`prompt: 'Never change files.'`),
  ],
  [
    'a definition that takes away what changes something',
    read,
    critic(`prompt: 'Never change files.', disallowedTools: ['Bash', 'Write', 'Edit', 'NotebookEdit']`),
  ],
  ['a definition without such words', read, critic(`prompt: 'Improve the text.'`)],
  [
    'a definition that says how to answer',
    read,
    critic(`prompt: 'Only answer in French. Do not make things up. Never run in circles.'`),
  ],
  [
    'a definition that says which files',
    read,
    critic(`prompt: 'Do not modify files outside of src. Only report real mistakes.'`),
  ],
  [
    'a parent with nothing that changes anything',
    `allowedTools: ['Task', 'Read']`,
    critic(`prompt: 'Never change files.'`),
  ],
  ['a parent that names no tools that run unasked', `maxTurns: 3`, critic(`prompt: 'Help.', tools: ['mcp__*']`)],
  [
    'a wildcard, where somebody is asked',
    `allowedTools: ['Task'], canUseTool: async () => ({ behavior: 'deny' as const, message: 'no' })`,
    critic(`prompt: 'Help.', tools: ['mcp__*']`),
  ],
  [
    'a wildcard, where everything runs anyway',
    `allowedTools: ['Task'], permissionMode: 'bypassPermissions'`,
    critic(`prompt: 'Help.', tools: ['mcp__*']`),
  ],
  [
    'a wildcard for a server that the parent has',
    `allowedTools: ['Task', 'mcp__files'], mcpServers: { files: { type: 'http', url: 'https://files.example/mcp' } }`,
    critic(`prompt: 'Help.', tools: ['mcp__files__*']`),
  ],
  [
    'a list that is longer than that of the session, where it is not known that the tool runs unasked',
    `tools: ['Task', 'Read'], allowedTools: ['Task', 'Read']`,
    critic(`prompt: 'Help.', tools: ['Read', 'Bash']`),
  ],
  [
    'a list that is longer than what runs unasked',
    `allowedTools: ['Task', 'Read'], permissionMode: 'bypassPermissions'`,
    critic(`prompt: 'Help.', tools: ['Read', 'Bash']`),
  ],
  [
    'a longer list that only reads',
    `tools: ['Task', 'Read'], permissionMode: 'bypassPermissions'`,
    critic(`prompt: 'Help.', tools: ['Read', 'Grep']`),
  ],
  [
    'a list of the session that may hold it',
    `tools: ['Task', ...(process.env['MORE'] ?? '').split(',')], permissionMode: 'bypassPermissions'`,
    critic(`prompt: 'Help.', tools: ['Bash']`),
  ],
  [
    'a tool that the definition lists and takes away',
    `tools: ['Task', 'Read'], permissionMode: 'bypassPermissions'`,
    critic(`prompt: 'Help.', tools: ['Read', 'Bash'], disallowedTools: ['Bash']`),
  ],
  [
    'a session that may start no agent where it does not have the tool',
    `permissionMode: 'bypassPermissions', ...(process.env['QUIET'] && { disallowedTools: ['Task', 'Bash'] })`,
    critic(`prompt: 'Help.', tools: ['Read', 'Bash']`),
  ],
  [
    'lists that are not known',
    `allowedTools: ['Task', ...(process.env['MORE'] ?? '').split(',')]`,
    critic(`prompt: 'Help.', tools: ['mcp__*']`),
  ],
] as const)
  silent(`Claude: ${name}`, claudeRun(options, definition));

// ── The runtime contract ───────────────────────────────────────────────────────────────────────────────────────────

silent(
  'a delegation of the runtime, which gives what both have, and tools that need a token',
  `${erases}import { defineAgent, defineTool, delegate } from '@agent-safety/runtime';
const erase = defineTool({ name: 'erase', class: 'write', input: schema, output: z.string(), guardrail: 'required', handler: execute });
const files = defineAgent({ name: 'files', tools: [erase] });
const all = defineAgent({ name: 'all', tools: [erase] });
export const cleaner = delegate(files, all, [erase]);`,
);

// ── What another rule reports ──────────────────────────────────────────────────────────────────────────────────────────

const atToolsOnly: { options: [Options] } = {
  options: [{ checkUnguarded: false, checkUnknown: false, minImpact: 'high' }],
};
const unknownAtToolsOnly: { options: [Options] } = {
  options: [{ checkUnguarded: false, checkUnknown: true, minImpact: 'low' }],
};

silent(
  'a tool without a guard, which is one finding where it is defined',
  `${openai}const cleaner = new Agent({ name: 'Cleaner', tools: [erase] });
export const desk = new Agent({ name: 'Desk', handoffs: [cleaner] });`,
  atToolsOnly,
);

silent(
  'a tool that only the supervisor guards, which is one finding where it is defined',
  `${aiSdk}const clean = tool({ description: 'Clean', inputSchema, execute: async ({ path }) => (await generateText({ model, prompt: path, tools: { erase } })).text });
export const go = (prompt: string) => generateText({ model, prompt, tools: { erase, clean }, toolApproval: { erase: 'user-approval' } });`,
  atToolsOnly,
);

const opened = `${aiSdk}declare const disk: { open(path: string): Promise<string> };
const open = tool({ description: 'Open', inputSchema, execute: ({ path }) => disk.open(path) });
const look = tool({ description: 'Look', inputSchema, execute: async ({ path }) => (await generateText({ model, prompt: path, tools: { open } })).text });
`;

pair(
  'a tool that only the supervisor guards, of which the other rule does not know what it does',
  `${opened}export const go = (prompt: string) => «generateText({ model, prompt, tools: { open, look }, toolApproval: { open: 'user-approval' } })»;`,
  escaped('the model', 'the model', '`open`', toolApproval),
  `${opened}export const go = (prompt: string) => generateText({ model, prompt, tools: { open, look }, toolApproval: { open: 'user-approval', look: 'user-approval' } });`,
  atToolsOnly,
);

silent(
  'the same, where the other rule counts unknown effects',
  `${opened}export const go = (prompt: string) => generateText({ model, prompt, tools: { open, look }, toolApproval: { open: 'user-approval' } });`,
  unknownAtToolsOnly,
);

reported(
  'a guard that a sub-agent switches off',
  `${langchain}export const agent = createDeepAgent({ checkpointer, name: 'main', tools: [erase], interruptOn: { erase_file: true }, subagents: [{ ...sub, tools: [erase], interruptOn: «{}» }] });`,
  { messageId: 'switchedOff', data: { parent: '`main`', child: '`cleaner`', tool: '`erase_file`', value: '{}' } },
  atToolsOnly,
);

// ── Several tools ──────────────────────────────────────────────────────────────────────────────────────────────────────

reported(
  'a step to an agent with several tools, which is one finding',
  `${openai}const wipe = tool({ ...erasing, name: 'wipe' });
const cleaner = new Agent({ name: 'Cleaner', tools: [show, erase, wipe, gated] });
export const desk = new Agent({ name: 'Desk', handoffs: [«cleaner»] });`,
  widened('`Desk`', '`Cleaner`', '`erase` (and 1 other)', approvalOfTool),
);

reported(
  'two tools that run the same agent, which is one finding',
  `${openai}const cleaner = new Agent({ name: 'Cleaner', tools: [erase] });
const clean = tool({ ...erasing, name: 'clean', execute: async ({ path }) => String((await run(cleaner, path)).finalOutput) });
const tidy = tool({ ...erasing, name: 'tidy', execute: async ({ path }) => String((await run(cleaner, path)).finalOutput) });
export const desk = «new Agent({ name: 'Desk', tools: [clean, tidy] })»;`,
  widened('`Desk`', '`Cleaner`', '`erase`', approvalOfTool),
);

reported(
  'a place that switches the guards of several tools off',
  `${langchain}const wipe = tool(execute, { name: 'wipe', description: 'Wipe', schema });
export const agent = createDeepAgent({ checkpointer, name: 'main', tools: [erase, wipe], interruptOn: { erase_file: true, wipe: true }, subagents: [{ ...sub, tools: [erase, wipe], interruptOn: «{}» }] });`,
  {
    messageId: 'switchedOff',
    data: { parent: '`main`', child: '`cleaner`', tool: '`erase_file` (and 1 other)', value: '{}' },
  },
);

// ── Known gaps ─────────────────────────────────────────────────────────────────────────────────────────────────────

reported(
  'known gap: what an agent reaches through one between is told of that one only',
  `${openai}const cleaner = new Agent({ name: 'Cleaner', tools: [erase] });
const between = new Agent({ name: 'Between', tools: [erase], handoffs: [cleaner] });
const other = «new Agent({ name: 'Other', tools: [show] })»;
export const desk = new Agent({ name: 'Desk', handoffs: [other] });
other.handoffs.push(between);`,
  widened('`Other`', '`Between`', '`erase`', approvalOfTool),
);

silent(
  'known gap: the tools of a server that only the other agent has',
  `${openai}const files = new MCPServerStdio({ name: 'files', fullCommand: 'npx files' });
const cleaner = new Agent({ name: 'Cleaner', mcpServers: [files] });
export const desk = new Agent({ name: 'Desk', handoffs: [cleaner] });`,
);

silent(
  'known gap: a step of which one parent is asked, and the other is not',
  `${openai}const cleaner = new Agent({ name: 'Cleaner', tools: [erase] });
export const careful = new Agent({ name: 'Careful', tools: [cleaner.asTool({ toolName: 'clean', toolDescription: 'Clean', needsApproval: true })] });
export const desk = new Agent({ name: 'Desk', tools: [cleaner.asTool({ toolName: 'clean', toolDescription: 'Clean' })] });`,
);

silent(
  'known gap: a sub-agent that has the tools of the deep agent, and asks about none',
  `${langchain}export const agent = createDeepAgent({ checkpointer, tools: [erase], interruptOn: { erase_file: true }, subagents: [{ ...sub, interruptOn: {} }] });`,
);

silent(
  'known gap: a definition that restricts itself in other words',
  claudeRun(read, critic(`prompt: 'Leave the files as they are.'`)),
);

// ── A policy ───────────────────────────────────────────────────────────────────────────────────────────────────────

const cleanedBy = `${openai}const cleaner = new Agent({ name: 'Cleaner', tools: [erase] });
export const desk = new Agent({ name: 'Desk', handoffs: [«cleaner»] });`;
const cleaned = widened('`Desk`', '`Cleaner`', '`erase`', approvalOfTool);
const granted = { from: 'Desk', to: 'Cleaner', tools: ['erase'], reason: 'The folder is only a cache.' };

silent('a step that a grant makes legal', codeOf(cleanedBy), policyOf({ grants: [granted] }));
reported('a grant of another tool', cleanedBy, cleaned, policyOf({ grants: [{ ...granted, tools: ['show'] }] }));
reported('a grant through another agent', cleanedBy, cleaned, policyOf({ grants: [{ ...granted, to: 'Sweeper' }] }));
reported('a grant to another agent', cleanedBy, cleaned, policyOf({ grants: [{ ...granted, from: 'Counter' }] }));
reported('a grant that has expired', cleanedBy, cleaned, policyOf({ grants: [{ ...granted, expires: '2025-12-31' }] }));
silent(
  'an agent whose allow-list holds the tool',
  codeOf(cleanedBy),
  policyOf({ agents: { Desk: { allow: ['erase'] } } }),
);
silent(
  'an agent whose allow-list does not hold it: that is the finding of another rule',
  codeOf(cleanedBy),
  policyOf({ agents: { Desk: { allow: [] } } }),
);
silent(
  'a granted entry that stands for several tools',
  claudeRun(`allowedTools: ['Task', 'Read']`, critic(`prompt: 'Help.', tools: ['Read', 'mcp__*']`)).replace(
    'query({',
    'query({',
  ),
  policyOf({
    agents: {},
    grants: [{ from: 'go', to: 'critic', tools: ['mcp__*'], reason: 'These servers are ours.' }],
  }),
);

tester.run('no-scope-widening', noScopeWidening, { valid, invalid });

describe('over several files', () => {
  const desk = `import { generateText, tool } from 'ai';
import { z } from 'zod';
import { clean } from './cleaner.ts';
const inputSchema = z.object({ path: z.string() });
const tidy = tool({ description: 'Tidy up', inputSchema, execute: ({ path }) => clean(path) });
export const go = (prompt: string) => generateText({ model: 'openai/gpt-5', prompt, tools: { tidy } });
`;
  const cleaner = (guard: string): string => `import { rm } from 'node:fs/promises';
import { generateText, tool } from 'ai';
import { z } from 'zod';
const inputSchema = z.object({ path: z.string() });
const erase = tool({ description: 'Erase', inputSchema, ${guard}execute: ({ path }) => rm(path) });
export async function clean(prompt: string) {
  const { text } = await generateText({ model: 'openai/gpt-5', prompt, tools: { erase } });
  return text;
}
`;
  const found = (guard: string): string[] =>
    lint(
      { 'main.ts': desk, 'cleaner.ts': cleaner(guard) },
      { rules: { 'agent-safety/no-scope-widening': 'error' } },
    ).map(({ line, message }) => `${String(line)}: ${message}`);

  it('finds the agent that a function of another file runs', () => {
    expect(found('')).toEqual([
      '6: The model lacks `erase`, which deletes with `fs.rm` (line 5 of tests/sdk/scenario/cleaner.ts; high impact), but can have the model run it without a guard. Set `needsApproval: true`, or remove the tool.',
    ]);
  });

  it('sees the approval there', () => {
    expect(found('needsApproval: true, ')).toEqual([]);
  });
});
