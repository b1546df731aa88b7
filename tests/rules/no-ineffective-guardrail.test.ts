import type { InvalidTestCase, ValidTestCase } from '@typescript-eslint/rule-tester';
import { noIneffectiveGuardrail } from '../../src/rules/no-ineffective-guardrail.ts';
import { codeOf, errorsIn } from './marked.ts';
import type { Finding } from './marked.ts';
import { tester } from './rule-tester.ts';

type MessageId = keyof typeof noIneffectiveGuardrail.messages;

const valid: ValidTestCase<[]>[] = [];
const invalid: InvalidTestCase<MessageId, []>[] = [];

/** Two programs that differ in the one thing that matters: the guard of the first stops nothing, that of the second may. */
function pair(name: string, faulty: string, finding: Finding<MessageId>, right: string): void {
  invalid.push({ name, code: codeOf(faulty), errors: errorsIn(faulty, finding) });
  silent(`not: ${name}`, right);
}

function silent(name: string, code: string): void {
  valid.push({ name, code });
}

/** A guard that lets every call of a tool run. */
function letsAll(guard: string, tool: string): Finding<MessageId> {
  return { messageId: 'letsAll', data: { guard, tool } };
}

const erases = `import { rm } from 'node:fs/promises';
import { z } from 'zod';
const schema = z.object({ path: z.string() });
const execute = async ({ path }: { path: string }) => { await rm(path); return 'ok'; };
`;

// ── OpenAI Agents ──────────────────────────────────────────────────────────────────────────────────────────────────

const openai = `${erases}import { Agent, run, tool } from '@openai/agents';
const erasing = { name: 'erase', description: 'Erase', parameters: schema, execute };
declare const ask: (question: string) => Promise<boolean>;
`;

pair(
  'an approval that no call needs',
  `${openai}export const erase = tool({ ...erasing, needsApproval: «async () => false» });`,
  letsAll('needsApproval', '`erase`'),
  `${openai}export const erase = tool({ ...erasing, needsApproval: async (_, { path }) => path !== '/tmp' });`,
);

pair(
  'an approval by a function elsewhere, which answers the same on all ways',
  `${openai}function needs(_context: unknown, { path }: { path: string }) { if (path === '') return false; console.log(path); return false; }
export const agent = new Agent({ name: 'Cleaner', tools: [tool({ ...erasing, needsApproval: «async (context, input) => needs(context, input)» })] });`,
  letsAll('needsApproval', '`erase`'),
  `${openai}function needs(_context: unknown, { path }: { path: string }) { if (path === '') return false; console.log(path); return true; }
export const agent = new Agent({ name: 'Cleaner', tools: [tool({ ...erasing, needsApproval: async (context, input) => needs(context, input) })] });`,
);

const shell = `${openai}import { exec } from 'node:child_process';
const commands = { name: 'shell', description: 'Run', parameters: z.object({ command: z.string() }), execute: async ({ command }: { command: string }) => String(exec(command)) };
const harmless = ['ls', 'cat', 'git status'];
const risky = new Set(['rm', 'sudo']);
const isSafe = (command: string): boolean => harmless.some((each) => command.startsWith(each));
`;
const inverted: Finding<MessageId> = { messageId: 'inverted', data: { guard: 'needsApproval', tool: '`shell`' } };

pair(
  'an approval that only harmless commands need',
  `${shell}export const run = tool({ ...commands, needsApproval: «async (_, { command }) => isSafe(command)» });`,
  inverted,
  `${shell}export const run = tool({ ...commands, needsApproval: async (_, { command }) => !isSafe(command) });`,
);

const levelled = (
  test: string,
): string => `${shell}const levels = { get: 'low', describe: 'low', scale: 'high', 'delete': 'high' } as const;
const levelOf = (verb: keyof typeof levels) => levels[verb];
const verbs = { ...commands, parameters: z.object({ command: z.string(), verb: z.enum(['get', 'describe', 'scale', 'delete']) }) };
export const run = tool({ ...verbs, needsApproval: «async (_, { verb }) => ${test}» });`;
for (const [wrong, right] of [
  ["levelOf(verb) === 'low'", "levelOf(verb) === 'high'"],
  ["levels[verb] !== 'high'", "levels[verb] !== 'low'"],
] as const)
  pair(
    `an approval that only harmless commands need, by a table of levels: ${wrong}`,
    levelled(wrong),
    inverted,
    levelled(right).replace(/[«»]/g, ''),
  );

pair(
  'an approval that dangerous commands do not need',
  `${shell}export const run = tool({ ...commands, needsApproval: «async (_, { command }) => !risky.has(command)» });`,
  inverted,
  `${shell}export const run = tool({ ...commands, needsApproval: async (_, { command }) => risky.has(command) });`,
);

pair(
  'an approval that harmless commands need in an agent',
  `${shell}export const agent = new Agent({ name: 'Operator', tools: [tool({ ...commands, needsApproval: «async (_, { command }) => { return harmless.includes(command); }» })] });`,
  inverted,
  `${shell}export const agent = new Agent({ name: 'Operator', tools: [tool({ ...commands, needsApproval: async (_, { command }) => { return !harmless.includes(command); } })] });`,
);

pair(
  'an approval that harmless commands need which are one line',
  `${shell}const isRoutine = (command: string) => harmless.includes(command.split(' ')[0] ?? '') && !/[;&|]/.test(command);
export const run = tool({ ...commands, needsApproval: «async (_, { command }) => isRoutine(command)» });`,
  inverted,
  `${shell}const isRoutine = (command: string) => harmless.includes(command.split(' ')[0] ?? '') && !/[;&|]/.test(command);
export const run = tool({ ...commands, needsApproval: async (_, { command }) => !isRoutine(command) });`,
);

pair(
  'an approval that harmless commands need, by another name of their list',
  `${shell}const listed: readonly string[] = harmless;
export const run = tool({ ...commands, needsApproval: «async (_, { command }) => listed.includes(command)» });`,
  inverted,
  `${shell}const listed: readonly string[] = harmless;
listed.concat('rm');
export const run = tool({ ...commands, needsApproval: async (_, { command }) => !listed.includes(command) });`,
);

pair(
  'an approval that the commands of a set need which is made of a list',
  `${shell}const listed = new Set(harmless);
export const run = tool({ ...commands, needsApproval: «async (_, { command }) => listed.has(command)» });`,
  inverted,
  `${shell}const listed = new Set(harmless);
harmless.push('rm');
export const run = tool({ ...commands, needsApproval: async (_, { command }) => listed.has(command) });`,
);

pair(
  'an approval that harmless commands need, and no line of several',
  `${shell}export const run = tool({ ...commands, needsApproval: «async (_, { command }) => { if (/[;&|]/.test(command)) return false; return harmless.includes(command); }» });`,
  inverted,
  `${shell}export const run = tool({ ...commands, needsApproval: async (_, { command }) => { if (/[;&|]/.test(command)) return true; return harmless.includes(command); } });
export const other = tool({ ...commands, needsApproval: async (_, { command }) => { if (command === 'pwd') return false; return !harmless.includes(command); } });`,
);

for (const name of ['READ_ONLY', 'SAFE_COMMANDS', 'allowedCommands'])
  pair(
    `an approval that the commands of ${name} need`,
    `${shell}const ${name} = new Set(['kubectl top pods', 'kubectl version']);
export const run = tool({ ...commands, needsApproval: «async (_, { command }) => ${name}.has(command.trim())» });`,
    inverted,
    `${shell}const ${name} = new Set(['kubectl top pods', 'kubectl version']);
export const run = tool({ ...commands, needsApproval: async (_, { command }) => !${name}.has(command.trim()) });`,
  );

