import { counted } from '../texts.ts';
import type { CheckReport, FindingReport } from './report.ts';

/** The findings for a reader: each with the lines of its place, and how many there are. */
export function checkTextOf({ findings, files }: CheckReport): string {
  const summary = `${findings.length === 0 ? 'No findings' : counted(findings.length, 'finding')} in ${counted(files, 'file')}.`;
  return [...findings.map(textOf), summary].join('\n\n');
}

function textOf({ file, line, column, endLine, endColumn, rule, message, frame }: FindingReport): string {
  const width = String(line + frame.length - 1).length;
  const lines = frame.flatMap((text, index) => {
    const gutter = `  ${String(line + index).padStart(width)} | `;
    const isFirst = index === 0;
    const from = isFirst ? column - 1 : text.search(/\S|$/);
    const to = line + index === endLine ? endColumn - 1 : text.trimEnd().length;
    // Tabs stay tabs, so that the marks stand below what they mark.
    const before = text.slice(0, from).replaceAll(/[^\t]/g, ' ');
    return [`${gutter}${text}`, `  ${' '.repeat(width)} | ${before}${'^'.repeat(Math.max(1, to - from))}`];
  });
  return [`${file}:${String(line)}:${String(column)} ${rule}`, `  ${message}`, '', ...lines].join('\n');
}
