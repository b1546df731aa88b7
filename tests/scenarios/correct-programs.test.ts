import { describe } from 'vitest';
import { itCompiles, scenario, v1 } from './harness.ts';

describe('a session that another piece of the program takes over', () => {
  scenario(
    'wrapped by a class of the program, which connects it',
    `
class Wrapper {
  constructor(private readonly client: Client) {}
  async start() {
    await this.client.connect(transport);
  }
}
class Options {
  readonly client: Client;
  constructor(options: { client: Client }) {
    this.client = options.client;
  }
  start() {
    return this.client.connect(transport);
  }
}
class Derived extends Wrapper {
  constructor(client: Client, readonly name: string) {
    super(client);
  }
}
export async function wrapped() {
  const client = new Client(info);
  const wrapper = new Wrapper(client);
  await wrapper.start();
  await client.callTool(call);
}
export async function inOptions() {
  const client = new Client(info);
  await new Options({ client }).start();
  await client.callTool(call);
}
export async function derived() {
  const client = new Client(info);
  await new Derived(client, 'a').start();
  await client.callTool(call);
}`,
  );

  scenario(
    'a subclass of the client starts itself',
    `
class Weather extends Client {
  constructor() {
    super(info);
  }
  async start() {
    await this.connect(transport);
  }
  async ask() {
    return this.callTool(call);
  }
  async restart() {
    await this.close();
    await this.start();
    return this.callTool(call);
  }
}
export async function run() {
  const weather = new Weather();
  await weather.start();
  await weather.callTool(call);
  await weather.ask();
  await weather.close();
  await weather.start();
  await weather.ask();
}
class Server2 extends McpServer {
  async listen() {
    this.registerTool('weather', {}, () => ({ content: [] }));
    await this.connect(transport);
    this.registerTool('more', {}, () => ({ content: [] }));
  }
}
export async function serve() {
  const server = new Server2(info);
  await server.listen();
  server.sendToolListChanged();
}`,
  );

  scenario('passed in a template, a spread, an element of a view, a message or a thrown value', {
    'main.tsx': v1(`
declare global {
  namespace JSX {
    interface IntrinsicElements { view: { client: Client } }
  }
}
declare function tag(parts: TemplateStringsArray, ...values: unknown[]): Promise<void>;
export async function tagged() {
  const client = new Client(info);
  await tag\`\${client}\`;
  await client.callTool(call);
}
export async function spread() {
  const client = new Client(info);
  await external(...[client]);
  await client.callTool(call);
}
export async function viewed() {
  const client = new Client(info);
  const view = <view client={client} />;
  log(view);
  await client.callTool(call);
}
export async function entries() {
  const client = new Client(info);
  for (const [, each] of Object.entries({ client })) await each.connect(transport);
  await client.callTool(call);
}
export async function applied() {
  const client = new Client(info);
  await Reflect.apply(client.connect, client, [transport]);
  await client.callTool(call);
}
export async function thrown() {
  const client = new Client(info);
  try {
    throw client;
  } catch (caught) {
    await (caught as Client).connect(transport);
  }
  await client.callTool(call);
}
export async function frozen() {
  const client = Object.freeze(new Client(info));
  await client.connect(transport);
  await client.callTool(call);
}`),
  });

  scenario(
    'patched or wrapped in place',
    `
export async function close() {
  const client = new Client(info);
  const original = client.close.bind(client);
  client.close = async () => {
    log('closing');
    await original();
  };
  await client.connect(transport);
  await client.callTool(call);
}
export async function connect() {
  const client = new Client(info);
  const original = client.connect;
  client.connect = async function (this: Client, ...values) {
    if (!this.transport) await original.apply(this, values);
  };
  await client.connect(transport);
  await client.connect(transport); // S|D
}
export async function methods(names: ('connect' | 'close')[]) {
  const client = new Client(info);
  for (const name of names) await client[name](transport);
  await client.callTool(call);
}`,
  );

  scenario(
    'assigned by destructuring, in a loop head or in a condition',
    `
declare function make(): Promise<{ client: Client }>;
declare const list: { client: Client }[];
export async function destructured() {
  let client = new Client(info);
  ({ client } = await make());
  await client.callTool(call);
  [client] = [new Client(info)];
  await client.connect(transport);
  await client.callTool(call);
}
export async function loopHead() {
  let client = new Client(info);
  for ({ client } of list) await client.callTool(call);
  for (client of list.map((each) => each.client)) await client.callTool(call);
  await client.callTool(call); // S|P
}
export async function condition() {
  let client: Client | undefined;
  while ((client = list.pop()?.client)) await client.callTool(call);
  if ((client = new Client(info))) await client.connect(transport);
  await client.callTool(call);
}
export async function compound() {
  let client: Client | undefined;
  client ??= (await make()).client;
  await client.callTool(call);
}`,
  );

  itCompiles();
});

