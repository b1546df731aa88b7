import type { MarkedProgram } from '../marks.ts';

/** Programs on the OpenAI Agents SDK. */
export const openaiAgentsPrograms: readonly MarkedProgram[] = [
  {
    name: 'openai-agents: an agent with a tool that needs approval',
    code: `
import { rm } from 'node:fs/promises';
import { Agent, run, tool } from '@openai/agents';
import { z } from 'zod';

const weather = tool({
  name: 'get_weather',
  description: 'Tell the weather',
  parameters: z.object({ city: z.string() }),
  execute: async ({ city }) => 'It is sunny in ' + city,
});

const erase = tool({
  name: 'erase_file',
  description: 'Erase a file',
  parameters: z.object({ path: z.string() }),
  /*[*/needsApproval: true,/*]*/
  execute: async ({ path }) => {
    await rm(path);
    return 'erased';
  },
});

const agent = new Agent({ name: 'Assistant', instructions: 'Help.', tools: [weather, erase] });

export async function main(input: string, confirm: (question: string) => Promise<boolean>) {
  let result = await run(agent, input);
  while (result.interruptions.length > 0) {
    for (const interruption of result.interruptions) {
      if (await confirm('Run ' + interruption.name + '?')) result.state.approve(interruption);
      else result.state.reject(interruption);
    }
    result = await run(agent, result.state);
  }
  return result.finalOutput;
}
`,
  },
  {
    name: 'openai-agents: an approval by the arguments, and lists of tools that are joined',
    code: `
import { exec } from 'node:child_process';
import { Agent, tool, type Tool } from '@openai/agents';
import { z } from 'zod';

const harmless = /^(ls|pwd|date)\\b/;

const shell = tool({
  name: 'shell',
  description: 'Run a command',
  parameters: z.object({ command: z.string() }),
  /*[*/needsApproval: async (_context, { command }) => !harmless.test(command),/*]*/
  execute: ({ command }) =>
    new Promise<string>((resolve) => {
      exec(command, (_error, stdout) => resolve(stdout));
    }),
});

const clock = tool({
  name: 'clock',
  description: 'Tell the time',
  parameters: z.object({}),
  execute: async () => new Date().toISOString(),
});

const readers: Tool[] = [clock];
const writers: Tool[] = [shell];

export const operator = Agent.create({ name: 'Operator', instructions: 'Operate.', tools: [...readers, ...writers] });
`,
  },
  {
    name: 'openai-agents: what all gated tools have in common is spread',
    code: `
import { writeFile } from 'node:fs/promises';
import { Agent, tool } from '@openai/agents';
import { z } from 'zod';

const gated = { needsApproval: true, strict: true } as const;

const save = tool({
  name: 'save_report',
  description: 'Save a report',
  parameters: z.object({ title: z.string(), text: z.string() }),
  /*[*/...gated,/*]*/
  async execute({ title, text }) {
    await writeFile('reports/' + title + '.md', text);
    return title;
  },
});

export const reporter = new Agent({ name: 'Reporter', instructions: 'Write reports.', tools: [save] });
`,
  },
  {
    name: 'openai-agents: a guardrail on the tool that rejects',
    code: `
import { Agent, defineToolInputGuardrail, tool, ToolGuardrailFunctionOutputFactory } from '@openai/agents';
import { z } from 'zod';

const ownDomain = defineToolInputGuardrail({
  name: 'own domain',
  run: async ({ toolCall }) => {
    const { to } = JSON.parse(toolCall.arguments) as { to: string };
    return to.endsWith('@example.com')
      ? ToolGuardrailFunctionOutputFactory.allow()
      : ToolGuardrailFunctionOutputFactory.rejectContent('Only to people of our own.');
  },
});

const sendMail = tool({
  name: 'send_mail',
  description: 'Send a mail',
  parameters: z.object({ to: z.string(), text: z.string() }),
  /*[*/inputGuardrails: [ownDomain],/*]*/
  execute: async ({ to, text }) => {
    await fetch('https://mail.example/send', { method: 'POST', body: JSON.stringify({ to, text }) });
    return 'sent';
  },
});

export const secretary = new Agent({ name: 'Secretary', instructions: 'Write mails.', tools: [sendMail] });
`,
  },
  {
    name: 'openai-agents: tools out of a factory',
    code: `
import { execSync } from 'node:child_process';
import { Agent, tool } from '@openai/agents';
import { z } from 'zod';

function commandTool(name: string, command: string, needsApproval: boolean) {
  return tool({
    name,
    description: 'Run ' + command,
    parameters: z.object({}),
    needsApproval,
    execute: async () => execSync(command).toString(),
  });
}

export const builder = new Agent({
  name: 'Builder',
  instructions: 'Build and release.',
  tools: [commandTool('release', 'make release', /*[*/true/*| false ]*/)],
});
`,
  },
  {
    name: 'openai-agents: an agent as a tool that needs approval',
    code: `
import { rm } from 'node:fs/promises';
import { Agent, run, tool } from '@openai/agents';
import { z } from 'zod';

const erase = tool({
  name: 'erase_file',
  description: 'Erase a file',
  parameters: z.object({ path: z.string() }),
  execute: async ({ path }) => {
    await rm(path);
    return 'erased';
  },
});

const cleaner = new Agent({ name: 'Cleaner', instructions: 'Clean up.', tools: [erase] });

const host = new Agent({
  name: 'Host',
  instructions: 'Talk to the user.',
  tools: [
    cleaner.asTool({
      toolName: 'clean_up',
      toolDescription: 'Clean up a folder',
      /*[*/needsApproval: true,/*]*/
    }),
  ],
});

export const ask = (input: string) => run(host, input);
`,
  },
  {
    name: 'openai-agents: a tool that is invoked by hand, where a policy says so',
    code: `
import { rename } from 'node:fs/promises';
import { RunContext, tool } from '@openai/agents';
import { z } from 'zod';

const allowed: ReadonlyMap<string, readonly string[]> = new Map([['move_file', ['admin', 'editor']]]);

function mayUse(role: string, toolName: string): boolean {
  return allowed.get(toolName)?.includes(role) ?? false;
}

const moveFile = tool({
  name: 'move_file',
  description: 'Move a file',
  parameters: z.object({ from: z.string(), to: z.string() }),
  execute: async ({ from, to }) => {
    await rename(from, to);
    return to;
  },
});

export async function move(role: string, from: string, to: string) {
  if (/*[*/!mayUse(role, moveFile.name)/*| from === to ]*/) {
    return { error: 'not allowed' };
  }
  return moveFile.invoke(new RunContext(), JSON.stringify({ from, to }));
}
`,
  },
  {
    name: 'openai-agents: an agent that a class builds',
    code: `
import { spawn } from 'node:child_process';
import { Agent, tool } from '@openai/agents';
import { z } from 'zod';

export class Desk {
  readonly agent: Agent;

  constructor(private readonly services: readonly string[]) {
    const tools = [this.listTool(), this.restartTool()];
    this.agent = new Agent({ name: 'Desk', instructions: 'Keep the services up.', tools });
  }

  private listTool() {
    return tool({
      name: 'list_services',
      description: 'List the services',
      parameters: z.object({}),
      execute: async () => this.services.join(', '),
    });
  }

  private restartTool() {
    return tool({
      name: 'restart_service',
      description: 'Restart a service',
      parameters: z.object({ service: z.string() }),
      /*[*/needsApproval: true,/*]*/
      execute: async ({ service }) => {
        spawn('systemctl', ['restart', service]);
        return 'restarting';
      },
    });
  }
}
`,
  },
  {
    name: 'openai-agents: a shell that needs approval',
    code: `
import { Agent, shellTool, type Shell } from '@openai/agents';

declare const shell: Shell;

export const coder = new Agent({
  name: 'Coder',
  instructions: 'Write code.',
  model: 'gpt-5.1',
  tools: [shellTool({ shell, /*[*/needsApproval: true/*]*/ })],
});
`,
  },
  {
    name: 'openai-agents: a hosted server that asks always',
    code: `
import { Agent, hostedMcpTool } from '@openai/agents';

export const planner = new Agent({
  name: 'Planner',
  instructions: 'Plan trips.',
  tools: [
    hostedMcpTool({
      serverLabel: 'calendar',
      serverUrl: 'https://calendar.example/mcp',
      requireApproval: /*[*/'always'/*| 'never' ]*/,
    }),
  ],
});
`,
  },
  {
    name: 'openai-agents: a specialist that is handed over to',
    code: `
import { Agent, handoff, tool } from '@openai/agents';
import { z } from 'zod';

declare const pool: { query(text: string, values: unknown[]): Promise<unknown> };

const cancelOrder = tool({
  name: 'cancel_order',
  description: 'Cancel an order',
  parameters: z.object({ order: z.string() }),
  /*[*/needsApproval: true,/*]*/
  execute: async ({ order }) => {
    await pool.query('DELETE FROM orders WHERE id = $1', [order]);
    return 'cancelled';
  },
});

const orders = new Agent({ name: 'Orders', instructions: 'Handle orders.', tools: [cancelOrder] });
const faq = new Agent({ name: 'FAQ', instructions: 'Answer questions.' });

export const triage = new Agent({
  name: 'Triage',
  instructions: 'Send the customer to the right place.',
  handoffs: [faq, handoff(orders, { toolDescriptionOverride: 'For orders' })],
});
`,
  },
  {
    name: 'openai-agents: a server of tools that is called by hand',
    code: `
import { MCPServerStdio } from '@openai/agents';

export async function archive(thread: string, ask: (what: string) => Promise<boolean>) {
  const server = new MCPServerStdio({ name: 'mail', fullCommand: 'mail-server' });
  await server.connect();
  try {
    /*[*/const agreed = await ask('Archive ' + thread + '?');
    if (!agreed) {
      return [];
    }/*| const known = await server.listTools();
    if (known.length === 0) {
      return [];
    } ]*/
    return await server.callTool('archive_thread', { thread });
  } finally {
    await server.close();
  }
}
`,
  },
  {
    name: 'openai-agents: what waits for approval is looked at one by one',
    code: `
import { appendFile } from 'node:fs/promises';
import { Agent, Runner, tool, type RunToolApprovalItem } from '@openai/agents';
import { z } from 'zod';

const record = tool({
  name: 'record',
  description: 'Record a line in the books',
  parameters: z.object({ line: z.string() }),
  needsApproval: true,
  execute: async ({ line }) => {
    await appendFile('books.csv', line);
    return 'recorded';
  },
});

const accountant = new Agent({ name: 'Accountant', instructions: 'Keep the books.', tools: [record] });
const runner = new Runner({ workflowName: 'books' });

export async function keepBooks(input: string, review: (item: RunToolApprovalItem) => Promise<boolean>) {
  let result = await runner.run(accountant, input);
  while (result.interruptions.length > 0) {
    const { state } = result;
    for (const item of result.interruptions) {
      /*[*/if (await review(item)) state.approve(item);
      else state.reject(item, { message: 'The reviewer said no.' });/*| state.approve(item); ]*/
    }
    result = await runner.run(accountant, state);
  }
  return result.finalOutput ?? '';
}
`,
  },
  {
    name: 'openai-agents: a list that is filled step by step',
    code: `
import { rm, readFile } from 'node:fs/promises';
import { Agent, tool, type Tool } from '@openai/agents';
import { z } from 'zod';

export function createAgent(mayErase: boolean): Agent {
  const parameters = z.object({ path: z.string() });
  const tools: Tool[] = [];
  tools.push(
    tool({ name: 'read', description: 'Read', parameters, execute: async ({ path }) => readFile(path, 'utf8') }),
  );
  if (mayErase) {
    tools.push(
      tool({
        name: 'erase',
        description: 'Erase',
        parameters,
        /*[*/needsApproval: true,/*]*/
        execute: async ({ path }) => {
          await rm(path);
          return 'erased';
        },
      }),
    );
  }
  return new Agent({ name: 'Files', instructions: 'Look after the files.', tools });
}
`,
  },
  {
    name: 'openai-agents: tools that are made of a table',
    code: `
import { Agent, tool } from '@openai/agents';
import { z } from 'zod';

const actions = [
  { name: 'open_ticket', path: '/tickets', method: 'POST' },
  { name: 'close_ticket', path: '/tickets/close', method: 'DELETE' },
] as const;

const tools = actions.map(({ name, path, method }) =>
  tool({
    name,
    description: name.replace('_', ' '),
    parameters: z.object({ body: z.string() }),
    /*[*/needsApproval: async () => method === 'DELETE' || path.startsWith('/tickets'),/*]*/
    execute: async ({ body }) => (await fetch('https://desk.example' + path, { method, body })).text(),
  }),
);

export const desk = new Agent({ name: 'Desk', instructions: 'Handle tickets.', tools });
`,
  },
  {
    name: 'openai-agents: an agent that is cloned',
    code: `
import { truncate } from 'node:fs/promises';
import { Agent, tool } from '@openai/agents';
import { z } from 'zod';

const empty = tool({
  name: 'empty_file',
  description: 'Empty a file',
  parameters: z.object({ path: z.string() }),
  /*[*/needsApproval: true,/*]*/
  execute: async ({ path }) => {
    await truncate(path);
    return 'emptied';
  },
});

const base = new Agent({ name: 'Base', instructions: 'Be brief.' });

export const janitor = base.clone({ name: 'Janitor', tools: [empty] });
`,
  },
];
