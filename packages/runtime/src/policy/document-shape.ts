import { isJsonObject } from '../json.ts';
import type { Json } from '../json.ts';
import { create, each, hasOwn, indexWhere, isArray, keysOf, matches } from '../globals.ts';
import { shown } from './denied.ts';
import { isPointer, pointerTo } from './pointer.ts';

/** What is checked, and what is wrong with it so far. */
export interface Reading {
  /** The keys from the document to what is being checked. */
  readonly path: (string | number)[];
  /** The first problems. */
  readonly problems: string[];
  /** All problems, also those that are not listed any more. */
  count: number;
}

/** Checks a value and notes what is wrong. */
export type Check = (value: Json, reading: Reading) => void;

/** Problems that a message lists. */
const mostProblems = 10;

const { isSafeInteger } = Number;
const digestText = /^[0-9a-f]{64}$/;

export const nonEmptyText: Check = (value, reading) => {
  if (typeof value !== 'string' || value === '') note(reading, 'has to be a text that is not empty');
};

export const flag: Check = (value, reading) => {
  if (typeof value !== 'boolean') note(reading, 'has to be true or false');
};

export const byteCount: Check = (value, reading) => {
  if (!isSafeInteger(value) || (value as number) < 0) note(reading, 'has to be a count of bytes, from 0 to 2^53 - 1');
};

export const pointerText: Check = (value, reading) => {
  if (typeof value !== 'string' || !isPointer(value)) {
    note(reading, 'has to be a JSON Pointer (RFC 6901), such as `/files/0/content`');
  }
};

export const sha256Text: Check = (value, reading) => {
  if (typeof value !== 'string' || !matches(digestText, value)) {
    note(reading, 'has to be a SHA-256 digest: 64 lowercase hexadecimal digits');
  }
};

export const anyObject: Check = (value, reading) => {
  if (!isJsonObject(value)) note(reading, 'has to be an object');
};

/** One of these texts. */
export function oneOf(...texts: readonly string[]): Check {
  const listed = texts.map((text) => `\`${text}\``).join(' or ');
  return (value, reading) => {
    if (indexWhere(texts, (text) => text === value) < 0) note(reading, `has to be ${listed}`);
  };
}

/** An array of what `item` accepts. */
export function listOf(item: Check): Check {
  return (value, reading) => {
    if (isArray(value)) each(value as readonly Json[], (child, index) => checkChild(item, child, index, reading));
    else note(reading, 'has to be a list');
  };
}

/** An array of texts that `item` accepts, each once. */
export function setOf(item: Check): Check {
  const list = listOf(item);
  return (value, reading) => {
    list(value, reading);
    if (isArray(value) && repeatedIn(value as readonly Json[]) !== undefined) note(reading, 'lists something twice');
  };
}

/** The first text that a list has a second time. Without `Set`, whose methods a program can replace. */
export function repeatedIn(list: readonly Json[]): string | undefined {
  const seen = create(null) as Record<string, true>;
  const index = indexWhere(list, (item) => {
    if (typeof item !== 'string') return false;
    if (seen[item]) return true;
    seen[item] = true;
    return false;
  });
  return index < 0 ? undefined : (list[index] as string);
}

/** An object with these properties and no others; those that are `optional` may be absent. */
export function objectOf(
  required: Readonly<Record<string, Check>>,
  optional: Readonly<Record<string, Check>> = {},
): Check {
  const checks: Readonly<Record<string, Check>> = Object.assign(create(null) as object, required, optional);
  const requiredKeys = keysOf(required);
  const known = keysOf(checks)
    .map((key) => `\`${key}\``)
    .join(', ');
  return (value, reading) => {
    if (!isJsonObject(value)) {
      note(reading, 'has to be an object');
      return;
    }
    each(keysOf(value), (key) => {
      const check = checks[key];
      if (check) checkChild(check, value[key] ?? null, key, reading);
      else note(reading, `has ${shown(key)}, which is none of ${known}`);
    });
    each(requiredKeys, (key) => {
      if (!hasOwn(value, key)) note(reading, `lacks \`${key}\``);
    });
  };
}

/** Both checks, the second where the first found nothing. */
export function both(first: Check, second: Check): Check {
  return (value, reading) => {
    const before = reading.count;
    first(value, reading);
    if (reading.count === before) second(value, reading);
  };
}

/** Notes a problem of what is being checked. */
export function note(reading: Reading, what: string): void {
  const { path, problems } = reading;
  if (reading.count < mostProblems) problems[reading.count] = `${place(path)} ${what}`;
  reading.count++;
}

/** What a check has against a document, as one text; `undefined` where that is nothing. */
export function problemsOf(check: Check, document: Json): string | undefined {
  const reading: Reading = { path: [], problems: [], count: 0 };
  check(document, reading);
  if (reading.count === 0) return undefined;
  let listed = '';
  each(reading.problems, (problem, index) => {
    listed += index === 0 ? problem : `; ${problem}`;
  });
  return reading.count > mostProblems ? `${listed}; and more` : listed;
}

function checkChild(check: Check, child: Json, key: string | number, reading: Reading): void {
  const { path } = reading;
  path[path.length] = key;
  check(child, reading);
  path.length--;
}

function place(path: readonly (string | number)[]): string {
  return path.length === 0 ? 'the document' : shown(pointerTo(path));
}
