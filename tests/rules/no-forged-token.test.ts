import { noForgedToken } from '../../src/rules/no-forged-token.ts';
import { tester } from './rule-tester.ts';
import { TokenCases } from './token-cases.ts';

type MessageId = keyof typeof noForgedToken.messages;

const { valid, invalid, pair, silent } = new TokenCases<MessageId>();

const token = { noun: 'token', source: '`runBeforeTool` returns', type: '' };

pair(
  'asserted',
  `export const run = (args: File) => invokeTool(agent, erase, args, «{} as Token»);`,
  { messageId: 'asserted', data: { ...token, value: '{} as Token' } },
  `export const run = (args: File, token: Token) => invokeTool(agent, erase, args, token as Token);`,
);

pair(
  'asserted by a type argument',
  `
declare function read<T>(key: string): T;
export const run = (args: File) => invokeTool(agent, erase, args, «read<Token>('token')»);`,
  { messageId: 'asserted', data: { ...token, value: "read<Token>('token')" } },
  `
declare function first<T>(values: readonly T[]): T;
export const run = (args: File, tokens: readonly Token[]) => invokeTool(agent, erase, args, first<Token>(tokens));`,
);

pair(
  'asserted by a type argument, of a method that may give nothing back',
  `
declare const store: { read<T>(key: string): T | undefined };
export async function run(args: File) {
  const token = «store.read<Token>('token')»;
  return token && invokeTool(agent, erase, args, token);
}`,
  { messageId: 'asserted', data: { ...token, value: "store.read<Token>('token')" } },
  `
declare function useRef<T>(): { current: T | undefined };
export function run(args: File) {
  const approved = useRef<Token>();
  return approved.current && invokeTool(agent, erase, args, approved.current);
}`,
);

pair(
  'asserted by a type argument that has a token in it',
  `
declare function postJson<T>(url: string, body: unknown): Promise<T>;
export async function run(args: File) {
  const { token } = «await postJson<{ token: Token }>('/approvals', args)»;
  return invokeTool(agent, erase, args, token);
}`,
  { messageId: 'asserted', data: { ...token, value: "await postJson<{ token: Token }>('/appr…" } },
  `
declare function loaded<T>(load: () => Promise<T>): Promise<T>;
export async function run(args: File, load: () => Promise<{ token: Token }>) {
  const { token } = await loaded<{ token: Token }>(load);
  return invokeTool(agent, erase, args, token);
}`,
);

pair(
  'asserted of what the runner answers, where it may have blocked',
  `
export async function run(args: File) {
  const decision = await runner.runBeforeTool(erase, args);
  return await invokeTool(agent, erase, args, «decision as Token»);
}`,
  { messageId: 'asserted', data: { ...token, value: 'decision as Token' } },
  `
export async function run(args: File) {
  const decision = await runner.runBeforeTool(erase, args);
  if (decision instanceof GuardrailBlocked) return undefined;
  return await invokeTool(agent, erase, args, decision as Token);
}`,
);

pair(
  'a long expression, which the message cuts',
  `export const token = «{ approvedBy: 'the owner', at: 'noon', because: 'it was asked for' } as unknown as Token»;`,
  { messageId: 'asserted', data: { ...token, value: "{ approvedBy: 'the owner', at: 'noon', …" } },
  `export const approval = { approvedBy: 'the owner', at: 'noon', because: 'it was asked for' } as unknown as object;`,
);

pair(
  'built: a copy',
  `export const run = (args: File, token: Token) => invokeTool(agent, erase, args, «{ ...token }»);`,
  { messageId: 'built', data: { ...token, value: '{ ...token }' } },
  `export const shown = (token: Token) => { log({ ...token }); };`,
);

pair(
  'built: JSON',
  `export const run = (args: File, text: string) => invokeTool(agent, erase, args, «JSON.parse(text)»);`,
  { messageId: 'built', data: { ...token, value: 'JSON.parse(text)' } },
  `export const run = (text: string, token: Token) => invokeTool(agent, erase, JSON.parse(text), token);`,
);

