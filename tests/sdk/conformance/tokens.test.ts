/** What the pages of the three rules about tokens say under "What happens at run time", done. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  block,
  CallbackRunner,
  defineAgent,
  defineTool,
  delegate,
  GuardrailBlocked,
  invokeTool,
  noGuardrailRequired,
  TokenRejected,
  uncheckedInvocation,
} from '../../../packages/runtime/src/index.ts';
import type { TokenRejection } from '../../../packages/runtime/src/index.ts';

let ran: string[] = [];
const file = z.object({ path: z.string(), tags: z.array(z.string()).optional() });

function toolNamed(name: string, fails = false) {
  return defineTool({
    name,
    class: 'write',
    input: file,
    guardrail: 'required',
    handler: ({ path }) => {
      ran.push(`${name} ${path}`);
      if (fails) throw new Error('busy');
      return path;
    },
  });
}

const erase = toolNamed('erase');
const move = toolNamed('move');
const flaky = toolNamed('flaky', true);
const list = defineTool({
  name: 'list',
  class: 'read',
  input: file,
  guardrail: noGuardrailRequired('names only'),
  handler: ({ path }) => path,
});
const agent = defineAgent({ name: 'files', tools: [erase, move, flaky, list] });
const backup = defineAgent({ name: 'backup', tools: [erase] });
const beforeTool = ({ args }: { readonly args: { readonly path: string } }) =>
  args.path === '/' ? block('the root stays') : undefined;
const runner = new CallbackRunner(agent, { beforeTool });

async function tokenFor(args: z.infer<typeof file>) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) throw new Error(token.reason);
  return token;
}

/** The call is refused for this reason, and nothing has run but what is named. */
async function expectRejected(call: Promise<unknown>, reason: TokenRejection, hasRun: readonly string[] = []) {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(TokenRejected);
  expect(error).toMatchObject({ reason, code: -32000 });
  expect(ran).toEqual(hasRun);
  ran = [];
}

describe('a forged token', () => {
  it.each<[string, (token: object) => unknown]>([
    ['an object', () => ({})],
    ['parsed JSON', (token) => JSON.parse(JSON.stringify(token)) as unknown],
    ['a copy', (token) => ({ ...token })],
    ['a clone', (token) => structuredClone(token)],
    ['an object that inherits', (token) => Object.create(token) as unknown],
    ['a proxy', (token) => new Proxy(token, {})],
    ['undefined', () => undefined],
    ['the word of another tool’s author', () => uncheckedInvocation(list)],
  ])('%s is refused', async (_, forge) => {
    const args = { path: 'a' };
    const token = await tokenFor(args);
    await expectRejected(invokeTool(agent, erase, args, forge(token) as never), 'forged');
    await expect(invokeTool(agent, erase, args, token)).resolves.toBe('a');
    ran = [];
  });

  it('what the runner answers to a call that it blocks is none', async () => {
    const args = { path: '/' };
    const blocked = await runner.runBeforeTool(erase, args);
    expect(blocked).toBeInstanceOf(GuardrailBlocked);
    await expectRejected(invokeTool(agent, erase, args, blocked as never), 'forged');
  });
});

describe('a token that is reused', () => {
  const args = { path: 'a' };

  it('is refused the second time', async () => {
    const token = await tokenFor(args);
    await invokeTool(agent, erase, args, token);
    await expectRejected(invokeTool(agent, erase, args, token), 'spent', ['erase a']);
  });

  it('is refused after a failure', async () => {
    const token = await runner.runBeforeTool(flaky, args);
    if (token instanceof GuardrailBlocked) throw new Error(token.reason);
    await expect(invokeTool(agent, flaky, args, token)).rejects.toThrow('busy');
    await expectRejected(invokeTool(agent, flaky, args, token), 'spent', ['flaky a']);
  });

  it('lets the first of two calls at once run', async () => {
    const token = await tokenFor(args);
    const [first, second] = [invokeTool(agent, erase, args, token), invokeTool(agent, erase, args, token)];
    await expectRejected(second, 'spent', ['erase a']);
    await expect(first).resolves.toBe('a');
  });

  it('is refused when its time is over', async () => {
    let now = 0;
    const brief = new CallbackRunner(agent, { beforeTool, expiresInMs: 1000, now: () => now });
    const token = await brief.runBeforeTool(erase, args);
    if (token instanceof GuardrailBlocked) throw new Error(token.reason);
    now = 1000;
    await expectRejected(invokeTool(agent, erase, args, token), 'expired');
  });

  it('a marker is not one', async () => {
    const unchecked = uncheckedInvocation(list);
    await invokeTool(agent, list, args, unchecked);
    await expect(invokeTool(agent, list, args, unchecked)).resolves.toBe('a');
  });
});

describe('a token for something else', () => {
  it('is refused by another tool, and spent by that', async () => {
    const args = { path: 'a' };
    const token = await tokenFor(args);
    await expectRejected(invokeTool(agent, move, args, token as never), 'other tool');
    await expectRejected(invokeTool(agent, erase, args, token), 'spent');
  });

  it('is refused for another agent, also a delegated one', async () => {
    const args = { path: 'a' };
    await expectRejected(invokeTool(backup, erase, args, (await tokenFor(args)) as never), 'other agent');
    const lent = delegate(agent, backup, [erase]);
    await expectRejected(invokeTool(lent, erase, args, (await tokenFor(args)) as never), 'other agent');
  });

  it.each<[string, (args: z.infer<typeof file>) => z.infer<typeof file>]>([
    ['other ones', () => ({ path: 'b' })],
    ['a changed copy', (args) => ({ ...args, path: 'b' })],
    ['changed ones', (args) => Object.assign(args, { path: 'b' })],
    ['deeply changed ones', (args) => (args.tags?.push('late'), args)],
  ])('is refused with other arguments: %s', async (_, change) => {
    const args = { path: 'a', tags: ['b'] };
    const token = await tokenFor(args);
    await expectRejected(invokeTool(agent, erase, change(args), token), 'other arguments');
  });

  it('takes equal arguments, in whatever order and with undefined', async () => {
    const token = await tokenFor({ path: 'a', tags: ['b'] });
    await expect(invokeTool(agent, erase, { tags: ['b'], path: 'a' }, token)).resolves.toBe('a');
    const other = await tokenFor({ path: 'a' });
    await expect(invokeTool(agent, erase, { path: 'a', tags: undefined }, other)).resolves.toBe('a');
  });
});
