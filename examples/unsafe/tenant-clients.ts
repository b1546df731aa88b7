import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

export interface Tenant {
  readonly name: string;
  readonly crmUrl: string;
}

function connectTo(tenant: Tenant, client: Client): Promise<void> {
  return client.connect(new StreamableHTTPClientTransport(new URL(tenant.crmUrl)));
}

/** The tools that a tenant's CRM offers. */
export async function toolNamesOf(tenant: Tenant): Promise<string[]> {
  const client = new Client({ name: 'support-desk', version: '1.0.0' });
  client.connect(new StreamableHTTPClientTransport(new URL(tenant.crmUrl)));
  try {
    const { tools } = await client.listTools();
    return tools.map(({ name }) => name);
  } finally {
    await client.close();
  }
}

/** What the CRM knows of a customer, and of the tickets of that customer. */
export async function profileOf(tenant: Tenant, customer: string) {
  const client = new Client({ name: 'support-desk', version: '1.0.0' });
  await connectTo(tenant, client);
  let profile;
  try {
    profile = await client.callTool({ name: 'get_customer', arguments: { customer } });
  } finally {
    await client.close();
  }
  const tickets = await client.callTool({ name: 'list_tickets', arguments: { customer } });
  return { profile, tickets };
}

/** Whether the CRM answers, and whether it knows the customers that the desk asks about. */
export async function checkTenant(tenant: Tenant): Promise<'ready' | 'empty' | 'down'> {
  const client = new Client({ name: 'support-desk-check', version: '1.0.0' });
  try {
    await connectTo(tenant, client);
  } catch {
    return 'down';
  }
  const { resources } = await client.listResources();
  if (resources.length === 0) return 'empty';
  await client.close();
  return 'ready';
}
