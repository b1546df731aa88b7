import type { AgentSdk } from './agent-sdk.ts';

const packages = ['@a2a-js/sdk'];

/** Of an agent behind the protocol, the program has the address and nothing else. Versions before 1 have `A2AClient`. */
export const a2a = {
  id: 'a2a',
  name: 'A2A JavaScript SDK',
  source: 'https://github.com/a2aproject/a2a-js',
  remotes: [
    {
      id: 'a2a.A2AClient',
      versions: '<1.0.0',
      callee: { packages, names: ['A2AClient'] },
      noun: 'the remote agent',
      address: [{ argument: 0 }, { argument: 0, path: ['url'], versions: '>=0.3.3' }],
    },
    {
      id: 'a2a.fromCardUrl',
      versions: '>=0.3.3 <1.0.0',
      callee: { packages, names: ['A2AClient'], method: 'fromCardUrl' },
      noun: 'the remote agent',
      address: [{ argument: 0 }],
    },
    {
      id: 'a2a.ClientFactory.createFromUrl',
      versions: '>=0.3.6',
      callee: { packages, names: ['ClientFactory'], method: 'createFromUrl' },
      noun: 'the remote agent',
      address: [{ argument: 0 }],
    },
    {
      id: 'a2a.ClientFactory.createFromAgentCard',
      versions: '>=0.3.6',
      callee: { packages, names: ['ClientFactory'], method: 'createFromAgentCard' },
      noun: 'the remote agent',
      address: [
        { argument: 0 },
        { argument: 0, path: ['url'], versions: '<1.0.0' },
        { argument: 0, path: ['supportedInterfaces', '*', 'url'], versions: '>=1.0.0' },
      ],
    },
  ],
  runs: (['sendMessage', 'sendMessageStream'] as const).map((method) => ({
    id: `a2a.${method}`,
    callee: { packages, names: ['Client', 'A2AClient'], method },
    agent: { argument: 'receiver' },
    isRemote: true,
  })),
} as const satisfies AgentSdk;
