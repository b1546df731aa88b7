import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { identityOf, readFindingsPage } from '../../scripts/demo/findings-page.ts';
import { rules } from '../../src/rules/index.ts';
import { root, textOf } from '../meta/repository.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'findings-'));
const page = path.join(folder, 'findings.md');
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const head = '| package | place | finding | preset | label | why |\n| --- | --- | --- | --- | --- | --- |\n';

function read(rows: string) {
  writeFileSync(page, `<!-- begin findings -->\n\n${head}${rows}\n<!-- end findings -->\n`);
  return readFindingsPage(page);
}

it('reads a row', () => {
  expect(read('| a@1.0.0   | `src/x.ts:12` | `no-shared-server`: sharesTools | strict | false | Because. |')).toEqual([
    {
      package: 'a@1.0.0',
      file: 'src/x.ts',
      line: 12,
      rule: 'no-shared-server',
      messageId: 'sharesTools',
      preset: 'strict',
      label: 'false',
      reason: 'Because.',
    },
  ]);
});

it('refuses a row of another form', () => {
  expect(() =>
    read('| a@1.0.0 | `src/x.ts:12` | `no-shared-server`: sharesTools | strict | perhaps | Because. |'),
  ).toThrow('has a row of another form: | a@1.0.0');
});

it('refuses a page without its table', () => {
  writeFileSync(page, '# Findings\n');

  expect(() => readFindingsPage(page)).toThrow('has no table between');
});

describe('docs/findings.md', () => {
  const listed = readFindingsPage(path.join(root, 'docs/findings.md'));

  it('lists each finding once', () => {
    expect(new Set(listed.map(identityOf)).size).toBe(listed.length);
  });

  it('knows the rules and their messages', () => {
    const unknown = listed.filter(({ rule, messageId }) => !rules[rule] || !(messageId in rules[rule].messages));

    expect(unknown).toEqual([]);
  });

  it('is about the versions that the demo installs', () => {
    const { dependencies } = JSON.parse(textOf('scripts/demo/real-code/package.json')) as {
      dependencies: Record<string, string>;
    };
    const pinned = Object.entries(dependencies).map(([name, version]) =>
      version.startsWith('npm:') ? version.slice('npm:'.length) : `${name}@${version}`,
    );

    expect(listed.filter((finding) => !pinned.includes(finding.package))).toEqual([]);
  });
});
