import type { AuthInfo, McpHttpHandler } from '@modelcontextprotocol/server';
import { describe, expectTypeOf, it } from 'vitest';
import { defineAgent, delegate, dynamicCaps } from '../../src/index.ts';
import type { Bottom, CapabilitySet, DynamicTool, HasCaps } from '../../src/index.ts';
import { createResourceGate, grantOf, jwtVerifier, scopesFor } from '../../src/oauth/index.ts';
import type { AccessGrant, AccessTokenVerifier, RequestAuthInfo, ResourceGate } from '../../src/oauth/index.ts';
import { fileTools, Trace } from './file-server.ts';

declare const verifier: AccessTokenVerifier;
declare const gate: ResourceGate;
declare const request: Request;
declare const handler: McpHttpHandler;

const server = defineAgent({ name: 'server', tools: fileTools(new Trace()) });
const scopes = scopesFor(server.tools, { read: ['files:read'] });

describe('what a token reaches', () => {
  it('is known at run time only: tools that any agent may turn out to hold, and no capability for certain', () => {
    const reached = scopes.reachable(request);
    expectTypeOf(reached).toEqualTypeOf<readonly DynamicTool[]>();
    const caps = dynamicCaps(reached);
    expectTypeOf(caps).toEqualTypeOf<CapabilitySet<Bottom>>();
    expectTypeOf(delegate(server, defineAgent({ name: 'caller', tools: caps }), caps)).toExtend<HasCaps<Bottom>>();
  });

  it('are the very tools, where they have a name and a class only', () => {
    const named = scopesFor([{ name: 'a', class: 'read' }], { read: ['a'] });
    expectTypeOf(named.toolsFor(['a'])).toEqualTypeOf<readonly { readonly name: 'a'; readonly class: 'read' }[]>();
  });
});

describe('the options', () => {
  it('have no symmetric algorithms, and one audience', () => {
    const common = { issuer: 'https://login.example.com', audience: 'a', jwks: new URL('https://login.example.com') };
    // @ts-expect-error -- a secret that issuer and server share could be used to issue tokens
    jwtVerifier({ ...common, algorithms: ['HS256'] });
    // @ts-expect-error -- a gate has one resource
    jwtVerifier({ ...common, audience: ['a', 'b'] });
    // @ts-expect-error -- which tools a token reaches is no default
    createResourceGate({ resource: 'https://files.example.com', authorizationServers: [], verifier });
    // @ts-expect-error -- a class is `read` or `write`
    scopesFor([{ name: 'a', class: 'admin' }], {});
  });
});

describe('what is handed on', () => {
  it('fits the official SDK', () => {
    expectTypeOf<RequestAuthInfo>().toExtend<AuthInfo>();
    expectTypeOf(gate.handle(request, handler.fetch)).toEqualTypeOf<Promise<Response>>();
  });

  it('is a grant that nobody changes, or none', () => {
    const grant = grantOf(request);
    expectTypeOf(grant).toEqualTypeOf<AccessGrant | undefined>();
    // @ts-expect-error -- what was granted stays as it is
    if (grant) grant.scopes[0] = 'files:write';
  });
});
