import { appendFile } from 'node:fs/promises';
import { Agent, run, tool } from '@openai/agents';
import { z } from 'zod';

const order = z.object({ order: z.string() });

const lookUp = tool({
  name: 'look_up_order',
  description: 'Where an order is',
  parameters: order,
  execute: async ({ order }) => (await fetch(`https://orders.example/${order}`)).text(),
});
const changeAddress = tool({
  name: 'change_address',
  description: 'Send an order elsewhere',
  parameters: order.extend({ address: z.string() }),
  needsApproval: true,
  execute: ({ order, address }) => appendFile('moves.csv', `${order},${address}\n`),
});
const issueRefund = tool({
  name: 'issue_refund',
  description: 'Pay an order back',
  parameters: order,
  needsApproval: true,
  execute: ({ order }) => appendFile('refunds.csv', `${order}\n`),
});

const refunds = new Agent({ name: 'Refunds', tools: [lookUp, issueRefund] });
const billing = new Agent({ name: 'Billing', tools: [lookUp] });
const shipping = new Agent({ name: 'Shipping', tools: [lookUp, changeAddress] });
const orderDesk = new Agent({ name: 'Order desk', tools: [lookUp], handoffs: [billing, shipping] });

/** For those who decide about money: the order desk does not hand over to it. */
export const backOffice = new Agent({ name: 'Back office', handoffs: [refunds] });

/** What the order desk answers. What it may do is in agent-safety.policy.json. */
export async function answer(letter: string): Promise<string> {
  const { finalOutput } = await run(orderDesk, letter);
  return finalOutput ?? '';
}
