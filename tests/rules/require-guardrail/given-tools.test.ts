import { describe, expect, it } from 'vitest';
import { Analysis } from '../../../src/facts/analysis.ts';
import { requireGuardrail } from '../../../src/rules/require-guardrail.ts';
import { findingsOf } from '../../../src/rules/rule.ts';
import { programOf } from '../../type-utils/in-memory-program.ts';

// What an agent gets from the function or class around it: by each call of that in the program.
const head = `import { rm } from 'node:fs/promises';
import { generateText, tool, type LanguageModel, type ToolSet } from 'ai';
import { Agent, tool as openaiTool, type Tool } from '@openai/agents';
import { createTool } from '@mastra/core/tools';
import { Agent as MastraAgent } from '@mastra/core/agent';
import { tool as langchainTool, type StructuredToolInterface } from '@langchain/core/tools';
import type { ToolCall } from '@langchain/core/messages/tool';
import { z } from 'zod';
declare const model: LanguageModel;
declare function confirmed(path: string): Promise<boolean>;
const inputSchema = z.object({ path: z.string() });
const erase = tool({ inputSchema, execute: ({ path }) => rm(path, { recursive: true }) });
const eraseIfApproved = tool({ inputSchema, needsApproval: true, execute: ({ path }) => rm(path, { recursive: true }) });
const look = tool({ inputSchema, execute: ({ path }) => path });
const wipe = openaiTool({ name: 'wipe', description: 'Wipe', parameters: inputSchema, execute: ({ path }) => rm(path, { recursive: true }) });
const show = openaiTool({ name: 'show', description: 'Show', parameters: inputSchema, execute: ({ path }) => path });
const clear = createTool({ id: 'clear', description: 'Clear', inputSchema, execute: async ({ path }) => { await rm(path, { recursive: true }); } });
const purge = langchainTool(async ({ path }) => { await rm(path, { recursive: true }); return path; }, { name: 'purge', description: 'Purge', schema: inputSchema });
const list = langchainTool(async ({ path }) => path, { name: 'list', description: 'List', schema: inputSchema });
`;

/** Copies a tool, with something around its handler: what guards the tool guards the copy. */
const measuring = `const measured = <T extends typeof erase>(each: T): T => {
  const run = each.execute!;
  const execute: T['execute'] = async (input, options) => { console.time('tool'); const result = await run(input, options); console.timeEnd('tool'); return result; };
  return { ...each, execute };
};
`;

/** Two classes behind one interface, as an application has for the models of several providers. */
const adapters = `interface Request { prompt: string; tools?: ToolSet }
interface Adapter { send(request: Request): unknown }
class Loud implements Adapter { send(request: Request) { return generateText({ model, prompt: request.prompt, tools: request.tools }); } }
class Quiet implements Adapter { send(request: Request) { return generateText({ model, prompt: request.prompt, tools: request.tools }); } }
`;

interface Program {
  readonly code: string;
  /** The tools, with the agents that the finding names. */
  readonly found: readonly string[];
}

