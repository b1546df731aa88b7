import type { ts } from '../../type-utils/index.ts';
import { bindingOf, syntax } from '../../type-utils/index.ts';
import { anywhere, nodesIn } from '../../program/values/nodes.ts';

/**
 * Whether a predicate accepts every value but nothing: all that it does with its parameter is to compare it with `undefined`
 * or `null`, to take its `typeof`, or to ask whether it is truthy. A denial passes such a test as a token does.
 */
export function trustsAnything(body: ts.Node, parameter: ts.ParameterDeclaration): boolean {
  const uses = nodesIn(body, syntax.isIdentifier, anywhere).filter((name) => bindingOf(name) === parameter);
  return uses.every(isAnyValue);
}

function isAnyValue(use: ts.Identifier): boolean {
  const parent = syntax.parentOf(use);
  if (syntax.isTypeOfExpression(parent)) return true;
  if (syntax.isPrefixUnaryExpression(parent)) return parent.operator === syntax.SyntaxKind.ExclamationToken;
  if (!syntax.isBinaryExpression(parent)) return false;
  const other = parent.left === use ? parent.right : parent.left;
  return syntax.equalityOf(parent) !== undefined && syntax.isNullishLiteral(other);
}
