import { createServer } from 'node:http';
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { WebSocket, WebSocketServer } from 'ws';

/** Listens on a free port of the local host. */
export async function listening(server: HttpServer): Promise<URL> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

export async function stopped(server: HttpServer): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** Servers that clients reach over HTTP, and how many clients they have now. */
export interface HttpPeer {
  readonly url: URL;
  connections(): number;
  close(): Promise<void>;
}

/**
 * HTTP+SSE, which only version 1 of the SDK still serves. A stream that a client forgot would be opened again and again:
 * `fetch`, which clients are given, tells it to stop when the peer is closed.
 */
export async function ssePeer(create: () => McpServer = emptyServer): Promise<HttpPeer & { fetch: typeof fetch }> {
  let closed = false;
  const open = new Map<string, SSEServerTransport>();
  const server = createServer((request, response) => {
    const session = new URL(request.url ?? '/', 'http://localhost').searchParams.get('sessionId');
    const known = session === null ? undefined : open.get(session);
    if (known) return void known.handlePostMessage(request, response);
    const transport = new SSEServerTransport('/messages', response);
    open.set(transport.sessionId, transport);
    response.on('close', () => open.delete(transport.sessionId));
    void create()
      .connect(transport)
      .then(() => response.write('retry: 10\n\n'));
  });
  return {
    url: await listening(server),
    fetch: (input, init) => (closed ? Promise.resolve(new Response(null, { status: 204 })) : fetch(input, init)),
    connections: () => open.size,
    close: () => {
      closed = true;
      return stopped(server);
    },
  };
}

/** Streamable HTTP with sessions, in this process: `fetch` is what clients are given. */
export function streamablePeer(create: () => McpServer = emptyServer): HttpPeer & { fetch: typeof fetch } {
  const open = new Map<string, WebStandardStreamableHTTPServerTransport>();
  const answer = async (request: Request): Promise<Response> => {
    const known = open.get(request.headers.get('mcp-session-id') ?? '');
    if (known) return known.handleRequest(request);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => void open.set(id, transport),
      onsessionclosed: (id) => void open.delete(id),
    });
    await create().connect(transport);
    return transport.handleRequest(request);
  };
  return {
    url: new URL('http://localhost/mcp'),
    fetch: (input, init) => answer(new Request(input, init)),
    connections: () => open.size,
    close: async () => {
      await Promise.all([...open.values()].map((transport) => transport.close()));
    },
  };
}

/** A server over WebSocket that answers every request as if it introduced itself. */
export async function webSocketPeer(): Promise<HttpPeer> {
  // Node 20 has no WebSocket of its own, which browsers and later versions have.
  if (!('WebSocket' in globalThis)) Object.assign(globalThis, { WebSocket });
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'mcp' });
  server.on('connection', (socket) => {
    socket.on('message', (data) => {
      const { id, params } = JSON.parse((data as Buffer).toString()) as {
        id?: number;
        params?: { protocolVersion: string };
      };
      if (id === undefined) return;
      const serverInfo = { name: 'conformance', version: '1.0.0' };
      const result = { protocolVersion: params?.protocolVersion, capabilities: {}, serverInfo };
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, result }));
    });
  });
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: new URL(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/`),
    connections: () => server.clients.size,
    close: async () => {
      for (const socket of server.clients) socket.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function emptyServer(): McpServer {
  return new McpServer({ name: 'conformance', version: '1.0.0' });
}

/** Holds requests of a client on their way to a peer, so that a test decides what is answered first. */
export class Gate {
  readonly #waiting: ((release: () => void) => void)[] = [];
  readonly #fetch: typeof fetch;

  constructor(fetch: typeof globalThis.fetch) {
    this.#fetch = fetch;
  }

  /** The request that is made next is held; resolves when it is made, to the function that lets it pass. */
  holdNext(): Promise<() => void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const isHeld = this.#waiting.shift();
    if (isHeld) await new Promise<void>((release) => isHeld(release));
    return this.#fetch(input, init);
  };
}
