import { createMCPClient } from '@ai-sdk/mcp';
import * as v2 from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { type ToolApprovalConfiguration, type ToolSet, generateText } from 'ai';
import { describe, expect } from 'vitest';
import { modelThatCalls } from './ai-sdk-model.ts';
import { ERASE, type Handler, proves } from './proves.ts';

const info = { name: 'conformance', version: '1.0.0' };

function answer(text: string) {
  return { content: [{ type: 'text' as const, text }] };
}

/** A server that has the tool, and says that it destroys; the transport leads to it. */
async function serve(handler: Handler): Promise<InMemoryTransport> {
  const server = new McpServer(info);
  const annotations = { readOnlyHint: false, destructiveHint: true };
  server.registerTool(ERASE, { annotations }, () => answer(handler()));
  const [own, peer] = InMemoryTransport.createLinkedPair();
  await server.connect(peer);
  return own;
}

describe('clients', () => {
  proves('mcp.callTool', 'runs a tool that says that it destroys', async (handler) => {
    const client = new Client(info);
    await client.connect(await serve(handler));
    expect(await client.callTool({ name: ERASE })).toEqual(answer('erased'));
    await client.close();
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('mcp.callTool', 'of version 2 does so too', async (handler) => {
    const client = new v2.Client(info);
    await client.connect(await serve(handler));
    expect(await client.callTool({ name: ERASE })).toEqual(answer('erased'));
    await client.close();
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('mcp.elicitInput', 'an answer that the tool obeys stops it', async (handler) => {
    const server = new McpServer(info);
    server.registerTool(ERASE, {}, async () => {
      const schema = { type: 'object' as const, properties: {} };
      const { action } = await server.server.elicitInput({ message: 'sure?', requestedSchema: schema });
      return answer(action === 'accept' ? handler() : action);
    });
    const client = new Client(info, { capabilities: { elicitation: {} } });
    const actions = ['decline' as const, 'accept' as const];
    client.setRequestHandler(ElicitRequestSchema, () => ({ action: actions.shift() ?? 'cancel' }));
    const [own, peer] = InMemoryTransport.createLinkedPair();
    await Promise.all([server.connect(peer), client.connect(own)]);
    expect(await client.callTool({ name: ERASE })).toEqual(answer('decline'));
    expect(handler).not.toHaveBeenCalled();
    expect(await client.callTool({ name: ERASE })).toEqual(answer('erased'));
    expect(handler).toHaveBeenCalledOnce();
    await client.close();
  });
});

describe('the client of the AI SDK', () => {
  async function run(handler: Handler, toolApproval?: ToolApprovalConfiguration<ToolSet, Record<string, unknown>>) {
    const client = await createMCPClient({ transport: await serve(handler) });
    const tools: ToolSet = await client.tools();
    const { content } = await generateText({ model: modelThatCalls(ERASE), prompt: 'erase it', tools, toolApproval });
    await client.close();
    return content.map(({ type }) => type);
  }

  proves('ai-sdk.mcp.tools', 'its tools run unasked, whatever their annotations say', async (handler) => {
    expect(await run(handler)).toEqual(['tool-call', 'tool-result']);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('ai-sdk.mcp.tools', "'user-approval' stops them by their name", async (handler) => {
    expect(await run(handler, { [ERASE]: 'user-approval' })).toEqual(['tool-call', 'tool-approval-request']);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('ai-sdk.mcp.callTool', 'runs the tool', async (handler) => {
    const client = await createMCPClient({ transport: await serve(handler) });
    expect(await client.callTool({ name: ERASE })).toMatchObject(answer('erased'));
    await client.close();
    expect(handler).toHaveBeenCalledOnce();
  });
});
