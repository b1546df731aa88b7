import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { CallbackRunner, defineAgent, defineTool, GuardrailBlocked, invokeTool, toolNamed } from '../../src/index.ts';
import type { AnyAgent } from '../../src/index.ts';
import { createResourceGate, grantOf, jwtVerifier, scopesFor } from '../../src/oauth/index.ts';
import type { AccessGrant, Refusal } from '../../src/oauth/index.ts';
import type { AuthorizationServer } from './authorization-server.ts';

/** What has run, in its order: guardrails and handlers, by the names of their tools. */
export class Trace {
  readonly guardrails: string[] = [];
  readonly handlers: string[] = [];
  readonly grants: (AccessGrant | undefined)[] = [];
  readonly refusals: Refusal[] = [];
}

/** Tools of both classes, and one with a scope of its own, which write into a trace. */
export function fileTools(trace: Trace) {
  const tool = <const Name extends string, const Class extends 'read' | 'write'>(name: Name, toolClass: Class) =>
    defineTool({
      name,
      class: toolClass,
      input: z.object({ path: z.string() }),
      guardrail: 'required',
      handler: ({ path }) => {
        trace.handlers.push(name);
        return { content: [{ type: 'text' as const, text: `${name} ${path}` }] };
      },
    });
  return [tool('read_file', 'read'), tool('write_file', 'write'), tool('delete_file', 'write')] as const;
}

/** Scopes of `fileTools`. */
export const rules = {
  read: ['files:read'],
  write: ['files:write'],
  tools: { delete_file: ['files:write', 'files:delete'] },
} as const;

/** The names of all scopes in `rules`. */
export const allScopes = 'files:read files:write files:delete';

/** An MCP server that registers all its tools, whatever the token reaches: only the gate stands in front of them. */
function mcpHandler(agent: AnyAgent, trace: Trace): ReturnType<typeof createMcpHandler> {
  const runner = new CallbackRunner(agent, {
    beforeTool: ({ name }: { readonly name: string }) => {
      trace.guardrails.push(name);
      return undefined;
    },
  });
  return createMcpHandler(() => {
    const server = new McpServer({ name: 'files', version: '1' });
    for (const { name } of agent.tools) {
      const inputSchema = z.object({ path: z.string() });
      server.registerTool(name, { inputSchema }, async (args, context) => {
        trace.grants.push(grantOf(context));
        const tool = toolNamed(agent, name);
        const token = await runner.runBeforeTool(tool, args);
        if (token instanceof GuardrailBlocked) return { content: [], isError: true };
        return (await invokeTool(agent, tool, args, token)) as { content: [] };
      });
    }
    return server;
  });
}

/** An MCP server over HTTP behind a gate, on a free port of this machine. */
export interface FileServer {
  readonly resource: string;
  readonly trace: Trace;
  close(): Promise<void>;
}

/** Starts the server with `fileTools`, whose tokens come from an authorization server. */
export async function startFileServer({ issuer, jwksUri }: AuthorizationServer): Promise<FileServer> {
  const trace = new Trace();
  const http = createServer();
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const resource = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
  const agent = defineAgent({ name: 'files', tools: fileTools(trace) });
  const gate = createResourceGate({
    resource,
    authorizationServers: [issuer],
    verifier: jwtVerifier({ issuer, audience: resource, jwks: jwksUri }),
    scopes: scopesFor(agent.tools, rules),
    initialScopes: ['files:read'],
    onRefusal: (refusal) => trace.refusals.push(refusal),
  });
  const handler = mcpHandler(agent, trace);
  const fetch = async (request: Request): Promise<Response> => gate.handle(request, handler.fetch);
  http.on('request', (request, response) => void toNodeHandler({ fetch })(request, response));
  return {
    resource,
    trace,
    async close() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}
