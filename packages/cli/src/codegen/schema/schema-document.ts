import { Ajv } from 'ajv';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isJsonArray, isJsonObject, valueAt } from '../../json.ts';
import type { Json, JsonObject } from 'eslint-plugin-agent-safety/internal/registry';
import { pointerTo, quoted, SchemaError } from '../problem.ts';
import { isIllFormed } from '../text.ts';

/** A schema, or one in it, with its place from the root of the schema. */
export interface Located {
  readonly schema: JsonObject | boolean;
  readonly pointer: string;
}

/** Containers in containers: deeper than schemas of tools are, and far from where recursion ends. */
const deepest = 128;

/** Values in one schema. */
const mostValues = 200_000;

/** Characters of the pointers to all of them: more than a schema that is not made to be long has. */
const mostCharacters = 50_000_000;

/** Mistakes of one schema that are listed. */
const mostMistakes = 5;

/**
 * One schema: checked against the meta-schema of its dialect, with its references resolved. References lead to places in
 * the schema only: nothing is ever fetched.
 */
export class SchemaDocument {
  readonly root: Located;
  /** The place of the schema in its file. */
  readonly #base: string;
  readonly #values = new Map<string, Json>();
  readonly #anchors = new Map<string, string>();
  /** Places that have an `$id`, and so are the base of references below. */
  readonly #resources = new Map<string, string>();

  /** @throws SchemaError where it is no schema, or one that is too deep or too large to be of a tool */
  constructor(schema: Json, base: string) {
    this.#base = base;
    if (!isJsonObject(schema) && typeof schema !== 'boolean')
      throw this.error('', 'A schema has to be an object. Write a JSON Schema here.');
    this.root = { schema, pointer: '' };
    this.#index(schema);
    this.#check(schema);
  }

  /** The schema under these keys of another. */
  child(parent: Located, ...keys: readonly (string | number)[]): Located {
    const pointer = pointerTo(parent.pointer, ...keys);
    return { schema: this.#values.get(pointer) as JsonObject | boolean, pointer };
  }

  /** @throws SchemaError where the reference leads out of the schema, or to what is no schema */
  resolve(reference: string, from: Located): Located {
    const pointer = this.#pointerOf(reference, from);
    const target = pointer === undefined ? undefined : this.#values.get(pointer);
    if (pointer === undefined || (!isJsonObject(target) && typeof target !== 'boolean'))
      throw this.error(
        `${from.pointer}/$ref`,
        `There is no schema at ${quoted(reference)}. Correct the reference, or add what it names.`,
      );
    return { schema: target, pointer };
  }

  /** An error at a place of the schema, given from its root. */
  error(pointer: string, text: string): SchemaError {
    return new SchemaError([{ pointer: this.placeOf(pointer), text }]);
  }

  /** The place in the file. */
  placeOf(pointer: string): string {
    return `${this.#base}${pointer}`;
  }

  #index(root: Json): void {
    const stack: { value: Json; pointer: string; depth: number }[] = [{ value: root, pointer: '', depth: 0 }];
    let characters = 0;
    for (let next = stack.pop(); next; next = stack.pop()) {
      const { value, pointer, depth } = next;
      characters += pointer.length;
      this.#values.set(pointer, value);
      if (depth > deepest)
        throw this.error('', `It is nested more than ${String(deepest)} levels deep. Move parts of it to \`$defs\`.`);
      if (this.#values.size > mostValues || characters > mostCharacters)
        throw this.error('', `It has more than ${String(mostValues)} values, or very long names. Make it smaller.`);
      if (isJsonObject(value)) this.#indexNames(value, pointer);
      this.#checkText(value, pointer);
      const entries = isJsonArray(value) ? [...value.entries()] : isJsonObject(value) ? Object.entries(value) : [];
      for (const [key, inner] of entries)
        stack.push({ value: inner, pointer: pointerTo(pointer, key), depth: depth + 1 });
    }
  }

  /** Names and values become strings of the generated code, which not every language can write. */
  #checkText(value: Json, pointer: string): void {
    const isValue = typeof value === 'string' && /\/(?:enum\/\d+|const)$/.test(pointer);
    const texts = isJsonObject(value) ? Object.keys(value) : isValue ? [value] : [];
    if (texts.some(isIllFormed))
      throw this.error(pointer, 'A name or value has half of a surrogate pair. Write it in Unicode characters.');
  }

