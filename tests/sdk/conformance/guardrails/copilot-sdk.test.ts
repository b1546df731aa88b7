import {
  approveAll,
  defineTool,
  type PermissionHandler,
  type PermissionRequest,
  type SessionConfig,
} from '@github/copilot-sdk';
import { describe, expect, vi } from 'vitest';
import { RUNTIME, WORKER, withSession } from './copilot-runtime.ts';
import { ERASE, type Handler, proves } from './proves.ts';

type Answer = Awaited<ReturnType<PermissionHandler>>;
type Hook = NonNullable<NonNullable<SessionConfig['hooks']>['onPreToolUse']>;

function eraseTool(handler: Handler, skipPermission?: boolean) {
  const parameters = { type: 'object', properties: {} };
  return defineTool(ERASE, { description: 'Erase', parameters, handler, skipPermission });
}

/** Whether the tool runs when the model of such a session calls it. */
async function runs(handler: Handler, config: SessionConfig, skipPermission?: boolean): Promise<boolean> {
  await withSession({ ...config, tools: [eraseTool(handler, skipPermission)] }, ERASE);
  return handler.mock.calls.length > 0;
}

/** A handler of permissions that gives one answer. */
function answering(answer: unknown) {
  return vi.fn<PermissionHandler>(() => answer as Answer);
}

function throwing(): never {
  throw new Error('no');
}

