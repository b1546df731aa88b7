import * as arktype from 'arktype';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  CallbackRunner,
  CapabilityNotHeld,
  capsOf,
  defineAgent,
  defineTool,
  delegate,
  invokeTool,
  isSubset,
  McpError,
  meet,
  noGuardrailRequired,
  uncheckedInvocation,
} from '../../src/index.ts';
import type { AnyTool } from '../../src/index.ts';
import { anything, tokenOf } from '../fixtures.ts';

const read = toolNamed('read');
const write = toolNamed('write');
const send = toolNamed('send');
const editor = defineAgent({ name: 'editor', tools: [read, write] });
const mailer = defineAgent({ name: 'mailer', tools: [read, send] });
const both = defineAgent({ name: 'both', tools: [read, write, send] });

describe('a delegation', () => {
  it('gives the tools that were asked for, of those that both hold', () => {
    const lent = delegate(editor, both, [read]);

    expect(lent).toMatchObject({ name: 'editor → both', tools: [read], orchestrator: 'editor', subagent: 'both' });
    expect(isSubset(capsOf(lent), meet(capsOf(editor), capsOf(both)))).toBe(true);
  });

  it.each<[side: string, lend: () => unknown, agent: string, tool: string]>([
    ['orchestrator', () => delegate(editor, both, [send] as never), 'editor', 'send'],
    ['sub-agent', () => delegate(both, mailer, [read, write] as never), 'mailer', 'write'],
    ['first of both', () => delegate(editor, editor, [send] as never), 'editor', 'send'],
  ])('gives nothing that the %s lacks', (_side, lend, agent, tool) => {
    expect(lend).toThrow(CapabilityNotHeld);
    expect(lend).toThrow(expect.objectContaining({ agent, tool, code: -32000 }));
    expect(lend).toThrow(`Agent \`${agent}\` does not hold \`${tool}\`.`);
  });

  it('only narrows along a chain', () => {
    const first = delegate(both, editor, [read, write]);
    const second = delegate(first, both, [read]);

    expect(second.name).toBe('both → editor → both');
    expect(() => delegate(second, both, [write] as never)).toThrow(expect.objectContaining({ agent: second.name }));
    expect(() => delegate(both, second, [write] as never)).toThrow(CapabilityNotHeld);
    expect(delegate(second, first, [read, read]).tools).toEqual([read]);
    expect(delegate(second, first, []).tools).toEqual([]);
  });

  it('is an agent of its own: only its own runner mints for it, and only what was lent runs', async () => {
    const lent = delegate(both, editor, [write]);
    const runner = new CallbackRunner(lent, { beforeTool: () => undefined });

    expect(await invokeTool(lent, write, {}, await tokenOf(runner.runBeforeTool(write, {})))).toBe('write');
    await expect(runner.runBeforeTool(read as never, {} as never)).rejects.toThrow(CapabilityNotHeld);
    const foreign = await tokenOf(new CallbackRunner(both, { beforeTool: () => undefined }).runBeforeTool(write, {}));
    await expect(invokeTool(lent, write, {}, foreign as never)).rejects.toMatchObject({ reason: 'other agent' });
  });
});

describe('an agent', () => {
  it('stays what it was made', () => {
    const list: AnyTool[] = [read];
    const agent = defineAgent({ name: 'a', tools: list as unknown as [typeof read] });
    list.push(write);

    expect(agent.tools).toEqual([read]);
    expect([Object.isFrozen(agent), Object.isFrozen(agent.tools)]).toEqual([true, true]);
  });

  it.each<[what: string, name: unknown, tools: unknown[]]>([
    ['a name', '', [read]],
    ['a name that is a text', 1, [read]],
    ['tools of this package', 'a', [{ ...read }]],
    ['tools that are some', 'a', [undefined]],
    ['one tool of a name', 'a', [read, toolNamed('read')]],
  ])('needs %s', (_what, name, tools) => {
    expect(() => defineAgent({ name: name as never, tools: tools as never })).toThrow(TypeError);
  });
});

