import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createResourceGate,
  grantOf,
  InsufficientScope,
  InvalidAccessToken,
  scopesFor,
} from '../../src/oauth/index.ts';
import type { Admission, Refusal, ResourceGateOptions } from '../../src/oauth/index.ts';
import { quoted } from '../../src/oauth/refusal.ts';
import { fileTools, rules, Trace } from './file-server.ts';
import { Issuer, issuer, resource } from './signing.ts';

const metadataUrl = 'https://files.example.com/.well-known/oauth-protected-resource/mcp';

let own: Issuer;
let reader: string;
let refusals: Refusal[];
let admitted: { readonly request: Request; readonly admission: Admission }[];

beforeAll(async () => {
  own = await Issuer.create();
  reader = await own.sign({ scope: 'files:read' });
});

beforeEach(() => {
  refusals = [];
  admitted = [];
});

function gateWith(options: Partial<ResourceGateOptions> = {}) {
  return createResourceGate({
    resource,
    authorizationServers: [issuer],
    verifier: own.verifier(),
    scopes: scopesFor(fileTools(new Trace()), rules),
    onRefusal: (refusal) => refusals.push(refusal),
    ...options,
  });
}

async function send(request: Request, options?: Partial<ResourceGateOptions>): Promise<Response> {
  return gateWith(options).handle(request, (checked, admission) => {
    admitted.push({ request: checked, admission });
    return new Response('answered');
  });
}

const json = { 'content-type': 'application/json' };

/** A POST with the reader's token, unless other headers are given. */
function post(body: unknown, headers: Record<string, string> = {}): Request {
  const text = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
  return new Request(resource, {
    method: 'POST',
    headers: { authorization: `Bearer ${reader}`, ...json, ...headers },
    body: text as string,
  });
}

const callOf = (name: unknown) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } });
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

describe('without a valid token', () => {
  it.each<{ name: string; headers?: Record<string, string>; url?: string }>([
    { name: 'no header' },
    { name: 'another scheme', headers: { authorization: 'Basic YTpi' } },
    { name: 'DPoP', headers: { authorization: 'DPoP a.b.c' } },
    { name: 'a token in a header of another name', headers: { 'x-authorization': 'Bearer a.b.c' } },
  ])('$name: a challenge without an error', async ({ headers = {} }) => {
    const response = await send(
      new Request(resource, { method: 'POST', headers: { ...json, ...headers }, body: '{}' }),
    );

    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe(`Bearer resource_metadata="${metadataUrl}"`);
    expect(refusals).toMatchObject([{ reason: 'no token' }]);
  });

  it('in the query or in a form, it is none', async () => {
    const inQuery = new Request(`${resource}?access_token=${reader}`, { method: 'POST', headers: json, body: '{}' });
    const inForm = new Request(resource, { method: 'POST', body: new URLSearchParams({ access_token: reader }) });

    expect((await send(inQuery)).status).toBe(401);
    expect((await send(inForm)).status).toBe(401);
    expect(refusals).toMatchObject([{ reason: 'no token' }, { reason: 'no token' }]);
  });

  it.each([
    'Bearer',
    'Bearer ',
    'Bearer a b',
    'Bearer a.b.c, Bearer d.e.f',
    'Bearer é',
    `Bearer ${'a'.repeat(20_000)}`,
  ])('%.30j is no token of RFC 6750', async (authorization) => {
    const response = await send(post(ping, { authorization }));

    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token", /);
  });

  it.each(['GET', 'DELETE', 'OPTIONS'])('%s is refused, too', async (method) => {
    expect((await send(new Request(resource, { method }))).status).toBe(401);
  });

  it('the scopes to request first are named', async () => {
    const response = await send(new Request(resource), { initialScopes: ['files:read', 'openid'] });

    expect(response.headers.get('www-authenticate')).toContain('scope="files:read openid"');
  });

  it('the body is not read', async () => {
    const request = post('{', { authorization: 'Bearer a.b.c' });

    expect((await send(request)).status).toBe(401);
    expect(request.bodyUsed).toBe(false);
  });

  it('the answer has nothing of the token, nor why it was refused', async () => {
    const token = await own.sign({ aud: 'https://other.example.com', scope: 'files:read' });
    const response = await send(post(ping, { authorization: `Bearer ${token}` }));
    const answer = `${JSON.stringify([...response.headers])} ${await response.text()}`;

    for (const secret of [...token.split('.'), 'aud', 'claim', 'other.example.com'])
      expect(answer).not.toContain(secret);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(refusals[0]?.cause).toBeInstanceOf(InvalidAccessToken);
  });
});

