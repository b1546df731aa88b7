import type { TextEdit } from '../../src/rules/rule.ts';

/** A text with some edits; those at the same place in their order. @throws Error where two of them overlap */
export function edited(text: string, edits: readonly TextEdit[]): string {
  let output = '';
  let end = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (edit.start < end) throw new Error(`Two edits overlap: ${JSON.stringify(edits)}`);
    output += text.slice(end, edit.start) + edit.text;
    end = edit.end;
  }
  return output + text.slice(end);
}
