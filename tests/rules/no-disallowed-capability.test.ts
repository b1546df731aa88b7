import type { InvalidTestCase, ValidTestCase } from '@typescript-eslint/rule-tester';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { noDisallowedCapability } from '../../src/rules/no-disallowed-capability.ts';
import { lint } from '../scenarios/linting.ts';
import { policyFile } from '../policy-file.ts';
import { codeOf, errorsIn, type Finding } from './marked.ts';
import { tester } from './rule-tester.ts';

type MessageId = keyof typeof noDisallowedCapability.messages;

const valid: ValidTestCase<[]>[] = [];
const invalid: InvalidTestCase<MessageId, []>[] = [];

beforeAll(() => {
  vi.useFakeTimers({ now: new Date('2026-06-15T12:00:00Z'), toFake: ['Date'] });
});
afterAll(() => {
  vi.useRealTimers();
});

/** The findings are of the marks, in their order. */
function reported(name: string, policy: object, marked: string, ...findings: Finding<MessageId>[]): void {
  const errors = findings.flatMap((finding, index) => errorsIn(marked, finding).slice(index, index + 1));
  invalid.push({ name, code: codeOf(marked), errors, settings: held(policy) });
}

function silent(name: string, policy: object, code: string): void {
  valid.push({ name, code, settings: held(policy) });
}

/** Settings with a policy file: a line for each property, so that the lines in messages mean something. */
function held(policy: object): { 'agent-safety': { policy: string } } {
  return { 'agent-safety': { policy: policyFile(policy) } };
}

const lookOnly = { agents: { Desk: { allow: ['look_*'] } } };
const line = (number: number): string => `agent-safety.policy.json, line ${String(number)}`;

function received(way: string, tool: string, others = ''): Finding<MessageId> {
  return { messageId: 'received', data: { way, tool, others, agent: 'Desk', entry: line(3) } };
}

function idle(tools: string, why: string, remedy = 'Remove it', at = 10): Finding<MessageId> {
  return { messageId: 'idle', data: { tools, through: 'Refunds', entry: line(at), why, remedy } };
}

function grant(changes: object): object {
  const granted = {
    from: 'Desk',
    to: 'Refunds',
    tools: ['pay_back'],
    reason: 'Somebody is asked each time.',
    ...changes,
  };
  return { ...lookOnly, grants: [granted] };
}

const openai = `import { Agent, handoff, MCPServerStdio, tool } from '@openai/agents';
import { z } from 'zod';
const named = (name: string) => ({ name, description: name, parameters: z.object({}), execute: () => 'done' });
const lookUp = tool({ name: 'look_up', description: 'Look up', parameters: z.object({}), execute: () => 'done' });
const payBack = tool({ name: 'pay_back', description: 'Pay', parameters: z.object({}), execute: () => 'done', needsApproval: true });
const erase = tool({ name: 'erase', description: 'Erase', parameters: z.object({}), execute: () => 'done' });
declare const unnamed: string;
const secret = tool({ name: unnamed, description: 'Secret', parameters: z.object({}), execute: () => 'done' });
`;
const chain = `${openai}const refunds = new Agent({ name: 'Refunds', tools: [lookUp, payBack] });
const billing = new Agent({ name: 'Billing', handoffs: [refunds] });
`;

// ── What an agent receives ─────────────────────────────────────────────────────────────────────────────────────────

reported(
  'a tool that comes over two steps',
  lookOnly,
  `${chain}export const desk = new Agent({ name: 'Desk', tools: [lookUp], handoffs: [«billing»] });`,
  received('Desk → Billing → Refunds', 'pay_back'),
);
silent(
  'an agent without an entry',
  { agents: { Other: { allow: [] } } },
  `${chain}export const desk = new Agent({ name: 'Desk', handoffs: [billing] });`,
);
silent(
  'a list that holds it',
  { agents: { Desk: { allow: ['look_up', 'pay_*'] } } },
  `${chain}export const desk = new Agent({ name: 'Desk', handoffs: [billing] });`,
);

