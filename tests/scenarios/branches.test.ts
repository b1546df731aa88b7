import { describe } from 'vitest';
import { itCompiles, scenario } from './harness.ts';

describe('branches and merges', () => {
  scenario(
    '41 connect in both branches: silent',
    `
async function run() {
  const client = new Client(info);
  if (flag) {
    await client.connect(transport);
  } else {
    await client.connect(newTransport());
  }
  await client.callTool(call);
}
async function elseIf() {
  const client = new Client(info);
  if (flag) await client.connect(transport);
  else if (other) await client.connect(newTransport());
  else await client.connect(new StdioClientTransport({ command: 'node' }));
  await client.callTool(call);
}`,
  );

  scenario(
    '42 connect in one branch only: possible',
    `
async function run() {
  const client = new Client(info); // :made
  if (flag) await client.connect(transport);
  await client.callTool(call); // P use/unopened from=made first
}`,
  );

  scenario(
    '42 close in one branch only: possible',
    `
async function run() {
  const client = new Client(info);
  await client.connect(transport);
  if (flag) {
    await client.close(); // :closing
  }
  await client.callTool(call); // P use/closed from=closing
}`,
  );

  scenario(
    '42 connect in one branch, used there only: silent',
    `
async function run() {
  const client = new Client(info);
  if (flag) {
    await client.connect(transport);
    await client.callTool(call);
  }
}`,
  );

  scenario(
    '42 used in the branch that did not connect: definite',
    `
async function run() {
  const client = new Client(info);
  if (flag) {
    await client.connect(transport);
  } else {
    await client.callTool(call); // D use/unopened
  }
}`,
  );

  scenario(
    '43 close in both branches, then a call: definite, with both witnesses',
    `
async function run() {
  const client = new Client(info);
  await client.connect(transport);
  if (flag) {
    await client.close(); // :one
  } else {
    log('closing');
    await client.close(); // :two
  }
  await client.callTool(call); // D use/closed from=one,two
}`,
  );

  scenario(
    '43 never connected in one branch, closed in the other: definite',
    `
async function run() {
  const client = new Client(info);
  if (flag) {
    await client.connect(transport);
    await client.close();
  }
  await client.callTool(call); // D
}`,
  );

  scenario(
    '44 early return when not connected, connect otherwise: silent',
    `
async function run() {
  const client = new Client(info);
  if (!flag) return;
  await client.connect(transport);
  await client.callTool(call);
}
async function inBranch() {
  const client = new Client(info);
  if (flag) await client.connect(transport);
  else return;
  await client.callTool(call);
}
async function thrown() {
  const client = new Client(info);
  if (flag) {
    await client.connect(transport);
  } else {
    throw new Error('no transport');
  }
  await client.callTool(call);
}`,
  );

  scenario(
    '44 early return after close, the rest still connected: silent',
    `
async function run() {
  const client = new Client(info);
  await client.connect(transport);
  if (flag) {
    await client.close();
    return;
  }
  await client.callTool(call);
}`,
  );

  scenario(
    '45 a conditional expression that connects in both arms: silent',
    `
async function run() {
  const client = new Client(info);
  await (flag ? client.connect(transport) : client.connect(newTransport()));
  await client.callTool(call);
}
async function awaitedInside() {
  const client = new Client(info);
  flag ? await client.connect(transport) : await client.connect(newTransport());
  await client.callTool(call);
}
async function coalesced(given: Promise<void> | undefined) {
  const client = new Client(info);
  (flag && (await client.connect(transport), true)) || (await client.connect(newTransport()));
  await client.callTool(call);
}`,
  );

  for (const connect of [
    'await (flag ? client.connect(transport) : undefined)',
    'flag ? await client.connect(transport) : log(1)',
    'flag && (await client.connect(transport))',
    'flag || (await client.connect(transport))',
    'maybe ?? (await client.connect(transport))',
    'maybe?.then(await client.connect(transport))',
    'maybe ??= await client.connect(transport)',
    'maybe &&= await client.connect(transport)',
    'maybe ||= await client.connect(transport)',
  ]) {
    scenario(
      `45 one arm only, ${connect}: possible`,
      `
async function run(maybe: any) {
  const client = new Client(info);
  ${connect};
  await client.callTool(call); // P use/unopened
}`,
    );
  }

  scenario(
    '45 both operands of an operator that does not skip: silent',
    `
async function run() {
  const client = new Client(info);
  log((await client.connect(transport)) === undefined, flag);
  await client.callTool(call);
}
async function left() {
  const client = new Client(info);
  ((await client.connect(transport)) as unknown) || flag;
  await client.callTool(call);
}`,
  );

  scenario(
    '46 connect in a condition, used where it held: silent; after it: possible',
    `
async function run() {
  const client = new Client(info);
  if (flag && (await client.connect(transport), true)) {
    await client.callTool(call);
  }
  await client.listTools(); // P use/unopened
}
async function both() {
  const client = new Client(info);
  if ((await client.connect(transport), flag)) {
    await client.callTool(call);
  } else {
    await client.callTool(call);
  }
}
async function orElse() {
  const client = new Client(info);
  if (flag || (await client.connect(transport), cond())) {
    await client.callTool(call); // P use/unopened
  } else {
    await client.callTool(call);
  }
}`,
  );

  scenario(
    '47 the negated form with an early return: silent',
    `
async function run() {
  const client = new Client(info);
  if (!(flag && (await client.connect(transport), true))) return;
  await client.callTool(call);
}
async function doubly() {
  const client = new Client(info);
  if (!!(flag && (await client.connect(transport), true))) await client.callTool(call);
}`,
  );

  scenario(
    '47 the negated form without the return: used where it did not hold',
    `
async function run() {
  const client = new Client(info);
  if (!(flag && (await client.connect(transport), other))) {
    await client.callTool(call); // P use/unopened
  }
}
async function never() {
  const client = new Client(info);
  if (!flag || !(await client.connect(transport), true)) return;
  await client.callTool(call);
}`,
  );

  scenario(
    '48 a switch without default, connect in some cases: possible',
    `
async function run(value: string) {
  const client = new Client(info);
  switch (value) {
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
    '48 the default connects too: silent',
    `
async function run(value: string) {
  const client = new Client(info);
  switch (value) {
    case 'a':
      await client.connect(transport);
      break;
    default:
      await client.connect(newTransport());
  }
  await client.callTool(call);
}
async function defaultFirst(value: string) {
  const client = new Client(info);
  switch (value) {
    default:
      await client.connect(newTransport());
      break;
    case 'a':
      await client.connect(transport);
  }
  await client.callTool(call);
}
async function defaultThrows(value: string) {
  const client = new Client(info);
  switch (value) {
    case 'a':
      await client.connect(transport);
      break;
    default:
      throw new Error(value);
  }
  await client.callTool(call);
}`,
  );

  scenario(
    '48 no case connects: definite',
    `
async function run(value: string) {
  const client = new Client(info);
  switch (value) {
    case 'a':
      log('a');
      break;
    default:
      log('other');
  }
  await client.callTool(call); // D use/unopened
}`,
  );

  scenario(
    '49 fall-through after close: possible in the case that is fallen into',
    `
async function run(value: string) {
  const client = new Client(info);
  await client.connect(transport);
  switch (value) {
    case 'a':
      await client.close(); // :closing
    case 'b':
      await client.callTool(call); // P use/closed from=closing
      break;
    default:
      await client.listTools();
  }
}`,
  );

  scenario(
    '49 with a break: silent',
    `
async function run(value: string) {
  const client = new Client(info);
  await client.connect(transport);
  switch (value) {
    case 'a':
      await client.close();
      break;
    case 'b':
      await client.callTool(call);
      break;
  }
}`,
  );

  scenario(
    '49 empty cases fall through to one that connects: silent; close before the switch: definite in each case',
    `
async function run(value: string) {
  const client = new Client(info);
  switch (value) {
    case 'a':
    case 'b':
    default:
      await client.connect(transport);
  }
  await client.callTool(call);
}
async function closed(value: string) {
  const client = new Client(info);
  await client.connect(transport);
  await client.close();
  switch (value) {
    case 'a':
      await client.callTool(call); // D use/closed
      break;
    default:
      await client.listTools(); // D use/closed
  }
}`,
  );

  scenario(
    '50 made and connected in one branch, called if it is there: silent',
    `
async function run() {
  let client: Client | undefined;
  if (flag) {
    client = new Client(info);
    await client.connect(transport);
  }
  await client?.callTool(call);
  await client?.close();
}
async function inTry() {
  let client: Client | null = null;
  try {
    client = new Client(info);
    await client.connect(transport);
    await client.callTool(call);
  } finally {
    await client?.close();
  }
}`,
  );

  scenario(
    '50 made but not connected in that branch: wrong whenever it is there, definite',
    `
async function run() {
  let client: Client | undefined;
  if (flag) {
    client = new Client(info);
  }
  await client?.callTool(call); // D use/unopened
}`,
  );

  for (const [condition, negated] of [
    ['client', '!client'],
    ['client !== undefined', 'client === undefined'],
    ['client != null', 'client == null'],
    ['!(client === undefined)', '!(client !== undefined)'],
    ['typeof client === "object"', 'typeof client !== "object"'],
    ['client instanceof Client', '!(client instanceof Client)'],
    ['Boolean(client)', '!Boolean(client)'],
    ['!!client', '!(!!client)'],
  ] as const) {
    scenario(
      `51 used where ${condition}: silent`,
      `
async function run() {
  let client: Client | undefined;
  if (flag) {
    client = new Client(info);
    await client.connect(transport);
  }
  if (${condition}) await client!.callTool(call);
  if (${negated}) return;
  await client!.callTool(call);
}`,
    );
  }

  scenario(
    '51 used where it is not there: there is no session, silent',
    `
async function run() {
  let client: Client | undefined = new Client(info);
  if (flag) client = undefined;
  if (client === undefined) {
    await (client as unknown as Client).callTool(call);
    return;
  }
  await client.connect(transport);
  await client.callTool(call);
}`,
  );

  scenario(
    '51 a refinement does not hide a wrong state: definite where it is there',
    `
async function run() {
  let client: Client | undefined;
  if (flag) client = new Client(info);
  if (client) await client.callTool(call); // D use/unopened
  if (client !== undefined) await client.connect(transport);
}`,
  );

  scenario(
    '52 a conditional receiver connects one of two: possible on each',
    `
async function run() {
  const one = new Client(info);
  const two = new Client(info);
  await (flag ? one : two).connect(transport);
  await one.callTool(call); // P use/unopened
  await two.callTool(call); // P use/unopened
}`,
  );

  scenario(
    '52 a conditional receiver, both connected before: silent; none connected: definite',
    `
async function run() {
  const one = new Client(info);
  const two = new Client(info);
  await one.connect(transport);
  await two.connect(newTransport());
  await (flag ? one : two).callTool(call);
}
async function none() {
  const one = new Client(info);
  const two = new Client(info);
  await (flag ? one : two).callTool(call); // D use/unopened
}
async function chosen() {
  const one = new Client(info);
  const two = new Client(info);
  const chosen = flag ? one : two;
  await chosen.connect(transport);
  await chosen.callTool(call);
}`,
  );

  scenario(
    '53 a session from outside is closed on one path: possible behind it',
    `
const clients = new Map<string, Client>();
async function given(client: Client, last: boolean) {
  await client.callTool(call);
  if (last) {
    console.log('closing');
    await client.close(); // :closed
  }
  await client.readResource({ uri: 'a' }); // P use/closed from=closed
}
async function kept(name: string) {
  const client = clients.get(name);
  if (!client) return;
  if (cond()) await client.close(); // :evicted
  await client.ping(); // P use/closed from=evicted
}
class Owner {
  readonly #client = new Client(info);
  async start() {
    await this.#client.connect(transport);
  }
  async use(last: boolean) {
    if (last) await this.#client.close(); // :private
    await this.#client.callTool(call); // P use/closed from=private
  }
}
async function looped(client: Client) {
  for (const url of urls) {
    await client.callTool({ name: url }); // P use/closed from=again again
    if (flag) await client.close(); // :again
  }
}`,
  );

  scenario(
    '53 a session from outside is closed on paths that leave, or that open it again: silent',
    `
const clients = new Map<string, Client>();
async function given(client: Client, last: boolean) {
  if (last) {
    await client.close();
    return;
  }
  await client.readResource({ uri: 'a' });
}
async function kept(name: string) {
  const client = clients.get(name);
  if (!client) return;
  if (cond()) {
    await client.close();
    await client.connect(newTransport());
  }
  await client.ping();
}
async function replaced(client: Client) {
  let current = client;
  if (cond()) {
    await current.close();
    current = new Client(info);
    await current.connect(transport);
  }
  await current.ping();
}
async function renewed(client: Client) {
  if (cond()) {
    await client.close();
    await external(client);
  }
  await client.ping();
}
async function looped(client: Client) {
  while (cond()) {
    await client.callTool(call);
    if (cond()) {
      await client.close();
      break;
    }
  }
}
async function retried(client: Client) {
  for (;;) {
    try {
      return await client.callTool(call);
    } catch {
      await client.close();
      await client.connect(newTransport());
    }
  }
}`,
  );

  scenario(
    '53 mutually exclusive conditions: possible at most',
    `
async function run() {
  const client = new Client(info);
  await client.connect(transport);
  if (flag) await client.close();
  if (!flag) await client.callTool(call); // S|P
}
async function sameCondition(on: boolean) {
  const client = new Client(info);
  if (on) await client.connect(transport);
  log('between');
  if (on) await client.callTool(call); // S|P
}`,
  );

  itCompiles();
});
