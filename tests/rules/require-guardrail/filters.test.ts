import { type Options, requireGuardrail } from '../../../src/rules/require-guardrail.ts';
import { tester } from '../rule-tester.ts';

// Of a list of tools that is filtered by their names, an agent has those that may stay.
const head = `import { rm } from 'node:fs/promises';
import { FunctionTool, LlmAgent } from '@google/adk';
import { Agent as MastraAgent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { Agent, tool } from '@openai/agents';
import { tool as aiTool, ToolLoopAgent, type ToolSet } from 'ai';
import { createAgent, tool as langTool } from 'langchain';
import { z } from 'zod';
interface Input { path: string }
const parameters = z.object({ path: z.string() });
const run = async ({ path }: Input) => { await rm(path); return path; };
const read = async ({ path }: Input) => path;
declare const anyName: string; declare const someNames: Set<string>;
`;
const openai = `const all = [tool({ name: 'show', description: 'Show', parameters, execute: read }), tool({ name: 'erase', description: 'Erase', parameters, execute: run })];
`;
const agent = (tools: string): string =>
  `${openai}export const agent = new Agent({ name: 'Cleaner', tools: ${tools} });`;
const mark = 'Set `needsApproval: true`';
const ofOpenai = ['`Cleaner`', mark] as const;
const ofAi = ['`agent`', mark] as const;
const record = `const record = { show: aiTool({ description: 'Show', inputSchema: parameters, execute: read }), erase: aiTool({ description: 'Erase', inputSchema: parameters, execute: run }) };
`;
const ai = (tools: string): string =>
  `${record}export const agent = new ToolLoopAgent({ model: 'openai/gpt-5', tools: ${tools} });`;

type Pair = readonly [wrong: string, right: string, agent: string, remedy: string];

const pairs: Readonly<Record<string, Pair>> = {
  'a constant set': [
    `const allowed = new Set(['show', 'erase']); ${agent('all.filter((each) => allowed.has(each.name))')}`,
    `const allowed = new Set(['show', 'list']); ${agent('all.filter((each) => allowed.has(each.name))')}`,
    ...ofOpenai,
  ],
  'a set that is added to': [
    `const allowed = new Set(['show']); allowed.add('erase'); ${agent('all.filter((each) => allowed.has(each.name))')}`,
    `const allowed = new Set(['show']); allowed.add('list'); ${agent('all.filter((each) => allowed.has(each.name))')}`,
    ...ofOpenai,
  ],
  'a constant list, of which the names are destructured': [
    `const allowed = ['show', 'erase']; ${agent('all.filter(({ name }) => allowed.includes(name))')}`,
    `const allowed = ['show']; ${agent('all.filter(({ name }) => allowed.includes(name))')}`,
    ...ofOpenai,
  ],
  'an equal name': [
    agent("all.filter((each) => each.name === 'erase')"),
    agent("all.filter((each) => each.name === 'show')"),
    ...ofOpenai,
  ],
  'a name that is not equal': [
    agent("all.filter((each) => each.name !== 'show')"),
    agent("all.filter((each) => each.name !== 'erase')"),
    ...ofOpenai,
  ],
  'a list of what is taken out': [
    agent("all.filter((each) => !['show'].includes(each.name))"),
    agent("all.filter((each) => !['erase'].includes(each.name))"),
    ...ofOpenai,
  ],
  'either of two conditions': [
    agent("all.filter((each) => each.name === 'list' || each.name.startsWith('er'))"),
    agent("all.filter((each) => each.name === 'list' || each.name.startsWith('sh'))"),
    ...ofOpenai,
  ],
  'both of two conditions, of which one is not known': [
    agent("all.filter((each) => someNames.has(each.name) && each.name !== 'show')"),
    agent("all.filter((each) => someNames.has(each.name) && each.name !== 'erase')"),
    ...ofOpenai,
  ],
  'a function of the program': [
    `const pick = (names: readonly string[]) => { const wanted = new Set(names); return all.filter((each) => wanted.has(each.name)); }; ${agent("pick(['erase'])")}`,
    `const pick = (names: readonly string[]) => { const wanted = new Set(names); return all.filter((each) => wanted.has(each.name)); }; ${agent("pick(['show'])")}`,
    ...ofOpenai,
  ],
  'a record, by its entries': [
    `const allowed = new Set(['erase']); ${ai('Object.fromEntries(Object.entries(record).filter(([name]) => allowed.has(name))) as ToolSet')}`,
    `const allowed = new Set(['show']); ${ai('Object.fromEntries(Object.entries(record).filter(([name]) => allowed.has(name))) as ToolSet')}`,
    ...ofAi,
  ],
  'tools of LangChain': [
    `const all = [langTool(run, { name: 'erase', description: 'Erase', schema: parameters })]; export const agent = createAgent({ model: 'openai:gpt-5', tools: all.filter((each) => each.name !== 'show') });`,
    `const all = [langTool(run, { name: 'erase', description: 'Erase', schema: parameters })]; export const agent = createAgent({ model: 'openai:gpt-5', tools: all.filter((each) => each.name === 'show') });`,
    '`agent`',
    'Add a middleware there that requests approval first',
  ],
  'tools of Mastra, by their ids': [
    `const all = [createTool({ id: 'erase', description: 'Erase', inputSchema: parameters, execute: run })]; export const agent = new MastraAgent({ id: 'cleaner', name: 'Cleaner', instructions: 'Clean', model: 'openai/gpt-5', tools: Object.fromEntries(all.filter((each) => each.id !== 'show').map((each) => [each.id, each])) });`,
    `const all = [createTool({ id: 'erase', description: 'Erase', inputSchema: parameters, execute: run })]; export const agent = new MastraAgent({ id: 'cleaner', name: 'Cleaner', instructions: 'Clean', model: 'openai/gpt-5', tools: Object.fromEntries(all.filter((each) => each.id === 'show').map((each) => [each.id, each])) });`,
    '`Cleaner`',
    'Set `requireApproval: true`',
  ],
  'tools of ADK': [
    `const all = [new FunctionTool({ name: 'erase', description: 'Erase', parameters, execute: run })]; export const agent = new LlmAgent({ name: 'cleaner', model: 'gemini-2.5-flash', tools: all.filter((each) => each.name !== 'show') });`,
    `const all = [new FunctionTool({ name: 'erase', description: 'Erase', parameters, execute: run })]; export const agent = new LlmAgent({ name: 'cleaner', model: 'gemini-2.5-flash', tools: all.filter((each) => each.name === 'show') });`,
    '`cleaner`',
    'Set `requireConfirmation: true`',
  ],
};

