import { createMCPClient } from '@ai-sdk/mcp';
import { Client as ClientV2, InMemoryTransport as InMemoryTransportV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport as InMemoryTransportV1 } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer as McpServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { McpServer as McpServerV2 } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { aiSdkMcpClient } from '../../../src/models/sessions/ai-sdk-mcp.ts';
import { mcpClientV1 } from '../../../src/models/sessions/mcp-v1.ts';
import { mcpClientV2 } from '../../../src/models/sessions/mcp-v2.ts';

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
