import type { Tool, ToolApprovalStatus, ToolSet } from 'ai';
import { privateRecords } from '../private-records.ts';
import { admitCall, ofAnotherAgent, refusalOf, runCall } from './governed-call.ts';
import type { AnyRunner } from './governed-call.ts';
import { ownToolsOf, uncheckedSchemaOf } from './json-schema.ts';

export { elsewhere } from './elsewhere.ts';
export { GuardrailFailed } from './governed-call.ts';
export type { AnyRunner } from './governed-call.ts';

/** Whose tools they are. */
const runners = privateRecords<object, AnyRunner>();

/**
 * The agent's tools for `generateText`, `streamText` and `ToolLoopAgent` (read from ai 7.0.173). Each call asks the
 * runner and then runs the contract's handler, so that nothing comes between the decision and the call. A model reads
 * why a call was blocked as its result.
 *
 * @throws TypeError where an input schema does not say itself as JSON Schema.
 */
export function toolsOf(runner: AnyRunner): ToolSet {
  return Object.fromEntries(
    ownToolsOf(runner).map((tool) => {
      const made: Tool = {
        description: tool.description ?? '',
        inputSchema: uncheckedSchemaOf(tool),
        execute: async (input: unknown, { abortSignal }) => {
          const outcome = await runCall(runner, tool.name, input, abortSignal);
          return outcome.kind === 'ran' ? (outcome.result ?? null) : refusalOf(outcome);
        },
      };
      // It is told by identity that it asks by itself: frozen, it stays what does.
      runners.set(Object.freeze(made), runner);
      return [tool.name, made];
    }),
  );
}

/** What the SDK asks about. */
interface ApprovalRequest {
  readonly toolCall: { readonly toolName: string; readonly toolCallId: string; readonly input: unknown };
  readonly tools: ToolSet | undefined;
  readonly messages: Parameters<Extract<Tool['needsApproval'], (...args: never) => unknown>>[1]['messages'];
  readonly toolsContext?: object;
}

/**
 * The `toolApproval` of `generateText`, `streamText` and `ToolLoopAgent`. Tools of `toolsOf` pass, since they ask by
 * themselves; about all others the runner decides, as far as its agent holds them with `elsewhere` as their handler. What
 * it does not hold is denied, and so are tools of another agent's runner. It takes nothing away: a tool's own
 * `needsApproval` is asked too, after the runner.
 *
 * The SDK runs such a tool with the input that the runner saw, as the same object: tools and callbacks that change it in
 * between are not noticed.
 *
 * @throws GuardrailFailed, which ends the run; also where a tool has a handler in the contract and is none of `toolsOf`.
 */
export function toolApproval(runner: AnyRunner): (request: ApprovalRequest) => Promise<ToolApprovalStatus> {
  return async ({ toolCall, tools, messages, toolsContext }) => {
    const { toolName, toolCallId, input } = toolCall;
    const tool = tools && Object.hasOwn(tools, toolName) ? tools[toolName] : undefined;
    const owner = runners.get(tool);
    if (owner === runner) return 'not-applicable';
    const outcome = owner
      ? ofAnotherAgent(owner, toolName, runner.agent.name)
      : await admitCall(runner, toolName, input, 'fixed');
    // A refusal has no prototype, here as in the other adapters: the SDK awaits it, and `await` looks for `then`.
    if (outcome.kind !== 'admitted')
      return { __proto__: null, type: 'denied', reason: outcome.reason } as ToolApprovalStatus;
    // Deprecated, and still what tools of older code ask by.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    const needsApproval = tool?.needsApproval;
    const asks =
      typeof needsApproval === 'function'
        ? await needsApproval(input, { toolCallId, messages, context: contextOf(toolName, toolsContext) })
        : needsApproval;
    return asks ? 'user-approval' : 'approved';
  };
}

/** What the application passes to this tool. */
function contextOf(toolName: string, contexts: object = {}): Record<string, unknown> {
  return new Map<string, Record<string, unknown>>(Object.entries(contexts)).get(toolName) ?? {};
}
