import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

// The page says which test holds each statement: the titles that it quotes after a link to a file are in that file.
const page = path.join(import.meta.dirname, '../../../docs/internals/runtime-specification.md');
const text = readFileSync(page, 'utf8');
const references = [...text.matchAll(/\]\(([^)]+\.ts)\):((?:,? “[^”]+”)+)/g)].flatMap(([, file = '', titles = '']) =>
  [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => ({ file, title })),
);

describe('the specification of the runtime', () => {
  it('names tests', () => {
    expect(references.length).toBeGreaterThan(60);
  });

  it('names tests that are there', () => {
    const gone = references.filter(({ file, title }) => !sourceOf(file).includes(title));
    expect(gone).toEqual([]);
  });

  it('has a test or a reason for each statement', () => {
    const rows = text.split('\n').filter((line) => line.startsWith('| '));
    expect(rows.filter((row) => row.split(' | ').length !== 2 || / \|\s*\|$/.test(row))).toEqual([]);
  });
});

/** A file of tests, with its titles as they read: without what quotes them. */
function sourceOf(file: string): string {
  return readFileSync(path.join(path.dirname(page), file), 'utf8').replaceAll("\\'", "'");
}
