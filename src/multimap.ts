/** What a map has for a key, which is computed where it has none. */
export function valueAt<Key, Value>(map: Map<Key, Value>, key: Key, compute: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined || map.has(key)) return known as Value;
  const value = compute();
  map.set(key, value);
  return value;
}

/** Adds to the list of a key, which is made with the first of its values. */
export function addTo<Key, Value>(
  lists: { get(key: Key): Value[] | undefined; set(key: Key, values: Value[]): unknown },
  key: Key,
  value: Value,
): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
