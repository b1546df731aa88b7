import { isRunElsewhere } from '../adapters/elsewhere.ts';
import { isAgent } from '../capability/agent.ts';
import type { AnyAgent, DynamicTool, HasCaps } from '../capability/agent.ts';
import type { CapOf } from '../capability/caps.ts';
import { isTool, validatorsOf } from '../capability/tool.ts';
import type { AnyTool, ResultOf } from '../capability/tool.ts';
import { admittedArguments } from '../guardrail/admission.ts';
import { isBlocked } from '../guardrail/blocked.ts';
import type { GuardrailBlocked } from '../guardrail/blocked.ts';
import type { CallbackRunner } from '../guardrail/callback-runner.ts';
import { uncheckedArguments } from '../guardrail/invoke-tool.ts';
import { isUnchecked } from '../guardrail/unchecked.ts';
import type { JsonObject } from '../json.ts';
import { validated } from '../standard-schema.ts';
import type { RequestOptions } from './connection.ts';
import { SessionError } from './session-error.ts';
import type { ClientRequests, ParamsOf, ResultOf as AnswerOf } from './vocabulary.ts';

type CallParams = ParamsOf<ClientRequests, 'tools/call'>;
type CallResult = AnswerOf<ClientRequests, 'tools/call'>;

/** What a server answered to a call of this tool, told apart by `isError`: a tool that failed has no checked content. */
export type ToolCallResult<T extends AnyTool> = CallResult &
  (({ readonly isError?: false | undefined } & StructuredContent<ResultOf<T>>) | { readonly isError: true });

/** Nothing is known of the result without an output schema: it is `never` by `elsewhere`, and `unknown` of dynamic tools. */
type StructuredContent<Content> = [Content] extends [never]
  ? unknown
  : unknown extends Content
    ? unknown
    : { readonly structuredContent: Content };

/** The runner of an agent that holds the tool. */
export type RunnerOf<T extends AnyTool, A extends AnyAgent> = CallbackRunner<A> & {
  readonly agent: HasCaps<CapOf<T>>;
};

/** `tools/call` on one handle of a session. */
export interface ToolsCall {
  /** @throws SessionStateError or SessionError where the session cannot send `tools/call` now. */
  readonly requireReady: () => void;
  /** Sends it, where `requireReady` does not throw. */
  readonly send: (params: CallParams, options?: RequestOptions) => Promise<CallResult>;
}

/** `callTool` in either form. That of the protocol has at most two arguments, and an agent is none of them. */
export async function callToolBy(call: ToolsCall, given: readonly unknown[]): Promise<CallResult> {
  if (given.length > 2 || isAgent(given[0])) return callForAgent(call, given as AnyAgentCall);
  const [params, options] = given as [CallParams, RequestOptions?];
  return call.send(params, options);
}

/** `callToolWith`, with its types forgotten: those of `SharedRequests` state what it takes. */
export async function callToolWith(
  call: ToolsCall,
  [runner, tool, args, options = {}]: AnyRunnerCall,
): Promise<CallResult | GuardrailBlocked> {
  requireSendable(call, tool);
  const token = await runner.runBeforeTool(tool, args, { signal: options.signal });
  return isBlocked(token) ? token : callForAgent(call, [runner.agent, tool, args, token, options]);
}

/** What `callToolWith` takes, with its types forgotten. */
export type AnyRunnerCall = readonly [
  runner: CallbackRunner<AnyAgent>,
  tool: DynamicTool,
  args: unknown,
  options?: RequestOptions,
];

/** What `callTool` takes for an agent, with its types forgotten. */
type AnyAgentCall = readonly [agent: AnyAgent, tool: AnyTool, args: unknown, token: unknown, options?: RequestOptions];

async function callForAgent(call: ToolsCall, [agent, tool, args, token, options]: AnyAgentCall): Promise<CallResult> {
  requireSendable(call, tool);
  const admitted = isUnchecked(token, tool)
    ? await uncheckedArguments(agent, tool, args)
    : admittedArguments(agent, tool, args, token);
  // Whether it is an object is for the schema of the request to check.
  const params = { name: tool.name, arguments: admitted as JsonObject };
  return withCheckedContent(tool, await call.send(params, options));
}

/** What can be refused without a decision, and without spending one. */
function requireSendable(call: ToolsCall, tool: AnyTool): void {
  call.requireReady();
  // What is no tool at all is held by no agent, and refused for that.
  if (!isTool(tool) || isRunElsewhere(tool)) return;
  throw new TypeError(
    `\`${tool.name}\` has a handler, which this call would not reach. Use invokeTool, or \`elsewhere\` as its handler.`,
  );
}

/** @throws SessionError where the tool succeeded, and its content is not what its output schema describes. */
async function withCheckedContent(tool: AnyTool, result: CallResult): Promise<CallResult> {
  const { output } = validatorsOf(tool);
  if (!output || result.isError === true) return result;
  // The places alone: a validator's words may repeat the content, and the error may go to a peer.
  const answer = await validated(output, result.structuredContent, 'places');
  if (answer.isValid) return { ...result, structuredContent: answer.value };
  throw new SessionError(
    'invalid result',
    `The structured content of \`${tool.name}\` does not fit its output schema at: ${answer.problem}`,
  );
}
