import { propertyOf, textIn } from '../../program/values/values.ts';
import type { ToolFact } from './tools.ts';

/** The server that a tool is registered with. */
export interface ToolServer {
  /** What it is called, where that is known. */
  readonly name: string | undefined;
  readonly version: string | undefined;
}

/** The classes of MCP servers whose methods register tools. */
const servers = new Set(['ExperimentalMcpServerTasks', 'McpServer']);

/**
 * The MCP server that a tool is registered with, `server.registerTool(…)`, by its `new McpServer({ name, version })`. Undefined
 * for a tool that no server offers.
 *
 * Knowingly missed: the name of a server that is a parameter, and of `server.experimental.tasks`.
 */
export function serverOf({ model, value }: ToolFact): ToolServer | undefined {
  if (value.kind !== 'made' || !model.callee.names.some((name) => servers.has(name))) return undefined;
  const server = value.receiver();
  if (server.kind !== 'made') return { name: undefined, version: undefined };
  const info = server.argument(0);
  return { name: textIn(propertyOf(info, 'name')), version: textIn(propertyOf(info, 'version')) };
}
