import { describe, expect, it } from 'vitest';
import { agentFactsOf } from '../../../src/facts/agents/agents.ts';
import { agentSdks } from '../../../src/models/agents/index.ts';
import { type CaseFiles, programOf } from '../../scenarios/programs.ts';

const agent = (name: string, modifier = 'export '): string => `import { Agent } from '@mastra/core/agent';
${modifier}const ${name} = new Agent({ id: '${name}', name: '${name}', instructions: 'Go.', model: 'openai/gpt-5' });
`;

const registry = `import { Mastra } from '@mastra/core';
import { reader } from './agents/reader.js';
export const app = new Mastra({ agents: { reader } });
`;

const folder = { 'agents/reader.ts': agent('reader'), 'index.ts': registry };

/** The names of the agents that count, in the order of their files. */
function agentsOf(files: CaseFiles): readonly string[] {
  const { program, sources } = programOf(files);
  const facts = agentFactsOf(program, agentSdks);
  return sources.flatMap((file) => facts.madeIn(file).flatMap(({ name }) => name ?? [])).sort();
}

describe('an agent that nothing names', () => {
  it.each([
    ['lies in a folder of agents that are registered', { 'agents/cleaner.ts': agent('cleaner') }],
    ['lies beside the registry', { 'index.ts': `${registry}${agent('cleaner')}` }],
    [
      'lies beside one that is registered',
      { 'agents/reader.ts': `${agent('reader')}${agent('cleaner').split('\n')[1] ?? ''}` },
    ],
  ])('does not run where it %s', (_name, files) => {
    expect(agentsOf({ ...folder, ...files })).toEqual(['reader']);
  });

  it.each([
    ['lies in another folder', { 'other/cleaner.ts': agent('cleaner') }],
    [
      'is named by a file of another folder',
      {
        'agents/cleaner.ts': agent('cleaner'),
        'job.ts': "import { cleaner } from './agents/cleaner.js'; export const go = () => cleaner.generate('Go.');",
      },
    ],
    [
      'is exported under another name',
      { 'agents/cleaner.ts': `${agent('cleaner', '')}export { cleaner as sweeper };` },
    ],
    ['is what its file exports', { 'agents/cleaner.ts': `${agent('cleaner', '')}export default cleaner;` }],
  ])('counts where it %s', (_name, files) => {
    expect(agentsOf({ ...folder, ...files })).toEqual(['cleaner', 'reader']);
  });

  it('counts where no agent of the program is registered', () => {
    expect(agentsOf({ 'agents/reader.ts': agent('reader'), 'agents/cleaner.ts': agent('cleaner') })).toEqual([
      'cleaner',
      'reader',
    ]);
  });
});
