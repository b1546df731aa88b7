import type { ts } from '../../type-utils/index.ts';
import { syntax } from '../../type-utils/index.ts';
import { functionValue, memberValueOf, valueOfMember, valueOfName } from './bindings.ts';
import { valueOfCall } from './calls.ts';
import { madeByNew } from './classes.ts';
import { withLaterChanges } from './later-changes.ts';
import { valueOfList, valueOfObject } from './literals.ts';
import { truthIn, valueOfBinary, valueOfTemplate, valueOfUnary } from './operators.ts';
import type { Scope } from './scope.ts';
import { anyPropertyOf, choice, elementAt, literal, symbolic, unknown, type Value } from './values.ts';

/** What an expression is, by its syntax; the values of its parts are evaluated in the same scope. */
export function valueOfSyntax(node: ts.Expression, scope: Scope): Value {
  if (syntax.isStringLiteralLike(node)) return literal(node.text, node);
  if (syntax.isNumericLiteral(node)) return literal(Number(node.text), node);
  if (syntax.isIdentifier(node)) return valueOfName(node, scope);
  if (syntax.isObjectLiteralExpression(node)) return withLaterChanges(valueOfObject(node, scope), node, scope);
  if (syntax.isArrayLiteralExpression(node)) return withLaterChanges(valueOfList(node, scope), node, scope);
  if (syntax.isFunctionLike(node)) return functionValue(node, node, scope);
  if (syntax.isCallExpression(node)) return valueOfCall(node, scope);
  if (syntax.isNewExpression(node)) return withLaterChanges(madeByNew(node, scope), node, scope);
  if (syntax.isAwaitExpression(node)) return scope.evaluate(node.expression);
  if (syntax.isPropertyAccessExpression(node)) return valueOfMember(node, scope);
  if (syntax.isConditionalExpression(node)) {
    const isTrue = truthIn(node.condition, scope, scope.evaluateCondition(node.condition));
    const branches = [...(isTrue === false ? [] : [node.whenTrue]), ...(isTrue === true ? [] : [node.whenFalse])];
    return choice(
      branches.map((branch) => scope.evaluate(branch)),
      node,
    );
  }
  if (syntax.isBinaryExpression(node)) return valueOfBinary(node, scope);
  if (syntax.isTemplateExpression(node)) return valueOfTemplate(node, scope);
  // A tag makes something else of the text.
  if (syntax.isTaggedTemplateExpression(node))
    return symbolic({ kind: 'text', parts: [scope.evaluate(node.template)] }, node);
  if (syntax.isElementAccessExpression(node)) {
    const key = scope.evaluate(node.argumentExpression);
    const whole = scope.evaluate(node.expression);
    if (key.kind !== 'literal') return anyPropertyOf(whole, node);
    if (typeof key.value === 'number') return elementAt(whole, key.value);
    return typeof key.value === 'string' ? memberValueOf(node, key.value, scope) : unknown(node);
  }
  if (syntax.isPrefixUnaryExpression(node)) return valueOfUnary(node, scope);
  switch (node.kind) {
    case syntax.SyntaxKind.TrueKeyword:
      return literal(true, node);
    case syntax.SyntaxKind.FalseKeyword:
      return literal(false, node);
    case syntax.SyntaxKind.ThisKeyword:
      return scope.receiver?.() ?? unknown(node);
    case syntax.SyntaxKind.NullKeyword:
      return literal(null, node);
    case syntax.SyntaxKind.VoidExpression:
      return literal(undefined, node);
    default:
      return unknown(node);
  }
}
