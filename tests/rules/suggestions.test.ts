import { describe, expect, it } from 'vitest';
import { isRecording, type RecordedProgram } from '../recorded-programs.ts';
import { type Followed, followed, programOf } from './relinted.ts';

/** A program in which one finding of a rule has a suggestion: `⟦a ⇒ b⟧` is what the suggestion writes `b` for `a`. */
interface Case {
  readonly rule: string;
  readonly suggestion: string;
  readonly name: string;
  readonly marked: string;
  readonly program: RecordedProgram;
}

const cases: Case[] = [];
/** Programs with a finding and no suggestion of a kind. */
const without: Case[] = [];

function suggests(rule: string, suggestion: string, name: string, marked: string, changes = {}): void {
  const program = { ...programOf(`${suggestion}: ${name}`, before(marked)), ...changes };
  cases.push({ rule, suggestion, name, marked, program });
}

function suggestsNone(rule: string, suggestion: string, name: string, marked: string, changes = {}): void {
  const program = { ...programOf(`no ${suggestion}: ${name}`, marked), ...changes };
  without.push({ rule, suggestion, name, marked, program });
}

function before(marked: string): string {
  return marked.replaceAll(/⟦([^]*?) ?⇒ ?[^]*?⟧/g, '$1');
}

function after(marked: string): string {
  return marked.replaceAll(/⟦[^]*?⇒ ?([^]*?)⟧/g, '$1');
}

const erases = `import { rm } from 'node:fs/promises';
import { z } from 'zod';
const schema = z.object({ path: z.string() });
const execute = async ({ path }: { path: string }) => { await rm(path); return 'ok'; };
`;
const openai = `${erases}import { Agent, hostedMcpTool, shellTool, tool } from '@openai/agents';
`;
const ai = `${erases}import { generateText, tool } from 'ai';
`;
const mastra = `${erases}import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
`;
const claude = `${erases}import { query } from '@anthropic-ai/claude-agent-sdk';
declare const isAllowed: (tool: string) => Promise<boolean>;
const canUseTool: import('@anthropic-ai/claude-agent-sdk').CanUseTool = async (tool, input) =>
  (await isAllowed(tool)) ? { behavior: 'allow', updatedInput: input } : { behavior: 'deny', message: 'no' };
`;
const mcp = `${erases}import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
const server = new McpServer({ name: 'files', version: '1.0.0' });
`;

// ── requireApproval ────────────────────────────────────────────────────────────────────────────────────────────────

suggests(
  'no-unguarded-sensitive-tool',
  'requireApproval',
  'a tool that needs no approval',
  `${openai}export const erase = tool({ name: 'erase', description: 'Erase', parameters: schema, needsApproval: ⟦false ⇒ true⟧, execute });
`,
);

suggests(
  'no-unguarded-sensitive-tool',
  'requireApproval',
  'a shell that needs no approval',
  `${openai}import { exec } from 'node:child_process';
class LocalShell {
  async run({ commands }: { commands: string[] }) {
    for (const command of commands) exec(command);
    return { output: [] };
  }
}
export const shell = shellTool({
  shell: new LocalShell(),
  needsApproval: ⟦false ⇒ true⟧,
});
`,
);

suggests(
  'no-unguarded-sensitive-tool',
  'requireApproval',
  'a server whose tools never need one',
  `${openai}export const files = hostedMcpTool({ serverLabel: 'files', serverUrl: 'https://files.example', requireApproval: ⟦'never' ⇒ 'always'⟧ });
`,
);

suggests(
  'no-unguarded-sensitive-tool',
  'requireApproval',
  'an entry that approves',
  `${ai}export const go = (prompt: string) =>
  generateText({
    model: 'openai/gpt-5',
    prompt,
    tools: { erase: tool({ inputSchema: schema, execute }) },
    toolApproval: { erase: ⟦'approved' ⇒ 'user-approval'⟧ },
  });
`,
);

suggests(
  'no-ineffective-guardrail',
  'requireApproval',
  'an approval that no call needs',
  `${openai}export const erase = tool({ name: 'erase', description: 'Erase', parameters: schema, execute, needsApproval: ⟦async () => false ⇒ true⟧ });
`,
);

