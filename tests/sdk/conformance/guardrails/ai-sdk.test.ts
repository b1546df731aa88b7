import {
  type ContentPart,
  type ModelMessage,
  type Tool,
  type ToolApprovalConfiguration,
  ToolLoopAgent,
  type ToolSet,
  generateText,
  isStepCount,
  tool,
} from 'ai';
import { describe, expect, vi } from 'vitest';
import { z } from 'zod';
import { modelThatCalls } from './ai-sdk-model.ts';
import { ERASE, type Handler, proves } from './proves.ts';

type Approval = Pick<Tool, 'needsApproval'>;
type ToolApproval = ToolApprovalConfiguration<ToolSet, Record<string, unknown>>;

function eraseTool(handler: Handler, approval: Approval = {}) {
  return tool({ description: 'Erase', inputSchema: z.object({}), ...approval, execute: handler });
}

/** Lets a model call the tool. */
function runWith(handler: Handler, approval: Approval, toolApproval?: ToolApproval) {
  const tools = { [ERASE]: eraseTool(handler, approval) };
  return generateText({
    model: modelThatCalls(ERASE),
    prompt: 'erase it',
    tools,
    toolApproval,
    stopWhen: isStepCount(3),
  });
}

/** The names of the tools that a run waits with: somebody has to approve their calls. */
function pending({ content }: { readonly content: readonly ContentPart<ToolSet>[] }) {
  const asked = content.flatMap((part) => (part.type === 'tool-approval-request' && !part.isAutomatic ? [part] : []));
  return asked.map(({ toolCall }) => toolCall.toolName);
}

/** What says in a turn that a call was denied. */
const denial: unknown = expect.objectContaining({ type: 'tool-approval-response', approved: false });

