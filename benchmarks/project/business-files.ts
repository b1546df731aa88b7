import type { Feature } from './feature.ts';

/** A record with its guard and its parser. */
export function model({ type, value, fields: names, neighbour, pick }: Feature): string {
  const kinds = ['open', 'waiting', 'closed', pick(['blocked', 'deferred', 'escalated'])];
  return `${neighbour ? `import type { ${neighbour.type} } from '../${neighbour.path}/model.js';\n\n` : ''}export type ${type}Kind = ${kinds.map((kind) => `'${kind}'`).join(' | ')};

export interface ${type} {
  readonly id: string;
  readonly kind: ${type}Kind;
${names.map((name) => `  readonly ${name}: string;`).join('\n')}
  readonly weight: number;
${neighbour ? `  readonly related?: ${neighbour.type};\n` : ''}}

export function is${type}(value: unknown): value is ${type} {
  if (typeof value !== 'object' || value === null) return false;
  const record = value as Record<string, unknown>;
  if (typeof record.id !== 'string' || typeof record.weight !== 'number') return false;
${names.map((name) => `  if (typeof record.${name} !== 'string') return false;`).join('\n')}
  return true;
}

export function ${value}Kind(text: string): ${type}Kind {
  switch (text.trim().toLowerCase()) {
${kinds.map((kind) => `    case '${kind}':\n      return '${kind}';`).join('\n')}
    default:
      throw new Error(\`"\${text}" is no kind of ${value}\`);
  }
}

export function parse${type}(text: string): ${type}[] {
  const found: ${type}[] = [];
  for (const line of text.split('\\n')) {
    const [id = '', kind = 'open', ${names.map((name) => `${name} = ''`).join(', ')}, weight = '0'] = line.split('|');
    if (id === '') continue;
    found.push({ id, kind: ${value}Kind(kind), ${names.join(', ')}, weight: Number(weight) });
  }
  return found.sort((a, b) => b.weight - a.weight || a.id.localeCompare(b.id));
}
`;
}

/** Tables and summaries. */
export function format({ type, value, fields: names, neighbour, pick }: Feature): string {
  return `import type { ${type}, ${type}Kind } from './model.js';
${neighbour ? `import { summarize${neighbour.type} } from '../${neighbour.path}/format.js';\n` : ''}
export interface ${type}Summary {
  readonly count: number;
  readonly weight: number;
  readonly byKind: ReadonlyMap<${type}Kind, number>;
}

export function summarize${type}(items: readonly ${type}[]): ${type}Summary {
  const byKind = new Map<${type}Kind, number>();
  let weight = 0;
  for (const item of items) {
    byKind.set(item.kind, (byKind.get(item.kind) ?? 0) + 1);
    weight += item.weight;
  }
  return { count: items.length, weight, byKind };
}

export function describe${type}(item: ${type}, width = ${pick(['60', '72', '80'])}): string {
  const parts = [item.id, item.kind, ${names.map((name) => `item.${name}`).join(', ')}].filter((part) => part !== '');
  const text = parts.join(' · ');
  return text.length > width ? \`\${text.slice(0, width - 1)}…\` : text.padEnd(width);
}

export function ${value}Table(items: readonly ${type}[]): string {
  const rows = items.map((item) => describe${type}(item));
  const { count, weight } = summarize${type}(items);
  const widest = rows.reduce((most, row) => Math.max(most, row.length), 0);
  return [...rows, '-'.repeat(widest), \`\${count} items, \${weight.toFixed(2)}\`].join('\\n');
}

export function group${type}(items: readonly ${type}[]): Record<string, ${type}[]> {
  const groups: Record<string, ${type}[]> = {};
  for (const item of items) {
    const key = item.${pick(names)} || 'none';
    (groups[key] ??= []).push(item);
  }
  return groups;
}
${
  neighbour
    ? `
export function related${type}(items: readonly ${type}[]): number {
  const related = items.flatMap((item) => (item.related ? [item.related] : []));
  return summarize${neighbour.type}(related).weight;
}
`
    : ''
}`;
}

