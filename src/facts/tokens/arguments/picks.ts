import { testedBy } from '../../../program/control/conditions.ts';
import { branchesOf } from '../../../program/control/control.ts';
import { anywhere, contains } from '../../../program/values/nodes.ts';
import { bindingNamedBy, bindingOf, constantInitializerOf, syntax, type ts } from '../../../type-utils/index.ts';
import type { Spend } from '../calls.ts';
import { variablesIn } from './timing.ts';

/**
 * The values of which a condition picks the one that a call is given: `isUrgent ? production : staging`, there or in a
 * constant. The expression itself where the path to the call tests the constant, or what the condition tests: then the
 * other value may be ruled out.
 */
export function picksOf(given: ts.Expression, spend: Spend, program: ts.Program): readonly ts.Expression[] {
  const name = syntax.withoutAssertions(given);
  const made = syntax.isIdentifier(name) ? constantInitializerOf(name) : undefined;
  const picked = syntax.withoutAssertions(made ?? given);
  if (!syntax.isConditionalExpression(picked)) return [given];
  const deciding = new Set([...variablesIn(name), ...variablesIn(picked.condition)]);
  const isOfToken = readsOf(spend.token);
  const isRuledOut = branchesOf(spend.call, program)
    .map(testedBy)
    // That there is a token says nothing of what was picked.
    .filter((condition) => !contains(condition, isOfToken, anywhere))
    .some((condition) => variablesIn(condition).some((variable) => deciding.has(variable)));
  return made && isRuledOut ? [given] : [picked.whenTrue, picked.whenFalse];
}

/** A test of whether a node reads the variable that an expression is. */
function readsOf(variable: ts.Expression): (node: ts.Node) => boolean {
  const binding = bindingNamedBy(variable);
  return (node) => binding !== undefined && syntax.isIdentifier(node) && bindingOf(node) === binding;
}
