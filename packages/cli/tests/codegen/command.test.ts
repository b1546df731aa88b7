import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codegenCommand } from '../../src/codegen/command.ts';
import { Workspace } from './compilers.ts';

const workspace = new Workspace();
beforeAll(() => {
  mkdirSync(path.join(workspace.folder, 'out'));
});
afterAll(() => {
  workspace.remove();
});

const file = (name: string, content: unknown): string =>
  workspace.write(name, typeof content === 'string' ? content : JSON.stringify(content));
const ping = { name: 'ping', inputSchema: { type: 'object' } };
const failing = (content: unknown, options = {}) =>
  codegenCommand(file('tools.json', content), { lang: 'ts', ...options }).catch((error: unknown) =>
    (error as Error).message.replaceAll(`${workspace.folder}/`, ''),
  );

describe('agent-safety codegen', () => {
  it('prints the types, and writes them to a file in one step', async () => {
    const source = file('written.json', { name: 'Server', tools: [ping] });
    const { text, notes, isComplete } = await codegenCommand(source, { lang: 'ts' });
    expect({ notes, isComplete }).toEqual({ notes: [], isComplete: true });
    expect(text).toContain('export interface PingArgs {}');
    const out = path.join(workspace.folder, 'out/tools.ts');
    writeFileSync(out, 'old');
    expect(await codegenCommand(source, { out })).toEqual({
      text: '',
      notes: [`Wrote ${out}: the types of 1 tool.`],
      isComplete: true,
    });
    expect(readFileSync(out, 'utf8')).toBe(text);
    expect(readdirSync(path.dirname(out))).toEqual(['tools.ts']);
  });

  it('leaves the file as it is where something is wrong', async () => {
    const out = path.join(workspace.folder, 'out/kept.ts');
    writeFileSync(out, 'old');
    await expect(codegenCommand(file('bad.json', [{ name: 'x' }]), { out })).rejects.toThrow('inputSchema');
    expect(readFileSync(out, 'utf8')).toBe('old');
  });

  it.each([
    ['a list', [ping]],
    ['a result of tools/list', { tools: [ping] }],
    ['a response', { jsonrpc: '2.0', id: 1, result: { tools: [ping] } }],
  ])('reads %s', async (_name, manifest) => {
    const { text } = await codegenCommand(file('my-server.json', manifest), { lang: 'rust' });
    expect(text).toContain('pub trait MyServerCaps: CanPing {}');
  });

  it('generates the same whatever the order of the tools', async () => {
    const other = { name: 'pong', inputSchema: { type: 'object', properties: { a: { enum: ['x', 'y'] } } } };
    const both = await Promise.all(
      [
        [ping, other],
        [other, ping],
      ].map((tools) => codegenCommand(file('order.json', { tools }), { lang: 'csharp' })),
    );
    expect(both[0]?.text).toBe(both[1]?.text);
  });

  it('takes another name, and the language of the file', async () => {
    const out = path.join(workspace.folder, 'out/Tools.cs');
    await codegenCommand(file('named.json', [ping]), { out, name: 'file manager' });
    expect(readFileSync(out, 'utf8')).toContain('namespace FileManagerContract');
  });

  it.each([
    [
      [{ name: 'a' }],
      'tools.json#/0: The tool has no `inputSchema`. Add one; `{ "type": "object" }` is one without parameters.',
    ],
    [[{ ...ping, name: '' }], 'tools.json#/0/name: The tool has no name. Give it a `name` of Unicode characters.'],
    [[ping, ping], 'tools.json#/1: The tool at /0 has the same name. Rename or remove one of them.'],
    [
      { tools: 3 },
      'tools.json: No tools are in it. Give a result of `tools/list`, an object with `tools`, or a list of tools.',
    ],
    [
      [{ ...ping, inputSchema: { type: 'string' } }],
      'tools.json#/0/inputSchema: The arguments of a tool are an object. Give the schema `"type": "object"` and properties.',
    ],
    [
      [{ ...ping, inputSchema: { type: 'object', properties: { a: { type: 'strin' } } } }],
      'tools.json#/0/inputSchema/properties/a/type: This is no valid JSON Schema: it must be equal to one of the allowed values. Correct the schema.',
    ],
    [
      [{ ...ping, inputSchema: { $ref: 'https://x.test/s.json' } }],
      'tools.json#/0/inputSchema/$ref: `https://x.test/s.json` is outside of this schema, and nothing is fetched. Copy it into `$defs`, and refer to `#/$defs/…`.',
    ],
    [
      [{ ...ping, inputSchema: { $ref: '#/$defs/a' } }],
      'tools.json#/0/inputSchema/$ref: There is no schema at `#/$defs/a`. Correct the reference, or add what it names.',
    ],
    [
      [{ ...ping, inputSchema: { $schema: 'http://json-schema.org/draft-04/schema#' } }],
      'tools.json#/0/inputSchema/$schema: The dialect `http://json-schema.org/draft-04/schema#` is not supported. Use JSON Schema 2020-12, 2019-09 or draft-07.',
    ],
    [
      [{ ...ping, inputSchema: { type: 'object', properties: { a: false }, required: ['a'] } }],
      'tools.json#/0/inputSchema: No value satisfies this schema. Remove what contradicts the rest.',
    ],
  ])('says what is wrong in %j, where, and what to do', async (manifest, message) => {
    expect(await failing(manifest)).toBe(message);
  });

  it('names the mistakes of a file that is no JSON, or is not there', async () => {
    expect(await failing('{')).toMatch(/^tools\.json is no JSON: .*\. Correct it\.$/);
    await expect(codegenCommand('nowhere.json', { lang: 'ts' })).rejects.toThrow('There is no nowhere.json.');
  });

  it.each([
    [{ lang: 'tss' }, 'There is no language `tss`. Did you mean `ts`?'],
    [{ lang: undefined }, 'Name the language with --lang: `ts`, `rust` or `csharp`.'],
    [
      { stdio: 'node server.js' },
      '`tools.json` and `--stdio` both name tools. Leave one out, or put the command of the server in quotes.',
    ],
    [{ timeout: '3' }, '`--timeout` is for a server with `--stdio` or `--url`.'],
    [{ name: ' ' }, '`--name` is empty. Give the name of the server.'],
  ])('refuses the options %j', async (options, message) => {
    expect(await failing([ping], options)).toBe(message);
  });

  it('is incomplete where the list is one page of several', async () => {
    const { notes, isComplete } = await codegenCommand(file('page.json', { tools: [ping], nextCursor: 'b' }), {
      lang: 'ts',
    });
    expect(isComplete).toBe(false);
    expect(notes).toEqual([expect.stringContaining('#/nextCursor: The list is one page of several.')]);
  });
});

