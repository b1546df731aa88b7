import { describe, expect, it } from 'vitest';
import { lint } from '../../scenarios/linting.ts';

// Handlers of a table of tools that are wrapped for a log, and come to a command by an object that the tools are made with.
const program = (run: string): string => `import { spawn } from 'node:child_process';
import { generateText, tool } from 'ai';
import { z } from 'zod';
interface Machine { run(command: string): Promise<string> }
class Local implements Machine {
  async run(command: string) { spawn('/bin/sh', ['-lc', command]); return command; }
}
const toolsOf = (machine: Machine) => ({
  inspect: tool({ description: 'Inspect', inputSchema: z.object({ path: z.string() }), execute: async ({ path }) => ${run} }),
});
function logged<T extends Record<string, { execute?: (...args: any[]) => any }>>(tools: T): T {
  if (process.env['QUIET']) return tools;
  const wrapped: Record<string, unknown> = {};
  for (const [name, each] of Object.entries(tools)) {
    const run = each.execute;
    wrapped[name] = { ...each, execute: async (...args: unknown[]) => { console.log(name); return run?.(...args); } };
  }
  return wrapped as T;
}
export const answer = (machine: Machine, prompt: string) =>
  generateText({ model: 'openai/gpt-5', prompt, tools: logged(toolsOf(machine)) });
await answer(new Local(), 'What is there?');
`;

const countIn = (run: string): number =>
  lint(program(run), { rules: { 'agent-safety/require-guardrail': 'error' } }).length;

describe('a handler that is made with an object and wrapped', () => {
  it.each([
    ['gives that a command that reads', "machine.run('git status --short')", 0],
    ['gives that one that does more', "machine.run('git push --force')", 1],
    ['gives that what the model writes', 'machine.run(path)', 1],
  ])('%s', (_, run, count) => {
    expect(countIn(run)).toBe(count);
  });
});
