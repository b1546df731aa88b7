import { Agent, MCPServerStdio, run } from '@openai/agents';

async function answer(server: MCPServerStdio, question: string): Promise<string> {
  const agent = new Agent({
    name: 'Triage',
    instructions: 'Say which team a question is for.',
    mcpServers: [server],
  });
  const { finalOutput } = await run(agent, question);
  return finalOutput ?? '';
}

/** The team that a question is for, by the desk's rota. */
export async function teamFor(question: string): Promise<string> {
  const rota = new MCPServerStdio({ name: 'rota', fullCommand: 'npx support-rota' });
  return await answer(rota, question);
}

/** Whether an earlier answer still holds; asks again when the rota has changed. */
export async function isStill(team: string, question: string, rotaChanged: boolean): Promise<boolean> {
  const rota = new MCPServerStdio({ name: 'rota', fullCommand: 'npx support-rota' });
  await rota.connect();
  try {
    if (!rotaChanged) await rota.close();
    const tools = await rota.listTools();
    return tools.length > 0 && (await answer(rota, question)) === team;
  } finally {
    await rota.close();
  }
}
