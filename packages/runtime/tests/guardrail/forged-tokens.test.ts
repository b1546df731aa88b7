import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import {
  block,
  CallbackRunner,
  defineAgent,
  delegate,
  GuardrailBlocked,
  invokeTool,
  needsNoGuardrail,
  uncheckedInvocation,
} from '../../src/index.ts';
import type * as AgentSafety from '../../src/index.ts';
import type { GuardrailToken } from '../../src/index.ts';
import { recorder, tokenOf } from '../fixtures.ts';

function world() {
  const { agent, save, calls } = recorder();
  const runner = new CallbackRunner(agent, { beforeTool: () => undefined });
  const forge = (token: unknown) => invokeTool(agent, save, { path: 'a' }, token as GuardrailToken<typeof save, typeof agent>); // prettier-ignore
  return { agent, save, calls, runner, forge, mint: () => tokenOf(runner.runBeforeTool(save, { path: 'a' })) };
}

const forgeries: Record<string, (token: object, agent: object, tool: object) => unknown> = {
  nothing: () => undefined,
  null: () => null,
  'a text': () => 'token',
  true: () => true,
  'an object': () => ({}),
  'a frozen object without prototype': () => Object.freeze(Object.create(null) as object),
  'a function': () => () => true,
  'what a record looks like': (_, agent, tool) => ({ agent, tool, given: { path: 'a' }, args: { path: 'a' }, isExpired: () => false }), // prettier-ignore
  'the agent': (_, agent) => agent,
  'the tool': (_, _agent, tool) => tool,
  'a spread': (token) => ({ ...token }),
  'an assignment': (token) => Object.assign({}, token),
  'a structured clone': (token) => structuredClone(token),
  'a serialised copy': (token) => deserialize(serialize(token)) as unknown,
  'its text': (token) => JSON.parse(JSON.stringify(token)) as unknown,
  'an heir': (token) => Object.create(token) as unknown,
  'an object with it as prototype': (token) => Object.setPrototypeOf({}, token) as unknown,
  'a proxy': (token) => new Proxy(token, {}),
  'a proxy that passes everything on': (token) => new Proxy(token, Reflect),
  'a revoked proxy': (token) => {
    const { proxy, revoke } = Proxy.revocable(token, {});
    revoke();
    return proxy;
  },
  'an array of it': (token) => [token],
  'a box of it': (token) => Object(token) === token && { token },
  'a weak reference': (token) => new WeakRef(token),
  'a promise of it': (token) => Promise.resolve(token),
  'its descriptors': (token) => Object.create(null, Object.getOwnPropertyDescriptors(token)) as object, // prettier-ignore
  'its keys': (token) => Object.fromEntries(Reflect.ownKeys(token).map((key) => [key, true])),
  'a copy from another realm': (token) => runInNewContext('Object.freeze(Object.assign(Object.create(null), token))', { token }) as object, // prettier-ignore
  'an outcome': () => new GuardrailBlocked('recorder', 'save', 'no'),
};

describe('no token', () => {
  it.each(Object.entries(forgeries))('%s', async (_what, forgery) => {
    const { agent, save, calls, forge, mint } = world();
    const token = await mint();

    const forged = forge(forgery(token, agent, save));

    await expect(forged).rejects.toMatchObject({ name: 'TokenRejected', reason: 'forged', code: -32000 });
    expect(calls).toEqual([]);
    // And the token that it was made from still counts.
    await forge(token);
    expect(calls).toEqual([{ path: 'a' }]);
  });

  it('shows nothing, and cannot be changed', async () => {
    const token = await world().mint();

    expect([Reflect.ownKeys(token), Object.getPrototypeOf(token), Object.isFrozen(token)]).toEqual([[], null, true]);
  });

  it('comes from a copy of this package', async () => {
    const { agent, save, calls, forge } = world();
    // The agent of one copy is no agent of the other.
    const other = await secondCopy();

    expect(() => new other.CallbackRunner(agent, { beforeTool: () => undefined })).toThrow(TypeError);
    const twin = other.defineTool({ name: 'save', class: 'write', input: save.input, guardrail: 'required', handler: () => 1 }); // prettier-ignore
    const twins = other.defineAgent({ name: 'recorder', tools: [twin] });
    const runner = new other.CallbackRunner(twins, { beforeTool: () => undefined });
    await expect(forge(await runner.runBeforeTool(twin, { path: 'a' }))).rejects.toMatchObject({ reason: 'forged' });
    expect(calls).toEqual([]);
  });
});