pair(
  'built: JSON, for a session',
  `
import type { McpClient } from '@agent-safety/runtime/mcp';
declare const session: McpClient;
export const run = (args: File, text: string) => session.callTool(agent, erase, args, «JSON.parse(text)»);`,
  { messageId: 'built', data: { ...token, value: 'JSON.parse(text)' } },
  `
type Passed<Given> = [Given] extends [Token] ? Given : string;
declare const session: { callTool<Given = Token>(token: Passed<Given>): void };
export const run = (text: string) => session.callTool(JSON.parse(text));`,
);

pair(
  'built: JSON, where a parameter of a token type is declared plainly',
  `
declare function erased<A extends AnyAgent>(by: A, token: GuardrailToken<typeof erase, NoInfer<A>>): void;
export const run = (text: string) => erased(agent, «JSON.parse(text)»);`,
  { messageId: 'built', data: { ...token, value: 'JSON.parse(text)' } },
  `
declare function erased<A extends AnyAgent>(by: A, token: string): void;
export const run = (text: string) => erased(agent, JSON.parse(text));`,
);

pair(
  'built by a JSON that is no global’s',
  `export const clone = (token: Token): Token => «structuredClone(token)»;`,
  { messageId: 'built', data: { ...token, value: 'structuredClone(token)' } },
  `
const structuredClone = (token: Token): Token => token;
export const clone = (token: Token): Token => structuredClone(token);`,
);

pair(
  'guessed',
  `export function isToken(value: unknown): «value is Token» { return typeof value === 'object'; }`,
  { messageId: 'guessed', data: { ...token, value: 'value is Token' } },
  `export function isToken(value: Token | GuardrailBlocked): value is Token { return !(value instanceof GuardrailBlocked); }`,
);

pair(
  'silenced',
  `
export const run = (args: File) =>
  // @ts-expect-error no guardrail yet
  invokeTool(agent, erase, args, «{ approved: true }»);`,
  { messageId: 'silenced', data: { ...token, value: '{ approved: true }' } },
  `
export const run = (args: number, token: Token) =>
  // @ts-expect-error other arguments
  invokeTool(agent, erase, args, token);`,
);

pair(
  'silenced where the token is left out',
  `
export const run = (args: File) =>
  // @ts-expect-error no guardrail yet
  «invokeTool(agent, erase, args)»;`,
  { messageId: 'omitted', data: { ...token, value: 'invokeTool(agent, erase, args)' } },
  `
declare function tryOut(args: File, token?: Token): void;
// @ts-expect-error other arguments
export const run = () => tryOut(1);`,
);

pair(
  'silenced in a whole file',
  `
// @ts-nocheck
const lookAlike = { tool: 'erase' };
export const run = (args: File) => invokeTool(agent, erase, args, «lookAlike»);`,
  { messageId: 'silenced', data: { ...token, value: 'lookAlike' } },
  `
// @ts-nocheck
export const run = (args: File, token: Token) => invokeTool(agent, erase, args, token);`,
);

pair(
  'untyped',
  `export const run = (args: File, token: any) => invokeTool(agent, erase, args, «token»);`,
  { messageId: 'untyped', data: { ...token, value: 'token', type: 'any' } },
  `export const run = (args: any, token: Token) => invokeTool(agent, erase, args, token);`,
);

pair(
  'never',
  `export const run = (args: File) => invokeTool(agent, erase, args, «{} as never»);`,
  { messageId: 'untyped', data: { ...token, value: '{} as never', type: 'never' } },
  `export const run = (token: Token) => invokeTool(agent, erase, {} as never, token);`,
);

pair(
  'a marker',
  `export const run = (args: File) => invokeTool(agent, erase, args, «{} as UncheckedInvocation<typeof erase>»);`,
  {
    messageId: 'asserted',
    data: {
      noun: 'marker',
      source: '`uncheckedInvocation` returns',
      type: '',
      value: '{} as UncheckedInvocation<typeof erase>',
    },
  },
  `export const run = (args: File) => invokeTool(agent, list, args, uncheckedInvocation(list));`,
);

// by what is inferred

pair(
  'asserted by the type of a variable, which a type argument is inferred of',
  `
declare function revive<T>(saved: unknown): T;
export const kept: Token = «revive({})»;`,
  { messageId: 'asserted', data: { ...token, value: 'revive({})' } },
  `
declare function identity<T>(value: T): T;
export const same = (given: Token): Token => identity(given);`,
);

