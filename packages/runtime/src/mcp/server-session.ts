import { InitializeRequestSchema, InitializeResultSchema } from '@modelcontextprotocol/core';
import { McpError } from '../errors.ts';
import { answerBy, contextOf, recognised } from './answering.ts';
import { Connection, defaultTimeoutMs } from './connection.ts';
import type { ConnectionOwner, IncomingRequest, ProtocolViolation, RequestOptions } from './connection.ts';
import { deferred } from './deferred.ts';
import { Affinity } from './handle.ts';
import type { SessionHandle } from './handle.ts';
import { NotificationQueue } from './notification-channel.ts';
import { MessagesToClient } from './server-messages.ts';
import type { Result, ServerMessages } from './server-messages.ts';
import { capabilitiesOfServer } from './server-options.ts';
import type { ServerSessionOptions } from './server-options.ts';
import { SessionError, sessionCode } from './session-error.ts';
import type { JsonObject, JsonRpcNotification, SessionTransport } from './transport.ts';
import { checked, clientNotifications, clientRequests, handshakeVersions } from './vocabulary.ts';
import type { ClientCapabilities, ClientNotification, InitializeParams, ServerCapabilities } from './vocabulary.ts';

/** The states of a server's session, the dual of a client's: where that waits, this owes, and the other way round. */
export type ServerState = 'Uninit' | 'OwesResult' | 'AwaitingInitialized' | 'Active' | 'Closed';

const openStates = ['Uninit', 'OwesResult', 'AwaitingInitialized', 'Active'] as const satisfies ServerState[];

/** How far the client has come, by its messages; the handles follow as the server's program receives them. */
type Phase = 'before initialize' | 'initialize received' | 'result sent' | 'initialized';

/** What all handles of one session share. */
class ServerSession implements ConnectionOwner {
  readonly options: ServerSessionOptions;
  readonly connection: Connection;
  readonly notifications: NotificationQueue<ClientNotification>;
  readonly server: ServerCapabilities;
  readonly messages: MessagesToClient;
  readonly initialize = deferred<InitializeParams>();
  readonly result = deferred<JsonObject>();
  readonly initialized = deferred<undefined>();
  client: ClientCapabilities = {};
  #phase: Phase = 'before initialize';

  constructor(transport: SessionTransport, options: ServerSessionOptions) {
    this.options = options;
    this.server = capabilitiesOfServer(options);
    this.notifications = new NotificationQueue(options.notificationCapacity);
    this.connection = new Connection(transport, this);
    this.messages = new MessagesToClient(this.connection, () => this);
    // Callers may still wait for each of these, or not.
    for (const { promise } of [this.initialize, this.result, this.initialized]) promise.catch(() => undefined);
  }

  async answer(request: IncomingRequest): Promise<JsonObject> {
    const { method } = request;
    if (method === 'ping') return {};
    if (method === 'initialize') return this.#begin(request);
    if (this.#phase !== 'initialized') {
      throw this.#outOfOrder(method, 'before `notifications/initialized`');
    }
    const client = new MessagesToClient(this.connection, () => this, request.id);
    const context = { ...contextOf(request, this.connection), client };
    return answerBy(this.options.handlers ?? {}, clientRequests, request, context);
  }

  async #begin({ method, params }: IncomingRequest): Promise<JsonObject> {
    if (this.#phase !== 'before initialize') throw this.#outOfOrder(method, 'for the second time');
    const form = checked(InitializeRequestSchema, { method, params }, 'The request `initialize`', 'invalid params');
    this.#phase = 'initialize received';
    this.client = form.params.capabilities;
    this.initialize.resolve(form.params);
    const result = await this.result.promise;
    this.#phase = 'result sent';
    return result;
  }

  receive(message: JsonRpcNotification): void {
    const { method } = message;
    if (method === 'notifications/cancelled') return;
    if (method === 'notifications/initialized' && this.#phase === 'result sent') {
      this.#phase = 'initialized';
      this.initialized.resolve(undefined);
      return;
    }
    if (method === 'notifications/initialized' || this.#phase !== 'initialized') {
      const detail = `The client sent \`${method}\` when it was not its turn.`;
      this.report({ kind: 'notification out of order', detail, message });
      return;
    }
    const outcome = recognised(clientNotifications, message);
    if (outcome.violation) this.report(outcome.violation);
    else this.notifications.push(outcome.notification);
  }

  report(violation: ProtocolViolation): void {
    this.connection.guarded(() => this.options.onViolation?.(violation));
  }

  ended(): void {
    this.notifications.end();
    const end = new SessionError('session ended', 'The session ended before its handshake was done.');
    for (const step of [this.initialize, this.result, this.initialized]) step.reject(end);
  }

  #outOfOrder(method: string, how: string): McpError {
    const detail = `The client asked for \`${method}\` ${how}.`;
    this.report({ kind: 'request out of order', detail, message: { method } });
    return new McpError(sessionCode.invalidRequest, detail);
  }
}

