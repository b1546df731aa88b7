import { describe, expect, it, vi } from 'vitest';
import {
  block,
  CallbackRunner,
  defineAgent,
  defineTool,
  delegate,
  GuardrailBlocked,
  invokeTool,
  McpError,
  noGuardrailRequired,
  TokenRejected,
  toolNamed,
  uncheckedInvocation,
} from '../../src/index.ts';
import type { BeforeTool, AnyAgent } from '../../src/index.ts';
import { anything, recorder, schemaOf, tokenOf } from '../fixtures.ts';

describe('a guardrail', () => {
  it('lets a call pass by answering nothing', async () => {
    const { agent, save, calls } = recorder();
    const beforeTool = vi.fn<BeforeTool<typeof agent>>();
    const runner = new CallbackRunner(agent, { beforeTool });

    const token = await tokenOf(runner.runBeforeTool(save, { path: 'a' }));

    expect(beforeTool.mock.calls).toEqual([
      [{ name: 'save', tool: save, args: { path: 'a' }, agent: 'recorder', signal: undefined }, undefined],
    ]);
    expect(calls).toEqual([]);
    expect(await invokeTool(agent, save, { path: 'a' }, token)).toBe(1);
    expect(calls).toEqual([{ path: 'a' }]);
  });

  it('stops a call with a reason, which is an outcome and no error', async () => {
    const { agent, save } = recorder();
    const runner = new CallbackRunner(agent, { beforeTool: async () => Promise.resolve(block('not on Sundays')) });

    const blocked = await runner.runBeforeTool(save, {});

    expect(blocked).toBeInstanceOf(GuardrailBlocked);
    expect(blocked).not.toBeInstanceOf(Error);
    expect(blocked).toMatchObject({ agent: 'recorder', tool: 'save', reason: 'not on Sundays' });
    expect(Object.isFrozen(blocked)).toBe(true);
  });

  // What may be meant as a no must not count as a yes.
  it.each([true, false, null, 0, '', 'no', {}, { reason: 'no' }, { behavior: 'deny' }])(
    'must not answer %j',
    async (answer) => {
      const { agent, save } = recorder();
      const runner = new CallbackRunner(agent, { beforeTool: () => answer as never });

      await expect(runner.runBeforeTool(save, {})).rejects.toMatchObject({
        code: -32603,
        message: 'The guardrail of `recorder` must answer undefined or block(reason).',
      });
    },
  );

  it('that fails lets nothing pass', async () => {
    const { agent, save } = recorder();
    const failure = new Error('the policy cannot be read');
    const thrown = new CallbackRunner(agent, { beforeTool: () => { throw failure; } }); // prettier-ignore
    const rejected = new CallbackRunner(agent, { beforeTool: () => Promise.reject(failure) });

    await expect(thrown.runBeforeTool(save, {})).rejects.toBe(failure);
    await expect(rejected.runBeforeTool(save, {})).rejects.toBe(failure);
  });

  it('is not asked about what the agent does not hold, or what is not valid', async () => {
    const { agent, save } = recorder();
    const beforeTool = vi.fn();
    const runner = new CallbackRunner(agent, { beforeTool });
    const other = defineTool({
      name: 'save',
      class: 'write',
      input: anything,
      guardrail: 'required',
      handler: () => 1,
    });

    await expect(runner.runBeforeTool(other, {})).rejects.toMatchObject({
      name: 'CapabilityNotHeld',
    });
    await expect(runner.runBeforeTool(save, { at: new Date() })).rejects.toMatchObject({ code: -32602 });
    expect(beforeTool).not.toHaveBeenCalled();
  });

  it('of a parent says nothing about a child', async () => {
    const { agent: parent, save, calls } = recorder();
    const child = defineAgent({ name: 'recorder', tools: [save] });
    const lent = delegate(parent, child, [save]);
    const runner = new CallbackRunner(parent, { beforeTool: () => undefined });

    for (const other of [child, lent] as AnyAgent[]) {
      const token = await tokenOf(runner.runBeforeTool(save, {}));
      await expect(invokeTool(other as typeof parent, save, {}, token)).rejects.toMatchObject({
        reason: 'other agent',
      });
    }
    expect(calls).toEqual([]);
  });

  it.each([
    ['no callback', {}],
    ['an expiry that is no time', { beforeTool: () => undefined, expiresInMs: Number.NaN }],
    ['an expiry in the past', { beforeTool: () => undefined, expiresInMs: 0 }],
  ])('is not made with %s', (_what, options) => {
    expect(() => new CallbackRunner(recorder().agent, options as never)).toThrow(TypeError);
  });
});

