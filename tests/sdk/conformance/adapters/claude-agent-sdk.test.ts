import { fileURLToPath } from 'node:url';
import { query } from '@anthropic-ai/claude-agent-sdk';
import type { Options, SDKUserMessage } from '@anthropic-ai/claude-agent-sdk';
import { describe, expect, vi } from 'vitest';
import {
  GuardrailFailed,
  canUseTool,
  mcpServerOf,
  preToolUse,
} from '../../../../packages/runtime/src/adapters/claude-agent-sdk.ts';
import type { PreToolUseOptions } from '../../../../packages/runtime/src/adapters/claude-agent-sdk.ts';
import { CallbackRunner, block, defineAgent, defineTool } from '../../../../packages/runtime/src/index.ts';
import { type as arktype } from 'arktype';
import { failing, filesAgent, offline } from './files-agent.ts';

const executable = fileURLToPath(new URL('claude-code.mjs', import.meta.url));

type Files = ReturnType<typeof filesAgent>;

/** A call of the model. */
interface Call {
  readonly tool: string;
  readonly input: object;
  /** The server of the SDK that has the tool. */
  readonly server?: string | undefined;
  /** What Claude Code says about the tool's server, unless it is `server`. */
  readonly provenance?: { readonly name: string; readonly source: string } | undefined;
  /** The sub-agent that calls. */
  readonly subagent?: string;
}

/** What came of a call: what Claude Code runs by itself with which arguments, what a server answers, or the refusal. */
interface Outcome {
  readonly ran?: object;
  readonly result?: unknown;
  readonly answer?: { readonly response: Record<string, unknown> };
}

/** Lets the real SDK answer the questions of a process that has the place of Claude Code. */
async function run(
  options: Options,
  by: 'canUseTool' | 'preToolUse',
  calls: readonly Call[],
): Promise<readonly Outcome[]> {
  const content = JSON.stringify(calls.map((call) => ({ ...call, by })));
  async function* prompt(): AsyncGenerator<SDKUserMessage> {
    yield { type: 'user', message: { role: 'user', content }, parent_tool_use_id: null, session_id: '' };
    await new Promise(() => undefined);
  }
  const session = query({
    prompt: prompt(),
    options: { ...options, pathToClaudeCodeExecutable: executable, executable: 'node' },
  });
  try {
    for await (const message of session) {
      if (message.type === 'result' && message.subtype === 'success') return JSON.parse(message.result) as Outcome[];
    }
    return [];
  } finally {
    session.close();
  }
}

/** Both ways to be asked. */
const ways = ['canUseTool', 'preToolUse'] as const;

function optionsOf(files: Files, given: PreToolUseOptions = {}): Options {
  const { subagents: _, ...options } = given;
  return {
    mcpServers: { files: mcpServerOf(files.runner, options) },
    canUseTool: canUseTool(files.runner, options),
    hooks: { PreToolUse: [preToolUse(files.runner, given)] },
  };
}

function runWith(files: Files, by: (typeof ways)[number], calls: readonly Call[], options: PreToolUseOptions = {}) {
  return run(optionsOf(files, options), by, calls);
}

/** Why a call was denied, as the model is told. */
function reasonIn({ answer }: Outcome = {}): unknown {
  const { message, hookSpecificOutput } = answer?.response ?? {};
  return message ?? (hookSpecificOutput as Record<string, unknown> | undefined)?.permissionDecisionReason;
}

const erase = (path: unknown): Call => ({ tool: 'mcp__files__erase', input: { path }, server: 'files' });
const wipe = (path: unknown): Call => ({ tool: 'wipe', input: { path } });
const answered = (text: string, isError: boolean) => ({ content: [{ type: 'text', text }], isError });

