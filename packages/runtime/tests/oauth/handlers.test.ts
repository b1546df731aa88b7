import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createMcpHandler, McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { beforeAll, describe, expect, it } from 'vitest';
import { McpClient, McpServerSession } from '../../src/mcp/index.ts';
import { createResourceGate, scopesFor } from '../../src/oauth/index.ts';
import type { RequestAuthInfo, ResourceGate } from '../../src/oauth/index.ts';
import { fileTools, rules, Trace } from './file-server.ts';
import { Issuer, issuer, resource } from './signing.ts';

// Whether handlers, in the process of the server, have the grant of the request that they answer.

const scopes = scopesFor(fileTools(new Trace()), rules);
const clientInfo = { name: 'client', version: '1' };

type Fetch = (request: Request, options: { readonly authInfo: RequestAuthInfo }) => Promise<Response>;

let gate: ResourceGate;
let reader: string;

beforeAll(async () => {
  const own = await Issuer.create();
  reader = await own.sign({ scope: 'files:read' });
  gate = createResourceGate({ resource, authorizationServers: [issuer], verifier: own.verifier(), scopes });
});

/** A client's transport through the gate to a server in this process. */
function through(server: Fetch): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(new URL(resource), {
    requestInit: { headers: { authorization: `Bearer ${reader}` } },
    fetch: async (url, init) => gate.handle(new Request(url, init), server),
  });
}

/** A client's transport past the gate, by a program that makes up what a gate would hand on. */
function past(server: Fetch): StreamableHTTPClientTransport {
  const authInfo = {
    token: '' as const,
    clientId: 'agent',
    scopes: ['files:read', 'files:write'],
    expiresAt: 2_000_000_000,
    resource: new URL(resource),
    resourceMetadataUrl: gate.metadataUrl,
  };
  return new StreamableHTTPClientTransport(new URL(resource), {
    fetch: async (url, init) => server(new Request(url, init), { authInfo }),
  });
}

/** A session of this package as a server, whose handler of calls checks the scopes again. */
function sessionServer(): Fetch {
  const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => 'session' });
  const session = McpServerSession.over(transport, {
    serverInfo: { name: 'files', version: '1' },
    handlers: {
      'tools/list': (_params, context) => ({
        tools: scopes.reachable(context).map(({ name }) => ({ name, inputSchema: { type: 'object' } })),
      }),
      'tools/call': ({ name }, context) => {
        const { subject = '' } = scopes.requireGranted(name, context);
        return { content: [{ type: 'text', text: `${name} for ${subject}` }] };
      },
    },
  });
  void session.recvInitialize().then(async ([, next]) => (await next.sendInitializeResult()).recvInitialized());
  return async (request, options) => transport.handleRequest(request, options);
}

async function sessionOver(transport: StreamableHTTPClientTransport): Promise<McpClient> {
  const [, next] = await (await McpClient.over(transport).sendInitialize({ clientInfo })).recvInitializeResult();
  return next.sendInitialized();
}

describe('a handler of a typed session', () => {
  it('has the grant of its request', async () => {
    const client = await sessionOver(through(sessionServer()));

    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['read_file']);
    expect(await client.callTool({ name: 'read_file' })).toMatchObject({ content: [{ text: 'read_file for ada' }] });
    await client.close();
  });

  it('refuses a call that came past the gate, whatever scopes it states', async () => {
    const client = await sessionOver(past(sessionServer()));

    expect((await client.listTools()).tools).toEqual([]);
    await expect(client.callTool({ name: 'read_file' })).rejects.toMatchObject({
      code: -32000,
      data: { reason: 'insufficient scope', tool: 'read_file', scopes: ['files:read'] },
    });
    await client.close();
  });
});

describe('a server that the official SDK makes for one request', () => {
  const handler = createMcpHandler((context) => {
    const server = new McpServer({ name: 'files', version: '1' });
    for (const { name } of scopes.reachable(context)) {
      server.registerTool(name, { inputSchema: z.object({}) }, (_args, call) => {
        const { scopes: granted } = scopes.requireGranted(name, call);
        return { content: [{ type: 'text', text: granted.join(' ') }] };
      });
    }
    return server;
  });

  it('has the tools that the token reaches, and no others', async () => {
    const client = await McpClient.stateless(through(handler.fetch), { clientInfo });

    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['read_file']);
    expect(await client.callTool({ name: 'read_file' })).toMatchObject({ content: [{ text: 'files:read' }] });
    await client.close();
  });

  it('has none for a request that came past the gate', async () => {
    const client = await McpClient.stateless(past(handler.fetch), { clientInfo });

    await expect(client.callTool({ name: 'read_file' })).rejects.toThrow();
    await client.close();
  });
});
