import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lint } from '../scenarios/linting.ts';
import { handlers, type KeyPair, retries } from './idempotency-programs.ts';
import { runtimePackage } from './class-programs.ts';
import { codeOf } from './marked.ts';
import { registryDocument } from './registry-documents.ts';

const rules = { 'agent-safety/require-idempotency-key': 'error' } as const;

/** What is reported of a program, as `line: message id`. */
function found(code: string): readonly string[] {
  return lint({ 'main.ts': codeOf(code) }, { rules }).map(
    ({ line, messageId }) => `${String(line)}: ${String(messageId)}`,
  );
}

/** What the marks of a program expect. */
function expected({ wrong, messageId }: KeyPair): readonly string[] {
  return [...wrong.matchAll(/«/g)].map(
    ({ index }) => `${String(wrong.slice(0, index).split('\n').length)}: ${messageId}`,
  );
}

describe.each([
  ['calls that are made again', retries],
  ['what handlers do', handlers],
])('%s', (_name, pairs) => {
  it.each(pairs)('$name', (pair) => {
    expect(found(pair.wrong)).toEqual(expected(pair));
    expect(found(pair.right)).toEqual([]);
  });
});

it('has a pair for each message but `callWithoutKey`, which needs a registry', () => {
  const all = ['keyOfAttempt', 'keyOfExecution', 'keyUnused', 'noKeyInSchema', 'retriedWithoutKey'];
  expect([...new Set([...retries, ...handlers].map(({ messageId }) => messageId))].sort()).toEqual(all);
});

describe('messages', () => {
  const messageOf = (name: string): string | undefined => {
    const pair = [...retries, ...handlers].find((each) => each.name === name);
    return pair && lint({ 'main.ts': codeOf(pair.wrong) }, { rules })[0]?.message;
  };

  it.each([
    [
      'an issue is created until it succeeds, with version 2',
      '`create_issue` is repeated by the loop on line 4 although the first attempt may have succeeded. Give it an idempotency key made before the first attempt.',
    ],
    [
      'a new key in `_meta`',
      '`randomUUID()` makes another key in each attempt, so that `publish_post` is done again by each. Make the key once, before the first attempt.',
    ],
    [
      'an OpenAI tool that makes the id of a charge',
      '`crypto.randomUUID()` makes another key each time `charge_account` runs, so that a repeated call pays again. Take the key from the input or the call, or derive it from the arguments.',
    ],
    [
      'a payment without a key',
      '`pay_supplier` pays with `pay` (line 5), and nothing in its input tells a repeated call from a new one. Add an idempotency key to the input and pass it on.',
    ],
    [
      'a payment by a client that is created before',
      '`transfer_tokens` pays with `writeContract` (line 5), and nothing in its input tells a repeated call from a new one. Add an idempotency key to the input and pass it on.',
    ],
    [
      'a key that the handler drops',
      '`pay_supplier` takes `idempotencyKey` and does not use it, so that a repeated call pays again. Pass it on.',
    ],
  ])('%s', (name, message) => {
    expect(messageOf(name)).toBe(message);
  });
});

it('reports in the file of the tool what its handler does in another one', () => {
  const pay = `declare const gateway: { charge(order: { account: string; cents: number }): Promise<string> };
export async function pay(account: string, cents: number): Promise<string> {



  for (let attempt = 0; ; attempt++) {
    try { return await gateway.charge({ account, cents }); } catch (error) { if (attempt > 2) throw error; }
  }
}`;
  const main = `import { tool } from '@openai/agents';
import { z } from 'zod';
import { pay } from './pay.ts';
export const charge = tool({ name: 'charge_account', description: 'Charge an account', parameters: z.object({ account: z.string(), cents: z.number() }),
  execute: ({ account, cents }) => pay(account, cents) });`;
  const files = { 'main.ts': main, 'pay.ts': pay };

  expect(lint(files, { rules }).map(({ line, messageId }) => [line, messageId])).toEqual([[4, 'retriedWithoutKey']]);
  expect(lint(files, { rules, file: 'pay.ts' })).toEqual([]);
});

describe('the schema of `server.tool`, which may be at several places', () => {
  const server = (handler: string): string => `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
declare const bank: { pay(order: object): Promise<void> };
export function serve(server: McpServer) {
  server.tool('pay_supplier', { amount: z.number(), idempotency_key: z.string() }, ${handler});
}`;

  it('has a key that the handler does not use', () => {
    const code = server('async ({ amount }) => { await bank.pay({ amount }); return { content: [] }; }');

    expect(found(code)).toEqual(['5: keyUnused']);
  });

  it('has one that may be among the rest', () => {
    const code = server(
      'async ({ amount, ...rest }) => { await bank.pay({ amount, ...rest }); return { content: [] }; }',
    );

    expect(found(code)).toEqual([]);
  });
});

