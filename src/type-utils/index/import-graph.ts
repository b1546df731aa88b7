import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import type ts from 'typescript';
import { describedPackage, type PackageCache, packageOfFile, packageOfSpecifier } from '../package-of.ts';
import { isVersionIn } from '../versions.ts';
import { memo } from '../../memo.ts';
import { addTo } from '../../multimap.ts';
import { readSymbols, willQuery } from '../prefetch.ts';
import * as syntax from '../syntax.ts';
import { unreadFiles } from '../unread-files.ts';

const builtins = new Set(builtinModules);
const extensions = [
  '',
  '.ts',
  '.tsx',
  '.mts',
  '.cts',
  '.js',
  '.jsx',
  '.mjs',
  '.cjs',
  '.d.ts',
  '/index.ts',
  '/index.tsx',
  '/index.js',
  '/index.d.ts',
];
/** What a specifier's extension stands for in sources, which come before the file of that name: `./a.js` is `./a.ts`. */
const sourceExtensions: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.d.ts'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts', '.d.mts'],
  '.cjs': ['.cts', '.d.cts'],
};

/** What imports what: by syntax and path names, and by the checker where a specifier is neither a path nor installed. */
export interface ImportGraph {
  /** The files of the program by their names. */
  readonly files: ReadonlyMap<string, ts.SourceFile>;
  /** What only depends on the names of the files. */
  readonly names: FileNames;
  /** By the paths that specifiers name; complete after `resolveAll`. */
  readonly importersOfFile: Map<ts.SourceFile, ts.SourceFile[]>;
  readonly importersOfPackage: ReadonlyMap<string, readonly ts.SourceFile[]>;
  /** Files by the name in the `package.json` of the package that they belong to. */
  readonly filesOfPackage: ReadonlyMap<string, readonly PackageFile[]>;
  /** The packages of files, as they were read. */
  readonly packages: PackageCache;
  /** Files that import something of which nothing can be told. */
  readonly unclear: readonly ts.SourceFile[];
  /** Where paths lead is found out when it first matters. */
  arePathsResolved: boolean;
  /** Imports of which only the checker knows the module: those by paths are among them when these are resolved. */
  unresolved: readonly Import[];
  /** Whether the checker was queried for these, which it is when it first matters. */
  areAllResolved: boolean;
}

interface Import {
  readonly file: ts.SourceFile;
  readonly specifier: ts.StringLiteralLike;
}

interface PackageFile {
  readonly file: ts.SourceFile;
  readonly version: string | undefined;
}

/** Packages, in a range of versions where one is given. */
export interface PackageRef {
  readonly packages: readonly string[];
  readonly versions?: string;
}

/**
 * The files of a program that reach one of the packages through imports, their own or those of what they import:
 * whatever type comes from such a package, it comes on this way. What is not installed has no types.
 */
export function filesReaching(program: ts.Program, refs: readonly PackageRef[]): ReadonlySet<ts.SourceFile> {
  const graph = graphOf(program);
  const first = [...graph.unclear];
  for (const { packages, versions } of refs) {
    for (const name of packages) {
      for (const { file, version } of graph.filesOfPackage.get(name) ?? [])
        if (isVersionIn(version, versions)) first.push(file);
      if (!graph.names.installed.has(name)) first.push(...(graph.importersOfPackage.get(name) ?? []));
    }
  }
  if (first.length === 0) return new Set();
  // Where a program mentions none of the packages, imports that only the checker knows do not lead there.
  if (mentions(program, refs)) resolveAll(graph, program);
  else resolvePaths(graph);
  const reaching = withImporters(first, graph);
  willQuery(reaching, program);
  return reaching;
}

/** Some files and those that import them, directly or through others. */
export function withImporters(
  files: Iterable<ts.SourceFile>,
  { importersOfFile, importersOfPackage }: ImportGraph,
): ReadonlySet<ts.SourceFile> {
  const reaching = new Set(files);
  for (const file of reaching) {
    importersOfFile.get(file)?.forEach((importer) => reaching.add(importer));
    const name = installedPackageOf(file);
    if (name !== undefined) importersOfPackage.get(name)?.forEach((importer) => reaching.add(importer));
  }
  return reaching;
}

