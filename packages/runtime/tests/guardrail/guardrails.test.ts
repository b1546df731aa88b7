import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import {
  block,
  CallbackRunner,
  defineAgent,
  defineTool,
  delegate,
  GuardrailBlocked,
  invokeTool,
  isBlocked,
  noGuardrailRequired,
} from '../../src/index.ts';
import type { DecisionRecord, Guardrail } from '../../src/index.ts';
import { admittedArguments } from '../../src/guardrail/admission.ts';
import { anything, recorder, tokenOf } from '../fixtures.ts';

function payments(handler: () => unknown = () => 'paid') {
  const pay = defineTool({
    name: 'pay',
    class: 'write',
    input: z.object({ cents: z.number() }),
    guardrail: 'required',
    handler,
  });
  return { pay, agent: defineAgent({ name: 'clerk', tools: [pay] }) };
}

const args = { cents: 5 };

describe('a guardrail that an agent is defined with', () => {
  const save = defineTool({ name: 'save', class: 'write', input: anything, guardrail: 'required', handler: () => 1 });

  it('is the one that its runners run', async () => {
    const beforeTool = vi.fn(() => block('by the agent'));
    const agent = defineAgent({ name: 'bound', tools: [save], guardrail: { beforeTool } });

    expect(await new CallbackRunner(agent).runBeforeTool(save, {})).toMatchObject({ reason: 'by the agent' });
    expect(beforeTool).toHaveBeenCalledTimes(1);
  });

  it.each<[what: string, options: object]>([
    ['no key', {}],
    ['another key', { key: Symbol('key') }],
    ['a key on a prototype', Object.create({ key: undefined }) as object],
    ['a key that is not there', { key: undefined }],
  ])('is replaced by no other one: %s', (_what, options) => {
    const agents = [
      defineAgent({ name: 'bound', tools: [save], guardrail: { beforeTool: () => block('no') } }),
      defineAgent({ name: 'bound', tools: [save], guardrail: { beforeTool: () => block('no') }, key: Symbol('key') }),
      defineAgent({ name: 'bound', tools: [save], key: Symbol('key') }),
    ];
    const own = Object.assign(Object.create(Object.getPrototypeOf(options) as object) as object, options, {
      beforeTool: () => undefined,
    });

    for (const agent of agents)
      expect(() => new CallbackRunner(agent, own)).toThrow(
        '`bound` has a guardrail of its own: a runner with another one needs the key of the agent.',
      );
  });

  it('is replaced with the key of the agent', async () => {
    const key = Symbol('key');
    const agent = defineAgent({ name: 'bound', tools: [save], guardrail: { beforeTool: () => block('no') }, key });
    const runner = new CallbackRunner(agent, { beforeTool: () => undefined, key });

    expect(await invokeTool(agent, save, {}, await tokenOf(runner.runBeforeTool(save, {})))).toBe(1);
    expect(isBlocked(await new CallbackRunner(agent).runBeforeTool(save, {}))).toBe(true);
  });

  it('stays what it was when the agent was defined', async () => {
    const guardrail = { beforeTool: () => block('as defined') as ReturnType<typeof block> | undefined };
    const agent = defineAgent({ name: 'bound', tools: [save], guardrail });
    guardrail.beforeTool = () => undefined;

    expect(await new CallbackRunner(agent).runBeforeTool(save, {})).toMatchObject({ reason: 'as defined' });
  });

  it('is none of a sub-agent, which has its own', async () => {
    const agent = defineAgent({ name: 'bound', tools: [save], guardrail: { beforeTool: () => block('no') } });
    const lent = delegate(agent, defineAgent({ name: 'sub', tools: [save] }));

    expect(() => new CallbackRunner(lent as never)).toThrow('The runner of `bound → sub` needs beforeTool.');
    const runner = new CallbackRunner(lent, { beforeTool: () => undefined });
    const token = await tokenOf(runner.runBeforeTool(save, {}));
    await expect(invokeTool(agent, save, {}, token as never)).rejects.toMatchObject({ reason: 'other agent' });
  });

  it.each<[what: string, guardrail: object]>([
    ['a callback', {}],
    ['a callback that is its own', Object.create({ beforeTool: () => undefined }) as object],
    ['an expiry that is a number', { beforeTool: () => undefined, expiresInMs: 'soon' }],
  ])('needs %s', (_what, guardrail) => {
    expect(() => defineAgent({ name: 'bound', tools: [save], guardrail: guardrail as never })).toThrow(TypeError);
  });
});