/** What the SDK tells of handlers that throw is not for the output of tests. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  try {
    return await work();
  } finally {
    told.mockRestore();
  }
}

describe('the handler of permissions', () => {
  proves('copilot-sdk.onPermissionRequest', 'without it the tool is stopped', async (handler) => {
    expect(await runs(handler, {})).toBe(false);
  });

  for (const kind of ['approve-once', 'approve-for-session', 'approved'])
    proves('copilot-sdk.onPermissionRequest', `lets the tool run by \`${kind}\``, async (handler) => {
      expect(await runs(handler, { onPermissionRequest: answering({ kind }) })).toBe(true);
    });

  proves('copilot-sdk.onPermissionRequest', 'lets the tool run at a place from then on', async (handler) => {
    const approval = { kind: 'custom-tool', toolName: ERASE };
    const answer = { kind: 'approve-for-location', locationKey: '/nowhere', approval };
    expect(await runs(handler, { onPermissionRequest: answering(answer) })).toBe(true);
  });

  proves('copilot-sdk.onPermissionRequest', '`approveAll` lets the tool run', async (handler) => {
    expect(await runs(handler, { onPermissionRequest: approveAll })).toBe(true);
  });

  for (const kind of ['reject', 'user-not-available'])
    proves('copilot-sdk.onPermissionRequest', `stops the tool by \`${kind}\``, async (handler) => {
      expect(await runs(handler, { onPermissionRequest: answering({ kind }) })).toBe(false);
    });

  proves('copilot-sdk.onPermissionRequest', 'stops the tool by no answer, and by throwing', async (handler) => {
    const isRun = await quietly(async () => [
      await runs(handler, { onPermissionRequest: answering(undefined) }),
      await runs(handler, { onPermissionRequest: throwing }),
    ]);
    expect(isRun).toEqual([false, false]);
  });

  proves('copilot-sdk.onPermissionRequest', 'leaves the tool waiting by `no-result`', async (handler) => {
    const session = { tools: [eraseTool(handler)], onPermissionRequest: answering({ kind: 'no-result' }) };
    await withSession(session, ERASE, (made) =>
      expect(made.sendAndWait('go', 500)).rejects.toThrow('Timeout after 500ms'),
    );
    expect(handler).not.toHaveBeenCalled();
  });

  proves('copilot-sdk.onPermissionRequest', 'is told the name of the tool, and that it is one', async (handler) => {
    const asked = answering({ kind: 'reject' });
    await runs(handler, { onPermissionRequest: asked });
    const request = expect.objectContaining({ kind: 'custom-tool', toolName: ERASE }) as PermissionRequest;
    expect(asked).toHaveBeenCalledExactlyOnceWith(request, expect.anything());
  });
});

describe('what an organisation settles', () => {
  proves('copilot-sdk.enableManagedSettings', 'has `approveAll` throw', async (handler) => {
    const config = { enableManagedSettings: true, onPermissionRequest: approveAll };
    expect(await quietly(() => runs(handler, config))).toBe(false);
  });

  proves('copilot-sdk.managedSettings', 'has `approveAll` throw', async (handler) => {
    const managedSettings = { permissions: { disableBypassPermissionsMode: 'disable' } } as const;
    const config = { managedSettings, onPermissionRequest: approveAll };
    expect(await quietly(() => runs(handler, config))).toBe(false);
  });

  proves(
    'copilot-sdk.enableManagedSettings',
    'is not asked about a tool that skips the permission',
    async (handler) => {
      expect(await runs(handler, { enableManagedSettings: true, onPermissionRequest: approveAll }, true)).toBe(true);
    },
  );
});

describe('the mark of a tool', () => {
  proves('copilot-sdk.skipPermission', 'lets the tool run with nobody asked', async (handler) => {
    const asked = answering({ kind: 'reject' });
    expect(await runs(handler, { onPermissionRequest: asked }, true)).toBe(true);
    expect(asked).not.toHaveBeenCalled();
  });

  proves('copilot-sdk.skipPermission', 'lets the tool run where there is nobody to ask', async (handler) => {
    expect(await runs(handler, {}, true)).toBe(true);
  });

  proves('copilot-sdk.skipPermission', 'says nothing by `false`', async (handler) => {
    expect(await runs(handler, { onPermissionRequest: answering({ kind: 'reject' }) }, false)).toBe(false);
    expect(await runs(handler, { onPermissionRequest: approveAll }, false)).toBe(true);
  });

  for (const permissionDecision of ['deny', 'ask'] as const)
    proves(
      'copilot-sdk.skipPermission',
      `leaves the hook, which stops the tool by \`${permissionDecision}\``,
      async (handler) => {
        const hooks = { onPreToolUse: () => ({ permissionDecision }) };
        expect(await runs(handler, { hooks, onPermissionRequest: answering({ kind: 'reject' }) }, true)).toBe(false);
      },
    );
});

describe('the hook', () => {
  const nothing: readonly (readonly [string, Hook])[] = [
    ['nothing', () => undefined],
    ['an object without a decision', () => ({ additionalContext: 'Mind the gap.' })],
  ];

  for (const [text, onPreToolUse] of nothing)
    proves('copilot-sdk.onPreToolUse', `leaves it to the handler by ${text}`, async (handler) => {
      const hooks = { onPreToolUse };
      expect(await runs(handler, { hooks, onPermissionRequest: answering({ kind: 'reject' }) })).toBe(false);
      expect(await runs(handler, { hooks, onPermissionRequest: approveAll })).toBe(true);
    });

  proves('copilot-sdk.onPreToolUse', 'lets the tool run by `allow`, and the handler is not asked', async (handler) => {
    const asked = answering({ kind: 'reject' });
    const hooks = { onPreToolUse: () => ({ permissionDecision: 'allow' }) as const };
    expect(await runs(handler, { hooks, onPermissionRequest: asked })).toBe(true);
    expect(asked).not.toHaveBeenCalled();
  });

  proves('copilot-sdk.onPreToolUse', 'lets the tool run by `allow` where there is nobody to ask', async (handler) => {
    expect(await runs(handler, { hooks: { onPreToolUse: () => ({ permissionDecision: 'allow' }) } })).toBe(true);
  });

  proves('copilot-sdk.onPreToolUse', 'stops the tool by `deny`', async (handler) => {
    const onPreToolUse = vi.fn<Hook>(() => ({ permissionDecision: 'deny' }));
    expect(await runs(handler, { hooks: { onPreToolUse }, onPermissionRequest: approveAll })).toBe(false);
    expect(onPreToolUse).toHaveBeenCalledWith(expect.objectContaining({ toolName: ERASE }), expect.anything());
  });

  proves('copilot-sdk.onPreToolUse', 'has the handler asked by `ask`', async (handler) => {
    const hooks = { onPreToolUse: () => ({ permissionDecision: 'ask' }) as const };
    expect(await runs(handler, { hooks })).toBe(false);
    expect(await runs(handler, { hooks, onPermissionRequest: answering({ kind: 'reject' }) })).toBe(false);
    expect(await runs(handler, { hooks, onPermissionRequest: approveAll })).toBe(true);
  });

  proves('copilot-sdk.onPreToolUse', 'stops nothing by throwing', async (handler) => {
    const hooks = { onPreToolUse: throwing };
    expect(await runs(handler, { hooks, onPermissionRequest: answering({ kind: 'reject' }) })).toBe(false);
    expect(await runs(handler, { hooks, onPermissionRequest: approveAll })).toBe(true);
  });
});

describe('the tools of a session', () => {
  proves('copilot-sdk.createSession', 'are without those that are excluded', async (handler) => {
    for (const name of [ERASE, `custom:${ERASE}`, 'custom:*'])
      expect(await runs(handler, { onPermissionRequest: approveAll, excludedTools: [name] })).toBe(false);
  });

  proves('copilot-sdk.createSession', 'are those that are available', async (handler) => {
    expect(await runs(handler, { onPermissionRequest: approveAll, availableTools: ['view'] })).toBe(false);
    for (const name of [ERASE, `custom:${ERASE}`, 'custom:*'])
      expect(await runs(handler, { onPermissionRequest: approveAll, availableTools: [name] })).toBe(true);
  });

  proves('copilot-sdk.handler', 'runs the tool', async (handler) => {
    const { handler: run } = eraseTool(handler, false);
    expect(await run?.({}, { sessionId: 's', toolCallId: 'c', toolName: ERASE, arguments: {} })).toBe('erased');
    expect(handler).toHaveBeenCalledOnce();
  });
});

/** The stand-in knows of no agents below: these need the runtime. */
describe.runIf(RUNTIME)('a sub-agent', () => {
  const worker = { name: 'worker', description: 'Works', prompt: WORKER, tools: [ERASE] };

  async function runsBelow(handler: Handler, config: SessionConfig, skipPermission?: boolean): Promise<boolean> {
    await withSession({ customAgents: [worker], ...config, tools: [eraseTool(handler, skipPermission)] }, 'task');
    return handler.mock.calls.length > 0;
  }

  proves('copilot-sdk.customAgents', 'is asked about by the handler of the session', async (handler) => {
    const asked = answering({ kind: 'reject' });
    expect(await runsBelow(handler, { onPermissionRequest: asked })).toBe(false);
    expect(asked).toHaveBeenCalledOnce();
    expect(await runsBelow(handler, {})).toBe(false);
    expect(await runsBelow(handler, { onPermissionRequest: approveAll })).toBe(true);
  });

  proves('copilot-sdk.customAgents', 'is asked about by the hook of the session', async (handler) => {
    const hooks = {
      onPreToolUse: ({ toolName }: { toolName: string }) =>
        toolName === ERASE ? ({ permissionDecision: 'deny' } as const) : undefined,
    };
    expect(await runsBelow(handler, { hooks, onPermissionRequest: approveAll })).toBe(false);
  });

  proves('copilot-sdk.customAgents', 'has the tools of the session that it names, or all', async (handler) => {
    const without = { ...worker, tools: ['view'] };
    expect(await runsBelow(handler, { onPermissionRequest: approveAll, customAgents: [without] })).toBe(false);
    const all = { ...worker, tools: null };
    expect(await runsBelow(handler, { onPermissionRequest: approveAll, customAgents: [all] })).toBe(true);
  });

  proves('copilot-sdk.skipPermission', 'runs the tool with nobody asked', async (handler) => {
    expect(await runsBelow(handler, { onPermissionRequest: answering({ kind: 'reject' }) }, true)).toBe(true);
  });
});
