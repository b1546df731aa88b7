import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { installPackages } from '../scripts/demo/packages.ts';
import { linkTypescript7 } from '../tests/type-utils/typescript7/place.ts';

const root = join(import.meta.dirname, '..');

/** A folder with a `tsconfig.json`, the files of it that are linted, and their lines. */
export interface Project {
  readonly folder: string;
  readonly files: string;
  readonly lines: number;
}

const compilerOptions = {
  target: 'ES2023',
  lib: ['ESNext', 'DOM', 'DOM.Iterable'],
  module: 'NodeNext',
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  types: ['node'],
};

/** Writes generated files, with the SDKs that the tests use around them. */
export function writeProject(name: string, files: Iterable<readonly [path: string, text: string]>): Project {
  const folder = join(root, '.tmp/bench', name);
  rmSync(folder, { recursive: true, force: true });
  let lines = 0;
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    lines += linesIn(text);
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*.ts'] }));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'bench', private: true, type: 'module' }));
  symlinkSync(join(root, 'tests/sdk/node_modules'), join(folder, 'node_modules'));
  return { folder, files: '**/*.ts', lines };
}

/** Installs a published package that ships its TypeScript in `src`, at the version of the lockfile in `manifests`. */
export function publishedProject(name: string, manifests: string): Project {
  const workspace = join(root, '.tmp/bench-packages', name);
  installPackages(join(root, manifests), workspace, [name]);
  const folder = join(workspace, name);
  const options = { ...compilerOptions, module: 'ESNext', moduleResolution: 'Bundler', resolveJsonModule: true };
  const typeRoots = [join(workspace, 'node_modules/@types')];
  const tsconfig = { compilerOptions: { ...options, typeRoots }, include: ['src/**/*.ts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
  const files = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => /(?<!\.d)\.ts$/.test(file));
  return {
    folder,
    files: 'src/**/*.ts',
    lines: sources.reduce((sum, file) => sum + linesIn(readFileSync(join(folder, 'src', file), 'utf8')), 0),
  };
}

/** A folder with the same project under another compiler: TypeScript 7 is the one that is installed there. */
export function folderWithTypescript7({ folder }: Project): string {
  const place = join(folder, 'typescript-7');
  linkTypescript7(place);
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ extends: '../tsconfig.json' }));
  return place;
}

function linesIn(text: string): number {
  return text.split('\n').length - 1;
}
