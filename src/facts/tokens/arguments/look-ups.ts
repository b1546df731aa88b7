import { calledName, syntax, type ts } from '../../../type-utils/index.ts';
import { isSamePlace } from '../places.ts';
import { readerOf } from './aliases.ts';
import type { Content, ResultContent } from './contents.ts';

/**
 * Whether a change gives another value to what a look-up has read: `carts.set(id, other)` after `carts.get(id)`, for one
 * and the same key.
 */
export function isEntryReplaced(change: ts.Node, lookUp: ResultContent, program: ts.Program): boolean {
  if (lookUp.operation !== 'get' || !syntax.isCallExpression(change) || calledName(change) !== 'set') return false;
  const [key, value] = change.arguments;
  const [, read, ...others] = lookUp.inputs;
  if (!key || !value || !read || others.length > 0) return false;
  const reader = readerOf(program);
  return isSameKey(reader.read(key), read) && reader.read(value).node !== lookUp.node;
}

function isSameKey(a: Content, b: Content): boolean {
  if (a.kind === 'literal' && b.kind === 'literal') return a.value === b.value;
  return a.kind === 'read' && b.kind === 'read' && isSamePlace(a.reading, b.reading);
}