describe('the context of a call', () => {
  it('is what the runner was made with, for the callback and the hooks', async () => {
    const { pay, agent } = payments();
    const seen: unknown[] = [];
    const context = { user: 'ada', request: 7 };
    const runner = new CallbackRunner(agent, {
      context,
      beforeTool: ({ name }, given) => {
        seen.push(['beforeTool', name, given.user]);
        return undefined;
      },
      commit: ({ name }, given) => seen.push(['commit', name, given.request]),
      onDecision: ({ outcome, context: given }) => seen.push([outcome, given === context]),
    });

    await invokeTool(agent, pay, args, await tokenOf(runner.runBeforeTool(pay, args)));
    expect(seen).toEqual([
      ['beforeTool', 'pay', 'ada'],
      ['allowed', true],
      ['commit', 'pay', 7],
    ]);
  });

  it('is each request’s own, where the guardrail is the agent’s', async () => {
    const { pay } = payments();
    const agent = defineAgent({
      name: 'clerk',
      tools: [pay],
      guardrail: {
        beforeTool: (_call, context: { readonly user: string }) =>
          context.user === 'ada' ? undefined : block(`not for ${context.user}`),
      },
    });
    const [ada, eve] = ['ada', 'eve'].map((user) => new CallbackRunner(agent, { context: { user } }));

    expect(isBlocked(await ada?.runBeforeTool(pay, args))).toBe(false);
    expect(await eve?.runBeforeTool(pay, args)).toMatchObject({ reason: 'not for eve' });
  });

  it('is not what somebody put on a prototype', async () => {
    const { pay, agent } = payments();
    const beforeTool = vi.fn(() => undefined);
    const options = Object.assign(Object.create({ context: { user: 'root' } }) as object, { beforeTool });
    await new CallbackRunner(agent, options).runBeforeTool(pay, args);

    expect(beforeTool.mock.calls).toEqual([[expect.anything(), undefined]]);
  });
});

describe('the record of a decision', () => {
  type Records = DecisionRecord<ReturnType<typeof payments>['agent']>[];

  function recorded(beforeTool: Guardrail<ReturnType<typeof payments>['agent']>['beforeTool']) {
    const records: Records = [];
    const { pay, agent } = payments();
    const runner = new CallbackRunner(agent, { beforeTool, onDecision: (record) => void records.push(record) });
    return { pay, runner, records };
  }

  it.each<[outcome: string, beforeTool: () => never, reason: string | undefined]>([
    ['allowed', () => undefined as never, undefined],
    ['blocked', () => block('too much') as never, 'too much'],
    ['failed', () => true as never, undefined],
    [
      'failed',
      () => {
        throw new Error('broken');
      },
      undefined,
    ],
  ])('says %s, once, and of what', async (outcome, beforeTool, reason) => {
    const { pay, runner, records } = recorded(beforeTool);
    await runner.runBeforeTool(pay, args).catch(() => undefined);

    expect(records).toEqual([
      {
        outcome,
        reason,
        call: { name: 'pay', tool: pay, args, agent: 'clerk', signal: undefined },
        context: undefined,
      },
    ]);
    expect(Object.isFrozen(records[0])).toBe(true);
  });

  it('is failed where nobody waited', async () => {
    const { pay, runner, records } = recorded(() => new Promise(() => undefined));
    await expect(runner.runBeforeTool(pay, args, { signal: AbortSignal.timeout(1) })).rejects.toThrow();

    expect(records).toMatchObject([{ outcome: 'failed' }]);
  });

  it('comes before the token: where it cannot be written, the call does not pass', async () => {
    const { pay, agent } = payments();
    const release = vi.fn();
    const onDecision = (): void => {
      throw new Error('the log is full');
    };
    const runner = new CallbackRunner(agent, { beforeTool: () => undefined, onDecision, release });

    await expect(runner.runBeforeTool(pay, args)).rejects.toThrow('the log is full');
    expect(release).toHaveBeenCalledTimes(1);
  });
});

