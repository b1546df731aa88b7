/**
 * Shapes: what the schemas of tools accept, as far as the types of all three languages can have it. A shape is never
 * narrower than its schema; where it is wider, a note says by what.
 */
export type Shape =
  | { readonly kind: 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'unknown' }
  | { readonly kind: 'array'; readonly items: Shape }
  | TupleShape
  | { readonly kind: 'map'; readonly values: Shape }
  | { readonly kind: 'nullable'; readonly of: Shape }
  | { readonly kind: 'named'; readonly declaration: Declaration }
  | { readonly kind: 'pending'; readonly entry: Entry };

/** An array whose first items have shapes of their own. */
export interface TupleShape {
  readonly kind: 'tuple';
  readonly items: readonly Shape[];
  /** How many items there are at least. */
  readonly required: number;
  /** The items after those; undefined where there are none. */
  readonly rest: Shape | undefined;
}

/** A shape that is made, or is being made: recursive schemas refer to it before it is complete. */
export interface Entry {
  /** Undefined until it is complete, and where no value satisfies the schema. */
  shape: Shape | undefined;
  isComplete: boolean;
  /** Whether something refers to it that was made before it was complete. */
  isAwaited: boolean;
  /** What the shape does not express. */
  readonly notes: readonly string[];
}

/** What a schema says for its readers. None of it is trusted text. */
export interface Doc {
  readonly description: string | undefined;
  /** What the type does not enforce: constraints, default, format. */
  readonly facts: readonly string[];
  /** Where the type is wider than the schema. */
  readonly notes: readonly string[];
  readonly isDeprecated: boolean;
}

export const noDoc: Doc = { description: undefined, facts: [], notes: [], isDeprecated: false };

/** A type that gets a name in the generated code. */
export interface Declaration {
  /** In Pascal case and not unique: of its definition in the schema, its property, or its tool. */
  short: string;
  /** Whether the schema itself names it, in `$defs`. */
  readonly isDefinition: boolean;
  /** Whether it is the whole of a schema, and has the name of the tool. */
  readonly isRoot: boolean;
  doc: Doc;
  content: Content;
}

export type Content = ObjectContent | EnumContent | UnionContent | WrapperContent;

export interface ObjectContent {
  readonly kind: 'object';
  readonly properties: readonly Property[];
  /** What other properties have, where the schema names it. */
  readonly rest: Shape | undefined;
  /** Whether the schema forbids other properties. */
  readonly isClosed: boolean;
}

export interface Property {
  readonly key: string;
  readonly shape: Shape;
  readonly isRequired: boolean;
  readonly doc: Doc;
}

/** One of several values, or the only one. */
export interface EnumContent {
  readonly kind: 'enum';
  readonly values: readonly EnumValue[];
}

export interface EnumValue {
  readonly value: string | number | boolean;
  readonly doc: Doc;
}

export interface UnionContent {
  readonly kind: 'union';
  readonly variants: readonly Variant[];
  /** The property by whose value variants differ: a string that each of them requires. */
  readonly tag: string | undefined;
  /** The property that an OpenAPI `discriminator` names. */
  readonly discriminator: string | undefined;
}

export interface Variant {
  readonly shape: Shape;
  /** Of the property that is the tag. */
  readonly tagValue: string | undefined;
  readonly doc: Doc;
}

/** Another shape under a name: of a whole schema that is no object, or one that refers to itself. */
export interface WrapperContent {
  readonly kind: 'wrapper';
  readonly shape: Shape;
  readonly isRecursive: boolean;
}

/** The types of one tool. */
export interface ToolShapes {
  readonly name: string;
  readonly description: string | undefined;
  /** Facts about the tool that are no part of its schema, a sentence each. */
  readonly facts: readonly string[];
  readonly args: Shape;
  /** Undefined without output schema: nothing is known of the result. */
  readonly result: Shape | undefined;
}

/** The types of one server. Its tools are sorted by name. */
export interface ServerShapes {
  readonly name: string;
  readonly tools: readonly ToolShapes[];
}

/** A shape without its `null`. */
export function withoutNull(shape: Shape): Shape {
  return shape.kind === 'nullable' ? shape.of : shape;
}

export function nullable(shape: Shape): Shape {
  return shape.kind === 'nullable' || shape.kind === 'null' || shape.kind === 'unknown'
    ? shape
    : { kind: 'nullable', of: shape };
}

/** Whether two shapes are the same without a look into declarations. */
export function isSameShape(a: Shape, b: Shape): boolean {
  if (a === b) return true;
  if (a.kind === 'named') return b.kind === 'named' && a.declaration === b.declaration;
  if (a.kind === 'pending') return b.kind === 'pending' && a.entry === b.entry;
  if (a.kind === 'array') return b.kind === 'array' && isSameShape(a.items, b.items);
  if (a.kind === 'map') return b.kind === 'map' && isSameShape(a.values, b.values);
  if (a.kind === 'nullable') return b.kind === 'nullable' && isSameShape(a.of, b.of);
  return a.kind !== 'tuple' && a.kind === b.kind;
}

/** The shapes directly in a shape. */
export function partsOf(shape: Shape): readonly Shape[] {
  switch (shape.kind) {
    case 'array':
      return [shape.items];
    case 'map':
      return [shape.values];
    case 'nullable':
      return [shape.of];
    case 'tuple':
      return shape.rest ? [...shape.items, shape.rest] : shape.items;
    default:
      return [];
  }
}

/** The shapes directly in a declaration. */
export function shapesIn(content: Content): readonly Shape[] {
  switch (content.kind) {
    case 'object':
      return [...content.properties.map(({ shape }) => shape), ...(content.rest ? [content.rest] : [])];
    case 'union':
      return content.variants.map(({ shape }) => shape);
    case 'wrapper':
      return [content.shape];
    case 'enum':
      return [];
  }
}
