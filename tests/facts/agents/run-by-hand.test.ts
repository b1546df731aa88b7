import { describe, expect, it } from 'vitest';
import { agentFactsOf } from '../../../src/facts/agents/agents.ts';
import { isForTests, isOfTool } from '../../../src/facts/agents/definitions.ts';
import { agentSdks } from '../../../src/models/agents/index.ts';
import { type CaseFiles, programOf } from '../../scenarios/programs.ts';

const tools = `import { rm } from 'node:fs/promises';
import { tool } from 'ai';
import { z } from 'zod';
export const erase = tool({ inputSchema: z.object({ path: z.string() }), execute: ({ path }) => rm(path) });
`;
const making = `import { generateText } from 'ai';
import { erase } from './tools.ts';
export const review = (prompt: string) => generateText({ model: 'openai/gpt-5', prompt, tools: { erase } });
`;
const calling = `import { review } from './review.ts';
await review('which files are there?');
`;

/** Whether each agent with a tool is one that no user runs. */
function areForTests(files: CaseFiles): readonly boolean[] {
  const { program } = programOf(files);
  const facts = agentFactsOf(program, agentSdks);
  return facts.agents
    .flatMap((agent) => agent.tools.map((given) => ({ agent, given })))
    .filter(isOfTool)
    .map((held) => isForTests(held, facts));
}

describe('agents that a developer runs by hand', () => {
  it.each([
    ['made in such a file', { 'tools.ts': tools, 'debug-review.ts': making }, true],
    ['made in an evaluation', { 'tools.ts': tools, 'evals/review.ts': making.replace('./tools', '../tools') }, true],
    ['made by a function for such a file', { 'tools.ts': tools, 'review.ts': making, 'diag_review.ts': calling }, true],
    ['made by a function for another one', { 'tools.ts': tools, 'review.ts': making, 'main.ts': calling }, false],
    [
      'made by a function for both',
      { 'tools.ts': tools, 'review.ts': making, 'smoke-review.ts': calling, 'main.ts': calling },
      false,
    ],
    ['made by a function that nothing calls', { 'tools.ts': tools, 'review.ts': making }, false],
    ['made in a file with another name', { 'tools.ts': tools, 'debugger.ts': making }, false],
  ] as const)('%s', (_name, files, expected) => {
    expect(areForTests(files)).toEqual([expected]);
  });
});
