import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { EffectKind } from '../../../src/models/effects/effect.ts';
import type { EffectName } from '../../../src/config/policy/policy.ts';
import { problemsOf } from '../../../src/config/schema.ts';
import { parsePolicy, PolicyError } from '../../../src/config/policy/parse.ts';
import { textOf } from '../../meta/repository.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | false;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly patternErrorMessage?: string;
  readonly examples?: readonly unknown[];
  readonly $defs?: Readonly<Record<string, Schema>>;
}

const schema = JSON.parse(textOf('policy.schema.json')) as Schema;

/** A schema with what it refers to. */
function whole({ $ref, ...own }: Schema): Schema {
  return $ref === undefined ? own : { ...schema.$defs?.[$ref.split('/').at(-1) ?? ''], ...own };
}

/** Each property of the schema, with where it stands: `grants[].from`, `agents.*.allow`. */
function propertiesIn(schemaOrRef: Schema, path: string): (readonly [string, Schema])[] {
  const { properties = {}, additionalProperties, items } = whole(schemaOrRef);
  return [
    ...Object.entries(properties).flatMap(([name, property]) => {
      const own = path === '' ? name : `${path}.${name}`;
      return [[own, whole(property)] as const, ...propertiesIn(property, own)];
    }),
    ...(additionalProperties ? propertiesIn(additionalProperties, `${path}.*`) : []),
    ...(items ? propertiesIn(items, `${path}[]`) : []),
  ];
}

const properties = propertiesIn(schema, '');
const used = { from: 'frontdesk', to: 'billing', tools: ['issue_refund'], reason: 'Billing has a limit.' };

describe('the schema', () => {
  it('has the properties that the loader reads', () => {
    expect(properties.map(([path]) => path)).toEqual([
      '$schema',
      'agents',
      'agents.*.allow',
      'grants',
      'grants[].from',
      'grants[].to',
      'grants[].tools',
      'grants[].reason',
      'grants[].expires',
      'tools',
      'tools.*.effects',
      'forbidden',
      'forbidden[].name',
      'forbidden[].effects',
      'forbidden[].reason',
    ]);
  });

  it.each(properties)('describes %s to those who type it, with an example', (_, property) => {
    expect(property.description).toMatch(/\.$/);
    expect(property.examples ?? whole(property.items ?? {}).examples ?? whole(property.items ?? {}).enum).toBeDefined();
  });

  const examples = properties.flatMap(([path, property]) =>
    (property.examples ?? []).map((value) => ({ path, value })),
  );

  it.each(examples)('has a valid example of $path', ({ path, value }) => {
    const [top = '', field] = path.split('[].');
    const entry = top === 'grants' ? used : { name: 'x', effects: ['spend'], reason: 'r' };

    expect(problemsOf('policy', { [top]: field === undefined ? value : [{ ...entry, [field]: value }] })).toEqual([]);
  });

  it('knows the effects that the models know', () => {
    expectTypeOf<EffectName>().toEqualTypeOf<EffectKind>();
    const names: Record<EffectName, true> = {
      'read-private': true,
      'untrusted-input': true,
      write: true,
      delete: true,
      execute: true,
      egress: true,
      spend: true,
    };

    expect(schema.$defs?.effects?.items?.enum).toEqual(Object.keys(names));
  });

  it('says of each pattern in words what it wants', () => {
    const defined = Object.values(schema.$defs ?? {});
    const patterns = [...defined, ...properties.map(([, property]) => property)].filter(({ pattern }) => pattern);

    expect(patterns.filter(({ patternErrorMessage }) => !patternErrorMessage?.startsWith('must '))).toEqual([]);
  });

  it('is part of the package', () => {
    const manifest = JSON.parse(textOf('package.json')) as { files: string[]; exports: Record<string, unknown> };

    expect(manifest.files).toContain('policy.schema.json');
    expect(manifest.exports['./policy.schema.json']).toBe('./policy.schema.json');
  });
});

// ── the loader and the schema agree ──────────────────────────────────────────────────────────────────────────────────

