import { SubscriptionFilterSchema } from '@modelcontextprotocol/core';
import type { AnyAgent, CapsBound } from '../capability/agent.ts';
import type { CapOf } from '../capability/caps.ts';
import type { AnyTool, GivenOf } from '../capability/tool.ts';
import type { HeldTool } from '../capability/verdicts.ts';
import { McpError } from '../errors.ts';
import type { ProofBound, TokenFor, TokenGiven } from '../guardrail/token.ts';
import { unlessAborted } from '../unless-aborted.ts';
import { answerBy, recognised } from './answering.ts';
import type { HandlerContext } from './answering.ts';
import { capabilitiesOf } from './client-options.ts';
import type { StatelessClientOptions } from './client-options.ts';
import type { Params, Result, StatelessRequests, Subscription } from './client-requests.ts';
import { Connection, defaultTimeoutMs } from './connection.ts';
import type {
  ConnectionOwner,
  IncomingRequest,
  OutgoingRequest,
  ProtocolViolation,
  RequestOptions,
} from './connection.ts';
import { callToolBy, callToolWith } from './guarded-call.ts';
import type { AnyRunnerCall, ToolCallResult, ToolsCall } from './guarded-call.ts';
import { Affinity } from './handle.ts';
import type { SessionHandle } from './handle.ts';
import { NotificationQueue } from './notification-channel.ts';
import { headerPathsOf, parameterHeaders } from './parameter-headers.ts';
import type { HeaderPaths } from './parameter-headers.ts';
import { SessionError, sessionCode } from './session-error.ts';
import type { JsonObject, JsonRpcId, JsonRpcNotification, SessionTransport } from './transport.ts';
import { checked, clientRequests, serverNotifications, serverRequests, statelessVersion } from './vocabulary.ts';
import type { ClientRequests, ServerNotification, SubscriptionFilter } from './vocabulary.ts';

/** From 2026-07-28 on there is nothing to agree before the first request. */
export type StatelessState = 'Active' | 'Closed';

const defaultInputRounds = 10;

/** How long to wait where the server asks to come back later without asking for input, in milliseconds; as the official SDK. */
const comeBackLaterMs = 250;

const subscriptionKey = 'io.modelcontextprotocol/subscriptionId';

/** What a server of 2026-07-28 answers: a result, or that it needs input first. */
type Answer =
  | { readonly kind: 'complete'; readonly result: JsonObject }
  | { readonly kind: 'input required'; readonly requests: JsonObject; readonly requestState: string | undefined };

/** A subscription that is asked for or runs, as the session finds it by the id of its request. */
interface Listening {
  acknowledge(honored: SubscriptionFilter): void;
  lose(): void;
}

/** What both handles of a session share. */
class StatelessSession implements ConnectionOwner {
  readonly options: StatelessClientOptions;
  readonly connection: Connection;
  readonly notifications: NotificationQueue<ServerNotification>;
  readonly listening = new Map<JsonRpcId, Listening>();
  /** What each tool that was listed wants as headers. */
  readonly #headers = new Map<string, HeaderPaths>();
  /** How many subscriptions have been asked for. */
  listens = 0;
  readonly #envelope: JsonObject;
  /** Aborted when the session ends: between two rounds of a request nothing is under way that would reject by itself. */
  readonly #over = new AbortController();

