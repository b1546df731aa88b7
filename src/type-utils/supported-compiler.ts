import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { satisfies } from 'semver';

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

const guide = `${homepage.replace('#readme', '')}/blob/main/docs/guides/getting-started.md#typescript-7`;

/**
 * Loads the compiler, once it is known to be one that works.
 *
 * @throws UnsupportedCompilerError where there is none, or in a version outside of the plugin's peer dependency
 */
export function loadCompiler(): unknown {
  const folder = folderOfCompiler();
  const compiler = folder === undefined ? undefined : (load('typescript') as { readonly version?: string });
  const problem = compilerProblem(folder === undefined ? undefined : { version: compiler?.version, folder });
  if (problem !== undefined) throw new UnsupportedCompilerError(problem);
  return compiler;
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
  if (own === undefined || theirs === undefined || own === theirs) return;
  try {
    const { version } = project(theirs) as { readonly version?: string };
    if (compilerProblem({ version, folder: dirname(theirs) }) === undefined) load.cache[own] = project.cache[theirs];
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
  const range = peerDependencies.typescript;
  const install = `npm install --save-dev "typescript@${range}"`;
  const needs = `${name} works with TypeScript ${range}, and found`;
  if (!found) return `${needs} none. Install it: \`${install}\`.`;
  const { version, folder } = found;
  if (version !== undefined && satisfies(version, range, { includePrerelease: true })) return undefined;
  const sentence = `${needs} ${version ?? 'an unknown version'} in ${folder}.`;
  if (version === undefined || Number.parseInt(version) < 7)
    return `${sentence} Install one of these versions: \`${install}\`.`;
  return `${sentence} Have both: \`npm install --save-dev typescript@npm:@typescript/typescript6@^6 typescript-7@npm:typescript@^${version}\`. See ${guide}`;
}

function compilerFrom(require: NodeJS.Require): string | undefined {
  try {
    return require.resolve('typescript');
  } catch {
    return undefined;
  }
}

function folderOfCompiler(): string | undefined {
  try {
    return dirname(load.resolve('typescript/package.json'));
  } catch {
    return undefined;
  }
}
