import { describe, expect, it } from 'vitest';
import { guardrailsOf } from '../../../src/facts/guardrails/guardrails.ts';
import { agentSettingsOf } from '../../../src/config/settings/settings.ts';
import { inProgram } from '../installed-package.ts';

const name = '@github/copilot-sdk';
const settings = agentSettingsOf({});

/** What all of these versions declare alike. */
const declarations = `
  export interface PermissionRequest { kind: string }
  export interface SessionConfig {
    tools?: object[]; availableTools?: string[]; hooks?: { onPreToolUse?: (_input: object) => object };
    onPermissionRequest?: (_request: PermissionRequest) => { kind: string };
  }
  export declare function defineTool(_name: string, _config: { handler: () => unknown }): object;
  export declare class CopilotClient {
    createSession(_config: SessionConfig): Promise<object>;
    resumeSession(_id: string, _config: SessionConfig): Promise<object>;
  }`;

/** Of the tools that a session of the program has, whether each is stopped until something decides. */
function guardedIn(call: string, version: string): readonly boolean[] {
  const code = `import { CopilotClient, defineTool } from '${name}';
    const erase = defineTool('erase', { handler: () => 'done' });
    declare const ask: () => boolean;
    export const open = (client: CopilotClient) => client.${call};`;
  return inProgram({ name, version, declarations }, code, (program) => {
    const guardrails = guardrailsOf(program, settings);
    return guardrails.facts.agents.flatMap((agent) =>
      agent.tools.map((given) => guardrails.verdictOf(agent, given).isGuarded),
    );
  });
}

describe("permissions for a program's tool", () => {
  const asking = `{ tools: [erase], onPermissionRequest: () => ask() ? { kind: 'approved' } : { kind: 'denied' } }`;

  it.each([`createSession({ tools: [erase] })`, `createSession(${asking})`, `resumeSession('id', ${asking})`])(
    'are asked for from 0.1.29 on: %s',
    (call) => {
      expect(guardedIn(call, '0.1.26')).toEqual([false]);
      expect(guardedIn(call, '0.1.29')).toEqual([true]);
      expect(guardedIn(call, '1.0.11')).toEqual([true]);
    },
  );

  it('are not needed where a hook decides, from 0.1.20 on', () => {
    const hooked = `createSession({ tools: [erase], hooks: { onPreToolUse: () => ({ permissionDecision: ask() ? 'allow' : 'deny' }) } })`;
    expect(guardedIn(hooked, '0.1.19')).toEqual([false]);
    expect(guardedIn(hooked, '0.1.20')).toEqual([true]);
  });
});
