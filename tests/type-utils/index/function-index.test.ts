import ts from 'typescript';
import { expect, it } from 'vitest';
import { assignedIn, functionsIn } from '../../../src/type-utils/index/function-index.ts';

function indexOf(code: string) {
  return functionsIn(ts.createSourceFile('main.ts', code, ts.ScriptTarget.ESNext, true));
}

it('knows what functions are called by, and what they call', () => {
  const index = indexOf(`
    export default function start() { client.connect(); return new Client(); }
    const stop = async () => { await this.client.close(); };
    class Server { #open() { start(); } ['serve'] = () => stop(); }
    export const routes = { get: (request: Request) => answer(request), post() { answer(); answer(); } };
  `);
  const calls = index.map(({ names, calls }) => [
    names.join(' '),
    [...calls].map(([name, all]) => `${name} ${all.length}`),
  ]);
  expect(calls).toEqual([
    ['start default', ['connect 1']],
    ['stop', ['close 1']],
    ['#open', ['start 1']],
    ['serve', ['stop 1']],
    ['get', ['answer 1']],
    ['post', ['answer 2']],
  ]);
  expect(index.map(({ constructions }) => constructions.length)).toEqual([1, 0, 0, 0, 0, 0]);
});

it('knows in which function another is written', () => {
  const index = indexOf('function outer() { items.map(() => inner()); }');
  expect(index.map(({ names, outer }) => [names, outer?.name?.getText()])).toEqual([
    [[], 'outer'],
    [['outer'], undefined],
  ]);
});

it('knows other names', () => {
  const index = indexOf(`
    import first, { second as other, third } from './a.js';
    export { other as name };
    export default third;
  `);
  expect(index.map(({ names, original }) => [...names, original])).toEqual([
    ['first', 'default'],
    ['other', 'second'],
    ['name', 'other'],
    ['default', 'third'],
  ]);
});

it('knows which functions may throw or loop themselves', () => {
  const index = indexOf(`
    function a() { throw new Error(); }
    function b() { while (true) wait(); }
    function c() { for (const x of xs) use(x); }
    function d() { return () => { throw new Error(); }; }
  `);
  const named = index.filter(({ names }) => names.length > 0);
  expect(named.map(({ names, mayStay }) => [...names, mayStay])).toEqual([
    ['a', true],
    ['b', true],
    ['c', false],
    ['d', false],
  ]);
});

it('knows what is assigned, wherever that is', () => {
  const file = ts.createSourceFile(
    'main.ts',
    `
    a = 1;
    function f(p = (b = 2)) { if (x) ({ c, d: [e] } = p); else g.h ??= p; }
    const k = { m: () => { n++; return !o && -q; }, get r() { return (s.t as any) = 1; } };
    for (u of k) for (const v in k) while ((w as number) -= 1) call((y = z));
    class A { static { aa = 1; } bb = (cc = 2); @((dd = 3)) ee() {} [(ff = 4)]() {} }
    label: switch ((gg = 5)) { case (hh = 6): \`\${(ii = 7)}\`; }
  `,
    ts.ScriptTarget.ESNext,
    true,
  );
  const texts = assignedIn(file).map((node) => node.getText(file));
  expect(texts.sort()).toEqual(
    'a,aa,b,cc,dd,ff,g.h,gg,hh,ii,n,q,(s.t as any),u,(w as number),y,{ c, d: [e] }'.split(/,(?! d)/).sort(),
  );
});
