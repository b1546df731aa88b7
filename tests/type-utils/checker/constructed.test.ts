import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { classesConstructed } from '../../../src/type-utils/checker/constructed.ts';
import { nodesIn, programOf } from '../in-memory-program.ts';

const header = `
class Door { open(): void {} }
class Gate { bar(): void {} }
class Heap<T> { constructor(readonly items: T[]) {} }
declare const url: string | undefined;
declare function isGate(value: unknown): value is Gate;
`;

/** The names of the classes of which the argument of `query` is one. */
function classesOf(code: string, name = 'main.ts'): readonly string[] | undefined {
  const source = `${header}\ndeclare function query(value: unknown): void;\n${code}`;
  const { program, file } = programOf({ [name]: source });
  const calls = nodesIn(file(name), ts.isCallExpression);
  const [subject] = calls.find((call) => call.expression.getText() === 'query')?.arguments ?? [];
  const classes = subject && classesConstructed(subject, program.getTypeChecker());
  return classes?.map(({ symbol }) => symbol.name);
}

describe('the classes of which a value is one', () => {
  it.each([
    ['a construction', 'query(new Door());', ['Door']],
    ['one of two constructions', 'query(url ? new Door() : (new Gate()));', ['Door', 'Gate']],
    ['a constant', 'const door = new Door(); query(door);', ['Door']],
    ['a constant that is one of two', 'const door = url ? new Door() : new Gate(); query(door);', ['Door', 'Gate']],
    ['what a function gives', 'const make = () => (url ? new Door() : new Gate()); query(make());', ['Door', 'Gate']],
    [
      'what a function gives in several places',
      'function make() { if (url) return new Door(); return new Gate(); } query(make());',
      ['Door', 'Gate'],
    ],
    ['what a function promises', 'async function make() { return new Gate(); } query(await make());', ['Gate']],
    [
      'what a function gives that calls another one',
      'const door = () => new Door(); const make = () => (url ? door() : new Gate()); query(make());',
      ['Door', 'Gate'],
    ],
    ['an instance of a generic class', 'query(new Heap([1]));', ['Heap']],
  ])('is known of %s', (_name, code, expected) => {
    expect(classesOf(code)).toEqual(expected);
  });

  it.each([
    ['a variable that may have been assigned', 'let door = new Door(); query(door);'],
    ['a constant with a type', 'const door: Door = new Door(); query(door);'],
    ['a constant that is tested', 'const door = url ? new Door() : new Gate(); if (isGate(door)) query(door);'],
    ['something else in one place', 'const make = () => (url ? new Door() : JSON.parse(url!)); query(make());'],
    ['a function that states its result', 'function make(): Door { return new Door(); } query(make());'],
    ['a promise', 'async function make() { return new Gate(); } query(make());'],
    ['a generic function', 'function make<T>(item: T) { return new Heap<T>([item]); } query(make(1));'],
    ['a generator', 'function* make() { return new Door(); } query(make());'],
    ['a class that an expression names', 'const kinds = { Door }; query(new kinds["Door"]());'],
    ['a function that calls itself', 'function make() { return make(); } query(make());'],
    ['a function that gives nothing', 'function make() { return; } query(make());'],
    ['a method', 'class Own { make() { return new Door(); } } query(new Own().make());'],
  ])('is not known of %s', (_name, code) => {
    expect(classesOf(code)).toBeUndefined();
  });

  it('is not known where a comment may state the result', () => {
    expect(classesOf('const make = () => new Door(); query(make());', 'main.js')).toBeUndefined();
  });
});
