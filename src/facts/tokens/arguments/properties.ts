import type { ts } from '../../../type-utils/index.ts';
import { anyShape, syntax } from '../../../type-utils/index.ts';
import { isLazyAssignment } from '../../../program/values/functions.ts';
import { choice, type Content, literal, type ObjectContent, result, unknown } from './contents.ts';
import { below, type Change, isCopy } from './readings.ts';

/** A property of an object, or an element of a list, that is read at some time: `undefined` as a literal where it has none. */
export function propertyOf(whole: Content, name: string, node: ts.Expression, time: ts.Node): Content {
  const at = whole.at && below(whole.at, name, time);
  switch (whole.kind) {
    case 'read': {
      const shape = () => {
        const { properties, element } = whole.shape();
        return properties?.get(name)?.shape ?? element ?? anyShape;
      };
      return { kind: 'read', reading: below(whole.reading, name, time), shape, node, at };
    }
    case 'object': {
      const [other, ...others] = whole.rest;
      const property =
        whole.properties.get(name) ?? (other ? propertyOf(other, name, node, time) : literal(undefined, node));
      return others.length > 0 && !whole.properties.has(name) ? unknown(node) : { ...property, at };
    }
    case 'choice': {
      const options = whole.options.map((option) => propertyOf(option, name, node, time));
      return { ...choice(options, node), at };
    }
    default:
      return { ...unknown(node), at };
  }
}

/** Whether an object that is read may lack a property. Undefined: that is not known. */
export function isOptionalIn(whole: Content, name: string): boolean | undefined {
  return whole.kind === 'read' ? whole.shape().properties?.get(name)?.isOptional : undefined;
}

/** An object by its properties: of what is read, by those that its type has. Undefined: it may be no object. */
export function asObject(content: Content, time: ts.Node = content.node): ObjectContent | undefined {
  if (content.kind !== 'read') return content.kind === 'object' ? content : undefined;
  const { kinds, properties, isOpen } = content.shape();
  if (kinds && (!kinds.has('object') || kinds.has('array'))) return undefined;
  const { node, at } = content;
  const own = [...(properties?.keys() ?? [])].map((key) => [key, propertyOf(content, key, node, time)] as const);
  return { kind: 'object', properties: new Map(own), rest: properties && !isOpen ? [] : [content], node, at };
}

export function withProperty(object: ObjectContent, key: string, content: Content): ObjectContent {
  return { ...object, properties: new Map([...object.properties, [key, content]]) };
}

/** `{ ...object, ...other }`, of which the second is a copy by now. */
export function withAll(object: ObjectContent, other: Content): ObjectContent {
  const added = asObject(other);
  const { node } = object;
  if (!added || added.rest.length > 0) {
    const hidden = [...object.properties.keys()].map((key) => [key, unknown(node)] as const);
    const properties = new Map<string, Content>([...hidden, ...(added ? propertiesOver(object, added) : [])]);
    return { ...object, properties, rest: [...object.rest, ...(added?.rest ?? [other])] };
  }
  const declared = other.kind === 'read' ? other.shape().properties : undefined;
  return propertiesOver(object, added).reduce((whole, [key, content]) => {
    const isSure = !declared || declared.get(key)?.isOptional === false;
    const before = isSure ? undefined : whole.properties.get(key);
    return withProperty(whole, key, before ? choice([content, before], node) : content);
  }, object);
}

/** What takes the place of an object's properties: not what the other one lacks, as `rest` of `{ path, ...rest }` does. */
function propertiesOver(object: ObjectContent, { properties }: ObjectContent): (readonly [string, Content])[] {
  return [...properties].filter(
    ([key, content]) => !(content.kind === 'literal' && content.value === undefined && object.properties.has(key)),
  );
}

/**
 * What an object or list has become by a change of some part of it.
 *
 * @param read gives what is assigned
 */
export function withChange(content: Content, change: Change, read: (expression: ts.Expression) => Content): Content {
  const {
    node,
    path: [key, ...path],
  } = change;
  if (content.kind === 'choice')
    return choice(
      content.options.map((option) => withChange(option, change, read)),
      content.node,
    );
  // Another name of what is compared itself.
  if (content.kind === 'read' && !isCopy(content.reading)) return content;
  const object = key === undefined ? undefined : asObject(content);
  // Which property is deleted may decide whether anything is: one that is `undefined` is left out anyway.
  if (!object || key === undefined) return syntax.isDeleteExpression(node) ? unknown(content.node) : changed(content);
  const before = propertyOf(object, key, content.node, content.node);
  return withProperty(
    object,
    key,
    path.length > 0 ? withChange(before, { node, path }, read) : assigned(before, node, read),
  );
}

function assigned(before: Content, change: ts.Node, read: (expression: ts.Expression) => Content): Content {
  if (syntax.isDeleteExpression(change)) return literal(undefined, before.node);
  if (!syntax.isAssignment(change) || !syntax.isAccess(change.left)) return changed(before);
  const { right, operatorToken } = change;
  const given = read(right);
  if (operatorToken.kind === syntax.SyntaxKind.EqualsToken) return given;
  if (isLazyAssignment(change)) return choice([before, given], right);
  return result(operatorToken.getText(), [before, given], [before], right);
}

/** Something is done to it that is not known. */
function changed(content: Content): Content {
  return result('…', [content], [content], content.node);
}
