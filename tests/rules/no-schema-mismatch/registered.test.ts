import { registering, SchemaCases } from './cases.ts';

const cases = new SchemaCases();
const { right, wrong } = cases;

// ── tools in a list ──────────────────────────────────────────────────────────────────────────────────────────────
const toolsInAList = (handler: string, loop: string): string => `
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod/v3';
declare function show(text: string): Promise<string>;
const text = (text: string) => ({ content: [{ type: 'text' as const, text }] });
const ping = { name: 'ping', inputSchema: z.object({}), run: async () => text('pong') };
const read = { name: 'read', inputSchema: z.object({ path: z.string() }), run: ${handler} };
const tools = [ping, read];
export function serve(server: McpServer) {
  ${loop}
}`;
// By its type, it is what `ping` has: no properties.
right(
  'a schema that is made of each element of a list',
  toolsInAList(
    'async (args: any) => text(await show(args.params.path))',
    `for (const tool of tools) server.tool(tool.name, 'A tool', { params: tool.inputSchema.optional() }, tool.run as any);`,
  ),
);
wrong(
  'the schema that an element of a list has',
  'undeclared',
  toolsInAList(
    'async (args: any) => text(await show(«args.file»))',
    `for (const tool of tools) server.registerTool(tool.name, { inputSchema: tool.inputSchema.shape }, tool.run as any);`,
  ),
);
right(
  'what the schema of an element of a list has',
  toolsInAList(
    'async (args: any) => text(await show(args.path))',
    `for (const tool of tools) server.registerTool(tool.name, { inputSchema: tool.inputSchema }, tool.run as any);`,
  ),
);
wrong(
  'what the schema of an element of a list does not have',
  'undeclared',
  toolsInAList(
    'async (args: any) => text(await show(«args.file»))',
    `for (const tool of tools) server.registerTool(tool.name, { inputSchema: tool.inputSchema }, tool.run as any);`,
  ),
);

// ── MCP, version 1 ───────────────────────────────────────────────────────────────────────────────────────────────
right(
  'a handler that the SDK types',
  registering(
    'inputSchema: { from: z.string(), to: z.string().optional() }',
    "async ({ from, to }) => text(await copy(from, to ?? '.'))",
  ),
);
wrong(
  'a cast of the whole input',
  'optional',
  registering(
    'inputSchema: { from: z.string(), to: z.string().optional() }',
    'async (args) => { const { from, to } = args as { from: string; to: string }; return text(await copy(from, «to.trim»())); }',
  ),
);
right(
  'a cast that is no other type',
  registering(
    'inputSchema: { from: z.string(), to: z.string().optional() }',
    "async (args) => { const { from, to } = args as { from: string; to?: string }; return text(await copy(from, to?.trim() ?? '.')); }",
  ),
);
wrong(
  'a handler with an interface of its own, by any',
  'undeclared',
  registering(
    'inputSchema: { path: z.string() }',
    'read as any',
    'interface ReadArgs { file_path: string }\nconst read = async (args: ReadArgs) => text(await show(«args.file_path»));',
  ),
);
right(
  'a handler with the same interface, by any',
  registering(
    'inputSchema: { path: z.string() }',
    'read as any',
    'interface ReadArgs { path: string }\nconst read = async (args: ReadArgs) => text(await show(args.path));',
  ),
);
wrong(
  'a parameter of type any',
  'undeclared',
  registering('inputSchema: { city: z.string() }', 'async (args: any) => text(await show(«args.location»))'),
);
wrong(
  'a handler behind an expected error',
  'undeclared',
  `
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
declare function show(text: string): Promise<string>;
export function serve(server: McpServer) {
  server.registerTool(
    'read',
    { inputSchema: { path: z.string() } },
    // @ts-expect-error
    async ({ «file» }: { file: string }) => ({ content: [{ type: 'text', text: await show(file) }] }),
  );
}`,
);
wrong(
  'the short form',
  'undeclared',
  `
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
export function serve(server: McpServer) {
  server.tool('read', 'Reads a file', { path: z.string() }, async (args: any) => ({ content: [{ type: 'text', text: «args.file» }] }));
}`,
);
right(
  'the short form without a schema',
  `
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
export function serve(server: McpServer) {
  server.tool('read', 'Reads a file', async (extra: any) => ({ content: [{ type: 'text', text: extra.sessionId }] }));
}`,
);
wrong(
  'another type',
  'type',
  registering(
    'inputSchema: { count: z.number() }',
    'async (args: any) => { const { «count» } = args as { count: string }; return text(await show(count.trim())); }',
  ),
);
right(
  'a default is always there',
  registering(
    "inputSchema: { from: z.string(), to: z.string().default('.') }",
    'async (args) => { const { from, to } = args as { from: string; to: string }; return text(await copy(from, to)); }',
  ),
);
right(
  'a transformation has another type',
  registering(
    'inputSchema: { count: z.string().transform(Number) }',
    'async (args) => { const { count } = args as { count: number }; return text(await show("", count)); }',
  ),
);
wrong(
  'null that a cast leaves out',
  'type',
  registering(
    'inputSchema: { note: z.string().nullable() }',
    'async (args) => { const { «note» } = args as { note: string }; return text(await show(note)); }',
  ),
);
right(
  'what a loose object has besides',
  registering(
    'inputSchema: z.looseObject({ path: z.string() })',
    'async (args: any) => text(await show(args.path, args.width))',
  ),
);
right(
  'a validator of any type',
  registering('inputSchema: { path: z.any() }', 'async (args: any) => text(await show(args.path.file))'),
);
right(
  'an object of validators with a spread',
  registering(
    'inputSchema: { path: z.string(), ...paging }',
    'async (args: any) => text(await show(args.path, args.limit))',
    'const paging = { limit: z.number().optional() };',
  ),
);

