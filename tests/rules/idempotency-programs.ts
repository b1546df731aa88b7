/** Programs about idempotency keys, in pairs that differ in the one thing that matters. What is reported stands between `«` and `»`. */
export interface KeyPair {
  readonly name: string;
  readonly messageId: string;
  readonly wrong: string;
  readonly right: string;
}

const retry = `import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { createHash, randomUUID } from 'node:crypto';
`;
const client2 = `import { Client } from '@modelcontextprotocol/client';
import { randomUUID } from 'node:crypto';
`;
const openai = `import { tool } from '@openai/agents';
import { z } from 'zod';
declare const gateway: { charge(request: { id: string; account: string; cents: number; orderKey?: string }): Promise<string> };
`;
const ai = `import { tool } from 'ai';
import { z } from 'zod';
import { randomUUID } from 'node:crypto';
`;
const mcp = `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { randomUUID } from 'node:crypto';
`;

export const retries: readonly KeyPair[] = [
  {
    name: 'a mail is sent again after an error, without a key',
    messageId: 'retriedWithoutKey',
    wrong: `${retry}export async function notify(c: Client, to: string, text: string) {
  for (let attempt = 0; ; attempt++) {
    try { return await «c.callTool({ name: 'send_email', arguments: { to, text } })»; } catch (error) { if (attempt >= 2) throw error; }
  }
}`,
    right: `${retry}export async function notify(c: Client, to: string, text: string) {
  const requestId = createHash('sha256').update(to + text).digest('hex');
  for (let attempt = 0; ; attempt++) {
    try { return await c.callTool({ name: 'send_email', arguments: { to, text, requestId } }); } catch (error) { if (attempt >= 2) throw error; }
  }
}`,
  },
  {
    name: 'a client of the program that is called again sends what it is given',
    messageId: 'retriedWithoutKey',
    wrong: `${mcp}async function request(method: string, path: string, options: { body?: object } = {}) {
  return «fetch('https://erp.example.com' + path, { method, body: JSON.stringify(options.body ?? {}) })»;
}
const post = (path: string, body: object) => request('POST', path, { body });
async function withRetry<T>(work: () => Promise<T>): Promise<T> {
  for (let i = 0; ; i++) { try { return await work(); } catch (error) { if (i > 2) throw error; } }
}
export function serve(server: McpServer) {
  server.tool('create_entry', { memo: z.string(), externalId: z.string().optional() }, async ({ memo }) => {
    const body: Record<string, string> = { memo };
    await withRetry(() => post('/entries', body));
    return { content: [] };
  });
}`,
    right: `${mcp}async function request(method: string, path: string, options: { body?: object } = {}) {
  return fetch('https://erp.example.com' + path, { method, body: JSON.stringify(options.body ?? {}) });
}
const post = (path: string, body: object) => request('POST', path, { body });
async function withRetry<T>(work: () => Promise<T>): Promise<T> {
  for (let i = 0; ; i++) { try { return await work(); } catch (error) { if (i > 2) throw error; } }
}
export function serve(server: McpServer) {
  server.tool('create_entry', { memo: z.string(), externalId: z.string().optional() }, async ({ memo, externalId }) => {
    const body: Record<string, string> = { memo };
    if (externalId) body.externalId = externalId;
    await withRetry(() => post('/entries', body));
    return { content: [] };
  });
}`,
  },
  {
    name: 'a function makes the key of each attempt',
    messageId: 'keyOfAttempt',
    wrong: `${retry}function requestMeta(origin: string) { const key = «randomUUID()»; return { 'agent-safety/idempotency_key': key, origin }; }
export async function order(c: Client, sku: string) {
  for (let attempt = 1; ; attempt++) {
    try { return await c.callTool({ name: 'order_parts', arguments: { sku }, _meta: requestMeta('desk') }); } catch (error) { if (attempt > 3) throw error; }
  }
}`,
    right: `${retry}function requestMeta(origin: string) { const key = randomUUID(); return { 'agent-safety/idempotency_key': key, origin }; }
export async function order(c: Client, sku: string) {
  const meta = requestMeta('desk');
  for (let attempt = 1; ; attempt++) {
    try { return await c.callTool({ name: 'order_parts', arguments: { sku }, _meta: meta }); } catch (error) { if (attempt > 3) throw error; }
  }
}`,
  },
  {
    name: 'a key is made anew in each attempt where none is given',
    messageId: 'keyOfAttempt',
    wrong: `${retry}export async function pay(c: Client, account: string, cents: number, given?: string) {
  for (let i = 0; ; i++) {
    const idempotencyKey = given ?? «randomUUID()»;
    try { return await c.callTool({ name: 'charge_card', arguments: { account, cents, idempotencyKey } }); } catch (error) { if (i > 2) throw error; }
  }
}`,
    right: `${retry}export async function pay(c: Client, account: string, cents: number, given?: string) {
  let idempotencyKey = given;
  for (let i = 0; ; i++) {
    idempotencyKey = idempotencyKey ?? randomUUID();
    try { return await c.callTool({ name: 'charge_card', arguments: { account, cents, idempotencyKey } }); } catch (error) { if (i > 2) throw error; }
  }
}`,
  },
  {
    name: 'a key is made anew in each attempt, under a constant name',
    messageId: 'keyOfAttempt',
    wrong: `${retry}const KEY = 'agent-safety/idempotency_key';
export async function post(c: Client, text: string) {
  for (let i = 0; ; i++) {
    try { return await c.callTool({ name: 'send_email', arguments: { text }, _meta: { [KEY]: «randomUUID()» } }); } catch (error) { if (i > 2) throw error; }
  }
}`,
    right: `${retry}const KEY = 'agent-safety/idempotency_key';
export async function post(c: Client, text: string, id: string) {
  for (let i = 0; ; i++) {
    try { return await c.callTool({ name: 'send_email', arguments: { text }, _meta: { [KEY]: id } }); } catch (error) { if (i > 2) throw error; }
  }
}`,
  },
  {
    name: 'a key is made anew in each attempt',
    messageId: 'keyOfAttempt',
    wrong: `${retry}export async function pay(c: Client, account: string, cents: number) {
  let last: unknown;
  for (let i = 0; i < 3; i++) {
    const idempotencyKey = «randomUUID()»;
    try { return await c.callTool({ name: 'charge_card', arguments: { account, cents, idempotencyKey } }); } catch (error) { last = error; }
  }
  throw last;
}`,
    right: `${retry}export async function pay(c: Client, account: string, cents: number) {
  let last: unknown;
  const idempotencyKey = randomUUID();
  for (let i = 0; i < 3; i++) {
    try { return await c.callTool({ name: 'charge_card', arguments: { account, cents, idempotencyKey } }); } catch (error) { last = error; }
  }
  throw last;
}`,
  },
  {
    name: 'an issue is created until it succeeds, with version 2',
    messageId: 'retriedWithoutKey',
    wrong: `${client2}export async function open(client: Client, title: string) {
  while (true) {
    try { await «client.callTool({ name: 'create_issue', arguments: { title } })»; break; } catch { await new Promise((done) => setTimeout(done, 1000)); }
  }
}`,
    right: `${client2}export async function open(client: Client, title: string) {
  while (true) {
    try { await client.callTool({ name: 'get_issue', arguments: { title } }); break; } catch { await new Promise((done) => setTimeout(done, 1000)); }
  }
}`,
  },
  {
    name: 'a function of the program runs it again',
    messageId: 'retriedWithoutKey',
    wrong: `${client2}async function withRetry<T>(work: () => Promise<T>, left = 3): Promise<T> {
  for (;;) { try { return await work(); } catch (error) { if (--left === 0) throw error; } }
}
export const pay = (client: Client, cents: number) => withRetry(() => «client.callTool({ name: 'charge_card', arguments: { cents } })»);`,
    right: `${client2}async function withRetry<T>(work: () => Promise<T>, left = 3): Promise<T> {
  for (;;) { try { return await work(); } catch (error) { if (--left === 0) throw error; } }
}
export const pay = (client: Client, cents: number, orderId: string) => withRetry(() => client.callTool({ name: 'charge_card', arguments: { cents }, _meta: { idempotencyKey: orderId } }));`,
  },
  ...(
    [
      [
        'a function of the program',
        'withRetry',
        "catch (error) { if (String(error).includes('gone')) throw error; return { error }; }",
      ],
      ['a package', 'pRetry', 'catch (error) { return Promise.reject(error); }'],
    ] as const
  ).map(([name, callee, escaping]): KeyPair => {
    const program = (call: string, clause: string): string => `${client2}import pRetry from 'p-retry';
async function withRetry<T>(work: () => Promise<T>, left = 3): Promise<T> {
  for (;;) { try { return await work(); } catch (error) { if (--left === 0) throw error; } }
}
export const pay = (client: Client, cents: number) => ${callee}<unknown>(async () => {
  try { return await ${call}; } ${clause}
});`;
    const call = "client.callTool({ name: 'charge_card', arguments: { cents } })";
    return {
      name: `${name} runs again what does not keep all of its failures to itself`,
      messageId: 'retriedWithoutKey',
      wrong: program(`«${call}»`, escaping),
      right: program(call, 'catch (error) { return { error }; }'),
    };
  }),
  {
    name: 'a function of which a failure is the result is called until there is none',
    messageId: 'retriedWithoutKey',
    wrong: `${client2}async function once(client: Client, cents: number) {
  try { return await «client.callTool({ name: 'charge_card', arguments: { cents } })»; } catch (error) { return { error }; }
}
export async function pay(client: Client, cents: number) {
  for (let i = 0; i < 3; i++) { const result = await once(client, cents); if (!('error' in result)) return result; }
  return undefined;
}`,
    right: `${client2}async function once(client: Client, cents: number) {
  try { return await client.callTool({ name: 'charge_card', arguments: { cents } }); } catch (error) { return { error }; }
}
export async function pay(client: Client, cents: number) {
  for (let i = 0; i < 3; i++) { try { const result = await once(client, cents); return result; } catch { console.log(i); } }
  return undefined;
}`,
  },
  {
    name: 'a wrapper of the program that hands the function on to a retry package',
    messageId: 'retriedWithoutKey',
    wrong: `${client2}import pRetry from 'p-retry';
const withBackoff = <T>(label: string, operation: () => Promise<T>) => pRetry(operation, { retries: 4, onFailedAttempt: () => console.warn(label) });
export const post = (client: Client, text: string) => withBackoff('post', async () => «client.callTool({ name: 'slack_post_message', arguments: { text } })»);`,
    right: `${client2}import pRetry from 'p-retry';
const withBackoff = <T>(label: string, operation: () => Promise<T>) => pRetry(() => console.info(label)).then(() => operation());
export const post = (client: Client, text: string) => withBackoff('post', async () => client.callTool({ name: 'slack_post_message', arguments: { text } }));`,
  },
  {
    name: 'a package runs it again',
    messageId: 'retriedWithoutKey',
    wrong: `${client2}import pRetry from 'p-retry';
export const post = (client: Client, text: string) => pRetry(() => «client.callTool({ name: 'slack_post_message', arguments: { text } })», { retries: 3 });`,
    right: `${client2}import pRetry from 'p-retry';
export const post = (client: Client, text: string) => pRetry(() => client.callTool({ name: 'slack_list_channels', arguments: { text } }), { retries: 3 });`,
  },
  {
    name: 'a function calls itself again after an error',
    messageId: 'retriedWithoutKey',
    wrong: `${client2}export async function send(client: Client, text: string, attempt = 0): Promise<unknown> {
  try { return await «client.callTool({ name: 'send_sms', arguments: { text } })»; }
  catch (error) { if (attempt > 3) throw error; return send(client, text, attempt + 1); }
}`,
    right: `${client2}export async function send(client: Client, text: string, attempt = 0): Promise<unknown> {
  try { return await client.callTool({ name: 'send_sms', arguments: { text } }); }
  catch (error) { console.error(attempt); throw error; }
}`,
  },
  {
    name: 'the result says that it failed',
    messageId: 'retriedWithoutKey',
    wrong: `${client2}export async function order(client: Client, sku: string) {
  for (let i = 0; i < 3; i++) {
    const result = await «client.callTool({ name: 'place_order', arguments: { sku } })»;
    if (!result.isError) return result;
  }
  throw new Error('failed');
}`,
    right: `${client2}export async function order(client: Client, skus: string[]) {
  for (const sku of skus) {
    const result = await client.callTool({ name: 'place_order', arguments: { sku } });
    if (result.isError) return result;
  }
  throw new Error('failed');
}`,
  },
  {
    name: 'the key has the number of the attempt',
    messageId: 'keyOfAttempt',
    wrong: `${client2}export async function pay(client: Client, orderId: string) {
  for (let attempt = 1; attempt <= 3; attempt++) {
    try { return await client.callTool({ name: 'pay_order', arguments: { orderId, idempotency_key: \`\${orderId}-\${«attempt»}\` } }); } catch {}
  }
}`,
    right: `${client2}export async function pay(client: Client, orderId: string) {
  for (let attempt = 1; attempt <= 3; attempt++) {
    try { return await client.callTool({ name: 'pay_order', arguments: { orderId, idempotency_key: \`\${orderId}-pay\` } }); } catch {}
  }
}`,
  },
  {
    name: 'a new key in `_meta`',
    messageId: 'keyOfAttempt',
    wrong: `${client2}export async function publish(client: Client, post: string) {
  let tries = 0;
  let isDone = false;
  while (!isDone && tries++ < 5) {
    try { await client.callTool({ name: 'publish_post', arguments: { post }, _meta: { 'x-idempotency-key': «randomUUID()» } }); isDone = true; } catch { console.warn(tries); }
  }
}`,
    right: `${client2}export async function publish(client: Client, post: string, runId: string) {
  let tries = 0;
  let isDone = false;
  while (!isDone && tries++ < 5) {
    try { await client.callTool({ name: 'publish_post', arguments: { post }, _meta: { 'x-idempotency-key': runId } }); isDone = true; } catch { console.warn(tries); }
  }
}`,
  },
  {
    name: 'the same call again where it failed',
    messageId: 'retriedWithoutKey',
    wrong: `${client2}export async function send(client: Client, text: string) {
  try { await «client.callTool({ name: 'send_message', arguments: { text } })»; } catch { await client.callTool({ name: 'send_message', arguments: { text } }); }
}`,
    right: `${client2}export async function send(client: Client, text: string) {
  try { await client.callTool({ name: 'send_message', arguments: { text } }); } catch { await client.callTool({ name: 'report_failure', arguments: { text } }); }
}`,
  },
  {
    name: 'the loop calls a function that calls the tool',
    messageId: 'retriedWithoutKey',
    wrong: `${client2}async function once(client: Client, cents: number) { return «client.callTool({ name: 'refund_payment', arguments: { cents } })»; }
export async function refund(client: Client, cents: number) {
  for (const delay of [100, 200, 400]) { try { return await once(client, cents); } catch { await new Promise((done) => setTimeout(done, delay)); } }
}`,
    right: `${client2}async function once(client: Client, cents: number, key: string) { return client.callTool({ name: 'refund_payment', arguments: { cents, requestKey: key } }); }
export async function refund(client: Client, cents: number) {
  const key = randomUUID();
  for (const delay of [100, 200, 400]) { try { return await once(client, cents, key); } catch { await new Promise((done) => setTimeout(done, delay)); } }
}`,
  },
  {
    name: 'a tool tries its own gateway again',
    messageId: 'retriedWithoutKey',
    wrong: `${openai}export const charge = tool({ name: 'charge_account', description: 'Charge an account', parameters: z.object({ account: z.string(), cents: z.number(), requestId: z.string() }),
  execute: async ({ account, cents }) => { for (let i = 0; ; i++) { try { return await «gateway.charge({ account, cents } as never)»; } catch (error) { if (i > 2) throw error; } } } });`,
    right: `${openai}export const charge = tool({ name: 'charge_account', description: 'Charge an account', parameters: z.object({ account: z.string(), cents: z.number(), requestId: z.string() }),
  execute: async ({ account, cents, requestId }) => { for (let i = 0; ; i++) { try { return await gateway.charge({ id: requestId, account, cents }); } catch (error) { if (i > 2) throw error; } } } });`,
  },
];

