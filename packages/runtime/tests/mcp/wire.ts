import type { JsonRpcMessage, SendOptions, SessionTransport } from '../../src/mcp/index.ts';

interface AnyMessage {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/**
 * A transport whose other end is the test: what the session sends is recorded, what the test gives is received. With
 * `answers`, requests for these methods are answered at once, as a server in the same process would.
 */
export class WireTransport implements SessionTransport {
  onmessage: SessionTransport['onmessage'];
  onclose: SessionTransport['onclose'];
  onerror: SessionTransport['onerror'];
  hasPerRequestStream?: boolean;
  setProtocolVersion = (version: string): void => {
    this.version = version;
  };
  version: string | undefined;
  isStarted = false;
  /** How often the session has closed it. */
  closings = 0;
  readonly sent: AnyMessage[] = [];
  readonly options: (SendOptions | undefined)[] = [];
  /** Messages in both directions, in the notation of `session-type.ts`. */
  readonly log: string[] = [];
  readonly #answers: Readonly<Record<string, unknown>>;
  readonly #methods = new Map<string | number, string>();
  /** Runs instead of sending, where the test wants a transport that fails. */
  failSend: ((message: JsonRpcMessage) => Promise<void> | undefined) | undefined;
  failStart: (() => Promise<void>) | undefined;
  failClose: (() => Promise<void>) | undefined;

  constructor(answers: Readonly<Record<string, unknown>> = {}) {
    this.#answers = answers;
  }

  async start(): Promise<void> {
    if (this.failStart !== undefined) return this.failStart();
    this.isStarted = true;
  }

  send(message: JsonRpcMessage, options?: SendOptions): Promise<void> {
    const failure = this.failSend?.(message);
    if (failure !== undefined) return failure;
    // What goes over a wire is text: nothing of the sender's objects is shared.
    const sent = JSON.parse(JSON.stringify(message)) as AnyMessage;
    this.sent.push(sent);
    this.options.push(options);
    this.log.push(`! ${this.#name(sent, true)}`);
    const { id, method } = sent;
    if (id !== undefined && method !== undefined && Object.hasOwn(this.#answers, method)) {
      const answer = this.#answers[method];
      const result: unknown = typeof answer === 'function' ? (answer as (m: AnyMessage) => unknown)(sent) : answer;
      if (result !== undefined) this.receive({ jsonrpc: '2.0', id, result });
    }
    return Promise.resolve();
  }

  async close(): Promise<void> {
    this.closings += 1;
    if (this.failClose !== undefined) return this.failClose();
    this.onclose?.();
  }

  /** A message, or anything else, from the other side. */
  receive(message: unknown): void {
    this.log.push(`? ${this.#name(message ?? {}, false)}`);
    this.onmessage?.(message as JsonRpcMessage);
  }

  /** The answer to the last request with this method. */
  answer(method: string, result: unknown): void {
    this.receive({ jsonrpc: '2.0', id: this.idOf(method), result });
  }

  idOf(method: string): string | number {
    const id = this.sent.findLast((message) => message.method === method)?.id;
    if (id === undefined) throw new Error(`Nobody asked for ${method}.`);
    return id;
  }

  /** What the session has answered to the request with this id. */
  answerTo(id: string | number): AnyMessage | undefined {
    return this.sent.find((message) => message.id === id && message.method === undefined);
  }

  get methods(): (string | undefined)[] {
    return this.sent.map(({ method }) => method);
  }

  #name({ id, method }: AnyMessage, isSent: boolean): string {
    if (id === undefined) return method ?? 'nothing';
    const key = `${(method === undefined) === isSent ? 'theirs' : 'ours'}:${id}`;
    if (method !== undefined) this.#methods.set(key, method);
    return method ?? `${this.#methods.get(key) ?? 'nothing'}=`;
  }
}

/** Lets everything run that is ready to run. */
export async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
