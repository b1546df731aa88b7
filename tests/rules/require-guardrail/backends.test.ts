import { noUnguardedSensitiveTool } from '../../../src/rules/no-unguarded-sensitive-tool.ts';
import { requireGuardrail } from '../../../src/rules/require-guardrail.ts';
import { tester } from '../rule-tester.ts';

// Tools that an SDK gives an agent for what it is given to act on.
const deep = `import { homedir } from 'node:os';
import { MemorySaver } from '@langchain/langgraph';
import { CompositeBackend, createDeepAgent, FilesystemBackend, LocalShellBackend, StateBackend, StoreBackend } from 'deepagents';
const checkpointer = new MemorySaver();
`;
const deepAgent = (backend: string, rest = ''): string =>
  `${deep}export const coder = createDeepAgent({ model: 'openai:gpt-5', checkpointer, backend: ${backend}${rest} });`;
const all = (value: string): string =>
  `, interruptOn: { execute: ${value}, write_file: true, edit_file: true, delete: true }`;

const givenBy = (calls: string): string =>
  `${deep}import type { BackendFactory, BackendProtocol } from 'deepagents';
const make = (backend: BackendProtocol | BackendFactory) => createDeepAgent({ model: 'openai:gpt-5', checkpointer, backend });
${calls}`;

const mastra = `import { Agent } from '@mastra/core/agent';
import { LocalFilesystem, LocalSandbox, Workspace, WORKSPACE_TOOLS } from '@mastra/core/workspace';
`;
const workspace = (parts: string): string =>
  `${mastra}export const dev = new Agent({ id: 'dev', name: 'Dev', instructions: '', model: 'openai/gpt-5', workspace: new Workspace({ ${parts} }) });`;
const workspaceByNames = (key: string, value: string): string =>
  workspace(`${sandbox}, tools: { requireApproval: false, [WORKSPACE_TOOLS.${key}]: { requireApproval: ${value} } }`);
const sandbox = 'sandbox: new LocalSandbox({ workingDirectory: process.cwd() })';

const unguarded = (agents: string, tool: string, what: string, remedy: string) =>
  ({ messageId: 'unguarded', data: { agents, tool, what, remedy } }) as const;

const runs = 'runs commands (critical impact)';
const writes = 'changes files (high impact)';
const approving = 'Set `tools: { mastra_workspace_execute_command: { requireApproval: true } }`';

const writingAnywhere = unguarded(
  '`Dev`',
  '`mastra_workspace_write_file` (and 3 others)',
  writes,
  'Set `tools: { mastra_workspace_write_file: { requireApproval: true } }`',
);

