import type { InvalidTestCase, ValidTestCase } from '@typescript-eslint/rule-tester';
import { noUnguardedSensitiveTool } from '../../src/rules/no-unguarded-sensitive-tool.ts';
import { codeOf, errorsIn } from './marked.ts';
import type { Finding } from './marked.ts';
import { tester } from './session-tester.ts';

type MessageId = keyof typeof noUnguardedSensitiveTool.meta.messages;

const valid: ValidTestCase<[]>[] = [];
const invalid: InvalidTestCase<MessageId, []>[] = [];

/** Two programs that differ in the one thing that matters: the first marks a sensitive tool, the second does not. */
function pair(name: string, faulty: string, finding: Finding<MessageId>, right: string): void {
  invalid.push({ name, code: codeOf(faulty), errors: errorsIn(faulty, finding) });
  silent(`not: ${name}`, right);
}

function silent(name: string, code: string): void {
  valid.push({ name, code });
}

// ── approval switched off ──────────────────────────────────────────────────────────────────────────────────────────

const openai = `import { rm } from 'node:fs/promises';
import { tool } from '@openai/agents';
import { z } from 'zod';
const parameters = z.object({ path: z.string() });
`;

pair(
  'an OpenAI tool that deletes, and needs no approval',
  `${openai}export const erase = tool({ name: 'erase', description: 'Erase', parameters, needsApproval: «false», execute: async ({ path }) => { await rm(path); return 'ok'; } });`,
  {
    messageId: 'optedOut',
    data: { tool: '`erase`', value: 'needsApproval: false', witness: '`fs.rm` (line 5)' },
  },
  `${openai}export const erase = tool({ name: 'erase', description: 'Erase', parameters, needsApproval: true, execute: async ({ path }) => { await rm(path); return 'ok'; } });`,
);

pair(
  'an OpenAI tool that sends, and needs no approval',
  `${openai}export const order = tool({ name: 'order', description: 'Order', parameters, needsApproval: «false», execute: async ({ path }) => (await fetch(path, { method: 'POST' })).text() });`,
  {
    messageId: 'optedOut',
    data: { tool: '`order`', value: 'needsApproval: false', witness: '`fetch` (line 5)' },
  },
  `${openai}export const order = tool({ name: 'order', description: 'Order', parameters, needsApproval: false, execute: async ({ path }) => (await fetch(path)).text() });`,
);

pair(
  'an approval that is off by a variable',
  `${openai}const approval = { needsApproval: «false» };
export const erase = tool({ name: 'erase', description: 'Erase', parameters, ...approval, execute: ({ path }) => rm(path) });`,
  {
    messageId: 'optedOut',
    data: { tool: '`erase`', value: 'needsApproval: false', witness: '`fs.rm` (line 6)' },
  },
  `${openai}const approval = { needsApproval: true };
export const erase = tool({ name: 'erase', description: 'Erase', parameters, ...approval, execute: ({ path }) => rm(path) });`,
);

pair(
  'an AI SDK tool that runs commands through a function',
  `import { execSync } from 'node:child_process';
import { tool } from 'ai';
import { z } from 'zod';
function run(command: string) { return execSync(command).toString(); }
export const shell = tool({ description: 'Run', inputSchema: z.object({ command: z.string() }), needsApproval: «false», execute: async ({ command }) => run(command) });`,
  {
    messageId: 'optedOut',
    data: {
      tool: 'This tool',
      value: 'needsApproval: false',
      witness: '`child_process.execSync` through `run` (line 4)',
    },
  },
  `import { tool } from 'ai';
import { z } from 'zod';
function run(command: string) { return command.toUpperCase(); }
export const shell = tool({ description: 'Run', inputSchema: z.object({ command: z.string() }), needsApproval: false, execute: async ({ command }) => run(command) });`,
);

silent(
  'an approval that depends on the arguments',
  `${openai}export const erase = tool({ name: 'erase', description: 'Erase', parameters, needsApproval: async (_, { path }) => path !== '/tmp', execute: ({ path }) => rm(path) });`,
);

silent(
  'a function of that name of another package',
  `import { rm } from 'node:fs/promises';
declare function tool(config: object): object;
export const erase = tool({ name: 'erase', needsApproval: false, execute: ({ path }: { path: string }) => rm(path) });`,
);

silent(
  'a handler without a body to read',
  `${openai}declare const execute: (input: { path: string }) => Promise<string>;
export const erase = tool({ name: 'erase', description: 'Erase', parameters, needsApproval: false, execute });`,
);

// ── what the author says of the tool ───────────────────────────────────────────────────────────────────────────────

