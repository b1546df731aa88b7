/** A copy with one place changed, `tools/0/id`; `undefined` takes the field away. */
export function changedAt(original: object, path: string, value: unknown): unknown {
  const copy = structuredClone(original) as Record<string, unknown>;
  const keys = path.split('/');
  const last = keys.pop() ?? '';
  let owner = copy;
  for (const key of keys) owner = owner[key] as Record<string, unknown>;
  owner[last] = value;
  return copy;
}

/** What reading settings complains of. */
export function complaintOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    return (error as Error).message;
  }
  return 'no mistake';
}
