import {
  block,
  CallbackRunner,
  defineAgent,
  defineTool,
  GuardrailBlocked,
  invokeTool,
  noGuardrailRequired,
  uncheckedInvocation,
} from '../../../../packages/runtime/src/index.ts';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { ERASE, type Handler, proves } from './proves.ts';

const input = z.object({ path: z.string() });
const args = { path: 'a' };

function eraser(handler: Handler) {
  return defineTool({ name: ERASE, class: 'write', input, guardrail: 'required', handler: async () => handler() });
}

describe('a tool of the runtime', () => {
  proves('agent-safety.guardrail', 'runs when the runner has let the call pass', async (handler) => {
    const tool = eraser(handler);
    const agent = defineAgent({ name: 'files', tools: [tool] });
    const token = await new CallbackRunner(agent, { beforeTool: () => undefined }).runBeforeTool(tool, args);
    if (token instanceof GuardrailBlocked) throw new Error(token.reason);
    expect(handler).not.toHaveBeenCalled();
    await invokeTool(agent, tool, args, token);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('agent-safety.guardrail', 'does not run when the callback blocks', async (handler) => {
    const tool = eraser(handler);
    const agent = defineAgent({ name: 'files', tools: [tool] });
    const blocked = await new CallbackRunner(agent, { beforeTool: () => block('no') }).runBeforeTool(tool, args);
    expect(blocked).toBeInstanceOf(GuardrailBlocked);
    // @ts-expect-error -- what was blocked is no token
    await expect(invokeTool(agent, tool, args, blocked)).rejects.toThrow(ERASE);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('agent-safety.guardrail', 'runs without a decision where its author has opted out', async (handler) => {
    const guardrail = noGuardrailRequired('changes nothing that lasts');
    const tool = defineTool({ name: ERASE, class: 'write', input, guardrail, handler: async () => handler() });
    await invokeTool(defineAgent({ name: 'files', tools: [tool] }), tool, args, uncheckedInvocation(tool));
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('agent-safety.defineAgent', 'is not run for an agent above by the token of one below', async (handler) => {
    const tool = eraser(handler);
    const [above, below] = ['above', 'below'].map((name) => defineAgent({ name, tools: [tool] }));
    if (!above || !below) throw new Error('two agents');
    const token = await new CallbackRunner(below, { beforeTool: () => undefined }).runBeforeTool(tool, args);
    if (token instanceof GuardrailBlocked) throw new Error(token.reason);
    await expect(invokeTool(above, tool, args, token)).rejects.toThrow('other agent');
    expect(handler).not.toHaveBeenCalled();
  });
});
