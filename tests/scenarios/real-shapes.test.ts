import { describe } from 'vitest';
import { itCompiles, scenario, v1, v2 } from './harness.ts';

describe('connecting, retrying and reconnecting', () => {
  scenario(
    'streamable HTTP first, another transport if that fails, with a new client',
    `
export async function connect(url: URL): Promise<Client> {
  const first = new Client(info);
  try {
    await first.connect(new StreamableHTTPClientTransport(url));
    return first;
  } catch (error) {
    log(error);
    const second = new Client(info);
    await second.connect(newTransport());
    return second;
  }
}`,
  );

  scenario(
    'streamable HTTP first, another transport if that fails, with the same client: it may be half open',
    `
export async function connect(url: URL): Promise<Client> {
  const client = new Client(info);
  try {
    await client.connect(new StreamableHTTPClientTransport(url)); // :failing
  } catch {
    await client.connect(newTransport()); // P open/failed from=failing
  }
  await client.listTools();
  return client;
}`,
  );

  scenario(
    'a field is connected with a fallback, other methods use it',
    `
export class Remote {
  private readonly client: Client;
  private transport: Transport | null = null;
  constructor(private readonly url: URL) {
    this.client = new Client(info);
  }
  async start() {
    try {
      this.transport = new StreamableHTTPClientTransport(this.url);
      await this.client.connect(this.transport);
    } catch {
      await this.client.connect(newTransport()); // S|P
    }
  }
  tools() {
    return this.client.listTools();
  }
}`,
  );

  scenario(
    'an exponential backoff whose last failure is thrown',
    `
export async function connectWithBackoff(url: URL) {
  let lastError: unknown;
  for (let attempt = 0; attempt < 5; attempt++) {
    const client = new Client(info);
    try {
      await client.connect(new StreamableHTTPClientTransport(url));
      await client.ping();
      return client;
    } catch (error) {
      lastError = error;
      await client.close().catch(() => undefined);
      await delay(2 ** attempt * 100);
    }
  }
  throw lastError;
}`,
  );

  scenario(
    'the loop counts failures, the client is used after it: connected only if it broke out, possible at most',
    `
export async function run() {
  const client = new Client(info);
  let connected = false;
  for (let attempt = 0; attempt < 3 && !connected; attempt++) {
    try {
      await client.connect(newTransport()); // S|P
      connected = true;
    } catch {
      await client.close();
    }
  }
  if (!connected) throw new Error('no connection');
  return client.callTool(call); // S|P
}`,
  );

  scenario(
    'retried through recursion in a class',
    `
export class Retrying {
  #client = new Client(info);
  async #connect(attempt = 0): Promise<void> {
    try {
      await this.#client.connect(newTransport());
    } catch (error) {
      if (attempt > 3) throw error;
      await this.#client.close();
      this.#client = new Client(info);
      await this.#connect(attempt + 1);
    }
  }
  async ask() {
    await this.#connect();
    return this.#client.callTool(call);
  }
}`,
  );

  scenario(
    'a call that fails is repeated on a fresh connection',
    `
export class Healing {
  private client: Client | undefined;
  private async open() {
    const client = new Client(info);
    await client.connect(newTransport());
    this.client = client;
    return client;
  }
  async ask() {
    const client = this.client ?? (await this.open());
    try {
      return await client.callTool(call);
    } catch {
      await client.close();
      const again = await this.open();
      return again.callTool(call);
    }
  }
}`,
  );

  scenario(
    'the same client is closed and connected again when a call fails',
    `
export async function ask(client: Client) {
  try {
    return await client.callTool(call);
  } catch {
    await client.close();
    await client.connect(newTransport());
    return client.callTool(call);
  }
}`,
  );

  scenario(
    'closed when a call fails, and called again without a connection: definite',
    `
export async function ask(client: Client) {
  try {
    return await client.callTool(call);
  } catch {
    await client.close(); // :closing
    return client.callTool(call); // D use/closed from=closing
  }
}`,
  );

  scenario(
    'onclose forgets the client and plans a reconnect',
    `
export class Watched {
  #client: Client | null = null;
  #stopping = false;
  async start() {
    this.#client = new Client(info);
    this.#client.onclose = () => {
      if (this.#stopping) return;
      this.#client = null;
      setTimeout(() => void this.start(), 1000);
    };
    await this.#client.connect(newTransport());
    await this.#client.listTools();
  }
  async ask() {
    if (!this.#client) throw new Error('not connected');
    return this.#client.callTool(call);
  }
  async stop() {
    this.#stopping = true;
    await this.#client?.close();
    this.#client = null;
  }
}`,
  );

  scenario(
    'a timeout by racing, which throws when it is lost',
    `
export async function run() {
  const client = new Client(info);
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), 5000);
  });
  try {
    await Promise.race([client.connect(transport), timeout]);
    const tools = await Promise.race([client.listTools(), timeout]);
    return tools;
  } catch (error) {
    await client.close();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}`,
  );

  scenario(
    'raced with a signal in a promise of one own',
    `
export async function connect(client: Client, signal: AbortSignal) {
  await new Promise<void>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')));
    client.connect(transport).then(resolve, reject);
  });
  await client.callTool(call);
}
export async function run(signal: AbortSignal) {
  const client = new Client(info);
  await connect(client, signal);
  await client.callTool(call);
}`,
  );

  scenario(
    'a promise with resolvers, settled in a callback of the connect',
    `
export async function run() {
  const client = new Client(info);
  let done: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    done = resolve;
  });
  void client.connect(transport).then(() => done());
  await opened;
  await client.callTool(call); // S|P
}`,
  );

  scenario(
    'a connect is started, other work is done, then it is awaited',
    `
export async function run() {
  const client = new Client(info);
  const connecting = client.connect(transport);
  const config = await external();
  log(config);
  await connecting;
  await client.callTool(call);
}`,
  );

  scenario(
    'connects of several sessions started in a loop, awaited together',
    `
export async function run() {
  const clients: Client[] = [];
  const pending: Promise<void>[] = [];
  for (const url of urls) {
    const client = new Client({ name: url, version: '1' });
    pending.push(client.connect(newTransport()));
    clients.push(client);
  }
  await Promise.all(pending);
  await Promise.all(clients.map((client) => client.listTools()));
}
export async function mapped() {
  const clients = await Promise.all(
    urls.map(async (url) => {
      const client = new Client({ name: url, version: '1' });
      await client.connect(newTransport());
      await client.ping();
      return client;
    }),
  );
  for (const client of clients) await client.callTool(call);
}
export async function settled() {
  const results = await Promise.allSettled(
    urls.map(async (url) => {
      const client = new Client({ name: url, version: '1' });
      try {
        await client.connect(newTransport());
        const { tools } = await client.listTools();
        return { client, tools, stop: () => client.close() };
      } catch (error) {
        await client.close();
        throw error;
      }
    }),
  );
  for (const result of results) if (result.status === 'fulfilled') await result.value.client.ping();
}`,
  );

  scenario(
    'in-memory pair: the server is connected first',
    `
export async function pair() {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  const server = new McpServer(info);
  server.registerTool('weather', {}, () => ({ content: [] }));
  const client = new Client(info);
  await server.connect(serverSide);
  await client.connect(clientSide);
  const result = await client.callTool(call);
  await client.close();
  await server.close();
  return result;
}`,
  );

  scenario(
    'both closed with Promise.all, then used: definite',
    `
export async function run() {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  const server = new McpServer(info);
  const client = new Client(info);
  await Promise.all([server.connect(serverSide), client.connect(clientSide)]);
  await Promise.all([client.close(), server.close()]);
  await client.ping(); // D use/closed
}`,
  );

  itCompiles();
});

