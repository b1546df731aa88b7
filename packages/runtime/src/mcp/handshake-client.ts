import { InitializeRequestSchema, InitializeResultSchema } from '@modelcontextprotocol/core';
import type { AnyAgent, CapsBound } from '../capability/agent.ts';
import type { CapOf } from '../capability/caps.ts';
import type { AnyTool, GivenOf } from '../capability/tool.ts';
import type { HeldTool } from '../capability/verdicts.ts';
import { McpError } from '../errors.ts';
import type { ProofBound, TokenFor, TokenGiven } from '../guardrail/token.ts';
import { answerBy, contextOf, recognised } from './answering.ts';
import { capabilitiesOf } from './client-options.ts';
import type { HandshakeClientOptions } from './client-options.ts';
import type { HandshakeRequests, Params, Result } from './client-requests.ts';
import { Connection } from './connection.ts';
import type { ConnectionOwner, IncomingRequest, ProtocolViolation, RequestOptions } from './connection.ts';
import { callToolBy, callToolWith } from './guarded-call.ts';
import type { AnyRunnerCall, ToolCallResult, ToolsCall } from './guarded-call.ts';
import { Affinity } from './handle.ts';
import type { SessionHandle } from './handle.ts';
import { NotificationQueue } from './notification-channel.ts';
import { SessionError, SessionStateError, sessionCode } from './session-error.ts';
import type { JsonObject, JsonRpcNotification, SessionTransport } from './transport.ts';
import {
  checked,
  clientRequests,
  declares,
  handshakeVersions,
  serverNotifications,
  serverRequests,
  taskCallForm,
} from './vocabulary.ts';
import type {
  ClientRequests,
  CreateTaskResult,
  Implementation,
  InitializeResult,
  LoggingLevel,
  RequestForm,
  ServerNotification,
} from './vocabulary.ts';

/** The states of a client's session: `Uninit → AwaitingResult → AwaitingNotif → Active → Closed`. */
export type ClientState = 'Uninit' | 'AwaitingResult' | 'AwaitingNotif' | 'Active' | 'Closed';

const openStates = ['Uninit', 'AwaitingResult', 'AwaitingNotif', 'Active'] as const satisfies ClientState[];

/** What `initialize` says; version and capabilities are those of the session's options. */
export interface InitializeRequest {
  readonly clientInfo: Implementation;
  readonly _meta?: JsonObject | undefined;
}

/** What all handles of one session share: the connection, and what the handshake has agreed. */
class HandshakeSession implements ConnectionOwner {
  readonly options: HandshakeClientOptions;
  readonly connection: Connection;
  readonly notifications: NotificationQueue<ServerNotification>;
  /** Set before `notifications/initialized` is sent: what it sets off may be here before the transport says it is sent. */
  isActive = false;
  /** What the server answered to `initialize`, once that is received. */
  initializeResult: InitializeResult | undefined;
  /** The answer to `initialize`, once that is sent. */
  initialized: Promise<JsonObject> | undefined;

  constructor(transport: SessionTransport, options: HandshakeClientOptions) {
    this.options = options;
    this.notifications = new NotificationQueue(options.notificationCapacity);
    this.connection = new Connection(transport, this);
  }

  async answer(request: IncomingRequest): Promise<JsonObject> {
    if (request.method === 'ping') return {};
    if (!this.isActive) {
      const detail = `The server asked for \`${request.method}\` before \`notifications/initialized\`.`;
      this.report({ kind: 'request out of order', detail, message: { method: request.method } });
      throw new McpError(sessionCode.invalidRequest, 'Only `ping` is answered before `notifications/initialized`.');
    }
    return answerBy(this.options.handlers ?? {}, serverRequests, request, contextOf(request, this.connection));
  }

  receive(message: JsonRpcNotification): void {
    if (message.method === 'notifications/cancelled') return;
    const outcome = recognised(serverNotifications, message);
    if (outcome.violation) {
      this.report(outcome.violation);
    } else if (!this.isActive && outcome.notification.method !== 'notifications/message') {
      const detail = `The server sent \`${message.method}\` before \`notifications/initialized\`.`;
      this.report({ kind: 'notification out of order', detail, message });
    } else {
      this.notifications.push(outcome.notification);
    }
  }

