import { basename } from 'node:path';
import type { TSESTree } from '@typescript-eslint/utils';
import type ts from 'typescript';

/** Where a node of the compiler's tree is, as ESLint says it: lines from 1, columns from 0. */
export function locationOf(node: ts.Node): TSESTree.SourceLocation {
  const file = node.getSourceFile();
  const [start, end] = [node.getStart(file), node.end].map((position) => file.getLineAndCharacterOfPosition(position));
  return {
    start: { line: (start?.line ?? 0) + 1, column: start?.character ?? 0 },
    end: { line: (end?.line ?? 0) + 1, column: end?.character ?? 0 },
  };
}

/** How a message refers to another place: `line 12`, or `line 12 of session.ts` in another file. */
export function placeText(node: ts.Node, from: ts.SourceFile): string {
  const file = node.getSourceFile();
  const line = `line ${String(file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1)}`;
  return file === from ? line : `${line} of ${basename(file.fileName)}`;
}
