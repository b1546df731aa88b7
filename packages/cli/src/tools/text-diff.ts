import { structuredPatch } from 'diff';
import type { Json } from 'eslint-plugin-agent-safety/internal/registry';
import { isJsonArray, isJsonObject, withSortedKeys } from '../json.ts';
import { visibleLines } from '../visible.ts';

/** Lines around a change that are shown with it. */
const CONTEXT = 2;
/** The most lines of one change that are shown. */
const MAX_LINES = 60;
/** How long two texts are compared, in milliseconds: those of a server may be made to take for ever. */
const TIMEOUT = 2000;

/**
 * The difference of two values for a reader, by lines: those that are gone start with `-`, new ones with `+`. Objects are
 * written as JSON with sorted properties, texts as they are, with what is invisible as code points.
 */
export function differenceOf(before: Json | undefined, after: Json | undefined): readonly string[] {
  const [old, fresh] = [before, after].map((value) => (value === undefined ? '' : `${linesOf(value).join('\n')}\n`));
  const patch = structuredPatch('', '', old ?? '', fresh ?? '', '', '', { context: CONTEXT, timeout: TIMEOUT });
  const hunks = patch?.hunks ?? [{ lines: ['… too different to be compared'] }];
  const lines = hunks.flatMap((hunk, index) => [...(index > 0 ? ['…'] : []), ...hunk.lines]);
  const rest = lines.length - MAX_LINES;
  return rest > 0 ? [...lines.slice(0, MAX_LINES), `… and ${String(rest)} more lines`] : lines;
}

function linesOf(value: Json): readonly string[] {
  if (typeof value === 'string') return visibleLines(value);
  return visibleLines(JSON.stringify(sorted(value), undefined, 2));
}

function sorted(value: Json): Json {
  if (isJsonArray(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(withSortedKeys(value));
  return Object.fromEntries(entries.map(([name, each]) => [name, sorted(each)]));
}
