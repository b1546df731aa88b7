import { anthropic } from '@ai-sdk/anthropic';
import { openai } from '@ai-sdk/openai';
import { type ToolApprovalConfiguration, type ToolSet, generateText, isStepCount } from 'ai';
import { describe, expect } from 'vitest';
import { modelThatCalls } from './ai-sdk-model.ts';
import { type Handler, proves } from './proves.ts';

type Approval = 'approved' | 'user-approval';

const shellCall = { toolName: 'shell', input: { action: { commands: ['rm -rf build'] } } };

/** Lets a model call a shell of OpenAI's, whose commands the program runs. */
function runShell(handler: Handler, needsApproval?: boolean, approval?: Approval) {
  const execute = (): { output: [] } => {
    handler();
    return { output: [] };
  };
  const tools = { shell: openai.tools.shell({ execute, ...(needsApproval === undefined ? {} : { needsApproval }) }) };
  const toolApproval: ToolApprovalConfiguration<ToolSet, Record<string, unknown>> | undefined = approval && {
    shell: approval,
  };
  return generateText({
    model: modelThatCalls(shellCall),
    prompt: 'tidy up',
    tools,
    toolApproval,
    stopWhen: isStepCount(3),
  });
}

/** The names of the tools whose calls wait for an approval. */
async function pendingIn(run: ReturnType<typeof runShell>): Promise<readonly string[]> {
  const { content } = await run;
  return content.flatMap((part) =>
    part.type === 'tool-approval-request' && !part.isAutomatic ? [part.toolCall.toolName] : [],
  );
}

describe('a tool that a provider defines, and the program runs', () => {
  proves('ai-sdk.openai.shell', 'the handler runs without any approval', async (handler) => {
    expect(await pendingIn(runShell(handler))).toEqual([]);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('ai-sdk.needsApproval', '`true` stops it', async (handler) => {
    expect(await pendingIn(runShell(handler, true))).toEqual(['shell']);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('ai-sdk.toolApproval', "'user-approval' stops it", async (handler) => {
    expect(await pendingIn(runShell(handler, undefined, 'user-approval'))).toEqual(['shell']);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('ai-sdk.toolApproval', "'approved' lets it run though it needs an approval", async (handler) => {
    expect(await pendingIn(runShell(handler, true, 'approved'))).toEqual([]);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('ai-sdk.anthropic.bash_20250124', 'without a handler nothing runs, and the call is given back', async () => {
    const { toolCalls, toolResults } = await generateText({
      model: modelThatCalls({ toolName: 'bash', input: { command: 'rm -rf build' } }),
      prompt: 'tidy up',
      tools: { bash: anthropic.tools.bash_20250124({ execute: null }) },
    });
    expect(toolCalls.map(({ toolName }) => toolName)).toEqual(['bash']);
    expect(toolResults).toEqual([]);
  });

  proves('ai-sdk.anthropic.bash_20250124', 'without one, and without a sandbox, it runs nothing either', async () => {
    const { toolResults } = await generateText({
      model: modelThatCalls({ toolName: 'bash', input: { command: 'rm -rf build' } }),
      prompt: 'tidy up',
      tools: { bash: anthropic.tools.bash_20250124() },
    });
    expect(toolResults).toEqual([]);
  });
});