describe('classes around a session', () => {
  scenario(
    'a private constructor, a static factory that connects',
    `
export class Weather {
  private constructor(private readonly client: Client) {}
  static async create() {
    const client = new Client(info);
    await client.connect(transport);
    return new Weather(client);
  }
  ask() {
    return this.client.callTool(call);
  }
  async [Symbol.asyncDispose]() {
    await this.client.close();
  }
}
export async function run() {
  await using weather = await Weather.create();
  return weather.ask();
}`,
  );

  scenario(
    'connected by a decorated, overloaded or inherited method',
    `
abstract class Base {
  protected readonly client = new Client(info);
  async start() {
    await this.client.connect(transport);
  }
}
export class Weather extends Base {
  ask() {
    return this.client.callTool(call);
  }
}
export class Restarting extends Base {
  async restart() {
    await this.client.close();
    await this.start();
    await this.client.callTool(call);
  }
}`,
  );

  scenario(
    'a field set in a method called by the constructor',
    `
export class Weather {
  private client!: Client;
  private transport!: Transport;
  constructor() {
    this.setUp();
  }
  private setUp() {
    this.transport = newTransport();
    this.client = new Client(info);
  }
  async start() {
    await this.client.connect(this.transport);
  }
  async ask() {
    return this.client.callTool(call);
  }
}`,
  );

  scenario(
    'reset: the old one is closed, a new one made, start connects it',
    `
export class Weather {
  #client = new Client(info);
  async start() {
    await this.#client.connect(newTransport());
  }
  async reset() {
    await this.#client.close();
    this.#client = new Client(info);
    await this.start();
    await this.#client.callTool(call);
  }
}`,
  );

  scenario(
    'reset without connect: definite on the use in the same method',
    `
export class Weather {
  #client = new Client(info);
  async start() {
    await this.#client.connect(newTransport());
  }
  async reset() {
    await this.#client.close();
    this.#client = new Client(info); // :made
    await this.#client.callTool(call); // D use/unopened from=made
  }
}`,
  );

  scenario(
    'a private method is called between close and use',
    `
export class Weather {
  private readonly client = new Client(info);
  private async open() {
    await this.client.connect(newTransport());
  }
  async refresh() {
    await this.client.close();
    await this.open();
    return this.client.callTool(call);
  }
}
export class Public {
  private readonly client = new Client(info);
  async open() {
    await this.client.connect(newTransport());
  }
  async refresh() {
    await this.client.close();
    await this.open();
    return this.client.callTool(call);
  }
}
export class ThroughArrow {
  private readonly client = new Client(info);
  private readonly open = async () => {
    await this.client.connect(newTransport());
  };
  async refresh() {
    await this.client.close();
    await this.open();
    return this.client.callTool(call);
  }
}
export class ThroughSelf {
  private readonly client = new Client(info);
  async refresh() {
    const self = this;
    await self.client.close();
    await self.reopen();
    return this.client.callTool(call);
  }
  async reopen() {
    await this.client.connect(newTransport());
  }
}`,
  );

  scenario(
    'closed by a private method, used after it: definite',
    `
export class Weather {
  readonly #client = new Client(info);
  async start() {
    await this.#client.connect(newTransport());
  }
  async #stop() {
    await this.#client.close();
  }
  async askOnce() {
    await this.#stop();
    return this.#client.callTool(call); // D use/closed
  }
}`,
  );

  scenario(
    'an accessor pair over a field, and a setter that connects',
    `
export class Weather {
  #client: Client | undefined;
  get client(): Client {
    if (!this.#client) throw new Error('not connected');
    return this.#client;
  }
  set client(value: Client) {
    void value.connect(transport);
    this.#client = value;
  }
  async ask() {
    await this.client.callTool(call);
    const { client } = this;
    await client.callTool(call);
  }
}
export async function run() {
  const weather = new Weather();
  weather.client = new Client(info);
  await delay(10);
  await weather.client.callTool(call);
}`,
  );

  scenario(
    'injected through the constructor, also as parameter property and in a map of options',
    `
export class Weather {
  readonly #client: Client;
  constructor(client: Client);
  constructor(options: { client: Client });
  constructor(given: Client | { client: Client }) {
    this.#client = given instanceof Client ? given : given.client;
  }
  ask() {
    return this.#client.callTool(call);
  }
}
export class Property {
  constructor(private client: Client = new Client(info)) {}
  ask() {
    return this.client.callTool(call);
  }
}`,
  );

  scenario(
    'a static field shared by all, and one connected in a static block',
    `
export class Shared {
  private static client: Client | undefined;
  static async get() {
    Shared.client ??= new Client(info);
    if (!Shared.client.transport) await Shared.client.connect(transport);
    return Shared.client;
  }
  static async ask() {
    return (await Shared.get()).callTool(call);
  }
}
export class Started {
  static readonly #client = new Client(info);
  static ready: Promise<void>;
  static {
    this.ready = this.#client.connect(transport);
  }
  static async ask() {
    await Started.ready;
    return Started.#client.callTool(call);
  }
}`,
  );

  scenario(
    'a pool with leases, each entry made, connected and kept',
    `
interface Entry { client: Client; connected: boolean; users: number }
export class Pool {
  readonly #entries = new Map<string, Entry>();
  async acquire(name: string) {
    let entry = this.#entries.get(name);
    if (!entry) {
      entry = { client: new Client(info), connected: false, users: 0 };
      this.#entries.set(name, entry);
    }
    if (!entry.connected) {
      await entry.client.connect(newTransport());
      entry.connected = true;
    }
    entry.users++;
    return entry.client;
  }
  async release(name: string) {
    const entry = this.#entries.get(name);
    if (!entry || --entry.users > 0) return;
    await entry.client.close();
    this.#entries.delete(name);
  }
  async with<T>(name: string, body: (client: Client) => Promise<T>) {
    const client = await this.acquire(name);
    try {
      return await body(client);
    } finally {
      await this.release(name);
    }
  }
  async closeAll() {
    await Promise.all([...this.#entries.values()].map(({ client }) => client.close()));
    this.#entries.clear();
  }
}
export async function run(pool: Pool) {
  const client = await pool.acquire('a');
  await client.callTool(call);
  await pool.release('a');
  await pool.with('a', (each) => each.callTool(call));
}`,
  );

  scenario(
    'a proxy object with the same methods as the client',
    `
export function proxied() {
  const client = new Client(info);
  return new Proxy(client, {
    get(target, name) {
      if (name !== 'callTool') return Reflect.get(target, name);
      return async (...values: Parameters<Client['callTool']>) => {
        if (!target.transport) await target.connect(transport);
        return target.callTool(...values);
      };
    },
  });
}
export function facade() {
  const client = new Client(info);
  const facade = {
    connect: () => client.connect(transport),
    callTool: client.callTool.bind(client),
    close: () => client.close(),
  };
  return facade;
}
export async function run() {
  const client = proxied();
  await client.callTool(call);
  const other = facade();
  await other.callTool(call);
}`,
  );

  scenario(
    'mixins and classes made by functions',
    `
type Constructor<T> = new (...values: any[]) => T;
function Connecting<T extends Constructor<Client>>(Base: T) {
  return class extends Base {
    override async callTool(...values: any[]): Promise<any> {
      if (!this.transport) await this.connect(transport);
      return super.callTool(values[0]);
    }
  };
}
const Eager = Connecting(Client);
export async function run() {
  const client = new Eager(info);
  await client.callTool(call);
}`,
  );

  scenario(
    'made by a generic factory over the constructor',
    `
function make<T>(Class: new (...values: any[]) => T): T {
  return new Class(info);
}
declare const registry: { get<T>(token: abstract new (...values: any[]) => T): T };
export async function run() {
  const client = registry.get(Client);
  await client.callTool(call);
  const made = make(Client);
  await made.connect(transport);
  await made.callTool(call);
  const reflected = Reflect.construct(Client, [info]) as Client;
  await reflected.connect(newTransport());
  await reflected.callTool(call);
}`,
  );

  itCompiles();
});