reported(
  'the shortest of several ways',
  lookOnly,
  `${chain}const clerk = new Agent({ name: 'Clerk', handoffs: [billing, refunds] });
export const desk = new Agent({ name: 'Desk', handoffs: [«billing», clerk] });`,
  received('Desk → Billing → Refunds', 'pay_back'),
);

reported(
  'a tool of a handoff that a call makes',
  lookOnly,
  `${openai}const payer = new Agent({ name: 'Payer', tools: [payBack] });
export const desk = new Agent({ name: 'Desk', handoffs: [«handoff(payer)»] });`,
  received('Desk → Payer', 'pay_back'),
);
reported(
  'a tool of an agent as a tool',
  lookOnly,
  `${openai}const payer = new Agent({ name: 'Payer', tools: [payBack] });
export const desk = new Agent({ name: 'Desk', tools: [«payer.asTool({ toolName: 'ask', toolDescription: 'Ask' })»] });`,
  received('Desk → Payer', 'pay_back'),
);
reported(
  'a tool of an agent that a tool runs',
  lookOnly,
  `${openai}import { run } from '@openai/agents';
const eraser = new Agent({ name: 'Eraser', tools: [erase] });
const tidy = tool({ name: 'look_tidy', description: 'Tidy', parameters: z.object({}), execute: async () => (await run(eraser, 'now')).finalOutput });
export const desk = «new Agent({ name: 'Desk', tools: [tidy] })»;`,
  received('Desk → Eraser', 'erase'),
);
reported(
  'a finding for each step',
  lookOnly,
  `${openai}const payer = new Agent({ name: 'Payer', tools: [payBack] });
const eraser = new Agent({ name: 'Eraser', tools: [erase] });
export const desk = new Agent({ name: 'Desk', handoffs: [«payer», «eraser»] });`,
  received('Desk → Payer', 'pay_back'),
  received('Desk → Eraser', 'erase'),
);

reported(
  'several tools by one step in one finding',
  lookOnly,
  `${openai}const payer = new Agent({ name: 'Payer', tools: [payBack, erase, lookUp] });
export const desk = new Agent({ name: 'Desk', handoffs: [«payer»] });`,
  received('Desk → Payer', 'pay_back', ' and 1 other'),
);

reported(
  'a circle of handoffs',
  lookOnly,
  `${openai}const payer: Agent = new Agent({ name: 'Payer', tools: [payBack] });
export const desk: Agent = new Agent({ name: 'Desk', handoffs: [«payer»] });
payer.handoffs = [desk];`,
  received('Desk → Payer', 'pay_back'),
);

reported(
  'an agent that is known by the variable that holds it',
  { agents: { desk: { allow: ['look_*'] } } },
  `import { ToolLoopAgent, tool } from 'ai';
import { z } from 'zod';
const erase = tool({ description: 'Erase', inputSchema: z.object({}), execute: () => 'done' });
export const desk = «new ToolLoopAgent({ model: 'openai/gpt-5', tools: { erase } })»;`,
  { messageId: 'held', data: { agent: 'desk', tools: '`erase`', entry: line(3) } },
);

reported(
  'built-in tools of a session that run unasked',
  { agents: { session: { allow: ['Read'] } } },
  `import { query } from '@anthropic-ai/claude-agent-sdk';
export const session = «query({ prompt: 'x', options: { allowedTools: ['Task', 'Read', 'Bash(git:*)'] } })»;`,
  { messageId: 'held', data: { agent: 'session', tools: '`Bash`', entry: line(3) } },
);

reported(
  'what a definition lists that its session does not',
  { agents: { session: { allow: ['Read'] } } },
  `import { query } from '@anthropic-ai/claude-agent-sdk';
export const session = query({
  prompt: 'x',
  options: { tools: ['Read'], agents: { writer: «{ description: 'Writes', prompt: 'Write.', tools: ['Read', 'Write'] }» } },
});`,
  {
    messageId: 'received',
    data: { way: 'session → writer', tool: 'Write', others: '', agent: 'session', entry: line(3) },
  },
);