describe('built-ins that were replaced after the package was loaded', () => {
  const tricks: [what: string, target: object, key: PropertyKey, (token: object) => unknown][] = [
    ['WeakMap.prototype.has', WeakMap.prototype, 'has', () => () => true],
    ['WeakMap.prototype.set', WeakMap.prototype, 'set', () => () => undefined],
    ['Map.prototype.get', Map.prototype, 'get', () => () => 'a'],
    ['Array.prototype.includes', Array.prototype, 'includes', () => () => true],
    ['Array.prototype.find', Array.prototype, 'find', () => () => ({})],
    ['Array.prototype iterator', Array.prototype, Symbol.iterator, () => function* () {}], // eslint-disable-line @typescript-eslint/no-empty-function
    ['Object.is', Object, 'is', () => () => true],
    ['Object.keys', Object, 'keys', () => () => []],
    ['Object.freeze', Object, 'freeze', () => (value: unknown) => value],
    ['Reflect.ownKeys', Reflect, 'ownKeys', () => () => []],
    ['Symbol.hasInstance of the outcome', GuardrailBlocked, Symbol.hasInstance, () => () => false],
    ['Symbol.hasInstance of an answer', block('no').constructor, Symbol.hasInstance, () => () => false],
    ['Function.prototype.call', Function.prototype, 'call', () => () => undefined],
    [
      'Promise.prototype.then',
      Promise.prototype,
      'then',
      (token) => Promise.prototype.then.bind(Promise.resolve(token)),
    ],
  ];

  it.each(tricks)('%s', async (_what, target, key, replacement) => {
    const { calls, forge, mint } = world();
    const { agent, save } = recorder();
    const token = await mint();
    const undo = replaced(target, key, replacement(token));
    let attempts: Promise<unknown>[];
    try {
      attempts = [forge({}), forge(Object.create(token)), invokeTool(agent, save, { path: 'a' }, token as never)];
    } finally {
      undo();
    }

    expect((await Promise.allSettled(attempts)).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
      'rejected',
    ]);
    expect(calls).toEqual([]);
  });

  it('let nobody answer for the records', async () => {
    const { agent, save, calls, forge } = world();
    const fake = {};
    const record = { agent, tool: save, given: new Map([['path', 'a']]), args: {}, isExpired: () => false };
    const get = Reflect.get(WeakMap.prototype, 'get') as () => unknown;
    const undo = replaced(WeakMap.prototype, 'get', function (this: WeakMap<object, unknown>, key: object) {
      return key === fake ? record : (Reflect.apply(get, this, [key]) as unknown);
    });
    try {
      await expect(forge(fake)).rejects.toMatchObject({ reason: 'forged' });
    } finally {
      undo();
    }
    expect(calls).toEqual([]);
  });

  it('let no guardrail go unasked', async () => {
    const { agent, save } = recorder();
    const runner = new CallbackRunner(agent, { beforeTool: () => block('no') });
    const undo = [
      replaced(Function.prototype, 'call', () => undefined),
      replaced(Function.prototype, 'apply', () => undefined),
      replaced(Reflect, 'apply', () => undefined),
    ];
    let answer: unknown;
    try {
      answer = await runner.runBeforeTool(save, {});
    } finally {
      for (const one of undo) one();
    }

    expect(answer).toBeInstanceOf(GuardrailBlocked);
  });

  it('let no second call pass', async () => {
    const { calls, forge, mint } = world();
    const token = await mint();
    const undo = replaced(WeakMap.prototype, 'set', () => undefined);
    try {
      await forge(token);
      await expect(forge(token)).rejects.toMatchObject({ reason: 'spent' });
    } finally {
      undo();
    }
    expect(calls).toHaveLength(1);
  });
});

