import type ts from 'typescript';
import { memo } from '../../memo.ts';

/**
 * Whether a project lists a file itself: by `files` or `include`, or because it was named. What a project only imports may
 * be listed by another one, which then is the project that it is linted with.
 */
export function isRootFile(file: ts.SourceFile, program: ts.Program): boolean {
  return rootNamesOf(program).has(file.fileName);
}

const rootNamesOf = memo((program: ts.Program): ReadonlySet<string> => new Set(program.getRootFileNames()));