describe('agent-safety codegen of a registry', () => {
  const line = { tool_class: 'write', is_document_op: false };
  const document = {
    schema_id: 'talos.mcp.tool_registry',
    schema_version: 'v1',
    server_id: 'mcp-files',
    tools: [
      { tool_name: 'write_file', ...line },
      { tool_name: 'stat', ...line, tool_class: 'read' },
    ],
  };

  it('takes schemas from the review beside it, and knows no arguments without', async () => {
    file('files.json', document);
    file('files.review.json', {
      server_id: 'mcp-files',
      tools: {
        write_file: {
          reviewed: false,
          description: 'Writes.',
          input_schema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
        },
      },
    });
    const { text, notes } = await codegenCommand(path.join(workspace.folder, 'files.json'), { lang: 'ts' });
    expect(text).toContain('export interface WriteFileArgs {\n  path: string;\n}');
    expect(text).toContain('- Class in the registry: write (draft).');
    expect(text).toContain('export type CanStat = ToolCap<"stat", unknown, unknown>;');
    expect(notes.map((note) => note.replace(/^.*#/, '#'))).toEqual([
      '#/tools/0: The line is a draft that no person has reviewed.',
      expect.stringMatching(/^#\/tools\/1: The arguments are unknown: .* Run `agent-safety tools pull`/),
    ]);
  });

  it('refuses the review of another server', async () => {
    file('other.json', document);
    file('other.review.json', { server_id: 'else', tools: {} });
    await expect(codegenCommand(path.join(workspace.folder, 'other.json'), { lang: 'ts' })).rejects.toThrow(
      /other\.review\.json#\/server_id: The registry beside it has the server "mcp-files"\./,
    );
    expect(existsSync(path.join(workspace.folder, 'out/none.ts'))).toBe(false);
  });
});