pair(
  'asserted by the parameter that the result of a generic function is passed to',
  `
declare function parse<T>(text: string): T;
export const run = (args: File, text: string) => invokeTool(agent, erase, args, «parse(text)»);`,
  { messageId: 'asserted', data: { ...token, value: 'parse(text)' } },
  `
declare function newest<T>(values: T[]): T;
export const run = (args: File, tokens: Token[]) => invokeTool(agent, erase, args, newest(tokens));`,
);

pair(
  'asserted by a type argument of what is promised, and by its default',
  `
declare function load<T = Token>(key: string): Promise<T>;
export async function run(args: File) { const loaded = «await load('x')»; return invokeTool(agent, erase, args, loaded); }`,
  { messageId: 'asserted', data: { ...token, value: "await load('x')" } },
  `
declare function settled<T>(promise: Promise<T>): Promise<T>;
export const run = async (args: File, token: Promise<Token>) => invokeTool(agent, erase, args, await settled(token));`,
);

pair(
  'asserted by an overload of what returns anything',
  `
«function restore(saved: string): Token;»
function restore(saved: string): unknown { return saved; }
export const run = (args: File) => invokeTool(agent, erase, args, restore('x'));`,
  { messageId: 'asserted', data: { ...token, value: 'function restore(saved: string): Token;' } },
  `
function same(token: Token): Token;
function same(token: undefined): undefined;
function same(token: Token | undefined): Token | undefined { return token; }
export const run = (args: File, token: Token) => invokeTool(agent, erase, args, same(token));`,
);

pair(
  'guessed by a generic predicate, for what the caller names',
  `
declare function hasShape<T>(value: unknown): value is T;
export const run = (args: File, sent: unknown) => («hasShape<Token>(sent)» ? invokeTool(agent, erase, args, sent) : undefined);`,
  { messageId: 'guessed', data: { ...token, value: 'hasShape<Token>(sent)' } },
  `
declare function isThere<T>(value: T | undefined): value is T;
export const run = (args: File, token?: Token) => (isThere<Token>(token) ? invokeTool(agent, erase, args, token) : undefined);`,
);

pair(
  'guessed by what a denial passes as well',
  `export const isAllowed = (decision: Token | GuardrailBlocked): «decision is Token» => decision !== undefined && !!decision;`,
  { messageId: 'guessed', data: { ...token, value: 'decision is Token' } },
  `export const isAllowed = (decision: Token | GuardrailBlocked): decision is Token => !('reason' in decision);`,
);

// what has a token in it

const job = 'interface Job { path: string; token: Token }';
pair(
  'an assertion to a record with a token',
  `${job}
export const run = (text: string) => { const { path, token } = «JSON.parse(text) as Job»; return invokeTool(agent, erase, { path }, token); };`,
  { messageId: 'asserted', data: { ...token, value: 'JSON.parse(text) as Job' } },
  `${job}
export const jobs = {} as Record<string, Job>;
export const run = ({ path, token }: Job) => invokeTool(agent, erase, { path }, token);`,
);

pair(
  'an assertion to a list of tokens',
  `export const run = async (args: File, saved: unknown) => { for (const one of «saved as Token[]») await invokeTool(agent, erase, args, one); };`,
  { messageId: 'asserted', data: { ...token, value: 'saved as Token[]' } },
  `
const waiting = [] as Token[];
export const known = (given: readonly Token[]) => [...waiting, ...(given as Token[])];`,
);

pair(
  'an assertion to a promise of a token, of what may be a denial',
  `export const run = async (args: File) => invokeTool(agent, erase, args, await («runner.runBeforeTool(erase, args) as Promise<Token>»));`,
  { messageId: 'asserted', data: { ...token, value: 'runner.runBeforeTool(erase, args) as Pr…' } },
  `export const run = async (args: File, given: Promise<Token>) => invokeTool(agent, erase, args, await (given as Promise<Token>));`,
);

pair(
  'an assertion to a function that returns tokens',
  `
const approved = «(() => ({ by: 'me' })) as unknown as () => Token»;
export const run = (args: File) => invokeTool(agent, erase, args, approved());`,
  { messageId: 'asserted', data: { ...token, value: "(() => ({ by: 'me' })) as unknown as ()…" } },
  `
declare const given: (() => Token) | undefined;
export const run = (args: File) => invokeTool(agent, erase, args, (given as () => Token)());`,
);