tester.run('require-guardrail: what an agent is given to act on', requireGuardrail, {
  valid: [
    {
      name: 'a shell, all of whose tools are interrupted',
      code: deepAgent("new LocalShellBackend({ rootDir: '/srv' })", all('true')),
    },
    { name: 'files of one folder', code: deepAgent("new FilesystemBackend({ rootDir: '/srv', virtualMode: true })") },
    {
      name: 'files behind rules for paths',
      code: deepAgent(
        "new FilesystemBackend({ rootDir: '/srv' })",
        ", permissions: [{ operations: ['write'], paths: ['/**'], mode: 'deny' }]",
      ),
    },
    { name: 'files in the state of a run', code: deepAgent('new StateBackend()') },
    {
      name: 'files in a store, beside those of a run',
      code: deepAgent("new CompositeBackend(new StateBackend(), { '/memories/': new StoreBackend() })"),
    },
    { name: 'a function that makes a state for each run', code: deepAgent('(config) => new StateBackend(config)') },
    {
      name: 'a function that makes a shell, all of whose tools are interrupted',
      code: deepAgent("() => new LocalShellBackend({ rootDir: '/srv' })", all('true')),
    },
    {
      name: 'what callers give, where none gives a shell',
      code: givenBy('make(new StateBackend()); make(new StoreBackend());'),
    },
    {
      name: 'files that a function makes in one folder',
      code: workspace("filesystem: () => new LocalFilesystem({ basePath: '/srv' })"),
    },
    { name: 'a workspace that requires approval', code: workspace(`${sandbox}, tools: { requireApproval: true }`) },
    {
      name: 'a workspace that requires approval for commands',
      code: workspace(`${sandbox}, tools: { mastra_workspace_execute_command: { requireApproval: async () => true } }`),
    },
    {
      name: 'a workspace without commands',
      code: workspace(`${sandbox}, tools: { mastra_workspace_execute_command: { enabled: false } }`),
    },
    {
      name: 'a workspace in a sandbox of the system',
      code: workspace("sandbox: new LocalSandbox({ isolation: 'bwrap' })"),
    },
    {
      name: 'a workspace with files of one folder',
      code: workspace("filesystem: new LocalFilesystem({ basePath: '/srv' })"),
    },
    {
      name: 'a workspace whose files are only read',
      code: workspace("filesystem: new LocalFilesystem({ basePath: '/srv', contained: false, readOnly: true })"),
    },
    {
      name: 'files that are given by their type, and may be virtual',
      code: deepAgent('files').replace('export', 'declare const files: FilesystemBackend;\nexport'),
    },
    {
      name: 'a shell of the program’s own, by its type',
      code: deepAgent('shell').replace(
        'export',
        'declare class Boxed extends LocalShellBackend {}\ndeclare const shell: Boxed;\nexport',
      ),
    },
    {
      name: 'an agent that requires approval for all tools',
      code: workspace(sandbox).replace('workspace:', 'defaultOptions: { requireToolApproval: true }, workspace:'),
    },
  ],
  invalid: [
    {
      name: 'a shell',
      code: deepAgent("new LocalShellBackend({ rootDir: '/srv', virtualMode: true })"),
      errors: [unguarded('`coder`', '`execute`', runs, 'Set `interruptOn: { execute: true }` there')],
    },
    {
      name: 'a shell that is made elsewhere, by its type',
      code: deepAgent('shell').replace('export', 'declare const shell: LocalShellBackend;\nexport'),
      errors: [unguarded('`coder`', '`execute`', runs, 'Set `interruptOn: { execute: true }` there')],
    },
    {
      name: 'a shell that a promise brings, given later',
      code: `${deep}declare function shellOf(id: string): Promise<LocalShellBackend>;
export async function coder(id: string) {
  const options: Parameters<typeof createDeepAgent>[0] = { model: 'openai:gpt-5', checkpointer };
  options.backend = await shellOf(id);
  return createDeepAgent(options);
}`,
      errors: [unguarded('`coder`', '`execute`', runs, 'Set `interruptOn: { execute: true }` there')],
    },
    {
      name: 'a shell, of which only files are interrupted',
      code: deepAgent(
        "new LocalShellBackend({ rootDir: '/srv' })",
        ', interruptOn: { write_file: true, edit_file: true, delete: true }',
      ),
      errors: [unguarded('`coder`', '`execute`', runs, 'Set `interruptOn: { execute: true }` there')],
    },
    {
      name: 'files anywhere',
      code: deepAgent('new FilesystemBackend({ rootDir: homedir() })'),
      errors: [
        unguarded('`coder`', '`write_file` (and 2 others)', writes, 'Set `interruptOn: { write_file: true }` there'),
      ],
    },
    {
      name: 'a shell behind others',
      code: deepAgent(
        "new CompositeBackend(new LocalShellBackend({ virtualMode: true }), { '/memories/': new StoreBackend() })",
      ),
      errors: [unguarded('`coder`', '`execute`', runs, 'Set `interruptOn: { execute: true }` there')],
    },
    {
      name: 'a function that makes a shell behind others',
      code: deepAgent('() => new CompositeBackend(new LocalShellBackend({ virtualMode: true }), {})'),
      errors: [unguarded('`coder`', '`execute`', runs, 'Set `interruptOn: { execute: true }` there')],
    },
    {
      name: 'what one of the callers gives',
      code: givenBy('make(new StateBackend()); make(() => new LocalShellBackend({ virtualMode: true }));'),
      errors: [unguarded('`make`', '`execute`', runs, 'Set `interruptOn: { execute: true }` there')],
    },
    {
      name: 'files anywhere that a function makes',
      code: workspace("filesystem: async () => new LocalFilesystem({ basePath: '/', contained: false })"),
      errors: [writingAnywhere],
    },
    {
      name: 'a workspace',
      code: workspace(sandbox),
      errors: [unguarded('`Dev`', '`mastra_workspace_execute_command`', runs, approving)],
    },
    {
      name: 'a workspace that requires approval for files only',
      code: workspace(`${sandbox}, tools: { mastra_workspace_delete: { requireApproval: true } }`),
      errors: [unguarded('`Dev`', '`mastra_workspace_execute_command`', runs, approving)],
    },
    {
      name: 'a workspace with files anywhere',
      code: workspace("filesystem: new LocalFilesystem({ basePath: '/', contained: false })"),
      errors: [writingAnywhere],
    },
  ],
});

tester.run('no-unguarded-sensitive-tool: what an agent is given to act on', noUnguardedSensitiveTool, {
  valid: [
    { name: 'a shell that is interrupted', code: deepAgent('new LocalShellBackend()', all('true')) },
    {
      name: 'a command that decides, beside tools that run unasked',
      code: workspaceByNames('SANDBOX.EXECUTE_COMMAND', "async () => process.env.ASK !== 'no'"),
    },
    { name: 'a tool that there is only without a shell', code: deepAgent('new StateBackend()', all('false')) },
  ],
  invalid: [
    {
      name: 'a shell that is not interrupted',
      code: deepAgent('new LocalShellBackend()', all('false')),
      errors: [
        { messageId: 'optedOutBuiltIn', data: { tool: '`execute`', value: 'execute: false', what: 'runs commands' } },
      ],
    },
    {
      name: 'files that are not interrupted',
      code: deepAgent('new FilesystemBackend()', ', interruptOn: { write_file: false, edit_file: true, delete: true }'),
      errors: [
        {
          messageId: 'optedOutBuiltIn',
          data: { tool: '`write_file`', value: 'write_file: false', what: 'changes files' },
        },
      ],
    },
    {
      name: 'a command that runs unasked, beside another tool that decides',
      code: workspaceByNames('FILESYSTEM.DELETE', 'true'),
      errors: [{ messageId: 'optedOutBuiltIn' }],
    },
    {
      name: 'a command that runs unasked by its name in a constant of the SDK',
      code: workspaceByNames('SANDBOX.EXECUTE_COMMAND', 'false'),
      errors: [{ messageId: 'optedOutBuiltIn' }],
    },
  ],
});
