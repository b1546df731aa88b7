import { TypeView, type Views } from './views.ts';

/** How many promises of promises are looked into. */
const MAX_DEPTH = 10;

/**
 * What awaiting a value of a type gives: TypeScript 7 publishes no query for it. Of a promise what its `then` hands to the
 * callback, of a union each of its members. Undefined for a thenable that never hands over anything.
 */
export function awaitedType(type: TypeView, views: Views, depth = 0): TypeView | undefined {
  if (depth > MAX_DEPTH) return type;
  if (type.isUnion()) return awaitedUnion(type, views, depth);
  const { TypeFlags } = views.enums;
  if (!(type.flags & (TypeFlags.Object | TypeFlags.Intersection | TypeFlags.Instantiable))) return type;
  const then = type.getProperty('then');
  const signatures = then ? views.type(views.checker.getTypeOfSymbol(then.native))?.getCallSignatures() : undefined;
  if (!signatures || signatures.length === 0) return type;
  for (const signature of signatures) {
    const callback = signature.parameters[0];
    const taken = callback && views.type(views.checker.getTypeOfSymbol(callback.native));
    for (const part of taken?.isUnion() ? (taken.types ?? []) : taken ? [taken] : []) {
      const value = part.getCallSignatures()[0]?.parameters[0];
      const fulfilled = value && views.type(views.checker.getTypeOfSymbol(value.native));
      if (fulfilled) return awaitedType(fulfilled, views, depth + 1);
    }
  }
  return undefined;
}

function awaitedUnion(union: TypeView, views: Views, depth: number): TypeView | undefined {
  const parts = union.types ?? [];
  const awaited = parts.map((part) => awaitedType(part, views, depth + 1));
  if (awaited.every((part, index) => part === parts[index])) return union;
  const distinct = [...new Set(awaited.flatMap((part) => (part?.isUnion() ? (part.types ?? []) : (part ?? []))))];
  const [only] = distinct;
  return distinct.length < 2 ? only : TypeView.unionOf(distinct, union.native, views);
}
