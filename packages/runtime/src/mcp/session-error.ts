import { McpError } from '../errors.ts';

/** Codes of JSON-RPC and of MCP that sessions send or raise. */
export const sessionCode = {
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  requestTimeout: -32001,
  unsupportedVersion: -32022,
} as const;

/** Why a session gave up on an operation that its state allowed. */
export type SessionErrorReason =
  | 'session ended'
  | 'session lost'
  | 'timeout'
  | 'no answer'
  | 'invalid result'
  | 'invalid params'
  | 'unsupported version'
  | 'not negotiated'
  | 'refused';

const codeOf: Record<SessionErrorReason, number> = {
  'session ended': sessionCode.internal,
  'session lost': sessionCode.internal,
  timeout: sessionCode.requestTimeout,
  'no answer': sessionCode.internal,
  'invalid result': sessionCode.internal,
  'invalid params': sessionCode.invalidParams,
  'unsupported version': sessionCode.unsupportedVersion,
  'not negotiated': sessionCode.methodNotFound,
  refused: sessionCode.invalidRequest,
};

/** An operation failed on this side. What the other side answered arrives as a plain `McpError` with its code. */
export class SessionError extends McpError {
  override readonly name = 'SessionError';
  readonly reason: SessionErrorReason;

  constructor(reason: SessionErrorReason, message: string, options: { data?: unknown; cause?: unknown } = {}) {
    super(codeOf[reason], message, options);
    this.reason = reason;
  }
}

/**
 * A handle was used in a state that does not allow it, or after a transition had consumed it. Nothing was sent.
 *
 * TypeScript reports the former; it has no affine types, so the latter shows at run time only (and to the lint rule
 * `no-wrong-session-state`).
 */
export class SessionStateError extends McpError {
  override readonly name = 'SessionStateError';
  /** The operation that was asked for. */
  readonly operation: string;
  /** The state of the handle that it was asked of. */
  readonly state: string;
  /** The transition that had consumed the handle, if one had. */
  readonly consumedBy: string | undefined;

  constructor(operation: string, state: string, allowedIn: readonly string[], consumedBy: string | undefined) {
    super(
      sessionCode.invalidRequest,
      consumedBy === undefined
        ? `\`${operation}\` needs the state ${allowedIn.join(' or ')}, but this handle is in ${state}.`
        : `\`${operation}\` was called on a handle that \`${consumedBy}\` has consumed. Use what \`${consumedBy}\` returned.`,
    );
    this.operation = operation;
    this.state = state;
    this.consumedBy = consumedBy;
  }
}
