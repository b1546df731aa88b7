import type { PermissionModel, ToolModel } from './tool-model.ts';

const mcp = 'https://modelcontextprotocol.io/specification/2025-06-18/server/tools';
const claude = 'https://docs.claude.com/en/api/agent-sdk/typescript';

/** Calls that define tools. Read from the SDKs' declarations, at the versions that the tests install. */
export const toolModels = [
  {
    id: 'mcp.registerTool',
    callee: {
      packages: ['@modelcontextprotocol/sdk', '@modelcontextprotocol/server'],
      names: ['McpServer'],
      method: 'registerTool',
    },
    name: { argument: 0 },
    handler: { argument: 2 },
    annotations: { argument: 1, path: ['annotations'] },
    source: mcp,
  },
  {
    id: 'mcp.tool',
    callee: { packages: ['@modelcontextprotocol/sdk'], names: ['McpServer'], method: 'tool' },
    name: { argument: 0 },
    handler: { argument: -1 },
    // `tool(name, [description], [schema], annotations, handler)`; a schema has no such properties.
    annotations: { argument: -2 },
    source: mcp,
  },
  {
    id: 'claude-agent-sdk.tool',
    callee: { packages: ['@anthropic-ai/claude-agent-sdk'], names: ['tool'] },
    name: { argument: 0 },
    handler: { argument: 3 },
    annotations: { argument: 4, path: ['annotations'] },
    source: claude,
  },
  {
    id: 'openai-agents.tool',
    callee: { packages: ['@openai/agents', '@openai/agents-core'], names: ['tool'] },
    name: { argument: 0, path: ['name'] },
    handler: { argument: 0, path: ['execute'] },
    optOuts: [{ at: { argument: 0, path: ['needsApproval'] }, values: [false] }],
    source: 'https://openai.github.io/openai-agents-js/guides/human-in-the-loop/',
  },
  {
    id: 'ai-sdk.tool',
    callee: { packages: ['ai', '@ai-sdk/provider-utils'], names: ['tool', 'dynamicTool'] },
    handler: { argument: 0, path: ['execute'] },
    optOuts: [{ at: { argument: 0, path: ['needsApproval'] }, values: [false] }],
    returnsArgument: 0,
    source: 'https://ai-sdk.dev/docs/ai-sdk-core/tools-and-tool-calling',
  },
] as const satisfies readonly ToolModel[];

/** Calls that run an agent with built-in tools. */
export const permissionModels = [
  {
    id: 'claude-agent-sdk.query',
    callee: { packages: ['@anthropic-ai/claude-agent-sdk'], names: ['query'] },
    optOut: { at: { argument: 0, path: ['options', 'permissionMode'] }, values: ['bypassPermissions'] },
    tools: { argument: 0, path: ['options', 'tools'] },
    denied: { argument: 0, path: ['options', 'disallowedTools'] },
    sensitive: ['Bash', 'Write', 'Edit', 'NotebookEdit'],
    source: 'https://docs.claude.com/en/api/agent-sdk/permissions',
  },
] as const satisfies readonly PermissionModel[];
