import { Linter } from 'eslint';
import { parser } from 'typescript-eslint';
import plugin from '../../src/index.ts';
import { recordProgram, skipWhileRecording } from '../recorded-programs.ts';
import { filesOf } from './harness.ts';
import { preludeEnd } from './preludes.ts';
import { type CaseFiles, programOf, programToRecord, sdkFolder } from './programs.ts';

/** A message of ESLint, by its line in the case's own text. */
export interface Report {
  readonly line: number;
  readonly rule: string | null;
  readonly messageId: string | undefined;
  readonly message: string;
  readonly suggestions: readonly string[];
}

interface LintOptions {
  readonly rules: Linter.RulesRecord;
  /** Which file of the case is linted. */
  readonly file?: string;
  readonly settings?: Record<string, unknown>;
}

/** Lints one file of a case with rules of the plugin, typed by the case's program, as ESLint would in a project. */
export function lint(source: string | CaseFiles, { rules, file = 'main.ts', settings = {} }: LintOptions): Report[] {
  const files = filesOf(source);
  recordProgram({
    ...programToRecord(files),
    rules,
    settings: settings['agent-safety'] as Readonly<Record<string, unknown>> | undefined,
  });
  skipWhileRecording();
  const { program } = programOf(files);
  const text = files[file] ?? '';
  return reportsOf(text, file, {
    languageOptions: { parser, parserOptions: { programs: [program], tsconfigRootDir: sdkFolder } },
    rules,
    settings,
  });
}

/** Lints a text without a program, and with settings that name a project which is not there. */
export function lintUntyped(text: string, { rules, file = 'main.ts' }: LintOptions): Report[] {
  const settings = { 'agent-safety': { project: 'none.json' } };
  return reportsOf(text, file, { languageOptions: { parser }, rules, settings });
}

function reportsOf(text: string, file: string, config: Linter.Config): Report[] {
  const linter = new Linter({ cwd: sdkFolder });
  const before = text.split(preludeEnd)[0] ?? '';
  const skipped = text.includes(preludeEnd) ? before.split('\n').length : 0;
  const messages = linter.verify(
    text,
    { ...config, files: ['**/*.{js,cjs,mjs,ts,cts,mts,tsx}'], plugins: { 'agent-safety': plugin } },
    {
      filename: `${sdkFolder}/scenario/${file}`,
    },
  );
  return messages.map((message) => ({
    line: message.line - skipped,
    rule: message.ruleId,
    messageId: message.messageId,
    message: message.message,
    suggestions: (message.suggestions ?? []).map((suggestion) => suggestion.desc),
  }));
}
