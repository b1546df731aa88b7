import { withoutNull } from '../schema/shape.ts';
import type { Content, Declaration, ObjectContent, Property, Shape, UnionContent } from '../schema/shape.ts';
import { declarationsIn, namedIn } from './naming.ts';

// What Rust and C# write otherwise than TypeScript does: enumerations are of strings, and the variants of a tagged union
// are written in it, without the tag.

/** The declarations that one refers to in a language without literal types. */
export function usedWithoutLiterals({ content }: Declaration): readonly Declaration[] {
  const used =
    content.kind === 'union' && content.tag !== undefined ? namedIn(shapesOfTagged(content)) : declarationsIn(content);
  return used.filter((each) => plainEnumOf(each) === undefined);
}

function shapesOfTagged(content: UnionContent): readonly Shape[] {
  return taggedVariantsOf(content).flatMap(({ properties, object }) => [
    ...properties.map(({ shape }) => shape),
    ...(object.rest ? [object.rest] : []),
  ]);
}

/** A variant of a tagged union, with its properties but the tag. */
export interface TaggedVariant {
  readonly declaration: Declaration;
  readonly tagValue: string;
  readonly properties: readonly Property[];
  readonly object: ObjectContent;
}

export function taggedVariantsOf({ variants, tag }: UnionContent): readonly TaggedVariant[] {
  return variants.flatMap(({ shape, tagValue }) => {
    const declaration = shape.kind === 'named' ? shape.declaration : undefined;
    if (declaration?.content.kind !== 'object' || tagValue === undefined) return [];
    const object = declaration.content;
    return [{ declaration, tagValue, object, properties: object.properties.filter(({ key }) => key !== tag) }];
  });
}

/** What an enumeration is of whose values are not all strings: one kind, or several. */
export function plainEnumOf({ content }: Declaration): 'integer' | 'number' | 'boolean' | 'unknown' | undefined {
  if (content.kind !== 'enum') return undefined;
  const kinds = new Set(content.values.map(({ value }) => typeof value));
  if (kinds.size > 1) return 'unknown';
  if (kinds.has('string')) return undefined;
  if (kinds.has('boolean')) return 'boolean';
  return content.values.every(({ value }) => Number.isSafeInteger(value)) ? 'integer' : 'number';
}

/** A line for a comment where the type does not list the values that there are. */
export function valuesLine(shape: Shape): readonly string[] {
  const present = withoutNull(shape);
  if (present.kind !== 'named' || plainEnumOf(present.declaration) === undefined) return [];
  const content: Content = present.declaration.content;
  if (content.kind !== 'enum') return [];
  const texts = content.values.slice(0, shownValues).map(({ value }) => JSON.stringify(value));
  const more = content.values.length - texts.length;
  return [
    `One of: ${texts.join(', ')}${more > 0 ? `, and ${String(more)} more` : ''}. The type has any of their kind.`,
  ];
}

/** Values that a comment lists. */
const shownValues = 20;

/**
 * The variants of a union without tag in the order in which they are tried: what fewer values satisfy comes first. Of
 * objects those that require more properties.
 */
export function triedInOrder({ variants }: UnionContent): UnionContent['variants'] {
  return [...variants].sort((a, b) => rankOf(a.shape) - rankOf(b.shape));
}

function rankOf(shape: Shape): number {
  switch (shape.kind) {
    case 'unknown':
      return 4000;
    case 'map':
      return 3000;
    case 'number':
      return 2000;
    case 'string':
      return 1000;
    case 'named': {
      const { content } = shape.declaration;
      if (plainEnumOf(shape.declaration) === 'unknown') return 4000;
      if (plainEnumOf(shape.declaration) === 'number') return 2000;
      return content.kind === 'object' ? 900 - Math.min(900, requiredIn(content)) : 0;
    }
    default:
      return 0;
  }
}

function requiredIn({ properties }: ObjectContent): number {
  return properties.filter(({ isRequired }) => isRequired).length;
}
