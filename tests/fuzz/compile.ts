import type { CompilerOptions, Program, SourceFile } from 'typescript';
import { ts } from '../../src/type-utils/typescript.ts';
import { packageJson, packageName, packageTypes } from './session-package.ts';

/** The folder of the generated programs; nothing in it exists on disk. */
export const root = '/fuzz';

const options: CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts', 'lib.esnext.disposable.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  noUncheckedIndexedAccess: false,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  types: [],
};

const fixedFiles = new Map([
  [`${root}/package.json`, JSON.stringify({ name: 'fuzz', type: 'module' })],
  [`${root}/node_modules/${packageName}/package.json`, packageJson],
  [`${root}/node_modules/${packageName}/index.d.ts`, packageTypes],
]);

// The library's declarations are most of a small program: parsed and bound once for all of them.
const parsedLibraries = new Map<string, SourceFile | undefined>();

/** A program of the files, by absolute name below `root`; all of them are roots. */
export function programOf(files: ReadonlyMap<string, string>): Program {
  const host = ts.createCompilerHost(options, true);
  const readDisk = host.readFile.bind(host);
  const parseDisk = host.getSourceFile.bind(host);
  const textOf = (name: string): string | undefined => files.get(name) ?? fixedFiles.get(name);
  const folders = new Set<string>();
  for (const name of [...files.keys(), ...fixedFiles.keys()]) {
    for (let at = name.lastIndexOf('/'); at > 0; at = name.lastIndexOf('/', at - 1)) folders.add(name.slice(0, at));
  }

  host.getCurrentDirectory = () => root;
  host.fileExists = (name) => textOf(name) !== undefined || (!name.startsWith(`${root}/`) && ts.sys.fileExists(name));
  host.readFile = (name) => textOf(name) ?? readDisk(name);
  host.directoryExists = (name) => folders.has(name) || ts.sys.directoryExists(name);
  host.realpath = (name) => name;
  host.getSourceFile = (name, version, onError) => {
    const text = files.get(name);
    if (text !== undefined) return ts.createSourceFile(name, text, version, true);
    if (!parsedLibraries.has(name)) {
      const fixed = fixedFiles.get(name);
      parsedLibraries.set(
        name,
        fixed === undefined ? parseDisk(name, version, onError) : ts.createSourceFile(name, fixed, version, true),
      );
    }
    return parsedLibraries.get(name);
  };
  return ts.createProgram([...files.keys()], options, host);
}

/** What the compiler says against the file, with its line. */
export function complaintsAbout(program: Program, file: SourceFile): string[] {
  const diagnostics = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
  return diagnostics.map((diagnostic) => {
    const { line } = file.getLineAndCharacterOfPosition(diagnostic.start ?? 0);
    return `${line + 1}: ${ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ')}`;
  });
}
