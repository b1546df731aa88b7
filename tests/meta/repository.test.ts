import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesUnder, root, textOf } from './repository.ts';

interface LockedPackage {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const lockfiles = execFileSync('git', ['ls-files', '*package-lock.json'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n');

describe.each(lockfiles)('%s', (lockfile) => {
  const { packages } = JSON.parse(textOf(lockfile)) as { packages: Record<string, LockedPackage> };

  it('pins what it installs, and leaves it to npm where from', () => {
    const installed = Object.entries(packages).filter(
      ([place, { link }]) => place.includes('node_modules/') && link !== true,
    );

    expect(installed.filter(([, { resolved }]) => resolved?.includes('://'))).toEqual([]);
    expect(installed.filter(([, { integrity }]) => integrity === undefined)).toEqual([]);
  });

  // npm leaves out optional packages that it could not reach, and `npm ci` then refuses the lockfile.
  it('knows the optional packages of every platform', () => {
    const known = new Set(Object.keys(packages).map((place) => place.split('node_modules/').at(-1)));
    const missing = Object.values(packages)
      .flatMap(({ optionalDependencies }) => Object.keys(optionalDependencies ?? {}))
      .filter((name) => !known.has(name));

    expect(missing).toEqual([]);
  });

  it('has an .npmrc beside it that keeps it so', () => {
    expect(textOf(lockfile.replace('package-lock.json', '.npmrc'))).toContain('omit-lockfile-registry-resolved=true');
  });
});

it('files are named after what they hold', () => {
  const sources = [...filesUnder('src', '.ts'), ...filesUnder('scripts', '.mjs')];
  const vague = sources.filter((file) => /(^|[-/])(helpers?|utils?|managers?|misc|common|handler)\.\w+$/.test(file));

  expect(vague).toEqual([]);
});

it('the commands that the README shows exist', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  const shown = ['README.md', 'CONTRIBUTING.md'].flatMap((file) =>
    [...textOf(file).matchAll(/npm run ([\w:]+)/g)].map((match) => match[1] ?? ''),
  );

  expect(shown.filter((name) => !(name in scripts))).toEqual([]);
});

it('links between the documents lead somewhere', () => {
  const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...filesUnder('docs', '.md')];
  const dead = documents.flatMap((document) =>
    [...textOf(document).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map((match) => new URL(match[1] ?? '', `file:///${document}`).pathname.slice(1))
      .filter((target) => !existsSync(path.join(root, target)))
      .map((target) => `${document} → ${target}`),
  );

  expect(dead).toEqual([]);
});
