/**
 * A project of session code of a given size, the same for the same size: features that each have a model, ordinary
 * functions over it, clients of MCP v1 and v2 and of the AI SDK, a class that holds a session, a server and tests, with
 * helpers shared across files. Features import one another, so that no file stands alone.
 */
export interface SessionProject {
  /** Texts by path, below the project's folder. */
  readonly files: ReadonlyMap<string, string>;
  readonly lines: number;
  /** Calls that were made wrong on purpose: a run that does not find them did not analyse the project. */
  readonly faults: number;
}

interface Feature {
  readonly index: number;
  /** `InvoiceReview`, for types. */
  readonly type: string;
  /** `invoiceReview`, for values. */
  readonly value: string;
  /** `invoice-review`, for files and tools. */
  readonly path: string;
  readonly fields: readonly string[];
  readonly neighbour: Feature | undefined;
  readonly pick: <T>(items: readonly T[]) => T;
}

const nouns = [
  'invoice',
  'ticket',
  'branch',
  'report',
  'order',
  'meeting',
  'forecast',
  'customer',
  'shipment',
  'draft',
];
const verbs = ['review', 'search', 'import', 'export', 'audit', 'planning', 'routing', 'sync', 'archive', 'summary'];
const fields = ['owner', 'region', 'amount', 'status', 'label', 'score', 'source', 'target', 'notes', 'priority'];

/** One feature in so many has a call that is wrong. */
const FAULT_EVERY = 8;

export function sessionProject(lines: number): SessionProject {
  const random = generatorOf(lines);
  const files = new Map<string, string>(sharedFiles);
  let total = sum([...files.values()].map(linesIn));
  let faults = 0;
  let neighbour: Feature | undefined;
  for (let index = 0; total < lines; index++) {
    const feature = featureOf(index, neighbour, random);
    for (const [name, text] of filesOf(feature)) {
      // The smallest project is a part of a feature.
      if (total >= lines) break;
      const path = `src/${feature.path}/${name}`;
      files.set(path, text);
      total += linesIn(text);
      if (name === 'client.ts' && isFaulty(feature)) faults++;
    }
    neighbour = feature;
  }
  return { files, lines: total, faults };
}

function isFaulty({ index }: Feature): boolean {
  return index % FAULT_EVERY === 0;
}

function featureOf(index: number, neighbour: Feature | undefined, random: () => number): Feature {
  const pick = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error('There is nothing to pick from.');
    return item;
  };
  const noun = pick(nouns);
  const verb = pick(verbs);
  const number = String(index);
  const start = Math.floor(random() * fields.length);
  return {
    index,
    type: `${capital(noun)}${capital(verb)}${number}`,
    value: `${noun}${capital(verb)}${number}`,
    path: `${noun}-${verb}-${number}`,
    fields: Array.from({ length: 4 }, (_, n) => fields[(start + n) % fields.length] ?? 'label'),
    neighbour,
    pick,
  };
}

function filesOf(feature: Feature): [string, string][] {
  return [
    ['model.ts', model(feature)],
    ['client.ts', client(feature)],
    ['format.ts', format(feature)],
    ['service.ts', service(feature)],
    ['server.ts', server(feature)],
    ['client.test.ts', tests(feature)],
    ...(feature.index % 2 === 0 ? ([['agent.ts', agent(feature)]] as [string, string][]) : []),
    ...(feature.index % 3 === 0 ? ([['client-v2.ts', clientV2(feature)]] as [string, string][]) : []),
  ];
}

