/**
 * Sessions that come by an unusual way, and calls that do not come back: what is asked before the checker must let them
 * through. All cases are in one program, where a name that passes in one case would pass in all: each has its own.
 */
import { describe } from 'vitest';
import { filesOf, itCompiles, scenario, v1 } from './harness.ts';

let count = 0;

function gate(name: string, source: string | Readonly<Record<string, string>>): void {
  const suffix = String(count++);
  const files = Object.entries(filesOf(source)).map(([file, text]) => [
    file,
    text.replace(/\b(?:make|start|stop|inner|bail)\b/g, (word) => word + suffix),
  ]);
  scenario(name, Object.fromEntries(files) as Record<string, string>);
}

/** A session that comes of an expression, and is not connected. */
function madeBy(expression: string): string {
  return `
export async function run() {
  const client = await ${expression};
  await client.listTools(); // D use/unopened
}`;
}

const maker = 'function make() { return new Client(info); }\n';

describe('a maker', () => {
  for (const [name, before, expression] of [
    ['a constant', 'const make = () => new Client(info);', 'make()'],
    ['a function expression of another name', 'const make = function inner() { return new Client(info); };', 'make()'],
    ['in parentheses', maker, '(make)!()'],
    [
      'a function in a function',
      `function make() { function inner() { return new Client(info); } return inner(); }`,
      'make()',
    ],
    ['run where it is written', '', '(async () => new Client(info))()'],
    ['an object’s method', 'const pool = { make() { return new Client(info); } };', 'pool.make()'],
    ['an object’s property', 'const pool = { make: () => new Client(info) };', 'pool?.make?.()'],
    ['an object’s property in quotes', "const pool = { 'make': () => new Client(info) };", 'pool.make()'],
    ['a computed property', "const pool = { ['make']: () => new Client(info) };", 'pool.make()'],
    ['a frozen object’s', 'const pool = Object.freeze({ make: () => new Client(info) });', 'pool.make()'],
    ['a spread object’s', 'const all = { make: () => new Client(info) };\nconst pool = { ...all };', 'pool.make()'],
    ['an object’s in an object', 'const pools = { first: { make: () => new Client(info) } };', 'pools.first.make()'],
    [
      'an object’s that calls another of its own',
      'const pool = { inner() { return new Client(info); }, make() { return this.inner(); } };',
      'pool.make()',
    ],
    ['a namespace’s', `namespace Pool { export ${maker} }`, 'Pool.make()'],
    ['a static method', `class Pool { static make() { return new Client(info); } }`, 'Pool.make()'],
    [
      'an inherited static method',
      `class Base { static make() { return new Client(info); } }\nclass Pool extends Base {}`,
      'Pool.make()',
    ],
    ['an instance’s method', `class Pool { make() { return new Client(info); } }`, 'new Pool().make()'],
    ['an instance’s field', `class Pool { readonly make = () => new Client(info); }`, 'new Pool().make()'],
    ['one that calls another', `${maker}async function start() { return make(); }`, 'start()'],
    [
      'recursive',
      'function make(n: number): Client { return n > 0 ? start(n - 1) : new Client(info); }\nfunction start(n: number): Client { return make(n); }',
      'start(3)',
    ],
    [
      'of a subclass',
      'class Mine extends Client { greet() { return 1; } }\nconst make = () => new Mine(info);',
      'make()',
    ],
    ['given the class', 'const make = (made: typeof Client) => new made(info);', 'make(Client)'],
    [
      'given back by another function',
      `const inner = <T>(value: T) => value;\nconst make = () => inner(new Client(info));`,
      'make()',
    ],
    [
      'with overloads',
      'function make(a: string): Client;\nfunction make(a: number): Client;\nfunction make(a: unknown) { log(a); return new Client(info); }',
      'make(1)',
    ],
  ] as const)
    gate(name, before + madeBy(expression));

  gate('sixty functions deep', {
    'main.ts': v1(
      `${Array.from({ length: 60 }, (_, i) => `const deep${String(i)} = () => deep${String(i + 1)}();`).join('\n')}
const deep60 = () => new Client(info);${madeBy('deep0()')}`,
    ),
  });

  gate(
    'on this, private, bound and under another name of the object',
    `
export class Pool {
  constructor() {
    this.make = this.make.bind(this);
  }
  make() {
    return new Client(info);
  }
  #make() {
    return new Client(info);
  }
  async one() {
    const client = this.make();
    await client.listTools(); // D use/unopened
  }
  async two() {
    const client = this.#make();
    await client.listTools(); // D use/unopened
  }
  async three() {
    const self = this;
    await self.make().listTools(); // D use/unopened
  }
}`,
  );

  gate(
    'under the name of what makes none',
    `
const pool = { make: () => new Client(info) };
declare const shop: { make(): Client };
export async function run() {
  await shop.make().listTools();
  await pool.make().listTools(); // D use/unopened
}`,
  );

  gate(
    'whose session is passed on at once',
    `${maker}
async function ask(client: Client) {
  await client.listTools();
}
export async function run() {
  await ask(make()); // D use/unopened
}`,
  );

  gate(
    'whose session is closed by who takes it from somewhere else: found without knowing the maker',
    `
const pool = { async make() { const client = new Client(info); await client.connect(transport); return client; } };
const { make } = pool;
export async function one() {
  const client = await make();
  await client.close();
  await client.listTools(); // D use/closed
}
export async function two() {
  const client = await pool['make']();
  await client.close();
  await client.listTools(); // D use/closed
}
export async function three() {
  const start = make;
  const client = await start.call(pool);
  await client.close();
  await client.listTools(); // D use/closed
}`,
  );

  gate(
    'that runs a callback',
    `
async function make<T>(use: (client: Client) => Promise<T>) {
  const client = new Client(info);
  await client.connect(transport);
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}
export async function run() {
  await make(async (client) => {
    await client.close();
    await client.listTools(); // D use/closed
  });
}`,
  );

  itCompiles();
});

