import prettier from 'prettier';
import { describe, expect, it } from 'vitest';
import { codeOf, codeOfSchema } from './schemas.ts';

/** The lines of a type by its head, without comments and attributes. */
function typeIn(code: string, head: string): string[] {
  const lines = code.split('\n').map((line) => line.trim());
  const start = lines.findIndex((line) => line.startsWith(head));
  const length = lines.slice(start).findIndex((line) => line === '}' || (line.endsWith(';') && !line.includes(': ')));
  return lines.slice(start, start + length + 1).filter((line) => !/^(\/|\*|#\[|\[)/.test(line));
}

const propertyOf = (schema: object, required: boolean, extra: object = {}) => ({
  properties: { value: schema },
  ...(required ? { required: ['value'] } : {}),
  ...extra,
});
/** How the property `value` is written in the three languages. */
function written(schema: object, isRequired = true, extra: object = {}): [string?, string?, string?] {
  const input = propertyOf(schema, isRequired, extra);
  const [, ts] = typeIn(codeOfSchema(input, 'ts'), 'export interface ToolArgs');
  const [, rust] = typeIn(codeOfSchema(input, 'rust'), 'pub struct ToolArgs');
  const csharp = codeOfSchema(input, 'csharp')
    .split('\n')
    .find((line) => / Value(Value)? \{ get;/.test(line));
  return [ts, rust, csharp?.trim()];
}

const tagged = {
  oneOf: ['local', 'remote'].map((kind) => ({
    type: 'object',
    properties: { kind: { const: kind } },
    required: ['kind'],
  })),
};

describe('the mapping of schemas', () => {
  it.each<[string, object, string, string, string]>([
    ['string', { type: 'string' }, 'string', 'String', 'string'],
    ['a format', { type: 'string', format: 'date-time' }, 'string', 'String', 'string'],
    ['integer', { type: 'integer' }, 'number', 'i64', 'long'],
    ['number', { type: 'number' }, 'number', 'f64', 'double'],
    ['boolean', { type: 'boolean' }, 'boolean', 'bool', 'bool'],
    ['null', { type: 'null' }, 'null', '()', 'object'],
    ['anything', {}, 'unknown', 'serde_json::Value', 'object'],
    ['array', { type: 'array', items: { type: 'integer' } }, 'number[]', 'Vec<i64>', 'IReadOnlyList<long>'],
    [
      'map',
      { type: 'object', additionalProperties: { type: 'number' } },
      '{ [key: string]: number }',
      'HashMap<String, f64>',
      'Dictionary<string, double>',
    ],
    [
      'any object',
      { type: 'object' },
      '{ [key: string]: unknown }',
      'HashMap<String, serde_json::Value>',
      'Dictionary<string, object>',
    ],
    ['nullable', { type: ['integer', 'null'] }, 'number | null', 'Option<i64>', 'long?'],
    [
      'nullable by anyOf',
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
      'string | null',
      'Option<String>',
      'string',
    ],
    ['nullable of OpenAPI', { type: 'string', nullable: true }, 'string | null', 'Option<String>', 'string'],
    ['enum', { enum: ['a', 'b'] }, 'Value', 'Value', 'Value'],
    ['const', { const: 'a' }, '"a"', 'Value', 'Value'],
    ['const number', { const: 3 }, '3', 'i64', 'long'],
    [
      'fixed tuple',
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'boolean' }], items: false, minItems: 2 },
      '[string, boolean]',
      '(String, bool)',
      'IReadOnlyList<object>',
    ],
    [
      'open tuple',
      { type: 'array', prefixItems: [{ type: 'string' }] },
      '[string?, ...unknown[]]',
      'Vec<serde_json::Value>',
      'IReadOnlyList<object>',
    ],
    ['union', { type: ['string', 'integer'] }, 'Value', 'Value', 'Value'],
    ['discriminated union', tagged, 'Value', 'Value', 'Value'],
    ['object', { type: 'object', properties: { a: {} } }, 'Value', 'Value', 'Value'],
    ['reference to a primitive', { $ref: '#/$defs/Id' }, 'string', 'String', 'string'],
    ['reference to an object', { $ref: '#/$defs/Point' }, 'Point', 'Point', 'Point'],
    ['what stands beside a reference', { $ref: '#/$defs/Point', description: 'Where.' }, 'Point', 'Point', 'Point'],
    ['allOf with one', { allOf: [{ $ref: '#/$defs/Point' }], title: 'A point' }, 'Point', 'Point', 'Point'],
    ['recursive array', { $ref: '#/$defs/Tree' }, 'Tree', 'Tree', 'Tree'],
  ])('%s', (_name, schema, ts, rust, csharp) => {
    const $defs = {
      Id: { type: 'string' },
      Point: { type: 'object', properties: { x: { type: 'number' } }, required: ['x'] },
      Tree: { type: 'array', items: { $ref: '#/$defs/Tree' } },
    };
    const isOption = rust.startsWith('Option<');
    const isValueType = ['long', 'double', 'bool'].includes(csharp) || 'enum' in schema || 'const' in schema;
    expect(written(schema, true, { $defs })).toEqual([
      `value: ${ts};`,
      `pub value: ${rust},`,
      `public ${csharp} Value { get; private set; }`,
    ]);
    // What is not required is optional, and nothing else is.
    const [optionalTs, optionalRust, optionalCsharp] = written(schema, false, { $defs });
    expect(optionalTs).toBe(`value?: ${ts};`);
    expect(optionalRust).toBe(`pub value: ${isOption ? rust : `Option<${rust}>`},`);
    expect(optionalCsharp).toBe(`public ${csharp}${isValueType && !csharp.endsWith('?') ? '?' : ''} Value { get; }`);
  });

  it('merges allOf, with what is required by any of them', () => {
    const allOf = [
      { properties: { a: { type: 'string' } }, required: ['a'] },
      { properties: { b: { type: 'integer' } }, required: ['b', 'c'] },
    ];
    expect(typeIn(codeOfSchema({ allOf }, 'ts'), 'export interface ToolArgs')).toEqual([
      'export interface ToolArgs {',
      'a: string;',
      'b: number;',
      'c: unknown;',
      '}',
    ]);
  });

  it('merges what stands beside alternatives into each', () => {
    const code = codeOfSchema(
      {
        properties: { a: { type: 'string' }, b: { type: 'string' } },
        anyOf: [{ required: ['a'] }, { required: ['b'] }],
      },
      'ts',
    );
    expect(code).toContain('export type ToolArgs = ToolArgsVariant1 | ToolArgsVariant2;');
    expect(code).toContain('export interface ToolArgsVariant1 {\n  a: string;\n  b?: string;\n}');
    expect(code).toContain('export interface ToolArgsVariant2 {\n  a?: string;\n  b: string;\n}');
  });

  it('boxes in Rust what contains itself, and nothing else', () => {
    const $defs = {
      Node: {
        type: 'object',
        properties: { next: { $ref: '#/$defs/Node' }, all: { type: 'array', items: { $ref: '#/$defs/Node' } } },
      },
    };
    const code = codeOfSchema({ properties: { node: { $ref: '#/$defs/Node' } }, $defs }, 'rust');
    expect(code).toContain('pub node: Option<Node>,');
    expect(code).toContain('pub next: Option<Box<Node>>,');
    expect(code).toContain('pub all: Option<Vec<Node>>,');
  });

  it('tags unions by the property that differs, and gives others variants by kind', () => {
    const rust = codeOfSchema({ properties: { value: tagged, other: { type: ['string', 'integer'] } } }, 'rust');
    expect(rust).toContain('#[serde(tag = "kind")]\npub enum Value {\n    #[serde(rename = "local")]\n    Local {},');
    expect(rust).toContain('#[serde(untagged)]\npub enum Other {\n    Integer(i64),\n    String(String),\n}');
    const csharp = codeOfSchema({ properties: { value: tagged } }, 'csharp');
    expect(csharp).toContain('[JsonDerivedType(typeof(Value.Local), "local")]');
  });

  it('is wider than what no type expresses, and says so', () => {
    const code = codeOfSchema({ properties: { value: { type: 'string', not: { const: 'a' }, minLength: 2 } } }, 'ts');
    expect(code).toContain('   * - minLength: 2\n   * - Not in the type: `not`.\n   */\n  value?: string;');
  });

  it('shares a type that is the same, and names others after their tool', () => {
    const tool = (name: string, values: string[]) => ({
      name,
      inputSchema: { type: 'object', properties: { mode: { enum: values } } },
    });
    const same = codeOf([tool('a', ['x', 'y']), tool('b', ['x', 'y'])], 'ts');
    expect(same.match(/export type Mode = /g)).toHaveLength(1);
    const different = codeOf([tool('a', ['x', 'y']), tool('b', ['x', 'z'])], 'ts');
    expect(different).toContain('export type AArgsMode = "x" | "y";');
    expect(different).toContain('export type BArgsMode = "x" | "z";');
  });
});

