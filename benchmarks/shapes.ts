/**
 * Programs whose shape is the worst case of some part of the analysis, each with real sessions in it so that no gate lets
 * it pass. `size` scales what grows: the sizes here are those that the benchmark holds to its bound.
 */
export interface Shape {
  readonly name: string;
  readonly size: number;
  readonly source: (size: number) => string;
}

const head = `import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';

const info = { name: 'bench', version: '1.0.0' };
declare function cond(n: number): boolean;
declare function work(n: number): Promise<number>;
const [transport] = InMemoryTransport.createLinkedPair();
`;

export const shapes: readonly Shape[] = [
  {
    name: 'ifs in one function',
    size: 2000,
    source: (size) =>
      asyncFunction([
        ...opened('client'),
        ...list(size, (n) => `if (cond(${n})) await client.listTools(); else await client.ping();`),
        'await client.close();',
      ]),
  },
  {
    name: 'ifs that close and reopen',
    size: 2000,
    source: (size) =>
      asyncFunction([
        ...opened('client'),
        ...list(size, (n) =>
          n % 2 ? `if (cond(${n})) await client.close();` : `if (cond(${n})) await client.connect(transport);`,
        ),
      ]),
  },
  {
    name: '80 sessions and many ifs',
    size: 800,
    source: (size) =>
      asyncFunction([
        ...list(80, (n) => `const c${n} = new Client(info);`),
        ...list(80, (n) => `await c${n}.connect(transport);`),
        ...list(size, (n) => `if (cond(${n})) await c${n % 80}.listTools();`),
        ...list(80, (n) => `await c${n}.close();`),
      ]),
  },
  {
    name: 'nested try/finally',
    size: 16,
    source: (size) =>
      asyncFunction([
        ...opened('client'),
        ...list(size, () => 'try {'),
        'if (cond(0)) return; await client.listTools();',
        ...list(size, (n) => `} finally { await client.ping(); if (cond(${n})) await work(${n}); }`),
        'await client.close();',
      ]),
  },
  {
    name: 'nested try/finally, a session each, left in many ways',
    size: 16,
    source: (size) =>
      asyncFunction([
        ...list(
          size,
          (n) =>
            `const c${n} = new Client(info); loop${n}: while (cond(${n})) { try { await c${n}.connect(transport); if (cond(1)) return; if (cond(2)) break loop${n}; if (cond(3)) continue loop${n};${n > 0 ? ` if (cond(4)) break loop${n - 1};` : ''} if (cond(5)) throw new Error('5');`,
        ),
        `await c${size - 1}.listTools();`,
        ...list(size, (n) => `} finally { await c${size - 1 - n}.close(); } }`),
      ]),
  },
  {
    name: 'chain of helper functions',
    size: 800,
    source: (size) =>
      [
        head,
        ...list(
          size,
          (n) =>
            `async function h${n}(client: Client): Promise<void> { if (cond(${n})) return; await ${n + 1 < size ? `h${n + 1}(client)` : 'client.listTools()'}; }`,
        ),
        `export async function main(): Promise<void> { const client = new Client(info); await client.connect(transport); await h0(client); await client.close(); }`,
      ].join('\n'),
  },
  {
    name: 'helpers that call each other, all in one cycle',
    size: 200,
    source: (size) =>
      [
        head,
        ...list(
          size,
          (n) =>
            `async function h${n}(client: Client): Promise<void> { if (cond(${n})) return; await h${(n + 1) % size}(client); await client.listTools(); await h${(n * 7 + 3) % size}(client); }`,
        ),
        `export async function main(): Promise<void> { const client = new Client(info); await client.connect(transport); await h0(client); await client.close(); }`,
      ].join('\n'),
  },
  {
    name: 'operands of a concatenation',
    size: 3000,
    source: (size) =>
      asyncFunction([
        ...opened('client'),
        `const text = ${list(size, (n) => (n % 10 ? `'${n}'` : `String(cond(${n}))`)).join(' + ')};`,
        "await client.callTool({ name: 'say', arguments: { text } });",
        'await client.close();',
      ]),
  },
  {
    name: 'cases of a switch',
    size: 1000,
    source: (size) =>
      asyncFunction([
        ...opened('client'),
        'switch (await work(0)) {',
        ...list(size, (n) => `case ${n}: await client.listTools();${n % 3 ? ' break;' : ''}`),
        '}',
        'await client.close();',
      ]),
  },
  {
    name: 'cases over a union, without default',
    size: 1000,
    source: (size) =>
      [
        head,
        `type Name = ${list(size, (n) => `'n${n}'`).join(' | ')};`,
        'export async function main(name: Name): Promise<void> {',
        ...opened('client'),
        'switch (name) {',
        ...list(size, (n) => `case 'n${n}': await client.listTools(); break;`),
        '}',
        'await client.close();',
        '}',
      ].join('\n'),
  },
  {
    name: 'closures that capture one session',
    size: 300,
    source: (size) =>
      asyncFunction([
        ...opened('client'),
        'const calls: (() => Promise<unknown>)[] = [];',
        ...list(size, (n) => `calls.push(async () => { if (cond(${n})) await client.listTools(); });`),
        'for (const call of calls) await call();',
        'await client.close();',
      ]),
  },
  {
    name: 'methods of a class with one field',
    size: 500,
    source: (size) =>
      [
        head,
        'export class Connector {',
        'private readonly client = new Client(info);',
        'async open(): Promise<void> { await this.client.connect(transport); }',
        ...list(
          size,
          (n) =>
            `async m${n}(): Promise<void> { if (cond(${n})) await this.client.listTools(); else await this.m${(n + 1) % size}(); }`,
        ),
        'async close(): Promise<void> { await this.client.close(); }',
        '}',
      ].join('\n'),
  },
  {
    name: 'module session used by many functions',
    size: 500,
    source: (size) =>
      [
        head,
        'const client = new Client(info);',
        'export async function open(): Promise<void> { await client.connect(transport); }',
        ...list(
          size,
          (n) =>
            `export async function f${n}(): Promise<void> { await client.listTools(); ${n > 0 ? `if (cond(${n})) await f${n - 1}();` : ''} }`,
        ),
        'export async function close(): Promise<void> { await client.close(); }',
      ].join('\n'),
  },
  {
    name: 'nested loops',
    size: 30,
    source: (size) =>
      asyncFunction([
        ...opened('client'),
        ...list(size, (n) => `while (cond(${n})) { let a${n} = client; if (cond(1)) a${n} = new Client(info);`),
        `await client.listTools();`,
        ...list(size, (n) => `await a${size - 1 - n}.close(); }`),
        'await client.close();',
      ]),
  },
  {
    name: 'aliases of aliases',
    size: 1000,
    source: (size) =>
      asyncFunction([
        'const a0 = new Client(info); const b0 = new Client(info);',
        'await a0.connect(transport); await b0.connect(transport);',
        ...list(
          size,
          (n) => `const a${n + 1} = cond(${n}) ? a${n} : b${n}; const b${n + 1} = cond(${n}) ? b${n} : a${n};`,
        ),
        `await a${size}.listTools(); await b${size}.close();`,
      ]),
  },
  {
    name: 'operands of a condition',
    size: 1000,
    source: (size) =>
      asyncFunction([
        ...opened('client'),
        `if (${list(size, (n) => (n % 2 ? `cond(${n})` : '(await client.ping())')).join(' && ')}) await client.listTools();`,
        'await client.close();',
      ]),
  },
  {
    name: 'nested callbacks',
    size: 40,
    source: (size) =>
      asyncFunction([
        ...opened('client'),
        ...list(size, (n) => `await Promise.all([${n}].map(async () => {`),
        'await client.listTools();',
        ...list(size, () => '}));'),
        'await client.close();',
      ]),
  },
  {
    name: 'links of a promise chain',
    size: 300,
    source: (size) =>
      asyncFunction([
        ...opened('client'),
        `await client.ping()${list(size, (n) => (n % 3 ? `.then(() => client.listTools())` : `.catch(() => client.ping())`)).join('')};`,
        'await client.close();',
      ]),
  },
];

/** The program of a shape at its own size, or at another. */
export function sourceOf(shape: Shape, size: number = shape.size): string {
  return shape.source(size);
}

function asyncFunction(lines: readonly string[]): string {
  return [head, 'export async function main(): Promise<void> {', ...lines, '}', ''].join('\n');
}

function opened(name: string): string[] {
  return [`const ${name} = new Client(info);`, `await ${name}.connect(transport);`];
}

function list(size: number, make: (n: number) => string): string[] {
  return Array.from({ length: size }, (_, n) => make(n));
}
