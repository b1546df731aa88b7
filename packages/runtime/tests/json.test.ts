import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, digestOf } from '../src/index.ts';
import { copyOf, isSameJson, jsonText, keep, readJson } from '../src/json.ts';
import type { Json } from '../src/json.ts';

const json = fc.jsonValue({ maxDepth: 4, stringUnit: 'grapheme' }) as fc.Arbitrary<Json>;
const read = (value: unknown) => readJson(value, 'The value');
const cycle: unknown[] = [];
cycle.push({ again: cycle });

describe('reading', () => {
  it.each<[what: string, value: unknown, fault: string]>([
    ['nothing', undefined, '$ is not plain JSON, but undefined'],
    ['a function', { on: { done: () => 1 } }, '$.on.done is not plain JSON, but a function'],
    ['a symbol', [Symbol('s')], '$[0] is not plain JSON, but a symbol'],
    ['a big integer', { n: 1n }, '$.n is not plain JSON, but a bigint'],
    ['not a number', { n: Number.NaN }, '$.n is not plain JSON, but NaN'],
    ['infinity', [[1, -Infinity]], '$[0][1] is not plain JSON, but -Infinity'],
    ['a map', { m: new Map() }, '$.m is not plain JSON, but an object of a class'],
    ['a date', new Date(0), '$ is not plain JSON, but an object of a class'],
    ['a boxed string', [new String('a')], '$[0] is not plain JSON, but an object of a class'],
    ['an array of a subclass', new (class Rows extends Array {})(), '$ is not plain JSON, but an array of a class'],
    ['an array with a name', Object.assign([1], { name: 'x' }), '$ is not plain JSON, but an array with properties'],
    ['a hole', [1, , 3], '$[1] is not plain JSON, but undefined'], // eslint-disable-line no-sparse-arrays
    ['an undefined item', [undefined], '$[0] is not plain JSON, but undefined'],
    ['a getter', { a: { get b() { return 1; } } }, '$.a.b is not plain JSON, but computed by an accessor'], // prettier-ignore
    ['a setter', { set b(_: number) {} }, '$.b is not plain JSON, but computed by an accessor'], // eslint-disable-line
    ['a getter in an array', Object.defineProperty([1], 0, { get: () => 1 }), '$[0] is not plain JSON, but computed'],
    ['a hidden property', Object.defineProperty({}, 'x', { value: 1 }), '$.x is not plain JSON, but hidden'],
    ['a symbol as key', { [Symbol.iterator]: 1 }, '$ is not plain JSON, but an object with a symbol as a key'],
    ['half of a pair', { 'odd name': ['\ud800'] }, '$["odd name"][0] is not plain JSON, but a string with half'],
    ['half of a pair as key', { ['\udc00']: 1 }, 'but a key with half of a surrogate pair'],
    ['a cycle', cycle, '$[0].again is not plain JSON, but a cycle'],
    ['toJSON', { toJSON: () => 1 }, '$.toJSON is not plain JSON, but a function'],
    ['a promise', Promise.resolve(1), '$ is not plain JSON, but an object of a class'],
    ['a proxy of a function', [new Proxy(() => 1, {})], '$[0] is not plain JSON, but a function'],
    ['what is too deep', nested(501), 'but nested more than 500 levels deep'],
  ])('refuses %s, and says where', (_what, value, fault) => {
    expect(() => read(value)).toThrow(fault);
    expect(() => read(value)).toThrow(expect.objectContaining({ code: -32602 }));
  });

  it.each<[what: string, value: unknown, expected: unknown]>([
    ['an undefined property is not there', { a: undefined, b: 1 }, { b: 1 }],
    ['minus zero is zero', [-0], [0]],
    ['one object in two places is no cycle', ((one) => [one, one])({ a: 1 }), [{ a: 1 }, { a: 1 }]],
    ['an object without prototype', Object.assign(Object.create(null) as object, { a: 1 }), { a: 1 }],
    ['an object of another realm', runInNewContext('({ a: [1, { b: null }] })'), { a: [1, { b: null }] }],
    ['a proxy, for what it says once', new Proxy({ a: 1 }, {}), { a: 1 }],
    ['as deep as it may be', nested(500), nested(500)],
  ])('%s', (_what, value, expected) => {
    expect(read(value)).toEqual(expected);
    expect(Object.is((read(value) as number[])[0], -0)).toBe(false);
  });

  it('copies all of it', () => {
    fc.assert(
      fc.property(json, (value) => {
        const copy = read(value);
        expect(canonicalJson(copy)).toBe(canonicalJson(value));
        expect(sharedObjects(value, copy)).toEqual([]);
        expect(sharedObjects(copy, copyOf(copy))).toEqual([]);
        expect(canonicalJson(copyOf(copy))).toBe(canonicalJson(value));
      }),
    );
  });

  it('keeps a key named __proto__ a key', () => {
    const copy = read(JSON.parse('{"__proto__":{"isAdmin":true},"constructor":1}'));

    expect(Object.keys(copy as object)).toEqual(['__proto__', 'constructor']);
    expect((copy as { isAdmin?: boolean }).isAdmin).toBeUndefined();
    expect(canonicalJson(copyOf(copy))).toBe('{"__proto__":{"isAdmin":true},"constructor":1}');
  });

  it('counts keys as characters, and properties that are undefined as values', () => {
    const key = 'k'.repeat(1_048_576);
    expect(() => read(Array.from({ length: 128 }, () => ({ [key]: 1 })))).not.toThrow();
    expect(() => read(Array.from({ length: 129 }, () => ({ [key]: 1 })))).toThrow('more than 134217728 characters');
    const nothing = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, undefined])); // prettier-ignore
    // The object is a value, too.
    expect(read(nothing(199_999))).toEqual({});
    expect(() => read(nothing(200_000))).toThrow('more than 200000 values');
  });

  it('reads each property once', () => {
    let asked = 0;
    const moody = new Proxy({ a: 1 }, { getOwnPropertyDescriptor: (target, key) => (asked++, Reflect.getOwnPropertyDescriptor(target, key)) }); // prettier-ignore

    expect([read(moody), asked]).toEqual([{ a: 1 }, 1]);
  });
});

