import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { evaluatorOf } from '../../../src/program/values/evaluator.ts';
import { optionsOf, type Value } from '../../../src/program/values/values.ts';
import { nodesIn, programOf } from '../../type-utils/in-memory-program.ts';

const knowledge = {
  identityOf: (call: ts.CallExpression) => (call.expression.getText() === 'identity' ? 0 : undefined),
  isCopy: () => false,
  propertyOf: () => undefined,
  isRun: () => true,
};

const header = `
declare function ask(value: unknown): void;
declare function cond(): boolean;
declare function wild(): any;
declare function identity<T>(value: T): T;
declare class Tool { constructor(config: unknown); }
`;

/** What is asked about is the argument of `ask`, in the file `main.ts`. */
function answerTo(code: string, others: Readonly<Record<string, string>> = {}): string {
  return show(valueIn(code, others));
}

function valueIn(code: string, others: Readonly<Record<string, string>> = {}): Value {
  const { program, file } = programOf({ ...others, 'main.ts': `${header}\n${code}\nexport {};` });
  const [call] = nodesIn(file('main.ts'), ts.isCallExpression).filter(
    ({ expression }) => expression.getText() === 'ask',
  );
  return evaluatorOf(program, knowledge).valueOf(call!.arguments[0]!);
}

/** A value as text: `{ a: 1, … }` is open, `1 | ?` is a choice with something unknown. */
function show(value: Value, depth = 4): string {
  switch (value.kind) {
    case 'literal':
      return value.value === undefined ? 'undefined' : JSON.stringify(value.value);
    case 'object': {
      const parts = [...value.properties].map(([name, property]) =>
        depth === 0 ? name : `${name}: ${show(property(), depth - 1)}`,
      );
      return `{ ${[...parts, ...(value.isOpen ? ['…'] : [])].join(', ')} }`;
    }
    case 'list':
      if (depth < -4) return '[]';
      return `[${[...value.elements.map((element) => show(element(), depth - 1)), ...(value.isOpen ? ['…'] : [])].join(', ')}]`;
    case 'function':
      return 'function';
    case 'made':
      return `${value.call.expression.getText()}(${show(value.argument(0), depth - 1)})`;
    case 'choice':
      return [...new Set(optionsOf(value).map((option) => show(option, depth)))].join(' | ');
    case 'unknown':
      return '?';
  }
}

describe('what is written in one place', () => {
  it.each([
    ['a text', "ask('a');", '"a"'],
    [
      'a text in which others are replaced',
      String.raw`ask('a b b'.replace(/b/g, 'c').replace(' ', '-').replaceAll('c', '$&d'));`,
      '"a-cd cd"',
    ],
    ['a text of which something is replaced that is not known', "ask('a'.replace(/a/, wild()));", '?'],
    ['a text in which a mistake is replaced', "ask('a'.replaceAll(/a/, 'b'));", '?'],
    ['a text of which something is replaced where the last match ended', "ask('aa'.replace(/a/y, 'b'));", '?'],
    [
      'a method of nothing, where that is allowed',
      'ask(((list?: string[]) => list?.map((each) => [each]))());',
      'undefined',
    ],
    ['a test with a pattern', "ask(/^a$/i.test('A'));", 'true'],
    ['a test with a pattern that remembers where it was', "ask(/a/g.test('a'));", '/a/g.test("a")'],
    ['a template', 'const n = 2; ask(`a${n}`);', '"a2"'],
    ['a sum of texts', "const a = 'x'; ask(a + 'y');", '"xy"'],
    ['an object', 'ask({ a: 1, b: { c: true } });', '{ a: 1, b: { c: true } }'],
    ['as const and satisfies', "ask({ a: ['x'] as const } satisfies object);", '{ a: ["x"] }'],
    ['a shorthand and a method', 'const a = 1; ask({ a, b() {} });', '{ a: 1, b: function }'],
    ['a computed key', "const name = 'x'; ask({ [name]: 1, [`${name}y`]: 2 });", '{ x: 1, xy: 2 }'],
    ['a key that is not known', 'ask({ a: 1, [wild()]: 2 });', '{ a: 1, … }'],
    ['a call', "ask(new Tool({ name: 'x' }));", 'Tool({ name: "x" })'],
    ['a call that gives its argument back', 'ask(identity({ a: 1 }));', '{ a: 1 }'],
    ['undefined', 'ask(undefined);', 'undefined'],
    ['anything', 'ask(wild());', 'wild(undefined)'],
  ])('%s', (_, code, expected) => {
    expect(answerTo(code)).toBe(expected);
  });
});

