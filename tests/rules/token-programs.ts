/** Programs over the runtime contract: what the three rules about tokens have to tell apart. */

/** A program, without {@link tokenPrelude}. In a faulty one, what has to be reported stands in `«…»`. */
export interface TokenProgram {
  readonly name: string;
  readonly code: string;
  /** Files beside it, which are not linted. */
  readonly beside?: Readonly<Record<string, string>>;
}

/** Stands before each program: tools, agents and runners. One line, so that lines count from the program's own first. */
export const tokenPrelude =
  `
import { block, CallbackRunner, defineAgent, defineTool, delegate, GuardrailBlocked, invokeTool, noGuardrailRequired, TokenRejected, uncheckedInvocation } from '@agent-safety/runtime';
import type { AnyAgent, AnyTool, GuardrailToken, TokenBrand, UncheckedInvocation } from '@agent-safety/runtime';
import { z } from 'zod';
const file = z.object({ path: z.string() });
const erase = defineTool({ name: 'erase', class: 'write', input: file, guardrail: 'required', handler: ({ path }) => path });
const move = defineTool({ name: 'move', class: 'write', input: file, guardrail: 'required', handler: ({ path }) => path });
const tag = defineTool({ name: 'tag', class: 'write', input: z.object({ path: z.string(), tags: z.array(z.string()) }), guardrail: 'required', handler: ({ path }) => path });
const list = defineTool({ name: 'list', class: 'read', input: file, guardrail: noGuardrailRequired('names only'), handler: ({ path }) => [path] });
const agent = defineAgent({ name: 'files', tools: [erase, move, tag, list] });
const backup = defineAgent({ name: 'backup', tools: [erase, move] });
const runner = new CallbackRunner(agent, { beforeTool: ({ args }) => (args.path === '/' ? block('the root stays') : undefined) });
const backupRunner = new CallbackRunner(backup, { beforeTool: () => undefined });
type File = z.infer<typeof file>;
type Token = GuardrailToken<typeof erase, typeof agent>;
declare const flag: boolean;
declare const paths: string[];
declare function approve(question: string): Promise<boolean>;
declare function log(...values: unknown[]): void;
declare function audit(entry: object): Promise<void>;
`
    .trim()
    .replaceAll('\n', ' ') + '\n';

const approvals = `
import type { TokenBrand } from '@agent-safety/runtime';
export type Approval = Readonly<Record<TokenBrand, 'approval'>> & { readonly by: string };
export interface Consent extends Readonly<Record<TokenBrand, 'consent'>> { readonly to: string }
`;

