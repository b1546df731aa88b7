import { errorCode } from '../errors.ts';
import type { JsonRpcError } from '../errors.ts';
import { slice, stringify } from '../globals.ts';

/** Why a call is denied. These codes stay as they are: programs and logs compare them. */
export const policyCodes = Object.freeze([
  'TOOL_UNCLASSIFIED_DENIED',
  'TOOL_CLASS_MISMATCH',
  'TOOL_CLASS_DECLARATION_MISMATCH',
  'IDEMPOTENCY_KEY_REQUIRED',
  'DOC_SIZE_EXCEEDED',
  'DOC_HASH_MISMATCH',
  'DOC_CONTENT_POINTER_INVALID',
  'DOC_ENCODING_INVALID',
] as const);

/** One of `policyCodes`. */
export type PolicyCode = (typeof policyCodes)[number];

/** Which call was denied, and where. */
export interface DeniedCall {
  readonly serverId: string;
  readonly toolName: string;
  /** Of the document, for codes that start with `DOC_`: a JSON Pointer into the arguments or the result. */
  readonly pointer?: string | undefined;
  /** Whether the tool had run: a document of its result was refused, and the result withheld. */
  readonly wasInvoked?: boolean | undefined;
}

/** A call that the registry's policy denies. The message names the place and the remedy, and nothing of the content. */
export class PolicyDenied extends Error {
  override readonly name = 'PolicyDenied';
  readonly code: PolicyCode;
  readonly serverId: string;
  readonly toolName: string;
  /** Of the document, for codes that start with `DOC_`: a JSON Pointer into the arguments or the result. */
  readonly pointer: string | undefined;
  /** Whether the tool had run: `false` where the call was denied before. */
  readonly wasInvoked: boolean;

  constructor(code: PolicyCode, message: string, { serverId, toolName, pointer, wasInvoked = false }: DeniedCall) {
    super(message);
    this.code = code;
    this.serverId = serverId;
    this.toolName = toolName;
    this.pointer = pointer;
    this.wasInvoked = wasInvoked;
  }

  /** The error object of a JSON-RPC response: -32000, with the code in its data. */
  toJSON(): JsonRpcError {
    const { code, serverId, toolName, pointer, wasInvoked, message } = this;
    const place = pointer === undefined ? {} : { pointer };
    const data = { code, server_id: serverId, tool_name: toolName, ...place, was_invoked: wasInvoked };
    return { code: errorCode.permissionDenied, message, data };
  }
}

/** A registry that is none, is not the pinned one, or differs between connector and gateway. Nothing is enforced by it. */
export class RegistryError extends Error {
  override readonly name = 'RegistryError';
}

/** Characters of a name that a message shows. */
const longestName = 80;

/** A name from a call or a server, for a message: in one line, and cut where it is long. */
export function shown(name: string): string {
  const cut = name.length > longestName ? `${slice(name, 0, longestName)}…` : name;
  return `\`${slice(stringify(cut), 1, -1)}\``;
}
