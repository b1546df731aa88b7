import { bindingOf, calledName, syntax, type ts } from '../../type-utils/index.ts';

/** A test by which a list was divided, and its outcome for the elements of one part. */
interface PartTest {
  readonly fn: syntax.FunctionLike;
  readonly holds: boolean;
}

/** Functions that give the elements for which a test holds, and then the others: as lodash and Ramda have them. */
const dividing = /^(?:partition|partitionBy|split|splitBy|divide|separate)$/;

/** `allowed` of `const [allowed, refused] = partition(calls, ({ name }) => known.has(name));` */
export function partTestOf(list: ts.Identifier): PartTest | undefined {
  const element = bindingOf(list);
  if (!element || !syntax.isBindingElement(element) || !syntax.isArrayBindingPattern(element.parent)) return undefined;
  const index = element.parent.elements.indexOf(element);
  const holder = element.parent.parent;
  const call =
    syntax.isVariableDeclaration(holder) && holder.initializer && syntax.withoutAssertions(holder.initializer);
  if (!call || index > 1 || !syntax.isCallExpression(call) || !dividing.test(calledName(call) ?? '')) return undefined;
  const fn = call.arguments.map((argument) => syntax.withoutAssertions(argument)).find(syntax.isFunctionValue);
  return fn && { fn, holds: index === 0 };
}
