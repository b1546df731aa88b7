import type { AgentSdk, Guard, ToolModel } from './agent-sdk.ts';
import type { EffectKind } from '../effects/effect.ts';
import type { VersionRange } from '../sessions/protocol.ts';

const needsApproval = {
  id: 'ai-sdk.needsApproval',
  at: {
    argument: 0,
    path: ['needsApproval'],
    versions: {
      ai: '>=6.0.0',
      '@ai-sdk/provider-utils': '>=4.0.0',
      '@ai-sdk/openai': '>=3.0.0',
      '@ai-sdk/anthropic': '>=3.0.0',
    },
  },
  shape: 'decision',
  allowedBy: [null, false],
  remedy: 'needsApproval: true',
} as const satisfies Guard;

/** Replaces the tool's own `needsApproval`: for all tools as a function, for one tool by its entry. */
const toolApproval = {
  id: 'ai-sdk.toolApproval',
  at: { argument: 0, path: ['toolApproval'], versions: { ai: '>=7.0.0' } },
  shape: 'by tool',
  allowedBy: [
    null,
    'approved',
    'not-applicable',
    { property: 'type', is: 'approved' },
    { property: 'type', is: 'not-applicable' },
  ],
  toolNameAt: { argument: 0, path: ['toolCall', 'toolName'] },
  supersedes: { ids: ['ai-sdk.needsApproval'], when: ['fn', 'entry'] },
  remedy: "toolApproval: { {{tool}}: 'user-approval' }",
} as const satisfies Guard;

const given = {
  tools: [{ argument: 0, path: ['tools'] }],
  active: { argument: 0, path: ['activeTools'], formerly: ['experimental_activeTools'] },
  guards: [toolApproval],
} as const;

/** Where each provider keeps the tools that it defines. */
const providers = {
  openai: { packages: ['@ai-sdk/openai'], names: ['openaiTools'] },
  anthropic: { packages: ['@ai-sdk/anthropic'], names: ['anthropicTools'] },
} as const;

/**
 * A tool that a provider defines and the program runs: models were trained to operate a shell, an editor or a computer by
 * it. Without `execute` the program does not run it: its calls go to whoever reads the answer, or to a sandbox of the SDK's.
 */
function providerTool(
  provider: keyof typeof providers,
  method: string,
  kind: EffectKind | undefined,
  versions?: VersionRange,
): ToolModel {
  return {
    id: `ai-sdk.${provider}.${method}`,
    ...(versions === undefined ? {} : { versions }),
    callee: { ...providers[provider], method },
    handler: { argument: 0, path: ['execute'] },
    ...(kind === undefined ? {} : { effect: { kind } }),
    guards: [needsApproval],
  };
}

/** Tools that run at the provider: nothing of them is in the program, and they do nothing there. */
function hostedTools(provider: keyof typeof providers, methods: readonly string[]): readonly ToolModel[] {
  return methods.map((method) => ({
    id: `ai-sdk.${provider}.${method}`,
    callee: { ...providers[provider], method },
    isHosted: true,
  }));
}

const providerTools: readonly ToolModel[] = [
  ...hostedTools('openai', ['codeInterpreter', 'fileSearch', 'imageGeneration', 'webSearch', 'webSearchPreview']),
  ...hostedTools('anthropic', [
    ...['codeExecution_20250522', 'codeExecution_20250825', 'codeExecution_20260120'],
    ...['webFetch_20250910', 'webFetch_20260209', 'webFetch_20260318'],
    ...['webSearch_20250305', 'webSearch_20260209', 'webSearch_20260318'],
  ]),
  providerTool('openai', 'shell', 'execute', '>=3.0.0'),
  providerTool('openai', 'localShell', 'execute', '>=2.0.40'),
  providerTool('openai', 'applyPatch', 'write', '>=3.0.0'),
  providerTool('openai', 'computer', 'execute', '>=4.0.15'),
  providerTool('openai', 'customTool', undefined, '>=3.0.37'),
  providerTool('anthropic', 'bash_20241022', 'execute'),
  providerTool('anthropic', 'bash_20250124', 'execute'),
  providerTool('anthropic', 'computer_20241022', 'execute'),
  providerTool('anthropic', 'computer_20250124', 'execute'),
  providerTool('anthropic', 'computer_20251124', 'execute', '>=3.0.25'),
  providerTool('anthropic', 'computerToolset_20260801', 'execute', '>=2.0.103 <3.0.0 || >=3.0.120 <4.0.0 || >=4.0.60'),
  providerTool('anthropic', 'textEditor_20241022', 'write'),
  providerTool('anthropic', 'textEditor_20250124', 'write'),
  providerTool('anthropic', 'textEditor_20250429', 'write'),
  providerTool('anthropic', 'textEditor_20250728', 'write', '>=2.0.20'),
  providerTool('anthropic', 'memory_20250818', undefined, '>=2.0.29'),
];

