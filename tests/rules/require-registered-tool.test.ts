import type { InvalidTestCase, ValidTestCase } from '@typescript-eslint/rule-tester';
import { type Options, requireRegisteredTool } from '../../src/rules/require-registered-tool.ts';
import { type RegistryText, registryFolder } from '../registry-folder.ts';
import { codeOf, errorsIn, type Finding } from './marked.ts';
import { tester } from './rule-tester.ts';

type MessageId = keyof typeof requireRegisteredTool.messages;

const valid: ValidTestCase<Options[]>[] = [];
const invalid: InvalidTestCase<MessageId, Options[]>[] = [];

const desk: RegistryText = { tools: { search: 'read', create_ticket: 'write' } };
const held = (...registries: readonly RegistryText[]) => ({
  'agent-safety': { registry: registryFolder(...registries) },
});
/** Messages name a file from the root of its repository: those of the tests are in none. */
const fileOf = (file = 'desk.json'): string => file;

interface Case {
  readonly registries?: readonly RegistryText[];
  readonly checkDynamic?: boolean;
}

function silent(name: string, code: string, { registries = [desk], checkDynamic }: Case = {}): void {
  const options = checkDynamic === undefined ? {} : { options: [{ checkDynamic }] as [Options] };
  valid.push({ name, code, settings: held(...registries), ...options });
}

/** The findings are of the marks, in their order. */
function reported(
  name: string,
  marked: string,
  findingsOf: (where: (file?: string) => string) => readonly Finding<MessageId>[],
  { registries = [desk], checkDynamic }: Case = {},
): void {
  const settings = held(...registries);
  const findings = findingsOf(fileOf);
  const errors = findings.flatMap((finding, index) => errorsIn(marked, finding).slice(index, index + 1));
  const options = checkDynamic === undefined ? {} : { options: [{ checkDynamic }] as [Options] };
  invalid.push({ name, code: codeOf(marked), errors, settings, ...options });
}

/** The program with the mark is reported, and its twin is not. */
function pair(name: string, marked: string, tool: string, twin: string, registries: readonly RegistryText[] = [desk]) {
  reported(name, marked, (where) => [unregistered(tool, where())], { registries });
  silent(`${name}: its twin`, twin, { registries });
}

function unregistered(tool: string, where: string): Finding<MessageId> {
  return { messageId: 'unregistered', data: { tool, where } };
}

const v1 = `import { Client } from '@modelcontextprotocol/sdk/client/index.js';
export async function run(client: Client, order: string, path: 'search' | 'create_ticket', other: 'search' | 'erase') {
  `;

// ── calls ────────────────────────────────────────────────────────────────────────────────────────────────────────────

