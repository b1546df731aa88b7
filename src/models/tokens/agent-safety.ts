import type { TokenModel } from './token-model.ts';

const packages = ['@agent-safety/runtime'] as const;

/** What the `callTool` of a session is declared on. */
const sessions = ['McpClient', 'SharedRequests', 'HandshakeRequests', 'StatelessRequests'] as const;

/** The tokens of the runtime contract: `CallbackRunner` mints them, `invokeTool` and sessions of MCP spend them. */
export const guardrailToken = {
  id: 'agent-safety.token',
  noun: 'token',
  types: [{ packages, names: ['GuardrailToken'] }],
  brand: { packages, names: ['GuardrailToken'] },
  mints: [
    {
      callee: { packages, names: ['CallbackRunner'], method: 'runBeforeTool' },
      agent: 'receiver',
      tool: 0,
      args: 1,
    },
  ],
  spends: [
    { callee: { packages, names: ['invokeTool'] }, agent: 0, tool: 1, args: 2, token: 3 },
    { callee: { packages, names: sessions, method: 'callTool' }, agent: 0, tool: 1, args: 2, token: 3 },
  ],
  owners: [{ callee: { packages, names: ['CallbackRunner'] }, agent: 0 }],
  tests: [{ packages, names: ['isBlocked'] }],
  makers: [{ packages, names: ['defineTool', 'defineAgent', 'delegate'] }],
  source: 'https://github.com/agent-safety/agent-safety/tree/main/packages/runtime',
} as const satisfies TokenModel;

/** The word of a tool's author that its calls need no guardrail. Any number of calls may carry the same one. */
export const uncheckedInvocation = {
  id: 'agent-safety.unchecked',
  noun: 'marker',
  types: [{ packages, names: ['UncheckedInvocation'] }],
  mints: [{ callee: { packages, names: ['uncheckedInvocation'] }, tool: 0 }],
  spends: [],
  source: 'https://github.com/agent-safety/agent-safety/tree/main/packages/runtime',
} as const satisfies TokenModel;
