import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type RunTests, RuleTester } from '@typescript-eslint/rule-tester';
import { afterAll, describe, it } from 'vitest';
import { eslintRuleOf } from '../../src/hosts/eslint/rules.ts';
import type { Rule } from '../../src/rules/rule.ts';
import { isRecording, recordProgram } from '../recorded-programs.ts';
import { parserOver } from './shared-programs.ts';

RuleTester.afterAll = afterAll;
RuleTester.describe = describe;
RuleTester.it = (name, run) => {
  it(name, async () => {
    run();
    // A program that is weakly referenced is freed only after the current macrotask, which the next test would not wait for.
    await setImmediate();
  });
};
RuleTester.itOnly = it.only;

export interface Tester {
  run<MessageId extends string, Options extends object>(
    name: string,
    rule: Rule<MessageId, Options>,
    tests: RunTests<MessageId, readonly Options[]>,
  ): void;
}

/** Runs rules, as ESLint takes them, on code of a project in `tests/sdk/fixtures`, which has the SDKs installed. */
export function testerIn(project: string): Tester {
  if (isRecording) return recorderIn(`tests/sdk/fixtures/${project}`);
  const folder = join(import.meta.dirname, '../sdk/fixtures', project);
  const { parser, expect } = parserOver(join(folder, 'tsconfig.json'));
  const tester = new RuleTester({
    languageOptions: {
      parser,
      // By these the tester finds where the linted files are.
      parserOptions: { project: './tsconfig.json', tsconfigRootDir: folder },
    },
  });
  return {
    run: (name, rule, tests) => {
      for (const text of textsOf(tests)) expect(text);
      tester.run(name, eslintRuleOf(withoutOthers(rule, tests)), tests);
    },
  };
}

/**
 * A rule without the suggestions that its tests do not list, which the tester would refuse: what comes of each of these is
 * tested in `suggestions.test.ts`.
 */
function withoutOthers<MessageId extends string, Options extends object>(
  rule: Rule<MessageId, Options>,
  { invalid }: RunTests<MessageId, readonly Options[]>,
): Rule<MessageId, Options> {
  const listed = new Set(
    invalid.flatMap(({ code, errors }) => (errors.some(({ suggestions }) => suggestions) ? code : [])),
  );
  return {
    ...rule,
    *check(file, analysis, options) {
      for (const report of rule.check(file, analysis, options))
        yield listed.has(file.text) ? report : { ...report, suggestions: [] };
    },
  };
}

/** The texts that the tester parses, those after fixes and suggestions too, but for those of files with a name. */
function textsOf<MessageId extends string>({
  valid,
  invalid,
}: RunTests<MessageId, readonly object[]>): readonly string[] {
  return [
    ...valid.flatMap((test) => (typeof test === 'string' ? test : test.filename === undefined ? test.code : [])),
    ...invalid
      .filter(({ filename }) => filename === undefined)
      .flatMap(({ code, output, errors }) => [
        code,
        ...[output ?? []].flat(),
        ...errors.flatMap(({ suggestions }) => (suggestions ?? []).map((suggestion) => suggestion.output)),
      ]),
  ];
}

/** Writes the cases of rules down for `npm run findings`: one test a rule, which lints none. */
function recorderIn(project: string): Tester {
  return {
    run: (title, { name: rule }, { valid, invalid }) => {
      it(`${title}: recorded`, () => {
        for (const each of [...valid, ...invalid]) {
          const one = typeof each === 'string' ? { code: each } : each;
          const { code, name = code, filename = 'file.ts', options = [], settings = {} } = one;
          recordProgram({
            id: `${title}: ${name}`,
            project,
            files: { [filename]: code },
            linted: [filename],
            rules: { [`agent-safety/${rule}`]: ['error', ...(options as readonly unknown[])] },
            settings: settings['agent-safety'] as Readonly<Record<string, unknown>> | undefined,
            expected: 'errors' in one ? (one.errors as readonly unknown[]).length : 0,
          });
        }
      });
    },
  };
}

export const tester = testerIn('sessions');
