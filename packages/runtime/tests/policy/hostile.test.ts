import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import {
  connectClient,
  createConnector,
  createGateway,
  McpError,
  parseRegistry,
  PolicyDenied,
  policyCodes,
  RegistryError,
} from '../../src/policy/index.ts';
import type { Registry } from '../../src/policy/index.ts';
import { callOf, codeOf, recorder, registry, registryDocument, sha256 } from './fixtures.ts';

const readOnly = { constraints: { read_only: true } };

/** Puts properties on `Object.prototype` for as long as `work` takes. */
async function polluted(properties: object, work: () => unknown): Promise<void> {
  const descriptors = Object.getOwnPropertyDescriptors(properties);
  for (const [key, descriptor] of Object.entries(descriptors)) {
    Object.defineProperty(Object.prototype, key, { ...descriptor, enumerable: false, configurable: true });
  }
  try {
    await work();
  } finally {
    for (const key of Object.keys(descriptors)) Reflect.deleteProperty(Object.prototype, key);
  }
}

describe('what others put on Object.prototype', () => {
  it('is no option: neither environment, capability, pin nor call', async () => {
    const properties = { environment: 'development', capability: { constraints: { read_only: false } }, pin: 'x', serverId: 's', signal: 1 }; // prettier-ignore
    await polluted(properties, async () => {
      const { connector } = recorder();
      expect(connector.environment).toBe('production');
      expect(await codeOf(connector.call(callOf('other')))).toBe('TOOL_UNCLASSIFIED_DENIED');
      expect(await codeOf(connector.call(callOf('close-issue'), { capability: readOnly }))).toBe('TOOL_CLASS_MISMATCH');
      expect(parseRegistry(registryDocument()).pin).toBe(registry.pin);
    });
  });

  it('is no part of a call: neither key, arguments nor expected hashes', async () => {
    await polluted({ idempotency_key: 'k', arguments: { body: 'a' }, body: 'a', tool_class: 'read' }, async () => {
      const { connector } = recorder();
      const bare = { server_id: 'mcp-github', tool_name: 'save-note' };
      expect(await codeOf(connector.call(bare))).toBe('IDEMPOTENCY_KEY_REQUIRED');
      expect(await codeOf(connector.call({ ...bare, idempotency_key: 'own' }))).toBe('DOC_CONTENT_POINTER_INVALID');
    });
  });

  it('is no part of a registry', async () => {
    const tool = {
      tool_name: 't',
      tool_class: 'write',
      is_document_op: true,
      document_spec: { content_encoding: 'utf8' },
    };
    await polluted({ write_content_pointers: ['/a'], server_id: 's', max_write_bytes: 1 }, () => {
      expect(() => parseRegistry({ ...registryDocument(), tools: [tool] })).toThrow('write_content_pointers');
      const parsed = parseRegistry(registryDocument());
      expect(parsed.tools[2]?.document_spec?.max_write_bytes).toBe(5_242_880);
    });
  });

  it('is no `then` of an outcome, an authorization or a result', async () => {
    const { connector } = recorder();
    const gateway = createGateway({ registry, pin: registry.pin, connector });
    const client = { callTool: async (_params: { name: string }) => ({ content: [{ text: 'hello' }] }), listTools: async () => ({ tools: [] }) }; // prettier-ignore
    const trusted = [
      await connector.call(callOf('get-file')),
      await gateway.authorize(callOf('list-issues')),
      await connectClient(client, connector).callTool({ name: 'get-file' }),
    ];
    await polluted({ then: (resolve: (value: unknown) => void) => resolve('taken') }, async () => {
      for (const value of trusted) expect((await Promise.resolve<unknown>(value)) === value).toBe(true);
    });
  });
});

