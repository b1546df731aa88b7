import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

/**
 * The folder that paths in messages and reports start from: that of the git repository around a folder, without one that
 * of the npm or pnpm workspace, without either none.
 */
export function repositoryRootOf(folder: string): string | undefined {
  const above = [...foldersAbove(resolve(folder))];
  return above.find((each) => existsSync(join(each, '.git'))) ?? above.find(isWorkspace);
}

/**
 * The path of a file for a reader: from the root of its repository, with `/`.
 *
 * @param around a folder to start from where there is no repository
 */
export function pathFromRoot(file: string, around: string): string {
  return relative(repositoryRootOf(dirname(file)) ?? around, file)
    .split(sep)
    .join('/');
}

function* foldersAbove(folder: string): Iterable<string> {
  for (let at = folder; ; at = dirname(at)) {
    yield at;
    if (at === dirname(at)) return;
  }
}

function isWorkspace(folder: string): boolean {
  if (existsSync(join(folder, 'pnpm-workspace.yaml'))) return true;
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return typeof manifest === 'object' && manifest !== null && 'workspaces' in manifest;
  } catch {
    return false;
  }
}