const sharedFiles: readonly (readonly [string, string])[] = [
  [
    'src/shared/logger.ts',
    `export interface LogEntry {
  readonly level: 'info' | 'warn' | 'error';
  readonly text: string;
  readonly at: number;
}

const entries: LogEntry[] = [];

export function log(level: LogEntry['level'], text: string): void {
  entries.push({ level, text, at: Date.now() });
  if (entries.length > 1000) entries.shift();
}

export function recent(level?: LogEntry['level']): readonly LogEntry[] {
  return level === undefined ? entries : entries.filter((entry) => entry.level === level);
}
`,
  ],
  [
    'src/shared/retry.ts',
    `import { log } from './logger.js';

export async function retry<T>(attempts: number, run: (attempt: number) => Promise<T>): Promise<T> {
  let last: unknown;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    try {
      return await run(attempt);
    } catch (error) {
      last = error;
      log('warn', \`attempt \${attempt} failed\`);
    }
  }
  throw last;
}
`,
  ],
  [
    'src/shared/sessions.ts',
    `import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { log } from './logger.js';

export type Endpoint = { readonly command: string; readonly args: string[] } | { readonly url: string };

export const clientInfo = { name: 'bench', version: '1.0.0' };

export function transportFor(endpoint: Endpoint) {
  return 'url' in endpoint
    ? new StreamableHTTPClientTransport(new URL(endpoint.url))
    : new StdioClientTransport({ command: endpoint.command, args: endpoint.args });
}

export async function openClient(endpoint: Endpoint): Promise<Client> {
  const client = new Client(clientInfo);
  await client.connect(transportFor(endpoint));
  log('info', 'connected');
  return client;
}

export async function withClient<T>(endpoint: Endpoint, use: (client: Client) => Promise<T>): Promise<T> {
  const client = await openClient(endpoint);
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

export async function textOf(client: Client, name: string, args: Record<string, unknown>): Promise<string> {
  const result = await client.callTool({ name, arguments: args });
  const content = Array.isArray(result.content) ? result.content : [];
  return content.map((part: { type: string; text?: string }) => part.text ?? '').join('\\n');
}

export async function allTools(client: Client): Promise<string[]> {
  const names: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.listTools({ cursor });
    for (const tool of page.tools) names.push(tool.name);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return names;
}
`,
  ],
];

function model({ type, value, fields: names, neighbour, pick }: Feature): string {
  const kinds = ['open', 'waiting', 'closed', pick(['blocked', 'deferred', 'escalated'])];
  return `${neighbour ? `import type { ${neighbour.type} } from '../${neighbour.path}/model.js';\n\n` : ''}export type ${type}Kind = ${kinds.map((kind) => `'${kind}'`).join(' | ')};

export interface ${type} {
  readonly id: string;
  readonly kind: ${type}Kind;
${names.map((name) => `  readonly ${name}: string;`).join('\n')}
  readonly weight: number;
${neighbour ? `  readonly related?: ${neighbour.type};\n` : ''}}

export function is${type}(value: unknown): value is ${type} {
  if (typeof value !== 'object' || value === null) return false;
  const record = value as Record<string, unknown>;
  if (typeof record.id !== 'string' || typeof record.weight !== 'number') return false;
${names.map((name) => `  if (typeof record.${name} !== 'string') return false;`).join('\n')}
  return true;
}

export function ${value}Kind(text: string): ${type}Kind {
  switch (text.trim().toLowerCase()) {
${kinds.map((kind) => `    case '${kind}':\n      return '${kind}';`).join('\n')}
    default:
      throw new Error(\`"\${text}" is no kind of ${value}\`);
  }
}

export function parse${type}(text: string): ${type}[] {
  const found: ${type}[] = [];
  for (const line of text.split('\\n')) {
    const [id = '', kind = 'open', ${names.map((name) => `${name} = ''`).join(', ')}, weight = '0'] = line.split('|');
    if (id === '') continue;
    found.push({ id, kind: ${value}Kind(kind), ${names.join(', ')}, weight: Number(weight) });
  }
  return found.sort((a, b) => b.weight - a.weight || a.id.localeCompare(b.id));
}
`;
}

