import { createLocalJWKSet, createRemoteJWKSet, errors, jwtVerify } from 'jose';
import type { JSONWebKeySet, JWTPayload, JWTVerifyGetKey, JWTVerifyOptions } from 'jose';
import { create, each, hasOwn, indexWhere, isArray, isIn, mapped, ownOption } from '../globals.ts';
import type { VerifiedToken } from './access-grant.ts';
import { secureAddress, spellingsOf } from './addresses.ts';
import { InvalidAccessToken } from './errors.ts';

/** Decides about access tokens. */
export interface AccessTokenVerifier {
  /**
   * @param token As it was sent: RFC 6750 section 2.1, `b64token`.
   * @throws InvalidAccessToken for a token that counts for nothing; anything else where that could not be decided
   */
  verify(token: string): Promise<VerifiedToken>;
}

/** The signature algorithms that can be allowed: asymmetric ones only. A verifier has no secret to share. */
const asymmetricAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
] as const;

/** An algorithm of RFC 7518, RFC 8037 or RFC 9864 that a verifier can allow. */
export type SignatureAlgorithm = (typeof asymmetricAlgorithms)[number];

/** What `jwtVerifier` takes. */
export interface JwtVerifierOptions {
  /** The authorization server, exactly as in `iss`. */
  readonly issuer: string;
  /**
   * The resource that tokens have to be issued for, as in `aud`: the URI of the MCP server (RFC 8707). It is compared
   * exactly, but that an address without path may have a slash at its end or not.
   */
  readonly audience: string;
  /** Where the issuer's public keys are, or the keys. They are fetched when a token needs them, and kept for ten minutes. */
  readonly jwks: URL | JSONWebKeySet;
  /** `RS256` to `Ed25519` unless given. */
  readonly algorithms?: readonly SignatureAlgorithm[];
  /** How far the clocks of issuer and server may differ, in seconds; 0 unless given. */
  readonly clockToleranceSeconds?: number;
  /** Claims that have to be there, besides `iss`, `aud` and `exp`. */
  readonly requiredClaims?: readonly string[];
  /**
   * The values of the header `typ` that are accepted: `at+jwt` alone unless given, as RFC 9068 section 4 has it. Issuers
   * from before it send `JWT`, as which a missing `typ` counts, in ID tokens, too: then only `aud` tells the two apart.
   */
  readonly tokenTypes?: readonly string[];
  /** The claim with the scopes, a text with spaces between them or a list: `scope` unless given, `scp` at some issuers. */
  readonly scopeClaim?: string;
  /** The clock, in milliseconds since 1970; the system's unless given. */
  readonly now?: () => number;
}

/** What jose throws because of the token. Everything else, such as keys that cannot be fetched, leaves the question open. */
const tokenErrors: readonly string[] = [
  'ERR_JOSE_ALG_NOT_ALLOWED',
  'ERR_JOSE_NOT_SUPPORTED',
  'ERR_JWKS_MULTIPLE_MATCHING_KEYS',
  'ERR_JWKS_NO_MATCHING_KEY',
  'ERR_JWS_INVALID',
  'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
  'ERR_JWT_CLAIM_VALIDATION_FAILED',
  'ERR_JWT_EXPIRED',
  'ERR_JWT_INVALID',
];

/**
 * Verifies access tokens that are signed JWTs (RFC 9068): signature, `typ`, `iss`, `aud`, `exp`, `nbf`, with `jose`.
 *
 * @throws TypeError where issuer or audience is missing, an algorithm is none of the asymmetric ones, the tolerance is no
 *   number of seconds, or the keys are to be fetched without TLS from another machine
 */
