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
