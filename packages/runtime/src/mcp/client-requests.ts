import type { AnyAgent, CapsBound } from '../capability/agent.ts';
import type { CapOf } from '../capability/caps.ts';
import type { AnyTool, GivenOf } from '../capability/tool.ts';
import type { HeldTool } from '../capability/verdicts.ts';
import type { GuardrailBlocked } from '../guardrail/blocked.ts';
import type { CallbackRunner } from '../guardrail/callback-runner.ts';
import type { ProofBound, TokenFor, TokenGiven } from '../guardrail/token.ts';
import type { RequestOptions } from './connection.ts';
import type { ToolCallResult } from './guarded-call.ts';
import type {
  ClientRequests,
  CreateTaskResult,
  DiscoverResult,
  LoggingLevel,
  ParamsOf,
  ResultOf,
  SubscriptionFilter,
} from './vocabulary.ts';

/** The params of a client's request. */
export type Params<Method extends keyof ClientRequests> = ParamsOf<ClientRequests, Method>;
/** The checked result of a client's request. */
export type Result<Method extends keyof ClientRequests> = ResultOf<ClientRequests, Method>;

/**
 * What an active client may ask in either era. Each resolves to a result that the official schemas have checked, and
 * rejects with an `McpError` of the server's code, a `SessionError`, or the reason of `options.signal`.
 */
export interface SharedRequests {
  /** `tools/list`: one page; `pagesOf` walks all. */
  listTools(params?: Params<'tools/list'>, options?: RequestOptions): Promise<Result<'tools/list'>>;
  /**
   * `tools/call` for an agent. Refused before the token is spent, and with nothing sent: a handle that is consumed or in
   * another state, a session that has ended, a server that declared no tools, and a tool with a handler of its own. Then
   * the token is spent, whatever becomes of the call, and the server gets the arguments that the guardrail saw. Up to the
   * transport, a call with a token gives way to no other code. A tool that failed is a result with `isError`, no error.
   *
   * @throws SessionStateError, SessionError; TypeError for a tool whose handler is not `elsewhere`; CapabilityNotHeld,
   *   TokenRejected, and McpError with code -32602 as `invokeTool` does; SessionError `invalid result` also where the
   *   content does not fit the output schema of the tool.
   */
  callTool<
    T extends AnyTool,
    A extends CapsBound<CapOf<T>>,
    Given extends AnyAgent = Extract<A, AnyAgent>,
    Proof extends ProofBound<T, Given> = TokenFor<T, Given>,
    Token = Proof,
  >(
    agent: A | Given,
    tool: HeldTool<T, A, Given>,
    args: GivenOf<T>,
    token: TokenGiven<Proof, Token, T, Given>,
    options?: RequestOptions,
  ): Promise<ToolCallResult<T>>;
  /** `tools/call` as the protocol has it. No agent and no guardrail have a part in it: who has the session decides. */
  callTool(params: Params<'tools/call'>, options?: RequestOptions): Promise<Result<'tools/call'>>;
  /**
   * Runs the guardrail, and sends what it allows as `callTool` does. Where that would refuse the call for its state, the
   * guardrail does not run.
   *
   * @throws as `callTool` and `runBeforeTool` do; `options.signal` ends the decision, too.
   */
  callToolWith<T extends AnyTool, A extends CapsBound<CapOf<T>>, Given extends AnyAgent = Extract<A, AnyAgent>>(
    runner: CallbackRunner<Given> & { readonly agent: A | Given },
    tool: HeldTool<T, A, Given>,
    args: GivenOf<T>,
    options?: RequestOptions,
  ): Promise<ToolCallResult<T> | GuardrailBlocked>;
  /** `resources/list`: one page. */
  listResources(params?: Params<'resources/list'>, options?: RequestOptions): Promise<Result<'resources/list'>>;
  /** `resources/templates/list`: one page. */
  listResourceTemplates(
    params?: Params<'resources/templates/list'>,
    options?: RequestOptions,
  ): Promise<Result<'resources/templates/list'>>;
  /** `resources/read`. */
  readResource(params: Params<'resources/read'>, options?: RequestOptions): Promise<Result<'resources/read'>>;
  /** `prompts/list`: one page. */
  listPrompts(params?: Params<'prompts/list'>, options?: RequestOptions): Promise<Result<'prompts/list'>>;
  /** `prompts/get`. */
  getPrompt(params: Params<'prompts/get'>, options?: RequestOptions): Promise<Result<'prompts/get'>>;
  /** `completion/complete`: what may stand for an argument of a prompt or a resource template. */
  complete(params: Params<'completion/complete'>, options?: RequestOptions): Promise<Result<'completion/complete'>>;
}

/** What an active client may ask up to 2025-11-25. */
export interface HandshakeRequests extends SharedRequests {
  /** `ping`: whether the server is there. */
  ping(options?: RequestOptions): Promise<void>;
  /** `resources/subscribe`: `notifications/resources/updated` for this URI from now on. */
  subscribeResource(params: Params<'resources/subscribe'>, options?: RequestOptions): Promise<void>;
  /** `resources/unsubscribe`. */
  unsubscribeResource(params: Params<'resources/unsubscribe'>, options?: RequestOptions): Promise<void>;
  /** `logging/setLevel`: the least severe level that `notifications/message` shall report. */
  setLoggingLevel(level: LoggingLevel, options?: RequestOptions): Promise<void>;
  /** `tools/call` with a task: answered at once; `getTask` tells how far it is, `getTaskResult` waits for the result. */
  callToolAsTask(
    params: Params<'tools/call'> & { task: NonNullable<Params<'tools/call'>['task']> },
    options?: RequestOptions,
  ): Promise<CreateTaskResult>;
  /** `tasks/get`. */
  getTask(params: Params<'tasks/get'>, options?: RequestOptions): Promise<Result<'tasks/get'>>;
  /** `tasks/result`: waits for the task; the result has the form of the request that the task was made for. */
  getTaskResult(params: Params<'tasks/result'>, options?: RequestOptions): Promise<Result<'tasks/result'>>;
  /** `tasks/list`: one page. */
  listTasks(params?: Params<'tasks/list'>, options?: RequestOptions): Promise<Result<'tasks/list'>>;
  /** `tasks/cancel`. */
  cancelTask(params: Params<'tasks/cancel'>, options?: RequestOptions): Promise<Result<'tasks/cancel'>>;
  /** `notifications/roots/list_changed`; needs a handler for `roots/list` and `roots.listChanged`. */
  sendRootsListChanged(): Promise<void>;
}

/** Notifications that a server agreed to send, until the subscription ends. They arrive on the session's channel. */
export interface Subscription {
  /** What the server agreed to, of what was asked. */
  readonly honored: SubscriptionFilter;
  /** Resolves when it is over: ended here, ended by the server, or lost with its stream. Never rejects. */
  readonly ended: Promise<'closed' | 'finished' | 'lost'>;
  close(): Promise<void>;
}

/** What a client may ask from 2026-07-28 on: no ping, no logging level, no tasks; subscriptions are a stream. */
export interface StatelessRequests extends SharedRequests {
  /** `server/discover`: versions, capabilities and instructions. Not needed before other requests. */
  discover(options?: RequestOptions): Promise<DiscoverResult>;
  /** `subscriptions/listen`: resolves when the server has acknowledged it. `options.signal` ends it at any time. */
  listen(filter: SubscriptionFilter, options?: Omit<RequestOptions, 'onProgress'>): Promise<Subscription>;
}
