import { describe } from 'vitest';
import { itCompiles, leakScenario, scenario } from './harness.ts';

const aiSdk = (text: string) => ({
  'main.ts': `
import { createMCPClient, experimental_createMCPClient, type MCPClient } from '@ai-sdk/mcp';
import { generateText, streamText, type LanguageModel } from 'ai';
declare const model: LanguageModel;
declare const url: string;
declare const flag: boolean;
declare function log(...values: unknown[]): void;
${text}`,
});

const openAi = (text: string) => ({
  'main.ts': `
import { Agent, MCPServerStdio, MCPServerStreamableHttp, connectMcpServers, run } from '@openai/agents';
declare const flag: boolean;
declare function log(...values: unknown[]): void;
${text}`,
});

const claude = (text: string) => ({
  'main.ts': `
import { query, startup, type Query } from '@anthropic-ai/claude-agent-sdk';
declare const flag: boolean;
declare function log(...values: unknown[]): void;
${text}`,
});

describe('@ai-sdk/mcp', () => {
  scenario(
    'the client is connected when it is made: silent; closed, then used: definite',
    aiSdk(`
export async function run() {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  const tools = await client.tools();
  const { text } = await generateText({ model, tools, prompt: 'a' });
  await client.close();
  return text;
}
export async function closed() {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  await client.close(); // :closing
  return client.tools(); // D use/closed from=closing
}
export async function experimental() {
  const client = await experimental_createMCPClient({ transport: { type: 'http', url } });
  await client.close(); // :second
  return client.tools(); // D use/closed from=second
}`),
  );

  scenario(
    'its tools die with it: definite where they are run',
    aiSdk(`
export async function run() {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  const tools = await client.tools();
  await client.close();
  return generateText({ model, tools, prompt: 'a' }); // D use/closed
}
export async function spread() {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  const tools = await client.tools();
  await client.close();
  return generateText({ model, tools: { ...tools }, prompt: 'a' }); // D|S
}`),
  );

  scenario(
    'closed while a stream still needs it: definite; closed when it ends: silent',
    aiSdk(`
export async function early() {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  const tools = await client.tools();
  const result = streamText({ model, tools, prompt: 'a' });
  await client.close(); // D
  return result;
}
export async function inFinally() {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  try {
    return streamText({ model, tools: await client.tools(), prompt: 'a' });
  } finally {
    await client.close(); // D|P
  }
}
export async function onFinish() {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  return streamText({
    model,
    tools: await client.tools(),
    prompt: 'a',
    onFinish: async () => {
      await client.close();
    },
  });
}
export async function drained() {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  const result = streamText({ model, tools: await client.tools(), prompt: 'a' });
  for await (const part of result.textStream) log(part);
  await client.close();
}
async function piped(stream: AsyncIterable<string>) {
  let size = 0;
  for await (const part of stream) size += part.length;
  return size;
}
export async function pipedByHelper() {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  try {
    const result = streamText({ model, tools: await client.tools(), prompt: 'a' });
    log('start');
    log(await piped(result.textStream));
  } finally {
    await client.close();
  }
}
export async function awaited() {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  const result = streamText({ model, tools: await client.tools(), prompt: 'a' });
  log(await result.text);
  await client.close();
}
export async function text() {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  let result;
  try {
    result = streamText({ model, tools: await client.tools(), prompt: 'a' });
    return await result.text;
  } finally {
    await client.close();
  }
}
export async function steps() {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  try {
    const result = streamText({ model, tools: await client.tools(), prompt: 'a' });
    const all = await result.steps;
    return all.length;
  } finally {
    await client.close();
  }
}
export async function consumed() {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  try {
    const result = streamText({ model, tools: await client.tools(), prompt: 'a' });
    await result.consumeStream();
  } catch (error) {
    log(error);
  } finally {
    await client.close();
  }
}
export async function unread() {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  try {
    const result = streamText({ model, tools: await client.tools(), prompt: 'a' });
    if (flag) await result.text;
    return result;
  } finally {
    await client.close(); // P
  }
}
export async function notAwaited() {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  try {
    const result = streamText({ model, tools: await client.tools(), prompt: 'a' });
    return result.text;
  } finally {
    await client.close(); // D
  }
}`),
  );

  scenario(
    'a finally closes what a stream needs: definite by the ways without an exception',
    aiSdk(`
export async function returned() {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  try {
    const tools = await client.tools();
    const result = streamText({ model, tools, prompt: 'a' });
    return result.toTextStreamResponse();
  } finally {
    await client.close(); // D
  }
}
export async function caught() {
  let client: Awaited<ReturnType<typeof createMCPClient>> | undefined;
  try {
    client = await createMCPClient({ transport: { type: 'http', url } });
    const result = streamText({ model, tools: await client.tools(), prompt: 'a' });
    return result.toTextStreamResponse();
  } catch (error) {
    log(error);
    return new Response('failed', { status: 500 });
  } finally {
    await client?.close(); // D
  }
}
export async function thrown() {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  try {
    if (flag) throw new Error('no');
    const result = streamText({ model, tools: await client.tools(), prompt: 'a' });
    return result.toTextStreamResponse();
  } finally {
    await client.close(); // D
  }
}
export async function early() {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  try {
    if (flag) return new Response('no');
    const result = streamText({ model, tools: await client.tools(), prompt: 'a' });
    return result.toTextStreamResponse();
  } finally {
    await client.close(); // P
  }
}
export async function leftTheSameWay(ids: readonly string[]) {
  for (const id of ids) {
    const client = await createMCPClient({ transport: { type: 'http', url } });
    try {
      let tools: Awaited<ReturnType<typeof client.tools>>;
      try {
        tools = await client.tools();
      } catch (error) {
        log(error);
        continue;
      }
      if (Object.keys(tools).length === 0) continue;
      return streamText({ model, tools, prompt: id }).toTextStreamResponse();
    } finally {
      await client.close(); // P
    }
  }
}
export async function goesOn() {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  let response: Response | undefined;
  try {
    const result = streamText({ model, tools: await client.tools(), prompt: 'a' });
    response = result.toTextStreamResponse();
  } catch (error) {
    log(error);
  } finally {
    await client.close(); // P
  }
  return response;
}
export async function onlyOnFailure() {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  try {
    const result = streamText({ model, tools: await client.tools(), prompt: 'a', onFinish: () => client.close() });
    return result.toTextStreamResponse();
  } catch (error) {
    await client.close();
    throw error;
  }
}`),
  );

  scenario(
    'a helper returns tools of a client that it has closed: definite where they are run',
    aiSdk(`
async function closing() {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  const tools = await client.tools();
  await client.close(); // :closed
  return tools;
}
async function inFinally() {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  try {
    return await client.tools();
  } finally {
    await client.close(); // :finally
  }
}
export async function first() {
  const tools = await closing();
  await generateText({ model, tools, prompt: 'a' }); // D use/closed from=closed
}
export async function second() {
  const tools = await inFinally();
  return streamText({ model, tools, prompt: 'a' }); // D use/closed from=finally
}
export async function listed() {
  const tools = await inFinally();
  log(Object.keys(tools));
}`),
  );

  scenario(
    'a helper returns tools of a client that stays open, or the means to close it: silent',
    aiSdk(`
let last: MCPClient | undefined;
async function open() {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  return client.tools();
}
async function kept() {
  last = await createMCPClient({ transport: { type: 'http', url } });
  return last.tools();
}
async function withClose() {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  try {
    const tools = await client.tools();
    return { tools, close: () => client.close() };
  } catch (error) {
    await client.close();
    throw error;
  }
}
async function perhaps() {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  if (flag) {
    await client.close();
    return {};
  }
  return client.tools();
}
export async function run() {
  const tools = await open();
  await generateText({ model, tools, prompt: 'a' });
  const others = await kept();
  await generateText({ model, tools: others, prompt: 'a' });
  const both = await withClose();
  await generateText({ model, tools: both.tools, prompt: 'a' });
  await both.close();
  await generateText({ model, tools: await perhaps(), prompt: 'a' });
}`),
  );

  scenario(
    'received, kept or closed in finally: silent',
    aiSdk(`
export async function use(client: MCPClient) {
  return client.tools();
}
let kept: MCPClient | undefined;
export async function keep() {
  kept ??= await createMCPClient({ transport: { type: 'http', url } });
  return kept.tools();
}
export async function always() {
  let client: MCPClient | undefined;
  try {
    client = await createMCPClient({ transport: { type: 'http', url } });
    return await generateText({ model, tools: await client.tools(), prompt: 'a' });
  } finally {
    await client?.close();
  }
}`),
  );

  itCompiles();
});

