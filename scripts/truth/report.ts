import type { Outcome } from './engine.ts';
import type { Operator } from './operators/operator.ts';
import { EXAMPLES } from './source.ts';
import type { Sorted } from './survivors.ts';

/** What recall has to be: in all, and for each operator whose survivors are not all explained. */
const target = { overall: 0.85, operator: 0.75 };

/** Figures as text, and whether they are what they should be. */
export interface Report {
  readonly text: string;
  readonly isOnTarget: boolean;
}

/** The table of recall by operator, and the survivors by cause. */
export function reportOf(outcomes: readonly Outcome[], all: Sorted, chosen: readonly Operator[]): Report {
  const rows = chosen.map(({ name }) => rowOf(name, ({ operator }) => operator === name, outcomes, all));
  const total = rowOf('in all', () => true, outcomes, all);
  const parts = partsOf(chosen).map(([name, isOwn]) => rowOf(name, isOwn, outcomes, all));
  const unexplained = new Set(all.unexplained.map(({ operator }) => operator));
  const low = rows.filter(
    ({ name, recall, counted }) => counted > 0 && recall < target.operator && unexplained.has(name),
  );
  return {
    text: [
      table('operator', [...rows, total]),
      table('part', parts),
      ...extentLines(all.counted),
      ...survivorLines(all),
      ...noiseLines(outcomes),
    ].join('\n'),
    isOnTarget: total.recall >= target.overall && low.length === 0,
  };
}

type Part = readonly [name: string, isOwn: (outcome: Outcome) => boolean];

/** The code of packages and that of examples, and each family of operators, also in packages alone. */
function partsOf(chosen: readonly Operator[]): readonly Part[] {
  const families = [...new Set(chosen.map(({ family }) => family))];
  return [
    ['code of the packages', isInPackage],
    ['examples of the SDKs', (outcome) => !isInPackage(outcome)],
    ...families.flatMap((family): readonly Part[] => {
      const names = chosen.filter((operator) => operator.family === family).map(({ name }) => name);
      const isOwn = ({ operator }: Outcome): boolean => names.includes(operator);
      return [
        [family, isOwn],
        [`${family}, in packages`, (outcome) => isOwn(outcome) && isInPackage(outcome)],
      ];
    }),
  ];
}

function isInPackage({ source }: Outcome): boolean {
  return !source.startsWith(EXAMPLES);
}

/** In how many packages there is a mutant, and how many are reported for what is not known of them. */
function extentLines(counted: readonly Outcome[]): readonly string[] {
  const packages = new Set(counted.filter(isInPackage).map(({ source }) => source));
  const unknown = counted.filter(
    ({ verdict, message = '' }) => verdict === 'reported' && message.includes('unknown effects'),
  );
  return [
    `${String(packages.size)} packages have a mutant`,
    `${String(unknown.length)} mutants are reported because the effects of a tool are unknown`,
  ];
}

interface Row {
  readonly name: string;
  readonly counted: number;
  readonly reported: number;
  readonly recall: number;
  readonly recommended: number;
  readonly equivalent: number;
  readonly uncompiled: number;
  readonly noisy: number;
}

function rowOf(name: string, isOwn: Part[1], outcomes: readonly Outcome[], all: Sorted): Row {
  const counted = all.counted.filter(isOwn);
  const reported = counted.filter(({ verdict }) => verdict === 'reported');
  const ofVerdict = (verdict: string): number =>
    outcomes.filter((outcome) => isOwn(outcome) && outcome.verdict === verdict).length;
  return {
    name,
    counted: counted.length,
    reported: reported.length,
    recall: counted.length === 0 ? 0 : reported.length / counted.length,
    recommended: reported.filter(({ isRecommended }) => isRecommended).length,
    equivalent: all.equivalent.filter(isOwn).length,
    uncompiled: ofVerdict('uncompiled'),
    noisy: ofVerdict('noisy'),
  };
}

function table(title: string, rows: readonly Row[]): string {
  const head = [title, 'mutants', 'reported', 'recall', 'by recommended', 'equivalent', 'not compiled', 'noisy twin'];
  const cells = rows.map((row) => [
    row.name,
    ...[row.counted, row.reported].map(String),
    row.counted === 0 ? '–' : row.recall.toFixed(2),
    ...[row.recommended, row.equivalent, row.uncompiled, row.noisy].map(String),
  ]);
  const widths = head.map((text, i) => Math.max(text.length, ...cells.map((row) => row[i]?.length ?? 0)));
  const lineOf = (row: readonly string[]): string =>
    `| ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join(' | ')} |`;
  const rule = `| ${widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return ['', lineOf(head), rule, ...cells.map(lineOf), ''].join('\n');
}

function survivorLines({ limits, unexplained, stale }: Sorted): readonly string[] {
  return [
    ...[...limits].flatMap(([cause, outcomes]) => [
      `${String(outcomes.length)} survived: ${cause}`,
      ...outcomes.map(({ id }) => `   ${id}`),
    ]),
    ...titled('survived, and not read yet', unexplained),
    ...titled('no survivors any more, but listed', stale),
  ];
}

function noiseLines(outcomes: readonly Outcome[]): readonly string[] {
  return titled(
    'reported although there is no bug (twins)',
    outcomes.filter(({ verdict }) => verdict === 'noisy'),
  );
}

function titled(title: string, all: readonly { readonly id: string; readonly message?: string }[]): readonly string[] {
  if (all.length === 0) return [];
  return [
    `${String(all.length)} ${title}:`,
    ...all.map(({ id, message }) => `   ${id}${message ? `: ${message}` : ''}`),
  ];
}
