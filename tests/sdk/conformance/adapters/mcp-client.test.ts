import { createMCPClient } from '@ai-sdk/mcp';
import * as v2 from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { describe, expect, vi } from 'vitest';
import { z } from 'zod';
import { GuardrailFailed, governedClient } from '../../../../packages/runtime/src/adapters/mcp-client.ts';
import { block } from '../../../../packages/runtime/src/index.ts';
import { failing, filesAgent, offline } from './files-agent.ts';

const info = { name: 'conformance', version: '1.0.0' };

/** A server that wipes; the transport leads to it. */
async function serve({ wiped }: ReturnType<typeof filesAgent>): Promise<InMemoryTransport> {
  const server = new McpServer(info);
  const inputSchema = { path: z.string(), passes: z.number().optional() };
  for (const name of ['wipe', 'purge', 'erase']) {
    server.registerTool(name, { inputSchema }, ({ path, passes }) => {
      wiped(`${path} ${passes ?? '?'}`);
      return { content: [{ type: 'text', text: `${name} ${path}` }] };
    });
  }
  const [own, peer] = InMemoryTransport.createLinkedPair();
  await server.connect(peer);
  return own;
}

interface CallParams {
  readonly name: string;
  readonly arguments?: Record<string, unknown>;
}

/** A client of each SDK, which calls the tool. */
const clients = {
  'version 1': async (files: ReturnType<typeof filesAgent>) => {
    const client = new Client(info);
    await client.connect(await serve(files));
    const governed = governedClient(client, files.runner);
    return (params: CallParams): Promise<unknown> => governed.callTool(params);
  },
  'version 2': async (files: ReturnType<typeof filesAgent>) => {
    const client = new v2.Client(info);
    await client.connect(await serve(files));
    const governed = governedClient(client, files.runner);
    return (params: CallParams): Promise<unknown> => governed.callTool(params);
  },
  'the AI SDK': async (files: ReturnType<typeof filesAgent>) => {
    const client = await createMCPClient({ transport: await serve(files) });
    const governed = governedClient(client, files.runner);
    return (params: CallParams): Promise<unknown> => governed.callTool(params);
  },
};

const text = (content: string) => ({ content: [{ type: 'text', text: content }] });
const refused = (reason: string) => ({ ...text(`Blocked: ${reason}`), isError: true });

describe.each(Object.keys(clients) as (keyof typeof clients)[])('the client of %s', (sdk) => {
  offline(
    'of two calls at once only the one that is not blocked reaches the server, as the guardrail saw it',
    async () => {
      const files = filesAgent();
      const callTool = await clients[sdk](files);
      const [blocked, allowed] = await Promise.all(
        ['it', 'old'].map((path) => callTool({ name: 'wipe', arguments: { path } })),
      );
      expect(blocked).toEqual(refused('`it` is precious'));
      expect(allowed).toMatchObject(text('wipe old'));
      expect(files.wiped.mock.calls).toEqual([['old 1']]);
    },
  );

  offline('a tool that the agent does not hold is blocked', async () => {
    const files = filesAgent(() => undefined);
    const callTool = await clients[sdk](files);
    expect(await callTool({ name: 'purge', arguments: { path: 'old' } })).toEqual(
      refused('Agent `files` has no tool `purge`.'),
    );
    expect(files.wiped).not.toHaveBeenCalled();
  });

  offline('a guardrail that throws stops the call', async () => {
    const files = filesAgent(failing);
    const callTool = await clients[sdk](files);
    await expect(callTool({ name: 'wipe', arguments: { path: 'old' } })).rejects.toThrow(GuardrailFailed);
    expect(files.wiped).not.toHaveBeenCalled();
  });
});

describe('a governed client', () => {
  const server = () => ({ callTool: vi.fn(async (..._given: readonly unknown[]) => text('done')) });

  offline('has nothing but callTool', async () => {
    const client = { ...server(), request: () => 'anything', close: () => undefined };
    expect(Object.keys(governedClient(client, filesAgent().runner))).toEqual(['callTool']);
  });

  offline('hands the rest of the call on', async () => {
    const client = server();
    const governed = governedClient(client, filesAgent().runner);
    await governed.callTool({ name: 'wipe', arguments: { path: 'old' }, _meta: { progressToken: 1 } }, { timeout: 1 });
    expect(client.callTool.mock.calls).toEqual([
      [{ name: 'wipe', arguments: { path: 'old', passes: 1 }, _meta: { progressToken: 1 } }, { timeout: 1 }],
    ]);
  });

  offline('blocks calls without arguments, where the tool needs some', async () => {
    const client = server();
    expect(await governedClient(client, filesAgent().runner).callTool({ name: 'wipe' })).toMatchObject({
      isError: true,
    });
    expect(client.callTool).not.toHaveBeenCalled();
  });

  offline('blocks arguments and names that change while the guardrail thinks', async () => {
    const client = server();
    const args = { path: 'old', passes: 1 };
    const params = { name: 'wipe', arguments: args };
    const files = filesAgent(() => {
      args.path = 'it';
      return undefined;
    });
    expect(await governedClient(client, files.runner).callTool(params)).toMatchObject({ isError: true });
    const renaming = filesAgent(() => {
      params.name = 'purge';
      return undefined;
    });
    await governedClient(client, renaming.runner).callTool(params);
    expect(client.callTool.mock.calls.map(([given]) => given)).toMatchObject([{ name: 'wipe' }]);
  });

  offline('runs no tool whose handler is in the contract', async () => {
    const client = server();
    const call = governedClient(client, filesAgent().runner).callTool({ name: 'erase', arguments: { path: 'old' } });
    await expect(call).rejects.toThrow(GuardrailFailed);
    expect(client.callTool).not.toHaveBeenCalled();
  });

  offline("a child's client answers to the child's guardrail", async () => {
    const client = server();
    const child = filesAgent(() => block('not for children'), 'child');
    const result = await governedClient(client, child.runner).callTool({ name: 'wipe', arguments: { path: 'old' } });
    expect(result).toEqual(refused('not for children'));
    expect(client.callTool).not.toHaveBeenCalled();
  });
});
