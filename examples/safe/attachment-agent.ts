import { readdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { tool, ToolLoopAgent, type ModelMessage, type ToolApprovalResponse } from 'ai';
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
  toolApproval: { deleteAttachment: 'user-approval' },
});

/** Does what a customer writes about attachments, and asks at the desk before one is deleted. */
export async function tidy(letter: string): Promise<string> {
  const desk = createInterface({ input: process.stdin, output: process.stdout });
  const messages: ModelMessage[] = [{ role: 'user', content: letter }];
  try {
    for (;;) {
      const { text, content, response } = await agent.generate({ messages });
      const answers: ToolApprovalResponse[] = [];
      for (const part of content) {
        if (part.type !== 'tool-approval-request') continue;
        const { toolName, input } = part.toolCall;
        const answer = await desk.question(`${toolName} ${JSON.stringify(input)}? [y/N] `);
        answers.push({ type: 'tool-approval-response', approvalId: part.approvalId, approved: answer === 'y' });
      }
      if (answers.length === 0) return text;
      messages.push(...response.messages, { role: 'tool', content: answers });
    }
  } finally {
    desk.close();
  }
}
