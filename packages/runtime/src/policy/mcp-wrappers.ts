import { errorCode, McpError } from '../errors.ts';
import { copyOf, isJsonObject } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';
import { apply, create, each, freeze, hasOwn, isArray, keysOf, ownOption } from '../globals.ts';
import { enforcementOf, runCall } from './connector.ts';
import type { Connector, Outcome } from './connector.ts';
import { PolicyDenied } from './denied.ts';
import { functionOf } from './enforcement.ts';
import type { CallCapability, Enforcement } from './enforcement.ts';
import { checkToolCall, copyOfJson } from './tool-call.ts';
import type { ToolCall } from './tool-call.ts';

/** Keys of `_meta` in requests of tools, for what MCP has no field for. They reach the server, too. */
export const requestMeta = Object.freeze({
  idempotencyKey: 'agent-safety/idempotency_key',
  expectedDocumentHashes: 'agent-safety/expected_document_hashes',
  contentHashAlg: 'agent-safety/content_hash_alg',
} as const);

/** Keys of `_meta` in results of tools. */
export const resultMeta = Object.freeze({ toolEffect: 'agent-safety/tool_effect' } as const);

/** A client of an MCP server, of whichever SDK. */
export interface ToolClient {
  readonly callTool: (params: never, ...rest: never[]) => Promise<unknown>;
  readonly listTools: (...rest: never[]) => Promise<unknown>;
}

/** What `connectClient` takes. */
export interface ConnectOptions {
  /** Which server the client is connected to, as its registry names it. Required where the connector has several. */
  readonly serverId?: string;
  /** Narrows the connector's. */
  readonly capability?: CallCapability;
  /**
   * The key of a call that brings none in its `_meta`. Each intended write needs one of its own, and a repetition of it the
   * same one: the id that the model's tool call has, for example.
   */
  readonly idempotencyKey?: (call: NamedCall) => string | undefined;
}

/** A call, for those who make keys: a copy. */
export interface NamedCall {
  readonly name: string;
  readonly arguments: JsonObject;
}

/** The client that `guardServer` forwards to: that of `@modelcontextprotocol/client`, or one of this shape around another. */
export interface ForwardingClient {
  callTool(params: { name: string }, options?: ForwardOptions): Promise<unknown>;
  listTools(params?: { cursor?: string }, options?: Pick<ForwardOptions, 'signal'>): Promise<unknown>;
}

/** What of a request is forwarded besides its parameters. */
export interface ForwardOptions {
  signal?: AbortSignal;
  onprogress?: (progress: { progress: number; total?: number; message?: string }) => void;
}

/** The low-level server of an SDK. */
export interface ProxyServer {
  readonly setRequestHandler: (...given: never[]) => unknown;
}

/** What `guardServer` takes. */
export interface GuardOptions extends ConnectOptions {
  /**
   * What the server's SDK names the two methods by: `'tools/list'` and `'tools/call'` unless stated otherwise.
   * `@modelcontextprotocol/sdk` takes its `ListToolsRequestSchema` and `CallToolRequestSchema`.
   */
  readonly methods?: readonly [list: unknown, call: unknown];
}

/**
 * A client whose calls go through a connector. It has `callTool`, which rejects with `PolicyDenied` where a call is denied,
 * and records in `_meta` of the result what the call moved; and `listTools`, which leaves out what would be denied. What
 * else they are given (progress, timeouts, signals) is handed on. Use it in the place of the client, which can do more.
 *
 * @throws TypeError where the connector is not one of `createConnector`, or has several servers and no `serverId` is given.
 */
export function connectClient<Client extends ToolClient>(
  client: Client,
  connector: Connector,
  options: ConnectOptions = {},
): Pick<Client, 'callTool' | 'listTools'> {
  const connection = connectionOf(client, connector, options);
  return freeze({
    callTool: async (params: unknown, ...rest: readonly unknown[]) => await callThrough(connection, params, rest),
    listTools: async (...given: readonly unknown[]) => {
      return onlyCallable(connection, await apply(connection.listTools, undefined, given));
    },
  });
}

