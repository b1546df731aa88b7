import type ts from 'typescript';
import { bindingOf, isConstant } from '../scopes.ts';
import * as syntax from '../syntax.ts';
import { typescript } from '../typescript.ts';
import { constructed, inferredFunction, narrowedNamesIn } from './declared-type.ts';
import { returnedIn } from './returned-object.ts';

const isJavaScript = /\.[cm]?jsx?$/;

/** How many variables and functions are followed, each to the next. */
const MAX_STEPS = 5;

/**
 * The classes of which an expression is surely an instance of one, by the code that constructs it: through constants, and
 * functions that state no result, `const transport = url ? new A(url) : new B()`. Undefined where anything else is among it.
 * The checker would compare all members of the classes, to learn whether one stands for the other.
 */
export function classesConstructed(node: ts.Node, checker: ts.TypeChecker, steps = 0): readonly ts.Type[] | undefined {
  if (syntax.isParenthesizedExpression(node) || syntax.isNonNullExpression(node))
    return classesConstructed(node.expression, checker, steps);
  if (syntax.isConditionalExpression(node)) return ofAll([node.whenTrue, node.whenFalse], checker, steps);
  if (syntax.isNewExpression(node)) {
    const type = constructed(node, checker);
    return type && [type];
  }
  if (steps > MAX_STEPS) return undefined;
  if (syntax.isIdentifier(node)) {
    const value = initializerOf(node);
    return value && classesConstructed(value, checker, steps + 1);
  }
  const fn = inferredFunction(node, checker);
  // In JavaScript a comment may state the result.
  if (!fn?.body || isJavaScript.test(fn.getSourceFile().fileName)) return undefined;
  return ofAll(syntax.isBlock(fn.body) ? returnedIn(fn.body) : [fn.body], checker, steps + 1);
}

function ofAll(
  expressions: readonly (ts.Expression | undefined)[],
  checker: ts.TypeChecker,
  steps: number,
): readonly ts.Type[] | undefined {
  const found: ts.Type[] = [];
  for (const expression of expressions) {
    const classes = expression && classesConstructed(expression, checker, steps);
    if (!classes) return undefined;
    found.push(...classes);
  }
  return found.length > 0 ? found : undefined;
}

/** The value of a constant without a type, of which no test may have made another type. */
function initializerOf(name: ts.Identifier): ts.Expression | undefined {
  const binding = bindingOf(name);
  if (!binding || !syntax.isVariableDeclaration(binding) || binding.type || typescript.getJSDocType(binding))
    return undefined;
  return isConstant(binding) && !narrowedNamesIn(name.getSourceFile()).has(name.text) ? binding.initializer : undefined;
}