describe('a budget', () => {
  /** A budget that reserves when a call is let pass. */
  function budgeted(most: number, handler?: () => unknown) {
    const budget = { left: most, spent: 0 };
    const { pay, agent } = payments(handler);
    const runner = new CallbackRunner(agent, {
      beforeTool: () => {
        if (budget.left === 0) return block('the budget is used up');
        budget.left--;
        return undefined;
      },
      commit: () => budget.spent++,
      release: () => budget.left++,
    });
    return { pay, agent, runner, budget };
  }

  it('of one is not minted three times at once', async () => {
    const { pay, agent, runner, budget } = budgeted(1);
    const answers = await Promise.all([1, 2, 3].map(() => runner.runBeforeTool(pay, args)));
    const tokens = answers.filter((answer) => !(answer instanceof GuardrailBlocked));

    expect(tokens).toHaveLength(1);
    await invokeTool(agent, pay, args, tokens[0] as never);
    expect(budget).toEqual({ left: 0, spent: 1 });
    expect(isBlocked(await runner.runBeforeTool(pay, args))).toBe(true);
  });

  it('is used up by a call that failed: its effect may have happened', async () => {
    const { pay, agent, runner, budget } = budgeted(1, () => {
      throw new Error('after the transfer');
    });

    await expect(invokeTool(agent, pay, args, await tokenOf(runner.runBeforeTool(pay, args)))).rejects.toThrow();
    expect(budget).toEqual({ left: 0, spent: 1 });
  });

  it.each<[why: string, present: (of: ReturnType<typeof budgeted>, token: never) => Promise<unknown>]>([
    ['other arguments', ({ agent, pay }, token) => invokeTool(agent, pay, { cents: 6 }, token)],
    ['no plain JSON', ({ agent, pay }, token) => invokeTool(agent, pay, { cents: 5n } as never, token)],
    ['another agent', ({ pay }, token) => invokeTool(defineAgent({ name: 'other', tools: [pay] }), pay, args, token)],
    ['an agent without the tool', ({ pay }, token) => invokeTool(recorder().agent as never, pay, args, token)],
    ['another tool', ({ agent }, token) => invokeTool(agent, payments().pay as never, args as never, token)],
    [
      'a signal that was aborted',
      ({ agent, pay }, token) => invokeTool(agent, pay, args, token, { signal: AbortSignal.abort() }),
    ],
  ])('is given back where the call did not run: %s', async (_why, present) => {
    const of = budgeted(1);
    const token = await tokenOf(of.runner.runBeforeTool(of.pay, args));

    await expect(present(of, token as never)).rejects.toThrow();
    expect(of.budget).toEqual({ left: 1, spent: 0 });
    await expect(invokeTool(of.agent, of.pay, args, token)).rejects.toMatchObject({ reason: 'spent' });
    expect(of.budget).toEqual({ left: 1, spent: 0 });
  });

  it('is given back where the callback let pass what nobody waits for any more', async () => {
    const { pay, agent } = payments();
    const release = vi.fn();
    let pass: (answer: undefined) => void = () => undefined;
    const beforeTool = () =>
      new Promise<undefined>((resolve) => {
        pass = resolve;
      });
    const controller = new AbortController();
    const runner = new CallbackRunner(agent, { beforeTool, release });
    const asked = runner.runBeforeTool(pay, args, { signal: controller.signal });
    await vi.waitFor(() => expect(pass.length).toBe(1));
    controller.abort(new Error('gave up'));

    await expect(asked).rejects.toThrow('gave up');
    expect(release).not.toHaveBeenCalled();
    pass(undefined);
    await vi.waitFor(() => expect(release).toHaveBeenCalledTimes(1));
  });

  it('is given back where the clock throws, and the record does not say that the call was let pass', async () => {
    const { pay, agent } = payments();
    const [release, outcomes] = [vi.fn(), [] as string[]];
    const now = (): number => {
      throw new Error('no clock');
    };
    const onDecision = ({ outcome }: { readonly outcome: string }): void => void outcomes.push(outcome);
    const runner = new CallbackRunner(agent, { beforeTool: () => undefined, onDecision, now, release });

    await expect(runner.runBeforeTool(pay, args)).rejects.toThrow('no clock');
    expect(release).toHaveBeenCalledTimes(1);
    expect(outcomes).toEqual(['failed']);
  });

  it('is used up where a call is carried out elsewhere', async () => {
    const { pay, agent, runner, budget } = budgeted(1);
    admittedArguments(agent, pay, args, await tokenOf(runner.runBeforeTool(pay, args)));

    expect(budget).toEqual({ left: 0, spent: 1 });
  });

  it('is not asked about twice: the hooks get one call each, with what the callback saw', async () => {
    const { pay, agent } = payments();
    const [commit, release, beforeTool] = [vi.fn(), vi.fn(), vi.fn(() => undefined)];
    const runner = new CallbackRunner(agent, { beforeTool, commit, release });
    const token = await tokenOf(runner.runBeforeTool(pay, args));
    await Promise.allSettled([1, 2, 3].map(() => invokeTool(agent, pay, args, token)));

    expect(commit.mock.calls).toEqual(beforeTool.mock.calls);
    expect(release).not.toHaveBeenCalled();
  });
});

describe('an opt-out', () => {
  it('is that of one tool', () => {
    const rest = { class: 'write', input: anything, handler: () => 1 } as const;
    const guardrail = noGuardrailRequired('idempotent: sets the same flag');
    defineTool({ ...rest, name: 'first', guardrail });

    expect(() => defineTool({ ...rest, name: 'second', guardrail })).toThrow(
      "`second` needs a guardrail: 'required', or a noGuardrailRequired(reason) of its own.",
    );
  });

  it('is that of its tool when it is made again', () => {
    const definition = { name: 'read', class: 'read', input: anything, handler: () => 1 } as const;
    const guardrail = noGuardrailRequired('public');

    expect(defineTool({ ...definition, guardrail })).not.toBe(defineTool({ ...definition, guardrail }));
  });

  it('is left over from a tool that was not made', () => {
    const guardrail = noGuardrailRequired('public');
    const rest = { name: 'read', class: 'read', guardrail, handler: () => 1 } as const;
    expect(() => defineTool({ ...rest, input: {} as never })).toThrow(TypeError);

    expect(defineTool({ ...rest, input: anything }).guardrail).toBe(guardrail);
  });
});
