import type { Feature } from './feature.ts';

/** Agents with tools of four SDKs, one in six features: some tools read, some change something, most of those with a guard. */
export function assistants(feature: Feature): string {
  const [template = aiSdk] = [[aiSdk, openai, langchain, mastra][Math.floor(feature.index / 6) % 4]];
  return template(feature);
}

function aiSdk({ type, value }: Feature): string {
  return `import { appendFile, readFile, rm } from 'node:fs/promises';
import { generateText, tool, type ToolSet } from 'ai';
import { z } from 'zod';
import { log } from '../shared/logger.js';
import { retry } from '../shared/retry.js';
import { parse${type}, type ${type} } from './model.js';

const folder = './data/${value}';

async function load${type}(id: string): Promise<${type}[]> {
  return parse${type}(await readFile(\`\${folder}/\${id}.json\`, 'utf8'));
}

async function note${type}(id: string, text: string): Promise<void> {
  await appendFile(\`\${folder}/\${id}.log\`, text);
  log('info', id);
}

const reading = {
  list${type}: tool({
    description: 'List what there is',
    inputSchema: z.object({ id: z.string(), limit: z.number().int() }),
    execute: async ({ id, limit }) => (await load${type}(id)).slice(0, limit),
  }),
  count${type}: tool({
    description: 'Count what there is',
    inputSchema: z.object({ id: z.string() }),
    execute: async ({ id }) => (await load${type}(id)).length,
  }),
} satisfies ToolSet;

const writing = {
  note${type}: tool({
    description: 'Write a note',
    inputSchema: z.object({ id: z.string(), text: z.string() }),
    needsApproval: true,
    execute: async ({ id, text }) => {
      await retry(() => note${type}(id, text));
      return 'noted';
    },
  }),
  drop${type}: tool({
    description: 'Drop it',
    inputSchema: z.object({ id: z.string() }),
    execute: async ({ id }) => {
      await rm(\`\${folder}/\${id}.json\`);
      return 'dropped';
    },
  }),
};

export async function assist${type}(prompt: string): Promise<string> {
  const { text } = await generateText({
    model: 'openai/gpt-5',
    prompt,
    tools: { ...reading, ...writing },
    toolApproval: { drop${type}: 'user-approval' },
  });
  return text;
}
`;
}

function openai({ type, value }: Feature): string {
  return `import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { Agent, run, tool } from '@openai/agents';
import { z } from 'zod';
import { parse${type} } from './model.js';

const execute = promisify(execFile);

class ${type}Desk {
  readonly #folder = './data/${value}';

  async save(id: string, text: string): Promise<string> {
    await writeFile(\`\${this.#folder}/\${id}\`, text);
    return id;
  }

  size(text: string): number {
    return parse${type}(text).length;
  }
}

const desk = new ${type}Desk();

function guarded(name: string, program: string) {
  return tool({
    name,
    description: \`Run \${program}\`,
    parameters: z.object({ argument: z.string() }),
    needsApproval: async (_context, { argument }) => !argument.startsWith('--help'),
    execute: async ({ argument }) => (await execute(program, [argument])).stdout,
  });
}

const save${type} = tool({
  name: 'save_${value}',
  description: 'Save it',
  parameters: z.object({ id: z.string(), text: z.string() }),
  needsApproval: true,
  execute: ({ id, text }) => desk.save(id, text),
});

const size${type} = tool({
  name: 'size_${value}',
  description: 'How much there is',
  parameters: z.object({ text: z.string() }),
  execute: ({ text }) => desk.size(text),
});

const worker = new Agent({
  name: '${type} worker',
  instructions: 'Do it.',
  tools: [save${type}, guarded('pack_${value}', 'tar'), guarded('check_${value}', 'file')],
});

const triage = Agent.create({ name: '${type} triage', instructions: 'Find out.', tools: [size${type}], handoffs: [worker] });

export async function ask${type}(text: string): Promise<string | undefined> {
  const result = await run(triage, text);
  return result.finalOutput;
}
`;
}

function langchain({ type, value }: Feature): string {
  return `import { rm } from 'node:fs/promises';
import { MemorySaver } from '@langchain/langgraph';
import { createAgent, humanInTheLoopMiddleware, tool } from 'langchain';
import { z } from 'zod';
import { log } from '../shared/logger.js';
import { format${type} } from './format.js';

const schema = z.object({ path: z.string() });

export const show${type} = tool(({ path }) => path.split('/').map((part) => part.trim()).join(' / '), {
  name: 'show_${value}',
  description: 'Show it',
  schema,
});

export const erase${type} = tool(
  async ({ path }) => {
    log('info', path);
    await rm(path, { force: true });
    return 'erased';
  },
  { name: 'erase_${value}', description: 'Erase it', schema },
);

const questions = { erase_${value}: { allowedDecisions: ['approve' as const, 'reject' as const] } };

export const agent${type} = createAgent({
  model: 'openai:gpt-5',
  tools: [show${type}, erase${type}],
  checkpointer: new MemorySaver(),
  middleware: [humanInTheLoopMiddleware({ interruptOn: { ...questions, show_${value}: false } })],
});

export const title${type} = (item: Parameters<typeof format${type}>[0]): string => format${type}(item).toUpperCase();
`;
}

function mastra({ type, value }: Feature): string {
  return `import { appendFile } from 'node:fs/promises';
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { z } from 'zod';
import { parse${type} } from './model.js';

const entry = z.object({ line: z.string() });

export const add${type} = createTool({
  id: 'add-${value}',
  description: 'Add a line',
  inputSchema: entry,
  requireApproval: true,
  execute: async ({ line }) => {
    await appendFile('./data/${value}', line);
    return { added: line.length };
  },
});

export const read${type} = createTool({
  id: 'read-${value}',
  description: 'Read lines',
  inputSchema: entry,
  execute: async ({ line }) => ({ items: parse${type}(line).length }),
});

const keeper = new Agent({
  id: 'keep-${value}',
  name: '${type} keeper',
  instructions: 'Keep it.',
  model: 'openai/gpt-5',
  tools: { add${type}, read${type} },
});

export const lead${type} = new Agent({
  id: 'lead-${value}',
  name: '${type} lead',
  instructions: 'Lead.',
  model: 'openai/gpt-5',
  agents: { keeper },
});
`;
}
