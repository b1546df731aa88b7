import { JSONRPCMessageSchema } from '@modelcontextprotocol/core';
import { McpError } from '../errors.ts';
import { deferred } from './deferred.ts';
import { SessionError, sessionCode } from './session-error.ts';
import type {
  JsonObject,
  JsonRpcError,
  JsonRpcId,
  JsonRpcMessage,
  JsonRpcNotification,
  JsonRpcRequest,
  JsonRpcResult,
  SendOptions,
  SessionTransport,
} from './transport.ts';
import type { Progress } from './vocabulary.ts';

/** How long a request waits for its answer unless it says otherwise, in milliseconds; the official SDKs' default. */
export const defaultTimeoutMs = 60_000;

/**
 * What the peer did against the protocol. The session goes on; the message was not acted upon. An `answer to no request`
 * may also be one that was on its way when the request was cancelled.
 */
export interface ProtocolViolation {
  readonly kind:
    | 'malformed message'
    | 'answer to no request'
    | 'request id in use'
    | 'request out of order'
    | 'notification out of order'
    | 'progress out of order'
    | 'cancellation of initialize'
    | 'invalid tool'
    | 'unknown notification'
    | 'invalid notification';
  readonly detail: string;
  readonly message: unknown;
}

/** What one request may be given beside its params. */
export interface RequestOptions {
  /** Cancels the request: the peer is told, and the request rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Milliseconds until the request is given up and cancelled; `Infinity` waits as long as the session lasts. */
  readonly timeoutMs?: number;
  /** Milliseconds after which it is given up whatever progress there is; without it, progress can go on for ever. */
  readonly maxTotalTimeoutMs?: number;
  /** Asks for progress, and gets it; each report that is further than the one before starts `timeoutMs` anew. */
  readonly onProgress?: (progress: Progress) => void;
}

/**
 * How the peer learns that nobody waits for an answer any more: by `notifications/cancelled`; by the end of the
 * request's own HTTP stream where there is one (2026-07-28); or not at all (`initialize` must not be cancelled).
 */
export type CancelMode = 'notification' | 'stream' | 'never';

/** A request as the connection sends it. */
export interface OutgoingRequest extends RequestOptions {
  readonly method: string;
  readonly params?: JsonObject | undefined;
  /** An id of the sender's choice, known before the message is sent; a string, as the connection's own are numbers. */
  readonly id?: string;
  /** The peer's request on whose behalf this one is sent. */
  readonly relatedRequestId?: JsonRpcId | undefined;
  readonly cancel?: CancelMode;
  /** Headers of the request, where it is an HTTP request of its own. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request that is under way. */
export interface IssuedRequest {
  readonly id: JsonRpcId;
  /** The transport has taken the message. */
  readonly sent: Promise<void>;
  /** The result that the peer gives, as it came; also rejects where `sent` does. */
  readonly answer: Promise<JsonObject>;
}

/** A request of the peer that is being answered. */
export interface IncomingRequest {
  readonly id: JsonRpcId;
  readonly method: string;
  readonly params: JsonObject | undefined;
  /** Aborted when the peer cancels the request, and when the session ends. */
  readonly signal: AbortSignal;
  /** What the transport tells about the message: who is authorized, the HTTP request. */
  readonly extra: unknown;
}

/** What a connection tells its session. All are called synchronously, in the order of the messages. */
export interface ConnectionOwner {
  /** Answers a request of the peer. What it throws is answered as an error. */
  answer(request: IncomingRequest): Promise<JsonObject>;
  receive(notification: JsonRpcNotification): void;
  report(violation: ProtocolViolation): void;
  /** No message will come or go any more. Called once. */
  ended(): void;
}

interface PendingRequest {
  readonly resolve: (result: JsonObject) => void;
  readonly reject: (error: unknown) => void;
  /** Starts the clock anew, and gives the callback that asked for progress; nothing for what is no further than before. */
  readonly progressed: ((progress: number) => ((progress: Progress) => void) | undefined) | undefined;
}

/** A request of the peer that is being answered. */
interface Answering {
  readonly method: string;
  readonly controller: AbortController;
}

/** Transports that carry a session, or did: a second session on one would take the first one's messages. */
const taken = new WeakSet<SessionTransport>();

/**
 * JSON-RPC over a transport: pairs answers with requests, cancels, counts time, and ends everything that waits when the
 * transport closes. It knows neither MCP's states nor its methods (but for cancelling and progress).
 */
export class Connection {
  readonly #transport: SessionTransport;
  readonly #owner: ConnectionOwner;
  readonly #pending = new Map<JsonRpcId, PendingRequest>();
  readonly #answering = new Map<JsonRpcId, Answering>();
  #lastId = 0;
  /** Whether the handshake has made a session, which the server may lose: then HTTP answers 404, and a client begins anew. */
  #hasSession = false;
  #end: SessionError | undefined;

