import { createSdkMcpServer, tool as claudeTool } from '@anthropic-ai/claude-agent-sdk';
import type {
  CanUseTool,
  HookCallback,
  HookCallbackMatcher,
  McpSdkServerConfigWithInstance,
  PermissionResult,
  SdkMcpToolDefinition,
  SyncHookJSONOutput,
} from '@anthropic-ai/claude-agent-sdk';
import type { AnyTool } from '../capability/tool.ts';
import type { Json } from '../json.ts';
import { admitCall, refusalOf, reportingTo, runCall, textOf } from './governed-call.ts';
import type { Admitted, AnyRunner, FailureOption } from './governed-call.ts';
import { ownToolsOf } from './json-schema.ts';

export { elsewhere } from './elsewhere.ts';
export { GuardrailFailed } from './governed-call.ts';
export type { AnyRunner } from './governed-call.ts';

/** What `canUseTool` and `preToolUse` take besides the runner. */
export interface ClaudeOptions extends FailureOption {
  /** The key of `mcpServers` under which `mcpServerOf(runner)` is; the agent's name unless given. */
  readonly server?: string;
}

/**
 * The agent's tools as a server for `mcpServers` (read from @anthropic-ai/claude-agent-sdk 0.3.330), where they are named
 * `mcp__<server>__<tool>`. Each call asks the runner and then runs the contract's handler, in this process.
 *
 * The SDK takes Zod objects only, and parses the arguments by them before the contract does it again: a schema that
 * transforms has to take what it makes.
 *
 * @throws TypeError where an input schema is no Zod object.
 */
export function mcpServerOf(runner: AnyRunner, options: FailureOption = {}): McpSdkServerConfigWithInstance {
  const tools = ownToolsOf(runner).map((tool) =>
    claudeTool(tool.name, tool.description ?? '', shapeOf(tool), async (args, extra) => {
      const { signal } = extra as { readonly signal?: AbortSignal };
      const outcome = await reportingTo(options, runCall(runner, tool.name, args, signal));
      const hasRun = outcome.kind === 'ran';
      return {
        __proto__: null,
        content: [{ type: 'text', text: hasRun ? textOf(outcome.result) : refusalOf(outcome) }],
        isError: !hasRun,
      };
    }),
  );
  return createSdkMcpServer({ name: runner.agent.name, tools });
}

/**
 * The `canUseTool` of a query. Tools of `mcpServerOf(runner)` pass, since they ask by themselves; about all others the
 * runner decides, as far as its agent holds them with `elsewhere` as their handler, under the names that Claude Code has
 * for them: `Bash`, `mcp__github__create_issue`. They run with the arguments that it decided about. What the agent does
 * not hold is denied, and so are all calls of sub-agents. Where the guardrail fails, the call is denied and the turn is
 * interrupted.
 *
 * Claude Code asks it only about calls that nothing else has allowed: `allowedTools`, settings files and permission
 * modes come first. `preToolUse` is asked about every call.
 */
export function canUseTool(runner: AnyRunner, options: ClaudeOptions = {}): CanUseTool {
  return async (toolName, input, { agentID, mcpServer, signal }) => {
    const isOfSubagent = agentID !== undefined;
    const ruling = await rulingOn(runner, options, { toolName, input, isOfSubagent, mcpServer, signal });
    return ruling.kind === 'admitted'
      ? ({
          __proto__: null,
          behavior: 'allow',
          updatedInput: ruling.args as Record<string, unknown>,
        } as PermissionResult)
      : ({
          __proto__: null,
          behavior: 'deny',
          message: ruling.reason,
          interrupt: ruling.isFailure,
        } as PermissionResult);
  };
}

/** What `preToolUse` takes besides the runner. */
export interface PreToolUseOptions extends ClaudeOptions {
  /**
   * The runners of sub-agents, by their key in `agents`; their `mcpServerOf` has the agent's name as its key. Calls of
   * other sub-agents are denied.
   */
  readonly subagents?: Readonly<Record<string, AnyRunner>>;
}

