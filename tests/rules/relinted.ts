import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { programsIn } from '../../scripts/findings/compile.ts';
import { type Batch, testBatches } from '../../scripts/findings/programs.ts';
import { Analysis } from '../../src/facts/analysis.ts';
import { rules } from '../../src/rules/index.ts';
import { type Finding, findingsOf, type Rule } from '../../src/rules/rule.ts';
import type { ts } from '../../src/type-utils/index.ts';
import compiler from 'typescript';
import type { RecordedProgram } from '../recorded-programs.ts';
import { edited } from './edited.ts';

/** A suggestion, and what came of following it. */
export interface Followed {
  readonly program: RecordedProgram;
  readonly finding: Found;
  readonly messageId: string;
  /** The file with the edits of the suggestion. */
  readonly output: string;
  /** Whether the finding is gone. */
  readonly isGone: boolean;
  /** What is found afterwards, and was not before. */
  readonly newFindings: readonly string[];
  /** What the compiler reports afterwards, and did not before. */
  readonly newErrors: readonly string[];
}

/** A finding without its nodes, which would keep the whole program in memory. */
type Found = Pick<Finding, 'message' | 'rule' | 'suggestions'>;

interface Linted {
  readonly program: RecordedProgram;
  readonly name: string;
  readonly text: string;
  readonly findings: readonly Found[];
  readonly errors: readonly string[];
}

/** Follows each suggestion of all rules, as `strict` has them, and lints and compiles the programs that come of it. */
export async function followed(programs: readonly RecordedProgram[]): Promise<readonly Followed[]> {
  const programOf = programsIn(compiler);
  const before = await linted(programs, programOf, (findings) =>
    findings.some(({ suggestions = [] }) => suggestions.length > 0),
  );
  const pending = before.flatMap((own) =>
    own.findings.flatMap((finding) =>
      (finding.suggestions ?? []).map((suggestion) => ({
        own,
        finding,
        suggestion,
        output: edited(own.text, suggestion.edits),
      })),
    ),
  );
  const after = await linted(
    pending.map(({ own: { program, name }, output }, index) => ({
      ...program,
      id: `${program.id} @${String(index)}`,
      files: { ...program.files, [name]: output },
      linted: [name],
    })),
    programOf,
    () => true,
  );
  const byId = new Map(after.map((each) => [each.program.id, each]));
  return pending.map(({ own, finding, suggestion, output }, index): Followed => {
    const { program } = own;
    const then = byId.get(`${program.id} @${String(index)}`);
    if (!then) throw new Error(`${program.id} was not linted again.`);
    const texts = textsOf(own.findings);
    const newFindings = beyond(textsOf(then.findings), texts);
    const left = texts.filter((text) => text === textOf(finding)).length;
    return {
      program,
      finding,
      messageId: suggestion.messageId,
      output,
      isGone: textsOf(then.findings).filter((text) => text === textOf(finding)).length < left,
      newFindings,
      newErrors: beyond(then.errors, own.errors),
    };
  });
}

async function linted(
  programs: readonly RecordedProgram[],
  programOf: (batch: Batch) => ts.Program,
  isOfInterest: (findings: readonly Found[]) => boolean,
): Promise<readonly Linted[]> {
  const byFile = new Map(
    programs.flatMap((program) =>
      program.linted.map((name) => [
        program.linted.length === 1 ? program.id : `${program.id}: ${name}`,
        { program, name },
      ]),
    ),
  );
  const found: Linted[] = [];
  for (const batch of testBatches(programs)) {
    const compiled = programOf(batch);
    const analysis = new Analysis(compiled, { settings: batch.settings, cwd: batch.folder });
    for (const { id, file } of batch.linted) {
      const source = compiled.getSourceFile(file);
      const owner = byFile.get(id);
      if (!source || !owner) continue;
      const findings = findingsIn(source, analysis);
      // To check the types of a file takes most of the time.
      if (isOfInterest(findings))
        found.push({ ...owner, text: source.text, findings, errors: errorsIn(source, compiled) });
    }
    // Only after a macrotask are programs freed that are weakly referenced.
    await setImmediate();
  }
  return found;
}

function findingsIn(file: ts.SourceFile, analysis: Analysis): readonly Found[] {
  if (!isChecked(file, analysis)) return [];
  return Object.values<Rule>(rules).flatMap((each) =>
    [...findingsOf(each, file, analysis, strictOf(each))].map(({ rule, message, suggestions }) => ({
      rule,
      message,
      suggestions,
    })),
  );
}

/** Whether the rules apply: in some tests, the settings or the policy are wrong. */
function isChecked(file: ts.SourceFile, analysis: Analysis): boolean {
  try {
    analysis.policyFor(file);
    return analysis.isRelevant;
  } catch {
    return false;
  }
}

function strictOf({ docs: { presets } }: Rule): object | undefined {
  const level = presets.strict;
  return typeof level === 'object' ? (level[1] as object) : undefined;
}

function errorsIn(file: ts.SourceFile, program: ts.Program): readonly string[] {
  return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
    ({ code, messageText }) =>
      `TS${String(code)} ${withoutPlaces(compiler.flattenDiagnosticMessageText(messageText, '\n'))}`,
  );
}

function textsOf(findings: readonly Found[]): readonly string[] {
  return findings.map(textOf);
}

function textOf({ rule, message }: Found): string {
  return `${rule}: ${withoutPlaces(message)}`;
}

/** A text without what depends on where the program stands, on the lines before, and on how many others a finding has. */
function withoutPlaces(text: string): string {
  return text
    .replaceAll(/\bline \d+/g, 'line N')
    .replaceAll(/ \(?and \d+ others?\)?/g, '')
    .replaceAll(/\bcase\d+\//g, '')
    .replaceAll(/\b(file|script|route)-\d+(?=\.[jt]sx?\b)/g, '$1');
}

/** What is in a list more often than in another one. */
function beyond(list: readonly string[], other: readonly string[]): readonly string[] {
  const left = [...other];
  return list.filter((each) => {
    const index = left.indexOf(each);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

/** A program of one file beside the SDKs that the fixtures have. */
export function programOf(id: string, code: string, project = 'sessions', name = 'file.ts'): RecordedProgram {
  return { id, project: path.posix.join('tests/sdk/fixtures', project), files: { [name]: code }, linted: [name] };
}
