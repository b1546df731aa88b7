import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Linter, SourceCode } from 'eslint';
import type ts from 'typescript';
import type { AgentSafetyPlugin } from '../../src/index.ts';
import { programsIn } from './compile.ts';
import type { Batch, LintedFile } from './programs.ts';

/** What was found in a file: a line of the output. */
export interface FileFindings {
  readonly id: string;
  readonly code: string;
  /** What the rules of its test found, and how many findings the test expects. */
  readonly own?: readonly unknown[];
  readonly expected?: number;
  readonly strict: readonly unknown[];
  readonly recommended: readonly unknown[];
}

/** The build of the plugin, with the compiler, the linter and the parser that it finds beside it. */
interface Build {
  readonly plugin: AgentSafetyPlugin;
  readonly compiler: typeof ts;
  readonly linter: typeof Linter;
  readonly parser: Linter.Parser;
}

/** No finding depends on the day: policies have dates. */
const today = Date.UTC(2026, 5, 15, 12);

/** The findings in all files, a line of JSON each. */
export async function lintAll(dist: string, batches: Iterable<Batch>): Promise<readonly string[]> {
  const build = await load(dist);
  const programOf = programsIn(build.compiler);
  const lines: string[] = [];
  for (const batch of batches) {
    const program = programOf(batch);
    for (const file of batch.linted) lines.push(lineOf(findingsIn(file, batch, program, build), batch));
    // Only after a macrotask are programs freed that are weakly referenced.
    await setImmediate();
  }
  return lines;
}

async function load(dist: string): Promise<Build> {
  const beside = createRequire(join(dist, 'index.js'));
  const importOf = async (file: string) => (await import(pathToFileURL(file).href)) as Record<string, unknown>;
  const { default: plugin } = await importOf(join(dist, 'index.js'));
  return {
    plugin: plugin as AgentSafetyPlugin,
    compiler: beside('typescript') as typeof ts,
    linter: (beside('eslint') as { readonly Linter: typeof Linter }).Linter,
    parser: beside('@typescript-eslint/parser') as Linter.Parser,
  };
}

function findingsIn(
  { id, file, rules, expected }: LintedFile,
  { folder, settings }: Batch,
  program: ts.Program,
  { plugin, linter: LinterOf, parser }: Build,
): FileFindings {
  const linter = new LinterOf({ cwd: folder });
  const code = program.getSourceFile(file)?.text ?? '';
  let parsed: SourceCode | string = code;
  const messagesOf = (own: Linter.RulesRecord = {}): readonly unknown[] =>
    failingAs(
      (error) => [{ error }],
      () => {
        const messages = linter.verify(
          parsed,
          {
            files: ['**/*.{js,cjs,mjs,jsx,ts,cts,mts,tsx}'],
            linterOptions: { reportUnusedDisableDirectives: 'off' },
            languageOptions: { parser, parserOptions: { programs: [program], tsconfigRootDir: folder } },
            plugins: { 'agent-safety': plugin },
            rules: own,
            settings: { 'agent-safety': settings },
          },
          file,
        );
        // It is the same for each set of rules.
        parsed = linter.getSourceCode();
        return messages.map((message) => findingOf(message, code));
      },
    );
  return {
    id,
    code,
    ...(rules && { own: messagesOf(rules), expected }),
    strict: messagesOf(plugin.configs.strict.rules as Linter.RulesRecord),
    recommended: messagesOf(plugin.configs.recommended.rules as Linter.RulesRecord),
  };
}

/** What a function returns, or what is made of the error that it throws, without where it was thrown. */
function failingAs<T>(otherwise: (error: string) => T, run: () => T): T {
  const RealDate = Date;
  globalThis.Date = class extends RealDate {
    constructor(...values: readonly unknown[]) {
      super(...((values.length === 0 ? [today] : values) as []));
    }
    static override now = () => today;
  } as DateConstructor;
  try {
    return run();
  } catch (error) {
    return otherwise(error instanceof Error ? (error.message.split('\nOccurred while')[0] ?? '') : String(error));
  } finally {
    globalThis.Date = RealDate;
  }
}

function findingOf(message: Linter.LintMessage, code: string): object {
  const { ruleId, messageId, message: text, line, column, endLine, endColumn, suggestions = [] } = message;
  return {
    ruleId,
    messageId,
    text,
    place: [line, column, endLine, endColumn].map((each) => each ?? '').join(':'),
    ...(suggestions.length > 0 && {
      suggestions: suggestions.map(({ messageId: id, desc, fix }) => ({
        messageId: id,
        desc,
        place: `${placeOf(code, fix.range[0])}:${placeOf(code, fix.range[1])}`,
        insert: fix.text,
      })),
    }),
  };
}

function placeOf(code: string, offset: number): string {
  const lines = code.slice(0, offset).split('\n');
  return `${String(lines.length)}:${String((lines.at(-1)?.length ?? 0) + 1)}`;
}

const temporary = new RegExp(`${join(realpathSync(tmpdir()), 'findings-')}\\w+/`, 'g');

/** A line without what depends on the machine, and on which programs are compiled together. */
function lineOf(findings: FileFindings, { folder }: Batch): string {
  const { code, ...rest } = findings;
  const text = JSON.stringify(rest)
    .replaceAll(folder, '.')
    .replace(temporary, '')
    .replace(/\bcase\d+\//g, '')
    .replace(/\b(file|script|route)-\d+(?=\.[jt]sx?\b)/g, '$1');
  return `${text.slice(0, -1)},"code":${JSON.stringify(code)}}`;
}
