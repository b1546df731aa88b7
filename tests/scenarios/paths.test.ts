import { describe } from 'vitest';
import { itCompiles, scenario } from './harness.ts';

describe('paths that stay apart', () => {
  scenario(
    '46 a flag that is set with the connect means the connect: silent',
    `
async function set(): Promise<void> {
  const client = new Client(info);
  let isOpen = false;
  try {
    await client.connect(transport);
    isOpen = true;
  } catch {
    log('not there');
  }
  if (isOpen) await client.callTool(call);
}
async function unset(): Promise<void> {
  const client = new Client(info);
  let isClosed = true;
  if (cond()) {
    await client.connect(transport);
    isClosed = false;
  }
  if (isClosed) return;
  await client.callTool(call);
}
async function first(): Promise<void> {
  const client = new Client(info);
  let isFirst = true;
  for (const url of urls) {
    if (isFirst) await client.connect(newTransport());
    isFirst = false;
    log(url, await client.callTool(call));
  }
}`,
  );

  scenario(
    '46 a flag that is set without the connect is no excuse: definite, or possible',
    `
async function always(): Promise<void> {
  const client = new Client(info); // :made
  let isOpen = false;
  if (cond()) isOpen = true;
  if (isOpen) await client.callTool(call); // D use/unopened from=made first
}
async function tooEarly(): Promise<void> {
  const client = new Client(info);
  let isOpen = false;
  try {
    isOpen = true;
    await client.connect(transport); // :failed
  } catch {
    log('not there');
  }
  if (isOpen) await client.callTool(call); // P use/closed from=failed first
}
async function assignedElsewhere(): Promise<void> {
  const client = new Client(info);
  let isOpen = false;
  const note = () => {
    isOpen = true;
  };
  await external(note);
  if (isOpen) await client.callTool(call); // D|P use/unopened
}`,
  );

  scenario(
    '46 a condition that is tested twice: silent where it agrees, definite where it does not',
    `
async function agrees(quick: boolean): Promise<void> {
  const client = new Client(info);
  if (!quick) await client.connect(transport);
  if (!quick) await client.callTool(call);
}
async function outer(): Promise<void> {
  const client = new Client(info);
  if (flag) await client.connect(transport);
  if (flag) await client.callTool(call);
}
async function disagrees(quick: boolean): Promise<void> {
  const client = new Client(info); // :made
  if (quick) await client.connect(transport);
  if (!quick) await client.callTool(call); // D use/unopened from=made first
}
async function changes(quick: boolean): Promise<void> {
  const client = new Client(info); // :changing
  if (quick) await client.connect(transport);
  quick = cond();
  if (quick) await client.callTool(call); // P use/unopened from=changing first
}`,
  );

  scenario(
    '49 one of two promises is awaited: only what that one did is known behind it',
    `
async function run(): Promise<void> {
  const client = new Client(info); // :made
  await (flag ? client.connect(transport) : client.callTool(call)); // D use/unopened from=made first
  await client.connect(newTransport()); // D open/open
}
async function maybe(): Promise<void> {
  const client = new Client(info); // :second
  const same = flag ? client : undefined;
  await same?.callTool(call); // D use/unopened from=second first
  await client.connect(transport);
  await client.callTool(call);
}`,
  );

  scenario(
    '81 a promise that is rejected for certain ends the path, wherever it is awaited',
    `
async function run(): Promise<void> {
  const client = new Client(info); // :made
  if (flag) await Promise.all([external(), client.callTool(call)]); // D use/unopened from=made first
  else await client.connect(transport);
  await client.callTool(call);
}
async function early(client: Client): Promise<void> {
  await client.callTool(call); // :early
}
async function inHelper(): Promise<void> {
  const client = new Client(info); // :helper
  if (flag) await Promise.all([early(client)]); // D use/unopened from=helper first inside=early
  else await client.connect(transport);
  await client.callTool(call);
}`,
  );

  scenario(
    '81 one of several promises is rejected: the others may have worked',
    `
async function run(): Promise<void> {
  const one = new Client(info);
  const two = new Client(info); // :made
  try {
    await Promise.all([one.connect(transport), two.connect(newTransport())]); // :opening
  } catch {
    await two.callTool(call); // P use/unopened from=made,opening first
    await two.close();
  }
  await one.close();
}`,
  );

  scenario(
    '108 a function that is called where it is written is read in its place',
    `
async function run(): Promise<void> {
  const client = new Client(info);
  await client.connect(transport);
  await (async () => {
    await client.close(); // :closing
    if (cond()) await client.callTool(call); // D use/closed from=closing
  })();
}`,
  );

  scenario(
    '102 a helper that knows the session by two names, or gets one of two',
    `
async function both(one: Client, two: Client): Promise<void> {
  await one.close(); // :closing
  await two.callTool(call); // :inner
}
async function twice(): Promise<void> {
  const client = new Client(info);
  await client.connect(transport);
  await both(client, client); // D use/closed from=closing inside=inner
}
async function touch(client: Client): Promise<void> {
  log(client.getServerVersion());
}
async function oneOfTwo(): Promise<void> {
  const one = new Client(info);
  const two = new Client(info); // :two
  await one.connect(transport);
  await touch(flag ? one : two);
  await one.callTool(call);
  await two.callTool(call); // D use/unopened from=two first
}`,
  );

  itCompiles();
});
