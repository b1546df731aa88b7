import { expect, it } from 'vitest';
import { lint } from '../../scenarios/linting.ts';

// Functions of an SDK that the program calls by a name of its own: what a variable, a parameter, a field or a property holds.
const head = `import { query } from '@anthropic-ai/claude-agent-sdk';
import * as sdk from '@anthropic-ai/claude-agent-sdk';
type Run = (args: { prompt: string; options: unknown }) => unknown;
const args = (prompt: string) => ({ prompt, options: { permissionMode: 'bypassPermissions' as const } });
declare function other(args: { prompt: string; options: unknown }): unknown;
declare const isDry: boolean;
`;

const countIn = (code: string): number =>
  lint(
    { 'main.ts': `${head}${code}\n` },
    { rules: { 'agent-safety/no-unguarded-sensitive-tool': 'error' }, file: 'main.ts' },
  ).length;

it.each([
  ['a variable', 'const run = query; export const go = (prompt: string) => run(args(prompt));'],
  ['a variable, from a namespace', 'const run = sdk.query; export const go = (prompt: string) => run(args(prompt));'],
  ['one of two', 'const run = isDry ? other : query; export const go = (prompt: string) => run(args(prompt));'],
  [
    'a function of the program, or not',
    'const show: Run = (given) => given; const run = isDry ? show : query; export const go = (prompt: string) => run(args(prompt));',
  ],
  ['a parameter by default', 'export const go = (prompt: string, run: Run = query as Run) => run(args(prompt));'],
  [
    'a property by default',
    'export const go = (prompt: string, { run = query as Run }: { run?: Run }) => run(args(prompt));',
  ],
  [
    'what is missing',
    'export const go = (prompt: string, by?: { run?: Run }) => { const run = by?.run ?? (query as Run); return run(args(prompt)); };',
  ],
  ['a field', 'export class Agent { private run = query; go(prompt: string) { return this.run(args(prompt)); } }'],
  [
    'a field that the constructor sets',
    'export class Agent { private run: Run; constructor(run?: Run) { this.run = run ?? (query as Run); } go(prompt: string) { return this.run(args(prompt)); } }',
  ],
  ['a property', 'const by = { query }; export const go = (prompt: string) => by.query(args(prompt));'],
  [
    'a property of another name',
    'const by = { run: query }; export const go = (prompt: string) => by.run(args(prompt));',
  ],
  [
    'what a caller gives',
    'const made = (by: { query: Run }) => (prompt: string) => by.query(args(prompt)); export const go = made({ query: query as Run });',
  ],
  [
    'a variable that a branch sets',
    "export const go = async (prompt: string) => { let run: Run; try { const all = await import('@anthropic-ai/claude-agent-sdk'); run = all.query as unknown as Run; } catch { return undefined; } return run(args(prompt)); };",
  ],
  [
    'a variable, from an import in the function',
    "export const go = async (prompt: string) => { const all = await import('@anthropic-ai/claude-agent-sdk'); const run = all.query as unknown as Run; return run(args(prompt)); };",
  ],
])('finds a call by %s', (_, code) => {
  expect(countIn(code)).toBe(1);
});

it.each([
  ['another function', 'const run = other; export const go = (prompt: string) => run(args(prompt));'],
  [
    'a method of another thing',
    'const run = query; export const go = (by: { run: Run }) => by.run(args(String(run)));',
  ],
  [
    'another function, by the same name in another place',
    'export const one = () => { const run = query; return run; }; export const go = (prompt: string) => { const run = other; return run(args(prompt)); };',
  ],
  [
    'a parameter that each caller gives, whatever it is by default',
    'const begin = (prompt: string, run: Run = query as Run) => run(args(prompt)); export const go = (prompt: string) => begin(prompt, other);',
  ],
  [
    'a field that the constructor replaces',
    'class Agent { private run: Run = query as Run; constructor(run: Run) { this.run = run; } go(prompt: string) { return this.run(args(prompt)); } } export const go = (prompt: string) => new Agent(other).go(prompt);',
  ],
  [
    'what some callers give, and others not',
    'const made = (by: { run: Run }) => ({ go: (prompt: string) => by.run(args(prompt)) }); export const one = made({ run: other }); export const two = made({ run: query as Run });',
  ],
  [
    'what a caller gives, which is another function',
    'const made = (by: { query: Run }) => (prompt: string) => by.query(args(prompt)); export const go = made({ query: other }); export { query };',
  ],
])('takes no call for one by %s', (_, code) => {
  expect(countIn(code)).toBe(0);
});
