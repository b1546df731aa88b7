import type { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import { lint } from '../../scenarios/linting.ts';

// A tool that a person names on the command line, with its input, was decided about there. What a model has a part in was not.

type Files = Readonly<Record<string, string>>;

function found(files: Files): readonly string[] {
  const rules: Linter.RulesRecord = {
    'agent-safety/require-guardrail': ['error', { checkUnknown: true, minImpact: 'low' }],
  };
  return Object.keys(files).flatMap((file) =>
    lint(files, { rules, file }).map(({ messageId, line }) => `${file}:${String(line)} ${messageId}`),
  );
}

const client = `import { Client } from '@modelcontextprotocol/sdk/client/index.js';
export interface Step { name: string; input: Record<string, unknown> }
export declare const client: Client;
export declare function plan(goal: string): Promise<Step>;
export declare function planAll(goal: string): Promise<readonly Step[]>;
`;
const head = `import { client, plan, planAll } from './client.js';
export { plan, planAll };
`;

const typed: Readonly<Record<string, Files>> = {
  'process.argv': {
    'main.ts': `const [, , name = '', text = '{}'] = process.argv;
await client.callTool({ name, arguments: JSON.parse(text) });
`,
  },
  'argv that is imported': {
    'main.ts': `import { argv } from 'node:process';
await client.callTool({ name: String(argv[2]), arguments: { path: argv[3]?.trim() } });
`,
  },
  'parseArgs of Node, through a function': {
    'main.ts': `import { parseArgs } from 'node:util';
const { positionals, values } = parseArgs({ allowPositionals: true, options: { args: { type: 'string' } } });
async function call(name: string, text: string | undefined) {
  let args: Record<string, unknown> = {};
  if (text) args = JSON.parse(text);
  return client.callTool({ name, arguments: args });
}
await call(positionals[0] ?? '', values.args);
`,
  },
  'a record of what is typed': {
    'main.ts': `const args: Record<string, string> = {};
for (const pair of process.argv.slice(3)) {
  const [key = '', value = ''] = pair.split('=');
  args[key] = value;
}
await client.callTool({ name: process.argv[2] ?? '', arguments: args });
`,
  },
  'the function of a command': {
    'main.ts': `import { Command } from 'commander';
import { call } from './call.js';
new Command().command('call <tool> [args]').action(async (tool, text = '{}') => {
  let args;
  try { args = JSON.parse(text); } catch { process.exit(1); }
  await call(tool, args);
});
`,
    'call.ts': `export async function call(name: string, args: Record<string, unknown>) {
  return client.callTool({ name, arguments: args });
}
`,
  },
  'a named function of a command': {
    'main.ts': `import { program } from 'commander';
const call = async (tool: string, options: { args: string }) => {
  await client.callTool({ name: tool, arguments: JSON.parse(options.args) });
};
program.command('call <tool>').option('--args <json>').action(call);
`,
  },
  'a parser without types': {
    'main.ts': `import meow from 'meow';
const cli = meow('usage', { importMeta: import.meta });
const [server, target] = cli.input[0].split(':');
await client.callTool({ name: target, arguments: { server, ...cli.flags } });
`,
  },
  'the handler of a command without types': {
    'main.ts': `import yargs from 'yargs';
yargs(process.argv.slice(2)).command('call <tool>', 'Call', {}, async (argv) => {
  await client.callTool({ name: argv.tool, arguments: JSON.parse(argv.args) });
});
`,
  },
  'a method that a command and the handler of a server call': {
    'main.ts': `import { program } from 'commander';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js';
class Remote {
  async call(name: string, args: Record<string, unknown>) { return client.callTool({ name, arguments: args }); }
}
const remote = new Remote();
program.command('call <tool> <args>').action((tool: string, args: string) => remote.call(tool, JSON.parse(args)));
const server = new Server({ name: 'proxy', version: '1.0.0' });
server.setRequestHandler(CallToolRequestSchema, ({ params }) => remote.call(params.name, params.arguments ?? {}) as never);
`,
  },
  'an input that a function of the program makes of what is typed': {
    'main.ts': `function pairs(list: readonly string[]) { return Object.fromEntries(list.map((each) => each.split('='))); }
await client.callTool({ name: process.argv[2] ?? '', arguments: pairs(process.argv.slice(3)) });
`,
  },
  'a command for each tool of a server': {
    'main.ts': `import { program } from 'commander';
for (const { name } of (await client.listTools()).tools)
  program.command(name).option('--path <path>').action(async (options) => { await client.callTool({ name, arguments: options }); });
`,
  },
  'a command for each tool of a server, with the options that its schema has': {
    'main.ts': `import { program } from 'commander';
interface Schema { properties?: Record<string, unknown> }
function toolInput(options: Record<string, unknown>, schema: Schema) {
  const args: Record<string, unknown> = {};
  for (const name of Object.keys(schema.properties ?? {})) {
    const value = options[name];
    if (value !== undefined) args[name] = typeof value === 'string' ? JSON.parse(value) : value;
  }
  return args;
}
export async function addCommands(prefix?: string) {
  for (const tool of (await client.listTools()).tools) {
    const name = prefix ? \`\${prefix} \${tool.name}\` : tool.name;
    const command = program.command(name, tool.description ?? '');
    command.action(async (options: Record<string, unknown>) => {
      const args = toolInput(options, tool.inputSchema);
      const attempt = async () => { await client.callTool({ name: tool.name, arguments: args }); };
      await attempt();
    });
  }
}
`,
  },
  'a tool that is picked in a menu': {
    'main.ts': `import prompts from 'prompts';
const { tools } = await client.listTools();
const { picked } = await prompts({ name: 'picked', type: 'select', message: 'Tool', choices: tools });
const { args } = await prompts({ name: 'args', type: 'text', message: 'Arguments' });
await client.callTool({ name: picked.name, arguments: JSON.parse(args) });
`,
  },
};

const decidedByModel: Readonly<Record<string, Files>> = {
  'the input of a step of a plan': {
    'main.ts': `const { input } = await plan('clean up');
await client.callTool({ name: process.argv[2] ?? '', arguments: input });
`,
  },
  'a tool that the model names, with a typed path': {
    'main.ts': `for (const { name, input } of await planAll('clean up'))
  await client.callTool({ name, arguments: { ...input, path: process.argv[2] } });
`,
  },
  'a typed goal': {
    'main.ts': `const { name, input } = await plan(process.argv[2] ?? '');
await client.callTool({ name, arguments: input });
`,
  },
  'an input that a plan replaces': {
    'main.ts': `let args = JSON.parse(process.argv[3] ?? '{}');
if (process.argv.length > 4) args = (await plan('clean up')).input;
await client.callTool({ name: process.argv[2] ?? '', arguments: args });
`,
  },
  'an input that a plan adds to': {
    'main.ts': `const args: Record<string, unknown> = {};
args['note'] = process.argv[3];
args['path'] = (await plan('clean up')).input['path'];
await client.callTool({ name: process.argv[2] ?? '', arguments: args });
`,
  },
  'an input that a plan is merged into': {
    'main.ts': `const args = JSON.parse(process.argv[3] ?? '{}');
Object.assign(args, (await plan('clean up')).input);
await client.callTool({ name: process.argv[2] ?? '', arguments: args });
`,
  },
  'a typed name, for which the function makes a plan': {
    'main.ts': `async function call(name: string) {
  const { input } = await plan(name);
  return client.callTool({ name, arguments: input });
}
await call(process.argv[2] ?? '');
`,
  },
  'a function of a command that a plan runs too': {
    'main.ts': `import { program } from 'commander';
async function call(name: string, input: Record<string, unknown>) { await client.callTool({ name, arguments: input }); }
program.command('call <tool>').action(call);
program.command('agent <goal>').action(async (goal) => {
  const step = await plan(goal);
  await call(step.name, step.input);
});
`,
  },
  'a command of the program’s own': {
    'main.ts': `class Command { action(run: (step: { name: string; input: Record<string, unknown> }) => unknown) { void plan('clean up').then(run); } }
new Command().action(({ name, input }) => client.callTool({ name, arguments: input }));
`,
  },
  'a process of the program’s own': {
    'main.ts': `async function go() {
  const process = { argv: await planAll('clean up') };
  for (const { name, input } of process.argv) await client.callTool({ name, arguments: input });
}
void go();
`,
  },
  'an input that a function of the program makes of a plan': {
    'main.ts': `function pairs(list: readonly string[]) { return Object.fromEntries(list.map((each) => each.split('='))); }
const step = await plan('clean up');
await client.callTool({ name: process.argv[2] ?? '', arguments: pairs(Object.values(step.input).map(String)) });
`,
  },
  'an input of which a plan makes a part, in a function': {
    'main.ts': `function withPath(options: Record<string, unknown>, { input }: { input: Record<string, unknown> }) {
  const args: Record<string, unknown> = {};
  for (const name of Object.keys(options)) args[name] = input[name] ?? options[name];
  return args;
}
const args = withPath({ path: process.argv[3] }, await plan('clean up'));
await client.callTool({ name: process.argv[2] ?? '', arguments: args });
`,
  },
  'an input that a function gives to each element of what is typed': {
    'main.ts': `const { input } = await plan('clean up');
await client.callTool({ name: process.argv[2] ?? '', arguments: { paths: process.argv.slice(3).map((each) => input[each]) } });
`,
  },
  'what is typed, where a function replaces it': {
    'main.ts': `async function made(options: Record<string, unknown>) {
  options = (await plan('clean up')).input;
  return options;
}
await client.callTool({ name: process.argv[2] ?? '', arguments: await made({ path: process.argv[3] }) });
`,
  },
  'what is typed, where a method of a subclass gives something else': {
    'main.ts': `class Input { of(text: string): Record<string, unknown> { return JSON.parse(text); } }
export class Planned extends Input { override of() { return steps[0]?.input ?? {}; } }
const steps = await planAll('clean up');
declare const input: Input;
await client.callTool({ name: process.argv[2] ?? '', arguments: input.of(process.argv[3] ?? '') });
`,
  },
  'a command for each tool, which runs the one of a plan': {
    'main.ts': `import { program } from 'commander';
for (const { name } of (await client.listTools()).tools)
  program.command(name).option('--path <path>').action(async (options) => {
    const step = await plan(name);
    await client.callTool({ name: step.name, arguments: options });
  });
`,
  },
  'a command for each tool, with the input of a plan': {
    'main.ts': `import { program } from 'commander';
for (const { name } of (await client.listTools()).tools)
  program.command(name).action(async () => { await client.callTool({ name, arguments: (await plan(name)).input }); });
`,
  },
  'a command for each step of a plan, which runs the last one': {
    'main.ts': `import { program } from 'commander';
let last = '';
for (const { name } of await planAll('clean up')) {
  last = name;
  program.command(last).action(async (options) => { await client.callTool({ name: last, arguments: options }); });
}
`,
  },
  'another member of what a command is named after': {
    'main.ts': `import { program } from 'commander';
for (const step of await planAll('clean up'))
  program.command(step.name).action(async () => { await client.callTool({ name: step.name, arguments: step.input }); });
`,
  },
  'a file that is named there': {
    'main.ts': `import { readFile } from 'node:fs/promises';
const { name, input } = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8'));
await client.callTool({ name, arguments: input });
`,
  },
};

const withClient = (files: Files): Files => ({
  'client.ts': client,
  ...Object.fromEntries(Object.entries(files).map(([name, text]) => [name, head + text])),
});

describe('a tool that is named on the command line', () => {
  it.each(Object.entries(typed))('is silent: %s', (_, files) => {
    expect(found(withClient(files))).toEqual([]);
  });

  it.each(Object.entries(decidedByModel))('is reported: %s', (_, files) => {
    expect(found(withClient(files))).toEqual([expect.stringMatching(/^main\.ts:\d+ invoked$/)]);
  });
});
