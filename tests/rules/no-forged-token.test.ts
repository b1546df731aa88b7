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

tester.run('no-forged-token', noForgedToken, { valid, invalid });
