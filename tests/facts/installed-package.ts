import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import ts from 'typescript';

/** A package of some version, which the tests do not install, with those of its declarations that a program needs. */
export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  readonly declarations: string;
}

/** What is read from a program of one file, in a folder that has the package: its version is read from the disk. */
export function inProgram<T>(
  { name, version, declarations }: InstalledPackage,
  code: string,
  read: (program: ts.Program) => T,
): T {
  const root = mkdtempSync(path.join(tmpdir(), 'installed-'));
  try {
    const folder = path.join(root, 'node_modules', name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'index.d.ts'), declarations);
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name, version, types: 'index.d.ts' }));
    const file = path.join(root, 'a.ts');
    writeFileSync(file, code);
    const program = ts.createProgram([file], {
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      lib: ['lib.es2022.d.ts'],
      types: [],
    });
    program.getTypeChecker();
    return read(program);
  } finally {
    rmSync(root, { recursive: true });
  }
}
