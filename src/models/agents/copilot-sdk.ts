import type { AgentModel, AgentSdk, Guard } from './agent-sdk.ts';

const packages = ['@github/copilot-sdk'];
const approveAll = { packages, names: ['approveAll'] };

/** What decides after the hook, about a tool that does not skip it. */
const permissions = [
  'copilot-sdk.onPermissionRequest',
  'copilot-sdk.enableManagedSettings',
  'copilot-sdk.managedSettings',
];

/**
 * The same configuration is given to a session that is created, resumed or joined.
 *
 * @param restricts the versions in which it may have lists of tools, where these are not all
 */
function session(id: string, callee: AgentModel['callee'], argument: number, restricts?: string) {
  const option = (...path: string[]) => ({ argument, path });
  /** What the organisation's settings can switch on, with the version that brought it. */
  const managed = [
    ['enableManagedSettings', '>=1.0.7'],
    ['managedSettings', '>=1.0.11'],
  ] as const;
  return {
    id,
    callee,
    noun: 'the session',
    tools: [option('tools')],
    active: { ...option('availableTools'), ...(restricts && { versions: restricts }) },
    denied: { ...option('excludedTools'), ...(restricts && { versions: restricts }) },
    children: [option('customAgents')],
    guards: [
      {
        id: 'copilot-sdk.onPreToolUse',
        at: { ...option('hooks', 'onPreToolUse'), versions: '>=0.1.20' },
        shape: 'decision',
        allowedBy: [null, { without: ['permissionDecision'] }, { property: 'permissionDecision', is: 'allow' }],
        isGeneral: true,
        toolNameAt: { argument: 0, path: ['toolName'] },
        failsOpen: {},
        supersedes: {
          ids: permissions,
          when: ['lets'],
          by: [{ property: 'permissionDecision', is: 'allow' }],
        },
        reaches: ['child'],
        remedy: 'hooks: { onPreToolUse }',
      },
      {
        id: 'copilot-sdk.onPermissionRequest',
        at: option('onPermissionRequest'),
        // Before, permissions are for what the runtime brings: it calls the program's tools without one.
        versions: '>=0.1.29',
        shape: 'decision',
        allowedBy: [
          { property: 'kind', is: 'approve-once' },
          { property: 'kind', is: 'approve-for-session' },
          { property: 'kind', is: 'approve-for-location' },
          { property: 'kind', is: 'approved' },
          { export: approveAll },
          { made: approveAll },
        ],
        toolNameAt: { argument: 0, path: ['toolName'], beside: { kind: 'custom-tool' } },
        absent: 'stops',
        reaches: ['child'],
        remedy: 'onPermissionRequest',
      },
      // Where an organisation's settings hold, `approveAll` throws.
      ...managed.map(([name, versions]): Guard => ({
        id: `copilot-sdk.${name}`,
        at: { ...option(name), versions },
        shape: 'decision',
        allowedBy: [null, false],
        isGeneral: true,
        reaches: ['child'],
        remedy: name,
      })),
    ],
  } as const satisfies AgentModel;
}

/** What an agent of a session may do is an option of the session. */
export const copilotSdk = {
  id: 'copilot-sdk',
  name: 'GitHub Copilot SDK',
  source: 'https://github.com/github/copilot-sdk/blob/main/nodejs/README.md#permission-handling',
  tools: [
    {
      id: 'copilot-sdk.defineTool',
      callee: { packages, names: ['defineTool'] },
      name: { argument: 0 },
      handler: { argument: 1, path: ['handler'] },
      input: { argument: 1, path: ['parameters'] },
      guards: [skipPermission(1)],
    },
    {
      id: 'copilot-sdk.Tool',
      callee: { packages, names: ['Tool'] },
      name: { argument: 0, path: ['name'] },
      handler: { argument: 0, path: ['handler'] },
      input: { argument: 0, path: ['parameters'] },
      guards: [skipPermission(0)],
      isLiteral: true,
    },
  ],
  agents: [
    session('copilot-sdk.createSession', { packages, names: ['CopilotClient'], method: 'createSession' }, 0),
    session(
      'copilot-sdk.resumeSession',
      { packages, names: ['CopilotClient'], method: 'resumeSession' },
      1,
      // Before, neither the types nor the request that is sent have them.
      '>=0.1.22',
    ),
    { ...session('copilot-sdk.joinSession', { packages, names: ['joinSession'] }, 0), versions: '>=0.2.0' },
    {
      id: 'copilot-sdk.customAgents',
      callee: { packages, names: ['CustomAgentConfig'] },
      noun: 'the sub-agent',
      name: { argument: 0, path: ['name'] },
      tools: [],
      inherits: { only: { argument: 0, path: ['tools'] } },
      describedBy: [
        { argument: 0, path: ['description'] },
        { argument: 0, path: ['prompt'] },
      ],
      isLiteral: true,
    },
  ],
  invocations: [
    {
      id: 'copilot-sdk.handler',
      callee: { packages, names: ['Tool'], method: 'handler' },
      tool: { argument: 'receiver' },
      input: { argument: 0 },
    },
  ],
} as const satisfies AgentSdk;

function skipPermission(argument: number): Guard {
  return {
    id: 'copilot-sdk.skipPermission',
    at: { argument, path: ['skipPermission'], versions: '>=0.2.0' },
    shape: 'skip',
    allowedBy: [true],
    supersedes: { ids: permissions, when: ['lets'] },
    remedy: 'skipPermission: false',
  };
}