suggests(
  'no-ineffective-guardrail',
  'requireApproval',
  'an approval of a Mastra tool that no call needs',
  `${mastra}export const erase = createTool({
  id: 'erase',
  description: 'Erase',
  inputSchema: schema,
  requireApproval: ⟦() => false ⇒ true⟧,
  execute: async ({ path }) => execute({ path }),
});
`,
);

// ── removeEntry ────────────────────────────────────────────────────────────────────────────────────────────────────

suggests(
  'no-unguarded-sensitive-tool',
  'removeEntry',
  'tools of a server that never need an approval',
  `${openai}export const files = hostedMcpTool({ serverLabel: 'files', serverUrl: 'https://files.example', requireApproval: { never: { toolNames: ['read_file'⟦, 'delete_file' ⇒⟧] } } });
`,
);

suggests(
  'no-ineffective-guardrail',
  'removeEntry',
  'a list that allows what the function would decide',
  `${claude}export const go = (prompt: string) =>
  query({ prompt, options: { allowedTools: [⟦'Bash',  ⇒⟧'Read'], canUseTool } });
`,
);

suggests(
  'no-unguarded-sensitive-tool',
  'removeEntry',
  'the option by which an agent of the command line asks nobody',
  `import { spawn } from 'node:child_process';
export const start = (prompt: string) => spawn('claude', ['-p', prompt⟦, '--dangerously-skip-permissions' ⇒⟧]);
`,
);

suggests(
  'no-ineffective-guardrail',
  'removeEntry',
  'a list with a line for each',
  `${claude}export const go = (prompt: string) =>
  query({
    prompt,
    options: {
      allowedTools: [
        'Read', // Reading is fine.
⟦        'Bash',
        'Write',
 ⇒⟧        'Glob',
      ],
      canUseTool,
    },
  });
`,
);

suggests(
  'no-disallowed-capability',
  'removeEntry',
  'a tool outside of the list of the policy',
  `${openai}const look = tool({ name: 'look_up', description: 'Look', parameters: schema, execute: ({ path }) => path });
const pay = tool({ name: 'pay_back', description: 'Pay', parameters: schema, execute: ({ path }) => path });
export const desk = new Agent({ name: 'Desk', tools: [look⟦, pay ⇒⟧] });
`,
  { settings: { policy: JSON.stringify({ agents: { Desk: { allow: ['look_*'] } } }) } },
);

suggests(
  'no-disallowed-capability',
  'removeEntry',
  'two of the tools of an object',
  `${mastra}const named = (id: string) => createTool({ id, description: id, execute: async () => 'ok' });
const look = named('look_up');
const pay = named('pay_back');
export const desk = new Agent({
  id: 'desk',
  name: 'Desk',
  instructions: '',
  model: 'openai/gpt-5',
  tools: {
⟦    pay_back: pay,
 ⇒⟧    look_up: look,
  },
});
`,
  { settings: { policy: JSON.stringify({ agents: { Desk: { allow: ['look_*'] } } }) } },
);

// ── switchMode ─────────────────────────────────────────────────────────────────────────────────────────────────────

suggests(
  'no-unguarded-sensitive-tool',
  'switchMode',
  'a mode that requests no permission',
  `${claude}export const go = (prompt: string) => query({ prompt, options: { permissionMode: ⟦'bypassPermissions' ⇒ 'default'⟧ } });
`,
);

suggests(
  'no-unguarded-sensitive-tool',
  'switchMode',
  'such a mode and a list of what runs without permission',
  `${claude}export const go = (prompt: string) =>
  query({ prompt, options: { allowedTools: ['Read'⟦, 'Bash' ⇒⟧], permissionMode: ⟦'bypassPermissions' ⇒ 'default'⟧ } });
`,
);

suggests(
  'no-unguarded-sensitive-tool',
  'switchMode',
  'a thread of Codex without a sandbox',
  `import { Codex } from '@openai/codex-sdk';
export const start = (cwd: string) => new Codex().startThread({ workingDirectory: cwd, sandboxMode: ⟦'danger-full-access' ⇒ 'workspace-write'⟧ });
`,
);

suggests(
  'no-ineffective-guardrail',
  'switchMode',
  'a function that is never called in such a mode',
  `${claude}export const go = (prompt: string) => query({ prompt, options: { canUseTool, permissionMode: ⟦'bypassPermissions' ⇒ 'default'⟧ } });
`,
);

// ── correctHint ────────────────────────────────────────────────────────────────────────────────────────────────────