// ── MCP, version 2 ───────────────────────────────────────────────────────────────────────────────────────────────
wrong(
  'version 2 with a cast',
  'undeclared',
  `
import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
export function serve(server: McpServer) {
  server.registerTool('read', { inputSchema: z.object({ path: z.string() }) }, async (args) => ({
    content: [{ type: 'text', text: «(args as any).file» }],
  }));
}`,
);
wrong(
  'version 2 with a JSON Schema',
  'undeclared',
  `
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
export function serve(server: McpServer) {
  const inputSchema = fromJsonSchema<{ path: string }>({ type: 'object', properties: { path: { type: 'string' } }, required: ['path'] });
  server.registerTool('read', { inputSchema }, async (args) => ({ content: [{ type: 'text', text: «(args as any).file» }] }));
}`,
);

// ── results ──────────────────────────────────────────────────────────────────────────────────────────────────────
wrong(
  'a renamed property of the result',
  'resultMissing',
  registering(
    'outputSchema: { celsius: z.number(), city: z.string().optional() }',
    "async () => ({ content: [], structuredContent: «{ city: 'x' }» })",
  ),
);
wrong(
  'an undeclared property of the result',
  'resultUndeclared',
  registering(
    'outputSchema: { celsius: z.number() }',
    'async () => ({ content: [], structuredContent: { celsius: 20, «fahrenheit: 68» } })',
  ),
);
right(
  'all properties of the result',
  registering(
    'outputSchema: { celsius: z.number(), city: z.string().optional() }',
    'async () => ({ content: [], structuredContent: { celsius: 20 } })',
  ),
);
wrong(
  'a result of another type',
  'resultType',
  registering(
    'outputSchema: { content: z.string() }',
    "async () => { const block = { type: 'text' as const, text: await show('') }; return { content: [block], structuredContent: { content: «[block]» } }; }",
  ),
);
wrong(
  'no structured result',
  'resultAbsent',
  registering('outputSchema: { celsius: z.number() }', "async () => («{ content: [{ type: 'text', text: '20' }] }»)"),
);
right(
  'an error needs no structured result',
  registering(
    'outputSchema: { celsius: z.number() }',
    "async () => { try { return { content: [], structuredContent: { celsius: Number(await show('')) } }; } catch { return { content: [], isError: true }; } }",
  ),
);
wrong(
  'no structured result in one branch',
  'resultAbsent',
  registering(
    'inputSchema: { city: z.string() }, outputSchema: { celsius: z.number() }',
    'async ({ city }) => { if (!city) return «{ content: [] }»; return { content: [], structuredContent: { celsius: 20 } }; }',
  ),
);
wrong(
  'no structured result of a helper',
  'resultAbsent',
  registering(
    'outputSchema: { celsius: z.number() }',
    "async () => message('20')",
    "function message(value: string) { return «{ content: [{ type: 'text' as const, text: value }] }»; }",
  ),
);
wrong(
  'no structured result in a variable that is only read',
  'resultAbsent',
  registering(
    'outputSchema: { celsius: z.number() }',
    "async () => { const result = «{ content: [{ type: 'text' as const, text: '20' }] }»; console.log(result.content.length); return result; }",
  ),
);
for (const [how, statement] of [
  ['a property that is assigned', 'if (celsius) result.structuredContent = { celsius };'],
  ['a property that is assigned by its name', "result['structuredContent'] = { celsius };"],
  ['the failure that is assigned', 'if (!celsius) result.isError = true;'],
  ['a function that is given it', 'Object.assign(result, { structuredContent: { celsius } });'],
] as const)
  right(
    `a result with ${how}`,
    registering(
      'inputSchema: { city: z.string() }, outputSchema: { celsius: z.number() }',
      'async ({ city }) => report(city.length)',
      `interface Report { content: { type: 'text'; text: string }[]; structuredContent?: { celsius: number }; isError?: boolean }
function report(celsius: number): Report { const result: Report = { content: [] }; ${statement} return result; }`,
    ),
  );
