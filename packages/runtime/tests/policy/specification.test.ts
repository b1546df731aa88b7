import { describe, expect, it } from 'vitest';
import {
  createConnector,
  createGateway,
  parseRegistry,
  policyCodes,
  PolicyDenied,
  RegistryError,
  registryPin,
  requireRegistryParity,
} from '../../src/policy/index.ts';
import { callOf, codeOf, denialOf, recorder, registry, registryDocument, sha256 } from './fixtures.ts';

// Each test holds a sentence of the specification of tool registries; its name quotes the section.

const readOnly = { constraints: { read_only: true } };
const note = { body: 'a\r\nb' };

/** The document with changes to its first tool. */
function withTool(tool: object): unknown {
  const document = registryDocument();
  return { ...document, tools: [{ ...document.tools[2], ...tool }] };
}

describe('security invariants', () => {
  it('1 "Tool classification MUST come from" the registry: neither the name nor the call decides', async () => {
    const document = registryDocument();
    const tools = [{ tool_name: 'delete-everything', tool_class: 'read', is_document_op: false }];
    const { connector } = recorder({ registry: parseRegistry({ ...document, tools }), capability: readOnly });

    const outcome = await connector.call(callOf('delete-everything', {}, { tool_class: 'write' }));
    expect(outcome.tool_effect?.tool_class).toBe('read');
  });

  it('1 "MUST fail closed in production", which is the default', async () => {
    const { connector, calls } = recorder();
    expect(connector.environment).toBe('production');
    expect(await codeOf(connector.call(callOf('get-everything')))).toBe('TOOL_UNCLASSIFIED_DENIED');
    expect(calls).toEqual([]);
    for (const environment of ['prod', 'DEVELOPMENT', '', null, 1]) {
      expect(() => createConnector({ registry, environment: environment as never })).toThrow(
        "'production' or 'development'",
      );
    }
  });

  it('2 "Enforcement MUST occur at" the connector and the gateway', async () => {
    const { connector, calls } = recorder();
    const gateway = createGateway({ registry, pin: registry.pin, connector, capability: readOnly });

    expect(await codeOf(gateway.call(callOf('close-issue')))).toBe('TOOL_CLASS_MISMATCH');
    expect(await codeOf(connector.call(callOf('close-issue'), { capability: readOnly }))).toBe('TOOL_CLASS_MISMATCH');
    expect(calls).toEqual([]);
    await gateway.call(callOf('list-issues'));
    expect(calls).toHaveLength(1);
  });

  it('3 "UTF-8 encoding of the exact string bytes", "base64-decoded bytes", "NO newline normalization"', async () => {
    const { connector } = recorder();
    const text = '\uFEFFa\r\nb\rc\n\u0065\u0301';
    const bytes = Buffer.from([0, 13, 10, 255]);

    const saved = await connector.call(callOf('save-note', { body: text }));
    const uploaded = await connector.call(callOf('upload', { data: bytes.toString('base64') }));
    expect(saved.tool_effect?.document_hashes[0]?.hash).toBe(sha256(text));
    expect(uploaded.tool_effect?.document_hashes[0]?.hash).toBe(sha256(bytes));
  });

  it('3 "Hash mismatch MUST deny execution BEFORE tool invocation"', async () => {
    const { connector, calls, outcomes } = recorder();
    const expected_document_hashes = [{ pointer: '/body', hash: sha256('a\nb') }];

    const denied = await denialOf(connector.call(callOf('save-note', note, { expected_document_hashes })));
    expect([denied.code, denied.wasInvoked, denied.pointer]).toEqual(['DOC_HASH_MISMATCH', false, '/body']);
    expect([calls, outcomes()]).toEqual([[], ['denied']]);
  });

  it('4 "Gateway and connector MUST use the same pinned tool registry version"', () => {
    const other = parseRegistry({ ...registryDocument(), server_version: '1.0.1' });
    const { connector } = recorder({ registry: other });

    expect(() => createGateway({ registry, pin: registry.pin, connector })).toThrow(RegistryError);
    expect(() => createGateway({ registry, pin: registry.pin, connector })).toThrow('differ in `mcp-github`');
    expect(() => createGateway({ registry, pin: other.pin })).toThrow(RegistryError);
    expect(() => createConnector({ registry, pin: other.pin })).toThrow(RegistryError);
    expect(() => requireRegistryParity(connector, { pins: { 'mcp-github': registry.pin } })).toThrow(RegistryError);
    expect(() => requireRegistryParity(connector, { pins: {} })).toThrow('none');
    requireRegistryParity(connector, JSON.parse(JSON.stringify({ pins: connector.pins })) as typeof connector);
  });

  it('5 not "present in the registry" is "UNCLASSIFIED and MUST be denied in production": server and exact name', async () => {
    const { connector } = recorder();
    for (const name of ['Create-pr', 'create-pr ', 'create‑pr', '__proto__', 'constructor', 'toString']) {
      expect(await codeOf(connector.call(callOf(name)))).toBe('TOOL_UNCLASSIFIED_DENIED');
    }
    for (const server_id of ['mcp-gitlab', '__proto__', 'constructor']) {
      const denied = await denialOf(connector.call(callOf('list-issues', {}, { server_id })));
      expect([denied.code, denied.message]).toEqual(['TOOL_UNCLASSIFIED_DENIED', expect.stringContaining(server_id)]);
    }
  });
});