suggests(
  'no-unguarded-sensitive-tool',
  'correctHint',
  'a tool that is said to read and deletes',
  `${mcp}server.registerTool('erase', { inputSchema: { path: z.string() }, annotations: { readOnlyHint: ⟦true ⇒ false⟧ } }, async ({ path }) => {
  await rm(path);
  return { content: [] };
});
`,
);

suggests(
  'no-unguarded-sensitive-tool',
  'correctHint',
  'a tool that is said to destroy nothing and deletes',
  `${mcp}server.registerTool(
  'erase',
  { inputSchema: { path: z.string() }, annotations: { readOnlyHint: false, destructiveHint: ⟦false ⇒ true⟧ } },
  async ({ path }) => {
    await rm(path);
    return { content: [] };
  },
);
`,
);

// ── renameKey ──────────────────────────────────────────────────────────────────────────────────────────────────────

suggests(
  'no-ineffective-guardrail',
  'renameKey',
  'an entry for a tool by a name that is nearly right',
  `${ai}export const go = (prompt: string) =>
  generateText({
    model: 'openai/gpt-5',
    prompt,
    tools: { eraseFile: tool({ inputSchema: schema, execute }), look: tool({ inputSchema: schema, execute: async ({ path }) => path }) },
    toolApproval: { ⟦erase_file ⇒ eraseFile⟧: 'user-approval' },
  });
`,
);

suggests(
  'no-ineffective-guardrail',
  'renameKey',
  'an interrupt for a tool by a name that is nearly right',
  `${erases}import { tool } from '@langchain/core/tools';
import { MemorySaver } from '@langchain/langgraph';
import { createAgent, humanInTheLoopMiddleware } from 'langchain';
const erase = tool(execute, { name: 'erase-file', description: 'Erase', schema });
export const agent = createAgent({
  model: 'openai:gpt-5',
  tools: [erase],
  checkpointer: new MemorySaver(),
  middleware: [humanInTheLoopMiddleware({ interruptOn: { ⟦erase_file ⇒ 'erase-file'⟧: true } })],
});
`,
);

suggestsNone(
  'no-ineffective-guardrail',
  'renameKey',
  'an entry with a name that is near to two tools',
  `${ai}export const go = (prompt: string) =>
  generateText({
    model: 'openai/gpt-5',
    prompt,
    tools: { eraseFile1: tool({ inputSchema: schema, execute }), eraseFile2: tool({ inputSchema: schema, execute }) },
    toolApproval: { eraseFile: 'user-approval' },
  });
`,
);

suggests(
  'no-ineffective-guardrail',
  'renameKey',
  'an option of another SDK',
  `${openai}export const erase = tool({ name: 'erase', description: 'Erase', parameters: schema, execute, ⟦requireApproval ⇒ needsApproval⟧: true });
`,
);

suggestsNone(
  'no-ineffective-guardrail',
  'renameKey',
  'an option of another SDK with a value that this one does not take',
  `${openai}export const erase = tool({ name: 'erase', description: 'Erase', parameters: schema, execute, requireApproval: 'always' });
`,
);

// ── negateCondition ────────────────────────────────────────────────────────────────────────────────────────────────

const shell = `${openai}import { exec } from 'node:child_process';
const commands = { name: 'shell', description: 'Run', parameters: z.object({ command: z.string() }), execute: async ({ command }: { command: string }) => String(exec(command)) };
const harmless = ['ls', 'cat', 'git status'];
const risky = new Set(['rm', 'sudo']);
`;

suggests(
  'no-ineffective-guardrail',
  'negateCondition',
  'an approval that only harmless commands need',
  `${shell}export const run = tool({ ...commands, needsApproval: async (_, { command }) => ⟦⇒ !⟧harmless.includes(command) });
`,
);

suggests(
  'no-ineffective-guardrail',
  'negateCondition',
  'an approval that dangerous commands do not need',
  `${shell}export const run = tool({ ...commands, needsApproval: async (_, { command }) => { return ⟦! ⇒⟧risky.has(command); } });
`,
);

// ── addGuard ───────────────────────────────────────────────────────────────────────────────────────────────────────

suggests(
  'require-guardrail',
  'addGuard',
  'a tool of the OpenAI Agents SDK',
  `${openai}const erase = tool({ name: 'erase', description: 'Erase', parameters: schema, execute⟦⇒, needsApproval: true⟧ });
export const agent = new Agent({ name: 'Cleaner', tools: [erase] });
`,
);

