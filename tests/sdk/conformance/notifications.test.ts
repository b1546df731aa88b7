import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { McpServer as McpServer2 } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';

const info = { name: 'tester', version: '1.0.0' };
const capabilities = { tools: { listChanged: true }, prompts: { listChanged: true }, resources: { listChanged: true } };
const methods = ['sendToolListChanged', 'sendPromptListChanged', 'sendResourceListChanged'] as const;

/** What escapes while something runs, and shortly after it. */
async function unhandledIn(run: () => void): Promise<readonly unknown[]> {
  const errors: unknown[] = [];
  const note = (error: unknown): void => void errors.push(error);
  process.on('unhandledRejection', note);
  run();
  await new Promise((resolve) => setTimeout(resolve, 10));
  process.off('unhandledRejection', note);
  return errors;
}

it.each(methods)('%s of an McpServer does nothing before it is connected, and after it is closed', async (method) => {
  for (const server of [new McpServer(info, { capabilities }), new McpServer2(info, { capabilities })]) {
    expect(await unhandledIn(() => server[method]())).toEqual([]);
    expect(server.isConnected()).toBe(false);
  }
  const server = new McpServer(info, { capabilities });
  const [own, peer] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(own), new Client(info).connect(peer)]);
  await server.close();

  expect(await unhandledIn(() => server[method]())).toEqual([]);
});

it.each(methods)('%s of the server inside rejects before it is connected', async (method) => {
  await expect(new Server(info, { capabilities })[method]()).rejects.toThrow('Not connected');
  await expect(new McpServer(info, { capabilities }).server[method]()).rejects.toThrow('Not connected');
});
