import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  block,
  CallbackRunner,
  capsOf,
  defineAgent,
  defineTool,
  delegate,
  GuardrailBlocked,
  has,
  invokeTool,
  isBlocked,
} from '../../src/index.ts';
import type { AnyTool, BeforeTool } from '../../src/index.ts';
import { admittedArguments } from '../../src/guardrail/admission.ts';
import { Block } from '../../src/guardrail/blocked.ts';
import { takeMint } from '../../src/guardrail/token.ts';
import { takeHandlerOf } from '../../src/capability/tool.ts';
import { admitCall, governCall, runCall } from '../../src/adapters/governed-call.ts';
import { elsewhere } from '../../src/adapters/elsewhere.ts';
import { anything, recorder, schemaOf, tokenOf } from '../fixtures.ts';

const undo: (() => void)[] = [];

/** Sets a property for the rest of the test, as code of others in the same process could. */
function tamper(object: object, key: PropertyKey, value: unknown): boolean {
  const before = Object.getOwnPropertyDescriptor(object, key);
  const isDone = Reflect.defineProperty(object, key, { value, configurable: true, writable: true });
  undo.push(() => {
    if (before) Object.defineProperty(object, key, before);
    else Reflect.deleteProperty(object, key);
  });
  return isDone;
}

function restoreAll(): void {
  for (const restore of undo.splice(0).reverse()) restore();
}

afterEach(restoreAll);

const no = () => block('never');

/** An agent whose `erase` an SDK runs itself. */
function withElsewhere(beforeTool: BeforeTool<never> = no) {
  const erase = defineTool({
    name: 'erase',
    class: 'write',
    input: anything,
    guardrail: 'required',
    handler: elsewhere,
  });
  const agent = defineAgent({ name: 'cleaner', tools: [erase] });
  return new CallbackRunner(agent, { beforeTool: beforeTool as never });
}

describe('prototypes that were polluted by JSON alone', () => {
  it.each(['args', 'result', 'kind', 'tools', 'reason', 'value', 'then', 'proceed'])(
    'let no blocked call pass: %s',
    async (key) => {
      const runner = withElsewhere();
      tamper(Object.prototype, key, { path: '/etc/passwd' });

      const outcomes = [
        await admitCall(runner, 'erase', { path: 'a' }, 'replaceable'),
        await governCall(runner, 'erase', { path: 'a' }, 'fixed'),
        await admitCall(runner, 'unknown', {}, 'fixed'),
      ];
      restoreAll();

      expect(outcomes.map(({ kind }) => kind)).toEqual(['refused', 'refused', 'refused']);
    },
  );

  it('add nothing to what an agent holds', () => {
    const { agent, save } = recorder();
    tamper(Object.prototype, 'tools', []);

    expect(has(capsOf([save]), save)).toBe(true);
    expect(capsOf(agent).tools).toEqual([save]);
  });

  it('make no value of an accessor', async () => {
    const { agent, save, calls } = recorder();
    const runner = new CallbackRunner(agent, { beforeTool: () => undefined });
    tamper(Object.prototype, 'value', 'polluted');
    const passed = { get path() { return 'computed'; } }; // prettier-ignore

    const outcome = await runner.runBeforeTool(save, passed).catch((error: unknown) => error);
    restoreAll();

    expect(outcome).toMatchObject({ code: -32602 });
    expect(calls).toEqual([]);
  });
});

describe('what is lent or asked', () => {
  it('gives names of agents, and no agents', async () => {
    const { save } = recorder();
    const boss = defineAgent({ name: 'boss', tools: [save] });
    const helper = defineAgent({ name: 'helper', tools: [save] });
    const lent = delegate(boss, helper, [save]);
    const asked = vi.fn<BeforeTool<typeof lent>>();

    await new CallbackRunner(lent, { beforeTool: asked }).runBeforeTool(save, {});

    expect(Object.values(lent).filter((part) => part === (boss as unknown) || part === (helper as unknown))).toEqual(
      [],
    );
    expect(lent).toMatchObject({ orchestrator: 'boss', subagent: 'helper' });
    expect(asked.mock.calls[0]?.[0].agent).toBe('boss → helper');
  });
});

describe('the way past the checks', () => {
  it.each([
    ['the mint', takeMint],
    ['the handlers', takeHandlerOf],
  ])('%s is taken before anybody else can have it', (_what, take) => {
    expect(take).toThrow('has been taken');
  });
});

describe('a schema that is changed after its tool was defined', () => {
  it('validates as it did', async () => {
    const validate = (value: unknown) => (value === 'good' ? { value } : { issues: [{ message: 'bad' }] });
    const input = schemaOf(validate);
    const tool = defineTool({ name: 'say', class: 'write', input, guardrail: 'required', handler: (said) => said });
    const agent = defineAgent({ name: 'speaker', tools: [tool] });
    const runner = new CallbackRunner(agent, { beforeTool: () => undefined });
    tamper(input['~standard'], 'validate', (value: unknown) => ({ value }));

    await expect(runner.runBeforeTool(tool, 'evil')).rejects.toMatchObject({ code: -32602 });
    expect(await tokenOf(runner.runBeforeTool(tool, 'good'))).toBeDefined();
  });
});

