import type { MarkedProgram } from '../marks.ts';

/** Programs on the AI SDK. */
export const aiSdkPrograms: readonly MarkedProgram[] = [
  {
    name: 'ai-sdk: a tool that needs approval, beside one that reads',
    code: `
import { readdir, rm } from 'node:fs/promises';
import { generateText, stepCountIs, tool } from 'ai';
import { z } from 'zod';

export async function tidy(prompt: string): Promise<string> {
  const { text } = await generateText({
    model: 'openai/gpt-5',
    prompt,
    stopWhen: stepCountIs(8),
    tools: {
      list: tool({
        description: 'List a folder',
        inputSchema: z.object({ folder: z.string() }),
        execute: ({ folder }) => readdir(folder),
      }),
      remove: tool({
        description: 'Remove a file',
        inputSchema: z.object({ path: z.string() }),
        /*[*/needsApproval: true,/*]*/
        execute: async ({ path }) => {
          await rm(path);
          return 'removed ' + path;
        },
      }),
    },
  });
  return text;
}
`,
  },
  {
    name: 'ai-sdk: an approval by the amount',
    code: `
import { streamText, tool, type ToolSet } from 'ai';
import { z } from 'zod';

const LIMIT = 50_00;

const isLarge = ({ cents }: { cents: number }) => cents > LIMIT;

const tools = {
  lookUpOrder: tool({
    description: 'Look an order up',
    inputSchema: z.object({ order: z.string() }),
    execute: async ({ order }) => (await fetch('https://shop.example/orders/' + order)).json(),
  }),
  refund: tool({
    description: 'Refund an order',
    inputSchema: z.object({ order: z.string(), cents: z.number().int() }),
    /*[*/needsApproval: isLarge,/*]*/
    execute: async ({ order, cents }) => {
      const response = await fetch('https://shop.example/refunds', {
        method: 'POST',
        body: JSON.stringify({ order, cents }),
      });
      return response.status;
    },
  }),
} satisfies ToolSet;

export const chat = (prompt: string) => streamText({ model: 'openai/gpt-5', prompt, tools });
`,
  },
  {
    name: 'ai-sdk: an agent that names the tools to be approved',
    code: `
import { exec } from 'node:child_process';
import { promisify } from 'node:util';
import { tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';

const run = promisify(exec);

const status = tool({
  description: 'Say which version runs',
  inputSchema: z.object({}),
  execute: async () => process.version,
});

const deploy = tool({
  description: 'Deploy a service',
  inputSchema: z.object({ service: z.string() }),
  execute: async ({ service }) => {
    const { stdout } = await run('make deploy-' + service);
    return stdout;
  },
});

export const operator = new ToolLoopAgent({
  model: 'anthropic/claude-sonnet-4-5',
  instructions: 'Operate the platform.',
  tools: { status, deploy },
  toolApproval: { /*[*/deploy: 'user-approval'/*]*/ },
});
`,
  },
  {
    name: 'ai-sdk: one function decides for all tools',
    code: `
import { writeFile } from 'node:fs/promises';
import { generateText, tool } from 'ai';
import { z } from 'zod';

const note = tool({
  description: 'Save a note',
  inputSchema: z.object({ file: z.string(), text: z.string() }),
  execute: async ({ file, text }) => {
    await writeFile(file, text);
    return 'saved';
  },
});

const clock = tool({
  description: 'Tell the time',
  inputSchema: z.object({}),
  execute: () => new Date().toISOString(),
});

export async function assist(prompt: string) {
  return generateText({
    model: 'openai/gpt-5',
    prompt,
    tools: { note, clock },
    /*[*/toolApproval: ({ toolCall }) => {
      switch (toolCall.toolName) {
        case 'clock':
          return 'approved';
        default:
          return 'user-approval';
      }
    },/*]*/
  });
}
`,
  },
  {
    name: 'ai-sdk: a wrapper makes any tool need approval',
    code: `
import { rm } from 'node:fs/promises';
import { generateText, tool, type Tool } from 'ai';
import { z } from 'zod';

function guarded<Inner extends Tool>(inner: Inner): Inner {
  return { ...inner, needsApproval: true };
}

const erase = tool({
  description: 'Erase a folder',
  inputSchema: z.object({ folder: z.string() }),
  execute: async ({ folder }) => {
    await rm(folder, { recursive: true, force: true });
    return 'erased';
  },
});

export const sweep = (prompt: string) =>
  generateText({ model: 'openai/gpt-5', prompt, tools: { erase: /*[*/guarded(erase)/*| erase ]*/ } });
`,
  },
  {
    name: 'ai-sdk: keys that are computed',
    code: `
import { generateText, tool } from 'ai';
import { z } from 'zod';

declare const pool: { query(text: string, values: unknown[]): Promise<{ rowCount: number }> };

const Names = { find: 'find_user', drop: 'drop_user' } as const;

const findUser = tool({
  description: 'Find a user',
  inputSchema: z.object({ id: z.string() }),
  execute: async ({ id }) => pool.query('SELECT name FROM users WHERE id = $1', [id]),
});

const dropUser = tool({
  description: 'Delete a user',
  inputSchema: z.object({ id: z.string() }),
  execute: async ({ id }) => (await pool.query('DELETE FROM users WHERE id = $1', [id])).rowCount,
});

export const administrate = (prompt: string) =>
  generateText({
    model: 'openai/gpt-5',
    prompt,
    tools: { [Names.find]: findUser, [Names.drop]: dropUser },
    toolApproval: { [Names.find]: 'approved', /*[*/[Names.drop]: 'user-approval'/*]*/ },
  });
`,
  },
  {
    name: 'ai-sdk: a tool that is run by hand, after a question',
    code: `
import { unlink } from 'node:fs/promises';
import { tool } from 'ai';
import { z } from 'zod';

declare function confirm(question: string): Promise<boolean>;

const remove = tool({
  description: 'Remove a file',
  inputSchema: z.object({ path: z.string() }),
  execute: async ({ path }) => {
    await unlink(path);
    return 'removed';
  },
});

export async function removeNow(path: string) {
  /*[*/const isSure = await confirm('Remove ' + path + '?');
  if (!isSure) throw new Error('Nobody wants ' + path + ' removed.');/*| if (path.length > 200) throw new Error('Too long.'); ]*/
  return remove.execute?.({ path }, { toolCallId: 'by-hand', messages: [], context: {} });
}
`,
  },
  {
    name: 'ai-sdk: tools that a class puts together',
    code: `
import { readFile, writeFile } from 'node:fs/promises';
import { generateText, tool } from 'ai';
import { z } from 'zod';

export class Editor {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  edit(prompt: string) {
    return generateText({
      model: 'anthropic/claude-sonnet-4-5',
      prompt,
      tools: { ...this.#readers(), ...this.#writers() },
    });
  }

  #readers() {
    return {
      read: tool({
        description: 'Read a file',
        inputSchema: z.object({ path: z.string() }),
        execute: ({ path }) => readFile(this.#root + '/' + path, 'utf8'),
      }),
    };
  }

  #writers() {
    return {
      write: tool({
        description: 'Write a file',
        inputSchema: z.object({ path: z.string(), text: z.string() }),
        /*[*/needsApproval: ({ path }: { path: string }) => !path.startsWith('drafts/'),/*]*/
        execute: async ({ path, text }) => {
          await writeFile(this.#root + '/' + path, text);
          return 'written';
        },
      }),
    };
  }
}
`,
  },
  {
    name: 'ai-sdk: a handler that asks by itself',
    code: `
import { execFile } from 'node:child_process';
import { createInterface } from 'node:readline/promises';
import { generateText, tool } from 'ai';
import { z } from 'zod';

const terminal = createInterface({ input: process.stdin, output: process.stdout });

const git = tool({
  description: 'Run git',
  inputSchema: z.object({ words: z.array(z.string()) }),
  execute: async ({ words }) => {
    /*[*/const answer = await terminal.question('Run git ' + words.join(' ') + '? ');
    if (answer !== 'yes') return 'The user said no.';/*| if (words.length === 0) return 'What?'; ]*/
    return new Promise<string>((resolve, reject) => {
      execFile('git', words, (error, stdout) => (error ? reject(error) : resolve(stdout)));
    });
  },
});

export const work = (prompt: string) => generateText({ model: 'openai/gpt-5', prompt, tools: { git } });
`,
  },
  {
    name: 'ai-sdk: an entry that is set later',
    code: `
import { appendFile } from 'node:fs/promises';
import { streamText, tool, type ToolApprovalStatus } from 'ai';
import { z } from 'zod';

const journal = tool({
  description: 'Write to the journal',
  inputSchema: z.object({ line: z.string() }),
  execute: ({ line }) => appendFile('journal.txt', line),
});

const approvals: { journal?: ToolApprovalStatus } = {};
/*[*/approvals.journal = 'user-approval';/*]*/

export const keep = (prompt: string) =>
  streamText({ model: 'openai/gpt-5', prompt, tools: { journal }, toolApproval: approvals });
`,
  },
  {
    name: 'ai-sdk: nothing replaces what the tool says itself',
    code: `
import { exec } from 'node:child_process';
import { streamText, tool } from 'ai';
import { z } from 'zod';

const reboot = tool({
  description: 'Reboot a machine',
  inputSchema: z.object({ host: z.string() }),
  needsApproval: true,
  execute: async ({ host }) => {
    exec('ssh ' + host + ' reboot');
    return 'rebooting';
  },
});

const ping = tool({
  description: 'Say whether a machine answers',
  inputSchema: z.object({ host: z.string() }),
  execute: async ({ host }) => (await fetch('http://' + host + '/health')).ok,
});

export const operate = (prompt: string) =>
  streamText({
    model: 'openai/gpt-5',
    prompt,
    tools: { ping, reboot },
    /*[*//*| toolApproval: ({ toolCall }) => (toolCall.toolName === 'ping' ? 'user-approval' : undefined), ]*/
  });
`,
  },
  {
    name: 'ai-sdk: a tool that is there and not active',
    code: `
import { readFile, rm } from 'node:fs/promises';
import { generateText, tool } from 'ai';
import { z } from 'zod';

const inputSchema = z.object({ path: z.string() });

const tools = {
  read: tool({ description: 'Read', inputSchema, execute: ({ path }) => readFile(path, 'utf8') }),
  remove: tool({ description: 'Remove', inputSchema, execute: ({ path }) => rm(path) }),
};

export const look = (prompt: string) =>
  generateText({ model: 'openai/gpt-5', prompt, tools, /*[*/activeTools: ['read'],/*]*/ });
`,
  },
  {
    name: 'ai-sdk: all tools of a list are gated at once',
    code: `
import { exec } from 'node:child_process';
import { streamText, tool, type ToolSet } from 'ai';
import { z } from 'zod';

const commands = ['lint', 'test', 'publish'] as const;

const scripts: ToolSet = Object.fromEntries(
  commands.map((command) => [
    command,
    tool({
      description: 'Run ' + command,
      inputSchema: z.object({}),
      /*[*/needsApproval: true,/*]*/
      execute: async () => {
        exec('npm run ' + command);
        return command;
      },
    }),
  ]),
);

export const develop = (prompt: string) => streamText({ model: 'openai/gpt-5', prompt, tools: scripts });
`,
  },
  {
    name: 'ai-sdk: a tool for some users only, with an approval of its own',
    code: `
import { generateText, tool } from 'ai';
import { z } from 'zod';

declare const pool: { query(text: string, values: unknown[]): Promise<{ rows: unknown[] }> };

const count = tool({
  description: 'Count the orders',
  inputSchema: z.object({}),
  execute: async () => (await pool.query('SELECT count(*) FROM orders', [])).rows,
});

const cancel = tool({
  description: 'Cancel an order',
  inputSchema: z.object({ id: z.number() }),
  execute: async ({ id }) => (await pool.query('UPDATE orders SET state = $1 WHERE id = $2', ['off', id])).rows,
});

export function assist(prompt: string, isAdmin: boolean) {
  return generateText({
    model: 'openai/gpt-5',
    prompt,
    tools: { count, ...(isAdmin ? { cancel } : {}) },
    toolApproval: { /*[*/cancel: ({ id }) => (id < 1_000 ? 'denied' : 'user-approval')/*]*/ },
  });
}
`,
  },
  {
    name: 'ai-sdk: an agent in a tool, whose own tools are gated',
    code: `
import { writeFile } from 'node:fs/promises';
import { generateText, tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';

const model = 'anthropic/claude-sonnet-4-5';

const writer = new ToolLoopAgent({
  model,
  tools: {
    write: tool({
      description: 'Write a chapter',
      inputSchema: z.object({ chapter: z.number(), text: z.string() }),
      execute: ({ chapter, text }) => writeFile('chapter-' + String(chapter), text),
    }),
  },
  /*[*/toolApproval: { write: 'user-approval' },/*]*/
});

const delegate = tool({
  description: 'Have the writer do something',
  inputSchema: z.object({ task: z.string() }),
  execute: async ({ task }, { abortSignal }) => (await writer.generate({ prompt: task, abortSignal })).text,
});

export const edit = (prompt: string) => generateText({ model, prompt, tools: { delegate } });
`,
  },
];
