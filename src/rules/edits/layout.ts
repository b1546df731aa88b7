import type { ts } from '../../type-utils/index.ts';
import type { TextEdit } from '../rule.ts';

/** Puts a text in. */
export function inserted(at: number, text: string): TextEdit {
  return { start: at, end: at, text };
}

/** Puts a text in the place of a node, whose comments stay. */
export function replaced(node: ts.Node, text: string): TextEdit {
  return { start: node.getStart(), end: node.end, text };
}

export function removed(start: number, end: number): TextEdit {
  return { start, end, text: '' };
}

/** What ends the lines of a file. */
export function newlineOf({ text }: ts.SourceFile): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** The offset at which the line of a position starts. */
export function lineStartOf({ text }: ts.SourceFile, position: number): number {
  return text.lastIndexOf('\n', position - 1) + 1;
}

/** The offset behind the last character of a line, before what ends it. */
export function lineEndOf({ text }: ts.SourceFile, position: number): number {
  const end = text.indexOf('\n', position);
  if (end < 0) return text.length;
  return text[end - 1] === '\r' ? end - 1 : end;
}

/** The offset at which the line after that of a position starts. */
export function nextLineOf({ text }: ts.SourceFile, position: number): number {
  const end = text.indexOf('\n', position);
  return end < 0 ? text.length : end + 1;
}

/** The white space before the line of a position. */
export function indentAt(file: ts.SourceFile, position: number): string {
  return /^[ \t]*/.exec(file.text.slice(lineStartOf(file, position)))?.[0] ?? '';
}

/** By how much a file indents what is inside: as its first indented line does. */
export function indentUnitOf({ text }: ts.SourceFile): string {
  const [, unit = '  '] = /^( {2,8}|\t)\S/m.exec(text) ?? [];
  return unit;
}

export function isOnOneLine({ text }: ts.SourceFile, start: number, end: number): boolean {
  return !text.slice(start, end).includes('\n');
}

/** Whether nothing but white space is before a position in its line. */
export function startsLine(file: ts.SourceFile, position: number): boolean {
  return file.text.slice(lineStartOf(file, position), position).trim() === '';
}

/** The quotes that a file writes most. */
export function quoteOf({ text }: ts.SourceFile): string {
  return text.split("'").length >= text.split('"').length ? "'" : '"';
}

/** A name as the key of a property: quoted where it has to be. */
export function keyText(name: string, file: ts.SourceFile): string {
  const quote = quoteOf(file);
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : `${quote}${name}${quote}`;
}
