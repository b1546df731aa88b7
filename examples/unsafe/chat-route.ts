import { createMCPClient } from '@ai-sdk/mcp';
import { convertToModelMessages, generateText, streamText, type UIMessage } from 'ai';

const model = 'openai/gpt-5';
const knowledgeBase = { type: 'http', url: 'https://kb.example.com/mcp' } as const;

/** Streams the answer to a customer: the route of the chat window. */
export async function POST(request: Request): Promise<Response> {
  const { messages } = (await request.json()) as { messages: UIMessage[] };
  const client = await createMCPClient({ transport: knowledgeBase });
  const answer = streamText({
    model,
    tools: await client.tools(),
    messages: await convertToModelMessages(messages),
  });
  await client.close();
  return answer.toUIMessageStreamResponse();
}

/** One line about a ticket, for the list of tickets. */
export async function summaryOf(ticket: string): Promise<string> {
  const client = await createMCPClient({ transport: knowledgeBase });
  const tools = await client.tools();
  if (!('search' in tools)) throw new Error('The knowledge base cannot be searched.');
  const { text } = await generateText({ model, tools, prompt: `Sum up ticket ${ticket} in one line.` });
  await client.close();
  return text;
}