/** A file of a program and those that import it, directly or through others. */
export const filesAbove = memo((program: ts.Program, file: ts.SourceFile): ReadonlySet<ts.SourceFile> =>
  withImporters([file], importGraphOf(program)),
);

/**
 * The files that can name what is declared at the top of a module: itself, those that import it or a file that exports it
 * again, and all that a module may reach as an object. By the text, so that there may be too many.
 */
export const filesNaming = memo((program: ts.Program, module: ts.SourceFile): ReadonlySet<ts.SourceFile> => {
  const graph = importGraphOf(program);
  const found = new Set([module]);
  for (const file of found)
    if (file === module || exportsAgain(file))
      graph.importersOfFile.get(file)?.forEach((importer) => found.add(importer));
  const objects = [...found].filter((file) => file !== module && hasModuleAsObject(file));
  return new Set([...found, ...withImporters(objects, graph), ...graph.unclear]);
});

const exportsAgain = memo((file: ts.SourceFile) => /\bexport\s*(?:[{*=]|type\b|default\b|import\b)/.test(file.text));

/** `import * as files`, `await import('./files.js')`: what it uses of a module it need not name in an import. */
export const hasModuleAsObject = memo((file: ts.SourceFile) => /\*\s*as\b|\b(?:import|require)\s*\(/.test(file.text));

/** Whether a program has files of one of the packages, or imports one of them: nothing else can have come from there. */
export function mentions(program: ts.Program, refs: readonly PackageRef[]): boolean {
  const { filesOfPackage, importersOfPackage } = graphOf(program);
  return refs.some(({ packages }) =>
    packages.some((name) => filesOfPackage.has(describedPackage(name)) || importersOfPackage.has(name)),
  );
}

/** What imports what in a program, also by names that only the checker can tell the file of. */
export function importGraphOf(program: ts.Program): ImportGraph {
  const graph = graphOf(program);
  resolveAll(graph, program);
  return graph;
}

/** The imports of which only the checker knows the module: aliases, packages of the workspace, and what leads nowhere. */
export function openImportsOf(program: ts.Program): readonly ts.StringLiteralLike[] {
  return importGraphOf(program).unresolved.map(({ specifier }) => specifier);
}

/** The files of a program, installed ones as well, that import a package by its name. */
export function importersOf(name: string, program: ts.Program): readonly ts.SourceFile[] {
  return graphOf(program).importersOfPackage.get(name) ?? [];
}

/** The packages that were read for a program, to add to. */
export function packagesReadFor(program: ts.Program): PackageCache {
  return graphOf(program).packages;
}

/** The specifiers in a file's code that are wanted, in the order of the text, dynamic imports and `require` last. */
export function importsOf(
  file: ts.SourceFile,
  isWanted: (specifier: string) => boolean,
): readonly ts.StringLiteralLike[] {
  return specifiersIn(file).flatMap((specifier) => {
    const literal = isWanted(specifier.text) ? literalAt(specifier) : undefined;
    return literal?.text === specifier.text ? [literal] : [];
  });
}

const graphOf = memo((program: ts.Program): ImportGraph => {
  const all = program.getSourceFiles();
  const files = new Map(all.map((file) => [file.fileName, file]));
  const names = namesOf(all);
  const { installed } = names;
  const packages: PackageCache = new Map();
  const importersOfPackage = new Map<string, ts.SourceFile[]>();
  const filesOfPackage = new Map<string, PackageFile[]>();
  const unclear: ts.SourceFile[] = [];
  const unresolved: Import[] = [];
  for (const file of files.values()) {
    const own = packageOfFile(file.fileName, packages);
    if (own) addTo(filesOfPackage, describedPackage(own.name), { file, version: own.version });
    for (const { specifier, name, isBuiltin } of packagesImportedBy(file)) {
      addTo(importersOfPackage, name, file);
      if (isBuiltin || installed.has(name) || installed.has(typesPackage(name))) continue;
      // A path alias, a package of the workspace, or an ambient module.
      const literal = literalAt(specifier);
      if (literal) unresolved.push({ file, specifier: literal });
      // What looks like an import in a comment is one where JavaScript has its types there.
      else if (file.flags & syntax.NodeFlags.JavaScriptFile) unclear.push(file);
    }
  }
  return {
    files,
    names,
    importersOfFile: new Map(),
    importersOfPackage,
    filesOfPackage,
    packages,
    unclear,
    arePathsResolved: false,
    unresolved,
    areAllResolved: false,
  };
});

/** What only depends on which files a program has, by their names. */
interface FileNames {
  readonly list: readonly string[];
  /** The folders in `node_modules` that the program has files of. */
  readonly installed: ReadonlySet<string>;
  /** Where the paths in a file lead. */
  readonly pathsOf: (file: ts.SourceFile) => Paths;
}

interface Paths {
  /** The names of files of the program. */
  readonly targets: readonly string[];
  /** Those that name no file by themselves: options of the compiler or a `package.json` may lead them to one. */
  readonly others: readonly Specifier[];
}

/** What is imported as a text or a picture, by what bundles the program. */
export const assets =
  /\.(?:css|scss|sass|less|svg|png|jpe?g|gif|webp|woff2?|md|mdx|txt|sql|wasm|html|graphql|gql|json)(?:\?|$)/;

let lastNames: FileNames | undefined;

/** The names of files: one object for programs that follow one another and have the same, as after an edit. */
function namesOf(files: readonly ts.SourceFile[]): FileNames {
  const last = lastNames?.list;
  if (lastNames && last?.length === files.length && files.every(({ fileName }, at) => fileName === last[at]))
    return lastNames;
  const list = files.map(({ fileName }) => fileName);
  const known = new Set(list);
  const pathsOf = memo((file: ts.SourceFile): Paths => {
    const folder = posix.dirname(file.fileName);
    const targets: string[] = [];
    const others: Specifier[] = [];
    for (const specifier of specifiersIn(file)) {
      if (!isPath(specifier.text)) continue;
      const target = resolveFile(folder, specifier.text, known);
      if (target !== undefined) targets.push(target);
      else if (!file.isDeclarationFile && !assets.test(specifier.text)) others.push(specifier);
    }
    return { targets, others };
  });
  return (lastNames = { list, installed: new Set(list.flatMap((path) => packageOfPath(path) ?? [])), pathsOf });
}

/** An import of a package, by what names it in the graph. */
interface ImportedPackage {
  readonly specifier: Specifier;
  readonly name: string;
  readonly isBuiltin: boolean;
}

const packagesImportedBy = memo((file: ts.SourceFile): readonly ImportedPackage[] =>
  specifiersIn(file).flatMap((specifier) => {
    const { text } = specifier;
    if (isPath(text)) return [];
    const name = packageOfSpecifier(text);
    const isBuiltin = builtins.has(name) || text.startsWith('node:');
    return { specifier, name: isBuiltin ? `node:${text.replace(/^node:/, '')}` : name, isBuiltin };
  }),
);

function isPath(specifier: string): boolean {
  return specifier.startsWith('.') || specifier.startsWith('/');
}

/** Asks the checker, which takes time to be made, for the modules that neither a path nor a package's name tells. */
function resolveAll(graph: ImportGraph, program: ts.Program): void {
  if (graph.areAllResolved) return;
  graph.areAllResolved = true;
  resolvePaths(graph);
  const { unresolved, importersOfFile } = graph;
  if (unresolved.length === 0) return;
  const checker = program.getTypeChecker();
  readSymbols(() => unresolved.map(({ specifier }) => specifier), checker);
  for (const { file, specifier } of unresolved)
    for (const declaration of checker.getSymbolAtLocation(specifier)?.declarations ?? [])
      addTo(importersOfFile, declaration.getSourceFile(), file);
}

function resolvePaths(graph: ImportGraph): void {
  if (graph.arePathsResolved) return;
  graph.arePathsResolved = true;
  const { files, names, importersOfFile } = graph;
  const unresolved: Import[] = [];
  for (const file of files.values()) {
    const { targets, others } = names.pathsOf(file);
    for (const name of targets) {
      const target = files.get(name);
      if (target) addTo(importersOfFile, target, file);
    }
    for (const other of others) {
      const specifier = literalAt(other);
      if (specifier) unresolved.push({ file, specifier });
    }
  }
  if (unresolved.length > 0) graph.unresolved = [...graph.unresolved, ...unresolved];
}

interface Specifier {
  readonly file: ts.SourceFile;
  readonly text: string;
  readonly position: number;
}

/** The text that is imported, if it stands in the code. */
function literalAt({ file, position }: Specifier): ts.StringLiteralLike | undefined {
  let literal: ts.Node = file;
  const visit = (node: ts.Node): void => {
    if (position < node.pos || position >= node.end) return;
    literal = node;
    syntax.forEachChild(node, visit);
  };
  visit(file);
  return syntax.isStringLiteralLike(literal) ? literal : undefined;
}

const specifiersIn = memo((file: ts.SourceFile): readonly Specifier[] => {
  const specifiers = unreadFiles.has(file) ? specifiersOfText(file) : specifiersOfStatements(file);
  if (file.isDeclarationFile) return specifiers;
  for (const { 0: found, 1: text = '', index } of file.text.matchAll(
    /\b(?:import|require)\s*\(\s*(?:\/\*[^*]*\*\/\s*)*['"`]([^'"`$\n]+)/g,
  ))
    specifiers.push({ file, text, position: index + found.length - 1 });
  return specifiers;
});

function specifiersOfStatements(file: ts.SourceFile): Specifier[] {
  const specifiers: Specifier[] = [];
  for (const statement of file.statements) {
    const isModuleStatement = syntax.isImportDeclaration(statement) || syntax.isExportDeclaration(statement);
    const name = isModuleStatement ? statement.moduleSpecifier : undefined;
    if (name && syntax.isStringLiteral(name)) specifiers.push({ file, text: name.text, position: name.end - 1 });
  }
  return specifiers;
}

/**
 * The same by the text alone, and more where a text has the form of an import: in a module that is declared inside the file,
 * or in a string. Comments are left out: they have examples of imports.
 */
function specifiersOfText(file: ts.SourceFile): Specifier[] {
  const { text } = file;
  const specifiers: Specifier[] = [];
  for (const found of text.matchAll(/\bfrom\s*["']([^"'\n]+)["']|\bimport\s*["']([^"'\n]+)["']/g)) {
    const { 0: all, 1: from, 2: alone, index } = found;
    const line = text.slice(text.lastIndexOf('\n', index) + 1, index);
    const isInComment =
      line.trimStart().startsWith('//') || text.lastIndexOf('/*', index) > text.lastIndexOf('*/', index);
    if (!isInComment) specifiers.push({ file, text: from ?? alone ?? '', position: index + all.length - 1 });
  }
  return specifiers;
}

function resolveFile(directory: string, specifier: string, files: ReadonlySet<string>): string | undefined {
  const path = pathFrom(directory, specifier);
  const dot = specifier.lastIndexOf('.');
  const extension = dot > specifier.lastIndexOf('/') ? specifier.slice(dot) : '';
  const stem = path.slice(0, path.length - extension.length);
  for (const source of sourceExtensions[extension] ?? []) {
    if (files.has(stem + source)) return stem + source;
  }
  for (const added of extensions) {
    if (files.has(path + added)) return path + added;
  }
  return undefined;
}

/** The path that a specifier means: taken apart by hand where it has dots only at its beginning, as nearly all have. */
function pathFrom(directory: string, specifier: string): string {
  let base = directory;
  let at = specifier.startsWith('./') ? 2 : 0;
  for (; specifier.startsWith('../', at) && base.lastIndexOf('/') > 0; at += 3)
    base = base.slice(0, base.lastIndexOf('/'));
  const isPlain =
    at > 0 && base.length > 1 && !specifier.startsWith('.', at) && !/^\/|\/[./]|\/$/.test(specifier.slice(at));
  return isPlain ? `${base}/${specifier.slice(at)}` : posix.join(directory, specifier);
}

const installedPackageOf = memo((file: ts.SourceFile) => packageOfPath(file.fileName));

function packageOfPath(path: string): string | undefined {
  const marker = '/node_modules/';
  const at = path.lastIndexOf(marker);
  return at < 0 ? undefined : packageOfSpecifier(path.slice(at + marker.length));
}

function typesPackage(name: string): string {
  return `@types/${name.replace('@', '').replace('/', '__')}`;
}
