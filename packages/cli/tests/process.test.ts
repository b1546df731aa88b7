import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { FactsReport } from '../src/facts/report.ts';
import { deleting, Folders, imports, reading, sdk } from './graph/repository.ts';

// The command as a process of its own: arguments, exit codes and what goes to which output.
const root = path.resolve(import.meta.dirname, '../../..');
const examples = path.join(root, 'examples');
const folders = new Folders();
afterAll(() => folders.remove());

const { version } = JSON.parse(readFileSync(path.join(root, 'packages/cli/package.json'), 'utf8')) as {
  version: string;
};
const hint = 'Run `agent-safety --help` for the commands and their options.';

function run(...args: string[]) {
  const main = path.join(root, 'packages/cli/src/main.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', main, ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describe('agent-safety', () => {
  it('prints the facts and ends with 0, also where tools are unguarded', () => {
    const include = [path.join(examples, 'unsafe/archive-tools.ts')];
    const config = JSON.stringify({ extends: path.join(examples, 'tsconfig.json'), include });
    const project = path.join(folders.make({ 'tsconfig.one.json': config }), 'tsconfig.one.json');
    const { status, stdout, stderr } = run('facts', '--json', '--project', project);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const { tools } = JSON.parse(stdout) as FactsReport;
    expect(tools.map(({ name, class: kind }) => [name, kind])).toEqual([['drop_year', 'sensitive']]);
  });

  it.each([
    [['fatcs'], 'There is no command `fatcs`. Did you mean `facts`?'],
    [['paint', 'src'], 'There is no command `paint`.'],
    [[], 'Name a command.'],
    [['facts', '--jsno'], 'There is no option `--jsno` of `facts`. Did you mean `--json`?'],
    [['facts', '--jsn', 'src'], 'There is no option `--jsn` of `facts`. Did you mean `--json`?'],
    [['graph', '--proyect=src'], 'There is no option `--proyect` of `graph`. Did you mean `--project`?'],
    [['graph', '--dry-run'], 'There is no option `--dry-run` of `graph`.'],
    [['facts', '-x'], 'There is no option `-x` of `facts`.'],
    [['--jsn', 'facts'], 'There is no option `--jsn`. Did you mean `--json`?'],
    [['facts', '--project'], 'option `--project <tsconfig>` value is missing'],
    [['facts', '--project', 'a', '--project', 'b'], '`--project` is given twice. Give it once.'],
    [['graph', '--format', 'svgg'], 'There is no format `svgg`. Did you mean `svg`?'],
  ])('ends %j with 2, the mistake, and where the options are listed', (args, message) => {
    expect(run(...args)).toEqual({ status: 2, stdout: '', stderr: `agent-safety: ${message}\n${hint}\n` });
  });

  it('lists no options where the mistake is not in the command line', () => {
    const missing = path.join(root, 'nowhere');
    const message = `There is no ${missing}. Name a file, a folder or a tsconfig.json.`;
    expect(run('facts', 'nowhere')).toEqual({ status: 2, stdout: '', stderr: `agent-safety: ${message}\n` });

    const broken = folders.make({ 'tsconfig.json': '{ "include": ["."]', 'answer.ts': '' });
    const syntax = `${broken}/tsconfig.json:1:19: '}' expected.`;
    expect(run('facts', broken)).toEqual({ status: 2, stdout: '', stderr: `agent-safety: ${syntax}\n` });
  });

  it('shows help and its version', () => {
    const help = run('facts', '--help');
    expect(help.status).toBe(0);
    expect(help.stdout).toContain('$ agent-safety facts [...paths]');
    expect(help.stdout).toContain('--json');
    expect(help.stdout).toContain('--project <tsconfig>');
    expect(run('--version').stdout).toContain(`agent-safety/${version}`);
  });
});

describe('agent-safety graph', () => {
  const desk = `${imports}${reading('look_up')}${deleting('delete_file')}
export const ops = new Agent({ name: 'ops', tools: [delete_file] });
export const frontdesk = new Agent({ name: 'frontdesk', tools: [look_up], handoffs: [ops] });
`;
  const lone = `${imports}export const lone = new Agent({ name: 'lone' });\n`;
  const project = folders.make({ ...sdk, 'src/desk.ts': desk, 'src/other/lone.ts': lone });

  it('prints the graph, and notes beside it', () => {
    const { status, stdout, stderr } = run('graph', project, '--format', 'dot');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^digraph/);
    const out = path.join(project, 'written.svg');
    expect(run('graph', project, `--out=${out}`)).toEqual({
      status: 0,
      stdout: '',
      stderr: `Wrote ${out}: 3 agents, 1 delegation, 1 finding.\n`,
    });
    expect(existsSync(out)).toBe(true);
  });

  it.each([
    [['--format', 'svg', '--format', 'dot'], '`--format` is given twice. Give it once.'],
    [['--format'], 'option `--format <format>` value is missing'],
  ])('ends %j with 2, and with what is wrong', (args, message) => {
    const { status, stdout, stderr } = run('graph', ...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toBe(`agent-safety: ${message}\n${hint}\n`);
  });

  it('takes an option as it was given, though it looks like a number', () => {
    const repository = folders.repository({ ...sdk, 'src/desk.ts': desk });
    expect(run('graph', repository, '--diff', '0012345').stderr).toBe(
      `agent-safety: There is no revision \`0012345\` in ${repository}. Name a branch, a tag or a commit.\n`,
    );
  });
});
