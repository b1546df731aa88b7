import { PassThrough } from 'node:stream';
import * as clientV2 from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioClientTransportV2 } from '@modelcontextprotocol/client/stdio';
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport as SSEClientTransportV1 } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport as StdioClientTransportV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as StreamableHTTPClientTransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { WebSocketClientTransport } from '@modelcontextprotocol/sdk/client/websocket.js';
import { InMemoryTransport as InMemoryTransportV1 } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server as ServerV1 } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport as StdioServerTransportV1 } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { WebStandardStreamableHTTPServerTransport as WebStandardTransportV1 } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import * as serverV2 from '@modelcontextprotocol/server';
import { StdioServerTransport as StdioServerTransportV2 } from '@modelcontextprotocol/server/stdio';
import { ssePeer, streamablePeer, webSocketPeer } from './http-peers.ts';
import * as early from './mcp-v1-early.ts';
import { type Seen, endingOf } from './observe.ts';
import { ChildPeer, answerPings } from './peers.ts';
import { judgeLifecycle } from './wire.ts';

/*
 * What a session is while a `close()` that nobody awaits is under way. It depends on the transport, which a protocol does
 * not know: so this is no state of a protocol, and not one of the cells.
 */

/** What was seen of one class of sessions over one transport, straight after `close()` was called. */
export interface Closing {
  readonly session: string;
  readonly transport: string;
  /** Whether the session still has its transport. */
  readonly holds: boolean;
  readonly request: Seen;
  /** A `connect()` with a new transport; `breaks-later` when the connection that it made is lost with the old one. */
  readonly connect: Seen;
}

interface Session<Transport> {
  readonly transport?: unknown;
  connect(transport: Transport): Promise<void>;
  close(): Promise<void>;
  ping(): Promise<unknown>;
}

/** A class of sessions, with the transports that it can be connected over. */
interface Kind<Transport> {
  readonly session: string;
  readonly create: () => Session<Transport>;
  readonly transports: Readonly<Record<string, () => Transport>>;
}

/** Child processes and sockets take their time on a busy machine, and nothing of this hangs. */
const PATIENCE_MS = 10_000;

const info = { name: 'conformance', version: '1.0.0' };
const stateless = { sessionIdGenerator: undefined };

/** Closes sessions of every class over every transport without awaiting it, and looks what they are. */
export async function observeClosing(): Promise<Closing[]> {
  const [sse, socket] = await Promise.all([ssePeer(), webSocketPeer()]);
  const [http, child] = [streamablePeer(), new ChildPeer()];
  const sseOptions = { fetch: sse.fetch, eventSourceInit: { fetch: sse.fetch } };
  const httpOptions = { fetch: http.fetch };
  try {
    const observations = await Promise.all([
      observeKind({
        session: '`Client`, version 1',
        create: () => new ClientV1(info),
        transports: {
          InMemoryTransport: () => served(new ServerV1(info), InMemoryTransportV1.createLinkedPair()),
          StdioClientTransport: () => new StdioClientTransportV1(child.command),
          WebSocketClientTransport: () => new WebSocketClientTransport(socket.url),
          SSEClientTransport: () => new SSEClientTransportV1(sse.url, sseOptions),
          StreamableHTTPClientTransport: () => new StreamableHTTPClientTransportV1(http.url, httpOptions),
        },
      }),
      observeKind({
        session: '`Client`, version 1 before 1.26',
        create: () => new early.Client(info),
        transports: {
          InMemoryTransport: () => served(new early.Server(info), early.InMemoryTransport.createLinkedPair()),
          StdioClientTransport: () => new early.StdioClientTransport(child.command),
          SSEClientTransport: () => new early.SSEClientTransport(sse.url, sseOptions),
          StreamableHTTPClientTransport: () => new early.StreamableHTTPClientTransport(http.url, httpOptions),
        },
      }),
      observeKind({
        session: '`Client`, version 2',
        create: () => new clientV2.Client(info),
        transports: {
          InMemoryTransport: () => served(new serverV2.Server(info), clientV2.InMemoryTransport.createLinkedPair()),
          StdioClientTransport: () => new StdioClientTransportV2(child.command),
          SSEClientTransport: () => new clientV2.SSEClientTransport(sse.url, sseOptions),
          StreamableHTTPClientTransport: () => new clientV2.StreamableHTTPClientTransport(http.url, httpOptions),
        },
      }),
      observeKind({
        session: '`Server`, version 1',
        create: () => new ServerV1(info),
        transports: {
          InMemoryTransport: () => pinged(InMemoryTransportV1.createLinkedPair()),
          StdioServerTransport: () => new StdioServerTransportV1(new PassThrough(), new PassThrough()),
          StreamableHTTPServerTransport: () => new StreamableHTTPServerTransport(stateless),
          WebStandardStreamableHTTPServerTransport: () => new WebStandardTransportV1(stateless),
        },
      }),
      observeKind({
        session: '`Server`, version 2',
        create: () => new serverV2.Server(info),
        transports: {
          InMemoryTransport: () => pinged(serverV2.InMemoryTransport.createLinkedPair()),
          StdioServerTransport: () => new StdioServerTransportV2(new PassThrough(), new PassThrough()),
          NodeStreamableHTTPServerTransport: () => new NodeStreamableHTTPServerTransport(stateless),
          WebStandardStreamableHTTPServerTransport: () =>
            new serverV2.WebStandardStreamableHTTPServerTransport(stateless),
        },
      }),
    ]);
    return observations.flat();
  } finally {
    await Promise.all([sse.close(), socket.close(), http.close()]);
    child.close();
  }
}

/** One end of a pair in memory, of which a server has the other. */
function served<Transport>(
  server: { connect(transport: Transport): Promise<void> },
  [own, peer]: [Transport, Transport],
): Transport {
  void server.connect(peer);
  return own;
}

function pinged<Transport extends Parameters<typeof answerPings>[0]>([own, peer]: [Transport, Transport]): Transport {
  answerPings(peer);
  return own;
}

async function observeKind<Transport>({ session, create, transports }: Kind<Transport>): Promise<Closing[]> {
  const observations = Object.entries(transports).map(async ([name, transport]): Promise<Closing> => {
    const connected = async (): Promise<Session<Transport>> => {
      const made = create();
      await made.connect(transport());
      return made;
    };
    const [asked, reconnected] = [await connected(), await connected()];
    return { session, transport: name, ...(await request(asked)), connect: await connect(reconnected, transport()) };
  });
  return Promise.all(observations);
}

async function request<Transport>(session: Session<Transport>): Promise<Pick<Closing, 'holds' | 'request'>> {
  const closed = session.close();
  const holds = session.transport !== undefined;
  const seen = judgeLifecycle(await endingOf(() => session.ping(), PATIENCE_MS));
  await closed;
  return { holds, request: seen };
}

async function connect<Transport>(session: Session<Transport>, transport: Transport): Promise<Seen> {
  const closed = session.close();
  const seen = judgeLifecycle(await endingOf(() => session.connect(transport), PATIENCE_MS));
  await closed;
  const survives = session.transport === transport;
  await session.close();
  return seen === 'ok' && !survives ? 'breaks-later' : seen;
}
