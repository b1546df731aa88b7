import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type RunTests, RuleTester } from '@typescript-eslint/rule-tester';
import { afterAll, describe, it } from 'vitest';
import { eslintRuleOf } from '../../src/hosts/eslint/rules.ts';
import type { Rule } from '../../src/rules/rule.ts';
import { parserOver } from './shared-programs.ts';

RuleTester.afterAll = afterAll;
RuleTester.describe = describe;
// The first program has to read the SDKs' declarations.
RuleTester.it = (name, run) => {
  it(name, { timeout: 120_000 }, async () => {
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
      tester.run(name, eslintRuleOf(rule), tests);
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

export const tester = testerIn('sessions');
