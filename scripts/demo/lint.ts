import { readFileSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { ESLint } from 'eslint';
import type { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import ts from 'typescript';
import type { AgentSafetyPlugin } from '../../src/index.ts';

export type Preset = 'recommended' | 'strict';

/** One message of one rule. `file` is relative to the linted folder, with slashes; lines and columns count from 1. */
export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly rule: string;
  readonly messageId: string;
  readonly message: string;
  /** The smallest preset that reports it. */
  readonly preset: Preset;
}

/** A file that could not be analysed: a syntax error, or an exception inside a rule. */
export interface Failure {
  readonly file: string;
  readonly message: string;
}

export interface LintResult {
  readonly findings: readonly Finding[];
  readonly failures: readonly Failure[];
  readonly files: number;
  readonly lines: number;
  /** Reading, type checking, and linting with both presets, by the clock. */
  readonly seconds: number;
  /** The same in time of the processor, which does not depend on what else the machine does. */
  readonly processorSeconds: number;
}

/** What is linted: `files` are absolute, and become one program with these compiler options. */
export interface Source {
  readonly folder: string;
  readonly files: readonly string[];
  readonly options: ts.CompilerOptions;
  /** Their program, where there is one already. */
  readonly program?: ts.Program;
}

/**
 * Lints files as ESLint does it in a typed project, with both presets, and says which finding is of which. `onFile` is
 * called after each file with how many are done.
 */
export async function lint(
  plugin: AgentSafetyPlugin,
  { folder, files, options, program = ts.createProgram({ rootNames: files, options }) }: Source,
  onFile?: (done: number) => void,
): Promise<LintResult> {
  const began = performance.now();
  const usedBefore = process.cpuUsage();
  const eslints = { recommended: eslintFor('recommended'), strict: eslintFor('strict') };
  const findings: Finding[] = [];
  const failures: Failure[] = [];
  let lines = 0;

  for (const [i, file] of files.entries()) {
    const name = path.relative(folder, file).replaceAll(path.sep, '/');
    const source = readFileSync(file, 'utf8');
    lines += source.split('\n').length;
    try {
      findings.push(...(await findingsIn(name, file, source)));
    } catch (error) {
      failures.push({ file: name, message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
    onFile?.(i + 1);
  }
  const used = process.cpuUsage(usedBefore);
  return {
    findings: findings.sort(byPlace),
    failures,
    files: files.length,
    lines,
    seconds: (performance.now() - began) / 1000,
    processorSeconds: (used.user + used.system) / 1_000_000,
  };

  async function findingsIn(name: string, file: string, source: string): Promise<Finding[]> {
    const inStrict = await messagesOf('strict', file, source);
    // What `recommended` reports `strict` reports too, so most files need one run.
    const inRecommended = inStrict.length > 0 ? await messagesOf('recommended', file, source) : [];
    const found = inRecommended.map((message) => toFinding(message, name, 'recommended'));
    const others = inStrict.filter((message) => !inRecommended.some((other) => isAtSamePlace(message, other)));
    return [...found, ...others.map((message) => toFinding(message, name, 'strict'))];
  }

  async function messagesOf(preset: Preset, file: string, source: string): Promise<Linter.LintMessage[]> {
    const results = await eslints[preset].lintText(source, { filePath: file });
    const messages = results.flatMap((result) => result.messages);
    const fatal = messages.find((message) => message.fatal);
    if (fatal) throw new Error(`line ${fatal.line}: ${fatal.message}`);
    return messages;
  }

  function eslintFor(preset: Preset): ESLint {
    const everything = ['**/*.{js,mjs,ts,mts,tsx}'];
    return new ESLint({
      cwd: folder,
      overrideConfigFile: true,
      // Comments in other people's code are about rules that are not here.
      allowInlineConfig: false,
      overrideConfig: [
        {
          files: everything,
          linterOptions: { reportUnusedDisableDirectives: 'off' },
          languageOptions: {
            parser: tseslint.parser,
            parserOptions: { programs: [program], tsconfigRootDir: folder },
          },
        },
        { ...plugin.configs[preset], files: everything },
      ],
    });
  }
}

function toFinding(message: Linter.LintMessage, file: string, preset: Preset): Finding {
  const { ruleId, line, column, endLine = line, endColumn = column + 1, messageId = '' } = message;
  const rule = (ruleId ?? '').replace('agent-safety/', '');
  return { file, line, column, endLine, endColumn, rule, messageId, message: message.message, preset };
}

function isAtSamePlace(a: Linter.LintMessage, b: Linter.LintMessage): boolean {
  return a.ruleId === b.ruleId && a.line === b.line && a.column === b.column;
}

function byPlace(a: Finding, b: Finding): number {
  return a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column;
}
