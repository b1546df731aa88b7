import type { AgentSdk, BuiltInTools, Guard } from './agent-sdk.ts';

const packages = ['@anthropic-ai/claude-agent-sdk'];

const sessions = [
  { name: 'unstable_v2_createSession', options: 0 },
  { name: 'unstable_v2_resumeSession', options: 1 },
  { name: 'unstable_v2_prompt', options: 1 },
] as const;

function guardsIn(argument: number, path: readonly string[]): readonly Guard[] {
  return [
    {
      id: 'claude-agent-sdk.canUseTool',
      at: { argument, path: [...path, 'canUseTool'] },
      shape: 'decision',
      lets: [null, { property: 'behavior', is: 'allow' }],
      asked: { argument: 0 },
      reaches: ['asTool', 'child'],
      remedy: 'canUseTool',
    },
    {
      id: 'claude-agent-sdk.permissionPromptToolName',
      at: { argument, path: [...path, 'permissionPromptToolName'] },
      shape: 'decision',
      lets: [null],
      remedy: 'permissionPromptToolName',
    },
    {
      id: 'claude-agent-sdk.hooks',
      at: { argument, path: [...path, 'hooks', 'PreToolUse'] },
      shape: 'hooks',
      // Of what a hook answers, these stop the tool, or change what it is given.
      lets: [
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
      isGeneral: true,
      asked: { argument: 0, path: ['tool_name'] },
      failsOpen: { unless: { property: 'onFailure', is: 'block' } },
      reaches: ['asTool', 'child'],
      remedy: 'hooks.PreToolUse',
    },
  ];
}

function builtInIn(argument: number, path: readonly string[]): BuiltInTools {
  return {
    tools: { argument, path: [...path, 'tools'], versions: '>=0.1.57' },
    allowed: { argument, path: [...path, 'allowedTools'] },
    denied: { argument, path: [...path, 'disallowedTools'] },
    sensitive: ['Bash', 'Write', 'Edit', 'NotebookEdit'],
    delegates: ['Agent', 'Task'],
    mode: { argument, path: [...path, 'permissionMode'] },
    bypass: ['bypassPermissions'],
    servers: { argument, path: [...path, 'mcpServers'] },
    served: { argument: 0, path: ['tools'] },
  };
}

/** Tools that the SDK brings, and those of servers in the program. What is in `allowedTools` is never asked about. */
export const claudeAgentSdk = {
  id: 'claude-agent-sdk',
  name: 'Claude Agent SDK',
  source: 'https://docs.claude.com/en/api/agent-sdk/permissions',
  tools: [
    {
      id: 'claude-agent-sdk.tool',
      callee: { packages, names: ['tool'] },
      name: { argument: 0 },
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
      guards: guardsIn(0, ['options']),
      builtIn: builtInIn(0, ['options']),
    },
    // Sessions of the SDK's second interface, which versions up to 0.2 have: the options are an argument of their own.
    ...sessions.map(
      ({ name, options }) =>
        ({
          id: `claude-agent-sdk.${name}`,
          callee: { packages, names: [name], versions: '<0.3.0' },
          noun: 'the agent',
          tools: [],
          guards: guardsIn(options, []),
          builtIn: builtInIn(options, []),
        }) as const,
    ),
    {
      id: 'claude-agent-sdk.definition',
      callee: { packages, names: ['AgentDefinition'] },
      noun: 'the sub-agent',
      tools: [],
      inherits: {
        only: { argument: 0, path: ['tools'] },
        denied: { argument: 0, path: ['disallowedTools'], versions: '>=0.1.30' },
      },
      describedBy: [
        { argument: 0, path: ['description'] },
        { argument: 0, path: ['prompt'] },
      ],
      isLiteral: true,
    },
  ],
} as const satisfies AgentSdk;
