import type { AgentSdk, Guard } from './agent-sdk.ts';

const packages = ['@mastra/core'];
const methods = ['generate', 'stream', 'generateLegacy', 'streamLegacy', 'network'] as const;

/** `network` takes neither tools nor guards of its own. */
const takingTools = ['generate', 'stream', 'generateLegacy', 'streamLegacy'] as const;

/** In place of what the agent has in `defaultOptions`. */
const activeOfRun = { argument: 1, path: ['activeTools'], versions: '>=1.11.0' } as const;

function takesActive(method: (typeof methods)[number]): boolean {
  return method === 'generate' || method === 'stream';
}

/** The versions that have approvals. */
const ofApprovals = '>=0.18.0';

const requireToolApproval = {
  id: 'mastra.requireToolApproval',
  at: { argument: 1, path: ['requireToolApproval'], versions: ofApprovals },
  shape: 'decision',
  allowedBy: [null, false],
  toolNameAt: { argument: 0, path: ['toolName'] },
  remedy: 'requireToolApproval: true',
} as const satisfies Guard;

/** The same in the options that an agent has for all its runs. */
function approvalIn(options: string, versions: string): Guard {
  return { ...requireToolApproval, at: { argument: 0, path: [options, 'requireToolApproval'], versions } };
}

const hook = {
  id: 'mastra.hooks.beforeToolCall',
  at: { argument: 0, path: ['hooks', 'beforeToolCall'], versions: '>=1.42.0' },
  shape: 'decision',
  allowedBy: [null, { property: 'proceed', is: true }],
  isGeneral: true,
  toolNameAt: { argument: 0, path: ['toolName'] },
  remedy: 'hooks.beforeToolCall',
} as const satisfies Guard;

/** Takes the place of the agent's. */
const hookOfRun = {
  ...hook,
  at: { ...hook.at, argument: 1 },
  supersedes: { ids: [hook.id], when: ['fn'] },
} as const satisfies Guard;

/** The methods for models of an earlier kind read no `requireToolApproval`. */
const guardsOfRun: Readonly<Record<(typeof methods)[number], readonly Guard[]>> = {
  generate: [requireToolApproval, hookOfRun],
  stream: [requireToolApproval, hookOfRun],
  generateLegacy: [hookOfRun],
  streamLegacy: [hookOfRun],
  network: [],
};

/** The versions that have workspaces. */
const ofWorkspaces = '>=1.1.0';

/** What the tools of a workspace require, each by its name: `{ mastra_workspace_delete: { requireApproval: true } }`. */
const ofWorkspaceTools = {
  id: 'mastra.Workspace.tools',
  at: { argument: 0, path: ['tools'] },
  shape: 'by tool',
  // A tool that is not enabled is not there.
  allowedBy: [
    null,
    { unless: [{ path: ['requireApproval'] }, { path: ['enabled'], is: [false] }] },
    { property: 'requireApproval', is: false },
  ],
  supersedes: {
    ids: ['mastra.Workspace.requireApproval'],
    when: ['lets'],
    by: [{ property: 'requireApproval', is: false }],
  },
  remedy: 'tools: { {{tool}}: { requireApproval: true } }',
} as const satisfies Guard;

/** The same for all of them. */
const ofWorkspace = {
  id: 'mastra.Workspace.requireApproval',
  at: { argument: 0, path: ['tools', 'requireApproval'] },
  shape: 'decision',
  allowedBy: [null, false],
  remedy: 'tools: { requireApproval: true }',
} as const satisfies Guard;

/** None of them is there, but for those that say so themselves. */
const enabled = {
  id: 'mastra.Workspace.enabled',
  at: { argument: 0, path: ['tools', 'enabled'] },
  shape: 'decision',
  allowedBy: [null, true],
  isGeneral: true,
  remedy: 'tools: { enabled: false }',
} as const satisfies Guard;

const inFolder = { at: { argument: 0, path: ['contained'] }, values: [false] } as const;

