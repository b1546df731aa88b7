import { readFileSync } from 'node:fs';
import type { FileFindings } from './lint.ts';

const parts = ['own', 'strict', 'recommended'] as const;

/** How two outputs differ, a text for each file that does. */
export function differences(
  before: string,
  after: string,
): { readonly count: number; readonly compared: number; readonly texts: readonly string[] } {
  const old = readFindings(before);
  const now = readFindings(after);
  const ids = [...new Set([...old.keys(), ...now.keys()])];
  const texts = ids.map((id) => differenceOf(id, old.get(id), now.get(id)).join('\n')).filter((text) => text !== '');
  return { count: texts.length, compared: ids.length, texts };
}

function readFindings(file: string): ReadonlyMap<string, FileFindings> {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return new Map(lines.map((line) => JSON.parse(line) as FileFindings).map((findings) => [findings.id, findings]));
}

function differenceOf(id: string, before: FileFindings | undefined, after: FileFindings | undefined): string[] {
  if (!before || !after) return [`━━ ${id}\n   only in the ${before ? 'first' : 'second'} file`];
  const changed = parts.flatMap((part) => {
    const old = entriesOf(before[part]);
    const now = entriesOf(after[part]);
    const gone = old.filter((entry) => !now.includes(entry));
    const added = now.filter((entry) => !old.includes(entry));
    if (gone.length > 0 || added.length > 0)
      return [...gone.map((entry) => `- ${part}: ${entry}`), ...added.map((entry) => `+ ${part}: ${entry}`)];
    return old.join('\n') === now.join('\n') ? [] : [`~ ${part}: the same in another order`];
  });
  if (before.code !== after.code) changed.unshift('~ the code is another');
  return changed.length === 0 ? [] : [`━━ ${id}`, ...changed, excerptOf(after.code, changed), ''];
}

function entriesOf(findings: readonly unknown[] = []): readonly string[] {
  return findings.map((finding) => JSON.stringify(finding));
}

/** The lines of the code that the changes name, with those around; a short program as a whole. */
function excerptOf(code: string, changes: readonly string[]): string {
  const lines = code.split('\n').map((line, index) => `${String(index + 1).padStart(5)} ${line.slice(0, 400)}`);
  if (lines.length <= 60) return lines.join('\n');
  const named = changes.flatMap((change) => [...change.matchAll(/"place":"(\d+)/g)]);
  const shown = new Set(named.flatMap(([, line]) => around(Number(line))));
  return lines.filter((_, index) => shown.has(index + 1)).join('\n');
}

function around(line: number): readonly number[] {
  return Array.from({ length: 9 }, (_, offset) => line - 4 + offset);
}