describe('9.2.0 tool registry', () => {
  it('"schema_id: const", "schema_version: const", "additionalProperties: false"', () => {
    const document = registryDocument();
    expect(() => parseRegistry({ ...document, schema_id: 'other' })).toThrow('`/schema_id` has to be');
    expect(() => parseRegistry({ ...document, schema_version: 'v2' })).toThrow('`/schema_version` has to be');
    expect(() => parseRegistry({ ...document, extra: 1 })).toThrow('`extra`');
    expect(() => parseRegistry(withTool({ extra: 1 }))).toThrow('`/tools/0` has `extra`');
  });

  it('"Required Fields"', () => {
    for (const key of ['schema_id', 'schema_version', 'server_id', 'tools']) {
      expect(() => parseRegistry({ ...registryDocument(), [key]: undefined })).toThrow(`lacks \`${key}\``);
    }
    for (const key of ['tool_name', 'tool_class', 'is_document_op']) {
      expect(() => parseRegistry(withTool({ [key]: undefined }))).toThrow(`\`/tools/0\` lacks \`${key}\``);
    }
    expect(() => parseRegistry(withTool({ tool_class: 'execute' }))).toThrow('`/tools/0/tool_class` has to be');
  });

  it('"If is_document_op=true," document_spec "REQUIRED"', () => {
    expect(() => parseRegistry(withTool({ document_spec: undefined }))).toThrow('lacks `document_spec`');
    expect(parseRegistry(withTool({ document_spec: undefined, is_document_op: false })).tools).toHaveLength(1);
  });

  it('pointers are "required for write document ops" and "required for read document ops"', () => {
    const document_spec = { content_encoding: 'utf8', read_content_pointers: ['/a'], write_content_pointers: [] };
    expect(() => parseRegistry(withTool({ document_spec }))).toThrow('needs at least one of `write_content_pointers`');
    expect(() => parseRegistry(withTool({ document_spec: { ...document_spec, read_content_pointers: [] }, tool_class: 'read' }))).toThrow('needs at least one of `read_content_pointers`'); // prettier-ignore
    expect(parseRegistry(withTool({ document_spec, tool_class: 'read' })).tools).toHaveLength(1);
  });

  it('"default to: 10MB read, 5MB write, 50MB batch if not provided"', () => {
    const [tool] = parseRegistry(withTool({})).tools;
    expect(tool?.document_spec).toEqual({
      content_encoding: 'utf8',
      write_content_pointers: ['/body', '/files/0/content'],
      read_content_pointers: [],
      max_read_bytes: 10485760,
      max_write_bytes: 5242880,
      max_batch_bytes: 52428800,
    });
  });

  it('"MUST be JSON Pointer (RFC 6901), not JSONPath"', () => {
    for (const pointer of ['$.body', 'body', '/a~2', '/a~', '#/body']) {
      const document_spec = { content_encoding: 'utf8', write_content_pointers: [pointer] };
      expect(() => parseRegistry(withTool({ document_spec }))).toThrow('has to be a JSON Pointer');
    }
  });

  it('Structure "(Normative)": two tools with one name, two documents of one server are errors', () => {
    const document = registryDocument();
    expect(() => parseRegistry({ ...document, tools: [document.tools[0], document.tools[0]] })).toThrow('two tools');
    expect(() => createConnector({ registries: [registry, registry] })).toThrow('two registries of `mcp-github`');
    expect(() => createConnector({})).toThrow('Either');
    expect(() => createConnector({ registry: { ...registry } })).toThrow('`parseRegistry`');
  });
});

