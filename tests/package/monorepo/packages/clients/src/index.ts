import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

export function idleClient(): Client {
  return new Client({ name: 'names', version: '1.0.0' });
}

export async function openClient(url: URL): Promise<Client> {
  const client = idleClient();
  await client.connect(new StreamableHTTPClientTransport(url));
  return client;
}
