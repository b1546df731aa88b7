/** Where results are kept by one key: objects weakly, all else by value. */
class Results<Value> {
  readonly #byObject = new WeakMap<WeakKey, { readonly value: Value }>();
  readonly #byValue = new Map<unknown, { readonly value: Value }>();

  get(key: unknown, compute: () => Value): Value {
    const results = isObject(key) ? this.#byObject : this.#byValue;
    let result = results.get(key as WeakKey);
    if (!result) results.set(key as WeakKey, (result = { value: compute() }));
    return result.value;
  }
}

/**
 * Memoises a function of one or two arguments. A result lives as long as the objects among its arguments, and so a result
 * of a program or a file is freed with it. Objects are told apart by identity: the same settings must be the same object.
 */
export function memo<Key extends WeakKey, Value>(compute: (key: Key) => Value): (key: Key) => Value;
export function memo<Key extends WeakKey, Second, Value>(
  compute: (key: Key, second: Second) => Value,
): (key: Key, second: Second) => Value;
export function memo<Key extends WeakKey, Value>(
  compute: (key: Key, second?: unknown) => Value,
): (key: Key, second?: unknown) => Value {
  if (compute.length < 2) {
    const results = new WeakMap<Key, Value>();
    return (key) => {
      const known = results.get(key);
      if (known !== undefined || results.has(key)) return known as Value;
      const value = compute(key);
      results.set(key, value);
      return value;
    };
  }
  const resultsOf = memo((_key: Key) => new Results<Value>());
  return (key, second) => resultsOf(key).get(second, () => compute(key, second));
}

function isObject(key: unknown): key is WeakKey {
  return (typeof key === 'object' && key !== null) || typeof key === 'function';
}
