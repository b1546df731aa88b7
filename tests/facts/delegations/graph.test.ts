import { describe, expect, it } from 'vitest';
import { graphReportOf } from '../../../packages/cli/src/graph/report.ts';
import type { GraphReport } from '../../../packages/cli/src/graph/report-types.ts';
import { Analysis } from '../../../src/facts/analysis.ts';
import { policyIn } from '../../../src/config/policy/policy-file.ts';
import { programOf } from '../../type-utils/in-memory-program.ts';
import { policyFile } from '../../policy-file.ts';

function graphOf(texts: Readonly<Record<string, string>>, policy?: object): GraphReport {
  const { program, file } = programOf(texts);
  const own = Object.keys(texts).map(file);
  const folder = file(Object.keys(texts)[0]!).fileName.replace(/\/[^/]+$/, '');
  const given = policy && policyIn(policyFile(JSON.stringify(policy)));
  return graphReportOf(new Analysis(program, { policyOf: () => given }), folder, (each) => own.includes(each));
}

/** What an agent reaches, a line each: `Billing → Refunds: pay_back (unstated)`. */
function reachOf(graph: GraphReport, id: string): string[] {
  const agent = graph.agents.find((each) => each.id === id);
  return (agent?.reach ?? []).map(({ tool, path, verdict }) => `${path.join(' → ')}: ${tool} (${verdict})`);
}

function stepsOf(graph: GraphReport): string[] {
  return graph.delegations.map(
    ({ from, to, via, tool }) => `${from} → ${to} (${via}${tool === null ? '' : ` ${tool}`})`,
  );
}

const tools = `import { tool } from '@openai/agents';
import { rm } from 'node:fs/promises';
import { z } from 'zod';
const parameters = z.object({ path: z.string() });
export const erase = tool({ name: 'erase', description: 'Erase', parameters, execute: ({ path }) => rm(path) });
export const payBack = tool({ name: 'pay_back', description: 'Pay', parameters, execute: () => 'done', needsApproval: true });
export const show = tool({ name: 'show', description: 'Show', parameters, execute: () => 'done' });
`;
const team = `import { Agent, run, tool } from '@openai/agents';
import { z } from 'zod';
import { erase, payBack, show } from './tools.ts';
export const refunds = new Agent({ name: 'Refunds', tools: [payBack, show] });
export const billing = new Agent({ name: 'Billing', tools: [show], handoffs: [refunds] });
const cleaner = new Agent({ name: 'Cleaner', tools: [erase] });
const tidy = tool({ name: 'tidy', description: 'Tidy', parameters: z.object({}), execute: async () => (await run(cleaner, 'now')).finalOutput });
export const desk = new Agent({
  name: 'Desk',
  tools: [tidy, billing.asTool({ toolName: 'ask_billing', toolDescription: 'Ask', needsApproval: true })],
});
`;

