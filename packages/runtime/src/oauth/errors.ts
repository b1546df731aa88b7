import { errorCode, McpError } from '../errors.ts';

/**
 * Thrown by verifiers for a token that counts for nothing: the gate answers 401 with `error="invalid_token"`. The message
 * is for the program's own log (`onRefusal`); no answer has it.
 */
export class InvalidAccessToken extends Error {
  override readonly name = 'InvalidAccessToken';

  /** @param problem What is wrong with it, without its text: "it has expired". */
  constructor(problem: string, options: { readonly cause?: unknown } = {}) {
    super(`The access token was refused: ${problem}.`, options);
  }
}

/** Refused inside of the process, because the token of the request does not grant what a tool requires. */
export class InsufficientScope extends McpError {
  override readonly name = 'InsufficientScope';
  readonly tool: string;
  /** All that the tool requires; empty where no token can reach it. */
  readonly scopes: readonly string[];

  constructor(tool: string, scopes: readonly string[]) {
    const required = scopes.length > 0 ? `It requires: ${scopes.join(' ')}.` : 'No scope is known for it.';
    super(errorCode.permissionDenied, `The access token of this request does not reach \`${tool}\`. ${required}`, {
      data: { reason: 'insufficient scope', tool, scopes },
    });
    this.tool = tool;
    this.scopes = scopes;
  }
}
