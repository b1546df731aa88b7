import type { InvalidTestCase, ValidTestCase } from '@typescript-eslint/rule-tester';
import { requireGuardrail } from '../../src/rules/require-guardrail.ts';
import type { Options } from '../../src/rules/require-guardrail.ts';
import { codeOf, errorsIn } from './marked.ts';
import type { Finding } from './marked.ts';
import { tester } from './rule-tester.ts';

type MessageId = keyof typeof requireGuardrail.messages;

const valid: ValidTestCase<[Options]>[] = [];
const invalid: InvalidTestCase<MessageId, [Options]>[] = [];

const unknownToo: { options: [Options] } = {
  options: [{ allow: [], checkFixedCalls: true, checkSwitchedTools: true, checkUnknown: true, minImpact: 'low' }],
};

/** Two programs that differ in the one thing that matters: in the first, nothing decides; in the second, something does. */
function pair(name: string, faulty: string, finding: Finding<MessageId>, right: string, settings = {}): void {
  reported(name, faulty, finding, settings);
  silent(`not: ${name}`, right, settings);
}

function reported(name: string, marked: string, finding: Finding<MessageId>, settings = {}): void {
  invalid.push({ name, code: codeOf(marked), errors: errorsIn(marked, finding), ...settings });
}

function silent(name: string, code: string, settings = {}): void {
  valid.push({ name, code, ...settings });
}

/** Agents have a tool without a guard: one that deletes a file in line 2 of the program, unless it is said what it does. */
function unguarded(
  agents: string,
  tool: string,
  remedy: string,
  what = 'deletes with `fs.rm` (line 2; high impact)',
): Finding<MessageId> {
  return { messageId: 'unguarded', data: { tool, what, agents, remedy } };
}

/** `call` runs a tool that deletes a file, with nothing before it. */
function invoked(call: string, tool: string, what = 'deletes with `fs.rm` (line 2; high impact)'): Finding<MessageId> {
  return { messageId: 'invoked', data: { call, tool, what } };
}

const erases = `import { rm } from 'node:fs/promises';
const execute = async ({ path }: { path: string }) => { await rm(path); return 'ok'; };
import { z } from 'zod';
const schema = z.object({ path: z.string() });
`;

// ── OpenAI Agents ──────────────────────────────────────────────────────────────────────────────────────────────────

const openai = `${erases}import { Agent, applyPatchTool, handoff, hostedMcpTool, MCPServerStdio, RunContext, shellTool, tool, invokeFunctionTool } from '@openai/agents';
const erasing = { name: 'erase', description: 'Erase', parameters: schema, execute };
`;

pair(
  'an OpenAI agent with a tool that deletes',
  `${openai}const «erase» = tool(erasing);
export const agent = new Agent({ name: 'Cleaner', tools: [erase] });`,
  unguarded('`Cleaner`', '`erase`', 'Set `needsApproval: true`'),
  `${openai}const erase = tool({ ...erasing, needsApproval: true });
export const agent = new Agent({ name: 'Cleaner', tools: [erase] });`,
);

const toolRunning = (before: string): string => `${openai}declare function confirmed(path: string): Promise<boolean>;
function toolOf(run: (path: string) => Promise<string>) {
  return tool({ ...erasing, execute: async ({ path }: { path: string }) => { ${before} return (await run(path)).trim(); } });
}
const erase = toolOf(async (path) => { await rm(path); return 'ok'; });
`;

pair(
  'a tool whose maker is given the function that it runs',
  `${toolRunning('')}export const agent = new Agent({ name: 'Cleaner', tools: [erase] });`,
  {
    ...unguarded(
      '`Cleaner`',
      '`erase`',
      'Set `needsApproval: true` in `toolOf`',
      'deletes with `fs.rm` (line 11; high impact)',
    ),
    at: 'const «erase» = toolOf(',
  },
  `${toolRunning("if (!(await confirmed(path))) return 'refused';")}export const agent = new Agent({ name: 'Cleaner', tools: [erase] });`,
  unknownToo,
);

pair(
  'an OpenAI agent whose tool is written where it is given',
  `${openai}export const agent = Agent.create({ name: 'Cleaner', tools: [«tool»(erasing)] });`,
  unguarded('`Cleaner`', '`erase`', 'Set `needsApproval: true`'),
  `${openai}export const agent = Agent.create({ name: 'Cleaner', tools: [tool({ ...erasing, needsApproval: async (_, { path }) => path !== '/tmp' })] });`,
);

pair(
  'an OpenAI agent whose own guardrails look at no tool',
  `${openai}const «erase» = tool(erasing);
export const agent = new Agent({ name: 'Cleaner', tools: [erase], inputGuardrails: [{ name: 'polite', execute: async () => ({ tripwireTriggered: true, outputInfo: '' }) }] });`,
  unguarded('`Cleaner`', '`erase`', 'Set `needsApproval: true`'),
  `${openai}const erase = tool({ ...erasing, inputGuardrails: [{ name: 'tmp', run: async () => ({ behavior: { type: 'rejectContent', message: 'No.' } }) }] });
export const agent = new Agent({ name: 'Cleaner', tools: [erase] });`,
);

pair(
  'lists of tools that are joined',
  `${openai}const readers = [tool({ ...erasing, name: 'show', execute: async () => 'shown' })];
const writers = [«tool»(erasing)];
export const agent = new Agent({ name: 'Cleaner', tools: [...readers, ...writers] });`,
  unguarded('`Cleaner`', '`erase`', 'Set `needsApproval: true`'),
  `${openai}const readers = [tool({ ...erasing, name: 'show', execute: async () => 'shown' })];
const writers = [tool({ ...erasing, needsApproval: true })];
export const agent = new Agent({ name: 'Cleaner', tools: [...readers, ...writers] });`,
);

pair(
  'an agent that is run as a tool',
  `${openai}const «erase» = tool(erasing);
const cleaner = new Agent({ name: 'Cleaner', tools: [erase] });
export const main = new Agent({ name: 'Main', tools: [cleaner.asTool({ toolName: 'clean', toolDescription: 'Clean' })] });`,
  unguarded('`Cleaner`', '`erase`', 'Set `needsApproval: true`'),
  `${openai}const erase = tool(erasing);
const cleaner = new Agent({ name: 'Cleaner', tools: [erase] });
export const main = new Agent({ name: 'Main', tools: [cleaner.asTool({ toolName: 'clean', toolDescription: 'Clean', needsApproval: true })] });`,
);

pair(
  'an agent that is handed over to',
  `${openai}const «erase» = tool(erasing);
const cleaner = new Agent({ name: 'Cleaner', tools: [erase] });
export const main = new Agent({ name: 'Main', handoffs: [handoff(cleaner)] });`,
  unguarded('`Cleaner`', '`erase`', 'Set `needsApproval: true`'),
  `${openai}const erase = tool({ ...erasing, needsApproval: true });
const cleaner = new Agent({ name: 'Cleaner', tools: [erase] });
export const main = new Agent({ name: 'Main', handoffs: [handoff(cleaner)] });`,
);

pair(
  'a shell that comes with the SDK',
  `${openai}declare const shell: import('@openai/agents').Shell;
export const agent = new Agent({ name: 'Operator', tools: [«shellTool»({ shell })] });`,
  unguarded('`Operator`', '`shell`', 'Set `needsApproval: true`', 'runs commands (critical impact)'),
  `${openai}export const agent = new Agent({ name: 'Operator', tools: [shellTool({ environment: { type: 'container_auto' } })] });`,
);

pair(
  'an editor that comes with the SDK',
  `${openai}declare const editor: import('@openai/agents').Editor;
export const agent = new Agent({ name: 'Editor', tools: [«applyPatchTool»({ editor })] });`,
  unguarded('`Editor`', '`apply_patch`', 'Set `needsApproval: true`', 'changes files (high impact)'),
  `${openai}declare const editor: import('@openai/agents').Editor;
export const agent = new Agent({ name: 'Editor', tools: [applyPatchTool({ editor, needsApproval: true })] });`,
);

silent(
  'a shell whose methods do nothing',
  `${openai}const shell = { run: async () => ({ output: [] }) };
export const agent = new Agent({ name: 'Operator', tools: [shellTool({ shell })] });`,
);

pair(
  'all tools of a server',
  `${openai}const files = new MCPServerStdio({ name: 'files', fullCommand: 'npx files' });
export const agent = «new Agent({ name: 'Librarian', mcpServers: [files] })»;`,
  { messageId: 'unguardedServer', data: { agent: '`Librarian`', servers: '`files`' } },
  `${openai}const files = new MCPServerStdio({ name: 'files', fullCommand: 'npx files', toolFilter: { allowedToolNames: ['read_file'] } });
export const agent = new Agent({ name: 'Librarian', mcpServers: [files] });`,
  unknownToo,
);

pair(
  'all tools of a server that the model’s provider calls',
  `${openai}export const agent = new Agent({ name: 'Librarian', tools: [«hostedMcpTool({ serverLabel: 'files', serverUrl: 'https://files.example' })»] });`,
  { messageId: 'unguardedServer', data: { agent: '`Librarian`', servers: 'this server' } },
  `${openai}export const agent = new Agent({ name: 'Librarian', tools: [hostedMcpTool({ serverLabel: 'files', serverUrl: 'https://files.example', requireApproval: 'always' })] });`,
  unknownToo,
);

const hosted = (server: string): string =>
  `${openai}export const agent = new Agent({ name: 'Librarian', tools: [«hostedMcpTool(${server})»] });`;

pair(
  'the tools of a server that publishes documentation',
  hosted(`{ serverLabel: 'wiki', serverUrl: 'https://mcp.deepwiki.com.files.example/mcp' }`),
  { messageId: 'unguardedServer', data: { agent: '`Librarian`', servers: 'this server' } },
  codeOf(hosted(`{ serverLabel: 'wiki', serverUrl: 'https://mcp.deepwiki.com/mcp' }`)),
  unknownToo,
);

reported(
  'the tools of a server that is reached without encryption',
  hosted(`{ serverLabel: 'wiki', serverUrl: 'http://mcp.deepwiki.com/mcp' }`),
  { messageId: 'unguardedServer', data: { agent: '`Librarian`', servers: 'this server' } },
  unknownToo,
);

reported(
  'the tools of a server that only has the name of one',
  hosted(`{ serverLabel: 'mcp.deepwiki.com', serverUrl: process.env.WIKI ?? 'https://mcp.deepwiki.com/mcp' }`),
  { messageId: 'unguardedServer', data: { agent: '`Librarian`', servers: 'this server' } },
  unknownToo,
);

pair(
  'a server that is run from a package with documentation',
  `${openai}const docs = new MCPServerStdio({ name: 'docs', command: 'npx', args: ['-y', 'files', '@upstash/context7-mcp'] });
export const agent = «new Agent({ name: 'Librarian', mcpServers: [docs] })»;`,
  { messageId: 'unguardedServer', data: { agent: '`Librarian`', servers: '`docs`' } },
  `${openai}const docs = new MCPServerStdio({ name: 'docs', command: 'npx', args: ['-y', '@upstash/context7-mcp@latest'] });
export const agent = new Agent({ name: 'Librarian', mcpServers: [docs] });`,
  unknownToo,
);

const client = (transport: string): string => `import { createMCPClient } from '@ai-sdk/mcp';
import { generateText } from 'ai';
export async function go(prompt: string, url: string) {
  const client = await createMCPClient({ name: 'docs', transport: ${transport} });
  const tools = await client.tools();
  await client.close();
  return «generateText({ model: 'openai/gpt-5', prompt, tools })»;
}`;

