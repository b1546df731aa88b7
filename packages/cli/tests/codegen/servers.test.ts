import { existsSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import prettier from 'prettier';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codegenCommand } from '../../src/codegen/command.ts';
import { listTools } from '../../src/tools/live/list-tools.ts';
import { connectionOf } from '../../src/tools/live/connection.ts';
import type { ListedTool } from '../../src/tools/listing.ts';
import { pascalCase } from '../../src/codegen/names.ts';
import { isInstalled, Workspace } from './compilers.ts';

// The reference servers, as far as they are installed: what satisfies the schemas of their tools is well-typed.
const modules = path.resolve(import.meta.dirname, '../../../../tests/sdk/node_modules/@modelcontextprotocol');
const servers = [
  ['server-everything', 'stdio'],
  ['server-filesystem', '/tmp'],
  ['server-memory', ''],
].filter(([name = '']) => existsSync(path.join(modules, name, 'dist/index.js')));

const workspace = new Workspace();
afterAll(() => {
  workspace.remove();
});

it('has at least one server to read', () => {
  expect(servers.map(([name]) => name)).toContain('server-everything');
});

describe.each(servers)('%s', (name = '', argument = '') => {
  const stdio = `${process.execPath} ${path.join(modules, name, 'dist/index.js')} ${argument}`;
  let tools: readonly ListedTool[] = [];
  let code: Record<string, string> = {};
  beforeAll(async () => {
    const connection = connectionOf({ stdio });
    if (!connection) throw new Error('There is no connection.');
    ({ tools } = await listTools(connection, 60_000, { show: () => undefined, clear: () => undefined }));
    const all = await Promise.all(
      ['ts', 'rust', 'csharp'].map(async (lang) => [lang, (await codegenCommand(undefined, { stdio, lang })).text]),
    );
    code = Object.fromEntries(all) as Record<string, string>;
  });

  it('takes what satisfies the schemas, and not what lacks a required property', () => {
    const lines = tools.flatMap(({ name: tool, inputSchema }) => {
      const schema = inputSchema as Schema;
      const type = `types.${pascalCase(tool)}Args`;
      const instance = instanceOf(schema) as Record<string, unknown>;
      const dialect =
        schema.$schema?.includes('2020') === false ? new Ajv({ strict: false }) : new Ajv2020({ strict: false });
      dialect.addFormat('uri', true);
      expect(dialect.validate(schema, instance), JSON.stringify({ schema, instance })).toBe(true);
      return [
        `export const valid_${pascalCase(tool)}: ${type} = ${JSON.stringify(instance)};`,
        ...(schema.required ?? []).flatMap((key) => {
          const broken = Object.fromEntries(Object.entries(instance).filter(([each]) => each !== key));
          return [
            '// @ts-expect-error -- a required property is missing',
            `export const broken_${pascalCase(tool)}_${key}: ${type} = ${JSON.stringify(broken)};`,
          ];
        }),
      ];
    });
    expect(lines.length).toBeGreaterThan(tools.length);
    const instances = ["import type * as types from './types.ts';", ...lines, ''].join('\n');
    expect(workspace.typescript({ 'types.ts': code.ts ?? '', 'instances.ts': instances })).toBe('');
  });

  it('is in the format of prettier', async () => {
    expect(await prettier.format(code.ts ?? '', { parser: 'typescript' })).toBe(code.ts);
  });

  it.skipIf(!isInstalled('rustc'))('is Rust', () => {
    expect(workspace.rust(code.rust ?? '')).toBe('');
  });

  it.skipIf(!isInstalled('mcs'))('is C#', () => {
    expect(workspace.csharp(code.csharp ?? '')).toBe('');
  });
});

interface Schema {
  readonly $schema?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly minItems?: number;
  readonly format?: string;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** A value that satisfies a schema, with all of its properties. */
function instanceOf(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  switch (schema.type) {
    case 'string':
      return schema.format === 'uri' ? 'https://example.com' : 'text';
    case 'number':
    case 'integer':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'array':
      return Array.from({ length: schema.minItems ?? 1 }, () => instanceOf(schema.items ?? {}));
    case 'object':
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, each]) => [key, instanceOf(each)]));
    default:
      return null;
  }
}
