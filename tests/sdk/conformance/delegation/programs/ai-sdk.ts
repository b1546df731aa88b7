import { ToolLoopAgent, tool } from 'ai';
import { z } from 'zod';
import { modelThatCalls } from '../../guardrails/ai-sdk-model.ts';

export const ran: string[] = [];

const prompt = 'erase it';
const inputSchema = z.object({});
const erase = tool({ description: 'Erase', inputSchema, execute: () => ran.push('erase') });

const eraser = new ToolLoopAgent({ id: 'eraser', model: modelThatCalls('erase'), tools: { erase } });
const askEraser = tool({ inputSchema, execute: async () => (await eraser.generate({ prompt })).text });
const desk = new ToolLoopAgent({ id: 'desk', model: modelThatCalls('askEraser'), tools: { askEraser } });
const askDesk = tool({ inputSchema, execute: async () => (await desk.generate({ prompt })).text });
const frontdesk = new ToolLoopAgent({ id: 'frontdesk', model: modelThatCalls('askDesk'), tools: { askDesk } });

const clerk = new ToolLoopAgent({ id: 'clerk', model: modelThatCalls('erase', 'askEraser') });
const askClerk = tool({ inputSchema, execute: async () => (await clerk.generate({ prompt })).text });
const counter = new ToolLoopAgent({ id: 'counter', model: modelThatCalls('askClerk'), tools: { askClerk } });

export const runs = {
  frontdesk: () => frontdesk.generate({ prompt }),
  counter: () => counter.generate({ prompt }),
};
