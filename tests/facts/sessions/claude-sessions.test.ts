import { describe, expect, it } from 'vitest';
import { agentFactsOf } from '../../../src/facts/agents/agents.ts';
import { builtInPermissionOf } from '../../../src/facts/agents/built-in-tools.ts';
import { agentSdks } from '../../../src/models/agents/index.ts';
import { inProgram } from '../installed-package.ts';

const name = '@anthropic-ai/claude-agent-sdk';

/** As 0.2.80 of the package declares them; the installed version has them no more. */
const declarations = `
  export type SDKSessionOptions = { model: string; allowedTools?: string[]; disallowedTools?: string[]; permissionMode?: 'default' | 'bypassPermissions' };
  export declare function unstable_v2_createSession(_options: SDKSessionOptions): object;
  export declare function unstable_v2_prompt(_message: string, _options: SDKSessionOptions): Promise<object>;
  export declare function unstable_v2_resumeSession(_sessionId: string, _options: SDKSessionOptions): object;`;

/** The tools that run without a decision in the one session of a program. */
function bypassedIn(session: string, version = '0.2.80'): readonly string[] | undefined {
  const names = 'unstable_v2_createSession, unstable_v2_prompt, unstable_v2_resumeSession';
  const code = `import { ${names} } from '${name}';\nexport const session = ${session};`;
  return inProgram({ name, version, declarations }, code, (program) => {
    const facts = agentFactsOf(program, agentSdks);
    const permission = facts.agents.map((agent) => builtInPermissionOf(agent, facts))[0];
    return permission?.bypass ? permission.sensitive : undefined;
  });
}

describe.each(['unstable_v2_createSession(', `unstable_v2_resumeSession('id', `, `unstable_v2_prompt('hi', `])(
  '%s',
  (call) => {
    const bypassing = `${call}{ model: 'm', permissionMode: 'bypassPermissions' })`;

    it('lets everything run that it has', () => {
      expect(bypassedIn(bypassing)).toEqual(['Bash', 'Write', 'Edit', 'NotebookEdit']);
      expect(
        bypassedIn(`${call}{ model: 'm', permissionMode: 'bypassPermissions', disallowedTools: ['Bash'] })`),
      ).toEqual(['Write', 'Edit', 'NotebookEdit']);
      expect(bypassedIn(`${call}{ model: 'm', permissionMode: 'default' })`)).toBeUndefined();
    });

    it('takes a mode from 0.2.2 on, up to the last version that has such sessions', () => {
      expect(bypassedIn(bypassing, '0.2.1')).toBeUndefined();
      expect(bypassedIn(bypassing, '0.2.2')).toBeDefined();
      expect(bypassedIn(bypassing, '0.2.141')).toBeDefined();
      expect(bypassedIn(bypassing, '0.3.142')).toBeUndefined();
    });

    it('takes no list of the tools that there are', () => {
      expect(bypassedIn(`${call}{ model: 'm', permissionMode: 'bypassPermissions', tools: ['Read'] })`)).toEqual([
        'Bash',
        'Write',
        'Edit',
        'NotebookEdit',
      ]);
    });
  },
);
