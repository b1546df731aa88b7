import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { textOfNamedFile } from '../../scripts/demo/named-file.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'named-file-'));
const files = ['desk/main.ts', 'desk/pool.ts', 'a/index.ts', 'b/index.ts'].map((file) => path.join(folder, file));
const source = { folder, files, options: {} };

for (const file of [...files, path.join(folder, 'policy.json'), path.join(folder, 'a/policy.json')]) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `text of ${path.relative(folder, file).replaceAll(path.sep, '/')}`);
}
afterAll(() => {
  rmSync(folder, { recursive: true });
});

it.each([
  ['a linted file', 'pool.ts', 'desk/main.ts', 'text of desk/pool.ts'],
  ['nothing where two linted files have the name', 'index.ts', 'a/index.ts', undefined],
  ['the policy in a folder above', 'policy.json', 'desk/main.ts', 'text of policy.json'],
  ['the nearest policy', 'policy.json', 'a/index.ts', 'text of a/policy.json'],
  ['nothing where there is no such file', 'other.json', 'a/index.ts', undefined],
])('finds %s', (_, name, file, expected) => {
  expect(textOfNamedFile(name, file, source)).toBe(expected);
});
