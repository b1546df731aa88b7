import { describe, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import {
  block,
  CallbackRunner,
  defineAgent,
  defineTool,
  delegate,
  dynamicCaps,
  GuardrailBlocked,
  invokeTool,
  needsNoGuardrail,
  noGuardrailRequired,
  toolNamed,
  uncheckedInvocation,
} from '../../src/index.ts';
import type { AnyTool, DynamicTool, GuardrailToken, TokenBrand, UncheckedInvocation } from '../../src/index.ts';

const path = z.object({ path: z.string() });
const readFile = defineTool({ name: 'readFile', class: 'read', input: path, guardrail: noGuardrailRequired('public'), handler: () => 'text' }); // prettier-ignore
const listFiles = defineTool({ name: 'listFiles', class: 'read', input: path, guardrail: noGuardrailRequired('public'), handler: () => ['a'] }); // prettier-ignore
const writeFile = defineTool({ name: 'writeFile', class: 'write', input: z.object({ path: z.string(), size: z.coerce.number<string>() }), guardrail: 'required', handler: (args) => args.size }); // prettier-ignore
const removeFile = defineTool({ name: 'removeFile', class: 'write', input: path, guardrail: 'required', handler: () => true }); // prettier-ignore

const agent = defineAgent({ name: 'files', tools: [readFile, listFiles, writeFile, removeFile] });
const other = defineAgent({ name: 'other', tools: [readFile, listFiles, writeFile, removeFile] });
const lent = delegate(agent, other, [writeFile, removeFile]);
const runner = new CallbackRunner(agent, { beforeTool: () => undefined });

type WriteToken = GuardrailToken<typeof writeFile, typeof agent>;

declare const token: WriteToken;
declare const answer: WriteToken | GuardrailBlocked;
const args = { path: 'a', size: '1' };

describe('a token', () => {
  it('is what the runner answers, unless the call is blocked', () => {
    expectTypeOf(runner.runBeforeTool(writeFile, args)).resolves.toEqualTypeOf<WriteToken | GuardrailBlocked>();
    expectTypeOf(runner.runBeforeTool(removeFile, { path: 'a' })).resolves.toEqualTypeOf<
      GuardrailToken<typeof removeFile, typeof agent> | GuardrailBlocked
    >();
    expectTypeOf(
      new CallbackRunner(lent, { beforeTool: () => undefined }).runBeforeTool(writeFile, args),
    ).resolves.toEqualTypeOf<GuardrailToken<typeof writeFile, typeof lent> | GuardrailBlocked>();
  });

  it('lets the call pass', () => {
    expectTypeOf(invokeTool(agent, writeFile, args, token)).resolves.toEqualTypeOf<number>();
    expectTypeOf(invokeTool(agent, writeFile, args, token, { signal: AbortSignal.timeout(1) })).resolves.toBeNumber();
  });

  it('is not to be left out', () => {
    // @ts-expect-error -- no token
    void invokeTool(agent, writeFile, args);
    // @ts-expect-error -- nothing in its place
    void invokeTool(agent, writeFile, args, undefined);
    // @ts-expect-error -- an outcome is no token: look at what the runner answered
    void invokeTool(agent, writeFile, args, answer);
    // @ts-expect-error -- a promise of a token is none: await it
    void invokeTool(agent, writeFile, args, Promise.resolve(token));
  });

  it('fits after the outcome was looked at', () => {
    if (answer instanceof GuardrailBlocked) expectTypeOf(answer.reason).toBeString();
    else expectTypeOf(answer).toEqualTypeOf<WriteToken>();
  });

  it('cannot be made elsewhere', () => {
    // @ts-expect-error -- an empty object has no brand
    void invokeTool(agent, writeFile, args, {});
    // @ts-expect-error -- nor has one that says what it is for
    void invokeTool(agent, writeFile, args, { tool: writeFile, agent });
    // @ts-expect-error -- the key of the brand is no value
    void guardrailToken;
    // @ts-expect-error -- a text from the wire proves nothing
    void invokeTool(agent, writeFile, args, JSON.stringify(token));
    expectTypeOf<{ readonly minted: true }>().not.toExtend<WriteToken>();
  });

  it('is for one tool', () => {
    // @ts-expect-error -- minted for writeFile
    void invokeTool(agent, removeFile, { path: 'a' }, token);
    expectTypeOf<WriteToken>().not.toExtend<GuardrailToken<typeof removeFile, typeof agent>>();
    expectTypeOf<WriteToken>().not.toExtend<GuardrailToken<typeof writeFile | typeof removeFile, typeof agent>>();
    expectTypeOf<GuardrailToken<typeof writeFile | typeof removeFile, typeof agent>>().not.toExtend<WriteToken>();
    expectTypeOf<WriteToken>().not.toExtend<GuardrailToken<AnyTool, typeof agent>>();
  });

  it('is for one agent: not for one with the same tools, nor for a delegation or its other end', () => {
    // @ts-expect-error -- minted for files
    void invokeTool(other, writeFile, args, token);
    // @ts-expect-error -- a parent's guardrail says nothing about what was lent
    void invokeTool(lent, writeFile, args, token);
    const ofLent = {} as GuardrailToken<typeof writeFile, typeof lent>;
    // @ts-expect-error -- nor the other way round
    void invokeTool(agent, writeFile, args, ofLent);
    expectTypeOf<WriteToken>().not.toExtend<GuardrailToken<typeof writeFile, typeof other>>();
    expectTypeOf<WriteToken>().not.toExtend<GuardrailToken<typeof writeFile, typeof lent>>();
  });

  it('has a brand that types of others can carry', () => {
    type Approval = Record<symbol, 'approval'>;
    type Branded = Readonly<Record<TokenBrand, 'approval'>>;
    expectTypeOf<WriteToken>().toHaveProperty<TokenBrand>({} as TokenBrand);
    expectTypeOf<keyof Branded>().toEqualTypeOf<TokenBrand>();
    expectTypeOf<Branded>().not.toExtend<WriteToken>();
    expectTypeOf<Approval>().not.toExtend<WriteToken>();
  });
});

describe('arguments', () => {
  it('are what the input schema accepts', () => {
    // @ts-expect-error -- a number, where the schema wants a text to make one of
    void runner.runBeforeTool(writeFile, { path: 'a', size: 1 });
    // @ts-expect-error -- one is missing
    void runner.runBeforeTool(writeFile, { path: 'a' });
    // @ts-expect-error -- of another tool
    void runner.runBeforeTool(removeFile, { to: 'a' });
    // @ts-expect-error -- the call is typed like the question
    void invokeTool(agent, writeFile, { path: 'a', size: 1 }, token);
  });
});

describe('a callback', () => {
  it('knows each of the tools by its name', () => {
    new CallbackRunner(agent, {
      beforeTool: (call) => {
        expectTypeOf(call.name).toEqualTypeOf<'readFile' | 'listFiles' | 'writeFile' | 'removeFile'>();
        if (call.name !== 'writeFile') return undefined;
        expectTypeOf(call.args).toEqualTypeOf<{ path: string; size: number }>();
        expectTypeOf(call.agent).toEqualTypeOf<'files'>();
        return block('no');
      },
    });
    new CallbackRunner(lent, {
      beforeTool: ({ name }) => {
        expectTypeOf(name).toEqualTypeOf<'writeFile' | 'removeFile'>();
        return undefined;
      },
    });
  });

  it('gets any where a schema makes any', () => {
    const loose = defineTool({ name: 'loose', class: 'read', input: z.any(), guardrail: 'required', handler: () => 1 });
    new CallbackRunner(defineAgent({ name: 'a', tools: [loose] }), {
      beforeTool: ({ args: asked }) => {
        expectTypeOf(asked).toBeAny();
        return undefined;
      },
    });
  });

  it('gets any call where no tool of its agent is known', () => {
    new CallbackRunner(defineAgent({ name: 'a', tools: dynamicCaps(agent.tools) }), {
      beforeTool: (call) => {
        expectTypeOf(call.name).toBeString();
        expectTypeOf(call.args).toBeUnknown();
        return undefined;
      },
    });
  });

  it('answers nothing or a block', () => {
    // @ts-expect-error -- a yes is said by saying nothing
    new CallbackRunner(agent, { beforeTool: () => true });
    // @ts-expect-error -- a no has a reason
    new CallbackRunner(agent, { beforeTool: () => block() });
    // @ts-expect-error -- nor is a text a no
    new CallbackRunner(agent, { beforeTool: async () => Promise.resolve('no') });
    // @ts-expect-error -- an object that looks like a block may be one of another library
    new CallbackRunner(agent, { beforeTool: () => ({ blocked: true }) });
    // @ts-expect-error -- without a callback there is no guardrail
    new CallbackRunner(agent, {});
  });

  it('gets the context that its runner was made with', () => {
    const context = { user: 'ada', session: 7 };
    new CallbackRunner(agent, {
      context,
      beforeTool: (_call, given) => {
        expectTypeOf(given).toEqualTypeOf<{ user: string; session: number }>();
        return undefined;
      },
      commit: ({ name }, { user }) => [name, user],
      onDecision: (record) => {
        expectTypeOf(record.context.session).toBeNumber();
        expectTypeOf(record.call.name).toEqualTypeOf<'readFile' | 'listFiles' | 'writeFile' | 'removeFile'>();
      },
    });
    const beforeTool = (_call: unknown, given: { readonly user: string }) => (given.user ? undefined : block('no'));
    new CallbackRunner(agent, { beforeTool, context });
    // @ts-expect-error -- this callback needs a user
    new CallbackRunner(agent, { beforeTool });
    // @ts-expect-error -- and no other thing in its place
    new CallbackRunner(agent, { beforeTool, context: { users: ['ada'] } });
  });

  it('can be that of the agent, with what it needs', () => {
    const tools = [writeFile, removeFile] as const;
    const guarded = defineAgent({
      name: 'guarded',
      tools,
      guardrail: {
        beforeTool: (call) => {
          expectTypeOf(call.name).toEqualTypeOf<'writeFile' | 'removeFile'>();
          expectTypeOf(call.agent).toEqualTypeOf<'guarded'>();
          return undefined;
        },
      },
    });
    expectTypeOf(new CallbackRunner(guarded).runBeforeTool(removeFile, { path: 'a' })).resolves.toEqualTypeOf<
      GuardrailToken<typeof removeFile, typeof guarded> | GuardrailBlocked
    >();
    // @ts-expect-error -- this agent was defined without one
    new CallbackRunner(agent);
    // @ts-expect-error -- a yes is said by saying nothing, here too
    defineAgent({ name: 'guarded', tools, guardrail: { beforeTool: () => true } });
    // @ts-expect-error -- a guardrail has a callback
    defineAgent({ name: 'guarded', tools, guardrail: { expiresInMs: 5 } });

    const forUsers = defineAgent({
      name: 'guarded',
      tools,
      guardrail: { beforeTool: (_call, { user }: { user: string }) => block(user), commit: (_call, { user }) => user },
    });
    new CallbackRunner(forUsers, { context: { user: 'ada' } });
    // @ts-expect-error -- its callback needs a user
    new CallbackRunner(forUsers);
    // @ts-expect-error -- nor has this one
    new CallbackRunner(forUsers, { context: {} });
  });

  it('cannot mint', () => {
    // @ts-expect-error -- there is no such method
    void runner.mint;
    expectTypeOf<keyof typeof runner>().toEqualTypeOf<'agent' | 'runBeforeTool'>();
  });
});

describe('an invocation without a guardrail', () => {
  it('is for tools whose author said so', () => {
    expectTypeOf(uncheckedInvocation(readFile)).toEqualTypeOf<UncheckedInvocation<typeof readFile>>();
    expectTypeOf(invokeTool(agent, readFile, { path: 'a' }, uncheckedInvocation(readFile))).resolves.toBeString();
  });

  it('is for no other', () => {
    // @ts-expect-error -- the author of writeFile wants a guardrail
    uncheckedInvocation(writeFile);
    // @ts-expect-error -- the word about one tool is none about another
    void invokeTool(agent, listFiles, { path: 'a' }, uncheckedInvocation(readFile));
    // @ts-expect-error -- nor about a tool that needs one
    void invokeTool(agent, writeFile, args, uncheckedInvocation(readFile));
    // @ts-expect-error -- one of two is not enough
    uncheckedInvocation(readFile as typeof readFile | typeof writeFile);
    expectTypeOf<UncheckedInvocation<typeof readFile>>().not.toExtend<GuardrailToken<typeof readFile, typeof agent>>();
  });

  it('is for tools found by name that say so when they are asked', () => {
    const found = toolNamed(agent, 'readFile');
    expectTypeOf(found).toEqualTypeOf<DynamicTool>();
    // @ts-expect-error -- nobody asked yet
    uncheckedInvocation(found);
    if (needsNoGuardrail(found)) {
      expectTypeOf(invokeTool(agent, found, { path: 1 }, uncheckedInvocation(found))).resolves.toBeUnknown();
    }
  });
});