  #indexNames(value: JsonObject, pointer: string): void {
    const id = valueAt(value, '$id');
    const anchor = valueAt(value, '$anchor');
    if (typeof id === 'string' && !id.startsWith('#')) this.#resources.set(pointer, id.replace(/#$/, ''));
    if (typeof id === 'string' && id.startsWith('#')) this.#anchors.set(id.slice(1), pointer);
    if (typeof anchor === 'string') this.#anchors.set(anchor, pointer);
  }

  #pointerOf(reference: string, from: Located): string | undefined {
    const [uri = '', fragment = ''] = reference.split(/#(.*)/s);
    const resource = uri === '' ? this.#resourceAround(from.pointer) : this.#resourceNamed(uri);
    if (resource === undefined)
      throw this.error(
        `${from.pointer}/$ref`,
        `${quoted(reference)} is outside of this schema, and nothing is fetched. Copy it into \`$defs\`, and refer to \`#/$defs/…\`.`,
      );
    const decoded = decodedFragment(fragment);
    if (decoded === '') return resource;
    return decoded?.startsWith('/') === true ? `${resource}${decoded}` : this.#anchors.get(decoded ?? '');
  }

  #resourceAround(pointer: string): string {
    const around = [...this.#resources.keys()].filter((each) => pointer === each || pointer.startsWith(`${each}/`));
    return around.reduce((longest, each) => (each.length > longest.length ? each : longest), '');
  }

  #resourceNamed(uri: string): string | undefined {
    return [...this.#resources].find(([, id]) => id === uri)?.[0];
  }

  #check(schema: JsonObject | boolean): void {
    if (typeof schema === 'boolean') return;
    const dialect = valueAt(schema, '$schema');
    const uri = typeof dialect === 'string' ? dialect : 'https://json-schema.org/draft/2020-12/schema';
    const validate = metaSchemaOf(uri);
    if (!validate)
      throw this.error(
        '/$schema',
        `The dialect ${quoted(uri)} is not supported. Use JSON Schema 2020-12, 2019-09 or draft-07.`,
      );
    if (validate(schema)) return;
    throw new SchemaError(this.#mistakes(validate.errors ?? []));
  }

  #mistakes(errors: readonly ErrorObject[]) {
    const byPlace = new Map<string, string>();
    for (const { instancePath, message = 'is not valid' } of errors)
      if (!byPlace.has(instancePath)) byPlace.set(instancePath, message);
    // Where a part is wrong, what is around it is reported too, and names less.
    const places = [...byPlace.keys()].filter(
      (place) => ![...byPlace.keys()].some((other) => other.startsWith(`${place}/`)),
    );
    return places.slice(0, mostMistakes).map((place) => ({
      pointer: this.placeOf(place),
      text: `This is no valid JSON Schema: it ${byPlace.get(place) ?? ''}. Correct the schema.`,
    }));
  }
}

function decodedFragment(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}

type Dialect = '2020-12' | '2019-09' | 'draft-07';

const dialects: Readonly<Record<string, Dialect>> = {
  'json-schema.org/draft/2020-12/schema': '2020-12',
  'json-schema.org/draft/2019-09/schema': '2019-09',
  'json-schema.org/draft-07/schema': 'draft-07',
  'json-schema.org/draft-06/schema': 'draft-07',
  'json-schema.org/schema': '2020-12',
};

function metaSchemaOf(uri: string): ValidateFunction | undefined {
  const name = uri.replace(/^https?:\/\//, '').replace(/#$/, '');
  const dialect = Object.hasOwn(dialects, name) ? dialects[name] : undefined;
  return dialect && metaSchema(dialect);
}

const metaSchemas = new Map<Dialect, ValidateFunction>();

function metaSchema(dialect: Dialect): ValidateFunction {
  const known = metaSchemas.get(dialect);
  if (known) return known;
  // Formats are not checked: whether a pattern is a regular expression changes no type.
  const options = { strict: false, validateFormats: false, allErrors: true } as const;
  const validate =
    dialect === 'draft-07'
      ? new Ajv(options).getSchema('http://json-schema.org/draft-07/schema')
      : dialect === '2019-09'
        ? new Ajv2019(options).getSchema('https://json-schema.org/draft/2019-09/schema')
        : new Ajv2020(options).getSchema('https://json-schema.org/draft/2020-12/schema');
  if (!validate) throw new Error(`The meta-schema of ${dialect} is missing.`);
  metaSchemas.set(dialect, validate);
  return validate;
}
