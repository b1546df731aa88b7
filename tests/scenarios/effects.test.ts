import { describe } from 'vitest';
import { itCompiles, scenario, v1 } from './harness.ts';

describe('effects of code that is called elsewhere', () => {
  scenario(
    'a helper that starts something and returns at once',
    `
function startLater(client: Client) {
  setTimeout(() => void client.connect(transport), 10);
}
function stopLater(client: Client) {
  setTimeout(async () => {
    await client.close();
  }, 1000);
}
function onEnd(client: Client) {
  process.once('SIGTERM', () => void client.close());
}
export async function starts() {
  const client = new Client(info);
  startLater(client);
  await delay(100);
  await client.callTool(call); // S|P
}
export async function stops() {
  const client = new Client(info);
  await client.connect(transport);
  stopLater(client);
  await client.callTool(call);
  await client.listTools();
}
export async function ends() {
  const client = new Client(info);
  onEnd(client);
  await client.connect(transport);
  await client.callTool(call);
}`,
  );

  scenario(
    'a helper that keeps the session, and another function that acts on what is kept',
    `
let kept: Client | undefined;
const all = new Set<Client>();
function keep(client: Client) {
  kept = client;
}
function add(client: Client) {
  all.add(client);
  return client;
}
async function openKept() {
  await kept?.connect(transport);
}
async function closeAll() {
  for (const client of all) await client.close();
  all.clear();
}
export async function viaVariable() {
  const client = new Client(info);
  keep(client);
  await openKept();
  await client.callTool(call);
}
export async function viaSet() {
  const client = add(new Client(info));
  await client.connect(transport);
  await closeAll();
  await client.connect(newTransport());
  await client.callTool(call);
}`,
  );

  scenario(
    'a helper that returns a function, or an object with functions, over the session',
    `
function controls(client: Client) {
  return {
    start: () => client.connect(newTransport()),
    stop: async () => {
      await client.close();
    },
  };
}
const starter = (client: Client) => () => client.connect(newTransport());
const curried = (on: Transport) => (client: Client) => client.connect(on);
export async function byObject() {
  const client = new Client(info);
  const { start, stop } = controls(client);
  await start();
  await client.callTool(call);
  await stop();
  await start();
  await client.callTool(call);
}
export async function byFunction() {
  const client = new Client(info);
  const start = starter(client);
  await start();
  await client.callTool(call);
}
export async function byCurried() {
  const client = new Client(info);
  await curried(transport)(client);
  await client.callTool(call);
}`,
  );

  scenario(
    'handlers assigned by a helper reconnect or close',
    `
function reconnecting(client: Client) {
  client.onclose = () => {
    void client.connect(newTransport());
  };
}
function closing(client: Client) {
  client.onerror = async () => {
    await client.close();
  };
}
async function open(client: Client) {
  await client.connect(newTransport());
}
export async function reconnects() {
  const client = new Client(info);
  reconnecting(client);
  await client.connect(transport);
  await client.close();
  await delay(10);
  await client.callTool(call);
}
export async function closes() {
  const client = new Client(info);
  closing(client);
  await client.connect(transport);
  await client.callTool(call);
  await client.connect(newTransport()); // S|P|D open/open
}
export async function named() {
  const client = new Client(info);
  const again = () => open(client);
  client.onclose = again;
  await client.connect(transport);
  await client.close();
  await client.callTool(call);
}
export async function bound() {
  const client = new Client(info);
  client.onclose = open.bind(null, client);
  await client.connect(transport);
  await client.close();
  await client.callTool(call);
}`,
  );

  scenario(
    'callbacks given to helpers of the program, which run them at once, later, or never',
    `
const pending: (() => Promise<void>)[] = [];
function later(body: () => Promise<void>) {
  pending.push(body);
}
async function now(body: () => Promise<void>) {
  await body();
}
async function twice(body: () => Promise<void>) {
  await body();
  await body();
}
async function flush() {
  while (pending.length > 0) await pending.shift()!();
}
export async function stored() {
  const client = new Client(info);
  later(() => client.connect(transport));
  await flush();
  await client.callTool(call);
}
export async function closedLater() {
  const client = new Client(info);
  await client.connect(transport);
  later(() => client.close());
  await client.callTool(call);
  await flush();
  await client.connect(newTransport());
}
export async function atOnce() {
  const client = new Client(info);
  await now(() => client.connect(transport));
  await client.callTool(call);
  await now(async () => {
    await client.close();
  });
  await client.connect(newTransport());
  await client.callTool(call);
}
export async function reopened() {
  const client = new Client(info);
  await client.connect(transport);
  await twice(async () => {
    await client.close();
    await client.connect(newTransport());
  });
  await client.callTool(call);
}`,
  );

  scenario(
    'a helper that closes through its finally only when it made the session itself',
    `
async function ask(given?: Client) {
  const client = given ?? new Client(info);
  try {
    if (!given) await client.connect(transport);
    return await client.callTool(call); // S|P
  } finally {
    if (!given) await client.close();
  }
}
export async function run() {
  const client = new Client(info);
  await client.connect(transport);
  await ask(client);
  await client.callTool(call); // S|P
  await ask();
}`,
  );

  scenario(
    'a helper with a session on one way and none on the other',
    `
async function tryOpen(): Promise<Client | undefined> {
  const client = new Client(info);
  try {
    await client.connect(transport);
    return client;
  } catch {
    return undefined;
  }
}
async function orThrow(): Promise<Client> {
  const client = await tryOpen();
  if (!client) throw new Error('no connection');
  return client;
}
async function withFallback() {
  return (await tryOpen()) ?? (await tryOpen());
}
async function result(): Promise<{ ok: true; client: Client } | { ok: false; error: unknown }> {
  const client = new Client(info);
  try {
    await client.connect(transport);
    return { ok: true, client };
  } catch (error) {
    return { ok: false, error };
  }
}
export async function maybe() {
  const client = await tryOpen();
  await client?.callTool(call);
  await (await orThrow()).callTool(call);
  await (await withFallback())?.callTool(call);
}
export async function tagged() {
  const opened = await result();
  if (!opened.ok) throw opened.error;
  await opened.client.callTool(call);
}`,
  );

  scenario(
    'the session of a caller is reconnected by an inner function in a loop',
    `
export async function run() {
  const client = new Client(info);
  let failures = 0;
  const reconnect = async () => {
    await client.close();
    await client.connect(newTransport());
    failures++;
  };
  await client.connect(transport);
  for (const url of urls) {
    try {
      await client.callTool({ name: url });
    } catch {
      if (failures > 3) throw new Error('too many');
      await reconnect();
      await client.callTool({ name: url });
    }
  }
  await client.close();
}`,
  );

  scenario(
    'an inner function closes and the outer one does not know: definite',
    `
export async function run() {
  const client = new Client(info);
  const finish = async () => {
    log('finishing');
    await client.close(); // :closing
  };
  await client.connect(transport);
  await client.callTool(call);
  await finish();
  await client.callTool(call); // D use/closed from=closing
}`,
  );

  scenario(
    'default values, getters and initialisers that act on the session',
    `
const shared = new Client(info);
class Eager {
  readonly ready = shared.connect(transport);
  static opened = false;
}
export async function run() {
  const eager = new Eager();
  await eager.ready;
  await shared.callTool(call);
}
function withDefault(client: Client, ready = client.connect(newTransport())) {
  return ready;
}
export async function byDefault() {
  const client = new Client(info);
  await withDefault(client);
  await client.callTool(call);
}
export async function byGetter() {
  const client = new Client(info);
  const lazy = {
    get ready() {
      return client.connect(newTransport());
    },
  };
  await lazy.ready;
  await client.callTool(call);
}
export async function bySetter() {
  const client = new Client(info);
  const box = {
    set on(value: Transport) {
      void client.connect(value);
    },
  };
  box.on = newTransport();
  await delay(10);
  await client.callTool(call); // S|P
}
export async function byToString() {
  const client = new Client(info);
  const odd = {
    toString() {
      void client.connect(newTransport());
      return '';
    },
  };
  log(String(odd));
  await delay(10);
  await client.callTool(call); // S|P
}
export async function byIterator() {
  const client = new Client(info);
  const steps = {
    async *[Symbol.asyncIterator]() {
      await client.connect(newTransport());
      yield 1;
    },
  };
  for await (const step of steps) log(step);
  await client.callTool(call);
}
export async function byThenable() {
  const client = new Client(info);
  const thenable = {
    then(resolve: (value: void) => void) {
      client.connect(newTransport()).then(resolve, log);
    },
  };
  await thenable;
  await client.callTool(call);
}`,
  );

  scenario('helpers of a class in another file, static and of an instance', {
    'main.ts': v1(`
import { Opener, opener } from './opener.ts';
export async function statically() {
  const client = new Client(info);
  await Opener.open(client);
  await client.callTool(call);
}
export async function byInstance() {
  const client = new Client(info);
  await opener.start(client);
  await client.callTool(call);
}
export async function made() {
  const client = new Client(info);
  const mine = new Opener();
  await mine.start(client);
  await client.callTool(call);
  await mine.stop();
  await client.connect(newTransport());
}`),
    'opener.ts': v1(`
export class Opener {
  #last: Client | undefined;
  static async open(client: Client) {
    await client.connect(newTransport());
  }
  async start(client: Client) {
    this.#last = client;
    await Opener.open(client);
  }
  async stop() {
    await this.#last?.close();
  }
}
export const opener = new Opener();`),
  });

  itCompiles();
});
