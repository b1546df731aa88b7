import fc from 'fast-check';
import type { Json } from 'eslint-plugin-agent-safety/internal/registry';
import { manifestTools } from '../../src/codegen/sources/manifest.ts';
import { shapesOf } from '../../src/codegen/generate.ts';
import { csharp } from '../../src/codegen/languages/csharp.ts';
import { rust } from '../../src/codegen/languages/rust.ts';
import { typescript } from '../../src/codegen/languages/typescript.ts';

export const languages = { ts: typescript, rust, csharp } as const;

/** The generated code of a manifest. */
export function codeOf(manifest: unknown, language: keyof typeof languages): string {
  return languages[language].emit(shapesOf(manifestTools(manifest as Json, 'tools.json', 'Server')).shapes);
}

/** The generated code of one tool with this input schema: its name is `tool`. */
export function codeOfSchema(inputSchema: object, language: keyof typeof languages): string {
  return codeOf([{ name: 'tool', inputSchema: { type: 'object', ...inputSchema } }], language);
}

/** A schema with values that satisfy it. */
export interface Model {
  readonly schema: object;
  readonly instance: fc.Arbitrary<Json>;
}

/** An object whose required properties can be left out, to break it. */
export interface ObjectModel extends Model {
  readonly required: readonly string[];
}

const words = [
  'path',
  'size_bytes',
  'type',
  'class',
  'self',
  'Self',
  'read-only',
  '2fa',
  'é',
  '名前',
  'with space',
  'a/b~c',
];
const more = [
  '__proto__',
  'default',
  '$ref',
  '"quoted"',
  "it's",
  '\u202Eabc',
  'new\nline',
  '*/',
  'camelCase',
  'CamelCase',
  '',
];
const key = fc.constantFrom(...words, ...more);
const text = fc.oneof(
  fc.string({ maxLength: 6, unit: 'grapheme' }),
  fc.constantFrom('utf8', 'base64', '*/', '"', "'", '\\'),
);
const plain: fc.Arbitrary<Model> = fc.constantFrom<Model[]>(
  { schema: { type: 'string' }, instance: text },
  { schema: { type: 'string', format: 'date-time' }, instance: fc.constant('2026-01-01T00:00:00Z') },
  { schema: { type: 'integer' }, instance: fc.integer() },
  { schema: { type: 'number' }, instance: fc.constantFrom(0, 1.5, -2, 1e21) },
  { schema: { type: 'boolean' }, instance: fc.boolean() },
  { schema: { type: 'null' }, instance: fc.constant(null) },
  { schema: { type: ['string', 'null'] }, instance: fc.constantFrom(null, 'a') },
  { schema: { type: ['string', 'integer', 'array'] }, instance: fc.constantFrom('a', 1, [true]) },
  { schema: {}, instance: fc.constantFrom(1, 'a', null, { a: 1 }) },
  {
    schema: { $ref: '#/$defs/Node' },
    instance: fc.constantFrom<Json[]>({ value: 'a' }, { value: 'b', next: { value: 'c' } }),
  },
  { schema: { $ref: '#/$defs/Tree' }, instance: fc.constantFrom([], [[], [[]]]) },
);

/** What the schemas of `schemas` refer to. */
export const definitions = {
  Node: {
    type: 'object',
    properties: { value: { type: 'string' }, next: { $ref: '#/$defs/Node' } },
    required: ['value'],
    additionalProperties: false,
  },
  Tree: { type: 'array', items: { $ref: '#/$defs/Tree' } },
};

const enumeration: fc.Arbitrary<Model> = fc
  .uniqueArray(fc.oneof(text, text, fc.integer({ min: -5, max: 5 }), fc.boolean()), { minLength: 1, maxLength: 4 })
  .map((values) => ({ schema: { enum: values }, instance: fc.constantFrom(...values) }));

const constant: fc.Arbitrary<Model> = text.map((value) => ({ schema: { const: value }, instance: fc.constant(value) }));

function objectOf(value: fc.Arbitrary<Model>): fc.Arbitrary<ObjectModel> {
  const property = fc.record({ key, model: value, isRequired: fc.boolean() });
  const properties = fc.uniqueArray(property, { selector: (each) => each.key, maxLength: 4 });
  return fc.tuple(properties, fc.constantFrom(undefined, false, true)).map(([list, additionalProperties]) => {
    const required = list.filter(({ isRequired }) => isRequired).map((each) => each.key);
    return {
      schema: {
        type: 'object',
        properties: Object.fromEntries(list.map((each) => [each.key, each.model.schema])),
        ...(required.length > 0 ? { required } : {}),
        ...(additionalProperties === undefined ? {} : { additionalProperties }),
      },
      required,
      instance: fc
        .tuple(
          ...list.map(({ key: name, model, isRequired }) =>
            fc.tuple(fc.constant(name), isRequired ? model.instance : fc.option(model.instance, { nil: undefined })),
          ),
        )
        .map((entries) => Object.fromEntries(entries.filter(([, inner]) => inner !== undefined)) as Json),
    };
  });
}

function taggedOf(value: fc.Arbitrary<ObjectModel>): fc.Arbitrary<Model> {
  const withTag = ({ schema, instance, required }: ObjectModel, tag: string): Model => ({
    schema: {
      ...schema,
      properties: { ...(schema as { properties: object }).properties, kind: { const: tag } },
      required: [...required, 'kind'],
    },
    instance: instance.map((object) => ({ ...(object as object), kind: tag })),
  });
  return fc.tuple(value, value).map(([a, b]) => {
    const [first, second] = [withTag(a, 'first'), withTag(b, 'second one')];
    return { schema: { oneOf: [first.schema, second.schema] }, instance: fc.oneof(first.instance, second.instance) };
  });
}

const { object } = fc.letrec<{ schema: Model; object: ObjectModel }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    plain,
    plain,
    enumeration,
    constant,
    tie('schema').map(({ schema, instance }) => ({
      schema: { type: 'array', items: schema },
      instance: fc.array(instance, { maxLength: 2 }),
    })),
    tie('schema').map(({ schema, instance }) => ({
      schema: { type: 'object', additionalProperties: schema },
      instance: fc.dictionary(fc.constantFrom('a', 'b c'), instance, { maxKeys: 2, noNullPrototype: true }),
    })),
    fc.tuple(tie('schema'), tie('schema')).map(([a, b]) => ({
      schema: { type: 'array', prefixItems: [a.schema, b.schema], items: false, minItems: 2 },
      instance: fc.tuple(a.instance, b.instance),
    })),
    fc.tuple(tie('schema'), tie('schema')).map(([a, b]) => ({
      schema: { anyOf: [a.schema, b.schema] },
      instance: fc.oneof(a.instance, b.instance),
    })),
    tie('object'),
    taggedOf(tie('object')),
    fc.tuple(tie('object'), tie('schema')).map(([{ schema, instance }, added]) => ({
      schema: {
        allOf: [
          { ...schema, additionalProperties: true },
          { type: 'object', properties: { added: added.schema }, required: ['added'] },
        ],
      },
      instance: fc.tuple(instance, added.instance).map(([base, value]) => ({ ...(base as object), added: value })),
    })),
  ),
  object: objectOf(tie('schema')),
}));

/** Input schemas of tools, with what satisfies them. */
export const inputSchemas: fc.Arbitrary<ObjectModel> = object;
