// What the checks of packed packages share: commands that have to end as expected, and an end with a message.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';

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

export function expectEqual(what, actual, expected) {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) {
    fail(`Wrong ${what}.\nExpected: ${JSON.stringify(expected)}\nActual:   ${JSON.stringify(actual)}`);
  }
}

export function fail(message) {
  console.error(message);
  process.exit(1);
}
