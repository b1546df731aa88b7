import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { satisfies } from 'semver';
import type ts from 'typescript';
import { loadNativeApi, type NativeApi } from './typescript7/api.ts';

/** A compiler as the plugin finds it. */
export interface InstalledCompiler {
  /** As its main module exports it: the `package.json` of an alias has a version of its own. Undefined where it has none. */
  readonly version: string | undefined;
  /** Its package. */
  readonly folder: string;
}

/**
 * The installed compiler is none, or not one that the plugin can use. The message is one sentence for its user; the stack
 * is the message alone, since ESLint prints the stack of what a configuration throws, and nothing in it is of use.
 */
class UnsupportedCompilerError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnsupportedCompilerError';
    this.stack = message;
  }
}

const load = createRequire(import.meta.url);

// package.json lies two folders above both src/type-utils/ and dist/type-utils/.
const { name, homepage, peerDependencies } = load('../../package.json') as {
  readonly name: string;
  readonly homepage: string;
  readonly peerDependencies: { readonly typescript: string };
};

const supported = peerDependencies.typescript;
const issues = `${homepage.replace('#readme', '')}/issues`;

/** The compiler of a process: up to version 6 a module, from version 7 on a program of its own with an interface to it. */
export type Compiler =
  { readonly isNative: false; readonly module: typeof ts } | { readonly isNative: true; readonly api: NativeApi };

/** What {@link useCompilerOf} found in a project, where that is no module. */
let nativeOfProject: InstalledCompiler | undefined;

/**
 * Loads the compiler, once it is known to be one that works.
 *
 * @throws UnsupportedCompilerError where there is none, or in a version that is not known
 */
export function loadCompiler(): Compiler {
  const found = nativeOfProject ?? ownCompiler();
  const problem = compilerProblem(found);
  if (!found || problem !== undefined) throw new UnsupportedCompilerError(problem ?? '');
  if (!isNative(found.version)) return { isNative: false, module: load('typescript') as typeof ts };
  try {
    return { isNative: true, api: loadNativeApi(found.folder) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnsupportedCompilerError(
      `${name} cannot use TypeScript ${found.version ?? ''} in ${found.folder} yet: ${reason}. Its interface is not stable: install 7.0.2, and see ${issues}.`,
    );
  }
}

/**
 * Uses the compiler that a project has, where it is a supported one, instead of the plugin's own: options have the
 * defaults of that version, and the standard library is its. Call it before the compiler is loaded.
 *
 * It takes the place of the plugin's own compiler in the cache of modules, so that packages that import `typescript`
 * themselves get the same one: its syntax kinds are numbers, which differ between versions.
 *
 * @param place a folder or a file of the project
 */
export function useCompilerOf(place: string): void {
  const project = createRequire(join(resolve(place), 'package.json'));
  const own = compilerFrom(load);
  const theirs = compilerFrom(project);
  if (theirs === undefined || own === theirs) return;
  try {
    const { version } = project(theirs) as { readonly version?: string };
    if (compilerProblem({ version, folder: dirname(theirs) }) !== undefined) return;
    if (isNative(version)) nativeOfProject = { version, folder: dirname(project.resolve('typescript/package.json')) };
    else if (own !== undefined) load.cache[own] = project.cache[theirs];
  } catch {
    // One that does not load is none, and the plugin has its own.
  }
}

/**
 * What is wrong with an installed compiler, and what to do; undefined where it is supported.
 *
 * @param found undefined where none is installed
 */
export function compilerProblem(found: InstalledCompiler | undefined): string | undefined {
  const install = `npm install --save-dev "typescript@${supported}"`;
  const needs = `${name} works with TypeScript ${supported}, and found`;
  if (!found) return `${needs} none. Install it: \`${install}\`.`;
  const { version, folder } = found;
  if (satisfies(version ?? '', supported, { includePrerelease: true })) return undefined;
  return `${needs} ${version ?? 'an unknown version'} in ${folder}. Install one of these versions: \`${install}\`.`;
}

/** Whether a version is that of a compiler without a module for JavaScript. */
function isNative(version: string | undefined): boolean {
  return version !== undefined && Number.parseInt(version) >= 7;
}

function compilerFrom(require: NodeJS.Require): string | undefined {
  try {
    return require.resolve('typescript');
  } catch {
    return undefined;
  }
}

function ownCompiler(): InstalledCompiler | undefined {
  let folder: string;
  try {
    folder = dirname(load.resolve('typescript/package.json'));
  } catch {
    return undefined;
  }
  return { version: (load('typescript') as { readonly version?: string }).version, folder };
}
