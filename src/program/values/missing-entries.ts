import { constantInitializerOf, syntax, type ts } from '../../type-utils/index.ts';
import { keyedIn, keyedReadAt } from './keyed-reads.ts';
import type { Scope } from './scope.ts';
import { optionsOf } from './values.ts';

/**
 * Whether an expression reads a table by a key for which there may be no entry: `modes[name]`, `modes.get(name)`, also in a
 * constant. Not where the type of the key lists only texts that the table has.
 */
export function mayBeMissing(expression: ts.Expression, scope: Scope): boolean {
  const node = syntax.withoutAssertions(expression);
  const named = syntax.isIdentifier(node) ? constantInitializerOf(node) : undefined;
  const read = keyedReadAt(named ? syntax.withoutAssertions(named) : node);
  if (!read || scope.evaluate(read.key).kind === 'literal') return false;
  const tables = optionsOf(scope.evaluate(read.table));
  if (!tables.every(({ kind }) => kind === 'object' || kind === 'made')) return false;
  const keys = scope.interpreter.compiler.textsByType(read.key, undefined, false);
  return !keys || !tables.every((table) => isEach(keys, new Set(keyedIn(table).map(([key]) => key))));
}

function isEach(keys: readonly string[], among: ReadonlySet<string>): boolean {
  return keys.length > 0 && keys.every((key) => among.has(key));
}
