import { describe } from 'vitest';
import { itCompiles, scenario } from './harness.ts';

describe('loops', () => {
  for (const head of [
    'for (const url of urls)',
    'for (let index = 0; index < 3; index++)',
    'while (cond())',
    'for (;;)',
    'for (const name in info)',
  ]) {
    scenario(
      `54 a fresh session in each iteration, ${head}: silent`,
      `
async function run() {
  ${head} {
    const client = new Client(info);
    await client.connect(newTransport());
    await client.callTool(call);
    await client.close();
  }
}`,
    );
  }

  scenario(
    '54 a fresh session assigned to an outer variable in each iteration: silent',
    `
async function run() {
  let client: Client;
  for (const url of urls) {
    client = new Client({ name: url, version: '1' });
    await client.connect(newTransport());
    await client.callTool(call);
    await client.close();
  }
}`,
  );

  scenario(
    '54 a fresh session, wrong within the iteration: definite, and no earlier iteration is to blame',
    `
async function run() {
  for (const url of urls) {
    const client = new Client({ name: url, version: '1' }); // :made
    await client.callTool(call); // D use/unopened from=made first
    await client.connect(newTransport());
  }
}`,
  );

  scenario(
    '55 may be closed at the end of the body, called at its top: possible, in an earlier iteration',
    `
async function run() {
  const client = new Client(info);
  await client.connect(transport);
  while (cond()) {
    await client.callTool(call); // P use/closed from=closing again
    if (cond()) await client.close(); // :closing
  }
}`,
  );

  scenario(
    '56 used, then closed in the same body, made outside: possible, in an earlier iteration',
    `
async function run() {
  const client = new Client(info);
  await client.connect(transport);
  for (const url of urls) {
    log(url);
    await client.callTool(call); // P use/closed from=closing again
    await client.close(); // :closing
  }
}`,
  );

  scenario(
    '56 connected in the same body as well: silent',
    `
async function run() {
  const client = new Client(info);
  for (const url of urls) {
    log(url);
    await client.connect(newTransport());
    await client.callTool(call);
    await client.close();
  }
}`,
  );

  scenario(
    '56 closed before the loop: definite, not in an earlier iteration',
    `
async function run() {
  const client = new Client(info);
  await client.connect(transport);
  await client.close(); // :closing
  for (const url of urls) {
    log(url);
    await client.callTool(call); // D use/closed from=closing first
  }
}`,
  );

  scenario(
    '57 do-while that closes, then a call: definite',
    `
async function run() {
  const client = new Client(info);
  await client.connect(transport);
  do {
    await client.close(); // :closing
  } while (cond());
  await client.callTool(call); // D use/closed from=closing
}`,
  );

  scenario(
    '57 do-while that connects and breaks, then a call: silent',
    `
async function run() {
  const client = new Client(info);
  do {
    await client.connect(newTransport());
    if (cond()) break;
    await client.close();
    await client.connect(newTransport());
  } while (false);
  await client.callTool(call);
}`,
  );

  scenario(
    '58 while that connects, then a call: possible',
    `
async function run() {
  const client = new Client(info);
  while (cond()) {
    await client.connect(transport);
    break;
  }
  await client.callTool(call); // P use/unopened
}`,
  );

  scenario(
    '58 while that connects again and again: the second connect is possible too',
    `
async function run() {
  const client = new Client(info);
  while (cond()) {
    await client.connect(transport); // P open/open again
  }
  await client.callTool(call); // P use/unopened
}`,
  );

  scenario(
    '58 a list of transports, the client connects to each: possible, in an earlier iteration',
    `
async function run(transports: Transport[]) {
  const client = new Client(info);
  for (const each of transports) {
    await client.connect(each); // P open/open again
  }
}`,
  );

  scenario(
    '59 break after connect in an endless loop: silent after it',
    `
async function run() {
  const client = new Client(info);
  for (;;) {
    if (cond()) {
      await client.connect(transport);
      break;
    }
    await delay(10);
  }
  await client.callTool(call);
}
async function whileTrue() {
  const client = new Client(info);
  while (true) {
    await delay(10);
    if (!cond()) continue;
    await client.connect(transport);
    break;
  }
  await client.callTool(call);
}`,
  );

  scenario(
    '59 break after close in an endless loop: definite after it',
    `
async function run() {
  const client = new Client(info);
  await client.connect(transport);
  for (;;) {
    await client.callTool(call);
    if (cond()) {
      await client.close(); // :closing
      break;
    }
  }
  await client.listTools(); // D use/closed from=closing
}`,
  );

  scenario(
    '60 continue in a try whose finally closes, the next iteration connects: silent',
    `
async function run() {
  const client = new Client(info);
  for (const url of urls) {
    await client.connect(newTransport());
    try {
      if (url === '') continue;
      await client.callTool(call);
    } finally {
      await client.close();
    }
  }
}`,
  );

  scenario(
    '60 continue past the connect of a fresh session: silent in the next iteration, too',
    `
async function run() {
  for (const url of urls) {
    const client = new Client(info);
    if (url === '') continue;
    await client.connect(newTransport());
    for (;;) {
      if (cond()) continue;
      await client.callTool(call);
      break;
    }
    await client.callTool(call);
  }
}`,
  );

  scenario(
    '60 continue past the connect, made outside: possible',
    `
async function run() {
  const client = new Client(info);
  for (const url of urls) {
    if (url === '') continue;
    await client.connect(newTransport()); // P open/open again
  }
  await client.callTool(call); // P use/unopened
}`,
  );

  scenario(
    '61 a labelled break carries the state out of two loops',
    `
async function run() {
  const client = new Client(info);
  outer: for (;;) {
    for (const url of urls) {
      log(url);
      if (cond()) {
        await client.connect(newTransport());
        break outer;
      }
    }
    await delay(10);
  }
  await client.callTool(call);
}
async function closed() {
  const client = new Client(info);
  await client.connect(transport);
  outer: for (;;) {
    for (;;) {
      await client.callTool(call);
      if (cond()) {
        await client.close(); // :closing
        break outer;
      }
      if (cond()) break;
    }
  }
  await client.callTool(call); // D use/closed from=closing
}`,
  );

  scenario(
    '61 a labelled continue carries the state to the outer head',
    `
async function run() {
  const client = new Client(info);
  outer: while (cond()) {
    await client.connect(newTransport());
    for (const url of urls) {
      await client.callTool({ name: url });
      if (cond()) {
        await client.close();
        continue outer;
      }
    }
    await client.close();
  }
}
async function block() {
  const client = new Client(info);
  done: {
    if (flag) break done;
    return;
  }
  await client.callTool(call); // D use/unopened
}`,
  );

  scenario(
    '62 connect in the condition of a loop: silent in the body and after it',
    `
async function run() {
  const client = new Client(info);
  while ((await client.connect(newTransport()), cond())) {
    await client.callTool(call);
    await client.close();
  }
  await client.callTool(call);
}`,
  );

  scenario(
    '62 connect in the head, close in the update of a for: possible in the body, in an earlier iteration',
    `
async function run() {
  const client = new Client(info);
  for (await client.connect(transport); cond(); await client.close()) {
    await client.callTool(call); // P use/closed again
  }
}`,
  );

  scenario(
    '62 the update connects again: silent',
    `
async function run() {
  const client = new Client(info);
  for (await client.connect(transport); cond(); await client.connect(newTransport())) {
    await client.callTool(call);
    await client.close();
  }
  await client.callTool(call);
}`,
  );

  scenario(
    '62 continue runs the update: silent',
    `
async function run() {
  const client = new Client(info);
  for (await client.connect(transport); cond(); await client.connect(newTransport())) {
    await client.callTool(call);
    if (cond()) {
      await client.close();
      continue;
    }
    await client.close();
  }
}`,
  );

  scenario(
    '63 a field that is first touched inside a loop: never definite',
    `
export class Weather {
  readonly #client = new Client(info);
  #connected = false;
  async start() {
    await this.#client.connect(transport);
    this.#connected = true;
  }
  async ask() {
    for (const url of urls) {
      await this.#client.callTool({ name: url });
    }
  }
  async askAndStop() {
    for (const url of urls) {
      if (url === '') {
        await this.#client.callTool(call); // S|P
        await this.#client.close();
      }
    }
  }
}
const client = new Client(info);
export async function start() {
  await client.connect(transport);
}
export async function ask() {
  while (cond()) await client.callTool(call);
}
export async function param(given: Client) {
  while (cond()) {
    if (cond()) await given.callTool(call);
    else await given.connect(transport);
  }
}`,
  );

  scenario(
    '64 each session of a list is closed, then called: definite',
    `
async function run(clients: Client[]) {
  for (const client of clients) {
    await client.close(); // :closing
    await client.callTool(call); // D use/closed from=closing first
  }
}`,
  );

  scenario(
    '64 one loop connects all, another uses all: silent',
    `
async function run(clients: Client[]) {
  for (const client of clients) await client.connect(newTransport());
  for (const client of clients) await client.callTool(call);
  for (const client of clients) await client.close();
}
async function made() {
  const clients = urls.map(() => new Client(info));
  for (const client of clients) await client.connect(newTransport());
  for (const client of clients) await client.callTool(call);
}
async function indexed() {
  const clients = [new Client(info), new Client(info)];
  for (let index = 0; index < clients.length; index++) await clients[index]!.connect(newTransport());
  for (const client of clients) await client.callTool(call);
}`,
  );

  scenario(
    'a session from outside that this code closes, and unknown code that runs before its next use',
    `
declare function note(text: string): void;
declare function renewed(client: Client): Promise<void>;
const clients = new Map<string, Client>();
export async function each(client: Client, texts: string[]) {
  for (const text of texts) {
    note(text);
    await client.callTool(call); // P use/closed from=each again
    await client.close(); // :each
  }
}
export async function eachInTurn(client: Client, texts: string[]) {
  for (const text of texts) {
    try {
      note(text);
      await client.callTool(call); // P use/closed from=finally again
    } finally {
      await client.close(); // :finally
    }
  }
}
export async function old(host: string) {
  const client = clients.get(host);
  if (!client) return;
  if (cond()) {
    await client.close(); // :old
    clients.delete(host);
  }
  await client.listPrompts(); // P use/closed from=old
}
export async function always(client: Client) {
  await client.close(); // :always
  note('closed');
  await client.listPrompts(); // D use/closed from=always
}
export async function last(client: Client, texts: string[]) {
  for (const text of texts) {
    await client.callTool(call);
    if (text) continue;
    await client.close();
    break;
  }
}
export async function reopened(client: Client, texts: string[]) {
  for (const text of texts) {
    await client.callTool(call);
    await client.close();
    note(text);
    await renewed(client);
  }
}
export async function waited(host: string) {
  const client = clients.get(host);
  if (!client) return;
  if (cond()) {
    await client.close();
    await external(host);
  }
  await client.listPrompts();
}
export class Desk {
  constructor(protected client: Client) {}
  protected renew(): void {
    note('nothing to renew');
  }
  async read() {
    await this.client.close();
    this.renew();
    await this.client.callTool(call);
  }
}
export class Rotating extends Desk {
  protected override renew() {
    this.client = spare;
  }
}
declare const spare: Client;
export async function replaced(host: string) {
  let client = clients.get(host);
  if (!client) return;
  if (cond()) {
    await client.close();
    note(host);
    client = new Client(info);
    await client.connect(transport);
  }
  await client.listPrompts();
}`,
  );

  itCompiles();
});