pair(
  'a call of version 1',
  `${v1}await client.callTool({ name: «'weather'», arguments: { order } });\n}`,
  'weather',
  `${v1}await client.callTool({ name: 'search', arguments: { order } });\n}`,
);
pair(
  'a tool in the list of a server',
  `import { Server } from '@modelcontextprotocol/server';
export function serve(server: Server) {
  server.setRequestHandler('tools/list', () => ({ tools: [{ name: 'search', inputSchema: { type: 'object' } }, { name: «'weather'», inputSchema: { type: 'object' } }] }));
  server.setRequestHandler('tools/call', async ({ params }) => ({ content: [{ type: 'text', text: params.name }] }));
}`,
  'weather',
  `import { Server } from '@modelcontextprotocol/server';
export function serve(server: Server) {
  server.setRequestHandler('tools/list', () => ({ tools: [{ name: 'search', inputSchema: { type: 'object' } }, { name: 'create_ticket', inputSchema: { type: 'object' } }] }));
  server.setRequestHandler('tools/call', async ({ params }) => ({ content: [{ type: 'text', text: params.name }] }));
}`,
);
pair(
  'a call of version 2',
  `import { Client } from '@modelcontextprotocol/client';
export const run = (client: Client) => client.callTool({ name: «'weather'» });`,
  'weather',
  `import { Client } from '@modelcontextprotocol/client';
export const run = (client: Client) => client.callTool({ name: 'create_ticket' });`,
);
pair(
  'a call of the AI SDK',
  `import type { MCPClient } from '@ai-sdk/mcp';
export const run = (client: MCPClient) => client.callTool({ name: «'weather'», args: {} });`,
  'weather',
  `import type { MCPClient } from '@ai-sdk/mcp';
export const run = (client: MCPClient) => client.callTool({ name: 'search', args: {} });`,
);
pair(
  'a call of the runtime contract',
  `import type { McpClient } from '@agent-safety/runtime/mcp';
export const run = (client: McpClient) => client.callTool({ name: «'weather'» });`,
  'weather',
  `import type { McpClient } from '@agent-safety/runtime/mcp';
export const run = (client: McpClient) => client.callTool({ name: 'search' });`,
);
pair(
  'a name in a constant, reported where it is used',
  `const tool = 'weather';\n${v1}await client.callTool(«{ name: tool }»);\n}`
    .replace('«{ name: tool }»', '{ name: tool }')
    .replace('await client.callTool({ name: tool })', 'await «client.callTool({ name: tool })»'),
  'weather',
  `const tool = 'search';\n${v1}await client.callTool({ name: tool });\n}`,
);
pair(
  'a name by its type',
  `${v1}await client.callTool({ name: «other» });\n}`,
  'erase',
  `${v1}await client.callTool({ name: path });\n}`,
);
pair(
  'one of two names',
  `${v1}await client.callTool({ name: order === '' ? 'search' : «'weather'» });\n}`,
  'weather',
  `${v1}await client.callTool({ name: order === '' ? 'search' : 'create_ticket' });\n}`,
);
silent('a name that is not known', `${v1}await client.callTool({ name: order });\n}`);
silent('a name by its type, with checkDynamic', `${v1}await client.callTool({ name: path });\n}`, {
  checkDynamic: true,
});
reported(
  'a name that is not known, with checkDynamic',
  `${v1}await client.callTool({ name: «order» });\n}`,
  () => [{ messageId: 'unknown', data: { kind: 'called' } }],
  { checkDynamic: true },
);
silent(
  'a method of that name of something else',
  `declare const client: { callTool(call: { name: string }): Promise<void> };
export const run = () => client.callTool({ name: 'weather' });`,
);

// ── near misses ──────────────────────────────────────────────────────────────────────────────────────────────────────

const near = `${v1}await client.callTool({ name: «'create_tickt'» });\n}`;
{
  const settings = held(desk);
  invalid.push({
    name: 'a name that is nearly right',
    code: codeOf(near),
    settings,
    errors: errorsIn(near, {
      messageId: 'misspelt',
      data: { tool: 'create_tickt', name: 'create_ticket', where: fileOf() },
    }).map((error) => ({
      ...error,
      suggestions: [
        {
          messageId: 'writeName',
          data: { name: 'create_ticket', key: 'create_tickt' },
          output: codeOf(near).replace('create_tickt', 'create_ticket'),
        },
      ],
    })),
  });
}

// ── drafts and servers ───────────────────────────────────────────────────────────────────────────────────────────────

const draft: RegistryText = { ...desk, review: { search: { reviewed: false }, create_ticket: { reviewed: true } } };
reported(
  'an entry that is not reviewed',
  `${v1}await client.callTool({ name: «'search'» });\n}`,
  (where) => [
    {
      messageId: 'draft',
      data: { tool: 'search', entry: `${where()}, line 2`, review: where('desk.review.json') },
    },
  ],
  { registries: [draft] },
);
silent(
  'an entry that is reviewed beside one that is not',
  `${v1}await client.callTool({ name: 'create_ticket' });\n}`,
  {
    registries: [draft],
  },
);
silent('a draft of one server, where another one has the tool', `${v1}await client.callTool({ name: 'search' });\n}`, {
  registries: [draft, { server: 'web', tools: { search: 'read' } }],
});

