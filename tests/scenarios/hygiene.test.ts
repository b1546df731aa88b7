import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type tsModule from 'typescript';
import { sessionFactsOf } from '../../src/facts/sessions/sessions.ts';
import type { SessionFacts } from '../../src/facts/sessions/session-facts.ts';
import { builtInProtocols } from '../../src/models/sessions/index.ts';
import type { Program } from './cost.ts';
import { check, compare, itCompiles, programOf, scenario, v1, v2 } from './harness.ts';
import { caseNameOf } from './programs.ts';

const withHelper = (helper: string) => ({
  'main.ts': v1(`
import { open } from './open.ts';
export async function run() {
  const client = new Client(info);
  await open(client);
  await client.callTool(call);
}`),
  'other.ts': v1(`
export async function run() {
  const client = new Client(info);
  await client.callTool(call); // D use/unopened
}`),
  'open.ts': v1(helper),
});

const connecting = `
export async function open(client: Client) {
  await client.connect(transport);
}`;

const looking = `
export async function open(client: Client) {
  log(client.getServerVersion());
}`;

function factsIn(built: ReturnType<typeof programOf>): SessionFacts[] {
  return built.sources.map((file) => sessionFactsOf(file, built.program, builtInProtocols));
}

function summaryOf(facts: SessionFacts): string[] {
  return [
    ...facts.misuses.map((misuse) => `${String(misuse.node.pos)} ${misuse.op} ${misuse.certainty}`),
    ...facts.leaks.map((leak) => `${String(leak.node.pos)} leak`),
  ];
}

describe('each piece of code is analysed once', () => {
  scenario(
    '136 nested functions, static blocks, initialisers, getters and setters: one report each',
    `
export async function outer() {
  const inner = async () => {
    const client = new Client(info);
    await client.callTool(call); // D use/unopened
    async function innermost() {
      const another = new Client(info);
      await another.callTool(call); // D use/unopened
    }
    await innermost();
  };
  await inner();
}
export class Weather {
  static {
    const client = new Client(info);
    void client.callTool(call); // D use/unopened
  }
  static readonly first = (() => {
    const client = new Client(info);
    return client.callTool(call); // D use/unopened
  })();
  readonly field = new Client(info).callTool(call); // D|S use/unopened
  readonly arrow = async () => {
    const client = new Client(info);
    await client.callTool(call); // D use/unopened
  };
  get tools() {
    const client = new Client(info);
    return client.listTools(); // D use/unopened
  }
  set tools(_value: unknown) {
    const client = new Client(info);
    void client.listTools(); // D use/unopened
  }
  constructor() {
    const client = new Client(info);
    void client.ping(); // D use/unopened
  }
  async *[Symbol.asyncIterator]() {
    const client = new Client(info);
    yield client.ping(); // D use/unopened
  }
  ['computed' as string]() {
    const client = new Client(info);
    return client.ping(); // D use/unopened
  }
}
export const weather = {
  ask: async (by = new Client(info).getServerVersion()) => {
    const client = new Client(info);
    log(by);
    await client.callTool(call); // D use/unopened
  },
};
export default async function () {
  const client = new Client(info);
  await client.callTool(call); // D use/unopened
}`,
  );

  scenario(
    '136 a function that several callers use: one report in it, none at the callers',
    `
async function broken() {
  const client = new Client(info);
  await client.callTool(call); // D use/unopened
}
export async function one() {
  await broken();
}
export async function two() {
  await broken();
  await broken();
}`,
  );
});