describe('a maker in another file', () => {
  for (const [name, clause, expression] of [
    ['imported', "import { make } from './pool.ts';", 'make()'],
    ['imported under another name', "import { make as start } from './pool.ts';", 'start()'],
    ['imported with all', "import * as pool from './pool.ts';", 'pool.make()'],
    ['imported as default', "import start from './pool.ts';", 'start()'],
    ['imported as default of all', "import * as pool from './pool.ts';", 'pool.default()'],
    ['imported where it is called', '', "(await import('./pool.ts')).make()"],
    ['exported under another name', "import { stop } from './again.ts';", 'stop()'],
    ['exported under other names again and again', "import start from './more.ts';", 'start()'],
    ['exported with all', "import { make } from './more.ts';", 'make()'],
    ['exported with all under a name', "import { pool } from './again.ts';", 'pool.make()'],
    ['exported by an import', "import { start } from './equals.ts';", 'start()'],
    ['of CommonJS in TypeScript', "import start from './common.cts';", 'start()'],
    ['of CommonJS, imported by require', "import { start } from './required.cts';", 'start()'],
    ['of CommonJS, exported by require', "import { stop } from './required.cts';", 'stop()'],
    ['assigned to module.exports', "import start from './script.cjs';", 'start()'],
    ['assigned to exports', "import { start } from './named.cjs';", 'start()'],
  ] as const)
    gate(name, {
      'main.ts': v1(`${clause}${madeBy(expression)}`),
      'pool.ts': v1(`export ${maker}export default make;`),
      'again.ts': v1("export { make as stop } from './pool.ts';\nexport * as pool from './pool.ts';"),
      'more.ts': v1("export { stop as default } from './again.ts';\nexport * from './pool.ts';"),
      'equals.ts': v1(`namespace Pool { export ${maker} }\nexport import start = Pool.make;`),
      'common.cts': v1(`${maker}export = make;`),
      'required.cts': v1(
        "import start = require('./common.cts');\nexport { start };\nexport import stop = require('./common.cts');",
      ),
      'script.cjs': `const { Client } = require('@modelcontextprotocol/sdk/client/index.js');
function make() { return new Client({ name: 'a', version: '1' }); }
module.exports = make;`,
      'named.cjs': `const { Client } = require('@modelcontextprotocol/sdk/client/index.js');
function make() { return new Client({ name: 'a', version: '1' }); }
exports.start = make;`,
    });

  itCompiles();
});