describe('a request with a token', () => {
  it('is admitted, without the token, and carries its grant', async () => {
    const response = await send(post(callOf('read_file'), { 'mcp-session-id': 'a' }));
    const [{ request, admission } = {} as never] = admitted;

    expect(await response.text()).toBe('answered');
    expect(await request.json()).toEqual(callOf('read_file'));
    expect(request.headers.get('authorization')).toBeNull();
    expect(request.headers.get('mcp-session-id')).toBe('a');
    expect(admission.grant).toMatchObject({
      resource,
      issuer,
      scopes: ['files:read'],
      clientId: 'agent',
      subject: 'ada',
    });
    expect(Object.isFrozen(admission.grant)).toBe(true);
    expect(admission.authInfo).toMatchObject({ token: '', scopes: ['files:read'], resourceMetadataUrl: metadataUrl });
    expect(JSON.stringify(admission)).not.toContain(reader);
  });

  it.each(['GET', 'DELETE'])('and without body is admitted: %s', async (method) => {
    const request = new Request(resource, { method, headers: { authorization: `bearer ${reader}` } });

    expect((await send(request)).status).toBe(200);
    expect(admitted[0]?.request.method).toBe(method);
  });

  it.each([
    ['another method', ping],
    ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }],
    ['an answer', { jsonrpc: '2.0', id: 1, result: {} }],
    ['a batch', [ping, callOf('read_file')]],
    ['tools/list', { jsonrpc: '2.0', id: 1, method: 'tools/list' }],
  ])('and %s is admitted', async (_name, body) => {
    expect((await send(post(body))).status).toBe(200);
  });

  it.each([
    ['a call', callOf('write_file')],
    ['a call without id', { ...callOf('write_file'), id: undefined }],
    ['a batch, whatever else is in it', [ping, callOf('read_file'), callOf('write_file')]],
    ['a call as a task', { ...callOf('write_file'), params: { name: 'write_file', task: { ttl: 1 } } }],
  ])('that lacks the scope for %s is refused', async (_name, body) => {
    const response = await send(post(body));

    expect(response.status).toBe(403);
    expect(response.headers.get('www-authenticate')).toMatch(
      /^Bearer error="insufficient_scope", .*scope="[^"]*files:write"/,
    );
    expect(response.headers.get('www-authenticate')).toContain(`resource_metadata="${metadataUrl}"`);
    expect(await response.json()).toMatchObject({ error: 'insufficient_scope' });
    expect(admitted).toEqual([]);
  });

  it.each([
    'nothing',
    'Read_File',
    'READ_FILE',
    'read_file ',
    ' read_file',
    'read_file\u0000',
    'rеad_file',
    '',
    '__proto__',
    'constructor',
  ])('calls no tool by the name %j, and no scope would help', async (name) => {
    const response = await send(post(callOf(name)));

    expect(response.status).toBe(403);
    expect(response.headers.get('www-authenticate')).toBe(`Bearer resource_metadata="${metadataUrl}"`);
    expect(admitted).toEqual([]);
  });
});

