import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { root } from './repository.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'npm-ci-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const engineWarning = `npm warn EBADENGINE Unsupported engine {
npm warn EBADENGINE   package: 'ai@7.0.173',
npm warn EBADENGINE   required: { node: '>=22' },
npm warn EBADENGINE   current: { node: 'v20.19.0', npm: '11.0.0' }
npm warn EBADENGINE }
`;
const otherWarning = 'npm warn deprecated glob@7.2.3: Not supported any more\n';
const engineError = 'npm error code EBADENGINE\n';

it.skipIf(process.platform === 'win32')('has one line for the packages that declare a newer Node', () => {
  const twoPackages = engineWarning + engineWarning.replace('ai@', 'zod@') + engineWarning;
  const { stdout, ...rest } = outputOf(twoPackages, 0, newerNode);

  expect(stdout).toMatch(/^2 packages declare a newer Node.*\n$/);
  expect(rest).toEqual({ status: 0, stderr: '' });
});

it.skipIf(process.platform === 'win32')('shows those warnings where a newer Node is not expected', () => {
  expect(outputOf(engineWarning, 0)).toEqual({ status: 0, stderr: engineWarning, stdout: '' });
});

it.skipIf(process.platform === 'win32')('shows all other warnings, and errors', () => {
  const { status, stderr } = outputOf(otherWarning + engineWarning + engineError, 1, newerNode);

  expect(status).toBe(1);
  expect(stderr).toBe(
    `${otherWarning}${engineError}npm ci failed. Check the network and the registry settings of npm, and try again.\n`,
  );
});

it.skipIf(process.platform === 'win32')('is not silent under `npm run --silent`', () => {
  expect(outputOf('npm warn log level $npm_config_loglevel.\n', 0).stderr).toBe('npm warn log level .\n');
});

const newerNode = '--expect-newer-node';

/** What the script writes where npm writes a text on stderr and ends with a status. */
function outputOf(npmWrites: string, npmStatus: number, ...options: readonly string[]) {
  const npm = `#!/bin/sh\ncat >&2 <<END\n${npmWrites}END\nexit ${String(npmStatus)}\n`;
  writeFileSync(path.join(folder, 'npm'), npm, { mode: 0o755 });
  const { status, stderr, stdout } = spawnSync(process.execPath, [path.join(root, 'scripts/npm-ci.mjs'), ...options], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${folder}:${process.env.PATH ?? ''}`, npm_config_loglevel: 'silent' },
  });
  return { status, stderr, stdout };
}
