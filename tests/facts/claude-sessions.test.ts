import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { agentFactsOf } from '../../src/facts/agents/agents.ts';
import { builtInPermissionOf } from '../../src/facts/agents/built-in-tools.ts';
import { agentSdks } from '../../src/models/agents/index.ts';

/** As 0.2.80 of the package declares them; the installed version has them no more. */
const declarations = `
  export type SDKSessionOptions = { model: string; allowedTools?: string[]; disallowedTools?: string[]; permissionMode?: 'default' | 'bypassPermissions' };
  export declare function unstable_v2_createSession(_options: SDKSessionOptions): object;
  export declare function unstable_v2_prompt(_message: string, _options: SDKSessionOptions): Promise<object>;
  export declare function unstable_v2_resumeSession(_sessionId: string, _options: SDKSessionOptions): object;`;

/** The tools that run without a decision in the one session of a program. */
function bypassedIn(session: string): readonly string[] | undefined {
  // The version is read from the disk.
  const root = mkdtempSync(path.join(tmpdir(), 'sessions-'));
  const folder = path.join(root, 'node_modules/@anthropic-ai/claude-agent-sdk');
  const manifest = { name: '@anthropic-ai/claude-agent-sdk', version: '0.2.80', types: 'index.d.ts' };
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'index.d.ts'), declarations);
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  const file = path.join(root, 'a.ts');
  const names = 'unstable_v2_createSession, unstable_v2_prompt, unstable_v2_resumeSession';
  writeFileSync(file, `import { ${names} } from '@anthropic-ai/claude-agent-sdk';\nexport const session = ${session};`);
  const program = ts.createProgram([file], {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
  });
  program.getTypeChecker();
  const facts = agentFactsOf(program, agentSdks);
  const permission = facts.agents.map((agent) => builtInPermissionOf(agent, facts))[0];
  rmSync(root, { recursive: true });
  return permission?.bypass ? permission.sensitive : undefined;
}

describe('sessions of the second interface', () => {
  it.each(['unstable_v2_createSession(', `unstable_v2_resumeSession('id', `, `unstable_v2_prompt('hi', `])(
    '%s',
    (call) => {
      expect(bypassedIn(`${call}{ model: 'm', permissionMode: 'bypassPermissions' })`)).toEqual([
        'Bash',
        'Write',
        'Edit',
        'NotebookEdit',
      ]);
      expect(
        bypassedIn(`${call}{ model: 'm', permissionMode: 'bypassPermissions', disallowedTools: ['Bash'] })`),
      ).toEqual(['Write', 'Edit', 'NotebookEdit']);
      expect(bypassedIn(`${call}{ model: 'm', permissionMode: 'default' })`)).toBeUndefined();
    },
  );
});
