import type { InvalidTestCase, ValidTestCase } from '@typescript-eslint/rule-tester';
import { requireSessionClose } from '../../src/rules/require-session-close.ts';
import type { Options } from '../../src/rules/require-session-close.ts';
import { codeOf, errorsIn } from './marked.ts';
import type { Finding } from './marked.ts';
import { owningAgents } from './owning-agents.ts';
import { tester } from './rule-tester.ts';

type MessageId = keyof typeof requireSessionClose.messages;

interface Shared {
  readonly options?: [Options];
  readonly filename?: string;
}

const valid: ValidTestCase<[Options]>[] = [];
const invalid: InvalidTestCase<MessageId, [Options]>[] = [];

/** Two programs that differ in the one thing that matters: the first leaves the marked session open, the second does not. */
function pair(
  name: string,
  leaks: string,
  finding: Finding<MessageId>,
  closes: string,
  common: Shared = {},
  closesOnly: Shared = common,
): void {
  invalid.push({ name, code: codeOf(leaks), errors: errorsIn(leaks, finding), ...common });
  silent(`not: ${name}`, closes, closesOnly);
}

function silent(name: string, code: string, common: Shared = {}): void {
  valid.push({ name, code, ...common });
}

/** Two programs of which the first leaves the session open where a call fails and a `catch` block takes that. */
function caught(name: string, leaks: string, finding: Finding<MessageId>, closes: string): void {
  pair(name, leaks, finding, closes, modelled);
  silent(`by default not: ${name}`, codeOf(leaks));
}

const modelled: Shared = { options: [{ checkTests: true, checkThrowingCalls: 'modelled' }] };
const throwing: Shared = { options: [{ checkTests: true, checkThrowingCalls: true }] };
const withoutTests: Shared = { options: [{ checkTests: false, checkThrowingCalls: false }] };

const v1 = `import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
const info = { name: 'weather', version: '1.0.0' };
const forecast = { name: 'forecast', arguments: { city: 'Paris' } };
const stdio = () => new StdioClientTransport({ command: 'weather-server' });
`;

// in tests

const lists = (made: string): string => `{
  const client = ${made};
  await client.connect(stdio());
  await client.listTools();
}`;
const neverClosed = { messageId: 'neverClosed', data: { subject: 'client', noun: 'client' } } as const;
for (const [name, imported, before, after] of [
  ['given to a test runner', '', "it('lists', async () => ", ');'],
  ['given to a test runner for each of a table', '', "it.each([1])('lists %d', async () => ", ');'],
  [
    'helping in a file that imports one',
    "import { it } from 'vitest';\n",
    'async function list() ',
    "it('lists', list);",
  ],
] as const) {
  const program = (made: string): string =>
    `${imported}${v1}${imported ? '' : 'declare const it: any;\n'}${before}${lists(made)}${after}`;
  pair(
    `checkTests: ${name}`,
    program('«new Client(info)»'),
    neverClosed,
    program('new Client(info)'),
    {},
    withoutTests,
  );
}
const outside = (name: string): string => `${v1}export async function ${name}() ${lists('«new Client(info)»')}`;
invalid.push({
  name: 'without checkTests: in the program',
  code: codeOf(outside('list')),
  errors: errorsIn(outside('list'), neverClosed),
  ...withoutTests,
});

// left by a statement

const mocking = (module: string, client: string): string => `${v1}import { it, vi } from 'vitest';
vi.mock('${module}', () => ({ Client: class {} }));
it('lists tools', async () => {
  const client = ${client};
  await client.connect(stdio());
  await client.listTools();
});
`;
pair(
  'in a test that puts something else in the place of another module',
  mocking('./weather.ts', '«new Client(info)»'),
  neverClosed,
  mocking('@modelcontextprotocol/sdk/client/index.js', 'new Client(info)'),
);

const pooled = (kept: string, rest = ''): string => `${v1}
export async function fill(names: string[]) {
  const pool: Client[] = [];
  for (const name of names) {
    try {
      const client = ${kept === 'pool.push(client)' ? 'new Client(info)' : '«new Client(info)»'};
      await client.connect(stdio());
      await client.listTools();
      ${kept};
    } catch (error) {
      console.error(name, error);
    }
  }
  ${rest}return pool;
}`;

const stored = (about: string, keep = 'this.clients.set(name, entry);'): string => `${v1}
export class Clients {
  readonly clients = new Map<string, object>();
  async open(name: string) {
    try {
      const client = new Client(info);
      await client.connect(stdio());
      const about = ${about};
      const entry = { client, about, since: new Date() };
      ${keep}
      await fetch('https://status.example/' + name);
      return entry;
    } catch (error) {
      console.error(name, error);
      throw error;
    }
  }
  about(capabilities?: object) { return capabilities && { logging: 'logging' in capabilities }; }
}`;

const notStored: Finding<MessageId> = {
  messageId: 'leftOpenByThrow',
  data: { subject: 'client', noun: 'client', place: 'line 20' },
  at: 'const client = «new Client(info)»;',
};
const described = 'this.about(client.getServerCapabilities())';

pair(
  'a request between connect and what keeps the client',
  stored('await client.listTools()'),
  notStored,
  stored(described),
  modelled,
);

pair(
  'a client that something keeps on one of two paths',
  stored(described, 'if (name) this.clients.set(name, entry);'),
  notStored,
  stored(described, '(this.clients as Map<string, object>).set(name, entry);'),
  modelled,
);

