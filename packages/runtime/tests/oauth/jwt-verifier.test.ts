import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, exportSPKI, generateKeyPair, importJWK, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { InvalidAccessToken, jwtVerifier } from '../../src/oauth/index.ts';
import type { JwtVerifierOptions } from '../../src/oauth/index.ts';
import { Issuer, issuer, resource, time } from './signing.ts';
import type { Claims } from './signing.ts';

let own: Issuer;

beforeAll(async () => {
  own = await Issuer.create();
});

describe('a valid token', () => {
  it('is read', async () => {
    const token = await own.sign({ scope: 'files:read  files:write' });

    expect(await own.verifier().verify(token)).toEqual({
      issuer,
      audience: [resource],
      scopes: ['files:read', 'files:write'],
      expiresAt: time + 60,
      clientId: 'agent',
      subject: 'ada',
    });
  });

  it.each<{ name: string; claims?: Claims; header?: Claims; options?: Partial<JwtVerifierOptions> }>([
    { name: 'for several resources', claims: { aud: ['https://other.example.com', resource] } },
    { name: 'of type application/at+jwt', header: { typ: 'application/at+jwt' } },
    { name: 'of type AT+JWT', header: { typ: 'AT+JWT' } },
    { name: 'of type JWT, where that is accepted', header: { typ: 'JWT' }, options: { tokenTypes: ['at+jwt', 'JWT'] } },
    { name: 'without type, where JWT is accepted', header: { typ: undefined }, options: { tokenTypes: ['JWT'] } },
    { name: 'that expires in the next second', claims: { exp: time + 1 } },
    { name: 'expired, within the tolerance', claims: { exp: time - 9 }, options: { clockToleranceSeconds: 10 } },
    { name: 'that begins now', claims: { nbf: time } },
    { name: 'with all claims that are required', claims: { jti: 'a' }, options: { requiredClaims: ['jti'] } },
    { name: 'without scopes', claims: { scope: undefined } },
  ])('$name', async ({ claims, header, options }) => {
    await expect(own.verifier(options).verify(await own.sign(claims, header))).resolves.toBeDefined();
  });

  it('has its scopes in the claim that is configured, as a text or a list', async () => {
    const verifier = own.verifier({ scopeClaim: 'scp' });

    expect(await verifier.verify(await own.sign({ scp: 'a b' }))).toMatchObject({ scopes: ['a', 'b'] });
    expect(await verifier.verify(await own.sign({ scp: ['a', 'b'] }))).toMatchObject({ scopes: ['a', 'b'] });
  });
});

