import type { Observer } from './semantics.ts';

/** Keeps what a run tells until it is known to count. */
export class Recorder implements Observer {
  readonly #told: ((observer: Observer) => void)[] = [];

  visit(...args: Parameters<Observer['visit']>): void {
    this.#told.push((observer) => {
      observer.visit(...args);
    });
  }

  exit(...args: Parameters<Observer['exit']>): void {
    this.#told.push((observer) => {
      observer.exit(...args);
    });
  }

  tell(observer: Observer): void {
    for (const tell of this.#told) tell(observer);
  }
}
