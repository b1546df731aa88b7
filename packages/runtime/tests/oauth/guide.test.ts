import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as runtime from '../../src/index.ts';
import * as oauth from '../../src/oauth/index.ts';
import { codeOf, packageRoot, problemsIn } from '../page-programs.ts';
import { startAuthorizationServer } from './authorization-server.ts';
import type { AuthorizationServer } from './authorization-server.ts';

const page = readFileSync(path.join(packageRoot, '../../docs/guides/authorization.md'), 'utf8');
const code = codeOf(page);

const resource = 'https://files.example.com/mcp';

it('the program of the guide compiles', () => {
  const sources = { '@agent-safety/runtime': 'src/index.ts', '@agent-safety/runtime/oauth': 'src/oauth/index.ts' };
  const lib = ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'];

  expect(problemsIn(code, 'oauth/guide-example.ts', sources, { lib })).toEqual([]);
});

describe('the program of the guide', () => {
  let authorization: AuthorizationServer;
  let server: Server;
  const logged: unknown[][] = [];

  beforeAll(async () => {
    authorization = await startAuthorizationServer('files:read files:write files:delete');
    const environment = {
      ...{ createServer, toNodeHandler, createMcpHandler, McpServer, z, ...runtime, ...oauth },
      console: { log: (...given: unknown[]) => logged.push(given) },
    };
    // The reader has an issuer, and a port.
    const program = code
      .replaceAll(/^import .*$/gm, '')
      .replaceAll('https://login.example.com', authorization.issuer)
      .replace('.listen(8080)', ".listen(0, '127.0.0.1')");
    const javascript = ts.transpile(program, { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext });
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the program of the page
    const run = new Function(...Object.keys(environment), `${javascript}; return server;`) as (
      ...given: unknown[]
    ) => Server;
    server = run(...Object.values(environment));
    if (!server.listening) await once(server, 'listening');
  });

  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await authorization.close();
  });

  async function connected(scope: string): Promise<Client> {
    const token = await authorization.token(resource, scope);
    const client = new Client({ name: 'agent', version: '1' });
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
    const headers = { authorization: `Bearer ${token}` };
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    return client;
  }

  const callOf = (name: string, file: string) => ({ name, arguments: { path: file } });

  it('lists and runs what a token reaches', async () => {
    const client = await connected('files:read files:write');

    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['read_file', 'write_file']);
    expect(await client.callTool(callOf('write_file', 'a'))).toMatchObject({ content: [{ text: 'wrote a' }] });
    expect(await client.callTool(callOf('read_file', '/a'))).toMatchObject({
      isError: true,
      content: [{ text: 'outside of the root' }],
    });
    await client.close();
  });

  it('refuses what it does not, and logs it', async () => {
    const client = await connected('files:read');

    await expect(client.callTool(callOf('delete_file', 'a'))).rejects.toMatchObject({
      requiredScope: 'files:write files:delete',
    });
    expect(logged.at(-1)).toEqual([403, 'insufficient scope', undefined]);
    await client.close();
  });
});