describe('a body', () => {
  it.each<[string, string | Uint8Array]>([
    ['that is no JSON', '{"method":'],
    ['that is empty', ''],
    ['with two documents', '{} {}'],
    ['that is a text', '"tools/call"'],
    ['that is null', 'null'],
    ['that is an empty batch', '[]'],
    ['with a batch of numbers', '[1]'],
    ['with a batch in a batch', JSON.stringify([[callOf('write_file')]])],
    ['whose method is a number', '{"method":7}'],
    ['whose method is a list', '{"method":["tools/call"],"params":{"name":"read_file"}}'],
    ['whose method is written otherwise', JSON.stringify({ ...callOf('write_file'), method: 'Tools/Call' })],
    ['whose method has spaces around it', JSON.stringify({ ...callOf('write_file'), method: ' tools/call' })],
    ['with a method on its prototype', '{"id":1,"__proto__":{"method":"tools/call","params":{"name":"write_file"}}}'],
    ['with the name on a prototype', '{"method":"tools/call","params":{"__proto__":{"name":"read_file"}}}'],
    ['without params', '{"method":"tools/call"}'],
    ['with params as a list', '{"method":"tools/call","params":["read_file"]}'],
    ['with params as a text', '{"method":"tools/call","params":"read_file"}'],
    ['nested without end', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['that is not UTF-8', Uint8Array.from('{"method":"ping\xff"}', (letter) => letter.charCodeAt(0))],
    ...[7, null, true, ['read_file'], { toString: 'read_file' }, undefined].map((name): [string, string] => [
      `with the name ${JSON.stringify(name)}`,
      JSON.stringify(callOf(name)),
    ]),
  ])('%s is refused', async (_name, body) => {
    const response = await send(post(body));

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: 'invalid_request' });
    expect(admitted).toEqual([]);
  });

  it.each([
    ['the method twice, a call last', '{"method":"ping","method":"tools/call","params":{"name":"write_file"}}'],
    ['the name twice', '{"method":"tools/call","params":{"name":"read_file","name":"write_file"}}'],
    ['the params twice', '{"method":"tools/call","params":{"name":"read_file"},"params":{"name":"write_file"}}'],
    ['escapes', '{"meth\\u006fd":"tools\\u002fcall","p\\u0061rams":{"n\\u0061me":"write\\u005ffile"}}'],
  ])('with %s is what JSON.parse reads', async (_name, body) => {
    expect((await send(post(body))).status).toBe(403);
    expect(admitted).toEqual([]);
  });

  it('is handed on with each name once, so that whoever reads the first reads what was checked', async () => {
    const twice = '{"method":"tools/call","params":{"name":"write_file","name":"read_file"},"method":"tools/call"}';

    expect((await send(post(twice))).status).toBe(200);
    expect(await admitted[0]!.request.text()).toBe('{"method":"tools/call","params":{"name":"read_file"}}');
  });

  it('is handed on as it was checked, whatever arrays inherit', async () => {
    const polluted = Array.prototype as unknown as { toJSON?: unknown };
    polluted.toJSON = () => [callOf('write_file')];
    try {
      expect((await send(post(`[${JSON.stringify(callOf('read_file'))}]`))).status).toBe(200);
    } finally {
      delete polluted.toJSON;
    }
    expect(await admitted[0]!.request.json()).toEqual([callOf('read_file')]);
  });

  it('is handed on as what it is: JSON in UTF-8, not compressed, of its own length', async () => {
    const headers = {
      'content-type': 'application/json; charset=UTF-8',
      'content-encoding': 'gzip',
      'content-length': '7',
    };

    expect((await send(post(callOf('read_file'), headers))).status).toBe(200);
    const { request } = admitted[0]!;
    expect(request.headers.get('content-type')).toBe('application/json');
    expect(request.headers.get('content-encoding')).toBeNull();
    expect(request.headers.get('content-length')).toBeNull();
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-16',
    'application/jsonp',
    '',
  ])('of the type %j is refused', async (type) => {
    expect((await send(post(callOf('read_file'), { 'content-type': type }))).status).toBe(415);
    expect(admitted).toEqual([]);
  });

  it('of a request other than POST is checked, too', async () => {
    const request = new Request(resource, {
      method: 'PUT',
      headers: { authorization: `Bearer ${reader}`, ...json },
      body: JSON.stringify(callOf('write_file')),
    });

    expect((await send(request)).status).toBe(403);
  });

  it('that is too large is refused: by its header, or after the bytes that are allowed', async () => {
    let chunks = 0;
    const endless = new ReadableStream({
      pull: (controller) => {
        chunks++;
        controller.enqueue(new Uint8Array(100));
      },
    });
    const headers = { authorization: `Bearer ${reader}`, ...json };
    const streamed = new Request(resource, { method: 'POST', headers, body: endless, duplex: 'half' } as RequestInit);

    expect((await send(post(callOf('read_file'), { 'content-length': '1001' }), { maxBodyBytes: 1000 })).status).toBe(
      413,
    );
    expect((await send(streamed, { maxBodyBytes: 1000 })).status).toBe(413);
    expect(chunks).toBeLessThan(20);
    expect((await send(post(callOf('read_file')), { maxBodyBytes: 1000 })).status).toBe(200);
    expect(admitted).toHaveLength(1);
  });

  it.each([
    ['the same name', { 'mcp-method': 'tools/call', 'mcp-name': 'read_file' }, 200],
    ['the same name in Base64', { 'mcp-name': `=?base64?${btoa('read_file')}?=` }, 200],
    ['another name', { 'mcp-method': 'tools/call', 'mcp-name': 'write_file' }, 400],
    ['another name in Base64', { 'mcp-name': `=?base64?${btoa('write_file')}?=` }, 400],
    ['another method', { 'mcp-method': 'ping' }, 400],
  ])('with %s in its headers', async (_name, headers: Record<string, string>, status) => {
    expect((await send(post(callOf('read_file'), headers))).status).toBe(status);
  });
});

