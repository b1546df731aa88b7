import { describe } from 'vitest';
import { itCompiles, scenario, v1 } from './harness.ts';

describe('syntax that hides a state', () => {
  scenario(
    'comma, void, and assignment as expressions',
    `
async function comma() {
  const client = new Client(info);
  log((await client.connect(transport), await client.callTool(call)));
  (await client.close(), await client.connect(newTransport()));
  await client.callTool(call);
}
async function commaWrong() {
  const client = new Client(info);
  await client.connect(transport);
  log((await client.close(), await client.callTool(call))); // D use/closed
}
async function assigned() {
  let client: Client;
  await (client = new Client(info)).connect(transport);
  await client.callTool(call);
}
async function assignedWrong() {
  let client: Client;
  await (client = new Client(info)).callTool(call); // D use/unopened
  await client.connect(transport);
}
async function chained() {
  let one: Client, two: Client;
  one = two = new Client(info);
  await one.connect(transport);
  await two.callTool(call);
}`,
  );

  scenario(
    'constructed and used at once',
    `
async function fine() {
  await new Client(info).connect(transport);
}
async function plain() {
  await new Client(info).callTool(call); // D use/unopened
}
async function chosen() {
  await (flag ? new Client(info) : new Client(info)).callTool(call); // D use/unopened
}
async function cast() {
  await (new Client(info) as Client)!.listTools(); // D use/unopened
}`,
  );

  scenario(
    'satisfies, as, as const and non-null in declarations',
    `
async function run(maybe: Client | undefined) {
  const client = new Client(info) satisfies Client as Client;
  await client.connect(transport);
  await client.callTool(call);
  const any = client as any;
  await any.close();
  await client.callTool(call); // S|D use/closed
  const given = maybe!;
  await given.callTool(call);
  const list = [new Client(info)] as const;
  await list[0].connect(transport);
  await list[0].callTool(call);
}`,
  );

  scenario(
    'a session of type any or unknown is followed by its value or not at all',
    `
async function run() {
  const client: any = new Client(info);
  await client.connect(transport);
  await client.callTool(call);
  await client.anything();
  await client.callTool(call);
}
async function wide() {
  const client: { callTool(call: { name: string }): Promise<unknown> } = new Client(info);
  await client.callTool(call); // S|D
}`,
  );

  scenario(
    'switch (true)',
    `
async function run() {
  const client = new Client(info);
  switch (true) {
    case flag:
      await client.connect(transport);
      break;
    case other:
      await client.connect(newTransport());
      break;
    default:
      return;
  }
  await client.callTool(call);
}
async function missing() {
  const client = new Client(info);
  switch (true) {
    case flag:
      await client.connect(transport);
      break;
    case other:
      await client.connect(newTransport());
      break;
  }
  await client.callTool(call); // P use/unopened
}
async function neitherCase() {
  const client = new Client(info);
  await client.connect(transport);
  switch (true) {
    case flag:
      await client.close();
      break;
    case other:
      await client.close();
      break;
  }
  await client.callTool(call); // P use/closed
}
async function inCase() {
  const client = new Client(info);
  switch (true) {
    case (await client.connect(transport), flag):
      await client.callTool(call);
      break;
    default:
      await client.callTool(call);
  }
}`,
  );

  scenario(
    'a switch with effects in its cases: later cases are reached through earlier tests',
    `
async function run(value: number) {
  const client = new Client(info);
  switch (value) {
    case 1:
      await client.callTool(call); // D use/unopened
      break;
    case (await client.connect(transport), 2):
      await client.callTool(call);
      break;
    default:
      await client.callTool(call);
  }
}
async function defaultInTheMiddle(value: string) {
  const client = new Client(info);
  switch (value) {
    case 'a':
      await client.connect(transport);
      break;
    default:
      throw new Error(value);
    case 'b':
      await client.connect(newTransport());
  }
  await client.callTool(call);
}
async function defaultFallsInto(value: string) {
  const client = new Client(info);
  await client.connect(transport);
  switch (value) {
    default:
      await client.close(); // :closing
    case 'b':
      await client.callTool(call); // P use/closed from=closing
  }
}
async function continueInSwitch() {
  for (const url of urls) {
    const client = new Client(info);
    switch (url) {
      case 'a':
        continue;
      case 'b':
        await client.connect(newTransport());
        break;
      default:
        return;
    }
    await client.callTool(call);
  }
}`,
  );

  scenario(
    'labels and nested loops with try',
    `
async function run() {
  const client = new Client(info);
  retry: for (let attempt = 0; ; attempt++) {
    for (const url of urls) {
      try {
        await client.connect(new StreamableHTTPClientTransport(new URL(url)));
        break retry;
      } catch (error) {
        await client.close();
        if (attempt > 3) throw error;
        continue retry;
      } finally {
        log(url);
      }
    }
    throw new Error('no url');
  }
  await client.callTool(call);
}
async function finallyDecides() {
  const client = new Client(info);
  outer: for (;;) {
    for (;;) {
      try {
        await client.connect(newTransport());
        break outer;
      } finally {
        if (cond()) await client.close();
      }
    }
  }
  await client.callTool(call); // P use/closed
}`,
  );

  scenario(
    'optional chaining stops the whole chain',
    `
async function run(holder?: { client?: Client }) {
  await holder?.client?.callTool(call);
  let client: Client | undefined;
  if (flag) client = new Client(info);
  await client?.connect(transport);
  await client?.callTool(call);
  await client?.close();
  await client?.callTool(call); // D use/closed
}
async function argument(client?: Client) {
  const mine = new Client(info);
  client?.callTool({ name: String(await mine.connect(transport)) });
  await mine.callTool(call); // P use/unopened
}`,
  );

  scenario(
    'nullish and logical assignment make or keep a session',
    `
let kept: Client | undefined;
export async function run() {
  kept ??= new Client(info);
  await kept.callTool(call);
}
export async function local(given?: Client) {
  let client = given;
  client ??= new Client(info);
  await client.callTool(call); // S|P
}
export async function made() {
  let client: Client | undefined;
  client ||= new Client(info);
  await client.callTool(call); // D use/unopened
}
export async function coalesced(given: Client | null) {
  const client = given ?? new Client(info);
  if (!given) await client.connect(transport);
  await client.callTool(call); // S|P
}`,
  );

  scenario(
    'using and await using',
    `
class Session implements AsyncDisposable {
  readonly client = new Client(info);
  async [Symbol.asyncDispose]() {
    await this.client.close();
  }
}
async function run() {
  await using session = new Session();
  await session.client.connect(transport);
  await session.client.callTool(call);
}
async function block() {
  const client = new Client(info);
  {
    await using _ = { [Symbol.asyncDispose]: () => client.close() };
    await client.connect(transport);
    await client.callTool(call);
  }
  await client.callTool(call); // S|D use/closed
}
async function stack() {
  await using disposables = new AsyncDisposableStack();
  const client = new Client(info);
  disposables.defer(async () => {
    await client.close();
  });
  await client.connect(transport);
  await client.callTool(call);
  await disposables.disposeAsync();
  await client.callTool(call); // S|P|D
}
async function loop() {
  for (const url of urls) {
    const client = new Client({ name: url, version: '1' });
    await using _ = { [Symbol.asyncDispose]: () => client.close() };
    await client.connect(newTransport());
    await client.callTool(call);
  }
}`,
  );

  scenario(
    'for await over what a session gives, and over sessions',
    `
declare function pages(client: Client): AsyncIterable<Client>;
declare function streams(): AsyncIterable<Client>;
async function run() {
  const client = new Client(info);
  await client.connect(transport);
  for await (const page of pages(client)) log(page);
  await client.callTool(call);
  for await (const each of streams()) {
    await each.callTool(call);
    await each.close();
  }
}
async function generator() {
  for await (const client of made()) {
    await client.callTool(call);
  }
}
async function* made() {
  const client = new Client(info);
  await client.connect(transport);
  yield client;
  await client.close();
}`,
  );

  scenario(
    'parameters with defaults, destructuring and rest',
    `
async function byDefault(client = new Client(info)) {
  await client.connect(transport); // S|P
  await client.callTool(call);
}
async function named({ client = new Client(info), ...rest }: { client?: Client; url?: string } = {}) {
  log(rest);
  if (!client.transport) await client.connect(transport);
  await client.callTool(call);
}
async function many([first, ...others]: Client[]) {
  await first?.callTool(call);
  for (const each of others) await each.callTool(call);
}
async function effect(client: Client, _opened = client.connect(transport)) {
  await _opened;
  await client.callTool(call);
}
export async function run() {
  const client = new Client(info);
  await effect(client);
  await client.callTool(call);
}
export const all = [byDefault, named, many];`,
  );

  scenario(
    'a var, a hoisted function and a variable used before it is set',
    `
async function run() {
  if (flag) {
    var client = new Client(info);
    await client.connect(transport);
  }
  await client!.callTool(call);
}
async function hoisted() {
  await open();
  await client!.callTool(call);
  async function open() {
    client = new Client(info);
    await client.connect(transport);
  }
  var client: Client | undefined;
}
async function shadowed() {
  const client = new Client(info);
  {
    const client = new Client(info);
    await client.connect(transport);
    await client.callTool(call);
  }
  await client.callTool(call); // D use/unopened
}
async function shadowedParameter() {
  const client = new Client(info);
  const use = (client: Client) => client.callTool(call);
  const other = new Client(info);
  await other.connect(transport);
  await use(other);
  await use(client); // D use/unopened
}`,
  );

  scenario(
    'a closure runs once, many times, or never',
    `
async function each() {
  const client = new Client(info);
  for (const url of urls) {
    const ask = () => client.callTool({ name: url });
    if (url) await client.connect(newTransport());
    else continue;
    await ask();
    await client.close();
  }
}
async function forEach() {
  const client = new Client(info);
  await client.connect(transport);
  urls.forEach((url) => void client.callTool({ name: url }));
  await Promise.all(urls.map((name) => client.callTool({ name })));
  const first = urls.find((url) => url === client.transport?.sessionId);
  log(first);
}
async function neverRuns() {
  const client = new Client(info);
  const unused = () => client.close();
  log(typeof unused);
  await client.connect(transport);
  await client.callTool(call);
}
async function sortOf() {
  const client = new Client(info);
  await client.connect(transport);
  [3, 1, 2].sort((a, b) => (client.transport ? a - b : b - a));
  await client.callTool(call);
}`,
  );

  scenario(
    'a closure that closes is made after the use, or before it and called after it',
    `
async function after() {
  const client = new Client(info);
  await client.connect(transport);
  await client.callTool(call);
  return () => client.close();
}
async function before() {
  const client = new Client(info);
  const stop = () => client.close();
  await client.connect(transport);
  await client.callTool(call);
  await stop();
}
async function inBetween() {
  const client = new Client(info);
  let stopped = false;
  const stop = async () => {
    stopped = true;
    await client.close();
  };
  await client.connect(transport);
  if (cond()) await stop();
  if (!stopped) await client.callTool(call); // S|P
}`,
  );

  scenario(
    'an iteration closes and breaks, or closes and returns',
    `
async function breaks() {
  const client = new Client(info);
  await client.connect(transport);
  for (const url of urls) {
    await client.callTool({ name: url });
    if (url === 'last') {
      await client.close();
      break;
    }
  }
  await client.callTool(call); // P use/closed
}
async function returns() {
  const client = new Client(info);
  await client.connect(transport);
  for (const url of urls) {
    await client.callTool({ name: url });
    if (url === 'last') {
      await client.close();
      return;
    }
  }
  await client.callTool(call);
}`,
  );

  scenario(
    'the loop runs at least once, but nothing says so',
    `
async function run() {
  const client = new Client(info);
  for (let attempt = 0; attempt < 3; attempt++) {
    await client.connect(newTransport());
    break;
  }
  await client.callTool(call); // S|P
}
async function constantTrue() {
  const client = new Client(info);
  const always = true;
  while (always) {
    await client.connect(newTransport());
    break;
  }
  await client.callTool(call); // S|P
}
async function once() {
  const client = new Client(info);
  do {
    await client.connect(newTransport());
  } while (false);
  await client.callTool(call);
}
async function ifTrue() {
  const client = new Client(info);
  if (true) await client.connect(transport);
  await client.callTool(call);
}
async function ifFalse() {
  const client = new Client(info);
  if (false as boolean) await client.callTool(call); // D|S
}`,
  );

  scenario(
    'template strings, tags, spreads and element access evaluate what is in them',
    `
declare function tag(parts: TemplateStringsArray, ...values: unknown[]): string;
async function run() {
  const client = new Client(info);
  log(\`\${String(await client.connect(transport))} \${JSON.stringify(await client.listTools())}\`);
  log(tag\`\${await client.callTool(call)}\`);
  log({ ...(await client.listTools()), [String(await client.close())]: 1 });
  await client.callTool(call); // D use/closed
}
async function element() {
  const client = new Client(info);
  const table: Record<string, unknown> = {};
  table[String(await client.connect(transport))] = await client.listTools();
  await client.callTool(call);
  const name = 'callTool' as const;
  await client[name](call);
}
async function dynamic(name: 'connect' | 'close') {
  const client = new Client(info);
  await (client[name] as any)(transport);
  await client.callTool(call); // S|P
}`,
  );

  scenario(
    'the order of evaluation: receiver, arguments, call; right side before assignment',
    `
async function assignment() {
  let client = new Client(info);
  await client.connect(transport);
  client = (await client.close(), new Client(info));
  await client.callTool(call); // D use/unopened
}
async function compound(totals: { count: number }) {
  const client = new Client(info);
  totals.count += (await client.connect(transport), 1);
  await client.callTool(call);
}
async function argumentReassigns() {
  let client = new Client(info);
  await client.connect(transport);
  await client.callTool({ name: ((client = new Client(info)), 'x') });
  await client.callTool(call); // D use/unopened
}
async function objectLiteral() {
  const client = new Client(info);
  const parts = { opened: await client.connect(transport), tools: await client.listTools() };
  log(parts);
  const list = [await client.close(), await client.listTools()]; // D use/closed
  log(list);
}
async function shortCircuit() {
  const client = new Client(info);
  const tools = (await client.connect(transport)) ?? (await client.listTools());
  log(tools);
}`,
  );

  scenario(
    'conditions with not, and, or around a guard',
    `
async function run(force: boolean) {
  const client = new Client(info);
  if (flag) await client.connect(transport);
  if (client.transport && !force) await client.callTool(call);
  if (!(client.transport === undefined)) await client.callTool(call);
  if (!client.transport || force) return;
  await client.callTool(call);
}
async function ternary() {
  const client = new Client(info);
  if (flag) await client.connect(transport);
  return client.transport ? client.callTool(call) : undefined;
}
async function and() {
  const client = new Client(info);
  if (flag) await client.connect(transport);
  return client.transport && client.callTool(call);
}
async function loop() {
  const client = new Client(info);
  while (!client.transport) await client.connect(newTransport());
  await client.callTool(call);
}
async function kept() {
  const client = new Client(info);
  if (flag) await client.connect(transport);
  const isOpen = client.transport !== undefined;
  if (isOpen) await client.callTool(call); // S|P
}`,
  );

  scenario(
    'a getter, a setter and a proxy on the way are not followed',
    `
async function run() {
  const holder = {
    inner: new Client(info),
    get client() {
      return this.inner;
    },
  };
  await holder.client.connect(transport);
  await holder.client.callTool(call);
  await holder.inner.callTool(call);
}
async function spread() {
  const one = { client: new Client(info) };
  const two = { ...one };
  await two.client.connect(transport);
  await one.client.callTool(call);
}
async function assignedObject() {
  const one: { client?: Client } = {};
  Object.assign(one, { client: new Client(info) });
  await one.client?.connect(transport);
  await one.client?.callTool(call);
}
async function defined() {
  const client = new Client(info);
  const holder = {};
  Object.defineProperty(holder, 'client', { value: client });
  await (holder as { client: Client }).client.connect(transport);
  await client.callTool(call);
}
async function withSymbol() {
  const key = Symbol('client');
  const client = new Client(info);
  const holder = { [key]: client };
  await holder[key].connect(transport);
  await client.callTool(call);
}`,
  );

  scenario(
    'a method taken off the session',
    `
async function destructured() {
  const client = new Client(info);
  const { connect, callTool } = client;
  await connect.call(client, transport);
  await callTool.call(client, call);
  await client.callTool(call);
}
async function bound() {
  const client = new Client(info);
  const connect = client.connect.bind(client, transport);
  await connect();
  await client.callTool(call);
}
async function reference() {
  const client = new Client(info);
  await urls.map(client.getServerVersion, client);
  const open = client.connect;
  await open.apply(client, [transport]);
  await client.callTool(call);
}
async function prototype() {
  const client = new Client(info);
  await Client.prototype.connect.call(client, transport);
  await client.callTool(call);
}`,
  );

  scenario(
    'a patched session',
    `
async function run() {
  const client = new Client(info);
  client.callTool = async () => ({ content: [] });
  await client.callTool(call);
}
async function assigned() {
  const client = Object.assign(new Client(info), { extra: 1 });
  await client.connect(transport);
  await client.callTool(call);
}`,
  );

  scenario(
    'a promise that is kept, passed on or awaited elsewhere',
    `
class Holder {
  promise: Promise<void> | undefined;
}
async function inField(holder: Holder) {
  const client = new Client(info);
  holder.promise = client.connect(transport);
  await holder.promise;
  await client.callTool(call);
}
async function inArray() {
  const client = new Client(info);
  const pending: Promise<unknown>[] = [];
  pending.push(client.connect(transport));
  await Promise.all(pending);
  await client.callTool(call);
}
async function inArrayLiteral() {
  const client = new Client(info);
  const pending = [client.connect(transport), delay(1)];
  await Promise.all(pending);
  await client.callTool(call);
}
function start(client: Client) {
  return client.connect(transport);
}
async function returned() {
  const client = new Client(info);
  await start(client);
  await client.callTool(call);
}
async function returnedInObject() {
  const client = new Client(info);
  const { ready } = { ready: start(client) };
  await ready;
  await client.callTool(call);
}
async function notAwaited() {
  const client = new Client(info);
  const ready = start(client);
  await client.callTool(call); // S|P|D use/opening
  await ready;
}
async function resolved() {
  const client = new Client(info);
  await Promise.resolve(client.connect(transport));
  await client.callTool(call);
}
async function wrapped() {
  const client = new Client(info);
  await new Promise<void>((resolve) => resolve(client.connect(transport)));
  await client.callTool(call);
}
async function conditional() {
  const client = new Client(info);
  const ready = flag ? client.connect(transport) : client.connect(newTransport());
  await ready;
  await client.callTool(call);
}
async function timedOut() {
  const client = new Client(info);
  const ready = client.connect(transport);
  const winner = await Promise.race([ready.then(() => true), delay(10).then(() => false)]);
  if (!winner) throw new Error('timeout');
  await client.callTool(call);
}`,
  );

  scenario(
    'then with two callbacks, catch that recovers, finally',
    `
async function twoCallbacks() {
  const client = new Client(info);
  await client.connect(transport).then(
    () => client.callTool(call),
    () => undefined,
  );
}
async function recovers() {
  const client = new Client(info);
  await client.connect(transport).catch(async () => {
    await client.close();
    await client.connect(newTransport());
  });
  await client.callTool(call);
}
async function rethrows() {
  const client = new Client(info);
  await client.connect(transport).catch(async (error: unknown) => {
    await client.close();
    throw error;
  });
  await client.callTool(call);
}
async function returnsInThen() {
  const client = new Client(info);
  const tools = await client.connect(transport).then(async () => {
    try {
      return await client.listTools();
    } finally {
      await client.close();
    }
  });
  return tools;
}
function chain() {
  const client = new Client(info);
  client
    .connect(transport)
    .then(async () => {
      await client.callTool(call);
      await client.close();
    })
    .catch((error: unknown) => log(error));
}
function passedCallback() {
  const client = new Client(info);
  const use = () => client.callTool(call);
  return client.connect(transport).then(use);
}`,
  );

  scenario(
    'generators and iterators that hold a session between calls',
    `
function* steps(client: Client) {
  yield client.connect(transport);
  yield client.callTool(call);
  yield client.close();
}
async function run() {
  const client = new Client(info);
  for (const step of steps(client)) await step;
  const fresh = new Client(info);
  const iterator = steps(fresh);
  await iterator.next().value;
  await fresh.callTool(call);
}
const own = {
  client: new Client(info),
  async *[Symbol.asyncIterator]() {
    await this.client.connect(transport);
    yield this.client.callTool(call);
  },
};
export { own, run };`,
  );

  scenario('a namespace, an enum and a module with effects', {
    'main.ts': v1(`
import * as shared from './shared.ts';
import { client as direct } from './shared.ts';
export async function run() {
  await shared.client.callTool(call);
  await direct.callTool(call);
  await shared.nested.client.callTool(call);
}
namespace Local {
  export const client = new Client(info);
  export const start = () => client.connect(transport);
}
export async function ask() {
  await Local.start();
  await Local.client.callTool(call);
}`),
    'shared.ts': v1(`
export const client = new Client(info);
export const nested = { client };
await client.connect(transport);`),
  });

  scenario(
    'a generic function over sessions and other things',
    `
async function start<T extends { connect(transport: Transport): Promise<void> }>(session: T): Promise<T> {
  await session.connect(transport);
  return session;
}
async function use<C extends Client>(client: C) {
  await client.callTool(call);
}
export async function run() {
  const client = await start(new Client(info));
  await client.callTool(call);
  const other = new Client(info);
  await start(other);
  await use(other);
}`,
  );

  scenario(
    'a union of a client and something else',
    `
interface Fake { callTool(call: { name: string }): Promise<unknown>; connect(transport: Transport): Promise<void> }
declare const fake: Fake;
export async function run() {
  const client: Client | Fake = flag ? new Client(info) : fake;
  await client.callTool(call); // S|P|D
  await client.connect(transport);
}
export async function given(client: Client | Server) {
  await client.ping();
}`,
  );

  scenario(
    'in the arguments of what never returns, and after an assertion that cannot hold',
    `
function assertNever(value: never): never {
  throw new Error(String(value));
}
export async function run() {
  const client = new Client(info);
  if (kind === 'a' || kind === 'b' || kind === 'c') {
    await client.connect(transport);
  } else {
    assertNever(kind);
  }
  await client.callTool(call);
}
export async function fallsOut() {
  const client = new Client(info);
  if (kind === 'a') await client.connect(transport);
  else if (kind === 'b') await client.connect(transport);
  else return assertNever(kind as never);
  await client.callTool(call);
}`,
  );

  scenario('the same variable name in several functions and files', {
    'a.ts': v1(`
const client = new Client(info);
export async function start() {
  await client.connect(transport);
}
export async function ask() {
  await client.callTool(call);
}`),
    'b.ts': v1(`
const client = new Client(info); // :made
export async function ask() {
  await client.callTool(call); // D use/unopened from=made
}`),
  });

  scenario(
    'try in a loop in a try, with returns and a finally each',
    `
export async function run() {
  const client = new Client(info);
  try {
    for (const url of urls) {
      try {
        await client.connect(new StreamableHTTPClientTransport(new URL(url)));
        return await client.callTool(call);
      } catch (error) {
        log(error);
        await client.close();
      } finally {
        log('tried', url);
      }
    }
    return undefined;
  } finally {
    await client.close();
  }
}
export async function nested() {
  const client = new Client(info);
  try {
    try {
      await client.connect(transport);
    } finally {
      log('connected or not');
    }
    await client.callTool(call);
  } catch (error) {
    log(error);
  } finally {
    await client.close(); // :closing
  }
  await client.callTool(call); // D use/closed from=closing
}
export async function catchConnects() {
  const client = new Client(info);
  try {
    throw new Error('always');
  } catch {
    await client.connect(transport);
  }
  await client.callTool(call);
}
export async function afterThrowingTry() {
  const client = new Client(info);
  try {
    await client.connect(transport);
    throw new Error('always');
  } catch (error) {
    log(error);
  }
  await client.callTool(call); // S|P
}`,
  );

  scenario(
    'a disposable stack closes its sessions when its scope is left, or when it is told to',
    `
import { startup } from '@anthropic-ai/claude-agent-sdk';
async function block() {
  const client = new Client(info);
  {
    await using stack = new AsyncDisposableStack(); // :block
    stack.adopt(client, (session) => session.close());
    await client.connect(transport);
    await client.callTool(call);
  }
  await client.callTool(call); // D use/closed
}
async function used() {
  let last;
  {
    await using stack = new AsyncDisposableStack();
    const warm = stack.use(await startup());
    last = warm;
  }
  last.query('Tidy up'); // D use/closed
}
async function told() {
  await using stack = new AsyncDisposableStack();
  const client = stack.adopt(new Client(info), async (session) => {
    await session.close(); // :told
  });
  await client.connect(transport);
  await client.callTool(call);
  await stack.disposeAsync();
  await client.callTool(call); // D use/closed from=told
}
async function deferred() {
  const client = new Client(info);
  {
    await using stack = new AsyncDisposableStack();
    await client.connect(transport);
    stack.defer(async () => {
      await client.close(); // :deferred
    });
    await client.callTool(call);
  }
  await client.callTool(call); // D use/closed from=deferred
}
async function thrown() {
  const client = new Client(info);
  try {
    await using stack = new AsyncDisposableStack();
    stack.adopt(client, (session) => session.close());
    await client.connect(transport);
  } catch {
    await client.callTool(call); // D use/closed
  }
}
async function each() {
  for (const url of urls) {
    await using stack = new AsyncDisposableStack();
    const client = stack.adopt(new Client({ name: url, version: '1' }), (session) => session.close());
    await client.connect(newTransport());
    await client.callTool(call);
  }
}`,
  );

  scenario(
    'a disposable stack that is moved, lent or kept, or that has a session on some paths: silent',
    `
declare function closing(session: Client): Promise<void>;
declare function lend(stack: AsyncDisposableStack): void;
async function moved() {
  await using stack = new AsyncDisposableStack();
  const client = stack.adopt(new Client(info), (session) => session.close());
  await client.connect(transport);
  return { client, owned: stack.move() };
}
async function user() {
  const { client, owned } = await moved();
  await client.callTool(call);
  await owned.disposeAsync();
}
async function lent() {
  const client = new Client(info);
  {
    await using stack = new AsyncDisposableStack();
    stack.adopt(client, (session) => session.close());
    await client.connect(transport);
    lend(stack);
  }
  await client.callTool(call);
}
async function opened(stack: AsyncDisposableStack) {
  const client = stack.adopt(new Client(info), (session) => session.close());
  await client.connect(transport);
  return client;
}
async function helped() {
  await using stack = new AsyncDisposableStack();
  const client = await opened(stack);
  await client.callTool(call);
}
async function unknown() {
  const client = new Client(info);
  {
    await using stack = new AsyncDisposableStack();
    stack.adopt(client, closing);
    await client.connect(transport);
  }
  await client.callTool(call);
}
async function sometimes() {
  const client = new Client(info);
  {
    await using stack = new AsyncDisposableStack();
    await client.connect(transport);
    if (flag) stack.adopt(client, (session) => session.close());
    await client.callTool(call);
  }
  if (!flag) await client.callTool(call);
}
export class Desk {
  readonly #owned = new AsyncDisposableStack();
  readonly #client = this.#owned.adopt(new Client(info), (session) => session.close());
  async open() {
    await this.#client.connect(transport);
    await this.#client.callTool(call);
  }
  async close() {
    await this.#owned.disposeAsync();
  }
}`,
  );

  itCompiles();
});
