import type { InvalidTestCase, TestCaseError, ValidTestCase } from '@typescript-eslint/rule-tester';
import { noSharedServer } from '../../src/rules/no-shared-server.ts';
import type { Options, SharingEffect } from '../../src/rules/no-shared-server.ts';
import { testerIn } from './rule-tester.ts';

const tester = testerIn('shared-server');

/** The message of a finding. Where it is, the code says: `«server.connect(transport)»`. */
interface Finding {
  readonly effect?: SharingEffect;
  readonly value: string;
  readonly origin: string;
  readonly unit?: 'request' | 'connection' | 'session';
  readonly entry: string;
  readonly op?: string;
}

interface Shared {
  readonly options?: [Options];
  readonly filename?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
}

const valid: ValidTestCase<[Options]>[] = [];
const invalid: InvalidTestCase<SharingEffect, [Options]>[] = [];

const v1 = `import { randomUUID } from 'node:crypto';
import express from 'express';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
const app = express();
const info = { name: 'notes', version: '1.0.0' };
const transport = () => new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
`;

const v2 = `import { createMcpHandler, McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
const info = { name: 'notes', version: '1.0.0' };
`;

/** Two programs that differ in the one thing that matters: the first shares a server, the second does not. */
function pair(name: string, shares: string, finding: Finding, keeps: string, common: Shared = {}): void {
  invalid.push({ name, code: shares.replace(/[«»]/g, ''), errors: errorsIn(shares, finding), ...common });
  silent(`not: ${name}`, keeps, common);
}

function silent(name: string, code: string, common: Shared = {}): void {
  valid.push({ name, code, ...common });
}

function errorsIn(marked: string, finding: Finding): TestCaseError<SharingEffect>[] {
  const { effect = 'refusesSecond', value, origin, unit = 'request', entry, op = 'connect' } = finding;
  return [...marked.matchAll(/«([^»]*)»/g)].map((match) => {
    const start = placeAt(marked, match.index);
    const end = placeAt(marked, match.index + match[0].length - 1);
    return {
      messageId: effect,
      data: { value, origin: `is ${origin}`, unit, entry, op },
      line: start.line,
      column: start.column,
      endLine: end.line,
      endColumn: end.column,
    };
  });
}

function placeAt(marked: string, position: number): { line: number; column: number } {
  const lines = marked.slice(0, position).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.replace(/[«»]/g, '').length ?? 0) + 1 };
}

// where the server is kept

pair(
  'a module constant',
  `${v1}
const server = new McpServer(info);
app.post('/mcp', async (req, res) => {
  const wire = transport();
  await «server.connect(wire)»;
  await wire.handleRequest(req, res, req.body);
});`,
  { value: 'server', origin: 'created once (line 9)', entry: '`app.post`' },
  `${v1}
app.post('/mcp', async (req, res) => {
  const server = new McpServer(info);
  const wire = transport();
  await server.connect(wire);
  await wire.handleRequest(req, res, req.body);
});`,
);

pair(
  'a constant of another file',
  `${v1}
import { server } from './server.js';
app.post('/mcp', async () => {
  await «server.connect(transport())»;
});`,
  {
    value: 'server',
    origin: 'created once (line 4 of tests/sdk/fixtures/shared-server/server.ts)',
    entry: '`app.post`',
  },
  `${v1}
import { createServer } from './server.js';
app.post('/mcp', async () => {
  const server = createServer();
  await server.connect(transport());
});`,
);

pair(
  'a constant of another file, through a namespace',
  `${v1}
import * as servers from './server.js';
app.post('/mcp', async () => {
  await «servers.server.connect(transport())»;
});`,
  {
    value: 'servers.server',
    origin: 'created once (line 4 of tests/sdk/fixtures/shared-server/server.ts)',
    entry: '`app.post`',
  },
  `${v1}
import * as servers from './server.js';
app.post('/mcp', async () => {
  await servers.createServer().connect(transport());
});`,
);

pair(
  'a singleton behind a function',
  `${v1}
import { getServer } from './server.js';
app.post('/mcp', async () => {
  const server = getServer();
  await «server.connect(transport())»;
});`,
  {
    value: 'server',
    origin: 'created once (line 11 of tests/sdk/fixtures/shared-server/server.ts)',
    entry: '`app.post`',
  },
  `${v1}
import { getServer } from './server.js';
app.post('/mcp', async () => {
  const server = getServer();
  if (!server.isConnected()) await server.connect(transport());
});`,
);

pair(
  'a variable that is filled once',
  `${v1}
let server: McpServer | undefined;
app.post('/mcp', async () => {
  if (!server) server = new McpServer(info);
  await «server.connect(transport())»;
});`,
  { value: 'server', origin: 'created once (line 11)', entry: '`app.post`' },
  `${v1}
let server: McpServer | undefined;
app.post('/mcp', async () => {
  server = new McpServer(info);
  await server.connect(transport());
});`,
);

pair(
  'a variable of the function that sets up the application',
  `${v1}
export function serve() {
  const server = new McpServer(info);
  app.post('/mcp', async () => {
    await «server.connect(transport())»;
  });
}`,
  { value: 'server', origin: 'created once (line 10)', entry: '`app.post`' },
  `${v1}
export function serve() {
  const createServer = () => new McpServer(info);
  app.post('/mcp', async () => {
    const server = createServer();
    await server.connect(transport());
  });
}`,
);

pair(
  'a parameter of the function that sets up the application',
  `${v1}
export function createApp(server: McpServer) {
  app.post('/mcp', async () => {
    await «server.connect(transport())»;
  });
}`,
  { value: 'server', origin: 'passed in once (line 9)', entry: '`app.post`' },
  `${v1}
export function createApp(createServer: () => McpServer) {
  app.post('/mcp', async () => {
    await createServer().connect(transport());
  });
}`,
);

pair(
  'a property that is taken out of a parameter',
  `${v1}
export function createApp({ mcp: server }: { mcp: McpServer }) {
  app.post('/mcp', async () => {
    await «server.connect(transport())»;
  });
}`,
  { value: 'server', origin: 'passed in once (line 9)', entry: '`app.post`' },
  `${v1}
export function createApp({ createServer }: { createServer: () => McpServer }) {
  app.post('/mcp', async () => {
    await createServer().connect(transport());
  });
}`,
);

pair(
  'taken out of what a factory returned',
  `${v1}
function createAll() {
  return { server: new McpServer(info), cleanup: async () => {} };
}
const { server, cleanup } = createAll();
app.get('/sse', async (req, res) => {
  res.on('close', () => void cleanup());
  await «server.connect(transport())»;
});`,
  { value: 'server', origin: 'created once (line 12)', entry: '`app.get`' },
  `${v1}
function createAll() {
  return { server: new McpServer(info), cleanup: async () => {} };
}
app.get('/sse', async (req, res) => {
  const { server, cleanup } = createAll();
  res.on('close', () => void cleanup());
  await server.connect(transport());
});`,
);

pair(
  'a property of a constant object',
  `${v1}
const context = { server: new McpServer(info), started: Date.now() };
app.post('/mcp', async () => {
  await «context.server.connect(transport())»;
});`,
  { value: 'context.server', origin: 'created once (line 9)', entry: '`app.post`' },
  `${v1}
const context = { started: Date.now() };
app.post('/mcp', async () => {
  const request = { server: new McpServer(info), ...context };
  await request.server.connect(transport());
});`,
);

