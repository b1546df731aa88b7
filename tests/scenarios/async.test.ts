import { describe } from 'vitest';
import { itCompiles, scenario, v2 } from './harness.ts';

describe('promises', () => {
  scenario(
    '79 the connect is not awaited, then a call: definite, and the connect is named',
    `
async function run() {
  const client = new Client(info);
  client.connect(transport); // :connect
  await client.callTool(call); // D use/opening unawaited=connect
}
async function withVoid() {
  const client = new Client(info);
  void client.connect(transport); // :voided
  await client.callTool(call); // D use/opening unawaited=voided
}
async function caught() {
  const client = new Client(info);
  client.connect(transport).catch((error: unknown) => log(error)); // :caught
  await client.callTool(call); // D use/opening unawaited=caught
}`,
  );

  scenario(
    '79 awaited: silent',
    `
async function run() {
  const client = new Client(info);
  await client.connect(transport);
  await client.callTool(call);
}
async function returned() {
  const client = new Client(info);
  return client.connect(transport);
}`,
  );

  scenario('79 v2: the connect is not awaited, then a list: definite', {
    'main.ts': v2(`
async function run() {
  const client = new Client(info);
  client.connect(transport); // :connect
  await client.listTools(); // D use/opening unawaited=connect outcome=silently-empty
}`),
  });

  scenario(
    '79 the connect of a field is not awaited, then a call: definite',
    `
export class Initialized {
  readonly #client = new Client(info);
  tools: string[] = [];
  async start(path: string) {
    this.#client.connect(new StdioClientTransport({ command: path })); // :initialized
    const { tools } = await this.#client.listTools(); // D use/opening unawaited=initialized subject=this.#client
    this.tools = tools.map((tool) => tool.name);
  }
  async stop() {
    await this.#client.close();
  }
}
export class Constructed {
  private client: Client;
  private transport: StdioClientTransport | undefined;
  constructor() {
    this.client = new Client(info);
  }
  async start(path: string) {
    try {
      this.transport = new StdioClientTransport({ command: path });
      this.client.connect(this.transport); // :constructed
      await this.client.listTools(); // D use/opening unawaited=constructed
    } catch (error) {
      log(error);
      throw error;
    }
  }
  async restart() {
    await this.client.close();
    await this.client.connect(newTransport());
  }
}
export class Injected {
  constructor(readonly client: Client) {}
  async start() {
    void this.client.connect(transport); // :injected
    await this.client.listTools(); // D use/opening unawaited=injected
  }
}`,
  );

  scenario(
    '79 the connect of a field is awaited, kept or waited for otherwise: silent',
    `
export class Initialized {
  readonly #client = new Client(info);
  async start(path: string) {
    await this.#client.connect(new StdioClientTransport({ command: path }));
    await this.#client.listTools();
  }
  async startIn(ms: number) {
    this.#client.connect(transport);
    await delay(ms);
    await this.#client.listTools();
  }
  async ensured() {
    try {
      await this.#client.ping();
    } catch {
      await this.#client.connect(transport);
    }
    await this.#client.listTools();
  }
}
export class Kept {
  private ready: Promise<void> | undefined;
  private readonly client: Client;
  constructor() {
    this.client = new Client(info);
  }
  async start() {
    this.ready = this.client.connect(transport);
    await this.ready;
    await this.client.listTools();
  }
  async use() {
    await this.ready;
    await this.client.callTool(call);
  }
}
export class Optional {
  private readonly client = new Client(info);
  private connected = false;
  async use() {
    if (!this.connected) {
      await this.client.connect(transport);
      this.connected = true;
    }
    await this.client.callTool(call);
  }
  start() {
    void this.client.connect(transport);
  }
}`,
  );

  scenario(
    '79 the connect of a parameter is not awaited, then a call: definite',
    `
async function given(client: Client) {
  client.connect(transport); // :given
  await client.callTool(call); // D use/opening unawaited=given
}
async function voided(client: Client, path: string) {
  void client.connect(new StdioClientTransport({ command: path })); // :voided
  const { tools } = await client.listTools(); // D use/opening unawaited=voided
  return tools;
}
async function optional(client: Client | undefined) {
  if (!client) return;
  client.connect(transport); // :optional
  await client.callTool(call); // D use/opening unawaited=optional
}`,
  );

  scenario(
    '79 the connect of a parameter whose refusal is caught, or on one path: silent',
    `
async function caught(client: Client) {
  const connecting = client.connect(transport);
  try {
    await connecting;
  } catch {
    await client.callTool(call);
  }
}
async function ignored(client: Client) {
  client.connect(transport).catch(() => undefined);
  await client.callTool(call); // S|P
}
async function onDemand(client: Client) {
  if (!client.transport) client.connect(transport);
  await client.callTool(call); // S|P
}
async function told(client: Client) {
  client.connect(transport);
  await external(client);
  await client.callTool(call);
}`,
  );

  scenario(
    '79 connect twice without awaiting the first: definite',
    `
async function run() {
  const client = new Client(info);
  void client.connect(transport); // :connect
  await client.connect(newTransport()); // D open/opening
}`,
  );

  scenario(
    '79 a server is started at the end of a program without await: silent',
    `
const server = new McpServer(info);
server.registerTool('weather', {}, () => ({ content: [] }));
server.connect(new StdioServerTransport());
export async function main() {
  const another = new McpServer(info);
  another.registerTool('weather', {}, () => ({ content: [] }));
  void another.connect(new StdioServerTransport());
  log('running');
}`,
  );

  scenario(
    '80 the promise in a variable is awaited before the use: silent',
    `
async function run() {
  const client = new Client(info);
  const connecting = client.connect(transport);
  log('connecting');
  await connecting;
  await client.callTool(call);
}
async function reassigned() {
  const client = new Client(info);
  let promise: Promise<unknown> = delay(1);
  await promise;
  promise = client.connect(transport);
  await promise;
  await client.callTool(call);
}
async function inObject() {
  const client = new Client(info);
  const pending = { ready: client.connect(transport) };
  await pending.ready;
  await client.callTool(call);
}`,
  );

  scenario(
    '80 used before the await: definite',
    `
async function run() {
  const client = new Client(info);
  const connecting = client.connect(transport); // :connect
  await client.callTool(call); // D use/opening unawaited=connect
  await connecting;
}
async function otherAwaited() {
  const client = new Client(info);
  const connecting = client.connect(transport); // :second
  const waiting = delay(100);
  await waiting;
  await client.callTool(call); // S|P|D use/opening unawaited=second
  await connecting;
}`,
  );

  scenario(
    '80 awaited in one branch only: possible',
    `
async function run() {
  const client = new Client(info);
  const connecting = client.connect(transport);
  if (flag) await connecting;
  await client.callTool(call); // P use/opening
}`,
  );

  scenario(
    '81 Promise.all over both connects: silent after it for both',
    `
async function run() {
  const one = new Client(info);
  const two = new Client(info);
  await Promise.all([one.connect(transport), two.connect(newTransport())]);
  await one.callTool(call);
  await two.callTool(call);
}
async function withResults() {
  const one = new Client(info);
  const two = new Client(info);
  const [, tools] = await Promise.all([one.connect(transport), external(), two.connect(newTransport())]);
  log(tools);
  await one.callTool(call);
  await two.callTool(call);
}
async function fromVariables() {
  const one = new Client(info);
  const connecting = one.connect(transport);
  await Promise.all([connecting, delay(1)]);
  await one.callTool(call);
}
async function inMemory() {
  const [a, b] = InMemoryTransport.createLinkedPair();
  const client = new Client(info);
  const server = new Server(info, { capabilities: {} });
  await Promise.all([client.connect(a), server.connect(b)]);
  await client.ping();
}`,
  );

  scenario(
    '81 Promise.all that is not awaited: definite',
    `
async function run() {
  const one = new Client(info);
  const two = new Client(info);
  const both = Promise.all([one.connect(transport), two.connect(newTransport())]);
  await one.callTool(call); // D use/opening
  await both;
  await two.callTool(call);
}`,
  );

  for (const combinator of ['allSettled', 'any', 'race']) {
    scenario(
      `82 Promise.${combinator}: silent or possible, never definite`,
      `
async function run() {
  const one = new Client(info);
  const two = new Client(info);
  await Promise.${combinator}([one.connect(transport), two.connect(newTransport())]);
  await one.callTool(call); // S|P
  await two.callTool(call); // S|P
}`,
    );
  }

  scenario(
    '82 Promise.allSettled with a result that nothing looks at: possible behind it',
    `
async function alone() {
  const client = new Client(info);
  await Promise.allSettled([client.connect(transport)]); // :alone
  await client.callTool(call); // P use/closed from=alone
}
async function several() {
  const one = new Client(info);
  const two = new Client(info);
  await Promise.allSettled([external(), one.connect(transport), two.connect(newTransport())]); // :several
  try {
    await one.callTool(call); // P use/closed from=several
    await two.callTool(call); // P use/closed from=several
  } finally {
    await Promise.allSettled([one.close(), two.close()]); // :closed
  }
  await one.ping(); // D use/closed from=closed
}
async function given(client: Client) {
  await Promise.allSettled([client.close()]); // :given
  await client.ping(); // D use/closed from=given
}`,
  );

  scenario(
    '82 Promise.allSettled whose result is looked at, whose promises note how they end, or of a list: silent',
    `
async function result() {
  const client = new Client(info);
  const [opened] = await Promise.allSettled([client.connect(transport)]);
  if (opened.status === 'rejected') throw opened.reason;
  await client.callTool(call);
}
async function again() {
  const client = new Client(info);
  await Promise.allSettled([client.connect(transport)]);
  await client.close();
  await client.connect(newTransport());
  await client.callTool(call);
}
async function noted() {
  const client = new Client(info);
  let isOpen = false;
  await Promise.allSettled([client.connect(transport).then(() => { isOpen = true; })]);
  if (isOpen) await client.callTool(call);
}
async function listed() {
  const clients = [new Client(info), new Client(info)];
  await Promise.allSettled(clients.map((each) => each.connect(newTransport())));
  await Promise.all(clients.map((each) => each.callTool(call)));
}`,
  );

  scenario(
    '83 used in the callback of then: silent inside; the awaited chain: silent after it',
    `
async function run() {
  const client = new Client(info);
  await client.connect(transport).then(() => client.listTools());
  await client.callTool(call);
}
async function chained() {
  const client = new Client(info);
  const tools = await client
    .connect(transport)
    .then(() => client.listTools())
    .then((result) => result.tools);
  log(tools);
  await client.callTool(call);
}
async function asyncCallback() {
  const client = new Client(info);
  await client.connect(transport).then(async () => {
    await client.callTool(call);
  });
  await client.callTool(call);
}
function notAsync() {
  const client = new Client(info);
  return client
    .connect(transport)
    .then(() => client.callTool(call))
    .finally(() => client.close());
}`,
  );

  scenario(
    '83 the chain is not awaited, then a use: definite',
    `
async function run() {
  const client = new Client(info);
  client.connect(transport).then(() => client.listTools()); // :connect
  await client.callTool(call); // D use/opening unawaited=connect
}`,
  );

  scenario(
    '83 the use stands in a chain that does not begin with the connect: definite',
    `
async function run() {
  const client = new Client(info);
  await delay(1).then(() => client.listTools()); // D use/unopened
}`,
  );

  scenario(
    '84 the callback of then closes and uses: definite inside',
    `
async function run() {
  const client = new Client(info);
  await client.connect(transport).then(async () => {
    await client.close(); // :closing
    await client.callTool(call); // D use/closed from=closing
  });
}
async function next() {
  const client = new Client(info);
  await client.connect(transport);
  await client.close().then(() => client.callTool(call)); // D use/closed
}
async function afterFinally() {
  const client = new Client(info);
  await client.connect(transport);
  await client.callTool(call).finally(() => client.close());
  await client.callTool(call); // D use/closed
}`,
  );

  scenario(
    '85 the close is not awaited, then a call: definite',
    `
async function run() {
  const client = new Client(info);
  await client.connect(transport);
  void client.close(); // :closing
  await client.callTool(call); // D use/closed from=closing
}`,
  );

  scenario(
    '85 the close is not awaited, then connect: not reported',
    `
async function run() {
  const client = new Client(info);
  await client.connect(transport);
  void client.close();
  await client.connect(newTransport()); // S|P
}`,
  );

  scenario(
    '86 an async helper is not awaited: possible at most',
    `
async function boot(client: Client) {
  await client.connect(transport);
}
async function run() {
  const client = new Client(info);
  void boot(client);
  await client.callTool(call); // S|P
}
async function later() {
  const client = new Client(info);
  const booting = boot(client);
  await delay(1);
  await booting;
  await client.callTool(call);
}`,
  );

  scenario(
    '86 an async helper is not awaited and closes: possible at most',
    `
async function stop(client: Client) {
  await delay(100);
  await client.close();
}
async function run() {
  const client = new Client(info);
  await client.connect(transport);
  void stop(client);
  await client.callTool(call); // S|P
}`,
  );

  scenario(
    '87 connect in an async callback of forEach, then used: silent or possible, definite for a list',
    `
async function run() {
  const client = new Client(info);
  urls.forEach(async () => {
    await client.connect(newTransport()); // S|P
  });
  await client.callTool(call); // S|P
}
async function mapped() {
  const client = new Client(info);
  await Promise.all(urls.map(async () => client.connect(newTransport()))); // S|P
  await client.callTool(call); // S|P
}
async function many() {
  const clients = [new Client(info), new Client(info)];
  clients.forEach(async (client) => {
    await client.connect(newTransport()); // :each
  });
  await clients[0]!.callTool(call); // D use/opening unawaited=each
}`,
  );

  scenario(
    '88 a field holds the promise, another method awaits it: silent',
    `
export class Weather {
  private readonly client = new Client(info);
  private readonly ready: Promise<void>;
  constructor() {
    this.ready = this.client.connect(transport);
  }
  async ask() {
    await this.ready;
    return this.client.callTool(call);
  }
}
export class Lazily {
  readonly #client = new Client(info);
  #ready: Promise<void> | undefined;
  start() {
    this.#ready = this.#client.connect(transport);
  }
  async ask() {
    await this.#ready;
    return this.#client.callTool(call);
  }
}
const client = new Client(info);
const ready = client.connect(transport);
export async function ask() {
  await ready;
  return client.callTool(call);
}`,
  );

  scenario(
    '89 an async generator keeps the state over a yield',
    `
export async function* tools() {
  const client = new Client(info);
  await client.connect(transport);
  try {
    for (const url of urls) {
      yield await client.callTool({ name: url });
    }
  } finally {
    await client.close();
  }
}
export async function* closed() {
  const client = new Client(info);
  await client.connect(transport);
  yield 1;
  await client.close(); // :closing
  yield 2;
  await client.callTool(call); // D use/closed from=closing
}
export async function* unopened() {
  const client = new Client(info);
  yield 1;
  await client.callTool(call); // D use/unopened
}`,
  );

  scenario(
    '89 a session that is yielded to the consumer: silent afterwards',
    `
export async function* sessions() {
  for (const url of urls) {
    const client = new Client({ name: url, version: '1' });
    yield client;
    await client.callTool(call);
    await client.close();
  }
}
export function* once() {
  const client = new Client(info);
  const connected: Client = yield client;
  yield connected.callTool(call);
  yield client.callTool(call);
}`,
  );

  scenario(
    '90 statements of a module are like those of a function',
    `
const other2 = new Client(info);
void other2.callTool(call); // D use/unopened
const client = new Client(info);
await client.connect(transport);
await client.callTool(call);
if (flag) {
  await client.close(); // :closing
  process.exit(0);
}
await client.callTool(call);
await client.close(); // :final
await client.callTool(call); // D use/closed from=final
export {};`,
  );

  scenario(
    '90 the statements of a module connect before the functions run: silent in both',
    `
const client = new Client(info);
await client.connect(transport);
await client.callTool(call);
export async function ask() {
  return client.callTool(call);
}
export async function stop() {
  await client.close();
}`,
  );

  scenario(
    '91 a callback assigned to onclose reconnects: silent',
    `
async function run() {
  const client = new Client(info);
  const reconnect = async () => {
    await client.connect(newTransport());
  };
  client.onclose = () => void reconnect();
  await client.connect(transport);
  await client.callTool(call);
  await client.close();
  await delay(100);
  await client.callTool(call);
}
async function open(client: Client) {
  await client.connect(newTransport());
}
async function throughHelper() {
  const client = new Client(info);
  client.onclose = () => void open(client);
  await client.connect(transport);
  await client.close();
  await client.callTool(call);
}
async function written() {
  const client = new Client(info);
  client.onclose = async () => {
    await client.connect(newTransport());
  };
  await client.connect(transport);
  await client.close();
  await client.callTool(call);
}`,
  );

  scenario(
    '91 a callback assigned to onclose that only logs: definite after close',
    `
async function run() {
  const client = new Client(info);
  client.onclose = () => log('closed');
  await client.connect(transport);
  await client.close(); // :closing
  await client.callTool(call); // D use/closed from=closing
}`,
  );

  scenario(
    'a connect that races a deadline which only rejects: connected behind it',
    `
const deadline = (ms: number) => new Promise<never>((_, reject) => {
  setTimeout(() => { reject(new Error('late')); }, ms);
});
async function byType() {
  const client = new Client(info);
  await Promise.race([client.connect(transport), deadline(500)]);
  await client.callTool(call);
  await client.close(); // :closed
  await client.ping(); // D use/closed from=closed
}
async function byExecutor() {
  const client = new Client(info);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => { reject(new Error('late')); }, 500);
  });
  try {
    await Promise.race([client.connect(transport), late]);
  } finally {
    clearTimeout(timer);
  }
  await client.callTool(call);
}
async function failed() {
  const client = new Client(info);
  try {
    await Promise.race([client.connect(transport), deadline(500)]);
  } catch {
    await client.callTool(call); // P
  }
}`,
  );

  scenario(
    'a connect that races a pause: it may still be going on, unless the code finds out',
    `
import { setTimeout as wait } from 'node:timers/promises';
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
async function byExecutor() {
  const client = new Client(info);
  await Promise.race([client.connect(transport), pause(500)]); // :raced
  await client.callTool(call); // P use/opening from=raced
}
async function byPlatform() {
  const client = new Client(info);
  await Promise.race([client.connect(transport), wait(500)]); // :waited
  await client.callTool(call); // P use/opening from=waited
}
async function ofTwo() {
  const first = new Client(info);
  const second = new Client(info);
  await Promise.race([first.connect(transport), second.connect(newTransport())]);
  await first.callTool(call); // P use/opening
}
async function winner() {
  const client = new Client(info);
  const late = new Promise<string>((resolve) => setTimeout(() => { resolve('late'); }, 500));
  if (await Promise.race([client.connect(transport), late])) throw new Error('late');
  await client.callTool(call);
}
async function marked() {
  const client = new Client(info);
  let isLate = false;
  const late = new Promise<void>((resolve) => setTimeout(() => { isLate = true; resolve(); }, 500));
  await Promise.race([client.connect(transport), late]);
  if (isLate) throw new Error('late');
  await client.callTool(call);
}
async function unknown() {
  const client = new Client(info);
  await Promise.race([client.connect(transport), delay(500)]);
  await client.callTool(call);
}`,
  );

  scenario(
    'the promise of a connect that a function of the program awaits',
    `
const deadline = (ms: number) => new Promise<never>((_, reject) => {
  setTimeout(() => { reject(new Error('late')); }, ms);
});
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
async function settled<T>(work: Promise<T>) {
  return await work;
}
function inTime<T>(work: Promise<T>, ms: number) {
  return Promise.race([work, deadline(ms)]).finally(() => { log('over'); });
}
async function forSomeTime(work: Promise<void>, ms: number) {
  await Promise.race([work, pause(ms)]);
}
function wrapped(work: Promise<void>) {
  return new Promise<void>((resolve, reject) => {
    setTimeout(resolve, 500);
    work.then(resolve, reject);
  });
}
const kept: Promise<void>[] = [];
async function noted(work: Promise<void>) {
  kept.push(work);
}
async function run() {
  const client = new Client(info);
  await settled(client.connect(transport));
  await client.callTool(call);
  await client.connect(transport); // D open/open
}
async function timed() {
  const client = new Client(info);
  try {
    await inTime(client.connect(transport), 500);
    await client.callTool(call);
  } finally {
    await client.close(); // :timed
  }
  await client.ping(); // D use/closed from=timed
}
async function paused() {
  const client = new Client(info);
  await forSomeTime(client.connect(transport), 500); // :paused
  await client.callTool(call); // P use/opening from=paused
}
async function unfollowed() {
  const client = new Client(info);
  await wrapped(client.connect(transport));
  await client.callTool(call);
}
async function notedOnly() {
  const client = new Client(info);
  await noted(client.connect(transport));
  await client.callTool(call);
}
async function later() {
  const client = new Client(info);
  const ready = settled(client.connect(transport));
  await ready;
  await client.callTool(call);
}`,
  );

  itCompiles();
});
