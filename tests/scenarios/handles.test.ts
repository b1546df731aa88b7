import { describe, expect, it } from 'vitest';
import { lint } from './linting.ts';

/** A class whose type says in which state it is, and functions that tests call. */
const prelude = `class Door<S extends 'open' | 'closed'> {
  private constructor(readonly name: string) {}
  static create(name: string): Door<'closed'> { return new Door(name); }
  open(this: Door<'closed'>): Door<'open'> { return new Door(this.name); }
  close(this: Door<'open'>): Door<'closed'> { return new Door(this.name); }
  enter(this: Door<'open'>): void {}
  label(): string { return this.name; }
}
declare const flag: boolean;
declare const names: string[];
declare function work(): void;
`;

const mcp = `import { McpClient, McpServerSession } from '@agent-safety/runtime/mcp';
declare const transport: Parameters<typeof McpClient.over>[0];
declare const who: Parameters<McpClient<'Uninit'>['sendInitialize']>[0];
declare const options: Parameters<typeof McpServerSession.over>[1];
`;

/** The message names the call inside the function that is called. */
const inCallee = new Set(['122 consumed by a helper', '124 twice in a closure']);

/** Lines that end in `// stale` are reported as such, in the mode that also reports what may be; all others are silent. */
function handles(name: string, program: string, before = prelude): void {
  it(name, () => {
    const source = before + program;
    const expected = source.split('\n').flatMap((line, index) => (line.endsWith('// stale') ? [index + 1] : []));
    const reports = lint(source, { rules: { 'agent-safety/no-wrong-session-state': ['error', { mode: 'possible' }] } });
    expect(reports.map(({ line }) => line)).toEqual(expected);
    expect(new Set(reports.map(({ messageId }) => messageId))).toEqual(
      new Set(expected.length > 0 ? [inCallee.has(name) ? 'wrongInCallee' : 'staleHandle'] : []),
    );
  });
}

describe('consumed handles', () => {
  handles(
    '114 a chain of handles',
    `export function run() {
  const closed = Door.create('a');
  const open = closed.open();
  open.enter();
  const last = open.close();
  return last.label();
}`,
  );

  handles(
    '115 an old handle after a transition',
    `export function run() {
  const closed = Door.create('a');
  const open = closed.open();
  open.close();
  open.enter(); // stale
  closed.open(); // stale
}`,
  );

  handles(
    '116 a handle that a loop binds anew',
    `export function run() {
  let door = Door.create('a');
  for (const name of names) {
    const open = door.open();
    open.enter();
    door = open.close();
    work();
  }
  return door;
}`,
  );

  handles(
    '117 the same handle consumed in a loop',
    `export function run() {
  const door = Door.create('a');
  for (const name of names) {
    door.open(); // stale
  }
}`,
  );

  handles(
    '118 consumed in one branch, used after it',
    `export function run() {
  const open = Door.create('a').open();
  if (flag) open.close();
  open.enter(); // stale
}`,
  );

  handles(
    '118 consumed in branches that exclude each other',
    `export function run() {
  const door = Door.create('a');
  if (flag) return door.open();
  return door.open();
}`,
  );

  handles(
    '119 consumed in try, used in catch',
    `export function run() {
  const open = Door.create('a').open();
  try {
    open.close();
    work();
  } catch {
    open.enter(); // stale
  }
}`,
  );

  handles(
    '120 consumed under another name',
    `export function run() {
  const door = Door.create('a');
  const same = door;
  same.open();
  door.open(); // stale
}`,
  );

  handles(
    '121 a method that consumes nothing',
    `export function run() {
  const open = Door.create('a').open();
  open.enter();
  open.enter();
  const closed = open.close();
  return open.label() + closed.label();
}`,
  );

  handles(
    '122 consumed by a helper',
    `function shut(door: Door<'open'>): void { door.close(); }
export function run() {
  const open = Door.create('a').open();
  shut(open);
  shut(open); // stale
}`,
  );

  handles(
    '122 returned by a helper',
    `function opened(): Door<'open'> { return Door.create('a').open(); }
export function run() {
  const open = opened();
  open.close();
  open.enter(); // stale
}`,
  );

  handles(
    '123 the result of a transition is ignored: silent',
    `export function run() {
  const door = Door.create('a');
  door.open();
}`,
  );

  handles(
    '124 twice in a closure',
    `export function run() {
  const open = Door.create('a').open();
  const shut = () => open.close();
  shut();
  shut(); // stale
}`,
  );

  handles(
    'a parameter',
    `export function run(open: Door<'open'>) {
  open.close();
  open.enter(); // stale
}`,
  );
});

