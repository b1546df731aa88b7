import { randomUUID } from 'node:crypto';
import { MCPClient } from '@mastra/mcp';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { mastraMcpClient } from '../../../src/models/sessions/mastra-mcp.ts';
import { streamablePeer } from './http-peers.ts';
import { callMember } from './members.ts';
import type { Rig, Stage } from './observe.ts';
import { judgeLifecycle } from './wire.ts';

const definition = {
  name: 'echo',
  inputSchema: { type: 'object' },
  server: { name: 'conformance', version: '1.0.0' },
};
const operationArguments: Readonly<Record<string, readonly unknown[]>> = {
  reconnectServer: ['peer'],
  toolFromDefinition: [{ serverName: 'peer', definition }],
  toolsFromDefinitions: [{ definitions: { peer: { echo: definition } } }],
};

/** The connections that a client has, which it shows nowhere. */
interface Inside {
  readonly mcpClientsById: ReadonlyMap<string, { readonly transport?: unknown }>;
}

function isConnected(client: MCPClient): boolean {
  const { mcpClientsById } = client as unknown as Inside;
  return [...mcpClientsById.values()].some(({ transport }) => transport !== undefined);
}

function server(): McpServer {
  const made = new McpServer({ name: 'conformance', version: '1.0.0' });
  made.registerTool('echo', {}, () => ({ content: [{ type: 'text', text: 'hello' }] }));
  return made;
}

async function stage(prepare?: (client: MCPClient) => Promise<unknown>): Promise<Stage> {
  const peer = streamablePeer(server);
  const servers = { peer: { url: peer.url, fetch: (url: string | URL, init?: RequestInit) => peer.fetch(url, init) } };
  const client = new MCPClient({ id: randomUUID(), servers });
  await prepare?.(client);
  return {
    call: (op) => callMember(client, [], op, operationArguments[op] ?? []),
    judge: (_, ending) => judgeLifecycle(ending),
    states: () => (isConnected(client) ? ['open', 'kept'] : ['idle', 'kept']),
    dispose: async () => {
      await client.disconnect();
      await peer.close();
    },
  };
}

export const mastraRigs: readonly Rig[] = [
  {
    protocol: mastraMcpClient,
    patience: 30_000,
    reach: {
      idle: () => stage(),
      open: () => stage((client) => client.listTools()),
      kept: () => stage(),
    },
  },
];

/** Two clients that are made in turn: whether they are one, and what making the second is refused with. */
export async function madeTwice(id: string | undefined): Promise<{ isSame: boolean; error: string | undefined }> {
  const servers = { peer: { url: new URL('http://127.0.0.1:9/mcp') } };
  const first = new MCPClient({ ...(id !== undefined && { id }), servers });
  try {
    return { isSame: new MCPClient({ ...(id !== undefined && { id }), servers }) === first, error: undefined };
  } catch (error) {
    return { isSame: false, error: error instanceof Error ? error.message.split('\n')[0] : String(error) };
  } finally {
    await first.disconnect();
  }
}
