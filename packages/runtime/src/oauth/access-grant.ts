import {
  apply,
  each,
  freeze,
  getOwnPropertyDescriptor,
  hasOwn,
  indexWhere,
  isIn,
  isArray,
  isFinite,
  mapped,
} from '../globals.ts';
import { privateRecords } from '../private-records.ts';
import { spellingsOf } from './addresses.ts';
import { InvalidAccessToken } from './errors.ts';

/** What a verifier found in a valid access token. */
export interface VerifiedToken {
  /** Who issued it: the claim `iss`. */
  readonly issuer: string;
  /** For which resources: the claim `aud`, as a list. */
  readonly audience: readonly string[];
  /** What it grants: the claim `scope`, as a list. */
  readonly scopes: readonly string[];
  /** When it expires, in seconds since 1970: the claim `exp`. */
  readonly expiresAt: number;
  /** To whom it was issued: the claim `client_id`. */
  readonly clientId?: string | undefined;
  /** For whom it stands: the claim `sub`. */
  readonly subject?: string | undefined;
}

/** What the access token of one request grants, after all checks of the gate. Frozen, and without the token. */
export interface AccessGrant extends VerifiedToken {
  /** The resource of the gate, for which the token was issued. */
  readonly resource: string;
}

/**
 * The `authInfo` that the official SDKs hand to their handlers: an `AuthInfo`. `token` is empty, since a server must not
 * pass on a token that was issued for it (MCP authorization, "Access Token Privilege Restriction").
 */
export interface RequestAuthInfo {
  token: '';
  clientId: string;
  scopes: string[];
  expiresAt: number;
  resource: URL;
  resourceMetadataUrl: string;
}

/** A grant, and what carries it to the handlers of the request. */
export interface CarriedGrant {
  readonly grant: AccessGrant;
  readonly authInfo: RequestAuthInfo;
}

/** The grants of the gates of this process, by themselves and by the `authInfo` that carries them. */
const grants = privateRecords<object, AccessGrant>();

/**
 * Makes the grant of a verified token. It is read once, by its own properties.
 *
 * @throws InvalidAccessToken where the token is for other resources, or the verifier returned no `VerifiedToken`
 */
export function grantAccess(verified: unknown, resource: string, resourceMetadataUrl: string): CarriedGrant {
  const read = verifiedToken(verified);
  const spellings = spellingsOf(resource);
  if (indexWhere(read.audience, (one) => isIn(spellings, one)) < 0) {
    throw new InvalidAccessToken('its audience is another resource');
  }
  const grant: AccessGrant = freeze({ ...read, resource });
  const authInfo: RequestAuthInfo = {
    token: '',
    clientId: grant.clientId ?? '',
    scopes: mapped(grant.scopes, (scope) => scope),
    expiresAt: grant.expiresAt,
    resource: new URL(resource),
    resourceMetadataUrl,
  };
  grants.set(grant, grant);
  grants.set(authInfo, grant);
  return { grant, authInfo };
}

/**
 * The grant of the request that is being answered. It is found by identity: no object that only looks like one is a grant.
 *
 * @param context A grant, its `authInfo`, or what has that in it: the context of a handler of `McpServerSession` (in
 *   `extra`) or of the official SDK (v2: in `http`; v1: in itself), or of the factory given to `createMcpHandler`.
 * @returns `undefined` where no gate of this process has admitted the request.
 */
export function grantOf(context: unknown): AccessGrant | undefined {
  return (
    grants.get(context) ??
    grants.get(ownValue(context, 'authInfo')) ??
    grants.get(ownValue(ownValue(context, 'http'), 'authInfo')) ??
    grants.get(ownValue(ownValue(context, 'extra'), 'authInfo'))
  );
}

/** What a verifier returned, copied and frozen. */
function verifiedToken(value: unknown): VerifiedToken {
  const issuer = ownValue(value, 'issuer');
  const audience = textsIn(ownValue(value, 'audience'));
  const scopes = textsIn(ownValue(value, 'scopes'));
  const expiresAt = ownValue(value, 'expiresAt');
  if (typeof issuer !== 'string' || !audience || !scopes || !isFinite(expiresAt)) {
    throw new InvalidAccessToken('its verifier returned no issuer, audience, scopes or expiry');
  }
  const clientId = optionalText(ownValue(value, 'clientId'));
  const subject = optionalText(ownValue(value, 'subject'));
  return { issuer, audience, scopes, expiresAt: expiresAt as number, clientId, subject };
}

/** A frozen copy of a list of texts; `undefined` for anything else. */
function textsIn(value: unknown): readonly string[] | undefined {
  if (!isArray(value)) return undefined;
  const texts: string[] = [];
  each(value as readonly unknown[], (item) => {
    if (typeof item === 'string') texts[texts.length] = item;
  });
  return texts.length === value.length ? freeze(texts) : undefined;
}

function optionalText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The value of an own property; of an accessor, what it returns. */
function ownValue(holder: unknown, key: string): unknown {
  if (typeof holder !== 'object' || holder === null) return undefined;
  const property = getOwnPropertyDescriptor(holder, key);
  if (!property) return undefined;
  if (hasOwn(property, 'value')) return property.value as unknown;
  return property.get && apply(property.get, holder, []);
}
