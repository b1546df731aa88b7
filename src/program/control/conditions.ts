import type { GuardCondition } from '../../analysis/control.ts';
import { syntax, type ts } from '../../type-utils/index.ts';

/** A part of a condition, and its truth value where one is known. */
export interface KnownPart {
  readonly part: ts.Expression;
  readonly value: boolean | undefined;
}

/** What a condition tests: the expression of a `switch` or of a loop over elements, or the condition itself. */
export function testedBy({ site }: GuardCondition): ts.Expression {
  const node = site as ts.Expression | ts.SwitchStatement | ts.ForInOrOfStatement;
  const isOfStatement = syntax.isSwitchStatement(node) || syntax.isForInOrOf(node);
  return isOfStatement ? node.expression : node;
}

/** The parts of what a condition tests, with the truth values that they have where it leads to the node. */
export function partsOf(condition: GuardCondition): readonly KnownPart[] {
  const [outcome, other] = condition.outcomes;
  return knownParts(testedBy(condition), other === undefined && typeof outcome === 'boolean' ? outcome : undefined);
}

/** The parts of a condition, with the truth values that an outcome gives them. */
export function knownParts(condition: ts.Expression, outcome?: boolean): readonly KnownPart[] {
  const part = syntax.withoutAssertions(condition);
  if (isNot(part)) return knownParts(part.operand, outcome === undefined ? undefined : !outcome);
  if (!syntax.isBinaryExpression(part) || !syntax.isLogical(part)) return [{ part, value: outcome }];
  const { kind } = part.operatorToken;
  // Which part of `a || b` holds is not known, and neither is which of `a && b` does not.
  const isAll = kind === (outcome === true ? syntax.SyntaxKind.AmpersandAmpersandToken : syntax.SyntaxKind.BarBarToken);
  const value = isAll ? outcome : undefined;
  return [...knownParts(part.left, value), ...knownParts(part.right, value)];
}

/** `!a` */
export function isNot(node: ts.Node): node is ts.PrefixUnaryExpression {
  return syntax.isPrefixUnaryExpression(node) && node.operator === syntax.SyntaxKind.ExclamationToken;
}
