import { readFileSync } from 'node:fs';
import type { Preset } from './lint.ts';

/** What a reader of the code says of a finding. */
export const labels = ['true', 'false', 'debatable'] as const;

export type Label = (typeof labels)[number];

/** One row of the table in docs/findings.md. */
export interface LabelledFinding {
  readonly package: string;
  readonly file: string;
  readonly line: number;
  readonly rule: string;
  readonly messageId: string;
  readonly preset: Preset;
  readonly label: Label;
  readonly reason: string;
}

const row =
  /^\| (\S+) +\| `([^`]+):(\d+)` +\| `([\w-]+)`: (\w+) +\| (recommended|strict) +\| (true|false|debatable) +\| (.+?) +\|$/;

/**
 * The labelled findings of the page, from the table between the markers of that name. The table is what the demo compares
 * with, so that the page cannot fall behind the rules.
 *
 * @throws where the table, or a row of it, is not of the form that it should have
 */
export function readFindingsPage(file: string, table = 'findings'): LabelledFinding[] {
  const [begin, end] = [`<!-- begin ${table} -->`, `<!-- end ${table} -->`];
  const text = readFileSync(file, 'utf8');
  if (!text.includes(begin) || !text.includes(end))
    throw new Error(`${file} has no table between "${begin}" and "${end}".`);
  return text
    .slice(text.indexOf(begin), text.indexOf(end))
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => {
      const [, name, place, number, rule, messageId, preset, label, reason] = row.exec(line) ?? [];
      if (!name || !place || !rule || !messageId || !reason)
        throw new Error(`${file} has a row of another form: ${line}`);
      return {
        package: name,
        file: place,
        line: Number(number),
        rule,
        messageId,
        preset: preset as Preset,
        label: label as Label,
        reason,
      };
    });
}

/** What identifies a finding in a comparison. Messages may be worded anew. */
export function identityOf(finding: Omit<LabelledFinding, 'label' | 'reason'>): string {
  const { package: name, file, line, rule, messageId, preset } = finding;
  return `${name} ${file}:${String(line)} ${rule}: ${messageId} (${preset})`;
}
