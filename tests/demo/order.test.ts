import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ESLint } from 'eslint';
import fc from 'fast-check';
import ts from 'typescript';
import tseslint from 'typescript-eslint';
import { expect, it } from 'vitest';
import { exampleSource } from '../../scripts/demo/run.ts';
import plugin from '../../src/index.ts';
import { sharingDeclarations } from '../parsed-declarations.ts';

const { folder, files, options } = exampleSource();
const sourceFiles = new Map<string, ts.SourceFile | undefined>();

/** What is found, file by file, when the files of a fresh program are linted in some order. */
async function findingsOf(order: readonly string[]): Promise<Readonly<Record<string, readonly string[]>>> {
  const host = sharingDeclarations(ts.createCompilerHost(options, true));
  const program = ts.createProgram({
    rootNames: files,
    options,
    host: {
      ...host,
      // Read once: what differs is what is worked out, and when.
      getSourceFile: (name, ...rest) => {
        if (!sourceFiles.has(name)) sourceFiles.set(name, host.getSourceFile(name, ...rest));
        return sourceFiles.get(name);
      },
    },
  });
  const eslint = new ESLint({
    cwd: folder,
    overrideConfigFile: true,
    overrideConfig: [
      { languageOptions: { parser: tseslint.parser, parserOptions: { programs: [program] } }, files: ['**/*.ts'] },
      plugin.configs.strict,
    ],
  });
  const found: Record<string, readonly string[]> = {};
  for (const file of order) {
    const results = await eslint.lintText(readFileSync(file, 'utf8'), { filePath: file });
    found[path.relative(folder, file)] = results
      .flatMap(({ messages }) => messages)
      .map(({ line, column, ruleId, message }) => `${String(line)}:${String(column)} ${ruleId ?? ''} ${message}`);
  }
  return found;
}

it('finds the same in whatever order files are linted', async () => {
  const expected = await findingsOf(files);
  expect(Object.values(expected).flat().length).toBeGreaterThan(20);
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([...files], { minLength: files.length }), async (order) => {
      expect(await findingsOf(order)).toEqual(expected);
    }),
    { numRuns: 8 },
  );
});
