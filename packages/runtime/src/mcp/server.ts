import type { RequestOptions } from './connection.ts';
import type { SessionHandle } from './handle.ts';
import type { ServerMessages } from './server-messages.ts';
import type { ServerSessionOptions } from './server-options.ts';
import { ServerHandle } from './server-session.ts';
import type { ServerState } from './server-session.ts';
import type { SessionTransport } from './transport.ts';
import type { ClientNotification, InitializeParams } from './vocabulary.ts';

interface Closing {
  /** Closes the transport; what waits for an answer rejects, and the channel of notifications ends. */
  close(): Promise<McpServerSession<'Closed'>>;
}

interface OnUninit extends Closing {
  /** Starts the transport and waits for `initialize`. */
  recvInitialize(): Promise<[params: InitializeParams, next: McpServerSession<'OwesResult'>]>;
}

interface OnOwesResult extends Closing {
  /** Answers `initialize`: in the client's version if the server speaks it, otherwise in its own first one. */
  sendInitializeResult(): Promise<McpServerSession<'AwaitingInitialized'>>;
}

interface OnAwaitingInitialized extends Closing {
  /** Waits for `notifications/initialized`; after `timeoutMs` (60,000 unless said otherwise) the session has ended. */
  recvInitialized(options?: Pick<RequestOptions, 'timeoutMs'>): Promise<McpServerSession>;
}

/** Which operations each state allows. */
interface ServerOperations {
  Uninit: OnUninit;
  OwesResult: OnOwesResult;
  AwaitingInitialized: OnAwaitingInitialized;
  Active: ServerMessages & Closing;
  Closed: unknown;
}

/** One member for each state, so that `state` distinguishes them. */
type OperationsIn<State extends ServerState> = State extends ServerState
  ? { readonly state: State } & ServerOperations[State]
  : never;

/**
 * A server's session in one state, the dual of `McpClient`: what that sends, this receives. The client's requests are
 * answered by the handlers given; those that come before their time are refused, whatever the server's program does.
 *
 *     Uninit ─recvInitialize→ OwesResult ─sendInitializeResult→ AwaitingInitialized ─recvInitialized→ Active ─close→ Closed
 */
export type McpServerSession<State extends ServerState = 'Active'> = SessionHandle<State, ClientNotification> &
  OperationsIn<State>;

/** Opens the server's side of sessions over the official SDKs' transports. */
export const McpServerSession = {
  /**
   * A session before its client has said anything. The transport is not started.
   *
   * @throws SessionError `invalid params` where a capability is declared that no handler stands for
   */
  over(transport: SessionTransport, options: ServerSessionOptions): McpServerSession<'Uninit'> {
    return ServerHandle.over(transport, options);
  },
};