describe('classes that are no handles', () => {
  handles(
    'a builder that returns changed copies',
    `class Query<T extends 'none' | 'some'> {
  constructor(readonly parts: string[] = []) {}
  where(part: string): Query<'some'> { return new Query([...this.parts, part]); }
}
export function run() {
  const all = new Query<'none'>();
  return [all.where('a'), all.where('b')];
}`,
    '',
  );

  handles(
    'a container with a type of its own',
    `class Box<T> {
  constructor(readonly value: T) {}
  map<U>(change: (value: T) => U): Box<U> { return new Box(change(this.value)); }
  async later(): Promise<Box<T>> { return this; }
  async text(): Promise<Box<string>> { return new Box(String(this.value)); }
}
export async function run() {
  const box = new Box(1);
  const both = [box.map(String), box.map(Number)];
  await box.later();
  await box.text();
  return [both, await box.text()];
}`,
    '',
  );

  handles(
    'a handle with several parameters',
    `class Pair<A extends 'a', B> {
  next(this: Pair<'a', B>): Pair<'a', number> { return this as never; }
}
export function run(pair: Pair<'a', string>) {
  return [pair.next(), pair.next()];
}`,
    '',
  );
});

describe('typed sessions of the runtime', () => {
  handles(
    'from the handshake to the end',
    `export async function run() {
  const start = McpClient.over(transport);
  const waiting = await start.sendInitialize(who);
  const [result, settled] = await waiting.recvInitializeResult();
  const active = await settled.sendInitialized();
  await active.listTools();
  await Promise.all([active.callTool({ name: 'a' }), active.callTool({ name: 'b' })]);
  await active.close();
  return result;
}`,
    mcp,
  );

  handles(
    'old handles of every state',
    `export async function run() {
  const start = McpClient.over(transport);
  const waiting = await start.sendInitialize(who);
  await start.close(); // stale
  const [, settled] = await waiting.recvInitializeResult();
  await waiting.recvInitializeResult(); // stale
  const active = await settled.sendInitialized();
  await settled.close(); // stale
  await active.close();
  await active.listTools(); // stale
}`,
    mcp,
  );

  handles(
    'closed where the handshake failed: the failed call has consumed the handle',
    `export async function run() {
  const start = McpClient.over(transport);
  try {
    return await start.sendInitialize(who);
  } catch (error) {
    await start.close(); // stale
    throw error;
  }
}`,
    mcp,
  );

  handles(
    'the dual of the server',
    `export async function run() {
  const start = McpServerSession.over(transport, options);
  const [, owing] = await start.recvInitialize();
  const awaiting = await owing.sendInitializeResult();
  const active = await awaiting.recvInitialized();
  await active.sendToolListChanged();
  await awaiting.close(); // stale
}`,
    mcp,
  );

  handles(
    'known gap: an element of a result that is kept whole',
    `export async function run(waiting: McpClient<'AwaitingResult'>) {
  const both = await waiting.recvInitializeResult();
  await both[1].sendInitialized();
  await both[1].sendInitialized();
}`,
    mcp,
  );

  handles(
    'a parameter that a loop consumes',
    `export async function run(active: McpClient) {
  for (const name of ['a', 'b']) {
    await active.callTool({ name }); // stale
    await active.close();
  }
}`,
    mcp,
  );
});
