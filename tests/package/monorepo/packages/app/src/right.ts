import { openClient } from '@acme/clients';

export async function listToolNames(url: URL): Promise<string[]> {
  const client = await openClient(url);
  try {
    const { tools } = await client.listTools();
    return tools.map((tool) => tool.name);
  } finally {
    await client.close();
  }
}
