// `node repeated.mjs policy.mjs`: runs a benchmark in a process of its own, and again in another one where a cost is above
// its limit, three times at most. How the engine compiles the two sides, and where their memory lies, is another in each
// process, and decides more than what is measured on a busy machine. Exits with 1 where each of them is above a limit.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const processes = 3;
const [script = ''] = process.argv.slice(2);
const path = fileURLToPath(new URL(script, import.meta.url));

for (let run = 1; run <= processes; run++) {
  const { status } = spawnSync(process.execPath, ['--expose-gc', path], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
  if (status === 0) break;
  if (run < processes)
    console.log(`\nAbove a limit: measured in another process, ${run + 1} of at most ${processes}.\n`);
}
