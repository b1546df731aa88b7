import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path/posix';
import type ts from 'typescript';
import { chosenCompiler } from '../chosen-compiler.ts';
import { filesOnDisk } from './project-files.ts';
import { manifestIn, nearestManifest } from './workspace.ts';

/** What a module's specifier leads to. */
export interface ResolvedModule {
  readonly fileName: string;
  readonly isDeclaration: boolean;
}

/**
 * What a specifier that has no declarations leads to from a file, by the options of its program.
 *
 * @param isModern as bundlers resolve, whatever the options say
 */
export function moduleFrom(
  specifier: string,
  file: string,
  options: ts.CompilerOptions,
  isModern = false,
): ResolvedModule | undefined {
  // TypeScript 7 resolves as bundlers and Node do, and publishes no query for it: what has no declarations is JavaScript.
  if (chosenCompiler.isNative) return moduleOfNode(specifier, file);
  const { ModuleKind, ModuleResolutionKind, resolveModuleName, sys } = chosenCompiler.module;
  const modern = { module: ModuleKind.ESNext, moduleResolution: ModuleResolutionKind.Bundler };
  const { resolvedModule: found } = resolveModuleName(
    specifier,
    file,
    isModern ? { ...options, ...modern } : options,
    sys,
  );
  return found && { fileName: found.resolvedFileName, isDeclaration: found.extension.startsWith('.d.') };
}

function moduleOfNode(specifier: string, file: string): ResolvedModule | undefined {
  try {
    return { fileName: createRequire(file).resolve(specifier), isDeclaration: false };
  } catch {
    return undefined;
  }
}

/** What a path without an extension may end in. */
const scriptEndings = ['', '.js', '.jsx', '.mjs', '.cjs', '/index.js'];

/**
 * A file that a specifier of the project's own may lead to, of whatever kind and under whatever condition: by its path, by the
 * `paths` of the options, by the `imports` of the nearest `package.json`, or by what the `package.json` of its package names.
 *
 * @param folder that of the package, if the specifier names one
 */
export function existingTarget(
  specifier: string,
  file: string,
  options: ts.CompilerOptions,
  folder?: string,
): string | undefined {
  const found = moduleOfNode(specifier, file)?.fileName;
  if (found !== undefined) return found;
  const own = dirname(file);
  const paths = specifier.startsWith('.') ? [join(own, specifier)] : aliasTargets(specifier, options);
  const named = specifier.startsWith('#') ? importTargets(specifier, own) : folder === undefined ? [] : entries(folder);
  return [...paths.flatMap((path) => scriptEndings.map((ending) => path + ending)), ...named].find((path) =>
    existsSync(path),
  );
}

/** Whether the `paths` of the options lead a specifier somewhere, there or not. */
export function isAlias(specifier: string, { paths = {} }: ts.CompilerOptions): boolean {
  return Object.keys(paths).some(
    (pattern) =>
      // `@*` is any package with a scope.
      (!pattern.includes('*') || /[/:]\*/.test(pattern)) && takenBy(pattern, specifier) !== undefined,
  );
}

function aliasTargets(specifier: string, { paths = {}, configFilePath }: ts.CompilerOptions): readonly string[] {
  const base = typeof configFilePath === 'string' ? dirname(configFilePath) : undefined;
  if (base === undefined) return [];
  return Object.entries(paths).flatMap(([pattern, targets]) => {
    const taken = takenBy(pattern, specifier);
    return taken === undefined ? [] : targets.map((target) => join(base, target.replace('*', taken)));
  });
}

/** What the star of a pattern stands for. Undefined where a specifier does not match. */
function takenBy(pattern: string, specifier: string): string | undefined {
  const [before = '', after] = pattern.split('*');
  if (after === undefined) return pattern === specifier ? '' : undefined;
  const isMatch = specifier.length >= pattern.length - 1 && specifier.startsWith(before) && specifier.endsWith(after);
  return isMatch ? specifier.slice(before.length, specifier.length - after.length) : undefined;
}

function importTargets(specifier: string, from: string): readonly string[] {
  const folder = nearestManifest(from, filesOnDisk);
  if (folder === undefined) return [];
  const { imports } = manifestIn(folder, filesOnDisk);
  return Object.entries(Object(imports) as Record<string, unknown>).flatMap(([pattern, target]) => {
    const taken = takenBy(pattern, specifier);
    return taken === undefined ? [] : textsIn(target).map((text) => join(folder, text.replace('*', taken)));
  });
}

/** What a package says that it consists of. */
function entries(folder: string): readonly string[] {
  const { main, module, exports } = manifestIn(folder, filesOnDisk);
  return textsIn([main, module, exports])
    .filter((text) => !text.includes('*'))
    .map((text) => join(folder, text));
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
