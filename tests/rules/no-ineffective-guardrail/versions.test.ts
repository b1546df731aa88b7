import type { InvalidTestCase, ValidTestCase } from '@typescript-eslint/rule-tester';
import { noIneffectiveGuardrail } from '../../../src/rules/no-ineffective-guardrail.ts';
import { codeOf, errorsIn, type Finding } from '../marked.ts';
import { tester } from '../rule-tester.ts';

// `ai-6` is `ai` 6.0.326, and `adk-0.2` is `@google/adk` 0.2.5: packages are known by the name in their package.json.

type MessageId = keyof typeof noIneffectiveGuardrail.messages;

const valid: ValidTestCase<[]>[] = [];
const invalid: InvalidTestCase<MessageId, []>[] = [];

/** Two programs that differ in the one thing that matters: the option of the first is none there, that of the second is one. */
function pair(name: string, faulty: string, finding: Finding<MessageId>, right: string): void {
  invalid.push({ name, code: codeOf(faulty), errors: errorsIn(faulty, finding) });
  silent(`not: ${name}`, right);
}

function silent(name: string, code: string): void {
  valid.push({ name, code });
}

const erases = `import { rm } from 'node:fs/promises';
import { z } from 'zod';
const schema = z.object({ path: z.string() });
const execute = async ({ path }: { path: string }) => { await rm(path); return 'ok'; };
`;

// ── options that other versions have ─────────────────────────────────────────────────────────────────────────────────

const approvalByCall = (module: string, option: string) => `${erases}import { generateText, tool } from '${module}';
const tools = { erase: tool({ inputSchema: schema, execute }) };
export const go = (prompt: string) => generateText({ model: 'openai/gpt-5', prompt, tools, ${option} });
`;

pair(
  'an approval of the call, before the version that brought it',
  approvalByCall('ai-6', "«toolApproval: { erase: 'user-approval' }»"),
  {
    messageId: 'unknownOption',
    data: {
      package: 'ai',
      version: '6.0.326',
      option: 'toolApproval',
      history: '7.0.0 added it',
      remedy: 'Set `needsApproval: true` on the tool, or update `ai`',
    },
  },
  approvalByCall('ai', "toolApproval: { erase: 'user-approval' }"),
);

pair(
  'an approval of an agent, before the version that brought it, in an object elsewhere',
  `${erases}import { ToolLoopAgent, tool } from 'ai-6';
const settings = { model: 'openai/gpt-5', tools: { erase: tool({ inputSchema: schema, execute }) }, toolApproval: { erase: 'user-approval' } } as const;
export const agent = «new ToolLoopAgent(settings)»;`,
  {
    messageId: 'unknownOption',
    data: {
      package: 'ai',
      version: '6.0.326',
      option: 'toolApproval',
      history: '7.0.0 added it',
      remedy: 'Set `needsApproval: true` on the tool, or update `ai`',
    },
  },
  `${erases}import { ToolLoopAgent, tool } from 'ai';
const settings = { model: 'openai/gpt-5', tools: { erase: tool({ inputSchema: schema, execute }) }, toolApproval: { erase: 'user-approval' } } as const;
export const agent = new ToolLoopAgent(settings);`,
);

silent(
  'known gap: an approval that is assigned later, in a version that does not have it',
  `${erases}import { ToolLoopAgent, tool } from 'ai-6';
export const agent = new ToolLoopAgent({ model: 'openai/gpt-5', tools: { erase: tool({ inputSchema: schema, execute }) } });
Object.assign(agent, { toolApproval: { erase: 'user-approval' } });`,
);

silent(
  'a version that is not known: the sources of a package in the same repository',
  `${erases}declare function tool<T>(definition: T): T;
export const erase = tool({ inputSchema: schema, execute, approval: { type: 'user' } });`,
);

silent('no approval of the call: nothing was meant to stop', approvalByCall('ai-6', 'toolApproval: undefined'));

silent(
  'settings of which it is not known whether they have an approval',
  `${erases}import { generateText } from 'ai-6';
export const go = (settings: Parameters<typeof generateText>[0]) => generateText({ ...settings });`,
);

const confirmation = (module: string, option: string) => `${erases}import { FunctionTool } from '${module}';
export const erase = new FunctionTool({ name: 'erase', description: 'Erase', parameters: schema, execute, ${option} });
`;

pair(
  'a confirmation of a tool, before the version that brought it',
  confirmation('adk-0.2', '«requireConfirmation: true»'),
  {
    messageId: 'unknownOption',
    data: {
      package: '@google/adk',
      version: '0.2.5',
      option: 'requireConfirmation',
      history: '2.0.0 added it',
      remedy: 'Update `@google/adk`, or request approval in its handler',
    },
  },
  confirmation('@google/adk', 'requireConfirmation: true'),
);

// ── options of no version ────────────────────────────────────────────────────────────────────────────────────────────

const toolWith = (module: string, option: string) => `${erases}import { tool } from '${module}';
export const erase = tool({ inputSchema: schema, execute, ${option} });
`;

for (const [module, version] of [
  ['ai', '7.0.173'],
  ['ai-6', '6.0.326'],
] as const)
  pair(
    `an approval of a tool under a name that no type has, in version ${version}`,
    toolWith(module, "«approval: { type: 'user' }»"),
    {
      messageId: 'undeclaredOption',
      data: {
        package: 'ai',
        version,
        option: 'approval',
        callee: 'tool',
        remedy: 'Use `needsApproval` instead',
      },
    },
    toolWith(module, 'needsApproval: true'),
  );

silent(
  'an option that reads as a guard, spread from something that is not known',
  `${erases}import { tool } from 'ai';
declare const more: { approval?: { type: string } };
export const erase = tool({ inputSchema: schema, execute, ...more });`,
);

pair(
  'an approval of a tool of the OpenAI Agents SDK under a name that no type has',
  `${erases}import { tool } from '@openai/agents';
export const erase = tool({ name: 'erase', description: 'Erase', parameters: schema, execute, «requireApproval: true» });`,
  {
    messageId: 'undeclaredOption',
    data: {
      package: '@openai/agents',
      version: '0.20.0',
      option: 'requireApproval',
      callee: 'tool',
      remedy: 'Use `needsApproval` instead',
    },
  },
  `${erases}import { tool } from '@openai/agents';
export const erase = tool({ name: 'erase', description: 'Erase', parameters: schema, execute, needsApproval: true });`,
);

pair(
  'permissions of a session under a name that no type has',
  `import { query } from '@anthropic-ai/claude-agent-sdk';
export const go = (prompt: string) => query({ prompt, options: { «permissions: { deny: ['Bash'] }» } });`,
  {
    messageId: 'undeclaredOption',
    data: {
      package: '@anthropic-ai/claude-agent-sdk',
      version: '0.3.330',
      option: 'permissions',
      callee: 'query',
      remedy: 'Remove it, and request approval in the handlers of sensitive tools',
    },
  },
  `import { query } from '@anthropic-ai/claude-agent-sdk';
export const go = (prompt: string) => query({ prompt, options: { disallowedTools: ['Bash'] } });`,
);

silent(
  'an option that reads as a guard, and that the type has',
  `import { query } from '@anthropic-ai/claude-agent-sdk';
export const go = (prompt: string) => query({ prompt, options: { permissionMode: 'plan', allowDangerouslySkipPermissions: false } });`,
);

tester.run('no-ineffective-guardrail', noIneffectiveGuardrail, { valid, invalid });
