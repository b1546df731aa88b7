import { errorCode, McpError } from '../errors.ts';
import { readJson } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';
import { anyObject, listOf, nonEmptyText, objectOf, oneOf, pointerText, problemsOf, sha256Text } from './document-shape.ts'; // prettier-ignore

/** A document that the caller means to send: a JSON Pointer into the arguments, and the SHA-256 of its bytes. */
export interface ExpectedDocumentHash {
  readonly pointer: string;
  readonly hash: string;
}

/** A request to run a tool, by `tool_call.schema.json`. */
export interface ToolCall {
  readonly server_id: string;
  readonly tool_name: string;
  readonly arguments?: JsonObject;
  /** What the caller takes the class for. Only the registry's decides. */
  readonly tool_class?: 'read' | 'write';
  /** What makes a repetition recognisable. Tools of class `write` require it. */
  readonly idempotency_key?: string;
  readonly expected_document_hashes?: readonly ExpectedDocumentHash[];
  readonly content_hash_alg?: 'sha256';
}

const toolCall = objectOf(
  { server_id: nonEmptyText, tool_name: nonEmptyText },
  {
    arguments: anyObject,
    tool_class: oneOf('read', 'write'),
    idempotency_key: nonEmptyText,
    expected_document_hashes: listOf(objectOf({ pointer: pointerText, hash: sha256Text })),
    content_hash_alg: oneOf('sha256'),
  },
);

/**
 * A copy of a tool call, which shares nothing with what was given, checked by `tool_call.schema.json`. Objects in it have
 * no prototype. Its texts may have halves of surrogate pairs: the check of documents refuses them with a code of its own.
 *
 * @throws McpError with code -32602, naming each place with a problem.
 */
export function readToolCall(given: unknown): ToolCall {
  return checkToolCall(copyOfJson(given, 'The tool call'));
}

/**
 * A tool call that this package has made or copied, checked by `tool_call.schema.json`.
 *
 * @throws McpError with code -32602, naming each place with a problem.
 */
export function checkToolCall(json: Json): ToolCall {
  const problems = problemsOf(toolCall, json);
  if (problems !== undefined) throw new McpError(errorCode.invalidParams, `This is no tool call: ${problems}.`);
  return json as unknown as ToolCall;
}

/**
 * Reads plain JSON once, and copies it.
 *
 * @throws McpError with code -32602, also where reading it runs code of others that throws.
 */
export function copyOfJson(given: unknown, subject: string): Json {
  try {
    return readJson(given, subject, 'kept');
  } catch (error) {
    if (error instanceof McpError) throw error;
    throw new McpError(errorCode.invalidParams, `${subject} could not be read.`, { cause: error });
  }
}
