import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from 'eslint-plugin-agent-safety/internal/registry';
import { codeOf, languages } from './schemas.ts';

// 10,000 manifests that no well-meaning server sends: each is an error with a place, or code.
const keyword = fc.constantFrom(
  ...[
    'type',
    'properties',
    'required',
    'items',
    'prefixItems',
    'additionalProperties',
    'patternProperties',
    'enum',
    'const',
  ],
  ...[
    'anyOf',
    'oneOf',
    'allOf',
    '$ref',
    '$defs',
    'definitions',
    'not',
    'if',
    '$id',
    '$anchor',
    '$schema',
    'nullable',
    'title',
  ],
  ...[
    'description',
    'default',
    'minItems',
    'maxItems',
    'unevaluatedProperties',
    'discriminator',
    'format',
    '$dynamicRef',
  ],
);
const name = fc.constantFrom(
  ...[
    'a',
    'b',
    'A',
    'type',
    '__proto__',
    'constructor',
    'toString',
    '',
    ' ',
    '1',
    '*/',
    '"',
    '\\',
    "'",
    '`',
    '\n',
    '\u2028',
  ],
  ...[
    '\u0000',
    '\uD800',
    '\u202E',
    '🦀',
    '名前',
    'self',
    'class',
    'x'.repeat(3000),
    '../..',
    '#',
    '</summary>',
    '{0}',
    '${x}',
  ],
);
const reference = fc.constantFrom(
  '#',
  '#/$defs/a',
  '#/$defs/b',
  '#/properties/a',
  '#a',
  '#/__proto__',
  'https://x.test/y',
  '#/%',
  './a.json',
  '#/type',
);
const typeName = fc.constantFrom('string', 'integer', 'number', 'boolean', 'null', 'array', 'object', 'any', 'String');

const schema = fc.letrec<{ value: Json; schema: Json; list: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6 },
    name,
    typeName,
    reference,
    fc.boolean(),
    fc.constant(null),
    fc.double({ noNaN: true }),
    tie('schema'),
    tie('list'),
  ),
  list: fc.array(tie('value'), { maxLength: 4 }),
  schema: fc.oneof(
    { maxDepth: 6 },
    fc.record({ type: typeName }),
    fc.record({ $ref: reference }),
    fc.dictionary(fc.oneof({ arbitrary: keyword, weight: 4 }, name), tie('value'), {
      maxKeys: 5,
      noNullPrototype: true,
    }),
    fc.record({
      type: fc.constant('object'),
      properties: fc.dictionary(name, tie('schema'), { maxKeys: 4, noNullPrototype: true }),
    }),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 4 }) }),
    fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 4 }) }),
    fc.record({ enum: fc.array(name, { minLength: 1, maxLength: 5 }) }),
  ),
})).schema;

const tool = fc.record(
  {
    name: fc.oneof({ arbitrary: name, weight: 8 }, fc.constantFrom<Json>(null, 3)),
    description: name,
    inputSchema: fc.oneof(
      {
        arbitrary: fc.record({
          type: fc.constant('object'),
          properties: fc.dictionary(name, schema, { maxKeys: 4, noNullPrototype: true }),
          $defs: fc.record({ a: schema, b: schema }),
        }),
        weight: 6,
      },
      schema,
    ),
    outputSchema: schema,
  },
  { requiredKeys: ['name', 'inputSchema'], noNullPrototype: true },
);
const manifests = fc.oneof(
  { arbitrary: fc.record({ name, tools: fc.array(tool, { maxLength: 3 }) }), weight: 8 },
  fc.array(tool, { maxLength: 3 }),
  schema,
);

