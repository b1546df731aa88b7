import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { isBuiltin as isBuiltinModule } from 'node:module';
import { dirname, join } from 'node:path/posix';
import type ts from 'typescript';
import { memo } from '../../memo.ts';
import { assets, importersOf, importsOf, openImportsOf, packagesReadFor } from './import-graph.ts';
import { answerOn } from './kept-answers.ts';
import { type PackageIdentity, packageOfFile, packageOfSpecifier, rangeAskedIn } from '../package-of.ts';
import * as syntax from '../syntax.ts';
import { isVersionIn } from '../versions.ts';
import { typescript } from '../typescript.ts';
import { isUntypedModule } from '../checker/untyped-origin.ts';
import { existingTarget, isAlias, moduleFrom } from '../project/module-resolution.ts';

/** An import of a package by a file of the program, and what it resolves to. */
export interface PackageImport {
  readonly file: ts.SourceFile;
  readonly specifier: ts.StringLiteralLike;
  /** The names of the values that it imports: none where it only imports types. Undefined where it may import any. */
  readonly names: readonly string[] | undefined;
  readonly resolution: Resolution;
}

/**
 * What an import resolves to: declarations of an installed version, or of the program's own (`own`), which have none that
 * counts. Otherwise why it does not: nothing is installed (`missing`), what is installed has no declarations (`untyped`), its
 * path does not resolve in the compiler's mode (`mode`), or there is no such path (`path`).
 */
export type Resolution =
  | { readonly is: 'own' | 'missing' }
  | { readonly is: 'typed' | 'untyped' | 'mode' | 'path'; readonly version: string | undefined };

const isInstalledFile = (path: string): boolean => path.includes('/node_modules/');

function isOwn(file: ts.SourceFile, program: ts.Program): boolean {
  return !file.isDeclarationFile && !isInstalledFile(file.fileName) && !program.isSourceFileFromExternalLibrary(file);
}

/** The imports of a package in the program's own sources, dynamic ones and those of types as well, by the files' paths. */
export const importsOfPackage = memo((program: ts.Program, name: string): readonly PackageImport[] => {
  const own = importersOf(name, program).filter((file) => isOwn(file, program));
  return [...new Set(own)]
    .sort((a, b) => (a.fileName < b.fileName ? -1 : 1))
    .flatMap((file) =>
      importsIn(file, name).map((each) => ({ ...each, resolution: resolutionOf(each.specifier, program) })),
    );
});

const importsIn = memo((file: ts.SourceFile, name: string): readonly Omit<PackageImport, 'resolution'>[] =>
  importsOf(file, (text) => packageOfSpecifier(text) === name).map((specifier) => ({
    file,
    specifier,
    names: namesOf(specifier.parent),
  })),
);

/**
 * The imports of values by the program's own sources that do not resolve, or have no declarations, in the order of the files'
 * paths. Node's modules are known without.
 */
export function unresolvedImportsOf(program: ts.Program): readonly ts.StringLiteralLike[] {
  const checker = program.getTypeChecker();
  return program
    .getSourceFiles()
    .filter((file) => isOwn(file, program))
    .sort((a, b) => (a.fileName < b.fileName ? -1 : 1))
    .flatMap((file) => importsOf(file, (text) => !assets.test(text) && !isBuiltinModule(text)))
    .filter((specifier) => bindsValues(specifier.parent) && isUntypedModule(specifier, checker));
}

/** An import of a module of the project itself that does not resolve. */
export interface MissingOwnModule {
  readonly specifier: ts.StringLiteralLike;
  /** A file, by a path or an alias, or a package of the workspace. */
  readonly is: 'file' | 'package';
}

/** The imports of values by some of the program's own sources that lead to nothing of the project, in the order of their paths. */
export function missingOwnModulesIn(
  files: ReadonlySet<ts.SourceFile>,
  program: ts.Program,
): readonly MissingOwnModule[] {
  if (files.size === 0) return [];
  return openImportsOf(program)
    .filter((specifier) => files.has(specifier.getSourceFile()))
    .filter(({ parent, text }) => !assets.test(text) && !isBuiltinModule(text) && bindsValues(parent))
    .toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
    .flatMap((specifier) => {
      const is = missingOwnModule(specifier, program);
      return is ? [{ specifier, is }] : [];
    });
}

/** Orders by files, and by where something stands in one. */
function placeOf(node: ts.Node): string {
  return `${node.getSourceFile().fileName} ${String(node.pos).padStart(9, '0')}`;
}

/**
 * What an import that does not resolve names of the project itself: a file, by a path or an alias, or a package of its
 * workspace. Undefined for other packages, where it names JavaScript or something else that is there or is declared, and for
 * what is imported at run time, which may be optional.
 */
