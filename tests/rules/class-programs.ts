/** Programs about the class of tools, in pairs that differ in the one thing that matters. What is reported stands between `«` and `»`. */
export interface ClassPair {
  readonly name: string;
  readonly messageId: string;
  readonly wrong: string;
  readonly right: string;
  /** What the registry says of the tools, by name; `draft` is a line that nobody has reviewed. */
  readonly registry?: Readonly<Record<string, 'draft' | 'read' | 'write'>>;
  /** Where the programs are the same: what it says in the right one. */
  readonly rightRegistry?: Readonly<Record<string, 'draft' | 'read' | 'write'>>;
}

const v1 = `import { rm, writeFile } from 'node:fs/promises';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
const done = { content: [{ type: 'text' as const, text: 'done' }] };
declare const crm: { save(text: string): Promise<void> };
export const server = new McpServer({ name: 'notes', version: '1.0.0' });
`;
const v2 = v1.replace('@modelcontextprotocol/sdk/server/mcp.js', '@modelcontextprotocol/server');
const claude = `import { createSdkMcpServer, query, tool } from '@anthropic-ai/claude-agent-sdk';
import { rm } from 'node:fs/promises';
import { z } from 'zod';
`;
const runtime = `import { connectClient, createConnector } from '@agent-safety/runtime/policy';
declare const registry: never;
declare const client: { callTool(request: object): Promise<unknown>; listTools(): Promise<unknown> };
const call = { server_id: 'crm', tool_name: 'save_contact', arguments: {} };
`;