  /** @throws SessionError `refused` where the transport carries a session already */
  constructor(transport: SessionTransport, owner: ConnectionOwner) {
    if (taken.has(transport)) {
      throw new SessionError('refused', 'This transport carries a session already. Make a new transport per session.');
    }
    taken.add(transport);
    this.#transport = transport;
    this.#owner = owner;
  }

  /** Whether each request is an HTTP request of its own. */
  get hasRequestStreams(): boolean {
    return this.#transport.hasPerRequestStream === true;
  }

  /** Starts the transport. If it does not start, the session has ended and the transport's error is thrown. */
  async start(): Promise<void> {
    const transport = this.#transport;
    const { onclose, onerror } = transport;
    transport.onmessage = (message, extra) => {
      this.#take(message, extra);
    };
    transport.onclose = () => {
      onclose?.call(transport);
      this.#finish('The transport was closed.');
    };
    transport.onerror = (error) => onerror?.call(transport, error);
    try {
      await transport.start();
    } catch (error) {
      await this.abandon('The transport did not start.', error);
      throw error;
    }
  }

  /** Whether the peer waits for the answer to its request with this id. */
  isAnswering(id: JsonRpcId): boolean {
    return this.#answering.has(id);
  }

  /** @throws SessionError `session ended` or `session lost` where nothing can be sent any more. */
  requireOpen(): void {
    if (this.#end !== undefined) throw this.#end;
  }

  /** The handshake is done: from here on the server has a session, which it may lose. */
  established(): void {
    this.#hasSession = true;
  }

  useVersion(version: string): void {
    this.#transport.setProtocolVersion?.(version);
  }

  /**
   * The result that the peer gives, as it came.
   *
   * @throws McpError with the peer's code; SessionError `timeout`, `no answer` or `session ended`; the signal's reason;
   *   what the transport threw when it could not send
   */
  async request(request: OutgoingRequest): Promise<JsonObject> {
    return this.issue(request).answer;
  }

  /** Sends a request and does not wait; `request` says what the answer may reject with. */
  issue(request: OutgoingRequest): IssuedRequest {
    const { method, params, signal, onProgress, cancel = 'notification' } = request;
    const { timeoutMs = defaultTimeoutMs, maxTotalTimeoutMs = Infinity } = request;
    const id = request.id ?? (this.#lastId += 1);
    const { promise: answer, resolve, reject } = deferred<JsonObject>();
    if (this.#end !== undefined || signal?.aborted === true) {
      reject(this.#end ?? signal?.reason);
      // Whoever waits for either gets the reason; the other of the two has nobody to tell.
      const sent = answer.then(() => undefined);
      sent.catch(() => undefined);
      return { id, sent, answer };
    }

    const stream = new AbortController();
    const timedOut = (ms: number) => (): void => {
      giveUp(new SessionError('timeout', `\`${method}\` was not answered within ${ms} ms.`), 'timeout');
    };
    const clock = startClock(timeoutMs, timedOut(timeoutMs));
    const totalClock = startClock(maxTotalTimeoutMs, timedOut(maxTotalTimeoutMs));
    const giveUp = (error: unknown, reason: string): void => {
      reject(error);
      if (cancel === 'never') return;
      if (cancel === 'stream' && this.hasRequestStreams) stream.abort(error);
      else void this.notify('notifications/cancelled', { requestId: id, reason }).catch(() => undefined);
    };
    const onAbort = (): void => giveUp(signal?.reason, String(signal?.reason));
    const settled = (): void => {
      clock.stop();
      totalClock.stop();
      signal?.removeEventListener('abort', onAbort);
      this.#pending.delete(id);
    };
    answer.then(settled, settled);
    signal?.addEventListener('abort', onAbort, { once: true });
    let furthest = -Infinity;
    const progressed = (progress: number): ((progress: Progress) => void) | undefined => {
      if (!(progress > furthest)) return undefined;
      furthest = progress;
      clock.restart();
      return onProgress;
    };
    this.#pending.set(id, { resolve, reject, progressed: onProgress && progressed });

    const sent = this.#send(
      { jsonrpc: '2.0', id, method, ...withParams(onProgress === undefined ? params : withProgressToken(params, id)) },
      {
        requestSignal: stream.signal,
        onRequestStreamEnd: () =>
          reject(new SessionError('no answer', `The stream of \`${method}\` ended without an answer.`)),
        ...(request.headers && { headers: request.headers }),
        ...(request.relatedRequestId !== undefined && { relatedRequestId: request.relatedRequestId }),
      },
    );
    // An answer may be here before the transport says that the request is sent; a failure to send is one, too.
    sent.catch(reject);
    return { id, sent, answer };
  }

  async notify(method: string, params?: JsonObject, options?: SendOptions): Promise<void> {
    this.requireOpen();
    await this.#send({ jsonrpc: '2.0', method, ...withParams(params) }, options);
  }

  /** Ends the session and closes the transport; Streamable HTTP tells the server, but is not waited for longer than 2 s. */
  async close(): Promise<void> {
    const live = this.#finish('The session was closed.');
    if (live && this.#transport.terminateSession !== undefined) await withinGrace(this.#transport.terminateSession());
    await this.#transport.close();
  }

  /**
   * Ends the session because of a failure that the caller reports; whether the transport closes well is no news then, and
   * it is not waited for longer than 2 s.
   */
  async abandon(why: string, cause?: unknown): Promise<void> {
    this.#finish(why, cause);
    await withinGrace(this.#transport.close());
  }

  /** Calls what the owner's user gave. What it throws is the transport's to report, and stops no message. */
  guarded(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.#reportError(error);
    }
  }

  /** The outcome of a step of the handshake; if it fails, so has the session. */
  async step<Outcome>(name: string, run: () => Promise<Outcome>): Promise<Outcome> {
    try {
      return await run();
    } catch (error) {
      await this.abandon(`\`${name}\` failed.`, error);
      throw error;
    }
  }

  /** The server has no session for this client any more: nothing that is sent here will be answered. */
  #lose(cause: unknown): void {
    this.#finish(
      'The server lost the session. Make a new transport, and a new client, and initialize again.',
      cause,
      'session lost',
    );
    void withinGrace(this.#transport.close());
  }

  #finish(why: string, cause?: unknown, reason: 'session ended' | 'session lost' = 'session ended'): boolean {
    if (this.#end !== undefined) return false;
    const end = new SessionError(reason, why, { cause });
    this.#end = end;
    for (const { reject } of this.#pending.values()) reject(end);
    for (const { controller } of this.#answering.values()) controller.abort(end);
    this.#pending.clear();
    this.#answering.clear();
    this.#owner.ended();
    return true;
  }

  /** Also a transport that throws at once has failed to send, no more. */
  async #send(message: JsonRpcMessage, options?: SendOptions): Promise<void> {
    try {
      await this.#transport.send(message, options);
    } catch (error) {
      if (!this.#hasSession || !saysNotFound(error)) throw error;
      this.#lose(error);
      throw this.#end ?? error;
    }
  }

  #take(raw: unknown, extra: unknown): void {
    if (this.#end !== undefined) return;
    const parsed = JSONRPCMessageSchema.safeParse(raw);
    if (!parsed.success) {
      this.#takeMalformed(raw);
      return;
    }
    const message = raw as JsonRpcMessage;
    if (isAnswer(message)) this.#settle(message);
    else if (isRequest(message)) void this.#answer(message, extra);
    else this.#receive(message);
  }

  /** Whoever waits is told, here and there: a malformed answer fails its request, a malformed request gets an error. */
  #takeMalformed(raw: unknown): void {
    this.#report('malformed message', 'This is no message of JSON-RPC 2.0 as MCP uses it.', raw);
    if (typeof raw !== 'object' || raw === null || !Object.hasOwn(raw, 'id')) return;
    const { id } = raw as { readonly id: unknown };
    if (typeof id !== 'string' && typeof id !== 'number') return;
    if (Object.hasOwn(raw, 'method')) {
      this.#reply({
        jsonrpc: '2.0',
        id,
        error: { code: sessionCode.invalidRequest, message: 'This is no request of JSON-RPC 2.0.' },
      });
    } else {
      this.#pending.get(id)?.reject(new SessionError('invalid result', 'The answer is no message of JSON-RPC 2.0.'));
    }
  }

  #settle(message: JsonRpcResult | JsonRpcError): void {
    const pending = message.id === undefined ? undefined : this.#pending.get(message.id);
    if (pending === undefined) {
      this.#report('answer to no request', 'No request with this id waits for an answer.', message);
      return;
    }
    if (message.id !== undefined) this.#pending.delete(message.id);
    if (isResult(message)) pending.resolve(message.result);
    else pending.reject(new McpError(message.error.code, message.error.message, { data: message.error.data }));
  }

