import type { EffectKind } from './effect.ts';

/**
 * What the tools do that an SDK brings, by the SDK and the tool's name. Of the Claude Agent SDK read from
 * https://docs.claude.com/en/docs/claude-code/settings#tools-available-to-claude: `WebFetch` asks for the address that
 * the model gives it.
 */
export const builtInEffects: Readonly<Record<string, Readonly<Record<string, readonly EffectKind[]>>>> = {
  'claude-agent-sdk': {
    Bash: ['execute'],
    Edit: ['write'],
    Grep: ['read-private'],
    NotebookEdit: ['write'],
    Read: ['read-private'],
    WebFetch: ['untrusted-input', 'egress'],
    WebSearch: ['untrusted-input'],
    Write: ['write'],
  },
};