/** What cannot be evaluated stays. */
const kept: Readonly<Record<string, string>> = {
  'a name that is not known': agent('all.filter((each) => each.name === anyName)'),
  'a set that is not known': agent('all.filter((each) => someNames.has(each.name))'),
  'known gap: a condition around what is added in a loop': `${openai}const tools: typeof all = []; for (const each of all) if (each.name === 'show') tools.push(each); export const agent = new Agent({ name: 'Cleaner', tools });`,
  'known gap: a name among the keys of an object': agent('all.filter((each) => each.name in { show: 1 })'),
};

const unguarded = (agents: string, remedy: string, tool = '`erase`') =>
  ({
    messageId: 'unguarded',
    data: { agents, tool, what: 'deletes with `fs.rm` (line 11; high impact)', remedy },
  }) as const;

const strict: [Partial<Options>] = [{ checkUnknown: true, minImpact: 'low' }];

tester.run('require-guardrail: tools that are filtered by name', requireGuardrail, {
  valid: Object.entries(pairs).map(([name, [, right]]) => ({
    name: `${name}, without the tool`,
    code: `${head}${right}`,
    options: strict,
  })),
  invalid: [
    ...Object.entries(pairs).map(([name, [wrong, , agents, remedy]]) => ({
      name: `${name}, with the tool`,
      code: `${head}${wrong}`,
      errors: [unguarded(agents, remedy)],
    })),
    ...Object.entries(kept).map(([name, code]) => ({
      name,
      code: `${head}${code}`,
      errors: [unguarded('`Cleaner`', mark)],
    })),
    {
      name: 'a name that the SDK changes',
      code: `${head}${agent("all.filter((each) => each.name === 'erase_it')").replace("name: 'erase'", "name: 'erase it'")}`,
      errors: [unguarded('`Cleaner`', mark, '`erase it`')],
    },
    {
      name: 'a name that is assigned later',
      code: `${head}const erase = tool({ name: 'erase', description: 'Erase', parameters, execute: run }); erase.name = anyName; export const agent = new Agent({ name: 'Cleaner', tools: [erase].filter((each) => each.name === 'show') });`,
      errors: [unguarded('`Cleaner`', mark, 'This tool')],
    },
  ],
});
