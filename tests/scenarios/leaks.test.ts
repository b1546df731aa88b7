import { describe } from 'vitest';
import { itCompiles, leakScenario, v1, v2 } from './harness.ts';

describe('sessions that are left behind without close', () => {
  leakScenario(
    'a return between connect and close',
    `
async function run() {
  const client = new Client(info); // LEAK exit=early left
  await client.connect(transport);
  if (flag) {
    return 'nothing to do'; // :early
  }
  await client.callTool(call);
  await client.close();
}`,
  );

  leakScenario(
    'never closed: the end of the function',
    `
async function run() {
  const client = new Client(info); // LEAK left
  await client.connect(transport);
  await client.callTool(call);
}`,
  );

  leakScenario(
    'another session in its place, which functions behind that use',
    `
async function open() {
  const client = new Client(info);
  await client.connect(transport);
  return client;
}
async function fallback(names: string[]) {
  let client = await open(); // LEAK exit=other left
  if (flag) client = await open(); // :other
  try {
    return await Promise.all(names.map(async (name) => client.callTool({ name })));
  } finally {
    await client.close();
  }
}
async function held(names: string[]) {
  let client = await open();
  const kept = () => client.close();
  if (flag) client = await open();
  return kept;
}`,
  );

  leakScenario(
    'made by a function that connects it in memory, or over a transport',
    `
async function local() {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  const server = new McpServer(info);
  await server.connect(serverSide);
  const client = new Client(info);
  await client.connect(clientSide);
  return client;
}
async function remote() {
  const [, serverSide] = InMemoryTransport.createLinkedPair();
  const server = new McpServer(info);
  await server.connect(serverSide);
  const client = new Client(info);
  await client.connect(transport);
  return client;
}
async function probed() {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  const probe = new Client(info);
  await probe.connect(clientSide);
  await probe.close();
  return await remote();
}
async function afterProbe() {
  const client = await probed(); // LEAK left
  const { tools } = await client.listTools();
  return tools.length;
}
async function names(given?: Client) {
  const client = given ?? (await local());
  const { tools } = await client.listTools();
  return tools.length;
}
async function all() {
  const client = await local();
  const { tools } = await client.listTools();
  return tools.length;
}
async function others() {
  const client = await remote(); // LEAK left
  const { tools } = await client.listTools();
  return tools.length;
}`,
  );

  leakScenario(
    'its close is named and not called',
    `
async function inFinally() {
  const client = new Client(info); // LEAK
  try {
    await client.connect(transport);
    return await client.callTool(call);
  } finally {
    await client.close;
  }
}
async function atTheEnd() {
  const client = new Client(info); // LEAK left
  await client.connect(transport);
  await client.callTool(call);
  client.close;
}
async function takenOff() {
  const client = new Client(info);
  await client.connect(transport);
  const close = client.close;
  await external(close);
}
async function called() {
  const client = new Client(info);
  try {
    await client.connect(transport);
    return await client.callTool(call);
  } finally {
    await client.close();
  }
}`,
  );

  leakScenario(
    'closed in one branch only',
    `
async function run() {
  const client = new Client(info); // LEAK left
  await client.connect(transport);
  if (flag) {
    await client.close();
  }
}`,
  );

  leakScenario(
    'the exception is caught, and the catch does not close',
    `
async function run() {
  const client = new Client(info); // LEAK
  try {
    await client.connect(transport);
    await client.callTool(call);
    await client.close();
  } catch (error) {
    log(error);
  }
}`,
  );

  leakScenario(
    'the exception is caught, and the catch returns',
    `
async function run() {
  const client = new Client(info); // LEAK exit=failed
  await client.connect(transport);
  try {
    await client.callTool(call);
  } catch {
    return undefined; // :failed
  }
  await client.close();
}`,
  );

  leakScenario(
    'the catch throws another error without close',
    `
async function run() {
  const client = new Client(info); // LEAK exit=thrown thrown
  await client.connect(transport);
  try {
    await client.callTool(call);
  } catch (error) {
    throw new Error('no weather', { cause: error }); // :thrown
  }
  await client.close();
}`,
  );

  leakScenario(
    'an explicit throw between connect and close',
    `
async function run() {
  const client = new Client(info); // LEAK exit=thrown thrown
  await client.connect(transport);
  const { tools } = await client.listTools();
  if (tools.length === 0) {
    throw new Error('no tools'); // :thrown
  }
  await client.callTool(call);
  await client.close();
}`,
  );

  leakScenario(
    'a call that returns never between connect and close',
    `
function fail(message: string): never {
  throw new Error(message);
}
async function run() {
  const client = new Client(info); // S
  await client.connect(transport);
  if (flag) process.exit(1);
  await client.close();
}`,
  );

  leakScenario(
    'break and continue past the close',
    `
async function run() {
  for (const url of urls) {
    const client = new Client({ name: url, version: '1' }); // LEAK
    await client.connect(newTransport());
    if (cond()) continue;
    await client.close();
  }
}
async function out() {
  for (const url of urls) {
    const client = new Client({ name: url, version: '1' }); // LEAK
    await client.connect(newTransport());
    if (cond()) break;
    await client.close();
  }
}
async function good() {
  for (const url of urls) {
    const client = new Client({ name: url, version: '1' });
    await client.connect(newTransport());
    if (cond()) {
      await client.close();
      continue;
    }
    await client.callTool(call);
    await client.close();
  }
}`,
  );

  leakScenario(
    'the variable gets another session while the first is open',
    `
async function run() {
  let client = new Client(info); // LEAK
  await client.connect(transport);
  client = new Client(info);
  await client.connect(newTransport());
  await client.close();
}`,
  );

  leakScenario(
    'the second of two sessions fails to connect: the first is not closed by the catch',
    `
async function run() {
  const one = new Client(info); // LEAK
  await one.connect(transport);
  const two = new Client(info);
  try {
    await two.connect(newTransport());
  } catch (error) {
    log(error);
    return;
  }
  await two.close();
  await one.close();
}`,
  );

  leakScenario('v2: a return between connect and close', {
    'main.ts': v2(`
export async function run() {
  const client = new Client(info); // LEAK exit=early left
  await client.connect(transport);
  if (flag) return; // :early
  await client.close();
}`),
  });

  leakScenario(
    'the end callback of a stream closes, the catch branch does not',
    `
interface Stream { on(event: 'end', listener: () => void): Stream }
declare function stream(options: { onFinish: () => Promise<void> }): Promise<Stream>;
async function run() {
  const client = new Client(info); // LEAK
  await client.connect(transport);
  try {
    const answer = await stream({
      onFinish: async () => {
        await client.close();
      },
    });
    return answer;
  } catch (error) {
    log(error);
    return undefined; // :failed
  }
}`,
  );

  itCompiles();
});

