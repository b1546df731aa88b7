import { InMemoryTransport } from '@modelcontextprotocol/client';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/client/validators/cf-worker';
import { McpServer } from '@modelcontextprotocol/server';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import {
  block,
  CallbackRunner,
  defineAgent,
  dynamicCaps,
  invokeTool,
  isBlocked,
  noGuardrailRequired,
  toolNamed,
  uncheckedInvocation,
} from '../../src/index.ts';
import { jsonSchemaOf } from '../../src/adapters/json-schema.ts';
import { ManifestError, manifestOf, McpClient, parseManifest, toolsFrom } from '../../src/mcp/index.ts';
import type { ListedTool, ToolDecision } from '../../src/mcp/index.ts';
import { tokenOf } from '../fixtures.ts';
import { activeClient, clientInfo, statelessClient } from './clients.ts';
import { fileManager } from './file-manager.ts';
import type { FileManagerCaps } from './file-manager.ts';

const ping = { name: 'ping', inputSchema: { type: 'object' } };
const manifest = parseManifest<FileManagerCaps>(fileManager);
const bytesWritten = { content: [], structuredContent: { bytes_written: 5 } };

describe('parseManifest', () => {
  it.each([
    ['a result of tools/list', fileManager],
    ['a JSON-RPC response', { jsonrpc: '2.0', id: 1, result: fileManager }],
    ['a list of tools', fileManager.tools],
    ['the last page of a list', { ...fileManager, nextCursor: '' }],
  ])('reads %s', (_, document) => {
    expect(parseManifest(document).tools).toMatchObject([
      { name: 'readFile', description: 'Read the contents of a file within the permitted root.' },
      { name: 'writeFile', inputSchema: { required: ['path', 'content'] } },
    ]);
  });

  it('keeps of a tool what a capability has, and no hint', () => {
    expect(manifest.tools.map((tool) => Object.keys(tool))).toEqual([
      ['name', 'description', 'inputSchema', 'outputSchema'],
      ['name', 'description', 'inputSchema', 'outputSchema'],
    ]);
    expect(parseManifest([ping]).tools).toEqual([{ ...ping, description: undefined, outputSchema: undefined }]);
    expect(parseManifest([{ ...ping, description: null, outputSchema: null }]).tools).toEqual(
      parseManifest([ping]).tools,
    );
  });

  it('reads once, and is frozen', () => {
    const document = structuredClone(fileManager);
    const read = parseManifest(document);
    document.tools[0]!.name = 'deleteFile';
    expect(read.tools[0]?.name).toBe('readFile');
    expect(() => Object.assign(read.tools[0]!.inputSchema.properties as object, { path: true })).toThrow(TypeError);
    expect(() => Object.assign(read.tools, { 0: ping })).toThrow(TypeError);
  });

  it('takes properties that only look like those of objects for what they are', () => {
    const document: unknown = JSON.parse(
      '{"__proto__":{"tools":[]},"tools":[{"name":"constructor","inputSchema":{"__proto__":{"type":"string"},"type":"object"}}]}',
    );
    const { tools } = parseManifest(document);
    expect(tools.map(({ name }) => name)).toEqual(['constructor']);
    expect(Object.hasOwn(tools[0]!.inputSchema, '__proto__')).toBe(true);
    expect(({} as { tools?: unknown }).tools).toBeUndefined();
  });

  const getter = Object.defineProperty({}, 'tools', { get: () => [ping], enumerable: true });
  const tooMany = Array.from({ length: 10_001 }, (_, index) => ({ ...ping, name: `tool${index}` }));
  it.each<[string, unknown, string]>([
    ['a text', 'tools', '$ has no tools.'],
    ['nothing', undefined, '$ is not plain JSON, but undefined.'],
    ['null', null, '$ has no tools.'],
    ['an object without tools', { name: 'FileManager' }, '$ has no tools.'],
    ['tools that are none', { tools: { readFile: ping } }, '$ has no tools.'],
    ['an error of JSON-RPC', { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'no' } }, '$ has no tools.'],
    ['one page of several', { tools: [ping], nextCursor: '2' }, '$.nextCursor says that there are more tools.'],
    ['a page in a response', { result: { tools: [], nextCursor: '2' } }, '$.result.nextCursor says'],
    ['a tool that is a text', { tools: [ping, 'ping'] }, '$.tools[1] is no object.'],
    ['a tool that is a list', [[]], '$[0] is no object.'],
    ['a tool without a name', { result: { tools: [{ inputSchema: {} }] } }, '$.result.tools[0].name is no text of'],
    ['a name that is a number', [{ ...ping, name: 7 }], '$[0].name is no text of 1 to 1000 characters.'],
    ['a name that is an object', [{ ...ping, name: { toString: 'ping' } }], '$[0].name is no text of'],
    ['an empty name', [{ ...ping, name: '' }], '$[0].name is no text of'],
    ['a long name', [{ ...ping, name: 'x'.repeat(1_001) }], '$[0].name is no text of'],
    ['a name of a prototype', [{ ...ping, name: '__proto__' }], '$[0].name is `__proto__`, which names no tool.'],
    ['half of a character', [{ ...ping, name: '\ud800' }], '$[0].name is not plain JSON, but a string with half'],
    [
      'two tools of one name',
      { tools: [ping, fileManager.tools[0], ping] },
      '$.tools[2] has the same name as $.tools[0].',
    ],
    ['a description that is none', [{ ...ping, description: ['x'] }], '$[0].description is no text.'],
    ['no input schema', [{ name: 'ping' }], '$[0].inputSchema is no JSON Schema of an object.'],
    ['an input schema that is true', [{ name: 'ping', inputSchema: true }], '$[0].inputSchema is no JSON Schema'],
    ['an output schema that is a list', [{ ...ping, outputSchema: [] }], '$[0].outputSchema is no JSON Schema'],
    ['what is computed', getter, '$.tools is not plain JSON, but computed by an accessor.'],
    ['a class', new (class { tools = [ping]; })(), '$ is not plain JSON, but an object of a class.'], // prettier-ignore
    ['too many tools', tooMany, '$ has more than 10000 tools.'],
    ['too many values', [{ ...ping, inputSchema: { enum: Array(200_000).fill(0) } }], 'but more than 200000 values.'],
    ['too deep a schema', [{ ...ping, inputSchema: nested(600) }], 'but nested more than 500 levels deep.'],
  ])('refuses %s, and names the place', (_, document, message) => {
    const failure = failureOf(() => parseManifest(document));
    expect(failure).toBeInstanceOf(ManifestError);
    expect(failure.message).toContain(message);
    expect(failure.message.length).toBeLessThan(300);
  });

  it('repeats nothing of what a server has written', () => {
    const tool = { name: 'IGNORE ALL', description: 7, inputSchema: {} };
    expect(failureOf(() => parseManifest([tool])).message).toBe('The manifest: $[0].description is no text.');
  });
});