describe('a connect whose outcome is a value', () => {
  scenario(
    'a helper tells by a boolean whether it could connect',
    `
async function open(client: Client): Promise<boolean> {
  try {
    await client.connect(transport);
    return true;
  } catch {
    return false;
  }
}
export async function positive() {
  const client = new Client(info);
  if (await open(client)) await client.callTool(call); // S|P
}
export async function negative() {
  const client = new Client(info);
  if (!(await open(client))) return;
  await client.callTool(call); // S|P
}
export async function stored() {
  const client = new Client(info);
  const opened = await open(client);
  if (!opened) throw new Error('no connection');
  await client.callTool(call); // S|P
}`,
  );

  scenario(
    'a helper awaits the promise that it is given',
    `
async function to<T>(promise: Promise<T>): Promise<[unknown] | [null, T]> {
  try {
    return [null, await promise];
  } catch (error) {
    return [error];
  }
}
async function within<T>(promise: Promise<T>, ms: number): Promise<T> {
  const late = delay(ms).then(() => Promise.reject(new Error('late')));
  return (await Promise.race([promise, late])) as T;
}
const same = <T>(promise: Promise<T>) => promise;
export async function tuple() {
  const client = new Client(info);
  const [error] = await to(client.connect(transport));
  if (error) return;
  await client.callTool(call); // S|P
}
export async function limited() {
  const client = new Client(info);
  await within(client.connect(transport), 1000);
  await client.callTool(call);
}
export async function passedThrough() {
  const client = new Client(info);
  await same(client.connect(transport));
  await client.callTool(call);
}`,
  );

  scenario(
    'closed on failure only, by a flag in finally',
    `
async function open() {
  const client = new Client(info);
  let ok = false;
  try {
    await client.connect(transport);
    await client.ping();
    ok = true;
    return client;
  } finally {
    if (!ok) await client.close();
  }
}
export async function run() {
  const client = await open();
  await client.callTool(call); // S|P
}
export async function local() {
  const client = new Client(info);
  let failed = true;
  try {
    await client.connect(transport);
    failed = false;
  } finally {
    if (failed) await client.close();
  }
  await client.callTool(call); // S|P
}`,
  );

  scenario(
    'a state variable says what to do next',
    `
export async function run() {
  const client = new Client(info);
  let state: 'new' | 'open' | 'done' = 'new';
  while (state !== 'done') {
    switch (state) {
      case 'new':
        await client.connect(newTransport()); // S|P
        state = 'open';
        break;
      case 'open':
        await client.callTool(call); // S|P
        state = 'done';
        break;
    }
  }
  await client.close();
}
export async function messages(port: { on(event: string, listener: (message: { type: string }) => unknown): void }) {
  const client = new Client(info);
  port.on('message', async (message) => {
    if (message.type === 'connect') await client.connect(newTransport());
    else if (message.type === 'call') await client.callTool(call);
    else await client.close();
  });
}`,
  );

  scenario(
    'a function of the program tests the session',
    `
const isOpen = (client: Client) => client.transport !== undefined;
function assertOpen(client: Client): void {
  if (!client.transport) throw new Error('not connected');
}
async function ensure(client: Client) {
  if (!isOpen(client)) await client.connect(newTransport());
}
export async function tested() {
  const client = new Client(info);
  if (flag) await client.connect(transport);
  if (isOpen(client)) await client.callTool(call); // S|P
}
export async function asserted() {
  const client = new Client(info);
  if (flag) await client.connect(transport);
  assertOpen(client);
  await client.callTool(call); // S|P
}
export async function ensured() {
  const client = new Client(info);
  await ensure(client);
  await client.callTool(call); // S|P
  await client.close();
  await ensure(client);
  await client.callTool(call); // S|P
}
export async function destructured() {
  const client = new Client(info);
  if (flag) await client.connect(transport);
  const { transport: opened } = client;
  if (opened) await client.callTool(call); // S|P
  if (client['transport']) await client.callTool(call);
}`,
  );

  itCompiles();
});

