import type { InferInput } from '../standard-schema.ts';
import type { Connection, RequestOptions } from './connection.ts';
import { SessionError } from './session-error.ts';
import type { JsonObject, JsonRpcId } from './transport.ts';
import { checked, declares, serverNotifications, serverRequests } from './vocabulary.ts';
import type {
  ClientCapabilities,
  ParamsOf,
  ResultOf,
  ServerCapabilities,
  ServerNotifications,
  ServerRequests,
} from './vocabulary.ts';

type NotificationParams<Method extends keyof ServerNotifications> = InferInput<ServerNotifications[Method]>['params'];
/** The params of a server's request. */
export type Params<Method extends keyof ServerRequests> = ParamsOf<ServerRequests, Method>;
/** The checked result of a server's request. */
export type Result<Method extends keyof ServerRequests> = ResultOf<ServerRequests, Method>;

/**
 * What a server may say in an active session. Requests reject as those of a client do; what a capability was not
 * declared for, by the client or by this server, is a `SessionError` and not sent.
 */
export interface ServerMessages {
  /** `ping`: whether the client is there. */
  ping(options?: RequestOptions): Promise<void>;
  /** `sampling/createMessage`. */
  createMessage(
    params: Params<'sampling/createMessage'>,
    options?: RequestOptions,
  ): Promise<Result<'sampling/createMessage'>>;
  /** `elicitation/create`: asks the user, by a form or at a URL. */
  elicit(params: Params<'elicitation/create'>, options?: RequestOptions): Promise<Result<'elicitation/create'>>;
  /** `roots/list`. */
  listRoots(options?: RequestOptions): Promise<Result<'roots/list'>>;
  /** `notifications/tools/list_changed`. */
  sendToolListChanged(): Promise<void>;
  /** `notifications/prompts/list_changed`. */
  sendPromptListChanged(): Promise<void>;
  /** `notifications/resources/list_changed`. */
  sendResourceListChanged(): Promise<void>;
  /** `notifications/resources/updated`. Who has subscribed to what is the server's to know. */
  sendResourceUpdated(params: NotificationParams<'notifications/resources/updated'>): Promise<void>;
  /** `notifications/message`. Which level the client wants is what the handler of `logging/setLevel` was told. */
  sendLoggingMessage(params: NotificationParams<'notifications/message'>): Promise<void>;
  /** `notifications/elicitation/complete`. */
  sendElicitationComplete(params: NotificationParams<'notifications/elicitation/complete'>): Promise<void>;
  /** `notifications/tasks/status`. */
  sendTaskStatus(params: NotificationParams<'notifications/tasks/status'>): Promise<void>;
}

/** What the two sides have declared. */
export interface Agreement {
  readonly client: ClientCapabilities;
  readonly server: ServerCapabilities;
}

const neededFor: Partial<Record<keyof ServerNotifications, string>> = {
  'notifications/message': 'logging',
  'notifications/resources/updated': 'resources.subscribe',
  'notifications/resources/list_changed': 'resources.listChanged',
  'notifications/tools/list_changed': 'tools.listChanged',
  'notifications/prompts/list_changed': 'prompts.listChanged',
  'notifications/tasks/status': 'tasks',
};

/** The server's messages over a connection, alone or on behalf of the client's request that is being answered. */
export class MessagesToClient implements ServerMessages {
  readonly #connection: Connection;
  readonly #agreement: () => Agreement;
  readonly #relatedRequestId: JsonRpcId | undefined;

  /** @param agreement what was declared, as far as the handshake has come */
  constructor(connection: Connection, agreement: () => Agreement, relatedRequestId?: JsonRpcId) {
    this.#connection = connection;
    this.#agreement = agreement;
    this.#relatedRequestId = relatedRequestId;
  }

  async ping(options?: RequestOptions): Promise<void> {
    await this.#ask('ping', undefined, options);
  }

  async createMessage(
    params: Params<'sampling/createMessage'>,
    options?: RequestOptions,
  ): Promise<Result<'sampling/createMessage'>> {
    const withTools = params.tools !== undefined || params.toolChoice !== undefined;
    return this.#ask('sampling/createMessage', params, options, withTools ? 'sampling.tools' : 'sampling');
  }

  async elicit(params: Params<'elicitation/create'>, options?: RequestOptions): Promise<Result<'elicitation/create'>> {
    // A client that declares no mode means forms, as before there were modes.
    const byUrl = (params as { mode?: unknown }).mode === 'url';
    return this.#ask('elicitation/create', params, options, byUrl ? 'elicitation.url' : 'elicitation');
  }

  async listRoots(options?: RequestOptions): Promise<Result<'roots/list'>> {
    return this.#ask('roots/list', undefined, options);
  }

  async sendToolListChanged(): Promise<void> {
    await this.#tell('notifications/tools/list_changed');
  }

  async sendPromptListChanged(): Promise<void> {
    await this.#tell('notifications/prompts/list_changed');
  }

  async sendResourceListChanged(): Promise<void> {
    await this.#tell('notifications/resources/list_changed');
  }

  async sendResourceUpdated(params: NotificationParams<'notifications/resources/updated'>): Promise<void> {
    await this.#tell('notifications/resources/updated', params);
  }

  async sendLoggingMessage(params: NotificationParams<'notifications/message'>): Promise<void> {
    await this.#tell('notifications/message', params);
  }

  async sendElicitationComplete(params: NotificationParams<'notifications/elicitation/complete'>): Promise<void> {
    await this.#tell('notifications/elicitation/complete', params);
  }

  async sendTaskStatus(params: NotificationParams<'notifications/tasks/status'>): Promise<void> {
    await this.#tell('notifications/tasks/status', params);
  }

  async #ask<Method extends keyof ServerRequests>(
    method: Method,
    params: Params<Method> | undefined,
    options: RequestOptions | undefined,
    needs: string | undefined = serverRequests[method].needs,
  ): Promise<Result<Method>> {
    if (needs !== undefined && !declares(this.#agreement().client, needs)) {
      throw new SessionError('not negotiated', `\`${method}\` needs \`${needs}\`, which the client did not declare.`);
    }
    const { request, result } = serverRequests[method];
    checked(request, { method, params }, `The request \`${method}\``, 'invalid params');
    const answer = await this.#connection.request({
      ...options,
      method,
      params: params as JsonObject | undefined,
      relatedRequestId: this.#relatedRequestId,
    });
    return checked(result, answer, `The answer to \`${method}\``, 'invalid result');
  }

  async #tell(method: keyof ServerNotifications, params?: object): Promise<void> {
    const needs = neededFor[method];
    if (needs !== undefined && !declares(this.#agreement().server, needs)) {
      throw new SessionError('not negotiated', `\`${method}\` needs \`${needs}\`, which this server did not declare.`);
    }
    checked(serverNotifications[method], { method, params }, `The notification \`${method}\``, 'invalid params');
    const id = this.#relatedRequestId;
    await this.#connection.notify(
      method,
      params as JsonObject | undefined,
      id === undefined ? {} : { relatedRequestId: id },
    );
  }
}