describe('comparing', () => {
  it('says the same as the canonical texts', () => {
    let same = 0;
    const pair = json.chain((one) => fc.tuple(fc.constant(one), fc.oneof(fc.constant(one), changed(one), json)));

    fc.assert(
      fc.property(pair, ([one, other]) => {
        const isSame = canonicalJson(one) === canonicalJson(other);
        if (isSame) same++;
        expect(isSameJson(keep(read(one)), other)).toBe(isSame);
        expect(isSameJson(keep(read(other)), one)).toBe(isSame);
      }),
      { numRuns: 10_000 },
    );

    expect(same).toBeGreaterThan(1_000);
    expect(same).toBeLessThan(9_000);
  });

  it.each<[what: string, one: unknown, other: unknown, isSame: boolean]>([
    ['the order of keys', { a: 1, b: 2 }, { b: 2, a: 1 }, true],
    ['an undefined property', { a: 1 }, { a: 1, b: undefined }, true],
    ['an undefined property in the place of one', { a: 1, b: 1 }, { a: 1, c: undefined }, false],
    ['zeros', 0, -0, true],
    ['null and nothing', { a: null }, {}, false],
    ['nothing and null', {}, { a: null }, false],
    ['an array and an object', [1], { 0: 1 }, false],
    ['an object and an array', { 0: 1 }, [1], false],
    ['an empty object and a map', {}, new Map(), false],
    ['an empty array and one of a class', [], new (class Rows extends Array {})(), false],
    ['a number and its text', 1, '1', false],
    ['one and true', 1, true, false],
    ['an inherited property', { a: 1, b: 2 }, Object.assign(Object.create({ b: 2 }) as object, { a: 1 }), false],
    ['a key named __proto__', JSON.parse('{"a":1,"__proto__":{}}'), { a: 1, b: 2 }, false],
    ['not a number', { a: 1 }, { a: Number.NaN }, false],
    ['a longer array', [1], [1, 2], false],
  ])('%s', (_what, one, other, isSame) => {
    expect(isSameJson(keep(read(one)), other)).toBe(isSame);
  });
});

