import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AgentDefinition, Options } from '@anthropic-ai/claude-agent-sdk';
import { describe, expect, expectTypeOf, it } from 'vitest';

/**
 * The agent is a binary that is not installed, and a sub-agent runs inside of it. What its SDK declares is read here, so
 * that another version that declares something else is noticed. Nothing of it was run.
 */
const declarations = readFileSync(
  new URL('sdk.d.ts', `file://${createRequire(import.meta.url).resolve('@anthropic-ai/claude-agent-sdk')}`),
  'utf8',
);

/** The text of a declaration, up to its end, on one line. */
function declaration(start: string): string {
  const from = declarations.indexOf(start);
  return declarations.slice(from, declarations.indexOf('\n};', from)).replaceAll(/\s*\n\s*(?:\* )?/g, ' ');
}

describe('a sub-agent of Claude, as declared', () => {
  const definition = declaration('type AgentDefinition = {');

  it('has all tools of its parent where it lists none', () => {
    expect(definition).toContain('Array of allowed tool names. If omitted, inherits all tools from parent.');
    expectTypeOf<AgentDefinition['tools']>().toEqualTypeOf<string[] | undefined>();
  });

  it('is denied tools by name, by server, or all of MCP', () => {
    expect(definition).toContain('MCP server-level specs (mcp__server, mcp__server__*, mcp__*) remove every tool');
  });

  it('may say a permission mode of its own', () => {
    expectTypeOf<AgentDefinition['permissionMode']>().toEqualTypeOf<Options['permissionMode']>();
  });

  it('has no hooks and no permission callback of its own: those of the session know it by its id', () => {
    expectTypeOf<Extract<keyof AgentDefinition, 'hooks' | 'canUseTool' | 'allowedTools'>>().toEqualTypeOf<never>();
    expectTypeOf<NonNullable<Parameters<NonNullable<Options['canUseTool']>>[2]['agentID']>>().toEqualTypeOf<string>();
    expect(declaration('type BaseHookInput = {')).toContain('Present only when the hook fires from within a subagent');
  });
});