describe('a verifier', () => {
  const valid = { issuer, audience: [resource], scopes: ['files:read'], expiresAt: 2_000_000_000 };
  const verifying = (verified: unknown) => ({ verifier: { verify: async () => verified as typeof valid } });

  it('of another kind decides as well', async () => {
    expect((await send(post(callOf('read_file')), verifying(valid))).status).toBe(200);
  });

  it.each([
    ['for another audience', { ...valid, audience: ['https://other.example.com'] }],
    ['for no audience', { ...valid, audience: [] }],
    ['with the audience as a text', { ...valid, audience: resource }],
    ['with its scopes as a text', { ...valid, scopes: 'files:read' }],
    ['with a scope that is no text', { ...valid, scopes: ['files:read', 7] }],
    ['without expiry', { ...valid, expiresAt: undefined }],
    ['with all of it on its prototype', Object.create(valid)],
    ['that is nothing', undefined],
  ])('has no say with a result %s', async (_name, verified) => {
    expect((await send(post(callOf('read_file')), verifying(verified))).status).toBe(401);
    expect(admitted).toEqual([]);
  });

  it('gets no text that is longer than a header', async () => {
    const seen: string[] = [];
    const verify = async (token: string) => (seen.push(token.slice(0, 3)), valid);

    expect((await send(post(ping, { authorization: `Bearer ${'a'.repeat(20_000)}` }), { verifier: { verify } })).status).toBe(401); // prettier-ignore
    expect((await send(post(ping, { authorization: 'Bearer b.c' }), { verifier: { verify } })).status).toBe(200);
    expect(seen).toEqual(['b.c']);
  });

  it('that fails admits nothing, and says nothing', async () => {
    const verify = async () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7'));
    const response = await send(post(callOf('read_file')), { verifier: { verify } });

    expect(response.status).toBe(503);
    expect(await response.text()).not.toContain('10.0.0.7');
    expect(refusals).toMatchObject([
      { reason: 'verifier unavailable', cause: { message: 'connect ECONNREFUSED 10.0.0.7' } },
    ]);
    expect(admitted).toEqual([]);
  });
});

it('a log that throws leaves a request refused', async () => {
  const onRefusal = () => {
    throw new Error('The disk is full.');
  };

  expect((await send(post(callOf('write_file')), { onRefusal })).status).toBe(403);
});

it('what the server throws comes through', async () => {
  const fails = async () => Promise.reject(new Error('the server'));

  await expect(gateWith().handle(post(ping), fails)).rejects.toThrow('the server');
});

describe('the address of a resource', () => {
  const [bare, slash] = ['https://files.example.com', 'https://files.example.com/'];

  it.each([
    { configured: bare, issuedFor: slash, status: 200 },
    { configured: slash, issuedFor: bare, status: 200 },
    { configured: bare, issuedFor: `${slash}/`, status: 401 },
    { configured: bare, issuedFor: resource, status: 401 },
    { configured: resource, issuedFor: `${resource}/`, status: 401 },
    { configured: `${resource}/`, issuedFor: resource, status: 401 },
    { configured: `${bare}?a`, issuedFor: bare, status: 401 },
  ])('$configured, and a token for $issuedFor: $status', async ({ configured, issuedFor, status }) => {
    const authorization = `Bearer ${await own.sign({ aud: issuedFor })}`;
    const options = { resource: configured, verifier: own.verifier({ audience: configured }) };

    expect((await send(post(ping, { authorization }), options)).status).toBe(status);
  });
});

