import { NativePromise, promiseOf, whenSettled } from './globals.ts';

/**
 * What is given or promised, or the reason of the signal, where that is aborted first or was before. Without a signal, what
 * is given.
 */
export function unlessAborted<Value>(given: Value, signal: AbortSignal | undefined): Value | Promise<Awaited<Value>> {
  if (!signal) return given;
  return new NativePromise<Awaited<Value>>((resolve, reject) => {
    const abort = (): void => {
      reject(signal.reason as Error);
    };
    const forget = (): void => {
      signal.removeEventListener('abort', abort);
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    void whenSettled(whenSettled(promiseOf(given), resolve as (value: unknown) => void, reject), forget, forget);
  });
}
