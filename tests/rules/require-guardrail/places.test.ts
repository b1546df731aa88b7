import { describe, expect, it } from 'vitest';
import { lint } from '../../scenarios/linting.ts';

// Where a finding stands: once at the definition of the tool, with the agents that have it unguarded. At an agent only what
// a guard at the agent has to cover.

type Files = Readonly<Record<string, string>>;

/** The findings of a file: its line, and the message to the end of its first sentence. */
function found(files: Files, file: string, options: object = {}): readonly string[] {
  const reports = lint(files, { rules: { 'agent-safety/require-guardrail': ['error', options] }, file });
  return reports.map(({ line, message }) => `${String(line)}: ${message.replace(/(?<=[^.]\.) [A-Z].*$/, '')}`);
}

const tools = `import { rm } from 'node:fs/promises';
import { tool } from '@openai/agents';
import { z } from 'zod';
const parameters = z.object({ path: z.string() });
export const erase = tool({
  name: 'erase', description: 'Erase', parameters,
  execute: async ({ path }) => { await rm(path); return 'ok'; },
});
export const show = tool({ name: 'show', description: 'Show', parameters, execute: async ({ path }) => path });
`;

const agents = (names: readonly string[]): string => `import { Agent } from '@openai/agents';
import { erase, show } from './tools.js';
export const agents = [${names.map((name) => `new Agent({ name: '${name}', tools: [erase, show] })`).join(', ')}];
`;

const erases = '`erase` deletes with `fs.rm` (line 7; high impact), and runs without approval in';

describe('a tool of several agents', () => {
  it('is reported at its name, once, in the file that defines it', () => {
    const files = { 'tools.ts': tools, 'agents.ts': agents(['Coder', 'Ops']) };

    expect(found(files, 'tools.ts')).toEqual([`6: ${erases} \`Coder\` and \`Ops\`.`]);
    expect(found(files, 'agents.ts')).toEqual([]);
  });

  it.each([
    [['Coder'], '`Coder`'],
    [['Coder', 'Coder'], '`Coder`'],
    [['Coder', 'Ops', 'Desk'], '`Coder`, `Ops` and 1 other'],
    [['Coder', 'Ops', 'Desk', 'Night'], '`Coder`, `Ops` and 2 others'],
  ])('names them: %s', (names, text) => {
    expect(found({ 'tools.ts': tools, 'agents.ts': agents(names) }, 'tools.ts')).toEqual([`6: ${erases} ${text}.`]);
  });

  it('names those of several files', () => {
    const files = { 'tools.ts': tools, 'a.ts': agents(['Coder']), 'b.ts': agents(['Ops']) };

    expect(found(files, 'tools.ts')).toEqual([`6: ${erases} \`Coder\` and \`Ops\`.`]);
  });

  it('is silent where no agent has it', () => {
    expect(found({ 'tools.ts': tools, 'agents.ts': agents([]) }, 'tools.ts')).toEqual([]);
  });

  it('known gap: where its file is not linted, nothing reports it', () => {
    const files = { 'tools.ts': tools, 'agents.ts': agents(['Coder']) };

    expect(found(files, 'agents.ts')).toEqual([]);
  });
});

const ai = `import { rm } from 'node:fs/promises';
import { ToolLoopAgent, tool } from 'ai';
import { z } from 'zod';
const model = 'openai/gpt-5';
const inputSchema = z.object({ path: z.string() });
const execute = async ({ path }: { path: string }) => { await rm(path); return 'ok'; };
`;

describe('a tool of the AI SDK', () => {
  const erase = `${ai}const erase = tool({ description: 'Erase', inputSchema, execute });
export const coder = new ToolLoopAgent({ id: 'coder', model, tools: { erase } });
`;
  const other = (options: string): Files => ({
    'main.ts': `${erase}export const ops = new ToolLoopAgent({ id: 'ops', model, ${options} });\n`,
  });

  it('is one under two names', () => {
    const reported = found(other('tools: { wipe: erase }'), 'main.ts');

    expect(reported).toEqual([
      '7: `erase` deletes with `fs.rm` (line 6; high impact), and runs without approval in `coder` and `ops`.',
    ]);
  });

  it('is reported without the agent that guards it', () => {
    const reported = found(other("tools: { erase }, toolApproval: { erase: 'user-approval' }"), 'main.ts');

    expect(reported).toEqual([
      '7: `erase` deletes with `fs.rm` (line 6; high impact), and runs without approval in `coder`.',
    ]);
  });

  it('is reported where it is an object, in a file without imports of an SDK', () => {
    const files = {
      'tools.ts': `import { rm } from 'node:fs/promises';
import { z } from 'zod';
export const erase = {
  description: 'Erase', inputSchema: z.object({ path: z.string() }),
  execute: async ({ path }: { path: string }) => { await rm(path); return 'ok'; },
};
`,
      'main.ts': `import { ToolLoopAgent } from 'ai';
import { erase } from './tools.js';
export const coder = new ToolLoopAgent({ id: 'coder', model: 'openai/gpt-5', tools: { erase } });
`,
    };

    expect(found(files, 'tools.ts')).toEqual([
      '3: `erase` deletes with `fs.rm` (line 5; high impact), and runs without approval in `coder`.',
    ]);
    expect(found(files, 'main.ts')).toEqual([]);
  });
});