/** Files outside of the folder, which a file system reaches only where it is not contained. */
const files = (['write_file', 'edit_file', 'ast_edit', 'delete'] as const).map(
  (name) =>
    ({
      name: `mastra_workspace_${name}`,
      effect: {
        kind: 'write',
        onlyIf: inFolder,
        unless: { at: { argument: 0, path: ['readOnly'] }, values: [true] },
      },
    }) as const,
);

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
      description: { argument: 0, path: ['description'] },
      handler: { argument: 0, path: ['execute'] },
      input: { argument: 0, path: ['inputSchema'] },
      output: { argument: 0, path: ['outputSchema'] },
      // From version 1 on, the input is the first argument itself.
      given: { argument: 0, path: ['context'], versions: '<1.0.0' },
      annotations: { argument: 0, path: ['mcp', 'annotations'] },
      guards: [
        {
          id: 'mastra.requireApproval',
          at: { argument: 0, path: ['requireApproval'], versions: ofApprovals },
          shape: 'decision',
          allowedBy: [null, false],
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
    {
      id: 'mastra.ToolSearchProcessor',
      versions: '>=1.2.0',
      callee: { packages, names: ['ToolSearchProcessor'] },
      gives: { tools: { argument: 0, path: ['tools'] }, beyond: [hook.id] },
    },
  ],
  // Other sandboxes and file systems are those of services, and do nothing to the machine.
  backends: [
    {
      id: 'mastra.Workspace',
      versions: ofWorkspaces,
      callee: { packages, names: ['Workspace'] },
      wraps: [
        { argument: 0, path: ['sandbox'] },
        { argument: 0, path: ['filesystem'] },
      ],
      guards: [ofWorkspaceTools, ofWorkspace, enabled],
    },
    {
      id: 'mastra.LocalSandbox',
      versions: ofWorkspaces,
      callee: { packages, names: ['LocalSandbox'] },
      tools: [
        {
          name: 'mastra_workspace_execute_command',
          effect: {
            kind: 'execute',
            unless: { at: { argument: 0, path: ['isolation'] }, values: ['seatbelt', 'bwrap'] },
          },
        },
      ],
    },
    {
      id: 'mastra.LocalFilesystem',
      versions: ofWorkspaces,
      callee: { packages, names: ['LocalFilesystem'] },
      tools: files,
    },
  ],
  agents: [
    {
      id: 'mastra.Agent',
      backends: [{ at: { argument: 0, path: ['workspace'], versions: ofWorkspaces } }],
      // A processor that looks tools up gives them to the model; hooks are not called for these.
      givenBy: [{ argument: 0, path: ['inputProcessors'] }],
      // Before, it at most hides them from the model: a call of one that is left out runs all the same.
      active: { argument: 0, path: ['defaultOptions', 'activeTools'], versions: '>=1.11.0' },
      callee: { packages, names: ['Agent'] },
      noun: 'the agent',
      name: { argument: 0, path: ['name'] },
      tools: [{ argument: 0, path: ['tools'] }],
      guards: [
        hook,
        approvalIn('defaultOptions', '>=1.0.0'),
        approvalIn('defaultVNextStreamOptions', '>=0.18.0 <1.0.0'),
      ],
      children: [{ argument: 0, path: ['agents'] }],
    },
    {
      id: 'mastra.AgentController.subagents',
      versions: '>=1.47.0',
      callee: { packages, names: ['AgentControllerSubagent'] },
      noun: 'the sub-agent',
      name: { argument: 0, path: ['id'] },
      tools: [{ argument: 0, path: ['tools'] }],
      isLiteral: true,
    },
    // Tools that are given for one run.
    ...takingTools.map((method) => ({
      id: `mastra.Agent.${method}.toolsets`,
      callee: { packages, names: ['Agent'], method },
      noun: 'the run',
      isRun: true,
      tools: [
        { argument: 1, path: ['toolsets'] },
        { argument: 1, path: ['clientTools'] },
      ],
      guards: guardsOfRun[method],
      ...(takesActive(method) ? { givenBy: [{ argument: 1, path: ['inputProcessors'] }], active: activeOfRun } : {}),
    })),
  ],
  remotes: [
    {
      id: 'mastra.A2AAgent',
      versions: '>=1.33.0',
      callee: { packages, names: ['A2AAgent'] },
      noun: 'the remote agent',
      name: { argument: 0, path: ['name'] },
      address: [{ argument: 0, path: ['url'] }],
    },
    {
      id: 'mastra.AcpAgent',
      callee: { packages: ['@mastra/acp'], names: ['AcpAgent'] },
      noun: 'the remote agent',
      name: { argument: 0, path: ['name'] },
      address: [{ argument: 0, path: ['command'] }],
    },
  ],
  runs: [
    ...methods.map(
      (method) =>
        ({
          id: `mastra.Agent.${method}`,
          callee: { packages, names: ['Agent'], method },
          agent: { argument: 'receiver' },
          guards: guardsOfRun[method],
          ...(takesActive(method) ? { active: activeOfRun } : {}),
        }) as const,
    ),
    ...(['generate', 'stream'] as const).map(
      (method) =>
        ({
          id: `mastra.A2AAgent.${method}`,
          versions: { '@mastra/core': '>=1.33.0' },
          callee: { packages: [...packages, '@mastra/acp'], names: ['A2AAgent', 'AcpAgent'], method },
          agent: { argument: 'receiver' },
        }) as const,
    ),
    {
      id: 'mastra.AgentController',
      versions: '>=1.5.0',
      callee: { packages, names: ['AgentController', 'Harness'] },
      agent: { argument: 0, path: ['agent'], versions: '>=1.42.0' },
      others: [{ argument: 0, path: ['modes', '*', 'agent'] }],
      children: [{ argument: 0, path: ['subagents'] }],
    },
  ],
  registries: [
    { id: 'mastra.Mastra', callee: { packages, names: ['Mastra'] }, agents: { argument: 0, path: ['agents'] } },
  ],
  lookUps: [
    {
      id: 'mastra.getAgent',
      callee: { packages, names: ['Mastra', 'MastraUnion'], method: 'getAgent' },
      name: { argument: 0 },
    },
  ],
  approvals: (['approveToolCall', 'approveToolCallGenerate'] as const).map((method) => ({
    id: `mastra.${method}`,
    callee: { packages, names: ['Agent'], method },
    questions: ['tool-call-approval'],
    runs: ['generate', 'stream'],
  })),
  decisions: [
    {
      id: 'mastra.suspend',
      callee: {
        packages,
        names: ['AgentToolExecutionContext', 'WorkflowToolExecutionContext', 'ExecuteFunctionParams'],
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
