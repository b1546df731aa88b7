import { describe, expect, it } from 'vitest';
import { lint } from '../../scenarios/linting.ts';

const head = `import { exec, execFile, spawn } from 'node:child_process';
`;

/** What is reported of a program, by the option and the line that has it: with all options on, or as `recommended` has it. */
function found(files: string | Readonly<Record<string, string>>, isRecommended = false, file = 'main.ts'): string[] {
  const sources = typeof files === 'string' ? { 'main.ts': files } : files;
  const options = isRecommended
    ? { checkConditionalModes: false, checkDeliberate: false, checkFixedPrompts: false, checkHints: false }
    : {};
  return lint(Object.fromEntries(Object.entries(sources).map(([name, code]) => [name, `${head}${code}\n`])), {
    rules: { 'agent-safety/no-unguarded-sensitive-tool': ['error', options] },
    file,
  }).map(({ message, line }) => `${String(line - 1)} ${message.slice(0, message.indexOf(' use'))}`);
}

const skipped = '`--dangerously-skip-permissions` lets `claude`';

describe('an agent of the command line that is started without questions', () => {
  it.each([
    [
      'a list of words',
      `export const start = (prompt: string) => spawn('claude', ['-p', prompt, '--dangerously-skip-permissions']);`,
      [`1 ${skipped}`],
    ],
    [
      'words that are added later, before others that may be',
      `export function start(prompt: string, model?: string) {
  const args = ['-p', prompt];
  args.push('--dangerously-skip-permissions');
  if (model) args.push('--model', model);
  return spawn('claude.cmd', args);
}`,
      [`3 ${skipped}`],
    ],
    [
      'both branches of a condition',
      `export function start(session?: string) {
  const args: string[] = [];
  if (session) args.push('--resume', session, '--dangerously-skip-permissions');
  else args.push('--dangerously-skip-permissions');
  return spawn('claude', args);
}`,
      [`3 ${skipped}`],
    ],
    [
      'a function that is given the program and its words',
      `function run(of: { command: string; args: string[] }) {
  return new Promise((resolve) => spawn(of.command, of.args).on('exit', resolve));
}
export const start = (prompt: string) =>
  run({ command: 'codex', args: ['exec', '--dangerously-bypass-approvals-and-sandbox', prompt] });`,
      ['5 `--dangerously-bypass-approvals-and-sandbox` lets `codex`'],
    ],
    [
      'a mode of two words, and one with an equals sign',
      `export const start = (prompt: string) => execFile('claude', ['-p', prompt, '--permission-mode', 'bypassPermissions']);
export const other = (prompt: string) => execFile('gemini', ['--approval-mode=yolo', '-p', prompt]);`,
      ['1 `--permission-mode bypassPermissions` lets `claude`', '2 `--approval-mode yolo` lets `gemini`'],
    ],
    [
      'a program of the settings, with a name where there are none',
      `export const start = (task: string) =>
  spawn(process.env.AGENT ?? 'claude-code', ['-p', task, '--dangerously-skip-permissions'], { shell: true });`,
      [`2 ${skipped}`],
    ],
    [
      'a line for a shell',
      'export const start = (prompt: string) => exec(`cd work && claude -p "${prompt}" --dangerously-skip-permissions`);',
      [`1 ${skipped}`],
    ],
    [
      'its package, and a program that is not known',
      `export const start = (prompt: string) => spawn('npx', ['@anthropic-ai/claude-code', '-p', prompt, '--dangerously-skip-permissions']);
export const other = (prompt: string, binary: string) => spawn(binary, ['-p', prompt, '--dangerously-skip-permissions']);`,
      [`1 ${skipped}`, `2 ${skipped}`],
    ],
    [
      'lines for a shell with settings, limits, packages and quotes',
      'export const start = (prompt: string) => {\n' +
        [
          'CI=1 claude -p "${prompt}; go on" --dangerously-skip-permissions',
          'npx -y @anthropic-ai/claude-code -p "${prompt}" --permission-mode "bypassPermissions"',
          'echo "${prompt}" | timeout 600 env CI=1 gemini --yolo',
        ]
          .map((line) => `  exec(\`${line}\`);`)
          .join('\n') +
        '\n};',
      [`2 ${skipped}`, '3 `--permission-mode bypassPermissions` lets `claude`', '4 `--yolo` lets `gemini`'],
    ],
    [
      'a list that is put together again',
      `export function start(prompt: string, model?: string) {
  let args = ['-p', prompt, '--dangerously-skip-permissions'];
  if (model) args = [...args, '--model', model];
  return spawn('claude', args);
}`,
      [`2 ${skipped}`],
    ],
    [
      'words beside those that are not known',
      `export const start = (prompt: string, more: string[]) => spawn('claude', ['-p', prompt, '--dangerously-skip-permissions', ...more]);`,
      [`1 ${skipped}`],
    ],
  ])('is found by %s', (_name, code, expected) => {
    expect(found(code)).toEqual(expected);
    expect(found(code, true)).toEqual(expected);
  });

  it.each([
    [
      'where a condition adds the option',
      `export function start(prompt: string, isTrusted: boolean) {
  const args = ['-p', prompt, ...(isTrusted ? ['--dangerously-skip-permissions'] : [])];
  return spawn('claude', args);
}`,
      [`2 ${skipped}`],
    ],
    [
      'where another list is given without it',
      `function wordsFor(isOpen: boolean) {
  if (isOpen) return ['--dangerously-skip-permissions'];
  return ['--permission-mode', 'plan'];
}
export const start = (isOpen: boolean) => spawn('claude', wordsFor(isOpen));`,
      [`2 ${skipped}`],
    ],
    [
      'where all that it is told is written down',
      `export const start = () => spawn('claude', ['-p', 'Write the notes of the release', '--dangerously-skip-permissions']);`,
      [`1 ${skipped}`],
    ],
    [
      'where a comment says that it is on purpose',
      `export function start(prompt: string) {
  // Intentional: it runs unattended, in a container that is thrown away.
  const args = ['-p', prompt, '--dangerously-skip-permissions'];
  return spawn('claude', args);
}
export const other = (prompt: string) =>
  spawn('claude', [
    '-p',
    prompt,
    '--dangerously-skip-permissions', // on purpose: nobody is there to answer
  ]);`,
      [`3 ${skipped}`, `10 ${skipped}`],
    ],
  ])('is left out by `recommended` %s', (_name, code, expected) => {
    expect(found(code)).toEqual(expected);
    expect(found(code, true)).toEqual([]);
  });

  it.each([
    ['asks', `export const start = (prompt: string) => spawn('claude', ['-p', prompt, '--allowedTools', 'Read']);`],
    [
      'has tools taken away',
      `export const start = (prompt: string) => spawn('claude', ['-p', prompt, '--dangerously-skip-permissions', '--tools', 'Read']);`,
    ],
    [
      'may have rules of its own',
      `export const start = (prompt: string, rules: string) => spawn('claude', ['-p', prompt, '--dangerously-skip-permissions', '--settings', rules]);`,
    ],
    [
      'runs in a container',
      `export const start = (prompt: string) => spawn('docker', ['run', 'agent', 'claude', '-p', prompt, '--dangerously-skip-permissions']);`,
    ],
    [
      'runs in a container, by its package',
      `export const start = (prompt: string) => spawn('docker', ['run', 'node', 'npx', '@anthropic-ai/claude-code', '-p', prompt, '--dangerously-skip-permissions']);`,
    ],
    [
      'is started by what answers yes itself',
      `export const start = (prompt: string) => spawn('npx', ['-y', '@google/gemini-cli', '-p', prompt, '--approval-mode=default']);`,
    ],
    [
      'is only installed, set up or looked for',
      `export const first = () => spawn('npm', ['install', '-g', '-y', '@google/gemini-cli']);
export const second = (server: string) => spawn('gemini', ['mcp', 'add', 'files', 'npx', '-y', server]);
export const third = () => spawn('claude', ['--dangerously-skip-permissions', '--version']);`,
    ],
    [
      'is another program by the condition that adds the option',
      `export const start = (prompt: string, isBoxed: boolean) =>
  spawn(isBoxed ? 'docker' : 'claude', isBoxed ? ['run', 'claude', '--dangerously-skip-permissions'] : ['-p', prompt]);`,
    ],
    [
      'is only named',
      `export const flags = ['--print', '--dangerously-skip-permissions'];
export const help = (name: string) => spawn(name, ['--help']);`,
    ],
    ['is another program', `export const start = (prompt: string) => spawn('yarn', ['--yolo', prompt]);`],
    [
      'is started by a function that starts nothing',
      `declare const terminal: { spawn(program: string, words: string[]): void };
export const start = (prompt: string) => { terminal.spawn('claude', ['-p', prompt, '--dangerously-skip-permissions']); };`,
    ],
  ])('is not one that %s', (_name, code) => {
    expect(found(code)).toEqual([]);
  });

  it('is found by a table of programs and of functions that give their words, not where `recommended` is used', () => {
    const code = `interface Line { command: string; args: (task: string) => string[] }
const lines: Record<'claude' | 'codex', Line> = {
  claude: { command: 'claude', args: (task) => ['-p', task, '--tools', 'Read'] },
  codex: { command: 'codex', args: (task) => ['exec', '--dangerously-bypass-approvals-and-sandbox', task] },
};
export function start(name: 'claude' | 'codex', task: string) {
  const { command, args } = lines[name];
  return spawn(command, args(task));
}
export const other = (name: 'claude' | 'codex', task: string) => spawn(lines[name].command, lines[name].args(task));`;
    expect(found(code)).toEqual(['4 `--dangerously-bypass-approvals-and-sandbox` lets `codex`']);
    expect(found(code, true)).toEqual([]);
    expect(found(code.replaceAll('--dangerously-bypass-approvals-and-sandbox', '--other'))).toEqual([]);
    // Both have an option of that name.
    const both = code.replaceAll('claude', 'gemini').replace('--dangerously-bypass-approvals-and-sandbox', '--yolo');
    expect(found(both)).toEqual([]);
  });

  const given = (mode: string, parameters = 'mode?: string') =>
    `export const start = (prompt: string, ${parameters}) => spawn('claude', ['-p', prompt, '--permission-mode', ${mode}]);`;
  const bypassed = '1 `--permission-mode bypassPermissions` lets `claude`';
  const branches = (condition: string, other: string) => `export function start(prompt: string, mode?: string) {
  const args = ['-p', prompt];
  if (${condition}) args.push(${other});
  else args.push('--permission-mode', 'bypassPermissions');
  return spawn('claude', args);
}`;

  it.each([
    ["mode ?? 'bypassPermissions'", given("mode ?? 'bypassPermissions'"), bypassed],
    ["mode ? mode : 'bypassPermissions'", given("mode ? mode : 'bypassPermissions'"), bypassed],
    ["mode = 'bypassPermissions'", given('mode', "mode = 'bypassPermissions'"), bypassed],
    ['an `else`', branches("mode && mode !== 'default'", "'--permission-mode', mode"), bypassed.replace('1', '4')],
  ])('is found by a mode that it has unless it is given another: %s', (_name, code, expected) => {
    expect(found(code, true)).toEqual([expected]);
    expect(found(code.replaceAll('bypassPermissions', 'plan'), true)).toEqual([]);
  });

  it.each([
    ['a value', given("isOpen ? 'bypassPermissions' : 'plan'", 'isOpen: boolean'), bypassed],
    ['a branch that is for something else', branches('mode', "'--verbose'"), bypassed.replace('1', '4')],
    [
      'a branch in the place of another option',
      `export function start(prompt: string, mode?: string) {
  const more = mode ? ['--resume', mode] : ['--permission-mode', 'bypassPermissions'];
  return spawn('claude', ['-p', prompt, ...more]);
}`,
      bypassed.replace('1', '2'),
    ],
    ['a branch with a fixed mode', branches('mode', "'--permission-mode', 'plan'"), bypassed.replace('1', '4')],
  ])('is not found by %s on a condition where `recommended` is used', (_name, code, expected) => {
    expect(found(code, true)).toEqual([]);
    expect(found(code)).toEqual([expected]);
  });

  it('is not found by the default of a parameter for which each caller gives something else', () => {
    const code = (modes: string) => `function start(prompt: string, mode = 'bypassPermissions') {
  return spawn('claude', ['-p', prompt, '--permission-mode', mode]);
}
export const plan = (prompt: string) => start(prompt${modes});`;
    expect(found(code(", 'plan'"))).toEqual([]);
    expect(found(code(''))).toEqual([bypassed.replace('1', '2')]);
  });

  it('is found where the tools are restricted in one of two branches', () => {
    const code = `export function start(prompt: string, folder?: string) {
  const scope = folder ? ['--add-dir', folder] : ['--disallowedTools', 'Bash'];
  return spawn('claude', ['-p', prompt, '--dangerously-skip-permissions', ...scope]);
}`;
    expect(found(code, true)).toEqual([`3 ${skipped}`]);
    expect(found(code.replace("['--add-dir', folder]", "['--disallowedTools', 'Bash', folder]"))).toEqual([]);
  });

  it('is not found by words for a container, where the program may also be one that is not known', () => {
    const code = `export function start(prompt: string, isBoxed: boolean) {
  const program = isBoxed ? 'docker' : (process.env.CLAUDE ?? 'claude');
  const words = isBoxed ? ['run', 'agent', 'claude', '-p', prompt, '--dangerously-skip-permissions'] : ['-p', prompt];
  return spawn(program, words);
}`;
    expect(found(code)).toEqual([]);
    expect(found(code.replace("'docker'", "'bunx'"))).toEqual([`3 ${skipped}`]);
  });

  it('is found by an option that no other program has, where the program may be one that is not known', () => {
    const code = `interface Resolved { command: string; before?: string[] }
const resolve = (command: string): Resolved =>
  process.env.NODE ? { command: process.env.NODE, before: [command] } : { command: process.env.CLAUDE ?? 'claude' };
function lineOf(resolved: Resolved, words: string[]) {
  const all = [...(resolved.before ?? []), ...words];
  if (process.platform === 'win32') return { command: 'cmd.exe', args: ['/d', '/c', all.join(' ')] };
  return { command: resolved.command, args: all };
}
export function start(prompt: string) {
  const line = lineOf(resolve('claude'), ['-p', prompt, '--permission-mode', 'bypassPermissions']);
  return spawn(line.command, line.args);
}`;
    expect(found(code, true)).toEqual([bypassed.replace('1', '10')]);
    expect(found(code.replaceAll('bypassPermissions', 'plan'))).toEqual([]);
  });

  it('is found by an option of a file that the one which starts it imports', () => {
    const files = {
      'options.ts': `export const options = ['--dangerously-skip-permissions'];`,
      'run.ts': `import { options } from './options.js';
export const run = (prompt: string) => spawn('claude', [...options, '-p', prompt]);`,
    };
    expect(found(files, true, 'options.ts')).toEqual([`1 ${skipped}`]);
  });

  it('is reported where the option stands, whichever file starts it', () => {
    const files = {
      'run.ts': `export function run(program: string, args: string[]) { return spawn(program, args); }`,
      'main.ts': `import { run } from './run.js';
export const start = (prompt: string) => run('claude', ['-p', prompt, '--dangerously-skip-permissions']);`,
    };
    expect(found(files, true)).toEqual([`2 ${skipped}`]);
    expect(found(files, true, 'run.ts')).toEqual([]);
  });
});
