import { describe, expect, it } from 'vitest';
import { Batch, marksIn, right, wrong } from './token-batch.ts';
import { missedPrograms } from './token-programs.ts';

describe('programs that are right', () => {
  const batch = new Batch(right);

  it('are many', () => {
    expect(right.length).toBeGreaterThanOrEqual(100);
  });

  it.each(right.map(({ name }, index) => ({ name, index })))('$name', ({ index }) => {
    expect(batch.complaints(index)).toEqual([]);
    expect(batch.found(index)).toEqual([]);
  });
});

describe.each(wrong)('programs that %s reports', (rule, programs) => {
  const batch = new Batch(programs);

  it.each(programs.map((program, index) => ({ name: program.name, program, index })))('$name', ({ program, index }) => {
    expect(batch.complaints(index)).toEqual([]);
    const found = batch.found(index);
    expect(found.map(({ place }) => place)).toEqual(marksIn(program));
    expect(new Set(found.map((each) => each.rule))).toEqual(new Set([`agent-safety/${rule}`]));
  });
});

describe('known gap', () => {
  const batch = new Batch(missedPrograms);

  it.each(missedPrograms.map(({ name }, index) => ({ name, index })))('known gap: $name', ({ index }) => {
    expect(batch.complaints(index)).toEqual([]);
    expect(batch.found(index)).toEqual([]);
  });
});