describe('seeds/1 §5, the worked example', () => {
  const text = { type: 'string' };
  const manifest = {
    name: 'FileManager',
    tools: [
      {
        name: 'readFile',
        description: 'Returns what a file has.',
        inputSchema: {
          type: 'object',
          properties: { path: text, encoding: { ...text, enum: ['utf8', 'base64'] } },
          required: ['path'],
        },
        outputSchema: {
          type: 'object',
          properties: { content: text, size_bytes: { type: 'integer' } },
          required: ['content'],
        },
      },
      {
        name: 'writeFile',
        description: 'Puts text into a file.',
        inputSchema: {
          type: 'object',
          properties: { path: text, content: text, append: { type: 'boolean' } },
          required: ['path', 'content'],
        },
        outputSchema: {
          type: 'object',
          properties: { bytes_written: { type: 'integer' } },
          required: ['bytes_written'],
        },
      },
    ],
  };

  it('comes out in Rust: arguments, results, handlers and traits', () => {
    const code = codeOf(manifest, 'rust');
    expect(typeIn(code, 'pub struct ReadFileArgs')).toEqual([
      'pub struct ReadFileArgs {',
      'pub path: String,',
      'pub encoding: Option<Encoding>,',
      '}',
    ]);
    expect(typeIn(code, 'pub enum Encoding')).toEqual(['pub enum Encoding {', 'Utf8,', 'Base64,', '}']);
    expect(typeIn(code, 'pub struct ReadFileSuccess')).toEqual([
      'pub struct ReadFileSuccess {',
      'pub content: String,',
      'pub size_bytes: Option<i64>,',
      '}',
    ]);
    expect(typeIn(code, 'pub struct WriteFileSuccess')).toEqual([
      'pub struct WriteFileSuccess {',
      'pub bytes_written: i64,',
      '}',
    ]);
    expect(code).toContain(
      "fn read_file(&self, args: ReadFileArgs) -> BoxFuture<'_, Result<ReadFileSuccess, McpError>>;",
    );
    expect(code).toContain('        state: SharedState<Self::State>,');
    expect(code).toContain('pub trait FileManagerCaps: CanReadFile + CanWriteFile {}');
  });

  it('comes out in C#: arguments, results, handlers and interfaces', () => {
    const code = codeOf(manifest, 'csharp');
    expect(code).toContain('public ReadFileArgs(string path, Encoding? encoding = null)');
    expect(code).toContain('public ReadFileResult(string content, long? sizeBytes = null)');
    expect(code).toContain('public WriteFileArgs(string path, string content, bool? append = null)');
    expect(code).toContain('public WriteFileResult(long bytesWritten)');
    expect(code).toContain(
      '[McpTool("readFile", "Returns what a file has.")]\n        public abstract Task<ReadFileResult> ReadFile(',
    );
    expect(code).toContain(
      'Task<WriteFileResult> WriteFileAsync(WriteFileArgs args, CancellationToken cancellationToken);',
    );
    expect(code).toContain('public interface IFileManagerCaps : ICanReadFile, ICanWriteFile');
  });

  it('comes out in TypeScript, with the triples of the runtime', async () => {
    const code = codeOf(manifest, 'ts');
    expect(typeIn(code, 'export interface WriteFileArgs')).toEqual([
      'export interface WriteFileArgs {',
      'path: string;',
      'content: string;',
      'append?: boolean;',
      '}',
    ]);
    expect(code).toContain('export type CanReadFile = ToolCap<"readFile", ReadFileArgs, ReadFileResult>;');
    expect(code).toContain('export type FileManagerCaps = CanReadFile | CanWriteFile;');
    expect(await prettier.format(code, { parser: 'typescript' })).toBe(code);
  });
});