describe('with a registry', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'keys-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const withKey = {
    input_schema: { type: 'object', properties: { text: {}, request_key: { description: 'Idempotency key' } } },
  };

  function under(
    code: string,
    reviewed: object,
    { said = 'write', all = false }: { said?: 'draft' | 'read' | 'write'; all?: boolean } = {},
  ): readonly string[] {
    const documents = registryDocument('crm', { save: said }, { save: reviewed });
    for (const [name, text] of Object.entries(documents)) writeFileSync(join(folder, name), text);
    const settings = { 'agent-safety': { registry: join(folder, 'agent-safety.registry.json') } };
    const main = `import { Client } from '@modelcontextprotocol/client';\nexport async function go(client: Client, text: string, id: string) {\n${code}\n}`;
    const level: ['error', object] = ['error', { checkAllWrites: all }];
    const options = { rules: { 'agent-safety/require-idempotency-key': level }, settings };
    return lint({ ...runtimePackage, 'main.ts': main }, options).map(
      ({ message, messageId }) =>
        `${String(messageId)}: ${message.replace(/\([^()]*agent-safety\./, '(agent-safety.')}`,
    );
  }

  const call = "await client.callTool({ name: 'save', arguments: { text } });";
  const loop = `for (let i = 0; ; i++) { try { return await client.callTool({ name: 'save', arguments: { text } }); } catch (error) { if (i > 2) throw error; } }`;

  it('a call leaves out the key that the reviewed schema has', () => {
    expect(under(call, withKey)).toEqual([
      'callWithoutKey: `save` is registered as `write` (agent-safety.registry.json, line 7), and this call has no `request_key`. Give it one that is the same in each repetition, in the arguments or in `_meta`.',
    ]);
    expect(under(call.replace('{ text }', '{ text, request_key: id }'), withKey)).toEqual([]);
    expect(under(call.replace('{ text }', "{ text }, _meta: { 'agent-safety/idempotency_key': id }"), withKey)).toEqual(
      [],
    );
    expect(under(call, withKey, { said: 'draft' })).toEqual([]);
    expect(under(call, withKey, { said: 'read' })).toEqual([]);
    expect(under(call, { ...withKey, annotations: { idempotentHint: true } })).toEqual([]);
  });

  it('a call leaves out the key that other calls of the program are given', () => {
    const keyed =
      "await client.callTool({ name: 'open', arguments: {}, _meta: { 'agent-safety/idempotency_key': id } });";
    const [finding = ''] = under(`${keyed}\n${call}`, {});

    expect(finding).toMatch(/^callWithoutKey: `save` is .* and this call has no `agent-safety\/idempotency_key`\./);
    expect(
      under(`${keyed}\n${call.replace('{ text }', "{ text }, _meta: { 'agent-safety/idempotency_key': id }")}`, {}),
    ).toEqual([]);
    expect(under(`${keyed.replace('agent-safety/idempotency_key', 'origin')}\n${call}`, {})).toEqual([]);
    expect(under(`${keyed}\n${call}`, {}, { said: 'read' })).toEqual([]);
  });

  it('a schema without a key is silent, unless all calls of write tools count', () => {
    expect(under(call, {})).toEqual([]);
    expect(under(call, {}, { all: true })).toHaveLength(1);
    expect(under(call, {}, { all: true, said: 'read' })).toEqual([]);
  });

  it('what a name does not say, the registry does', () => {
    expect(under(loop, {}).map((each) => each.split(':')[0])).toEqual(['retriedWithoutKey']);
    expect(under(call, withKey).map((each) => each.split(':')[0])).toEqual(['callWithoutKey']);
    expect(under(loop, {}, { said: 'read' })).toEqual([]);
    expect(under(loop, {}, { said: 'draft' })).toEqual([]);
    expect(under(loop, { annotations: { idempotentHint: true } })).toEqual([]);
  });
});

describe('known gaps', () => {
  const mcp = "import { Client } from '@modelcontextprotocol/client';\n";

  it('known gap: a key that is a constant is the same for two requests', () => {
    expect(
      found(
        `${mcp}export async function go(client: Client, text: string) { for (;;) { try { return await client.callTool({ name: 'send_email', arguments: { text, idempotencyKey: 'mail' } }); } catch {} } }`,
      ),
    ).toEqual([]);
  });

  it('known gap: arguments that are assembled elsewhere may have a key', () => {
    expect(
      found(
        `${mcp}export async function go(client: Client, args: Record<string, unknown>) { for (;;) { try { return await client.callTool({ name: 'send_email', arguments: args }); } catch {} } }`,
      ),
    ).toEqual([]);
  });

  it('known gap: what a name does not say in English', () => {
    expect(
      found(
        `${mcp}export async function go(client: Client, text: string) { for (;;) { try { return await client.callTool({ name: 'enviar_correo', arguments: { text } }); } catch {} } }`,
      ),
    ).toEqual([]);
  });
});
