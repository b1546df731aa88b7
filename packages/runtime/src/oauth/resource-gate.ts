import { each, freeze, indexWhere, isIn, ownOption } from '../globals.ts';
import { jsonText } from '../json.ts';
import { grantAccess } from './access-grant.ts';
import type { AccessGrant, CarriedGrant, RequestAuthInfo } from './access-grant.ts';
import { secureAddress } from './addresses.ts';
import { calledTools, requireSameHeaders } from './called-tools.ts';
import { InvalidAccessToken } from './errors.ts';
import type { AccessTokenVerifier } from './jwt-verifier.ts';
import { Refused, refusalResponse } from './refusal.ts';
import type { Refusal } from './refusal.ts';
import { readBody } from './request-body.ts';
import { metadataResponse, metadataUrlOf, resourceMetadata } from './resource-metadata.ts';
import type { ProtectedResourceMetadata } from './resource-metadata.ts';
import { isScope } from './tool-scopes.ts';
import type { ToolScopes } from './tool-scopes.ts';

/** What `createResourceGate` takes. */
export interface ResourceGateOptions {
  /** The URI of the MCP server, which tokens have to be issued for (RFC 8707), and without fragment. */
  readonly resource: string;
  /** The issuers of its tokens, for the metadata. */
  readonly authorizationServers: readonly string[];
  readonly verifier: AccessTokenVerifier;
  /** Which scopes the tools require, by `scopesFor`. */
  readonly scopes: Pick<ToolScopes, 'supported' | 'requiredBy'>;
  /** What clients are to request first: named in the answer to a request without a valid token. */
  readonly initialScopes?: readonly string[];
  /** Of the server, for those who approve its use. */
  readonly resourceName?: string;
  /** Of the body of a request, in bytes; 4,194,304 unless given. */
  readonly maxBodyBytes?: number;
  /** Called with each refused request, for the log. What it throws is dropped, and the request stays refused. */
  readonly onRefusal?: (refusal: Refusal) => void;
}

/** What is known of a request that was admitted. */
export interface Admission {
  /** For the official SDKs: `handler.fetch(request, { authInfo })`, `transport.handleRequest(request, { authInfo })`. */
  readonly authInfo: RequestAuthInfo;
  readonly grant: AccessGrant;
}

/** What answers the requests that were admitted. */
export type AdmittedHandler = (request: Request, admission: Admission) => Response | Promise<Response>;

/** OAuth in front of one MCP server over HTTP. */
export interface ResourceGate {
  readonly metadata: ProtectedResourceMetadata;
  /** Where `handle` serves the metadata: the `resource_metadata` of its answers. */
  readonly metadataUrl: string;
  /**
   * Answers a request: with the metadata, with a refusal, or by `next`. That gets the request with the body that was
   * checked, written anew, and without its token.
   *
   * @throws what `next` throws; TypeError where the body was read before
   */
  handle(request: Request, next: AdmittedHandler): Promise<Response>;
}

const defaultMaxBodyBytes = 4_194_304;

/** Longer than access tokens ever are: 16 KiB is what HTTP servers take as headers. */
const longestToken = 16_384;

/** RFC 6750 section 2.1, `credentials`. */
const bearer = /^bearer +([\w\-.~+/]+=*)$/i;

/**
 * Makes the gate in front of an MCP server over HTTP: the `aud` of a token decides whether a request is admitted, and its
 * `scope` which tools the request may call. All of that is decided before the server sees the request.
 *
 * @throws TypeError where the resource is no address, there is no authorization server, or an option is not what it has to
 *   be
 */