const two: readonly RegistryText[] = [desk, { server: 'files', tools: { read_file: 'read' } }];
const server = (
  name: string,
  tool: string,
): string => `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
const server = new McpServer({ name: '${name}', version: '1.0.0' });
server.registerTool(${tool}, {}, () => ({ content: [] }));`;
pair(
  'a definition on a server that has a document',
  server('files', `«'search'»`),
  'search',
  server('files', `'read_file'`),
  two,
);
invalid.splice(-1, 1);
reported(
  'a definition that only the document of another server has',
  server('files', `«'search'»`),
  (where) => [unregistered('search', where('files.json'))],
  { registries: two },
);
reported(
  'a definition on a server that has no document',
  server('other', `«'weather'»`),
  () => [unregistered('weather', '2 documents')],
  { registries: two },
);
silent('a definition on a server that has no document, of a tool that some document has', server('other', `'search'`), {
  registries: two,
});

// ── lists and agents ─────────────────────────────────────────────────────────────────────────────────────────────────

const hosted = (label: string, list: string): string => `import { hostedMcpTool } from '@openai/agents';
export const tools = hostedMcpTool({ serverLabel: '${label}', serverUrl: 'https://x.example', ${list} });`;
pair(
  'a tool that is let in',
  hosted('desk', `allowedTools: ['search', «'weather'»], requireApproval: 'always'`),
  'weather',
  hosted('desk', `allowedTools: ['search'], requireApproval: 'always'`),
);
pair(
  'a tool that runs without an approval',
  hosted('desk', `requireApproval: { never: { toolNames: [«'weather'»] } }`),
  'weather',
  hosted('desk', `requireApproval: { never: { toolNames: ['search'] } }`),
);
pair(
  'a filter of a server',
  `import { MCPServerStdio, createMCPToolStaticFilter } from '@openai/agents';
export const server = new MCPServerStdio({ command: 'x', toolFilter: createMCPToolStaticFilter({ allowed: [«'weather'»] }) });`,
  'weather',
  `import { MCPServerStdio, createMCPToolStaticFilter } from '@openai/agents';
export const server = new MCPServerStdio({ command: 'x', toolFilter: createMCPToolStaticFilter({ allowed: ['search'] }) });`,
);
const claude = (allowed: string): string => `import { query } from '@anthropic-ai/claude-agent-sdk';
export const run = (prompt: string) => query({ prompt, options: { allowedTools: [${allowed}] } });`;
pair(
  'a tool of a server that Claude may use',
  claude(`«'mcp__desk__weather'»`),
  'weather',
  claude(`'mcp__desk__search', 'Bash', 'Read(**)', 'mcp__desk', 'mcp__desk__*'`),
);
pair(
  'a tool of an agent, by its name',
  `import { Agent, tool } from '@openai/agents';
import { z } from 'zod';
const weather = tool({ name: «'weather'», description: '', parameters: z.object({}), execute: () => '' });
export const agent = new Agent({ name: 'a', tools: [weather] });`,
  'weather',
  `import { Agent, tool } from '@openai/agents';
import { z } from 'zod';
const search = tool({ name: 'search', description: '', parameters: z.object({}), execute: () => '' });
export const agent = new Agent({ name: 'a', tools: [search] });`,
);
pair(
  'a tool of an agent, by its key',
  `import { ToolLoopAgent, tool } from 'ai';
import { z } from 'zod';
export const agent = new ToolLoopAgent({
  model: 'openai/gpt-5',
  tools: { «weather»: tool({ inputSchema: z.object({}), execute: () => '' }) },
});`,
  'weather',
  `import { ToolLoopAgent, tool } from 'ai';
import { z } from 'zod';
export const agent = new ToolLoopAgent({
  model: 'openai/gpt-5',
  tools: { search: tool({ inputSchema: z.object({}), execute: () => '' }) },
});`,
);
silent(
  'what the SDK brings, or its service runs',
  `import { Agent, shellTool, webSearchTool } from '@openai/agents';
declare const shell: never;
export const agent = new Agent({ name: 'a', tools: [shellTool({ shell }), webSearchTool()] });`,
);

// ── without a registry ───────────────────────────────────────────────────────────────────────────────────────────────

valid.push({ name: 'no registry', code: codeOf(near) });

tester.run('require-registered-tool', requireRegisteredTool, { valid, invalid });