pair(
  'a client that something keeps behind what fails',
  stored(described, "await fetch('https://log.example/'); this.clients.set(name, entry);"),
  notStored,
  stored(described, "this.clients.set(name, entry); await fetch('https://log.example/');"),
  modelled,
);

pair(
  'a client that nothing keeps, in a `try` whose error goes no further',
  pooled('console.log(client.getServerVersion())'),
  { messageId: 'leftOpen', data: { subject: 'client', noun: 'client', place: 'line 19' } },
  pooled('pool.push(client)'),
);

pair(
  'a return between connect and close',
  `${v1}
export async function ask(city: string) {
  const client = «new Client(info)»;
  await client.connect(stdio());
  const { tools } = await client.listTools();
  if (!tools.some((tool) => tool.name === city)) return undefined;
  const answer = await client.callTool(forecast);
  await client.close();
  return answer;
}`,
  { messageId: 'leftOpen', data: { subject: 'client', noun: 'client', place: 'line 11' } },
  `${v1}
export async function ask(city: string) {
  const client = new Client(info);
  await client.connect(stdio());
  try {
    const { tools } = await client.listTools();
    if (!tools.some((tool) => tool.name === city)) return undefined;
    return await client.callTool(forecast);
  } finally {
    await client.close();
  }
}`,
);

/** Opens a client, runs, and closes the client that the variable holds then. */
const renewing = (opened: string, renewed: string): string => `${v1}
async function open(): Promise<Client> {
  const opened = new Client(info);
  await opened.connect(stdio());
  return opened;
}
async function renew(old: Client): Promise<Client> {
  await old.close();
  return open();
}
export async function run(cities: string[]) {
  let client = await ${opened};
  try {
    for (const city of cities) {
      if (city.length > 9) ${renewed}
      await client.listTools();
    }
  } finally {
    await client.close();
  }
}`;

pair(
  'another client takes its place, and that is closed',
  renewing('«open()»', 'client = await open();'),
  { messageId: 'replaced', data: { subject: 'client', noun: 'client', place: 'line 20' } },
  renewing('open()', '{ await client.close(); client = await open(); }'),
);

const retried = (close: string): string => `${v1}
export async function retry(attempts: number): Promise<unknown> {
  let client: Client | undefined;
  try {
    for (let attempt = 0; attempt < attempts; attempt++) {
      ${close}
      client = ${close === '' ? '«new Client(info)»' : 'new Client(info)'};
      await client.connect(stdio());
      const result = await client.callTool(forecast);
      if (!result.isError) return result.content;
    }
    return undefined;
  } finally {
    await client?.close();
  }
}`;
pair(
  'each round of a loop opens another client, and the last one is closed',
  retried(''),
  { messageId: 'replacedInLoop', data: { subject: 'client', noun: 'client' } },
  retried('await client?.close();'),
);

silent(
  'each round of a loop opens another client, which something else holds',
  `${v1}
declare function keep(client: Client): void;
export async function open(count: number): Promise<Client | undefined> {
  let client: Client | undefined;
  for (let each = 0; each < count; each++) {
    client = new Client(info);
    await client.connect(stdio());
    keep(client);
  }
  return client;
}
export async function retried(count: number): Promise<Client> {
  let client: Client;
  for (let attempt = 0; ; attempt++) {
    client = new Client(info);
    try {
      await client.connect(stdio());
      break;
    } catch (error) {
      if (attempt === count) throw error;
    }
  }
  return client;
}`,
);

pair(
  'another client takes its place, by a function that does not close the first',
  renewing('«open()»', 'client = await Promise.resolve(city).then(() => open());'),
  { messageId: 'replaced', data: { subject: 'client', noun: 'client', place: 'line 20' } },
  renewing('open()', 'client = await renew(client);'),
);

silent(
  'another client takes its place, and the first is closed after that',
  renewing('open()', '{ const old = client; client = await open(); await old.close(); }'),
);

const surveyed = (
  look: string,
  mark: (made: string) => string,
  leave = 'return undefined;',
): string => `import { MCPClient } from '@mastra/mcp';
export async function survey(url: URL) {
  const client = ${mark('new MCPClient({ servers: { feeds: { url } } })')};
  const toolsets = await client.listToolsets();
  if (${look}) ${leave}
  await client.disconnect();
  return 'done';
}`;
for (const look of [
  'Object.keys(toolsets).length === 0',
  "!Object.hasOwn(toolsets, 'feeds')",
  'Array.isArray(toolsets)',
])
  pair(
    `the function is left behind ${look}`,
    surveyed(look, (made) => `«${made}»`),
    { messageId: 'leftOpen', data: { subject: 'client', noun: 'client', place: 'line 5' } },
    surveyed(look, String, '{ await client.disconnect(); return undefined; }'),
  );
