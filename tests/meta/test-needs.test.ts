import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { root, textOf } from './repository.ts';

interface TestNeeds {
  readonly processorMinutes: number;
  readonly memoryInMB: number;
  readonly diskInMB: Readonly<Record<string, number>>;
}

const needs = JSON.parse(textOf('scripts/test-needs.json')) as TestNeeds;
const minutes = `about ${String(Math.round(needs.processorMinutes / 2))} minutes on 2 cores`;

it('`npm test` begins with what it needs, as it was measured', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  const [first = ''] = (scripts.pretest ?? '').split(' && ');
  const [command = '', ...args] = first.split(' ');
  const { stdout } = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
  const disk = Object.values(needs.diskInMB).reduce((sum, megabytes) => sum + megabytes, 0);

  expect(stdout).toContain(minutes);
  expect(stdout).toContain(`${(needs.memoryInMB / 1000).toFixed(1)} GB of memory`);
  expect(stdout).toContain(`${(disk / 1000).toFixed(1)} GB of disk`);
});

it('CONTRIBUTING names the same time', () => {
  expect(textOf('CONTRIBUTING.md')).toContain(minutes);
});
