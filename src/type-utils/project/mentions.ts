import { dirname, join } from 'node:path';
import { memo } from '../../memo.ts';
import { filesOnDisk as disk, sizeOnDisk } from './project-files.ts';
import { repositoryRootOf } from './repository-root.ts';
import { manifestIn, nearestManifest } from './workspace.ts';

/** How much of a repository is read: folders and files, and bytes. In a larger one anything counts as named. */
const MAX_ENTRIES = 8000;
const MAX_BYTES = 24_000_000;

/** What may name what a module exports: code, pages of frameworks, and settings that say which function is to run. */
const naming = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|mdx|html|jsonc?|ya?ml|toml|tf|sh)$|^(?:Docker|Make|Proc)file/;
const unread =
  /^(?:\.(?!github$|circleci$|husky$).*|node_modules|bower_components|dist|build|out|coverage|target|vendor)$/;
const locks = new Set(['package-lock.json', 'pnpm-lock.yaml', 'npm-shrinkwrap.json']);

/** Whether others may install the package around a file, and call what it exports. */
export function isPublished(fileName: string): boolean {
  const folder = nearestManifest(dirname(fileName), disk);
  if (folder === undefined) return false;
  const manifest = manifestIn(folder, disk);
  return manifest.private !== true && ['main', 'module', 'exports', 'types'].some((field) => field in manifest);
}

/**
 * The text of what is in the repository around a file and is none of the files of a program, in which other code, pages and
 * settings may name what the program has. Undefined: there is more than is read.
 */
export const textAround = memo((files: ReadonlySet<string>, root: string): string | undefined => {
  const texts: string[] = [];
  const folders = [root];
  let left = MAX_BYTES;
  for (let count = 0, folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = disk.entriesOf(folder);
    count += 1 + entries.files.length;
    if (count > MAX_ENTRIES) return undefined;
    for (const name of entries.directories) if (!unread.test(name)) folders.push(join(folder, name));
    for (const name of entries.files) {
      const path = join(folder, name);
      if (!naming.test(name) || locks.has(name) || files.has(path)) continue;
      left -= sizeOnDisk(path);
      if (left < 0) return undefined;
      texts.push(disk.readFile(path) ?? '');
    }
  }
  return texts.join('\n');
});

/** The folder in which code may name what a file declares: that of its repository, or of its package. */
export function rootAround(fileName: string): string | undefined {
  const folder = dirname(fileName);
  return repositoryRootOf(folder) ?? nearestManifest(folder, disk);
}
