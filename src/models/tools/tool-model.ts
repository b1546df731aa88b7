/**
 * The data types that describe how an SDK's users define tools, and how they say that a tool needs no guardrail. A model
 * is JSON, written `as const satisfies ToolModel`.
 */
import type { CalleeRef } from '../protocol.ts';

/** Where a call is given something. */
export interface Place {
  /** Counted from 0; from the end where it is negative. */
  readonly argument: number;
  /** The properties that lead to it inside the argument. */
  readonly path?: readonly string[];
}

/** A value that says that a tool may run without a decision. */
export interface OptOut {
  readonly at: Place;
  readonly values: readonly (string | boolean)[];
}

/** A call that defines a tool. */
export interface ToolModel {
  /** Unique, with the SDK first: `openai-agents.tool`. */
  readonly id: string;
  readonly callee: CalleeRef;
  /** The tool's name. Absent: the name of the property that the result is put in. */
  readonly name?: Place;
  /** The function that runs when an agent invokes the tool. */
  readonly handler: Place;
  /** What the author says of the tool, in the words of MCP: `readOnlyHint`, `destructiveHint`. */
  readonly annotations?: Place;
  readonly optOuts?: readonly OptOut[];
  /** The call returns this argument as it is. */
  readonly returnsArgument?: number;
  /** Where this was read: the SDK's documentation. */
  readonly source: string;
}

/** A call that runs an agent whose own tools can be let through as a whole. */
export interface PermissionModel {
  readonly id: string;
  readonly callee: CalleeRef;
  readonly optOut: OptOut;
  /** The list of the built-in tools that there are. Absent in the code: all. */
  readonly tools: Place;
  /** The list of the tools that are taken away. */
  readonly denied: Place;
  /** The built-in tools that write, delete or execute. */
  readonly sensitive: readonly string[];
  readonly source: string;
}
