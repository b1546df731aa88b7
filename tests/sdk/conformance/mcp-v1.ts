import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import {
  InMemoryTaskMessageQueue,
  InMemoryTaskStore,
} from '@modelcontextprotocol/sdk/experimental/tasks/stores/in-memory.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { completable } from '@modelcontextprotocol/sdk/server/completable.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  EmptyResultSchema,
  ListRootsRequestSchema,
  PingRequestSchema,
  ProgressNotificationSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import {
  mcpClientV1,
  mcpClientV1Early,
  mcpLowLevelServerV1,
  mcpLowLevelServerV1Early,
  mcpServerV1,
  mcpServerV1Early,
  mcpServerV1Prompts,
  mcpServerV1Resources,
  mcpServerV1Tools,
} from '../../../src/models/sessions/mcp-v1.ts';
import { mcpServerNotifications } from '../../../src/models/sessions/mcp-server.ts';
import type { State } from '../../../src/models/sessions/protocol.ts';
import * as earlySdk from './mcp-v1-early.ts';
import { callMember } from './members.ts';
import { type Ending, type Rig, type Seen, type Stage, endingOf } from './observe.ts';
import { PipeTransport, answerPings } from './peers.ts';
import { Wire, judgeLifecycle, judgeMessage } from './wire.ts';

/** What is taken of a version of the SDK. */
const installed = {
  Client,
  InMemoryTaskMessageQueue,
  InMemoryTaskStore,
  InMemoryTransport,
  McpServer,
  SSEClientTransport,
  Server,
  StdioServerTransport,
  completable,
};
type Sdk = typeof installed;

const info = { name: 'conformance', version: '1.0.0' };
const text = { content: [{ type: 'text' as const, text: 'hello' }] };
/** What talks to nobody. */
const lifecycle: ReadonlySet<string> = new Set([
  'connect',
  'close',
  'registerCapabilities',
  ...mcpLowLevelServerV1.neutral,
  ...mcpServerV1.neutral,
  ...mcpClientV1.neutral,
]);

/** The methods of `experimental.tasks`. The classes have hidden methods of the same names, with other parameters. */
const taskOps = new Set([
  'callToolStream',
  'requestStream',
  'createMessageStream',
  'elicitInputStream',
  'getTask',
  'getTaskResult',
  'listTasks',
  'cancelTask',
]);

/** A server that has something of everything, so that an empty answer means that nobody was asked. */
function fullServer(sdk: Sdk): McpServer {
  const server = new sdk.McpServer(info, {
    capabilities: {
      logging: {},
      resources: { subscribe: true },
      tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } },
    },
    taskStore: new sdk.InMemoryTaskStore(),
    taskMessageQueue: new sdk.InMemoryTaskMessageQueue(),
  });
  server.registerTool('echo', { description: 'Echoes' }, () => text);
  server.registerResource('note', 'note://one', {}, (uri) => ({ contents: [{ uri: uri.href, text: 'one' }] }));
  server.registerPrompt('greet', { argsSchema: { name: sdk.completable(z.string(), () => ['Ada']) } }, () => ({
    messages: [{ role: 'user', content: { type: 'text', text: 'hello' } }],
  }));
  server.server.setRequestHandler(SubscribeRequestSchema, () => ({}));
  server.server.setRequestHandler(UnsubscribeRequestSchema, () => ({}));
  return server;
}

/** A client that answers whatever a server may ask. */
function fullClient(sdk: Sdk): Client {
  const client = new sdk.Client(info, {
    capabilities: {
      sampling: {},
      elicitation: { form: {}, url: {} },
      roots: { listChanged: true },
      tasks: { list: {}, cancel: {} },
    },
    taskStore: new sdk.InMemoryTaskStore(),
  });
  client.setRequestHandler(CreateMessageRequestSchema, () => ({
    role: 'assistant',
    model: 'none',
    content: { type: 'text', text: 'hello' },
  }));
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'decline' }));
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: 'file:///tmp' }] }));
  return client;
}

/** What neither needs nor changes a state. */
const neutralArguments = {
  setRequestHandler: [PingRequestSchema, () => ({})],
  removeRequestHandler: ['no-such-method'],
  assertCanSetRequestHandler: ['no-such-method'],
  setNotificationHandler: [ProgressNotificationSchema, () => undefined],
  removeNotificationHandler: ['no-such-method'],
};

const clientArguments: Readonly<Record<string, readonly unknown[]>> = {
  ...neutralArguments,
  registerCapabilities: [{ sampling: {} }],
  request: [{ method: 'ping' }, EmptyResultSchema],
  notification: [{ method: 'notifications/progress', params: { progressToken: 1, progress: 1 } }],
  callTool: [{ name: 'echo', arguments: {} }],
  getPrompt: [{ name: 'greet', arguments: { name: 'Ada' } }],
  readResource: [{ uri: 'note://one' }],
  subscribeResource: [{ uri: 'note://one' }],
  unsubscribeResource: [{ uri: 'note://one' }],
  complete: [{ ref: { type: 'ref/prompt', name: 'greet' }, argument: { name: 'name', value: 'A' } }],
  setLoggingLevel: ['info'],
  callToolStream: [{ name: 'echo', arguments: {} }],
  requestStream: [{ method: 'ping' }, EmptyResultSchema],
  getTask: ['no-such-task'],
  getTaskResult: ['no-such-task'],
  cancelTask: ['no-such-task'],
};