pair(
  'another name for a constant',
  `${v1}
const mcp = new McpServer(info);
app.post('/mcp', async () => {
  const server = mcp;
  await «server.connect(transport())»;
});`,
  { value: 'server', origin: 'created once (line 9)', entry: '`app.post`' },
  `${v1}
app.post('/mcp', async () => {
  const mcp = new McpServer(info);
  const server = mcp;
  await server.connect(transport());
});`,
);

pair(
  'the low-level server inside',
  `${v1}
const mcp = new McpServer(info);
app.post('/mcp', async () => {
  await «mcp.server.connect(transport())»;
});`,
  { value: 'mcp.server', origin: 'created once (line 9)', entry: '`app.post`' },
  `${v1}
app.post('/mcp', async () => {
  const mcp = new McpServer(info);
  await mcp.server.connect(transport());
});`,
);

pair(
  'a low-level server',
  `${v1}
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
const server = new Server(info, { capabilities: {} });
app.post('/mcp', async () => {
  await «server.connect(transport())»;
});`,
  { value: 'server', origin: 'created once (line 10)', entry: '`app.post`' },
  `${v1}
class Server {
  async connect(_transport: unknown): Promise<void> {}
}
const server = new Server();
app.post('/mcp', async () => {
  await server.connect(transport());
});`,
);

pair(
  'configured by a function that returns it',
  `${v1}
function withTools(server: McpServer) {
  server.registerTool('noop', {}, async () => ({ content: [] }));
  return server;
}
const bare = new McpServer(info);
app.post('/mcp', async () => {
  await «withTools(bare).connect(transport())»;
});`,
  { value: 'withTools(bare)', origin: 'created once (line 13)', entry: '`app.post`' },
  `${v1}
function withTools(server: McpServer) {
  server.registerTool('noop', {}, async () => ({ content: [] }));
  return server;
}
app.post('/mcp', async () => {
  await withTools(new McpServer(info)).connect(transport());
});`,
);

pair(
  'a subclass that connects itself',
  `${v1}
class Notes extends McpServer {
  mount() {
    app.post('/mcp', async () => {
      await «this.connect(transport())»;
    });
  }
}
export const notes = new Notes(info);`,
  { value: 'this', origin: 'created once (line 16)', entry: '`app.post`' },
  `${v1}
class Notes extends McpServer {
  async start() {
    await this.connect(transport());
  }
}
app.post('/mcp', async () => {
  await new Notes(info).start();
});`,
);

pair(
  'a subclass whose own connect is not the SDK’s',
  `${v1}
class Notes extends McpServer {}
const server = new Notes(info);
app.post('/mcp', async () => {
  await «server.connect(transport())»;
});`,
  { value: 'server', origin: 'created once (line 10)', entry: '`app.post`' },
  `${v1}
class Notes extends McpServer {
  override async connect() {
    await new McpServer(info).connect(transport());
  }
}
const server = new Notes(info);
app.post('/mcp', async () => {
  await server.connect();
});`,
);

// fields

pair(
  'a field that the class fills',
  `${v1}
class Front {
  private readonly server = new McpServer(info);
  mount() {
    app.post('/mcp', async () => {
      await «this.server.connect(transport())»;
    });
  }
}
new Front().mount();`,
  { value: 'this.server', origin: 'created once (line 10)', entry: '`app.post`' },
  `${v1}
class Front {
  private readonly server = new McpServer(info);
  async answer() {
    await this.server.connect(transport());
  }
}
app.post('/mcp', async () => {
  await new Front().answer();
});`,
);

pair(
  'a private field that the constructor fills',
  `${v1}
class Front {
  #server: McpServer;
  constructor() {
    this.#server = new McpServer(info);
    app.post('/mcp', this.answer.bind(this));
  }
  async answer() {
    await «this.#server.connect(transport())»;
  }
}
export const front = new Front();`,
  { value: 'this.#server', origin: 'created once (line 12)', entry: '`app.post`' },
  `${v1}
class Front {
  #server: McpServer;
  constructor() {
    this.#server = new McpServer(info);
    app.post('/mcp', this.answer.bind(this));
  }
  async answer() {
    this.#server = new McpServer(info);
    await this.#server.connect(transport());
  }
}
export const front = new Front();`,
);

pair(
  'a field that the constructor is given',
  `${v1}
export class Front {
  constructor(private readonly server: McpServer) {}
  mount() {
    app.post('/mcp', async () => {
      await «this.server.connect(transport())»;
    });
  }
}`,
  { value: 'this.server', origin: 'passed in once (line 10)', entry: '`app.post`' },
  `${v1}
export class Front {
  constructor(private readonly createServer: () => McpServer) {}
  mount() {
    app.post('/mcp', async () => {
      await this.createServer().connect(transport());
    });
  }
}`,
);

pair(
  'an object made for the request is given a server that is not',
  `${v1}
class Session {
  private readonly server: McpServer;
  constructor(server: McpServer) {
    this.server = server;
  }
  async answer() {
    await «this.server.connect(transport())»;
  }
}
const shared = new McpServer(info);
app.post('/mcp', async () => {
  await new Session(shared).answer();
});`,
  { value: 'this.server', origin: 'created once (line 18)', entry: '`app.post`' },
  `${v1}
class Session {
  private readonly server: McpServer;
  constructor(server: McpServer) {
    this.server = server;
  }
  async answer() {
    await this.server.connect(transport());
  }
}
app.post('/mcp', async () => {
  await new Session(new McpServer(info)).answer();
});`,
);

pair(
  'a field that an arrow function of the class connects',
  `${v1}
class Front {
  server = new McpServer(info);
  answer = async (req: express.Request, res: express.Response) => {
    const wire = transport();
    await «this.server.connect(wire)»;
    await wire.handleRequest(req, res, req.body);
  };
}
const front = new Front();
app.post('/mcp', front.answer);`,
  { value: 'this.server', origin: 'created once (line 10)', entry: '`app.post`' },
  `${v1}
class Front {
  server = new McpServer(info);
  answer = async (req: express.Request, res: express.Response) => {
    const wire = transport();
    await this.server.connect(wire);
    await wire.handleRequest(req, res, req.body);
  };
}
app.post('/mcp', (req, res) => new Front().answer(req, res));`,
);

pair(
  'a method that is given the request',
  `${v1}
class Front {
  private server = new McpServer(info);
  async answer(req: express.Request, res: express.Response) {
    const wire = transport();
    await «this.server.connect(wire)»;
    await wire.handleRequest(req, res, req.body);
  }
}
export const front = new Front();`,
  { value: 'this.server', origin: 'created once (line 10)', entry: '`answer`' },
  `${v1}
// Nobody here makes it: it may be made for each request.
export class Front {
  private server = new McpServer(info);
  async answer(req: express.Request, res: express.Response) {
    const wire = transport();
    await this.server.connect(wire);
    await wire.handleRequest(req, res, req.body);
  }
}`,
);

pair(
  'a static field',
  `${v1}
class Registry {
  static readonly server = new McpServer(info);
}
app.post('/mcp', async () => {
  await «Registry.server.connect(transport())»;
});`,
  { value: 'Registry.server', origin: 'created once (line 10)', entry: '`app.post`' },
  `${v1}
class Registry {
  static create() {
    return new McpServer(info);
  }
}
app.post('/mcp', async () => {
  await Registry.create().connect(transport());
});`,
);

