import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { correct, mutant } from './marks.ts';
import { programs } from './programs.ts';
import { Project } from './project.ts';

const withoutGuard = (name: string): string => `${name}, without its guard`;

const project = new Project(
  new Map(
    programs.flatMap((program) => [
      [program.name, correct(program)],
      [withoutGuard(program.name), mutant(program)],
    ]),
  ),
);

it('the programs and their mutants compile, and differ', () => {
  expect(project.complaints()).toEqual([]);
  expect(programs.filter((program) => isDeepStrictEqual(correct(program), mutant(program)))).toEqual([]);
  expect(new Set(programs.map(({ name }) => name)).size).toBe(programs.length);
});

for (const { name, gap } of programs) {
  describe(name, () => {
    holds('is silent', gap?.in === 'correct' ? gap.why : undefined, () => {
      expect(project.findingsIn(name)).toEqual([]);
    });

    holds('is reported once without its guard', gap?.in === 'mutant' ? gap.why : undefined, () => {
      expect(project.findingsIn(withoutGuard(name))).toHaveLength(1);
    });
  });
}

/** A test; with a gap, one that fails, so that the gap's mark has to go once it is closed. */
function holds(text: string, gap: string | undefined, run: () => void): void {
  if (gap === undefined) it(text, run);
  else it.fails(`known gap: ${gap}`, run);
}
