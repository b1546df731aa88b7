const erased = '\r\u001b[K';

/** Shows how many files are done on one line of the terminal, which goes away with the last. Nothing where output is kept. */
export function showProgress(done: number, all: number): void {
  if (!process.stderr.isTTY) return;
  process.stderr.write(done < all ? `${erased}${String(done)} of ${String(all)} files` : erased);
}

/** A time to expect, in words. It is of an idle machine. */
export function durationText(seconds: number): string {
  const [number, unit] = seconds < 60 ? [Math.ceil(seconds), 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `about ${String(number)} ${unit}${number === 1 ? '' : 's'}`;
}
