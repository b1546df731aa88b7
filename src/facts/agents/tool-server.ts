import { optionsOf, propertyAt, propertyOf, textIn } from '../../program/values/values.ts';
import type { ToolFact } from './tools.ts';

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
  const [receiver, other] = optionsOf(value.receiver());
  if (receiver?.kind !== 'made' || other) return { name: undefined, version: undefined };
  const info = receiver.argument(0);
  return { name: textIn(propertyAt(info, server.path ?? [])), version: textIn(propertyOf(info, 'version')) };
}
