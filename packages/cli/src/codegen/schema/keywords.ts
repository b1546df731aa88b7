import { isJsonArray, isJsonObject, valueAt } from '../../json.ts';
import type { Json, JsonObject } from 'eslint-plugin-agent-safety/internal/registry';
import type { Doc } from './shape.ts';
import type { Located } from './schema-document.ts';

/** A schema among those that a value has to satisfy at once. Bare: its alternatives are looked at elsewhere. */
export interface Part {
  readonly schema: JsonObject;
  readonly pointer: string;
  readonly isBare: boolean;
}

/** Keywords by which a schema constrains objects, arrays and strings; without `type`, they say which one is meant. */
export const objectKeywords = [
  'properties',
  'required',
  'additionalProperties',
  'patternProperties',
  'unevaluatedProperties',
  'minProperties',
  'maxProperties',
] as const;
export const arrayKeywords = [
  'items',
  'prefixItems',
  'additionalItems',
  'minItems',
  'maxItems',
  'uniqueItems',
] as const;

/** What a type does not enforce, and its comment states. */
const factKeywords = [
  'format',
  'minLength',
  'maxLength',
  'pattern',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'contentEncoding',
  'contentMediaType',
] as const;

/** What no type of the three languages expresses: the type is as wide as without it, and a note says so. */
const inexpressible = [
  'not',
  'if',
  'dependentSchemas',
  'dependentRequired',
  'dependencies',
  'contains',
  'propertyNames',
  'unevaluatedItems',
  '$dynamicRef',
  '$recursiveRef',
] as const;

const unionKeywords = ['anyOf', 'oneOf'] as const;

const constraining: readonly string[] = [
  ...['type', 'nullable', 'enum', 'const', 'discriminator'],
  ...objectKeywords,
  ...arrayKeywords,
  ...factKeywords,
  ...inexpressible,
];

/** Whether a schema constrains what satisfies it, by itself and not by what it refers to. */
export function isConstraining({ schema, isBare }: Part): boolean {
  return (
    constraining.some((keyword) => Object.hasOwn(schema, keyword)) ||
    (!isBare && unionKeywords.some((keyword) => Object.hasOwn(schema, keyword)))
  );
}

/** What identifies a part: its place, and whether its alternatives are left out. */
export function keyOf({ pointer, isBare }: Part): string {
  // No pointer begins like this, and none has a line in it that does: keys are joined to longer ones.
  return JSON.stringify([pointer, isBare]);
}

export function has(parts: readonly Part[], keyword: string): boolean {
  return parts.some(({ schema }) => Object.hasOwn(schema, keyword));
}

/** The places of the alternatives of a schema: a list for `anyOf`, and one for `oneOf`. */
export function alternativesOf({ schema }: Part): readonly { readonly keyword: string; readonly count: number }[] {
  return unionKeywords.flatMap((keyword) => {
    const list = valueAt(schema, keyword);
    return isJsonArray(list) ? [{ keyword, count: list.length }] : [];
  });
}

export function listAt({ schema }: Located, keyword: string): readonly Json[] {
  const list = typeof schema === 'boolean' ? undefined : valueAt(schema, keyword);
  return isJsonArray(list) ? list : [];
}

export function stringsAt({ schema }: Part, keyword: string): readonly string[] {
  const list = valueAt(schema, keyword);
  return isJsonArray(list) ? list.filter((each) => typeof each === 'string') : [];
}

export function stringAt({ schema }: Part, keyword: string): string | undefined {
  const value = valueAt(schema, keyword);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The keys of an object under a keyword, in the order of the schema. */
export function keysAt({ schema }: Part, keyword: string): readonly string[] {
  const value = valueAt(schema, keyword);
  return isJsonObject(value) ? Object.keys(value) : [];
}

export function hasKey({ schema }: Part, keyword: string, key: string): boolean {
  const value = valueAt(schema, keyword);
  return isJsonObject(value) && Object.hasOwn(value, key);
}

/** The property that an OpenAPI `discriminator` names. */
export function discriminatorOf(parts: readonly Part[]): string | undefined {
  for (const { schema } of parts) {
    const discriminator = valueAt(schema, 'discriminator');
    const name = isJsonObject(discriminator) ? valueAt(discriminator, 'propertyName') : undefined;
    if (typeof name === 'string') return name;
  }
  return undefined;
}

/** What the parts say for readers: the first description, and what the type does not enforce. */
export function docOf(parts: readonly Part[], notes: readonly string[]): Doc {
  const texts = parts.map((part) => stringAt(part, 'description') ?? stringAt(part, 'title'));
  return {
    description: texts.find((text) => text !== undefined),
    facts: [...factsOf(parts)],
    notes: [...new Set(notes)],
    isDeprecated: parts.some(({ schema }) => schema.deprecated === true),
  };
}

function factsOf(parts: readonly Part[]): ReadonlySet<string> {
  const facts = new Set<string>();
  const add = (keyword: string, { schema }: Part) => {
    const value = valueAt(schema, keyword);
    if (value === undefined || value === false) return;
    facts.add(`${keyword}: ${shortened(typeof value === 'string' ? value : JSON.stringify(value))}`);
  };
  for (const part of parts) {
    for (const keyword of factKeywords) add(keyword, part);
  }
  // The first is that of the property itself.
  const byDefault = parts.map(({ schema }) => valueAt(schema, 'default')).find((value) => value !== undefined);
  if (byDefault !== undefined) facts.add(`Default: ${shortened(JSON.stringify(byDefault))}`);
  return facts;
}

/** Characters of a constraint or a default in a comment. */
const longestFact = 120;

function shortened(text: string): string {
  return text.length > longestFact ? `${text.slice(0, longestFact)}…` : text;
}

/** A note for each keyword that no type expresses. */
export function inexpressibleIn(parts: readonly Part[]): readonly string[] {
  const found = inexpressible.filter((keyword) => has(parts, keyword));
  return found.length === 0 ? [] : [`Not in the type: ${found.map((keyword) => `\`${keyword}\``).join(', ')}.`];
}