describe('odd syntax', () => {
  const constructs = `
import type { Client as TypeOnly } from '@modelcontextprotocol/sdk/client/index.js';
export enum Level { Low = 1, High = Low + 1 }
export declare const enum Flags { A }
declare global {
  interface Window { client?: TypeOnly }
}
export namespace Space {
  export const client = new Client(info);
  export async function ask() {
    await client.callTool(call);
  }
}
declare namespace Ambient { const client: Client }
declare module 'somewhere' { export const client: Client }
export declare function declared(client: Client): void;
export abstract class Shape {
  abstract open(client: Client): void;
  declare readonly held: Client;
  accessor auto = 1;
  [key: string]: unknown;
}
export function overloaded(client: Client): void;
export function overloaded(client: Client, other: number): void;
export function overloaded(client: Client, _other?: number) {
  log(client);
}
function decorate(_value: unknown, _context: unknown): void {}
@decorate
export class Decorated {
  @decorate client = new Client(info);
  @decorate async ask() {
    await this.client.callTool(call);
  }
}
export type Callback = (client: Client) => asserts client is Client;
export const tuple = [new Client(info), 1] as const;
export const template = (strings: TemplateStringsArray, ...clients: Client[]) => strings.join(String(clients.length));
export const tagged = template\`a \${new Client(info)} b\`;
export const text = \`\${new Client(info).getServerVersion()?.name ?? ''}\`;
export const expression = class Named extends Client {};
export const conditional = flag ? new Client(info) : other ? null : undefined;
export const regex = /client/u.test('client'), big = 10n ** 2n;
export async function odd(this: void, { client = new Client(info), ...rest }: { client?: Client } = {}, ...[first]: Client[]) {
  outer: for (const [index, value] of Object.entries(rest)) {
    if (index) continue outer;
    log(value, first, new.target, import.meta.url);
  }
  for await (const each of [client]) log(each);
  for (var i = 0, n = 1; i < n; i++, n--);
  for (const _ in rest) ;
  do ; while (false);
  if (flag) ; else ;
  switch (1 as number) {}
  switch (true) { default: }
  try {} catch {} finally {}
  try { throw client; } catch ({ message }: any) { log(message); }
  const { client: renamed = client, ['client']: computed } = { client };
  let a, b;
  [a, , b = a] = [renamed, computed, client];
  ({ a, b: { c: b } = { c: a } } = { a } as any);
  a ||= b; a &&= b; a ??= b;
  a = (b, client);
  const { transport: t } = client;
  log(typeof client, void client, !client, client in ({} as any), client instanceof Client, t);
  yield_: { break yield_; }
  const dynamic = await import('./main.ts');
  log(dynamic, delete (rest as any).client, await client.ping?.(), client?.['ping']); // S|P
  return client satisfies Client;
}
export function* generator(client: Client): Generator<Client, void, Client> {
  const next = yield client;
  yield* generator(next);
}
export { Client as Renamed, type Transport };
export * as everything from './main.ts';
export default abstract class {}
export async function last() {
  const client = new Client(info);
  await client.callTool(call); // D use/unopened
}
`;

  it('137 decorators, enums, namespaces, ambient declarations and the rest of the syntax: no crash, and the rest is analysed', () => {
    const built = programOf({ 'main.ts': v1(constructs) });
    compare(built, factsIn(built));
  });

  it('137 files of every extension, and JSX: no crash, and they are analysed', () => {
    const wrong = `
export async function run() {
  const client = new Client(info);
  await client.callTool(call); // D use/unopened
}`;
    check({
      'module.mts': v1(wrong),
      'common.cts': v2(wrong),
      'view.tsx': v1(`
declare global {
  namespace JSX {
    interface IntrinsicElements { button: { onClick?: () => unknown; children?: unknown } }
    interface Element { kind: string }
  }
}
declare const React: unknown;
export function View({ client }: { client: Client }) {
  return <button onClick={() => client.callTool(call)}><>text</></button>;
}
export async function run() {
  const client = new Client(info);
  const view = <button onClick={async () => { await client.connect(transport); }} />;
  log(view);
  await client.callTool(call);
}`),
    });
  });

  it('137 code that does not parse: no crash', () => {
    for (const text of [
      'const client = new Client(info; await client.',
      'class { #client = new Client(info) async run( { this.#client.callTool( } }',
      'for (const client of) { await client.callTool() ',
      'try { const c = new Client(',
      'switch (x) { case new Client(info): default: default: }',
      'async function run() { await using }',
      'label: label: break missing; continue; return new Client(info)',
      'export const = new Client(info).connect().then(',
      '({ client } = ) => new Client',
      '@ class extends Client { constructor() { super.connect( } }',
    ]) {
      const built = programOf({ 'main.ts': v1(text) });
      for (const file of built.sources) {
        expect(() => sessionFactsOf(file, built.program, builtInProtocols), text).not.toThrow();
      }
    }
  });

  itCompiles();
});

