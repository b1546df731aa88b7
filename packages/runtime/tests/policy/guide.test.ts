import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { fromJsonSchema, McpServer, Server } from '@modelcontextprotocol/server';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import * as policy from '../../src/policy/index.ts';
import type { AuditEvent } from '../../src/policy/index.ts';
import { codeOf, packageRoot, problemsIn } from '../page-programs.ts';
import { registryDocument } from './fixtures.ts';

const page = readFileSync(path.join(packageRoot, '../../docs/guides/registry-enforcement.md'), 'utf8');
const code = codeOf(page);

/** What the guide leaves to its reader. */
const given = `
declare const transport: import('@modelcontextprotocol/client').Transport;
declare const serverTransport: import('@modelcontextprotocol/server').Transport;
declare const log: { write(event: import('@agent-safety/runtime/policy').AuditEvent): void };
declare const currentToolCall: { readonly id: string };
`;

describe('the programs of the guide', () => {
  it('compile', () => {
    const sources = { '@agent-safety/runtime/policy': 'src/policy/index.ts' };

    expect(problemsIn(given + code, 'policy/guide-example.ts', sources)).toEqual([]);
  });

  it('run, and do what the guide says', async () => {
    const document = registryDocument();
    const [there, transport] = InMemoryTransport.createLinkedPair();
    const [clientOfGuarded, serverTransport] = InMemoryTransport.createLinkedPair();
    const called: string[] = [];
    const upstream = new McpServer({ name: 'upstream', version: '1' });
    for (const tool of document.tools) {
      upstream.registerTool(tool.tool_name, { inputSchema: fromJsonSchema({ type: 'object' }) }, async () => {
        called.push(tool.tool_name);
        return { content: [{ type: 'text', text: 'hello' }] };
      });
    }
    await upstream.connect(there);
    const events: AuditEvent[] = [];
    const environment = {
      ...policy,
      Client,
      Server,
      readFile: async () => Promise.resolve(JSON.stringify(document)),
      transport,
      serverTransport,
      log: { write: (event: AuditEvent) => void events.push(event) },
      currentToolCall: { id: 'call-1' },
    };
    // The reader has pins, and a body at each pointer of the registry.
    const program = code
      .replaceAll(/^import .*$/gm, '')
      .replaceAll("'sha256-…'", `'${policy.registryPin(document)}'`)
      .replaceAll("name: 'create-pr'", "name: 'save-note'");
    const javascript = ts.transpile(program, { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext });
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the program of the page
    const run = new Function(...Object.keys(environment), `return (async () => {${javascript}; return { result, client, server, outcome }; })()`) as (...given: unknown[]) => Promise<unknown>; // prettier-ignore

    const { result, client, server, outcome } = (await run(...Object.values(environment))) as {
      result: { _meta: Record<string, unknown> };
      client: Client;
      server: Server;
      outcome: { tool_effect: unknown };
    };

    expect(result._meta[policy.resultMeta.toolEffect]).toMatchObject({ idempotency_key: 'call-1' });
    expect(outcome.tool_effect).toMatchObject({ tool_name: 'list-issues', tool_class: 'read' });
    expect(called).toEqual(['save-note', 'list-issues']);
    expect(events.map(({ component, event }) => `${component} ${event}`)).toEqual([
      'connector allowed',
      'connector completed',
      'gateway allowed',
      'connector allowed',
      'connector completed',
    ]);
    const reader = new Client({ name: 'reader', version: '1' });
    await reader.connect(clientOfGuarded);
    await expect(reader.callTool({ name: 'drop-database', arguments: {} })).rejects.toMatchObject({ code: -32000 });
    for (const each of [reader, server, client, upstream]) await each.close();
  });
});