describe('the text', () => {
  it('is that of `JSON.stringify`, whatever is on the prototype of arrays', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(jsonText(read(value))).toBe(JSON.stringify(read(value)));
      }),
    );
    const prototype = Array.prototype as { toJSON?: () => unknown };
    prototype.toJSON = () => null;
    const text = jsonText([['a']]);
    delete prototype.toJSON;
    expect(text).toBe('[["a"]]');
  });
});

// https://www.rfc-editor.org/rfc/rfc8785
describe('the canonical text', () => {
  it.each([
    ['sorts keys by UTF-16 units', '{"\\u20ac":1,"\\r":2,"\\ud83d\\ude00":3,"1":4}', '{"\\r":2,"1":4,"€":1,"😀":3}'],
    ['writes numbers as ECMAScript does', '[333333333.33333329,1E30,4.50,2e-3,1e-27,-0]', '[333333333.3333333,1e+30,4.5,0.002,1e-27,0]'], // prettier-ignore
    ['escapes as little as it may', '["\\u000f\\n\\/\\u0022"]', '["\\u000f\\n/\\""]'],
    ['keeps the order of items', '[3,[2],{"b":[1,0]}]', '[3,[2],{"b":[1,0]}]'],
    ['has no space', '{ "a" : [ 1 , null ] }', '{"a":[1,null]}'],
  ])('%s', (_what, given, text) => {
    expect(canonicalJson(JSON.parse(given))).toBe(text);
  });

  it('is JSON of the same value, and the same for the same value', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonicalJson(JSON.parse(canonicalJson(value)))).toBe(canonicalJson(value));
      }),
    );
  });

  it('refuses what is not JSON', () => {
    expect(() => canonicalJson({ a: [new Date(0)] })).toThrow('$.a[0] is not plain JSON');
  });

  it('has a digest', async () => {
    const empty = 'sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a';

    expect(await digestOf({})).toBe(empty);
    expect(await digestOf({ b: 1, a: 'ü' })).toBe(await digestOf({ a: 'ü', b: 1 }));
    expect(await digestOf({ a: 1 })).not.toBe(await digestOf({ a: 2 }));
    await expect(digestOf({ a: Number.NaN })).rejects.toThrow('$.a is not plain JSON');
  });
});

/** Almost the same: keys turned around, or one place replaced. */
function changed(value: Json): fc.Arbitrary<Json> {
  if (typeof value !== 'object' || value === null) return json;
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    return fc
      .tuple(fc.nat(), json)
      .map(([at, item]) => items.map((one, index) => (index === at % items.length ? item : one)));
  }
  const entries = Object.entries(value);
  return fc.oneof(
    fc.shuffledSubarray(entries, { minLength: entries.length }).map((all) => Object.fromEntries(all)),
    fc.shuffledSubarray(entries).map((some) => Object.fromEntries(some)),
    fc.tuple(fc.string(), json).map((entry) => Object.fromEntries([...entries, entry])),
  );
}

function sharedObjects(one: unknown, other: unknown): object[] {
  const objects = objectsIn(one);
  return [...objectsIn(other)].filter((object) => objects.has(object));
}

function objectsIn(value: unknown): Set<object> {
  if (typeof value !== 'object' || value === null) return new Set();
  return new Set([value, ...Object.values(value).flatMap((inner) => [...objectsIn(inner)])]);
}

function nested(levels: number): unknown {
  let value: unknown = [];
  for (let level = 1; level < levels; level++) value = [value];
  return value;
}
