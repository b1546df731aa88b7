import { appendFile } from 'node:fs/promises';
import { MemorySaver } from '@langchain/langgraph';
import { createAgent, humanInTheLoopMiddleware, tool } from 'langchain';
import { z } from 'zod';

/** What is on this list is paid in the evening. */
const refunds = 'refunds.csv';

const issueRefund = tool(
  async ({ order, cents }) => {
    await appendFile(refunds, `${order},${String(cents)}\n`);
    return `Order ${order} is refunded.`;
  },
  {
    name: 'issue_refund',
    description: 'Refund an order',
    schema: z.object({ order: z.string(), cents: z.number().int() }),
  },
);

const agent = createAgent({
  model: 'openai:gpt-5',
  tools: [issueRefund],
  checkpointer: new MemorySaver(),
  middleware: [humanInTheLoopMiddleware({ interruptOn: { [issueRefund.name]: true } })],
});

/** The answer to a customer, unless the desk has to approve the refund first. */
export async function replyTo(ticket: string, letter: string): Promise<string> {
  const result = await agent.invoke({ messages: [letter] }, { configurable: { thread_id: ticket } });
  return result.__interrupt__ ? 'We will get back to you.' : (result.messages.at(-1)?.text ?? '');
}
