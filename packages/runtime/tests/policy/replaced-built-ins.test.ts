import path from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { registryDocument } from './fixtures.ts';

const root = path.join(import.meta.dirname, '../..');
let text = '';

beforeAll(async () => {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['src/policy/index.ts'],
    bundle: true,
    format: 'iife',
    globalName: 'policy',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    write: false,
  });
  text = outputFiles[0]?.text ?? '';
});

// On Node, whose SHA-256 is used: the one of elsewhere looks methods up as it runs.
/** All methods of a built-in object and its prototype are replaced while this runs. What it collects is compared. */
const program = `(async () => {
  const { parseRegistry, createConnector, createGateway, connectClient, checkPins } = policy;
  const registry = parseRegistry(document);
  const other = parseRegistry({ ...document, server_id: 'other' });
  const calls = [];
  const call = (given) => { calls[calls.length] = given.tool_name; return { content: [{ type: 'text', text: 'hello' }] }; };
  const connector = createConnector({ registry, call, clock: () => 1 });
  const gateway = createGateway({ registry, pin: registry.pin });
  const client = { callTool: call, listTools: async () => ({ tools: [{ name: 'list-issues' }, { name: 'save-note' }, { name: 'other' }] }) };
  const readOnly = { capability: { constraints: { read_only: true } } };
  const connected = connectClient(client, connector, readOnly);
  const of = (tool_name, args, more) => ({ server_id: 'mcp-github', tool_name, arguments: args, idempotency_key: 'k', ...more });
  const hash = '0'.repeat(64);
  const steps = {
    unknown: () => connector.call(of('other', {})),
    readOnly: () => connector.call(of('close-issue', {}), readOnly),
    noKey: () => connector.call({ server_id: 'mcp-github', tool_name: 'close-issue' }),
    half: () => connector.call(of('save-note', { body: 'a\\uD800' })),
    absent: () => connector.call(of('create-pr', { body: 'a', files: [] })),
    large: () => connector.call(of('save-note', { body: 'aaaaaaaaaaaaa' })),
    base64: () => connector.call(of('upload', { data: 'Zh==' })),
    hash: () => connector.call(of('save-note', { body: 'a' }, { expected_document_hashes: [{ pointer: '/body', hash }] })),
    shape: () => connector.call(of('save-note', { body: 'a' }, { approved: true })),
    badPointer: () => connector.call(of('list-issues', {}, { expected_document_hashes: [{ pointer: 'body', hash }] })),
    declared: () => gateway.authorize(of('save-note', { body: 'a' }, { tool_class: 'read' })),
    otherPin: () => createGateway({ registry, pin: other.pin }),
    otherRegistry: () => createGateway({ registry: other, pin: other.pin, connector }),
    twice: () => parseRegistry({ ...document, tools: [document.tools[0], document.tools[0]] }),
    twoPointers: () => parseRegistry(withSpec({ content_encoding: 'utf8', write_content_pointers: ['/a', '/a'] })),
    noPointer: () => parseRegistry(withSpec({ content_encoding: 'utf8', write_content_pointers: ['a'] })),
    list: async () => ({ listed: (await connected.listTools()).tools }),
    write: () => connector.call(of('save-note', { body: 'a' })),
    read: () => connector.call(of('get-file', {})),
  };
  function withSpec(document_spec) {
    return { ...document, tools: [{ tool_name: 't', tool_class: 'write', is_document_op: true, document_spec }] };
  }
  const { defineProperty, keys } = Object;
  const { ownKeys, getOwnPropertyDescriptor: descriptorOf } = Reflect;
  const names = keys(steps);
  const replaced = [], outcomes = { __proto__: null };
  for (const owner of owners) for (const key of ownKeys(owner))
    if (key !== 'constructor' && typeof descriptorOf(owner, key).value === 'function') {
      replaced[replaced.length] = { owner, key, value: owner[key] };
      try { defineProperty(owner, key, { value: () => [true], configurable: true, writable: true }); } catch {}
    }
  for (let index = 0; index < names.length; index++) {
    const name = names[index];
    try { outcomes[name] = await steps[name](); } catch (error) { outcomes[name] = error; }
  }
  for (let index = replaced.length - 1; index >= 0; index--) {
    const { owner, key, value } = replaced[index];
    try { defineProperty(owner, key, { value, configurable: true, writable: true }); } catch {}
  }
  const told = {};
  for (const name of names) {
    const outcome = outcomes[name];
    const { code, tool_effect: effect, listed } = outcome;
    // What is not made is refused, in whichever words: they are put together by methods of the language.
    if (outcome instanceof Error && code === undefined) told[name] = 'not made';
    else if (listed) told[name] = listed.map((tool) => tool.name).join();
    else told[name] = effect ? effect.document_hashes[0].hash.slice(0, 8) : code;
  }
  tell(JSON.stringify({ told, calls }));
})()`;

describe('a policy in a program that replaces built-in methods', () => {
  // In a realm of its own, where nothing else depends on what is replaced.
  it.each([
    'Array',
    'String',
    'Number',
    'Math',
    'RegExp',
    'Map',
    'Set',
    'WeakMap',
    'Object',
    'JSON',
    'Reflect',
    'Function',
    'Promise',
  ])(
    // prettier-ignore
    'decides, measures and hashes as before, whatever becomes of %s',
    async (name) => {
      const document = JSON.stringify(registryDocument({ max_write_bytes: 12 }));
      const prelude = `const document = ${document}; const owners = [${name}, ${name}.prototype ?? {}];`;
      // The program's promise is not awaited: that would look for a `then` that it replaces.
      const told = await new Promise<string>((tell) => {
        runInContext(
          `${text}; ${prelude} ${program}`,
          createContext({ tell, crypto, TextEncoder, atob, process, Buffer }),
        );
      });
      const outcome = JSON.parse(told) as unknown;

      expect(outcome).toEqual({
        told: {
          unknown: 'TOOL_UNCLASSIFIED_DENIED',
          readOnly: 'TOOL_CLASS_MISMATCH',
          noKey: 'IDEMPOTENCY_KEY_REQUIRED',
          half: 'DOC_ENCODING_INVALID',
          absent: 'DOC_CONTENT_POINTER_INVALID',
          large: 'DOC_SIZE_EXCEEDED',
          base64: 'DOC_ENCODING_INVALID',
          hash: 'DOC_HASH_MISMATCH',
          shape: -32602,
          badPointer: -32602,
          declared: 'TOOL_CLASS_DECLARATION_MISMATCH',
          otherPin: 'not made',
          otherRegistry: 'not made',
          twice: 'not made',
          twoPointers: 'not made',
          noPointer: 'not made',
          list: 'list-issues',
          // SHA-256 of `a` and of `hello`.
          write: 'ca978112',
          read: '2cf24dba',
        },
        calls: ['save-note', 'get-file'],
      });
    },
  );
});
