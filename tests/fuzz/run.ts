import { parseArgs } from 'node:util';
import { sessionFactsOf } from '../../src/facts/sessions.ts';
import type { Analysis } from './check.ts';
import type { Summary } from './campaign.ts';
import { campaign, minimise, missedShare, toTable } from './campaign.ts';
import type { Discrepancy } from './compare.ts';
import { fuzzProtocol } from './session-package.ts';

/** `npm run fuzz -- --seeds 1,2,3 --functions 2000 --examples 5`. Fails on a false alarm, or on too many misses. */
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    functions: { type: 'string', default: '1000' },
    /** How many discrepancies of each kind are made small and shown. */
    examples: { type: 'string', default: '3' },
    /** Look at one program of the seed only. */
    only: { type: 'string' },
  },
});

const missedLimit = 0.005;

const analyse: Analysis = (file, program) => sessionFactsOf(file, program, [fuzzProtocol]);

async function main(): Promise<void> {
  const seeds = (values.seeds ?? values.seed ?? String(Date.now() % 1_000_000)).split(',').map(Number);
  const shown: Record<Discrepancy['kind'], number> = { crash: 0, false: 0, missed: 0, muted: 0 };
  for (const seed of seeds) {
    const summary = await campaign(seed, Number(values.functions), analyse);
    console.log(`${toTable(summary)}\n`);
    if (summary.crashes + summary.falseAlarms > 0 || missedShare(summary) > missedLimit) process.exitCode = 1;
    await showExamples(summary, shown);
  }
}

async function showExamples(summary: Summary, shown: Record<Discrepancy['kind'], number>): Promise<void> {
  for (const kind of ['crash', 'false', 'missed', 'muted'] as const) {
    for (const finding of summary.findings) {
      if (shown[kind] >= Number(values.examples)) break;
      if (!finding.discrepancies.some((discrepancy) => discrepancy.kind === kind)) continue;
      shown[kind]++;
      console.log(
        `--- ${kind}: seed ${finding.seed}, program ${finding.index}\n${await minimise(finding, kind, analyse)}`,
      );
    }
  }
}

await main();
