import { describe, expect, it } from 'vitest';
import { lint } from '../../scenarios/linting.ts';

// Guards that an agent, or a run of one, gets from the function or class around it: none where some caller gives none.
const head = `import { rm } from 'node:fs/promises';
import { query, type CanUseTool, type Options, type PermissionMode } from '@anthropic-ai/claude-agent-sdk';
import { Agent as MastraAgent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { generateText, tool, ToolLoopAgent, type LanguageModel, type ToolSet } from 'ai';
import type { StructuredToolInterface } from '@langchain/core/tools';
import { createAgent, humanInTheLoopMiddleware, tool as langchainTool, type AgentMiddleware } from 'langchain';
import { z } from 'zod';
declare const model: LanguageModel;
const inputSchema = z.object({ path: z.string() });
const erase = tool({ inputSchema, execute: ({ path }) => rm(path, { recursive: true }) });
const clear = createTool({ id: 'clear', description: 'Clear', inputSchema, execute: async ({ path }) => { await rm(path, { recursive: true }); } });
const purge = langchainTool(async ({ path }) => { await rm(path, { recursive: true }); return path; }, { name: 'purge', description: 'Purge', schema: inputSchema });
const review: CanUseTool = async (name, input) => name === 'Read' ? { behavior: 'allow', updatedInput: input } : { behavior: 'deny', message: 'Not now.' };
`;

