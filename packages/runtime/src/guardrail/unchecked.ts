import { needsNoGuardrail } from '../capability/tool.ts';
import type { AnyTool, NoGuardrailRequired } from '../capability/tool.ts';
import type { Same } from '../capability/same.ts';
import { nameOf } from '../capability/agent.ts';
import { errorCode, McpError } from '../errors.ts';
import { create, freeze } from '../globals.ts';
import { privateRecords } from '../private-records.ts';

declare const unchecked: unique symbol;

/** Stands where a token would: the author of this tool has declared that its calls need no guardrail. */
export interface UncheckedInvocation<in out T extends AnyTool> {
  readonly [unchecked]: (tool: T) => T;
}

const toolsUnchecked = privateRecords<object, AnyTool>();

/**
 * Says where a tool is called that no guardrail looks at. The decision is the author's, by `noGuardrailRequired`; a
 * tool without it is a compile error.
 *
 * @throws McpError with code -32000 where the types were got around.
 */
export function uncheckedInvocation<
  T extends AnyTool & { readonly guardrail: NoGuardrailRequired },
  Given extends AnyTool = T,
>(
  tool: Same<Given> extends Same<T> ? T | Given : `The author of \`${Given['name']}\` did not opt out of a guardrail`,
): UncheckedInvocation<T>;
export function uncheckedInvocation(tool: AnyTool): UncheckedInvocation<AnyTool> {
  // Its type says so; what got around the types may be anything.
  if (!needsNoGuardrail(tool)) {
    throw new McpError(
      errorCode.permissionDenied,
      `\`${nameOf(tool)}\` needs a guardrail: its author did not opt out.`,
    );
  }
  const marker = freeze(create(null) as object);
  toolsUnchecked.set(marker, tool);
  return marker as UncheckedInvocation<AnyTool>;
}

/** Whether this is the word of that tool's author. */
export function isUnchecked(marker: unknown, tool: AnyTool): boolean {
  return toolsUnchecked.get(marker) === tool;
}
