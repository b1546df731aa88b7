import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { textOfNamedFile } from '../../scripts/demo/named-file.ts';

const root = mkdtempSync(path.join(tmpdir(), 'named-file-'));
const folder = path.join(root, 'examples');

mkdirSync(path.join(root, '.git'));
for (const file of ['index.ts', 'examples/index.ts', 'examples/desk/index.ts', 'examples/policy.json']) {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), `text of ${file}`);
}
afterAll(() => {
  rmSync(root, { recursive: true });
});

it.each([
  ['the policy', 'examples/policy.json', 'text of examples/policy.json'],
  ['a source, where nearer ones have the same name', 'index.ts', 'text of index.ts'],
  ['nothing where there is no such file', 'policy.json', undefined],
])('finds %s by its path from the root of the repository', (_, name, expected) => {
  expect(textOfNamedFile(name, 'desk/index.ts', { folder })).toBe(expected);
});
