import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import type tsModule from 'typescript';
import { packageOfFile, type PackageCache } from './package-of.ts';
import { ts } from './typescript.ts';

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
/** What a specifier's extension stands for in sources: `./a.js` is `./a.ts`. */
const sourceExtensions: readonly (readonly [RegExp, string])[] = [
  [/\.js$/, '.ts'],
  [/\.js$/, '.tsx'],
  [/\.js$/, '.d.ts'],
  [/\.jsx$/, '.tsx'],
  [/\.mjs$/, '.mts'],
  [/\.mjs$/, '.d.mts'],
  [/\.cjs$/, '.cts'],
  [/\.cjs$/, '.d.cts'],
];

/**
 * The files of a program that reach one of the packages through imports, their own or those of what they import:
 * whatever type comes from such a package, it comes on this way. Path aliases and packages that are not installed count
 * as reaching, since nothing is known of them. By syntax and path names alone.
 */
export function filesReaching(
  program: tsModule.Program,
  packages: ReadonlySet<string>,
): ReadonlySet<tsModule.SourceFile> {
  const files = new Map(program.getSourceFiles().map((file) => [file.fileName, file]));
  const filesOfPackage = new Map<string, tsModule.SourceFile[]>();
  for (const file of files.values()) {
    const name = packageOfPath(file.fileName);
    if (name !== undefined) filesOfPackage.set(name, [...(filesOfPackage.get(name) ?? []), file]);
  }

  const packageCache: PackageCache = new Map();
  const importers = new Map<tsModule.SourceFile, tsModule.SourceFile[]>();
  const packageImporters = new Map<string, tsModule.SourceFile[]>();
  const reaching = new Set<tsModule.SourceFile>();
  for (const file of files.values()) {
    if (packages.has(packageOfFile(file.fileName, packageCache)?.name ?? '')) reaching.add(file);
    for (const specifier of specifiersIn(file)) {
      if (specifier.startsWith('.') || specifier.startsWith('/')) {
        const target = resolveFile(file, specifier, files);
        if (target) push(importers, target, file);
        continue;
      }
      const name = packageName(specifier);
      if (builtins.has(name) || specifier.startsWith('node:')) continue;
      if (packages.has(name) || !(filesOfPackage.has(name) || filesOfPackage.has(typesPackage(name))))
        reaching.add(file);
      else push(packageImporters, name, file);
    }
  }

  const waiting = [...reaching];
  const spread = (to: tsModule.SourceFile): void => {
    if (reaching.has(to)) return;
    reaching.add(to);
    waiting.push(to);
  };
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    importers.get(file)?.forEach(spread);
    const name = packageOfPath(file.fileName);
    if (name !== undefined) packageImporters.get(name)?.forEach(spread);
  }
  return reaching;
}

function specifiersIn(file: tsModule.SourceFile): string[] {
  const specifiers: string[] = [];
  for (const statement of file.statements) {
    const isModuleStatement = ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement);
    if (isModuleStatement && statement.moduleSpecifier && ts.isStringLiteral(statement.moduleSpecifier))
      specifiers.push(statement.moduleSpecifier.text);
  }
  if (file.isDeclarationFile) return specifiers;
  for (const [, name = ''] of file.text.matchAll(/\b(?:import|require)\s*\(\s*['"]([^'"\n]+)/g)) specifiers.push(name);
  return specifiers;
}

function resolveFile(
  from: tsModule.SourceFile,
  specifier: string,
  files: ReadonlyMap<string, tsModule.SourceFile>,
): tsModule.SourceFile | undefined {
  const path = posix.join(posix.dirname(from.fileName), specifier);
  for (const extension of extensions) {
    const file = files.get(path + extension);
    if (file) return file;
  }
  for (const [pattern, replacement] of sourceExtensions) {
    const file = pattern.test(path) ? files.get(path.replace(pattern, replacement)) : undefined;
    if (file) return file;
  }
  return undefined;
}

function packageOfPath(path: string): string | undefined {
  const marker = '/node_modules/';
  const at = path.lastIndexOf(marker);
  return at < 0 ? undefined : packageName(path.slice(at + marker.length));
}

function packageName(specifier: string): string {
  const [scope = '', name] = specifier.split('/');
  return scope.startsWith('@') && name !== undefined ? `${scope}/${name}` : scope;
}

function typesPackage(name: string): string {
  return `@types/${name.replace('@', '').replace('/', '__')}`;
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