/** Right as they are: no rule may report anything. */
export const correctPrograms: readonly TokenProgram[] = [
  {
    name: 'one token for one call',
    code: `
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return token.reason;
  return await invokeTool(agent, erase, args, token);
}`,
  },
  {
    name: 'a helper that mints and spends',
    code: `
async function guarded(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) throw new Error(token.reason);
  return await invokeTool(agent, erase, args, token);
}
export async function run(path: string) {
  await guarded({ path });
  await guarded({ path });
}`,
  },
  {
    name: 'a helper that spends',
    code: `
async function spend(args: File, token: Token) {
  return await invokeTool(agent, erase, args, token);
}
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  await spend(args, token);
  const second = await runner.runBeforeTool(erase, args);
  if (second instanceof GuardrailBlocked) return;
  await spend(args, second);
}`,
  },
  {
    name: 'a helper that mints, called for each call',
    code: `
async function mint(args: File): Promise<Token> {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) throw new Error(token.reason);
  return token;
}
export async function run(args: File) {
  await invokeTool(agent, erase, args, await mint(args));
  await invokeTool(agent, erase, args, await mint(args));
}`,
  },
  {
    name: 'a helper that takes an options object',
    code: `
interface Call { readonly args: File; readonly token: Token; readonly signal?: AbortSignal }
async function spend({ args, token, signal }: Call) {
  return await invokeTool(agent, erase, args, token, { signal });
}
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  await spend({ args, token });
}`,
  },
  {
    name: 'a token for each iteration',
    code: `
export async function run() {
  for (const path of paths) {
    const args = { path };
    const token = await runner.runBeforeTool(erase, args);
    if (token instanceof GuardrailBlocked) continue;
    await invokeTool(agent, erase, args, token);
  }
}`,
  },
  {
    name: 'a token for each iteration, in a variable outside of the loop',
    code: `
export async function run(args: File) {
  let token = await runner.runBeforeTool(erase, args);
  while (!(token instanceof GuardrailBlocked)) {
    await invokeTool(agent, erase, args, token);
    token = await runner.runBeforeTool(erase, args);
  }
}`,
  },
  {
    name: 'a token for each element of an array',
    code: `
export async function run() {
  return await Promise.all(
    paths.map(async (path) => {
      const token = await runner.runBeforeTool(erase, { path });
      if (token instanceof GuardrailBlocked) return undefined;
      return await invokeTool(agent, erase, { path }, token);
    }),
  );
}`,
  },
  {
    name: 'tokens in an array of the function',
    code: `
export async function run(files: File[]) {
  const tokens = await Promise.all(files.map((args) => runner.runBeforeTool(erase, args)));
  for (const [index, token] of tokens.entries()) {
    const args = files[index];
    if (args && !(token instanceof GuardrailBlocked)) await invokeTool(agent, erase, args, token);
  }
}`,
  },
  {
    name: 'tokens in a map of the function',
    code: `
export async function run(files: File[]) {
  const minted = new Map<File, Token>();
  for (const args of files) {
    const token = await runner.runBeforeTool(erase, args);
    if (!(token instanceof GuardrailBlocked)) minted.set(args, token);
  }
  for (const [args, token] of minted) await invokeTool(agent, erase, args, token);
}`,
  },
  {
    name: 'tokens in an object of the function',
    code: `
export async function run(args: File) {
  const state: { token?: Token } = {};
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  state.token = token;
  if (state.token) await invokeTool(agent, erase, args, state.token);
}`,
  },
  {
    name: 'a generator',
    code: `
export async function* run(files: Iterable<File>) {
  for (const args of files) {
    const token = await runner.runBeforeTool(erase, args);
    if (token instanceof GuardrailBlocked) {
      yield token.reason;
      continue;
    }
    yield await invokeTool(agent, erase, args, token);
  }
}`,
  },
  {
    name: 'a class with private methods',
    code: `
export class Eraser {
  readonly #runner = new CallbackRunner(agent, { beforeTool: () => undefined });
  async erase(args: File) {
    const token = await this.#ask(args);
    return token ? await this.#spend(args, token) : undefined;
  }
  async #ask(args: File): Promise<Token | undefined> {
    const token = await this.#runner.runBeforeTool(erase, args);
    return token instanceof GuardrailBlocked ? undefined : token;
  }
  async #spend(args: File, token: Token) {
    return await invokeTool(agent, erase, args, token);
  }
}`,
  },
  {
    name: 'using',
    code: `
declare function lock(path: string): AsyncDisposable & { readonly path: string };
export async function run(args: File) {
  await using held = lock(args.path);
  const token = await runner.runBeforeTool(erase, { path: held.path });
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(agent, erase, { path: held.path }, token);
}`,
  },
  {
    name: 'early returns',
    code: `
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  if (flag) return await invokeTool(agent, erase, args, token);
  log(args);
  return await invokeTool(agent, erase, args, token);
}`,
  },
  {
    name: 'branches that exclude each other',
    code: `
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  if (flag) await invokeTool(agent, erase, args, token);
  else await invokeTool(agent, erase, args, token, { signal: AbortSignal.timeout(1000) });
}`,
  },
  {
    name: 'conditions that exclude each other',
    code: `
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  const isDry = args.path.endsWith('.bak');
  if (isDry) await invokeTool(agent, erase, args, token);
  log('done');
  if (!isDry) await invokeTool(agent, erase, args, token, {});
}`,
  },
  {
    name: 'cases of a switch',
    code: `
export async function run(args: File, kind: 'now' | 'soon') {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  switch (kind) {
    case 'now':
      await invokeTool(agent, erase, args, token);
      break;
    case 'soon':
      await invokeTool(agent, erase, args, token, {});
      break;
  }
}`,
  },
  {
    name: 'either side of a conditional expression',
    code: `
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  return flag ? await invokeTool(agent, erase, args, token) : await invokeTool(agent, erase, args, token, {});
}`,
  },
  {
    name: 'a runner inside of another one’s callback',
    code: `
export const nested = new CallbackRunner(backup, {
  beforeTool: async () => {
    const args = { path: 'journal' };
    const token = await runner.runBeforeTool(erase, args);
    if (token instanceof GuardrailBlocked) return block(token.reason);
    await invokeTool(agent, erase, args, token);
    return undefined;
  },
});`,
  },
  {
    name: 'an outer token spent once inside of another one’s callback',
    code: `
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  const nested = new CallbackRunner(backup, {
    beforeTool: async () => {
      await invokeTool(agent, erase, args, token);
      return undefined;
    },
  });
  const inner = await nested.runBeforeTool(move, args);
  if (inner instanceof GuardrailBlocked) return;
  await invokeTool(backup, move, args, inner);
}`,
  },
  {
    name: 'a human who is asked between mint and spend',
    code: `
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  if (!(await approve('Erase ' + args.path + '?'))) return;
  await audit({ tool: 'erase', args });
  await invokeTool(agent, erase, args, token);
}`,
  },
  {
    name: 'a human who is asked in the callback',
    code: `
const asking = new CallbackRunner(agent, {
  beforeTool: async ({ name, args }) => ((await approve(name + ' ' + args.path)) ? undefined : block('declined')),
  expiresInMs: 60_000,
});
export async function run(args: File) {
  const token = await asking.runBeforeTool(erase, args);
  return token instanceof GuardrailBlocked ? token.reason : await invokeTool(agent, erase, args, token);
}`,
  },
  {
    name: 'tests that expect a rejection',
    code: `
declare const expect: (value: unknown) => { rejects: { toThrow(error: unknown): Promise<void>; toBeInstanceOf(error: unknown): Promise<void> } };
declare const assert: { rejects(call: Promise<unknown> | (() => Promise<unknown>), error: unknown): Promise<void> };
export async function tests(args: File) {
  await expect(invokeTool(agent, erase, args, {} as Token)).rejects.toThrow(TokenRejected);
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(agent, erase, args, token);
  await expect(invokeTool(agent, erase, args, token)).rejects.toThrow(TokenRejected);
  await assert.rejects(invokeTool(agent, erase, args, token), TokenRejected);
  await assert.rejects(() => invokeTool(agent, erase, args, token), TokenRejected);
}`,
  },
  {
    name: 'tests that expect other tools, agents and arguments to be rejected',
    code: `
declare const assert: { rejects(call: Promise<unknown>, error: unknown): Promise<void> };
export async function tests() {
  const one = await runner.runBeforeTool(erase, { path: 'a' });
  const two = await runner.runBeforeTool(erase, { path: 'a' });
  const three = await runner.runBeforeTool(erase, { path: 'a' });
  if (one instanceof GuardrailBlocked || two instanceof GuardrailBlocked || three instanceof GuardrailBlocked) return;
  await assert.rejects(invokeTool(agent, erase, { path: 'b' }, one), TokenRejected);
  await assert.rejects(invokeTool(agent, move, { path: 'a' }, two as never), TokenRejected);
  await assert.rejects(invokeTool(backup, erase, { path: 'a' }, three as never), TokenRejected);
}`,
  },
  {
    name: 'tests that catch the rejection by hand',
    code: `
declare const assert: { fail(message: string): never; ok(value: unknown): void };
export async function test(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(agent, erase, args, token);
  try {
    await invokeTool(agent, erase, args, token);
    assert.fail('spent twice');
  } catch (error) {
    assert.ok(error instanceof TokenRejected);
  }
}`,
  },
  {
    name: 'other types of the same names',
    code: `
namespace other {
  export interface GuardrailToken { readonly id: string }
  export class CallbackRunner {
    runBeforeTool(_tool: string): GuardrailToken { return { id: 'x' }; }
  }
  export async function invokeTool(_tool: string, token: GuardrailToken) { return token.id; }
}
export async function run() {
  const token = new other.CallbackRunner().runBeforeTool('erase');
  await other.invokeTool('erase', token);
  await other.invokeTool('move', token);
  const forged = { id: 'y' } as other.GuardrailToken;
  await other.invokeTool('erase', forged);
  await other.invokeTool('erase', JSON.parse('{}'));
}`,
  },
  {
    name: 'a brand of one’s own, taken from where it is checked',
    code: `
import type { Approval } from './approvals.js';
declare function approvalOf(ticket: string): Promise<Approval | undefined>;
export async function run(ticket: string) {
  const approval = await approvalOf(ticket);
  if (!approval) return;
  log(approval.by);
  return approval;
}
export class Request {
  approval?: Approval;
  allow(approval: Approval) {
    this.approval = approval;
  }
}`,
    beside: { 'approvals.ts': approvals },
  },
  {
    name: 'assertions that change nothing about it',
    code: `
export async function run(args: File, token: Token | undefined) {
  if (!token) return;
  await invokeTool(agent, erase, args, token as Token);
}
export const none = undefined as Token | undefined;
export const missing = null as Token | null;
export const tokens = [] as Token[];
export const byPath = new Map<string, Token>();
export const sure = (token?: Token) => token!;`,
  },
  {
    name: 'a narrowing by a cast, where the blocked call is out',
    code: `
export async function run(args: File) {
  const decision = await runner.runBeforeTool(erase, args);
  if (decision instanceof GuardrailBlocked) return;
  const token = decision satisfies Token;
  await invokeTool(agent, erase, args, token as Token);
}`,
  },
  {
    name: 'a predicate over what the runner answers',
    code: `
function isAllowed<T>(decision: T | GuardrailBlocked): decision is T {
  return !(decision instanceof GuardrailBlocked);
}
function isToken(decision: Token | GuardrailBlocked): decision is Token {
  return !(decision instanceof GuardrailBlocked);
}
export async function run(args: File) {
  const decision = await runner.runBeforeTool(erase, args);
  if (isAllowed(decision)) await invokeTool(agent, erase, args, decision);
  const next = await runner.runBeforeTool(erase, args);
  if (isToken(next)) await invokeTool(agent, erase, args, next);
}`,
  },
  {
    name: 'an assertion function over what the runner answers',
    code: `
function assertAllowed<T>(decision: T | GuardrailBlocked): asserts decision is T {
  if (decision instanceof GuardrailBlocked) throw new Error(decision.reason);
}
export async function run(args: File) {
  const decision = await runner.runBeforeTool(erase, args);
  assertAllowed(decision);
  await invokeTool(agent, erase, args, decision);
}`,
  },
  {
    name: 'unwrapped by a function that gives it back',
    code: `
function unwrap<T>(decision: T | GuardrailBlocked): T {
  if (decision instanceof GuardrailBlocked) throw new Error(decision.reason);
  return decision;
}
export async function run(args: File) {
  await invokeTool(agent, erase, args, unwrap(await runner.runBeforeTool(erase, args)));
  await invokeTool(agent, erase, args, unwrap<Token>(await runner.runBeforeTool(erase, args)));
}`,
  },
  {
    name: 'generic code over tools and agents',
    code: `
export async function call<T extends AnyTool>(tool: T, token: GuardrailToken<T, AnyAgent>) {
  log(tool.name);
  return token;
}
export async function first<T>(values: readonly T[]): Promise<T | undefined> {
  return values[0];
}
export async function run(args: File, tokens: readonly Token[]) {
  const token = await first(tokens);
  if (token) await invokeTool(agent, erase, args, token);
}`,
  },
  {
    name: 'compared, logged and never spent',
    code: `
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  log(token);
  console.log('decided', token instanceof GuardrailBlocked, token === undefined);
  if (token instanceof GuardrailBlocked) return false;
  log(typeof token, Object.keys(token), String(Object.isFrozen(token)));
  await invokeTool(agent, erase, args, token);
  log(token);
  return true;
}`,
  },
  {
    name: 'minted and not spent',
    code: `
export async function dryRun(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  return !(token instanceof GuardrailBlocked);
}`,
  },
  {
    name: 'minted anew before a retry',
    code: `
export async function run(args: File) {
  for (let attempt = 0; attempt < 3; attempt++) {
    const token = await runner.runBeforeTool(erase, args);
    if (token instanceof GuardrailBlocked) return;
    try {
      return await invokeTool(agent, erase, args, token);
    } catch (error) {
      log(error);
    }
  }
  return undefined;
}`,
  },
  {
    name: 'minted anew in catch',
    code: `
export async function run(args: File) {
  let token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  try {
    return await invokeTool(agent, erase, args, token);
  } catch {
    token = await runner.runBeforeTool(erase, args);
    if (token instanceof GuardrailBlocked) return;
    return await invokeTool(agent, erase, args, token);
  }
}`,
  },
  {
    name: 'a retry that mints in what it repeats',
    code: `
async function withRetry<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch {
    return await attempt();
  }
}
export async function run(args: File) {
  return await withRetry(async () => {
    const token = await runner.runBeforeTool(erase, args);
    if (token instanceof GuardrailBlocked) throw new Error(token.reason);
    return await invokeTool(agent, erase, args, token);
  });
}`,
  },
  {
    name: 'a loop that is left after the call',
    code: `
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  for (const path of paths) {
    if (path !== args.path) continue;
    await invokeTool(agent, erase, args, token);
    break;
  }
}`,
  },
  {
    name: 'a closure that is called once',
    code: `
async function timed<T>(work: () => Promise<T>): Promise<T> {
  const began = Date.now();
  const result = await work();
  log(Date.now() - began);
  return result;
}
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  return await timed(() => invokeTool(agent, erase, args, token));
}`,
  },
  {
    name: 'then, and catch that reports',
    code: `
export function run(args: File) {
  return runner.runBeforeTool(erase, args).then((token) =>
    token instanceof GuardrailBlocked
      ? token.reason
      : invokeTool(agent, erase, args, token).then(
          (path) => path,
          (error: unknown) => {
            log(error);
            return undefined;
          },
        ),
  );
}`,
  },
  {
    name: 'two tools, each with its token',
    code: `
export async function run(args: File) {
  const [first, second] = await Promise.all([runner.runBeforeTool(erase, args), runner.runBeforeTool(move, args)]);
  if (first instanceof GuardrailBlocked || second instanceof GuardrailBlocked) return;
  await Promise.all([invokeTool(agent, erase, args, first), invokeTool(agent, move, args, second)]);
}`,
  },
  {
    name: 'two agents, each with its token',
    code: `
export async function run(args: File) {
  const mine = await runner.runBeforeTool(erase, args);
  if (mine instanceof GuardrailBlocked) return;
  await invokeTool(agent, erase, args, mine);
  const theirs = await backupRunner.runBeforeTool(erase, args);
  if (theirs instanceof GuardrailBlocked) return;
  await invokeTool(backup, erase, args, theirs);
}`,
  },
  {
    name: 'a delegated agent with a runner of its own',
    code: `
export async function run(args: File) {
  const lent = delegate(agent, backup, [erase]);
  const lentRunner = new CallbackRunner(lent, { beforeTool: () => undefined });
  const token = await lentRunner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(lent, erase, args, token);
}`,
  },
  {
    name: 'the runner’s own agent',
    code: `
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(runner.agent, erase, args, token);
}`,
  },
  {
    name: 'a runner and an agent that a function gives',
    code: `
function setUp() {
  const own = defineAgent({ name: 'own', tools: [erase] });
  return { own, ownRunner: new CallbackRunner(own, { beforeTool: () => undefined }) };
}
export async function run(args: File) {
  const { own, ownRunner } = setUp();
  const token = await ownRunner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(own, erase, args, token);
}`,
  },
  {
    name: 'agents made per request',
    code: `
const agentFor = (user: string) => defineAgent({ name: user, tools: [erase] });
export async function run(user: string, args: File) {
  const own = agentFor(user);
  const ownRunner = new CallbackRunner(own, { beforeTool: () => undefined });
  const token = await ownRunner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(own, erase, args, token);
}`,
  },
  {
    name: 'equal arguments, written twice',
    code: `
const root = 'tmp';
export async function run() {
  const token = await runner.runBeforeTool(tag, { path: root, tags: ['a', 'b'] });
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(agent, tag, { tags: ['a', 'b'], path: 'tmp' }, token);
}`,
  },
  {
    name: 'a copy of the arguments',
    code: `
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(agent, erase, { ...args }, token);
}
export async function runCopy(args: File) {
  const token = await runner.runBeforeTool(erase, { ...args });
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(agent, erase, structuredClone(args), token);
}
export async function runFields({ path }: File) {
  const token = await runner.runBeforeTool(erase, { path });
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(agent, erase, { path: path }, token);
}`,
  },
  {
    name: 'arguments that are made ready before they are asked about',
    code: `
function trim(args: File) {
  args.path = args.path.trim();
}
export async function run(args: File) {
  trim(args);
  args.path += '.bak';
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(agent, erase, args, token);
}`,
  },
  {
    name: 'arguments that change after the call',
    code: `
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  const result = await invokeTool(agent, erase, args, token);
  args.path = result;
  return args;
}
export async function queue(files: File[]) {
  for (let next = files.shift(); next; next = files.shift()) {
    const token = await runner.runBeforeTool(erase, next);
    if (token instanceof GuardrailBlocked) continue;
    await invokeTool(agent, erase, next, token);
    next.path = '';
  }
}`,
  },
  {
    name: 'something beside the arguments changes',
    code: `
interface Job { readonly args: File; state: string; attempts: number }
export async function run(job: Job) {
  const token = await runner.runBeforeTool(erase, job.args);
  if (token instanceof GuardrailBlocked) return;
  job.state = 'running';
  job.attempts++;
  await invokeTool(agent, erase, job.args, token);
}`,
  },
  {
    name: 'the blocked call’s arguments change',
    code: `
export async function run(args: File) {
  let token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) {
    args.path = 'trash/' + args.path;
    token = await runner.runBeforeTool(erase, args);
    if (token instanceof GuardrailBlocked) return;
  }
  await invokeTool(agent, erase, args, token);
}`,
  },
  {
    name: 'changed and asked again',
    code: `
export async function run(args: File) {
  const first = await runner.runBeforeTool(erase, args);
  if (!(first instanceof GuardrailBlocked)) {
    await invokeTool(agent, erase, args, first);
    return;
  }
  args.path = 'trash/' + args.path;
  const second = await runner.runBeforeTool(erase, args);
  if (second instanceof GuardrailBlocked) return;
  await invokeTool(agent, erase, args, second);
}`,
  },
  {
    name: 'methods that read the arguments',
    code: `
const seen = new Map<string, number>();
export async function run(args: { path: string; tags: string[] }) {
  const token = await runner.runBeforeTool(tag, args);
  if (token instanceof GuardrailBlocked) return;
  log(args.tags.slice().sort(), args.tags.join(), args.path.trim(), [...args.tags].reverse(), JSON.stringify(args));
  seen.set(args.path, (seen.get(args.path) ?? 0) + 1);
  const names = args.tags.map((name) => name.toUpperCase());
  names.push('more');
  const copy = { ...args };
  copy.path = 'elsewhere';
  const target = Object.assign({}, args, { path: 'x' });
  log(target, copy);
  await invokeTool(agent, tag, args, token);
}`,
  },
  {
    name: 'the token of a tool whose author asks for none',
    code: `
const unchecked = uncheckedInvocation(list);
export async function run() {
  for (const path of paths) await invokeTool(agent, list, { path }, unchecked);
  await invokeTool(agent, list, { path: '.' }, unchecked);
  await Promise.all(paths.map((path) => invokeTool(agent, list, { path }, unchecked)));
}
export class Lister {
  readonly #unchecked: UncheckedInvocation<typeof list> = uncheckedInvocation(list);
  list(path: string) {
    return invokeTool(agent, list, { path }, this.#unchecked);
  }
}`,
  },
  {
    name: 'a token that a caller hands in',
    code: `
export const erasing = (args: File, token: Token) => invokeTool(agent, erase, args, token);
export function later(args: File, token: Token): () => Promise<string> {
  return () => invokeTool(agent, erase, args, token);
}
export default async function handle(request: { args: File; token?: Token }) {
  const { args, token } = request;
  if (!token) return undefined;
  return await erasing(args, token);
}`,
  },
  {
    name: 'a token for each of two servers, by name',
    code: `
const runners = { files: runner, again: new CallbackRunner(agent, { beforeTool: () => undefined }) };
export async function run(which: keyof typeof runners, args: File) {
  const token = await runners[which].runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(agent, erase, args, token);
}`,
  },
  {
    name: 'the tool chosen by a condition, the same for both',
    code: `
export async function run(args: File) {
  const tool = flag ? erase : erase;
  const token = await runner.runBeforeTool(tool, args);
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(agent, tool, args, token);
}`,
  },
  {
    name: 'either of two mints',
    code: `
export async function run(args: File, other: CallbackRunner<typeof agent>) {
  const token = flag ? await runner.runBeforeTool(erase, args) : await other.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(agent, erase, args, token);
}`,
  },
  {
    name: 'a field that holds the decision, not the token',
    code: `
export class Guarded {
  #last: string | undefined;
  readonly #decisions: boolean[] = [];
  async run(args: File) {
    const token = await runner.runBeforeTool(erase, args);
    this.#decisions.push(!(token instanceof GuardrailBlocked));
    this.#last = token instanceof GuardrailBlocked ? token.reason : 'allowed';
    if (token instanceof GuardrailBlocked) return this.#last;
    return await invokeTool(agent, erase, args, token);
  }
}`,
  },
  {
    name: 'JSON from outside that is not the token',
    code: `
export async function run(text: string) {
  const args: File = JSON.parse(text);
  const untyped: any = JSON.parse(text);
  log(untyped.path, untyped);
  const token = await runner.runBeforeTool(erase, untyped);
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(agent, erase, untyped, token);
  return args;
}`,
  },
  {
    name: 'a mock of something else in a test',
    code: `
interface Mailer { send(to: string): Promise<void> }
export const mailer = { send: async () => undefined } as unknown as Mailer;
export const anything = {} as any;
export const nothing = {} as never;
export function unknownToFile(value: unknown) {
  return value as File;
}`,
  },
  {
    name: 'a let that is set in a try',
    code: `
export async function run(args: File) {
  let token: Token | GuardrailBlocked | undefined;
  try {
    token = await runner.runBeforeTool(erase, args);
  } catch (error) {
    log(error);
    return;
  }
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(agent, erase, args, token);
}`,
  },
  {
    name: 'finally that cleans up',
    code: `
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  try {
    return await invokeTool(agent, erase, args, token);
  } finally {
    log(token, args);
  }
}`,
  },
  {
    name: 'a recursive walk',
    code: `
export async function walk(folder: File, children: readonly File[]): Promise<void> {
  const token = await runner.runBeforeTool(erase, folder);
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(agent, erase, folder, token);
  for (const child of children) await walk(child, []);
}`,
  },
  {
    name: 'a pipeline of middleware',
    code: `
type Next = (args: File, token: Token) => Promise<string>;
const logged = (next: Next): Next => async (args, token) => {
  log(args);
  return await next(args, token);
};
const last: Next = (args, token) => invokeTool(agent, erase, args, token);
export const pipeline = logged(logged(last));
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  return await pipeline(args, token);
}`,
  },
  {
    name: 'a type with a token in it',
    code: `
interface Pending { readonly args: File; readonly token: Token }
export async function ask(args: File): Promise<Pending | undefined> {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return undefined;
  return { args, token };
}
export async function run(path: string) {
  const pending = await ask({ path });
  if (pending) await invokeTool(agent, erase, pending.args, pending.token);
}`,
  },
  {
    name: 'a token that is shadowed',
    code: `
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(agent, erase, args, token);
  {
    const token = await runner.runBeforeTool(erase, args);
    if (token instanceof GuardrailBlocked) return;
    await invokeTool(agent, erase, args, token);
  }
}`,
  },
  {
    name: 'a race against a timer',
    code: `
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  return await Promise.race([
    invokeTool(agent, erase, args, token),
    new Promise((_, reject) => setTimeout(() => reject(new Error('too slow')), 1000)),
  ]);
}`,
  },
  {
    name: 'a variable that is filled by the callback of an element',
    code: `
export async function run() {
  const results: string[] = [];
  for await (const path of paths) {
    const token = await runner.runBeforeTool(erase, { path });
    if (token instanceof GuardrailBlocked) continue;
    results.push(await invokeTool(agent, erase, { path }, token));
  }
  return results;
}`,
  },
];

