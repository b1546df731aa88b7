import type { Ending, Seen } from './observe.ts';

/** A JSON-RPC message, as far as these tests look into it. */
interface Message {
  readonly id?: unknown;
  readonly method?: string;
}

/** The part of the SDKs' transports that is recorded, the same in both versions. */
interface Sender {
  send(message: never, options?: never): Promise<void>;
}

const HANDSHAKE = new Set(['initialize', 'notifications/initialized', 'notifications/cancelled']);

/** Records what a session sends and receives over a pair of transports. */
export class Wire {
  readonly #sent: Message[] = [];
  readonly #received: Message[] = [];
  #mark = 0;
  #initialized = false;

  /** `initializer` says which end sends `notifications/initialized`: a client does, a server receives it. */
  constructor(own: Sender, peer: Sender, initializer: 'sender' | 'receiver') {
    this.#tap(own, this.#sent, initializer === 'sender');
    this.#tap(peer, this.#received, initializer === 'receiver');
  }

  /** For a session that was never connected: nothing travels. */
  static unused(): Wire {
    const nowhere = { send: () => Promise.resolve() };
    return new Wire(nowhere, nowhere, 'sender');
  }

  /** From here on the other methods look at what follows. Answers whether the handshake was done. */
  mark(): boolean {
    this.#mark = this.#sent.length;
    return this.#initialized;
  }

  /** Whether anything but the handshake was sent since the mark. */
  sent(): boolean {
    return this.#sentSinceMark().length > 0;
  }

  /** Whether the other side answered something that was sent since the mark. */
  answered(): boolean {
    const asked = new Set(this.#sentSinceMark().map((message) => message.id));
    return this.#received.some((message) => message.method === undefined && asked.has(message.id));
  }

  #sentSinceMark(): readonly Message[] {
    return this.#sent
      .slice(this.#mark)
      .filter((message) => message.method !== undefined && !HANDSHAKE.has(message.method));
  }

  #tap(transport: Sender, log: Message[], initializes: boolean): void {
    const send = transport.send.bind(transport);
    transport.send = (message: never, options?: never) => {
      log.push(message);
      if (initializes && (message as Message).method === 'notifications/initialized') this.#initialized = true;
      return send(message, options);
    };
  }
}

/**
 * What a request or notification did. An error that the other side sent counts as an answer; a message that left before
 * the handshake was done raced it, whatever came of it.
 */
export function judgeMessage(wire: Wire, wasInitialized: boolean, ending: Ending): Seen {
  if (ending.kind === 'threw') return 'throws';
  if (ending.kind === 'pending') return 'hangs';
  if (wire.sent()) {
    if (!wasInitialized) return 'races';
    return ending.kind === 'rejected' && !wire.answered() ? 'rejects' : 'ok';
  }
  if (!('value' in ending)) return 'rejects';
  if (yieldedError(ending.value)) return 'breaks-later';
  return isEmptyList(ending.value) ? 'silently-empty' : 'silently-dropped';
}

/** What an operation that talks to nobody did. */
export function judgeLifecycle(ending: Ending): Seen {
  if (ending.kind === 'threw') return 'throws';
  if (ending.kind === 'rejected') return 'rejects';
  return ending.kind === 'pending' ? 'hangs' : 'ok';
}

/** `experimental.tasks` reports errors as the last item of its streams. */
function yieldedError(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.some((item: unknown) => typeof item === 'object' && item !== null && 'type' in item && item.type === 'error')
  );
}

function isEmptyList(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).some((list: unknown) => Array.isArray(list) && list.length === 0)
  );
}
