import type { Handler, HandlerContext } from './answering.ts';
import type { ProtocolViolation } from './connection.ts';
import type { ServerMessages } from './server-messages.ts';
import { SessionError } from './session-error.ts';
import type {
  ClientRequests,
  CreateTaskResult,
  HandshakeVersion,
  Implementation,
  ResultOf,
  ServerCapabilities,
} from './vocabulary.ts';

/** What a server's handler knows, and whom it may ask: messages sent here travel with the request that is answered. */
export interface ServerHandlerContext extends HandlerContext {
  readonly client: ServerMessages;
}

type Answered = Exclude<keyof ClientRequests, 'ping' | 'server/discover'>;

/** Who answers the client's requests. `ping` is answered by the session; a method without a handler is not found. */
export type ServerHandlers = {
  readonly [Method in Exclude<Answered, 'tools/call'>]?: Handler<ClientRequests, Method, ServerHandlerContext>;
} & {
  /** Answers with the tool's result, or with the task that was made for a call with a `task` in its params. */
  readonly 'tools/call'?: (
    ...args: Parameters<Handler<ClientRequests, 'tools/call', ServerHandlerContext>>
  ) => CallAnswer | Promise<CallAnswer>;
};

type CallAnswer = ResultOf<ClientRequests, 'tools/call'> | CreateTaskResult;

/** What a server's session is given. */
export interface ServerSessionOptions {
  readonly serverInfo: Implementation;
  readonly handlers?: ServerHandlers;
  /** Details such as `{ tools: { listChanged: true } }`; what the handlers say by being there need not be said. */
  readonly capabilities?: ServerCapabilities;
  readonly instructions?: string;
  /** The versions that the server speaks; the first answers a client that asks for one that it does not speak. */
  readonly versions?: readonly [HandshakeVersion, ...HandshakeVersion[]];
  /** How many notifications wait for their reader before the oldest are given up; 1024 unless said otherwise. */
  readonly notificationCapacity?: number;
  /** Called with what the client does against the protocol. The session goes on without it. */
  readonly onViolation?: (violation: ProtocolViolation) => void;
}

/** The handlers of which one at least must be there for a capability, and what the capability is without details. */
const offers = {
  tools: { methods: ['tools/list', 'tools/call'] },
  resources: { methods: ['resources/list', 'resources/templates/list', 'resources/read'] },
  prompts: { methods: ['prompts/list', 'prompts/get'] },
  completions: { methods: ['completion/complete'] },
  logging: { methods: ['logging/setLevel'] },
  tasks: { methods: ['tasks/get'] },
} as const satisfies Partial<Record<keyof ServerCapabilities, { methods: readonly Answered[] }>>;

/**
 * The capabilities of a server with these options.
 *
 * @throws SessionError `invalid params` where a capability is declared that no handler stands for
 */
export function capabilitiesOfServer({ handlers = {}, capabilities = {} }: ServerSessionOptions): ServerCapabilities {
  const offered: Record<string, unknown> = { ...capabilities };
  for (const [name, { methods }] of Object.entries(offers)) {
    const declared = capabilities[name as keyof typeof offers];
    // A server may log without letting the client choose the level.
    if (methods.some((method) => handlers[method] !== undefined)) offered[name] = declared ?? {};
    else if (declared !== undefined && name !== 'logging') {
      throw new SessionError('invalid params', `\`${name}\` is declared, but no handler answers \`${methods[0]}\`.`);
    }
  }
  if (handlers['resources/subscribe'] !== undefined) {
    offered.resources = { ...(offered.resources as object | undefined), subscribe: true };
  }
  return offered;
}