describe('the approval that a tool asks for', () => {
  proves('ai-sdk.needsApproval', '`true` stops the tool', async (handler) => {
    expect(pending(await runWith(handler, { needsApproval: true }))).toEqual([ERASE]);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('ai-sdk.needsApproval', 'a function that answers `true` stops it', async (handler) => {
    expect(pending(await runWith(handler, { needsApproval: () => true }))).toEqual([ERASE]);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('ai-sdk.needsApproval', 'a function that throws stops it, and the run', async (handler) => {
    const needsApproval = () => Promise.reject(new Error('the policy is down'));
    await expect(runWith(handler, { needsApproval })).rejects.toThrow('the policy is down');
    expect(handler).not.toHaveBeenCalled();
  });

  proves('ai-sdk.needsApproval', 'a function that answers `false` lets it run', async (handler) => {
    expect(pending(await runWith(handler, { needsApproval: () => false }))).toEqual([]);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('ai-sdk.needsApproval', '`false` lets it run', async (handler) => {
    expect(pending(await runWith(handler, { needsApproval: false }))).toEqual([]);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('ai-sdk.needsApproval', 'without one it runs', async (handler) => {
    expect(pending(await runWith(handler, {}))).toEqual([]);
    expect(handler).toHaveBeenCalledOnce();
  });
});

describe('the approval of a tool that another one is made of', () => {
  const runOf = (erase: ToolSet[string]) =>
    generateText({
      model: modelThatCalls(ERASE),
      prompt: 'erase it',
      tools: { [ERASE]: erase },
      stopWhen: isStepCount(3),
    });

  proves('ai-sdk.needsApproval', 'a tool that is built anew around the handler runs', async (handler) => {
    const { description, execute } = eraseTool(handler, { needsApproval: true });
    expect(pending(await runOf(tool({ description, inputSchema: z.object({}), execute })))).toEqual([]);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('ai-sdk.needsApproval', 'a copy with another handler is stopped', async (handler) => {
    const copied = eraseTool(vi.fn(), { needsApproval: true });
    expect(pending(await runOf({ ...copied, execute: handler }))).toEqual([ERASE]);
    expect(handler).not.toHaveBeenCalled();
  });
});

describe('the approval that a call of the model asks for, by the name of the tool', () => {
  proves('ai-sdk.toolApproval', "'user-approval' stops the tool", async (handler) => {
    expect(pending(await runWith(handler, {}, { [ERASE]: 'user-approval' }))).toEqual([ERASE]);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('ai-sdk.toolApproval', "'denied' stops it, and asks nobody", async (handler) => {
    const { steps } = await runWith(handler, {}, { [ERASE]: 'denied' });
    expect(steps[0]?.content).toContainEqual(denial);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('ai-sdk.toolApproval', "'approved' lets a tool run that needs an approval", async (handler) => {
    expect(pending(await runWith(handler, { needsApproval: true }, { [ERASE]: 'approved' }))).toEqual([]);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('ai-sdk.toolApproval', "'not-applicable' lets a tool run that needs an approval", async (handler) => {
    expect(pending(await runWith(handler, { needsApproval: true }, { [ERASE]: 'not-applicable' }))).toEqual([]);
    expect(handler).toHaveBeenCalledOnce();
  });

  for (const type of ['approved', 'not-applicable'] as const) {
    proves('ai-sdk.toolApproval', `{ type: '${type}' } does so too`, async (handler) => {
      expect(pending(await runWith(handler, { needsApproval: true }, { [ERASE]: { type } }))).toEqual([]);
      expect(handler).toHaveBeenCalledOnce();
    });
  }

  proves('ai-sdk.toolApproval', "a record without the tool leaves it to the tool's approval", async (handler) => {
    expect(pending(await runWith(handler, { needsApproval: true }, {}))).toEqual([ERASE]);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('ai-sdk.toolApproval', 'a record without the tool lets one run that needs no approval', async (handler) => {
    expect(pending(await runWith(handler, {}, { delete: 'user-approval' }))).toEqual([]);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('ai-sdk.toolApproval', "`undefined` leaves it to the tool's approval", async (handler) => {
    expect(pending(await runWith(handler, { needsApproval: true }, { [ERASE]: undefined }))).toEqual([ERASE]);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('ai-sdk.toolApproval', "a function that answers 'user-approval' stops the tool", async (handler) => {
    expect(pending(await runWith(handler, {}, { [ERASE]: () => 'user-approval' }))).toEqual([ERASE]);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('ai-sdk.toolApproval', "a function that answers `undefined` replaces the tool's approval", async (handler) => {
    expect(pending(await runWith(handler, { needsApproval: true }, { [ERASE]: () => undefined }))).toEqual([]);
    expect(handler).toHaveBeenCalledOnce();
  });
});

describe('the approval that a call of the model asks for, as one function', () => {
  proves('ai-sdk.toolApproval', "one that answers 'user-approval' stops the tool", async (handler) => {
    expect(pending(await runWith(handler, {}, () => 'user-approval'))).toEqual([ERASE]);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('ai-sdk.toolApproval', "one that answers 'denied' stops the tool", async (handler) => {
    const { steps } = await runWith(handler, {}, () => 'denied');
    expect(steps[0]?.content).toContainEqual(denial);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('ai-sdk.toolApproval', 'one that throws stops the tool, and the run', async (handler) => {
    const toolApproval = () => Promise.reject(new Error('the policy is down'));
    await expect(runWith(handler, {}, toolApproval)).rejects.toThrow('the policy is down');
    expect(handler).not.toHaveBeenCalled();
  });

  proves('ai-sdk.toolApproval', "one that answers `undefined` replaces the tool's approval", async (handler) => {
    expect(pending(await runWith(handler, { needsApproval: true }, () => undefined))).toEqual([]);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('ai-sdk.toolApproval', "one that asks for another tool replaces this tool's approval", async (handler) => {
    const asked = vi.fn<Extract<ToolApproval, (...args: never) => unknown>>(({ toolCall }) =>
      toolCall.toolName === 'delete' ? 'user-approval' : undefined,
    );
    expect(pending(await runWith(handler, { needsApproval: true }, asked))).toEqual([]);
    expect(asked).toHaveBeenCalledOnce();
    expect(handler).toHaveBeenCalledOnce();
  });
});

describe('the answer to a request for an approval', () => {
  async function answer(handler: Handler, approved: boolean) {
    const tools = { [ERASE]: eraseTool(handler, { needsApproval: true }) };
    const model = modelThatCalls(ERASE);
    const asked = { role: 'user', content: 'erase it' } satisfies ModelMessage;
    const { content, response } = await generateText({ model, tools, messages: [asked] });
    expect(handler).not.toHaveBeenCalled();
    const answers = content.flatMap((part) =>
      part.type === 'tool-approval-request'
        ? [{ type: 'tool-approval-response' as const, approvalId: part.approvalId, approved }]
        : [],
    );
    expect(answers).toHaveLength(1);
    await generateText({ model, tools, messages: [asked, ...response.messages, { role: 'tool', content: answers }] });
  }

  proves('ai-sdk.needsApproval', '`approved: true` to every request lets the tool run', async (handler) => {
    await answer(handler, true);
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('ai-sdk.needsApproval', '`approved: false` goes on without the tool', async (handler) => {
    await answer(handler, false);
    expect(handler).not.toHaveBeenCalled();
  });
});

describe('a call past the model', () => {
  proves('ai-sdk.execute', 'runs the tool whatever its approval', async (handler) => {
    const { execute } = eraseTool(handler, { needsApproval: true });
    expect(await execute({}, { toolCallId: 'call-0', messages: [], context: {} })).toBe('erased');
    expect(handler).toHaveBeenCalledOnce();
  });
});

describe('agents', () => {
  proves('ai-sdk.toolApproval', "'user-approval' of an agent stops the tool", async (handler) => {
    const tools = { [ERASE]: eraseTool(handler) };
    const agent = new ToolLoopAgent({
      model: modelThatCalls(ERASE),
      tools,
      toolApproval: { [ERASE]: 'user-approval' },
    });
    expect(pending(await agent.generate({ prompt: 'erase it' }))).toEqual([ERASE]);
    expect(handler).not.toHaveBeenCalled();
  });

  proves(
    'ai-sdk.ToolLoopAgent',
    "the parent's approvals do not reach an agent that runs in a tool",
    async (handler) => {
      const sub = new ToolLoopAgent({ model: modelThatCalls(ERASE), tools: { [ERASE]: eraseTool(handler) } });
      const asked = vi.fn<Extract<ToolApproval, (...args: never) => unknown>>(({ toolCall }) =>
        toolCall.toolName === ERASE ? 'user-approval' : undefined,
      );
      const delegate = tool({
        inputSchema: z.object({}),
        execute: async () => (await sub.generate({ prompt: 'erase it' })).text,
      });
      const tools = { delegate, [ERASE]: eraseTool(handler) };
      const parent = new ToolLoopAgent({ model: modelThatCalls('delegate'), tools, toolApproval: asked });
      await parent.generate({ prompt: 'erase it' });
      expect(asked.mock.calls.map(([{ toolCall }]) => toolCall.toolName)).toEqual(['delegate']);
      expect(handler).toHaveBeenCalledOnce();
    },
  );

  proves('ai-sdk.ToolLoopAgent', 'the tools that `prepareCall` gives run', async (handler) => {
    const tools: ToolSet = { [ERASE]: eraseTool(handler) };
    const agent = new ToolLoopAgent({
      model: modelThatCalls(ERASE),
      prepareCall: (settings) => ({ ...settings, tools }),
    });
    await agent.generate({ prompt: 'erase it' });
    expect(handler).toHaveBeenCalledOnce();
  });

  proves('ai-sdk.ToolLoopAgent', 'an approval that an agent in a tool asks for reaches nobody', async (handler) => {
    const subTools = { [ERASE]: eraseTool(handler, { needsApproval: true }) };
    const sub = new ToolLoopAgent({ model: modelThatCalls(ERASE), tools: subTools });
    const delegate = tool({
      inputSchema: z.object({}),
      execute: async () => (await sub.generate({ prompt: 'erase it' })).text,
    });
    const parent = new ToolLoopAgent({ model: modelThatCalls('delegate'), tools: { delegate } });
    expect(pending(await parent.generate({ prompt: 'erase it' }))).toEqual([]);
    expect(handler).not.toHaveBeenCalled();
  });
});

describe('the tools that are active', () => {
  async function runActive(handler: Handler, activeTools: string[]) {
    const tools: ToolSet = { [ERASE]: eraseTool(handler), read: tool({ inputSchema: z.object({}) }) };
    const { content } = await generateText({ model: modelThatCalls(ERASE), prompt: 'erase it', tools, activeTools });
    return content;
  }

  proves('ai-sdk.generateText', 'a tool that is not among them does not run', async (handler) => {
    expect(await runActive(handler, ['read'])).toMatchObject([
      { type: 'tool-call', invalid: true },
      { type: 'tool-error' },
    ]);
    expect(handler).not.toHaveBeenCalled();
  });

  proves('ai-sdk.generateText', 'a tool that is among them runs', async (handler) => {
    expect(await runActive(handler, [ERASE])).toMatchObject([{ type: 'tool-call' }, { type: 'tool-result' }]);
    expect(handler).toHaveBeenCalledOnce();
  });
});