pair(
  'a singleton behind a static method and a getter',
  `${v1}
class Notes {
  private static instance: Notes | undefined;
  private mcp = new McpServer(info);
  static getInstance() {
    Notes.instance ??= new Notes();
    return Notes.instance;
  }
  get server() {
    return this.mcp;
  }
}
app.post('/mcp', async () => {
  await «Notes.getInstance().server.connect(transport())»;
});`,
  { value: 'Notes.getInstance().server', origin: 'created once (line 11)', entry: '`app.post`' },
  `${v1}
class Notes {
  get server() {
    return new McpServer(info);
  }
}
const notes = new Notes();
app.post('/mcp', async () => {
  await notes.server.connect(transport());
});`,
);

/** A server that a pattern takes out of an object, in a route. */
const taken = (member: string, object: string, connect: string): string => `${v1}
class Notes {
  static #instance: Notes | undefined;
  static get shared() {
    return (this.#instance ??= new Notes());
  }
  static get fresh() {
    return new Notes();
  }
  ${member}
}
app.post('/mcp', async () => {
  const { server } = ${object};
  await ${connect};
});`;
const keptServer = 'readonly server = new McpServer(info);';
const freshServer = 'get server() {\n return new McpServer(info);\n }';

pair(
  'a server that a pattern takes out of a singleton',
  taken(keptServer, 'Notes.shared', '«server.connect(transport())»'),
  { value: 'server', origin: 'created once (line 17)', entry: '`app.post`' },
  taken(keptServer, 'Notes.fresh', 'server.connect(transport())'),
);

silent(
  'a server that a pattern takes out of a singleton, whose getter makes it',
  taken(freshServer, 'Notes.shared', 'server.connect(transport())'),
);

silent(
  'a server that a pattern takes out of a constant, whose getter makes it',
  `const notes = { get server() { return new McpServer(info); } };\n${taken('', 'notes', 'server.connect(transport())')}`,
);

silent(
  'a server that a getter makes in a variable, also for a handler that is given a factory',
  `import { createMcpHandler, McpServer as Server2 } from '@modelcontextprotocol/server';
class Catalog {
  get server(): Server2 {
    const server = new Server2({ name: 'catalog', version: '1.0.0' });
    return server;
  }
}
const catalog = new Catalog();
export const handler = createMcpHandler(() => catalog.server);`,
);

silent(
  'a server that a pattern takes out of a new object',
  taken(keptServer, 'new Notes()', 'server.connect(transport())'),
);

pair(
  'a server that a pattern takes out of a new object once',
  `${taken(keptServer, 'Notes.fresh', 'server.close()')}
const { server: only } = new Notes();
app.post('/other', async () => {
  await «only.connect(transport())»;
});`,
  { value: 'only', origin: 'created once (line 23)', entry: '`app.post`' },
  `${taken(keptServer, 'Notes.fresh', 'server.close()')}
app.post('/other', async () => {
  const { server: only } = new Notes();
  await only.connect(transport());
});`,
);

// what runs once per client

pair(
  'a handler by its name',
  `${v1}
const server = new McpServer(info);
async function answer() {
  await «server.connect(transport())»;
}
app.post('/mcp', answer);`,
  { value: 'server', origin: 'created once (line 9)', entry: '`app.post`' },
  `${v1}
const server = new McpServer(info);
async function answer() {
  await server.connect(transport());
}
await answer();`,
);

pair(
  'a handler in a wrapper',
  `${v1}
declare function catchErrors(handler: (req: express.Request, res: express.Response) => Promise<void>): express.RequestHandler;
const server = new McpServer(info);
app.route('/mcp').post(catchErrors(async (req, res) => {
  await «server.connect(transport())»;
}));`,
  { value: 'server', origin: 'created once (line 10)', entry: "`app.route('/mcp').post`" },
  `${v1}
declare function once(run: () => Promise<void>): express.RequestHandler;
const server = new McpServer(info);
app.route('/mcp').post(once(async () => {
  await server.connect(transport());
}));`,
);

pair(
  'a function that the handler calls',
  `${v1}
const server = new McpServer(info);
const attach = async () => {
  const wire = transport();
  await «server.connect(wire)»;
  return wire;
};
app.post('/mcp', async (req, res) => {
  const wire = await attach();
  await wire.handleRequest(req, res, req.body);
});`,
  { value: 'server', origin: 'created once (line 9)', entry: '`app.post`' },
  `${v1}
const server = new McpServer(info);
const attach = async () => {
  const wire = transport();
  await server.connect(wire);
  return wire;
};
const wire = await attach();
app.post('/mcp', async (req, res) => {
  await wire.handleRequest(req, res, req.body);
});`
    .replace('() => new Stream', '() => new Stream')
    .replace('sessionIdGenerator: undefined', 'sessionIdGenerator: randomUUID'),
);

pair(
  'a function that the handler gives the server to',
  `${v1}
async function attach(mcp: McpServer) {
  await «mcp.connect(transport())»;
}
async function answer(mcp: McpServer) {
  await attach(mcp);
}
const server = new McpServer(info);
app.post('/mcp', () => answer(server));`,
  { value: 'mcp', origin: 'created once (line 15)', entry: '`app.post`' },
  `${v1}
async function attach(mcp: McpServer) {
  await mcp.connect(transport());
}
async function answer(mcp: McpServer) {
  await attach(mcp);
}
app.post('/mcp', () => answer(new McpServer(info)));`,
);

pair(
  'a method that the handler calls',
  `${v1}
class Front {
  private server = new McpServer(info);
  mount() {
    app.post('/mcp', async () => this.answer());
  }
  private async answer() {
    await this.attach();
  }
  private async attach() {
    await «this.server.connect(transport())»;
  }
}
new Front().mount();`,
  { value: 'this.server', origin: 'created once (line 10)', entry: '`app.post`' },
  `${v1}
class Front {
  private server = new McpServer(info);
  async mount() {
    await this.attach();
    app.get('/health', async (_req, res) => void res.send(String(this.server.isConnected())));
  }
  private async attach() {
    await this.server.connect(transport());
  }
}
await new Front().mount();`,
);

pair(
  'the callback of an HTTP server',
  `${v1}
import { createServer } from 'node:http';
const server = new McpServer(info);
createServer(async (req, res) => {
  const wire = transport();
  await «server.connect(wire)»;
  await wire.handleRequest(req, res);
}).listen(3000);`,
  { value: 'server', origin: 'created once (line 10)', entry: '`createServer`' },
  `${v1}
import { createServer } from 'node:http';
const server = new McpServer(info);
createServer().listen(3000, async () => {
  await server.connect(transport());
});`,
);

const httpTypes = `import { createServer, Server, type IncomingMessage, type ServerResponse } from 'node:http';
`;

pair(
  'a method with the request that the object itself registers, of a class that other code makes',
  `${v1}${httpTypes}
export class Notes {
  private readonly mcp = new McpServer(info);
  listen(port: number) {
    return createServer((req, res) => {
      this.handle(req, res).catch(console.error);
    }).listen(port);
  }
  private async handle(req: IncomingMessage, res: ServerResponse) {
    const wire = transport();
    await «this.mcp.connect(wire)»;
    await wire.handleRequest(req, res);
  }
}`,
  { value: 'this.mcp', origin: 'created once (line 11)', entry: '`createServer`' },
  `${v1}${httpTypes}
export class Notes {
  listen(port: number) {
    return createServer((req, res) => {
      this.handle(req, res).catch(console.error);
    }).listen(port);
  }
  private async handle(req: IncomingMessage, res: ServerResponse) {
    const wire = transport();
    await new McpServer(info).connect(wire);
    await wire.handleRequest(req, res);
  }
}`,
);

