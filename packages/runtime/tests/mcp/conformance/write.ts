// Runs the conformance suite and writes what it found into docs/internals/typed-sessions.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { runSuite } from './suite.ts';
import { page, withTables } from './table.ts';

const outcome = await runSuite();
writeFileSync(page, await withTables(readFileSync(page, 'utf8'), outcome));
const failures = outcome.verdicts.flatMap(({ side, scenario, version, failures: ones }) =>
  ones.map((failure) => `${side} ${scenario} (${version}): ${failure}`),
);
const passed = outcome.verdicts.reduce((sum, verdict) => sum + verdict.passed, 0);
console.log(`${passed} checks passed, ${failures.length} failed, in ${outcome.verdicts.length} runs of scenarios`);
for (const failure of failures) console.log(failure);
process.exitCode = failures.length === 0 ? 0 : 1;