export function createResourceGate(options: ResourceGateOptions): ResourceGate {
  const { resource, verifier, scopes } = options;
  const metadataUrl = metadataUrlOf(secureAddress(resource, 'The resource'));
  const name = ownOption(options, 'resourceName');
  const metadata = resourceMetadata(resource, options.authorizationServers, scopes.supported, name);
  const initialScopes = scopesOf(ownOption(options, 'initialScopes'));
  const maxBodyBytes = sizeOf(ownOption(options, 'maxBodyBytes'));
  const onRefusal = ownOption(options, 'onRefusal');

  return freeze({
    metadata,
    metadataUrl: metadataUrl.href,
    async handle(request: Request, next: AdmittedHandler): Promise<Response> {
      const discovery = metadataResponse(request, metadata, metadataUrl);
      if (discovery) return discovery;
      let carried: CarriedGrant;
      let checked: Request;
      try {
        carried = await authenticate(request);
        checked = await authorize(request, carried.grant);
      } catch (error) {
        if (error instanceof Refused) return refuse(error);
        throw error;
      }
      return next(checked, carried);
    },
  });

  /** By the token alone: a request without a valid one has nothing else read. */
  async function authenticate({ headers }: Request): Promise<CarriedGrant> {
    const token = tokenIn(headers, initialScopes);
    try {
      return grantAccess(await verifier.verify(token), resource, metadataUrl.href);
    } catch (cause) {
      if (cause instanceof InvalidAccessToken) {
        throw new Refused('invalid token', 'The access token is not valid here.', { cause, scopes: initialScopes });
      }
      throw new Refused('verifier unavailable', 'The access token cannot be checked now.', { cause });
    }
  }

  /** By the tools that the body calls. The request that comes back has the body that was looked at. */
  async function authorize(request: Request, grant: AccessGrant): Promise<Request> {
    const body = await readBody(request, maxBodyBytes);
    if (body === undefined) return withoutToken(request, undefined);
    requireSameHeaders(request.headers, body);
    requireGranted(calledTools(body), grant);
    return withoutToken(request, jsonText(body));
  }

  /** All calls of a request, or none of them. */
  function requireGranted(tools: readonly string[], grant: AccessGrant): void {
    const required: string[] = [];
    each(tools, (tool) => {
      const needed = scopes.requiredBy(tool);
      if (!needed) throw new Refused('unknown tool', 'No scope reaches a tool that this request calls.');
      each(needed, (scope) => {
        if (!isIn(required, scope)) required[required.length] = scope;
      });
    });
    if (indexWhere(required, (scope) => !isIn(grant.scopes, scope)) < 0) return;
    throw new Refused('insufficient scope', 'The access token lacks a scope that this request requires.', {
      scopes: required,
    });
  }

  function refuse(refused: Refused): Response {
    try {
      onRefusal?.(refused);
    } catch {
      // The log is the program's, and no reason to answer otherwise.
    }
    return refusalResponse(refused, metadataUrl.href);
  }
}

/** The token of the header `Authorization`, the only place where one is looked for. */
function tokenIn(headers: Headers, scopes: readonly string[]): string {
  const authorization = headers.get('authorization') ?? '';
  if (!/^bearer(?:\s|$)/i.test(authorization)) {
    throw new Refused('no token', 'This resource needs an access token.', { scopes });
  }
  const token = authorization.length <= longestToken ? bearer.exec(authorization)?.[1] : undefined;
  if (token === undefined) throw new Refused('invalid token', 'The access token is not valid here.', { scopes });
  return token;
}

/** The request as the server gets it. What described the body as it was sent, or carried the token, is left out. */
function withoutToken(request: Request, body: string | undefined): Request {
  const headers = new Headers(request.headers);
  for (const name of ['authorization', 'content-length', 'content-encoding', 'transfer-encoding']) headers.delete(name);
  const { url, method, signal } = request;
  if (body === undefined) return new Request(url, { method, headers, signal });
  headers.set('content-type', 'application/json');
  return new Request(url, { method, headers, signal, body });
}

function scopesOf(given: readonly string[] = []): readonly string[] {
  each(given, (scope) => {
    if (!isScope(scope)) throw new TypeError('initialScopes has an entry that is no scope of RFC 6749.');
  });
  return given;
}

function sizeOf(bytes = defaultMaxBodyBytes): number {
  if (!(bytes > 0)) throw new TypeError('maxBodyBytes has to be a positive number.');
  return bytes;
}
