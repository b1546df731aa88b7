import { syntax, type ts } from '../../type-utils/index.ts';
import type { TextEdit } from '../rule.ts';
import { inserted, removed, replaced } from './layout.ts';

/** Makes a function answer the opposite, where it has one answer: an expression, or that of its only `return`. */
export function negated(fn: ts.Node): readonly TextEdit[] | undefined {
  if (!syntax.isFunctionLike(fn) || !fn.body) return undefined;
  const [only, ...others] = syntax.isBlock(fn.body) ? fn.body.statements : [];
  const answer = syntax.isBlock(fn.body)
    ? only && others.length === 0 && syntax.isReturnStatement(only) && only.expression
    : fn.body;
  return answer ? opposite(answer) : undefined;
}

function opposite(condition: ts.Expression): readonly TextEdit[] {
  const start = condition.getStart();
  if (syntax.isPrefixUnaryExpression(condition) && condition.operator === syntax.SyntaxKind.ExclamationToken)
    return [removed(start, condition.operand.getStart())];
  const isTight =
    syntax.isCallExpression(condition) ||
    syntax.isIdentifier(condition) ||
    syntax.isAccess(condition) ||
    syntax.isParenthesizedExpression(condition);
  if (isTight) return [inserted(start, '!')];
  const inverse = syntax.isBinaryExpression(condition) && inverseOf.get(condition.operatorToken.getText());
  if (inverse) return [replaced(condition.operatorToken, inverse)];
  return [inserted(start, '!('), inserted(condition.end, ')')];
}

const inverseOf: ReadonlyMap<string, string> = new Map([
  ['===', '!=='],
  ['!==', '==='],
  ['==', '!='],
  ['!=', '=='],
]);