suggests(
  'require-guardrail',
  'addGuard',
  'a tool of the AI SDK',
  `${ai}export const go = (prompt: string) =>
  generateText({ model: 'openai/gpt-5', prompt, tools: { erase: tool({ inputSchema: schema, execute⟦⇒, needsApproval: true⟧ }) } });
`,
);

suggests(
  'require-guardrail',
  'addGuard',
  'a tool of Mastra, over several lines',
  `${mastra}const erase = createTool({
  id: 'erase',
  description: 'Erase',
  inputSchema: schema,
  execute: async ({ path }) => execute({ path }), // It is gone then.
⟦⇒   requireApproval: true,
⟧});
export const agent = new Agent({ id: 'a', name: 'Cleaner', instructions: '', model: 'openai/gpt-5', tools: { erase } });
`,
);

suggests(
  'require-guardrail',
  'addGuard',
  'a tool of the ADK',
  `${erases}import { FunctionTool, LlmAgent } from '@google/adk';
const erase = new FunctionTool({ name: 'erase', description: 'Erase', parameters: schema, execute⟦⇒, requireConfirmation: true⟧ });
export const agent = new LlmAgent({ name: 'cleaner', model: 'gemini-2.5-flash', tools: [erase] });
`,
);

suggests(
  'require-guardrail',
  'addGuard',
  'a deep agent that has a checkpointer',
  `${erases}import { tool } from '@langchain/core/tools';
import { MemorySaver } from '@langchain/langgraph';
import { createDeepAgent } from 'deepagents';
const erase = tool(execute, { name: 'erase', description: 'Erase', schema });
export const agent = createDeepAgent({ tools: [erase], checkpointer: new MemorySaver()⟦⇒, interruptOn: { erase: true }⟧ });
`,
);

suggests(
  'require-guardrail',
  'addGuard',
  'a middleware of an agent that has none, with its import',
  `${erases}import { MemorySaver } from '@langchain/langgraph';
import { createAgent, tool⟦⇒, humanInTheLoopMiddleware⟧ } from 'langchain';
const erase = tool(execute, { name: 'erase', description: 'Erase', schema });
export const agent = createAgent({ model: 'openai:gpt-5', tools: [erase], checkpointer: new MemorySaver()⟦⇒, middleware: [humanInTheLoopMiddleware({ interruptOn: { erase: true } })]⟧ });
`,
);

suggestsNone(
  'require-guardrail',
  'addGuard',
  'a deep agent without the checkpointer that the guard needs',
  `${erases}import { tool } from '@langchain/core/tools';
import { createDeepAgent } from 'deepagents';
const erase = tool(execute, { name: 'erase', description: 'Erase', schema });
export const agent = createDeepAgent({ tools: [erase] });
`,
);

suggestsNone(
  'require-guardrail',
  'addGuard',
  'a tool that a middleware there does not name: the option is one of the middleware',
  `${erases}import { MemorySaver } from '@langchain/langgraph';
import { createAgent, humanInTheLoopMiddleware, tool } from 'langchain';
const erase = tool(execute, { name: 'erase', description: 'Erase', schema });
const wipe = tool(execute, { name: 'wipe', description: 'Wipe', schema });
export const agent = createAgent({ model: 'openai:gpt-5', tools: [erase, wipe], checkpointer: new MemorySaver(), middleware: [humanInTheLoopMiddleware({ interruptOn: { erase: true } })] });
`,
);

suggests(
  'no-ineffective-guardrail',
  'addGuard',
  'a guard above that does not reach the tool',
  `${mastra}const erase = createTool({ id: 'erase', description: 'Erase', inputSchema: schema, execute: async ({ path }) => execute({ path })⟦⇒, requireApproval: true⟧ });
const agentOf = { id: 'a', instructions: '', model: 'openai/gpt-5' };
const cleaner = new Agent({ ...agentOf, name: 'Cleaner', tools: { erase } });
const main = new Agent({ ...agentOf, name: 'Main', agents: { cleaner } });
export const go = (text: string) => main.generate(text, { requireToolApproval: ({ toolName }) => toolName === 'erase' });
`,
);

suggests(
  'no-scope-widening',
  'addGuard',
  'a tool that a sub-agent alone has',
  `${openai}const erase = tool({ name: 'erase', description: 'Erase', parameters: schema, execute⟦⇒, needsApproval: true⟧ });
const cleaner = new Agent({ name: 'Cleaner', tools: [erase] });
export const triage = new Agent({ name: 'Triage', handoffs: [cleaner] });
`,
);