describe('10,000 hostile manifests', () => {
  it('are an error that names a place, or code', () => {
    let [successes, errors] = [0, 0];
    fc.assert(
      fc.property(manifests, (manifest) => {
        const text = JSON.stringify(manifest);
        const began = performance.now();
        for (const language of Object.keys(languages) as (keyof typeof languages)[]) {
          try {
            const code = codeOf(JSON.parse(text), language);
            expect(code).toMatch(/\n$/);
            expect(code).not.toMatch(/[\p{Surrogate}\p{Zl}\p{Cf}]/u);
            successes++;
          } catch (error) {
            expect(error).toMatchObject({ name: 'Error' });
            expect((error as Error).message).toMatch(/^tools\.json(#\/[^\n]*)?: .+\./);
            errors++;
          }
        }
        expect(performance.now() - began).toBeLessThan(20_000);
      }),
      { numRuns: 10_000, seed: 20261125 },
    );
    expect(successes).toBeGreaterThan(3000);
    expect(errors).toBeGreaterThan(3000);
  });

  it.each(Object.entries(extremes()))('has an answer in time: %s', (_name, inputSchema) => {
    for (const language of Object.keys(languages) as (keyof typeof languages)[]) {
      const began = performance.now();
      try {
        codeOf([{ name: 'tool', inputSchema }], language);
      } catch (error) {
        expect(error).toMatchObject({ name: 'Error' });
        expect((error as Error).message).toMatch(/^tools\.json#\/0\/inputSchema.*: .+\./);
      }
      expect(performance.now() - began).toBeLessThan(120_000);
    }
  });
});

function extremes(): Record<string, object> {
  const nested = (depth: number): object => {
    let inner: object = { type: 'string' };
    for (let level = 0; level < depth; level++) inner = { type: 'object', properties: { a: inner } };
    return inner;
  };
  const chain = (length: number) =>
    Object.fromEntries(
      Array.from({ length }, (_, index) => [
        `d${String(index)}`,
        { type: 'object', properties: { next: { $ref: `#/$defs/d${String(index + 1)}` } } },
      ]),
    );
  const doubling = (length: number) =>
    Object.fromEntries(
      Array.from({ length }, (_, index) => {
        const next = { $ref: `#/$defs/d${String(index + 1)}` };
        return [`d${String(index)}`, { allOf: [next, next], anyOf: [next, next] }];
      }),
    );
  const many = (count: number, value: object) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${String(index)}`, value]));
  const last = (length: number) => ({ [`d${String(length)}`]: { type: 'object' } });
  return {
    'nested 60 deep': nested(60),
    'nested 10,000 deep': nested(10_000),
    'a chain of 100 definitions': { $ref: '#/$defs/d0', $defs: { ...chain(100), ...last(100) } },
    'a chain of 5,000 definitions': { $ref: '#/$defs/d0', $defs: { ...chain(5000), ...last(5000) } },
    'definitions that double': { $ref: '#/$defs/d0', $defs: { ...doubling(40), ...last(40) } },
    'an enumeration of 100,000': {
      type: 'object',
      properties: { a: { enum: Array.from({ length: 100_000 }, (_, index) => `v${String(index)}`) } },
    },
    '10,000 properties': { type: 'object', properties: many(10_000, { type: 'string', enum: ['a', 'b'] }) },
    '3,000 objects': { type: 'object', properties: many(3000, nested(2)) },
    'products of alternatives': {
      type: 'object',
      allOf: Array.from({ length: 30 }, (_, index) => ({
        anyOf: [{ required: [`a${String(index)}`] }, { required: ['b'] }],
      })),
    },
    'a circle of references': { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
    'a circle of alternatives': {
      type: 'object',
      properties: { a: { $ref: '#/$defs/a' } },
      $defs: {
        a: { anyOf: [{ $ref: '#/$defs/b' }, { type: 'string' }] },
        b: { anyOf: [{ $ref: '#/$defs/a' }, { type: 'null' }] },
      },
    },
    'a circle that grows': {
      $ref: '#/$defs/a',
      $defs: {
        a: {
          type: 'object',
          properties: Object.fromEntries(
            ['x', 'y', 'z'].map((each) => [
              each,
              { allOf: [{ $ref: '#/$defs/a' }, { type: 'object', required: [each] }] },
            ]),
          ),
        },
      },
    },
    'a long key': { type: 'object', properties: { ['x'.repeat(1_000_000)]: nested(50) } },
  };
}