function format({ type, value, fields: names, neighbour, pick }: Feature): string {
  return `import type { ${type}, ${type}Kind } from './model.js';
${neighbour ? `import { summarize${neighbour.type} } from '../${neighbour.path}/format.js';\n` : ''}
export interface ${type}Summary {
  readonly count: number;
  readonly weight: number;
  readonly byKind: ReadonlyMap<${type}Kind, number>;
}

export function summarize${type}(items: readonly ${type}[]): ${type}Summary {
  const byKind = new Map<${type}Kind, number>();
  let weight = 0;
  for (const item of items) {
    byKind.set(item.kind, (byKind.get(item.kind) ?? 0) + 1);
    weight += item.weight;
  }
  return { count: items.length, weight, byKind };
}

export function describe${type}(item: ${type}, width = ${pick(['60', '72', '80'])}): string {
  const parts = [item.id, item.kind, ${names.map((name) => `item.${name}`).join(', ')}].filter((part) => part !== '');
  const text = parts.join(' · ');
  return text.length > width ? \`\${text.slice(0, width - 1)}…\` : text.padEnd(width);
}

export function ${value}Table(items: readonly ${type}[]): string {
  const rows = items.map((item) => describe${type}(item));
  const { count, weight } = summarize${type}(items);
  const widest = rows.reduce((most, row) => Math.max(most, row.length), 0);
  return [...rows, '-'.repeat(widest), \`\${count} items, \${weight.toFixed(2)}\`].join('\\n');
}

export function group${type}(items: readonly ${type}[]): Record<string, ${type}[]> {
  const groups: Record<string, ${type}[]> = {};
  for (const item of items) {
    const key = item.${pick(names)} || 'none';
    (groups[key] ??= []).push(item);
  }
  return groups;
}
${
  neighbour
    ? `
export function related${type}(items: readonly ${type}[]): number {
  const related = items.flatMap((item) => (item.related ? [item.related] : []));
  return summarize${neighbour.type}(related).weight;
}
`
    : ''
}`;
}

