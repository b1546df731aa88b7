import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { afterAll, describe, expect, it } from 'vitest';
import { compilerProblem } from '../../src/type-utils/supported-compiler.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folder = '/app/node_modules/typescript';

const { peerDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  readonly peerDependencies: { readonly typescript: string };
};
const range = peerDependencies.typescript;
const needs = `eslint-plugin-agent-safety works with TypeScript ${range}, and found`;
const install = `\`npm install --save-dev "typescript@${range}"\``;
const unknownInterface = (version: string, place: string) =>
  `eslint-plugin-agent-safety cannot use TypeScript ${version} in ${place}/node_modules/typescript yet: its API has no \`updateSnapshot\`. Its interface is not stable: install 7.0.2, and see https://github.com/agent-safety/agent-safety/issues.`;

describe('a version of the compiler', () => {
  it.each(['5.4.0', '5.9.3', '6.0.3', '6.1.0-dev.20260101', '7.0.2', '7.1.0-dev.20260904.1', ts.version])(
    '%s is supported',
    (version) => {
      expect(compilerProblem({ version, folder })).toBeUndefined();
    },
  );

  it.each([
    ['5.3.3', `Install one of these versions: ${install}.`],
    ['6.1.0', `Install one of these versions: ${install}.`],
    ['8.0.0', `Install one of these versions: ${install}.`],
  ])('%s is named, with the remedy', (version, remedy) => {
    expect(compilerProblem({ version, folder })).toBe(`${needs} ${version} in ${folder}. ${remedy}`);
  });

  it('is named where it is unknown', () => {
    expect(compilerProblem({ version: undefined, folder })).toBe(
      `${needs} an unknown version in ${folder}. Install one of these versions: ${install}.`,
    );
  });

  it('is wanted where there is none', () => {
    expect(compilerProblem(undefined)).toBe(`${needs} none. Install it: ${install}.`);
  });
});

describe('in a project', () => {
  const folders: string[] = [];
  afterAll(() => {
    for (const each of folders) rmSync(each, { recursive: true });
  });

  /** The plugin with all that it needs beside it, but another compiler: what `typescript@7` has as its main module. */
  function pluginWith(version: string | undefined): string {
    const place = realpathSync(mkdtempSync(path.join(tmpdir(), 'compiler-')));
    folders.push(place);
    for (const each of ['src', 'packages/cli/src', 'package.json', 'packages/cli/package.json', 'tsconfig.json'])
      cpSync(path.join(root, each), path.join(place, each), { recursive: true });
    const installed = path.join(place, 'node_modules');
    mkdirSync(installed);
    for (const name of readdirSync(path.join(root, 'node_modules')))
      if (name !== 'typescript' && name !== 'eslint-plugin-agent-safety')
        symlinkSync(path.join(root, 'node_modules', name), path.join(installed, name));
    if (version !== undefined) {
      const compiler = path.join(installed, 'typescript');
      mkdirSync(compiler);
      writeFileSync(
        path.join(compiler, 'package.json'),
        JSON.stringify({ name: 'typescript', version, main: 'main.cjs' }),
      );
      writeFileSync(path.join(compiler, 'main.cjs'), `exports.version = '${version}';\n`);
      // An interface that lacks what is needed.
      for (const [file, exports] of [
        ['dist/ast/index.js', 'SyntaxKind, NodeFlags, ModifierFlags, InternalSymbolName, isIdentifier, isExpression'],
        ['dist/api/sync/api.js', 'API, SymbolFlags, TypeFlags, ObjectFlags, SignatureKind'],
        ['dist/api/node/node.js', 'RemoteSourceFile'],
      ] as const) {
        mkdirSync(path.dirname(path.join(compiler, file)), { recursive: true });
        const names = exports.split(', ').map((name) => `exports.${name} = class {};`);
        writeFileSync(path.join(compiler, file), names.join('\n'));
      }
    }
    const config = `import agentSafety from './src/index.ts';\nexport default [agentSafety.configs.recommended];\n`;
    writeFileSync(path.join(place, 'eslint.config.js'), config);
    return place;
  }

  function run(place: string, script: string, ...args: string[]) {
    const loader = pathToFileURL(path.join(root, 'node_modules/tsx/dist/loader.mjs')).href;
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', loader, script, ...args], {
      cwd: place,
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  }

  const eslint = path.join(root, 'node_modules/eslint/bin/eslint.js');
  const main = 'packages/cli/src/main.ts';

  it.each([
    [
      '5.3.3',
      (place: string) =>
        `${needs} 5.3.3 in ${place}/node_modules/typescript. Install one of these versions: ${install}.`,
    ],
    ['7.9.0', (place: string) => unknownInterface('7.9.0', place)],
    [undefined, () => `${needs} none. Install it: ${install}.`],
  ])('with the compiler %s, the command ends with one line', (version, problem) => {
    const place = pluginWith(version);
    const stderr = `agent-safety: ${problem(place)}\n`;
    expect(run(place, main, 'facts')).toEqual({ status: 2, stdout: '', stderr });
    expect(run(place, main, 'graph')).toEqual({ status: 2, stdout: '', stderr });
    expect(run(place, main, '--help').status).toBe(0);
  });

  /** A project with a compiler of its own: the real one, under another version. */
  function projectWith(version: string): string {
    const place = realpathSync(mkdtempSync(path.join(tmpdir(), 'project-')));
    folders.push(place);
    const compiler = path.join(place, 'node_modules/typescript');
    mkdirSync(compiler, { recursive: true });
    writeFileSync(path.join(compiler, 'package.json'), JSON.stringify({ name: 'typescript', main: 'main.cjs' }));
    const real = JSON.stringify(path.join(root, 'node_modules/typescript'));
    const exports = `module.exports = { ...require(${real}), version: '${version}' };\n`;
    writeFileSync(path.join(compiler, 'main.cjs'), version === 'broken' ? 'throw new Error();\n' : exports);
    writeFileSync(path.join(place, 'tsconfig.json'), '{ "include": ["src"] }');
    mkdirSync(path.join(place, 'src'));
    writeFileSync(path.join(place, 'src/main.ts'), 'export {};\n');
    return place;
  }

  it.each([
    ['5.4.99', '5.4.99'],
    ['5.3.3', ts.version],
    ['8.0.0', ts.version],
    ['broken', ts.version],
  ])('for a project with the compiler %s all packages load %s', (version, expected) => {
    const place = projectWith(version);
    const script = path.join(place, 'print.mjs');
    const source = JSON.stringify(path.join(root, 'src/type-utils/supported-compiler.ts'));
    const lines = [
      `import { createRequire } from 'node:module';`,
      `import { useCompilerOf } from ${source};`,
      `useCompilerOf(${JSON.stringify(path.join(place, 'src/main.ts'))});`,
      `const require = createRequire(${source});`,
      `const imported = await import(require.resolve('typescript'));`,
      `console.log(require('typescript').version, imported.default.version);`,
    ];
    writeFileSync(script, lines.join('\n'));

    expect(run(root, script)).toEqual({ status: 0, stdout: `${expected} ${expected}\n`, stderr: '' });
    if (expected !== ts.version) expect(run(root, main, 'facts', place)).toMatchObject({ status: 0, stderr: '' });
  });

  it('ESLint prints the sentence, and no stack of ours', () => {
    const place = pluginWith('7.9.0');
    const { status, stderr } = run(place, eslint, 'src/index.ts');
    expect(status).toBe(2);
    expect(stderr).toContain(`\n${unknownInterface('7.9.0', place)}\n`);
    expect(stderr).not.toMatch(/TypeError|^ +at /m);
  });
});
