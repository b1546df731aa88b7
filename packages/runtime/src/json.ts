import { errorCode, McpError } from './errors.ts';
import {
  create,
  each,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  hasOwn,
  indexWhere,
  isArray,
  isFinite,
  isWellFormed,
  keysOf,
  mapped,
  matches,
  ownKeys,
  slice,
  stringify,
} from './globals.ts';

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

/** Characters of all texts and keys that one reading takes, counted as the values are. */
const mostCharacters = 134_217_728;

/** Characters of a path that a message shows. */
const longestPlace = 120;

/** An object that is being read, and where it is. */
interface Step {
  readonly parent: Step | undefined;
  readonly object: object;
  readonly depth: number;
  /** Of what is being read in it. */
  key: string | number | undefined;
}

/**
 * Reads a value once and copies it: what comes back shares nothing with it that anybody could still change. Takes only
 * what JSON text can say, and says `-0` as `0`, as JSON does. A property that is `undefined` is not there.
 *
 * @param subject What is read, for the message: "The arguments of `writeFile`".
 * @param halves Whether texts may have half of a surrogate pair: `'kept'` where a later check decides about them.
 * @throws McpError with code -32602, naming the JSON path of what is not plain JSON, or is too much of it: more than
 *   500 levels, 200,000 values, or 134,217,728 characters. An object counts at each place where it stands, and so does a
 *   property that is `undefined`.
 */
export function readJson(value: unknown, subject: string, halves: 'kept' | 'refused' = 'refused'): Json {
  let values = 0;
  let characters = 0;
  return read(value, undefined);

  function read(found: unknown, at: Step | undefined): Json {
    countValue(at);
    switch (typeof found) {
      case 'string':
        return readText(found, at);
      case 'boolean':
        return found;
      case 'number':
        if (!isFinite(found)) return refuse(at, `${found}`);
        // Both zeros are equal, and one of them is JSON.
        return found === 0 ? 0 : found;
      case 'object':
        return found === null ? null : readObject(found, at);
      case 'undefined':
        return refuse(at, 'undefined');
      default:
        return refuse(at, `a ${typeof found}`);
    }
  }

  function countValue(at: Step | undefined): void {
    if (++values > mostValues) refuse(at, `more than ${mostValues} values`);
  }

  function count(length: number, at: Step | undefined): void {
    characters += length;
    if (characters > mostCharacters) refuse(at, `more than ${mostCharacters} characters`);
  }

  function readText(found: string, at: Step | undefined): string {
    count(found.length, at);
    return halves === 'kept' || isWellFormed(found) ? found : refuse(at, 'a string with half of a surrogate pair');
  }

  function readObject(found: object, parent: Step | undefined): Json {
    for (let above = parent; above; above = above.parent) if (above.object === found) refuse(parent, 'a cycle');
    const depth = parent ? parent.depth + 1 : 1;
    if (depth > deepest) return refuse(parent, `nested more than ${deepest} levels deep`);
    const step: Step = { parent, object: found, depth, key: undefined };
    return isArray(found) ? readItems(found, step) : readProperties(found, step);
  }

  function readItems(found: readonly unknown[], step: Step): Json {
    if (!isPlain(found)) return refuse(step, 'an array of a class of its own');
    const { length } = found;
    const copy: Json[] = [];
    for (let index = 0; index < length; index++) {
      step.key = index;
      copy[index] = read(ownValue(found, index, step), step);
    }
    step.key = undefined;
    // An index for each item, and `length`.
    return ownKeys(found).length === length + 1 ? copy : refuse(step, 'an array with properties');
  }

  function readProperties(found: object, step: Step): Json {
    if (!isPlain(found)) return refuse(step, 'an object of a class');
    const copy = create(null) as Record<string, Json>;
    each(ownKeys(found), (key) => {
      if (typeof key === 'symbol') return refuse(step, 'an object with a symbol as a key');
      step.key = key;
      count(key.length, step);
      if (!isWellFormed(key)) return refuse(step, 'a key with half of a surrogate pair');
      const value = ownValue(found, key, step);
      if (value === undefined) countValue(step);
      else copy[key] = read(value, step);
      step.key = undefined;
    });
    return copy;
  }

  /** The value of a property, which no code of others computes. */
  function ownValue(found: object, key: string | number, step: Step): unknown {
    const property = getOwnPropertyDescriptor(found, key);
    if (!property) return undefined;
    if (!hasOwn(property, 'value')) return refuse(step, 'computed by an accessor');
    return property.enumerable === true ? property.value : refuse(step, 'hidden: not enumerable');
  }

  function refuse(at: Step | undefined, what: string): never {
    throw new McpError(errorCode.invalidParams, `${subject}: $${placeOf(at)} is not plain JSON, but ${what}.`);
  }
}