pair(
  'a method with the request behind another one, of a server that was passed in',
  `${v1}${httpTypes}
export class Notes {
  constructor(private readonly mcp: McpServer) {}
  mount(http: Server) {
    http.on('request', (req: IncomingMessage, res: ServerResponse) => void this.#route(req, res));
  }
  async #route(req: IncomingMessage, res: ServerResponse) {
    if (req.url === '/mcp') await this.#serve(req, res);
  }
  async #serve(req: IncomingMessage, res: ServerResponse) {
    const wire = transport();
    await «this.mcp.connect(wire)»;
    await wire.handleRequest(req, res);
  }
}`,
  { value: 'this.mcp', origin: 'passed in once (line 11)', entry: '`http.on`' },
  `${v1}${httpTypes}
export class Answer {
  constructor(private readonly mcp: McpServer) {}
  async serve(req: IncomingMessage, res: ServerResponse) {
    const wire = transport();
    await this.mcp.connect(wire);
    await wire.handleRequest(req, res);
  }
}`,
);

silent(
  'a method with the request that its object registers, and connects once',
  `${v1}${httpTypes}
export class Notes {
  readonly #mcp = new McpServer(info);
  #wire: StreamableHTTPServerTransport | undefined;
  listen(port: number) {
    return createServer((req, res) => void this.#handle(req, res)).listen(port);
  }
  async #handle(req: IncomingMessage, res: ServerResponse) {
    if (!this.#wire) {
      this.#wire = new StreamableHTTPServerTransport({ sessionIdGenerator: () => randomUUID() });
      await this.#mcp.connect(this.#wire);
    }
    await this.#wire.handleRequest(req, res);
  }
}`,
);

pair(
  'an event of an HTTP server',
  `${v1}
import { Server } from 'node:http';
const server = new McpServer(info);
new Server().on('request', async (req, res) => {
  await «server.connect(transport())»;
  res.end();
});`,
  { value: 'server', origin: 'created once (line 10)', entry: '`new Server().on`' },
  `${v1}
import { Server } from 'node:http';
const server = new McpServer(info);
new Server().on('listening', async () => {
  await server.connect(transport());
});`,
);

pair(
  'a connection of a web socket server',
  `${v1}
import { WebSocketServer } from 'ws';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
declare function overSocket(socket: object): Transport;
const server = new McpServer(info);
new WebSocketServer({ port: 8080 }).on('connection', async (socket) => {
  await «server.connect(overSocket(socket))»;
});`,
  {
    value: 'server',
    origin: 'created once (line 12)',
    unit: 'connection',
    entry: '`new WebSocketServer({ port: 8080 }).on`',
  },
  `${v1}
import { WebSocketServer } from 'ws';
const server = new McpServer(info);
new WebSocketServer({ port: 8080 }).on('close', async () => {
  await server.connect(transport());
});`,
);

pair(
  'a new session of a transport',
  `${v1}
const server = new McpServer(info);
export const open = () => {
  const wire = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: async () => {
      await «server.connect(transport())»;
    },
  });
  return wire;
};`,
  { value: 'server', origin: 'created once (line 9)', unit: 'session', entry: '`StreamableHTTPServerTransport`' },
  `${v1}
export const open = () => {
  const wire = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: async () => {
      await new McpServer(info).connect(wire);
    },
  });
  return wire;
};`,
);

pair(
  'a function without a name that is given a request',
  `${v1}
const server = new McpServer(info);
export default async (req: express.Request, res: express.Response) => {
  await «server.connect(transport())»;
};`,
  { value: 'server', origin: 'created once (line 9)', entry: 'the function on line 10' },
  `${v1}
const server = new McpServer(info);
export default async () => {
  await server.connect(transport());
};`,
);

pair(
  'a handler that a long expression registers',
  `${v1}
const server = new McpServer(info);
express()
  .disable('x-powered-by')
  .route('/mcp')
  .post(async () => {
    await «server.connect(transport())»;
  });`,
  { value: 'server', origin: 'created once (line 9)', entry: '`….post`' },
  `${v1}
const server = new McpServer(info);
express()
  .disable('x-powered-by')
  .listen(3000, async () => {
    await server.connect(transport());
  });`,
);

pair(
  'a route file’s export',
  `${v2}
const server = new McpServer(info);
export async function POST(request) {
  const transport = new WebStandardStreamableHTTPServerTransport();
  await «server.connect(transport)»;
  return transport.handleRequest(request);
}`,
  { effect: 'refusesSecondFactory', value: 'server', origin: 'created once (line 4)', entry: '`POST`' },
  `${v2}
export async function POST(request) {
  const server = new McpServer(info);
  const transport = new WebStandardStreamableHTTPServerTransport();
  await server.connect(transport);
  return transport.handleRequest(request);
}`,
  { filename: 'route.ts' },
);

pair(
  'a web handler',
  `${v2}
const server = new McpServer(info);
export async function serve(request: Request): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport();
  await «server.connect(transport)»;
  return transport.handleRequest(request);
}`,
  { effect: 'refusesSecondFactory', value: 'server', origin: 'created once (line 4)', entry: '`serve`' },
  `${v2}
const { fetch } = createMcpHandler(() => new McpServer(info));
export async function serve(request: Request): Promise<Response> {
  return fetch(request);
}`,
);

pair(
  'a worker’s default export',
  `${v2}
const server = new McpServer(info);
export default {
  async fetch(request) {
    const transport = new WebStandardStreamableHTTPServerTransport();
    await «server.connect(transport)»;
    return transport.handleRequest(request);
  },
};`,
  { effect: 'refusesSecondFactory', value: 'server', origin: 'created once (line 4)', entry: '`fetch`' },
  `${v2}
export default {
  async fetch(request) {
    const server = new McpServer(info);
    const transport = new WebStandardStreamableHTTPServerTransport();
    await server.connect(transport);
    return transport.handleRequest(request);
  },
};`,
);

pair(
  'a server of Bun',
  `${v2}
declare const Bun: { serve(options: { routes: Record<string, (request: Request) => Promise<Response>> }): void };
const server = new McpServer(info);
Bun.serve({
  routes: {
    '/mcp': async (request) => {
      const transport = new WebStandardStreamableHTTPServerTransport();
      await «server.connect(transport)»;
      return transport.handleRequest(request);
    },
  },
});`,
  { effect: 'refusesSecondFactory', value: 'server', origin: 'created once (line 5)', entry: "`'/mcp'`" },
  `${v2}
declare const Bun: { serve(options: { routes: Record<string, (request: Request) => Promise<Response>> }): void };
const { fetch } = createMcpHandler(() => new McpServer(info));
Bun.serve({ routes: { '/mcp': fetch } });`,
);