describe('@openai/agents', () => {
  scenario(
    'a server is connected before it is used',
    openAi(`
export async function right() {
  const server = new MCPServerStdio({ command: 'node' });
  await server.connect();
  const tools = await server.listTools();
  await server.close();
  return tools;
}
export async function wrong() {
  const server = new MCPServerStreamableHttp({ url: 'http://localhost' }); // :made
  return server.listTools(); // D use/unopened from=made
}
export async function closed() {
  const server = new MCPServerStdio({ command: 'node' });
  await server.connect();
  await server.close(); // :closing
  return server.listTools(); // D use/closed from=closing
}`),
  );

  scenario(
    'the connect of a field is not awaited: definite, also where a second connect is allowed',
    openAi(`
export class Gateway {
  private readonly server: MCPServerStreamableHttp;
  constructor(url: string) {
    this.server = new MCPServerStreamableHttp({ url });
  }
  async start() {
    this.server.connect(); // :started
    return this.server.listTools(); // D use/opening unawaited=started
  }
  async stop() {
    await this.server.close();
  }
}
export class Local {
  readonly #server = new MCPServerStdio({ command: 'node' });
  async start() {
    void this.#server.connect(); // :local
    const tools = await this.#server.listTools(); // D use/opening unawaited=local
    log(tools);
  }
}
export class Reconnecting {
  private readonly server = new MCPServerStreamableHttp({ url: 'http://localhost' });
  async start() {
    await this.server.connect();
  }
  async list() {
    this.server.connect();
    return this.server.listTools();
  }
}
export class Awaited {
  private readonly server = new MCPServerStreamableHttp({ url: 'http://localhost' });
  async start() {
    await this.server.connect();
    return this.server.listTools();
  }
}`),
  );

  scenario(
    'an agent that has the server runs',
    openAi(`
export async function right() {
  const server = new MCPServerStdio({ command: 'node' });
  const agent = new Agent({ name: 'a', mcpServers: [server] });
  await server.connect();
  try {
    return await run(agent, 'question');
  } finally {
    await server.close();
  }
}
export async function wrong() {
  const server = new MCPServerStdio({ command: 'node' });
  const agent = new Agent({ name: 'a', mcpServers: [server] });
  return run(agent, 'question'); // D|S
}
export async function connectsThem() {
  const server = new MCPServerStdio({ command: 'node' });
  const connected = await connectMcpServers([server]);
  const agent = new Agent({ name: 'a', mcpServers: connected.active });
  await run(agent, 'question');
  await server.listTools();
}`),
  );

  scenario(
    'the servers of a group are closed with it',
    openAi(`
const files = () => new MCPServerStdio({ command: 'node' });
async function clerk() {
  await using group = await connectMcpServers([files()], { strict: true });
  return new Agent({ name: 'a', mcpServers: group.active });
}
export async function after(question: string) {
  const agent = await clerk();
  return run(agent, question); // D use/closed op=runAgent
}
export async function closed(question: string) {
  const group = await connectMcpServers([files()]);
  const agent = new Agent({ name: 'a', mcpServers: group.active });
  await group.close(); // :closed
  await run(agent, question); // D use/closed from=closed
}
export async function inside(question: string) {
  await using group = await connectMcpServers([files()]);
  const agent = new Agent({ name: 'a', mcpServers: group.all });
  log(group.failed.length, group.errors.size);
  const result = await run(agent, question);
  return result.finalOutput;
}
export async function reconnected(question: string) {
  const group = await connectMcpServers([files()]);
  const agent = new Agent({ name: 'a', mcpServers: group.active });
  try {
    await group.close();
    await group.reconnect({ failedOnly: false });
    await run(agent, question);
  } finally {
    await group.close();
  }
}
export async function kept(question: string) {
  await using group = await connectMcpServers([files()]);
  const own = files();
  await own.connect();
  const agent = new Agent({ name: 'a', mcpServers: [own] });
  await group.close();
  return run(agent, question);
}`),
  );

  itCompiles();
});