function client(feature: Feature): string {
  const { type, value, path, neighbour, pick } = feature;
  const tool = `'${path}'`;
  return `import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { clientInfo, allTools, openClient, textOf, transportFor, withClient, type Endpoint } from '../shared/sessions.js';
import { log } from '../shared/logger.js';
import { retry } from '../shared/retry.js';
import { parse${type}, type ${type}, type ${type}Kind } from './model.js';
${neighbour ? `import { fetch${neighbour.type} } from '../${neighbour.path}/client.js';\n` : ''}
export async function fetch${type}(endpoint: Endpoint, query: string): Promise<${type}[]> {
  const client = new Client(clientInfo);
  await client.connect(transportFor(endpoint));
  try {
    const tools = await allTools(client);
    if (!tools.includes(${tool})) return [];
    const text = await textOf(client, ${tool}, { query, limit: ${pick(['10', '20', '50'])} });
    return parse${type}(text);
  } finally {
    await client.close();
  }
}

export async function fetchEach${type}(endpoints: readonly Endpoint[], query: string): Promise<Map<number, ${type}[]>> {
  const found = new Map<number, ${type}[]>();
  for (const [index, endpoint] of endpoints.entries()) {
    const client = await openClient(endpoint);
    try {
      if (index % 2 === 0) await client.ping();
      found.set(index, parse${type}(await textOf(client, ${tool}, { query })));
    } catch (error) {
      log('error', String(error));
    } finally {
      await client.close();
    }
  }
  return found;
}

export function count${type}(endpoint: Endpoint, kind: ${type}Kind): Promise<number> {
  return withClient(endpoint, async (client) => {
    const [tools, resources] = await Promise.all([client.listTools(), client.listResources()]);
    const text = await textOf(client, ${tool}, { kind });
    return tools.tools.length + resources.resources.length + parse${type}(text).filter((item) => item.kind === kind).length;
  });
}

async function read${type}(client: Client, uri: string): Promise<string> {
  const { contents } = await client.readResource({ uri });
  return contents.map((content) => ('text' in content ? content.text : '')).join('');
}

async function ${pick(['prepare', 'warmUp', 'probe'])}(client: Client, depth: number): Promise<void> {
  if (depth === 0) return;
  await client.ping();
  const { prompts } = await client.listPrompts();
  for (const prompt of prompts) if (prompt.name.startsWith(${tool})) await client.getPrompt({ name: prompt.name });
}

export async function sync${type}(endpoint: Endpoint, uris: readonly string[], mode: 'fast' | 'full'): Promise<string[]> {
  let client = new Client(clientInfo);
  await client.connect(transportFor(endpoint));
  const texts: string[] = [];
  try {
    for (const uri of uris) {
      if (texts.length > 0 && texts.length % 25 === 0) {
        await client.close();
        client = new Client(clientInfo);
        await client.connect(transportFor(endpoint));
      }
      switch (mode) {
        case 'fast':
          texts.push(await read${type}(client, uri));
          break;
        case 'full':
          await client.subscribeResource({ uri });
          texts.push(await retry(3, () => read${type}(client, uri)));
          await client.unsubscribeResource({ uri });
          break;
      }
    }
    return texts;
  } finally {
    await client.close();
  }
}
${
  isFaulty(feature)
    ? `
export async function closeThenAsk${type}(endpoint: Endpoint): Promise<number> {
  const client = new Client(clientInfo);
  await client.connect(transportFor(endpoint));
  await client.close();
  const { tools } = await client.listTools();
  return tools.length;
}
`
    : ''
}
export async function ${value}Report(endpoint: Endpoint, fallback: Endpoint | undefined): Promise<string> {
  const client = await openClient(endpoint).catch(() => undefined);
  if (!client) return fallback ? ${value}Report(fallback, undefined) : '';
  let report = '';
  try {
    const items = parse${type}(await textOf(client, ${tool}, { full: true }));
    report = items.map((item) => \`\${item.id}: \${item.weight}\`).join('\\n');
${neighbour ? `    const others = await fetch${neighbour.type}(endpoint, report.slice(0, 20));\n    report += \`\\n\${others.length} related\`;\n` : ''}  } catch (error) {
    log('warn', String(error));
    if (fallback) report = await ${value}Report(fallback, undefined);
  } finally {
    await client.close();
  }
  return report;
}
`;
}

function service({ type, path, pick }: Feature): string {
  const field = pick(['#client', 'client']);
  const declared = field.startsWith('#') ? field : `private readonly ${field}`;
  return `import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { clientInfo, textOf, transportFor, type Endpoint } from '../shared/sessions.js';
import { log } from '../shared/logger.js';
import { is${type}, parse${type}, type ${type} } from './model.js';
import { summarize${type}, type ${type}Summary } from './format.js';