/**
 * Makes an MCP server a proxy of another one: its tools are those of the client's server, and each call goes through the
 * connector. Progress and cancellation are forwarded. A denied call is answered with the JSON-RPC error of `PolicyDenied`.
 * The server needs the capability `tools`; connect it afterwards.
 *
 * @throws TypeError as `connectClient` does.
 */
export function guardServer(
  server: ProxyServer,
  client: ForwardingClient,
  connector: Connector,
  options: GuardOptions = {},
): void {
  const guarded = connectClient(client, connector, options);
  const [list, call] = ownOption(options, 'methods') ?? ['tools/list', 'tools/call'];
  const setHandler = server.setRequestHandler.bind(server) as (method: unknown, handler: ProxyHandler) => void;
  setHandler(list, async ({ params }, context) => guarded.listTools(params, { signal: requestOf(context).signal }));
  setHandler(call, async ({ params }, context) => {
    try {
      return await guarded.callTool(params, forwarded(requestOf(context)));
    } catch (error) {
      throw error instanceof PolicyDenied ? answerTo(error) : error;
    }
  });
}

/** Parameters are the client's to send on, and the connector's to check. */
type ProxyHandler = (request: { readonly params: never }, context: ProxyContext) => Promise<unknown>;

/** What both versions of the official SDK give a handler about its request. */
interface ProxyRequest {
  readonly signal: AbortSignal;
  readonly _meta?: { readonly progressToken?: string | number };
  readonly notify: (notification: { method: string; params: object }) => Promise<void>;
}

/** The request itself in the second version; in the first, the request with another name for `notify`. */
type ProxyContext =
  | { readonly mcpReq: ProxyRequest }
  | (Omit<ProxyRequest, 'notify'> & { readonly mcpReq?: undefined; readonly sendNotification: ProxyRequest['notify'] });

type ClientMethod = (...given: readonly unknown[]) => Promise<unknown>;

/** What a wrapped client is made of. */
interface Connection extends Pick<ConnectOptions, 'capability' | 'idempotencyKey'> {
  readonly callTool: ClientMethod;
  readonly listTools: ClientMethod;
  readonly enforcement: Enforcement;
  readonly serverId: string;
}

function connectionOf(client: ToolClient, connector: Connector, options: ConnectOptions): Connection {
  const enforcement = enforcementOf(connector);
  if (!enforcement) throw new TypeError('The connector has to come from `createConnector`.');
  const serverId = ownOption(options, 'serverId') ?? enforcement.onlyServer;
  if (typeof serverId !== 'string') throw new TypeError('The option `serverId` has to name the server: the connector has several registries.'); // prettier-ignore
  const idempotencyKey = functionOf(ownOption(options, 'idempotencyKey'), 'idempotencyKey');
  return {
    callTool: client.callTool.bind(client) as ClientMethod,
    listTools: client.listTools.bind(client) as ClientMethod,
    enforcement,
    serverId,
    capability: ownOption(options, 'capability'),
    ...(idempotencyKey && { idempotencyKey }),
  };
}

async function callThrough(connection: Connection, given: unknown, rest: readonly unknown[]): Promise<unknown> {
  const { callTool, enforcement, capability } = connection;
  const params = copyOfJson(given, 'The parameters of the call');
  if (!isJsonObject(params))
    throw new McpError(errorCode.invalidParams, 'The parameters of the call have to be an object.');
  const call = toolCallOf(connection, params);
  // The same arguments as in the call that is checked.
  const sent: unknown[] = [withKey(params, call.idempotency_key)];
  each(rest, (value) => {
    sent[sent.length] = value;
  });
  const outcome = await runCall(enforcement, call, {
    capability,
    isFailure,
    perform: () => apply(callTool, undefined, sent),
  });
  return withEffect(outcome);
}

/** A request of MCP as the document that is checked. */
function toolCallOf({ serverId, idempotencyKey }: Connection, params: JsonObject): ToolCall {
  const { name: toolName, arguments: args = emptyObject(), _meta: meta = null } = params;
  const call = emptyObject();
  call.server_id = serverId;
  if (toolName !== undefined) call.tool_name = toolName;
  call.arguments = args;
  setFromMeta(call, 'idempotency_key', meta, requestMeta.idempotencyKey);
  setFromMeta(call, 'expected_document_hashes', meta, requestMeta.expectedDocumentHashes);
  setFromMeta(call, 'content_hash_alg', meta, requestMeta.contentHashAlg);
  if (!hasOwn(call, 'idempotency_key') && idempotencyKey) {
    const { tool_name, arguments: checked = emptyObject() } = checkToolCall(call);
    const key = idempotencyKey({ name: tool_name, arguments: copyOf(checked) as JsonObject });
    if (key !== undefined) call.idempotency_key = key;
  }
  return checkToolCall(call);
}

