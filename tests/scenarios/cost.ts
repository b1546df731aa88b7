// Prints how many calls of our functions the analysis of some large programs takes, as JSON. A process of its own, run by
// hygiene.test.ts: counting is the profiler's, which other tests of the process, and their coverage, would take part in.
import { Session } from 'node:inspector/promises';
import { sessionFactsOf } from '../../src/facts/sessions/sessions.ts';
import { builtInProtocols } from '../../src/models/sessions/index.ts';
import { v1 } from './preludes.ts';
import { programOf } from './programs.ts';

export type Program = keyof typeof programs;

const depth = 16;

const programs = {
  '500 branches': branches(500),
  '2000 branches': branches(2000),
  'finally in finally': `
export async function run() {
  const client = new Client(info);
  await client.connect(transport);
  ${'try { if (cond()) return; await external(); } finally { if (cond()) await client.ping(); '.repeat(depth)}
  ${'}'.repeat(depth)}
  await client.close();
  await client.callTool(call);
}`,
  'a chain of helpers': `${Array.from(
    { length: 800 },
    (_, index) => `async function step${index}(client: Client) { await step${index + 1}(client); }`,
  ).join('\n')}
async function step800(client: Client) { await client.connect(transport); }
export async function run() {
  const client = new Client(info);
  await step0(client);
  await client.callTool(call);
}`,
  '60 helpers that call each other': circle(60),
  '250 helpers that call each other': circle(250),
  'many sessions': `
export async function run() {
${Array.from({ length: 80 }, (_, index) => `  const client${index} = new Client(info);`).join('\n')}
${Array.from({ length: 800 }, (_, index) => `  if (cond()) await client${index % 80}.connect(newTransport());`).join('\n')}
}`,
};

function branches(count: number): string {
  return `
export async function run() {
  const client = new Client(info);
  await client.connect(transport);
${Array.from({ length: count }, () => '  if (cond()) await client.callTool(call);').join('\n')}
  await client.close();
}`;
}

/** Each helper passes the client on to the next two, and the last ones to the first. */
function circle(count: number): string {
  const step = (index: number): string => `step${String(index % count)}(client)`;
  return `${Array.from(
    { length: count },
    (_, index) =>
      `async function step${String(index)}(client: Client): Promise<void> { if (cond()) await ${step(index + 1)}; else await ${step(index + 2)}; await client.ping(); }`,
  ).join('\n')}
export async function run() {
  const client = new Client(info);
  await client.connect(transport);
  await step0(client);
  await client.close();
  await client.callTool(call);
}`;
}

async function callsFor(text: string): Promise<number> {
  const { program, sources } = programOf({ 'main.ts': v1(text) });
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  for (const file of sources) sessionFactsOf(file, program, builtInProtocols);
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  const functions = result.filter(({ url }) => url.includes('/src/')).flatMap((script) => script.functions);
  return functions.reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0);
}

const calls: Record<string, number> = {};
for (const [name, text] of Object.entries(programs)) calls[name] = await callsFor(text);
console.log(JSON.stringify(calls));
