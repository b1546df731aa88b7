import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';

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
  readFile: (path) => otherwise(undefined, () => textIn(readFileSync(path))),
  fileExists: (path) => otherwise(false, () => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false),
  directoryExists: (path) => otherwise(false, () => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false),
  entriesOf: (folder) => {
    const entries = otherwise([], () => readdirSync(folder, { withFileTypes: true }));
    const files: string[] = [];
    const directories: string[] = [];
    for (const each of entries) {
      // What a link leads to counts.
      const isLink = each.isSymbolicLink();
      const isFolder = isLink ? filesOnDisk.directoryExists(`${folder}/${each.name}`) : each.isDirectory();
      (isFolder ? directories : files).push(each.name);
    }
    return { files, directories };
  },
};

/** The size of a file on disk, in bytes; 0 where there is none. */
export function sizeOnDisk(path: string): number {
  return otherwise(0, () => statSync(path, { throwIfNoEntry: false })?.size ?? 0);
}

/** Where the links of a path lead on disk, also to what is not there in other files than those on disk. */
export function realpathOf(path: string): string {
  return otherwise(path, () => realpathSync.native(path));
}

/** As the compiler reads it: by the mark at its beginning, which is left out. */
function textIn(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le', 2);
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return bytes.toString('utf8', isMarked ? 3 : 0);
}

function otherwise<Value>(value: Value, read: () => Value): Value {
  try {
    return read();
  } catch {
    return value;
  }
}
