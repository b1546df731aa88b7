import { optionsOf, type Value } from '../values/values.ts';
import { textsIn } from './texts.ts';

/** Texts of which a value is surely one. */
export type TextSet = readonly string[];

/** How many texts a value is told apart by. */
export const MAX_TEXTS = 500;

/** The texts that some values may be, where each of them is one that is known. */
export function textsOfAll(values: readonly Value[]): TextSet | undefined {
  const options = values.flatMap(optionsOf);
  const isKnown = options.every((option) => option.kind === 'literal' && typeof option.value === 'string');
  return isKnown && options.length > 0 && options.length <= MAX_TEXTS
    ? options.flatMap((option) => textsIn(option).texts)
    : undefined;
}

/** All texts of some sets; nothing where one of them is not known. */
export function union(sets: readonly (TextSet | undefined)[]): TextSet | undefined {
  const known = sets.filter((each) => each !== undefined);
  if (known.length !== sets.length || known.length === 0) return undefined;
  const texts = [...new Set(known.flat())];
  return texts.length <= MAX_TEXTS ? texts : undefined;
}

/** The texts that are in all sets. Where none is, the place is not reached, and nothing is known. */
export function common(facts: readonly { readonly texts: TextSet }[]): TextSet | undefined {
  const [first, ...others] = facts;
  const texts = first?.texts.filter((text) => others.every((each) => each.texts.includes(text)));
  return texts && texts.length > 0 ? texts : undefined;
}
