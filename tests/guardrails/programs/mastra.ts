import type { MarkedProgram } from '../marks.ts';

/** Programs on Mastra. */
export const mastraPrograms: readonly MarkedProgram[] = [
  {
    name: 'mastra: a tool that requires approval',
    code: `
import { rm } from 'node:fs/promises';
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { z } from 'zod';

export const removeImage = createTool({
  id: 'remove-image',
  description: 'Remove an image',
  inputSchema: z.object({ file: z.string() }),
  outputSchema: z.object({ removed: z.boolean() }),
  /*[*/requireApproval: true,/*]*/
  execute: async ({ file }) => {
    await rm('images/' + file);
    return { removed: true };
  },
});

export const curator = new Agent({
  id: 'curator',
  name: 'Curator',
  instructions: 'Look after the images.',
  model: 'openai/gpt-5',
  tools: { removeImage },
});
`,
  },
  {
    name: 'mastra: an approval by the amount, and tools that are given by a function',
    code: `
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { z } from 'zod';

const pay = createTool({
  id: 'pay',
  description: 'Pay a bill',
  inputSchema: z.object({ bill: z.string(), cents: z.number().int() }),
  /*[*/requireApproval: async ({ cents }) => cents > 10_000,/*]*/
  execute: async ({ bill, cents }) => {
    const response = await fetch('https://bank.example/payments', {
      method: 'POST',
      body: JSON.stringify({ bill, cents }),
    });
    return { status: response.status };
  },
});

const rate = createTool({
  id: 'rate',
  description: 'Look a rate up',
  inputSchema: z.object({ currency: z.string() }),
  execute: async ({ currency }) => (await fetch('https://bank.example/rates/' + currency)).json(),
});

const tools = () => ({ pay, rate });

export const clerk = new Agent({
  id: 'clerk',
  name: 'Clerk',
  instructions: 'Handle bills.',
  model: 'openai/gpt-5',
  tools: tools(),
});
`,
  },
  {
    name: 'mastra: a run that requires approval',
    code: `
import { execFile } from 'node:child_process';
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { z } from 'zod';

const convert = createTool({
  id: 'convert',
  description: 'Convert a film',
  inputSchema: z.object({ from: z.string(), to: z.string() }),
  execute: async ({ from, to }) => {
    execFile('ffmpeg', ['-i', from, to]);
    return { to };
  },
});

export async function edit(prompt: string) {
  const editor = new Agent({
    id: 'editor',
    name: 'Editor',
    instructions: 'Edit films.',
    model: 'anthropic/claude-sonnet-4-5',
    tools: { convert },
  });
  return editor.generate(prompt, { maxSteps: 5, /*[*/requireToolApproval: true/*]*/ });
}
`,
  },
  {
    name: 'mastra: a hook before every call of a tool',
    code: `
import { writeFile } from 'node:fs/promises';
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { z } from 'zod';

const writable = new Set(['notes.md', 'todo.md']);

const save = createTool({
  id: 'save',
  description: 'Save a file',
  inputSchema: z.object({ file: z.string(), text: z.string() }),
  execute: async ({ file, text }) => {
    await writeFile(file, text);
    return { file };
  },
});

export const keeper = new Agent({
  id: 'keeper',
  name: 'Keeper',
  instructions: 'Keep notes.',
  model: 'openai/gpt-5',
  tools: { save },
  /*[*/hooks: {
    beforeToolCall: ({ toolName, input }) => {
      const { file } = input as { file: string };
      if (toolName === 'save' && !writable.has(file)) return { proceed: false, output: { refused: file } };
      return undefined;
    },
  },/*]*/
});
`,
  },
  {
    name: 'mastra: tools that are given for one run',
    code: `
import { rm } from 'node:fs/promises';
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { z } from 'zod';

const clearCache = createTool({
  id: 'clear-cache',
  description: 'Clear a cache',
  inputSchema: z.object({ name: z.string() }),
  /*[*/requireApproval: ({ name }) => name !== 'scratch',/*]*/
  execute: async ({ name }) => {
    await rm('/var/cache/' + name, { recursive: true });
    return { cleared: name };
  },
});

const helper = new Agent({ id: 'helper', name: 'Helper', instructions: 'Help.', model: 'openai/gpt-5' });

export const help = (prompt: string) => helper.generate(prompt, { toolsets: { caches: { clearCache } } });
`,
  },
  {
    name: 'mastra: an agent below another, with a tool that asks',
    code: `
import { execSync } from 'node:child_process';
import { Agent } from '@mastra/core/agent';
import { Mastra } from '@mastra/core/mastra';
import { createTool } from '@mastra/core/tools';
import { z } from 'zod';

const model = 'openai/gpt-5';

const ship = createTool({
  id: 'ship',
  description: 'Ship a version',
  inputSchema: z.object({ version: z.string() }),
  /*[*/requireApproval: true,/*]*/
  execute: async ({ version }) => ({ log: execSync('ship ' + version).toString() }),
});

const shipper = new Agent({ id: 'shipper', name: 'Shipper', description: 'Ships', instructions: 'Ship.', model, tools: { ship } });
const lead = new Agent({ id: 'lead', name: 'Lead', instructions: 'Lead.', model, agents: { shipper } });

export const mastra = new Mastra({ agents: { lead, shipper } });
`,
  },
];