pair(
  'a client of a server that publishes documentation',
  client(`{ type: 'http', url }`),
  { messageId: 'unguardedServer', data: { agent: 'The model', servers: '`client`' } },
  codeOf(client(`{ type: 'http', url: 'https://mcp.context7.com/mcp' }`)),
  unknownToo,
);

silent(
  'the tools of a server, with what `recommended` says',
  `${openai}const files = new MCPServerStdio({ name: 'files', fullCommand: 'npx files' });
export const agent = new Agent({ name: 'Librarian', mcpServers: [files] });`,
);

pair(
  'the tools of a server that guards them',
  `${openai}const files = new MCPServerStdio({ name: 'files', fullCommand: 'npx files', toolInputGuardrails: [] });
export const agent = «new Agent({ name: 'Librarian', mcpServers: [files] })»;`,
  { messageId: 'unguardedServer', data: { agent: '`Librarian`', servers: '`files`' } },
  `${openai}const rejecting = { type: 'tool_input', name: 'no', run: async () => ({ behavior: { type: 'rejectContent', message: 'No.' } as const }) } as const;
const files = new MCPServerStdio({ name: 'files', fullCommand: 'npx files', toolInputGuardrails: [rejecting] });
export const agent = new Agent({ name: 'Librarian', mcpServers: [files] });`,
  unknownToo,
);

pair(
  'an OpenAI tool that the program runs past the runner',
  `${openai}const erase = tool({ ...erasing, needsApproval: true });
export const go = (input: string) => «erase.invoke(new RunContext(), input)»;`,
  invoked('invoke', '`erase`'),
  `${openai}const show = tool({ ...erasing, name: 'show', execute: async ({ path }) => path });
export const go = (input: string) => show.invoke(new RunContext(), input);`,
);

pair(
  'the same by a function of the SDK',
  `${openai}const erase = tool({ ...erasing, needsApproval: true });
export const go = (input: string) => «invokeFunctionTool({ tool: erase, runContext: new RunContext(), input })»;`,
  invoked('invokeFunctionTool', '`erase`'),
  `${openai}const erase = tool({ ...erasing, needsApproval: true });
export const go = () => invokeFunctionTool({ tool: erase, runContext: new RunContext(), input: '{"path":"/tmp/cache"}' });`,
);

pair(
  'a tool that runs another one: who runs the first has decided',
  `${openai}const erase = tool(erasing);
export const wipe = (input: string) => «erase.invoke(new RunContext(), input)»;`,
  invoked('invoke', '`erase`'),
  `${openai}const erase = tool(erasing);
export const wipe = tool({ ...erasing, name: 'wipe', needsApproval: true, execute: async (input) => erase.invoke(new RunContext(), JSON.stringify(input)) });`,
);

silent(
  'an agent and a tool of another package',
  `${erases}declare function tool(config: object): object;
declare class Agent { constructor(config: object); }
export const agent = new Agent({ name: 'Cleaner', tools: [tool({ name: 'erase', execute })] });`,
);

// ── AI SDK ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const ai = `${erases}import { generateText, streamText, tool, ToolLoopAgent } from 'ai';
const model = 'openai/gpt-5';
const erase = tool({ description: 'Erase', inputSchema: schema, execute });
`;

pair(
  'a run of the AI SDK whose result is held',
  `${ai}export function answer(prompt: string) { const result = streamText({ model, prompt, tools: { erase } }); return result.textStream; }`,
  { ...unguarded('`answer`', '`erase`', 'Set `needsApproval: true`'), at: 'const «erase» = tool(' },
  `${ai}export function answer(prompt: string) { const result = streamText({ model, prompt, tools: {} }); return result.textStream; }`,
);

pair(
  'a call of a model that is given a tool which deletes',
  `${ai}export const go = (prompt: string) => generateText({ model, prompt, tools: { erase } });`,
  { ...unguarded('`go`', '`erase`', 'Set `needsApproval: true`'), at: 'const «erase» = tool(' },
  `${ai}export const go = (prompt: string) => generateText({ model, prompt, tools: { erase }, toolApproval: { erase: 'user-approval' } });`,
);

pair(
  'a tool that is an object, under another name',
  `${ai}export const go = (prompt: string) => streamText({ model, prompt, tools: { «wipe»: { description: 'Erase', inputSchema: schema, execute } } });`,
  unguarded('`go`', '`wipe`', 'Set `needsApproval: true`'),
  `${ai}export const go = (prompt: string) => streamText({ model, prompt, tools: { wipe: { description: 'Erase', inputSchema: schema, execute, needsApproval: true } } });`,
);

pair(
  'an agent of the AI SDK whose approvals are for another tool',
  `${ai}const show = tool({ description: 'Show', inputSchema: schema, execute: async ({ path }) => path });
export const agent = new ToolLoopAgent({ model, id: 'cleaner', tools: { erase, show }, toolApproval: { show: 'user-approval' } });`,
  { ...unguarded('`cleaner`', '`erase`', 'Set `needsApproval: true`'), at: 'const «erase» = tool(' },
  `${ai}const show = tool({ description: 'Show', inputSchema: schema, execute: async ({ path }) => path });
export const agent = new ToolLoopAgent({ model, id: 'cleaner', tools: { erase, show }, toolApproval: { erase: 'user-approval' } });`,
);

silent(
  'approvals by a function that asks about some tools',
  `${ai}export const go = (prompt: string, careful: ReadonlySet<string>) =>
  generateText({ model, prompt, tools: { erase }, toolApproval: ({ toolCall }) => (careful.has(toolCall.toolName) ? 'user-approval' : 'approved') });`,
);

silent(
  'approvals that are not known',
  `${ai}export const go = (prompt: string, toolApproval: { erase: 'user-approval' }) => generateText({ model, prompt, tools: { erase }, toolApproval });`,
);

pair(
  'a tool that is among the active ones',
  `${ai}const show = tool({ description: 'Show', inputSchema: schema, execute: async ({ path }) => path });
export const go = (prompt: string) => generateText({ model, prompt, tools: { erase, show }, activeTools: ['show', 'erase'] });`,
  { ...unguarded('`go`', '`erase`', 'Set `needsApproval: true`'), at: 'const «erase» = tool(' },
  `${ai}const show = tool({ description: 'Show', inputSchema: schema, execute: async ({ path }) => path });
export const go = (prompt: string) => generateText({ model, prompt, tools: { erase, show }, activeTools: ['show'] });`,
);

pair(
  'the tools of a client of which none is named',
  `import { createMCPClient } from '@ai-sdk/mcp';
import { generateText } from 'ai';
import { z } from 'zod';
export async function go(prompt: string, url: string) {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  return generateText({ model: 'openai/gpt-5', prompt, tools: await «client.tools({ schemas: 'automatic' })» });
}`,
  { messageId: 'unguardedServer', data: { agent: 'The model', servers: '`client`' } },
  `import { createMCPClient } from '@ai-sdk/mcp';
import { generateText } from 'ai';
import { z } from 'zod';
export async function go(prompt: string, url: string) {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  const schemas = { search: { inputSchema: z.object({ text: z.string() }) } };
  return generateText({ model: 'openai/gpt-5', prompt, tools: await client.tools({ schemas }) });
}`,
  unknownToo,
);

pair(
  'a client’s tools',
  `import { createMCPClient } from '@ai-sdk/mcp';
import { generateText } from 'ai';
export async function go(prompt: string, url: string) {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  const tools = await client.tools();
  const answer = await «generateText({ model: 'openai/gpt-5', prompt, tools })»;
  await client.close();
  return answer;
}`,
  { messageId: 'unguardedServer', data: { agent: 'The model', servers: '`client`' } },
  `import { createMCPClient } from '@ai-sdk/mcp';
import { generateText } from 'ai';
export async function go(prompt: string, url: string) {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  const tools = await client.tools();
  const answer = await generateText({ model: 'openai/gpt-5', prompt, tools, toolApproval: () => 'user-approval' });
  await client.close();
  return answer;
}`,
  unknownToo,
);

pair(
  'a tool of the AI SDK that the program runs',
  `${ai}declare const next: () => Promise<string>;
export const go = async () => «erase.execute!({ path: await next() }, { toolCallId: '1', messages: [], context: {} })»;`,
  invoked('execute', 'a tool'),
  `${ai}export const go = async (path: string, mayErase: (path: string) => Promise<boolean>) =>
  (await mayErase(path)) ? erase.execute!({ path }, { toolCallId: '1', messages: [], context: {} }) : undefined;`,
);

// ── Claude Agent SDK ───────────────────────────────────────────────────────────────────────────────────────────────

const claude = `import { rm } from 'node:fs/promises';
import { createSdkMcpServer, query, tool } from '@anthropic-ai/claude-agent-sdk';
import { z } from 'zod';
const erase = tool('erase', 'Erase', { path: z.string() }, async ({ path }) => { await rm(path); return { content: [] }; });
const show = tool('show', 'Show', { path: z.string() }, async ({ path }) => ({ content: [{ type: 'text', text: path }] }));
const files = createSdkMcpServer({ name: 'files', tools: [erase, show] });
`;

pair(
  'a built-in tool that runs unasked',
  `${claude}export const go = (prompt: string) => query({ prompt, options: { allowedTools: ['Read', «'Bash'»] } });`,
  { messageId: 'allowed', data: { agent: 'the agent', tools: '`Bash`' } },
  `${claude}export const go = (prompt: string) => query({ prompt, options: { allowedTools: ['Read'] } });`,
);

pair(
  'a built-in tool with all that it can do',
  `${claude}export const go = (prompt: string) => query({ prompt, options: { allowedTools: [«'Bash(*)'»] } });`,
  { messageId: 'allowed', data: { agent: 'the agent', tools: '`Bash`' } },
  `${claude}export const go = (prompt: string) => query({ prompt, options: { allowedTools: ['Bash(git status)'] } });`,
);

pair(
  'a built-in tool that is taken away again',
  `${claude}export const go = (prompt: string) => query({ prompt, options: { allowedTools: [«'Bash'»], disallowedTools: ['Write'] } });`,
  { messageId: 'allowed', data: { agent: 'the agent', tools: '`Bash`' } },
  `${claude}export const go = (prompt: string) => query({ prompt, options: { allowedTools: ['Bash'], disallowedTools: ['Bash'] } });`,
);

pair(
  'a tool of an own server that runs unasked',
  `${claude}export const go = (prompt: string) => query({ prompt, options: { mcpServers: { files }, allowedTools: [«'mcp__files__erase'»] } });`,
  { messageId: 'allowed', data: { agent: 'the agent', tools: '`mcp__files__erase`' } },
  `${claude}export const go = (prompt: string) => query({ prompt, options: { mcpServers: { files }, allowedTools: ['mcp__files__show'] } });`,
);

pair(
  'a shell that runs unasked beside what a hook with a joined pattern decides about',
  `${claude}const FILES = ['Edit', 'Write'] as const;
const deny = async (): Promise<HookJSONOutput> => ({ decision: 'block' });
export const go = (prompt: string) => query({ prompt, options: { allowedTools: [...FILES, «'Bash'»], hooks: { PreToolUse: [{ matcher: FILES.join('|'), hooks: [deny] }] } } });`,
  { messageId: 'allowed', data: { agent: 'the agent', tools: '`Bash`' } },
  `${claude}const FILES = ['Edit', 'Write', 'Bash'] as const;
