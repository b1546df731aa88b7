import type { AgentSdk } from './agent-sdk.ts';

const packages = ['@agent-safety/runtime'];

const option = (name: string) => ({ argument: 0, path: [name] }) as const;

/** The runtime contract. To run a tool takes a token of the agent's runner, so that a call without a decision has no type. */
export const runtime = {
  id: 'agent-safety',
  name: '@agent-safety/runtime',
  source: 'https://github.com/agent-safety/agent-safety/tree/main/packages/runtime',
  tools: [
    {
      id: 'agent-safety.defineTool',
      callee: { packages, names: ['defineTool'] },
      name: option('name'),
      handler: option('handler'),
      input: option('input'),
      output: option('output'),
      class: option('class'),
      guards: [
        {
          id: 'agent-safety.guardrail',
          at: option('guardrail'),
          shape: 'decision',
          allowedBy: [null],
          optOut: { packages, names: ['noGuardrailRequired'] },
          remedy: "guardrail: 'required'",
        },
      ],
    },
  ],
  agents: [
    {
      id: 'agent-safety.defineAgent',
      callee: { packages, names: ['defineAgent'] },
      noun: 'the agent',
      name: option('name'),
      tools: [option('tools')],
    },
  ],
  lendings: [
    {
      id: 'agent-safety.delegate',
      callee: { packages, names: ['delegate'] },
      from: { argument: 0 },
      to: { argument: 1 },
      lends: { argument: 2 },
    },
  ],
} as const satisfies AgentSdk;
