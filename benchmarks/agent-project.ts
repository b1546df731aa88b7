/**
 * A project of many agents, the same for the same size: teams of ten, each in three files and in one of the SDKs, with
 * specialists that have tools of their own, a lead that runs them, and a desk that hands over to the lead and to the
 * desk of another team, through a barrel.
 */
export function agentProject(agents: number): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const teams = Math.ceil(agents / TEAM);
  for (let index = 0; index < teams; index++) {
    const sdk = sdks[index % sdks.length] ?? openai;
    // The nearest team before it with the same SDK: desks hand over along a chain, which ends at the first.
    const before = index >= sdks.length ? index - sdks.length : undefined;
    const folder = `src/team-${String(index)}`;
    files.set(`${folder}/tools.ts`, sdk.tools(specialists));
    files.set(`${folder}/specialists.ts`, sdk.specialists(specialists));
    files.set(`${folder}/desk.ts`, sdk.desk(specialists, index, before));
  }
  const desks = Array.from(
    { length: teams },
    (_, index) => `export { desk${String(index)} } from './team-${String(index)}/desk.ts';`,
  );
  return files.set('src/desks.ts', `${desks.join('\n')}\n`);
}

/** Eight specialists, a lead and a desk. */
const TEAM = 10;

const specialists = Array.from({ length: TEAM - 2 }, (_, index) => `specialist${String(index)}`);

interface Sdk {
  readonly tools: (names: readonly string[]) => string;
  readonly specialists: (names: readonly string[]) => string;
  readonly desk: (names: readonly string[], index: number, before: number | undefined) => string;
}

const handlers = `import { readFile, rm } from 'node:fs/promises';
import { z } from 'zod';

const schema = z.object({ path: z.string() });
const read = async ({ path }: { path: string }) => readFile(path, 'utf8');
const erase = async ({ path }: { path: string }) => { await rm(path); return path; };
`;

/** Every second tool erases. */
function handlerOf(index: number): string {
  return index % 2 === 0 ? 'read' : 'erase';
}

function neighbour(before: number | undefined): string {
  return before === undefined ? '' : `import { desk${String(before)} } from '../desks.ts';\n`;
}

const openai: Sdk = {
  tools: (names) => `import { tool } from '@openai/agents';
${handlers}
${names.map((name, index) => `export const ${name}Tool = tool({ name: '${name}_tool', description: '', parameters: schema, execute: ${handlerOf(index)} });`).join('\n')}
`,
  specialists: (names) => `import { Agent } from '@openai/agents';
import * as tools from './tools.ts';

${names.map((name) => `export const ${name} = new Agent({ name: '${name}', instructions: '', tools: [tools.${name}Tool] });`).join('\n')}
`,
  desk: (names, index, before) => `import { Agent, handoff, run, tool } from '@openai/agents';
import { z } from 'zod';
import { ${names.join(', ')} } from './specialists.ts';
${neighbour(before)}
const [first, second, ...rest] = [${names.join(', ')}];
const ask = tool({
  name: 'ask',
  description: '',
  parameters: z.object({ task: z.string() }),
  execute: async ({ task }) => answerOf(${names[0] ?? ''}, task),
});
async function answerOf(agent: Agent, task: string) {
  return String((await run(agent, task)).finalOutput);
}
export const lead = new Agent({
  name: 'lead ${String(index)}',
  tools: [ask, ${names[1] ?? ''}.asTool({ toolName: 'b', toolDescription: '' })],
  handoffs: [${names.slice(2, 5).join(', ')}],
});
lead.handoffs.push(${names.slice(5).join(', ')});
export const desk${String(index)}: Agent = new Agent({ name: 'desk ${String(index)}', handoffs: [handoff(lead)] });
${before === undefined ? '' : `desk${String(index)}.handoffs.push(desk${String(before)});`}
export const others = [first, second, ...rest];
`,
};

const aiSdk: Sdk = {
  tools: (names) => `import { tool } from 'ai';
${handlers}
${names.map((name, index) => `export const ${name}Tool = tool({ inputSchema: schema, execute: ${handlerOf(index)} });`).join('\n')}
`,
  specialists: (names) => `import { ToolLoopAgent } from 'ai';
import * as tools from './tools.ts';

${names.map((name) => `export const ${name} = new ToolLoopAgent({ id: '${name}', model: 'm', tools: { ${name}: tools.${name}Tool } });`).join('\n')}
`,
  desk: (names, index, before) => `import { tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';
import * as specialists from './specialists.ts';
${neighbour(before)}
const inputSchema = z.object({ task: z.string() });
export const lead = new ToolLoopAgent({
  id: 'lead ${String(index)}',
  model: 'm',
  tools: {
${names.map((name) => `    ${name}: tool({ inputSchema, execute: async ({ task }) => (await specialists.${name}.generate({ prompt: task })).text }),`).join('\n')}
  },
});
export const desk${String(index)} = new ToolLoopAgent({
  id: 'desk ${String(index)}',
  model: 'm',
  tools: {
    lead: tool({ inputSchema, execute: async ({ task }) => (await lead.generate({ prompt: task })).text }),
${before === undefined ? '' : `    other: tool({ inputSchema, execute: async ({ task }): Promise<string> => (await desk${String(before)}.generate({ prompt: task })).text }),`}
  },
});
`,
};

