import * as fc from 'fast-check';
import { object, string } from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  admitCall,
  governCall,
  GuardrailFailed,
  runCall,
  textOf,
} from '../../../../packages/runtime/src/adapters/governed-call.ts';
import type { AnyRunner } from '../../../../packages/runtime/src/adapters/governed-call.ts';
import { jsonSchemaOf } from '../../../../packages/runtime/src/adapters/json-schema.ts';
import { elsewhere } from '../../../../packages/runtime/src/adapters/elsewhere.ts';
import {
  block,
  CallbackRunner,
  defineAgent,
  dynamicCaps,
  defineTool,
  invokeTool,
  McpError,
} from '../../../../packages/runtime/src/index.ts';
import type { StandardSchemaV1 } from '../../../../packages/runtime/src/index.ts';
import { filesAgent } from './files-agent.ts';

const old = { path: 'old', passes: 1 };

function reasonOf(outcome: unknown): string {
  expect(outcome).toMatchObject({ kind: 'refused' });
  return (outcome as { readonly reason: string }).reason;
}

describe('a call is not admitted', () => {
  it('with a token whose time is over', async () => {
    const { agent } = filesAgent();
    let now = 0;
    const runner = new CallbackRunner(agent, { beforeTool: () => undefined, expiresInMs: 1, now: () => now++ });
    expect(reasonOf(await admitCall(runner, 'wipe', old, 'fixed'))).toContain('it has expired');
    expect(reasonOf(await runCall(runner, 'erase', { path: 'old' }))).toContain('it has expired');
  });

  it('with what is no token, from what is no runner', async () => {
    const { agent } = filesAgent();
    const lookAlike: AnyRunner = { agent, runBeforeTool: async () => Object.freeze(Object.create(null) as object) };
    expect(reasonOf(await admitCall(lookAlike, 'wipe', old, 'fixed'))).toContain('it comes from no callback runner');
    expect(reasonOf(await runCall(lookAlike, 'erase', old))).toContain('it comes from no callback runner');
  });

  it("with a token for another tool, or by another agent's runner", async () => {
    const { agent, runner } = filesAgent(() => undefined);
    const other = filesAgent(() => undefined, 'other');
    const [erase] = agent.tools;
    const asksForErase: AnyRunner = {
      agent,
      runBeforeTool: () => runner.runBeforeTool(erase as never, { path: 'old' } as never),
    };
    expect(reasonOf(await admitCall(asksForErase, 'wipe', old, 'fixed'))).toContain('minted for another tool');
    const [, wipe] = other.agent.tools;
    const asksTheOther: AnyRunner = {
      agent,
      runBeforeTool: () => other.runner.runBeforeTool(wipe as never, old as never),
    };
    expect(reasonOf(await admitCall(asksTheOther, 'wipe', old, 'fixed'))).toContain('minted for another');
    const same = new CallbackRunner(defineAgent({ name: 'same', tools: dynamicCaps(agent.tools) }), {
      beforeTool: () => undefined,
    });
    const asksTheSame: AnyRunner = { agent, runBeforeTool: (tool, args) => same.runBeforeTool(tool, args) };
    expect(reasonOf(await admitCall(asksTheSame, 'wipe', old, 'fixed'))).toContain('minted for another agent');
  });
});

it('a guardrail that answers what is no answer has failed', async () => {
  const { runner } = filesAgent(() => false as unknown as undefined);
  await expect(governCall(runner, 'wipe', old, 'fixed')).rejects.toThrow(GuardrailFailed);
});

it('a guardrail that throws an error of the protocol is one that says why', async () => {
  const { runner } = filesAgent(() => {
    throw new McpError(-32000, 'Not on Sundays.');
  });
  expect(reasonOf(await governCall(runner, 'wipe', old, 'fixed'))).toBe('Not on Sundays.');
});

it('a failure says nothing about its cause to those who get its message', () => {
  const failure = new GuardrailFailed('files', 'erase', new Error('the policy is down at 10.0.0.1'));
  expect(JSON.stringify([failure, String(failure)])).not.toContain('10.0.0.1');
});

it('what is run elsewhere is not run by invokeTool', async () => {
  const { agent, runner } = filesAgent();
  const [, wipe] = agent.tools;
  const token = await runner.runBeforeTool(wipe as never, old as never);
  await expect(invokeTool(agent, wipe as never, old as never, token as never)).rejects.toThrow(
    '`wipe` is run elsewhere',
  );
});

it('what others run gets arguments of its own, with the prototype that it expects', async () => {
  const { runner } = filesAgent();
  const given = { path: 'old' };
  const outcome = await admitCall(runner, 'wipe', given, 'replaceable');
  const { args } = outcome as { readonly args: object };
  expect(args).toEqual({ path: 'old', passes: 1 });
  expect(args).not.toBe(given);
  expect(Object.getPrototypeOf(args)).toBe(Object.prototype);
});

it('results are text in one way', () => {
  expect(['a', '', undefined, null, 1, { a: 1 }].map(textOf)).toEqual(['a', '', '', 'null', '1', '{"a":1}']);
});

describe('the schema for models', () => {
  const toolWith = (input: StandardSchemaV1) =>
    defineTool({ name: 'erase', class: 'write', guardrail: 'required', input, handler: elsewhere });

  it('is that of the input, without what belongs to a document', () => {
    const input = z.object({ path: z.string().describe('where'), passes: z.coerce.number().default(1) });
    expect(jsonSchemaOf(toolWith(input))).toEqual({
      type: 'object',
      properties: { path: { type: 'string', description: 'where' }, passes: { default: 1, type: 'number' } },
      required: ['path'],
    });
  });

  it('has to be there, and of an object', () => {
    expect(() => jsonSchemaOf(toolWith(object({ path: string() })))).toThrow('has no JSON Schema for the model');
    expect(() => jsonSchemaOf(toolWith(z.string()))).toThrow('has to be an object');
  });
});

it('whatever happens to calls meanwhile, only what was decided about runs', async () => {
  const step = fc.record({
    tool: fc.constantFrom('erase', 'wipe', 'purge'),
    path: fc.constantFrom('it', 'old', 'new'),
    /** What the arguments become while the guardrail thinks. */
    later: fc.constantFrom('it', 'old', 'new'),
    turns: fc.nat(5),
    fails: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const files = filesAgent(async ({ args }) => {
        const { path, passes } = args as { path: string; passes?: number };
        const { turns, fails } = steps[passes ?? 0] ?? { turns: 0, fails: false };
        for (let turn = 0; turn < turns; turn++) await Promise.resolve();
        if (fails) throw new Error('down');
        return path === 'it' ? block('no') : undefined;
      });
      const ran: string[] = [];
      const outcomes = steps.map(async ({ tool, path, later }, passes) => {
        const args = { path, passes };
        const outcome = governCall(files.runner, tool, args, 'fixed');
        args.path = later;
        const ended = await outcome.catch(() => undefined);
        if (ended && 'args' in ended) ran.push((ended.args as { path: string }).path);
        const mayRun = tool !== 'purge' && path !== 'it' && path === later;
        if (ended && (ended as { readonly kind?: string }).kind !== 'refused') expect(mayRun).toBe(true);
      });
      await Promise.all(outcomes);
      ran.push(...files.erased.mock.calls.map(([path]) => path));
      expect(ran).not.toContain('it');
    }),
    { numRuns: 500 },
  );
});
