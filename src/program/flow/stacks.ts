import { isStacking } from '../../analysis/flow-graph.ts';
import type { ts } from '../../type-utils/index.ts';
import { constantInitializerOf, isGlobalName, syntax } from '../../type-utils/index.ts';

const stackClasses: ReadonlySet<string> = new Set(['AsyncDisposableStack', 'DisposableStack']);

/** `new AsyncDisposableStack()`, of the language's own class. */
export function isStackMade(node: ts.Node): boolean {
  return (
    syntax.isNewExpression(node) &&
    syntax.isIdentifier(node.expression) &&
    stackClasses.has(node.expression.text) &&
    isGlobalName(node.expression)
  );
}

/** Whether a function is given to a stack that the code around has in a constant: `stack.defer(() => client.close())`. */
export function isRunByStack(fn: ts.Node): boolean {
  const call = syntax.parentOf(fn);
  if (!syntax.isCallExpression(call) || !syntax.isPropertyAccessExpression(call.expression)) return false;
  const { expression: stack, name } = call.expression;
  if (!isStacking(name.text) || !syntax.isIdentifier(stack)) return false;
  const made = constantInitializerOf(stack);
  return (
    made !== undefined &&
    isStackMade(syntax.withoutAssertions(made)) &&
    syntax.containerOf(made) === syntax.containerOf(call)
  );
}
