import { identityOf, labels, readFindingsPage } from '../demo/findings-page.ts';
import type { LabelledFinding } from '../demo/findings-page.ts';
import type { Answer } from './worker.ts';

/** The name of the table's markers in docs/findings.md. */
export const tableName = 'findings in mutated packages';

/** Compares the findings in the packages with their labels, and prints the differences and the precision. */
export function compareLabels(answers: readonly Answer[], page: string, isWhole: boolean): boolean {
  const listed = readFindingsPage(page, tableName);
  const linted = new Set(answers.map(({ source }) => source));
  const expected = new Set(listed.filter((each) => isWhole || linted.has(each.package)).map(identityOf));
  const actual = new Set(
    answers.flatMap(({ source, findings }) => findings.map((finding) => identityOf({ ...finding, package: source }))),
  );
  const missing = [...expected].filter((finding) => !actual.has(finding));
  const added = [...actual].filter((finding) => !expected.has(finding));
  for (const finding of missing) console.log(`- ${finding}`);
  for (const finding of added) console.log(`+ ${finding}`);
  console.log(precisionOf(listed));
  return missing.length === 0 && added.length === 0;
}

/** `61 findings: 55 true, 2 false, 4 debatable; precision 0.96`. */
export function precisionOf(listed: readonly LabelledFinding[]): string {
  const countOf = (label: string): number => listed.filter((finding) => finding.label === label).length;
  const clear = countOf('true') + countOf('false');
  const counts = labels.map((label) => `${String(countOf(label))} ${label}`).join(', ');
  const precision = clear === 0 ? '–' : (countOf('true') / clear).toFixed(2);
  return `${String(listed.length)} findings: ${counts}; precision ${precision}`;
}
