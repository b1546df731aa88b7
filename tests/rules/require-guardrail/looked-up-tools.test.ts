import { requireGuardrail } from '../../../src/rules/require-guardrail.ts';
import { tester } from '../rule-tester.ts';

// Calls by which the program runs a tool that it has looked up among several of different types.
const program = (run: string, approval = ''): string => `import { rm, writeFile } from 'node:fs/promises';
import { generateText, tool } from 'ai';
import { z } from 'zod';
declare const ask: (question: string) => Promise<boolean>;
const wipe = tool({ inputSchema: z.object({ path: z.string() }), needsApproval: true, execute: async ({ path }) => { await rm(path); return 1; } });
const note = tool({ inputSchema: z.object({ text: z.string() }), needsApproval: true, execute: async ({ text }) => { await writeFile('notes.txt', text); return text; } });
const tools = { wipe, note };
const planned = { wipe: tool({ inputSchema: z.object({ path: z.string() }) }), note: tool({ inputSchema: z.object({ text: z.string() }) }) };
const options = { messages: [], context: undefined as never };
export async function go(prompt: string) {
  const { toolCalls } = await generateText({ model: 'openai/gpt-5', prompt, tools: planned });
  for (const call of toolCalls) {
    ${approval}
    ${run}
  }
}
`;

const runs: Readonly<Record<string, string>> = {
  'by a key':
    "await tools[call.toolName as 'wipe' | 'note'].execute?.(call.input as never, { ...options, toolCallId: call.toolCallId });",
  'in a variable':
    "const found = tools[call.toolName as 'wipe' | 'note']; await found.execute?.(call.input as never, { ...options, toolCallId: call.toolCallId });",
  'of which the method is taken':
    "const { execute } = tools[call.toolName as 'wipe' | 'note']; await execute?.(call.input as never, { ...options, toolCallId: call.toolCallId });",
};

tester.run('require-guardrail: tools that are looked up among several types', requireGuardrail, {
  valid: Object.entries(runs).map(([name, run]) => ({
    name: `${name}, where a person decides`,
    code: program(run, 'if (!(await ask(`${call.toolName} ${JSON.stringify(call.input)}`))) continue;'),
  })),
  invalid: Object.entries(runs).map(([name, run]) => ({
    name,
    code: program(run),
    errors: [{ messageId: 'invoked' as const }],
  })),
});