const deny = async (): Promise<HookJSONOutput> => ({ decision: 'block' });
export const go = (prompt: string) => query({ prompt, options: { allowedTools: [...FILES], hooks: { PreToolUse: [{ matcher: FILES.join('|'), hooks: [deny] }] } } });`,
);

const hooked = (answer: string): string => `${claude}class Watch {
  constructor(private readonly readers: ReadonlySet<string>) {}
  async check(name: string): Promise<HookJSONOutput> {
    if (this.readers.has(name)) return {};
    return ${answer};
  }
}
const watch = new Watch(new Set(['mcp__files__show']));
`;
const hooks = `hooks: { PreToolUse: [{ matcher: 'mcp__files__.*', hooks: [async (input) => (input.hook_event_name === 'PreToolUse' ? watch.check(input.tool_name) : {})], onFailure: 'block' }] }`;
pair(
  'a whole server that runs unasked, and a hook that is called for its tools',
  `${hooked('{}')}export const go = (prompt: string) => query({ prompt, options: { mcpServers: { files }, allowedTools: [«'mcp__files'»], ${hooks} } });`,
  { messageId: 'allowed', data: { agent: 'the agent', tools: '`mcp__files`' } },
  `${hooked("{ decision: 'block' }")}export const go = (prompt: string) => query({ prompt, options: { mcpServers: { files }, allowedTools: ['mcp__files'], ${hooks} } });`,
);

const asked = (then: string): string => `import { createInterface } from 'node:readline/promises';
${claude.replace('await rm(path);', `const answer = await createInterface({ input: process.stdin }).question('Erase? '); ${then} await rm(path);`)}`;

pair(
  'a tool of an own server that asks itself',
  `${asked('console.log(answer);')}export const go = (prompt: string) => query({ prompt, options: { mcpServers: { files }, allowedTools: [«'mcp__files__erase'»] } });`,
  { messageId: 'allowed', data: { agent: 'the agent', tools: '`mcp__files__erase`' } },
  `${asked("if (answer !== 'yes') return { content: [] };")}export const go = (prompt: string) => query({ prompt, options: { mcpServers: { files }, allowedTools: ['mcp__files__erase'] } });`,
);

/** Servers that a branch assigns, and those that a function or an object makes which the caller gives. */
const servers: Readonly<Record<string, (entry: string) => string>> = {
  'in a variable that a branch assigns': (entry) =>
    `export const go = (prompt: string, isOn: boolean) => { let mcpServers: Record<string, typeof files> | undefined; if (isOn) mcpServers = { files }; return query({ prompt, options: { mcpServers, allowedTools: [${entry}] } }); };`,
  'made by a function that is given': (entry) =>
    `function send(prompt: string, make: () => Record<string, typeof files>) { return query({ prompt, options: { mcpServers: make(), allowedTools: [${entry}] } }); }
export const go = (prompt: string) => send(prompt, () => ({ files }));`,
  'made by a function of an object that is given': (entry) =>
    `interface Given { make?: () => Record<string, typeof files> }
function send(prompt: string, given: Given) { const options: { mcpServers?: Record<string, typeof files> } = {}; if (given.make) options.mcpServers = given.make(); return query({ prompt, options: { ...options, allowedTools: [${entry}] } }); }
export const go = (prompt: string) => send(prompt, { make: () => ({ files }) });`,
};

for (const [name, code] of Object.entries(servers))
  pair(
    `a tool of an own server ${name}`,
    `${claude}${code("«'mcp__files__erase'»")}`,
    { messageId: 'allowed', data: { agent: 'the agent', tools: '`mcp__files__erase`' } },
    `${claude}${code("'mcp__files__show'")}`,
  );

pair(
  'a built-in tool that runs unasked, with a function that allows it and stops another one',
  `${claude}const stop = (name: string) => async (tool: string, input: Record<string, unknown>) => tool === name ? { behavior: 'deny' as const, message: 'No.' } : { behavior: 'allow' as const, updatedInput: input };
export const go = (prompt: string) => query({ prompt, options: { allowedTools: [«'Bash'»], canUseTool: stop('Write') } });`,
  { messageId: 'allowed', data: { agent: 'the agent', tools: '`Bash`' } },
  // That it is never called is reported by another rule.
  `${claude}const stop = (name: string) => async (tool: string, input: Record<string, unknown>) => tool === name ? { behavior: 'deny' as const, message: 'No.' } : { behavior: 'allow' as const, updatedInput: input };
export const go = (prompt: string) => query({ prompt, options: { allowedTools: ['Bash'], canUseTool: stop('Bash') } });`,
);

pair(
  'a built-in tool that runs unasked, with a hook for another one',
  `${claude}const deny = async () => ({ hookSpecificOutput: { hookEventName: 'PreToolUse' as const, permissionDecision: 'deny' as const } });
export const go = (prompt: string) => query({ prompt, options: { allowedTools: [«'Bash'»], hooks: { PreToolUse: [{ matcher: 'Write', hooks: [deny] }] } } });`,
  { messageId: 'allowed', data: { agent: 'the agent', tools: '`Bash`' } },
  `${claude}const deny = async () => ({ hookSpecificOutput: { hookEventName: 'PreToolUse' as const, permissionDecision: 'deny' as const } });
export const go = (prompt: string) => query({ prompt, options: { allowedTools: ['Bash'], hooks: { PreToolUse: [{ matcher: 'Write|Bash', hooks: [deny] }] } } });`,
);

pair(
  'a built-in tool that runs unasked, with a hook that only writes a log',
  `${claude}const log = async (input: object) => { console.log(input); return {}; };
export const go = (prompt: string) => query({ prompt, options: { allowedTools: [«'Bash'»], hooks: { PreToolUse: [{ hooks: [log] }] } } });`,
  { messageId: 'allowed', data: { agent: 'the agent', tools: '`Bash`' } },
  `${claude}const log = async (input: object) => { console.log(input); return { decision: 'block' as const }; };
export const go = (prompt: string) => query({ prompt, options: { allowedTools: ['Bash'], hooks: { PreToolUse: [{ hooks: [log] }] } } });`,
);

silent(
  'all built-in tools, about which the permissions ask',
  `${claude}export const go = (prompt: string) => query({ prompt, options: { mcpServers: { files }, permissionMode: 'default' } });`,
);

// ── LangChain, LangGraph and deepagents ────────────────────────────────────────────────────────────────────────────

const langchain = `${erases}import { createDeepAgent } from 'deepagents';
import { DynamicStructuredTool, StructuredTool } from '@langchain/core/tools';
import { Command, interrupt, MemorySaver, StateGraph } from '@langchain/langgraph';
import { createReactAgent, ToolNode } from '@langchain/langgraph/prebuilt';
import { createAgent, createMiddleware, humanInTheLoopMiddleware, tool } from 'langchain';
const model = 'openai:gpt-5';
const checkpointer = new MemorySaver();
const erase = tool(execute, { name: 'erase', description: 'Erase', schema });
`;

pair(
  'a LangChain agent without middleware',
  `${langchain}export const agent = createAgent({ model, tools: [erase] });`,
  { ...unguarded('`agent`', '`erase`', 'Add a middleware there that requests approval first'), at: "name: «'erase'»" },
  `${langchain}export const agent = createAgent({ model, tools: [erase], checkpointer, middleware: [humanInTheLoopMiddleware({ interruptOn: { erase: true } })] });`,
);

pair(
  'a LangChain agent whose middleware stops nothing by its form',
  `${langchain}export const agent = createAgent({ model, name: 'cleaner', tools: [erase], checkpointer, middleware: [humanInTheLoopMiddleware({ interruptOn: {} })] });`,
  { ...unguarded('`cleaner`', '`erase`', 'Set `interruptOn: { erase: true }` there'), at: "name: «'erase'»" },
  `${langchain}export const agent = createAgent({ model, name: 'cleaner', tools: [erase], checkpointer, middleware: [humanInTheLoopMiddleware({ interruptOn: { [erase.name]: true } })] });`,
);

const sweeping = `${langchain}const sweep = tool(async ({ path }: { path: string }) => { await erase.invoke({ path }); return 'swept'; }, { name: 'sweep', description: 'Sweep', schema });
`;

pair(
  'a tool that runs another one, which alone is asked about',
  `${sweeping}export const agent = createAgent({ model, tools: [erase, sweep], checkpointer, middleware: [humanInTheLoopMiddleware({ interruptOn: { erase: true } })] });`,
  { ...unguarded('`agent`', '`sweep`', 'Set `interruptOn: { sweep: true }` there'), at: "name: «'sweep'»" },
  `${sweeping}export const agent = createAgent({ model, tools: [erase, sweep], checkpointer, middleware: [humanInTheLoopMiddleware({ interruptOn: { erase: true, sweep: true } })] });`,
);

silent(
  'a tool that runs another one when it has asked',
  `${langchain}const sweep = tool(async ({ path }: { path: string }) => { if (!interrupt({ path })) return 'kept'; await erase.invoke({ path }); return 'swept'; }, { name: 'sweep', description: 'Sweep', schema });
export const agent = createAgent({ model, tools: [sweep], checkpointer });`,
);

/** A node of a graph that runs the tools by hand, once it has looked at all calls. */
const reviewing = (
  review: string,
  test: string,
  loop = 'const { call, approved } of reviewed',
): string => `${langchain}import type { ToolCall } from '@langchain/core/messages/tool';
interface Policy { permits(call: ToolCall): Promise<boolean> }
const byName: Record<string, typeof erase> = { erase };
export async function runTools(calls: readonly ToolCall[], policy: Policy) {
  ${review}
  for (${loop}) {
    const known = byName[call.name];
    if (!known || ${test}) continue;
    await «known.invoke({ path: String(call.args.path) })»;
  }
}`;
for (const [what, review] of [
  ['questions', 'const reviewed = calls.map((call) => ({ call, approved: interrupt(call) === true }));'],
  [
    'answers',
    'const reviewed = await Promise.all(calls.map(async (call) => ({ call, approved: await policy.permits(call) })));',
  ],
  [
    'answers that are put into a list',
    'const reviewed: { call: ToolCall; approved: boolean }[] = []; for (const call of calls) reviewed.push({ call, approved: await policy.permits(call) });',
  ],
] as const)
  pair(
    `tools that are run by hand, by a list of ${what}`,
    reviewing(review, "call.name === ''"),
    invoked('invoke', '`erase`'),
    reviewing(review, '!approved').replace(/[«»]/g, ''),
  );
const answered =
  'const reviewed = await Promise.all(calls.map(async (call) => ({ call, approved: await policy.permits(call) })));';
const ofEntries = (test: string): string =>
  reviewing(answered, test, 'const entry of reviewed').replaceAll(/\bcall\.(?=name|args)/g, 'entry.call.');
pair(
  'tools that are run by hand, by a list of answers at which nothing looks',
  ofEntries('!entry'),
  invoked('invoke', '`erase`'),
  ofEntries('!entry.approved').replace(/[«»]/g, ''),
);
const permitting = (test: string): string =>
  reviewing(
    `const permitted: ToolCall[] = []; for (const call of calls) if (${test}) permitted.push(call);`,
    'false',
    'const call of permitted',
  );
pair(
  'tools that are run by hand, by a list of those that are permitted',
  permitting("call.name !== ''"),
  invoked('invoke', '`erase`'),
  permitting('await policy.permits(call)').replace(/[«»]/g, ''),
);
reported(
  'tools that are run by hand, by a list to which each of its calls adds more',
  reviewing('const queue: ToolCall[] = []; queue.push(...calls);', 'false', 'const call of queue').replace(
    'if (!known || false) continue;',
    'queue.push(...calls.filter(({ id }) => id !== call.id)); if (!known) continue;',
  ),
  invoked('invoke', '`erase`'),
);
pair(
  'tools that are run by hand, by a list that promises are filtered by',
  reviewing(
    'const granted = calls.filter(async (call) => await policy.permits(call));',
    '!granted.includes(call)',
    'const call of calls',
  ),
  invoked('invoke', '`erase`'),
  reviewing(
    'const granted: ToolCall[] = []; for (const call of calls) if (await policy.permits(call)) granted.push(call);',
    '!granted.includes(call)',
    'const call of calls',
  ).replace(/[«»]/g, ''),
);

silent(
  'a tool that runs one that asks itself',
  `${langchain}const careful = tool(async ({ path }: { path: string }) => { if (!interrupt({ path })) return 'kept'; return execute({ path }); }, { name: 'careful', description: 'Careful', schema });
