import type ts from 'typescript';
import { isGlobalName } from './scopes.ts';
import * as syntax from './syntax.ts';

/** `const [a, b] = await Promise.all([one(), two()])`, where each promise gives a name its value, or is left out. */
export interface Gathered {
  readonly awaiting: ts.AwaitExpression;
  readonly call: ts.CallExpression;
  readonly list: ts.ArrayLiteralExpression;
  readonly parts: readonly { readonly promise: ts.Expression; readonly name: ts.Identifier | undefined }[];
}

/** The promises that a declaration awaits together and takes apart; undefined where it does anything else. */
export function gatheredBy({ name, initializer }: ts.VariableDeclaration): Gathered | undefined {
  if (!initializer || !syntax.isArrayBindingPattern(name)) return undefined;
  const awaiting = syntax.withoutAssertions(initializer);
  const call = syntax.isAwaitExpression(awaiting) ? syntax.withoutAssertions(awaiting.expression) : undefined;
  const list = call && promisesOf(call);
  if (!syntax.isAwaitExpression(awaiting) || !call || !list) return undefined;
  if (list.elements.some(syntax.isSpreadElement) || !name.elements.every(isPlain)) return undefined;
  const parts = list.elements.map((promise, index) => ({ promise, name: nameIn(name.elements[index]) }));
  return { awaiting, call: call as ts.CallExpression, list, parts };
}

/** The name that gets the value of a promise which is awaited together with others. */
export function gatheredInto(promise: ts.Node): ts.Identifier | undefined {
  const list = syntax.parentOf(promise);
  if (!syntax.isArrayLiteralExpression(list)) return undefined;
  const declaration = syntax.parentOf(syntax.parentOf(syntax.parentOf(list)));
  const gathered = syntax.isVariableDeclaration(declaration) ? gatheredBy(declaration) : undefined;
  return gathered?.parts.find((part) => syntax.withoutAssertions(part.promise) === promise)?.name;
}

/** The promises that `Promise.all([…])` awaits together, where they are written out. */
export function promisesOf(call: ts.Expression): ts.ArrayLiteralExpression | undefined {
  const callee = syntax.isCallExpression(call) ? syntax.withoutAssertions(call.expression) : undefined;
  if (!callee || !syntax.isCallExpression(call) || !syntax.isPropertyAccessExpression(callee)) return undefined;
  const isAll =
    callee.name.text === 'all' &&
    syntax.isIdentifier(callee.expression) &&
    callee.expression.text === 'Promise' &&
    isGlobalName(callee.expression);
  const [promises, other] = call.arguments;
  const list = isAll && promises && !other ? syntax.withoutAssertions(promises) : undefined;
  return list && syntax.isArrayLiteralExpression(list) ? list : undefined;
}

function isPlain(element: ts.ArrayBindingElement): boolean {
  return !syntax.isBindingElement(element) || nameIn(element) !== undefined;
}

function nameIn(element: ts.ArrayBindingElement | undefined): ts.Identifier | undefined {
  if (!element || !syntax.isBindingElement(element) || element.dotDotDotToken || element.initializer) return undefined;
  return syntax.isIdentifier(element.name) ? element.name : undefined;
}