pair(
  'a controller’s method',
  `${v1}
import { Controller, Post, Req, Res } from '@nestjs/common';
@Controller()
export class McpController {
  constructor(private readonly server: McpServer) {}
  @Post('/mcp')
  async answer(@Req() req: express.Request, @Res() res: express.Response) {
    const wire = transport();
    await «this.server.connect(wire)»;
    await wire.handleRequest(req, res, req.body);
  }
}`,
  { value: 'this.server', origin: 'passed in once (line 12)', entry: '`answer`' },
  `${v1}
import { Controller, Post, Req, Res } from '@nestjs/common';
@Controller()
export class McpController {
  constructor(private readonly factory: { create(): McpServer }) {}
  @Post('/mcp')
  async answer(@Req() req: express.Request, @Res() res: express.Response) {
    const wire = transport();
    await this.factory.create().connect(wire);
    await wire.handleRequest(req, res, req.body);
  }
}`,
);

pair(
  'an object of route options',
  `${v1}
import fastify from 'fastify';
const server = new McpServer(info);
fastify().route({
  method: 'POST',
  url: '/mcp',
  handler: async (request, reply) => {
    const wire = transport();
    await «server.connect(wire)»;
    await wire.handleRequest(request.raw, reply.raw, request.body);
  },
});`,
  { value: 'server', origin: 'created once (line 10)', entry: '`fastify().route`' },
  `${v1}
import fastify from 'fastify';
const server = new McpServer(info);
fastify().addHook('onReady', async () => {
  await server.connect(transport());
});`,
);

pair(
  'a registrar of the user’s own',
  `${v1}
import { onRpc } from './rpc.js';
const server = new McpServer(info);
onRpc(async () => {
  await «server.connect(transport())»;
});`,
  { value: 'server', origin: 'created once (line 10)', entry: '`onRpc`' },
  `${v1}
import { onStart } from './rpc.js';
const server = new McpServer(info);
onStart(async () => {
  await server.connect(transport());
});`,
  { options: [{ allow: [], entryPoints: [{ packages: ['agent-safety-sdk-tests'], names: ['onRpc'] }] }] },
);

pair(
  'a method of the user’s own that registers',
  `${v1}
import { bus } from './rpc.js';
const server = new McpServer(info);
bus.subscribe('mcp', async () => {
  await «server.connect(transport())»;
});`,
  { value: 'server', origin: 'created once (line 10)', entry: '`bus.subscribe`' },
  `${v1}
import { bus } from './rpc.js';
const server = new McpServer(info);
bus.started(async () => {
  await server.connect(transport());
});`,
  {
    options: [
      { allow: [], entryPoints: [{ packages: ['agent-safety-sdk-tests'], names: ['Bus'], method: 'subscribe' }] },
    ],
  },
);

// other objects that serve one client

pair(
  'a transport without sessions',
  `${v1}
const wire = transport();
await new McpServer(info).connect(wire);
app.post('/mcp', async (req, res) => {
  await «wire.handleRequest(req, res, req.body)»;
});`.replace(
    'const wire = transport();',
    'const wire = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });',
  ),
  {
    effect: 'reusesTransport',
    value: 'wire',
    origin: 'created once (line 9)',
    entry: '`app.post`',
    op: 'handleRequest',
  },
  `${v1}
const wire = new StreamableHTTPServerTransport({ sessionIdGenerator: randomUUID });
await new McpServer(info).connect(wire);
app.post('/mcp', async (req, res) => {
  await wire.handleRequest(req, res, req.body);
});`,
);

const stateless = (generator: string): string => `${v1}
const options = { sessionIdGenerator: ${generator}, enableJsonResponse: true };
const wire = new StreamableHTTPServerTransport(options);
await new McpServer(info).connect(wire);
app.post('/mcp', async (req, res) => {
  await «wire.handleRequest(req, res, req.body)»;
});`;
pair(
  'a transport without sessions, by a constant',
  stateless('undefined'),
  {
    effect: 'reusesTransport',
    value: 'wire',
    origin: 'created once (line 10)',
    entry: '`app.post`',
    op: 'handleRequest',
  },
  stateless('randomUUID').replace(/[«»]/g, ''),
);

silent(
  'a transport whose options are filled later',
  stateless('undefined as (() => string) | undefined')
    .replace(/[«»]/g, '')
    .replace('const wire', 'if (process.env.SESSIONS) options.sessionIdGenerator = randomUUID;\nconst wire'),
);

const served = (port: string): string => `${v1}
export function serve(name: string) {
  const server = new McpServer({ ...info, name });
  const local = express();
  local.post('/mcp', async (req, res) => {
    await «server.connect(transport())»;
  });
  return local.listen(${port});
}`;
pair(
  'a server on a port that is known, and not one for the program that is told its port',
  served('3000'),
  { effect: 'refusesSecond', value: 'server', origin: 'created once (line 10)', entry: '`local.post`' },
  served("0, '127.0.0.1'").replace(/[«»]/g, ''),
);
pair(
  'a server on a port that is known, or on any where that is taken',
  served("3000).on('error', () => local.listen(0)"),
  { effect: 'refusesSecond', value: 'server', origin: 'created once (line 10)', entry: '`local.post`' },
  served('0').replace(/[«»]/g, ''),
);

pair(
  'what the user describes in the settings',
  `import express from 'express';
import { Hub } from './hub.js';
const hub = new Hub();
express().post('/hub', async (req, res) => {
  await «hub.attach(res)»;
});`,
  {
    effect: 'sharesSession',
    value: 'hub',
    origin: 'created once (line 3)',
    entry: '`express().post`',
    op: 'attach',
  },
  `import express from 'express';
import { Hub } from './hub.js';
express().post('/hub', async (req, res) => {
  await new Hub().attach(res);
});`,
  {
    settings: {
      'agent-safety': {
        protocols: [
          {
            id: 'hub',
            noun: 'hub',
            subjects: [{ packages: ['agent-safety-sdk-tests'], names: ['Hub'] }],
            states: { idle: { phase: 'unopened', text: 'idle' }, busy: { phase: 'open', text: 'busy' } },
            construct: 'idle',
            ops: { attach: { role: 'open', from: ['idle'], moves: { idle: 'busy' } } },
            perConnection: 'attach',
            source: 'https://example.test/hub',
          },
        ],
      },
    },
  },
);

pair(
  'tools for queries',
  `
import { createSdkMcpServer, query } from '@anthropic-ai/claude-agent-sdk';
import express from 'express';
const notes = createSdkMcpServer({ name: 'notes', tools: [] });
express().post('/ask', async (req, res) => {
  for await (const message of «query({ prompt: String(req.query['q']), options: { mcpServers: { notes } } })») res.write(message.type);
  res.end();
});`,
  { effect: 'sharesTools', value: 'notes', origin: 'created once (line 4)', entry: '`express().post`', op: 'query' },
  `
import { createSdkMcpServer, query } from '@anthropic-ai/claude-agent-sdk';
import express from 'express';
express().post('/ask', async (req, res) => {
  const notes = createSdkMcpServer({ name: 'notes', tools: [] });
  for await (const message of query({ prompt: String(req.query['q']), options: { mcpServers: { notes } } })) res.write(message.type);
  res.end();
});`,
);

pair(
  'tools for queries, in constant options',
  `
import { createSdkMcpServer, query } from '@anthropic-ai/claude-agent-sdk';
import express from 'express';
const options = { mcpServers: { notes: createSdkMcpServer({ name: 'notes', tools: [] }) } };
express().post('/ask', async (req, res) => {
  for await (const message of «query({ prompt: 'hello', options })») res.write(message.type);
  res.end();
});`,
  { effect: 'sharesTools', value: 'options', origin: 'created once (line 4)', entry: '`express().post`', op: 'query' },
  `
import { createSdkMcpServer, query } from '@anthropic-ai/claude-agent-sdk';
const options = { mcpServers: { notes: createSdkMcpServer({ name: 'notes', tools: [] }) } };
for await (const message of query({ prompt: 'hello', options })) console.log(message.type);`,
);

