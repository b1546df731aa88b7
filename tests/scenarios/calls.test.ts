import { describe } from 'vitest';
import { itCompiles, scenario, v1 } from './harness.ts';

const depth = 60;

describe('functions of the program', () => {
  scenario(
    '102 a helper needs a connected session and gets a new one: definite at the call, and the line inside is named',
    `
async function ask(client: Client) {
  log('asking');
  return client.callTool(call); // :inside
}
export async function run() {
  const client = new Client(info); // :made
  return ask(client); // D use/unopened from=made inside=inside op=callTool
}
export async function mended() {
  const client = new Client(info);
  await client.connect(transport);
  return ask(client);
}`,
  );

  scenario('102 the same across files', {
    'main.ts': v1(`
import { ask } from './ask.ts';
export async function run() {
  const client = new Client(info);
  await ask(client); // D use/unopened inside=inside
  await client.connect(transport);
  await ask(client);
}`),
    'ask.ts': v1(`
export async function ask(client: Client) {
  return client.callTool(call); // :inside
}`),
  });

  scenario(
    '102 the helper needs it on one path only: possible',
    `
async function ask(client: Client, really: boolean) {
  if (really) await client.callTool(call); // :inside
}
export async function run() {
  const client = new Client(info);
  await ask(client, flag); // P use/unopened inside=inside
}`,
  );

  scenario(
    '102 the helper needs it after it connected it: silent',
    `
async function ask(client: Client) {
  await client.connect(transport);
  return client.callTool(call);
}
export async function run() {
  const client = new Client(info);
  return ask(client);
}`,
  );

  scenario(
    '103 a helper closes, used later: definite',
    `
async function stop(client: Client) {
  await client.close(); // :closing
}
export async function run() {
  const client = new Client(info);
  await client.connect(transport);
  await stop(client); // :stopping
  await client.callTool(call); // D use/closed
}
export async function mended() {
  const client = new Client(info);
  await client.connect(transport);
  await client.callTool(call);
  await stop(client);
}`,
  );

  scenario(
    '103 a helper closes in its finally, used later: definite',
    `
async function askOnce(client: Client) {
  try {
    return await client.callTool(call);
  } finally {
    await client.close();
  }
}
export async function run() {
  const client = new Client(info);
  await client.connect(transport);
  await askOnce(client);
  await client.callTool(call); // D use/closed
}`,
  );

  scenario(
    '104 a helper closes on some paths: possible',
    `
async function maybeStop(client: Client) {
  if (flag) await client.close();
}
export async function run() {
  const client = new Client(info);
  await client.connect(transport);
  await maybeStop(client);
  await client.callTool(call); // P use/closed
}`,
  );

  scenario('105 a factory that connects, a factory that does not', {
    'main.ts': v1(`
import { connected, unconnected } from './factories.ts';
async function makeHere() {
  const client = new Client(info);
  await client.connect(transport);
  return client;
}
function makeNewHere() {
  return new Client(info);
}
const arrow = () => new Client(info);
export async function run() {
  const one = await connected();
  await one.callTool(call);
  const three = await makeHere();
  await three.callTool(call);
  const five = arrow();
  await five.connect(newTransport());
  await five.callTool(call);
  await (await makeHere()).callTool(call);
}
export async function elsewhere() {
  const two = unconnected();
  await two.callTool(call); // D use/unopened
}
export async function here() {
  const four = makeNewHere();
  await four.callTool(call); // D use/unopened
}
export async function inline() {
  await makeNewHere().callTool(call); // D use/unopened
}`),
    'factories.ts': v1(`
export async function connected() {
  const client = new Client(info);
  await client.connect(transport);
  return client;
}
export function unconnected(): Client {
  return new Client(info);
}`),
  });

  scenario(
    '105 a factory that gives the same session each time, or one of several: silent',
    `
const pool = new Map<string, Client>();
function pooled(name: string) {
  let client = pool.get(name);
  if (!client) {
    client = new Client(info);
    pool.set(name, client);
  }
  return client;
}
const single = new Client(info);
const theSingle = () => single;
export async function start() {
  await pooled('a').connect(transport);
  await theSingle().connect(newTransport());
}
export async function run() {
  await pooled('a').callTool(call);
  await theSingle().callTool(call);
}`,
  );

  scenario(
    '105 a factory that returns what it was given',
    `
async function opened(client: Client) {
  await client.connect(transport);
  return client;
}
const same = (client: Client) => client;
export async function run() {
  const client = await opened(new Client(info));
  await client.callTool(call);
  const given = new Client(info);
  const returned = await opened(given);
  await given.callTool(call);
  await returned.callTool(call);
}
export async function notOpened() {
  const client = same(new Client(info));
  await client.callTool(call); // D|S use/unopened
}`,
  );

  scenario(
    '106 recursion, direct and mutual, that connects on all ways out: silent, and it ends',
    `
async function open(client: Client, attempts: number): Promise<void> {
  if (attempts === 0) {
    await client.connect(transport);
    return;
  }
  await open(client, attempts - 1);
}
async function even(client: Client, count: number): Promise<void> {
  if (count === 0) await client.connect(transport);
  else await odd(client, count - 1);
}
async function odd(client: Client, count: number): Promise<void> {
  if (count === 0) await client.connect(transport);
  else await even(client, count - 1);
}
async function forever(client: Client): Promise<void> {
  await forever(client);
}
export async function run() {
  const one = new Client(info);
  await open(one, 3);
  await one.callTool(call);
  const two = new Client(info);
  await even(two, 3);
  await two.callTool(call);
}
export async function never() {
  const client = new Client(info);
  await forever(client);
  await client.callTool(call); // S|P|D
}`,
  );

  scenario(
    '106 mutual recursion that closes on all ways out, or on some: definite, and possible',
    `
async function down(client: Client, left: number): Promise<void> {
  if (left > 0) return up(client, left - 1);
  await client.close(); // :down
}
async function up(client: Client, left: number): Promise<void> {
  await client.ping();
  await down(client, left);
}
async function always() {
  const client = new Client(info);
  await client.connect(transport);
  await up(client, 3);
  await client.callTool(call); // D use/closed from=down
}
async function odd(client: Client, left: number): Promise<void> {
  if (left > 0) await even(client, left - 1);
}
async function even(client: Client, left: number): Promise<void> {
  if (left > 0) await odd(client, left - 1);
  else await client.close(); // :even
}
async function sometimes(left: number) {
  const client = new Client(info);
  await client.connect(transport);
  await odd(client, left);
  await client.callTool(call); // P use/closed from=even
}
async function reopens(client: Client, left: number): Promise<void> {
  await client.close();
  await again(client, left);
}
async function again(client: Client, left: number): Promise<void> {
  if (left > 0) await reopens(client, left - 1);
  else await client.connect(newTransport());
}
async function never(left: number) {
  const client = new Client(info);
  await client.connect(transport);
  await reopens(client, left);
  await client.callTool(call);
}`,
  );

  scenario(
    '106 a retry that calls itself: silent',
    `
async function openWithRetry(client: Client, attempts = 3): Promise<void> {
  try {
    await client.connect(newTransport());
  } catch (error) {
    if (attempts === 0) throw error;
    await client.close();
    return openWithRetry(client, attempts - 1);
  }
}
export async function run() {
  const client = new Client(info);
  await openWithRetry(client);
  await client.callTool(call);
}`,
  );

  scenario(
    '107 a runner with a callback: silent inside',
    `
async function withClient<T>(body: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(info);
  await client.connect(transport);
  try {
    return await body(client);
  } finally {
    await client.close();
  }
}
export async function run() {
  await withClient(async (client) => {
    await client.callTool(call);
    return client.listTools();
  });
  return withClient((client) => client.ping());
}`,
  );

  scenario(
    '107 a runner of which nothing is known: silent inside',
    `
declare function withSession<T>(body: (client: Client) => Promise<T>): Promise<T>;
declare function measure<T>(body: () => T): T;
export async function run() {
  await withSession(async (client) => client.callTool(call));
  const client = new Client(info);
  await client.connect(transport);
  await measure(() => client.callTool(call));
  await client.close();
}`,
  );

  scenario(
    '108 a local arrow is called before the connect: definite, at that call or inside if there is no other; after it: silent',
    `
export async function run() {
  const client = new Client(info);
  const ask = () => client.callTool(call); // :inside
  await ask(); // D use/unopened inside=inside
  await client.connect(transport);
  await ask();
}
export async function onlyWrong() {
  const client = new Client(info);
  const ask = () => client.callTool(call); // D use/unopened
  await ask();
}
export async function mended() {
  const client = new Client(info);
  const ask = () => client.callTool(call);
  await client.connect(transport);
  await ask();
}
export async function declared() {
  const client = new Client(info);
  await client.connect(transport);
  await ask();
  await client.close();
  await ask(); // D use/closed
  async function ask() {
    await client.callTool(call);
  }
}
export async function immediately() {
  const client = new Client(info);
  await (async () => {
    await client.connect(transport);
  })();
  await client.callTool(call);
}
export async function immediatelyWrong() {
  const client = new Client(info);
  await (async () => {
    await client.callTool(call); // D use/unopened
  })();
}`,
  );

  scenario(
    '109 a method that a subclass may override: silent',
    `
export class Base {
  async open(client: Client): Promise<void> {
    log(client.getServerVersion());
  }
  async run() {
    const client = new Client(info);
    await this.open(client);
    await client.callTool(call);
  }
}
export class Derived extends Base {
  override async open(client: Client) {
    await client.connect(transport);
  }
}
export abstract class Template {
  protected abstract open(client: Client): Promise<void>;
  async run() {
    const client = new Client(info);
    await this.open(client);
    await client.callTool(call);
  }
}
export interface Opener {
  open(client: Client): Promise<void>;
}
export async function opened(opener: Opener) {
  const client = new Client(info);
  await opener.open(client);
  await client.callTool(call);
}`,
  );

  scenario(
    '109 a private method has one body: it is followed',
    `
export class Weather {
  async run() {
    const client = new Client(info);
    await this.#open(client);
    await client.callTool(call);
    const other = new Client(info);
    await this.look(other);
    await other.callTool(call); // D|S use/unopened
  }
  async #open(client: Client) {
    await client.connect(transport);
  }
  private async look(client: Client) {
    log(client.getServerVersion());
  }
}`,
  );

  scenario(
    '110 overloads, defaults, rest and destructured parameters: no crash, nothing wrongly reported',
    `
function open(client: Client): Promise<void>;
function open(client: Client, url: string): Promise<void>;
async function open(client: Client, _url?: string) {
  await client.connect(transport);
}
async function openDefault(client: Client = new Client(info), url = 'a') {
  log(url);
  await client.connect(transport);
  return client;
}
async function openRest(...clients: Client[]) {
  for (const client of clients) await client.connect(newTransport());
}
async function openNamed({ client }: { client: Client }) {
  await client.connect(transport);
}
async function openTuple([client]: [Client]) {
  await client.connect(transport);
}
async function openThis(this: Client) {
  await this.connect(transport);
}
function openArguments(_client: Client) {
  return (arguments[0] as Client).connect(transport);
}
export async function run() {
  const one = new Client(info);
  await open(one, 'a');
  await one.callTool(call);
  const two = await openDefault();
  await two.callTool(call);
  const three = new Client(info);
  await openDefault(three);
  await three.callTool(call);
  const four = new Client(info);
  await openRest(four, new Client(info));
  await four.callTool(call);
  const five = new Client(info);
  await openNamed({ client: five });
  await five.callTool(call);
  const six = new Client(info);
  await openTuple([six]);
  await six.callTool(call);
  const seven = new Client(info);
  await openThis.call(seven);
  await seven.callTool(call);
  const eight = new Client(info);
  await openDefault.apply(undefined, [eight]);
  await eight.callTool(call);
  const nine = new Client(info);
  await open(...([nine] as [Client]));
  await nine.callTool(call);
  const ten = new Client(info);
  await openArguments(ten);
  await ten.callTool(call);
}`,
  );

  scenario('111 a helper that is re-exported, renamed, or imported as a namespace', {
    'main.ts': v1(`
import { begin } from './barrel.ts';
import * as all from './barrel.ts';
import startIt, { type Options } from './open.ts';
export async function run(_options: Options) {
  const one = new Client(info);
  await begin(one);
  await one.callTool(call);
  const two = new Client(info);
  await all.begin(two);
  await two.callTool(call);
  const three = new Client(info);
  await startIt(three);
  await three.callTool(call);
  const four = new Client(info);
  await all.look(four);
  await four.callTool(call); // D use/unopened
}`),
    'barrel.ts': `
export { open as begin, look } from './open.ts';
export * from './open.ts';
`,
    'open.ts': v1(`
export interface Options {
  readonly url: string;
}
export async function open(client: Client) {
  await client.connect(transport);
}
export function look(client: Client) {
  log(client.getServerVersion());
}
export default open;`),
  });

  scenario(
    `112 a chain of ${String(depth)} helpers: silent, no overflow`,
    `
${Array.from(
  { length: depth },
  (_, index) => `async function step${String(index)}(client: Client) { await step${String(index + 1)}(client); }`,
).join('\n')}
async function step${String(depth)}(client: Client) { await client.connect(transport); }
export async function run() {
  const client = new Client(info);
  await step0(client);
  await client.callTool(call);
}`,
  );

  scenario(
    '112 a chain of ten helpers is followed to its end: definite',
    `
${Array.from(
  { length: 10 },
  (_, index) => `async function step${String(index)}(client: Client) { await step${String(index + 1)}(client); }`,
).join('\n')}
async function step10(client: Client) { await client.callTool(call); } // :inside
export async function run() {
  const client = new Client(info);
  await step0(client); // D use/unopened
}`,
  );

  scenario(
    '113 the arguments are evaluated before the call: a close among them makes it wrong, definite',
    `
async function run() {
  const client = new Client(info);
  await client.connect(transport);
  await client.callTool({ name: 'x', arguments: { x: await client.close() } }); // D use/closed
}
async function opened() {
  const client = new Client(info);
  await client.callTool({ name: 'x', arguments: { x: await client.connect(transport) } });
}
async function leftToRight() {
  const client = new Client(info);
  await external(await client.connect(transport), await client.callTool(call), await client.close());
  await external(await client.connect(newTransport()), await client.close(), await client.callTool(call)); // D use/closed
}`,
  );

  scenario(
    'a getter of the program that makes a session',
    `
export class Feed {
  private get started() {
    const client = new Client(info);
    client.connect(transport); // :start
    return client;
  }
  get fresh() {
    return new Client(info); // :fresh
  }
  async current() {
    const client = this.started;
    try {
      await client.callTool(call); // D use/opening unawaited=start
    } finally {
      await client.close();
    }
  }
  async read() {
    await this.fresh.ping(); // D use/unopened
  }
}
const tables = {
  get client() {
    return new Client(info);
  },
};
export async function outside(feed: Feed) {
  const client = feed.fresh;
  await client.ping(); // D use/unopened from=fresh
  await tables.client.ping(); // D use/unopened
}`,
  );

  scenario(
    'a getter that keeps its session, opens it, or may be replaced: silent',
    `
async function open() {
  const client = new Client(info);
  await client.connect(transport);
  return client;
}
export class Kept {
  #client: Client | undefined;
  private get client() {
    return (this.#client ??= new Client(info));
  }
  async open() {
    await this.client.connect(transport);
  }
  async ask() {
    await this.client.ping();
  }
}
export class Opened {
  get session(): Promise<Client> {
    return open();
  }
  async ask() {
    const client = await this.session;
    await client.ping();
    await client.close(); // :closed
    await client.ping(); // D use/closed from=closed
  }
}
export class Base {
  get session() {
    return new Client(info);
  }
  async ask() {
    await this.session.ping();
  }
}
export class Ready extends Base {
  readonly client = new Client(info);
  override get session() {
    return this.client;
  }
}`,
  );

  itCompiles();
});
