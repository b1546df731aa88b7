import { describe } from 'vitest';
import { itCompiles, scenario } from './harness.ts';

describe('exceptions', () => {
  scenario(
    '65 connect and use in try, close in finally: silent; use after it: definite',
    `
async function run() {
  const client = new Client(info);
  try {
    await client.connect(transport);
    await client.callTool(call);
  } finally {
    await client.close();
  }
}
async function after() {
  const client = new Client(info);
  try {
    await client.connect(transport);
    await client.callTool(call);
  } finally {
    await client.close(); // :closing
  }
  await client.callTool(call); // D use/closed from=closing
}`,
  );

  scenario(
    '66 an exception between connect and close, used in the catch: possible, not definite',
    `
async function run() {
  const client = new Client(info);
  await client.connect(transport);
  try {
    if (cond()) throw new Error('early');
    await client.close(); // :closing
    await external();
  } catch {
    await client.callTool(call); // P use/closed from=closing
  }
}`,
  );

  scenario(
    '66 an exception after connect, used in the catch: only what can be there at a throw counts',
    `
async function run() {
  const client = new Client(info);
  try {
    await external();
    await client.connect(transport);
    await external();
  } catch {
    await client.callTool(call); // P
  }
}
async function onlyBefore() {
  const client = new Client(info);
  try {
    await external();
  } catch {
    await client.callTool(call); // D use/unopened
  }
}`,
  );

  scenario(
    '67 the connect is swallowed by a catch, then used: possible',
    `
async function run() {
  const client = new Client(info);
  try {
    await client.connect(transport);
  } catch (error) {
    log(error);
  }
  await client.callTool(call); // P
}`,
  );

  scenario(
    '68 the catch leaves: silent after the try',
    `
async function rethrows() {
  const client = new Client(info);
  try {
    await client.connect(transport);
  } catch (error) {
    throw new Error('no connection', { cause: error });
  }
  await client.callTool(call);
}
async function returns() {
  const client = new Client(info);
  try {
    await client.connect(transport);
  } catch {
    return undefined;
  }
  return client.callTool(call);
}
async function exits() {
  const client = new Client(info);
  try {
    await client.connect(transport);
  } catch (error) {
    log(error);
    process.exit(1);
  }
  await client.callTool(call);
}
async function continues() {
  for (const url of urls) {
    const client = new Client(info);
    try {
      await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    } catch {
      continue;
    }
    await client.callTool(call);
  }
}
async function reconnects() {
  const client = new Client(info);
  try {
    await client.connect(transport);
  } catch {
    await client.close();
    await client.connect(newTransport());
  }
  await client.callTool(call);
}`,
  );

  scenario(
    '69 an awaited return in a try with a catch, close afterwards: silent',
    `
async function run() {
  const client = new Client(info);
  await client.connect(transport);
  try {
    return await client.callTool(call);
  } catch (error) {
    log(error);
  }
  await client.listTools();
  await client.close();
  return undefined;
}`,
  );

  scenario(
    '69 the code after the try is reached through the catch only',
    `
async function run() {
  const client = new Client(info);
  await client.connect(transport);
  try {
    return await client.callTool(call);
  } catch {
    await client.close(); // :closing
  }
  return client.callTool(call); // D use/closed from=closing
}`,
  );

  scenario(
    '70 break through a finally that closes, used after the loop: definite',
    `
async function run() {
  const client = new Client(info);
  await client.connect(transport);
  for (;;) {
    try {
      await client.callTool(call);
      break;
    } finally {
      await client.close(); // :closing
    }
  }
  await client.callTool(call); // D use/closed from=closing
}`,
  );

  scenario(
    '71 break through a finally that connects, used after the loop: silent',
    `
async function run() {
  const client = new Client(info);
  for (;;) {
    try {
      log('trying');
      break;
    } finally {
      await client.connect(transport);
    }
  }
  await client.callTool(call);
}
async function withContinue() {
  const client = new Client(info);
  for (;;) {
    try {
      if (cond()) continue;
      break;
    } finally {
      await client.close();
      await client.connect(newTransport());
    }
  }
  await client.callTool(call);
}`,
  );

  scenario(
    '72 return through a finally: it runs in the state at the return',
    `
async function run() {
  const client = new Client(info);
  await client.connect(transport);
  await client.close(); // :closing
  try {
    return 1;
  } finally {
    await client.callTool(call); // D use/closed from=closing
  }
}
async function open() {
  const client = new Client(info);
  await client.connect(transport);
  try {
    if (flag) return await client.callTool(call);
    return await client.listTools();
  } finally {
    await client.ping();
    await client.close();
  }
}
async function beforeConnect() {
  const client = new Client(info);
  try {
    return info.name;
  } finally {
    await client.callTool(call); // D use/unopened
  }
}`,
  );

  scenario(
    '72 returned before the connect or after it: the finally is possible',
    `
async function run() {
  const client = new Client(info);
  try {
    if (flag) return;
    await client.connect(transport);
  } finally {
    await client.callTool(call); // P
    await client.close();
  }
}`,
  );

  scenario(
    '73 an inner finally closes on all paths, used in the outer catch: definite',
    `
async function run() {
  const client = new Client(info);
  await client.connect(transport);
  try {
    try {
      await client.callTool(call);
    } finally {
      await client.close(); // :closing
    }
  } catch {
    await client.callTool(call); // D use/closed from=closing
  }
}`,
  );

  scenario(
    '73 the inner finally leaves it open, used in the outer catch: silent',
    `
async function run() {
  const client = new Client(info);
  await client.connect(transport);
  try {
    try {
      await client.callTool(call);
    } finally {
      log('still open');
    }
  } catch {
    await client.callTool(call);
    await client.close();
  }
}`,
  );

  scenario(
    '74 a finally that is right on one way in and wrong on the other: possible, one report',
    `
async function run() {
  const client = new Client(info);
  await client.connect(transport);
  try {
    await external();
    await client.close(); // :closing
  } finally {
    await client.callTool(call); // P use/closed from=closing
  }
}`,
  );

  scenario(
    '74 a finally that is wrong on every way in: definite, one report',
    `
async function run() {
  const client = new Client(info);
  try {
    await external();
    if (flag) return;
    if (other) throw new Error('other');
  } finally {
    await client.callTool(call); // D use/unopened
  }
}`,
  );

  scenario(
    '75 a finally that leaves: what comes after is not reached',
    `
async function run() {
  const client = new Client(info);
  try {
    log('before');
  } finally {
    return 1;
  }
  await client.callTool(call);
}
async function thrown() {
  const client = new Client(info);
  try {
    if (cond()) return;
  } finally {
    throw new Error('always');
  }
  await client.callTool(call);
}
async function endless() {
  const client = new Client(info);
  for (;;) {
    try {
      return;
    } finally {
      if (cond()) {
        await client.connect(transport);
        break;
      }
    }
  }
  await client.callTool(call);
}`,
  );

  scenario(
    '76 connect again after a failed connect without close: possible',
    `
async function run() {
  const client = new Client(info);
  try {
    await client.connect(transport); // :failing
  } catch {
    await client.connect(newTransport()); // P open/failed from=failing
  }
}`,
  );

  scenario(
    '76 close, then connect after a failed connect: silent',
    `
async function run() {
  const client = new Client(info);
  try {
    await client.connect(transport);
  } catch {
    await client.close();
    await client.connect(newTransport());
  }
  await client.callTool(call);
}`,
  );

  scenario(
    '76 a call after a failed connect: definite',
    `
async function run() {
  const client = new Client(info);
  try {
    await client.connect(transport);
  } catch {
    await client.callTool(call); // D
  }
}`,
  );

  scenario(
    '77 the catch closes and throws, the finally sees both states: possible',
    `
async function run() {
  const client = new Client(info);
  await client.connect(transport);
  try {
    await client.callTool(call);
  } catch (error) {
    await client.close();
    throw error;
  } finally {
    await client.listTools(); // P use/closed
  }
}`,
  );

  scenario(
    '77 the catch throws before and after it closes: the finally sees both; the close in it is silent',
    `
async function run() {
  const client = new Client(info);
  await client.connect(transport);
  try {
    await client.callTool(call);
  } catch (error) {
    await external(error);
    await client.close();
    await external(error);
  } finally {
    await client.close();
  }
}`,
  );

  scenario(
    '78 an awaited connect whose failure is swallowed, then used: possible',
    `
async function run() {
  const client = new Client(info);
  await client.connect(transport).catch(() => {});
  await client.callTool(call); // P
}
async function logged() {
  const client = new Client(info);
  await client.connect(transport).catch((error: unknown) => log(error));
  await client.callTool(call); // P
}`,
  );

  scenario(
    '78 the failure is thrown on: silent',
    `
async function run() {
  const client = new Client(info);
  await client.connect(transport).catch((error: unknown) => {
    throw new Error('no connection', { cause: error });
  });
  await client.callTool(call);
}
async function exits() {
  const client = new Client(info);
  await client.connect(transport).catch((error: unknown) => {
    log(error);
    process.exit(1);
  });
  await client.callTool(call);
}`,
  );

  scenario(
    'an error that is kept in a variable, which is tested behind: silent; without a test: possible',
    `
async function left() {
  const client = new Client(info);
  let failure: unknown;
  try {
    await client.connect(transport);
  } catch (error) {
    failure = error;
  }
  if (failure) return [];
  const { tools } = await client.listTools();
  return tools;
}
async function compared() {
  const client = new Client(info);
  let failure: unknown = null;
  try {
    await client.connect(transport);
  } catch (error) {
    failure = error;
  }
  if (failure === null) await client.listTools();
}
async function onlyTold() {
  const client = new Client(info);
  let failure: unknown;
  try {
    await client.connect(transport);
  } catch (error) {
    failure = error;
  }
  if (failure) console.warn(failure);
  await client.listTools(); // P
}
async function inverted() {
  const client = new Client(info);
  let failure: unknown;
  try {
    await client.connect(transport); // :connect
  } catch (error) {
    failure = error;
  }
  if (failure) await client.listTools(); // D
}`,
  );

  itCompiles();
});
