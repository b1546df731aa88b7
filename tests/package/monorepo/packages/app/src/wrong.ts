import { idleClient } from '@acme/clients';

export async function listToolNames(): Promise<string[]> {
  const client = idleClient();
  const { tools } = await client.listTools();
  return tools.map((tool) => tool.name);
}
