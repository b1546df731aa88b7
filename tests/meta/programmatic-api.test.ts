import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { root } from './repository.ts';

it('the script in the guide prints the findings of a project', async () => {
  const lines: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line));
  vi.spyOn(process, 'argv', 'get').mockReturnValue(['node', 'analysis.mjs', path.join(root, 'examples')]);
  try {
    await import(path.join(root, 'docs/snippets/analysis.mjs'));
  } finally {
    vi.restoreAllMocks();
  }

  expect(lines.length).toBeGreaterThan(20);
  expect(
    lines.filter((line) => !/\/examples\/\S+\.ts:\d+ (?:no|require|valid)-[a-z-]+: [A-Z`].*\.$/.test(line)),
  ).toEqual([]);
});
