import type { MarkedProgram } from '../marks.ts';

/** Programs that call tools of an MCP server themselves, and servers. */
export const mcpPrograms: readonly MarkedProgram[] = [
  {
    name: 'mcp: a question on the terminal, and an early return',
    code: `
import { createInterface } from 'node:readline/promises';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';

async function agrees(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(question + ' [y/N] ');
  terminal.close();
  return answer.trim().toLowerCase() === 'y';
}

export async function dropBranch(client: Client, branch: string): Promise<string> {
  /*[*/if (!(await agrees(\`Delete \${branch}?\`))) return 'kept';/*| if (branch === '') return 'nothing to do'; ]*/
  await client.callTool({ name: 'delete_branch', arguments: { branch } });
  return 'deleted';
}
`,
  },
  {
    name: 'mcp: the calls of a plan, those that nobody approves skipped',
    code: `
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';

interface Step {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
}

export async function runPlan(client: Client, plan: readonly Step[], approve: (step: Step) => Promise<boolean>) {
  const results: unknown[] = [];
  for (const step of plan) {
    /*[*/if (!(await approve(step))) {
      results.push({ skipped: step.name });
      continue;
    }/*| if (step.name.length === 0) continue; ]*/
    results.push(await client.callTool({ name: step.name, arguments: step.arguments }));
  }
  return results;
}
`,
  },
  {
    name: 'mcp: a policy is looked up by the name of the tool',
    code: `
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';

const policy = {
  close_issue: 'ask',
  merge_request: 'ask',
  read_issue: 'allow',
  delete_project: 'deny',
} as const satisfies Record<string, 'allow' | 'ask' | 'deny'>;

interface Call {
  readonly name: keyof typeof policy;
  readonly arguments: Record<string, unknown>;
}

declare function nextCall(): Promise<Call>;
declare function ask(tool: string, details: unknown): Promise<boolean>;

export async function step(client: Client) {
  const { name, arguments: details } = await nextCall();
  /*[*/switch (policy[name]) {
    case 'deny':
      throw new Error(name + ' is not allowed here');
    case 'ask':
      if (!(await ask(name, details))) return undefined;
      break;
    case 'allow':
      break;
  }/*]*/
  return client.callTool({ name, arguments: details });
}
`,
  },
  {
    name: 'mcp: a gate that throws, in a class',
    code: `
import { Client } from '@modelcontextprotocol/sdk/client/index.js';

type Ask = (question: string) => Promise<'yes' | 'no'>;

class Gate {
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  async demand(tool: string, details: object): Promise<void> {
    const answer = await this.#ask(tool + ' ' + JSON.stringify(details) + '?');
    if (answer !== 'yes') throw new Error('Refused: ' + tool);
  }
}

export class Warehouse {
  readonly #client = new Client({ name: 'warehouse', version: '1.0.0' });
  readonly #gate: Gate;

  constructor(ask: Ask) {
    this.#gate = new Gate(ask);
  }

  async wipe(table: string) {
    /*[*/await this.#gate.demand('wipe_table', { table });/*| console.log('wipe_table', table); ]*/
    return this.#client.callTool({ name: 'wipe_table', arguments: { table } });
  }
}
`,
  },
  {
    name: 'mcp: a refusal is thrown and caught',
    code: `
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';

class Refused extends Error {}

async function ensureApproved(tool: string, details: object): Promise<void> {
  const response = await fetch('https://approvals.example/' + tool, { method: 'POST', body: JSON.stringify(details) });
  if (response.status !== 200) throw new Refused(tool);
}

export async function publish(client: Client, post: { title: string; text: string }) {
  try {
    /*[*/await ensureApproved('publish_post', post);/*| if (post.title.length > 80) throw new Error('A shorter title, please.'); ]*/
    return await client.callTool({ name: 'publish_post', arguments: { ...post } });
  } catch (error) {
    if (error instanceof Refused) return { refused: error.message };
    throw error;
  }
}
`,
  },
  {
    name: 'mcp: the second version, called where the answer was yes',
    code: `
import { Client } from '@modelcontextprotocol/client';

export async function purge(client: Client, scope: string, confirm: (text: string) => Promise<boolean>) {
  const agreed = /*[*/await confirm('Purge ' + scope + '?')/*| true ]*/;
  if (agreed) {
    return client.callTool({ name: 'purge_cache', arguments: { scope } });
  }
  return undefined;
}
`,
  },
  {
    name: 'mcp: what a model asks for, beyond a list of tools that read',
    code: `
import Anthropic from '@anthropic-ai/sdk';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';

const readers = new Set(['list_files', 'read_file', 'search_files']);

export async function answer(
  client: Client,
  blocks: readonly Anthropic.ToolUseBlock[],
  ask: (tool: string, input: unknown) => Promise<boolean>,
): Promise<Anthropic.ToolResultBlockParam[]> {
  const results: Anthropic.ToolResultBlockParam[] = [];
  for (const { id, name, input } of blocks) {
    /*[*/const mayRun = readers.has(name) || (await ask(name, input));
    if (!mayRun) {
      results.push({ type: 'tool_result', tool_use_id: id, content: 'The user said no.', is_error: true });
      continue;
    }/*]*/
    const result = await client.callTool({ name, arguments: input as Record<string, unknown> });
    results.push({ type: 'tool_result', tool_use_id: id, content: JSON.stringify(result.content) });
  }
  return results;
}
`,
  },
  {
    name: 'mcp: the hints that make clients ask',
    code: `
import { rm } from 'node:fs/promises';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

export function buildServer(root: string): McpServer {
  const server = new McpServer({ name: 'files', version: '1.0.0' });
  server.registerTool(
    'remove_folder',
    {
      description: 'Remove a folder with all that is in it',
      inputSchema: { folder: z.string() },
      annotations: { readOnlyHint: /*[*/false/*| true ]*/, destructiveHint: true },
    },
    async ({ folder }) => {
      await rm(root + '/' + folder, { recursive: true });
      return { content: [{ type: 'text', text: 'removed' }] };
    },
  );
  return server;
}
`,
  },
  {
    name: 'mcp: a function that asks before it runs what it is given',
    code: `
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';

export class Approvals {
  constructor(private readonly ask: (question: string) => Promise<string>) {}

  async gated<Result>(tool: string, run: () => Promise<Result>): Promise<Result> {
    /*[*/const answer = await this.ask('Run ' + tool + '?');
    if (answer.toLowerCase() !== 'yes') throw new Error('Refused.');/*]*/
    return run();
  }
}

export async function revoke(client: Client, approvals: Approvals, token: string) {
  return approvals.gated('revoke_token', () => client.callTool({ name: 'revoke_token', arguments: { token } }));
}
`,
  },
  {
    name: 'mcp: an answer that is an object, with several outcomes',
    code: `
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';

type Decision = { kind: 'run' } | { kind: 'edit'; arguments: Record<string, unknown> } | { kind: 'stop'; why: string };

export interface Reviewer {
  review(tool: string, details: Record<string, unknown>): Promise<Decision>;
}

export interface Model {
  next(): Promise<{ tool: string; input: Record<string, unknown> } | undefined>;
}

export async function follow(client: Client, reviewer: Reviewer, model: Model) {
  const wanted = await model.next();
  if (!wanted) return undefined;
  let given = wanted.input;
  /*[*/const decision = await reviewer.review(wanted.tool, wanted.input);
  switch (decision.kind) {
    case 'stop':
      return { content: [{ type: 'text', text: decision.why }] };
    case 'edit':
      given = decision.arguments;
      break;
    case 'run':
      break;
  }/*]*/
  return client.callTool({ name: wanted.tool, arguments: given });
}
`,
  },
  {
    name: 'mcp: a chain of promises',
    code: `
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';

export function reset(client: Client, board: string, confirm: (question: string) => Promise<boolean>) {
  return /*[*/confirm('Reset ' + board + '?')/*| Promise.resolve(true) ]*/.then((isSure) =>
    isSure ? client.callTool({ name: 'reset_board', arguments: { board } }) : undefined,
  );
}
`,
  },
  {
    name: 'mcp: one expression',
    code: `
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';

export const ban = async (client: Client, user: string, isModerator: (user: string, act: string) => boolean) =>
  /*[*/isModerator(user, 'ban_user') &&/*]*/ (await client.callTool({ name: 'ban_user', arguments: { user } }));
`,
  },
  {
    name: 'mcp: a base class that authorizes',
    code: `
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';

abstract class Connector {
  constructor(
    protected readonly client: Client,
    private readonly grants: ReadonlySet<string>,
  ) {}

  protected authorize(tool: string): void {
    if (!this.grants.has(tool)) {
      throw new Error('No grant for ' + tool);
    }
  }
}

export class Registrar extends Connector {
  async expel(student: string) {
    /*[*/this.authorize('expel_student');/*]*/
    return this.client.callTool({ name: 'expel_student', arguments: { student } });
  }
}
`,
  },
  {
    name: 'mcp: only what is on a list is kept',
    code: `
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';

interface Call {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
}

export async function runAll(client: Client, calls: readonly Call[], allowed: ReadonlySet<string>) {
  const results: unknown[] = [];
  for (const call of calls/*[*/.filter(({ name }) => allowed.has(name))/*]*/) {
    results.push(await client.callTool({ name: call.name, arguments: call.arguments }));
  }
  return results;
}
`,
  },
  {
    name: 'mcp: asked again until the answer is clear',
    code: `
import type { Interface } from 'node:readline/promises';
import type { Client } from '@modelcontextprotocol/client';

export async function restore(client: Client, terminal: Interface, snapshot: string): Promise<boolean> {
  /*[*/let answer = '';
  do {
    answer = (await terminal.question(\`Restore \${snapshot} (yes/no)? \`)).trim();
  } while (answer !== 'yes' && answer !== 'no');
  if (answer === 'no') return false;/*]*/
  await client.callTool({ name: 'restore_snapshot', arguments: { snapshot } });
  return true;
}
`,
  },
];