describe('the graph of delegations', () => {
  const graph = graphOf({ 'tools.ts': tools, 'team.ts': team });

  it('has the agents, each with its tools and with who is asked', () => {
    expect(graph.agents.map(({ id, at, sdk }) => [id, at, sdk])).toEqual([
      ['Billing', 'team.ts:5:24', 'OpenAI Agents SDK'],
      ['Cleaner', 'team.ts:6:17', 'OpenAI Agents SDK'],
      ['Desk', 'team.ts:8:21', 'OpenAI Agents SDK'],
      ['Refunds', 'team.ts:4:24', 'OpenAI Agents SDK'],
    ]);
    expect(graph.agents.find(({ id }) => id === 'Refunds')?.holds).toEqual([
      { tool: 'pay_back', isGuarded: true },
      // Who is asked whether billing is asked is asked about all that is below.
      { tool: 'show', isGuarded: true },
    ]);
  });

  it('has the steps, with how they are made', () => {
    expect(stepsOf(graph)).toEqual([
      'Billing → Refunds (child)',
      'Desk → Billing (asTool)',
      'Desk → Cleaner (inTool tidy)',
    ]);
  });

  it('has what each can have run, by the shortest way', () => {
    expect(reachOf(graph, 'Desk')).toEqual([
      'Desk: tidy (unstated)',
      'Desk → Cleaner: erase (unstated)',
      'Desk → Billing: show (unstated)',
      'Desk → Billing → Refunds: pay_back (unstated)',
    ]);
  });

  it('has the tools with what they do', () => {
    expect(graph.tools.map(({ id, class: kind, effects }) => [id, kind, effects.map(({ sink }) => sink)])).toEqual([
      ['erase', 'sensitive', ['fs.rm']],
      ['pay_back', 'harmless', []],
      ['show', 'harmless', []],
      ['tidy', 'harmless', []],
    ]);
  });

  it('has the guards of a step', () => {
    const [guarded] = graph.delegations.filter(({ guards }) => guards.length > 0);

    expect(guarded).toMatchObject({ from: 'Desk', to: 'Billing', guards: [{ guard: 'openai-agents.needsApproval' }] });
  });

  it('has what the rules find', () => {
    expect(graph.findings).toEqual([
      {
        rule: 'no-scope-widening',
        at: expect.stringMatching(/^team\.ts:/) as string,
        message:
          '`Desk` lacks `erase`, which deletes with `fs.rm` (line 5 of tests/sdk/in-memory/tools.ts; high impact), but can have `Cleaner` run it without a guard. Set `needsApproval: true`, or remove the tool.',
        path: ['Desk', 'Cleaner'],
        tools: ['erase'],
      },
    ]);
  });
});

describe('with a policy', () => {
  const policy = {
    agents: { Desk: { allow: ['show', 'tidy'] }, Dsk: { allow: [] } },
    grants: [
      { from: 'Desk', to: 'Refunds', tools: ['pay_back'], reason: 'Each waits for somebody.' },
      { from: 'Desk', to: 'Billing', tools: ['ship'], reason: 'It did once, long ago.' },
    ],
  };
  const graph = graphOf({ 'tools.ts': tools, 'team.ts': team }, policy);

  it('says of each tool what the policy says', () => {
    expect(reachOf(graph, 'Desk')).toEqual([
      'Desk: tidy (allowed)',
      'Desk → Cleaner: erase (disallowed)',
      'Desk → Billing: show (allowed)',
      'Desk → Billing → Refunds: pay_back (granted)',
    ]);
    expect(reachOf(graph, 'Billing')).toContain('Billing: show (unstated)');
  });

  it('finds what it does not hold, what it grants without effect, and whom it does not mean', () => {
    expect(graph.findings.map(({ rule, message, path }) => [rule, message, path])).toEqual([
      [
        'no-disallowed-capability',
        '`Desk → Cleaner: erase` is outside of the allow-list of `Desk` (agent-safety.policy.json, line 1). Grant it there, or remove it here.',
        ['Desk', 'Cleaner'],
      ],
      [
        'no-disallowed-capability',
        'The grant of `ship` through `Billing` (agent-safety.policy.json, line 1) has no effect: no such tool is reached on that path. Remove it.',
        ['Desk'],
      ],
      [
        'no-disallowed-capability',
        'The policy names `Dsk` (agent-safety.policy.json, line 1), but the program has no agent of that name. Change it to `Desk`, or remove it.',
        ['Desk'],
      ],
    ]);
  });
});

describe('the ids', () => {
  const agent = (name: string, more = ''): string =>
    `import { Agent } from '@openai/agents';\nexport const a = new Agent({ name: '${name}' });\n${more}`;

  it('have the file where a name is there twice, and count within it', () => {
    const graph = graphOf({
      'one.ts': agent('Twin'),
      'two.ts': agent('Twin', "export const b = new Agent({ name: 'Twin' });"),
      'three.ts': agent('Other'),
    });

    expect(graph.agents.map(({ id }) => id)).toEqual(['Other', 'Twin (one.ts)', 'Twin (two.ts)', 'Twin (two.ts#2)']);
  });

  it('are those of before after an edit above', () => {
    const before = graphOf({ 'tools.ts': tools, 'team.ts': team });
    const after = graphOf({ 'tools.ts': `\n\n${tools}`, 'team.ts': `// A word.\n${team}` });
    const withoutPlaces = ({ agents, tools: all }: GraphReport): unknown => [
      agents.map(({ at: _at, ...rest }) => rest),
      all.map(({ id }) => id),
    ];

    expect(withoutPlaces(after)).toEqual(withoutPlaces(before));
  });
});

