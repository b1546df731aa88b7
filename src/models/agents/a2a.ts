import type { AgentSdk } from './agent-sdk.ts';

const packages = ['@a2a-js/sdk'];

/** Of an agent behind the protocol, the program knows the address and nothing else. Versions before 1 have `A2AClient`. */
export const a2a = {
  id: 'a2a',
  name: 'A2A JavaScript SDK',
  source: 'https://github.com/a2aproject/a2a-js',
  remotes: [
    {
      id: 'a2a.A2AClient',
      callee: { packages, names: ['A2AClient'] },
      noun: 'the remote agent',
      address: [{ argument: 0 }, { argument: 0, path: ['url'] }],
    },
    {
      id: 'a2a.fromCardUrl',
      callee: { packages, names: ['A2AClient'], method: 'fromCardUrl' },
      noun: 'the remote agent',
      address: [{ argument: 0 }],
    },
    ...(['createFromUrl', 'createFromAgentCard'] as const).map((method) => ({
      id: `a2a.ClientFactory.${method}`,
      callee: { packages, names: ['ClientFactory'], method },
      noun: 'the remote agent',
      address: [{ argument: 0 }, { argument: 0, path: ['url'] }],
    })),
  ],
  runs: (['sendMessage', 'sendMessageStream'] as const).map((method) => ({
    id: `a2a.${method}`,
    callee: { packages, names: ['Client', 'A2AClient'], method },
    agent: { argument: 'receiver' },
    isRemote: true,
  })),
} as const satisfies AgentSdk;
