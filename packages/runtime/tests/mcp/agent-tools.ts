import { vi } from 'vitest';
import { z } from 'zod';
import { block, CallbackRunner, defineAgent, defineTool, noGuardrailRequired } from '../../src/index.ts';
import { elsewhere } from '../../src/mcp/index.ts';

/** Tools of a server, and agents that hold them: what `callTool` takes besides the session. */
export const saveNote = defineTool({
  name: 'saveNote',
  class: 'write',
  guardrail: 'required',
  input: z.object({ title: z.string().trim(), text: z.string() }),
  output: z.object({ characters: z.number() }),
  handler: elsewhere,
});

export const readNote = defineTool({
  name: 'readNote',
  class: 'read',
  guardrail: noGuardrailRequired('notes are public'),
  input: z.object({ title: z.string() }),
  handler: elsewhere,
});

/** A tool that the contract runs itself. */
export const countNotes = defineTool({
  name: 'countNotes',
  class: 'read',
  guardrail: 'required',
  input: z.object({}),
  handler: () => 1,
});

export const editor = defineAgent({ name: 'editor', tools: [saveNote, readNote, countNotes] });
export const visitor = defineAgent({ name: 'visitor', tools: [readNote] });
/** Holds what the editor does, and is another agent. */
export const deputy = defineAgent({ name: 'deputy', tools: [saveNote, readNote, countNotes] });

/** A runner of the editor that allows what is not secret, and counts how often it is called. */
export function editorRunner() {
  const beforeTool = vi.fn(({ args }: { readonly args: { readonly title?: string } }) =>
    args.title === 'secrets' ? block('secrets are not for agents') : undefined,
  );
  return { runner: new CallbackRunner(editor, { beforeTool }), beforeTool };
}

export const note = { title: 'milk', text: 'Two bottles' };

/** What the server answers to `saveNote`. */
export const saved = {
  content: [{ type: 'text', text: '{"characters":11}' }],
  structuredContent: { characters: 11 },
};
