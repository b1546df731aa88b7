import { describe } from 'vitest';
import { itCompiles, scenario, v2 } from './harness.ts';

describe('a request that is returned before it is answered', () => {
  scenario(
    'from a try block whose finally block closes the client',
    `
export async function direct() {
  const client = new Client(info);
  try {
    await client.connect(transport);
    return client.callTool(call); // D use/open from=first outcome=rejects
  } finally {
    await client.close(); // :first
  }
}
export async function chosen() {
  let client: Client | undefined;
  try {
    client = new Client(info);
    await client.connect(transport);
    return flag ? client.listTools().then(({ tools }) => tools) : undefined; // D use/open from=second
  } catch (error) {
    if (other) throw error;
    return client?.listPrompts(); // D use/closed
  } finally {
    if (client) await client.close().catch(log); // :second
  }
}
export class Desk {
  readonly #client = new Client(info);
  async ask() {
    try {
      await this.#client.connect(transport);
      return this.#client.callTool(call); // D use/open from=third subject=this.#client
    } finally {
      void this.#client.close(); // :third
    }
  }
}`,
  );

  scenario(
    'by a function that is given the client',
    `
async function uses(one: Client) {
  const { tools } = await one.listTools();
  return tools.length;
}
function counts(one: Client) {
  return one.getServerVersion()?.version.length;
}
export async function withClient<Result>(use: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client(info);
  try {
    await client.connect(transport);
    return use(client); // D use/open from=given
  } finally {
    await client.close(); // :given
  }
}
export async function known() {
  const client = new Client(info);
  try {
    await client.connect(transport);
    return uses(client); // D use/open from=known
  } finally {
    await client.close(); // :known
  }
}
export async function idle() {
  const client = new Client(info);
  try {
    await client.connect(transport);
    return counts(client);
  } finally {
    await client.close();
  }
}
export async function atOnce(read: (client: Client) => number) {
  const client = new Client(info);
  try {
    await client.connect(transport);
    return read(client);
  } finally {
    await client.close();
  }
}`,
  );

  scenario(
    'not: what is awaited, sent, closed elsewhere or on a condition, and generators',
    `
export async function awaited() {
  const client = new Client(info);
  try {
    await client.connect(transport);
    return await client.callTool(call);
  } finally {
    await client.close();
  }
}
export async function sent() {
  const client = new Client(info);
  try {
    await client.connect(transport);
    return client.sendRootsListChanged();
  } finally {
    await client.close();
  }
}
export async function another(second: Client) {
  const client = new Client(info);
  try {
    await client.connect(transport);
    return second.callTool(call);
  } finally {
    await client.close();
  }
}
export async function onCondition(client: Client) {
  try {
    return client.callTool(call);
  } finally {
    if (flag) await client.close();
  }
}
export async function inside(client: Client) {
  try {
    return () => client.callTool(call);
  } finally {
    await client.close();
  }
}
export async function* generated(client: Client) {
  try {
    yield 1;
    return client.callTool(call);
  } finally {
    await client.close();
  }
}
export async function chained(client: Client) {
  return client.callTool(call).finally(() => client.close());
}`,
  );

  scenario('in version 2', {
    'main.ts': v2(`
export async function direct() {
  const client = new Client(info);
  try {
    await client.connect(transport);
    return client.callTool(call); // D use/open from=end outcome=rejects
  } finally {
    await client.close(); // :end
  }
}`),
  });

  scenario('of the AI SDK', {
    'main.ts': `
import { createMCPClient } from '@ai-sdk/mcp';
export async function names(url: string) {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  try {
    return client.listResources(); // D use/open from=end outcome=rejects
  } finally {
    await client.close(); // :end
  }
}`,
  });

  itCompiles();
});
