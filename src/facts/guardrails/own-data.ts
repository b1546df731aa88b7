import type { ts } from '../../type-utils/index.ts';
import { bindingOf, compilerOf, declarationOf, isPlatformGlobal, syntax } from '../../type-utils/index.ts';

/** How many names are looked through. */
const MAX_DEPTH = 8;

/**
 * Whether a value of type `any` is data that the program has made or read (`[]`, `JSON.parse(text)`), or the input of a
 * tool's handler, so that `push` and `set` change nothing else. What comes from a package, and what another function of the
 * program is given, may be anything.
 */
export function isOwnData(expression: ts.Expression, handler: ts.Node, program: ts.Program, depth = 0): boolean {
  const node = syntax.withoutAssertions(expression);
  if (depth > MAX_DEPTH) return false;
  const isData = (inner: ts.Expression): boolean => isOwnData(inner, handler, program, depth + 1);
  if (syntax.isAwaitExpression(node)) return isData(node.expression);
  if (syntax.isArrayLiteralExpression(node) || syntax.isObjectLiteralExpression(node)) return true;
  if (syntax.isNewExpression(node)) return isOfPlatform(node, program);
  if (syntax.isBinaryExpression(node)) return isData(node.left) && isData(node.right);
  if (syntax.isConditionalExpression(node)) return isData(node.whenTrue) && isData(node.whenFalse);
  if (syntax.isCallExpression(node)) {
    if (isOfPlatform(node, program)) return true;
    return syntax.isPropertyAccessExpression(node.expression) && isData(node.expression.expression);
  }
  if (syntax.isAccess(node)) return isData(node.expression);
  if (!syntax.isIdentifier(node)) return syntax.isStringLiteralLike(node);
  const binding = bindingOf(node);
  if (!binding) return isPlatformGlobal(node.text);
  return isDataAt(binding, isData, handler) || isDataAt(declarationOf(node, program), isData, handler);
}

function isDataAt(
  declaration: ts.Node | undefined,
  isData: (value: ts.Expression) => boolean,
  handler: ts.Node,
): boolean {
  let owner = declaration;
  while (
    owner &&
    (syntax.isBindingElement(owner) || syntax.isObjectBindingPattern(owner) || syntax.isArrayBindingPattern(owner))
  )
    owner = owner.parent;
  if (!owner) return false;
  if (syntax.isVariableDeclaration(owner)) {
    const loop = owner.parent.parent;
    if (syntax.isForOfStatement(loop)) return isData(loop.expression);
    return owner.initializer !== undefined && isData(owner.initializer);
  }
  if (!syntax.isParameter(owner)) return false;
  const fn = owner.parent;
  if (fn === handler) return fn.parameters[0] === owner;
  // `list.forEach((each) => …)`
  const call = syntax.parentOf(fn);
  return (
    syntax.isCallExpression(call) &&
    syntax.isPropertyAccessExpression(call.expression) &&
    isData(call.expression.expression)
  );
}

function isOfPlatform(call: ts.CallExpression | ts.NewExpression, program: ts.Program): boolean {
  return compilerOf(program).resultOfCall(call).isPlatform;
}
