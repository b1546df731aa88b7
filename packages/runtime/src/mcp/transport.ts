/** The id of a JSON-RPC request. `1` and `'1'` are different ids. */
export type JsonRpcId = string | number;

/** An object of JSON, as params and results of JSON-RPC are. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A request, which the other side answers by its id. */
export interface JsonRpcRequest {
  readonly jsonrpc: '2.0';
  readonly id: JsonRpcId;
  readonly method: string;
  readonly params?: JsonObject;
}

/** A notification, which nobody answers. */
export interface JsonRpcNotification {
  readonly jsonrpc: '2.0';
  readonly method: string;
  readonly params?: JsonObject;
}

/** The answer to a request that went well. */
export interface JsonRpcResult {
  readonly jsonrpc: '2.0';
  readonly id: JsonRpcId;
  readonly result: JsonObject;
}

/** The answer to a request that failed; without an id where the other side could not read one. */
export interface JsonRpcError {
  readonly jsonrpc: '2.0';
  readonly id?: JsonRpcId;
  readonly error: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** What travels over a transport, in either direction. */
export type JsonRpcMessage = JsonRpcRequest | JsonRpcNotification | JsonRpcResult | JsonRpcError;

/** What a session may tell a transport about one message. A transport ignores what it does not know. */
export interface SendOptions {
  /** The peer's request that this message belongs to: Streamable HTTP answers on that request's stream. */
  readonly relatedRequestId?: JsonRpcId;
  /** Ends the message's own HTTP request, where a transport has one per message. */
  readonly requestSignal?: AbortSignal;
  /** Called when the stream of this request ended without being aborted. */
  readonly onRequestStreamEnd?: () => void;
  /** Headers of the message's own HTTP request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Continues a stream that was cut off. Sessions do not set it; it is here because v1's HTTP transport names only this. */
  readonly resumptionToken?: string;
}

/** A method type, so that a transport whose callback asks for a narrower message type is accepted as well. */
type MessageCallback = { call(message: JsonRpcMessage, extra?: unknown): void }['call'];

/**
 * The part of the official SDKs' `Transport` that a session needs, by its shape: stdio, Streamable HTTP and in-memory
 * transports of `@modelcontextprotocol/client` and `/server` (v2) and of `@modelcontextprotocol/sdk` (v1) all fit.
 */
export interface SessionTransport {
  start(): Promise<void>;
  send(message: JsonRpcMessage, options?: SendOptions): Promise<void>;
  close(): Promise<void>;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: MessageCallback | undefined;
  /** Streamable HTTP sends the version as a header from here on. */
  setProtocolVersion?: ((version: string) => void) | undefined;
  /** Streamable HTTP tells the server (DELETE) that its session is no longer needed. */
  terminateSession?: (() => Promise<void>) | undefined;
  /** True where each request has an HTTP request of its own, which 2026-07-28 aborts to cancel it. */
  readonly hasPerRequestStream?: boolean;
}