describe('sessions that are closed, kept or given away', () => {
  leakScenario(
    'closed in finally',
    `
async function run() {
  const client = new Client(info);
  try {
    await client.connect(transport);
    if (flag) return undefined;
    if (other) throw new Error('other');
    return await client.callTool(call);
  } finally {
    await client.close();
  }
}
async function catchAndFinally() {
  const client = new Client(info);
  try {
    await client.connect(transport);
    return await client.callTool(call);
  } catch (error) {
    log(error);
    throw error;
  } finally {
    await client.close().catch(() => {});
  }
}
async function connectedBefore() {
  const client = new Client(info);
  await client.connect(transport);
  try {
    return await client.callTool(call);
  } finally {
    await client.close();
  }
}
async function notAwaited() {
  const client = new Client(info);
  await client.connect(transport);
  try {
    return await client.callTool(call);
  } finally {
    void client.close();
  }
}`,
  );

  leakScenario(
    'closed if it is there',
    `
async function run() {
  let client: Client | undefined;
  try {
    client = new Client(info);
    await client.connect(transport);
    return await client.callTool(call);
  } finally {
    await client?.close();
  }
}
async function checked() {
  let client: Client | null = null;
  try {
    client = new Client(info);
    await client.connect(transport);
    return await client.callTool(call);
  } finally {
    if (client) await client.close();
  }
}
async function guarded() {
  const client = new Client(info);
  try {
    await client.connect(transport);
  } finally {
    if (client.transport) await client.close();
  }
}`,
  );

  leakScenario(
    'a disposable stack that is not disposed on every path',
    `
async function adopted() {
  const stack = new AsyncDisposableStack();
  const client = new Client(info); // LEAK exit=early
  stack.adopt(client, async (session) => { await session.close(); });
  await client.connect(transport);
  if (flag) return; // :early
  await stack.disposeAsync();
}
async function deferred() {
  const client = new Client(info); // LEAK exit=thrown
  await client.connect(transport);
  const stack = new AsyncDisposableStack();
  stack.defer(() => client.close());
  if (flag) throw new Error('not today'); // :thrown
  await stack.disposeAsync();
}
async function always() {
  const stack = new AsyncDisposableStack();
  try {
    const client = stack.adopt(new Client(info), (session) => session.close());
    await client.connect(transport);
    if (flag) return;
    await client.callTool(call);
  } finally {
    await stack.disposeAsync();
  }
}
async function handedOn() {
  const stack = new AsyncDisposableStack();
  const client = stack.adopt(new Client(info), (session) => session.close());
  await client.connect(transport);
  return stack;
}
async function closedByOwner() {
  const stack = new AsyncDisposableStack();
  const client = stack.adopt(new Client(info), (session) => session.close());
  await client.connect(transport);
  return { name: 'desk', close: () => stack.disposeAsync() };
}
async function sometimes() {
  await using stack = new AsyncDisposableStack();
  if (flag) {
    const client = stack.adopt(new Client(info), (session) => session.close());
    await client.connect(transport);
  }
  if (other) return;
  log('done');
}`,
  );

  leakScenario(
    'closed by using',
    `
async function run() {
  await using stack = new AsyncDisposableStack();
  const client = stack.adopt(new Client(info), (each) => each.close());
  await client.connect(transport);
  if (flag) return;
  await client.callTool(call);
}
async function deferred() {
  const client = new Client(info);
  await using stack = new AsyncDisposableStack();
  stack.defer(() => client.close());
  await client.connect(transport);
  if (flag) return;
  await client.callTool(call);
}
function closing(client: Client): AsyncDisposable {
  return { [Symbol.asyncDispose]: () => client.close() };
}
async function wrapped() {
  const client = new Client(info);
  await using _ = closing(client);
  await client.connect(transport);
  if (flag) return;
  await client.callTool(call);
}`,
  );

  leakScenario(
    'straight on, without finally: silent by default',
    `
async function run() {
  const client = new Client(info);
  await client.connect(transport);
  const result = await client.callTool(call);
  await client.close();
  return result;
}`,
  );

  leakScenario(
    'never connected: nothing is open',
    `
async function run() {
  const client = new Client(info);
  if (flag) return;
  log(client.getServerVersion());
}
async function failed() {
  const client = new Client(info);
  if (flag) throw new Error('flag');
  await client.connect(transport);
  await client.close();
}`,
  );

  leakScenario(
    'returned, alone or in something',
    `
async function alone() {
  const client = new Client(info);
  await client.connect(transport);
  return client;
}
async function inObject() {
  const client = new Client(info);
  await client.connect(transport);
  return { client, name: 'weather' };
}
async function asClosure() {
  const client = new Client(info);
  await client.connect(transport);
  return { ask: () => client.callTool(call), stop: () => client.close() };
}
async function method() {
  const client = new Client(info);
  await client.connect(transport);
  return client.callTool.bind(client);
}
async function resolved() {
  const client = new Client(info);
  return client.connect(transport).then(() => client);
}
async function* yielded() {
  const client = new Client(info);
  await client.connect(transport);
  yield client;
}`,
  );

  leakScenario(
    'stored in a field, a map, an array or a variable outside',
    `
const clients = new Map<string, Client>();
let current: Client | undefined;
export class Weather {
  #client: Client | undefined;
  readonly all: Client[] = [];
  async start() {
    const client = new Client(info);
    await client.connect(transport);
    this.#client = client;
  }
  async add() {
    const client = new Client(info);
    this.all.push(client);
    await client.connect(transport);
  }
  async stop() {
    await this.#client?.close();
  }
}
export async function inMap(name: string) {
  const client = new Client(info);
  await client.connect(transport);
  clients.set(name, client);
}
export async function outside() {
  const client = new Client(info);
  await client.connect(transport);
  current = client;
}
export const stop = () => current?.close();`,
  );

  leakScenario(
    'passed to a function that is not known, or to one that closes',
    `
async function stop(client: Client) {
  await client.close();
}
async function run() {
  const client = new Client(info);
  await client.connect(transport);
  await external(client);
}
async function inObject() {
  const client = new Client(info);
  await client.connect(transport);
  await external({ mcp: client });
}
async function closedByHelper() {
  const client = new Client(info);
  await client.connect(transport);
  if (flag) {
    await stop(client);
    return;
  }
  await client.callTool(call);
  await stop(client);
}
async function closedByArrow() {
  const client = new Client(info);
  const cleanUp = async () => {
    await client.close();
  };
  await client.connect(transport);
  if (flag) {
    await cleanUp();
    return;
  }
  await cleanUp();
}`,
  );

  leakScenario(
    'a helper of the program that only uses it does not take it over',
    `
async function ask(client: Client) {
  return client.callTool(call);
}
async function run() {
  const client = new Client(info); // LEAK exit=early
  await client.connect(transport);
  if ((await ask(client)).isError) return; // :early
  await client.close();
}`,
  );

  leakScenario(
    'closed by the end callback of a stream and by the catch',
    `
declare function stream(options: { onFinish: () => Promise<void> }): Promise<object>;
async function run() {
  const client = new Client(info);
  await client.connect(transport);
  try {
    return await stream({
      onFinish: async () => {
        await client.close();
      },
    });
  } catch (error) {
    await client.close();
    throw error;
  }
}`,
  );

  leakScenario(
    'closed by a listener',
    `
async function run(signal: AbortSignal) {
  const client = new Client(info);
  signal.addEventListener('abort', () => void client.close());
  await client.connect(transport);
  await client.callTool(call);
}
async function onServer(response: { on(event: 'close', listener: () => void): void }) {
  const server = new McpServer(info);
  response.on('close', () => {
    void server.close();
  });
  await server.connect(transport);
}`,
  );

  leakScenario(
    'lives as long as the process',
    `
const client = new Client(info);
await client.connect(transport);
await client.callTool(call);
export async function main() {
  const server = new McpServer(info);
  server.registerTool('weather', {}, () => ({ content: [] }));
  await server.connect(new StdioServerTransport());
  log('running');
}
main().catch((error: unknown) => {
  log(error);
  process.exit(1);
});`,
  );

  leakScenario(
    'lives as long as the process: main of a client, closed on a signal or not at all before exit',
    `
async function main() {
  const client = new Client(info);
  await client.connect(transport);
  process.on('SIGINT', async () => {
    await client.close();
    process.exit(0);
  });
  await client.callTool(call);
}
async function untilExit() {
  const client = new Client(info);
  await client.connect(transport);
  await client.callTool(call);
  process.exit(0);
}
void main();
void untilExit();`,
  );

  leakScenario(
    'a server that is connected and left to its transport',
    `
export async function startServer() {
  const server = new McpServer(info);
  server.registerTool('weather', {}, () => ({ content: [] }));
  const stdio = new StdioServerTransport();
  await server.connect(stdio);
}
export function perRequest(response: { on(event: 'close', listener: () => void): void }) {
  const server = new McpServer(info);
  const httpTransport = newTransport();
  response.on('close', () => void httpTransport.close());
  return server.connect(httpTransport);
}`,
  );

  leakScenario('the transport is closed instead', {
    'main.ts': v1(`
export async function run() {
  const client = new Client(info);
  const stdio = new StdioClientTransport({ command: 'node' });
  await client.connect(stdio);
  try {
    return await client.callTool(call);
  } finally {
    await stdio.close();
  }
}`),
  });

  itCompiles();
});