/** Versions 5, which has no guard, 6 and 7, and `@ai-sdk/mcp`. The name of a tool is the key it is given by. */
export const aiSdk = {
  id: 'ai-sdk',
  name: 'AI SDK',
  source: 'https://ai-sdk.dev/docs/ai-sdk-core/tools-and-tool-calling',
  tools: [
    {
      id: 'ai-sdk.tool',
      callee: { packages: ['ai', '@ai-sdk/provider-utils'], names: ['tool', 'tool$1', 'dynamicTool'] },
      description: { argument: 0, path: ['description'] },
      handler: { argument: 0, path: ['execute'] },
      input: { argument: 0, path: ['inputSchema'] },
      output: { argument: 0, path: ['outputSchema'] },
      guards: [needsApproval],
      returnsArgument: 0,
      isLiteral: true,
    },
    ...providerTools,
  ],
  toolSets: [
    {
      id: 'ai-sdk.mcp.tools',
      versions: { ai: '<5.0.79' },
      callee: { packages: ['@ai-sdk/mcp', 'ai'], names: ['MCPClient'], method: 'tools' },
      only: { argument: 0, path: ['schemas'] },
    },
  ],
  agents: [
    {
      id: 'ai-sdk.generateText',
      callee: { packages: ['ai'], names: ['generateText', 'streamText'] },
      noun: 'the model',
      isRun: true,
      ...given,
    },
    {
      id: 'ai-sdk.ToolLoopAgent',
      versions: { ai: '>=6.0.0' },
      callee: { packages: ['ai'], names: ['ToolLoopAgent', 'Experimental_Agent'] },
      noun: 'the agent',
      name: { argument: 0, path: ['id'] },
      ...given,
      // Called for each run, with the options of the call.
      tools: [...given.tools, { argument: 0, path: ['prepareCall'], result: ['tools'] }],
    },
    {
      // Exported as `Experimental_Agent`. Later versions have an interface of that name.
      id: 'ai-sdk.Agent',
      callee: { packages: ['ai'], names: ['Agent', 'Experimental_Agent'], versions: '>=5.0.0 <6.0.0' },
      noun: 'the agent',
      ...given,
    },
  ],
  runs: (['generate', 'stream'] as const).map((method) => ({
    id: `ai-sdk.ToolLoopAgent.${method}`,
    callee: { packages: ['ai'], names: ['ToolLoopAgent', 'Agent'], method },
    agent: { argument: 'receiver' },
  })),
  invocations: [
    {
      id: 'ai-sdk.execute',
      callee: {
        packages: ['ai', '@ai-sdk/provider-utils'],
        names: ['ToolOutputProperties', 'Tool', 'Tool$1', 'ExecutableTool'],
        method: 'execute',
      },
      tool: { argument: 'receiver' },
      input: { argument: 0 },
    },
    {
      id: 'ai-sdk.executeTool',
      versions: { '@ai-sdk/provider-utils': '>=3.0.2' },
      callee: { packages: ['ai', '@ai-sdk/provider-utils'], names: ['executeTool'] },
      tool: { argument: 0, path: ['tool'], versions: { '@ai-sdk/provider-utils': '>=5.0.0' } },
      input: { argument: 0, path: ['input'] },
    },
    {
      id: 'ai-sdk.mcp.callTool',
      versions: { '@ai-sdk/mcp': '>=2.0.0' },
      callee: { packages: ['@ai-sdk/mcp'], names: ['MCPClient'], method: 'callTool' },
      name: { argument: 0, path: ['name'] },
      input: { argument: 0 },
    },
  ],
} as const satisfies AgentSdk;
