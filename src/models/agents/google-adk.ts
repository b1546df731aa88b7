import type { AgentSdk, Guard } from './agent-sdk.ts';

const packages = ['@google/adk'];

/** Plugins of a runner reach the agents below, and not one that is wrapped as a tool. */
const plugin = {
  id: 'adk.plugins.beforeToolCallback',
  at: { argument: 0 },
  shape: 'decision',
  allowedBy: [null],
  isGeneral: true,
  toolNameAt: { argument: 0, path: ['tool', 'name'] },
  reaches: ['child'],
  remedy: 'plugins: [ … ]',
} as const satisfies Guard;

const requireConfirmation = {
  id: 'adk.requireConfirmation',
  at: { argument: 0, path: ['requireConfirmation'], versions: '>=2.0.0' },
  shape: 'decision',
  allowedBy: [null, false],
  remedy: 'requireConfirmation: true',
} as const satisfies Guard;

const options = (...path: string[]) => ({ argument: 0, path }) as const;

export const googleAdk = {
  id: 'adk',
  name: 'Google ADK',
  source: 'https://google.github.io/adk-docs/callbacks/types-of-callbacks/#before-tool-callback',
  tools: [
    {
      id: 'adk.FunctionTool',
      callee: { packages, names: ['FunctionTool', 'LongRunningFunctionTool'] },
      name: options('name'),
      description: options('description'),
      handler: options('execute'),
      input: options('parameters'),
      guards: [requireConfirmation],
    },
    {
      id: 'adk.BaseTool',
      callee: { packages, names: ['BaseTool'] },
      members: { name: 'name', handler: 'runAsync' },
    },
  ],
  toolSets: [{ id: 'adk.MCPToolset', callee: { packages, names: ['MCPToolset'] }, only: { argument: 1 } }],
  agentTools: [{ id: 'adk.AgentTool', callee: { packages, names: ['AgentTool'] }, agent: options('agent') }],
  remotes: [
    {
      id: 'adk.RemoteA2AAgent',
      versions: '>=0.6.1',
      callee: { packages, names: ['RemoteA2AAgent'] },
      noun: 'the remote agent',
      name: options('name'),
      address: [options('agentCard'), options('agentCard', 'url')],
    },
  ],
  agents: [
    {
      id: 'adk.LlmAgent',
      callee: { packages, names: ['LlmAgent'] },
      noun: 'the agent',
      name: options('name'),
      tools: [options('tools')],
      guards: [
        {
          id: 'adk.beforeToolCallback',
          at: options('beforeToolCallback'),
          shape: 'decision',
          allowedBy: [null],
          isGeneral: true,
          toolNameAt: { argument: 0, path: ['tool', 'name'] },
          remedy: 'beforeToolCallback',
        },
      ],
      children: [options('subAgents')],
      returns: {
        unlessToParent: options('disallowTransferToParent'),
        unlessToPeers: options('disallowTransferToPeers'),
      },
    },
    {
      id: 'adk.subAgents',
      callee: { packages, names: ['SequentialAgent', 'ParallelAgent', 'LoopAgent', 'RoutedAgent', 'BaseAgent'] },
      noun: 'the agent',
      name: options('name'),
      tools: [],
      children: [options('subAgents')],
    },
  ],
  parts: [
    {
      id: 'adk.SecurityPlugin',
      callee: { packages, names: ['SecurityPlugin'] },
      guard: {
        id: 'adk.SecurityPlugin',
        at: options('policyEngine'),
        shape: 'decision',
        allowedBy: [null, { made: { packages, names: ['InMemoryPolicyEngine'] } }],
        reaches: ['child'],
        remedy: 'new SecurityPlugin({ policyEngine })',
      },
      isInertByDefault: true,
    },
    { id: 'adk.BasePlugin', callee: { packages, names: ['BasePlugin'] }, member: 'beforeToolCallback', guard: plugin },
  ],
  runs: [
    {
      id: 'adk.Runner',
      callee: { packages, names: ['Runner', 'InMemoryRunner'] },
      agent: options('agent'),
      parts: [options('plugins')],
    },
    {
      id: 'adk.App',
      versions: '>=1.4.0',
      callee: { packages, names: ['App'] },
      agent: options('rootAgent'),
      parts: [options('plugins')],
    },
    {
      id: 'adk.Runner.runAsync',
      callee: { packages, names: ['Runner', 'InMemoryRunner'], method: 'runAsync' },
      agent: { argument: 'receiver' },
    },
    {
      id: 'adk.BaseAgent.runAsync',
      callee: { packages, names: ['BaseAgent', 'LlmAgent'], method: 'runAsync' },
      agent: { argument: 'receiver' },
    },
  ],
  invocations: [
    {
      id: 'adk.runAsync',
      callee: { packages, names: ['BaseTool', 'FunctionTool'], method: 'runAsync' },
      tool: { argument: 'receiver' },
      input: options('args'),
      asks: ['adk.requireConfirmation'],
    },
  ],
  decisions: [
    {
      id: 'adk.requestConfirmation',
      callee: { packages, names: ['Context'], method: 'requestConfirmation' },
      versions: '>=0.6.1',
      goesOn: true,
    },
    {
      id: 'adk.requestConfirmation.early',
      callee: { packages, names: ['ToolContext'], method: 'requestConfirmation', versions: '<0.6.1' },
      goesOn: true,
    },
  ],
} as const satisfies AgentSdk;
