import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type tsModule from 'typescript';
import ts from 'typescript';
import { sharingDeclarations } from '../parsed-declarations.ts';
import { type RecordedProgram, skipWhileRecording } from '../recorded-programs.ts';

/** The folder whose `node_modules` holds the SDKs; the virtual files of a case lie in it. */
export const sdkFolder = join(dirname(fileURLToPath(import.meta.url)), '..', 'sdk');

const caseFolder = join(sdkFolder, 'scenario');

/** What the programs of cases are compiled with. */
export const compilerOptions: tsModule.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts', 'lib.esnext.disposable.d.ts', 'lib.dom.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  moduleDetection: ts.ModuleDetectionKind.Force,
  jsx: ts.JsxEmit.Preserve,
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  allowJs: true,
  experimentalDecorators: false,
  types: ['node'],
};

/** The files of a case, by their path relative to its folder: `main.ts`, `node_modules/other/index.d.ts`. */
export type CaseFiles = Readonly<Record<string, string>>;

/** A program over the files of a case, and those of them that are code of the case (no declarations, no packages). */
export interface CaseProgram {
  readonly program: tsModule.Program;
  readonly sources: readonly tsModule.SourceFile[];
}

let previousProgram: tsModule.Program | undefined;

/** What `npm run findings` has to know of a case. */
export function programToRecord(files: CaseFiles): Pick<RecordedProgram, 'project' | 'files' | 'linted'> {
  const linted = Object.keys(files).filter((name) => !/\.d\.ts$|\.json$|(^|\/)node_modules\//.test(name));
  return { project: 'tests/sdk/scenario', files, linted };
}

function isUnderCase(path: string): boolean {
  return path.startsWith(`${caseFolder}/`);
}

/**
 * Builds a program over in-memory files beside the installed SDKs. With `before`, files whose text is the same keep
 * their `SourceFile`, as in an editor.
 */
export function programOf(files: CaseFiles, before?: CaseProgram): CaseProgram {
  skipWhileRecording();
  const texts = new Map(Object.entries(files).map(([name, text]) => [join(caseFolder, name), text]));
  texts.set(join(caseFolder, 'package.json'), '{ "name": "scenario", "type": "module" }');
  const folders = new Set([...texts.keys()].flatMap(ancestorsOf));
  const host = sharingDeclarations(ts.createCompilerHost(compilerOptions, true));
  const inCase: tsModule.CompilerHost = {
    ...host,
    getCurrentDirectory: () => sdkFolder,
    fileExists: (path) => (isUnderCase(path) ? texts.has(path) : host.fileExists(path)),
    directoryExists: (path) =>
      path === caseFolder || isUnderCase(path) ? folders.has(path) : (host.directoryExists?.(path) ?? existsSync(path)),
    readFile: (path) => (isUnderCase(path) ? texts.get(path) : host.readFile(path)),
    getDirectories: (path) => (path === caseFolder || isUnderCase(path) ? [] : (host.getDirectories?.(path) ?? [])),
    realpath: (path) => (isUnderCase(path) ? path : (host.realpath?.(path) ?? path)),
    getSourceFile: (path, options) => {
      if (isUnderCase(path)) {
        const text = texts.get(path);
        const earlier = before?.program.getSourceFile(path);
        if (text === undefined || earlier?.text === text) return text === undefined ? undefined : earlier;
        return ts.createSourceFile(path, text, options, true);
      }
      return host.getSourceFile(path, options);
    },
  };
  const rootNames = [...texts.keys()].filter((path) => !path.includes('/node_modules/') && !path.endsWith('.json'));
  const program = ts.createProgram({
    rootNames,
    options: compilerOptions,
    host: inCase,
    oldProgram: before?.program ?? previousProgram,
  });
  previousProgram = program;
  const sources = rootNames
    .filter((path) => !path.endsWith('.d.ts'))
    .map((path) => program.getSourceFile(path))
    .filter((file) => file !== undefined);
  return { program, sources };
}

/** The path of a source file of a case, relative to the case. */
export function caseNameOf(file: tsModule.SourceFile): string {
  const path = pathOf(file);
  const folder = folderOf(file);
  return folder === undefined ? path : path.slice(folder.length + 1);
}

/** The folder of a case among others in one program. */
export function folderOf(file: tsModule.SourceFile): string | undefined {
  return /^case\d+(?=\/)/.exec(pathOf(file))?.[0];
}

function pathOf(file: tsModule.SourceFile): string {
  return file.fileName.slice(caseFolder.length + 1);
}

function ancestorsOf(path: string): string[] {
  const parent = dirname(path);
  return parent.startsWith(caseFolder) ? [parent, ...ancestorsOf(parent)] : [];
}
