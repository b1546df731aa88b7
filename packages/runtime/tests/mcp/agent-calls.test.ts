import { InMemoryTransport } from '@modelcontextprotocol/client';
import { McpServer } from '@modelcontextprotocol/server';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import {
  CallbackRunner,
  defineAgent,
  delegate,
  invokeTool,
  isBlocked,
  toolNamed,
  uncheckedInvocation,
} from '../../src/index.ts';
import type { AnyTool, GuardrailToken } from '../../src/index.ts';
import { McpClient, SessionError, SessionStateError } from '../../src/mcp/index.ts';
import { tokenOf } from '../fixtures.ts';
import { countNotes, deputy, editor, editorRunner, note, readNote, saved, saveNote, visitor } from './agent-tools.ts';
import { initializeResult } from './answers.ts';
import { activeClient, clientInfo, statelessClient } from './clients.ts';
import { WireTransport, settle } from './wire.ts';

/** What a session that is in no state to be called has sent: nothing about tools. */
const callsOf = (transport: WireTransport) =>
  transport.sent.filter(({ method }) => method === 'tools/call').map(({ params }) => params);

/** `callTool` as callers without types have it. */
function untyped(client: McpClient | McpClient<'Active', '2026-07-28'>): (...given: unknown[]) => Promise<unknown> {
  return client.callTool.bind(client) as unknown as (...given: unknown[]) => Promise<unknown>;
}

const open = {
  'with a handshake': async (answer: unknown = saved) => activeClient({}, { 'tools/call': answer }),
  'without a handshake': async (answer: unknown = saved) =>
    statelessClient(
      {},
      { 'tools/call': typeof answer === 'function' ? answer : { resultType: 'complete', ...(answer as object) } },
    ),
};

