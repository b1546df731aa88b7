import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { root, textOf } from './repository.ts';

const page = textOf('docs/guides/getting-started.md');

mkdirSync(path.join(root, '.tmp'), { recursive: true });
const project = mkdtempSync(path.join(root, '.tmp/getting-started-'));
afterAll(() => {
  rmSync(project, { recursive: true });
});

it('the facts of its program are those that the guide shows', () => {
  const compilerOptions = { module: 'nodenext', target: 'es2023', strict: true, skipLibCheck: true, types: ['node'] };
  mkdirSync(path.join(project, 'src'));
  symlinkSync(path.join(root, 'tests/sdk/node_modules'), path.join(project, 'node_modules'), 'junction');
  writeFileSync(path.join(project, 'package.json'), '{ "type": "module" }');
  writeFileSync(path.join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
  writeFileSync(path.join(project, 'src/agent.ts'), blockWith('new Agent('));

  const command = ['--import', 'tsx', path.join(root, 'packages/cli/src/main.ts'), 'facts', 'src/agent.ts'];
  // The plugin from its sources, also where another folder is the current one.
  const env = { ...process.env, TSX_TSCONFIG_PATH: path.join(root, 'tsconfig.json') };
  const { stdout } = spawnSync(process.execPath, command, { cwd: project, env, encoding: 'utf8' });

  expect(linesOf(stdout)).toEqual(linesOf(blockWith('agent Archivist')));
});

it('the README links to the guide before its first section', () => {
  const [top = ''] = textOf('README.md').split('\n## ');

  expect(top).toContain('(docs/guides/getting-started.md)');
});

/** The lines without what stands before the place: the folder that paths are named from is that of the repository. */
function linesOf(text: string): string[] {
  return text
    .trim()
    .split('\n')
    .map((line) => line.slice(Math.max(0, line.indexOf('src/agent.ts'))));
}

function blockWith(text: string): string {
  const blocks = [...page.matchAll(/^```\w+\n([\s\S]*?)^```/gm)].map(([, code = '']) => code);
  return blocks.find((code) => code.includes(text)) ?? '';
}
