import { describe } from 'vitest';
import { itCompiles, scenario, v1, v2 } from './harness.ts';

describe('the order of a session: connect, use, close', () => {
  scenario(
    '1 construct, connect, call, close: silent',
    `
async function run() {
  const client = new Client(info);
  await client.connect(transport);
  await client.callTool(call);
  await client.listTools();
  await client.close();
}`,
  );

  scenario(
    '1 the same with a real transport and its result returned: silent',
    `
export async function run() {
  const client = new Client({ name: 'weather', version: '1.0.0' }, { capabilities: {} });
  const stdio = new StdioClientTransport({ command: 'node', args: ['server.js'] });
  await client.connect(stdio);
  const { tools } = await client.listTools();
  await client.close();
  return tools;
}`,
  );

  scenario(
    '2 call before connect: definite, and the construction is the witness',
    `
async function run() {
  const client = new Client(info); // :made
  await client.callTool(call); // D use/unopened from=made first subject=client op=callTool
}`,
  );

  for (const request of ['listTools()', 'ping()', "readResource({ uri: 'a://b' })", "getPrompt({ name: 'x' })"]) {
    scenario(
      `2 ${request} before connect: definite`,
      `
async function run() {
  const client = new Client(info);
  await client.${request}; // D use/unopened
  await client.connect(transport);
}`,
    );
  }

  scenario(
    '2 call before connect, connected only afterwards: definite on the call, nothing on the connect',
    `
async function run() {
  const client = new Client(info);
  const tools = await client.listTools(); // D use/unopened
  await client.connect(transport);
  await client.callTool(call);
  return tools;
}`,
  );

  scenario('2 v2: a list before connect is answered with an empty list: definite', {
    'main.ts': v2(`
async function run() {
  const client = new Client(info);
  await client.listTools(); // D use/unopened outcome=silently-empty
  await client.connect(transport);
  await client.listTools();
}`),
  });

  scenario(
    '3 call after an awaited close: definite, and the close is the witness',
    `
async function run() {
  const client = new Client(info);
  await client.connect(transport);
  await client.close(); // :closing
  await client.callTool(call); // D use/closed from=closing first
}`,
  );

  scenario(
    '3 the same two lines exchanged: silent',
    `
async function run() {
  const client = new Client(info);
  await client.connect(transport);
  await client.callTool(call);
  await client.close();
}`,
  );

  scenario('3 v2: call after close: definite', {
    'main.ts': v2(`
async function run() {
  const client = new Client(info);
  await client.connect(transport);
  await client.close(); // :closing
  await client.callTool(call); // D use/closed from=closing
}`),
  });

  scenario(
    '4 connect twice without close: definite',
    `
async function run() {
  const client = new Client(info);
  await client.connect(transport); // :first
  await client.connect(newTransport()); // D open/open from=first
}`,
  );

  scenario('4 v2: the second connect takes over and leaks the first: definite, and says so', {
    'main.ts': v2(`
async function run() {
  const client = new Client(info);
  await client.connect(transport); // :first
  await client.connect(newTransport()); // D open/open from=first outcome=leaks
  await client.callTool(call);
}`),
  });

  scenario(
    '4 two clients, one connect each: silent',
    `
async function run() {
  const first = new Client(info);
  const second = new Client(info);
  await first.connect(transport);
  await second.connect(newTransport());
}`,
  );

  scenario(
    '4 a server connected twice: definite in v1',
    `
async function run() {
  const server = new McpServer(info);
  await server.connect(transport); // :first
  await server.connect(newTransport()); // D open/opening from=first
}`,
  );

  scenario('4 a server connected twice: definite in v2, where it throws', {
    'main.ts': v2(`
async function run(another: ServerTransport) {
  const server = new McpServer(info);
  await server.connect(serverTransport); // :first
  await server.connect(another); // D open/opening from=first
}`),
  });

  scenario(
    '5 close, then connect again with a new transport: silent',
    `
async function run() {
  const client = new Client(info);
  await client.connect(transport);
  await client.callTool(call);
  await client.close();
  await client.connect(newTransport());
  await client.callTool(call);
}`,
  );

  scenario(
    '6 close on a session that was never connected: silent',
    `
async function run() {
  const client = new Client(info);
  await client.close();
}`,
  );

  scenario(
    '6 close twice: silent',
    `
async function run() {
  const client = new Client(info);
  await client.connect(transport);
  await client.close();
  await client.close();
}`,
  );

  scenario(
    '6 close on a new session leaves it new: connect is silent, a call is before connect, not after close',
    `
async function run() {
  const client = new Client(info); // :made
  await client.close();
  await client.callTool(call); // D use/unopened from=made
}
async function mended() {
  const client = new Client(info);
  await client.close();
  await client.connect(transport);
  await client.callTool(call);
}`,
  );

  scenario(
    '7 registerCapabilities after connect: definite',
    `
async function run() {
  const client = new Client(info);
  await client.connect(transport); // :connected
  client.registerCapabilities({ roots: {} }); // D configure/open from=connected
}`,
  );

  scenario(
    '7 registerCapabilities before connect and after close: silent',
    `
async function run() {
  const client = new Client(info);
  client.registerCapabilities({ roots: {} });
  await client.connect(transport);
  await client.close();
  client.registerCapabilities({ sampling: {} });
  await client.connect(newTransport());
}`,
  );

  scenario(
    '8 the first tool registered after connect: definite',
    `
async function run() {
  const server = new McpServer(info);
  await server.connect(transport);
  server.registerTool('late', {}, () => ({ content: [] })); // D configure/open
}`,
  );

  scenario(
    '8 a tool registered after connect, where another was registered before: silent',
    `
async function run() {
  const server = new McpServer(info);
  server.registerTool('early', {}, () => ({ content: [] }));
  await server.connect(transport);
  server.registerTool('late', {}, () => ({ content: [] }));
}`,
  );

  scenario(
    '8 the first resource after connect, where only a tool was registered before: definite',
    `
async function run() {
  const server = new McpServer(info);
  server.registerTool('early', {}, () => ({ content: [] }));
  await server.connect(transport);
  server.registerResource('late', 'a://b', {}, () => ({ contents: [] })); // D configure/open
}`,
  );

  scenario('8 v2: the first tool registered after connect: definite; a second one: silent', {
    'main.ts': v2(`
async function run() {
  const server = new McpServer(info);
  await server.connect(serverTransport);
  server.registerTool('late', {}, () => ({ content: [] })); // D configure/open
}
async function mended() {
  const server = new McpServer(info);
  server.registerTool('early', {}, () => ({ content: [] }));
  await server.connect(serverTransport);
  server.registerTool('late', {}, () => ({ content: [] }));
}`),
  });

  scenario(
    '8 tools registered in a loop and by a function of the program, then connect: silent',
    `
function registerAll(server: McpServer, names: readonly string[]) {
  for (const name of names) server.registerTool(name, {}, () => ({ content: [] }));
}
async function run() {
  const server = new McpServer(info);
  registerAll(server, urls);
  await server.connect(transport);
}`,
  );

  scenario(
    '8 tools registered in a loop after connect, the list may be empty and the first throws: definite',
    `
async function run() {
  const server = new McpServer(info);
  await server.connect(transport);
  for (const name of urls) {
    server.registerTool(name, {}, () => ({ content: [] })); // D|P configure/open
  }
}`,
  );

  scenario(
    '8 tools registered after connect by a server that a signal closes: definite',
    `
async function run() {
  const server = new McpServer(info);
  process.once('SIGTERM', () => void server.close());
  await server.connect(transport);
  server.registerTool('late', {}, () => ({ content: [] })); // D
}
async function byName() {
  const server = new McpServer(info);
  const stop = () => server.close();
  process.on('SIGINT', stop);
  process.on('SIGTERM', () => {
    void stop();
  });
  await server.connect(transport);
  server.registerTool('late', {}, () => ({ content: [] })); // D
}
async function byOthers() {
  const server = new McpServer(info);
  const stop = () => server.close();
  process.on('SIGINT', stop);
  setTimeout(stop, 1000);
  await server.connect(transport);
  server.registerTool('late', {}, () => ({ content: [] }));
}
async function thatReloads() {
  const server = new McpServer(info);
  process.on('SIGHUP', () => void server.close());
  await server.connect(transport);
  server.registerTool('late', {}, () => ({ content: [] }));
}`,
  );

  scenario(
    '8 tools registered after connect by a server of a module that a signal closes: definite',
    `
const server = new McpServer(info);
process.on('SIGINT', () => void server.close());
await server.connect(transport);
server.registerTool('late', {}, () => ({ content: [] })); // D`,
  );

  scenario(
    '8 a program that goes on after the signal that closes its server: silent',
    `
async function run() {
  const server = new McpServer(info);
  process.on('SIGINT', () => void server.close());
  await server.connect(transport);
  await new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve());
  });
  server.registerTool('late', {}, () => ({ content: [] }));
}`,
  );

  scenario(
    '9 members that only read or listen, in any state: silent',
    `
async function run() {
  const client = new Client(info);
  client.onclose = () => log('closed');
  client.onerror = (error) => log(error);
  log(client.getServerVersion(), client.getServerCapabilities(), client.getInstructions(), client.transport);
  await client.connect(transport);
  log(client.getServerVersion());
  await client.close();
  log(client.getServerVersion(), client.transport?.sessionId);
}`,
  );

  scenario(
    '10 two sessions, only the other one connected: definite on this one',
    `
async function run() {
  const weather = new Client(info); // :made
  const search = new Client(info);
  await search.connect(transport);
  await search.callTool(call);
  await weather.callTool(call); // D use/unopened from=made subject=weather
}`,
  );

  scenario(
    '10 two sessions, only the other one closed: silent',
    `
async function run() {
  const weather = new Client(info);
  const search = new Client(info);
  await weather.connect(transport);
  await search.connect(newTransport());
  await search.close();
  await weather.callTool(call);
}`,
  );

  scenario(
    '11 only the first wrong call on a path is reported: what comes after one that fails is not reached',
    `
async function run() {
  const client = new Client(info);
  await client.callTool(call); // D use/unopened
  await client.listTools();
  await client.ping();
}`,
  );

  scenario('11 only the first wrong call is reported where it fails in silence', {
    'main.ts': v2(`
async function run() {
  const client = new Client(info);
  await client.listTools(); // D use/unopened outcome=silently-empty
  await client.listTools(); // muted
  await client.listPrompts(); // muted
}`),
  });

  scenario(
    '11 only the first wrong call is reported where nobody waits for its failure',
    `
async function run() {
  const client = new Client(info);
  const first = client.callTool(call); // D use/unopened
  const second = client.listTools(); // muted
  log(first, second);
}`,
  );

  scenario(
    '11 a second cause after a mended state is reported again',
    `
async function run() {
  const client = new Client(info);
  try {
    await client.callTool(call); // D use/unopened
  } catch (error) {
    log(error);
  }
  await client.connect(transport);
  await client.callTool(call);
  await client.close(); // :closing
  await client.callTool(call); // D use/closed from=closing
  await client.listTools();
}`,
  );

  scenario(
    '11 wrong on two branches: one report on each',
    `
async function run() {
  const client = new Client(info);
  if (flag) {
    await client.callTool(call); // D use/unopened
  } else {
    await client.listTools(); // D use/unopened
  }
  await client.ping();
}`,
  );

  scenario(
    '11 wrong on one branch only: the call after the merge is reported too, the other path has not been',
    `
async function run() {
  const client = new Client(info);
  if (flag) await client.callTool(call); // D use/unopened
  await client.listTools(); // D use/unopened
}`,
  );

  for (const receiver of [
    '(client)',
    '((client))',
    'client!',
    '(client as Client)',
    '(<Client>client)',
    '(client satisfies Client)',
    '(client as unknown as Client)',
    '(log(0), client)',
  ]) {
    scenario(
      `12 ${receiver} is the session itself`,
      `
async function run() {
  const client = new Client(info);
  await ${receiver}.callTool(call); // D use/unopened
}
async function mended() {
  const client = new Client(info);
  await ${receiver}.connect(transport);
  await client.callTool(call);
  await ${receiver}.callTool(call);
}`,
    );
  }

  scenario(
    '12 a method named by a literal string is the method',
    `
async function run() {
  const client = new Client(info);
  await client['callTool'](call); // D use/unopened
}
async function mended() {
  const client = new Client(info);
  await client['connect'](transport);
  await client.callTool(call);
}`,
  );

  scenario(
    '12 an optional call on a session that is there behaves like a plain one',
    `
async function run() {
  const client = new Client(info);
  await client?.callTool(call); // D use/unopened
}
async function mended() {
  const client = new Client(info);
  await client?.connect(transport);
  await client?.callTool?.(call);
}`,
  );

  itCompiles();
});

describe('both SDK versions in one program', () => {
  scenario('4 each file follows the version that it imports', {
    'one.ts': v1(`
export async function run() {
  const client = new Client(info);
  await client.connect(transport);
  await client.connect(newTransport()); // D open/open
}`),
    'two.ts': v2(`
export async function run() {
  const client = new Client(info);
  await client.connect(transport);
  await client.connect(newTransport()); // D open/open outcome=leaks
}`),
  });

  itCompiles();
});