describe.each(['with a handshake', 'without a handshake'] as const)('a session %s', (era) => {
  const connected = open[era];

  it("calls an agent's tool with what the guardrail saw", async () => {
    const { transport, client } = await connected();
    const { runner } = editorRunner();
    const args = { ...note, title: ' milk ' };
    const token = await tokenOf(runner.runBeforeTool(saveNote, args));

    const result = await client.callTool(editor, saveNote, args, token);

    expect(callsOf(transport)).toMatchObject([{ name: 'saveNote', arguments: note }]);
    expect(result).toEqual(saved);
  });

  it('refuses arguments that were changed after the decision', async () => {
    const { transport, client } = await connected();
    const { runner } = editorRunner();
    const args = { ...note };
    const token = await tokenOf(runner.runBeforeTool(saveNote, args));
    args.text = 'None';

    await expect(client.callTool(editor, saveNote, args, token)).rejects.toMatchObject({ reason: 'other arguments' });
    expect(callsOf(transport)).toEqual([]);
  });

  it('sends what the guardrail saw, whatever arguments compute when they are read again', async () => {
    const { transport, client } = await connected();
    const { runner } = editorRunner();
    const token = await tokenOf(runner.runBeforeTool(saveNote, note));
    const answers = ['milk', 'secrets'];
    const shifting = {
      get title() {
        return answers.shift() ?? 'secrets';
      },
      text: note.text,
    };

    await client.callTool(editor, saveNote, shifting, token);

    expect(callsOf(transport)).toMatchObject([{ arguments: note }]);
  });

  it('sends nothing that others put on the prototype of all objects', async () => {
    const { transport, client } = await connected();
    const { runner } = editorRunner();
    const token = await tokenOf(runner.runBeforeTool(saveNote, note));
    const polluted = Object.prototype as { overwrite?: boolean };
    polluted.overwrite = true;
    try {
      // The schemas of the protocol refuse the answer, which has the property, too.
      await client.callTool(editor, saveNote, note, token).catch(() => undefined);
    } finally {
      delete polluted.overwrite;
    }
    expect(callsOf(transport)[0]?.arguments).toEqual(note);
  });

  it('spends the token of a call, whatever becomes of it', async () => {
    const { transport, client } = await connected({ content: [], structuredContent: { characters: 'many' } });
    const { runner } = editorRunner();
    const token = await tokenOf(runner.runBeforeTool(saveNote, note));

    await expect(client.callTool(editor, saveNote, note, token)).rejects.toMatchObject({ reason: 'invalid result' });
    await expect(client.callTool(editor, saveNote, note, token)).rejects.toMatchObject({ reason: 'spent' });
    expect(callsOf(transport)).toHaveLength(1);
  });

  it('sends one of two calls that are made with one token at once', async () => {
    const { transport, client } = await connected();
    const { runner } = editorRunner();
    const token = await tokenOf(runner.runBeforeTool(saveNote, note));

    const outcomes = await Promise.allSettled([
      client.callTool(editor, saveNote, note, token),
      client.callTool(editor, saveNote, note, token),
    ]);

    expect(outcomes).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected', reason: { reason: 'spent' } }]);
    expect(callsOf(transport)).toHaveLength(1);
  });

  it('takes a token once also where two sessions get it at once', async () => {
    const [one, other] = [await connected(), await connected()];
    const { runner } = editorRunner();
    const token = await tokenOf(runner.runBeforeTool(saveNote, note));

    const outcomes = await Promise.allSettled([
      one.client.callTool(editor, saveNote, note, token),
      other.client.callTool(editor, saveNote, note, token),
    ]);

    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect([callsOf(one.transport).length, callsOf(other.transport).length]).toEqual([1, 0]);
  });

  it.each([
    ['another agent', deputy, saveNote, 'other agent'],
    ['another tool', editor, readNote, 'other tool'],
  ] as const)('refuses the token of %s', async (_, agent, tool, reason) => {
    const { transport, client } = await connected();
    const { runner } = editorRunner();
    const token = await tokenOf(runner.runBeforeTool(saveNote, note));

    await expect(untyped(client)(agent, tool, note, token)).rejects.toMatchObject({
      reason,
    });
    expect(callsOf(transport)).toEqual([]);
  });

  it.each([
    ['of an empty object', {}],
    ['of nothing', undefined],
    ['of a copy', 'copy'],
  ])('refuses a token %s', async (_, given) => {
    const { transport, client } = await connected();
    const { runner } = editorRunner();
    const minted = await tokenOf(runner.runBeforeTool(saveNote, note));
    const token = given === 'copy' ? { ...minted } : given;

    await expect(client.callTool(editor, saveNote, note, token as never)).rejects.toMatchObject({ reason: 'forged' });
    expect(callsOf(transport)).toEqual([]);
    await client.callTool(editor, saveNote, note, minted);
  });

  it('refuses a token whose time is over', async () => {
    const { transport, client } = await connected();
    let time = 0;
    const runner = new CallbackRunner(editor, { beforeTool: () => undefined, expiresInMs: 10, now: () => time });
    const token = await tokenOf(runner.runBeforeTool(saveNote, note));
    time = 10;

    await expect(client.callTool(editor, saveNote, note, token)).rejects.toMatchObject({ reason: 'expired' });
    expect(callsOf(transport)).toEqual([]);
  });

  it('refuses a tool that the agent does not hold, and one that only looks like a tool or an agent', async () => {
    const { transport, client } = await connected();
    const { runner } = editorRunner();
    const notHeld = { name: 'CapabilityNotHeld' };
    const fresh = async () => tokenOf(runner.runBeforeTool(saveNote, note));
    const callTool = untyped(client);
    const lookAlike = { name: 'editor', tools: [saveNote] };

    await expect(callTool(visitor, saveNote, note, await fresh())).rejects.toMatchObject(notHeld);
    await expect(callTool(editor, { ...saveNote }, note, await fresh())).rejects.toMatchObject(notHeld);
    await expect(callTool(lookAlike, saveNote, note, await fresh())).rejects.toMatchObject(notHeld);
    await expect(callTool(editor, undefined, note, await fresh())).rejects.toMatchObject(notHeld);
    expect(callsOf(transport)).toEqual([]);
  });

  it("does not count an orchestrator's token for what was lent", async () => {
    const { transport, client } = await connected();
    const { runner } = editorRunner();
    const lent = delegate(editor, deputy, [saveNote]);
    const ofEditor = await tokenOf(runner.runBeforeTool(saveNote, note));
    const ofLent = await tokenOf(
      new CallbackRunner(lent, { beforeTool: () => undefined }).runBeforeTool(saveNote, note),
    );

    await expect(client.callTool(lent, saveNote, note, ofEditor as never)).rejects.toMatchObject({
      reason: 'other agent',
    });
    await client.callTool(lent, saveNote, note, ofLent);
    expect(callsOf(transport)).toHaveLength(1);
  });

  it('refuses a tool whose handler the call would not reach, and the token stays good', async () => {
    const { transport, client } = await connected();
    const { runner } = editorRunner();
    const token = await tokenOf(runner.runBeforeTool(countNotes, {}));

    for (const _ of [1, 2]) {
      await expect(client.callTool(editor, countNotes, {}, token)).rejects.toThrow(
        new TypeError(
          '`countNotes` has a handler, which this call would not reach. Use invokeTool, or `elsewhere` as its handler.',
        ),
      );
    }
    expect(callsOf(transport)).toEqual([]);
    expect(await invokeTool(editor, countNotes, {}, token)).toBe(1);
  });

  it('sends what its author opted out without a token, checked as well', async () => {
    const { transport, client } = await connected({ content: [] });
    const unchecked = uncheckedInvocation(readNote);

    await client.callTool(visitor, readNote, { title: 'milk' }, unchecked);
    await client.callTool(visitor, readNote, { title: 'bread' }, unchecked);
    await expect(client.callTool(visitor, readNote, { title: 7 } as never, unchecked)).rejects.toMatchObject({
      code: -32602,
    });
    await expect(client.callTool(editor, saveNote, note, unchecked as never)).rejects.toMatchObject({
      reason: 'forged',
    });
    const stranger = defineAgent({ name: 'stranger', tools: [] });
    await expect(client.callTool(stranger as never, readNote, { title: 'milk' }, unchecked)).rejects.toMatchObject({
      name: 'CapabilityNotHeld',
    });
    expect(callsOf(transport)).toMatchObject([{ arguments: { title: 'milk' } }, { arguments: { title: 'bread' } }]);
  });

  it('calls tools that were found by their name', async () => {
    const { transport, client } = await connected();
    const { runner } = editorRunner();
    const tool = toolNamed(editor, 'saveNote');
    const token = await tokenOf(runner.runBeforeTool(tool, note));

    expect((await client.callTool(editor, tool, note, token)).structuredContent).toEqual({ characters: 11 });
    expect(callsOf(transport)).toHaveLength(1);
  });

  it('hands on what the protocol has for a request', async () => {
    const { transport, client } = await connected(() => undefined);
    const { runner } = editorRunner();
    const controller = new AbortController();
    const first = await tokenOf(runner.runBeforeTool(saveNote, note));
    const second = await tokenOf(runner.runBeforeTool(saveNote, note));

    const calling = client.callTool(editor, saveNote, note, first, { signal: controller.signal, onProgress: vi.fn() });
    expect(callsOf(transport)[0]).toHaveProperty('_meta.progressToken');
    controller.abort(new Error('enough'));
    await expect(calling).rejects.toThrow('enough');
    await expect(client.callTool(editor, saveNote, note, second, { timeoutMs: 5 })).rejects.toMatchObject({
      reason: 'timeout',
    });
  });

  it('still calls as the protocol has it, without an agent', async () => {
    const { transport, client } = await connected();
    await client.callTool({ name: 'saveNote', arguments: note });
    expect(callsOf(transport)).toMatchObject([{ name: 'saveNote', arguments: note }]);
  });

  it('takes no agent for params, from callers without types', async () => {
    const { transport, client } = await connected();
    const callTool = untyped(client);

    await expect(callTool(editor)).rejects.toMatchObject({ name: 'CapabilityNotHeld' });
    await expect(callTool(editor, saveNote)).rejects.toMatchObject({ reason: 'forged' });
    await expect(callTool(editor, saveNote, note)).rejects.toMatchObject({ reason: 'forged' });
    await expect(callTool({ name: 'saveNote' }, saveNote, note)).rejects.toMatchObject({ name: 'CapabilityNotHeld' });
    expect(callsOf(transport)).toEqual([]);
  });
});