const v1 = `import { writeFile } from 'node:fs/promises';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
declare const db: { exec(sql: string): Promise<void> };
const done = { content: [{ type: 'text' as const, text: 'done' }] };
const server = new McpServer({ name: 'notes', version: '1.0.0' });
`;

pair(
  'a tool that writes and says that it only reads',
  `${v1}server.registerTool('note', { inputSchema: { text: z.string() }, annotations: { readOnlyHint: «true» } }, async ({ text }) => { await writeFile('notes', text); return done; });`,
  { messageId: 'saidReadOnly', data: { tool: '`note`', witness: '`fs.writeFile` (line 7)' } },
  `${v1}server.registerTool('note', { inputSchema: { text: z.string() }, annotations: { readOnlyHint: false } }, async ({ text }) => { await writeFile('notes', text); return done; });`,
);

pair(
  'the same, with the short form',
  `${v1}server.tool('note', 'Notes', { text: z.string() }, { readOnlyHint: «true» }, async ({ text }) => { await writeFile('notes', text); return done; });`,
  { messageId: 'saidReadOnly', data: { tool: '`note`', witness: '`fs.writeFile` (line 7)' } },
  `${v1}server.tool('note', 'Notes', { text: z.string() }, async ({ text }) => { await writeFile('notes', text); return done; });`,
);

pair(
  'a tool that removes and says that it is harmless',
  `${v1}server.registerTool('purge', { inputSchema: { table: z.string() }, annotations: { readOnlyHint: false, destructiveHint: «false» } }, async ({ table }) => { await db.exec(\`TRUNCATE \${table}\`); return done; });`,
  { messageId: 'saidHarmless', data: { tool: '`purge`', witness: '`db.exec` (line 7)' } },
  `${v1}server.registerTool('add', { inputSchema: { table: z.string() }, annotations: { readOnlyHint: false, destructiveHint: false } }, async ({ table }) => { await db.exec(\`INSERT INTO \${table} DEFAULT VALUES\`); return done; });`,
);

silent(
  'a request that only searches, as the author says',
  `${v1}server.registerTool('search', { inputSchema: { q: z.string() }, annotations: { readOnlyHint: true } }, async ({ q }) => { await fetch('https://shop.example/search', { method: 'POST', body: q }); return done; });`,
);

// ── permissions ────────────────────────────────────────────────────────────────────────────────────────────────────

const claude = `import { query, type PermissionMode } from '@anthropic-ai/claude-agent-sdk';
`;

pair(
  'permissions that are bypassed, with all tools',
  `${claude}export const review = (prompt: string) => query({ prompt, options: { allowedTools: ['Read'], permissionMode: «'bypassPermissions'» } });`,
  {
    messageId: 'bypassed',
    data: { value: "permissionMode: 'bypassPermissions'", tools: '`Bash`, `Write`, `Edit`, `NotebookEdit`' },
  },
  `${claude}export const review = (prompt: string) => query({ prompt, options: { tools: ['Read', 'Grep'], permissionMode: 'bypassPermissions' } });`,
);

pair(
  'permissions that are bypassed by default',
  `${claude}export const turn = (prompt: string, mode?: PermissionMode) => query({ prompt, options: { permissionMode: mode ?? «'bypassPermissions'», tools: { type: 'preset', preset: 'claude_code' } } });`,
  {
    messageId: 'bypassed',
    data: { value: "'bypassPermissions'", tools: '`Bash`, `Write`, `Edit`, `NotebookEdit`' },
  },
  `${claude}export const turn = (prompt: string, mode?: PermissionMode) => query({ prompt, options: { permissionMode: mode ?? 'default', tools: { type: 'preset', preset: 'claude_code' } } });`,
);

pair(
  'options that are spread, with some tools taken away',
  `${claude}const options = { permissionMode: «'bypassPermissions'», disallowedTools: ['Bash'] } as const;
export const review = (prompt: string, cwd: string) => query({ prompt, options: { ...options, disallowedTools: ['Bash'], cwd } });`,
  {
    messageId: 'bypassed',
    data: { value: "permissionMode: 'bypassPermissions'", tools: '`Write`, `Edit`, `NotebookEdit`' },
  },
  `${claude}const options = { permissionMode: 'bypassPermissions' } as const;
export const review = (prompt: string, cwd: string) => query({ prompt, options: { ...options, disallowedTools: ['Bash', 'Write', 'Edit', 'NotebookEdit'], cwd } });`,
);

silent(
  'tools that are not known',
  `${claude}export const review = (prompt: string, tools: string[]) => query({ prompt, options: { tools, permissionMode: 'bypassPermissions' } });`,
);

tester.run('no-unguarded-sensitive-tool', noUnguardedSensitiveTool, { valid, invalid });
