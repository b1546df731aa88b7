import { writeFileSync } from 'node:fs';
import path from 'node:path';
import * as typescriptParser from '@typescript-eslint/parser';
import { ESLint, type Linter } from 'eslint';
import { afterAll, describe, expect, it } from 'vitest';
import {
  agentThatDeletes,
  deleting,
  type Files,
  Folders,
  imports,
  sdk,
} from '../../../packages/cli/tests/graph/repository.ts';
import { projects } from '../../../src/hosts/eslint/linted-file.ts';
import { parser as ownParser } from '../../../src/hosts/eslint/parser.ts';
import plugin from '../../../src/plugin.ts';

const folders = new Folders();
afterAll(() => {
  projects.close();
  folders.remove();
});

const guarded = agentThatDeletes('needsApproval: true,');
const unguarded = agentThatDeletes('');
const finding = 'agent-safety/require-guardrail 3:40';

const untyped: Linter.Parser = {
  parse: (code: string) => typescriptParser.parse(code, { range: true, loc: true, tokens: true, comment: true }),
};

function eslintIn(cwd: string, parser: Linter.Parser, more: Linter.Config = {}): ESLint {
  const config = [{ ...plugin.configs.recommended, languageOptions: { parser } }, more];
  return new ESLint({ cwd, overrideConfigFile: true, overrideConfig: config });
}

async function findingsIn(eslint: ESLint, files: string | readonly string[]): Promise<string[]> {
  return placesOf(await eslint.lintFiles(files as string));
}

const placesOf = (results: readonly ESLint.LintResult[]): string[] =>
  results.flatMap(({ messages }) =>
    messages.map(({ ruleId, line, column, message }) =>
      ruleId === null ? message : `${ruleId} ${String(line)}:${String(column)}`,
    ),
  );

const project = (files: Files): string => folders.make({ ...sdk, ...files });

describe.each([
  ['a parser without types', untyped],
  ['the parser of the plugin', ownParser],
])('with %s', (_, parser) => {
  it('the project is opened that has the file', async () => {
    const place = project({ 'src/main.ts': unguarded, 'src/right.ts': guarded });
    expect(await findingsIn(eslintIn(place, parser), ['src'])).toEqual([finding]);
  });

  it('the text is that of the host, saved or not', async () => {
    const place = project({ 'src/main.ts': guarded });
    const eslint = eslintIn(place, parser);
    const filePath = path.join(place, 'src/main.ts');
    const placesIn = async (text: string) => placesOf(await eslint.lintText(text, { filePath }));
    expect(await placesIn(guarded)).toEqual([]);
    expect(await placesIn(unguarded)).toEqual([finding]);
    expect(await placesIn(`\n${unguarded}`)).toEqual(['agent-safety/require-guardrail 4:40']);
    expect(await placesIn(guarded)).toEqual([]);
  });

  it('what changes on disk is seen when a file is linted again', async () => {
    const main = `${imports}import { drop_table } from './tools.js';\nexport const ops = new Agent({ name: 'ops', tools: [drop_table] });\n`;
    const place = project({
      'src/main.ts': main,
      'src/tools.ts': imports + deleting('drop_table', 'needsApproval: true,'),
    });
    const eslint = eslintIn(place, parser);
    expect(await findingsIn(eslint, ['src'])).toEqual([]);
    writeFileSync(path.join(place, 'src/tools.ts'), imports + deleting('drop_table'));
    expect(await findingsIn(eslint, ['src'])).toEqual([finding]);
    writeFileSync(path.join(place, 'src/new.ts'), unguarded);
    expect(await findingsIn(eslint, ['src'])).toEqual([finding, finding]);
  });

  it('one above is taken where the nearest does not have the file', async () => {
    const place = project({
      'tsconfig.json': sdk['tsconfig.json']?.replace('["src"]', '["**/*"]'),
      'src/tsconfig.json': '{ "files": ["other.ts"] }',
      'src/other.ts': 'export {};',
      'src/main.ts': unguarded,
    });
    expect(await findingsIn(eslintIn(place, parser), ['src'])).toEqual([finding]);
  });

  it('comments switch rules off', async () => {
    const place = project({
      'src/main.ts': unguarded.replace(
        'export const drop',
        '// eslint-disable-next-line -- dropped on purpose\nexport const drop',
      ),
    });
    expect(await findingsIn(eslintIn(place, parser), ['src'])).toEqual([]);
  });
});

describe('a file of no project', () => {
  const files = { 'src/main.ts': unguarded, 'tests/main.ts': unguarded };
  const sentence = (place: string) =>
    `${path.join(place, 'tests/main.ts')} is part of no TypeScript project, so that its types cannot be read: ${path.join(place, 'tsconfig.json')} does not include it. Add it to the \`include\` of a tsconfig.json, or ignore it.`;

  it('is an error at the file with the parser of the plugin', async () => {
    const place = project(files);
    expect(await findingsIn(eslintIn(place, ownParser), ['src', 'tests'])).toEqual([
      finding,
      `Parsing error: ${sentence(place)}`,
    ]);
  });

  it('ends the run with another', async () => {
    const place = project(files);
    await expect(findingsIn(eslintIn(place, untyped), ['tests'])).rejects.toThrow(sentence(place));
  });

  it('is none of those of the project that the settings name', async () => {
    const place = project({
      ...files,
      'tsconfig.lint.json': sdk['tsconfig.json']?.replace('["src"]', '["src", "tests"]'),
    });
    const settings = { settings: { 'agent-safety': { project: 'tsconfig.lint.json' } } };
    expect(await findingsIn(eslintIn(place, untyped, settings), ['tests'])).toEqual([finding]);
    const missing = { settings: { 'agent-safety': { project: 'tsconfig.none.json' } } };
    await expect(findingsIn(eslintIn(place, untyped, missing), ['tests'])).rejects.toThrow(
      /There is no .*tsconfig\.none\.json/,
    );
  });
});

it('a syntax error is an error at its place with the parser of the plugin', async () => {
  const place = project({ 'src/main.ts': 'export {};\nexport const = 1;\n' });
  const [result] = await eslintIn(place, ownParser).lintFiles('src');
  expect(result?.messages).toMatchObject([{ fatal: true, line: 2, column: 14 }]);
});
