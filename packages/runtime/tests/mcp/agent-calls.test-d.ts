/* eslint-disable @typescript-eslint/no-unsafe-call -- what these tests are about is calls of methods that are not there */
import { describe, expectTypeOf, it } from 'vitest';
import { GuardrailBlocked, toolNamed, uncheckedInvocation } from '../../src/index.ts';
import type { CallbackRunner, DynamicTool, GuardrailToken } from '../../src/index.ts';
import type { McpClient, ToolCallResult } from '../../src/mcp/index.ts';
import { editor, note, readNote, saveNote, visitor } from './agent-tools.ts';
import type { deputy } from './agent-tools.ts';

declare const client: McpClient;
declare const stateless: McpClient<'Active', '2026-07-28'>;
declare const token: GuardrailToken<typeof saveNote, typeof editor>;
declare const ofDeputy: GuardrailToken<typeof saveNote, typeof deputy>;
declare const ofReading: GuardrailToken<typeof readNote, typeof editor>;
declare const answer: typeof token | GuardrailBlocked;
declare const runner: CallbackRunner<typeof editor>;
declare const visitorRunner: CallbackRunner<typeof visitor>;

describe('a call of an agent takes all three proofs', () => {
  it('in a session of either era', () => {
    expectTypeOf(client.callTool(editor, saveNote, note, token)).resolves.toEqualTypeOf<
      ToolCallResult<typeof saveNote>
    >();
    expectTypeOf(stateless.callTool(editor, saveNote, note, token, { timeoutMs: 5 })).resolves.toEqualTypeOf<
      ToolCallResult<typeof saveNote>
    >();
    expectTypeOf(client.callTool(visitor, readNote, { title: 'a' }, uncheckedInvocation(readNote))).resolves.toExtend<
      ToolCallResult<typeof readNote>
    >();
  });

  it('capability', () => {
    // @ts-expect-error -- the visitor does not hold saveNote
    void client.callTool(visitor, saveNote, note, token);
    // @ts-expect-error -- the visitor does not hold saveNote
    void stateless.callTool(visitor, saveNote, note, token);
    // @ts-expect-error -- nor can its runner be asked about it
    void client.callToolWith(visitorRunner, saveNote, note);
  });

  it('guardrail', () => {
    // @ts-expect-error -- no token
    void client.callTool(editor, saveNote, note);
    // @ts-expect-error -- nothing in its place
    void client.callTool(editor, saveNote, note, undefined);
    // @ts-expect-error -- nothing in its place
    void client.callTool(editor, saveNote, note, {});
    // @ts-expect-error -- an outcome is no token: look at what the runner answered
    void client.callTool(editor, saveNote, note, answer);
    // @ts-expect-error -- another agent's token
    void client.callTool(editor, saveNote, note, ofDeputy);
    // @ts-expect-error -- another agent's token
    void stateless.callTool(editor, saveNote, note, ofDeputy);
    // @ts-expect-error -- another tool's token
    void client.callTool(editor, saveNote, note, ofReading);
    // @ts-expect-error -- the word about one tool is none about another
    void client.callTool(editor, saveNote, note, uncheckedInvocation(readNote));
  });

  it('state', () => {
    // @ts-expect-error -- before the handshake
    void ({} as McpClient<'Uninit'>).callTool(editor, saveNote, note, token);
    // @ts-expect-error -- before the result
    void ({} as McpClient<'AwaitingResult'>).callTool(editor, saveNote, note, token);
    // @ts-expect-error -- before initialized
    void ({} as McpClient<'AwaitingNotif'>).callTool(editor, saveNote, note, token);
    // @ts-expect-error -- after the end
    void ({} as McpClient<'Closed'>).callTool(editor, saveNote, note, token);
    // @ts-expect-error -- after the end
    void ({} as McpClient<'Closed', '2026-07-28'>).callTool(editor, saveNote, note, token);
    // @ts-expect-error -- before initialized
    void ({} as McpClient<'AwaitingNotif'>).callToolWith(runner, saveNote, note);
    // @ts-expect-error -- after the end
    void ({} as McpClient<'Closed'>).callToolWith(runner, saveNote, note);
  });

  it('and the arguments of the tool', () => {
    // @ts-expect-error -- a text is missing
    void client.callTool(editor, saveNote, { title: 'a' }, token);
    // @ts-expect-error -- a text is missing
    void client.callToolWith(runner, saveNote, { title: 'a' });
  });
});

describe('the result', () => {
  it('has the content of the output schema, where the tool did not fail', async () => {
    const result = await client.callTool(editor, saveNote, note, token);
    if (result.isError === true) expectTypeOf(result.structuredContent).toBeUnknown();
    else expectTypeOf(result.structuredContent).toEqualTypeOf<{ characters: number }>();
    expectTypeOf(result.content).toBeArray();
  });

  it('has unknown content without an output schema, and of tools found by name', async () => {
    const read = await client.callTool(visitor, readNote, { title: 'a' }, uncheckedInvocation(readNote));
    expectTypeOf(read.structuredContent).toBeUnknown();
    const found = await client.callTool(
      editor,
      toolNamed(editor, 'saveNote'),
      note,
      {} as GuardrailToken<DynamicTool, typeof editor>,
    );
    expectTypeOf(found.structuredContent).toBeUnknown();
  });

  it('of a call with a runner may be a blocked call', async () => {
    const outcome = await client.callToolWith(runner, saveNote, note);
    if (outcome instanceof GuardrailBlocked) expectTypeOf(outcome.reason).toBeString();
    else expectTypeOf(outcome).toEqualTypeOf<ToolCallResult<typeof saveNote>>();
  });

  it('of a call as the protocol has it is as before', () => {
    expectTypeOf(client.callTool({ name: 'saveNote' }))
      .resolves.toHaveProperty('content')
      .toBeArray();
    expectTypeOf<Parameters<McpClient['callTool']>[0]>().toHaveProperty('name').toEqualTypeOf<string>();
  });
});
