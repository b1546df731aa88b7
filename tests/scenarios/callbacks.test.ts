import { describe } from 'vitest';
import { itCompiles, scenario, v1 } from './harness.ts';

describe('callbacks that run at another time', () => {
  scenario(
    'handlers are registered before the connect and use the session',
    `
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
export async function run() {
  const client = new Client(info);
  client.setNotificationHandler(ToolListChangedNotificationSchema, async () => {
    await client.listTools();
  });
  client.onerror = () => {
    void client.ping();
  };
  process.once('beforeExit', () => client.callTool(call));
  setInterval(() => void client.ping(), 1000);
  await client.connect(transport);
  await client.callTool(call);
}`,
  );

  scenario(
    'an async function is called at once and not awaited: its own steps are in order',
    `
export async function run() {
  const client = new Client(info);
  void (async () => {
    await client.connect(transport);
    await client.callTool(call);
  })();
  await delay(1000);
  await client.callTool(call); // S|P
}
export async function kept() {
  const client = new Client(info);
  const opened = (async () => {
    await client.connect(transport);
  })();
  await opened;
  await client.callTool(call);
}
export async function background() {
  const client = new Client(info);
  await client.connect(transport);
  const loop = (async () => {
    while (client.transport) {
      await client.ping();
      await delay(1000);
    }
  })();
  await client.callTool(call);
  await client.close();
  await loop;
}`,
  );

  scenario(
    'the steps of an async function that is not awaited are wrong by themselves: definite',
    `
export function run() {
  const client = new Client(info);
  void (async () => {
    await client.connect(transport);
    await client.close(); // :closing
    await client.callTool(call); // D use/closed from=closing
  })();
}`,
  );

  scenario(
    'the connect tells by a flag, an event or a promise that it is done',
    `
import { EventEmitter, once } from 'node:events';
export async function byFlag() {
  const client = new Client(info);
  let ready = false;
  void client.connect(transport).then(() => {
    ready = true;
  });
  while (!ready) await delay(10);
  await client.callTool(call); // S|P
}
export async function byEvent() {
  const client = new Client(info);
  const events = new EventEmitter();
  client.connect(transport).then(
    () => events.emit('ready'),
    (error: unknown) => events.emit('error', error),
  );
  await once(events, 'ready');
  await client.callTool(call); // S|P
}
export async function byPromise() {
  const client = new Client(info);
  await new Promise<void>((resolve, reject) => {
    client.connect(transport).then(() => resolve()).catch(reject);
  });
  await client.callTool(call);
}
export async function byExecutor() {
  const client = new Client(info);
  await new Promise<void>(async (resolve) => {
    await client.connect(transport);
    resolve();
  });
  await client.callTool(call);
}
export function byCallback(done: (error: unknown, client?: Client) => void) {
  const client = new Client(info);
  client.connect(transport).then(
    () => done(null, client),
    (error: unknown) => done(error),
  );
}`,
  );

  scenario(
    'a function of the program runs the callback, perhaps several times',
    `
async function retry<T>(body: () => Promise<T>, attempts = 3): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await body();
    } catch (error) {
      if (attempt === attempts) throw error;
      await delay(100 * attempt);
    }
  }
}
const timed = async <T>(name: string, body: () => Promise<T>) => {
  const start = performance.now();
  const result = await body();
  log(name, performance.now() - start);
  return result;
};
export async function retried() {
  const client = new Client(info);
  await retry(() => client.connect(newTransport()));
  await client.callTool(call);
}
export async function reopened() {
  const client = new Client(info);
  await retry(async () => {
    await client.close();
    await client.connect(newTransport());
  });
  await client.callTool(call);
}
export async function nested() {
  const client = new Client(info);
  await timed('connect', () => client.connect(transport));
  await timed('call', () => retry(() => client.callTool(call)));
  await timed('close', () => client.close());
}
export async function made() {
  const client = await retry(async () => {
    const fresh = new Client(info);
    await fresh.connect(newTransport());
    return fresh;
  });
  await client.callTool(call);
}`,
  );

  scenario(
    'a callback wrong by itself: definite inside',
    `
async function retry<T>(body: () => Promise<T>): Promise<T> {
  return body().catch(() => body());
}
export async function run() {
  await retry(async () => {
    const client = new Client(info);
    await client.callTool(call); // D use/unopened
  });
}`,
  );

  scenario(
    'the session of an outer function in a callback that may run before or after',
    `
export function create() {
  const client = new Client(info);
  const handlers = {
    open: async () => client.connect(transport),
    ask: async () => client.callTool(call),
    stop: async () => client.close(),
  };
  return handlers;
}
export function start(app: { get(path: string, handler: () => Promise<unknown>): void }) {
  const client = new Client(info);
  app.get('/tools', async () => client.listTools());
  app.get('/call', async () => {
    await client.callTool(call);
  });
  void client.connect(transport);
}
export async function later(app: { get(path: string, handler: () => Promise<unknown>): void; listen(): Promise<void> }) {
  const client = new Client(info);
  app.get('/tools', () => client.listTools());
  await app.listen();
  await client.connect(transport);
}`,
  );

  scenario(
    'a callback uses a session that nothing ever connects: definite or silent',
    `
export function start(app: { get(path: string, handler: () => Promise<unknown>): void }) {
  const client = new Client(info);
  app.get('/tools', async () => client.listTools()); // S|D use/unopened
}`,
  );

  scenario(
    'components: made once, connected in an effect, used in an event',
    `
declare function useState<T>(make: () => T): [T, (value: T) => void];
declare function useRef<T>(value: T): { current: T };
declare function useEffect(effect: () => void | (() => void), dependencies: unknown[]): void;
declare function useCallback<T>(callback: T, dependencies: unknown[]): T;
export function Weather() {
  const [client] = useState(() => new Client(info));
  const [ready, setReady] = useState<boolean>(() => false);
  useEffect(() => {
    client.connect(transport).then(() => setReady(true)).catch(log);
    return () => void client.close();
  }, [client]);
  const ask = useCallback(async () => {
    if (!ready) return;
    await client.callTool(call);
  }, [client, ready]);
  return ask;
}
export function WithRef() {
  const ref = useRef<Client | null>(null);
  useEffect(() => {
    const client = new Client(info);
    ref.current = client;
    void client.connect(transport);
    return () => {
      ref.current = null;
      void client.close();
    };
  }, []);
  return async () => ref.current?.callTool(call);
}
export function Lazily() {
  const ref = useRef<Client | null>(null);
  return async () => {
    if (ref.current === null) {
      ref.current = new Client(info);
      await ref.current.connect(transport);
    }
    return ref.current.callTool(call);
  };
}`,
  );

  scenario(
    'steps in closures that a library runs: generators of an effect system, pipes',
    `
declare const Effect: {
  gen<T>(body: () => Generator<unknown, T, any>): Promise<T>;
  promise<T>(body: () => Promise<T>): Iterable<unknown>;
  ensuring(effect: unknown, after: () => Promise<void>): unknown;
};
declare function pipe<A, B, C>(value: A, first: (value: A) => B, second: (value: B) => C): C;
export const program = Effect.gen(function* () {
  const client = new Client(info);
  yield* Effect.promise(() => client.connect(transport));
  yield* Effect.promise(() => client.callTool(call));
  yield* Effect.promise(() => client.close());
  return client;
});
export async function piped() {
  const client = new Client(info);
  await pipe(
    client,
    (each) => each.connect(transport),
    (opened) => opened.then(() => client.callTool(call)),
  );
}
export function ensured() {
  const client = new Client(info);
  return Effect.ensuring(
    client.connect(transport).then(() => client.callTool(call)),
    () => client.close(),
  );
}`,
  );

  scenario(
    'the module starts its main function after the connect',
    `
const client = new Client(info);
async function main() {
  const { tools } = await client.listTools();
  for (const tool of tools) await client.callTool({ name: tool.name });
}
client.connect(transport).then(main).catch(log);
const second = new Client(info);
async function mainOfSecond() {
  await second.callTool(call);
}
void (async () => {
  await second.connect(newTransport());
  await mainOfSecond();
})();
const third = new Client(info);
export const handler = async () => {
  if (!connected) {
    await third.connect(newTransport());
    connected = true;
  }
  return third.callTool(call);
};
let connected = false;`,
  );

  scenario(
    'the module passes its constant on, or makes it global',
    `
declare function middleware(client: Client): unknown;
declare const app: { use(value: unknown): void; locals: Record<string, unknown> };
const passed = new Client(info);
app.use(middleware(passed));
const global = new Client(info);
(globalThis as unknown as { client: Client }).client = global;
const local = new Client(info);
app.locals['client'] = local;
const listed = [new Client(info)];
const inDefault = new Client(info);
const shorthand = new Client(info);
const context = { shorthand };
app.use(context);
const bound = new Client(info);
app.use(bound.connect.bind(bound, transport));
const spread = new Client(info);
app.use({ ...{ spread } });
export async function ask() {
  await passed.callTool(call);
  await global.callTool(call);
  await local.callTool(call);
  await listed[0]!.callTool(call);
  await inDefault.callTool(call);
  await shorthand.callTool(call);
  await bound.callTool(call);
  await spread.callTool(call);
}
export default inDefault;`,
  );

  scenario(
    'a private field reached by lists, other instances, names and strings',
    `
export class Listed {
  readonly #one = new Client(info);
  readonly #two = new Client(info);
  async start() {
    for (const client of [this.#one, this.#two]) await client.connect(newTransport());
  }
  async ask() {
    await this.#one.callTool(call);
    await this.#two.callTool(call);
  }
}
export class Grouped {
  readonly #clients = { one: new Client(info), two: new Client(info) };
  async start() {
    for (const client of Object.values(this.#clients)) await client.connect(newTransport());
  }
  async ask() {
    await this.#clients.one.callTool(call);
  }
}
export class Compared {
  readonly #client = new Client(info);
  async join(other: Compared) {
    await other.#client.connect(transport);
  }
  async ask() {
    return this.#client.callTool(call);
  }
}
export class Made {
  readonly #client = new Client(info);
  static async make() {
    const made = new this();
    await made.#client.connect(transport);
    return made;
  }
  async ask() {
    return this.#client.callTool(call);
  }
}
export class Outer {
  private readonly client = new Client(info);
  readonly inner = {
    start: () => this.client.connect(transport),
  };
  async ask() {
    return this.client.callTool(call);
  }
}
export class Opened {
  private readonly client = new Client(info);
  private readonly ready = this.client.connect(transport);
  async ask() {
    await this.ready;
    return this.client.callTool(call);
  }
}
export class Conditional {
  readonly #client: Client;
  constructor(given?: Client) {
    this.#client = given ?? new Client(info);
  }
  async ask() {
    return this.#client.callTool(call);
  }
}
export class Chained {
  readonly #client = new Client(info);
  start() {
    return Promise.resolve(transport).then((each) => this.#client.connect(each));
  }
  async ask() {
    return this.#client.callTool(call);
  }
}
export class ByString {
  private readonly client = new Client(info);
  async ask() {
    return this.client.callTool(call);
  }
}
export const start = (each: ByString) => each['client'].connect(transport);
export class Assigned {
  #client!: Client;
  constructor() {
    const client = new Client(info);
    client.connect(transport).catch(log);
    this.#client = client;
  }
  async ask() {
    return this.#client.callTool(call);
  }
}`,
  );

  scenario(
    'helpers with one expression, chains and returned promises',
    `
const open = (client: Client) => client.connect(transport);
const openAsync = async (client: Client) => client.connect(transport);
const openThen = (client: Client) => client.connect(transport).then(() => client);
const make = () => {
  const client = new Client(info);
  return client.connect(transport).then(() => client);
};
async function openOrClose(client: Client) {
  try {
    await client.connect(transport);
  } catch (error) {
    await client.close();
    throw error;
  }
}
export async function run() {
  const one = new Client(info);
  await open(one);
  await one.callTool(call);
  const two = new Client(info);
  await openAsync(two);
  await two.callTool(call);
  const three = await openThen(new Client(info));
  await three.callTool(call);
  const four = await make();
  await four.callTool(call);
  const five = new Client(info);
  await openOrClose(five);
  await five.callTool(call);
  const six = new Client(info);
  const seven = new Client(info);
  await Promise.all([open(six), openOrClose(seven)]);
  await six.callTool(call);
  await seven.callTool(call);
  const eight = new Client(info);
  const ready = openOrClose(eight);
  await delay(1);
  await ready;
  await eight.callTool(call);
  await Promise.all([six, seven].map((client) => client.close()));
}`,
  );

  scenario('a dynamic import, eval and a worker', {
    'main.ts': v1(`
export async function run() {
  const client = new Client(info);
  const { open } = await import('./open.ts');
  await open(client);
  await client.callTool(call);
}
export async function evaluated() {
  const client = new Client(info);
  await eval('client.connect(transport)');
  await client.callTool(call); // S|D
}`),
    'open.ts': v1(`
export async function open(client: Client) {
  await client.connect(transport);
}`),
  });

  scenario(
    'closing may fail, and that is ignored; then connect',
    `
async function caught() {
  const client = new Client(info);
  await client.connect(transport);
  await client.close().catch(() => undefined);
  await client.connect(newTransport()); // S|P
  await client.callTool(call);
}
async function tried() {
  const client = new Client(info);
  await client.connect(transport);
  try {
    await client.close();
  } catch {
    log('already closed');
  }
  await client.connect(newTransport()); // S|P
  await client.callTool(call);
}
async function guarded() {
  const client = new Client(info);
  if (client.transport) await client.close();
  await client.connect(newTransport());
  if (client.transport?.sessionId) await client.callTool(call);
  await client.callTool(call);
}
async function already(client: Client) {
  if (client.transport) return client;
  await client.connect(transport);
  return client;
}
export async function run() {
  const client = await already(new Client(info));
  await client.callTool(call);
  const same = await already(client);
  await same.callTool(call);
  await caught();
  await tried();
  await guarded();
}`,
  );

  scenario('CommonJS modules keep what they export', {
    'main.cjs': `
const { Client } = require('@modelcontextprotocol/sdk/client/index.js');
const client = new Client({ name: 'a', version: '1' });
const other = new Client({ name: 'a', version: '1' });
const third = new Client({ name: 'a', version: '1' });
async function ask() {
  await client.callTool({ name: 'x' });
  await other.callTool({ name: 'x' });
  await third.callTool({ name: 'x' });
}
exports.client = client;
module.exports.other = other;
module.exports = { ask, third };
`,
    'default.cjs': `
const { Client } = require('@modelcontextprotocol/sdk/client/index.js');
const client = new Client({ name: 'a', version: '1' });
module.exports = client;
exports.ask = () => client.callTool({ name: 'x' });
`,
  });

  scenario(
    'a handler of the close connects with a transport that can be started once',
    `
const url = new URL('https://example.com/mcp');
export async function again() {
  const client = new Client(info);
  const http = new StreamableHTTPClientTransport(url);
  client.onclose = () => {
    client.connect(http).catch((error: unknown) => log(error)); // D open/open from=again subject=http
  };
  await client.connect(http); // :again
  return client;
}
export async function later() {
  const server = new Server(info, { capabilities: {} });
  const pipe = new StdioServerTransport();
  server.onclose = function () {
    setTimeout(() => void server.connect(pipe), 100); // D open/open from=later
  };
  await server.connect(pipe); // :later
}
export async function fresh() {
  const client = new Client(info);
  const open = () => client.connect(new StreamableHTTPClientTransport(url));
  client.onclose = () => void open();
  await open();
}
export async function restartable() {
  const client = new Client(info);
  const child = new StdioClientTransport({ command: 'tides' });
  client.onclose = () => void client.connect(child);
  await client.connect(child);
}
export async function spare() {
  const client = new Client(info);
  const main = newTransport();
  const second = new StreamableHTTPClientTransport(url);
  client.onclose = () => void client.connect(second);
  try {
    await client.connect(main);
  } catch {
    await client.connect(second);
  }
}
export async function ofAnother() {
  const client = new Client(info);
  const standby = new Client(info);
  const http = new StreamableHTTPClientTransport(url);
  client.onclose = () => void standby.connect(http);
  await client.connect(newTransport());
}`,
  );

  itCompiles();
});