describe.each(['with a handshake', 'without a handshake'] as const)('the answer, in a session %s', (era) => {
  const answered = async (answer: unknown, tool: AnyTool = saveNote) => {
    const { client } = await open[era](answer);
    const { runner } = editorRunner();
    const token = await tokenOf(runner.runBeforeTool(tool as typeof saveNote, note));
    return client.callTool(editor, tool as typeof saveNote, note, token);
  };

  it.each([
    ['has no structured content', { content: [] }],
    ['has content of another form', { content: [], structuredContent: { characters: 'SECRET' } }],
    ['has a list as its content', { content: [], structuredContent: ['SECRET'] }],
    ['has null as its content', { content: [], structuredContent: null }],
  ])('is refused where it %s, without repeating it', async (_, answer) => {
    const failure: unknown = await answered(answer).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SessionError);
    expect(failure).toMatchObject({ reason: 'invalid result', code: -32603 });
    expect(String(failure)).toContain('`saveNote`');
    expect(String(failure)).not.toContain('SECRET');
  });

  it.each([
    ['is no result of a tool', { content: 'hello' }],
    ['has parts that no version knows', { content: [{ type: 'hologram' }] }],
  ])('is refused where it %s', async (_, answer) => {
    await expect(answered(answer)).rejects.toMatchObject({ reason: 'invalid result' });
  });

  it('is handed on where the tool failed, whatever its content', async () => {
    const failed = { content: [{ type: 'text', text: 'disk full' }], isError: true };
    expect(await answered(failed)).toEqual(failed);
    expect(await answered({ ...failed, structuredContent: { why: 1 } })).toMatchObject({ isError: true });
  });

  it('has of the content what the schema makes of it', async () => {
    const result = await answered({ content: [], structuredContent: { characters: 11, path: '/home/me' } });
    expect(result.structuredContent).toEqual({ characters: 11 });
  });

  it('is not looked into where the tool has no output schema', async () => {
    const { client } = await open[era]({ content: [], structuredContent: { anything: 1 } });
    const result = await client.callTool(visitor, readNote, { title: 'milk' }, uncheckedInvocation(readNote));
    expect(result.structuredContent).toEqual({ anything: 1 });
  });
});

