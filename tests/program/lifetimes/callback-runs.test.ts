import { describe, expect, it } from 'vitest';
import { isLatched, runsOf } from '../../../src/program/lifetimes/callback-runs.ts';
import { callsIn, syntax } from '../../../src/type-utils/index.ts';
import { programOf } from '../../scenarios/programs.ts';

const prelude = `
import { EventEmitter } from 'node:events';
import { setInterval as every } from 'node:timers';
import { Readable } from 'node:stream';
declare const events: EventEmitter;
declare const page: EventTarget;
declare const signal: AbortSignal;
declare const list: string[];
declare const flag: boolean;
declare function act(): string;
declare function strange(work: () => unknown): void;
function twice(work: () => unknown) { work(); work(); }
function either(work: () => unknown) { if (flag) work(); }
function soon(work: () => unknown) { setTimeout(() => work(), 1); }
`
  .trim()
  .replaceAll('\n', ' ');

/** How each statement runs the function that calls `act`. */
const statements = {
  'list.map(() => act());': ['repeatedly'],
  'new Map<string, string>().forEach(() => act());': ['repeatedly'],
  'new Set(list).forEach(() => act());': ['repeatedly'],
  'Array.from(list, () => act());': ['repeatedly'],
  "'a'.replaceAll('a', () => act());": ['repeatedly'],
  "'a'.replace(/a/g, () => act());": ['repeatedly'],
  "'a'.replace(/a/, () => act());": [],
  'setInterval(() => act(), 1);': ['repeatedly'],
  'every(() => act(), 1);': ['repeatedly'],
  'setTimeout(() => act(), 1);': ['once'],
  'setImmediate(() => act());': ['once'],
  'queueMicrotask(() => act());': ['once'],
  'process.nextTick(() => act());': ['once'],
  "events.on('full', () => act());": ['repeatedly'],
  "events.on('close', () => act());": ['once'],
  "events.once('full', () => act());": ['once'],
  "process.on('message', () => act());": ['repeatedly'],
  "page.addEventListener('click', () => act());": ['repeatedly'],
  "page.addEventListener('click', () => act(), { once: true });": ['once'],
  "signal.addEventListener('abort', () => act());": ['once'],
  'Promise.resolve().then(() => act());': ['once'],
  'Promise.resolve().finally(() => act());': ['once'],
  'Promise.reject(new Error()).catch(() => act());': [],
  'new Promise(() => act());': ['once'],
  'new ReadableStream({ pull: () => void act() });': ['repeatedly'],
  'new Readable({ read() { act(); } });': ['repeatedly'],
  'strange(() => act());': [],
  'twice(() => act());': ['repeatedly'],
  'either(() => act());': [],
  'soon(() => act());': ['once'],
  'const f = () => act(); f();': ['called'],
  'const f = () => act(); f(); setTimeout(f, 1);': ['called', 'once'],
  'const steps = [() => act()]; for (const step of steps) step();': ['once'],
  'const make = () => () => act(); const f = make(); f(); f();': ['repeatedly'],
  'const make = () => () => act(); make()();': [],
};

describe('runsOf', () => {
  const cases = Object.entries(statements);
  const { program, sources } = programOf(
    Object.fromEntries(cases.map(([code], index) => [`case${String(index)}.ts`, `${prelude}\n{ ${code} }`])),
  );

  it.each(cases.map(([code, expected], index) => ({ code, expected, index })))('$code', ({ code, expected, index }) => {
    const file = sources.find(({ fileName }) => fileName.endsWith(`/case${String(index)}.ts`));
    const [act] = file ? callsIn(file, (name) => name === 'act') : [];
    expect(program.getSemanticDiagnostics(file).map(({ messageText }) => messageText)).toEqual([]);
    expect(act && runsOf(syntax.containerOf(act), program).map(({ how }) => how), code).toEqual(expected);
  });
});

describe('isLatched', () => {
  it.each([
    ['let isDone = false; export const run = () => { if (!isDone) { isDone = true; act(); } };', true],
    [
      'const state = { isDone: false }; export const run = () => { if (state.isDone) return; state.isDone = true; act(); };',
      true,
    ],
    ['let isDone = false; isDone = flag; export const run = () => { log(isDone); act(); };', false],
    [
      'export const run = () => { let left = 3; while (left-- > 0) { try { act(); } catch { if (left === 1) throw left; } } };',
      false,
    ],
  ])('%s', (code, expected) => {
    const { program, sources } = programOf({
      'main.ts': `declare function act(): void; declare function log(value: unknown): void; declare const flag: boolean; ${code}`,
    });
    const calls = sources.flatMap((file) => callsIn(file, (name) => name === 'act'));
    expect(calls.map((each) => isLatched(each, program, syntax.containerOf(each)))).toEqual([expected]);
  });
});
