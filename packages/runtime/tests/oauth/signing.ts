import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { JSONWebKeySet } from 'jose';
import { jwtVerifier } from '../../src/oauth/index.ts';
import type { AccessTokenVerifier, JwtVerifierOptions } from '../../src/oauth/index.ts';

export const issuer = 'https://login.example.com';
export const resource = 'https://files.example.com/mcp';

/** The time of these tests, in seconds since 1970. */
export const time = 1_800_000_000;

/** A token's claims as they should be; `undefined` leaves one out. */
export type Claims = Readonly<Record<string, unknown>>;

/** An issuer with a key of its own. */
export class Issuer {
  readonly jwks: JSONWebKeySet;
  readonly #privateKey: CryptoKey;

  private constructor(jwks: JSONWebKeySet, privateKey: CryptoKey) {
    this.jwks = jwks;
    this.#privateKey = privateKey;
  }

  static async create(): Promise<Issuer> {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    const key = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
    return new Issuer({ keys: [key] }, privateKey);
  }

  /** A token that is valid but for what is given. */
  async sign(claims: Claims = {}, header: Claims = {}): Promise<string> {
    const payload = {
      iss: issuer,
      aud: resource,
      exp: time + 60,
      client_id: 'agent',
      sub: 'ada',
      scope: '',
      ...claims,
    };
    const protectedHeader = { alg: 'ES256', kid: 'one', typ: 'at+jwt', ...header } as { alg: string };
    return new SignJWT(payload).setProtectedHeader(protectedHeader).sign(this.#privateKey);
  }

  verifier(options: Partial<JwtVerifierOptions> = {}): AccessTokenVerifier {
    return jwtVerifier({ issuer, audience: resource, jwks: this.jwks, now: () => time * 1000, ...options });
  }
}
