import { type Feature, isFaulty } from './feature.ts';

/** Clients of MCP version 1: in one function, in a loop, opened anew, handed to callbacks and to helpers. */
export function client(feature: Feature): string {
  const { type, value, path, source, pick } = feature;
  const tool = `'${path}'`;
  return `import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { clientInfo, allTools, openClient, textOf, transportFor, withClient, type Endpoint } from '../shared/sessions.js';
import { log } from '../shared/logger.js';
import { retry } from '../shared/retry.js';
import { parse${type}, type ${type}, type ${type}Kind } from './model.js';
${source ? `import { fetch${source.type} } from '../${source.path}/client.js';\n` : ''}
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
${source ? `    const others = await fetch${source.type}(endpoint, report.slice(0, 20));\n    report += \`\\n\${others.length} related\`;\n` : ''}  } catch (error) {
    log('warn', String(error));
    if (fallback) report = await ${value}Report(fallback, undefined);
  } finally {
    await client.close();
  }
  return report;
}
`;
}

/** A class that holds a client. */
export function service({ type, path, pick }: Feature): string {
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

/** A server with some tools, over stdio and over HTTP. */
export function server({ type, value, path, fields: names, pick }: Feature): string {
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

/** Tests of client and server, connected in memory. */
export function tests({ type, path, pick }: Feature): string {
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

/** Agents over the tools of an AI SDK client. */
export function agent({ type, value, path, pick }: Feature): string {
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

/** A client of MCP version 2, and a pool of them. */
export function clientV2({ type, path, pick }: Feature): string {
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

/** Tools that are registered with a server that the caller made: what most files of a server do. */
export function tools({ type, value, path, fields: names, pick }: Feature): string {
  const [first = 'label', second = 'notes'] = names;
  return `import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { describe${type} } from './format.js';
import { check${type} } from './rules.js';
import type { ${type}Store } from './store.js';

function textResult(text: string, isError = false): CallToolResult {
  return { content: [{ type: 'text', text }], isError };
}

export function register${type}Tools(server: McpServer, store: ${type}Store): void {
  server.registerTool(
    '${path}-get',
    { description: 'Gets one by its id.', inputSchema: { id: z.string() } },
    ({ id }) => {
      const item = store.get(id);
      return item ? textResult(describe${type}(item)) : textResult('There is no such item.', true);
    },
  );

  server.registerTool(
    '${path}-find',
    {
      description: 'Finds by ${first} and ${second}.',
      inputSchema: { ${first}: z.string().optional(), ${second}: z.string().optional(), limit: z.number().optional() },
    },
    ({ ${first}, ${second}, limit }) => {
      const found = store
        .find({ ${first}, ${second} })
        .slice(0, limit ?? ${pick(['10', '25', '50'])})
        .map((item) => describe${type}(item));
      return textResult(found.length > 0 ? found.join('\\n') : 'Nothing found.');
    },
  );

  server.registerTool(
    '${path}-check',
    { description: 'Checks all of them.', inputSchema: {} },
    () => {
      const problems = store.all().flatMap((item) => check${type}(item));
      return textResult(problems.length === 0 ? 'All is well.' : problems.join('\\n'), problems.length > 0);
    },
  );
}

export const ${value}ToolNames = ['${path}-get', '${path}-find', '${path}-check'] as const;
`;
}
