import { assignmentsTo, listAround, methodCalledWith } from '../../program/values/functions.ts';
import { anywhere, nodesIn, returnedBy, textOfKey } from '../../program/values/nodes.ts';
import {
  bindingOf,
  calledName,
  constantInitializerOf,
  patternHolderOf,
  propertyNamed,
  syntax,
  type ts,
} from '../../type-utils/index.ts';

/** What a variable comes from. */
export interface Source {
  readonly node: ts.Node;
  /** The variables that stand for each element of the list that it is made for. Undefined: it is made for what the variable is. */
  readonly each?: readonly ts.Node[];
}

/** Methods that give elements of the list that they are called on. */
const keeping = new Set(['filter', 'slice', 'sort', 'toReversed', 'toSorted', 'reverse']);

/** What the variable that a name stands for is given, the promise that a callback's parameter comes from, and of what elements are made. */
export function sourcesOf(name: ts.Identifier, binding: ts.Node, program: ts.Program): readonly Source[] {
  const holder = patternHolderOf(binding);
  const list = listAround(holder);
  const key = syntax.isBindingElement(binding) ? keyOf(binding) : memberOf(name);
  if (list) return elementsIn(list).flatMap((source) => partAt(source, key) ?? []);
  if (syntax.isParameter(holder)) {
    const method = methodCalledWith(holder.parent);
    return method?.name.text === 'then' ? [{ node: method.expression }] : [];
  }
  if (!syntax.isVariableDeclaration(holder)) return [];
  const assigned = assignmentsTo(holder, program).map(({ right }) => right);
  return [...(holder.initializer ? [holder.initializer] : []), ...assigned].map((node) => ({ node }));
}

/** The property that a pattern takes of each element. Undefined: the element itself, or something else of it. */
function keyOf({ parent, propertyName, name }: ts.BindingElement): string | undefined {
  if (!syntax.isObjectBindingPattern(parent) || syntax.isBindingElement(parent.parent)) return undefined;
  if (propertyName) return textOfKey(propertyName);
  return syntax.isIdentifier(name) ? name.text : undefined;
}

/** What makes the elements of a list. */
function elementsIn(list: ts.Expression): readonly Source[] {
  const value = syntax.withoutAwait(syntax.withoutAssertions(list));
  if (syntax.isIdentifier(value)) {
    const initializer = constantInitializerOf(value);
    return initializer && !syntax.isIdentifier(initializer) ? [...elementsIn(initializer), ...putInto(value)] : [];
  }
  if (!syntax.isMethodCall(value)) return [];
  const [given] = value.arguments;
  const { name, expression: receiver } = value.expression;
  if (given && name.text === 'all' && receiver.getText() === 'Promise') return elementsIn(given);
  if (keeping.has(name.text)) return elementsIn(receiver);
  const fn = given && syntax.withoutAssertions(given);
  if (name.text !== 'map' || !fn || !syntax.isFunctionLike(fn)) return [];
  return returnedBy(fn).map((node) => ({ node: syntax.withoutAssertions(node), each: fn.parameters }));
}

/** `reviewed.push({ call, answer: await ask(call) })`, where the list is declared. */
function putInto(list: ts.Identifier): readonly Source[] {
  return additionsTo(list).flatMap(({ node, each }) =>
    node.arguments.map((given) => ({ node: syntax.withoutAssertions(given), ...(each && { each }) })),
  );
}

/** The calls that put something into a list which begins empty, where it is declared. */
export function additionsTo(list: ts.Identifier): readonly (Source & { readonly node: ts.CallExpression })[] {
  const binding = bindingOf(list);
  const initial = constantInitializerOf(list);
  if (!binding || !initial || !syntax.isArrayLiteralExpression(initial) || initial.elements.length > 0) return [];
  return nodesIn(syntax.containerOf(binding), syntax.isMethodCall, anywhere)
    .filter((call) => calledName(call) === 'push' && isNameOf(call.expression.expression, binding))
    .map((node) => {
      const each = elementAround(node);
      return { node, ...(each && { each }) };
    });
}

/** What stands for an element in the loop or callback around a place. */
function elementAround(node: ts.Node): readonly ts.Node[] | undefined {
  for (let at = node; !syntax.isSourceFile(at); at = at.parent) {
    if (syntax.isForOfStatement(at)) return [at.initializer];
    if (syntax.isFunctionLike(at)) return methodCalledWith(at) ? at.parameters : undefined;
  }
  return undefined;
}

function isNameOf(node: ts.Expression, binding: ts.Node): boolean {
  return syntax.isIdentifier(node) && bindingOf(node) === binding;
}

/** `answer` of `reviewed.answer` */
function memberOf(name: ts.Identifier): string | undefined {
  const access = syntax.parentOf(name);
  return syntax.isPropertyAccessExpression(access) && access.expression === name ? access.name.text : undefined;
}

/** The property of an object that is written out, which itself is always there; of anything else all of it. */
function partAt(source: Source, key: string | undefined): Source | undefined {
  if (!syntax.isObjectLiteralExpression(source.node)) return source;
  const node = key === undefined ? undefined : propertyNamed(source.node, key);
  return node && { ...source, node };
}