/** What is sent: with the call's key in its `_meta`, also where the program has made it. */
function withKey(params: JsonObject, key: string | undefined): JsonObject {
  const { _meta: meta = emptyObject() } = params;
  if (key === undefined || (isJsonObject(meta) && hasOwn(meta, requestMeta.idempotencyKey))) return params;
  if (!isJsonObject(meta)) throw new McpError(errorCode.invalidParams, 'The `_meta` of the call has to be an object, for its idempotency key.'); // prettier-ignore
  const withOwn = { __proto__: null, ...meta, [requestMeta.idempotencyKey]: key };
  return { __proto__: null, ...params, _meta: withOwn };
}

function setFromMeta(call: Record<string, Json>, property: string, meta: Json, key: string): void {
  const value = isJsonObject(meta) && hasOwn(meta, key) ? meta[key] : undefined;
  if (value !== undefined) call[property] = value;
}

/** That a tool failed, by the result that MCP has for it. */
function isFailure(result: unknown): boolean {
  if (typeof result !== 'object' || result === null || !hasOwn(result, 'isError')) return false;
  return (result as { readonly isError: unknown }).isError === true;
}

/** A result with the record of its call in `_meta`, where a server's own is overwritten. */
function withEffect({ result, tool_effect: effect }: Outcome<unknown>): unknown {
  if (effect === undefined || typeof result !== 'object' || result === null) return result;
  const copy = ownPropertiesOf(result);
  const meta = copy._meta;
  const metaCopy = ownPropertiesOf(typeof meta === 'object' && meta !== null ? meta : {});
  metaCopy[resultMeta.toolEffect] = effect;
  copy._meta = metaCopy;
  return copy;
}

function onlyCallable({ enforcement, serverId, capability }: Connection, listed: unknown): unknown {
  if (typeof listed !== 'object' || listed === null) return listed;
  const copy = ownPropertiesOf(listed);
  const tools = copy.tools;
  if (!isArray(tools)) return listed;
  const mayNotWrite = enforcement.isReadOnly(capability);
  const callable: unknown[] = [];
  each(tools as readonly unknown[], (tool) => {
    if (typeof tool !== 'object' || tool === null || !hasOwn(tool, 'name')) return;
    const { name } = tool as { readonly name: unknown };
    if (typeof name === 'string' && enforcement.isCallable(serverId, name, mayNotWrite))
      callable[callable.length] = tool;
  });
  copy.tools = callable;
  return copy;
}

/** The properties of an object, in one without prototype: a `then` on `Object.prototype` would take its place. */
function ownPropertiesOf(given: object): Record<string, unknown> {
  const copy = create(null) as Record<string, unknown>;
  each(keysOf(given), (key) => {
    copy[key] = (given as Record<string, unknown>)[key];
  });
  return copy;
}

function requestOf(context: ProxyContext): ProxyRequest {
  if (context.mcpReq) return context.mcpReq;
  const { signal, _meta: meta, sendNotification } = context;
  return { signal, notify: sendNotification, ...(meta && { _meta: meta }) };
}

function forwarded({ signal, _meta: meta, notify }: ProxyRequest): ForwardOptions {
  const progressToken = meta?.progressToken;
  if (progressToken === undefined) return { signal };
  return {
    signal,
    onprogress: (progress) => {
      // A client that is gone misses its progress: the call goes on, or is cancelled by the signal.
      notify({ method: 'notifications/progress', params: { ...progress, progressToken } }).catch(() => undefined);
    },
  };
}

/** For SDKs, which take the code of a response from the error that a handler throws. */
function answerTo(denied: PolicyDenied): McpError {
  const { code, message, data } = denied.toJSON();
  return new McpError(code, message, { data, cause: denied });
}

function emptyObject(): Record<string, Json> {
  return create(null) as Record<string, Json>;
}
