import type { DynamicStructuredTool } from '@langchain/core/tools';
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, type BaseMessage, ToolMessage } from '@langchain/core/messages';
import type { ChatResult } from '@langchain/core/outputs';
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { createAgent } from 'langchain';
import { langchainMcpClient } from '../../../src/models/sessions/langchain-mcp.ts';
import { callMember } from './members.ts';
import { type Rig, type Stage, pause } from './observe.ts';
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
    states: () => (peer.running().length > 0 ? ['open', 'running'] : ['idle', 'closed']),
    dispose: async () => {
      await client.close();
      peer.close();
    },
  };
}

/** A client while a run has its tools: the model calls one of them a little later. */
async function running(): Promise<Stage> {
  let run: Promise<{ messages: readonly unknown[] }> | undefined;
  const made = await stage(async (client) => {
    const tools = await client.getTools();
    const agent = createAgent({ model: new SlowModel(), tools });
    run = agent.invoke({ messages: ['hello'] });
    return tools;
  });
  const failed = async (): Promise<boolean> =>
    run === undefined ||
    run.then(
      ({ messages }) => messages.some((message) => ToolMessage.isInstance(message) && message.status === 'error'),
      () => true,
    );
  return {
    ...made,
    judge: async (op, ending) => (op === 'close' && (await failed()) ? 'breaks-later' : made.judge(op, ending)),
    dispose: async () => {
      await failed();
      await made.dispose();
    },
  };
}

/** A model that calls the tool `echo` after a while, and then answers. */
class SlowModel extends BaseChatModel {
  constructor() {
    super({});
  }

  override _llmType(): string {
    return 'slow';
  }

  override bindTools(): this {
    return this;
  }

  override async _generate(messages: readonly BaseMessage[]): Promise<ChatResult> {
    await pause(50);
    const isDone = messages.some((message) => ToolMessage.isInstance(message));
    const call = { id: 'call-1', name: 'echo', args: {}, type: 'tool_call' } as const;
    const message = new AIMessage({ content: 'hello', tool_calls: isDone ? [] : [call] });
    return { generations: [{ text: 'hello', message }] };
  }
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
    notRun: { 'idle/runTools': 'There are no tools yet.', '*/drain': 'It is the end of a run, not a call.' },
    reach: {
      idle: () => stage(),
      open: () => stage((client) => client.getTools()),
      running,
      closed: () => stage(closed),
    },
  },
];
