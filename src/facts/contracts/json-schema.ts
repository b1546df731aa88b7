import {
  elementsOf,
  type ObjectValue,
  optionsOf,
  propertyOf,
  textIn,
  type Value,
} from '../../program/values/values.ts';
import {
  anyShape,
  type DataKind,
  type DataProperty,
  type DataShape,
  syntax,
  type ts,
  unionOfShapes,
} from '../../type-utils/index.ts';

/** How deep schemas in schemas are read. */
const MAX_DEPTH = 6;

const kindsByType: Readonly<Record<string, DataKind>> = {
  array: 'array',
  boolean: 'boolean',
  integer: 'number',
  null: 'null',
  number: 'number',
  object: 'object',
  string: 'string',
};

/** Keywords by which more decides than is read here: what they describe is not known. */
const unread = ['$ref', '$dynamicRef', 'allOf', 'if', 'not', 'dependentSchemas'];

/** Whether an object that is written out is a JSON Schema: not one of validators, of which each is made by a call. */
export function isJsonSchema(value: ObjectValue): boolean {
  const type = value.properties.get('type')?.();
  if (type && (textIn(type) !== undefined || type.kind === 'list')) return true;
  return ['$ref', '$schema', 'allOf', 'anyOf', 'oneOf', 'properties'].some((keyword) => {
    const held = value.properties.get(keyword)?.();
    return held !== undefined && held.kind !== 'made' && held.kind !== 'unknown';
  });
}

/**
 * What a JSON Schema (draft 7 to 2020-12) in the program accepts. An object of which the schema lists the properties, and
 * does not say that it may have others (`additionalProperties`), is taken for closed: a model only sends what is listed,
 * although the standard lets it send more.
 */
export function shapeOfJsonSchema(value: Value, depth = 0): DataShape {
  if (depth > MAX_DEPTH) return anyShape;
  return unionOfShapes(
    optionsOf(value).map((option) => (option.kind === 'object' ? shapeOfObject(option, depth) : anyShape)),
  );
}

function shapeOfObject(schema: ObjectValue, depth: number): DataShape {
  const has = (keyword: string): boolean => schema.properties.has(keyword);
  if (unread.some(has)) return anyShape;
  const own = ownShape(schema, depth);
  const branches = ['anyOf', 'oneOf'].filter(has).flatMap((keyword) => elementsOf(propertyOf(schema, keyword)));
  if (branches.length === 0) return own;
  const shapes = branches.flatMap(({ elements }) => elements).map((branch) => shapeOfJsonSchema(branch, depth + 1));
  if (branches.some(({ isOpen }) => isOpen)) return anyShape;
  // `anyOf: [{ required: ['a'] }, { required: ['b'] }]` beside `properties` adds no kind of value.
  if (own.kinds) return own.properties ? withBranches(own, shapes) : own;
  return unionOfShapes(shapes);
}

/** The properties that some branch has are optional beside those of the whole. */
function withBranches(own: DataShape, branches: readonly DataShape[]): DataShape {
  const properties = new Map(own.properties);
  for (const branch of branches)
    for (const [name, property] of branch.properties ?? [])
      if (!properties.has(name)) properties.set(name, { ...property, isOptional: undefined });
  return { ...own, properties };
}

function ownShape(schema: ObjectValue, depth: number): DataShape {
  const kinds = kindsOf(schema);
  if (!kinds) return anyShape;
  const limited = limitedTexts(schema);
  return {
    kinds,
    texts: limited,
    ...(kinds.has('object') ? objectShape(schema, depth) : {}),
    element:
      kinds.has('array') && schema.properties.has('items')
        ? shapeOfJsonSchema(propertyOf(schema, 'items'), depth + 1)
        : undefined,
  };
}

/** What the schema's type, or its list of values, lets a value be. Undefined: anything. */
function kindsOf(schema: ObjectValue): ReadonlySet<DataKind> | undefined {
  const listed = listedValues(schema);
  const stated = schema.properties.has('type') ? typesIn(propertyOf(schema, 'type')) : undefined;
  if (schema.properties.has('type') && !stated) return undefined;
  const kinds = new Set<DataKind>(stated);
  if (!stated) {
    if (listed) for (const value of listed) kinds.add(kindOfLiteral(value));
    else if (schema.properties.has('properties')) kinds.add('object');
    else return undefined;
  }
  const nullable = schema.properties.get('nullable')?.();
  if (nullable?.kind === 'literal' && nullable.value === true) kinds.add('null');
  return schema.isOpen && !stated ? undefined : kinds;
}