describe('chains of promises', () => {
  scenario(
    'links before, between and after',
    `
export async function between() {
  const client = new Client(info);
  await client.connect(transport).then(() => {}).then(() => client.callTool(call));
  await client.callTool(call);
}
export async function withFinally() {
  const client = new Client(info);
  await client.connect(transport).finally(() => log('done')).then(() => client.callTool(call));
}
export async function withRethrow() {
  const client = new Client(info);
  await client
    .connect(transport)
    .catch((error: unknown) => {
      throw error;
    })
    .then(() => client.callTool(call));
}
export async function functions() {
  const client = new Client(info);
  await client.connect(transport).then(function () {
    return client.listTools();
  });
  await client.close();
  await client.connect(newTransport()).then(async function named() {
    await client.callTool(call);
  });
  await client.callTool(call);
}
export async function bound() {
  const client = new Client(info);
  await client.connect(transport).then(client.listTools.bind(client) as () => Promise<unknown>);
  await client.callTool(call);
}
export async function fromResolved() {
  const client = new Client(info);
  await Promise.resolve()
    .then(() => client.connect(transport))
    .then(() => client.callTool(call));
  await client.listTools();
}
export async function returned() {
  const client = new Client(info);
  const tools = await client.connect(transport).then(() => client);
  await tools.callTool(call);
  await client.callTool(call);
}
export async function stored() {
  const client = new Client(info);
  const ready = client.connect(transport).then(() => log('ready'));
  await ready;
  await client.callTool(call);
}
export async function inAll() {
  const client = new Client(info);
  const [tools] = await Promise.all([client.connect(transport).then(() => client.listTools()), external()]);
  log(tools);
  await client.callTool(call);
}`,
  );

  scenario(
    'awaited through casts and parentheses',
    `
export async function run() {
  const one = new Client(info);
  await (one.connect(transport) as Promise<void>);
  await one.callTool(call);
  const two = new Client(info);
  await two.connect(transport)!;
  await two.callTool(call);
  const three = new Client(info);
  await (log(1), three.connect(transport));
  await three.callTool(call);
  const four = new Client(info);
  await four.connect?.(transport);
  await four.callTool(call);
  const five = new Client(info);
  await (await Promise.resolve(five)).connect(transport);
  await five.callTool(call);
}`,
  );

  scenario(
    'closed when something else is done, which is not waited for',
    `
export async function run() {
  const client = new Client(info);
  await client.connect(transport);
  void external().then(() => client.close());
  await client.callTool(call); // S|P
}
export async function deferred() {
  const client = new Client(info);
  queueMicrotask(() => void client.connect(transport));
  await delay(10);
  await client.callTool(call); // S|P
}
export async function limited() {
  const client = new Client(info);
  await client.connect(transport);
  const stop = setTimeout(() => client.close(), 1000);
  try {
    return await client.callTool(call);
  } finally {
    clearTimeout(stop);
    await client.close();
  }
}`,
  );

  scenario(
    'tasks collected in a loop, each with its own session',
    `
export async function run() {
  const tasks: (() => Promise<void>)[] = [];
  for (const url of urls) {
    const client = new Client({ name: url, version: '1' });
    tasks.push(async () => {
      await client.connect(newTransport());
      await client.callTool(call);
      await client.close();
    });
  }
  for (const task of tasks) await task();
}
export async function entries() {
  const all = new Map<string, { client: Client; ready: Promise<void> }>();
  for (const url of urls) {
    const client = new Client({ name: url, version: '1' });
    all.set(url, { client, ready: client.connect(newTransport()) });
  }
  for (const { client, ready } of all.values()) {
    await ready;
    await client.callTool(call);
  }
}
export async function keptWithPromise() {
  const client = new Client(info);
  const entry = { client, ready: client.connect(transport) };
  await entry.ready;
  await entry.client.callTool(call);
  await client.callTool(call);
}`,
  );

  itCompiles();
});

