// Executes every protocol against the installed SDKs and writes what was seen into docs/internals/protocols.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { observeClosing } from './closing.ts';
import { observe } from './observe.ts';
import { rigs } from './rigs.ts';
import { type Run, PAGE, withTables } from './tables.ts';

const runs: Run[] = [];
for (const rig of rigs) runs.push({ rig, observations: await observe(rig) });
writeFileSync(PAGE, await withTables(readFileSync(PAGE, 'utf8'), runs, await observeClosing()));
// Connections that were left behind on purpose would keep the process alive.
process.exit();
