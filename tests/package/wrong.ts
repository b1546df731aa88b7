import { Client } from '@modelcontextprotocol/sdk/client/index.js';

export async function listToolNames(): Promise<string[]> {
  const client = new Client({ name: 'names', version: '1.0.0' });
  const { tools } = await client.listTools();
  return tools.map((tool) => tool.name);
}
