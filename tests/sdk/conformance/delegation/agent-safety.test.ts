import {
  type AnyAgent,
  CallbackRunner,
  CapabilityNotHeld,
  GuardrailBlocked,
  block,
  capsOf,
  defineAgent,
  defineTool,
  delegate,
  invokeTool,
  noGuardrailRequired,
  uncheckedInvocation,
} from '../../../../packages/runtime/src/index.ts';
import { describe, expect, vi } from 'vitest';
import { z } from 'zod';
import { ERASE, type Handler, proves } from '../guardrails/proves.ts';

const input = z.object({ path: z.string() });
const args = { path: 'a' };
const pass = { beforeTool: () => undefined };

function eraser(handler: Handler) {
  return defineTool({ name: ERASE, class: 'write', input, guardrail: 'required', handler: async () => handler() });
}

const read = defineTool({
  name: 'read',
  class: 'read',
  input,
  guardrail: noGuardrailRequired('changes nothing'),
  handler: async () => 'read',
});

describe('an agent that another one lends its tools', () => {
  proves('agent-safety.defineAgent', 'two steps down, the tool runs that all above hold', async (handler) => {
    const erase = eraser(handler);
    const [front, desk, last] = ['frontdesk', 'desk', 'eraser'].map((name) => defineAgent({ name, tools: [erase] }));
    if (!front || !desk || !last) throw new Error('three agents');
    const lent = delegate(delegate(front, desk, [erase]), last, [erase]);
    const token = await new CallbackRunner(lent, pass).runBeforeTool(erase, args);
    if (token instanceof GuardrailBlocked) throw new Error(token.reason);
    await invokeTool(lent, erase, args, token);
    expect(lent.name).toBe('frontdesk → desk → eraser');
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('agent-safety.defineAgent', 'a tool that the agent above lacks is not lent', async (handler) => {
    const erase = eraser(handler);
    const parent = defineAgent({ name: 'parent', tools: [read] });
    const child = defineAgent({ name: 'child', tools: [read, erase] });
    // @ts-expect-error -- nobody grants what they do not hold
    expect(() => delegate(parent, child, [erase])).toThrow(CapabilityNotHeld);
  });

  proves('agent-safety.defineAgent', 'a tool that is not lent does not run, though both hold it', async (handler) => {
    const erase = eraser(handler);
    const both = { tools: [read, erase] } as const;
    const lent = delegate(defineAgent({ name: 'parent', ...both }), defineAgent({ name: 'child', ...both }), [read]);
    const runner = new CallbackRunner(lent, pass);
    // @ts-expect-error -- it does not hold it
    await expect(runner.runBeforeTool(erase, args)).rejects.toThrow(CapabilityNotHeld);
    expect(capsOf(lent)).toEqual(capsOf(defineAgent({ name: 'reader', tools: [read] })));
    expect(handler).not.toHaveBeenCalled();
  });

  proves('agent-safety.defineAgent', 'what was not lent once is not lent further', async (handler) => {
    const erase = eraser(handler);
    const all = { tools: [read, erase] } as const;
    const lent = delegate(defineAgent({ name: 'parent', ...all }), defineAgent({ name: 'desk', ...all }), [read]);
    const last = defineAgent({ name: 'last', ...all });
    // @ts-expect-error -- it does not hold it
    expect(() => delegate(lent, last, [erase])).toThrow(CapabilityNotHeld);
  });

  proves('agent-safety.defineAgent', 'a tool of the same name is another tool', async (handler) => {
    const parent = defineAgent({ name: 'parent', tools: [eraser(handler)] });
    const others = eraser(handler);
    const child = defineAgent({ name: 'child', tools: [others] });
    expect(() => delegate(parent, child, [others])).toThrow(CapabilityNotHeld);
  });

  proves('agent-safety.defineAgent', 'an empty list lends nothing', async () => {
    const [parent, child] = ['parent', 'child'].map((name) => defineAgent({ name, tools: [read] }));
    if (!parent || !child) throw new Error('two agents');
    const lent: AnyAgent = delegate(parent, child, []);
    expect(lent.tools).toEqual([]);
    await expect(invokeTool(lent as never, read, args, uncheckedInvocation(read))).rejects.toThrow(CapabilityNotHeld);
  });

  proves('agent-safety.guardrail', 'the runner above is not asked for it', async (handler) => {
    const erase = eraser(handler);
    const parent = defineAgent({ name: 'parent', tools: [erase] });
    const lent = delegate(parent, defineAgent({ name: 'child', tools: [erase] }), [erase]);
    const beforeTool = vi.fn(() => block('not today'));
    const above = new CallbackRunner(parent, { beforeTool });
    const token = await new CallbackRunner(lent, pass).runBeforeTool(erase, args);
    if (token instanceof GuardrailBlocked) throw new Error(token.reason);
    await invokeTool(lent, erase, args, token);
    expect(beforeTool).not.toHaveBeenCalled();
    expect(handler).toHaveBeenCalledOnce();
    expect(await above.runBeforeTool(erase, args)).toBeInstanceOf(GuardrailBlocked);
  });

  proves(
    'agent-safety.guardrail',
    'a token of the agent above, or of the one lent, is none of its own',
    async (handler) => {
      const erase = eraser(handler);
      const parent = defineAgent({ name: 'parent', tools: [erase] });
      const child = defineAgent({ name: 'child', tools: [erase] });
      const lent = delegate(parent, child, [erase]);
      for (const agent of [parent, child]) {
        const token = await new CallbackRunner(agent, pass).runBeforeTool(erase, args);
        await expect(invokeTool(lent, erase, args, token as never)).rejects.toThrow('other agent');
      }
      expect(handler).not.toHaveBeenCalled();
    },
  );

  // The limit is on what was lent: an agent that the program holds itself is as it was made.
  proves('agent-safety.defineAgent', 'the agent itself still runs all that it holds', async (handler) => {
    const erase = eraser(handler);
    const child = defineAgent({ name: 'child', tools: [read, erase] });
    delegate(defineAgent({ name: 'parent', tools: [read] }), child, [read]);
    const token = await new CallbackRunner(child, pass).runBeforeTool(erase, args);
    if (token instanceof GuardrailBlocked) throw new Error(token.reason);
    await invokeTool(child, erase, args, token);
    expect(handler).toHaveBeenCalledOnce();
  });
});
