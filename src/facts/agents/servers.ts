import type { Place } from '../../models/agents/agent-sdk.ts';
import { readAt } from '../../program/values/places.ts';
import {
  type OpaqueResult,
  optionsOf,
  propertyAt,
  propertyOf,
  textIn,
  type Value,
} from '../../program/values/values.ts';
import type { Evaluator } from '../../program/values/evaluator.ts';
import type { ToolFact, ToolSetFact } from './tools.ts';

/** The server that a tool is registered with. */
export interface ToolServer {
  /** Its id, where that is known. */
  readonly name: string | undefined;
  readonly version: string | undefined;
}

/**
 * The MCP server that a tool is registered with, `server.registerTool(…)`, by its `new McpServer({ name, version })`. Undefined
 * for a tool that no server offers.
 *
 * Knowingly missed: the name of a server that is a parameter, and of `server.experimental.tasks`.
 */
export function serverOf({ model: { server }, value }: ToolFact): ToolServer | undefined {
  if (value.kind !== 'made' || server?.argument !== 'receiver') return undefined;
  const info = receiverInfoOf(value);
  return {
    name: info && textIn(propertyAt(info, server.path ?? [])),
    version: info && textIn(propertyOf(info, 'version')),
  };
}

/** The id of a server at a place of a call; of the receiver, in what that was made with. Undefined: the call does not say it. */
export function serverAt(value: OpaqueResult, place: Place | undefined): string | undefined {
  if (place?.argument !== 'receiver') return place && textIn(readAt(value, place));
  const info = receiverInfoOf(value);
  return info && textIn(propertyAt(info, place.path ?? []));
}

/** What the receiver of a call was made with: `new McpServer({ name })`. */
function receiverInfoOf(value: OpaqueResult): Value | undefined {
  const [receiver, other] = optionsOf(value.receiver());
  return receiver?.kind === 'made' && !other ? receiver.argument(0) : undefined;
}

/** The id of the server that a set of tools is of. */
export function serverOfSet({ node, model }: ToolSetFact, evaluator: Evaluator): string | undefined {
  const value = evaluator.valueOf(node);
  return value.kind === 'made' ? serverAt(value, model.server) : undefined;
}
