import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRootOf } from '../../src/type-utils/project/repository-root.ts';
import type { Source } from './lint.ts';

/**
 * The text of a file by the path that a message of `file` has for it: from the root of the repository, and without one
 * from the folder of `file`, which is relative to the linted folder. Undefined where there is none.
 */
export function textOfNamedFile(name: string, file: string, { folder }: Pick<Source, 'folder'>): string | undefined {
  const around = path.dirname(path.join(folder, file));
  const named = path.join(repositoryRootOf(around) ?? around, name);
  return existsSync(named) ? readFileSync(named, 'utf8') : undefined;
}
