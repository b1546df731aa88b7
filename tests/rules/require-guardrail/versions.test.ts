import { requireGuardrail } from '../../../src/rules/require-guardrail.ts';
import { codeOf, errorsIn, type Finding } from '../marked.ts';
import { tester } from '../rule-tester.ts';

// `ai-6` is `ai` 6.0.326, and `adk-0.2` is `@google/adk` 0.2.5: packages are known by the name in their package.json.

const erases = `import { rm } from 'node:fs/promises';
import { z } from 'zod';
const schema = z.object({ path: z.string() });
const execute = async ({ path }: { path: string }) => { await rm(path); return 'ok'; };
`;

const approved = (module: string): string => `${erases}import { generateText, tool } from '${module}';
const «erase» = tool({ inputSchema: schema, execute });
export const go = (prompt: string) => generateText({ model: 'openai/gpt-5', prompt, tools: { erase }, toolApproval: { erase: 'user-approval' } });
`;

const active = (module: string, tool: string): string => `${erases}import { generateText, tool } from '${module}';
const «erase» = tool({ inputSchema: schema, execute });
const look = tool({ inputSchema: schema, execute: async ({ path }) => path });
export const go = (prompt: string) => generateText({ model: 'openai/gpt-5', prompt, tools: { erase, look }, experimental_activeTools: ['${tool}'] });
`;

const agent = (module: string, option = ''): string => `${erases}import { FunctionTool, LlmAgent } from '${module}';
const erase = new FunctionTool({ name: «'erase'», description: 'Erase', parameters: schema, execute${option} });
export const cleaner = new LlmAgent({ name: 'cleaner', model: 'gemini-2.5-flash', tools: [erase] });
`;

const unguarded = (name: string, remedy: string): Finding<'unguarded'> => ({
  messageId: 'unguarded',
  data: { agents: name, tool: '`erase`', what: 'deletes with `fs.rm` (line 4; high impact)', remedy },
});

/** A finding at the marked name. */
const wrong = (name: string, code: string, finding: Finding<'unguarded'>) => ({
  name,
  code: codeOf(code),
  errors: errorsIn(code, finding),
});

tester.run('require-guardrail', requireGuardrail, {
  valid: [
    { name: 'an approval that the installed version has', code: codeOf(approved('ai')) },
    { name: 'a list of active tools without it, by its earlier name', code: codeOf(active('ai-6', 'look')) },
    {
      name: 'a confirmation that the installed version has',
      code: codeOf(agent('@google/adk', ', requireConfirmation: true')),
    },
  ],
  invalid: [
    wrong(
      'an approval that the installed version does not have',
      approved('ai-6'),
      unguarded('`go`', 'Set `needsApproval: true`'),
    ),
    wrong(
      'a list of active tools with it, by its earlier name',
      active('ai-6', 'erase'),
      unguarded('`go`', 'Set `needsApproval: true`'),
    ),
    wrong(
      'a confirmation that the installed version does not have',
      agent('adk-0.2', ', requireConfirmation: true'),
      unguarded(
        '`cleaner`',
        'Use `beforeToolCallback`, or update `@google/adk` to 2.0.0 for `requireConfirmation: true`',
      ),
    ),
    wrong(
      'no confirmation, in a version that has it',
      agent('@google/adk'),
      unguarded('`cleaner`', 'Set `requireConfirmation: true`'),
    ),
  ],
});
