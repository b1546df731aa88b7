import { ElicitationRequestSchema, createMCPClient } from '@ai-sdk/mcp';
import type { MCPClient } from '@ai-sdk/mcp';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { completable } from '@modelcontextprotocol/sdk/server/completable.js';
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ToolLoopAgent, generateText, isStepCount, simulateReadableStream, streamText } from 'ai';
import type { ToolSet } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { z } from 'zod';
import { aiSdkMcpClient } from '../../../src/models/sessions/ai-sdk-mcp.ts';
import { callMember } from './members.ts';
import { type Ending, type Rig, type Seen, type Stage, drain } from './observe.ts';
import { Wire, judgeLifecycle, judgeMessage } from './wire.ts';

const info = { name: 'conformance', version: '1.0.0' };
const prompt = 'Say hello';
const stopWhen = isStepCount(1);

const toolCall = { type: 'tool-call', toolCallId: 'call-1', toolName: 'echo', input: '{}' } as const;
const finish = {
  finishReason: { unified: 'tool-calls', raw: undefined },
  usage: {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  },
} as const;

/** A model that calls the tool `echo`, the next turn of the event loop. */
const model = new MockLanguageModelV4({
  doGenerate: { content: [toolCall], warnings: [], ...finish },
  doStream: () =>
    Promise.resolve({
      stream: simulateReadableStream({
        initialDelayInMs: 20,
        chunks: [{ type: 'stream-start', warnings: [] }, toolCall, { type: 'finish', ...finish }],
      }),
    }),
});

function fullServer(): McpServer {
  const server = new McpServer(info);
  server.registerTool('echo', {}, () => ({ content: [{ type: 'text', text: 'hello' }] }));
  server.registerResource('note', 'note://one', {}, (uri) => ({ contents: [{ uri: uri.href, text: 'one' }] }));
  server.registerResource('notes', new ResourceTemplate('note://{id}', { list: undefined }), {}, (uri) => ({
    contents: [{ uri: uri.href, text: 'one' }],
  }));
  server.registerPrompt('greet', { argsSchema: { name: completable(z.string(), () => ['Ada']) } }, () => ({
    messages: [{ role: 'user', content: { type: 'text', text: 'hello' } }],
  }));
  return server;
}

const requestArguments: Readonly<Record<string, readonly unknown[]>> = {
  callTool: [{ name: 'echo' }],
  readResource: [{ uri: 'note://one' }],
  onElicitationRequest: [ElicitationRequestSchema, () => ({ action: 'decline' })],
  getPrompt: [{ name: 'greet', arguments: { name: 'Ada' } }],
  experimental_getPrompt: [{ name: 'greet', arguments: { name: 'Ada' } }],
  complete: [{ ref: { type: 'ref/prompt', name: 'greet' }, argument: { name: 'name', value: 'A' } }],
};

/** What is read of the result of `streamText`. */
interface Streamed {
  readonly fullStream: AsyncIterable<{ type: string }>;
  readonly content: PromiseLike<Answer['content']>;
  consumeStream(): PromiseLike<void>;
}

interface Answer {
  readonly content: readonly { readonly type: string }[];
}

class ClientStage implements Stage {
  readonly client: MCPClient;
  readonly #tools: ToolSet;
  readonly #server: McpServer;
  readonly #wire: Wire;
  #stream: Streamed | undefined;

  private constructor(client: MCPClient, tools: ToolSet, server: McpServer, wire: Wire) {
    this.client = client;
    this.#tools = tools;
    this.#server = server;
    this.#wire = wire;
  }

  static async open(): Promise<ClientStage> {
    const [own, peer] = InMemoryTransport.createLinkedPair();
    const wire = new Wire(own, peer, 'sender');
    const server = fullServer();
    await server.connect(peer);
    const client = await createMCPClient({ transport: own });
    return new ClientStage(client, await client.tools(), server, wire);
  }

  stream(): Streamed {
    return (this.#stream = streamText({ model, prompt, tools: this.#tools, stopWhen, onError: () => undefined }));
  }

  call(op: string): unknown {
    this.#wire.mark();
    switch (op) {
      case 'runTools':
        return Promise.all([
          generateText({ model, prompt, tools: this.#tools, stopWhen }),
          new ToolLoopAgent({ model, tools: this.#tools, stopWhen }).generate({ prompt }),
          this.stream().content,
        ]);
      case 'drain':
        return this.#stream?.consumeStream();
      case 'toolsFromDefinitions':
        return this.client.toolsFromDefinitions({ tools: [{ name: 'echo', inputSchema: { type: 'object' } }] });
      default:
        return callMember(this.client, [], op, requestArguments[op] ?? []);
    }
  }

  async judge(op: string, ending: Ending): Promise<Seen> {
    switch (op) {
      case 'close':
        return (await this.#streamFailed()) ? 'breaks-later' : judgeLifecycle(ending);
      case 'drain':
      case 'onElicitationRequest':
        return judgeLifecycle(ending);
      case 'runTools': {
        if (ending.kind !== 'fulfilled') return judgeLifecycle(ending);
        const [text, agent, streamed] = ending.value as [Answer, Answer, Answer['content']];
        const parts = [...text.content, ...agent.content, ...streamed];
        return parts.some((part) => part.type === 'tool-error') ? 'breaks-later' : 'ok';
      }
      case 'toolsFromDefinitions': {
        if (ending.kind !== 'returned') return judgeLifecycle(ending);
        const { echo } = ending.value as ToolSet;
        const run = Promise.resolve().then((): unknown =>
          echo?.execute?.({}, { toolCallId: '1', messages: [], context: {} }),
        );
        return run.then(
          (): Seen => 'ok',
          (): Seen => 'breaks-later',
        );
      }
      default:
        return judgeMessage(this.#wire, true, ending);
    }
  }

  async #streamFailed(): Promise<boolean> {
    if (!this.#stream) return false;
    const parts = await drain(this.#stream.fullStream);
    return parts.some((part) => part.type === 'tool-error');
  }

  async dispose(): Promise<void> {
    await this.#stream?.consumeStream();
    await this.client.close();
    await this.#server.close();
  }
}

const rig: Rig = {
  patience: 5_000,
  neutral: true,
  protocol: aiSdkMcpClient,
  reach: {
    open: () => ClientStage.open(),
    running: async () => {
      const stage = await ClientStage.open();
      stage.stream();
      return stage;
    },
    closed: async () => {
      const stage = await ClientStage.open();
      await stage.client.close();
      return stage;
    },
  },
  notRun: {
    'open/drain': 'There is no stream to read.',
    'closed/drain': 'The close before it is the misuse, or there is no stream to read.',
  },
};

export const aiSdkMcpRigs: readonly Rig[] = [rig];