const sweep = tool(async ({ path }: { path: string }) => careful.invoke({ path }), { name: 'sweep', description: 'Sweep', schema });
export const agent = createAgent({ model, tools: [sweep], checkpointer });`,
);

silent(
  'a tool that runs one that reads, and itself',
  `${langchain}const show = tool(async ({ path }: { path: string }) => path, { name: 'show', description: 'Show', schema });
const walk = tool(async ({ path }: { path: string }): Promise<string> => { await show.invoke({ path }); return path === '/' ? '' : String(await walk.invoke({ path: '/' })); }, { name: 'walk', description: 'Walk', schema });
export const agent = createAgent({ model, tools: [walk] });`,
);

pair(
  'a LangChain agent whose middleware writes a log',
  `${langchain}const log = createMiddleware({ name: 'log', wrapToolCall: (request, handler) => { console.log(request.toolCall.name); return handler(request); } });
export const agent = createAgent({ model, tools: [erase], middleware: [log] });`,
  { ...unguarded('`agent`', '`erase`', 'Add a middleware there that requests approval first'), at: "name: «'erase'»" },
  `${langchain}const stop = createMiddleware({ name: 'stop', wrapToolCall: (request, handler) => { if (request.toolCall.name === 'erase') throw new Error('No.'); return handler(request); } });
export const agent = createAgent({ model, tools: [erase], middleware: [stop] });`,
);

const refusing = (caught: string): string => `${langchain}class Refused extends Error {}
function check(args: { path?: string }): void { if (args.path === '/') throw new Refused('no'); }
const policy = createMiddleware({ name: 'policy', wrapToolCall: async (request, handler) => {
  try { check(request.toolCall.args); } catch (error) { ${caught} }
  return handler(request);
} });
export const agent = createAgent({ model, tools: [erase], middleware: [policy] });`;
pair(
  'a LangChain agent whose middleware goes on where its policy refuses, and none but that',
  refusing("if (!(error instanceof Refused)) throw error; console.warn('refused');"),
  { ...unguarded('`agent`', '`erase`', 'Add a middleware there that requests approval first'), at: "name: «'erase'»" },
  refusing("if (error instanceof Refused) throw error; console.warn('failed');"),
);

const asking = (decision: string): string => `${langchain}import { ToolMessage } from 'langchain';
interface Check { permits(name: string): Promise<boolean> }
const checked = (checks: readonly Check[]) => createMiddleware({ name: 'checked', wrapToolCall: async (request, handler) => {
  const { name } = request.toolCall;
  ${decision}
  return handler(request);
} });
export const guarded = (checks: readonly Check[]) => createAgent({ model, tools: [erase], middleware: [checked(checks)] });`;
pair(
  'a LangChain agent whose middleware takes promises for answers',
  asking(
    "const permitted = checks.every(async (check) => await check.permits(name)); if (!permitted) return new ToolMessage({ content: 'No.', tool_call_id: name });",
  ),
  {
    ...unguarded('`guarded`', '`erase`', 'Add a middleware there that requests approval first'),
    at: "name: «'erase'»",
  },
  asking(
    "for (const check of checks) if (!(await check.permits(name))) return new ToolMessage({ content: 'No.', tool_call_id: name });",
  ),
);

silent(
  'a LangChain agent whose middleware throws anything else again, and the refusals by a function',
  `${refusing('if (!(error instanceof Refused)) throw error; fail(error);')}
function fail(cause: unknown): never { throw new Error('refused', { cause }); }`,
);

pair(
  'a LangChain agent whose middleware looks at a call when it is over',
  `${langchain}import { ToolMessage } from 'langchain';
const late = createMiddleware({ name: 'late', wrapToolCall: async (request, handler) => { const { name } = request.toolCall; const result = await handler(request); return name === 'erase' ? new ToolMessage({ content: 'No.', tool_call_id: name }) : result; } });
export const agent = createAgent({ model, tools: [erase], middleware: [late] });`,
  { ...unguarded('`agent`', '`erase`', 'Add a middleware there that requests approval first'), at: "name: «'erase'»" },
  `${langchain}import { ToolMessage } from 'langchain';
const early = createMiddleware({ name: 'early', wrapToolCall: async (request, handler) => { const { name } = request.toolCall; return name === 'erase' ? new ToolMessage({ content: 'No.', tool_call_id: name }) : await handler(request); } });
export const agent = createAgent({ model, tools: [erase], middleware: [early] });`,
);

pair(
  'a tool of the older kind',
  `${langchain}const wipe = new DynamicStructuredTool({ name: «'wipe'», description: 'Wipe', schema, func: execute });
export const agent = createAgent({ model, tools: [wipe] });`,
  unguarded('`agent`', '`wipe`', 'Add a middleware there that requests approval first'),
  `${langchain}const wipe = new DynamicStructuredTool({ name: 'wipe', description: 'Wipe', schema, func: async (input) => { if (interrupt(input) !== 'yes') return 'kept'; return execute(input); } });
export const agent = createAgent({ model, tools: [wipe] });`,
);

pair(
  'a tool that is a class',
  `${langchain}class Wipe extends StructuredTool { name = «'wipe'»; description = 'Wipe'; schema = schema; protected async _call({ path }: { path: string }) { return execute({ path }); } }
export const agent = createAgent({ model, tools: [new Wipe()] });`,
  unguarded(
    '`agent`',
    '`wipe`',
    'Add a middleware there that requests approval first',
    'deletes with `fs.rm` through `execute` (line 2; high impact)',
  ),
  `${langchain}class Wipe extends StructuredTool { name = 'wipe'; description = 'Wipe'; schema = schema; protected async _call({ path }: { path: string }) { return path; } }
export const agent = createAgent({ model, tools: [new Wipe()] });`,
);

pair(
  'a tool that asks by itself',
  `${langchain}const careful = tool(async ({ path }) => { if (path === '') return 'no'; return execute({ path }); }, { name: «'careful'», description: 'Erase', schema });
export const agent = createAgent({ model, tools: [careful] });`,
  unguarded(
    '`agent`',
    '`careful`',
    'Add a middleware there that requests approval first',
    'deletes with `fs.rm` through `execute` (line 2; high impact)',
  ),
  `${langchain}const careful = tool(async ({ path }) => { if (interrupt(path) !== 'yes') return 'no'; return execute({ path }); }, { name: 'careful', description: 'Erase', schema });
export const agent = createAgent({ model, tools: [careful] });`,
);

pair(
  'a graph that stops before the model, and not before its tools',
  `${langchain}declare const llm: never;
export const graph = createReactAgent({ llm, tools: [erase], checkpointer, interruptBefore: ['agent'] });`,
  { ...unguarded('`graph`', '`erase`', 'Request approval in its handler'), at: "name: «'erase'»" },
  `${langchain}declare const llm: never;
export const graph = createReactAgent({ llm, tools: [erase], checkpointer, interruptBefore: ['tools'] });`,
);

pair(
  'a node that runs tools, with no graph around it that may stop',
  `${langchain}export const node = new ToolNode([erase]);`,
  { ...unguarded('`node`', '`erase`', 'Request approval in its handler'), at: "name: «'erase'»" },
  `${langchain}export const node = new ToolNode([erase]);
export const review = (state: unknown) => new Command({ goto: interrupt(state) === 'yes' ? 'tools' : 'model' });`,
);

pair(
  'a deep agent',
  `${langchain}export const agent = createDeepAgent({ tools: [erase], checkpointer });`,
  { ...unguarded('`agent`', '`erase`', 'Set `interruptOn: { erase: true }` there'), at: "name: «'erase'»" },
  `${langchain}export const agent = createDeepAgent({ tools: [erase], checkpointer, interruptOn: { erase: true } });`,
);

pair(
  'the sub-agent of a deep agent',
  `${langchain}export const agent = createDeepAgent({ checkpointer, subagents: [{ name: 'cleaner', description: '', systemPrompt: '', tools: [erase] }] });`,
  { ...unguarded('`cleaner`', '`erase`', 'Set `interruptOn: { erase: true }` there'), at: "name: «'erase'»" },
  `${langchain}export const agent = createDeepAgent({ checkpointer, interruptOn: { erase: true }, subagents: [{ name: 'cleaner', description: '', systemPrompt: '', tools: [erase] }] });`,
);

silent(
  'middleware that is not known',
  `${langchain}export const agent = (middleware: ReturnType<typeof humanInTheLoopMiddleware>[]) => createAgent({ model, tools: [erase], middleware });`,
);

pair(
  'a LangChain tool that the program runs',
  `${langchain}export const go = (path: string) => «erase.invoke({ path })»;`,
  invoked('invoke', '`erase`'),
  `${langchain}const careful = tool(async ({ path }) => (interrupt(path) === 'yes' ? execute({ path }) : 'no'), { name: 'careful', description: 'Erase', schema });
export const go = (path: string) => careful.invoke({ path });`,
);

pair(
  'a tool that is looked up: that there is one is no decision',
  `${langchain}declare const next: () => Promise<{ name: 'erase'; path: string }>;
declare const allowed: ReadonlySet<string>;
const tools = { erase };
export async function go() {
  const { name, path } = await next();
  const wanted = tools[name];
  if (!wanted) return undefined;
  return «wanted.invoke({ path })»;
}`,
  invoked('invoke', '`erase`'),
  `${langchain}declare const next: () => Promise<{ name: 'erase'; path: string }>;
declare const allowed: ReadonlySet<string>;
const tools = { erase };
export async function go() {
  const { name, path } = await next();
  const wanted = tools[name];
  if (!wanted || !allowed.has(name)) return undefined;
  return wanted.invoke({ path });
}`,
);

silent(
  'a test',
  `${langchain}declare const it: (name: string, test: () => Promise<void>) => void;
declare const paths: string[];
it('erases', async () => { for (const path of paths) await erase.invoke({ path }); });`,
);

// ── Mastra ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const mastra = `${erases}import { Agent } from '@mastra/core/agent';
import { createTool, type ToolExecutionContext } from '@mastra/core/tools';
const erasing = { id: 'erase', description: 'Erase', inputSchema: schema, execute };
const agentOf = { id: 'cleaner', name: 'Cleaner', instructions: 'Clean', model: 'openai/gpt-5' };
`;

pair(
  'a Mastra agent whose active tools hold the tool',
  `${mastra}const «erase» = createTool(erasing);
export const agent = new Agent({ ...agentOf, tools: { erase }, defaultOptions: { activeTools: ['erase'] } });`,
  unguarded('`Cleaner`', '`erase`', 'Set `requireApproval: true`'),
  `${mastra}const erase = createTool(erasing);
export const agent = new Agent({ ...agentOf, tools: { erase }, defaultOptions: { activeTools: ['show'] } });`,
);

pair(
  'a run that names other active tools than the Mastra agent has by default',
  `${mastra}const «erase» = createTool(erasing);
const agent = new Agent({ ...agentOf, tools: { erase }, defaultOptions: { activeTools: ['show'] } });
export const run = () => agent.generate('x', { activeTools: ['erase'] });`,
  unguarded('`Cleaner`', '`erase`', 'Set `requireApproval: true`'),
  `${mastra}const erase = createTool(erasing);