describe('memoised connections', () => {
  scenario(
    'a module variable and a promise of the client',
    `
let promise: Promise<Client> | undefined;
async function connect() {
  const client = new Client(info);
  await client.connect(transport);
  return client;
}
export function getClient() {
  promise ??= connect();
  return promise;
}
export async function ask() {
  const client = await getClient();
  return client.callTool(call);
}
export async function reset() {
  const client = await promise;
  promise = undefined;
  await client?.close();
}`,
  );

  scenario(
    'while another caller is connecting, wait',
    `
let client: Client | null = null;
let isConnecting = false;
async function ensure() {
  if (client) return true;
  if (isConnecting) {
    while (isConnecting) await delay(100);
    return client !== null;
  }
  isConnecting = true;
  try {
    client = new Client(info);
    await client.connect(transport);
    await client.listTools();
    isConnecting = false;
    return true;
  } catch (error) {
    log(error);
    client = null;
    isConnecting = false;
    return false;
  }
}
export async function ask() {
  if (!(await ensure())) throw new Error('no connection');
  return client!.callTool(call);
}`,
  );

  scenario(
    'an immediately called function keeps the client and its state',
    `
export const weather = (() => {
  const client = new Client(info);
  let ready: Promise<void> | null = null;
  const open = () => (ready ??= client.connect(transport));
  return {
    async ask() {
      await open();
      return client.callTool(call);
    },
    async stop() {
      ready = null;
      await client.close();
    },
  };
})();
const settings = await (async () => {
  const client = new Client(info);
  await client.connect(transport);
  const { tools } = await client.listTools();
  await client.close();
  return tools;
})();
log(settings);`,
  );

  scenario(
    'once(), lazy() and the like are not known',
    `
declare function once<T>(body: () => T): () => T;
const client = new Client(info);
const open = once(() => client.connect(transport));
export async function ask() {
  await open();
  return client.callTool(call);
}
export async function local() {
  const mine = new Client(info);
  const openMine = once(() => mine.connect(transport));
  await openMine();
  await mine.callTool(call);
}`,
  );

  scenario(
    'a queue runs what it is given, later',
    `
const queue: (() => Promise<unknown>)[] = [];
async function drain() {
  for (const task of queue.splice(0)) await task();
}
export async function run() {
  const client = new Client(info);
  queue.push(() => client.connect(transport));
  await drain();
  await client.callTool(call);
}
export async function steps() {
  const client = new Client(info);
  const steps = [() => client.connect(transport), () => client.callTool(call)];
  for (const step of steps) await step();
  await client.listTools();
}
export async function reduced() {
  const client = new Client(info);
  await [client.connect.bind(client)].reduce(async (before, step) => {
    await before;
    await step(transport);
  }, Promise.resolve());
  await client.callTool(call);
}`,
  );

  itCompiles();
});

