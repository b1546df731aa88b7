/** Reproducible randomness: the same seed gives the same programs on every machine. */
export interface Random {
  /** An integer from 0 up to, but not including, `below`. */
  int: (below: number) => number;
  /** True in `percent` of 100 cases. */
  chance: (percent: number) => boolean;
  pick: <T>(items: readonly T[]) => T;
  /** One of the keys, as often as its weight says. Keys with weight 0 never. */
  weighted: <K extends string>(weights: Readonly<Partial<Record<K, number>>>) => K;
}

/** The mulberry32 generator; `seed` is used as an unsigned 32-bit integer. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const int = (below: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
  return {
    int,
    chance: (percent) => int(100) < percent,
    pick: (items) => {
      const item = items[int(items.length)];
      if (item === undefined) throw new RangeError('Nothing to pick from');
      return item;
    },
    weighted: <K extends string>(weights: Readonly<Partial<Record<K, number>>>) => {
      const entries = Object.entries(weights) as [K, number][];
      let left = int(entries.reduce((sum, [, weight]) => sum + weight, 0));
      for (const [key, weight] of entries) {
        if (left < weight) return key;
        left -= weight;
      }
      throw new RangeError('Nothing to pick from');
    },
  };
}

/** A seed for one program of a run: neighbouring programs share nothing. */
export function seedOf(run: number, index: number): number {
  return (Math.imul(run + 1, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)) >>> 0;
}
