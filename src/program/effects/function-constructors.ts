import type { Origin, ts } from '../../type-utils/index.ts';
import { constantValueOf, syntax } from '../../type-utils/index.ts';
import { isGlobal } from '../values/runs.ts';

const functionConstructor: Origin = { package: 'typescript', version: undefined, name: 'Function' };

/**
 * What a constant is that holds the constructor of async functions or generators, which the language has no name for:
 * `const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor`, `(async () => {}).constructor`.
 */
export function functionConstructorAt(callee: ts.Expression): Origin | undefined {
  const value = constantValueOf(callee);
  if (!syntax.isPropertyAccessExpression(value) || value.name.text !== 'constructor') return undefined;
  const owner = syntax.withoutAssertions(value.expression);
  return syntax.isFunctionValue(owner) || isPrototypeOfFunction(owner) ? functionConstructor : undefined;
}

function isPrototypeOfFunction(node: ts.Expression): boolean {
  if (!syntax.isCallExpression(node) || !syntax.isPropertyAccessExpression(node.expression)) return false;
  const { expression: space, name } = node.expression;
  const [given] = node.arguments;
  return (
    name.text === 'getPrototypeOf' &&
    (isGlobal(space, 'Object') || isGlobal(space, 'Reflect')) &&
    given !== undefined &&
    syntax.isFunctionValue(syntax.withoutAssertions(given))
  );
}