describe('constants, and what is done with them', () => {
  it.each([
    ['a constant', 'const a = { b: 1 }; ask(a.b);', '1'],
    ['a variable that stays', 'let a = 1; ask(a);', '1'],
    ['a variable that does not', 'let a = 1; a = wild(); ask(a);', '?'],
    ['a property that is missing', 'const a = { b: 1 }; ask(a.c);', 'undefined'],
    ['an element by its name', "const a = { b: 1 }; ask(a['b']);", '1'],
    ['a pattern', 'const { b: c } = { b: 1 }; ask(c);', '1'],
    ['a pattern with a default', 'const { b = 2 } = { c: 1 }; ask(b);', '2'],
    ['a nested pattern', 'const { a: { b } } = { a: { b: 1 } }; ask(b);', '1'],
    ['an enum', "enum Mode { On = 'on' } ask(Mode.On);", '"on"'],
    ['a property that is assigned later', 'const a: any = { b: 1 }; a.c = 2; ask(a);', '{ b: 1, c: undefined | 2 }'],
    ['a property that is assigned again', 'const a = { b: 1 }; a.b = 2; ask(a);', '{ b: 1 | 2 }'],
    ['a property by an unknown name', 'const a: any = { b: 1 }; a[wild()] = 2; ask(a);', '{ b: 1, … }'],
    [
      'what is made by the functions of a table, under a name that is not known',
      'const all: any = { a: (x: number) => ({ b: x }), c: 1 }; const out: any = {}; for (const name of wild()) { const make = all[name]; if (make) out[name] = make(2); } ask(out);',
      '{ a: undefined | { b: 2 }, c: undefined, … }',
    ],
    [
      'what is made by the functions of a table, under another name',
      'const all: any = { a: (x: number) => ({ b: x }) }; const out: any = {}; for (const name of wild()) out[wild()] = all[name](2); ask(out);',
      '{ … }',
    ],
    ['a list that is pushed to', 'const a = [1]; if (cond()) a.push(2, 3); ask(a);', '[1, 2, 3]'],
    ['a list that others change', 'const a = [1]; a.splice(0, 1); ask(a);', '[1, …]'],
    ['a field', 'class C { a = { b: 1 }; m() { ask(this.a); } }', '{ b: 1 }'],
    ['a field that the constructor sets', 'class C { a; constructor() { this.a = 1; } m() { ask(this.a); } }', '1'],
  ])('%s', (_, code, expected) => {
    expect(answerTo(code)).toBe(expected);
  });
});

