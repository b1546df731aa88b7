import { parseArgs } from 'node:util';
import { builtInProtocols } from '../../src/models/sessions/index.ts';
import { sessionFactsOf } from '../../src/facts/sessions/sessions.ts';
import type { Analysis, Setting } from './check.ts';
import { stubSetting } from './check.ts';
import type { Summary } from './campaign.ts';
import { campaign, minimise, missedShare, toTable } from './campaign.ts';
import type { Discrepancy } from './compare.ts';
import type { Files } from './compile.ts';
import { generateProgram } from './generator.ts';
import type { Random } from './random.ts';
import { defaultBounds } from './oracle.ts';
import { isProfileName, missedLimits, profiles } from './profiles.ts';
import { fuzzProtocol } from './session-package.ts';
import type { SdkVersion } from './sdk-kits.ts';
import { sdkMissedLimit, sdks } from './sdk-kits.ts';
import { sdkGenerator } from './sdk-generator.ts';
import { sdkSetting } from './sdk-oracle.ts';

/**
 * `npm run fuzz -- --profile core --seeds 1,2,3 --functions 2000 --examples 5`, with `--profile wide` for programs whose
 * text does not say it all, and `--sdk v1` or `--sdk v2` for programs over an installed SDK. Fails on a crash, a false
 * alarm, or too many misses.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    functions: { type: 'string', default: '1000' },
    /** How many discrepancies of each kind are made small and shown. */
    examples: { type: 'string', default: '3' },
    /** How often a program is executed before it counts as not completely executed. */
    executions: { type: 'string', default: String(defaultBounds.executions) },
    profile: { type: 'string', default: 'core' },
    sdk: { type: 'string' },
  },
});

interface Target {
  readonly analyse: Analysis;
  readonly setting: Setting;
  readonly generate: (random: Random) => Files;
  readonly missedLimit: number;
}

await main();

async function main(): Promise<void> {
  const seeds = (values.seeds ?? values.seed ?? String(Date.now() % 1_000_000)).split(',').map(Number);
  const target = values.sdk === undefined ? stubTarget(values.profile) : sdkTarget(values.sdk);
  const shown: Record<Discrepancy['kind'], number> = { crash: 0, false: 0, missed: 0, muted: 0 };
  for (const seed of seeds) {
    const summary = await campaign(seed, Number(values.functions), target.generate, target.analyse, target.setting);
    console.log(`${toTable(summary)}\n`);
    if (summary.crashes + summary.falseAlarms > 0 || missedShare(summary) > target.missedLimit) process.exitCode = 1;
    await showExamples(summary, target, shown);
  }
}

function stubTarget(name: string): Target {
  if (!isProfileName(name)) throw new Error(`--profile takes ${Object.keys(profiles).join(' or ')}, not ${name}`);
  return {
    analyse: (file, program) => sessionFactsOf(file, program, [fuzzProtocol]),
    setting: stubSetting({ ...defaultBounds, executions: Number(values.executions) }),
    generate: (random) => generateProgram(random, profiles[name]),
    missedLimit: missedLimits[name],
  };
}

function sdkTarget(version: string): Target {
  if (!isSdkVersion(version)) throw new Error(`--sdk takes ${Object.keys(sdks).join(' or ')}, not ${version}`);
  return {
    analyse: (file, program) => sessionFactsOf(file, program, builtInProtocols),
    setting: sdkSetting(version),
    generate: sdkGenerator(sdks[version]),
    missedLimit: sdkMissedLimit,
  };
}

function isSdkVersion(version: string): version is SdkVersion {
  return version in sdks;
}

/** Shows what is wrong, made small; what is the same then, once. */
async function showExamples(
  summary: Summary,
  { analyse, setting }: Target,
  shown: Record<Discrepancy['kind'], number>,
): Promise<void> {
  for (const kind of ['crash', 'false', 'missed', 'muted'] as const) {
    const places = new Map<string, string[]>();
    for (const finding of summary.findings) {
      if (shown[kind] >= Number(values.examples)) break;
      if (!finding.discrepancies.some((discrepancy) => discrepancy.kind === kind)) continue;
      shown[kind]++;
      const smallest = await minimise(finding, kind, analyse, setting);
      places.set(smallest, [...(places.get(smallest) ?? []), `program ${finding.index}`]);
    }
    const mostOften = [...places].sort(([, one], [, other]) => other.length - one.length);
    for (const [text, programs] of mostOften) {
      console.log(`--- ${kind}: seed ${summary.seed}, ${programs.join(', ')}\n${text}`);
    }
  }
}
