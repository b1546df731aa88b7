import type ts from 'typescript';
import { gatheredInto } from './gathered.ts';
import * as syntax from './syntax.ts';

/**
 * How a message names the session: the receiver of a call of `op`, else the variable or field that the expression
 * initializes, else `fallback`.
 */
export function subjectAt(node: ts.Node, op: string | undefined, fallback: string): string {
  if (op !== undefined && syntax.isCallExpression(node)) {
    const callee = syntax.withoutAssertions(node.expression);
    if (syntax.isPropertyAccessExpression(callee) && callee.name.text === op)
      return textOf(callee.expression, fallback);
    return fallback;
  }
  if (op !== undefined) return syntax.isVariableDeclaration(node) ? node.name.getText() : fallback;
  let holder = syntax.parentOf(node);
  if (syntax.isAwaitExpression(holder)) holder = syntax.parentOf(holder);
  if (
    syntax.isVariableDeclaration(node) ||
    syntax.isParameter(node) ||
    syntax.isPropertyDeclaration(node) ||
    syntax.isBindingElement(node)
  )
    return syntax.isIdentifier(node.name) ? node.name.text : fallback;
  if (syntax.isVariableDeclaration(holder) && syntax.isIdentifier(holder.name)) return holder.name.text;
  if (syntax.isPropertyDeclaration(holder)) return `this.${holder.name.getText()}`;
  if (syntax.isBinaryExpression(holder)) return textOf(holder.left, fallback);
  return gatheredInto(node)?.text ?? fallback;
}

/** What a call calls, without its receiver; `fallback` where it has no name, or where there is no call. */
export function calledAt(node: ts.Node, fallback: string): string {
  if (!syntax.isCallOrNew(node)) return fallback;
  const callee = syntax.withoutAssertions(node.expression);
  if (syntax.isPropertyAccessExpression(callee)) return callee.name.text;
  return syntax.isIdentifier(callee) ? callee.text : fallback;
}

/** The loop around a place, in the same function. */
export function enclosingLoopOf(node: ts.Node): ts.Node | undefined {
  for (let current = node.parent; ; current = current.parent) {
    if (syntax.isFunctionLike(current) || syntax.isSourceFile(current)) return undefined;
    if (syntax.isIterationStatement(current, false)) return current;
  }
}

/** Whether a place is in the part of a `for` that runs after the body. */
export function isInUpdateOf(loop: ts.Node | undefined, node: ts.Node): boolean {
  const update = loop && syntax.isForStatement(loop) ? loop.incrementor : undefined;
  return update !== undefined && node.pos >= update.pos && node.end <= update.end;
}

function textOf(expression: ts.Expression, fallback: string): string {
  const text = syntax.withoutAssertions(expression).getText();
  return text.length <= 40 && !/[\n(]/.test(text) ? text : fallback;
}
