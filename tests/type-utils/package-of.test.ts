import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path/posix';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type PackageCache,
  describedPackage,
  packageOfFile,
  packageOfSpecifier,
} from '../../src/type-utils/package-of.ts';

const manifests: Readonly<Record<string, string>> = {
  'app/package.json': '{ "name": "app", "version": "3.0.0" }',
  'app/src/package.json': '{ "type": "module" }',
  'app/src/generated/prisma/package.json': `{ "name": "prisma-client-${'0a'.repeat(32)}", "version": "6.19.3" }`,
  'app/src/prisma-client-utils/package.json': '{ "name": "prisma-client-utils" }',
  'app/node_modules/@scope/lib/package.json': '{ "name": "@scope/lib", "version": "1.2.3" }',
  'app/node_modules/@scope/lib/dist/esm/package.json': '{ "type": "module" }',
  'app/node_modules/@scope/lib/named/package.json': '{ "name": "inner" }',
  'app/node_modules/@scope/lib/node_modules/nested/package.json': '{ "name": "nested", "version": "0.1.0" }',
  'app/node_modules/alias/package.json': '{ "name": "real", "version": "2.0.0" }',
  'app/node_modules/broken/package.json': '{ "name": ',
  'app/node_modules/odd/package.json': 'null',
  'app/node_modules/unversioned/package.json': '{ "name": "unversioned", "version": 1 }',
  'app/node_modules/.pnpm/lib@1.0.0/node_modules/lib/package.json': '{ "name": "lib", "version": "1.0.0" }',
};

describe('packageOfFile', () => {
  let root: string;

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'package-of-'));
    for (const [path, text] of Object.entries(manifests)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
  });

  it.each([
    ['at once', 0],
    ['later', 150],
  ])('reads a version that is installed %s in place of another one', async (_, after) => {
    const file = join(root, 'app/node_modules/updated/index.d.ts');
    mkdirSync(dirname(file), { recursive: true });
    const install = (version: string): void => {
      writeFileSync(join(dirname(file), 'package.json'), `{ "name": "updated", "version": "${version}" }`);
    };
    for (const version of ['1.0.0', '2.0.0', '3.0.0']) {
      install(version);
      await setTimeout(after);
      expect(packageOfFile(file, new Map())?.version).toBe(version);
      expect(packageOfFile(file, new Map())?.version).toBe(version);
    }
    rmSync(dirname(file), { recursive: true });
    expect(packageOfFile(file, new Map())?.version).toBeUndefined();
  });

  afterAll(() => {
    rmSync(root, { recursive: true });
  });

  it.each([
    ['nearest, over a nameless one', 'app/src/deep/index.ts', 'app', '3.0.0'],
    ['client that Prisma generated', 'app/src/generated/prisma/runtime/library.d.ts', '@prisma/client', '6.19.3'],
    ['named like one', 'app/src/prisma-client-utils/index.d.ts', 'prisma-client-utils', undefined],
    ['root of an installed package', 'app/node_modules/@scope/lib/dist/esm/index.d.ts', '@scope/lib', '1.2.3'],
    [
      'root of an installed package, over a named one',
      'app/node_modules/@scope/lib/named/a.d.ts',
      '@scope/lib',
      '1.2.3',
    ],
    ['nested', 'app/node_modules/@scope/lib/node_modules/nested/index.d.ts', 'nested', '0.1.0'],
    ['installed under an alias', 'app/node_modules/alias/index.d.ts', 'real', '2.0.0'],
    ['unreadable', 'app/node_modules/broken/index.d.ts', 'broken', undefined],
    ['not an object', 'app/node_modules/odd/index.d.ts', 'odd', undefined],
    ['missing', 'app/node_modules/@missing/lib/index.d.ts', '@missing/lib', undefined],
    ['without a version', 'app/node_modules/unversioned/index.d.ts', 'unversioned', undefined],
    ['in a pnpm store', 'app/node_modules/.pnpm/lib@1.0.0/node_modules/lib/index.d.ts', 'lib', '1.0.0'],
  ])('%s', (_name, path, name, version) => {
    expect(packageOfFile(join(root, path), new Map())).toMatchObject({ name, version });
  });

  it('answers nothing outside of every package', () => {
    expect(packageOfFile('/nowhere/at/all.ts', new Map())).toBeUndefined();
  });

  it('reads a package once', () => {
    const cache: PackageCache = new Map();
    const first = packageOfFile(join(root, 'app/src/a.ts'), cache);
    expect(packageOfFile(join(root, 'app/src/b.ts'), cache)).toBe(first);
    const lib = packageOfFile(join(root, 'app/node_modules/alias/a.d.ts'), cache);
    expect(packageOfFile(join(root, 'app/node_modules/alias/b.d.ts'), cache)).toBe(lib);
  });
});

describe('names of packages', () => {
  it.each([
    ['@types/node', 'node'],
    ['@types/babel__core', '@babel/core'],
    ['@scope/types', '@scope/types'],
  ])('%s describes %s', (types, described) => {
    expect(describedPackage(types)).toBe(described);
  });

  it.each([
    ['ai', 'ai'],
    ['ai/test', 'ai'],
    ['@scope/lib', '@scope/lib'],
    ['@scope/lib/deep/index.js', '@scope/lib'],
  ])('%s is of %s', (specifier, name) => {
    expect(packageOfSpecifier(specifier)).toBe(name);
  });
});
