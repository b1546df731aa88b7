import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Changes } from './live-project.ts';

/** What package managers write last when they install. */
const installMarks = ['', '.package-lock.json', '.modules.yaml', '.yarn-state.yml'];

/** The sources and settings of a project as they are on disk, to find out later what has changed. */
export class DiskState {
  readonly #sources: Map<string, number | undefined>;
  readonly #folders: Map<string, string>;

  /**
   * @param sources the files of the program that are not of installed packages
   * @param root the folder that has all that decides which files there are
   * @param readAt when they were read, by the clock: what was written since may have been read or not
   */
  constructor(sources: readonly string[], root: string, readAt: number) {
    this.#sources = new Map(
      sources.map((path) => {
        const changedAt = changeOf(path);
        return [path, changedAt !== undefined && changedAt < readAt ? changedAt : undefined];
      }),
    );
    const folders = new Set(sources.flatMap((path) => foldersOf(path, root)));
    this.#folders = new Map([...folders].map((folder) => [folder, stateOf(folder)]));
  }

  /** The sources that were written when they were read, or since: which of their texts was read is not known. */
  get uncertain(): readonly string[] {
    return [...this.#sources].flatMap(([path, changedAt]) => (changedAt === undefined ? path : []));
  }

  /** What has changed since this was called before, or made. */
  changes(): Changes {
    for (const [folder, state] of this.#folders) if (stateOf(folder) !== state) return 'all';
    const edited: string[] = [];
    for (const [path, known] of this.#sources) {
      const now = changeOf(path);
      if (now === undefined) return 'all';
      if (now === known) continue;
      edited.push(path);
      this.#sources.set(path, now);
    }
    return { edited };
  }
}

/** When a file was last written, or its place changed; undefined where there is none. */
function changeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ctimeMs;
}

/** The folder of a file, and those above it in the root. */
function foldersOf(path: string, root: string): readonly string[] {
  const folders = [dirname(path)];
  for (let at = dirname(path); at !== root && at.startsWith(root); at = dirname(at)) folders.push(dirname(at));
  return folders;
}

/** The names in a folder, and when its settings and installed packages changed. */
function stateOf(folder: string): string {
  let names: readonly string[];
  try {
    names = readdirSync(folder);
  } catch {
    return '';
  }
  const watched = names.flatMap((name) =>
    name === 'node_modules' ? installMarks.map((mark) => join(name, mark)) : name.endsWith('.json') ? [name] : [],
  );
  return [...names, ...watched.map((name) => String(changeOf(join(folder, name))))].join('\n');
}
