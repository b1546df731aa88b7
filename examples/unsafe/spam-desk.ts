import { unlink } from 'node:fs/promises';
import path from 'node:path';
import { Agent, run, tool } from '@openai/agents';
import { z } from 'zod';

const tickets = 'tickets';

const deleteTicket = tool({
  name: 'delete_ticket',
  description: 'Delete a ticket for good',
  parameters: z.object({ ticket: z.string() }),
  execute: async ({ ticket }) => {
    await unlink(path.join(tickets, `${path.basename(ticket)}.json`));
    return `${ticket} is gone.`;
  },
});

const sweeper = new Agent({
  name: 'Sweeper',
  instructions: 'Delete the tickets that are spam.',
  tools: [deleteTicket],
});

/** It reads what strangers write, and so has no tools of its own. */
const frontDesk = new Agent({
  name: 'Front desk',
  instructions: 'Answer the customer. Hand spam over to the sweeper.',
  handoffs: [sweeper],
});

/** Answers a letter, or has it swept away. */
export async function answer(letter: string): Promise<string> {
  const { finalOutput } = await run(frontDesk, letter);
  return finalOutput ?? '';
}
