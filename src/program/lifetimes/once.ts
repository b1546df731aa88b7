import type { ts } from '../../type-utils/index.ts';
import { declarationOf, isInside, syntax, usesOf } from '../../type-utils/index.ts';
import { testedBy } from '../control/conditions.ts';
import { branchesOf } from '../control/control.ts';
import { isLazyAssignment, isReplacement, referenceOf, valueOf } from '../values/functions.ts';
import { type Holder, holderOf } from './owners.ts';

/**
 * Whether code inside `fn` runs once although `fn` runs often: because of a flag that outlives `fn` and is set on the way
 * (`if (!connected)`), because it asks the object itself (`server.isConnected()`), or because it closes the object first.
 * `path` are the functions that were called from here on the way to where the object is used.
 */
export function runsOnce(
  at: ts.Node,
  fn: ts.Node,
  holder: Holder,
  path: readonly ts.Node[],
  program: ts.Program,
): boolean {
  for (let node = at; node !== fn; node = node.parent) {
    const { parent } = node;
    const isPlace = node === at || syntax.isFunctionLike(node);
    if (isPlace && branchesOf(node, program).some((condition) => isLatch(testedBy(condition)))) return true;
    if (syntax.isBinaryExpression(parent) && isLazyAssignment(parent) && node === parent.right && outlives(parent.left))
      return true;
    if (syntax.isBlock(parent) && parent.statements.some((each) => each.end <= node.pos && closes(each))) return true;
  }
  return false;

  /** Whether a statement closes the object, so that a use after it is the first. */
  function closes(node: ts.Node): boolean {
    if (syntax.isFunctionLike(node)) return false;
    const callee = syntax.isCallExpression(node) ? node.expression : undefined;
    if (callee && syntax.isPropertyAccessExpression(callee) && callee.name.text === 'close')
      return isObject(callee.expression);
    return syntax.forEachChild(node, (child) => closes(child) || undefined) === true;
  }

  /** Whether a condition reads state that outlives `fn` and changes on the path, so that it holds once. */
  function isLatch(condition: ts.Expression): boolean {
    const value = valueOf(condition);
    if (syntax.isPrefixUnaryExpression(value)) return isLatch(value.operand);
    if (syntax.isBinaryExpression(value)) return isLatch(value.left) || isLatch(value.right);
    if (syntax.isCallExpression(value)) {
      const callee = syntax.withoutAssertions(value.expression);
      return value.arguments.length === 0
        ? isObject(callee) || outlives(callee)
        : value.arguments.some((argument) => isObject(argument));
    }
    return isObject(value) || (outlives(value) && isSetOnTheWay(value));
  }

  /** The shared object, under whatever name, or a property of it. */
  function isObject(expression: ts.Expression): boolean {
    return holderOf(expression, program)?.declaration === holder.declaration;
  }

  function outlives(expression: ts.Expression): boolean {
    const value = valueOf(expression);
    if (value.kind === syntax.SyntaxKind.ThisKeyword) return true;
    if (syntax.isPropertyAccessExpression(value)) return outlives(value.expression);
    const declaration = syntax.isIdentifier(value) && declarationOf(value, program);
    return declaration ? !isInside(declaration, fn) : false;
  }

  function isSetOnTheWay(expression: ts.Expression): boolean {
    if (!syntax.isIdentifier(expression) && !syntax.isPropertyAccessExpression(expression)) return false;
    const declaration = declarationOf(nameOf(expression), program);
    return (
      declaration !== undefined &&
      usesOf(declaration, program).some((use) => {
        const target = referenceOf(use);
        const { parent } = target;
        return (
          syntax.isBinaryExpression(parent) &&
          parent.left === target &&
          isReplacement(parent) &&
          [fn, ...path].some((each) => isInside(parent, each))
        );
      })
    );
  }
}

function nameOf(expression: ts.Identifier | ts.PropertyAccessExpression): ts.Node {
  return syntax.isPropertyAccessExpression(expression) ? expression.name : expression;
}