const agent = new Agent({ ...agentOf, tools: { erase }, defaultOptions: { activeTools: ['show'] } });
export const run = () => agent.generate('x', { activeTools: ['show'] });`,
);

const searching = `import { ToolSearchProcessor } from '@mastra/core/processors'; ${mastra}const erase = createTool(erasing);`;
pair(
  'tools that a processor of a Mastra agent looks up',
  `${searching}
export const agent = new Agent({ ...agentOf, inputProcessors: [new ToolSearchProcessor({ tools: { erase } })] });`,
  { ...unguarded('`Cleaner`', '`erase`', 'Set `requireApproval: true`'), at: 'const «erase» = createTool(' },
  `${searching}
export const agent = new Agent({ ...agentOf, inputProcessors: [new ToolSearchProcessor({ tools: { erase } })], defaultOptions: { requireToolApproval: true } });`,
);

pair(
  'tools that a processor looks up, for which no hook is called',
  `${searching}
export const agent = new Agent({ ...agentOf, inputProcessors: [new ToolSearchProcessor({ tools: { erase } })], hooks: { beforeToolCall: () => ({ proceed: false, output: 'no' }) } });`,
  { ...unguarded('`Cleaner`', '`erase`', 'Set `requireApproval: true`'), at: 'const «erase» = createTool(' },
  `${searching}
export const agent = new Agent({ ...agentOf, tools: { erase }, hooks: { beforeToolCall: () => ({ proceed: false, output: 'no' }) } });`,
);

pair(
  'a Mastra agent',
  `${mastra}const «erase» = createTool(erasing);
export const agent = new Agent({ ...agentOf, tools: { erase } });`,
  unguarded('`Cleaner`', '`erase`', 'Set `requireApproval: true`'),
  `${mastra}const erase = createTool({ ...erasing, requireApproval: true });
export const agent = new Agent({ ...agentOf, tools: { erase } });`,
);

pair(
  'a Mastra agent that is registered, beside others or alone',
  `import { Mastra } from '@mastra/core'; ${mastra}const «erase» = createTool(erasing);
export const cleaner = new Agent({ ...agentOf, tools: { erase } });
export const app = new Mastra({ agents: { cleaner } });`,
  unguarded('`Cleaner`', '`erase`', 'Set `requireApproval: true`'),
  // Nothing starts one that is left out.
  `import { Mastra } from '@mastra/core'; ${mastra}const erase = createTool(erasing);
export const cleaner = new Agent({ ...agentOf, tools: { erase } });
const reader = new Agent({ ...agentOf, tools: {} });
export const app = new Mastra({ agents: { reader } });`,
);

pair(
  'a Mastra agent that is not registered, and run',
  `import { Mastra } from '@mastra/core'; ${mastra}const «erase» = createTool(erasing);
const cleaner = new Agent({ ...agentOf, tools: { erase } });
export const run = (text: string) => cleaner.generate(text);
const reader = new Agent({ ...agentOf, tools: {} });
export const app = new Mastra({ agents: { reader } });`,
  unguarded('`Cleaner`', '`erase`', 'Set `requireApproval: true`'),
  `import { Mastra } from '@mastra/core'; ${mastra}const erase = createTool(erasing);
const cleaner = new Agent({ ...agentOf, tools: { erase } });
export const run = (text: string) => text;
const reader = new Agent({ ...agentOf, tools: {} });
export const app = new Mastra({ agents: { reader } });`,
);

pair(
  'a Mastra agent whose runs ask',
  `${mastra}const «erase» = createTool(erasing);
const agent = new Agent({ ...agentOf, tools: { erase } });
export const go = (text: string) => agent.generate(text, { maxSteps: 3 });`,
  unguarded('`Cleaner`', '`erase`', 'Set `requireApproval: true`'),
  `${mastra}const erase = createTool(erasing);
const agent = new Agent({ ...agentOf, tools: { erase } });
export const go = (text: string) => agent.generate(text, { maxSteps: 3, requireToolApproval: true });`,
);

pair(
  'a Mastra agent with a hook that decides',
  `${mastra}const «erase» = createTool(erasing);
export const agent = new Agent({ ...agentOf, tools: { erase }, hooks: { beforeToolCall: ({ toolName }) => { console.log(toolName); } } });`,
  unguarded('`Cleaner`', '`erase`', 'Set `requireApproval: true`'),
  `${mastra}const erase = createTool(erasing);
export const agent = new Agent({ ...agentOf, tools: { erase }, hooks: { beforeToolCall: ({ toolName }) => (toolName === 'erase' ? { proceed: false, output: 'no' } : undefined) } });`,
);

pair(
  'a Mastra tool that suspends',
  `${mastra}const «erase» = createTool({ ...erasing, execute: async ({ path }, context) => { void context.agent?.suspend({ path }); await rm(path); return 'ok'; } });
export const agent = new Agent({ ...agentOf, tools: { erase } });`,
  unguarded('`Cleaner`', '`erase`', 'Set `requireApproval: true`', 'deletes with `fs.rm` (line 9; high impact)'),
  `${mastra}const erase = createTool({ ...erasing, execute: async ({ path }, context) => { if (!context.agent?.resumeData) return context.agent?.suspend({ path }); return execute({ path }); } });
export const agent = new Agent({ ...agentOf, tools: { erase } });`,
);

pair(
  'a Mastra tool that is left with what it does',
  `${mastra}const «erase» = createTool({ ...erasing, execute: async ({ path }, context) => { void context.agent?.suspend({ path }); return execute({ path }); } });
export const agent = new Agent({ ...agentOf, tools: { erase } });`,
  unguarded(
    '`Cleaner`',
    '`erase`',
    'Set `requireApproval: true`',
    'deletes with `fs.rm` through `execute` (line 2; high impact)',
  ),
  `${mastra}const erase = createTool({ ...erasing, execute: async ({ path }, context) => { if (context.agent?.resumeData) return execute({ path }); void context.agent?.suspend({ path }); return 'asked'; } });
export const agent = new Agent({ ...agentOf, tools: { erase } });`,
);

pair(
  'a sub-agent whose parent asks before it is run',
  `${mastra}const «erase» = createTool(erasing);
const cleaner = new Agent({ ...agentOf, tools: { erase } });
const main = new Agent({ ...agentOf, name: 'Main', agents: { cleaner } });
export const go = (text: string) => main.generate(text);`,
  unguarded('`Cleaner`', '`erase`', 'Set `requireApproval: true`'),
  `${mastra}const erase = createTool(erasing);
const cleaner = new Agent({ ...agentOf, tools: { erase } });
const main = new Agent({ ...agentOf, name: 'Main', agents: { cleaner } });
export const go = (text: string) => main.generate(text, { requireToolApproval: true });`,
);

pair(
  'a Mastra tool that the program runs',
  `${mastra}const erase = createTool({ ...erasing, requireApproval: true });
export const go = (path: string, context: ToolExecutionContext) => «erase.execute!({ path }, context)»;`,
  invoked('execute', '`erase`'),
  `${mastra}const show = createTool({ ...erasing, id: 'show', execute: async ({ path }) => path });
export const go = (path: string, context: ToolExecutionContext) => show.execute!({ path }, context);`,
);

// ── what a tool does ───────────────────────────────────────────────────────────────────────────────────────────────

const notes = `${mastra}import { writeFile } from 'node:fs/promises';
declare const api: { put(text: string): Promise<void>; fetchAll(): Promise<string[]>; size: () => number };
const note = { id: 'note', description: 'Note', inputSchema: z.object({ text: z.string() }) };
`;

pair(
  'a tool that destroys, by its author’s word',
  `${notes}const «it» = createTool({ ...note, mcp: { annotations: { destructiveHint: true } }, execute: async ({ text }) => api.put(text) });
export const agent = new Agent({ ...agentOf, tools: { it } });`,
  unguarded('`Cleaner`', '`it`', 'Set `requireApproval: true`', 'says `destructiveHint: true` (high impact)'),
  `${notes}const it = createTool({ ...note, mcp: { annotations: { readOnlyHint: true } }, execute: async ({ text }) => api.put(text) });
export const agent = new Agent({ ...agentOf, tools: { it } });`,
  unknownToo,
);

pair(
  'a tool that adds something, by its author’s word, and deletes',
  `${notes}const «it» = createTool({ ...note, mcp: { annotations: { destructiveHint: false } }, execute: async ({ text }) => rm(text) });
export const agent = new Agent({ ...agentOf, tools: { it } });`,
  unguarded('`Cleaner`', '`it`', 'Set `requireApproval: true`', 'deletes with `fs.rm` (line 12; high impact)'),
  `${notes}const it = createTool({ ...note, mcp: { annotations: { destructiveHint: false } }, execute: async ({ text }) => writeFile('notes', text) });
export const agent = new Agent({ ...agentOf, tools: { it } });`,
  unknownToo,
);

pair(
  'a tool that writes',
  `${notes}const «it» = createTool({ ...note, execute: async ({ text }) => writeFile('notes', text) });
export const agent = new Agent({ ...agentOf, tools: { it } });`,
  unguarded(
    '`Cleaner`',
    '`it`',
    'Set `requireApproval: true`',
    'writes to a fixed file with `fs.writeFile` (line 12; low impact)',
  ),
  `${notes}const it = createTool({ ...note, id: 'delete_everything', execute: async ({ text }) => text.length });
export const agent = new Agent({ ...agentOf, tools: { delete_everything: it } });`,
  unknownToo,
);

reported(
  'a tool that only sends, where that counts',
  `${notes}const «it» = createTool({ ...note, execute: async ({ text }) => (await fetch('https://notes.example', { method: 'POST', body: text })).status });
export const agent = new Agent({ ...agentOf, tools: { it } });`,
  unguarded('`Cleaner`', '`it`', 'Set `requireApproval: true`', 'sends data with `fetch` (line 12; low impact)'),
  unknownToo,
);

silent(
  'a tool that only sends, which may be a search',
  `${notes}const it = createTool({ ...note, execute: async ({ text }) => (await fetch('https://notes.example', { method: 'POST', body: text })).status });
export const agent = new Agent({ ...agentOf, tools: { it } });`,
);

pair(
  'a tool that calls something that is not in the program, for `checkUnknown`',
  `${notes}const «it» = createTool({ ...note, execute: async ({ text }) => api.put(text) });
export const agent = new Agent({ ...agentOf, tools: { it } });`,
  {
    messageId: 'unguardedUnknown',
    data: {
      agents: '`Cleaner`',
      tool: '`it`',
      what: 'calls `put` with unknown effects',
      remedy: 'Set `requireApproval: true`',
    },
  },
  `${notes}const it = createTool({ ...note, execute: async () => [...(await api.fetchAll()), api.size()] });
export const agent = new Agent({ ...agentOf, tools: { it } });`,
  unknownToo,
);

reported(
  'a tool whose handler is not in the program, for `checkUnknown`',
  `${notes}declare const execute2: (input: { text: string }) => Promise<string>;
const «it» = createTool({ ...note, execute: execute2 });
export const agent = new Agent({ ...agentOf, tools: { it } });`,
  {
    messageId: 'unguardedUnknown',
    data: {
      agents: '`Cleaner`',
      tool: '`it`',
      what: 'has unknown effects',
      remedy: 'Set `requireApproval: true`',
    },
  },
  unknownToo,
);

pair(
  'a tool of which only the name is known, for `checkUnknown`',
  `${notes}const «it» = createTool({ ...note, execute: async ({ text }) => api.put(text) });