silent(
  'what a definition inherits of a session that is held to the same list',
  { agents: { session: { allow: ['Read', 'Bash'] }, writer: { allow: ['Read', 'Bash'] } } },
  `import { query } from '@anthropic-ai/claude-agent-sdk';
export const session = query({
  prompt: 'x',
  options: { allowedTools: ['Read', 'Bash'], agents: { writer: { description: 'Writes', prompt: 'Write.' } } },
});`,
);
reported(
  'what a definition inherits, beyond its own list',
  { agents: { writer: { allow: ['Read'] } } },
  `import { query } from '@anthropic-ai/claude-agent-sdk';
export const session = query({
  prompt: 'x',
  options: { allowedTools: ['Read', 'Bash'], agents: { writer: «{ description: 'Writes', prompt: 'Write.' }» } },
});`,
  { messageId: 'held', data: { agent: 'writer', tools: '`Bash`', entry: line(3) } },
);
silent(
  'what a definition denies itself',
  { agents: { writer: { allow: ['Read'] } } },
  `import { query } from '@anthropic-ai/claude-agent-sdk';
export const session = query({
  prompt: 'x',
  options: { allowedTools: ['Read', 'Bash'], agents: { writer: { description: 'Writes', prompt: 'Write.', disallowedTools: ['Bash'] } } },
});`,
);

// ── What is not known ──────────────────────────────────────────────────────────────────────────────────────────────

silent(
  'a tool without a name that is known',
  lookOnly,
  `${openai}export const desk = new Agent({ name: 'Desk', tools: [secret] });`,
);
silent(
  'what a server has',
  lookOnly,
  `${openai}export const desk = new Agent({ name: 'Desk', mcpServers: [new MCPServerStdio({ command: 'files' })] });`,
);
reported(
  'what is asked of a server by name',
  lookOnly,
  `${openai}import { hostedMcpTool } from '@openai/agents';
export const desk = new Agent({ name: 'Desk', tools: [«hostedMcpTool({ serverLabel: 's', serverUrl: 'https://s.example', allowedTools: ['look_up', 'erase'] })»] });`,
  { messageId: 'held', data: { agent: 'Desk', tools: '`erase`', entry: line(3) } },
);
silent(
  'an agent that comes as a parameter',
  lookOnly,
  `${openai}export const make = (other: Agent) => new Agent({ name: 'Desk', handoffs: [other] });`,
);

// ── Grants ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const deskToBilling = `${chain}export const desk = new Agent({ name: 'Desk', handoffs: [billing] });`;
const marked = `${chain}export const desk = new Agent({ name: 'Desk', handoffs: [«billing»] });`;
const whole = `${chain}export const desk = «new Agent({ name: 'Desk', handoffs: [billing] })»;`;

silent('a grant through the agent that has the tool', grant({}), deskToBilling);
silent('a grant through one on the way', grant({ to: 'Billing' }), deskToBilling);
silent('a grant by a pattern', grant({ tools: ['pay_*'] }), deskToBilling);
silent('a grant on its last day', grant({ expires: '2026-06-15' }), deskToBilling);
reported('a grant on the day after', grant({ expires: '2026-06-14' }), marked, {
  messageId: 'expired',
  data: { way: 'Desk → Billing → Refunds', tool: 'pay_back', agent: 'Desk', day: '2026-06-14', entry: line(10) },
});
reported(
  'a way beside the one that is granted',
  grant({ to: 'Billing' }),
  `${chain}export const desk = new Agent({ name: 'Desk', handoffs: [billing, «refunds»] });`,
  received('Desk → Refunds', 'pay_back'),
);
reported(
  'a grant to the agent between, which licenses nobody else',
  grant({ from: 'Billing' }),
  marked,
  received('Desk → Billing → Refunds', 'pay_back'),
);
reported(
  'the agent between, which has a list of its own and no grant',
  {
    agents: { Billing: { allow: ['look_up'] }, Desk: { allow: [] } },
    grants: [{ from: 'Desk', to: 'Billing', tools: ['*'], reason: 'All that billing may.' }],
  },
  `${openai}const refunds = new Agent({ name: 'Refunds', tools: [lookUp, payBack] });
const billing = new Agent({ name: 'Billing', handoffs: [«refunds»] });
export const desk = new Agent({ name: 'Desk', handoffs: [billing] });`,
  {
    messageId: 'received',
    data: { way: 'Billing → Refunds', tool: 'pay_back', others: '', agent: 'Billing', entry: line(3) },
  },
);

