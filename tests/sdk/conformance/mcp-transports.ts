import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import * as clientV2 from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioClientTransportV2 } from '@modelcontextprotocol/client/stdio';
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport as SSEClientTransportV1 } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport as StdioClientTransportV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as StreamableHTTPClientTransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { WebSocketClientTransport } from '@modelcontextprotocol/sdk/client/websocket.js';
import { McpServer as McpServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport as StdioServerTransportV1 } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { WebStandardStreamableHTTPServerTransport as WebStandardTransportV1 } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import * as serverV2 from '@modelcontextprotocol/server';
import { StdioServerTransport as StdioServerTransportV2 } from '@modelcontextprotocol/server/stdio';
import {
  mcpHttpServerTransport,
  mcpSingleUseTransport,
  mcpStatelessNodeTransport,
  mcpStatelessTransport,
  mcpStdioClientTransport,
  mcpWebSocketTransport,
} from '../../../src/models/sessions/mcp-transports.ts';
import type { State } from '../../../src/models/sessions/protocol.ts';
import { listening, ssePeer, stopped, webSocketPeer } from './http-peers.ts';
import type { Rig, Stage } from './observe.ts';
import { ChildPeer } from './peers.ts';
import { judgeLifecycle } from './wire.ts';

const info = { name: 'conformance', version: '1.0.0' };

/** A transport and what uses it, of either version. */
interface Subject {
  readonly transport: Startable;
  /** Gives the transport to a new session. */
  readonly attach: () => Promise<Closable>;
  /** Sends one request through it, for transports of HTTP servers. */
  readonly serve?: () => Promise<unknown>;
  readonly dispose?: () => Promise<void>;
}

interface Closable {
  close(): Promise<void>;
}

interface Startable extends Closable {
  start(): Promise<void>;
  send(message: { jsonrpc: '2.0'; method: string }): Promise<void>;
}

function rig(
  protocol: Rig['protocol'],
  subject: string,
  create: (state: State) => Subject | Promise<Subject>,
  patience?: number,
): Rig {
  const stage = async (state: State, prepare?: (subject: Subject, sessions: Closable[]) => unknown): Promise<Stage> => {
    const it = await create(state);
    const sessions: Closable[] = [];
    const attach = () => it.attach().then((session) => sessions.push(session));
    await prepare?.(it, sessions);
    return {
      call: (op) => {
        if (op === 'attach') return attach();
        if (op === 'start') return it.transport.start();
        if (op === 'send') return it.transport.send({ jsonrpc: '2.0', method: 'notifications/cancelled' });
        return op === 'handleRequest' ? it.serve?.() : it.transport.close();
      },
      // Nobody but the client sees that a request failed.
      judge: (_op, ending) =>
        ending.kind === 'fulfilled' && ending.value === 500 ? 'silently-dropped' : judgeLifecycle(ending),
      dispose: async () => {
        await Promise.all(sessions.map((session) => session.close()));
        await it.transport.close();
        await it.dispose?.();
      },
    };
  };
  const taken = async (it: Subject, sessions: Closable[]): Promise<void> => void sessions.push(await it.attach());
  const served = async (it: Subject, sessions: Closable[]): Promise<void> => {
    await taken(it, sessions);
    await it.serve?.();
  };
  return {
    protocol,
    subject,
    ...(patience === undefined ? {} : { patience }),
    reach: {
      fresh: () => stage('fresh'),
      selfConnecting: () => stage('selfConnecting'),
      started: () => stage('started', (it) => it.transport.start()),
      taken: () => stage('taken', taken),
      closed: () =>
        stage('closed', async (it, sessions) => {
          await taken(it, sessions);
          await it.transport.close();
        }),
      stateful: () => stage('stateful', served),
      unused: () => stage('unused', taken),
      used: () => stage('used', served),
    },
  };
}

/** A new session of version 1 takes the transport. */
const byClientV1 = (transport: Parameters<ClientV1['connect']>[0]) => async (): Promise<Closable> => {
  const client = new ClientV1(info);
  await client.connect(transport);
  return client;
};
const byServerV1 = (transport: Parameters<McpServerV1['connect']>[0]) => async (): Promise<Closable> => {
  const server = new McpServerV1(info);
  await server.connect(transport);
  return server;
};
const byClientV2 = (transport: Parameters<clientV2.Client['connect']>[0]) => async (): Promise<Closable> => {
  const client = new clientV2.Client(info);
  await client.connect(transport);
  return client;
};
const byServerV2 = (transport: Parameters<serverV2.McpServer['connect']>[0]) => async (): Promise<Closable> => {
  const server = new serverV2.McpServer(info);
  await server.connect(transport);
  return server;
};

/** Child processes and sockets take their time on a busy machine, and no operation of these hangs. */
const UNHURRIED_MS = 10_000;
/** Nor are these in a hurry, but some of their cells hang. */
const SOCKET_MS = 1_000;

const httpHandler = serverV2.createMcpHandler(() => new serverV2.McpServer(info));
const inProcess = { fetch: (url: URL | string, init?: RequestInit) => httpHandler.fetch(new Request(url, init)) };
const nowhere = new URL('http://localhost/mcp');

const initialize = {
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: info },
  }),
};

async function sse(
  create: (peer: { url: URL; fetch: typeof fetch }) => Pick<Subject, 'transport' | 'attach'>,
): Promise<Subject> {
  const server = await ssePeer();
  return { ...create(server), dispose: () => server.close() };
}

async function webSocket(): Promise<Subject> {
  const peer = await webSocketPeer();
  const transport = new WebSocketClientTransport(peer.url);
  return { transport, attach: byClientV1(transport), dispose: () => peer.close() };
}