describe('a schema that refuses', () => {
  it.each([
    ['an object', { issues: [{ message: 'bad' }] }],
    ['an object of a class that computes its issues', new (class Refusal { get issues() { return [{ message: 'bad' }]; } })()], // prettier-ignore
  ])('by %s does so where `then` is put on the prototype of every object', async (_what, refusal) => {
    const tool = defineTool({ name: 'say', class: 'write', input: schemaOf(() => refusal as never), guardrail: 'required', handler: (said) => said }); // prettier-ignore
    const runner = new CallbackRunner(defineAgent({ name: 'speaker', tools: [tool] }), { beforeTool: () => undefined });
    tamper(Object.prototype, 'then', (resolve: (value: unknown) => void) =>
      resolve({ __proto__: null, value: 'evil' }),
    );

    let outcome: unknown;
    try {
      outcome = await runner.runBeforeTool(tool, 'evil');
    } catch (error) {
      outcome = error;
    }
    restoreAll();

    expect(outcome).toMatchObject({ code: -32602, message: 'The arguments of `say` are not valid: bad' });
  });
});

describe('a block', () => {
  const passing = (resolve: (value: undefined) => void) => resolve(undefined); // prettier-ignore

  it.each([
    ['every object', Object.prototype],
    ['blocks', Block.prototype],
    ['blocked calls', GuardrailBlocked.prototype],
  ])('stays one where `then` is put on the prototype of %s', async (_what, prototype) => {
    const { agent, save } = recorder();
    const runner = new CallbackRunner(agent, { beforeTool: async () => Promise.resolve(block('no')) });
    tamper(prototype, 'then', passing);

    const outcome = await runner.runBeforeTool(save, {});

    expect(isBlocked(outcome)).toBe(true);
  });

  it('is told by no `Symbol.hasInstance` of others', async () => {
    const { agent, save } = recorder();
    const runner = new CallbackRunner(agent, { beforeTool: no });

    expect(tamper(GuardrailBlocked, Symbol.hasInstance, () => false)).toBe(false);
    expect(tamper(Block, Symbol.hasInstance, () => false)).toBe(false);
    expect(await runner.runBeforeTool(save, {})).toBeInstanceOf(GuardrailBlocked);
    expect(await runCall(runner, 'save', {})).toMatchObject({ kind: 'refused', reason: 'never' });
  });

  it.each([{ agent: 'a', tool: 't', reason: 'r' }, Object.create(GuardrailBlocked.prototype), null, 'no'])(
    'is no look-alike: %j',
    (value) => {
      expect(isBlocked(value)).toBe(false);
    },
  );

  it('is a sentence as a text', () => {
    expect(String(new GuardrailBlocked('a', 't', 'not now'))).toBe('Blocked: not now');
  });
});

describe('arguments of a size that nobody reads', () => {
  it('are refused: one object in many places', async () => {
    const { agent, save } = recorder();
    const beforeTool = vi.fn();
    const runner = new CallbackRunner(agent, { beforeTool });
    let shared: object = { end: true };
    for (let level = 0; level < 22; level++) shared = { a: shared, b: shared };

    await expect(runner.runBeforeTool(save, shared)).rejects.toThrow('more than 200000 values');
    expect(beforeTool).not.toHaveBeenCalled();
  });

  it('are refused: one text in many places', async () => {
    const { agent, save } = recorder();
    const runner = new CallbackRunner(agent, { beforeTool: () => undefined });
    const text = 'x'.repeat(1_048_576);

    await expect(
      runner.runBeforeTool(
        save,
        Array.from({ length: 129 }, () => text),
      ),
    ).rejects.toThrow('more than 134217728 characters');
  });
});

describe('an agent', () => {
  it('holds what was looked at, whatever its list says the second time', () => {
    const { save } = recorder();
    const fake = { name: 'fake' } as unknown as AnyTool;
    let reads = 0;
    const tools = new Proxy<[typeof save]>([save], {
      get: (list, key) => (key === '0' && ++reads > 1 ? fake : (Reflect.get(list, key) as unknown)),
    });

    expect(defineAgent({ name: 'careless', tools }).tools).toEqual([save]);
  });
});

describe('a handler that throws the rejection of another call', () => {
  it('has not been blocked: its effect may have happened', async () => {
    const { agent: other, save } = recorder();
    const nested = defineTool({
      name: 'nested',
      class: 'write',
      input: anything,
      guardrail: 'required',
      handler: async () => invokeTool(other, save, {}, {} as never),
    });
    const agent = defineAgent({ name: 'outer', tools: [nested] });
    const runner = new CallbackRunner(agent, { beforeTool: () => undefined });

    await expect(runCall(runner, 'nested', {})).rejects.toMatchObject({ name: 'TokenRejected' });
  });
});

