/** A promise, and the means to settle it from outside. */
export interface Deferred<Value> {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
}

export function deferred<Value>(): Deferred<Value> {
  const parts: Partial<{ -readonly [Part in keyof Deferred<Value>]: Deferred<Value>[Part] }> = {};
  parts.promise = new Promise<Value>((resolve, reject) => {
    parts.resolve = resolve;
    parts.reject = reject;
  });
  // The executor has run: the promise's constructor calls it at once.
  return parts as Deferred<Value>;
}