describe('a token', () => {
  const world = (options: { expiresInMs?: number; now?: () => number } = {}) => {
    const { agent, save, calls } = recorder();
    const runner = new CallbackRunner(agent, { beforeTool: () => undefined, ...options });
    return { agent, save, calls, mint: (args: unknown = {}) => tokenOf(runner.runBeforeTool(save, args)) };
  };

  it('is spent by a call that fails', async () => {
    const fail = defineTool({ name: 'fail', class: 'write', input: anything, guardrail: 'required', handler: () => Promise.reject(new Error('disk full')) }); // prettier-ignore
    const agent = defineAgent({ name: 'a', tools: [fail] });
    const token = await tokenOf(new CallbackRunner(agent, { beforeTool: () => undefined }).runBeforeTool(fail, {}));

    await expect(invokeTool(agent, fail, {}, token)).rejects.toThrow('disk full');
    await expect(invokeTool(agent, fail, {}, token)).rejects.toMatchObject({ reason: 'spent' });
  });

  it('is spent by a call that is refused: nobody can try arguments until they fit', async () => {
    const { agent, save, calls, mint } = world();
    const token = await mint({ path: 'a' });

    await expect(invokeTool(agent, save, { path: 'b' }, token)).rejects.toMatchObject({ reason: 'other arguments' });
    await expect(invokeTool(agent, save, { path: 'a' }, token)).rejects.toMatchObject({ reason: 'spent' });
    expect(calls).toEqual([]);
  });

  it('is spent by arguments that are none', async () => {
    const { agent, save, mint } = world();
    const token = await mint({ n: 1 });

    const called = invokeTool(agent, save, { n: Number.NaN }, token);
    await expect(called).rejects.toThrow('$.n is not plain JSON, but NaN');
    await expect(invokeTool(agent, save, { n: 1 }, token)).rejects.toMatchObject({ reason: 'spent' });
  });

  it('spent many times at once runs the tool once', async () => {
    const { agent, save, calls, mint } = world();
    const token = await mint();

    const ends = await Promise.allSettled(Array.from({ length: 50 }, () => invokeTool(agent, save, {}, token)));

    expect(ends.map(({ status }) => status).filter((status) => status === 'fulfilled')).toHaveLength(1);
    expect(calls).toHaveLength(1);
  });

  it('counts until it expires', async () => {
    let now = 1000;
    const { agent, save, calls, mint } = world({ expiresInMs: 50, now: () => now });
    const [early, late] = [await mint(), await mint()];

    now = 1049;
    await invokeTool(agent, save, {}, early);
    now = 1050;
    await expect(invokeTool(agent, save, {}, late)).rejects.toMatchObject({ reason: 'expired' });
    now = 0;
    await expect(invokeTool(agent, save, {}, late)).rejects.toMatchObject({ reason: 'spent' });
    expect(calls).toHaveLength(1);
  });

  it('counts from the answer of the guardrail', async () => {
    let now = 0;
    const { agent, save, calls } = recorder();
    const runner = new CallbackRunner(agent, {
      beforeTool: () => void (now = 60_000),
      expiresInMs: 10,
      now: () => now,
    });

    await invokeTool(agent, save, {}, await tokenOf(runner.runBeforeTool(save, {})));
    expect(calls).toHaveLength(1);
  });

  it.each([Number.NaN, undefined, 'later', Infinity])('has expired where the clock says %s', async (time) => {
    let isBroken = false;
    const { agent, save, mint } = world({ expiresInMs: 50, now: () => (isBroken ? (time as number) : 0) });
    const token = await mint();
    isBroken = true;

    await expect(invokeTool(agent, save, {}, token)).rejects.toMatchObject({ reason: 'expired' });
  });

  it('says why it was refused, to people and to programs', async () => {
    const { agent, save } = world();

    const refused: unknown = await invokeTool(agent, save, {}, {} as never).catch((error: unknown) => error);

    expect(refused).toBeInstanceOf(TokenRejected);
    expect(refused).toBeInstanceOf(McpError);
    expect(JSON.parse(JSON.stringify(refused))).toEqual({
      code: -32000,
      message: 'The token for `save` of agent `recorder` was rejected: it comes from no callback runner.',
      data: { reason: 'token: forged', agent: 'recorder', tool: 'save' },
    });
  });
});

