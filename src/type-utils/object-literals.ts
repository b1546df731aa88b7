import type ts from 'typescript';
import * as syntax from './syntax.ts';

/** The key of a property that is written as a name, a text or a number; undefined for one that is worked out, and for a spread. */
export function keyOfProperty({ name }: ts.ObjectLiteralElementLike): string | undefined {
  return name && !syntax.isComputedPropertyName(name) ? name.text : undefined;
}

/** The property that an object literal has for a key, whatever is spread into it. */
export function propertyNamed(
  { properties }: ts.ObjectLiteralExpression,
  key: string,
): ts.ObjectLiteralElementLike | undefined {
  return properties.find((each) => keyOfProperty(each) === key);
}

/** What a property is given as it is written: `{ key: value }`, `{ key }`. */
export function valueOfProperty(property: ts.ObjectLiteralElementLike): ts.Expression | undefined {
  if (syntax.isShorthandPropertyAssignment(property)) return property.name;
  return syntax.isPropertyAssignment(property) ? property.initializer : undefined;
}

/** What an object literal gives a key, as it is written. */
export function writtenFor(object: ts.Node, key: string): ts.Expression | undefined {
  const property = syntax.isObjectLiteralExpression(object) ? propertyNamed(object, key) : undefined;
  return property && valueOfProperty(property);
}
