import { bindingOf, syntax, type ts } from '../../type-utils/index.ts';
import { contains, nodesIn } from './nodes.ts';
import { elementAt, elementsOf, type Lazy, textIn, type Value } from './values.ts';

/** `table[key]` and `table.get(key)`. */
export function keyedReadAt(node: ts.Node): { readonly table: ts.Expression; readonly key: ts.Expression } | undefined {
  if (syntax.isElementAccessExpression(node))
    return syntax.lastNameOf(node) ? undefined : { table: node.expression, key: node.argumentExpression };
  const callee = syntax.isCallExpression(node) ? syntax.withoutAssertions(node.expression) : undefined;
  if (!callee || !syntax.isPropertyAccessExpression(callee) || callee.name.text !== 'get') return undefined;
  const [key] = syntax.isCallExpression(node) ? node.arguments : [];
  return key && { table: callee.expression, key };
}

/** The properties of an object, or the values of a `Map`, whose keys are known. */
export function keyedIn(table: Value): readonly (readonly [string, Lazy])[] {
  if (table.kind === 'object') return [...table.properties];
  if (table.kind !== 'made' || !table.contents?.isMap) return [];
  return elementsOf(table).elements.flatMap((pair) => {
    const key = textIn(elementAt(pair, 0));
    return key === undefined ? [] : [[key, () => elementAt(pair, 1)] as const];
  });
}

/** Whether a key is tested in some code, other than by what a table has for it: `if (!safe.has(name)) continue;` */
export function isTestedIn(code: ts.Node, key: ts.Node): boolean {
  const isKey = (node: ts.Node): boolean =>
    syntax.isIdentifier(node) &&
    bindingOf(node) === key &&
    !(syntax.isElementAccessExpression(node.parent) && node.parent.argumentExpression === node) &&
    keyedReadAt(node.parent) === undefined;
  const tests = [
    ...nodesIn(code, syntax.isIfStatement).map(({ expression }) => expression),
    ...nodesIn(code, syntax.isConditionalExpression).map(({ condition }) => condition),
  ];
  return tests.some((test) => contains(test, isKey));
}