describe('arguments between check and use', () => {
  it('that change after they were looked at', async () => {
    const { agent, save, calls } = recorder();
    const seen: unknown[] = [];
    const args = { path: 'a', tags: ['x'] };
    const runner = new CallbackRunner(agent, {
      beforeTool: async ({ args: asked }) => {
        args.path = '/etc/passwd';
        await Promise.resolve();
        args.tags.push('y');
        seen.push(asked);
        return undefined;
      },
    });

    const asked = runner.runBeforeTool(save, args);
    args.tags[0] = 'z';
    const token = await tokenOf(asked);

    expect(seen).toEqual([{ path: 'a', tags: ['x'] }]);
    await expect(invokeTool(agent, save, args, token)).rejects.toMatchObject({ reason: 'other arguments' });
    expect(calls).toEqual([]);
  });

  it('that the guardrail changes for itself only', async () => {
    const { agent, save, calls } = recorder();
    const runner = new CallbackRunner(agent, {
      beforeTool: ({ args }) => void ((args as { path: string }).path = '/etc/passwd'),
    });
    const token = await tokenOf(runner.runBeforeTool(save, { path: 'a' }));

    await invokeTool(agent, save, { path: 'a' }, token);
    expect(calls).toEqual([{ path: 'a' }]);
  });

  it('that change while the handler runs', async () => {
    const seen: unknown[] = [];
    const slow = defineTool({
      name: 'slow',
      class: 'write',
      input: anything,
      guardrail: 'required',
      handler: async (args) => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        seen.push(structuredClone(args));
      },
    });
    const agent = defineAgent({ name: 'a', tools: [slow] });
    const args = { list: [1] };
    const token = await tokenOf(new CallbackRunner(agent, { beforeTool: () => undefined }).runBeforeTool(slow, args));

    const call = invokeTool(agent, slow, args, token);
    args.list.push(2);
    await call;

    expect(seen).toEqual([{ list: [1] }]);
  });

  it('that answer otherwise each time they are asked', async () => {
    const { agent, save, calls } = recorder();
    const runner = new CallbackRunner(agent, { beforeTool: () => undefined });
    let asked = 0;
    const answer = () => (asked++ === 0 ? 'a' : '/etc/passwd');
    const whenMinted = new Proxy(
      { path: '' },
      {
        getOwnPropertyDescriptor: (target, key) => ({
          ...Reflect.getOwnPropertyDescriptor(target, key),
          value: answer(),
        }),
      },
    );
    const whenSpent = new Proxy({ path: '' }, { get: answer });
    const getter = { get path() { return answer(); } }; // prettier-ignore

    const minted = await tokenOf(runner.runBeforeTool(save, whenMinted));
    await invokeTool(agent, save, { path: 'a' }, minted);
    for (const args of [whenSpent, getter]) {
      const token = await tokenOf(runner.runBeforeTool(save, { path: 'a' }));
      asked = 0;
      await invokeTool(agent, save, args, token);
    }
    await expect(runner.runBeforeTool(save, getter)).rejects.toThrow('$.path is not plain JSON, but computed');
    expect(calls).toEqual([{ path: 'a' }, { path: 'a' }, { path: 'a' }]);
  });

  it('that spend the token while they are read', async () => {
    const { agent, save, calls } = recorder();
    const token = await tokenOf(new CallbackRunner(agent, { beforeTool: () => undefined }).runBeforeTool(save, { path: 'a' })); // prettier-ignore
    const inner: Promise<unknown>[] = [];
    const greedy = {
      get path() {
        inner.push(invokeTool(agent, save, { path: 'a' }, token));
        return 'a';
      },
    };

    await invokeTool(agent, save, greedy, token);

    await expect(inner[0]).rejects.toMatchObject({ reason: 'spent' });
    expect(calls).toHaveLength(1);
  });

  it('that a schema holds on to, or changes', async () => {
    const kept: { path: string }[] = [];
    const input = schemaOf<{ path: string }>((value) => {
      const given = value as { path: string };
      kept.push(given);
      given.path = given.path.trim();
      return { value: given };
    });
    const calls: unknown[] = [];
    const save = defineTool({ name: 'save', class: 'write', input, guardrail: 'required', handler: (args) => calls.push(args) }); // prettier-ignore
    const agent = defineAgent({ name: 'a', tools: [save] });
    const passed = { path: ' a ' };
    const token = await tokenOf(new CallbackRunner(agent, { beforeTool: () => undefined }).runBeforeTool(save, passed));

    for (const one of kept) one.path = '/etc/passwd';
    await invokeTool(agent, save, passed, token);

    expect([passed, ...calls]).toEqual([{ path: ' a ' }, { path: 'a' }]);
  });
});