describe('what is not known', () => {
  it('makes an agent open: a list that is a parameter, a server, an agent that comes from outside', () => {
    const graph = graphOf({
      'main.ts': `import { Agent, MCPServerStdio, type Tool } from '@openai/agents';
export const closed = new Agent({ name: 'Closed' });
export const listed = (tools: Tool[]) => new Agent({ name: 'Listed', tools });
export const served = new Agent({ name: 'Served', mcpServers: [new MCPServerStdio({ command: 'files' })] });
export const leading = (other: Agent) => new Agent({ name: 'Leading', handoffs: [other] });
`,
    });

    expect(Object.fromEntries(graph.agents.map(({ id, knowledge }) => [id, knowledge]))).toEqual({
      Closed: 'closed',
      Leading: 'open',
      Listed: 'open',
      Served: 'open',
    });
  });

  it('is shown as a tool of a server without a name', () => {
    const graph = graphOf(
      {
        'main.ts': `import { Agent, MCPServerStdio } from '@openai/agents';
const files = new MCPServerStdio({ command: 'files' });
export const served = new Agent({ name: 'Served', mcpServers: [files] });
`,
      },
      { agents: { Served: { allow: ['read'] } } },
    );

    expect(reachOf(graph, 'Served')).toEqual(['Served: tools of files (unknown)']);
    expect(graph.findings).toEqual([]);
  });
});

describe('a session of Claude', () => {
  const session = (options: string): string => `import { query } from '@anthropic-ai/claude-agent-sdk';
export const session = query({ prompt: 'x', options: { ${options} } });
`;

  it('has what it lists or lets run, and not what runs its agents', () => {
    const graph = graphOf({
      'main.ts': session("allowedTools: ['Task', 'Read', 'Bash(git:*)'], disallowedTools: ['Read']"),
    });

    expect(graph.agents[0]?.holds).toEqual([{ tool: 'Bash', isGuarded: true }]);
  });

  it('gives its tools to a definition without a list', () => {
    const graph = graphOf({
      'main.ts': session(
        "tools: ['Read', 'Write'], allowedTools: ['Read', 'Write'], agents: { all: { description: 'A', prompt: 'B' }, some: { description: 'A', prompt: 'B', tools: ['Read'] } }",
      ),
    });

    expect(Object.fromEntries(graph.agents.map(({ id, holds }) => [id, holds.map(({ tool: held }) => held)]))).toEqual({
      all: ['Read', 'Write'],
      some: ['Read'],
      session: ['Read', 'Write'],
    });
  });
});

describe('a session of GitHub Copilot', () => {
  const graph = graphOf({
    'main.ts': `import { CopilotClient, defineTool } from '@github/copilot-sdk';
const erase = defineTool('erase', { handler: () => 'done' });
const show = defineTool('show', { skipPermission: true, handler: () => 'done' });
const all = { name: 'all', description: 'All', prompt: 'P', tools: null };
const some = { name: 'some', description: 'Some', prompt: 'P', tools: ['show', 'bash'] };
export const session = new CopilotClient().createSession({ tools: [erase, show], customAgents: [all, some] });
`,
  });

  it('gives its tools to its agents: all, or those that they name', () => {
    expect(stepsOf(graph)).toEqual(['session → all (child)', 'session → some (child)']);
    expect(Object.fromEntries(graph.agents.map(({ id, holds }) => [id, holds]))).toEqual({
      all: [
        { tool: 'erase', isGuarded: true },
        { tool: 'show', isGuarded: false },
      ],
      some: [{ tool: 'show', isGuarded: false }],
      session: [
        { tool: 'erase', isGuarded: true },
        { tool: 'show', isGuarded: false },
      ],
    });
  });
});

it('leaves out models that only write a text', () => {
  const graph = graphOf({
    'main.ts': `import { generateText } from 'ai';
export const write = async (prompt: string) => (await generateText({ model: 'openai/gpt-5', prompt })).text;
`,
  });

  expect(graph).toEqual({ version: 1, agents: [], tools: [], delegations: [], findings: [] });
});