const deepagents: Sdk = {
  tools: (names) => `import { tool } from '@langchain/core/tools';
${handlers}
${names.map((name, index) => `export const ${name}Tool = tool(${handlerOf(index)}, { name: '${name}_tool', description: '', schema });`).join('\n')}
`,
  specialists: (names) => `import type { SubAgent } from 'deepagents';
import * as tools from './tools.ts';

${names.map((name) => `export const ${name}: SubAgent = { name: '${name}', description: '', systemPrompt: '', tools: [tools.${name}Tool] };`).join('\n')}
`,
  desk: (names, index, before) => `import { createDeepAgent } from 'deepagents';
import { tool } from '@langchain/core/tools';
import { z } from 'zod';
import { ${names.join(', ')} } from './specialists.ts';
${neighbour(before)}
export const lead = createDeepAgent({ name: 'lead ${String(index)}', subagents: [${names.join(', ')}] });
${
  before === undefined
    ? ''
    : `const other = tool(async ({ task }: { task: string }): Promise<string> => String((await desk${String(before)}.invoke({ messages: [{ role: 'user', content: task }] })).messages.at(-1)), { name: 'other', description: '', schema: z.object({ task: z.string() }) });`
}
export const desk${String(index)} = createDeepAgent({
  name: 'desk ${String(index)}',
  tools: [${before === undefined ? '' : 'other'}],
  subagents: [{ name: 'lead', description: '', runnable: lead }],
});
export const schema = z.object({});
export { tool };
`,
};

const mastra: Sdk = {
  tools: (names) => `import { createTool } from '@mastra/core/tools';
${handlers}
${names.map((name, index) => `export const ${name}Tool = createTool({ id: '${name}_tool', description: '', inputSchema: schema, execute: ${handlerOf(index)} });`).join('\n')}
`,
  specialists: (names) => `import { Agent } from '@mastra/core/agent';
import * as tools from './tools.ts';

${names.map((name) => `export const ${name} = new Agent({ id: '${name}', name: '${name}', instructions: '', model: 'openai/gpt-5', tools: { ${name}: tools.${name}Tool } });`).join('\n')}
`,
  desk: (names, index, before) => `import { Agent } from '@mastra/core/agent';
import { ${names.join(', ')} } from './specialists.ts';
${neighbour(before)}
const of = { instructions: '', model: 'openai/gpt-5' } as const;
export const lead = new Agent({ ...of, id: 'lead', name: 'lead ${String(index)}', agents: { ${names.join(', ')} } });
export const desk${String(index)}: Agent = new Agent({ ...of, id: 'desk', name: 'desk ${String(index)}', agents: { lead${before === undefined ? '' : `, other: desk${String(before)}`} } });
`,
};

const adk: Sdk = {
  tools: (names) => `import { FunctionTool } from '@google/adk';
${handlers}
${names.map((name, index) => `export const ${name}Tool = new FunctionTool({ name: '${name}_tool', description: '', parameters: schema, execute: ${handlerOf(index)} });`).join('\n')}
`,
  specialists: (names) => `import { LlmAgent } from '@google/adk';
import * as tools from './tools.ts';

${names.map((name) => `export const ${name} = new LlmAgent({ name: '${name}', model: 'gemini-2.5-flash', tools: [tools.${name}Tool] });`).join('\n')}
`,
  desk: (names, index, before) => `import { AgentTool, LlmAgent, SequentialAgent } from '@google/adk';
import { ${names.join(', ')} } from './specialists.ts';
${neighbour(before)}
const flow = new SequentialAgent({ name: 'flow', subAgents: [${names.slice(0, 3).join(', ')}] });
export const lead = new LlmAgent({ name: 'lead_${String(index)}', model: 'gemini-2.5-flash', subAgents: [flow, ${names.slice(3).join(', ')}] });
export const desk${String(index)}: LlmAgent = new LlmAgent({
  name: 'desk_${String(index)}',
  model: 'gemini-2.5-flash',
  subAgents: [lead],
  tools: [${before === undefined ? '' : `new AgentTool({ agent: desk${String(before)} })`}],
});
`,
};

const sdks: readonly Sdk[] = [openai, aiSdk, deepagents, mastra, adk];
