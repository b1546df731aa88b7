import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRegistry, RegistryError } from '../../../src/config/registry/parse.ts';
import { pinOf } from '../../../src/config/registry/pin.ts';

const path = '/project/agent-safety.registry.json';
const reviewPath = '/project/agent-safety.registry.review.json';

const headers = { schema_id: 'talos.mcp.tool_registry', schema_version: 'v1', server_id: 'mcp-github' };
const list = { tool_name: 'list-prs', tool_class: 'read', is_document_op: false };
const spec = { content_encoding: 'utf8', write_content_pointers: ['/body', '/files/0/content'] };
const create = { tool_name: 'create-pr', tool_class: 'write', is_document_op: true, document_spec: spec };

function documentOf(...tools: readonly object[]): Record<string, unknown> {
  return { ...headers, tools };
}

/** The mistakes of a document, and of a review where there is one, as `line:column text`. */
function mistakesIn(document: unknown, review?: unknown): string[] {
  const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
  const reviewText = review === undefined ? undefined : { path: reviewPath, text: textOf(review) };
  try {
    parseRegistry({ path, text: textOf(document) }, reviewText);
    return [];
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    return error.mistakes.map(
      ({ file, line = 0, column = 0, text }) => `${file === path ? '' : 'review '}${line}:${column} ${text}`,
    );
  }
}

const full = `{
  "schema_id": "talos.mcp.tool_registry",
  "schema_version": "v1",
  "server_id": "mcp-github",
  "server_version": "1.0.0",
  "tools": [
    { "tool_name": "list-prs", "tool_class": "read", "is_document_op": false },
    {
      "tool_name": "create-pr", "tool_class": "write", "is_document_op": true,
      "document_spec": {
        "content_encoding": "utf8", "write_content_pointers": ["/body"], "read_content_pointers": [],
        "max_write_bytes": 10
      }
    }
  ]
}
`;
const fullReview = `{
  "server_id": "mcp-github",
  "pulled_from": "npx server",
  "tools": {
    "create-pr": { "reviewed": false, "reason": "", "description": "Opens one.", "input_schema": { "type": "object" } }
  }
}
`;

describe('a valid document', () => {
  it('is read with the places of its lines and the default limits', () => {
    const registry = parseRegistry({ path, text: full });

    expect(registry).toMatchObject({ path, serverId: 'mcp-github', serverVersion: '1.0.0', review: undefined });
    expect([...registry.tools]).toEqual([
      [
        'list-prs',
        {
          name: 'list-prs',
          class: 'read',
          document: undefined,
          isReviewed: true,
          review: undefined,
          line: 7,
          column: 5,
        },
      ],
      [
        'create-pr',
        {
          name: 'create-pr',
          class: 'write',
          document: {
            contentEncoding: 'utf8',
            writeContentPointers: ['/body'],
            readContentPointers: [],
            maxReadBytes: 10_485_760,
            maxWriteBytes: 10,
            maxBatchBytes: 52_428_800,
          },
          isReviewed: true,
          review: undefined,
          line: 8,
          column: 5,
        },
      ],
    ]);
  });

  it('has the default limits of the schema', () => {
    const document = parseRegistry({ path, text: JSON.stringify(documentOf(create)) }).tools.get('create-pr')?.document;

    expect(document).toMatchObject({ maxReadBytes: 10_485_760, maxWriteBytes: 5_242_880, maxBatchBytes: 52_428_800 });
  });

  it('has no document where the operation is none, whatever it says of one', () => {
    const text = JSON.stringify(documentOf({ ...list, document_spec: spec }));

    expect(parseRegistry({ path, text }).tools.get('list-prs')?.document).toBeUndefined();
  });

  it.each([
    ['with a byte order mark', `\uFEFF${full}`],
    ['with CRLF', full.replaceAll('\n', '\r\n')],
  ])('is the same %s', (_, text) => {
    expect(parseRegistry({ path, text })).toEqual(parseRegistry({ path, text: full }));
  });

  it('may have no tools', () => {
    expect(mistakesIn(documentOf())).toEqual([]);
  });

  it('may have tools with the names of what every object has', () => {
    const names = ['__proto__', 'constructor', 'toString'];
    const text = JSON.stringify(documentOf(...names.map((tool_name) => ({ ...list, tool_name }))));
    const review = '{"server_id": "mcp-github", "tools": {"__proto__": {"reviewed": false}}}';
    const { tools } = parseRegistry({ path, text }, { path: reviewPath, text: review });

    expect([...tools.values()].map(({ name, isReviewed }) => [name, isReviewed])).toEqual([
      ['__proto__', false],
      ['constructor', true],
      ['toString', true],
    ]);
  });
});

