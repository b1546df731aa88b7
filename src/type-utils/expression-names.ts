import type ts from 'typescript';
import {
  isBindingElement,
  isCallExpression,
  isIdentifier,
  isIterationStatement,
  isNewExpression,
  isForStatement,
  isFunctionLike,
  isParameter,
  isPropertyAccessExpression,
  isPropertyDeclaration,
  isSourceFile,
  isVariableDeclaration,
  isBinaryExpression,
  isAwaitExpression,
  parentOf,
  withoutAssertions,
} from './syntax.ts';

/**
 * How a message names the session: the receiver of a call of `op`, else the variable or field that the expression
 * initializes, else `fallback`.
 */
export function subjectAt(node: ts.Node, op: string | undefined, fallback: string): string {
  if (op !== undefined && isCallExpression(node)) {
    const callee = withoutAssertions(node.expression);
    if (isPropertyAccessExpression(callee) && callee.name.text === op) return textOf(callee.expression, fallback);
    return fallback;
  }
  if (op !== undefined) return isVariableDeclaration(node) ? node.name.getText() : fallback;
  let holder = parentOf(node);
  if (isAwaitExpression(holder)) holder = parentOf(holder);
  if (isVariableDeclaration(node) || isParameter(node) || isPropertyDeclaration(node) || isBindingElement(node))
    return isIdentifier(node.name) ? node.name.text : fallback;
  if (isVariableDeclaration(holder) && isIdentifier(holder.name)) return holder.name.text;
  if (isPropertyDeclaration(holder)) return `this.${holder.name.getText()}`;
  if (isBinaryExpression(holder)) return textOf(holder.left, fallback);
  return fallback;
}

/** What a call calls, without its receiver; `fallback` where it has no name, or where there is no call. */
export function calledAt(node: ts.Node, fallback: string): string {
  if (!isCallExpression(node) && !isNewExpression(node)) return fallback;
  const callee = withoutAssertions(node.expression);
  if (isPropertyAccessExpression(callee)) return callee.name.text;
  return isIdentifier(callee) ? callee.text : fallback;
}

/** The loop around a place, in the same function. */
export function enclosingLoopOf(node: ts.Node): ts.Node | undefined {
  for (let current = node.parent; ; current = current.parent) {
    if (isFunctionLike(current) || isSourceFile(current)) return undefined;
    if (isIterationStatement(current, false)) return current;
  }
}

/** Whether a place is in the part of a `for` that runs after the body. */
export function isInUpdateOf(loop: ts.Node | undefined, node: ts.Node): boolean {
  const update = loop && isForStatement(loop) ? loop.incrementor : undefined;
  return update !== undefined && node.pos >= update.pos && node.end <= update.end;
}

function textOf(expression: ts.Expression, fallback: string): string {
  const text = withoutAssertions(expression).getText();
  return text.length <= 40 && !/[\n(]/.test(text) ? text : fallback;
}