suggests(
  'no-scope-widening',
  'removeEntry',
  'a tool that a sub-agent alone has',
  `${openai}const erase = tool({ name: 'erase', description: 'Erase', parameters: schema, execute });
const cleaner = new Agent({ name: 'Cleaner', tools: [⟦erase ⇒⟧] });
export const triage = new Agent({ name: 'Triage', handoffs: [cleaner] });
`,
);

suggests(
  'no-scope-widening',
  'removeEntry',
  'a tool on the list of a definition',
  `${claude}export const go = (prompt: string) =>
  query({
    prompt,
    options: {
      tools: ['Task', 'Read'],
      allowedTools: ['Task', 'Read', 'Edit'],
      agents: { critic: { description: 'Reads', prompt: 'Help.', tools: ['Read'⟦, 'Edit' ⇒⟧] } },
    },
  });
`,
);

suggests(
  'no-scope-widening',
  'removeEntry',
  'what a sub-agent switches off for itself',
  `${erases}import { tool } from '@langchain/core/tools';
import { MemorySaver } from '@langchain/langgraph';
import { createDeepAgent } from 'deepagents';
const erase = tool(execute, { name: 'erase', description: 'Erase', schema });
export const agent = createDeepAgent({
  tools: [erase],
  checkpointer: new MemorySaver(),
  interruptOn: { erase: true },
  subagents: [{ name: 'cleaner', description: 'Cleans', systemPrompt: 'Clean.', tools: [erase]⟦, interruptOn: { erase: false } ⇒⟧ }],
});
`,
);

suggests(
  'require-guardrail',
  'removeEntry',
  'a tool that the list allows',
  `${claude}export const go = (prompt: string) => query({ prompt, options: { allowedTools: ['Read'⟦, 'Bash' ⇒⟧] } });
`,
);

// ── awaitTransition ────────────────────────────────────────────────────────────────────────────────────────────────

const client = `import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
`;

suggests(
  'no-wrong-session-state',
  'awaitTransition',
  'a connect that is not awaited',
  `${client}export async function names() {
  const client = new Client({ name: 'names', version: '1.0.0' });
  try {
    ⟦⇒ await ⟧client.connect(new StdioClientTransport({ command: 'server' }));
    return await client.listTools();
  } finally {
    await client.close();
  }
}
`,
);

suggests(
  'no-wrong-session-state',
  'awaitTransition',
  'a connect that is awaited on one path',
  `${client}export async function names(isSlow: boolean) {
  const client = new Client({ name: 'names', version: '1.0.0' });
  const transport = new StdioClientTransport({ command: 'server' });
  try {
    if (isSlow) await client.connect(transport);
    else ⟦⇒ await ⟧client.connect(transport);
    return await client.listTools();
  } finally {
    await client.close();
  }
}
`,
);

// ── awaitRequest ───────────────────────────────────────────────────────────────────────────────────────────────────

suggests(
  'no-wrong-session-state',
  'awaitRequest',
  'a request that is returned before it is answered',
  `${client}export async function names() {
  const client = new Client({ name: 'names', version: '1.0.0' });
  try {
    await client.connect(new StdioClientTransport({ command: 'server' }));
    return ⟦⇒ await ⟧client.listTools().then(({ tools }) => tools.length);
  } finally {
    await client.close();
  }
}
`,
);

suggests(
  'no-wrong-session-state',
  'awaitRequest',
  'a function that is given the client',
  `${client}export async function withClient<Result>(use: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ name: 'names', version: '1.0.0' });
  try {
    await client.connect(new StdioClientTransport({ command: 'server' }));
    return ⟦⇒ await ⟧use(client);
  } finally {
    await client.close();
  }
}
`,
);

suggestsNone(
  'no-wrong-session-state',
  'awaitRequest',
  'a function that cannot wait',
  `${client}export function names(client: Client) {
  try {
    return client.listTools();
  } finally {
    void client.close();
  }
}
`,
);

// ── openBefore ─────────────────────────────────────────────────────────────────────────────────────────────────────

