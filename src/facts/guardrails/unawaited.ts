import { isOfPromises } from '../../program/values/built-ins.ts';
import { compilerOf, constantValueOf, syntax, type ts, usesOf } from '../../type-utils/index.ts';
import type { Call } from '../agents/matcher.ts';

/**
 * Whether nothing is done with the promise of a call but to test it, which says nothing of the answer: `if (!confirm(path))
 * return;`, `const approved = confirm(path); if (!approved) return;`. What it is rejected with stops nothing either. So of what
 * may be a promise by its type.
 */
export function isOnlyTested(call: Call, program: ts.Program): boolean {
  const uses = usesOfValue(call, program);
  return uses.length > 0 && uses.every(isTested) && compilerOf(program).isPending(call);
}

/**
 * `checks.some(async (check) => await check.permits(call))`: each answer is a promise, which is there whatever it says. So is
 * each element of a list left by such a test: `calls.filter(async (call) => await asks(call)).includes(call)`.
 */
export function testsPromises(part: ts.Expression): boolean {
  const call = constantValueOf(part);
  if (!syntax.isMethodCall(call)) return false;
  const { name, expression } = call.expression;
  if (/^(?:every|find|some)$/.test(name.text)) return isOfPromises(call);
  const list = /^(?:has|includes)$/.test(name.text) ? constantValueOf(expression) : undefined;
  return (
    list !== undefined && syntax.isMethodCall(list) && list.expression.name.text === 'filter' && isOfPromises(list)
  );
}

/** The uses of the variable that holds a value, or the value itself where none does. */
export function usesOfValue(value: ts.Expression, program: ts.Program): readonly ts.Node[] {
  const holder = syntax.parentOf(value);
  const isHeld = syntax.isVariableDeclaration(holder) && syntax.isIdentifier(holder.name);
  return isHeld ? usesOf(holder, program) : [value];
}

/** Whether a condition is an expression, or has it as a part. */
export function isTested(node: ts.Node): boolean {
  const parent = syntax.parentOf(node);
  if (syntax.isIfStatement(parent)) return true;
  if (syntax.isConditionalExpression(parent)) return syntax.withoutAssertions(parent.condition) === node;
  if (syntax.isBinaryExpression(parent)) return syntax.isLogical(parent) && isTested(parent);
  return syntax.isPrefixUnaryExpression(parent) && parent.operator === syntax.SyntaxKind.ExclamationToken;
}
