import type { MarkedProgram } from '../marks.ts';

/** Programs on the GitHub Copilot SDK. */
export const copilotSdkPrograms: readonly MarkedProgram[] = [
  {
    name: 'copilot-sdk: a tool about which the handler is asked',
    code: `
import { rm } from 'node:fs/promises';
import { CopilotClient, defineTool, type PermissionHandler } from '@github/copilot-sdk';
import { z } from 'zod';

declare function confirm(question: string): Promise<boolean>;

const decide: PermissionHandler = async (request) => {
  if (request.kind !== 'custom-tool') return { kind: 'reject' };
  return (await confirm('Run ' + request.toolName + '?')) ? { kind: 'approve-once' } : { kind: 'reject' };
};

const removeBuild = defineTool('remove_build', {
  description: 'Remove a build',
  parameters: z.object({ id: z.string() }),
  skipPermission: /*[*/false/*| true]*/,
  handler: async ({ id }) => {
    await rm('/builds/' + id, { recursive: true });
    return 'removed';
  },
});

export async function clean(prompt: string) {
  const client = new CopilotClient();
  const session = await client.createSession({ tools: [removeBuild], onPermissionRequest: decide });
  return session.sendAndWait({ prompt });
}
`,
  },
  {
    name: 'copilot-sdk: a handler that approves reading, and asks about the rest',
    code: `
import { writeFile } from 'node:fs/promises';
import { approveAll, CopilotClient, defineTool, type PermissionRequest } from '@github/copilot-sdk';

declare function confirm(request: PermissionRequest): Promise<boolean>;

const saveNote = defineTool<{ text: string }>('save_note', {
  description: 'Save a note',
  parameters: { type: 'object', properties: { text: { type: 'string' } } },
  handler: ({ text }) => writeFile('note.txt', text),
});

const base = { model: 'gpt-5', tools: [saveNote] };

export const start = (client: CopilotClient) =>
  client.createSession({
    ...base,
    onPermissionRequest: /*[*/async (request, invocation) => {
      if (request.kind === 'read') return approveAll(request, invocation);
      return (await confirm(request)) ? { kind: 'approve-for-session' } : { kind: 'user-not-available' };
    }/*| approveAll]*/,
  });
`,
  },
  {
    name: 'copilot-sdk: a hook before all that is approved',
    code: `
import { execSync } from 'node:child_process';
import { approveAll, CopilotClient, type SessionHooks, type Tool } from '@github/copilot-sdk';

const deploy: Tool<{ target: string }> = {
  name: 'deploy',
  description: 'Deploy to a target',
  parameters: { type: 'object', properties: { target: { type: 'string' } } },
  handler: ({ target }) => execSync('deploy ' + target).toString(),
};

const hooks: SessionHooks = {
  onPreToolUse: ({ toolName, toolArgs }) => {
    console.log(toolName);
    /*[*/if (toolName === 'deploy' && (toolArgs as { target: string }).target === 'production')
      return { permissionDecision: 'deny', permissionDecisionReason: 'Not to production.' };/*]*/
    return undefined;
  },
};

export const goOn = (client: CopilotClient, id: string) =>
  client.resumeSession(id, { tools: [deploy], onPermissionRequest: approveAll, hooks });
`,
  },
  {
    name: 'copilot-sdk: a hook that leaves the decision to the handler',
    code: `
import { rm } from 'node:fs/promises';
import { joinSession } from '@github/copilot-sdk/extension';
import { defineTool } from '@github/copilot-sdk';

const dropCache = defineTool('drop_cache', { handler: () => rm('/cache', { recursive: true }) });

export const session = joinSession({
  tools: [dropCache],
  hooks: {
    onPreToolUse: ({ toolName }) => {
      console.log('about to run', toolName);
      return { /*[*/additionalContext: 'Caches are cheap.'/*| permissionDecision: 'allow']*/ };
    },
  },
});
`,
  },
  {
    name: 'copilot-sdk: a tool that the program runs itself',
    code: `
import { rm } from 'node:fs/promises';
import { defineTool, type ToolInvocation } from '@github/copilot-sdk';
import { z } from 'zod';

declare function confirm(question: string): Promise<boolean>;

const removeBuild = defineTool('remove_build', {
  parameters: z.object({ id: z.string() }),
  handler: ({ id }) => rm('/builds/' + id, { recursive: true }),
});

export async function remove(id: string, invocation: ToolInvocation): Promise<void> {
  /*[*/if (!(await confirm('Remove ' + id + '?'))) return;/*]*/
  await removeBuild.handler?.({ id }, invocation);
}
`,
  },
];
