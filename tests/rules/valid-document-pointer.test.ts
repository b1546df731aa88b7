import type { InvalidTestCase, ValidTestCase } from '@typescript-eslint/rule-tester';
import { validDocumentPointer } from '../../src/rules/valid-document-pointer.ts';
import { registryFolder } from '../registry-folder.ts';
import { codeOf, errorsIn, type Finding } from './marked.ts';
import { tester } from './rule-tester.ts';

type MessageId = keyof typeof validDocumentPointer.messages;

const valid: ValidTestCase<[]>[] = [];
const invalid: InvalidTestCase<MessageId, []>[] = [];

const entry = ' (desk.json, line 2)';

/** A registry with one tool, `save`, that writes documents at these places, or reads them. */
function registryOf(pointers: readonly string[], { encoding = 'utf8', isRead = false, review = {} } = {}): string {
  const list = isRead ? 'read_content_pointers' : 'write_content_pointers';
  const tools = {
    save: {
      tool_class: isRead ? 'read' : 'write',
      is_document_op: true,
      document_spec: { content_encoding: encoding, [list]: pointers },
    },
  };
  return registryFolder({ tools, ...(Object.keys(review).length > 0 ? { review } : {}) });
}

interface Case {
  readonly encoding?: 'base64' | 'utf8';
  readonly isRead?: boolean;
  readonly review?: Readonly<Record<string, object>>;
}

const held = (pointer: string, options: Case) => ({ 'agent-safety': { registry: registryOf([pointer], options) } });

function silent(name: string, pointer: string, code: string, options: Case = {}): void {
  valid.push({ name, code: codeOf(code), settings: held(pointer, options) });
}

/** The pointer does not fit, and its twin does. */
function pair(
  name: string,
  pointer: string,
  marked: string,
  finding: Finding<MessageId>,
  twin: string,
  options: Case = {},
): void {
  invalid.push({ name, code: codeOf(marked), errors: errorsIn(marked, finding), settings: held(pointer, options) });
  silent(`${name}: its twin`, twin, marked, options);
}

const unresolved = (pointer: string, why: string): Finding<MessageId> => {
  return { messageId: 'unresolved', data: { pointer, tool: 'save', entry, why } };
};
const notText = (pointer: string, kind: string): Finding<MessageId> => {
  return { messageId: 'notText', data: { pointer, tool: 'save', entry, kind } };
};

const zod = (
  shape: string,
  output = '',
): string => `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
export const serve = (server: McpServer) =>
  server.registerTool(«'save'», { inputSchema: ${shape}${output} }, () => ({ content: [] }));`;
const files = zod(
  '{ body: z.string(), note: z.string().nullable().optional(), count: z.number(), files: z.array(z.object({ content: z.string() })), more: z.record(z.string(), z.string()), any: z.any() }',
);
const json = (schema: string): string => `import { tool, jsonSchema, ToolLoopAgent } from 'ai';
export const agent = new ToolLoopAgent({
  model: 'openai/gpt-5',
  tools: { «save»: tool({ inputSchema: jsonSchema(${schema}), execute: () => '' }) },
});`;
const listed = json(
  `{ type: 'object', properties: { body: { type: 'string' }, data: { type: 'string', contentEncoding: 'base64' }, day: { type: 'string', format: 'date' }, pair: { type: 'array', prefixItems: [{ type: 'string' }], items: false }, open: { type: 'object', properties: {}, additionalProperties: true } } }`,
);

// ── shapes of Zod ────────────────────────────────────────────────────────────────────────────────────────────────────

pair('a name that is nearly right', '/bdy', files, unresolved('/bdy', 'the schema has no `bdy`, but `body`'), '/body');
pair('a name that is not near', '/title', files, unresolved('/title', 'the schema has no `title`'), '/note');
pair(
  'a name where there is a list',
  '/files/content',
  files,
  unresolved('/files/content', '`files` is a list, which has no `content`'),
  '/files/0/content',
);
pair(
  'the place behind the last element',
  '/files/-/content',
  files,
  unresolved('/files/-/content', '`files` is a list, which has no `-`'),
  '/files/12/content',
);
pair(
  'an index with a zero in front',
  '/files/00/content',
  files,
  unresolved('/files/00/content', '`files` is a list, which has no `00`'),
  '/files/0/content',
);
pair('an element that is no text', '/files/0', files, notText('/files/0', 'an object'), '/files/0/content');
pair(
  'a part of a text',
  '/body/text',
  files,
  unresolved('/body/text', '`body` is a text, which has no `text`'),
  '/body',
);
pair('a number', '/count', files, notText('/count', 'a number'), '/note');
pair('the whole input', '', files, notText('', 'an object'), '/body');
silent('what may have any property', '/more/readme', files);
silent('what may be anything', '/any/body/0', files);
silent('a tool without a schema', '/body', zod('undefined'));
silent('a tool by another name', '/bdy', files.replace("«'save'»", "'other'"));
silent('known gap: an index into an object that has only names', '/any/0', files);

