import { requireGuardrail } from '../../../src/rules/require-guardrail.ts';
import { tester } from '../rule-tester.ts';

// Tools that an agent has only where something is switched on.
const program = (tools: string): string => `import { execSync } from 'node:child_process';
import { generateText, tool } from 'ai';
import { z } from 'zod';
const shell = tool({ description: 'Run', inputSchema: z.object({ command: z.string() }), execute: async ({ command }) => String(execSync(command)) });
declare const settings: { shell?: boolean };
export function go(prompt: string, enableShell: boolean, isAdmin: boolean, names: string[]) { ${tools} }
`;

const generate = (tools: string): string => `return generateText({ model: 'openai/gpt-5', prompt, tools: ${tools} });`;

const switched: Readonly<Record<string, string>> = {
  'by a flag': program(generate('{ ...(enableShell && { shell }) }')),
  'by a list of names': program(generate("{ ...(names.includes('shell') ? { shell } : {}) }")),
  'in a statement': program(
    `const tools: Record<string, typeof shell> = {}; if (enableShell) tools.shell = shell; ${generate('tools')}`,
  ),
};

const counting: Readonly<Record<string, string>> = {
  'by a list of what is off': program(generate("{ ...(!names.includes('shell') && { shell }) }")),
  'by what is on unless it is off': program(generate('{ ...(settings.shell !== false && { shell }) }')),
  'by something else': program(generate('{ ...(isAdmin && { shell }) }')),
  'where the switch is off': program(generate('{ ...(enableShell ? {} : { shell }) }')),
  'in one of two places': program(
    `const tools = { ...(enableShell && { shell }) }; return [tools, generateText({ model: 'openai/gpt-5', prompt, tools: { shell } })];`,
  ),
};

const options = [
  { allow: [], checkFixedCalls: true, checkSwitchedTools: false, checkUnknown: false, minImpact: 'high' },
] as const;
const errors = [{ messageId: 'unguarded' as const }];
const named = Object.entries(switched).map(([name, code]) => ({ name, code }));

tester.run('require-guardrail: tools that are switched on', requireGuardrail, {
  valid: named.map((each) => ({ ...each, options })),
  invalid: [
    ...named.map(({ name, code }) => ({ name: `${name}, which count`, code, errors })),
    ...Object.entries(counting).map(([name, code]) => ({ name, code, options, errors })),
  ],
});

// Tools that an agent gets for each call.
const prepared = (approval: string): string => `import { execSync } from 'node:child_process';
import { ToolLoopAgent, tool } from 'ai';
import { z } from 'zod';
const shellOf = (folder: string) => tool({ description: 'Run', inputSchema: z.object({ command: z.string() }), ${approval} execute: async ({ command }) => String(execSync(command, { cwd: folder })) });
export const agent = new ToolLoopAgent({
  model: 'openai/gpt-5',
  callOptionsSchema: z.object({ folder: z.string() }),
  prepareCall: ({ options, ...settings }) => ({ ...settings, tools: { shell: shellOf(options.folder) } }),
});
export const plain = new ToolLoopAgent({ model: 'openai/gpt-5', prepareCall: (settings) => ({ ...settings, temperature: 0 }) });
`;

tester.run('require-guardrail: tools of `prepareCall`', requireGuardrail, {
  valid: [{ name: 'with an approval', code: prepared('needsApproval: true,') }],
  invalid: [{ name: 'without one', code: prepared(''), errors }],
});