const agents = (rest: string): string => `import { Agent } from '@mastra/core/agent';
import { MCPClient } from '@mastra/mcp';
const base = { id: 'desk', name: 'Desk', instructions: '', model: 'a/b' };
const made = () => new MCPClient({ servers: { feeds: { command: 'feeds' } } });
${rest}`;
pair(
  'an agent has the tools of a client, and runs',
  agents(`export async function turn(text: string) {
  const client = «made()»;
  const offered = Object.entries(await client.listTools());
  const agent = new Agent({ ...base, tools: Object.fromEntries(offered.filter(([name]) => name !== 'post')) });
  const { text: answer } = await agent.generate(text);
  return answer;
}`),
  { messageId: 'leftOpen', data: { subject: 'client', noun: 'client', place: 'line 10' } },
  agents(`export async function turn(text: string) {
  const client = made();
  const agent = new Agent({ ...base, tools: await client.listTools() });
  const { text: answer } = await agent.generate(text);
  await client.disconnect();
  return answer;
}`),
);
silent(
  'an agent that has the tools of a client outlives the function',
  agents(`export class Desk {
  public agent: Agent | undefined;
  private kept: Agent | undefined;
  readonly #all = new Map<string, Agent>();
  async open() {
    this.agent = new Agent({ ...base, tools: await made().listTools() });
  }
  async keep() {
    const client = made();
    this.kept = new Agent({ ...base, tools: await client.listTools() });
    return this.kept.id;
  }
  async add() {
    const client = made();
    this.#all.set('a', new Agent({ ...base, tools: await client.listTools() }));
  }
  async asking() {
    const client = made();
    const agent = new Agent({ ...base, tools: await client.listTools() });
    return (text: string) => agent.generate(text);
  }
  async stream(text: string) {
    const client = made();
    const agent = new Agent({ ...base, tools: await client.listTools() });
    return (await agent.stream(text)).textStream;
  }
}`),
);

silent(
  'something else holds what a client gave, by its values',
  `${surveyed('keep(Object.values(toolsets))', String)}
declare function keep(values: unknown[]): boolean;`,
);