describe('parts put together', () => {
  it.each([
    ['a spread', 'const a = { b: 1, c: 2 }; ask({ ...a, c: 3 });', '{ b: 1, c: 3 }'],
    ['a spread of what is unknown', 'ask({ a: 1, ...wild(), b: 2 });', '{ a: 1 | ?, b: 2, … }'],
    [
      'a spread of what has another property by its type',
      'declare const given: { c?: number }; const all = { a: 1, ...given }; ask([all.a, all.b, all.c]);',
      '[1, undefined, ?]',
    ],
    [
      'a spread of what may have it by its type',
      'declare const given: { a?: number }; ask({ a: 1, ...given }.a);',
      '1 | ?',
    ],
    [
      'a spread of what may have any property',
      'declare const given: Record<string, number>; ask({ a: 1, ...given }.a);',
      '1 | ?',
    ],
    [
      'a spread of a type parameter, of which a caller may give more than it says',
      'function f<T extends { c: number }>(given: T) { ask({ a: 1, ...given }.a); }',
      '1 | ?',
    ],
    [
      'a spread of one of two types',
      'declare const given: { c: number } | { a: number }; ask({ a: 1, ...given }.a);',
      '1 | ?',
    ],
    [
      'a spread of what a package makes, by its type',
      'declare function made(): { c: number }; ask({ a: 1, ...made() }.a);',
      '1',
    ],
    [
      'Object.assign of what has another property by its type',
      'declare const given: { c?: number }; ask(Object.assign({}, { a: 1 }, given).a);',
      '1',
    ],
    [
      'the values of one of two objects',
      'const f = () => { if (cond()) return { a: 1, b: 2 }; return { a: 3, c: 4 }; }; ask(Object.values(f()));',
      '[1 | 3, 2, 4]',
    ],
    ['the entries of an object or of what is not known', 'ask(Object.entries(cond() ? { a: 1 } : wild()));', '?'],
    ['a copy of a value', 'ask(structuredClone({ a: 1 }));', '{ a: 1 }'],
    ['a spread on a condition', 'ask({ a: 1, ...(cond() && { b: 2 }) });', '{ a: 1, b: undefined | 2 }'],
    ['a list with lists in it', 'const a = [1, 2]; ask([...a, 3]);', '[1, 2, 3]'],
    ['a list with something unknown in it', 'ask([1, ...wild()]);', '[1, …]'],
    ['concatenation', 'ask([1].concat([2], 3));', '[1, 2, 3]'],
    [
      'Object.assign of a list',
      'const all = { a: { b: 1 }, c: { d: 2 } }; ask(Object.assign({}, ...Object.values(all)));',
      '{ b: 1, d: 2 }',
    ],
    ['Object.assign of a list that is not known', 'ask(Object.assign({ a: 1 }, ...wild()));', '{ a: 1, … }'],
    [
      'Promise.all',
      "async function all() { const [a] = await Promise.all(['x'].map(async (each) => ({ each }))); ask(a); }",
      '{ each: "x" }',
    ],
    [
      'Promise.resolve',
      'async function all() { const [a, b] = await Promise.all([Promise.resolve(1), Promise.resolve({ c: 2 })]); ask([a, b]); }',
      '[1, { c: 2 }]',
    ],
    [
      'a promise that is gone on with',
      'async function go() { ask(await make().then((made) => made.a)); } const make = async () => ({ a: 1 });',
      '1',
    ],
    [
      'a promise that may be rejected',
      'async function go() { ask(await make().catch(() => ({ a: 2 })).finally(() => wild())); } const make = async () => ({ a: 1 });',
      '{ a: 1 } | { a: 2 }',
    ],
    [
      'a promise with both callbacks',
      'async function go() { ask(await make().then(({ a }) => a, () => 3)); } const make = async () => ({ a: 1 });',
      '1 | 3',
    ],
    [
      'a promise that something else goes on with',
      'async function go() { ask(await make().then(wild())); } const make = async () => 1;',
      '?',
    ],
    [
      'a method of that name',
      'declare const schema: { catch(value: string): object }; ask(schema.catch("a"));',
      'schema.catch("a")',
    ],
    [
      'a method of a property that something else may fill',
      'const o: { list?: string[] } = {}; wild()(o); ask(o.list?.slice() ?? 1);',
      'o.list?.slice(undefined) | 1',
    ],
    ['Object.assign', 'ask(Object.assign({}, { a: 1 }, { a: 2, b: 3 }));', '{ a: 2, b: 3 }'],
    ['Object.freeze', 'ask(Object.freeze({ a: 1 }));', '{ a: 1 }'],
    ['a mapped list', "ask(['a', 'b'].map((name) => ({ name })));", '[{ name: "a" }, { name: "b" }]'],
    ['entries', "ask(Object.fromEntries(['a', 'b'].map((name) => [name, true])));", '{ a: true, b: true }'],
    ['a filtered list', 'ask([1, 2].filter(Boolean));', '[1, 2, …]'],
    ['a condition', 'ask(cond() ? 1 : 2);', '1 | 2'],
    ['a default', 'declare const mode: string | undefined; ask(mode ?? 1);', '? | 1'],
    ['a default that is never taken', 'ask(2 ?? 1);', '2'],
  ])('%s', (_, code, expected) => {
    expect(answerTo(code)).toBe(expected);
  });
});

