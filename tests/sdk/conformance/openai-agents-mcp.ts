import {
  Agent,
  type MCPServer,
  MCPServerSSE,
  MCPServerStdio,
  MCPServerStreamableHttp,
  type MCPServers,
  type Model,
  Runner,
  Usage,
  connectMcpServers,
  getAllMcpTools,
  run,
  setTracingDisabled,
} from '@openai/agents';
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  openaiAgentsHttpMcpServer,
  openaiAgentsMcpServer,
  openaiAgentsMcpServers,
} from '../../../src/models/sessions/openai-agents-mcp.ts';
import { Gate, ssePeer, streamablePeer } from './http-peers.ts';
import { callMember } from './members.ts';
import { type Rig, type Stage, pause } from './observe.ts';
import { ChildPeer } from './peers.ts';
import { judgeLifecycle } from './wire.ts';

setTracingDisabled(true);

const quiet = (): void => undefined;
/** Connections that are closed while they are made are what the tests are about, and no news. */
const logger = {
  namespace: 'conformance',
  debug: quiet,
  error: quiet,
  warn: quiet,
  dontLogModelData: true,
  dontLogToolData: true,
};

type Output = Awaited<ReturnType<Model['getResponse']>>['output'][number];

const answer: Output = {
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'hello' }],
};

/** A model that answers without calling a tool. */
const model: Model = {
  getResponse: () => Promise.resolve({ usage: new Usage(), output: [answer] }),
  getStreamedResponse: () => {
    throw new Error('never asked to stream');
  },
};

const toolCall: Output = {
  type: 'function_call',
  callId: 'call-1',
  name: 'echo',
  status: 'completed',
  arguments: '{}',
};

/** A model that calls the tool `echo` when it is let, and then answers. */
function waitingModel(isLet: Promise<void>): Model {
  let turn = 0;
  return {
    ...model,
    getResponse: async () => {
      await isLet;
      return { usage: new Usage(), output: turn++ === 0 ? [toolCall] : [answer] };
    },
  };
}

/** A run over some servers that has begun: its model has not answered yet. */
class Begun {
  readonly #failed: Promise<boolean>;
  #goOn = quiet;

  constructor(mcpServers: MCPServer[]) {
    const isLet = new Promise<void>((resolve) => (this.#goOn = resolve));
    const agent = new Agent({ name: 'tester', model: waitingModel(isLet), mcpServers });
    this.#failed = run(agent, 'hello').then(
      ({ newItems }) => newItems.some((item) => item.type === 'tool_call_output_item' && isError(item.output)),
      () => true,
    );
  }

  /** Lets the model call its tool: whether that, or the run, fails. */
  fails(): Promise<boolean> {
    this.#goOn();
    return this.#failed;
  }
}

function isError(output: unknown): boolean {
  return !JSON.stringify(output).includes('"hello"') && output !== 'hello';
}

/** Other cells are those of a session that is connected. */
const ofRuns: Rig['notRun'] = {
  '*/drain': 'It is the end of a run, not a call.',
  'running/connect': 'As in the state before the run.',
  'running/reconnect': 'As in the state before the run.',
};

type Session = MCPServerSSE | MCPServerStdio | MCPServerStreamableHttp;

interface Subject {
  readonly session: Session;
  /** How many connections the other side sees. */
  readonly connections: () => number;
  readonly dispose: () => Promise<void> | void;
  /** Where the order of answers matters: what holds requests back. */
  readonly gate?: Gate;
}

const requestArguments: Readonly<Record<string, readonly unknown[]>> = {
  callTool: ['echo', {}],
  callToolResult: ['echo', {}],
  readResource: ['note://one'],
};

/** Child processes and sockets take their time on a busy machine, and no operation of these hangs. */
const patience = 30_000;
const clientSessionTimeoutSeconds = 30;

function rig(protocol: Rig['protocol'], subject: string, create: () => Subject | Promise<Subject>): Rig {
  const stage = async (prepare?: (subject: Subject) => Promise<unknown>): Promise<Stage> => {
    const subject = await create();
    const { session, connections, dispose } = subject;
    const prepared = await prepare?.(subject);
    return {
      call: (op) => {
        if (op === 'connect' && prepared instanceof Overlap) return prepared.connectAgain('answered last');
        if (op !== 'runAgent') return callMember(session, [], op, requestArguments[op] ?? []);
        const agent = new Agent({ name: 'tester', model, mcpServers: [session] });
        return Promise.all([run(agent, 'hello'), new Runner().run(agent, 'hello'), getAllMcpTools([session])]);
      },
      judge: async (op, ending) => {
        if (prepared instanceof Begun && (await prepared.fails())) return 'breaks-later';
        if (op !== 'connect' || ending.kind !== 'fulfilled') return judgeLifecycle(ending);
        // What a connection holds is let go of by `close()`: one that is still there was forgotten.
        await session.close();
        // Sockets are seen to be closed a little later.
        for (let turns = 0; turns < 200 && connections() > 0; turns++) await pause(10);
        return connections() > 0 ? 'leaks' : 'ok';
      },
      dispose: async () => {
        if (prepared instanceof Overlap) prepared.release();
        await session.close();
        await dispose();
      },
    };
  };
  return {
    protocol,
    subject,
    patience,
    shared: () => true,
    neutral: true,
    notRun: ofRuns,
    reach: {
      new: () => stage(),
      connecting: () =>
        stage(async ({ session, gate }) => {
          if (gate) return Overlap.begin(session, gate);
          return void session.connect().catch(quiet);
        }),
      connected: () => stage(({ session }) => session.connect()),
      running: () =>
        stage(async ({ session }) => {
          await session.connect();
          return new Begun([session]);
        }),
      closed: () =>
        stage(async ({ session }) => {
          await session.connect();
          await session.close();
        }),
    },
  };
}

/**
 * Two connections of one session that are made at once. Without a gate it is up to the machine which of the two is answered
 * first, and that decides which of the two is rejected.
 */
class Overlap {
  readonly #session: Session;
  readonly #gate: Gate;
  readonly #first: Promise<unknown>;
  readonly release: () => void;