  constructor(transport: SessionTransport, options: StatelessClientOptions) {
    this.options = options;
    this.notifications = new NotificationQueue(options.notificationCapacity);
    this.#envelope = {
      'io.modelcontextprotocol/protocolVersion': statelessVersion,
      'io.modelcontextprotocol/clientInfo': options.clientInfo,
      'io.modelcontextprotocol/clientCapabilities': capabilitiesOf(options),
    };
    this.connection = new Connection(transport, this);
  }

  /** In this era servers ask within their answers, never by requests of their own. */
  async answer({ method }: IncomingRequest): Promise<JsonObject> {
    const detail = `The server asked for \`${method}\`; in ${statelessVersion} servers send no requests.`;
    this.report({ kind: 'request out of order', detail, message: { method } });
    return Promise.reject(new McpError(sessionCode.methodNotFound, `Nobody answers \`${method}\` here.`));
  }

  receive(message: JsonRpcNotification): void {
    const { method, params = {} } = message;
    if (method === 'notifications/cancelled') {
      this.listening.get(params.requestId as JsonRpcId)?.lose();
      return;
    }
    if (method === 'notifications/subscriptions/acknowledged') {
      const id = (params._meta as JsonObject | undefined)?.[subscriptionKey];
      const honored = SubscriptionFilterSchema.safeParse(params.notifications);
      this.listening.get(id as JsonRpcId)?.acknowledge(honored.success ? honored.data : {});
      return;
    }
    const outcome = recognised(serverNotifications, message);
    if (outcome.violation) this.report(outcome.violation);
    else this.notifications.push(outcome.notification);
  }

  report(violation: ProtocolViolation): void {
    this.connection.guarded(() => this.options.onViolation?.(violation));
  }

  ended(): void {
    this.notifications.end();
    this.#over.abort(new SessionError('session ended', 'The session ended while input was asked for.'));
  }

  /** `params` with what each request of this era says about its sender. */
  enveloped(params: JsonObject = {}): JsonObject {
    return { ...params, _meta: { ...(params._meta as JsonObject | undefined), ...this.#envelope } };
  }

  /** Asks, gives the input that the server wants, and asks again, until the server has a result. */
  async ask<Method extends keyof ClientRequests>(
    method: Method,
    params: (Params<Method> & object) | undefined,
    options: RequestOptions & Pick<OutgoingRequest, 'headers'> = {},
  ): Promise<Result<Method>> {
    const { request, result } = clientRequests[method];
    checked(request, { method, params }, `The request \`${method}\``, 'invalid params');
    const { inputRounds = defaultInputRounds } = this.options;
    let given: JsonObject = {};
    for (let round = 0; ; round += 1) {
      const answer = answerOf(
        method,
        await this.connection.request({
          ...options,
          method,
          params: this.enveloped({ ...params, ...given }),
          cancel: 'stream',
        }),
      );
      if (answer.kind === 'complete') {
        const complete = checked(result, answer.result, `The answer to \`${method}\``, 'invalid result');
        return complete;
      }
      if (round === inputRounds) {
        throw new SessionError('refused', `\`${method}\` still asks for input after ${inputRounds} rounds.`);
      }
      const { requests, requestState } = answer;
      given = {
        ...(await this.#input(requests, options.signal)),
        ...(requestState !== undefined && { requestState }),
      };
    }
  }

  /** A list of tools without those that must not be used over HTTP, where it is HTTP that they are used over. */
  usable(list: Result<'tools/list'>): Result<'tools/list'> {
    if (!this.connection.hasRequestStreams) return list;
    const tools = list.tools.filter((tool) => {
      const outcome = headerPathsOf(tool.inputSchema);
      if (outcome.paths) this.#headers.set(tool.name, outcome.paths);
      else this.report({ kind: 'invalid tool', detail: `\`${tool.name}\`: ${outcome.problem}.`, message: tool });
      return outcome.paths !== undefined;
    });
    return { ...list, tools };
  }

  /** The headers of a call, as far as its tool was listed. */
  headersOf({ name, arguments: args }: Params<'tools/call'>): Pick<OutgoingRequest, 'headers'> {
    const paths = this.#headers.get(name);
    return paths === undefined || paths.size === 0 ? {} : { headers: parameterHeaders(paths, args) };
  }

  /**
   * What the handlers say to each request. If one of them fails, the caller gives up, or the session ends, the handlers
   * are told to stop, and nobody waits for those that do not.
   */
  async #input(requests: JsonObject, signal: AbortSignal | undefined): Promise<{ inputResponses?: JsonObject }> {
    const stop = new AbortController();
    const signals = [stop.signal, this.#over.signal, ...(signal === undefined ? [] : [signal])];
    const stopped = AbortSignal.any(signals);
    const entries = Object.entries(requests);
    if (entries.length === 0) {
      await unlessAborted(new Promise((resolve) => setTimeout(resolve, comeBackLaterMs)), stopped);
      return {};
    }
    try {
      const responses = entries.map(
        async ([key, request]) => [key, await this.#inputFor(key, request, stopped)] as const,
      );
      return { inputResponses: Object.fromEntries(await unlessAborted(Promise.all(responses), stopped)) };
    } catch (error) {
      stop.abort(error);
      throw error;
    }
  }

  async #inputFor(key: string, request: unknown, signal: AbortSignal): Promise<JsonObject> {
    const { method, params } = (request ?? {}) as { method?: unknown; params?: JsonObject };
    if (typeof method !== 'string') {
      throw new SessionError('invalid result', `The server asks for input \`${key}\` without a method.`);
    }
    // There is no request of its own whose progress could be told.
    const context: HandlerContext = { signal, requestId: key, extra: undefined, sendProgress: () => Promise.resolve() };
    return answerBy(this.options.handlers ?? {}, serverRequests, { method, params }, context);
  }
}

/** A handle of a session without a handshake; see `HandshakeClient` for why all operations are in one class. */
export class StatelessClient<State extends StatelessState>
  implements SessionHandle<State, ServerNotification>, StatelessRequests
{
  readonly state: State;
  readonly #session: StatelessSession;
  readonly #affinity: Affinity;

  private constructor(state: State, session: StatelessSession) {
    this.state = state;
    this.#session = session;
    this.#affinity = new Affinity(state);
  }

  /** Starts the transport; the session is active, and nothing has been sent. */
  static async over(transport: SessionTransport, options: StatelessClientOptions): Promise<StatelessClient<'Active'>> {
    const session = new StatelessSession(transport, options);
    await session.connection.start();
    session.connection.useVersion(statelessVersion);
    return new StatelessClient('Active', session);
  }

  get notifications(): NotificationQueue<ServerNotification> {
    return this.#session.notifications;
  }

  async close(): Promise<StatelessClient<'Closed'>> {
    this.#affinity.consume('close', 'Active');
    await this.#session.connection.close();
    return new StatelessClient('Closed', this.#session);
  }

  async discover(options?: RequestOptions): Promise<Result<'server/discover'>> {
    return this.#ask('discover', 'server/discover', undefined, options);
  }

  async listTools(params?: Params<'tools/list'>, options?: RequestOptions): Promise<Result<'tools/list'>> {
    return this.#session.usable(await this.#ask('listTools', 'tools/list', params, options));
  }

  async callTool<
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
  async callTool(params: Params<'tools/call'>, options?: RequestOptions): Promise<Result<'tools/call'>>;
  async callTool(...given: readonly unknown[]): Promise<Result<'tools/call'>> {
    return callToolBy(this.#toolsCall('callTool'), given);
  }

  // A method with the types of the interface would not be comparable with it: they depend on conditions.
  async callToolWith(...given: readonly unknown[]): Promise<never> {
    return callToolWith(this.#toolsCall('callToolWith'), given as unknown as AnyRunnerCall) as Promise<never>;
  }

  async listResources(params?: Params<'resources/list'>, options?: RequestOptions): Promise<Result<'resources/list'>> {
    return this.#ask('listResources', 'resources/list', params, options);
  }

  async listResourceTemplates(
    params?: Params<'resources/templates/list'>,
    options?: RequestOptions,
  ): Promise<Result<'resources/templates/list'>> {
    return this.#ask('listResourceTemplates', 'resources/templates/list', params, options);
  }

  async readResource(params: Params<'resources/read'>, options?: RequestOptions): Promise<Result<'resources/read'>> {
    return this.#ask('readResource', 'resources/read', params, options);
  }

  async listPrompts(params?: Params<'prompts/list'>, options?: RequestOptions): Promise<Result<'prompts/list'>> {
    return this.#ask('listPrompts', 'prompts/list', params, options);
  }

  async getPrompt(params: Params<'prompts/get'>, options?: RequestOptions): Promise<Result<'prompts/get'>> {
    return this.#ask('getPrompt', 'prompts/get', params, options);
  }

  async complete(
    params: Params<'completion/complete'>,
    options?: RequestOptions,
  ): Promise<Result<'completion/complete'>> {
    return this.#ask('complete', 'completion/complete', params, options);
  }

  async listen(filter: SubscriptionFilter, options: Omit<RequestOptions, 'onProgress'> = {}): Promise<Subscription> {
    this.#affinity.require('listen', 'Active');
    return listen(this.#session, filter, options);
  }

  #toolsCall(operation: 'callTool' | 'callToolWith'): ToolsCall {
    return {
      requireReady: () => {
        this.#affinity.require(operation, 'Active');
        this.#session.connection.requireOpen();
      },
      send: async (params, options) =>
        this.#ask(operation, 'tools/call', params, { ...options, ...this.#session.headersOf(params) }),
    };
  }

  async #ask<Method extends keyof ClientRequests>(
    operation: keyof StatelessRequests,
    method: Method,
    params: (Params<Method> & object) | undefined,
    options: (RequestOptions & Pick<OutgoingRequest, 'headers'>) | undefined,
  ): Promise<Result<Method>> {
    this.#affinity.require(operation, 'Active');
    return this.#session.ask(method, params, options);
  }
}

/** A subscription: a request whose answer comes when it is over, and whose acknowledgement comes first. */
async function listen(
  session: StatelessSession,
  filter: SubscriptionFilter,
  { signal, timeoutMs = defaultTimeoutMs }: Omit<RequestOptions, 'onProgress'>,
): Promise<Subscription> {
  const params = { notifications: filter };
  checked(SubscriptionFilterSchema, filter, 'The filter of `subscriptions/listen`', 'invalid params');
  const id = `listen:${(session.listens += 1)}`;
  const stop = new AbortController();
  const acknowledged = new Promise<SubscriptionFilter>((acknowledge) => {
    session.listening.set(id, { acknowledge, lose: () => stop.abort(new Error('The server ended the subscription.')) });
  });
  const { answer } = session.connection.issue({
    id,
    method: 'subscriptions/listen',
    params: session.enveloped(params),
    signal: signal === undefined ? stop.signal : AbortSignal.any([stop.signal, signal]),
    timeoutMs: Infinity,
    cancel: 'stream',
  });
  const closing = new Error('The subscription was closed.');
  const ended = answer.then(
    () => 'finished' as const,
    (error: unknown) => (error === closing || signal?.aborted === true ? ('closed' as const) : ('lost' as const)),
  );
  void ended.then(() => session.listening.delete(id));
  const over = answer.then((): never => {
    throw new SessionError('no answer', 'The subscription was over before it was acknowledged.');
  });

  const tooLate = new SessionError('timeout', '`subscriptions/listen` was not acknowledged in time.');
  const timer = setTimeout(() => stop.abort(tooLate), timeoutMs);
  const honored = await Promise.race([acknowledged, over]).finally(() => clearTimeout(timer));
  return {
    honored,
    ended,
    close: async () => {
      stop.abort(closing);
      await ended;
    },
  };
}

/**
 * Looks at `resultType` before any schema does: an unfinished answer must not pass for an empty result. An answer that
 * does not say is complete, as the specification has it for servers of before.
 */
function answerOf(method: string, raw: JsonObject): Answer {
  const { resultType, ...result } = raw;
  if (resultType === undefined || resultType === 'complete') return { kind: 'complete', result };
  if (resultType !== 'input_required') {
    throw new SessionError(
      'invalid result',
      `The answer to \`${method}\` has a \`resultType\` that ${statelessVersion} does not have.`,
    );
  }
  const { inputRequests, requestState } = result;
  const isObject = typeof inputRequests === 'object' && inputRequests !== null && !Array.isArray(inputRequests);
  const requests = isObject ? (inputRequests as JsonObject) : {};
  if (Object.keys(requests).length === 0 && typeof requestState !== 'string') {
    throw new SessionError('invalid result', `The answer to \`${method}\` requires input, and does not say which.`);
  }
  return {
    kind: 'input required',
    requests,
    requestState: typeof requestState === 'string' ? requestState : undefined,
  };
}
