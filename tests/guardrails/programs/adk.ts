import type { MarkedProgram } from '../marks.ts';

/** Programs on Google's Agent Development Kit. */
export const adkPrograms: readonly MarkedProgram[] = [
  {
    name: 'adk: a tool that requires confirmation',
    code: `
import { unlinkSync } from 'node:fs';
import { FunctionTool, LlmAgent } from '@google/adk';
import { z } from 'zod';

const removeFile = new FunctionTool({
  name: 'remove_file',
  description: 'Remove a file',
  parameters: z.object({ path: z.string() }),
  /*[*/requireConfirmation: true,/*]*/
  execute: ({ path }) => {
    unlinkSync(path);
    return { status: 'removed' };
  },
});

export const rootAgent = new LlmAgent({
  name: 'cleaner',
  model: 'gemini-2.5-flash',
  instruction: 'Clean up.',
  tools: [removeFile],
});
`,
  },
  {
    name: 'adk: a confirmation by the arguments, of one tool among several',
    code: `
import { LlmAgent, FunctionTool } from '@google/adk';
import { z } from 'zod';

const parameters = z.object({ to: z.string(), cents: z.number() });

function balance() {
  return { cents: 100 };
}

async function transfer({ to, cents }: z.infer<typeof parameters>) {
  const response = await fetch('https://bank.example/transfers/' + to, { method: 'PUT', body: String(cents) });
  return { status: response.status };
}

const tools = [
  new FunctionTool({ name: 'balance', description: 'Tell the balance', execute: balance }),
  new FunctionTool({
    name: 'transfer',
    description: 'Transfer money',
    parameters,
    execute: transfer,
    /*[*/requireConfirmation: ({ cents }) => cents >= 1_000,/*]*/
  }),
];

export const teller = new LlmAgent({ name: 'teller', model: 'gemini-2.5-pro', tools });
`,
  },
  {
    name: 'adk: a list of callbacks before every call of a tool',
    code: `
import { execSync } from 'node:child_process';
import { FunctionTool, LlmAgent, type SingleBeforeToolCallback } from '@google/adk';
import { z } from 'zod';

const log: string[] = [];

const record: SingleBeforeToolCallback = ({ tool }) => {
  log.push(tool.name);
  return undefined;
};

const onlyHarmless: SingleBeforeToolCallback = ({ tool, args }) => {
  if (tool.name !== 'run_command') return undefined;
  return /^(ls|cat|pwd)\\b/.test(String(args['command'])) ? undefined : { error: 'Blocked by policy.' };
};

const runCommand = new FunctionTool({
  name: 'run_command',
  description: 'Run a command',
  parameters: z.object({ command: z.string() }),
  execute: ({ command }) => execSync(command).toString(),
});

export const operator = new LlmAgent({
  name: 'operator',
  model: 'gemini-2.5-flash',
  tools: [runCommand],
  beforeToolCallback: [record, /*[*/onlyHarmless/*]*/],
});
`,
  },
  {
    name: 'adk: a plugin that reaches the agents below',
    code: `
import { rm } from 'node:fs/promises';
import { BasePlugin, FunctionTool, InMemoryRunner, LlmAgent, LoggingPlugin } from '@google/adk';
import type { BaseTool, Context } from '@google/adk';
import { z } from 'zod';

class FolderGuard extends BasePlugin {
  constructor(private readonly folder: string) {
    super('folder-guard');
  }

  override async beforeToolCallback({ toolArgs }: {
    tool: BaseTool;
    toolArgs: Record<string, unknown>;
    toolContext: Context;
  }): Promise<Record<string, unknown> | undefined> {
    const path = String(toolArgs['path'] ?? '');
    return path.startsWith(this.folder) ? undefined : { error: 'Outside of ' + this.folder };
  }
}

const removeFile = new FunctionTool({
  name: 'remove_file',
  description: 'Remove a file',
  parameters: z.object({ path: z.string() }),
  execute: async ({ path }) => rm(path),
});

const cleaner = new LlmAgent({ name: 'cleaner', model: 'gemini-2.5-flash', tools: [removeFile] });
const root = new LlmAgent({ name: 'root', model: 'gemini-2.5-flash', subAgents: [cleaner] });

export const runner = new InMemoryRunner({
  agent: root,
  plugins: [new LoggingPlugin(), /*[*/new FolderGuard('/tmp/')/*]*/],
});
`,
  },
  {
    name: 'adk: an agent as a tool, with a callback of its own',
    code: `
import { writeFile } from 'node:fs/promises';
import { AgentTool, FunctionTool, LlmAgent, type BeforeToolCallback } from '@google/adk';
import { z } from 'zod';

const saveReport = new FunctionTool({
  name: 'save_report',
  description: 'Save a report',
  parameters: z.object({ title: z.string(), text: z.string() }),
  execute: async ({ title, text }) => {
    await writeFile('reports/' + title, text);
    return { title };
  },
});

const noPaths: BeforeToolCallback = ({ args }) =>
  String(args['title']).includes('/') ? { error: 'A title, not a path.' } : undefined;

const writer = new LlmAgent({
  name: 'writer',
  model: 'gemini-2.5-pro',
  tools: [saveReport],
  /*[*/beforeToolCallback: noPaths,/*]*/
});

export const host = new LlmAgent({
  name: 'host',
  model: 'gemini-2.5-flash',
  tools: [new AgentTool({ agent: writer })],
});
`,
  },
  {
    name: 'adk: a plugin reaches whom the agent hands over to, and nobody that it runs as a tool',
    code: `
import { execSync } from 'node:child_process';
import { AgentTool, App, BasePlugin, FunctionTool, LlmAgent, Runner, InMemorySessionService } from '@google/adk';
import { z } from 'zod';

type Call = Parameters<BasePlugin['beforeToolCallback']>[0];

class OfficeHours extends BasePlugin {
  override async beforeToolCallback({ tool }: Call) {
    const hour = new Date().getHours();
    if (hour >= 9 && hour < 17) return undefined;
    return { error: tool.name + ' has to wait until morning.' };
  }
}

const deploy = new FunctionTool({
  name: 'deploy',
  description: 'Deploy',
  parameters: z.object({ version: z.string() }),
  execute: ({ version }) => ({ log: execSync('deploy ' + version).toString() }),
});

const deployer = new LlmAgent({ name: 'deployer', model: 'gemini-2.5-flash', tools: [deploy] });

const rootAgent = new LlmAgent({
  name: 'root',
  model: 'gemini-2.5-flash',
  /*[*/subAgents: [deployer]/*| tools: [new AgentTool({ agent: deployer })] ]*/,
});

const app = new App({ name: 'releases', rootAgent, plugins: [new OfficeHours('office-hours')] });

export const runner = new Runner({ app, sessionService: new InMemorySessionService() });
`,
  },
  {
    name: 'adk: a policy engine of the project',
    code: `
import { rmSync } from 'node:fs';
import { FunctionTool, InMemoryRunner, LlmAgent, PolicyOutcome, SecurityPlugin } from '@google/adk';
import type { BasePolicyEngine } from '@google/adk';
import { z } from 'zod';

class OnlyScratch implements BasePolicyEngine {
  async evaluate({ toolArgs }: Parameters<BasePolicyEngine['evaluate']>[0]) {
    const isScratch = String(toolArgs['path']).startsWith('/scratch/');
    return { outcome: isScratch ? PolicyOutcome.ALLOW : PolicyOutcome.DENY, reason: 'Only in /scratch.' };
  }
}

const remove = new FunctionTool({
  name: 'remove',
  description: 'Remove a file',
  parameters: z.object({ path: z.string() }),
  execute({ path }) {
    rmSync(path);
    return {};
  },
});

const agent = new LlmAgent({ name: 'janitor', model: 'gemini-2.5-flash', tools: [remove] });

export const runner = new InMemoryRunner({
  agent,
  plugins: [new SecurityPlugin(/*[*/{ policyEngine: new OnlyScratch() }/*]*/)],
});
`,
  },
  {
    name: 'adk: a tool of a class of its own, which asks for confirmation',
    code: `
import { rm } from 'node:fs/promises';
import { BaseTool, LlmAgent, type RunAsyncToolRequest } from '@google/adk';

class RemoveTool extends BaseTool {
  constructor() {
    super({ name: 'remove', description: 'Remove a file' });
  }

  override async runAsync({ args, toolContext }: RunAsyncToolRequest): Promise<unknown> {
    const path = String(args['path']);
    /*[*/if (toolContext.toolConfirmation?.confirmed !== true) {
      toolContext.requestConfirmation({ hint: 'Remove ' + path + '?' });
      return { status: 'waiting' };
    }/*]*/
    await rm(path);
    return { status: 'removed' };
  }
}

export const agent = new LlmAgent({ name: 'files', model: 'gemini-2.5-flash', tools: [new RemoveTool()] });
`,
  },
  {
    name: 'adk: a sequence of agents, and a callback that is a method',
    code: `
import { writeFileSync } from 'node:fs';
import { FunctionTool, LlmAgent, SequentialAgent, type SingleBeforeToolCallback } from '@google/adk';
import { z } from 'zod';

class Budget {
  #left = 3;

  readonly check: SingleBeforeToolCallback = ({ tool }) => {
    this.#left -= 1;
    return this.#left < 0 ? { error: 'No more calls of ' + tool.name } : undefined;
  };
}

const budget = new Budget();
const model = 'gemini-2.5-flash';

const save = new FunctionTool({
  name: 'save',
  description: 'Save a draft',
  parameters: z.object({ text: z.string() }),
  execute: ({ text }) => writeFileSync('draft.md', text),
});

export const pipeline = new SequentialAgent({
  name: 'pipeline',
  subAgents: [
    new LlmAgent({ name: 'thinker', model }),
    new LlmAgent({ name: 'writer', model, tools: [save], /*[*/beforeToolCallback: budget.check,/*]*/ }),
  ],
});
`,
  },
];