describe('a tool that another one takes the place of', () => {
  const files = (before: string): Files => ({
    'main.ts': `import { rm } from 'node:fs/promises';
import { streamText, tool, type ToolSet } from 'ai';
import { z } from 'zod';
declare const host: { onToolApproval(name: string): Promise<boolean>; onToolStart(name: string): Promise<boolean> };
const tools: ToolSet = {
  erase: tool({ description: 'Erase', inputSchema: z.object({ path: z.string() }), execute: async ({ path }: { path: string }) => { await rm(path); return 'ok'; } }),
};
function wrapped(): ToolSet {
  const all: ToolSet = {};
  for (const [name, each] of Object.entries(tools)) {
    if (!each.execute) { all[name] = each; continue; }
    const run = each.execute;
    all[name] = tool({ description: 'x', inputSchema: z.object({ path: z.string() }), execute: async (input, options) => { ${before} return run(input, options); } });
  }
  return all;
}
export const go = (prompt: string) => streamText({ model: 'openai/gpt-5', prompt, tools: wrapped() });
`,
  });

  it('is not reported where that one requests approval before it runs its handler', () => {
    expect(found(files("if (!(await host.onToolApproval(name))) return 'no';"), 'main.ts')).toEqual([]);
  });

  it('is reported where that one only calls something else before', () => {
    expect(found(files("if (!(await host.onToolStart(name))) return 'no';"), 'main.ts').length).toBeGreaterThan(0);
  });
});

describe('a tool that only an agent of a test has', () => {
  const files = (test: string): Files => ({
    'tools.ts': `import { rm } from 'node:fs/promises';
import { tool } from '@openai/agents';
import { z } from 'zod';
export const erase = tool({ name: 'erase', description: 'Erase', parameters: z.object({ path: z.string() }), execute: async ({ path }) => { await rm(path); return 'ok'; } });
`,
    [test]: `import { Agent } from '@openai/agents';
import { erase } from './tools.js';
export const agent = new Agent({ name: 'Tested', tools: [erase] });
`,
  });

  it('is not reported, as no user runs that agent', () => {
    expect(found(files('erase.eval.ts'), 'tools.ts')).toEqual([]);
  });

  it('is reported where another agent has it', () => {
    expect(found(files('agent.ts'), 'tools.ts')).toEqual([
      '4: `erase` deletes with `fs.rm` (line 4; high impact), and runs without approval in `Tested`.',
    ]);
  });
});

describe('a definition that makes several tools', () => {
  const made = (agent: string): Files => ({
    'make.ts': `import { tool } from '@openai/agents';
import { z } from 'zod';
export function make(name: string, run: (path: string) => Promise<string>) {
  return tool({ name, description: name, parameters: z.object({ path: z.string() }), execute: ({ path }) => run(path) });
}
`,
    'main.ts': `import { rm, truncate } from 'node:fs/promises';
import { Agent } from '@openai/agents';
import { make } from './make.js';
const erase = make('erase', async (path) => { await rm(path); return 'ok'; });
const empty = make('empty', async (path) => { await truncate(path); return 'ok'; });
const show = make('show', async (path) => path);
${agent}
`,
  });

  it('is reported where each of them is given its handler', () => {
    const files = made("export const agent = new Agent({ name: 'Coder', tools: [show, erase, empty] });");

    expect(found(files, 'make.ts')).toEqual([]);
    expect(found(files, 'main.ts')).toEqual([
      '4: `erase` deletes with `fs.rm` (line 4; high impact), and runs without approval in `Coder`.',
      '5: `empty` overwrites files that the model chooses with `fs.truncate` (line 5; high impact), and runs without approval in `Coder`.',
    ]);
  });

  it('is silent where none of them that an agent has is sensitive', () => {
    const files = made("export const agent = new Agent({ name: 'Coder', tools: [show] }); void erase; void empty;");

    expect(found(files, 'make.ts')).toEqual([]);
  });

  it('is a class with several instances', () => {
    const files = {
      'main.ts': `import { rm } from 'node:fs/promises';
import { StructuredTool } from '@langchain/core/tools';
import { createAgent } from 'langchain';
import { z } from 'zod';
class Erase extends StructuredTool {
  name = 'erase';
  description = 'Erase';
  schema = z.object({ path: z.string() });
  protected async _call({ path }: { path: string }) { await rm(path); return 'ok'; }
}
export const coder = createAgent({ model: 'openai:gpt-5', tools: [new Erase()] });
export const ops = createAgent({ model: 'openai:gpt-5', tools: [new Erase()] });
`,
    };

    expect(found(files, 'main.ts')).toEqual([
      '6: `erase` deletes with `fs.rm` (line 9; high impact), and runs without approval in `coder` and `ops`.',
    ]);
  });
});