describe('a review', () => {
  it('makes a draft of the lines that are not confirmed, and of no other', () => {
    const registry = parseRegistry({ path, text: full }, { path: reviewPath, text: fullReview });
    const confirmed = fullReview.replace('false', 'true');

    expect(registry.review).toMatchObject({ path: reviewPath, serverId: 'mcp-github', pulledFrom: 'npx server' });
    expect([...registry.tools.values()].map(({ isReviewed }) => isReviewed)).toEqual([true, false]);
    expect(registry.tools.get('create-pr')?.review).toEqual({
      isReviewed: false,
      reason: '',
      description: 'Opens one.',
      annotations: undefined,
      inputSchema: { type: 'object' },
      outputSchema: undefined,
    });
    expect(
      parseRegistry({ path, text: full }, { path: reviewPath, text: confirmed }).tools.get('create-pr')?.isReviewed,
    ).toBe(true);
  });

  it.each([
    [
      'of another server',
      fullReview.replace('mcp-github', 'mcp-gitlab'),
      'review 2:16 server_id must be `"mcp-github"`, as in the document beside it, not `"mcp-gitlab"`.',
    ],
    [
      'with a field that is not known',
      fullReview.replace('"reviewed"', '"reviewd"'),
      'review 5:20 tools["create-pr"].reviewd is not known. Did you mean `reviewed`? Allowed: `reviewed`, `reason`, `description`, `annotations`, `input_schema`, `output_schema`.',
    ],
    [
      'with a word for a truth value',
      fullReview.replace('false', '"yes"'),
      'review 5:32 tools["create-pr"].reviewed must be `true` or `false`, not `"yes"`.',
    ],
    ['that is a list', '[]', 'review 1:1 The review must be an object, not a list.'],
    ['that is empty', '', 'review 1:1 The file is empty. Write a review into it, or remove it.'],
  ])('%s is a mistake', (_, review, mistake) => {
    expect(mistakesIn(full, review)).toEqual([mistake]);
  });

  it('has its mistakes beside those of the document', () => {
    const document = full.replace('"read"', '"reads"');

    expect(mistakesIn(document, fullReview.replace('mcp-github', ''))).toEqual([
      '7:46 tools[0].tool_class must be one of the allowed values, not `"reads"`. Did you mean `read`? Allowed: `read`, `write`.',
      'review 2:16 server_id must not be empty.',
    ]);
  });
});