describe('a token is refused', () => {
  it.each<{ name: string; claims?: Claims; header?: Claims; options?: Partial<JwtVerifierOptions> }>([
    { name: 'for another resource', claims: { aud: 'https://other.example.com' } },
    { name: 'for several other resources', claims: { aud: ['https://other.example.com', `${resource}/more`] } },
    { name: 'for the same address in other letters', claims: { aud: resource.toUpperCase() } },
    { name: 'for no resource', claims: { aud: undefined } },
    { name: 'for an empty list of resources', claims: { aud: [] } },
    { name: 'of another issuer', claims: { iss: 'https://login.example.com.evil.example' } },
    { name: 'of no issuer', claims: { iss: undefined } },
    { name: 'that expires now', claims: { exp: time } },
    { name: 'that never expires', claims: { exp: undefined } },
    { name: 'whose expiry is a text', claims: { exp: `${time + 60}` } },
    { name: 'that is not valid yet', claims: { nbf: time + 1 } },
    { name: 'beyond the tolerance', claims: { exp: time - 10 }, options: { clockToleranceSeconds: 10 } },
    { name: 'of type JWT, as ID tokens are', header: { typ: 'JWT' } },
    { name: 'without type', header: { typ: undefined } },
    { name: 'of another type', header: { typ: 'logout+jwt' } },
    { name: 'without a claim that is required', options: { requiredClaims: ['jti'] } },
    { name: 'whose scopes are a number', claims: { scope: 7 } },
    { name: 'whose scopes are a list with a number', claims: { scope: ['files:read', 7] } },
    { name: 'that is bound to a key', claims: { cnf: { jkt: 'a' } } },
    { name: 'of a key that the issuer does not have', header: { kid: 'two' } },
    { name: 'with an algorithm that is not allowed', options: { algorithms: ['RS256'] } },
  ])('$name', async ({ claims, header, options }) => {
    const token = await own.sign(claims, header);

    const refused = own.verifier(options).verify(token);

    await expect(refused).rejects.toThrow(InvalidAccessToken);
    await expect(refused).rejects.not.toThrow(token.slice(-20));
  });

  it('signed by another key', async () => {
    const other = await Issuer.create();

    await expect(own.verifier().verify(await other.sign())).rejects.toThrow(InvalidAccessToken);
  });

  it('signed by a key that it brings itself', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    const header = { alg: 'ES256', typ: 'at+jwt', jwk: await exportJWK(publicKey) };
    const claims = { iss: issuer, aud: resource, exp: time + 60 };
    const token = await new SignJWT(claims).setProtectedHeader(header).sign(privateKey);

    await expect(own.verifier().verify(token)).rejects.toThrow(InvalidAccessToken);
  });

  it.each(['none', 'None', 'NONE'])('without signature: alg %s', async (alg) => {
    const [, payload = ''] = (await own.sign()).split('.');
    const header = Buffer.from(JSON.stringify({ alg, typ: 'at+jwt' })).toString('base64url');

    await expect(own.verifier().verify(`${header}.${payload}.`)).rejects.toThrow(InvalidAccessToken);
    await expect(own.verifier().verify(`${header}.${payload}`)).rejects.toThrow(InvalidAccessToken);
  });

  it('signed by HMAC with the public key as the secret', async () => {
    const [key] = own.jwks.keys;
    const pem = await exportSPKI((await importJWK(key!, 'ES256', { extractable: true })) as CryptoKey);
    const claims = { iss: issuer, aud: resource, exp: time + 60 };
    for (const secret of [pem, JSON.stringify(key)]) {
      const header = { alg: 'HS256', kid: 'one', typ: 'at+jwt' };
      const token = await new SignJWT(claims).setProtectedHeader(header).sign(Buffer.from(secret));

      await expect(own.verifier().verify(token)).rejects.toThrow(InvalidAccessToken);
    }
  });

  it('that was changed', async () => {
    const [header, , signature] = await own.sign({ scope: 'files:read' });
    const [, payload] = await own.sign({ scope: 'files:write' });

    await expect(own.verifier().verify([header, payload, signature].join('.'))).rejects.toThrow(InvalidAccessToken);
  });

  it.each(['', 'a', 'a.b.c', 'a.b.c.d.e'])('that is none: %j', async (token) => {
    await expect(own.verifier().verify(token)).rejects.toThrow(InvalidAccessToken);
  });
});

it('keys that cannot be fetched are no verdict about the token', async () => {
  const verifier = jwtVerifier({ issuer, audience: resource, jwks: new URL('http://127.0.0.1:1/jwks') });

  await expect(verifier.verify(await own.sign())).rejects.not.toThrow(InvalidAccessToken);
});

it('options and claims that others put on prototypes are none', async () => {
  const polluted = Object.prototype as unknown as Record<string, unknown>;
  const token = await own.sign({ sub: undefined, client_id: undefined, scope: undefined });
  const untyped = await own.sign({}, { typ: undefined });
  const values = { tokenTypes: ['JWT'], subject: 'eve', typ: 'at+jwt', sub: 'eve', azp: 'eve', scope: 'files:write' };
  Object.assign(polluted, values);
  try {
    const verified = await own.verifier().verify(token);
    expect(verified).toMatchObject({ scopes: [], subject: undefined, clientId: undefined });
    await expect(own.verifier().verify(untyped)).rejects.toThrow(InvalidAccessToken);
  } finally {
    for (const name of Object.keys(values)) Reflect.deleteProperty(polluted, name);
  }
});

it('an address of keys that leads elsewhere is not followed', async () => {
  const paths: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url);
    response.writeHead(302, { location: '/other' }).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const jwks = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`);

  await expect(own.verifier({ jwks }).verify(await own.sign())).rejects.not.toThrow(InvalidAccessToken);
  expect(paths).toEqual(['/jwks']);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

it.each<{ name: string; options: Partial<Record<keyof JwtVerifierOptions, unknown>> }>([
  { name: 'no issuer', options: { issuer: '' } },
  { name: 'no audience', options: { audience: undefined } },
  { name: 'a list of audiences', options: { audience: [resource] } },
  { name: 'keys from another machine without TLS', options: { jwks: new URL('http://login.example.com/jwks') } },
  { name: 'no signature', options: { algorithms: ['none'] } },
  { name: 'a symmetric algorithm', options: { algorithms: ['ES256', 'HS256'] } },
  { name: 'no algorithm', options: { algorithms: [] } },
  { name: 'a tolerance below zero', options: { clockToleranceSeconds: -1 } },
  { name: 'a tolerance without end', options: { clockToleranceSeconds: Infinity } },
  { name: 'a tolerance that is a text', options: { clockToleranceSeconds: 'a day' } },
])('is not made with $name', ({ options }) => {
  expect(() => own.verifier(options as Partial<JwtVerifierOptions>)).toThrow(TypeError);
});
