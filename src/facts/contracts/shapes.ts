import { nearestOf } from '../../config/nearest.ts';
import type { DataKind, DataShape } from '../../type-utils/index.ts';
import { plainName } from './named-values.ts';

/** Kinds in the order in which messages list them. */
const kindOrder: readonly DataKind[] = [
  ...(['string', 'number', 'bigint', 'boolean', 'object', 'array', 'function', 'null', 'undefined'] as const),
];

/** How what is given differs from what is taken. */
export interface Conflict {
  readonly given: string;
  readonly taken: string;
  /** Nothing that is given is taken. */
  readonly isWhole: boolean;
}

/** How values of one shape may be none of another: undefined where they never are, or where that is not known. */
export function conflictOf(given: DataShape, taken: DataShape): Conflict | undefined {
  if (!given.kinds || !taken.kinds || given.kinds.size === 0 || taken.kinds.size === 0) return undefined;
  const takenKinds = taken.kinds;
  const others = [...given.kinds].filter((kind) => kind !== 'undefined' && !takenKinds.has(kind));
  if (others.length > 0) {
    const present = [...given.kinds].filter((kind) => kind !== 'undefined' && kind !== 'null');
    return {
      given: kindsText(given.kinds),
      taken: kindsText(takenKinds),
      isWhole: present.length > 0 && present.every((kind) => !takenKinds.has(kind)),
    };
  }
  return textConflictOf(given, taken);
}

function textConflictOf(given: DataShape, taken: DataShape): Conflict | undefined {
  const { texts } = taken;
  if (!given.texts || !texts || given.texts.size === 0) return undefined;
  const others = [...given.texts].filter((text) => !texts.has(text));
  if (others.length === 0) return undefined;
  return {
    given: textsText(given.texts),
    taken: textsText(texts),
    isWhole: others.length === given.texts.size,
  };
}

/** `string or null` */
function kindsText(kinds: ReadonlySet<DataKind>): string {
  return kindOrder.filter((kind) => kind !== 'undefined' && kinds.has(kind)).join(' or ');
}

const MAX_TEXTS = 4;

function textsText(texts: ReadonlySet<string>): string {
  const shown = [...texts].slice(0, MAX_TEXTS).map((text) => `'${text}'`);
  return texts.size > MAX_TEXTS ? `${shown.join(' | ')} | …` : shown.join(' | ');
}

/** `'add' or 'remove'` */
export function listText(texts: readonly string[]): string {
  const shown = texts.slice(0, MAX_TEXTS).map((text) => `'${text}'`);
  const others = texts.length - shown.length;
  const all = others > 0 ? [...shown, `${String(others)} more`] : shown;
  const last = all.pop() ?? '';
  return all.length > 0 ? `${all.join(', ')} or ${last}` : last;
}

/** The name among some that is most like another one: `file_path` of `filePath`, `path` of `file_path`. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const own = plainName(name);
  const isLike = (other: string): boolean =>
    own === other || (own.length > 2 && other.length > 2 && (own.includes(other) || other.includes(own)));
  return (
    names.find((each) => plainName(each) === own) ??
    names.find((each) => isLike(plainName(each))) ??
    nearestOf(names, name)
  );
}
