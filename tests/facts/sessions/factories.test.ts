import { describe, expect, it } from 'vitest';
import { SessionSemantics, sessionNamesOf, sessionSourcesOf } from '../../../src/facts/sessions/semantics.ts';
import { MakersInFile, type SessionMakers, sessionMakersIn } from '../../../src/facts/sessions/factories.ts';
import { builtInProtocols } from '../../../src/models/sessions/index.ts';
import { compilerOf } from '../../../src/type-utils/checker/queries.ts';
import { callIndexOf, functionsIn } from '../../../src/type-utils/index/function-index.ts';
import { filesReaching } from '../../../src/type-utils/index/import-graph.ts';
import { programOf } from '../../type-utils/in-memory-program.ts';

const sdk = `import { Client } from '@modelcontextprotocol/sdk/client/index.js';
declare const info: { name: string; version: string };
`;

function makersIn(files: Record<string, string>): SessionMakers & { readonly found: readonly string[] } {
  const { program, file } = programOf(files);
  const semantics = new SessionSemantics(program, builtInProtocols);
  const { factories } = sessionNamesOf(builtInProtocols);
  const reaching = filesReaching(program, sessionSourcesOf(builtInProtocols));
  const makers = sessionMakersIn(reaching, factories, callIndexOf(program), {
    foundIn: () => new MakersInFile(),
    makesSession: (call) => semantics.creationAt(call) !== undefined,
    functionCalledBy: (call) => compilerOf(program).functionCalledBy(call)?.fn,
  });
  const found = Object.keys(files)
    .flatMap((name) => functionsIn(file(name)))
    .filter(({ fn }) => fn && makers.functions.has(fn))
    .map(({ names }) => names[0] ?? '');
  return { ...makers, found };
}

describe('where a session is made', () => {
  it.each([
    ['in a function', 'function make() { return new Client(info); }', ['make']],
    ['in an arrow function', 'const make = async () => new Client(info);', ['make']],
    ['in a function expression', 'const make = function inner() { return new Client(info); };', ['inner']],
    [
      'as what a parameter is without an argument',
      'function make(client = new Client(info)) { return client; }',
      ['make'],
    ],
    ['in a method', 'class Pool { make() { return new Client(info); } }', ['make']],
    ['in a private method', 'class Pool { #make() { return new Client(info); } }', ['#make']],
    ['in a static method', 'class Pool { static make() { return new Client(info); } }', ['make']],
    ['in a field', 'class Pool { readonly make = () => new Client(info); }', ['make']],
    ['in a method of an object', 'const pool = { make() { return new Client(info); } };', ['make']],
    ['in a property of an object', "const pool = { 'make': () => new Client(info) };", ['make']],
    ['in a getter', 'const pool = { get client() { return new Client(info); } };', ['']],
    ['in a callback', 'function make() { return [1].map(() => new Client(info)); }', ['', 'make']],
    [
      'in a nested function',
      'function make() { function inner() { return new Client(info); } return inner(); }',
      ['inner', 'make'],
    ],
    ['in a class inside', 'function make() { return new (class { client = new Client(info); })(); }', ['make']],
    [
      'of a class of the program',
      'class Mine extends Client { greet() {} }\nconst make = () => new Mine(info);',
      ['make'],
    ],
  ])('%s', (_, code, expected) => {
    expect(makersIn({ 'main.ts': sdk + code }).found).toEqual(expected);
  });

  it.each([
    [
      'named as it is',
      "import { createMCPClient } from '@ai-sdk/mcp';\nconst make = () => createMCPClient({} as any);",
    ],
    ['renamed', "import { createMCPClient as create } from '@ai-sdk/mcp';\nconst make = () => create({} as any);"],
    ['of a module', "import * as sdk from '@ai-sdk/mcp';\nconst make = () => sdk.createMCPClient({} as any);"],
  ])('by a factory of an SDK, %s', (_, code) => {
    expect(makersIn({ 'main.ts': code }).found).toEqual(['make']);
  });
});