describe('tools and agents of functions that run several times', () => {
  const guarded = 'needsApproval: true, ';
  const mapped = (guard: string): Files => ({
    'main.ts': `import { rm } from 'node:fs/promises';
import { Agent, tool } from '@openai/agents';
import { z } from 'zod';
const erase = tool({ name: 'erase', description: 'Erase', parameters: z.object({ path: z.string() }), ${guard}execute: async ({ path }) => { await rm(path); return 'ok'; } });
export const agents = ['a', 'b', 'c'].map((name) => new Agent({ name, tools: [erase] }));
`,
  });
  const built = (guard: string): Files => ({
    'main.ts': `import { rm, truncate } from 'node:fs/promises';
import { Agent, tool } from '@openai/agents';
import { z } from 'zod';
const parameters = z.object({ path: z.string() });
function buildTools(root: string) {
  return [
    tool({ name: 'erase', description: 'Erase', parameters, ${guard}execute: async ({ path }) => { await rm(root + path); return 'ok'; } }),
    tool({ name: 'empty', description: 'Empty', parameters, ${guard}execute: async ({ path }) => { await truncate(path); return 'ok'; } }),
    tool({ name: 'show', description: 'Show', parameters, execute: async ({ path }) => path }),
  ];
}
export const one = new Agent({ name: 'One', tools: buildTools('/a/') });
export const two = new Agent({ name: 'Two', tools: buildTools('/b/') });
`,
  });

  it('are one finding for a tool of agents that a callback makes', () => {
    expect(found(mapped(''), 'main.ts')).toHaveLength(1);
    expect(found(mapped(''), 'main.ts')[0]).toMatch(/^4: `erase` deletes/);
  });

  it('are one finding for each tool that a function makes for two agents, at the tool', () => {
    expect(found(built(''), 'main.ts')).toEqual([
      expect.stringMatching(/^7: `erase` deletes .* in `One` and `Two`\.$/),
      expect.stringMatching(/^8: `empty` overwrites .* in `One` and `Two`\.$/),
    ]);
  });

  it('are silent where they need approval', () => {
    expect(found(mapped(guarded), 'main.ts')).toEqual([]);
    expect(found(built(guarded), 'main.ts')).toEqual([]);
  });
});

describe('a tool that is defined elsewhere', () => {
  it('is reported at the agent where a package has it, with its sources', () => {
    const files = {
      'node_modules/@acme/tools/package.json': '{ "name": "@acme/tools", "version": "1.0.0", "types": "index.ts" }',
      'node_modules/@acme/tools/index.ts': tools,
      'main.ts': `import { Agent } from '@openai/agents';
import { erase, show } from '@acme/tools';
export const agent = new Agent({
  name: 'Coder',
  tools: [erase, show],
});
`,
    };
    const [report, ...others] = found(files, 'main.ts');

    expect(report).toMatch(
      /^3: `erase` deletes with `fs.rm` \(line 7 of .*; high impact\), and runs without approval in `Coder`\.$/,
    );
    expect(others).toEqual([]);
  });
});

describe('a class of the program whose instances are tools', () => {
  const program = (beside: string, made = 'new Shell()'): Files => ({
    'main.ts': `import { exec } from 'node:child_process';
import { generateText, type LanguageModel } from 'ai';
import { z } from 'zod';
class Shell {
  readonly description = 'Run a command';
  readonly inputSchema = z.object({ command: z.string() });
  ${beside}
  async execute({ command }: { command: string }) { exec(command); return 'done'; }
}
const shell = ${made};
export const answer = (model: LanguageModel) => generateText({ model, prompt: 'x', tools: { shell } });
`,
  });

  it('is reported where the class begins', () => {
    expect(found(program(''), 'main.ts')).toEqual([
      '4: `shell` runs a command that the model writes with `child_process.exec` (line 8; critical impact), and runs without approval in `answer`.',
    ]);
  });

  it('is silent where its instances need approval', () => {
    expect(found(program('readonly needsApproval = true;'), 'main.ts')).toEqual([]);
  });

  it('is silent where what the agent is given is no tool', () => {
    expect(found(program('', '{ description: String(new Shell()) }'), 'main.ts')).toEqual([]);
  });
});

describe('servers', () => {
  const served = (servers: string): Files => ({
    'main.ts': `import { Agent, MCPServerStdio } from '@openai/agents';
const files = new MCPServerStdio({ name: 'files', fullCommand: 'npx files' });
const mail = new MCPServerStdio({ name: 'mail', fullCommand: 'npx mail' });
export const agent = new Agent({ name: 'Desk', mcpServers: ${servers} });
void files; void mail;
`,
  });
  const strict = { checkUnknown: true };

  it('of one agent are one finding, which names them', () => {
    expect(found(served('[files, mail]'), 'main.ts', strict)).toEqual([
      '4: `Desk` can run all tools of `files` and `mail` without approval.',
    ]);
  });

  it('are not reported where the agent does not have them', () => {
    expect(found(served('[]'), 'main.ts', strict)).toEqual([]);
  });
});