const programs: Readonly<Record<string, Program>> = {
  'a copy with another handler around, at what is copied': {
    code: `${measuring}export const run = () => generateText({ model, prompt: '', tools: { erase: measured(erase) } });`,
    found: ['erase in run'],
  },
  'a copy beside what is copied': {
    code: `${measuring}const tools = { erase };
export const run = () => generateText({ model, prompt: '', tools });
export const runMeasured = () => generateText({ model, prompt: '', tools: { erase: measured(tools.erase) } });`,
    found: ['erase in run and runMeasured'],
  },
  'a copy of a tool with approval': {
    code: `${measuring}export const run = () => generateText({ model, prompt: '', tools: { erase: measured(eraseIfApproved) } });`,
    found: [],
  },
  'a call by an interface that two classes implement': {
    code: `${adapters}export const run = (adapter: Adapter) => adapter.send({ prompt: 'Clean up', tools: { erase } });`,
    found: ['erase in send'],
  },
  'a call by an interface, on one of them': {
    code: `${adapters}const adapter: Adapter = new Quiet(); export const run = () => adapter.send({ prompt: 'Clean up', tools: { erase } });`,
    found: ['erase in send'],
  },
  'a call by an interface, of a tool that only shows something': {
    code: `${adapters}export const run = (adapter: Adapter) => adapter.send({ prompt: 'Clean up', tools: { look } });`,
    found: [],
  },
  'a parameter of the function that runs it': {
    code: `const ask = (tools: ToolSet, prompt: string) => generateText({ model, tools, prompt });
export const run = () => ask({ erase }, 'Clean up');`,
    found: ['erase in ask'],
  },
  'a parameter of which no call has a tool with effects': {
    code: `const ask = (tools: ToolSet, prompt: string) => generateText({ model, tools, prompt });
export const run = () => ask({ look }, 'Look');`,
    found: [],
  },
  'a parameter that is given a tool with approval': {
    code: `const ask = (tools: ToolSet, prompt: string) => generateText({ model, tools, prompt });
export const run = () => ask({ erase: eraseIfApproved }, 'Clean up');`,
    found: [],
  },
  'a destructured option, through two functions': {
    code: `interface Options { readonly tools: ToolSet; readonly prompt: string }
function ask({ tools, prompt }: Options) { return generateText({ model, tools: { look, ...tools }, prompt }); }
function askTwice(options: Options) { return ask({ ...options, prompt: options.prompt + '!' }); }
export const run = () => askTwice({ tools: { erase }, prompt: 'Clean up' });`,
    found: ['erase in ask'],
  },
  'an option of the function that approves by name': {
    code: `interface Options { readonly tools: ToolSet; readonly approval?: { readonly erase: 'user-approval' } }
function ask({ tools, approval }: Options) { return generateText({ model, tools, prompt: '', toolApproval: approval }); }
export const run = () => ask({ tools: { erase }, approval: { erase: 'user-approval' } });`,
    found: [],
  },
  'a field that the constructor is given': {
    code: `class Assistant {
  readonly #tools: ToolSet;
  constructor(tools: ToolSet) { this.#tools = tools; }
  reply(prompt: string) { return generateText({ model, tools: this.#tools, prompt }); }
}
export const run = () => new Assistant({ erase }).reply('Clean up');`,
    found: ['erase in reply'],
  },
  'a field that the constructor is given, without effects': {
    code: `class Assistant {
  readonly #tools: ToolSet;
  constructor(tools: ToolSet) { this.#tools = tools; }
  reply(prompt: string) { return generateText({ model, tools: this.#tools, prompt }); }
}
export const run = () => new Assistant({ look }).reply('Look');`,
    found: [],
  },
  'a factory of agents, with a list of tools': {
    code: `const agentOf = (name: string, tools: Tool[]) => new Agent({ name, instructions: '', tools: [show, ...tools] });
export const agents = [agentOf('Reader', []), agentOf('Cleaner', [wipe])];`,
    found: ['wipe in agentOf'],
  },
  'a factory of agents, none of which has a tool with effects': {
    code: `const agentOf = (name: string, tools: Tool[]) => new Agent({ name, instructions: '', tools });
export const agents = [agentOf('Reader', []), agentOf('Viewer', [show])];`,
    found: [],
  },
  'a class that makes agents of what it keeps': {
    code: `class Crew {
  private readonly options: { readonly tools: Record<string, typeof clear> };
  constructor(options: { readonly tools: Record<string, typeof clear> }) { this.options = options; }
  member(name: string) { return new MastraAgent({ id: name, name, instructions: '', model: 'openai/gpt-5', tools: this.options.tools }); }
}
const crew = new Crew({ tools: { clear } });
export const member = crew.member('janitor');`,
    found: ['clear in member'],
  },
  'an agent of a class of the program, which gives on other tools than it is given': {
    code: `class Viewer extends Agent {
  constructor(options: { readonly tools: Tool[]; readonly shown: Tool[] }) { super({ name: 'Viewer', tools: options.shown }); }
}
const viewerOf = (tools: Tool[], shown: Tool[]) => new Viewer({ tools, shown });
export const viewer = viewerOf([wipe], [show]);`,
    found: [],
  },
  'an agent of a class of the program, which gives on what it is given': {
    code: `class Viewer extends Agent {
  constructor(options: { readonly shown: Tool[] }) { super({ name: 'Viewer', tools: options.shown }); }
}
const viewerOf = (shown: Tool[]) => new Viewer({ shown });
export const viewer = viewerOf([wipe]);`,
    found: ['wipe in Viewer'],
  },
  'tools that a loop of the program is given': {
    code: `async function runAll(tools: StructuredToolInterface[], calls: ToolCall[]) {
  for (const call of calls) await tools.find((each) => each.name === call.name)?.invoke(call.args);
}
export const run = (calls: ToolCall[]) => runAll([list, purge], calls);`,
    found: ['purge in invoke'],
  },
  'tools that a loop looks up by their names': {
    code: `async function runAll(tools: StructuredToolInterface[], calls: ToolCall[]) {
  const byName = Object.fromEntries(tools.map((each) => [each.name, each]));
  for (const call of calls) await byName[call.name]?.invoke(call.args);
}
export const run = (calls: ToolCall[]) => runAll([purge, list], calls);`,
    found: ['purge in invoke'],
  },
  'the function of a tool': {
    code: `export async function run(calls: ToolCall[]) {
  for (const call of calls) await [purge, list].find((each) => each.name === call.name)?.func(call.args as { path: string });
}`,
    found: ['purge in func'],
  },
  'tools of a loop, none of which has effects': {
    code: `async function runAll(tools: StructuredToolInterface[], calls: ToolCall[]) {
  for (const call of calls) await tools.find((each) => each.name === call.name)?.invoke(call.args);
}
export const run = (calls: ToolCall[]) => runAll([list], calls);`,
    found: [],
  },
  'a loop that asks before each tool': {
    code: `async function runAll(tools: StructuredToolInterface[], calls: ToolCall[]) {
  for (const call of calls) {
    if (!(await confirmed(JSON.stringify(call)))) continue;
    await tools.find((each) => each.name === call.name)?.invoke(call.args);
  }
}
export const run = (calls: ToolCall[]) => runAll([purge, list], calls);`,
    found: [],
  },
};

describe('require-guardrail, what an agent is given', () => {
  it.each(Object.entries(programs))('%s', (_, { code, found }) => {
    const { program, file } = programOf({ 'a.ts': `${head}${code}\n` });

    const findings = findingsOf(requireGuardrail, file('a.ts'), new Analysis(program));

    expect(
      findings.map(({ data }) => `${data.tool ?? ''} in ${data.agents ?? data.call ?? ''}`.replaceAll('`', '')),
    ).toEqual(found);
  });
});
