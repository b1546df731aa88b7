import { Agent, createMCPToolStaticFilter, MCPServerStdio, run } from '@openai/agents';

/** The tools that look something up in the rota. */
const toolFilter = createMCPToolStaticFilter({ allowed: ['get_team', 'get_rota'] });

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
  const rota = new MCPServerStdio({ name: 'rota', fullCommand: 'npx support-rota', toolFilter });
  await rota.connect();
  try {
    return await answer(rota, question);
  } finally {
    await rota.close();
  }
}

/** Whether an earlier answer still holds; asks again when the rota has changed. */
export async function isStill(team: string, question: string, rotaChanged: boolean): Promise<boolean> {
  if (!rotaChanged) return true;
  const rota = new MCPServerStdio({ name: 'rota', fullCommand: 'npx support-rota', toolFilter });
  await rota.connect();
  try {
    const tools = await rota.listTools();
    return tools.length > 0 && (await answer(rota, question)) === team;
  } finally {
    await rota.close();
  }
}
