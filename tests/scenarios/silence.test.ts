import { describe } from 'vitest';
import { itCompiles, scenario, v1 } from './harness.ts';

describe('correct programs that must stay silent', () => {
  scenario(
    '13 a session received as parameter',
    `
export async function use(client: Client) {
  await client.callTool(call);
}
export async function open(client: Client) {
  await client.connect(transport);
}
export const use2 = async ({ client }: { client: Client }) => client.callTool(call);
export class Uses {
  constructor(private readonly client: Client) {}
  run() {
    return this.client.callTool(call);
  }
}`,
  );

  scenario(
    '13 what a function itself does to its parameter is known: closed here, used here, definite',
    `
export async function use(client: Client) {
  await client.close(); // :closing
  await client.callTool(call); // D use/closed from=closing
}`,
  );

  scenario(
    '14 a session passed to a function that is not known before it is used',
    `
async function run() {
  const client = new Client(info);
  await external(client);
  await client.callTool(call);
}
async function inObject() {
  const client = new Client(info);
  await external({ client, kind: 'mcp' });
  await client.callTool(call);
}
async function inArray() {
  const client = new Client(info);
  await external([client]);
  await client.callTool(call);
}
async function inClosure() {
  const client = new Client(info);
  await external(() => client);
  await client.callTool(call);
}
async function connectPassed() {
  const client = new Client(info);
  await external(client.connect.bind(client));
  await client.callTool(call);
}`,
  );

  scenario(
    '14 the neighbour: the function is given something else',
    `
async function run() {
  const client = new Client(info);
  await external(info);
  await client.callTool(call); // D use/unopened
}`,
  );

  scenario(
    '15 a session stored in a map, an array, an object or exported, and used later',
    `
const clients = new Map<string, Client>();
const all: Client[] = [];
const registry: Record<string, Client> = {};
export async function inMap(name: string) {
  const client = new Client(info);
  clients.set(name, client);
  await delay(1);
  await client.callTool(call);
}
export async function inArray() {
  const client = new Client(info);
  all.push(client);
  await delay(1);
  await client.callTool(call);
}
export async function inRecord(name: string) {
  const client = new Client(info);
  registry[name] = client;
  await delay(1);
  await client.callTool(call);
}
export async function fromMap(name: string) {
  const client = clients.get(name);
  await client?.callTool(call);
  await clients.get(name)!.callTool(call);
  for (const each of all) await each.callTool(call);
}
export const shared = new Client(info);
export async function useShared() {
  await shared.callTool(call);
}`,
  );

  scenario('16 a factory of which only the declaration is known', {
    'factory.d.ts': `
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
export declare function makeClient(): Client;
export declare function makeLater(): Promise<Client>;
export declare const holder: { readonly client: Client };
`,
    'main.ts': v1(`
import { holder, makeClient, makeLater } from './factory.js';
export async function run() {
  const client = makeClient();
  await client.callTool(call);
  const later = await makeLater();
  await later.callTool(call);
  await (await makeLater()).callTool(call);
  await holder.client.callTool(call);
}`),
  });

  scenario('17 a session taken out of the result of a call', {
    'make.d.ts': `
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
export declare function make(): { client: Client; close(): Promise<void> };
export declare function pair(): Promise<[Client, () => void]>;
`,
    'main.ts': v1(`
import { make, pair } from './make.js';
export async function run() {
  const { client } = make();
  await client.callTool(call);
  const { client: renamed, ...rest } = make();
  await renamed.callTool(call);
  const [first] = await pair();
  await first.callTool(call);
  await rest.close();
}`),
  });

  scenario(
    '17 the same where the function is in the program and connects',
    `
async function make() {
  const client = new Client(info);
  await client.connect(transport);
  return { client, stop: () => client.close() };
}
export async function run() {
  const { client, stop } = await make();
  await client.callTool(call);
  await stop();
}`,
  );

  scenario(
    '18 a closure for a signal, a timeout or an error closes, then normal use',
    `
export async function onSignal() {
  const client = new Client(info);
  process.on('SIGINT', async () => {
    await client.close();
    process.exit(0);
  });
  await client.connect(transport);
  await client.callTool(call);
}
export async function onTimeout() {
  const client = new Client(info);
  await client.connect(transport);
  const timer = setTimeout(() => void client.close(), 1000);
  await client.callTool(call);
  clearTimeout(timer);
  await client.callTool(call);
}
export async function withCleanUp() {
  const client = new Client(info);
  const cleanUp = () => client.close();
  try {
    await client.connect(transport);
    await client.callTool(call);
    await client.listTools();
  } finally {
    await cleanUp();
  }
}
export async function onAbort(signal: AbortSignal) {
  const client = new Client(info);
  signal.addEventListener('abort', () => client.close());
  await client.connect(transport);
  await client.callTool(call);
}`,
  );

  scenario(
    '18 the neighbour: the closing closure was called before the use',
    `
export async function run() {
  const client = new Client(info);
  const cleanUp = async () => {
    await client.close();
  };
  await client.connect(transport);
  await cleanUp();
  await client.callTool(call); // D use/closed
}`,
  );

  scenario(
    '19 test hooks assign and connect a shared variable, the tests use it',
    `
declare function describe(name: string, body: () => void): void;
declare function it(name: string, body: () => Promise<void>): void;
declare function beforeEach(body: () => Promise<void>): void;
declare function afterEach(body: () => Promise<void>): void;
let top: Client;
beforeEach(async () => {
  top = new Client(info);
  await top.connect(transport);
});
describe('weather', () => {
  let client: Client;
  const constant = new Client(info);
  beforeEach(async () => {
    client = new Client(info);
    await client.connect(transport);
    await constant.connect(newTransport());
  });
  afterEach(async () => {
    await client.close();
    await constant.close();
  });
  it('answers', async () => {
    await client.callTool(call);
    await constant.callTool(call);
    await top.callTool(call);
  });
  it('answers again', async () => {
    await client.callTool(call);
    await constant.callTool(call);
    await top.callTool(call);
  });
});`,
  );

  scenario(
    '20 a private field is connected in another method',
    `
export class Weather {
  #client = new Client(info);
  private readonly search: Client;
  constructor() {
    this.search = new Client(info);
  }
  async start() {
    await this.#client.connect(transport);
    await this.search.connect(newTransport());
  }
  async ask() {
    await this.search.callTool(call);
    return this.#client.callTool(call);
  }
  async stop() {
    await this.#client.close();
    await this.search.close();
  }
}`,
  );

  scenario(
    '21 a lazy getter makes and connects on first use',
    `
export class Lazy {
  private client: Client | undefined;
  #other: Client | null = null;
  async get(): Promise<Client> {
    if (!this.client) {
      this.client = new Client(info);
      await this.client.connect(transport);
    }
    return this.client;
  }
  async ask() {
    const client = await this.get();
    await client.callTool(call);
    if (this.#other === null) {
      const fresh = new Client(info);
      await fresh.connect(newTransport());
      this.#other = fresh;
    }
    return this.#other.callTool(call);
  }
}
let cached: Client | undefined;
export async function getClient() {
  if (cached) return cached;
  cached = new Client(info);
  await cached.connect(transport);
  return cached;
}
export async function ask() {
  const client = await getClient();
  return client.callTool(call);
}`,
  );

  scenario(
    '22 ensureConnected() with a private boolean',
    `
export class Weather {
  private readonly client = new Client(info);
  private connected = false;
  private async ensureConnected() {
    if (this.connected) return;
    await this.client.connect(transport);
    this.connected = true;
  }
  async ask() {
    await this.ensureConnected();
    return this.client.callTool(call);
  }
  async stop() {
    if (!this.connected) return;
    await this.client.close();
    this.connected = false;
  }
}`,
  );

  scenario(
    '22 the same with a local variable and a closure',
    `
export function weather() {
  const client = new Client(info);
  let connected = false;
  const ensureConnected = async () => {
    if (connected) return;
    await client.connect(transport);
    connected = true;
  };
  return async () => {
    await ensureConnected();
    return client.callTool(call);
  };
}`,
  );

  scenario(
    '23 a guard on the transport before the use, also right after close',
    `
async function guarded() {
  const client = new Client(info);
  if (flag) await client.connect(transport);
  if (client.transport) await client.callTool(call);
  if (client.transport !== undefined) await client.callTool(call);
  if (!client.transport) return;
  await client.callTool(call);
}
async function afterClose() {
  const client = new Client(info);
  await client.connect(transport);
  await client.close();
  if (client.transport) await client.callTool(call);
  if (!client.transport) await client.connect(newTransport());
  await client.callTool(call);
}
async function server() {
  const server = new McpServer(info);
  if (!server.isConnected()) await server.connect(transport);
  if (!server.isConnected()) await server.connect(newTransport());
}`,
  );

  scenario(
    '23 the guard the wrong way round: definite',
    `
async function run() {
  const client = new Client(info);
  if (flag) await client.connect(transport);
  if (!client.transport) await client.callTool(call); // D use/unopened
}`,
  );

  scenario(
    '24 a helper of the same file connects on every path',
    `
async function open(client: Client) {
  if (flag) {
    await client.connect(transport);
    return;
  }
  await client.connect(newTransport());
}
const openToo = async (client: Client, url = 'a') => {
  log(url);
  await client.connect(transport);
};
export async function run() {
  const client = new Client(info);
  await open(client);
  await client.callTool(call);
  const other = new Client(info);
  await openToo(other);
  await other.callTool(call);
}`,
  );

  scenario('25 a helper of another file connects', {
    'main.ts': v1(`
import { open } from './open.ts';
export async function run() {
  const client = new Client(info);
  await open(client);
  await client.callTool(call);
}`),
    'open.ts': v1(`
export async function open(client: Client) {
  await client.connect(transport);
}`),
  });

  scenario('25 the neighbour: the helper of the other file only logs', {
    'main.ts': v1(`
import { open } from './open.ts';
export async function run() {
  const client = new Client(info); // :made
  await open(client);
  await client.callTool(call); // D use/unopened from=made
}`),
    'open.ts': v1(`
export async function open(client: Client) {
  log(client.getServerVersion());
}`),
  });

  scenario(
    '26 a helper stores a disposer that closes the session',
    `
function wire(client: Client): AsyncDisposable {
  return {
    async [Symbol.asyncDispose]() {
      await client.close();
    },
  };
}
export async function run() {
  const client = new Client(info);
  await client.connect(transport);
  await using _ = wire(client);
  await client.callTool(call);
  await client.listTools();
}
const disposers: (() => Promise<void>)[] = [];
function remember(client: Client) {
  disposers.push(() => client.close());
}
export async function remembered() {
  const client = new Client(info);
  remember(client);
  await client.connect(transport);
  await client.callTool(call);
  for (const dispose of disposers) await dispose();
  await client.listTools();
}`,
  );

  scenario(
    '27 the promise of the connect goes through a function that is not known',
    `
declare function withTimeout<T>(promise: Promise<T>, ms: number): Promise<T>;
declare function retry<T>(body: () => Promise<T>): Promise<T>;
export async function run() {
  const client = new Client(info);
  await withTimeout(client.connect(transport), 500);
  await client.callTool(call);
}
export async function retried() {
  const client = new Client(info);
  await retry(() => client.connect(transport));
  await client.callTool(call);
}
export async function inVariable() {
  const client = new Client(info);
  const connecting = client.connect(transport);
  await withTimeout(connecting, 500);
  await client.callTool(call);
}`,
  );

  scenario(
    '28 a race of the connect, or a closure that awaits its promise',
    `
export async function raced() {
  const client = new Client(info);
  await Promise.race([client.connect(transport), delay(500)]);
  await client.callTool(call);
}
export async function captured() {
  const client = new Client(info);
  const connecting = client.connect(transport);
  const ready = async () => {
    await connecting;
  };
  await ready();
  await client.callTool(call);
}
export async function capturedAndPassed() {
  const client = new Client(info);
  const connecting = client.connect(transport);
  await external(async () => connecting);
  await client.callTool(call);
}`,
  );

  scenario(
    '29 a retry loop, then the call',
    `
export async function run() {
  const client = new Client(info);
  for (;;) {
    try {
      await client.connect(newTransport());
      break;
    } catch {
      await client.close();
      await delay(100);
    }
  }
  await client.callTool(call);
}
export async function counted() {
  const client = new Client(info);
  for (let attempt = 1; ; attempt++) {
    try {
      await client.connect(newTransport());
      break;
    } catch (error) {
      await client.close();
      if (attempt === 3) throw error;
    }
  }
  await client.callTool(call);
}`,
  );

  scenario(
    '30 the other branch ends the process or calls what returns never',
    `
function fail(message: string): never {
  throw new Error(message);
}
export async function run() {
  const client = new Client(info);
  if (flag) await client.connect(transport);
  else process.exit(1);
  await client.callTool(call);
}
export async function failing() {
  const client = new Client(info);
  if (flag) {
    await client.connect(transport);
  } else {
    fail('no transport');
  }
  await client.callTool(call);
}
class Failing {
  private abort(): never {
    throw new Error('aborted');
  }
  async run() {
    const client = new Client(info);
    if (flag) await client.connect(transport);
    else this.abort();
    await client.callTool(call);
  }
}`,
  );

  scenario(
    '31 an exhaustive switch over a union, connect in every case',
    `
export async function run() {
  const client = new Client(info);
  switch (kind) {
    case 'a':
      await client.connect(transport);
      break;
    case 'b':
    case 'c':
      await client.connect(newTransport());
      break;
  }
  await client.callTool(call);
}
export async function discriminated(server: { type: 'stdio' } | { type: 'http'; url: string }) {
  const client = new Client(info);
  switch (server.type) {
    case 'stdio':
      await client.connect(transport);
      break;
    case 'http':
      await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
      break;
  }
  await client.callTool(call);
}
export async function withNever(value: 'a' | 'b') {
  const client = new Client(info);
  switch (value) {
    case 'a':
      await client.connect(transport);
      break;
    case 'b':
      await client.connect(transport);
      break;
    default: {
      const impossible: never = value;
      throw new Error(impossible);
    }
  }
  await client.callTool(call);
}`,
  );

  scenario(
    '31 the neighbour: one case of the union is missing',
    `
export async function run() {
  const client = new Client(info);
  switch (kind) {
    case 'a':
      await client.connect(transport);
      break;
    case 'b':
      await client.connect(newTransport());
      break;
  }
  await client.callTool(call); // P use/unopened
}`,
  );

  scenario(
    '32 a use that goes with a flag: possible at most',
    `
export async function run() {
  const client = new Client(info);
  let ok = false;
  if (cond()) {
    await client.connect(transport);
    ok = true;
  }
  if (ok) await client.callTool(call); // S|P
}
export async function fromCatch() {
  const client = new Client(info);
  let error: unknown;
  try {
    await client.connect(transport);
  } catch (caught) {
    error = caught;
  }
  if (error !== undefined) return;
  await client.callTool(call); // S|P
}`,
  );

  scenario(
    '33 an assertion about a flag: possible at most',
    `
declare function must(condition: boolean): asserts condition;
export async function run() {
  const client = new Client(info);
  let ok = false;
  if (cond()) {
    await client.connect(transport);
    ok = true;
  }
  must(ok);
  await client.callTool(call); // S|P
}`,
  );

  scenario(
    '35 a variable that a closure assigns is not followed afterwards',
    `
export async function run() {
  let client = new Client(info);
  const renew = async () => {
    client = new Client(info);
    await client.connect(transport);
  };
  await renew();
  await client.callTool(call);
}
export async function passed() {
  let client = new Client(info);
  await external(() => {
    client = new Client(info);
  });
  await client.callTool(call);
}`,
  );

  scenario(
    '36 a subclass that connects in its own way',
    `
class Connected extends Client {
  override async connect(): Promise<void> {
    log('shared connection');
  }
  override callTool(): never {
    throw new Error('offline');
  }
}
class Offline extends Client {
  override async close(): Promise<void> {
    log('kept open');
  }
  override async listTools() {
    return { tools: [] };
  }
}
export async function run() {
  const client = new Connected(info);
  await client.listTools();
  const offline = new Offline(info);
  await offline.listTools();
  await offline.connect(transport);
  await offline.close();
  await offline.listTools();
}`,
  );

  scenario(
    '36 a subclass whose override calls super, or that overrides nothing: like the class, or silent',
    `
class Logging extends Client {
  override async connect(transport: Transport): Promise<void> {
    log('connecting');
    await super.connect(transport);
  }
}
class Plain extends Client {
  describe() {
    return this.getServerVersion()?.name;
  }
}
export async function logging() {
  const client = new Logging(info);
  await client.callTool(call); // S|D
}
export async function plain() {
  const client = new Plain(info);
  log(client.describe());
  await client.callTool(call); // S|D
}
export async function good() {
  const client = new Logging(info);
  await client.connect(transport);
  await client.callTool(call);
  const other = new Plain(info);
  await other.connect(newTransport());
  await other.callTool(call);
}`,
  );

  scenario(
    '36 a subclass whose constructor connects',
    `
class Eager extends Client {
  readonly ready: Promise<void>;
  constructor() {
    super(info);
    this.ready = this.connect(transport);
  }
}
export async function run() {
  const client = new Eager();
  await client.ready;
  await client.callTool(call);
}`,
  );

  scenario('37 a class of the same name from elsewhere', {
    'redis.ts': `
export class Client {
  async connect() {}
  async callTool(_call: unknown) {}
  async close() {}
}
`,
    'declared.d.ts': `
export declare class Client {
  connect(): Promise<void>;
  callTool(call: unknown): Promise<void>;
  close(): Promise<void>;
}
`,
    'main.ts': `
import { Client } from './redis.ts';
import { Client as Declared } from './declared.js';
import type { Client as Mcp } from '@modelcontextprotocol/sdk/client/index.js';
export async function run() {
  const client = new Client();
  await client.callTool({});
  await client.connect();
  await client.connect();
  await client.close();
  await client.callTool({});
  const declared = new Declared();
  await declared.callTool({});
}
export type Kept = Mcp;
`,
  });

  scenario(
    '38 types, decorators and metadata are no uses',
    `
const client = new Client(info);
export type Kind = typeof client;
export type Call = (typeof client)['callTool'];
export type Members = keyof Client;
export type Result = ReturnType<Client['callTool']>;
export interface Holder {
  readonly client: Client;
  callTool: Client['callTool'];
}
function metadata(_value: unknown, _context: unknown) {}
@metadata
export class Uses {
  declare readonly client: Client;
  static readonly type = typeof client;
}
export function isClient(value: unknown): value is Client {
  return value instanceof Client;
}
export const what = typeof client === 'object' ? client.constructor.name : '';`,
  );

  scenario(
    '39 code that is never reached',
    `
export async function afterReturn() {
  const client = new Client(info);
  return client;
  await client.callTool(call);
}
export async function afterThrow() {
  const client = new Client(info);
  throw new Error('not yet');
  await client.callTool(call);
}
export async function afterNever() {
  const client = new Client(info);
  process.exit(0);
  await client.callTool(call);
}
export async function afterEndlessLoop() {
  const client = new Client(info);
  for (;;) await delay(1);
  await client.callTool(call);
}
export async function whileTrue() {
  const client = new Client(info);
  while (true) {
    if (cond()) return;
  }
  await client.callTool(call);
}`,
  );

  scenario(
    '40 syntax that is not followed and functions over the budget: no crash',
    `
export async function run() {
  const client = new Client(info);
  await client.connect(transport);
  label: {
    if (flag) break label;
    await client.callTool(call);
  }
  debugger;
  var hoisted = client;
  await hoisted.callTool(call);
  await new (class {
    held = client;
    static { log('made'); }
  })().held.callTool(call);
  ({ client: hoisted } = { client });
  [hoisted = client] = [];
  await hoisted.callTool(call);
  delete (globalThis as { client?: unknown }).client;
  void 0;
  ;
}`,
  );

  scenario(
    '40 a function with thousands of statements: no crash, and no false report',
    `
export async function run() {
  const client = new Client(info);
  if (flag) await client.connect(transport);
  else return;
${'  if (cond()) log(1);\n  log(2);\n'.repeat(1000)}
  await client.callTool(call);
}`,
  );

  itCompiles();
});