/** A class over a map and a file, with methods that are called as those of a session are. */
export function store({ type, value, fields: names, pick }: Feature): string {
  const [first = 'label', second = 'notes'] = names;
  return `import { open, type FileHandle } from 'node:fs/promises';
import { log } from '../shared/logger.js';
import { is${type}, parse${type}, type ${type}, type ${type}Kind } from './model.js';

export interface ${type}Filter {
  readonly kind?: ${type}Kind | undefined;
  readonly ${first}?: string | undefined;
  readonly ${second}?: string | undefined;
  readonly least?: number | undefined;
}

export interface ${type}Change {
  readonly id: string;
  readonly before: ${type} | undefined;
  readonly after: ${type} | undefined;
}

type Listener = (change: ${type}Change) => void;

export class ${type}Store {
  readonly #items = new Map<string, ${type}>();
  readonly #listeners = new Set<Listener>();
  readonly #changes: ${type}Change[] = [];
  #handle: FileHandle | undefined;

  async open(path: string): Promise<void> {
    if (this.#handle) return;
    const handle = await open(path, 'a+');
    try {
      const text = await handle.readFile('utf8');
      for (const item of parse${type}(text)) this.#items.set(item.id, item);
      log('info', \`\${this.#items.size} items of ${value}\`);
      this.#handle = handle;
    } catch (error) {
      await handle.close();
      throw new Error('The file cannot be read.', { cause: error });
    }
  }

  async close(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    this.#listeners.clear();
    await handle?.close();
  }

  get size(): number {
    return this.#items.size;
  }

  get(id: string): ${type} | undefined {
    return this.#items.get(id);
  }

  all(): readonly ${type}[] {
    return [...this.#items.values()];
  }

  find({ kind, ${first}, ${second}, least = 0 }: ${type}Filter): ${type}[] {
    const found: ${type}[] = [];
    for (const item of this.#items.values()) {
      if (kind !== undefined && item.kind !== kind) continue;
      if (${first} !== undefined && !item.${first}.includes(${first})) continue;
      if (${second} !== undefined && !item.${second}.includes(${second})) continue;
      if (item.weight >= least) found.push(item);
    }
    return found;
  }

  async add(item: unknown): Promise<boolean> {
    if (!is${type}(item)) {
      log('warn', 'that is no ${value}');
      return false;
    }
    const before = this.#items.get(item.id);
    this.#items.set(item.id, item);
    this.#tell({ id: item.id, before, after: item });
    await this.#handle?.appendFile(\`\${item.id}|\${item.kind}|${names.map((name) => `\${item.${name}}`).join('|')}|\${item.weight}\\n\`);
    return before === undefined;
  }

  remove(id: string): boolean {
    const before = this.#items.get(id);
    if (!before) return false;
    this.#items.delete(id);
    this.#tell({ id, before, after: undefined });
    return true;
  }

  undo(count = 1): number {
    let undone = 0;
    while (undone < count) {
      const change = this.#changes.pop();
      if (!change) break;
      if (change.before) this.#items.set(change.id, change.before);
      else this.#items.delete(change.id);
      undone++;
    }
    return undone;
  }

  watch(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tell(change: ${type}Change): void {
    this.#changes.push(change);
    if (this.#changes.length > ${pick(['100', '500', '1000'])}) this.#changes.shift();
    for (const listener of this.#listeners) {
      try {
        listener(change);
      } catch (error) {
        log('error', String(error));
      }
    }
  }
}

export async function with${type}Store<T>(path: string, use: (store: ${type}Store) => Promise<T>): Promise<T> {
  const store = new ${type}Store();
  await store.open(path);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}
`;
}

