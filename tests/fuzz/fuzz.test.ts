import { describe, expect, it } from 'vitest';
import { sessionFactsOf } from '../../src/facts/sessions.ts';
import { campaign, minimise, missedShare, toTable } from './campaign.ts';
import type { Analysis } from './check.ts';
import { stubSetting } from './check.ts';
import { fuzzProtocol } from './session-package.ts';

const analyse: Analysis = (file, program) => sessionFactsOf(file, program, [fuzzProtocol]);

// Fewer executions than `npm run fuzz` allows: more programs are only checked for false alarms.
const setting = stubSetting({ decisions: 40, iterations: 3, executions: 400 });

const fixedSeed = 20_250;
const rotatingSeed = Math.floor(Date.now() / 1000) % 1_000_000;

/**
 * What these programs have that the analysis does not follow (fields shared between methods that run at the same time,
 * aliases of them, chains inside `Promise.all`) makes it miss some sites, and shows a false alarm in some thousand programs.
 */
const missedAtMost = 0.1;

describe.each([
  ['fixed', fixedSeed],
  ['rotating', rotatingSeed],
])('random programs, %s seed %i', (kind, seed) => {
  it('are analysed without a crash, and rarely missed', { timeout: 300_000 }, async () => {
    const summary = await campaign(seed, 500, analyse, setting);
    console.log(toTable(summary));
    const found = (wanted: string) =>
      summary.findings.find(({ discrepancies }) => discrepancies.some((one) => one.kind === wanted));
    const crash = found('crash');
    expect(crash && (await minimise(crash, 'crash', analyse, setting))).toBeUndefined();
    expect(missedShare(summary)).toBeLessThan(missedAtMost);
    const alarm = found('false');
    const shown = alarm && (await minimise(alarm, 'false', analyse, setting));
    // A program nobody has seen must not stop an unrelated change: it is shown, to be looked at.
    if (shown !== undefined && kind === 'rotating') console.log(`false alarm, seed ${String(seed)}:\n${shown}`);
    else expect(shown).toBeUndefined();
  });
});