/** Spent twice, or kept beyond the call. */
export const reusingPrograms: readonly TokenProgram[] = [
  {
    name: 'spent twice',
    code: `
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(agent, erase, args, token);
  await «invokeTool(agent, erase, args, token)»;
}`,
  },
  {
    name: 'spent under another name',
    code: `
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  const same = token;
  const again = same;
  await invokeTool(agent, erase, args, token);
  await «invokeTool(agent, erase, args, again)»;
}`,
  },
  {
    name: 'spent in a loop',
    code: `
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  for (const path of paths) log(path, await «invokeTool(agent, erase, args, token)»);
}`,
  },
  {
    name: 'spent in a while loop until it works',
    code: `
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  let isDone = false;
  while (!isDone) {
    try {
      await «invokeTool(agent, erase, args, token)»;
      isDone = true;
    } catch (error) {
      log(error);
    }
  }
}`,
  },
  {
    name: 'spent again where it failed',
    code: `
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  try {
    await invokeTool(agent, erase, args, token);
  } catch {
    await «invokeTool(agent, erase, args, token)»;
  }
}`,
  },
  {
    name: 'spent again in finally',
    code: `
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  try {
    await invokeTool(agent, erase, args, token);
  } finally {
    await «invokeTool(agent, erase, args, token)»;
  }
}`,
  },
  {
    name: 'spent again in a rejection handler',
    code: `
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(agent, erase, args, token).catch(() => «invokeTool(agent, erase, args, token)»);
}`,
  },
  {
    name: 'spent again when it is done',
    code: `
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(agent, erase, args, token).then(() => «invokeTool(agent, erase, args, token)»);
}`,
  },
  {
    name: 'spent twice at once',
    code: `
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  await Promise.all([invokeTool(agent, erase, args, token), «invokeTool(agent, erase, args, token)»]);
}`,
  },
  {
    name: 'spent for each element',
    code: `
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  await Promise.allSettled(paths.map(() => «invokeTool(agent, erase, args, token)»));
}`,
  },
  {
    name: 'spent in forEach',
    code: `
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  paths.forEach(async (path) => {
    log(path);
    await «invokeTool(agent, erase, args, token)»;
  });
}`,
  },
  {
    name: 'spent at an interval',
    code: `
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  setInterval(() => void «invokeTool(agent, erase, args, token)», 1000);
}`,
  },
  {
    name: 'spent by what a helper retries',
    code: `
async function withRetry<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = 3; ; left--) {
    try {
      return await attempt();
    } catch (error) {
      if (left === 0) throw error;
    }
  }
}
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  return await withRetry(() => «invokeTool(agent, erase, args, token)»);
}`,
  },
  {
    name: 'spent by a helper, twice',
    code: `
async function spend(args: File, token: Token) {
  return await invokeTool(agent, erase, args, token);
}
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  await spend(args, token);
  await «spend(args, token)»;
}`,
  },
  {
    name: 'spent by a helper, and then here',
    code: `
const spend = async (args: File, token: Token) => await invokeTool(agent, erase, args, token);
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  await spend(args, token);
  await «invokeTool(agent, erase, args, token)»;
}`,
  },
  {
    name: 'spent by a private method, twice',
    code: `
export class Eraser {
  async #spend(args: File, token: Token) {
    return await invokeTool(agent, erase, args, token);
  }
  async run(args: File) {
    const token = await runner.runBeforeTool(erase, args);
    if (token instanceof GuardrailBlocked) return;
    await this.#spend(args, token);
    await «this.#spend(args, token)»;
  }
}`,
  },
  {
    name: 'spent by a closure that is called twice',
    code: `
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  const spend = () => invokeTool(agent, erase, args, token);
  await spend();
  await «spend()»;
}`,
  },
  {
    name: 'minted by a helper and spent twice',
    code: `
async function mint(args: File): Promise<Token> {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) throw new Error(token.reason);
  return token;
}
export async function run(args: File) {
  const token = await mint(args);
  await invokeTool(agent, erase, args, token);
  await «invokeTool(agent, erase, args, token)»;
}`,
  },
  {
    name: 'a parameter spent twice',
    code: `
export async function run(args: File, token: Token) {
  await invokeTool(agent, erase, args, token);
  return await «invokeTool(agent, erase, args, token)»;
}`,
  },
  {
    name: 'spent on some paths, and then on all',
    code: `
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  if (flag) await invokeTool(agent, erase, args, token);
  await «invokeTool(agent, erase, args, token)»;
}`,
  },
  {
    name: 'cases that fall through',
    code: `
export async function run(args: File, kind: string) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  switch (kind) {
    case 'now':
      await invokeTool(agent, erase, args, token);
    default:
      await «invokeTool(agent, erase, args, token)»;
  }
}`,
  },
  {
    name: 'not awaited, and spent again',
    code: `
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  const first = invokeTool(agent, erase, args, token);
  const second = «invokeTool(agent, erase, args, token)»;
  await first;
  await second;
}`,
  },
  {
    name: 'unwrapped by a function, and spent twice',
    code: `
function unwrap<T>(decision: T | GuardrailBlocked): T {
  if (decision instanceof GuardrailBlocked) throw new Error(decision.reason);
  return decision;
}
export async function run(args: File) {
  const token = unwrap(await runner.runBeforeTool(erase, args));
  await invokeTool(agent, erase, args, token);
  await «invokeTool(agent, erase, args, token)»;
}`,
  },
  {
    name: 'kept in a field',
    code: `
export class Eraser {
  #token: Token | undefined;
  async ask(args: File) {
    const token = await runner.runBeforeTool(erase, args);
    if (token instanceof GuardrailBlocked) return;
    this.#token = «token»;
  }
  has() {
    return this.#token !== undefined;
  }
}`,
  },
  {
    name: 'kept in a module’s variable',
    code: `
let last: Token | undefined;
export async function ask(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return last;
  last = «token»;
}`,
  },
  {
    name: 'kept in a module’s map and array',
    code: `
const byPath = new Map<string, Token>();
const all: Token[] = [];
export async function ask(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  byPath.set(args.path, «token»);
  all.push(«token»);
}`,
  },
  {
    name: 'kept in a cache by its key',
    code: `
const cache: Record<string, Token> = {};
export async function ask(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  cache[args.path] = «token»;
}`,
  },
  {
    name: 'kept in a variable around the function',
    code: `
export function eraser() {
  let kept: Token | undefined;
  return {
    async ask(args: File) {
      const token = await runner.runBeforeTool(erase, args);
      if (token instanceof GuardrailBlocked) return;
      kept = «token»;
    },
    has: () => kept !== undefined,
  };
}`,
  },
  {
    name: 'kept by a constructor',
    code: `
export class Call {
  readonly token: Token;
  constructor(token: Token) {
    this.token = «token»;
  }
}`,
  },
  {
    name: 'minted straight into a field',
    code: `
export class Eraser {
  decision: Token | GuardrailBlocked | undefined;
  async ask(args: File) {
    this.decision = «await runner.runBeforeTool(erase, args)»;
  }
}`,
  },
  {
    name: 'kept in a collected object',
    code: `
const pending: { args: File; token: Token }[] = [];
export async function ask(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  pending.push({ args, «token» });
}`,
  },
];

