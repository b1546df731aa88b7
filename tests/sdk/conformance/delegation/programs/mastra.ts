import { Mastra } from '@mastra/core';
import { Agent, type AgentConfig } from '@mastra/core/agent';
import { noopLogger } from '@mastra/core/logger';
import { InMemoryStore } from '@mastra/core/storage';
import { createTool } from '@mastra/core/tools';
import { z } from 'zod';
import { modelThatCalls } from '../../guardrails/ai-sdk-model.ts';

process.env.MASTRA_TELEMETRY_DISABLED = 'true';

export const ran: string[] = [];

/** The same interface in two versions of the package that declares it. */
const calls = (...names: string[]) => modelThatCalls(...names) as unknown as AgentConfig['model'];
const texts = { description: 'An agent', instructions: 'Erase it.' };
const execute = () => Promise.resolve(ran.push('erase'));
const erase = createTool({ id: 'erase', description: 'Erase', inputSchema: z.object({}), execute });

const eraser = new Agent({ ...texts, id: 'eraser', name: 'eraser', model: calls('erase'), tools: { erase } });
const desk = new Agent({ ...texts, id: 'desk', name: 'desk', model: calls('agent-eraser'), agents: { eraser } });
const frontdesk = new Agent({
  ...texts,
  id: 'frontdesk',
  name: 'frontdesk',
  model: calls('agent-desk'),
  agents: { desk },
});

const clerk = new Agent({ ...texts, id: 'clerk', name: 'clerk', model: calls('erase', 'agent-eraser') });
const counter = new Agent({ ...texts, id: 'counter', name: 'counter', model: calls('agent-clerk'), agents: { clerk } });

new Mastra({
  agents: { eraser, desk, frontdesk, clerk, counter },
  logger: noopLogger,
  storage: new InMemoryStore(),
});

export const runs = {
  frontdesk: () => frontdesk.generate('erase it'),
  counter: () => counter.generate('erase it'),
};