const constructed = (options: string): string => `
import { createSdkMcpServer, query, type Options } from '@anthropic-ai/claude-agent-sdk';
import express from 'express';
const notes = () => createSdkMcpServer({ name: 'notes', tools: [] });
const shared = notes();
class Desk {
  readonly #options: Options;
  constructor(model: string) {
    this.#options = { model, mcpServers: { notes: shared } };
  }
  async *answer(prompt: string) {
    for await (const message of ${options}) yield message.type;
  }
}
const desk = new Desk('opus');
express().post('/ask', async (req, res) => {
  for await (const type of desk.answer(String(req.query['q']))) res.write(type);
  res.end();
});`;
pair(
  'tools for queries, in options that a constructor puts into a field',
  constructed('«query({ prompt, options: this.#options })»'),
  {
    effect: 'sharesTools',
    value: 'shared',
    origin: 'created once (line 5)',
    entry: '`express().post`',
    op: 'query',
  },
  constructed('query({ prompt, options: { ...this.#options, mcpServers: { notes: notes() } } })').replace(
    'mcpServers: { notes: shared }',
    'maxTurns: 3',
  ),
);

pair(
  'tools for queries, in a field with options',
  `
import { createSdkMcpServer, query } from '@anthropic-ai/claude-agent-sdk';
import express from 'express';
class Desk {
  readonly #options = { maxTurns: 3, mcpServers: { notes: createSdkMcpServer({ name: 'notes', tools: [] }) } };
  async ask(prompt: string) {
    for await (const message of «query({ prompt, options: { ...this.#options, model: 'opus' } })») console.log(message.type);
  }
}
const desk = new Desk();
express().post('/ask', async (req, res) => {
  await desk.ask(String(req.query['q']));
  res.end();
});`,
  {
    effect: 'sharesTools',
    value: 'this.#options',
    origin: 'created once (line 5)',
    entry: '`express().post`',
    op: 'query',
  },
  `
import { createSdkMcpServer, query } from '@anthropic-ai/claude-agent-sdk';
import express from 'express';
class Desk {
  readonly #options = { maxTurns: 3, mcpServers: { notes: createSdkMcpServer({ name: 'notes', tools: [] }) } };
  async ask(prompt: string) {
    for await (const message of query({ prompt, options: { ...this.#options, model: 'opus' } })) console.log(message.type);
  }
}
express().post('/ask', async (req, res) => {
  await new Desk().ask(String(req.query['q']));
  res.end();
});`,
);

pair(
  'tools for queries, from a part of constant options',
  `
import { createSdkMcpServer, query } from '@anthropic-ai/claude-agent-sdk';
import express from 'express';
const notes = createSdkMcpServer({ name: 'notes', tools: [] });
const settings = { servers: { notes }, port: 80 };
express().post('/ask', async (req, res) => {
  for await (const message of «query({ prompt: 'hello', options: { mcpServers: settings.servers } })») res.write(message.type);
  res.end();
});`,
  { effect: 'sharesTools', value: 'notes', origin: 'created once (line 4)', entry: '`express().post`', op: 'query' },
  `
import { createSdkMcpServer, query } from '@anthropic-ai/claude-agent-sdk';
import express from 'express';
express().post('/ask', async (req, res) => {
  const settings = { servers: { notes: createSdkMcpServer({ name: 'notes', tools: [] }) }, port: 80 };
  for await (const message of query({ prompt: 'hello', options: { mcpServers: settings.servers } })) res.write(message.type);
  res.end();
});`,
);

const optionsOf = (servers: string): string => `
import { createSdkMcpServer, query } from '@anthropic-ai/claude-agent-sdk';
import express from 'express';
class Agent {
  readonly #notes = createSdkMcpServer({ name: 'notes', tools: [] });
  #options() { return { maxTurns: 3, mcpServers: ${servers} }; }
  async reply(prompt: string) { for await (const message of «query({ prompt, options: this.#options() })») console.log(message.type); }
}
const agent = new Agent();
express().post('/ask', async (req, res) => { await agent.reply('hello'); res.end(); });`;
pair(
  'tools for queries, in options that a method makes',
  optionsOf('{ notes: this.#notes }'),
  {
    effect: 'sharesTools',
    value: 'this.#notes',
    origin: 'created once (line 5)',
    entry: '`express().post`',
    op: 'query',
  },
  optionsOf("{ notes: createSdkMcpServer({ name: 'notes', tools: [] }) }").replace(/[«»]/g, ''),
);

const factory = (made: string): string => `${v2}
class Factory {
  #server: McpServer | undefined;
  readonly create = (): McpServer => {
    ${made}
  };
}
const made = new Factory();
export const { fetch } = createMcpHandler(made.create);`;
pair(
  'a factory in a field that returns the same server',
  factory('this.#server ??= new McpServer(info); return «this.#server»;'),
  {
    effect: 'returnsShared',
    value: 'this.#server',
    origin: 'created once (line 7)',
    entry: '`createMcpHandler`',
    op: 'createMcpHandler',
  },
  factory('this.#server = new McpServer(info); return this.#server;'),
);

const maker = (kept: string): string => `${v2}
class Maker {
  #server: McpServer | undefined;
  constructor(private readonly name: string) {}
  create(): McpServer {
    if (this.#server) return this.#server;
    const server = new McpServer({ ...info, name: this.name });
    ${kept}
    return server;
  }
}
const maker = new Maker('trails');
export const { fetch } = createMcpHandler(() => «maker.create()»);`;
pair(
  'a factory that keeps what it has made first, and returns it by another name',
  maker('this.#server = server;'),
  {
    effect: 'returnsShared',
    value: 'maker.create()',
    origin: 'created once (line 9)',
    entry: '`createMcpHandler`',
    op: 'createMcpHandler',
  },
  maker('console.log(server.server);').replace(/[«»]/g, ''),
);

pair(
  'a factory that returns the same server',
  `${v2}
const server = new McpServer(info);
export const { fetch } = createMcpHandler(() => «server»);`,
  {
    effect: 'returnsShared',
    value: 'server',
    origin: 'created once (line 4)',
    entry: '`createMcpHandler`',
    op: 'createMcpHandler',
  },
  `${v2}
export const { fetch } = createMcpHandler(() => {
  const server = new McpServer(info);
  return server;
});`,
);

pair(
  'a transport without sessions, of a version that leaks',
  `import { randomUUID } from 'node:crypto';
import express from 'express';
import { StreamableHTTPServerTransport } from './sdk-1.25/index.js';
const wire = new StreamableHTTPServerTransport({});
express().post('/mcp', async (req, res) => {
  await «wire.handleRequest(req, res)»;
});`,
  {
    effect: 'leaksAnswers',
    value: 'wire',
    origin: 'created once (line 4)',
    entry: '`express().post`',
    op: 'handleRequest',
  },
  `import { randomUUID } from 'node:crypto';
import express from 'express';
import { StreamableHTTPServerTransport } from './sdk-1.25/index.js';
const wire = new StreamableHTTPServerTransport({ sessionIdGenerator: randomUUID });
express().post('/mcp', async (req, res) => {
  await wire.handleRequest(req, res);
});`,
);

