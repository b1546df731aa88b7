import { describe } from 'vitest';
import { itCompiles, leakScenario, scenario } from './harness.ts';

const ai = (source: string) => ({
  'main.ts': `import { createMCPClient } from '@ai-sdk/mcp';
import { generateText, type LanguageModel } from 'ai';
declare const model: LanguageModel;
const one = () => createMCPClient({ transport: { type: 'http', url: 'https://one.example.com' } });
${source}`,
});

describe('sessions that are opened together and taken apart', () => {
  leakScenario(
    'neither is closed',
    ai(`
export async function ask(prompt: string) {
  const [a, b] = await Promise.all([
    one(), // LEAK left
    createMCPClient({ transport: { type: 'http', url: 'https://two.example.com' } }), // LEAK left
  ]);
  const tools = await a.tools();
  return (await generateText({ model, tools: { ...tools, ...(await b.tools()) }, prompt })).text;
}`),
  );

  leakScenario(
    'not: both are closed, one after the other or together',
    ai(`
export async function ask() {
  const [a, b] = await Promise.all([one(), one()]);
  try {
    return [await a.listTools(), await b.listTools()];
  } finally {
    await Promise.allSettled([a.close(), b.close()]);
  }
}
export async function inTurn() {
  const [a, b] = await Promise.all([one(), one()]);
  try {
    return [await a.listTools(), await b.listTools()];
  } finally {
    await a.close();
    await b.close();
  }
}`),
  );

  leakScenario(
    'one is closed',
    ai(`
export async function ask() {
  const [a, b] = await Promise.all([one(), one()]); // LEAK left
  try {
    return [await a.listTools(), await b.listTools()];
  } finally {
    await a.close();
  }
}`),
  );

  leakScenario(
    'not: what the opening of one of them throws is caught',
    ai(`
export async function ask() {
  try {
    const [a, b] = await Promise.all([one(), one()]);
    try {
      return [await a.listTools(), await b.listTools()];
    } finally {
      await Promise.allSettled([a.close(), b.close()]);
    }
  } catch {
    return [];
  }
}`),
  );

  leakScenario(
    'not: they leave the function',
    ai(`
const kept = new Map<string, unknown>();
export async function both() {
  const [a, b] = await Promise.all([one(), one()]);
  kept.set('a', a);
  return b;
}
export async function whole() {
  const both = await Promise.all([one(), one()]);
  return both;
}
export async function rest() {
  const [a, ...others] = await Promise.all([one(), one()]);
  await a.close();
  return others;
}`),
  );

  leakScenario(
    'connected by a function of the program',
    `
async function open() {
  const client = new Client(info);
  await client.connect(newTransport());
  return client;
}
async function wrong() {
  const [a, list] = await Promise.all([open(), Promise.resolve(1)]); // LEAK left
  await a.callTool(call);
  return list;
}
async function right() {
  const [a, list] = await Promise.all([open(), Promise.resolve(1)]);
  try {
    await a.callTool(call);
  } finally {
    await a.close();
  }
  return list;
}`,
  );

  scenario(
    'what is called on them is followed',
    ai(`
export async function wrong() {
  const [a, b] = await Promise.all([one(), one()]);
  await a.close(); // :closing
  await b.listTools();
  await a.listTools(); // D use/closed from=closing
  await b.close();
}
export async function late(prompt: string) {
  const client = await one();
  const [tools] = await Promise.all([client.tools(), fetch('https://example.com')]);
  await client.close(); // :early
  return generateText({ model, tools, prompt }); // D use/closed from=early
}
export async function right(prompt: string) {
  const client = await one();
  const [tools, page] = await Promise.all([client.tools(), fetch('https://example.com')]);
  const { text } = await generateText({ model, tools, prompt });
  await client.close();
  return [text, page];
}`),
  );

  scenario(
    'connections that are made together',
    `
async function wrong() {
  const client = new Client(info);
  const [done] = await Promise.all([client.connect(transport)]);
  await client.connect(transport); // D open/open
  return done;
}
async function right() {
  const client = new Client(info);
  const [, list] = await Promise.all([client.connect(transport), cond()]);
  const [first] = await Promise.all([client.listTools()]);
  await client.close();
  return [list, first];
}`,
  );

  itCompiles();
});