describe('code that calls back into the package', () => {
  it('a handler cannot spend its own token again', async () => {
    let again: () => Promise<unknown> = () => Promise.resolve();
    const inner: Promise<unknown>[] = [];
    const greedy = defineTool({
      name: 'greedy',
      class: 'write',
      input: anything,
      guardrail: 'required',
      handler: () => inner.push(again()),
    });
    const agent = defineAgent({ name: 'a', tools: [greedy] });
    const token = await tokenOf(new CallbackRunner(agent, { beforeTool: () => undefined }).runBeforeTool(greedy, {}));
    again = () => invokeTool(agent, greedy, {}, token);

    await invokeTool(agent, greedy, {}, token);

    expect(inner).toHaveLength(1);
    await expect(inner[0]).rejects.toMatchObject({ reason: 'spent' });
  });

  it('a guardrail that mints for itself is asked about that call too', async () => {
    const { agent, save, calls } = recorder();
    const asked: unknown[] = [];
    const runner: CallbackRunner<typeof agent> = new CallbackRunner<typeof agent>(agent, {
      beforeTool: async ({ args }) => {
        asked.push(args);
        if (asked.length > 1) return block('not by yourself');
        const own = await runner.runBeforeTool(save, { path: 'mine' });
        return own instanceof GuardrailBlocked ? block(own.reason) : undefined;
      },
    });

    expect(await runner.runBeforeTool(save, { path: 'a' })).toMatchObject({ reason: 'not by yourself' });
    expect([asked, calls]).toEqual([[{ path: 'a' }, { path: 'mine' }], []]);
  });

  it('a clock that spends the token first wins nothing', async () => {
    const { agent, save, calls } = recorder();
    const first: (() => Promise<unknown>)[] = [];
    const inner: Promise<unknown>[] = [];
    const now = () => {
      for (const spend of first) inner.push(spend());
      return 0;
    };
    const runner = new CallbackRunner(agent, { beforeTool: () => undefined, expiresInMs: 10, now });
    const token = await tokenOf(runner.runBeforeTool(save, {}));
    first.push(() => invokeTool(agent, save, {}, token));

    await invokeTool(agent, save, {}, token);

    await expect(inner[0]).rejects.toMatchObject({ reason: 'spent' });
    expect(calls).toHaveLength(1);
  });
});

describe('a tool that needs no guardrail', () => {
  const calls: unknown[] = [];
  const read = defineTool({
    name: 'read',
    class: 'read',
    input: schemaOf<{ path: string }>((value) =>
      typeof (value as { path?: unknown }).path === 'string'
        ? { value: value as { path: string } }
        : { issues: [{ message: 'expected a text', path: ['path', { key: 0 }] }, { message: 'or nothing' }] },
    ),
    guardrail: noGuardrailRequired('reads what everybody may see'),
    handler: (args) => calls.push(args),
  });
  const agent = defineAgent({ name: 'reader', tools: [read] });

  it('runs with the word of its author, and on a copy of valid arguments', async () => {
    const args = { path: 'a' };
    const called = invokeTool(agent, read, args, uncheckedInvocation(read));
    args.path = 'b';
    await called;

    expect(calls).toEqual([{ path: 'a' }]);
    await expect(invokeTool(agent, read, { path: 1 } as never, uncheckedInvocation(read))).rejects.toMatchObject({
      code: -32602,
      message: 'The arguments of `read` are not valid: path.0: expected a text; or nothing',
    });
  });

  it('still needs an agent that holds it, and the word about this tool', async () => {
    const { agent: other, save } = recorder();

    await expect(invokeTool(other as never, read, { path: 'a' }, uncheckedInvocation(read))).rejects.toMatchObject({ name: 'CapabilityNotHeld' }); // prettier-ignore
    await expect(invokeTool(other, save, {}, uncheckedInvocation(read) as never)).rejects.toMatchObject({ reason: 'forged' }); // prettier-ignore
  });

  it('has a reason', () => {
    expect(read.guardrail.reason).toBe('reads what everybody may see');
    for (const reason of ['', '  ', undefined]) expect(() => noGuardrailRequired(reason as never)).toThrow(TypeError);
  });
});

