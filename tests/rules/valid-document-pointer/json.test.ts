import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import json from '@eslint/json';
import { ESLint, type Linter } from 'eslint';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import plugin from '../../../src/index.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'documents-'));
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** What ESLint reports in a JSON file, as `line:column text`. */
async function findingsIn(path: string, settings: Linter.Config['settings'] = {}): Promise<string[]> {
  const eslint = new ESLint({
    cwd: root,
    overrideConfigFile: true,
    overrideConfig: [
      {
        files: ['**/*.json'],
        language: 'json/json',
        plugins: { json: json, 'agent-safety': plugin },
        rules: { 'agent-safety/valid-document-pointer': 'error' },
        settings,
      },
    ],
  });
  const [result] = await eslint.lintFiles([path]);
  const ofDocument = (result?.messages ?? []).filter(({ messageId }) => messageId === 'brokenDocument');
  for (const { message } of ofDocument) expect(message).toMatch(/^The registry document does not hold: /);
  return (result?.messages ?? []).map(({ line, column, message }) => `${line}:${column} ${message}`);
}

const document = `{
  "schema_id": "talos.mcp.tool_registry",
  "schema_version": "v1",
  "server_id": "desk",
  "tools": [
    { "tool_name": "list", "tool_class": "read", "is_document_op": false },
    {
      "tool_name": "save",
      "tool_class": "write",
      "is_document_op": true,
      "document_spec": {
        "content_encoding": "utf8",
        "write_content_pointers": ["/body", "/files/0/contents"]
      }
    }
  ]
}
`;
const review = JSON.stringify({
  server_id: 'desk',
  tools: {
    save: {
      reviewed: true,
      input_schema: {
        type: 'object',
        properties: {
          body: { type: 'string' },
          files: { type: 'array', items: { type: 'object', properties: { content: { type: 'string' } } } },
        },
      },
    },
  },
});

describe('a registry document, linted as JSON', () => {
  it('has its mistakes where they are', async () => {
    write('agent-safety.registry.json', document.replace('"write"', '"writes"').replace('"list"', '""'));

    expect(await findingsIn('agent-safety.registry.json')).toEqual([
      '6:20 The registry document does not hold: tools[0].tool_name must not be empty.',
      '9:21 The registry document does not hold: tools[1].tool_class must be one of the allowed values, not `"writes"`. Did you mean `write`? Allowed: `read`, `write`.',
    ]);
  });

  it('has its pointers compared with the schemas of the review', async () => {
    write('agent-safety.registry/desk.json', document);
    write('agent-safety.registry/desk.review.json', review);

    expect(await findingsIn('agent-safety.registry/desk.json')).toEqual([
      '13:45 `/files/0/contents` of `save` leads to nothing: `0` has no `contents`, but `content`. Correct the pointer, or the schema.',
    ]);
  });

  it('is silent about pointers without a review', async () => {
    write('agent-safety.registry.json', document);

    expect(await findingsIn('agent-safety.registry.json')).toEqual([]);
  });

  it('has the mistakes of its review in the review', async () => {
    write('agent-safety.registry/desk.json', document);
    write('agent-safety.registry/desk.review.json', '{\n  "server_id": "desk",\n  "tools": { "save": {} }\n}');

    expect(await findingsIn('agent-safety.registry/desk.review.json')).toEqual([
      '3:22 The registry document does not hold: tools.save must have `reviewed`.',
    ]);
    expect(await findingsIn('agent-safety.registry/desk.json')).toEqual([]);
  });

  it('may have any name that a setting has, or be in a folder that it names', async () => {
    write('contracts/desk.json', '{}');
    const finding =
      '1:1 The registry document does not hold: The registry must have `schema_id`, `schema_version`, `server_id`, `tools`.';

    expect(await findingsIn('contracts/desk.json')).toEqual([]);
    expect(await findingsIn('contracts/desk.json', { 'agent-safety': { registry: 'contracts' } })).toEqual([finding]);
    expect(await findingsIn('contracts/desk.json', { 'agent-safety': { registry: ['contracts/desk.json'] } })).toEqual([
      finding,
    ]);
  });

  it('is no other JSON file', async () => {
    write('package.json', '{}');

    expect(await findingsIn('package.json')).toEqual([]);
  });
});