export const pairs: readonly ClassPair[] = [
  {
    name: 'a registered read tool that deletes',
    messageId: 'registeredAsRead',
    registry: { forget: 'read' },
    wrong: `${v1}server.registerTool(«'forget'», { inputSchema: { file: z.string() } }, async ({ file }) => { await rm(file); return done; });`,
    right: `${v1}server.registerTool('forget', { inputSchema: { file: z.string() } }, async ({ file }) => { console.log(file); return done; });`,
  },
  {
    name: 'the same with version 2, through a function',
    messageId: 'registeredAsRead',
    registry: { note: 'read' },
    rightRegistry: { note: 'write' },
    wrong: `${v2}const keep = (text: string) => writeFile('notes.txt', text);
server.registerTool(«'note'», { inputSchema: z.object({ text: z.string() }) }, async ({ text }) => { await keep(text); return done; });`,
    right: `${v2}const keep = (text: string) => writeFile('notes.txt', text);
server.registerTool('note', { inputSchema: z.object({ text: z.string() }) }, async ({ text }) => { await keep(text); return done; });`,
  },
  {
    name: 'a registered read tool of the OpenAI SDK that runs commands',
    messageId: 'registeredAsRead',
    registry: { lookup: 'read' },
    wrong: `import { execSync } from 'node:child_process';
import { tool } from '@openai/agents';
import { z } from 'zod';
export const lookup = tool({ name: «'lookup'», description: 'Look up', parameters: z.object({ q: z.string() }), execute: ({ q }) => execSync(q).toString() });`,
    right: `import { execFileSync } from 'node:child_process';
import { tool } from '@openai/agents';
import { z } from 'zod';
export const lookup = tool({ name: 'lookup', description: 'Look up', parameters: z.object({}), execute: () => execFileSync('git', ['status']).toString() });`,
  },
  {
    name: 'a read tool that deletes, and says that it reads: one finding',
    messageId: 'registeredAsRead',
    registry: { forget: 'read' },
    rightRegistry: {},
    wrong: `${v1}server.registerTool(«'forget'», { inputSchema: { file: z.string() }, annotations: { readOnlyHint: true } }, async ({ file }) => { await rm(file); return done; });`,
    right: `${v1}server.registerTool('forget', { inputSchema: { file: z.string() }, annotations: { readOnlyHint: true } }, async ({ file }) => { await rm(file); return done; });`,
  },
  {
    name: 'a registered write tool that says it reads',
    messageId: 'hintSaysRead',
    registry: { save: 'write' },
    wrong: `${v1}server.registerTool('save', { inputSchema: { text: z.string() }, annotations: { readOnlyHint: «true» } }, async ({ text }) => { await crm.save(text); return done; });`,
    right: `${v1}server.registerTool('save', { inputSchema: { text: z.string() }, annotations: { readOnlyHint: false } }, async ({ text }) => { await crm.save(text); return done; });`,
  },
  {
    name: 'the same of annotations that several tools share',
    messageId: 'hintSaysRead',
    registry: { save: 'write' },
    wrong: `${v2}const READ = { readOnlyHint: «true» };
server.registerTool('save', { inputSchema: z.object({ text: z.string() }), annotations: READ }, async ({ text }) => { await crm.save(text); return done; });`,
    right: `${v2}const READ = { readOnlyHint: true };
server.registerTool('save', { inputSchema: z.object({ text: z.string() }), annotations: { ...READ, readOnlyHint: false } }, async ({ text }) => { await crm.save(text); return done; });`,
  },
  {
    name: 'a tool of the Claude Agent SDK',
    messageId: 'hintSaysRead',
    registry: { save: 'write' },
    rightRegistry: { save: 'draft' },
    wrong: `${claude}declare const crm: { save(text: string): Promise<void> };
export const save = tool('save', 'Save', { text: z.string() }, async ({ text }) => { await crm.save(text); return { content: [] }; }, { annotations: { readOnlyHint: «true» } });`,
    right: `${claude}declare const crm: { save(text: string): Promise<void> };
export const save = tool('save', 'Save', { text: z.string() }, async ({ text }) => { await crm.save(text); return { content: [] }; }, { annotations: { readOnlyHint: true } });`,
  },
  {
    name: 'a tool of Mastra',
    messageId: 'hintSaysRead',
    registry: { save: 'write' },
    rightRegistry: { other: 'write' },
    wrong: `import { createTool } from '@mastra/core/tools';
import { z } from 'zod';
declare const crm: { save(text: string): Promise<void> };
export const save = createTool({ id: 'save', description: 'Save', inputSchema: z.object({ text: z.string() }), mcp: { annotations: { readOnlyHint: «true» } }, execute: async ({ text }) => { await crm.save(text); } });`,
    right: `import { createTool } from '@mastra/core/tools';
import { z } from 'zod';
declare const crm: { save(text: string): Promise<void> };
export const save = createTool({ id: 'save', description: 'Save', inputSchema: z.object({ text: z.string() }), mcp: { annotations: { readOnlyHint: true } }, execute: async ({ text }) => { await crm.save(text); } });`,
  },
  {
    name: 'a registered read tool that says it destroys',
    messageId: 'hintSaysWrite',
    registry: { purge: 'read' },
    wrong: `${v1}server.registerTool('purge', { inputSchema: { text: z.string() }, annotations: { destructiveHint: «true» } }, async ({ text }) => { await crm.save(text); return done; });`,
    right: `${v1}server.registerTool('purge', { inputSchema: { text: z.string() }, annotations: { openWorldHint: true } }, async ({ text }) => { await crm.save(text); return done; });`,
  },
  {
    name: 'a registered read tool that says it does not only read',
    messageId: 'hintSaysWrite',
    registry: { count: 'read' },
    wrong: `${v2}server.registerTool('count', { inputSchema: z.object({ text: z.string() }), annotations: { readOnlyHint: «false» } }, async ({ text }) => { await crm.save(text); return done; });`,
    right: `${v2}server.registerTool('count', { inputSchema: z.object({ text: z.string() }), annotations: { readOnlyHint: true, destructiveHint: false } }, async ({ text }) => { await crm.save(text); return done; });`,
  },
  {
    name: 'marks that cannot both be true, without a registry',
    messageId: 'contradictory',
    wrong: `${v1}server.registerTool('save', { inputSchema: { text: z.string() }, annotations: { readOnlyHint: «true», destructiveHint: true } }, async ({ text }) => { await crm.save(text); return done; });`,
    right: `${v1}server.registerTool('save', { inputSchema: { text: z.string() }, annotations: { readOnlyHint: false, destructiveHint: true } }, async ({ text }) => { await crm.save(text); return done; });`,
  },
  {
    name: 'the same marks where the handler deletes: another rule reports the untrue one',
    messageId: 'contradictory',
    wrong: `${v2}const MARKS = { readOnlyHint: «true», destructiveHint: true };
server.registerTool('save', { inputSchema: z.object({ text: z.string() }), annotations: MARKS }, async ({ text }) => { await crm.save(text); return done; });`,
    right: `${v2}const MARKS = { readOnlyHint: true, destructiveHint: true };
server.registerTool('save', { inputSchema: z.object({ text: z.string() }), annotations: MARKS }, async ({ text }) => { await rm(text); return done; });`,
  },
  {
    name: 'a plan that is allowed to write',
    messageId: 'readOnlyScope',
    registry: { save_contact: 'write' },
    wrong: `${claude}export const plan = (prompt: string) => query({ prompt, options: { permissionMode: 'plan', allowedTools: ['Read', «'mcp__crm__save_contact'»] } });`,
    right: `${claude}export const plan = (prompt: string) => query({ prompt, options: { permissionMode: 'default', allowedTools: ['Read', 'mcp__crm__save_contact'] } });`,
  },
  {
    name: 'a plan that is allowed to write, by one of several calls',
    messageId: 'readOnlyScope',
    registry: { save_contact: 'write' },
    wrong: `${claude}import type { Options } from '@anthropic-ai/claude-agent-sdk';
const run = (prompt: string, options: Options) => query({ prompt, options });
run('Plan', { permissionMode: 'plan', allowedTools: [«'mcp__crm__save_contact'»] });
run('Do', { permissionMode: 'default', allowedTools: ['Read'] });`,
    right: `${claude}import type { Options } from '@anthropic-ai/claude-agent-sdk';
const run = (prompt: string, options: Options) => query({ prompt, options });
run('Plan', { permissionMode: 'plan', allowedTools: ['Read'] });
run('Do', { permissionMode: 'default', allowedTools: ['mcp__crm__save_contact'] });`,
  },
  {
    name: 'a plan that may read',
    messageId: 'readOnlyScope',
    registry: { save_contact: 'write', get_contact: 'read' },
    wrong: `${claude}const allowedTools = [«'mcp__crm__save_contact'», 'mcp__crm__get_contact'];
export const plan = (prompt: string) => query({ prompt, options: { permissionMode: 'plan', allowedTools } });`,
    right: `${claude}const allowedTools = ['mcp__crm__get_contact'];
export const plan = (prompt: string) => query({ prompt, options: { permissionMode: 'plan', allowedTools } });`,
  },
  {
    name: 'a connector that only reads',
    messageId: 'readOnlyScope',
    registry: { save_contact: 'write' },
    wrong: `${runtime}const connector = createConnector({ registry, capability: { constraints: { read_only: true } } });
export const save = () => «connector.call(call)»;`,
    right: `${runtime}const connector = createConnector({ registry, capability: { constraints: { read_only: false } } });
export const save = () => connector.call(call);`,
  },
  {
    name: 'a call that is narrowed to reading',
    messageId: 'readOnlyScope',
    registry: { save_contact: 'write' },
    rightRegistry: { save_contact: 'read' },
    wrong: `${runtime}const connector = createConnector({ registry });
export const save = () => «connector.call(call, { capability: { constraints: { read_only: true } } })»;`,
    right: `${runtime}const connector = createConnector({ registry });
export const save = () => connector.call(call, { capability: { constraints: { read_only: true } } });`,
  },
  {
    name: 'a client that only reads',
    messageId: 'readOnlyScope',
    registry: { save_contact: 'write' },
    wrong: `${runtime}const guarded = connectClient(client, createConnector({ registry }), { serverId: 'crm', capability: { constraints: { read_only: true } } });
export const save = () => «guarded.callTool({ name: 'save_contact', arguments: {} })»;`,
    right: `${runtime}const guarded = connectClient(client, createConnector({ registry }), { serverId: 'crm' });
export const save = () => guarded.callTool({ name: 'save_contact', arguments: {} });`,
  },
  {
    name: 'a registered read tool that sends a request by which something is deleted',
    messageId: 'registeredAsRead',
    registry: { close: 'read' },
    wrong: `${v1}server.registerTool(«'close'», { inputSchema: { id: z.string() } }, async ({ id }) => { await fetch(\`https://api.example/offers/\${id}\`, { method: 'DELETE' }); return done; });`,
    right: `${v1}server.registerTool('close', { inputSchema: { id: z.string() } }, async ({ id }) => { await fetch(\`https://api.example/offers/\${id}\`, { method: 'POST' }); return done; });`,
  },
];

/** Stands for the runtime, which these programs have from a package. */
export const runtimePackage = {
  'node_modules/@agent-safety/runtime/package.json':
    '{ "name": "@agent-safety/runtime", "version": "1.0.0", "type": "module", "exports": { "./policy": { "types": "./policy.d.ts" } } }',
  'node_modules/@agent-safety/runtime/policy.d.ts': `
    export interface Capability { readonly constraints?: { readonly read_only?: boolean } }
    export interface Connector { readonly call: (call: object, options?: { readonly capability?: Capability }) => Promise<unknown> }
    export declare function createConnector(options: { readonly registry: unknown; readonly capability?: Capability }): Connector;
    export declare function connectClient<C extends { callTool(request: never): Promise<unknown>; listTools(): Promise<unknown> }>(
      client: C, connector: Connector, options?: { readonly serverId?: string; readonly capability?: Capability; readonly idempotencyKey?: (call: object) => string }): Pick<C, 'callTool' | 'listTools'>;`,
} as const;