describe('a mistake', () => {
  const ofSpec = (change: object) => documentOf({ ...create, document_spec: { ...spec, ...change } });
  const pointer =
    'must be a JSON Pointer (RFC 6901), such as `/files/0/content`, in which `~0` stands for `~` and `~1` for `/`';

  it.each([
    ['an empty file', '', '1:1 The file is empty. Write a registry document into it, or remove it.'],
    ['a list', '[]', '1:1 The registry must be an object, not a list.'],
    ['an empty object', '{}', '1:1 The registry must have `schema_id`, `schema_version`, `server_id`, `tools`.'],
    [
      'another kind of document',
      { ...documentOf(), schema_id: 'other' },
      '1:14 schema_id must be `"talos.mcp.tool_registry"`, not `"other"`.',
    ],
    ['another version', { ...documentOf(), schema_version: 'v2' }, '1:57 schema_version must be `"v1"`, not `"v2"`.'],
    ['no server', { ...documentOf(), server_id: '' }, '1:74 server_id must not be empty.'],
    [
      'a field beside the contract',
      { ...documentOf(), $schema: './x.json' },
      '1:98 $schema is not known. Allowed: `schema_id`, `schema_version`, `server_id`, `server_version`, `tools`.',
    ],
    [
      'a class that there is not',
      documentOf({ ...list, tool_class: 'delete' }),
      '1:133 tools[0].tool_class must be one of the allowed values, not `"delete"`. Allowed: `read`, `write`.',
    ],
    ['no class', documentOf({ tool_name: 'x', is_document_op: false }), '1:96 tools[0] must have `tool_class`.'],
    [
      'no word on documents',
      documentOf({ tool_name: 'x', tool_class: 'read' }),
      '1:96 tools[0] must have `is_document_op`.',
    ],
    [
      'a text for a truth value',
      documentOf({ ...list, is_document_op: 'no' }),
      '1:157 tools[0].is_document_op must be `true` or `false`, not `"no"`.',
    ],
    [
      'a document operation without its documents',
      documentOf({ ...list, is_document_op: true }),
      '1:96 tools[0] must have `document_spec`.',
    ],
    [
      'a writing one without its pointers',
      documentOf({ ...create, document_spec: { content_encoding: 'utf8', read_content_pointers: ['/x'] } }),
      '1:180 tools[0].document_spec must have `write_content_pointers`.',
    ],
    [
      'a reading one without its pointers',
      documentOf({ ...create, tool_class: 'read' }),
      '1:179 tools[0].document_spec must have `read_content_pointers`.',
    ],
    [
      'a writing one with no pointer',
      ofSpec({ write_content_pointers: [] }),
      '1:232 tools[0].document_spec.write_content_pointers must not be empty.',
    ],
    [
      'no encoding, under a name that is nearly right',
      documentOf({ ...create, document_spec: { content_encodin: 'utf8', write_content_pointers: ['/x'] } }),
      '1:181 tools[0].document_spec.content_encodin is not known. Did you mean `content_encoding`? Allowed: `content_encoding`, `write_content_pointers`, `read_content_pointers`, `max_read_bytes`, `max_write_bytes`, `max_batch_bytes`.',
    ],
    [
      'an encoding that there is not',
      ofSpec({ content_encoding: 'latin1' }),
      '1:200 tools[0].document_spec.content_encoding must be one of the allowed values, not `"latin1"`. Allowed: `utf8`, `base64`.',
    ],
    [
      'a JSONPath',
      ofSpec({ write_content_pointers: ['$.body'] }),
      `1:233 tools[0].document_spec.write_content_pointers[0] ${pointer}, not \`"$.body"\`.`,
    ],
    [
      'a pointer without its slash',
      ofSpec({ write_content_pointers: ['body'] }),
      `1:233 tools[0].document_spec.write_content_pointers[0] ${pointer}, not \`"body"\`.`,
    ],
    [
      'a tilde that stands for nothing',
      ofSpec({ write_content_pointers: ['/a~2'] }),
      `1:233 tools[0].document_spec.write_content_pointers[0] ${pointer}, not \`"/a~2"\`.`,
    ],
    [
      'a pointer twice',
      ofSpec({ write_content_pointers: ['/a', '/a'] }),
      '1:238 tools[0].document_spec.write_content_pointers has `"/a"` twice.',
    ],
    [
      'a negative limit',
      ofSpec({ max_batch_bytes: -1 }),
      '1:279 tools[0].document_spec.max_batch_bytes must be at least 0, not `-1`.',
    ],
    [
      'a limit in parts of bytes',
      ofSpec({ max_batch_bytes: 1.5 }),
      '1:279 tools[0].document_spec.max_batch_bytes must be a whole number, not `1.5`.',
    ],
    [
      'a limit that numbers cannot hold exactly',
      ofSpec({ max_batch_bytes: 2 ** 53 }),
      '1:279 tools[0].document_spec.max_batch_bytes must be at most 9007199254740991, not `9007199254740992`.',
    ],
    [
      'a tool twice',
      `{"schema_id": "talos.mcp.tool_registry", "schema_version": "v1", "server_id": "x", "tools": [${JSON.stringify(list)},\n${JSON.stringify({ ...list, tool_class: 'write' })}]}`,
      '2:14 tools[1].tool_name is `"list-prs"`, as the one on line 1 is. Keep one.',
    ],
    [
      'half of a surrogate pair',
      documentOf({ ...list, tool_name: '\uD83D' }),
      '1:109 tools[0].tool_name has half of a surrogate pair, which is no character.',
    ],
    [
      'a field twice',
      full.replace('"tool_class": "read"', '"tool_class": "read", "tool_class": "write"'),
      '7:54 tools[0].tool_class stands here twice, first on line 7. Make one of both.',
    ],
    [
      'a comment',
      full.replace('"server_id"', '// the server\n  "server_id"'),
      '4:3 JSON has no comments. Say it in a `reason` of the review file, or take it out.',
    ],
    ['nesting without end', '['.repeat(100_000), '1:251 Values are nested deeper than 250 levels here.'],
  ])('%s', (_, document, mistake) => {
    expect(mistakesIn(document)).toEqual([mistake]);
  });

  it.each(['', '/', '//', '/a~0b~1c', '/~01', '/0/-/x', '/ä/\u{1F600}/\n'])('is not the pointer %j', (each) => {
    expect(mistakesIn(ofSpec({ write_content_pointers: [each] }))).toEqual([]);
  });

  it('does not hide another: all are told, in the order of the text', () => {
    const text = full.replace('"read"', '"reads"').replace('"/body"', '"body"').replace('10\n', '-10\n');

    expect(mistakesIn(text).map((mistake) => mistake.split(' ').slice(0, 2).join(' '))).toEqual([
      '7:46 tools[0].tool_class',
      '11:64 tools[1].document_spec.write_content_pointers[0]',
      '12:28 tools[1].document_spec.max_write_bytes',
    ]);
  });
});

