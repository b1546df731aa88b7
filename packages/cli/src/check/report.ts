import type { PresetFinding, ts } from 'eslint-plugin-agent-safety/internal/analysis';
import { docsUrlOf } from 'eslint-plugin-agent-safety/internal/analysis';
import { pathIn } from '../paths.ts';

/** What `agent-safety check` prints, besides the preset and what is incomplete. */
export interface CheckReport {
  /** How many files were checked. */
  readonly files: number;
  /** By file, and there by place. */
  readonly findings: readonly FindingReport[];
  /** The files that a rule could not analyse. */
  readonly failures: readonly { readonly file: string; readonly message: string }[];
}

/** A finding: lines and columns count from 1, as in editors. */
export interface FindingReport {
  readonly rule: string;
  /** As the preset has it for ESLint. */
  readonly level: 'error' | 'warn';
  readonly messageId: string;
  readonly message: string;
  /** From the root of the repository, with `/`. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  /** The lines of the place, as they are written. */
  readonly frame: readonly string[];
  /** The page of the rule. */
  readonly url: string;
}

/** How many lines of a place are shown. */
const MAX_LINES = 3;

/**
 * The findings as a report, but for those on the set-up: what they name, the notes of the command do.
 *
 * @param root what paths are relative to
 */
export function checkReportOf(found: readonly PresetFinding[], root: string, files: number): CheckReport {
  const failures = found.filter(({ finding }) => finding.messageId === 'analysisFailed');
  return {
    files,
    findings: found
      .filter((each) => !failures.includes(each) && each.layer !== 'setup')
      .map(({ level, finding: { node, rule, messageId, message } }) => {
        const file = node.getSourceFile();
        const [start, end] = [node.getStart(file), node.end].map((at) => file.getLineAndCharacterOfPosition(at)) as [
          ts.LineAndCharacter,
          ts.LineAndCharacter,
        ];
        return {
          rule,
          level,
          messageId,
          message,
          file: pathIn(root, file),
          line: start.line + 1,
          column: start.character + 1,
          endLine: end.line + 1,
          endColumn: end.character + 1,
          frame: file.text.split(/\r?\n/).slice(start.line, Math.min(end.line + 1, start.line + MAX_LINES)),
          url: docsUrlOf(rule),
        };
      }),
    failures: failures.map(({ finding: { node, message } }) => ({ file: pathIn(root, node.getSourceFile()), message })),
  };
}
