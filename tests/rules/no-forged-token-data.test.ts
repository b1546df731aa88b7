import { noForgedToken } from '../../src/rules/no-forged-token.ts';
import { tester } from './rule-tester.ts';
import { TokenCases } from './token-cases.ts';

/** What is read from a text, copied by a function, or typed by whoever calls it. */
type MessageId = keyof typeof noForgedToken.messages;

const { valid, invalid, pair, silent } = new TokenCases<MessageId>();

const token = { noun: 'token', source: '`runBeforeTool` returns', type: '' };

// functions whose result is of the type that their caller states

pair(
  'rows of a database, by the type argument of a method',
  `
class Pool {
  constructor(private readonly send: (sql: string) => Promise<unknown[]>) {}
  async query<Row>(sql: string): Promise<Row[]> { return (await this.send(sql)) as Row[]; }
}
export async function run(args: File, pool: Pool) {
  const [row] = «await pool.query<{ approval: Token }>('select approval')»;
  return row && invokeTool(agent, erase, args, row.approval);
}`,
  { messageId: 'asserted', data: { ...token, value: "await pool.query<{ approval: Token }>('…" } },
  `
class Pool {
  async query<Row>(rows: Iterable<Row>): Promise<Row[]> { return [...rows] as Row[]; }
}
export async function run(args: File, pool: Pool, approved: Set<{ approval: Token }>) {
  const [row] = await pool.query<{ approval: Token }>(approved);
  return row && invokeTool(agent, erase, args, row.approval);
}`,
);

pair(
  'rows that a library promises',
  `
declare function query<Row>(sql: string): Promise<readonly Row[]>;
export async function run(args: File) {
  const [row] = «await query<{ approval: Token }>('select approval')»;
  return row && invokeTool(agent, erase, args, row.approval);
}`,
  { messageId: 'asserted', data: { ...token, value: "await query<{ approval: Token }>('selec…" } },
  `
declare function listOf<T>(): T[];
export function run(args: File, token: Token) {
  const tokens = listOf<Token>();
  tokens.push(token);
  return tokens.map((each) => invokeTool(agent, erase, args, each));
}`,
);

silent(
  'a list that a function of the program makes empty',
  `
async function listOf<T>(): Promise<T[]> { return []; }
export async function run(args: File) {
  const tokens = await listOf<Token>();
  return tokens.map((each) => invokeTool(agent, erase, args, each));
}`,
);

silent(
  'what a container gives back, by the type parameter of its class',
  `
class Box<T> { constructor(private readonly value: T) {} get(): T { return this.value; } }
export function run(args: File, token: Token, approved: Map<string, Token>) {
  const known = approved.get(args.path) ?? [token].at(0);
  const spends = [invokeTool(agent, erase, args, new Box(token).get())];
  return known ? [...spends, invokeTool(agent, erase, args, known)] : spends;
}`,
);

pair(
  'a clone by way of JSON',
  `
function cloneDeep<T>(value: T): T { return JSON.parse(JSON.stringify(value)); }
export async function run(job: { args: File; token: Token }) {
  const copy = «cloneDeep(job)»;
  return invokeTool(agent, erase, copy.args, copy.token);
}`,
  { messageId: 'built', data: { ...token, value: 'cloneDeep(job)' } },
  `
function cloneDeep<T>(value: T): T { return JSON.parse(JSON.stringify(value)); }
export async function run(job: { args: File; token: Token }) {
  const args = cloneDeep(job.args);
  return invokeTool(agent, erase, args, job.token);
}`,
);

pair(
  'a clone that leaves out nothing',
  `
function copyOf<T>(value: T): T { if (typeof value !== 'object') return value; return structuredClone(value); }
export const run = (args: File, token: Token) => invokeTool(agent, erase, args, «copyOf(token)»);`,
  { messageId: 'built', data: { ...token, value: 'copyOf(token)' } },
  `
const isFrozen = (value: unknown) => Object.isFrozen(value);
function copyOf<T>(value: T): T { if (isFrozen(value)) return value; return structuredClone(value); }
export const run = (args: File, token: Token) => invokeTool(agent, erase, args, copyOf(token));`,
);

pair(
  'a helper that spreads what it is given',
  `
const traced = <T extends object>(value: T, id: string) => ({ ...value, id });
export function run(args: File, token: Token) {
  const withId = «traced(token, 'a')»;
  return invokeTool(agent, erase, args, withId);
}`,
  { messageId: 'built', data: { ...token, value: "traced(token, 'a')" } },
  `
const traced = <T extends object>(value: T, id: string) => ({ ...value, id });
export function run(args: File, token: Token) {
  const job = traced({ args, token }, 'a');
  return invokeTool(agent, erase, job.args, job.token);
}`,
);

pair(
  'a state file, with a fallback of the same type',
  `
interface State { approved?: Token }
function load<T>(text: string, fallback: T): T { try { return JSON.parse(text); } catch { return fallback; } }
export function run(args: File, text: string) {
  const state = «load<State>(text, {})»;
  return state.approved && invokeTool(agent, erase, args, state.approved);
}`,
  { messageId: 'built', data: { ...token, value: 'load<State>(text, {})' } },
  `
interface State { approved?: Token }
function firstOf<T>(all: readonly T[], fallback: T): T { const [first] = all; return (first ?? fallback) as T; }
export function run(args: File, states: State[]) {
  const state = firstOf<State>(states, {});
  return state.approved && invokeTool(agent, erase, args, state.approved);
}`,
);

