import type { ts } from '../../type-utils/index.ts';
import { literalTextOf, syntax } from '../../type-utils/index.ts';
import { listed, type Scope } from './scope.ts';
import {
  alternativesIn,
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

/** An object that is put together: what it has so far. */
interface Parts {
  readonly properties: Map<string, Lazy>;
  readonly spread: OpaqueResult[];
  readonly others: Value[];
  isOpen: boolean;
}

/** An object that is written out. */
export function valueOfObject(node: ts.ObjectLiteralExpression, scope: Scope): ObjectValue {
  const whole = objectOf(node, scope, (spread) => scope.evaluate(spread.expression));
  const alternating = node.properties.filter(syntax.isSpreadAssignment).flatMap((spread) => {
    const options = alternativesIn(scope.evaluate(spread.expression));
    return options.length > 1 ? [{ spread, options }] : [];
  });
  const [first] = alternating;
  if (!first) return whole;
  const { spread, options } = first;
  return {
    ...whole,
    alternatives: () =>
      options.map((option) =>
        objectOf(node, scope, (each) => (each === spread ? option : scope.evaluate(each.expression))),
      ),
  };
}

/** An object that is written out, with what is spread into it at each place. */
function objectOf(
  node: ts.ObjectLiteralExpression,
  scope: Scope,
  spreadAt: (spread: ts.SpreadAssignment) => Value,
): ObjectValue {
  const parts: Parts = { properties: new Map(), spread: [], others: [], isOpen: false };
  const { properties } = parts;
  for (const property of node.properties) {
    if (syntax.isSpreadAssignment(property)) {
      layOver(parts, spreadAt(property), scope);
      continue;
    }
    const key = keyOf(property.name, scope);
    if (key === undefined) {
      parts.isOpen = true;
      parts.others.push(unknown(property));
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
  return { kind: 'object', ...parts, node };
}

/** `Object.assign({}, defaults, options)`: the properties of some values, the later ones over the earlier. */
export function valueOfMerged(values: readonly Value[], node: ts.Node, scope: Scope): ObjectValue {
  const parts: Parts = { properties: new Map(), spread: [], others: [], isOpen: false };
  for (const value of values) layOver(parts, value, scope);
  return { kind: 'object', ...parts, node };
}

function layOver(parts: Parts, given: Value, scope: Scope): void {
  const value = limitedByType(given, scope);
  parts.isOpen = mergeInto(parts.properties, value) || parts.isOpen;
  parts.spread.push(...madeIn(value));
  parts.others.push(...optionsOf(value).filter((option) => option.kind !== 'literal' && !isClosed(option)));
}

/** What is not known of something that is spread has the properties that its type declares, and no others. */
function limitedByType(value: Value, { interpreter: { compiler } }: Scope): Value {
  const options = optionsOf(value).map((option) => {
    if (option.kind === 'made')
      return {
        ...option,
        lacks: (name: string) => option.lacks(name) || compiler.lacksProperty(option.call, [], name),
      };
    const { place } = option.kind === 'unknown' ? option : {};
    return place
      ? { ...option, lacks: (name: string) => compiler.lacksProperty(place.node, place.path, name) }
      : option;
  });
  return choice(options, value.node);
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
    syntax.isSpreadElement(element) ? madeIn(scope.evaluatePart(element.expression)) : [],
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
function mergeInto(properties: Map<string, Lazy>, value: Value): boolean {
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
