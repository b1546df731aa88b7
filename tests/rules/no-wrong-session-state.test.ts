import type { InvalidTestCase, ValidTestCase } from '@typescript-eslint/rule-tester';
import type { Protocol } from '../../src/models/sessions/protocol.ts';
import { noWrongSessionState } from '../../src/rules/no-wrong-session-state.ts';
import type { Options } from '../../src/rules/no-wrong-session-state.ts';
import { codeOf, errorsIn } from './marked.ts';
import type { Finding } from './marked.ts';
import { owningAgents } from './owning-agents.ts';
import { tester } from './rule-tester.ts';

type MessageId = keyof typeof noWrongSessionState.messages;

interface Shared {
  readonly options?: [Options];
  readonly filename?: string;
  readonly settings?: { readonly 'agent-safety': { readonly protocols: readonly Protocol[] } };
}

const valid: ValidTestCase<[Options]>[] = [];
const invalid: InvalidTestCase<MessageId, [Options]>[] = [];

/** Two programs that differ in the one thing that matters: the first is wrong where it is marked, the second is right. */
function pair(
  name: string,
  wrong: string,
  finding: Finding<MessageId>,
  right: string,
  common: Shared = {},
  rightOnly: Shared = common,
): void {
  invalid.push({ name, code: codeOf(wrong), errors: errorsIn(wrong, finding), ...common });
  silent(`not: ${name}`, right, rightOnly);
}

function silent(name: string, code: string, common: Shared = {}): void {
  valid.push({ name, code, ...common });
}

const v1 = `import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
const info = { name: 'weather', version: '1.0.0' };
const forecast = { name: 'forecast', arguments: { city: 'Paris' } };
const stdio = () => new StdioClientTransport({ command: 'weather-server' });
`;

const v2 = `import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
const info = { name: 'weather', version: '1.0.0' };
const http = () => new StreamableHTTPClientTransport(new URL('https://example.com/mcp'));
`;

const possible: [Options] = [{ mode: 'possible', checkExpectedRejections: false }];

// before it is open

const logging = (handled: string): string => `${v1}import { Server } from '@modelcontextprotocol/sdk/server/index.js';
export async function main() {
  const server = new Server(info);
  ${handled};
  await server.connect(new StdioServerTransport());
}`;

pair(
  'a log message before connect of which nothing catches the rejection',
  logging("await «server.sendLoggingMessage({ level: 'info', data: 'up' })»"),
  {
    messageId: 'calledBeforeOpen',
    data: {
      op: 'sendLoggingMessage',
      noun: 'server',
      subject: 'server',
      state: 'not connected',
      consequence: 'it rejects',
      opener: 'connect()',
    },
  },
  logging("await server.sendLoggingMessage({ level: 'info', data: 'up' }).catch(() => console.error('up'))"),
);

pair(
  'a call before connect',
  `${v1}
export async function ask() {
  const client = new Client(info);
  const answer = await «client.callTool(forecast)»;
  await client.connect(stdio());
  return answer;
}`,
  {
    messageId: 'calledBeforeOpen',
    data: {
      op: 'callTool',
      noun: 'client',
      subject: 'client',
      state: 'not connected',
      consequence: 'it rejects',
      opener: 'connect()',
    },
  },
  `${v1}
export async function ask() {
  const client = new Client(info);
  await client.connect(stdio());
  return client.callTool(forecast);
}`,
);

pair(
  'a call before connect that version 2 answers with an empty list',
  `${v2}
export async function toolNames() {
  const client = new Client(info);
  const { tools } = await «client.listTools()»;
  return tools.map((tool) => tool.name);
}`,
  {
    messageId: 'calledBeforeOpen',
    data: {
      op: 'listTools',
      noun: 'client',
      subject: 'client',
      state: 'not connected',
      consequence: 'it returns an empty list',
      opener: 'connect()',
    },
  },
  `${v2}
export async function toolNames() {
  const client = new Client(info);
  await client.connect(http());
  const { tools } = await client.listTools();
  return tools.map((tool) => tool.name);
}`,
);

pair(
  'a notification before connect',
  `${v1}
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
const server = new Server(info, { capabilities: { tools: {} } });
«server.sendToolListChanged()»;
await server.connect(new StdioServerTransport());`,
  {
    messageId: 'calledBeforeOpen',
    data: {
      op: 'sendToolListChanged',
      noun: 'server',
      subject: 'server',
      state: 'not connected',
      consequence: 'it rejects',
      opener: 'connect()',
    },
  },
  `${v1}
const server = new McpServer(info);
server.server.oninitialized = () => server.sendToolListChanged();
await server.connect(new StdioServerTransport());`,
);

pair(
  'a private field that nothing connects',
  `${v1}
export class Weather {
  readonly #client = new Client(info);

  async ask() {
    return «this.#client.callTool(forecast)»;
  }
}`,
  {
    messageId: 'calledBeforeOpen',
    data: {
      op: 'callTool',
      noun: 'client',
      subject: 'this.#client',
      state: 'not connected',
      consequence: 'it rejects',
      opener: 'connect()',
    },
  },
  `${v1}
export class Weather {
  readonly #client = new Client(info);

  async start() {
    await this.#client.connect(stdio());
  }

  async ask() {
    return this.#client.callTool(forecast);
  }
}`,
);

pair(
  'a constant of the module that nothing connects',
  `${v1}
const client = new Client(info);
export const ask = () => «client.callTool(forecast)»;`,
  {
    messageId: 'calledBeforeOpen',
    data: {
      op: 'callTool',
      noun: 'client',
      subject: 'client',
      state: 'not connected',
      consequence: 'it rejects',
      opener: 'connect()',
    },
  },
  `${v1}
export const client = new Client(info);
export const ask = () => client.callTool(forecast);`,
);

pair(
  'one of two sessions',
  `${v1}
export async function both() {
  const weather = new Client(info);
  const traffic = new Client(info);
  await weather.connect(stdio());
  await weather.callTool(forecast);
  await «traffic.callTool(forecast)»;
}`,
  {
    messageId: 'calledBeforeOpen',
    data: {
      op: 'callTool',
      noun: 'client',
      subject: 'traffic',
      state: 'not connected',
      consequence: 'it rejects',
      opener: 'connect()',
    },
  },
  `${v1}
export async function both() {
  const weather = new Client(info);
  const traffic = new Client(info);
  await Promise.all([weather.connect(stdio()), traffic.connect(stdio())]);
  await weather.callTool(forecast);
  await traffic.callTool(forecast);
}`,
);

pair(
  'a class under another name',
  `import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js';
export async function ping() {
  const client = new McpClient({ name: 'weather', version: '1.0.0' });
  await «client.ping()»;
}`,
  {
    messageId: 'calledBeforeOpen',
    data: {
      op: 'ping',
      noun: 'client',
      subject: 'client',
      state: 'not connected',
      consequence: 'it rejects',
      opener: 'connect()',
    },
  },
  `import { Client } from './queue.js';
export async function ask() {
  const client = new Client({ name: 'weather', version: '1.0.0' });
  await client.callTool({ name: 'forecast' });
}`,
);

pair(
  'a subclass that changes nothing',
  `${v1}
class WeatherClient extends Client {
  readonly region = 'eu';
}
export async function ask() {
  const client = new WeatherClient(info);
  return «client.callTool(forecast)»;
}`,
  {
    messageId: 'calledBeforeOpen',
    data: {
      op: 'callTool',
      noun: 'client',
      subject: 'client',
      state: 'not connected',
      consequence: 'it rejects',
      opener: 'connect()',
    },
  },
  `${v1}
class LazyClient extends Client {
  override async callTool(...args: Parameters<Client['callTool']>) {
    if (!this.transport) await this.connect(stdio());
    return super.callTool(...args);
  }
}
export async function ask() {
  const client = new LazyClient(info);
  return client.callTool(forecast);
}`,
);

pair(
  'an MCP server of OpenAI Agents',
  `import { MCPServerStdio } from '@openai/agents';
export async function toolNames() {
  const files = new MCPServerStdio({ command: 'files-server' });
  const tools = await «files.listTools()»;
  return tools.map((tool) => tool.name);
}`,
  {
    messageId: 'calledBeforeOpen',
    data: {
      op: 'listTools',
      noun: 'MCP server',
      subject: 'files',
      state: 'not connected',
      consequence: 'it rejects',
      opener: 'connect()',
    },
  },
  `import { MCPServerStdio } from '@openai/agents';
export async function toolNames() {
  const files = new MCPServerStdio({ command: 'files-server' });
  await files.connect();
  try {
    return (await files.listTools()).map((tool) => tool.name);
  } finally {
    await files.close();
  }
}`,
);

