import { block, CallbackRunner, defineAgent, defineTool } from '@agent-safety/runtime';
import { z } from 'zod';

const input = z.object({ order: z.string(), cents: z.number().int().positive() });

/** Pays an order back. In memory here. */
export const payBack = defineTool({
  name: 'payBack',
  class: 'write',
  input,
  guardrail: 'required',
  handler: ({ order, cents }) => `${order}: ${String(cents)} cents paid back`,
});

export const desk = defineAgent({ name: 'refund desk', tools: [payBack] });

/** Lets small amounts pass. */
export const runner = new CallbackRunner(desk, {
  beforeTool: ({ args }) => (args.cents <= 5000 ? undefined : block('more than 50 needs a manager')),
});
