import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { RuleTester } from '@typescript-eslint/rule-tester';
import { afterAll, describe, it } from 'vitest';
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

/** Runs rules on code of a project in `tests/sdk/fixtures`, which has the SDKs installed. */
export function testerIn(project: string): RuleTester {
  const folder = join(import.meta.dirname, '../sdk/fixtures', project);
  return new RuleTester({
    languageOptions: {
      parser: parserOver(join(folder, 'tsconfig.json')),
      // By these the tester finds where the linted files are.
      parserOptions: { project: './tsconfig.json', tsconfigRootDir: folder },
    },
  });
}

export const tester = testerIn('sessions');