describe('what was checked is what is sent', () => {
  it('for accessors, proxies and classes: refused', async () => {
    const { connector, calls } = recorder();
    let reads = 0;
    const flipping = { get body() { return reads++ === 0 ? 'checked' : 'sent'; } }; // prettier-ignore
    const throwing = new Proxy({ body: 'a' }, { getOwnPropertyDescriptor: () => { throw new Error('trap'); } }); // prettier-ignore
    class Args { body = 'a'; } // prettier-ignore
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    for (const args of [
      flipping,
      throwing,
      new Args(),
      new Date(),
      proxy,
      { body: () => 'a' },
      { body: 1n },
      { body: Symbol('a') },
      { body: NaN },
    ]) {
      await expect(connector.call(callOf('save-note', args))).rejects.toMatchObject({ name: 'McpError', code: -32602 });
    }
    expect(calls).toEqual([]);
  });

  it('for a proxy that answers otherwise each time: the one reading', async () => {
    const { connector, calls } = recorder();
    let reads = 0;
    const target = { body: '' };
    const flipping = new Proxy(target, {
      getOwnPropertyDescriptor: () => ({
        value: `reading ${++reads}`,
        enumerable: true,
        configurable: true,
        writable: true,
      }),
    });
    const { tool_effect: effect } = await connector.call(callOf('save-note', flipping));
    expect(effect?.document_hashes[0]?.hash).toBe(sha256((calls[0] as { arguments: { body: string } }).arguments.body));
  });

  it('for a call that its caller, the audit log or the gateway changes meanwhile', async () => {
    const args = { body: 'checked' };
    const { connector, calls } = recorder({ onAudit: async () => { args.body = 'changed'; await Promise.resolve(); } }); // prettier-ignore
    const gateway = createGateway({
      registry,
      pin: registry.pin,
      connector,
      onAudit: () => void (args.body = 'changed too'),
    });
    const { tool_effect: effect } = await gateway.call(callOf('save-note', args));
    expect(calls).toMatchObject([{ arguments: { body: 'checked' } }]);
    expect(effect?.document_hashes[0]?.hash).toBe(sha256('checked'));
  });

  it('for the result of a read: what is measured is what comes back', async () => {
    let reads = 0;
    const result = { content: [new Proxy({ text: '' }, { getOwnPropertyDescriptor: () => ({ value: `reading ${++reads}`, enumerable: true, configurable: true, writable: true }) })] }; // prettier-ignore
    const { connector } = recorder({}, result);
    const outcome = await connector.call(callOf('get-file'));
    const { content } = outcome.result as { content: { text: string }[] };
    expect(outcome.tool_effect?.document_hashes[0]?.hash).toBe(sha256(content[0]!.text));
  });
});

describe('built-ins that are replaced after loading', () => {
  const undo: (() => void)[] = [];
  afterEach(() => undo.splice(0).forEach((each) => each()));

  function replace(holder: object, key: PropertyKey, value: unknown): void {
    const before = Object.getOwnPropertyDescriptor(holder, key)!;
    undo.push(() => Object.defineProperty(holder, key, before));
    Object.defineProperty(holder, key, { ...before, value });
  }

  it('let nothing pass that is denied', async () => {
    const { connector, calls } = recorder();
    const call = callOf('save-note', { body: 'a\uD800' });
    const unknown = callOf('other');
    replace(WeakMap.prototype, 'get', () => undefined);
    replace(String.prototype, 'isWellFormed', () => true);
    replace(RegExp.prototype, 'test', () => true);
    replace(Object, 'hasOwn', () => true);
    replace(Map.prototype, 'get', () => undefined);
    const outcomes = await Promise.allSettled([connector.call(call), connector.call(unknown)]);
    undo.splice(0).forEach((each) => each());
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(calls).toEqual([]);
  });
});

