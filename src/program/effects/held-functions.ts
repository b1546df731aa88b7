import { syntax } from '../../type-utils/index.ts';
import { isFirst } from '../values/budget.ts';
import { optionsOf, type Value } from '../values/values.ts';

/**
 * The functions that a value may be: of a wrapper what is wrapped (`withRetry(async () => …)`), of a factory what it returns, of
 * a table each of its functions.
 */
export function functionsIn(value: Value, seen = new Set<object>()): readonly syntax.FunctionLike[] {
  const next = (values: readonly Value[]): readonly syntax.FunctionLike[] =>
    values.flatMap((each) => functionsIn(each, seen));
  return optionsOf(value).flatMap((option) => {
    if (!isFirst(option, seen)) return [];
    if (option.kind === 'function') return [option.fn, ...next(option.given?.() ?? [])];
    if (option.kind === 'made' && syntax.isCallExpression(option.call))
      return next(option.call.arguments.map((_, index) => option.argument(index)));
    return option.kind === 'unknown' && option.symbol?.kind === 'either' ? next(option.symbol.values()) : [];
  });
}

/** The functions that all of some values are, where they are nothing else, and each the same. */
export function functionsInAll(values: readonly Value[]): readonly syntax.FunctionLike[] {
  const [first, ...others] = values.map((value) =>
    optionsOf(value).every(({ kind }) => kind === 'function') ? new Set(functionsIn(value)) : new Set<never>(),
  );
  if (!first) return [];
  const isSame = (other: ReadonlySet<syntax.FunctionLike>): boolean =>
    other.size === first.size && [...other].every((fn) => first.has(fn));
  return others.every(isSame) ? [...first] : [];
}
