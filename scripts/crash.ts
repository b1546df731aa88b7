/**
 * Analyses published code of all kinds, and fails where an analysis does: `npm run crash`, with another number of files
 * `npm run crash -- --files 2000`, with packages that are installed elsewhere `npm run crash -- --in ../other/node_modules`.
 * All rules run over each file, its functions get their flow graphs and effects, its calls their values, and all classes of
 * its package count as sessions. Each package is analysed by a process of its own.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import type { Outcome } from './crash/package.ts';
import { type Target, targetsIn } from './crash/targets.ts';

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);
const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '20000' },
    in: { type: 'string', multiple: true, default: [] },
  },
});

/** How many failures are shown. */
const MAX_SHOWN = 20;
/** How long a package may take. */
const TIMEOUT = 900_000;
const wanted = Number(values.files);
const folders = ['tests/sdk/node_modules', '.tmp/truth/node_modules', 'node_modules', ...values.in];
const targets = targetsIn(folders.map((folder) => join(root, folder)));

const failures: string[] = [];
const slow: (readonly [name: string, seconds: number])[] = [];
let files = 0;
let functions = 0;
let unreadable = 0;
let packages = 0;

const queue = [...targets];
await Promise.all([work(), work()]);

console.log(
  `${files.toLocaleString('en')} files of ${String(packages)} packages, ${functions.toLocaleString('en')} functions; ` +
    `${String(unreadable)} files that no parser reads; ${String(failures.length)} failures`,
);
for (const [name, seconds] of slow.sort((a, b) => b[1] - a[1]).slice(0, 10))
  console.log(`${seconds.toFixed(1).padStart(6)} s  ${name}`);
for (const failure of failures.slice(0, MAX_SHOWN)) console.log(`\n${failure}`);
if (files < wanted) console.log(`Only ${String(files)} of ${String(wanted)} files are installed.`);
process.exitCode = failures.length > 0 || files < wanted ? 1 : 0;

async function work(): Promise<void> {
  for (let target = queue.shift(); target && files < wanted; target = queue.shift()) await analyse(target);
}

async function analyse(target: Target): Promise<void> {
  const script = join(root, 'scripts/crash/package.ts');
  try {
    const { stdout } = await run(process.execPath, ['--import', 'tsx', script, JSON.stringify(target)], {
      cwd: root,
      timeout: TIMEOUT,
      maxBuffer: 2 ** 28,
    });
    const outcome = JSON.parse(stdout) as Outcome;
    packages++;
    files += outcome.files;
    functions += outcome.functions;
    unreadable += outcome.unreadable;
    outcome.failures.forEach(fail);
    if (packages % 50 === 0) console.error(`${String(files)} files, ${String(failures.length)} failures`);
    slow.push([`${target.name} ${outcome.slowest[0]}`, outcome.slowest[1]]);
  } catch (error) {
    fail(`${target.name}: ${error instanceof Error ? error.message.slice(-2000) : String(error)}`);
  }
}

function fail(failure: string): void {
  failures.push(failure);
  console.error(failure.split('\n')[0]);
}