describe('what a validator says', () => {
  const chatty = schemaOf((value) => ({
    issues: Array.from({ length: 100_000 }, (_, index) => ({
      message: `received ${String(value)}`,
      path: ['k', index],
    })),
  }));

  it('is cut for models', async () => {
    const tool = defineTool({ name: 'chatty', class: 'read', input: chatty, guardrail: 'required', handler: () => 1 });
    const agent = defineAgent({ name: 'a', tools: [tool] });
    const asked = new CallbackRunner(agent, { beforeTool: () => undefined }).runBeforeTool(tool, 'x');

    await expect(asked).rejects.toThrow('and 99990 more');
    await expect(asked).rejects.toSatisfy((error: Error) => error.message.length < 1_200);
  });

  it('of a result names places, and repeats no value', async () => {
    const tool = defineTool({
      name: 'leaky',
      class: 'read',
      input: anything,
      output: chatty,
      guardrail: 'required',
      handler: () => 'sk-SECRET',
    });
    const agent = defineAgent({ name: 'a', tools: [tool] });
    const runner = new CallbackRunner(agent, { beforeTool: () => undefined });
    const call = invokeTool(agent, tool, {}, await tokenOf(runner.runBeforeTool(tool, {})));

    await expect(call).rejects.toThrow('does not fit its output schema at: k.0; k.1');
    await expect(call).rejects.toSatisfy((error: Error) => !error.message.includes('SECRET'));
  });
});

describe('a clock', () => {
  it.each(['x', '5', null, undefined, NaN, {}])('that says %j lets no token live', async (time) => {
    const { agent, save } = recorder();
    const runner = new CallbackRunner(agent, {
      beforeTool: () => undefined,
      expiresInMs: 5,
      now: () => time as number,
    });
    const token = await tokenOf(runner.runBeforeTool(save, {}));

    expect(() => admittedArguments(agent, save, {}, token)).toThrow('expired');
  });
});

describe('a guardrail that hangs', () => {
  it('is left by a signal', async () => {
    const { agent, save } = recorder();
    const hanging = pending();
    const given: unknown[] = [];
    const runner = new CallbackRunner(agent, {
      beforeTool: ({ signal }) => {
        given.push(signal);
        return hanging.promise as Promise<undefined>;
      },
    });
    const controller = new AbortController();
    const asked = runner.runBeforeTool(save, {}, { signal: controller.signal });
    await vi.waitFor(() => {
      expect(given).toHaveLength(1);
    });
    controller.abort(new Error('too late'));

    await expect(asked).rejects.toThrow('too late');
    expect(given).toEqual([controller.signal]);
  });

  it('mints nothing by an answer that comes after the signal', async () => {
    const { agent, save } = recorder();
    const hanging = pending();
    // The clock is read when a token is minted.
    const now = vi.fn(() => 0);
    const beforeTool = vi.fn(() => hanging.promise as Promise<undefined>);
    const runner = new CallbackRunner(agent, { beforeTool, expiresInMs: 1, now });
    const controller = new AbortController();
    const asked = runner.runBeforeTool(save, {}, { signal: controller.signal }).catch((error: unknown) => error);
    await vi.waitFor(() => {
      expect(beforeTool).toHaveBeenCalledOnce();
    });
    controller.abort(new Error('too late'));
    hanging.resolve(undefined);

    expect(await asked).toMatchObject({ message: 'too late' });
    await new Promise((resolve) => setTimeout(resolve));
    expect(now).not.toHaveBeenCalled();
  });

  it.each([
    ['nothing', () => undefined],
    ['a promise of nothing', async () => Promise.resolve(undefined)],
  ])('is left where it aborts the signal itself, and then answers %s', async (_what, answer) => {
    const { agent, save } = recorder();
    const controller = new AbortController();
    const runner = new CallbackRunner(agent, {
      beforeTool: () => {
        controller.abort(new Error('gone'));
        return answer();
      },
    });

    await expect(runner.runBeforeTool(save, {}, { signal: controller.signal })).rejects.toThrow('gone');
  });

  it('is not asked where the signal is aborted already', async () => {
    const { agent, save } = recorder();
    const beforeTool = vi.fn();
    const runner = new CallbackRunner(agent, { beforeTool });

    await expect(runner.runBeforeTool(save, {}, { signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow(
      'gone',
    );
    expect(beforeTool).not.toHaveBeenCalled();
  });
});

describe('a guardrail that is given a signal', () => {
  it('leaves no listener on it', async () => {
    const { agent, save } = recorder();
    const { signal } = new AbortController();
    for (const beforeTool of [async () => Promise.resolve(undefined), async () => Promise.reject(new Error('down'))]) {
      await new CallbackRunner(agent, { beforeTool }).runBeforeTool(save, {}, { signal }).catch(() => undefined);
    }
    await Promise.resolve();

    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

function pending() {
  const parts = {} as { promise: Promise<unknown>; resolve: (value: unknown) => void };
  parts.promise = new Promise((resolve) => { parts.resolve = resolve; }); // prettier-ignore
  return parts;
}