/** Functions that decide and compute, without anything asynchronous. */
export function rules({ type, value, fields: names, neighbour, pick }: Feature): string {
  const [first = 'label', second = 'notes', third = 'owner'] = names;
  return `import type { ${type}, ${type}Kind } from './model.js';
${neighbour ? `import { score${neighbour.type} } from '../${neighbour.path}/rules.js';\n` : ''}
export interface ${type}Policy {
  readonly most: number;
  readonly kinds: readonly ${type}Kind[];
  readonly required: readonly (keyof ${type})[];
}

export const ${value}Policy: ${type}Policy = {
  most: ${pick(['100', '250', '1000'])},
  kinds: ['open', 'waiting', 'closed'],
  required: ['id', '${first}', '${second}'],
};

export function check${type}(item: ${type}, policy = ${value}Policy): string[] {
  const problems: string[] = [];
  for (const key of policy.required) {
    const content = item[key];
    if (content === undefined || content === '') problems.push(\`\${item.id} has no \${String(key)}\`);
  }
  if (!policy.kinds.includes(item.kind)) problems.push(\`\${item.id} is \${item.kind}\`);
  if (item.weight < 0) problems.push(\`\${item.id} weighs less than nothing\`);
  else if (item.weight > policy.most) problems.push(\`\${item.id} weighs \${item.weight}\`);
  return problems;
}

export function score${type}(item: ${type}): number {
  let score = Math.log1p(Math.max(item.weight, 0)) * ${pick(['2', '3', '5'])};
  switch (item.kind) {
    case 'open':
      score += 10;
      break;
    case 'waiting':
      score += item.${first}.length > 0 ? 5 : 2;
      break;
    case 'closed':
      score -= 10;
      break;
    default:
      score += item.${second} === '' ? 1 : 3;
  }
${neighbour ? `  if (item.related) score += score${neighbour.type}(item.related) / 2;\n` : ''}  return Math.round(score * 100) / 100;
}

export function next${type}Kind(kind: ${type}Kind, isDone: boolean, waits: boolean): ${type}Kind {
  if (kind === 'closed') return isDone ? 'closed' : 'open';
  if (isDone) return 'closed';
  return waits ? 'waiting' : 'open';
}

export function rank${type}(items: readonly ${type}[]): ${type}[] {
  const scored = items.map((item) => ({ item, score: score${type}(item) }));
  scored.sort((a, b) => b.score - a.score || a.item.id.localeCompare(b.item.id));
  return scored.map(({ item }) => item);
}

export function split${type}(items: readonly ${type}[], size: number): ${type}[][] {
  if (size < 1) throw new RangeError('A part needs an item.');
  const parts: ${type}[][] = [];
  for (let start = 0; start < items.length; start += size) parts.push(items.slice(start, start + size));
  return parts;
}

export function merge${type}(a: ${type}, b: ${type}): ${type} {
  if (a.id !== b.id) throw new Error(\`\${a.id} is not \${b.id}\`);
  return {
    ...a,
    ${first}: a.${first} || b.${first},
    ${second}: [a.${second}, b.${second}].filter((text) => text !== '').join(', '),
    ${third}: b.${third} === '' ? a.${third} : b.${third},
    weight: Math.max(a.weight, b.weight),
  };
}

export function unique${type}(items: readonly ${type}[]): ${type}[] {
  const byId = new Map<string, ${type}>();
  for (const item of items) {
    const known = byId.get(item.id);
    byId.set(item.id, known ? merge${type}(known, item) : item);
  }
  return [...byId.values()];
}

export function trend${type}(weeks: readonly (readonly ${type}[])[]): 'up' | 'down' | 'level' {
  const totals = weeks.map((items) => items.reduce((total, item) => total + item.weight, 0));
  const [first = 0] = totals;
  const last = totals.at(-1) ?? first;
  const change = first === 0 ? 0 : (last - first) / first;
  return Math.abs(change) < 0.05 ? 'level' : change > 0 ? 'up' : 'down';
}
`;
}