  report(violation: ProtocolViolation): void {
    this.connection.guarded(() => this.options.onViolation?.(violation));
  }

  ended(): void {
    this.notifications.end();
  }

  /** @throws SessionError where the session has ended, or the server did not declare what the request needs. */
  requireReady(method: keyof ClientRequests, { needs }: RequestForm): void {
    this.connection.requireOpen();
    if (needs === undefined || declares(this.initializeResult?.capabilities ?? {}, needs)) return;
    throw new SessionError('not negotiated', `\`${method}\` needs \`${needs}\`, which the server did not declare.`);
  }

  /** A request of an active session, with everything about it checked that can be checked before it is sent. */
  async ask(
    method: keyof ClientRequests,
    form: RequestForm,
    params: object | undefined,
    options: RequestOptions | undefined,
  ): Promise<unknown> {
    this.requireReady(method, form);
    checked(form.request, { method, params }, `The request \`${method}\``, 'invalid params');
    const answer = await this.connection.request({ ...options, method, params: params as JsonObject | undefined });
    return checked(form.result, answer, `The answer to \`${method}\``, 'invalid result');
  }
}

/**
 * One handle of a session with a handshake. All operations are here at run time, and each asks first whether the state
 * allows it, so that callers without types, and those with an alias of a consumed handle, get a `SessionStateError`
 * before anything is sent. The types of `McpClient` show those of the state only.
 */
