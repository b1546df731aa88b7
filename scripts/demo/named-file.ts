import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Source } from './lint.ts';

/**
 * The text of a file by the name that a message of `file` has for it: a linted file, where one only has that name, or
 * one that is no source (the policy), which is looked for from the folder of `file` upwards, as the rules do. Undefined
 * where there is none. `file` is relative to the linted folder.
 */
export function textOfNamedFile(name: string, file: string, { folder, files }: Source): string | undefined {
  const [linted, ...others] = files.filter((other) => path.basename(other) === name);
  if (linted !== undefined) return others.length === 0 ? readFileSync(linted, 'utf8') : undefined;

  let at = path.dirname(path.join(folder, file));
  while (!existsSync(path.join(at, name))) {
    if (at === path.dirname(at)) return undefined;
    at = path.dirname(at);
  }
  return readFileSync(path.join(at, name), 'utf8');
}