export const agent = new Agent({ ...agentOf, tools: { keep_note: it } });`,
  {
    messageId: 'unguardedUnknown',
    data: {
      agents: '`Cleaner`',
      tool: '`keep_note`',
      what: 'calls `put` with unknown effects',
      remedy: 'Set `requireApproval: true`',
    },
  },
  `${notes}const it = createTool({ ...note, execute: async ({ text }) => api.put(text) });
export const agent = new Agent({ ...agentOf, tools: { read_note: it } });`,
  unknownToo,
);

pair(
  'a tool that is named for an approval that it gives',
  `${notes}const «it» = createTool({ ...note, execute: async ({ text }) => api.put(text) });
export const agent = new Agent({ ...agentOf, tools: { giveApproval: it } });`,
  {
    messageId: 'unguardedUnknown',
    data: {
      agents: '`Cleaner`',
      tool: '`giveApproval`',
      what: 'calls `put` with unknown effects',
      remedy: 'Set `requireApproval: true`',
    },
  },
  `${notes}const it = createTool({ ...note, execute: async ({ text }) => api.put(text) });
export const agent = new Agent({ ...agentOf, tools: { humanApproval: it, request_confirmation: it, askExpert: it } });`,
  unknownToo,
);

reported(
  'a tool that is named for an approval, and deletes',
  `${mastra}const «it» = createTool(erasing);
export const agent = new Agent({ ...agentOf, tools: { humanApproval: it } });`,
  unguarded('`Cleaner`', '`humanApproval`', 'Set `requireApproval: true`'),
  unknownToo,
);

const relayed = (
  definition: string,
): string => `import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
declare function define(definition: object, run: (input: Record<string, unknown>) => Promise<unknown>): object;
export async function functionsOf(client: Client) {
  const { tools } = await client.listTools();
  return tools.map((tool) => define(${definition}, (input) => «client.callTool({ name: tool.name, arguments: input })»));
}`;

pair(
  'a tool that a function is given to run',
  relayed('{ name: tool.name, description: tool.description }'),
  { messageId: 'invoked', data: { call: 'callTool', tool: 'a tool', what: 'has unknown effects' } },
  codeOf(relayed('{ name: tool.name, description: tool.description, inputSchema: tool.inputSchema }')),
  unknownToo,
);

const step = (inside: string): string => `${mastra}import { createStep } from '@mastra/core/workflows';
const erase = createTool(erasing);
export const cleaning = createStep({
  id: 'cleaning',
  inputSchema: schema,
  outputSchema: z.object({}),
  resumeSchema: z.object({ isGood: z.boolean() }),
  suspendSchema: z.object({ question: z.string() }),
  execute: async ({ inputData, resumeData, suspend }) => {
    ${inside}
    await «erase.execute?.(inputData, {})»;
    return {};
  },
});`;

pair(
  'a step of a Mastra workflow that runs a tool',
  step(`if (resumeData === undefined) { await suspend({ question: 'Erase?' }); }`),
  invoked('execute', '`erase`'),
  codeOf(step(`if (resumeData === undefined) { await suspend({ question: 'Erase?' }); return {}; }`)),
);

reported(
  'a step that calls something else by that name',
  step(`const ask = { suspend: async (it: string) => it }; if (!resumeData) { await ask.suspend('x'); return {}; }`),
  invoked('execute', '`erase`'),
);

silent(
  'a tool that calls something that is not in the program',
  `${notes}const it = createTool({ ...note, execute: async ({ text }) => api.put(text) });
export const agent = new Agent({ ...agentOf, tools: { it } });`,
);

// ── Google ADK ─────────────────────────────────────────────────────────────────────────────────────────────────────

const adk = `${erases}import { BasePlugin, BaseTool, FunctionTool, InMemoryRunner, LlmAgent, LongRunningFunctionTool, MCPToolset, SecurityPlugin, SequentialAgent } from '@google/adk';
const model = 'gemini-2.5-flash';
const erasing = { name: 'erase', description: 'Erase', parameters: schema, execute };
`;

pair(
  'an ADK agent',
  `${adk}export const agent = new LlmAgent({ name: 'cleaner', model, tools: [new «FunctionTool»(erasing)] });`,
  unguarded('`cleaner`', '`erase`', 'Set `requireConfirmation: true`'),
  `${adk}export const agent = new LlmAgent({ name: 'cleaner', model, tools: [new FunctionTool({ ...erasing, requireConfirmation: true })] });`,
);

pair(
  'an ADK agent with a callback',
  `${adk}const «erase» = new LongRunningFunctionTool(erasing);
export const agent = new LlmAgent({ name: 'cleaner', model, tools: [erase], beforeToolCallback: ({ tool }) => { console.log(tool.name); return undefined; } });`,
  unguarded('`cleaner`', '`erase`', 'Set `requireConfirmation: true`'),
  `${adk}const erase = new LongRunningFunctionTool(erasing);
export const agent = new LlmAgent({ name: 'cleaner', model, tools: [erase], beforeToolCallback: ({ tool }) => (tool.name === 'erase' ? { error: 'no' } : undefined) });`,
);

const enforcing = (
  permits: string,
  asked: string,
): string => `${adk}interface Policy { permits(path: string): ${permits} }
class Remote implements Policy { async permits(path: string): Promise<boolean> { return (await fetch(path)).ok; } }
const enforce = (policy: Policy) => async ({ args }: { args: Record<string, unknown> }) => {
  const isPermitted = ${asked}policy.permits(String(args['path']));
  return isPermitted ? undefined : { error: 'no' };
};
export const agent = new LlmAgent({ name: 'cleaner', model, tools: [new «FunctionTool»(erasing)], beforeToolCallback: enforce(new Remote()) });`;
for (const permits of ['Promise<boolean>', 'boolean | Promise<boolean>'])
  pair(
    `an ADK agent with a callback that takes a promise for an answer: ${permits}`,
    enforcing(permits, ''),
    unguarded('`cleaner`', '`erase`', 'Set `requireConfirmation: true`'),
    enforcing(permits, 'await ').replace(/[«»]/g, ''),
  );

pair(
  'an ADK agent with a callback that stops another tool',
  `${adk}const «erase» = new FunctionTool(erasing);
export const agent = new LlmAgent({ name: 'cleaner', model, tools: [erase], beforeToolCallback: ({ tool }) => (tool.name === 'wipe' ? { error: 'no' } : undefined) });`,
  unguarded('`cleaner`', '`erase`', 'Set `requireConfirmation: true`'),
  `${adk}const erase = new FunctionTool(erasing);
export const agent = new LlmAgent({ name: 'cleaner', model, tools: [erase], beforeToolCallback: [() => undefined, ({ tool }) => (tool.name === 'erase' ? { error: 'no' } : undefined)] });`,
);

pair(
  'an ADK agent below one that a runner runs with plugins',
  `${adk}class Log extends BasePlugin { override async beforeToolCallback() { console.log('called'); return undefined; } }
const cleaner = new LlmAgent({ name: 'cleaner', model, tools: [new «FunctionTool»(erasing)] });
const agent = new SequentialAgent({ name: 'main', subAgents: [cleaner] });
export const runner = new InMemoryRunner({ appName: 'files', agent, plugins: [new Log('log')] });`,
  unguarded('`cleaner`', '`erase`', 'Set `requireConfirmation: true`'),
  `${adk}class Stop extends BasePlugin { override async beforeToolCallback({ tool }: { tool: BaseTool }) { return tool.name === 'erase' ? { error: 'no' } : undefined; } }
const cleaner = new LlmAgent({ name: 'cleaner', model, tools: [new FunctionTool(erasing)] });
const agent = new SequentialAgent({ name: 'main', subAgents: [cleaner] });
export const runner = new InMemoryRunner({ appName: 'files', agent, plugins: [new Stop('stop')] });`,
);

pair(
  'an ADK tool that is a class',
  `${adk}class «Wipe» extends BaseTool { constructor() { super({ name: 'wipe', description: 'Wipe' }); } override async runAsync({ args }: { args: Record<string, unknown> }) { await rm(String(args['path'])); } }
export const agent = new LlmAgent({ name: 'cleaner', model, tools: [new Wipe()] });`,
  unguarded('`cleaner`', 'This tool', 'Request approval in its handler', 'deletes with `fs.rm` (line 8; high impact)'),
  `${adk}class Show extends BaseTool { constructor() { super({ name: 'show', description: 'Show' }); } override async runAsync({ args }: { args: Record<string, unknown> }) { return String(args['path']); } }
export const agent = new LlmAgent({ name: 'cleaner', model, tools: [new Show()] });`,
);

pair(
  'an ADK tool that asks for a confirmation',
  `${adk}const «erase» = new FunctionTool({ ...erasing, execute: async ({ path }, context) => { context?.requestConfirmation({ hint: path }); await rm(path); return 'ok'; } });
export const agent = new LlmAgent({ name: 'cleaner', model, tools: [erase] });`,
  unguarded('`cleaner`', '`erase`', 'Set `requireConfirmation: true`', 'deletes with `fs.rm` (line 8; high impact)'),
  `${adk}const erase = new FunctionTool({ ...erasing, execute: async ({ path }, context) => { if (!context?.toolConfirmation) { context?.requestConfirmation({ hint: path }); return 'asked'; } await rm(path); return 'ok'; } });
export const agent = new LlmAgent({ name: 'cleaner', model, tools: [erase] });`,
);

pair(
  'the tools of an MCP server, for an ADK agent',
  `${adk}const connection = { type: 'StdioConnectionParams', serverParams: { command: 'files' } } as const;
export const agent = new LlmAgent({ name: 'librarian', model, tools: [«new MCPToolset(connection)»] });`,
  { messageId: 'unguardedServer', data: { agent: '`librarian`', servers: 'this server' } },
  `${adk}const connection = { type: 'StdioConnectionParams', serverParams: { command: 'files' } } as const;
export const agent = new LlmAgent({ name: 'librarian', model, tools: [new MCPToolset(connection, ['read_file'])] });`,
  unknownToo,
);

pair(
  'an ADK tool that the program runs, which asks even so',
  `${adk}const erase = new FunctionTool(erasing);
export const go = (path: string, toolContext: import('@google/adk').Context) => «erase.runAsync({ args: { path }, toolContext })»;`,
  invoked('runAsync', '`erase`'),
  `${adk}const erase = new FunctionTool({ ...erasing, requireConfirmation: true });
export const go = (path: string, toolContext: import('@google/adk').Context) => erase.runAsync({ args: { path }, toolContext });`,
);

pair(
  'an ADK tool that another one runs, which asks even so',
  `${adk}const erase = new FunctionTool(erasing);
const sweep = new FunctionTool({ name: «'sweep'», description: 'Sweep', parameters: schema, execute: (args, toolContext) => erase.runAsync({ args: { ...args }, toolContext: toolContext! }) });
export const agent = new LlmAgent({ name: 'cleaner', model, tools: [sweep] });`,
  unguarded('`cleaner`', '`sweep`', 'Set `requireConfirmation: true`'),
  `${adk}const erase = new FunctionTool({ ...erasing, requireConfirmation: true });
const sweep = new FunctionTool({ name: 'sweep', description: 'Sweep', parameters: schema, execute: (args, toolContext) => erase.runAsync({ args: { ...args }, toolContext: toolContext! }) });
export const agent = new LlmAgent({ name: 'cleaner', model, tools: [sweep] });`,
);

// ── Anthropic SDK ──────────────────────────────────────────────────────────────────────────────────────────────────

const anthropic = `${erases}import Anthropic from '@anthropic-ai/sdk';
import { betaZodTool } from '@anthropic-ai/sdk/helpers/beta/zod';
const client = new Anthropic();
const erasing = { name: 'erase', description: 'Erase', inputSchema: schema };
const given = (content: string) => ({ model: 'claude-sonnet-4-5', max_tokens: 1024, messages: [{ role: 'user' as const, content }] });
`;

pair(
  'the tool runner of Anthropic',
  `${anthropic}const «erase» = betaZodTool({ ...erasing, run: execute });
