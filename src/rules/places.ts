import { basename } from 'node:path';
import type { TSESTree } from '@typescript-eslint/utils';
import type ts from 'typescript';
import type { LocalDelegation } from '../facts/delegations/delegations.ts';
import { isInside } from '../type-utils/declarations.ts';

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

/** A node, where it is written within another one; otherwise that. */
export function placeWithin(node: ts.Node, around: ts.Node): ts.Node {
  return isInside(node, around) ? node : around;
}

/** A piece of the source in a message: a long one is cut, for the message is about something else. */
export function shortened(source: string): string {
  const text = source.replace(/\s+/g, ' ');
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

/** An expression as the source writes it, shortened. */
export function shortText(node: ts.Node): string {
  return shortened(node.getText());
}

/** Where a step is made: the tool that makes it, the other agent where it is written there, or its place in a list. */
export function placeOfStep({ through, to, place }: LocalDelegation): ts.Node {
  if (through) return through.place;
  return isInside(to.node, place) ? to.node : place;
}
