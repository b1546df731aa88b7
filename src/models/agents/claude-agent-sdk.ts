import type { AgentSdk, BuiltInTools, Guard, Place } from './agent-sdk.ts';

const packages = ['@anthropic-ai/claude-agent-sdk'];

const sessions = [
  { name: 'unstable_v2_createSession', options: 0 },
  { name: 'unstable_v2_resumeSession', options: 1 },
  { name: 'unstable_v2_prompt', options: 1 },
] as const;

/** What sessions have; before these versions, a mode that asks was built in, and no other could be given. */
const ofSessions = '>=0.2.2';

type Options = (...path: readonly string[]) => Place;

/** The options of `query` are a property, in all versions. */
const inQuery: Options = (...path) => ({ argument: 0, path: ['options', ...path] });

function guardsIn(option: Options): readonly Guard[] {
  return [
    {
      id: 'claude-agent-sdk.canUseTool',
      at: option('canUseTool'),
      shape: 'decision',
      allowedBy: [null, { property: 'behavior', is: 'allow' }],
      toolNameAt: { argument: 0 },
      reaches: ['asTool', 'child'],
      remedy: 'canUseTool',
    },
    {
      id: 'claude-agent-sdk.hooks',
      at: option('hooks', 'PreToolUse'),
      shape: 'hooks',
      // Of what a hook answers, these stop the tool, or change what it is given.
      allowedBy: [
        null,
        {
          unless: [
            { path: ['continue'], is: [false] },
            { path: ['decision'], is: ['block'] },
            { path: ['hookSpecificOutput', 'permissionDecision'], is: ['deny', 'ask', 'defer'] },
            { path: ['hookSpecificOutput', 'updatedInput'] },
          ],
        },
      ],
      grants: [
        { path: ['hookSpecificOutput', 'permissionDecision'], is: ['allow'] },
        { path: ['decision'], is: ['approve'] },
      ],
      isGeneral: true,
      toolNameAt: { argument: 0, path: ['tool_name'], beside: { hook_event_name: 'PreToolUse' } },
      failsOpen: { unless: { property: 'onFailure', is: 'block' } },
      reaches: ['asTool', 'child'],
      remedy: 'hooks.PreToolUse',
    },
  ];
}

const permissionPromptToolName: Guard = {
  id: 'claude-agent-sdk.permissionPromptToolName',
  at: inQuery('permissionPromptToolName'),
  shape: 'decision',
  allowedBy: [null],
  remedy: 'permissionPromptToolName',
};

function builtInIn(option: Options): BuiltInTools {
  return {
    allowed: option('allowedTools'),
    denied: option('disallowedTools'),
    sensitive: ['Bash', 'Write', 'Edit', 'NotebookEdit'],
    shell: 'Bash',
    // It changes notebooks only.
    lesser: { NotebookEdit: ['Write', 'Edit'] },
    delegates: ['Agent', 'Task'],
    mode: option('permissionMode'),
    bypass: ['bypassPermissions'],
    instead: { mode: 'default', by: 'permission' },
    // The program of SDK 0.1.77 and 0.2.37 looks whether a tool needs a person's answer before it looks at the mode.
    interactive: ['AskUserQuestion', 'ExitPlanMode'],
  };
}

/** Tools that the SDK brings, and those of servers in the program. What is in `allowedTools` needs no permission. */
export const claudeAgentSdk = {
  id: 'claude-agent-sdk',
  name: 'Claude Agent SDK',
  source: 'https://docs.claude.com/en/api/agent-sdk/permissions',
  tools: [
    {
      id: 'claude-agent-sdk.tool',
      callee: { packages, names: ['tool'] },
      name: { argument: 0 },
      description: { argument: 1 },
      handler: { argument: 3 },
      input: { argument: 2 },
      annotations: { argument: 4, path: ['annotations'], versions: '>=0.2.27' },
    },
  ],
  agents: [
    {
      id: 'claude-agent-sdk.query',
      callee: { packages, names: ['query', 'startup', 'prewarm'] },
      noun: 'the agent',
      tools: [],
      children: [{ argument: 0, path: ['options', 'agents'] }],
      guards: [...guardsIn(inQuery), permissionPromptToolName],
      builtIn: {
        ...builtInIn(inQuery),
        prompt: { argument: 0, path: ['prompt'] },
        resumes: [inQuery('resume'), inQuery('continue')],
        tools: { ...inQuery('tools'), versions: '>=0.1.57' },
        // The tools that write files run outside of it.
        sandbox: { at: inQuery('sandbox'), confines: ['Bash'] },
        looks: [
          'accountInfo',
          'initializationResult',
          'mcpServerStatus',
          'supportedAgents',
          'supportedCommands',
          'supportedModels',
        ],
        feeds: ['streamInput'],
        servers: inQuery('mcpServers'),
        served: { argument: 0, path: ['tools'] },
      },
    },
    // Sessions of the SDK's second interface, which versions up to 0.2 have: the options are an argument of their own.
    // They take neither a list of the tools that there are, nor servers, nor a tool that asks.
    ...sessions.map(({ name, options }) => {
      const option: Options = (...path) => ({ argument: options, path, versions: ofSessions });
      return {
        id: `claude-agent-sdk.${name}`,
        callee: { packages, names: [name], versions: '<0.3.0' },
        versions: '>=0.1.54',
        noun: 'the agent',
        tools: [],
        guards: guardsIn(option),
        builtIn: builtInIn(option),
      } as const;
    }),
    {
      id: 'claude-agent-sdk.definition',
      callee: { packages, names: ['AgentDefinition'] },
      noun: 'the sub-agent',
      tools: [],
      inherits: {
        only: { argument: 0, path: ['tools'] },
        denied: { argument: 0, path: ['disallowedTools'], versions: '>=0.1.30' },
        mode: { argument: 0, path: ['permissionMode'], versions: '>=0.2.88' },
      },
      describedBy: [
        { argument: 0, path: ['description'] },
        { argument: 0, path: ['prompt'] },
      ],
      isLiteral: true,
    },
  ],
} as const satisfies AgentSdk;