pair(
  'JSON where a record with a token is taken',
  `${job}
export function run(text: string) { const { path, token }: Job = «JSON.parse(text)»; return invokeTool(agent, erase, { path }, token); }`,
  { messageId: 'built', data: { ...token, value: 'JSON.parse(text)' } },
  `
interface Noted { path: string; token: Token | string }
export const noted = (text: string): Noted => JSON.parse(text);`,
);

pair(
  'any that a function promises, or yields, as a token',
  `export async function* run(lines: any[]): AsyncGenerator<Token> { for (const line of lines) yield «line»; }`,
  { messageId: 'untyped', data: { ...token, value: 'line', type: 'any' } },
  `export function* run(tokens: Token[], extra: any[]): Generator<Token | string> { yield* tokens; for (const one of extra) yield String(one); }`,
);

pair(
  'a property that is any, in an object made of two',
  `${job}
export const run = (path: string, given: any): Job => «Object.assign({ path }, { token: given })»;`,
  { messageId: 'untyped', data: { ...token, value: 'Object.assign({ path }, { token: given …', type: 'any' } },
  `${job}
export const run = (path: any, token: Token): Job => Object.assign({ path }, { token });`,
);

pair(
  'a clone of what has a token in it',
  `export const run = (path: string, token: Token) => { const job = «structuredClone({ path, token })»; return invokeTool(agent, erase, job, job.token); };`,
  { messageId: 'built', data: { ...token, value: 'structuredClone({ path, token })' } },
  `export const run = (path: string, token: Token) => { const job = structuredClone({ path }); return invokeTool(agent, erase, job, token); };`,
);

pair(
  'a copy of a token in a variable',
  `export const run = (args: File, token: Token) => { const named = «Object.assign({ name: 'x' }, token)»; return invokeTool(agent, erase, args, named); };`,
  { messageId: 'built', data: { ...token, value: "Object.assign({ name: 'x' }, token)" } },
  `export const run = (args: File, token: Token) => { const named = Object.assign({ name: 'x' }, args); return invokeTool(agent, erase, named, token); };`,
);

pair(
  'a class with the type of a token',
  `export abstract class Stub implements «Token» {}`.replace(
    'export abstract class Stub',
    '// @ts-expect-error the brand\nexport abstract class Stub',
  ),
  { messageId: 'built', data: { ...token, value: 'Token' } },
  `export class Kept implements Iterable<Token> { *[Symbol.iterator](): Generator<Token> {} }`,
);

pair(
  'an assertion to an alias that makes the token’s type anew',
  `
type Plain<T> = { -readonly [Key in keyof T]: T[Key] };
export const run = (args: File) => invokeTool(agent, erase, args, «{} as Plain<Token>»);`,
  { messageId: 'asserted', data: { ...token, value: '{} as Plain<Token>' } },
  `
type Plain<T> = { -readonly [Key in keyof T]: T[Key] };
export const run = (args: File, token: Token) => invokeTool(agent, erase, {} as Plain<File>, token);`,
);

pair(
  'a token of any tool, where one of this tool is taken',
  `
declare function relax(token: GuardrailToken<any, any>): GuardrailToken<any, any>;
export const run = (args: File, token: Token) => invokeTool(agent, erase, args, «relax(token)»);`,
  { messageId: 'untyped', data: { ...token, value: 'relax(token)', type: 'any' } },
  `
declare function noted<T extends AnyTool, A extends AnyAgent>(token: GuardrailToken<T, A>): GuardrailToken<T, A>;
export const run = (args: File, token: Token) => invokeTool(agent, erase, args, noted(token));`,
);

// functions that take a token

const emitter = "import { EventEmitter } from 'node:events'; const bus = new EventEmitter();";
pair(
  'a listener that says its argument is a token, which is any',
  `${emitter}
bus.on('approved', («token: Token») => invokeTool(agent, erase, { path: 'a' }, token));`,
  { messageId: 'untyped', data: { ...token, value: 'token: Token', type: 'any' } },
  `
const listeners: ((token: Token) => unknown)[] = [];
listeners.push((token: Token) => invokeTool(agent, erase, { path: 'a' }, token));`,
);