describe('text of a server that is not trusted', () => {
  const hostile =
    '*/ import "fs"; /* \u202E \u2028 // \r@ts-ignore\n```\nstd::process::exit(1)\n```\n    code\n<script> ]]> </summary> {@link x} [a](javascript:b) */';
  const tool = {
    name: 'a"\\\n*/${x}{0}',
    description: hostile,
    inputSchema: {
      type: 'object',
      description: hostile,
      properties: { '"\n*/': { enum: ['"', "\\'\n", '*/'], description: hostile } },
    },
  };

  it('stays in comments and strings of TypeScript', () => {
    const code = codeOf({ name: hostile, tools: [tool] }, 'ts');
    const withoutComments = code.replaceAll(/\/\*\*[\s\S]*?\*\//g, '').replaceAll(/\/\/.*/g, '');
    const withoutStrings = withoutComments.replaceAll(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, '""');
    expect(withoutStrings).not.toMatch(/fs|script|link|ts-ignore|exit/);
    expect(code).not.toMatch(/[^\\]@(ts-ignore|link)/);
    expect(code).not.toMatch(/[\u202E\u2028\r]/);
  });

  it.each(['\u034F', '\u115F', '\u200B', '\u3164', '\uFE0F', '\uFFA0', '\u{E0041}'])(
    'has a character that is not seen (%j) as its code point',
    (hidden) => {
      const hiding = {
        name: 'tool',
        description: `Adds.${hidden}`,
        inputSchema: { type: 'object', required: [hidden] },
      };
      const codePoint = hidden.codePointAt(0) ?? 0;
      const written = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
      for (const language of ['ts', 'rust', 'csharp'] as const) {
        const code = codeOf([hiding], language);
        expect(code).toContain(`Adds.${written}`);
        expect(code).not.toContain(hidden);
      }
      const mistake = { ...hiding, inputSchema: { $ref: `#/$defs/${hidden}` } };
      expect(() => codeOf([mistake], 'ts')).toThrow(`\`#/$defs/\\u{${codePoint.toString(16)}}\``);
    },
  );

  it('stays in comments and strings of Rust, and is no code block, which tests would run', () => {
    const code = codeOf({ name: hostile, tools: [tool] }, 'rust');
    const rest = code
      .split('\n')
      .filter((line) => !/^\s*\/\//.test(line))
      .join('\n')
      .replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
    expect(rest).not.toMatch(/fs|script|exit|import/);
    for (const line of code.split('\n').filter((each) => each.includes('///'))) {
      expect(line).toMatch(/^\s*\/\/\/( \S.*)?$/);
      expect(line).not.toMatch(/```|[^\\]<script|[^\\]\[a\]/);
    }
  });

  it('stays in comments and strings of C#, as XML', () => {
    const code = codeOf({ name: hostile, tools: [tool] }, 'csharp');
    const comments = code
      .split('\n')
      .filter((line) => line.includes('///'))
      .join('\n');
    expect(comments.replaceAll(/<\/?summary>/g, '')).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
    const rest = code
      .split('\n')
      .filter((line) => !/^\s*\/\//.test(line))
      .join('\n')
      .replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
    expect(rest).not.toMatch(/std::|<script|import /);
  });

  it('makes names that look the same different, and in ASCII', () => {
    const code = codeOf(
      ['readFile', 'r\u0435adFile', 'read_file'].map((name) => ({ name, inputSchema: { type: 'object' } })),
      'rust',
    );
    expect(code).toContain('pub trait CanReadFile {');
    expect(code).toContain('pub trait CanReadFile2 {');
    expect(code).toContain('pub trait CanRU0435AdFile {');
    expect(code.replaceAll(/`[^`]*`/g, '')).toMatch(/^[\x20-\x7E\n]*$/);
  });

  it('keeps properties of every name apart', () => {
    const properties = Object.fromEntries(
      ['a-b', 'a_b', 'aB', 'self', 'type', 'class', 'GetType', 'toolArgs', '', '__proto__'].map((name) => [
        name,
        { type: 'string' },
      ]),
    );
    const input = JSON.parse(
      JSON.stringify({ properties }).replace('"":', '"__proto__":{"type":"string"},"":'),
    ) as object;
    const rust = codeOfSchema(input, 'rust');
    for (const field of ['a_b', 'a_b2', 'a_b3', 'self_', 'r#type', 'class', 'proto', 'unnamed'])
      expect(rust).toContain(`pub ${field}: `);
    const csharp = codeOfSchema(input, 'csharp');
    for (const name of ['AB', 'ABValue', 'ABValue2', 'Type', 'Class', 'GetTypeValue', 'ToolArgsValue', 'Proto'])
      expect(csharp).toMatch(new RegExp(` ${name} \\{ get`));
  });
});

it('known gap: a property that every object inherits is a type error in TypeScript where it is left out', () => {
  // `const args: ToolArgs = {}` is refused: `toString` of `{}` is a function.
  expect(codeOfSchema({ properties: { toString: { type: 'string' } } }, 'ts')).toContain('toString?: string;');
});
