import type { ts } from '../../type-utils/index.ts';
import { bindingOf, isGlobalName, namesWithin, syntax } from '../../type-utils/index.ts';

/** Methods of lists, sets and maps by which they are filled. */
const filling: ReadonlySet<string> = new Set(['add', 'push', 'set', 'unshift']);
/** Other methods of them that give nothing of them away. */
const looking: ReadonlySet<string> = new Set(['has', 'includes', 'indexOf']);
const collections: ReadonlySet<string> = new Set(['Map', 'Set']);

/**
 * The variable of an object or a list that the function around has made itself, and that nothing else has got before all
 * that fills it here has run: `const picked = {}; for (…) picked[name] = tool;`.
 *
 * @param mayBeObject whether an object literal counts, beside lists and collections
 */
export function filledVariable(object: ts.Expression, mayBeObject = true): ts.Identifier | undefined {
  const name = syntax.withoutAssertions(object);
  const declaration = syntax.isIdentifier(name) ? bindingOf(name) : undefined;
  if (!syntax.isIdentifier(name) || !declaration || !syntax.isVariableDeclaration(declaration)) return undefined;
  const fn = syntax.containerOf(declaration);
  if (!isMadeHere(declaration, mayBeObject) || syntax.containerOf(name) !== fn || !syntax.isFunctionLike(fn))
    return undefined;
  const end = endOfLoops(name, fn);
  const isAlone = namesWithin(fn, name.text).every(
    (use) =>
      use === name ||
      use === declaration.name ||
      !syntax.isIdentifier(use) ||
      bindingOf(use) !== declaration ||
      (syntax.containerOf(use) === fn && (use.pos >= end || isLookedAt(use))),
  );
  return isAlone ? name : undefined;
}

/** `tools.push(…)` as a statement: the variable that it fills. */
export function filledByCall(call: ts.CallExpression): ts.Identifier | undefined {
  const callee = syntax.withoutAssertions(call.expression);
  return syntax.isPropertyAccessExpression(callee) &&
    filling.has(callee.name.text) &&
    syntax.isExpressionStatement(syntax.parentOf(call))
    ? filledVariable(callee.expression, false)
    : undefined;
}

function isMadeHere({ initializer }: ts.VariableDeclaration, mayBeObject: boolean): boolean {
  const made = initializer && syntax.withoutAssertions(initializer);
  if (!made) return false;
  if (syntax.isArrayLiteralExpression(made)) return true;
  // Not one with accessors, or methods of its own.
  if (syntax.isObjectLiteralExpression(made))
    return mayBeObject && made.properties.every((each) => syntax.isPropertyAssignment(each));
  const { expression } = syntax.isNewExpression(made) ? made : {};
  return (
    expression !== undefined &&
    syntax.isIdentifier(expression) &&
    collections.has(expression.text) &&
    isGlobalName(expression)
  );
}

/** Where the outermost loop around a place in a function ends, or the statement. */
function endOfLoops(place: ts.Node, fn: ts.Node): number {
  let end = place.end;
  for (let at = place; at !== fn; at = syntax.parentOf(at))
    if (syntax.isIterationStatement(at, false) || (end === place.end && syntax.isExpressionStatement(at))) end = at.end;
  return end;
}

/** `picked[name]`, `picked.length`, `seen.has(name)`: nothing gets the object itself by that. */
function isLookedAt(use: ts.Identifier): boolean {
  const access = syntax.parentOf(use);
  if (!syntax.isAccess(access) || access.expression !== use) return false;
  const call = syntax.parentOf(access);
  if (!syntax.isCallExpression(call) || call.expression !== access) return true;
  const method = syntax.isPropertyAccessExpression(access) ? access.name.text : '';
  return filling.has(method) || looking.has(method);
}