describe('9.2.1 connector', () => {
  it('A "Resolve policy from {server_id, tool_name}"', async () => {
    const second = parseRegistry({ ...registryDocument(), server_id: 'b', tools: [{ tool_name: 'close-issue', tool_class: 'read', is_document_op: false }] }); // prettier-ignore
    const { connector } = recorder({ registries: [registry, second], capability: readOnly });

    expect(await codeOf(connector.call(callOf('close-issue')))).toBe('TOOL_CLASS_MISMATCH');
    const outcome = await connector.call(callOf('close-issue', {}, { server_id: 'b' }));
    expect(outcome.tool_effect).toMatchObject({ server_id: 'b', tool_class: 'read' });
  });

  it('B "deny with TOOL_CLASS_MISMATCH" where either capability is read-only', async () => {
    const narrow = recorder({ capability: readOnly });
    expect(await codeOf(narrow.connector.call(callOf('close-issue')))).toBe('TOOL_CLASS_MISMATCH');
    const wider = { constraints: { read_only: false } };
    expect(await codeOf(narrow.connector.call(callOf('close-issue'), { capability: wider }))).toBe(
      'TOOL_CLASS_MISMATCH',
    );
    await narrow.connector.call(callOf('list-issues'));

    const wide = recorder({ capability: wider });
    await wide.connector.call(callOf('close-issue'));
    await expect(wide.connector.call(callOf('close-issue'), { capability: { constraints: { read_only: 1 } } as never })).rejects.toThrow(TypeError); // prettier-ignore
    expect(wide.calls).toHaveLength(1);
  });

  it('C pre-exec "each item ≤ max_write_bytes, total ≤ max_batch_bytes"', async () => {
    const limits = { max_write_bytes: 4, max_batch_bytes: 6 };
    const { connector, calls } = recorder({ registry: parseRegistry(registryDocument(limits)) });
    const pr = (body: string, content: string) => connector.call(callOf('create-pr', { body, files: [{ content }] }));

    await pr('1234', '12');
    expect(await codeOf(pr('12345', ''))).toBe('DOC_SIZE_EXCEEDED');
    expect(await codeOf(pr('123é', '1'))).toBe('DOC_SIZE_EXCEEDED');
    expect(await codeOf(pr('1234', '123'))).toBe('DOC_SIZE_EXCEEDED');
    expect(await codeOf(pr('éé', '12é'))).toBe('DOC_SIZE_EXCEEDED');
    expect(calls).toHaveLength(1);
  });

  it('C "Decode per content_encoding"', async () => {
    const { connector, calls } = recorder();
    expect(await codeOf(connector.call(callOf('upload', { data: 'a\r\nb' })))).toBe('DOC_ENCODING_INVALID');
    expect(await codeOf(connector.call(callOf('save-note', { body: 'a\uD800b' })))).toBe('DOC_ENCODING_INVALID');
    expect(calls).toEqual([]);
  });

  it('C "Extract bytes from write_content_pointers": nothing there, or no text, is denied', async () => {
    const { connector, calls } = recorder();
    for (const args of [{}, { body: null }, { body: 1 }, { body: ['a'] }, { body: {} }, { Body: 'a' }]) {
      const denied = await denialOf(connector.call(callOf('save-note', args)));
      expect([denied.code, denied.pointer]).toEqual(['DOC_CONTENT_POINTER_INVALID', '/body']);
    }
    expect(await codeOf(connector.call({ server_id: 'mcp-github', tool_name: 'save-note', idempotency_key: 'k' }))).toBe('DOC_CONTENT_POINTER_INVALID'); // prettier-ignore
    expect(calls).toEqual([]);
  });

  it('C "If expected_document_hashes provided, must match": each document, and nothing else', async () => {
    const { connector, calls } = recorder();
    const args = { body: 'a', files: [{ content: 'b' }] };
    const a = { pointer: '/body', hash: sha256('a') };
    const b = { pointer: '/files/0/content', hash: sha256('b') };
    const pr = (expected_document_hashes: object) =>
      connector.call(callOf('create-pr', args, { expected_document_hashes }));

    await pr([b, a]);
    await pr([]);
    for (const wrong of [
      [a],
      [a, { ...b, hash: a.hash }],
      [a, b, { pointer: '/title', hash: a.hash }],
      [a, b, { ...a, hash: b.hash }],
    ]) {
      expect(await codeOf(pr(wrong))).toBe('DOC_HASH_MISMATCH');
    }
    expect(await codeOf(connector.call(callOf('close-issue', args, { expected_document_hashes: [a] })))).toBe('DOC_HASH_MISMATCH'); // prettier-ignore
    await expect(pr([{ ...a, hash: a.hash.toUpperCase() }, b])).rejects.toMatchObject({ code: -32602 });
    expect(calls).toHaveLength(2);
  });

  it('C post-exec "each item ≤ max_read_bytes", hashes attached to tool_effect', async () => {
    const limited = parseRegistry(registryDocument({ max_read_bytes: 5 }));
    const fine = recorder({ registry: limited });
    const { tool_effect: effect } = await fine.connector.call(callOf('get-file'));
    expect(effect?.document_hashes).toEqual([{ pointer: '/content/0/text', hash: sha256('hello'), size_bytes: 5 }]);

    const large = recorder({ registry: limited }, { content: [{ text: 'hello!' }] });
    const denied = await denialOf(large.connector.call(callOf('get-file')));
    expect([denied.code, denied.wasInvoked, large.calls.length]).toEqual(['DOC_SIZE_EXCEEDED', true, 1]);
    expect(large.outcomes()).toEqual(['allowed', 'denied']);
  });

  it('C post-exec "total ≤ max_batch_bytes"; a result without its document, or with other hashes than expected, is withheld', async () => {
    const small = parseRegistry(registryDocument({ max_batch_bytes: 4 }));
    expect(await codeOf(recorder({ registry: small }).connector.call(callOf('get-file')))).toBe('DOC_SIZE_EXCEEDED');
    expect(await codeOf(recorder({}, { content: [] }).connector.call(callOf('get-file')))).toBe('DOC_CONTENT_POINTER_INVALID'); // prettier-ignore
    expect(await codeOf(recorder({}, { content: [{ text: '\uDC00' }] }).connector.call(callOf('get-file')))).toBe('DOC_ENCODING_INVALID'); // prettier-ignore
    const expected = (text: string) => ({
      expected_document_hashes: [{ pointer: '/content/0/text', hash: sha256(text) }],
    });
    await recorder().connector.call(callOf('get-file', {}, expected('hello')));
    expect(await codeOf(recorder().connector.call(callOf('get-file', {}, expected('other'))))).toBe(
      'DOC_HASH_MISMATCH',
    );
  });

  it('D "Connector MUST populate tool_effect.document_hashes[]"', async () => {
    const { connector } = recorder();
    const args = { body: 'é', files: [{ content: '' }] };
    const { tool_effect: effect } = await connector.call(callOf('create-pr', args));

    expect(effect).toEqual({
      effect_id: expect.stringMatching(/^01977420-dc00-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/) as string,
      server_id: 'mcp-github',
      tool_name: 'create-pr',
      tool_class: 'write',
      idempotency_key: 'key-1',
      document_hashes: [
        { pointer: '/body', hash: sha256('é'), size_bytes: 2 },
        { pointer: '/files/0/content', hash: sha256(''), size_bytes: 0 },
      ],
      batch_total_bytes: 2,
      content_hash_alg: 'sha256',
    });
    expect(Object.isFrozen(effect) && Object.isFrozen(effect?.document_hashes)).toBe(true);
  });

  it('E "tool_call.idempotency_key REQUIRED" for write tools', async () => {
    const { connector, calls } = recorder();
    expect(await codeOf(connector.call({ server_id: 'mcp-github', tool_name: 'close-issue' }))).toBe('IDEMPOTENCY_KEY_REQUIRED'); // prettier-ignore
    await expect(connector.call(callOf('close-issue', {}, { idempotency_key: '' }))).rejects.toMatchObject({
      code: -32602,
    });
    expect(calls).toEqual([]);
    await connector.call({ server_id: 'mcp-github', tool_name: 'list-issues' });
    expect(calls).toHaveLength(1);
  });

  it('"Stable Error Codes": exactly those of both lists', () => {
    expect([...policyCodes].sort()).toEqual([
      'DOC_CONTENT_POINTER_INVALID',
      'DOC_ENCODING_INVALID',
      'DOC_HASH_MISMATCH',
      'DOC_SIZE_EXCEEDED',
      'IDEMPOTENCY_KEY_REQUIRED',
      'TOOL_CLASS_DECLARATION_MISMATCH',
      'TOOL_CLASS_MISMATCH',
      'TOOL_UNCLASSIFIED_DENIED',
    ]);
    expect(Object.isFrozen(policyCodes)).toBe(true);
  });
});

