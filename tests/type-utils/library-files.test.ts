import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { isLibraryFile } from '../../src/type-utils/index.ts';
import ts from 'typescript';

const root = mkdtempSync(join(tmpdir(), 'library-files-'));
afterAll(() => {
  rmSync(root, { recursive: true });
});

it.each([
  ['an application', { name: 'app', private: true }, false],
  ['a library', { name: 'lib', exports: './src/index.ts' }, true],
  ['a library of types', { name: 'types', types: './index.d.ts' }, true],
  ['what names nothing, in a library', { type: 'module' }, true],
])('%s', (name, manifest, expected) => {
  const around = join(root, name);
  mkdirSync(join(around, 'build'), { recursive: true });
  writeFileSync(join(around, 'package.json'), JSON.stringify({ name: 'around', main: 'index.js' }));
  writeFileSync(join(around, 'build', 'package.json'), JSON.stringify(manifest));
  const path = join(around, 'build', 'a.ts');
  writeFileSync(path, 'export const a = 1;');
  const program = ts.createProgram([path], { noLib: true, types: [] });
  const file = program.getSourceFile(path);

  expect(file && isLibraryFile(file, program)).toBe(expected);
});
