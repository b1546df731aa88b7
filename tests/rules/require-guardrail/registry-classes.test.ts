import { describe, expect, it } from 'vitest';
import { policyFile } from '../../policy-file.ts';
import { type RegistryText, registryFolder } from '../../registry-folder.ts';
import { lint } from '../../scenarios/linting.ts';

const rules = {
  'agent-safety/require-guardrail': 'error',
  'agent-safety/no-unguarded-sensitive-tool': 'error',
} as const;

/** What is reported under a registry, and a policy. */
function reported(code: string, registry: RegistryText, policy?: object): readonly string[] {
  const settings = { registry: registryFolder(registry), ...(policy ? { policy: policyFile(policy) } : {}) };
  return lint(code, { rules, settings: { 'agent-safety': settings } }).map(({ messageId }) => messageId ?? '');
}

const never = (tool: string): string => `import { hostedMcpTool } from '@openai/agents';
export const tools = hostedMcpTool({
  serverLabel: 'desk', serverUrl: 'https://x.example', requireApproval: { never: { toolNames: ['${tool}'] } },
});`;
const held = `import { Agent, MCPServerStdio } from '@openai/agents';
const server = new MCPServerStdio({ name: 'desk', command: 'x', toolFilter: { allowedToolNames: ['sync'] } });
export const agent = new Agent({ name: 'a', mcpServers: [server] });`;

describe('the class of a tool whose code is elsewhere', () => {
  it('comes from the registry, whatever the name sounds like', () => {
    expect(reported(never('sync_notes'), { tools: {} })).toEqual(['optedOutServer']);
    expect(reported(never('sync_notes'), { tools: { sync_notes: 'read' } })).toEqual([]);
    expect(reported(never('get_token'), { tools: {} })).toEqual([]);
    expect(reported(never('get_token'), { tools: { get_token: 'write' } })).toEqual(['optedOutServer']);
  });

  it('is not that of a draft', () => {
    const review = { sync_notes: { reviewed: false } };

    expect(reported(never('sync_notes'), { tools: { sync_notes: 'read' }, review })).toEqual(['optedOutServer']);
  });

  it('is that of the policy, where it has an entry', () => {
    const policy = { tools: { sync_notes: { effects: ['write'] } } };

    expect(reported(never('sync_notes'), { tools: { sync_notes: 'read' } }, policy)).toEqual(['optedOutServer']);
    expect(
      reported(never('get_token'), { tools: { get_token: 'write' } }, { tools: { 'get_*': { effects: [] } } }),
    ).toEqual([]);
  });

  it('makes an agent unguarded that may run one that writes', () => {
    expect(reported(held, { tools: { sync: 'write' } })).toEqual(['unguardedWrite']);
    expect(reported(held, { tools: { sync: 'read' } })).toEqual([]);
  });
});
