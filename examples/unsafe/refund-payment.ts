import { randomUUID } from 'node:crypto';
import { tool } from '@openai/agents';
import { z } from 'zod';

interface Bank {
  transfer(order: { id: string; account: string; cents: number }): Promise<string>;
}

export function paymentTool(bank: Bank) {
  return tool({
    name: 'pay_refund',
    description: 'Pay a refund to an account',
    parameters: z.object({ account: z.string(), cents: z.number().int() }),
    needsApproval: true,
    execute: async ({ account, cents }) => bank.transfer({ id: randomUUID(), account, cents }),
  });
}