suggests(
  'no-wrong-session-state',
  'openBefore',
  'a transport that is there',
  `${client}export async function names() {
  const client = new Client({ name: 'names', version: '1.0.0' });
  const transport = new StdioClientTransport({ command: 'server' });
  ⟦const tools = await client.listTools();
  return tools.tools.map(({ name }) => name);
 ⇒ try {
    await client.connect(transport);
    const tools = await client.listTools();
    return tools.tools.map(({ name }) => name);
  } finally {
    await client.close();
  }
⟧}
`,
);

suggests(
  'no-wrong-session-state',
  'openBefore',
  'a connect that comes too late',
  `${client}export async function names() {
  const client = new Client({ name: 'names', version: '1.0.0' });
  const transport = new StdioClientTransport({ command: 'server' });
  try {
    return await list();
  } finally {
    await client.close();
  }
  async function list() {
    return 1;
  }
}
export async function count() {
  const client = new Client({ name: 'names', version: '1.0.0' });
  const transport = new StdioClientTransport({ command: 'server' });
  ⟦const tools = await client.listTools();
  await client.connect(transport);
  await client.close();
  return tools;
 ⇒ try {
    await client.connect(transport);
    const tools = await client.listTools();
    return tools;
  } finally {
    await client.close();
  }
⟧}
`,
);

suggests(
  'no-wrong-session-state',
  'openBefore',
  'a server that takes no transport',
  `import { MCPServerStdio } from '@openai/agents';
export async function names() {
  const server = new MCPServerStdio({ command: 'server' });
  try {
    return 1;
  } finally {
    await server.close();
  }
}
export async function count() {
  const server = new MCPServerStdio({ command: 'server' });
  ⟦const tools = await server.listTools();
  await server.close();
  return tools.length;
 ⇒ try {
    await server.connect();
    const tools = await server.listTools();
    return tools.length;
  } finally {
    await server.close();
  }
⟧}
`,
);

suggestsNone(
  'no-wrong-session-state',
  'openBefore',
  'two transports of which either may be meant',
  `${client}export async function names() {
  const client = new Client({ name: 'names', version: '1.0.0' });
  const first = new StdioClientTransport({ command: 'server' });
  const second = new StdioClientTransport({ command: 'other' });
  return await client.listTools();
}
`,
);

// ── closeInFinally ─────────────────────────────────────────────────────────────────────────────────────────────────

suggests(
  'require-session-close',
  'closeInFinally',
  'a client that nothing closes',
  `${client}export async function names() {
  const client = new Client({ name: 'names', version: '1.0.0' });
  ⟦await client.connect(new StdioClientTransport({ command: 'server' }));
  return client.listTools();
 ⇒ try {
    await client.connect(new StdioClientTransport({ command: 'server' }));
    return await client.listTools();
  } finally {
    await client.close();
  }
⟧}
`,
);

suggests(
  'require-session-close',
  'closeInFinally',
  'a client that one path leaves open',
  `${client}export async function names(isShort: boolean) {
  const client = new Client({ name: 'names', version: '1.0.0' });
  ⟦await client.connect(new StdioClientTransport({ command: 'server' }));
  const tools = await client.listTools();
  if (isShort) {
    return \`
  short\`;
  }
  await client.close();
  return tools;
 ⇒ try {
    await client.connect(new StdioClientTransport({ command: 'server' }));
    const tools = await client.listTools();
    if (isShort) {
      return \`
  short\`;
    }
    return tools;
  } finally {
    await client.close();
  }
⟧}
`,
);

// ── disposeAtEnd ───────────────────────────────────────────────────────────────────────────────────────────────────

suggests(
  'require-session-close',
  'disposeAtEnd',
  'a warm query that is left open',
  `import { startup } from '@anthropic-ai/claude-agent-sdk';
export async function go(isReady: boolean) {
  ⟦const ⇒ await using⟧ warm = await startup({ options: {} });
  if (!isReady) return undefined;
  return 1;
}
`,
);

suggests(
  'require-session-close',
  'disposeAtEnd',
  'a spare process that is left parked',
  `import { prewarm } from '@anthropic-ai/claude-agent-sdk';
export async function go(isReady: boolean) {
  ⟦const ⇒ await using⟧ spare = await prewarm({ options: {} });
  if (!isReady) throw new Error('not ready');
  return 1;
}
`,
);

// ── createPerCall ──────────────────────────────────────────────────────────────────────────────────────────────────

const http = `import express from 'express';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
const app = express();
`;

