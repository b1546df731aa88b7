/** What only one module knows about objects that everybody may hold. */
export interface PrivateRecords<Key extends object, Entry> {
  /** The entry of exactly this object, and `undefined` for anything else: copies, proxies, heirs, primitives. */
  readonly get: (key: unknown) => Entry | undefined;
  readonly set: (key: Key, entry: Entry) => void;
}

/** A `WeakMap` whose methods are bound while the program loads: replacing them on the prototype later changes nothing. */
export function privateRecords<Key extends object, Entry>(): PrivateRecords<Key, Entry> {
  const entries = new WeakMap<object, Entry>();
  return {
    get: WeakMap.prototype.get.bind(entries) as (key: unknown) => Entry | undefined,
    set: WeakMap.prototype.set.bind(entries),
  };
}
