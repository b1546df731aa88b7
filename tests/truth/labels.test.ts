import path from 'node:path';
import { expect, it } from 'vitest';
import { identityOf, readFindingsPage } from '../../scripts/demo/findings-page.ts';
import { applications, mutatedPackages } from '../../scripts/truth/corpus.ts';
import { precisionOf, tableName } from '../../scripts/truth/labels.ts';
import { rules } from '../../src/rules/index.ts';
import { root, textOf } from '../meta/repository.ts';

const listed = readFindingsPage(path.join(root, 'docs/findings.md'), tableName);
const manifests = { packages: mutatedPackages, applications };

it('lists each finding once, by rules and messages that there are', () => {
  expect(new Set(listed.map(identityOf)).size).toBe(listed.length);
  expect(listed.filter(({ rule, messageId }) => !rules[rule] || !(messageId in rules[rule].messages))).toEqual([]);
});

it('is about the versions that are installed', () => {
  const pinned = Object.keys(manifests).flatMap((folder) =>
    Object.entries(dependenciesOf(folder)).map(([name, version]) => `${name}@${version}`),
  );

  expect(listed.filter((finding) => !pinned.includes(finding.package))).toEqual([]);
});

it('installs what is read, by authors enough', () => {
  for (const [folder, read] of Object.entries(manifests))
    expect(read.map(({ installedAs }) => installedAs).sort()).toEqual(Object.keys(dependenciesOf(folder)).sort());
  expect(new Set(mutatedPackages.map(({ author }) => author)).size).toBeGreaterThanOrEqual(16);
});

it('counts labels', () => {
  const [finding] = listed;
  if (!finding) throw new Error('The table has no rows.');
  const labelled = (['true', 'true', 'true', 'false', 'debatable'] as const).map((label) => ({ ...finding, label }));

  expect(precisionOf(labelled)).toBe('5 findings: 3 true, 1 false, 1 debatable; precision 0.75');
});

function dependenciesOf(folder: string): Readonly<Record<string, string>> {
  const { dependencies } = JSON.parse(textOf(`scripts/truth/${folder}/package.json`)) as {
    dependencies: Record<string, string>;
  };
  return dependencies;
}
