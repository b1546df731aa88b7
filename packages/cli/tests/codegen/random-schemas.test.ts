import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import prettier from 'prettier';
import { afterAll, describe, expect, it } from 'vitest';
import type { Json } from 'eslint-plugin-agent-safety/internal/registry';
import { isInstalled, Workspace } from './compilers.ts';
import { codeOf, definitions, inputSchemas } from './schemas.ts';

// 500 random schemas, as the tools of one server, so that names meet too: what satisfies a schema is well-typed, and what
// lacks a required property is not.
const workspace = new Workspace();
afterAll(() => {
  workspace.remove();
});

const cases = fc
  .sample(
    inputSchemas.chain((model) => model.instance.map((instance) => ({ ...model, instance }))),
    { numRuns: 500, seed: 20261125 },
  )
  .map(({ schema, required, instance }) => ({ schema: { ...schema, $defs: definitions }, required, instance }));
const manifest = {
  name: 'random',
  tools: cases.map(({ schema }, index) => ({ name: `t${String(index)}`, inputSchema: schema, outputSchema: schema })),
};

describe('500 random schemas', () => {
  it('have instances as the validator sees them', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    // The validator does not find a property without a name, and takes what every object inherits for `__proto__`.
    const checked = cases.filter(({ schema }) => !/"(__proto__)?":/.test(JSON.stringify(schema)));
    expect(checked.length).toBeGreaterThan(200);
    for (const { schema, required, instance } of checked) {
      const validate = ajv.compile(schema);
      expect(validate(instance), JSON.stringify({ schema, instance, errors: validate.errors })).toBe(true);
      for (const key of required) expect(validate(without(instance, key))).toBe(false);
    }
  });

  it('are TypeScript that takes what satisfies them, and not what lacks a required property', () => {
    const lines = cases.flatMap(({ required, instance }, index) => [
      `export const valid${String(index)}: types.T${String(index)}Args = ${literal(instance)};`,
      ...required.flatMap((key, at) => [
        '// @ts-expect-error -- a required property is missing',
        `export const broken${String(index)}_${String(at)}: types.T${String(index)}Result = ${literal(without(instance, key))};`,
      ]),
    ]);
    expect(lines.length).toBeGreaterThan(900);
    const instances = ["import type * as types from './types.ts';", ...lines, ''].join('\n');
    expect(workspace.typescript({ 'types.ts': codeOf(manifest, 'ts'), 'instances.ts': instances })).toBe('');
  });

  it('are in the format of prettier', async () => {
    const code = codeOf(manifest, 'ts');
    expect(await prettier.format(code, { parser: 'typescript' })).toBe(code);
  });

  it.skipIf(!isInstalled('rustc'))('are Rust', () => {
    expect(workspace.rust(codeOf(manifest, 'rust'))).toBe('');
  });

  it.skipIf(!isInstalled('rustfmt'))('are in the format of rustfmt', () => {
    expect(workspace.rustfmt(codeOf(manifest, 'rust'))).toBe('');
  });

  it.skipIf(!isInstalled('mcs'))('are C#', () => {
    expect(workspace.csharp(codeOf(manifest, 'csharp'))).toBe('');
  });
});

function without(instance: Json, key: string): Json {
  return Object.fromEntries(Object.entries(instance as object).filter(([name]) => name !== key));
}

/** A value as an expression: `__proto__` is a property of its own, as in JSON. */
function literal(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  return `{ ${Object.entries(value)
    .map(([key, inner]) => `[${JSON.stringify(key)}]: ${literal(inner)}`)
    .join(', ')} }`;
}