describe('9.2.2 gateway', () => {
  const gateway = createGateway({ registry, pin: [registry.pin] });

  it('1 "Validate tool_call schema"', async () => {
    for (const [call, place] of [
      [null, 'the document has to be an object'],
      [{ server_id: 's' }, 'lacks `tool_name`'],
      [callOf('list-issues', [], {}), '`/arguments` has to be an object'],
      [callOf('list-issues', {}, { content_hash_alg: 'md5' }), '`/content_hash_alg` has to be `sha256`'],
      [callOf('list-issues', {}, { approved: true }), 'has `approved`'],
    ] as const) {
      await expect(gateway.authorize(call)).rejects.toThrow(place);
      await expect(gateway.authorize(call)).rejects.toMatchObject({ name: 'McpError', code: -32602 });
    }
  });

  it('2 "Load pinned tool registry (same version) and re-derive tool_class"', async () => {
    expect((await gateway.authorize(callOf('list-issues'))).tool_class).toBe('read');
    expect(() => createGateway({ registry } as never)).toThrow('`pin` is required');
    expect(() => parseRegistry({ ...registryDocument(), server_version: '2' }, { pin: registry.pin })).toThrow(
      RegistryError,
    );
    expect(parseRegistry(registryDocument(), { pin: registryPin(registryDocument()) }).pin).toBe(registry.pin);
  });

  it('3 "UNCLASSIFIED → deny, read_only=true cannot invoke write"', async () => {
    expect(await codeOf(gateway.authorize(callOf('other')))).toBe('TOOL_UNCLASSIFIED_DENIED');
    const narrowed = gateway.authorize(callOf('close-issue', {}, { tool_class: 'read' }), { capability: readOnly });
    expect(await codeOf(narrowed)).toBe('TOOL_CLASS_MISMATCH');
  });

  it('4 "If agent tool_call.tool_class mismatches registry → TOOL_CLASS_DECLARATION_MISMATCH"', async () => {
    expect(await codeOf(gateway.authorize(callOf('close-issue', {}, { tool_class: 'read' })))).toBe('TOOL_CLASS_DECLARATION_MISMATCH'); // prettier-ignore
    expect(await codeOf(gateway.authorize(callOf('list-issues', {}, { tool_class: 'write' })))).toBe('TOOL_CLASS_DECLARATION_MISMATCH'); // prettier-ignore
    await gateway.authorize(callOf('close-issue', {}, { tool_class: 'write' }));
  });

  it('5 "Emit audit events with tool_class, document_hashes, batch_total_bytes"', async () => {
    const events: unknown[] = [];
    const audited = createGateway({
      registry,
      pin: registry.pin,
      onAudit: (event) => void events.push(event),
      clock: () => 7,
    });
    await audited.authorize(callOf('save-note', note));
    await codeOf(audited.authorize(callOf('other')));

    const common = { component: 'gateway', environment: 'production', at: 7, server_id: 'mcp-github', registry_pin: registry.pin, content_hash_alg: 'sha256', effect_id: undefined }; // prettier-ignore
    expect(events).toEqual([
      { ...common, event: 'allowed', tool_name: 'save-note', tool_class: 'write', code: undefined, document_hashes: [{ pointer: '/body', hash: sha256('a\r\nb'), size_bytes: 4 }], batch_total_bytes: 4 }, // prettier-ignore
      { ...common, event: 'denied', tool_name: 'other', tool_class: undefined, code: 'TOOL_UNCLASSIFIED_DENIED', document_hashes: [], batch_total_bytes: 0 }, // prettier-ignore
    ]);
  });

  it('"MUST NOT trust agent-provided tool_class for authorization"', async () => {
    const { connector, calls } = recorder();
    const strict = createGateway({ registry, pin: registry.pin, connector, capability: readOnly });
    for (const tool_class of ['read', 'write', undefined]) {
      expect(await codeOf(strict.call(callOf('close-issue', {}, { tool_class })))).toBe('TOOL_CLASS_MISMATCH');
    }
    expect(calls).toEqual([]);
  });
});