class ClientStage implements Stage {
  readonly client: Client;
  readonly #sdk: Sdk;
  readonly #servers: McpServer[] = [];
  #wire = Wire.unused();
  #wasInitialized = false;

  constructor(sdk: Sdk) {
    this.#sdk = sdk;
    this.client = new sdk.Client(info, { capabilities: { roots: { listChanged: true } } });
  }

  /** Connects to a server of its own: attached at the call, connected when the promise settles. */
  connect(): Promise<void> {
    const [own, peer] = this.#sdk.InMemoryTransport.createLinkedPair();
    this.#wire = new Wire(own, peer, 'sender');
    const server = fullServer(this.#sdk);
    this.#servers.push(server);
    void server.connect(peer);
    return this.client.connect(own);
  }

  call(op: string): unknown {
    this.#wasInitialized = this.#wire.mark();
    if (op === 'connect') return this.connect();
    return callMember(this.client, taskOps.has(op) ? ['experimental', 'tasks'] : [], op, clientArguments[op] ?? []);
  }

  async judge(op: string, ending: Ending): Promise<Seen> {
    if (!lifecycle.has(op)) return judgeMessage(this.#wire, this.#wasInitialized, ending);
    if (op !== 'connect' || ending.kind !== 'fulfilled') return judgeLifecycle(ending);
    // What a connection holds is let go of by `close()`: a server that still has its transport was forgotten.
    await this.client.close();
    return this.#servers.some((server) => server.isConnected()) ? 'leaks' : 'ok';
  }

  states(): readonly State[] {
    return this.client.transport ? ['connecting', 'active', 'halfOpen'] : ['new', 'closed'];
  }

  async dispose(): Promise<void> {
    await this.client.close();
    await Promise.all(this.#servers.map((server) => server.close()));
  }
}

function clientRig(protocol: Rig['protocol'], sdk: Sdk): Rig {
  const stage = async (prepare?: (stage: ClientStage) => unknown): Promise<ClientStage> => {
    const prepared = new ClientStage(sdk);
    await prepare?.(prepared);
    return prepared;
  };
  return {
    protocol,
    patience: 5_000,
    neutral: true,
    reach: {
      new: () => stage(),
      connecting: () => stage((it) => void it.connect().catch(() => undefined)),
      active: () => stage((it) => it.connect()),
      closed: () =>
        stage(async (it) => {
          await it.connect();
          await it.client.close();
        }),
      // Nobody listens there: `start()` rejects, and `connect()` with it.
      halfOpen: () =>
        stage((it) =>
          it.client.connect(new sdk.SSEClientTransport(new URL('http://127.0.0.1:9/sse'))).catch(() => undefined),
        ),
    },
  };
}

const serverArguments: Readonly<Record<string, readonly unknown[]>> = {
  ...neutralArguments,
  registerCapabilities: [{ completions: {} }],
  request: [{ method: 'ping' }, EmptyResultSchema],
  notification: [{ method: 'notifications/progress', params: { progressToken: 1, progress: 1 } }],
  sendLoggingMessage: [{ level: 'info', data: 'hello' }],
  sendResourceUpdated: [{ uri: 'note://one' }],
  createMessage: [{ messages: [{ role: 'user', content: { type: 'text', text: 'hello' } }], maxTokens: 1 }],
  elicitInput: [{ message: '?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } }],
  createElicitationCompletionNotifier: ['elicitation-1'],
  requestStream: [{ method: 'ping' }, EmptyResultSchema],
  createMessageStream: [{ messages: [{ role: 'user', content: { type: 'text', text: 'hello' } }], maxTokens: 1 }],
  elicitInputStream: [{ message: '?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } }],
  getTask: ['no-such-task'],
  getTaskResult: ['no-such-task'],
  cancelTask: ['no-such-task'],
};

/** A session of `McpServer` or `Server`: what the former does not have itself is called on its `server`. */
class ServerStage implements Stage {
  readonly session: McpServer | Server;
  readonly #sdk: Sdk;
  readonly #client: Client;
  /** Transports of connections that nobody closed. */
  readonly #open = new Set<object>();
  #wire = Wire.unused();
  #wasInitialized = false;

  constructor(sdk: Sdk, session: McpServer | Server) {
    this.#sdk = sdk;
    this.#client = fullClient(sdk);
    this.session = session;
  }

  get #server(): Server {
    return 'server' in this.session ? this.session.server : this.session;
  }

  /** Both ends of a connection, of which the first is the server's. */
  #pair(): [InMemoryTransport, InMemoryTransport] {
    const [own, peer] = this.#sdk.InMemoryTransport.createLinkedPair();
    this.#wire = new Wire(own, peer, 'receiver');
    this.#open.add(own);
    peer.onclose = () => this.#open.delete(own);
    return [own, peer];
  }

  /** Connects to a transport whose other end answers pings and nothing else: no client has introduced itself. */
  attach(): Promise<void> {
    const [own, peer] = this.#pair();
    answerPings(peer);
    return this.session.connect(own);
  }

  /** Connects to a client. */
  async initialize(): Promise<void> {
    const [own, peer] = this.#pair();
    await this.session.connect(own);
    await this.#client.connect(peer);
  }

  /** Connects to a transport that somebody started by hand, and lets a client talk to it. */
  async fail(): Promise<void> {
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    const own = new this.#sdk.StdioServerTransport(stdin, stdout);
    const peer = new PipeTransport(stdout, stdin);
    this.#wire = new Wire(own, peer, 'receiver');
    await own.start();
    await this.session.connect(own).catch(() => undefined);
    await this.#client.connect(peer as never);
  }

  call(op: string): unknown {
    this.#wasInitialized = this.#wire.mark();
    if (op === 'connect') return this.attach();
    if ('server' in this.session && register[op]) return register[op](this.session);
    if (op in this.session && !taskOps.has(op)) return callMember(this.session, [], op, serverArguments[op] ?? []);
    return callMember(this.#server, taskOps.has(op) ? ['experimental', 'tasks'] : [], op, serverArguments[op] ?? []);
  }

  async judge(op: string, ending: Ending): Promise<Seen> {
    if (op === 'connect' && ending.kind === 'fulfilled') {
      await this.session.close();
      return this.#open.size > 0 ? 'leaks' : 'ok';
    }
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

function lowLevelServer(sdk: Sdk): Server {
  return new sdk.Server(info, {
    capabilities: { logging: {}, tools: { listChanged: true }, resources: {}, prompts: {} },
  });
}

function serverRig(protocol: Rig['protocol'], sdk: Sdk, create: (sdk: Sdk) => McpServer | Server): Rig {
  const stage = async (prepare?: (stage: ServerStage) => unknown): Promise<ServerStage> => {
    const prepared = new ServerStage(sdk, create(sdk));
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
  tool: (server) => server.tool(`tool-${++registrations}`, () => text),
  registerToolTask: (server) =>
    server.experimental.tasks.registerToolTask(
      `tool-${++registrations}`,
      { execution: { taskSupport: 'required' } },
      {
        createTask: () => Promise.reject(new Error('never called')),
        getTask: () => Promise.reject(new Error('never called')),
        getTaskResult: () => Promise.reject(new Error('never called')),
      },
    ),
  registerResource: (server) =>
    server.registerResource(`note-${++registrations}`, `note://${registrations}`, {}, () => ({ contents: [] })),
  resource: (server) => server.resource(`note-${++registrations}`, `note://${registrations}`, () => ({ contents: [] })),
  registerPrompt: (server) => server.registerPrompt(`prompt-${++registrations}`, {}, () => ({ messages: [] })),
  prompt: (server) => server.prompt(`prompt-${++registrations}`, () => ({ messages: [] })),
};

function registrationRig(protocol: Rig['protocol'], first: string): Rig {
  // A server that is connected already refuses to be connected again, which the server's own protocol says.
  const connect = async (server: McpServer): Promise<void> => {
    await server.close();
    await server.connect(InMemoryTransport.createLinkedPair()[0]);
  };
  const stage = async (prepare: (server: McpServer) => unknown, server = new McpServer(info)): Promise<Stage> => {
    await prepare(server);
    return {
      call: (op) => (op === 'close' ? server.close() : op === 'connect' ? connect(server) : register[op]?.(server)),
      judge: (_op, ending) => judgeLifecycle(ending),
      // A session shows it only by what the next registration does, which the other cells are about.
      dispose: () => server.close(),
    };
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

const early = earlySdk as unknown as Sdk;

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

export const mcpV1Rigs: readonly Rig[] = [
  clientRig(mcpClientV1, installed),
  clientRig(mcpClientV1Early, early),
  serverRig(mcpServerV1, installed, fullServer),
  serverRig(mcpServerV1Early, early, fullServer),
  registrationRig(mcpServerV1Tools, 'registerTool'),
  declaredRig(mcpServerV1Tools, 'tools'),
  registrationRig(mcpServerV1Resources, 'registerResource'),
  declaredRig(mcpServerV1Resources, 'resources'),
  registrationRig(mcpServerV1Prompts, 'registerPrompt'),
  declaredRig(mcpServerV1Prompts, 'prompts'),
  serverRig(mcpLowLevelServerV1, installed, lowLevelServer),
  serverRig(mcpLowLevelServerV1Early, early, lowLevelServer),
];
