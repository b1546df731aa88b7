import { isJsonArray, isJsonObject, valueAt, withSortedKeys } from '../../json.ts';
import type { Json } from 'eslint-plugin-agent-safety/internal/registry';
import { arrayKeywords, has, objectKeywords } from './keywords.ts';
import type { Part } from './keywords.ts';

export type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'array' | 'object';

const jsonTypes: ReadonlySet<string> = new Set([
  'string',
  'integer',
  'number',
  'boolean',
  'null',
  'array',
  'object',
] satisfies JsonType[]);

/** The types that all parts allow; undefined where no part names one. Empty: no value has all of them. */
export function typesOf(parts: readonly Part[]): ReadonlySet<JsonType> | undefined {
  return parts
    .map(typesOfPart)
    .reduce((both, types) => (both && types ? meet(both, types) : (both ?? types)), undefined);
}

function typesOfPart({ schema }: Part): ReadonlySet<JsonType> | undefined {
  const type = valueAt(schema, 'type');
  const names = (isJsonArray(type) ? type : [type]).filter(isJsonType);
  if (names.length === 0) return undefined;
  // No keyword of JSON Schema, but of OpenAPI and of validators that are in use.
  return new Set(schema.nullable === true ? [...names, 'null'] : names);
}

function isJsonType(name: Json | undefined): name is JsonType {
  return typeof name === 'string' && jsonTypes.has(name);
}

function meet(a: ReadonlySet<JsonType>, b: ReadonlySet<JsonType>): ReadonlySet<JsonType> {
  const both = new Set<JsonType>();
  for (const type of a) {
    if (b.has(type)) both.add(type);
    else if (type === 'integer' && b.has('number')) both.add('integer');
    else if (type === 'number' && b.has('integer')) both.add('integer');
  }
  return both;
}

/** The type that keywords imply where a schema names none. */
export function impliedType(parts: readonly Part[]): 'object' | 'array' | undefined {
  if (objectKeywords.some((keyword) => has(parts, keyword))) return 'object';
  return arrayKeywords.some((keyword) => has(parts, keyword)) ? 'array' : undefined;
}

/** The values that `const` and `enum` of all parts allow; undefined where no part has one. */
export function valuesOf(
  parts: readonly Part[],
  types: ReadonlySet<JsonType> | undefined,
): readonly Json[] | undefined {
  const lists = parts.flatMap(({ schema }) => {
    const list = valueAt(schema, 'enum');
    const constant = valueAt(schema, 'const');
    return [...(isJsonArray(list) ? [list] : []), ...(constant === undefined ? [] : [[constant]])];
  });
  const [first, ...others] = lists;
  if (!first) return undefined;
  const otherTexts = others.map((list) => new Set(list.map(canonical)));
  const values = new Map(first.map((value) => [canonical(value), value]));
  return [...values]
    .filter(([text, value]) => otherTexts.every((texts) => texts.has(text)) && hasType(value, types))
    .map(([, value]) => value);
}

function hasType(value: Json, types: ReadonlySet<JsonType> | undefined): boolean {
  if (!types) return true;
  if (value === null) return types.has('null');
  if (isJsonArray(value)) return types.has('array');
  if (isJsonObject(value)) return types.has('object');
  if (typeof value !== 'number') return types.has(typeof value as JsonType);
  return types.has('number') || (types.has('integer') && Number.isInteger(value));
}

/** The same text for the same value, whatever the order of keys. */
function canonical(value: Json): string {
  return JSON.stringify(value, (_key, inner: unknown) => (isJsonObject(inner) ? withSortedKeys(inner) : inner));
}