describe('what a call gets and gives', () => {
  it('tells the handler who calls, and hands the signal on', async () => {
    const contexts: unknown[] = [];
    const look = defineTool({ name: 'look', class: 'read', input: anything, guardrail: noGuardrailRequired('x'), handler: (_, context) => contexts.push(context) }); // prettier-ignore
    const agent = defineAgent({ name: 'a', tools: [look] });
    const { signal } = new AbortController();

    await invokeTool(agent, look, {}, uncheckedInvocation(look), { signal });

    expect(contexts).toEqual([{ agent: 'a', tool: 'look', signal }]);
  });

  it('does not begin where the caller has given up, and the token is spent all the same', async () => {
    const { agent, save, calls } = recorder();
    const token = await tokenOf(new CallbackRunner(agent, { beforeTool: () => undefined }).runBeforeTool(save, {}));

    await expect(invokeTool(agent, save, {}, token, { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
    await expect(invokeTool(agent, save, {}, token)).rejects.toMatchObject({ reason: 'spent' });
    expect(calls).toEqual([]);
  });

  it('gives the result as the output schema has it, and no other', async () => {
    const output = schemaOf<{ n: unknown }, { n: number }>((value) => {
      const { n } = value as { n: unknown };
      return typeof n === 'number' ? { value: { n: n + 1 } } : { issues: [] };
    });
    const count = defineTool({ name: 'count', class: 'read', input: anything, output, guardrail: noGuardrailRequired('x'), handler: (args) => args as { n: unknown } }); // prettier-ignore
    const agent = defineAgent({ name: 'a', tools: [count] });

    expect(await invokeTool(agent, count, { n: 1 }, uncheckedInvocation(count))).toEqual({ n: 2 });
    await expect(invokeTool(agent, count, { n: '1' }, uncheckedInvocation(count))).rejects.toMatchObject({
      code: -32603,
      message: 'The result of `count` does not fit its output schema at: the value',
    });
  });

  it('does not take what a schema makes that cannot be copied', async () => {
    const dated = schemaOf<unknown, { at: Date }>(() => ({ value: { at: new Date(0) } }));
    const throwing = schemaOf(() => {
      throw new Error('the schema is broken');
    });
    const at = defineTool({ name: 'at', class: 'read', input: dated, guardrail: noGuardrailRequired('x'), handler: () => 1 }); // prettier-ignore
    const never = defineTool({ name: 'never', class: 'read', input: throwing, guardrail: noGuardrailRequired('x'), handler: () => 1 }); // prettier-ignore
    const agent = defineAgent({ name: 'a', tools: [at, never] });

    await expect(invokeTool(agent, at, {}, uncheckedInvocation(at))).rejects.toMatchObject({
      code: -32603,
      message: 'What the input schema of `at` makes: $.at is not plain JSON, but an object of a class.',
    });
    await expect(invokeTool(agent, never, {}, uncheckedInvocation(never))).rejects.toThrow('the schema is broken');
  });

  it('finds a tool by the name that a model gave', async () => {
    const { agent, save, calls } = recorder();
    const found = toolNamed(agent, 'save');
    const runner = new CallbackRunner(agent, { beforeTool: () => undefined });

    expect(found).toBe(save);
    await invokeTool(agent, found, { path: 'a' }, await tokenOf(runner.runBeforeTool(found, { path: 'a' })));
    expect(calls).toHaveLength(1);
    expect(() => toolNamed(agent, 'remove')).toThrow(expect.objectContaining({ code: -32601 }));
    expect(() => toolNamed({ name: 'x', tools: [save] } as never, 'save')).toThrow('Agent `x` has no tool `save`.');
  });
});
