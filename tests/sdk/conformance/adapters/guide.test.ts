import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as parser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import type tsModule from 'typescript';
import { describe, expect, it } from 'vitest';
import plugin from '../../../../src/index.ts';
import ts from 'typescript';
import { sharingDeclarations } from '../../../parsed-declarations.ts';

const root = path.join(import.meta.dirname, '../../../..');
const folder = path.join(import.meta.dirname, 'guide');
const runtime = path.join(root, 'packages/runtime');

const page = readFileSync(path.join(root, 'docs/guides/runtime-adapters.md'), 'utf8');
const blocks = [...page.matchAll(/^```ts\n\/\/ ([\w-]+\.ts)\n([\s\S]*?)^```/gm)];
const programs = new Map(blocks.map(([, name = '', code = '']) => [path.join(folder, name), code]));

/** A program over what the page shows, as its readers would have it beside the SDKs. */
function programOfThePage(): tsModule.Program {
  const file = path.join(runtime, 'tsconfig.json');
  const { config } = ts.readConfigFile(file, (name) => ts.sys.readFile(name)) as { readonly config: object };
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, runtime, undefined, file);
  const paths = {
    ...options.paths,
    '@agent-safety/runtime': [path.join(runtime, 'src/index.ts')],
    '@agent-safety/runtime/*': [path.join(runtime, 'src/adapters/*.ts')],
  };
  const compilerOptions: tsModule.CompilerOptions = {
    ...options,
    paths,
    allowImportingTsExtensions: true,
    types: ['node'],
  };
  const host = sharingDeclarations(ts.createCompilerHost(compilerOptions, true));
  return ts.createProgram({
    rootNames: [...programs.keys()],
    options: compilerOptions,
    host: {
      ...host,
      getCurrentDirectory: () => root,
      fileExists: (name) => programs.has(name) || host.fileExists(name),
      readFile: (name) => programs.get(name) ?? host.readFile(name),
      getSourceFile: (name, version, ...rest) => {
        const code = programs.get(name);
        return code === undefined
          ? host.getSourceFile(name, version, ...rest)
          : ts.createSourceFile(name, code, version, true);
      },
      directoryExists: (name) => name === folder || ts.sys.directoryExists(name),
    },
  });
}

describe('the guide', () => {
  const program = programOfThePage();

  it('has a program for each entry', () => {
    const { exports } = JSON.parse(readFileSync(path.join(runtime, 'package.json'), 'utf8')) as { exports: object };
    const entries = Object.entries(exports).flatMap(([entry, target]) =>
      JSON.stringify(target).includes('/adapters/') ? [`${path.basename(entry)}.ts`] : [],
    );
    expect(blocks.map(([, name]) => name)).toEqual(expect.arrayContaining(entries));
  });

  it.each(blocks.map(([, name = '']) => name))('%s compiles', (name) => {
    const source = program.getSourceFile(path.join(folder, name));
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    expect(found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
  });

  it.each(blocks.map(([, name = '']) => name))('the rules have nothing against %s', (name) => {
    const filename = path.join(folder, name);
    const messages = new Linter({ cwd: root }).verify(
      programs.get(filename) ?? '',
      {
        files: ['**/*.ts'],
        plugins: { 'agent-safety': plugin },
        languageOptions: { parser, parserOptions: { programs: [program] } },
        rules: plugin.configs.strict.rules ?? {},
      },
      { filename },
    );
    expect(messages.map(({ ruleId, line, message }) => `${line} ${ruleId ?? ''} ${message}`)).toEqual([]);
  });
});