describe('a state that does not allow a call', () => {
  const states = {
    'a consumed handle': async () => {
      const { client, transport } = await activeClient({}, { 'tools/call': saved });
      await client.close();
      return { client, transport, error: SessionStateError };
    },
    'a closed session': async () => {
      const { client, transport } = await activeClient({}, { 'tools/call': saved });
      return { client: (await client.close()) as unknown as McpClient, transport, error: SessionStateError };
    },
    'a session before its handshake': async () => {
      const transport = new WireTransport();
      return { client: McpClient.over(transport) as unknown as McpClient, transport, error: SessionStateError };
    },
    'a session that awaits the result': async () => {
      const transport = new WireTransport();
      const client = await McpClient.over(transport).sendInitialize({ clientInfo });
      return { client: client as unknown as McpClient, transport, error: SessionStateError };
    },
    'a session before initialized': async () => {
      const transport = new WireTransport({ initialize: initializeResult });
      const awaiting = await McpClient.over(transport).sendInitialize({ clientInfo });
      const [, client] = await awaiting.recvInitializeResult();
      return { client: client as unknown as McpClient, transport, error: SessionStateError };
    },
    'a session whose transport was closed': async () => {
      const { client, transport } = await activeClient({}, { 'tools/call': saved });
      await transport.close();
      return { client, transport, error: SessionError };
    },
    'a session that the server has lost': async () => {
      const { client, transport } = await activeClient({}, { 'tools/call': saved });
      transport.failSend = () => Promise.reject(Object.assign(new Error('404'), { code: 404 }));
      await client.ping().catch(() => undefined);
      transport.failSend = undefined;
      return { client, transport, error: SessionError };
    },
    'a session whose server has no tools': async () => {
      const initialize = { ...initializeResult, capabilities: {} };
      return { ...(await activeClient({}, { initialize, 'tools/call': saved })), error: SessionError };
    },
    'a closed session without a handshake': async () => {
      const { client, transport } = await statelessClient();
      await client.close();
      return { client: client as unknown as McpClient, transport, error: SessionStateError };
    },
    'a session without a handshake whose transport was closed': async () => {
      const { client, transport } = await statelessClient();
      await transport.close();
      return { client: client as unknown as McpClient, transport, error: SessionError };
    },
  };

  it.each(Object.entries(states))('%s refuses first: the token stays good', async (_, stateOf) => {
    const { client, transport, error } = await stateOf();
    const { runner } = editorRunner();
    const token = await tokenOf(runner.runBeforeTool(saveNote, note));

    await expect(client.callTool(editor, saveNote, note, token)).rejects.toBeInstanceOf(error);
    await expect(client.callTool(editor, saveNote, note, {} as typeof token)).rejects.toBeInstanceOf(error);
    expect(callsOf(transport)).toEqual([]);

    const good = await activeClient({}, { 'tools/call': saved });
    expect(await good.client.callTool(editor, saveNote, note, token)).toEqual(saved);
  });

  it.each(Object.entries(states))('%s refuses before the guardrail runs', async (_, stateOf) => {
    const { client, transport, error } = await stateOf();
    const { runner, beforeTool } = editorRunner();

    await expect(client.callToolWith(runner, saveNote, note)).rejects.toBeInstanceOf(error);
    expect(beforeTool).not.toHaveBeenCalled();
    expect(callsOf(transport)).toEqual([]);
  });

  it('that comes while the arguments are read sends nothing', async () => {
    const { client, transport } = await activeClient({}, { 'tools/call': saved });
    const { runner } = editorRunner();
    const token = await tokenOf(runner.runBeforeTool(saveNote, note));
    const closing = {
      get title() {
        void client.close();
        return note.title;
      },
      text: note.text,
    };

    await expect(client.callTool(editor, saveNote, closing, token)).rejects.toBeInstanceOf(SessionStateError);
    await settle();
    expect(callsOf(transport)).toEqual([]);
  });

  it('that comes while arguments without a token are validated sends nothing', async () => {
    const { client, transport } = await activeClient({}, { 'tools/call': saved });
    const calling = client.callTool(visitor, readNote, { title: 'milk' }, uncheckedInvocation(readNote));
    void client.close();

    await expect(calling).rejects.toBeInstanceOf(SessionStateError);
    expect(callsOf(transport)).toEqual([]);
  });
});

