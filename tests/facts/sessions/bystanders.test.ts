import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type ts from 'typescript';
import { describe, expect, it } from 'vitest';
import type { FunctionOutcomes } from '../../../src/analysis/typestate/semantics.ts';
import { analyseFunction } from '../../../src/analysis/typestate/typestate.ts';
import { flowGraphOf } from '../../../src/program/flow/lower.ts';
import { SessionSemantics } from '../../../src/facts/sessions/semantics.ts';
import { throwsAsBystander } from '../../../src/facts/sessions/bystanders.ts';
import { builtInProtocols } from '../../../src/models/sessions/index.ts';
import {
  forEachChild,
  isCallExpression,
  isFunctionLike,
  isIdentifier,
  type FunctionLike,
} from '../../../src/type-utils/syntax.ts';
import { programOf } from '../../type-utils/in-memory-program.ts';
import { constructs } from '../../program/flow/constructs.ts';

const none = (): never => {
  throw new Error('A bystander calls nobody that has to be known');
};

/** What the flow of a function comes to, where no session is about. */
function analysed(fn: FunctionLike, semantics: SessionSemantics): { returns: boolean; throws: boolean; rest: unknown } {
  const callees: FunctionOutcomes = { flowOf: none, outcomeOf: none, returnedBy: none };
  const { outcome, returned } = analyseFunction(flowGraphOf(fn), semantics, callees, undefined);
  const { exit, deadExit, thrown, promises } = outcome;
  return { returns: exit !== 0, throws: thrown !== 0, rest: { deadExit, promises, returned } };
}

function functionsOf(file: ts.SourceFile): FunctionLike[] {
  const found: FunctionLike[] = [];
  const visit = (node: ts.Node): void => {
    if (isFunctionLike(node) && node.body && !('asteriskToken' in node && node.asteriskToken)) found.push(node);
    forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Those whose sessions have methods, and come of what is made: of others the text of a function tells too little. */
const protocols = builtInProtocols.filter(({ sealed, emerges }) => !sealed && emerges === undefined);

const imports = `import { Client } from '@modelcontextprotocol/sdk/client/index.js';
declare const info: { name: string; version: string };
declare function work(...given: unknown[]): any;
declare function stop(): never;
const shared = new Client(info);
`;

/** What the text tells of the function `f` in some code: whether it throws, or nothing. */
function told(code: string): boolean | undefined {
  const { program, file } = programOf({ 'main.ts': imports + code });
  const semantics = new SessionSemantics(program, protocols);
  const f = functionsOf(file('main.ts')).find(({ name }) => name && isIdentifier(name) && name.text === 'f');
  if (!f) throw new Error(`No f in ${code}`);
  return throwsAsBystander(f, (call) => semantics.mayTouchSessions(call));
}

describe('what the text of a function tells', () => {
  it.each([
    ['returns only', 'function f(a: number, b = 2) { return a + b; }', false],
    ['calls what keeps nothing', 'function f(a: unknown) { return JSON.stringify(a) + String(a); }', false],
    ['gives functions away', 'function f() { return { run: () => work(), stop() { throw info; } }; }', false],
    ['calls', 'function f(a: string) { const parts = a.split(","); if (a) return parts; return work(); }', true],
    ['loops over something', 'function f(a: string[]) { for (const b of a) if (b) return b; return ""; }', true],
    ['constructs', 'function f() { const found = new Map(); return found; }', true],
    ['awaits', 'async function f(a: Promise<string>) { return await a; }', true],
    ['calls in a condition', 'function f() { if (work()) return 1; return 2; }', true],
    ['calls on one side', 'function f(a?: string) { return a && work(); }', undefined],
    ['calls at the end of a chain', 'function f(a?: string) { return a?.at(work()); }', undefined],
    ['calls after it may be over', 'function f(a: string) { if (a) return 1; return work(); }', undefined],
    ['calls inside a try', 'function f() { try { work(); } catch {} }', undefined],
    ['throws', 'function f() { work(); throw new Error(); }', undefined],
    ['loops under a condition', 'function f(a: string[]) { work(); while (a.length > 0) a.pop(); }', undefined],
    ['calls what never returns', 'function f() { work(); stop(); }', undefined],
    ['calls where nothing is given', 'function f(a = work()) { return a; }', undefined],
    ['makes a session', 'function f() { work(); return new Client(info); }', undefined],
    ['calls one', 'function f(a: Client) { work(); return a.close(); }', undefined],
    ['calls by a computed name', 'function f(a: Client) { work(); return a["close"](); }', undefined],
    ['gives away one around it', 'function f() { work(); work(shared); }', undefined],
    ['has a class around it', 'class A { b = new Client(info); f() { work(); work(this.b); } }', undefined],
    ['runs a function on the spot', 'function f() { work(); (() => work())(); }', undefined],
    ['disposes', 'function f() { work(); using a = work(); }', undefined],
    ['yields', 'function f() { work(); function* g() { yield work(); } return g; }', true],
  ])('%s', (_, code, expected) => {
    expect(told(code)).toBe(expected);
  });
});

it('is asked only where each session has methods, and comes of what is made', () => {
  const { program, file } = programOf({ 'main.ts': 'function f() { return Math.max(1, 2); }\nf();' });
  const calls: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (isCallExpression(node) && isIdentifier(node.expression)) calls.push(node);
    forEachChild(node, visit);
  };
  visit(file('main.ts'));
  const told = [protocols, builtInProtocols].map((each) =>
    calls.map((call) => new SessionSemantics(program, each).bystanderAt(call)?.throws),
  );
  expect(told).toEqual([[false], [undefined]]);
});

it('is what the analysis of its flow concludes', () => {
  const folder = join(import.meta.dirname, '../../../src');
  const own = ['facts', 'program'].flatMap((room) =>
    readdirSync(join(folder, room), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(room, name)),
  );
  const files = Object.fromEntries(own.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  const all = Object.values(constructs).flatMap((cases) => Object.values(cases));
  all.forEach((code, at) => {
    files[`construct-${String(at)}.ts`] = `class K { #go() {} async m(s, t, x, y) { ${code} } }`;
  });
  const { program, file } = programOf(files);
  const semantics = new SessionSemantics(program, protocols);
  let count = 0;
  for (const name of Object.keys(files)) {
    for (const fn of functionsOf(file(name))) {
      const throws = throwsAsBystander(fn, (call) => semantics.mayTouchSessions(call));
      if (throws === undefined) continue;
      count++;
      const rest = { deadExit: 0, promises: false, returned: undefined };
      expect(analysed(fn, semantics), fn.getText()).toEqual({ returns: true, throws, rest });
    }
  }
  expect(count).toBeGreaterThan(200);
});
