import { createMCPClient } from '@ai-sdk/mcp';
import { Client as ClientV2, InMemoryTransport as InMemoryTransportV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport as InMemoryTransportV1 } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer as McpServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { McpServer as McpServerV2 } from '@modelcontextprotocol/server';
import {
  createAgentUIStream,
  createAgentUIStreamResponse,
  generateText,
  isStepCount,
  simulateReadableStream,
  streamText,
  ToolLoopAgent,
  type ToolSet,
} from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { expect, it } from 'vitest';
import { aiSdkMcpClient } from '../../../src/models/sessions/ai-sdk-mcp.ts';
import { mcpClientV1 } from '../../../src/models/sessions/mcp-v1.ts';
import { mcpClientV2 } from '../../../src/models/sessions/mcp-v2.ts';
import { drain, pause } from './observe.ts';

/*
 * What becomes of a request whose session is closed before there is an answer: `interrupted` of the protocols. The tool
 * begins, and never ends.
 */

const info = { name: 'conformance', version: '1.0.0' };
const call = { name: 'wait', arguments: {} };

interface Session {
  callTool(request: typeof call): Promise<unknown>;
  close(): Promise<void>;
}

/** Opens a client of a server whose only tool calls a function and waits for ever. */
type Open = (begun: () => void) => Promise<Session>;

const wait = (begun: () => void) => () => {
  begun();
  return new Promise<never>(() => undefined);
};

/** A server whose only tool answers at once. */
function echoing(): InMemoryTransportV1 {
  const server = new McpServerV1(info);
  server.registerTool('echo', {}, () => ({ content: [{ type: 'text', text: 'hello' }] }));
  const [own, peer] = InMemoryTransportV1.createLinkedPair();
  void server.connect(peer);
  return own;
}

function served(begun: () => void): InMemoryTransportV1 {
  const server = new McpServerV1(info);
  server.registerTool('wait', {}, wait(begun));
  const [own, peer] = InMemoryTransportV1.createLinkedPair();
  void server.connect(peer);
  return own;
}

const sessions: readonly (readonly [string, string | undefined, Open])[] = [
  [
    'version 1 of the MCP SDK',
    mcpClientV1.ops.callTool.interrupted,
    async (begun) => {
      const client = new ClientV1(info);
      await client.connect(served(begun));
      return client;
    },
  ],
  [
    'version 2 of the MCP SDK',
    mcpClientV2.ops.callTool.interrupted,
    async (begun) => {
      const server = new McpServerV2(info);
      server.registerTool('wait', {}, wait(begun));
      const [own, peer] = InMemoryTransportV2.createLinkedPair();
      const client = new ClientV2(info);
      await Promise.all([server.connect(peer), client.connect(own)]);
      return client;
    },
  ],
  [
    'the AI SDK',
    aiSdkMcpClient.ops.callTool.interrupted,
    async (begun) => createMCPClient({ transport: served(begun) }),
  ],
];

it.each(sessions)('a request of a client of %s rejects when it is closed meanwhile', async (_name, stated, open) => {
  let begun = (): void => undefined;
  const isBegun = new Promise<void>((resolve) => (begun = resolve));
  const client = await open(() => {
    begun();
  });
  const rejected = expect(client.callTool(call)).rejects.toThrow(/closed/i);
  await isBegun;
  await client.close();

  await rejected;
  expect(stated).toBe('rejects');
});

/** A model that calls the tool `echo` when the client has had the time to close, and then answers. */
function modelThatTakesItsTime(): MockLanguageModelV4 {
  const toolCall = { type: 'tool-call', toolCallId: 'call-1', toolName: 'echo', input: '{}' } as const;
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  const finishReason = { unified: 'tool-calls', raw: undefined } as const;
  return new MockLanguageModelV4({
    doGenerate: async () => {
      await pause(20);
      return { content: [toolCall], warnings: [], finishReason, usage };
    },
    doStream: () =>
      Promise.resolve({
        stream: simulateReadableStream({
          initialDelayInMs: 20,
          chunks: [{ type: 'stream-start', warnings: [] }, toolCall, { type: 'finish', finishReason, usage }],
        }),
      }),
  });
}

interface Parts {
  readonly content: readonly { readonly type: string }[] | PromiseLike<readonly { readonly type: string }[]>;
}

/** Starts a run over some tools: what `await` gives, and how the parts of its answer are read from that. */
const runs: Readonly<
  Record<string, (tools: ToolSet) => { started: Promise<unknown>; types: () => Promise<string[]> }>
> = {
  generateText: (tools) => answered(generateText({ ...settings, model: modelThatTakesItsTime(), tools, prompt: 'x' })),
  'ToolLoopAgent#generate': (tools) => answered(agentWith(tools).generate({ prompt: 'x' })),
  streamText: (tools) => answered(streamText({ ...settings, model: modelThatTakesItsTime(), tools, prompt: 'x' })),
  'ToolLoopAgent#stream': (tools) => answered(agentWith(tools).stream({ prompt: 'x' })),
  createAgentUIStream: (tools) => {
    const started = createAgentUIStream({ agent: agentWith(tools), uiMessages });
    return { started, types: async () => (await drain(await started)).map(({ type }) => type) };
  },
  createAgentUIStreamResponse: (tools) => {
    const started = createAgentUIStreamResponse({ agent: agentWith(tools), uiMessages });
    return { started, types: async () => (await (await started).text()).split('"').filter((word) => word in failures) };
  },
};

const settings = { stopWhen: isStepCount(1), onError: () => undefined };
const failures: Readonly<Record<string, true>> = { 'tool-error': true, 'tool-output-error': true };
const uiMessages = [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'x' }] }];

function agentWith(tools: ToolSet) {
  return new ToolLoopAgent({ model: modelThatTakesItsTime(), stopWhen: isStepCount(1), tools });
}

function answered(run: Parts | PromiseLike<Parts>): { started: Promise<unknown>; types: () => Promise<string[]> } {
  const started = Promise.resolve(run);
  return { started, types: async () => (await (await started).content).map(({ type }) => type) };
}

it.each(Object.keys(runs))('the tools of %s fail where their client is closed before it is done', async (name) => {
  const { misuse } = aiSdkMcpClient.ops.close;
  expect(misuse.running).toBe('breaks-later');
  for (const isClosed of [true, false]) {
    const client = await createMCPClient({ transport: echoing() });
    const run = runs[name]?.(await client.tools());
    // A promise of the start is over before the tools run; one of the end would be awaited too long.
    if (name.includes('tream')) await run?.started;
    if (isClosed) await client.close();
    const types = await run?.types();
    expect(types?.some((type) => type in failures)).toBe(isClosed);
    await client.close();
  }
});