describe('a grant', () => {
  it('is found in what carries it, by identity', async () => {
    await send(post(ping));
    const { authInfo, grant } = admitted[0]!.admission;

    for (const context of [grant, authInfo, { authInfo }, { http: { authInfo } }, { extra: { authInfo } }]) {
      expect(grantOf(context)).toBe(grant);
    }
    for (const other of [
      { ...grant },
      { authInfo: { ...authInfo } },
      Object.create({ authInfo }),
      'a',
      null,
      undefined,
    ]) {
      expect(grantOf(other)).toBeUndefined();
    }
  });

  it('stays as it was when the list that handlers get is changed', async () => {
    await send(post(ping));
    const { authInfo, grant } = admitted[0]!.admission;
    authInfo.scopes.push('files:write');
    const scopes = scopesFor(fileTools(new Trace()), rules);

    expect(grant.scopes).toEqual(['files:read']);
    expect(scopes.reachable({ authInfo }).map(({ name }) => name)).toEqual(['read_file']);
    expect(scopes.reachable({ scopes: ['files:write'] })).toEqual([]);
    expect(scopes.requireGranted('read_file', { authInfo })).toBe(grant);
    expect(() => scopes.requireGranted('write_file', { authInfo })).toThrow(InsufficientScope);
    expect(() => scopes.requireGranted('nothing', { authInfo })).toThrow(InsufficientScope);
  });
});

describe('the metadata', () => {
  it.each([
    ['https://files.example.com', 'https://files.example.com/.well-known/oauth-protected-resource'],
    ['https://files.example.com/mcp', metadataUrl],
    [
      'https://files.example.com:8443/a/b?c=d',
      'https://files.example.com:8443/.well-known/oauth-protected-resource/a/b?c=d',
    ],
  ])('of %s is at %s', (address, url) => {
    expect(gateWith({ resource: address }).metadataUrl).toBe(url);
  });

  it.each([metadataUrl, 'https://files.example.com/.well-known/oauth-protected-resource'])(
    'is served without token at %s',
    async (url) => {
      const response = await send(new Request(url), { resourceName: 'Files' });

      expect(await response.json()).toEqual({
        resource,
        authorization_servers: [issuer],
        scopes_supported: ['files:read', 'files:write', 'files:delete'],
        bearer_methods_supported: ['header'],
        resource_name: 'Files',
      });
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
    },
  );

  it.each([
    ['HEAD', 200],
    ['OPTIONS', 204],
    ['POST', 405],
  ])('answers %s with %d', async (method, status) => {
    const response = await send(new Request(metadataUrl, { method }));

    expect(response.status).toBe(status);
    expect(await response.text()).toBe('');
  });

  it('of another resource is none', async () => {
    expect((await send(new Request(`${metadataUrl}/other`))).status).toBe(401);
  });
});

it('a value in a header is quoted', () => {
  expect(quoted('a"b\\c\r\nSet-Cookie: d\u0000é😀')).toBe('"a\\"b\\\\cSet-Cookie: d"');
});

it.each<{ name: string; options: Partial<ResourceGateOptions> }>([
  { name: 'a resource that is no address', options: { resource: 'files' } },
  { name: 'a resource with a fragment', options: { resource: `${resource}#a` } },
  { name: 'a resource with an empty fragment', options: { resource: `${resource}#` } },
  { name: 'a resource without TLS', options: { resource: 'http://files.example.com/mcp' } },
  { name: 'a resource with credentials', options: { resource: 'https://a:b@files.example.com/mcp' } },
  { name: 'no authorization server', options: { authorizationServers: [] } },
  { name: 'an authorization server without TLS', options: { authorizationServers: ['http://login.example.com'] } },
  { name: 'a first scope that is none', options: { initialScopes: ['a b'] } },
  { name: 'no bytes', options: { maxBodyBytes: 0 } },
])('is not made with $name', ({ options }) => {
  expect(() => gateWith(options)).toThrow(TypeError);
});
