import { Agent, run, tool } from '@openai/agents';
import { z } from 'zod';
import { modelThatCalls } from '../openai-agents-model.ts';

export const ran: string[] = [];

const parameters = z.object({ input: z.string() });
const execute = () => String(ran.push('erase'));
const erase = tool({ name: 'erase', description: 'Erase', parameters, execute });

const eraser = new Agent({ name: 'eraser', model: modelThatCalls('erase'), tools: [erase] });
const desk = new Agent({ name: 'desk', model: modelThatCalls('transfer_to_eraser'), handoffs: [eraser] });
const frontdesk = new Agent({ name: 'frontdesk', model: modelThatCalls('transfer_to_desk'), handoffs: [desk] });

const clerk = new Agent({ name: 'clerk', model: modelThatCalls('erase', 'transfer_to_eraser') });
const counter = new Agent({ name: 'counter', model: modelThatCalls('transfer_to_clerk'), handoffs: [clerk] });

export const runs = {
  frontdesk: () => run(frontdesk, 'erase it'),
  counter: () => run(counter, 'erase it'),
};