describe('what is put into containers', () => {
  const defs = "const defs = [{ n: 'a', v: 1 }, { n: 'b', v: 2 }];";
  it.each([
    [
      'a loop that pushes',
      `${defs} const l: any[] = []; for (const d of defs) l.push({ n: d.n, v: d.v }); ask(l);`,
      '[{ n: "a", v: 1 }, { n: "b", v: 2 }]',
    ],
    [
      'a loop over what is open',
      `${defs} const l: any[] = []; for (const d of [...defs, ...wild()]) l.push(d.n); ask(l);`,
      '["a", "b", …]',
    ],
    [
      'a loop in a loop',
      'const l: any[] = []; for (const a of [1, 2]) for (const b of [3, 4]) l.push([a, b]); ask(l);',
      '[[1, 3], [1, 4], [2, 3], [2, 4]]',
    ],
    ['for … in', 'const o = { a: 1, b: 2 }; const l: any[] = []; for (const k in o) l.push(k); ask(l);', '["a", "b"]'],
    ['a record by unknown names', 'const o: any = {}; for (const d of wild()) o[d.n] = 1; ask(o);', '{ … }'],
    [
      'a record in a loop',
      `${defs} const o: any = {}; for (const { n, v } of defs) o[n] = v; ask(o);`,
      '{ a: undefined | 1, b: undefined | 2 }',
    ],
    [
      'Object.assign into it',
      'const o: any = { a: 1 }; Object.assign(o, { b: 2 }); ask(o);',
      '{ a: 1, b: undefined | 2 }',
    ],
    ['a Map', "const m = new Map([['a', 1]]); m.set('b', 2); ask([...m]);", '[["a", 1], ["b", 2]]'],
    ['the keys of a Map', "const m = new Map([['a', 1]]); m.set('b', 2); ask([...m.keys()]);", '["a", "b"]'],
    ['a value of a Map', `${defs} const m = new Map(defs.map((d) => [d.n, d])); ask(m.get('b'));`, '{ n: "b", v: 2 }'],
    [
      'what a field gives that holds a function',
      "class Table { constructor(private readonly all: string[]) {} first: (suffix: string) => string = (suffix) => this.all[0] + suffix; } ask(new Table(['a']).first('b'));",
      '"ab"',
    ],
    ['a Map that goes elsewhere', "const m = new Map([['a', 1]]); wild()(m); ask([...m.values()]);", '[1, …]'],
    ['a Set', 'const s = new Set([1]); s.add(2); ask([...s]);', '[1, 2]'],
    [
      'a Set that is made of itself',
      'const s = new Set<any>([1]); for (const x of s) s.add([x]); ask([...s]);',
      /^\[1/,
    ],
    ['a Map from its own entries', 'const m: any = new Map([[1, 2]]); ask(Object.fromEntries(m));', '{ 1: 2 }'],
    ['a list with places', "ask([...['a', 'b'].entries()]);", '[[0, "a"], [1, "b"]]'],
    ['Array.from', 'ask(Array.from(new Set([1, 2]), (n) => ({ n })));', '[{ n: 1 }, { n: 2 }]'],
    ['a condition that is known', 'ask([1, 2, 3].filter((n) => n !== 2));', '[1, 3]'],
    ['the one that is found', `${defs} ask(defs.find((d) => d.n === 'b').v);`, '2'],
    ['one that may be found', `${defs} ask(defs.find((d) => d.n === wild())?.v);`, '1 | 2 | undefined'],
    ['a reduction', `${defs} ask(defs.reduce((all, d) => ({ ...all, [d.n]: d.v }), {}));`, '{ a: 1, b: 2 }'],
    [
      'a reduction that pushes',
      `${defs} ask(defs.reduce((all: any[], d) => { all.push(d.n); return all; }, []));`,
      '["a", "b"]',
    ],
    ['an element by its place', 'const l = [1, 2]; ask(l[1]);', '2'],
    [
      'a function that fills a list',
      'function fill(l: any[], x: any) { l.push(x); } const l: any[] = []; fill(l, 1); fill(l, 2); ask(l);',
      '[1, 2]',
    ],
    [
      'a function that is called twice',
      'const l: any[] = []; function add(n: string, v: number) { l.push({ n, v }); } add("a", 1); add("b", 2); ask(l);',
      '[{ n: "a", v: 1 }, { n: "b", v: 2 }]',
    ],
    [
      'two that call each other',
      'const l: any[] = []; function f(x: any) { l.push(x); g(x); } function g(x: any) { f(x); } f(1); ask(l);',
      /^\[/,
    ],
    ['a rest parameter', 'const f = (a: any, ...rest: any[]) => rest; ask(f(1, 2, ...[3]));', '[2, 3]'],
    [
      'a local list',
      'function make(n: number) { const l: any[] = []; l.push(n); return l; } ask([make(1), make(2)]);',
      '[[1], [2]]',
    ],
    ['a list that holds itself', 'const l: any[] = []; l.push(l); ask(l);', /^\[\[/],
  ])('%s', (_, code, expected) => {
    const answer = answerTo(code);
    if (typeof expected === 'string') expect(answer).toBe(expected);
    else expect(answer).toMatch(expected);
  });

  const registry = `class Registry {
  #all = new Map<string, any>();
  constructor(first: any[] = []) { for (const each of first) this.#all.set(each, each); }
  add(name: string, value: any) { this.#all.set(name, value); return this; }
  get(name: string) { return this.#all.get(name); }
  get names() { return [...this.#all.keys()]; }
  list() { return [...this.#all.values()]; }
}
`;
  it.each([
    ['a registry', "const r = new Registry(); r.add('a', 1); r.add('b', 2); ask(r.list());", '[1, 2]'],
    ['one that is chained', "ask(new Registry().add('a', 1).add('b', 2).names);", '["a", "b"]'],
    [
      'one of two',
      "const r = new Registry(); r.add('a', 1); const s = new Registry(); s.add('b', 2); ask(s.list());",
      '[2]',
    ],
    ['an entry of one', "const r = new Registry(); r.add('a', 1).add('b', 2); ask(r.get('b'));", '2'],
    ['what its constructor is given', 'const r = new Registry([1, 2]); ask(r.list());', '[1, 2, ?]'],
    ['a field that is pushed to', 'class R { all: any[] = []; } const r = new R(); r.all.push(1); ask(r.all);', '[1]'],
    ['a parameter property', 'class R { constructor(readonly all: any[]) {} } ask(new R([1]).all);', '[1]'],
    [
      'a field that the constructor sets by its parameter',
      'class R { all; constructor(all: any[]) { this.all = all; } } ask(new R([1]).all);',
      '[1]',
    ],
  ])('%s', (_, code, expected) => {
    expect(answerTo(registry + code)).toBe(expected);
  });
});

describe('functions of the program', () => {
  it.each([
    ['a factory', 'function make() { return { a: 1 }; } ask(make());', '{ a: 1 }'],
    ['an arrow', 'const make = (a: number) => ({ a }); ask(make(1));', '{ a: 1 }'],
    ['two ways out', 'function make() { if (cond()) return 1; return 2; } ask(make());', '1 | 2'],
    ['a constant in it', 'function make(a: number) { const b = { a }; return b; } ask(make(1));', '{ a: 1 }'],
    ['a wrapper', 'const add = <T>(inner: T) => ({ ...inner, b: true }); ask(add({ a: 1 }));', '{ a: 1, b: true }'],
    [
      'a wrapper of a wrapper',
      'const f = (x: object) => ({ ...x, b: 1 }); const g = (x: object) => f({ ...x, c: 2 }); ask(g({ a: 0 }));',
      '{ a: 0, c: 2, b: 1 }',
    ],
    ['a default for a parameter', 'const f = (x = 1) => x; ask(f());', '1'],
    ['named parameters', 'const f = ({ x, y = 2 }: { x: number; y?: number }) => [x, y]; ask(f({ x: 1 }));', '[1, 2]'],
    [
      'a place in a list, taken by a parameter',
      "ask([['a', 1], ['b', 2]].map(([name, n = 0, rest]) => ({ name, n, rest })));",
      '[{ name: "a", n: 1, rest: undefined }, { name: "b", n: 2, rest: undefined }]',
    ],
    ['a place in a list, taken by a variable', 'const [, b] = [1, 2]; ask(b);', '2'],
    ['a place in a list that may be longer', 'const [a] = [...wild(), 1]; ask(a);', '?'],
    ['the rest of a list', 'const [a, ...rest] = [1, 2, 3]; ask(rest);', '[2, 3]'],
    ['the rest of a list that may have more', 'const [a, ...rest] = [1, ...wild(), 2]; ask(rest);', '?'],
    ['a part of a list', 'ask([1, 2, 3].slice(1, -1));', '[2]'],
    ['a list that is joined', "ask(['a', 1, null].join('-'));", '"a-1-"'],
    ['a list that is joined by a comma', "ask(['a', 'b'].join());", '"a,b"'],
    ['a list with a name that is joined', "const l = ['a']; ask(l.join('-'));", 'l.join("-")'],
    ['a list with another one in it that is joined', "ask(['a', ...['b']].join('-'));", '"a-b"'],
    ['a list that is joined by nothing known', "ask(['a', 'b'].join(wild()));", "['a', 'b'].join(wild(undefined))"],
    ['a part of a list from a place that is not known', 'ask([1, 2].slice(wild()));', '[1, 2]'],
    ['a place in what is gone over', "for (const [name] of [['a'], ['b']]) ask(name);", '"a" | "b"'],
    ['a property of what is gone over', 'for (const { a } of [{ a: 1 }, { a: 2 }]) ask(a);', '1 | 2'],
    ['a place in what a callback is given', "[['a', 1], ['b', 2]].forEach(([name]) => { ask(name); });", '"a" | "b"'],
    [
      'what is assigned in it later',
      'function make(a: number, b: string) { const o: any = { a }; o.b = b; o[b] = 3; return o; } ask(make(1, "c"));',
      '{ a: 1, b: undefined | "c", c: undefined | 3 }',
    ],
    ['an async function', 'async function make() { return 1; } async function f() { ask(await make()); }', '1'],
    ['a method', 'class C { static make() { return 1; } } ask(C.make());', '1'],
    ['a parameter of the function around', 'function f(x: number) { ask(x); }', '?'],
    ['one that calls itself', 'function f(): any { return cond() ? 1 : f(); } ask(f());', /^1/],
    ['a generator', 'function* f() { return 1; } ask(f());', '?'],
  ])('%s', (_, code, expected) => {
    const answer = answerTo(code);
    if (typeof expected === 'string') expect(answer).toBe(expected);
    else expect(answer).toMatch(expected);
  });
});

describe('other files', () => {
  const others = {
    'values.ts':
      "export const a = { b: 1 }; export default ['x']; export enum Mode { On = 'on' } export const make = (c: number) => ({ c });",
    'barrel.ts': "export { a as renamed } from './values.js'; export * from './values.js';",
  };

  it.each([
    ['an import', "import { a } from './values.js'; ask(a);", '{ b: 1 }'],
    ['another name', "import { renamed } from './barrel.js'; ask(renamed.b);", '1'],
    ['through a barrel', "import { a } from './barrel.js'; ask({ ...a });", '{ b: 1 }'],
    ['a default export', "import list from './values.js'; ask(list);", '["x"]'],
    ['a namespace', "import * as values from './values.js'; ask(values.a);", '{ b: 1 }'],
    ['an enum', "import { Mode } from './values.js'; ask(Mode.On);", '"on"'],
    ['a function', "import { make } from './values.js'; ask(make(2));", '{ c: 2 }'],
    [
      'a namespace that is taken apart',
      "import * as values from './values.js'; const { a } = values; ask(a);",
      '{ b: 1 }',
    ],
    [
      'what a namespace is spread into',
      "import * as values from './barrel.js'; ask({ ...values }.renamed);",
      '{ b: 1 }',
    ],
    [
      'all of a namespace',
      "import * as values from './values.js'; ask(Object.keys(values));",
      '["a", "default", "Mode", "make"]',
    ],
    ['a function of a namespace', "import * as values from './values.js'; ask(values.make(2));", '{ c: 2 }'],
  ])('%s', (_, code, expected) => {
    expect(answerTo(code, others)).toBe(expected);
  });
});

describe('a function that may end without `return`', () => {
  const kind = "declare const kind: 'a' | 'b';";
  it.each([
    ['a condition', "function f() { if (cond()) return 'a'; } ask(f());", '"a" | undefined'],
    ['a function that is async', "async function f() { if (cond()) return 'a'; } ask(await f());", '"a" | undefined'],
    ['a condition that holds', "function f() { if (true) return 'a'; } ask(f());", '"a"'],
    ['two branches', "function f() { if (cond()) return 'a'; else return 'b'; } ask(f());", '"a" | "b"'],
    ['an error', "function f() { if (cond()) return 'a'; throw new Error(); } ask(f());", '"a"'],
    [
      'what never comes back',
      "declare const no: () => never; function f(): 'a' { if (cond()) return 'a'; no(); } ask(f());",
      '"a"',
    ],
    ['a loop', "function f() { for (const each of [1, 2]) if (each > 3) return 'a'; } ask(f());", '"a" | undefined'],
    ['an endless loop', "function f() { while (true) if (cond()) return 'a'; } ask(f());", '"a"'],
    [
      'a loop that is left',
      "function f() { for (;;) { if (cond()) return 'a'; break; } } ask(f());",
      '"a" | undefined',
    ],
    [
      'cases of all',
      `${kind} function f() { switch (kind) { case 'a': return 1; case 'b': return 2; } } ask(f());`,
      '1 | 2',
    ],
    ['cases of some', `${kind} function f() { switch (kind) { case 'a': return 1; } } ask(f());`, '1 | undefined'],
    [
      'cases of others',
      "function f() { switch (wild()) { case 'a': return 1; default: return 2; } } ask(f());",
      '1 | 2',
    ],
    [
      'a case that is left',
      'function f() { switch (wild()) { case 1: break; default: return 2; } } ask(f());',
      '2 | undefined',
    ],
    [
      'the case that is given',
      "function f(x: string): any { switch (x) { case 'a': return 1; default: return 2; } } ask(f('a'));",
      '1',
    ],
    [
      'no case for what is given',
      "function f(x: string): any { switch (x) { case 'a': return 1; } } ask(f('b'));",
      'undefined',
    ],
    ['a block that may throw', "function f() { try { return 'a'; } catch { wild(); } } ask(f());", '"a" | undefined'],
    [
      'a block that may throw, and returns',
      "function f() { try { return 'a'; } catch { return 'b'; } } ask(f());",
      '"a" | "b"',
    ],
    [
      'a block that throws in the end',
      "function f() { try { if (cond()) return 'a'; } finally { throw new Error(); } } ask(f());",
      '"a"',
    ],
  ])('%s', (_, code, expected) => {
    expect(answerTo(code)).toBe(expected);
  });
});

it('ends where values are made of themselves', () => {
  expect(answerTo('function f(x: any): any { const o: any = { x }; o.y = f(o); return o; } ask(f(1).x);')).toBe('1');
  expect(answerTo('const a: any = b; const b: any = a; ask(a);')).toBe('?');
  expect(answerTo('const a: any = { b: () => a, c: 1 }; ask(a.c);')).toBe('1');
  expect(answerTo('const a: any = { ...b, x: 1 }; const b: any = { ...a, y: 2 }; ask(b);')).toBe('{ x: 1, y: 2, … }');
});

it('ends where a function that calls itself fills a collection out of what it made before', () => {
  const names = `function names(seen: Set<string>): any {
    const found = new Set<any>();
    found.add('own');
    for (const each of [...seen]) names(seen).forEach((name: any) => found.add(name));
    return found;
  }`;

  expect(answerTo(`${names} ask([...names(new Set(['a', 'b']))]);`)).toContain('?');
});

it('gives up on what takes too many steps', () => {
  const lines = (count: number, line: (index: number) => string): string =>
    Array.from({ length: count }, (_, index) => line(index + 1)).join('\n');
  // Each asks the one before it twice: two to the power of forty calls.
  const doubled = lines(40, (index) => `const f${index} = (): any => (cond() ? f${index - 1}() : f${index - 1}());`);
  const chained = lines(500, (index) => `const f${index} = (): any => f${index - 1}();`);
  const named = lines(5000, (index) => `'${index}',`);

  expect(answerTo(`const f0 = () => 'end'; ${doubled} ask(f40());`)).toContain('?');
  expect(answerTo(`const f0 = () => 'end'; ${chained} ask(f500());`)).not.toContain('end');
  expect(answerTo(`ask([${named}].map((name) => ({ name })));`)).toBe('?');
});

it.each(['||', '&&', '??'])('has as many options as a chain of %s has parts', (operator) => {
  const chain = Array.from({ length: 60 }, () => 'wild()').join(` ${operator} `);

  expect(answerTo(`ask(${chain});`)).toContain('wild');
});

it('keeps one of equal options, and not more of different ones than it can compare', () => {
  const flipped = Array.from(
    { length: 9 },
    (_, index) => `const f${index + 1} = (): any => (cond() ? f${index}() : !f${index}());`,
  );
  const returns = Array.from({ length: 150 }, (_, index) => `if (wild()) return cond() ? 'a${index}' : 'b${index}';`);

  expect(optionsOf(valueIn(`const f0 = () => true; ${flipped.join('\n')} ask(f9());`))).toHaveLength(2);
  expect(answerTo(`function name() { ${returns.slice(0, 90).join('\n')} return 'none'; } ask(name());`)).not.toContain(
    '?',
  );
  expect(answerTo(`function name() { ${returns.join('\n')} return 'none'; } ask(name());`)).toContain('?');
});

it('says the same in whatever order it is asked', () => {
  const code = `const a: any = { ...b, x: 1 }; const b: any = { ...c, y: 2 }; const c: any = { ...a, z: 3 }; ask(a); ask(b); ask(c);`;
  const { program, file } = programOf({ 'main.ts': `${header}\n${code}\nexport {};` });
  const asked = nodesIn(file('main.ts'), ts.isCallExpression)
    .filter(({ expression }) => expression.getText() === 'ask')
    .map((call) => call.arguments[0]!);
  const inOrder = (expressions: readonly ts.Expression[]): Map<string, string> => {
    const evaluator = evaluatorOf(program, { ...knowledge, identityOf: () => undefined });
    return new Map(expressions.map((expression) => [expression.getText(), show(evaluator.valueOf(expression))]));
  };
  const forward = inOrder(asked);
  const backward = inOrder([...asked].reverse());
  for (const [name, value] of forward) expect(backward.get(name)).toBe(value);
});

describe('a recursive function', () => {
  it('is followed through three calls of itself', () => {
    const code = `
const nested = (depth: number): object => (depth === 0 ? { end: true } : { next: nested(depth - 1) });
ask(nested(9));`;
    expect(answerTo(code)).toBe('{ next: { end: true } | { next: { end: true } | { next: ? } } }');
  });

  it('of which each call has several others is no more work than its depth allows', () => {
    const branches = Array.from(
      { length: 6 },
      (_, index) =>
        `if (kind === ${String(index)}) return { type: ${String(index)}, of: made(wild()), and: { ...made(wild()) } };`,
    );
    const value = valueIn(
      `const made = (kind: any): any => { ${branches.join(' ')} return { type: 'any' }; };\nask(made(wild()));`,
    );
    let count = 0;
    const visit = (each: Value): void => {
      for (const option of optionsOf(each)) {
        count++;
        if (option.kind === 'object') for (const property of option.properties.values()) visit(property());
      }
    };
    visit(value);
    expect(count).toBeGreaterThan(100);
    expect(count).toBeLessThan(10_000);
  });
});

describe('what is in each run of the code around', () => {
  /** Each function of a layer is called by all of the one before it, so that the ways are as many as functions to the power of layers. */
  function maze(layers: number, size: number): string {
    const functions = Array.from({ length: layers }, (_, layer) =>
      Array.from({ length: size }, (__, index) => {
        const next = Array.from({ length: size }, (___, to) => `f${String(layer + 1)}_${String(to)}(x);`).join(' ');
        const body = layer === layers - 1 ? 'ask(x);' : next;
        return `function f${String(layer)}_${String(index)}(x: string) { ${body} }`;
      }).join('\n'),
    ).join('\n');
    const starts = Array.from({ length: size }, (_, index) => `f0_${String(index)}('${String(index)}');`);
    return `${functions}\n${starts.join('\n')}`;
  }

  function valuesIn(code: string): string[] {
    const { program, file } = programOf({ 'main.ts': `${header}\n${code}\nexport {};` });
    const [call] = nodesIn(file('main.ts'), ts.isCallExpression).filter(
      ({ expression }) => expression.getText() === 'ask',
    );
    const values = evaluatorOf(program, knowledge).valuesOf(call!.arguments[0]!);
    return [...new Set(values.map((value) => show(value)))];
  }

  it('is found for all ways through a few functions', () => {
    expect(valuesIn(maze(3, 3))).toEqual(['"0"', '"1"', '"2"']);
  });

  it('is not followed through a maze of calls', () => {
    expect(valuesIn(maze(14, 6))).toEqual(['?']);
  });
});

describe('what many functions hand on', () => {
  /** Functions of which each hands a list on to the next one twice. */
  const chain = (length: number): string =>
    [
      ...Array.from(
        { length },
        (_, index) =>
          `function f${String(index)}(list: string[]) { f${String(index + 1)}(list); f${String(index + 1)}(list); }`,
      ),
      `function f${String(length)}(list: string[]) { list.push('last'); }`,
      "const list: string[] = ['first']; f0(list); ask(list);",
    ].join('\n');

  it('is followed as far as a query may', () => {
    expect(answerTo(chain(1))).toBe('["first", "last", "last"]');
    expect(answerTo(chain(2))).toBe('["first", "last", "last", "last", "last"]');
  });

  it('is open where there is more', () => {
    expect(answerTo(chain(40))).toMatch(/^\["first", .*…\]$/);
  });
});