export function jwtVerifier(options: JwtVerifierOptions): AccessTokenVerifier {
  const issuer = textOption(options.issuer, 'issuer');
  const audience = textOption(options.audience, 'audience');
  const keys = keysOf(options.jwks);
  const now = ownOption(options, 'now') ?? Date.now;
  const scopeClaim = ownOption(options, 'scopeClaim') ?? 'scope';
  const types = mapped(ownOption(options, 'tokenTypes') ?? ['at+jwt'], normalType);
  const checks: JWTVerifyOptions = {
    issuer,
    audience: [...spellingsOf(audience)],
    algorithms: algorithmsOf(ownOption(options, 'algorithms')),
    clockTolerance: toleranceOf(ownOption(options, 'clockToleranceSeconds')),
    requiredClaims: ['exp', ...(ownOption(options, 'requiredClaims') ?? [])],
  };

  return Object.freeze({
    async verify(token: string): Promise<VerifiedToken> {
      const currentDate = new Date(now());
      try {
        // Without prototype: jose reads its options as they are looked up.
        const given: JWTVerifyOptions = Object.assign(create(null) as object, checks, { currentDate });
        const { payload, protectedHeader } = await jwtVerify(token, keys, given);
        requireType(textIn(protectedHeader, 'typ') ?? 'JWT', types);
        return verifiedClaims(payload, scopeClaim);
      } catch (error) {
        throw isAboutToken(error) ? new InvalidAccessToken(error.message, { cause: error }) : error;
      }
    },
  });
}

function isAboutToken(error: unknown): error is errors.JOSEError {
  return error instanceof errors.JOSEError && indexWhere(tokenErrors, (code) => code === error.code) >= 0;
}

function requireType(given: string, accepted: readonly string[]): void {
  const type = normalType(given);
  if (!isIn(accepted, type)) throw new InvalidAccessToken('its `typ` is not accepted');
}

/** RFC 7515 section 4.1.9: case does not matter, and `application/` may be left out. */
function normalType(type: string): string {
  return type.toLowerCase().replace(/^application\//, '');
}

function verifiedClaims(payload: JWTPayload, scopeClaim: string): VerifiedToken {
  // The proof that the sender holds the token's key (DPoP, mTLS) is not checked here, and without it the token is stolen.
  if (hasOwn(payload, 'cnf')) throw new InvalidAccessToken('it is bound to a key of its sender (`cnf`)');
  // These three are there: jose has checked them.
  const { iss, aud, exp } = payload;
  return {
    issuer: String(iss),
    audience: isArray(aud) ? aud : [String(aud)],
    scopes: scopesIn(hasOwn(payload, scopeClaim) ? payload[scopeClaim] : ''),
    expiresAt: Number(exp),
    clientId: textIn(payload, 'client_id') ?? textIn(payload, 'azp'),
    subject: textIn(payload, 'sub'),
  };
}

/** A text of the token, which is no property of its prototype. */
function textIn(part: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = hasOwn(part, name) ? part[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** The scopes of a claim: a text with spaces between them, or a list. */
function scopesIn(claim: unknown): readonly string[] {
  const list: unknown = typeof claim === 'string' ? claim.split(' ') : claim;
  if (!isArray(list) || indexWhere(list, (scope) => typeof scope !== 'string') >= 0) {
    throw new InvalidAccessToken('its scopes are neither a text nor a list of texts');
  }
  return (list as readonly string[]).filter((scope) => scope !== '');
}

function keysOf(jwks: URL | JSONWebKeySet): JWTVerifyGetKey {
  return jwks instanceof URL
    ? createRemoteJWKSet(secureAddress(jwks, 'The address of the keys'))
    : createLocalJWKSet(jwks);
}

function algorithmsOf(given: readonly SignatureAlgorithm[] = asymmetricAlgorithms): string[] {
  each(given, (algorithm) => {
    if (!isIn(asymmetricAlgorithms, algorithm)) {
      throw new TypeError(`\`${algorithm}\` is no asymmetric signature algorithm.`);
    }
  });
  if (given.length === 0) throw new TypeError('At least one algorithm has to be allowed.');
  return [...given];
}

function toleranceOf(seconds = 0): number {
  if (!(seconds >= 0 && seconds < Infinity))
    throw new TypeError('clockToleranceSeconds has to be a number of seconds.');
  return seconds;
}

/** jose checks neither issuer nor audience where the option is missing. */
function textOption(value: unknown, name: string): string {
  if (typeof value !== 'string' || value === '') throw new TypeError(`A verifier needs ${name}.`);
  return value;
}