const policies = `${shell}interface Rules { readonly readOnly: ReadonlySet<string>; readonly limit: number }
const rules: Rules = { readOnly: new Set(['ls', 'git status']), limit: 3 };
class Policy {
  constructor(private readonly rules: Rules) {}
  isHarmless(command: string): boolean { return this.rules.readOnly.has(command.trim()); }
}
const policy = new Policy(rules);
`;
pair(
  'an approval that the commands need which the rules of a policy list',
  `${policies}export const run = tool({ ...commands, needsApproval: «async (_, { command }) => policy.isHarmless(command)» });`,
  inverted,
  `${policies}export const run = tool({ ...commands, needsApproval: async (_, { command }) => !policy.isHarmless(command) });`,
);
silent(
  'an approval that the commands need of a list that is not known',
  `${policies.replace("new Set(['ls', 'git status'])", 'new Set(process.argv)')}export const run = tool({ ...commands, needsApproval: async (_, { command }) => policy.isHarmless(command) });`,
);

silent(
  'an approval that commands of a list need which are called unsafe',
  `${shell}const UNSAFE_COMMANDS = ['kubectl scale']; const NOT_SAFE = ['kubectl drain'];
export const run = tool({ ...commands, needsApproval: async (_, { command }) => UNSAFE_COMMANDS.includes(command) });
export const other = tool({ ...commands, needsApproval: async (_, { command }) => NOT_SAFE.includes(command) });`,
);

silent(
  'an approval that dangerous commands need which are on no list of harmless ones',
  `${shell}export const run = tool({ ...commands, needsApproval: async (_, { command }) => risky.has(command) && !harmless.includes(command) });
export const other = tool({ ...commands, needsApproval: async (_, { command }) => risky.has(command) && harmless.includes(command) });`,
);

silent(
  'an approval that some calls of allowed commands need',
  `${shell}export const run = tool({ ...commands, needsApproval: async (_, { command }) => harmless.includes(command.split(' ')[0] ?? '') && command.includes('--write') });`,
);

silent(
  'known gap: an approval by a list of which nothing tells what it is',
  `${shell}const folders = ['/srv', '/opt'];
export const run = tool({ ...commands, needsApproval: async (_, { command }) => folders.includes(command) });`,
);

silent(
  'an approval by a list of harmless commands that is changed',
  `${shell}const listed = ['ls']; listed.push('rm');
export const run = tool({ ...commands, needsApproval: async (_, { command }) => listed.includes(command) });`,
);

silent(
  'an approval that a function throws',
  `${openai}export const erase = tool({ ...erasing, needsApproval: async () => { throw new Error('not here'); } });`,
);

silent(
  'an approval that nothing needs: the tool changes nothing',
  `${openai}export const show = tool({ ...erasing, name: 'show', needsApproval: async () => false, execute: async ({ path }) => path });`,
);

pair(
  'a loop that approves whatever is asked',
  `${openai}export async function go(agent: Agent, text: string) {
  let result = await run(agent, text);
  while (result.interruptions.length > 0) {
    for (const each of result.interruptions) «result.state.approve(each)»;
    result = await run(agent, result.state);
  }
}`,
  { messageId: 'approvesAll', data: {} },
  `${openai}export async function go(agent: Agent, text: string) {
  let result = await run(agent, text);
  while (result.interruptions.length > 0) {
    for (const each of result.interruptions)
      if (await ask(each.name ?? '')) result.state.approve(each);
      else result.state.reject(each);
    result = await run(agent, result.state);
  }
}`,
);

pair(
  'a callback that approves whatever is asked',
  `${openai}export async function go(agent: Agent, text: string) {
  const result = await run(agent, text);
  result.interruptions.forEach((each) => «result.state.approve(each)»);
}`,
  { messageId: 'approvesAll', data: {} },
  `${openai}export async function go(agent: Agent, text: string) {
  const result = await run(agent, text);
  result.interruptions.forEach((each) => { if (each.name === 'show') result.state.approve(each); else result.state.reject(each); });
}`,
);

pair(
  'a loop that names what it approves',
  `${openai}export async function go(agent: Agent, text: string) {
  const { interruptions, state } = await run(agent, text);
  for (const each of interruptions) { console.log(each.name); «state.approve(each)»; }
}`,
  { messageId: 'approvesAll', data: {} },
  `${openai}export async function go(agent: Agent, text: string) {
  const { interruptions, state } = await run(agent, text);
  for (const each of interruptions) { if (each.name !== 'show') continue; state.approve(each); }
}`,
);

for (const [name, before, deciding] of [
  ['a text that names a statement', "console.log('return', each.name);", "if (each.name === 'erase') continue;"],
  [
    'a loop inside that it leaves',
    "for (const word of words) { if (word === '') break; console.log(word); }",
    'for (const word of words) { if (word === each.name) throw new Error(word); console.log(word); }',
  ],
  [
    'a function inside that returns',
    "const named = () => { return each.name ?? ''; }; console.log(named());",
    "const named = () => { return each.name ?? ''; }; if (named() === '') return;",
  ],
  [
    'a switch inside that it leaves',
    'switch (each.name) { case text: break; }',
    'switch (each.name) { case text: continue; }',
  ],
  ['a call that throws for no tool', 'refuseNone(text);', 'refuseNone(each.name);'],
] as const)
  pair(
    `a loop that approves behind ${name}`,
    `${openai}export async function go(agent: Agent, text: string, words: readonly string[]) {
  const { interruptions, state } = await run(agent, text);
  for (const each of interruptions) { ${before} «state.approve(each)»; }
}
function refuseNone(name = '') { if (name === '') throw new Error('none'); }`,
    { messageId: 'approvesAll', data: {} },
    `${openai}export async function go(agent: Agent, text: string, words: readonly string[]) {
  const { interruptions, state } = await run(agent, text);
  for (const each of interruptions) { ${deciding} state.approve(each); }
}
function refuseNone(name = '') { if (name === '') throw new Error('none'); }`,
  );

silent(
  'a loop behind one question about all of them',
  `${openai}export async function go(agent: Agent, text: string) {
  const result = await run(agent, text);
  if (!(await ask(JSON.stringify(result.interruptions)))) return;
  for (const each of result.interruptions) result.state.approve(each);
}`,
);

silent(
  'a loop over those that are allowed',
  `${openai}export async function go(agent: Agent, text: string, allowed: ReadonlySet<string>) {
  const result = await run(agent, text);
  result.interruptions.filter((each) => allowed.has(each.name ?? '')).forEach((each) => result.state.approve(each));
}`,
);

// ── AI SDK ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const ai = `${erases}import { generateText, tool, ToolLoopAgent } from 'ai';
const model = 'openai/gpt-5';
const erasing = { description: 'Erase', inputSchema: schema, execute };
const erase = tool(erasing);
const gated = tool({ ...erasing, needsApproval: true });
const show = tool({ description: 'Show', inputSchema: schema, execute: async ({ path }) => path });
`;

pair(
  'an approval of the AI SDK that no call needs',
  `${ai}export const lax = tool({ ...erasing, needsApproval: «() => false» });`,
  letsAll('needsApproval', 'a tool'),
  `${ai}export const lax = tool({ ...erasing, needsApproval: ({ path }) => path !== '/tmp' });`,
);

const elsewhere = (name: string, guard: string): string =>
  `${ai}import { run } from './work-that-is-not-there.ts';
