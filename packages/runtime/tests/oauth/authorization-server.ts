import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';
import { vi } from 'vitest';

/** A real authorization server on this machine. */
export interface AuthorizationServer {
  readonly issuer: string;
  readonly jwksUri: URL;
  readonly client: { readonly clientId: string; readonly clientSecret: string };
  /** An access token by `client_credentials` (RFC 6749 section 4.4) for a resource (RFC 8707). */
  token(resource: string, scope: string): Promise<string>;
  close(): Promise<void>;
}

const client = { clientId: 'agent', clientSecret: 'a secret of the tests' };

/** Starts `oidc-provider` on a free port. Each resource has its own audience, and JWTs as access tokens. */
export async function startAuthorizationServer(scopes: string): Promise<AuthorizationServer> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  // It writes to the console that it keeps its data in memory.
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'tests', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['tests'] },
    ttl: { ClientCredentials: 3600 },
    scopes: scopes.split(' '),
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      },
    ],
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context, resource) => ({
          scope: scopes,
          audience: resource,
          accessTokenFormat: 'jwt',
          accessTokenTTL: 3600,
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
  });
  warn.mockRestore();
  const answer = provider.callback();
  server.on('request', (request, response) => void answer(request, response));
  return {
    issuer,
    jwksUri: new URL(`${issuer}/jwks`),
    client,
    async token(resource, scope) {
      const basic = btoa(`${client.clientId}:${encodeURIComponent(client.clientSecret)}`);
      const response = await fetch(`${issuer}/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${basic}` },
        body: new URLSearchParams({ grant_type: 'client_credentials', resource, scope }),
      });
      const { access_token: token } = (await response.json()) as { access_token?: string };
      if (token === undefined) throw new Error(`No token: ${response.status}`);
      return token;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
