import { lstatSync, type Stats, statSync } from 'node:fs';

/**
 * The stats of what is at a path; of a link that leads nowhere, those of the link: that a file is meant to be there must not
 * go unseen. Undefined where nothing is.
 *
 * @throws Error of the file system
 */
export function statsAt(path: string): Stats | undefined {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats?.isSymbolicLink() === true ? (statSync(path, { throwIfNoEntry: false }) ?? stats) : stats;
  } catch (error) {
    // The file of the query need not exist, and a folder of its path may be a file.
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** What changes when a file is written. */
export function stateOf({ mtimeMs, ctimeMs, size, ino }: Stats): string {
  return [mtimeMs, ctimeMs, size, ino].join(' ');
}

/** The message of what was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
