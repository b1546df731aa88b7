import { posix } from 'node:path';
import type { ProjectFiles } from './project-files.ts';

/** Some texts in the place of files, or beside them: what an editor has not saved. Paths are absolute, with `/`. */
export function editedFiles(files: ProjectFiles, texts: ReadonlyMap<string, string>): ProjectFiles {
  const hasFolder = (folder: string): boolean => [...texts.keys()].some((path) => path.startsWith(`${folder}/`));
  return {
    readFile: (path) => texts.get(path) ?? files.readFile(path),
    fileExists: (path) => texts.has(path) || files.fileExists(path),
    directoryExists: (path) => files.directoryExists(path) || hasFolder(path),
    entriesOf: (folder) => {
      const entries = files.entriesOf(folder);
      const added = entriesIn(folder, texts);
      if (added.files.size + added.directories.size === 0) return entries;
      return {
        files: [...new Set([...entries.files, ...added.files])],
        directories: [...new Set([...entries.directories, ...added.directories])],
      };
    },
  };
}

function entriesIn(
  folder: string,
  texts: ReadonlyMap<string, string>,
): { readonly files: ReadonlySet<string>; readonly directories: ReadonlySet<string> } {
  const files = new Set<string>();
  const directories = new Set<string>();
  for (const path of texts.keys()) {
    const inside = posix.relative(folder, path);
    const [first = '', ...rest] = inside.split('/');
    if (first !== '..' && first !== '') (rest.length > 0 ? directories : files).add(first);
  }
  return { files, directories };
}