right(
  'a result that is made elsewhere',
  registering(
    'outputSchema: { celsius: z.number() }',
    'async () => load()',
    "import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'; declare function load(): Promise<CallToolResult>;",
  ),
);
right(
  'a structured result of any type',
  registering(
    'outputSchema: { celsius: z.number() }',
    "async () => { const found: any = await show(''); return { content: [], structuredContent: found }; }",
  ),
);
right(
  'a structured result with a spread',
  registering(
    'outputSchema: { celsius: z.number(), city: z.string() }',
    "async () => { const base = { celsius: 20 }; return { content: [], structuredContent: { ...base, city: 'x' } }; }",
  ),
);
wrong(
  'a structured result that may lack a property by its type',
  'resultMissing',
  registering(
    'outputSchema: { celsius: z.number() }',
    'async () => { const found = await measure(); return { content: [], structuredContent: { celsius: «found.celsius» } }; }',
    'declare function measure(): Promise<{ celsius?: number }>;',
  ),
);
right(
  'a structured result that has a property by its check',
  registering(
    'outputSchema: { celsius: z.number() }',
    "async () => { const found = await measure(); if (found.celsius === undefined) throw new Error('x'); return { content: [], structuredContent: { celsius: found.celsius } }; }",
    'declare function measure(): Promise<{ celsius?: number }>;',
  ),
);
wrong(
  'an element of another type',
  'resultType',
  registering(
    'outputSchema: { names: z.array(z.object({ id: z.string() })) }',
    'async () => ({ content: [], structuredContent: { names: [{ id: «1» }] } })',
  ),
);

