import { expect, it } from 'vitest';
import { namesThatMayNotReturn } from '../../../src/type-utils/index/never-returning.ts';
import { programOf } from '../in-memory-program.ts';

const given = `
declare const flag: boolean;
declare const kind: 'a' | 'b';
declare const items: string[];
declare function log(...values: unknown[]): void;
`;

function namesIn(files: string | Record<string, string>): ReadonlySet<string> {
  return namesThatMayNotReturn(programOf(typeof files === 'string' ? { 'main.ts': given + files } : files).program);
}

it.each([
  ['throws', 'function name() { log(1); throw new Error(); }'],
  ['throws in a block', 'function name() { { throw new Error(); } }'],
  ['throws after what may be left', 'function name() { if (flag) log(1); throw new Error(); }'],
  ['throws in both branches', 'function name() { if (flag) throw 1; else throw 2; }'],
  ['throws under a condition that always holds', 'function name() { if (true) throw 1; }'],
  ['throws in all cases', "function name() { switch (kind) { case 'a': throw 1; default: throw 2; } }"],
  ['throws where the cases fall to', "function name() { switch (kind) { case 'a': log(1); default: throw 2; } }"],
  ['throws in try and catch', 'function name() { try { throw 1; } catch (error) { throw error; } }'],
  ['throws in finally', 'function name() { try { return; } finally { throw 1; } }'],
  ['throws in a label', 'function name() { label: { throw 1; } }'],
  ['throws after a label that is left', 'function name() { label: { break label; } throw 1; }'],
  ['throws after a loop that is left', 'function name() { do { break; } while (flag); throw 1; }'],
  ['throws in the body of a loop that runs', 'function name() { do { throw 1; } while (flag); }'],
  ['loops for ever', 'function name() { while (true) log(1); }'],
  ['loops for ever, in parentheses', 'function name() { while ((true)) log(1); }'],
  ['loops for ever, negated', 'function name() { while (!0) log(1); }'],
  ['loops for ever, with a number', 'function name() { while (1) log(1); }'],
  ['loops for ever, with other conditions', 'function name() { while (flag || true) log(1); }'],
  ['loops for ever, without a condition', 'function name() { for (;;) log(1); }'],
  ['loops for ever, at the end', 'function name() { do { log(1); } while (true); }'],
  ['runs an arrow function that throws', 'function name() { (() => { throw 1; })(); }'],
  ['runs a function expression that throws', 'function name() { void (function () { throw 1; })(); }'],
  ['is an arrow function that runs one', 'const name = () => (() => { throw 1; })();'],
  ['is a constant', 'const name = () => { throw 1; };'],
  ['is a method', 'class A { name() { throw 1; } }'],
  ['is a static private method', 'class A { static #name() { throw 1; } static first() { A.#name(); } }', 'first'],
  ['is a field', 'class A { readonly name = () => { throw 1; }; }'],
  ['is a method of an object', 'const object = { name() { throw 1; } };'],
  ['is declared so', 'declare function name(): never;'],
  ['is declared so as a method', 'interface A { name(): never }'],
  ['is declared so as a constant', 'declare const name: () => never;'],
])('a function that does not come back: %s', (_, code, name = 'name') => {
  expect(namesIn(code)).toContain(name);
});

