import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digests, digestsOn } from '../../src/policy/digest.ts';
import { createConnector, parseRegistry } from '../../src/policy/index.ts';
import { anywhere } from '../../src/policy/platform.ts';
import { isPointer, pointerOf, valueAt } from '../../src/policy/pointer.ts';
import { callOf, codeOf, recorder, registryDocument, sha256 } from './fixtures.ts';

const everywhere = [
  ['by the functions of Node', digests],
  ['in plain JavaScript', digestsOn(anywhere)],
] as const;

/** Valid exactly where encoding what it decodes to gives it again. */
function isCanonicalBase64(text: string): boolean {
  return Buffer.from(text, 'base64').toString('base64') === text;
}

describe.each(everywhere)('the digest of a document, %s', (_name, { of }) => {
  it.each([
    ['empty', '', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 0],
    ['FIPS 180-4', 'abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad', 3],
    ['line feed', 'a\nb', sha256(Buffer.from([97, 10, 98])), 3],
    ['carriage return and line feed', 'a\r\nb', sha256(Buffer.from([97, 13, 10, 98])), 4],
    ['byte order mark', '\uFEFFa', sha256(Buffer.from([0xef, 0xbb, 0xbf, 97])), 4],
    ['surrogate pair', '😀', sha256(Buffer.from([0xf0, 0x9f, 0x98, 0x80])), 4],
    ['NUL', '\0', sha256(Buffer.from([0])), 1],
    ['combining mark', 'e\u0301', sha256(Buffer.from([101, 0xcc, 0x81])), 3],
    ['composed', '\u00E9', sha256(Buffer.from([0xc3, 0xa9])), 2],
  ])('of utf8: %s', (_what, text, hash, size) => {
    expect(of(text, 'utf8')).toEqual({ hash, size });
  });

  it.each(['\uD800', '\uDC00', 'a\uDC00\uD800b', '\uD83D', `${'x'.repeat(65_535)}\uD83D`])(
    'of utf8: half of a pair, %#',
    (text) => {
      expect(of(text, 'utf8')).toBeUndefined();
    },
  );

  it.each([
    ['', Buffer.from([])],
    ['Zg==', Buffer.from('f')],
    ['Zm8=', Buffer.from('fo')],
    ['Zm9v', Buffer.from('foo')],
    ['DQo=', Buffer.from('\r\n')],
    ['77u/', Buffer.from([0xef, 0xbb, 0xbf])],
    ['/+8=', Buffer.from([0xff, 0xef])],
  ])('of base64: %j', (text, bytes) => {
    expect(of(text, 'base64')).toEqual({ hash: sha256(bytes), size: bytes.length });
  });

  it.each([
    ...['Zg', 'Zg=', 'Zg===', '=', '====', 'A===', 'AA=A', 'Zm9v=', 'Zm=v', 'Zm9vZg==Zm9v'],
    ...['Zh==', 'Zm9=', 'Zm9v\n', 'Zm9v Zm9v', 'Zm\r\n', ' Zm9', 'Zm9v\0', '_-8=', '-_-_', 'Zm9\u00e9'],
    // Node reads a character by its low byte.
    ...['\u0141\u0141\u0141\u0141', 'AAA\u0141', '\uFF21AAA', 'AAAA\u{1F600}AA'],
  ])('of base64: not canonical, %j', (text) => {
    expect(of(text, 'base64')).toBeUndefined();
  });

  it('is that of node:crypto, whatever the text and wherever it is cut', () => {
    const piece = fc.string({ unit: 'grapheme', maxLength: 40 });
    fc.assert(
      fc.property(piece, fc.integer({ min: 65_500, max: 65_600 }), piece, (before, fill, after) => {
        const text = `${before}${'é'.repeat(fill)}${after}`;
        if (/\p{Surrogate}/u.test(text)) return;
        const bytes = Buffer.from(text, 'utf8');
        expect(of(text, 'utf8')).toEqual({ hash: sha256(bytes), size: bytes.length });
        const encoded = bytes.toString('base64');
        expect(of(encoded, 'base64')).toEqual({ hash: sha256(bytes), size: bytes.length });
      }),
      { numRuns: 30 },
    );
  });

  it('keeps a surrogate pair whole at each end of a chunk', () => {
    for (const length of [65_534, 65_535, 65_536]) {
      const text = `${'x'.repeat(length)}😀y`;
      expect(of(text, 'utf8')?.hash).toBe(sha256(text));
    }
  });

  it('of base64 is there exactly where the text is canonical', () => {
    const character = fc.constantFrom(...'AQgwZm9v+/=-_ \n\u0141é'.split(''));
    const text = fc.oneof(
      fc.array(character, { maxLength: 12 }).map((all) => all.join('')),
      fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes).toString('base64')),
    );
    fc.assert(
      fc.property(text, (given) => {
        const isCanonical = isCanonicalBase64(given);
        const bytes = Buffer.from(given, 'base64');
        expect(of(given, 'base64')).toEqual(isCanonical ? { hash: sha256(bytes), size: bytes.length } : undefined);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the default limit of a write', () => {
  const limit = 5 * 1024 * 1024;

  it.each([
    [limit - 1, 'allowed'],
    [limit, 'allowed'],
    [limit + 1, 'DOC_SIZE_EXCEEDED'],
  ])('%d bytes: %s', async (size, outcome) => {
    const { connector } = recorder();
    const texts = { 'save-note': ['body', '\r\n'.repeat(size / 2) + 'x'.repeat(size % 2)], upload: ['data', Buffer.alloc(size).toString('base64')] } as const; // prettier-ignore
    for (const [tool, [key, text]] of Object.entries(texts)) {
      const call = connector.call(callOf(tool, { [key]: text }));
      if (outcome === 'allowed') expect((await call).tool_effect?.batch_total_bytes).toBe(size);
      else expect(await codeOf(call)).toBe(outcome);
    }
  });

  it('counts bytes, not characters', async () => {
    const { connector } = recorder();
    await connector.call(callOf('save-note', { body: 'é'.repeat(limit / 2) }));
    expect(await codeOf(connector.call(callOf('save-note', { body: 'é'.repeat(limit / 2) + 'x' })))).toBe(
      'DOC_SIZE_EXCEEDED',
    );
  });
});

describe('a JSON Pointer', () => {
  // RFC 6901 section 5.
  const json = {
    foo: ['bar', 'baz'],
    '': 0,
    'a/b': 1,
    'c%d': 2,
    'e^f': 3,
    'g|h': 4,
    'i\\j': 5,
    'k"l': 6,
    ' ': 7,
    'm~n': 8,
  };

  it.each([
    ['', json],
    ['/foo', json.foo],
    ['/foo/0', 'bar'],
    ['/', 0],
    ['/a~1b', 1],
    ['/c%d', 2],
    ['/e^f', 3],
    ['/g|h', 4],
    ['/i\\j', 5],
    ['/k"l', 6],
    ['/ ', 7],
    ['/m~0n', 8],
  ])('%j points at its value', (text, value) => {
    expect(isPointer(text)).toBe(true);
    expect(valueAt(pointerOf(text), json)).toEqual(value);
  });

  it.each([
    '/foo/2',
    '/foo/-',
    '/foo/00',
    '/foo/01',
    '/foo/+1',
    '/foo/1e0',
    '/foo/length',
    '/bar',
    '/foo/0/0',
    '/toString',
    '/__proto__',
    '/foo/map',
  ])('%j points at nothing', (text) => {
    expect(valueAt(pointerOf(text), json)).toBeUndefined();
  });

  it('reads `~01` as `~1`', () => {
    expect(valueAt(pointerOf('/~01'), { '~1': 'a', '/': 'b' })).toBe('a');
  });

  it('finds documents below lists, and keys with `~` and `/`', async () => {
    const pointers = ['/files/1/parts/0/a~1b', '/m~0n', '/~01'];
    const document = registryDocument();
    const tools = [{ tool_name: 't', tool_class: 'write', is_document_op: true, document_spec: { content_encoding: 'utf8', write_content_pointers: pointers } }]; // prettier-ignore
    const connector = createConnector({ registry: parseRegistry({ ...document, tools }), call: () => 'done' });
    const args = { files: [{}, { parts: [{ 'a/b': 'one' }] }], 'm~n': 'two', '~1': 'three' };
    const { tool_effect: effect } = await connector.call(callOf('t', args));
    expect(effect?.document_hashes.map(({ pointer, hash }) => [pointer, hash])).toEqual([
      [pointers[0], sha256('one')],
      [pointers[1], sha256('two')],
      [pointers[2], sha256('three')],
    ]);
  });
});
