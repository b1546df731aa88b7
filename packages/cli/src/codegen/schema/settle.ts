import { noDoc, nullable, withoutNull } from './shape.ts';
import type { Content, Declaration, Entry, ObjectContent, Shape, UnionContent, Variant } from './shape.ts';
import { pascalCase } from '../names.ts';

/**
 * Completes the declarations of one schema: puts what was pending in its place, flattens unions in unions, and finds the
 * property by whose value the variants of a union differ.
 *
 * @returns the shape of the whole schema
 */
export function settle(root: Shape, declarations: readonly Declaration[]): Shape {
  for (const declaration of declarations) declaration.content = settledContent(declaration.content);
  const flat = declarations.map(({ content }) => (content.kind === 'union' ? flattened(content) : content));
  for (const [index, declaration] of declarations.entries()) declaration.content = flat[index] ?? declaration.content;
  for (const declaration of declarations) declaration.content = tagged(declaration);
  return settled(root);
}

function settledContent(content: Content): Content {
  switch (content.kind) {
    case 'object':
      return {
        ...content,
        properties: content.properties.map((property) => ({ ...property, shape: settled(property.shape) })),
        rest: content.rest && settled(content.rest),
      };
    case 'union':
      return { ...content, variants: content.variants.map((each) => ({ ...each, shape: settled(each.shape) })) };
    case 'wrapper':
      return { ...content, shape: settled(content.shape) };
    case 'enum':
      return content;
  }
}

/** @param followed entries on the path to this shape: one that leads to itself accepts everything */
function settled(shape: Shape, followed: readonly Entry[] = []): Shape {
  const inner = (each: Shape): Shape => settled(each, followed);
  switch (shape.kind) {
    case 'pending': {
      const { entry } = shape;
      return !entry.shape || followed.includes(entry)
        ? { kind: 'unknown' }
        : settled(entry.shape, [...followed, entry]);
    }
    case 'array':
      return { kind: 'array', items: inner(shape.items) };
    case 'map':
      return { kind: 'map', values: inner(shape.values) };
    case 'nullable':
      return nullable(inner(shape.of));
    case 'tuple':
      return { ...shape, items: shape.items.map(inner), rest: shape.rest && inner(shape.rest) };
    default:
      return shape;
  }
}

/** A union without unions in it: those could contain each other. */
function flattened(union: UnionContent): UnionContent {
  const variants: Variant[] = [];
  const seen = new Set<object>([union]);
  const add = (variant: Variant): void => {
    const present = withoutNull(variant.shape);
    if (variant.shape.kind === 'nullable') addOnce({ shape: { kind: 'null' }, tagValue: undefined, doc: noDoc });
    const content = present.kind === 'named' ? present.declaration.content : undefined;
    if (content?.kind !== 'union') addOnce({ ...variant, shape: present });
    else if (!seen.has(content)) {
      seen.add(content);
      content.variants.forEach(add);
    }
  };
  const addOnce = (variant: Variant): void => {
    const { shape } = variant;
    const isThere = variants.some(
      ({ shape: other }) =>
        (shape.kind === 'named' && other.kind === 'named' && shape.declaration === other.declaration) ||
        (shape.kind === 'null' && other.kind === 'null'),
    );
    if (!isThere) variants.push(variant);
  };
  union.variants.forEach(add);
  return { ...union, variants };
}

function tagged({ content, short }: Declaration): Content {
  if (content.kind !== 'union') return content;
  const objects = content.variants.map(({ shape }) => objectIn(shape));
  const [first] = objects;
  if (!first || objects.length < 2 || objects.includes(undefined)) return content;
  const keys = first.content.properties.map(({ key }) => key).sort((a) => (a === content.discriminator ? -1 : 0));
  for (const tag of keys) {
    const values = objects.map((object) => object && tagValueOf(object.content, tag));
    if (values.includes(undefined) || new Set(values).size < values.length) continue;
    for (const [index, object] of objects.entries())
      // The value of the tag names a variant that its schema does not name.
      if (object && !object.declaration.isDefinition && /Variant\d+$/.test(object.declaration.short))
        object.declaration.short = `${short}${pascalCase(values[index] ?? '')}`;
    const variants = content.variants.map((variant, index) => ({ ...variant, tagValue: values[index] }));
    return { ...content, variants, tag };
  }
  return content;
}

function objectIn(shape: Shape): { declaration: Declaration; content: ObjectContent } | undefined {
  if (shape.kind !== 'named' || shape.declaration.content.kind !== 'object') return undefined;
  return { declaration: shape.declaration, content: shape.declaration.content };
}

/** The string that an object requires under a key, where it is the only one. */
function tagValueOf({ properties }: ObjectContent, tag: string): string | undefined {
  const property = properties.find(({ key, isRequired }) => key === tag && isRequired);
  if (property?.shape.kind !== 'named') return undefined;
  const { content } = property.shape.declaration;
  const [only] = content.kind === 'enum' && content.values.length === 1 ? content.values : [];
  return typeof only?.value === 'string' ? only.value : undefined;
}
