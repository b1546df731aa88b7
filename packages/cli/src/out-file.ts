import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * The file that `--out` names, as an absolute path. Checked before the work begins, so that none is wasted.
 *
 * @throws Error where it is a folder, or would be in one that is not there
 */
export function fileToWrite(out: string): string {
  const file = resolve(out);
  if (isFolder(file)) throw new Error(`${file} is a folder. Name a file in it with --out.`);
  if (!isFolder(dirname(file)))
    throw new Error(`There is no folder ${dirname(file)}. Make it first, or name another file with --out.`);
  return file;
}

export function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}
