import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { declaredTypeOf, typeOf } from '../../../src/type-utils/checker/declared-type.ts';
import { nodesIn, programOf } from '../in-memory-program.ts';

const header = `
class Box<T> { constructor(readonly item: T) {} take(): T { return this.item; } }
class Door { open(): Lock { return new Lock(); } self(): this { return this; } slow = async () => new Lock(); }
class Lock { turn(): void {} }
class Gate extends Door { bar(): void {} }
declare const wild: any;
declare function cond(): boolean;
class Later { then(use: (lock: Lock) => void): void { use(new Lock()); } }
async function wait(): Promise<Later> { return new Later(); }
function make(): Door { return new Door(); }
const build = async () => new Door();
function pick<T>(item: T): T { return item; }
function either(): Door | undefined { return cond() ? new Door() : undefined; }
function both(): Door | Lock { return cond() ? new Door() : new Lock(); }
function over(kind: 'a'): Door; function over(kind: 'b', much?: boolean): Door; function over(): Door { return new Door(); }
function mixed(kind: 'a'): Door; function mixed(kind: 'b'): Lock; function mixed(): Door | Lock { return both(); }
function withDoor<R>(use: (door: Door) => R): R { return use(new Door()); }
function withThis(this: unknown, use: (door: Door) => void): void { use(new Door()); }
`;

/** What is asked about is the argument of `ask`. */
function answerTo(code: string): { declared: string | undefined; checked: string } {
  const { program, file } = programOf({ 'main.ts': `${header}\ndeclare function ask(value: unknown): void;\n${code}` });
  const checker = program.getTypeChecker();
  const calls = nodesIn(file('main.ts'), ts.isCallExpression);
  const asked = calls.find((call) => call.expression.getText() === 'ask')!.arguments[0]!;
  const declared = declaredTypeOf(asked, checker);
  return {
    declared: declared && checker.typeToString(declared),
    checked: checker.typeToString(checker.getNonNullableType(checker.getTypeAtLocation(asked))),
  };
}

describe('what declarations tell, and the checker says too', () => {
  it.each([
    ['a construction', 'ask(new Door());'],
    ['a variable that is constructed', 'const door = new Door(); ask(door);'],
    ['a parameter', 'function f(door: Door) { ask(door); }'],
    ['an optional parameter', 'function f(door?: Door) { if (door) ask(door); }'],
    ['a result', 'ask(make());'],
    ['a result that is inferred, awaited', 'async function f() { ask(await build()); }'],
    ['a result that may be missing', 'const door = either()!; ask(door);'],
    ['one of several overloads with the same result', "ask(over('a'));"],
    ['a method’s result', 'const door = make(); ask(door.open());'],
    ['a field', 'class Own { private readonly door = new Door(); m() { ask(this.door); } }'],
    ['a field with a type', 'class Own { #door: Door | undefined; m() { if (this.#door) ask(this.#door); } }'],
    ['a callback’s parameter', 'withDoor((door) => { ask(door); });'],
    ['a result that is stated, awaited', 'async function open(): Promise<Door> { ask(await open()); return build(); }'],
    ['a result with a `then` of its own', 'async function f() { ask(await wait()); }'],
    ['a result, in spite of a rejection', 'async function f() { ask((await build().catch(() => undefined))!); }'],
    ['a result, with a rejection told', 'async function f() { ask((await build().catch((e) => { cond(); }))!); }'],
    ['a result, with something done after it', 'async function f() { ask(await build().finally(cond)); }'],
    [
      'a part of what a function returns',
      'const open = () => ({ door: new Door(), lock: 1 }); const { door } = open(); ask(door);',
    ],
    [
      'a part of another name, awaited',
      'async function open() { const made = new Door(); return { made }; } async function f() { const { made: door } = await open(); ask(door); }',
    ],
    ['a string', 'function f(text: string) { ask(text); }'],
  ])('%s', (_, code) => {
    const { declared, checked } = answerTo(code);
    expect(declared).toBe(checked);
  });
});

describe('what only the checker can say', () => {
  it.each([
    ['a test may have narrowed it', 'function f(door: Door) { if (door instanceof Gate) ask(door); }', 'Gate'],
    [
      'a guard may have',
      'declare function isGate(door: Door): door is Gate; function f(d: Door) { if (isGate(d)) ask(d); }',
      'Gate',
    ],
    ['a generic function', 'ask(pick(make()));', 'Door'],
    ['overloads that differ', "ask(mixed('b'));", 'Lock'],
    ['several types', 'ask(both());', 'Door | Lock'],
    ['a method of a generic class', 'ask(new Box(new Door()).take());', 'Door'],
    ['a copy of what may have been narrowed', 'const a: Door = make(); const b = a; ask(b);', 'Door'],
    ['an element', 'const [door] = [make()]; ask(door);', 'Door'],
    ['anything', 'ask(wild);', 'any'],
    ['a result of a field that is a function', 'async function f(door: Door) { ask(await door.slow()); }', 'Lock'],
    [
      'a rejection that gives something else',
      'async function f() { ask(await build().catch(() => new Lock())); }',
      'Door | Lock',
    ],
    [
      'a part with a default',
      'const open = () => ({ a: either() }); const { a = new Gate() } = open(); ask(a);',
      'Door',
    ],
    [
      'a part of one of two',
      'function open(){ if (cond()) return { a: new Door() }; return { a: new Lock() }; } const { a } = open(); ask(a);',
      'Door | Lock',
    ],
    [
      'a part beside what is spread',
      'const open = () => ({ a: new Door(), ...wild }); const { a } = open(); ask(a);',
      'any',
    ],
    [
      'a part of a generic function’s result',
      'function open<T>(x: T) { return { a: x }; } const { a } = open(new Door()); ask(a);',
      'Door',
    ],
    ['a part of a promise', 'async function open() { return { a: new Door() }; } const { a } = open(); ask(a);', 'any'],
    [
      'a part that a test narrows',
      'const open = () => ({ a: new Door() }); const { a } = open(); if (a instanceof Gate) ask(a);',
      'Gate',
    ],
    ['what takes `this`', 'withThis((door) => { ask(door); });', 'Door'],
  ])('%s', (_, code, expected) => {
    const { declared, checked } = answerTo(code);
    expect(declared).toBeUndefined();
    expect(checked).toBe(expected);
  });
});

it('ends where a variable is declared by itself', () => {
  expect(answerTo('const a = a.next(); ask(a);').declared).toBeUndefined();
});

it('asks the checker where declarations do not tell', () => {
  const { program, file } = programOf({ 'main.ts': `${header}\nconst asked = pick(make());` });
  const checker = program.getTypeChecker();
  const [name] = nodesIn(file('main.ts'), ts.isIdentifier).filter(({ text }) => text === 'asked');
  expect(checker.typeToString(typeOf(name!, checker))).toBe('Door');
});