describe('a tool', () => {
  const definition = { name: 't', class: 'read' as const, input: anything, guardrail: 'required' as const, handler: () => 1 }; // prettier-ignore

  it('does not show its handler, and stays what it was made', () => {
    const made = { ...definition, description: 'Does it.' };
    const tool = defineTool(made);
    made.name = 'other';

    expect(Object.keys(tool)).toEqual(['name', 'description', 'class', 'guardrail', 'input', 'output']);
    expect([tool.name, tool.description, Object.isFrozen(tool)]).toEqual(['t', 'Does it.', true]);
  });

  it.each<[what: string, wrong: object]>([
    ['a name', { name: '' }],
    ['a name that is a text', { name: 1 }],
    ['a class', { class: 'delete' }],
    ['a decision about its guardrail', { guardrail: undefined }],
    ['an opt-out of this package', { guardrail: { reason: 'none' } }],
    ['a copy of an opt-out', { guardrail: { ...noGuardrailRequired('x') } }],
    ['an input schema', { input: undefined }],
    ['an input schema that validates', { input: { '~standard': { version: 1, vendor: 'x' } } }],
    ['an output schema, or none', { output: {} }],
    ['a handler', { handler: undefined }],
  ])('needs %s', (_what, wrong) => {
    expect(() => defineTool({ ...definition, ...(wrong as { name: string }) })).toThrow(TypeError);
  });

  it('takes schemas of zod, valibot and arktype', async () => {
    const rest = { class: 'read' } as const;
    const pure = () => noGuardrailRequired('pure');
    const byZod = defineTool({ ...rest, guardrail: pure(), name: 'zod', input: z.object({ n: z.coerce.number() }), output: z.object({ n: z.number() }), handler: ({ n }) => ({ n }) }); // prettier-ignore
    const byValibot = defineTool({ ...rest, guardrail: pure(), name: 'valibot', input: v.object({ n: v.optional(v.number(), 7) }), output: v.number(), handler: ({ n }) => n }); // prettier-ignore
    const byArktype = defineTool({ ...rest, guardrail: pure(), name: 'arktype', input: arktype.type({ n: 'number >= 0' }), output: arktype.type('number'), handler: ({ n }) => n }); // prettier-ignore
    const agent = defineAgent({ name: 'a', tools: [byZod, byValibot, byArktype] });

    expect(await invokeTool(agent, byZod, { n: '5' }, uncheckedInvocation(byZod))).toEqual({ n: 5 });
    expect(await invokeTool(agent, byValibot, {}, uncheckedInvocation(byValibot))).toBe(7);
    expect(await invokeTool(agent, byArktype, { n: 3 }, uncheckedInvocation(byArktype))).toBe(3);
    await expect(invokeTool(agent, byZod, { n: 'x' }, uncheckedInvocation(byZod))).rejects.toThrow(
      /not valid: n: .*number/,
    );
    await expect(invokeTool(agent, byValibot, { n: 'x' as never }, uncheckedInvocation(byValibot))).rejects.toThrow(/not valid: n: /); // prettier-ignore
    await expect(invokeTool(agent, byArktype, { n: -1 }, uncheckedInvocation(byArktype))).rejects.toThrow(/not valid: n: n must/); // prettier-ignore
  });
});

describe('an error', () => {
  it('goes to the peer without its cause and its stack', () => {
    const error = new McpError(-32042, 'Elsewhere.', { data: { at: 1 }, cause: new Error('secret') });

    expect([error.name, error.cause]).toEqual(['McpError', new Error('secret')]);
    expect(JSON.stringify(error)).toBe('{"code":-32042,"message":"Elsewhere.","data":{"at":1}}');
    expect(JSON.stringify(new McpError(-32603, 'Plain.'))).toBe('{"code":-32603,"message":"Plain."}');
    expect('cause' in new McpError(-32603, 'Plain.')).toBe(false);
  });

  it('names what has no name', () => {
    expect(() => delegate(null as never, editor, [read])).toThrow('Agent `(unnamed)` does not hold `read`.');
  });
});

function toolNamed<const Name extends string>(name: Name) {
  return defineTool({ name, class: 'write', input: anything, guardrail: 'required', handler: () => name });
}