const ${name} = tool({ description: 'Work', inputSchema: schema, execute: ({ path }) => run(path) });
export const go = (prompt: string) => generateText({ model, prompt, tools: { ${name} }, toolApproval: ${guard} });`;

pair(
  'an approval that nothing needs, of a tool that may do anything, and of one that reads by its name',
  elsewhere('work', "«() => 'approved'»"),
  letsAll('toolApproval', '`work`'),
  elsewhere('getSymbols', "() => 'approved'"),
);

const besideOthers = (guard: string): string => elsewhere('work', guard).replace('{ work }', '{ work, erase, show }');
const asking = (name: string): string =>
  `({ toolCall }) => (toolCall.toolName === '${name}' ? 'user-approval' : undefined)`;

pair(
  'an approval of something harmless, and one of what erases, beside a tool that may do anything',
  besideOthers(`«${asking('show')}»`),
  letsAll('toolApproval', '`work`'),
  besideOthers(asking('erase')),
);

const withHook = (hooked: string): string =>
  `${ai}export async function go(prompt: string) {
  const again = () => generateText({ model, prompt, tools: { erase }, toolApproval: { erase: ${hooked.includes('again') ? "«() => 'approved'»" : "() => 'approved'"} } });
  return ${hooked};
}
`;

pair(
  'an agent in a function that is called, and in one that nothing names',
  withHook('again()'),
  letsAll('toolApproval', '`erase`'),
  withHook('prompt'),
);

const withMethod = (modifier: string): string =>
  `${ai}export class Desk {
  ${modifier} again(prompt: string) { return generateText({ model, prompt, tools: { erase }, toolApproval: { erase: ${modifier === 'private' ? "() => 'approved'" : "«() => 'approved'»"} } }); }
}
`;

pair(
  'an agent in a method that others may call, and in a private one that nothing calls',
  withMethod('protected'),
  letsAll('toolApproval', '`erase`'),
  withMethod('private'),
);

pair(
  'approvals by a function that asks about another tool',
  `${ai}export const go = (prompt: string) => generateText({ model, prompt, tools: { erase, show }, toolApproval: «({ toolCall }) => (toolCall.toolName === 'show' ? 'user-approval' : undefined)» });`,
  letsAll('toolApproval', '`erase`'),
  `${ai}export const go = (prompt: string) => generateText({ model, prompt, tools: { erase, show }, toolApproval: ({ toolCall }) => (toolCall.toolName === 'erase' ? 'user-approval' : undefined) });`,
);

pair(
  'an approval by the name of the tool, which approves all',
  `${ai}export const agent = new ToolLoopAgent({ model, tools: { erase }, toolApproval: { erase: «() => 'approved'» } });`,
  letsAll('toolApproval', '`erase`'),
  `${ai}export const agent = new ToolLoopAgent({ model, tools: { erase }, toolApproval: { erase: ({ path }) => (path === '/tmp' ? 'approved' : 'user-approval') } });`,
);

pair(
  'an approval that the tool asks for, and a function that is asked instead',
  `${ai}export const go = (prompt: string) => generateText({ model, prompt, tools: { gated, show }, toolApproval: «({ toolCall }) => (toolCall.toolName === 'show' ? 'user-approval' : undefined)» });`,
  { messageId: 'superseded', data: { by: 'toolApproval', guard: 'needsApproval', tool: '`gated`' } },
  `${ai}export const go = (prompt: string) => generateText({ model, prompt, tools: { gated, show }, toolApproval: { show: 'user-approval' } });`,
);

pair(
  'a function that is asked instead, and for other tools answers nothing whatever else is so',
  `${ai}export const go = (prompt: string) => generateText({ model, prompt, tools: { gated, show }, toolApproval: «({ toolCall }) => {
  if (toolCall.dynamic || toolCall.toolName !== 'show') return undefined;
  return toolCall.input.path === '/' ? 'user-approval' : 'approved';
}» });`,
  { messageId: 'superseded', data: { by: 'toolApproval', guard: 'needsApproval', tool: '`gated`' } },
  `${ai}export const go = (prompt: string) => generateText({ model, prompt, tools: { gated, show }, toolApproval: ({ toolCall }) => {
  if (toolCall.dynamic && toolCall.toolName !== 'show') return undefined;
  return toolCall.toolName === 'gated' ? 'user-approval' : 'approved';
} });`,
);

pair(
  'an approval that the tool asks for, and an entry that is asked instead',
  `${ai}export const go = (prompt: string) => generateText({ model, prompt, tools: { gated }, toolApproval: { gated: «'approved'» } });`,
  { messageId: 'superseded', data: { by: 'toolApproval', guard: 'needsApproval', tool: '`gated`' } },
  `${ai}export const go = (prompt: string) => generateText({ model, prompt, tools: { gated }, toolApproval: { gated: undefined } });`,
);

// ── Claude Agent SDK ───────────────────────────────────────────────────────────────────────────────────────────────

const claude = `import { rm } from 'node:fs/promises';
import { createSdkMcpServer, query, tool, type CanUseTool } from '@anthropic-ai/claude-agent-sdk';
import { z } from 'zod';
const erase = tool('erase', 'Erase', { path: z.string() }, async ({ path }) => { await rm(path); return { content: [] }; });
const files = createSdkMcpServer({ name: 'files', tools: [erase] });
const decide: CanUseTool = async (name, input) => (name === 'Bash' || name === 'mcp__files__erase' ? { behavior: 'deny', message: 'No.' } : { behavior: 'allow', updatedInput: input });
`;

pair(
  'a callback that decides about a tool by the name that it has without its server',
  `${claude}const rules = new Map<string, () => boolean>([['erase', () => false]]);
export const go = (prompt: string) => query({ prompt, options: { mcpServers: { files }, canUseTool: «async (name, input) => { const rule = rules.get(name); if (rule && !rule()) return { behavior: 'deny', message: 'No.' }; return { behavior: 'allow', updatedInput: input }; }» } });`,
  { messageId: 'shortName', data: { guard: 'canUseTool', key: 'erase', name: 'mcp__files__erase' } },
  `${claude}const rules = new Map<string, () => boolean>([['mcp__files__erase', () => false]]);
