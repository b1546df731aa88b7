import { describe } from 'vitest';
import { itCompiles, scenario, v1 } from './harness.ts';

const desk = `
export class Desk {
  readonly client: Client;
  #names: string[] = [];
  constructor(readonly url: string) {
    this.client = new Client(info);
  }
  get session() {
    return this.client;
  }
  async start() {
    await this.client.connect(newTransport());
  }
  async search(name: string) {
    return this.client.callTool({ name });
  }
  names() {
    return this.#names;
  }
  own() {
    return this.client;
  }
  watch() {
    setInterval(() => void this.client.connect(newTransport()), 100);
  }
  async stop() {
    await this.client.close();
  }
}`;

describe('new instances of classes that have a session', () => {
  scenario(
    'its session is used, and no method opened it: definite',
    `${desk}
export async function used(url: string) {
  const desk = new Desk(url);
  await desk.client.listTools(); // D use/unopened subject=desk.client
}
export async function searched(url: string) {
  const desk = new Desk(url);
  desk.names();
  await desk.search('a'); // D use/unopened
}
export async function chosen(url: string) {
  const desk = flag ? new Desk(url) : undefined;
  await desk?.client.listTools(); // D use/unopened
}`,
  );

  scenario(
    'a method opens it, and another one closes it: silent',
    `${desk}
export async function used(url: string) {
  const desk = new Desk(url);
  try {
    await desk.start();
    await desk.search('a');
    const { tools } = await desk.client.listTools();
    return tools;
  } finally {
    await desk.stop();
  }
}
export async function again(url: string) {
  const desk = new Desk(url);
  await desk.start();
  await desk.stop();
  await desk.start();
  await desk.search('a');
}
export async function byHand(url: string) {
  const desk = new Desk(url);
  await desk.client.connect(newTransport());
  await desk.search('a');
  await desk.stop();
}
export async function each(urls: string[]) {
  for (const url of urls) {
    const desk = new Desk(url);
    await desk.start();
    await desk.search('a');
    await desk.stop();
  }
}`,
  );

  scenario(
    'the method that opens it is called twice: definite',
    `${desk}
export async function twice(url: string) {
  const desk = new Desk(url);
  await desk.start();
  await desk.search('a');
  await desk.start(); // D open/open
}
export async function inLoop(url: string) {
  const desk = new Desk(url);
  await desk.start();
  for (const name of urls) {
    await desk.search(name);
  }
  await desk.start(); // D open/open
}`,
  );

  scenario(
    'it is used once more after the method that closes it: definite',
    `${desk}
export async function afterwards(url: string) {
  const desk = new Desk(url);
  await desk.start();
  await desk.search('a');
  await desk.stop();
  return desk.search('b'); // D use/closed
}
export async function inFinally(url: string) {
  const desk = new Desk(url);
  await desk.start();
  try {
    await desk.search('a');
  } finally {
    await desk.stop();
  }
  await desk.client.ping(); // D use/closed
}
export async function perhaps(url: string) {
  const desk = new Desk(url);
  await desk.start();
  if (flag) await desk.stop();
  await desk.search('a'); // P use/closed
}`,
  );

  scenario(
    'the instance, or its session, goes elsewhere: silent',
    `${desk}
declare function open(desk: Desk): Promise<void>;
let shared: Desk | undefined;
export async function given(url: string) {
  const desk = new Desk(url);
  await open(desk);
  await desk.search('a');
}
export async function kept(url: string) {
  const desk = new Desk(url);
  shared = desk;
  await delay(10);
  await desk.search('a');
}
export async function inList(url: string) {
  const desks = [new Desk(url), new Desk(url)];
  await Promise.all(desks.map((each) => each.start()));
  await Promise.all(desks.map((each) => each.search('a')));
}
export async function inObject(url: string) {
  const own = { desk: new Desk(url) };
  await own.desk.start();
  await own.desk.search('a');
}
export async function byGetter(url: string) {
  const desk = new Desk(url);
  await desk.session.connect(newTransport());
  await desk.search('a');
}
export async function byMethod(url: string) {
  const desk = new Desk(url);
  await desk.own().connect(newTransport());
  await desk.search('a');
}
export async function takenOut(url: string) {
  const desk = new Desk(url);
  const { client } = desk;
  await client.connect(newTransport());
  await desk.search('a');
}
export async function byClosure(url: string) {
  const desk = new Desk(url);
  const begin = async () => desk.start();
  await begin();
  await desk.search('a');
}
export async function watched(url: string) {
  const desk = new Desk(url);
  desk.watch();
  await delay(1000);
  await desk.search('a');
}
export async function returned(url: string) {
  const desk = new Desk(url);
  return desk;
}
export async function caller(url: string) {
  const desk = await returned(url);
  await desk.search('a'); // S|P|D
}
export function field(url: string) {
  const desk = new Desk(url);
  return { search: async (name: string) => desk.search(name), start: () => desk.start() };
}
export class Holder {
  readonly desk = new Desk('a');
  async use() {
    await this.desk.search('a');
  }
  async start() {
    await this.desk.start();
  }
}
shared?.names();`,
  );

  scenario(
    'the class connects by itself, keeps the promise, replaces its session or gives itself away: silent',
    `
export class Eager {
  readonly #client = new Client(info);
  readonly #ready: Promise<void>;
  constructor() {
    this.#ready = this.#client.connect(newTransport());
  }
  async search(name: string) {
    await this.#ready;
    return this.#client.callTool({ name });
  }
}
export class Memoised {
  private readonly client = new Client(info);
  private opening: Promise<void> | undefined;
  open() {
    this.opening ??= this.client.connect(newTransport());
    return this.opening;
  }
  async search(name: string) {
    await this.open();
    return this.client.callTool({ name });
  }
}
export class Replacing {
  private client = new Client(info);
  async reset() {
    await this.client.close();
    this.client = new Client(info);
    await this.client.connect(newTransport());
  }
  async search(name: string) {
    return this.client.callTool({ name });
  }
}
const all = new Set<Registered>();
export class Registered {
  private readonly client = new Client(info);
  constructor() {
    all.add(this);
  }
  async open() {
    await this.client.connect(newTransport());
  }
  async search(name: string) {
    return this.client.callTool({ name });
  }
}
class Base {
  readonly client = new Client(info);
  async open() {
    await this.client.connect(newTransport());
  }
}
class Derived extends Base {
  async search(name: string) {
    return this.client.callTool({ name });
  }
}
export async function run() {
  const eager = new Eager();
  await eager.search('a');
  const memoised = new Memoised();
  await memoised.open();
  await memoised.open();
  await memoised.search('a');
  const replacing = new Replacing();
  await replacing.reset();
  await replacing.search('a');
  const registered = new Registered();
  await Promise.all([...all].map((each) => each.open()));
  await registered.search('a');
  const derived = new Derived();
  await derived.open();
  await derived.search('a');
}`,
  );

  scenario('a class of another file', {
    'desk.ts': v1(desk),
    'main.ts': `
import { Desk } from './desk.ts';
export async function right(url: string) {
  const desk = new Desk(url);
  await desk.start();
  const { tools } = await desk.client.listTools();
  return tools;
}
export async function wrong(url: string) {
  const desk = new Desk(url);
  const { tools } = await desk.client.listTools(); // D use/unopened
  return tools;
}`,
  });

  itCompiles();
});
