import { noUnguardedSensitiveTool } from '../../../src/rules/no-unguarded-sensitive-tool.ts';
import { type Options, requireGuardrail } from '../../../src/rules/require-guardrail.ts';
import { tester } from '../rule-tester.ts';

// Tools that the providers of the AI SDK define, and whose handlers the program writes.
const head = `import { exec, execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { anthropic, createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI, openai } from '@ai-sdk/openai';
import { ToolLoopAgent } from 'ai';
declare const model: ConstructorParameters<typeof ToolLoopAgent>[0]['model'];
declare const remote: { run(command: string): Promise<string> };
const run = promisify(exec);
const start = promisify(execFile);
`;

const agentWith = (tools: string, rest = ''): string =>
  `${head}export const agent = new ToolLoopAgent({ id: 'Coder', model, tools: { ${tools} }${rest} });`;

const bash = (handler: string, options = ''): string =>
  `bash: anthropic.tools.bash_20250124({ ${options}execute: ${handler} })`;
const running = 'async ({ command }) => (await run(command)).stdout';

const shell = (options = ''): string =>
  `shell: createOpenAI().tools.shell({ ${options}execute: async ({ action }) => ({ output: await Promise.all(action.commands.map(async (each) => ({ ...(await run(each)), outcome: { type: 'exit' as const, exitCode: 0 } }))) }) })`;

const localShell = (options = ''): string =>
  `localShell: openai.tools.localShell({ ${options}execute: async ({ action }) => ({ output: (await start(action.command[0]!, action.command.slice(1))).stdout }) })`;

const patch = (work: string): string =>
  `applyPatch: openai.tools.applyPatch({ execute: async ({ operation }) => { ${work} return { status: 'completed' }; } })`;

const editor = (options = ''): string =>
  `edit: createAnthropic().tools.textEditor_20250728({ ${options}execute: async ({ path, file_text }) => { await writeFile(path, file_text ?? ''); return 'done'; } })`;

const computer = (act: string): string =>
  `computer: anthropic.tools.computer_20250124({ displayWidthPx: 800, displayHeightPx: 600, execute: async ({ action, text }) => { ${act} return action; } })`;

/** A tool that is taken out of what holds the provider's tools, by its own name or another one. */
const taken = (pattern: string, name: string, tool: string): string =>
  `${head}const ${pattern} = openai.tools;
export const agent = new ToolLoopAgent({ id: 'Coder', model, tools: { ${tool.replace(/(?:openai|createOpenAI\(\))\.tools\.\w+/, name)} } });`;

const strict: [Partial<Options>] = [{ checkUnknown: true, minImpact: 'low' }];

const unguarded = (
  tool: string,
  what: string,
): { messageId: 'unguarded'; data: { agents: string; tool: string; what: string; remedy: string } } => ({
  messageId: 'unguarded',
  data: { agents: '`Coder`', tool: `\`${tool}\``, what, remedy: 'Set `needsApproval: true`' },
});