describe.each(ways)('%s', (by) => {
  offline('tools of the contract: of two calls only the one that is not blocked runs', async () => {
    const files = filesAgent();
    const [blocked, allowed] = await runWith(files, by, [erase('it'), erase('old')]);
    expect(blocked?.result).toEqual(answered('Blocked: `it` is precious', true));
    expect(allowed?.result).toEqual(answered('erased old', false));
    expect(files.erased.mock.calls).toEqual([['old']]);
    expect(files.asked()).toHaveLength(2);
  });

  offline('tools of the contract: a guardrail that throws stops the call', async () => {
    const files = filesAgent(failing);
    const onFailure = vi.fn();
    const [{ result } = {}] = await runWith(files, by, [erase('old')], { onFailure });
    expect(result).toEqual(answered('The guardrail of `files` failed, so `erase` did not run.', true));
    expect(onFailure.mock.calls).toEqual([[expect.any(GuardrailFailed)]]);
    expect(files.erased).not.toHaveBeenCalled();
  });

  offline(
    'tools of Claude Code: of two calls only the one that is not blocked runs, as the guardrail saw it',
    async () => {
      const files = filesAgent();
      const [blocked, allowed] = await runWith(files, by, [wipe('it'), wipe('old')]);
      expect(blocked?.ran).toBeUndefined();
      expect(reasonIn(blocked)).toBe('`it` is precious');
      expect(allowed?.ran).toEqual({ path: 'old', passes: 1 });
      expect(files.asked()).toContainEqual({ name: 'wipe', args: { path: 'old', passes: 1 } });
    },
  );

  offline('what the agent does not hold is denied, whatever its name', async () => {
    const names = ['Bash', 'mcp__other__erase', 'mcp__files__wipe', 'mcp__files__', 'erase', '__proto__'];
    const outcomes = await runWith(
      filesAgent(() => undefined),
      by,
      names.map((tool) => ({ ...wipe('old'), tool })),
    );
    expect(outcomes.filter(({ ran }) => ran)).toEqual([]);
    expect(reasonIn(outcomes[0])).toBe('Agent `files` has no tool `Bash`.');
  });

  offline('a tool of the contract that is on another server is denied', async () => {
    const others = [{ name: 'files', source: 'project' }, { name: 'disks', source: 'sdk' }, undefined];
    const calls = others.map((provenance) => ({ ...erase('old'), server: undefined, provenance }));
    const outcomes = await runWith(
      filesAgent(() => undefined),
      by,
      calls,
    );
    expect(outcomes.map(reasonIn)).toEqual(others.map(() => 'Agent `files` has no tool `mcp__files__erase`.'));
  });

  offline('arguments that are not valid are denied before the guardrail', async () => {
    const files = filesAgent();
    const [outcome] = await runWith(files, by, [wipe(7)]);
    expect(reasonIn(outcome)).toContain('The arguments of `wipe` are not valid: path:');
    expect(files.asked()).toEqual([]);
  });

  offline('a guardrail that throws denies the call and ends the turn', async () => {
    const onFailure = vi.fn();
    const [outcome] = await runWith(filesAgent(failing), by, [wipe('old')], { onFailure });
    expect(outcome?.ran).toBeUndefined();
    expect(outcome?.answer?.response).toMatchObject(by === 'canUseTool' ? { interrupt: true } : { continue: false });
    expect(reasonIn(outcome)).toBe('The guardrail of `files` failed, so `wipe` did not run.');
    expect(onFailure.mock.lastCall?.[0]).toMatchObject({ cause: { message: 'the policy is down at 10.0.0.1' } });
  });

  offline("a sub-agent's call is denied by the parent's runner", async () => {
    const parent = filesAgent(() => undefined);
    const calls = [wipe('old'), erase('old')].map((call) => ({ ...call, subagent: 'reviewer' }));
    const outcomes = await runWith(parent, by, calls);
    expect(outcomes.map(reasonIn)).toEqual(calls.map(() => '`files` does not decide for sub-agents.'));
    expect(parent.asked()).toEqual([]);
  });
});

describe('preToolUse', () => {
  offline("a sub-agent's call is decided by its own runner, and by no other", async () => {
    const parent = filesAgent(() => undefined);
    const child = filesAgent(() => block('not for children'), 'child');
    const subagents = { reviewer: child.runner };
    const calls = ['reviewer', 'toString'].map((subagent) => ({ ...wipe('old'), subagent }));
    const outcomes = await runWith(parent, 'preToolUse', [...calls, wipe('old')], { subagents });
    expect(outcomes.map(reasonIn)).toEqual(['not for children', '`files` does not decide for sub-agents.', undefined]);
    expect(outcomes[2]?.ran).toBeDefined();
    expect(child.asked()).toHaveLength(1);
  });

  offline("a sub-agent runs its own tools of the contract, and not the parent's", async () => {
    const parent = filesAgent(() => undefined);
    const child = filesAgent(undefined, 'child');
    const options = optionsOf(parent, { server: 'files', subagents: { reviewer: child.runner } });
    const mcpServers = { ...options.mcpServers, child: mcpServerOf(child.runner) };
    const calls = ['it', 'old'].map((path) => ({ ...erase(path), tool: 'mcp__child__erase', server: 'child' }));
    const outcomes = await run(
      { ...options, mcpServers },
      'preToolUse',
      [...calls, erase('old')].map((call) => ({ ...call, subagent: 'reviewer' })),
    );
    expect(outcomes.map(({ result }) => result)).toEqual([
      answered('Blocked: `it` is precious', true),
      answered('erased old', false),
      undefined,
    ]);
    expect(reasonIn(outcomes[2])).toBe('Agent `child` has no tool `mcp__files__erase`.');
    expect([parent.erased.mock.calls, child.erased.mock.calls]).toEqual([[], [['old']]]);
  });

  offline('is for every tool, and blocks where it fails itself', async () => {
    const { matcher, onFailure } = preToolUse(filesAgent().runner);
    expect({ matcher, onFailure }).toEqual({ matcher: undefined, onFailure: 'block' });
  });

  offline('other events are none of its business', async () => {
    const [hook] = preToolUse(filesAgent().runner).hooks;
    const event = {
      hook_event_name: 'Stop' as const,
      stop_hook_active: false,
      session_id: '',
      transcript_path: '',
      cwd: '',
    };
    expect(await hook?.(event, undefined, { signal: new AbortController().signal })).toEqual({});
  });
});

describe('mcpServerOf', () => {
  offline('known gap: a schema that transforms is applied by the SDK too', async () => {
    const files = filesAgent();
    await runWith(files, 'canUseTool', [{ ...erase('old'), input: { path: 'old', tag: 'a' } }]);
    expect(files.erased.mock.calls).toEqual([['old a!!']]);
  });

  offline('takes Zod objects only', async () => {
    const input = arktype({ path: 'string' });
    const erase = defineTool({ name: 'erase', class: 'write', guardrail: 'required', input, handler: () => 'erased' });
    const runner = new CallbackRunner(defineAgent({ name: 'files', tools: [erase] }), { beforeTool: () => undefined });
    expect(() => mcpServerOf(runner)).toThrow('The input of `erase` has to be a Zod object');
  });
});