describe('the error', () => {
  it('names each file as one clicks on it, and every place', () => {
    const file = `${process.cwd()}/app/agent-safety.registry.json`;

    expect(
      new RegistryError([
        { file, line: 3, column: 13, text: 'It is wrong.' },
        { file: '/elsewhere/x.json', text: 'is not there.' },
      ]).message,
    ).toBe(
      'The tool registry does not hold.\napp/agent-safety.registry.json:3:13  It is wrong.\n/elsewhere/x.json is not there.',
    );
  });
});

describe('the pin', () => {
  it('is that of the canonical JSON, whatever the order and the space', () => {
    const turned = JSON.stringify(Object.fromEntries(Object.entries(documentOf(list)).reverse()), null, 4);
    const { pin } = parseRegistry({ path, text: turned });

    // printf '%s' '{"schema_id":"talos.mcp.tool_registry",…}' | sha256sum
    expect(pin).toBe('sha256-da5cbb572c7bb9129bd92eb1d3a2efc9c44e94bf92bf2d612c5f61cecd8e7771');
    expect(pin).toBe(parseRegistry({ path, text: JSON.stringify(documentOf(list)) }).pin);
  });

  it('is another one where a default is written out', () => {
    const written = { ...spec, max_read_bytes: 10_485_760 };
    const pins = [spec, written].map((document_spec) => pinOf(documentOf({ ...create, document_spec })));

    expect(new Set(pins).size).toBe(2);
  });

  it('refuses what has no UTF-8', () => {
    expect(() => pinOf({ name: '\uD83D' })).toThrow('Lone surrogate');
  });
});

// ── hostile texts ────────────────────────────────────────────────────────────────────────────────────────────────────

describe('whatever a file holds', () => {
  const odd = fc.oneof(
    fc.constantFrom(null, 0, -0, 1e308, '', '__proto__', 'constructor', [], {}, true, '/a/0', 'utf8', 'write'),
    fc.jsonValue({ maxDepth: 3 }),
  );

  /** A valid value in which one place after another is replaced, taken away, or repeated. */
  const changed = (text: string) =>
    fc
      .array(fc.tuple(fc.nat(), fc.constantFrom('put', 'drop', 'add'), fc.string(), odd), {
        minLength: 1,
        maxLength: 4,
      })
      .map((changes) => {
        const value = JSON.parse(text) as unknown;
        for (const [at, kind, key, put] of changes) {
          const objects = objectsIn(value);
          const owner = objects[at % objects.length];
          if (!owner) continue;
          const keys = Object.keys(owner);
          const name = kind === 'add' ? key : keys[at % Math.max(keys.length, 1)];
          if (name === undefined) continue;
          if (kind === 'drop') Reflect.deleteProperty(owner, name);
          else
            Object.defineProperty(owner, name, {
              value: structuredClone(put),
              enumerable: true,
              configurable: true,
              writable: true,
            });
        }
        return JSON.stringify(value);
      });

  /** A text in which some characters are replaced. */
  const edited = (text: string) =>
    fc
      .tuple(
        fc.nat(text.length),
        fc.nat(5),
        fc.constantFrom('', ',', '}', '"', '\\u', '\\ud800', '1e999', '\u0000', '[['),
      )
      .map(([at, length, put]) => text.slice(0, at) + put + text.slice(at + length));

  const anyOf = (text: string) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constant(text) },
      { weight: 4, arbitrary: changed(text) },
      { weight: 4, arbitrary: edited(text) },
      fc.string(),
      fc.json(),
    );

  it('it is a registry or a RegistryError with places in the text', () => {
    const counts = { read: 0, refused: 0 };
    fc.assert(
      fc.property(anyOf(full), fc.option(anyOf(fullReview), { nil: undefined }), (text, review) => {
        try {
          const registry = parseRegistry(
            { path, text },
            review === undefined ? undefined : { path: reviewPath, text: review },
          );
          expect(registry.pin).toMatch(/^sha256-[0-9a-f]{64}$/);
          counts.read++;
        } catch (error) {
          if (!(error instanceof RegistryError)) throw error;
          expect(error.mistakes.length).toBeGreaterThan(0);
          for (const { file, line = 0, column = 0, text: said } of error.mistakes) {
            const lines = (file === path ? text : (review ?? '')).split(/\r\n|\r|\n/);
            expect(line).toBeGreaterThanOrEqual(1);
            expect(line).toBeLessThanOrEqual(lines.length);
            expect(column).toBeLessThanOrEqual((lines[line - 1] ?? '').length + 1);
            expect(said).not.toMatch(/undefined|\[object/);
          }
          counts.refused++;
        }
      }),
      { numRuns: 1200, seed: 7 },
    );

    expect(Math.min(counts.read, counts.refused)).toBeGreaterThan(50);
  });
});

function objectsIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}
