import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { McpClient, pagesOf } from '../../src/mcp/index.ts';
import type { ProtocolViolation, ServerNotification, SessionTransport } from '../../src/mcp/index.ts';
import {
  StdioClientTransport as StdioClientTransportV1,
  StreamableHTTPClientTransport as StreamableHTTPClientTransportV1,
} from './sdk-v1.ts';

// The official reference server, which can do everything that the protocol has, as a process of its own.
const program = path.join(
  import.meta.dirname,
  '../../../../tests/sdk/node_modules/@modelcontextprotocol/server-everything/dist/index.js',
);
const stdio = { command: process.execPath, args: [program, 'stdio'], stderr: 'ignore' as const };
let http: ChildProcess;
let url: URL;

beforeAll(async () => {
  const port = await freePort();
  url = new URL(`http://127.0.0.1:${port}/mcp`);
  http = spawn(process.execPath, [program, 'streamableHttp'], {
    env: { ...process.env, PORT: String(port) },
    stdio: 'ignore',
  });
  await answering(url);
});

afterAll(async () => {
  http.kill();
  if (http.exitCode === null) await once(http, 'exit');
});

const transports: [string, () => SessionTransport][] = [
  ['stdio, SDK v2', () => new StdioClientTransport(stdio)],
  ['stdio, SDK v1', () => new StdioClientTransportV1(stdio)],
  ['Streamable HTTP, SDK v2', () => new StreamableHTTPClientTransport(url)],
  ['Streamable HTTP, SDK v1', () => new StreamableHTTPClientTransportV1(url)],
];

describe.concurrent.each(transports)('the reference server over %s', (_, create) => {
  const violations: ProtocolViolation[] = [];

  const open = async (): Promise<McpClient> => {
    const awaiting = await McpClient.over(create(), {
      handlers: {
        'roots/list': () => ({ roots: [{ uri: 'file:///home/ada', name: 'home' }] }),
        'sampling/createMessage': ({ messages }) => ({
          role: 'assistant',
          model: 'none',
          content: { type: 'text', text: `${messages.length} messages` },
        }),
        'elicitation/create': () => ({ action: 'accept', content: { name: 'Ada', check: true } }),
      },
      capabilities: { roots: { listChanged: true } },
      onViolation: (violation) => violations.push(violation),
    }).sendInitialize({ clientInfo: { name: 'agent-safety', version: '0' } });
    const [result, next] = await awaiting.recvInitializeResult();
    expect(result).toMatchObject({ protocolVersion: '2025-11-25', serverInfo: { name: 'mcp-servers/everything' } });
    return next.sendInitialized();
  };

  it('lists and calls tools, reads resources, gets prompts and completions', async () => {
    const client = await open();
    const tools: string[] = [];
    for await (const page of pagesOf((params) => client.listTools(params))) {
      tools.push(...page.tools.map(({ name }) => name));
    }
    expect(tools).toContain('echo');
    expect(await client.callTool({ name: 'get-sum', arguments: { a: 2, b: 3 } })).toMatchObject({
      content: [{ type: 'text', text: 'The sum of 2 and 3 is 5.' }],
    });
    const { structuredContent } = await client.callTool({
      name: 'get-structured-content',
      arguments: { location: 'New York' },
    });
    expect(structuredContent).toHaveProperty('temperature');
    const { resources } = await client.listResources();
    const [first] = (await client.readResource({ uri: resources[0]!.uri })).contents;
    expect(first).toHaveProperty('text');
    expect((await client.listResourceTemplates()).resourceTemplates).not.toEqual([]);
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toContain('simple-prompt');
    expect((await client.getPrompt({ name: 'args-prompt', arguments: { city: 'Paris' } })).messages).toHaveLength(1);
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name: 'completable-prompt' },
      argument: { name: 'department', value: 'E' },
    });
    expect(completion.values).toEqual(['Engineering']);
    await client.ping();
    await client.close();
    expect(violations).toEqual([]);
  });

  it('is answered when it asks for roots, a message, and input', async () => {
    const client = await open();
    const text = async (name: string, args: Record<string, unknown> = {}): Promise<string> =>
      JSON.stringify((await client.callTool({ name, arguments: args })).content);
    expect(await text('trigger-sampling-request', { prompt: 'Hi' })).toContain('1 messages');
    expect(await text('trigger-elicitation-request')).toContain('Ada');
    expect(await text('get-roots-list')).toContain('file:///home/ada');
    await client.close();
    expect(violations).toEqual([]);
  });

  it('reports progress, is cancelled, and says what went wrong', async () => {
    const client = await open();
    const steps: number[] = [];
    const long = { name: 'trigger-long-running-operation', arguments: { duration: 0.2, steps: 2 } };
    await client.callTool(long, { onProgress: ({ progress }) => steps.push(progress) });
    expect(steps).toEqual([1, 2]);
    const forever = { ...long, arguments: { duration: 60, steps: 2 } };
    await expect(client.callTool(forever, { signal: AbortSignal.timeout(50) })).rejects.toThrow(/timeout/);
    expect(await client.callTool({ name: 'no-such-tool' })).toMatchObject({ isError: true });
    await expect(client.readResource({ uri: 'demo://none' })).rejects.toMatchObject({ name: 'McpError', code: -32602 });
    await client.close();
  });

  it('runs a tool as a task', async () => {
    const client = await open();
    const { task } = await client.callToolAsTask({
      name: 'simulate-research-query',
      arguments: { topic: 'sessions', ambiguous: false },
      task: { ttl: 60_000 },
    });
    expect((await client.getTask({ taskId: task.taskId })).status).toBe('working');
    expect((await client.listTasks()).tasks.map(({ taskId }) => taskId)).toContain(task.taskId);
    expect(await client.cancelTask({ taskId: task.taskId })).toMatchObject({ status: 'cancelled' });
    await client.close();
  });

  it('sends notifications: log messages at the level asked for, and updates of what was subscribed to', async () => {
    const client = await open();
    await client.setLoggingLevel('debug');
    const uri = 'demo://resource/dynamic/text/1';
    await client.subscribeResource({ uri });
    await client.callTool({ name: 'toggle-simulated-logging' });
    await client.callTool({ name: 'toggle-subscriber-updates' });
    await client.sendRootsListChanged();
    const wanted = new Set(['notifications/message', 'notifications/resources/updated']);
    const seen: ServerNotification[] = [];
    for await (const notification of client.notifications) {
      seen.push(notification);
      wanted.delete(notification.method);
      if (wanted.size === 0) break;
    }
    expect(seen.find(({ method }) => method === 'notifications/resources/updated')?.params).toMatchObject({ uri });
    await client.unsubscribeResource({ uri });
    await client.close();
    expect(violations).toEqual([]);
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  return address.port;
}

async function answering(address: URL): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (
      await fetch(address).then(
        () => true,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`Nobody answers at ${address.href}.`);
}
