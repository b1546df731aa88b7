import * as parser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import plugin from '../../src/index.ts';
import ts from 'typescript';
import { type CaseProgram, programOf } from '../scenarios/programs.ts';
import {
  correctPrograms,
  forgingPrograms,
  mismatchingPrograms,
  reusingPrograms,
  type TokenProgram,
  tokenPrelude,
  trickyPrograms,
} from './token-programs.ts';
import { forgedInPairs, keptInPairs, mismatchedInPairs, rightInPairs } from './token-pairs.ts';
import { spentOnce, spentOnceMore } from './token-repetitions.ts';

const rules = ['no-forged-token', 'no-token-mismatch', 'no-token-reuse'] as const;
type TokenRule = (typeof rules)[number];

/** A finding of one of the rules, by the line of the program's own text. */
interface Found {
  readonly rule: string | null;
  readonly place: string;
  readonly messageId: string | undefined;
}

/** Some programs, compiled together when the first is asked about: the checker is most of what each would cost alone. */
export class Batch {
  readonly #codes: readonly string[];
  readonly #beside: readonly TokenProgram['beside'][];
  #built: CaseProgram | undefined;

  constructor(programs: readonly TokenProgram[], rewritten = (code: string) => code) {
    this.#codes = programs.map(({ code }) => rewritten(tokenPrelude + unmarked(code.trim())));
    this.#beside = programs.map(({ beside }) => beside);
  }

  found(index: number): readonly Found[] {
    const { program } = this.#program();
    const code = this.#codes[index] ?? '';
    const messages = new Linter().verify(
      code,
      {
        files: ['**/*.ts'],
        plugins: { 'agent-safety': plugin },
        languageOptions: { parser, parserOptions: { programs: [program] } },
        rules: Object.fromEntries(rules.map((rule) => [`agent-safety/${rule}`, 'error'])),
      },
      { filename: this.#file(index)?.fileName ?? '' },
    );
    return messages.map(({ line, column, ruleId, messageId }) => ({
      rule: ruleId,
      place: `${String(line - 1)}:${String(column)}`,
      messageId,
    }));
  }

  complaints(index: number): readonly string[] {
    const { program } = this.#program();
    const file = this.#file(index);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(({ messageText }) =>
      ts.flattenDiagnosticMessageText(messageText, ' '),
    );
  }

  #program(): CaseProgram {
    return (this.#built ??= programOf(
      Object.fromEntries(
        this.#codes.flatMap((code, index) =>
          Object.entries({ ...this.#beside[index], 'main.ts': code }).map(([name, text]) => [
            `case${String(index)}/${name}`,
            text,
          ]),
        ),
      ),
    ));
  }

  #file(index: number) {
    return this.#program().sources.find(({ fileName }) => fileName.endsWith(`/case${String(index)}/main.ts`));
  }
}

function unmarked(code: string): string {
  return code.replace(/[«»]/g, '');
}

/** Where a program says that there is something to report. */
export function marksIn({ code }: TokenProgram): string[] {
  const text = code.trim();
  return [...text.matchAll(/«/g)].map(({ index }) => {
    const lines = unmarked(text.slice(0, index)).split('\n');
    return `${String(lines.length)}:${String((lines.at(-1) ?? '').length + 1)}`;
  });
}

export const right = [...correctPrograms, ...trickyPrograms, ...spentOnce, ...rightInPairs];
export const wrong: readonly (readonly [TokenRule, readonly TokenProgram[]])[] = [
  ['no-forged-token', [...forgingPrograms, ...forgedInPairs]],
  ['no-token-mismatch', [...mismatchingPrograms, ...mismatchedInPairs]],
  ['no-token-reuse', [...reusingPrograms, ...spentOnceMore, ...keptInPairs]],
];
