import { describe } from 'vitest';
import { itCompiles, scenario } from './harness.ts';

const imports =
  "import { Agent, connectMcpServers, MCPServerStdio, MCPServerStreamableHttp, run, Runner, type MCPServer } from '@openai/agents';";

function agents(name: string, source: string): void {
  scenario(name, { 'main.ts': `${imports}\n${source}` });
}

describe('a server that nothing in the program connects', () => {
  agents(
    'a constant of the module',
    `
const files = new MCPServerStdio({ name: 'files', command: 'files-mcp' }); // :made
const clerk = new Agent({ name: 'clerk', mcpServers: [files] });
export const ask = (question: string) => run(clerk, question); // D use/unopened from=made subject=files outcome=rejects`,
  );

  agents(
    'not: one that another exported function connects',
    `
const files = new MCPServerStdio({ name: 'files', command: 'files-mcp' });
const clerk = new Agent({ name: 'clerk', mcpServers: [files] });
export const start = () => files.connect();
export const ask = (question: string) => run(clerk, question);`,
  );

  agents(
    'two in a list that is a constant, with a runner',
    `
const files = new MCPServerStdio({ name: 'files', command: 'files-mcp' }); // :files
const mail = new MCPServerStreamableHttp({ name: 'mail', url: 'https://mail.example.com/mcp' }); // :mail
const servers: MCPServer[] = [files, mail];
const clerk = Agent.create({ name: 'clerk', mcpServers: servers });
const runner = new Runner();
export async function ask(question: string) {
  return runner.run(clerk, question); // D use/unopened from=files,mail
}`,
  );

  agents(
    'not: one of the two is connected in a loop over the list',
    `
const files = new MCPServerStdio({ name: 'files', command: 'files-mcp' });
const mail = new MCPServerStreamableHttp({ name: 'mail', url: 'https://mail.example.com/mcp' });
const servers: MCPServer[] = [files, mail];
const clerk = Agent.create({ name: 'clerk', mcpServers: servers });
export async function start() {
  for (const server of servers) await server.connect();
}
export async function ask(question: string) {
  return new Runner().run(clerk, question);
}`,
  );

  agents(
    'not: a list whose servers something else connects',
    `
const files = new MCPServerStdio({ name: 'files', command: 'files-mcp' });
const servers: MCPServer[] = [files];
const clerk = new Agent({ name: 'clerk', mcpServers: servers });
export const startEach = () => Promise.all(servers.map((server) => server.connect()));
const other = new MCPServerStdio({ name: 'other', command: 'files-mcp' });
const aide = new Agent({ name: 'aide', mcpServers: [other] });
export const startAll = () => connectMcpServers([other]);
export const ask = (question: string) => run(clerk, question);
export const help = (question: string) => run(aide, question);`,
  );

  agents(
    'private fields, filled by the initializer or the constructor',
    `
export class Clerk {
  readonly #files = new MCPServerStdio({ name: 'files', command: 'files-mcp' }); // :files
  async ask(question: string) {
    const { finalOutput } = await run(this.#agent(), question); // D use/unopened from=files subject=this.#files
    return finalOutput;
  }
  async close() {
    await this.#files.close();
  }
  #agent() {
    return new Agent({ name: 'clerk', mcpServers: [this.#files] });
  }
}
export class Mailer {
  private readonly mail: MCPServer;
  private readonly agent: Agent;
  constructor(url: string) {
    this.mail = new MCPServerStreamableHttp({ name: 'mail', url }); // :mail
    this.agent = new Agent({ name: 'mailer', mcpServers: [this.mail] });
  }
  ask(question: string) {
    return run(this.agent, question); // D use/unopened from=mail
  }
}`,
  );

  agents(
    'not: private fields that a method connects, or that others can see',
    `
export class Clerk {
  readonly #files = new MCPServerStdio({ name: 'files', command: 'files-mcp' });
  #ready: Promise<void> | undefined;
  async ask(question: string) {
    await (this.#ready ??= this.#files.connect());
    return run(new Agent({ name: 'clerk', mcpServers: [this.#files] }), question);
  }
}
export class Open {
  readonly files = new MCPServerStdio({ name: 'files', command: 'files-mcp' });
  ask(question: string) {
    return run(new Agent({ name: 'clerk', mcpServers: [this.files] }), question);
  }
}
export class Lent {
  private readonly files = new MCPServerStdio({ name: 'files', command: 'files-mcp' });
  ask(question: string) {
    return run(new Agent({ name: 'clerk', mcpServers: [this.files] }), question);
  }
  open(connect: (server: MCPServer) => Promise<void>) {
    return connect(this.files);
  }
}
export class TakenApart {
  private readonly files = new MCPServerStdio({ name: 'files', command: 'files-mcp' });
  async ask(question: string) {
    const { files } = this;
    await files.connect();
    return run(new Agent({ name: 'clerk', mcpServers: [this.files] }), question);
  }
}`,
  );

  agents(
    'the argument of a function that makes the agent',
    `
function clerkOf(server: MCPServer, { mail }: { mail: MCPServer }) {
  return new Agent({ name: 'clerk', mcpServers: [server, mail] });
}
export async function ask(question: string, url: string) {
  const mail = new MCPServerStreamableHttp({ name: 'mail', url });
  await mail.connect();
  const clerk = clerkOf(new MCPServerStdio({ name: 'files', command: 'files-mcp' }), { mail }); // :files
  return run(clerk, question); // D use/unopened from=files
}`,
  );

  agents(
    'not: an argument that is connected, while the one of another call is not used',
    `
function clerkOf(server: MCPServer) {
  return new Agent({ name: 'clerk', mcpServers: [server] });
}
export const draft = () => clerkOf(new MCPServerStdio({ name: 'draft', command: 'files-mcp' })).name;
export async function ask(question: string, url: string) {
  const mail = new MCPServerStreamableHttp({ name: 'mail', url });
  const clerk = clerkOf(mail);
  await mail.connect();
  return run(clerk, question);
}`,
  );

  agents(
    'out of a factory, of which another call connects its own',
    `
const filesServer = (folder: string) => new MCPServerStdio({ name: folder, command: 'files-mcp', args: [folder] });
export async function right(question: string) {
  const server = filesServer('right');
  await server.connect();
  return run(new Agent({ name: 'clerk', mcpServers: [server] }), question);
}
const wrong = filesServer('wrong');
const clerk = new Agent({ name: 'clerk', mcpServers: [wrong] });
export const ask = (question: string) => run(clerk, question); // D use/unopened`,
  );

  agents(
    'not: a factory that keeps one for all',
    `
let kept: MCPServerStdio | undefined;
function filesServer() {
  kept ??= new MCPServerStdio({ name: 'files', command: 'files-mcp' });
  return kept;
}
export const start = () => filesServer().connect();
const clerk = new Agent({ name: 'clerk', mcpServers: [filesServer()] });
export const ask = (question: string) => run(clerk, question);`,
  );

  agents(
    'an object of a server and its agent',
    `
function desk() {
  const server = new MCPServerStdio({ name: 'files', command: 'files-mcp' }); // :made
  return { server, clerk: new Agent({ name: 'clerk', mcpServers: [server] }) };
}
export async function wrong(question: string) {
  const { clerk } = desk();
  return run(clerk, question); // D use/unopened from=made
}
export async function right(question: string) {
  const { clerk, server } = desk();
  await server.connect();
  return run(clerk, question);
}`,
  );

  agents(
    'not: what goes to code that is not known',
    `
declare function register(value: unknown): void;
const files = new MCPServerStdio({ name: 'files', command: 'files-mcp' });
register(files);
const clerk = new Agent({ name: 'clerk', mcpServers: [files] });
export const ask = (question: string) => run(clerk, question);
const mail = new MCPServerStdio({ name: 'mail', command: 'mail-mcp' });
const mailer = new Agent({ name: 'mailer', mcpServers: [mail] });
register(mailer);
export const post = (question: string) => run(mailer, question);
const notes = new MCPServerStdio({ name: 'notes', command: 'mail-mcp' });
const writer = new Agent({ name: 'writer', mcpServers: [notes] });
export const open = () => Promise.all(writer.mcpServers.map((server) => server.connect()));
export const write = (question: string) => run(writer, question);
class Connecting extends MCPServerStdio {
  constructor() {
    super({ name: 'self', command: 'files-mcp' });
    void this.connect();
  }
}
const self = new Agent({ name: 'self', mcpServers: [new Connecting()] });
export const reflect = (question: string) => run(self, question);`,
  );

  agents(
    'not: a default that callers replace',
    `
class Clerk {
  readonly #agent: Agent;
  constructor(server: MCPServer = new MCPServerStdio({ name: 'files', command: 'files-mcp' })) {
    this.#agent = new Agent({ name: 'clerk', mcpServers: [server] });
  }
  ask(question: string) {
    return run(this.#agent, question);
  }
}
export async function ask(server: MCPServer) {
  await server.connect();
  return new Clerk(server).ask('?');
}`,
  );

  agents(
    'only the first call for one server, and none where the flow says more',
    `
const files = new MCPServerStdio({ name: 'files', command: 'files-mcp' });
const clerk = new Agent({ name: 'clerk', mcpServers: [files] });
export async function ask(question: string) {
  await run(clerk, question); // D use/unopened
  return run(clerk, 'again');
}
export async function here(question: string) {
  const server = new MCPServerStdio({ name: 'files', command: 'files-mcp' });
  await server.listTools(); // D use/unopened op=listTools
  return run(new Agent({ name: 'clerk', mcpServers: [server] }), question);
}`,
  );

  scenario('across files, under other names', {
    'servers.ts': `${imports}
export const files = new MCPServerStdio({ name: 'files', command: 'files-mcp' }); // :made
export default new MCPServerStdio({ name: 'other', command: 'files-mcp' });`,
    'agents.ts': `${imports}
import other, { files as server } from './servers.js';
export const clerk = new Agent({ name: 'clerk', mcpServers: [server] });
export const aide = new Agent({ name: 'aide', mcpServers: [other] });`,
    'main.ts': `${imports}
import * as all from './agents.js';
export const ask = (question: string) => run(all.clerk, question); // D use/unopened from=made
export const help = (question: string) => run(all.aide, question);`,
  });

  scenario('not: across files, where a third one connects it', {
    'servers.ts': `${imports}
const files = new MCPServerStdio({ name: 'files', command: 'files-mcp' });
export { files as server };`,
    'agents.ts': `${imports}
import { server } from './servers.js';
export default new Agent({ name: 'clerk', mcpServers: [server] });`,
    'start.ts': `export async function start() {
  const { server } = await import('./servers.js');
  await server.connect();
}`,
    'main.ts': `${imports}
import { start } from './start.js';
import clerk from './agents.js';
await start();
export const ask = (question: string) => run(clerk, question);`,
  });

  agents(
    'what is read of the agent or the server is a text or a number',
    `
interface Desk {
  topic?: string;
  servers: MCPServer[];
}
function clerkFor({ topic = 'files', servers }: Desk) {
  return new Agent({ name: topic, mcpServers: servers });
}
const files = new MCPServerStdio({ name: 'files', command: 'files-mcp' }); // :files
const clerk = clerkFor({ servers: [files] });
export async function ask(question: string) {
  const { finalOutput } = await run(clerk, question); // D use/unopened from=files
  return { by: clerk.name, of: files.name, tools: files.cacheToolsList, text: finalOutput };
}
const mail = new MCPServerStreamableHttp({ name: 'mail', url: 'https://mail.example.com/mcp' }); // :mail
const mailer = new Agent({ name: 'mailer', mcpServers: [mail] });
mailer.name = 'postman';
export const post = (question: string) => run(mailer, question); // D use/unopened from=mail`,
  );

  agents(
    'not: what is read of the agent or the server leads to the server, or the factory connects it',
    `
interface Desk {
  topic?: string;
  servers: MCPServer[];
}
const files = new MCPServerStdio({ name: 'files', command: 'files-mcp' });
const clerk = new Agent({ name: 'clerk', mcpServers: [files] });
export const servers = clerk.mcpServers;
export const ask = (question: string) => run(clerk, question);
const mail = new MCPServerStreamableHttp({ name: 'mail', url: 'https://mail.example.com/mcp' });
const mailer = new Agent({ name: 'mailer', mcpServers: [mail] });
export const { connect } = mail;
export const open = mail.connect;
export const post = (question: string) => run(mailer, question);
async function clerkFor({ topic = 'files', servers }: Desk) {
  for (const server of servers) await server.connect();
  return new Agent({ name: topic, mcpServers: servers });
}
const notes = new MCPServerStdio({ name: 'notes', command: 'notes-mcp' });
export async function note(question: string) {
  const keeper = await clerkFor({ servers: [notes] });
  await run(keeper, question);
  return keeper.name;
}`,
  );

  agents(
    'servers of a list that a callback connects, and whose promises nothing awaits, before the agent runs',
    `
const servers = [
  new MCPServerStdio({ name: 'files', command: 'files-mcp' }),
  new MCPServerStdio({ name: 'mail', command: 'mail-mcp' }),
];
const clerk = new Agent({ name: 'clerk', mcpServers: servers });
export async function ask(question: string) {
  servers.map(async (server) => {
    await server.connect(); // :mapped
    return server.name;
  });
  const { finalOutput } = await run(clerk, question); // D use/opening from=mapped unawaited=mapped outcome=rejects
  return finalOutput;
}
const notes = new MCPServerStreamableHttp({ name: 'notes', url: 'https://notes.example.com/mcp' });
const all: MCPServer[] = [notes];
const keeper = new Agent({ name: 'keeper', mcpServers: all });
export async function keep(question: string) {
  try {
    void all.forEach((server) => server.connect()); // :each
    return await run(keeper, question); // D use/opening unawaited=each
  } finally {
    await Promise.all(all.map((server) => server.close()));
  }
}
const unused = [new MCPServerStdio({ name: 'unused', command: 'files-mcp' })]; // :unused
const aide = new Agent({ name: 'aide', mcpServers: unused });
export const names = unused.map((server) => server.name);
export const help = (question: string) => run(aide, question); // D use/unopened from=unused`,
  );

  agents(
    'not: the promises are awaited, something else is awaited before, or something else connects them',
    `
const files = [new MCPServerStdio({ name: 'files', command: 'files-mcp' })];
const clerk = new Agent({ name: 'clerk', mcpServers: files });
export async function ask(question: string) {
  await Promise.all(files.map(async (server) => server.connect()));
  return run(clerk, question);
}
const mail = [new MCPServerStdio({ name: 'mail', command: 'mail-mcp' })];
const mailer = new Agent({ name: 'mailer', mcpServers: mail });
export async function post(question: () => Promise<string>) {
  mail.forEach(async (server) => { await server.connect(); });
  return run(mailer, await question());
}
const notes = [new MCPServerStdio({ name: 'notes', command: 'notes-mcp' })];
const keeper = new Agent({ name: 'keeper', mcpServers: notes });
export async function start() {
  for (const server of notes) await server.connect();
}
export async function keep(question: string) {
  notes.forEach(async (server) => { await server.connect(); });
  return run(keeper, question);
}
const pages = [new MCPServerStdio({ name: 'pages', command: 'pages-mcp' })];
const reader = new Agent({ name: 'reader', mcpServers: pages });
let opening: Promise<void>[] = [];
export async function read(question: string) {
  opening = pages.map(async (server) => { await server.connect(); });
  await run(reader, question);
}
export const ready = () => Promise.all(opening);
const lent = [new MCPServerStdio({ name: 'lent', command: 'lent-mcp' })];
const borrower = new Agent({ name: 'borrower', mcpServers: lent });
export const same = lent.map((server) => server);
export const borrow = (question: string) => run(borrower, question);`,
  );

  itCompiles();
});
