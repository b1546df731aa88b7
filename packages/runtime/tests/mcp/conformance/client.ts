// The client that the conformance suite runs: `node --import tsx client.ts <server>`, with the scenario and the version
// of the protocol in its environment. What it says in each scenario is what that scenario looks for.
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { McpClient } from '../../../src/mcp/index.ts';
import type { ClientHandlers, SharedRequests } from '../../../src/mcp/index.ts';

const clientInfo = { name: 'agent-safety', version: '0.0.0' };

/** A user who accepts every form as it is proposed. */
const handlers: ClientHandlers = {
  'elicitation/create': (params) => {
    const properties = 'requestedSchema' in params ? params.requestedSchema.properties : {};
    const proposed = Object.entries(properties).flatMap(([name, property]) =>
      'default' in property && property.default !== undefined ? [[name, property.default] as const] : [],
    );
    return { action: 'accept', content: Object.fromEntries(proposed) };
  },
};

/** What is asked in a scenario, beside the list of tools. */
const scenarios: Record<string, (client: SharedRequests, tools: Tool[]) => Promise<unknown>> = {
  tools_call: (client) => client.callTool({ name: 'add_numbers', arguments: { a: 5, b: 3 } }),
  'elicitation-sep1034-client-defaults': (client) => client.callTool({ name: 'test_client_elicitation_defaults' }),
  'sse-retry': (client) => client.callTool({ name: 'test_reconnection' }),
  'sep-2322-client-request-state': (client) =>
    Promise.all(
      ['test_mrtr_echo_state', 'test_mrtr_no_state', 'test_mrtr_unrelated', 'test_mrtr_no_result_type'].map((name) =>
        client.callTool({ name }),
      ),
    ),
  'http-standard-headers': async (client, tools) => {
    for (const { name } of tools) await client.callTool({ name });
    for (const { uri } of (await client.listResources()).resources) await client.readResource({ uri });
    for (const { name } of (await client.listPrompts()).prompts) await client.getPrompt({ name });
  },
  'http-custom-headers': async (client) => {
    const { toolCalls = [] } = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}') as {
      toolCalls?: { name: string; arguments: Record<string, unknown> }[];
    };
    for (const call of toolCalls) await client.callTool(call);
  },
  'http-invalid-tool-headers': async (client, tools) => {
    for (const { name } of tools) await client.callTool({ name, arguments: { region: 'us' } });
  },
  'json-schema-2020-12-preservation': (client, tools) => {
    const schema = tools.find(({ name }) => name === 'json_schema_2020_12_tool')?.inputSchema;
    return client.callTool({ name: 'json_schema_echo', arguments: { schema } });
  },
};

type Tool = Awaited<ReturnType<SharedRequests['listTools']>>['tools'][number];

const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? '';
const transport = new StreamableHTTPClientTransport(new URL(process.argv[2] ?? ''));

if (process.env.MCP_CONFORMANCE_PROTOCOL_VERSION === '2026-07-28') {
  const client = await McpClient.stateless(transport, { clientInfo, handlers });
  // A server may refuse the version of a first request; it says which it speaks, and this is the only one there is.
  await client.discover().catch(() => client.discover());
  await ask(client);
  await client.close();
} else {
  const awaiting = await McpClient.over(transport, { handlers }).sendInitialize({ clientInfo });
  const [{ capabilities }, next] = await awaiting.recvInitializeResult();
  const client = await next.sendInitialized();
  if (capabilities.tools !== undefined) await ask(client);
  await client.close();
}

async function ask(client: SharedRequests): Promise<void> {
  const { tools } = await client.listTools();
  await scenarios[scenario]?.(client, tools);
}