const runsUnconnected = {
  messageId: 'calledBeforeOpen',
  data: {
    op: 'run',
    noun: 'MCP server',
    subject: 'files',
    state: 'not connected',
    consequence: 'it rejects',
    opener: 'connect()',
  },
} as const;

pair(
  'an agent whose server is not connected',
  `import { Agent, MCPServerStdio, run } from '@openai/agents';
export async function ask(question: string) {
  const files = new MCPServerStdio({ command: 'files-server' });
  const agent = new Agent({ name: 'librarian', mcpServers: [files] });
  ⟨try {
    await files.connect();
    ⟩return ⟨await ⟩«run(agent, question)»;⟨
  } finally {
    await files.close();
  }⟩
}`,
  { ...runsUnconnected, suggestion: { messageId: 'openBefore', data: { opener: 'connect()' } } },
  `import { Agent, MCPServerStdio, run } from '@openai/agents';
export async function ask(question: string) {
  const files = new MCPServerStdio({ command: 'files-server' });
  const agent = new Agent({ name: 'librarian', mcpServers: [files] });
  await files.connect();
  return run(agent, question);
}`,
);

pair(
  'an agent that outlives the function, whose server is not connected',
  `import { Agent, MCPServerStdio, run } from '@openai/agents';
export async function ask(question: string) {
  const files = new MCPServerStdio({ command: 'files-server' });
  const agent = new Agent({ name: 'librarian', mcpServers: [files] });
  const answer = await «run(agent, question)»;
  return { agent, answer };
}`,
  runsUnconnected,
  `import { Agent, MCPServerStdio, run } from '@openai/agents';
export async function ask(question: string) {
  const files = new MCPServerStdio({ command: 'files-server' });
  const agent = new Agent({ name: 'librarian', mcpServers: [files] });
  await files.connect();
  const answer = await run(agent, question);
  return { agent, answer };
}`,
);

pair(
  'servers of a module that nothing connects',
  `import { Agent, MCPServerStdio, run } from '@openai/agents';
const files = new MCPServerStdio({ command: 'files-server' });
const mail = new MCPServerStdio({ command: 'mail-server' });
const agent = new Agent({ name: 'librarian', mcpServers: [files, mail] });
export async function ask(question: string) {
  return «run(agent, question)»;
}
export const end = () => files.close();`,
  {
    messageId: 'neverOpened',
    data: {
      op: 'run',
      noun: 'MCP server',
      subject: 'files`, `mail',
      place: 'line 2',
      consequence: 'it rejects',
      opener: 'connect()',
    },
  },
  `import { Agent, MCPServerStdio, run } from '@openai/agents';
const files = new MCPServerStdio({ command: 'files-server' });
const agent = new Agent({ name: 'librarian', mcpServers: [files] });
export async function ask(question: string) {
  return run(agent, question);
}
export const start = () => files.connect();
export const end = () => files.close();`,
);

pair(
  'a server that is made for a factory of agents',
  `import { Agent, MCPServerStdio, run, type MCPServer } from '@openai/agents';
const librarian = (server: MCPServer) => new Agent({ name: 'librarian', mcpServers: [server] });
export async function ask(question: string) {
  const files = new MCPServerStdio({ command: 'files-server' });
  const agent = librarian(files);
  ⟨await files.connect();
  ⟩try {
    return await «run(agent, question)»;
  } finally {
    await files.close();
  }
}`,
  {
    messageId: 'neverOpened',
    data: {
      op: 'run',
      noun: 'MCP server',
      subject: 'files',
      place: 'line 4',
      consequence: 'it rejects',
      opener: 'connect()',
    },
    suggestion: { messageId: 'openBefore', data: { opener: 'connect()' } },
  },
  `import { Agent, MCPServerStdio, run, type MCPServer } from '@openai/agents';
const librarian = (server: MCPServer) => new Agent({ name: 'librarian', mcpServers: [server] });
export async function ask(question: string, server: MCPServer) {
  return run(librarian(server), question);
}`,
);

pair(
  'a server that a test runs unconnected, and other code too',
  `import { Agent, MCPServerStdio, run } from '@openai/agents';
declare const expect: (value: unknown) => { rejects: { toThrow: () => Promise<void> } };
const files = new MCPServerStdio({ command: 'files-server' });
const agent = new Agent({ name: 'librarian', mcpServers: [files] });
export async function ask(question: string) {
  return «run(agent, question)»;
}`,
  {
    messageId: 'neverOpened',
    data: {
      op: 'run',
      noun: 'MCP server',
      subject: 'files',
      place: 'line 3',
      consequence: 'it rejects',
      opener: 'connect()',
    },
  },
  `import { Agent, MCPServerStdio, run } from '@openai/agents';
declare const expect: (value: unknown) => { rejects: { toThrow: () => Promise<void> } };
const files = new MCPServerStdio({ command: 'files-server' });
const agent = new Agent({ name: 'librarian', mcpServers: [files] });
export async function refuses() {
  await expect(run(agent, 'anything')).rejects.toThrow();
}`,
);

// while it is being opened

pair(
  'a connect that is not awaited',
  `${v1}
export async function ask() {
  const client = new Client(info);
  ⟨await ⟩client.connect(stdio());
  return «client.callTool(forecast)»;
}`,
  {
    messageId: 'calledUnawaited',
    data: { op: 'callTool', opener: 'client.connect()', place: 'line 12', consequence: 'it overtakes the handshake' },
    suggestion: { messageId: 'awaitTransition', data: { opener: 'client.connect()' } },
  },
  `${v1}
export async function ask() {
  const client = new Client(info);
  const connecting = client.connect(stdio());
  await connecting;
  return client.callTool(forecast);
}`,
);

pair(
  'a connect that cannot be awaited where it is',
  `${v1}
export function ask() {
  const client = new Client(info);
  void client.connect(stdio());
  return «client.callTool(forecast)»;
}`,
  {
    messageId: 'calledUnawaited',
    data: { op: 'callTool', opener: 'client.connect()', place: 'line 12', consequence: 'it overtakes the handshake' },
  },
  `${v1}
export function ask() {
  const client = new Client(info);
  return client.connect(stdio()).then(() => client.callTool(forecast));
}`,
);

pair(
  'a call at the same time as connect',
  `${v1}
export async function ask() {
  const client = new Client(info);
  const [, answer] = await Promise.all([⟨await ⟩client.connect(stdio()), «client.callTool(forecast)»]);
  return answer;
}`,
  {
    messageId: 'calledUnawaited',
    data: { op: 'callTool', opener: 'client.connect()', place: 'line 12', consequence: 'it overtakes the handshake' },
    suggestion: { messageId: 'awaitTransition', data: { opener: 'client.connect()' } },
  },
  `${v1}
export async function ask() {
  const client = new Client(info);
  const [transport] = await Promise.all([stdio(), fetch('https://example.com/warm-up')]);
  await client.connect(transport);
  return client.callTool(forecast);
}`,
);

pair(
  'a request to a client that is not initialized yet',
  `${v1}
const server = new McpServer(info);
await server.connect(new StdioServerTransport());
await «server.server.listRoots()»;`,
  {
    messageId: 'calledBeforeInitialized',
    data: {
      op: 'listRoots',
      subject: 'server.server',
      state: 'not yet initialized by its client',
      place: 'line 11',
      consequence: 'it hangs until it times out',
    },
  },
  `${v1}
const server = new McpServer(info);
server.registerTool('roots', {}, async () => {
  const { roots } = await server.server.listRoots();
  return { content: roots.map((root) => ({ type: 'text', text: root.uri })) };
});
await server.connect(new StdioServerTransport());`,
);

pair(
  'a request that a transport takes and never answers',
  `import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { IncomingMessage, ServerResponse } from 'node:http';
export async function answer(req: IncomingMessage, res: ServerResponse) {
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  await transport.start();
  await «transport.handleRequest(req, res)»;
}`,
  {
    messageId: 'wrongState',
    data: {
      op: 'handleRequest',
      subject: 'transport',
      state: 'already started',
      place: 'line 5',
      consequence: 'it hangs until it times out',
    },
  },
  `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { IncomingMessage, ServerResponse } from 'node:http';
export async function answer(req: IncomingMessage, res: ServerResponse) {
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  await new McpServer({ name: 'weather', version: '1.0.0' }).connect(transport);
  await transport.handleRequest(req, res);
}`,
);

// after it was closed

const pool = (field: string, after: string, call: string): string => `${v1}
export class Pool {
  private client: Client | undefined;
  private async ensure() {
    if (this.client) return;
    this.client = new Client(info);
    await this.client.connect(stdio());
  }
  private async dispose() {
    if (this.client) await this.client.close();
    ${field}
  }
  async ask() {
    await this.ensure();
    await this.dispose();
    ${after}
    return ${call};
  }
}`;

