import { expect, it } from 'vitest';
import { declaredNamesIn } from '../../../src/type-utils/index/declared-names.ts';
import { programOf } from '../in-memory-program.ts';

it.each([
  ['a function', 'export function name() {}'],
  ['a generator', 'export function* name() {}'],
  ['a constant', 'export const name = () => 1;'],
  ['a constant with a type', 'export const name: () => number = () => 1;'],
  ['a method', 'export class A {\n  name() {}\n}'],
  ['a method after another on a line', 'export class A { first() {} name() {} }'],
  ['a method with modifiers', 'export class A {\n  public static async *name() {}\n}'],
  ['a generic method', 'export class A {\n  name<T>(value: T) { return value; }\n}'],
  ['a field', 'export class A {\n  readonly name = async () => 1;\n}'],
  ['a field with a type', 'export class A {\n  private readonly name: () => void = () => {};\n}'],
  ['a property', 'export const object = { name: (a: number) => a };'],
  ['a property with one parameter', 'export const object = { name: value => value };'],
  ['a property with a function', 'export const object = { name: function () {} };'],
  ['a method of an object', 'export const object = { first: 1, name() {} };'],
  ['a name in quotes', "export const object = { 'name': () => 1 };"],
  ['a computed name', "export class A {\n  ['name']() {}\n}"],
  ['a name given by an export', 'function other() {}\nexport { other as name };'],
  ['a method after a decorator', 'export class A {\n  @mark() name() {}\n}\ndeclare function mark(): any;'],
])('%s is a declared body', (_, code) => {
  expect(declaredNamesIn(programOf({ 'main.ts': code }).program).bodies).toContain('name');
});

it.each([
  ['a call', 'declare const items: number[];\nitems.name(1);'],
  ['an argument', 'declare const items: any;\ndeclare let name: number;\nitems.push(name);'],
  ['a value', 'export const object = { name: 1 };'],
  ['a comparison', 'declare let name: number;\nname === 1;'],
])('%s is none', (_, code) => {
  expect(declaredNamesIn(programOf({ 'main.ts': code }).program).bodies).not.toContain('name');
});

it('knows what is declared to return never', () => {
  const code = `export class A { stop(): never { throw new Error(); } go(): void {} }
    export const fail: (text: string) => never = (text) => { throw new Error(text); };`;
  const { never } = declaredNamesIn(programOf({ 'main.ts': code }).program);
  expect([...never].filter((name) => ['stop', 'go', 'fail'].includes(name))).toEqual(['stop', 'fail']);
});
