import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import type { Source } from './lint.ts';

const npmCi = path.resolve(import.meta.dirname, '../npm-ci.mjs');

/** A published package and which of its files are linted. */
export interface RealPackage {
  /** The folder that it is installed in; another than its name where two versions of it are. */
  readonly installedAs: string;
  readonly folder: string;
  readonly files: RegExp;
  /** What linting it took by the summary that the demo prints, in seconds of the processor. */
  readonly seconds: number;
}

/**
 * Two packages ship their TypeScript, with its tests. Of the others the ECMAScript modules are read: the CommonJS files
 * beside them are the same code again. The two older versions have bugs that later versions have fixed.
 */
export const realPackages: readonly RealPackage[] = [
  { installedAs: 'mcp-proxy', folder: 'src', files: /(?<!\.d)\.ts$/, seconds: 11 },
  { installedAs: 'ai', folder: 'src', files: /(?<!\.d)\.ts$/, seconds: 13 },
  { installedAs: '@modelcontextprotocol/server-everything', folder: 'dist', files: /\.js$/, seconds: 6 },
  { installedAs: 'supergateway', folder: 'dist', files: /\.js$/, seconds: 5 },
  { installedAs: 'fastmcp', folder: 'dist', files: /\.js$/, seconds: 7 },
  { installedAs: 'server-everything-2025', folder: 'dist', files: /\.js$/, seconds: 4 },
  { installedAs: 'supergateway-3', folder: 'dist', files: /\.js$/, seconds: 3 },
];

const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  strict: true,
  // JavaScript gets the SDKs' types through its imports.
  allowJs: true,
  checkJs: true,
  skipLibCheck: true,
  noEmit: true,
  resolveJsonModule: true,
  types: ['node'],
};

/**
 * Installs packages at the versions of the lockfile in `manifests`, where that has not been done, and copies those that
 * are linted out of `node_modules`: neither ESLint nor the compiler treats code in there like code of one's own. `size`
 * ends the message about the installation.
 *
 * @throws where npm fails
 */
export function installPackages(
  manifests: string,
  workspace: string,
  linted: readonly string[],
  size = '250 MB), which takes about a minute',
): void {
  const lockfile = path.join(manifests, 'package-lock.json');
  const installed = path.join(workspace, 'installed.json');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === readFileSync(lockfile, 'utf8')) return;

  console.log(`Installing them (about ${size} …`);
  rmSync(workspace, { recursive: true, force: true });
  mkdirSync(workspace, { recursive: true });
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
    copyFileSync(path.join(manifests, file), path.join(workspace, file));
  }
  const { status } = spawnSync(process.execPath, [npmCi, '--expect-newer-node'], { cwd: workspace, stdio: 'inherit' });
  if (status !== 0) throw new Error('The published packages could not be installed.');
  for (const installedAs of linted) {
    cpSync(path.join(workspace, 'node_modules', installedAs), path.join(workspace, installedAs), { recursive: true });
  }
  copyFileSync(lockfile, installed);
}

/** The files of an installed package, as one program. `name` has the version: `mcp-proxy@6.7.19`. */
export function sourceOf(
  { installedAs, folder, files }: Omit<RealPackage, 'seconds'>,
  workspace: string,
): Source & { readonly name: string } {
  const root = path.join(workspace, installedAs);
  const { name, version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Record<string, string>;
  return {
    name: `${name ?? installedAs}@${version ?? ''}`,
    folder: root,
    files: readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => files.test(file) && !file.includes('node_modules'))
      .map((file) => path.join(root, folder, file))
      .sort(),
    options: { ...compilerOptions, typeRoots: [path.join(workspace, 'node_modules/@types')] },
  };
}