/** A transport whose requests are Node's: a server of one route passes them on. */
async function nodeHttp(
  create: () => Pick<Subject, 'attach'> & {
    transport: Startable & { handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> };
  },
): Promise<Subject> {
  const { transport, attach } = create();
  const server = createServer((request, response) => void transport.handleRequest(request, response));
  const url = await listening(server);
  return {
    transport,
    attach,
    serve: async () => {
      const response = await fetch(url, initialize);
      await response.text();
      return response.status;
    },
    dispose: () => stopped(server),
  };
}

/** A transport whose requests are those of the web's standards. */
function webHttp(
  transport: Startable & { handleRequest(request: Request): Promise<Response> },
  attach: Subject['attach'],
): Subject {
  return {
    transport,
    attach,
    serve: async () => (await transport.handleRequest(new Request(nowhere, initialize))).text(),
  };
}

/** The options of an HTTP transport: without a generator of ids it is stateless, and its callback may connect it. */
function optionsFor(
  state: State,
  connect: () => Promise<Closable>,
): { sessionIdGenerator: (() => string) | undefined; onsessioninitialized?: () => Promise<void> } {
  if (state === 'unused' || state === 'used') return { sessionIdGenerator: undefined };
  const sessionIdGenerator = (): string => 'session-1';
  if (state !== 'selfConnecting') return { sessionIdGenerator };
  return { sessionIdGenerator, onsessioninitialized: () => connect().then(() => undefined) };
}

function nodeServerRigs(protocol: Rig['protocol']): Rig[] {
  return [
    rig(
      protocol,
      'StreamableHTTPServerTransport, version 1',
      (state) =>
        nodeHttp(() => {
          const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport(
            optionsFor(state, () => byServerV1(transport)()),
          );
          return { transport, attach: byServerV1(transport) };
        }),
      SOCKET_MS,
    ),
    rig(
      protocol,
      'NodeStreamableHTTPServerTransport, version 2',
      (state) =>
        nodeHttp(() => {
          const transport: NodeStreamableHTTPServerTransport = new NodeStreamableHTTPServerTransport(
            optionsFor(state, () => byServerV2(transport)()),
          );
          return { transport, attach: byServerV2(transport) };
        }),
      SOCKET_MS,
    ),
  ];
}

function webServerRigs(protocol: Rig['protocol']): Rig[] {
  return [
    rig(protocol, 'WebStandardStreamableHTTPServerTransport, version 1', (state) => {
      const transport: WebStandardTransportV1 = new WebStandardTransportV1(
        optionsFor(state, () => byServerV1(transport)()),
      );
      return webHttp(transport, byServerV1(transport));
    }),
    rig(protocol, 'WebStandardStreamableHTTPServerTransport, version 2', (state) => {
      const transport: serverV2.WebStandardStreamableHTTPServerTransport =
        new serverV2.WebStandardStreamableHTTPServerTransport(optionsFor(state, () => byServerV2(transport)()));
      return webHttp(transport, byServerV2(transport));
    }),
  ];
}

export const mcpTransportRigs: readonly Rig[] = [
  rig(
    mcpStdioClientTransport,
    'StdioClientTransport, version 1',
    () => {
      const transport = new StdioClientTransportV1(new ChildPeer().command);
      return { transport, attach: byClientV1(transport) };
    },
    UNHURRIED_MS,
  ),
  rig(
    mcpStdioClientTransport,
    'StdioClientTransport, version 2',
    () => {
      const transport = new StdioClientTransportV2(new ChildPeer().command);
      return { transport, attach: byClientV2(transport) };
    },
    UNHURRIED_MS,
  ),
  rig(
    mcpSingleUseTransport,
    'StreamableHTTPClientTransport, version 1',
    () => {
      const transport = new StreamableHTTPClientTransportV1(nowhere, inProcess);
      return { transport, attach: byClientV1(transport) };
    },
    UNHURRIED_MS,
  ),
  rig(
    mcpSingleUseTransport,
    'StreamableHTTPClientTransport, version 2',
    () => {
      const transport = new clientV2.StreamableHTTPClientTransport(nowhere, inProcess);
      return { transport, attach: byClientV2(transport) };
    },
    UNHURRIED_MS,
  ),
  rig(
    mcpSingleUseTransport,
    'SSEClientTransport, version 1',
    () =>
      sse(({ url, fetch }) => {
        const transport = new SSEClientTransportV1(url, { fetch, eventSourceInit: { fetch } });
        return { transport, attach: byClientV1(transport) };
      }),
    UNHURRIED_MS,
  ),
  rig(
    mcpSingleUseTransport,
    'SSEClientTransport, version 2',
    () =>
      sse(({ url, fetch }) => {
        const transport = new clientV2.SSEClientTransport(url, { fetch, eventSourceInit: { fetch } });
        return { transport, attach: byClientV2(transport) };
      }),
    UNHURRIED_MS,
  ),
  rig(mcpWebSocketTransport, 'WebSocketClientTransport, version 1', webSocket, UNHURRIED_MS),
  rig(mcpSingleUseTransport, 'StdioServerTransport, version 1', () => {
    const transport = new StdioServerTransportV1(new PassThrough(), new PassThrough());
    return { transport, attach: byServerV1(transport) };
  }),
  rig(mcpSingleUseTransport, 'StdioServerTransport, version 2', () => {
    const transport = new StdioServerTransportV2(new PassThrough(), new PassThrough());
    return { transport, attach: byServerV2(transport) };
  }),
  ...nodeServerRigs(mcpHttpServerTransport),
  ...webServerRigs(mcpHttpServerTransport),
  ...nodeServerRigs(mcpStatelessNodeTransport),
  ...webServerRigs(mcpStatelessTransport),
];
