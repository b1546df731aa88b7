// `npm run measure:tests`: runs the tests of `npm test` and writes what they need to test-needs.json, from where `npm test` and the
// installation print it. Time is that of the processor, which does not depend on what else the machine does. Needs a
// POSIX shell, `ps` and `du`.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const times = path.join(root, '.tmp/test-times');
mkdirSync(path.dirname(times), { recursive: true });

// `times` has the time of the shell on its first line, and that of all its children on the second.
const script = 'npx vitest run --mode daily "$@"; status=$?; times > "$0"; exit $status';
const tests = spawn('sh', ['-c', script, times, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });

let mostMemory = 0;
const sampling = setInterval(() => {
  mostMemory = Math.max(mostMemory, memoryBelow(process.pid));
}, 1000);

tests.on('close', (status) => {
  clearInterval(sampling);
  const needs = {
    node: process.version,
    processorMinutes: Math.round(processorSeconds(readFileSync(times, 'utf8').split('\n')[1] ?? '') / 60),
    memoryInMB: rounded(mostMemory / 1024),
    diskInMB: { '.': diskOf('node_modules'), 'tests/sdk': diskOf('tests/sdk/node_modules') },
  };
  console.log(needs);
  const isOfAll = process.argv.slice(2).every((argument) => argument.startsWith('-'));
  if (isOfAll) writeFileSync(path.join(root, 'scripts/test-needs.json'), `${JSON.stringify(needs, null, 2)}\n`);
  else console.log('These are the figures of some tests, and are not written.');
  process.exitCode = status ?? 1;
});

/** Kilobytes in memory, of a process and all that it has started. Pages that they share count for each. */
function memoryBelow(top) {
  const rows = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' })
    .stdout.trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number));
  const isBelow = new Set([top]);
  // A process may stand before the one that started it.
  for (let before = 0; before < isBelow.size;) {
    before = isBelow.size;
    for (const [pid, parent] of rows) if (isBelow.has(parent)) isBelow.add(pid);
  }
  return rows.reduce((sum, [pid, , memory]) => sum + (isBelow.has(pid) ? memory : 0), 0);
}

/** `9m3.2s 0m20.1s`: in user mode, and in the system. */
function processorSeconds(line) {
  return [...line.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, m, s]) => sum + Number(m) * 60 + Number(s), 0);
}

function diskOf(folder) {
  const { stdout } = spawnSync('du', ['-sk', path.join(root, folder)], { encoding: 'utf8' });
  return rounded(Number.parseInt(stdout, 10) / 1024);
}

/** To two digits: more would be noise. */
function rounded(number) {
  return Number(number.toPrecision(2));
}
