import type { ts } from '../../type-utils/index.ts';
import { syntax } from '../../type-utils/index.ts';
import { isFirst } from '../values/budget.ts';
import {
  anyPropertyOf,
  choice,
  optionsOf,
  type ParameterPart,
  propertyOf,
  type TypedPlace,
  type Value,
} from '../values/values.ts';
import { HOLE } from './sql.ts';

/** What a text may be. */
export interface Texts {
  /** With {@link HOLE} for what is not known of them. */
  readonly texts: readonly string[];
  /** What the caller gives. */
  readonly parts: readonly GivenPart[];
  /** What else it may be: the types limit it, if anything does. */
  readonly unknown: readonly TypedPlace[];
  /** Where it may be `undefined`: what is left out of a call or an object, or what says so. */
  readonly missing: readonly ts.Node[];
  /** Whether it may be something that is no text: a number, an object. */
  readonly mayBeOther: boolean;
}

/** A part of what a function is given, and where it is used. */
export interface GivenPart extends ParameterPart {
  readonly place: TypedPlace;
}

export const NONE: Texts = { texts: [], parts: [], unknown: [], missing: [], mayBeOther: false };

const OTHER: Texts = { ...NONE, mayBeOther: true };

/** Methods of strings that leave the words as they are, or change the case of letters. */
const keepingMethods = new Set(['toString', 'toLowerCase', 'toUpperCase', 'trim', 'trimStart', 'trimEnd']);

/** What is at a path in a value may be as a text. Of `new Request(url, { method })`, its options have the properties. */
export function textsAt(value: Value, path: readonly string[]): Texts {
  return textsIn(
    path.reduce((whole, name) => {
      if (name === '*') return anyPropertyOf(whole, whole.node);
      const owners = optionsOf(whole).map((option) =>
        option.kind === 'made' && syntax.isNewExpression(option.call) ? option.argument(1) : option,
      );
      return propertyOf(choice(owners, whole.node), name);
    }, value),
  );
}

/** What a value may be as a text. */
export function textsIn(value: Value, seen = new Set<object>()): Texts {
  const all = optionsOf(value).map((option): Texts => {
    if (option.kind === 'literal') {
      if (option.value === undefined) return { ...NONE, missing: [option.node] };
      return typeof option.value === 'string' || typeof option.value === 'boolean'
        ? { ...NONE, texts: [String(option.value)] }
        : OTHER;
    }
    if (option.kind === 'made') {
      const callee = syntax.withoutAssertions(option.call.expression);
      const isKept = syntax.isPropertyAccessExpression(callee) && keepingMethods.has(callee.name.text);
      return isKept && isFirst(option, seen)
        ? textsIn(option.receiver(), seen)
        : { ...NONE, unknown: [{ node: option.call, path: [] }] };
    }
    if (option.kind !== 'unknown') return OTHER;
    const { symbol, node } = option;
    // Without a place, no type limits it.
    const place = option.place ?? { node: node as ts.Expression, path: ['*'] };
    if (symbol?.kind === 'parameter') return { ...NONE, parts: [{ ...symbol, place }] };
    if (symbol?.kind === 'text') return ofParts(symbol.parts, place, seen);
    if (symbol?.kind !== 'either') return { ...NONE, unknown: [place] };
    // What is met again adds nothing.
    if (seen.has(symbol)) return NONE;
    return isFirst(symbol, seen)
      ? both(symbol.values().map((each) => textsIn(each, seen)))
      : { ...NONE, unknown: [place] };
  });
  return both(all);
}

/** A text in pieces, of which the first decides: `${method} /repos`. */
function ofParts(parts: readonly Value[], place: TypedPlace, seen: Set<object>): Texts {
  const leaves = leavesOf(parts);
  const texts = leaves.map((leaf) => (leaf.kind === 'literal' ? String(leaf.value) : HOLE));
  const first = texts.findIndex((text) => text.trim() !== '');
  const leaf = leaves[first];
  const around = (text: string): string => [...texts.slice(0, first), text, ...texts.slice(first + 1)].join('');
  if (!leaf || leaf.kind === 'literal') return { ...NONE, texts: [texts.join('')] };
  // The first word may end in the next part.
  if (texts[first + 1] === HOLE) return { ...NONE, texts: [texts.join('')], unknown: [place] };
  const found = textsIn(leaf, seen);
  return { ...found, texts: found.texts.length > 0 ? found.texts.map(around) : [texts.join('')] };
}

/** The parts of a text that are not empty, those of the texts in it taken apart. */
export function leavesOf(parts: readonly Value[]): readonly Value[] {
  return parts.flatMap((value) => {
    if (value.kind === 'unknown' && value.symbol?.kind === 'text') return leavesOf(value.symbol.parts);
    return value.kind === 'literal' && value.value === '' ? [] : [value];
  });
}

/** The first word of a text, in capitals. */
export function firstWordOf(text: string): string | undefined {
  return /^\s*([\w$]+)(?![\w$\uE000])/.exec(text)?.[1]?.toUpperCase();
}

/** Stands for a word that is not known. */
export const ANY_WORD = '?';

/** Stands for `undefined`. */
export const MISSING = '-';

/** A word that only a type has. */
export function maybe(word: string): string {
  return ANY_WORD + word;
}

/** Whether a word that is not known for sure may be one of some words. */
export function mayBeAmong(word: string, words: readonly string[]): boolean {
  return word === ANY_WORD || (word.startsWith(ANY_WORD) && words.includes(word.slice(ANY_WORD.length)));
}

function both(all: readonly Texts[]): Texts {
  return {
    texts: all.flatMap(({ texts }) => texts),
    parts: all.flatMap(({ parts }) => parts),
    unknown: all.flatMap(({ unknown }) => unknown),
    missing: all.flatMap(({ missing }) => missing),
    mayBeOther: all.some(({ mayBeOther }) => mayBeOther),
  };
}