  async #answer({ id, method, params }: JsonRpcRequest, extra: unknown): Promise<void> {
    if (this.#answering.has(id)) {
      this.#report('request id in use', 'An earlier request with this id is still being answered.', { id, method });
      return;
    }
    const controller = new AbortController();
    this.#answering.set(id, { method, controller });
    let reply: JsonRpcResult | JsonRpcError;
    try {
      reply = {
        jsonrpc: '2.0',
        id,
        result: await this.#owner.answer({ id, method, params, signal: controller.signal, extra }),
      };
    } catch (error) {
      reply = { jsonrpc: '2.0', id, error: errorOf(error) };
    }
    if (controller.signal.aborted) return;
    this.#answering.delete(id);
    this.#reply(reply);
  }

  #receive(message: JsonRpcNotification): void {
    const { method, params = {} } = message;
    if (method === 'notifications/cancelled') {
      const { requestId, reason } = params;
      if (typeof requestId === 'string' || typeof requestId === 'number') {
        const answering = this.#answering.get(requestId);
        // MCP forbids it: the answer is what the states of both sides depend on.
        if (answering?.method === 'initialize') {
          this.#report('cancellation of initialize', '`initialize` cannot be cancelled.', message);
          return;
        }
        answering?.controller.abort(reason);
        this.#answering.delete(requestId);
      }
    }
    if (method === 'notifications/progress') {
      const { progressToken, progress, total, message: text } = params;
      const pending = this.#pending.get(progressToken as JsonRpcId);
      if (pending?.progressed !== undefined && typeof progress === 'number') {
        const report = pending.progressed(progress);
        if (!report) {
          this.#report('progress out of order', 'Progress has to be further than the one before.', message);
          return;
        }
        try {
          report({
            progress,
            ...(typeof total === 'number' && { total }),
            ...(typeof text === 'string' && { message: text }),
          });
        } catch (error) {
          pending.reject(error);
        }
        return;
      }
    }
    this.#owner.receive(message);
  }

  #reply(message: JsonRpcResult | JsonRpcError): void {
    // Where an answer cannot be sent, the transport says so in its `onerror`, and the peer has its timeout.
    this.#send(message).catch((error: unknown) => {
      this.#reportError(error);
    });
  }

  #reportError(error: unknown): void {
    this.#transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
  }

  #report(kind: ProtocolViolation['kind'], detail: string, message: unknown): void {
    this.#owner.report({ kind, detail, message });
  }
}

