/**
 * Text of servers that are not trusted, made harmless for generated code: what is in a comment stays in it, what is in a
 * string stays in it, and nothing in either changes what a compiler, a linter or a documentation tool does.
 */

import { invisible } from '../visible.ts';

/** Characters of a description; what is longer is cut. */
const longestDescription = 4000;

/** The lines of a text for a comment: without what ends lines, and with what is not seen made visible. */
export function commentLines(text: string): readonly string[] {
  const short = text.length > longestDescription ? `${text.slice(0, longestDescription)}…` : text;
  const lines = short
    .replaceAll('\t', ' ')
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
    .map((line) => line.replaceAll(invisible, codePoint).replaceAll(/\s+/g, ' ').trim());
  const kept = lines.filter((line, index) => line !== '' || (lines[index - 1] ?? '') !== '');
  return kept.at(-1) === '' ? kept.slice(0, -1) : kept;
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The text of a string, with what is not seen escaped as a language has it. */
export function escapeInvisible(text: string, escapeOf: (hex: string) => string): string {
  return text.replaceAll(invisible, (character) => escapeOf((character.codePointAt(0) ?? 0).toString(16)));
}

/** Whether no Unicode text is it: it has half of a surrogate pair. */
export function isIllFormed(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}
