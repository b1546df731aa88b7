import type { AgentSdk, Guard } from './agent-sdk.ts';

const packages = ['@openai/agents', '@openai/agents-core'];

const needsApproval = {
  id: 'openai-agents.needsApproval',
  at: { argument: 0, path: ['needsApproval'] },
  shape: 'decision',
  allowedBy: [null, false],
  remedy: 'needsApproval: true',
} as const satisfies Guard;

const agent = {
  noun: 'the agent',
  name: { argument: 0, path: ['name'] },
  tools: [
    { argument: 0, path: ['tools'] },
    { argument: 0, path: ['mcpServers'] },
  ],
  children: [{ argument: 0, path: ['handoffs'] }],
} as const;

/** An agent's own guardrails look at its first input and last output, and at no tool. */
export const openaiAgents = {
  id: 'openai-agents',
  name: 'OpenAI Agents SDK',
  source: 'https://openai.github.io/openai-agents-js/guides/human-in-the-loop/',
  tools: [
    {
      id: 'openai-agents.tool',
      callee: { packages, names: ['tool'] },
      name: { argument: 0, path: ['name'] },
      description: { argument: 0, path: ['description'] },
      handler: { argument: 0, path: ['execute'] },
      input: { argument: 0, path: ['parameters'] },
      object: { fields: { type: 'function' }, run: 'invoke' },
      guards: [
        needsApproval,
        {
          id: 'openai-agents.inputGuardrails',
          at: { argument: 0, path: ['inputGuardrails'], versions: '>=0.3.8' },
          shape: 'list',
          allowedBy: [null],
          remedy: 'inputGuardrails: [ … ]',
        },
      ],
    },
    {
      id: 'openai-agents.shellTool',
      versions: '>=0.3.1',
      callee: { packages, names: ['shellTool'] },
      name: { argument: 0, path: ['name'] },
      // A shell in a container of the provider's has no way to the machine that runs the program.
      effect: {
        kind: 'execute',
        unless: {
          at: { argument: 0, path: ['environment', 'type'], versions: '>=0.4.7' },
          values: ['container_auto', 'container_reference'],
        },
        by: { argument: 0, path: ['shell'] },
      },
      defaultName: 'shell',
      guards: [needsApproval],
    },
    {
      id: 'openai-agents.applyPatchTool',
      versions: '>=0.3.1',
      callee: { packages, names: ['applyPatchTool'] },
      name: { argument: 0, path: ['name'] },
      effect: { kind: 'write', by: { argument: 0, path: ['editor'] } },
      defaultName: 'apply_patch',
      guards: [needsApproval],
    },
    {
      id: 'openai-agents.computerTool',
      callee: { packages, names: ['computerTool'] },
      name: { argument: 0, path: ['name'] },
      effect: { kind: 'execute', by: { argument: 0, path: ['computer'] } },
      defaultName: 'computer_use_preview',
      guards: [{ ...needsApproval, at: { ...needsApproval.at, versions: '>=0.4.5' } }],
    },
  ],
  toolSets: [
    {
      id: 'openai-agents.hostedMcpTool',
      versions: '>=0.0.7',
      callee: { packages, names: ['hostedMcpTool'] },
      server: { argument: 0, path: ['serverLabel'] },
      only: { argument: 0, path: ['allowedTools'] },
      guards: [
        {
          id: 'openai-agents.hostedMcpTool.requireApproval',
          at: { argument: 0, path: ['requireApproval'] },
          shape: 'servers',
          allowedBy: [null, 'never'],
          remedy: "requireApproval: 'always'",
        },
      ],
    },
    {
      id: 'openai-agents.MCPServer',
      callee: { packages, names: ['MCPServerStdio', 'MCPServerStreamableHttp', 'MCPServerSSE'] },
      server: { argument: 0, path: ['name'] },
      only: { argument: 0, path: ['toolFilter'], versions: '>=0.0.14' },
      filter: {
        lets: 'allowedToolNames',
        madeBy: { packages, names: ['createMCPToolStaticFilter'] },
        of: 'allowed',
      },
      guards: [
        {
          id: 'openai-agents.toolInputGuardrails',
          at: { argument: 0, path: ['toolInputGuardrails'], versions: '>=0.17.1' },
          shape: 'list',
          allowedBy: [null],
          remedy: 'toolInputGuardrails: [ … ]',
        },
      ],
    },
  ],
  agentTools: [
    { id: 'openai-agents.handoffs', callee: { packages, names: ['handoff'] }, agent: { argument: 0 } },
    {
      id: 'openai-agents.asTool',
      callee: { packages, names: ['Agent'], method: 'asTool' },
      agent: { argument: 'receiver' },
      guards: [{ ...needsApproval, at: { ...needsApproval.at, versions: '>=0.1.2' } }],
    },
  ],
  remotes: [
    {
      id: 'openai-agents.codexTool',
      versions: '>=0.3.9',
      callee: { packages: ['@openai/agents-extensions'], names: ['codexTool'] },
      noun: 'Codex',
      defaultName: 'codex',
    },
  ],
  agents: [
    { id: 'openai-agents.Agent', callee: { packages, names: ['Agent', 'SandboxAgent'] }, ...agent },
    {
      id: 'openai-agents.Agent.clone',
      callee: { packages, names: ['Agent'], method: 'clone' },
      isCopy: true,
      ...agent,
    },
    { id: 'openai-agents.Agent.create', callee: { packages, names: ['Agent'], method: 'create' }, ...agent },
    {
      id: 'openai-agents.RealtimeAgent',
      callee: { packages: ['@openai/agents-realtime', '@openai/agents'], names: ['RealtimeAgent'] },
      ...agent,
    },
  ],
  runs: [
    { id: 'openai-agents.run', callee: { packages, names: ['run'] }, agent: { argument: 0 } },
    { id: 'openai-agents.Runner.run', callee: { packages, names: ['Runner'], method: 'run' }, agent: { argument: 0 } },
  ],
  invocations: [
    {
      id: 'openai-agents.invoke',
      callee: { packages, names: ['FunctionTool'], method: 'invoke' },
      tool: { argument: 'receiver' },
      input: { argument: 1 },
    },
    {
      id: 'openai-agents.invokeFunctionTool',
      versions: '>=0.4.10',
      callee: { packages, names: ['invokeFunctionTool'] },
      tool: { argument: 0, path: ['tool'] },
      input: { argument: 0, path: ['input'] },
    },
    {
      id: 'openai-agents.MCPServer.callTool',
      callee: {
        packages,
        names: ['MCPServer', 'MCPServerStdio', 'MCPServerStreamableHttp', 'MCPServerSSE', 'BaseMCPServerStdio'],
        method: 'callTool',
      },
      server: { argument: 'receiver', path: ['name'] },
      name: { argument: 0 },
      input: { argument: 1 },
    },
  ],
  approvals: [
    {
      id: 'openai-agents.approve',
      callee: { packages, names: ['RunState'], method: 'approve' },
      questions: ['interruptions'],
    },
  ],
} as const satisfies AgentSdk;
