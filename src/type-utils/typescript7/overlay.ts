import { filesOnDisk, type ProjectFiles, realpathOf } from '../project/project-files.ts';
import type { sync } from './api.ts';

/**
 * The files that the compiler reads, where they are not those on disk: some texts in the place of others, or other files
 * altogether. Undefined where nothing is different: each file that is read through this costs a round trip.
 */
export function overlayOf(files: ProjectFiles, texts: ReadonlyMap<string, string>): sync.APIOptions['fs'] {
  if (files !== filesOnDisk)
    return {
      readFile: (path) => texts.get(path) ?? files.readFile(path) ?? null,
      fileExists: (path) => texts.has(path) || files.fileExists(path),
      directoryExists: (path) => files.directoryExists(path),
      getAccessibleEntries: (folder) => {
        const { files: names, directories } = files.entriesOf(folder);
        return { files: [...names], directories: [...directories] };
      },
      realpath: realpathOf,
    };
  if (texts.size === 0) return undefined;
  return {
    readFile: (path) => texts.get(path),
    fileExists: (path) => (texts.has(path) ? true : undefined),
  };
}

/** Files as an editor has them: those that are saved, and the texts that are not. */
export interface EditedFiles {
  readonly saved: ProjectFiles;
  readonly texts: ReadonlyMap<string, string>;
  /** Both, one over the other. */
  readonly files: ProjectFiles;
}

/**
 * The files that the compiler reads for a project that is edited. They are given when the process starts, so that each file
 * is read through this; what it leaves undefined is on disk.
 *
 * @param settings texts of configurations that are in memory only
 * @param read takes the path of each file that is read
 */
export function overlayOfEdited(
  { saved, texts, files }: EditedFiles,
  settings: ReadonlyMap<string, string>,
  read: (path: string) => void,
): FileSystem {
  const isAdded = (folder: string): boolean =>
    [...texts.keys()].some((path) => path.startsWith(`${folder}/`) && !saved.fileExists(path));
  const onDisk: FileSystem = {
    readFile: (path) => settings.get(path) ?? texts.get(path),
    fileExists: (path) => (settings.has(path) || texts.has(path) ? true : undefined),
    directoryExists: (folder) => (isAdded(folder) ? true : undefined),
    getAccessibleEntries: (folder) => {
      if (!isAdded(folder)) return undefined;
      const { files: names, directories } = files.entriesOf(folder);
      return { files: [...names], directories: [...directories] };
    },
  };
  const { readFile, ...others } = (saved === filesOnDisk ? undefined : overlayOf(files, settings)) ?? onDisk;
  return {
    ...others,
    readFile: (path) => {
      read(path);
      return readFile?.(path);
    },
  };
}

type FileSystem = NonNullable<sync.APIOptions['fs']>;