describe('an audit log that fails', () => {
  it('stops the call before the tool, and withholds the result after it', async () => {
    const failing = (when: string) => recorder({ onAudit: ({ event }) => { if (event === when) throw new Error('disk full'); } }); // prettier-ignore
    const before = failing('allowed');
    await expect(before.connector.call(callOf('list-issues'))).rejects.toThrow('disk full');
    expect(before.calls).toEqual([]);
    const after = failing('completed');
    await expect(after.connector.call(callOf('list-issues'))).rejects.toThrow('disk full');
    expect(after.calls).toHaveLength(1);
  });

  it('is waited for', async () => {
    const order: string[] = [];
    const connector = createConnector({
      registry,
      call: () => order.push('tool'),
      onAudit: async ({ event }) => {
        await Promise.resolve();
        order.push(event);
      },
    });
    await connector.call(callOf('list-issues'));
    expect(order).toEqual(['allowed', 'tool', 'completed']);
    await expect(createConnector({ registry, call: () => 1, onAudit: () => Promise.reject(new Error('down')) }).call(callOf('list-issues'))).rejects.toThrow('down'); // prettier-ignore
  });

  it('gets an entry for a tool that throws', async () => {
    const { connector, outcomes } = recorder({ call: () => Promise.reject(new Error('server down')) });
    await expect(connector.call(callOf('close-issue'))).rejects.toThrow('server down');
    expect(outcomes()).toEqual(['allowed', 'failed']);
  });

  it('gets an entry for a read that answers with what is not plain JSON', async () => {
    const { connector, outcomes } = recorder({}, { content: [{ text: new Date(0) }] });
    await expect(connector.call(callOf('get-file'))).rejects.toMatchObject({ code: -32602 });
    expect(outcomes()).toEqual(['allowed', 'failed']);
  });

  it('needs a clock', async () => {
    for (const clock of [() => NaN, () => -1, () => '0' as never, () => 2 ** 48, () => Infinity]) {
      const { connector, calls } = recorder({ clock });
      await expect(connector.call(callOf('list-issues'))).rejects.toThrow('`clock`');
      expect(calls).toEqual([]);
    }
  });
});

