import { SessionError } from './session-error.ts';

/** How many notifications wait for a reader before the oldest are given up. */
export const defaultChannelCapacity = 1024;

/**
 * The notifications of one session, as a channel of its own beside the requests (option B of typed MCP sessions: two
 * channels, opened together, typed apart).
 *
 * One reader at a time: `for await (const notification of channel)`. The loop ends when the session has ended and
 * everything that had arrived was read. A reader that leaves its loop may start another one later and goes on where it
 * stopped. Requests never wait for the reader: what arrives is kept, up to the capacity; past that the oldest are
 * given up and counted in `dropped`.
 */
export interface NotificationChannel<Notification> extends AsyncIterable<Notification> {
  /** How many notifications nobody read in time. */
  readonly dropped: number;
  /** How many wait to be read. */
  readonly waiting: number;
}

/** The end of the channel that the session holds: what it pushes, readers get. */
export class NotificationQueue<Notification> implements NotificationChannel<Notification> {
  readonly #capacity: number;
  readonly #buffer: Notification[] = [];
  #asleep: (() => void)[] = [];
  #reader: object | undefined;
  #ended = false;
  #dropped = 0;

  constructor(capacity: number = defaultChannelCapacity) {
    if (!Number.isSafeInteger(capacity) || capacity < 1) {
      throw new SessionError('invalid params', 'The capacity of a notification channel is a whole number from 1 up.');
    }
    this.#capacity = capacity;
  }

  get dropped(): number {
    return this.#dropped;
  }

  get waiting(): number {
    return this.#buffer.length;
  }

  push(notification: Notification): void {
    if (this.#ended) return;
    if (this.#buffer.length === this.#capacity) {
      this.#buffer.shift();
      this.#dropped += 1;
    }
    this.#buffer.push(notification);
    this.#wakeReaders();
  }

  end(): void {
    this.#ended = true;
    this.#wakeReaders();
  }

  [Symbol.asyncIterator](): AsyncIterator<Notification, undefined> {
    const reader = {};
    let left = false;
    const hasLeft = (): boolean => left;
    const leave = (): IteratorResult<Notification, undefined> => {
      left = true;
      if (this.#reader === reader) this.#reader = undefined;
      this.#wakeReaders();
      return { done: true, value: undefined };
    };
    return {
      next: async () => {
        if (hasLeft()) return leave();
        this.#reader ??= reader;
        if (this.#reader !== reader) {
          throw new SessionError('refused', 'Another loop reads this channel. Leave it before starting a second one.');
        }
        while (this.#buffer.length === 0 && !this.#ended && !hasLeft()) {
          await new Promise<void>((resolve) => this.#asleep.push(resolve));
        }
        const [notification] = hasLeft() ? [] : this.#buffer.splice(0, 1);
        return notification === undefined ? leave() : { done: false, value: notification };
      },
      return: () => Promise.resolve(leave()),
    };
  }

  #wakeReaders(): void {
    const asleep = this.#asleep;
    this.#asleep = [];
    for (const wake of asleep) wake();
  }
}
