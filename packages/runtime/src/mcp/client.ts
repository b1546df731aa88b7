import type { ClientHandlers, HandshakeClientOptions, StatelessClientOptions } from './client-options.ts';
import type { HandshakeRequests, StatelessRequests } from './client-requests.ts';
import type { RequestOptions } from './connection.ts';
import type { SessionHandle } from './handle.ts';
import { HandshakeClient } from './handshake-client.ts';
import type { ClientState, InitializeRequest } from './handshake-client.ts';
import { StatelessClient } from './stateless-client.ts';
import type { SessionTransport } from './transport.ts';
import type { InitializeResult, ServerNotification, StatelessVersion } from './vocabulary.ts';

/** With a handshake (up to 2025-11-25), or the first version without one. */
export type ProtocolEra = 'handshake' | StatelessVersion;

/** `End` of the session type: either side may end the session at any time. */
interface Closing<Era extends ProtocolEra> {
  /** Closes the transport; what waits for an answer rejects, and the channel of notifications ends. */
  close(): Promise<McpClient<'Closed', Era>>;
}

interface OnUninit extends Closing<'handshake'> {
  /** Starts the transport and sends `initialize`. If it fails, the session has ended and the transport is closed. */
  sendInitialize(
    params: InitializeRequest,
    options?: Pick<RequestOptions, 'signal' | 'timeoutMs'>,
  ): Promise<McpClient<'AwaitingResult'>>;
}

interface OnAwaitingResult extends Closing<'handshake'> {
  /**
   * Waits for the server's result, and settles on its version. If it fails, the session has ended.
   *
   * @throws SessionError `unsupported version` where the server wants one that this client does not speak
   */
  recvInitializeResult(): Promise<[result: InitializeResult, next: McpClient<'AwaitingNotif'>]>;
}

interface OnAwaitingNotif extends Closing<'handshake'> {
  /** Sends `notifications/initialized`. If it fails, the session has ended. */
  sendInitialized(): Promise<McpClient>;
}

interface OnActive extends HandshakeRequests, Closing<'handshake'> {
  /** What the server answered to `initialize`: its version, capabilities, name and instructions. */
  readonly initializeResult: InitializeResult;
}

/** What `connect` takes: what `initialize` says, what the session is given, and how long its result may take. */
export interface ConnectOptions<Handlers extends ClientHandlers = ClientHandlers>
  extends InitializeRequest, HandshakeClientOptions<Handlers>, Pick<RequestOptions, 'signal' | 'timeoutMs'> {}

/** Which operations each state allows. Without a handshake there is one state to be in, and one to end in. */
interface ClientOperations {
  handshake: {
    Uninit: OnUninit;
    AwaitingResult: OnAwaitingResult;
    AwaitingNotif: OnAwaitingNotif;
    Active: OnActive;
    Closed: unknown;
  };
  '2026-07-28': {
    Uninit: never;
    AwaitingResult: never;
    AwaitingNotif: never;
    Active: StatelessRequests & Closing<'2026-07-28'>;
    Closed: unknown;
  };
}

/** One member for each state, so that `state` distinguishes them. */
type OperationsIn<State extends ClientState, Era extends ProtocolEra> = State extends ClientState
  ? { readonly state: State } & ClientOperations[Era][State]
  : never;

/**
 * A client's session in one state: the operations of the other states are not there. Each transition consumes its
 * handle and returns the next; a consumed handle throws `SessionStateError`. Requests of an active session are the loop
 * of the session type: they keep their handle, and several may be under way at once.
 *
 *     Uninit ─sendInitialize→ AwaitingResult ─recvInitializeResult→ AwaitingNotif ─sendInitialized→ Active ─close→ Closed
 *
 * From 2026-07-28 on there is no handshake: the session is `Active` from the start.
 *
 * A handle that is in one of several states, `McpClient<'Uninit' | 'Active'>`, is a union: comparing `state` narrows it.
 */
export type McpClient<State extends ClientState = 'Active', Era extends ProtocolEra = 'handshake'> = SessionHandle<
  State,
  ServerNotification
> &
  OperationsIn<State, Era>;

/** Opens sessions over the official SDKs' transports (stdio, Streamable HTTP, in memory; v1 and v2). */
export const McpClient = {
  /**
   * A session with a handshake. Nothing is started or sent yet.
   *
   * @throws SessionError `refused` where the transport carries a session already
   */
  over<Handlers extends ClientHandlers = ClientHandlers>(
    transport: SessionTransport,
    options: HandshakeClientOptions<Handlers> = {},
  ): McpClient<'Uninit'> {
    return HandshakeClient.over(transport, options);
  },

  /**
   * The whole handshake: starts the transport, sends `initialize`, receives its result, and sends
   * `notifications/initialized`. If a step fails, the transport is closed.
   *
   * @throws what the step that failed throws; SessionError `refused` where the transport carries a session already, which
   *   then goes on
   */
  async connect<Handlers extends ClientHandlers = ClientHandlers>(
    transport: SessionTransport,
    { clientInfo, _meta, signal, timeoutMs, ...options }: ConnectOptions<Handlers>,
  ): Promise<McpClient> {
    const uninit = HandshakeClient.over(transport, options);
    const awaitingResult = await uninit.sendInitialize({ clientInfo, _meta }, { signal, timeoutMs });
    const [, awaitingNotif] = await awaitingResult.recvInitializeResult();
    return awaitingNotif.sendInitialized();
  },

  /** A session of 2026-07-28: starts the transport, sends nothing, and is active. */
  async stateless<Handlers extends ClientHandlers = ClientHandlers>(
    transport: SessionTransport,
    options: StatelessClientOptions<Handlers>,
  ): Promise<McpClient<'Active', StatelessVersion>> {
    return StatelessClient.over(transport, options);
  },
};