/** Spent on something else than what the guardrail was asked about. */
export const mismatchingPrograms: readonly TokenProgram[] = [
  {
    name: 'another tool',
    code: `
export async function run(args: File) {
  const token = await runner.runBeforeTool(move, args);
  if (token instanceof GuardrailBlocked) return;
  // @ts-expect-error the types are against it
  await invokeTool(agent, «erase», args, token);
}`,
  },
  {
    name: 'another agent',
    code: `
export async function run(args: File) {
  const token = await backupRunner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  // @ts-expect-error the types are against it
  await invokeTool(«agent», erase, args, token);
}`,
  },
  {
    name: 'another agent of the same type',
    code: `
const twin = defineAgent({ name: 'files', tools: [erase, move, tag, list] });
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(«twin», erase, args, token);
}`,
  },
  {
    name: 'another tool of the same type',
    code: `
const eraseToo = defineTool({ name: 'erase', class: 'write', input: file, guardrail: 'required', handler: ({ path }) => path });
const both = defineAgent({ name: 'both', tools: [erase, eraseToo] });
const bothRunner = new CallbackRunner(both, { beforeTool: () => undefined });
export async function run(args: File) {
  const token = await bothRunner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(both, «eraseToo», args, token);
}`,
  },
  {
    name: 'the parent’s token for the child',
    code: `
const lent = delegate(agent, backup, [erase]);
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  // @ts-expect-error the types are against it
  await invokeTool(«lent», erase, args, token);
}`,
  },
  {
    name: 'other arguments, written out',
    code: `
export async function run() {
  const token = await runner.runBeforeTool(erase, { path: 'tmp/a' });
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(agent, erase, «{ path: 'tmp/b' }», token);
}`,
  },
  {
    name: 'other arguments, by name',
    code: `
const harmless = { path: 'tmp/a' };
const harmful = { path: '/' };
export async function run() {
  const token = await runner.runBeforeTool(erase, harmless);
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(agent, erase, «harmful», token);
}`,
  },
  {
    name: 'other arguments of the same function',
    code: `
export async function run(shown: File, used: File) {
  const token = await runner.runBeforeTool(erase, shown);
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(agent, erase, «used», token);
}`,
  },
  {
    name: 'a copy with another path',
    code: `
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(agent, erase, «{ ...args, path: '/' }», token);
}`,
  },
  {
    name: 'arguments assigned to in between',
    code: `
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  args.path = '/';
  await invokeTool(agent, erase, «args», token);
}`,
  },
  {
    name: 'arguments replaced in between',
    code: `
export async function run(next: () => File) {
  let args = next();
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  args = next();
  await invokeTool(agent, erase, «args», token);
}`,
  },
  {
    name: 'arguments changed under another name',
    code: `
export async function run(args: File) {
  const { path } = args;
  const same = args;
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  same.path = path + '/..';
  await invokeTool(agent, erase, «args», token);
}`,
  },
  {
    name: 'arguments changed by a method',
    code: `
export async function run(args: { path: string; tags: string[] }) {
  const token = await runner.runBeforeTool(tag, args);
  if (token instanceof GuardrailBlocked) return;
  args.tags.push('late');
  await invokeTool(agent, tag, «args», token);
}`,
  },
  {
    name: 'arguments changed by Object.assign',
    code: `
export async function run(args: File, overrides: Partial<File>) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  Object.assign(args, overrides);
  await invokeTool(agent, erase, «args», token);
}`,
  },
  {
    name: 'arguments changed by a function of the program',
    code: `
function normalize(args: File) {
  args.path = args.path.toLowerCase();
}
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  normalize(args);
  await invokeTool(agent, erase, «args», token);
}`,
  },
  {
    name: 'arguments changed by a closure',
    code: `
export async function run(args: File) {
  const rename = () => {
    args.path = '/';
  };
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  rename();
  await invokeTool(agent, erase, «args», token);
}`,
  },
  {
    name: 'arguments changed in a loop in between',
    code: `
export async function run(args: { path: string; tags: string[] }) {
  const token = await runner.runBeforeTool(tag, args);
  if (token instanceof GuardrailBlocked) return;
  for (const name of paths) args.tags.unshift(name);
  await invokeTool(agent, tag, «args», token);
}`,
  },
  {
    name: 'arguments changed by a callback that runs at once',
    code: `
export async function run(args: { path: string; tags: string[] }) {
  const token = await runner.runBeforeTool(tag, args);
  if (token instanceof GuardrailBlocked) return;
  paths.forEach((name) => args.tags.push(name));
  await invokeTool(agent, tag, «args», token);
}`,
  },
  {
    name: 'a property deleted in between',
    code: `
const loose = defineTool({ name: 'loose', class: 'write', input: z.object({ path: z.string().optional() }), guardrail: 'required', handler: () => 1 });
const looseAgent = defineAgent({ name: 'loose', tools: [loose] });
const looseRunner = new CallbackRunner(looseAgent, { beforeTool: () => undefined });
export async function run(args: { path?: string }) {
  const token = await looseRunner.runBeforeTool(loose, args);
  if (token instanceof GuardrailBlocked) return;
  delete args.path;
  await invokeTool(looseAgent, loose, «args», token);
}`,
  },
  {
    name: 'a part of the request changed in between',
    code: `
export async function run(request: { args: File; attempts: number }) {
  const token = await runner.runBeforeTool(erase, request.args);
  if (token instanceof GuardrailBlocked) return;
  request.args.path += '.bak';
  await invokeTool(agent, erase, «request.args», token);
}`,
  },
];

