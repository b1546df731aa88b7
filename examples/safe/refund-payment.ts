import { tool } from '@openai/agents';
import { z } from 'zod';

interface Bank {
  transfer(order: { id: string; account: string; cents: number }): Promise<string>;
}

export function paymentTool(bank: Bank) {
  return tool({
    name: 'pay_refund',
    description: 'Pay a refund to an account',
    parameters: z.object({ refund: z.string(), account: z.string(), cents: z.number().int() }),
    needsApproval: true,
    execute: async ({ refund, account, cents }) => bank.transfer({ id: refund, account, cents }),
  });
}