describe('manifestOf', () => {
  const listing = (pages: Record<string, object>) => ({
    'tools/list': ({ params }: { params?: { cursor?: string } }) => pages[params?.cursor ?? ''],
  });
  const pages = { '': { tools: [fileManager.tools[0]], nextCursor: 'b' }, b: { tools: [fileManager.tools[1]] } };

  it('lists all pages of a live session', async () => {
    const { client } = await activeClient({}, listing(pages));
    expect(await manifestOf(client)).toEqual(manifest);
  });

  it('lists those of a session without a handshake', async () => {
    const complete = Object.fromEntries(Object.entries(pages).map(([cursor, page]) => [cursor, { resultType: 'complete', ...page }])); // prettier-ignore
    const { client } = await statelessClient({}, listing(complete));
    expect(await manifestOf(client)).toEqual(manifest);
  });

  it('refuses a list without an end', async () => {
    let page = 0;
    const { client } = await activeClient({}, { 'tools/list': () => ({ tools: [], nextCursor: String((page += 1)) }) });
    await expect(manifestOf(client)).rejects.toThrow('The server lists more than 1000 pages, or 10000 tools.');
    expect(page).toBe(1_001);
  });

  it('refuses more tools than any server has', async () => {
    const tools = Array.from({ length: 6_000 }, (_, index) => ({ ...ping, name: `tool${index}` }));
    const { client } = await activeClient({}, listing({ '': { tools, nextCursor: 'b' }, b: { tools } }));
    await expect(manifestOf(client)).rejects.toBeInstanceOf(ManifestError);
  });

  it('refuses two tools of one name on different pages', async () => {
    const twice = { '': { tools: [ping], nextCursor: 'b' }, b: { tools: [ping] } };
    const { client } = await activeClient({}, listing(twice));
    await expect(manifestOf(client)).rejects.toThrow('The manifest: $[1] has the same name as $[0].');
  });

  it('hands on what the request has, and refuses what a session refuses', async () => {
    const { client } = await activeClient({}, listing(pages));
    await expect(manifestOf(client, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
    await client.close();
    await expect(manifestOf(client)).rejects.toMatchObject({ name: 'SessionStateError' });
  });
});

describe('toolsFrom', () => {
  it('makes a tool of each, that writes and requires a guardrail, whatever the server says of itself', () => {
    const { readFile, writeFile } = toolsFrom(manifest);
    expect(readFile).toMatchObject({
      name: 'readFile',
      description: 'Read the contents of a file within the permitted root.',
      class: 'write',
      guardrail: 'required',
    });
    expect([writeFile.class, writeFile.guardrail]).toEqual(['write', 'required']);
    expect(() => uncheckedInvocation(readFile as never)).toThrow('`readFile` needs a guardrail');
  });

  it('takes class and guardrail from the caller, by name or by a function', () => {
    const guardrail = noGuardrailRequired('public');
    const byName = toolsFrom(manifest, { decisions: { readFile: { class: 'read', guardrail } } });
    const decide = vi.fn(({ name }: ListedTool): ToolDecision =>
      name === 'readFile' ? { class: 'read', guardrail } : {},
    );
    const byFunction = toolsFrom(manifest, { decisions: decide });
    for (const { readFile, writeFile } of [byName, byFunction]) {
      expect([readFile.class, readFile.guardrail]).toEqual(['read', guardrail]);
      expect([writeFile.class, writeFile.guardrail]).toEqual(['write', 'required']);
    }
    expect(decide.mock.calls.map(([tool]) => tool)).toEqual(manifest.tools);
  });

  it.each<[string, unknown, string]>([
    ['for no tool', { deleteFile: {} }, '`decisions` has `deleteFile`, which is no tool of the manifest.'],
    ['for a class that is none', { readFile: { class: 'harmless' } }, "`readFile` needs a class, 'read' or 'write'."],
    ['for an opt-out of its own making', { readFile: { guardrail: { reason: 'x' } } }, '`readFile` needs a guardrail'],
  ])('refuses a decision %s', (_, decisions, message) => {
    expect(() => toolsFrom(manifest, { decisions: decisions as object })).toThrow(new RegExp(`^${message.replace(/[.()]/g, '\\$&')}`)); // prettier-ignore
  });

  it('fails closed for decisions that are nothing, or come too late', () => {
    for (const decision of [undefined, null, 'read', Promise.resolve({ class: 'read' })]) {
      const { readFile } = toolsFrom(manifest, { decisions: () => decision as ToolDecision });
      expect([readFile.class, readFile.guardrail]).toEqual(['write', 'required']);
    }
  });

  it('takes no decision from a prototype', () => {
    const inherited = Object.create({ readFile: { class: 'read' } }) as { readFile: ToolDecision };
    expect(toolsFrom(manifest, { decisions: inherited }).readFile.class).toBe('write');
    const tools = toolsFrom(parseManifest([{ ...ping, name: 'constructor' }]));
    expect(Object.entries(tools)).toMatchObject([['constructor', { guardrail: 'required' }]]);
    expect(Object.getPrototypeOf(tools)).toBeNull();
  });

  it('refuses a manifest that was not parsed', () => {
    expect(() => toolsFrom(fileManager as never)).toThrow(new TypeError('This is no manifest of parseManifest.'));
    expect(() => toolsFrom({ ...manifest })).toThrow(TypeError);
  });

  it('makes tools that only a session can call', async () => {
    const { readFile, writeFile } = toolsFrom(manifest);
    const files = defineAgent({ name: 'files', tools: [readFile, writeFile] });
    const runner = new CallbackRunner(files, { beforeTool: () => undefined });
    const args = { path: 'a', content: 'hello' };
    const token = await tokenOf(runner.runBeforeTool(writeFile, args));
    await expect(invokeTool(files, writeFile, args, token)).rejects.toThrow('`writeFile` is run elsewhere');

    const { transport, client } = await activeClient({}, { 'tools/call': bytesWritten });
    const outcome = await client.callToolWith(runner, writeFile, args);
    expect(isBlocked(outcome) ? undefined : outcome.structuredContent).toEqual({ bytes_written: 5 });
    expect(transport.sent.at(-1)?.params).toEqual({ name: 'writeFile', arguments: args });
  });

  it('says its schemas as JSON Schema', () => {
    const { readFile } = toolsFrom(manifest);
    expect(jsonSchemaOf(readFile)).toEqual(fileManager.tools[0]?.inputSchema);
    (jsonSchemaOf(readFile).properties as Record<string, unknown>).path = 'changed';
    expect(jsonSchemaOf(readFile)).toEqual(fileManager.tools[0]?.inputSchema);
  });
});

describe('what is checked of arguments and content', () => {
  const runnerOf = (options: Parameters<typeof toolsFrom<FileManagerCaps>>[1]) => {
    const tools = toolsFrom(manifest, options);
    const files = defineAgent({ name: 'files', tools: [tools.readFile, tools.writeFile] });
    return { tools, runner: new CallbackRunner(files, { beforeTool: () => undefined }) };
  };

  it.each([
    ['a text', 'x'],
    ['a list', []],
    ['null', null],
    ['a number', 7],
  ])(
    // prettier-ignore
    'without a validator: arguments that are %s are refused',
    async (_, args) => {
      const { tools, runner } = runnerOf({});
      await expect(runner.runBeforeTool(tools.readFile, args as never)).rejects.toMatchObject({
        code: -32602,
        message: 'The arguments of `readFile` are not valid: has to be an object',
      });
    },
  );

  it('without a validator: any object passes, and content has to be an object', async () => {
    const { tools, runner } = runnerOf({});
    expect(isBlocked(await runner.runBeforeTool(tools.readFile, { anything: 1 } as never))).toBe(false);
    for (const structuredContent of [undefined, null, ['x'], 'x']) {
      const { client } = await activeClient({}, { 'tools/call': { content: [], structuredContent } });
      await expect(client.callToolWith(runner, tools.readFile, { path: 'a' })).rejects.toMatchObject({
        reason: 'invalid result',
      });
    }
  });

  it('without a validator: content of a schema that is not of an object has to be there', async () => {
    const listing = parseManifest([{ ...ping, outputSchema: { type: 'array' } }]);
    const { ping: tool } = toolsFrom(listing);
    const agent = defineAgent({ name: 'a', tools: dynamicCaps([tool!]) });
    const runner = new CallbackRunner(agent, { beforeTool: () => undefined });
    const full = await statelessClient({}, { 'tools/call': { content: [], structuredContent: [1] } });
    expect(await full.client.callToolWith(runner, tool!, {})).toMatchObject({ structuredContent: [1] });
    const empty = await statelessClient({}, { 'tools/call': { content: [] } });
    await expect(empty.client.callToolWith(runner, tool!, {})).rejects.toMatchObject({ reason: 'invalid result' });
  });

  describe.each([
    ['ajv', new AjvJsonSchemaValidator()],
    ['cf-worker', new CfWorkerJsonSchemaValidator()],
  ])("with the official SDK's validator %s", (_, validator) => {
    it.each([
      ['lack what is required', {}],
      ['have another type', { path: 7 }],
      ['are not among the values', { path: 'a', encoding: 'latin1' }],
    ])('arguments that %s are refused before the guardrail runs', async (__, args) => {
      const { tools, runner } = runnerOf({ validator });
      await expect(runner.runBeforeTool(tools.readFile, args as never)).rejects.toMatchObject({ code: -32602 });
    });

    it('arguments and content that fit pass as they are', async () => {
      const { tools, runner } = runnerOf({ validator });
      const { transport, client } = await activeClient({}, { 'tools/call': bytesWritten });
      const args = { path: 'a', content: 'hello', append: true };
      expect(await client.callToolWith(runner, tools.writeFile, args)).toEqual(bytesWritten);
      expect(transport.sent.at(-1)?.params?.arguments).toEqual(args);
    });

    it('content of another form is refused, and not repeated', async () => {
      const { tools, runner } = runnerOf({ validator });
      const answer = { content: [], structuredContent: { bytes_written: 'SECRET' } };
      const { client } = await activeClient({}, { 'tools/call': answer });
      const failure: unknown = await client
        .callToolWith(runner, tools.writeFile, { path: 'a', content: '' })
        .catch((error: unknown) => error);
      expect(failure).toMatchObject({ reason: 'invalid result' });
      expect(String(failure)).not.toContain('SECRET');
    });

    it('objects in lists are compared', async () => {
      const inputSchema = { type: 'object', properties: { list: { type: 'array', uniqueItems: true } } };
      const { ping: tool } = toolsFrom(parseManifest([{ ...ping, inputSchema }]), { validator });
      const agent = defineAgent({ name: 'a', tools: dynamicCaps([tool!]) });
      const runner = new CallbackRunner(agent, { beforeTool: () => undefined });
      const [one, other] = [{ a: 1 }, { a: 2 }];
      expect(isBlocked(await runner.runBeforeTool(tool!, { list: [one, other] }))).toBe(false);
      await expect(runner.runBeforeTool(tool!, { list: [one, one] })).rejects.toMatchObject({ code: -32602 });
    });
  });

  it('a schema that the validator refuses is refused with its place', () => {
    const broken = { tools: [ping, { name: 'broken', inputSchema: { $ref: '#/nowhere' } }] };
    const failure = failureOf(() => toolsFrom(parseManifest(broken), { validator: new AjvJsonSchemaValidator() }));
    expect(failure).toBeInstanceOf(ManifestError);
    expect(failure.message).toBe('The manifest: $.tools[1].inputSchema is refused by the validator.');
    expect(failure.cause).toBeInstanceOf(Error);
  });

  it('a validator that changes what it is given changes nothing else', async () => {
    const validator = {
      getValidator: (schema: object) => {
        Object.assign(schema, { type: 'string' });
        return (value: unknown) => {
          const data = { ...(value as object), path: 'normal' };
          Object.assign(value as object, { path: 'changed' });
          return { valid: true, data };
        };
      },
    };
    const { tools, runner } = runnerOf({ validator });
    const args = { path: 'a' };
    const token = await tokenOf(runner.runBeforeTool(tools.readFile, args));
    const { transport, client } = await activeClient({}, { 'tools/call': { content: [], structuredContent: {} } });
    await client.callTool(runner.agent, tools.readFile, args, token);
    expect(args).toEqual({ path: 'a' });
    expect(transport.sent.at(-1)?.params?.arguments).toEqual({ path: 'normal' });
    expect(manifest.tools[0]?.inputSchema.type).toBe('object');
  });
});

it('tools of a live server, without generated types: listed, decided about, held, and called by name', async () => {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const server = new McpServer({ name: 'notes', version: '1' });
  const removed: string[] = [];
  server.registerTool(
    'remove',
    { inputSchema: z.object({ title: z.string() }), annotations: { readOnlyHint: true } },
    ({ title }) => {
      removed.push(title);
      return { content: [{ type: 'text', text: 'removed' }] };
    },
  );
  await server.connect(far);
  const client = await McpClient.connect(near, { clientInfo });

  const tools = toolsFrom(await manifestOf(client), { validator: new AjvJsonSchemaValidator() });
  const agent = defineAgent({ name: 'notes', tools: dynamicCaps(Object.values(tools)) });
  const runner = new CallbackRunner(agent, {
    beforeTool: ({ args }) =>
      (args as { readonly title?: unknown }).title === 'contract' ? block('contracts are kept') : undefined,
  });
  const call = async (name: string, args: unknown) => client.callToolWith(runner, toolNamed(agent, name), args);

  expect(await call('remove', { title: 'milk' })).toMatchObject({ content: [{ text: 'removed' }] });
  expect(isBlocked(await call('remove', { title: 'contract' }))).toBe(true);
  await expect(call('remove', { title: 7 })).rejects.toMatchObject({ code: -32602 });
  await expect(call('deleteAll', {})).rejects.toMatchObject({ code: -32601 });
  expect(removed).toEqual(['milk']);
  await client.close();
});

function failureOf(run: () => unknown): Error {
  try {
    run();
  } catch (error) {
    return error as Error;
  }
  throw new Error('Nothing was thrown.');
}

function nested(levels: number): object {
  let schema: object = {};
  for (let level = 0; level < levels; level += 1) schema = { not: schema };
  return schema;
}
