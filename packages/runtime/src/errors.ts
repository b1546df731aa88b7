import { hasOwn } from './globals.ts';

/** JSON-RPC 2.0 codes, and the one that the protocol leaves to applications: a decision against a call. */
export const errorCode = {
  invalidParams: -32602,
  toolNotFound: -32601,
  internal: -32603,
  permissionDenied: -32000,
} as const;

/** What a JSON-RPC response carries in the place of a result. */
export interface JsonRpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** A call that failed as the protocol has it: what a server answers with, or what a client was answered. */
export class McpError extends Error {
  override readonly name: string = 'McpError';
  /** One of `errorCode`, or whichever integer a peer sent. */
  readonly code: number;
  /** More about it, for programs; goes to the peer with the error. */
  readonly data: unknown;

  constructor(code: number, message: string, options: { readonly data?: unknown; readonly cause?: unknown } = {}) {
    super(message, hasOwn(options, 'cause') ? { cause: options.cause } : undefined);
    this.code = code;
    this.data = options.data;
  }

  /** The error object of a JSON-RPC response. The cause and the stack stay here. */
  toJSON(): JsonRpcError {
    const { code, message, data } = this;
    return data === undefined ? { code, message } : { code, message, data };
  }
}

/** Refused because an agent, or either side of a delegation, does not hold a tool. */
export class CapabilityNotHeld extends McpError {
  override readonly name = 'CapabilityNotHeld';
  readonly agent: string;
  readonly tool: string;

  constructor(agent: string, tool: string) {
    super(errorCode.permissionDenied, `Agent \`${agent}\` does not hold \`${tool}\`.`, {
      data: { reason: 'capability not held', agent, tool },
    });
    this.agent = agent;
    this.tool = tool;
  }
}

/** Why a token did not count. */
export type TokenRejection = 'forged' | 'spent' | 'expired' | 'other tool' | 'other agent' | 'other arguments';

const explanations: Readonly<Record<TokenRejection, string>> = {
  forged: 'it comes from no callback runner',
  spent: 'it was spent before; every call needs a token of its own',
  expired: 'it has expired',
  'other tool': 'it was minted for another tool',
  'other agent': 'it was minted for another agent',
  'other arguments': 'it was minted for other arguments',
};

/** Refused because what came as a token proves nothing about this call. The tool did not run. */
export class TokenRejected extends McpError {
  override readonly name = 'TokenRejected';
  readonly reason: TokenRejection;

  constructor(reason: TokenRejection, agent: string, tool: string) {
    super(
      errorCode.permissionDenied,
      `The token for \`${tool}\` of agent \`${agent}\` was rejected: ${explanations[reason]}.`,
      { data: { reason: `token: ${reason}`, agent, tool } },
    );
    this.reason = reason;
  }
}