describe('what calls a maker', () => {
  it.each([
    ['a function', 'function make() { return new Client(info); }\nfunction run() { return make(); }'],
    ['a function before it', 'function run() { return make(); }\nfunction make() { return new Client(info); }'],
    [
      'through others',
      'const run = () => one();\nconst one = () => make();\nconst make = () => new Client(info);',
      ['one'],
    ],
    [
      'recursion',
      'function run(): Client { return make(); }\nfunction make(): Client { return Math.random() > 0.5 ? run() : new Client(info); }',
    ],
    ['this', 'class Pool { make() { return new Client(info); } run() { return this.make(); } }'],
    [
      'a private method',
      'class Pool { #make() { return new Client(info); } run() { return this.#make(); } }',
      [],
      '#make',
    ],
    [
      'a static method',
      'class Pool { static make() { return new Client(info); } }\nfunction run() { return Pool.make(); }',
    ],
    [
      'an instance',
      'class Pool { make() { return new Client(info); } }\nfunction run(pool: Pool) { return pool.make(); }',
    ],
    ['an object', 'const pool = { make: () => new Client(info) };\nconst run = () => pool.make();'],
    [
      'an object in an object',
      'const pools = { a: { make() { return new Client(info); } } };\nconst run = () => pools.a.make();',
    ],
  ])('%s', (_, code, others: readonly string[] = [], maker = 'make') => {
    expect(makersIn({ 'main.ts': sdk + code }).found.toSorted()).toEqual([maker, 'run', ...others].toSorted());
  });

  it.each([
    ['import', "import { make } from './make.js';\nexport const run = () => make();"],
    ['import as', "import { make as open } from './make.js';\nexport const run = () => open();"],
    ['import default', "import open from './make.js';\nexport const run = () => open();"],
    ['import default as', "import { default as open } from './make.js';\nexport const run = () => open();"],
    ['import all', "import * as pool from './make.js';\nexport const run = () => pool.make();"],
    ['default of all', "import * as pool from './make.js';\nexport const run = () => pool.default();"],
    ['dynamic import', "export const run = async () => (await import('./make.js')).make();"],
    ['export as', "import { open } from './again.js';\nexport const run = () => open();"],
    ['export all', "import { make } from './all.js';\nexport const run = () => make();"],
    ['export all as', "import { pool } from './all.js';\nexport const run = () => pool.make();"],
    ['aliases after each other', "import { open as start } from './again.js';\nexport const run = () => start();"],
    ['export import', "import { open } from './equals.js';\nexport const run = () => open();"],
    ['import of exports', "import { open } from './common.cjs';\nexport const run = () => open();"],
  ])('from another file: %s', (_, code) => {
    const { found } = makersIn({
      'make.ts': `${sdk}export function make() { return new Client(info); }\nexport default make;`,
      'again.ts': "export { make as open } from './make.js';",
      'all.ts': "export * from './make.js';\nexport * as pool from './make.js';",
      'equals.ts':
        "import * as inner from './make.js';\nnamespace Pool { export const make = 1; }\nexport import open = inner.make;",
      'common.cjs': `const { Client } = require('@modelcontextprotocol/sdk/client/index.js');
function make() { return new Client({ name: 'a', version: '1' }); }
exports.open = make;`,
      'main.ts': code,
    });
    expect(found).toContain('run');
  });

  it.each([
    ['a function', 'export default function () { return new Client(info); }'],
    ['an arrow function', 'export default () => new Client(info);'],
    ['a name', 'function inner() { return new Client(info); }\nexport { inner as default };'],
  ])('a default export that is %s goes by the names it is imported by', (_, code) => {
    const { names } = makersIn({ 'make.ts': sdk + code, 'main.ts': "import open from './make.js';\nopen();" });
    expect(names).toContain('open');
  });
});

describe('what makes none', () => {
  it.each([
    [
      'functions that use a session',
      'async function use(client: Client) { await client.listTools(); await client.close(); }',
    ],
    ['other classes', 'function make() { return new Map(); }'],
    ['a class of that name', 'function make() { class Client {} return new Client(); }'],
    ['types', 'function make(): Client | undefined { return undefined; }'],
    ['the top level', 'const client = new Client(info);\nfunction get() { return client; }'],
  ])('%s', (_, code) => {
    expect(makersIn({ 'main.ts': sdk + code }).found).toEqual([]);
  });

  it('a function that calls another of the name of a maker', () => {
    const { found } = makersIn({
      'main.ts': `${sdk}const pool = { make: () => new Client(info) };
const shop = { make: () => 'a cake' };
function bake() { return shop.make(); }
function open() { return pool.make(); }`,
    });
    expect(found).toEqual(['make', 'open']);
  });

  it('a file that reaches no SDK', () => {
    const { found, names } = makersIn({ 'main.ts': 'class Client {}\nexport const make = () => new Client();' });
    expect(found).toEqual([]);
    expect(names).not.toContain('make');
  });
});