// ── a list of tools ──────────────────────────────────────────────────────────────────────────────────────────────────

const answered = (properties: string): string => `import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
declare function store(given: unknown): Promise<void>;
export function serve(server: Server) {
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [
      { name: «'save'», inputSchema: { type: 'object', properties: { ${properties} } } },
      { name: 'other', inputSchema: { type: 'object', properties: {} } },
    ],
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    await store(params.arguments);
    return { content: [] };
  });
}`;
pair(
  'a slash in a name that is not escaped',
  '/parts/text/markdown',
  answered(
    "parts: { type: 'object', properties: { 'text/markdown': { type: 'string' } }, additionalProperties: false }",
  ),
  unresolved('/parts/text/markdown', '`parts` has no `text`'),
  '/parts/text~1markdown',
);
pair(
  'an object in a list of tools',
  '/parts',
  answered("body: { type: 'string' }, parts: { type: 'object', properties: {} }"),
  notText('/parts', 'an object'),
  '/body',
);
silent(
  'a tool of the list that the registry has by another name',
  '/parts',
  answered('body: {}').replace("'save'", "'keep'"),
);

// ── JSON Schema ──────────────────────────────────────────────────────────────────────────────────────────────────────

pair('a name in a JSON Schema', '/bodi', listed, unresolved('/bodi', 'the schema has no `bodi`, but `body`'), '/body');
pair('a tuple that is over', '/pair/1', listed, unresolved('/pair/1', '`pair` has no `1`'), '/pair/0');
silent('an object that may have others', '/open/body', listed);
pair(
  'base64 that the registry takes for text',
  '/data',
  listed,
  {
    messageId: 'wrongEncoding',
    data: { pointer: '/data', tool: 'save', entry, declared: 'base64', encoding: 'utf8' },
  },
  '/body',
);
pair(
  'a day that the registry takes for base64',
  '/day',
  listed,
  {
    messageId: 'wrongEncoding',
    data: { pointer: '/day', tool: 'save', entry, declared: 'plain text', encoding: 'base64' },
  },
  '/data',
  { encoding: 'base64' },
);

// ── results ──────────────────────────────────────────────────────────────────────────────────────────────────────────

const reading = zod('{}', ', outputSchema: { text: z.string(), size: z.number() }');
pair(
  'a result that has no such part',
  '/txt',
  reading,
  unresolved('/txt', 'the schema has no `txt`, but `text`'),
  '/text',
  {
    isRead: true,
  },
);
pair(
  'a part of the structured result',
  '/structuredContent/size',
  reading,
  notText('/structuredContent/size', 'a number'),
  '/structuredContent/text',
  { isRead: true },
);
silent('what surrounds a structured result', '/content/0/text', reading, { isRead: true });
silent('a result without a schema', '/txt', zod('{}'), { isRead: true });
silent('a pointer into the result, which is none into the input', '/body', zod('{ other: z.string() }'), {
  isRead: true,
});

// ── the review ───────────────────────────────────────────────────────────────────────────────────────────────────────

const handed = `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
export const serve = (server: McpServer, schema: never) =>
  server.registerTool(«'save'», { inputSchema: schema }, () => ({ content: [] }));`;
const review = {
  save: {
    reviewed: true,
    input_schema: {
      type: 'object',
      properties: { file: { $ref: '#/$defs/file' }, either: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
      $defs: { file: { type: 'object', properties: { body: { type: 'string' }, next: { $ref: '#/$defs/file' } } } },
    },
  },
};
pair(
  'a definition of which the schema cannot be read, by the review',
  '/file/next/summary',
  handed,
  unresolved('/file/next/summary', '`next` has no `summary`'),
  '/file/next/next/body',
  { review },
);
silent('one of several kinds of values', '/either', handed, { review });
silent('the schema of the definition, whatever the review says', '/body', files, { review });

valid.push({ name: 'no registry', code: codeOf(files) });

tester.run('valid-document-pointer', validDocumentPointer, { valid, invalid });
