import { typescript } from '../typescript.ts';

/** The files that a project is read from. Paths are absolute. */
export interface ProjectFiles {
  readonly readFile: (path: string) => string | undefined;
  readonly fileExists: (path: string) => boolean;
  readonly directoryExists: (path: string) => boolean;
  /** The names of the files and folders in a folder; empty where there is none. */
  readonly entriesOf: (folder: string) => {
    readonly files: readonly string[];
    readonly directories: readonly string[];
  };
}

/** The files as they are on disk. */
export const filesOnDisk: ProjectFiles = {
  readFile: (path) => typescript.sys.readFile(path),
  fileExists: (path) => typescript.sys.fileExists(path),
  directoryExists: (path) => typescript.sys.directoryExists(path),
  entriesOf: (folder) => ({
    files: typescript.sys.directoryExists(folder) ? filesIn(folder) : [],
    directories: typescript.sys.directoryExists(folder) ? typescript.sys.getDirectories(folder) : [],
  }),
};

/** Where the links of a path lead on disk, also to what is not there in other files than those on disk. */
export function realpathOf(path: string): string {
  return typescript.sys.realpath?.(path) ?? path;
}

function filesIn(folder: string): string[] {
  const paths = typescript.sys.readDirectory(folder, undefined, undefined, ['*'], 1);
  return paths.map((path) => path.slice(path.lastIndexOf('/') + 1));
}
