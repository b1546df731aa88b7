import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  block,
  CallbackRunner,
  CapabilityNotHeld,
  defineAgent,
  defineTool,
  delegate,
  dynamicCaps,
  GuardrailBlocked,
  invokeTool,
  needsNoGuardrail,
  noGuardrailRequired,
  TokenRejected,
  uncheckedInvocation,
} from '../../src/index.ts';
import type { AnyAgent, AnyTool, DynamicTool, StandardSchemaV1, TokenRejection } from '../../src/index.ts';

// Programs of mint, spend, fail, expire, copy, clone and hand on, over several agents and tools, against a model of
// what may run. The model knows when a token is fresh and for which call, and nothing of how tokens are made.

const lifetime = 10;

/** What the arguments can be: two that differ, and one equal to the first but for the order of its keys. */
const variants = [() => ({ path: 'a', size: 1 }), () => ({ path: 'b', size: 1 }), () => ({ size: 1, path: 'a' })];
/** Variants that say the same are one value to the model. */
const meanings = [0, 1, 0];

const copies: Record<string, (token: object) => unknown> = {
  spread: (token) => ({ ...token }),
  assign: (token) => Object.assign(Object.create(null) as object, token),
  clone: (token) => structuredClone(token),
  heir: (token) => Object.create(token) as object,
  proxy: (token) => new Proxy(token, {}),
  text: (token) => JSON.parse(JSON.stringify(token)) as object,
  descriptors: (token) => Object.freeze(Object.defineProperties({}, Object.getOwnPropertyDescriptors(token))),
};

const index = (below: number) => fc.nat({ max: below - 1 });
const agentIndex = index(3);
const toolIndex = index(3);
const variant = index(variants.length);
/** Which of the tokens, counted from the newest. */
const pick = fc.oneof({ weight: 3, arbitrary: index(3) }, { weight: 1, arbitrary: index(12) });

const step = fc.oneof(
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constant('mint' as const),
      // All that an agent holds, and two calls of what it does not.
      call: fc.constantFrom(
        ...([
          [0, 0],
          [0, 1],
          [0, 2],
          [1, 0],
          [1, 1],
          [2, 1],
          [1, 2],
          [2, 0],
        ] as const),
      ),
      variant,
      answer: fc.constantFrom('pass', 'pass', 'pass', 'pass', 'pass', 'pass', 'block', 'throw'),
      // Whether the callback answers only when it is told to, while other steps go on.
      waits: fc.constantFrom(true, false, false),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('answer' as const), pick }) },
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constant('spend' as const),
      pick,
      // The call that the token is for, with one of these taken from the step instead.
      but: fc.constantFrom('nothing', 'nothing', 'nothing', 'agent', 'tool', 'arguments'),
      agent: agentIndex,
      tool: toolIndex,
      variant,
      fails: fc.boolean(),
      times: fc.constantFrom(1, 1, 1, 2, 3),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('copy' as const), pick, how: fc.constantFrom(...Object.keys(copies)) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('hand on' as const), pick }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1, lifetime - 1, lifetime) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('unchecked' as const), agent: agentIndex, tool: toolIndex, variant }),
  },
);

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** What the model knows of a token. */
interface Facts {
  readonly agent: number;
  readonly tool: number;
  readonly meaning: number;
  readonly expiresAt: number;
  isSpent: boolean;
}

/** A token and what is true of it; copies have no facts. Handed-on tokens share theirs. */
interface Held {
  readonly token: unknown;
  readonly facts: Facts | undefined;
}

interface Run {
  readonly agent: string;
  readonly tool: string;
  readonly path: unknown;
}

const anything: StandardSchemaV1 = {
  '~standard': { version: 1, vendor: 'test', validate: (value) => ({ value }) },
};

/** How often each verdict came about, over all programs: a test that never got there has shown nothing. */
const reached = new Map<string, number>();

/** The world that programs run in, and its model beside it. */
class World {
  now = 0;
  readonly runs: Run[] = [];
  readonly held: Held[] = [];
  readonly #ends: Promise<unknown>[] = [];
  readonly #answers: (() => void)[] = [];
  readonly #openAnswers: Promise<void>[] = [];
  #shallFail = false;