function missingOwnModule(specifier: ts.StringLiteralLike, program: ts.Program): 'file' | 'package' | undefined {
  const { parent, text } = specifier;
  const file = specifier.getSourceFile().fileName;
  const isStatement =
    syntax.isImportDeclaration(parent) ||
    syntax.isExportDeclaration(parent) ||
    syntax.isExternalModuleReference(parent);
  // `declare module '*.prompt';` says that something brings it.
  if (!isStatement || program.getTypeChecker().getSymbolAtLocation(specifier)) return undefined;
  const options = program.getCompilerOptions();
  const isFile = /^(?:[.#$~]|@{1,2}\/)/.test(text) || isAlias(text, options);
  const folder = isFile ? undefined : linkedFolder(packageOfSpecifier(text), file);
  if ((!isFile && folder === undefined) || /[?!]|\.(?:vue|svelte|astro)$/.test(text)) return undefined;
  const isThere =
    moduleFrom(text, file, options) ??
    moduleFrom(text, file, options, true) ??
    existingTarget(text, file, options, folder);
  return isThere ? undefined : isFile ? 'file' : 'package';
}

/** Where the link of a package leads, if it is out of `node_modules`, as those of a workspace are. */
function linkedFolder(name: string, file: string): string | undefined {
  const folder = folderOfPackage(name, file);
  if (folder === undefined || !lstatSync(folder).isSymbolicLink()) return undefined;
  const real = realpathSync(folder).replaceAll('\\', '/');
  return isInstalledFile(`${real}/`) ? undefined : real;
}

function bindsValues(importing: ts.Node): boolean {
  if (syntax.isImportDeclaration(importing) && !importing.importClause) return false;
  return namesOf(importing)?.length !== 0;
}

function namesOf(importing: ts.Node): readonly string[] | undefined {
  if (syntax.isLiteralTypeNode(importing)) return [];
  if (syntax.isExportDeclaration(importing)) return importing.isTypeOnly ? [] : undefined;
  const clause = syntax.isImportDeclaration(importing) ? importing.importClause : undefined;
  if (!clause) return undefined;
  if (typescript.isTypeOnlyImportDeclaration(clause)) return [];
  const { name, namedBindings } = clause;
  // `import {}` runs the module.
  if (name || !namedBindings || !syntax.isNamedImports(namedBindings) || namedBindings.elements.length === 0)
    return undefined;
  return namedBindings.elements
    .filter((element) => !element.isTypeOnly)
    .map((element) => (element.propertyName ?? element.name).text);
}

function resolutionOf(specifier: ts.StringLiteralLike, program: ts.Program): Resolution {
  const checker = program.getTypeChecker();
  const file = specifier.getSourceFile().fileName;
  const declared = answerOn(program, 'moduleDeclaredIn', specifier, () =>
    isUntypedModule(specifier, checker)
      ? undefined
      : (checker.getSymbolAtLocation(specifier)?.declarations?.[0]?.getSourceFile().fileName ?? ''),
  );
  if (declared !== undefined) {
    return isInstalledFile(declared)
      ? { is: 'typed', version: packageOfFile(declared, packagesReadFor(program))?.version }
      : { is: 'own' };
  }
  const options = program.getCompilerOptions();
  const found = moduleFrom(specifier.text, file, options);
  const installed = packageAbove(packageOfSpecifier(specifier.text), file);
  // `require` in TypeScript has no types: the module may have them all the same.
  if (found?.isDeclaration === true && !checker.getSymbolAtLocation(specifier))
    return { is: 'typed', version: packageOfFile(found.fileName, packagesReadFor(program))?.version };
  if (!installed) return { is: found ? 'untyped' : 'missing', version: undefined };
  const { version } = installed;
  if (found || checker.getSymbolAtLocation(specifier)) return { is: 'untyped', version };
  return { is: moduleFrom(specifier.text, file, options, true) ? 'mode' : 'path', version };
}

/** The package as it is installed for a file, whether or not anything of it resolves. */
function packageAbove(name: string, file: string): PackageIdentity | undefined {
  const root = folderOfPackage(name, file);
  return root === undefined ? undefined : packageOfFile(`${root}/`, new Map());
}

function folderOfPackage(name: string, file: string): string | undefined {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const root = join(folder, 'node_modules', name);
    if (existsSync(join(root, 'package.json'))) return root;
    if (dirname(folder) === folder) return undefined;
  }
}

/**
 * The range of versions that is asked for where a file imports a package, if the version that was found there is not in it:
 * the program is to run with another one.
 */
export function missedRangeAt(
  node: ts.Node,
  found: { readonly package: string; readonly version: string | undefined },
  program: ts.Program,
): string | undefined {
  if (found.version === undefined) return undefined;
  const range = rangeAskedBy(program, dirname(node.getSourceFile().fileName), found.package);
  return range !== undefined && !isVersionIn(found.version, range) ? range : undefined;
}

const rangeAskedBy = memo((_program: ts.Program, folder: string, name: string) => rangeAskedIn(folder, name));
