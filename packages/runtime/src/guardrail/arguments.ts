import { validatorsOf } from '../capability/tool.ts';
import type { AnyTool } from '../capability/tool.ts';
import { errorCode, McpError } from '../errors.ts';
import { keep, readJson } from '../json.ts';
import type { Json, KeptJson } from '../json.ts';
import { validated } from '../standard-schema.ts';

/** The arguments of a call, read once. Nobody else holds them. */
export interface ReadArguments {
  /** As they were given. */
  readonly given: KeptJson;
  /** As the input schema has them: with defaults, trimmed, coerced. */
  readonly args: Json;
}

/**
 * Reads what a caller passes, before it gives way to any other code, and validates it.
 *
 * @throws McpError with code -32602 where it is not plain JSON or not valid, and with -32603 where the schema makes what
 *   is not plain JSON: a handler could not get a copy of it.
 */
export async function readArguments(tool: AnyTool, passed: unknown): Promise<ReadArguments> {
  const read = readJson(passed, `The arguments of \`${tool.name}\``);
  const given = keep(read);
  // Schemas may change what they get and hold on to what they give: both are copies.
  const answer = await validated(validatorsOf(tool).input, read, 'messages');
  if (!answer.isValid) {
    throw new McpError(errorCode.invalidParams, `The arguments of \`${tool.name}\` are not valid: ${answer.problem}`);
  }
  // Without a prototype, as all that is awaited here: `await` looks for `then`.
  return { __proto__: null, given, args: readMade(tool, answer.value) } as ReadArguments;
}

function readMade(tool: AnyTool, value: unknown): Json {
  try {
    return readJson(value, `What the input schema of \`${tool.name}\` makes`);
  } catch (error) {
    throw error instanceof McpError ? new McpError(errorCode.internal, error.message) : error;
  }
}
