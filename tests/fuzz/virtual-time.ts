import { AsyncLocalStorage } from 'node:async_hooks';

/** What runs under a clock, and what that has set going. */
const clockInUse = new AsyncLocalStorage<VirtualTime>();

interface Timer {
  readonly due: number;
  readonly fire: () => void;
}

/** Time that passes only when nothing else is left to do: a request times out at once, and never by accident. */
export class VirtualTime {
  #now = 0;
  #next = 1;
  readonly #timers = new Map<number, Timer>();

  /** Runs code whose timers are those of this clock. Timers of others, such as connections left open, stay real. */
  async during<T>(body: () => Promise<T>): Promise<T> {
    const { setTimeout, clearTimeout } = globalThis;
    const own = {
      setTimeout: (callback: (...values: unknown[]) => void, delay = 0, ...values: unknown[]) => {
        if (clockInUse.getStore() !== this) return setTimeout(callback, delay, ...values);
        const id = this.#next++;
        this.#timers.set(id, { due: this.#now + delay, fire: () => callback(...values) });
        const handle = { ref: () => handle, unref: () => handle, hasRef: () => true, [Symbol.toPrimitive]: () => id };
        return handle;
      },
      clearTimeout: (handle: unknown) => {
        if (handle === undefined || handle === null) return;
        if (clockInUse.getStore() === this) this.#timers.delete(Number(handle));
        else clearTimeout(handle as NodeJS.Timeout);
      },
    };
    const { debug } = console;
    Object.assign(globalThis, own);
    // The SDKs' remarks on misuse are what the programs are about, thousands of times.
    console.debug = () => undefined;
    try {
      return await clockInUse.run(this, body);
    } finally {
      Object.assign(globalThis, { setTimeout, clearTimeout });
      console.debug = debug;
    }
  }

  /** Lets everything run that needs no time; then, as long as there are timers, what they wait for. */
  async passAll(): Promise<void> {
    for (;;) {
      // Some turns of the event loop: what answers at once may itself ask something.
      for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
      if (this.#timers.size === 0) return;
      this.#now = Math.min(...[...this.#timers.values()].map(({ due }) => due));
      for (const [id, { due, fire }] of [...this.#timers]) {
        if (due > this.#now) continue;
        this.#timers.delete(id);
        fire();
      }
    }
  }
}