export const go = (text: string) => client.beta.messages.toolRunner({ ...given(text), tools: [erase] });`,
  unguarded('`go`', '`erase`', 'Request approval in its handler'),
  `${anthropic}import { createInterface } from 'node:readline/promises';
const terminal = createInterface({ input: process.stdin });
const erase = betaZodTool({ ...erasing, run: async ({ path }) => ((await terminal.question(path)) === 'y' ? execute({ path }) : 'no') });
export const go = (text: string) => client.beta.messages.toolRunner({ ...given(text), tools: [erase] });`,
);

pair(
  'a handler that a function has made, which asks before it runs what it is given',
  `${anthropic}type Run = (input: { path: string }) => Promise<string>;
type Approve = (name: string, input: object) => Promise<boolean>;
const logged = (name: string, _approve: Approve, run: Run): Run => async (input) => { console.log(name); return run(input); };
export const erase = (approve: Approve) => «betaZodTool»({ ...erasing, run: logged('erase', approve, execute) });
export const go = (text: string, approve: Approve) => client.beta.messages.toolRunner({ ...given(text), tools: [erase(approve)] });`,
  unguarded('`go`', '`erase`', 'Request approval in its handler'),
  `${anthropic}type Run = (input: { path: string }) => Promise<string>;
type Approve = (name: string, input: object) => Promise<boolean>;
const gated = (name: string, approve: Approve, run: Run): Run => async (input) => { if (!(await approve(name, input))) return 'no'; return run(input); };
export const erase = (approve: Approve) => betaZodTool({ ...erasing, run: gated('erase', approve, execute) });
export const go = (text: string, approve: Approve) => client.beta.messages.toolRunner({ ...given(text), tools: [erase(approve)] });`,
  unknownToo,
);

pair(
  'an Anthropic tool that the program runs',
  `${anthropic}const erase = betaZodTool({ ...erasing, run: execute });
export const go = (path: string) => «erase.run({ path })»;`,
  invoked('run', '`erase`'),
  `${anthropic}const erase = betaZodTool({ ...erasing, run: execute });
export const go = () => erase.run({ path: '/tmp/cache' });`,
);

// ── tools of servers, which the program runs ───────────────────────────────────────────────────────────────────────

const mcp = `import { Client } from '@modelcontextprotocol/sdk/client/index.js';
declare const client: Client;
type Input = Record<string, unknown>;
declare const next: () => Promise<{ name: string; input: Input }>;
`;

/** `callTool` runs a tool of a server, of which nothing is known. */
function called(tool: string): Finding<MessageId> {
  return invoked('callTool', tool, 'has unknown effects');
}

const listedFirst = (table: string, test: string): string => `${mcp}declare const permitted: Map<string, boolean>;
export async function go() {
  const { tools } = await client.listTools();
  const known = ${table};
  const { name, input } = await next();
  if (!${test}) return undefined;
  return «client.callTool({ name, arguments: input })»;
}`;
for (const table of ['new Map(tools.map((each) => [each.name, each]))', 'new Set(tools.map((each) => each.name))'])
  pair(
    `a tool that the server says it has: ${table}`,
    listedFirst(table, 'known.has(name)'),
    called('a tool'),
    listedFirst(table, '(known.has(name) && permitted.get(name))').replace(/[«»]/g, ''),
    unknownToo,
  );

const localFirst = (
  found: string,
): string => `${mcp}interface Local { run(input: Input): string; mayAsk(name: string): boolean }
declare const local: Map<string, Local>;
export async function go() {
  const { name, input } = await next();
  const own = local.get(name);
  ${found}
  return «client.callTool({ name, arguments: input })»;
}`;
for (const found of ['if (own) return own.run(input);', 'if (own !== undefined) return await own.run(input);'])
  pair(
    `a tool of a server where there is none of that name in the program: ${found}`,
    localFirst(found),
    called('a tool'),
    localFirst('if (!own?.mayAsk(name)) return undefined;').replace(/[«»]/g, ''),
    unknownToo,
  );

const listedInField = (more: string): string => `${mcp}export class Layers {
  private readonly known = new Map<string, boolean>();
  private isOpen = false;
  async open() {
    const { tools } = await client.listTools();
    for (const each of tools) this.known.set(each.name, true);
    this.isOpen = true;
  }
  ${more}
  async call(name: string, input: Input) {
    if (!this.isOpen || !this.known.has(name)) return undefined;
    return «client.callTool({ name, arguments: input })»;
  }
}
export const go = async (layers: Layers) => { const { name, input } = await next(); return layers.call(name, input); };`;
for (const filling of [
  'for (const each of tools) if (permitted.has(each.name)) this.known.set(each.name, true);',
  'for (const each of tools.filter((tool) => permitted.has(tool.name))) this.known.set(each.name, true);',
  'for (const each of named(() => each)) this.known.set(each, true);',
])
  silent(
    `a table in a field of tools that were decided about, or of what is not known: ${filling}`,
    listedInField('')
      .replace('for (const each of tools) this.known.set(each.name, true);', filling)
      .replace(
        'export class',
        'declare const permitted: Set<string>; declare function named(first: () => string): string[];\nexport class',
      )
      .replace(/[«»]/g, ''),
    unknownToo,
  );

silent(
  'a tool of a server that a table has, or that is refused',
  localFirst('if (!own) throw new Error(name); if (!input.isFar) return own.run(input);').replace(/[«»]/g, ''),
  unknownToo,
);

silent(
  'a tool of a server of which a table says that it is not to run',
  localFirst('if (own) return own.mayAsk(name);').replace(/[«»]/g, ''),
  unknownToo,
);

pair(
  'a tool that the server says it has, by a table in a field',
  listedInField(''),
  called('a tool'),
  listedInField('permit(name: string) { this.known.set(name, true); }').replace(/[«»]/g, ''),
  unknownToo,
);

pair(
  'a tool of a server, by a name that a model has chosen',
  `${mcp}export async function go() { const { name, input } = await next(); return «client.callTool({ name, arguments: input })»; }`,
  called('a tool'),
  `${mcp}export async function go() { const { input } = await next(); return client.callTool({ name: 'list_files', arguments: input }); }`,
  unknownToo,
);

pair(
  'a tool of a server, by its name',
  `${mcp}export const go = (input: Input) => «client.callTool({ name: 'delete_branch', arguments: input })»;`,
  called('`delete_branch`'),
  `${mcp}export const go = () => client.callTool({ name: 'delete_branch', arguments: { branch: 'gone' } });`,
  unknownToo,
);

pair(
  'a tool of a server that runs as a task',
  `${mcp}export const go = (input: Input) => «client.experimental.tasks.callToolStream({ name: 'delete_branch', arguments: input })»;`,
  invoked('callToolStream', '`delete_branch`', 'has unknown effects'),
  `${mcp}export const go = (input: Input) => client.experimental.tasks.callToolStream({ name: 'list_branches', arguments: input });`,
  unknownToo,
);

pair(
  'a tool of a server whose name says nothing',
  `${mcp}export const go = (input: Input) => «client.callTool({ name: 'branches', arguments: input })»;`,
  called('`branches`'),
  `${mcp}export const go = (input: Input) => client.callTool({ name: 'list_branches', arguments: input });`,
  unknownToo,
);

pair(
  'a tool of a server that a function of the program is told to run',
  `${mcp}const branches = (name: string, input: Input) => «client.callTool({ name, arguments: input })»;
export async function go() { const { input } = await next(); await branches('delete_branch', { branch: 'gone' }); return branches('delete_branch', input); }`,
  called('a tool'),
  `${mcp}const branches = (name: string, input: Input) => client.callTool({ name, arguments: input });
export async function go() { await branches('delete_branch', { branch: 'gone' }); return branches('delete_branch', { branch: 'old' }); }`,
  unknownToo,
);

pair(
  'a tool of a server with what its caller wants, other than a script',
  `${mcp}export async function go(text: string) { const branch = text.trim(); return «client.callTool({ name: 'delete_branch', arguments: { branch } })»; }`,
  called('`delete_branch`'),
  `${mcp}export async function go() { const branch = String(Date.now()); return client.callTool({ name: 'delete_branch', arguments: { branch } }); }`,
  unknownToo,
);

silent(
  'a tool of a server, with what `recommended` says',
  `${mcp}export const go = (input: Input) => client.callTool({ name: 'delete_branch', arguments: input });`,
);

pair(
  'a tool of a server of version 2',
  `import { Client } from '@modelcontextprotocol/client';
export const go = (client: Client, input: Record<string, unknown>) => «client.callTool({ name: 'delete_branch', arguments: input })»;`,
  called('`delete_branch`'),
  `import { Client } from '@modelcontextprotocol/client';
declare class Robot { callTool(call: object): void; }
export const go = (client: Client, robot: Robot, input: Record<string, unknown>) => robot.callTool({ name: 'delete_branch', arguments: input, client });`,
  unknownToo,
);

pair(
  'a tool of a server, by the client of the AI SDK',
  `import type { MCPClient } from '@ai-sdk/mcp';
export const go = (client: MCPClient, input: Record<string, unknown>) => «client.callTool({ name: 'delete_branch', arguments: input })»;`,
  called('`delete_branch`'),
  `import type { MCPClient } from '@ai-sdk/mcp';
export const go = (client: MCPClient, input: Record<string, unknown>) => client.callTool({ name: 'search', arguments: input });`,
  unknownToo,
);

pair(
  'a tool of a server, by that of OpenAI',
  `import type { MCPServer } from '@openai/agents';
export const go = (server: MCPServer, input: Record<string, unknown>) => «server.callTool('delete_branch', input)»;`,
  called('`delete_branch`'),
  `import type { MCPServer } from '@openai/agents';
export const go = async (server: MCPServer, input: Record<string, unknown>, isAllowed: (name: string) => boolean) =>
  isAllowed('delete_branch') && server.callTool('delete_branch', input);`,
  unknownToo,
);

// ── decisions before it ────────────────────────────────────────────────────────────────────────────────────────────

const CALL = 'client.callTool({ name, arguments: input })';

/** Two ways from what a model wants to the call of a tool: nothing decides on the first, something does on the second. */
function ways(name: string, undecided: string, decided: string, functions = ''): void {
  const program = (text: string, call: string): string => `${mcp}import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { z } from 'zod';
const terminal = createInterface({ input: process.stdin });
declare const approve: (...about: unknown[]) => Promise<boolean>;
declare const policy: Record<string, 'allow' | 'ask'>;
declare const allowed: ReadonlySet<string>;
declare const isInteractive: boolean;
declare const server: import('@modelcontextprotocol/sdk/server/index.js').Server;
${functions}
export async function go(): Promise<unknown> {
  const { name, input } = await next();
  ${text.replace('CALL', call)}
}`;
  pair(name, program(undecided, `«${CALL}»`), called('a tool'), program(decided, CALL), unknownToo);
}

ways(
  'a question, and a way out',
  'if (!isInteractive) return undefined; return CALL;',
  'if (!(await approve(name))) return undefined; return CALL;',
);
ways(
  'a question whose answer nobody looks at',
  'await approve(name); return CALL;',
  'const isGood = await approve(name, input); if (isGood) return CALL; return undefined;',
);
ways(
  'a question about something else',
  "if (!(await approve('go on?'))) return undefined; return CALL;",
  'if (!(await approve(`go on with ${name}?`))) return undefined; return CALL;',
);
ways(
  'a question on one way only',
  'if (isInteractive) { if (!(await approve(name))) return undefined; } return CALL;',
  '{ if (!(await approve(name))) return undefined; } return CALL;',
);
ways(
  'a question to a person, about whatever it is',
  'if (terminal.line) return undefined; return CALL;',
  "if ((await terminal.question('sure? ')) !== 'y') return undefined; return CALL;",
);
ways(
  'a question to the client of a server',
  'await server.ping(); return CALL;',
  `const { action } = await server.elicitInput({ message: 'sure?', requestedSchema: { type: 'object', properties: {} } });
  if (action !== 'accept') return undefined; return CALL;`,
);
ways(
  'a check that throws',
  'await say(name); return CALL;',
  'await demand(name); return CALL;',
  `async function say(name: string) { console.log(name); }