describe('10,000 hostile registries, calls and results', () => {
  const text = fc.constantFrom('', 'a', 'mcp-github', 'save-note', 'create-pr', 'get-file', '__proto__', 'constructor', '\uD800', 'Zg==', 'Zh==', '\u0141AAA', '/a', '/a/0', '/~', '/__proto__', 'read', 'write', 'utf8', 'base64', 'sha256', 'v1', 'talos.mcp.tool_registry', 'x'.repeat(300), '\r\n'); // prettier-ignore
  const key = fc.constantFrom('schema_id', 'schema_version', 'server_id', 'tools', 'tool_name', 'tool_class', 'is_document_op', 'document_spec', 'content_encoding', 'write_content_pointers', 'read_content_pointers', 'max_write_bytes', 'arguments', 'idempotency_key', 'expected_document_hashes', 'pointer', 'hash', 'body', 'content', 'text', 'then', '__proto__', 'constructor', 'toJSON', 'length'); // prettier-ignore
  const shared = (depth: number): unknown => {
    let value: unknown = 'leaf';
    for (let level = 0; level < depth; level++) value = { a: value, b: value };
    return value;
  };
  const nested = (depth: number): unknown => {
    let value: unknown = 'leaf';
    for (let level = 0; level < depth; level++) value = [value];
    return value;
  };
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  const odd = fc.constantFrom<unknown>(undefined, null, true, 0, -0, NaN, Infinity, 2 ** 53, 1n, Symbol('s'), () => 'f', new Date(0), new Map(), /x/, new Uint8Array(2), cyclic, Object.create(null), Object.create({ server_id: 'mcp-github' }), new Proxy({}, {}), new Proxy([], { get: () => { throw new Error('trap'); } }), Promise.resolve(1), { then: 'x' }, new Error('e')); // prettier-ignore
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      text,
      odd,
      fc.array(tie('value'), { maxLength: 4 }),
      fc.array(fc.tuple(key, tie('value')), { maxLength: 6 }).map((entries) => {
        const object = {};
        for (const [name, each] of entries)
          Object.defineProperty(object, name, { value: each, enumerable: true, configurable: true, writable: true });
        return object;
      }),
    ),
  }));

  /** Values that a reading looked at: `getOwnPropertyDescriptor` is called for each. The measure of work, in place of a clock. */
  let reads = 0;
  const most = 450_000;
  function counted(given: unknown): unknown {
    if (typeof given !== 'object' || given === null) return given;
    try {
      return new Proxy(given, {
        getOwnPropertyDescriptor: (target, name) => {
          reads++;
          const found = Reflect.getOwnPropertyDescriptor(target, name);
          return found && 'value' in found && found.configurable ? { ...found, value: counted(found.value) } : found;
        },
      });
    } catch {
      return given;
    }
  }

  const codes: readonly unknown[] = policyCodes;
  function isClear(error: unknown): boolean {
    const isKnown =
      (error instanceof PolicyDenied && codes.includes(error.code)) ||
      error instanceof RegistryError ||
      (error instanceof McpError && error.code === -32602);
    return isKnown && (error as Error).message.length < 20_000;
  }

  it('end in success or a clear error, within a bound of operations', async () => {
    const seen = { success: 0, denied: 0, invalid: 0, registry: 0 };
    const count = (error: unknown): void => {
      if (!isClear(error)) throw error;
      seen[error instanceof PolicyDenied ? 'denied' : error instanceof RegistryError ? 'registry' : 'invalid']++;
    };
    let result: unknown;
    const connectors = [registry, parseRegistry(registryDocument({ max_write_bytes: 1, max_read_bytes: 3 }))].map(
      (each: Registry) =>
        createConnector({ registry: each, call: () => ({ value: result }), environment: 'development' }),
    );

    // Half of the documents are made of parts of good ones: those get further than the first check.
    const document = fc.oneof(value, fc.record({ schema_id: fc.constant('talos.mcp.tool_registry'), schema_version: fc.constant('v1'), server_id: fc.oneof(text, value), tools: fc.array(fc.oneof(value, fc.record({ tool_name: text, tool_class: fc.constantFrom('read', 'write'), is_document_op: fc.boolean(), document_spec: fc.oneof(value, fc.record({ content_encoding: text, write_content_pointers: fc.array(text), read_content_pointers: fc.array(text) })) })), { maxLength: 3 }) })); // prettier-ignore
    const call = fc.oneof(value, fc.record({ server_id: fc.constant('mcp-github'), tool_name: text, idempotency_key: text, arguments: fc.oneof(value, fc.record({ body: fc.oneof(text, value), data: text, files: fc.array(fc.record({ content: fc.oneof(text, value) })) })) }), fc.record({ server_id: fc.constant('mcp-github'), tool_name: fc.constant('get-file') })); // prettier-ignore

    await fc.assert(
      fc.asyncProperty(document, call, value, fc.nat(1), async (aDocument, aCall, aResult, which) => {
        reads = 0;
        try {
          parseRegistry(counted(aDocument));
          seen.success++;
        } catch (error) {
          count(error);
        }
        expect(reads).toBeLessThan(most);
        reads = 0;
        result = counted({ content: [{ text: aResult }] });
        await connectors[which]!.call(counted(aCall) as never).then(() => seen.success++, count);
        expect(reads).toBeLessThan(most);
      }),
      { numRuns: 5000 },
    );
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(50);
  });

  it.each([
    ['shared', shared(40)],
    ['nested', nested(600)],
    ['deep', nested(100_000)],
    ['sparse', new Array(1e9)],
    ['the global object', globalThis],
  ])('where one is made to be large: %s', async (_what, large) => {
    for (const read of [parseRegistry, (given: unknown) => parseRegistry({ ...registryDocument(), tools: given })]) {
      reads = 0;
      expect(() => read(counted(large))).toThrow(RegistryError);
      expect(reads).toBeLessThan(most);
    }
    const { connector } = recorder({ call: () => ({ content: large }) });
    for (const call of [large, callOf('save-note', large), callOf('save-note', { body: large }), callOf('get-file')]) {
      reads = 0;
      await connector.call(counted(call) as never).then(() => expect.fail('It was allowed.'), (error: unknown) => expect(isClear(error)).toBe(true)); // prettier-ignore
      expect(reads).toBeLessThan(most);
    }
  });

  it('with many expected hashes and pointers: no more work than there are of them', async () => {
    const count = 5000;
    const pointers = Array.from({ length: count }, (_, index) => `/d/${index}`);
    const tools = [{ tool_name: 't', tool_class: 'write', is_document_op: true, document_spec: { content_encoding: 'utf8', write_content_pointers: pointers } }]; // prettier-ignore
    const connector = createConnector({
      registry: parseRegistry({ ...registryDocument(), tools }),
      call: () => 'done',
    });
    const hash = sha256('a');
    const expected_document_hashes = pointers.map((pointer) => ({ pointer, hash }));
    const args = { d: pointers.map(() => 'a') };
    const { tool_effect: effect } = await connector.call(callOf('t', args, { expected_document_hashes }));
    expect(effect?.batch_total_bytes).toBe(count);
  });
});
