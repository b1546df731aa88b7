import type { CalleeRef, ExportRef } from '../sessions/protocol.ts';

/** A request that a handler is registered for: by the name of the method, or by a schema that the SDK exports. */
export interface RequestModel {
  readonly method: string;
  readonly schema: ExportRef;
}

const sdk = ['@modelcontextprotocol/sdk'];

/** How a server lists and runs tools without registering them one by one: version 1 by schemas, version 2 by names. */
export const toolRequests = {
  register: {
    packages: [...sdk, '@modelcontextprotocol/server'],
    names: ['Server', 'Protocol', 'McpServer'],
    method: 'setRequestHandler',
  } satisfies CalleeRef,
  list: {
    method: 'tools/list',
    schema: { packages: sdk, names: ['ListToolsRequestSchema'] },
  } satisfies RequestModel,
  call: {
    method: 'tools/call',
    schema: { packages: sdk, names: ['CallToolRequestSchema'] },
  } satisfies RequestModel,
  /** In the result of the first. */
  listed: { tools: 'tools', name: 'name', input: 'inputSchema', output: 'outputSchema' },
  /** In what the second is given, and what it returns. */
  name: ['params', 'name'],
  input: ['params', 'arguments'],
  returned: 'structuredContent',
} as const;
