import type { JsonObject } from '../../config/registry/registry.ts';
import { optionsOf, type Value } from '../../program/values/values.ts';
import { type DataKind, type DataShape } from '../../type-utils/index.ts';

/** What a schema says of one value, whatever the schema is read from. */
export interface SchemaView {
  /** What it may be, `null` and absence left out. Undefined: anything, or that is not known. */
  readonly kinds: ReadonlySet<DataKind> | undefined;
  /** How a text stands for bytes, where the schema says so. */
  readonly encoding?: 'base64' | 'text' | undefined;
  /** What an object has under a name: `missing` where it surely has nothing there. */
  readonly member: (name: string) => SchemaView | 'missing' | 'unknown';
  /** The names that its objects are known to have. */
  readonly names: readonly string[];
  /** What a list has at an index. */
  readonly element: (index: number) => SchemaView | 'missing' | 'unknown';
}

const anything: SchemaView = { kinds: undefined, member: () => 'unknown', names: [], element: () => 'unknown' };

/** How many references are followed: schemas of trees refer to themselves. */
const MAX_REFERENCES = 20;

const kindOfType: Readonly<Record<string, DataKind>> = {
  array: 'array',
  boolean: 'boolean',
  integer: 'number',
  number: 'number',
  object: 'object',
  string: 'string',
};

// What is at a place depends on more than the keywords that are read here.
const conditions = ['allOf', 'not', 'if', 'dependentSchemas', '$dynamicRef', 'unevaluatedProperties'];
const textFormats = ['date', 'date-time', 'email', 'hostname', 'ipv4', 'ipv6', 'time', 'uri', 'uuid'];

/** What a shape says, read from a type. */
export function viewOfShape({ kinds, properties, isOpen, element }: DataShape): SchemaView {
  return {
    kinds: kinds && withoutAbsence(kinds),
    names: [...(properties?.keys() ?? [])],
    member: (name) => {
      const property = properties?.get(name);
      if (property) return viewOfShape(property.shape);
      return properties && isOpen !== true ? 'missing' : 'unknown';
    },
    element: () => (element ? viewOfShape(element) : 'unknown'),
  };
}

/**
 * What a JSON Schema says. An object whose schema lists properties, and does not say that it may have others, has no others:
 * that is what callers are told.
 */
export function viewOfJsonSchema(schema: unknown, root: unknown = schema, references = 0): SchemaView {
  if (!isObject(schema)) return anything;
  const { $ref } = schema;
  if ($ref !== undefined)
    return typeof $ref === 'string' && references < MAX_REFERENCES
      ? viewOfJsonSchema(referredTo($ref, root), root, references + 1)
      : anything;
  if (conditions.some((keyword) => keyword in schema)) return anything;
  const branches = schema.anyOf ?? schema.oneOf;
  const view = (part: unknown): SchemaView => viewOfJsonSchema(part, root, references);
  if (branches !== undefined)
    return Array.isArray(branches) && !('properties' in schema) ? unionOf(branches.map(view)) : anything;
  return {
    kinds: kindsOf(schema),
    encoding: encodingOf(schema),
    names: isObject(schema.properties) ? Object.keys(schema.properties) : [],
    member: (name) => {
      const { properties, additionalProperties: others } = schema;
      if (isObject(properties) && Object.hasOwn(properties, name)) return view(properties[name]);
      const isListed = isObject(properties) && !('patternProperties' in schema);
      return (isListed && others === undefined) || (others === false && !('patternProperties' in schema))
        ? 'missing'
        : 'unknown';
    },
    element: (index) => {
      const { prefixItems, items } = schema;
      const tuple: readonly unknown[] = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
      if (index < tuple.length) return view(tuple[index]);
      const rest = Array.isArray(items) ? schema.additionalItems : items;
      if (rest === false) return 'missing';
      return isObject(rest) ? view(rest) : 'unknown';
    },
  };
}

/** A JSON value that is written out in the program; what is not known of it is left open. */
export function jsonIn(value: Value): unknown {
  const [option, other] = optionsOf(value);
  if (!option || other || option.kind === 'unknown') return undefined;
  if (option.kind === 'literal') return option.value;
  if (option.kind === 'list') return option.isOpen ? undefined : option.elements.map((element) => jsonIn(element()));
  // An object that may have more says nothing for certain.
  if (option.kind !== 'object' || option.isOpen) return undefined;
  return Object.fromEntries([...option.properties].map(([key, property]) => [key, jsonIn(property())]));
}

function unionOf(views: readonly SchemaView[]): SchemaView {
  if (views.some(({ kinds }) => !kinds)) return anything;
  const among = (parts: readonly (SchemaView | 'missing' | 'unknown')[]): SchemaView | 'missing' | 'unknown' => {
    const found = parts.filter((part) => part !== 'missing');
    if (found.length === 0) return 'missing';
    return found.includes('unknown') ? 'unknown' : unionOf(found as readonly SchemaView[]);
  };
  const [first] = views;
  return {
    kinds: new Set(views.flatMap(({ kinds }) => [...(kinds ?? [])])),
    encoding: views.length === 1 ? first?.encoding : undefined,
    names: [...new Set(views.flatMap(({ names }) => names))],
    member: (name) => among(views.filter(({ kinds }) => kinds?.has('object')).map((view) => view.member(name))),
    element: (index) => among(views.filter(({ kinds }) => kinds?.has('array')).map((view) => view.element(index))),
  };
}

function kindsOf(schema: JsonObject): ReadonlySet<DataKind> | undefined {
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0) {
    const kinds = types
      .filter((type) => type !== 'null')
      .map((type) => (typeof type === 'string' ? kindOfType[type] : undefined));
    return kinds.includes(undefined) ? undefined : new Set(kinds as DataKind[]);
  }
  const values = 'const' in schema ? [schema.const] : schema.enum;
  if (Array.isArray(values))
    return new Set(values.filter((value) => value !== null && value !== undefined).map(kindOfJson));
  return isObject(schema.properties) ? new Set(['object']) : undefined;
}

function kindOfJson(value: unknown): DataKind {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'object' ? 'object' : (typeof value as DataKind);
}

function encodingOf({ contentEncoding, format }: JsonObject): SchemaView['encoding'] {
  if (contentEncoding === 'base64' || format === 'byte' || format === 'base64') return 'base64';
  return textFormats.some((each) => each === format) ? 'text' : undefined;
}

/** What a reference within a schema leads to: `#/$defs/file`. */
function referredTo(reference: string, root: unknown): unknown {
  if (!reference.startsWith('#')) return undefined;
  return reference
    .slice(1)
    .split('/')
    .slice(1)
    .reduce<unknown>((at, part) => {
      const key = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~');
      return typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? (at as JsonObject)[key] : undefined;
    }, root);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function withoutAbsence(kinds: ReadonlySet<DataKind>): ReadonlySet<DataKind> {
  return new Set([...kinds].filter((kind) => kind !== 'null' && kind !== 'undefined'));
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