export class ${type}Service {
  ${declared} = new Client(clientInfo);
  readonly #endpoint: Endpoint;
  readonly #cache = new Map<string, ${type}>();
  #connected = false;

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint;
  }

  async start(): Promise<void> {
    if (this.#connected) return;
    await this.${field}.connect(transportFor(this.#endpoint));
    this.#connected = true;
    log('info', 'service started');
  }

  async find(id: string): Promise<${type} | undefined> {
    const known = this.#cache.get(id);
    if (known) return known;
    await this.start();
    const [item] = parse${type}(await textOf(this.${field}, '${path}', { id }));
    if (item) this.#cache.set(id, item);
    return item;
  }

  async refresh(): Promise<${type}Summary> {
    await this.start();
    const { tools } = await this.${field}.listTools();
    const items: ${type}[] = [];
    for (const tool of tools) {
      if (!tool.name.startsWith('${path}')) continue;
      const result = await this.${field}.callTool({ name: tool.name, arguments: {} });
      const content: unknown = result.structuredContent;
      if (is${type}(content)) items.push(content);
    }
    this.#cache.clear();
    for (const item of items) this.#cache.set(item.id, item);
    return summarize${type}(items);
  }

  async ask(question: string): Promise<string> {
    if (!this.#connected) throw new Error('The service is not started.');
    return textOf(this.${field}, 'ask', { question, about: [...this.#cache.keys()].slice(0, ${pick(['5', '8'])}) });
  }

  async stop(): Promise<void> {
    if (!this.#connected) return;
    this.#connected = false;
    await this.${field}.close();
  }
}

export async function summaryOf(endpoint: Endpoint): Promise<${type}Summary> {
  const service = new ${type}Service(endpoint);
  await service.start();
  try {
    return await service.refresh();
  } finally {
    await service.stop();
  }
}
`;
}

function server({ type, value, path, fields: names, pick }: Feature): string {
  return `import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { z } from 'zod';
import { log } from '../shared/logger.js';
import { ${value}Table } from './format.js';
import { parse${type}, type ${type} } from './model.js';

export function create${type}Server(items: readonly ${type}[]): McpServer {
  const server = new McpServer({ name: '${path}', version: '1.0.0' });
  server.registerTool(
    '${path}',
    { description: 'Finds what matches.', inputSchema: { query: z.string(), limit: z.number().optional() } },
    async ({ query, limit }) => {
      const found = items.filter((item) => item.${pick(names)}.includes(query)).slice(0, limit ?? 10);
      return { content: [{ type: 'text', text: ${value}Table(found) }] };
    },
  );
${names
  .map(
    (name) => `  server.registerTool(
    '${path}-by-${name}',
    { description: 'Finds by ${name}.', inputSchema: { ${name}: z.string() } },
    async ({ ${name} }) => {
      const found = items.filter((item) => item.${name} === ${name});
      if (found.length === 0) return { content: [{ type: 'text', text: 'none' }], isError: true };
      return { content: found.map((item) => ({ type: 'text' as const, text: item.id })) };
    },
  );`,
  )
  .join('\n')}
  return server;
}

export async function serve${type}(text: string): Promise<void> {
  const server = create${type}Server(parse${type}(text));
  await server.connect(new StdioServerTransport());
  log('info', 'serving over stdio');
}

async function answer(items: readonly ${type}[], request: IncomingMessage, response: ServerResponse): Promise<void> {
  const server = create${type}Server(items);
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  response.on('close', () => {
    void transport.close();
    void server.close();
  });
  await server.connect(transport);
  await transport.handleRequest(request, response);
}

export function listen${type}(items: readonly ${type}[], port: number): void {
  const http = createServer((request, response) => {
    answer(items, request, response).catch((error: unknown) => {
      log('error', String(error));
      if (!response.headersSent) response.writeHead(500).end();
    });
  });
  http.listen(port);
}
`;
}

function tests({ type, path, pick }: Feature): string {
  return `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { clientInfo, textOf } from '../shared/sessions.js';
import { create${type}Server } from './server.js';
import { describe${type}, summarize${type} } from './format.js';
import { is${type}, parse${type} } from './model.js';

const items = parse${type}('a|open|x|y|z|w|3\\nb|closed|x|y|z|w|5');

async function connected() {
  const [own, other] = InMemoryTransport.createLinkedPair();
  const server = create${type}Server(items);
  const client = new Client(clientInfo);
  await Promise.all([server.connect(other), client.connect(own)]);
  return { client, server };
}

test('answers a query', async () => {
  const { client, server } = await connected();
  assert.notEqual(await textOf(client, '${path}', { query: '${pick(['x', 'y', 'z'])}' }), '');
  await client.close();
  await server.close();
});

test('lists its tools', async () => {
  const [own, other] = InMemoryTransport.createLinkedPair();
  const server = create${type}Server(items);
  const client = new Client(clientInfo);
  await server.connect(other);
  await client.connect(own);
  try {
    const { tools } = await client.listTools();
    assert.ok(tools.some((tool) => tool.name === '${path}'));
    await assert.rejects(client.callTool({ name: 'nothing' }));
  } finally {
    await client.close();
    await server.close();
  }
});

test('refuses calls after it was closed', async () => {
  const { client, server } = await connected();
  await client.close();
  await assert.rejects(() => client.listTools());
  await server.close();
});

test('summarizes', () => {
  const summary = summarize${type}(items);
  assert.equal(summary.count, ${pick(['2', '2'])});
  assert.ok(items.every((item) => is${type}(item) && describe${type}(item).length > 0));
});
`;
}

function agent({ type, value, path, pick }: Feature): string {
  return `import { createMCPClient } from '@ai-sdk/mcp';
import { generateText, isStepCount, type LanguageModel } from 'ai';
import { log } from '../shared/logger.js';
import { parse${type}, type ${type} } from './model.js';

export interface ${type}Question {
  readonly text: string;
  readonly url: string;
}

export async function ask${type}(model: LanguageModel, { text, url }: ${type}Question): Promise<${type}[]> {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  try {
    const tools = await client.tools();
    const answer = await generateText({ model, tools, prompt: text, stopWhen: isStepCount(${pick(['5', '8', '12'])}) });
    return parse${type}(answer.text);
  } finally {
    await client.close();
  }
}

export async function askAll${type}(model: LanguageModel, questions: readonly ${type}Question[]): Promise<string[]> {
  const answers: string[] = [];
  for (const { text, url } of questions) {
    const client = await createMCPClient({ transport: { type: 'sse', url } });
    try {
      const tools = await client.tools();
      const names = Object.keys(tools).filter((name) => name.startsWith('${path}'));
      if (names.length === 0) continue;
      const answer = await generateText({ model, tools, prompt: \`\${text} Use \${names.join(', ')}.\` });
      answers.push(answer.text);
    } catch (error) {
      log('error', String(error));
    } finally {
      await client.close();
    }
  }
  return answers;
}

export function ${value}Prompt(items: readonly ${type}[]): string {
  return items
    .filter((item) => item.weight > ${pick(['1', '2', '3'])})
    .map((item) => \`- \${item.id} (\${item.kind})\`)
    .join('\\n');
}
`;
}

function clientV2({ type, path, pick }: Feature): string {
  return `import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { log } from '../shared/logger.js';
import { parse${type}, type ${type} } from './model.js';

const info = { name: '${path}', version: '2.0.0' };

export async function load${type}(url: string, ids: readonly string[]): Promise<${type}[]> {
  const client = new Client(info);
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const found: ${type}[] = [];
  try {
    const { tools } = await client.listTools();
    for (const id of ids) {
      const tool = tools.find(({ name }) => name.endsWith(id)) ?? tools[0];
      if (!tool) break;
      const { content } = await client.callTool({ name: tool.name, arguments: { id } });
      for (const part of content) if (part.type === 'text') found.push(...parse${type}(part.text));
    }
  } finally {
    await client.close();
  }
  return found;
}

export class ${type}Pool {
  readonly #clients = new Map<string, Client>();

  async get(url: string): Promise<Client> {
    const known = this.#clients.get(url);
    if (known) return known;
    const client = new Client(info);
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    this.#clients.set(url, client);
    if (this.#clients.size > ${pick(['4', '8'])}) log('warn', 'many clients');
    return client;
  }

  async ping(): Promise<number> {
    let alive = 0;
    for (const client of this.#clients.values()) {
      await client.ping();
      alive++;
    }
    return alive;
  }

  async close(): Promise<void> {
    for (const client of this.#clients.values()) await client.close();
    this.#clients.clear();
  }
}
`;
}

/** A small generator of numbers from 0 to 1 (mulberry32): the same project on every machine. */
function generatorOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function linesIn(text: string): number {
  return text.split('\n').length - 1;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
