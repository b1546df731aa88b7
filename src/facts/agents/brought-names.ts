import { anywhere, nodesIn, returnedBy } from '../../program/values/nodes.ts';
import { memo } from '../../memo.ts';
import { calledName, functionsIn, type GivenName, syntax, type ts } from '../../type-utils/index.ts';

/**
 * The functions of a file that bring what a module has which the file imports when it runs, with the names that they return:
 * `getQuery` with `cached` of `async function getQuery() { … cached = (await import('sdk')).query; return cached; }`. By
 * syntax alone, and of all names that functions of such a file return.
 */
export const broughtNamesIn = memo((file: ts.SourceFile): readonly GivenName[] => {
  if (file.isDeclarationFile || !/\bimport\s*\(/.test(file.text)) return [];
  return functionsIn(file).flatMap(({ fn, names }) => {
    const returned = fn ? returnedBy(fn).flatMap(namesHeldBy) : [];
    return names.flatMap((name) => returned.map((each): GivenName => [name, each]));
  });
});

/** The variables of a file that have the awaited result of a function with one of some names, by syntax alone. */
export function awaitedNamesIn(file: ts.SourceFile, functions: ReadonlySet<string>): readonly GivenName[] {
  if (file.isDeclarationFile || ![...functions].some((name) => file.text.includes(name))) return [];
  const bring = (target: ts.Node, value: ts.Expression | undefined): readonly GivenName[] => {
    const name = syntax.isExpression(target) ? syntax.lastNameOf(target) : undefined;
    const call = value && syntax.withoutAwait(value);
    const called = call && syntax.isCallExpression(call) ? calledName(call) : undefined;
    return name && called !== undefined && functions.has(called) ? [[name.text, called]] : [];
  };
  return [
    ...nodesIn(file, syntax.isVariableDeclaration, anywhere).flatMap((each) => bring(each.name, each.initializer)),
    ...nodesIn(file, syntax.isPlainAssignment, anywhere).flatMap((each) => bring(each.left, each.right)),
  ];
}

/** `cached`, `sdk.query`, `(cached ??= sdk.query)` */
function namesHeldBy(value: ts.Expression): readonly string[] {
  const node = syntax.withoutAssertions(value);
  if (syntax.isBinaryExpression(node)) return [...namesHeldBy(node.left), ...namesHeldBy(node.right)];
  const name = syntax.lastNameOf(node);
  return name ? [name.text] : [];
}
