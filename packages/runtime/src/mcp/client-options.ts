import type { ProtocolViolation } from './connection.ts';
import { SessionError } from './session-error.ts';
import type { Handler, HandlerContext } from './answering.ts';
import type { ClientCapabilities, HandshakeVersion, Implementation, ServerRequests } from './vocabulary.ts';

/** Who answers what a server asks of its client. A request without a handler is answered with "method not found". */
export interface ClientHandlers {
  readonly 'sampling/createMessage'?: Handler<ServerRequests, 'sampling/createMessage', HandlerContext>;
  readonly 'elicitation/create'?: Handler<ServerRequests, 'elicitation/create', HandlerContext>;
  readonly 'roots/list'?: Handler<ServerRequests, 'roots/list', HandlerContext>;
}

const capabilityOf = {
  'sampling/createMessage': 'sampling',
  'elicitation/create': 'elicitation',
  'roots/list': 'roots',
} as const satisfies Record<keyof ClientHandlers, keyof ClientCapabilities>;

/** The capability that each handler given stands for, in detail; only of these can there be details. */
type DetailsFor<Handlers extends ClientHandlers> = {
  readonly [Method in keyof ClientHandlers as (typeof capabilityOf)[Method]]?: [
    Extract<Handlers[Method], (...args: never[]) => unknown>,
  ] extends [never]
    ? never
    : ClientCapabilities[(typeof capabilityOf)[Method]];
};

/** What a client declares beyond what its handlers say: details, experimental capabilities and extensions. */
export type DeclaredCapabilities<Handlers extends ClientHandlers> = DetailsFor<Handlers> &
  Pick<ClientCapabilities, 'experimental' | 'extensions'>;

/** What a client's session may be given, in either era. */
export interface ClientOptions<Handlers extends ClientHandlers = ClientHandlers> {
  readonly handlers?: Handlers;
  /** `{ elicitation: { form: {}, url: {} } }`; what is not said is declared as `{}`, for each handler given. */
  readonly capabilities?: DeclaredCapabilities<NoInfer<Handlers>>;
  /** How many notifications wait for their reader before the oldest are given up; 1024 unless said otherwise. */
  readonly notificationCapacity?: number;
  /** Called with what the server does against the protocol. The session goes on without it. */
  readonly onViolation?: (violation: ProtocolViolation) => void;
}

/** What a client of the versions with a handshake may be given. */
export interface HandshakeClientOptions<
  Handlers extends ClientHandlers = ClientHandlers,
> extends ClientOptions<Handlers> {
  /** The versions that the client speaks, the preferred one first. */
  readonly versions?: readonly [HandshakeVersion, ...HandshakeVersion[]];
}

/** What a client of 2026-07-28 is given. */
export interface StatelessClientOptions<
  Handlers extends ClientHandlers = ClientHandlers,
> extends ClientOptions<Handlers> {
  /** Goes with each request. */
  readonly clientInfo: Implementation;
  /** How often one request may come back to ask for input; 10 unless said otherwise. */
  readonly inputRounds?: number;
}

/**
 * The capabilities of a client with these options.
 *
 * @throws SessionError `invalid params` where a capability is declared that no handler stands for
 */
export function capabilitiesOf(options: ClientOptions): ClientCapabilities {
  const handlers = options.handlers ?? {};
  const declared = (options.capabilities ?? {}) as ClientCapabilities;
  const capabilities: Record<string, unknown> = {};
  for (const name of ['experimental', 'extensions'] as const) {
    if (declared[name] !== undefined) capabilities[name] = declared[name];
  }
  for (const [method, name] of Object.entries(capabilityOf) as [keyof ClientHandlers, keyof ClientCapabilities][]) {
    if (handlers[method] !== undefined) capabilities[name] = declared[name] ?? {};
    else if (declared[name] !== undefined) {
      throw new SessionError('invalid params', `\`${name}\` is declared, but no handler answers \`${method}\`.`);
    }
  }
  return capabilities;
}
