import { describe, expect, it } from 'vitest';
import { sessionFactsOf } from '../../src/facts/sessions/sessions.ts';
import { campaign, exampleOf, toTable } from './campaign.ts';
import type { Analysis } from './check.ts';
import { stubSetting } from './check.ts';
import { generateProgram } from './generator.ts';
import { missedLimits, profiles } from './profiles.ts';
import type { Random } from './random.ts';
import { fuzzProtocol } from './session-package.ts';

const analyse: Analysis = (file, program) => sessionFactsOf(file, program, [fuzzProtocol]);

// Fewer executions than `npm run fuzz` allows: more programs are only checked for false alarms.
const setting = stubSetting({ decisions: 40, iterations: 3, executions: 400 });

// The same programs each time: `npm run fuzz` takes others. A part of them with another compiler in CI: FUZZ_PART=0.3.
const seed = 20_250;
const part = Number(process.env.FUZZ_PART ?? '1');

describe('random programs', () => {
  it.each([
    ['core', 500],
    ['wide', 150],
  ] as const)('%s: nothing false is said, and little missed', async (profile, functions) => {
    const generate = (random: Random) => generateProgram(random, profiles[profile]);
    const summary = await campaign(seed, functions * part, generate, analyse, setting);
    console.log(toTable(summary));
    expect(await exampleOf(summary, 'crash', analyse, setting)).toBeUndefined();
    expect(await exampleOf(summary, 'false', analyse, setting)).toBeUndefined();
    const { reported, muted, missed } = summary.alwaysBad;
    const limit = missedLimits[profile] * (reported + muted + missed);
    // A sample varies: three standard deviations more than expected are no accident any more.
    if (missed > limit + 3 * Math.sqrt(limit))
      expect(await exampleOf(summary, 'missed', analyse, setting)).toBeUndefined();
  });
});
