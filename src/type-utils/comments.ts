import type ts from 'typescript';
import { forEachChild, SyntaxKind } from './syntax.ts';

/** A comment, with its marks: offsets in the file's text. */
export interface Comment {
  readonly start: number;
  readonly end: number;
  readonly isBlock: boolean;
}

/** What has text in which two slashes are no comment. */
const literals: ReadonlySet<number> = new Set([
  SyntaxKind.StringLiteral,
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.TemplateHead,
  SyntaxKind.TemplateMiddle,
  SyntaxKind.TemplateTail,
  SyntaxKind.RegularExpressionLiteral,
  SyntaxKind.JsxText,
]);

const commentStart = /\/[/*]/g;
const lineEnd = /[\r\n\u2028\u2029]/g;

/** The comments of a file, in order. In its text `//` and `/*` start one everywhere but in a literal. */
export function commentsIn(file: ts.SourceFile): readonly Comment[] {
  const { text } = file;
  const found: Comment[] = [];
  let position = 0;
  for (const [start, end] of [...literalsIn(file), [text.length, text.length] as const]) {
    // A comment before the literal may reach past its start only where the tree is not of this text.
    for (let comment = nextIn(text, position, start); comment; comment = nextIn(text, position, start)) {
      found.push(comment);
      position = comment.end;
    }
    position = Math.max(position, end);
  }
  return found;
}

function nextIn(text: string, from: number, to: number): Comment | undefined {
  const start = indexOf(commentStart, text, from);
  if (start === undefined || start >= to) return undefined;
  const isBlock = text[start + 1] === '*';
  const closed = text.indexOf('*/', start + 2);
  const end = isBlock ? (closed < 0 ? undefined : closed + 2) : indexOf(lineEnd, text, start);
  return { start, end: end ?? text.length, isBlock };
}

function indexOf(pattern: RegExp, text: string, from: number): number | undefined {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index;
}

function* literalsIn(file: ts.SourceFile): Iterable<readonly [start: number, end: number]> {
  const stack: ts.Node[] = [file];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (literals.has(node.kind)) {
      yield [node.kind === SyntaxKind.JsxText ? node.pos : node.getStart(file), node.end];
      continue;
    }
    const children: ts.Node[] = [];
    forEachChild(node, (child) => {
      children.push(child);
    });
    stack.push(...children.reverse());
  }
}