pair(
  'a transport of Hono without sessions, as its documentation has it',
  `import { StreamableHTTPTransport } from '@hono/mcp';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { Hono } from 'hono';
const app = new Hono();
const server = new McpServer({ name: 'a', version: '1' });
const wire = new StreamableHTTPTransport();
app.all('/mcp', async (c) => {
  if (!server.isConnected()) await server.connect(wire);
  return «wire.handleRequest(c)»;
});`,
  { effect: 'mixesAnswers', value: 'wire', origin: 'created once (line 6)', entry: '`app.all`', op: 'handleRequest' },
  `import { StreamableHTTPTransport } from '@hono/mcp';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { Hono } from 'hono';
const app = new Hono();
app.all('/mcp', async (c) => {
  const server = new McpServer({ name: 'a', version: '1' });
  const wire = new StreamableHTTPTransport();
  await server.connect(wire);
  return wire.handleRequest(c);
});`,
);

const hono = `import { StreamableHTTPTransport } from '@hono/mcp';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { Hono } from 'hono';
`;
const appOf = `  const server = new McpServer({ name: 'a', version: '1' });
  const wire = new StreamableHTTPTransport();
  await server.connect(wire);
  const app = new Hono();
  app.all('/mcp', (c) => wire.handleRequest(c));`;

silent(
  'an app with a transport for each request',
  `${hono}export default { async fetch(request: Request) {
${appOf}
  return app.fetch(request);
} };`,
);
silent(
  'an app with a transport for each request, by a function',
  `${hono}const create = async () => {
${appOf}
  return app;
};
export default { fetch: async (request: Request) => (await create()).fetch(request) };`,
);
silent(
  'an app with a transport for each object that a platform makes',
  `${hono}export class Session {
  readonly app = new Hono();
  readonly wire = new StreamableHTTPTransport();
  constructor() {
    this.app.all('/mcp', (c) => this.wire.handleRequest(c));
  }
  fetch(request: Request) {
    return this.app.fetch(request);
  }
}`,
);

silent(
  'a transport of Hono with sessions',
  `import { randomUUID } from 'node:crypto';
import { StreamableHTTPTransport } from '@hono/mcp';
import { Hono } from 'hono';
const wire = new StreamableHTTPTransport({ sessionIdGenerator: randomUUID });
new Hono().all('/mcp', (c) => wire.handleRequest(c));`,
);

silent(
  'a transport whose options are not known',
  `${v1}
declare const options: { sessionIdGenerator?: () => string };
const wire = new StreamableHTTPServerTransport(options);
const spread = new StreamableHTTPServerTransport({ ...options });
app.post('/mcp', async (req, res) => {
  await wire.handleRequest(req, res);
  await spread.handleRequest(req, res);
});`,
);

pair(
  'a version that leaks',
  `import express from 'express';
import { McpServer } from './sdk-1.25/index.js';
const server = new McpServer({ name: 'a', version: '1' });
express().post('/mcp', async (req, res) => {
  await «server.connect({ req, res })»;
});`,
  { effect: 'leaksMessages', value: 'server', origin: 'created once (line 3)', entry: '`express().post`' },
  `import express from 'express';
import { McpServer } from './sdk-1.25/index.js';
express().post('/mcp', async (req, res) => {
  await new McpServer({ name: 'a', version: '1' }).connect({ req, res });
});`,
);

// connecting once

pair(
  'closing at the end of each request, while requests overlap',
  `${v1}
const server = new McpServer(info);
app.post('/mcp', async (req, res) => {
  res.on('close', () => void server.close());
  await «server.connect(transport())»;
});`,
  { value: 'server', origin: 'created once (line 9)', entry: '`app.post`' },
  `${v1}
const server = new McpServer(info);
app.get('/sse', async () => {
  if (server.isConnected()) await server.close();
  await server.connect(transport());
});`,
);

pair(
  'a condition about the session, not about the server',
  `${v1}
const server = new McpServer(info);
const open = new Map<string, StreamableHTTPServerTransport>();
app.post('/mcp', async (req, res) => {
  let wire = open.get(String(req.headers['mcp-session-id']));
  if (!wire) {
    wire = transport();
    await «server.connect(wire)»;
  }
  await wire.handleRequest(req, res, req.body);
});`,
  { value: 'server', origin: 'created once (line 9)', entry: '`app.post`' },
  `${v1}
const open = new Map<string, StreamableHTTPServerTransport>();
app.post('/mcp', async (req, res) => {
  let wire = open.get(String(req.headers['mcp-session-id']));
  if (!wire) {
    wire = transport();
    await new McpServer(info).connect(wire);
  }
  await wire.handleRequest(req, res, req.body);
});`,
);

pair(
  'a flag that says something else',
  `${v1}
const server = new McpServer(info);
let stopping = false;
process.once('SIGTERM', () => (stopping = true));
app.post('/mcp', async (req, res) => {
  if (stopping) return void res.status(503).end();
  await «server.connect(transport())»;
});`,
  { value: 'server', origin: 'created once (line 9)', entry: '`app.post`' },
  `${v1}
const server = new McpServer(info);
let connected = false;
app.post('/mcp', async () => {
  if (connected) return;
  connected = true;
  await server.connect(transport());
});`,
);

for (const [name, goesOn, leaves] of [
  [
    'a flag of which one branch leaves',
    `if (connected) { if (req.body) return; else console.log('again'); }`,
    `if (connected) { if (req.body) return; else throw new Error('again'); }`,
  ],
  [
    'a flag with another branch',
    `if (!connected) console.log('first'); else console.log('again');`,
    `if (!connected) console.log('first'); else return;`,
  ],
  [
    'a flag that a switch tests',
    `switch (connected) { case true: console.log('again'); break; default: console.log('first'); }`,
    `switch (connected) { case true: console.log('again'); return; default: console.log('first'); }`,
  ],
  [
    'a flag before a throw that is caught',
    `try { if (connected) throw new Error('again'); } catch { console.log('again'); }`,
    `try { if (connected) throw new Error('again'); } catch { return; }`,
  ],
] as const) {
  const connecting = (test: string, call: string): string => `${v1}
const server = new McpServer(info);
let connected = false;
app.post('/mcp', async (req) => {
  ${test}
  connected = true;
  await ${call};
});`;
  pair(
    name,
    connecting(goesOn, '«server.connect(transport())»'),
    { value: 'server', origin: 'created once (line 9)', entry: '`app.post`' },
    connecting(leaves, 'server.connect(transport())'),
  );
}

pair(
  'a flag of the request',
  `${v1}
const server = new McpServer(info);
app.post('/mcp', async (req, res) => {
  const state = { attached: false };
  if (!state.attached) {
    await «server.connect(transport())»;
    state.attached = true;
  }
});`,
  { value: 'server', origin: 'created once (line 9)', entry: '`app.post`' },
  `${v1}
const server = new McpServer(info);
const state = { attached: false };
app.post('/mcp', async (req, res) => {
  if (!state.attached) {
    await server.connect(transport());
    state.attached = true;
  }
});`,
);

silent(
  'a flag that a helper sets',
  `${v1}
const server = new McpServer(info);
let ready = false;
async function init() {
  await server.connect(transport());
  ready = true;
}
app.post('/mcp', async () => {
  if (!ready) await init();
});`,
);