// ── AI SDK ───────────────────────────────────────────────────────────────────────────────────────────────────────
wrong(
  'AI SDK, a type that is not that of the JSON Schema',
  'optional',
  `
import { jsonSchema, tool } from 'ai';
declare function find(q: string, max: number): Promise<string>;
export const search = tool({
  description: 'Search',
  inputSchema: jsonSchema<{ q: string; max: number }>({ type: 'object', properties: { q: { type: 'string' }, max: { type: 'number' } }, required: ['q'] }),
  execute: async ({ q, max }) => find(q, «max»),
});`,
);
right(
  'AI SDK, a type that is that of the JSON Schema',
  `
import { jsonSchema, tool } from 'ai';
declare function find(q: string, max?: number): Promise<string>;
export const search = tool({
  description: 'Search',
  inputSchema: jsonSchema<{ q: string; max?: number }>({ type: 'object', properties: { q: { type: 'string' }, max: { type: 'number' } }, required: ['q'] }),
  execute: async ({ q, max }) => find(q, max),
});`,
);
wrong(
  'AI SDK, an undeclared property',
  'undeclared',
  `
import { jsonSchema, tool } from 'ai';
export const search = tool({
  description: 'Search',
  inputSchema: jsonSchema({ type: 'object', properties: { query: { type: 'string' } }, required: ['query'] }),
  execute: async (input: any) => «input.term»,
});`,
);
// A handler that the SDK types is compared where something in it states what a part of the input is.
const typedBySdk = (body: string): string => `
import { tool } from 'ai';
import { z } from 'zod';
declare function show(text: string): Promise<string>;
interface Item { id: string; label?: string }
const labelOf = (item: any): string => item.label;
export const search = tool({
  description: 'Search',
  inputSchema: z.object({ options: z.object({ depth: z.number() }), items: z.array(z.object({ id: z.string() })) }),
  execute: async ({ items, options }) => {
    ${body}
  },
});`;
wrong(
  'AI SDK, a callback that takes an element for more than it is',
  'undeclared',
  typedBySdk('for (const text of items.map((item: Item) => String(«item.label»))) await show(text);'),
);
right(
  'AI SDK, a callback that takes an element for what it is',
  typedBySdk('for (const text of items.map((item: Item) => item.id)) await show(text);'),
);
wrong(
  'AI SDK, a cast of a part of the input',
  'undeclared',
  typedBySdk('await show(String(«(options as { depth: number; width?: number }).width»));'),
);
right(
  'AI SDK, a cast of a part of the input to what it is',
  typedBySdk('await show(String((options as { depth: number }).depth + items.length));'),
);
wrong(
  'AI SDK, a part of the input given to a function that takes anything',
  'undeclared',
  typedBySdk('for (const item of items) await show(labelOf(item));').replace('=> item.label', '=> «item.label»'),
);
wrong(
  'AI SDK, an object in the list of tools',
  'undeclared',
  `
import { generateText } from 'ai';
import { z } from 'zod';
declare const model: any;
export const run = () =>
  generateText({ model, prompt: '', tools: { search: { description: 'Search', inputSchema: z.object({ query: z.string() }), execute: async (input: any) => «input.term» } } });`,
);

