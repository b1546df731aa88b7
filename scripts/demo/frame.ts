import { styleText } from 'node:util';
import type { Finding } from './lint.ts';

type Style = Parameters<typeof styleText>[0];

const isColoured = process.stdout.isTTY && process.env.NO_COLOR === undefined;

/** Text in a style where the terminal shows it, and as it is elsewhere. */
export function paint(style: Style, text: string): string {
  return isColoured ? styleText(style, text) : text;
}

/** A line of a file that a message refers to. */
export interface Place {
  /** Absent: in the file of the finding. */
  readonly file: string | undefined;
  readonly line: number;
}

/**
 * The places that a message names, where the state or the verdict comes from: `line 12`, `line 12 of session.ts`, or
 * `agent-safety.policy.json, line 4`.
 */
export function placesIn(message: string): Place[] {
  const place = /(?:(?<policy>[\w./@+-]+\.json), )?\bline (?<line>\d+)(?: of (?<source>[\w./@+-]*\w))?/g;
  return [...message.matchAll(place)].map(({ groups }) => ({
    file: groups?.policy ?? groups?.source,
    line: Number(groups?.line),
  }));
}

/**
 * The lines around a finding with a caret under its code, and the lines that its message refers to. `sourceOf` gives the
 * text of a file by the name that a message has for it; a place in a file that it does not know is left out.
 */
export function codeFrame(finding: Finding, text: string, sourceOf: (file: string) => string | undefined): string {
  const places = placesIn(finding.message);
  const own = new Set(places.filter(({ file }) => file === undefined).map(({ line }) => line));
  const frame = linesOf(text, finding, own);

  for (const { file, line } of places) {
    const other = file === undefined ? undefined : sourceOf(file);
    if (file !== undefined && other !== undefined)
      frame.push(paint('dim', `   in ${file}`), ...linesOf(other, line, new Set([line])));
  }
  return frame.join('\n');
}

function linesOf(text: string, at: Finding | number, marked: ReadonlySet<number>): string[] {
  const source = text.split('\n');
  const finding = typeof at === 'number' ? undefined : at;
  const line = typeof at === 'number' ? at : at.line;
  const shown = new Set([...[line - 1, line, line + 1].filter((near) => near > 0 && near <= source.length), ...marked]);
  const numbers = [...shown].sort((a, b) => a - b);
  const width = String(numbers.at(-1) ?? 0).length;

  return numbers.flatMap((number, i) => {
    const code = (source[number - 1] ?? '').slice(0, 150);
    const sign = number === finding?.line ? paint('red', '>') : marked.has(number) ? paint('yellow', '*') : ' ';
    const row = ` ${sign} ${paint('dim', `${String(number).padStart(width)} |`)} ${code}`;
    const gap = i > 0 && (numbers[i - 1] ?? 0) < number - 1 ? [paint('dim', `   ${' '.repeat(width)} :`)] : [];
    return number === finding?.line ? [...gap, row, caretsOf(finding, code, width)] : [...gap, row];
  });
}

function caretsOf({ line, column, endLine, endColumn }: Finding, code: string, width: number): string {
  const end = endLine === line ? endColumn : code.length + 1;
  const start = Math.min(column - 1, code.length);
  const carets = '^'.repeat(Math.max(Math.min(end - 1, code.length) - start, 1));
  return `   ${' '.repeat(width)} ${paint('dim', '|')} ${' '.repeat(start)}${paint('red', carets)}`;
}