describe('@mastra/mcp', () => {
  const mastra = (text: string) => ({
    'main.ts': `
import { randomUUID } from 'node:crypto';
import { Agent } from '@mastra/core/agent';
import { MCPClient } from '@mastra/mcp';
declare const agent: Agent;
const servers = { documents: { command: 'documents-mcp' } };
${text}`,
  });

  leakScenario(
    'a client that connects by itself, and is never disconnected',
    mastra(`
export async function perRequest(question: string) {
  const client = new MCPClient({ id: \`desk-\${randomUUID()}\`, servers }); // LEAK
  const toolsets = await client.listToolsets();
  if (['documents'].some((name) => !(name in toolsets))) throw new Error('no documents');
  const { text } = await agent.generate(question, { toolsets });
  return text;
}
export async function named(name: string) {
  const id = crypto.randomUUID();
  const client = new MCPClient({ id, servers }); // LEAK exit=early left
  if (!(name in (await client.listTools()))) return; // :early
  await client.disconnect();
}
export async function withoutId(name: string) {
  const client = new MCPClient({ servers }); // LEAK
  const tools = await client.listTools();
  return name in tools;
}`),
  );

  leakScenario(
    'a client whose tools are taken apart before it is left',
    mastra(`
export async function early(name: string) {
  const client = new MCPClient({ id: randomUUID(), servers }); // LEAK exit=early left
  const all = await client.listTools();
  const tools = Object.fromEntries(Object.entries(all).filter(([each]) => each.startsWith(name)));
  if (Object.keys(tools).length === 0) return 'none'; // :early
  try { return (await agent.generate(name, { toolsets: { documents: tools } })).text; } finally { await client.disconnect(); }
}
export async function values(name: string) {
  const client = new MCPClient({ id: randomUUID(), servers }); // LEAK
  const tools = Object.assign({}, await client.listTools());
  return name in tools;
}`),
  );

  leakScenario(
    'a client whose tools are taken apart and kept: silent',
    mastra(`
const registry = new Map<string, unknown>();
export async function registered(target: object) {
  const client = new MCPClient({ id: randomUUID(), servers });
  Object.entries(await client.listTools()).forEach(([name, tool]) => registry.set(name, tool));
}
export async function mapped() {
  const client = new MCPClient({ id: randomUUID(), servers });
  Object.entries(await client.listTools()).map(([name, tool]) => registry.set(name, tool));
}
export async function assigned(target: object) {
  const client = new MCPClient({ id: randomUUID(), servers });
  Object.assign(target, await client.listTools());
}
export async function reduced() {
  const client = new MCPClient({ id: randomUUID(), servers });
  return Object.entries(await client.listTools()).reduce<Record<string, unknown>>((all, [name, tool]) => ({ ...all, [name]: tool }), {});
}
export async function returned() {
  const client = new MCPClient({ id: randomUUID(), servers });
  return Object.entries(await client.listTools()).map(([name, tool]) => ({ name, tool }));
}
export async function closed(name: string) {
  const client = new MCPClient({ id: randomUUID(), servers });
  const found = Object.entries(await client.listTools()).some(([each]) => each === name);
  await client.disconnect();
  return found;
}`),
  );

  leakScenario(
    'a client that is disconnected, shared under its id, or needed by tools that are kept: silent',
    mastra(`
export async function disconnected(question: string) {
  const client = new MCPClient({ id: randomUUID(), servers });
  try {
    const { text } = await agent.generate(question, { toolsets: await client.listToolsets() });
    return text;
  } finally {
    await client.disconnect();
  }
}
export async function twice(name: string) {
  const client = new MCPClient({ servers });
  const found = name in (await client.listTools());
  await client.disconnect();
  await client.listTools();
  await client.disconnect();
  return found;
}
export async function shared(name: string) {
  const client = new MCPClient({ id: 'desk', servers });
  return name in (await client.listTools());
}
export async function perUser(id: string, name: string) {
  const client = new MCPClient({ id, servers });
  return name in (await client.listTools());
}
export async function kept() {
  const client = new MCPClient({ servers });
  return new Agent({ id: 'desk', name: 'Desk', instructions: '', model: 'a/b', tools: await client.listTools() });
}
export async function unused() {
  const client = new MCPClient({ servers });
  return client.toRawConfig();
}`),
  );

  itCompiles();
});

describe('@anthropic-ai/claude-agent-sdk', () => {
  scenario(
    'a query that is closed has ended',
    claude(`
export async function right() {
  const session = query({ prompt: 'a' });
  for await (const message of session) {
    log(message);
    if (flag) await session.interrupt();
  }
}
export async function wrong() {
  const session = query({ prompt: 'a' });
  session.close(); // :closing
  await session.interrupt(); // D use/closed from=closing
}
export async function warm() {
  await using warm = await startup();
  for await (const message of warm.query('a')) log(message);
}
async function drained(session: Query) {
  for await (const message of session) log(message);
  session.close(); // :drained
}
export async function afterDrained() {
  const session = query({ prompt: 'a' });
  await drained(session);
  return session.mcpServerStatus(); // D use/closed from=drained
}
async function renamed(session: Query) {
  for await (const message of session) log(message);
  await session.setModel('a'); // :renamed
}
export async function beforeRenamed() {
  const session = query({ prompt: 'a' });
  session.close(); // :early
  await renamed(session); // D use/closed from=early inside=renamed
}`),
  );

  itCompiles();
});