describe('what others put on prototypes', () => {
  it.each([
    ['what the guardrail answers', 'reason', 'x'],
    ['how long a token counts', 'expiresInMs', -1],
    ['a clock', 'now', () => Number.NaN],
    ['that no guardrail is needed', 'guardrail', { reason: 'none' }],
    ['that a promise is meant', 'then', undefined],
    ['the arguments', 'path', '/etc/passwd'],
    ['an index', '0', 'x'],
  ])('%s', async (_what, key, value) => {
    const { agent, save, calls } = recorder();
    const runner = new CallbackRunner(agent, { beforeTool: () => undefined, expiresInMs: 1000, now: () => 0 });
    const undo = replaced(Object.prototype, key, value);
    try {
      const token = await tokenOf(runner.runBeforeTool(save, { other: 1 }));
      await invokeTool(agent, save, { other: 1 }, token);
      expect((calls[0] as { path?: string }).path).toBeUndefined();
      expect(needsNoGuardrail(save)).toBe(false);
      await expect(invokeTool(agent, save, { other: 1 }, {} as never)).rejects.toMatchObject({ reason: 'forged' });
    } finally {
      undo();
    }
  });

  it('is in no argument of the handler, though it came between the guardrail and the call', async () => {
    const { agent, save, calls } = recorder();
    const runner = new CallbackRunner(agent, { beforeTool: ({ args }) => ((args as { force?: boolean }).force ? block('no') : undefined) }); // prettier-ignore
    const token = await tokenOf(runner.runBeforeTool(save, { path: 'a' }));
    const undo = replaced(Object.prototype, 'force', true);
    try {
      await invokeTool(agent, save, { path: 'a' }, token);
      expect((calls[0] as { force?: boolean }).force).toBeUndefined();
    } finally {
      undo();
    }
  });
});

describe('no agent, no tool, no marker', () => {
  it('looks like an agent', async () => {
    const { agent, save, calls, runner, mint } = world();
    const likes = [{ ...agent }, Object.create(agent), new Proxy(agent, {}), structuredClone({ name: 'recorder' })] as never[]; // prettier-ignore

    for (const like of likes) {
      await expect(invokeTool(like, save, { path: 'a' }, (await mint()) as never)).rejects.toMatchObject({ name: 'CapabilityNotHeld' }); // prettier-ignore
      expect(() => new CallbackRunner(like, { beforeTool: () => undefined })).toThrow(TypeError);
      expect(() => delegate(like, agent, [save] as never)).toThrow('does not hold');
      const heir = Object.create(runner, { agent: { value: like } }) as typeof runner;
      await expect(heir.runBeforeTool(save, {})).rejects.toThrow(TypeError);
    }
    expect(calls).toEqual([]);
  });

  it('looks like a tool', async () => {
    const { agent, save, calls, mint } = world();
    const likes = [{ ...save }, Object.create(save), new Proxy(save, {})] as (typeof save)[];

    for (const like of likes) {
      await expect(invokeTool(agent, like, { path: 'a' }, await mint())).rejects.toMatchObject({ name: 'CapabilityNotHeld' }); // prettier-ignore
      expect(() => defineAgent({ name: 'x', tools: [like] })).toThrow(TypeError);
      expect(() => uncheckedInvocation({ ...like, guardrail: { reason: 'x' } } as never)).toThrow('did not opt out');
    }
    expect(calls).toEqual([]);
  });

  it('stands for the opt-out of an author who did not opt out', async () => {
    const { agent, save, calls, forge } = world();

    expect(() => uncheckedInvocation(save as never)).toThrow(expect.objectContaining({ code: -32000 }));
    expect(() => uncheckedInvocation(null as never)).toThrow('did not opt out');
    await expect(forge(Object.freeze({ reason: 'x' }))).rejects.toMatchObject({ reason: 'forged' });
    await expect(invokeTool(agent, save, {}, agent as never)).rejects.toMatchObject({ reason: 'forged' });
    expect(calls).toEqual([]);
  });
});

/** The package once more, as where two versions of it are installed. */
async function secondCopy(): Promise<typeof AgentSafety> {
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, '../../src/index.ts')],
    bundle: true,
    format: 'esm',
    write: false,
  });
  const url = `data:text/javascript;base64,${Buffer.from(outputFiles[0]?.contents ?? []).toString('base64')}`;
  return (await import(/* @vite-ignore */ url)) as typeof AgentSafety;
}

/** Puts a value in the place of a property, until the returned function is called. */
function replaced(target: object, key: PropertyKey, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(target, key);
  const { defineProperty, deleteProperty } = Reflect;
  defineProperty(target, key, { value, writable: true, configurable: true });
  return () => {
    if (before) defineProperty(target, key, before);
    else deleteProperty(target, key);
  };
}
