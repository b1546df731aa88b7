import type { AgentSdk, Guard } from './agent-sdk.ts';

const packages = ['@mastra/core'];
const methods = ['generate', 'stream', 'generateLegacy', 'streamLegacy', 'network'] as const;

const requireToolApproval = {
  id: 'mastra.requireToolApproval',
  at: { argument: 1, path: ['requireToolApproval'] },
  shape: 'decision',
  lets: [null, false],
  asked: { argument: 0, path: ['toolName'] },
  remedy: 'requireToolApproval: true',
} as const satisfies Guard;

const hook = {
  id: 'mastra.hooks.beforeToolCall',
  at: { argument: 0, path: ['hooks', 'beforeToolCall'] },
  shape: 'decision',
  lets: [null, { property: 'proceed', is: true }],
  isGeneral: true,
  asked: { argument: 0, path: ['toolName'] },
  remedy: 'hooks.beforeToolCall',
} as const satisfies Guard;

/** A run's approval adds to that of the tool, which a function of the tool's replaces. No guard reaches a sub-agent's tools. */
export const mastra = {
  id: 'mastra',
  name: 'Mastra',
  source: 'https://mastra.ai/docs/agents/agent-approval',
  tools: [
    {
      id: 'mastra.createTool',
      callee: { packages, names: ['createTool', 'Tool'] },
      name: { argument: 0, path: ['id'] },
      handler: { argument: 0, path: ['execute'] },
      input: { argument: 0, path: ['inputSchema'] },
      output: { argument: 0, path: ['outputSchema'] },
      annotations: { argument: 0, path: ['mcp', 'annotations'] },
      guards: [
        {
          id: 'mastra.requireApproval',
          at: { argument: 0, path: ['requireApproval'] },
          shape: 'decision',
          lets: [null, false],
          supersedes: { ids: ['mastra.requireToolApproval'], when: ['fn'] },
          remedy: 'requireApproval: true',
        },
      ],
    },
  ],
  toolSets: [
    {
      id: 'mastra.MCPClient.listTools',
      callee: { packages: ['@mastra/mcp'], names: ['MCPClient'], method: 'listTools' },
    },
  ],
  agents: [
    {
      id: 'mastra.Agent',
      callee: { packages, names: ['Agent'] },
      noun: 'the agent',
      name: { argument: 0, path: ['name'] },
      tools: [{ argument: 0, path: ['tools'] }],
      guards: [hook, { ...requireToolApproval, at: { argument: 0, path: ['defaultOptions', 'requireToolApproval'] } }],
      children: [{ argument: 0, path: ['agents'] }],
    },
    // Tools that are given for one run.
    ...methods.map((method) => ({
      id: `mastra.Agent.${method}.toolsets`,
      callee: { packages, names: ['Agent'], method },
      noun: 'the run',
      tools: [
        { argument: 1, path: ['toolsets'] },
        { argument: 1, path: ['clientTools'] },
      ],
      guards: [requireToolApproval, { ...hook, at: { argument: 1, path: ['hooks', 'beforeToolCall'] } }],
    })),
  ],
  runs: methods.map((method) => ({
    id: `mastra.Agent.${method}`,
    callee: { packages, names: ['Agent'], method },
    agent: { argument: 'receiver' },
    guards: [requireToolApproval, { ...hook, at: { argument: 1, path: ['hooks', 'beforeToolCall'] } }],
  })),
  decisions: [
    {
      id: 'mastra.suspend',
      callee: {
        packages,
        names: ['AgentToolExecutionContext', 'WorkflowToolExecutionContext'],
        method: 'suspend',
      },
      goesOn: true,
    },
  ],
  invocations: [
    {
      id: 'mastra.execute',
      callee: { packages, names: ['Tool', 'ToolAction'], method: 'execute' },
      tool: { argument: 'receiver' },
      input: { argument: 0 },
    },
  ],
} as const satisfies AgentSdk;