/** Requests over HTTP, with retries, time limits and a queue. */
export function sync({ type, value, path, pick }: Feature): string {
  return `import { log } from '../shared/logger.js';
import { retry } from '../shared/retry.js';
import { is${type}, type ${type} } from './model.js';
import { rank${type}, split${type}, unique${type} } from './rules.js';
import type { ${type}Store } from './store.js';

export interface ${type}SyncOptions {
  readonly url: string;
  readonly token?: string;
  readonly size?: number;
  readonly signal?: AbortSignal;
}

export interface ${type}SyncResult {
  readonly added: number;
  readonly refused: readonly string[];
  readonly failed: readonly string[];
}

async function fetchPage({ url, token, signal }: ${type}SyncOptions, page: number): Promise<unknown[]> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (token !== undefined) headers.authorization = \`Bearer \${token}\`;
  const address = new URL('${path}', url);
  address.searchParams.set('page', String(page));
  const response = await fetch(address, { headers, signal: signal ?? AbortSignal.timeout(${pick(['5000', '10000'])}) });
  if (response.status === 404) return [];
  if (!response.ok) throw new Error(\`\${response.status} \${response.statusText}\`);
  const body: unknown = await response.json();
  return Array.isArray(body) ? body : [];
}

export async function pull${type}(store: ${type}Store, options: ${type}SyncOptions): Promise<${type}SyncResult> {
  const refused: string[] = [];
  const failed: string[] = [];
  let added = 0;
  for (let page = 1; !options.signal?.aborted; page++) {
    let entries: unknown[];
    try {
      entries = await retry(3, () => fetchPage(options, page));
    } catch (error) {
      failed.push(\`page \${page}: \${String(error)}\`);
      break;
    }
    if (entries.length === 0) break;
    for (const entry of entries) {
      if (!is${type}(entry)) {
        refused.push(JSON.stringify(entry).slice(0, 80));
        continue;
      }
      if (await store.add(entry)) added++;
    }
    log('info', \`page \${page} of ${value}\`);
  }
  return { added, refused, failed };
}

export async function push${type}(
  items: readonly ${type}[],
  { url, token = '', size = ${pick(['20', '50', '100'])}, signal }: ${type}SyncOptions,
): Promise<number> {
  const parts = split${type}(rank${type}(unique${type}(items)), size);
  const results = await Promise.allSettled(
    parts.map(async (part) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { authorization: \`Bearer \${token}\`, 'content-type': 'application/json' },
        body: JSON.stringify(part),
        ...(signal ? { signal } : {}),
      });
      if (!response.ok) throw new Error(\`\${response.status}\`);
      return part.length;
    }),
  );
  let sent = 0;
  for (const result of results) {
    if (result.status === 'fulfilled') sent += result.value;
    else log('error', String(result.reason));
  }
  return sent;
}

export class ${type}Queue {
  readonly #waiting: (() => Promise<void>)[] = [];
  readonly #most: number;
  #running = 0;
  #closed = false;

  constructor(most = ${pick(['2', '4', '8'])}) {
    this.#most = most;
  }

  run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(new Error('The queue is closed.'));
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push(async () => {
        try {
          resolve(await task());
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      });
      this.#start();
    });
  }

  close(): void {
    this.#closed = true;
    this.#waiting.length = 0;
  }

  #start(): void {
    while (this.#running < this.#most) {
      const task = this.#waiting.shift();
      if (!task) return;
      this.#running++;
      void task().finally(() => {
        this.#running--;
        this.#start();
      });
    }
  }
}
`;
}

