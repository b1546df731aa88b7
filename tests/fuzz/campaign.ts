import type { Analysis, Checked, Setting } from './check.ts';
import { annotate, check, checkAll, stubSetting } from './check.ts';
import type { Files } from './compile.ts';
import { complaintsAbout, programOf } from './compile.ts';
import type { Account, Answer, Discrepancy, Judgement } from './compare.ts';
import type { Random } from './random.ts';
import { randomOf, seedOf } from './random.ts';
import { shrink } from './shrink.ts';

/** A generated program on which the analysis and the executions disagree. */
export interface Finding {
  readonly seed: number;
  readonly index: number;
  readonly files: Files;
  readonly discrepancies: readonly { readonly kind: Discrepancy['kind']; readonly callee: string }[];
}

/** What comparing many programs showed. Sites and misses are those of completely executed programs. */
export interface Summary {
  readonly seed: number;
  readonly functions: number;
  readonly complete: number;
  readonly executions: number;
  /** By what the executions say, then by what the analysis says. */
  readonly sites: Readonly<Record<Judgement, Readonly<Record<Answer, number>>>>;
  /** Reports as certainly wrong, in all programs. */
  readonly confirmed: number;
  readonly unreached: number;
  readonly falseAlarms: number;
  readonly wronglyMuted: number;
  readonly crashes: number;
  readonly alwaysBad: Readonly<Record<Account, number>>;
  /** The same by what went wrong, where the executions tell. */
  readonly byMisuse: ReadonlyMap<string, Readonly<Record<Account, number>>>;
  readonly analysisTime: number;
  readonly executionTime: number;
  readonly findings: readonly Finding[];
}

/** Programs that are compiled together. */
const batch = 50;

/** Generates programs from a seed, and compares the analysis of each with its executions. */
export async function campaign(
  seed: number,
  functions: number,
  generate: (random: Random) => Files,
  analyse: Analysis,
  setting = stubSetting(),
): Promise<Summary> {
  const sites = { bad: noAnswers(), maybe: noAnswers(), fine: noAnswers(), never: noAnswers() };
  const alwaysBad = noAccounts();
  const byMisuse = new Map<string, Record<Account, number>>();
  const sums = { complete: 0, executions: 0, confirmed: 0, unreached: 0, falseAlarms: 0, wronglyMuted: 0, crashes: 0 };
  const times = { analysisTime: 0, executionTime: 0 };
  const findings: Finding[] = [];

  for (let from = 0; from < functions; from += batch) {
    const programs = Array.from({ length: Math.min(batch, functions - from) }, (_, at) =>
      generate(randomOf(seedOf(seed, from + at))),
    );
    for (const [at, checked] of (await checkAll(programs, analyse, setting)).entries()) {
      const discrepancies = relevantIn(checked);
      if (discrepancies.length > 0)
        findings.push({
          seed,
          index: from + at,
          files: programs[at]!,
          discrepancies: discrepancies.map((one) => ({ kind: one.kind, callee: calleeOf(checked.files, one.site) })),
        });
      add(checked, discrepancies);
    }
  }
  return { seed, functions, sites, alwaysBad, byMisuse, ...sums, ...times, findings };

  function add(
    { oracle, comparison, analysisTime, executionTime }: Checked,
    discrepancies: readonly Discrepancy[],
  ): void {
    sums.executions += oracle.executions;
    sums.confirmed += comparison.confirmed;
    sums.unreached += comparison.unreached;
    sums.falseAlarms += discrepancies.filter(({ kind }) => kind === 'false').length;
    sums.wronglyMuted += discrepancies.filter(({ kind }) => kind === 'muted').length;
    sums.crashes += discrepancies.filter(({ kind }) => kind === 'crash').length;
    times.analysisTime += analysisTime;
    times.executionTime += executionTime;
    if (!oracle.isComplete) return;
    sums.complete++;
    for (const { site, judgement, answer, account } of comparison.opinions) {
      sites[judgement][answer]++;
      if (!account) continue;
      alwaysBad[account]++;
      const misuse = oracle.misuses?.get(site.id);
      if (misuse === undefined) continue;
      const accounts = byMisuse.get(misuse) ?? noAccounts();
      accounts[account]++;
      byMisuse.set(misuse, accounts);
    }
  }
}

/** One execution that went well refutes a report; that something never goes well takes all of them. */
function relevantIn({ oracle, comparison }: Checked): readonly Discrepancy[] {
  return comparison.discrepancies.filter(({ kind }) => kind === 'false' || kind === 'crash' || oracle.isComplete);
}

