import type { AgentModel, AgentSdk } from './agent-sdk.ts';

const packages = ['@openai/codex-sdk'];

/**
 * The SDK starts `codex exec`, which requests no approval: what it lets the model do is its sandbox alone, whatever
 * `approvalPolicy` says. Run with version 0.163.0 of the program and a model that calls its shell.
 *
 * @param argument the options of the thread
 */
function thread(id: string, method: string, argument: number) {
  return {
    id,
    callee: { packages, names: ['Codex'], method },
    noun: 'the agent',
    tools: [],
    builtIn: {
      sensitive: ['exec_command', 'apply_patch'],
      shell: 'exec_command',
      delegates: [],
      mode: { argument, path: ['sandboxMode'] },
      bypass: ['danger-full-access'],
      instead: { mode: 'workspace-write', by: 'sandbox' },
    },
  } as const satisfies AgentModel;
}

export const codexSdk = {
  id: 'codex-sdk',
  name: 'Codex SDK',
  source: 'https://developers.openai.com/codex/sdk',
  agents: [thread('codex-sdk.startThread', 'startThread', 0), thread('codex-sdk.resumeThread', 'resumeThread', 1)],
} as const satisfies AgentSdk;
