import { nearestOf } from '../nearest.ts';

/** What a value in the settings must look like. */
export type Shape =
  | { readonly kind: 'text' }
  | { readonly kind: 'flag' }
  | { readonly kind: 'index' }
  | { readonly kind: 'number' }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'choice'; readonly of: readonly string[] }
  /** Any of some shapes; `text` says which, in the words of a message: it "must be …". */
  | { readonly kind: 'any'; readonly of: readonly Shape[]; readonly text: string }
  | { readonly kind: 'list'; readonly of: Shape; readonly atLeast?: number }
  | { readonly kind: 'record'; readonly of: Shape; readonly atLeast?: number; readonly atMost?: number }
  | { readonly kind: 'object'; readonly required: Fields; readonly optional?: Fields };

type Fields = Readonly<Record<string, Shape>>;

/**
 * Checks that a value has a shape.
 *
 * @param path where the value stands in the settings
 * @throws Error at the first place that is wrong, with its path and what is allowed there
 */
export function checkShape(shape: Shape, value: unknown, path: string): void {
  switch (shape.kind) {
    case 'text':
      if (typeof value !== 'string' || value === '')
        throw mistake(path, `must be a text that is not empty`, not(value));
      return;
    case 'flag':
      if (typeof value !== 'boolean') throw mistake(path, 'must be `true` or `false`', not(value));
      return;
    case 'index':
      if (!Number.isInteger(value) || (value as number) < 0)
        throw mistake(path, 'must be the index of an argument, a whole number from 0', not(value));
      return;
    case 'number':
      if (!Number.isInteger(value)) throw mistake(path, 'must be a whole number', not(value));
      return;
    case 'nothing':
      if (value !== null) throw mistake(path, 'must be `null`', not(value));
      return;
    case 'any':
      if (!shape.of.some((one) => hasShape(one, value))) throw mistake(path, `must be ${shape.text}`, not(value));
      return;
    case 'choice':
      if (typeof value !== 'string' || !shape.of.includes(value))
        throw mistake(path, `must have one of the allowed values${not(value)}`, listed(shape.of, value));
      return;
    case 'list':
      if (!Array.isArray(value)) throw mistake(path, 'must be a list', not(value));
      if (value.length < (shape.atLeast ?? 0)) throw mistake(path, 'must not be empty');
      value.forEach((item: unknown, index) => checkShape(shape.of, item, `${path}[${index}]`));
      return;
    case 'record': {
      if (!isPlainObject(value)) throw mistake(path, 'must be an object', not(value));
      const entries = Object.entries(value);
      if (entries.length < (shape.atLeast ?? 0)) throw mistake(path, 'must not be empty');
      if (entries.length > (shape.atMost ?? Infinity))
        throw mistake(path, `has ${entries.length} entries, of at most ${shape.atMost ?? Infinity}`);
      for (const [key, item] of entries) checkShape(shape.of, item, atKey(path, key));
      return;
    }
    case 'object':
      checkFields(shape.required, shape.optional ?? {}, value, path);
  }
}

function hasShape(shape: Shape, value: unknown): boolean {
  try {
    checkShape(shape, value, '');
    return true;
  } catch {
    return false;
  }
}

/** The path of a property: `ops.query`, or `ops['Symbol.dispose']` where the name is no identifier. */
export function atKey(path: string, key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `${path}.${key}` : `${path}['${key}']`;
}

/** The values that are allowed, with the nearest to what was given, where one is near. */
export function listed(allowed: readonly string[], given: unknown): string {
  const nearest = typeof given === 'string' ? nearestOf(allowed, given) : undefined;
  const hint = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
  return `${hint} Allowed: ${allowed.map((value) => `"${value}"`).join(', ')}.`;
}

/** A mistake in the settings. `more` begins with what belongs to the sentence, or with a sentence of its own. */
export function mistake(path: string, problem: string, more = ''): Error {
  const sentence = more.startsWith(',') ? `${problem}${more}.` : `${problem}.${more}`;
  return new Error(`eslint-plugin-agent-safety: ${path} ${sentence}`);
}

function checkFields(required: Fields, optional: Fields, value: unknown, path: string): void {
  if (!isPlainObject(value)) throw mistake(path, 'must be an object', not(value));
  const shapes = new Map(Object.entries({ ...required, ...optional }));
  for (const [key, item] of Object.entries(value)) {
    const shape = shapes.get(key);
    if (!shape) throw mistake(atKey(path, key), 'is not a field that is known', listed([...shapes.keys()], key));
    // A field that is there and undefined is one that is not there.
    if (item !== undefined) checkShape(shape, item, atKey(path, key));
  }
  const missing = Object.keys(required).find((key) => value[key] === undefined);
  if (missing !== undefined) throw mistake(path, `must have the field \`${missing}\``);
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function not(value: unknown): string {
  if (typeof value === 'string') return `, not "${value}"`;
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return `, not ${String(value)}`;
  return `, not ${Array.isArray(value) ? 'a list' : typeof value}`;
}

/** The nearest by edits of a letter, where at most a third of the letters differ. */
