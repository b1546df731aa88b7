import { describe } from 'vitest';
import { itCompiles, scenario, v1 } from './harness.ts';

describe('aliases, fields and containers', () => {
  scenario(
    '92 an alias connects, the original is used: silent',
    `
async function run() {
  const client = new Client(info);
  const alias = client;
  await alias.connect(transport);
  await client.callTool(call);
  await alias.callTool(call);
}`,
  );

  scenario(
    '92 an alias closes, the original is used: definite',
    `
async function run() {
  const client = new Client(info);
  await client.connect(transport);
  const alias = client as Client;
  await alias.close(); // :closing
  await client.callTool(call); // D use/closed from=closing subject=client
}
async function chained() {
  const one = new Client(info);
  const two = one;
  const three = two;
  await three.callTool(call); // D use/unopened subject=three
}
async function another() {
  const one = new Client(info);
  const two = new Client(info);
  await one.connect(transport);
  await two.connect(newTransport());
  await two.close();
  await one.callTool(call);
}`,
  );

  scenario(
    '93 the variable gets another session: its old state is gone',
    `
async function run() {
  let client = new Client(info);
  await client.connect(transport);
  client = new Client(info); // :made
  await client.callTool(call); // D use/unopened from=made
}
async function reopened() {
  let client = new Client(info);
  await client.connect(transport);
  await client.close();
  client = new Client(info);
  await client.connect(newTransport());
  await client.callTool(call);
}
async function oneBranch() {
  let client = new Client(info);
  await client.connect(transport);
  if (flag) client = new Client(info); // :other
  await client.callTool(call); // P use/unopened from=other
}
async function unknown(given: Client) {
  let client = new Client(info);
  if (flag) client = given;
  await client.callTool(call); // S|P
}`,
  );

  scenario(
    '94 a swap, also by destructuring: silent',
    `
async function swapped() {
  let one = new Client(info);
  let two = new Client(info);
  await one.connect(transport);
  [one, two] = [two, one];
  await two.callTool(call);
}
async function byHand() {
  let one = new Client(info);
  let two = new Client(info);
  await one.connect(transport);
  const held = one;
  one = two;
  two = held;
  await two.callTool(call);
  await held.callTool(call);
}
async function byObject() {
  const one = new Client(info);
  const { other } = { other: one };
  await other.connect(transport);
  await one.callTool(call);
}
async function byArray() {
  const one = new Client(info);
  const [other] = [one];
  await other.connect(transport);
  await one.callTool(call);
}`,
  );

  scenario(
    '95 a private field is closed, and then a method that uses it at once is called: definite',
    `
export class Library {
  #client = new Client(info);
  #names = new Set<string>();
  async start() {
    await this.#client.connect(newTransport());
    await this.#refresh();
  }
  async reload() {
    await this.#client.close(); // :closed
    await this.#refresh(); // D use/closed from=closed inside=list
  }
  async #refresh() {
    const { prompts } = await this.#client.listPrompts(); // :list
    for (const { name } of prompts) this.#names.add(name);
  }
}
export class Twice {
  private readonly client: Client;
  constructor() {
    this.client = new Client(info);
  }
  async start() {
    await this.client.connect(newTransport());
  }
  async stop() {
    await this.client.close(); // :stopped
    return this.say(); // D use/closed from=stopped inside=said
  }
  private async say() {
    console.log('saying');
    await this.client.callTool(call); // :said
  }
}`,
  );

  scenario(
    '95 a private field is closed, and the method that is called then opens it, or waits for others: silent',
    `
export class Reopened {
  #client = new Client(info);
  #open = false;
  async start() {
    await this.#client.connect(newTransport());
    this.#open = true;
  }
  async reload() {
    await this.#client.close();
    this.#open = false;
    await this.#refresh();
  }
  async restart() {
    await this.#client.close();
    await this.start();
    await this.#list();
  }
  async #refresh() {
    if (!this.#open) await this.start();
    await this.#client.listPrompts();
  }
  async #list() {
    await this.#client.listPrompts();
  }
}
export class Waiting {
  #client = new Client(info);
  #onClosed: () => void = () => undefined;
  async start() {
    await this.#client.connect(newTransport());
  }
  async reload() {
    await this.#client.close();
    await this.#later();
  }
  async hooked() {
    await this.#client.close();
    await this.#told();
  }
  async #later() {
    await delay(100);
    await this.#client.listPrompts();
  }
  async #told() {
    this.#onClosed();
    await this.#client.listPrompts();
  }
}`,
  );

  scenario(
    '95 a private field that the whole class never connects: definite at its uses',
    `
export class Weather {
  readonly #client = new Client(info); // :made
  async ask() {
    return this.#client.callTool(call); // D use/unopened from=made subject=this.#client
  }
  async list() {
    return this.#client.listTools(); // D use/unopened from=made
  }
}
export class Modifier {
  private readonly client: Client;
  constructor() {
    this.client = new Client(info);
  }
  async ask() {
    return this.client.callTool(call); // D use/unopened
  }
}`,
  );

  scenario(
    '95 the field is connected somewhere, or leaves the class: silent',
    `
export class Connects {
  readonly #client = new Client(info);
  start = async () => {
    await this.#client.connect(transport);
  };
  async ask() {
    return this.#client.callTool(call);
  }
}
export class Passes {
  readonly #client = new Client(info);
  async start() {
    await external(this.#client);
  }
  async ask() {
    return this.#client.callTool(call);
  }
}
export class Returns {
  readonly #client = new Client(info);
  get client() {
    return this.#client;
  }
  async ask() {
    return this.#client.callTool(call);
  }
}
export class PassesItself {
  private readonly client = new Client(info);
  constructor() {
    void external(this);
  }
  async ask() {
    return this.client.callTool(call);
  }
}
export class Aliased {
  readonly #client = new Client(info);
  async start() {
    const client = this.#client;
    await client.connect(transport);
  }
  async ask() {
    const { '#client': _none, ...rest } = { '#client': 1 };
    log(rest);
    return this.#client.callTool(call);
  }
}
export class Destructured {
  private readonly client = new Client(info);
  async start() {
    const { client } = this;
    await client.connect(transport);
  }
  async ask() {
    return this.client.callTool(call);
  }
}
export class ByName {
  private readonly client = new Client(info);
  async start() {
    await this['client'].connect(transport);
  }
  async ask() {
    return this.client.callTool(call);
  }
}
export class FromOutside {
  private readonly client = new Client(info);
  static async make() {
    const made = new FromOutside();
    await made.client.connect(transport);
    return made;
  }
  async ask() {
    return this.client.callTool(call);
  }
}
export class Reassigned {
  #client = new Client(info);
  replace(client: Client) {
    this.#client = client;
  }
  async ask() {
    return this.#client.callTool(call);
  }
}
export class Helped {
  readonly #client = new Client(info);
  start() {
    return open(this.#client);
  }
  async ask() {
    return this.#client.callTool(call);
  }
}
async function open(client: Client) {
  await client.connect(transport);
}`,
  );

  scenario(
    '96 a field is connected, used, closed and used in one method: definite on the last',
    `
export class Weather {
  private client = new Client(info);
  async run() {
    await this.client.connect(transport); // S|P
    await this.client.callTool(call);
    await this.client.close(); // :closing
    await this.client.callTool(call); // D use/closed from=closing subject=this.client
  }
}
export class Hard {
  readonly #client: Client;
  constructor() {
    this.#client = new Client(info);
  }
  async run() {
    await this.#client.connect(transport); // S|P
    await this.#client.callTool(call);
    await this.#client.close(); // :hard
    return this.#client.callTool(call); // D use/closed from=hard subject=this.#client
  }
}`,
  );

  scenario(
    '97 a public or protected field: what one method does to it is known, the state it begins in is not',
    `
export class Weather {
  readonly client = new Client(info);
  protected readonly search = new Client(info);
  async ask() {
    await this.search.callTool(call);
    return this.client.callTool(call);
  }
  async stop() {
    await this.client.close(); // :closing
    await this.client.callTool(call); // D use/closed from=closing
  }
}`,
  );

  scenario(
    '98 a constant of the module that is never connected and not exported: definite in functions; exported: silent',
    {
      'main.ts': v1(`
const weather = new Client(info); // :made
export const search = new Client(info);
const listed = new Client(info);
const helped = new Client(info);
export async function ask() {
  await search.callTool(call);
  await listed.callTool(call);
  await helped.callTool(call);
  return weather.callTool(call); // D use/unopened from=made
}
async function open(client: Client) {
  await client.connect(transport);
}
export const start = () => open(helped);
export { listed as other };`),
      'connects.ts': v1(`
import { search } from './main.ts';
await search.connect(transport);
export {};`),
    },
  );

  scenario(
    '98 a constant that some function connects: silent',
    `
const client = new Client(info);
export async function main() {
  await client.connect(transport);
}
export async function ask() {
  return client.callTool(call);
}
let replaceable = new Client(info);
export function replace(client: Client) {
  replaceable = client;
}
export async function useReplaceable() {
  return replaceable.callTool(call);
}`,
  );

  scenario(
    '99 a session in a constant object: followed until the object is passed on',
    `
async function run() {
  const context = { client: new Client(info), name: 'weather' };
  await context.client.callTool(call); // D use/unopened subject=context.client
}
async function mended() {
  const context = { client: new Client(info), name: 'weather' };
  await context.client.connect(transport);
  await context.client.callTool(call);
}
async function passed() {
  const context = { client: new Client(info) };
  await external(context);
  await context.client.callTool(call);
}
async function shorthand() {
  const client = new Client(info);
  const context = { client };
  await context.client.connect(transport);
  await client.callTool(call);
}
async function assigned() {
  const context: { client?: Client } = {};
  context.client = new Client(info);
  await context.client.connect(transport);
  await context.client.callTool(call);
}
async function nested() {
  const context = { mcp: { client: new Client(info) } };
  await context.mcp.client.connect(transport);
  await context.mcp.client.callTool(call);
}
async function given(context: { client: Client }) {
  await context.client.callTool(call);
}`,
  );

  scenario(
    '100 a session captured by a class or by a method of an object: its effects apply',
    `
export function inClass() {
  const client = new Client(info);
  return class {
    async start() {
      await client.connect(transport);
    }
    async ask() {
      return client.callTool(call);
    }
  };
}
export function inObject() {
  const client = new Client(info);
  return {
    start: () => client.connect(transport),
    async ask() {
      return client.callTool(call);
    },
    get tools() {
      return client.listTools();
    },
  };
}
export async function usedAfter() {
  const client = new Client(info);
  const weather = {
    async start() {
      await client.connect(transport);
    },
  };
  await weather.start();
  await client.callTool(call);
}
export async function instantiated() {
  const client = new Client(info);
  class Starter {
    constructor() {
      void client.connect(transport);
    }
  }
  new Starter();
  await delay(10);
  await client.callTool(call); // S|P
}`,
  );

  scenario(
    '101 made in a loop and kept in an array, an earlier one is used: silent',
    `
async function run() {
  const clients: Client[] = [];
  for (const url of urls) {
    const client = new Client({ name: url, version: '1' });
    await client.connect(newTransport());
    clients.push(client);
    await clients[0]!.callTool(call);
  }
  for (const client of clients) await client.callTool(call);
}
async function previous() {
  let before: Client | undefined;
  for (const url of urls) {
    const client = new Client({ name: url, version: '1' });
    if (before) await before.callTool(call);
    await client.connect(newTransport());
    before = client;
  }
}
async function first() {
  let first: Client | undefined;
  for (const url of urls) {
    const client = new Client({ name: url, version: '1' });
    if (!first) {
      await client.connect(newTransport());
      first = client;
    }
    await first.callTool(call);
  }
}`,
  );

  scenario(
    '101 the previous one was never connected: not silent for the wrong reason',
    `
async function run() {
  let before: Client | undefined;
  for (const url of urls) {
    const client = new Client({ name: url, version: '1' });
    await client.callTool(call); // D use/unopened first
    before = client;
  }
  return before;
}`,
  );

  itCompiles();
});
