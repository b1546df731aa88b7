import type { NotificationChannel } from './notification-channel.ts';
import { SessionStateError } from './session-error.ts';

/**
 * One state of a session. The operations that the state allows are intersected with it; each transition consumes the
 * handle and returns the next one.
 */
export interface SessionHandle<State extends string, Notification> {
  readonly state: State;
  /** The channel of the peer's notifications: one per session, whichever handle it is read from. */
  readonly notifications: NotificationChannel<Notification>;
}

/**
 * Whether a handle may still be used, and for what: the run-time side of the session type. TypeScript hides the
 * operations of other states, but a caller without types, or with an alias of a consumed handle, still finds them.
 */
export class Affinity {
  readonly #state: string;
  #consumedBy: string | undefined;

  constructor(state: string) {
    this.#state = state;
  }

  /** @throws SessionStateError where `operation` is not one of this state, or the handle is consumed */
  require(operation: string, ...allowedIn: readonly string[]): void {
    if (this.#consumedBy === undefined && allowedIn.includes(this.#state)) return;
    throw new SessionStateError(operation, this.#state, allowedIn, this.#consumedBy);
  }

  /** As `require`, and nothing may use the handle from here on, whether the transition succeeds or not. */
  consume(transition: string, ...allowedIn: readonly string[]): void {
    this.require(transition, ...allowedIn);
    this.#consumedBy = transition;
  }
}