silent(
  'what a cache has been given before',
  `
const cache = new Map<string, unknown>();
async function cached<T>(key: string, load: () => Promise<T>): Promise<T> {
  if (!cache.has(key)) cache.set(key, await load());
  return cache.get(key) as T;
}
export async function run(args: File, load: () => Promise<Token>) {
  const token = await cached<Token>(args.path, load);
  return invokeTool(agent, erase, args, token);
}`,
);

pair(
  'a part of the properties, asserted to be all of it',
  `
function mock<T>(partial: Partial<T> = {}): T { return partial as T; }
export const run = (args: File) => invokeTool(agent, erase, args, «mock<Token>()»);`,
  { messageId: 'asserted', data: { ...token, value: 'mock<Token>()' } },
  `
function given<T>(value: T | undefined): T { if (value === undefined) throw new Error('missing'); return value as T; }
export const run = (args: File, token?: Token) => invokeTool(agent, erase, args, given<Token>(token));`,
);

// data

pair(
  'a parsed line, of which one variant has a token',
  `
type Entry = { ok: true; token: Token } | { ok: false; why: string };
export function run(args: File, line: string) {
  const entry: Entry = «JSON.parse(line)»;
  return entry.ok ? invokeTool(agent, erase, args, entry.token) : entry.why;
}`,
  { messageId: 'built', data: { ...token, value: 'JSON.parse(line)' } },
  `
type Entry = { ok: true; path: string } | { ok: false; why: string };
export function run(token: Token, line: string) {
  const entry: Entry = JSON.parse(line);
  return entry.ok ? invokeTool(agent, erase, entry, token) : entry.why;
}`,
);

pair(
  'the body of a response, a list of variants',
  `
type Entry = { ok: true; token: Token } | { ok: false; why: string };
export async function run(args: File, response: Response) {
  const entries: Entry[] = «await response.json()»;
  return entries.map((entry) => entry.ok && invokeTool(agent, erase, args, entry.token));
}`,
  { messageId: 'untyped', data: { ...token, value: 'await response.json()', type: 'any' } },
  `
type Shown = { ok: true; token: Token } | string;
declare function show(value: Shown): void;
export async function run(response: Response) { show(await response.json()); }`,
);

pair(
  'the callback of a promise of anything',
  `
export const run = (args: File, response: Promise<Response>) => response
  .then((each) => each.json())
  .then((«token: Token») => invokeTool(agent, erase, args, token));`,
  { messageId: 'untyped', data: { ...token, value: 'token: Token', type: 'any' } },
  `
export const run = (args: File, approved: Promise<Token>) => approved
  .then((token) => token)
  .then((token: Token) => invokeTool(agent, erase, args, token));`,
);

pair(
  'the callback for each element of a list of anything',
  `
export const run = (args: File, sent: any[]) =>
  sent.map((«token: Token») => invokeTool(agent, erase, args, token));`,
  { messageId: 'untyped', data: { ...token, value: 'token: Token', type: 'any' } },
  `
export const run = (args: File, approved: Token[]) =>
  approved.map((token: Token) => invokeTool(agent, erase, args, token));`,
);

pair(
  'an instance that is filled from a text',
  `
export class Command {
  path = '';
  token!: Token;
  constructor(saved: string) { «Object.assign(this, JSON.parse(saved))»; }
  redo() { return invokeTool(agent, erase, { path: this.path }, this.token); }
}`,
  { messageId: 'built', data: { ...token, value: 'Object.assign(this, JSON.parse(saved))' } },
  `
export class Command {
  path = '';
  token: Token;
  constructor(saved: string, token: Token) { Object.assign(this, JSON.parse(saved)); this.token = token; }
  redo() { return invokeTool(agent, erase, { path: this.path }, this.token); }
}`,
);

pair(
  'an instance of a class that declares the brand',
  `
declare const brand: TokenBrand;
class Pass { declare readonly [brand]: Token[TokenBrand]; readonly since = 1; }
export function run(args: File) {
  const pass = new Pass();
  return invokeTool(agent, erase, args, «pass»);
}`,
  { messageId: 'built', data: { ...token, value: 'pass' } },
  `
type Approval = Readonly<Record<TokenBrand, 'approval'>> & { readonly by: string };
declare function note(approved: Approval | Token): void;
export function run(args: File, approval: Approval, token: Token) {
  note(approval);
  return invokeTool(agent, erase, args, token);
}`,
);

// predicates

pair(
  'guessed of a record, by whether its decision is truthy',
  `
type Asked = { path: string; decision: Token | GuardrailBlocked };
type Allowed = { path: string; decision: Token };
export const allowed = (all: Asked[]) => all.filter((one): «one is Allowed» => Boolean(one.decision));`,
  { messageId: 'guessed', data: { ...token, value: 'one is Allowed' } },
  `
type Asked = { path: string; decision: Token | GuardrailBlocked };
type Allowed = { path: string; decision: Token };
export const allowed = (all: Asked[]) =>
  all.filter((one): one is Allowed => one.decision && !(one.decision instanceof GuardrailBlocked));`,
);

silent(
  'a record that a flag of its own describes',
  `
type Asked = { ok: boolean; decision: Token | GuardrailBlocked };
type Allowed = { ok: true; decision: Token };
export const allowed = (all: Asked[]) => all.filter((one): one is Allowed => Boolean(one.ok));`,
);

tester.run('no-forged-token: data', noForgedToken, { valid, invalid });
