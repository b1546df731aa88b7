import { join } from 'node:path';
import { RuleTester } from '@typescript-eslint/rule-tester';
import { afterAll, describe, it } from 'vitest';

RuleTester.afterAll = afterAll;
RuleTester.describe = describe;
// The first program has to read the SDKs' declarations.
RuleTester.it = (name, run) => {
  it(name, { timeout: 120_000 }, run);
};
RuleTester.itOnly = it.only;

/** Runs a rule on code of a project that has the SDKs installed. */
export const tester = new RuleTester({
  languageOptions: {
    parserOptions: {
      project: './tsconfig.json',
      tsconfigRootDir: join(import.meta.dirname, '../sdk/fixtures/sessions'),
    },
  },
});
