import { structuredPatch } from 'diff';
import type { Json } from './listing.ts';
import { visibleLines } from './visible.ts';

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
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map(sorted);
  // By code unit, so that it is the same in every language.
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, each]) => [name, sorted(each)]));
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
