import { freeze, mapped, stringify } from '../globals.ts';
import { secureAddress } from './addresses.ts';

/** Protected Resource Metadata, as far as a gate knows it (RFC 9728 section 2). */
export interface ProtectedResourceMetadata {
  readonly resource: string;
  readonly authorization_servers: readonly string[];
  readonly scopes_supported: readonly string[];
  readonly bearer_methods_supported: readonly ['header'];
  readonly resource_name?: string;
}

const wellKnown = '/.well-known/oauth-protected-resource';

/**
 * The metadata of a resource.
 *
 * @throws TypeError where there is no authorization server, or an address is not HTTPS and not on the own machine
 */
export function resourceMetadata(
  resource: string,
  authorizationServers: readonly string[],
  scopes: readonly string[],
  name: string | undefined,
): ProtectedResourceMetadata {
  if (authorizationServers.length === 0) throw new TypeError('A resource needs an authorization server.');
  const servers = mapped(authorizationServers, (server) => {
    secureAddress(server, 'An authorization server');
    return server;
  });
  return freeze({
    resource,
    authorization_servers: freeze(servers),
    scopes_supported: scopes,
    bearer_methods_supported: freeze(['header'] as const),
    ...(name !== undefined && { resource_name: name }),
  });
}

/** Where the metadata is: the well-known path between the host and the path of the resource (RFC 9728 section 3.1). */
export function metadataUrlOf(resource: URL): URL {
  const path = resource.pathname === '/' ? '' : resource.pathname;
  return new URL(`${wellKnown}${path}${resource.search}`, resource.origin);
}

/**
 * The answer to a request for the metadata, at its URL or at the well-known path of the host, where MCP clients look next.
 *
 * @returns `undefined` for any other request
 */
export function metadataResponse(
  request: Request,
  metadata: ProtectedResourceMetadata,
  metadataUrl: URL,
): Response | undefined {
  const { pathname } = new URL(request.url);
  if (pathname !== metadataUrl.pathname && pathname !== wellKnown) return undefined;
  // It is public, and web pages read it, too.
  const headers = { 'access-control-allow-origin': '*', 'access-control-allow-methods': 'GET, HEAD, OPTIONS' };
  switch (request.method) {
    case 'OPTIONS':
      return new Response(null, { status: 204, headers: { ...headers, 'access-control-allow-headers': '*' } });
    case 'GET':
    case 'HEAD': {
      const body = request.method === 'GET' ? stringify(metadata) : null;
      return new Response(body, { headers: { ...headers, 'content-type': 'application/json' } });
    }
    default:
      return new Response(null, { status: 405, headers: { ...headers, allow: 'GET, HEAD, OPTIONS' } });
  }
}
