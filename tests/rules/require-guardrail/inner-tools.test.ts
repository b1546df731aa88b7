import { expect, it } from 'vitest';
import { lint } from '../../scenarios/linting.ts';

// Tools that run an agent, whose own tools do what matters: the model that has those decides about it, and an approval belongs
// to them.
const head = `import { rm } from 'node:fs/promises';
import { generateText, tool } from 'ai';
import { z } from 'zod';
const model = 'openai/gpt-5';
const inputSchema = z.object({ path: z.string() });
export const go = (prompt: string) => generateText({ model, prompt, tools: { outer } });
`;

const reported = (code: string): readonly string[] =>
  lint(
    { 'main.ts': `${head}${code}\n` },
    { rules: { 'agent-safety/require-guardrail': 'error' }, file: 'main.ts' },
  ).map(({ message }) => /`(\w+)`/.exec(message)?.[1] ?? '');

const inner = (definition: string, more = ''): string =>
  `const outer = tool({ description: 'Ask', inputSchema, execute: ({ path }) => ask(path) });
async function ask(path: string) {
  const erase = ${definition};
  ${more}
  return generateText({ model, prompt: path, tools: { erase } });
}
async function remove({ path }: { path: string }) { await rm(path, { recursive: true }); return 'done'; }`;

const approved = "tool({ description: 'Erase', inputSchema, needsApproval: true, execute: ";

it.each([
  ['an approval', inner(`${approved}async () => { await rm(path); return path; } })`), []],
  ['an approval, and a handler elsewhere', inner(`${approved}({ path }) => remove({ path }) })`), []],
  [
    'none',
    inner(`${approved.replace('needsApproval: true, ', '')}async () => { await rm(path); return path; } })`),
    ['erase'],
  ],
  [
    'an approval, beside what the outer tool does itself',
    inner(`${approved}async () => { await rm(path); return path; } })`, 'await rm(path);'),
    ['outer'],
  ],
  ['an approval that is passed by', inner(`${approved}({ path }) => remove({ path }) })`, 'await remove({ path });'), ['outer']],
])('inner tools with %s', (_, code, expected) => {
  expect(reported(code)).toEqual(expected);
});