/** What the rules about tools report: the rule, without the plugin's name, and what stands first between back-quotes. */
const found = (code: string, others: Readonly<Record<string, string>> = {}): readonly string[] =>
  lint(
    { 'main.ts': `${head}${code}\n`, ...others },
    {
      rules: { 'agent-safety/require-guardrail': 'error', 'agent-safety/no-unguarded-sensitive-tool': 'error' },
      file: 'main.ts',
    },
  ).map(({ rule, message }) => `${rule?.replace('agent-safety/', '') ?? ''} ${/`([^`]+)`/.exec(message)?.[1] ?? ''}`);

const asked = (calls: string): string =>
  `async function ask(prompt: string, options: Options): Promise<void> {
  for await (const message of query({ prompt, options })) console.log(message.type);
}
export const main = async (task: string): Promise<void> => { ${calls} };`;

const spread = (calls: string): string =>
  `async function ask(prompt: string, more: Partial<Options> = {}): Promise<void> {
  for await (const message of query({ prompt, options: { allowedTools: ['Bash'], ...more } })) console.log(message.type);
}
export const main = async (task: string): Promise<void> => { ${calls} };`;

const moded = (calls: string): string =>
  `interface Settings { readonly mode?: PermissionMode; readonly cwd?: string }
async function ask(prompt: string, { mode, cwd }: Settings = {}): Promise<void> {
  const options: Options = { permissionMode: mode ?? 'bypassPermissions', ...(cwd === undefined ? {} : { cwd }) };
  for await (const message of query({ prompt, options })) console.log(message.type);
}
export const main = async (task: string): Promise<void> => { ${calls} };`;

const listed = (calls: string): string =>
  `async function ask(prompt: string, allowedTools: string[], permissionMode: PermissionMode = 'default'): Promise<void> {
  for await (const message of query({ prompt, options: { allowedTools, permissionMode } })) console.log(message.type);
}
export const main = async (task: string): Promise<void> => { ${calls} };`;

const held = (service: string): string =>
  `class Service {
  constructor(private readonly canUseTool?: CanUseTool) {}
  async ask(prompt: string): Promise<void> {
    const options: Options = { allowedTools: ['Bash'], ...(this.canUseTool && { canUseTool: this.canUseTool }) };
    for await (const message of query({ prompt, options })) console.log(message.type);
  }
}
export const main = (task: string): Promise<void> => ${service}.ask(task);`;

/** What a method that nobody calls here gets from the instances that the program makes. */
const uncalled = (members: string, made: string): string =>
  `abstract class Worker {
  constructor(private readonly more: Partial<Options> = {}) {}
  protected abstract mode(): PermissionMode;
  async work(prompt: string): Promise<void> {
    const options: Options = { permissionMode: this.mode(), ...this.more };
    for await (const message of query({ prompt, options })) console.log(message.type);
  }
}
class Bold extends Worker { protected override mode(): PermissionMode { return 'bypassPermissions'; } }
class Shy extends Worker { protected override mode(): PermissionMode { return 'default'; } ${members} }
export const workers = [${made}];`;

const strict = (isStrict: boolean): string =>
  `const make = (isStrict: boolean) => new ToolLoopAgent({ model, tools: { erase }, ...(isStrict && { toolApproval: { erase: 'user-approval' as const } }) });
export const agent = make(${String(isStrict)});`;

/** Middleware and tools that subclasses say. */
const inherited = (middleware: string): string =>
  `abstract class Maker {
  protected abstract tools(): StructuredToolInterface[];
  protected middleware(): AgentMiddleware[] { return []; }
  build() { return createAgent({ model: 'openai:gpt-5', tools: this.tools(), middleware: this.middleware() }); }
}
class Cleaner extends Maker {
  protected override tools() { return [purge]; }
  protected override middleware() { return [${middleware}]; }
}
export const makers: Maker[] = [new Cleaner()];`;

const generated = (call: string): string =>
  `interface Settings { readonly tools?: ToolSet; readonly toolApproval?: () => 'user-approval' }
const write = (prompt: string, settings: Settings) => generateText({ model, prompt, ...settings });
export const main = (prompt: string) => ${call};`;

const mastra = (call: string): string =>
  `const agent = new MastraAgent({ id: 'cleaner', name: 'Cleaner', instructions: 'Clean.', model: 'openai/gpt-5', tools: { clear } });
type RunOptions = NonNullable<Parameters<typeof agent.generate>[1]>;
const ask = (prompt: string, options: RunOptions) => agent.generate(prompt, options);
export const main = (prompt: string) => ${call};`;

const langchain = (middleware: string): string =>
  `const make = (middleware: AgentMiddleware[]) => createAgent({ model: 'openai:gpt-5', tools: [purge], middleware });
export const agents = [${middleware}];`;

const approving = 'make([humanInTheLoopMiddleware({ interruptOn: { purge: true } })])';

const wrong: Readonly<Record<string, { readonly code: string; readonly found: readonly string[] }>> = {
  'options that the only caller gives': {
    code: asked("await ask(task, { allowedTools: ['Bash'] });"),
    found: ['require-guardrail allowedTools'],
  },
  'one caller of two gives no guard': {
    code: asked(
      "await ask(task, { allowedTools: ['Bash'], canUseTool: review }); await ask(task, { permissionMode: 'bypassPermissions' });",
    ),
    found: ["no-unguarded-sensitive-tool permissionMode: 'bypassPermissions'"],
  },
  'more options, of which there are none': {
    code: spread("await ask(task); await ask(task, { cwd: '/srv' });"),
    found: ['require-guardrail allowedTools'],
  },
  'a mode that no caller changes': {
    code: moded("await ask(task, { cwd: '/srv' });"),
    found: ["no-unguarded-sensitive-tool 'bypassPermissions'"],
  },
  'a list that the caller gives': {
    code: listed("await ask(task, ['Bash', 'Read']);"),
    found: ['require-guardrail allowedTools'],
  },
  'a guard that the constructor is not given': {
    code: held('new Service()'),
    found: ['require-guardrail allowedTools'],
  },
  'a subclass with a mode of its own, of which an instance is made': {
    code: uncalled('', 'new Bold(), new Shy()'),
    found: ["no-unguarded-sensitive-tool 'bypassPermissions'"],
  },
  'middleware that a subclass leaves out': { code: inherited(''), found: ['require-guardrail purge'] },
  'an approval on a condition that the call does not meet': { code: strict(false), found: ['require-guardrail erase'] },
  'one caller of two takes tools away': {
    code: asked(
      "await ask(task, { permissionMode: 'bypassPermissions', tools: ['Read'] }); await ask(task, { permissionMode: 'bypassPermissions' });",
    ),
    found: ["no-unguarded-sensitive-tool permissionMode: 'bypassPermissions'"],
  },
  'settings with tools, and without an approval': {
    code: generated('write(prompt, { tools: { erase } })'),
    found: ['require-guardrail erase'],
  },
  'options of a run': { code: mastra('ask(prompt, { maxSteps: 3 })'), found: ['require-guardrail clear'] },
  'middleware of one agent of two': { code: langchain(`make([]), ${approving}`), found: ['require-guardrail purge'] },
};

const right: Readonly<Record<string, string>> = {
  'every caller gives a guard': asked(
    "await ask(task, { allowedTools: ['Bash'], canUseTool: review }); await ask('again', { canUseTool: review });",
  ),
  'the caller without a guard has no tools either': asked(
    "await ask(task, { allowedTools: ['Bash'], canUseTool: review }); await ask('again', { allowedTools: ['Read'] });",
  ),
  'no caller is known': `export ${asked('').replace(/^export.*$/m, '')}`,
  'more options, which guard': spread('await ask(task, { canUseTool: review });'),
  'a mode that each caller changes': moded("await ask(task, { mode: 'default' });"),
  'a list of what only reads': listed("await ask(task, ['Read']);"),
  'a list that no caller is known of': listed('').replace('async function', 'export async function'),
  'a subclass with a mode of its own, of which no instance is made': uncalled('', 'new Shy()'),
  'middleware that a subclass gives': inherited('humanInTheLoopMiddleware({ interruptOn: { purge: true } })'),
  'an approval on a condition that the call meets': strict(true),
  'a guard that the constructor is given': held('new Service(review)'),
  'settings with an approval': generated("write(prompt, { tools: { erase }, toolApproval: () => 'user-approval' })"),
  'options of a run that require approval': mastra('ask(prompt, { requireToolApproval: true })'),
  'middleware that asks for approval': langchain(approving),
};

describe('guards that callers give', () => {
  it.each(Object.entries(wrong))('reports where they give none: %s', (_, { code, found: expected }) => {
    expect(found(code)).toEqual(expected);
  });

  it.each(Object.entries(right))('is silent where they do, or where it is not known: %s', (_, code) => {
    expect(found(code)).toEqual([]);
  });

  it('does not count what a test calls', () => {
    const call = "ask('Clean up', { permissionMode: 'bypassPermissions' })";
    const code = asked("await ask(task, { allowedTools: ['Bash'], canUseTool: review });").replace(
      'async',
      'export async',
    );
    const test = `import { it } from 'vitest';\nimport { ask } from './main.js';\nit('answers', () => ${call});\n`;
    expect(found(code, { 'main.test.ts': test })).toEqual([]);
    expect(found(code, { 'main.test.ts': test.replace("'vitest'", "'./it.js'").replace("it('", "run('") })).toEqual([
      "no-unguarded-sensitive-tool permissionMode: 'bypassPermissions'",
    ]);
  });
});

describe('a part of the SDK that is not called', () => {
  const agent = (middleware: string): string =>
    `declare const own: AgentMiddleware;
export const agent = createAgent({ model: 'openai:gpt', tools: [purge], middleware: [${middleware}] });`;

  it('guards nothing', () => {
    expect(found(agent('humanInTheLoopMiddleware as never'))).toEqual(['require-guardrail purge']);
  });

  it('is another thing than a part of which nothing is known', () => {
    expect(found(agent('own'))).toEqual([]);
  });
});