pair(
  'a call after a method that closes the field',
  pool('', '', '«this.client!.callTool(forecast)»'),
  {
    messageId: 'calledAfterClose',
    data: {
      op: 'callTool',
      noun: 'client',
      subject: 'this.client',
      state: 'closed',
      place: 'line 18',
      consequence: 'it rejects',
    },
  },
  pool('this.client = undefined;', 'await this.ensure();', 'this.client!.callTool(forecast)'),
);

pair(
  'a call after close',
  `${v1}
export async function ask() {
  const client = new Client(info);
  await client.connect(stdio());
  await client.close();
  return «client.callTool(forecast)»;
}`,
  {
    messageId: 'calledAfterClose',
    data: {
      op: 'callTool',
      noun: 'client',
      subject: 'client',
      state: 'closed',
      place: 'line 13',
      consequence: 'it rejects',
    },
  },
  `${v1}
export async function ask() {
  const client = new Client(info);
  await client.connect(stdio());
  await client.close();
  await client.close();
  await client.connect(stdio());
  return client.callTool(forecast);
}`,
);

pair(
  'a call after the finally block that closes',
  `${v1}
export async function ask() {
  const client = new Client(info);
  await client.connect(stdio());
  try {
    await client.ping();
  } finally {
    await client.close();
  }
  return «client.callTool(forecast)»;
}`,
  {
    messageId: 'calledAfterClose',
    data: {
      op: 'callTool',
      noun: 'client',
      subject: 'client',
      state: 'closed',
      place: 'line 16',
      consequence: 'it rejects',
    },
  },
  `${v1}
export async function ask() {
  const client = new Client(info);
  await client.connect(stdio());
  try {
    await client.ping();
    return await client.callTool(forecast);
  } finally {
    await client.close();
  }
}`,
);

pair(
  'a call after a break through the finally block that closes',
  `${v1}
export async function firstOf(cities: string[]) {
  const client = new Client(info);
  await client.connect(stdio());
  for (;;) {
    try {
      await client.ping();
      break;
    } finally {
      await client.close();
    }
  }
  return «client.callTool(forecast)»;
}`,
  {
    messageId: 'calledAfterClose',
    data: {
      op: 'callTool',
      noun: 'client',
      subject: 'client',
      state: 'closed',
      place: 'line 18',
      consequence: 'it rejects',
    },
  },
  `${v1}
export async function connected() {
  const client = new Client(info);
  for (;;) {
    try {
      await client.connect(stdio());
      break;
    } catch {
      await client.close();
    }
  }
  return client.callTool(forecast);
}`,
);

pair(
  'closed in both branches',
  `${v1}
export async function ask(quick: boolean) {
  const client = new Client(info);
  await client.connect(stdio());
  if (quick) {
    await client.close();
  } else {
    await client.ping();
    await client.close();
  }
  return «client.callTool(forecast)»;
}`,
  {
    messageId: 'calledAfterClose',
    data: {
      op: 'callTool',
      noun: 'client',
      subject: 'client',
      state: 'closed',
      place: 'line 14',
      consequence: 'it rejects',
    },
  },
  `${v1}
export async function ask(quick: boolean) {
  const client = new Client(info);
  await client.connect(stdio());
  if (quick) {
    await client.close();
    return undefined;
  }
  return client.callTool(forecast);
}`,
);

pair(
  'closed by another name',
  `${v1}
export async function ask() {
  const client = new Client(info);
  const session = client;
  await client.connect(stdio());
  await session.close();
  return «client.callTool(forecast)»;
}`,
  {
    messageId: 'calledAfterClose',
    data: {
      op: 'callTool',
      noun: 'client',
      subject: 'client',
      state: 'closed',
      place: 'line 14',
      consequence: 'it rejects',
    },
  },
  `${v1}
export async function ask() {
  let client = new Client(info);
  const session = client;
  await session.connect(stdio());
  client = new Client(info);
  await client.connect(stdio());
  await session.close();
  return client.callTool(forecast);
}`,
);

pair(
  'closed by a function of another file',
  `${v1}
import { stop } from './forecasts.js';
export async function ask() {
  const client = new Client(info);
  await client.connect(stdio());
  await stop(client);
  return «client.callTool(forecast)»;
}`,
  {
    messageId: 'calledAfterClose',
    data: {
      op: 'callTool',
      noun: 'client',
      subject: 'client',
      state: 'closed',
      place: 'line 10 of tests/sdk/fixtures/sessions/forecasts.ts',
      consequence: 'it rejects',
    },
  },
  `${v1}
import { callForecast, stop } from './forecasts.js';
export async function ask() {
  const client = new Client(info);
  await client.connect(stdio());
  const answer = await callForecast(client, 'Paris');
  await stop(client);
  return answer;
}`,
);

pair(
  'a client of the AI SDK',
  `import { createMCPClient } from '@ai-sdk/mcp';
export async function toolsOf(url: string) {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  await client.close();
  return «client.tools()»;
}`,
  {
    messageId: 'calledAfterClose',
    data: {
      op: 'tools',
      noun: 'client',
      subject: 'client',
      state: 'closed',
      place: 'line 4',
      consequence: 'it rejects',
    },
  },
  `import { createMCPClient } from '@ai-sdk/mcp';
import { generateText, type LanguageModel } from 'ai';
export async function answer(model: LanguageModel, url: string, prompt: string) {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  try {
    return await generateText({ model, tools: await client.tools(), prompt });
  } finally {
    await client.close();
  }
}`,
);

pair(
  'a query of the Claude Agent SDK',
  `import { query } from '@anthropic-ai/claude-agent-sdk';
export async function tidy() {
  const run = query({ prompt: 'Tidy up' });
  run.close();
  await «run.interrupt()»;
}`,
  {
    messageId: 'calledAfterClose',
    data: {
      op: 'interrupt',
      noun: 'query',
      subject: 'run',
      state: 'closed',
      place: 'line 4',
      consequence: 'it rejects',
    },
  },
  `import { query } from '@anthropic-ai/claude-agent-sdk';
export async function tidy(signal: AbortSignal) {
  const run = query({ prompt: 'Tidy up' });
  for await (const message of run) {
    if (signal.aborted) await run.interrupt();
    console.log(message.type);
  }
  run.close();
}`,
);

pair(
  'tools that are run after their client was closed',
  `import { createMCPClient } from '@ai-sdk/mcp';
import { generateText, type LanguageModel } from 'ai';
export async function answer(model: LanguageModel, url: string, prompt: string) {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  const tools = await client.tools();
  await client.close();
  return «generateText({ model, tools, prompt })»;
}`,
  {
    messageId: 'calledAfterClose',
    data: {
      op: 'generateText',
      noun: 'client',
      subject: 'client',
      state: 'closed',
      place: 'line 6',
      consequence: 'what depends on it fails later',
    },
  },
  `import { createMCPClient } from '@ai-sdk/mcp';
import { generateText, type LanguageModel } from 'ai';
export async function answer(model: LanguageModel, url: string, prompt: string) {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  const tools = await client.tools();
  const { text } = await generateText({ model, tools, prompt });
  await client.close();
  return text;
}`,
);

