import { describe, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import {
  bottom,
  CallbackRunner,
  capsOf,
  defineAgent,
  defineTool,
  delegate,
  dynamicCaps,
  invokeTool,
  join,
  meet,
  noGuardrailRequired,
  toolNamed,
  top,
} from '../../src/index.ts';
import type {
  Agent,
  AnyAgent,
  AnyTool,
  Caps,
  CapsOf,
  DelegatedAgent,
  GivenOf,
  GuardrailToken,
  HasCaps,
  Join,
  Meet,
  NoGuardrailRequired,
  ResultOf,
  Tool,
  ToolCap,
  Top,
} from '../../src/index.ts';

const path = z.object({ path: z.string() });
const readFile = defineTool({
  name: 'readFile',
  class: 'read',
  input: path,
  output: z.object({ content: z.string() }),
  guardrail: noGuardrailRequired('reads below the root only'),
  handler: ({ path: file }) => ({ content: file }),
});
const writeFile = defineTool({
  name: 'writeFile',
  class: 'write',
  input: z.object({ path: z.string(), append: z.boolean().default(false) }),
  output: z.object({ at: z.string().transform((text) => text.length) }),
  guardrail: 'required',
  handler: async (args) => Promise.resolve({ at: args.path }),
});
const sendMail = defineTool({ name: 'sendMail', class: 'write', input: z.object({ to: z.string() }), guardrail: 'required', handler: () => 7 }); // prettier-ignore

const editor = defineAgent({ name: 'editor', tools: [readFile, writeFile] });
const mailer = defineAgent({ name: 'mailer', tools: [readFile, sendMail] });

type ReadFile = ToolCap<'readFile', { path: string }, { content: string }>;
type SendMail = ToolCap<'sendMail', { to: string }, number>;
type WriteFile = ToolCap<'writeFile', { path: string; append: boolean }, { at: number }>;

describe('a tool', () => {
  it('has its triple: name, what the handler takes, what a call resolves to', () => {
    expectTypeOf<Caps<[typeof readFile]>>().toEqualTypeOf<ReadFile>();
    expectTypeOf<Caps<[typeof writeFile]>>().toEqualTypeOf<WriteFile>();
    expectTypeOf<ResultOf<typeof sendMail>>().toEqualTypeOf<number>();
  });

  it('knows what a caller passes', () => {
    expectTypeOf<GivenOf<typeof writeFile>>().toEqualTypeOf<{ path: string; append?: boolean | undefined }>();
    expectTypeOf<GivenOf<typeof readFile>>().toEqualTypeOf<{ path: string }>();
  });

  it('keeps its class and its guardrail as literals', () => {
    expectTypeOf(readFile.class).toEqualTypeOf<'read'>();
    expectTypeOf(writeFile.guardrail).toEqualTypeOf<'required'>();
    expectTypeOf(readFile.guardrail).toEqualTypeOf<NoGuardrailRequired>();
    expectTypeOf(writeFile.name).toEqualTypeOf<'writeFile'>();
  });

  it('does not show its handler', () => {
    // @ts-expect-error -- calling it would be a way past every check
    void writeFile.handler;
    expectTypeOf<'handler' extends keyof typeof writeFile ? true : false>().toEqualTypeOf<false>();
  });

  it('cannot be defined half', () => {
    const rest = { name: 't', class: 'read', input: path, handler: () => 1 } as const;
    // @ts-expect-error -- whether a guardrail is needed is a decision, and has no default
    defineTool(rest);
    // @ts-expect-error -- an opt-out comes from noGuardrailRequired, with a reason
    defineTool({ ...rest, guardrail: { reason: 'none' } });
    // @ts-expect-error -- there are two classes
    defineTool({ ...rest, guardrail: 'required', class: 'delete' });
    // @ts-expect-error -- an opt-out without a reason is none
    noGuardrailRequired();
    // @ts-expect-error -- the handler has to return what the output schema accepts
    defineTool({ ...rest, guardrail: 'required', output: z.string(), handler: () => 1 });
    // @ts-expect-error -- the handler has to take what the input schema makes
    defineTool({ ...rest, guardrail: 'required', handler: (args: { path: number }) => args });
    // @ts-expect-error -- a schema is a Standard Schema
    defineTool({ ...rest, guardrail: 'required', input: { type: 'object' } });
  });

  it('cannot be written by hand', () => {
    // @ts-expect-error -- the key of its types is private
    const byHand: Tool<'x', object, object> = { name: 'x', description: undefined, class: 'read', guardrail: 'required', input: path, output: undefined }; // prettier-ignore
    void byHand;
  });
});

describe('an agent', () => {
  it('carries the set of its capabilities, and its name', () => {
    expectTypeOf(editor).toEqualTypeOf<Agent<ReadFile | WriteFile, 'editor'>>();
    expectTypeOf<CapsOf<typeof editor>>().toEqualTypeOf<Caps<[typeof writeFile, typeof readFile]>>();
    expectTypeOf<CapsOf<typeof mailer>>().not.toEqualTypeOf<CapsOf<typeof editor>>();
    expectTypeOf(editor).toExtend<AnyAgent>();
  });

  it('fits where less is asked for', () => {
    expectTypeOf(editor).toExtend<HasCaps<ReadFile>>();
    expectTypeOf(editor).toExtend<HasCaps<ReadFile | WriteFile>>();
    expectTypeOf(editor).toExtend<HasCaps<never>>();
  });

  it('does not fit where more is asked for', () => {
    expectTypeOf(mailer).not.toExtend<HasCaps<WriteFile>>();
    expectTypeOf(mailer).not.toExtend<HasCaps<ReadFile | WriteFile>>();
    expectTypeOf(editor).not.toExtend<HasCaps<Top>>();
    expectTypeOf(editor).not.toExtend<Agent<ReadFile | WriteFile, 'mailer'>>();
  });

  it('certainly holds no more than its list certainly has', () => {
    const unknown = [] as readonly AnyTool[];
    expectTypeOf(defineAgent({ name: 'x', tools: [...unknown, sendMail] })).toEqualTypeOf<Agent<SendMail, 'x'>>();
    expectTypeOf(defineAgent({ name: 'x', tools: [readFile, ...unknown, sendMail] })).toEqualTypeOf<Agent<ReadFile | SendMail, 'x'>>(); // prettier-ignore
    const either = {} as typeof readFile | typeof sendMail;
    expectTypeOf(defineAgent({ name: 'x', tools: [either, writeFile] })).toEqualTypeOf<Agent<WriteFile, 'x'>>();
    expectTypeOf(defineAgent({ name: 'x', tools: [] })).toEqualTypeOf<Agent<never, 'x'>>();
    // @ts-expect-error -- which of both will be called is not known, and mailer holds only one of them
    delegate(mailer, editor, [either as typeof readFile | typeof writeFile]);
    // @ts-expect-error -- nobody certainly holds what may be any tool
    delegate(editor, editor, editor.tools);
  });

  it('is not made in silence of tools of which nothing is known', () => {
    // @ts-expect-error -- any tools
    defineAgent({ name: 'x', tools: editor.tools });
    // @ts-expect-error -- some of two
    defineAgent({ name: 'x', tools: [] as (typeof readFile | typeof writeFile)[] });
    const some = [] as unknown as readonly [typeof readFile] | readonly [typeof readFile, typeof writeFile];
    // @ts-expect-error -- one of two lists
    defineAgent({ name: 'x', tools: some });
    const dynamic = toolNamed(editor, 'readFile');
    // @ts-expect-error -- one that was found by its name
    defineAgent({ name: 'x', tools: [dynamic] });
    // @ts-expect-error -- nor is a set
    capsOf(editor.tools);
    // @ts-expect-error -- nor a delegation
    delegate(editor, editor, some);

    expectTypeOf(defineAgent({ name: 'x', tools: dynamicCaps(editor.tools) })).toEqualTypeOf<Agent<never, 'x'>>();
    expectTypeOf(delegate(editor, editor, dynamicCaps([dynamic]))).toExtend<HasCaps<never>>();
    expectTypeOf(delegate(editor, editor, dynamicCaps([dynamic]))).not.toExtend<HasCaps<ReadFile>>();
  });

  it('is made of a set that was computed', () => {
    const all = defineAgent({ name: 'all', tools: join(capsOf(editor), capsOf(mailer)) });
    expectTypeOf(all).toEqualTypeOf<Agent<ReadFile | WriteFile | SendMail, 'all'>>();
    expectTypeOf(defineAgent({ name: 'x', tools: meet(capsOf(editor), capsOf(mailer)) })).toEqualTypeOf<Agent<ReadFile, 'x'>>(); // prettier-ignore
    expectTypeOf(defineAgent({ name: 'x', tools: capsOf([readFile]) })).toEqualTypeOf<Agent<ReadFile, 'x'>>();
    expectTypeOf(defineAgent({ name: 'x', tools: bottom })).toEqualTypeOf<Agent<never, 'x'>>();
    // @ts-expect-error -- nobody holds all possible tools
    defineAgent({ name: 'x', tools: top });
    // @ts-expect-error -- nor what may be all of them
    defineAgent({ name: 'x', tools: join(capsOf(editor), top) });
  });

  it('cannot be written by hand', () => {
    // @ts-expect-error -- the key of its capabilities is private
    const byHand: Agent<ReadFile> = { name: 'editor', tools: [readFile] };
    // @ts-expect-error -- an agent is not made with what only looks like a tool
    defineAgent({ name: 'x', tools: [{ name: 'readFile' }] });
    void byHand;
  });

  it('calls only what it holds', () => {
    const token = {} as GuardrailToken<typeof sendMail, typeof editor>;
    // @ts-expect-error -- editor does not hold sendMail
    void invokeTool(editor, sendMail, { to: 'a' }, token);
    // @ts-expect-error -- nor has its runner anything to decide about it
    void new CallbackRunner(editor, { beforeTool: () => undefined }).runBeforeTool(sendMail, { to: 'a' });
  });

  it('can be asked for by what it holds, in functions over any agent', () => {
    const save = <A extends HasCaps<Caps<[typeof writeFile]>>>(agent: A, token: GuardrailToken<typeof writeFile, A>) =>
      invokeTool(agent, writeFile, { path: 'a' }, token);
    const peek = <A extends HasCaps<Caps<[typeof readFile]>>>(agent: A, token: GuardrailToken<typeof writeFile, A>) =>
      // @ts-expect-error -- this bound says nothing about writeFile
      invokeTool(agent, writeFile, { path: 'a' }, token);
    void peek;

    expectTypeOf(save<typeof editor>).returns.resolves.toEqualTypeOf<{ at: number }>();
    // @ts-expect-error -- mailer does not hold writeFile
    void save<typeof mailer>;
  });
});

describe('a delegation', () => {
  const both = defineAgent({ name: 'both', tools: [readFile, writeFile, sendMail] });
  const lent = delegate(both, editor, [readFile, writeFile]);

  it('has what was asked for', () => {
    expectTypeOf(lent).toEqualTypeOf<DelegatedAgent<ReadFile | WriteFile, typeof both, typeof editor>>();
    expectTypeOf(lent.name).toEqualTypeOf<'both → editor'>();
    expectTypeOf(lent.subagent).toEqualTypeOf<'editor'>();
    expectTypeOf(delegate(both, editor, [])).toExtend<HasCaps<never>>();
  });

  it('is what both sides hold, unless less is asked for', () => {
    expectTypeOf(delegate(mailer, editor)).toEqualTypeOf<DelegatedAgent<ReadFile, typeof mailer, typeof editor>>();
    expectTypeOf(delegate(both, editor)).toExtend<HasCaps<ReadFile | WriteFile>>();
    expectTypeOf(delegate(both, editor)).not.toExtend<HasCaps<SendMail>>();
    expectTypeOf(delegate(both, editor, capsOf([writeFile]))).toExtend<HasCaps<WriteFile>>();
    // @ts-expect-error -- mailer does not hold all of what editor holds
    delegate(both, mailer, capsOf(editor));
    // @ts-expect-error -- nor does anybody hold everything
    delegate(both, both, top);
  });

  it('is no more than both sides hold', () => {
    expectTypeOf<CapsOf<typeof lent>>().toExtend<Meet<CapsOf<typeof both>, CapsOf<typeof editor>>>();
    expectTypeOf<Meet<CapsOf<typeof mailer>, CapsOf<typeof editor>>>().toEqualTypeOf<ReadFile>();
    expectTypeOf<Join<CapsOf<typeof mailer>, CapsOf<typeof editor>>>().toEqualTypeOf<CapsOf<typeof both>>();
  });

  it('gives nothing that either side lacks', () => {
    // @ts-expect-error -- the orchestrator does not hold sendMail
    delegate(editor, both, [sendMail]);
    // @ts-expect-error -- the sub-agent does not hold writeFile
    delegate(both, mailer, [writeFile]);
    // @ts-expect-error -- one of two that the orchestrator lacks is enough
    delegate(mailer, both, [readFile, writeFile]);
    // @ts-expect-error -- neither holds it
    delegate(editor, editor, [sendMail]);
  });

  it('only narrows along a chain', () => {
    const narrower = delegate(lent, both, [readFile]);
    expectTypeOf<CapsOf<typeof narrower>>().toEqualTypeOf<ReadFile>();
    expectTypeOf(narrower.name).toEqualTypeOf<'both → editor → both'>();
    // @ts-expect-error -- writeFile was left behind, though both ends of the chain hold it
    delegate(narrower, both, [writeFile]);
    // @ts-expect-error -- nor can it come back from below
    delegate(both, narrower, [writeFile]);
  });

  it('calls only what was lent', () => {
    const narrow = delegate(both, editor, [readFile]);
    const token = {} as GuardrailToken<typeof writeFile, typeof narrow>;
    // @ts-expect-error -- writeFile was not lent
    void invokeTool(narrow, writeFile, { path: 'a' }, token);
  });
});
