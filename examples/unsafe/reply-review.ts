import { createSdkMcpServer, query, tool, type Query } from '@anthropic-ai/claude-agent-sdk';
import express from 'express';
import { z } from 'zod';
import { ticketStore } from './ticket-store.ts';

const tickets = createSdkMcpServer({
  name: 'tickets',
  tools: [
    tool('is_closed', 'Whether a ticket is closed', { id: z.string() }, async ({ id }) => ({
      content: [{ type: 'text', text: String(ticketStore.closed.has(id)) }],
    })),
  ],
});

function reviewOf(reply: string): Query {
  return query({ prompt: `Is this reply kind and correct? ${reply}`, options: { maxTurns: 3 } });
}

const app = express();
app.use(express.json());

app.post('/review', async (req, res) => {
  const review = query({ prompt: String(req.body), options: { mcpServers: { tickets } } });
  for await (const message of review) {
    if (message.type === 'result') res.json(message);
  }
});

/** Reviews a reply with a model that the budget allows. */
export async function reviewCheaply(reply: string, budget: number): Promise<boolean> {
  const review = reviewOf(reply);
  if (budget === 0) review.close();
  await review.setModel('haiku');
  for await (const message of review) {
    if (message.type === 'result') return message.subtype === 'success';
  }
  return false;
}
