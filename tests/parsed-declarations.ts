import ts from 'typescript';
import { memo } from '../src/memo.ts';

const parsed = new Map<string, ts.SourceFile | undefined>();

/** By the options, and the file that imports. */
const resolved = new Map<string, readonly ts.ResolvedModuleWithFailedLookupLocations[]>();

/** Of the folders of packages. */
const onDisk = { files: new Map<string, boolean>(), folders: new Map<string, boolean>() };

/**
 * A host whose declaration files are parsed once for all programs of the process, and their imports resolved once: those of
 * the library and of the SDKs are most of the cost of a small program. What is installed does not change while tests run.
 * Comments are left out: no type depends on those of a declaration file.
 */
export function sharingDeclarations(host: ts.CompilerHost): ts.CompilerHost {
  const directoryExists = host.directoryExists?.bind(host);
  return {
    ...host,
    getSourceFile: (name, how, ...rest) => {
      if (!isInstalledDeclaration(name)) return host.getSourceFile(name, how, ...rest);
      const manner = typeof how === 'object' ? how : { languageVersion: how };
      const key = `${String(manner.impliedNodeFormat)} ${name}`;
      if (!parsed.has(key)) {
        const text = host.readFile(name);
        const jsDocParsingMode = ts.JSDocParsingMode.ParseForTypeErrors;
        parsed.set(
          key,
          text === undefined ? undefined : ts.createSourceFile(name, text, { ...manner, jsDocParsingMode }),
        );
      }
      return parsed.get(key);
    },
    fileExists: (name) => knownOf(onDisk.files, name, (path) => host.fileExists(path)),
    directoryExists: directoryExists && ((name) => knownOf(onDisk.folders, name, directoryExists)),
    // The compiler calls both on the host that it is given: what that lays over the disk counts, too.
    getModuleResolutionCache(this: ts.CompilerHost) {
      return cacheOf(this);
    },
    resolveModuleNameLiterals(this: ts.CompilerHost, literals, importer, redirected, options, file) {
      const resolve = () => {
        const cache = cacheOf(this);
        return literals.map((literal) => {
          const mode = ts.getModeForUsageLocation(file, literal, options);
          return ts.resolveModuleName(literal.text, importer, options, this, cache, redirected, mode);
        });
      };
      if (!isInstalledDeclaration(importer)) return resolve();
      const key = `${keyOf(options)} ${String(file.impliedNodeFormat)} ${importer}`;
      const known = resolved.get(key) ?? resolve();
      resolved.set(key, known);
      return known;
    },
  };
}

function isInstalledDeclaration(name: string): boolean {
  return name.includes('/node_modules/') && /\.d\.[cm]?ts$/.test(name);
}

function knownOf(known: Map<string, boolean>, name: string, find: (name: string) => boolean): boolean {
  if (!name.includes('/node_modules/')) return find(name);
  const isThere = known.get(name) ?? find(name);
  known.set(name, isThere);
  return isThere;
}

const keyOf = memo((options: ts.CompilerOptions) => JSON.stringify({ ...options, configFile: undefined }));

/** Of a program's host, which may lay other files over those on the disk. */
const cacheOf = memo((host: ts.CompilerHost) =>
  ts.createModuleResolutionCache(host.getCurrentDirectory(), (name) => host.getCanonicalFileName(name)),
);
