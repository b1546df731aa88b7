import { PassThrough } from 'node:stream';
import {
  Client,
  InMemoryTransport,
  SSEClientTransport,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { McpServer, Server, completable, createMcpHandler } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import {
  mcpClientV2,
  mcpLowLevelServerV2,
  mcpServerV2,
  mcpServerV2Prompts,
  mcpServerV2Resources,
  mcpServerV2Tools,
} from '../../../src/models/sessions/mcp-v2.ts';
import { mcpServerNotifications } from '../../../src/models/sessions/mcp-server.ts';
import type { State } from '../../../src/models/sessions/protocol.ts';
import { callMember } from './members.ts';
import { type Ending, type Rig, type Seen, type Stage, endingOf } from './observe.ts';
import { PipeTransport, answerPings } from './peers.ts';
import { Wire, judgeLifecycle, judgeMessage } from './wire.ts';

const info = { name: 'conformance', version: '1.0.0' };
const text = { content: [{ type: 'text' as const, text: 'hello' }] };
/** What talks to nobody. */
const lifecycle: ReadonlySet<string> = new Set([
  'connect',
  'close',
  'registerCapabilities',
  'setVersionNegotiation',
  ...mcpLowLevelServerV2.neutral,
  ...mcpServerV2.neutral,
  ...mcpClientV2.neutral,
]);

/** A server that has something of everything, so that an empty answer means that nobody was asked. */
function fullServer(): McpServer {
  const server = new McpServer(info, {
    capabilities: {
      logging: {},
      resources: { subscribe: true },
    },
  });
  server.registerTool('echo', { description: 'Echoes' }, () => text);
  server.registerResource('note', 'note://one', {}, (uri) => ({ contents: [{ uri: uri.href, text: 'one' }] }));
  server.registerPrompt('greet', { argsSchema: z.object({ name: completable(z.string(), () => ['Ada']) }) }, () => ({
    messages: [{ role: 'user', content: { type: 'text', text: 'hello' } }],
  }));
  server.server.setRequestHandler('resources/subscribe', () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', () => ({}));
  return server;
}

/** A client that answers whatever a server may ask. */
function fullClient(): Client {
  const client = new Client(info, {
    capabilities: {
      sampling: {},
      elicitation: { form: {}, url: {} },
      roots: { listChanged: true },
    },
  });
  client.setRequestHandler('sampling/createMessage', () => ({
    role: 'assistant',
    model: 'none',
    content: { type: 'text', text: 'hello' },
  }));
  client.setRequestHandler('elicitation/create', () => ({ action: 'decline' }));
  client.setRequestHandler('roots/list', () => ({ roots: [{ uri: 'file:///tmp' }] }));
  return client;
}

/** What neither needs nor changes a state. */
const neutralArguments = {
  setRequestHandler: ['ping', () => ({})],
  removeRequestHandler: ['no-such-method'],
  assertCanSetRequestHandler: ['no-such-method'],
  setNotificationHandler: ['notifications/progress', () => undefined],
  removeNotificationHandler: ['no-such-method'],
  projectCallToolResult: [text, undefined],
  toolInputSchemaJson: ['echo'],
  resolveScopeChallenge: [{ request: { method: 'tools/call', params: { name: 'echo' } } }],
};

const clientArguments: Readonly<Record<string, readonly unknown[]>> = {
  ...neutralArguments,
  registerCapabilities: [{ sampling: {} }],
  request: [{ method: 'ping' }],
  notification: [{ method: 'notifications/progress', params: { progressToken: 1, progress: 1 } }],
  callTool: [{ name: 'echo', arguments: {} }],
  getPrompt: [{ name: 'greet', arguments: { name: 'Ada' } }],
  readResource: [{ uri: 'note://one' }],
  subscribeResource: [{ uri: 'note://one' }],
  unsubscribeResource: [{ uri: 'note://one' }],
  complete: [{ ref: { type: 'ref/prompt', name: 'greet' }, argument: { name: 'name', value: 'A' } }],
  setLoggingLevel: ['info'],
  setVersionNegotiation: [{ mode: 'auto' }],
  listen: [{ toolsListChanged: true }],
};

/** Operations of the protocol's revision 2026-07-28, which in-memory transports do not negotiate by default. */
const modernOps = new Set(['discover', 'listen']);

class ClientStage implements Stage {
  readonly client = new Client(info, { capabilities: { roots: { listChanged: true } } });
  readonly #servers: McpServer[] = [];
  #wire = Wire.unused();
  #wasInitialized = false;

  /** Connects to a server of its own: attached at the call, connected when the promise settles. */
  connect(): Promise<void> {
    const [own, peer] = InMemoryTransport.createLinkedPair();
    this.#wire = new Wire(own, peer, 'sender');
    const server = fullServer();
    this.#servers.push(server);
    void server.connect(peer);
    return this.client.connect(own);
  }

  call(op: string): unknown {
    this.#wasInitialized = this.#wire.mark();
    if (op === 'connect') return this.connect();
    return callMember(this.client, [], op, clientArguments[op] ?? []);
  }

  async judge(op: string, ending: Ending): Promise<Seen> {
    if (!lifecycle.has(op)) return judgeMessage(this.#wire, this.#wasInitialized, ending);
    if (op === 'connect' && ending.kind === 'fulfilled') {
      // What a connection holds is let go of by `close()`: a server that still has its transport was forgotten.
      await this.client.close();
      return this.#servers.some((server) => server.isConnected()) ? 'leaks' : 'ok';
    }
    return judgeLifecycle(ending);
  }

  states(): readonly State[] {
    return this.client.transport ? ['connecting', 'active', 'halfOpen'] : ['new', 'closed'];
  }

  async dispose(): Promise<void> {
    await this.client.close();
    await Promise.all(this.#servers.map((server) => server.close()));
  }
}

/** A client that is connected over HTTP, in this process, to a server that speaks the revision 2026-07-28. */
async function modernStage(): Promise<Stage> {
  const handler = createMcpHandler(() => fullServer());
  const client = new Client(info, { versionNegotiation: { mode: 'auto' } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
      fetch: (url, init) => handler.fetch(new Request(url, init)),
    }),
  );
  return {
    call: (op) => callMember(client, [], op, clientArguments[op] ?? []),
    judge: (_op, ending) => judgeLifecycle(ending),
    dispose: async () => {
      await client.close();
      await handler.close();
    },
  };
}

async function clientStage(prepare?: (stage: ClientStage) => unknown): Promise<ClientStage> {
  const stage = new ClientStage();
  await prepare?.(stage);
  return stage;
}

const clientRig: Rig = {
  patience: 5_000,
  neutral: true,
  protocol: mcpClientV2,
  reach: {
    new: () => clientStage(),
    connecting: () => clientStage((stage) => void stage.connect().catch(() => undefined)),
    active: (op) => (modernOps.has(op) ? modernStage() : clientStage((stage) => stage.connect())),
    closed: () =>
      clientStage(async (stage) => {
        await stage.connect();
        await stage.client.close();
      }),
    // Nobody listens there: `start()` rejects, and `connect()` with it.
    halfOpen: () =>
      clientStage((stage) =>
        stage.client.connect(new SSEClientTransport(new URL('http://127.0.0.1:9/sse'))).catch(() => undefined),
      ),
  },
};

const serverArguments: Readonly<Record<string, readonly unknown[]>> = {
  ...neutralArguments,
  registerCapabilities: [{ completions: {} }],
  request: [{ method: 'ping' }],
  notification: [{ method: 'notifications/progress', params: { progressToken: 1, progress: 1 } }],
  sendLoggingMessage: [{ level: 'info', data: 'hello' }],
  sendResourceUpdated: [{ uri: 'note://one' }],
  createMessage: [{ messages: [{ role: 'user', content: { type: 'text', text: 'hello' } }], maxTokens: 1 }],
  elicitInput: [{ message: '?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } }],
  createElicitationCompletionNotifier: ['elicitation-1'],
};

/** A session of `McpServer` or `Server`: what the former does not have itself is called on its `server`. */
class ServerStage implements Stage {
  readonly session: McpServer | Server;
  readonly #client = fullClient();
  #wire = Wire.unused();
  #wasInitialized = false;

  constructor(session: McpServer | Server) {
    this.session = session;
  }

  get #server(): Server {
    return this.session instanceof McpServer ? this.session.server : this.session;
  }

  /** Connects to a transport whose other end answers pings and nothing else: no client has introduced itself. */
  attach(): Promise<void> {
    const [own, peer] = InMemoryTransport.createLinkedPair();
    this.#wire = new Wire(own, peer, 'receiver');
    answerPings(peer);
    return this.session.connect(own);
  }

  /** Connects to a client. */
  async initialize(): Promise<void> {
    const [own, peer] = InMemoryTransport.createLinkedPair();
    this.#wire = new Wire(own, peer, 'receiver');
    await this.session.connect(own);
    await this.#client.connect(peer);
  }

  /** Connects to a transport that somebody started by hand, and lets a client talk to it. */
  async fail(): Promise<void> {
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    const own = new StdioServerTransport(stdin, stdout);
    const peer = new PipeTransport(stdout, stdin);
    this.#wire = new Wire(own, peer, 'receiver');
    await own.start();
    await this.session.connect(own).catch(() => undefined);
    await this.#client.connect(peer as never);
  }

  call(op: string): unknown {
    this.#wasInitialized = this.#wire.mark();
    if (op === 'connect') return this.attach();
    if (this.session instanceof McpServer && register[op]) return register[op](this.session);
    if (op in this.session) return callMember(this.session, [], op, serverArguments[op] ?? []);
    return callMember(this.#server, [], op, serverArguments[op] ?? []);
  }

  async judge(op: string, ending: Ending): Promise<Seen> {
    if (lifecycle.has(op)) return judgeLifecycle(ending);
    if (op !== 'createElicitationCompletionNotifier') {
      const seen = judgeMessage(this.#wire, this.#wasInitialized, ending);
      return seen === this.#outcomeByDesign(op) ? 'ok' : seen;
    }
    if (ending.kind !== 'returned') return judgeLifecycle(ending);
    const later = await endingOf(ending.value as () => unknown);
    return later.kind === 'rejected' ? 'breaks-later' : judgeLifecycle(later);
  }

  /** "Sends … if connected" is how `McpServer` declares them, whether or not the client is initialized. */
  #outcomeByDesign(op: string): Seen | undefined {
    if (this.session === this.#server || !(op in mcpServerNotifications)) return undefined;
    return this.#server.transport ? 'races' : 'silently-dropped';
  }

  states(): readonly State[] {
    return this.#server.transport ? ['connecting', 'attached', 'initialized', 'halfOpen'] : ['new', 'closed'];
  }

  async dispose(): Promise<void> {
    await Promise.all([this.session.close(), this.#client.close()]);
  }
}

function lowLevelServer(): Server {
  return new Server(info, {
    capabilities: { logging: {}, tools: { listChanged: true }, resources: {}, prompts: {} },
  });
}

function serverRig(protocol: Rig['protocol'], create: () => McpServer | Server): Rig {
  const stage = async (prepare?: (stage: ServerStage) => unknown): Promise<ServerStage> => {
    const prepared = new ServerStage(create());
    await prepare?.(prepared);
    return prepared;
  };
  return {
    protocol,
    neutral: true,
    reach: {
      new: () => stage(),
      connecting: () => stage((it) => void it.attach()),
      attached: () => stage((it) => it.attach()),
      initialized: () => stage((it) => it.initialize()),
      closed: () =>
        stage(async (it) => {
          await it.initialize();
          await it.session.close();
        }),
      halfOpen: () => stage((it) => it.fail()),
    },
  };
}

/** Registers one thing of a kind, under a name of its own. */
let registrations = 0;
const register: Readonly<Record<string, (server: McpServer) => unknown>> = {
  registerTool: (server) => server.registerTool(`tool-${++registrations}`, {}, () => text),
  registerResource: (server) =>
    server.registerResource(`note-${++registrations}`, `note://${registrations}`, {}, () => ({ contents: [] })),
  registerPrompt: (server) => server.registerPrompt(`prompt-${++registrations}`, {}, () => ({ messages: [] })),
};

function registrationRig(protocol: Rig['protocol'], first: string): Rig {
  const stage = async (prepare: (server: McpServer) => unknown): Promise<Stage> => {
    const server = new McpServer(info);
    await prepare(server);
    return {
      call: (op) => (op === 'close' ? server.close() : op === 'connect' ? connect(server) : register[op]?.(server)),
      judge: (_op, ending) => judgeLifecycle(ending),
      // A session shows it only by what the next registration does, which the other cells are about.
      dispose: () => server.close(),
    };
  };
  // A server that is connected already refuses to be connected again, which the server's own protocol says.
  const connect = async (server: McpServer): Promise<void> => {
    await server.close();
    await server.connect(InMemoryTransport.createLinkedPair()[0]);
  };
  return {
    protocol,
    subject: 'nothing declared',
    reach: {
      empty: () => stage(() => undefined),
      filled: () => stage((server) => register[first]?.(server)),
      sealed: () => stage(connect),
    },
    notRun: { 'sealed/connect': 'The server refuses a second connect(): see its own protocol.' },
  };
}

/** The other way to be filled: the capability is declared in the constructor's options. */
function declaredRig(protocol: Rig['protocol'], capability: 'tools' | 'resources' | 'prompts'): Rig {
  const filled = async (): Promise<Stage> => {
    const server = new McpServer(info, { capabilities: { [capability]: {} } });
    await server.connect(InMemoryTransport.createLinkedPair()[0]);
    return {
      call: (op) => register[op]?.(server),
      judge: (_op, ending) => judgeLifecycle(ending),
      dispose: () => server.close(),
    };
  };
  return {
    protocol,
    subject: `capability \`${capability}\` declared in the options, connected`,
    reach: { filled },
    notRun: { 'filled/connect': 'Connected already.', 'filled/close': 'Changes nothing.' },
  };
}

export const mcpV2Rigs: readonly Rig[] = [
  clientRig,
  serverRig(mcpServerV2, fullServer),
  registrationRig(mcpServerV2Tools, 'registerTool'),
  declaredRig(mcpServerV2Tools, 'tools'),
  registrationRig(mcpServerV2Resources, 'registerResource'),
  declaredRig(mcpServerV2Resources, 'resources'),
  registrationRig(mcpServerV2Prompts, 'registerPrompt'),
  declaredRig(mcpServerV2Prompts, 'prompts'),
  serverRig(mcpLowLevelServerV2, lowLevelServer),
];