/** Routes over the store, in the manner of a small framework; `source` is asked over MCP. */
export function routes({ type, value, path, source }: Feature): string {
  return `import type { IncomingMessage, ServerResponse } from 'node:http';
import { log } from '../shared/logger.js';
${source ? `import type { Endpoint } from '../shared/sessions.js';\nimport { ${source.value}Report } from '../${source.path}/client.js';\n` : ''}import { describe${type}, ${value}Table } from './format.js';
import { ${value}Kind } from './model.js';
import { check${type}, rank${type} } from './rules.js';
import type { ${type}Filter, ${type}Store } from './store.js';

type Handler = (request: IncomingMessage, response: ServerResponse, rest: string) => Promise<void> | void;

function send(response: ServerResponse, status: number, body: unknown): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { 'content-type': typeof body === 'string' ? 'text/plain' : 'application/json' });
  response.end(text);
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}

function filterOf(url: URL): ${type}Filter {
  const kind = url.searchParams.get('kind');
  const least = Number(url.searchParams.get('least') ?? 0);
  return { kind: kind === null ? undefined : ${value}Kind(kind), least: Number.isNaN(least) ? 0 : least };
}

export function ${value}Routes(store: ${type}Store): ReadonlyMap<string, Handler> {
  return new Map<string, Handler>([
    [
      'GET ${path}',
      (request, response) => {
        const url = new URL(request.url ?? '/', 'http://localhost');
        send(response, 200, rank${type}(store.find(filterOf(url))));
      },
    ],
    [
      'GET ${path}/item',
      (_request, response, id) => {
        const item = store.get(id);
        if (!item) send(response, 404, 'not found');
        else send(response, 200, { ...item, text: describe${type}(item), problems: check${type}(item) });
      },
    ],
    [
      'POST ${path}',
      async (request, response) => {
        try {
          const added = await store.add(await bodyOf(request));
          send(response, added ? 201 : 200, { size: store.size });
        } catch (error) {
          log('warn', String(error));
          send(response, 400, 'bad request');
        }
      },
    ],
    ['DELETE ${path}', (_request, response, id) => send(response, store.remove(id) ? 204 : 404, '')],
    ['GET ${path}/table', (_request, response) => send(response, 200, ${value}Table(store.all()))],
  ]);
}
${
  source
    ? `
export async function ${value}Digest(store: ${type}Store, endpoint: Endpoint): Promise<string> {
  const report = await ${source.value}Report(endpoint, undefined);
  return [${value}Table(store.all()), report].filter((part) => part !== '').join('\\n\\n');
}
`
    : ''
}`;
}

/** Tests of the functions and of the store. */
export function businessTests({ type, value, pick }: Feature): string {
  return `import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ${value}Table, group${type} } from './format.js';
import { parse${type}, type ${type} } from './model.js';
import { check${type}, merge${type}, next${type}Kind, rank${type}, split${type}, unique${type} } from './rules.js';
import { ${type}Store } from './store.js';
import { ${type}Queue } from './sync.js';

const items = parse${type}('a|open|x|y|z|w|3\\nb|closed|x|y|z|w|${pick(['5', '7', '9'])}\\nc|waiting||y|z|w|1');

function first(list: readonly ${type}[]): ${type} {
  const [item] = list;
  assert.ok(item);
  return item;
}

describe('${value}', () => {
  it('ranks what is open first', () => {
    assert.equal(first(rank${type}(items)).kind, 'open');
  });

  it('splits into parts', () => {
    assert.deepEqual(split${type}(items, 2).map((part) => part.length), [2, 1]);
    assert.throws(() => split${type}(items, 0), RangeError);
  });

  it('finds what is missing', () => {
    assert.ok(items.flatMap((item) => check${type}(item)).length > 0);
  });

  it('keeps one of each', () => {
    const twice = unique${type}([...items, ...items]);
    assert.equal(twice.length, items.length);
    assert.deepEqual(merge${type}(first(items), first(items)).id, first(items).id);
  });

  it('goes from kind to kind', () => {
    assert.equal(next${type}Kind('open', true, false), 'closed');
    assert.equal(next${type}Kind('open', false, true), 'waiting');
  });

  it('stores, finds and forgets', async () => {
    const store = new ${type}Store();
    const seen: string[] = [];
    const stop = store.watch(({ id }) => seen.push(id));
    for (const item of items) await store.add(item);
    stop();
    assert.equal(store.size, items.length);
    assert.equal(store.find({ kind: 'closed' }).length, 1);
    assert.ok(store.remove('a'));
    assert.equal(store.undo(), 1);
    assert.deepEqual(seen, items.map(({ id }) => id));
    await store.close();
  });

  it('runs so many at a time', async () => {
    const queue = new ${type}Queue(1);
    const results = await Promise.all([1, 2, 3].map((n) => queue.run(() => Promise.resolve(n * 2))));
    assert.deepEqual(results, [2, 4, 6]);
    queue.close();
    await assert.rejects(queue.run(() => Promise.resolve(1)));
  });

  it('prints', () => {
    assert.ok(${value}Table(items).includes('3 items'));
    assert.ok(Object.keys(group${type}(items)).length > 0);
  });
});
`;
}