it.each([
  ['as a statement', 'function name() { fail(); }'],
  ['as the value', 'const name = () => fail();'],
  ['returned', 'function name() { return fail(); }'],
  ['awaited', 'async function name() { await fail(); }'],
  ['as a method', 'const errors = { raise() { fail(); } }; function name() { errors.raise(); }'],
  ['in an argument', 'function name() { log(fail()); }'],
  ['in a variable', 'function name() { const value = fail(); log(value); }'],
  ['in a condition', 'function name() { if (fail()) log(1); }'],
  ['in the condition of a loop', 'function name() { while (fail()) log(1); }'],
  ['in what is iterated', 'function name() { for (const item of fail()) log(item); }'],
  ['in what is switched', 'function name() { switch (fail()) {} }'],
  ['in what is thrown', 'function name() { throw fail(); }'],
  ['in both branches', 'function name() { if (flag) fail(); else { return fail(); } }'],
  ['in one branch, where the other throws', 'function name() { if (flag) fail(); else throw 1; }'],
  ['in a conditional expression', 'const name = () => (flag ? fail() : fail());'],
  ['in all cases', "function name() { switch (kind) { case 'a': return fail(); default: fail(); } }"],
  ['in try and catch', 'function name() { try { fail(); } catch { fail(); } }'],
  ['in finally', 'function name() { try { return 1; } finally { fail(); } }'],
  ['in a nested function that it calls', 'function name() { const inner = () => fail(); inner(); }'],
  ['through others', 'function name() { one(); } function one() { two(); } const two = () => fail();'],
])('a function that calls such a one: %s', (_, code) => {
  expect(namesIn(`${code}\nfunction fail(): any { throw new Error(); }`)).toContain('name');
});

it.each([
  ['import as', { 'main.ts': "import { fail as name } from './fail.js';" }],
  ['import default', { 'main.ts': "import name from './fail.js';" }],
  ['import default as', { 'main.ts': "import { default as name } from './fail.js';" }],
  ['export as', { 'main.ts': "import { fail } from './fail.js';\nexport { fail as name };" }],
  ['re-export as', { 'main.ts': "export { fail as name } from './fail.js';" }],
  [
    'several after each other',
    { 'main.ts': "import { one as name } from './one.js';", 'one.ts': "export { fail as one } from './fail.js';" },
  ],
  ['import require', { 'main.cts': "import name = require('./other.cjs');", 'other.cts': 'export = fail;\n' }],
  [
    'export import require',
    { 'main.cts': "export import name = require('./other.cjs');", 'other.cts': 'export = fail;' },
  ],
  ['import all, of one value', { 'main.cts': "import * as name from './other.cjs';", 'other.cts': 'export = fail;' }],
  ['import equals', { 'main.ts': 'namespace Errors { export const fail = 1; }\nexport import name = Errors.fail;' }],
  ['exports', { 'main.cjs': "const { fail } = require('./fail.js');\nexports.name = fail;" }],
  ['a property of module.exports', { 'main.cjs': 'module.exports.name = fail;' }],
  ['module.exports', { 'main.cjs': 'module.exports = fail;', 'other.ts': "import name from './main.cjs';" }],
])('another name for such a function: %s', (_, files) => {
  const fail = 'export function fail() { throw new Error(); }\nexport default fail;';
  expect(namesIn({ ...files, 'fail.ts': fail })).toContain('name');
});

it.each([
  ['does nothing', 'function name() {}'],
  ['calls', 'function name() { log(1); }'],
  ['throws on one way', 'function name() { if (flag) throw 1; }'],
  ['throws in one of two branches', 'function name() { if (flag) throw 1; else log(1); }'],
  ['throws in some cases', "function name() { switch (kind) { case 'a': throw 1; default: break; } }"],
  ['throws in try, and catches', 'function name() { try { throw 1; } catch { log(1); } }'],
  ['throws after it returned', 'function name() { return; throw 1; }'],
  ['has a function that throws', 'function name() { return () => { throw 1; }; }'],
  ['has a class that throws', 'function name() { return class { static fail() { throw 1; } }; }'],
  ['loops', 'function name() { for (let i = 0; i < 3; i++) log(i); while (flag) log(1); }'],
  ['loops over items', 'function name() { for (const item of items) { if (item) throw 1; } }'],
  ['calls one that comes back', 'function name() { helper(); } function helper() { if (flag) throw 1; }'],
  ['calls on one way', 'function name() { if (flag) fail(); } function fail() { throw 1; }'],
  ['calls itself', 'function name(n: number): number { return n > 0 ? name(n - 1) : 0; }'],
  ['passes such a function on', 'function name() { log(fail); } function fail() { throw 1; }'],
  ['is declared to return something', 'declare function name(): void;'],
])('a function that comes back is not named: %s', (_, code) => {
  expect(namesIn(code)).not.toContain('name');
});