async function demand(name: string) { if (!(await approve(name))) throw new Error(name); }`,
);
ways(
  'a check whose refusal is caught',
  'try { await demand(name); } catch { console.log(name); } return CALL;',
  'try { await demand(name); } catch { return undefined; } return CALL;',
  'async function demand(name: string) { if (!(await approve(name))) throw new Error(name); }',
);
ways(
  'a list of what is allowed',
  "if (name === '') return undefined; return CALL;",
  'if (!allowed.has(name)) return undefined; return CALL;',
);
ways(
  'a text that begins as allowed',
  "if (name.trim() === '') return undefined; return CALL;",
  "if (!name.startsWith('read')) return undefined; return CALL;",
);
ways(
  'what is looked up by its name',
  "if (policy['all'] === 'ask') return undefined; return CALL;",
  "switch (policy[name]) { case 'ask': return undefined; } return CALL;",
);
ways(
  'arguments of the right form, which nobody has decided about',
  'if (!z.object({}).safeParse(input).success) return undefined; return CALL;',
  'if (!z.object({}).safeParse(input).success || !(await approve(name, input))) return undefined; return CALL;',
);
ways(
  'a function of the program that only looks at the form of the arguments',
  'if (!isInput(input)) return undefined; return CALL;',
  'if (!isAllowed(name)) return undefined; return CALL;',
  `const isInput = (given: unknown): given is Input => typeof given === 'object' && given !== null;
const isAllowed = (given: string): given is 'a' => allowed.has(given);`,
);
ways(
  'a condition on what has an effect itself',
  'if ((await rm(name)) !== undefined) return undefined; return CALL;',
  'if ((await approve(name)) !== true) return undefined; return CALL;',
);
ways(
  'a condition on the connection',
  'if (!client.getServerCapabilities()) return undefined; return CALL;',
  'if (!client.getServerCapabilities() || !(await approve(input))) return undefined; return CALL;',
);
ways(
  'a loop that asks again',
  'while (isInteractive) console.log(name); return CALL;',
  'while (!(await approve(name))) console.log(name); return CALL;',
);
ways(
  'a function that is handed on',
  'return timed(name, () => CALL);',
  'return gated(name, () => CALL);',
  `const timed = (name: string, run: () => Promise<unknown>) => { console.time(name); return run(); };
const gated = async (name: string, run: () => Promise<unknown>) => { if (!(await approve(name))) throw new Error('no'); return run(); };`,
);
ways(
  'a chain of promises',
  'return Promise.resolve(isInteractive).then((isGood) => (isGood ? CALL : undefined));',
  'return approve(name).then((isGood) => (isGood ? CALL : undefined));',
);
ways(
  'a `finally` that is left before',
  'try { await approve(name); } finally { console.log(name); } return CALL;',
  'try { console.log(name); } finally { if (!(await approve(name))) throw new Error(name); } return CALL;',
);

ways(
  'a line that a person has typed',
  "terminal.write('which?'); return CALL;",
  "const line = await terminal.question('which? '); return client.callTool({ name: line, arguments: JSON.parse(line) });",
);

pair(
  'a list, all of which is run',
  `${mcp}export async function go(calls: { name: string; input: Input }[]) {
  for (const { name, input } of calls.filter((each) => each.name !== '')) await «client.callTool({ name, arguments: input })»;
}`,
  called('a tool'),
  `${mcp}declare const allowed: ReadonlySet<string>;
export async function go(calls: { name: string; input: Input }[]) {
  for (const { name, input } of calls.filter((each) => allowed.has(each.name))) await client.callTool({ name, arguments: input });
}`,
  unknownToo,
);

pair(
  'callers of which one has decided',
  `${mcp}declare const approve: (name: string) => Promise<boolean>;
const run = (name: string, input: Input) => «client.callTool({ name, arguments: input })»;
export async function go() { const { name, input } = await next(); if (await approve(name)) await run(name, input); }
export async function again() { const { name, input } = await next(); await run(name, input); }`,
  called('a tool'),
  `${mcp}declare const approve: (name: string) => Promise<boolean>;
const run = (name: string, input: Input) => client.callTool({ name, arguments: input });
export async function go() { const { name, input } = await next(); if (await approve(name)) await run(name, input); }`,
  unknownToo,
);

pair(
  'a request that a server relays: who sends it has decided',
  `${mcp}import { CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
export const relay = (server: Server, queue: { onCall(run: (params: { name: string }) => unknown): void }) => {
  queue.onCall((params) => «client.callTool(params)»);
};
export const schema = CallToolRequestSchema;`,
  called('a tool'),
  `${mcp}import { CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
export const relay = (server: Server) => {
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => client.callTool(params));
};`,
  unknownToo,
);

// ── options ────────────────────────────────────────────────────────────────────────────────────────────────────────

silent(
  'a type of tool that is allowed, in an agent',
  `${langchain}class Scratch extends StructuredTool { name = 'scratch'; description = 'Erase'; schema = schema; protected async _call({ path }: { path: string }) { return execute({ path }); } }
export const agent = createAgent({ model, tools: [new Scratch()] });
export const go = (path: string) => new Scratch().invoke({ path });`,
  { options: [{ allow: [{ from: 'file', name: 'Scratch' }], checkUnknown: false, minImpact: 'high' }] },
);

reported(
  'another type than is allowed',
  `${langchain}class Scratch extends StructuredTool { name = «'scratch'»; description = 'Erase'; schema = schema; protected async _call({ path }: { path: string }) { return execute({ path }); } }
export const agent = createAgent({ model, tools: [new Scratch()] });`,
  unguarded(
    '`agent`',
    '`scratch`',
    'Add a middleware there that requests approval first',
    'deletes with `fs.rm` through `execute` (line 2; high impact)',
  ),
  { options: [{ allow: [{ from: 'file', name: 'Wipe' }], checkUnknown: false, minImpact: 'high' }] },
);

for (const [name, unresolved, declared, tools, source] of [
  ['a list', `import { tools } from 'nowhere';`, 'declare const tools: any[];', '«tools»', 'tools'],
  ['a file', `import erase from './nowhere.js';`, 'declare const erase: any;', '[«erase»]', 'erase'],
  [
    'a namespace',
    `import * as registry from 'nowhere';`,
    'declare const registry: { erase: any };',
    '[«registry».erase]',
    'registry',
  ],
  [
    'a function',
    `import { load } from 'nowhere';`,
    'declare function load(name: string): any[];',
    `«load('files')»`,
    'load',
  ],
] as const)
  pair(
    `tools that nothing declares: ${name}`,
    `${openai}${unresolved}
export const agent = new Agent({ name: 'Librarian', tools: ${tools} });`,
    { messageId: 'unguardedImport', data: { agent: '`Librarian`', source } },
    `${openai}${declared}
export const agent = new Agent({ name: 'Librarian', tools: ${tools.replace(/[«»]/g, '')} });`,
    unknownToo,
  );

pair(
  'tools that nothing declares, of an agent with a guard',
  `import { generateText } from 'ai';
import { tools } from 'nowhere';
export const run = (prompt: string) => generateText({ model: 'openai/gpt-5', prompt, tools: «tools» });`,
  { messageId: 'unguardedImport', data: { agent: 'The model', source: 'tools' } },
  `import { generateText } from 'ai';
import { tools } from 'nowhere';
export const run = (prompt: string) => generateText({ model: 'openai/gpt-5', prompt, tools, toolApproval: () => 'user-approval' });`,
  unknownToo,
);

silent(
  'tools that nothing declares, without checkUnknown',
  `${openai}import { tools } from 'nowhere';
export const agent = new Agent({ name: 'Librarian', tools });`,
);

silent(
  'the type of a server’s tools that is allowed',
  `${openai}const files = new MCPServerStdio({ name: 'files', fullCommand: 'npx files' });
export const agent = new Agent({ name: 'Librarian', mcpServers: [files] });`,
  {
    options: [
      {
        allow: [{ from: 'package', package: '@openai/agents-core', name: 'MCPServerStdio' }],
        checkUnknown: true,
        minImpact: 'low',
      },
    ],
  },
);

pair(
  'a function that decides, by the settings only',
  `${mcp}export async function authorize(): Promise<boolean> { return Math.random() > 0.5; }
export async function go() { const { name, input } = await next(); if (!(await authorize())) return undefined; return «client.callTool({ name, arguments: input })»; }`,
  called('a tool'),
  `${mcp}export async function permit(): Promise<boolean> { return Math.random() > 0.5; }
export async function go() { const { name, input } = await next(); if (!(await permit())) return undefined; return client.callTool({ name, arguments: input }); }`,
  {
    ...unknownToo,
    settings: { 'agent-safety': { guards: [{ packages: ['agent-safety-sdk-tests'], names: ['permit'] }] } },
  },
);

// ── what is knowingly missed ───────────────────────────────────────────────────────────────────────────────────────

silent(
  'known gap: a decision that only some of the ways set a variable by',
  `${mcp}declare const approve: (name: string) => Promise<boolean>;
export async function go(isInteractive: boolean) {
  const { name, input } = await next();
  let isGood = true;
  if (isInteractive) isGood = await approve(name);
  if (!isGood) return undefined;
  return client.callTool({ name, arguments: input });
}`,
  unknownToo,
);

reported(
  'known gap: the agent in a tool’s handler, about which somebody is asked',
  `${langchain}const inner = createAgent({ model, name: 'inner', tools: [erase] });
const clean = tool(async ({ path }) => String(await inner.invoke({ messages: [path] })), { name: 'clean', description: 'Clean', schema });
export const outer = createAgent({ model, tools: [clean], checkpointer, middleware: [humanInTheLoopMiddleware({ interruptOn: { clean: true } })] });`,
  { ...unguarded('`inner`', '`erase`', 'Add a middleware there that requests approval first'), at: "name: «'erase'»" },
);

silent(
  'known gap: a name that is handed on, in a function that nobody in the program calls',
  `${mcp}export const go = (name: string, input: Input) => client.callTool({ name, arguments: input });`,
  unknownToo,
);

silent(
  'known gap: the sub-agent that is always there, which the middleware of a deep agent does not reach',
  `${langchain}export const agent = createDeepAgent({ tools: [erase], checkpointer, middleware: [humanInTheLoopMiddleware({ interruptOn: { erase: true } })] });`,
);

silent(
  'known gap: an `interruptOn` of a run, which replaces that of the agent',
  `${langchain}const agent = createAgent({ model, tools: [erase], checkpointer, middleware: [humanInTheLoopMiddleware({ interruptOn: { erase: true } })] });
export const go = (text: string) => agent.invoke({ messages: [text] }, { context: { interruptOn: {} } });`,
);

tester.run('require-guardrail', requireGuardrail, { valid, invalid });
