import type { ts } from '../../type-utils/index.ts';
import { bindingOf, syntax } from '../../type-utils/index.ts';
import { anywhere, nodesIn } from '../../program/values/nodes.ts';
import { globalNameOf } from './forgery-sites.ts';

/**
 * Whether a predicate accepts every value but nothing: all that it does with its parameter, or with a property of it, is to
 * compare that with `undefined` or `null`, to take its `typeof`, or to test whether it is truthy. A denial passes such a
 * test as a token does.
 *
 * @param isDecision whether an expression, the parameter or a property of it, may be a denial or a token
 */
export function trustsAnything(
  body: ts.Node,
  parameter: ts.ParameterDeclaration,
  isDecision: (tested: ts.Expression) => boolean,
): boolean {
  const uses = nodesIn(body, syntax.isIdentifier, anywhere).filter((name) => bindingOf(name) === parameter);
  if (uses.length === 0) return syntax.isIdentifier(parameter.name) && isDecision(parameter.name);
  return uses.map(accessAround).every((tested) => isDecision(tested) && isAnyValue(tested));
}

/** `one.decision` of `one`. */
function accessAround(name: ts.Identifier): ts.Expression {
  let access: ts.Expression = name;
  while (syntax.isPropertyAccessExpression(access.parent) && access.parent.expression === access)
    access = access.parent;
  return access;
}

function isAnyValue(tested: ts.Expression): boolean {
  const parent = syntax.parentOf(tested);
  if (syntax.isTypeOfExpression(parent)) return true;
  if (syntax.isPrefixUnaryExpression(parent)) return parent.operator === syntax.SyntaxKind.ExclamationToken;
  if (syntax.isCallExpression(parent)) return globalNameOf(parent) === 'Boolean' && parent.arguments.length === 1;
  if (!syntax.isBinaryExpression(parent)) return false;
  const other = parent.left === tested ? parent.right : parent.left;
  return syntax.equalityOf(parent) !== undefined && syntax.isNullishLiteral(other);
}
