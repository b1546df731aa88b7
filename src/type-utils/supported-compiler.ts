import { createRequire } from 'node:module';
import { dirname } from 'node:path';
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

function folderOfCompiler(): string | undefined {
  try {
    return dirname(load.resolve('typescript/package.json'));
  } catch {
    return undefined;
  }
}
