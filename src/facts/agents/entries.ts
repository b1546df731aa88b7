import { propertyNamed, syntax, type ts } from '../../type-utils/index.ts';
import type { Value } from '../../program/values/values.ts';
import { isCall } from './matcher.ts';

/** An element of a list of agents, or a property of an object of them. */
export interface Entry {
  readonly key: string | undefined;
  readonly value: Value;
  /** Where it is written, as far as that is known. */
  readonly place: ts.Node;
}

/** The elements of a list of agents, or the properties of an object of them. */
export function entriesOf(list: Exclude<Value, { kind: 'choice' }>): readonly Entry[] {
  if (list.kind === 'object')
    return [...list.properties].map(([key, property]) => {
      const value = property();
      return { key, value, place: propertyIn(list.node, key) ?? value.node };
    });
  if (list.kind !== 'list') return [];
  return list.elements.map((element, index) => {
    const value = element();
    return { key: undefined, value, place: elementIn(list.node, index) ?? value.node };
  });
}

function propertyIn(node: ts.Node, key: string): ts.Node | undefined {
  return syntax.isObjectLiteralExpression(node) ? propertyNamed(node, key) : undefined;
}

/** An element of a list that is written out, or of those that a call adds. */
function elementIn(node: ts.Node, index: number): ts.Node | undefined {
  const elements = syntax.isArrayLiteralExpression(node) ? node.elements : isCall(node) ? node.arguments : undefined;
  return elements?.slice(0, index + 1).some(syntax.isSpreadElement) ? undefined : elements?.[index];
}
