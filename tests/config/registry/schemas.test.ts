import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { textOf } from '../../meta/repository.ts';

const names = {
  registry: 'schemas/mcp/tool_registry.schema.json',
  call: 'schemas/mcp/tool_call.schema.json',
  effect: 'schemas/mcp/tool_effect.schema.json',
  review: 'schemas/registry_review.schema.json',
} as const;

/** A reader of schemas as others have them: strict, with the formats that the draft names. */
function validator(name: keyof typeof names): ValidateFunction {
  const formats = { 'json-pointer': true, uuid: true } as const;
  // What a branch of a condition requires is described outside of it.
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, formats });
  return ajv.compile(JSON.parse(textOf(names[name])) as object);
}

const hash = 'a'.repeat(64);
const effect = {
  effect_id: '018f6b3c-7a10-7c3e-8a4b-0123456789ab',
  server_id: 'mcp-github',
  tool_name: 'create-pr',
  tool_class: 'write',
};

describe('the schemas of the contract', () => {
  it.each(Object.values(names))('%s allows nothing that it does not name', (name) => {
    const schema = JSON.parse(textOf(name)) as Record<string, unknown>;

    expect(schema.additionalProperties).toBe(false);
    if (name.startsWith('schemas/mcp/')) expect(schema.unevaluatedProperties).toBe(false);
  });

  it('are valid for a strict reader, with the example of the specification', () => {
    const example = {
      schema_id: 'talos.mcp.tool_registry',
      schema_version: 'v1',
      server_id: 'mcp-github',
      server_version: '1.0.0',
      tools: [
        {
          tool_name: 'create-pr',
          tool_class: 'write',
          is_document_op: true,
          document_spec: {
            content_encoding: 'utf8',
            write_content_pointers: ['/body', '/files/0/content'],
            read_content_pointers: [],
            max_read_bytes: 10485760,
            max_write_bytes: 5242880,
            max_batch_bytes: 52428800,
          },
        },
      ],
    };

    expect(validator('registry')(example)).toBe(true);
    expect(validator('review')({ server_id: 'mcp-github', tools: { x: { reviewed: true } } })).toBe(true);
  });

  it('are part of the package', () => {
    const manifest = JSON.parse(textOf('package.json')) as { files: string[]; exports: Record<string, unknown> };

    expect(manifest.files).toContain('schemas');
    expect(manifest.exports['./schemas/*.json']).toBe('./schemas/*.json');
  });
});

describe('a call', () => {
  const isValid = validator('call');
  const call = { server_id: 'mcp-github', tool_name: 'create-pr', arguments: {}, idempotency_key: 'k' };

  it.each([
    ['as it is', call, true],
    ['with what the caller takes its class for', { ...call, tool_class: 'read' }, true],
    [
      'with the digests that it expects',
      { ...call, expected_document_hashes: [{ pointer: '/body', hash }], content_hash_alg: 'sha256' },
      true,
    ],
    ['with another algorithm', { ...call, content_hash_alg: 'sha1' }, false],
    [
      'with a digest in capitals',
      { ...call, expected_document_hashes: [{ pointer: '/body', hash: 'A'.repeat(64) }] },
      false,
    ],
    ['with a JSONPath', { ...call, expected_document_hashes: [{ pointer: '$.body', hash }] }, false],
    ['with an empty key', { ...call, idempotency_key: '' }, false],
    ['without its server', { tool_name: 'x' }, false],
    ['with a field that is not known', { ...call, trusted: true }, false],
  ])('%s', (_, value, is) => {
    expect(isValid(value)).toBe(is);
  });
});

describe('an effect', () => {
  const isValid = validator('effect');
  const documents = {
    document_hashes: [{ pointer: '/body', hash, size_bytes: 3 }],
    batch_total_bytes: 3,
    content_hash_alg: 'sha256',
  };

  it.each([
    ['as it is', effect, true],
    ['with its documents', { ...effect, ...documents }, true],
    ['with documents and no algorithm', { ...effect, ...documents, content_hash_alg: undefined }, false],
    ['with an id of version 4', { ...effect, effect_id: '018f6b3c-7a10-4c3e-8a4b-0123456789ab' }, false],
    ['with an id of another variant', { ...effect, effect_id: '018f6b3c-7a10-7c3e-ca4b-0123456789ab' }, false],
    ['with an id in capitals', { ...effect, effect_id: effect.effect_id.toUpperCase() }, false],
    ['with braces around its id', { ...effect, effect_id: `{${effect.effect_id}}` }, false],
    ['with a line after its id', { ...effect, effect_id: `${effect.effect_id}\n` }, false],
    ['without a class', { ...effect, tool_class: undefined }, false],
  ])('%s', (_, value, is) => {
    expect(isValid(JSON.parse(JSON.stringify(value)))).toBe(is);
  });
});
