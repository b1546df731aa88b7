import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'runtime-command-')));
afterAll(() => rmSync(folder, { recursive: true }));

function run(cwd: string, ...args: readonly string[]) {
  const bin = path.join(import.meta.dirname, '../bin/agent-safety.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], { cwd, encoding: 'utf8' });
  return { status, stdout, stderr };
}

describe('the command of the runtime package', () => {
  it('names the package that has the command, where that is not installed', () => {
    expect(run(folder, 'facts')).toEqual({
      status: 2,
      stdout: '',
      stderr:
        'agent-safety: The command is in the package eslint-plugin-agent-safety, which is not installed here. Run `npm install --save-dev eslint-plugin-agent-safety`, then `npx agent-safety`.\n',
    });
  });

  it('runs the command of the plugin, where that is installed in the folder or above, with its exit code', () => {
    const plugin = path.join(folder, 'both/node_modules/eslint-plugin-agent-safety');
    mkdirSync(plugin, { recursive: true });
    const manifest = { name: 'eslint-plugin-agent-safety', type: 'module', bin: { 'agent-safety': './main.js' } };
    writeFileSync(path.join(plugin, 'package.json'), JSON.stringify(manifest));
    writeFileSync(path.join(plugin, 'main.js'), 'console.log(process.argv.slice(2)); process.exitCode = 3;\n');
    const below = path.join(folder, 'both/src/agents');
    mkdirSync(below, { recursive: true });

    const expected = { status: 3, stdout: "[ 'facts', '--json' ]\n", stderr: '' };
    expect(run(path.join(folder, 'both'), 'facts', '--json')).toEqual(expected);
    expect(run(below, 'facts', '--json')).toEqual(expected);
  });
});
