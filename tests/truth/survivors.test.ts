import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { codeBlocksIn } from '../../scripts/truth/examples.ts';
import { operators } from '../../scripts/truth/operators/index.ts';
import { readSurvivors, sorted } from '../../scripts/truth/survivors.ts';
import type { Outcome } from '../../scripts/truth/engine.ts';
import { applyEdits, originalOffset } from '../../scripts/truth/syntax.ts';
import { root } from '../meta/repository.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'survivors-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function written(text: string): string {
  const file = path.join(folder, 'survivors.tsv');
  writeFileSync(file, text);
  return file;
}

const outcome = (id: string, verdict: Outcome['verdict']): Outcome => ({
  id,
  operator: 'drop-close',
  source: 'a@1.0.0',
  place: 'x.ts:1',
  verdict,
  isRecommended: false,
});

it('reads what is known of survivors', () => {
  expect(readSurvivors(written('# a comment\na\tlimit\tfields\nb\tequivalent\tclosed elsewhere\n'))).toEqual([
    { id: 'a', kind: 'limit', cause: 'fields' },
    { id: 'b', kind: 'equivalent', cause: 'closed elsewhere' },
  ]);
});

it('refuses a line of another form, and an entry that is there twice', () => {
  expect(() => readSurvivors(written('a\tperhaps\tfields\n'))).toThrow('a line of another form');
  expect(() => readSurvivors(written('a\tlimit\tb\na\tlimit\tc\n'))).toThrow('has a twice');
});

it('sorts outcomes by what is known of them', () => {
  const outcomes = [outcome('a', 'survived'), outcome('b', 'survived'), outcome('c', 'survived')];
  const result = sorted(
    [...outcomes, outcome('d', 'reported'), outcome('e', 'uncompiled'), outcome('f', 'noisy')],
    [
      { id: 'a', kind: 'limit', cause: 'fields' },
      { id: 'b', kind: 'equivalent', cause: 'closed elsewhere' },
      { id: 'd', kind: 'limit', cause: 'fixed since' },
    ],
  );

  expect(result.counted.map(({ id }) => id)).toEqual(['a', 'c', 'd']);
  expect(result.unexplained.map(({ id }) => id)).toEqual(['c']);
  expect(result.limits.get('fields')?.map(({ id }) => id)).toEqual(['a']);
  expect(result.stale.map(({ id }) => id)).toEqual(['d']);
});

it('knows the operators of the survivors in the repository', () => {
  const names = operators.map(({ name }) => name);
  const unknown = readSurvivors(path.join(root, 'scripts/truth/survivors.tsv')).filter(
    ({ id }) => !names.some((name) => new RegExp(` ${name}( #\\d+)?$`).test(id)),
  );

  expect(unknown).toEqual([]);
});

it('takes blocks of code that import something out of a page', () => {
  const page =
    "# Title\n\n```ts title=\"a.ts\"\nimport { a } from 'a';\na(__MODEL__);\n```\n\n```ts\nb();\n```\n\n1. item\n\n   ```js\n   import c from 'c';\n   ```\n";

  expect(codeBlocksIn('docs/page.mdx', page)).toEqual([
    { file: 'docs/page-1.ts', text: "import { a } from 'a';\na('openai/gpt-5');\n" },
    { file: 'docs/page-3.js', text: "import c from 'c';\n" },
  ]);
});

it('finds the place in the original of a place in the changed text', () => {
  const edits = [
    { start: 0, end: 0, text: 'xx' },
    { start: 3, end: 5, text: '' },
  ];

  expect(applyEdits('abcdefg', edits)).toBe('xxabcfg');
  expect(['a', 'c', 'f'].map((letter) => originalOffset('xxabcfg'.indexOf(letter), edits))).toEqual([0, 2, 5]);
  expect(originalOffset(1, edits)).toBe(0);
});