// ── other SDKs ───────────────────────────────────────────────────────────────────────────────────────────────────
wrong(
  'OpenAI Agents, a JSON Schema',
  'undeclared',
  `
import { tool } from '@openai/agents';
export const resize = tool({
  name: 'resize', description: 'Resize', strict: false,
  parameters: { type: 'object', properties: { height: { type: 'number' } }, required: ['height'], additionalProperties: true as const },
  execute: async (input: any) => String(«input.width»),
});`.replace('additionalProperties: true as const', 'additionalProperties: false as any'),
);
right(
  'OpenAI Agents, a type by z.infer',
  `
import { tool } from '@openai/agents';
import { z } from 'zod';
const NoteArgs = z.object({ customer: z.string(), pinned: z.boolean().nullable() });
type NoteArgs = z.infer<typeof NoteArgs>;
async function record({ customer, pinned }: NoteArgs) { return customer + String(pinned); }
export const addNote = tool({ name: 'add_note', description: 'Add', parameters: NoteArgs, execute: record });`,
);
wrong(
  'OpenAI Agents, a function that takes another type',
  'type',
  `
import { tool } from '@openai/agents';
import { z } from 'zod';
async function record({ «count» }: { count: string }) { return count; }
export const note = tool({ name: 'note', description: 'Add', parameters: z.object({ count: z.number() }), execute: record as any });`,
);
wrong(
  'LangChain, a function',
  'undeclared',
  `
import { tool } from '@langchain/core/tools';
import { z } from 'zod';
export const add = tool(async (input: any) => String(input.a + «input.c»), { name: 'add', description: 'Add', schema: z.object({ a: z.number(), b: z.number() }) });`,
);
right(
  'LangChain, a function that reads what is declared',
  `
import { tool } from '@langchain/core/tools';
import { z } from 'zod';
export const add = tool(async (input: any) => String(input.a + input.b), { name: 'add', description: 'Add', schema: z.object({ a: z.number(), b: z.number() }) });`,
);
wrong(
  'LangChain, a structured tool',
  'undeclared',
  `
import { DynamicStructuredTool } from '@langchain/core/tools';
export const add = new DynamicStructuredTool({
  name: 'add', description: 'Add',
  schema: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] },
  func: async (input: any) => String(«input.b»),
});`,
);
wrong(
  'Claude Agent SDK',
  'undeclared',
  `
import { tool } from '@anthropic-ai/claude-agent-sdk';
import { z } from 'zod';
export const read = tool('read', 'Read', { path: z.string() }, (async (args: { file: string }) => ({ content: [{ type: 'text', text: «args.file» }] })) as never);`,
);
wrong(
  'Mastra',
  'undeclared',
  `
import { createTool } from '@mastra/core/tools';
import { z } from 'zod';
export const weather = createTool({
  id: 'weather', description: 'Weather', inputSchema: z.object({ city: z.string() }),
  execute: async (input) => ({ name: «(input as any).location» }),
});`,
);
wrong(
  'Google ADK',
  'undeclared',
  `
import { FunctionTool } from '@google/adk';
import { z } from 'zod';
interface Args { town: string }
export const weather = new FunctionTool({
  name: 'weather', description: 'Weather', parameters: z.object({ city: z.string() }),
  execute: (async (args: Args) => «args.town») as never,
});`,
);
right(
  'Google ADK, a handler that the SDK types',
  `
import { FunctionTool } from '@google/adk';
import { z } from 'zod';
export const weather = new FunctionTool({
  name: 'weather', description: 'Weather', parameters: z.object({ city: z.string() }),
  execute: async ({ city }) => city,
});`,
);
const service = `
import { tool } from 'ai';
import { z } from 'zod';
interface Mail { to: string; brand?: string }
declare function send(to: string, brand: string | undefined): Promise<string>;
export const sendFor = async (input: Mail) => send(input.to, input.brand);
`;
right(
  'a function of the program, which others may give more',
  `${service}
export const mail = tool({ inputSchema: z.object({ to: z.string() }), execute: async (input) => sendFor(input) });`,
);
wrong(
  'the same property, read by the handler itself',
  'undeclared',
  `${service}
export const mail = tool({
  inputSchema: z.object({ to: z.string() }),
  execute: async (input) => send(input.to, «(input as Mail).brand»),
});`,
);
wrong(
  'a function of the program that spells otherwise what is declared, and what nothing else reads',
  'undeclared',
  `${service}
export const mail = tool({ inputSchema: z.object({ to: z.string(), BRAND: z.string() }), execute: async (input) => sendFor(input) });`.replace(
    'input.brand',
    '«input.brand»',
  ),
);
right(
  'a function of the program that spells otherwise what the handler reads as well',
  `${service}
export const mail = tool({ inputSchema: z.object({ to: z.string(), BRAND: z.string() }), execute: async (input) => sendFor(input) + input.BRAND });`,
);
const either = `
import { tool } from '@langchain/core/tools';
import { z } from 'zod';
declare const hr: { balance(id: string): Promise<number>; holidays(country: string): Promise<string[]> };
const Question = z.object({
  about: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('balance'), id: z.string() }),
    z.object({ kind: z.literal('holidays'), country: z.string() }),
  ]),
});
`;
right(
  'the members of a union, which the handler tells apart',
  `${either}
export const leave = tool(
  async ({ about }: z.infer<typeof Question>) => {
    if (about.kind === 'balance') return String(await hr.balance(about.id));
    return (await hr.holidays(about.country)).join(', ');
  },
  { name: 'leave', description: 'Leave', schema: Question },
);`,
);
wrong(
  'what no member of a union has',
  'undeclared',
  `${either}
export const leave = tool(
  async ({ about }: z.infer<typeof Question>) => String(await hr.balance(«(about as any).employee»)),
  { name: 'leave', description: 'Leave', schema: Question },
);`,
);
const recursive = (type: string): string => `
import { tool } from 'ai';
import { z } from 'zod';
${type}
declare function draw(tree: Tree): Promise<string>;
declare const tree: z.ZodType<Tree>;
`;
const trees = [
  'interface Tree { name: string; children: Tree[] }',
  'type Tree = string | Tree[] | { of: Tree }',
] as const;
for (const type of trees) {
  right(
    `a schema of a type in terms of itself: ${type}`,
    `${recursive(type)}
export const show = tool({ inputSchema: z.object({ tree }), execute: async ({ tree }) => draw(tree) });`,
  );
  wrong(
    `an undeclared property beside it: ${type}`,
    'undeclared',
    `${recursive(type)}
export const show = tool({
  inputSchema: z.object({ tree }),
  execute: async (input) => draw(«(input as any).root»),
});`,
  );
}

