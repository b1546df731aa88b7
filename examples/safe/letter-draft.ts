import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { generateText, stepCountIs, tool } from 'ai';
import { z } from 'zod';

const readNotes = tool({
  description: 'Read what the desk has noted about a customer',
  inputSchema: z.object({ customer: z.string() }),
  execute: ({ customer }) => readFile(path.join('customers', customer, 'notes.md'), 'utf8'),
});
const readPage = tool({
  description: 'Read a page that a letter refers to',
  inputSchema: z.object({ address: z.url() }),
  execute: async ({ address }) => {
    const response = await fetch(address);
    return response.text();
  },
});

/** A draft of the answer to a letter, by what the desk knows and what the pages say that the letter refers to. */
export async function draft(letter: string): Promise<string> {
  const { text } = await generateText({
    model: 'anthropic/claude-sonnet-4.5',
    system: 'Draft an answer to the letter.',
    prompt: letter,
    tools: { readNotes, readPage },
    toolApproval: { readPage: 'user-approval' },
    stopWhen: stepCountIs(8),
  });
  return text;
}