describe('servers and transports', () => {
  scenario(
    'a transport that is started by hand and then connected: definite',
    `
export async function run() {
  const stdio = new StdioClientTransport({ command: 'node' });
  const client = new Client(info);
  await stdio.start();
  await client.connect(stdio); // D
}
export async function mended() {
  const stdio = new StdioClientTransport({ command: 'node' });
  const client = new Client(info);
  stdio.onerror = (error) => log(error);
  await client.connect(stdio);
  log(stdio.pid, stdio.stderr);
}`,
  );

  scenario(
    'a transport that is used by hand, without a client: silent',
    `
export async function run() {
  const stdio = new StdioClientTransport({ command: 'node' });
  stdio.onmessage = (message) => log(message);
  await stdio.start();
  await stdio.send({ jsonrpc: '2.0', method: 'ping', id: 1 });
  await stdio.close();
}
export async function passed() {
  const stdio = new StdioClientTransport({ command: 'node' });
  await external(stdio);
  const client = new Client(info);
  await client.connect(stdio);
}`,
  );

  scenario(
    'tools registered after connect in a callback or by another function of the program',
    `
function register(server: McpServer) {
  server.registerTool('weather', {}, () => ({ content: [] })); // :inside
}
export async function wrong() {
  const server = new McpServer(info);
  await server.connect(transport);
  register(server); // D configure/open inside=inside
}
export async function right() {
  const server = new McpServer(info);
  register(server);
  await server.connect(transport);
}
export async function plugins(list: ((server: McpServer) => void)[]) {
  const server = new McpServer(info);
  for (const plugin of list) plugin(server);
  await server.connect(transport);
}
export async function chained() {
  const server = new McpServer(info);
  register(server);
  await server.connect(transport);
  register(server);
}`,
  );

  scenario(
    'a server that notifies before it is connected',
    `
export async function run() {
  const server = new McpServer(info);
  server.registerTool('weather', {}, () => ({ content: [] }));
  server.sendToolListChanged();
  await server.connect(transport);
  await server.close();
  server.sendPromptListChanged();
}
export async function early() {
  const server = new McpServer(info);
  await server.server.sendToolListChanged(); // D|S
  await server.connect(transport);
}
export async function later() {
  const server = new McpServer(info);
  const tool = server.registerTool('weather', {}, () => {
    server.sendToolListChanged();
    return { content: [] };
  });
  await server.connect(transport);
  setInterval(() => {
    tool.disable();
    server.sendToolListChanged();
  }, 1000);
}
export async function low() {
  const server = new Server(info, { capabilities: { tools: {} } });
  await server.sendToolListChanged(); // D notify/unopened
  await server.connect(transport);
}`,
  );

  scenario(
    'a low-level server that notifies before it is connected, or after it is closed: definite',
    `
export async function early() {
  const server = new Server(info, { capabilities: { tools: { listChanged: true } } }); // :early
  await server.sendToolListChanged(); // D notify/unopened from=early
  await server.connect(transport);
}
export async function earlyThroughHelper() {
  const server = new Server(info, { capabilities: { prompts: { listChanged: true } } }); // :helper
  await notify(server); // D notify/unopened from=helper inside=inner
  await server.connect(transport);
}
async function notify(server: Server) {
  await server.sendPromptListChanged(); // :inner
}
export async function late() {
  const server = new Server(info, { capabilities: { tools: { listChanged: true } } });
  await server.connect(transport);
  await server.close(); // :closed
  await server.sendToolListChanged(); // D notify/closed from=closed
}
export async function highLevel(server: McpServer) {
  server.sendToolListChanged();
  await server.close();
  server.sendResourceListChanged();
}`,
  );

  scenario(
    'a server that notifies right after it was connected: `McpServer` does so by itself',
    `
export async function run() {
  const server = new McpServer(info);
  server.registerTool('weather', {}, () => ({ content: [] }));
  await server.connect(transport);
  server.sendToolListChanged();
  server.sendResourceListChanged();
}
export async function throughMethods() {
  const desk = new Desk();
  desk.add(['weather']);
  await desk.open();
  desk.add(['tides']);
}
class Desk {
  readonly #server = new McpServer(info);

  add(names: string[]) {
    for (const name of names) this.#server.registerTool(name, {}, () => ({ content: [] }));
    this.#server.sendToolListChanged();
  }

  async open() {
    await this.#server.connect(transport);
  }
}
export async function resource() {
  const server = new McpServer(info);
  await server.connect(transport); // :resource
  await server.server.sendResourceUpdated({ uri: 'file:///tides' }); // D notify/opening from=resource
}
export async function low() {
  const server = new Server(info, { capabilities: { tools: {} } });
  await server.connect(transport); // :low
  await server.sendToolListChanged(); // D notify/opening from=low
}`,
  );

  scenario(
    'a server that asks its client in a tool: the client has begun by then',
    `
export async function run() {
  const server = new McpServer(info);
  server.registerTool('weather', {}, async () => {
    await server.server.listRoots();
    return { content: [] };
  });
  server.server.oninitialized = async () => {
    await server.server.listRoots();
  };
  await server.connect(transport);
}
export async function early() {
  const server = new Server(info, { capabilities: {} });
  await server.listRoots(); // D use/unopened
}`,
  );

  scenario(
    'a server asks its client right after it was connected: the client has not begun; after the handshake: silent',
    `
export async function early() {
  const server = new Server(info, { capabilities: {} });
  await server.connect(transport); // :attached
  await server.listRoots(); // D use/opening from=attached
}
export async function together() {
  const [a, b] = InMemoryTransport.createLinkedPair();
  const server = new Server(info, { capabilities: {} });
  const client = new Client(info, { capabilities: { roots: {} } });
  await Promise.all([client.connect(a), server.connect(b)]);
  await server.listRoots();
  await server.sendToolListChanged();
}
async function announce(server: Server) {
  await server.listRoots();
  await server.sendToolListChanged();
}
export async function throughHelper() {
  const [a, b] = InMemoryTransport.createLinkedPair();
  const server = new Server(info, { capabilities: {} });
  const client = new Client(info, { capabilities: { roots: {} } });
  await Promise.all([client.connect(a), server.connect(b)]);
  await announce(server);
}
export async function earlyThroughHelper() {
  const server = new Server(info, { capabilities: {} });
  await server.connect(transport); // :alone
  await announce(server); // D use/opening from=alone
}
export async function inTurn() {
  const [a, b] = InMemoryTransport.createLinkedPair();
  const server = new McpServer(info);
  const client = new Client(info, { capabilities: { roots: {} } });
  await server.connect(b);
  await client.connect(a);
  await server.server.listRoots();
  server.sendToolListChanged();
}
export async function pairThroughHelpers() {
  const [a, b] = InMemoryTransport.createLinkedPair();
  const server = new Server(info, { capabilities: {} });
  const client = new Client(info, { capabilities: { roots: {} } });
  await server.connect(b);
  await client.connect(a);
  await twice(server);
}
async function twice(server: Server) {
  await announce(server);
  await server.sendToolListChanged();
}
export async function pairTooEarly() {
  const [a, b] = InMemoryTransport.createLinkedPair();
  const server = new Server(info, { capabilities: {} });
  const client = new Client(info, { capabilities: { roots: {} } });
  await server.connect(b); // :half
  await twice(server); // D use/opening from=half
  await client.connect(a);
}
export async function later() {
  const server = new Server(info, { capabilities: {} });
  await server.connect(transport);
  await delay(1000);
  await server.listRoots(); // S|P
}`,
  );

  scenario(
    'closing the transport, or the other end of it, closes the session',
    `
export async function reconnects() {
  const client = new Client(info);
  const first = newTransport();
  await client.connect(first);
  await client.callTool(call);
  await first.close();
  await client.connect(newTransport());
  await client.callTool(call);
}
export async function otherEnd() {
  const [a, b] = InMemoryTransport.createLinkedPair();
  const server = new McpServer(info);
  const client = new Client(info);
  await server.connect(b);
  await client.connect(a);
  await server.close();
  await client.connect(newTransport());
}
export async function ofClient() {
  const client = new Client(info);
  await client.connect(transport);
  await client.transport?.close();
  await client.connect(newTransport());
}
async function open(client: Client, on: Transport) {
  await client.connect(on);
}
export async function throughHelper() {
  const client = new Client(info);
  const first = newTransport();
  await open(client, first);
  await first.close();
  await client.connect(newTransport());
}
async function stop(on: { close(): Promise<void> }) {
  await on.close();
}
export async function closedByHelper() {
  const client = new Client(info);
  const first = newTransport();
  await client.connect(first);
  await stop(first);
  await client.connect(newTransport());
}
export async function throughClosure() {
  const client = new Client(info);
  const first = newTransport();
  const start = () => client.connect(first);
  await start();
  await first.close();
  await client.connect(newTransport());
}`,
  );

  scenario('a server per request', {
    'main.ts': v1(`
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { IncomingMessage, ServerResponse } from 'node:http';
function createServer() {
  const server = new McpServer(info);
  server.registerTool('weather', {}, () => ({ content: [] }));
  return server;
}
const sessions = new Map<string, StreamableHTTPServerTransport>();
export async function onRequest(request: IncomingMessage, response: ServerResponse, body: unknown) {
  const server = createServer();
  const http = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  response.on('close', () => {
    void http.close();
    void server.close();
  });
  await server.connect(http);
  await http.handleRequest(request, response, body);
}
export async function withSession(request: IncomingMessage, response: ServerResponse, id: string | undefined) {
  let http = id === undefined ? undefined : sessions.get(id);
  if (!http) {
    const created = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => 'id',
      onsessioninitialized: (session) => {
        sessions.set(session, created);
      },
    });
    created.onclose = () => {
      if (created.sessionId) sessions.delete(created.sessionId);
    };
    await createServer().connect(created);
    http = created;
  }
  await http.handleRequest(request, response);
}`),
  });

  scenario('v2: stdio client, in-memory pair, reconnect', {
    'main.ts': v2(`
export async function pair() {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  const server = new McpServer(info);
  server.registerTool('weather', {}, () => ({ content: [] }));
  await server.connect(serverSide);
  const client = new Client(info);
  await client.connect(clientSide);
  await client.listTools();
  await client.close();
  await client.connect(newTransport());
  await client.listTools();
}
export async function stdio() {
  const client = new Client(info);
  await client.connect(new StdioClientTransport({ command: 'node' }));
  try {
    return await client.listTools();
  } finally {
    await client.close();
  }
}
export async function closed() {
  const client = new Client(info);
  await client.connect(transport);
  await client.close(); // :closing
  return client.listTools(); // D use/closed from=closing outcome=silently-empty
}`),
  });

  itCompiles();
});

