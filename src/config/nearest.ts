/** The text that is nearest to one that is not among them, where one is near: at most a third of it differs. */
export function nearestOf(allowed: readonly string[], given: string): string | undefined {
  const [best] = allowed
    .map((value) => ({ value, distance: editsBetween(value.toLowerCase(), given.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  return best && best.distance <= Math.max(1, Math.floor(given.length / 3)) ? best.value : undefined;
}

/** Letters that are added, left out, changed, or swapped with their neighbour: the optimal string alignment distance. */
function editsBetween(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const swapped = i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j];
      next.push(
        Math.min(
          (next[j] ?? 0) + 1,
          (row[j + 1] ?? 0) + 1,
          (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1),
          swapped ? (before[j - 1] ?? 0) + 1 : Infinity,
        ),
      );
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