tester.run('require-guardrail: tools that providers define', requireGuardrail, {
  valid: [
    { name: 'bash that requires approval', code: agentWith(bash(running, 'needsApproval: true, ')) },
    { name: 'a shell that requires approval', code: agentWith(shell('needsApproval: true, ')) },
    {
      name: 'a shell that requires approval for some commands',
      code: agentWith(localShell('needsApproval: ({ action }) => action.command[0] !== "ls", ')),
    },
    { name: 'an editor that requires approval', code: agentWith(editor('needsApproval: async () => true, ')) },
    {
      name: 'bash that the agent requires approval for',
      code: agentWith(bash(running), ", toolApproval: { bash: 'user-approval' }"),
    },
    { name: 'bash that only answers', code: agentWith(bash('async ({ command }) => `$ ${command}`')), options: strict },
    {
      name: 'a shell that is taken out, and requires approval',
      code: taken('{ shell }', 'shell', shell('needsApproval: true, ')),
    },
    {
      name: 'a shell that is taken out under another name, and requires approval',
      code: taken('{ localShell: terminal }', 'terminal', localShell('needsApproval: true, ')),
    },
    {
      name: 'a function of that name that is taken out of something else',
      code: `${head}declare const others: { shell(given: object): never }; const { shell } = others; export const agent = new ToolLoopAgent({ model, tools: { shell: shell({ execute: async (line: string) => (await run(line)).stdout }) } });`,
    },
    { name: 'bash without a handler', code: agentWith('bash: anthropic.tools.bash_20250124()'), options: strict },
    { name: 'patches that only print', code: agentWith(patch('console.log(operation);')), options: strict },
    { name: 'a computer that only takes notes', code: agentWith(computer('console.log(action);')), options: strict },
    {
      name: 'bash that runs elsewhere, by what is declared',
      code: agentWith(bash('async ({ command }) => remote.run(command)')),
    },
    {
      name: 'bash without a handler that is known',
      code: `${head}declare const handler: (input: { command: string }) => Promise<string>; export const agent = new ToolLoopAgent({ model, tools: { ${bash('handler')} } });`,
    },
    {
      name: 'a tool that the provider runs',
      code: agentWith('python: openai.tools.codeInterpreter()'),
      options: strict,
    },
  ],
  invalid: [
    {
      name: 'bash',
      code: agentWith(bash(running)),
      errors: [
        unguarded('bash', 'runs a command that the model writes with `child_process.exec` (line 12; critical impact)'),
      ],
    },
    {
      name: 'a shell of a provider that is made',
      code: agentWith(shell()),
      errors: [
        unguarded('shell', 'runs a command that the model writes with `child_process.exec` (line 12; critical impact)'),
      ],
    },
    {
      name: 'a shell by the words of a command',
      code: agentWith(localShell()),
      errors: [
        unguarded(
          'localShell',
          'runs a command that the model writes with `child_process.execFile` (line 12; critical impact)',
        ),
      ],
    },
    {
      name: 'a shell that is taken out',
      code: taken('{ shell }', 'shell', shell()),
      errors: [
        unguarded('shell', 'runs a command that the model writes with `child_process.exec` (line 13; critical impact)'),
      ],
    },
    {
      name: 'a shell that is taken out under another name',
      code: taken('{ localShell: terminal, ...others }', 'terminal', localShell()),
      errors: [
        unguarded(
          'localShell',
          'runs a command that the model writes with `child_process.execFile` (line 13; critical impact)',
        ),
      ],
    },
    {
      name: 'patches that are applied',
      code: agentWith(
        patch(
          'if (operation.type === "delete_file") await rm(operation.path); else await writeFile(operation.path, operation.diff);',
        ),
      ),
      errors: [unguarded('applyPatch', 'deletes with `fs.rm` (line 12; high impact)')],
    },
    {
      name: 'an editor of files anywhere',
      code: agentWith(editor()),
      errors: [unguarded('edit', 'overwrites files that the model chooses with `fs.writeFile` (line 12; high impact)')],
    },
    {
      name: 'a computer that is operated by a program',
      code: agentWith(computer("await start('xdotool', ['type', text ?? '']);")),
      errors: [
        unguarded(
          'computer',
          'operates the computer as the model says with `child_process.execFile` (line 12; critical impact)',
        ),
      ],
    },
    {
      name: 'bash that runs elsewhere, by what is declared, where what is unknown counts',
      code: agentWith(bash('async ({ command }) => remote.run(command)')),
      options: strict,
      errors: [unguarded('bash', 'runs commands (critical impact)')],
    },
    {
      name: 'bash with a handler that is not known, where what is unknown counts',
      code: `${head}declare const handler: (input: { command: string }) => Promise<string>;
export const agent = new ToolLoopAgent({ id: 'Coder', model, tools: { ${bash('handler')} } });`,
      options: strict,
      errors: [unguarded('bash', 'runs commands (critical impact)')],
    },
  ],
});

const marked = (tool: string, value: string, what: string) =>
  ({ messageId: 'optedOut', data: { tool: `\`${tool}\``, value, what } }) as const;

tester.run('no-unguarded-sensitive-tool: tools that providers define', noUnguardedSensitiveTool, {
  valid: [
    { name: 'bash that requires approval', code: agentWith(bash(running, 'needsApproval: true, ')) },
    {
      name: 'bash that only answers, and needs none',
      code: agentWith(bash('async ({ command }) => `$ ${command}`', 'needsApproval: false, ')),
    },
    {
      name: 'a shell that the agent requires approval for',
      code: agentWith(shell(), ", toolApproval: { shell: 'user-approval' }"),
    },
    {
      name: 'bash that only answers, and that the agent approves',
      code: agentWith(bash('async ({ command }) => `$ ${command}`'), ", toolApproval: { bash: 'approved' }"),
    },
  ],
  invalid: [
    {
      name: 'bash that needs no approval',
      code: agentWith(bash(running, 'needsApproval: false, ')),
      errors: [
        marked(
          'bash',
          'needsApproval: false',
          'runs a command that the model writes with `child_process.exec` (line 12; critical impact)',
        ),
      ],
    },
    {
      name: 'a shell that the agent approves',
      code: agentWith(shell(), ", toolApproval: { shell: 'approved' }"),
      errors: [
        marked(
          'shell',
          "shell: 'approved'",
          'runs a command that the model writes with `child_process.exec` (line 12; critical impact)',
        ),
      ],
    },
    {
      name: 'an editor that the agent approves, in other words',
      code: agentWith(editor(), ", toolApproval: { edit: 'not-applicable' }"),
      errors: [
        marked(
          'edit',
          "edit: 'not-applicable'",
          'overwrites files that the model chooses with `fs.writeFile` (line 12; high impact)',
        ),
      ],
    },
    {
      name: 'a computer that needs no approval',
      code: agentWith(
        computer("await start('xdotool', ['type', text ?? '']);").replace('execute:', 'needsApproval: false, execute:'),
      ),
      errors: [
        marked(
          'computer',
          'needsApproval: false',
          'operates the computer as the model says with `child_process.execFile` (line 12; critical impact)',
        ),
      ],
    },
  ],
});