describe('test files', () => {
  const runner = `
declare function describe(name: string, body: () => void): void;
declare function it(name: string, body: () => unknown): void;
declare function test(name: string, body: (context: { onTestFinished(body: () => unknown): void }) => unknown): void;
declare function beforeAll(body: () => unknown): void;
declare function beforeEach(body: () => unknown): void;
declare function afterEach(body: () => unknown): void;
declare function afterAll(body: () => unknown): void;
declare function expect(value: unknown): any;
`;

  scenario(
    'a client and a server made anew before each test',
    `${runner}
describe('weather', () => {
  let client: Client;
  let server: McpServer;
  let cleanUp: (() => Promise<void>)[] = [];
  beforeEach(async () => {
    const [a, b] = InMemoryTransport.createLinkedPair();
    client = new Client(info);
    server = new McpServer(info);
    server.registerTool('weather', {}, () => ({ content: [] }));
    await Promise.all([server.connect(a), client.connect(b)]);
    cleanUp.push(() => client.close());
  });
  afterEach(async () => {
    for (const each of cleanUp) await each();
    cleanUp = [];
    await server.close();
  });
  it('answers', async () => {
    expect(await client.listTools()).toBeDefined();
    server.registerTool('more', {}, () => ({ content: [] }));
    await client.callTool(call);
  });
  it('answers after a reconnect', async () => {
    await client.close();
    await client.connect(newTransport());
    await client.callTool(call);
  });
});`,
  );

  scenario(
    'a constant connected in beforeAll',
    `${runner}
const client = new Client(info);
const server = new McpServer(info);
beforeAll(async () => {
  await client.connect(transport);
  await server.connect(newTransport());
});
afterAll(() => client.close());
test('answers', async ({ onTestFinished }) => {
  onTestFinished(() => client.close());
  expect(await client.callTool(call)).toBeDefined();
});
test('its own client', async ({ onTestFinished }) => {
  const mine = new Client(info);
  onTestFinished(() => mine.close());
  await mine.connect(newTransport());
  await mine.callTool(call);
});`,
  );

  scenario(
    'a set-up function that returns what a test needs',
    `${runner}
async function setUp(options: { connect?: boolean } = {}) {
  const client = new Client(info);
  if (options.connect !== false) await client.connect(transport);
  return { client, [Symbol.asyncDispose]: () => client.close() };
}
it('answers', async () => {
  await using context = await setUp();
  await context.client.callTool(call); // S|P
});
it('answers too', async () => {
  const { client } = await setUp();
  await client.callTool(call); // S|P
});`,
  );

  itCompiles();
});