silent(
  'a promise that is kept',
  `${v1}
const server = new McpServer(info);
let connecting: Promise<void> | undefined;
app.post('/mcp', async () => {
  connecting ??= server.connect(transport());
  await connecting;
});`,
);

silent(
  'a transport that is kept',
  `${v1}
class Front {
  private wire: StreamableHTTPServerTransport | undefined;
  constructor(private readonly server: McpServer) {
    app.post('/mcp', async (req, res) => {
      if (!this.wire) {
        this.wire = new StreamableHTTPServerTransport({ sessionIdGenerator: randomUUID });
        await this.server.connect(this.wire);
      }
      await this.wire.handleRequest(req, res, req.body);
    });
  }
}
export const front = new Front(new McpServer(info));`,
);

silent(
  'the server’s own transport is asked for',
  `${v1}
const mcp = new McpServer(info);
app.post('/mcp', async () => {
  if (mcp.server.transport !== undefined) return;
  await mcp.connect(transport());
});`,
);

silent(
  'the transport of a server in another object is asked for',
  `${v1}
class Debugger {
  readonly mcp = new McpServer(info);
}
const shared = new Debugger();
app.get('/sse', async (req, res) => {
  if (shared.mcp.server.transport) {
    res.status(204).end();
    return;
  }
  await shared.mcp.connect(transport());
});`,
);

pair(
  'a singleton with an early return',
  `${v1}
let server: McpServer | null = null;
const getServer = () => {
  if (server) {
    return server;
  }
  server = new McpServer(info);
  return server;
};
app.post('/mcp', async () => {
  await «getServer().connect(transport())»;
});`,
  { value: 'getServer()', origin: 'created once (line 14)', entry: '`app.post`' },
  `${v1}
let server: McpServer | null = null;
const getServer = () => {
  server = new McpServer(info);
  return server;
};
app.post('/mcp', async () => {
  await getServer().connect(transport());
});`,
);

pair(
  'a transport without sessions that is given to the application',
  `${v1}
function createApp(wire: StreamableHTTPServerTransport) {
  app.post('/mcp', async (req, res) => {
    await «wire.handleRequest(req, res, req.body)»;
  });
}
createApp(new StreamableHTTPServerTransport({ sessionIdGenerator: undefined }));`,
  {
    effect: 'reusesTransport',
    value: 'wire',
    origin: 'created once (line 14)',
    entry: '`app.post`',
    op: 'handleRequest',
  },
  `${v1}
function createApp(wire: StreamableHTTPServerTransport) {
  app.post('/mcp', async (req, res) => {
    await wire.handleRequest(req, res, req.body);
  });
}
createApp(new StreamableHTTPServerTransport({ sessionIdGenerator: () => randomUUID() }));`,
);

silent(
  'a set of connected servers',
  `${v1}
const server = new McpServer(info);
const connected = new WeakSet<McpServer>();
app.post('/mcp', async () => {
  if (connected.has(server)) return;
  connected.add(server);
  await server.connect(transport());
});`,
);

silent(
  'a server for each session, kept by its id',
  `${v1}
const sessions = new Map<string, { server: McpServer; wire: StreamableHTTPServerTransport }>();
app.post('/mcp', async (req, res) => {
  const server = new McpServer(info);
  const wire = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => void sessions.set(id, { server, wire }),
  });
  await server.connect(wire);
  await wire.handleRequest(req, res, req.body);
});
app.get('/mcp', async (req, res) => {
  const session = sessions.get(String(req.headers['mcp-session-id']));
  await session?.server.connect(session.wire);
});`,
);

silent(
  'a server of this process',
  `${v1}
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
const server = new McpServer(info);
async function main() {
  await server.connect(new StdioServerTransport());
}
main().catch(() => process.exit(1));
app.get('/health', (_req, res) => void res.send('ok'));`,
);

silent(
  'several servers in a loop',
  `${v1}
const servers = [new McpServer(info), new McpServer(info)];
for (const server of servers) await server.connect(transport());`,
);

pair(
  'a server that a test helper shares',
  `${v1}
export function startServer(server: McpServer) {
  app.post('/mcp', async () => {
    await «server.connect(transport())»;
  });
}`,
  { value: 'server', origin: 'passed in once (line 9)', entry: '`app.post`' },
  `${v1}
declare function describe(name: string, run: () => void): void;
declare function beforeEach(run: () => Promise<void>): void;
declare const it: { each(rows: unknown[]): (name: string, run: () => Promise<void>) => void };
describe('server', () => {
  let server: McpServer;
  beforeEach(async () => {
    server = new McpServer(info);
  });
  it.each([1, 2])('answers', async () => {
    app.post('/mcp', async () => {
      await server.connect(transport());
    });
  });
});
it.each([])('answers with a helper', async () => {
  startServer(new McpServer(info));
});
function startServer(server: McpServer) {
  app.post('/mcp', async () => {
    await server.connect(transport());
  });
}`,
);

silent(
  'a client, which may be used by many requests',
  `${v1}
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
const client = new Client(info);
app.post('/ask', async () => {
  await client.connect(transport());
});`,
);

silent(
  'callbacks that are no requests',
  `${v1}
const server = new McpServer(info);
process.on('SIGHUP', async () => {
  await server.connect(transport());
});
setTimeout(async () => {
  await server.connect(transport());
}, 1000);`,
);

silent(
  'a container of unknown lifetime',
  `${v1}
declare const container: { resolve<T>(type: new (...args: never[]) => T): T };
const pool: Record<string, McpServer> = {};
app.post('/mcp', async (req) => {
  await container.resolve(McpServer).connect(transport());
  await pool[String(req.query['tenant'])]?.connect(transport());
  await (req as unknown as { server: McpServer }).server.connect(transport());
});`,
);

silent(
  'an allowed type',
  `${v1}
class Multiplexer extends McpServer {}
const server = new Multiplexer(info);
app.post('/mcp', async () => {
  await server.connect(transport());
});`,
  { options: [{ allow: [{ from: 'file', name: 'Multiplexer' }], entryPoints: [] }] },
);

pair(
  'JavaScript',
  `${v1}
class Front {
  constructor() {
    this.server = new McpServer(info);
  }
  mount() {
    app.post('/mcp', async () => {
      await «this.server.connect(transport())»;
    });
  }
}
new Front().mount();`,
  { value: 'this.server', origin: 'created once (line 11)', entry: '`app.post`' },
  `${v1}
class Front {
  constructor() {
    this.server = undefined;
  }
  mount() {
    app.post('/mcp', async () => {
      this.server = new McpServer(info);
      await this.server.connect(transport());
    });
  }
}
new Front().mount();`,
  { filename: 'script.js' },
);

pair(
  'an injected field that is replaced',
  `${v1}
export class Front {
  constructor(private server: McpServer) {
    app.post('/mcp', async () => {
      await «this.server.connect(transport())»;
    });
  }
}`,
  { value: 'this.server', origin: 'passed in once (line 10)', entry: '`app.post`' },
  `${v1}
export class Front {
  constructor(private server: McpServer) {
    app.post('/mcp', async () => {
      this.server = new McpServer(info);
      await this.server.connect(transport());
    });
  }
}`,
);

silent('an empty file', '');

tester.run('no-shared-server', noSharedServer, { valid, invalid });
