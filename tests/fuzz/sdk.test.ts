import { describe, expect, it } from 'vitest';
import { sessionFactsOf } from '../../src/facts/sessions/sessions.ts';
import { builtInProtocols } from '../../src/models/sessions/index.ts';
import { campaign, exampleOf, toTable } from './campaign.ts';
import type { Analysis } from './check.ts';
import { sdkGenerator } from './sdk-generator.ts';
import { sdkMissedLimit, sdks } from './sdk-kits.ts';
import { sdkSetting } from './sdk-oracle.ts';

const analyse: Analysis = (file, program) => sessionFactsOf(file, program, builtInProtocols);

// As in fuzz.test.ts.
const seed = 20_250;
const part = Number(process.env.FUZZ_PART ?? '1');

describe('random programs over the installed SDK', () => {
  it.each(['v1', 'v2'] as const)('%s: nothing false is said, and little missed', async (version) => {
    const setting = sdkSetting(version);
    const summary = await campaign(seed, 60 * part, sdkGenerator(sdks[version]), analyse, setting);
    console.log(toTable(summary));
    expect(await exampleOf(summary, 'crash', analyse, setting)).toBeUndefined();
    expect(await exampleOf(summary, 'false', analyse, setting)).toBeUndefined();
    const { reported, muted, missed } = summary.alwaysBad;
    const limit = sdkMissedLimit * (reported + muted + missed);
    // A sample varies: three standard deviations more than expected are no accident any more.
    if (missed > limit + 3 * Math.sqrt(limit))
      expect(await exampleOf(summary, 'missed', analyse, setting)).toBeUndefined();
  });
});