describe.each(['with a handshake', 'without a handshake'] as const)('callToolWith, in a session %s', (era) => {
  it('runs the guardrail once, and sends what it allows', async () => {
    const { transport, client } = await open[era]();
    const { runner, beforeTool } = editorRunner();

    expect(await client.callToolWith(runner, saveNote, note)).toEqual(saved);
    expect(beforeTool).toHaveBeenCalledOnce();
    expect(callsOf(transport)).toMatchObject([{ name: 'saveNote', arguments: note }]);
  });

  it('resolves to a blocked call, and sends nothing', async () => {
    const { transport, client } = await open[era]();
    const { runner } = editorRunner();

    const outcome = await client.callToolWith(runner, saveNote, { title: 'secrets', text: '' });

    expect(isBlocked(outcome) && outcome.reason).toBe('secrets are not for agents');
    expect(callsOf(transport)).toEqual([]);
  });

  it('sends nothing where the session is closed while the guardrail decides', async () => {
    const { transport, client } = await open[era]();
    const runner = new CallbackRunner(editor, {
      beforeTool: async () => {
        await client.close();
        return undefined;
      },
    });

    await expect(client.callToolWith(runner, saveNote, note)).rejects.toBeInstanceOf(SessionStateError);
    expect(callsOf(transport)).toEqual([]);
  });

  it('sends nothing where the arguments change while the guardrail decides', async () => {
    const { transport, client } = await open[era]();
    const args = { ...note };
    const runner = new CallbackRunner(editor, {
      beforeTool: async () => {
        args.text = 'None';
        return Promise.resolve(undefined);
      },
    });

    await expect(client.callToolWith(runner, saveNote, args)).rejects.toMatchObject({ reason: 'other arguments' });
    expect(callsOf(transport)).toEqual([]);
  });

  it('is given up by its signal while the guardrail decides', async () => {
    const { transport, client } = await open[era]();
    const runner = new CallbackRunner(editor, { beforeTool: () => new Promise(() => undefined) });
    const controller = new AbortController();
    const calling = client.callToolWith(runner, saveNote, note, { signal: controller.signal });
    controller.abort(new Error('enough'));

    await expect(calling).rejects.toThrow('enough');
    expect(callsOf(transport)).toEqual([]);
  });

  it('counts no runner that only looks like one', async () => {
    const { transport, client } = await open[era]();
    const runner = { agent: editor, runBeforeTool: async () => ({}) as GuardrailToken<typeof saveNote, typeof editor> };

    await expect(
      client.callToolWith(runner as never as CallbackRunner<typeof editor>, saveNote, note),
    ).rejects.toMatchObject({ reason: 'forged' });
    expect(callsOf(transport)).toEqual([]);
  });

  it('does not run the guardrail for a tool that has a handler', async () => {
    const { client } = await open[era]();
    const { runner, beforeTool } = editorRunner();

    await expect(client.callToolWith(runner, countNotes, {})).rejects.toBeInstanceOf(TypeError);
    expect(beforeTool).not.toHaveBeenCalled();
  });
});

it('reaches a server of the official SDK, which reads what the guardrail saw', async () => {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const server = new McpServer({ name: 'notes', version: '1' });
  const received: unknown[] = [];
  server.registerTool(
    'saveNote',
    {
      inputSchema: z.object({ title: z.string(), text: z.string() }),
      outputSchema: z.object({ characters: z.number() }),
    },
    (args) => {
      received.push(args);
      return { content: [], structuredContent: { characters: args.text.length } };
    },
  );
  await server.connect(far);
  const client = await McpClient.connect(near, { clientInfo });
  const { runner } = editorRunner();

  const outcome = await client.callToolWith(runner, saveNote, { ...note, title: 'milk ' });

  expect(outcome).toMatchObject({ structuredContent: { characters: 11 } });
  expect(received).toEqual([note]);
  await client.close();
});
