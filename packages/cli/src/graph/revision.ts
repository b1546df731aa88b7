import { spawnSync } from 'node:child_process';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { filesOnDisk } from 'eslint-plugin-agent-safety/internal/analysis';
import type { ProjectFiles } from 'eslint-plugin-agent-safety/internal/analysis';
import { nearestOf } from 'eslint-plugin-agent-safety/internal/start';

/** A revision of a git repository. */
export interface Revision {
  /** The hash of the commit. */
  readonly commit: string;
  /**
   * Its files, at the places where the working tree has them. What git ignores, such as installed packages, and what
   * lies outside the repository is as it is on disk.
   */
  readonly files: ProjectFiles;
}

/**
 * A revision of the repository that a folder, by its real path, lies in. Nothing is checked out: the files come from git's objects.
 *
 * @param name any name of a commit that git knows: a branch, a tag, a hash, `HEAD~2`
 * @throws Error where there is no git, no repository, or no such revision in it
 */
export function revisionAt(folder: string, name: string): Revision {
  const root = resolve(git(folder, ['rev-parse', '--show-toplevel']).trimEnd());
  const commit = commitOf(root, name);
  return { commit, files: filesAt(root, commit) };
}

/**
 * Reads something of a revision.
 *
 * @throws Error that names the revision, where that fails
 */
export function inRevision<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof Error ? new Error(`In \`${name}\`: ${error.message}`, { cause: error }) : error;
  }
}

function commitOf(root: string, name: string): string {
  const isOption = name === '' || name.startsWith('-');
  const { status, stdout } = run(root, ['rev-parse', '--verify', '--quiet', `${name}^{commit}`]);
  if (status === 0 && !isOption) return stdout.toString().trim();
  const isShallow = git(root, ['rev-parse', '--is-shallow-repository']).trim() === 'true';
  const names = git(root, ['for-each-ref', '--format=%(refname:short)']).split('\n');
  const nearest = nearestOf(names, name);
  throw new Error(
    [
      `There is no revision \`${name}\` in ${root}.`,
      nearest === undefined ? 'Name a branch, a tag or a commit.' : `Did you mean \`${nearest}\`?`,
      ...(isShallow ? ['This clone is shallow: `git fetch --unshallow` brings the commits that it lacks.'] : []),
    ].join(' '),
  );
}

/** Source files, and what the compiler asks about on its way to them: read at once, because a process each is slow. */
const readAtOnce = /\.(?:[cm]?tsx?|json)$/;

function filesAt(root: string, commit: string): ProjectFiles {
  const blobs = new Map<string, string>();
  const folders = new Map<string, { readonly files: Set<string>; readonly directories: Set<string> }>();
  for (const entry of git(root, ['ls-tree', '-r', '-z', '--full-tree', commit]).split('\0')) {
    const [, mode = '', blob, path] = /^(\d+) \w+ ([0-9a-f]+)\t(.+)$/s.exec(entry) ?? [];
    // Links and modules of other repositories are no files of this one.
    if (blob === undefined || path === undefined || !mode.startsWith('100')) continue;
    add(join(root, path), blob);
  }
  const ignored = new Set(
    git(root, ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'])
      .split('\0')
      .filter((path) => path !== '')
      .map((path) => resolve(root, path)),
  );
  const texts = textsOf(
    root,
    [...blobs].filter(([path]) => readAtOnce.test(path)).map(([, blob]) => blob),
  );

  // The compiler asks with `/` on every system.
  return {
    readFile(asked) {
      const path = resolve(asked);
      const blob = blobs.get(path);
      if (blob === undefined) return isOnDisk(path) ? filesOnDisk.readFile(path) : undefined;
      let text = texts.get(blob);
      if (text === undefined) texts.set(blob, (text = git(root, ['cat-file', 'blob', blob])));
      return text.replace(/^\uFEFF/, '');
    },
    fileExists: (asked) => blobs.has(resolve(asked)) || (isOnDisk(resolve(asked)) && filesOnDisk.fileExists(asked)),
    directoryExists: (asked) =>
      folders.has(resolve(asked)) || (isOnDisk(resolve(asked)) && filesOnDisk.directoryExists(asked)),
    entriesOf(asked) {
      const folder = resolve(asked);
      const known = folders.get(folder) ?? { files: [], directories: [] };
      const { files, directories } = filesOnDisk.entriesOf(folder);
      const others = (names: readonly string[]): string[] => names.filter((name) => isOnDisk(join(folder, name)));
      return {
        files: [...new Set([...known.files, ...others(files)])],
        directories: [...new Set([...known.directories, ...others(directories)])],
      };
    },
  };

  function add(path: string, blob: string): void {
    blobs.set(path, blob);
    let child = path;
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      const isKnown = folders.has(folder);
      const entries = folders.get(folder) ?? { files: new Set(), directories: new Set() };
      folders.set(folder, entries);
      entries[child === path ? 'files' : 'directories'].add(child.slice(folder.length).replace(sep, ''));
      if (isKnown || folder === root || folder === dirname(folder)) return;
      child = folder;
    }
  }

  /** Whether a path means the same in every revision: outside of the repository, ignored by it, or installed. */
  function isOnDisk(path: string): boolean {
    const inside = relative(root, path);
    if (inside === '' || inside.startsWith('..')) return inside !== '';
    if (inside.split(sep).includes('node_modules')) return true;
    for (let at = path; at.length > root.length; at = dirname(at)) if (ignored.has(at)) return true;
    return false;
  }
}

/** The texts of blobs, all by one process. */
function textsOf(root: string, blobs: readonly string[]): Map<string, string> {
  const texts = new Map<string, string>();
  const wanted = [...new Set(blobs)];
  const output = bytesOf(root, ['cat-file', '--batch'], wanted.join('\n'));
  let at = 0;
  for (const blob of wanted) {
    const end = output.indexOf('\n', at);
    const size = Number(/ blob (\d+)$/.exec(output.toString('utf8', at, end))?.[1]);
    if (Number.isNaN(size))
      throw new Error(`git has no object ${blob} in ${root}. Fetch it, or compare with another revision.`);
    texts.set(blob, output.toString('utf8', end + 1, end + 1 + size));
    at = end + 1 + size + 1;
  }
  return texts;
}

function git(folder: string, command: readonly string[]): string {
  return bytesOf(folder, command).toString();
}

function bytesOf(folder: string, command: readonly string[], input?: string): Buffer {
  const { status, stdout, stderr } = run(folder, command, input);
  if (status === 0) return stdout;
  const said = stderr.toString().trim();
  if (said.includes('not a git repository'))
    throw new Error(`${folder} lies in no git repository. What changed since a revision can be told in one only.`);
  throw new Error(`\`git ${command.slice(0, 2).join(' ')}\` failed in ${folder}: ${said}`);
}

function run(folder: string, command: readonly string[], input?: string) {
  const result = spawnSync('git', command, {
    cwd: folder,
    // Messages that are looked at, and nothing that asks.
    env: { ...process.env, LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0' },
    maxBuffer: 2 ** 31 - 1,
    ...(input === undefined ? {} : { input }),
  });
  if (result.error && 'code' in result.error && result.error.code === 'ENOENT')
    throw new Error('`git` is not installed, or not on the PATH. The other revision is read with it.');
  if (result.error) throw result.error;
  return result;
}