describe('the same answer every time', () => {
  it('138 whatever the order in which the files are analysed', () => {
    const files = {
      ...withHelper(connecting),
      'other.ts': v1(`
export async function run() {
  const client = new Client(info);
  await client.callTool(call); // D use/unopened
}`),
      'chain.ts': v1(`
import { open } from './open.ts';
import { run } from './main.ts';
export async function twice() {
  const client = new Client(info);
  await open(client);
  await client.close();
  await client.callTool(call); // D use/closed
  await run();
}
export async function ping(client: Client, depth: number): Promise<void> {
  if (depth > 0) await pong(client, depth - 1);
}
export async function pong(client: Client, depth: number): Promise<void> {
  await client.callTool(call); // :inside
  await ping(client, depth);
}`),
      'caller.ts': v1(`
import { ping, pong } from './chain.ts';
export async function one() {
  const client = new Client(info);
  await pong(client, 1); // D use/unopened inside=inside
}
export async function two() {
  const client = new Client(info);
  await ping(client, 1); // S|P use/unopened inside=inside
}`),
    };
    const names = Object.keys(files);
    const summaries = new Set<string>();
    for (let turn = 0; turn < names.length; turn++) {
      const built = programOf(files);
      const order = [...names.slice(turn), ...names.slice(0, turn)];
      if (turn % 2 === 1) order.reverse();
      const found = new Map(
        order.map((name) => {
          const file = built.sources.find((source) => source.fileName.endsWith(`/${name}`))!;
          return [name, sessionFactsOf(file, built.program, builtInProtocols)];
        }),
      );
      summaries.add(JSON.stringify(names.map((name) => summaryOf(found.get(name)!))));
      compare(
        built,
        built.sources.map((file) => found.get(caseNameOf(file))!),
      );
    }
    expect(summaries.size).toBe(1);
  });

  it('138 asked twice for the same file of the same program', () => {
    const built = programOf(withHelper(looking));
    const first = factsIn(built).map(summaryOf);
    expect(factsIn(built).map(summaryOf)).toEqual(first);
    expect(first.flat()).not.toEqual([]);
  });

  it('139 after an edit of the file that has the helper, and after the edit is taken back', () => {
    const before = programOf(withHelper(connecting));
    expect(calledIn(before)).toEqual(['other.ts']);

    const edited = programOf(withHelper(looking), before);
    expect(edited.program).not.toBe(before.program);
    expect(edited.sources[0]).toBe(before.sources[0]);
    expect(calledIn(edited)).toEqual(['main.ts', 'other.ts']);

    const restored = programOf(withHelper(connecting), edited);
    expect(calledIn(restored)).toEqual(['other.ts']);
  });

  it('139 the first program still answers as it did, after a second one was analysed', () => {
    const before = programOf(withHelper(connecting));
    const edited = programOf(withHelper(looking), before);
    expect(calledIn(edited)).toEqual(['main.ts', 'other.ts']);
    expect(calledIn(before)).toEqual(['other.ts']);
  });

  /** The files in which a call is wrong. */
  function calledIn(built: ReturnType<typeof programOf>): string[] {
    return built.sources
      .filter((file) => sessionFactsOf(file, built.program, builtInProtocols).misuses.length > 0)
      .map((file) => file.fileName.split('/').at(-1)!);
  }
});

describe('cost', () => {
  it('140 a file that names no package with a protocol: the checker is not asked', () => {
    const { program, sources } = programOf({
      'main.ts': `
import { readFile } from 'node:fs/promises';
import { connect } from './db.ts';
export class Client {
  async connect() {}
  async callTool(_name: string) {}
  async close() {}
}
export async function run() {
  const client = new Client();
  await client.callTool(await readFile('a', 'utf8'));
  await client.connect();
  await connect();
  await client.close();
  await client.callTool('b');
}
`,
      'db.ts': 'export async function connect() {}\n',
    });
    let asked = 0;
    const checker = new Proxy(program.getTypeChecker(), {
      get(target, name, receiver) {
        asked++;
        return Reflect.get(target, name, receiver) as unknown;
      },
    });
    const spied = Object.create(program, { getTypeChecker: { value: () => checker } }) as tsModule.Program;
    for (const file of sources) {
      expect(sessionFactsOf(file, spied, builtInProtocols)).toEqual({ verdicts: [], misuses: [], leaks: [] });
    }
    expect(asked).toBe(0);
  });

  describe('141 how many calls of our functions', () => {
    let calls: Readonly<Record<Program, number>>;
    beforeAll(() => {
      const script = fileURLToPath(new URL('cost.ts', import.meta.url));
      const printed = execFileSync(process.execPath, ['--import', 'tsx', script], { encoding: 'utf8' });
      calls = JSON.parse(printed) as typeof calls;
    });

    // About twice what they take. What grows with a square, or doubles with each step, takes a multiple of it.
    it.each<[Program, number]>([
      ['2000 branches', 4_000_000],
      ['finally in finally', 3_000_000],
      ['a chain of helpers', 1_500_000],
      ['250 helpers that call each other', 4_000_000],
      ['many sessions', 8_000_000],
    ])('%s take', (name, most) => {
      expect(calls[name]).toBeGreaterThan(most / 10);
      expect(calls[name]).toBeLessThan(most);
    });

    it('four times as many branches take: four times as many, not sixteen times', () => {
      expect(calls['2000 branches'] / calls['500 branches']).toBeLessThan(5);
    });

    it('four times as many helpers that call each other take: four times as many, not sixteen times', () => {
      expect(calls['250 helpers that call each other'] / calls['60 helpers that call each other']).toBeLessThan(5.5);
    });
  });

  it('141 expressions nested a thousand deep: no overflow, and what follows is analysed', () => {
    check(`
export const sum = ${Array.from({ length: 3000 }, () => 'urls.length').join(' + ')};
export const nested = ${'('.repeat(300)}new Client(info)${')'.repeat(300)};
export const chain = [1]${'.map((x) => x)'.repeat(500)};
export function nest() { ${'if (cond()) { '.repeat(200)} return new Client(info); ${'}'.repeat(200)} }
export async function after() {
  await ${'('.repeat(300)}new Client(info)${')'.repeat(300)}.callTool(call); // D use/unopened
}
`);
  });
});

