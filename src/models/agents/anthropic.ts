import type { AgentSdk } from './agent-sdk.ts';

const packages = ['@anthropic-ai/sdk'];

/** The runner has no approval hook: a tool that needs an approval has to request it itself. */
export const anthropic = {
  id: 'anthropic',
  name: 'Anthropic SDK',
  source: 'https://github.com/anthropics/anthropic-sdk-typescript/blob/main/helpers.md#tool-helpers',
  tools: [
    {
      id: 'anthropic.betaTool',
      callee: { packages, names: ['betaZodTool', 'betaTool', 'betaStandardSchemaTool'] },
      name: { argument: 0, path: ['name'] },
      handler: { argument: 0, path: ['run'] },
      input: { argument: 0, path: ['inputSchema'] },
    },
  ],
  agents: [
    {
      id: 'anthropic.toolRunner',
      callee: { packages, names: ['Messages'], method: 'toolRunner' },
      noun: 'the tool runner',
      tools: [{ argument: 0, path: ['tools'] }],
    },
  ],
  invocations: [
    {
      id: 'anthropic.run',
      callee: { packages, names: ['BetaRunnableTool'], method: 'run' },
      tool: { argument: 'receiver' },
      input: { argument: 0 },
    },
  ],
} as const satisfies AgentSdk;
