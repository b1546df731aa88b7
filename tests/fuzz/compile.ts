import type { CompilerOptions, Program, SourceFile } from 'typescript';
import ts from 'typescript';
import { filesOnDisk, isCompilerModule, openProject, type Project } from '../../src/type-utils/index.ts';
import { editedFiles } from '../../src/type-utils/project/edited-files.ts';
import { sharingDeclarations } from '../parsed-declarations.ts';
import { packageJson, packageName, packageTypes } from './session-package.ts';

/** A program's files, by absolute name. */
export type Files = ReadonlyMap<string, string>;

/** Where generated programs live, and what they find there. */
export interface World {
  /** An absolute folder name; the programs in it exist in memory only. */
  readonly root: string;
  /** Files that every program sees, by absolute name. */
  readonly given: Files;
  readonly libraries: readonly string[];
}

/** The world of the random programs; nothing in it exists on disk. */
export const fuzzWorld: World = {
  root: '/fuzz',
  given: new Map([
    ['/fuzz/package.json', JSON.stringify({ name: 'fuzz', type: 'module' })],
    [`/fuzz/node_modules/${packageName}/package.json`, packageJson],
    [`/fuzz/node_modules/${packageName}/index.d.ts`, packageTypes],
  ]),
  libraries: ['lib.es2023.d.ts', 'lib.esnext.disposable.d.ts'],
};

// The files that every program of a world sees: parsed and bound once for all of them.
const parsedGiven = new Map<string, SourceFile>();

/** A program of the files; all of them are roots. */
export function programOf(files: Files, { root, given, libraries }: World): Program {
  const options: CompilerOptions = {
    target: ts.ScriptTarget.ES2023,
    lib: [...libraries],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    types: [],
  };
  const host = ts.createCompilerHost(options, true);
  const onDisk = sharingDeclarations({ ...host });
  const textOf = (name: string): string | undefined => files.get(name) ?? given.get(name);
  const folders = new Set<string>();
  for (const name of [...files.keys(), ...given.keys()]) {
    for (let at = name.lastIndexOf('/'); at > 0; at = name.lastIndexOf('/', at - 1)) folders.add(name.slice(0, at));
  }

  host.getCurrentDirectory = () => root;
  host.fileExists = (name) => textOf(name) !== undefined || onDisk.fileExists(name);
  host.readFile = (name) => textOf(name) ?? onDisk.readFile(name);
  host.directoryExists = (name) => folders.has(name) || onDisk.directoryExists?.(name) === true;
  host.realpath = (name) => name;
  host.getSourceFile = (name, version, onError) => {
    const text = files.get(name);
    if (text !== undefined) return ts.createSourceFile(name, text, version, true);
    const fixed = given.get(name);
    if (fixed === undefined) return onDisk.getSourceFile(name, version, onError);
    const parsed = parsedGiven.get(name) ?? ts.createSourceFile(name, fixed, version, true);
    parsedGiven.set(name, parsed);
    return parsed;
  };
  return ts.createProgram([...files.keys()], options, host);
}

/** A program of the files, as {@link programOf} makes it, of the compiler that the analysis has. */
export function analysedProgramOf(files: Files, world: World): Pick<Project, 'program' | 'close'> {
  if (isCompilerModule) return { program: programOf(files, world), close: () => undefined };
  const { root, given, libraries } = world;
  const config = {
    compilerOptions: {
      target: 'es2023',
      lib: libraries.map((name) => name.replace(/^lib\.|\.d\.ts$/g, '')),
      module: 'nodenext',
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      types: [],
    },
    files: [...files.keys()],
  };
  const path = `${root}/tsconfig.json`;
  return openProject(path, editedFiles(filesOnDisk, new Map([...given, ...files, [path, JSON.stringify(config)]])));
}

/** What the compiler says against the file, with its line. */
export function complaintsAbout(program: Program, name: string): string[] {
  const file = program.getSourceFile(name);
  if (!file) return [`${name} is not part of its program`];
  const diagnostics = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
  return diagnostics.map((diagnostic) => {
    const { line } = file.getLineAndCharacterOfPosition(diagnostic.start ?? 0);
    return `${line + 1}: ${ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ')}`;
  });
}
