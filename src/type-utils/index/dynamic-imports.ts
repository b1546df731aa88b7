import type ts from 'typescript';
import { memo } from '../../memo.ts';
import * as syntax from '../syntax.ts';
import { calledName, functionsIn, type GivenName } from './function-index.ts';

/**
 * The functions of a file that bring what a module has which the file imports when it runs, with the names that they return:
 * `getQuery` with `cached` of `async function getQuery() { … cached = (await import('sdk')).query; return cached; }`. By
 * syntax alone, and of all names that functions of such a file return.
 */
export const broughtNamesIn = memo((file: ts.SourceFile): readonly GivenName[] => {
  if (file.isDeclarationFile || !/\bimport\s*\(/.test(file.text)) return [];
  return functionsIn(file).flatMap(({ fn, names }) => {
    const returned = fn?.body ? returnedIn(fn.body).flatMap(namesHeldBy) : [];
    return names.flatMap((name) => returned.map((each): GivenName => [name, each]));
  });
});

/** The variables of a file that have the awaited result of a function with one of some names, by syntax alone. */
export function awaitedNamesIn(file: ts.SourceFile, functions: ReadonlySet<string>): readonly GivenName[] {
  if (file.isDeclarationFile || ![...functions].some((name) => file.text.includes(name))) return [];
  const found: GivenName[] = [];
  const visit = (node: ts.Node): void => {
    const [target, value] = syntax.isVariableDeclaration(node)
      ? [node.name, node.initializer]
      : syntax.isPlainAssignment(node)
        ? [node.left, node.right]
        : [];
    const name = target && syntax.isExpression(target) ? syntax.lastNameOf(target) : undefined;
    const awaited = value && syntax.withoutAssertions(value);
    const call = awaited && syntax.isAwaitExpression(awaited) ? syntax.withoutAssertions(awaited.expression) : awaited;
    const called = call && syntax.isCallExpression(call) ? calledName(call) : undefined;
    if (name && called !== undefined && functions.has(called)) found.push([name.text, called]);
    syntax.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** What a function returns, without what functions in it return. */
function returnedIn(body: ts.Node): readonly ts.Expression[] {
  if (!syntax.isBlock(body)) return syntax.isExpression(body) ? [body] : [];
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (syntax.isFunctionLike(node)) return;
    if (syntax.isReturnStatement(node) && node.expression) found.push(node.expression);
    syntax.forEachChild(node, visit);
  };
  syntax.forEachChild(body, visit);
  return found;
}

/** `cached`, `sdk.query`, `(cached ??= sdk.query)` */
function namesHeldBy(value: ts.Expression): readonly string[] {
  const node = syntax.withoutAssertions(value);
  if (syntax.isBinaryExpression(node)) return [...namesHeldBy(node.left), ...namesHeldBy(node.right)];
  const name = syntax.lastNameOf(node);
  return name ? [name.text] : [];
}
