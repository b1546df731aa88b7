import type { InvalidTestCase, ValidTestCase } from '@typescript-eslint/rule-tester';
import { codeOf, errorsIn } from './marked.ts';
import type { Finding } from './marked.ts';
import { tokenPrelude } from './token-programs.ts';

/** What both programs of a pair have in common. */
interface Shared {
  readonly filename?: string;
  readonly settings?: { readonly 'agent-safety': { readonly tokens: readonly unknown[] } };
}

/** Collects the cases of a rule about tokens; each begins with the prelude that makes the tools and agents. */
export class TokenCases<MessageId extends string> {
  readonly valid: ValidTestCase<[]>[] = [];
  readonly invalid: InvalidTestCase<MessageId, []>[] = [];

  /** Two programs that differ in the one thing that matters: the first is wrong where it is marked, the second is right. */
  readonly pair = (
    name: string,
    wrong: string,
    finding: Finding<MessageId>,
    right: string,
    common: Shared = {},
  ): void => {
    const code = tokenPrelude + wrong.trim();
    this.invalid.push({ name, code: codeOf(code), errors: errorsIn(code, finding), ...common });
    this.silent(`not: ${name}`, right, common);
  };

  readonly silent = (name: string, code: string, common: Shared = {}): void => {
    this.valid.push({ name, code: tokenPrelude + code.trim(), ...common });
  };
}
