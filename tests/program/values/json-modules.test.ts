import { expect, it } from 'vitest';
import { lint } from '../../scenarios/linting.ts';

const tools = (requires: string): string => `import { generateText, tool } from 'ai';
import { rm } from 'node:fs/promises';
import { z } from 'zod';
${requires}
const erase = tool({
  description: 'Erase a folder',
  inputSchema: z.object({ path: z.string() }),
  needsApproval: settings.needsApproval,
  execute: ({ path }) => rm(path, { recursive: true }),
});
export const go = (prompt: string) => generateText({ model: 'openai/gpt-5', prompt, tools: { erase } });
`;

const countIn = (requires: string, needsApproval: boolean): number =>
  lint(
    { 'main.ts': tools(requires), 'settings.json': JSON.stringify({ needsApproval }) },
    {
      rules: { 'agent-safety/require-guardrail': 'error', 'agent-safety/no-unguarded-sensitive-tool': 'error' },
      file: 'main.ts',
    },
  ).length;

it.each([
  ['imported', `import settings from './settings.json' with { type: 'json' };`],
  [
    'imported at run time',
    `const all = await import('./settings.json', { with: { type: 'json' } }); const settings = all.default;`,
  ],
])('reads what JSON has that is %s', (_, requires) => {
  expect(countIn(requires, true)).toBe(0);
  expect(countIn(requires, false)).toBe(1);
});
