import { describe, expect, it } from 'vitest';
import { lint } from '../../scenarios/linting.ts';

// Sub-agents two levels down, and those that a method or function runs.
const found = (code: string, checkUnknown = false): readonly string[] =>
  lint(
    { 'main.ts': code },
    { rules: { 'agent-safety/no-scope-widening': ['error', { minImpact: 'low', checkUnknown }] }, file: 'main.ts' },
  ).map(({ message }) => /^(`\S+`) lacks `(\w+)`/.exec(message)?.slice(1).join(' ') ?? message);

const adk = `import { rm } from 'node:fs/promises';
import { AgentTool, FunctionTool, LlmAgent } from '@google/adk';
import { z } from 'zod';
const parameters = z.object({ path: z.string() });
const model = 'gemini-2.5-flash';
const show = new FunctionTool({ name: 'show', description: 'Show', parameters, execute: ({ path }) => path });
const wipe = new FunctionTool({ name: 'wipe', description: 'Wipe', parameters, execute: ({ path }) => rm(path) });
const held = new FunctionTool({ name: 'held', description: 'Wipe', parameters, requireConfirmation: true, execute: ({ path }) => rm(path) });
`;
const inline = (low: string, mid: string, root: string): string => `${adk}export const rootAgent = new LlmAgent({
  name: 'root', model, tools: [${root}],
  subAgents: [new LlmAgent({ name: 'mid', model, tools: [${mid}], subAgents: [new LlmAgent({ name: 'low', model, tools: [${low}] })] })],
});`;
const named = (
  low: string,
  mid: string,
  root: string,
): string => `${adk}const low = new LlmAgent({ name: 'low', model, tools: [${low}] });
const mid = new LlmAgent({ name: 'mid', model, tools: [${mid}], subAgents: [low] });
export const rootAgent = new LlmAgent({ name: 'root', model, tools: [${root}], subAgents: [mid] });`;

describe('sub-agents of Google ADK, two levels down', () => {
  it.each([
    ['with names', named('wipe', 'show', 'show'), '`mid` wipe'],
    ['in their place', inline('wipe', 'show', 'show'), '`mid` wipe'],
    ['and the agent above has it', inline('wipe', 'show', 'wipe, show'), '`mid` wipe'],
    [
      'as a tool of the agent between',
      named('wipe', 'show', 'show').replace(
        'tools: [show], subAgents: [low]',
        'tools: [show, new AgentTool({ agent: low })]',
      ),
      '`mid` wipe',
    ],
  ])('are reported once, where the list is widened: %s', (_name, code, expected) => {
    expect(found(code)).toEqual([expected]);
  });

  it.each([
    ['that have a guard', inline('held', 'show', 'show')],
    ['whose supervisors have it', named('wipe', 'wipe', 'wipe')],
    ['that only read', inline('show', 'show', 'show')],
    ['between which no agent has tools', named('show', '', 'show')],
  ])('are not reported: those %s', (_name, code) => {
    expect(found(code)).toEqual([]);
  });
});

const ai = `import { rm } from 'node:fs/promises';
import { generateText, tool, type LanguageModel } from 'ai';
import { z } from 'zod';
const inputSchema = z.object({ path: z.string() });
const show = tool({ inputSchema, execute: ({ path }) => path });
const wipe = tool({ inputSchema, execute: ({ path }) => rm(path) });
const held = tool({ inputSchema, needsApproval: true, execute: ({ path }) => rm(path) });
`;
const methods = (below: string, above: string): string => `${ai}export class Desk {
  constructor(private readonly model: LanguageModel) {}
  async clean(prompt: string) { return (await generateText({ model: this.model, prompt, tools: { ${below} } })).text; }
  answer(prompt: string) {
    const clean = tool({ inputSchema, execute: ({ path }) => this.clean(path) });
    return generateText({ model: this.model, prompt, tools: { ${above}, clean } });
  }
}`;
const instance = (below: string, above: string): string => `${ai}class Cleaner {
  constructor(readonly model: LanguageModel) {}
  async run(prompt: string) { const { text } = await generateText({ model: this.model, prompt, tools: { ${below} } }); return text; }
}
export function answer(model: LanguageModel, prompt: string) {
  const cleaner = new Cleaner(model);
  return generateText({ model, prompt, tools: { ${above}, clean: tool({ inputSchema, execute: async ({ path }) => cleaner.run(path) }) } });
}`;

describe('sub-agents that are methods', () => {
  it.each([
    ['of the same class', methods],
    ['of an instance', instance],
  ])('are compared with the call that runs them: %s', (_name, program) => {
    expect(found(program('wipe', 'show'))).toHaveLength(1);
    expect(found(program('held', 'show'))).toEqual([]);
    expect(found(program('show', 'show'))).toEqual([]);
    expect(found(program('wipe', 'wipe'))).toEqual([]);
  });
});