/** Values of which many are valid, and many are nearly so. */
const text = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom('frontdesk', 'billing', 'a b') },
  { weight: 1, arbitrary: fc.constantFrom('', ' ', ' x', '*', 'lookup_*') },
);
const effect = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom('read-private', 'untrusted-input', 'egress', 'spend') },
  { weight: 1, arbitrary: fc.constant('egres') },
);
const odd = fc.constantFrom(null, 3, 'x', [], {}, true);
const mostly = (value: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 50, arbitrary: value }, { weight: 1, arbitrary: odd });
const list = (item: fc.Arbitrary<unknown>) => mostly(fc.uniqueArray(mostly(item), { minLength: 1, maxLength: 3 }));
const named = (value: fc.Arbitrary<unknown>) => mostly(fc.dictionary(text, value, { maxKeys: 3 }));
/** The last field may be absent. */
const object = (fields: Record<string, fc.Arbitrary<unknown>>) =>
  mostly(fc.record(fields, { requiredKeys: Object.keys(fields).slice(0, -1) }));
const policies = mostly(
  fc.record(
    {
      $schema: text,
      agents: named(object({ allow: list(text), other: odd })),
      grants: list(
        object({
          ...{ from: text, to: text, tools: list(text), reason: text },
          expires: fc.oneof(
            { weight: 20, arbitrary: fc.constantFrom('2027-03-31', '2028-02-29') },
            fc.constantFrom('2027-02-31', 'soon'),
          ),
        }),
      ),
      tools: named(object({ effects: list(effect), other: odd })),
      forbidden: list(object({ name: text, effects: list(effect), reason: text, other: odd })),
    },
    { requiredKeys: [] },
  ),
);

describe('the loader and the schema', () => {
  // Another reader of the schema: as editors do, it takes a format that it does not know for no constraint.
  const ajv = new Ajv2020({ strict: false, formats: { date: true } });
  const isValid = ajv.compile(schema);
  const counts = { valid: 0, invalid: 0, senseless: 0 };

  it('agree on what is valid', () => {
    fc.assert(
      fc.property(policies, (value) => {
        const isValidToOthers = isValid(value);
        const problems = problemsOf('policy', value);
        const own = problems.filter(({ text: said }) => !said.includes('a day that the calendar has'));
        expect(own.length === 0).toBe(isValidToOthers);
        const mistakes = mistakesOf(value);
        if (problems.length > 0) expect(mistakes.length).toBeGreaterThanOrEqual(1);
        // What is against no schema is one of the three things that a schema cannot say.
        else for (const said of mistakes) expect(said).toMatch(/to itself\.|as the one on line \d+ (does|is)\./);
        counts[problems.length > 0 ? 'invalid' : mistakes.length > 0 ? 'senseless' : 'valid']++;
      }),
      { numRuns: 4000, seed: 5 },
    );

    expect(Math.min(counts.valid, counts.invalid, counts.senseless)).toBeGreaterThan(20);
  });

  it('agree on what a valid policy says', () => {
    fc.assert(
      fc.property(policies, (value) => {
        if (mistakesOf(value).length > 0) return;
        const { agents, grants, tools, forbidden } = parsePolicy(JSON.stringify(value, null, 2), 'x');
        const { $schema: _, ...said } = value as Record<string, unknown>;
        const names = Object.fromEntries(agents.map(({ name, allow }) => [name, { allow }]));
        const stated = Object.fromEntries(tools.map(({ pattern, effects }) => [pattern, { effects }]));

        expect({ agents: {}, grants: [], tools: {}, ...said }).toEqual({
          agents: names,
          grants: grants.map(({ line: _line, expires, ...grant }) => ({ ...grant, ...(expires ? { expires } : {}) })),
          tools: stated,
          ...(forbidden ? { forbidden: forbidden.map(({ line: _line, ...each }) => each) } : {}),
        });
      }),
      { numRuns: 4000, seed: 6 },
    );
  });
});

function mistakesOf(value: unknown): readonly string[] {
  try {
    parsePolicy(JSON.stringify(value), 'x');
    return [];
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    return error.mistakes.map(({ text: said }) => said);
  }
}