for (const [sdk, { imports, make, agent, run }] of Object.entries(owningAgents)) {
  const body = (close: string, end: string): string => `${imports}
export async function answer(url: string, prompt: string) {
  const client = await ${make};
  const agent = ${agent};
  ${close}
  ${end}
}`;
  const op = run.replace(/^agent\.|\(.*/g, '');
  pair(
    `an agent that is run after the client of its tools was closed: ${sdk}`,
    body('await client.close();', `return «${run}»;`),
    {
      messageId: 'calledAfterClose',
      data: {
        op,
        noun: 'client',
        subject: 'client',
        state: 'closed',
        place: 'line 5',
        consequence: 'what depends on it fails later',
      },
    },
    body(`const result = await ${run};`, 'await client.close(); return result;'),
  );
}

pair(
  'a warm query that is used twice',
  `import { startup } from '@anthropic-ai/claude-agent-sdk';
export async function tidy() {
  await using warm = await startup();
  for await (const message of warm.query('Tidy up')) console.log(message.type);
  for await (const message of «warm.query('Sum up')») console.log(message.type);
}`,
  {
    messageId: 'calledAfterClose',
    data: {
      op: 'query',
      noun: 'warm query',
      subject: 'warm',
      state: 'used up by its first `query()`',
      place: 'line 4',
      consequence: 'it throws',
    },
  },
  `import { startup } from '@anthropic-ai/claude-agent-sdk';
export async function tidy() {
  await using warm = await startup();
  for await (const message of warm.query('Tidy up')) console.log(message.type);
  await using another = await startup();
  for await (const message of another.query('Sum up')) console.log(message.type);
}`,
);

pair(
  'a stateless transport that answers twice',
  `import { McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
export async function answers(first: Request, second: Request) {
  const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  const server = new McpServer({ name: 'notes', version: '1.0.0' });
  await server.connect(transport);
  return [await transport.handleRequest(first), await «transport.handleRequest(second)»];
}`,
  {
    messageId: 'calledAfterClose',
    data: {
      op: 'handleRequest',
      noun: 'stateless transport',
      subject: 'transport',
      state: 'used up by its first request',
      place: 'line 6',
      consequence: 'it rejects',
    },
  },
  `import { randomUUID } from 'node:crypto';
import { McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
export async function answers(first: Request, second: Request) {
  const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: randomUUID });
  const server = new McpServer({ name: 'notes', version: '1.0.0' });
  await server.connect(transport);
  return [await transport.handleRequest(first), await transport.handleRequest(second)];
}`,
);

pair(
  'a stream that still needs it',
  `import { createMCPClient } from '@ai-sdk/mcp';
import { streamText, type LanguageModel } from 'ai';
export async function answer(model: LanguageModel, url: string, prompt: string) {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  const result = streamText({ model, tools: await client.tools(), prompt });
  await «client.close()»;
  return result.toUIMessageStreamResponse();
}`,
  {
    messageId: 'closedInUse',
    data: {
      subject: 'client',
      state: 'needed by a run that may still call its tools',
      place: 'line 5',
      consequence: 'what depends on it fails later',
    },
  },
  `import { createMCPClient } from '@ai-sdk/mcp';
import { streamText, type LanguageModel } from 'ai';
export async function answer(model: LanguageModel, url: string, prompt: string) {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  const result = streamText({
    model,
    tools: await client.tools(),
    prompt,
    onFinish: () => client.close(),
  });
  return result.toUIMessageStreamResponse();
}`,
);

for (const [name, taken] of [
  [
    'two of its tools',
    'const { search, fetch: load } = await client.tools();\n  const tools = { search: search!, load: load! };',
  ],
  ['all but one', 'const { search, ...tools } = await client.tools();'],
  ['one, unless there is none', 'const { search = none } = await client.tools();\n  const tools = { search };'],
  ['them among others', 'const all = await client.tools();\n  const tools = { ...all, none };'],
  ['one under a name of a constant', 'const all = await client.tools();\n  const tools = { [name]: all.search! };'],
] as const) {
  const program = (run: string): string => `import { createMCPClient } from '@ai-sdk/mcp';
import { streamText, type LanguageModel, type Tool } from 'ai';
declare const none: Tool;
const name = 'search';
export async function answer(model: LanguageModel, url: string, prompt: string) {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  ${taken}
  ${run}
}`;
  pair(
    `a stream that still needs ${name}`,
    program('const result = streamText({ model, tools, prompt }); await «client.close()»; return result.textStream;'),
    {
      messageId: 'closedInUse',
      data: {
        subject: 'client',
        state: 'needed by a run that may still call its tools',
        place: `line ${String(8 + taken.split('\n').length - 1)}`,
        consequence: 'what depends on it fails later',
      },
    },
    program('const result = streamText({ model, tools, prompt }); await result.text; await client.close();'),
  );
}
/** Runs over the tools of a session, by SDK: what makes and opens the session, and what closes it. */
const ownersOfRuns = {
  'the AI SDK': {
    imports: `import { createMCPClient } from '@ai-sdk/mcp';
import { createAgentUIStream, createAgentUIStreamResponse, generateText, streamText, ToolLoopAgent, type LanguageModel, type UIMessage } from 'ai';
declare const model: LanguageModel;
declare const uiMessages: UIMessage[];`,
    open: "const client = await createMCPClient({ transport: { type: 'http', url: 'https://mcp.example' } });",
    agent: 'const agent = new ToolLoopAgent({ model, tools: await client.tools() });',
    ends: [
      "generateText({ model, prompt: 'Hello', tools: await client.tools() })",
      "agent.generate({ prompt: 'Hello' })",
    ],
    starts: [
      "agent.stream({ prompt: 'Hello' })",
      'createAgentUIStreamResponse({ agent, uiMessages })',
      'createAgentUIStream({ agent, uiMessages })',
    ],
    reads: [
      "(await agent.stream({ prompt: 'Hello' })).text",
      "(await agent.stream({ prompt: 'Hello' })).consumeStream()",
    ],
  },
  LangChain: {
    imports: `import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { createAgent } from 'langchain';
const input = { messages: ['Hello'] };
const last = async (chunks: AsyncIterable<unknown>) => { let at: unknown; for await (const chunk of chunks) at = chunk; return at; };`,
    open: "const client = new MultiServerMCPClient({ peer: { transport: 'stdio', command: 'peer', args: [] } });",
    agent: "const agent = createAgent({ model: 'openai:gpt-5', tools: await client.getTools() });",
    ends: ['agent.invoke(input)'],
    starts: ["agent.stream(input, { streamMode: 'updates' })"],
    reads: [
      "last(await agent.stream(input, { streamMode: 'updates' }))",
      "last(agent.streamEvents(input, { version: 'v2' }))",
    ],
  },
  'OpenAI Agents': {
    imports: "import { Agent, MCPServerStdio, run, Runner } from '@openai/agents';",
    open: "const client = new MCPServerStdio({ command: 'peer' });\n  await client.connect();",
    agent: "const agent = new Agent({ name: 'Desk', mcpServers: [client] });",
    ends: ["run(agent, 'Hello')", "new Runner().run(agent, 'Hello')"],
    starts: [],
    reads: [],
  },
  'a group of OpenAI Agents': {
    imports: "import { Agent, connectMcpServers, MCPServerStdio, run } from '@openai/agents';",
    open: "const client = await connectMcpServers([new MCPServerStdio({ command: 'peer' })]);",
    agent: "const agent = new Agent({ name: 'Desk', mcpServers: client.active });",
    ends: ["run(agent, 'Hello')"],
    starts: [],
    reads: [],
  },
};

for (const [sdk, { imports, open, agent, ends, starts, reads }] of Object.entries(ownersOfRuns)) {
  const program = (body: string, end = 'await client.close()'): string => `${imports}
export async function answer() {
  ${open}
  try {
    ${agent}
    ${body}
  } finally {
    ${end};
  }
}`;
  const closed = {
    messageId: 'closedInUse',
    data: {
      subject: 'client',
      state: 'needed by a run that may still call its tools',
      place: `line ${String(imports.split('\n').length + open.split('\n').length + 4)}`,
      consequence: 'what depends on it fails later',
    },
  } as const;
  for (const run of ends)
    pair(
      `a run that is returned unawaited, ${sdk}: ${run}`,
      program(`return ${run};`, 'await «client.close()»'),
      closed,
      program(`return await ${run};`),
    );
  for (const run of starts)
    pair(
      `a stream that has only started, ${sdk}: ${run}`,
      program(`return await ${run};`, 'await «client.close()»'),
      closed,
      program(`for await (const part of (await ${run}) as never as AsyncIterable<unknown>) console.log(part);`),
    );
  for (const run of starts)
    pair(
      `a stream that may not have started, ${sdk}: ${run}`,
      program(`return ${run};`, 'await «client.close()»'),
      closed,
      program(`return await ${run}.then((stream) => console.log(stream));`),
    );
  for (const read of reads) silent(`a stream that is read, ${sdk}: ${read}`, program(`return await ${read};`));
}

for (const [what, body] of [
  ['among others', 'const [one, two] = await Promise.all([ask(tools), ask(tools)]); return one.text + two.text;'],
  ['one after the other', 'for (const one of [ask(tools), ask(tools)]) console.log((await one).text);'],
  ['each for itself', 'return (await Promise.allSettled([ask(tools), ask(tools)])).length;'],
  ['with a limit of time', 'return await Promise.race([ask(tools), pause()]);'],
  ['with a limit of time by a function', 'return (await within(ask(tools))).text;'],
  ['by a function that reports it', 'return (await reported(ask(tools))).text;'],
  ['by what an async function returns', 'return (await asked(tools)).text;'],
  ['with what is chained to it', 'return await ask(tools).then(({ text }) => text).catch(() => undefined);'],
  ['later', 'const run = ask(tools); console.log("asked"); return (await run).text;'],
  ['from a field', 'desk.last = ask(tools); await desk.last;'],
  ['in a callback', 'return await retried(() => ask(tools));'],
] as const)
  silent(
    `a run that is awaited ${what}`,
    `import { createMCPClient } from '@ai-sdk/mcp';
import { generateText, type LanguageModel, type ToolSet } from 'ai';
declare const model: LanguageModel;
declare const pause: () => Promise<never>;
const desk: { last?: Promise<unknown> } = {};
const ask = (tools: ToolSet) => generateText({ model, prompt: 'Hello', tools });
async function asked(tools: ToolSet) {
  return generateText({ model, prompt: 'Hello', tools });
}
async function within<T>(run: Promise<T>): Promise<T> {
  return Promise.race([run, pause()]);
}
async function reported<T>(run: Promise<T>): Promise<T> {
  try {
    return await run;
  } finally {
    console.log('done');
  }
}
async function retried<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch {
    return run();
  }
}
export async function answer() {
  const client = await createMCPClient({ transport: { type: 'http', url: 'https://mcp.example' } });
  const tools = await client.tools();
  try {
    ${body}
  } finally {
    await client.close();
  }
}`,
  );

for (const [what, body] of [
  [
    'whose failure is caught',
    "try { return (await run(agent, 'Hello')).finalOutput; } catch (error) { console.error(error); return undefined; } finally { await server.close(); }",
  ],
  [
    'that is tried again',
    "try { for (let i = 0; i < 3; i++) try { return (await run(agent, 'Hello')).finalOutput; } catch (error) { console.error(error); } return undefined; } finally { await server.close(); }",
  ],
  [
    'in a callback that is waited for',
    "return run(agent, 'Hello').then(({ finalOutput }) => finalOutput).finally(() => server.close());",
  ],
] as const)
  silent(
    `a run ${what}`,
    `import { Agent, MCPServerStdio, run } from '@openai/agents';
export async function answer() {
  const server = new MCPServerStdio({ command: 'peer' });
  await server.connect();
  const agent = new Agent({ name: 'Desk', mcpServers: [server] });
  ${body}
}`,
  );

silent(
  'a run in a chain behind the connection, and closed at its end',
  `import { Agent, MCPServerStdio, run } from '@openai/agents';
export function answer() {
  const server = new MCPServerStdio({ command: 'peer' });
  return server
    .connect()
    .then(() => run(new Agent({ name: 'Desk', mcpServers: [server] }), 'Hello'))
    .then(({ finalOutput }) => finalOutput)
    .finally(() => server.close());
}`,
);

silent(
  'an async function that returns what a stream brings, and its caller closes',
  `import { createMCPClient, type MCPClient } from '@ai-sdk/mcp';
import { streamText, type LanguageModel } from 'ai';
declare const model: LanguageModel;
async function textOf(client: MCPClient, prompt: string) {
  const result = streamText({ model, prompt, tools: await client.tools() });
  return result.text;
}
export async function answer(prompt: string) {
  const client = await createMCPClient({ transport: { type: 'http', url: 'https://mcp.example' } });
  try {
    return await textOf(client, prompt);
  } finally {
    await client.close();
  }
}`,
);

/** A function that lends a client, and a callback that is lent it. */
const lending = (callback: string): string => `import { createMCPClient, type MCPClient } from '@ai-sdk/mcp';
import { generateText, streamText, type LanguageModel } from 'ai';
declare const model: LanguageModel;
async function withClient<Result>(url: string, use: (client: MCPClient) => Promise<Result>): Promise<Result> {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}
export const answer = (url: string, prompt: string) => withClient(url, ${callback});`;
for (const [what, callback, read] of [
  [
    'a stream',
    'async (client) => «streamText({ model, prompt, tools: await client.tools() })»',
    'async (client) => await streamText({ model, prompt, tools: await client.tools() }).text',
  ],
  [
    'a stream among others',
    'async (client) => { const tools = await client.tools(); return { stream: «streamText({ model, prompt, tools })», at: Date.now() }; }',
    'async (client) => { const tools = await client.tools(); const stream = streamText({ model, prompt, tools }); for await (const part of stream.textStream) console.log(part); }',
  ],
] as const)
  pair(
    `a callback returns ${what} that needs the client which it was lent`,
    lending(callback),
    {
      messageId: 'closedInReturn',
      data: { op: 'streamText', subject: 'client', place: 'line 9', consequence: 'what depends on it fails later' },
    },
    lending(read),
  );
/** A function that lends the tools of a client. */
const lendingTools = (use: string): string =>
  lending('async () => undefined')
    .replace('MCPClient) => Promise<Result>', "Awaited<ReturnType<MCPClient['tools']>>) => Promise<Result>")
    .replace('return await use(client);', 'const tools = await client.tools();\n    return await use(tools);')
    .replace('async () => undefined', use);
pair(
  'a callback returns a stream that needs the client whose tools it was lent',
  lendingTools('async (tools) => «streamText({ model, prompt, tools })».toTextStreamResponse()'),
  {
    messageId: 'closedInReturn',
    data: { op: 'streamText', subject: 'client', place: 'line 10', consequence: 'what depends on it fails later' },
  },
  lendingTools('async (tools) => await streamText({ model, prompt, tools }).text'),
);

for (const promised of [
  'generateText({ model, prompt, tools })',
  'generateText({ model, prompt, tools }).then(({ text }) => text)',
  'streamText({ model, prompt, tools }).text',
])
  silent(
    `a callback that returns a promise of a run, which its lender awaits: ${promised}`,
    lendingTools(`(tools) => ${promised}`),
  );
silent(
  'a lender that reads the stream before it closes its client',
  lendingTools('async (tools) => streamText({ model, prompt, tools })')
    .replace('Promise<Result>): Promise<Result>', 'Promise<{ readonly text: PromiseLike<string> }>): Promise<string>')
    .replace('withClient<Result>', 'withClient')
    .replace('return await use(tools);', 'const result = await use(tools);\n    return await result.text;'),
);

const generating = (
  returned: string,
): string => `import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
async function withClient<Result>(url: URL, use: (client: Client) => Promise<Result> | Result): Promise<Result> {
  const client = new Client({ name: 'pages', version: '1.0.0' });
  try {
    await client.connect(new StreamableHTTPClientTransport(url));
    return await use(client);
  } finally {
    await client.close();
  }
}
async function* namesOf(client: Client) {
  const { resources } = await client.listResources();
  for (const { name } of resources) yield name;
}
async function all(names: AsyncIterable<string>) {
  const found: string[] = [];
  for await (const name of names) found.push(name);
  return found;
}
${returned}`;
for (const [name, unread, read] of [
  [
    'lent to a callback',
    'export const names = (url: URL) => withClient(url, (client) => «namesOf(client)»);',
    'export const names = (url: URL) => withClient(url, (client) => all(namesOf(client)));',
  ],
  [
    'closed on the way out',
    'export async function names(client: Client) { try { return «namesOf(client)»; } finally { await client.close(); } }',
    'export async function names(client: Client) { try { return await all(namesOf(client)); } finally { await client.close(); } }',
  ],
] as const)
  pair(
    `a generator that nobody has read when its client is closed, ${name}`,
    generating(unread),
    {
      messageId: 'closedInReturn',
      data: {
        op: 'namesOf',
        subject: 'client',
        place: name === 'lent to a callback' ? 'line 8' : 'line 20',
        consequence: 'it returns an empty list',
      },
    },
    generating(read),
  );

silent(
  'a generator that the lender of its client goes over',
  generating('export const names = (url: URL) => collect(url, (client) => namesOf(client));').replace(
    'async function* namesOf',
    `async function collect(url: URL, use: (client: Client) => AsyncIterable<string> | Promise<AsyncIterable<string>>) {
  const client = new Client({ name: 'pages', version: '1.0.0' });
  const found: string[] = [];
  try {
    await client.connect(new StreamableHTTPClientTransport(url));
    for await (const name of await use(client)) found.push(name);
    return found;
  } finally {
    await client.close();
  }
}
async function* namesOf`,
  ),
);

const refreshed = (steps: string): string => `import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
export class Catalogue {
  readonly #client = new Client({ name: 'catalogue', version: '1.0.0' });
  #names = new Set<string>();
  async open(transport: Transport): Promise<void> {
    await this.#client.connect(transport);
    this.#names = await this.#read();
  }
  async refresh(transport: Transport): Promise<void> {
    await this.#client.close();
    ${steps}
  }
  async #read(): Promise<Set<string>> {
    const names = new Set<string>();
    for (const { name } of (await this.#client.listTools()).tools) names.add(name);
    return names;
  }
}`;
pair(
  'a helper that lists the tools of a client which was closed before, whatever other methods do meanwhile',
  refreshed('this.#names = await «this.#read()»; await this.#client.connect(transport);'),
  {
    messageId: 'wrongInCallee',
    data: {
      op: 'listTools',
      inside: 'line 16',
      subject: 'client',
      noun: 'client',
      state: 'closed',
      consequence: 'it rejects',
    },
  },
  refreshed('await this.#client.connect(transport); this.#names = await this.#read();'),
);

for (const returned of [
  'result.text',
  'result.text.then((text) => text.trim())',
  'Promise.all([result.text, result.usage])',
  'result.consumeStream()',
])
  silent(
    `a callback returns a promise of what a stream brings: ${returned}`,
    lending(
      `async (client) => { const result = streamText({ model, prompt, tools: await client.tools() }); return ${returned}; }`,
    ),
  );
silent(
  'a callback returns the promise of a run, which its lender awaits',
  lending('async (client) => generateText({ model, prompt, tools: await client.tools() })'),
);

silent(
  'requests that are answered before they are put into a list',
  `import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
export async function read(transport: Transport) {
  const client = new Client({ name: 'reader', version: '1.0.0' });
  try {
    await client.connect(transport);
    return Promise.all([await client.listTools(), (await toolsOf(client).catch(() => [])).length, await (toolsOf(client))]);
  } finally {
    await client.close();
  }
}
async function toolsOf(client: Client) {
  const { tools } = await client.listTools();
  return tools;
}`,
);

for (const [what, requests] of [
  ['each of a list', 'uris.map(async (uri) => (await client.readResource({ uri })).contents)'],
  ['several', "[client.readResource({ uri: 'a://b' }), client.listTools()]"],
  ['each by a function that is given the client', 'uris.map((uri) => pageOf(client, uri))'],
] as const) {
  const program = (
    returned: string,
    end = 'return',
  ): string => `import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
export async function read(transport: Transport, uris: string[]) {
  const client = new Client({ name: 'reader', version: '1.0.0' });
  try {
    await client.connect(transport);
    ${end} ${returned};
  } finally {
    await client.close();
  }
}
async function pageOf(client: Client, uri: string) {
  const { contents } = await client.readResource({ uri });
  return contents[0];
}`;
  pair(
    `requests for ${what}, whose promise is returned`,
    program(`«Promise.all(${requests})»`),
    {
      messageId: 'closedUnanswered',
      data: { op: 'readResource', subject: 'client', place: 'line 9', consequence: 'it rejects' },
    },
    program(`Promise.all(${requests})`, 'return await'),
  );
}

silent(
  'a run at whose end its session is closed',
  `import { createMCPClient } from '@ai-sdk/mcp';
import { generateText, type LanguageModel } from 'ai';
export async function answer(model: LanguageModel, prompt: string) {
  const client = await createMCPClient({ transport: { type: 'http', url: 'https://mcp.example' } });
  return generateText({ model, prompt, tools: await client.tools() }).finally(() => client.close());
}`,
);

silent(
  'what is taken out of a session is out of sight',
  `${v1}
export async function ask(client: Client) {
  const { callTool } = client;
  await client.close();
  return callTool;
}`,
);

// after it failed to open

pair(
  'a client that is left half-open',
  `${v1}
export async function ask(transport: Transport) {
  const client = new Client(info);
  try {
    await client.connect(transport);
  } catch {
    if (client.transport) await «client.ping()»;
  }
}`,
  {
    messageId: 'calledAfterFailedOpen',
    data: {
      op: 'ping',
      noun: 'client',
      subject: 'client',
      state: 'half-open after a failed `connect()`',
      place: 'line 13',
      consequence: 'it rejects',
    },
  },
  `${v1}
export async function ask(transport: Transport) {
  const client = new Client(info);
  try {
    await client.connect(transport);
  } catch {
    await client.close();
    await client.connect(stdio());
    await client.ping();
  }
}`,
);

const door = `class Door<State extends 'open' | 'closed'> {
  constructor(readonly state: State) {}
  open(this: Door<'closed'>): Door<'open'> { return new Door('open'); }
  enter(this: Door<'open'>) {}
  close(this: Door<'open'>): Door<'closed'> { return new Door('closed'); }
}`;

pair(
  'a handle that a transition has consumed',
  `${door}
export function visit(door: Door<'open'>) {
  door.close();
  «door.enter()»;
}`,
  {
    messageId: 'staleHandle',
    data: {
      op: 'enter',
      noun: 'handle',
      subject: 'door',
      state: 'consumed',
      place: 'line 8',
      consequence: 'its type states an outdated state',
    },
  },
  `${door}
export function visit(door: Door<'open'>) {
  door.enter();
  door.close().open().enter();
}`,
);

pair(
  'a call in the catch block of a connect',
  `${v1}
export async function ask(transport: Transport) {
  const client = new Client(info);
  try {
    await client.connect(transport);
  } catch {
    await «client.ping()»;
  }
}`,
  {
    messageId: 'calledAfterFailedOpen',
    data: {
      op: 'ping',
      noun: 'client',
      subject: 'client',
      state: 'closed or half-open after a failed `connect()`',
      place: 'line 13',
      consequence: 'it rejects',
    },
  },
  `${v1}
export async function ask(transport: Transport) {
  const client = new Client(info);
  try {
    await client.connect(transport);
    await client.ping();
  } catch {
    await client.close();
  }
}`,
);

pair(
  'a transport that was started by hand',
  `${v1}
export async function connected() {
  const transport = stdio();
  await transport.start();
  const client = new Client(info);
  await «client.connect(transport)»;
  return client;
}`,
  {
    messageId: 'openedTwice',
    data: {
      op: 'connect',
      noun: 'transport',
      subject: 'transport',
      state: 'already started',
      place: 'line 12',
      consequence: 'it rejects',
    },
  },
  `${v1}
export async function connected() {
  const transport = stdio();
  const client = new Client(info);
  await client.connect(transport);
  return client;
}`,
);

// opened again, configured late

pair(
  'a second connect in version 1',
  `${v1}
export async function connected(primary: Transport, backup: Transport) {
  const client = new Client(info);
  await client.connect(primary);
  await «client.connect(backup)»;
  return client;
}`,
  {
    messageId: 'openedTwice',
    data: {
      op: 'connect',
      noun: 'client',
      subject: 'client',
      state: 'connected',
      place: 'line 12',
      consequence: 'it rejects',
    },
  },
  `${v1}
export async function connected(primary: Transport, backup: Transport) {
  const client = new Client(info);
  try {
    await client.connect(primary);
  } catch {
    await client.close();
    await client.connect(backup);
  }
  return client;
}`,
);

pair(
  'a second connect in version 2',
  `${v2}
export async function connected() {
  const client = new Client(info);
  await client.connect(http());
  await «client.connect(http())»;
  return client;
}`,
  {
    messageId: 'openedTwice',
    data: {
      op: 'connect',
      noun: 'client',
      subject: 'client',
      state: 'connected',
      place: 'line 7',
      consequence: 'the first connection leaks',
    },
  },
  `${v2}
export async function connected() {
  const client = new Client(info);
  await client.connect(http());
  await client.close();
  await client.connect(http());
  return client;
}`,
);

pair(
  'the first tool after connect',
  `${v1}
const server = new McpServer(info);
await server.connect(new StdioServerTransport());
«server.registerTool('forecast', {}, () => ({ content: [] }))»;`,
  {
    messageId: 'configuredAfterOpen',
    data: {
      op: 'registerTool',
      noun: 'server',
      subject: 'server',
      state: 'already connected',
      place: 'line 11',
      consequence: 'it throws',
    },
  },
  `${v1}
const server = new McpServer(info, { capabilities: { tools: { listChanged: true } } });
await server.connect(new StdioServerTransport());
server.registerTool('forecast', {}, () => ({ content: [] }));
server.registerTool('alerts', {}, () => ({ content: [] }));`,
);

pair(
  'capabilities after connect',
  `${v1}
export async function connected() {
  const client = new Client(info);
  await client.connect(stdio());
  «client.registerCapabilities({ roots: {} })»;
  return client;
}`,
  {
    messageId: 'configuredAfterOpen',
    data: {
      op: 'registerCapabilities',
      noun: 'client',
      subject: 'client',
      state: 'connected',
      place: 'line 12',
      consequence: 'it throws',
    },
  },
  `${v1}
export async function connected() {
  const client = new Client(info);
  client.registerCapabilities({ roots: {} });
  await client.connect(stdio());
  return client;
}`,
);

// in a function that is called

pair(
  'a call inside a function of another file',
  `${v1}
import { callForecast } from './forecasts.js';
export async function ask() {
  const client = new Client(info);
  return «callForecast(client, 'Paris')»;
}`,
  {
    messageId: 'wrongInCallee',
    data: {
      op: 'callTool',
      inside: 'line 5 of tests/sdk/fixtures/sessions/forecasts.ts',
      noun: 'client',
      subject: 'client',
      state: 'not connected',
      consequence: 'it rejects',
    },
  },
  `${v1}
import { callForecast } from './forecasts.js';
export async function ask() {
  const client = new Client(info);
  await client.connect(stdio());
  return callForecast(client, 'Paris');
}`,
);

pair(
  'a factory that does not connect',
  `${v1}
function makeClient() {
  return new Client(info);
}
export async function ask() {
  const client = makeClient();
  return «client.callTool(forecast)»;
}`,
  {
    messageId: 'calledBeforeOpen',
    data: {
      op: 'callTool',
      noun: 'client',
      subject: 'client',
      state: 'not connected',
      consequence: 'it rejects',
      opener: 'connect()',
    },
  },
  `${v1}
async function makeClient() {
  const client = new Client(info);
  await client.connect(stdio());
  return client;
}
export async function ask() {
  const client = await makeClient();
  return client.callTool(forecast);
}`,
);

// options

pair(
  'mode: connected on some paths',
  `${v1}
export async function ask(offline: boolean) {
  const client = new Client(info);
  if (!offline) await client.connect(stdio());
  return «client.callTool(forecast)»;
}`,
  {
    messageId: 'wrongOnSomePaths',
    data: {
      op: 'callTool',
      noun: 'client',
      subject: 'client',
      state: 'not connected',
      place: 'line 11',
      consequence: 'it rejects',
    },
  },
  `${v1}
export async function ask(offline: boolean) {
  const client = new Client(info);
  if (!offline) await client.connect(stdio());
  return client.callTool(forecast);
}`,
  { options: possible },
  {},
);

pair(
  'mode: closed in an earlier iteration',
  `${v1}
export async function askAll(cities: string[]) {
  const client = new Client(info);
  await client.connect(stdio());
  for (const city of cities) {
    console.log(city, await «client.callTool(forecast)»);
    await client.close();
  }
}`,
  {
    messageId: 'wrongOnSomePaths',
    data: {
      op: 'callTool',
      noun: 'client',
      subject: 'client',
      state: 'closed',
      place: 'line 15, in an earlier iteration',
      consequence: 'it rejects',
    },
  },
  `${v1}
export async function askAll(cities: string[]) {
  for (const city of cities) {
    const client = new Client(info);
    await client.connect(stdio());
    console.log(city, await client.callTool(forecast));
    await client.close();
  }
}`,
  { options: possible },
);

pair(
  'checkExpectedRejections: a call that a test expects to fail',
  `import assert from 'node:assert/strict';
${v1}
export async function testUnconnected() {
  const client = new Client(info);
  await assert.rejects(«client.callTool(forecast)»);
}`,
  {
    messageId: 'calledBeforeOpen',
    data: {
      op: 'callTool',
      noun: 'client',
      subject: 'client',
      state: 'not connected',
      consequence: 'it rejects',
      opener: 'connect()',
    },
  },
  `import assert from 'node:assert/strict';
${v1}
export async function testUnconnected() {
  const client = new Client(info);
  await assert.rejects(client.callTool(forecast));
}`,
  { options: [{ mode: 'definite', checkExpectedRejections: true }] },
  {},
);

// protocols of the user

const queue: Protocol = {
  id: 'acme.queue',
  noun: 'queue',
  subjects: [{ packages: ['agent-safety-sdk-tests'], names: ['Queue'] }],
  states: {
    idle: { phase: 'unopened', text: 'not open' },
    open: { phase: 'open', text: 'open' },
    closed: { phase: 'closed', text: 'closed' },
  },
  construct: 'idle',
  ops: {
    open: { role: 'open', from: ['idle'], settles: { idle: 'open' }, misuse: { open: 'rejects', closed: 'rejects' } },
    push: { role: 'use', from: ['open'], misuse: { idle: 'hangs', closed: 'silently-dropped' } },
    close: { role: 'close', from: ['idle', 'open', 'closed'], moves: { idle: 'closed', open: 'closed' }, settles: {} },
  },
  source: 'https://example.com/queue',
};

pair(
  'a session that the settings describe',
  `import { Queue } from './queue.js';
export async function send() {
  const queue = new Queue();
  await «queue.push('hello')»;
}`,
  {
    messageId: 'calledBeforeOpen',
    data: {
      op: 'push',
      noun: 'queue',
      subject: 'queue',
      state: 'not open',
      consequence: 'it hangs until it times out',
      opener: 'open()',
    },
  },
  `import { OtherQueue } from './queue.js';
export async function send() {
  const queue = new OtherQueue();
  await queue.push('hello');
}`,
  { settings: { 'agent-safety': { protocols: [queue] } } },
);

pair(
  'JavaScript',
  `import { Client } from '@modelcontextprotocol/sdk/client/index.js';
export async function ask() {
  const client = new Client({ name: 'weather', version: '1.0.0' });
  return «client.callTool({ name: 'forecast' })»;
}`,
  {
    messageId: 'calledBeforeOpen',
    data: {
      op: 'callTool',
      noun: 'client',
      subject: 'client',
      state: 'not connected',
      consequence: 'it rejects',
      opener: 'connect()',
    },
  },
  `import { Client } from '@modelcontextprotocol/sdk/client/index.js';
/** @param {Client} client */
export async function ask(client) {
  return client.callTool({ name: 'forecast' });
}`,
  { filename: 'script.js' },
);

// correct programs of every day

silent(
  'clients that come from elsewhere',
  `${v1}
declare const registry: { readonly client: Client; find(name: string): Client | undefined };
export async function ask(client: Client, clients: Map<string, Client>) {
  await client.callTool(forecast);
  await clients.get('weather')?.callTool(forecast);
  await registry.client.callTool(forecast);
  await registry.find('weather')?.callTool(forecast);
}`,
);

silent(
  'a connection that is made when it is needed',
  `${v1}
export class Weather {
  #client: Client | undefined;
  #connecting: Promise<Client> | undefined;
  private connected = false;
  private readonly eager = new Client(info);

  private async client() {
    if (!this.#client) {
      this.#client = new Client(info);
      await this.#client.connect(stdio());
    }
    return this.#client;
  }

  private memoized() {
    this.#connecting ??= (async () => {
      const client = new Client(info);
      await client.connect(stdio());
      return client;
    })();
    return this.#connecting;
  }

  private async ensureConnected() {
    if (this.connected) return;
    await this.eager.connect(stdio());
    this.connected = true;
  }

  async ask() {
    await (await this.client()).callTool(forecast);
    await (await this.memoized()).callTool(forecast);
    await this.ensureConnected();
    await this.eager.callTool(forecast);
  }
}`,
);

silent(
  'a client that hooks of a test connect',
  `${v1}
declare function beforeEach(run: () => Promise<void>): void;
declare function afterEach(run: () => Promise<void>): void;
declare function it(name: string, run: () => Promise<void>): void;
let client: Client;
beforeEach(async () => {
  client = new Client(info);
  await client.connect(stdio());
});
afterEach(() => client.close());
it('answers', async () => {
  await client.callTool(forecast);
});`,
);

silent(
  'a retry',
  `${v1}
export async function connected(attempts: number) {
  for (let attempt = 1; ; attempt++) {
    const client = new Client(info);
    try {
      await client.connect(stdio());
      return client;
    } catch (error) {
      await client.close();
      if (attempt >= attempts) throw error;
    }
  }
}`,
);

silent(
  'a state that is asked for',
  `${v1}
export async function ask(offline: boolean) {
  const client = new Client(info);
  if (!offline) await client.connect(stdio());
  if (client.transport) await client.callTool(forecast);
  await client.close();
  if (client.transport === undefined) return;
  await client.ping();
}`,
  { options: possible },
);

silent(
  'cases that cover everything',
  `${v1}
export async function ask(kind: 'local' | 'remote', remote: Transport) {
  const client = new Client(info);
  switch (kind) {
    case 'local':
      await client.connect(stdio());
      break;
    case 'remote':
      await client.connect(remote);
      break;
  }
  return client.callTool(forecast);
}`,
  { options: possible },
);

silent(
  'the other branch ends the process',
  `${v1}
export async function ask(command: string | undefined) {
  const client = new Client(info);
  if (command) await client.connect(new StdioClientTransport({ command }));
  else process.exit(1);
  return client.callTool(forecast);
}`,
  { options: possible },
);

silent(
  'a client that is lent to a callback',
  `${v1}
async function withClient<T>(use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(info);
  await client.connect(stdio());
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}
export const ask = () => withClient((client) => client.callTool(forecast));`,
);

silent(
  'clients that connect by themselves',
  `import { MCPClient } from '@mastra/mcp';
import { Agent, MCPServerStdio, connectMcpServers, run } from '@openai/agents';
export async function ask(question: string) {
  const tools = await new MCPClient({ servers: { files: { command: 'files-server' } } }).listTools();
  const files = new MCPServerStdio({ command: 'files-server' });
  const { active } = await connectMcpServers([files]);
  const agent = new Agent({ name: 'librarian', mcpServers: active });
  return [tools, await run(agent, question)];
}`,
);

silent(
  'close when another function runs it',
  `${v1}
export async function serve() {
  const client = new Client(info);
  process.once('SIGINT', () => void client.close());
  client.onclose = () => console.log('closed');
  await client.connect(stdio());
  await client.callTool(forecast);
}`,
);

const returning = (returned: string): string => `${v1}
export async function ask(isShort: boolean) {
  const client = new Client(info);
  try {
    await client.connect(stdio());
    return ${returned};
  } finally {
    await client.close();
  }
}`;
pair(
  'a request that is returned, and the client closed on the way out',
  returning('isShort ? undefined : ⟨await ⟩«client.callTool(forecast)».then(({ content }) => content)'),
  {
    messageId: 'closedUnanswered',
    data: { op: 'callTool', subject: 'client', place: 'line 16', consequence: 'it rejects' },
    suggestion: { messageId: 'awaitRequest', data: { call: 'client.callTool()' } },
  },
  returning('isShort ? undefined : await client.callTool(forecast).then(({ content }) => content)'),
);

const handingOut = (between: string, returned: string): string => `import { createMCPClient } from '@ai-sdk/mcp';
export async function toolsOf(url: string) {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  try {
    ${between}
    return ${returned};
  } finally {
    await client.close();
  }
}`;
for (const [name, between, returned] of [
  ['tools that are returned, and their client closed on the way out', '', 'await «client.tools()»'],
  ['the same by way of a variable', 'const tools = await «client.tools()»;', 'tools'],
] as const)
  pair(
    name,
    handingOut(between, returned),
    {
      messageId: 'closedInReturn',
      data: { op: 'tools', subject: 'client', place: 'line 8', consequence: 'what depends on it fails later' },
    },
    handingOut('const tools = await client.tools();', 'Object.keys(tools)'),
    { options: possible },
  );
silent('tools that are returned, for others to read', handingOut('', 'await client.tools()'));

const watcher = (start: string): string => `${v2}
export class Watcher {
  readonly #client = new Client(info);
  #names = new Set<string>();
  async #read() {
    const { tools } = await this.#client.listTools();
    return new Set(tools.map(({ name }) => name));
  }
  async start() {
    ${start}
    setInterval(() => void this.#read(), 1000);
  }
  stop() { return this.#client.close(); }
}`;
pair(
  'a method that lists tools by a helper before it connects, and connects before it',
  watcher('this.#names = await «this.#read()»; await this.#client.connect(http());'),
  {
    messageId: 'wrongInCallee',
    data: {
      op: 'listTools',
      inside: 'line 9',
      subject: 'this.#client',
      state: 'not connected',
      consequence: 'it returns an empty list',
      noun: 'client',
    },
  },
  watcher('await this.#client.connect(http()); this.#names = await this.#read();'),
);
pair(
  'a method that calls a tool before it connects, and one that does so where the client answers',
  watcher("await «this.#client.callTool({ name: 'forecast' })»; await this.#client.connect(http());"),
  {
    messageId: 'calledBeforeOpen',
    data: {
      op: 'callTool',
      noun: 'client',
      subject: 'this.#client',
      state: 'not connected',
      consequence: 'it rejects',
      opener: 'connect()',
    },
  },
  watcher('try { await this.#client.ping(); } catch { await this.#client.connect(http()); }'),
);
for (const [name, start] of Object.entries({
  'whose rejection is handled': 'await this.#client.ping().catch(() => this.#client.connect(http()));',
  'that is handled by a callback':
    'const isThere = await this.#client.ping().then(() => true, () => false); if (!isThere) await this.#client.connect(http());',
  'in a helper that catches it':
    'const isThere = async () => { try { await this.#client.ping(); return true; } catch { return false; } }; if (!(await isThere())) await this.#client.connect(http());',
  'of a helper that nothing waits for': 'void this.#read(); await this.#client.connect(http());',
}))
  silent(`a call before the connection ${name}`, watcher(start));
silent(
  'a call in a method that catches it, before another one connects',
  `${v1}
export class Lazy {
  readonly #client = new Client(info);
  async #try() { try { return await this.#client.callTool(forecast); } catch { return undefined; } }
  async #demand() { this.#check(); return await this.#client.callTool(forecast); }
  #check() { if (this.#client.getServerVersion() === undefined) throw new Error('not ready'); }
  async ask() {
    const early = (await this.#try()) ?? (await this.#demand().catch(() => undefined));
    await this.#client.connect(stdio());
    return early;
  }
  close() { return this.#client.close(); }
}`,
);
silent(
  'a constructor that begins to connect, and methods that others run',
  `${v1}
export class Beating {
  readonly #client = new Client(info);
  constructor() { void this.#client.connect(stdio()); setInterval(() => void this.#beat(), 60_000); }
  async #beat() { await this.#client.ping(); }
  async ask() { this.#check(); return await this.#client.callTool(forecast); }
  #check() { if (this.#client.getServerVersion() === undefined) throw new Error('not ready'); }
  close() { return this.#client.close(); }
}`,
  { options: possible },
);
silent(
  'a method that connects where it is not connected yet, and calls before',
  watcher('if (this.#names.size > 0) await this.#client.ping(); await this.#client.connect(http());'),
);

pair(
  'a call of the same object before it connects, and that of another one',
  `${v1}
export class Session {
  readonly #client = new Client(info);
  async tools() { return (await this.#client.listTools()).tools; }
  async replace(previous: Session) {
    const before = await «this.tools()»;
    await this.#client.connect(stdio());
    return [before, await previous.tools()];
  }
  close() { return this.#client.close(); }
}`,
  {
    messageId: 'wrongInCallee',
    data: {
      op: 'listTools',
      inside: 'line 12',
      subject: 'this.#client',
      state: 'not connected',
      consequence: 'it rejects',
      noun: 'client',
    },
  },
  `${v1}
export class Session {
  readonly #client = new Client(info);
  async tools() { return (await this.#client.listTools()).tools; }
  async replace(previous: Session) {
    const before = await previous.tools();
    await this.#client.connect(stdio());
    return [before, await this.tools()];
  }
  close() { return this.#client.close(); }
}`,
);

const gateway = (start: string, use: string): string => `${v1}
export class Gateway {
  readonly #client = new Client(info);
  readonly #ready: Promise<void> | undefined;
  constructor() { ${start} }
  async ask() { ${use} }
  close() { return this.#client.close(); }
}`;
const overtaking: Finding<MessageId> = {
  messageId: 'wrongOnSomePaths',
  data: {
    op: 'callTool',
    subject: 'this.#client',
    state: 'still connecting',
    place: 'line 13',
    consequence: 'it overtakes the handshake',
    noun: 'client',
  },
};
const atOnce = 'return await «this.#client.callTool(forecast)»;';
for (const start of [
  'void this.#client.connect(stdio());',
  'this.#client.connect(stdio());',
  'this.#client.connect(stdio()).catch(console.error);',
])
  pair(
    `a constructor that begins to connect, and keeps no promise: ${start}`,
    gateway(start, atOnce),
    overtaking,
    gateway('this.#ready = this.#client.connect(stdio());', `await this.#ready; ${codeOf(atOnce)}`),
    { options: possible },
  );

silent(
  'a constructor that begins to connect, and a method that only its own listener calls',
  `${v1}
export class Catalog {
  readonly #client = new Client(info);
  constructor() {
    this.#client.onclose = () => void this.refresh();
    void this.#client.connect(stdio());
  }
  async refresh() { return this.#client.callTool(forecast); }
  close() { return this.#client.close(); }
}`,
);

pair(
  'a constructor that begins to connect, and a method that another one calls, or only a listener',
  `${v1}
export class Catalog {
  readonly #client = new Client(info);
  readonly listeners = new Set<() => void>();
  constructor() { void this.#client.connect(stdio()); }
  async list() { return «this.#client.callTool(forecast)»; }
  async first() { for (const each of this.listeners) each(); return this.list(); }
  close() { return this.#client.close(); }
}`,
  overtaking,
  `${v1}
export class Catalog {
  readonly #client = new Client(info);
  constructor() { this.#client.onclose = () => void this.list(); void this.#client.connect(stdio()); }
  async list() { return this.#client.callTool(forecast); }
  close() { return this.#client.close(); }
}`,
  { options: possible },
);

const together = (list: string): string => `import { Agent, MCPServerStdio, run } from '@openai/agents';
export async function ask(question: string) {
  const files = new MCPServerStdio({ command: 'files-server' });
  const agent = new Agent({ name: 'librarian', mcpServers: [files] });
  try {
    return ${list};
  } finally {
    await files.close();
  }
}`;
pair(
  'a server that is connected beside the run that needs it, and before it',
  together('await Promise.all([files.connect(), «run(agent, question)»])'),
  {
    messageId: 'calledUnawaited',
    data: { op: 'run', opener: 'files.connect()', place: 'line 6', consequence: 'it rejects' },
  },
  together('await Promise.all([files.connect().then(() => run(agent, question))])'),
);

silent('an empty file', '');

tester.run('no-wrong-session-state', noWrongSessionState, {
  valid,
  invalid,
  assertionOptions: { requireData: true, requireLocation: true },
});
