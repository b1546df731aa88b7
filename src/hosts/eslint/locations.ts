import type { TSESTree } from '@typescript-eslint/utils';
import type { ts } from '../../type-utils/index.ts';

/** A place in a file as ESLint counts: lines from 1, columns from 0. */
export function locationOf(start: number, end: number, file: ts.SourceFile): TSESTree.SourceLocation {
  return { start: pointOf(start, file), end: pointOf(end, file) };
}

/** An offset in a file's text as ESLint counts. */
export function pointOf(position: number, file: ts.SourceFile): TSESTree.Position {
  const { line, character } = file.getLineAndCharacterOfPosition(position);
  return { line: line + 1, column: character };
}