export const handlers: readonly KeyPair[] = [
  {
    name: 'an OpenAI tool that makes the id of a charge',
    messageId: 'keyOfExecution',
    wrong: `${openai}export const charge = tool({ name: 'charge_account', description: 'Charge an account', parameters: z.object({ account: z.string(), cents: z.number() }),
  execute: ({ account, cents }) => gateway.charge({ id: «crypto.randomUUID()», account, cents }) });`,
    right: `${openai}export const charge = tool({ name: 'charge_account', description: 'Charge an account', parameters: z.object({ account: z.string(), cents: z.number(), requestId: z.string() }),
  execute: ({ account, cents, requestId }) => gateway.charge({ id: requestId, account, cents }) });`,
  },
  {
    name: 'a tool that makes the key which a method takes out of its parameter',
    messageId: 'keyOfExecution',
    wrong: `${ai}class Gateway {
  async charge({ key, ...order }: { key: string; account: string }) { return (await fetch('https://pay.example/charges', { method: 'POST', headers: { 'Idempotency-Key': key }, body: JSON.stringify(order) })).json(); }
}
export const toolsOf = (gateway: Gateway) => ({ chargeAccount: tool({ description: 'Charge an account', inputSchema: z.object({ account: z.string() }),
  execute: ({ account }) => gateway.charge({ key: «randomUUID()», account }) }) });`,
    right: `${ai}class Gateway {
  async charge({ key, ...order }: { key: string; account: string }) { return (await fetch('https://pay.example/charges', { method: 'POST', headers: { 'Idempotency-Key': key }, body: JSON.stringify(order) })).json(); }
}
export const toolsOf = (gateway: Gateway) => ({ chargeAccount: tool({ description: 'Charge an account', inputSchema: z.object({ account: z.string() }),
  execute: ({ account }, { toolCallId }) => gateway.charge({ key: toolCallId, account }) }) });`,
  },
  {
    name: 'an AI SDK tool that makes the header',
    messageId: 'keyOfExecution',
    wrong: `${ai}export const tools = { payInvoice: tool({ description: 'Pay an invoice', inputSchema: z.object({ invoice: z.string(), amount: z.number() }),
  execute: async ({ invoice, amount }) => (await fetch('https://pay.example/charges', { method: 'POST', headers: { 'Idempotency-Key': «randomUUID()» }, body: JSON.stringify({ invoice, amount }) })).json() }) };`,
    right: `${ai}export const tools = { payInvoice: tool({ description: 'Pay an invoice', inputSchema: z.object({ invoice: z.string(), amount: z.number() }),
  execute: async ({ invoice, amount }, { toolCallId }) => (await fetch('https://pay.example/charges', { method: 'POST', headers: { 'Idempotency-Key': toolCallId }, body: JSON.stringify({ invoice, amount }) })).json() }) };`,
  },
  {
    name: 'a Mastra tool whose key has the time',
    messageId: 'keyOfExecution',
    wrong: `import { createTool } from '@mastra/core/tools';
import { z } from 'zod';
declare const bank: { transfer(request: { from: string; to: string; amount: number }, options: { idempotencyKey: string }): Promise<{ id: string }> };
export const transfer = createTool({ id: 'transfer-money', description: 'Transfer money', inputSchema: z.object({ from: z.string(), to: z.string(), amount: z.number() }),
  execute: async ({ from, to, amount }) => { const idempotencyKey = \`\${from}-\${to}-\${«Date.now()»}\`; return bank.transfer({ from, to, amount }, { idempotencyKey }); } });`,
    right: `import { createTool } from '@mastra/core/tools';
import { z } from 'zod';
declare const bank: { transfer(request: { from: string; to: string; amount: number }, options: { idempotencyKey: string }): Promise<{ id: string }> };
export const transfer = createTool({ id: 'transfer-money', description: 'Transfer money', inputSchema: z.object({ from: z.string(), to: z.string(), amount: z.number(), reference: z.string() }),
  execute: async ({ from, to, amount, reference }) => { const idempotencyKey = \`\${from}-\${to}-\${reference}\`; return bank.transfer({ from, to, amount }, { idempotencyKey }); } });`,
  },
  {
    name: 'a LangChain tool that makes the reference of a refund in a function',
    messageId: 'keyOfExecution',
    wrong: `import { tool } from '@langchain/core/tools';
import { z } from 'zod';
declare const payments: { refund(request: { refundId: string; payment: string; cents: number }): Promise<void> };
const newId = () => \`re_\${Math.random().toString(36).slice(2)}\`;
export const refund = tool(async ({ payment, cents }) => { await payments.refund({ refundId: «newId()», payment, cents }); return 'done'; },
  { name: 'issue_refund', description: 'Issue a refund', schema: z.object({ payment: z.string(), cents: z.number() }) });`,
    right: `import { tool } from '@langchain/core/tools';
import { z } from 'zod';
import { createHash } from 'node:crypto';
declare const payments: { refund(request: { refundId: string; payment: string; cents: number }): Promise<void> };
const idOf = (payment: string, cents: number) => createHash('sha256').update(payment + String(cents)).digest('hex');
export const refund = tool(async ({ payment, cents }) => { await payments.refund({ refundId: idOf(payment, cents), payment, cents }); return 'done'; },
  { name: 'issue_refund', description: 'Issue a refund', schema: z.object({ payment: z.string(), cents: z.number() }) });`,
  },
  {
    name: 'a tool of an MCP server that makes the key, and hands it on',
    messageId: 'keyOfExecution',
    wrong: `${mcp}declare const psp: { createPayment(body: object, key: { idempotencyKey: string }): Promise<{ id: string }> };
async function pay(amount: number, key: string) { return psp.createPayment({ amount }, { idempotencyKey: key }); }
export function register(server: McpServer) {
  server.registerTool('create_payment', { description: 'Create a payment', inputSchema: { amount: z.number() } }, async ({ amount }) => {
    const { id } = await pay(amount, «randomUUID()»);
    return { content: [{ type: 'text', text: id }] };
  });
}`,
    right: `${mcp}declare const psp: { createPayment(body: object, key: { idempotencyKey: string }): Promise<{ id: string }> };
async function pay(amount: number, key: string) { return psp.createPayment({ amount }, { idempotencyKey: key }); }
export function register(server: McpServer) {
  server.registerTool('create_payment', { description: 'Create a payment', inputSchema: { amount: z.number(), paymentKey: z.string().describe('Idempotency key: the same for each retry') } }, async ({ amount, paymentKey }) => {
    const { id } = await pay(amount, paymentKey);
    return { content: [{ type: 'text', text: id }] };
  });
}`,
  },
  {
    name: 'a tool of the Claude Agent SDK that buys',
    messageId: 'keyOfExecution',
    wrong: `import { tool } from '@anthropic-ai/claude-agent-sdk';
import { z } from 'zod';
import { randomUUID } from 'node:crypto';
declare const shop: { buy(order: { orderId: string; sku: string; quantity: number }): Promise<string> };
export const buy = tool('buy_item', 'Buy an item for the customer', { sku: z.string(), quantity: z.number() }, async ({ sku, quantity }) => {
  const orderId = «randomUUID()»;
  return { content: [{ type: 'text', text: await shop.buy({ orderId, sku, quantity }) }] };
});`,
    right: `import { tool } from '@anthropic-ai/claude-agent-sdk';
import { z } from 'zod';
import { randomUUID } from 'node:crypto';
declare const shop: { buy(order: { orderId: string; sku: string; quantity: number }): Promise<string> };
declare const orders: Map<string, string>;
export const buy = tool('buy_item', 'Buy an item for the customer', { sku: z.string(), quantity: z.number() }, async ({ sku, quantity }) => {
  const existing = orders.get(sku);
  if (existing) return { content: [{ type: 'text', text: existing }] };
  const orderId = randomUUID();
  return { content: [{ type: 'text', text: await shop.buy({ orderId, sku, quantity }) }] };
});`,
  },
  {
    name: 'a tool of ADK with a key that ends in a random number',
    messageId: 'keyOfExecution',
    wrong: `import { FunctionTool } from '@google/adk';
import { z } from 'zod';
declare const wallet: { payout(request: object): Promise<string> };
export const payout = new FunctionTool({ name: 'payout', description: 'Pay out the balance', parameters: z.object({ account: z.string(), amount: z.number() }),
  execute: ({ account, amount }) => wallet.payout({ account, amount, idempotency_key: account + «Math.random()» }) });`,
    right: `import { FunctionTool } from '@google/adk';
import { z } from 'zod';
declare const wallet: { payout(request: object): Promise<string> };
export const payout = new FunctionTool({ name: 'payout', description: 'Pay out the balance', parameters: z.object({ account: z.string(), amount: z.number() }),
  execute: ({ account, amount }) => wallet.payout({ account, amount, idempotency_key: account + new Date().toISOString().slice(0, 10) }) });`,
  },
  {
    name: 'a payment without a key',
    messageId: 'noKeyInSchema',
    wrong: `${openai}declare const bank: { pay(account: string, cents: number): Promise<string> };
export const pay = tool({ name: «'pay_supplier'», description: 'Pay a supplier', parameters: z.object({ account: z.string(), cents: z.number() }), execute: ({ account, cents }) => bank.pay(account, cents) });`,
    right: `${openai}declare const bank: { pay(account: string, cents: number): Promise<string> };
export const pay = tool({ name: 'pay_invoice', description: 'Pay an invoice', parameters: z.object({ invoiceId: z.string() }), execute: ({ invoiceId }) => bank.pay(invoiceId, 0) });`,
  },
  {
    name: 'a payment by a client that is created before',
    messageId: 'noKeyInSchema',
    wrong: `${openai}import { createWalletClient } from 'wallets-that-are-not-installed';
export const pay = tool({ name: «'transfer_tokens'», description: 'Transfer tokens to an address', parameters: z.object({ to: z.string(), amount: z.string() }), execute: ({ to, amount }) => createWalletClient().writeContract({ to, amount }) });`,
    right: `${openai}import { createWalletClient } from 'wallets-that-are-not-installed';
export const pay = tool({ name: 'transfer_tokens', description: 'Transfer tokens to an address', parameters: z.object({ to: z.string(), amount: z.string() }), execute: ({ to, amount }) => JSON.stringify({ to, amount, wallet: createWalletClient().address }) });`,
  },
  {
    name: 'a payment, and a group of payments that were made before',
    messageId: 'noKeyInSchema',
    wrong: `${openai}declare const bank: { request(path: string, body: object): Promise<string> };
export const pay = tool({ name: «'create_transaction'», description: 'Create a transaction', parameters: z.object({ account: z.string(), cents: z.number() }), execute: (body) => bank.request('/transactions', body) });`,
    right: `${openai}declare const bank: { request(path: string, body: object): Promise<string> };
export const group = tool({ name: 'create_transaction_group', description: 'Group transactions', parameters: z.object({ ids: z.array(z.number()) }), execute: (body) => bank.request('/groups', body) });`,
  },
  {
    name: 'a key that the handler drops',
    messageId: 'keyUnused',
    wrong: `${openai}declare const bank: { pay(account: string, cents: number): Promise<string> };
export const pay = tool({ name: «'pay_supplier'», description: 'Pay a supplier', parameters: z.object({ account: z.string(), cents: z.number(), idempotencyKey: z.string() }), execute: ({ account, cents }) => bank.pay(account, cents) });`,
    right: `${openai}declare const bank: { pay(account: string, cents: number, key: string): Promise<string> };
export const pay = tool({ name: 'pay_supplier', description: 'Pay a supplier', parameters: z.object({ account: z.string(), cents: z.number(), idempotencyKey: z.string() }), execute: ({ account, cents, idempotencyKey }) => bank.pay(account, cents, idempotencyKey) });`,
  },
  {
    name: 'a key of a message that the handler drops',
    messageId: 'keyUnused',
    wrong: `${openai}export const notify = tool({ name: «'send_message'», description: 'Send a message', parameters: z.object({ text: z.string(), idempotencyKey: z.string() }), execute: ({ text }) => fetch('https://chat.example/messages', { method: 'POST', body: text }).then(String) });`,
    right: `${openai}export const notify = tool({ name: 'send_message', description: 'Send a message', parameters: z.object({ text: z.string() }), execute: ({ text }) => fetch('https://chat.example/messages', { method: 'POST', body: text }).then(String) });`,
  },
  {
    name: 'an order, and the document of one',
    messageId: 'noKeyInSchema',
    wrong: `${openai}declare const bank: { request(path: string, body: object): Promise<string> };
export const order = tool({ name: «'create_order'», description: 'Create an order', parameters: z.object({ article: z.string(), cents: z.number() }), execute: (body) => bank.request('/orders', body) });`,
    right: `${openai}declare const bank: { request(path: string, body: object): Promise<string> };
export const order = tool({ name: 'create_purchase_order', description: 'Create a purchase order', parameters: z.object({ article: z.string(), cents: z.number() }), execute: (body) => bank.request('/orders', body) });`,
  },
  {
    name: 'an order, and marks of one',
    messageId: 'noKeyInSchema',
    wrong: `${openai}declare const bank: { request(path: string, body: object): Promise<string> };
export const order = tool({ name: «'create_order_items'», description: 'Create an order', parameters: z.object({ text: z.string() }), execute: (body) => bank.request('/orders', body) });`,
    right: `${openai}declare const bank: { request(path: string, body: object): Promise<string> };
export const order = tool({ name: 'create_order_markers', description: 'Mark an order', parameters: z.object({ text: z.string() }), execute: (body) => bank.request('/orders', body) });`,
  },
  {
    name: 'a flight that is booked, and an appointment',
    messageId: 'noKeyInSchema',
    wrong: `${openai}declare const desk: { book(body: object): Promise<string> };
export const book = tool({ name: «'book_flight'», description: 'Book a flight', parameters: z.object({ day: z.string() }), execute: (body) => desk.book(body) });`,
    right: `${openai}declare const desk: { book(body: object): Promise<string> };
export const book = tool({ name: 'book_appointment', description: 'Book an appointment', parameters: z.object({ day: z.string() }), execute: (body) => desk.book(body) });`,
  },
  {
    name: 'a body with listed properties, and with any',
    messageId: 'noKeyInSchema',
    wrong: `${openai}declare const bank: { pay(body: object): Promise<string> };
export const pay = tool({ name: «'pay_supplier'», description: 'Pay a supplier', parameters: z.object({ body: z.object({ account: z.string() }).describe('What is sent') }), execute: ({ body }) => bank.pay(body) });`,
    right: `${openai}declare const bank: { pay(body: object): Promise<string> };
export const pay = tool({ name: 'pay_supplier', description: 'Pay a supplier', parameters: z.object({ body: z.record(z.string(), z.string()).describe('What is sent') }), execute: ({ body }) => bank.pay(body) });`,
  },
  {
    name: 'what a function makes, and what a constructor makes',
    messageId: 'noKeyInSchema',
    wrong: `${openai}declare const bank: { order(options: object): Promise<{ get(): Promise<string> }> };
const made = () => bank.order({});
export const order = tool({ name: «'create_order'», description: 'Create an order', parameters: z.object({ cents: z.number() }), execute: async () => (await made()).get() });`,
    right: `${openai}declare const bank: { order(options: object): Promise<{ get(): Promise<string> }> };
class Desk { readonly made; constructor() { this.made = bank.order({}); } }
export const order = tool({ name: 'create_order', description: 'Create an order', parameters: z.object({ cents: z.number() }), execute: async () => (await new Desk().made).get() });`,
  },
];