describe('streams and agents', () => {
  scenario(
    'the close is left to the end of a stream',
    `
interface Result { textStream: AsyncIterable<string>; onEnd(body: () => void): void }
declare function streamText(options: { tools: unknown; onFinish: () => Promise<void> }): Result;
export async function run() {
  const client = new Client(info);
  await client.connect(transport);
  const { tools } = await client.listTools();
  const result = streamText({
    tools: tools.map((tool) => ({ ...tool, execute: () => client.callTool({ name: tool.name }) })),
    onFinish: async () => {
      await client.close();
    },
  });
  for await (const part of result.textStream) log(part);
  await client.ping();
}`,
  );

  scenario(
    'tools that keep the client, closed before they run: only what the function itself does is known',
    `
export async function run() {
  const client = new Client(info);
  await client.connect(transport);
  const ask = (name: string) => client.callTool({ name }); // :inside
  await ask('a');
  await client.close(); // :closing
  await ask('b'); // D use/closed from=closing inside=inside
}`,
  );

  scenario(
    'a chat loop with a way out, closed at the end',
    `
export async function chat(lines: AsyncIterable<string>) {
  const client = new Client(info);
  await client.connect(new StdioClientTransport({ command: 'node' }));
  try {
    for await (const line of lines) {
      if (line === 'quit') break;
      if (line === '') continue;
      const result = await client.callTool({ name: line });
      if (result.isError) throw new Error(line);
    }
  } finally {
    await client.close();
  }
}
export async function forever() {
  const client = new Client(info);
  await client.connect(transport);
  for (;;) {
    const answer = await client.callTool(call);
    if (answer.isError) {
      await client.close();
      process.exit(1);
    }
    if (flag) {
      await client.close();
      return answer;
    }
  }
}`,
  );

  scenario(
    'closed inside the loop that goes on: possible, in an earlier iteration',
    `
export async function chat(lines: AsyncIterable<string>) {
  const client = new Client(info);
  await client.connect(transport);
  for await (const line of lines) {
    await client.callTool({ name: line }); // P use/closed from=closing again
    if (line === 'quit') await client.close(); // :closing
  }
}`,
  );

  itCompiles();
});