function isAnswer(message: JsonRpcMessage): message is JsonRpcResult | JsonRpcError {
  return Object.hasOwn(message, 'result') || Object.hasOwn(message, 'error');
}

function isResult(message: JsonRpcResult | JsonRpcError): message is JsonRpcResult {
  return Object.hasOwn(message, 'result');
}

function isRequest(message: JsonRpcRequest | JsonRpcNotification): message is JsonRpcRequest {
  return Object.hasOwn(message, 'id');
}

/** Whether HTTP answered 404; the transports of the SDKs have the status in `code` (v1) or `status` (v2) of their error. */
function saysNotFound(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, status } = error as { readonly code?: unknown; readonly status?: unknown };
  return code === 404 || status === 404;
}

/** Waits for what ends, well or not, but no longer than 2 s. */
async function withinGrace(ending: Promise<unknown>): Promise<void> {
  const clock = deferred<undefined>();
  const timer = setTimeout(clock.resolve, 2_000, undefined);
  await Promise.race([ending.catch(() => undefined), clock.promise]);
  clearTimeout(timer);
}

/** What the peer gets to know of a failure: an `McpError` as it is; of any other error nothing, as it may tell secrets. */
function errorOf(error: unknown): JsonRpcError['error'] {
  return error instanceof McpError ? error.toJSON() : { code: sessionCode.internal, message: 'Internal error' };
}

function withParams(params: JsonObject | undefined): { params?: JsonObject } {
  return params === undefined ? {} : { params };
}

function withProgressToken(params: JsonObject = {}, progressToken: JsonRpcId): JsonObject {
  return { ...params, _meta: { ...(params._meta as JsonObject | undefined), progressToken } };
}

/** `setTimeout` holds 31 bits of milliseconds; what is longer than that runs without a clock. */
function startClock(timeoutMs: number, onTimeout: () => void): { restart(): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restart = (): void => {
    clearTimeout(timer);
    if (timeoutMs < 2 ** 31) timer = setTimeout(onTimeout, timeoutMs);
  };
  restart();
  return { restart, stop: () => clearTimeout(timer) };
}