/**
 * The hook for `hooks: { PreToolUse: [preToolUse(runner)] }`: decides as `canUseTool` does, about every call, also where
 * the permissions of Claude Code allow it. What it lets pass is not asked about again. Where the hook itself fails, the
 * call is blocked (`onFailure`), which Claude Code would not do by itself.
 */
export function preToolUse(runner: AnyRunner, options: PreToolUseOptions = {}): HookCallbackMatcher {
  return { hooks: [hookOf(runner, options)], onFailure: 'block' };
}

function hookOf(runner: AnyRunner, { subagents = {}, ...options }: PreToolUseOptions): HookCallback {
  return async (event, _id, { signal }) => {
    if (event.hook_event_name !== 'PreToolUse') return answerOf({});
    const { tool_name: toolName, tool_input: input, agent_id, agent_type = '', mcp_server: mcpServer } = event;
    const subagent = agent_id !== undefined && Object.hasOwn(subagents, agent_type) ? subagents[agent_type] : undefined;
    const isOfSubagent = agent_id !== undefined && !subagent;
    const call = { toolName, input, isOfSubagent, mcpServer, signal };
    const ruling = subagent
      ? await rulingOn(subagent, { ...options, server: subagent.agent.name }, call)
      : await rulingOn(runner, options, call);
    const hookEventName = 'PreToolUse';
    if (ruling.kind === 'admitted') {
      const updatedInput = ruling.args as Record<string, unknown>;
      return answerOf({ hookSpecificOutput: { hookEventName, permissionDecision: 'allow', updatedInput } });
    }
    const denial = { hookEventName, permissionDecision: 'deny', permissionDecisionReason: ruling.reason } as const;
    const stop = ruling.isFailure ? { continue: false, stopReason: ruling.reason } : {};
    return answerOf({ ...stop, hookSpecificOutput: denial });
  };
}

function answerOf(output: SyncHookJSONOutput): SyncHookJSONOutput {
  return { __proto__: null, ...output } as SyncHookJSONOutput;
}

interface AskedCall {
  readonly toolName: string;
  readonly input: unknown;
  readonly isOfSubagent: boolean;
  readonly mcpServer: { readonly name: string; readonly source: string } | undefined;
  readonly signal: AbortSignal | undefined;
}

type Ruling = Admitted | Denied;

interface Denied {
  readonly kind: 'denied';
  readonly reason: string;
  readonly isFailure: boolean;
}

/** Never throws: what Claude Code makes of a hook that fails is up to it. */
async function rulingOn(runner: AnyRunner, options: ClaudeOptions, call: AskedCall): Promise<Ruling> {
  const { toolName, input } = call;
  if (call.isOfSubagent) return denied(`\`${runner.agent.name}\` does not decide for sub-agents.`, false);
  if (isOwn(runner, options.server ?? runner.agent.name, call)) {
    return { __proto__: null, kind: 'admitted', args: input as Json } as Admitted;
  }
  try {
    const outcome = await reportingTo(options, admitCall(runner, toolName, input, 'replaceable', call.signal));
    return outcome.kind === 'admitted' ? outcome : denied(outcome.reason, false);
  } catch (error) {
    return denied((error as Error).message, true);
  }
}

function denied(reason: string, isFailure: boolean): Denied {
  return { __proto__: null, kind: 'denied', reason, isFailure } as Denied;
}

/** Whether the call leads to `mcpServerOf(runner)`, which decides by itself. */
function isOwn(runner: AnyRunner, server: string, { toolName, mcpServer }: AskedCall): boolean {
  const isHere = mcpServer?.source === 'sdk' && mcpServer.name === server;
  return isHere && ownToolsOf(runner).some(({ name }) => toolName === `mcp__${server}__${name}`);
}

function shapeOf(tool: AnyTool): SdkMcpToolDefinition['inputSchema'] {
  const { shape } = tool.input as { readonly shape?: SdkMcpToolDefinition['inputSchema'] };
  if (!shape)
    throw new TypeError(`The input of \`${tool.name}\` has to be a Zod object: the Claude Agent SDK takes no other.`);
  return shape;
}
