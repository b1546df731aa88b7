import { dirname, resolve } from 'node:path';
import type tsModule from 'typescript';
import { filesOnDisk, type ProjectFiles } from './project-files.ts';
import { ts } from './typescript.ts';

/** A project as its `tsconfig.json` says it, read once. */
export interface Project {
  readonly program: tsModule.Program;
  /** The folder of the `tsconfig.json`. */
  readonly folder: string;
}

/**
 * Reads a project.
 *
 * @param place a `tsconfig.json`, or a file or folder in which, or above which, there is one
 * @param files what it is read from, where that is not the disk
 * @throws Error that names what is missing or wrong, where it is, and what to do
 */
export function openProject(place: string, files: ProjectFiles = filesOnDisk): Project {
  const config = projectConfigAt(place, files);
  const read = ts.readConfigFile(config, files.readFile);
  if (read.error) throw new Error(textOf(read.error));
  const parsed = ts.parseJsonConfigFileContent(read.config, configHost(files), dirname(config), undefined, config);
  const [error] = parsed.errors.filter(({ category }) => category === ts.DiagnosticCategory.Error);
  if (error) throw new Error(textOf(error, config));
  if (parsed.fileNames.length === 0)
    throw new Error(
      parsed.projectReferences?.length
        ? `${config} has no files of its own, only references. Name one of these with --project.`
        : `${config} has no files.`,
    );
  const options = { ...parsed.options, noEmit: true };
  const program = ts.createProgram({
    rootNames: parsed.fileNames,
    options,
    host: compilerHost(files, options),
    ...(parsed.projectReferences ? { projectReferences: parsed.projectReferences } : {}),
  });
  const [syntax] = program
    .getSourceFiles()
    .flatMap((file) => (file.isDeclarationFile ? [] : program.getSyntacticDiagnostics(file)));
  if (syntax) throw new Error(`${textOf(syntax)} Mend it first: what stands in the file cannot be told before.`);
  return { program, folder: dirname(config) };
}

/**
 * The path of the `tsconfig.json` of a project.
 *
 * @throws Error that names the place, where there is none
 */
export function projectConfigAt(asked: string, files: ProjectFiles = filesOnDisk): string {
  const place = resolve(asked);
  const isFile = files.fileExists(place);
  if (!isFile && !files.directoryExists(place))
    throw new Error(`There is no ${place}. Name a file, a folder or a tsconfig.json.`);
  if (isFile && place.endsWith('.json')) return place;
  const found = ts.findConfigFile(isFile ? dirname(place) : place, files.fileExists);
  if (found === undefined)
    throw new Error(`There is no tsconfig.json in ${place} or a folder above. Name one with --project.`);
  return found;
}

function configHost(files: ProjectFiles): tsModule.ParseConfigHost {
  if (files === filesOnDisk) return ts.sys;
  const { useCaseSensitiveFileNames } = ts.sys;
  return {
    useCaseSensitiveFileNames,
    readFile: files.readFile,
    fileExists: files.fileExists,
    readDirectory: (root, extensions, excludes, includes, depth) =>
      matchFiles(
        root,
        extensions,
        excludes,
        includes,
        useCaseSensitiveFileNames,
        root,
        depth,
        files.entriesOf,
        realpath,
      ),
  };
}

function compilerHost(files: ProjectFiles, options: tsModule.CompilerOptions): tsModule.CompilerHost {
  const host = ts.createCompilerHost(options);
  if (files === filesOnDisk) return host;
  return {
    ...host,
    readFile: files.readFile,
    fileExists: files.fileExists,
    directoryExists: files.directoryExists,
    getDirectories: (folder) => [...files.entriesOf(folder).directories],
    realpath,
    getSourceFile: (fileName, languageVersionOrOptions) => {
      const text = files.readFile(fileName);
      return text === undefined ? undefined : ts.createSourceFile(fileName, text, languageVersionOrOptions);
    },
  };
}

/** Links lead where they lead on disk, also to what is not there now. */
function realpath(path: string): string {
  return ts.sys.realpath?.(path) ?? path;
}

/**
 * Which files `include`, `exclude` and `files` mean, over folders that are not on disk. The compiler does not publish it;
 * it has been there, as it is, since before the oldest version that we know.
 */
const { matchFiles } = ts as typeof ts & {
  readonly matchFiles: (
    path: string,
    extensions: readonly string[] | undefined,
    excludes: readonly string[] | undefined,
    includes: readonly string[] | undefined,
    useCaseSensitiveFileNames: boolean,
    currentDirectory: string,
    depth: number | undefined,
    entriesOf: ProjectFiles['entriesOf'],
    realpath: (path: string) => string,
  ) => readonly string[];
};

function textOf({ file, start, messageText }: tsModule.Diagnostic, fallback = ''): string {
  const text = ts.flattenDiagnosticMessageText(messageText, ' ').replace(/\.?$/, '.');
  if (!file || start === undefined) return fallback ? `${fallback}: ${text}` : text;
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  return `${file.fileName}:${String(line + 1)}:${String(character + 1)}: ${text}`;
}
