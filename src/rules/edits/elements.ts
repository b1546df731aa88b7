import { syntax, type ts } from '../../type-utils/index.ts';
import type { TextEdit } from '../rule.ts';
import {
  indentAt,
  indentUnitOf,
  inserted,
  isOnOneLine,
  lineEndOf,
  lineStartOf,
  newlineOf,
  nextLineOf,
  removed,
  startsLine,
} from './layout.ts';

/** The elements of a list in brackets, or the properties of an object in braces. */
type List = ts.ArrayLiteralExpression | ts.ObjectLiteralExpression;

function partsOf(list: List): ts.NodeArray<ts.Node> {
  return syntax.isArrayLiteralExpression(list) ? list.elements : list.properties;
}

/** Adds an element to a list, or a property to an object, as its last one and laid out like the others. */
export function withPart(list: List, text: string): readonly TextEdit[] {
  const file = list.getSourceFile();
  const parts = partsOf(list);
  const last = parts.at(-1);
  if (!last) return [insertedInEmpty(list, text)];
  // `}` stands behind the last one: what is added does as well.
  if (isOnOneLine(file, last.end, list.end)) return [inserted(last.end, `, ${text}`)];
  const isTrailed = syntax.hasTrailingComma(parts);
  const end = isTrailed ? parts.end : last.end;
  const indent = startsLine(file, last.getStart())
    ? indentAt(file, last.getStart())
    : `${indentAt(file, list.end)}${indentUnitOf(file)}`;
  const line = `${newlineOf(file)}${indent}${text}`;
  // A comment behind the last one stays with it.
  const behind = end + (/^[ \t]*(?:\/\/.*|\/\*.*\*\/[ \t]*)(?=\r?$)/m.exec(restOfLine(file, end))?.[0].length ?? 0);
  if (isTrailed) return [inserted(behind, `${line},`)];
  return behind === end ? [inserted(end, `,${line}`)] : [inserted(end, ','), inserted(behind, line)];
}

function restOfLine(file: ts.SourceFile, position: number): string {
  return file.text.slice(position, lineEndOf(file, position));
}

function insertedInEmpty(list: List, text: string): TextEdit {
  const start = list.getStart() + 1;
  const spaced = syntax.isArrayLiteralExpression(list) ? text : ` ${text} `;
  const inside = list.getSourceFile().text.slice(start, list.end - 1);
  return inside.trim() === '' ? { start, end: list.end - 1, text: spaced } : inserted(list.end - 1, spaced);
}

/** Takes elements out of the list or object that they are written in, with their commas and their own lines. */
export function withoutParts(elements: readonly ts.Node[]): readonly TextEdit[] {
  const lists = new Set(elements.map(({ parent }) => parent).filter(isList));
  return [...lists].flatMap((list) => {
    const parts = partsOf(list);
    const isTaken = (part: ts.Node | undefined): boolean => part !== undefined && elements.includes(part);
    const edits: TextEdit[] = [];
    for (let first = 0; first < parts.length; first++) {
      if (!isTaken(parts[first])) continue;
      let last = first;
      while (isTaken(parts[last + 1])) last++;
      edits.push(...withoutRun(list, parts, first, last));
      first = last;
    }
    return edits;
  });
}

/** Whether an element can be taken out of what it is written in. */
export function isPart(node: ts.Node): boolean {
  return isList(node.parent) && partsOf(node.parent).includes(node);
}

function isList(node: ts.Node): node is List {
  return syntax.isArrayLiteralExpression(node) || syntax.isObjectLiteralExpression(node);
}

/** Takes out what is between two places, both included. */
function withoutRun(list: List, parts: ts.NodeArray<ts.Node>, from: number, to: number): readonly TextEdit[] {
  const file = list.getSourceFile();
  const [before, first, last, next] = [parts[from - 1], parts[from], parts[to], parts[to + 1]];
  if (!first || !last) return [];
  const start = first.getStart();
  const lines = removed(lineStartOf(file, start), nextLineOf(file, last.end));
  if (next)
    return [startsLine(file, start) && startsLine(file, next.getStart()) ? lines : removed(start, next.getStart())];
  if (!before) return [removed(start, parts.end)];
  if (!startsLine(file, start) || isOnOneLine(file, last.end, list.end)) return [removed(before.end, parts.end)];
  const comma = syntax.hasTrailingComma(parts) ? undefined : commaBehind(file, before.end);
  return comma === undefined ? [lines] : [removed(comma, comma + 1), lines];
}

/** The offset of the comma behind an element, past comments. */
function commaBehind({ text }: ts.SourceFile, end: number): number | undefined {
  const [passed] = /^(?:\s|\/\/.*|\/\*[^]*?\*\/)*(?=,)/.exec(text.slice(end)) ?? [];
  return passed === undefined ? undefined : end + passed.length;
}