/** Tokens that no guardrail made. */
export const forgingPrograms: readonly TokenProgram[] = [
  { name: 'asserted', code: `export const run = (args: File) => invokeTool(agent, erase, args, «{} as Token»);` },
  {
    name: 'asserted in two steps',
    code: `export const run = (args: File) => invokeTool(agent, erase, args, «{ approved: true } as unknown as Token»);`,
  },
  {
    name: 'asserted with angle brackets',
    code: `export const run = (args: File) => invokeTool(agent, erase, args, «<Token>(<unknown>{})»);`,
  },
  {
    name: 'asserted in a variable',
    code: `
const token = «Object.freeze({}) as Token»;
export const run = (args: File) => invokeTool(agent, erase, args, token);`,
  },
  {
    name: 'asserted away what blocked the call',
    code: `
export async function run(args: File) {
  const decision = await runner.runBeforeTool(erase, args);
  return await invokeTool(agent, erase, args, «decision as Token»);
}`,
  },
  {
    name: 'asserted to be for another tool',
    code: `
export const run = (args: File, token: GuardrailToken<typeof move, typeof agent>) =>
  invokeTool(agent, erase, args, «token as unknown as Token»);`,
  },
  {
    name: 'any as a parameter',
    code: `export const run = (args: File, token: any) => invokeTool(agent, erase, args, «token»);`,
  },
  {
    name: 'any from a declaration that says so',
    code: `
declare const request: { body: any };
export const run = (args: File) => invokeTool(agent, erase, args, «request.body.token»);`,
  },
  {
    name: 'any in an assertion',
    code: `export const run = (args: File) => invokeTool(agent, erase, args, «{} as any»);`,
  },
  {
    name: 'any from a rejection',
    code: `
export async function run(args: File) {
  try {
    throw new Error();
  } catch (error: any) {
    await invokeTool(agent, erase, args, «error.token»);
  }
}`,
  },
  {
    name: 'never',
    code: `export const run = (args: File) => invokeTool(agent, erase, args, «{} as never»);`,
  },
  {
    name: 'JSON',
    code: `export const run = (args: File, text: string) => invokeTool(agent, erase, args, «JSON.parse(text)»);`,
  },
  {
    name: 'JSON in a variable with a type',
    code: `
export async function run(args: File, text: string) {
  const token: Token = «JSON.parse(text)»;
  await invokeTool(agent, erase, args, token);
}`,
  },
  {
    name: 'what fetch answers',
    code: `
export async function run(args: File) {
  const response = await fetch('https://example.com/token');
  await invokeTool(agent, erase, args, «(await response.json()) as Token»);
}`,
  },
  {
    name: 'a copy',
    code: `export const run = (args: File, token: Token) => invokeTool(agent, erase, args, «{ ...token }»);`,
  },
  {
    name: 'a clone',
    code: `export const run = (args: File, token: Token) => invokeTool(agent, erase, args, «structuredClone(token)»);`,
  },
  {
    name: 'an object that inherits',
    code: `export const run = (args: File, token: Token) => invokeTool(agent, erase, args, «Object.create(token)»);`,
  },
  {
    name: 'a proxy',
    code: `export const run = (args: File, token: Token) => invokeTool(agent, erase, args, «new Proxy(token, {})»);`,
  },
  {
    name: 'an object, and a comment',
    code: `
export const run = (args: File) =>
  // @ts-expect-error it is one
  invokeTool(agent, erase, args, «{ approved: true }»);`,
  },
  {
    name: 'a look-alike, and a comment',
    code: `
const lookAlike = { tool: 'erase', agent: 'files' };
export const run = (args: File) =>
  // @ts-ignore
  invokeTool(agent, erase, args, «lookAlike»);`,
  },
  {
    name: 'a predicate',
    code: `export function isToken(value: unknown): «value is Token» { return typeof value === 'object'; }`,
  },
  {
    name: 'an assertion function',
    code: `export function assertToken(value: unknown): «asserts value is Token» { log(value); }`,
  },
  {
    name: 'a function that casts',
    code: `
function cast<T>(value: unknown): T {
  return value as T;
}
export const run = (args: File) => invokeTool(agent, erase, args, «cast<Token>({})»);`,
  },
  {
    name: 'returned as any',
    code: `
declare const stored: any;
export function tokenOf(): Token {
  return «stored»;
}
export const lazily = (): Token => «stored.token»;`,
  },
  {
    name: 'a property of any',
    code: `
interface Call { readonly token: Token; readonly args: File }
export const callOf = (raw: any): Call => ({ args: raw.args, token: «raw.token» });`,
  },
  {
    name: 'a whole call from outside',
    code: `
interface Call { readonly token: Token; readonly args: File }
export const run = (call: Call) => invokeTool(agent, erase, call.args, call.token);
export const test = () => run(«{ args: { path: 'x' }, token: {} } as unknown as Call»);`,
  },
  {
    name: 'unknown given as a whole object',
    code: `
interface Call { readonly token: Token; readonly args: File }
export async function run(text: string) {
  const call: Call = «JSON.parse(text)»;
  await invokeTool(agent, erase, call.args, call.token);
}`,
  },
  {
    name: 'a default parameter',
    code: `export const run = (args: File, token: Token = «{} as Token») => invokeTool(agent, erase, args, token);`,
  },
  {
    name: 'an array of them',
    code: `export const tokens: Token[] = [«{} as Token», «JSON.parse('{}')»];`,
  },
  {
    name: 'a field',
    code: `
export class Mocked {
  readonly token: Token = «{} as never»;
}`,
  },
  {
    name: 'a marker of no author',
    code: `
export const run = (args: File) => invokeTool(agent, erase, args, «{} as UncheckedInvocation<typeof erase>»);`,
  },
  {
    name: 'a brand of one’s own, away from where it is declared',
    code: `
import type { Approval, Consent } from './approvals.js';
export const approval = «{ by: 'me' } as Approval»;
export const approved: Approval = «JSON.parse('{}')»;
export function isConsent(value: object): «value is Consent» {
  return 'to' in value;
}`,
    beside: { 'approvals.ts': approvals },
  },
  {
    name: 'a mocked runner',
    code: `
export const mocked = { agent, runBeforeTool: async () => «({}) as Token» };`,
  },
];
/** Wrong, and not reported. */
export const missedPrograms: readonly TokenProgram[] = [
  {
    name: 'spent by a helper on some paths, and then here',
    code: `
async function maybe(args: File, token: Token) {
  if (flag) await invokeTool(agent, erase, args, token);
}
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  await maybe(args, token);
  await invokeTool(agent, erase, args, token);
}`,
  },
  {
    name: 'a token that is taken out of an array twice',
    code: `
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  const tokens = [token];
  for (const each of [...tokens, ...tokens]) await invokeTool(agent, erase, args, each);
}`,
  },
  {
    name: 'arguments that an event changes meanwhile',
    code: `
export async function run(args: File, events: EventTarget) {
  events.addEventListener('rename', () => {
    args.path = '/';
  });
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  await audit(args);
  await invokeTool(agent, erase, args, token);
}`,
  },
  {
    name: 'arguments that a function of another package changes',
    code: `
export async function run(args: { path: string; tags: string[] }, change: (args: object) => void) {
  const token = await runner.runBeforeTool(tag, args);
  if (token instanceof GuardrailBlocked) return;
  change(args);
  await invokeTool(agent, tag, args, token);
}`,
  },
  {
    name: 'minted in one function for what another one spends it on',
    code: `
async function mint(): Promise<Token> {
  const token = await runner.runBeforeTool(erase, { path: 'a' });
  if (token instanceof GuardrailBlocked) throw new Error(token.reason);
  return token;
}
export async function run() {
  await invokeTool(agent, erase, { path: '/' }, await mint());
}`,
  },
];