describe('variables', () => {
  scenario(
    'made or given, connected only if made',
    `
export async function run(given?: Client) {
  const client = given ?? new Client(info);
  if (client !== given) await client.connect(transport);
  await client.callTool(call); // S|P
}
export async function defaulted(options: { client?: Client }) {
  const { client = new Client(info) } = options;
  if (!options.client) await client.connect(transport);
  await client.callTool(call); // S|P
}
export async function maybe() {
  const client = flag ? new Client(info) : undefined;
  if (client) await client.connect(transport);
  await client?.callTool(call);
}
export async function list() {
  const clients = flag ? [new Client(info)] : [];
  for (const client of clients) await client.connect(newTransport());
  await clients[0]?.callTool(call);
}`,
  );

  scenario(
    'assigned by a function that is called first',
    `
export async function inner() {
  let client!: Client;
  await setUp();
  await client.callTool(call);
  async function setUp() {
    client = new Client(info);
    await client.connect(transport);
  }
}
export async function returnsItself() {
  const client = new Client(info);
  const open = async () => {
    await client.connect(transport);
    return client;
  };
  const opened = await open();
  await opened.callTool(call);
  await client.callTool(call);
}
export async function replacedOnFailure() {
  let client = new Client(info);
  while (cond()) {
    try {
      await client.connect(newTransport()); // S|P
      break;
    } catch {
      client = new Client(info);
    }
  }
  await client.callTool(call); // S|P
}
export async function rotated() {
  let current = new Client(info);
  await current.connect(newTransport());
  for (const url of urls) {
    const next = new Client({ name: url, version: '1' });
    await next.connect(newTransport());
    const previous = current;
    current = next;
    await previous.close();
    await current.callTool(call);
  }
  await current.close();
}`,
  );

  scenario(
    'rotated the wrong way round: the closed one is used, definite',
    `
export async function run() {
  let current = new Client(info);
  await current.connect(newTransport());
  const previous = current;
  current = new Client(info);
  await current.connect(newTransport());
  await previous.close(); // :closing
  await current.callTool(call);
  await previous.callTool(call); // D use/closed from=closing
}`,
  );

  scenario(
    'a lazily made session behind a getter, a method or a closure',
    `
export class Weather {
  #client: Client | undefined;
  get client() {
    return (this.#client ??= new Client(info));
  }
  async ask() {
    await this.client.connect(transport);
    await this.client.callTool(call);
  }
  async again() {
    await this.client.callTool(call);
    await this.#client?.callTool(call);
  }
}
export function lazily() {
  let client: Client | undefined;
  const get = () => (client ??= new Client(info));
  return {
    open: () => get().connect(transport),
    ask: () => get().callTool(call),
    known: () => client?.callTool(call),
  };
}
const cache = new WeakMap<object, Client>();
export async function cached(key: object) {
  if (!cache.has(key)) cache.set(key, new Client(info));
  const client = cache.get(key)!;
  if (!client.transport) await client.connect(transport);
  return client.callTool(call);
}`,
  );

  itCompiles();
});
