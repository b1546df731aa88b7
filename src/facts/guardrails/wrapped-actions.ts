import type { ts } from '../../type-utils/index.ts';
import { bindingOf, isInside, patternHolderOf, syntax } from '../../type-utils/index.ts';
import type { Call } from '../agents/matcher.ts';

/**
 * Whether a call in the handler of a tool may be what the tool does: its result is used, or it is given the handler's input as it
 * is, its parts, what a call makes of it, or nothing at all, as in `await run(input);` and `run({ path });`.
 */
export function mayBeAction(handler: syntax.FunctionLike, call: Call): boolean {
  const given = call.arguments ?? [];
  return isUsed(call) || given.length === 0 || given.some((argument) => isInputOf(handler, argument));
}

function isUsed(call: Call): boolean {
  const around = syntax.parentOfAwaited(call);
  return !syntax.isExpressionStatement(around) && !syntax.isVoidExpression(around);
}

function isInputOf(handler: syntax.FunctionLike, expression: ts.Expression): boolean {
  const value = syntax.withoutAssertions(expression);
  if (syntax.isSpreadElement(value) || syntax.isAwaitExpression(value)) return isInputOf(handler, value.expression);
  if (syntax.isObjectLiteralExpression(value)) return value.properties.some((part) => hasInputOf(handler, part));
  if (syntax.isCallExpression(value)) return value.arguments.some((argument) => isInputOf(handler, argument));
  const root = syntax.rootOf(value);
  const binding = syntax.isIdentifier(root) ? bindingOf(root) : undefined;
  const holder = binding && patternHolderOf(binding);
  if (!holder) return false;
  if (holder.parent === handler) return true;
  const isMadeHere = syntax.isVariableDeclaration(holder) && isInside(holder, handler) && holder.end <= value.pos;
  return isMadeHere && holder.initializer !== undefined && isInputOf(handler, holder.initializer);
}

function hasInputOf(handler: syntax.FunctionLike, part: ts.ObjectLiteralElementLike): boolean {
  if (syntax.isPropertyAssignment(part)) return isInputOf(handler, part.initializer);
  if (syntax.isShorthandPropertyAssignment(part)) return isInputOf(handler, part.name);
  return syntax.isSpreadAssignment(part) && isInputOf(handler, part.expression);
}
