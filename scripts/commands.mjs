// What the checks of packed packages share: commands that have to end as expected, and an end with a message.
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { text as textOf } from 'node:stream/consumers';

/** Packs the package in a folder into another, empty one. Gives the tarball. */
export function pack(folder, into) {
  run('npm', ['pack', '--pack-destination', into], folder);
  const names = readdirSync(into).filter((name) => name.endsWith('.tgz'));
  if (names.length !== 1) fail(`npm pack should write one file, and wrote ${names.length}.`);
  return path.join(into, names[0]);
}

export function run(command, args, cwd, expectedStatus = 0) {
  console.log(`  ${command} ${args.map((arg) => path.basename(arg)).join(' ')}`);
  const result = spawnSync(command, args, { cwd, encoding: 'utf8', shell: process.platform === 'win32' });
  if (result.status !== expectedStatus) {
    const ended = result.error ? String(result.error) : `exit code ${result.status} instead of ${expectedStatus}`;
    fail(`${command} ${args.join(' ')}: ${ended}\n${result.stdout ?? ''}\n${result.stderr ?? ''}`);
  }
  return result;
}

/** Runs a line as a shell runs it, at the same time as others. Packages come from npm's cache where they are there. */
export async function runLine(line, cwd, expectedStatus = 0) {
  const began = performance.now();
  const child = spawn(line, {
    cwd,
    shell: true,
    env: { ...process.env, ...quietNpm },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, status] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    new Promise((resolve) => child.on('close', resolve)),
  ]);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`  ${path.basename(cwd)}: ${line.replaceAll(/\S*\/(?=[^/\s]+)/g, '')} (${seconds} s)`);
  if (status !== expectedStatus) {
    fail(`In ${cwd}\n${line}\nended with exit code ${status} instead of ${expectedStatus}:\n${stdout}\n${stderr}`);
  }
  return { stdout, stderr };
}

const quietNpm = { npm_config_audit: 'false', npm_config_fund: 'false', npm_config_prefer_offline: 'true' };

export function expectEqual(what, actual, expected) {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) {
    fail(`Wrong ${what}.\nExpected: ${JSON.stringify(expected)}\nActual:   ${JSON.stringify(actual)}`);
  }
}

export function fail(message) {
  console.error(message);
  process.exit(1);
}