// Helpers that take anything test what they are given.
const generic = (fn: string, given = 'input') =>
  registering(
    'inputSchema: { name: z.string() }',
    `async (input) => text(stable(${given}))`,
    `type Plan = { name: string };\nfunction stable(value: unknown): string { ${fn} }`,
  );
for (const [what, fn] of [
  ['a list', "if (Array.isArray(value)) return value.map(stable).join(','); return JSON.stringify(value);"],
  ['a text', "return typeof value === 'string' ? value.trim() : JSON.stringify(value);"],
  ['no text', "if (typeof value !== 'string') return ''; return value.trim();"],
  ['a date', 'return value instanceof Date ? value.toISOString() : JSON.stringify(value);'],
  ['an error', 'return value instanceof Error ? value.message : JSON.stringify(value);'],
] as const) {
  right(`a helper that tests for ${what}`, generic(fn));
  right(`a helper that tests what is cast for ${what}`, generic(fn, 'input as Plan'));
}
wrong(
  'a helper that tests for a list, and reads what no list has',
  'undeclared',
  generic('if (Array.isArray(value)) return ""; return String(«(value as any).title»);'),
);
wrong(
  'a helper that tests for an object',
  'undeclared',
  generic("return typeof value === 'object' ? String(«(value as any).title») : '';"),
);
wrong(
  'a list’s method, where the value is tested for a text',
  'undeclared',
  generic("if (typeof value === 'string') return value; return «(value as any).map»(String);"),
);

// The compiler leaves the names of a `Record` out of the type of an object that it is spread into.
const filtered = (filters: string, handler: string): string =>
  registering(
    'inputSchema: schema.shape',
    handler,
    `const filters: ${filters} = { name: z.string() };
const part = { limit: z.number(), ...filters };
const schema = z.object(part);`,
  );
const readsOther = 'async (args: any) => text(await show(args.name + args.limit + «args.other»))';
right(
  'names of a `Record` that is spread into the schema',
  filtered('Record<string, z.ZodTypeAny>', readsOther.replace(/[«»]/g, '')),
);
wrong(
  'an object with known names that is spread into the schema',
  'undeclared',
  filtered('{ name: z.ZodString }', readsOther),
);

// Tools of one function: what is wrong in their handler is one finding.
const madeByFunction = (handler: string): string => `
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
declare function show(text: string): Promise<string>;
const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] });
function add(server: McpServer, name: string) {
  server.registerTool(name, { inputSchema: { page: z.string() } }, ${handler});
}
export function serve(server: McpServer) {
  add(server, 'one');
  add(server, 'two');
  add(server, 'three');
}`;
wrong(
  'tools that one function registers',
  'undeclared',
  madeByFunction('async (args) => text(await show(args.page + String(«(args as { file?: string }).file»)))'),
);
right(
  'tools that one function registers, with what they declare',
  madeByFunction('async (args) => text(await show(args.page))'),
);

// What one of the two shows by itself: a value that is refused, a name that is nearly the declared one.
const definite = [{ mode: 'definite' }] as const;
const reading = (name: string): string =>
  registering(
    'inputSchema: { pages: z.number(), title: z.string() }',
    `async (args: any) => text(await show(args.title + ${name}))`,
  );
wrong('a name that differs a little', 'undeclared', reading('«args.page»'), definite);
right('another name, where only what is definite is reported', reading('args.footer'), definite);
right('a name that differs a little among several', reading('args.title ?? args.page ?? args.id'), definite);
wrong('a name that differs a little beside another', 'undeclared', reading('Number(«args.page» && args.id)'), definite);
wrong('a name that differs a little before a default', 'undeclared', reading("«args.page» ?? 'none'"), definite);
wrong('another name', 'undeclared', reading('«args.footer»'));

cases.run('no-schema-mismatch, registered tools');
