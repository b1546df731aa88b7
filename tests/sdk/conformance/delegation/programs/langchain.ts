import { createAgent, tool } from 'langchain';
import { z } from 'zod';
import { ask, modelThatCalls } from '../../guardrails/langchain-model.ts';

export const ran: string[] = [];

const schema = z.object({});
const erase = tool(() => String(ran.push('erase')), { name: 'erase', description: 'Erase', schema });

const eraser = createAgent({ name: 'eraser', model: modelThatCalls('erase'), tools: [erase] });
const askEraser = tool(async () => (await eraser.invoke(ask)).messages.at(-1)?.text ?? '', {
  name: 'ask_eraser',
  description: 'Ask',
  schema,
});
const desk = createAgent({ name: 'desk', model: modelThatCalls('ask_eraser'), tools: [askEraser] });
const askDesk = tool(async () => (await desk.invoke(ask)).messages.at(-1)?.text ?? '', {
  name: 'ask_desk',
  description: 'Ask',
  schema,
});
const frontdesk = createAgent({ name: 'frontdesk', model: modelThatCalls('ask_desk'), tools: [askDesk] });

const clerk = createAgent({ name: 'clerk', model: modelThatCalls('erase', 'ask_eraser'), tools: [] });
const askClerk = tool(async () => (await clerk.invoke(ask)).messages.at(-1)?.text ?? '', {
  name: 'ask_clerk',
  description: 'Ask',
  schema,
});
const counter = createAgent({ name: 'counter', model: modelThatCalls('ask_clerk'), tools: [askClerk] });

export const runs = {
  frontdesk: () => frontdesk.invoke(ask),
  counter: () => counter.invoke(ask),
};
