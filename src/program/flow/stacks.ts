import type { ts } from '../../type-utils/index.ts';
import { bindingOf, isConstant, isGlobalName, syntax } from '../../type-utils/index.ts';

const stackClasses: ReadonlySet<string> = new Set(['AsyncDisposableStack', 'DisposableStack']);
/** The methods that give a stack a function, which it runs when it is disposed. */
const registering: ReadonlySet<string> = new Set(['adopt', 'defer']);

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
  if (!registering.has(name.text) || !syntax.isIdentifier(stack)) return false;
  const binding = bindingOf(stack);
  return (
    binding !== undefined &&
    syntax.isVariableDeclaration(binding) &&
    isConstant(binding) &&
    binding.initializer !== undefined &&
    isStackMade(syntax.withoutAssertions(binding.initializer)) &&
    syntax.containerOf(binding) === syntax.containerOf(call)
  );
}
