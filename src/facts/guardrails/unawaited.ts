import { compilerOf, syntax, type ts, usesOf } from '../../type-utils/index.ts';
import type { Call } from '../agents/matcher.ts';

/**
 * Whether nothing is done with the promise of a call but to test it, which says nothing of the answer: `if (!confirm(path))
 * return;`, `const approved = confirm(path); if (!approved) return;`. What it is rejected with stops nothing either.
 */
export function isOnlyTested(call: Call, program: ts.Program): boolean {
  const holder = syntax.parentOf(call);
  const isHeld = syntax.isVariableDeclaration(holder) && syntax.isIdentifier(holder.name);
  const uses = isHeld ? usesOf(holder, program) : [call];
  return uses.length > 0 && uses.every(isTested) && compilerOf(program).isPending(call);
}

/** Whether a condition is an expression, or has it as a part. */
export function isTested(node: ts.Node): boolean {
  const parent = syntax.parentOf(node);
  if (syntax.isIfStatement(parent)) return true;
  if (syntax.isConditionalExpression(parent)) return syntax.withoutAssertions(parent.condition) === node;
  if (syntax.isBinaryExpression(parent)) return syntax.isLogical(parent) && isTested(parent);
  return syntax.isPrefixUnaryExpression(parent) && parent.operator === syntax.SyntaxKind.ExclamationToken;
}