suggests(
  'no-shared-server',
  'createPerCall',
  'a server that all requests connect',
  `${http}⟦const server = new McpServer({ name: 'files', version: '1.0.0' });
server.registerTool('look', {}, () => ({ content: [] }));
 ⇒⟧app.post('/mcp', async (req, res) => {
  ⟦⇒ const server = new McpServer({ name: 'files', version: '1.0.0' });
  server.registerTool('look', {}, () => ({ content: [] }));
  ⟧const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  await server.connect(transport);
  await transport.handleRequest(req, res, req.body);
});
`,
);

suggests(
  'no-shared-server',
  'createPerCall',
  'a transport without sessions, with its server',
  `${http}⟦const server = new McpServer({ name: 'files', version: '1.0.0' });
const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
await server.connect(transport);
 ⇒⟧app.post('/mcp', async (req, res) => {
  ⟦⇒ const server = new McpServer({ name: 'files', version: '1.0.0' });
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  await server.connect(transport);
  ⟧await transport.handleRequest(req, res, req.body);
});
`,
);

suggestsNone(
  'no-shared-server',
  'createPerCall',
  'a server that another callback uses as well',
  `${http}const server = new McpServer({ name: 'files', version: '1.0.0' });
process.on('SIGINT', () => void server.close());
app.post('/mcp', async (req, res) => {
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  await server.connect(transport);
  await transport.handleRequest(req, res, req.body);
});
`,
);

// ── mintInLoop ─────────────────────────────────────────────────────────────────────────────────────────────────────

const minting = `import { CallbackRunner, defineAgent, defineTool, GuardrailBlocked, invokeTool } from '@agent-safety/runtime';
import { z } from 'zod';
const erase = defineTool({ name: 'erase', class: 'write', input: z.object({ path: z.string() }), guardrail: 'required', handler: ({ path }) => path });
const agent = defineAgent({ name: 'files', tools: [erase] });
const runner = new CallbackRunner(agent, { beforeTool: () => undefined });
`;
/** Where the runtime resolves. */
const scenario = { project: 'tests/sdk/scenario' };

suggests(
  'no-token-reuse',
  'mintInLoop',
  'a token that each iteration spends',
  `${minting}export async function run(args: { path: string }, times: number) {
⟦  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
 ⇒⟧  for (let index = 0; index < times; index++) {
    ⟦⇒ const token = await runner.runBeforeTool(erase, args);
    if (token instanceof GuardrailBlocked) return;
    ⟧await invokeTool(agent, erase, args, token);
  }
}
`,
  scenario,
);

suggests(
  'no-token-reuse',
  'mintInLoop',
  'a token that each attempt spends',
  `${minting}export async function run(args: { path: string }) {
⟦  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) throw new Error(token.reason);
 ⇒⟧  for (;;) {
    ⟦⇒ const token = await runner.runBeforeTool(erase, args);
    if (token instanceof GuardrailBlocked) throw new Error(token.reason);
    ⟧try {
      return await invokeTool(agent, erase, args, token);
    } catch (error) {
      console.error(error);
    }
  }
}
`,
  scenario,
);

const results: readonly Followed[] = isRecording
  ? []
  : await followed([...cases, ...without].map(({ program }) => program));

function resultsOf({ rule, suggestion, program }: Case): readonly Followed[] {
  return results.filter(
    (each) => each.program.id === program.id && each.finding.rule === rule && each.messageId === suggestion,
  );
}

describe.skipIf(isRecording).each(cases)('$rule, $suggestion: $name', (each) => {
  const [result] = resultsOf(each);

  it('writes what it says', () => {
    expect(result?.output).toBe(after(each.marked));
  });

  it('removes the finding, makes no other, and compiles', () => {
    expect(result).toMatchObject({ isGone: true, newFindings: [], newErrors: [] });
  });
});

describe.skipIf(isRecording).each(without)('$rule, no $suggestion: $name', (each) => {
  it('is not suggested', () => {
    expect(resultsOf(each)).toEqual([]);
  });
});

it.skipIf(isRecording)('has at least twelve kinds, each with two programs', () => {
  const kinds = [...new Set(cases.map(({ suggestion }) => suggestion))];
  expect(kinds.length).toBeGreaterThanOrEqual(12);
  expect(kinds.filter((kind) => cases.filter(({ suggestion }) => suggestion === kind).length < 2)).toEqual([]);
});