describe('findings as data', () => {
  it('144 everything but the nodes and the protocol is plain data', () => {
    const [facts] = check(`
async function run() {
  const client = new Client(info);
  await client.connect(transport);
  await client.close();
  await client.callTool(call); // D use/closed
}`);
    const plain = facts!.misuses.map(
      ({ node: _node, protocol, witnesses, inside: _inside, unawaited: _un, ...rest }) => ({
        ...rest,
        protocol: protocol.id,
        witnesses: witnesses.map((witness) => witness.state),
      }),
    );
    expect(JSON.parse(JSON.stringify(plain))).toEqual(plain);
    expect(plain).toMatchObject([
      {
        certainty: 'definite',
        op: 'callTool',
        subject: 'client',
        cause: { role: 'use', phase: 'closed' },
        states: ['closed'],
        witnesses: ['closed'],
        inEarlierIteration: false,
      },
    ]);
  });

  it('144 what is found is sorted by position', () => {
    const [facts] = check(`
export async function two() {
  const later = async () => {
    const client = new Client(info);
    await client.callTool(call); // D use/unopened
  };
  const client = new Client(info);
  await client.callTool(call); // D use/unopened
  await later();
}
export async function three() {
  const client = new Client(info);
  await client.callTool(call); // D use/unopened
}`);
    const positions = facts!.misuses.map((misuse) => misuse.node.getStart());
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
    const calls = facts!.verdicts.map((verdict) => verdict.node.getStart());
    expect(calls).toEqual([...calls].sort((a, b) => a - b));
  });

  itCompiles();
});

describe('JavaScript', () => {
  const javaScript = (text: string) => `import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
${text}`;

  it('145 an untyped JavaScript file is analysed like TypeScript: the types of the SDK are known', () => {
    check({
      'main.js': javaScript(`
export async function run() {
  const client = new Client({ name: 'a', version: '1' });
  await client.callTool({ name: 'x' }); // D use/unopened
  await client.connect(new StdioClientTransport({ command: 'node' }));
  await client.close();
}
export async function use(client) {
  await client.callTool({ name: 'x' });
  await client.whatever();
}
/** @param {Client} client */
export async function documented(client) {
  await client.close();
  await client.callTool({ name: 'x' }); // D use/closed
}
`),
    });
  });

  it('145 CommonJS, prototypes and missing types: no crash, and the rest is analysed', () => {
    check({
      'main.cjs': `
const { Client } = require('@modelcontextprotocol/sdk/client/index.js');
const missing = require('not-installed');
function Weather() {
  this.client = new Client({ name: 'a', version: '1' });
}
Weather.prototype.start = async function () {
  await this.client.connect(missing.transport());
};
Weather.prototype.ask = function (name) {
  return this.client.callTool({ name });
};
exports.client = new Client({ name: 'a', version: '1' });
module.exports = { Weather, ask: (client) => client.callTool({}) };
exports.run = async () => {
  const client = new Client({ name: 'a', version: '1' });
  await client.callTool({ name: 'x' }); // D use/unopened
};
with_(missing);
function with_(x) { arguments.length; return x.client.callTool(); }
`,
    });
  });

  it('145 an import that is not installed: no crash, silent', () => {
    const built = programOf({
      'main.ts': `
import { Client } from '@modelcontextprotocol/sdk-that-is-not-installed/client/index.js';
const client = new Client({});
await client.callTool({});
await client.connect();
await client.connect();
`,
    });
    compare(built, factsIn(built));
  });
});
