import { readdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import { tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';

const folder = 'attachments';

const listAttachments = tool({
  description: 'List the attachments of a ticket',
  inputSchema: z.object({ ticket: z.string() }),
  execute: ({ ticket }) => readdir(path.join(folder, ticket)),
});

const deleteAttachment = tool({
  description: 'Delete an attachment of a ticket',
  inputSchema: z.object({ ticket: z.string(), file: z.string() }),
  execute: async ({ ticket, file }) => {
    await unlink(path.join(folder, ticket, file));
    return `${file} is gone.`;
  },
});

const agent = new ToolLoopAgent({
  id: 'attachments',
  model: 'openai/gpt-5',
  instructions: 'Do what the customer asks for with the attachments of their ticket.',
  tools: { listAttachments, deleteAttachment },
});

/** Does what a customer writes about attachments: whatever they wrote, and whatever the files' names say. */
export async function tidy(letter: string): Promise<string> {
  const { text } = await agent.generate({ prompt: letter });
  return text;
}
