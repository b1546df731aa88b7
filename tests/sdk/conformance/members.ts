/** Calls a method by name, on a session or on the property of it that `path` leads to. */
export function callMember(session: object, path: readonly string[], op: string, args: readonly unknown[]): unknown {
  let owner: unknown = session;
  for (const property of path) owner = (owner as Record<string, unknown>)[property];
  const method = (owner as Record<string, unknown>)[op];
  if (typeof method !== 'function') throw new TypeError(`No method ${[...path, op].join('.')}`);
  return Reflect.apply(method, owner, args);
}
