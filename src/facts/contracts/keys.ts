import {
  amountName,
  callIdName,
  idempotencyKeyName,
  onceName,
  requestIdName,
  settledName,
  tracingName,
} from '../../models/contracts/keys.ts';
import { isInside, type ts } from '../../type-utils/index.ts';
import { freshPartOf, type Rerun } from './fresh-values.ts';
import type { NamedValue } from './named-values.ts';

/** Whether a name is one of a key by which a repeated request is recognized; a plain one, as `plainName` makes it. */
export function isKeyName(name: string): boolean {
  return isExplicitKeyName(name) || ((requestIdName.test(name) || callIdName.test(name)) && !tracingName.test(name));
}

/** The same of a name that says so: `idempotencyKey`, and not `id`. */
export function isExplicitKeyName(name: string): boolean {
  return idempotencyKeyName.test(name);
}

/**
 * Whether some names have one of a key, or say what can be done once: an order is paid once. With an amount beside it, a part
 * may be paid each time.
 */
export function hasKeyAmong(names: readonly string[]): boolean {
  const hasAmount = names.some((name) => amountName.test(name));
  return names.some((name) => {
    if (onceName.test(name)) return !hasAmount || settledName.test(name) || isExplicitKeyName(name);
    return isKeyName(name);
  });
}

/** What is wrong with the keys that a call is given: none, or one that is made anew. */
export type KeyProblem =
  { readonly kind: 'none' } | { readonly kind: 'fresh'; readonly node: ts.Node; readonly key: NamedValue };

/** What is wrong with the keys among what a call is given, where it runs again. Undefined where one of them is the same each time. */
export function keyProblemOf(values: readonly NamedValue[], rerun: Rerun, program: ts.Program): KeyProblem | undefined {
  const fresh = freshKeysAmong(
    values.filter(({ name }) => isKeyName(name)),
    rerun,
    program,
  );
  const kept = values.filter((each) => !fresh.some(({ key }) => key === each)).map(({ name }) => name);
  if (hasKeyAmong(kept) && (fresh.length === 0 || kept.some(isExplicitKeyName))) return undefined;
  const [first] = fresh;
  return first ? { kind: 'fresh', ...first } : { kind: 'none' };
}

/** The keys that are made anew in each run, with what makes them: those first that are keys by their names. */
export function freshKeysAmong(
  keys: readonly NamedValue[],
  rerun: Rerun,
  program: ts.Program,
): readonly { readonly node: ts.Node; readonly key: NamedValue }[] {
  const fresh = keys.flatMap((key) => {
    const made = rerunOf(key, rerun);
    const node = made && freshPartOf(key.value, made, program);
    return node ? [{ node, key }] : [];
  });
  return fresh.sort((a, b) => Number(isExplicitKeyName(b.key.name)) - Number(isExplicitKeyName(a.key.name)));
}

/** What runs again of what makes a key. Undefined: the function that makes it is called once, before. */
function rerunOf({ madeBy }: NamedValue, rerun: Rerun): Rerun | undefined {
  if (!madeBy) return rerun;
  if (!rerun.regions.some((region) => isInside(madeBy.call, region))) return undefined;
  return { ...rerun, regions: [...rerun.regions, ...madeBy.functions] };
}
