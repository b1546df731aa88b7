import { lookUpWords, onceWords, refusalWords, stepMethods } from '../../models/contracts/repeats.ts';
import { partsOf } from '../../program/control/conditions.ts';
import { branchesOf } from '../../program/control/control.ts';
import { valueOf } from '../../program/values/functions.ts';
import { bindingOf, calledName, patternHolderOf, syntax, type ts } from '../../type-utils/index.ts';
import type { RepeatedAct } from './repeated-acts.ts';

/** How many names are followed. */
const MAX_DEPTH = 4;

/**
 * Whether something is done only where a look-up shows that it was not done before, or is run by what runs it once:
 * `if (await orders.has(id)) return;`, `step.run('charge', () => …)`.
 */
export function isDoneOnce({ path, frames }: Pick<RepeatedAct, 'frames' | 'path'>, program: ts.Program): boolean {
  return path.some((call, index) => {
    const fn = frames[index]?.fn;
    return isUnderLookUp(call, program) || (fn !== undefined && isRunOnce(call, fn));
  });
}

function isUnderLookUp(call: ts.Node, program: ts.Program): boolean {
  for (let at: ts.Node = call; !syntax.isSourceFile(at); at = at.parent) {
    if (at !== call && !syntax.isFunctionValue(at)) continue;
    const isTested = branchesOf(at, program).some((condition) =>
      partsOf(condition).some(({ part, value }) => isAbsence(part, value) || isClaim(part, value)),
    );
    if (isTested) return true;
  }
  return false;
}

/** Whether a condition, with this value, says that something looked up is not there: `existing`, `seen.has(id)`, `row !== undefined`. */
function isAbsence(part: ts.Expression, value: boolean | undefined): boolean {
  if (value === undefined) return false;
  const node = syntax.withoutAssertions(part);
  if (syntax.isBinaryExpression(node)) {
    const isEqual = syntax.equalityOf(node);
    if (isEqual !== undefined && (syntax.isNullishLiteral(node.right) || /^(?:0|-1)$/.test(node.right.getText())))
      return isEqual === value && isLookUp(node.left);
    if (isEqual && !value) return isStatusOf(node.left) || isLookUp(node.left);
    if (node.operatorToken.kind === syntax.SyntaxKind.GreaterThanToken && node.right.getText() === '0')
      return !value && isLookUp(node.left);
    return node.operatorToken.kind === syntax.SyntaxKind.InKeyword && !value;
  }
  return !value && isLookUp(node);
}

/** `order.status === 'paid'` */
function isStatusOf(node: ts.Expression): boolean {
  return /\b(?:status|state)$/i.test(node.getText());
}

/** `await locks.acquire(id)`: the first that comes gets it. */
function isClaim(part: ts.Expression, value: boolean | undefined): boolean {
  const node = made(part);
  return value === true && node !== undefined && onceWords.test(calledName(node) ?? '');
}

function isLookUp(expression: ts.Expression, depth = 0): boolean {
  const node = valueOf(expression);
  if (depth > MAX_DEPTH || refusalWords.test(node.getText())) return false;
  if (syntax.isCallExpression(node)) {
    const name = calledName(node) ?? '';
    return lookUpWords.test(name) || onceWords.test(name);
  }
  if (syntax.isElementAccessExpression(node)) return true;
  if (syntax.isPropertyAccessExpression(node))
    return onceWords.test(node.name.text) || isLookUp(node.expression, depth + 1);
  const declared = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
  const holder = declared && patternHolderOf(declared);
  return (
    holder !== undefined &&
    syntax.isVariableDeclaration(holder) &&
    holder.initializer !== undefined &&
    isLookUp(holder.initializer, depth + 1)
  );
}

function made(expression: ts.Expression): ts.CallExpression | undefined {
  const node = valueOf(expression);
  if (syntax.isCallExpression(node)) return node;
  const declared = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
  const initializer = declared && syntax.isVariableDeclaration(declared) ? declared.initializer : undefined;
  const value = initializer && valueOf(initializer);
  return value && syntax.isCallExpression(value) ? value : undefined;
}

/** `step.run('charge', () => charge())`, `once(key, () => charge())` */
function isRunOnce(call: ts.Node, fn: ts.Node): boolean {
  for (let at = call; at !== fn && !syntax.isSourceFile(at); at = at.parent) {
    const around = syntax.isFunctionValue(at) ? syntax.parentOf(at) : undefined;
    if (!around || !syntax.isCallExpression(around)) continue;
    const name = calledName(around) ?? '';
    if (onceWords.test(name) || onceWords.test(syntax.rootOf(around.expression).getText())) return true;
    const [first] = around.arguments;
    const isNamed = first !== undefined && (syntax.isStringLiteralLike(first) || syntax.isTemplateExpression(first));
    if (isNamed && stepMethods.includes(name)) return true;
  }
  return false;
}