export const go = (prompt: string) => query({ prompt, options: { mcpServers: { files }, canUseTool: async (name, input) => { const rule = rules.get(name); if (rule && !rule()) return { behavior: 'deny', message: 'No.' }; return { behavior: 'allow', updatedInput: input }; } } });
export const bare = (prompt: string) => query({ prompt, options: { mcpServers: { files }, canUseTool: async (name, input) => { const rule = rules.get(name.replace('mcp__', '')); if (rule && !rule()) return { behavior: 'deny', message: 'No.' }; return { behavior: 'allow', updatedInput: input }; } } });`,
);

silent(
  'a callback that denies every name without an entry, and has one for the whole name',
  `${claude}const modes = new Map<string, 'auto' | 'deny'>([[\`mcp__\${'files'}__\${erase.name}\`, 'auto']]);
export const go = (prompt: string) => query({ prompt, options: { mcpServers: { files }, canUseTool: async (name, input) => (modes.get(name) === 'auto' ? { behavior: 'allow', updatedInput: input } : { behavior: 'deny', message: 'No.' }) } });`,
);

const byTable = (table: string, test: string): string =>
  `${claude}const modes = ${table};
export const go = (prompt: string) => query({ prompt, options: { mcpServers: { files }, canUseTool: «async (name, input) => { ${test} return { behavior: 'deny', message: 'No.' }; }» } });`;
const allow = "return { behavior: 'allow', updatedInput: input };";
for (const [table, test] of [
  ["new Map([['mcp__files__erase', 'auto']])", `if (modes.get(name) === 'auto') ${allow}`],
  ["new Map([['mcp__files__erase', true]])", `const mode = modes.get(name); if (mode) ${allow}`],
  ["{ mcp__files__erase: 'auto' } as Record<string, string>", `if (modes[name] === 'auto') ${allow}`],
  ["{ Bash: 'ask' } as Record<string, string>", `if ((modes[name] ?? 'auto') === 'auto') ${allow}`],
  [
    '{ Bash: false } as Record<string, boolean>',
    `if (!modes[name]) return { behavior: 'deny', message: 'No.' }; ${allow}`,
  ],
] as const)
  silent(`a callback that stops what a table has nothing for: ${test}`, byTable(table, test).replaceAll(/[«»]/g, ''));
pair(
  'a callback that allows what a table has something for, and all else',
  byTable("new Map([['mcp__files__erase', 'auto']])", `if (modes.get(name) !== 'deny') ${allow}`),
  letsAll('canUseTool', '`Bash`, `Write`, `Edit`, `NotebookEdit`, `mcp__files__erase`'),
  byTable("new Map([['mcp__files__erase', 'deny']])", `if (modes.get(name) !== 'deny') ${allow}`).replaceAll(
    /[«»]/g,
    '',
  ),
);

silent(
  'a callback that is never asked about a tool, and would allow it',
  `${claude}export const go = (prompt: string) => query({ prompt, options: { allowedTools: ['Read', 'Write'], canUseTool: decide } });`,
);

const askingPerson =
  "async (name: string, input: Record<string, unknown>): Promise<any> => { if (name === 'AskUserQuestion') return { behavior: 'allow', updatedInput: { ...input, answers: {} } }; return { behavior: 'allow', updatedInput: input }; }";

pair(
  'a callback that brings questions to a person, and allows all else: what runs before it is another finding',
  `${claude}export const go = (prompt: string) => query({ prompt, options: { tools: ['Bash', 'Write'], allowedTools: ['Write'], canUseTool: «${askingPerson}» } });`,
  { messageId: 'letsAll', data: { guard: 'canUseTool', tool: '`Bash`' } },
  `${claude}export const go = (prompt: string) => query({ prompt, options: { tools: ['Write'], allowedTools: ['Write'], canUseTool: ${askingPerson} } });`,
);

pair(
  'a callback that is never asked about the only tool, and would allow any',
  `${claude}export const go = (prompt: string) => query({ prompt, options: { tools: ['Bash'], allowedTools: [«'Bash'»], canUseTool: async (_, input) => ({ behavior: 'allow', updatedInput: input }) } });`,
  { messageId: 'neverAsked', data: { tools: '`Bash`', reason: '`allowedTools` allows it' } },
  `${claude}export const go = (prompt: string) => query({ prompt, options: { tools: ['Read'], allowedTools: ['Read'], canUseTool: async (_, input) => ({ behavior: 'allow', updatedInput: input }) } });`,
);

pair(
  'a callback that is never asked about a tool',
  `${claude}export const go = (prompt: string) => query({ prompt, options: { allowedTools: ['Read', «'Bash'»], canUseTool: decide } });`,
  { messageId: 'neverAsked', data: { tools: '`Bash`', reason: '`allowedTools` allows it' } },
  `${claude}export const go = (prompt: string) => query({ prompt, options: { allowedTools: ['Read'], canUseTool: decide } });`,
);

pair(
  'a callback that is never asked about a tool of an own server',
  `${claude}export const go = (prompt: string) => query({ prompt, options: { mcpServers: { files }, allowedTools: [«'mcp__files__erase'»], canUseTool: decide } });`,
  { messageId: 'neverAsked', data: { tools: '`mcp__files__erase`', reason: '`allowedTools` allows it' } },
  `${claude}export const go = (prompt: string) => query({ prompt, options: { mcpServers: { files }, allowedTools: ['mcp__other__erase'], canUseTool: decide } });`,
);

const ofOthers = "async (name) => ({ behavior: name === 'mcp__files__show' ? 'allow' : 'deny', message: name })";
const listed = (list: string, deciding = ofOthers): string =>
  `${claude}${list}
export const go = (prompt: string) => «query({ prompt, options: { mcpServers: { files }, allowedTools: [...listed], canUseTool: ${deciding} } })»;`;
const listedUnasked: Finding<MessageId> = {
  messageId: 'neverAsked',
  data: { tools: '`mcp__files__erase`', reason: '`allowedTools` allows it' },
};
pair(
  'a callback that is never asked about a tool of a list, and a list that says so',
  listed("const listed = ['mcp__files__erase'];"),
  listedUnasked,
  codeOf(listed("/** Tools that are auto-approved. */\nconst listed = ['mcp__files__erase'];")),
);
pair(
  'a callback that decides about a tool of a list which says that it is not asked, and a name that says so',
  listed("// These never ask.\nconst listed = ['mcp__files__erase'];", 'decide'),
  listedUnasked,
  codeOf(listed("const AUTO_APPROVED = new Set(['mcp__files__erase']); const listed = AUTO_APPROVED;")),
);

for (const list of [
  "const ALWAYS_ASK = ['mcp__files__erase']; const listed = ALWAYS_ASK;",
  "// These are not auto-approved.\nconst listed = ['mcp__files__erase'];",
  "// Never run without approval.\nconst listed = ['mcp__files__erase'];",
  "// These cannot be auto-approved: `canUseTool` asks the user.\nconst listed = ['mcp__files__erase'];",
  "// No auto-approval for these.\nconst listed = ['mcp__files__erase'];",
  "// Reads are auto-approved, `canUseTool` decides about deletions.\nconst listed = ['mcp__files__erase'];",
  "// Auto-approval is disabled.\nconst listed = ['mcp__files__erase'];",
  "const autoApproveDenylist = ['mcp__files__erase']; const listed = autoApproveDenylist;",
])
  pair(
    `a callback that is never asked about a tool of a list which says that it is: ${list}`,
    listed(list),
    listedUnasked,
    codeOf(listed("// Pre-approved.\nconst listed = ['mcp__files__erase'];")),
  );

pair(
  'a callback that is never asked about a tool which a function that it calls names, and one that names another',
  listed(
    "function isErase(name: string) { return name === 'mcp__files__erase'; }\nconst AUTO_APPROVED = ['mcp__files__erase']; const listed = AUTO_APPROVED;",
    "async (name) => ({ behavior: isErase(name) ? 'deny' : 'allow', message: name, updatedInput: {} })",
  ),
  listedUnasked,
  codeOf(
    listed(
      "function isShow(name: string) { return name === 'mcp__files__show'; }\nconst AUTO_APPROVED = ['mcp__files__erase']; const listed = AUTO_APPROVED;",
      "async (name) => ({ behavior: isShow(name) ? 'allow' : 'deny', message: name, updatedInput: {} })",
    ),
  ),
);

silent(
  'a mode that bypasses permissions where the user wants it, and a function that is asked elsewhere',
  `${claude}export const go = (prompt: string, isTrusted: boolean) => query({ prompt, options: { permissionMode: isTrusted ? 'bypassPermissions' : 'default', canUseTool: async (name) => ({ behavior: 'deny', message: name }) } });`,
);

pair(
  'a callback that is never asked, because of the mode',
  `${claude}export const go = (prompt: string) => query({ prompt, options: { disallowedTools: ['Write', 'Edit'], permissionMode: 'bypassPermissions', canUseTool: «async (name) => ({ behavior: 'deny', message: name })» } });`,
  {
    messageId: 'neverAsked',
    data: { tools: '`Bash`, `NotebookEdit`', reason: "`permissionMode` is `'bypassPermissions'`" },
  },
  `${claude}export const go = (prompt: string) => query({ prompt, options: { disallowedTools: ['Write', 'Edit'], permissionMode: 'default', canUseTool: async (name) => ({ behavior: 'deny', message: name }) } });`,
);

silent(
  'a callback that would allow every call, and is never asked because of the mode',
  `${claude}export const go = (prompt: string) => query({ prompt, options: { permissionMode: 'bypassPermissions', canUseTool: async (name, input) => { console.log(name); return { behavior: 'allow', updatedInput: input }; } } });`,
);

silent(
  'a callback for what a person answers, which is called in any mode',
  `${claude}export const go = (prompt: string) => query({ prompt, options: { permissionMode: 'bypassPermissions', canUseTool: async (name, input) => (name === 'AskUserQuestion' ? { behavior: 'deny', message: name } : { behavior: 'allow', updatedInput: input }) } });`,
);

pair(
  'a callback that allows everything',
  `${claude}export const go = (prompt: string) => query({ prompt, options: { tools: ['Bash'], canUseTool: «async (_, input) => ({ behavior: 'allow', updatedInput: input })» } });`,
  letsAll('canUseTool', '`Bash`'),
  `${claude}export const go = (prompt: string) => query({ prompt, options: { tools: ['Read'], canUseTool: async (_, input) => ({ behavior: 'allow', updatedInput: input }) } });`,
);

pair(
  'a hook that stops by throwing, after which the tool runs',
  `${claude}export const go = (prompt: string) => query({ prompt, options: { allowedTools: ['Bash'], hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [«async () => { throw new Error('No commands.'); }»] }] } } });`,
  { messageId: 'failsOpen', data: { guard: 'PreToolUse', tool: '`Bash`' } },
  `${claude}export const go = (prompt: string) => query({ prompt, options: { allowedTools: ['Bash'], hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [async () => { throw new Error('No commands.'); }], onFailure: 'block' }] } } });`,
);

pair(
  'a hook that stops by a function which throws, after which the tool runs',
  `${claude}function refuse(given: unknown): void { if (String(given).includes('rm')) throw new Error('No removals.'); }
export const go = (prompt: string) => query({ prompt, options: { allowedTools: ['Bash'], hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [«async (input) => { refuse(input); return {}; }»] }] } } });`,
  { messageId: 'failsOpen', data: { guard: 'PreToolUse', tool: '`Bash`' } },
  `${claude}function refuse(given: unknown): void { if (String(given).includes('rm')) throw new Error('No removals.'); }
export const go = (prompt: string) => query({ prompt, options: { allowedTools: ['Bash'], hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [async (input) => { refuse(input); return {}; }], onFailure: 'block' }] } } });`,
);

const audit = `import { appendFileSync, existsSync } from 'node:fs';
function audit(given: unknown): void { if (!existsSync('/var/log')) throw new Error('No log.'); appendFileSync('/var/log/calls', String(given)); }
`;

silent(
  'a hook that throws for another tool',
  `${claude}function refuse(given: unknown): void { if (String(given).includes('.env')) throw new Error('No secrets.'); }
export const go = (prompt: string) => query({ prompt, options: { permissionMode: 'bypassPermissions', tools: ['Bash', 'Read'], hooks: { PreToolUse: [{ hooks: [async (input) => { if (input.hook_event_name === 'PreToolUse' && input.tool_name === 'Read') refuse(input); return {}; }] }] } } });`,
);

silent(
  'hooks that write down what is called, and may fail to',
  `${claude}${audit}export const go = (prompt: string) => query({ prompt, options: { hooks: { PreToolUse: [{ hooks: [async (input) => { audit(input); return {}; }] }, { hooks: [async (input) => { try { audit(input); } catch (error) { console.error(error); } return {}; }] }] } } });`,
);

pair(
  'a callback that writes down what is called, and allows it',
  `${claude}${audit}export const go = (prompt: string) => query({ prompt, options: { tools: ['Bash'], canUseTool: «async (_, input) => { audit(input); return { behavior: 'allow', updatedInput: input }; }» } });`,
  letsAll('canUseTool', '`Bash`'),
  `${claude}${audit}export const go = (prompt: string) => query({ prompt, options: { tools: ['Read'], canUseTool: async (_, input) => { audit(input); return { behavior: 'allow', updatedInput: input }; } } });`,
);

silent(
  'a callback that is never asked, where a hook decides',
  `${claude}const deny = async () => ({ decision: 'block' as const });
export const go = (prompt: string) => query({ prompt, options: { allowedTools: ['Bash'], canUseTool: decide, hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [deny] }] } } });`,
);

silent(
  'a callback that is not known',
  `${claude}export const go = (prompt: string, canUseTool: CanUseTool) => query({ prompt, options: { tools: ['Bash'], canUseTool } });`,
);

// ── LangChain, LangGraph and deepagents ────────────────────────────────────────────────────────────────────────────

const langchain = `${erases}import { createDeepAgent } from 'deepagents';
import { MemorySaver } from '@langchain/langgraph';
import { createAgent, humanInTheLoopMiddleware, tool } from 'langchain';
const model = 'openai:gpt-5';
const checkpointer = new MemorySaver();
const erase = tool(execute, { name: 'erase_file', description: 'Erase', schema });
`;

pair(
  'a key that is no tool of the agent',
  `${langchain}export const agent = createAgent({ model, tools: [erase], checkpointer, middleware: [humanInTheLoopMiddleware({ interruptOn: { «eraseFile: true» } })] });`,
  {
    messageId: 'unmatchedKey',
    data: { key: 'eraseFile', agent: 'the agent', guard: 'interruptOn', remedy: 'Write `erase_file`' },
  },
  `${langchain}export const agent = createAgent({ model, tools: [erase], checkpointer, middleware: [humanInTheLoopMiddleware({ interruptOn: { [erase.name]: true } })] });`,
);

pair(
  'a key that is like no tool of the agent',
  `${langchain}const interruptOn = { send_mail: { allowedDecisions: ['approve' as const] } };
export const agent = «createAgent({ model, name: 'cleaner', tools: [erase], checkpointer, middleware: [humanInTheLoopMiddleware({ interruptOn: { ...interruptOn, erase_file: true } })] })»;`,
  {
    messageId: 'unmatchedKey',
    data: {
      key: 'send_mail',
      agent: '`cleaner`',
      guard: 'interruptOn',
      remedy: 'Use the name of one of its tools',
    },
  },
  `${langchain}const interruptOn = { send_mail: false };
export const agent = createAgent({ model, name: 'cleaner', tools: [erase], checkpointer, middleware: [humanInTheLoopMiddleware({ interruptOn: { ...interruptOn, erase_file: true } })] });`,
);

pair(
  'a key that is no tool of the deep agent, nor of a sub-agent that inherits it',
  `${langchain}const medic = { name: 'medic', description: 'd', systemPrompt: 's', tools: [erase] };
const other = tool(execute, { name: 'other', description: 'Erase', schema });
export const agent = createDeepAgent({ model, tools: [other], subagents: [medic], checkpointer, interruptOn: { erase_file: true, other: true, «eraseFile: true» } });`,
  {
    messageId: 'unmatchedKey',
    data: {
      key: 'eraseFile',
      agent: 'the deep agent',
      guard: 'interruptOn',
      remedy: 'Use the name of one of its tools',
    },
  },
  `${langchain}const medic = { name: 'medic', description: 'd', systemPrompt: 's', tools: [erase] };
const other = tool(execute, { name: 'other', description: 'Erase', schema });
export const agent = createDeepAgent({ model, tools: [other], subagents: [medic], checkpointer, interruptOn: { erase_file: true, other: true } });`,
);

silent(
  'a key that may be of a tool which is not known',
  `${langchain}export const agent = (more: (typeof erase)[]) =>
  createAgent({ model, tools: [erase, ...more], checkpointer, middleware: [humanInTheLoopMiddleware({ interruptOn: { erase_file: true, send_mail: true } })] });`,
);

silent(
  'a key of a tool that deep agents bring along',
  `${langchain}export const agent = createDeepAgent({ tools: [erase], checkpointer, interruptOn: { erase_file: true, write_file: true, execute: true } });`,
);

pair(
  'middleware that is given nothing to ask about',
  `${langchain}export const agent = createAgent({ model, tools: [erase], checkpointer, middleware: [«humanInTheLoopMiddleware({})»] });`,
  letsAll('humanInTheLoopMiddleware', '`erase_file`'),
  `${langchain}export const agent = (options: Parameters<typeof humanInTheLoopMiddleware>[0]) => createAgent({ model, tools: [erase], checkpointer, middleware: [humanInTheLoopMiddleware(options)] });`,
);

pair(
  'a person in the loop of no call',
  `${langchain}const when = () => false;
export const agent = createAgent({ model, tools: [erase], checkpointer, middleware: [humanInTheLoopMiddleware({ interruptOn: { erase_file: «{ allowedDecisions: ['approve', 'reject'], when }» } })] });`,
  letsAll('interruptOn', '`erase_file`'),
  `${langchain}const when = ({ toolCall }: { toolCall: { args: Record<string, unknown> } }) => toolCall.args['path'] !== '/tmp';
export const agent = createAgent({ model, tools: [erase], checkpointer, middleware: [humanInTheLoopMiddleware({ interruptOn: { erase_file: { allowedDecisions: ['approve', 'reject'], when } } })] });`,
);

pair(
  'a person in the loop, and nowhere to wait for the answer',
  `${langchain}export const agent = createAgent({ model, tools: [erase], middleware: [humanInTheLoopMiddleware({ interruptOn: «{ erase_file: true }» })] });`,
  { messageId: 'missingNeed', data: { guard: 'interruptOn', agent: 'the agent', need: 'checkpointer' } },
  `${langchain}export const agent = (checkpointer: MemorySaver) => createAgent({ model, tools: [erase], checkpointer, middleware: [humanInTheLoopMiddleware({ interruptOn: { erase_file: true } })] });`,
);

pair(
  'a deep agent with nowhere to wait for the answer',
  `${langchain}export const agent = createDeepAgent({ name: 'cleaner', tools: [erase], checkpointer: false, interruptOn: «{ erase_file: true }» });`,
  { messageId: 'missingNeed', data: { guard: 'interruptOn', agent: '`cleaner`', need: 'checkpointer' } },
  `${langchain}export const agent = createDeepAgent({ name: 'cleaner', tools: [erase], checkpointer: true, interruptOn: { erase_file: true } });`,
);

silent(
  'what a sub-agent switches off that the agent above requires: `no-scope-widening` reports it',
  `${langchain}export const agent = createDeepAgent({ checkpointer, tools: [erase], interruptOn: { erase_file: true }, subagents: [{ name: 'cleaner', description: '', systemPrompt: '', tools: [erase], interruptOn: {} }] });`,
);

silent(
  'a person in the loop of an agent that another one runs, where it waits',
  `${langchain}const inner = createAgent({ model, tools: [erase], middleware: [humanInTheLoopMiddleware({ interruptOn: { erase_file: true } })] });
const clean = tool(async ({ path }) => String(await inner.invoke({ messages: [path] })), { name: 'clean', description: 'Clean', schema });
export const outer = createAgent({ model, tools: [clean], checkpointer });`,
);

// ── Mastra ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const mastra = `${erases}import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
const erasing = { id: 'erase', description: 'Erase', inputSchema: schema, execute };
const agentOf = { id: 'cleaner', name: 'Cleaner', instructions: 'Clean', model: 'openai/gpt-5' };
`;

pair(
  'an approval of Mastra that no call needs',
  `${mastra}export const erase = createTool({ ...erasing, requireApproval: «() => false» });`,
  letsAll('requireApproval', '`erase`'),
  `${mastra}export const erase = createTool({ ...erasing, requireApproval: ({ path }) => path !== '/tmp' });`,
);

pair(
  'an approval of a run that no call needs',
  `${mastra}const erase = createTool(erasing);
const agent = «new Agent({ ...agentOf, tools: { erase } })»;
export const go = (text: string) => agent.stream(text, { requireToolApproval: () => false });`,
  letsAll('requireToolApproval', '`erase`'),
  `${mastra}const erase = createTool(erasing);
const agent = new Agent({ ...agentOf, tools: { erase } });
export const go = (text: string) => agent.stream(text, { requireToolApproval: ({ toolName }) => toolName === 'erase' });`,
);

pair(
  'an approval of a run, which asks nobody about the tools of a sub-agent',
  `${mastra}const erase = createTool(erasing);
const cleaner = «new Agent({ ...agentOf, tools: { erase } })»;
const main = new Agent({ ...agentOf, name: 'Main', agents: { cleaner } });
export const go = (text: string) => main.generate(text, { requireToolApproval: ({ toolName }) => toolName === 'erase' });`,
  {
    messageId: 'notReached',
    data: { guard: 'requireToolApproval', parent: '`Main`', agent: '`Cleaner`', tool: '`erase`' },
  },
  `${mastra}const erase = createTool({ ...erasing, requireApproval: true });
const cleaner = new Agent({ ...agentOf, tools: { erase } });
const main = new Agent({ ...agentOf, name: 'Main', agents: { cleaner } });
export const go = (text: string) => main.generate(text, { requireToolApproval: ({ toolName }) => toolName === 'erase' });`,
);

pair(
  'a hook of a run, which takes the place of the one that decides',
  `${mastra}const erase = createTool(erasing);
declare const permitted: (name: string) => Promise<boolean>;
const agent = «new Agent({ ...agentOf, tools: { erase }, hooks: { beforeToolCall: async ({ toolName }) => ((await permitted(toolName)) ? undefined : { proceed: false, output: 'no' }) } })»;
export const go = (text: string) => agent.generate(text, { hooks: { beforeToolCall: ({ toolName }) => { console.log(toolName); } } });`,
  { messageId: 'superseded', data: { by: 'beforeToolCall', guard: 'beforeToolCall', tool: '`erase`' } },
  `${mastra}const erase = createTool(erasing);
declare const permitted: (name: string) => Promise<boolean>;
const agent = new Agent({ ...agentOf, tools: { erase }, hooks: { beforeToolCall: async ({ toolName }) => ((await permitted(toolName)) ? undefined : { proceed: false, output: 'no' }) } });
export const go = (text: string) => agent.generate(text, { hooks: { afterToolCall: ({ toolName }) => { console.log(toolName); } } });`,
);

const hooked = (hook: string): string => `${mastra}const erase = createTool(erasing);
interface Trace { add(name: string): void }
interface Policy { assertAllowed(input: unknown): void }
declare const permitted: (name: string) => Promise<boolean>;
const agent = «new Agent({ ...agentOf, tools: { erase }, hooks: { beforeToolCall: async ({ toolName }) => ((await permitted(toolName)) ? undefined : { proceed: false, output: 'no' }) } })»;
export const go = (text: string, trace: Trace, policy: Policy) => agent.generate(text, { hooks: { beforeToolCall: ${hook} } });`;
for (const [hook, deciding] of [
  ['({ toolName }) => trace.add(toolName)', '({ input }) => policy.assertAllowed(input)'],
  ['({ toolName }) => { trace.add(toolName); }', '({ input }) => { policy.assertAllowed(input); }'],
] as const)
  pair(
    `a hook of a run that only writes down what is called: ${hook}`,
    hooked(hook),
    { messageId: 'superseded', data: { by: 'beforeToolCall', guard: 'beforeToolCall', tool: '`erase`' } },
    hooked(deciding).replace(/[«»]/g, ''),
  );

for (const hook of [
  '({ input }) => assert.ok(allowed.has(String(input)))',
  '({ input }) => { assert.ok(allowed.has(String(input))); }',
  '({ input }) => policy.inspect(input)',
  'async ({ input }) => { await policy.screen(input); }',
])
  silent(
    `a hook of a run that may throw: ${hook}`,
    hooked(hook)
      .replace(/[«»]/g, '')
      .replace(
        'interface Policy {',
        "import assert from 'node:assert/strict';\nconst allowed = new Set(['/tmp']);\ninterface Policy { inspect(input: unknown): void; screen(input: unknown): Promise<void>; ",
      ),
  );

pair(
  'a hook, which is not asked about the tools of a sub-agent',
  `${mastra}const erase = createTool(erasing);
const cleaner = «new Agent({ ...agentOf, tools: { erase } })»;
export const main = new Agent({ ...agentOf, name: 'Main', agents: { cleaner }, hooks: { beforeToolCall: ({ toolName }) => (toolName === 'erase' ? { proceed: false, output: 'no' } : undefined) } });`,
  {
    messageId: 'notReached',
    data: { guard: 'beforeToolCall', parent: '`Main`', agent: '`Cleaner`', tool: '`erase`' },
  },
  `${mastra}const erase = createTool(erasing);
const hooks = { beforeToolCall: ({ toolName }: { toolName: string }) => (toolName === 'erase' ? { proceed: false as const, output: 'no' } : undefined) };
const cleaner = new Agent({ ...agentOf, tools: { erase }, hooks });
export const main = new Agent({ ...agentOf, name: 'Main', agents: { cleaner }, hooks });`,
);

// ── Google ADK ─────────────────────────────────────────────────────────────────────────────────────────────────────

const adk = `${erases}import { AgentTool, BasePlugin, BaseTool, FunctionTool, InMemoryPolicyEngine, InMemoryRunner, LlmAgent, PolicyOutcome, SecurityPlugin } from '@google/adk';
const model = 'gemini-2.5-flash';
const erasing = { name: 'erase', description: 'Erase', parameters: schema, execute };
const erase = new FunctionTool(erasing);
class Stop extends BasePlugin { override async beforeToolCallback({ tool }: { tool: BaseTool }) { return tool.name === 'erase' ? { error: 'no' } : undefined; } }
`;

pair(
  'a confirmation that no call needs',
  `${adk}export const lax = new FunctionTool({ ...erasing, requireConfirmation: «() => false» });`,
  letsAll('requireConfirmation', '`erase`'),
  `${adk}export const lax = new FunctionTool({ ...erasing, requireConfirmation: ({ path }) => path !== '/tmp' });`,
);

pair(
  'a plugin that is there for security, and is given no policy',
  `${adk}const agent = «new LlmAgent({ name: 'cleaner', model, tools: [erase] })»;
export const runner = new InMemoryRunner({ appName: 'files', agent, plugins: [new SecurityPlugin()] });`,
  letsAll('SecurityPlugin', '`erase`'),
  `${adk}const policyEngine = { evaluate: async () => ({ outcome: PolicyOutcome.DENY, reason: 'no' }) };
const agent = new LlmAgent({ name: 'cleaner', model, tools: [erase] });
export const runner = new InMemoryRunner({ appName: 'files', agent, plugins: [new SecurityPlugin({ policyEngine })] });`,
);

pair(
  'a plugin that is there for security, with a policy that allows everything',
  `${adk}const agent = «new LlmAgent({ name: 'cleaner', model, tools: [erase] })»;
export const runner = new InMemoryRunner({ appName: 'files', agent, plugins: [new SecurityPlugin({ policyEngine: new InMemoryPolicyEngine() })] });`,
  letsAll('InMemoryPolicyEngine', '`erase`'),
  `${adk}const agent = new LlmAgent({ name: 'cleaner', model, tools: [erase] });
export const runner = new InMemoryRunner({ appName: 'files', agent, plugins: [new SecurityPlugin({ policyEngine: new InMemoryPolicyEngine() }), new Stop('stop')] });`,
);

pair(
  'a callback, which is not asked about the tools of an agent that is a tool',
  `${adk}const cleaner = «new LlmAgent({ name: 'cleaner', model, tools: [erase] })»;
export const main = new LlmAgent({ name: 'main', model, tools: [new AgentTool({ agent: cleaner })], beforeToolCallback: ({ tool }) => (tool.name === 'erase' ? { error: 'no' } : undefined) });`,
  {
    messageId: 'notReached',
    data: { guard: 'beforeToolCallback', parent: '`main`', agent: '`cleaner`', tool: '`erase`' },
  },
  `${adk}const cleaner = new LlmAgent({ name: 'cleaner', model, tools: [erase], beforeToolCallback: ({ tool }) => (tool.name === 'erase' ? { error: 'no' } : undefined) });
export const main = new LlmAgent({ name: 'main', model, tools: [new AgentTool({ agent: cleaner })] });`,
);

pair(
  'a plugin, which is not asked about the tools of an agent that is a tool',
  `${adk}const cleaner = «new LlmAgent({ name: 'cleaner', model, tools: [erase] })»;
const agent = new LlmAgent({ name: 'main', model, tools: [new AgentTool({ agent: cleaner })] });
export const runner = new InMemoryRunner({ appName: 'files', agent, plugins: [new Stop('stop')] });`,
  {
    messageId: 'notReached',
    data: { guard: 'beforeToolCallback', parent: '`main`', agent: '`cleaner`', tool: '`erase`' },
  },
  `${adk}const cleaner = new LlmAgent({ name: 'cleaner', model, tools: [erase] });
const agent = new LlmAgent({ name: 'main', model, subAgents: [cleaner] });
export const runner = new InMemoryRunner({ appName: 'files', agent, plugins: [new Stop('stop')] });`,
);

// ── GitHub Copilot ─────────────────────────────────────────────────────────────────────────────────────────────────

const copilot = `${erases}import * as sdk from '@github/copilot-sdk';
import { approveAll, CopilotClient, defineTool, type PermissionHandler } from '@github/copilot-sdk';
import { joinSession } from '@github/copilot-sdk/extension';
const erase = defineTool('erase', { description: 'Erase', parameters: schema, handler: execute });
const client = new CopilotClient();
declare const ask: (question: unknown) => Promise<boolean>;
`;
const letsErase = letsAll('onPermissionRequest', '`erase`');
const allowsErase: Finding<MessageId> = {
  messageId: 'superseded',
  data: { by: 'onPreToolUse', guard: 'onPermissionRequest', tool: '`erase`' },
};

pair(
  'a Copilot session whose permissions are all approved',
  `${copilot}export const session = client.createSession({ tools: [erase], onPermissionRequest: «approveAll» });`,
  letsErase,
  `${copilot}export const session = client.createSession({ tools: [erase] });`,
);

pair(
  'a Copilot session whose permissions are all approved by a member of a namespace',
  `${copilot}const handler = sdk.approveAll;
export const session = «client.resumeSession('old', { tools: [erase], onPermissionRequest: handler })»;`,
  letsErase,
  `${copilot}const handler: PermissionHandler = async (request) => (await ask(request)) ? { kind: 'approve-once' } : { kind: 'reject' };
export const session = client.resumeSession('old', { tools: [erase], onPermissionRequest: handler });`,
);

pair(
  'a Copilot session whose handler calls on the one that approves all',
  `${copilot}export const session = client.createSession({ tools: [erase], onPermissionRequest: «(request, invocation) => { console.log(request.kind); return approveAll(request, invocation); }» });`,
  letsErase,
  `${copilot}export const session = client.createSession({ tools: [erase], onPermissionRequest: async (request, invocation) => (await ask(request)) ? approveAll(request, invocation) : { kind: 'reject' } });`,
);

pair(
  'a Copilot session whose handler approves whatever it is asked',
  `${copilot}export const session = client.createSession({ tools: [erase], onPermissionRequest: «async () => ({ kind: 'approve-once' })» });`,
  letsErase,
  `${copilot}export const session = client.createSession({ tools: [erase], onPermissionRequest: async () => ({ kind: 'user-not-available' }) });`,
);

pair(
  'a Copilot handler that asks about commands, and not about the tools of the program',
  `${copilot}export const session = client.createSession({ tools: [erase], onPermissionRequest: «async (request) => {
  if (request.kind === 'shell') return { kind: 'reject' };
  return { kind: 'approve-once' };
}» });`,
  letsErase,
  `${copilot}export const session = client.createSession({ tools: [erase], onPermissionRequest: async (request) => {
  if (request.kind === 'custom-tool') return { kind: 'reject' };
  return { kind: 'approve-once' };
} });`,
);

pair(
  'a Copilot handler that asks about another tool',
  `${copilot}export const session = client.createSession({ tools: [erase], onPermissionRequest: «async (request) =>
  request.kind === 'custom-tool' && request.toolName === 'send' ? { kind: 'reject' } : { kind: 'approve-for-session' }» });`,
  letsErase,
  `${copilot}export const session = client.createSession({ tools: [erase], onPermissionRequest: async (request) =>
  request.kind === 'custom-tool' && request.toolName === 'erase' ? { kind: 'reject' } : { kind: 'approve-for-session' } });`,
);

pair(
  'a Copilot hook that stops a tool only by throwing, where all else is approved',
  `${copilot}export const session = client.createSession({ tools: [erase], onPermissionRequest: approveAll, hooks: { onPreToolUse: «({ toolName }) => { if (toolName === 'erase') throw new Error('no'); }» } });`,
  { messageId: 'failsOpen', data: { guard: 'onPreToolUse', tool: '`erase`' } },
  `${copilot}export const session = client.createSession({ tools: [erase], onPermissionRequest: approveAll, hooks: { onPreToolUse: ({ toolName }) => { if (toolName === 'erase') return { permissionDecision: 'deny' }; } } });`,
);

pair(
  'a Copilot hook that throws, where a person is asked next',
  `${copilot}export const session = client.createSession({ tools: [erase], onPermissionRequest: «approveAll», hooks: { onPreToolUse: ({ toolName }) => { console.log(toolName); } } });`,
  letsErase,
  `${copilot}export const session = client.createSession({ tools: [erase], onPermissionRequest: async () => ({ kind: 'no-result' }), hooks: { onPreToolUse: () => { throw new Error('no'); } } });`,
);

pair(
  'a Copilot hook that allows everything, so that the handler is not asked',
  `${copilot}export const session = client.createSession({ tools: [erase], onPermissionRequest: async () => ({ kind: 'reject' }), hooks: { onPreToolUse: «() => ({ permissionDecision: 'allow' })» } });`,
  allowsErase,
  `${copilot}export const session = client.createSession({ tools: [erase], onPermissionRequest: async () => ({ kind: 'reject' }), hooks: { onPreToolUse: () => ({ additionalContext: 'Mind the gap.' }) } });`,
);

pair(
  'a Copilot hook that allows everything where nobody else is asked',
  `${copilot}export const session = client.createSession({ tools: [erase], hooks: { onPreToolUse: «async () => ({ permissionDecision: 'allow' })» } });`,
  allowsErase,
  `${copilot}export const session = client.createSession({ tools: [erase], hooks: { onPreToolUse: async ({ toolName }) => toolName === 'erase' ? undefined : { permissionDecision: 'allow' } } });`,
);

pair(
  'a Copilot hook that allows everything, in front of a handler that approves everything',
  `${copilot}export const session = client.createSession({ tools: [erase], onPermissionRequest: «approveAll», hooks: { onPreToolUse: () => ({ permissionDecision: 'allow' }) } });`,
  letsErase,
  `${copilot}export const session = client.createSession({ tools: [erase], excludedTools: ['erase'], onPermissionRequest: approveAll, hooks: { onPreToolUse: () => ({ permissionDecision: 'allow' }) } });`,
);

pair(
  'a list of the tools that there are, with all that the program has',
  `${copilot}export const session = client.createSession({ tools: [erase], availableTools: ['view', 'custom:*'], onPermissionRequest: «approveAll» });`,
  letsErase,
  `${copilot}export const session = client.createSession({ tools: [erase], availableTools: ['view'], onPermissionRequest: approveAll });`,
);

pair(
  'lists of the tools that there are, and of those that there are not',
  `${copilot}export const session = client.createSession({ tools: [erase], availableTools: ['custom:erase'], excludedTools: ['custom:send'], onPermissionRequest: «approveAll» });`,
  letsErase,
  `${copilot}export const session = client.createSession({ tools: [erase], availableTools: ['custom:erase'], excludedTools: ['custom:*'], onPermissionRequest: approveAll });`,
);

pair(
  'a joined Copilot session whose permissions are all approved',
  `${copilot}export const session = joinSession({ tools: [erase], onPermissionRequest: «approveAll» });`,
  letsErase,
  `${copilot}export const session = joinSession({ tools: [erase] });`,
);

for (const managed of [
  'enableManagedSettings: true',
  "managedSettings: { permissions: { disableBypassPermissionsMode: 'disable' } }",
])
  silent(
    `approval of everything, which throws under ${managed}`,
    `${copilot}export const session = client.createSession({ tools: [erase], ${managed}, onPermissionRequest: approveAll });`,
  );

silent(
  'a list of tools that are taken away, of which not all is known',
  `${copilot}export const start = (others: string[]) => client.createSession({ tools: [erase], excludedTools: [...others], onPermissionRequest: approveAll });`,
);

silent(
  'a Copilot handler and options that are not known',
  `${copilot}export const start = (onPermissionRequest: PermissionHandler, options: object) =>
  [client.createSession({ tools: [erase], onPermissionRequest }), client.createSession({ tools: [erase], ...options })];`,
);

silent(
  'an approveAll of the project',
  `${copilot.replace('approveAll, ', '')}const approveAll: PermissionHandler = async (request) => (await ask(request)) ? { kind: 'approve-once' } : { kind: 'reject' };
export const session = client.createSession({ tools: [erase], onPermissionRequest: approveAll });`,
);

// ── what is knowingly missed ───────────────────────────────────────────────────────────────────────────────────────

silent(
  'known gap: guardrails in a list, whose answers are not looked at',
  `${openai}const allowing = { type: 'tool_input', name: 'all', run: async () => ({ behavior: { type: 'allow' } as const }) } as const;
export const agent = new Agent({ name: 'Cleaner', tools: [tool({ ...erasing, inputGuardrails: [allowing] })] });`,
);

silent(
  'known gap: a resumption that always approves, in a function of its own',
  `${langchain}import { Command } from '@langchain/langgraph';
const agent = createAgent({ model, tools: [erase], checkpointer, middleware: [humanInTheLoopMiddleware({ interruptOn: { erase_file: true } })] });
export const goOn = () => agent.invoke(new Command({ resume: { decisions: [{ type: 'approve' }] } }), { configurable: { thread_id: '1' } });`,
);

silent(
  'known gap: the guard of an agent, which does not reach one in the handler of a tool',
  `${langchain}const inner = createAgent({ model, tools: [erase] });
const clean = tool(async ({ path }) => String(await inner.invoke({ messages: [path] })), { name: 'clean', description: 'Clean', schema });
export const outer = createAgent({ model, tools: [clean], checkpointer, middleware: [humanInTheLoopMiddleware({ interruptOn: { clean: true } })] });`,
);

silent(
  'known gap: the sub-agent that is always there, which the middleware of a deep agent does not reach',
  `${langchain}export const agent = createDeepAgent({ tools: [erase], checkpointer, middleware: [humanInTheLoopMiddleware({ interruptOn: { erase_file: true } })] });`,
);

silent(
  'known gap: a Copilot hook that sends everything on to a handler that approves everything',
  `${copilot}export const session = client.createSession({ tools: [erase], onPermissionRequest: approveAll, hooks: { onPreToolUse: () => ({ permissionDecision: 'ask' }) } });`,
);

silent(
  'known gap: a Copilot session in which all commands are approved',
  `${copilot}export const session = client.createSession({ onPermissionRequest: approveAll });`,
);

silent(
  'known gap: a Copilot session whose mode is changed when it runs',
  `${copilot}export async function start() {
  const session = await client.createSession({ tools: [erase] });
  await session.rpc.permissions.setApproveAll({ enabled: true });
}`,
);

silent(
  'known gap: an `interruptOn` of a run, which replaces that of the agent',
  `${langchain}const agent = createAgent({ model, tools: [erase], checkpointer, middleware: [humanInTheLoopMiddleware({ interruptOn: { erase_file: true } })] });
export const go = (text: string) => agent.invoke({ messages: [text] }, { context: { interruptOn: { erase_file: false } } });`,
);

tester.run('no-ineffective-guardrail', noIneffectiveGuardrail, { valid, invalid });