/** The share of the always wrong calls that could have been reported and were not. */
export function missedShare({ alwaysBad: { reported, muted, missed } }: Summary): number {
  return missed / Math.max(1, reported + muted + missed);
}

/** The smallest program that still has a discrepancy of the kind, with both opinions written beside the calls. */
export async function minimise(
  { files, discrepancies }: Finding,
  kind: Discrepancy['kind'],
  analyse: Analysis,
  setting: Setting = stubSetting(),
): Promise<string> {
  // Not just any disagreement: one about the same operation of the same variable.
  const wanted = new Set(discrepancies.filter((one) => one.kind === kind).map(({ callee }) => callee));
  const smallest = await shrink(files, async (candidate) => {
    const checked = await check(candidate, analyse, setting).catch(() => undefined);
    // Taking statements away may leave what is no program at all, such as a `break` without its loop.
    if (!checked) return false;
    if (!relevantIn(checked).some((one) => one.kind === kind && wanted.has(calleeOf(checked.files, one.site))))
      return false;
    const program = programOf(candidate, setting.world);
    return [...candidate.keys()].every((name) => complaintsAbout(program, name).length === 0);
  });
  return annotate(await check(smallest, analyse, setting));
}

/** The first program that shows it, made small. */
export async function exampleOf(
  { findings }: Summary,
  kind: Discrepancy['kind'],
  analyse: Analysis,
  setting: Setting,
): Promise<string | undefined> {
  const finding = findings.find(({ discrepancies }) => discrepancies.some((one) => one.kind === kind));
  return finding && minimise(finding, kind, analyse, setting);
}

/** What is called at the site, as the program writes it. */
function calleeOf(files: Files, { file, start }: Discrepancy['site']): string {
  const text = files.get(file) ?? '';
  return text.slice(start, text.indexOf('(', start));
}

const answers: readonly Answer[] = ['definite', 'possible', 'fine', 'unknown', 'silent'];
const judgements: readonly Judgement[] = ['bad', 'maybe', 'fine', 'never'];

/** The summary as a table for people. */
export function toTable(summary: Summary): string {
  const { sites, alwaysBad } = summary;
  const count = (judgement: Judgement, ...of: Answer[]): number =>
    of.reduce((sum, answer) => sum + sites[judgement][answer], 0);
  const total = judgements.reduce((sum, judgement) => sum + count(judgement, ...answers), 0);
  const rows = [
    ['executions say \\ analysis says', ...answers],
    ...judgements.map((judgement) => [
      wordsFor[judgement],
      ...answers.map((answer) => String(sites[judgement][answer])),
    ]),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const table = rows.map((row) => `  ${row.map((cell, column) => cell.padStart(widths[column]!)).join('  ')}`);
  return [
    `seed ${summary.seed}: ${summary.functions} programs, ${summary.complete} executed completely (${summary.executions} executions), ${total} sites in those`,
    ...table,
    `  reports: ${summary.confirmed} right, ${summary.falseAlarms} FALSE, ${summary.unreached} of calls that no execution reached`,
    `  always wrong: ${alwaysBad.reported} reported, ${alwaysBad.muted} muted, ${alwaysBad.missed} MISSED (${(100 * missedShare(summary)).toFixed(2)} %), ${alwaysBad.conditionalInCallee} behind a branch of a callee, ${alwaysBad.outOfSight} out of sight`,
    `  muted without cause: ${summary.wronglyMuted}; crashes: ${summary.crashes}`,
    `  "possible": ${count('maybe', 'possible')} right, ${count('fine', 'possible')} false; sometimes wrong and called fine: ${count('maybe', 'fine')}`,
    ...[...summary.byMisuse].map(
      ([misuse, { reported, muted, missed, outOfSight, conditionalInCallee }]) =>
        `  ${misuse}: ${reported} reported, ${muted} muted, ${missed} MISSED, ${conditionalInCallee + outOfSight} that nobody can report`,
    ),
    `  analysis ${(summary.analysisTime / 1000).toFixed(1)} s, execution ${(summary.executionTime / 1000).toFixed(1)} s`,
  ].join('\n');
}

const wordsFor: Readonly<Record<Judgement, string>> = {
  bad: 'always wrong',
  maybe: 'sometimes wrong',
  fine: 'never wrong',
  never: 'never reached',
};

function noAccounts(): Record<Account, number> {
  return { reported: 0, muted: 0, conditionalInCallee: 0, outOfSight: 0, missed: 0 };
}

function noAnswers(): Record<Answer, number> {
  return { definite: 0, possible: 0, fine: 0, unknown: 0, silent: 0 };
}
