import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import type ts from 'typescript';
import { memo } from '../../memo.ts';

/** The fields of a `package.json` by which other packages find its modules. */
const entryFields = ['browser', 'exports', 'main', 'module', 'types', 'typings'] as const;

/**
 * Whether a file belongs to a package that others can import, so that code outside of the program may use what the file
 * exports. Where no `package.json` names an entry point, or there is none, the program is all there is.
 */
export function isLibraryFile(file: ts.SourceFile, program: ts.Program): boolean {
  return isLibraryFolder(dirname(file.fileName), foldersOf(program));
}

/** Read once per program, so that a long-lived editor sees changes. */
const foldersOf = memo((_program: ts.Program): Map<string, boolean> => new Map());

function isLibraryFolder(folder: string, known: Map<string, boolean>): boolean {
  const found = known.get(folder);
  if (found !== undefined) return found;
  const parent = dirname(folder);
  const isLibrary = hasEntryPoint(folder) ?? (parent !== folder && isLibraryFolder(parent, known));
  known.set(folder, isLibrary);
  return isLibrary;
}

/** Undefined where the folder has no `package.json`, or one without a name, as packages put beside their build output. */
function hasEntryPoint(folder: string): boolean | undefined {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    if (typeof manifest !== 'object' || manifest === null || !('name' in manifest)) return undefined;
    return entryFields.some((field) => field in manifest);
  } catch {
    return undefined;
  }
}
