import { ts } from '../typescript.ts';

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
  readFile: (path) => ts.sys.readFile(path),
  fileExists: (path) => ts.sys.fileExists(path),
  directoryExists: (path) => ts.sys.directoryExists(path),
  entriesOf: (folder) => ({
    files: ts.sys.directoryExists(folder) ? filesIn(folder) : [],
    directories: ts.sys.directoryExists(folder) ? ts.sys.getDirectories(folder) : [],
  }),
};

/** Where the links of a path lead on disk, also to what is not there in other files than those on disk. */
export function realpathOf(path: string): string {
  return ts.sys.realpath?.(path) ?? path;
}

function filesIn(folder: string): string[] {
  const paths = ts.sys.readDirectory(folder, undefined, undefined, ['*'], 1);
  return paths.map((path) => path.slice(path.lastIndexOf('/') + 1));
}
