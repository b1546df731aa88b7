import { each, stringify } from '../globals.ts';

/** Why the gate refused a request. */
export type RefusalReason =
  | 'no token'
  | 'invalid token'
  | 'verifier unavailable'
  | 'insufficient scope'
  | 'unknown tool'
  | 'invalid request'
  | 'body too large'
  | 'unsupported media type';

/** A request that was refused, for the program's own log: what the answer does not state is in `cause`. */
export interface Refusal {
  readonly reason: RefusalReason;
  /** Of the HTTP answer. */
  readonly status: number;
  /** One sentence, as the answer has it. */
  readonly description: string;
  /** All scopes that the request requires, where a token with them would have been admitted. */
  readonly scopes: readonly string[];
  /** What a verifier threw, for example: it may have claims of the token. It never goes into the answer. */
  readonly cause?: unknown;
}

/** How each reason is answered. `error` is a code of RFC 6750 section 3.1, and of RFC 6749 section 5.2 outside of it. */
const answers: Readonly<Record<RefusalReason, { readonly status: number; readonly error?: string }>> = {
  // RFC 6750 section 3.1: no error where the request has no token.
  'no token': { status: 401 },
  'invalid token': { status: 401, error: 'invalid_token' },
  'verifier unavailable': { status: 503, error: 'temporarily_unavailable' },
  'insufficient scope': { status: 403, error: 'insufficient_scope' },
  // No `insufficient_scope`: a client would request scopes for a tool that none of them reaches.
  'unknown tool': { status: 403 },
  'invalid request': { status: 400, error: 'invalid_request' },
  'body too large': { status: 413, error: 'invalid_request' },
  'unsupported media type': { status: 415, error: 'invalid_request' },
};

/** Thrown within the gate, which answers with it. */
export class Refused extends Error implements Refusal {
  readonly reason: RefusalReason;
  readonly status: number;
  readonly description: string;
  readonly scopes: readonly string[];

  constructor(
    reason: RefusalReason,
    description: string,
    { scopes = [], cause }: { readonly scopes?: readonly string[]; readonly cause?: unknown } = {},
  ) {
    super(description, { cause });
    this.reason = reason;
    this.status = answers[reason].status;
    this.description = description;
    this.scopes = scopes;
  }
}

/**
 * The answer to a refused request: JSON as in RFC 6749 section 5.2, and for 401 and 403 a challenge of RFC 6750 section 3
 * with `resource_metadata` of RFC 9728 section 5.1.
 */
export function refusalResponse({ reason, status, description, scopes }: Refusal, metadataUrl: string): Response {
  const { error } = answers[reason];
  const scope = scopes.length > 0 ? scopes.join(' ') : undefined;
  const headers: Record<string, string> = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  if (status === 401 || status === 403) {
    headers['www-authenticate'] = bearerChallenge([
      ['error', error],
      ['error_description', error && description],
      ['scope', scope],
      ['resource_metadata', metadataUrl],
    ]);
  }
  const body = { error: error ?? (status === 401 ? 'unauthorized' : 'access_denied'), error_description: description };
  return new Response(stringify(scope === undefined ? body : { ...body, scope }), { status, headers });
}

function bearerChallenge(parameters: readonly (readonly [name: string, value: string | undefined])[]): string {
  let challenge = 'Bearer';
  let separator = ' ';
  each(parameters, ([name, value]) => {
    if (value === undefined) return;
    challenge += `${separator}${name}=${quoted(value)}`;
    separator = ', ';
  });
  return challenge;
}

/** RFC 9110 section 5.6.4, `quoted-string`; what a header cannot hold is left out. */
export function quoted(value: string): string {
  return `"${value.replace(/[^\t\x20-\x7e]/g, '').replace(/["\\]/g, '\\$&')}"`;
}