  private constructor(session: Session, gate: Gate, first: Promise<unknown>, release: () => void) {
    this.#session = session;
    this.#gate = gate;
    this.#first = first;
    this.release = release;
  }

  /** Resolves once the first connection made its first request, which is not answered yet. */
  static async begin(session: Session, gate: Gate): Promise<Overlap> {
    const held = gate.holdNext();
    const first = session.connect().then(quiet, (error: unknown) => error);
    return new Overlap(session, gate, first, await held);
  }

  /** What the first `connect` was rejected with. */
  get first(): Promise<unknown> {
    return this.#first;
  }

  async connectAgain(order: 'answered first' | 'answered last'): Promise<void> {
    const held = this.#gate.holdNext();
    const second = this.#session.connect();
    const over = second.catch(quiet);
    const release = await held;
    if (order === 'answered last') {
      this.release();
      await this.#first;
      release();
    } else {
      release();
      await over;
      this.release();
    }
    return second;
  }
}

/** A group of one server, and an agent that got it while the group was open. */
async function groupStage(prepare?: (group: MCPServers) => Promise<unknown>): Promise<Stage> {
  const { session, dispose } = httpSubject();
  const group = await connectMcpServers([session], { strict: true });
  const agent = new Agent({ name: 'tester', model, mcpServers: group.active });
  const prepared = await prepare?.(group);
  return {
    call: (op) => {
      if (op === 'runAgent') return Promise.all([run(agent, 'hello'), new Runner().run(agent, 'hello')]);
      if (op === 'Symbol.asyncDispose') return group[Symbol.asyncDispose]();
      return callMember(group, [], op, op === 'reconnect' ? [{ failedOnly: false }] : []);
    },
    judge: async (_, ending) =>
      prepared instanceof Begun && (await prepared.fails()) ? 'breaks-later' : judgeLifecycle(ending),
    states: () => (group.active.length > 0 ? ['open', 'running'] : ['closed']),
    dispose: async () => {
      if (prepared instanceof Begun) await prepared.fails();
      await group.close();
      await dispose();
    },
  };
}

const groupRig: Rig = {
  protocol: openaiAgentsMcpServers,
  subject: 'MCPServers',
  patience,
  notRun: ofRuns,
  reach: {
    open: () => groupStage(),
    running: () => groupStage((group) => Promise.resolve(new Begun(group.active))),
    closed: () => groupStage((group) => group.close()),
  },
};

/** How two connections that are made at once end: what each `connect` is rejected with, if it is. */
export async function overlappingConnects(second: 'answered first' | 'answered last'): Promise<readonly unknown[]> {
  const { session, gate, dispose } = httpSubject();
  const overlap = await Overlap.begin(session, gate);
  const again = await overlap.connectAgain(second).then(quiet, (error: unknown) => error);
  const endings = [await overlap.first, again];
  await session.close();
  await dispose();
  return endings;
}

function httpSubject() {
  const peer = streamablePeer(fullServer);
  const gate = new Gate(peer.fetch);
  const session = new MCPServerStreamableHttp({ name: 'peer', logger, url: peer.url.href, fetch: gate.fetch });
  return { session, gate, connections: () => peer.connections(), dispose: () => peer.close() };
}

function fullServer(): McpServer {
  const server = new McpServer({ name: 'conformance', version: '1.0.0' });
  server.registerTool('echo', {}, () => ({ content: [{ type: 'text', text: 'hello' }] }));
  server.registerResource('note', 'note://one', {}, (uri) => ({ contents: [{ uri: uri.href, text: 'one' }] }));
  server.registerResource('notes', new ResourceTemplate('note://{id}', { list: undefined }), {}, (uri) => ({
    contents: [{ uri: uri.href, text: 'one' }],
  }));
  return server;
}

export const openaiAgentsRigs: readonly Rig[] = [
  rig(openaiAgentsMcpServer, 'MCPServerStdio', () => {
    const peer = new ChildPeer();
    const session = new MCPServerStdio({ name: 'peer', logger, clientSessionTimeoutSeconds, ...peer.command });
    return { session, connections: () => peer.running().length, dispose: () => peer.close() };
  }),
  rig(openaiAgentsMcpServer, 'MCPServerSSE', async () => {
    const peer = await ssePeer(fullServer);
    const session = new MCPServerSSE({
      name: 'peer',
      logger,
      clientSessionTimeoutSeconds,
      url: peer.url.href,
      fetch: peer.fetch,
      eventSourceInit: { fetch: peer.fetch },
    });
    return { session, connections: () => peer.connections(), dispose: () => peer.close() };
  }),
  rig(openaiAgentsHttpMcpServer, 'MCPServerStreamableHttp', httpSubject),
  groupRig,
];