/** Right as well, in ways that a simple check would stumble over. */
export const trickyPrograms: readonly TokenProgram[] = [
  {
    name: 'a token that is taken and cleared',
    code: `
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  let pending: Token | undefined = token;
  for (const path of paths) {
    log(path);
    if (!pending) continue;
    await invokeTool(agent, erase, args, pending);
    pending = undefined;
  }
}`,
  },
  {
    name: 'a flag that lets one iteration through',
    code: `
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  let isSpent = false;
  for (const path of paths) {
    if (isSpent || path !== args.path) continue;
    isSpent = true;
    await invokeTool(agent, erase, args, token);
  }
}`,
  },
  {
    name: 'a loop of one iteration',
    code: `
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  do {
    await invokeTool(agent, erase, args, token);
  } while (false);
}`,
  },
  {
    name: 'the process ends in between',
    code: `
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  if (flag) {
    await invokeTool(agent, erase, args, token);
    process.exit(0);
  }
  await invokeTool(agent, erase, args, token);
}`,
  },
  {
    name: 'a helper that spends or not, by a literal',
    code: `
async function maybe(args: File, token: Token, isDry: boolean) {
  if (isDry) return log(args);
  await invokeTool(agent, erase, args, token);
}
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  await maybe(args, token, true);
  await maybe(args, token, false);
}`,
  },
  {
    name: 'spent in one of two handlers',
    code: `
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  await audit(args).then(
    () => invokeTool(agent, erase, args, token),
    () => invokeTool(agent, erase, args, token, {}),
  );
}`,
  },
  {
    name: 'map of something that is no array',
    code: `
declare class Result<T> {
  map<U>(change: (value: T) => U): Result<U>;
  some(test: (value: T) => unknown): boolean;
}
declare function parse(args: File): Result<File>;
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  return parse(args).map(() => invokeTool(agent, erase, args, token));
}`,
  },
  {
    name: 'a helper that waits in a loop, and then works once',
    code: `
declare function isReady(): Promise<boolean>;
async function whenReady<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    if (await isReady()) return await work();
    log('waiting');
  }
}
async function unlessAborted<T>(work: () => Promise<T>): Promise<T | undefined> {
  let result: T | undefined;
  while (result === undefined) {
    if (!(await isReady())) continue;
    result = await work();
    break;
  }
  return result;
}
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  if (flag) return await unlessAborted(() => invokeTool(agent, erase, args, token));
  return await whenReady(() => invokeTool(agent, erase, args, token));
}`,
  },
  {
    name: 'a helper that reports and rethrows',
    code: `
async function traced<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    log(name, error);
    throw error;
  } finally {
    log(name);
  }
}
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  return await traced('erase', () => invokeTool(agent, erase, args, token));
}`,
  },
  {
    name: 'tokens collected by callbacks that run at once',
    code: `
export async function run(files: File[]) {
  const ready: [File, Token][] = [];
  const tokens: Token[] = [];
  const byPath = new Map<string, Token>();
  let first: Token | undefined;
  await Promise.all(
    files.map(async (args) => {
      const token = await runner.runBeforeTool(erase, args);
      if (token instanceof GuardrailBlocked) return;
      if (flag) tokens.push(token);
      else if (args.path) byPath.set(args.path, token);
      else if (args.path === '') ready.push([args, token]);
      else first = token;
    }),
  );
  for (const [args, token] of ready) await invokeTool(agent, erase, args, token);
  return tokens.length + byPath.size + (first ? 1 : 0);
}`,
  },
  {
    name: 'a token that leaves a promise’s executor',
    code: `
export async function run(args: File) {
  let token: Token | undefined;
  await runner.runBeforeTool(erase, args).then((decision) => {
    if (!(decision instanceof GuardrailBlocked)) token = decision;
  });
  if (token) await invokeTool(agent, erase, args, token);
}`,
  },
  {
    name: 'tests with hooks',
    code: `
declare function describe(name: string, run: () => void): void;
declare function it(name: string, run: () => Promise<void>): void;
declare function beforeEach(run: () => Promise<void>): void;
declare function unwrap<T>(decision: T | GuardrailBlocked): T;
let shared: Token;
beforeEach(async () => {
  shared = unwrap(await runner.runBeforeTool(erase, { path: 'a' }));
});
describe('erase', () => {
  let token: Token | GuardrailBlocked;
  beforeEach(async () => {
    token = await runner.runBeforeTool(erase, { path: 'a' });
  });
  it('erases', async () => {
    if (token instanceof GuardrailBlocked) return;
    await invokeTool(agent, erase, { path: 'a' }, token);
  });
  it('erases the same', async () => {
    if (token instanceof GuardrailBlocked) return;
    await invokeTool(agent, erase, { path: 'a' }, token);
    log(shared);
  });
});`,
  },
  {
    name: 'tests that keep what is rejected',
    code: `
declare function it(name: string, run: () => Promise<void>): void;
declare const expect: (value: unknown) => { toBe(value: unknown): void; toBeInstanceOf(value: unknown): void; rejects: { toThrow(error: unknown): Promise<void> } };
it('is spent by the first call', async () => {
  const args = { path: 'a' };
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(agent, erase, args, token);
  const again = invokeTool(agent, erase, args, token);
  await expect(again).rejects.toThrow(TokenRejected);
});
it('lets one of two through', async () => {
  const args = { path: 'a' };
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  const settled = await Promise.allSettled([invokeTool(agent, erase, args, token), invokeTool(agent, erase, args, token)]);
  expect(settled[1]?.status).toBe('rejected');
});
it('says why', async () => {
  const args = { path: 'a' };
  const error: unknown = await invokeTool(agent, erase, args, {} as Token).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TokenRejected);
});`,
  },
  {
    name: 'tokens remembered by identity only',
    code: `
const seen = new WeakSet<Token>();
const reasons = new WeakMap<Token, string>();
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  seen.add(token);
  reasons.set(token, 'asked');
  return await invokeTool(agent, erase, args, token);
}`,
  },
  {
    name: 'a request context that other things are set on',
    code: `
interface Context { readonly args: File; set(key: string, value: unknown): void; push(line: string): void; [key: string]: unknown }
export async function run(context: Context, job: { args: File; state: string }, key: 'state') {
  const token = await runner.runBeforeTool(erase, context.args);
  if (token instanceof GuardrailBlocked) return;
  context.set('allowed', true);
  context.push('allowed');
  context['log'] = 1;
  await invokeTool(agent, erase, context.args, token);
  const next = await runner.runBeforeTool(erase, job.args);
  if (next instanceof GuardrailBlocked) return;
  Object.assign(job, { state: 'running' });
  job[key] = 'running';
  await invokeTool(agent, erase, job.args, next);
}`,
  },
  {
    name: 'a denied call that leaves its mark',
    code: `
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  const isAllowed = !(token instanceof GuardrailBlocked);
  if (!isAllowed) args.path = 'denied: ' + args.path;
  if (isAllowed) await invokeTool(agent, erase, args, token);
  return args;
}
export async function runAgain(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) args.path = '';
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(agent, erase, args, token);
}`,
  },
  {
    name: 'a mint that failed leaves its mark',
    code: `
export async function run(args: File) {
  let token: Token | undefined;
  try {
    const decision = await runner.runBeforeTool(erase, args);
    if (!(decision instanceof GuardrailBlocked)) token = decision;
  } catch (error) {
    args.path = String(error);
  }
  if (token) await invokeTool(agent, erase, args, token);
}`,
  },
  {
    name: 'a function that changes a copy',
    code: `
function describe(args: File) {
  args = { ...args };
  args.path = args.path.toUpperCase();
  return args.path;
}
function withCopy(args: File) {
  const copy = { ...args };
  copy.path = '';
  return copy;
}
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  log(describe(args), withCopy(args));
  await invokeTool(agent, erase, args, token);
}`,
  },
  {
    name: 'a copy with what is left out',
    code: `
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  const more = { ...args, comment: undefined };
  await invokeTool(agent, erase, { ...args, ...{ comment: undefined } }, token);
  return more;
}
export async function runLiteral() {
  const args = { path: 'a' };
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(agent, erase, { ...args, path: 'a' }, token);
}`,
  },
  {
    name: 'tools, agents and runners from a registry',
    code: `
declare function theAgent(): typeof agent;
declare const registry: Map<string, typeof erase>;
declare function toolOf(name: string): typeof erase;
export async function run(args: File) {
  const one = registry.get('erase');
  const own = new CallbackRunner(theAgent(), { beforeTool: () => undefined });
  if (!one) return;
  const token = await own.runBeforeTool(one, args);
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(theAgent(), registry.get('erase')!, args, token);
}
export async function runTool(args: File) {
  const token = await runner.runBeforeTool(toolOf('erase'), args);
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(agent, toolOf('erase'), args, token);
}`,
  },
  {
    name: 'an agent that is made once, on demand',
    code: `
let made: typeof agent | undefined;
function getAgent() {
  return (made ??= defineAgent({ name: 'files', tools: [erase, move, tag, list] }));
}
let madeRunner: CallbackRunner<typeof agent> | undefined;
const getRunner = () => (madeRunner ??= new CallbackRunner(getAgent(), { beforeTool: () => undefined }));
export async function run(args: File) {
  const token = await getRunner().runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(getAgent(), erase, args, token);
}`,
  },
  {
    name: 'tools in a list and in a table',
    code: `
const tools = { erase, move } as const;
export async function run(args: File, name: keyof typeof tools) {
  for (const tool of [erase, move]) {
    const token = await runner.runBeforeTool(tool, args);
    if (token instanceof GuardrailBlocked) continue;
    await invokeTool(agent, tool, args, token);
  }
  const token = await runner.runBeforeTool(tools.erase, args);
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(agent, erase, args, token);
  log(name);
}`,
  },
  {
    name: 'arguments that are built up',
    code: `
export async function run(path: string) {
  const args = { path: '', tags: ['a'] };
  args.path = 'b';
  args.tags.push('c');
  const token = await runner.runBeforeTool(tag, args);
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(agent, tag, { path: 'b', tags: ['a', 'c'] }, token);
  const other: { path: string } = { path: 'x' };
  other.path = path;
  const next = await runner.runBeforeTool(erase, other);
  if (next instanceof GuardrailBlocked) return;
  await invokeTool(agent, erase, { path }, next);
}`,
  },
  {
    name: 'arguments and a copy that is compared with them',
    code: `
import { isDeepStrictEqual } from 'node:util';
export async function run(shown: File, used: File) {
  if (!isDeepStrictEqual(shown, used)) throw new Error('changed');
  const token = await runner.runBeforeTool(erase, shown);
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(agent, erase, used, token);
}`,
  },
  {
    name: 'one variable for two calls',
    code: `
export async function run(first: File, second: File) {
  let token = await runner.runBeforeTool(erase, first);
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(agent, erase, first, token);
  token = await runner.runBeforeTool(erase, second);
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(agent, erase, second, token);
}
export async function all(next: () => File) {
  let args = next();
  let token = await runner.runBeforeTool(erase, args);
  while (!(token instanceof GuardrailBlocked)) {
    await invokeTool(agent, erase, args, token);
    args = next();
    token = await runner.runBeforeTool(erase, args);
  }
}`,
  },
  {
    name: 'functions with type arguments that hand a token on',
    code: `
declare function retry<T>(attempt: () => Promise<T>): Promise<T>;
declare function withTimeout<T>(work: Promise<T>): Promise<T>;
async function mint(args: File): Promise<Token> {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) throw new Error(token.reason);
  return token;
}
export async function run(args: File, tokens: readonly Token[]) {
  const one: Token = await retry<Token>(() => mint(args));
  const two: Token = await withTimeout<Token>(mint(args));
  const last = tokens.reduce<Token | undefined>((_, token) => token, undefined);
  const three: Token = await new Promise<Token>((resolve, reject) => mint(args).then(resolve, reject));
  await invokeTool(agent, erase, args, one);
  await invokeTool(agent, erase, args, two);
  await invokeTool(agent, erase, args, three);
  if (last) await invokeTool(agent, erase, args, last);
}`,
  },
  {
    name: 'any where a token is one of many things',
    code: `
declare const anything: any;
function show(value: Token | string | number | GuardrailBlocked) {
  log(String(value));
}
export function run(values: unknown) {
  show(anything);
  show(JSON.parse('1'));
  log(values);
}`,
  },
  {
    name: 'a module that makes its own approvals',
    code: `
export type Approval = Readonly<Record<TokenBrand, 'approval'>> & { readonly by: string };
export interface Consent extends Readonly<Record<TokenBrand, 'consent'>> { readonly to: string }
export async function approvalOf(by: string): Promise<Approval | undefined> {
  return (await approve(by)) ? ({ by } as Approval) : undefined;
}
export function isConsent(value: object): value is Consent {
  return 'to' in value;
}`,
  },
  {
    name: 'a switch on the tool’s name',
    code: `
export async function dispatch(name: 'erase' | 'move', args: File) {
  switch (name) {
    case 'erase': {
      const token = await runner.runBeforeTool(erase, args);
      return token instanceof GuardrailBlocked ? token.reason : await invokeTool(agent, erase, args, token);
    }
    case 'move': {
      const token = await runner.runBeforeTool(move, args);
      return token instanceof GuardrailBlocked ? token.reason : await invokeTool(agent, move, args, token);
    }
  }
}`,
  },
  {
    name: 'a tool’s handler that calls another tool',
    code: `
const archive = defineTool({
  name: 'archive', class: 'write', input: file, guardrail: 'required',
  handler: async (args) => {
    const token = await runner.runBeforeTool(move, args);
    if (token instanceof GuardrailBlocked) throw new Error(token.reason);
    return await invokeTool(agent, move, args, token);
  },
});
export const archivist = defineAgent({ name: 'archivist', tools: [archive] });`,
  },
  {
    name: 'tools of the AI SDK that run under a runner',
    code: `
import { generateText, tool, type LanguageModel } from 'ai';
export async function run(model: LanguageModel, prompt: string) {
  return await generateText({
    model,
    prompt,
    tools: {
      erase: tool({
        inputSchema: file,
        execute: async (args) => {
          const token = await runner.runBeforeTool(erase, args);
          if (token instanceof GuardrailBlocked) return token.reason;
          return await invokeTool(agent, erase, args, token);
        },
      }),
    },
  });
}`,
  },
  {
    name: 'tools of OpenAI Agents that run under a runner',
    code: `
import { Agent, run, tool } from '@openai/agents';
const erasing = new Agent({
  name: 'Eraser',
  tools: [
    tool({
      name: 'erase',
      description: 'Erases a file',
      parameters: file,
      execute: async (args) => {
        const token = await runner.runBeforeTool(erase, args);
        return token instanceof GuardrailBlocked ? token.reason : await invokeTool(agent, erase, args, token);
      },
    }),
  ],
});
export async function ask(question: string, token: string) {
  await run(erasing, question, { context: { token } });
}`,
  },
  {
    name: 'an agent that runs between mint and spend',
    code: `
import { Agent, run } from '@openai/agents';
const reviewer = new Agent({ name: 'Reviewer' });
export async function review(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  const { finalOutput } = await run(reviewer, 'Is it right to erase ' + args.path + '?', { context: { args } });
  if (finalOutput === 'yes') await invokeTool(agent, erase, args, token);
}`,
  },
  {
    name: 'generic code that is written for every tool',
    code: `
import { toolNamed } from '@agent-safety/runtime';
export async function dispatch<A extends AnyAgent>(own: CallbackRunner<A>, name: string, args: never) {
  const named = toolNamed(own.agent, name);
  const token = await own.runBeforeTool(named, args);
  if (token instanceof GuardrailBlocked) return token.reason;
  return await invokeTool(own.agent, named, args, token);
}`,
  },
  {
    name: 'declared tokens',
    code: `
declare const given: Token;
declare function tokenFor(args: File): Promise<Token>;
export declare class Store { token?: Token; take(): Token | undefined }
export async function run(args: File, store: Store) {
  await invokeTool(agent, erase, args, given);
  await invokeTool(agent, erase, args, await tokenFor(args));
  await invokeTool(agent, erase, args, await tokenFor(args));
  const token = store.take();
  if (token) await invokeTool(agent, erase, args, token);
}`,
  },
];
