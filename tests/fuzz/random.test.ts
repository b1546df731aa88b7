import { expect, it } from 'vitest';
import { randomOf, seedOf } from './random.ts';

it('gives the same numbers for the same seed, evenly', () => {
  const counts = new Map<number, number>();
  const random = randomOf(seedOf(1, 2));
  const again = randomOf(seedOf(1, 2));
  for (let at = 0; at < 6000; at++) {
    const number = random.int(6);
    expect(again.int(6)).toBe(number);
    counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  expect([...counts.keys()].sort()).toEqual([0, 1, 2, 3, 4, 5]);
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
});

it('picks keys as often as their weights say', () => {
  const random = randomOf(3);
  const picked = Array.from({ length: 2000 }, () => random.weighted({ often: 90, seldom: 10, never: 0 }));
  expect(picked).not.toContain('never');
  expect(picked.filter((key) => key === 'seldom').length).toBeGreaterThan(120);
});

it('has nothing to pick from nothing', () => {
  expect(() => randomOf(1).pick([])).toThrow(RangeError);
  expect(() => randomOf(1).weighted({})).toThrow(RangeError);
});