/** The path to what is being read, cut where it is long. */
function placeOf(at: Step | undefined): string {
  let place = '';
  for (let step = at; step; step = step.parent) {
    if (step.key !== undefined) place = (typeof step.key === 'number' ? `[${step.key}]` : segmentOf(step.key)) + place;
  }
  return place.length > longestPlace ? `${slice(place, 0, longestPlace)}…` : place;
}

/** Whether it is an object of plain JSON. */
export function isJsonObject(json: Json): json is JsonObject {
  return typeof json === 'object' && json !== null && !isArray(json);
}

/** A copy of plain JSON that its owner may change. */
export function copyOf(json: Json): Json {
  if (typeof json !== 'object' || json === null) return json;
  if (isArray(json)) return mapped(json as readonly Json[], copyOf);
  const copy = create(null) as Record<string, Json>;
  each(keysOf(json), (key) => {
    copy[key] = copyOf((json as JsonObject)[key] as Json);
  });
  return copy;
}

/** The JSON text of a value, without spaces. `toJSON` is not called, which others may put on the prototype of arrays. */
export function jsonText(json: Json): string {
  if (typeof json !== 'object' || json === null) return stringify(json);
  let parts = '';
  if (isArray(json)) {
    each(json as readonly Json[], (item, index) => {
      parts += `${index > 0 ? ',' : ''}${jsonText(item)}`;
    });
    return `[${parts}]`;
  }
  each(keysOf(json), (key, index) => {
    parts += `${index > 0 ? ',' : ''}${stringify(key)}:${jsonText((json as JsonObject)[key] as Json)}`;
  });
  return `{${parts}}`;
}

/** Plain JSON, kept to be compared with: it takes long to list the keys of an object without prototype, and so they are counted. */
export type KeptJson = null | boolean | number | string | readonly KeptJson[] | KeptObject;

interface KeptObject {
  readonly size: number;
  /** Without a prototype. */
  readonly properties: Readonly<Record<string, KeptJson>>;
}

/** Plain JSON in the form that `isSameJson` compares with. */
export function keep(json: Json): KeptJson {
  if (typeof json !== 'object' || json === null) return json;
  if (isArray(json)) return mapped(json as readonly Json[], keep);
  const properties = create(null) as Record<string, KeptJson>;
  const keys = keysOf(json);
  each(keys, (key) => {
    properties[key] = keep((json as JsonObject)[key] as Json);
  });
  return { size: keys.length, properties };
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
    : hasSameProperties(kept as KeptObject, value);
}

function hasSameItems(items: readonly KeptJson[], value: object): boolean {
  if (!isArray(value) || value.length !== items.length) return false;
  return indexWhere(items, (item, index) => !isSameJson(item, value[index])) < 0;
}

function hasSameProperties({ size, properties }: KeptObject, value: object): boolean {
  if (isArray(value)) return false;
  let found = 0;
  const differs = (key: string): boolean => {
    const given = (value as Readonly<Record<string, unknown>>)[key];
    if (given === undefined) return false;
    found++;
    const wanted = properties[key];
    return wanted === undefined || !isSameJson(wanted, given);
  };
  return indexWhere(keysOf(value), differs) < 0 && found === size;
}

/** Whether an object or array has no class: the end of its prototypes is near, in whichever realm it was made. */
function isPlain(value: object): boolean {
  let prototype = getPrototypeOf(value);
  if (prototype !== null && isArray(value)) prototype = getPrototypeOf(prototype);
  return prototype === null || getPrototypeOf(prototype) === null;
}

const identifier = /^[\w$]+$/;

function segmentOf(key: string): string {
  return matches(identifier, key) ? `.${key}` : `[${stringify(key)}]`;
}
