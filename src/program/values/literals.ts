import type { ts } from '../../type-utils/index.ts';
import { literalTextOf, syntax } from '../../type-utils/index.ts';
import { listed, type Scope } from './scope.ts';
import {
  choice,
  type Lazy,
  type ListValue,
  literal,
  type OpaqueResult,
  type ObjectValue,
  optionsOf,
  propertyOf,
  spreadIn,
  unknown,
  type Value,
} from './values.ts';

/** An object that is written out. */
export function valueOfObject(node: ts.ObjectLiteralExpression, scope: Scope): ObjectValue {
  const properties = new Map<string, Lazy>();
  const spread: OpaqueResult[] = [];
  const others: Value[] = [];
  let isOpen = false;
  for (const property of node.properties) {
    if (syntax.isSpreadAssignment(property)) {
      const value = scope.evaluate(property.expression);
      isOpen = mergeInto(properties, value) || isOpen;
      spread.push(...madeIn(value));
      others.push(...optionsOf(value).filter((option) => option.kind !== 'literal' && !isClosed(option)));
      continue;
    }
    const key = keyOf(property.name, scope);
    if (key === undefined) {
      isOpen = true;
      others.push(unknown(property));
    } else if (syntax.isPropertyAssignment(property)) {
      const { initializer } = property;
      set(properties, key, () => scope.evaluate(initializer));
    } else if (syntax.isShorthandPropertyAssignment(property)) {
      const { name } = property;
      set(properties, key, () => scope.evaluate(name));
    } else if (syntax.isMethodDeclaration(property)) {
      set(properties, key, () => ({ kind: 'function', fn: property, node: property }));
    } else set(properties, key, () => unknown(property));
  }
  return { kind: 'object', properties, isOpen, spread, others, node };
}

function keyOf(name: ts.PropertyName, scope: Scope): string | undefined {
  if (name.kind !== syntax.SyntaxKind.ComputedPropertyName) return 'text' in name ? name.text : undefined;
  const key = scope.evaluate(name.expression);
  if (key.kind === 'literal') return String(key.value);
  // A constant of a package is known by its type.
  return syntax.isTemplateExpression(name.expression) ? undefined : literalTextOf(name.expression, scope.program);
}

/** A list that is written out. */
export function valueOfList(node: ts.ArrayLiteralExpression, scope: Scope): ListValue {
  const spread = node.elements.flatMap((element) =>
    syntax.isSpreadElement(element) ? madeIn(scope.evaluate(element.expression)) : [],
  );
  return { kind: 'list', ...listed(node.elements, scope), spread, node };
}

/** What of something that is spread is made elsewhere. */
function madeIn(value: Value): readonly OpaqueResult[] {
  return [
    ...optionsOf(value).flatMap((option) => (option.kind === 'made' && !option.contents ? [option] : [])),
    ...spreadIn(value),
  ];
}

/** Lays the properties of a value over others. Returns whether it may have more. */
export function mergeInto(properties: Map<string, Lazy>, value: Value): boolean {
  const options = optionsOf(value);
  const objects = options.filter((option) => option.kind === 'object');
  // `...(cond && { … })` adds nothing where the condition is false.
  const isComplete = options.every((option) => option.kind === 'object' || option.kind === 'literal');
  const isOpen = !isComplete || objects.some((object) => object.isOpen);
  const names = new Set(objects.flatMap((object) => [...object.properties.keys()]));
  for (const [name, before] of properties)
    if (isOpen && !names.has(name))
      properties.set(name, () => choice([before(), ...otherThan(name, value)], value.node));
  for (const name of names) {
    const before = properties.get(name) ?? (() => literal(undefined, value.node));
    const after = options.map((option) => {
      const own = option.kind === 'object' ? option.properties.get(name) : undefined;
      if (own) return own;
      return option.kind === 'object' && option.isOpen ? () => unknown(value.node) : before;
    });
    const [only] = after;
    set(
      properties,
      name,
      only && after.length === 1
        ? only
        : () =>
            choice(
              after.map((each) => each()),
              value.node,
            ),
    );
  }
  return isOpen;
}

function isClosed(value: Value): boolean {
  return value.kind === 'object' && !value.isOpen;
}

/** A property that what is spread may have, in place of an earlier one. */
function otherThan(name: string, value: Value): readonly Value[] {
  return optionsOf(propertyOf(value, name)).filter((option) => option.kind !== 'literal' || option.value !== undefined);
}

/** A property that is set again takes its new place in the order. */
function set(properties: Map<string, Lazy>, name: string, value: Lazy): void {
  properties.delete(name);
  properties.set(name, value);
}