pair(
  'the answer is returned and nobody closes',
  `import { createMCPClient } from '@ai-sdk/mcp';
import { generateText, type LanguageModel } from 'ai';
export async function answer(model: LanguageModel, url: string, prompt: string) {
  const client = await «createMCPClient({ transport: { type: 'http', url } })»;
  return generateText({ model, tools: await client.tools(), prompt });
}`,
  { messageId: 'leftOpen', data: { subject: 'client', noun: 'client', place: 'line 5' } },
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

for (const [what, run] of [
  ['a stream', "streamText({ model, prompt: 'Hello', tools: await client.tools()END })"],
  [
    "an agent's stream",
    "await new ToolLoopAgent({ model, tools: await client.tools()END }).stream({ prompt: 'Hello' })",
  ],
  [
    'a response',
    'createAgentUIStreamResponse({ agent: new ToolLoopAgent({ model, tools: await client.tools()END }), uiMessages: [] })',
  ],
] as const) {
  const program = (made: string, end: string): string => `import { createMCPClient } from '@ai-sdk/mcp';
import { createAgentUIStreamResponse, streamText, ToolLoopAgent, type LanguageModel } from 'ai';
export async function answer(model: LanguageModel, url: string) {
  const client = await ${made};
  return ${run.replace('END', end)};
}`;
  const made = "createMCPClient({ transport: { type: 'http', url } })";
  pair(
    `${what} is returned, and nobody closes`,
    program(`«${made}»`, ''),
    {
      messageId: 'leftRunning',
      data: {
        subject: 'client',
        noun: 'client',
        state: 'needed by a run that may still call its tools',
        place: 'line 5',
      },
    },
    program(made, ', onFinish: () => client.close()'),
  );
}

for (const [sdk, { imports, make, agent, run }] of Object.entries(owningAgents)) {
  const body = (made: string, end: string): string => `${imports}
export async function answer(url: string, prompt: string) {
  const client = await ${made};
  const agent = ${agent};
  const result = await ${run};
  ${end}return JSON.stringify(result);
}`;
  pair(
    `the agent that has its tools is run, and nobody closes: ${sdk}`,
    body(`«${make}»`, ''),
    { messageId: 'leftOpen', data: { subject: 'client', noun: 'client', place: 'line 6' } },
    body(make, 'await client.close(); '),
  );
  silent(
    `the agent that has its tools is returned: ${sdk}`,
    `${imports}
export async function agentFor(url: string) {
  const client = await ${make};
  return ${agent};
}`,
  );
}

const renamed = (
  name: string,
  last: string,
  made = 'connectTo',
): string => `import { ${name} as connectTo } from '@ai-sdk/mcp';
import { generateText, type LanguageModel } from 'ai';
export async function answer(model: LanguageModel, url: string, prompt: string) {
  const client = await ${made.replace('connectTo', "connectTo({ transport: { type: 'http', url } })")};
  const { text } = await generateText({ model, tools: await client.tools(), prompt });
  ${last}
  return text;
}`;
for (const name of ['createMCPClient', 'experimental_createMCPClient'])
  pair(
    `a factory that is imported as ${name}, under another name`,
    renamed(name, '', '«connectTo»'),
    { messageId: 'leftOpen', data: { subject: 'client', noun: 'client', place: 'line 7' } },
    renamed(name, 'await client.close();'),
  );

caught(
  'the catch block returns without close',
  `${v1}
export async function ask() {
  const client = «new Client(info)»;
  await client.connect(stdio());
  try {
    await client.callTool(forecast);
  } catch {
    return false;
  }
  await client.close();
  return true;
}`,
  { messageId: 'leftOpen', data: { subject: 'client', noun: 'client', place: 'line 13' } },
  `${v1}
export async function ask() {
  const client = new Client(info);
  await client.connect(stdio());
  try {
    await client.callTool(forecast);
  } catch {
    await client.close();
    return false;
  }
  await client.close();
  return true;
}`,
);

pair(
  'the program itself throws between connect and close, and catches that',
  `${v1}
export async function ask() {
  const client = «new Client(info)»;
  try {
    await client.connect(stdio());
    const { tools } = await client.listTools();
    if (tools.length === 0) throw new Error('no tools');
    await client.close();
    return tools;
  } catch {
    return undefined;
  }
}`,
  { messageId: 'leftOpen', data: { subject: 'client', noun: 'client', place: 'line 16' } },
  `${v1}
export async function ask() {
  const client = new Client(info);
  try {
    await client.connect(stdio());
    const { tools } = await client.listTools();
    if (tools.length === 0) throw new Error('no tools');
    return tools;
  } catch {
    return undefined;
  } finally {
    await client.close();
  }
}`,
);

caught(
  'the client is closed after a request, whose failure is only logged',
  `${v1}
export async function ask() {
  const client = «new Client(info)»;
  try {
    await client.connect(stdio());
    console.log(await client.listTools());
    await client.close();
  } catch (error) {
    console.error(error);
  }
}`,
  { messageId: 'neverClosed', data: { subject: 'client', noun: 'client' } },
  `${v1}
export async function ask() {
  const client = new Client(info);
  try {
    await client.connect(stdio());
    console.log(await client.listTools());
  } catch (error) {
    console.error(error);
  }
  await client.close();
}`,
);

caught(
  'a stream whose end closes, and an error that does not',
  `import { createMCPClient } from '@ai-sdk/mcp';
import { streamText, type LanguageModel } from 'ai';
export async function answer(model: LanguageModel, url: string, prompt: string) {
  const client = await «createMCPClient({ transport: { type: 'http', url } })»;
  try {
    const tools = await client.tools();
    return streamText({ model, tools, prompt, onFinish: () => client.close() });
  } catch {
    return undefined;
  }
}`,
  { messageId: 'leftOpen', data: { subject: 'client', noun: 'client', place: 'line 9' } },
  `import { createMCPClient } from '@ai-sdk/mcp';
import { streamText, type LanguageModel } from 'ai';
export async function answer(model: LanguageModel, url: string, prompt: string) {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  try {
    const tools = await client.tools();
    return streamText({ model, tools, prompt, onFinish: () => client.close() });
  } catch (error) {
    await client.close();
    throw error;
  }
}`,
);

pair(
  'a function that only uses it',
  `${v1}
import { callForecast } from './forecasts.js';
export async function ask(city: string) {
  const client = «new Client(info)»;
  await client.connect(stdio());
  if (city === '') return undefined;
  const answer = await callForecast(client, city);
  await client.close();
  return answer;
}`,
  { messageId: 'leftOpen', data: { subject: 'client', noun: 'client', place: 'line 11' } },
  `${v1}
import { callForecast, stop } from './forecasts.js';
export async function ask(city: string) {
  const client = new Client(info);
  await client.connect(stdio());
  if (city === '') {
    await stop(client);
    return undefined;
  }
  const answer = await callForecast(client, city);
  await stop(client);
  return answer;
}`,
);

pair(
  'version 2',
  `import { Client, type Transport } from '@modelcontextprotocol/client';
export async function toolNames(transport: Transport) {
  const client = «new Client({ name: 'weather', version: '1.0.0' })»;
  await client.connect(transport);
  return (await client.listTools()).tools.map((tool) => tool.name);
}`,
  { messageId: 'leftOpen', data: { subject: 'client', noun: 'client', place: 'line 5' } },
  `import { Client, type Transport } from '@modelcontextprotocol/client';
export async function connected(transport: Transport) {
  const client = new Client({ name: 'weather', version: '1.0.0' });
  await client.connect(transport);
  return client;
}`,
);

pair(
  'a warm query that is not used',
  `import { startup } from '@anthropic-ai/claude-agent-sdk';
export async function tidy(isDry: boolean) {
  const warm = await «startup()»;
  if (isDry) return;
  for await (const message of warm.query('Tidy up')) console.log(message.type);
}`,
  { messageId: 'leftOpen', data: { subject: 'warm', noun: 'warm query', place: 'line 4' } },
  `import { startup } from '@anthropic-ai/claude-agent-sdk';
export async function tidy(isDry: boolean) {
  await using warm = await startup();
  if (isDry) return;
  for await (const message of warm.query('Tidy up')) console.log(message.type);
}`,
);

// left by an error

pair(
  'a throw between connect and close',
  `${v1}
export async function ask(city: string) {
  const client = «new Client(info)»;
  await client.connect(stdio());
  const { tools } = await client.listTools();
  if (!tools.some((tool) => tool.name === city)) throw new Error(\`no forecast for \${city}\`);
  const answer = await client.callTool(forecast);
  await client.close();
  return answer;
}`,
  { messageId: 'leftOpenByThrow', data: { subject: 'client', noun: 'client', place: 'line 11' } },
  `${v1}
export async function ask(city: string) {
  if (city === '') throw new Error('no city');
  const client = new Client(info);
  await client.connect(stdio());
  const answer = await client.callTool(forecast);
  await client.close();
  return answer;
}`,
);

caught(
  'the catch block throws another error without close',
  `${v1}
export async function ask() {
  const client = «new Client(info)»;
  await client.connect(stdio());
  try {
    await client.callTool(forecast);
  } catch (cause) {
    throw new Error('no forecast', { cause });
  }
  await client.close();
}`,
  { messageId: 'leftOpenByThrow', data: { subject: 'client', noun: 'client', place: 'line 13' } },
  `${v1}
export async function ask() {
  const client = new Client(info);
  await client.connect(stdio());
  try {
    await client.callTool(forecast);
  } catch (cause) {
    throw new Error('no forecast', { cause });
  } finally {
    await client.close();
  }
}`,
);

caught(
  'something between the connect and where it is kept may throw, and the catch block throws another error',
  `${v1}declare function publish(name: string): Promise<void>;
export class Pool {
  readonly #clients = new Map<string, Client>();
  readonly #seen = new Set<string>();
  async open(name: string) {
    try {
      const client = «new Client(info)»;
      await client.connect(stdio());
      await publish(name);
      this.#clients.set(name, client);
    } catch (cause) {
      throw new Error(name, { cause });
    }
  }
}`,
  { messageId: 'leftOpenByThrow', data: { subject: 'client', noun: 'client', place: 'line 17' } },
  `${v1}
export class Pool {
  readonly #clients = new Map<string, Client>();
  readonly #seen = new Set<string>();
  async open(name: string) {
    try {
      const client = new Client(info);
      await client.connect(stdio());
      this.#seen.add(name);
      this.#clients.set(name, client);
    } catch (cause) {
      throw new Error(name, { cause });
    }
  }
}`,
);

const tried = (
  taken: string,
  made = 'new Client(info)',
  rest = '',
): string => `${v1}declare function publish(name: string): Promise<void>;
export class Pool {
  readonly #clients = new Map<string, { client: Client; at: Date }>();
  async open(name: string, quiet: boolean) {
    try {
      const client = ${made};
      await client.connect(stdio());
      try {
        await client.listTools();
      } catch (cause) {
        ${taken}
        throw new Error('no tools', { cause });
      }
      ${rest}
      this.#clients.set(name, { client, at: new Date() });
    } catch (cause) {
      throw new Error(name, { cause });
    }
  }
}`;
const thrownOut = {
  messageId: 'leftOpenByThrow',
  data: { subject: 'client', noun: 'client', place: 'line 22' },
} as const;

pair(
  'a failure that an inner catch block passes on without close',
  tried('console.error(name);', '«new Client(info)»'),
  thrownOut,
  tried('await client.close();'),
);

pair(
  'an inner catch block that closes on a condition',
  tried('if (quiet) await client.close();', '«new Client(info)»'),
  thrownOut,
  tried('if (quiet) console.error(name);\n await client.close().catch(() => undefined);'),
);

pair(
  'an inner catch block that closes, and another failure before the client is kept',
  tried('await client.close();', '«new Client(info)»', 'await publish(name);'),
  thrownOut,
  tried('await client.close();', 'new Client(info)', 'console.log(name);'),
);

const enlisted = (last: string): string => `${v1}
export class Servers {
  readonly #servers = new Map<string, { client: Client }>();
  readonly #failed: string[] = [];
  async start(name: string) {
    try {
      const client = ${last.includes('entry)') ? 'new Client(info)' : '«new Client(info)»'};
      await client.connect(stdio());
      await new Promise((resolve) => setTimeout(resolve, 200));
      const entry = { client, name };
      ${last}
    } catch {
      this.#failed.push(name);
    }
  }
}`;

pair(
  'a client that goes into an object which nothing keeps',
  enlisted('console.log(entry.name);'),
  { messageId: 'neverClosed', data: { subject: 'client', noun: 'client' } },
  enlisted('this.#servers.set(name, entry);'),
);

const fallingBack = (declarations: string, step: string, made = 'new Client(info)'): string => `${v1}
${declarations}
export async function connect() {
  const client = ${made};
  try {
    await client.connect(stdio());
    ${step}
    return client;
  } catch {
    return undefined;
  }
}`;
const logger = 'declare const logger: { info(text: string): void };';
const leftOpenInCatch = {
  messageId: 'leftOpen',
  data: { subject: 'client', noun: 'client', place: 'line 15' },
} as const;

caught(
  'what is awaited after the connect may fail, and the catch block gives up',
  fallingBack('declare function announce(): Promise<void>;', 'await announce();', '«new Client(info)»'),
  leftOpenInCatch,
  fallingBack(logger, "logger.info('connected');"),
);

caught(
  'a function of the program throws after the connect, and the catch block gives up',
  fallingBack(
    'declare const tools: readonly string[]; function check() { if (tools.length === 0) throw new Error(); }',
    'check();',
    '«new Client(info)»',
  ),
  leftOpenInCatch,
  fallingBack('declare let tools: string[]; function check() { tools = []; }', 'check();'),
);

const probing = (step: string, made = 'new Client(info)'): string => `${v1}
export async function probe() {
  try {
    const client = ${made};
    await client.connect(stdio());
    const version = ${step};
    await client.close();
    return version;
  } catch {
    return undefined;
  }
}`;

caught(
  'a request between where it is opened and closed fails, and the catch block gives up',
  probing('await client.listTools()', '«new Client(info)»'),
  { messageId: 'leftOpen', data: { subject: 'client', noun: 'client', place: 'line 15' } },
  probing('client.getServerVersion()'),
);

const keptOutside = (made: string, kept: string): string => `${v1}
let current: Client | undefined;
export async function open() {
  try {
    const client = ${made};
    await client.connect(stdio());
    await client.listTools();
    ${kept}
  } catch {
    current = undefined;
  }
  return current;
}`;

pair(
  'a variable inside of the function takes it in the try block',
  keptOutside('«new Client(info)»', 'let own: Client; own = client; console.log(own);'),
  { messageId: 'leftOpen', data: { subject: 'client', noun: 'client', place: 'line 17' } },
  keptOutside('new Client(info)', 'current = client;'),
);

const raced = (last: string, made = 'new Client(info)'): string => `${v1}
export async function list() {
  let client: Client | null = null;
  try {
    client = ${made};
    const work = (async () => {
      await client!.connect(stdio());
      return await client!.listTools();
    })();
    const timeout = new Promise<never>((_, reject) => setTimeout(() => reject(new Error()), 1000));
    return await Promise.race([work, timeout]);
  } catch {
    return undefined;
  } ${last}
}`;

caught(
  'the catch block gives up, and no finally block closes',
  raced('finally { console.log(client); }', '«new Client(info)»'),
  { messageId: 'leftOpen', data: { subject: 'client', noun: 'client', place: 'line 18' } },
  raced('finally { try { await client?.close(); } catch {} }'),
);

silent(
  'what closes a session at once may throw',
  `import { startup } from '@anthropic-ai/claude-agent-sdk';
export class Gateway {
  isReady = false;
  async start() {
    try {
      const check = await startup();
      check.close();
      this.isReady = true;
    } catch (error) {
      console.warn(error);
    }
    await Promise.resolve();
  }
}`,
);

pair(
  'checkThrowingCalls: what is called after the connect may throw, and the catch block gives up',
  fallingBack(logger, "logger.info('connected');", '«new Client(info)»'),
  leftOpenInCatch,
  fallingBack("import winston from 'winston';\nconst logger = winston.createLogger({});", "logger.info('connected');"),
  throwing,
);

pair(
  'the promise of a function that opens the client is awaited later',
  `${v1}
async function open(client: Client) { await client.connect(stdio()); await client.ping(); }
export async function ask() {
  const client = «new Client(info)»;
  const opened = open(client);
  await opened;
}`,
  { messageId: 'neverClosed', data: { subject: 'client', noun: 'client' } },
  `${v1}
async function open(client: Client) { await client.connect(stdio()); await client.ping(); }
export async function ask() {
  const client = new Client(info);
  const opened = open(client);
  await opened;
  await client.close();
}`,
);

silent(
  'what opens the client is given a time, and the client another name, by which it is closed',
  `${v1}
declare function within<T>(promise: Promise<T>, ms: number): Promise<T>;
export async function ask() {
  let kept: Client | undefined;
  try {
    const client = new Client(info);
    kept = client;
    await within((async () => { await client.connect(stdio()); await client.ping(); })(), 500);
  } finally {
    await kept?.close();
  }
}`,
);

pair(
  'checkThrowingCalls: an error that a call throws',
  `${v1}
export async function ask() {
  const client = «new Client(info)»;
  await client.connect(stdio());
  const answer = await client.callTool(forecast);
  await client.close();
  return answer;
}`,
  { messageId: 'leftOpenByThrow', data: { subject: 'client', noun: 'client', place: 'line 10' } },
  `${v1}
export async function ask() {
  const client = new Client(info);
  await client.connect(stdio());
  const answer = await client.callTool(forecast);
  await client.close();
  return answer;
}`,
  throwing,
  {},
);

const closingInside = (close: string, created = 'new Client(info)'): string => `${v1}
export async function ask() {
  const client = ${created};
  await client.connect(stdio());
  let isClosed = false;
  const close = async () => { ${close} };
  try {
    const answer = await client.callTool(forecast);
    return Object.assign(answer, { close });
  } catch (error) {
    await close();
    throw error;
  }
}`;

for (const [name, close] of [
  ['returns where it did so', 'if (isClosed) return; isClosed = true; await client.close().catch(() => undefined);'],
  ['does so unless it did', 'if (!isClosed) { isClosed = true; await client.close(); }'],
] as const)
  pair(
    `checkThrowingCalls: a function inside closes the client once, and ${name}`,
    closingInside("if (info.name === 'kept') return; await client.close();", '«new Client(info)»'),
    { messageId: 'leftOpenByThrow', data: { subject: 'client', noun: 'client', place: 'line 17' } },
    closingInside(close),
    modelled,
  );

const ai = `import { createMCPClient } from '@ai-sdk/mcp';
import { generateText, streamText, type LanguageModel } from 'ai';
declare const model: LanguageModel;
const open = () => createMCPClient({ transport: { type: 'http', url: 'https://example.com/mcp' } });
`;

silent(
  'checkThrowingCalls: a request that only lists, which fails where the connection is gone',
  `${v1}
export async function namesOf() {
  const client = new Client(info);
  await client.connect(stdio());
  const { tools } = await client.listTools();
  await client.close();
  return tools.map((tool) => tool.name);
}`,
  modelled,
);

silent(
  'checkThrowingCalls: a request in a test, which ends where it fails',
  `${v1}
declare function it(name: string, run: () => Promise<void>): void;
it('answers', async () => {
  const client = new Client(info);
  await client.connect(stdio());
  await client.callTool(forecast);
  await client.close();
});`,
  modelled,
);

pair(
  'checkThrowingCalls: a request that the server may refuse',
  `${v1}
export async function ask() {
  const client = «new Client(info)»;
  await client.connect(stdio());
  const answer = await client.callTool(forecast);
  await client.close();
  return answer;
}`,
  { messageId: 'leftOpenByThrow', data: { subject: 'client', noun: 'client', place: 'line 10' } },
  `${v1}
declare const log: (text: string) => Promise<void>;
export async function ask() {
  const client = new Client(info);
  await client.connect(stdio());
  await log('connected');
  await client.close();
}`,
  modelled,
);

pair(
  'checkThrowingCalls: a model that may not answer',
  `${ai}
export async function ask(prompt: string) {
  const client = await «open()»;
  const { text } = await generateText({ model, prompt });
  await client.close();
  return text;
}`,
  { messageId: 'leftOpenByThrow', data: { subject: 'client', noun: 'client', place: 'line 8' } },
  `${ai}
export async function ask(prompt: string) {
  const client = await open();
  try {
    const { text } = await generateText({ model, prompt });
    return text;
  } finally {
    await client.close();
  }
}`,
  modelled,
);

pair(
  'checkThrowingCalls: a promise of a stream',
  `${ai}
export async function ask(prompt: string) {
  const client = await «open()»;
  const result = streamText({ model, prompt });
  const text = await result.text;
  await client.close();
  return text;
}`,
  { messageId: 'leftOpenByThrow', data: { subject: 'client', noun: 'client', place: 'line 9' } },
  `${ai}
export async function ask(prompt: string) {
  const client = await open();
  const result = streamText({ model, prompt });
  await result.consumeStream();
  await client.close();
}`,
  modelled,
);

pair(
  'checkThrowingCalls: the network, with others',
  `${ai}
export async function ask(url: string) {
  const client = await «open()»;
  const [page] = await Promise.all([fetch(url)]);
  await client.close();
  return page;
}`,
  { messageId: 'leftOpenByThrow', data: { subject: 'client', noun: 'client', place: 'line 8' } },
  `${ai}
export async function ask(load: (url: string) => Promise<string>) {
  const client = await open();
  const [page] = await Promise.all([load('https://example.com')]);
  await client.close();
  return page;
}`,
  modelled,
);

pair(
  'checkThrowingCalls: the run of an agent',
  `import { Agent, MCPServerStdio, run } from '@openai/agents';
export async function ask(question: string) {
  const files = «new MCPServerStdio({ command: 'files-server' })»;
  const agent = new Agent({ name: 'librarian', mcpServers: [files] });
  await files.connect();
  const { finalOutput } = await run(agent, question);
  await files.close();
  return finalOutput;
}`,
  { messageId: 'leftOpenByThrow', data: { subject: 'files', noun: 'MCP server', place: 'line 6' } },
  `import { Agent, MCPServerStdio, run } from '@openai/agents';
export async function ask(question: string) {
  const files = new MCPServerStdio({ command: 'files-server' });
  const agent = new Agent({ name: 'librarian', mcpServers: [files] });
  try {
    await files.connect();
    const { finalOutput } = await run(agent, question);
    return finalOutput;
  } finally {
    await files.close();
  }
}`,
  modelled,
);

silent(
  'checkThrowingCalls: only the opening itself may fail',
  `${ai}
export async function open2() {
  const client = await open();
  try {
    return (await client.listTools()).tools.length;
  } finally {
    await client.close();
  }
}
export async function first() {
  try {
    const client = await open();
    await client.close();
    return true;
  } catch {
    return false;
  }
}`,
  modelled,
);

silent(
  'checkThrowingCalls: finally',
  `${v1}
export async function ask() {
  const client = new Client(info);
  try {
    await client.connect(stdio());
    return await client.callTool(forecast);
  } finally {
    await client.close();
  }
}`,
  throwing,
);

// left at the end

pair(
  'the end of the function',
  `${v1}
export async function show() {
  const client = «new Client(info)»;
  await client.connect(stdio());
  console.log(await client.callTool(forecast));
}`,
  { messageId: 'neverClosed', data: { subject: 'client', noun: 'client' } },
  `${v1}
async function main() {
  const client = new Client(info);
  await client.connect(stdio());
  console.log(await client.callTool(forecast));
}
void main();`,
);

pair(
  'an MCP server of OpenAI Agents',
  `import { Agent, MCPServerStdio, run } from '@openai/agents';
export async function show(question: string) {
  const files = «new MCPServerStdio({ command: 'files-server' })»;
  await files.connect();
  const agent = new Agent({ name: 'librarian', mcpServers: [files] });
  console.log(await run(agent, question));
}`,
  { messageId: 'neverClosed', data: { subject: 'files', noun: 'MCP server' } },
  `import { Agent, MCPServerStdio, run } from '@openai/agents';
export async function show(question: string) {
  const files = new MCPServerStdio({ command: 'files-server' });
  const agent = new Agent({ name: 'librarian', mcpServers: [files] });
  try {
    await files.connect();
    console.log(await run(agent, question));
  } finally {
    await files.close();
  }
}`,
);

pair(
  'closed in one branch',
  `${v1}
export async function show(verbose: boolean) {
  const client = «new Client(info)»;
  await client.connect(stdio());
  if (verbose) {
    console.log(await client.callTool(forecast));
    await client.close();
  }
}`,
  { messageId: 'neverClosed', data: { subject: 'client', noun: 'client' } },
  `${v1}
export async function show(verbose: boolean) {
  let client: Client | undefined;
  if (verbose) {
    client = new Client(info);
    await client.connect(stdio());
    console.log(await client.callTool(forecast));
  }
  if (client) await client.close();
}`,
);

pair(
  'JavaScript',
  `import { Client } from '@modelcontextprotocol/sdk/client/index.js';
/** @param {import('@modelcontextprotocol/sdk/shared/transport.js').Transport} transport */
export async function show(transport) {
  const client = «new Client({ name: 'weather', version: '1.0.0' })»;
  await client.connect(transport);
  console.log(await client.listTools());
}`,
  { messageId: 'neverClosed', data: { subject: 'client', noun: 'client' } },
  `import { Client } from '@modelcontextprotocol/sdk/client/index.js';
/** @param {import('@modelcontextprotocol/sdk/shared/transport.js').Transport} transport */
export async function show(transport) {
  const client = new Client({ name: 'weather', version: '1.0.0' });
  await client.connect(transport);
  console.log(await client.listTools());
  await client.close();
}`,
  { filename: 'script.js' },
);

// sessions that somebody else has

silent(
  'given away',
  `${v1}
declare function keep(client: Client): void;
const clients = new Map<string, Client>();
export async function passed() {
  const client = new Client(info);
  await client.connect(stdio());
  keep(client);
}
export async function stored(name: string) {
  const client = new Client(info);
  await client.connect(stdio());
  clients.set(name, client);
}
export async function inObject() {
  const client = new Client(info);
  await client.connect(stdio());
  return { ask: () => client.callTool(forecast), stop: () => client.close() };
}
export class Weather {
  #client: Client | undefined;
  async start() {
    const client = new Client(info);
    await client.connect(stdio());
    this.#client = client;
  }
  stop() {
    return this.#client?.close();
  }
}`,
);

silent(
  'closed by a listener',
  `${v1}
export async function ask(signal: AbortSignal) {
  const client = new Client(info);
  signal.addEventListener('abort', () => void client.close());
  await client.connect(stdio());
  await client.callTool(forecast);
}`,
);

silent(
  'closed by its transport',
  `${v1}
export async function ask() {
  const client = new Client(info);
  const transport = stdio();
  await client.connect(transport);
  try {
    return await client.callTool(forecast);
  } finally {
    await transport.close();
  }
}`,
);

// closed by its transport, in functions of the program

const byFunctions = (connect: string, close: string, made = 'new Client(info)'): string => `${v1}
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
async function connectTo(client: Client, transport: Transport) {
  await client.connect(transport);
}
async function disconnect(transport: Transport) {
  try {
    await transport.close();
  } catch (error) {
    throw new Error('Failed to disconnect', { cause: error });
  }
}
function report(transport: Transport) {
  console.log(transport.sessionId);
}
export async function ask(other: Transport) {
  const transport = stdio();
  const client = ${made};
  ${connect};
  await client.callTool(forecast);
  ${close};
}`;
const leaked = '«new Client(info)»';
const leftAtEnd = { messageId: 'neverClosed', data: { subject: 'client', noun: 'client' } } as const;

pair(
  'its transport goes to a function that only reads it',
  byFunctions('await client.connect(transport)', 'report(transport)', leaked),
  leftAtEnd,
  byFunctions('await client.connect(transport)', 'await disconnect(transport)'),
);

pair(
  'a function closes the transport of another',
  byFunctions('await connectTo(client, transport)', 'await disconnect(other)', leaked),
  leftAtEnd,
  byFunctions('await connectTo(client, transport)', 'await disconnect(transport)'),
);

pair(
  'a function connects it, and it is closed on one path',
  byFunctions('await connectTo(client, transport)', 'if (other.sessionId) await client.close()', leaked),
  leftAtEnd,
  byFunctions('await connectTo(client, transport)', 'await client.close()'),
);

pair(
  'a function connects it, and nothing closes',
  byFunctions('await connectTo(client, transport)', 'report(transport)', leaked),
  leftAtEnd,
  byFunctions('await connectTo(client, transport)', 'await transport.close()'),
);

silent(
  'a transport that holds nothing outside of memory',
  `${v1}
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
export async function testForecast() {
  const [own, peer] = InMemoryTransport.createLinkedPair();
  const client = new Client(info);
  await new McpServer(info).connect(peer);
  await client.connect(own);
  await client.callTool(forecast);
}`,
);

silent(
  'closed when the block is left',
  `${v1}
export async function ask(isDry: boolean) {
  await using sessions = new AsyncDisposableStack();
  const client = sessions.adopt(new Client(info), (session) => session.close());
  await client.connect(stdio());
  if (isDry) return;
  await client.callTool(forecast);
}`,
);

silent(
  'never connected',
  `${v1}
export async function ask(isDry: boolean) {
  const client = new Client(info);
  if (isDry) return;
  await client.connect(stdio());
  await client.close();
}`,
);

silent(
  'a server, which its client closes',
  `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
export async function serve() {
  const server = new McpServer({ name: 'weather', version: '1.0.0' });
  await server.connect(new StdioServerTransport());
}`,
);

silent(
  'conditions that go together',
  `${v1}
export async function ask(isOnline: boolean) {
  const client = new Client(info);
  if (isOnline) await client.connect(stdio());
  if (isOnline) await client.close();
}`,
);

silent(
  'a session of the whole process',
  `${v1}
const client = new Client(info);
await client.connect(stdio());
console.log(await client.callTool(forecast));`,
);

silent('an empty file', '');

// a closure that outlives the function which makes the session

const heldByClosure = (kept: string, session = 'await connect(true)'): string => `${v1}
let end: (() => Promise<void>) | undefined;
async function connect(keep: boolean) {
  const client = new Client(info);
  await client.connect(stdio());
  ${kept}
  return client;
}
export const stop = async () => end?.();
export async function ask() {
  const client = ${session};
  return client.listTools();
}`;
const marked = 'await «connect(true)»';
pair(
  'a closure of the maker that does not close it',
  heldByClosure("end = async () => console.log('end');", marked),
  { messageId: 'leftOpen', data: { subject: 'client', place: 'line 17', noun: 'client' } },
  heldByClosure('end = async () => { await client.close(); };'),
);
pair(
  'a closure of the maker that is kept on one path',
  heldByClosure('if (keep) end = async () => { await client.close(); };', marked),
  { messageId: 'leftOpen', data: { subject: 'client', place: 'line 17', noun: 'client' } },
  heldByClosure('if (keep) end = () => client.close(); else end = async () => { await client.close(); };'),
);

tester.run('require-session-close', requireSessionClose, {
  valid,
  invalid,
  assertionOptions: { requireData: true, requireLocation: true },
});