describe('more correct programs', () => {
  scenario(
    'if (!client) throw',
    `
let client: Client | undefined;
export async function open() {
  client = new Client(info);
  await client.connect(transport);
}
export async function ask() {
  if (!client) throw new Error('not connected');
  return client.callTool(call);
}`,
  );

  scenario(
    'a memoised connect promise',
    `
export class Weather {
  private readonly client = new Client(info);
  private connecting: Promise<void> | undefined;
  private connected() {
    return (this.connecting ??= this.client.connect(transport));
  }
  async ask() {
    await this.connected();
    return this.client.callTool(call);
  }
}
const client = new Client(info);
let connecting: Promise<void> | undefined;
export async function ask() {
  connecting ??= client.connect(transport);
  await connecting;
  return client.callTool(call);
}`,
  );

  scenario(
    'a factory whose result is used elsewhere',
    `
export function makeServer() {
  const server = new McpServer(info);
  server.registerTool('weather', {}, () => ({ content: [] }));
  return server;
}
export async function makeClient() {
  const client = new Client(info);
  await client.connect(transport);
  return client;
}
export const makeLazily = () => new Client(info);`,
  );

  scenario(
    'a failed handshake, then another transport',
    `
export async function run(url: URL) {
  let client = new Client(info);
  try {
    await client.connect(new StreamableHTTPClientTransport(url));
  } catch {
    client = new Client(info);
    await client.connect(newTransport());
  }
  await client.callTool(call);
}`,
  );

  scenario(
    'a getter that makes a client each time',
    `
export class Weather {
  private get client() {
    return clients.get('weather')!;
  }
  ask() {
    return this.client.callTool(call);
  }
}
const clients = new Map<string, Client>();`,
  );

  itCompiles();
});