  readonly tools: readonly AnyTool[] = [
    this.#tool('read', noGuardrailRequired('reads nothing private')),
    this.#tool('write', 'required'),
    this.#tool('send', 'required'),
  ];
  readonly agents: readonly AnyAgent[] = this.#agents();
  readonly #runners = this.agents.map((agent) => this.#runner(agent));
  #nextAnswer: { readonly answer: string; readonly gate: Promise<void> | undefined } | undefined;

  #tool(name: string, guardrail: 'required' | ReturnType<typeof noGuardrailRequired>): AnyTool {
    return defineTool({
      name,
      class: 'write',
      input: anything,
      guardrail,
      handler: async (args, context) => {
        this.runs.push({ agent: context.agent, tool: context.tool, path: (args as { path?: unknown }).path });
        if (this.#shallFail) throw new Error('the handler failed');
        return await Promise.resolve('done');
      },
    });
  }

  #agents(): readonly AnyAgent[] {
    const [read, write, send] = this.tools as [DynamicTool, DynamicTool, DynamicTool];
    const parent = defineAgent({ name: 'parent', tools: dynamicCaps([read, write, send]) });
    const child = defineAgent({ name: 'child', tools: dynamicCaps([read, write]) });
    return [parent, child, delegate(parent, child, dynamicCaps([write]))];
  }

  /** Which tools an agent holds, said once more, by hand. */
  holds(agent: number, tool: number): boolean {
    return ([[0, 1, 2], [0, 1], [1]][agent] ?? []).includes(tool);
  }

  #runner(agent: AnyAgent): CallbackRunner<AnyAgent> {
    return new CallbackRunner(agent, {
      beforeTool: async () => {
        const { answer, gate } = this.#nextAnswer ?? { answer: 'throw', gate: undefined };
        await gate;
        if (answer === 'throw') throw new Error('the callback failed');
        return answer === 'block' ? block('no') : undefined;
      },
      expiresInMs: lifetime,
      now: () => this.now,
    });
  }

  async mint({ call: [agent, tool], variant: which, answer, waits }: Extract<Step, { do: 'mint' }>): Promise<void> {
    const gate = waits ? new Promise<void>((open) => this.#answers.push(open)) : undefined;
    this.#nextAnswer = { answer, gate };
    const passed = variants[which]?.() as { path: string };
    const asked = this.#runners[agent]!.runBeforeTool(this.tools[tool] as DynamicTool, passed);
    // Changed as soon as the call has returned: too late to be seen.
    passed.path = 'changed';
    const end = asked.then(
      (token) => {
        expect(this.holds(agent, tool)).toBe(true);
        const isBlocked = token instanceof GuardrailBlocked;
        expect(answer).toBe(isBlocked ? 'block' : 'pass');
        if (isBlocked) return;
        const expiresAt = this.now + lifetime;
        this.held.push({ token, facts: { agent, tool, meaning: meanings[which]!, expiresAt, isSpent: false } });
      },
      (error: unknown) => {
        if (!this.holds(agent, tool)) expect(error).toBeInstanceOf(CapabilityNotHeld);
        else expect([answer, (error as Error).message]).toEqual(['throw', 'the callback failed']);
      },
    );
    if (waits && this.holds(agent, tool)) {
      this.#openAnswers.push(end);
      // Up to the callback, which took what it shall answer.
      for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    } else await end;
  }

  async answer(which: number): Promise<void> {
    this.#answers.splice(which % Math.max(this.#answers.length, 1), 1)[0]?.();
    for (let turn = 0; turn < 12; turn++) await Promise.resolve();
  }

  spend(step: Extract<Step, { do: 'spend' }>): void {
    const held = this.held.at(-1 - (step.pick % Math.max(this.held.length, 1))) ?? { token: {}, facts: undefined };
    const { facts } = held;
    const agent = facts && step.but !== 'agent' ? facts.agent : step.agent;
    const tool = facts && step.but !== 'tool' ? facts.tool : step.tool;
    const isOther = facts && step.but !== 'arguments' && meanings[step.variant] !== facts.meaning;
    const which = isOther ? meanings.indexOf(facts.meaning) : step.variant;
    this.#shallFail = step.fails;
    for (let time = 0; time < step.times; time++) {
      const verdict = this.verdictOn(facts, agent, tool, meanings[which]!);
      reached.set(verdict, (reached.get(verdict) ?? 0) + 1);
      if (facts) facts.isSpent = true;
      this.#invoke(agent, tool, which, held.token, verdict, step.fails);
    }
    this.#shallFail = false;
  }

  async unchecked({ agent, tool, variant: which }: Extract<Step, { do: 'unchecked' }>): Promise<void> {
    const found = this.tools[tool] as DynamicTool;
    if (!needsNoGuardrail(found)) {
      expect(() => uncheckedInvocation(found as never)).toThrow('did not opt out');
      return;
    }
    const before = this.runs.length;
    const end = invokeTool(this.agents[agent]!, found, variants[which]!(), uncheckedInvocation(found));
    await end.then(
      () => expect([this.holds(agent, tool), this.runs.length]).toEqual([true, before + 1]),
      () => expect([this.holds(agent, tool), this.runs.length]).toEqual([false, before]),
    );
  }

  /** The law: runs exactly with a fresh token for this call. */
  verdictOn(
    facts: Facts | undefined,
    agent: number,
    tool: number,
    meaning: number,
  ): 'runs' | 'not held' | TokenRejection {
    if (!this.holds(agent, tool)) return 'not held';
    if (!facts) return 'forged';
    if (facts.isSpent) return 'spent';
    if (facts.tool !== tool) return 'other tool';
    if (facts.agent !== agent) return 'other agent';
    if (facts.expiresAt <= this.now) return 'expired';
    return facts.meaning === meaning ? 'runs' : 'other arguments';
  }

  #invoke(agent: number, tool: number, which: number, token: unknown, verdict: string, fails: boolean): void {
    const before = this.runs.length;
    const passed = variants[which]!() as { path: string };
    const end = invokeTool(this.agents[agent]!, this.tools[tool] as DynamicTool, passed, token as never);
    // At once: no turn of the event loop lies between the check and the handler.
    const ran = this.runs.slice(before);
    passed.path = 'changed';
    const expected = {
      agent: this.agents[agent]!.name,
      tool: this.tools[tool]!.name,
      path: ['a', 'b'][meanings[which]!],
    };
    expect(ran).toEqual(verdict === 'runs' ? [expected] : []);
    this.#ends.push(
      end.then(
        (result) => expect([verdict, fails, result]).toEqual(['runs', false, 'done']),
        (error: unknown) => {
          if (verdict === 'runs') expect([fails, (error as Error).message]).toEqual([true, 'the handler failed']);
          else if (verdict === 'not held') expect(error).toBeInstanceOf(CapabilityNotHeld);
          else expect([error instanceof TokenRejected, (error as TokenRejected).reason]).toEqual([true, verdict]);
        },
      ),
    );
  }

  async end(): Promise<void> {
    for (const open of this.#answers) open();
    await Promise.all([...this.#openAnswers, ...this.#ends]);
  }
}

async function run(program: readonly Step[]): Promise<void> {
  const world = new World();
  for (const step of program) {
    switch (step.do) {
      case 'mint':
        await world.mint(step);
        break;
      case 'answer':
        await world.answer(step.pick);
        break;
      case 'spend':
        world.spend(step);
        break;
      case 'copy': {
        const originals = world.held.filter(({ facts }) => facts);
        const original = originals.at(-1 - (step.pick % Math.max(originals.length, 1)));
        if (original) world.held.push({ token: copies[step.how]!(original.token as object), facts: undefined });
        break;
      }
      case 'hand on': {
        const original = world.held.at(-1 - step.pick);
        if (original) world.held.push(original);
        break;
      }
      case 'wait':
        world.now += step.ms;
        break;
      case 'unchecked':
        await world.unchecked(step);
    }
  }
  await world.end();
}

describe('over 10,000 random programs', () => {
  it('a tool runs exactly where a fresh token for this call is spent', async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40, size: 'max' }), run), {
      numRuns: 10_000,
    });

    for (const verdict of [
      'runs',
      'not held',
      'forged',
      'spent',
      'expired',
      'other tool',
      'other agent',
      'other arguments',
    ]) {
      expect([verdict, reached.get(verdict)]).toEqual([verdict, expect.toSatisfy((count: number) => count > 1_000)]);
    }
    expect(reached.get('runs')).toBeGreaterThan(10_000);
  });
});
