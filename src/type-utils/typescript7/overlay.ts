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
