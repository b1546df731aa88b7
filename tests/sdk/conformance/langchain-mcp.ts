import type { DynamicStructuredTool } from '@langchain/core/tools';
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { langchainMcpClient } from '../../../src/models/sessions/langchain-mcp.ts';
import { callMember } from './members.ts';
import type { Rig, Stage } from './observe.ts';
import { ChildPeer } from './peers.ts';
import { judgeLifecycle } from './wire.ts';

const operationArguments: Readonly<Record<string, readonly unknown[]>> = {
  getClient: ['peer'],
  readResource: ['peer', 'note://one'],
};

type Tools = readonly DynamicStructuredTool[];

/** A client of one server, a child process: whether that runs shows whether the client is connected. */
async function stage(prepare?: (client: MultiServerMCPClient) => Promise<Tools>): Promise<Stage> {
  const peer = new ChildPeer();
  const client = new MultiServerMCPClient({ peer: { transport: 'stdio', ...peer.command } });
  const [tool] = (await prepare?.(client)) ?? [];
  return {
    call: (op) => (op === 'runTools' ? tool?.invoke({}) : callMember(client, [], op, operationArguments[op] ?? [])),
    judge: (op, ending) => (op === 'runTools' && ending.kind === 'rejected' ? 'breaks-later' : judgeLifecycle(ending)),
    states: () => (peer.running().length > 0 ? ['open'] : ['idle', 'closed']),
    dispose: async () => {
      await client.close();
      peer.close();
    },
  };
}

async function closed(client: MultiServerMCPClient): Promise<Tools> {
  const tools = await client.getTools();
  await client.close();
  return tools;
}

export const langchainRigs: readonly Rig[] = [
  {
    protocol: langchainMcpClient,
    patience: 30_000,
    notRun: { 'idle/runTools': 'There are no tools yet.' },
    reach: { idle: () => stage(), open: () => stage((client) => client.getTools()), closed: () => stage(closed) },
  },
];