pair(
  'a function that takes a token, as a listener of anything',
  `${emitter}
export const next = new Promise<Token>((resolve) => { bus.once('token', «resolve»); });`,
  { messageId: 'loosened', data: { ...token, value: 'resolve' } },
  `
const listeners: ((token: Token) => unknown)[] = [];
export const next = new Promise<Token>((resolve) => { listeners.push(resolve); });`,
);

pair(
  'the function that spends tokens, without its type',
  `export const run = (args: File) => («invokeTool as any»)(agent, erase, args, {});`,
  { messageId: 'loosened', data: { ...token, value: 'invokeTool as any' } },
  `export const run = (args: File, token: Token) => (invokeTool as typeof invokeTool)(agent, erase, args, token);`,
);

pair(
  'the function that spends tokens, as a function of anything',
  `
const call: (...args: any[]) => unknown = «invokeTool»;
export const run = (args: File) => call(agent, erase, args, {});`,
  { messageId: 'loosened', data: { ...token, value: 'invokeTool' } },
  `
const call: typeof invokeTool = invokeTool;
export const run = (args: File, token: Token) => call(agent, erase, args, token);
log(invokeTool);`,
);

pair(
  'the function that spends tokens, asserted to be one of unknown arguments',
  `
type Loose = (...args: unknown[]) => Promise<unknown>;
const call = «invokeTool as unknown as Loose»;
export const run = (args: File) => call(agent, erase, args, {});`,
  { messageId: 'loosened', data: { ...token, value: 'invokeTool as unknown as Loose' } },
  `
type Named = (name: string, ...rest: unknown[]) => Promise<unknown>;
declare const log: (name: string, value: unknown) => Promise<unknown>;
const call = log as unknown as Named;
export const run = (args: File, token: Token) => [call('erase', args), invokeTool(agent, erase, args, token)];`,
);

pair(
  'a wrapper that keeps the type of its function',
  `export const run = (args: File) => Reflect.apply(«invokeTool», undefined, [agent, erase, args, {}]);`,
  { messageId: 'loosened', data: { ...token, value: 'invokeTool' } },
  `
declare function timed<F extends (...args: any[]) => unknown>(fn: F): F;
const spend = timed((args: File, token: Token) => invokeTool(agent, erase, args, token));
const own = timed(invokeTool);
export const run = (args: File, token: Token) => [spend(args, token), own(agent, erase, args, token)];`,
);

pair(
  'a method that promises any, where a token is promised',
  `
interface Approver { approve(path: string): Promise<Token> }
export const stub: Approver = { approve: async (path): «Promise<any>» => ({ path }) };`,
  { messageId: 'untyped', data: { ...token, value: 'Promise<any>', type: 'any' } },
  `
interface Approver { approve(path: string): Promise<Token> }
export const real = (token: Token): Approver => ({ approve: async (): Promise<Token> => token });`,
);

// JavaScript

silent(
  'a parameter of a JavaScript function has no type to give',
  `export const run = (args, token) => invokeTool(agent, erase, args, token);`.trim(),
  { filename: 'script.js' },
);

// tokens that settings describe

const ticket = {
  id: 'acme.ticket',
  noun: 'ticket',
  types: [{ packages: ['agent-safety-sdk-tests'], names: ['Ticket'] }],
  mints: [{ callee: { packages: ['agent-safety-sdk-tests'], names: ['Desk'], method: 'ask' } }],
  spends: [],
  source: 'https://wiki.acme.example/tickets',
};
silent(
  'one’s own token, in the package that declares it',
  `
class Desk { ask(): Ticket { return { id: 'x' } as Ticket; } }
interface Ticket { readonly id: string }
export const mine = new Desk().ask();`,
  { settings: { 'agent-safety': { tokens: [ticket] } } },
);

pair(
  'a variable without a value',
  `
export async function run(args: File) {
  let token!: Token;
  const decision = await runner.runBeforeTool(erase, args);
  if (!(decision instanceof GuardrailBlocked)) token = decision;
  return invokeTool(agent, erase, args, «token»);
}`,
  { messageId: 'unassigned', data: { ...token, value: 'token' } },
  `
export async function run(args: File) {
  let token!: Token;
  const decision = await runner.runBeforeTool(erase, args);
  if (decision instanceof GuardrailBlocked) return; else token = decision;
  return invokeTool(agent, erase, args, token);
}`,
);

tester.run('no-forged-token', noForgedToken, { valid, invalid });