function typesIn(type: Value): readonly DataKind[] | undefined {
  const names = type.kind === 'list' ? elementsOf(type) : { elements: [type], isOpen: false };
  const kinds = names.elements.map((name) => kindsByType[textIn(name) ?? '']);
  return names.isOpen || kinds.includes(undefined) ? undefined : (kinds as DataKind[]);
}

type Literal = string | number | boolean | null;

/** The values of `enum` or `const`. Undefined: there are none, or not all are known. */
function listedValues(schema: ObjectValue): readonly Literal[] | undefined {
  const constant = schema.properties.get('const')?.();
  const { elements, isOpen } = constant
    ? { elements: [constant], isOpen: false }
    : elementsOf(propertyOf(schema, 'enum'));
  if (isOpen || elements.length === 0) return undefined;
  const values = elements.map((element) => (element.kind === 'literal' ? element.value : undefined));
  return values.includes(undefined) ? undefined : (values as Literal[]);
}

function limitedTexts(schema: ObjectValue): ReadonlySet<string> | undefined {
  const values = listedValues(schema);
  return values && new Set(values.filter((value) => typeof value === 'string'));
}

function kindOfLiteral(value: Literal): DataKind {
  if (value === null) return 'null';
  return typeof value === 'string' ? 'string' : typeof value === 'number' ? 'number' : 'boolean';
}

/** The properties of the objects that a schema describes. */
function objectShape(schema: ObjectValue, depth: number): Pick<DataShape, 'isExact' | 'isOpen' | 'properties'> {
  const isOpen = schema.isOpen || mayHaveOthers(schema);
  const described = schema.properties.get('properties')?.();
  const closed = closedBy(schema);
  if (!described) return closed ? { properties: new Map(), isOpen, isExact: true } : { isOpen: true };
  const objects = optionsOf(described);
  const known = objects.filter((option) => option.kind === 'object');
  const required = requiredIn(schema);
  const properties = new Map<string, DataProperty>();
  for (const object of known)
    for (const [name, property] of object.properties) {
      const value = property();
      const mayLack = optionsOf(value).some((option) => option.kind === 'literal' && option.value === undefined);
      properties.set(name, {
        shape: mayLack ? anyShape : shapeOfJsonSchema(value, depth + 1),
        isOptional: required.names.has(name) ? false : required.isOpen ? undefined : true,
        node: placeOf(value),
      });
    }
  const isWhole = known.length === objects.length && known.every((object) => !object.isOpen);
  return { properties, isOpen: isOpen || !isWhole, isExact: closed };
}

function closedBy(schema: ObjectValue): boolean {
  const others = schema.properties.get('additionalProperties')?.();
  return others?.kind === 'literal' && others.value === false && !schema.isOpen;
}

function mayHaveOthers(schema: ObjectValue): boolean {
  const others = schema.properties.get('additionalProperties')?.();
  if (others && !(others.kind === 'literal' && others.value === false)) return true;
  return schema.properties.has('patternProperties') || schema.properties.has('unevaluatedProperties');
}

function requiredIn(schema: ObjectValue): { readonly names: ReadonlySet<string>; readonly isOpen: boolean } {
  const listed = schema.properties.get('required')?.();
  if (!listed) return { names: new Set(), isOpen: schema.isOpen };
  // Zod 3 and OpenAPI 2 put a truth value into the property; that is no list.
  const { elements, isOpen } = elementsOf(listed);
  const names = elements.map(textIn);
  return {
    names: new Set(names.filter((name) => name !== undefined)),
    isOpen: isOpen || listed.kind !== 'list' || names.includes(undefined),
  };
}

/** The property in which a value is written, where it is written in one. */
function placeOf({ node }: Value): ts.Node {
  const parent = syntax.parentOf(node);
  return syntax.isPropertyAssignment(parent) ? parent : node;
}