/** A handle of a server's session; all operations are in one class as in the client's, and for its reasons. */
export class ServerHandle<State extends ServerState>
  implements SessionHandle<State, ClientNotification>, ServerMessages
{
  readonly state: State;
  readonly #session: ServerSession;
  readonly #affinity: Affinity;

  private constructor(state: State, session: ServerSession) {
    this.state = state;
    this.#session = session;
    this.#affinity = new Affinity(state);
  }

  /** A session before its client has said anything; the transport is not started. */
  static over(transport: SessionTransport, options: ServerSessionOptions): ServerHandle<'Uninit'> {
    return new ServerHandle('Uninit', new ServerSession(transport, options));
  }

  get notifications(): NotificationQueue<ClientNotification> {
    return this.#session.notifications;
  }

  async recvInitialize(): Promise<[params: InitializeParams, next: ServerHandle<'OwesResult'>]> {
    this.#affinity.consume('recvInitialize', 'Uninit');
    const session = this.#session;
    return session.connection.step('recvInitialize', async () => {
      await session.connection.start();
      return [await session.initialize.promise, new ServerHandle('OwesResult', session)];
    });
  }

  async sendInitializeResult(): Promise<ServerHandle<'AwaitingInitialized'>> {
    this.#affinity.consume('sendInitializeResult', 'OwesResult');
    const session = this.#session;
    return session.connection.step('sendInitializeResult', async () => {
      const { versions = handshakeVersions, serverInfo, instructions } = session.options;
      const { protocolVersion: requested } = await session.initialize.promise;
      const result = {
        protocolVersion: versions.find((version) => version === requested) ?? versions[0],
        capabilities: session.server,
        serverInfo,
        ...(instructions !== undefined && { instructions }),
      };
      checked(InitializeResultSchema, result, 'The result of `initialize`', 'invalid params');
      session.result.resolve(result);
      return new ServerHandle('AwaitingInitialized', session);
    });
  }

  async recvInitialized({ timeoutMs = defaultTimeoutMs }: Pick<RequestOptions, 'timeoutMs'> = {}): Promise<
    ServerHandle<'Active'>
  > {
    this.#affinity.consume('recvInitialized', 'AwaitingInitialized');
    const session = this.#session;
    return session.connection.step('recvInitialized', async () => {
      const late = new SessionError('timeout', `\`notifications/initialized\` did not come within ${timeoutMs} ms.`);
      const timer = timeoutMs < 2 ** 31 ? setTimeout(() => session.initialized.reject(late), timeoutMs) : undefined;
      await session.initialized.promise.finally(() => clearTimeout(timer));
      return new ServerHandle('Active', session);
    });
  }

  async close(): Promise<ServerHandle<'Closed'>> {
    this.#affinity.consume('close', ...openStates);
    await this.#session.connection.close();
    return new ServerHandle('Closed', this.#session);
  }

  async ping(options?: RequestOptions): Promise<void> {
    return this.#active('ping').ping(options);
  }

  async createMessage(...args: Parameters<ServerMessages['createMessage']>): Promise<Result<'sampling/createMessage'>> {
    return this.#active('createMessage').createMessage(...args);
  }

  async elicit(...args: Parameters<ServerMessages['elicit']>): Promise<Result<'elicitation/create'>> {
    return this.#active('elicit').elicit(...args);
  }

  async listRoots(options?: RequestOptions): Promise<Result<'roots/list'>> {
    return this.#active('listRoots').listRoots(options);
  }

  async sendToolListChanged(): Promise<void> {
    return this.#active('sendToolListChanged').sendToolListChanged();
  }

  async sendPromptListChanged(): Promise<void> {
    return this.#active('sendPromptListChanged').sendPromptListChanged();
  }

  async sendResourceListChanged(): Promise<void> {
    return this.#active('sendResourceListChanged').sendResourceListChanged();
  }

  async sendResourceUpdated(...args: Parameters<ServerMessages['sendResourceUpdated']>): Promise<void> {
    return this.#active('sendResourceUpdated').sendResourceUpdated(...args);
  }

  async sendLoggingMessage(...args: Parameters<ServerMessages['sendLoggingMessage']>): Promise<void> {
    return this.#active('sendLoggingMessage').sendLoggingMessage(...args);
  }

  async sendElicitationComplete(...args: Parameters<ServerMessages['sendElicitationComplete']>): Promise<void> {
    return this.#active('sendElicitationComplete').sendElicitationComplete(...args);
  }

  async sendTaskStatus(...args: Parameters<ServerMessages['sendTaskStatus']>): Promise<void> {
    return this.#active('sendTaskStatus').sendTaskStatus(...args);
  }

  #active(operation: keyof ServerMessages): ServerMessages {
    this.#affinity.require(operation, 'Active');
    return this.#session.messages;
  }
}
