import { AgentTool, type BaseAgent, FunctionTool, InMemoryRunner, LlmAgent } from '@google/adk';
import { z } from 'zod';
import { Script } from '../google-adk-model.ts';

export const ran: string[] = [];

const parameters = z.object({});
const execute = () => String(ran.push('erase'));
const erase = new FunctionTool({ name: 'erase', description: 'Erase', parameters, execute });
const calls = (...names: string[]) => new Script(...names.map((name) => ({ name, args: { request: 'erase it' } })));

const eraser = new LlmAgent({ name: 'eraser', model: calls('erase'), tools: [erase] });
const desk = new LlmAgent({ name: 'desk', model: calls('eraser'), tools: [new AgentTool({ agent: eraser })] });
const frontdesk = new LlmAgent({ name: 'frontdesk', model: calls('desk'), tools: [new AgentTool({ agent: desk })] });

const clerk = new LlmAgent({ name: 'clerk', model: calls('erase', 'eraser') });
const counter = new LlmAgent({ name: 'counter', model: calls('clerk'), tools: [new AgentTool({ agent: clerk })] });

async function run(agent: BaseAgent): Promise<void> {
  const newMessage = { role: 'user', parts: [{ text: 'erase it' }] };
  const events = new InMemoryRunner({ agent }).runEphemeral({ userId: 'somebody', newMessage });
  for await (const event of events) if (event.errorCode !== undefined) return;
}

export const runs = {
  frontdesk: () => run(frontdesk),
  counter: () => run(counter),
};