describe('a session that is kept', () => {
  gate(
    'and passed on by another name',
    `
const client = new Client(info);
async function ask(asked: Client) {
  await asked.listTools();
}
export async function run() {
  const same = client;
  await ask(same); // D use/unopened
}
export class Weather {
  readonly #client = new Client(info);
  async run() {
    await ask(this.#client); // D use/unopened
  }
}`,
  );

  itCompiles();
});

describe('a call that does not come back, before a session is made', () => {
  /** On the way that does not make a session, nothing follows the call. */
  function leavingBy(call: string): string {
    return `
declare function given(): Client;
export async function run() {
  let client: Client | undefined;
  if (flag) {
    client = new Client(info);
  } else {
    ${call};
    client = given();
  }
  await client.listTools(); // D use/unopened
}`;
  }

  const failing = 'function inner() { throw new Error(); }\n';

  for (const [name, before, call] of [
    ['throws', 'function bail() { throw new Error(); }', 'bail()'],
    ['throws in both branches', 'function bail() { if (flag) throw 1; else throw 2; }', 'bail()'],
    ['throws under a condition that holds', 'function bail() { if (true) throw 1; }', 'bail()'],
    ['throws after a label that is left', 'function bail() { label: { break label; } throw 1; }', 'bail()'],
    [
      'throws in all cases',
      `${failing}function bail() { switch (kind) { case 'a': return inner(); default: inner(); } }`,
      'bail()',
    ],
    ['throws in try and catch', `${failing}function bail() { try { inner(); } catch { inner(); } }`, 'bail()'],
    ['throws in finally', `${failing}function bail() { try { return 1; } finally { inner(); } }`, 'bail()'],
    ['throws where a function is called', `${failing}function bail() { log(inner()); }`, 'bail()'],
    ['throws in a function that is run where it is written', 'function bail() { (() => { throw 1; })(); }', 'bail()'],
    ['throws in one that is the value', 'const bail = () => (function () { throw 1; })();', 'bail()'],
    ['loops', 'function bail() { while (true) log(1); }', 'bail()'],
    ['loops, negated', 'function bail() { while (!false) log(1); }', 'bail()'],
    ['loops, in parentheses', 'function bail() { for (; (true); ) log(1); }', 'bail()'],
    ['throws later', 'async function bail() { await delay(1); throw 1; }', 'await bail()'],
    ['throws, awaited later', 'async function bail() { throw 1; }', 'const failing = bail(); await failing'],
    [
      'throws in a function that it awaits',
      'async function bail() { await inner(); }\nasync function inner() { throw 1; }',
      'await bail()',
    ],
    ['ends the process', 'function bail() { process.exit(1); }', 'bail()'],
    ['is a method', `const errors = { bail() { throw 1; } };`, 'errors.bail()'],
    [
      'is static and private',
      'class Errors { static bail() { Errors.#inner(); } static #inner() { throw 1; } }',
      'Errors.bail()',
    ],
    ['is declared so', 'declare const bail: () => never;', 'bail()'],
  ] as const)
    gate(name, before + leavingBy(call));

  for (const [name, clause] of [
    ['imported under another name', "import { make as bail } from './errors.ts';"],
    ['imported as default', "import bail from './errors.ts';"],
    ['of CommonJS', "import bail from './common.cts';"],
    ['of CommonJS, imported by require', "import { bail } from './required.cts';"],
  ] as const)
    gate(name, {
      'main.ts': v1(`${clause}${leavingBy('bail()')}`),
      'errors.ts': v1('export function make() { throw new Error(); }\nexport default make;'),
      'common.cts': v1('function make() { throw new Error(); }\nexport = make;'),
      'required.cts': v1("import bail = require('./common.cts');\nexport { bail };"),
    });

  gate(
    'the same with one that comes back: silent',
    `
declare function given(): Client;
function bail() { if (flag) throw 1; }
export async function run() {
  let client: Client | undefined;
  if (flag) {
    client = new Client(info);
  } else {
    bail();
    client = given();
  }
  await client.listTools();
}`,
  );

  gate(
    'and after one is made',
    `
function bail() {
  process.exit(1);
}
export async function run() {
  const client = new Client(info);
  if (flag) await client.connect(transport);
  else bail();
  await client.listTools();
  await client.close();
  if (unsure) bail();
  await client.listTools(); // D use/closed
}`,
  );

  itCompiles();
});