export class HandshakeClient<State extends ClientState>
  implements SessionHandle<State, ServerNotification>, HandshakeRequests
{
  readonly state: State;
  readonly #session: HandshakeSession;
  readonly #affinity: Affinity;

  private constructor(state: State, session: HandshakeSession) {
    this.state = state;
    this.#session = session;
    this.#affinity = new Affinity(state);
  }

  /** A session before its handshake: nothing is started or sent. */
  static over(transport: SessionTransport, options: HandshakeClientOptions): HandshakeClient<'Uninit'> {
    return new HandshakeClient('Uninit', new HandshakeSession(transport, options));
  }

  get notifications(): NotificationQueue<ServerNotification> {
    return this.#session.notifications;
  }

  /** @throws SessionStateError where it has not been received. */
  get initializeResult(): InitializeResult {
    const { initializeResult } = this.#session;
    if (initializeResult) return initializeResult;
    throw new SessionStateError('initializeResult', this.state, ['Active'], undefined);
  }

  async sendInitialize(
    { clientInfo, _meta }: InitializeRequest,
    options: Pick<RequestOptions, 'signal' | 'timeoutMs'> = {},
  ): Promise<HandshakeClient<'AwaitingResult'>> {
    this.#affinity.consume('sendInitialize', 'Uninit');
    const session = this.#session;
    return session.connection.step('sendInitialize', async () => {
      const [protocolVersion] = session.options.versions ?? handshakeVersions;
      const params = {
        protocolVersion,
        capabilities: capabilitiesOf(session.options),
        clientInfo,
        ...(_meta && { _meta }),
      };
      checked(InitializeRequestSchema, { method: 'initialize', params }, 'The request `initialize`', 'invalid params');
      await session.connection.start();
      const { sent, answer } = session.connection.issue({ ...options, method: 'initialize', params, cancel: 'never' });
      session.initialized = answer;
      // Whether or not a caller receives the result: without it there is no session.
      answer.catch((error: unknown) => session.connection.abandon('`initialize` failed.', error));
      // Over HTTP the message is taken when the answer is there, and a server may never give one. Whatever the answer
      // is, `recvInitializeResult` tells.
      await Promise.race([sent, answer.catch(() => undefined)]);
      return new HandshakeClient('AwaitingResult', session);
    });
  }

  async recvInitializeResult(): Promise<[result: InitializeResult, next: HandshakeClient<'AwaitingNotif'>]> {
    this.#affinity.consume('recvInitializeResult', 'AwaitingResult');
    const session = this.#session;
    return session.connection.step('recvInitializeResult', async () => {
      const result = checked(
        InitializeResultSchema,
        await session.initialized,
        'The answer to `initialize`',
        'invalid result',
      );
      const spoken: readonly string[] = session.options.versions ?? handshakeVersions;
      if (!spoken.includes(result.protocolVersion)) {
        throw new SessionError(
          'unsupported version',
          `The server speaks ${result.protocolVersion}; this client speaks ${spoken.join(', ')}.`,
          { data: { requested: result.protocolVersion, supported: spoken } },
        );
      }
      session.connection.useVersion(result.protocolVersion);
      session.connection.established();
      session.initializeResult = result;
      return [result, new HandshakeClient('AwaitingNotif', session)];
    });
  }

  async sendInitialized(): Promise<HandshakeClient<'Active'>> {
    this.#affinity.consume('sendInitialized', 'AwaitingNotif');
    const session = this.#session;
    return session.connection.step('sendInitialized', async () => {
      session.isActive = true;
      await session.connection.notify('notifications/initialized');
      return new HandshakeClient('Active', session);
    });
  }

  async close(): Promise<HandshakeClient<'Closed'>> {
    this.#affinity.consume('close', ...openStates);
    await this.#session.connection.close();
    return new HandshakeClient('Closed', this.#session);
  }

  async ping(options?: RequestOptions): Promise<void> {
    await this.#ask('ping', 'ping', undefined, options);
  }

  async listTools(params?: Params<'tools/list'>, options?: RequestOptions): Promise<Result<'tools/list'>> {
    return this.#ask('listTools', 'tools/list', params, options);
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

  async subscribeResource(params: Params<'resources/subscribe'>, options?: RequestOptions): Promise<void> {
    await this.#ask('subscribeResource', 'resources/subscribe', params, options);
  }

  async unsubscribeResource(params: Params<'resources/unsubscribe'>, options?: RequestOptions): Promise<void> {
    await this.#ask('unsubscribeResource', 'resources/unsubscribe', params, options);
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

  async setLoggingLevel(level: LoggingLevel, options?: RequestOptions): Promise<void> {
    await this.#ask('setLoggingLevel', 'logging/setLevel', { level }, options);
  }

  async callToolAsTask(
    params: Parameters<HandshakeRequests['callToolAsTask']>[0],
    options?: RequestOptions,
  ): Promise<CreateTaskResult> {
    this.#affinity.require('callToolAsTask', 'Active');
    return (await this.#session.ask('tools/call', taskCallForm, params, options)) as CreateTaskResult;
  }

  async getTask(params: Params<'tasks/get'>, options?: RequestOptions): Promise<Result<'tasks/get'>> {
    return this.#ask('getTask', 'tasks/get', params, options);
  }

  async getTaskResult(params: Params<'tasks/result'>, options?: RequestOptions): Promise<Result<'tasks/result'>> {
    return this.#ask('getTaskResult', 'tasks/result', params, options);
  }

  async listTasks(params?: Params<'tasks/list'>, options?: RequestOptions): Promise<Result<'tasks/list'>> {
    return this.#ask('listTasks', 'tasks/list', params, options);
  }

  async cancelTask(params: Params<'tasks/cancel'>, options?: RequestOptions): Promise<Result<'tasks/cancel'>> {
    return this.#ask('cancelTask', 'tasks/cancel', params, options);
  }

  async sendRootsListChanged(): Promise<void> {
    this.#affinity.require('sendRootsListChanged', 'Active');
    if (!declares(capabilitiesOf(this.#session.options), 'roots.listChanged')) {
      throw new SessionError(
        'not negotiated',
        '`sendRootsListChanged` needs `roots.listChanged` among the capabilities.',
      );
    }
    await this.#session.connection.notify('notifications/roots/list_changed');
  }

  #toolsCall(operation: 'callTool' | 'callToolWith'): ToolsCall {
    return {
      requireReady: () => {
        this.#affinity.require(operation, 'Active');
        this.#session.requireReady('tools/call', clientRequests['tools/call']);
      },
      send: async (params, options) => this.#ask(operation, 'tools/call', params, options),
    };
  }

  async #ask<Method extends keyof ClientRequests>(
    operation: keyof HandshakeRequests,
    method: Method,
    params: (Params<Method> & object) | undefined,
    options: RequestOptions | undefined,
  ): Promise<Result<Method>> {
    this.#affinity.require(operation, 'Active');
    const result = await this.#session.ask(method, clientRequests[method], params, options);
    return result;
  }
}
