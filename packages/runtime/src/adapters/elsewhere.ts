import { hasHandler } from '../capability/tool.ts';
import type { AnyTool } from '../capability/tool.ts';
import { errorCode, McpError } from '../errors.ts';

/**
 * The handler of a tool that an SDK, or a process or server behind it, runs itself: the built-in tools of Claude Code,
 * the tools of an MCP server. The contract then decides about the calls, and does not carry them out.
 *
 * @throws McpError with code -32603, always: `invokeTool` has nothing to run.
 */
export function elsewhere(_args: unknown, context: { readonly tool: string }): never {
  throw new McpError(errorCode.internal, `\`${context.tool}\` is run elsewhere: invokeTool cannot run it.`);
}

/** Whether the contract leaves it to others to run this tool. */
export function isRunElsewhere(tool: AnyTool): boolean {
  return hasHandler(tool, elsewhere);
}
