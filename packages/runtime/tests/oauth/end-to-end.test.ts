import { Client, ClientCredentialsProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAuthorizationServer } from './authorization-server.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import { allScopes, startFileServer } from './file-server.ts';
import type { FileServer } from './file-server.ts';

// A real authorization server, the official server and the official client, over loopback.

let authorization: AuthorizationServer;
let files: FileServer;

beforeAll(async () => {
  authorization = await startAuthorizationServer(allScopes);
  files = await startFileServer(authorization);
});

beforeEach(() => {
  for (const list of Object.values(files.trace) as unknown[][]) list.length = 0;
});

afterAll(async () => {
  await files.close();
  await authorization.close();
});

function provider(scope?: string): ClientCredentialsProvider {
  return new ClientCredentialsProvider({
    ...authorization.client,
    ...(scope !== undefined && { scope }),
    expectedIssuer: authorization.issuer,
  });
}

async function connected(options: ConstructorParameters<typeof StreamableHTTPClientTransport>[1]): Promise<Client> {
  const client = new Client({ name: 'agent', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(files.resource), options));
  return client;
}

async function withToken(token: string): Promise<Client> {
  return connected({ requestInit: { headers: { authorization: `Bearer ${token}` } } });
}

async function call(client: Client, name: string): Promise<unknown> {
  return (await client.callTool({ name, arguments: { path: 'a' } })).content;
}

async function post(token: string, body: unknown): Promise<Response> {
  return fetch(files.resource, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(body),
  });
}

const callOf = (name: string, id: number) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: { path: 'a' } },
});

describe('a client that knows nothing but the address', () => {
  it('discovers the authorization server, gets a token for the resource and calls the read tool', async () => {
    const client = await connected({ authProvider: provider(), onInsufficientScope: 'throw' });

    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('read_file');
    expect(await call(client, 'read_file')).toEqual([{ type: 'text', text: 'read_file a' }]);
    expect(files.trace.refusals[0]).toMatchObject({ reason: 'no token', status: 401, scopes: ['files:read'] });
    await client.close();
  });

  it('is refused a tool whose scope its token lacks, before guardrail and handler', async () => {
    const client = await connected({ authProvider: provider('files:read'), onInsufficientScope: 'throw' });

    await expect(call(client, 'write_file')).rejects.toMatchObject({ requiredScope: 'files:write' });
    expect(files.trace).toMatchObject({ guardrails: [], handlers: [], grants: [] });
    await client.close();
  });

  it('gets a token with the scopes that the answer names, and calls the tool', async () => {
    const client = await connected({ authProvider: provider('files:read') });

    expect(await call(client, 'write_file')).toEqual([{ type: 'text', text: 'write_file a' }]);
    expect(files.trace).toMatchObject({ guardrails: ['write_file'], handlers: ['write_file'] });
    const [grant] = files.trace.grants;
    expect([...(grant?.scopes ?? [])].sort()).toEqual(['files:read', 'files:write']);
    expect(grant).toMatchObject({ audience: [files.resource], clientId: 'agent', issuer: authorization.issuer });
    await client.close();
  });
});

describe('a token of the authorization server', () => {
  it('is not valid for another resource than the one it was requested for', async () => {
    const token = await authorization.token('http://127.0.0.1:9/other', allScopes);

    const response = await post(token, callOf('read_file', 1));

    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toContain('error="invalid_token"');
    expect(files.trace).toMatchObject({ guardrails: [], handlers: [] });
    await expect(withToken(token)).rejects.toThrow();
  });

  it('is not valid when it was changed', async () => {
    const token = await authorization.token(files.resource, 'files:read');
    const [header, payload = '', signature] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
    const wider = Buffer.from(JSON.stringify({ ...claims, scope: allScopes })).toString('base64url');

    expect((await post([header, wider, signature].join('.'), callOf('write_file', 1))).status).toBe(401);
    expect((await post(token, callOf('read_file', 1))).status).toBe(200);
    expect(files.trace.handlers).toEqual(['read_file']);
  });

  it('with all scopes runs a batch, and with fewer nothing of it', async () => {
    const batch = [callOf('read_file', 1), callOf('delete_file', 2)];
    const narrow = await authorization.token(files.resource, 'files:read files:write');
    const wide = await authorization.token(files.resource, allScopes);

    const refused = await post(narrow, batch);
    expect(refused.status).toBe(403);
    expect(refused.headers.get('www-authenticate')).toContain('scope="files:read files:write files:delete"');
    expect(files.trace).toMatchObject({ guardrails: [], handlers: [] });

    const admitted = await post(wide, batch);
    await admitted.text();
    expect(admitted.status).toBe(200);
    expect([...files.trace.handlers].sort()).toEqual(['delete_file', 'read_file']);
  });
});

it('the metadata is where the challenge says, and names what the client needs', async () => {
  const response = await fetch(files.resource, { method: 'POST', body: '{}' });
  const challenge = response.headers.get('www-authenticate') ?? '';
  const [, url = ''] = /resource_metadata="([^"]+)"/.exec(challenge) ?? [];

  expect(response.status).toBe(401);
  expect(challenge).not.toContain('error=');
  expect(await (await fetch(url)).json()).toEqual({
    resource: files.resource,
    authorization_servers: [authorization.issuer],
    scopes_supported: allScopes.split(' '),
    bearer_methods_supported: ['header'],
  });
});
