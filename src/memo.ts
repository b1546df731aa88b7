/** Where results are kept by one argument: objects weakly, all else by value. */
class Results {
  #byObject: WeakMap<WeakKey, unknown> | undefined;
  #byValue: Map<unknown, unknown> | undefined;

  at(key: unknown, compute: () => unknown): unknown {
    const results = isObject(key)
      ? (this.#byObject ??= new WeakMap<WeakKey, unknown>())
      : (this.#byValue ??= new Map<unknown, unknown>());
    const known = results.get(key as WeakKey);
    if (known !== undefined || results.has(key as WeakKey)) return known;
    const value = compute();
    results.set(key as WeakKey, value);
    return value;
  }
}

/**
 * Memoises a function, by the parameters that it declares without a default. A result lives as long as the objects among
 * its arguments, and so a result of a program or a file is freed with it. Objects are distinguished by identity: the same
 * settings must be the same object. First the argument of which there are the fewest: each has a table of its own.
 */
export function memo<Args extends readonly [WeakKey, ...unknown[]], Value>(
  compute: (...args: Args) => Value,
): (...args: Args) => Value;
export function memo(compute: (...args: unknown[]) => unknown): (...args: unknown[]) => unknown {
  // Most have one parameter or two, and some of these are called for each node.
  if (compute.length < 2) {
    const results = new WeakMap<WeakKey, unknown>();
    return (key) => {
      const known = results.get(key as WeakKey);
      if (known !== undefined || results.has(key as WeakKey)) return known;
      const value = compute(key);
      results.set(key as WeakKey, value);
      return value;
    };
  }
  if (compute.length === 2) {
    const all = new WeakMap<WeakKey, Results>();
    return (first, second) => {
      let results = all.get(first as WeakKey);
      if (!results) all.set(first as WeakKey, (results = new Results()));
      return results.at(second, () => compute(first, second));
    };
  }
  const all = new Results();
  const last = compute.length - 1;
  return (...args) => {
    let results = all;
    for (let at = 0; at < last; at++) results = results.at(args[at], newResults) as Results;
    return results.at(args[last], () => compute(...args));
  };
}

function newResults(): Results {
  return new Results();
}

function isObject(key: unknown): key is WeakKey {
  return (typeof key === 'object' && key !== null) || typeof key === 'function';
}
