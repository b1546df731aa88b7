import { syntax, type ts } from '../../type-utils/index.ts';
import type { TextEdit } from '../rule.ts';
import { indentAt, indentUnitOf, inserted, lineStartOf, newlineOf, nextLineOf, removed, startsLine } from './layout.ts';

/** Puts statements in before another one, each on a line. */
export function before(statement: ts.Statement, texts: readonly string[]): TextEdit {
  const file = statement.getSourceFile();
  const start = statement.getStart();
  const separator = startsLine(file, start) ? `${newlineOf(file)}${indentAt(file, start)}` : ' ';
  return inserted(start, texts.map((text) => `${text}${separator}`).join(''));
}

/** Puts statements in as the first of a block. */
export function atStart(block: ts.Block, texts: readonly string[]): TextEdit {
  const [first] = block.statements;
  if (first) return before(first, texts);
  return inserted(block.getStart() + 1, ` ${texts.join(' ')} `);
}

/** Takes a statement out, with the lines that it has to itself and what is written about it above. */
export function withoutStatement(statement: ts.Statement): TextEdit {
  const file = statement.getSourceFile();
  const start = statement.getStart();
  const rest = file.text.slice(statement.end, nextLineOf(file, statement.end));
  return startsLine(file, start) && rest.trim() === ''
    ? removed(lineStartOf(file, start), nextLineOf(file, statement.end))
    : removed(start, statement.end + (rest.startsWith(' ') ? 1 : 0));
}

/**
 * Wraps statements that follow each other in `try`, with `finally` for what has to run in any case.
 *
 * @param left statements among them that are left out
 * @param opening what runs first inside
 */
export function inTry(
  statements: readonly ts.Statement[],
  last: string,
  left: readonly ts.Statement[],
  opening: readonly string[] = [],
): readonly TextEdit[] {
  const [first] = statements;
  const end = statements.at(-1)?.end;
  if (!first || end === undefined) return [];
  const file = first.getSourceFile();
  const start = first.getStart();
  const taken = left.map(withoutStatement);
  if (!startsLine(file, start))
    return [inserted(start, ['try {', ...opening, ''].join(' ')), ...taken, inserted(end, ` } finally { ${last} }`)];
  const newline = newlineOf(file);
  const [indent, unit] = [indentAt(file, start), indentUnitOf(file)];
  const lines = linesIn(file, start, end).filter(
    (line) => !taken.some((edit) => edit.start <= line && line < edit.end),
  );
  const tail = `${newline}${indent}} finally {${newline}${indent}${unit}${last}${newline}${indent}}`;
  // Where the last statement is left out, its line ends where the block does.
  const closing = taken.find((edit) => edit.end >= end);
  return [
    inserted(start, ['try {', ...opening, ''].join(`${newline}${indent}${unit}`)),
    ...lines.map((line) => inserted(line, unit)),
    ...taken.filter((edit) => edit !== closing),
    closing
      ? { start: closing.start, end: closing.end, text: `${tail.slice(newline.length)}${newline}` }
      : inserted(end, tail),
  ];
}

/** The starts of the lines between two positions but for the first, the empty ones, and those inside of a text. */
function linesIn(file: ts.SourceFile, start: number, end: number): readonly number[] {
  const inText = new Set<number>();
  const visit = (node: ts.Node): void => {
    if (node.end < start || node.pos > end) return;
    if (syntax.isTemplateExpression(node) || syntax.isStringLiteralLike(node))
      for (let line = nextLineOf(file, node.getStart()); line < node.end; line = nextLineOf(file, line))
        inText.add(line);
    syntax.forEachChild(node, visit);
  };
  visit(file);
  const lines: number[] = [];
  for (let line = nextLineOf(file, start); line < end; line = nextLineOf(file, line))
    if (!inText.has(line) && file.text.slice(line, nextLineOf(file, line)).trim() !== '') lines.push(line);
  return lines;
}

/** Whether something is awaited in a node, and not in a function inside it. */
export function mentionsAwait(node: ts.Node): boolean {
  if (syntax.isAwaitExpression(node)) return true;
  if (syntax.isFunctionLike(node)) return false;
  return syntax.forEachChild(node, (child) => mentionsAwait(child) || undefined) === true;
}
