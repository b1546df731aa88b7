import type { AgentSdk } from './agent-sdk.ts';

const packages = ['@anthropic-ai/claude-agent-sdk'];

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
      guards: [
        {
          id: 'claude-agent-sdk.canUseTool',
          at: { argument: 0, path: ['options', 'canUseTool'] },
          shape: 'decision',
          lets: [null, { property: 'behavior', is: 'allow' }],
          asked: { argument: 0 },
          reaches: ['asTool', 'child'],
          remedy: 'canUseTool',
        },
        {
          id: 'claude-agent-sdk.permissionPromptToolName',
          at: { argument: 0, path: ['options', 'permissionPromptToolName'] },
          shape: 'decision',
          lets: [null],
          remedy: 'permissionPromptToolName',
        },
        {
          id: 'claude-agent-sdk.hooks',
          at: { argument: 0, path: ['options', 'hooks', 'PreToolUse'] },
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
      ],
      builtIn: {
        tools: { argument: 0, path: ['options', 'tools'], versions: '>=0.1.57' },
        allowed: { argument: 0, path: ['options', 'allowedTools'] },
        denied: { argument: 0, path: ['options', 'disallowedTools'] },
        sensitive: ['Bash', 'Write', 'Edit', 'NotebookEdit'],
        delegates: ['Agent', 'Task'],
        mode: { argument: 0, path: ['options', 'permissionMode'] },
        bypass: ['bypassPermissions'],
        servers: { argument: 0, path: ['options', 'mcpServers'] },
        served: { argument: 0, path: ['tools'] },
      },
    },
    {
      id: 'claude-agent-sdk.definition',
      callee: { packages, names: ['AgentDefinition'] },
      noun: 'the sub-agent',
      tools: [],
      inherits: { only: { argument: 0, path: ['tools'] }, denied: { argument: 0, path: ['disallowedTools'] } },
      describedBy: [
        { argument: 0, path: ['description'] },
        { argument: 0, path: ['prompt'] },
      ],
      isLiteral: true,
    },
  ],
} as const satisfies AgentSdk;
