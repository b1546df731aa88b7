import type { MarkedProgram } from '../marks.ts';

/** Programs on the Claude Agent SDK. */
export const claudeAgentSdkPrograms: readonly MarkedProgram[] = [
  {
    name: 'claude-agent-sdk: a callback that is asked, as nothing allows the tool before',
    code: `
import { query, type CanUseTool } from '@anthropic-ai/claude-agent-sdk';

const dangerous = /\\b(rm|dd|mkfs|shutdown)\\b/;

const guard: CanUseTool = async (tool, input) => {
  if (tool === 'Bash' && dangerous.test(String(input['command']))) {
    return { behavior: 'deny', message: 'Too dangerous.' };
  }
  return { behavior: 'allow', updatedInput: input };
};

export const work = (prompt: string) =>
  query({
    prompt,
    options: {
      permissionMode: 'default',
      tools: ['Read', 'Grep', 'Bash'],
      allowedTools: ['Read', 'Grep'/*[*//*| , 'Bash' ]*/],
      canUseTool: guard,
    },
  });
`,
  },
  {
    name: 'claude-agent-sdk: a hook before a tool of our own',
    code: `
import { rm } from 'node:fs/promises';
import { createSdkMcpServer, query, tool, type HookCallback } from '@anthropic-ai/claude-agent-sdk';
import { z } from 'zod';

const removeArtifact = tool('remove_artifact', 'Remove an artifact', { name: z.string() }, async ({ name }) => {
  await rm('/artifacts/' + name);
  return { content: [{ type: 'text', text: 'removed' }] };
});

const artifacts = createSdkMcpServer({ name: 'artifacts', version: '1.0.0', tools: [removeArtifact] });

const keepReleases: HookCallback = async (input) => {
  if (input.hook_event_name !== 'PreToolUse') return {};
  const { name } = input.tool_input as { name: string };
  if (!name.startsWith('release-')) return {};
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: 'Releases are kept.',
    },
  };
};

export async function clean(prompt: string): Promise<void> {
  for await (const message of query({
    prompt,
    options: {
      tools: [],
      mcpServers: { artifacts },
      allowedTools: ['mcp__artifacts__remove_artifact'],
      /*[*/hooks: {
        PreToolUse: [{ matcher: 'mcp__artifacts__remove_artifact', hooks: [keepReleases], onFailure: 'block' }],
      },/*]*/
    },
  })) {
    if (message.type === 'result') console.log(message.subtype);
  }
}
`,
  },
  {
    name: 'claude-agent-sdk: permissions that are asked for',
    code: `
import { query, type Options } from '@anthropic-ai/claude-agent-sdk';

const shared = {
  maxTurns: 20,
  includePartialMessages: true,
} satisfies Options;

export function review(prompt: string, cwd: string, canUseTool: Options['canUseTool']) {
  const options: Options = {
    ...shared,
    cwd,
    /*[*/permissionMode: 'default',
    canUseTool,/*| permissionMode: 'bypassPermissions',
    allowDangerouslySkipPermissions: true, ]*/
  };
  return query({ prompt, options });
}
`,
  },
  {
    name: 'claude-agent-sdk: a callback for a tool of our own, which asks',
    code: `
import { createInterface } from 'node:readline/promises';
import { createSdkMcpServer, query, tool } from '@anthropic-ai/claude-agent-sdk';
import { z } from 'zod';

declare const pool: { query(text: string, values: unknown[]): Promise<unknown> };

const forget = tool('forget', 'Forget a customer', { customer: z.string() }, async ({ customer }) => {
  await pool.query('DELETE FROM customers WHERE id = $1', [customer]);
  return { content: [{ type: 'text' as const, text: 'forgotten' }] };
});

const terminal = createInterface({ input: process.stdin, output: process.stdout });

export const support = (prompt: string) =>
  query({
    prompt,
    options: {
      permissionMode: 'default',
      tools: [],
      mcpServers: { crm: createSdkMcpServer({ name: 'crm', tools: [forget] }) },
      canUseTool: async (name, input) => {
        /*[*/const answer = await terminal.question(name + ' ' + JSON.stringify(input) + '? ');
        if (answer !== 'y') return { behavior: 'deny', message: 'The user said no.' };/*]*/
        return { behavior: 'allow', updatedInput: input };
      },
    },
  });
`,
  },
  {
    name: 'claude-agent-sdk: a hook that decides though the permissions are bypassed',
    code: `
import { query, type HookCallbackMatcher, type HookInput, type PermissionMode } from '@anthropic-ai/claude-agent-sdk';

const modes = { careful: 'default', fast: 'bypassPermissions' } as const satisfies Record<string, PermissionMode>;

export interface Desk {
  decide(tool: string, input: unknown): Promise<'allow' | 'deny'>;
}

export class Session {
  constructor(
    private readonly desk: Desk,
    private readonly folder: string,
  ) {}

  start(prompt: string) {
    const gate: HookCallbackMatcher = {
      onFailure: 'block',
      hooks: [
        async (input: HookInput) => {
          if (input.hook_event_name !== 'PreToolUse') return {};
          const permissionDecision = await this.desk.decide(input.tool_name, input.tool_input);
          return { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision } };
        },
      ],
    };
    return query({
      prompt,
      options: {
        cwd: this.folder,
        tools: { type: 'preset', preset: 'claude_code' },
        permissionMode: modes.fast,
        hooks: { PreToolUse: [/*[*/gate/*]*/] },
      },
    });
  }
}
`,
  },
  {
    name: 'claude-agent-sdk: a tool that is taken away',
    code: `
import { exec } from 'node:child_process';
import { createSdkMcpServer, query, tool } from '@anthropic-ai/claude-agent-sdk';
import { z } from 'zod';

const server = createSdkMcpServer({
  name: 'ops',
  tools: [
    tool('status', 'Say how it goes', {}, async () => ({ content: [{ type: 'text', text: 'well' }] })),
    tool('reboot', 'Reboot a host', { host: z.string() }, async ({ host }) => {
      exec('ssh ' + host + ' reboot');
      return { content: [{ type: 'text', text: 'rebooting' }] };
    }),
  ],
});

export const ask = (prompt: string) =>
  query({
    prompt,
    options: {
      tools: ['Read'],
      mcpServers: { ops: server },
      allowedTools: ['Read', 'mcp__ops__status', 'mcp__ops__reboot'],
      /*[*/disallowedTools: ['mcp__ops__reboot'],/*]*/
    },
  });
`,
  },
  {
    name: 'claude-agent-sdk: options with defaults that others may replace',
    code: `
import { query, type Options } from '@anthropic-ai/claude-agent-sdk';

type Given = Pick<Options, 'cwd' | 'model'>;

const defaults = (): Options => ({ permissionMode: /*[*/'dontAsk'/*| 'bypassPermissions' ]*/, maxTurns: 5 });

export async function* stream(prompt: string, given: Given = {}) {
  for await (const message of query({ prompt, options: { ...defaults(), ...given } })) {
    if (message.type === 'assistant') yield message.message.content;
  }
}
`,
  },
];
