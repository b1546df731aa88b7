import { errorCode, McpError } from './errors.ts';

/** Plain JSON. Objects that this module makes have no prototype: what others put on prototypes is not in them. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** An object of plain JSON. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Deeper than arguments ever are, and far from where recursion ends. */
const deepest = 500;

/** Values that one reading takes. An object counts at each place where it stands, since each gets a copy. */
const mostValues = 200_000;

/** Characters of a path that a message shows. */
const longestPlace = 120;

// Taken while the program loads: replacing them later does not change what is read here.
const { isArray } = Array;
const { isFinite } = Number;
const { create, keys: keysOf } = Object;
const { getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect;

const loneSurrogate = /\p{Surrogate}/u;

/**
 * Reads a value once and copies it: what comes back shares nothing with it that anybody could still change. Takes only
 * what JSON text can say, and says `-0` as `0`, as JSON does. A property that is `undefined` is not there.
 *
 * @param subject What is read, for the message: "The arguments of `writeFile`".
 * @param halves Whether texts may have half of a surrogate pair: `'kept'` where a later check decides about them.
 * @throws McpError with code -32602, naming the JSON path of what is not plain JSON, or is more than 200,000 values.
 */
export function readJson(value: unknown, subject: string, halves: 'kept' | 'refused' = 'refused'): Json {
  let values = 0;
  const path: (string | number)[] = [];
  const ancestors = new Set<object>();
  return read(value);

  function read(found: unknown): Json {
    if (++values > mostValues) return refuse(`more than ${mostValues} values`);
    switch (typeof found) {
      case 'string':
        return halves === 'refused' && loneSurrogate.test(found)
          ? refuse('a string with half of a surrogate pair')
          : found;
      case 'boolean':
        return found;
      case 'number':
        if (!isFinite(found)) return refuse(String(found));
        // Both zeros are equal, and one of them is JSON.
        return found === 0 ? 0 : found;
      case 'object':
        return found === null ? null : readObject(found);
      case 'undefined':
        return refuse('undefined');
      default:
        return refuse(`a ${typeof found}`);
    }
  }

  function readObject(found: object): Json {
    if (ancestors.has(found)) return refuse('a cycle');
    if (path.length === deepest) return refuse(`nested more than ${deepest} levels deep`);
    ancestors.add(found);
    const copy = isArray(found) ? readItems(found) : readProperties(found);
    ancestors.delete(found);
    return copy;
  }

  function readItems(found: readonly unknown[]): Json {
    if (!isPlain(found)) return refuse('an array of a class of its own');
    const { length } = found;
    const copy: Json[] = [];
    for (let index = 0; index < length; index++) {
      path.push(index);
      copy.push(read(ownValue(found, index)));
      path.pop();
    }
    // An index for each item, and `length`.
    return ownKeys(found).length === length + 1 ? copy : refuse('an array with properties');
  }

  function readProperties(found: object): Json {
    if (!isPlain(found)) return refuse('an object of a class');
    const copy = create(null) as Record<string, Json>;
    for (const key of ownKeys(found)) {
      if (typeof key === 'symbol') return refuse('an object with a symbol as a key');
      path.push(key);
      if (loneSurrogate.test(key)) return refuse('a key with half of a surrogate pair');
      const value = ownValue(found, key);
      if (value !== undefined) copy[key] = read(value);
      path.pop();
    }
    return copy;
  }

  /** The value of a property, which no code of others computes. */
  function ownValue(found: object, key: string | number): unknown {
    const property = getOwnPropertyDescriptor(found, key);
    if (!property) return undefined;
    if (!('value' in property)) return refuse('computed by an accessor');
    return property.enumerable === true ? property.value : refuse('hidden: not enumerable');
  }

  function refuse(what: string): never {
    const place = path.map((key) => (typeof key === 'number' ? `[${key}]` : segmentOf(key))).join('');
    const shown = place.length > longestPlace ? `${place.slice(0, longestPlace)}…` : place;
    throw new McpError(errorCode.invalidParams, `${subject}: $${shown} is not plain JSON, but ${what}.`);
  }
}

/** A copy of plain JSON that its owner may change. */
export function copyOf(json: Json): Json {
  if (typeof json !== 'object' || json === null) return json;
  if (isArray(json)) return (json as readonly Json[]).map(copyOf);
  const copy = create(null) as Record<string, Json>;
  for (const key of keysOf(json)) copy[key] = copyOf((json as JsonObject)[key] ?? null);
  return copy;
}

/** Plain JSON, kept to be compared with: a map answers faster than an object without prototype can list its keys. */
export type KeptJson = null | boolean | number | string | readonly KeptJson[] | ReadonlyMap<string, KeptJson>;

/** Plain JSON in the form that `isSameJson` compares with. */
export function keep(json: Json): KeptJson {
  if (typeof json !== 'object' || json === null) return json;
  if (isArray(json)) return (json as readonly Json[]).map(keep);
  return new Map(keysOf(json).map((key) => [key, keep((json as JsonObject)[key] ?? null)]));
}

/**
 * Whether a value says the same JSON: exactly where both have the same canonical text (RFC 8785), without making it. A
 * getter or proxy may answer something else the next time it is asked, so that what was asked here must not be used.
 */
export function isSameJson(kept: KeptJson, value: unknown): boolean {
  if (typeof kept !== 'object' || kept === null) return kept === value;
  if (typeof value !== 'object' || value === null || !isPlain(value)) return false;
  return isArray(kept)
    ? hasSameItems(kept as readonly KeptJson[], value)
    : hasSameProperties(kept as ReadonlyMap<string, KeptJson>, value);
}

function hasSameItems(items: readonly KeptJson[], value: object): boolean {
  if (!isArray(value) || value.length !== items.length) return false;
  for (let index = 0; index < items.length; index++) {
    if (!isSameJson(items[index] as KeptJson, value[index])) return false;
  }
  return true;
}

function hasSameProperties(properties: ReadonlyMap<string, KeptJson>, value: object): boolean {
  if (isArray(value)) return false;
  let missing = properties.size;
  for (const key of keysOf(value)) {
    const found = (value as Readonly<Record<string, unknown>>)[key];
    if (found === undefined) continue;
    const wanted = properties.get(key);
    if (wanted === undefined || !isSameJson(wanted, found)) return false;
    missing--;
  }
  return missing === 0;
}

/** Whether an object or array has no class: the end of its prototypes is near, in whichever realm it was made. */
function isPlain(value: object): boolean {
  let prototype = getPrototypeOf(value);
  if (prototype !== null && isArray(value)) prototype = getPrototypeOf(prototype);
  return prototype === null || getPrototypeOf(prototype) === null;
}

function segmentOf(key: string): string {
  return /^[\w$]+$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}
