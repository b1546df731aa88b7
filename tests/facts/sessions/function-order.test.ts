import fc from 'fast-check';
import type ts from 'typescript';
import { expect, it } from 'vitest';
import { sessionFactsOf } from '../../../src/facts/sessions/sessions.ts';
import { builtInProtocols } from '../../../src/models/sessions/index.ts';
import { programOf } from '../../type-utils/in-memory-program.ts';

const head = `import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
declare const info: { name: string; version: string };
declare const transport: Transport;
declare const flag: boolean;
const kept = new Client(info);
`;

/** Helpers that are functions to analyse themselves, and callees of each other, some of them recursive. */
const functions = [
  'export function make() { return new Client(info); }',
  'export async function opened() { const client = make(); await client.connect(transport); return client; }',
  'export async function broken() { const client = make(); await client.listTools(); }',
  'export async function stop(client: Client) { await client.close(); }',
  'export async function ask(client: Client) { await client.listTools(); return client; }',
  'export async function closed() { const client = await opened(); await stop(client); await ask(client); }',
  'export async function unopened() { await ask(make()); await broken(); }',
  'export async function left() { const client = await opened(); if (flag) return; await client.close(); }',
  'export function even(count: number): Client { return count > 0 ? odd(count - 1) : make(); }',
  'export function odd(count: number): Client { return even(count); }',
  'export async function recursive() { const client = odd(3); await client.listTools(); }',
  'export async function ping(client: Client, n: number): Promise<void> { if (n > 0) await pong(client, n - 1); }',
  'export async function pong(client: Client, n: number): Promise<void> { await client.listTools(); await ping(client, n); }',
  'export async function played() { await pong(make(), 1); }',
  'export async function mayPlay() { await ping(make(), 1); }',
  'export function fail(): void { if (flag) give(); else fail(); }',
  'export function give(): void { throw new Error(); }',
  'export async function guarded() { let client: Client; if (flag) client = make(); else { fail(); return; } await client.listTools(); }',
  'export async function keptClosed() { await kept.connect(transport); await stop(kept); await ask(kept); }',
  'export async function keptAsked() { await kept.close(); await ask(kept); }',
  'export async function forever(client: Client): Promise<void> { await forever(client); }',
  'export async function retried(n: number): Promise<Client> { try { return await opened(); } catch { return retried(n - 1); } }',
  'export async function afterRetries() { const client = await retried(3); await client.close(); await client.listTools(); }',
];

/** What is found, in words that do not depend on where in the file it stands. */
function findingsIn(file: ts.SourceFile, program: ts.Program): string[] {
  const facts = sessionFactsOf(file, program, builtInProtocols);
  const place = (node: ts.Node | undefined): string => {
    if (!node) return '';
    const text = node.getSourceFile().text;
    const start = text.lastIndexOf('\n', node.getStart()) + 1;
    return `${text.slice(start).split('(', 1)[0] ?? ''}+${String(node.getStart() - start)}`;
  };
  return [
    ...facts.verdicts.map((v) => `${place(v.node)} ${v.op}: ${v.certainty}${v.isConsequence ? ', muted' : ''}`),
    ...facts.misuses.map(
      (m) =>
        `${place(m.node)} ${m.op} ${m.subject}: ${m.certainty} in ${m.states.join()}` +
        ` from ${m.witnesses
          .map(({ node }) => place(node))
          .sort()
          .join()} inside ${place(m.inside)}`,
    ),
    ...facts.leaks.map((leak) => `${place(leak.node)} left at ${place(leak.exit)}`),
  ].sort();
}

it('what is found does not depend on the order in which functions are analysed', () => {
  const orders = fc.sample(fc.shuffledSubarray(functions, { minLength: functions.length }), { numRuns: 30, seed: 1 });
  orders.push(functions, functions.toReversed());
  const files = orders.map((order, index) => [`order${String(index)}.ts`, head + order.join('\n')] as const);
  const { program, file } = programOf(Object.fromEntries(files));
  const found = files.map(([name]) => findingsIn(file(name), program));
  expect(found[0]?.length).toBeGreaterThan(20);
  for (const each of found) expect(each).toEqual(found[0]);
});

it('nor does it where the functions are in files of their own, whichever is asked about first', () => {
  const names = functions.map((text) => /function (\w+)/.exec(text)?.[1] ?? '');
  const isKept = (text: string): boolean => text.includes('kept');
  const files = functions.flatMap((text, index) => {
    if (isKept(text)) return [];
    const imports = names.flatMap((name, other) =>
      other !== index && new RegExp(`\\b${name}\\(`).test(text) ? [`import { ${name} } from './${name}.js';`] : [],
    );
    return [[`${names[index] ?? ''}.ts`, `${imports.join(' ')} ${head}${text}`] as const];
  });
  const orders = fc.sample(fc.shuffledSubarray([...files], { minLength: files.length }), { numRuns: 6, seed: 2 });
  const found = [files, files.toReversed(), ...orders].map((order) => {
    const { program, file } = programOf(Object.fromEntries(files));
    return order.flatMap(([name]) => findingsIn(file(name), program)).sort();
  });
  expect(found[0]?.length).toBeGreaterThan(15);
  for (const each of found) expect(each).toEqual(found[0]);
});
