import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pinOf } from '../../../../src/config/registry/pin.ts';
import { parseRegistry, RegistryError, registryPin } from '../../src/policy/index.ts';
import { readToolCall } from '../../src/policy/tool-call.ts';
import { callOf, recorder, registryDocument } from './fixtures.ts';

// The validation of the package is written by hand. The schemas are the contract, and ajv reads them.

const folder = path.join(import.meta.dirname, '../../../../schemas/mcp');
const ajv = new Ajv2020({ allErrors: false, formats: { 'json-pointer': true, uuid: true }, strict: false });
const [isRegistry, isToolCall, isToolEffect] = ['tool_registry', 'tool_call', 'tool_effect'].map((name) =>
  ajv.compile(JSON.parse(readFileSync(path.join(folder, `${name}.schema.json`), 'utf8')) as object),
);

const toolCall = callOf(
  'create-pr',
  { body: 'a', files: [] },
  {
    tool_class: 'write',
    expected_document_hashes: [{ pointer: '/body', hash: 'a'.repeat(64) }],
    content_hash_alg: 'sha256',
  },
);

/** What takes the place of a part of a document, or stands beside it. */
const replacement = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    '',
    'read',
    'write',
    'utf8',
    'base64',
    'v1',
    '/a',
    '/a/b',
    'a',
    '/~2',
    '/~0~1',
    '/~',
    0,
    -1,
    1.5,
    1e300,
    2 ** 53,
    5,
  ),
  fc.constantFrom<unknown>(
    [],
    {},
    ['/a', '/a'],
    ['/a'],
    [1],
    [{}],
    { content_encoding: 'utf8' },
    { pointer: '/a', hash: 'b'.repeat(64) },
  ),
  fc.constantFrom<unknown>('f'.repeat(64), 'F'.repeat(64), 'talos.mcp.tool_registry', 'sha256', 'md5'),
  fc.jsonValue({ maxDepth: 2 }),
);
const key = fc.constantFrom('tool_name', 'tool_class', 'is_document_op', 'document_spec', 'extra', 'write_content_pointers', 'read_content_pointers', 'max_read_bytes', 'server_version', '__proto__', 'tools', 'pointer', 'hash', 'arguments'); // prettier-ignore

/** Changes: at the place that `at` comes to, a value is replaced, removed or added. */
const mutation = fc.record({ at: fc.array(fc.nat(20), { maxLength: 5 }), kind: fc.constantFrom('replace', 'remove', 'add'), key, value: replacement }); // prettier-ignore

interface Mutation {
  readonly at: readonly number[];
  readonly kind: string;
  readonly key: string;
  readonly value: unknown;
}

/** A copy of a document with a change. */
function mutated(document: unknown, { at, kind, key: name, value }: Mutation): unknown {
  const copy = structuredClone(document);
  let parent: Record<string, unknown> | undefined;
  let last = '';
  let here: unknown = copy;
  for (const step of at) {
    if (typeof here !== 'object' || here === null || Object.keys(here).length === 0) break;
    const keys = Object.keys(here);
    parent = here as Record<string, unknown>;
    last = keys[step % keys.length]!;
    here = parent[last];
  }
  if (kind === 'add' && typeof here === 'object' && here !== null && !Array.isArray(here)) {
    Object.defineProperty(here, name, { value, enumerable: true, configurable: true, writable: true });
  } else if (!parent) return value;
  else if (kind === 'remove' && !Array.isArray(parent)) Reflect.deleteProperty(parent, last);
  else parent[last] = value;
  return copy;
}

function isAccepted(read: (document: unknown) => unknown, document: unknown): boolean {
  try {
    read(document);
    return true;
  } catch {
    return false;
  }
}

/** What no JSON Schema says: a name stands for one tool. */
function hasEachToolOnce(document: unknown): boolean {
  const names = (document as { tools: { tool_name: string }[] }).tools.map(({ tool_name }) => tool_name);
  return new Set(names).size === names.length;
}

describe('the validation and ajv agree', () => {
  it.each([
    [
      'tool_registry',
      registryDocument({ max_read_bytes: 5, max_batch_bytes: 7 }),
      isRegistry!,
      parseRegistry,
      hasEachToolOnce,
    ],
    ['tool_call', toolCall, isToolCall!, readToolCall, () => true],
  ] as const)('about 3,000 documents near a %s', (_name, document, isValid, read, isMore) => {
    const seen = { accepted: 0, refused: 0 };
    expect(isValid(document)).toBe(true);
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 3 }), (changes) => {
        const changed = changes.reduce<unknown>(mutated, document);
        const expected = isValid(changed) && isMore(changed);
        seen[expected ? 'accepted' : 'refused']++;
        expect(isAccepted(read, changed)).toBe(expected);
      }),
      { numRuns: 3000 },
    );
    expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(50);
  });

  it('about each tool_effect that a connector makes', async () => {
    for (const call of [
      callOf('list-issues'),
      callOf('close-issue'),
      callOf('save-note', { body: 'a' }),
      callOf('get-file'),
    ]) {
      const { tool_effect: effect } = await recorder().connector.call(call);
      expect(isToolEffect!(JSON.parse(JSON.stringify(effect)))).toBe(true);
    }
  });
});

it('the pin is that of the plugin, whatever the order of keys', () => {
  const document = registryDocument();
  const reversed = Object.fromEntries(Object.entries(document).reverse());
  expect(registryPin(document)).toMatch(/^sha256-[0-9a-f]{64}$/);
  expect(registryPin(document)).toBe(pinOf(document));
  expect(registryPin(reversed)).toBe(registryPin(document));
  // As it is written: a default that is spelled out makes another document.
  expect(registryPin(registryDocument({ max_read_bytes: 10_485_760 }))).not.toBe(registryPin(document));
});

describe('a registry with more mistakes than are listed', () => {
  it('is refused, whatever stands behind the last that is', () => {
    const tools = [...Array.from({ length: 40 }, () => ({ tool_name: 1 })), null, 7, []];
    const document = { schema_id: 'talos.mcp.tool_registry', schema_version: 'v1', server_id: 's', tools };

    expect(() => parseRegistry(document)).toThrow(RegistryError);
    expect(() => parseRegistry(document)).toThrow('and more');
  });
});