reported(
  'a grant that nothing needs',
  grant({ tools: ['pay_back', 'ship'] }),
  whole,
  idle('`ship`', 'has no effect: no such tool is reached on that path', 'Remove it', 10),
);
reported(
  'a misspelt tool',
  grant({ tools: ['pay_bak', 'pay_back'] }),
  whole,
  idle('`pay_bak`', 'has no effect: no such tool is reached on that path', 'Correct it, perhaps to `pay_back`', 10),
);
reported(
  'a grant of what the list holds',
  grant({ tools: ['pay_back', 'look_up'] }),
  whole,
  idle('`look_up`', 'is not needed: the allow-list holds that already', 'Remove it', 10),
);
reported(
  'a grant that has expired, and on which nothing depends',
  grant({ expires: '2026-01-31' }),
  `${openai}export const desk = «new Agent({ name: 'Desk', tools: [lookUp] })»;`,
  idle('`pay_back`', 'expired on 2026-01-31, and nothing depends on it', 'Remove it', 10),
);
silent(
  'a grant whose use is unknown',
  grant({ tools: ['ship', 'pay_back'] }),
  `${openai}const refunds = new Agent({ name: 'Refunds', tools: [payBack], mcpServers: [new MCPServerStdio({ command: 'more' })] });
export const desk = new Agent({ name: 'Desk', handoffs: [refunds] });`,
);

reported(
  'a name that is nobody’s, and near to somebody’s',
  { agents: { Dsek: { allow: ['*'] } } },
  `${openai}export const desk = «new Agent({ name: 'Desk', tools: [lookUp] })»;`,
  { messageId: 'misspelt', data: { name: 'Dsek', agent: 'Desk', entry: line(3) } },
);
silent(
  'a name that is nobody’s, and near to none',
  { agents: { Harbour: { allow: ['*'] } } },
  `${openai}export const desk = new Agent({ name: 'Desk', tools: [lookUp] });`,
);

tester.run('no-disallowed-capability', noDisallowedCapability, { valid, invalid });

describe('over several files', () => {
  const files = {
    'tools.ts': `import { tool } from '@openai/agents';
import { z } from 'zod';
export const payBack = tool({ name: 'pay_back', description: 'Pay', parameters: z.object({}), execute: () => 'done' });`,
    'refunds.ts': `import { Agent } from '@openai/agents';
import { payBack } from './tools.ts';
export const refunds = new Agent({ name: 'Refunds', tools: [payBack] });`,
    'team.ts': `export { refunds as money } from './refunds.ts';`,
    'main.ts': `import { Agent } from '@openai/agents';
import { money } from './team.ts';
export const desk = new Agent({ name: 'Desk', handoffs: [money] });`,
  };
  const rules = { 'agent-safety/no-disallowed-capability': 'error' } as const;

  it('follows agents through barrels', () => {
    const reports = lint(files, { rules, settings: held(lookOnly) });

    expect(reports.map(({ line: at, messageId }) => [at, messageId])).toEqual([[3, 'received']]);
  });

  it('says nothing in the file of an agent that is held to nothing', () => {
    expect(lint(files, { rules, settings: held(lookOnly), file: 'refunds.ts' })).toEqual([]);
  });

  it('does not lint where the policy has a mistake, and tells the place', () => {
    const settings = held({ agents: { Desk: { alow: ['x'] } } });

    expect(() => lint(files, { rules, settings })).toThrow(/agent-safety\.policy\.json:4:7 .*alow.*Did you mean/s);
  });

  it('does not lint with a setting that names no file', () => {
    const named = (policy: unknown) => () => lint(files, { rules, settings: { 'agent-safety': { policy } } });

    expect(named('nowhere.json')).toThrow(/nowhere\.json is not there/);
    expect(named(7)).toThrow('settings["agent-safety"].policy must be a text, not `7`.');
  });
});