describe('anti-bypass notes', () => {
  it('"Dev MAY allow with warnings; Prod MUST deny"', async () => {
    const { connector, outcomes, events } = recorder({ environment: 'development' });
    const outcome = await connector.call(callOf('new-tool'));
    expect([outcome.tool_effect, outcomes()]).toEqual([undefined, ['warning', 'allowed', 'completed']]);
    expect(events[0]?.tool_class).toBeUndefined();
    // Of unknown class, it may write.
    expect(await codeOf(connector.call(callOf('new-tool'), { capability: readOnly }))).toBe('TOOL_UNCLASSIFIED_DENIED');
  });

  it('"Registry MUST be from versioned contracts artifacts, not ad hoc JSON"', () => {
    expect(() => createConnector({ registry: registryDocument() as never })).toThrow('`parseRegistry`');
    expect(() => createConnector({ registry: Object.create(registry) as typeof registry })).toThrow('`parseRegistry`');
    expect(Object.isFrozen(registry) && Object.isFrozen(registry.tools) && registry.tools.every(Object.isFrozen)).toBe(
      true,
    );
    expect(Object.isFrozen(registry.tools[2]?.document_spec?.write_content_pointers)).toBe(true);
  });
});

describe('a denial', () => {
  it('has place and remedy, and nothing of the content', async () => {
    const { connector, events } = recorder();
    const secret = 'sk-SECRET\uD800';
    const denied = await denialOf(connector.call(callOf('save-note', { body: secret })));
    expect(denied.message).toBe(
      'The call of `save-note` has at `/body` half of a surrogate pair, which has no UTF-8. Pass well-formed text, or base64 with `content_encoding: base64` in the registry.',
    );
    expect(denied.toJSON()).toEqual({
      code: -32000,
      message: denied.message,
      data: {
        code: 'DOC_ENCODING_INVALID',
        server_id: 'mcp-github',
        tool_name: 'save-note',
        pointer: '/body',
        was_invoked: false,
      },
    });
    expect(JSON.stringify([denied, denied.stack, events])).not.toContain('SECRET');
  });

  it('stays one line where a name is hostile', async () => {
    const { connector } = recorder();
    const denied = await denialOf(connector.call(callOf(`x\n\u001b[31m${'y'.repeat(1000)}`)));
    expect(denied).toBeInstanceOf(PolicyDenied);
    expect([denied.message.includes('\n'), denied.message.length < 400]).toEqual([false, true]);
  });
});
